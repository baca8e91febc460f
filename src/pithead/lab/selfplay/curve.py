"""Learning curves as a picture: one panel per game, one line per seed and opponent."""

from typing import Any

WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 150, 60, 40, 60
COLOURS = {"random": "#0072b2", "hewer": "#d55e00"}  # colour-blind safe; the lines also have different dashes
DASHES = {"random": "6 3", "hewer": ""}


def _panel(number: int, name: str, found: dict[str, Any]) -> str:
    top = TOP + number * (HEIGHT + GAP)
    longest = max(point["seconds"] for points in found["seeds"].values() for point in points) or 1
    even = 1 / found["players"]
    parts = [
        f'<text x="{LEFT}" y="{top - 8}">{name}, {found["players"]} players: share of wins in {found["games"]} games, '
        f"{len(found['seeds'])} seeds</text>",
        f'<path d="M{LEFT} {top}V{top + HEIGHT}H{WIDTH - 10}" fill="none" stroke="#222"/>',
        f'<path d="M{LEFT} {top + HEIGHT * (1 - even):.1f}H{WIDTH - 10}" stroke="#999" stroke-dasharray="2 4"/>',
        f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">100 %</text>',
        f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end">0 %</text>',
        f'<text x="{WIDTH - 10}" y="{top + HEIGHT + 16}" text-anchor="end">{longest:.0f} s of the processor</text>',
    ]
    for points in found["seeds"].values():
        for bot in points[0]["shares"]:
            places = " ".join(
                f"{LEFT + point['seconds'] / longest * (WIDTH - LEFT - 10):.1f},"
                f"{top + HEIGHT * (1 - point['shares'][bot]):.1f}"
                for point in points
            )
            parts.append(
                f'<polyline points="{places}" fill="none" stroke="{COLOURS.get(bot, "#009e73")}" '
                f'stroke-width="2" stroke-dasharray="{DASHES.get(bot, "1 3")}"/>'
            )
    return "".join(parts)


def draw(curves: dict[str, Any]) -> str:
    """All games of a file of curves, one below the other."""
    height = TOP + len(curves) * (HEIGHT + GAP)
    legend = "".join(
        f'<text x="{LEFT + 120 * i}" y="18" fill="{colour}">against {bot}</text>'
        for i, (bot, colour) in enumerate(COLOURS.items())
    )
    panels = "".join(_panel(number, name, found) for number, (name, found) in enumerate(curves.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="#f4efe4"/>{legend}{panels}</svg>\n'
    )
