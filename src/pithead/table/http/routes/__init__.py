"""The HTTP interface, by subject."""
