"""Holds everything that a server says against what it publishes: the schema of the socket and the OpenAPI description.

Stricter than clients need to be: a field that is not published fails as well.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from pithead.table import protocol
from pithead.table.http import app

Frame = dict[str, Any]


def _closed(schema: Any) -> Any:
    """The same schema without room for fields that it does not name."""
    if isinstance(schema, list):
        return [_closed(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(inner) for key, inner in schema.items()}
    if "properties" in schema and schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


@cache
def _frames() -> Any:
    return jsonschema_rs.validator_for(_closed(protocol.schema()["server"]))


@cache
def _described() -> Any:
    return app.schema()


@cache
def _routes() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The routes of the OpenAPI description, those without parameters first."""
    paths = _described()["paths"]
    ordered = sorted(paths, key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), paths[path]) for path in ordered]


@cache
def _answers(reference: str) -> Any:
    components = _closed(_described()["components"])
    return jsonschema_rs.validator_for(json.loads(reference) | {"components": components})


def read_frame(text: str | bytes) -> Frame:
    """A frame, which must be as published."""
    frame: Frame = json.loads(text)
    if problem := next(_frames().iter_errors(frame), None):
        raise AssertionError(f"{frame.get('type')} frame is not as published: {problem}")
    return frame


def check_answer(method: str, path: str, status: int, body: Any) -> None:
    """An answer over HTTP must be as published."""
    path = path.partition("?")[0]
    route = next((operations for pattern, operations in _routes() if pattern.fullmatch(path)), None)
    operation = (route or {}).get(method.lower())
    if operation is None:
        assert status in (404, 405), f"{method} {path} is not published"
        return
    described = operation["responses"].get(str(status))
    assert described, f"{method} {path} may not answer {status}"
    schema = described.get("content", {}).get("application/json", {}).get("schema")
    if schema is not None:
        problem = next(_answers(json.dumps(_closed(schema))).iter_errors(body), None)
        assert problem is None, f"{method} {path} {status} is not as published: {problem}"
