"""`python -m pithead` is the command `pithead`."""

import sys

from pithead.cli import main

sys.exit(main())
