"""Takes away what a refusal of Coal Baron names, and what would stand in the way behind it."""

from typing import Any

from pithead.engine.offers import Refusal

CHEAP_TILE, ANY_ORDER = 0, 0


def remove(s: Any, refusal: Refusal) -> None:
    """Make the refused decision possible."""
    player = s.players[s.current]
    kind, _, place = refusal.target.partition(":")
    player.workers = 20  # workers may be short besides
    if refusal.code == "closed":
        s.n = refusal.params["need"]
        s.factory[:] = [CHEAP_TILE] * len(s.factory)
        s.display[:] = [ANY_ORDER] * len(s.display)
        player.francs += 10
    elif refusal.code == "no_tile":
        s.factory[:] = [CHEAP_TILE] * len(s.factory)
        player.francs += 10
    elif refusal.code == "no_order":
        s.display[:] = [ANY_ORDER] * len(s.display)
    elif refusal.code == "no_pile":
        s.piles[0].n = s.piles[1].n = 1
    elif refusal.code == "francs_short":
        player.francs = refusal.params["need"]
    elif refusal.code == "nothing_complete":
        player.complete[:] = [1] * len(player.complete)
    elif refusal.code == "supply_empty":
        s.supply[:] = [1] * len(s.supply)
    elif refusal.code in ("cage_full", "wrong_level"):
        player.cage[:] = [0] * len(player.cage)
        player.level = int(place.partition(":")[0])
    elif refusal.code in ("cage_below", "storage_below"):
        player.level = 0
        clear_wishes(s, refusal)
    elif refusal.code == "still_wanted":
        clear_wishes(s, refusal)
    elif refusal.code == "no_cube":
        player.level = 0
        player.cage[:] = [1] * len(player.cage)
    elif refusal.code == "moves_short":
        s.moves = refusal.params["need"]
        player.level = 0
        player.storage[0] += 2
    elif refusal.code == "cubes_short":
        player.level = 0
        player.storage[0] += 2
    elif refusal.code == "cube_order":
        s.swap_first = 0
        (player.cage if kind == "cage" else player.storage)[:] = [2] * 4


def clear_wishes(s: Any, refusal: Refusal) -> None:
    """Under the literal reading of R22 orders may want the colour besides."""
    if refusal.target.startswith("cage:") and s.phase == 7:
        for card in range(len(s.needs)):
            s.needs[card][:] = [0] * 4
