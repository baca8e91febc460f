"""The part of a position that the game decides: phase, progress, view, options, refusals and plans, encoded in parts.

Parts that are equal for several seats are built and encoded once; unchanged parts are not sent again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from pydantic import BaseModel, TypeAdapter
from pydantic_core import to_json

from pithead.engine.game import Game
from pithead.engine.match import offers_in
from pithead.engine.offers import Option, Plan, Refusal
from pithead.engine.views import kept_as, same_position, shared

T = TypeVar("T", bound="Part")

Request = tuple[int, int | None, bool]
"""Which of the states, who looks at it, and whether options are wanted."""
Part = str | tuple[str, ...]
"""JSON, or the JSON of every item of a list."""


@dataclass
class Rendered:
    """A seat's rendered view as JSON fragments: the fields of a `GamePosition`, and those of the view."""

    fields: dict[str, str]
    view: dict[str, Part]

    @property
    def json(self) -> str:
        """All of it as one object."""
        view = ",".join(f'"{name}":{_whole(part)}' for name, part in self.view.items())
        fields = ",".join(f'"{name}":{text}' for name, text in self.fields.items())
        return f'{{{fields},"view":{{{view}}}}}'

    @property
    def size(self) -> int:
        """About how long `json` is."""
        return sum(map(len, self.fields.values())) + sum(
            len(part) if isinstance(part, str) else sum(map(len, part)) for part in self.view.values()
        )

    def changes(self, before: "Rendered") -> list[str]:
        """The delta: changed parts, each as the JSON of a `Change`."""
        changes = [_change(f'"{name}"', text) for name, text in self.fields.items() if before.fields.get(name) != text]
        for name, part in self.view.items():
            known = before.view.get(name)
            if known == part:
                continue
            if isinstance(part, tuple) and isinstance(known, tuple) and len(known) == len(part):
                changes += [
                    _change(f'"view","{name}",{index}', text) for index, text in enumerate(part) if known[index] != text
                ]
            else:
                changes.append(_change(f'"view","{name}"', _whole(part)))
        return changes


def _change(path: str, value: str) -> str:
    return f'{{"path":[{path}],"value":{value}}}'


def _whole(part: Part) -> str:
    return part if isinstance(part, str) else f"[{','.join(part)}]"


class Encoder:
    """Encodes the views of one position; what several of them share is encoded once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Part]] = {}
        """By identity. The object is kept with its text: another one cannot get its id."""
        self._values: dict[str, Any] = {}
        self._parts: dict[str, Part] = {}
        """The last view. Most fields of the next one, from another seat, are the same objects."""

    def view(self, view: BaseModel) -> dict[str, Part]:
        """The fields of a view, with lists of objects item by item."""
        last, known, part = self._values, self._parts, self._part
        self._values = view.__dict__
        self._parts = {
            name: known[name] if value is last.get(name, _MISSING) else part(value)
            for name, value in self._values.items()
        }
        return self._parts

    def _part(self, value: Any) -> Part:
        kind = type(value)
        if value is None or kind is int or kind is str or kind is bool:
            return _encode(value)
        if kind is list and value and isinstance(value[0], BaseModel):
            return self._once(value, self._items)
        return self._once(value, _encode)

    def _items(self, value: list[Any]) -> tuple[str, ...]:
        once = self._once
        return tuple([once(item, _encode) for item in value])

    def _once(self, value: Any, encode: Callable[[Any], T]) -> T:
        """Memoize a part's JSON: across positions where the game keeps the part, otherwise within this one."""
        if kept := kept_as(value):
            if kept.text is None:
                kept.text = encode(value)
            return cast(T, kept.text)
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = (value, encode(value))
        return cast(T, known[1])


_MISSING = object()


def _encode(value: Any) -> str:
    # Most fields of a view are small numbers.
    return str(value) if type(value) is int else to_json(value).decode()


# A typed serializer takes two thirds of the time of one that inspects types at run time.
_options = TypeAdapter(tuple[Option, ...])
_refusals = TypeAdapter(tuple[Refusal, ...])
_plans = TypeAdapter(tuple[Plan, ...])


@shared
def _question(state: Any, game: Game) -> dict[str, str]:
    """Where the game is: the fields that every seat gets."""
    # Not `facts`, which also tests every invariant.
    rules = game.files.rules
    return {
        "phase": _encode(game.files.notation.PHASES[rules.phase(state)]),
        "progress": _encode(rules.progress(state)),
        "options": "[]",
        "refusals": "[]",
        "plans": "[]",
    }


def render(game: Game, state: Any, seat: int | None, options: bool, encoder: Encoder | None = None) -> Rendered:
    """Render a seat's view of a state."""
    fields = _question(state, game)
    if options:
        offers = offers_in(game, state, game.rules().legal(state))
        fields = fields | {
            "options": _options.dump_json(offers.options).decode(),
            "refusals": _refusals.dump_json(offers.refusals).decode(),
            "plans": _plans.dump_json(offers.plans).decode(),
        }
    return Rendered(fields, (encoder or Encoder()).view(game.files.view.view(state, seat)))


def render_all(game: Game, states: list[Any], requests: list[Request]) -> list[Rendered]:
    """Render several seats' views, sharing common parts."""
    rendered: dict[int, Rendered] = {}
    for number, state in enumerate(states):
        encoder = Encoder()
        with same_position(state):
            for place, (which, seat, options) in enumerate(requests):
                if which == number:
                    rendered[place] = render(game, state, seat, options, encoder)
    return [rendered[place] for place in range(len(requests))]
