"""Takes away what a refusal of Lamp Room names."""

from typing import Any

from pithead.engine.offers import Refusal


def remove(s: Any, refusal: Refusal) -> None:
    """Make the refused decision possible."""
    if refusal.code == "too_dim":
        s.glow = refusal.params["have"]
    elif refusal.code == "no_match":
        s.players[s.current].matches = refusal.params["need"]
    elif refusal.code == "deck_empty":
        s.deck.n = 1
        s.players[s.current].matches = 1  # the player may lack one besides
