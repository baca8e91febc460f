"""What is called inside child processes: names of games, bytes of states and numbers go in and out, no live objects.

Imports are inside the functions: a process loads only what its own work needs.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pithead.engine.game import Game

if TYPE_CHECKING:
    from pithead.table.perspective import Perspective

MAX_TURN = 500
MAX_IMAGINED = 2_000
KEPT_BOTS = 64
REPORT_EVERY = 0.5
"""Seconds between two reports about progress."""
SHOWN = "material"
"""The name of an edition in refusals, instead of its path on the server."""

_bots: "OrderedDict[tuple[str, int, str], Any]" = OrderedDict()


def edition_of(game: Game) -> str | None:
    """The file of an edition, or None for the game's own components."""
    return None if game.material.builtin else str(game.material.path)


def _load(game: str, edition: str | None) -> Game:
    from pithead.engine import registry

    return registry.load(game, edition)


def turn(
    game: str, edition: str | None, table: str, seat: int, level: str, state: bytes, seed: int, threads: int
) -> list[int]:
    """Play a whole turn of a seat; returns its decisions. A bot that is new at the table begins with the seed."""
    from pithead import bots
    from pithead.bots.play import Playing, play
    from pithead.engine.match import END

    title = _load(game, edition)
    key = (table, seat, level)
    bot = _bots.pop(key, None) or bots.make(level, title, seed, threads=threads)
    _bots[key] = bot
    while len(_bots) > KEPT_BOTS:
        _bots.popitem(last=False)
    rules = title.rules()

    def done(game: Playing) -> bool:
        return game.mover != seat or game.actions[-1:] == [END] or len(game.actions) >= MAX_TURN

    return play(rules, rules.decode(state), {seat: bot}, until=done).actions


def imagine(game: str, edition: str | None, seat: int, state: bytes, seed: int) -> bytes | None:
    """A position of the seat's next turn as it might be: hidden things re-dealt, the others played by simple bots."""
    from pithead import bots
    from pithead.bots.play import play

    title = _load(game, edition)
    rules = title.rules()
    position = rules.decode(state)
    rules.determinize(position, seat, rules.fast(seed & 0xFFFFFFFF, 1))
    others = {other: bots.make("hewer", title, seed + other) for other in range(max(title.players)) if other != seat}
    far = play(rules, position, others, until=lambda game: game.mover == seat or len(game.actions) >= MAX_IMAGINED)
    return rules.encode(position) if far.mover == seat else None


def hint(data: dict[str, Any], seat: int, think: float, language: str) -> dict[str, Any]:
    """The decision that a strong bot would take, and why; `data` is what `replays.match_data` gave."""
    from pithead.analysis import hint as best
    from pithead.table.replays import fresh

    match = fresh(data)
    for action in data["actions"]:
        match.play(action)
    found = best(match, seat, think, language)
    return {
        "action": found.action,
        "text": found.text,
        "chance": round(found.chance, 4),
        "reason": found.reason,
        "params": found.params,
        "sentence": found.sentence(match.game.messages(language)),
    }


class DraftedTurn(NamedTuple):
    """A turn under way as it goes to another process: the position before it, its decisions, and the next one."""

    players: int
    seat: int
    settled: bytes
    decisions: tuple[int, ...]
    next: int
    word: int

    @classmethod
    def of(cls, look: "Perspective", action: int) -> "DraftedTurn":
        """The turn of the seat to move, from the position before it, with one decision more."""
        assert look.seat is not None and look.draft is not None
        before = look._replace(seat=None, device=None)
        return cls(look.match.players, look.seat, before.encoded, tuple(look.draft), action, before.decisions)


def object_to(
    game: str, edition: str | None, turn: DraftedTurn, threshold: float, names: tuple[str, ...], language: str
) -> dict[str, Any] | None:
    """The coach's objection to a turn, or None."""
    from pithead.analysis.coach import Draft, object_to

    title = _load(game, edition)
    settled = title.rules().decode(turn.settled)
    draft = Draft(title, turn.players, turn.seat, settled, turn.decisions, turn.next, turn.word)
    objection = object_to(draft, threshold)
    return (
        None
        if objection is None
        else {
            "loss": round(objection.loss, 4),
            "back": objection.back,
            "decision": objection.action,
            "text": objection.text,
            "sentence": objection.question(title, names, language),
            "why": objection.why.sentences(title.messages(language), "better"),
        }
    )


def analyse(text: str, edition: str | None, think: float, report: Callable[[float], None]) -> Any:
    """Analyse a record, reporting which share of it is done."""
    from pithead.analysis import analyse as analysis_of
    from pithead.engine.record import parse

    last = time.monotonic()

    def progress(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_EVERY:
            last = time.monotonic()
            report(done / max(1, of))

    return analysis_of(parse(text), think, Path(edition) if edition else None, progress).data()


def title_of_record(text: str) -> str:
    """Which game a record is of."""
    from pithead.table.replays import game_of

    return game_of(text)


def read_record(text: str, edition: str | None) -> dict[str, Any]:
    """Replay a record strictly."""
    from pithead.table.replays import read

    return read(text, edition)


def replay(data: dict[str, Any], seat: int | None, ended: bool) -> tuple[bytes, list[int]]:
    """Every position of a game as a seat saw it."""
    from pithead.table.replays import render

    return render(data, seat, ended)


def check_edition(name: str, text: bytes) -> None:
    """Hold an edition against its game, without writing anything."""
    from pithead.engine import registry
    from pithead.engine.material import parse

    registry.load(name).validated(parse(text, Path(SHOWN), builtin=False))


def greedy(game: Game, seat: int, state: bytes, seed: int) -> int:
    """The decision after which the game looks best, without compiling anything; this one runs in the server itself."""
    from pithead.bots.greedy import Greedy
    from pithead.bots.search.workspace import Backing
    from pithead.engine.imagined import imagine

    rules = game.rules()
    return Greedy("hewer", game, seed, on=Backing(game)).choose(imagine(rules, rules.decode(state), seat))
