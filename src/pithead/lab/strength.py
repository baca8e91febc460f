"""Benchmark of the levels' strength: `python -m pithead.lab.strength`, or `make strength`.

Plays three pairings of levels in all four games (two players, three in Kohle & Kolonie) through the arena: every deal
once per rotation of the seats. A pairing is kept if the lower end of the 95 % interval (Wilson) of the stronger bot's
share of the wins is high enough: 90 % for Hewer over random, the even share and 20 points for Foreman over Hewer, more
than the even share for Baron over Foreman. The even share of two bots is one half, with three players too: of the two
games of a deal a bot has two seats in one and one seat in the other, each seat once.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from pithead.engine.registry import load

from .arena import Contest, Report, run
from .measurements import machine

GAMES = {"coal-baron": 2, "mine-out": 2, "mine": 2, "kohle-kolonie": 3}
PAIRINGS = {"hewer,random": 0.9, "foreman,hewer": 0.7, "baron,foreman": 0.5}


def summary(report: Report, wanted: float) -> dict[str, Any]:
    """One row of the table."""
    data = report.data()
    first = data["bots"][0]
    kept = first["low"] > wanted if wanted == data["even"] else first["low"] >= wanted
    return {
        "game": data["game"],
        "pairing": ",".join(bot["name"] for bot in data["bots"]),
        "players": data["players"],
        "think": data["think"],
        "seed": data["seed"],
        "games": data["games"],
        "share": first["share"],
        "low": first["low"],
        "high": first["high"],
        "wanted": wanted,
        "kept": kept,
        "minutes": round(data["seconds"] / 60, 1),
        "points": [bot["points"] for bot in data["bots"]],
        "seconds_per_turn": [bot["seconds_per_turn"] for bot in data["bots"]],
    }


def line(row: dict[str, Any]) -> str:
    """Format a row as text."""
    share, low, high, wanted = (f"{100 * row[name]:.1f} %" for name in ("share", "low", "high", "wanted"))
    mean, longest = ([turn[name] for turn in row["seconds_per_turn"]] for name in ("mean", "max"))
    return (
        f"{row['game']:<14} {row['pairing']:<14} {row['games']:>5} games  {share:>7}  [{low:>7} – {high:>7}]"
        f"  wanted {wanted:<7} {'kept' if row['kept'] else 'MISSED':<7}"
        f" {1000 * mean[0]:.1f} and {1000 * mean[1]:.1f} ms per turn, at most {1000 * longest[0]:.0f}"
        f" and {1000 * longest[1]:.0f}; {row['minutes']} min"
    )


def main() -> int:
    """Run the benchmark; exit code 1 if a pairing misses its bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games per pairing")
    parser.add_argument("--think", type=float, default=0.02, help="scales the time of all bots")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", default="strength", help="of the deals")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game (again for several)")
    parser.add_argument("--pairing", action="append", choices=PAIRINGS, help="only this pairing (again for several)")
    parser.add_argument("--json", type=Path, help="write the table here, after every deal")
    chosen = parser.parse_args()
    result: dict[str, Any] = {"machine": machine(), "started": time.strftime("%H:%M"), "rows": []}
    for pairing in chosen.pairing or PAIRINGS:
        for game in chosen.game or GAMES:
            title = load(game)
            contest = Contest(
                title.id, tuple(pairing.split(",")), GAMES[game], chosen.games, seed=chosen.seed, think=chosen.think
            )
            rows: list[dict[str, Any]] = result["rows"]
            rows.append({})

            def note(report: Report, rows: list[dict[str, Any]] = rows, wanted: float = PAIRINGS[pairing]) -> None:
                rows[-1] = summary(report, wanted)
                if chosen.json:
                    chosen.json.write_text(json.dumps(result, indent=1), "utf-8")

            report = run(contest, chosen.jobs, after_deal=note)
            if not report.played:
                rows.pop()
                return 130
            print(line(rows[-1]), flush=True)
            if report.interrupted:
                return 130
    return 0 if all(row["kept"] for row in result["rows"]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
