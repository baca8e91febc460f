"""The games as single-agent Gymnasium environments: one learner against chosen bots.

`gymnasium.make("pithead/CoalBaron-v2", players=3, bots=("hewer", "random"))` after `import pithead.adapters.gymnasium`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import pithead
from pithead import bots as levels
from pithead.engine.errors import MissingExtra

from .checks import decision, number_above_zero, one_of, opponents, whole
from .position import Position, limits

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    raise MissingExtra(package=missing.name, extra="pettingzoo") from missing

Observation = dict[str, NDArray[Any]]


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game against bots; the learner's seat may be drawn at random in every episode.

    An illegal action ends the episode with reward −1 and the reason in `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        bots: tuple[str, ...] | str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        think: float = 0.02,
        **options: Any,
    ) -> None:
        one_of("render_mode", render_mode, self.metadata["render_modes"])
        self._position = Position(game, players, options)
        self._levels = opponents(bots, players)
        self._think = number_above_zero("think", think)
        for name in self._levels:
            levels.from_spec(name, self._position.game, 0, self._think)  # validate the bot specs now, not in `reset`
        self._fixed = None if seat is None else whole("seat", seat, 0, players - 1)
        self.seat = seat or 0
        self.render_mode = render_mode
        self._opponents: dict[int, levels.Bot] = {}
        self.action_space = spaces.Discrete(self._position.n_actions)
        self.observation_space: spaces.Dict[Any] = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(*limits(self._position.game), dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self._position.n_actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and let the bots play up to the learner's first decision."""
        super().reset(seed=seed)
        players = self._position.players
        self.seat = int(self.np_random.integers(players)) if self._fixed is None else self._fixed
        others = [seat for seat in range(players) if seat != self.seat]
        self._opponents = {
            seat: levels.from_spec(level, self._position.game, int(self.np_random.integers(1 << 31)), self._think)
            for seat, level in zip(others, self._levels, strict=True)
        }
        self._position.reset(self.np_random.bytes(32))
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the bots up to the learner's next turn."""
        chosen = decision(action)
        if not self._position.is_legal(chosen):
            text = self._position.game.action_texts[chosen] if 0 <= chosen < self._position.n_actions else str(chosen)
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": text}
        self._position.play(chosen)
        self._let_others_play()
        over = self._position.over
        reward = self._position.rewards()[self.seat] if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def _let_others_play(self) -> None:
        self._position.let_play(self._opponents)

    def _observation(self) -> Observation:
        return {"observation": self._position.features(self.seat), "action_mask": self._position.mask(self.seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The action mask, under the name that stable-baselines3 expects."""
        return self._position.mask(self.seat).astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat}
        if self._position.over:
            info["points"] = self._position.standing.scores
        return info

    def render(self) -> Any:
        """The board from the learner's seat."""
        if self.render_mode == "rgb_array":
            return self._position.image(self.seat)
        return self._position.text(self.seat)


def register_all() -> None:
    """Register every game as `pithead/<Name>-v2`."""
    for name in pithead.names():
        identity = f"pithead/{''.join(part.capitalize() for part in name.split('-'))}-v2"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="pithead.adapters.gymnasium:SoloEnv",
                vector_entry_point="pithead.adapters.vector:VectorEnv",
                kwargs={"game": name, "players": pithead.load(name).variants[0].players[0]},
            )


register_all()
