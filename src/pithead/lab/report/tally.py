"""Aggregates games into statistics with intervals."""

import math
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from pithead.lab.arena import Z, wilson

from .observe import Observation
from .study import Case

MOST_CLASSES = 20  # bins of a histogram


@dataclass
class Place:
    """Win and point statistics of a start position, a seat or an opening."""

    wins: float = 0.0
    points: list[int] = field(default_factory=list)

    def add(self, credit: float, points: int) -> None:
        """Count a game."""
        self.wins += credit
        self.points.append(points)

    def merge(self, other: "Place") -> None:
        """Merge another process's counts."""
        self.wins += other.wins
        self.points += other.points


@dataclass
class Tally:
    """The aggregate of a case's games; tallies of the same case can be merged."""

    case: Case
    games: int = 0
    order: list[Place] = field(default_factory=list)
    seats: list[Place] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    decisions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    sources: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    winners_sources: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    words: dict[str, list[Counter[str]]] = field(
        default_factory=lambda: defaultdict(list)
    )  # action words by phase, one counter per game
    uses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    used_in: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    openings: dict[str, Place] = field(default_factory=lambda: defaultdict(Place))

    def __post_init__(self) -> None:
        self.order = self.order or [Place() for _ in range(self.case.players)]
        self.seats = self.seats or [Place() for _ in range(self.case.players)]

    def add(self, game: Observation) -> None:
        """Count a game."""
        self.games += 1
        for place, seat in enumerate(game.order):
            self.order[place].add(game.credit[seat], game.scores[seat])
            self.seats[seat].add(game.credit[seat], game.scores[seat])
            for name, points in game.sources[seat].items():
                self.sources[name].append(points)
                if game.credit[seat] > 0:
                    self.winners_sources[name].append(points)
        self.reasons[game.reason] += 1
        self.decisions.append(game.decisions)
        self.turns.append(game.turns)
        best, second, *_ = sorted([*game.scores, 0], reverse=True)
        self.margins.append(best - second)
        for seat, text in game.openings.items():
            self.openings[text].add(game.credit[seat], game.scores[seat])
        for phase, counts in game.uses.items():
            self.uses[phase].update(counts)
            self.used_in[phase].update(dict.fromkeys(counts, 1))
            words: Counter[str] = Counter()
            for text, count in counts.items():
                words[text.split()[0]] += count
            self.words[phase].append(words)

    def merge(self, other: "Tally") -> None:
        """Merge another tally of the same case."""
        self.games += other.games
        for mine, theirs in zip((*self.order, *self.seats), (*other.order, *other.seats), strict=True):
            mine.merge(theirs)
        for text, place in other.openings.items():
            self.openings[text].merge(place)
        self.reasons.update(other.reasons)
        for name in ("decisions", "turns", "margins"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("sources", "winners_sources", "words"):
            for key, values in getattr(other, name).items():
                getattr(self, name)[key].extend(values)
        for name in ("uses", "used_in"):
            for phase, counts in getattr(other, name).items():
                getattr(self, name)[phase].update(counts)

    def data(self) -> dict[str, Any]:
        """JSON-serializable configuration and results."""
        return {
            **self.case.data(),
            "games": self.games,
            "even": _round(self.even),
            "start_order": [self._place(place) for place in self.order],
            "seats": [self._place(place) for place in self.seats],
            "openings": {
                text: {"count": len(place.points), **self._place(place)}
                for text, place in sorted(self.openings.items(), key=lambda one: (-len(one[1].points), one[0]))
            },
            "end_reasons": {name: _share(count, self.games) for name, count in sorted(self.reasons.items())},
            "decisions": spread(self.decisions),
            "turns": spread(self.turns),
            "points": spread([points for place in self.seats for points in place.points]),
            "margin": spread(self.margins),
            "sources": {
                name: {**mean(points), "winners": mean(self.winners_sources[name])}
                for name, points in sorted(self.sources.items())
            },
            "uses": {phase: self._uses(phase) for phase in sorted(self.uses)},
            "never": self._never(),
        }

    @property
    def even(self) -> float:
        """The even share of the wins; those of an automaton are excluded."""
        return sum(place.wins for place in self.seats) / max(1, self.games) / self.case.players

    def _place(self, place: Place) -> dict[str, Any]:
        share = _share(place.wins, len(place.points))
        ratio = share["share"] / self.even if self.even else 0.0
        return {**share, "ratio": _round(ratio), "points": spread(place.points)}

    def _uses(self, phase: str) -> dict[str, Any]:
        """Action frequencies of a phase, by first word and in full."""
        counts, total = self.uses[phase], self.uses[phase].total()
        games = self.words[phase]
        words: Counter[str] = sum(games, Counter())
        return {
            "decisions": total,
            "words": {word: {"count": count, **_part(word, games)} for word, count in words.most_common()},
            "each": {
                text: {
                    "count": count,
                    "share": _round(count / total),
                    "games": _share(self.used_in[phase][text], self.games),
                }
                for text, count in counts.most_common()
            },
        }

    def _never(self) -> list[str]:
        """Actions that were never played."""
        used = {text for counts in self.uses.values() for text in counts}
        return [text for text in self.case.title().action_texts[1:] if text not in used]


def _share(part: float, games: int) -> dict[str, float]:
    share = part / games if games else 0.0
    low, high = wilson(share, games)
    return {"share": _round(share), "low": _round(low), "high": _round(high)}


def _part(word: str, games: list[Counter[str]]) -> dict[str, float]:
    """The frequency of a word, with an interval clustered by game, since decisions within a game are correlated."""
    decisions = sum(game.total() for game in games)
    share = sum(game[word] for game in games) / decisions
    errors = sum((game[word] - share * game.total()) ** 2 for game in games)
    half = Z * math.sqrt(errors * len(games) / (len(games) - 1)) / decisions if len(games) > 1 else 0.0
    return {"share": _round(share), "low": _round(max(0.0, share - half)), "high": _round(min(1.0, share + half))}


def mean(values: list[int]) -> dict[str, float]:
    """Mean with its 95 % interval."""
    middle = statistics.fmean(values) if values else 0.0
    half = Z * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return {"mean": _round(middle), "low": _round(middle - half), "high": _round(middle + half)}


def spread(values: list[int]) -> dict[str, Any]:
    """Mean with its 95 % interval, quartiles, extremes, and a histogram of up to twenty bins."""
    if not values:
        return {**mean(values), "quartiles": [0.0, 0.0, 0.0], "min": 0, "max": 0, "classes": []}
    quartiles = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return {
        **mean(values),
        "quartiles": [_round(value) for value in quartiles],
        "min": min(values),
        "max": max(values),
        "classes": _classes(values),
    }


def _classes(values: list[int]) -> list[dict[str, int]]:
    """A histogram whose bin width is a power of two, so that the bins of two histograms nest."""
    width = 1
    while max(values) // width - min(values) // width >= MOST_CLASSES:
        width *= 2
    counts = Counter(value // width for value in values)
    return [{"from": i * width, "count": counts[i]} for i in range(min(counts), max(counts) + 1)]


def _round(value: float) -> float:
    return round(value, 4)
