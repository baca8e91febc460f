"""Structured logs: one JSON object per line on standard error."""

import logging
import sys
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

_OWN = {"timestamp": "time", "levelname": "level", "name": "logger", "message": "message", "exc_info": "trace"}
"""The fields of every line, with their names."""


class JsonLines(JsonFormatter):
    """A record as a JSON object; fields of `extra` do not override those of the record."""

    def __init__(self) -> None:
        super().__init__(
            ("levelname", "name", "message"),
            timestamp="timestamp",
            rename_fields=_OWN | {name: f"extra_{name}" for name in _OWN.values() if name != "message"},
            reserved_attrs=[*RESERVED_ATTRS, "color_message"],
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Levels in small letters."""
        return log_data | {"level": log_data["level"].lower()}


def set_up(level: str = "INFO") -> None:
    """Send everything to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    # Alembic and uvicorn are verbose at INFO.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
