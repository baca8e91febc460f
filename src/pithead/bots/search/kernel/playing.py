"""Playing a position on: a playout of a simulation, the greedy rest of a turn, and the forecast of an analysis."""

from typing import Any

from pithead.kit import Cells, clone, entry, fast_draw, fast_seed, rule
from pithead.kit.this_game import apply, determinize, legal_actions, to_move

from .judging import count_players, judge, obvious
from .memory import END, LOOK, OTHER, REWARD, ROOT, SIDES, STEPS_PER_PLAYOUT, TOTAL, TRIAL, WORK, Workspace


@rule
def pick(w: Workspace, s: Any, legal: Cells, k: int, players: int) -> int:
    """A decision of a playout: the best of a few random candidates, by what `evaluate` lets the mover expect.

    The net judges where a playout ends: here it would cost more than it tells.
    """
    p = w.plan[0]
    rng = w.fast[0]
    mover = to_move(s)
    best = -1
    best_value = -1e9
    tries = p.picks + 0 if p.picks < k else k
    for i in range(tries):
        # The first i candidates have been tried: exchange so that none is tried twice.
        j = i + fast_draw(rng, k - i)
        action = legal[j] + 0
        legal[j] = legal[i]
        legal[i] = action
        clone(w.states[LOOK], s)
        apply(w.states[LOOK], action)
        judge(w.states[LOOK], p, players, w.lists, w.reals, w.net, 0)
        if w.reals[REWARD][mover] > best_value:
            best_value = w.reals[REWARD][mover]
            best = action
    return best


@rule
def play_on(w: Workspace, s: Any, legal: Cells, ends: int, players: int) -> int:
    """Play a position on for a number of ends of turn (−1: to the end of the game); returns the decisions taken."""
    p = w.plan[0]
    rng = w.fast[0]
    for step in range(STEPS_PER_PLAYOUT):
        if ends == 0 or to_move(s) < 0:
            return step
        k = legal_actions(s, legal)
        action = obvious(s, legal, k)
        if action < 0:
            if p.picks <= 1:
                action = legal[fast_draw(rng, k)] + 0
            else:
                action = pick(w, s, legal, k, players)
        apply(s, action)
        if action == END:
            ends -= 1
    return STEPS_PER_PLAYOUT


@entry
def outlook(w: Workspace, action: int, seat: int, looks: int) -> float:
    """The seat's reward after a decision in `states[WORK]` and a greedy rest of the turn.

    At most `looks` positions are compared on the way; then the rest of the turn is left as it is.
    """
    p = w.plan[0]
    s = w.states[TRIAL]
    players = count_players(w.states[WORK], w.lists[SIDES])
    clone(s, w.states[WORK])
    apply(s, action)
    last = action
    while last != END and to_move(s) == seat:
        k = legal_actions(s, w.lists[OTHER])
        last = obvious(s, w.lists[OTHER], k)
        if last < 0:
            looks -= k
            if looks < 0:
                break
            best_value = -1.0
            for j in range(k):
                clone(w.states[LOOK], s)
                apply(w.states[LOOK], w.lists[OTHER][j] + 0)
                judge(w.states[LOOK], p, players, w.lists, w.reals, w.net, p.net)
                if w.reals[REWARD][seat] > best_value:
                    best_value = w.reals[REWARD][seat]
                    last = w.lists[OTHER][j] + 0
        apply(s, last)
    judge(s, p, players, w.lists, w.reals, w.net, p.net)
    reward: float = w.reals[REWARD][seat]
    return reward


@entry
def forecast(w: Workspace, action: int, seat: int, deals: int, word: int, open_turns: int) -> None:
    """Mean rewards (in `TOTAL`) of all players over imagined deals of `states[ROOT]` after a decision of the seat.

    −1 stands for no decision. Deal number i is the same for every decision with the same `word`. `open_turns` is 1
    where the turn still goes on afterwards: its end does not count for the horizon. Who has just moved looks better
    than who is about to, so what is judged is the mean over a window of successive ends of turn.
    """
    p = w.plan[0]
    rng = w.fast[0]
    s = w.states[WORK]
    players = count_players(w.states[ROOT], w.lists[SIDES])
    window = p.window + 0 if p.window > 0 else players
    for i in range(players):
        w.reals[TOTAL][i] = 0.0
    for deal in range(deals):
        fast_seed(rng, word, deal)
        clone(s, w.states[ROOT])
        determinize(s, seat, rng)
        if action >= 0:
            apply(s, action)
        # The same chance for all that follows, however much of it the deal took: only positions make a difference.
        fast_seed(rng, word, deals + deal)
        play_on(w, s, w.lists[OTHER], open_turns + p.horizon + p.laps * players, players)
        for turn in range(window):
            if turn > 0:
                play_on(w, s, w.lists[OTHER], 1, players)
            judge(s, p, players, w.lists, w.reals, w.net, p.net)
            for i in range(players):
                w.reals[TOTAL][i] += w.reals[REWARD][i] / (deals * window)
