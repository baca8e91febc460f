# mypy: disable-error-code="index"
"""One job on all games by several threads, which share nothing but words that are read and written atomically.

Every job is done by all threads, each on the games that it had before: what another thread has written is in the
cache of another core, and to fetch it from there costs more than to choose or to check an action.
"""

from pithead.kit import Cells, entry, pause, rule, shared_add, shared_read, shared_write

from .games import Tables, choose_range, first_illegal, observe_range, step_range

# The threads' shared atomics, a cache line per thread against false sharing: the next unclaimed game of its range, the
# end of the range, and the thread's state. One more cache line has the count of finished games, the current job and the
# count of its chunks in which an action is illegal.
NEXT, STOP, AWAKE, WORDS = 0, 1, 2, 8
DONE, JOB, WRONG = 0, 1, 2
STEP, CHECK, CHOOSE, SEATS, PLAY = range(5)  # PLAY: check all actions, then step if all are legal
ASLEEP, CALLED, UP = range(3)
LEAST = 16  # games claimed at once, at least


@rule
def run_chunk(tables: Tables, first: int, last: int, paper: Cells, words: Cells) -> None:
    """Run the job on a chunk of games."""
    common = len(words) - WORDS
    job = words[common + JOB]
    if job == STEP:
        step_range(tables, first, last, paper)
    elif job == CHECK:
        if first_illegal(tables, first, last) >= 0:
            shared_add(words, common + WRONG, 1)
    elif job == CHOOSE:
        choose_range(tables, first, last)
    else:
        observe_range(tables, first, last)


@rule
def steal_work(tables: Tables, words: Cells, own: int, paper: Cells) -> None:
    """Work stealing: claim chunks of the own range, then of the others', so that a sleeping thread delays nobody.

    Guided self-scheduling: a chunk is half of what is left, so that claims are few and threads end together.
    """
    threads = len(words) // WORDS - 1
    for k in range(threads):
        line = ((own + k) % threads) * WORDS
        stop = words[line + STOP]
        free = shared_read(words, line + NEXT)
        while free < stop:
            size = max(LEAST, (stop - free) // 2)
            first = shared_add(words, line + NEXT, size)
            if first < stop:
                last = min(first + size, stop)
                run_chunk(tables, first, last, paper, words)
                shared_add(words, threads * WORDS + DONE, last - first)
            free = shared_read(words, line + NEXT)


@rule
def is_done(words: Cells, count: int, patience: int) -> bool:
    """Whether all games are done; spins for up to `patience` iterations."""
    at = len(words) - WORDS + DONE
    for _ in range(patience):
        if shared_read(words, at) == count:
            return True
        pause()
    return shared_read(words, at) == count


@rule
def begin(tables: Tables, words: Cells, job: int, paper: Cells) -> None:
    """Offer a job to all threads, and take part in it."""
    threads = len(words) // WORDS - 1
    words[threads * WORDS + JOB] = job
    words[threads * WORDS + WRONG] = 0
    shared_write(words, threads * WORDS + DONE, 0)
    for thread in range(threads):
        line = thread * WORDS
        shared_write(words, line + NEXT, words[line - WORDS + STOP] if thread else 0)
    steal_work(tables, words, 0, paper)


@entry
def run_job(tables: Tables, words: Cells, job: int, paper: Cells, patience: int, begun: int) -> bool:
    """Run a job with all awake threads; returns false where a preempted thread has not finished its chunk.

    Called again with `begun`, it waits for that thread and goes on.
    """
    count, common = len(tables.counts), len(words) - WORDS
    if begun == 0:
        while not is_done(words, count, patience):  # a job that an exception left unfinished
            pause()
        begin(tables, words, CHECK if job == PLAY else job, paper)
    if not is_done(words, count, patience):
        return False
    if job == PLAY and words[common + JOB] == CHECK and words[common + WRONG] == 0:
        begin(tables, words, STEP, paper)
        return is_done(words, count, patience)
    return True


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
