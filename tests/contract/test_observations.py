"""An observation holds what the view of its seat shows, all of it and nothing else, where its layout says."""

import importlib.util
import random
import re
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.kit.observation import LEAST, MOST, Piece

from .settings import Setting, covering_settings, every_game, last_position, positions, questions, settings

SCRIPT = Path(__file__).parents[2] / "scripts" / "observations.py"
OWN = "seat +0: "
CHANGES = 60  # of single numbers, per setting
SIBLINGS = 12  # decisions tried at a position


def layout(name: str) -> tuple[Piece, ...]:
    found: tuple[Piece, ...] = pithead.load(name).module("observation").LAYOUT
    return found


@every_game
def test_the_layout_names_every_number_once(name: str) -> None:
    pieces = layout(name)
    assert len({piece.name for piece in pieces}) == len(pieces)
    at = 0
    for piece in pieces:
        assert (piece.start, piece.length > 0) == (at, True), piece.name
        assert LEAST <= piece.low <= 0 <= piece.high <= MOST, piece.name
        assert len(piece.values) == (piece.high + 1 if piece.kind in ("choice", "player") else 0), piece.name
        at = piece.stop
    assert at == pithead.load(name).module("observation").N_FEATURES


@covering_settings
def test_all_numbers_are_written_and_lie_in_their_ranges(setting: Setting) -> None:
    observation = setting.game.module("observation")
    for match in chain(positions(setting, 8, games=2), [last_position(setting, 1)]):
        for seat in range(setting.players):
            sheet = [MOST + 1] * observation.N_FEATURES
            observation.features(match.state, seat, sheet)
            for piece in observation.LAYOUT:
                numbers = sheet[piece.start : piece.stop]
                if piece.block is not None and piece.block >= setting.players and set(numbers) == {MOST + 1}:
                    continue  # nobody's seat: passed over, since arrays for observations come filled with 0
                assert piece.low <= min(numbers), piece.name
                assert max(numbers) <= piece.high, piece.name


@every_game
@pytest.mark.slow
def test_every_piece_says_something_in_some_game(name: str) -> None:
    silent = {unseated(piece.name) for piece in layout(name)}
    own = [setting for setting in settings() if setting.name == name]
    rare = own[0].helper("observed").RARE
    for setting in own:
        if silent <= rare:
            break
        spread, asked = positions(setting, 40, games=2), questions(setting, 8)
        for match in chain(spread, asked, [last_position(setting, 0)]):
            features = match.rules.features(match.state, 0)
            silent -= {unseated(piece.name) for piece in layout(name) if any(features[piece.start : piece.stop])}
    assert silent <= rare


def unseated(name: str) -> str:
    """The name of a piece without the seat."""
    return name.partition(": ")[2] if name.startswith("seat +") else name


@covering_settings
def test_pieces_hold_what_they_are_called(setting: Setting) -> None:
    """The phase, the number of players, and whatever of the own seat bears the name of a countable thing."""
    places = {piece.name: piece for piece in layout(setting.name)}
    amounts = setting.game.module("offers").amounts
    own = {
        name.removeprefix(OWN).replace(" ", "_"): piece.start
        for name, piece in places.items()
        if name.startswith(OWN) and piece.length == 1
    }
    compared, different = set(), 0
    for match in positions(setting, 16, games=2):
        counted = [amounts(match.state, seat) for seat in range(setting.players)]
        different += any(counts != counted[0] for counts in counted)
        for seat, counts in enumerate(counted):
            features = match.rules.features(match.state, seat)
            assert features[places["phase"].start] == match.facts.phase
            assert features[places["number of players"].start] == setting.players
            for thing in own.keys() & counts:
                assert features[own[thing]] == counts[thing], thing
                compared.add(thing)
    assert "points" in compared
    assert len(compared) > 1, f"name more pieces of a seat as its amounts are named: {sorted(counted[0])}"
    assert different or setting.players == 1, "the seats must differ somewhere"


# -- view and observation ------------------------------------------------------------------------------------------


def names_of(record: Any, prefix: str = "") -> Iterator[str]:
    """The numbers of a state by name, in the order of its bytes."""
    for name in record.__slots__:
        yield from _names_within(getattr(record, name), f"{prefix}{name}")


def _names_within(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _names_within(item, f"{name}[]")
    elif hasattr(value, "__slots__"):
        yield from names_of(value, f"{name}.")
    else:
        yield name


def shown(setting: Setting, state: Any, seat: int) -> tuple[Any, ...]:
    """What a seat is shown: its view, and whose turn it is to answer which question."""
    facts = setting.game.rules().facts(state, audit=False)
    return setting.game.module("view").view(state, seat).model_dump_json(), facts.to_move, facts.phase


@covering_settings
def test_a_changed_number_changes_view_and_observation_or_neither(setting: Setting) -> None:
    """Put a number of another position in its place; `REPEATED` are numbers that repeat what others say."""
    rules, chance = setting.game.rules(), random.Random(str(setting))
    read = rules.instance.codec()._read
    repeated = setting.helper("observed").REPEATED
    matches = chain(positions(setting, 12, games=3), [last_position(setting, 1)])
    states = [rules.copy(match.state) for match in matches]
    flat = [_numbers(state) for state in states]
    names = list(names_of(states[0]))
    varying = [
        k
        for k, name in enumerate(names)
        if len({numbers[k] for numbers in flat}) > 1
        and not name.startswith(("rng", "options", "barrier"))
        and not any(re.fullmatch(pattern, name) for pattern in repeated)
    ]
    compared = 0
    while compared < CHANGES:
        k, i, seat = chance.choice(varying), chance.randrange(len(states)), chance.randrange(setting.players)
        value = chance.choice(sorted({numbers[k] for numbers in flat} - {flat[i][k]}))
        twin = read([*flat[i][:k], value, *flat[i][k + 1 :]])
        try:
            before, after = shown(setting, states[i], seat), shown(setting, twin, seat)
        except (IndexError, KeyError, ValueError):
            continue  # no such position can be looked at
        compared += 1
        same = rules.features(states[i], seat) == rules.features(twin, seat)
        assert (before == after) == same, f"{names[k]} from {flat[i][k]} to {value}, seen from seat {seat}"


def _numbers(state: Any) -> list[int]:
    out: list[int] = []
    state._flat(out)
    return out


@covering_settings
def test_positions_one_decision_apart_differ_in_view_and_observation_or_in_neither(setting: Setting) -> None:
    rules, chance = setting.game.rules(), random.Random(str(setting))
    for match in positions(setting, 6, games=2):
        states = [match.state]
        for action in chance.sample(match.legal, min(SIBLINGS, len(match.legal))):
            states.append(rules.copy(match.state))
            rules.apply(states[-1], action)
        seat = chance.randrange(setting.players)
        told = [(shown(setting, state, seat), rules.features(state, seat)) for state in states]
        for (view, features), (other_view, other_features) in combinations(told, 2):
            assert (view == other_view) == (features == other_features)


@covering_settings
def test_equal_observations_lead_to_equal_ones(setting: Setting) -> None:
    """Aliasing: after two decisions that look the same, the same third one must look the same, unless it reveals."""
    rules, chance = setting.game.rules(), random.Random(str(setting))
    for match in positions(setting, 16, games=4):
        reached: dict[tuple[Any, ...], Any] = {}
        for action in chance.sample(match.legal, min(SIBLINGS, len(match.legal))):
            state = rules.copy(match.state)
            rules.apply(state, action)
            mover = rules.to_move(state)
            if mover < 0:
                continue
            legal = rules.legal(state)
            key = (mover, tuple(rules.features(state, mover)), tuple(legal))
            other = reached.setdefault(key, state)
            if other is not state:
                for following in chance.sample(legal, min(SIBLINGS, len(legal))):
                    assert _after(rules, state, following, mover) == _after(rules, other, following, mover)


def _after(rules: Any, state: Any, action: int, seat: int) -> Any:
    """What a seat sees after a decision; nothing can be said where something hidden is revealed."""
    after = rules.copy(state)
    rules.apply(after, action)
    revealed = rules.facts(after, audit=False).barrier != rules.facts(state, audit=False).barrier
    return None if revealed else rules.features(after, seat)


def test_the_page_about_them_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("observations", SCRIPT)
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text("utf-8") == script.page(), "run scripts/observations.py"
