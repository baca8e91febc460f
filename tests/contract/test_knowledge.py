"""Hidden stays hidden (P7), and what a bot imagines is honest (P8)."""

import random
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.engine.difference import difference
from pithead.engine.events import Event
from pithead.engine.imagined import imagine
from pithead.engine.match import END, Match

from .settings import Setting, covering_settings, every_setting, many, positions, questions, seen_by, settings, spread


@covering_settings
@spread(10, 200)
def test_nothing_a_seat_is_told_depends_on_what_it_cannot_know(setting: Setting, count: int) -> None:
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    differ = total = 0
    for match in positions(setting, count):
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


@covering_settings
@spread(3, 30)
def test_events_of_others_do_not_show_what_is_hidden(setting: Setting, count: int) -> None:
    """Also where something is revealed: unless the seat's view shows it, no event may tell it of the draw."""
    helper = setting.helper("scramble")
    shuffles: set[str] = getattr(helper, "SHUFFLES", set())
    chance = random.Random(str(setting))
    kinds = setting.game.module("notation").EVENTS
    compared = 0
    for match in chain(positions(setting, 4 * count), questions(setting, count)):
        for seat in range(setting.players):
            twin = match.rules.decode(match.rules.encode(match.state))
            helper.scramble(twin, seat, chance)
            twin.rng.key[:] = match.state.rng.key[:]  # the same dice, which everybody may see
            both = [action for action in match.legal if action in match.rules.legal(twin)]
            if not both:
                continue
            action = chance.choice(both)
            told = []
            names: set[str] = set()
            for state in (match.rules.copy(match.state), twin):
                state._log = []
                before = match.rules.facts(state).barrier
                match.rules.apply(state, action)
                revealed = match.rules.facts(state).barrier != before
                events = [kinds[raw[0]].read(raw, 0) for raw in state._log]
                shown = match.game.module("view").view(state, seat) if revealed else None
                # In no order: two cards that a seat drew one after the other lie in its hand side by side.
                told.append((shown, sorted(repr(event) for event in events if event.visible_to(seat))))
                names.update(event.name for event in events)
            # Cards that everybody saw and that were then shuffled into a deck are in no view any more.
            if told[0][0] == told[1][0] and not names & shuffles:
                compared += 1
                assert told[0] == told[1]
    assert compared > 0


@covering_settings
@spread(5, 80)
def test_a_choice_that_another_seat_does_not_see_tells_it_nothing(setting: Setting, count: int) -> None:
    """Secret decisions: two different ones after which a view is equal look equal in everything else, too.

    The same position, no scrambling: whatever of a choice shows in an event, an option, a number of the observation or
    in what the other seat imagines of it, the view would have to show as well.
    """
    chance = random.Random(str(setting))
    for number, match in enumerate(positions(setting, count)):
        legal = [action for action in match.legal if action != END]
        futures = [after(match, action) for action in chance.sample(legal, min(len(legal), CHOICES))]
        watchers = [None, *(seat for seat in range(setting.players) if seat != match.to_move)]
        for future in [*futures, *(ended for one in futures if (ended := one.ended()))]:
            future.tell(watchers, number)
        for one, other in combinations(futures, 2):
            unseen = compare(one, other, watchers)
            if one.end and other.end:
                compare(one.end, other.end, unseen)


CHOICES = 4  # different decisions that are compared in a position


@dataclass
class Future:
    """A position after a decision, what happened, and what each watcher is told."""

    match: Match
    state: Any
    text: str
    happened: list[Event]
    end: "Future | None" = None
    told: dict[int | None, tuple[Any, ...]] = field(default_factory=dict)

    def ended(self) -> "Future | None":
        """The same with the turn ended, where it can be."""
        rules = self.match.rules
        if END in rules.legal(self.state) and rules.to_move(self.state) == self.match.to_move:
            self.end = after(self.match, END, self.state, f"{self.text}; end", self.happened)
        return self.end

    def tell(self, watchers: list[int | None], number: int) -> None:
        """Note all that a watcher is told: first the view, then what must not say more."""
        rules, game = self.match.rules, self.match.game
        for seat in watchers:
            view = game.module("view").view(self.state, seat).model_dump_json()
            events = [event for event in self.happened if event.visible_to(seat)]
            if seat is None:
                self.told[seat] = (view, events)
            else:
                imagined = imagine(rules, self.state, seat, number)
                self.told[seat] = (view, events, seen_by(self.match, self.state, seat), imagined)


def after(match: Match, action: int, state: Any = None, text: str = "", so_far: list[Event] | None = None) -> Future:
    """What becomes of a position, and the events of it."""
    ahead = match.rules.copy(match.state if state is None else state)
    ahead._log = []
    match.rules.apply(ahead, action)
    kinds = match.game.module("notation").EVENTS
    happened = [*(so_far or []), *(kinds[raw[0]].read(raw, 0) for raw in ahead._log)]
    return Future(match, ahead, text or match.game.action_texts[action], happened)


def compare(one: Future, other: Future, watchers: list[int | None]) -> list[int | None]:
    """Whoever sees the same view after both is told the same, unless nothing is hidden: both are one position.

    Returns who that is. To all others the choice was open when it was made, and they may be told of it when the end of
    the turn has covered it again: a card discarded face up, and shuffled into a new deck.
    """
    rules = one.match.rules
    if rules.encode(one.state) == rules.encode(other.state):
        return watchers
    unseen = [seat for seat in watchers if one.told[seat][0] == other.told[seat][0]]
    for seat in unseen:
        assert one.told[seat] == other.told[seat], f"seat {seat} can tell {one.text!r} from {other.text!r}"
    return unseen


@covering_settings
@spread(8, 160)
def test_determinize_sees_only_what_the_seat_knows(setting: Setting, count: int) -> None:
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    for number, match in enumerate(positions(setting, count)):
        rules, data = match.rules, match.rules.encode(match.state)
        for seat in range(setting.players):
            twin = rules.decode(data)
            scramble(twin, seat, chance)
            imagined = rules.decode(data)
            rules.determinize(imagined, seat, rules.fast(number, seat))
            rules.determinize(twin, seat, rules.fast(number, seat))
            assert not difference(rules, rules.encode(imagined), rules.encode(twin))
            again = rules.copy(imagined)
            rules.determinize(again, seat, rules.fast(number, seat))
            assert rules.encode(again) == rules.encode(imagined), "who imagines twice imagines the same"
            assert rules.facts(imagined).audit == 0
            view = match.game.module("view").view
            assert view(imagined, seat) == view(match.state, seat)
            assert imagined.rng.key != match.state.rng.key, "the future must be replaced"


@every_setting
@many(30_000, 100_000)
def test_a_fresh_deal_and_what_is_imagined_of_it_are_equally_likely(setting: Setting, games: int) -> None:
    """P8 (c): in any byte, truth a with b imagined is as frequent as truth b with a imagined."""
    rules = setting.game.compiled()
    samples = games // sum(one.name == setting.name for one in settings())
    keys = np.random.default_rng(1).integers(0, 1 << 32, (samples, 8))
    options, fast = np.array(setting.numbers or [0]), rules.fast(0)
    states = rules.array(samples)
    for number in range(samples):
        rules.drivers.setup_at(states, number, setting.players, options, keys[number])
    dealt = states.copy().view(np.uint8).reshape(samples, rules.size)
    for number in range(samples):
        rules.drivers.seed_fast(fast, number, 3)
        rules.drivers.determinize_at(states, number, number % setting.players, fast)
    imagined = states.view(np.uint8).reshape(samples, rules.size)
    hidden = np.flatnonzero((dealt != imagined).any(axis=0))
    assert len(hidden) > 32, "more than the generator is hidden"
    for byte in hidden:
        assert _asymmetry(dealt[:, byte], imagined[:, byte]) < 5, f"byte {byte}"


def _asymmetry(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Bowker's test of symmetry, as standard deviations of a normal variable (after Wilson and Hilferty)."""
    differ = first != second
    one, two = first[differ].astype(np.int64), second[differ].astype(np.int64)
    # Each pair of two values once, and how often it was found this way round rather than the other.
    _, pair, both = np.unique(
        np.minimum(one, two) * 256 + np.maximum(one, two), return_inverse=True, return_counts=True
    )
    freedom = len(both)
    if freedom == 0:
        return 0.0
    surplus = np.bincount(pair, np.where(one < two, 1, -1))
    square = float((surplus**2 / both).sum())
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
