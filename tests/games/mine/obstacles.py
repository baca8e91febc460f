"""Takes away what a refusal of MINE! names."""

from typing import Any

from pithead.engine.offers import Refusal

SELLING = 2
SALE = 0


def remove(s: Any, refusal: Refusal) -> None:
    """Make the refused decision possible."""
    player = s.players[s.current]
    professions = len(player.known)
    if refusal.code == "no_cards_here":  # the expedition is for selling: let it be the time to sell
        s.phase = SELLING
        player.coal = max(player.coal, 1)
        player.change[SALE] = max(player.change[SALE], 1)
    elif refusal.code == "no_event":
        player.hand[professions] += 1
    elif refusal.code == "no_profession":
        player.hand[0] += 1
    elif refusal.code == "hand_limit":
        s.phase += 1  # as if enough had been discarded
    else:
        wanted = refusal.params.get("need", 21)
        if refusal.code == "no_coal":
            player.coal = wanted
            player.change[SALE] = wanted  # the limit and the track may stop it besides
            player.points = 0
        elif refusal.code == "sale_limit":
            player.change[SALE] = wanted
            player.points = 0
        elif refusal.code == "track_end":
            player.points = 0
