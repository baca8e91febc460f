"""The value net: integers that add the same to `evaluate` on both backends, and nothing where there is none."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.bots import from_spec
from pithead.bots.greedy import Greedy
from pithead.bots.search import net, warming
from pithead.bots.search.net import HIDDEN, Weights, fits, shipped
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game
from tests.bots.ways import every_way
from tests.contract.settings import Setting

EXAMPLE = pithead.load("example")
ALL = tuple(range(1, 7))


def any_weights(game: Game, seed: int = 1, size: int = 400, players: tuple[int, ...] = ALL) -> Weights:
    """A net that has learned nothing."""
    chance = random.Random(seed)

    def row(length: int) -> list[int]:
        return [chance.randint(-size, size) for _ in range(length)]

    inputs = game.module("inputs").N_INPUTS
    return Weights([row(HIDDEN) for _ in range(inputs)], row(HIDDEN), row(HIDDEN + 1), players)


def by_hand(game: Game, weights: Weights, state: Any, seat: int) -> float:
    """What the net adds, as it is described."""
    seen = [0] * len(weights.first)
    game.module("inputs").inputs(state, seat, seen)
    total = weights.last[HIDDEN]
    for unit in range(HIDDEN):
        summed = weights.start[unit] + sum(amount * row[unit] for amount, row in zip(seen, weights.first, strict=True))
        total += min(127, max(0, summed // 64)) * weights.last[unit]
    return total / 65536


def values(tree: Tree, match: pithead.Match, asked: int) -> list[float]:
    """What a tree makes of a position for every player, before leads become chances."""
    module, work = tree._module, tree.work
    module.count_players(match.state, work.lists[module.SIDES])
    module.judge(match.state, work.plan[0], match.players, work.lists, work.reals, work.net, asked)
    return list(work.reals[module.VALUE][: match.players])


def test_the_net_adds_points_to_what_evaluate_says() -> None:
    weights = any_weights(EXAMPLE)
    tree = Tree(Backing(EXAMPLE), Settings.of(EXAMPLE), 8, weights)
    match = pithead.new(EXAMPLE, 3, seed=2)
    evaluate = EXAMPLE.instance().game_name("evaluate")
    added = set()
    while not match.over:
        plain = [evaluate(match.state, seat) for seat in range(3)]
        residuals = [by_hand(EXAMPLE, weights, match.state, seat) for seat in range(3)]
        assert values(tree, match, 0) == plain
        assert values(tree, match, -1) == [value + more for value, more in zip(plain, residuals, strict=True)]
        added.update(residuals)
        match.play(match.legal[-1])
    assert len(added) > 5


def test_a_net_is_asked_only_with_the_numbers_of_players_it_was_accepted_for() -> None:
    weights = any_weights(EXAMPLE, players=(2, 4))
    for settings, asked in ((Settings.of(EXAMPLE), 0b10100), (Settings.of(EXAMPLE, net=0), 0)):
        tree = Tree(Backing(EXAMPLE), settings, 8, weights)
        assert tree.work.plan[0].net == asked
    for players in (2, 3):
        found = []
        for chosen in (weights, None):
            bot = Searcher("foreman", EXAMPLE, 1, simulations=80, on=Backing(EXAMPLE), weights=chosen)
            match = pithead.new(EXAMPLE, players, seed=3)
            assert match.to_move is not None
            bot.choose(match.imagine(match.to_move))
            found.append(bot.found)
        assert (found[0] == found[1]) == (players == 3)


def test_a_net_is_not_asked_by_other_options_than_it_has_learned_with() -> None:
    tree = Tree(Backing(EXAMPLE), Settings.of(EXAMPLE), 8, any_weights(EXAMPLE))
    evaluate = EXAMPLE.instance().game_name("evaluate")
    for options, asked in ((None, True), ({"teams": True}, False)):
        match = pithead.new(EXAMPLE, 4, 2, options)
        plain = [evaluate(match.state, seat) for seat in range(4)]
        assert (values(tree, match, -1) != plain) == asked


def written(folder: Path, weights: Weights, **changes: Any) -> dict[str, Any]:
    """The content of a file of weights, with changes."""
    weights.write(EXAMPLE, folder / net.FILE)
    found: dict[str, Any] = json.loads((folder / net.FILE).read_text("utf-8"))
    return {**found, **changes}


def test_weights_survive_their_file_and_belong_to_components_and_inputs(tmp_path: Path) -> None:
    weights = replace(any_weights(EXAMPLE), players=(2,), provenance={"games": 7})
    assert Weights.of(written(tmp_path, weights), EXAMPLE) == weights
    assert Weights.of(written(tmp_path, weights, material="0" * 64), EXAMPLE) is None
    assert Weights.of(written(tmp_path, weights, inputs="other"), EXAMPLE) is None
    mini = pithead.load("example", EXAMPLE.folder / "editions" / "mini.toml")
    assert Weights.of(written(tmp_path, weights), mini) is None, "an edition with other components plays without"


def test_without_a_file_a_game_plays_as_before() -> None:
    assert not (EXAMPLE.folder / net.FILE).exists()
    assert shipped(EXAMPLE) is None
    assert Tree(Backing(EXAMPLE), Settings.of(EXAMPLE), 8).work.plan[0].net == 0


@pytest.mark.parametrize("name", pithead.names())
def test_a_shipped_net_fits_its_game_and_is_small(name: str) -> None:
    game = pithead.load(name)
    path, weights = game.folder / net.FILE, shipped(game)
    assert (weights is not None) == path.exists(), "a net for other components or inputs: train it anew"
    if weights is not None:
        assert fits(weights, game)
        assert path.stat().st_size < 100_000
        assert weights.players
        assert set(weights.players) <= set(game.players)


def test_a_net_whose_sums_could_overflow_does_not_fit() -> None:
    weights = any_weights(EXAMPLE)
    assert fits(weights, EXAMPLE)
    large = Weights([[1 << 30] * HIDDEN for _ in weights.first], weights.start, weights.last)
    assert not fits(large, EXAMPLE)


def test_hewer_stays_readable_and_a_description_can_switch_the_net_off(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = any_weights(EXAMPLE)
    monkeypatch.setattr("pithead.bots.search.workspace.shipped", lambda game: weights)
    hewer = Greedy("hewer", EXAMPLE, 1, on=Backing(EXAMPLE))
    assert hewer._ready_tree().work.plan[0].net == 0
    match = pithead.new(EXAMPLE, 2, seed=1)
    assert match.to_move is not None
    for spec, asked in (("foreman:simulations=5", weights.mask), ("foreman:simulations=5:net=0", 0)):
        bot = from_spec(spec, EXAMPLE, 1)
        assert isinstance(bot, Searcher)
        bot.choose(match.imagine(match.to_move))
        assert bot._trees[0].work.plan[0].net == asked


@every_way
def test_inputs_stay_within_what_they_say(setting: Setting) -> None:
    """Sums are known to fit from the limits of the inputs: none may leave them."""
    game = setting.game
    layout, inputs = game.module("inputs").INPUT_LAYOUT, game.module("inputs").inputs
    match, chance = setting.match("inputs"), random.Random(3)
    seen = [0] * game.module("inputs").N_INPUTS
    assert layout[-1].stop == len(seen)
    for _ in range(150):
        if match.over:
            break
        for seat in range(match.players):
            inputs(match.state, seat, seen)
            for piece in layout:
                assert all(piece.low <= amount <= piece.high for amount in seen[piece.start : piece.stop]), piece.name
        match.play(chance.choice(match.legal))


@every_way
@pytest.mark.slow
def test_both_backends_choose_the_same_with_a_net(setting: Setting) -> None:
    """Same seed, weights and simulations: same statistics to the last bit."""
    game = setting.game
    assert warming.warm(game)
    weights = any_weights(game)
    pair = (Backing(game), Backing(game, "compiled"))
    searchers = [Searcher("foreman", game, 11, simulations=10, on=on, weights=weights) for on in pair]
    match = setting.match("both")
    compared = 0
    while not match.over and compared < 3:
        seat = match.to_move
        assert seat is not None
        position = match.imagine(seat)
        first, second = (searcher.choose(position) for searcher in searchers)
        assert first == second
        assert searchers[0].found == searchers[1].found
        compared += len(match.legal) > 1
        match.play(first)
