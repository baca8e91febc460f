"""What a player of Lamp Room can and cannot do, with costs and consequences."""

from pithead.engine.offers import Note, Offer, Plan, Refusal

from .rules import can_hang
from .state import BRIGHTNESS, LAMPS, N_LAMPS, Act, Phase, State


def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; previews are changes of these."""
    mine = s.players[player]
    return {"points": mine.points, "matches": mine.matches, "cards": mine.held}


def offer(s: State, action: int) -> Offer:
    """Describe a legal decision."""
    if action == Act.END:
        return Offer("end", targets=("turn",))
    if action == Act.DRAW:
        change = {"matches": -1, "cards": 1, "points": 0}
        return Offer("draw", targets=("deck",), cost={"matches": 1}, preview=change, notes=(Note("undo_stops"),))
    if action == Act.REST:
        return Offer("rest", targets=("rest",), preview={"points": 0})
    lamp = action - Act.HANG
    return Offer(
        "hang", {"lamp": LAMPS[lamp]}, (f"lamp:{LAMPS[lamp]}",), preview={"points": BRIGHTNESS[lamp], "cards": -1}
    )


def refusals(s: State) -> list[Refusal]:
    """Closed targets and the reason for each."""
    if s.phase not in (Phase.ACT, Phase.DREW):
        return []
    player = s.players[s.current]
    found = [
        Refusal(
            f"lamp:{LAMPS[lamp]}",
            "too_dim",
            {"need": s.glow, "have": BRIGHTNESS[lamp]},
            "L1",
            Act.HANG + lamp,
        )
        for lamp in range(N_LAMPS)
        if player.hand[lamp] and not can_hang(s, player, lamp)
    ]
    if s.phase == Phase.ACT and s.deck.n == 0:
        found.append(Refusal("deck", "deck_empty", {}, "L2", Act.DRAW))
    elif s.phase == Phase.ACT and player.matches == 0:
        found.append(Refusal("deck", "no_match", {"need": 1, "have": 0}, "L2", Act.DRAW))
    return found


def plans(s: State) -> list[Plan]:
    """Shortest ways to a target: a whole turn around each lamp."""
    if s.phase not in (Phase.ACT, Phase.DREW):
        return []
    player = s.players[s.current]
    return [
        Plan(f"lamp:{LAMPS[lamp]}", "hang", {"lamp": LAMPS[lamp]}, (Act.HANG + lamp, Act.END))
        for lamp in range(N_LAMPS)
        if can_hang(s, player, lamp)
    ]
