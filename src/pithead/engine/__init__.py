"""Games, matches and their records: what server, bots, clients and adapters read."""
