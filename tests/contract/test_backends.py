"""Both backends side by side, byte for byte (P1, P4)."""

import random

import pytest

from pithead.engine.difference import difference

from .settings import Setting, covering_settings, every_setting, many


@every_setting
@many(2, 300)
def test_both_backends_agree_byte_for_byte(setting: Setting, games: int) -> None:
    slow, fast = setting.game.rules("interpreted"), setting.game.rules("compiled")
    choose = random.Random(str(setting))
    for seed in range(games):
        a, b = setting.new(slow, seed), setting.new(fast, seed)
        every_step = seed % 5 == 0
        while slow.to_move(a) >= 0:
            legal = fast.legal(b)
            if every_step:
                assert not difference(slow, slow.encode(a), fast.encode(b))
                assert slow.legal(a) == legal
                assert slow.facts(a) == fast.facts(b)
            action = choose.choice(legal)
            slow.apply(a, action)
            fast.apply(b, action)
        assert not difference(slow, slow.encode(a), fast.encode(b))
        assert slow.facts(a) == fast.facts(b)
        assert slow.standing(a, setting.players) == fast.standing(b, setting.players)


@covering_settings
@pytest.mark.slow
def test_knowledge_agrees_on_both_backends(setting: Setting) -> None:
    slow, fast = setting.game.rules("interpreted"), setting.game.rules("compiled")
    choose = random.Random(str(setting))
    for seed in range(2):
        a = setting.new(slow, seed)
        while slow.to_move(a) >= 0:
            if choose.random() < 0.1:
                for seat in range(setting.players):
                    data = slow.encode(a)
                    b = fast.decode(data)
                    assert slow.features(a, seat) == fast.features(b, seat)
                    imagined = slow.decode(data)
                    slow.determinize(imagined, seat, slow.fast(seed, seat))
                    fast.determinize(b, seat, fast.fast(seed, seat))
                    assert slow.encode(imagined) == fast.encode(b)
            slow.apply(a, choose.choice(slow.legal(a)))


@covering_settings
def test_states_cross_as_bytes(setting: Setting) -> None:
    rules = setting.game.rules("interpreted")
    state = setting.new(rules, 4)
    choose = random.Random(4)
    while rules.to_move(state) >= 0:
        data = rules.encode(state)
        assert len(data) == rules.size
        assert rules.encode(rules.decode(data)) == data
        rules.apply(state, choose.choice(rules.legal(state)))
