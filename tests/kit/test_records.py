"""Records on both backends: the same bytes, and mistakes that only the checked backend can see."""

from typing import Any

import pytest

from pithead.kit._records import CheckFailed

from .shapes_of import bytes_of, new_state, shapes


def painted(backend: Any) -> bytes:
    instance = shapes(backend)
    state = new_state(instance)
    instance.module("rules").paint(state, 2, 5)
    return bytes_of(instance, state)


@pytest.mark.slow
def test_all_backends_write_the_same_bytes() -> None:
    assert painted("interpreted") == painted("checked") == painted("compiled")


def test_bytes_come_back_as_the_same_record() -> None:
    instance = shapes("interpreted")
    codec = instance.codec()
    state = new_state(instance)
    instance.module("rules").paint(state, 1, -3)
    data = codec.encode(state)
    again = codec.decode(data)
    assert codec.encode(again) == data
    assert (again.small, again.wide, again.share, again.row) == (-3, -300_000, -0.75, [0, -3, 0])
    assert again.board == [[0, 0, 0], [0, -30, 0]]


def test_assigning_a_row_copies_it() -> None:
    instance = shapes("interpreted")
    state = new_state(instance)
    instance.module("rules").paint(state, 0, 1)
    assert (state.points[0].x, state.points[1].x, state.points[1].y) == (7, 2, 4)


def test_a_copy_shares_nothing() -> None:
    instance = shapes("interpreted")
    state = new_state(instance)
    copy = state._copy()
    instance.module("rules").paint(state, 0, 1)
    assert not any(instance.codec().encode(copy))


@pytest.mark.parametrize("index", [-1, 3])
def test_the_checked_backend_refuses_a_foreign_index(index: int) -> None:
    instance = shapes("checked")
    with pytest.raises(CheckFailed):
        instance.module("rules").write_row(new_state(instance), index, 1)
    with pytest.raises(CheckFailed):
        instance.module("rules").read_square(index * 4)


@pytest.mark.parametrize("value", [-129, 128])
def test_the_checked_backend_refuses_a_number_that_does_not_fit(value: int) -> None:
    instance = shapes("checked")
    with pytest.raises(CheckFailed):
        instance.module("rules").write_row(new_state(instance), 0, value)
    with pytest.raises(CheckFailed):
        instance.module("rules").write_small(new_state(instance), value)


@pytest.mark.slow
def test_clone_copies_a_whole_record_on_both_backends() -> None:
    results = []
    for backend in ("interpreted", "compiled"):
        instance = shapes(backend)
        state = new_state(instance)
        instance.module("rules").paint(state, 1, 5)
        instance.module("rules").copy_point(state)
        results.append(bytes_of(instance, state))
    assert results[0] == results[1]


def test_events_go_to_the_handle_and_never_into_the_bytes() -> None:
    instance = shapes("interpreted")
    silent, watched = new_state(instance), new_state(instance)
    watched._log = []
    for state in (silent, watched):
        instance.module("rules").paint(state, 1, 5)
    assert watched._log == [(1, 5, 1, 0, 0, 0)]
    assert bytes_of(instance, silent) == bytes_of(instance, watched)


def test_rules_cannot_be_imported_past_the_loader() -> None:
    with pytest.raises(RuntimeError, match="loader"):
        __import__("tests.kit.shapes.rules")
