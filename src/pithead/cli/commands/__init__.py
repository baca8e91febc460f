"""The subcommands, one module per family.

Modules are discovered with `pkgutil`. Each has `PLACE`, the sort key of the help, and `register(app)`, which adds its
subcommands to the Typer app. A command returns its exit code and imports its dependencies lazily, so that no command
pays the import time of another.
"""
