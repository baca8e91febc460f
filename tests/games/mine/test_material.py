"""The components: counts, provenance, and editions that replace them."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.engine import registry
from pithead.engine.errors import BadMaterial

from .builder import GAME, STATE

FILE = GAME.folder / "material.toml"


def test_seventy_cards_as_the_rules_count_them() -> None:
    """R3: sixty professions and ten events."""
    assert sum(STATE.COPIES[: STATE.N_PROFESSIONS]) == 60
    assert sum(STATE.COPIES[STATE.N_PROFESSIONS :]) == 10


def test_selling_the_most_every_round_is_exactly_the_whole_track() -> None:
    assert sum(range(1, STATE.ROUNDS + 1)) == STATE.TRACK_END
    assert sum(STATE.DIE_CARD_SALE) == STATE.TRACK_END


def test_reconstructed_values_are_marked() -> None:
    assert GAME.material.source_of("professions.2.shelter") == "reconstructed"
    assert GAME.material.source_of("events.3.attack") == "reconstructed"
    assert GAME.material.source_of("die_cards.0.mine") == "reconstructed"
    assert GAME.material.source_of("counts.coal_cubes") == "rulebook"
    assert GAME.material.source_of("professions.0.id") == "rulebook"
    assert GAME.material.source_of("towns.0") == "press"


def edition(tmp_path: Path, change: Callable[[str], str]) -> Path:
    path = tmp_path / "edition.toml"
    path.write_text(change(FILE.read_text("utf-8")), "utf-8")
    return path


def test_an_edition_may_replace_helmets(tmp_path: Path) -> None:
    path = edition(
        tmp_path,
        lambda text: text.replace("mine = 2\nrecruitment = 4\nflat = 2", "mine = 5\nrecruitment = 4\nflat = 2"),
    )
    game = pithead.load("mine", path)
    helmets = game.module("state").HELMETS
    assert helmets[2][0] == 5
    assert STATE.HELMETS[2][0] == 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("count = 24\nstart = 4", "count = 23\nstart = 4", "six starting hands need more"),
        ("hand_limit = 8", "hand_limit = 7", "larger than the hand limit"),
        ("coal_cubes = 20", "coal_cubes = 11", "not enough coal"),
        ("rounds = 6", "rounds = 7", "fewer die cards than rounds"),
        ('id = "guard"', 'id = "looter"', "same id"),
        ("base_draw = 2", "base_draw = 2\nbonus = 1", "Extra inputs"),
    ],
)
def test_mistakes_in_an_edition_are_named(tmp_path: Path, old: str, new: str, why: str) -> None:
    with pytest.raises(BadMaterial, match=why):
        pithead.load("mine", edition(tmp_path, lambda text: text.replace(old, new)))


def test_every_edition_keeps_the_shape() -> None:
    data: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
    GAME.module("material").Material.model_validate(data)


@pytest.mark.parametrize(("version", "miner"), [(1, (1, 1, 2)), (2, (2, 1, 1)), (3, (0, 2, 2)), (4, (0, 1, 2))])
def test_games_of_old_keep_the_helmets_that_they_began_with(version: int, miner: tuple[int, int, int]) -> None:
    """Every rules version names its components, and a record finds them again."""
    game = registry.as_of("mine", version)
    helmets = game.module("state").HELMETS
    assert (helmets[0][0], helmets[1][0], helmets[2][0]) == miner
    text = pithead.new("mine", players=3, seed=1, material=game.edition).record().text
    assert pithead.read_record(text).start().game is game
    undated = text.replace(f"rules: {game.rules_version}", f"rules: {version}")
    undated = undated.replace(f"sha256:{game.material.fingerprint}", "builtin")
    assert pithead.read_record(undated).start().game is game


def test_who_mines_best_hires_best_and_does_not_loot() -> None:
    """Why the start seat has no advantage (docs/reports/mine.md): a rush into the pit costs hands, and is answered."""
    professions = {card["id"]: card for card in pithead.load("mine").material.data["professions"]}
    miner, builder = professions["miner"], professions["pit_builder"]
    assert miner["mine"] > builder["mine"]
    assert miner["recruitment"] > builder["recruitment"]
    assert miner["shelter"] < builder["shelter"]
    assert miner["watchtower"] < builder["watchtower"]
    for place, best in (("shelter", "looter"), ("watchtower", "guard"), ("recruitment", "recruiter")):
        assert max(professions, key=lambda name: int(professions[name][place])) == best
