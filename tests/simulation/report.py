"""What is told of a seed that breaks: the command that replays it, the faults that it takes, a time line to read."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from pathlib import Path

from .world import Outcome

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Seed {seed}</title>
<style>
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-bottom: 1px solid #bbb; padding: .2rem .6rem; text-align: left; vertical-align: top }}
td:first-child {{ font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap }}
tr.fault td {{ font-weight: bold; border-left: .4rem solid #a00 }}
tr.server td {{ border-left: .4rem solid #06c }}
pre {{ white-space: pre-wrap }}
</style>
<h1>Seed {seed}</h1>
<p><strong>{broken}</strong></p>
<pre>{command}</pre>
<h2>Faults</h2>
<ol>{faults}</ol>
<h2>Time line</h2>
<table><thead><tr><th>Second</th><th>What happened</th></tr></thead><tbody>
{rows}
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


def write(outcome: Outcome, keep: Sequence[int], replay: str, folder: Path) -> Path:
    """Write the time line of a seed."""
    rows = []
    for at, text in outcome.timeline:
        kind = "fault" if "fault" in text else "server" if "server" in text else ""
        rows.append(f'<tr class="{kind}"><td>{at:.3f}</td><td>{html.escape(text)}</td></tr>')
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"seed-{outcome.seed}.html"
    page.write_text(
        PAGE.format(
            seed=outcome.seed,
            broken=html.escape(outcome.broken),
            command=html.escape(replay),
            faults="".join(f"<li>{html.escape(fault.text())}</li>" for fault in outcome.faults),
            rows="\n".join(rows),
        ),
        encoding="utf-8",
    )
    return page
