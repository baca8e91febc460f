"""The games as OpenSpiel Python games: `pyspiel.load_game("pithead_coal_baron(players=3)")`.

Importing this module registers them. Chance is explicit: one node at the root draws the deal, everything else follows
from it and the decisions; OpenSpiel deserializes by replaying the history. Its own C++ search bots crash on Python
games (2.0.2, its own included): use its Python bots.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import pithead
from pithead import bots as levels
from pithead.engine.errors import MissingExtra
from pithead.engine.game import Game

from .checks import number_above_zero, whole
from .position import Position

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingExtra(package="open_spiel", extra="openspiel") from missing

DEALS = 4096  # default number of outcomes of the chance node


def _short_name(game: str) -> str:
    return f"pithead_{game.replace('-', '_')}"


def load(name: str, players: int, **options: Any) -> Any:
    """A game of that many players: `pyspiel.load_game` with its name and parameters."""
    return pyspiel.load_game(_short_name(name), {"players": players, **options})


def _game_type(name: str, players: int | None = None) -> Any:
    game = pithead.load(name)
    parameters: dict[str, Any] = {"players": game.variants[0].players[0], "edition": "", "deals": DEALS}
    for option in game.options:
        value = option.default
        parameters[option.name] = value if isinstance(value, (bool, int)) else str(value)
    return pyspiel.GameType(
        short_name=_short_name(name),
        long_name=game.messages("en").text("game.title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_utility(game, players),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # an information state has no fixed length
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


def _utility(game: Game, players: int | None) -> Any:
    """Zero-sum, unless somebody plays alone against an automaton, or may do so in a game not yet set up."""
    alone = 1 in game.players if players is None else players == 1
    return pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM


class MiningGame(pyspiel.Game):  # type: ignore[misc]
    """One title with a number of players and options."""

    title: str
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        game = pithead.load(self.title, given.get("edition") or None)
        self.players = int(given.get("players", game.variants[0].players[0]))
        self.deals = whole("deals", given.get("deals", DEALS), 1, 1 << 20)
        options = {name: value for name, value in given.items() if name not in ("players", "edition", "deals")}
        self.start = Position(game, self.players, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.n_actions,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.players == 1 else 0.0,
            max_game_length=game.files.state.MAX_DECISIONS,
        )
        super().__init__(_game_type(self.title, self.players), info, given)

    def __reduce__(self) -> Any:
        # OpenSpiel's own way makes the game without calling `__init__`.
        return pyspiel.load_game, (_short_name(self.title), self.get_parameters())

    def new_initial_state(self) -> "MiningState":
        """The state before the deal."""
        return MiningState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """The observer for tensors and strings."""
        return Observer(self.start, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """Only the deal."""
        return 1


@dataclass(frozen=True, slots=True)
class Past:
    """A checkpoint for information states: a position, each player's digest there, and the length of the history."""

    position: Position
    memories: tuple[bytes, ...]
    length: int

    def __deepcopy__(self, memo: Any) -> "Past":
        return self  # immutable, so shared by all copies of a state


class MiningState(pyspiel.State):  # type: ignore[misc]
    """A running game.

    The information state has perfect recall: what the player sees now, and all that it saw and did before. It is
    computed from the history on demand, so that stepping pays nothing for it.
    """

    def __init__(self, game: MiningGame) -> None:
        super().__init__(game)
        self.position = game.start.copy()
        self.deals = game.deals
        self.past: Past | None = None  # before the deal there is none

    def current_player(self) -> int:
        """The mover, chance before the deal, or the end."""
        if self.past is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self.position.mover

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.mover else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is equally likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.past is None:
            self.position.reset(action)
            self.past = Past(self.position.copy(), (b"",) * self.position.players, 1)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        texts = self.position.game.action_texts
        return texts[action] if 0 <= action < len(texts) else str(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.past is not None and self.position.over

    def returns(self) -> list[float]:
        """Terminal utilities; zero before the end."""
        return self.position.rewards() if self.is_terminal() else [0.0] * self.position.players

    def __str__(self) -> str:
        texts = self.position.game.action_texts
        return " ; ".join(texts[action] for action in self.history()[1:]) if self.past else "before the deal"

    def observed(self, player: int | None, perfect_recall: bool) -> str:
        """A player's observation, with the digest of its memory under perfect recall."""
        if self.past is None:
            return ""
        view = self.position.view(player).model_dump_json()
        return f"{self.memory(player).hex()} {view}" if perfect_recall and player is not None else view

    def memory(self, player: int) -> bytes:
        """A hash of all earlier observations and actions of a player."""
        if self.past is None:
            return b""
        position, memory = self.past.position.copy(), self.past.memories[player]
        for action in self.history()[self.past.length :]:
            own = action.to_bytes(4, "little") if position.mover == player else b""
            memory = hashlib.blake2b(memory + position.features(player).tobytes() + own, digest_size=16).digest()
            position.play(action)
        return memory

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "MiningState":
        """Resample a state consistent with the player's information state."""
        other: MiningState = self.clone()
        if self.past is None:
            return other  # nothing is dealt: everybody knows all there is
        other.position = self.position.imagine(player, int(sampler() * (1 << 32)), int(sampler() * (1 << 32)))
        memories = [b""] * self.position.players  # the others' digests would leak their hidden information
        memories[player] = self.memory(player)
        other.past = Past(other.position.copy(), tuple(memories), len(self.history()))
        return other


class Observer:
    """OpenSpiel's observer interface over `features` and views."""

    def __init__(self, position: Position, kind: Any) -> None:
        self._recall = bool(kind.perfect_recall)
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        # Public observations exist as a string only (a spectator's view); the tensor is a seat's.
        self.tensor = None if self._public else np.zeros(position.n_features, np.float32)
        self.dict = {} if self.tensor is None else {"features": self.tensor}

    def set_from(self, state: MiningState, player: int) -> None:
        """Fill the tensor with a player's features."""
        if self.tensor is not None:
            self.tensor[:] = state.position.features(player) if state.past else 0

    def string_from(self, state: MiningState, player: int) -> str:
        """A player's view as text, or a spectator's for public observations."""
        return state.observed(None if self._public else player, self._recall and not self._public)


class LevelBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of the table as a bot of OpenSpiel: `LevelBot("foreman:simulations=100", game, seed=1)`.

    It receives a determinization for its seat, never the true state.
    """

    def __init__(self, level: str, game: MiningGame, seed: int = 0, think: float = 0.02) -> None:
        super().__init__()
        self._level, self._game, self._seed, self._think = (
            level,
            game.start.game,
            seed,
            number_above_zero("think", think),
        )
        self.restart()

    def restart(self) -> None:
        """Begin a new game."""
        self._bot = levels.from_spec(self._level, self._game, self._seed, self._think)
        self._seed += 1

    def restart_at(self, state: MiningState) -> None:
        """Begin at a position; the bot keeps no memory beyond the state."""
        self.restart()

    def step(self, state: MiningState) -> int:
        """The decision of the player to move."""
        return state.position.decision_of(self._bot, state.move_number())


def register_all() -> None:
    """Register every game as `pithead_<name>`."""
    known = set(pyspiel.registered_names())
    for name in pithead.names():
        if _short_name(name) not in known:
            kind = _game_type(name)
            pyspiel.register_game(
                kind, type(f"{_short_name(name)}_game", (MiningGame,), {"title": name, "game_type": kind})
            )


register_all()
