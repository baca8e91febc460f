"""Histories, ratings and the leaderboard."""

from typing import Literal

from .words import Outbound

Verdict = Literal["waiting", "counted", "casual", "two_seats", "bots", "alone", "short"]
"""Whether a game counts for ratings: `waiting` for a moment, `counted`, or why it does not."""


class Rated(Outbound):
    """How strong somebody is in a title: everybody begins at 1000; `deviation` is how far off it may be."""

    game: str
    name: str
    rating: int
    deviation: int
    games: int
    provisional: bool
    """Too few games to say much."""


class RatedPerson(Rated):
    """The rating of a person; `equal` is the level of the bot that is nearest to it, once bots are rated."""

    equal: str | None = None


class Results(Outbound):
    """The results of a person in a title with so many players; ranks and points are means."""

    game: str
    players: int
    games: int
    wins: int
    rank: float
    score: float
    best: int


class Opponent(Outbound):
    """Somebody met on another side; `ahead` counts the games in which the person of the page came before them.

    `person` is None for bots and for people who have deleted everything.
    """

    person: str | None
    name: str
    level: str | None
    games: int
    ahead: int


class PointsBySource(Outbound):
    """The mean points by source in the last games of a title."""

    game: str
    games: int
    sources: dict[str, float]


class Profile(Outbound):
    """The page of a person. Nothing of it is about games that run."""

    person: str
    name: str | None
    you: bool
    ratings: list[RatedPerson]
    results: list[Results]
    opponents: list[Opponent]
    bots: list[Opponent]
    points: list[PointsBySource]


class PlayedSeat(Outbound):
    """A seat of a finished game."""

    person: str | None
    name: str
    level: str | None
    rank: int
    score: int
    conceded: bool
    helped: bool
    """A bot has played for the person."""


class PlayedGame(Outbound):
    """A finished game; `table` where it can be replayed, `change` of the person's rating where it counts."""

    table: str | None
    game: str
    ended_at: float
    how: Literal["played", "conceded"]
    verdict: Verdict
    seat: int
    change: int | None
    seats: list[PlayedSeat]


class PlayedGames(Outbound):
    """Finished games, the last first; `next` pages on."""

    games: list[PlayedGame]
    next: float | None


class Ranked(Rated):
    """A line of the leaderboard: a person, or a level of bots."""

    place: int
    person: str | None
    level: str | None
    you: bool


class Leaderboard(Outbound):
    """The strongest in a title, by what each is at least."""

    game: str
    ranked: list[Ranked]
    enough_games: int
    enough_rivals: int
    """How many games, and different opponents, somebody needs to be listed."""
