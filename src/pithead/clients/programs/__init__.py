"""Other people's programs at the table: structured positions, decisions in words, refusals with their reasons.

`position` is what a program reads; `seat` and `remote` are where it sits, in a game of this process or at anybody's
table on a server; `engine` talks to a program line by line, `mcp` offers
the same as tools of the Model Context Protocol.
"""
