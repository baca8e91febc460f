"""The analysis of a match: chances after every turn, loss and luck of every decision, key moments."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Backing
from pithead.engine.imagined import Imagined
from pithead.engine.match import END, Match
from pithead.engine.offers import Param
from pithead.engine.record import Record, named

from .forecast import Forecaster
from .reasons import Reason, Reasoner

CANDIDATES = 8  # decisions that are compared; the search names them where more are legal
DEALS = 256  # imagined deals behind every figure, at think = 1 …
DEALS_TO_RANK = 128  # … and others that say which alternative is the best
SIMULATIONS = 800  # of the search that names candidates, at think = 1
KEY_MOMENTS = 6
NOTABLE = 0.03  # of a win: a loss or a stroke of luck below this is no key moment
NAMED = 0.01  # luck of less is not traced to its event
OTHER_DEALS = 16  # in which the same decision is played, to see what of its events was chance


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


def analyse(
    record: Record,
    think: float = 1.0,
    edition: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    on: Backing | None = None,
) -> Analysis:
    """Go through a record; an interruption keeps what is done. `think` scales the number of imagined deals."""
    actions = record.replay(edition).actions
    match = record.start(edition)
    work = _Work(match, think, on or prepared(match.game))
    analysis = Analysis(
        match.game.id,
        match.rules_version,
        named(match.game),
        match.game.evaluation,
        match.names,
        tuple(match.standing.teams),
        len(actions),
        work.forecaster.deals,
        tuple(work.forecaster.everybody(match.state, 0)),
    )
    try:
        for seq, action in enumerate(actions):
            decision = work.decide(match, seq, action)
            analysis.decisions.append(decision)
            turn = match.turns[-1]
            if turn.ended or match.over or seq == len(actions) - 1:
                texts = match.game.action_texts
                chances = work.forecaster.everybody(match.state, seq + 1, not turn.ended)
                done = tuple(texts[one] for one in turn.actions)
                analysis.turns.append(TurnReport(len(match.turns), turn.player, done, tuple(chances)))
            progress(seq + 1, len(actions))
    except KeyboardInterrupt:
        analysis.interrupted = True
    analysis.scores = tuple(match.standing.scores)
    return analysis


class _Work:
    """Judges one decision after the other."""

    def __init__(self, match: Match, think: float, on: Backing) -> None:
        self.forecaster = Forecaster(match.game, match.players, round(DEALS * think), on)
        self._ranker = Forecaster(match.game, match.players, round(DEALS_TO_RANK * think), on)
        self._reasoner = Reasoner(match.game, match.players, on)
        self._on = on
        self._simulations = max(50, round(SIMULATIONS * think))
        self._secret = match.game.facts.get("analysis", {}).get("secret", ())

    def decide(self, match: Match, seq: int, action: int) -> Decision:
        """Judge a decision and play it."""
        seat = match.to_move
        assert seat is not None
        before = match.imagine(seat)
        barrier, phase = match.facts.barrier, match.phase
        legal = match.legal
        texts = match.game.action_texts
        candidates = self._candidates(match, before, legal, action, seq)
        offer = match.game.files.offers.offer
        words = {one: offer(match.state, one) for one in candidates}
        said = (words[action].kind, words[action].params)
        match.play(action)
        # What the others chose in secret is play, not luck: their reveal has its place in the residual.
        revealed = (match.over or match.facts.barrier != barrier) and phase not in self._secret
        if len(legal) == 1 and not revealed:
            # Nothing was decided and nothing was seen.
            value = self.forecaster.now(match.state, seat, seq, action != END)
            return Decision(seq, len(match.turns), seat, texts[action], 1, value, 0.0, 0.0, *said)
        expected = dict(zip(candidates, self.forecaster.all_after(before, candidates, seq), strict=True))
        values = {one: chances[seat] for one, chances in expected.items()}
        best = self._best(before, candidates, seq)
        lucks: tuple[float, ...] = ()
        if revealed:
            found = self.forecaster.all_now(match.state, seat, seq, action != END)
            lucks = tuple(now - before for now, before in zip(found, expected[action], strict=True))
        named = any(abs(luck) >= NAMED for luck in lucks)
        loss = max(0.0, values[best] - values[action])
        return Decision(
            seq,
            len(match.turns),
            seat,
            texts[action],
            len(legal),
            values[action],
            loss,
            lucks[seat] if lucks else 0.0,
            *said,
            lucks,
            tuple(
                Alternative(texts[one], values[one], words[one].kind, words[one].params)
                for one in sorted(candidates, key=lambda one: (one != best, -values[one]))
                if one != action
            ),
            self._news(match, before, action, seq) if named else None,
            self._reasoner.compare(before, best, action, seq) if loss >= NOTABLE else None,
        )

    def _news(self, match: Match, before: Imagined, action: int, seq: int) -> News | None:
        """The event of a decision that the mover could least expect: the one told in the fewest of some other deals."""
        rules, kinds = match.rules, match.game.files.notation.EVENTS
        told: Counter[str] = Counter()
        for deal in range(OTHER_DEALS):
            twin = rules.decode(before.data)
            rules.determinize(twin, before.seat, rules.fast(seq, deal))
            twin._log = []
            rules.apply(twin, action)
            events = [kinds[raw[0]].read(raw, seq) for raw in twin._log]
            told.update({repr((event.name, event.params)) for event in events})
        happened = [event for event in match.events(before.seat, seq) if event.seq == seq]
        fresh = min(happened, key=lambda event: told[repr((event.name, event.params))], default=None)
        if fresh is None or told[repr((fresh.name, fresh.params))] == OTHER_DEALS:
            return None
        return News(fresh.name, fresh.params)

    def _best(self, before: Imagined, candidates: list[int], seq: int) -> int:
        """The best decision, by deals of its own: the highest of several estimates is too high for a measure."""
        if len(candidates) == 1:
            return candidates[0]
        chances = self._ranker.after(before, candidates, ~seq)
        return candidates[chances.index(max(chances))]

    def _candidates(self, match: Match, before: Imagined, legal: list[int], action: int, seq: int) -> list[int]:
        """The decisions worth comparing: all of few, else those that a search likes best and the one taken."""
        if len(legal) <= CANDIDATES:
            return list(legal)
        best = Settings.of(match.game, "best")
        searcher = Searcher("analysis", match.game, seq, simulations=self._simulations, settings=best, on=self._on)
        searcher.choose(before)
        liked = [one.action for one in searcher.found if one.action != action]
        return [action, *liked[: CANDIDATES - 1]]
