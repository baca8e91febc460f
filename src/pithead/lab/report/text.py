"""The report as a table for a terminal."""

from collections.abc import Callable, Iterator
from typing import Any

Say = Callable[..., str]
TOP = 12  # decisions of a question that are listed one by one


def lines(cases: list[dict[str, Any]], say: Say) -> Iterator[str]:
    """All cases, one after the other; of several, one line each at the end."""
    for number, case in enumerate(cases):
        if number:
            yield ""
        yield from _case(case, say)
    if len(cases) > 1:
        yield ""
        yield say("report.glance")
        for case in cases:
            yield f"  {_label(case, say)}: {start_order(case)}; {ends(case)}"


def start_order(case: dict[str, Any]) -> str:
    """What every place in the start order wins, as times the even share."""
    even = case["even"] or 1.0
    return " / ".join(
        f"{one['ratio']:.2f} ({one['low'] / even:.2f}–{one['high'] / even:.2f})" for one in case["start_order"]
    )


def ends(case: dict[str, Any]) -> str:
    """How games end, in short."""
    return ", ".join(f"{reason} {100 * share['share']:.1f} %" for reason, share in case["end_reasons"].items())


def _label(case: dict[str, Any], say: Say) -> str:
    table = say("report.table", players=case["players"], bot=case["bot"])
    return f"{case['edition']}, {table}, {say('report.games', games=case['games'])}"


def percent(share: dict[str, float]) -> str:
    """A share with its interval."""
    return f"{100 * share['share']:5.1f} % [{100 * share['low']:.1f}–{100 * share['high']:.1f}]"


def mean(values: dict[str, Any]) -> str:
    """A mean with its interval and limits."""
    return f"{values['mean']:.1f} [{values['low']:.1f}–{values['high']:.1f}], {values['min']}–{values['max']}"


def _points(amount: dict[str, float]) -> str:
    return f"{amount['mean']:6.2f} [{amount['low']:.2f}–{amount['high']:.2f}]"


def _case(case: dict[str, Any], say: Say) -> Iterator[str]:
    keys = ("game", "edition", "players", "bot", "games", "rules", "material", "evaluation", "seed")
    yield say("report.head", **{key: case[key] for key in keys})
    for title, places in (("report.start_order", case["start_order"]), ("report.seats", case["seats"])):
        yield say(title, even=f"{100 * case['even']:.1f}")
        for place, one in enumerate(places, 1):
            yield f"  {place}  {percent(one)}  × {one['ratio']:.2f}   {mean(one['points'])}"
    yield say("report.openings", even=f"{100 * case['even']:.1f}")
    for text, one in list(case["openings"].items())[:TOP]:
        yield f"  {text:<30} {one['count']:>6}  {percent(one)}  × {one['ratio']:.2f}"
    for name in ("points", "margin", "decisions", "turns"):
        yield f"{say(f'report.{name}')}{say('label.colon')}{mean(case[name])}"
    yield say("report.end_reasons")
    for reason, share in case["end_reasons"].items():
        yield f"  {reason:<20} {percent(share)}"
    yield say("report.sources")
    for source, amount in case["sources"].items():
        yield f"  {source:<20} {_points(amount)}   {_points(amount['winners'])}"
    for phase, uses in case["uses"].items():
        yield from _uses(phase, uses, say)
    yield say("report.never", count=len(case["never"]))


def _uses(phase: str, uses: dict[str, Any], say: Say) -> Iterator[str]:
    yield say("report.uses", phase=phase, count=uses["decisions"])
    yield "  " + "  ".join(f"{word} {percent(one).strip()}" for word, one in uses["words"].items())
    for text, one in list(uses["each"].items())[:TOP]:
        yield f"  {text:<30} {100 * one['share']:5.1f} %   {percent(one['games'])}"
