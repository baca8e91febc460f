"""The page of all commands, read from the argument parser."""

from __future__ import annotations

import inspect
from typing import Any

import typer.main

from pithead.cli.app import build

OPENING = """\
# All commands

What `pithead --help` and `pithead COMMAND --help` print, in English. The help itself is in the language of `--lang`, of
`PITHEAD_LANG` or of the system. [The command line](../command-line.md) tells how to play in the terminal, how to
simulate, and what exit codes and environment variables mean.
"""


def page() -> str:
    """Every command with its arguments and options."""
    group: Any = typer.main.get_command(build())
    parts = [OPENING, _section("pithead", group)]
    parts += [_section(f"pithead {name}", command) for name, command in group.commands.items() if not command.hidden]
    return "\n".join(parts)


def _section(name: str, command: Any) -> str:
    usage = " ".join([name, *(_argument(parameter) for parameter in command.params if _positional(parameter))])
    usage += " [OPTIONS]" if name != "pithead" else " [OPTIONS] [COMMAND …]"
    text = [f"## {name}", "", inspect.cleandoc(command.help or ""), "", "```text", usage, "```", ""]
    rows = [_row(parameter) for parameter in command.params if not getattr(parameter, "hidden", False)]
    if rows:
        text += ["| option | means |", "|---|---|", *rows, ""]
    return "\n".join(text)


def _row(parameter: Any) -> str:
    if _positional(parameter):
        name = f"`{_argument(parameter)}`"
    else:
        flag = parameter.is_flag or not parameter.metavar
        name = ", ".join(f"`{option}`" if flag else f"`{option} {parameter.metavar}`" for option in parameter.opts)
    default = parameter.default
    told = getattr(parameter, "show_default", True) and default not in (None, False, True, (), [], "")
    text = (parameter.help or "") + (f" (default: {default})" if told and not callable(default) else "")
    return f"| {_cell(name)} | {_cell(text)} |"


def _positional(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _argument(parameter: Any) -> str:
    name = (parameter.metavar or parameter.name).strip("[]…").upper()
    name += " …" if parameter.nargs == -1 else ""
    return name if parameter.required else f"[{name}]"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
