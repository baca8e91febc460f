"""Legal lists, turns, endings, invariants and copies of every game, player count and variant (P2–P6)."""

import hashlib
import random

import pytest

import pithead
from pithead.bots import make
from pithead.engine.errors import Illegal, NothingToUndo, Unparseable
from pithead.engine.game import expand_seed
from pithead.engine.imagined import imagine
from pithead.engine.match import END

from .settings import (
    Setting,
    covering_settings,
    every_game,
    every_setting,
    finished_match,
    many,
    positions,
    random_match,
    spread,
)


@every_setting
def test_legal_lists_are_ascending_and_within_the_declared_sizes(setting: Setting) -> None:
    state = setting.game.module("state")
    for match in positions(setting, 30):
        legal = match.legal
        assert legal, "a game that is not over offers something"
        assert legal == sorted(set(legal))
        assert legal[0] >= 0
        assert legal[-1] < state.N_ACTIONS
        assert len(legal) <= state.MAX_LEGAL


@covering_settings
def test_habits_are_legal_decisions(setting: Setting) -> None:
    habit = setting.game.instance().game_name("habit")
    for match in positions(setting, 30):
        legal = match.legal
        assert habit(match.state, list(legal)) in (-1, *legal)


@covering_settings
def test_what_is_not_in_the_list_is_refused_and_changes_nothing(setting: Setting) -> None:
    n_actions = setting.game.module("state").N_ACTIONS
    for match in positions(setting, 12):
        before = match.rules.encode(match.state)
        legal = set(match.legal)
        others = [action for action in range(n_actions) if action not in legal]
        for action in [*random.Random(1).sample(others, min(len(others), 40)), -1, n_actions]:
            with pytest.raises(Illegal):
                match.play(action)
        with pytest.raises(Unparseable):
            match.play("no such action")
        assert match.rules.encode(match.state) == before
        assert match.legal == sorted(legal)


@every_setting
@spread(1, 3)
def test_only_end_passes_the_turn_and_games_end_within_the_declared_length(setting: Setting, count: int) -> None:
    limit = setting.game.module("state").MAX_DECISIONS
    for seed in range(count):
        previous = None
        for match in random_match(setting, seed):
            if previous is not None and not match.over and match.to_move != previous:
                assert match.actions[-1] == END
            previous = match.to_move
        assert match.result is not None
        assert match.result.reason
        assert len(match.actions) <= limit


@covering_settings
def test_progress_grows_and_ranks_are_sane(setting: Setting) -> None:
    last = 0
    for match in random_match(setting, 5):
        progress = match.facts.progress
        assert last <= progress <= 1000
        last = progress
    standing = match.standing
    assert last == 1000
    assert all(1 <= rank <= setting.players + 1 for rank in standing.ranks)
    for a in range(setting.players):
        for b in range(setting.players):
            if standing.teams[a] == standing.teams[b]:
                assert standing.ranks[a] == standing.ranks[b]


@every_setting
def test_points_by_source_sum_to_the_score(setting: Setting) -> None:
    for match in positions(setting, 16, games=2):
        scores = match.rules.standing(match.settled_state, setting.players).scores
        sides = match.rules.standing(match.settled_state, setting.players).teams
        for player in range(setting.players):
            if sides.count(sides[player]) == 1:
                assert sum(match.breakdown(player).values()) == scores[player]


@covering_settings
@many(1, 60)
def test_every_invariant_holds_on_the_checked_backend(setting: Setting, games: int) -> None:
    rules = setting.game.rules("checked")
    for seed in range(games):
        length = rules.watched_playout(setting.new(rules, seed), rules.fast(seed, 7))
        assert length > 0, f"violation {length} in game {seed}"


@every_setting
@many(100, 100_000)
def test_every_invariant_holds_in_many_compiled_games(setting: Setting, games: int) -> None:
    rules = setting.game.rules("compiled")
    for seed in range(games):
        length = rules.watched_playout(setting.new(rules, seed), rules.fast(seed, 8))
        assert length > 0, f"violation {length} in game {seed}"


@every_setting
@many(30, 10_000)
def test_games_end_however_long_players_put_it_off(setting: Setting, games: int) -> None:
    """P3: whoever always chooses what brings the end nearer least still comes to it within the declared length."""
    rules = setting.game.rules("compiled")
    for seed in range(games):
        assert rules.stalling_playout(setting.new(rules, seed), rules.fast(seed, 10)) > 0, f"game {seed} never ends"


@covering_settings
@many(1, 30)
def test_games_of_greedy_players_end_and_break_no_invariant(setting: Setting, games: int) -> None:
    """P3, P4: games of people who want something go other ways than random ones."""
    rules = setting.game.rules("compiled")
    limit = setting.game.module("state").MAX_DECISIONS
    for seed in range(games):
        state = setting.new(rules, seed)
        bots = [make("hewer", setting.game, seed) for _ in range(setting.players)]
        for decision in range(limit + 1):
            facts = rules.facts(state)
            assert facts.audit == 0, f"violation {facts.audit} after {decision} decisions"
            if facts.to_move < 0:
                break
            rules.apply(state, bots[facts.to_move].choose(imagine(rules, state, facts.to_move)))
        assert rules.facts(state).to_move < 0


@covering_settings
def test_copies_are_independent(setting: Setting) -> None:
    kept = []
    for match in random_match(setting, 11):
        copy = match.rules.copy(match.state)
        kept.append((copy, hashlib.sha256(match.rules.encode(copy)).digest()))
    for copy, digest in kept:
        assert hashlib.sha256(match.rules.encode(copy)).digest() == digest


@covering_settings
def test_undo_restores_exactly_and_never_crosses_a_barrier(setting: Setting) -> None:
    choose = random.Random(str(setting))
    match = setting.match("undo")
    while not match.over:
        before, barrier = match.rules.encode(match.state), match.facts.barrier
        actions, events = list(match.actions), match.events(match.to_move)
        played = choose.choice(match.legal)
        match.play(played)
        if match.settled == len(match.actions):
            assert played == END or match.facts.barrier != barrier or match.over
            with pytest.raises(NothingToUndo):
                match.undo()
            continue
        after = match.rules.encode(match.state)
        assert match.undo() == played
        assert match.rules.encode(match.state) == before
        assert match.actions == actions
        assert match.events(match.to_move) == events
        match.play(played)
        assert match.rules.encode(match.state) == after


@every_setting
def test_setup_writes_every_field(setting: Setting) -> None:
    rules = setting.game.rules()
    fresh = setting.new(rules, 1)
    dirty = rules.copy(fresh)
    noise = random.Random(1)
    while rules.to_move(dirty) >= 0:
        rules.apply(dirty, noise.choice(rules.legal(dirty)))
    setting.game.module("rules").setup(dirty, setting.players, setting.numbers, expand_seed("1"))
    assert rules.encode(dirty) == rules.encode(fresh)


@every_game
def test_action_texts_are_one_to_one(name: str) -> None:
    game = pithead.load(name)
    texts = game.action_texts
    assert len(set(texts)) == len(texts)
    assert texts[END] == "end"
    for text in texts:
        assert text == " ".join(text.split())
        assert not set(";:…\n") & set(text)


@covering_settings
def test_records_replay_to_the_same_position(setting: Setting) -> None:
    match = finished_match(setting, 21)
    text = match.record().text
    again = pithead.read_record(text).verify()
    assert again.rules.encode(again.state) == match.rules.encode(match.state)
    assert again.record().text == text
