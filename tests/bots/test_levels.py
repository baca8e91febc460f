"""The levels by name, and what they may never do."""

import random

import pytest

import pithead
from pithead import bots
from pithead.bots.backing import InterpretedBacking, Settings
from pithead.bots.greedy import Greedy
from pithead.bots.search import Searcher
from pithead.engine.messages import LANGUAGES, common
from tests.bots.ways import every_way
from tests.contract.settings import Setting, positions

QUICK = {"horizon": 0, "picks": 1}


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
        match.play(seats[seat].choose(match.rules.encode(match.state), seat), seat)
    assert match.result is not None
    assert match.result.winners


@every_way
def test_a_bot_decides_by_what_its_seat_knows_alone(setting: Setting) -> None:
    """P7: everything hidden is changed, and with the same seed the same move comes out."""
    scramble = setting.helper("scramble").scramble
    chance = random.Random(str(setting))
    game = setting.game
    on = InterpretedBacking(game)
    settings = Settings.of(game, "", **QUICK)
    seen = 0
    for match in positions(setting, 4, games=1):
        seat = match.to_move
        assert seat is not None
        if len(match.legal) == 1:
            continue
        data = match.rules.encode(match.state)
        twin = match.rules.decode(data)
        scramble(twin, seat, chance)
        chosen = []
        for state in (data, match.rules.encode(twin)):
            greedy = Greedy("hewer", game, 3, on=on)
            searcher = Searcher("foreman", game, 3, simulations=8, settings=settings, on=on)
            chosen.append((greedy.choose(state, seat), searcher.choose(state, seat), searcher.found))
        assert chosen[0] == chosen[1]
        assert chosen[0][0] in match.legal
        seen += 1
    assert seen
