"""An observation is what the layout of its game says, and the page about it is fresh."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.adapters.position import HIGH, LOW

from .settings import Setting, every_game, every_setting, finished_match, positions, settings

SCRIPT = Path(__file__).parents[2] / "scripts" / "observations.py"
OWN = "seat +0: "
BLANK = HIGH + 1  # what no game writes


class Sheet(list[int]):
    """An observation that remembers the order in which its places were written."""

    def __init__(self, length: int) -> None:
        super().__init__([BLANK] * length)
        self.places: list[int] = []

    def __setitem__(self, place: Any, value: Any) -> None:
        assert 0 <= place < len(self)
        self.places.append(place)
        super().__setitem__(place, value)

    @property
    def filled(self) -> set[int]:
        """What was written after the sheet was cleared, if it was."""
        return set(self.places[len(self) :] if len(self.places) > len(self) else self.places)


def ranges(name: str) -> dict[str, range]:
    """The places of every group."""
    found, at = {}, 0
    for group, length in pithead.load(name).module("knowledge").LAYOUT:
        found[group] = range(at, at + length)
        at += length
    return found


@every_game
def test_the_layout_names_every_number_once(name: str) -> None:
    knowledge = pithead.load(name).module("knowledge")
    names = [group for group, _ in knowledge.LAYOUT]
    assert len(set(names)) == len(names)
    assert all(length > 0 for _, length in knowledge.LAYOUT)
    assert sum(length for _, length in knowledge.LAYOUT) == knowledge.N_FEATURES


@every_setting
def test_all_numbers_are_written_and_fit_the_declared_range(setting: Setting) -> None:
    knowledge = setting.game.module("knowledge")
    for match in (*positions(setting, 16, games=2), finished_match(setting, 1)):
        for seat in range(setting.players):
            sheet = Sheet(knowledge.N_FEATURES)
            knowledge.features(match.state, seat, sheet)
            assert all(LOW <= number <= HIGH for number in sheet)


@every_game
@pytest.mark.slow
def test_every_group_is_filled_in_some_game(name: str) -> None:
    knowledge = pithead.load(name).module("knowledge")
    most = max((setting for setting in settings() if setting.name == name), key=lambda setting: setting.players)
    written: set[int] = set()
    for match in positions(most, 100):
        for seat in range(most.players):
            sheet = Sheet(knowledge.N_FEATURES)
            knowledge.features(match.state, seat, sheet)
            written |= sheet.filled
    assert [group for group, places in ranges(name).items() if written.isdisjoint(places)] == []


@every_setting
def test_groups_hold_what_they_are_called(setting: Setting) -> None:
    """The phase, the number of players, and whatever of the own seat bears the name of a countable thing."""
    places = ranges(setting.name)
    amounts = setting.game.module("offers").amounts
    own = {
        group.removeprefix(OWN).replace(" ", "_"): at[0]
        for group, at in places.items()
        if group.startswith(OWN) and len(at) == 1
    }
    compared, different = set(), 0
    for match in positions(setting, 16, games=2):
        counted = [amounts(match.state, seat) for seat in range(setting.players)]
        different += any(counts != counted[0] for counts in counted)
        for seat, counts in enumerate(counted):
            features = match.rules.features(match.state, seat)
            assert features[places["phase"][0]] == match.facts.phase
            if "number of players" in places:
                assert features[places["number of players"][0]] == setting.players
            for thing in own.keys() & counts:
                assert features[own[thing]] == counts[thing], thing
                compared.add(thing)
    assert "points" in compared
    assert len(compared) > 1
    assert different or setting.players == 1, "the seats must differ somewhere"


def test_the_page_about_them_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("observations", SCRIPT)
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text("utf-8") == script.page(), "run scripts/observations.py"
