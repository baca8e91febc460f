"""`python -m pithead.table`: the server with settings from `PITHEAD_…` variables, for containers and tests."""

import sys

from pithead.engine.errors import PitheadError

from .serve import run
from .settings import Settings

if __name__ == "__main__":
    try:
        run(Settings.from_environment(), ready=lambda address: print(address, flush=True))
    except PitheadError as problem:
        print(problem, file=sys.stderr)
        sys.exit(1)
