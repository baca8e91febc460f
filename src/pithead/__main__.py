"""`python -m pithead` is the command `pithead`."""

from pithead.cli import main

main()
