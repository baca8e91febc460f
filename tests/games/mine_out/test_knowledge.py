"""What a player knows: imagined deals are honest, and what was seen is remembered."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import pithead
from pithead.engine.match import Match

from .builder import GAME, RULES, STATE, A, B, C, Town

CHI_SQUARE_LIMIT = 25.7  # five degrees of freedom, p = 10⁻⁴
SAMPLES = 3000


def imagined(town: Town, number: int, seat: int = A) -> Any:
    state = RULES.copy(town.s)
    RULES.determinize(state, seat, RULES.fast(number, 3))
    return state


def hidden_cards(state: Any, *seats: int) -> tuple[str, ...]:
    """The last card of each of these hands."""
    return tuple(STATE.KINDS[state.seats[seat].hand[state.seats[seat].held - 1]] for seat in seats)


def is_uniform(found: Counter[Any], outcomes: int) -> bool:
    expected = SAMPLES / outcomes
    return len(found) == outcomes and sum((n - expected) ** 2 / expected for n in found.values()) < CHI_SQUARE_LIMIT


@pytest.fixture
def small() -> Town:
    """B and C have drawn a card each from a deck of three different cards."""
    town = Town().draw(B, "mafia").draw(C, "jeweler")
    return town.deck("investor").no_discards()


@pytest.mark.slow
def test_unseen_cards_are_found_at_every_place_equally_often(small: Town) -> None:
    found = Counter((*hidden_cards(state, B, C), STATE.KINDS[state.deck.items[0]]) for state in _samples(small))
    assert is_uniform(found, 6)


def _samples(town: Town) -> Iterator[Any]:
    """By the compiled rules, which imagine the same and take a fraction of the time."""
    rules, data = GAME.rules("compiled"), RULES.encode(town.s)
    for number in range(SAMPLES):
        state = rules.decode(data)
        rules.determinize(state, A, rules.fast(number, 3))
        yield GAME.rules().decode(rules.encode(state))


@pytest.mark.slow
def test_cards_of_an_earlier_deck_stay_among_those_who_hold_them(small: Town) -> None:
    """After a reshuffle everybody can tell which cards are missing, but not who has which."""
    small.seat(B).unseen[2] = small.seat(C).unseen[2] = 2
    states = list(_samples(small))
    assert {STATE.KINDS[state.deck.items[0]] for state in states} == {"investor"}
    found = Counter(hidden_cards(state, B, C) for state in states)
    assert set(found) == {("mafia", "jeweler"), ("jeweler", "mafia")}
    assert abs(found["mafia", "jeweler"] - SAMPLES / 2) < 4 * (SAMPLES / 4) ** 0.5


def test_who_really_holds_the_cards_of_an_earlier_deck_makes_no_difference(small: Town) -> None:
    one, other = small.seat(B), small.seat(C)
    one.unseen[2] = other.unseen[2] = 2
    before = [RULES.encode(imagined(small, number)) for number in range(20)]
    one.hand[2], other.hand[2] = other.hand[2], one.hand[2]
    assert [RULES.encode(imagined(small, number)) for number in range(20)] == before


def test_what_a_seat_drew_itself_it_knows(small: Town) -> None:
    assert {hidden_cards(imagined(small, number, seat=B), B) for number in range(50)} == {("mafia",)}


def test_hired_and_opening_cards_are_remembered() -> None:
    town = Town().at(A, "pub").offer("miner_red").play("hire miner_red")
    for number in range(20):
        assert Counter(imagined(town, number, seat=B).seats[A].hand) == Counter(town.s.seats[A].hand)


def test_of_equal_cards_the_one_that_everybody_saw_leaves_the_hand_first() -> None:
    town = Town().hand(A, "mafia", unseen=STATE.THIS_DECK).draw(A, "mafia", unseen=STATE.SEEN).draw(A, "worker")
    town.at(A, "copper_mine").play("dig mafia")
    assert town.cards(A) == ["mafia", "worker"]
    assert list(town.seat(A).unseen[:2]) == [STATE.THIS_DECK, STATE.THIS_DECK]


def test_of_unseen_equal_cards_the_one_drawn_longest_ago_leaves_first() -> None:
    town = Town().hand(A, "mafia", unseen=STATE.THIS_DECK).draw(A, "mafia", unseen=3).draw(A, "mafia", unseen=2)
    town.at(A, "copper_mine").play("dig mafia")
    assert list(town.seat(A).unseen[:2]) == [STATE.THIS_DECK, 2]


def test_a_reshuffle_ages_what_is_held_unseen() -> None:
    town = Town().draw(B, "mafia").deck("worker").play("refresh")
    assert list(town.seat(B).unseen[:3]) == [STATE.SEEN, STATE.SEEN, 2]


def test_with_two_players_both_own_hands_are_known() -> None:
    town = Town(players=2).play("refresh", "end", "refresh", "end").draw(1, "jeweler").draw(2, "mafia")
    view = GAME.module("view").view(town.s, 0)
    assert [seat.hand is not None for seat in view.seats] == [True, True, False, False]
    assert {hidden_cards(imagined(town, number, seat=0), 1) for number in range(50)} == {("jeweler",)}
    assert len({hidden_cards(imagined(town, number, seat=0), 2) for number in range(50)}) > 1


class Witness:
    """A spectator who only hears the public events and keeps count of the cards each seat was seen to take."""

    def __init__(self, match: Match) -> None:
        self.seen = {
            (p, role): Counter[str]() for p in range(match.players) for role in ("player", "master", "apprentice")
        }
        for player in range(match.players):
            self.deal_in(player, "master" if match.players == 2 else "player")

    def deal_in(self, player: int, role: str) -> None:
        self.seen[player, role].update(["worker", "miner_black"])

    def hear(self, event: Any) -> None:
        params = event.params
        if event.name == "joined":
            self.deal_in(params["player"], "apprentice")
        elif event.name in ("hired", "dug", "played_own", "played_community"):
            hand = self.seen[params["player"], params["role"].removeprefix("role_") or "player"]
            if event.name == "hired":
                hand[params["card"]] += 1
            elif hand[params["card"]]:
                hand[params["card"]] -= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_remembers_what_a_witness_saw_and_imagines_nothing_else(players: int) -> None:
    match = pithead.new("mine-out", players, seed=f"witness {players}")
    witness, chance, rules = Witness(match), random.Random(players), match.rules
    while not match.over:
        for event in match.play(chance.choice(match.legal)):
            if event.only is None:
                witness.hear(event)
        if match.phase == "workers":
            continue  # the card of this dig is on the table, but the event comes with its result
        view = match.game.module("view").view(match.state, None)
        for seat in view.seats:
            if seat.joined:
                assert Counter(seat.remembered) == +witness.seen[seat.player, seat.role]
        if chance.random() < 0.05:
            state = rules.copy(match.state)
            rules.determinize(state, 0, rules.fast(len(match.actions)))
            assert rules.facts(state).audit == 0
            assert match.game.module("view").view(state, 0) == match.game.module("view").view(match.state, 0)
