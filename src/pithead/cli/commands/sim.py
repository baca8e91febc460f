"""`pithead sim`: simulate many games and check every invariant."""

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, cast

import typer

from pithead.cli.arguments import (
    chosen_game,
    chosen_options,
    game_argument,
    json_option,
    language_option,
    material_option,
    option_option,
    players_option,
    seed_option,
    whole_number,
)
from pithead.cli.progress import Bars
from pithead.cli.texts import say

PLACE = 50


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.sim"))
    def sim(
        game: Annotated[str, game_argument()],
        players: Annotated[str | None, players_option()] = None,
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.games_count"))] = "100",
        bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help=say("cli.help.bots"))] = "random",
        option: Annotated[list[str] | None, option_option()] = None,
        material: Annotated[Path | None, material_option()] = None,
        seed: Annotated[str | None, seed_option()] = None,
        backend: Annotated[
            str | None,
            typer.Option("--backend", metavar="interpreted|compiled", help=say("cli.help.backend"), show_default=False),
        ] = None,
        check: Annotated[bool, typer.Option("--check", help=say("cli.help.check"))] = False,
        save: Annotated[
            Path | None, typer.Option("--save", metavar="DIR", help=say("cli.help.save"), show_default=False)
        ] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        from pithead.bots import LEVELS, UnknownLevel
        from pithead.bots.planner import planners
        from pithead.kit.loader import BackendName
        from pithead.lab.simulation import Setting, UnknownBackend, simulate

        title = chosen_game(game, material)
        levels = tuple(level.strip().lower() for level in bots.split(",") if level.strip()) or ("random",)
        known = (*LEVELS, *planners(title))
        for level in levels:
            if level not in known:
                raise UnknownLevel(level=level, known=", ".join(known))
        if backend not in (None, "interpreted", "compiled"):
            raise UnknownBackend(backend=backend, known="interpreted, compiled")
        options = chosen_options(title, option)
        count = whole_number("--players", players, 1) if players is not None else title.variants[0].players[0]
        many = whole_number("--games", games, 1)
        title.check_setup(count, title.resolve(options))
        with Bars() as bars:
            if backend == "compiled" and not title.is_warm():
                bar = bars.add(say("cli.sim.compiling"))
                title.warm(bar.update)
                bar.finish(say("cli.warm.compiled", what=title.id))
            if backend is None:
                # Both backends give the same results: choose by start-up time.
                backend = "compiled" if not check and title.is_warm() else "interpreted"
            setting = Setting(
                game=title,
                players=count,
                games=many,
                options=dict(options),
                seed=seed if seed is not None else str(secrets.randbits(32)),
                backend=cast(BackendName, backend),
                levels=levels,
                check=check,
                save=save,
            )
            tally = simulate(setting, bars.add(say("cli.sim.games"), many).update)
        data = tally.data()
        if as_json:
            print(json.dumps(data, ensure_ascii=False))
        else:
            print("\n".join(_report(data)))
        if tally.interrupted:
            print(say("cli.sim.interrupted", games=tally.played, of=many), file=sys.stderr)
            return 130
        return 1 if tally.violations else 0


def _report(data: dict[str, object]) -> list[str]:
    """The human-readable summary."""
    lengths = cast(dict[str, float], data["decisions"])
    points = cast(list[dict[str, float]], data["points"])
    wins = cast(list[float], data["wins"])
    lines = [
        say("cli.sim.head", games=data["games"], game=data["game"], players=data["players"], backend=data["backend"]),
        say("cli.sim.lengths", **lengths),
    ]
    for seat, (spread, share, level) in enumerate(zip(points, wins, cast(list[str], data["bots"]), strict=True), 1):
        share_text = f"{100 * share:.1f}"
        lines.append(say("cli.sim.seat", seat=seat, level=level, share=share_text, **spread))
    lines.append(say("cli.sim.speed", seconds=data["seconds"], rate=data["decisions_per_second"], seed=data["seed"]))
    if data["compared"]:
        lines.append(say("cli.sim.compared", games=data["compared"]))
    lines.append(say("cli.sim.violations", violations=data["violations"]))
    for violation in cast(list[dict[str, str]], data["violation_list"]):
        lines.append(f"  {violation['seed']}: {violation['kind']} {violation['detail']}".rstrip())
    return lines
