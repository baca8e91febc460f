"""Runs a program as a player: a series of games against bots, or one game at a table on a server."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pithead.bots.policy import Inputs, Policy, preferred
from pithead.engine.errors import BadPlayers, PitheadError
from pithead.engine.game import Game, Value
from pithead.engine.outcome import Outcome
from pithead.engine.registry import load

from .position import Standing
from .remote import RemoteSeat
from .seat import LocalGame, Seat


class Player(Protocol):
    """The player interface: a program, or a policy."""

    def play(self, seat: Seat) -> Standing:
        """Play a seat to the end of the game."""
        ...


class PolicyPlayer:
    """A trained policy at any seat, local or remote: its only input is the numeric observation."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def play(self, seat: Seat) -> Standing:
        """Play the policy's preferred actions to the end of the game."""
        position = seat.wait()
        game = load(position.game)
        policy, inputs = Policy.read(self._path, game), Inputs.of(game)
        while position.result is None:
            legal = [decision.id for decision in position.legal]
            seat.play(legal[0] if len(legal) == 1 else preferred(policy, inputs, seat.observation(), legal))
            position = seat.wait()
        return position.result


class NoGame(PitheadError):
    """Neither a game nor a table was given."""

    code = "no_game_named"


class NoPlayer(PitheadError):
    """Exactly one of program and policy must be given."""

    code = "no_player_named"


@dataclass(frozen=True)
class Contest:
    """A series of games of a program against bots; the program's seat rotates."""

    game: Game
    bots: tuple[str, ...]
    games: int
    seed: str
    options: dict[str, Value]

    @property
    def players(self) -> int:
        """The bots and the program."""
        return len(self.bots) + 1


def play_contest(contest: Contest, player: Player, language: str, progress: Callable[[int], None]) -> dict[str, Any]:
    """Play the series; returns the program's wins (a shared one counts in part), mean rank and mean points."""
    if contest.players not in contest.game.players:
        allowed = ", ".join(map(str, contest.game.players))
        raise BadPlayers(game=contest.game.id, players=contest.players, allowed=allowed)
    won, ranks, points = 0.0, 0, 0
    for number in range(contest.games):
        seat = number % contest.players
        playing = LocalGame(
            contest.game, contest.bots, seat, f"{contest.seed} {number}", contest.options, language=language
        )
        player.play(playing)
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


def play_at(address: str, name: str, player: Player, language: str) -> dict[str, Any]:
    """Join a table on a server and play the game to its end."""
    seat = RemoteSeat(address, name, language)
    try:
        result = player.play(seat)
        return {"rank": result.ranks[seat.seat], "points": result.scores[seat.seat], "players": len(result.ranks)}
    finally:
        seat.close()
