"""The analysis as a self-contained HTML file: a chart of win probabilities, key moments, every decision."""

from collections.abc import Callable
from html import escape

from pithead.engine import registry
from pithead.engine.messages import Messages
from pithead.engine.parameters import with_names

from .report import Alternative, Analysis, Decision, Moment, News
from .words import in_words

WIDTH, HEIGHT = 960, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 120, 16, 32
# Colour-blind safe; every line also has its own dash pattern.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b8860b", "#7b4fa3", "#555555")
PATTERNS = ("", "8 4", "2 4", "10 3 2 3", "4 4", "12 6")

Say = Callable[..., str]

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fdfcf9; --line: #c9c4b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #1d1b18; --line: #555; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: right; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
.grid { stroke: var(--line); stroke-width: 1; }
"""


def page(analysis: Analysis, messages: Messages) -> str:
    """Render the whole file."""

    def say(message: str, **params: object) -> str:
        return escape(messages.text(f"analysis.page.{message}", params))

    title = escape(messages.labelled(messages.text("game.title"), messages.text("analysis.page.title")))
    body = [
        f"<h1>{title}</h1>",
        *([f"<p><strong>{escape(interrupted_text(analysis, messages))}</strong></p>"] if analysis.interrupted else []),
        f"<p>{say('method', deals=analysis.deals)}</p>",
        f"<p>{escape(made_by_text(analysis, messages))}</p>",
        _graph(analysis, messages),
        f"<h2>{say('accounts')}</h2>",
        f"<p>{say('accounts_text')}</p>",
        _accounts(analysis, say),
        f"<h2>{say('moments')}</h2>",
        _moments(analysis, messages),
        f"<details><summary>{say('decisions')}</summary>{_decisions(analysis, messages, say)}</details>",
    ]
    return (
        f'<!doctype html>\n<html lang="{messages.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def made_by_text(analysis: Analysis, messages: Messages) -> str:
    """The provenance: versions of evaluation, rules and components."""
    params = {"evaluation": analysis.evaluation, "rules": analysis.rules, "material": analysis.material}
    return messages.text("analysis.page.made_by", params)


def interrupted_text(analysis: Analysis, messages: Messages) -> str:
    """The note on how far an interrupted analysis came."""
    params = {"done": len(analysis.decisions), "wanted": analysis.wanted}
    return messages.text("analysis.page.interrupted", params)


def percent(value: float) -> str:
    """Format a probability as per cent."""
    return f"{100 * value:.0f} %"


def signed(value: float) -> str:
    """Format a difference of win probability with its sign."""
    return f"{'+' if value >= 0 else '−'}{abs(100 * value):.1f}"


def _graph(analysis: Analysis, messages: Messages) -> str:
    points = [analysis.start, *(turn.chances for turn in analysis.turns)]
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(turn: float) -> float:
        return LEFT + wide * turn / max(1, len(points) - 1)

    def y(chance: float) -> float:
        return TOP + high * (1 - chance)

    label = escape(messages.text("analysis.page.graph"))
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">']
    for level in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{LEFT + wide}" y1="{y(level):.1f}" y2="{y(level):.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(level) + 4:.1f}" text-anchor="end">{percent(level)}</text>')
    step = max(1, (len(points) - 1) // 10)
    for turn in range(0, len(points), step):
        parts.append(f'<text x="{x(turn):.1f}" y="{HEIGHT - 10}" text-anchor="middle">{turn}</text>')
    for place, player in _spread([points[-1][player] for player in range(len(analysis.names))], 0.055):
        colour, pattern = COLOURS[player % len(COLOURS)], PATTERNS[player % len(PATTERNS)]
        line = " ".join(f"{x(turn):.1f},{y(chances[player]):.1f}" for turn, chances in enumerate(points))
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{pattern}"/>'
        )
        name = escape(analysis.names[player])
        parts.append(f'<text x="{LEFT + wide + 8}" y="{y(place) + 4:.1f}" style="fill:{colour}">{name}</text>')
    for moment in analysis.moments:
        colour = COLOURS[moment.player % len(COLOURS)]
        at = min(moment.turn, len(points) - 1)
        title = escape(moment_text(analysis, moment, messages))
        parts.append(
            f'<circle cx="{x(at):.1f}" cy="{y(points[at][moment.player]):.1f}" r="5" fill="var(--paper)" '
            f'stroke="{colour}" stroke-width="2"><title>{title}</title></circle>'
        )
    return "".join(parts) + "</svg>"


def _spread(values: list[float], least: float) -> list[tuple[float, int]]:
    """Label positions at the right edge: in order, and without overlaps."""
    order = sorted(range(len(values)), key=lambda player: values[player])
    places: list[tuple[float, int]] = []
    for player in order:
        below = places[-1][0] + least if places else 0.0
        places.append((max(values[player], below), player))
    over = places[-1][0] - 1.0 if places else 0.0
    return [(place - max(0.0, over), player) for place, player in places]


def _accounts(analysis: Analysis, say: Say) -> str:
    heads = "".join(f"<th>{say(name)}</th>" for name in ("start", "luck", "loss", "residual", "final", "points"))
    rows = []
    for account in analysis.accounts:
        cells = [percent(account.start), signed(account.luck), signed(-account.loss), signed(account.residual)]
        cells += [percent(account.final), str(analysis.scores[account.player])]
        shown = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f"<tr><th>{escape(analysis.names[account.player])}</th>{shown}</tr>")
    return f"<table><tr><th>{say('player')}</th>{heads}</tr>{''.join(rows)}</table>"


def _moments(analysis: Analysis, messages: Messages) -> str:
    found = [
        f'<li title="{escape(moment.action)}">{escape(moment_text(analysis, moment, messages))}</li>'
        for moment in analysis.moments
    ]
    return f"<ol>{''.join(found)}</ol>" if found else f"<p>{escape(messages.text('analysis.page.no_moments'))}</p>"


def moment_text(analysis: Analysis, moment: Moment, messages: Messages) -> str:
    """Format a key moment as a sentence."""
    decision = analysis.decisions[moment.seq]
    news = decision.news
    kind = moment.kind if moment.kind == "mistake" else "good_luck" if moment.size > 0 else "bad_luck"
    if moment.kind == "luck" and news:
        kind += "_news"
    params = {
        "turn": moment.turn,
        "player": analysis.names[moment.player],
        "action": _said(analysis, decision, messages),
        "better": _said(analysis, decision.alternatives[0], messages) if moment.better else "",
        "news": _event(analysis, news, messages) if news else "",
        "size": f"{abs(100 * moment.size):.0f}",
    }
    why = decision.why.sentences(messages, "better") if moment.better and decision.why else ""
    return f"{messages.text(f'analysis.moment.{kind}', params)} {why}".rstrip()


def _said(analysis: Analysis, one: Decision | Alternative, messages: Messages) -> str:
    return in_words(messages, registry.load(analysis.game).types, one.kind, one.params, analysis.names)


def _event(analysis: Analysis, news: News, messages: Messages) -> str:
    types = registry.load(analysis.game).types
    # A private event addresses its player in the second person; readers of the report are others.
    told = f"event.{news.name}.told"
    message = told if messages.has(told) else f"event.{news.name}"
    return messages.text(message, with_names(news.params, types, analysis.names))


def _decisions(analysis: Analysis, messages: Messages, say: Say) -> str:
    heads = "".join(f"<th>{say(name)}</th>" for name in ("value", "loss", "luck"))

    def cell(one: Decision | Alternative, after: str = "") -> str:
        """A table cell: the sentence, with the record notation as its tooltip."""
        return f'<td class="text" title="{escape(one.action)}">{escape(_said(analysis, one, messages) + after)}</td>'

    rows = []
    for one in analysis.decisions:
        best = one.alternatives[0] if one.alternatives else None
        better = cell(best, f" ({percent(best.value)})") if best else '<td class="text">–</td>'
        rows.append(
            f'<tr><td>{one.turn}</td><td class="text">{escape(analysis.names[one.player])}</td>'
            f"{cell(one)}<td>{percent(one.value)}</td><td>{signed(-one.loss)}</td>"
            f"<td>{signed(one.luck)}</td>{better}</tr>"
        )
    return (
        f'<table><tr><th>{say("turn")}</th><th class="text">{say("player")}</th><th class="text">{say("decision")}</th>'
        f'{heads}<th class="text">{say("best_other")}</th></tr>{"".join(rows)}</table>'
    )
