"""What a seat remembers of the piles, and what it must imagine."""

import random
from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any

import pytest

from .builder import GAME, RULES, STATE, Table
from .scramble import scramble

DRAWN = (31, 32, 33, 34, 35)


def imagine(table: Table, seat: int, number: int) -> Table:
    """A determinization for a seat."""
    twin = table.twin()
    RULES.determinize(twin.s, seat, RULES.fast(number, seat))
    return twin


def imagined(table: Table, seat: int, number: int) -> bytes:
    """The same as bytes, by the compiled rules, which imagine the same and take a hundredth of the time."""
    rules = GAME.rules("compiled")
    state = rules.decode(RULES.encode(table.s))
    rules.determinize(state, seat, rules.fast(number, seat))
    return rules.encode(state)


def order_piles(table: Table, samples: int) -> Iterator[list[int]]:
    """The pile of orders as the first player imagines it, many times."""
    twin = table.twin()
    for number in range(samples):
        twin.s = GAME.rules().decode(imagined(table, 0, number))
        yield twin.pile("orders")


def after_a_draw(end: str, players: int = 3) -> Table:
    """Player 0 looked at five orders, kept 31 and put back 35, 34, 33, 32 from the top down."""
    table = Table(players).at_work().top_of_pile("orders", *DRAWN)
    table.end("place order_draw", "keep order 31", end, "next order 35", "next order 34", "next order 33")
    assert table.audit() == 0
    return table


@pytest.mark.slow
def test_unknown_cards_are_found_at_every_place_equally_often() -> None:
    """P8: χ² over the places of a card in a pile; p > 10⁻⁴ at n − 1 degrees of freedom is far below 2.4 n."""
    table = Table(2).at_work().shrink_pile("orders", 20)
    card = table.pile("orders")[3]
    samples, size = 500, 20
    places = Counter(pile.index(card) for pile in order_piles(table, samples))
    assert set(places) == set(range(size))
    assert sum((places[place] - samples / size) ** 2 / (samples / size) for place in range(size)) < 2.4 * size


def test_who_put_cards_back_on_top_knows_them_in_order() -> None:
    """R13: and nobody else does."""
    table = after_a_draw("top")
    for number in range(20):
        assert imagine(table, 0, number).pile("orders")[:4] == [35, 34, 33, 32]
    others = {tuple(imagine(table, 1, number).pile("orders")[:4]) for number in range(20)}
    assert len(others) > 15


def test_who_put_cards_back_at_the_bottom_knows_them_in_order() -> None:
    """R13."""
    table = after_a_draw("bottom")
    for number in range(20):
        assert imagine(table, 0, number).pile("orders")[-4:] == [35, 34, 33, 32]


@pytest.mark.slow
def test_a_second_look_by_another_leaves_the_first_only_the_set() -> None:
    """Player 0 knew 35, 34, 33, 32; player 1 drew them and an unknown card, kept 34, and reordered the others."""
    table = after_a_draw("top")
    fifth = table.pile("orders")[4]
    table.end("place order_draw", "keep order 34", "bottom", "next order 33", f"next order {fifth}", "next order 35")
    places: Counter[tuple[int, ...]] = Counter()
    for pile in order_piles(table, 480):
        bottom = pile[-4:]
        assert {32, 33, 35} < set(bottom)
        places[tuple(bottom.index(card) for card in (32, 33, 35))] += 1
    assert len(places) == 24, "the three cards are found at all places among the four"
    assert max(places.values()) < 55
    for number in range(20):
        assert imagine(table, 1, number).pile("orders")[-4:] == [33, fifth, 35, 32]


def test_cards_in_the_hands_of_another_are_imagined() -> None:
    """R47: while player 1 looks, player 0 knows four of the five; player 2 none."""
    table = after_a_draw("top")
    table.play("place order_draw")
    for number in range(20):
        hand = _hand(imagine(table, 0, number))
        assert {32, 33, 34, 35} < set(hand)
    hands = {tuple(_hand(imagine(table, 2, number))) for number in range(20)}
    assert len(hands) > 15
    for number in range(5):
        assert _hand(imagine(table, 1, number)) == _hand(table)


def _hand(table: Table) -> list[int]:
    return [STATE.ORDER_IDS[card] for card in table.s.drawn.items[: table.s.drawn.n]]


def test_cards_already_arranged_stay_hidden_from_the_others() -> None:
    table = Table(2).at_work().top_of_pile("orders", *DRAWN)
    table.play("place order_draw", "keep order 31", "top", "next order 35", "next order 34")
    seen = set()
    for number in range(30):
        twin = imagine(table, 1, number)
        assert (twin.s.arranged.n, twin.s.drawn.n) == (2, 2)
        seen.add(tuple(twin.s.arranged.items[:2]))
        assert RULES.facts(twin.s).audit == 0
    assert len(seen) > 20


def test_equal_tiles_cannot_be_told_apart() -> None:
    """Of two equal tiles in a hand another seat has seen one; when one is kept it may be that one."""
    table = Table(2).at_work().top_of_pile("tiles", 3, 3, 4, 5, 6)
    pile = table.s.piles[STATE.TILES]
    pile.batch[pile.n - 2] = pile.batches = 1
    pile.seen[pile.n - 2] = 2  # player 1 knows the second, not the first
    table.play("place factory_draw", "keep tile 3")
    assert list(table.s.drawn.seen) == [0] * STATE.DRAW_SIZE


def test_a_revealed_tile_is_taken_for_the_one_that_was_seen() -> None:
    """Two equal tiles in a batch of which a seat saw one: when one is turned up it may be that one."""
    table = Table(2).at_work()
    pile = table.s.piles[0]
    top = pile.n - 1
    table.top_of_pile("tiles", 9, 9)
    pile.batch[top] = pile.batch[top - 1] = pile.batches = 1
    pile.seen[top - 1] = 1
    reveal = RULES.instance.module("rules.draw_five").reveal_top
    assert STATE.TILE_IDS[reveal(pile)] == 9
    assert pile.seen[top - 1] == 0


def test_a_torn_batch_is_forgotten_by_who_knew_only_the_set() -> None:
    """Seven cards: player 0 puts five under, player 1 takes three of them and puts five under, player 2 tears those."""
    table = Table(3).at_work().top_of_pile("orders", *DRAWN).shrink_pile("orders", 7)
    for _ in range(2):
        table.play("place order_draw", "keep_none", "bottom")
        while table.phase == "arrange":
            table.play(table.legal[0])
        table.end()
    pile = table.s.piles[STATE.ORDERS]
    assert [bool(pile.seen[i] & 1) for i in range(7)].count(True) == 5
    assert [bool(pile.placed[i] & 1) for i in range(7)].count(True) == 2
    table.play("place order_draw")
    assert [bool(seen & 1) for seen in table.s.drawn.seen].count(True) == 2, "player 0 knew exactly where these were"
    assert [bool(pile.seen[i] & 1) for i in range(2)] == [False, False]
    assert [bool(pile.seen[i] & 2) for i in range(2)] == [True, True], "player 1 arranged them"


@pytest.mark.slow
def test_what_is_imagined_does_not_depend_on_the_truth() -> None:
    """P8: in games in which everybody keeps drawing, a state and its scrambled twin are imagined alike."""
    chance = random.Random(7)
    remembered = 0
    for players in (2, 4):
        table = Table(players, seed=players)
        while table.s.shift < 2:
            legal = table.legal
            draws = [text for text in legal if text.endswith("_draw") or text.startswith(("next", "top", "bottom"))]
            table.play(chance.choice(draws if draws and chance.random() < 0.9 else legal))
            for seat in range(players):
                twin = table.twin()
                scramble(twin.s, seat, chance)
                assert imagined(table, seat, 1) == imagined(twin, seat, 1)
                remembered += any(seen & ~placed for pile in table.s.piles for seen, placed in _memory(pile))
    assert remembered > 100


def _memory(pile: Any) -> list[tuple[int, int]]:
    return list(zip(pile.seen, pile.placed, strict=True))


def test_delivered_orders_are_remembered() -> None:
    """Each was public when it was delivered."""
    table = Table(2).at_work()
    table.player(1).complete(31)
    table.end("place bank").end("place delivery_horse_cart")
    assert imagine(table, 0, 1).s.order_at == table.s.order_at


def test_every_pile_of_a_determinization_holds_the_same_cards() -> None:
    table = after_a_draw("bottom")
    for seat in range(3):
        for number in range(5):
            twin = imagine(table, seat, number)
            assert sorted(twin.pile("orders")) == sorted(table.pile("orders"))
            assert sorted(twin.pile("tiles")) == sorted(table.pile("tiles"))
            assert twin.audit() == 0


def test_features_count_players_from_the_seat() -> None:
    table = Table(3).at_work(mover=2)
    table.player(1).francs(77)
    places = {piece.name: piece.start for piece in RULES.instance.module("observation").LAYOUT}
    for seat in range(3):
        features = RULES.features(table.s, seat)
        assert features[places["player to move"]] == 1 + (2 - seat) % 3
        assert features[places[f"seat +{(1 - seat) % 3}: francs"]] == 77
        assert not any(features[places["seat +3: points"] :])


@pytest.mark.slow
def test_all_orders_of_four_cards_among_unknown_ones_are_equally_likely() -> None:
    """P8 on a small position: a pile of five unknown cards, every pair at the top about equally often."""
    table = Table(2).at_work().shrink_pile("orders", 5)
    pairs = Counter(tuple(pile[:2]) for pile in order_piles(table, 1000))
    assert len(pairs) == 2 * comb(5, 2)
    assert all(20 < count < 90 for count in pairs.values())
