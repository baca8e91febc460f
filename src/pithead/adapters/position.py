"""One game behind the single-game environments: integer actions, and observations by one player's knowledge only."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.bots import Bot
from pithead.bots.greedy import RandomBot
from pithead.bots.play import play
from pithead.engine import registry
from pithead.engine.board import Table
from pithead.engine.game import Game, expand_seed
from pithead.engine.imagined import imagine
from pithead.engine.outcome import Outcome
from pithead.engine.rules import Rules
from pithead.kit import cache
from pithead.kit.loader import BackendName

from . import STEPPING
from .checks import BadArgument, whole

END = 0
LOOK = -3  # refresh the outputs without playing


class Position:
    """A running game on either backend: compiled where a compiler is available."""

    def __init__(
        self,
        game: str | Game,
        players: int,
        options: dict[str, Any] | None = None,
        material: str | Path | None = None,
        backend: BackendName | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else registry.load(game, material)
        self.players = whole("players", players, 1, 1000)
        self.options = self.game.resolve(options)
        self.game.check_setup(self.players, self.options)
        self.backend: BackendName = backend or ("compiled" if cache.available() else "interpreted")
        self._code: Any = None
        if self.backend == "compiled":
            self.game.warm(show_progress, cache.DRIVERS, STEPPING)
            self._code = self.game.instance("compiled").specialise(STEPPING)
        self.rules: Rules = self.game.rules(self.backend)
        self.n_actions: int = self.game.files.state.N_ACTIONS
        self.n_features: int = self.game.files.observation.N_FEATURES
        self.state: Any = None
        self.mover = -1
        self._paper = np.zeros(self.game.files.state.MAX_LEGAL, np.int64)
        self._count = 0
        self._mask = np.zeros(self.n_actions, np.int8)
        self._seen = np.zeros(self.n_features, np.int16)
        self._facts = np.zeros(2, np.int64)

    def reset(self, seed: int | str | bytes) -> None:
        """Deal a new game."""
        self.state = self.rules.new(self.players, self.game.numbers(self.options), expand_seed(seed))
        self._go(LOOK)

    def play(self, action: int) -> None:
        """Play a legal decision."""
        self._go(action)

    def _go(self, action: int) -> None:
        """Apply, then list the legal actions; END at the end, so that a masked policy never has an empty mask."""
        if self._code is not None:
            self._code.play_one(self.state, action, self._paper, self._mask, self._seen, self._facts)
            self.mover, self._count = self._facts.tolist()
            return
        if action != LOOK:
            self.rules.apply(self.state, action)
        self.mover = self.rules.to_move(self.state)
        legal = [END] if self.over else self.rules.legal(self.state)
        self._count = len(legal)
        self._paper[: self._count] = legal
        self._mask.fill(0)
        self._mask[legal] = 1

    def copy(self) -> "Position":
        """An independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("_paper", "_mask", "_seen", "_facts"):
            setattr(other, name, getattr(self, name).copy())
        if self.state is not None:
            other.state = self.rules.copy(self.state)
        return other

    def __reduce__(self) -> Any:
        # Pickle the game's id and the encoded state only: compiled code does not cross process boundaries.
        edition = None if self.game.material.builtin else self.game.material.path
        data = None if self.state is None else self.rules.encode(self.state)
        return _restore, (self.game.id, self.players, self.options, edition, self.backend, data)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()  # rules and metadata are shared, only the state is copied

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover < 0

    @property
    def legal(self) -> list[int]:
        """The legal decisions, ascending."""
        legal: list[int] = [] if self.over else self._paper[: self._count].tolist()
        return legal

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for the player to move."""
        return not self.over and 0 <= action < self.n_actions and bool(self._mask[action])

    def let_play(self, seats: Mapping[int, Bot]) -> None:
        """Play the bots until a seat without one is to move, or the game is over."""
        while not self.over and self.mover in seats:
            bot = seats[self.mover]
            if isinstance(bot, RandomBot):  # needs no determinization, which would cost more than the action
                self._go(bot.pick(self.legal))
            else:
                play(self.rules, self.state, seats, until=lambda game: game.mover != self.mover)
                self._go(LOOK)

    def decision_of(self, bot: Bot, number: int) -> int:
        """A bot's action for the player to move; `number` seeds the determinization."""
        return int(bot.choose(imagine(self.rules, self.state, self.mover, number)))

    def _need_game(self) -> None:
        if self.state is None:
            raise BadArgument(name="reset", value="", why="reset_first")

    def mask(self, player: int) -> NDArray[np.int8]:
        """The action mask of a player: empty unless to move, END for all players at the end."""
        self._need_game()
        return self._mask.copy() if player == self.mover or self.over else np.zeros(self.n_actions, np.int8)

    def features(self, player: int) -> NDArray[np.int16]:
        """The numeric observation of a player."""
        self._need_game()
        if self._code is None:
            return np.array(self.rules.features(self.state, player), np.int16)
        if player != self.mover:
            seen = np.zeros(self.n_features, np.int16)
            self._code.look_at(self.state, player, seen)
            return seen
        return self._seen.copy()

    def imagine(self, player: int, a: int, b: int) -> "Position":
        """Determinize: a copy in which everything hidden from the player is resampled."""
        other = self.copy()
        self.rules.determinize(other.state, player, self.rules.fast(a, b))
        other._go(LOOK)
        return other

    @property
    def standing(self) -> Outcome:
        """Points, ranks and teams."""
        return self.rules.standing(self.state, self.players)

    def rewards(self) -> list[float]:
        """The players' terminal rewards; zero-sum among several."""
        return self.standing.rewards

    def view(self, player: int | None) -> Any:
        """The player's view as the game's model."""
        self._need_game()
        state = self.game.rules().decode(self.rules.encode(self.state))
        return self.game.files.view.view(state, player)

    def text(self, player: int | None = None) -> str:
        """The board as plain text."""
        from rich.text import Text

        names = tuple(f"P{seat}" for seat in range(self.players))
        table = Table(self.game.messages("en"), names, player, plain=True)
        lines = self.game.files.board.draw(self.view(player), table)
        return "\n".join(Text.from_markup(line).plain for line in lines)

    def image(self, player: int | None = None) -> Any:
        """The board as an RGB array."""
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
        position._go(LOOK)
    return position


def show_progress(done: int, of: int, name: str) -> None:
    """Progress on stderr while a game is compiled for the first time, on a TTY only."""
    if sys.stderr.isatty():
        print(f"\r{done}/{of} {name:<40.40}", end="\n" if done == of else "", file=sys.stderr, flush=True)


def limits(game: Game) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The bounds of every number of an observation, for the spaces."""
    pieces = game.files.observation.LAYOUT
    low = np.concatenate([np.full(piece.length, piece.low, np.int16) for piece in pieces])
    return low, np.concatenate([np.full(piece.length, piece.high, np.int16) for piece in pieces])
