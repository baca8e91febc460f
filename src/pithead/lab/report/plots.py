"""Bar charts and histograms as SVG: one series per edition, distinguished by colour and pattern."""

from collections import Counter
from dataclasses import dataclass
from html import escape

WIDTH, ROW, LEFT, RIGHT, TOP = 880, 22, 240, 170, 8  # LEFT and RIGHT are margins for the labels
# Colour-blind safe; the second series is also hatched.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b8860b")


def _hatch(number: int, colour: str) -> str:
    lines = f'<path d="M0 3H6" stroke="#fff" stroke-width="{number}"/>' if number else ""
    return (
        f'<pattern id="hatch{number}" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({45 * number})"><rect width="6" height="6" fill="{colour}"/>{lines}</pattern>'
    )


HATCHES = f"<defs>{''.join(_hatch(number, colour) for number, colour in enumerate(COLOURS))}</defs>"


@dataclass(frozen=True)
class Bar:
    """One bar: a value with an optional interval."""

    value: float
    low: float | None = None
    high: float | None = None
    text: str = ""


def fill(series: int) -> str:
    """The SVG fill of a series."""
    return f"url(#hatch{series % len(COLOURS)})"


def bars(title: str, labels: list[str], series: list[list[Bar]], reference: float | None = None) -> str:
    """A grouped horizontal bar chart; `reference` is a vertical line."""
    values = [bar.high if bar.high is not None else bar.value for one in series for bar in one]
    most = max([*values, reference or 0.0]) or 1.0
    scale = (WIDTH - LEFT - RIGHT) / most
    step = ROW * len(series) + 6
    height = TOP + step * len(labels) + 4
    parts = []
    for row, label in enumerate(labels):
        y = TOP + row * step
        parts.append(f'<text x="{LEFT - 8}" y="{y + step / 2 + 1:.0f}" text-anchor="end">{escape(label)}</text>')
        for number, one in enumerate(series):
            parts.append(_bar(one[row], y + number * ROW, scale, number))
    if reference is not None:
        x = LEFT + reference * scale
        parts.append(f'<path class="even" d="M{x:.1f} {TOP - 4}V{height - 6}"/>')
    return _figure(title, height, "".join(parts))


def _bar(bar: Bar, y: float, scale: float, number: int) -> str:
    end = LEFT + bar.value * scale
    parts = [f'<rect x="{LEFT}" y="{y:.0f}" width="{bar.value * scale:.1f}" height="{ROW - 6}" fill="{fill(number)}"/>']
    if bar.low is not None and bar.high is not None:
        low, end = LEFT + bar.low * scale, LEFT + bar.high * scale
        middle = y + (ROW - 6) / 2
        parts.append(f'<path class="interval" d="M{low:.1f} {middle:.0f}H{end:.1f}"/>')
    parts.append(f'<text x="{end + 5:.1f}" y="{y + ROW - 9:.0f}">{escape(bar.text)}</text>')
    return "".join(parts)


def histogram(title: str, series: list[list[dict[str, int]]]) -> str:
    """A histogram; all series use the coarsest of their bin widths."""
    if not any(series):
        return ""
    high, wide = 150, WIDTH - 2 * 40
    width = max(_width(classes) for classes in series)
    counts = [_merged(classes, width) for classes in series]
    least, span = min(map(min, counts)), max(map(max, counts)) + width - min(map(min, counts))
    most = max(max(one.values()) for one in counts)
    column = wide * width / span / len(series)
    parts = []
    for number, one in enumerate(counts):
        for first, count in one.items():
            x = 40 + wide * (first - least) / span + number * column
            tall = high * count / most
            parts.append(
                f'<rect x="{x:.1f}" y="{TOP + high - tall:.1f}" width="{max(1.0, column - 1):.1f}" '
                f'height="{tall:.1f}" fill="{fill(number)}"><title>{first}: {count}</title></rect>'
            )
    for tick in (least + round(span * i / 6) for i in range(7)):
        x = 40 + wide * (tick - least) / span
        parts.append(f'<text x="{x:.0f}" y="{TOP + high + 18}" text-anchor="middle">{tick}</text>')
    return _figure(title, high + 36, "".join(parts))


def _width(classes: list[dict[str, int]]) -> int:
    return classes[1]["from"] - classes[0]["from"] if len(classes) > 1 else 1


def _merged(classes: list[dict[str, int]], width: int) -> Counter[int]:
    """Merge bins into wider ones."""
    counts: Counter[int] = Counter()
    for one in classes:
        counts[one["from"] // width * width] += one["count"]
    return counts


def _figure(title: str, height: float, inside: str) -> str:
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">{inside}</svg></figure>'
    )
