"""The components add up as printed."""

from collections import Counter

import pytest
from pydantic import ValidationError

from .builder import COLOURS, GAME, STATE

DATA = GAME.material.data
CARDS, TILES = DATA["orders"]["cards"], DATA["tiles"]["kinds"]


def test_there_are_44_orders_worth_256_points_with_22_squares_of_each_colour_and_vehicle() -> None:
    assert len(CARDS) == 44
    assert sum(card["vp"] for card in CARDS) == 256
    assert Counter("".join(card["squares"] for card in CARDS)) == dict.fromkeys("YBGK", 22)
    for vehicle in STATE.VEHICLES:
        mine = [card for card in CARDS if card["vehicle"] == vehicle]
        assert len(mine) == 11
        assert sum(len(card["squares"]) for card in mine) == 22


def test_the_points_of_an_order_depend_only_on_its_squares() -> None:
    prices = {"Y": (2, 3, 4), "B": (3, 5, 7), "G": (4, 7, 9), "K": (5, 9, 12)}
    for card in CARDS:
        squares = card["squares"]
        expected = 10 if squares == "YBGK" else prices[squares[0]][len(squares) - 1]
        assert card["vp"] == expected, card


def test_there_are_48_tiles_with_18_carts_of_each_colour() -> None:
    assert len(TILES) * DATA["tiles"]["copies"] == 48
    for colour in COLOURS:
        assert sum(3 * tile["carts"] for tile in TILES if tile["colour"] == colour) == 18
    assert STATE.ENOUGH_CUBES == 22


def test_a_tile_costs_its_carts_times_the_price_of_its_level() -> None:
    for tile in TILES:
        assert tile["price"] == tile["carts"] * (1 + COLOURS.index(tile["colour"]))


@pytest.mark.parametrize(("players", "open_spaces"), [(2, 19), (3, 23), (4, 26)])
def test_stop_tiles_leave_so_many_spaces_open(players: int, open_spaces: int) -> None:
    """R2: with two players seven spaces are closed, with three three."""
    assert sum(players >= space["min_players"] for space in DATA["spaces"]["list"]) == open_spaces


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data["tiles"]["kinds"][3].update(price=5), "tile 4 costs 4"),
        (lambda data: data["spaces"]["list"].pop(0), "the board has 8 spaces of the kind factory, not 7"),
        (lambda data: data["spaces"]["list"][9].pop("moves"), "`moves` belongs to spaces of the kind mining"),
        (lambda data: data["spaces"]["list"][1].update(id="factory_1"), "two spaces have the same id"),
        (lambda data: data["spaces"]["list"][13].update(vehicle="truck"), "each vehicle has one delivery space"),
        (lambda data: data["scoring"]["elements"].pop(), "cannot be spread evenly"),
        (lambda data: data["scoring"]["elements"][0].update(key="truck"), "the key of colour_squares is one of"),
        (lambda data: data["colours"]["Y"].update(level=4), "a level of its own"),
        (lambda data: data["base_carts"].pop(), "one printed cart of each colour"),
        (lambda data: data["orders"]["cards"][1].update(id=1), "the orders are numbered"),
        (lambda data: data["tiles"].update(copies=5, kinds=data["tiles"]["kinds"] * 2), "at most 24 items"),
        (lambda data: data["setup"]["draft_reveal"].update({"3": 11}), "one card more than they take"),
        (lambda data: data["counts"].update(dragons=1), "Extra inputs are not permitted"),
    ],
)
def test_a_broken_edition_is_refused_with_its_reason(change: object, reason: str) -> None:
    import copy

    data = copy.deepcopy(DATA)
    change(data)  # type: ignore[operator]
    with pytest.raises(ValidationError, match=reason):
        GAME.module("material").Material.model_validate(data)
