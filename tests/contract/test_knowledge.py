"""Hidden stays hidden (P7), and what a bot imagines is honest (P8 a, b, d)."""

import random

from .settings import Setting, every_setting, positions, seen_by


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
