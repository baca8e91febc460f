"""A batch as `gymnasium.vector.VectorEnv`: the learner has one seat of every game, bots have the others.

`gymnasium.make_vec("pithead/CoalBaron-v2", num_envs=256, bots="random")` after `import pithead.adapters.gymnasium`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pithead import bots as levels
from pithead.engine import registry
from pithead.engine.errors import MissingExtra
from pithead.engine.imagined import imagine

from .batch import MOST_SEED, WAIT, BatchEnv
from .checks import BadArgument, actions_of, flags_of, number_above_zero, opponents, whole
from .position import limits

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise MissingExtra(package=missing.name, extra="pettingzoo") from missing

DEALS = 1 << 62
Observations = dict[str, NDArray[Any]]
Step = tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(GymnasiumVectorEnv[Observations, Any, Any]):
    """Steps the learner's actions in many games; bots play in between.

    Random opponents are batched, other bots play one game at a time. An illegal action raises `Illegal` and leaves all
    games unchanged.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        bots: tuple[str, ...] | str = "random",
        seat: int | None = None,
        think: float = 0.02,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        registry.load(game).resolve(options)  # refuses the names of other arguments of a batch, which are set here
        self.batch = BatchEnv(game, players, num_envs, threads=threads, auto_reset="off", **options)
        self.num_envs = self.batch.count
        if render_mode is not None:
            raise BadArgument(name="render_mode", value=repr(render_mode), why="not_one_of", known="None")
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": _mode(autoreset_mode)}
        self._levels = opponents(bots, players)
        self._think = number_above_zero("think", think)
        for name in self._levels:
            levels.from_spec(name, self.batch.game, 0, self._think)  # validate the bot specs now, not in `reset`
        self._fixed = None if seat is None else whole("seat", seat, 0, players - 1)
        self._bots: dict[tuple[int, int], levels.Bot] = {}
        self._own: dict[int, np.random.Generator] = {}
        self.seats = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, np.bool_)
        self.single_action_space = spaces.Discrete(self.batch.n_actions)
        self.single_observation_space: Any = spaces.Dict(
            {
                "observation": spaces.Box(*limits(self.batch.game), dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.batch.n_actions,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Reset all environments, or those of `options["reset_mask"]`.

        A list has a seed for each game, or None: it is then played as the only game of an environment with that seed.
        """
        mask = (options or {}).get("reset_mask")
        where = np.ones(self.num_envs, np.bool_) if mask is None else flags_of("where", mask, self.batch.count)
        if isinstance(seed, (list, tuple)):
            self._deal(where, self._deals(where, seed))
        elif seed is not None:
            super().reset(seed=seed)
            self._own.clear()
            self._deal(where, int(self.np_random.integers(DEALS)))
        else:
            self._deal(where)
        self._let_others_play()
        return self._observations(), {"seat": self.seats.copy()}

    def step(self, actions: ArrayLike) -> Step:
        """Play the learner's actions, then the bots up to the learner's next turns."""
        mode = self.metadata["autoreset_mode"]
        waiting = self._over.copy()
        chosen = np.where(waiting, WAIT, actions_of(actions, self.batch.count))
        shown = self.batch.step(chosen)
        rewards = shown.rewards[np.arange(self.num_envs), self.seats].copy()
        if mode is AutoresetMode.NEXT_STEP and waiting.any():
            self._deal(waiting)
        rewards += self._let_others_play()
        ended = self._over & ~waiting
        infos: dict[str, Any] = {"seat": self.seats.copy()}
        if ended.any():
            infos |= {"points": shown.points[:, : self.batch.players].copy(), "_points": ended.copy()}
        observations = self._observations()
        if mode is AutoresetMode.SAME_STEP and ended.any():
            infos |= {"final_obs": _each(observations, ended), "_final_obs": ended.copy()}
            infos["final_info"] = {name: infos[name] for name in ("points", "_points")}
            infos["_final_info"] = ended.copy()
            self._deal(ended)
            self._let_others_play()
            observations = self._observations()
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The action masks, under the name that stable-baselines3 expects."""
        return self._observations()["action_mask"].astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def _deals(self, where: NDArray[np.bool_], seeds: Sequence[int | None]) -> list[int | None]:
        """The deals of environments with their own seeds; creates their generators, which draw everything else too."""
        if len(seeds) != self.num_envs:
            raise BadArgument(name="seed", value=f"({len(seeds)},)", why="wrong_shape", needed=f"({self.num_envs},)")
        given = {i: whole("seed", seed, 0, MOST_SEED) for i, seed in enumerate(seeds) if seed is not None and where[i]}
        self._own |= {i: np.random.default_rng(seed) for i, seed in given.items()}
        return [int(self._own[i].integers(DEALS)) if i in given else None for i in range(self.num_envs)]

    def _chance(self, i: int) -> np.random.Generator:
        """The random generator of one environment: its own after a reset with a list of seeds, else the shared one."""
        return self._own.get(i, self.np_random)

    def _deal(self, where: NDArray[np.bool_], seed: int | list[int | None] | None = None) -> None:
        """Start new games, each with a seat for the learner and fresh bots."""
        self.batch.reset(seed, where)
        self._over &= ~where
        players = self.batch.players
        drawn = self.np_random.integers(players, size=self.num_envs)
        for at, chance in self._own.items():
            if where[at]:
                drawn[at] = chance.integers(players, size=1)[0]
        self.seats = np.where(where, drawn if self._fixed is None else self._fixed, self.seats)
        for i in np.flatnonzero(where):
            others = [seat for seat in range(players) if seat != self.seats[i]]
            for seat, level in zip(others, self._levels, strict=True):
                if level != "random":
                    begun = int(self._chance(int(i)).integers(1 << 31))
                    self._bots[int(i), seat] = levels.from_spec(level, self.batch.game, begun, self._think)
                else:
                    self._bots.pop((int(i), seat), None)

    def _let_others_play(self) -> NDArray[np.float32]:
        """Play the bots until every game is over or the learner is to move; returns the learner's rewards meanwhile."""
        won = np.zeros(self.num_envs, np.float32)
        rules = self.batch.game.rules("compiled")
        while True:
            movers = self.batch.movers
            self._over = movers < 0
            others = (movers >= 0) & (movers != self.seats)
            if not others.any():
                return won
            actions = self.batch.random_actions(others)
            for i in np.flatnonzero(others):
                bot = self._bots.get((int(i), int(movers[i])))
                if bot is not None:
                    state, deal = (
                        rules.decode(self.batch.state_bytes(int(i))),
                        int(self._chance(int(i)).integers(1 << 31)),
                    )
                    actions[i] = bot.choose(imagine(rules, state, int(movers[i]), deal))
            won += self.batch.step(actions).rewards[np.arange(self.num_envs), self.seats]

    def _observations(self) -> Observations:
        """The learner's observations, in terminal states too, where another seat may have moved last."""
        features, mask = self.batch.shown.features.copy(), self.batch.shown.mask.astype(np.int8)
        for i in np.flatnonzero(self._over):
            features[i] = self.batch.look(int(i), int(self.seats[i]))
        return {"observation": features, "action_mask": mask}


def _each(observations: Observations, where: NDArray[np.bool_]) -> NDArray[np.object_]:
    """Split observations per environment, the form of Gymnasium's `final_obs`."""
    out = np.full(len(where), None, object)
    for i in np.flatnonzero(where):
        out[i] = {name: array[i] for name, array in observations.items()}
    return out


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    """A mode, or its name."""
    try:
        return AutoresetMode(given)
    except ValueError:
        known = ", ".join(mode.value for mode in AutoresetMode)
        raise BadArgument(name="autoreset_mode", value=repr(given), why="not_one_of", known=known) from None
