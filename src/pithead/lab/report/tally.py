"""Adds games up, and says what they show, with intervals."""

import math
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from pithead.lab.arena import Z, wilson

from .observe import Observation
from .study import Case


@dataclass
class Place:
    """What a place in the start order, a seat or an opening has won."""

    wins: float = 0.0
    points: list[int] = field(default_factory=list)

    def add(self, credit: float, points: int) -> None:
        """Count a game."""
        self.wins += credit
        self.points.append(points)

    def merge(self, other: "Place") -> None:
        """Take over what was counted elsewhere."""
        self.wins += other.wins
        self.points += other.points


@dataclass
class Tally:
    """All games of a case so far; tallies of the same case can be merged."""

    case: Case
    games: int = 0
    order: list[Place] = field(default_factory=list)
    seats: list[Place] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    decisions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    winners_sources: Counter[str] = field(default_factory=Counter)
    winners: int = 0
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
            self.sources.update(game.sources[seat])
            if game.credit[seat] > 0:
                self.winners += 1
                self.winners_sources.update(game.sources[seat])
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

    def merge(self, other: "Tally") -> None:
        """Take over the games of another part of the same case."""
        self.games += other.games
        for mine, theirs in zip((*self.order, *self.seats), (*other.order, *other.seats), strict=True):
            mine.merge(theirs)
        for text, place in other.openings.items():
            self.openings[text].merge(place)
        self.winners += other.winners
        for name in ("decisions", "turns", "margins"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("reasons", "sources", "winners_sources"):
            getattr(self, name).update(getattr(other, name))
        for name in ("uses", "used_in"):
            for phase, counts in getattr(other, name).items():
                getattr(self, name)[phase].update(counts)

    def data(self) -> dict[str, Any]:
        """The case and what came out, for programs."""
        players = self.case.players
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
                name: {
                    "mean": _round(amount / max(1, self.games * players)),
                    "winners": _round(self.winners_sources[name] / max(1, self.winners)),
                }
                for name, amount in sorted(self.sources.items())
            },
            "uses": {phase: self._uses(phase) for phase in sorted(self.uses)},
            "never": self._never(),
        }

    @property
    def even(self) -> float:
        """What every player would win of a fair game; where an automaton plays along, of what it leaves."""
        return sum(place.wins for place in self.seats) / max(1, self.games) / self.case.players

    def _place(self, place: Place) -> dict[str, Any]:
        share = _share(place.wins, len(place.points))
        ratio = share["share"] / self.even if self.even else 0.0
        return {**share, "ratio": _round(ratio), "points": spread(place.points)}

    def _uses(self, phase: str) -> dict[str, Any]:
        """The decisions of one question: by their first word, and each of them."""
        counts, total = self.uses[phase], self.uses[phase].total()
        words: Counter[str] = Counter()
        for text, count in counts.items():
            words[text.split()[0]] += count
        return {
            "decisions": total,
            "words": {word: {"count": count, "share": _round(count / total)} for word, count in words.most_common()},
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
        """Decisions that exist in the game and that nobody ever took."""
        used = {text for counts in self.uses.values() for text in counts}
        return [text for text in self.case.title().action_texts[1:] if text not in used]


def _share(part: float, games: int) -> dict[str, float]:
    share = part / games if games else 0.0
    low, high = wilson(share, games)
    return {"share": _round(share), "low": _round(low), "high": _round(high)}


def spread(values: list[int]) -> dict[str, Any]:
    """Mean with its 95 % interval, quartiles and limits, and how often each of up to twenty classes occurs."""
    if not values:
        return {"mean": 0.0, "low": 0.0, "high": 0.0, "quartiles": [0.0, 0.0, 0.0], "min": 0, "max": 0, "classes": []}
    mean = statistics.fmean(values)
    half = Z * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    quartiles = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return {
        "mean": _round(mean),
        "low": _round(mean - half),
        "high": _round(mean + half),
        "quartiles": [_round(value) for value in quartiles],
        "min": min(values),
        "max": max(values),
        "classes": _classes(values),
    }


def _classes(values: list[int]) -> list[dict[str, int]]:
    """A histogram: equal classes of whole numbers, twenty at most."""
    width = (max(values) - min(values)) // 20 + 1
    counts = Counter((value - min(values)) // width for value in values)
    return [{"from": min(values) + i * width, "count": counts[i]} for i in range(max(counts) + 1)]


def _round(value: float) -> float:
    return round(value, 4)
