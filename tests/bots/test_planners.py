"""Planners: scripts that a person can read, which play whole games by what their seat sees."""

import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import pithead
from pithead.bots import UnknownLevel, from_spec
from pithead.bots.planner import Planner, planners
from pithead.bots.search.workspace import Backing
from pithead.engine.game import Game
from pithead.engine.offers import Offer
from pithead.lab.arena import Contest

TITLES = ("coal-baron", "mine-out", "mine", "kohle-kolonie")
EVERY = [(title, name) for title in TITLES for name in planners(pithead.load(title))]


def seated(game: Game, name: str) -> Planner:
    """A planner on the interpreter."""
    return Planner(name, game, 3, planners(game)[name], Backing(game))


def shortlists(title: str, name: str, players: int = 3, decisions: int = 120) -> list[tuple[Any, list[str], list[str]]]:
    """Of the decisions of a game: what the seat sees, what is legal, and what the plan leaves of it."""
    game = pithead.load(title)
    match = pithead.new(game, players, seed=f"{name} 5")
    planner = seated(game, name)
    found = []
    for number in range(decisions):
        if match.over:
            break
        legal, seat = match.legal, match.to_move
        assert seat is not None
        left = planner.candidates(match.imagine(seat), legal) if len(legal) > 1 else legal
        assert left
        assert set(left) <= set(legal)
        texts = game.action_texts
        found.append((match.view(seat), [texts[one] for one in legal], [texts[one] for one in left]))
        match.play(left[number % len(left)])
    return found


@pytest.mark.parametrize(("title", "name"), EVERY)
def test_a_plan_leaves_a_choice_and_decides_something(title: str, name: str) -> None:
    decided = [1 for _, legal, left in shortlists(title, name) if len(left) < len(legal)]
    assert decided


def kept(title: str, name: str, wanted: Callable[[str], bool], of: Callable[[str], bool]) -> None:
    """Wherever the wanted is legal beside anything else of its sort, only it is left."""
    seen = 0
    for _, legal, left in shortlists(title, name):
        if any(map(wanted, legal)) and any(of(text) and not wanted(text) for text in legal):
            assert all(map(wanted, left))
            seen += 1
    assert seen


def test_who_collects_workers_plays_them_and_never_spends_them() -> None:
    kept("mine-out", "worker-collector", lambda text: text == "play worker", lambda text: text.startswith("play "))


def test_who_hoards_gold_never_sells_it_while_there_is_anything_else_to_do() -> None:
    sold = 0
    for _, legal, left in shortlists("mine-out", "gold-hoarder", decisions=400):
        sold += "sell gold" in legal
        assert "sell gold" not in left
    assert sold


def opinion(title: str, name: str, view: Any, offer: Offer) -> int:
    """What a plan thinks of one offer to the first seat."""
    return planners(pithead.load(title))[name](view, 0, offer)


def test_who_hunts_majorities_takes_no_orders_for_other_vehicles() -> None:
    match = pithead.new("coal-baron", 2, seed=1)
    while match.view(0).drafting:
        match.play(match.legal[0])
    view = match.view(0)
    squares: Counter[str] = Counter()
    for order in view.players[0].orders:
        squares[order.vehicle] += len(order.squares)
    favourite = squares.most_common(1)[0][0]
    for kind in ("place_order", "keep_order"):
        liked = {
            vehicle: opinion("coal-baron", "majority-hunter", view, Offer(kind, {"vehicle": vehicle}))
            for vehicle in (favourite, *{"handcart", "locomotive"} - {favourite})
        }
        assert all(liked[favourite] > liked[other] for other in liked if other != favourite)
    assert opinion("coal-baron", "majority-hunter", view, Offer("place_order", {"vehicle": "sleigh"})) < 0


def test_who_trades_in_small_orders_delivers_at_once() -> None:
    view = pithead.new("coal-baron", 2, seed=1).view(0)

    def liked(kind: str, squares: str = "") -> int:
        return opinion("coal-baron", "small-trader", view, Offer(kind, {"squares": f"squares:{squares}"}))

    assert liked("place_delivery") > liked("place_money") == liked("place_order", "YY") > liked("place_order", "YYB")


def test_a_digger_never_loots() -> None:
    could = 0
    for _, legal, left in shortlists("mine", "digger"):
        could += any(text.startswith("shelter") for text in legal)
        assert not any(text.startswith("shelter") for text in left)
    assert could


def test_a_settler_settles_and_a_coker_goes_to_the_coking_plant() -> None:
    view = pithead.new("kohle-kolonie", 3, seed=1).view(0)
    scoring, other = (
        opinion("kohle-kolonie", "settler", view, Offer("settle", {}, preview=preview))
        for preview in ({"board": 1}, {})
    )
    assert scoring > other > opinion("kohle-kolonie", "settler", view, Offer("buy"))
    kept("kohle-kolonie", "coker", lambda text: "coking_plant" in text, lambda text: text.startswith("engineer "))


def test_a_planner_plays_like_hewer_among_what_its_plan_likes() -> None:
    game = pithead.load("mine")
    match = pithead.new(game, 3, seed=2)
    planner = seated(game, "digger")
    for _ in range(30):
        if match.over:
            break
        seat = match.to_move
        assert seat is not None
        choice = planner.choose(match.imagine(seat))
        assert choice in match.legal
        match.play(choice)
    copy = pickle.loads(pickle.dumps(from_spec("digger", game, 1)))
    assert copy.level == "digger"


def test_planners_are_seated_by_name_and_only_in_their_own_game() -> None:
    Contest("mine-out", ("foreman", "gold-hoarder"), 4, 2).check()
    with pytest.raises(UnknownLevel) as refused:
        from_spec("gold-hoarder", pithead.load("mine"), 1)
    assert "looter" in refused.value.text("en")
    assert planners(pithead.load("example")) == {}
