"""The socket of a table: what a connection reads, and what it is sent."""
