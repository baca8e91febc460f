"""The `pithead` command: one module per family of commands in `commands/`.

Wrong input of any kind is one line on standard error with a stable code, and exit code 2.
"""

import os
import sys
from collections.abc import Sequence

WRONG_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line; returns the exit code and lets no exception out."""
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
        # Broken pipe: the reader has closed it; without this Python reports it again when it flushes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:
        usage = usage_problem(problem)
        return complain(usage, "usage") if usage else report_crash(problem)
