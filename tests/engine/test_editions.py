"""Edition files: a complete other edition plays on both backends, and a wrong one says where and why."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pithead
from pithead.engine import registry
from pithead.engine.errors import BadMaterial, PitheadError, UnknownEdition
from pithead.engine.game import Game, expand_seed

OTHER = """\
schema = "example/1"
[sources]
mine = "Drawn by hand."
[provenance]
lamps = "mine"
play = "mine"
[play]
hand = 2
rounds = 5
die = 4
draught = 2
[[lamps]]
name = "ember"
brightness = 2
copies = 9
[[lamps]]
name = "torch"
brightness = 5
copies = 7
"""


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    path = tmp_path / "other.toml"
    path.write_text(OTHER)
    return path


@pytest.mark.slow
def test_another_edition_plays_to_the_end_on_both_backends(edition: Path) -> None:
    game = pithead.load("example", edition)
    assert game.action_texts == ["end", "hang ember", "hang torch", "draw", "rest"]
    slow, fast = game.rules(), game.rules("compiled")
    choose = random.Random(1)
    for seed in range(20):
        a, b = (rules.new(3, game.numbers(game.resolve({})), expand_seed(seed)) for rules in (slow, fast))
        while slow.to_move(a) >= 0:
            action = choose.choice(slow.legal(a))
            slow.apply(a, action)
            fast.apply(b, action)
            assert slow.encode(a) == fast.encode(b)
            assert slow.facts(a).audit == 0


def test_a_record_names_its_edition(edition: Path) -> None:
    match = pithead.new("example", players=2, seed=1, material=edition)
    while not match.over:
        match.play(match.legal[0])
    text = match.record().text
    assert pithead.read_record(text).verify(edition).standing == match.standing
    with pytest.raises(PitheadError) as caught:
        pithead.read_record(text).verify()
    assert caught.value.params["why"] == "other_material"


def test_a_shipped_edition_is_chosen_by_name_and_found_by_what_a_record_says() -> None:
    match = pithead.new("mine-out", players=3, seed=1, material="remake-miners")
    assert match.game.edition == "remake-miners"
    text = match.record().text
    assert f"material: sha256:{match.game.material.fingerprint}" in text
    assert pithead.read_record(text).start().game is match.game
    assert pithead.read_record(pithead.new("mine-out", players=3, seed=1).record().text).start().game.edition is None


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownEdition) as caught:
        registry.shipped("mine-out", "/etc/passwd")
    assert "remake-miners" in str(caught.value)


def test_the_evaluation_has_a_name_that_changes_with_it() -> None:
    names = {pithead.load(name).evaluation for name in pithead.names()}
    assert len(names) == len(pithead.names())
    assert all(len(name) == 12 for name in names)


def test_a_value_net_changes_the_name_of_the_evaluation(tmp_path: Path) -> None:
    """A stored analysis names what made it: another net, another name."""
    folder = tmp_path / "example"
    shutil.copytree(pithead.load("example").folder, folder)
    named = {Game(folder).evaluation}
    for weights in ("{}", '{"first": []}'):
        (folder / "net.json").write_text(weights, "utf-8")
        named.add(Game(folder).evaluation)
    assert len(named) == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("rounds = 5", "rounds = ", 9, "Invalid value"),
        ("rounds = 5", "rounds = 500", 9, "play.rounds"),
        ("rounds = 5", "", 7, "play.rounds"),
        ("brightness = 5", "brightness = 'bright'", 18, "lamps.1.brightness"),
        ("copies = 7", "copies = 7\ncolour = 3", 20, "lamps.1.colour"),
        ("copies = 9", "copies = 0", 15, "lamps.0.copies"),
        ("hand = 2", "hand = 9", 1, "four hands"),
        ('name = "torch"', 'name = "ember"', 1, "same name"),
    ],
)
def test_a_wrong_edition_gives_path_line_and_reason(edition: Path, old: str, new: str, line: int, reason: str) -> None:
    edition.write_text(OTHER.replace(old, new))
    with pytest.raises(BadMaterial) as caught:
        pithead.load("example", edition)
    text = str(caught.value)
    assert str(edition) in text
    assert f"line {line}" in text
    assert reason in text


def test_a_missing_edition_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadMaterial):
        pithead.load("example", tmp_path / "nowhere.toml")


@given(st.binary(max_size=200))
def test_any_bytes_are_an_edition_or_a_typed_error(data: bytes) -> None:
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(data)
        file.flush()
        with pytest.raises(BadMaterial):
            pithead.load("example", file.name)
