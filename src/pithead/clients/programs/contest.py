"""A program plays: some games against bots, or one at somebody's table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pithead.engine.errors import BadPlayers, PitheadError
from pithead.engine.game import Game, Value
from pithead.engine.outcome import Outcome

from .engine import Engine
from .remote import RemoteSeat
from .seat import LocalGame


class NoGame(PitheadError):
    """Neither a game nor a table was named."""

    code = "no_game_named"


@dataclass(frozen=True)
class Contest:
    """Games of a program against these bots; its seat moves on with every game."""

    game: Game
    bots: tuple[str, ...]
    games: int
    seed: str
    options: dict[str, Value]

    @property
    def players(self) -> int:
        """The bots and the program."""
        return len(self.bots) + 1


def play_contest(
    contest: Contest, command: str, limit: float, language: str, progress: Callable[[int], None]
) -> dict[str, Any]:
    """Play them all; what the program won, of one win per game, and its mean rank and points."""
    if contest.players not in contest.game.players:
        allowed = ", ".join(map(str, contest.game.players))
        raise BadPlayers(game=contest.game.id, players=contest.players, allowed=allowed)
    won, ranks, points = 0.0, 0, 0
    with Engine(command, limit) as engine:
        for number in range(contest.games):
            seat = number % contest.players
            playing = LocalGame(
                contest.game, contest.bots, seat, f"{contest.seed} {number}", contest.options, language=language
            )
            engine.play(playing, dict(playing.match.options))
            outcome: Outcome = playing.match.standing
            won += outcome.credits[seat]
            ranks += outcome.ranks[seat]
            points += outcome.scores[seat]
            progress(number + 1)
    return {
        "game": contest.game.id,
        "players": contest.players,
        "games": contest.games,
        "won": round(won, 3),
        "even": round(contest.games / contest.players, 1),
        "rank": round(ranks / contest.games, 2),
        "points": round(points / contest.games, 1),
    }


def play_at(address: str, name: str, command: str, limit: float, language: str) -> dict[str, Any]:
    """Sit down at a table on a server and play the game to its end."""
    with Engine(command, limit) as engine:
        seat = RemoteSeat(address, name, language)
        try:
            result = engine.play(seat, {})
            return {"rank": result.ranks[seat.seat], "points": result.scores[seat.seat], "players": len(result.ranks)}
        finally:
            seat.close()
