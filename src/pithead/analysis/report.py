"""The result of an analysis: win probabilities per turn, loss and luck per decision, key moments."""

from dataclasses import asdict, dataclass, field
from typing import Any

from pithead.engine.offers import Param

from .reasons import Reason

KEY_MOMENTS = 6
NOTABLE = 0.03  # smaller losses and luck are no key moments


@dataclass(frozen=True)
class Alternative:
    """A legal action and the mover's win probability after it; `kind` and `params` are its message."""

    action: str
    value: float
    kind: str
    params: dict[str, Param]


@dataclass(frozen=True)
class News:
    """A chance event: the message `event.<name>`."""

    name: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """One decision. All values are win probabilities of the player who made it.

    `value`: after the action, before anything was revealed; `loss`: the difference to the best alternative, which is
    the first one; `luck`: the change by what was revealed; `lucks`: the same for every player, by the mover's
    knowledge: zero-sum over the teams. `kind` and `params` are the message `action.<kind>`, `news` the event behind
    notable luck, `why` the advantage of the best alternative where the loss is notable.
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
    """All players' win probabilities after a turn."""

    turn: int
    player: int
    actions: tuple[str, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Account:
    """The decomposition of a player's result: start + luck − loss + residual = final.

    Luck counts all revelations of the game, whichever player's action caused them: zero-sum over the teams. The
    residual is the others' play and the error of the estimates.
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
    """The whole analysis; after an interruption with fewer decisions than the record has (`wanted`)."""

    game: str
    rules: int
    material: str  # fingerprint of the components
    evaluation: str  # version of the evaluation: figures of different versions are not comparable
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
        """The decomposition into luck and play, per player."""
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
        """JSON-serializable; probabilities are rounded to 0.01 %."""
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
