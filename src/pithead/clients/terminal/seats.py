"""The seats of a terminal game: humans at this keyboard, and bots by level."""

from pithead.bots import LEVELS
from pithead.engine.errors import BadPlayers, PitheadError
from pithead.engine.game import Game
from pithead.engine.messages import Messages

from .coach import Coach, MorePeople

YOU = "you"
HOTSEAT = "hotseat"
OPPONENT = "hewer"
MAX_NAME = 16
# Delimiters of the record format and of Rich markup, not allowed in names.
FORBIDDEN = set(",:;[]#")


class BadSeats(PitheadError):
    """An invalid seat specification."""

    code = "bad_seats"


class BadName(PitheadError):
    """A name that the record format cannot hold."""

    code = "bad_name"


def parse(text: str | None, players: int | None, game: Game) -> tuple[str, ...]:
    """Parse the seats: `you`, `hotseat` or a bot level each."""
    words = [word.strip().lower() for word in (text or YOU).split(",") if word.strip()]
    for word in words:
        if word not in (YOU, HOTSEAT, *LEVELS):
            raise BadSeats(seat=word, known=", ".join((YOU, HOTSEAT, *LEVELS)))
    if players is not None and players not in game.players:
        raise BadPlayers(game=game.id, players=players, allowed=", ".join(map(str, game.players)))
    count = players if players is not None else (len(words) if text and len(words) > 1 else game.variants[0].players[0])
    if len(words) > count:
        raise BadSeats(seat=", ".join(words[count:]), known=f"{count} × ({', '.join((YOU, *LEVELS))})")
    return tuple(words + [OPPONENT] * (count - len(words)))


def is_human(seat: str) -> bool:
    """Whether the seat is human."""
    return seat in (YOU, HOTSEAT)


def coach(percent: int, seats: tuple[str, ...]) -> Coach | None:
    """Create the coach if requested: for a single human against bots only."""
    if percent and sum(map(is_human, seats)) != 1:
        raise MorePeople()
    return Coach(percent) if percent else None


def names(seats: tuple[str, ...], messages: Messages, own: str | None = None) -> tuple[str, ...]:
    """Unique names for all seats."""
    if own is not None:
        own = own.strip()
        if not own or len(own) > MAX_NAME or FORBIDDEN & set(own) or not own.isprintable():
            raise BadName(name=own, most=MAX_NAME, forbidden=" ".join(sorted(FORBIDDEN)))
    wanted = [
        (own if own and seat == YOU else messages.text("term.player"))
        if is_human(seat)
        else messages.text(f"bots.level.{seat}")
        for seat in seats
    ]
    found: list[str] = []
    for place, name in enumerate(wanted):
        if wanted.count(name) > 1:
            name = f"{name} {wanted[: place + 1].count(name)}"
        found.append(name)
    return tuple(found)
