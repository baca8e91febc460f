"""Every way to play every registered game, and random positions from it."""

import importlib
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import pithead
from pithead.engine.game import Game, Value, expand_seed
from pithead.engine.match import Match
from pithead.engine.rules import Rules, State


class Setting(NamedTuple):
    """One game, one number of players, one variant."""

    name: str
    players: int
    variant: str

    @property
    def game(self) -> Game:
        """The game."""
        return pithead.load(self.name)

    @property
    def options(self) -> dict[str, Value]:
        """The complete options of the variant."""
        chosen = next(variant for variant in self.game.variants if variant.name == self.variant)
        return self.game.resolve(chosen.options)

    @property
    def numbers(self) -> list[int]:
        """The options as the rules see them."""
        return self.game.numbers(self.options)

    def new(self, rules: Rules, seed: object) -> State:
        """A fresh state."""
        return rules.new(self.players, self.numbers, expand_seed(str(seed)))

    def match(self, seed: object) -> Match:
        """A fresh match."""
        return pithead.new(self.game, self.players, seed=str(seed), options=self.options)

    def helper(self, name: str) -> ModuleType:
        """A module that the game's tests provide for this suite."""
        return importlib.import_module(f"tests.games.{self.game.folder.name}.{name}")


def many(short: int, long: int) -> pytest.MarkDecorator:
    """So many games in `make test`, and so many in `make soak`."""
    return pytest.mark.parametrize(
        "games", [pytest.param(short, marks=pytest.mark.slow), pytest.param(long, marks=pytest.mark.soak)]
    )


def spread(short: int, long: int) -> pytest.MarkDecorator:
    """So many positions in `make test`, and so many in `make soak`."""
    return pytest.mark.parametrize("count", [pytest.param(short), pytest.param(long, marks=pytest.mark.soak)])


def settings() -> list[Setting]:
    """All of them."""
    return [
        Setting(name, players, variant.name)
        for name in pithead.names()
        for variant in pithead.load(name).variants
        for players in variant.players
    ]


@cache
def covering(name: str) -> list[Setting]:
    """Some settings of a game among which are all its variants and all its numbers of players."""
    chosen: list[Setting] = []
    for variant in pithead.load(name).variants:
        seen = Counter(setting.players for setting in chosen)
        chosen.append(Setting(name, min(variant.players, key=lambda players: seen[players]), variant.name))
    for setting in settings():
        if setting.name == name and setting.players not in {one.players for one in chosen}:
            chosen.append(setting)
    return chosen


def _param(setting: Setting, *marks: pytest.MarkDecorator) -> Any:
    """`make quick` plays one setting of every game."""
    plain = setting.variant == "standard" and setting.players == setting.game.variants[0].players[0]
    marks = marks if plain else (*marks, pytest.mark.slow)
    return pytest.param(setting, id=f"{setting.name}-{setting.players}-{setting.variant}", marks=marks)


def _long(setting: Setting) -> Any:
    return _param(setting) if setting in covering(setting.name) else _param(setting, pytest.mark.soak)


# All settings: for what the compiled rules do quickly, and for what is promised of each.
every_setting = pytest.mark.parametrize("setting", [_param(setting) for setting in settings()])
# Each variant and each number of players; `make soak` goes through all pairs of them.
covering_settings = pytest.mark.parametrize("setting", [_long(setting) for setting in settings()])
every_game = pytest.mark.parametrize("name", pithead.names())


def random_match(setting: Setting, seed: int) -> Iterator[Match]:
    """A match played at random, before every decision."""
    match = setting.match(f"contract {seed}")
    choose = random.Random(f"{setting} {seed}")
    while not match.over:
        yield match
        match.play(choose.choice(match.legal))
    yield match


class Place(NamedTuple):
    """A position of a random match: the question that it asks, and its bytes, packed."""

    phase: int
    packed: bytes


@cache
def places(setting: Setting, seed: int) -> list[Place]:
    """The positions of a random match, the last one too; tests of one setting go through the same games."""
    match = setting.match(f"contract {seed}")
    rules, state = match.rules, match.state
    state._log = None
    choose = random.Random(f"{setting} {seed}")
    found: list[Place] = []
    while True:
        facts = rules.facts(state, audit=False)
        # Of all settings these are 70,000 positions: 80 MB, packed 23 MB.
        found.append(Place(facts.phase, zlib.compress(rules.encode(state), 1)))
        if facts.to_move < 0:
            return found
        rules.apply(state, choose.choice(rules.legal(state)))


def standing_at(setting: Setting, seed: int, chosen: Iterable[Place]) -> Iterator[Match]:
    """A match that stands at one position after the other, without the decisions that led there."""
    match = setting.match(f"contract {seed}")
    for place in chosen:
        match.state = match.rules.decode(zlib.decompress(place.packed))
        match.state._log = []
        match._changed()
        yield match


def finished_match(setting: Setting, seed: int) -> Match:
    """A match played at random to its end."""
    *_, last = random_match(setting, seed)
    return last


def last_position(setting: Setting, seed: int) -> Match:
    """A match that stands at the end of a random one."""
    return next(standing_at(setting, seed, places(setting, seed)[-1:]))


def positions(setting: Setting, count: int, games: int = 4) -> Iterator[Match]:
    """Positions spread over some random games; the match goes on after each, so copy what you keep."""
    for seed in range(games):
        found = places(setting, seed)[:-1]
        wanted = {round(i * (len(found) - 1) / max(1, count // games)) for i in range(count // games)}
        yield from standing_at(setting, seed, (found[number] for number in sorted(wanted)))


def questions(setting: Setting, each: int, games: int = 4) -> Iterator[Match]:
    """Some positions of every question that random games ask, the rare ones too; copy what you keep."""
    asked: Counter[int] = Counter()
    for seed in range(games):
        chosen = []
        for place in places(setting, seed)[:-1]:
            if asked[place.phase] < each * (seed + 1) / games:
                asked[place.phase] += 1
                chosen.append(place)
        yield from standing_at(setting, seed, chosen)


def seen_by(match: Match, state: Any, seat: int) -> tuple[Any, ...]:
    """All that a seat is told about a state: view, features and, when it is to move, options, refusals and plans."""
    game = match.game
    told: list[Any] = [
        game.module("view").view(state, seat).model_dump_json(),
        match.rules.features(state, seat),
        match.rules.facts(state)[:5],
    ]
    if match.rules.to_move(state) == seat:
        offers = game.module("offers")
        legal = match.rules.legal(state)
        told += [legal, [offers.offer(state, action) for action in legal], offers.refusals(state), offers.plans(state)]
    return tuple(told)
