"""One game as an environment sees it: decisions by number, observations from one player's knowledge only."""

from pathlib import Path
from typing import Any

from pithead.bots.play import Seats, play
from pithead.engine import registry
from pithead.engine.board import Table
from pithead.engine.game import Game, expand_seed
from pithead.engine.outcome import Outcome
from pithead.engine.rules import Rules
from pithead.kit.loader import BackendName

LOW, HIGH = -32768, 32767  # what a feature can be: rules store 16-bit numbers


class Position:
    """A running game on either backend."""

    def __init__(
        self,
        game: str | Game,
        players: int,
        options: dict[str, Any] | None = None,
        material: str | Path | None = None,
        backend: BackendName | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else registry.load(game, material)
        self.players = players
        self.options = self.game.resolve(options)
        self.game.check_setup(players, self.options)
        # The compiled rules where they are at hand; nobody waits for a compiler.
        self.rules: Rules = self.game.rules(backend or ("compiled" if self.game.is_warm() else "interpreted"))
        self.n_actions: int = self.game.module("state").N_ACTIONS
        self.n_features: int = self.game.module("knowledge").N_FEATURES
        self.state: Any = None
        self.mover = -1

    def reset(self, seed: int | str | bytes) -> None:
        """Deal a new game."""
        self.state = self.rules.new(self.players, self.game.numbers(self.options), expand_seed(seed))
        self.mover = self.rules.to_move(self.state)

    def copy(self) -> "Position":
        """An independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        if self.state is not None:
            other.state = self.rules.copy(self.state)
        return other

    def __reduce__(self) -> Any:
        # Only the names of games and the bytes of states cross process borders.
        edition = None if self.game.material.builtin else self.game.material.path
        data = None if self.state is None else self.rules.encode(self.state)
        return _restore, (self.game.id, self.players, self.options, edition, self.rules.instance.backend.tag, data)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()  # rules and facts are shared, only the state is copied

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover < 0

    @property
    def legal(self) -> list[int]:
        """The legal decisions, ascending."""
        return [] if self.over else self.rules.legal(self.state)

    def play(self, action: int) -> None:
        """Play a legal decision."""
        self.rules.apply(self.state, action)
        self.mover = self.rules.to_move(self.state)

    def let_play(self, seats: Seats, until: int) -> None:
        """Let bots decide until it is a seat's turn, or the game is over."""
        self.mover = play(self.rules, self.state, seats, until=lambda game: game.mover == until).mover

    def features(self, player: int) -> list[int]:
        """The numeric observation of a player."""
        return self.rules.features(self.state, player)

    def imagine(self, player: int, a: int, b: int) -> "Position":
        """A copy in which everything the player cannot know is dealt anew."""
        other = self.copy()
        self.rules.determinize(other.state, player, self.rules.fast(a, b))
        return other

    @property
    def standing(self) -> Outcome:
        """Points, ranks and teams."""
        return self.rules.standing(self.state, self.players)

    def rewards(self) -> list[float]:
        """What each player gets at the end; sums to zero among several."""
        return self.standing.rewards

    def view(self, player: int | None) -> Any:
        """The player's view as the game's model."""
        state = self.game.rules().decode(self.rules.encode(self.state))
        return self.game.module("view").view(state, player)

    def text(self, player: int | None = None) -> str:
        """The board as plain text."""
        from rich.text import Text

        names = tuple(f"P{seat}" for seat in range(self.players))
        table = Table(self.game.messages("en"), names, player, plain=True)
        lines = self.game.module("board").draw(self.view(player), table)
        return "\n".join(Text.from_markup(line).plain for line in lines)

    def image(self, player: int | None = None) -> Any:
        """The board as an RGB array."""
        import numpy as np
        from PIL import Image, ImageDraw, ImageFont

        font = ImageFont.load_default(14)
        text = self.text(player)
        width, height = 900, 20 * (text.count("\n") + 2)
        picture = Image.new("RGB", (width, height), (16, 23, 30))
        ImageDraw.Draw(picture).multiline_text((10, 10), text, fill=(244, 239, 227), font=font, spacing=4)
        return np.asarray(picture)


def _restore(
    game: str, players: int, options: dict[str, Any], edition: Path | None, backend: BackendName, data: bytes | None
) -> Position:
    position = Position(game, players, options, edition, backend)
    if data is not None:
        position.state = position.rules.decode(data)
        position.mover = position.rules.to_move(position.state)
    return position
