"""Parts of views that are built once, and never for another position than the one they were built from."""

from pithead.engine import views
from pithead.engine.views import Recent, is_kept, kept, kept_by, same_position, shared


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
    assert _card(5) is _card(5) and is_kept(_card(5))
    assert not is_kept([5]) and _card(6) == [6]


@kept_by(lambda s: s.number // 10)
def _tens(s: Position) -> list[int]:
    return [s.number // 10]


def test_a_part_of_a_few_values_of_the_position_is_one_object_wherever_these_are_equal() -> None:
    assert _tens(Position(41)) is _tens(Position(47)) and is_kept(_tens(Position(41)))
    assert _tens(Position(51)) == [5]


def test_what_was_used_last_is_kept_and_not_more_than_there_is_room_for() -> None:
    first, used = _card(-1), _card(-2)
    for number in range(3 * views.KEPT):
        _card(number)
        assert _card(-2) is used and is_kept(used)
    assert not is_kept(first) and _card(-1) == first
    assert len(views._kept._ids) <= 2 * views.KEPT


def test_a_value_that_is_asked_for_again_outlives_those_that_are_not() -> None:
    recent: Recent[str] = Recent(2)
    for key in range(4):
        recent.put(key, str(key))
        recent.get(0)
    assert [recent.get(key) for key in range(4)] == ["0", None, "2", "3"]
