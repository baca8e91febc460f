"""`pithead train`: train a value net by self-play, or verify an existing one."""

import json
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pithead.cli.arguments import (
    chosen_game,
    game_argument,
    jobs_option,
    json_option,
    language_option,
    number_within,
    seed_option,
    think_option,
    whole_number,
)
from pithead.cli.progress import Bar, Bars
from pithead.cli.texts import say

if TYPE_CHECKING:
    from pithead.lab.training.generations import Progress

PLACE = 57
SECONDS_BETWEEN_LINES = 30


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.train"))
    def train(
        game: Annotated[str, game_argument()],
        players: Annotated[
            str | None, typer.Option("--players", metavar="N,M,…", help=say("cli.help.train_players"))
        ] = None,
        generations: Annotated[str, typer.Option("--generations", metavar="K", help=say("cli.help.generations"))] = "4",
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.train_games"))] = "20000",
        deals: Annotated[str, typer.Option("--deals", metavar="K", help=say("cli.help.train_deals"))] = "300",
        few: Annotated[str, typer.Option("--few", metavar="K", help=say("cli.help.train_few"))] = "30",
        many: Annotated[str, typer.Option("--many", metavar="K", help=say("cli.help.train_many"))] = "120",
        as_baron: Annotated[bool, typer.Option("--as-baron", help=say("cli.help.train_as_baron"))] = False,
        seed: Annotated[str, seed_option()] = "train",
        think: Annotated[str, think_option("cli.help.train_think")] = "0.02",
        folder: Annotated[
            Path | None, typer.Option("--folder", metavar="DIR", help=say("cli.help.train_folder"), show_default=False)
        ] = None,
        verify: Annotated[bool, typer.Option("--verify", help=say("cli.help.train_verify"))] = False,
        jobs: Annotated[str, jobs_option()] = "1",
        cluster: Annotated[
            str | None, typer.Option("--cluster", metavar="ADDRESS", help=say("cli.help.cluster"), show_default=False)
        ] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        from pithead.cli.contests import wait_for_search
        from pithead.lab.training.generations import Trainer, Training
        from pithead.lab.training.verify import check

        title = chosen_game(game)
        counts = tuple(whole_number("--players", one, 1) for one in players.split(",")) if players else title.players
        for count in counts:
            title.check_setup(count, title.resolve(None))
        training = Training(
            title.id,
            counts,
            seed,
            whole_number("--generations", generations, 1),
            whole_number("--games", games, 1),
            whole_number("--few", few, 1),
            whole_number("--many", many, 1),
            deals=whole_number("--deals", deals, 1),
            think=number_within("--think", think, 0.0001, 100),
            use="best" if as_baron else "",
        )
        processes = whole_number("--jobs", jobs, 1)
        where = folder or Path(f"train-{title.id}")
        with Bars() as bars:
            wait_for_search(title, bars)
            watch = _TrainingProgress(bars)
            try:
                if verify:
                    data = check(title, folder, training, processes, cluster, watch)
                else:
                    trainer = Trainer(training, where, processes, cluster, watch)
                    net = trainer.run()
                    data = {"folder": str(where), "generations": trainer.history, "tests": trainer.tests}
                    data["accepted"] = list(net.players) if net else []
            except KeyboardInterrupt:
                bars.tell(say("cli.train.interrupted", folder=str(where)))
                return 130
        print(json.dumps(data, indent=1, ensure_ascii=False) if as_json else "\n".join(lines(data)))
        return 0 if data["accepted"] else 1


class _TrainingProgress:
    """Progress callback: a bar per stage on a TTY, otherwise a line at intervals."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._shown: dict[tuple[str, int], Bar] = {}
        self._told = 0.0

    def __call__(self, progress: "Progress") -> None:
        label = say(f"cli.train.{progress.stage}", generation=progress.generation + 1)
        key = (progress.stage, progress.generation)
        fresh = key not in self._shown
        if fresh:
            self._shown[key] = self._bars.add(label, progress.of)
        self._shown[key].update(progress.done, progress.of, note(progress))
        if self._bars.progress is None and (fresh or monotonic() - self._told > SECONDS_BETWEEN_LINES):
            self._told = monotonic()
            self._bars.tell(f"{label} {progress.done}/{progress.of} ({note(progress)})")


def note(progress: "Progress") -> str:
    """The status text of a bar: rate, loss, share of wins and ETA, as far as they are known."""
    parts = [say("cli.train.rate", rate=f"{progress.rate:.1f}")] if progress.rate else []
    if progress.loss is not None:
        parts.append(say("cli.train.loss", loss=f"{progress.loss:.5f}"))
    if progress.share is not None:
        parts.append(say("cli.train.share", share=f"{100 * progress.share:.1f}"))
    if progress.seconds_left is not None:
        parts.append(say("cli.train.left", minutes=f"{progress.seconds_left / 60:.0f}"))
    return ", ".join(parts)


def lines(data: dict[str, Any]) -> list[str]:
    """The human-readable result."""
    found = []
    for number, one in enumerate(data.get("generations", ()), 1):
        if one["test"]:
            kind = "accepted" if one["accepted"] else "refused"
            found.append(say(f"cli.train.{kind}", generation=number, **_figures(one["test"])))
    for players, test in data["tests"].items():
        kind = {True: "won", False: "lost", None: "open"}[test["accepted"]]
        found.append(say(f"cli.train.{kind}", players=players, **_figures(test)))
    if not data["tests"]:
        found.append(say("cli.train.nothing"))
    elif data["accepted"] and "folder" in data:
        found.append(say("cli.train.written", path=str(Path(data["folder"]) / "net.json")))
    return found


def _figures(test: dict[str, Any]) -> dict[str, Any]:
    return {"games": test["games"], **{name: f"{100 * test[name]:.1f}" for name in ("share", "low", "high")}}
