"""Changes everything that nobody at the table can see: face-down tokens, the order of the large mines, the future."""

import random
from typing import Any

RAIL = {"points": 3, "coin": 3, "worker": 5, "wagon": 4, "consolidation": 4}
DISASTERS = {"highest_number": 1, "extra_coin": 1, "purchasing_power": 2, "mining_damage": 1}


def scramble(s: Any, seat: int, chance: random.Random) -> None:
    """Deal the hidden tokens anew; what is hidden is hidden from every seat alike."""
    unseen = [kind for kind, count in enumerate(RAIL.values()) for _ in range(count - s.uncovered[kind])]
    chance.shuffle(unseen)  # with three players six of them lie in the box
    for station, token in enumerate(s.station_token):
        if token:
            s.station_token[station] = 1 + unseen.pop()
    future = s.disaster_token[s.shown :]
    chance.shuffle(future)
    s.disaster_token[s.shown :] = future
    lots = s.stack.items[: s.stack.n]
    chance.shuffle(lots)
    s.stack.items[: s.stack.n] = lots
    s.rng.key[:] = [chance.getrandbits(32) for _ in range(8)]
