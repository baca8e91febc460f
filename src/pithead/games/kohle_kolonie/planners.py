"""Plans for Kohle & Kolonie that a person would try first. Each says what it prefers; the rest is played greedily."""

from pithead.engine.offers import Offer

from .view.models import View

HIGH, MIDDLE, LOW, NO_OPINION = 3, 2, 1, 0


def settle(view: View, seat: int, offer: Offer) -> int:
    """Found settlements early, where they score at once if there is such a place, and fill them with miners."""
    if offer.kind == "choose":
        return LOW if offer.params["token"] == "bonus_settlement" else NO_OPINION
    if offer.kind == "settle" and view.players[seat].settlements > 0 and view.round < view.rounds:
        return HIGH if offer.preview.get("board", 0) > 0 else MIDDLE
    if offer.kind == "use_settlement":
        return HIGH
    return int(offer.params["miners"]) if offer.kind == "settlers" else NO_OPINION


def build_railways(view: View, seat: int, offer: Offer) -> int:
    """Send miners to stations: tokens first, then the line that is nearest to its end."""
    if offer.kind in ("place", "to") and str(offer.params["place"]).startswith("station:"):
        return HIGH
    if offer.kind == "miners" and view.round > 1:
        return LOW
    return NO_OPINION


def make_coke(view: View, seat: int, offer: Offer) -> int:
    """Engineers, steam engines and miners go to the coking plant before anything else."""
    if str(offer.params.get("place", "")).startswith("tech_coking_plant"):
        return HIGH
    if offer.kind == "choose":
        return LOW if offer.params["token"] in ("bonus_engineer", "bonus_engine") else NO_OPINION
    return NO_OPINION


PLANNERS = {"settler": settle, "railwayman": build_railways, "coker": make_coke}
