"""The terminal board of Lamp Room."""

from pithead.engine.board import Table

from .view import View


def draw(view: View, table: Table) -> list[str]:
    """The hook, the deck and the players."""
    lines = [
        f"{table.text('event.round', round=view.round)}",
        f"glow {view.glow}   deck {view.deck}",
    ]
    for seat, player in enumerate(view.players):
        hand = ", ".join(table.name(lamp) for lamp in player.hand) if player.hand is not None else "· " * player.cards
        mark = "*" if seat == table.seat else " "
        lines.append(f"{mark} {table.names[seat]:<12} {player.points:>3}  {'|' * player.matches:<4} {hand}")
    return lines
