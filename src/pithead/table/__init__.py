"""The table: a server on which people and bots play, and which never loses a move."""

from pithead.engine.extras import need

need("table", "fastapi", "sqlalchemy", "uvicorn")
