"""Refusals in the language that somebody asked for."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from pithead.engine.errors import PitheadError

from .protocol import Problem


def problem_of(refusal: PitheadError, language: str) -> Problem:
    """A refusal as clients get it."""
    return Problem(
        code=refusal.code,
        text=_writable(refusal.text(language)),
        params=to_jsonable_python(_writable(refusal.params), fallback=lambda inner: _inner(inner, language)),
    )


def _writable(value: Any) -> Any:
    """What can be written as UTF-8: half of a surrogate pair, which JSON can name, cannot."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_writable(key): _writable(inner) for key, inner in value.items()}
    return [_writable(inner) for inner in value] if isinstance(value, list | tuple) else value


def _inner(value: Any, language: str) -> str:
    return value.text(language) if isinstance(value, PitheadError) else str(value)


def misfit(error: Mapping[str, Any]) -> dict[str, Any]:
    """Where and why data does not have the form of the contract; `detail` is for authors of clients."""
    kind = str(error["type"])
    why = {"missing": "no_value", "extra_forbidden": "unknown_field", "json_invalid": "no_json"}.get(kind, "bad_value")
    where = ".".join(str(step) for step in error["loc"])
    return {"where": where or "–", "why": why, "detail": str(error["msg"])}
