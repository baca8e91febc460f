"""Fill `docs/leaderboard.md`: how bots and trained policies do against the four gauges of every game.

    .venv/bin/python scripts/leaderboard.py coal-baron --entrants policy:examples/policies/coal-baron.npz --games 200
    .venv/bin/python scripts/leaderboard.py                write the page anew from what was measured before

Every figure is kept in `docs/leaderboard.json` with its date, and replaced when it is measured again.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import pithead
from pithead.lab.arena import Contest, run

DOCS = Path(__file__).resolve().parent.parent / "docs"
KEPT, PAGE = DOCS / "leaderboard.json", DOCS / "leaderboard.md"
GAUGES = ("random", "hewer", "foreman:simulations=100", "foreman:simulations=1000")
HEAD = """# Leaderboard

How trained policies and the bots of the table do against four gauges: the share of games that an entrant won with the
gauge on all other seats, with its 95 % interval (Wilson) and the number of games; deals are the same for all, and every
seat is played equally often. An entrant as good as its gauge wins half of the games with two players and a third with
three. The page is written by

```
.venv/bin/python scripts/leaderboard.py GAME --entrants policy:FILE hewer --games 200
```

which replaces what it measures again. Add a row with a policy or a description of your own; how the shipped policies
were trained stands in [adapters](adapters.md#training). A dash is not measured.
"""


def measure(game: str, players: int, entrant: str, gauge: str, games: int) -> dict[str, Any]:
    """One cell of the table."""
    contest = Contest(game, (entrant, *(gauge,) * (players - 1)), players, games, seed="leaderboard")
    found = run(contest).data()
    mine = found["bots"][0]
    return {"games": found["games"], "date": time.strftime("%Y-%m-%d")} | {
        name: mine[name] for name in ("share", "low", "high")
    }


def page(kept: dict[str, Any]) -> str:
    """The page, of all that was ever measured."""
    parts = [HEAD]
    for game, found in kept.items():
        parts.append(f"\n## {pithead.load(game).messages('en').text('game.title')}, {found['players']} players\n\n")
        parts.append("| entrant |" + "".join(f" {gauge} |" for gauge in GAUGES) + "\n|---|---|---|---|---|\n")
        rows = found["entrants"]
        for entrant in sorted(rows, key=lambda one: -rows[one].get("hewer", {}).get("share", -1.0)):
            cells = "".join(f" {_cell(rows[entrant].get(gauge))} |" for gauge in GAUGES)
            parts.append(f"| `{entrant}` |{cells}\n")
    dates = sorted({one["date"] for game in kept.values() for row in game["entrants"].values() for one in row.values()})
    if dates:
        when = f"on {dates[0]}" if len(dates) == 1 else f"from {dates[0]} to {dates[-1]}"
        parts.append(f"\nMeasured {when}, two virtual cores.\n")
    return "".join(parts)


def _cell(found: dict[str, Any] | None) -> str:
    if found is None:
        return "–"
    return f"{found['share']:.1%} ({found['low']:.1%}–{found['high']:.1%}, {found['games']})"


def main() -> None:
    """Measure what is asked for, keep it, write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", choices=pithead.names())
    parser.add_argument("--players", type=int, help="the fewest by default")
    parser.add_argument("--entrants", nargs="+", default=[])
    parser.add_argument("--against", nargs="+", default=list(GAUGES), choices=GAUGES)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    kept: dict[str, Any] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    if given.game:
        players = given.players or pithead.load(given.game).variants[0].players[0]
        if kept.get(given.game, {}).get("players") != players:
            kept[given.game] = {"players": players, "entrants": {}}
        for entrant in given.entrants:
            row = kept[given.game]["entrants"].setdefault(entrant, {})
            for gauge in given.against:
                row[gauge] = measure(given.game, players, entrant, gauge, given.games)
                print(f"{entrant} against {gauge}: {_cell(row[gauge])}", flush=True)
                KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(kept), "utf-8")


if __name__ == "__main__":
    main()
