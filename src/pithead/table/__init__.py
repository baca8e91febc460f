"""The table: a server on which people and bots play, and which never loses a move."""
