"""Plans for MINE! that a person would try first. Each says what it prefers; the rest is played greedily."""

from pithead.engine.offers import Offer

from .view import View

HIGH, LOW, NO_OPINION, NEVER = 2, 1, 0, -1


def loot(view: View, seat: int, offer: Offer) -> int:
    """Send strong looters to whoever has most coal, all to the same town; mine with the rest."""
    others = [board for board in view.boards if board.player != seat]
    richest = max(others, key=lambda board: board.coal, default=None)
    if offer.kind == "loot" and richest is not None and richest.coal:
        strong = int(offer.params["helmets"]) >= 2
        return HIGH if strong and offer.params["town"] == richest.town else NO_OPINION
    return NO_OPINION


def recruit(view: View, seat: int, offer: Offer) -> int:
    """Recruit in the first half of the game, mine with full hands in the second."""
    early = view.round <= view.rounds // 2
    own = next(board for board in view.boards if board.player == seat)
    if early and offer.kind == "place_recruitment" and own.placed < 2:
        return HIGH if int(offer.params["helmets"]) >= 2 else LOW
    return LOW if not early and offer.kind == "place_mine" else NO_OPINION


def dig_and_guard(view: View, seat: int, offer: Offer) -> int:
    """One guard in the watchtower, everybody else to the mine; never a looter."""
    own = next(board for board in view.boards if board.player == seat)
    if offer.kind == "place_watchtower" and own.coal > 2 and not own.watchtower.count:
        return HIGH if int(offer.params["helmets"]) >= 2 else LOW
    if offer.kind == "place_mine":
        return LOW
    return NEVER if offer.kind == "loot" else NO_OPINION


PLANNERS = {"looter": loot, "recruiter": recruit, "digger": dig_and_guard}
