"""Benchmarks a level against scripted planners: `python -m pithead.lab.gauge`.

Scripted plans (`planners.py` of a game) are baselines that self-play alone lacks. With more than two players one
seat has the level and the others one planner each, with two there is a row for every planner; every deal is played once
per rotation of the seats. Alone the level plays against the dummy. The even share is one win in so many players; a row
is ahead if the lower end of the 95 % interval (Wilson) is above that.
"""

import argparse
import json
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from pithead.bots.planner import planners
from pithead.engine.registry import load

from .arena import Contest, Report, run
from .measurements import machine

GAMES = {"coal-baron": (2, 4), "mine-out": (2, 4), "mine": (1, 2, 4), "kohle-kolonie": (3, 5)}


def tables(game: str, level: str, players: int) -> list[tuple[str, ...]]:
    """The bots of every row: the level first."""
    plans = list(planners(load(game)))
    if players == 1:
        return [(level,)]
    if players == 2:
        return [(level, plan) for plan in plans]
    return [(level, *islice(cycle(plans), players - 1))]


def options(players: int) -> dict[str, Any]:
    """The table options: solo games need the dummy as opponent."""
    return {"dummy": True} if players == 1 else {}


def row(report: Report) -> dict[str, Any]:
    """One row of the table."""
    data = report.data()
    first = data["bots"][0]
    return {
        "game": data["game"],
        "players": data["players"],
        "bots": [bot["name"] for bot in data["bots"]],
        "games": data["games"],
        **{name: first[name] for name in ("share", "low", "high")},
        "even": data["even"],
        "ahead": first["low"] > data["even"],
        "points": [bot["points"] for bot in data["bots"]],
    }


def line(found: dict[str, Any]) -> str:
    """Format a row as text."""
    share, low, high, even = (f"{100 * found[name]:.1f} %" for name in ("share", "low", "high", "even"))
    others = ", ".join(found["bots"][1:]) or "the dummy"
    return (
        f"{found['game']:<14} {found['players']} players  {found['bots'][0]} against {others}: "
        f"{share} of {found['games']} games [{low} – {high}], even {even}: {'ahead' if found['ahead'] else 'not ahead'}"
        f"; points {' : '.join(map(str, found['points']))}"
    )


def main() -> int:
    """Run the benchmark; exit code 1 if the level is not ahead in a row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="baron", help="or any description of a bot, as for pithead arena")
    parser.add_argument("--games", type=int, default=60, help="games per row")
    parser.add_argument("--think", type=float, default=0.02, help="scales the time of the level")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", default="gauge", help="of the deals")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game (again for several)")
    parser.add_argument("--players", action="append", type=int, help="only this number (again for several)")
    parser.add_argument("--json", type=Path, help="write the table here")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for game in chosen.game or GAMES:
        for players in chosen.players or GAMES[game]:
            for bots in tables(game, chosen.level, players):
                contest = Contest(
                    game, bots, players, chosen.games, options(players), seed=chosen.seed, think=chosen.think
                )
                report = run(contest, chosen.jobs)
                if not report.played:
                    return 130
                rows.append(row(report))
                print(line(rows[-1]), flush=True)
                if chosen.json:
                    chosen.json.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1), "utf-8")
                if report.interrupted:
                    return 130
    return 0 if all(one["ahead"] for one in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
