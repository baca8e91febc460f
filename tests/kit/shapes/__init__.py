"""A folder of rules without a game: every kind of field, and the mistakes that rules can make."""
