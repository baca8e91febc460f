"""Child processes: bots, hints, analyses, rendering, records and editions never hold up the event loop.

`child` is the inside of a process, `worker` the server's handle on one, `pool` all of them by purpose, `tasks` what is
called inside, and `calls` what the server asks for. Nothing else in the server starts a process of its own.
"""
