"""Plans for Mine Out that a person would try first. Each says what it prefers; the rest is played greedily."""

from pithead.engine.offers import Offer

from .view import View

HIGH, MIDDLE, LOW, NO_OPINION, NEVER = 3, 2, 1, 0, -1


def hoard_gold(view: View, seat: int, offer: Offer) -> int:
    """Dig gold and jewels and keep them: a hoard scores in every Point Phase."""
    own = view.seats[view.active]
    if offer.kind in ("sell", "sell_jewel"):
        return NEVER if offer.params["mineral"] in ("gold", "jewel") else NO_OPINION
    if offer.kind == "dig" and (offer.preview.get("gold") or offer.preview.get("jewel")):
        return HIGH
    if offer.kind == "move" and offer.params["place"] == "gold_mine" and own.place != "gold_mine":
        miners = [card for card in own.hand or () if card.startswith("miner")]
        return LOW if miners and any(mine.mineral == "gold" and mine.left for mine in view.mines) else NO_OPINION
    return NO_OPINION


def collect_workers(view: View, seat: int, offer: Offer) -> int:
    """Every Worker in play makes the next one worth a point more: hire them, play them, never spend them."""
    if offer.params.get("card") == "worker":
        return {"hire": MIDDLE, "play_own": HIGH, "dig": NEVER, "play_community": NEVER}.get(offer.kind, NO_OPINION)
    if offer.kind == "spend":
        return NEVER if offer.params["workers"] else NO_OPINION
    return NO_OPINION


def serve_the_community(view: View, seat: int, offer: Offer) -> int:
    """Play dear cards into the community: fame at once, and no wait for a hoard."""
    if offer.kind == "play_community":
        return HIGH if int(offer.params["points"]) >= 4 else MIDDLE
    return NEVER if offer.kind == "play_own" else NO_OPINION


PLANNERS = {
    "gold-hoarder": hoard_gold,
    "worker-collector": collect_workers,
    "benefactor": serve_the_community,
}
