"""The part of a position that the game decides, as JSON: phase, progress, view, options, refusals, plans."""

from typing import Any

from pydantic_core import to_json

from pithead.engine import registry
from pithead.engine.game import Game
from pithead.engine.match import offers_in
from pithead.engine.views import same_position

Request = tuple[int, int | None, bool]
"""Which of the states, who looks at it, and whether options are wanted."""


def render(game: Game, state: Any, seat: int | None, options: bool) -> bytes:
    """What a seat sees of a state."""
    # Not `facts`, which also tests every invariant.
    rules = game.files.rules
    payload: dict[str, Any] = {
        "phase": game.files.notation.PHASES[rules.phase(state)],
        "progress": rules.progress(state),
        "view": game.files.view.view(state, seat),
        "options": (),
        "refusals": (),
        "plans": (),
    }
    if options:
        offers = offers_in(game, state, game.rules().legal(state))
        payload |= {"options": offers.options, "refusals": offers.refusals, "plans": offers.plans}
    return to_json(payload)


def render_all(game: Game, states: list[Any], requests: list[Request]) -> list[bytes]:
    """What several seats see; what looks the same from all seats is made once."""
    rendered = [b""] * len(requests)
    for number, state in enumerate(states):
        with same_position():
            for place, (which, seat, options) in enumerate(requests):
                if which == number:
                    rendered[place] = render(game, state, seat, options)
    return rendered


def render_encoded(name: str, edition: str | None, encoded: list[bytes], requests: list[Request]) -> list[bytes]:
    """The same from the bytes of states; runs in a child process."""
    game = registry.load(name, edition)
    return render_all(game, [game.rules().decode(data) for data in encoded], requests)
