"""A Model Context Protocol server: tools with which a language model plays, reads rules and asks for reasons."""

from importlib.metadata import version
from typing import Any

from pithead.bots import LEVELS
from pithead.clients.terminal.rulebook import reference
from pithead.engine.errors import MissingExtra, PitheadError
from pithead.engine.messages import common
from pithead.engine.registry import load, names
from pithead.engine.rulebook.writer import of_game

from .position import Position
from .remote import RemoteSeat
from .seat import LocalGame, Seat

MAX_GAMES = 32


class NoSuchGame(PitheadError):
    """No open game has that id."""

    code = "no_such_play"


class TooManyGames(PitheadError):
    """The limit of open games per client is reached."""

    code = "too_many_plays"


class Plays:
    """The open games of an MCP client, by id."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._seats: dict[int, Seat] = {}
        self._next = 1

    def games(self) -> list[dict[str, Any]]:
        """Every game with its players, options and aim."""
        found = []
        for name in names():
            game = load(name)
            words = game.messages(self.language)
            options = {option.name: list(option.values) for option in game.options}
            found.append(
                {
                    "game": name,
                    "title": words.text("game.title"),
                    "about": words.text("game.tagline"),
                    "players": list(game.players),
                    "options": options,
                }
            )
        return found

    def rules(self, game: str) -> str:
        """The rules of a game as text."""
        return "\n".join(reference(of_game(load(game), self.language)))

    def begin(
        self, game: str, opponents: list[str], seat: int, seed: str | None, options: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Start a game against bots."""
        return self._sit(LocalGame(game, opponents, seat, seed, options, language=self.language))

    def join(self, address: str, name: str) -> dict[str, Any]:
        """Join a table on a server."""
        return self._sit(RemoteSeat(address, name, self.language))

    def look(self, play: int) -> dict[str, Any]:
        """Wait for this seat's turn or the end of the game; returns the position."""
        return self._shown(play, self._seat(play).wait())

    def decide(self, play: int, action: str) -> dict[str, Any]:
        """Play an action; returns this seat's next position."""
        seat = self._seat(play)
        seat.play(int(action) if action.strip().isdecimal() else action)
        return self._shown(play, seat.wait())

    def undo(self, play: int) -> dict[str, Any]:
        """Take back the last unconfirmed decision."""
        seat = self._seat(play)
        seat.undo()
        return self._shown(play, seat.wait())

    def explain(self, play: int, action: str) -> dict[str, Any]:
        """Whether an action is legal now, and if not, why."""
        seat = self._seat(play)
        refusal = seat.explain(int(action) if action.strip().isdecimal() else action)
        if refusal is None:
            return {"legal": True}
        return {"legal": False, "code": refusal.code, "why": seat.words.error(refusal)}

    def leave(self, play: int) -> dict[str, Any]:
        """Close a game."""
        self._seat(play).close()
        del self._seats[play]
        return {"left": play}

    def close(self) -> None:
        """Close all games."""
        for seat in self._seats.values():
            seat.close()

    def sentence(self, play: int | None, problem: PitheadError) -> str:
        """Format an error as text, with its reason and code."""
        seat = self._seats.get(play) if play is not None else None
        text = seat.words.error(problem) if seat else problem.text(self.language)
        return f"{text} [{problem.code}]"

    def _sit(self, seat: Seat) -> dict[str, Any]:
        if len(self._seats) >= MAX_GAMES:
            seat.close()
            raise TooManyGames(most=MAX_GAMES)
        play, self._next = self._next, self._next + 1
        self._seats[play] = seat
        return self._shown(play, seat.wait())

    def _seat(self, play: int) -> Seat:
        if play not in self._seats:
            raise NoSuchGame(play=play, known=", ".join(map(str, self._seats)) or "–")
        return self._seats[play]

    def _shown(self, play: int, position: Position) -> dict[str, Any]:
        return {"play": play, **position.model_dump()}


def server(plays: Plays) -> Any:
    """Build the server; the tools' descriptions are prompts for the model."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as missing:
        raise MissingExtra(package="mcp", extra="mcp") from missing
    say = common(plays.language).text
    found = MCPServer(
        "pithead", instructions=say("mcp.instructions", {"levels": ", ".join(LEVELS)}), version=version("pithead")
    )

    def answered(play: int | None, work: Any) -> Any:
        """Turn a game's refusals into tool results that the model can read, instead of protocol errors."""
        try:
            return work()
        except PitheadError as problem:
            raise ToolError(plays.sentence(play, problem)) from None

    @found.tool(description=say("mcp.games"))
    def list_games() -> list[dict[str, Any]]:
        return plays.games()

    @found.tool(description=say("mcp.rules"))
    def read_rules(game: str) -> str:
        return str(answered(None, lambda: plays.rules(game)))

    @found.tool(description=say("mcp.new_game"))
    def new_game(
        game: str,
        opponents: list[str],
        seat: int = 0,
        seed: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        return dict(answered(None, lambda: plays.begin(game, opponents, seat, seed, options)))

    @found.tool(description=say("mcp.join"))
    def join_table(address: str, name: str) -> dict[str, Any]:
        return dict(answered(None, lambda: plays.join(address, name)))

    @found.tool(description=say("mcp.look"))
    def look(play: int) -> dict[str, Any]:
        return dict(answered(play, lambda: plays.look(play)))

    @found.tool(description=say("mcp.decide"))
    def decide(play: int, action: str) -> dict[str, Any]:
        return dict(answered(play, lambda: plays.decide(play, action)))

    @found.tool(description=say("mcp.undo"))
    def undo(play: int) -> dict[str, Any]:
        return dict(answered(play, lambda: plays.undo(play)))

    @found.tool(description=say("mcp.explain"))
    def explain(play: int, action: str) -> dict[str, Any]:
        return dict(answered(play, lambda: plays.explain(play, action)))

    @found.tool(description=say("mcp.leave"))
    def leave(play: int) -> dict[str, Any]:
        return dict(answered(play, lambda: plays.leave(play)))

    return found
