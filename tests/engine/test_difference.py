"""A difference of bytes names the field."""

import pithead
from pithead.engine.difference import difference


def test_a_difference_names_the_field_and_both_numbers() -> None:
    match = pithead.new("coal-baron", players=3, seed=1)
    rules, before = match.rules, match.rules.encode(match.state)
    assert difference(rules, before, before) == ""
    match.state.players[1].francs = 7
    francs = rules.decode(before).players[1].francs
    assert difference(rules, before, rules.encode(match.state)) == f"players[1].francs: {francs}, 7"


def test_of_many_differences_the_first_are_named() -> None:
    rules = pithead.load("example").rules()
    first, second = (pithead.new("example", players=2, seed=seed).state for seed in (1, 2))
    found = difference(rules, rules.encode(first), rules.encode(second))
    assert found.startswith("rng.key[0]: ")
    assert " more" in found
