"""The rules of Lamp Room, one test per rule: the model for the tests of a new game."""

import pytest

from pithead.engine.errors import Illegal

from .builder import GAME, LAMPS, STATE, Room

DIM, BRIGHT = LAMPS[0], LAMPS[-1]


def test_l1_a_lamp_at_least_as_bright_as_the_one_on_the_hook_scores_its_brightness() -> None:
    room = Room().hold(DIM, BRIGHT)
    room.match.play(f"hang {BRIGHT}")
    assert room.mover.points == STATE.BRIGHTNESS[-1]
    assert room.s.glow == STATE.BRIGHTNESS[-1]
    assert room.texts() == ["end"]


def test_l1_a_dimmer_lamp_stays_in_the_hand() -> None:
    room = Room().hold(DIM, BRIGHT)
    room.s.glow = STATE.BRIGHTNESS[-1]
    room.match._legal = None
    assert f"hang {DIM}" not in room.texts()
    with pytest.raises(Illegal):
        room.match.play(f"hang {DIM}")


def test_l2_a_match_buys_a_lamp_that_only_the_drawer_sees() -> None:
    room = Room().hold(DIM, matches=1)
    seat, other = room.s.current, 1 - room.s.current
    happened = room.match.play("draw")
    assert room.mover.matches == 0
    assert room.mover.held == 2
    assert [event.name for event in happened if event.visible_to(seat)] == ["drawn", "saw"]
    assert [event.name for event in happened if event.visible_to(other)] == ["drawn"]
    assert "end" in room.texts()


def test_l2_without_a_match_nothing_is_drawn() -> None:
    assert "draw" not in Room().hold(DIM, matches=0).texts()


def test_resting_ends_the_turn_and_changes_nothing() -> None:
    room = Room()
    seat, points = room.s.current, room.mover.points
    room.turn("rest")
    assert room.s.current == 1 - seat
    assert room.s.players[seat].points == points


def test_l4_the_keeper_is_ranked() -> None:
    room = Room(keeper=True)
    room.s.keeper_points = 99
    assert room.match.standing.ranks == [2, 2]
    assert room.match.standing.winners == ()


def test_l5_neighbours_across_the_table_are_one_team() -> None:
    room = Room(players=4, teams=True)
    room.s.players[0].points, room.s.players[2].points = 3, 4
    standing = room.match.standing
    assert standing.teams == [0, 1, 0, 1]
    assert standing.scores[0] == standing.scores[2] == 7
    assert standing.shares == [1, 0, 1, 0]


def test_teams_are_for_four() -> None:
    from pithead.engine.errors import BadSetup

    with pytest.raises(BadSetup):
        Room(players=3, teams=True)


def test_every_lamp_has_a_decision() -> None:
    assert {f"hang {lamp}" for lamp in LAMPS} <= set(GAME.action_texts)
