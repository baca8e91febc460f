# mypy: disable-error-code="call-overload, index"
"""Batch stepping in the kit's compilable subset: specialised per game by the loader, driven by `BatchEnv`.

Compiled only: arrays are indexed as `table[i, j]`, because taking a row view costs two atomic reference-count updates,
as much as a whole decision. For the same reason legal actions are first listed in a thread-local buffer (`paper`).
"""

from typing import Any, NamedTuple

from pithead.kit import (
    Cells,
    Fast,
    Grid,
    Rows,
    clear,
    entry,
    f4,
    fast_draw,
    fast_seed,
    fast_word,
    i1,
    i2,
    is_among,
    pause,
    prefetch,
    rule,
    shared_add,
    shared_read,
    shared_write,
    u1,
)
from pithead.kit.this_game import (
    MAX_LEGAL,
    MAX_PLAYERS,
    N_ACTIONS,
    N_FEATURES,
    State,
    apply,
    features,
    legal_actions,
    ranking,
    scores,
    setup,
    to_move,
)

SHAPES = (MAX_PLAYERS, N_ACTIONS, N_FEATURES, MAX_LEGAL)
STATE: int = getattr(State, "itemsize", 0)  # bytes; only compiled states have a size
LANES = 32  # actions compared at once (SIMD)
BYTES = (N_ACTIONS + 7) // 8  # bytes of a bit-packed mask
WAIT = -1  # the no-op action
DEAL, LOOK = -2, -3  # internal actions: start a new game; refresh the outputs after the state was replaced
END = 0  # the only legal action of a finished game, so that a masked policy never has an empty mask
OFF, NEXT_STEP, SAME_STEP = range(3)  # auto-reset modes


@entry
def seed_range(fasts: Rows[Fast], first: int, last: int, seed: int) -> None:
    """Seed one random generator per environment."""
    for i in range(first, last):
        fast_seed(fasts[i], seed, i)


class Tables(NamedTuple):
    """All arrays of a step, one row per environment."""

    states: Rows[State]
    fasts: Rows[Fast]
    keys: Grid
    options: Cells
    actions: Cells
    legal: list[list[i2]]
    counts: Cells
    mask: list[list[u1]]
    seen: list[list[i2]]
    movers: Cells
    points: Grid
    ranks: Grid
    rewards: list[list[f4]]
    done: list[u1]
    skipped: Cells
    ways: Cells  # players, and the places below
    seats: list[list[list[i2]]]  # every player's observation; empty unless requested


# Indices into `ways`: player count, bit-packed mask, skipping of forced actions, auto-reset mode.
PLAYERS, BITS, FORCED, AGAIN = range(4)


@rule
def begin_game(states: Rows[State], fasts: Rows[Fast], keys: Grid, i: int, players: int, options: Cells) -> None:
    """Reset an environment in place, from its own generator."""
    for word in range(8):
        keys[i][word] = fast_word(fasts[i])
    setup(states[i], players, options, keys[i])


@rule
def reward(s: Any, players: int, points: Cells, ranks: Cells, rewards: list[f4]) -> None:
    """Final points, and a reward that sums to zero: the winners share what the others lose (`Outcome.rewards`)."""
    scores(s, points)
    ranking(s, ranks)
    best = ranks[0]
    for p in range(players):
        best = min(best, ranks[p])
    winners = 0
    for p in range(players):
        if ranks[p] == best:
            winners += 1
    for p in range(players):
        if players == 1:  # solo against an automaton
            rewards[p] = 1.0 if best == 1 else -1.0
        elif winners == players:
            rewards[p] = 0.0
        elif ranks[p] == best:
            rewards[p] = (players - winners) / winners / (players - 1)
        else:
            rewards[p] = -1.0 / (players - 1)


@entry
def first_illegal(actions: Cells, legal: list[list[i2]], counts: Cells, movers: Cells) -> int:
    """The first environment whose action is not legal, or −1; in a finished game any action stands for END."""
    for i in range(len(actions)):
        if actions[i] == WAIT:
            continue
        if movers[i] < 0:
            actions[i] = END
            continue
        action = actions[i]
        found = False
        if 0 <= action < N_ACTIONS:  # the list has a narrower dtype, in which the action might wrap around
            for j in range(0, counts[i], LANES):
                found |= is_among(legal, i, j, counts[i], action, LANES)
        if not found:
            return i
    return -1


@entry
def step_range(tables: Tables, first: int, last: int, paper: Cells) -> None:
    """Step every environment of a range by one legal action.

    One long function on purpose: passing all these arrays on costs more than an action.
    """
    states, fasts, keys, options, actions = tables.states, tables.fasts, tables.keys, tables.options, tables.actions
    legal, counts, mask, seen, movers = tables.legal, tables.counts, tables.mask, tables.seen, tables.movers
    points, ranks, rewards, done, skipped = tables.points, tables.ranks, tables.rewards, tables.done, tables.skipped
    ways = tables.ways
    players, bits, forced, again = ways[PLAYERS], ways[BITS], ways[FORCED], ways[AGAIN]
    for i in range(first, last):
        prefetch(states, i + 1, STATE)
        action = actions[i]
        mover = movers[i]
        skipped[i] = 0
        if done[i]:
            done[i] = 0
            for p in range(players):
                rewards[i, p] = 0.0
        if action == WAIT or (action == END and mover < 0 and again == OFF):
            continue
        if action == DEAL or (action == END and mover < 0):
            begin_game(states, fasts, keys, i, players, options)
        elif action != LOOK:
            apply(states[i], action)
        while True:
            now = to_move(states[i])
            count = 1
            paper[0] = END
            if now >= 0:
                count = legal_actions(states[i], paper)
            elif action != LOOK:
                done[i] = 1
                reward(states[i], players, points[i], ranks[i], rewards[i])
                if again == SAME_STEP:
                    begin_game(states, fasts, keys, i, players, options)
                    now = to_move(states[i])
                    count = legal_actions(states[i], paper)
            if forced == 0 or count > 1 or now < 0 or action == LOOK:
                break
            apply(states[i], paper[0])
            skipped[i] += 1
        movers[i] = now
        counts[i] = count
        if bits:
            clear(mask, i, BYTES)
        else:
            clear(mask, i, N_ACTIONS)
        for j in range(count):
            legal[i, j] = paper[j]
            if bits:
                mask[i, paper[j] >> 3] |= 1 << (paper[j] & 7)
            else:
                mask[i, paper[j]] = 1
        seat = now
        if now < 0:
            seat = max(mover, 0)  # the terminal observation is that of the last player to move
        features(states[i], seat, seen[i])


@entry
def seats_range(states: Rows[State], first: int, last: int, players: int, seen: list[list[list[i2]]]) -> None:
    """Write every player's observation for a range of environments."""
    for i in range(first, last):
        for p in range(players):
            features(states[i], p, seen[i, p])


@entry
def choose(fasts: Rows[Fast], where: list[u1], legal: list[list[i2]], counts: Cells, actions: Cells) -> None:
    """Sample a uniformly random legal action where requested; other generators do not advance."""
    for i in range(len(actions)):
        actions[i] = legal[i, fast_draw(fasts[i], counts[i])] if where[i] else WAIT


# The threads' shared atomics, a cache line per thread against false sharing: the next unclaimed game of its range, the
# end of the range, and the thread's state. One more cache line has the count of finished games and the current job.
NEXT, STOP, AWAKE, WORDS = 0, 1, 2, 8
DONE, JOB = 0, 1
STEP, SEATS = range(2)
ASLEEP, CALLED, UP = range(3)
CHUNK = 32  # games claimed at once


@rule
def run_chunk(tables: Tables, first: int, last: int, paper: Cells, job: int) -> None:
    """Run the job on a chunk of games."""
    if job == STEP:
        step_range(tables, first, last, paper)
    else:
        seats_range(tables.states, first, last, tables.ways[PLAYERS], tables.seats)


@rule
def steal_work(tables: Tables, words: Cells, own: int, paper: Cells) -> None:
    """Work stealing: claim chunks of the own range, then of the others', so that a sleeping thread delays nobody."""
    threads = len(words) // WORDS - 1
    for k in range(threads):
        line = ((own + k) % threads) * WORDS
        stop = words[line + STOP]
        while shared_read(words, line + NEXT) < stop:
            first = shared_add(words, line + NEXT, CHUNK)
            if first < stop:
                last = min(first + CHUNK, stop)
                run_chunk(tables, first, last, paper, words[threads * WORDS + JOB])
                shared_add(words, threads * WORDS + DONE, last - first)


@rule
def is_done(words: Cells, count: int, patience: int) -> bool:
    """Whether all games are done; spins for up to `patience` iterations."""
    at = len(words) - WORDS + DONE
    for _ in range(patience):
        if shared_read(words, at) == count:
            return True
        pause()
    return shared_read(words, at) == count


@entry
def run_job(tables: Tables, words: Cells, job: int, paper: Cells, patience: int) -> bool:
    """Run a job with all awake threads; returns false where a preempted thread has not finished its chunk."""
    threads, count = len(words) // WORDS - 1, len(tables.counts)
    while not is_done(words, count, patience):  # a job that an exception left unfinished
        pause()
    words[threads * WORDS + JOB] = job
    shared_write(words, threads * WORDS + DONE, 0)
    for thread in range(threads):
        line = thread * WORDS
        shared_write(words, line + NEXT, words[line - WORDS + STOP] if thread else 0)
    steal_work(tables, words, 0, paper)
    return is_done(words, count, patience)


@entry
def job_done(words: Cells, count: int, patience: int) -> bool:
    """Whether the job is done; spins for up to `patience` iterations."""
    return is_done(words, count, patience)


@entry
def worker_loop(tables: Tables, words: Cells, own: int, paper: Cells, patience: int) -> None:
    """The worker loop: spin on new jobs, and return to sleep after `patience` idle rounds."""
    line = own * WORDS
    shared_write(words, line + AWAKE, UP)
    idle = 0
    while idle < patience:
        if shared_read(words, line + NEXT) < words[line + STOP]:
            steal_work(tables, words, own, paper)
            idle = 0
        else:
            idle += 1
            pause()
    shared_write(words, line + AWAKE, ASLEEP)


@entry
def play_one(states: Rows[State], action: int, paper: Cells, mask: list[i1], seen: list[i2], facts: Cells) -> None:
    """Step a single game (or only LOOK): write the mover, the legal actions and the mover's observation."""
    if action != LOOK:
        apply(states[0], action)
    for j in range(facts[1]):
        mask[paper[j]] = 0
    mover = to_move(states[0])
    facts[0] = mover
    paper[0] = END
    facts[1] = legal_actions(states[0], paper) if mover >= 0 else 1
    for j in range(facts[1]):
        mask[paper[j]] = 1
    if mover >= 0:
        features(states[0], mover, seen)


@entry
def look_at(states: Rows[State], seat: int, seen: list[i2]) -> None:
    """Write any seat's observation of a single game."""
    features(states[0], seat, seen)
