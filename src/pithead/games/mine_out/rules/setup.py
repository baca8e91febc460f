"""Setting up the town for each way to play."""

from pithead.kit import Cells, begin, draw, fill, push, rule, seed, shuffle

from .. import state as st
from ..state import Mode, Option, Source, State
from .table import deal_in, is_apprentice, player_of
from .turn import start_turn

TEAMS_NEED_FOUR = 1


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0, or the number of the reason why these options do not fit."""
    if options[Option.TEAMS] and players != 4:
        return TEAMS_NEED_FOUR
    return 0


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole state."""
    seed(s.rng, key, 0)
    for i in range(len(s.options)):
        s.options[i] = options[i]
    s.n = players
    s.mode = mode_of(players, options)
    s.n_seats = 4 if s.mode == Mode.TWO else players
    s.reason = 0
    s.barrier = 0
    s.round = 1
    s.digger = 0
    s.draws_left = 0
    fill(s.wilds, 0)
    lay_out_town(s)
    for seat in range(st.MAX_SEATS):
        clear_seat(s, seat)
    for seat in range(s.n_seats):
        if not is_apprentice(s, seat):  # R67: Apprentices are dealt in when they join
            deal_in(s, seat)
    first = 0 if options[Option.FIRST_PLAYER] else draw(s.rng, players)
    s.first = 2 * first if s.mode == Mode.TWO else first  # R75: with two players the first player is Blue
    place_discs(s)
    begin(s.rng, 1)
    s.active = s.first
    start_turn(s)


@rule
def mode_of(players: int, options: Cells) -> int:
    """Which column of the set-up table applies (R2: two to four players)."""
    if players == 2:
        return Mode.TWO
    if players == 3:
        return Mode.THREE
    return Mode.TEAMS if options[Option.TEAMS] else Mode.FOUR


@rule
def lay_out_town(s: State) -> None:
    """Cubes on their mines, money in the bank, and the deck without the start-marked cards.

    With three players one start-marked pair is out of the game; with two the pairs of the Apprentices lie in reserve.
    """
    s.bank = st.RUPEES[s.mode]
    s.expenses = 0
    for mineral in range(st.N_MINERALS):
        s.mines[mineral] = st.CUBES[s.mode][mineral]
    for ore in range(st.N_ORES):
        s.market[ore].n = 0
        fill(s.market[ore].items, 0)
    fill(s.discard, 0)
    fill(s.deck.items, 0)
    s.deck.n = 0
    for kind in range(st.N_KINDS):
        for _ in range(st.COUNT[kind] - st.START_MARKED[kind]):
            push(s.deck, kind)
    shuffle(s.rng, s.deck.items, s.deck.n)
    for slot in range(st.HIRE_SLOTS):
        s.hire[slot] = st.EMPTY
    s.waiting.n = 0
    fill(s.waiting.items, 0)
    s.community.n = 0
    fill(s.community.items, 0)


@rule
def clear_seat(s: State, seat: int) -> None:
    """Nobody sits here yet."""
    new = s.seats[seat]
    new.score = 0
    new.money = 0
    new.place = st.START
    new.joined = 0
    new.held = 0
    fill(new.hand, 0)
    fill(new.unseen, 0)
    fill(new.area, 0)
    fill(new.cubes, 0)
    fill(new.fame, 0)


@rule
def place_discs(s: State) -> None:
    """Starting scores in turn order (R65: also in the team game); with two players both Masters start at 0."""
    for player in range(s.n):
        seat = 2 * player if s.mode == Mode.TWO else player
        turn = (player - player_of(s, s.first)) % s.n
        s.seats[seat].score = st.START_SCORE[s.mode][turn]
        s.seats[seat].fame[Source.START] = st.START_SCORE[s.mode][turn]
