"""The log of a table: its events, the state that they make, and the commands that add to it."""
