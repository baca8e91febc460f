"""Refusals in the language that somebody asked for."""

from typing import Any

from pydantic_core import to_jsonable_python

from pithead.engine.errors import Illegal, PitheadError
from pithead.engine.game import Game
from pithead.engine.messages import LANGUAGES


def language_of(asked: str | None, accepted: str | None) -> str:
    """The language of a request: `?lang=`, else the first of Accept-Language that we have, else English."""
    if asked in LANGUAGES:
        return str(asked)
    for part in (accepted or "").split(","):
        code = part.split(";")[0].strip().lower()[:2]
        if code in LANGUAGES:
            return code
    return "en"


def problem(refusal: PitheadError, language: str, game: Game | None = None) -> dict[str, Any]:
    """A refusal as clients get it."""
    if isinstance(refusal, Illegal) and game and refusal.params.get("refusal"):
        reason = refusal.params["refusal"]
        why = game.messages(language).text(f"refusal.{reason.code}", reason.params)
        refusal = Illegal(**(refusal.params | {"why": why}))
    return {
        "code": refusal.code,
        "text": refusal.text(language),
        "params": to_jsonable_python(refusal.params, fallback=str),
    }
