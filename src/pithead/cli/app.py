"""Builds the Typer app: every module of `commands/` registers its subcommands through `register(app)`."""

import importlib
import pkgutil
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pithead.engine.errors import PitheadError

from . import commands
from .texts import say


class UnknownCommand(PitheadError):
    """No subcommand has that name."""

    code = "unknown_command"


class Commands(TyperGroup):
    """Reports an unknown subcommand like any other usage error: one line with a code, instead of Click's usage text."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Resolve the subcommand, and suggest the known ones where there is none."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise UnknownCommand(command=args[0], known=", ".join(self.commands))
        return super().resolve_command(ctx, args)


def build() -> typer.Typer:
    """The Typer app with all subcommands and localized help."""
    app = typer.Typer(
        name="pithead",
        cls=Commands,
        help=say("cli.help"),
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )

    @app.callback(invoke_without_command=True)
    def start(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help=say("cli.help.version"))] = False,
    ) -> int:
        if version:
            from pithead import __version__

            print(f"pithead {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            from .commands.play import open_table
            from .commands.serve import open_browser

            code = open_browser()
            raise typer.Exit(open_table() if code is None else code)
        return 0

    found = [
        importlib.import_module(f"{commands.__name__}.{module.name}")
        for module in pkgutil.iter_modules(commands.__path__)
    ]
    for module in sorted(found, key=lambda module: module.PLACE):
        module.register(app)
    return app
