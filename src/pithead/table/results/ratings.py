"""Ratings per title by Weng and Lin (Plackett–Luce), for any number of players and for teams; bots are players too.

What keeps a rating from being farmed: games count in one order, each once; against the same opponent they count less
and less within a week; a game in which a bot has played for somebody can lower that rating, never raise it.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select, text

from pithead.table.store import Store, schema

from .history import BOT

WEEK = 7 * 86_400.0
FREE = 5
"""How often the same two people meet within a week before it counts less."""
FREE_BOT = 10
"""The same for a person and a level of bots, which are always there."""
LEAST = 1 / 16
"""What would count less than that counts nothing."""
SCALE = 40.0
"""Points of a rating as it is shown, per point of the model: everybody begins at 1000."""
MU, SIGMA = 25.0, 25.0 / 3

_LOCK = 7_484_836
_result, _seat, _rating = schema.result, schema.result_seat, schema.rating


class Skill(NamedTuple):
    """What is believed of somebody: the mean, and how uncertain it is."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return round(SCALE * self.mu)

    @property
    def deviation(self) -> int:
        """The rating is off by less than this in nineteen of twenty cases, as far as the model knows."""
        return round(2 * SCALE * self.sigma)

    @property
    def certain(self) -> float:
        """What somebody is at least, almost surely: the order of the leaderboard."""
        return self.mu - 3 * self.sigma

    def towards(self, other: "Skill", weight: float) -> "Skill":
        """A part of the way to another belief."""
        return Skill(self.mu + weight * (other.mu - self.mu), self.sigma + weight * (other.sigma - self.sigma))


class Place(NamedTuple):
    """A seat of a result, as far as ratings know it."""

    player: str
    side: int
    rank: int
    fate: str = ""


def rerated(places: list[Place], known: dict[str, Skill], weights: dict[str, float]) -> dict[str, Skill]:
    """What is believed after a game, of which only a part counts for some."""
    # Not at the start of a server: most of its life it rates nothing.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    sides: dict[int, list[Place]] = defaultdict(list)
    for place in places:
        sides[place.side].append(place)
    teams = [[model.create_rating(list(known[place.player])) for place in side] for side in sides.values()]
    after = model.rate(teams, ranks=[float(side[0].rank) for side in sides.values()])
    updates: dict[str, list[Skill]] = defaultdict(list)
    helped = set()
    for side, team in zip(sides.values(), after, strict=True):
        for place, new in zip(side, team, strict=True):
            updates[place.player].append(Skill(new.mu, new.sigma))
            if place.fate == "helped":
                helped.add(place.player)
    skills = {}
    for player, several in updates.items():
        # Bots of one level on several seats are one player, who learns their mean.
        mean = Skill(sum(one.mu for one in several) / len(several), sum(one.sigma for one in several) / len(several))
        new_skill = known[player].towards(mean, weights[player])
        gains = player in helped and new_skill.mu > known[player].mu
        skills[player] = known[player] if gains else new_skill
    return skills


def weight(met: int, bot: bool) -> float:
    """What a game against the same opponent counts, after so many of them within a week."""
    over = met - (FREE_BOT if bot else FREE) + 1
    part = 0.5 ** max(0, over)
    return part if part >= LEAST else 0.0


def count_next(store: Store, connection: Connection) -> bool:
    """Take the oldest result that waits into the ratings; false if none does. One worker at a time."""
    _one_at_a_time(store, connection)
    waiting = _result.c.verdict == "waiting"
    order = (_result.c.ended_at, _result.c.board)
    result = connection.execute(select(_result).where(waiting).order_by(*order).limit(1)).first()
    if result is None:
        return False
    last = connection.execute(select(func.max(_result.c.number))).scalar() or 0
    _count(connection, result, last + 1)
    return True


def rebuild(store: Store, connection: Connection) -> int:
    """Make all ratings anew from the results, in the order in which they were counted; returns how many count."""
    _one_at_a_time(store, connection)
    counting = _result.c.verdict.in_(("counted", "waiting"))
    order = (_result.c.number.is_(None), _result.c.number, _result.c.ended_at, _result.c.board)
    results = connection.execute(select(_result).where(counting).order_by(*order)).all()
    connection.execute(_rating.delete())
    connection.execute(_result.update().where(counting).values(number=None, verdict="waiting"))
    connection.execute(_seat.update().values(mu_before=None, mu_after=None))
    number = 0
    for result in results:
        number += _count(connection, result, number + 1)
    return number


def _one_at_a_time(store: Store, connection: Connection) -> None:
    if not store.is_sqlite:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))


def _count(connection: Connection, result: Row[Any], number: int) -> bool:
    """Count one result, and note in it that it was, or why it was not."""
    this = _result.c.board == result.board
    seats = connection.execute(select(_seat).where(_seat.c.board == result.board).order_by(_seat.c.seat)).all()
    people = [seat.player for seat in seats if not seat.player.startswith(BOT)]
    if len(people) != len(set(people)):
        # Two guests who turned out to be one person.
        connection.execute(_result.update().where(this).values(verdict="two_seats"))
        return False
    places = [Place(seat.player, seat.side, seat.rank, seat.fate) for seat in seats]
    names = {seat.player: seat.name for seat in seats}
    known = _known(connection, result.game, names)
    after = rerated(places, known, _weights(connection, result, places))
    connection.execute(_result.update().where(this).values(verdict="counted", number=number))
    for player, skill in after.items():
        mine = (_seat.c.board == result.board) & (_seat.c.player == player)
        moved = {"mu_before": known[player].mu, "mu_after": skill.mu}
        connection.execute(_seat.update().where(mine).values(moved))
        _put(connection, result, player, names[player], skill)
    return True


def _known(connection: Connection, game: str, players: Iterable[str]) -> dict[str, Skill]:
    query = select(_rating).where(_rating.c.game == game, _rating.c.player.in_(list(players)))
    rated = {row.player: Skill(row.mu, row.sigma) for row in connection.execute(query)}
    return {player: rated.get(player, Skill()) for player in players}


def _weights(connection: Connection, result: Row[Any], places: list[Place]) -> dict[str, float]:
    """By player, how much the game counts: the mean over the opponents."""
    players = sorted({place.player for place in places})
    one, other = _seat.alias(), _seat.alias()
    met = (
        select(one.c.player, other.c.player, func.count(one.c.board.distinct()))
        .join(other, (other.c.board == one.c.board) & (other.c.side != one.c.side))
        .join(_result, _result.c.board == one.c.board)
        .where(_result.c.game == result.game, _result.c.verdict == "counted")
        .where(_result.c.ended_at > result.ended_at - WEEK)
        .where(one.c.player.in_([player for player in players if not player.startswith(BOT)]))
        .where(other.c.player.in_(players))
        .group_by(one.c.player, other.c.player)
    )
    times = {(mine, theirs): count for mine, theirs, count in connection.execute(met)}

    def between(mine: str, theirs: str) -> float:
        bots = mine.startswith(BOT) + theirs.startswith(BOT)
        # A person is the one who can want something; bots among themselves do not farm.
        count = max(times.get((mine, theirs), 0), times.get((theirs, mine), 0))
        return 1.0 if bots == 2 else weight(count, bot=bots == 1)

    weights = {}
    for place in places:
        against = [between(place.player, other.player) for other in places if other.side != place.side]
        weights[place.player] = sum(against) / len(against)
    return weights


def _put(connection: Connection, result: Row[Any], player: str, name: str, skill: Skill) -> None:
    one, other = _seat.alias(), _seat.alias()
    rivals = (
        select(func.count(other.c.player.distinct()))
        .join(one, (one.c.board == other.c.board) & (one.c.side != other.c.side))
        .join(_result, _result.c.board == one.c.board)
        .where(one.c.player == player, _result.c.game == result.game, _result.c.verdict == "counted")
    )
    bot = player.startswith(BOT)
    values = {"name": name, "mu": skill.mu, "sigma": skill.sigma, "changed_at": result.ended_at}
    # A bot has met whoever came; only of people it matters how many.
    values["rivals"] = 0 if bot else connection.execute(rivals).scalar() or 0
    same = (_rating.c.game == result.game) & (_rating.c.player == player)
    done = connection.execute(_rating.update().where(same).values(values | {"games": _rating.c.games + 1}))
    if not done.rowcount:
        connection.execute(_rating.insert().values(game=result.game, player=player, games=1, **values))
