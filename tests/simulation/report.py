"""What is told of a seed that breaks: the command that replays it, the faults that it takes, a time line to read."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from .faults import schedule
from .shape import HOUR, Shape, draw
from .world import Outcome

LANES = {"fault": "What goes wrong", "server": "Servers", "player0": "Emma", "player1": "Hugo", "player2": "A guest"}
QUIET = 30.0
"""Seconds without a word that are worth one."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Seed {seed}</title>
<style>
body {{ background: #fff; color: #111; font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem;
  padding: 0 1rem }}
table {{ border-collapse: collapse; min-width: 60rem; table-layout: fixed; width: 100% }}
td, th {{ border-bottom: 1px solid #ddd; padding: .1rem .6rem; text-align: left; vertical-align: top }}
td:first-child, th:first-child {{ font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap;
  width: 9rem }}
thead th {{ background: #fff; border-bottom-color: #111; position: sticky; top: 0 }}
.fault {{ background: #fbe4e4; border-left: .3rem solid #a00 }}
.lasts {{ background: #fdf4f4; border-left: .3rem solid #a00 }}
.server {{ background: #e6eefb; border-left: .3rem solid #06c }}
.told td {{ color: #555; font-style: italic }}
.broken td {{ background: #a00; color: #fff; font-weight: bold }}
.spared {{ color: #555 }}
pre {{ background: #eee; padding: .5rem; white-space: pre-wrap }}
@media (max-width: 60rem) {{
  body {{ margin: 1rem auto; padding: 0 .5rem }}
  table {{ font-size: .75rem; min-width: 0; overflow-wrap: anywhere }}
  td, th {{ padding: .1rem .2rem }}
  td:first-child, th:first-child {{ width: 4.5rem }}
}}
</style>
<h1>Seed {seed}</h1>
<p><strong>{broken}</strong></p>
<pre>{command}</pre>
<h2>World</h2>
<ul>{world}</ul>
<h2>Faults</h2>
<ol start="0">{faults}</ol>
<h2>Time line</h2>
<p>What people say is followed by the number in the log that they were told.</p>
<table><thead><tr><th>Time</th>{lanes}</tr></thead><tbody>
{rows}
<tr class="broken"><td>{end}</td><td colspan="{width}">{broken}</td></tr>
</tbody></table>
</html>
"""


def shrink(outcome: Outcome, again: Callable[[Sequence[int]], Outcome]) -> tuple[list[int], Outcome]:
    """Leave out one fault after another as long as the seed still breaks."""
    keep = list(range(len(outcome.faults)))
    for number in list(keep):
        fewer = [kept for kept in keep if kept != number]
        tried = again(fewer)
        if tried.broken:
            keep, outcome = fewer, tried
    return keep, outcome


def command(seed: int, keep: Sequence[int], game: str, defect: str | None) -> str:
    """What replays a seed with some of its faults."""
    more = (f" GAMES={game}" if game else "") + (f" DEFECT={defect}" if defect else "")
    return f"make simulate SEEDS={seed} FAULTS={','.join(map(str, keep)) or 'none'}{more}"


def write(outcome: Outcome, keep: Sequence[int], games: Sequence[str], replay: str, folder: Path) -> Path:
    """Write the time line of a seed: a column for everybody who does something."""
    shape = draw(outcome.seed, games)
    told = [(at, *_lane(text)) for at, text in outcome.timeline]
    lanes = [lane for lane in LANES if any(lane == whose for _, whose, _ in told)]
    faults = [
        f"<li>{html.escape(fault.text())}</li>"
        if number in keep
        else f'<li class="spared"><s>{html.escape(fault.text())}</s> It breaks without this one as well.</li>'
        for number, fault in enumerate(schedule(outcome.seed, shape))
    ]
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"seed-{outcome.seed}.html"
    page.write_text(
        PAGE.format(
            seed=outcome.seed,
            broken=html.escape(outcome.broken),
            command=html.escape(replay),
            world="".join(f"<li>{html.escape(text)}</li>" for text in _world(shape)),
            faults="".join(faults),
            lanes="".join(f"<th>{LANES[lane]}</th>" for lane in lanes),
            rows="\n".join(_rows(told, lanes, outcome.virtual)),
            end=_time(outcome.virtual),
            width=len(lanes),
        ),
        encoding="utf-8",
    )
    return page


def _rows(told: Sequence[tuple[float, str, str]], lanes: Sequence[str], end: float) -> Iterator[str]:
    """A row for everything that was noted; the column of faults is marked while one lasts."""
    going = 0
    whole = f'<tr class="told"><td>{{}}</td><td colspan="{len(lanes)}">{{}}</td></tr>'
    for (at, whose, text), (then, _, _) in zip(told, [*told[1:], (end, "", "")], strict=True):
        if whose == "fault":
            going += -1 if text.startswith("over") else "(" in text
        elif (whose, text) == ("server", "serves"):
            going = max(0, going - 1)
        if whose in lanes:
            lasting = {"fault"} if going else set()
            cells = (
                f'<td class="{lane}">{html.escape(text)}</td>'
                if lane == whose
                else f"<td{' class=lasts' if lane in lasting else ''}></td>"
                for lane in lanes
            )
            yield f"<tr><td>{_time(at)}</td>{''.join(cells)}</tr>"
        else:
            yield whole.format(_time(at), html.escape(text))
        if then - at > QUIET:
            yield whole.format("", f"{_time(then - at)} in which nobody says anything")


def _time(seconds: float) -> str:
    """Seconds, with hours and days where there are any."""
    if seconds < HOUR:
        return f"{seconds:.3f} s"
    days, rest = divmod(int(seconds), 24 * int(HOUR))
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return f"{days} d {clock}" if days else clock


def _lane(text: str) -> tuple[str, str]:
    """Who did it, and what; the story of the world belongs to nobody."""
    whose, _, what = text.partition(": ")
    return (whose, what) if whose in LANES else ("", text)


def _world(shape: Shape) -> Iterator[str]:
    """A world in words."""
    yield f"{shape.workers} workers on PostgreSQL" if shape.database == "postgres" else "One server on SQLite"
    if any(shape.skews):
        yield "Their clocks are wrong by " + ", ".join(f"{skew:+.0f} s" for skew in shape.skews)
    yield f"{shape.people} people play {shape.game}"
    said = {
        "Positions are rendered in a process of their own": shape.apart,
        "There is a table to which nobody comes back": shape.unattended,
        "In the end the server is asked whether it is well": shape.asked,
        "In the end a backup is made and restored": shape.restored,
        "There is a rematch": shape.rematch,
        "It is played by letters, for weeks": shape.weeks,
        "The table belongs to a cup": shape.cup,
        f"A guest wants too much: {shape.greed}": shape.greed,
    }
    yield from (text for text, holds in said.items() if holds)
