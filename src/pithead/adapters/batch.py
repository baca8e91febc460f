"""`BatchEnv`: N games in one NumPy call on the compiled backend."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pithead.engine import registry
from pithead.engine.errors import Illegal
from pithead.kit.cache import Progress

from . import STEPPING
from .checks import BadArgument, actions_of, flags_of, kind_of, read_only, room_of, whole
from .crew import Crew

MOST_GAMES = 1 << 22
MOST_THREADS = 256
LEAST_SEED, MOST_SEED = -(1 << 63), (1 << 63) - 1
ALONE = 512  # minimum games per thread: with fewer, waking a second thread may take longer than the work
WAIT = -1  # the no-op action
OUT = ("features", "mask")  # outputs that can be written to the caller's arrays
SEAL = 8  # bytes of a state's checksum

AutoReset = Literal["same_step", "next_step", "off"]
MODES: tuple[AutoReset, ...] = ("off", "next_step", "same_step")  # in the order of `stepping`


class Batch(NamedTuple):
    """The result of a step for N games: read-only views of buffers that the next step overwrites.

    `rewards`, `points` and `ranks` belong to the game that has just ended where `done` is set.
    """

    features: NDArray[np.int16]
    mask: NDArray[np.uint8]
    movers: NDArray[np.int64]
    rewards: NDArray[np.float32]
    points: NDArray[np.int64]
    ranks: NDArray[np.int64]
    done: NDArray[np.uint8]
    skipped: NDArray[np.int64]


class BatchEnv:
    """A batch environment: steps many games of one title at once, each with its own deal.

    `auto_reset` is the reset mode of finished games. `skip_forced` plays forced actions, those that are the only
    legal one. `bits` packs the mask, eight actions to a byte, least significant bit first. `out` passes arrays for
    `features` and `mask` to write to without a copy.
    """

    def __init__(
        self,
        game: str,
        players: int,
        count: int,
        seed: int = 0,
        threads: int = 1,
        auto_reset: AutoReset = "same_step",
        skip_forced: bool = False,
        bits: bool = False,
        out: Mapping[str, NDArray[Any]] | None = None,
        material: str | Path | None = None,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        self.game = registry.load(game, material)
        self.players = whole("players", players, 1, 1000)
        self.count = whole("count", count, 1, MOST_GAMES)
        self.threads = whole("threads", threads, 1, MOST_THREADS)
        if auto_reset not in MODES:
            raise BadArgument(name="auto_reset", value=auto_reset, why="not_one_of", known=", ".join(MODES))
        arrays: Any = {} if out is None else out
        if not isinstance(arrays, Mapping) or not set(arrays) <= set(OUT):
            names = ", ".join(map(repr, arrays)) if isinstance(arrays, Mapping) else kind_of(arrays)
            raise BadArgument(name="out", value=names, why="not_one_of", known=", ".join(OUT))
        self.auto_reset, self.skip_forced, self.bits = auto_reset, bool(skip_forced), bool(bits)
        self.options = self.game.resolve(options)
        self.game.check_setup(self.players, self.options)
        self.game.warm(progress, STEPPING)
        instance = self.game.instance("compiled")
        self._code = instance.specialise(STEPPING)
        max_players, self.n_actions, self.n_features, max_legal = self._code.SHAPES
        self._states = np.zeros(self.count, instance.module("state").State)
        self._fasts = np.zeros(self.count, instance.kit_name("Fast"))
        self._keys = np.zeros((self.count, 8), np.int64)
        self._numbers = np.array(self.game.numbers(self.options) or [0], np.int64)
        self._legal = np.zeros((self.count, -(-max_legal // self._code.LANES) * self._code.LANES), np.int16)
        self._counts = np.zeros(self.count, np.int64)
        self._actions = np.zeros(self.count, np.int64)
        width = (self.n_actions + 7) // 8 if self.bits else self.n_actions
        self._batch = Batch(
            room_of(out, "features", (self.count, self.n_features), np.int16),
            room_of(out, "mask", (self.count, width), np.uint8),
            np.full(self.count, -1, np.int64),
            np.zeros((self.count, self.players), np.float32),
            np.zeros((self.count, max_players), np.int64),
            np.zeros((self.count, max_players), np.int64),
            np.zeros(self.count, np.uint8),
            np.zeros(self.count, np.int64),
        )
        self._tables = self._room_for_steps()
        self._paper = np.zeros(max_legal, np.int64)
        self._shown = Batch(*(read_only(getattr(self._batch, name)) for name in Batch._fields))
        self._left_out = False  # whether the last random actions were not for every game
        self._dealt = False
        self._crew = self._hired()
        self._seed(whole("seed", seed, LEAST_SEED, MOST_SEED))

    def _hired(self) -> Crew:
        """The thread pool, with the games split into ranges."""
        parts = max(1, min(self.threads, self.count // ALONE))
        stops = [self.count * part // parts for part in range(1, parts + 1)]
        return Crew(self._code, self._tables, stops, len(self._paper))

    # -- playing ------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int | None] | None = None, where: ArrayLike | None = None) -> Batch:
        """Reset all environments, or those of the mask; a seed restarts the sequence of deals.

        A list has a seed per environment, or None: an environment with its own seed is dealt the first game of a batch
        of one with that seed.
        """
        if isinstance(seed, (list, tuple)):
            self._seed_each(seed)
        elif seed is not None:
            self._seed(whole("seed", seed, LEAST_SEED, MOST_SEED))
        self._actions[:] = (
            self._code.DEAL if where is None else np.where(flags_of("where", where, self.count), self._code.DEAL, WAIT)
        )
        self._crew.run(self._code.STEP)
        self._dealt = True
        return self._shown

    def step(self, actions: ArrayLike) -> Batch:
        """Step every game by one action (−1: no-op). Atomic: if any action is illegal, none is played."""
        self._need_games()
        self._take(actions)
        self._crew.run(self._code.PLAY)
        if self._crew.found_illegal:
            at = self._code.first_illegal(self._tables, 0, self.count)
            action = int(self._actions[at])
            text = self.game.action_texts[action] if 0 <= action < self.n_actions else str(action)
            raise Illegal(action=text, why=f"[{at}]")
        return self._shown

    def _room_for_steps(self) -> Any:
        """Allocate all arrays of a step."""
        b = self._batch
        return self._code.Tables(
            states=self._states,
            fasts=self._fasts,
            keys=self._keys,
            options=self._numbers,
            actions=self._actions,
            legal=self._legal,
            counts=self._counts,
            mask=b.mask,
            seen=b.features,
            movers=b.movers,
            points=b.points,
            ranks=b.ranks,
            rewards=b.rewards,
            done=b.done,
            skipped=b.skipped,
            seats=np.zeros((0, self.players, self.n_features), np.int16),
            wanted=np.ones(self.count, np.uint8),
            chosen=np.zeros(self.count, np.int64),
            ways=np.array([self.players, self.bits, self.skip_forced, MODES.index(self.auto_reset)], np.int64),
        )

    def random_actions(self, where: ArrayLike | None = None) -> NDArray[np.int64]:
        """Sample a random legal action for every game, or for those of the mask; −1 elsewhere."""
        self._need_games()
        if where is not None or self._left_out:
            self._tables.wanted[:] = 1 if where is None else flags_of("where", where, self.count)
            self._left_out = where is not None
        self._crew.run(self._code.CHOOSE)
        chosen: NDArray[np.int64] = self._tables.chosen.copy()
        return chosen

    @property
    def shown(self) -> Batch:
        """The result of the last step."""
        return self._shown

    @property
    def movers(self) -> NDArray[np.int64]:
        """The player to move in every game; −1 where it is over."""
        return self._shown.movers

    def look(self, i: int, seat: int) -> NDArray[np.int16]:
        """The current observation of one player of one game."""
        self._need_games()
        at = whole("i", i, 0, self.count - 1)
        seen = np.zeros(self.n_features, np.int16)
        self._code.look_at(self._states[at : at + 1], whole("seat", seat, 0, self.players - 1), seen)
        return seen

    def every_seat(self) -> NDArray[np.int16]:
        """The current observations of all players: games × players × features, in seat order."""
        self._need_games()
        if len(self._tables.seats) == 0:
            self._crew.close()
            self._tables = self._tables._replace(seats=np.zeros((self.count, *self._tables.seats.shape[1:]), np.int16))
            self._crew = self._hired()
        self._crew.run(self._code.SEATS)
        shown: NDArray[np.int16] = read_only(self._tables.seats)
        return shown

    # -- states -------------------------------------------------------------------------------------------------

    def state_bytes(self, i: int) -> bytes:
        """The state of one game, for `rules.decode`."""
        at = whole("i", i, 0, self.count - 1)
        return bytes(self._states[at : at + 1].tobytes())

    def get_state(self, i: int) -> bytes:
        """The state of one game with a checksum, for `set_state`."""
        self._need_games()
        data = self.state_bytes(i)
        return data + self._checksum(data)

    def set_state(self, i: int, state: Any) -> None:
        """Restore a state from `get_state` of any environment of the same game."""
        at = whole("i", i, 0, self.count - 1)
        self._need_games()
        size = self._states.itemsize
        known = isinstance(state, bytes) and len(state) == size + SEAL and self._checksum(state[:size]) == state[size:]
        if not known:
            raise BadArgument(name="state", value=type(state).__name__, why="not_a_state")
        self._states[at : at + 1] = np.frombuffer(state[:size], self._states.dtype)
        self._actions[at] = self._code.LOOK
        self._code.step_range(self._tables, at, at + 1, self._paper)

    def _checksum(self, data: bytes) -> bytes:
        """A checksum, because compiled rules do no bounds checks: corrupt bytes could access memory out of bounds."""
        kind = f"{self.game.id} {self.game.material.fingerprint} {self.players} {self._numbers.tolist()}".encode()
        return hashlib.blake2b(data, digest_size=SEAL, person=hashlib.blake2b(kind, digest_size=16).digest()).digest()

    # -- checking -----------------------------------------------------------------------------------------------

    def _need_games(self) -> None:
        if not self._dealt:
            raise BadArgument(name="step", value="", why="reset_first")

    def _take(self, actions: ArrayLike) -> None:
        self._actions[:] = actions_of(actions, self.count)

    def _seed(self, seed: int) -> None:
        self._code.seed_range(self._fasts, 0, self.count, seed)

    def _seed_each(self, seeds: Sequence[int | None]) -> None:
        if len(seeds) != self.count:
            raise BadArgument(name="seed", value=f"({len(seeds)},)", why="wrong_shape", needed=f"({self.count},)")
        given = {i: whole("seed", seed, LEAST_SEED, MOST_SEED) for i, seed in enumerate(seeds) if seed is not None}
        for i, seed in given.items():
            self._code.seed_range(self._fasts[i : i + 1], 0, 1, seed)

    # -- copies -------------------------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        edition = None if self.game.material.builtin else self.game.material.path
        made = {
            "game": self.game.id,
            "players": self.players,
            "count": self.count,
            "threads": self.threads,
            "auto_reset": self.auto_reset,
            "skip_forced": self.skip_forced,
            "bits": self.bits,
            "material": edition,
            **self.options,
        }
        arrays = (self._states.tobytes(), self._fasts.tobytes(), self._keys, self._legal, self._counts)
        return _restored, (made, self._dealt, arrays, tuple(self._batch))

    def close(self) -> None:
        """End the threads."""
        self._crew.close()


def _restored(made: dict[str, Any], dealt: bool, arrays: tuple[Any, ...], batch: tuple[Any, ...]) -> BatchEnv:
    env = BatchEnv(**made)
    env._dealt = dealt
    states, fasts, keys, legal, counts = arrays
    env._states[:] = np.frombuffer(states, env._states.dtype)
    env._fasts[:] = np.frombuffer(fasts, env._fasts.dtype)
    own: tuple[Any, ...] = (env._keys, env._legal, env._counts, *env._batch)
    for array, kept in zip(own, (keys, legal, counts, *batch), strict=True):
        array[:] = kept
    return env
