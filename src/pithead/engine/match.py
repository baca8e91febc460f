"""One play of a game: decisions, drafts, what each seat may see.

A turn is a draft until its player confirms it with END or something hidden is revealed; undo takes back the tail of
the draft and nothing else. Whoever is not to move sees the last settled position.
"""

from bisect import bisect_left
from dataclasses import dataclass
from operator import attrgetter, index
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import registry
from .errors import BadSeat, GameOver, Illegal, NothingToUndo, NotYourTurn, Unparseable
from .events import Event
from .fair import Deal
from .game import Game, Value
from .imagined import Imagined, imagine
from .offers import Offers, Option
from .outcome import Outcome
from .rules import Facts

if TYPE_CHECKING:
    from .record import Record

END = 0
_decision = attrgetter("seq")


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended."""

    reason: str
    outcome: Outcome


@dataclass(slots=True)
class Turn:
    """The decisions of one player up to and including END; END itself is not listed."""

    player: int
    first: int
    actions: list[int]
    ended: bool = False


class Match:
    """A game with options, a deal and the decisions so far."""

    def __init__(
        self,
        game: Game,
        players: int,
        deal: Deal,
        options: dict[str, Any] | None = None,
        names: tuple[str, ...] | None = None,
        rules_version: int | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.rules_version = rules_version or game.rules_version
        self.options: dict[str, Value] = game.resolve(options, self.rules_version)
        game.check_setup(players, self.options)
        self.names = names or tuple(f"Player {seat + 1}" for seat in range(players))
        self.deal = deal
        self.rules = game.rules()
        self.state: Any = game.files.state.State()
        self.state._log = []
        game.files.rules.setup(self.state, players, game.numbers(self.options), deal.key)
        self.actions: list[int] = []
        self.turns: list[Turn] = []
        self._events: list[Event] = []
        self._kinds = game.files.notation.EVENTS
        self._opening = [self._kinds[raw[0]].read(raw, 0) for raw in self.state._log]
        self.state._log.clear()
        # The settled position while there is a draft; undo plays the draft again from here, without its tail. As bytes:
        # few look at it, and a server has made them already.
        self._before: bytes | None = None
        self._shown: Any = None
        self._encoded: bytes | None = None
        self._settled = 0
        self._facts = self.rules.facts(self.state, audit=False)
        self._legal: list[int] | None = None

    def __reduce__(self) -> Any:
        deal = (self.game, self.players, self.deal, self.options, self.names, self.rules_version)
        return _played, (deal, self.actions)

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """The small public numbers of the position, draft included."""
        return self._facts

    @property
    def to_move(self) -> int | None:
        """The player to decide, or None when the game is over."""
        return None if self._facts.to_move < 0 else self._facts.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._facts.to_move < 0

    @property
    def phase(self) -> str:
        """Which question is being asked."""
        return str(self.game.files.notation.PHASES[self._facts.phase])

    @property
    def legal(self) -> list[int]:
        """The legal decisions, ascending; empty when the game is over."""
        if self._legal is None:
            self._legal = [] if self.over else self.rules.legal(self.state)
        return self._legal

    @property
    def settled(self) -> int:
        """How many decisions can no longer be taken back."""
        return self._settled

    @property
    def settled_state(self) -> Any:
        """The position that everybody may see."""
        if self._before is None:
            return self.state
        if self._shown is None:
            self._shown = self.rules.decode(self._before)
        return self._shown

    @property
    def encoded(self) -> bytes:
        """The position as bytes, draft included."""
        if self._encoded is None:
            self._encoded = self.rules.encode(self.state)
        return self._encoded

    @property
    def settled_encoded(self) -> bytes:
        """The position that everybody may see, as bytes."""
        return self.encoded if self._before is None else self._before

    @property
    def standing(self) -> Outcome:
        """Points, ranks and teams as of now."""
        return self.rules.standing(self.state, self.players)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        if not self.over:
            return None
        return Result(self.game.files.notation.END_REASONS[self._facts.end_reason], self.standing)

    def sees_draft(self, seat: int | None) -> bool:
        """Whether a seat sees the draft: it is its owner's alone."""
        return seat is not None and seat == self.to_move

    def check_seat(self, seat: Any, spectator: bool = True) -> None:
        """Refuse what is no seat: −1, for example, would be the last one of a list."""
        known = isinstance(seat, SupportsIndex) and not isinstance(seat, bool) and index(seat) in range(self.players)
        if not known and not (spectator and seat is None):
            raise BadSeat(seat=repr(seat), last=self.players - 1)

    def state_for(self, seat: int | None) -> Any:
        """The position a seat may look at."""
        self.check_seat(seat)
        return self.state if self.sees_draft(seat) else self.settled_state

    def view(self, seat: int | None) -> Any:
        """What a seat (None: a spectator) sees, as the game's pydantic model."""
        return self.game.files.view.view(self.state_for(seat), seat)

    def imagine(self, seat: int) -> Imagined:
        """The position as a seat may imagine it: what a bot is given."""
        self.check_seat(seat, spectator=False)
        return imagine(self.rules, self.state_for(seat), seat, len(self.actions))

    def breakdown(self, player: int) -> dict[str, int]:
        """A player's points by source."""
        self.check_seat(player, spectator=False)
        return dict(self.game.files.view.breakdown(self.settled_state, player))

    def offers(self) -> Offers:
        """What the player to move can do, cannot do and could plan."""
        return Offers((), (), ()) if self.over else offers_in(self.game, self.state, self.legal)

    def opening(self, seat: int | None) -> list[Event]:
        """What happened in the set-up, as far as a seat may see it: before the first decision, with its number 0."""
        self.check_seat(seat)
        return [event for event in self._opening if event.visible_to(seat)]

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened from decision `since` on, as far as a seat may see it."""
        self.check_seat(seat)
        until = len(self.actions) if self.sees_draft(seat) else self.settled
        first = bisect_left(self._events, since, key=_decision)
        last = bisect_left(self._events, until, first, key=_decision)
        return [event for event in self._events[first:last] if event.visible_to(seat)]

    def public_since(self, since: int) -> bool:
        """Whether everybody may see all that happened from decision `since` on; the set-up belongs to the first."""
        first = bisect_left(self._events, since, key=_decision)
        happened = self._events[first:] if since else [*self._opening, *self._events]
        return all(event.only is None for event in happened)

    # -- playing ------------------------------------------------------------------------------------------------

    def action_id(self, action: int | str) -> int:
        """A decision from its number or its text."""
        if isinstance(action, int):
            return action
        if not isinstance(action, str):
            return _number(action)
        text = " ".join(action.split()).lower()
        found = self.game.action_ids.get(text)
        if found is None:
            found = self._lower_ids().get(text)
        if found is None:
            raise Unparseable(what=action)
        return found

    def _lower_ids(self) -> dict[str, int]:
        return {text.lower(): action for text, action in self.game.action_ids.items()}

    def play(self, action: int | str, seat: int | None = None) -> list[Event]:
        """Play a decision (as `seat`, if given); returns what happened, unfiltered."""
        if self.over:
            raise GameOver()
        mover = self._facts.to_move
        if seat is not None and seat != mover:
            raise NotYourTurn(player=self.names[mover])
        chosen = self.action_id(action)
        if chosen not in self.legal:
            raise self._illegal(chosen)
        if self._before is None and chosen != END:
            self._before = self.encoded
        barrier = self._facts.barrier
        self.rules.apply(self.state, chosen)
        seq = len(self.actions)
        self.actions.append(chosen)
        happened = [self._kinds[raw[0]].read(raw, seq) for raw in self.state._log]
        self.state._log.clear()
        self._events += happened
        self._note_turn(mover, chosen, seq)
        self._changed()
        if chosen == END or self._facts.barrier != barrier or self.over:
            self._before, self._settled = None, len(self.actions)
        return happened

    def _changed(self) -> None:
        """The position is another one."""
        self._facts = self.rules.facts(self.state, audit=False)
        self._legal = self._encoded = self._shown = None

    def _note_turn(self, mover: int, action: int, seq: int) -> None:
        if not self.turns or self.turns[-1].ended:
            self.turns.append(Turn(mover, seq, []))
        if action == END:
            self.turns[-1].ended = True
        else:
            self.turns[-1].actions.append(action)

    def _illegal(self, action: int) -> Illegal:
        """The refusal with the reason that the game gives for it."""
        texts = self.game.action_texts
        text = texts[action] if 0 <= action < len(texts) else str(action)
        refusals = self.game.files.offers.refusals(self.state)
        refusal = next((one for one in refusals if one.action == action), None)
        return Illegal(game=self.game.id, action=text, why="", refusal=refusal, phase=self.phase)

    def confirm(self) -> list[Event]:
        """End the turn."""
        return self.play(END)

    def undo(self) -> int:
        """Take back the last decision of the draft; returns it."""
        return self._take_back(1)[0]

    def restart(self) -> int:
        """Take back the whole draft; returns how many decisions that were."""
        return len(self._take_back(len(self.actions) - self._settled))

    def _take_back(self, count: int) -> list[int]:
        """Drop the last decisions of the draft; returns them."""
        if self._before is None:
            raise NothingToUndo()
        seq = len(self.actions) - count
        dropped, self.actions[seq:] = self.actions[seq:], []
        self.state = self.rules.decode(self._before)
        self.state._log = []
        if seq == self._settled:
            self._before = None
        for action in self.actions[self._settled :]:
            self.rules.apply(self.state, action)
        # What happens a second time has been told before.
        self.state._log.clear()
        while self._events and self._events[-1].seq >= seq:
            self._events.pop()
        del self.turns[-1].actions[len(self.turns[-1].actions) - count :]
        if not self.turns[-1].actions:
            self.turns.pop()
        self._changed()
        return dropped

    def _repr_html_(self) -> str | None:
        from .notebook import as_html

        return as_html(self)

    def record(self) -> "Record":
        """The match as a record of play."""
        from .record import Record

        return Record.of(self)


def _number(action: Any) -> int:
    """A decision from a whole number of any other kind, NumPy's for example."""
    try:
        return index(action)
    except TypeError:
        raise Unparseable(what=repr(action)[:100]) from None


def _played(deal: tuple[Any, ...], actions: list[int]) -> Match:
    """The match with this deal and these decisions: what a copy or a pickle of one is."""
    match = Match(*deal)
    for action in actions:
        match.play(action)
    return match


def offers_in(game: Game, state: Any, legal: list[int]) -> Offers:
    """What the player to move in a state can do, cannot do and could plan; also for positions of no match."""
    module = game.files.offers
    texts = game.action_texts
    options = []
    for action in legal:
        offer = module.offer(state, action)
        options.append(
            Option(
                action,
                texts[action],
                offer.kind,
                offer.params,
                offer.targets,
                offer.cost,
                offer.preview,
                offer.notes,
            )
        )
    return Offers(tuple(options), tuple(module.refusals(state)), tuple(module.plans(state)))


def new(
    game: str | Game,
    players: int,
    seed: int | str | bytes | None = None,
    options: dict[str, Any] | None = None,
    material: str | Path | None = None,
    names: tuple[str, ...] | None = None,
) -> Match:
    """Start a match: `new("coal-baron", players=3, seed=7)`."""
    title = game if isinstance(game, Game) else registry.load(game, material)
    return Match(title, players, Deal.from_seed(seed), options, names)
