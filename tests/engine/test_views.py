"""Parts of views that are built once, and never for another position than the one they were built from."""

from pydantic import BaseModel

import pithead
from pithead.engine import views
from pithead.engine.views import Recent, kept, kept_as, kept_by, numbers, same_position, shared


class Position:
    """Something that parts are made of."""

    def __init__(self, number: int) -> None:
        self.number = number


@shared
def _shown(s: Position, more: int) -> list[int]:
    return [s.number + more]


@kept
def _card(number: int) -> list[int]:
    return [number]


def test_all_seats_share_a_part_of_a_position() -> None:
    one = Position(1)
    with same_position(one):
        assert _shown(one, 2) is _shown(one, 2)
        assert _shown(one, 3) == [4]
    assert _shown(one, 2) is not _shown(one, 2)


def test_what_is_tried_out_on_a_copy_shares_nothing_with_the_position() -> None:
    one, copy = Position(1), Position(7)
    with same_position(one):
        assert (_shown(one, 2), _shown(copy, 2), _shown(one, 2)) == ([3], [9], [3])
    with same_position(copy):
        assert _shown(copy, 2) == [9]


def test_a_part_of_its_arguments_alone_is_one_object_in_all_positions() -> None:
    assert _card(5) is _card(5) and kept_as(_card(5))
    assert not kept_as([5]) and _card(6) == [6]


@kept_by(lambda s: s.number // 10)
def _tens(s: Position) -> list[int]:
    return [s.number // 10]


def test_a_part_of_a_few_values_of_the_position_is_one_object_wherever_these_are_equal() -> None:
    assert _tens(Position(41)) is _tens(Position(47)) and kept_as(_tens(Position(41)))
    assert _tens(Position(51)) == [5]


def test_what_was_used_last_is_kept_and_not_more_than_there_is_room_for() -> None:
    first, used = _card(-1), _card(-2)
    for number in range(3 * views.KEPT):
        _card(number)
        assert _card(-2) is used and kept_as(used)
    assert not kept_as(first) and _card(-1) == first
    assert len(views._kept._ids) <= 2 * views.KEPT


def test_a_value_that_is_asked_for_again_outlives_those_that_are_not() -> None:
    recent: Recent[str] = Recent(2)
    for key in range(4):
        recent.put(key, str(key))
        recent.get(0)
    assert [recent.get(key) for key in range(4)] == ["0", None, "2", "3"]


class _Shown(BaseModel):
    inner: list["_Shown"] = []


@kept
def _nested(number: int) -> _Shown:
    return _Shown(inner=[_Shown(inner=[])] * number)


def test_a_kept_part_costs_no_names_of_fields_and_is_equal_to_a_fresh_one() -> None:
    part = _nested(2)
    assert not part.model_fields_set and not part.inner[0].model_fields_set
    assert part == _Shown(inner=[_Shown(inner=[]), _Shown(inner=[])])
    part.model_copy(update={"inner": []})
    assert not part.model_fields_set


def test_a_record_is_told_from_others_by_all_its_numbers() -> None:
    one = pithead.new("example", 2, seed=1)
    before = numbers(one.state)
    assert before == numbers(pithead.new("example", 2, seed=1).state)
    one.play(one.legal[-1])
    assert numbers(one.state) != before
