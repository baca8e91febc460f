"""The learning curve as SVG: the validation loss per epoch, and every generation's test result."""

from typing import Any

WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 180, 60, 24, 44
LOSS, SHARE = "#0072b2", "#d55e00"  # colour-blind safe; the shares are also points with intervals


def _panel(top: int, title: str, low: float, high: float, form: str) -> str:
    """The frame of a chart, with title and axis limits."""
    return (
        f'<text x="{LEFT}" y="{top - 8}">{title}</text>'
        f'<path d="M{LEFT} {top}V{top + HEIGHT}H{WIDTH - 10}" fill="none" stroke="currentColor"/>'
        f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{high:{form}}</text>'
        f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end">{low:{form}}</text>'
    )


def _losses(history: list[dict[str, Any]], top: int) -> str:
    told = [loss for one in history for loss in one["losses"]]
    low, high = min(told), max(told)
    step = (WIDTH - LEFT - 10) / max(1, len(told) - 1)
    scale = HEIGHT / ((high - low) or 1.0)
    parts = [_panel(top, "loss of positions kept apart, by pass", low, high, ".6f")]
    at = 0
    for one in history:
        line = " ".join(
            f"{LEFT + (at + i) * step:.1f},{top + (high - loss) * scale:.1f}" for i, loss in enumerate(one["losses"])
        )
        parts.append(f'<polyline points="{line}" fill="none" stroke="{LOSS}" stroke-width="2"/>')
        at += len(one["losses"])
    return "".join(parts)


def _shares(history: list[dict[str, Any]], top: int) -> str:
    """Win shares in per cent, with the even share as a line; filled points are accepted generations."""
    parts = [_panel(top, "share of the wins in the test of each generation, with 95 % intervals", 0.0, 1.0, ".0%")]
    middle = top + HEIGHT / 2
    parts.append(f'<path d="M{LEFT} {middle}H{WIDTH - 10}" stroke="currentColor" stroke-dasharray="4 4"/>')
    step = (WIDTH - LEFT - 10) / (len(history) + 1)
    for number, one in enumerate(history, 1):
        if test := one["test"]:
            x = LEFT + number * step
            share, low, high = (top + HEIGHT * (1 - test[name]) for name in ("share", "low", "high"))
            fill = SHARE if one["accepted"] else "none"
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{SHARE}"/>')
            parts.append(f'<circle cx="{x:.1f}" cy="{share:.1f}" r="5" fill="{fill}" stroke="{SHARE}"/>')
    return "".join(parts)


def picture(history: list[dict[str, Any]]) -> str:
    """Both panels, one above the other."""
    second = TOP + HEIGHT + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {second + HEIGHT + 12}" '
        f'font-family="sans-serif" font-size="12" role="img"><title>Learning curve</title>'
        f"{_losses(history, TOP)}{_shares(history, second)}</svg>\n"
    )
