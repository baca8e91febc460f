"""`pithead bench`: measure this machine against the promised figures."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pithead.cli.arguments import check_writable, json_option, language_option
from pithead.cli.progress import Bars
from pithead.cli.texts import say

if TYPE_CHECKING:
    from pithead.engine.game import Game
    from pithead.lab.measurements import Figure
    from pithead.lab.peers import Rate

PLACE = 70
# Cold compilation is always measured on this one: the other games take half a minute and more.
SMALLEST = "example"


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.bench"))
    def bench(
        games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help=say("cli.help.warm_games"))] = None,
        cold: Annotated[bool, typer.Option("--cold", help=say("cli.help.cold"))] = False,
        peers: Annotated[bool, typer.Option("--peers", help=say("cli.help.peers"))] = False,
        plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help=say("cli.help.plot"))] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        from pithead.engine import registry
        from pithead.lab.measurements import machine, measure

        titles = [registry.load(name) for name in games or registry.names()]
        check_writable(plot)
        if peers:
            _beside_peers(titles, plot, as_json)
            return
        found: list[Figure] = []
        where = machine()
        if not as_json:
            print(say("cli.bench.machine", **where))
        with Bars() as bars:
            bar = bars.add("bench")
            for figure in measure(titles, titles if cold else [registry.load(SMALLEST)], seconds=1.0):
                found.append(figure)
                bar.update(len(found), len(found) + 1, f"{figure.name} {figure.game or ''}")
                if not as_json:
                    print(_line(figure), flush=True)
        if as_json:
            print(json.dumps({"machine": where, "figures": [figure.data() for figure in found]}, indent=1))


def _beside_peers(titles: "list[Game]", plot: Path | None, as_json: bool) -> None:
    """Compare our games with the installed peer libraries and the C reference."""
    from pithead.lab import peers
    from pithead.lab.measurements import machine

    where = machine()
    if not as_json:
        print(say("cli.bench.machine", **where))
    for title in titles:
        title.warm()
    rates: list[peers.Rate] = []
    missing: list[str] = []

    def tell(found: "list[peers.Rate]") -> None:
        rates.extend(found)
        if not as_json:
            for rate in found:
                print(_rate_line(rate), flush=True)

    for title in titles:
        tell(list(peers.thread_rates(title, seconds=0.6)))
    peers.stay_on_one_core()
    for title in titles:
        tell(list(peers.our_rates(title, seconds=1.0)))
    for name in peers.PEERS:
        found = peers.peer_rates(name)
        if found is None:
            missing.append(name)
        else:
            tell(found)
    reference = peers.c_reference()
    promised = list(peers.ratios(rates, reference))
    if plot:
        peers.draw(rates, plot)
    if as_json:
        told = {"machine": where, "rates": [vars(rate) for rate in rates], "missing": missing, "reference": reference}
        print(json.dumps(told | {"ratios": [vars(ratio) | {"kept": ratio.kept} for ratio in promised]}, indent=1))
        return
    for ratio in promised:
        promise = "kept" if ratio.at_most else "kept_ratio"
        kept = say(f"cli.bench.{promise}" if ratio.kept else "cli.bench.missed_ratio", limit=f"{ratio.limit:g}")
        print(f"{ratio.game:<28} {say(f'cli.bench.{ratio.name}'):<42} {ratio.value:>8.2f} × {kept}")
    for compared in reference or []:
        print(say("cli.bench.reference", **compared))
    if missing:
        print(say("cli.bench.missing_peers", peers=", ".join(missing)))


def _rate_line(rate: "Rate") -> str:
    decisions = f"{rate.decisions:,.0f}" if rate.decisions else "–"
    simulations = f"{rate.simulations:,.0f}" if rate.simulations else "–"
    return f"{rate.who:<26} {rate.game:<28} {rate.how:<34} {decisions:>14} /s {simulations:>12} /s"


def _line(figure: "Figure") -> str:
    value = f"{figure.value:,.3f}" if figure.value < 10 else f"{figure.value:,.1f}"
    line = f"{figure.game or '–':<14} {say(f'cli.bench.{figure.name}'):<46} {value:>12} {figure.unit:<5}"
    if figure.limit is None:
        return line.rstrip()
    return f"{line} {say('cli.bench.kept' if figure.kept else 'cli.bench.missed', limit=f'{figure.limit:g}')}"
