"""Luck: what turns up after a decision counts, as far as it was not to be expected."""

import pytest

import pithead
from pithead.analysis.judge import Judge
from pithead.analysis.report import Decision
from pithead.bots.search.warming import prepared
from pithead.engine.match import Match
from tests.contract.settings import many
from tests.games.coal_baron.builder import GAME, RULES, STATE, Table

SMALL = (1, 12, 23, 34)  # the cheapest orders, none of them for black coal


def standing_at(table: Table) -> Match:
    """A match that has come to a position."""
    match = pithead.new("coal-baron", table.n, seed=1)
    match.state = match.rules.decode(RULES.encode(table.s))
    match.state._log = []
    match._facts = match.rules.facts(match.state)
    return match


def judged(table: Table, action: str, seq: int = 0) -> Decision:
    """What the analysis says about a decision; with another number it imagines other deals."""
    match = standing_at(table)
    return Judge(match, 4.0, prepared(GAME)).decide(match, seq, GAME.action_ids[action])


def with_black_coal() -> Table:
    """The last shift: the first player has workers and black coal for large orders, but no order for it is open."""
    table = Table(2).at_work(shift=STATE.SHIFTS)
    table.player(0).reserve(9).storage("KKKKKK").francs(2)
    table.player(1).reserve(2).francs(2)
    table.s.players[1].points = table.s.players[1].earned[0] = 32
    display, pile = table.s.display, table.s.piles[STATE.ORDERS]
    for slot, number in enumerate(SMALL):
        card = STATE.ORDER_IDS.index(number)
        if display[slot] >= 0 and card not in display:
            at = pile.items[: pile.n].index(card)
            pile.items[at], display[slot] = display[slot], card
            table.s.order_at[pile.items[at]], table.s.order_at[card] = STATE.IN_PILE, STATE.ON_DISPLAY
    return table


@pytest.mark.slow
def test_an_order_that_turns_up_after_the_turn_is_luck() -> None:
    """An end of turn decides nothing, but lays out the next order."""
    found = {}
    for top in (43, 2):  # two black squares for nine points; a single yellow one for three
        table = with_black_coal().top_of_pile("orders", top).play("place order_2")
        assert table.audit() == 0
        found[top] = judged(table, "end")
        assert found[top].loss == 0
    assert found[43].value == found[2].value  # nobody could know what comes
    assert found[43].luck > 0.01
    assert found[2].luck < 0
    assert found[43].news is not None
    assert (found[43].news.name, found[43].news.params["order"]) == ("new_order", "order:43")


@pytest.mark.slow
def test_what_is_drawn_in_the_middle_of_a_turn_is_luck() -> None:
    """Five orders from the pile: large ones for the own coal, or small ones."""
    good, bad = (
        judged(with_black_coal().top_of_pile("orders", *five), "place order_draw")
        for five in ((33, 22, 43, 9, 20), (1, 2, 12, 14, 23))
    )
    assert good.luck > 0.01
    assert bad.luck < -0.01


@many(20, 200)
def test_luck_has_no_direction(games: int) -> None:
    """Over all that the mover could expect, good and bad luck cancel out."""
    table = with_black_coal().play("place order_2")
    fast = RULES.fast(5)
    found = []
    for seq in range(games):
        RULES.determinize(table.s, 0, fast)
        found.append(judged(table, "end", seq).luck)
    assert min(found) < 0 < max(found)
    assert abs(sum(found) / len(found)) < 0.01
