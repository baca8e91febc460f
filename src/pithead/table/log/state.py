"""The state of a table, the result of folding its log.

Nothing here reads a clock, a database or a socket: the same log always gives the same state. `fold` changes it, and
nothing else does; who may see what of it is for `perspective` to say.
"""

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from pithead.engine.fair import Deal
from pithead.engine.game import Game
from pithead.engine.match import Match

from .base import ClockRules, LessonData, Motion
from .events import Chatted
from .seats import SPECTATORS, Ballot, Line, Seat

if TYPE_CHECKING:
    from .summary import Head

NEVER = 1 << 40


class TableState:
    """A table as of its last event."""

    def __init__(self, table: str, game: Game) -> None:
        self.id = table
        self.game = game
        self.seq = 0
        self.at = 0.0
        self.created_at = 0.0
        self.status = "lobby"
        self.how: str | None = None
        self.options: dict[str, Any] = {}
        self.clock = ClockRules()
        self.visibility = "private"
        self.hints = True
        self.coach = 0
        """From how many per cent of a win the coach speaks against a turn; 0: there is none."""
        self.rated = False
        """Whether the result counts for ratings."""
        self.cup: str | None = None
        self.sealed = False
        """Whether the same deal is still played elsewhere: nothing of it is shown to those who did not play it here."""
        self.shared = False
        """Whether somebody has held two seats of the running game, also if only for a while."""
        self.fresh = True
        """Whether the game began here, with its deal: not from a position of another one, a record or a lesson."""
        self.substitute = "hewer"
        self.owner = ""
        self.owner_epoch = 0
        """Incremented with every change of ownership: links of an older epoch are invalid."""
        self.code: str | None = None
        self.seats: list[Seat] = []
        self.opening: float | None = None
        """Since when the table waits for nonces to be opened; then it is dealt."""
        self.paused = False
        self.rematch: str | None = None
        self.origin: str | None = None
        self.lesson: LessonData | None = None
        self.rules_version = game.rules_version
        self.deal: Deal | None = None
        self.match: Match | None = None
        self.ballots: list[Ballot] = []
        self.keys: dict[str, int] = {}
        """Idempotency keys, and the entries that carried their messages out."""
        self.lines: list[Line] = []
        self.mutes: dict[str, set[str]] = {}
        """By device, whom its person does not want to hear: devices, or all SPECTATORS."""
        self.silenced: set[str] = set()
        """Devices that the owner lets say nothing."""
        self.removed: set[str] = set()
        """Devices that the owner has sent away."""
        self.about_seq = 0
        """The entry that last changed the `table` frame."""
        self.public_seq = 0
        self.public_at = 0.0
        """The last entry that everybody may know of, and its time."""
        self.private: list[int] = []
        self.private_of: dict[str, list[int]] = {}
        """The entries that are not for everybody, and those among them that the person of a device knows."""
        self.changed = 0
        """The entry that last changed the position of the seat to move."""
        self.settled_seq = 0
        """The entry that last changed the position that everybody sees."""
        self.settlings: list[tuple[int, int]] = []
        """Entries that settled decisions, with how many were settled then."""
        self.settled_at: list[float] = []
        """The times of those entries."""
        self.undos: list[tuple[int, int]] = []
        """Entries that took back decisions, with how many were left."""
        self.clock_seq = 0
        """The entry that last started or stopped a clock other than by a decision."""
        self.turn_used = 0
        """Milliseconds billed in the current turn."""
        self.turn_excused = 0
        """Milliseconds of the current turn that were not billed because its person had dropped out."""
        self.offered_at = 0.0
        """When the event happened that put the current question."""
        self.asked = (0.0, 0)
        """When everybody last saw a question being put, and the milliseconds of the turn that were billed then."""
        self.banks: list[int] = []
        self.to_move: int | None = None
        """The seat to decide."""
        self.head: Head | None = None
        """The table as lists showed it last (`summary.head_of`)."""
        self.forced: int | None = None
        """The seat whose current turn a bot plays because its time was up."""

    @property
    def running(self) -> bool:
        """Whether decisions may be played."""
        return self.status == "running"

    @property
    def timed(self) -> bool:
        """Whether clocks run at this table."""
        return self.clock.kind != "none"

    @property
    def learning(self) -> bool:
        """Whether the table is a lesson that nobody has played on from."""
        return self.lesson is not None and self.match is not None and len(self.match.actions) <= len(self.lesson.line)

    @property
    def settled(self) -> int:
        """How many decisions everybody can see."""
        return self.match.settled if self.match else 0

    @property
    def turn(self) -> int:
        """How many turns have ended: the number of the one that somebody is asked for now."""
        turns = self.match.turns if self.match else []
        return len(turns) - (1 if turns and not turns[-1].ended else 0)

    def seats_of(self, device: str) -> list[int]:
        """The seats that a device holds."""
        return [i for i, seat in enumerate(self.seats) if seat.device == device and seat.kind == "human"]

    def place_of(self, uid: str, device: str | None = None) -> int | None:
        """The current number of a seat by its uid, if it still exists (and that device holds it)."""
        for i, seat in enumerate(self.seats):
            if seat.uid == uid and (device is None or (seat.kind == "human" and seat.device == device)):
                return i
        return None

    def has_muted(self, device: str, line: Line) -> bool:
        """Whether the person of a device has muted the author of a line."""
        muted = self.mutes.get(device)
        if not muted or not isinstance(line.event, Chatted):
            return False
        return line.device in muted or (line.event.seat is None and SPECTATORS in muted)

    @property
    def people(self) -> list[int]:
        """The seats that people play, stand-ins included."""
        return [i for i, seat in enumerate(self.seats) if seat.person]

    @property
    def mover_bot(self) -> str | None:
        """The level of the bot that is to move, if one is."""
        if self.to_move is None or self.paused:
            return None
        return self.substitute if self.forced == self.to_move else self.seats[self.to_move].bot

    @property
    def ready(self) -> bool:
        """Whether every seat is taken and the game is for that many."""
        taken = [seat for seat in self.seats if seat.kind != "closed"]
        return (
            self.status == "lobby"
            and self.opening is None
            and len(taken) in self.game.players
            and all(seat.occupied for seat in taken)
        )

    @property
    def unopened(self) -> list[int]:
        """The seats whose nonces are still kept back."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "human" and seat.commitment and not seat.nonce]

    def settled_as_of(self, seq: int) -> int:
        """How many decisions were settled when the log had that length."""
        index = bisect_right(self.settlings, (seq, NEVER))
        return self.settlings[index - 1][1] if index else 0

    def settled_time(self, decision: int) -> float | None:
        """When everybody saw a decision; None while it is part of a draft."""
        index = bisect_right(self.settlings, decision, key=lambda one: one[1])
        return self.settled_at[index] if index < len(self.settled_at) else None

    def undone_since(self, seq: int) -> int:
        """The lowest number of decisions that undo has gone back to after an entry."""
        return min((count for at, count in self.undos if at > seq), default=NEVER)

    def sides_without(self, seat: int) -> set[int]:
        """The sides that still contend for the game if this seat gives up, bots among them."""
        assert self.match
        teams = self.match.standing.teams
        return {teams[i] for i, other in enumerate(self.seats) if i != seat and not other.conceded}

    def ballot(self, motion: Motion, whom: int | None) -> Ballot | None:
        """A running vote."""
        return next((b for b in self.ballots if b.motion == motion and b.whom == whom), None)

    def voters(self, whom: int | None) -> list[int]:
        """The seats whose people decide: nobody decides about himself, and stand-ins decide nothing."""
        return [seat for seat in self.people if seat != whom and self.seats[seat].standin is None]

    def need(self, motion: Motion, whom: int | None) -> int:
        """How many must be for a motion."""
        voters = self.voters(whom)
        return len(voters) // 2 + 1 if motion == "replace" else len(voters)
