"""The `pithead` command: one module per family of commands in `commands/`.

A usage error or invalid input is one line on stderr with a stable error code, and exit code 2.
"""

import os
import sys
from collections.abc import Sequence

WRONG_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Entry point: run the command and exit with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; every exception is caught and reported."""
    from pithead.engine.errors import PitheadError
    from pithead.engine.extras import need

    from .complaints import complain, report_crash, usage_problem
    from .texts import choose_language, language

    try:
        choose_language(arguments, os.environ)
        need("table", "typer")
        from .app import build

        code = build()(args=list(arguments), prog_name="pithead", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except PitheadError as problem:
        return complain(problem.text(language()), problem.code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Broken pipe: without this, Python's final flush of stdout raises BrokenPipeError once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:
        usage = usage_problem(problem)
        return complain(usage, "usage") if usage else report_crash(problem)
