"""Playouts: of a simulation, of the rest of a turn with a greedy policy, and of the forecasts of an analysis."""

from typing import Any

from pithead.kit import Cells, clone, entry, fast_draw, fast_seed, rule
from pithead.kit.this_game import apply, determinize, legal_actions, to_move

from .evaluation import count_players, forced_move, judge
from .memory import END, LOOK, OTHER, REWARD, ROOT, SIDES, STEPS_PER_PLAYOUT, TOTAL, TRIAL, WORK, Workspace


@rule
def playout_move(w: Workspace, s: Any, legal: Cells, k: int, players: int) -> int:
    """The playout policy: the best of a few randomly sampled actions by the mover's static evaluation.

    The net is only used at the end of a playout: here it would cost more than it gains.
    """
    p = w.plan[0]
    rng = w.fast[0]
    mover = to_move(s)
    best = -1
    best_value = -1e9
    tries = p.picks + 0 if p.picks < k else k
    for i in range(tries):
        # Partial Fisher–Yates shuffle: samples without replacement.
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
def playout(w: Workspace, s: Any, legal: Cells, ends: int, players: int) -> int:
    """Play until a number of turns have ended (−1: to the end of the game); returns the number of actions."""
    p = w.plan[0]
    rng = w.fast[0]
    for step in range(STEPS_PER_PLAYOUT):
        if ends == 0 or to_move(s) < 0:
            return step
        k = legal_actions(s, legal)
        action = forced_move(s, legal, k)
        if action < 0:
            if p.picks <= 1:
                action = legal[fast_draw(rng, k)] + 0
            else:
                action = playout_move(w, s, legal, k, players)
        apply(s, action)
        if action == END:
            ends -= 1
    return STEPS_PER_PLAYOUT


@entry
def outlook(w: Workspace, action: int, seat: int, looks: int) -> float:
    """The seat's reward after an action in `states[WORK]` and a greedy rollout to the end of the turn.

    `looks` is the budget of evaluations; when it is spent, the position reached is evaluated.
    """
    p = w.plan[0]
    s = w.states[TRIAL]
    players = count_players(w.states[WORK], w.lists[SIDES])
    clone(s, w.states[WORK])
    apply(s, action)
    last = action
    while last != END and to_move(s) == seat:
        k = legal_actions(s, w.lists[OTHER])
        last = forced_move(s, w.lists[OTHER], k)
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
    """Monte Carlo estimate (in `TOTAL`): all players' mean rewards over determinizations after an action of the seat.

    −1 stands for no action. Common random numbers: with the same `word`, determinization i is the same for every
    action. `open_turns` is 1 where the turn goes on afterwards, so that its end does not count for the horizon. Static
    evaluation favours whoever has just moved, so it is averaged over a window of successive ends of turn.
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
        # Reseed: otherwise the playout's random numbers would depend on how many the determinization consumed.
        fast_seed(rng, word, deals + deal)
        playout(w, s, w.lists[OTHER], open_turns + p.horizon + p.laps * players, players)
        for turn in range(window):
            if turn > 0:
                playout(w, s, w.lists[OTHER], 1, players)
            judge(s, p, players, w.lists, w.reals, w.net, p.net)
            for i in range(players):
                w.reals[TOTAL][i] += w.reals[REWARD][i] / (deals * window)
