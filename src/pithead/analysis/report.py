"""What an analysis found: chances after every turn, loss and luck of every decision, key moments."""

from dataclasses import asdict, dataclass, field
from typing import Any

from pithead.engine.offers import Param

from .reasons import Reason

KEY_MOMENTS = 6
NOTABLE = 0.03  # of a win: a loss or a stroke of luck below this is no key moment


@dataclass(frozen=True)
class Alternative:
    """A decision that was possible, and the mover's chances after it; `kind` and `params` say it in words."""

    action: str
    value: float
    kind: str
    params: dict[str, Param]


@dataclass(frozen=True)
class News:
    """What chance brought: the sentence `event.<name>`."""

    name: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """One decision. All values are chances of winning of the player who took it.

    `value`: after the decision, before anything was revealed; `loss`: by how much the best alternative found, the
    first one, would have been better; `luck`: what the revealed cards and draws added; `lucks`: the same for every
    player, by what the mover knew: over all sides it sums to zero. `kind` and `params` give the sentence
    `action.<kind>`, `news` the event that brought notable luck, `why` what the first alternative has over a decision
    that lost notably.
    """

    seq: int
    turn: int
    player: int
    action: str
    options: int
    value: float
    loss: float
    luck: float
    kind: str
    params: dict[str, Param]
    lucks: tuple[float, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    news: News | None = None
    why: Reason | None = None


@dataclass(frozen=True)
class TurnReport:
    """The chances of all players after a turn."""

    turn: int
    player: int
    actions: tuple[str, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Account:
    """Where a player's result came from: start + luck − loss + residual = final.

    Luck is what was revealed in the whole game, after whosever decision: over all sides it sums to zero. The residual
    is what the others did, and the error of the estimates.
    """

    player: int
    start: float
    final: float
    luck: float
    loss: float
    residual: float


@dataclass(frozen=True)
class Moment:
    """A decision that mattered: `kind` is `mistake` or `luck`."""

    kind: str
    seq: int
    turn: int
    player: int
    action: str
    better: str | None
    size: float


@dataclass
class Analysis:
    """Everything that was found out; after an interruption fewer decisions than the record has (`wanted`)."""

    game: str
    rules: int
    material: str  # the fingerprint of the components
    evaluation: str  # what judged the positions: figures of different evaluations do not compare
    names: tuple[str, ...]
    teams: tuple[int, ...]
    wanted: int
    deals: int
    start: tuple[float, ...]
    scores: tuple[int, ...] = ()
    turns: list[TurnReport] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    interrupted: bool = False

    @property
    def accounts(self) -> list[Account]:
        """The split into luck and play, per player."""
        found = []
        for player, start in enumerate(self.start):
            luck = sum(one.lucks[player] for one in self.decisions if one.lucks)
            loss = sum(one.loss for one in self.decisions if one.player == player)
            final = self.turns[-1].chances[player] if self.turns else start
            found.append(Account(player, start, final, luck, loss, final - start - luck + loss))
        return found

    @property
    def moments(self) -> list[Moment]:
        """The decisions that mattered most, in the order of play."""
        return self._most([moment for player in range(len(self.names)) for moment in self._notable(player)])

    def moments_of(self, player: int, most: int = KEY_MOMENTS) -> list[Moment]:
        """The decisions of one player that mattered most, in the order of play."""
        return self._most(self._notable(player), most)

    def _most(self, moments: list[Moment], most: int = KEY_MOMENTS) -> list[Moment]:
        moments.sort(key=lambda moment: (-abs(moment.size), moment.seq))
        return sorted(moments[:most], key=lambda moment: moment.seq)

    def _notable(self, player: int) -> list[Moment]:
        found = []
        for one in self.decisions:
            if one.player != player:
                continue
            if one.loss >= NOTABLE:
                found.append(
                    Moment("mistake", one.seq, one.turn, one.player, one.action, one.alternatives[0].action, one.loss)
                )
            if abs(one.luck) >= NOTABLE:
                found.append(Moment("luck", one.seq, one.turn, one.player, one.action, None, one.luck))
        return found

    def data(self) -> dict[str, Any]:
        """For programs; chances are rounded to a hundredth of a per cent."""
        found = {
            **asdict(self),
            "accounts": [asdict(account) for account in self.accounts],
            "key_moments": [asdict(moment) for moment in self.moments],
        }
        return _rounded(found)  # type: ignore[no-any-return]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(item) for item in value]
    return value
