"""People in histories and ratings: renamed, brought along by a sign-in, made nameless."""

from sqlalchemy import Connection, select

from pithead.table.store import schema

from .history import NOBODY, person_of

NAMELESS = "N.N."
"""The name of a seat whose person has gone for good."""

_seat, _rating = schema.result_seat, schema.rating


def rename(connection: Connection, device: str, name: str) -> None:
    """The leaderboard shows the name that somebody goes by; results keep the one of their day."""
    connection.execute(_rating.update().where(_rating.c.player == person_of(device)).values(name=name))


def bring_along(connection: Connection, guest: str, person: str) -> None:
    """The results of a guest are those of the person who has signed in.

    Two ratings cannot be added: in a title in which the person has one it stays, and the games of both count together
    when all ratings are made anew.
    """
    old, new = person_of(guest), person_of(person)
    connection.execute(_seat.update().where(_seat.c.player == old).values(player=new))
    rated = select(_rating.c.game).where(_rating.c.player == new).scalar_subquery()
    connection.execute(_rating.delete().where(_rating.c.player == old, _rating.c.game.in_(rated)))
    connection.execute(_rating.update().where(_rating.c.player == old).values(player=new))


def forget(connection: Connection, device: str, token: str) -> None:
    """Anonymise a person under a random id, so that the ratings of the others are unaffected."""
    old, new = person_of(device), f"{NOBODY}{token}"
    for table in (_seat, _rating):
        connection.execute(table.update().where(table.c.player == old).values(player=new, name=NAMELESS))
