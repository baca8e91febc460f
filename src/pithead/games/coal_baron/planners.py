"""Plans for Coal Baron that a person would try first. Each says what it prefers; the rest is played greedily."""

from collections import Counter

from pithead.engine.offers import Offer

from .view import View

HIGH, LOW, NO_OPINION, NEVER = 2, 1, 0, -1
TAKEN = ("draft", "keep_order", "place_order")  # an order comes into the own hands


def win_majorities(view: View, seat: int, offer: Offer) -> int:
    """Stay with the vehicle of which one has most: its majority pays again at the end of every shift."""
    if offer.kind not in TAKEN:
        return NO_OPINION
    player = view.players[seat]
    orders = [*player.orders, *(player.delivered_orders or ())]
    squares: Counter[str] = Counter()
    for order in orders:
        squares[order.vehicle] += len(order.squares)
    if not squares:
        return NO_OPINION
    favourite = squares.most_common(1)[0][0]
    if offer.kind == "place_order":
        return NO_OPINION if offer.params["vehicle"] == favourite else NEVER
    return LOW if offer.params["vehicle"] == favourite else NO_OPINION


def fill_cheap_orders(view: View, seat: int, offer: Offer) -> int:
    """Take small orders, and deliver whatever is ready at once."""
    if offer.kind == "place_delivery":
        return HIGH
    if offer.kind in TAKEN:
        small = len(str(offer.params["squares"]).removeprefix("squares:")) <= 2
        return NO_OPINION if small else NEVER
    return NO_OPINION


def dig_first(view: View, seat: int, offer: Offer) -> int:
    """Buy carts in the first shift, two at a time where there is a choice, and look for orders later."""
    if view.shift > 1:
        return NO_OPINION
    if offer.kind in ("place_factory", "keep_tile"):
        return HIGH if offer.params["carts"] == 2 else LOW
    return NO_OPINION


PLANNERS = {"majority-hunter": win_majorities, "small-trader": fill_cheap_orders, "tunneller": dig_first}
