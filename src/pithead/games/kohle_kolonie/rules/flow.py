"""The order of things: which question comes next, what can be answered, what an answer does."""

from pithead.kit import Cells, rule

from ..state import (
    ARRANGE,
    ASK_ACT,
    ASK_ACTED,
    ASK_ARRANGE,
    ASK_BID,
    ASK_BONUS,
    ASK_CONFIRM,
    ASK_DAMAGE,
    ASK_ENGINEER_TO,
    ASK_EXTRA,
    ASK_GAP,
    ASK_HELP,
    ASK_LOADING,
    ASK_LOSE,
    ASK_MARKER,
    ASK_NOTHING,
    ASK_PLACE_LARGE,
    ASK_PROTECT,
    ASK_SECOND_MINER,
    ASK_SECOND_WORKER,
    ASK_SETTLERS,
    ASK_SLOT,
    ASK_STEP,
    ASK_TO,
    ASK_WORKER,
    BID,
    BIDDING,
    BOARD,
    BUY,
    BUY_WORKERS,
    CHOOSE,
    CHOOSING,
    CLOSE,
    CLOSE_GAP,
    DAMAGE,
    DAMAGE_BY_COIN,
    DEFEND,
    DRAWING,
    END,
    ENGINE,
    ENGINEER,
    ENGINEER_TO,
    EXTRA,
    EXTRA_ACTION,
    FIRST_ACTION,
    FLIP,
    FLIP_WAYS,
    GAPS,
    HELPING,
    INCOME,
    LIFT,
    LIFT_ENGINEER,
    LOAD_BONUS,
    LOAD_TOKEN,
    LOAD_WORKER,
    LOSE,
    MARKER,
    MINERS,
    N_RULEBOOK_PHASES,
    N_TOKEN_COUNTS,
    NO_SECOND,
    OVER,
    PLACE,
    PLACING,
    PROTECT,
    REVEALING,
    ROUND_END,
    ROUNDS,
    RULEBOOK_PHASE,
    SECOND_ACTION,
    SECURING,
    SELL_WORKERS,
    SETTLE,
    SETTLERS,
    SLOT,
    SYNDICATE_BUYS,
    TECHNOLOGY,
    TO,
    USE_BONUS,
    USE_HELP,
    USE_RAIL,
    WORKER,
    State,
)
from .board_scoring import score_board
from .bonus import choose, list_bonus, next_chooser
from .building import list_settlers, move_in, put_engine, put_engineer, settle
from .consolidation import (
    begin_consolidations,
    bid,
    close_gap,
    end_bid,
    help_with_bonus,
    help_with_rail,
    list_bids,
    list_gap,
    list_help,
    next_bidder,
    next_gap,
    next_helper,
    next_lot,
    next_placing,
    put_large,
)
from .disasters import (
    choose_lost,
    defend,
    end_securing,
    list_damage,
    list_lose,
    list_protect,
    next_damage,
    next_disc,
    next_securing,
    protect,
    settle_damage,
)
from .income import pay_income
from .miners import (
    begin_steps,
    lift,
    lift_engineer,
    list_engineer_targets,
    list_targets,
    place_miner,
    put_down,
    put_engineer_down,
)
from .mines import ask_slot, buy, list_slots, list_villages, put_mine, take_marker, take_worker
from .refill import end_round
from .setup import clear_turn
from .side_actions import arrange, buy_workers, flip, list_arrangements, sell_workers
from .syndicate import syndicate_buys
from .technology import add_wagon, end_loading, list_loading, load_with_bonus, next_technology, pay_loading
from .turns import (
    close,
    list_act,
    list_extra,
    list_open_steps,
    list_second_miner,
    list_token_targets,
    next_extra,
    next_turn,
    play_extra,
    use_bonus,
)


@rule
def to_move(s: State) -> int:
    """The player to decide, or −1 when the game is over."""
    return -1 if s.stage == OVER else s.current + 0


@rule
def phase(s: State) -> int:
    """Which question is being asked."""
    return s.ask + 0


@rule
def barrier(s: State) -> int:
    """How often something hidden was revealed."""
    return s.barrier + 0


@rule
def progress(s: State) -> int:
    """0 … 1000."""
    if s.stage == OVER:
        return 1000
    phases = (s.round - 1) * N_RULEBOOK_PHASES + RULEBOOK_PHASE[s.stage] - 1
    return phases * 1000 // (ROUNDS * N_RULEBOOK_PHASES)


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return 1 if s.stage == OVER else 0


@rule
def advance(s: State) -> None:
    """Run through the phases to the next question that somebody has to answer."""
    clear_turn(s)
    while not next_question(s):
        pass
    if s.stage == OVER:
        s.ask = ASK_NOTHING


@rule
def next_question(s: State) -> bool:
    """One step through the round; returns whether a question stands or the game is over."""
    stage = s.stage + 0
    if stage == CHOOSING:
        return next_chooser(s)
    if stage in (FIRST_ACTION, SECOND_ACTION):
        return next_turn(s)
    if stage == EXTRA_ACTION:
        return next_extra(s)
    if stage <= DAMAGE:
        return next_in_disaster(s, stage)
    if stage == SYNDICATE_BUYS:
        return syndicate_buys(s)
    if stage == INCOME:
        return pay_income(s)
    if stage == BOARD:
        score_board(s)
        begin_consolidations(s)
        return False
    if stage <= PLACING:
        return next_in_consolidation(s, stage)
    if stage == TECHNOLOGY:
        return next_technology(s)
    if stage == ROUND_END:
        return end_round(s)
    return True


@rule
def next_in_disaster(s: State, stage: int) -> bool:
    """Phase 5: securing, drawing discs, mining damage."""
    if stage == SECURING:
        return next_securing(s)
    if stage == DRAWING:
        return next_disc(s)
    return next_damage(s)


@rule
def next_in_consolidation(s: State, stage: int) -> bool:
    """Phase 9: a lot, help, bids, gaps, the place of the large mine."""
    if stage == REVEALING:
        return next_lot(s)
    if stage == HELPING:
        return next_helper(s)
    if stage == BIDDING:
        return next_bidder(s)
    if stage == GAPS:
        return next_gap(s)
    return next_placing(s)


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    ask = s.ask + 0
    if ask == ASK_CONFIRM:
        out[0] = END
        return 1
    if ask == ASK_BONUS:
        return list_bonus(s, out)
    if ask in (ASK_ACT, ASK_ACTED):
        return list_act(s, out)
    if ask == ASK_STEP:
        return list_open_steps(s, out)
    if ask == ASK_TO:
        return list_targets(s, out)
    if ask in (ASK_WORKER, ASK_MARKER, ASK_SECOND_WORKER):
        return list_villages(s, out)
    if ask in (ASK_SLOT, ASK_PLACE_LARGE):
        return list_slots(s, out)
    if ask == ASK_SECOND_MINER:
        return list_second_miner(s, out)
    if ask == ASK_ENGINEER_TO:
        return list_engineer_targets(s, out)
    if ask == ASK_SETTLERS:
        return list_settlers(s, out)
    if ask < ASK_ARRANGE:
        return list_token_targets(s, out)
    if ask == ASK_ARRANGE:
        return list_arrangements(s, out)
    return list_answers(s, out, ask)


@rule
def list_answers(s: State, out: Cells, ask: int) -> int:
    """The questions outside the action phases."""
    if ask == ASK_EXTRA:
        return list_extra(s, out)
    if ask == ASK_PROTECT:
        return list_protect(s, out)
    if ask == ASK_LOSE:
        return list_lose(s, out)
    if ask == ASK_DAMAGE:
        return list_damage(s, out)
    if ask == ASK_HELP:
        return list_help(s, out)
    if ask == ASK_BID:
        return list_bids(s, out)
    if ask == ASK_GAP:
        return list_gap(s, out)
    if ask == ASK_LOADING:
        return list_loading(s, out)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == END:
        end_turn(s)
        return
    if action < BUY_WORKERS or action >= EXTRA:
        # Anything but a trade ends a row of trades.
        s.turn.purchases = 0
        s.turn.sales = 0
    if action < USE_BONUS:
        apply_main(s, action)
    elif action < EXTRA:
        apply_side(s, action)
    else:
        apply_answer(s, action)


@rule
def end_turn(s: State) -> None:
    """The decisions of the turn stand, and the game goes on to the next question."""
    if s.stage == SECURING:
        end_securing(s)
    elif s.stage == BIDDING:
        end_bid(s)
    elif s.stage == TECHNOLOGY:
        end_loading(s)
    advance(s)


@rule
def apply_main(s: State, action: int) -> None:
    """Bonus tokens and the five actions with their parts."""
    if action == CLOSE:
        close(s)
    elif action < BUY:
        choose(s, action - CHOOSE)
    elif action < WORKER:
        buy(s, action - BUY)
    elif action < MARKER:
        take_worker(s, action - WORKER)
    elif action < NO_SECOND:
        take_marker(s, action - MARKER)
    elif action == NO_SECOND:
        ask_slot(s)
    elif action < ENGINE:
        put_card(s, action - SLOT)
    elif action < SETTLE:
        put_engine(s, action - ENGINE)
    elif action < SETTLERS:
        settle(s, action - SETTLE)
    elif action < ENGINEER:
        move_in(s, action - SETTLERS)
    elif action < MINERS:
        put_engineer(s, action - ENGINEER)
    else:
        apply_step(s, action)


@rule
def put_card(s: State, slot: int) -> None:
    """The bought mine or the large mine goes to this slot."""
    if s.ask == ASK_PLACE_LARGE:
        put_large(s, slot)
    else:
        put_mine(s, slot)


@rule
def apply_step(s: State, action: int) -> None:
    """Placing and moving."""
    if action == MINERS:
        begin_steps(s, 0)
    elif action < LIFT:
        place_miner(s, action - PLACE)
        if s.ask == ASK_STEP:
            s.turn.placed += 1
        else:
            close(s)  # the second miner of a mine
    elif action < TO:
        lift(s, action - LIFT)
    elif action < LIFT_ENGINEER:
        put_down(s, action - TO)
    elif action < ENGINEER_TO:
        lift_engineer(s, action - LIFT_ENGINEER)
    else:
        put_engineer_down(s, action - ENGINEER_TO)


@rule
def apply_side(s: State, action: int) -> None:
    """The bonus token, flips and trades."""
    if action == USE_BONUS:
        use_bonus(s)
    elif action < ARRANGE:
        payment = action - FLIP
        tokens = payment % N_TOKEN_COUNTS
        way = payment // N_TOKEN_COUNTS % FLIP_WAYS
        flip(s, payment // N_TOKEN_COUNTS // FLIP_WAYS, way, tokens)
    elif action < BUY_WORKERS:
        arrange(s, action - ARRANGE)
    elif action == BUY_WORKERS:
        buy_workers(s)
    else:
        sell_workers(s, action - SELL_WORKERS)


@rule
def apply_answer(s: State, action: int) -> None:
    """Answers to the questions of the other phases."""
    if action == EXTRA:
        play_extra(s)
    elif action < DEFEND:
        protect(s, action - PROTECT)
    elif action < LOSE:
        defend(s, action - DEFEND)
    elif action < DAMAGE_BY_COIN:
        choose_lost(s, action - LOSE)
    elif action < USE_HELP:
        settle_damage(s, action == DAMAGE_BY_COIN)
    elif action == USE_HELP:
        help_with_bonus(s)
    elif action == USE_RAIL:
        help_with_rail(s)
    elif action < CLOSE_GAP:
        bid(s, action - BID)
    elif action < LOAD_WORKER:
        close_gap(s, action - CLOSE_GAP)
    elif action == LOAD_WORKER:
        pay_loading(s, 0)
    elif action == LOAD_TOKEN:
        pay_loading(s, 1)
    elif action == LOAD_BONUS:
        load_with_bonus(s)
    else:
        add_wagon(s)
