"""What a seat knows, and what it must imagine.

Hidden from everybody alike are the railway tokens on the stations, the disaster tokens of the coming rounds and the
order of the large mines of the round. Everything else is open (R7).
"""

from pithead.kit import Fast, fast_draw, fast_shuffle, fork, rule

from .state import DISASTER_COUNT, N_STATIONS, RAIL_COUNT, ROUNDS, State

N_KINDS = 5  # of railway tokens


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    """Deal everything face down anew, and replace the future."""
    fork(s.rng, fast)
    deal_stations(s, fast)
    deal_disasters_to_come(s, fast)
    shuffle_lots(s, fast)


@rule
def deal_stations(s: State, fast: Fast) -> None:
    """Any token not yet seen can lie on any station; with three players some of them lie in the box."""
    left = 0
    for kind in range(N_KINDS):
        left += RAIL_COUNT[kind] - s.uncovered[kind]
    # While dealing, `uncovered` also counts what has been dealt; what was seen is restored afterwards.
    for station in range(N_STATIONS):
        if s.station_token[station] > 0:
            n = fast_draw(fast, left)
            kind = 0
            while n >= RAIL_COUNT[kind] - s.uncovered[kind]:
                n -= RAIL_COUNT[kind] - s.uncovered[kind]
                kind += 1
            s.uncovered[kind] += 1
            s.station_token[station] = kind + 1
            left -= 1
    for station in range(N_STATIONS):
        if s.station_token[station] > 0:
            s.uncovered[s.station_token[station] - 1] -= 1


@rule
def deal_disasters_to_come(s: State, fast: Fast) -> None:
    """The tokens that were not shown yet, in any order."""
    n = s.shown + 0
    for kind in range(len(DISASTER_COUNT)):
        seen = 0
        for i in range(s.shown):
            if s.disaster_token[i] == kind:
                seen += 1
        for _ in range(DISASTER_COUNT[kind] - seen):
            s.disaster_token[n] = kind
            n += 1
    for i in range(ROUNDS - 1, s.shown, -1):
        j = s.shown + fast_draw(fast, i - s.shown + 1)
        held = s.disaster_token[i] + 0
        s.disaster_token[i] = s.disaster_token[j]
        s.disaster_token[j] = held


@rule
def shuffle_lots(s: State, fast: Fast) -> None:
    """The large mines still to come are known, their order is not."""
    n = s.stack.n + 0
    for i in range(1, n):  # from a fixed order, so that the true one cannot show through
        j = i
        while j > 0 and s.stack.items[j - 1] > s.stack.items[j]:
            held = s.stack.items[j] + 0
            s.stack.items[j] = s.stack.items[j - 1]
            s.stack.items[j - 1] = held
            j -= 1
    fast_shuffle(fast, s.stack.items, n)
