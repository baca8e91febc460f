"""The terminal client: a line protocol that people, screen readers and programs can all speak."""
