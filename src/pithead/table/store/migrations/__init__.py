"""The steps from one database schema to the next; they run by themselves when a server starts."""
