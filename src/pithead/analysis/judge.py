"""Replays a record and evaluates every action by Monte Carlo estimates over determinizations."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Backing
from pithead.engine.imagined import Imagined
from pithead.engine.match import END, Match
from pithead.engine.record import Record, named

from .forecast import Forecaster
from .reasons import Reasoner
from .report import NOTABLE, Alternative, Analysis, Decision, News, TurnReport

CANDIDATES = 8  # alternatives compared per decision; where more are legal, a search preselects
DEALS = 256  # determinizations per estimate, at think = 1 …
DEALS_TO_RANK = 128  # … and independent ones that select the best alternative
SIMULATIONS = 800  # budget of the preselecting search, at think = 1
NAMED = 0.01  # luck below this is not attributed to an event
OTHER_DEALS = 16  # determinizations that tell which events of an action were chance


def analyse(
    record: Record,
    think: float = 1.0,
    edition: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    on: Backing | None = None,
) -> Analysis:
    """Analyse a record; KeyboardInterrupt returns the part done. `think` scales the number of determinizations."""
    actions = record.replay(edition).actions
    match = record.start(edition)
    judge = Judge(match, think, on or prepared(match.game))
    analysis = Analysis(
        match.game.id,
        match.rules_version,
        named(match.game),
        match.game.evaluation,
        match.names,
        tuple(match.standing.teams),
        len(actions),
        judge.forecaster.deals,
        tuple(judge.forecaster.everybody(match.state, 0)),
    )
    try:
        for seq, action in enumerate(actions):
            decision = judge.decide(match, seq, action)
            analysis.decisions.append(decision)
            turn = match.turns[-1]
            if turn.ended or match.over or seq == len(actions) - 1:
                texts = match.game.action_texts
                chances = judge.forecaster.everybody(match.state, seq + 1, not turn.ended)
                done = tuple(texts[one] for one in turn.actions)
                analysis.turns.append(TurnReport(len(match.turns), turn.player, done, tuple(chances)))
            progress(seq + 1, len(actions))
    except KeyboardInterrupt:
        analysis.interrupted = True
    analysis.scores = tuple(match.standing.scores)
    return analysis


class Judge:
    """Evaluates the actions of a match in order."""

    def __init__(self, match: Match, think: float, on: Backing) -> None:
        self.forecaster = Forecaster(match.game, match.players, round(DEALS * think), on)
        self._ranker = Forecaster(match.game, match.players, round(DEALS_TO_RANK * think), on)
        self._reasoner = Reasoner(match.game, match.players, on)
        self._on = on
        self._simulations = max(50, round(SIMULATIONS * think))
        self._secret = match.game.facts.get("analysis", {}).get("secret", ())

    def decide(self, match: Match, seq: int, action: int) -> Decision:
        """Evaluate an action and play it."""
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
        # The others' secret choices are play, not luck: their reveal counts as residual.
        revealed = (match.over or match.facts.barrier != barrier) and phase not in self._secret
        if len(legal) == 1 and not revealed:
            # A forced action that revealed nothing.
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
        """The least likely event of an action: the one that occurs in the fewest other determinizations."""
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
        """The best action, selected on independent determinizations: a maximum of estimates is biased upwards."""
        if len(candidates) == 1:
            return candidates[0]
        chances = self._ranker.after(before, candidates, ~seq)
        return candidates[chances.index(max(chances))]

    def _candidates(self, match: Match, before: Imagined, legal: list[int], action: int, seq: int) -> list[int]:
        """The actions to compare: all if they are few, else a search's most visited ones and the one played."""
        if len(legal) <= CANDIDATES:
            return list(legal)
        best = Settings.of(match.game, "best")
        searcher = Searcher("analysis", match.game, seq, simulations=self._simulations, settings=best, on=self._on)
        searcher.choose(before)
        liked = [one.action for one in searcher.found if one.action != action]
        return [action, *liked[: CANDIDATES - 1]]
