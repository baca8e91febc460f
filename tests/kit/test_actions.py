"""Numbers, parts and texts of decisions from one declaration."""

import pytest

from pithead.kit.actions import Actions

ACTIONS = Actions()
END = ACTIONS.over("end")
PASS = ACTIONS.over("pass")
FILL = ACTIONS.over("fill {} with {}", ("a", "b"), (1, 2, 3))
SELL = ACTIONS.over("sell {}", range(4))


def test_numbers_follow_each_other_without_gaps() -> None:
    assert (END, PASS, FILL, SELL, len(ACTIONS)) == (0, 1, 2, 8, 12)


def test_a_number_gives_its_parts_back() -> None:
    for first in range(2):
        for second in range(3):
            action = FILL + first * 3 + second
            assert ACTIONS.parts(action) == (first, second)
            assert ACTIONS.kind(action).first == FILL
    assert ACTIONS.parts(0) == ACTIONS.parts(PASS) == ()


def test_texts_are_one_to_one() -> None:
    texts = [ACTIONS.text(action) for action in range(len(ACTIONS))]
    assert texts[:4] == ["end", "pass", "fill a with 1", "fill a with 2"]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("action", [-1, 12])
def test_another_number_is_no_decision(action: int) -> None:
    with pytest.raises(IndexError):
        ACTIONS.text(action)


def test_a_text_has_a_place_for_every_part() -> None:
    with pytest.raises(ValueError, match="places"):
        Actions().over("fill {}", (1,), (2,))


def test_a_text_names_its_parts_by_number() -> None:
    actions = Actions()
    actions.over("{1[0]} {0}{1[1]}", (7, 8), (("fill", " cage"), ("swap", "")))
    assert [actions.text(action) for action in range(4)] == ["fill 7 cage", "swap 7", "fill 8 cage", "swap 8"]
