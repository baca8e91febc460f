"""`pithead bench`: the promised figures, measured here and now."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from pithead.cli.arguments import json_option, language_option
from pithead.cli.progress import Bars
from pithead.cli.texts import say

if TYPE_CHECKING:
    from pithead.cli.measurements import Figure

PLACE = 70
# The game on which compiling from scratch is always measured, because it takes the others half a minute and more.
SMALLEST = "example"


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("cli.help.bench"))
    def bench(
        games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help=say("cli.help.warm_games"))] = None,
        cold: Annotated[bool, typer.Option("--cold", help=say("cli.help.cold"))] = False,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        from pithead.cli.measurements import machine, measure
        from pithead.engine import registry

        titles = [registry.load(name) for name in games or registry.names()]
        found: list[Figure] = []
        where = machine()
        if not as_json:
            print(say("cli.bench.machine", **where))
        with Bars() as bars:
            bar = bars.add("bench")
            for figure in measure(titles, titles if cold else [registry.load(SMALLEST)], seconds=1.0):
                found.append(figure)
                bar.reached(len(found), len(found) + 1, f"{figure.name} {figure.game or ''}")
                if not as_json:
                    print(_line(figure), flush=True)
        if as_json:
            print(json.dumps({"machine": where, "figures": [figure.data() for figure in found]}, indent=1))


def _line(figure: "Figure") -> str:
    value = f"{figure.value:,.3f}" if figure.value < 10 else f"{figure.value:,.1f}"
    line = f"{figure.game or '–':<14} {say(f'cli.bench.{figure.name}'):<46} {value:>12} {figure.unit:<5}"
    if figure.limit is None:
        return line.rstrip()
    return f"{line} {say('cli.bench.kept' if figure.kept else 'cli.bench.missed', limit=f'{figure.limit:g}')}"
