"""Third-party programs as players: structured positions, described actions, errors with reasons.

`position` is the data model that a program reads; `seat` and `remote` connect it to an in-process game or to a table
on a server; `engine` runs a program as a subprocess with a line protocol, `mcp` is a Model Context Protocol server.
"""
