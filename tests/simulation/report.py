"""What is told of a seed that breaks: the command that replays it, the faults that it takes, a time line to read."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from pathlib import Path

from .faults import schedule
from .shape import Shape, draw
from .world import Outcome

LANES = {"world": "What goes wrong", "server": "Servers", "player0": "Emma", "player1": "Hugo", "player2": "A guest"}
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Seed {seed}</title>
<style>
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem }}
dl {{ display: grid; gap: 0 1rem; grid-template-columns: max-content 1fr }}
dd {{ margin: 0 }}
table {{ border-collapse: collapse; table-layout: fixed; width: 100% }}
td, th {{ border-bottom: 1px solid #bbb; padding: .2rem .6rem; text-align: left; vertical-align: top }}
td:first-child, th:first-child {{ font-variant-numeric: tabular-nums; text-align: right; width: 7rem }}
thead th {{ background: #fff; position: sticky; top: 0 }}
td:empty {{ border-bottom-color: #eee }}
.world {{ background: #fbe4e4; border-left: .3rem solid #a00 }}
.server {{ background: #e6eefb; border-left: .3rem solid #06c }}
.broken td {{ background: #a00; color: #fff; font-weight: bold }}
.spared {{ color: #555 }}
pre {{ background: #eee; padding: .5rem; white-space: pre-wrap }}
</style>
<h1>Seed {seed}</h1>
<p><strong>{broken}</strong></p>
<pre>{command}</pre>
<h2>World</h2>
<dl>{world}</dl>
<h2>Faults</h2>
<ol start="0">{faults}</ol>
<h2>Time line</h2>
<table><thead><tr><th>Second</th>{lanes}</tr></thead><tbody>
{rows}
<tr class="broken"><td>{end:.3f}</td><td colspan="{width}">{broken}</td></tr>
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
    rows = []
    for at, whose, text in told:
        cells = (f'<td class="{lane}">{html.escape(text)}</td>' if lane == whose else "<td></td>" for lane in lanes)
        rows.append(f"<tr><td>{at:.3f}</td>{''.join(cells)}</tr>")
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"seed-{outcome.seed}.html"
    page.write_text(
        PAGE.format(
            seed=outcome.seed,
            broken=html.escape(outcome.broken),
            command=html.escape(replay),
            world="".join(f"<dt>{name}</dt><dd>{html.escape(str(value))}</dd>" for name, value in _world(shape)),
            faults="".join(
                f"<li>{html.escape(fault.text())}</li>"
                if number in keep
                else f'<li class="spared"><s>{html.escape(fault.text())}</s> It breaks without this one.</li>'
                for number, fault in enumerate(schedule(outcome.seed, shape))
            ),
            lanes="".join(f"<th>{LANES[lane]}</th>" for lane in lanes),
            rows="\n".join(rows),
            end=outcome.virtual,
            width=len(lanes),
        ),
        encoding="utf-8",
    )
    return page


def _lane(text: str) -> tuple[str, str]:
    """Who did it, and what."""
    whose, _, what = text.partition(": ")
    if whose in LANES:
        return whose, what
    return ("server" if "server" in text else "world"), text


def _world(shape: Shape) -> list[tuple[str, object]]:
    """What is not as in the plainest world."""
    return [(name, value) for name, value in shape._asdict().items() if value not in (False, None)]
