"""The rules of Lamp Room.

On your turn hang a lamp from your hand that is at least as bright as the one on the hook and score its brightness;
or pay a match to draw a lamp, which you may hang at once; or rest. After every turn a draught may blow the lamp out.
"""

from pithead.kit import Cells, begin, draw, emit, fill, pop, push, rule, seed, shuffle, total

from . import state as st
from .state import Act, Event, Option, Phase, Player, State


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0, or the number of the reason why these options do not fit."""
    if options[Option.TEAMS] and players != 4:
        return 1
    return 0


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole state."""
    seed(s.rng, key, 0)
    for i in range(len(s.options)):
        s.options[i] = options[i]
    s.n = players
    s.round = 1
    s.phase = Phase.ACT
    s.glow = 0
    s.barrier = 0
    s.keeper_points = 0
    fill(s.hung, 0)
    fill(s.deck.items, 0)
    s.deck.n = 0
    for lamp in range(st.N_LAMPS):
        for _ in range(st.COPIES[lamp]):
            push(s.deck, lamp)
    shuffle(s.rng, s.deck.items, s.deck.n)
    for p in range(st.MAX_PLAYERS):
        player = s.players[p]
        player.points = 0
        player.matches = s.options[Option.MATCHES] if p < players else 0
        fill(player.hand, 0)
        player.held = st.HAND if p < players else 0
        if p < players:
            for _ in range(st.HAND):
                player.hand[pop(s.deck)] += 1
    s.first = draw(s.rng, players)
    s.current = s.first
    begin(s.rng, 1)


@rule
def to_move(s: State) -> int:
    """The player to decide, or −1 when the game is over."""
    return -1 if s.phase == Phase.OVER else s.current + 0


@rule
def phase(s: State) -> int:
    """What is being asked."""
    return s.phase + 0


@rule
def barrier(s: State) -> int:
    """How often something hidden was revealed."""
    return s.barrier + 0


@rule
def progress(s: State) -> int:
    """0 … 1000."""
    return 1000 if s.phase == Phase.OVER else (s.round - 1) * 1000 // st.ROUNDS


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return 1 if s.phase == Phase.OVER else 0


@rule
def can_hang(s: State, player: Player, lamp: int) -> bool:
    """L1: a lamp from the hand, at least as bright as the one on the hook."""
    return player.hand[lamp] > 0 and st.BRIGHTNESS[lamp] >= s.glow


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    player = s.players[s.current]
    k = 0
    if s.phase == Phase.DREW or s.phase == Phase.DONE:
        out[k] = Act.END
        k += 1
    if s.phase == Phase.ACT or s.phase == Phase.DREW:
        for lamp in range(st.N_LAMPS):
            if can_hang(s, player, lamp):
                out[k] = Act.HANG + lamp
                k += 1
    if s.phase == Phase.ACT:
        if player.matches > 0 and s.deck.n > 0:  # L2
            out[k] = Act.DRAW
            k += 1
        out[k] = Act.REST
        k += 1
    return k


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == Act.END:
        end_turn(s)
    elif action < Act.DRAW:
        hang(s, action - Act.HANG)
    elif action == Act.DRAW:
        draw_lamp(s)
    elif action == Act.REST:
        emit(s, Event.RESTED, s.current)
        s.phase = Phase.DONE


@rule
def hang(s: State, lamp: int) -> None:
    """L1: score the brightness of the lamp."""
    player = s.players[s.current]
    player.hand[lamp] -= 1
    player.held -= 1
    s.hung[lamp] += 1
    s.glow = st.BRIGHTNESS[lamp]
    player.points += st.BRIGHTNESS[lamp]
    emit(s, Event.HUNG, s.current, lamp, st.BRIGHTNESS[lamp])
    s.phase = Phase.DONE


@rule
def draw_lamp(s: State) -> None:
    """L2: a match buys the top lamp of the deck, which only the drawer sees."""
    player = s.players[s.current]
    player.matches -= 1
    lamp = pop(s.deck)
    player.hand[lamp] += 1
    player.held += 1
    s.barrier += 1
    emit(s, Event.DRAWN, s.current)
    emit(s, Event.SAW, s.current, lamp)
    s.phase = Phase.DREW


@rule
def end_turn(s: State) -> None:
    """The draught, then the next player; after the last the keeper and a new round."""
    s.barrier += 1
    if draw(s.rng, st.DIE) < st.DRAUGHT:  # L3
        s.glow = 0
        emit(s, Event.DRAUGHT)
    s.current = (s.current + 1) % s.n
    s.phase = Phase.ACT
    if s.current == s.first:
        end_round(s)


@rule
def end_round(s: State) -> None:
    """L4: the keeper hangs a lamp from the deck; the game ends after the last round."""
    if s.options[Option.KEEPER] and s.deck.n > 0:
        lamp = pop(s.deck)
        s.hung[lamp] += 1
        bright = st.BRIGHTNESS[lamp] >= s.glow
        if bright:
            s.glow = st.BRIGHTNESS[lamp]
            s.keeper_points += st.BRIGHTNESS[lamp]
        emit(s, Event.KEEPER_HUNG, lamp, 1 if bright else 0)
    s.round += 1
    if s.round > st.ROUNDS:
        s.phase = Phase.OVER
        emit(s, Event.ENDED)
    else:
        emit(s, Event.ROUND, s.round)


@rule
def teams(s: State, out: Cells) -> None:
    """L5: neighbours across the table are one team."""
    for p in range(s.n):
        out[p] = p % 2 if s.options[Option.TEAMS] else p


@rule
def scores(s: State, out: Cells) -> None:
    """Points of every player; a team shares the sum."""
    for p in range(s.n):
        out[p] = points_of_side(s, p)


@rule
def ranking(s: State, out: Cells) -> None:
    """Ranks by points, the keeper among them; ties share a rank."""
    sides = 2 if s.options[Option.TEAMS] else s.n + 0
    for p in range(s.n):
        mine = points_of_side(s, p)
        rank = 1
        for side in range(sides):
            if points_of_side(s, side) > mine:
                rank += 1
        if s.options[Option.KEEPER] and s.keeper_points > mine:  # L4: the keeper is ranked
            rank += 1
        out[p] = rank


@rule
def points_of_side(s: State, p: int) -> int:
    """The points that count for a player's rank."""
    points = s.players[p].points + 0
    if s.options[Option.TEAMS]:
        points += s.players[(p + 2) % 4].points
    return points


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant: every lamp is in the deck, in a hand or was hung."""
    for lamp in range(st.N_LAMPS):
        count = s.hung[lamp] + 0
        for p in range(s.n):
            count += s.players[p].hand[lamp]
        for i in range(s.deck.n):
            if s.deck.items[i] == lamp:
                count += 1
        if count != st.COPIES[lamp]:
            return 1
    for p in range(s.n):
        if s.players[p].matches < 0 or s.players[p].held != total(s.players[p].hand):
            return 2
    return 0
