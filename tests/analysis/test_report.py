"""The analysis: its figures add up, hidden truth plays no part, an interruption keeps what is done."""

import json
import random
from dataclasses import replace
from functools import cache

import pytest

import pithead
from pithead.analysis import Analysis, analyse
from pithead.analysis.forecast import LEAST_DEALS, Forecaster
from pithead.analysis.judge import Judge
from pithead.analysis.page import moment_text
from pithead.bots.search.workspace import Backing
from pithead.engine.match import END
from pithead.engine.messages import LANGUAGES
from pithead.engine.parameters import with_names
from tests.analysis.games import EXAMPLE, on, played, studied
from tests.games.example.scramble import scramble


def test_every_figure_adds_up() -> None:
    match, found = studied()
    assert found.deals == LEAST_DEALS
    assert len(found.decisions) == len(match.actions)
    assert [EXAMPLE.action_ids[one.action] for one in found.decisions] == match.actions
    assert len(found.turns) == len(match.turns)
    for turn in found.turns:
        assert sum(turn.chances) == pytest.approx(1)
    assert match.result is not None
    winners = match.result.outcome.winners
    assert found.turns[-1].chances == tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(2))
    for account in found.accounts:
        assert account.start + account.luck - account.loss + account.residual == pytest.approx(account.final)
        assert account.loss >= 0
    assert found.accounts[0].luck == pytest.approx(-found.accounts[1].luck)
    assert found.accounts[0].luck != 0


def test_a_decision_is_compared_with_its_alternatives_under_the_same_deals() -> None:
    _, found = studied()
    seen = 0
    for one in found.decisions:
        assert one.loss >= 0
        if one.options == 1:
            assert one.loss == 0
            assert one.alternatives == ()
        else:
            assert one.loss in (0.0, pytest.approx(one.alternatives[0].value - one.value))
            assert len(one.alternatives) == one.options - 1
            seen += one.loss > 0
    assert seen > 3


def test_the_best_alternative_is_found_in_other_deals_than_its_worth() -> None:
    """The highest of several estimates is too high: a measure of its own does not flatter it."""
    losses, highest = 0.0, 0.0
    for one in studied()[1].decisions:
        losses += one.loss
        highest += max([0.0, *(other.value - one.value for other in one.alternatives)])
    assert 0 < losses < 0.95 * highest


@pytest.mark.parametrize("teams", [False, True])
def test_luck_of_all_sides_sums_to_zero(teams: bool) -> None:
    """What a card brings to one, it takes from the others: here at the ends of turns of a game of four."""
    actions = played(4, bots=("random",), teams=teams).actions
    match = pithead.new(EXAMPLE, 4, seed=1, options={"teams": teams})
    work = Judge(match, 0.0, on())
    sides = match.standing.teams
    one_each = [sides.index(side) for side in set(sides)]
    seen = 0
    for seq, action in enumerate(actions[:20]):
        if action != END:
            match.play(action)
            continue
        judged = work.decide(match, seq, action)
        assert judged.luck == judged.lucks[judged.player]
        assert sum(judged.lucks[player] for player in one_each) == pytest.approx(0, abs=1e-9)
        seen += judged.luck != 0
    assert seen > 3


def test_luck_names_its_event() -> None:
    """A lamp that was drawn, a draught that blew or did not: what other deals would have told differently."""
    match, found = studied()
    named = [one for one in found.decisions if one.news]
    assert named
    for one in named:
        assert one.news is not None
        assert (one.news.name, one.news.params) in [
            (event.name, event.params) for event in match.events(one.player, one.seq) if event.seq == one.seq
        ]
        if one.action == "draw":
            assert one.news.name == "saw"  # that a lamp is drawn was no surprise, which one it is was
    moment = next(moment for moment in found.moments if moment.kind == "luck" and found.decisions[moment.seq].news)
    news = found.decisions[moment.seq].news
    assert news is not None
    # Its reader is not the player who drew.
    messages = EXAMPLE.messages("en")
    message = f"event.{news.name}.told" if news.name == "saw" else f"event.{news.name}"
    said = messages.text(message, with_names(news.params, EXAMPLE.types, found.names))
    text = moment_text(found, moment, messages)
    assert said in text
    assert "You " not in text


def test_what_others_chose_in_secret_is_no_luck() -> None:
    """MINE!: the last pass turns up what everybody laid."""
    game = pithead.load("mine")
    match = pithead.new(game, 2, seed=3)
    work = Judge(match, 0.0, Backing(game))
    while match.phase == "place":
        match.play("pass")
        if len(match.turns) == 2:
            break
        match.play(END)
    barrier = match.facts.barrier
    assert match.phase == "placed"
    judged = work.decide(match, 3, END)
    assert match.facts.barrier != barrier
    assert judged.lucks == ()


def test_luck_needs_something_to_be_revealed() -> None:
    _, found = studied()
    lucky = {one.action for one in found.decisions if one.luck != 0}
    assert lucky
    assert not any(action.startswith(("hang", "rest")) for action in lucky)


@pytest.mark.slow
def test_a_random_player_loses_more_than_a_greedy_one() -> None:
    losses = [0.0, 0.0]
    for seed in range(3):
        for account in analyse(played(seed=seed).record(), think=0.01, on=on()).accounts:
            losses[account.player] += account.loss
    assert losses[1] > 2 * losses[0]


def test_the_same_record_gives_the_same_analysis() -> None:
    match, found = studied()
    assert analyse(match.record(), think=0.01, on=on()).data() == found.data()


def test_an_interruption_keeps_what_is_done_and_says_so() -> None:
    from pithead.analysis.page import page

    def interrupt(done: int, of: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    match = played()
    found = analyse(match.record(), think=0.01, on=on(), progress=interrupt)
    assert found.interrupted
    assert len(found.decisions) == 5
    assert json.loads(json.dumps(found.data()))["wanted"] == len(match.actions)
    sentence = f"Interrupted after decision 5 of {len(match.actions)}"
    assert sentence in page(found, EXAMPLE.messages("en"))
    found.interrupted = False
    assert sentence not in page(found, EXAMPLE.messages("en"))


def test_an_unfinished_record_can_be_studied() -> None:
    match = played()
    record = match.record()
    record.lines = record.lines[:4]
    record.headers.pop("result")
    found = analyse(record, think=0.01, on=on())
    assert len(found.turns) == 4
    assert 0 < found.turns[-1].chances[0] < 1


@pytest.mark.slow
def test_team_mates_have_the_same_chances() -> None:
    found = analyse(played(players=4, teams=True).record(), think=0.01, on=on())
    for turn in found.turns:
        assert turn.chances[0] == turn.chances[2]
        assert turn.chances[0] + turn.chances[1] == pytest.approx(1)


def test_chances_of_a_seat_do_not_depend_on_what_it_cannot_know() -> None:
    match = played()
    start = match.record().start()
    data = start.rules.encode(start.state)
    chance = random.Random(1)
    forecaster = Forecaster(EXAMPLE, 2, 32, on())
    for seat in range(2):
        twin = start.rules.decode(data)
        scramble(twin, seat, chance)
        assert start.rules.encode(twin) != data
        assert forecaster.now(start.state, seat, 5) == forecaster.now(twin, seat, 5)


@cache
def at_random() -> Analysis:
    """Full of mistakes, for all who only read it."""
    return analyse(played(bots=("random",), seed=3).record(), think=0.01, on=on())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else_and_is_in_the_language(language: str) -> None:
    from pithead.analysis.page import page

    found = replace(at_random(), names=("<Emma>", "Hugo"))
    messages = EXAMPLE.messages(language)
    text = page(found, messages)
    assert f'<html lang="{language}">' in text
    assert "http" not in text
    assert "<script" not in text
    assert "&lt;Emma&gt;" in text
    assert "<Emma>" not in text
    assert "analysis." not in text
    assert text.count("<polyline") == 2
    assert messages.text("analysis.page.moments") in text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Hang the candle lamp"), ("fr", "Suspendre la lampe à bougie"), ("de", "Die Lampe Kerze aufhängen")],
)
def test_decisions_and_key_moments_are_told_in_words(language: str, words: str) -> None:
    """The notation of the record is there for those who point at the words."""
    from pithead.analysis.page import moment_text, page

    found = at_random()
    text = page(found, EXAMPLE.messages(language))
    assert f'title="hang candle">{words}' in text
    assert ">hang candle" not in text
    mistake = next(moment for moment in found.moments if moment.better)
    assert str(mistake.better) not in moment_text(found, mistake, EXAMPLE.messages(language))


def test_a_player_in_a_decision_has_a_name() -> None:
    from pithead.analysis.words import in_words
    from pithead.engine.messages import Messages

    messages = Messages("en", {"action.rob": "Rob {player} of {amount}"})
    said = in_words(messages, {"param.player": "seat"}, "rob", {"player": 1, "amount": 1}, ("Emma", "Hugo"))
    assert said == "Rob Hugo of 1"
