"""Previews, forecasts, refusals and plans tell the truth."""

import random
from typing import Any

import pithead

from .builder import A, B, C, D, Town

GAME = pithead.load("mine-out")
OFFERS: Any = GAME.module("offers")
STATE: Any = GAME.module("state")


def table(town: Town) -> Any:
    """The position on the interpreted backend, which offers read."""
    return GAME.rules().decode(GAME.rules("checked").encode(town.s))


def offer(town: Town, text: str) -> Any:
    return OFFERS.offer(table(town), GAME.action_ids[text])


def notes(town: Town, text: str) -> dict[str, dict[str, Any]]:
    return {note.message: note.params for note in offer(town, text).notes}


def refusal(town: Town, text: str) -> Any:
    found = [refused for refused in OFFERS.refusals(table(town)) if refused.action == GAME.action_ids[text]]
    assert found, f"{text} is not refused"
    return found[0]


def test_a_dig_shows_its_sum() -> None:
    town = Town().at(A, "copper_mine").play_area(A, miner_red=1).community("miner_black")
    assert notes(town, "dig worker")["dig_sum"] == {
        "card": 4,
        "miners": 3,
        "workers": 0,
        "total": 7,
        "need": 2,
        "cubes": 3,
    }
    assert offer(town, "dig worker").preview == {"action_points": -1, "copper": 3, "cards": -1}


def test_a_dig_with_workers_shows_what_one_more_would_add() -> None:
    town = Town().at(A, "jewel_mine").play_area(A, worker=2, miner_black=2).play("dig worker")
    assert notes(town, "workers 0")["one_more_worker"] == {"cubes": 1}
    assert notes(town, "workers 1")["one_more_worker"] == {"cubes": 0}
    assert notes(town, "workers 0")["finds_nothing"] == {}


def test_a_mine_out_shows_who_scores_what() -> None:
    town = Town().hold(A, copper=4).hold(B, copper=3).sold("copper", *["copper"] * 3).play_area(D, mafia=2)
    town.start_turn(D).at(D, "copper_mine")
    found = offer(town, "dig worker")
    scores = [note.params for note in found.notes if note.message == "owner_scores"]
    assert [(params["player"], params["points"]) for params in scores] == [(B, 3), (D, 1)]
    assert found.preview["points@1"] == 3
    assert found.preview["points"] == 1 + 3
    assert notes(town, "dig worker")["mafia_scores"] == {"points": 3}


def test_a_bank_out_shows_who_scores_what() -> None:
    town = Town().community("investor").money(A, 9).hand(A, "mafia").bank(2)
    found = offer(town, "play mafia in community")
    scores = [(note.params["player"], note.params["points"]) for note in found.notes if note.message == "owner_scores"]
    assert scores == [(B, 2), (C, 2), (D, 2)]
    assert notes(town, "play mafia in community")["mafia_scores"] == {"points": 1}
    assert found.preview["points"] == 5 + 1


def test_a_bank_out_forecast_counts_the_wage_first() -> None:
    town = Town().community("investor").money(A, 6).hand(A, "mafia").bank(2)
    found = offer(town, "play mafia in community")
    scores = [(note.params["player"], note.params["points"]) for note in found.notes if note.message == "owner_scores"]
    assert scores == [(A, 1)], "A holds 6 − 5 + 2 = 3, the others 5 each"


def test_a_sale_shows_price_and_bonus() -> None:
    town = Town().hold(A, gold=1).play_area(A, negotiator_yellow=1).bank(9)
    found = notes(town, "sell gold")
    assert found["price"] == {"price": 6, "bonus": 6, "total": 12}
    assert found["bank_short"] == {"rupees": 9}
    assert "bank_out" in found


def test_a_replacement_shows_the_wage_due() -> None:
    town = Town().community("jeweler", "mafia", "investor").hand(A, "miner_black").money(A, 9)
    assert offer(town, "play miner_black over jeweler").cost == {"action_points": 2, "rupees": 9}
    assert notes(town, "play miner_black over jeweler")["investors"] == {"rupees": 3}


def test_ending_a_turn_early_warns_of_lost_points() -> None:
    assert notes(Town().play("refresh"), "end") == {"points_left": {"points": 3}}


def test_the_best_count_is_shown_with_its_points() -> None:
    town = Town().hold(A, copper=3, silver=2, jewel=1).start_turn(A)
    assert offer(town, "best").params == {"copper": 1, "silver": 0, "gold": 0}
    assert offer(town, "best").preview == {"points": 4}


def test_an_apprentices_things_are_named_apart() -> None:
    town = Town(players=2).play("refresh", "end", "refresh", "end").start_turn(1).at(1, "copper_mine")
    assert offer(town, "dig worker").preview == {"action_points": -1, "apprentice_copper": 2, "apprentice_cards": -1}


def test_previews_name_every_change() -> None:
    """Also those of other players; the end of a turn may score for the next player."""
    match = pithead.new("mine-out", 3, seed="previews")
    chance = random.Random(2)
    while not match.over:
        action = chance.choice(match.legal)
        before = [OFFERS.amounts(match.state, player) for player in range(3)]
        mover, told = match.to_move, OFFERS.offer(match.state, action)
        preview = told.preview
        happened = match.play(action)
        outs = [(event.params["player"], event.params["points"]) for event in happened if event.name == "owner_scored"]
        forecast = [note.params for note in told.notes if note.message == "owner_scores"]
        assert [(params["player"], params["points"]) for params in forecast] == outs
        for player in range(3):
            for name, value in OFFERS.amounts(match.state, player).items():
                if name != "action_points":
                    key = name if player == mover else f"{name}@{player}"
                    assert value - before[player][name] == preview.get(key, 0)


def test_refusals_name_the_first_reason_that_can_be_changed() -> None:
    town = Town().offer("mafia").hand(A, "worker", "jeweler", "mafia", "mafia").money(A, 3)
    assert refusal(town, "hire mafia").code == "hired_elsewhere"
    assert refusal(town.at(A, "back_alley"), "hire mafia").params == {"have": 4, "limit": 4}
    assert refusal(town, "play jeweler").params == {"need": 9, "have": 3}
    assert refusal(town, "sell gold").code == "not_at_market"
    assert refusal(town, "dig worker").code == "not_in_mine"
    assert refusal(town, "end").rule == "R29"


def test_every_visible_target_is_open_or_refused() -> None:
    match = pithead.new("mine-out", 4, seed="targets", options={"zero_yield_dig_allowed": False})
    chance = random.Random(4)
    while not match.over:
        if match.phase in ("act", "done"):
            s = match.state
            seat = s.seats[s.active]
            wanted = {STATE.Act.MOVE + place for place in range(STATE.N_PLACES) if place != seat.place}
            wanted |= {STATE.Act.HIRE + kind for kind in s.hire if kind != STATE.EMPTY}
            wanted |= {STATE.Act.SELL + i for i in range(2 * STATE.N_ORES)} | {STATE.Act.REFRESH, STATE.Act.END}
            for kind in seat.hand[: seat.held]:
                wanted |= {STATE.Act.DIG_WITH + kind, STATE.Act.PLAY_OWN + kind}
                if kind != STATE.WORKER:
                    wanted.add(STATE.Act.PLAY_COMMUNITY + kind)
                    wanted |= {STATE.replace_action(kind, other) for other in s.community.items[: s.community.n]}
            refused = {refused.action for refused in OFFERS.refusals(s)}
            assert refused | set(match.legal) == wanted
            assert not refused & set(match.legal)
        match.play(chance.choice(match.legal))


def test_plans_lead_to_places_hires_and_sales() -> None:
    town = Town().offer("worker").hold(A, copper=1).at(A, "pub")
    found = {plan.target: [GAME.action_texts[action] for action in plan.actions] for plan in OFFERS.plans(table(town))}
    assert found["place:gold_mine"] == ["move market", "move hotel", "move gold_mine"]
    assert found["hire:1"] == ["move city_hall", "hire worker"]
    assert found["row:copper"] == ["move market", "sell copper"]
    assert "place:jewel_mine" in found
    assert "place:market" not in found, "one step is no plan"


def test_no_plan_strands_the_turn() -> None:
    town = Town().hand(A).at(A, "pub").ap(3, deeds=0)
    assert OFFERS.plans(table(town)) == []
