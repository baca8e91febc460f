"""Localized error responses."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from pithead.engine.errors import PitheadError

from .protocol import Problem


def problem_of(refusal: PitheadError, language: str) -> Problem:
    """A refusal as the protocol's `Problem`."""
    return Problem(
        code=refusal.code,
        text=_writable(refusal.text(language)),
        params=to_jsonable_python(_writable(refusal.params), fallback=lambda inner: _inner(inner, language)),
    )


def _writable(value: Any) -> Any:
    """Replace lone surrogates, which JSON can express but UTF-8 cannot encode."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_writable(key): _writable(inner) for key, inner in value.items()}
    return [_writable(inner) for inner in value] if isinstance(value, list | tuple) else value


def _inner(value: Any, language: str) -> str:
    return value.text(language) if isinstance(value, PitheadError) else str(value)


def misfit(error: Mapping[str, Any]) -> dict[str, Any]:
    """A validation error as location and reason; `detail` is for client developers."""
    kind = str(error["type"])
    why = {"missing": "no_value", "extra_forbidden": "unknown_field", "json_invalid": "no_json"}.get(kind, "bad_value")
    where = ".".join(str(step) for step in error["loc"])
    return {"where": where or "–", "why": why, "detail": str(error["msg"])}
