"""Parts of views that are built once, and never for another position than the one they were built from."""

from pithead.engine import views
from pithead.engine.views import is_kept, kept, same_position, shared


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


def test_not_more_parts_are_kept_than_there_is_room_for() -> None:
    first = _card(0)
    for number in range(views.KEPT + 1):
        _card(number)
    assert len(views._kept) <= views.KEPT
    assert _card(0) == first and is_kept(_card(0)) and not is_kept(first)
