"""Records: readable, round-trippable, strict, and honest about what is wrong with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pithead
from pithead.engine.errors import BadRecord, PitheadError
from pithead.engine.fair import Deal
from pithead.engine.match import Match

NAMES = ("Emma", "Hugo")


def played(turns: int, **options: object) -> Match:
    match = pithead.new("example", players=2, seed=7, names=NAMES, options=options)
    while not match.over and len(match.turns) < turns:
        match.play(match.legal[0])
    return match


def outcome(text: str) -> str:
    """The result of a record, or the sentence that refuses it; anything else fails."""
    try:
        return str(pithead.read_record(text).verify().standing)
    except PitheadError as problem:
        return str(problem)


FINISHED = played(10_000).record().text


def test_a_person_could_write_it() -> None:
    text = """
game: example
players: Emma, Hugo
seed: 7

1. Hugo: hang wick
2. Emma: rest
3. Hugo: hang candle
"""
    match = pithead.read_record(text).verify()
    assert [turn.player for turn in match.turns] == [1, 0, 1]
    assert match.standing.scores[1] == 3


def test_an_unfinished_turn_keeps_its_draft() -> None:
    match = pithead.new("example", players=2, seed=7, names=NAMES)
    match.play("rest")
    text = match.record().text
    assert text.rstrip().endswith("…")
    again = pithead.read_record(text).replay()
    assert again.actions == match.actions
    assert again.settled == 0


def test_a_finished_record_carries_its_result() -> None:
    match = pithead.read_record(FINISHED).verify()
    assert match.over
    assert match.record().text == FINISHED


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("game: example", "game: chess", 1, "unknown_game"),
        ("rules: 1", "rules: 99", 2, "unknown_rules"),
        ("rules: 1", "rules: ²", 2, "unknown_rules"),
        ("rules: 1", "rules: " + "9" * 5000, 2, "unknown_rules"),
        ("players: Emma, Hugo", "players: Emma", 3, "headers"),
        ("matches=3", "matches=12", 4, "headers"),
        ("matches=3", "candles=3", 4, "headers"),
        ("matches=3", "matches", 4, "option_without_value"),
        ("material: sha256:", "material: sha256:00", 5, "other_material"),
        ("seed: 7", "", 1, "no_seed"),
        ("seed: 7", "seed: hex:zz", 6, "not_hexadecimal"),
        ("1. Hugo: hang wick", "1. Hugo: hang electric", 8, "illegal"),
        ("1. Hugo: hang wick", "1. Hugo: jump", 8, "no_such_action"),
        ("1. Hugo: hang wick", "1. Emma: hang wick", 8, "wrong_player"),
        ("1. Hugo: hang wick", "1. Hugo: …", 8, "unfinished_turn"),
        ("2. Emma", "3. Emma", 9, "wrong_number"),
        ("2. Emma", "9" * 5000 + ". Emma", 9, "not_understood"),
        ("seed: 7", "seed: 7\nseed: 8", 7, "twice"),
        ("seed: 7", "seed: 7\nnonsense", 7, "not_understood"),
        ("result: Emma", "result: Nobody", 24, "wrong_result"),
    ],
)
def test_verify_names_the_line_and_the_reason(old: str, new: str, line: int, why: str) -> None:
    assert old in FINISHED
    with pytest.raises(BadRecord) as caught:
        pithead.read_record(FINISHED.replace(old, new, 1)).verify()
    assert (caught.value.params["line"], caught.value.params["why"]) == (line, why)
    assert str(line) in str(caught.value)
    assert "{" not in str(caught.value)


def test_turns_after_the_end_are_refused() -> None:
    text = FINISHED.replace("result:", "17. Hugo: rest\nresult:")
    with pytest.raises(BadRecord) as caught:
        pithead.read_record(text).verify()
    assert caught.value.params["why"] == "after_the_end"


def test_a_secret_deal_is_published_at_the_end_and_can_be_checked() -> None:
    deal = Deal.secretly(nonces=(b"a" * 16, b"b" * 16))
    match = Match(pithead.load("example"), 2, deal, names=NAMES)
    assert deal.secret is not None
    assert deal.secret.hex() not in match.record().text
    with pytest.raises(BadRecord) as caught:
        pithead.read_record(match.record().text).replay()
    assert caught.value.params["why"] == "still_secret"
    while not match.over:
        match.play(match.legal[0])
    text = match.record().text
    assert pithead.read_record(text).verify().standing == match.standing
    forged = text.replace(f"commitment: {deal.commitment}", "commitment: " + "0" * 64)
    with pytest.raises(BadRecord) as caught:
        pithead.read_record(forged).verify()
    assert caught.value.params["why"] == "wrong_commitment"


def test_nonces_change_the_deal() -> None:
    secret = b"s" * 32
    assert Deal(secret=secret, nonces=(b"1",)).key != Deal(secret=secret, nonces=(b"2",)).key


def test_half_a_character_is_refused_with_its_line() -> None:
    with pytest.raises(BadRecord, match=r"Line 2 .*\\ud800"):
        pithead.read_record(FINISHED.replace("rules: 1", "rules: \ud800"))


@given(st.text(max_size=300))
def test_any_text_is_a_record_or_a_typed_error(text: str) -> None:
    assert outcome(text)


@given(st.integers(0, len(FINISHED) - 1), st.characters())
def test_a_damaged_record_never_crashes(place: int, letter: str) -> None:
    damaged = FINISHED[:place] + letter + FINISHED[place + 1 :]
    assert outcome(damaged)
