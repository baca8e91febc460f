"""What a table is: the fold of its log.

Nothing here reads a clock, a database or a socket: the same entries always give the same table.
"""

import asyncio
from bisect import bisect_right
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

from pithead.engine.fair import Deal, commit
from pithead.engine.game import Game
from pithead.engine.match import END, Match
from pithead.table.store import Entry

# Entries that change what a connection is told about the table itself, and those that are lines of its log.
ABOUT_TABLE = {
    "created", "changed", "seat", "links", "device", "owner", "opening", "started", "concede", "vote", "replaced",
    "reclaimed", "timeout", "paused", "resumed", "aborted", "closed", "rematch", "silenced", "removed",
}  # fmt: skip
ABOUT_CLOCK = {"concede", "replaced", "reclaimed", "timeout", "paused", "resumed"}
LINES = {
    "chat": "chat",
    "seat": "joined",
    "started": "started",
    "concede": "conceded",
    "replaced": "replaced",
    "reclaimed": "reclaimed",
    "timeout": "timeout",
    "paused": "paused",
    "resumed": "resumed",
    "aborted": "aborted",
    "closed": "closed",
    "device": "moved",
    "rematch": "rematch",
}


SLICE = 0.005
"""Seconds for which a long log may be folded in one go."""


@dataclass(slots=True)
class Sitter:
    """A seat: who holds it, who plays it."""

    kind: str
    """`human` (held by a device), `bot`, `invite`, `open`, `closed`; a `human` without a device is expected."""
    name: str = ""
    device: str | None = None
    level: str | None = None
    nonce: str | None = None
    commitment: str | None = None
    """SHA-256 of the nonce; until everybody has committed, the person may keep the nonce back."""
    hotseat: bool = False
    epoch: int = 0
    """Grows with every change of who holds the seat: links of an older epoch are worthless."""
    conceded: bool = False
    standin: str | None = None
    """The level of the bot that plays for the person."""
    helped: bool = False
    """A bot has stood in at least once."""
    uid: str = ""
    """What stays when the number changes: closed seats disappear at the start."""

    @property
    def bot(self) -> str | None:
        """The level that plays here now, if a bot does."""
        return self.level if self.kind == "bot" else self.standin

    @property
    def person(self) -> bool:
        """Whether somebody holds the seat and plays it."""
        return self.kind == "human" and not self.conceded

    @property
    def holder(self) -> str:
        """Who or what has the seat; empty while it waits for somebody."""
        if self.kind == "human":
            return f"device {self.device}"
        return "" if self.kind in ("open", "invite") else self.kind

    @property
    def free(self) -> bool:
        """Whether anybody may sit down."""
        return self.kind == "open"

    @property
    def waits(self) -> bool:
        """Whether whoever has the table's code may sit down: seats of a rematch are kept for their people."""
        return self.free or (self.kind == "invite" and self.device is None)


class Line(NamedTuple):
    """A line of the table's log, with whom it is about as of then: numbers of seats and their people change."""

    entry: Entry
    uid: str | None
    name: str
    device: str | None

    @property
    def seq(self) -> int:
        """Its place in the log."""
        return self.entry.seq


SPECTATORS = ""
"""Whoever mutes it hears nobody who only watches."""


@dataclass(slots=True)
class Ballot:
    """A motion with its votes so far."""

    motion: str
    whom: int | None
    level: str | None
    by: int
    votes: dict[int, bool] = field(default_factory=dict)


class TableState:
    """A table as of its last entry."""

    def __init__(self, table: str, entries: list[Entry], game: Game) -> None:
        self.id = table
        self.game = game
        self.seq = 0
        self.at = 0.0
        self.created_at = 0.0
        self.status = "lobby"
        self.how: str | None = None
        self.options: dict[str, Any] = {}
        self.clock: dict[str, Any] = {}
        self.visibility = "private"
        self.hints = True
        self.substitute = "hewer"
        self.owner = ""
        self.owner_epoch = 0
        """Grows with every change of who owns the table: links of an older epoch are worthless."""
        self.code: str | None = None
        self.seats: list[Sitter] = []
        self.opening: float | None = None
        """Since when the table waits for nonces to be opened; then it is dealt."""
        self.paused = False
        self.rematch: str | None = None
        self.origin: str | None = None
        self.rules_version = game.rules_version
        self.deal: Deal | None = None
        self.match: Match | None = None
        self.ballots: list[Ballot] = []
        self.keys: dict[str, int] = {}
        self.lines: list[Line] = []
        self.mutes: dict[str, set[str]] = {}
        """By device, whom its person does not want to hear: devices, or all SPECTATORS."""
        self.silenced: set[str] = set()
        """Devices that the owner lets say nothing."""
        self.removed: set[str] = set()
        """Devices that the owner has sent away."""
        self.about_seq = 0
        self.public_seq = 0
        self.public_at = 0.0
        """The last entry that everybody may know of, and its time."""
        self.changed = 0
        """The entry that last changed the position of the seat to move."""
        self.settled_seq = 0
        """The entry that last changed the position that everybody sees."""
        self._settlings: list[tuple[int, int]] = []
        self._undos: list[tuple[int, int]] = []
        self.clock_seq = 0
        """The entry that last started or stopped a clock other than by a decision."""
        self.turn_used = 0
        """Milliseconds billed in the current turn."""
        self.turn_excused = 0
        """Milliseconds of the current turn that were not billed because its person had dropped out."""
        self.offered_at = 0.0
        """When the entry was made that put the current question."""
        self.banks: list[int] = []
        self.to_move: int | None = None
        """The seat to decide."""
        self.head: tuple[tuple[int, int], str] = ((-1, -1), "")
        """A place for whoever summarises the table to remember the last summary."""
        self.forced: int | None = None
        """The seat whose current turn a bot plays because its time was up."""
        for entry in entries:
            self.apply(entry)

    # -- reading --------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether decisions may be played."""
        return self.status == "running"

    @property
    def settled(self) -> int:
        """How many decisions everybody can see."""
        return self.match.settled if self.match else 0

    def sitter(self, seat: int) -> Sitter:
        """The seat of a number."""
        return self.seats[seat]

    def seats_of(self, device: str) -> list[int]:
        """The seats that a device holds."""
        return [i for i, seat in enumerate(self.seats) if seat.device == device and seat.kind == "human"]

    def place_of(self, uid: str, device: str | None = None) -> int | None:
        """Where a seat stands now, if it is still there (and that device holds it)."""
        for i, seat in enumerate(self.seats):
            if seat.uid == uid and (device is None or (seat.kind == "human" and seat.device == device)):
                return i
        return None

    def deaf(self, device: str, line: Line) -> bool:
        """Whether the person of a device has muted whoever said something."""
        muted = self.mutes.get(device)
        if not muted or line.entry.kind != "chat":
            return False
        return line.device in muted or (line.entry.seat is None and SPECTATORS in muted)

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
            and all(seat.kind == "bot" or (seat.kind == "human" and seat.device) for seat in taken)
        )

    @property
    def unopened(self) -> list[int]:
        """The seats whose nonces are still kept back."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "human" and seat.commitment and not seat.nonce]

    def settled_as_of(self, seq: int) -> int:
        """How many decisions were settled when the log had that length."""
        index = bisect_right(self._settlings, (seq, 1 << 40))
        return self._settlings[index - 1][1] if index else 0

    def undone_since(self, seq: int) -> int:
        """The lowest number of decisions that undo has gone back to after an entry."""
        found = [count for at, count in reversed(self._undos) if at > seq]
        return min(found, default=1 << 40)

    def seen_seq(self, seat: int | None) -> int:
        """The entry that made the position which a seat sees."""
        return self.changed if seat is not None and seat == self.to_move else self.settled_seq

    def sides_without(self, seat: int) -> set[int]:
        """The sides that still contend for the game if this seat gives up, bots among them."""
        assert self.match
        teams = self.match.standing.teams
        return {teams[i] for i, other in enumerate(self.seats) if i != seat and not other.conceded}

    def ballot(self, motion: str, whom: int | None) -> Ballot | None:
        """A running vote."""
        return next((b for b in self.ballots if b.motion == motion and b.whom == whom), None)

    def voters(self, whom: int | None) -> list[int]:
        """The seats whose people decide: nobody decides about himself, and stand-ins decide nothing."""
        return [seat for seat in self.people if seat != whom and self.seats[seat].standin is None]

    def need(self, motion: str, whom: int | None) -> int:
        """How many must be for a motion."""
        voters = self.voters(whom)
        return len(voters) // 2 + 1 if motion == "replace" else len(voters)

    # -- folding --------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take the next entry of the log into account."""
        assert entry.seq == self.seq + 1, f"table {self.id}: entry {entry.seq} after {self.seq}"
        getattr(self, f"_on_{entry.kind}")(entry)
        self.to_move = self.match.to_move if self.match and self.running else None
        self.seq = entry.seq
        self.at = entry.at
        if entry.key is not None:
            self.keys[entry.key] = entry.seq
        if not self._private(entry):
            self.public_seq, self.public_at = entry.seq, entry.at
        if entry.kind in LINES and (entry.kind != "seat" or entry.data.get("device") or "left" in entry.data):
            self.lines.append(self._line(entry))
        if entry.kind in ABOUT_TABLE:
            self.about_seq = entry.seq
        if entry.kind in ABOUT_CLOCK:
            self.clock_seq = entry.seq

    def _line(self, entry: Entry) -> Line:
        seat = None if entry.seat is None else self.seats[entry.seat]
        name = entry.data.get("left") or entry.data.get("name") or (seat.name if seat else "")
        device = seat.device if seat else entry.data.get("by")
        return Line(entry, seat.uid if seat else None, name, device)

    def _private(self, entry: Entry) -> bool:
        """Whether an entry is nobody's business but its seat's: a step of a draft, or whom it does not want to hear."""
        return entry.kind == "mute" or (entry.kind in ("play", "undo") and self.settled_seq != entry.seq)

    def _on_created(self, entry: Entry) -> None:
        data = entry.data
        self.created_at = entry.at
        self.owner = data["owner"]
        self.code = data["code"]
        self.origin = data.get("origin")
        self.rules_version = data["rules"]
        self.deal = read_deal(data["deal"])
        self._take_over(data)
        self.seats = [read_sitter(item) for item in data["seats"]]
        if "actions" in data:
            self._begin(entry, self.deal, data.get("names"))
            assert self.match
            for action in data["actions"]:
                self.match.play(action)
            self._settled(entry)
            self.status = data["status"]
            if self.match.over:
                self.status, self.how = "finished", "played"
            elif self.status != "running":
                self.how = data.get("how", "closed")

    def _on_changed(self, entry: Entry) -> None:
        self._take_over(entry.data)

    def _take_over(self, data: dict[str, Any]) -> None:
        for name in ("options", "clock", "visibility", "hints", "substitute"):
            if name in data:
                setattr(self, name, data[name])
        if self.clock.get("timeout") == "bot":
            # Tables of older versions handed the seat over for good; now a bot plays the turn that ran out.
            self.clock = self.clock | {"timeout": "move"}

    def _on_seat(self, entry: Entry) -> None:
        assert entry.seat is not None
        old = self.seats[entry.seat]
        new = read_sitter(entry.data)
        new.epoch = max(new.epoch, old.epoch + (new.holder != old.holder))
        self.seats[entry.seat] = new

    def _on_links(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].epoch += 1

    def _on_device(self, entry: Entry) -> None:
        assert entry.seat is not None
        seat = self.seats[entry.seat]
        old, new = seat.device, entry.data["device"]
        seat.device = new
        seat.epoch += 1
        seat.hotseat = False
        if "commitment" in entry.data:
            seat.nonce, seat.commitment = read_pledge(entry.data)
        # The same person on another device: mutes go along, in both directions.
        for muted in self.mutes.values():
            if old in muted:
                muted.add(new)
        self.mutes.setdefault(new, set()).update(self.mutes.get(old or "", ()))
        if old in self.silenced:
            self.silenced.add(new)

    def _on_owner(self, entry: Entry) -> None:
        self.owner = entry.data["device"]
        self.owner_epoch += 1
        self.removed.discard(self.owner)
        self.silenced.discard(self.owner)

    def _on_opening(self, entry: Entry) -> None:
        self.opening = entry.at

    def _on_nonce(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].nonce = entry.data["nonce"]

    def _on_started(self, entry: Entry) -> None:
        self.opening = None
        self.seats = [self.seats[old] for old in entry.data["order"]]
        for seat, name in zip(self.seats, entry.data["names"], strict=True):
            seat.name = name
        assert self.deal
        if self.deal.secret is not None:
            nonces = tuple(bytes.fromhex(nonce) for nonce in entry.data["nonces"])
            # A table of an older version that waited for its start is dealt as of now.
            scheme = entry.data.get("scheme", "sha256")
            self.deal = Deal(secret=self.deal.secret, nonces=nonces, hidden=True, scheme=scheme)
        self.code = None
        self._begin(entry, self.deal, entry.data["names"])
        self._settled(entry)

    def _begin(self, entry: Entry, deal: Deal, names: list[str] | None) -> None:
        self.status = "running"
        players = len(self.seats)
        shown = tuple(names or [seat.name for seat in self.seats])
        self.match = Match(self.game, players, deal, self.options, shown, self.rules_version)
        self.to_move = self.match.to_move
        self.banks = [1000 * int(self.clock["bank"])] * players
        self._new_turn()
        self.offered_at = entry.at

    def _on_play(self, entry: Entry) -> None:
        match, before = self.match, self.to_move
        assert match and before is not None
        self._bill(before, entry)
        match.play(entry.data["d"])
        self.changed = entry.seq
        if self.seats[before].standin is not None or self.forced == before:
            self.seats[before].helped = True
        if match.settled == len(match.actions):
            self._settled(entry)
        if match.over:
            self.status, self.how = "finished", "played"
            self.about_seq = entry.seq
        if entry.data["d"] == END or match.over:
            self._end_turn(before, entry)

    def _on_undo(self, entry: Entry) -> None:
        assert self.match and entry.seat is not None
        self._bill(entry.seat, entry)
        if entry.data["n"] == 1:
            self.match.undo()
        else:
            self.match.restart()
        self.changed = entry.seq
        self._undos.append((entry.seq, len(self.match.actions)))

    def _bill(self, seat: int, entry: Entry) -> None:
        self._charge(entry)
        self.offered_at = entry.at

    def _charge(self, entry: Entry) -> None:
        self.turn_used += entry.data.get("ms", 0)
        self.turn_excused += entry.data.get("excused", 0)

    def _new_turn(self) -> None:
        self.turn_used = self.turn_excused = 0

    def _end_turn(self, seat: int, entry: Entry) -> None:
        allowed = 1000 * int(self.clock["turn"])
        self.banks[seat] -= min(self.banks[seat], max(0, self.turn_used - allowed))
        self._new_turn()
        if self.forced is not None:
            self.forced = None
            self.about_seq = entry.seq

    def _settled(self, entry: Entry) -> None:
        assert self.match
        self.changed = self.settled_seq = entry.seq
        self._settlings.append((entry.seq, len(self.match.actions)))

    def _on_chat(self, entry: Entry) -> None:
        pass

    def _on_mute(self, entry: Entry) -> None:
        assert entry.seat is not None
        whom = entry.data["whom"]
        device = SPECTATORS if whom is None else self.seats[whom].device
        if device is not None:
            muted = self.mutes.setdefault(self.seats[entry.seat].device or "", set())
            (muted.add if entry.data["on"] else muted.discard)(device)

    def _on_silenced(self, entry: Entry) -> None:
        (self.silenced.add if entry.data["on"] else self.silenced.discard)(entry.data["device"])

    def _on_removed(self, entry: Entry) -> None:
        self.removed.add(entry.data["device"])

    def _on_vote(self, entry: Entry) -> None:
        assert entry.seat is not None
        data = entry.data
        ballot = self.ballot(data["motion"], data["whom"])
        if ballot is None:
            ballot = Ballot(data["motion"], data["whom"], data["level"], entry.seat)
            self.ballots.append(ballot)
        ballot.votes[entry.seat] = data["yes"]
        if not data["yes"] and data["motion"] != "replace":
            # Where everybody must agree, one against it is the end of it.
            self.ballots.remove(ballot)

    def _on_concede(self, entry: Entry) -> None:
        assert entry.seat is not None
        seat = self.seats[entry.seat]
        seat.conceded = True
        seat.standin = seat.standin or self.substitute
        self.ballots.clear()
        # Logs of older versions do not say so: there a game ended only with its last person.
        if entry.data.get("ends", not self.people):
            self._stop("finished", "conceded")
        else:
            self._fresh_clock(entry)

    def _on_replaced(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].standin = entry.data["level"]
        self.ballots = [b for b in self.ballots if not (b.motion == "replace" and b.whom == entry.seat)]
        self._fresh_clock(entry)

    def _on_reclaimed(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].standin = None
        self.forced = None
        self._fresh_clock(entry)

    def _on_timeout(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.banks[entry.seat] = 0
        if entry.data["policy"] == "move":
            self.forced = entry.seat
        self._fresh_clock(entry)

    def _on_paused(self, entry: Entry) -> None:
        self.paused = True
        self._charge(entry)
        self.ballots.clear()

    def _on_resumed(self, entry: Entry) -> None:
        self.paused = False
        self.ballots.clear()
        self.offered_at = entry.at

    def _on_aborted(self, entry: Entry) -> None:
        self._stop("aborted", "aborted")

    def _on_closed(self, entry: Entry) -> None:
        self._stop("closed", "closed")

    def _on_rematch(self, entry: Entry) -> None:
        self.rematch = entry.data["table"]

    def _stop(self, status: str, how: str) -> None:
        self.status, self.how = status, how
        self.paused = False
        self.opening = None
        self.code = None
        self.ballots.clear()
        if self.match:
            # Everybody gets the final position, the result included.
            self.changed = self.settled_seq = self.seq + 1

    def _fresh_clock(self, entry: Entry) -> None:
        """Whoever plays a seat from now on begins with a whole turn."""
        if entry.seat == self.to_move:
            self._new_turn()
            self.offered_at = entry.at


async def fold(table: str, entries: list[Entry], game: Game) -> TableState:
    """A table from its log, without keeping the event loop waiting for a long game."""
    state = TableState(table, [], game)
    started = monotonic()
    for entry in entries:
        state.apply(entry)
        if monotonic() - started > SLICE:
            await asyncio.sleep(0)
            started = monotonic()
    return state


def read_deal(data: dict[str, Any]) -> Deal:
    """A deal from the log."""
    if "secret" in data:
        nonces = tuple(bytes.fromhex(nonce) for nonce in data.get("nonces", ()))
        scheme = data.get("scheme", "sha256")
        return Deal(secret=bytes.fromhex(data["secret"]), nonces=nonces, hidden=data.get("hidden", True), scheme=scheme)
    seed = data["seed"]
    return Deal(seed=bytes.fromhex(seed[4:]) if isinstance(seed, str) and seed.startswith("hex:") else seed)


def write_deal(deal: Deal) -> dict[str, Any]:
    """A deal for the log."""
    if deal.secret is not None:
        return {
            "secret": deal.secret.hex(),
            "nonces": [nonce.hex() for nonce in deal.nonces],
            "hidden": deal.hidden,
            "scheme": deal.scheme,
        }
    return {"seed": f"hex:{deal.seed.hex()}" if isinstance(deal.seed, bytes) else deal.seed}


def read_pledge(data: dict[str, Any]) -> tuple[str | None, str | None]:
    """A nonce, if it is known, and the commitment to it: nobody shows one to another nonce than the one he sent."""
    nonce = data.get("nonce")
    return nonce, commit(bytes.fromhex(nonce)) if nonce else data.get("commitment")


def read_sitter(data: dict[str, Any]) -> Sitter:
    """A seat from the log."""
    nonce, commitment = read_pledge(data)
    return Sitter(
        data["kind"],
        data.get("name", ""),
        data.get("device"),
        data.get("level"),
        nonce,
        commitment,
        data.get("hotseat", False),
        data.get("epoch", 0),
        conceded=data.get("conceded", False),
        uid=data.get("uid", ""),
    )
