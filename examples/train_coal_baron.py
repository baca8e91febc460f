"""Teach a network to beat random players at Coal Baron in a few minutes of CPU time.

Masked proximal policy gradient on `pithead.BatchEnv`: the learner has one seat of every game, a random player the
other; the only reward is the result. Run it with `pip install pithead[train]`:

    python examples/train_coal_baron.py --minutes 3 --picture learning-curve.svg
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from pithead import BatchEnv

GAME, PLAYERS = "coal-baron", 2
GAMES = 256  # side by side
STEPS = 64  # decisions of the learner per update
DISCOUNT, TRACE = 0.998, 0.97
CLIP, ENTROPY = 0.2, 0.01


class Policy(nn.Module):
    """Features in; a logit per decision and an estimate of the result out."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.choice = nn.Linear(256, actions)
        self.value = nn.Linear(256, 1)
        nn.init.zeros_(self.choice.weight)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the legal decisions, and the value."""
        inside = self.body(seen)
        logits = self.choice(inside).masked_fill(mask == 0, -1e9)
        return logits.log_softmax(-1), self.value(inside).squeeze(-1)


def squash(features: np.ndarray) -> torch.Tensor:
    """Counts of any size to a few units."""
    return torch.from_numpy(np.sign(features) * np.log1p(np.abs(features)))


class Table:
    """Many games in which the learner has one seat; the random player's decisions pass unseen."""

    def __init__(self, count: int, seed: int) -> None:
        self.env = BatchEnv(GAME, PLAYERS, count, seed=seed)
        self.seats = np.arange(count) % PLAYERS
        self.batch = self.env.reset()
        self.wins: list[float] = []

    def step(self, chosen: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Play the learner's decisions, then all others until the learner is to move in every game.

        Returns per game the reward earned on the way and whether a game ended.
        """
        rewards = np.zeros(len(self.seats), np.float32)
        ended = np.zeros(len(self.seats), bool)
        waiting = np.ones(len(self.seats), bool) if chosen is not None else np.zeros(len(self.seats), bool)
        while True:
            theirs = self.batch.movers != self.seats
            act = theirs | waiting
            if not act.any():
                return rewards, ended
            actions = self.env.random_actions()
            if chosen is not None:
                actions = np.where(waiting, chosen, actions)
            actions[~act] = -1  # these games wait for the others
            self.batch = self.env.step(actions)
            done = (self.batch.done == 1) & act
            if done.any():
                for i in np.flatnonzero(done):
                    result = float(self.batch.rewards[i][self.seats[i]])
                    rewards[i] += result
                    ended[i] = True
                    self.wins.append((result + 1) / 2)
            waiting[:] = False


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


@torch.no_grad()
def evaluate(policy: Policy, games: int, seed: int) -> float:
    """The learner's share of wins over a number of fresh games, half of them in each seat."""
    table = Table(min(games, 200), seed)
    table.step()
    while len(table.wins) < games:
        logs, _ = policy(squash(table.batch.features), torch.from_numpy(table.batch.mask.copy()))
        table.step(torch.distributions.Categorical(logits=logs).sample().numpy())
    return float(np.mean(table.wins[:games]))


def train(minutes: float, seed: int) -> tuple[Policy, list[tuple[float, int, float]]]:
    """Learn until the time is up; returns the policy and the curve (seconds, decisions, share of wins)."""
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    table = Table(GAMES, seed)
    policy = Policy(table.env.n_features, table.env.n_actions)
    optimiser = torch.optim.Adam(policy.parameters(), lr=5e-4, eps=1e-5)
    table.step()
    curve: list[tuple[float, int, float]] = []
    began = time.perf_counter()
    decisions = 0
    while (spent := time.perf_counter() - began) < minutes * 60:
        seen, masks, chosen, logs, values, rewards, ends = [], [], [], [], [], [], []
        for _ in range(STEPS):
            features, mask = squash(table.batch.features), torch.from_numpy(table.batch.mask.copy())
            with torch.no_grad():
                log, value = policy(features, mask)
                action = torch.distributions.Categorical(logits=log).sample()
            reward, ended = table.step(action.numpy())
            seen.append(features)
            masks.append(mask)
            chosen.append(action)
            logs.append(log.gather(1, action[:, None]).squeeze(1))
            values.append(value)
            rewards.append(torch.from_numpy(reward))
            ends.append(torch.from_numpy(ended.astype(np.float32)))
        decisions += GAMES * STEPS
        with torch.no_grad():
            _, last = policy(squash(table.batch.features), torch.from_numpy(table.batch.mask.copy()))
        update(policy, optimiser, (seen, masks, chosen, logs, values, rewards, ends, last))
        if len(table.wins) >= 200:
            curve.append((spent, decisions, float(np.mean(table.wins))))
            print(f"{spent:6.0f} s  {decisions:9,d} decisions  {curve[-1][2]:.3f} of the games won", flush=True)
            table.wins.clear()
    return policy, curve


def update(policy: Policy, optimiser: torch.optim.Optimizer, rollout: tuple) -> None:  # type: ignore[type-arg]
    """A few passes of clipped policy gradient over what was just played."""
    seen, masks, chosen, logs, values, rewards, ends, last = rollout
    advantage = torch.zeros_like(last)
    advantages = []
    for t in reversed(range(STEPS)):
        going = 1.0 - ends[t]
        following = values[t + 1] if t + 1 < STEPS else last
        surprise = rewards[t] + DISCOUNT * following * going - values[t]
        advantage = surprise + DISCOUNT * TRACE * going * advantage
        advantages.append(advantage)
    gain = torch.cat(advantages[::-1])
    flat = [torch.cat(part) for part in (seen, masks, chosen, logs, values)]
    targets = gain + flat[4]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(2):
        for pick in torch.randperm(len(gain)).split(2048):
            log, value = policy(flat[0][pick], flat[1][pick])
            now = log.gather(1, flat[2][pick][:, None]).squeeze(1)
            ratio = (now - flat[3][pick]).exp()
            clipped = torch.min(ratio * gain[pick], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[pick])
            entropy = -(log.exp() * log.clamp(min=-30)).sum(-1)
            loss = -clipped.mean() + 0.5 * (value - targets[pick]).square().mean() - ENTROPY * entropy.mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def draw(curve: list[tuple[float, int, float]], path: Path) -> None:
    """The learning curve as a small SVG."""
    width, height, left, base = 640, 320, 50, 280
    longest = max(point[0] for point in curve)
    places = [(left + point[0] / longest * (width - left - 20), base - point[2] * (base - 20)) for point in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    grid = ""
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = base - share * (base - 20)
        grid += f'<path d="M{left} {y}H{width - 20}" stroke="#cabda3"/><text x="8" y="{y + 4}">{share:.0%}</text>'
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
        f'<rect width="100%" height="100%" fill="#f4efe4"/>{grid}'
        f'<polyline points="{line}" fill="none" stroke="#2a5f8a" stroke-width="2"/>'
        f'<text x="{left}" y="{height - 12}">Share of games won against a random player over {longest:.0f} s '
        f"({curve[-1][1]:,d} decisions)</text></svg>\n",
        "utf-8",
    )


def main() -> None:
    """Train, evaluate, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    policy, curve = train(given.minutes, given.seed)
    share = evaluate(policy, given.games, given.seed + 1000)
    low, high = wilson(share * given.games, given.games)
    if given.picture and curve:
        draw(curve, given.picture)
    if given.json:
        print(json.dumps({"games": given.games, "share": share, "low": low, "high": high, "curve": curve}))
    else:
        print(f"{share:.1%} of {given.games} games won against random (95 %: {low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
