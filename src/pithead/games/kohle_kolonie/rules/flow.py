"""The order of things: which question comes next, what can be answered, what an answer does."""

from pithead.kit import Cells, rule

from ..state import N_RULEBOOK_PHASES, ROUNDS, RULEBOOK_PHASE, Act, Ask, Stage, State, flip_parts
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
    return -1 if s.stage == Stage.OVER else s.current + 0


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
    if s.stage == Stage.OVER:
        return 1000
    phases = (s.round - 1) * N_RULEBOOK_PHASES + RULEBOOK_PHASE[s.stage] - 1
    return phases * 1000 // (ROUNDS * N_RULEBOOK_PHASES)


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return 1 if s.stage == Stage.OVER else 0


@rule
def advance(s: State) -> None:
    """Run through the phases to the next question that somebody has to answer."""
    clear_turn(s)
    while not next_question(s):
        pass
    if s.stage == Stage.OVER:
        s.ask = Ask.OVER


@rule
def next_question(s: State) -> bool:
    """One step through the round; returns whether a question stands or the game is over."""
    stage = s.stage + 0
    if stage == Stage.CHOOSING:
        return next_chooser(s)
    if stage in (Stage.FIRST_ACTION, Stage.SECOND_ACTION):
        return next_turn(s)
    if stage == Stage.EXTRA_ACTION:
        return next_extra(s)
    if stage <= Stage.DAMAGE:
        return next_in_disaster(s, stage)
    if stage == Stage.SYNDICATE_BUYS:
        return syndicate_buys(s)
    if stage == Stage.INCOME:
        return pay_income(s)
    if stage == Stage.BOARD:
        score_board(s)
        begin_consolidations(s)
        return False
    if stage <= Stage.PLACING:
        return next_in_consolidation(s, stage)
    if stage == Stage.TECHNOLOGY:
        return next_technology(s)
    if stage == Stage.ROUND_END:
        return end_round(s)
    return True


@rule
def next_in_disaster(s: State, stage: int) -> bool:
    """Phase 5: securing, drawing discs, mining damage."""
    if stage == Stage.SECURING:
        return next_securing(s)
    if stage == Stage.DRAWING:
        return next_disc(s)
    return next_damage(s)


@rule
def next_in_consolidation(s: State, stage: int) -> bool:
    """Phase 9: a lot, help, bids, gaps, the place of the large mine."""
    if stage == Stage.REVEALING:
        return next_lot(s)
    if stage == Stage.HELPING:
        return next_helper(s)
    if stage == Stage.BIDDING:
        return next_bidder(s)
    if stage == Stage.GAPS:
        return next_gap(s)
    return next_placing(s)


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    ask = s.ask + 0
    if ask == Ask.CONFIRM:
        out[0] = Act.END
        return 1
    if ask == Ask.BONUS:
        return list_bonus(s, out)
    if ask in (Ask.ACT, Ask.ACTED):
        return list_act(s, out)
    if ask == Ask.STEP:
        return list_open_steps(s, out)
    if ask == Ask.TO:
        return list_targets(s, out)
    if ask in (Ask.WORKER, Ask.MARKER, Ask.SECOND_WORKER):
        return list_villages(s, out)
    if ask in (Ask.SLOT, Ask.PLACE_LARGE):
        return list_slots(s, out)
    if ask == Ask.SECOND_MINER:
        return list_second_miner(s, out)
    if ask == Ask.ENGINEER_TO:
        return list_engineer_targets(s, out)
    if ask == Ask.SETTLERS:
        return list_settlers(s, out)
    if ask < Ask.ARRANGE:
        return list_token_targets(s, out)
    if ask == Ask.ARRANGE:
        return list_arrangements(s, out)
    return list_answers(s, out, ask)


@rule
def list_answers(s: State, out: Cells, ask: int) -> int:
    """The questions outside the action phases."""
    if ask == Ask.EXTRA:
        return list_extra(s, out)
    if ask == Ask.PROTECT:
        return list_protect(s, out)
    if ask == Ask.LOSE:
        return list_lose(s, out)
    if ask == Ask.DAMAGE:
        return list_damage(s, out)
    if ask == Ask.HELP:
        return list_help(s, out)
    if ask == Ask.BID:
        return list_bids(s, out)
    if ask == Ask.GAP:
        return list_gap(s, out)
    if ask == Ask.LOADING:
        return list_loading(s, out)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == Act.END:
        end_turn(s)
        return
    if action < Act.BUY_WORKERS or action >= Act.EXTRA:
        # Anything but a trade ends a row of trades.
        s.turn.purchases = 0
        s.turn.sales = 0
    if action < Act.USE_BONUS:
        apply_main(s, action)
    elif action < Act.EXTRA:
        apply_side(s, action)
    else:
        apply_answer(s, action)


@rule
def end_turn(s: State) -> None:
    """The decisions of the turn stand, and the game goes on to the next question."""
    if s.stage == Stage.SECURING:
        end_securing(s)
    elif s.stage == Stage.BIDDING:
        end_bid(s)
    elif s.stage == Stage.TECHNOLOGY:
        end_loading(s)
    advance(s)


@rule
def apply_main(s: State, action: int) -> None:
    """Bonus tokens and the five actions with their parts."""
    if action == Act.CLOSE:
        close(s)
    elif action < Act.BUY:
        choose(s, action - Act.CHOOSE)
    elif action < Act.WORKER:
        buy(s, action - Act.BUY)
    elif action < Act.MARKER:
        take_worker(s, action - Act.WORKER)
    elif action < Act.NO_SECOND:
        take_marker(s, action - Act.MARKER)
    elif action == Act.NO_SECOND:
        ask_slot(s)
    elif action < Act.ENGINE:
        put_card(s, action - Act.SLOT)
    elif action < Act.SETTLE:
        put_engine(s, action - Act.ENGINE)
    elif action < Act.SETTLERS:
        settle(s, action - Act.SETTLE)
    elif action < Act.ENGINEER:
        move_in(s, action - Act.SETTLERS)
    elif action < Act.MINERS:
        put_engineer(s, action - Act.ENGINEER)
    else:
        apply_step(s, action)


@rule
def put_card(s: State, slot: int) -> None:
    """The bought mine or the large mine goes to this slot."""
    if s.ask == Ask.PLACE_LARGE:
        put_large(s, slot)
    else:
        put_mine(s, slot)


@rule
def apply_step(s: State, action: int) -> None:
    """Placing and moving."""
    if action == Act.MINERS:
        begin_steps(s, 0)
    elif action < Act.LIFT:
        place_miner(s, action - Act.PLACE)
        if s.ask == Ask.STEP:
            s.turn.placed += 1
        else:
            close(s)  # the second miner of a mine
    elif action < Act.TO:
        lift(s, action - Act.LIFT)
    elif action < Act.LIFT_ENGINEER:
        put_down(s, action - Act.TO)
    elif action < Act.ENGINEER_TO:
        lift_engineer(s, action - Act.LIFT_ENGINEER)
    else:
        put_engineer_down(s, action - Act.ENGINEER_TO)


@rule
def apply_side(s: State, action: int) -> None:
    """The bonus token, flips and trades."""
    if action == Act.USE_BONUS:
        use_bonus(s)
    elif action < Act.ARRANGE:
        card, way, tokens = flip_parts(action)
        flip(s, card, way, tokens)
    elif action < Act.BUY_WORKERS:
        arrange(s, action - Act.ARRANGE)
    elif action == Act.BUY_WORKERS:
        buy_workers(s)
    else:
        sell_workers(s, action - Act.SELL_WORKERS)


@rule
def apply_answer(s: State, action: int) -> None:
    """Answers to the questions of the other phases."""
    if action == Act.EXTRA:
        play_extra(s)
    elif action < Act.DEFEND:
        protect(s, action - Act.PROTECT)
    elif action < Act.LOSE:
        defend(s, action - Act.DEFEND)
    elif action < Act.DAMAGE_BY_COIN:
        choose_lost(s, action - Act.LOSE)
    elif action < Act.USE_HELP:
        settle_damage(s, action == Act.DAMAGE_BY_COIN)
    elif action == Act.USE_HELP:
        help_with_bonus(s)
    elif action == Act.USE_RAIL:
        help_with_rail(s)
    elif action < Act.CLOSE_GAP:
        bid(s, action - Act.BID)
    elif action < Act.LOAD_WORKER:
        close_gap(s, action - Act.CLOSE_GAP)
    elif action == Act.LOAD_WORKER:
        pay_loading(s, 0)
    elif action == Act.LOAD_TOKEN:
        pay_loading(s, 1)
    elif action == Act.LOAD_BONUS:
        load_with_bonus(s)
    else:
        add_wagon(s)
