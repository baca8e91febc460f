"""Whole games: how they flow, how long they are, and that both backends agree."""

import random
import re

import pytest

import pithead
from pithead.engine.board import Table as Screen
from pithead.engine.match import END

from .builder import EMMA, GAME, HUGO, ST, Table


def random_match(players: int, seed: int) -> pithead.engine.match.Match:
    match = pithead.new("kohle-kolonie", players=players, seed=seed)
    choose = random.Random(seed)
    while not match.over:
        match.play(choose.choice(match.legal))
    return match


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_has_five_rounds_and_a_final_scoring(players: int) -> None:
    match = random_match(players, 4)
    names = [event.name for event in match.events(None)]
    assert names.count("round") == ST.ROUNDS - 1
    assert names.count("token_shown") == ST.ROUNDS
    assert names.count("final") == players
    assert names[-1] == "ended"
    assert match.result is not None
    assert match.result.reason == "rounds"
    lots = {3: 11, 4: 15, 5: 15}[players]
    assert names.count("won") + names.count("syndicate_won") == lots


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_point_has_a_log_line(players: int) -> None:
    """After every decision the log adds up to the points; a loss counts against."""
    match = pithead.new("kohle-kolonie", players=players, seed=players)
    choose = random.Random(players)
    told = [ST.START_VP] * players
    while not match.over:
        for event in match.play(choose.choice(match.legal)):
            if "points" in event.params and event.name not in ("final", "helped"):
                sign = -1 if event.name in ("hit", "damaged") else 1
                told[event.params["player"]] += sign * event.params["points"]
        assert told == [player.points for player in match.state.players[:players]], match.events(None)[-1]
    sources = {event.params["source"] for event in match.events(None) if event.name == "scored"}
    assert sources >= {"source_board", "source_mines", "source_consolidation", "source_engines", "source_coins"}


def test_the_log_of_a_turned_card_names_its_price() -> None:
    match = pithead.new("kohle-kolonie", players=3, seed=1)
    for _ in range(3):
        match.play(match.legal[0])
        match.confirm()
    events = match.play("flip workforce price 2")
    assert (events[0].name, events[0].params) == (
        "flipped",
        {"player": match.to_move, "card": "workforce", "workers": 0, "coins": 3, "tokens": 0},
    )
    assert [event.params.get("points") for event in events if event.name == "scored"] == [6]


def test_bases_and_maxima_are_shown_while_help_is_asked() -> None:
    """Whoever is asked for tokens sees what every bidder starts at, the own token at once."""
    table = Table(4).round(3).owns(EMMA, 13).owns(HUGO, 6).syndicate(1).engineers(HUGO, "administration E1")
    table.holds(EMMA, "consolidation_help").coins(EMMA, 5).coins(HUGO, 3)
    table.s.stack.n, table.s.stack.items[0] = 1, ST.FIELDS.index("VG")
    table.stage("REVEALING")
    assert table.asked == "help"

    def shown() -> list[tuple[int, int, int, int | None]]:
        auction = GAME.module("view").view(table.s, HUGO).auction
        return [(one.player, one.base, one.value, one.maximum) for one in auction.bidders]

    assert shown() == [(EMMA, 1, 1, 6), (HUGO, 2, 2, 5)]
    table.play("help")
    assert shown() == [(EMMA, 3, 3, 8), (HUGO, 2, 2, 5)]
    table.play("end")
    assert table.asked == "bid"
    assert shown() == [(EMMA, 3, 3, 8), (HUGO, 2, 2, 5)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_normal_decision_has_about_a_hundred_options_at_most(players: int) -> None:
    match = pithead.new("kohle-kolonie", players=players, seed=8)
    choose = random.Random(8)
    most = 0
    while not match.over:
        most = max(most, len(match.legal))
        match.play(choose.choice(match.legal))
    assert 20 < most <= 100


def test_an_uncovered_token_is_a_barrier_in_the_middle_of_the_turn() -> None:
    table = Table(4).settles(0, "winz", miners=1).turn(0).play("miners", "from winz")
    before = table.s.barrier
    table.play("to Y3")
    assert table.s.barrier == before + 1
    assert table.asked == "step"


def test_a_turn_can_be_undone_up_to_its_beginning() -> None:
    match = pithead.new("kohle-kolonie", players=3, seed=2)
    for _ in range(3):
        match.play(match.legal[0])
        match.confirm()
    state = match.rules.encode(match.state)
    match.play("miners")
    match.play("place guard A2")
    match.play("from guard A2")
    match.play("to ironworks M1")
    assert match.restart() == 4
    assert match.rules.encode(match.state) == state


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("players", [3, 5])
def test_the_terminal_board_fits_eighty_columns(players: int, plain: bool) -> None:
    match = pithead.new("kohle-kolonie", players=players, seed=5)
    choose = random.Random(5)
    for language in ("en", "fr", "de"):
        for _ in range(80):
            if not match.over:
                match.play(choose.choice(match.legal))
        screen = Screen(GAME.messages(language), match.names, seat=0, width=80, plain=plain)
        lines = GAME.module("board").draw(match.view(0), screen)
        assert max(map(len, lines)) <= 80
        shown = "\n".join(lines)
        assert "board." not in shown
        for field in match.view(0).fields:
            assert (field.id in shown) == field.in_play


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_sentence_is_there(language: str) -> None:
    """Actions, events, refusals, questions and names exist in every language, without a raw id left over."""
    messages = GAME.messages(language)
    notation = GAME.module("notation")
    for phase in notation.PHASES:
        assert messages.has(f"prompt.{phase}")
        assert messages.has(f"phase.{phase}")
    for kind in notation.EVENTS.values():
        assert messages.has(f"event.{kind.name}")
    for source in ST.SOURCES:
        assert messages.has(f"source.{source}")
    match = random_match(4, 6)
    for event in match.events(None):
        params = {**event.params, "player": "Emma"} if "player" in event.params else event.params
        text = messages.text(f"event.{event.name}", params)
        assert "{" not in text
        assert "_" not in text


def test_every_option_in_words() -> None:
    match = pithead.new("kohle-kolonie", players=5, seed=13)
    choose = random.Random(13)
    messages = GAME.messages("de")
    kinds = set()
    while not match.over:
        if choose.random() < 0.2:
            for option in match.offers().options:
                kinds.add(option.kind)
                text = messages.text(f"action.{option.kind}", option.params)
                assert "{" not in text
                assert "_" not in text
                # The slots of a card have no names on it.
                assert option.kind != "arrange" or re.search(r"Feld für Feld: \d(, \d)+$", text)
        match.play(choose.choice(match.legal))
    assert len(kinds) > 25
    assert "arrange" in kinds


def test_choosing_a_token_tells_the_place_in_the_turn_order() -> None:
    match = pithead.new("kohle-kolonie", players=3, seed=1)
    notes = {option.text: option.notes[0].params for option in match.offers().options}
    assert notes["choose consolidation_help"] == {"best": 1, "worst": 1}
    assert notes["choose settlement"] == {"best": 3, "worst": 3}
    match.play("choose miners")
    match.confirm()
    notes = {option.text: option.notes[0].params for option in match.offers().options}
    assert notes["choose wagon"] == {"best": 1, "worst": 2}
    assert notes["choose engineer"] == {"best": 2, "worst": 3}


def test_the_risk_of_a_disaster_is_told() -> None:
    table = Table(3).owns(0, 1, 2).stage("SECURING")
    offers = pithead.load("kohle-kolonie").instance("checked").module("offers")
    stay = offers.offer(table.s, END)
    protect = offers.offer(table.s, ST.Act.PROTECT + 1)
    assert stay.notes[0].params == {"percent": 60, "discs": 1, "bag": 5}
    assert protect.notes[0].params == {"percent": 0, "discs": 0, "bag": 4}
    assert protect.preview == {"coins": -1, "discs": -1}


def test_the_end_of_a_turn_tells_which_steps_are_lost() -> None:
    table = Table(3).owns(EMMA, 1).turn(EMMA).play("miners")
    offers = GAME.instance("checked").module("offers")

    def lost() -> dict[str, dict[str, object]]:
        return {note.message: note.params for note in offers.offer(table.s, END).notes}

    # Nobody stands where he could move from.
    assert lost() == {"places_left": {"miners": 2}}
    table.play("place guard A2")
    assert lost() == {"places_left": {"miners": 1}, "moves_left": {"moves": 2}}
    table.play("place ironworks M1")
    assert lost() == {"moves_left": {"moves": 2}}
    table.play("from guard A2", "to reserve", "from ironworks M1", "to reserve")
    assert lost() == {}
    # R13: the second miner of a mine.
    table = Table(4).villages(eiberg=1, hoentrop=0, linden=0, weitmar=2).turn(EMMA)
    table.play("buy 1", "worker weitmar", "worker eiberg")
    assert lost() == {"places_left": {"miners": 1}}


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_backends_agree_byte_for_byte(players: int) -> None:
    slow, fast = GAME.rules("checked"), GAME.rules("compiled")
    numbers = GAME.numbers(GAME.resolve({}))
    choose = random.Random(players)
    for seed in range(5):
        key = pithead.engine.game.expand_seed(seed)
        a, b = slow.new(players, numbers, key), fast.new(players, numbers, key)
        while slow.to_move(a) >= 0:
            assert slow.encode(a) == fast.encode(b)
            legal = slow.legal(a)
            assert legal == fast.legal(b)
            action = choose.choice(legal)
            slow.apply(a, action)
            fast.apply(b, action)
        assert slow.encode(a) == fast.encode(b)
