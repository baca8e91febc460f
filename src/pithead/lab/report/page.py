"""The report as a self-contained HTML file."""

from html import escape
from itertools import groupby
from typing import Any

from .plots import HATCHES, Bar, bars, fill, histogram
from .text import Say, ends, mean, percent, start_order

MOST_ROWS = 40  # bars of one plot
MOST_OPENINGS = 12  # rare ones have meaninglessly wide intervals
STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fdfcf9; --line: #c9c4b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #1d1b18; --line: #555; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
figure { margin: 1rem 0 2rem; } figcaption { font-weight: 600; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.even { stroke: var(--ink); stroke-dasharray: 4 4; } .interval { stroke: var(--ink); stroke-width: 2; }
.key { display: inline-block; width: 1rem; height: 1rem; vertical-align: -.15rem; }
table { border-collapse: collapse; margin: 1rem 0; } code { overflow-wrap: anywhere; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
"""


def page(cases: list[dict[str, Any]], title: str, command: str, date: str, say: Say, language: str) -> str:
    """Render the whole file; cases of the same player count and bot share their plots."""

    def table(case: dict[str, Any]) -> tuple[int, str]:
        return case["players"], case["bot"]

    body = [
        f'<svg width="0" height="0" aria-hidden="true">{HATCHES}</svg>',
        f"<h1>{escape(say('report.heading', game=title))}</h1>",
        f"<p>{escape(say('report.made', date=date))} <code>{escape(command)}</code></p>",
        f"<p>{escape(say('report.method'))}</p>",
    ]
    if len(cases) > 1:
        body.append(_glance(cases, say))
    for _, group in groupby(cases, table):
        body += _section(list(group), say)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _glance(cases: list[dict[str, Any]], say: Say) -> str:
    """The overview table of all cases."""
    rows = "".join(
        f"<tr><td>{escape(say('report.table', players=case['players'], bot=case['bot']))}</td>"
        f"<td>{escape(case['edition'])}</td><td>{case['games']}</td>"
        f"<td>{start_order(case)}</td><td>{escape(ends(case))}</td></tr>"
        for case in cases
    )
    return f"<figure><figcaption>{escape(say('report.glance'))}</figcaption><table>{rows}</table></figure>"


def _section(cases: list[dict[str, Any]], say: Say) -> list[str]:
    first = cases[0]
    keys = "".join(
        f'<li><svg class="key" aria-hidden="true"><rect width="16" height="16" fill="{fill(i)}"/></svg> '
        f"{escape(case['edition'])}{say('label.colon')}{escape(say('report.games', games=case['games']))}, "
        f"<code>{escape(case['material'])}</code>, {escape(say('report.evaluation'))} {escape(case['evaluation'])}</li>"
        for i, case in enumerate(cases)
    )
    even = first["even"]
    return [
        f"<h2>{escape(say('report.table', players=first['players'], bot=first['bot']))}</h2><ul>{keys}</ul>",
        _places(say("report.start_order", even=f"{100 * even:.1f}"), cases, "start_order", even),
        _places(say("report.seats", even=f"{100 * even:.1f}"), cases, "seats", even),
        _openings(say("report.openings", even=f"{100 * even:.1f}"), cases, even),
        _numbers(cases, say),
        *(histogram(say(f"report.{name}"), [case[name]["classes"] for case in cases]) for name in _MEANS),
        _shares(say("report.end_reasons"), [case["end_reasons"] for case in cases]),
        _sources(cases, say),
        *_uses(cases, say),
        *_never(cases, say),
    ]


_MEANS = ("points", "margin", "decisions")


def _places(title: str, cases: list[dict[str, Any]], key: str, even: float) -> str:
    series = [[_won(one) for one in case[key]] for case in cases]
    return bars(title, [str(place + 1) for place in range(cases[0]["players"])], series, even)


def _openings(title: str, cases: list[dict[str, Any]], even: float) -> str:
    """Win shares by opening, for the most frequent ones."""
    names = list(dict.fromkeys(name for case in cases for name in case["openings"]))[:MOST_OPENINGS]
    series = [
        [_won(one, f" ({one['count']})") if (one := case["openings"].get(name)) else Bar(0.0) for name in names]
        for case in cases
    ]
    return bars(title, names, series, even)


def _won(one: dict[str, Any], more: str = "") -> Bar:
    return Bar(one["share"], one["low"], one["high"], f"{100 * one['share']:.0f} % × {one['ratio']:.2f}{more}")


def _numbers(cases: list[dict[str, Any]], say: Say) -> str:
    head = "".join(f"<th>{escape(case['edition'])}</th>" for case in cases)
    rows = "".join(
        f"<tr><td>{escape(say(f'report.{name}'))}</td>"
        + "".join(f"<td>{mean(case[name])}</td>" for case in cases)
        + "</tr>"
        for name in (*_MEANS, "turns")
    )
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def _shares(title: str, series: list[dict[str, Any]]) -> str:
    """A bar chart of shares by name; missing names have no bar."""
    names = list(dict.fromkeys(name for one in series for name in one))[:MOST_ROWS]
    none = {"share": 0.0}

    def bar(share: dict[str, float]) -> Bar:
        return Bar(share["share"], share.get("low"), share.get("high"), f"{100 * share['share']:.1f} %")

    return bars(title, names, [[bar(one.get(name, none)) for name in names] for one in series])


def _sources(cases: list[dict[str, Any]], say: Say) -> str:
    names = [name for name in cases[0]["sources"] if any(case["sources"][name]["mean"] > 0 for case in cases)]
    series = [
        [
            Bar(max(0.0, one["mean"]), max(0.0, one["low"]), max(0.0, one["high"]), _points(one))
            for one in (case["sources"][name] for name in names)
        ]
        for case in cases
    ]
    return bars(say("report.sources"), names, series)


def _points(one: dict[str, Any]) -> str:
    return f"{one['mean']:.1f} ({one['winners']['mean']:.1f})"


EMPTY: dict[str, Any] = {"decisions": 0, "words": {}, "each": {}}


def _uses(cases: list[dict[str, Any]], say: Say) -> list[str]:
    """A plot and a table of action frequencies per phase."""
    parts = []
    for phase in dict.fromkeys(phase for case in cases for phase in case["uses"]):
        uses = [case["uses"].get(phase, EMPTY) for case in cases]
        title = say("report.uses", phase=phase, count=uses[0]["decisions"])
        parts += [_shares(title, [one["words"] for one in uses]), _each(cases, uses, say)]
    return parts


def _each(cases: list[dict[str, Any]], uses: list[dict[str, Any]], say: Say) -> str:
    head = "".join(f"<th>{escape(case['edition'])}</th><th>{escape(say('report.in_games'))}</th>" for case in cases)
    rows = "".join(
        f"<tr><td>{escape(text)}</td>{''.join(_use(one['each'].get(text)) for one in uses)}</tr>"
        for text in dict.fromkeys(text for one in uses for text in one["each"])
    )
    summary = escape(say("report.each"))
    return f"<details><summary>{summary}</summary><table><tr><th></th>{head}</tr>{rows}</table></details>"


def _use(one: dict[str, Any] | None) -> str:
    return "<td>–</td><td>–</td>" if one is None else f"<td>{one['count']}</td><td>{percent(one['games'])}</td>"


def _never(cases: list[dict[str, Any]], say: Say) -> list[str]:
    return [
        f"<details><summary>{escape(case['edition'])}{say('label.colon')}"
        f"{escape(say('report.never', count=len(case['never'])))}</summary>"
        f"<p>{escape(', '.join(case['never']))}</p></details>"
        for case in cases
        if case["never"]
    ]
