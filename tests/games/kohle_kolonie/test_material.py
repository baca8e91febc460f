"""The built-in components, and what an edition file must satisfy."""

import copy
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import pithead
from pithead.engine import registry
from pithead.engine.errors import BadMaterial

from .builder import GAME, ST

DATA: dict[str, Any] = GAME.material.data


def test_the_counts_of_the_box() -> None:
    kinds = Counter(mine["kind"] for mine in DATA["mines"])
    assert (kinds["small"], kinds["single"], len(DATA["large_mines"])) == (40, 5, 15)
    assert (len(DATA["fields"]), len(DATA["villages"]), len(DATA["stations"])) == (20, 28, 19)
    assert sum(token["count"] for token in DATA["rail_tokens"]) == 19
    assert sum(token["count"] for token in DATA["disaster_tokens"]) == 5
    assert DATA["supply"]["coins_1"] + 5 * DATA["supply"]["coins_5"] == 85


def test_mines_of_one_kind_and_price_pay_alike() -> None:
    """What pays less than its like is never bought: mine 21 was that one."""
    paid: dict[tuple[Any, ...], set[int]] = {}
    for mine in DATA["mines"]:
        paid.setdefault((mine["kind"], mine["cost"]), set()).add(mine["income"])
    assert all(len(incomes) == 1 for incomes in paid.values()), paid


@pytest.mark.parametrize(("version", "income"), [(1, 1), (2, 1), (3, 2)])
def test_games_of_old_keep_the_income_that_they_began_with(version: int, income: int) -> None:
    """Every rules version names its components, and a record finds them again."""
    game = registry.as_of("kohle-kolonie", version)
    assert next(mine["income"] for mine in game.material.data["mines"] if mine["no"] == 21) == income
    text = pithead.new("kohle-kolonie", players=3, seed=1, material=game.edition).record().text
    assert pithead.read_record(text).start().game is game
    undated = text.replace(f"rules: {game.rules_version}", f"rules: {version}")
    undated = undated.replace(f"sha256:{game.material.fingerprint}", "builtin")
    assert pithead.read_record(undated).start().game is game


def test_local_workers_by_map() -> None:
    workers = [sum(village["workers"] for village in DATA["villages"])]
    workers.append(sum(village["workers"] for village in DATA["villages"] if village["small_map"]))
    assert workers == [36, 31]


def test_the_small_map() -> None:
    """R61: three players have 33 mines, 11 large ones, 24 villages, 13 stations."""
    open_fields = {field["id"] for field in DATA["fields"] if field["small_map"]}
    rounds = Counter(mine["round"] for mine in DATA["mines"] if mine["field"] in open_fields)
    assert [rounds[i] for i in range(1, 6)] == [10, 6, 7, 6, 4]
    assert sum(mine["field"] in open_fields for mine in DATA["large_mines"]) == 11
    assert sum(village["small_map"] for village in DATA["villages"]) == 24
    assert sum(station["small_map"] for station in DATA["stations"]) == 13


def test_every_field_has_villages_in_ascending_order() -> None:
    """The lists of legal decisions rely on it."""
    for villages in ST.FIELD_VILLAGES:
        known = [village for village in villages if village >= 0]
        assert known == sorted(known)
        assert len(known) >= 3


def change(path: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    at: Any = data
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        at = at[step]
    at[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("mines.0.no", 2, "appears twice"),
        ("mines.0.round", 5, "rise with the rounds"),
        ("mines.0.field", "AH", "does not fit its field"),
        ("mines.0.consolidates", 4, "disagree about the round"),
        ("mines.0.x", 90, "does not lie in its field"),
        ("mines.11.vp", None, "has no points"),
        ("villages.0.fields", ["JD"], "touches CH, JD on the map"),
        ("villages.5.small_map", False, "must be on the small map"),
        ("fields.4.small_map", False, "exactly the fields of Essen are closed"),
        ("fields.4.poly", [[0, 0], [100, 100], [0, 100]], "leaves its field"),
        ("stations.0.next_to", [], "do not follow its line"),
        ("stations.2.small_map", False, "stations on the small map"),
        ("lines.0.stations", 8, "the yellow line has 7 stations"),
        ("supply.local_workers", 30, "need 36 local workers"),
        ("start.coins", 20, "fewer than the 106"),
        ("disaster_tokens.0.count", 2, "do not fill the rounds"),
        ("mat.arrows", [["A1", "A2"]], "needs one arrow"),
        ("mat.guard_spaces", ["Z9"], "an unknown slot"),
        ("technology.8.fee_workers", None, "loading needs its fee"),
        ("provenance.mines", "hearsay", "is not among"),
        ("start.colour", "red", "Extra inputs"),
    ],
)
def test_an_edition_that_cannot_work_is_refused_with_a_reason(path: str, value: Any, reason: str) -> None:
    model = GAME.module("material").Material
    with pytest.raises(ValidationError, match=re.escape(reason)):
        model.model_validate(change(path, value))


def test_an_edition_file_changes_the_game(tmp_path: Path) -> None:
    text = (GAME.folder / "material.toml").read_text("utf-8")
    edition = tmp_path / "edition.toml"
    edition.write_text(text.replace("coins = 4\nvp = 2", "coins = 6\nvp = 3", 1), "utf-8")
    match = pithead.new("kohle-kolonie", players=3, seed=1, material=edition)
    assert [(player.coins, player.points) for player in match.view(None).players] == [(6, 3)] * 3


@pytest.mark.slow
def test_a_broken_edition_names_the_line(tmp_path: Path) -> None:
    text = (GAME.folder / "material.toml").read_text("utf-8")
    edition = tmp_path / "edition.toml"
    edition.write_text(text.replace("rounds = 5", "rounds = 6", 1), "utf-8")
    with pytest.raises(BadMaterial) as problem:
        pithead.load("kohle-kolonie", edition)
    line = int(problem.value.params["line"])
    assert text.splitlines()[line - 1] == "rounds = 5"
    assert tomllib.loads(text)["start"]["rounds"] == 5


def test_what_is_printed_is_in_every_view() -> None:
    match = pithead.new("kohle-kolonie", players=3, seed=1, options={"ironworks_engineer_vp": 2})
    view = match.view(None)
    printed = view.printed
    for things, views in ((printed.fields.city, view.fields), (printed.mines.cost, view.mines)):
        assert len(things) == len(views)
    glocke = view.mines[12]
    assert (glocke.name, printed.mines.cost[12], printed.mines.wagons[12]) == ("die Glocke", 1, 1)
    general = next(i for i, field in enumerate(view.fields) if field.id == "VG")
    assert (printed.fields.city[general], printed.fields.points[general]) == ("Bochum", 4)
    assert printed.fields.outline[general][:4] == [35.5, 0, 46.6, 0]
    assert printed.lines == {"yellow": 8, "red": 8, "brown": 4, "green": 0}
    front, back = [side for side in printed.technology if side.card == "ironworks"]
    assert [slot.points for slot in front.slots] == [2, 1, 1], "the option of the table"
    assert (back.flipped, back.flip[0].workers, back.flip[0].coins, back.points) == (True, 5, 3, 8)


def test_markers_stand_where_the_tokens_lay() -> None:
    match = pithead.new("kohle-kolonie", players=3, seed=1)
    first = match.to_move
    assert match.view(None).markers == [None] * 7
    match.play("choose miners")
    view = match.view(first)
    assert [i for i, marker in enumerate(view.markers) if marker == first] == [view.bonus_track.index(None)]
