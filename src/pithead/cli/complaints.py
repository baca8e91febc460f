"""Error reporting on stderr: one line with a stable code, never a traceback."""

import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from pithead.kit.cache import CompileFailed

from .texts import say

WRONG_INPUT = 2
INTERNAL = 1


def complain(text: str, code: str, exit_code: int = WRONG_INPUT) -> int:
    """Print a one-line error to stderr; returns the exit code."""
    line = " ".join(text.split())
    print(f"{say('cli.error')} {line} [{code}]", file=sys.stderr)
    return exit_code


def usage_problem(problem: Exception) -> str | None:
    """The localized message of a Click usage error; None for any other exception."""
    describe = getattr(problem, "format_message", None)
    if describe is None:
        return None
    option = getattr(problem, "option_name", None)
    parameter = getattr(problem, "param", None)
    kind = type(problem).__name__
    hint = say("cli.usage.hint", command=_command_path(problem))
    if kind == "NoSuchOption":
        near = ", ".join(getattr(problem, "possibilities", None) or ())
        text = say("cli.usage.no_such_option", option=option)
        return f"{text} {say('cli.usage.near', near=near) if near else hint}"
    if kind == "BadOptionUsage":
        return f"{say('cli.usage.no_value', option=option)} {hint}"
    if kind == "MissingParameter":
        return f"{say('cli.usage.missing', name=_name_of(parameter))} {hint}"
    said = str(describe()).rstrip()
    return f"{said if said.endswith(('.', '!', '?')) else said + '.'} {hint}"


def _name_of(parameter: Any) -> str:
    """A parameter's name as the help shows it: the option string, or an argument's metavar."""
    if getattr(parameter, "param_type_name", "") == "option":
        return str(parameter.opts[0])
    return str(getattr(parameter, "metavar", None) or getattr(parameter, "name", ""))


def _command_path(problem: Exception) -> str:
    context = getattr(problem, "ctx", None)
    return str(context.command_path) if context is not None else "pithead"


def _log_folder() -> Path:
    chosen = os.environ.get("PITHEAD_DATA")
    if chosen:
        return Path(chosen) / "log"
    import platformdirs

    return platformdirs.user_log_path("pithead")


def report_crash(problem: Exception) -> int:
    """Write an internal error to a crash file and print its path; PITHEAD_DEBUG=1: traceback on stderr."""
    details = "".join(traceback.format_exception(problem))
    if isinstance(problem, CompileFailed):
        return complain(say("error.compile_failed", why=problem), "compile_failed", INTERNAL)
    if os.environ.get("PITHEAD_DEBUG"):
        print(details, file=sys.stderr)
        return INTERNAL
    folder = _log_folder()
    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(f"pithead {' '.join(sys.argv[1:])}\n\n{details}", "utf-8")
    except OSError:
        return complain(say("cli.crash", what=f"{type(problem).__name__}: {problem}", path="–"), "internal", INTERNAL)
    what = f"{type(problem).__name__}: {problem}"[:200]
    return complain(say("cli.crash", what=what, path=str(path)), "internal", INTERNAL)
