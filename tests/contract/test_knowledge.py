"""Hidden stays hidden (P7), and what a bot imagines is honest (P8)."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from .settings import Setting, every_setting, positions, seen_by, settings


@every_setting
def test_nothing_a_seat_is_told_depends_on_what_it_cannot_know(setting: Setting) -> None:
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    differ = total = 0
    for match in positions(setting, 40):
        data = match.rules.encode(match.state)
        for seat in range(setting.players):
            twin = match.rules.decode(data)
            scramble(twin, seat, chance)
            changed = match.rules.encode(twin) != data
            assert seen_by(match, match.state, seat) == seen_by(match, twin, seat)
            if match.facts.progress < 900:
                total += 1
                differ += changed
    assert differ >= 0.99 * total, "the scrambler must change what is hidden"


@every_setting
def test_events_of_others_do_not_show_what_is_hidden(setting: Setting) -> None:
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    kinds = setting.game.module("notation").EVENTS
    compared = 0
    for match in positions(setting, 40):
        for seat in range(setting.players):
            twin = match.rules.decode(match.rules.encode(match.state))
            scramble(twin, seat, chance)
            both = [action for action in match.legal if action in match.rules.legal(twin)]
            if not both:
                continue
            action = chance.choice(both)
            told = []
            for state in (match.rules.copy(match.state), twin):
                state._log = []
                before = match.rules.facts(state).barrier
                match.rules.apply(state, action)
                revealed = match.rules.facts(state).barrier != before
                events = [kinds[raw[0]].read(raw, 0) for raw in state._log]
                told.append((revealed, [event for event in events if event.visible_to(seat)]))
            if not told[0][0] and not told[1][0]:
                compared += 1
                assert told[0] == told[1]
    assert compared > 0


@every_setting
def test_determinize_sees_only_what_the_seat_knows(setting: Setting) -> None:
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    for number, match in enumerate(positions(setting, 30)):
        rules, data = match.rules, match.rules.encode(match.state)
        for seat in range(setting.players):
            twin = rules.decode(data)
            scramble(twin, seat, chance)
            imagined = rules.decode(data)
            rules.determinize(imagined, seat, rules.fast(number, seat))
            rules.determinize(twin, seat, rules.fast(number, seat))
            assert rules.encode(imagined) == rules.encode(twin)
            assert rules.facts(imagined).audit == 0
            view = match.game.module("view").view
            assert view(imagined, seat) == view(match.state, seat)
            assert imagined.rng.key != match.state.rng.key, "the future must be replaced"


@every_setting
@pytest.mark.slow
def test_a_fresh_deal_and_what_is_imagined_of_it_are_equally_likely(setting: Setting) -> None:
    """P8 (c): in any byte, truth a with b imagined is as frequent as truth b with a imagined."""
    rules = setting.game.rules("compiled")
    samples = 100_000 // sum(one.name == setting.name for one in settings())
    dealt = np.zeros((samples, rules.size), np.uint8)
    imagined = np.zeros((samples, rules.size), np.uint8)
    for number in range(samples):
        state = setting.new(rules, number)
        dealt[number] = np.frombuffer(rules.encode(state), np.uint8)
        rules.determinize(state, number % setting.players, rules.fast(number, 3))
        imagined[number] = np.frombuffer(rules.encode(state), np.uint8)
    hidden = np.flatnonzero((dealt != imagined).any(axis=0))
    assert len(hidden) > 32, "more than the generator is hidden"
    for byte in hidden:
        assert _asymmetry(dealt[:, byte], imagined[:, byte]) < 5, f"byte {byte}"


def _asymmetry(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Bowker's test of symmetry, as standard deviations of a normal variable (after Wilson and Hilferty)."""
    pairs = np.bincount(first.astype(np.int64) * 256 + second, minlength=65536).reshape(256, 256)
    above = np.triu_indices(256, 1)
    there, back = pairs[above], pairs.T[above]
    both = there + back
    found = both > 0
    freedom = int(found.sum())
    if freedom == 0:
        return 0.0
    square = float(((there - back)[found] ** 2 / both[found]).sum())
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
