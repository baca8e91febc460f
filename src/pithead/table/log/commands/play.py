"""Decisions of a turn."""

from pithead.engine.errors import GameOver, Illegal, NothingToUndo, NotYourTurn, Stale
from pithead.engine.lessons import Line
from pithead.engine.match import END, Match
from pithead.table.errors import BotPlays, NotRunning, Paused
from pithead.table.log.base import Bill
from pithead.table.log.events import Event, Played, Undone
from pithead.table.log.state import TableState
from pithead.table.perspective import of_seat

FREE: Bill = {}


def play(
    state: TableState, seat: int, decisions: list[int], expect: int | None, bill: Bill = FREE, bot: bool = False
) -> list[Event]:
    """Play decisions of a seat's turn, all or nothing; `bill` is what its clock says.

    `expect` is the `at` of the position that the decision was made in (optimistic concurrency).
    """
    match = _turn_of(state, seat, expect, bot)
    if decisions[0] not in match.legal:
        # Raises Illegal with the game's reason.
        match.play(decisions[0], seat)
    if len(decisions) > 1:
        _try(match, seat, decisions)
    # In a lesson the decisions of the other seats are part of the same batch.
    others = Line(state.lesson.line).follow(len(match.actions), seat, decisions) if state.lesson else []
    first, *rest = decisions
    return [
        Played(seat=seat, decision=first, **bill),
        *(Played(seat=seat, decision=d) for d in rest),
        *(Played(seat=other, decision=d) for other, d in others),
    ]


def play_for(state: TableState, seat: int, decisions: list[int], entry: int) -> list[Event]:
    """Play a bot's decisions for the position of an entry, unless the person has reclaimed the seat meanwhile."""
    if state.mover_bot is None:
        return []
    if entry != state.changed:
        raise Stale(expected=entry, got=state.changed)
    return play(state, seat, decisions, None, bot=True)


def undo(state: TableState, seat: int, expect: int, whole: bool, bill: Bill = FREE) -> list[Event]:
    """Take back the last decision of the draft, or all of it."""
    _turn_of(state, seat, expect, bot=False)
    draft = of_seat(state, seat).draft
    if not draft:
        raise NothingToUndo()
    return [Undone(seat=seat, count=len(draft) if whole else 1, **bill)]


def confirm(state: TableState, seat: int, expect: int, bill: Bill = FREE) -> list[Event]:
    """End the turn."""
    return play(state, seat, [END], expect, bill)


def _turn_of(state: TableState, seat: int, expect: int | None, bot: bool) -> Match:
    match = state.match
    if match is None or not state.running:
        raise GameOver() if state.status == "finished" else NotRunning()
    if state.paused:
        raise Paused()
    if match.to_move != seat:
        raise NotYourTurn(player=match.names[match.to_move or 0])
    if not bot and state.mover_bot is not None:
        raise BotPlays()
    at = of_seat(state, seat).at
    if expect is not None and expect != at:
        raise Stale(expected=expect, got=at)
    return match


def _try(match: Match, seat: int, decisions: list[int]) -> None:
    """Play on a copy: a sequence must be legal to its end and stay within the turn."""
    rules = match.rules
    position = rules.copy(match.state)
    texts = match.game.action_texts
    for decision in decisions:
        if rules.to_move(position) != seat or decision not in rules.legal(position):
            shown = texts[decision] if decision < len(texts) else str(decision)
            raise Illegal(game=match.game.id, action=shown, why="", refusal=None)
        rules.apply(position, decision)
