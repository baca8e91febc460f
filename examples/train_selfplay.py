"""Teach a network to play any of the games: first what Hewer would do, then masked PPO against itself.

Only NumPy and Numba are needed. Every file of weights is a bot, for the arena and at a table:

    python examples/train_selfplay.py coal-baron --minutes 30 --out build/coal-baron.npz
    pithead arena coal-baron --bots policy:build/coal-baron.npz,hewer --games 200
    pithead bot --policy build/coal-baron.npz --table http://127.0.0.1:8000/#HAUER4
"""

import argparse
import json
import os
from pathlib import Path

# Read when NumPy is imported: matrices of this size are multiplied sooner by one thread than shared among several.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pithead
from pithead.bots.policy import Policy
from pithead.lab.selfplay.curve import draw
from pithead.lab.selfplay.training import Training, shares, train


def main() -> None:
    """Train with every seed, keep the last policy of the first one, measure it, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="example", choices=pithead.names())
    parser.add_argument("--players", type=int, help="the fewest by default")
    parser.add_argument("--minutes", type=float, default=0.2, help="of the processor, for each seed")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--hidden", type=int, default=128, help="units of each hidden layer")
    parser.add_argument("--from-nothing", action="store_true", help="self-play alone, without Hewer's games")
    parser.add_argument("--looks", type=int, default=4, help="points of the learning curve")
    parser.add_argument("--games", type=int, default=20, help="games of each measurement on the way")
    parser.add_argument("--final", type=int, default=40, help="games of each measurement at the end")
    parser.add_argument("--against", nargs="+", default=["random", "hewer"], help="bots, as for `pithead arena`")
    parser.add_argument("--out", type=Path, help="where the policy of the first seed is written, after every look")
    parser.add_argument(
        "--curve",
        type=Path,
        help="a JSON file for the curves, written after every look, with those of other games kept",
    )
    parser.add_argument("--picture", type=Path, help="an SVG of all curves in that file")
    given = parser.parse_args()
    game = pithead.load(given.game)
    players = given.players or game.variants[0].players[0]
    curves: dict[str, list[dict[str, object]]] = {}

    def measured(policy: Policy) -> dict[str, float]:
        against = [bot for bot in given.against if ":" not in bot]  # searching takes too long on the way
        found = shares(game, players, policy, against, given.games, "curve")
        return {bot: one["share"] for bot, one in zip(against, found, strict=True)}

    def keep_curves() -> None:
        kept = json.loads(given.curve.read_text("utf-8")) if given.curve.exists() else {}
        kept[given.game] = {"players": players, "games": given.games, "seeds": curves}
        given.curve.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        if given.picture:
            given.picture.write_text(draw(kept), "utf-8")

    last: Policy | None = None
    for seed in given.seeds:
        training = Training(
            game, players, given.minutes * 60, seed, given.hidden, not given.from_nothing, looks=given.looks
        )
        for policy, point in train(training, measured):
            told = "  ".join(f"{bot} {share:.0%}" for bot, share in point.shares.items())
            print(f"seed {seed}  {point.seconds:6.0f} s  {point.decisions:11,d} decisions  {told}", flush=True)
            curves.setdefault(str(seed), []).append(vars(point))
            if given.curve:
                keep_curves()
            if seed == given.seeds[0]:
                last = policy
                if given.out:
                    policy.write(given.out)
    assert last
    for bot, one in zip(
        given.against, shares(game, players, given.out or last, given.against, given.final, "final"), strict=True
    ):
        print(f"against {bot}: {one['share']:.1%} of {given.final} games (95 %: {one['low']:.1%} to {one['high']:.1%})")


if __name__ == "__main__":
    main()
