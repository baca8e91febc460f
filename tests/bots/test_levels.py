"""The levels by name, and what they may never do."""

import random
from collections.abc import Callable

import pytest

import pithead
from pithead import bots
from pithead.bots import Bot
from pithead.bots.play import Observer, Playing, play
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined, imagine
from pithead.engine.messages import LANGUAGES, common
from tests.bots.ways import every_way
from tests.contract.settings import Setting, positions


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name(language: str) -> None:
    names = {common(language).text(f"bots.level.{level}") for level in bots.LEVELS}
    assert len(names) == len(bots.LEVELS)
    assert not any(name.startswith("bots.") for name in names)


def test_an_unknown_level_is_refused_with_the_list() -> None:
    with pytest.raises(bots.UnknownLevel) as refused:
        bots.make("emperor", pithead.load("example"), 1)
    assert "trapper" in refused.value.text("fr")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("emperor", "foreman"),
        ("emperor:picks=2", "foreman"),
        ("hewer:picks=2", "„hewer“ allein"),
        ("foreman:", "horizon"),
        ("foreman:horizn=2", "horizon"),
        ("foreman:picks", "ganze Zahl von 1 "),
        ("foreman:picks=few", "ganze Zahl von 1 "),
        ("foreman:picks=1.5", "ganze Zahl von 1 "),
        ("foreman:picks=99999999999", "bis 1000"),
        ("foreman:simulations=0", "ganze Zahl von 1 "),
        ("foreman:simulations=-5", "ganze Zahl von 1 "),
        ("baron:scale=0", "von 0.01 "),
        ("baron:sharp=-1", "von 0.0001 "),
        ("baron:trust=nan", "„nan“"),
        ("baron:explore=inf", "„inf“"),
        ("baron:margin=1.5", "bis 1.0"),
    ],
)
def test_a_wrong_description_is_refused(spec: str, says: str) -> None:
    """One sentence names what is wrong and what is possible."""
    with pytest.raises(pithead.PitheadError) as refused:
        bots.from_spec(spec, pithead.load("example"), 1)
    sentence = refused.value.text("de")
    assert spec.partition(":")[0] in sentence
    assert says in sentence
    assert "{" not in sentence


def test_every_setting_of_the_search_can_be_described() -> None:
    assert set(bots.LIMITS) == {"simulations", *Settings.__annotations__}
    for name, kind in Settings.__annotations__.items():
        least, most = bots.LIMITS[name]
        assert type(least) is type(most) is kind
        assert least <= getattr(Settings, name) <= most
        for value in (least, most):
            bots.from_spec(f"foreman:{name}={value}", pithead.load("example"), 1)


def test_a_description_changes_settings() -> None:
    bot = bots.from_spec("foreman:horizon=7:simulations=20", pithead.load("example"), 1)
    assert isinstance(bot, Searcher)
    assert bot._settings.horizon == 7
    assert bot._simulations == 20


def test_without_a_word_of_the_game_the_best_settings_are_the_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pithead.load("example")
    monkeypatch.setitem(game.facts, "search", {"scale": 7.0, "horizon": 2})
    assert Settings.of(game, "best") == Settings.of(game) == Settings(scale=7.0, horizon=2)
    monkeypatch.setitem(game.facts, "search", {"scale": 7.0, "best": {"laps": 3}})
    assert Settings.of(game, "best") == Settings(scale=7.0, laps=3)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_level_plays_a_whole_game(level: str) -> None:
    match = pithead.new("example", players=3, seed=5)
    seats = [bots.make(level, match.game, seat, think=0.002) for seat in range(3)]
    while not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(seats[seat].choose(match.imagine(seat)), seat)
    assert match.result is not None
    assert match.result.outcome.winners


class Cheat:
    """Takes what comes out best in the very deal that it was given, the future included."""

    level = "cheat"

    def __init__(self, game: Game, seed: int) -> None:
        self._rules = game.rules()
        self._players = max(game.players)
        self._seed = seed
        self.given: list[bytes] = []

    def choose(self, position: Imagined) -> int:
        """The decision after which this deal, played on at random, brings the most points."""
        rules = self._rules
        self.given.append(position.data)

        def points(action: int) -> int:
            state = rules.decode(position.data)
            rules.apply(state, action)
            rules.playout(state, rules.fast(self._seed))
            return rules.standing(state, self._players).scores[position.seat]

        return max(rules.legal(rules.decode(position.data))[:6], key=points)


def searching(level: str) -> Callable[[Game, int], Bot]:
    """A level that searches, by a number of simulations instead of a time."""
    return lambda game, seed: bots.from_spec(f"{level}:simulations=8:horizon=0:picks=1", game, seed)


def simple(level: str) -> Callable[[Game, int], Bot]:
    """A level that does not search."""
    return lambda game, seed: bots.make(level, game, seed)


PLAYERS: dict[str, Callable[[Game, int], Bot]] = {
    **{level: searching(level) if level in bots.SECONDS else simple(level) for level in bots.LEVELS},
    "cheat": Cheat,
}


@every_way
def test_a_bot_decides_by_what_its_seat_knows_alone(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    """P7: everything hidden is changed, and with the same seed the same move comes out, at every level."""
    monkeypatch.setattr("pithead.bots.greedy.backing", Backing)
    monkeypatch.setattr("pithead.bots.search.searcher.backing", Backing)
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    seen = 0
    for match in positions(setting, 2, games=1):
        seat = match.to_move
        assert seat is not None
        if len(match.legal) == 1:
            continue
        twin = match.rules.copy(match.state)
        scramble(twin, seat, chance)
        assert match.rules.encode(twin) != match.rules.encode(match.state)
        given = [imagine(match.rules, state, seat, 5) for state in (match.state, twin)]
        for level, make in PLAYERS.items():
            first, second = (make(setting.game, 3).choose(position) for position in given)
            assert first == second, level
            assert first in match.legal, level
        assert given[0] == given[1]
        seen += 1
    assert seen


def test_a_cheat_is_never_given_the_truth() -> None:
    """Wherever bots are asked, what reaches them differs from the true state."""
    game = pithead.load("example")
    match = pithead.new(game, players=2, seed=5)
    cheats = [Cheat(game, 1), Cheat(game, 2)]
    true: list[bytes] = []

    class Noting(Observer):
        def asked(self, game: Playing) -> None:
            true.append(game.rules.encode(game.state))

    play(match.rules, match.state, cheats, [Noting()])
    given = [data for cheat in cheats for data in cheat.given]
    assert len(given) == len(true)
    assert not set(given) & set(true)


def test_nobody_else_makes_an_imagined_position() -> None:
    match = pithead.new("example", players=2, seed=5)
    with pytest.raises(TypeError, match="only"):
        Imagined(None, match.rules.encode(match.state), 0)
    imagined = match.imagine(0)
    with pytest.raises(AttributeError):
        imagined.data = match.rules.encode(match.state)
    with pytest.raises(TypeError, match="only"):
        type(imagined)(object(), b"", 0)


def test_among_equals_a_greedy_bot_prefers_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of equal decisions is the one against the lowest seat, which would lose by it."""
    monkeypatch.setattr("pithead.bots.greedy.outlooks", lambda tree, legal, seat: [0.5] * len(legal))
    match = pithead.new("example", players=3, seed=1)
    position = imagine(match.rules, match.state, match.to_move or 0)
    chosen = {bots.make("hewer", match.game, seed).choose(position) for seed in range(200)}
    assert chosen == set(match.legal)
