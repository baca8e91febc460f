"""Nothing to know."""
