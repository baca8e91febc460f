"""One database file per landed schema, with games in every state, and what they must give after an upgrade."""
