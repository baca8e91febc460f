"""Components: what the rulebook fixes, and editions with other numbers."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.engine.errors import BadMaterial

from .builder import GAME

DATA = GAME.material.data
MODEL: Any = GAME.module("material").Material
SOURCE = (GAME.folder / "material.toml").read_text("utf-8")


def test_the_box_holds_what_the_rulebook_lists() -> None:
    cards = DATA["cards"].values()
    assert sum(card["count"] for card in cards) == 72
    assert sum(card["start"] for card in cards) == 8
    assert [mineral["cubes"] for mineral in DATA["minerals"].values()] == [11, 8, 5, 4]
    assert sum(coin["value"] * coin["count"] for coin in DATA["coins"]) == 60
    frames = [card["frame"] for card in cards for _ in range(card["count"])]
    assert frames.count("black") > len(frames) / 2
    assert max(card["wage"] for card in cards) == DATA["cards"]["jeweler"]["wage"]
    assert min(card["dig"] for card in cards) == DATA["cards"]["jeweler"]["dig"]


def test_a_view_tells_what_is_printed() -> None:
    view = pithead.new("mine-out", 3, seed="printed").view(None)
    assert {place.place: [place.column, place.row] for place in view.places} == {
        name: place["grid"] for name, place in DATA["places"].items()
    }
    assert view.rails == [rail["between"] for rail in DATA["rails"]]
    for kind, (name, card) in zip(view.kinds, DATA["cards"].items(), strict=True):
        assert kind.card == name
        assert [kind.dig, kind.wage, kind.fame] == [card["dig"], card["wage"], card["fame"]]
        assert [kind.type, kind.frame, kind.place, kind.effect] == [
            card[field] for field in ("type", "frame", "place", "effect")
        ]


@pytest.mark.parametrize(
    ("players", "options", "bank", "cubes"),
    [
        (4, {}, 40, [11, 8, 5, 4]),
        (3, {}, 30, [9, 6, 4, 3]),
        (4, {"teams": True}, 30, [9, 6, 4, 3]),
        (2, {}, 40, [9, 6, 4, 3]),
    ],
)
def test_each_way_to_play_removes_its_pieces(
    players: int, options: dict[str, Any], bank: int, cubes: list[int]
) -> None:
    view = pithead.new("mine-out", players, options=options).view(None)
    assert view.bank.rupees == bank
    assert [mine.left for mine in view.mines] == cubes
    assert view.deck == 64 - 5 - 3
    assert sum(view.unseen.values()) == view.deck


def test_most_card_values_are_marked_as_reconstructed() -> None:
    material = GAME.material
    assert material.source_of("cards.mafia.wage") == "reconstructed"
    assert material.source_of("cards.mafia.effect") == "rulebook"
    assert material.source_of("cards.investor.fame") == "example"
    assert material.source_of("minerals.copper.minimum") == "rulebook"
    assert material.source_of("minerals.silver.prices") == "reconstructed"
    for language in ("en", "fr", "de"):
        assert "reconst" in GAME.messages(language).text("game.tagline").lower().replace("rekonst", "reconst")


def edition(tmp_path: Path, old: str, new: str) -> Path:
    assert SOURCE.count(old) == 1
    path = tmp_path / "edition.toml"
    path.write_text(SOURCE.replace(old, new), "utf-8")
    return path


def test_an_edition_changes_prices_without_code(tmp_path: Path) -> None:
    match = pithead.new("mine-out", 3, seed=1, material=edition(tmp_path, "prices = [6, 5, 4]", "prices = [9, 1]"))
    gold = match.view(0).market[2]
    assert (gold.prices, gold.next_price) == ([9, 1], 9)


def test_an_edition_may_have_another_board(tmp_path: Path) -> None:
    path = edition(tmp_path, 'between = ["copper_mine", "back_alley"]', 'between = ["jewel_mine", "back_alley"]')
    game = pithead.load("mine-out", path)
    rules = game.rules("checked")
    for players in (2, 3, 4):
        match = pithead.new(game, players, seed=players)
        assert ["jewel_mine", "back_alley"] in match.view(None).rails
        state = rules.decode(match.rules.encode(match.state))
        assert rules.watched_playout(state, rules.fast(players)) > 0


def test_a_mistake_in_an_edition_is_named_with_its_line(tmp_path: Path) -> None:
    path = edition(tmp_path, 'mineral = "gold"\ngrid', 'mineral = "coal"\ngrid')
    with pytest.raises(BadMaterial) as problem:
        pithead.load("mine-out", path)
    line = path.read_text("utf-8").splitlines().index('mineral = "coal"') + 1
    assert problem.value.params["line"] == line


def broken(change: str) -> dict[str, Any]:
    """The built-in data with one value replaced: `cards.worker.fame = 3`."""
    data: dict[str, Any] = copy.deepcopy(DATA)
    path, _, value = change.partition(" = ")
    *steps, last = path.split(".")
    where: Any = data
    for step in steps:
        where = where[int(step)] if step.isdigit() else where[step]
    where[last] = eval(value)
    return data


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("minerals.coal = {}", "minerals"),
        ("minerals.gold.prices = []", "at least one price"),
        ("minerals.gold.minimum = 0", "minimum of at least 1"),
        ("places.pub.kind = 'market'", "exactly one market"),
        ("places.pub.kind = 'mine'", "exactly one mine"),
        ("play.start = 'moon'", "unknown place: moon"),
        ("rails = [{'between': ['market', 'moon']}] * 2", "unknown place: moon"),
        ("rails = [{'between': ['market', 'pub']}] * 2", "no rail leads to back_alley"),
        ("cards.investor.effect = {'worker': True}", "exactly one kind of card must be the Worker"),
        ("cards.investor.place = 'market'", "no establishment"),
        ("cards.investor.start = 2", "start-marked once"),
        ("cards.investor.effect = {'dig_bonus': 1}", "a bonus needs a mineral"),
        ("cards.investor.effect = {'price_bonus': 1, 'mineral': 'jewel'}", "no price of their own"),
        ("cards.investor.count = 60", "more than 120 cards"),
        ("cards.worker.fame = 2", "never comes to the community"),
        ("modes.solo = {}", "modes"),
        ("modes.three.start_scores = [0, 2]", "one starting score per player"),
        ("modes.three.start_hands_removed = 0", "just enough for the seats"),
        ("modes.three.coins_removed = 8", "fewer coins exist"),
        ("modes.three.cubes_removed = [11, 0, 0, 0]", "no copper would be left"),
        ("play.starting_rupees = 15", "the bank would be empty"),
        ("play.cost_dig = [1]", "shorter than the number of times"),
        ("play.mafia_bonus = [1, 2]", "start with 0"),
        ("play.typo = 1", "Extra inputs"),
    ],
)
def test_editions_that_cannot_be_played_are_refused(change: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        MODEL.model_validate(broken(change))
