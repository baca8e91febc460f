"""One AEC environment for every game."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from pithead import bots as levels
from pithead.adapters.checks import BadArgument, bots_by_seat, decision, number_above_zero, one_of
from pithead.adapters.position import Position, limits
from pithead.engine.errors import GameOver, Illegal

RENDER_MODES = ["ansi", "human", "rgb_array"]


class RawEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The environment without PettingZoo's wrappers against misuse."""

    def __init__(
        self,
        game: str,
        version: int,
        players: int,
        render_mode: str | None = None,
        bots: Mapping[int, str] | None = None,
        think: float = 0.02,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": RENDER_MODES,
            "name": f"{game.replace('-', '_')}_v{version}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self._position = Position(game, players, options)
        self._levels = bots_by_seat(bots, players)
        self._think = number_above_zero("think", think)
        self._bots = self._new_bots(np.random.default_rng(0))  # validate the bot specs now, not in `reset`
        learners = [seat for seat in range(players) if seat not in self._levels]
        if not learners:
            raise BadArgument(name="bots", value=len(self._levels), why="seat_left")
        self._seats = {f"player_{seat}": seat for seat in learners}
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents = list(self._seats)
        low, high = limits(self._position.game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (self._position.n_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._position.n_actions) for agent in self.possible_agents}
        many = len(self.possible_agents)
        self.state_space = spaces.Box(np.tile(low, many), np.tile(high, many), dtype=np.int16)
        self._chance = np.random.default_rng()

    def _new_bots(self, chance: np.random.Generator) -> dict[int, levels.Bot]:
        return {
            seat: levels.from_spec(level, self._position.game, int(chance.integers(1 << 31)), self._think)
            for seat, level in self._levels.items()
        }

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed is the same game."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._position.reset(self._chance.bytes(32))
        if self._levels:
            self._bots = self._new_bots(self._chance)
            self._position.let_play(self._bots)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agents[self._position.mover]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees; nothing is legal for whoever is not to move, and END for all at the end."""
        seat = self._seats[agent]
        return {"observation": self._position.features(seat), "action_mask": self._position.mask(seat)}

    def state(self) -> NDArray[np.int16]:
        """What all agents see, one after another: the global state that central critics are given."""
        return np.concatenate([self._position.features(seat) for seat in self._agents])

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the selected agent, as stable-baselines3 asks for it."""
        return self._position.mask(self._seats[self.agent_selection]).astype(np.bool_)

    def step(self, action: int | None) -> None:
        """Play the selected agent's decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._position.play(int(action))
        if self._levels:
            self._position.let_play(self._bots)
        if self._position.over:
            rewards = self._position.rewards()
            for other in self.agents:
                self.rewards[other] = rewards[self._seats[other]]
                self.terminations[other] = True
                self.infos[other] = {"points": self._position.standing.scores[self._seats[other]]}
        else:
            self.agent_selection = self._agents[self._position.mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board from the mover's seat, as text or as an image."""
        seat = None if self._position.over else self._position.mover
        if self.render_mode == "rgb_array":
            return self._position.image(seat)
        text = self._position.text(seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing to release."""


class GuardedEnv(RawEnv):
    """The environment with the guards of PettingZoo's wrappers, at a fifth of their cost: illegal decisions lose."""

    def last(self, observe: bool = True) -> Any:
        """What the selected agent sees, its reward, and whether it is done."""
        self._need_game("last")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they are to move."""
        self._need_game("agent_iter")
        return super().agent_iter(max_iter)

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the selected agent, as stable-baselines3 asks for it."""
        self._need_game("action_masks")
        return super().action_masks()

    def _need_game(self, name: str) -> None:
        if not hasattr(self, "agent_selection"):
            raise BadArgument(name=name, value="", why="reset_first")

    def step(self, action: int | None) -> None:
        """Play the selected agent's decision; with an illegal one the game ends and the agent alone loses."""
        self._need_game("step")
        if not self.agents:
            warnings.warn(str(GameOver()), stacklevel=2)
            return
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        chosen = None if action is None else decision(action)
        if dead or (chosen is not None and self._position.is_legal(chosen)):
            super().step(chosen)
            return
        texts = self._position.game.action_texts
        text = texts[chosen] if chosen is not None and 0 <= chosen < len(texts) else str(chosen)
        warnings.warn(str(Illegal(action=text, why=f"({agent})")), stacklevel=2)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards[agent] = -1.0
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
