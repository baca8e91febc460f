"""One module per family of commands.

A module here is found by itself. It has `PLACE`, a number that orders the help, and `register(app)`, which adds its
commands to the Typer app. A command returns its exit code; it imports what it needs inside itself, so that no command
pays for another.
"""
