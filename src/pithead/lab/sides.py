"""Match games between two trees with different weights or nets, inside the compiled kernel.

For short searches the Python code between them takes three quarters of the time. Trees are not reused.
"""

from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import expand_seed
from pithead.engine.outcome import Outcome
from pithead.engine.rules import Rules

Trees = tuple[Tree, Tree]


def owner_of(seat: int, first: int) -> int:
    """The side that a seat belongs to: sides alternate, starting with `first`."""
    return (seat + first) % 2


def play_sides(
    on: Backing, rules: Rules, trees: Trees, players: int, options: list[int], seed: str, first: int, simulations: int
) -> Outcome:
    """Play a deal with a fixed number of simulations per choice; the trees' seats alternate, starting with `first`.

    Random seeds belong to the seats: between identical sides the two games of a deal cancel out.
    """
    module, arrays = on.module, on.arrays
    works = [trees[0].work, trees[1].work._replace(states=trees[0].work.states)]
    luck = expand_seed(f"{seed}/luck")
    for side, tree in enumerate(trees):
        tree.seed(luck[0], luck[1] + owner_of(side, first))
    module.deal(works[0], players, arrays.given("i8", options), arrays.given("i8", expand_seed(seed)))
    mover = side = 0
    while mover >= 0:
        mover = module.play_side(works[side], owner_of(side, first), simulations)
        side = 1 - side
    return rules.standing(rules.decode(arrays.get(works[0].states, module.GAME)), players)
