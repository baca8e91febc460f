"""The part of a position that the game decides: phase, progress, view, options, refusals and plans, encoded in parts.

Parts that look the same from several seats are built and encoded once. Parts that have not changed since the last frame
of a connection need not be sent again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json

from pithead.engine import registry
from pithead.engine.game import Game
from pithead.engine.match import offers_in
from pithead.engine.views import same_position

Request = tuple[int, int | None, bool]
"""Which of the states, who looks at it, and whether options are wanted."""
Part = str | tuple[str, ...]
"""JSON, or the JSON of every item of a list."""
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Rendered:
    """What a seat sees of a state, as JSON in parts: the fields of a `GamePosition`, and those of the view."""

    fields: dict[str, str]
    view: dict[str, Part]

    @cached_property
    def json(self) -> str:
        """All of it as one object."""
        view = ",".join(f'"{name}":{_whole(part)}' for name, part in self.view.items())
        fields = ",".join(f'"{name}":{text}' for name, text in self.fields.items())
        return f'{{{fields},"view":{{{view}}}}}'

    @cached_property
    def size(self) -> int:
        """About how long `json` is."""
        parts = (text for part in self.view.values() for text in ((part,) if isinstance(part, str) else part))
        return sum(map(len, parts)) + sum(map(len, self.fields.values()))

    def changes(self, before: "Rendered") -> Iterator[tuple[Path, str]]:
        """The parts that are not as they were before, and where they belong."""
        for name, text in self.fields.items():
            if before.fields.get(name) != text:
                yield (name,), text
        for name, part in self.view.items():
            known = before.view.get(name)
            if isinstance(part, str) or known is None or isinstance(known, str) or len(known) != len(part):
                if known != part:
                    yield ("view", name), _whole(part)
            elif known is not part:
                for index, text in enumerate(part):
                    if known[index] != text:
                        yield ("view", name, index), text


def _whole(part: Part) -> str:
    return part if isinstance(part, str) else f"[{','.join(part)}]"


@dataclass
class Encoder:
    """Encodes the views of one position; an object that several of them share is encoded once."""

    _known: dict[int, tuple[Any, str]] = field(default_factory=dict)

    def view(self, view: BaseModel) -> dict[str, Part]:
        """The fields of a view, with lists of objects item by item."""
        return {name: self._part(value) for name, value in view}

    def _part(self, value: Any) -> Part:
        if isinstance(value, list) and value and isinstance(value[0], BaseModel):
            return tuple(map(self._model, value))
        return self._model(value) if isinstance(value, BaseModel) else _encode(value)

    def _model(self, value: BaseModel) -> str:
        # The object is kept with its text: another one cannot get its id.
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = (value, _encode(value))
        return known[1]


def _encode(value: Any) -> str:
    return to_json(value).decode()


def render(game: Game, state: Any, seat: int | None, options: bool, encoder: Encoder | None = None) -> Rendered:
    """What a seat sees of a state."""
    # Not `facts`, which also tests every invariant.
    rules = game.files.rules
    fields = {
        "phase": _encode(game.files.notation.PHASES[rules.phase(state)]),
        "progress": _encode(rules.progress(state)),
        "options": "[]",
        "refusals": "[]",
        "plans": "[]",
    }
    if options:
        offers = offers_in(game, state, game.rules().legal(state))
        fields |= {
            "options": _encode(offers.options),
            "refusals": _encode(offers.refusals),
            "plans": _encode(offers.plans),
        }
    return Rendered(fields, (encoder or Encoder()).view(game.files.view.view(state, seat)))


def render_all(game: Game, states: list[Any], requests: list[Request]) -> list[Rendered]:
    """What several seats see; what looks the same from all seats is made once."""
    rendered: dict[int, Rendered] = {}
    for number, state in enumerate(states):
        encoder = Encoder()
        with same_position():
            for place, (which, seat, options) in enumerate(requests):
                if which == number:
                    rendered[place] = render(game, state, seat, options, encoder)
    return [rendered[place] for place in range(len(requests))]


def render_encoded(name: str, edition: str | None, encoded: list[bytes], requests: list[Request]) -> list[Rendered]:
    """The same from the bytes of states; runs in a child process."""
    game = registry.load(name, edition)
    return render_all(game, [game.rules().decode(data) for data in encoded], requests)
