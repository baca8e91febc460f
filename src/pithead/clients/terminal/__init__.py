"""The terminal client: a line protocol that people, screen readers and programs can all speak."""

from pithead.engine.extras import need

need("terminal", "rich")
