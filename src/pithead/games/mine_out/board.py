"""The terminal board of Mine Out: the town as a map, the rows beside it, and a line per seat."""

import textwrap

from rich.markup import escape

from pithead.engine.board import Table

from .notation import ROLES, role
from .state import DIG, FAME, GRID, KINDS, MINERAL_OF, PLACE_OF, PLACES, RAILS, WAGE, WORKER
from .view import MineView, SeatView, View

INDENT = " " * 11


def draw(view: View, table: Table) -> list[str]:
    """The whole table as lines of text."""
    return [
        *_heading(view, table),
        *_town(view, table),
        *_rows(view, table),
        *_seats(view, table),
        *_hands(view, table),
    ]


def _heading(view: View, table: Table) -> list[str]:
    turn = view.turn
    lamps = "" if table.plain else "●" * turn.action_points + "○" * (turn.of - turn.action_points)
    texts = [
        table.text("board.round", round=view.round),
        _seat_name(view.seats[view.active], table),
        table.text("board.action_points", left=turn.action_points, of=turn.of) + (f" {lamps}" if lamps else ""),
        table.text("board.ends_above", points=view.ends_above),
    ]
    return [_cut(" · ".join(texts), table.width)]


def _seat_name(seat: SeatView, table: Table) -> str:
    return table.names[seat.player] + _role(seat, table)


def _role(seat: SeatView, table: Table) -> str:
    return table.name(role(ROLES.index(seat.role)))


# The map.


def _town(view: View, table: Table) -> list[str]:
    if table.plain:
        return _town_as_text(view, table)
    columns, rows = (max(at) + 1 for at in zip(*GRID, strict=True))
    width = min((table.width - 4 * (columns - 1)) // columns, 24)
    lines = []
    for row in range(rows):
        names, facts, below = [], [], []
        for column in range(columns):
            place = GRID.index((column, row)) if (column, row) in GRID else -1
            names.append(_centred(table.name(PLACES[place]) if place >= 0 else "", width))
            facts.append(_centred(_facts(view, place, table) if place >= 0 else "", width))
            below.append(_centred("│" if _joined(place, (column, row + 1)) else "", width))
            if column < columns - 1:
                names.append("────" if _joined(place, (column + 1, row)) else "    ")
                facts.append("    ")
                below.append("    ")
        lines += ["".join(names).rstrip(), "".join(facts).rstrip()]
        if row < rows - 1:
            lines.append("".join(below).rstrip())
    return [*lines, *_other_rails(table)]


def _joined(place: int, at: tuple[int, int]) -> bool:
    if place < 0 or at not in GRID:
        return False
    other = GRID.index(at)
    return (place, other) in RAILS or (other, place) in RAILS


def _other_rails(table: Table) -> list[str]:
    """Rails that the map cannot show, because they join places that are no neighbours on the grid."""
    far = [
        f"{table.name(PLACES[a])} – {table.name(PLACES[b])}"
        for a, b in RAILS
        if abs(GRID[a][0] - GRID[b][0]) + abs(GRID[a][1] - GRID[b][1]) != 1
    ]
    return _entry(table, "rails", ", ".join(far)) if far else []


def _facts(view: View, place: int, table: Table) -> str:
    pawns = "".join(
        f"({number})" for number, seat in enumerate(view.seats, 1) if seat.joined and seat.place == PLACES[place]
    )
    mine = _mine_at(view, place)
    plate = table.text("board.mine", dig=mine.dig, left=mine.left, of=mine.of) if mine else ""
    return " ".join(part for part in (plate, pawns) if part)


def _mine_at(view: View, place: int) -> MineView | None:
    return view.mines[MINERAL_OF[place]] if MINERAL_OF[place] >= 0 else None


def _town_as_text(view: View, table: Table) -> list[str]:
    """Places with their rails, for screen readers."""
    lines = []
    for place, name in enumerate(PLACES):
        ends = [b if a == place else a for a, b in RAILS if place in (a, b)]
        leads = ", ".join(table.name(PLACES[end]) for end in sorted(ends))
        facts = _facts(view, place, table)
        lines += _wrapped(table.labelled(f"{table.name(name)}{f' {facts}' if facts else ''}", leads), table.width)
    return lines


# Cards and markets.


def _rows(view: View, table: Table) -> list[str]:
    offered = [f"{_card(name, table)} {_at(name, table)}" if name else "–" for name in view.hire]
    market = [f"{table.name(row.ore)} {_cubes(row.cubes, table)}→ {row.next_price}" for row in view.market]
    out = [str(points) for points in view.bank.out]
    lines = [
        *_entry(table, "hire", " | ".join(offered)),
        *_entry(table, "waiting", ", ".join(table.name(name) for name in view.waiting)),
        *_entry(table, "community", ", ".join(_card(name, table) for name in view.community) or "–"),
        *_entry(table, "market", " | ".join(market)),
        *_entry(
            table,
            "bank",
            table.text("board.bank_facts", rupees=view.bank.rupees, expenses=view.bank.expenses, out="/".join(out)),
        ),
    ]
    threatened = [mine for mine in view.mines if any(mine.out)]
    if threatened:
        outs = [f"{table.name(mine.mineral)} {'/'.join(map(str, mine.out))}" for mine in threatened]
        lines += _entry(table, "outs", " | ".join(outs))
    return lines


def _cubes(cubes: list[str], table: Table) -> str:
    return "".join(f"{_letter(name, table)} " for name in cubes)


def _letter(mineral: str, table: Table) -> str:
    return table.name(mineral)[0].upper()


def _card(name: str, table: Table) -> str:
    kind = KINDS.index(name)
    fame = "–" if kind == WORKER else str(FAME[kind])
    return f"{table.name(name)} {DIG[kind]}/{WAGE[kind]}/{fame}"


def _at(name: str, table: Table) -> str:
    return f"@ {table.name(PLACES[PLACE_OF[KINDS.index(name)]])}"


# Seats and hands.


def _seats(view: View, table: Table) -> list[str]:
    lines = []
    for number, seat in enumerate(view.seats, 1):
        if not seat.joined:
            continue
        mark = "*" if number - 1 == view.active else " "
        score = "" if seat.score is None else table.text("board.fame", points=seat.score)
        cubes = " ".join(f"{_letter(name, table)}{count}" for name, count in seat.cubes.items())
        text = " · ".join(
            part
            for part in (
                f"{mark}({number}) {_seat_name(seat, table)}",
                score,
                table.text("board.rupees", rupees=seat.rupees),
                cubes,
                table.text("board.cards", cards=seat.cards, limit=view.hand_limit),
                table.text("board.next_points", points=seat.next_points) if seat.next_points else "",
                table.text("board.ends_next") if seat.ends_next else "",
            )
            if part
        )
        line = _cut(text, table.width)
        lines.append(f"[bold]{line}[/]" if mark == "*" and not table.plain else line)
        if seat.in_play:
            lines += _entry(table, "in_play", _counted(seat.in_play, table))
    return lines


def _counted(cards: dict[str, int], table: Table) -> str:
    return ", ".join(table.name(name) + (f" ×{count}" if count > 1 else "") for name, count in cards.items())


def _hands(view: View, table: Table) -> list[str]:
    lines = []
    for seat in view.seats:
        if seat.hand is not None and seat.joined:
            cards = ", ".join(_card(name, table) for name in seat.hand) or "–"
            label = table.text("board.hand") + _role(seat, table)
            lines += _wrapped(table.labelled(label, cards), table.width)
    return [*lines, _cut(table.text("board.legend"), table.width)]


# Lines.


def _entry(table: Table, label: str, text: str) -> list[str]:
    return _wrapped(f"{table.text(f'board.{label}'):<{len(INDENT) - 1}} {text}", table.width)


def _wrapped(text: str, width: int) -> list[str]:
    return [escape(line) for line in textwrap.wrap(text, width, subsequent_indent=INDENT)]


def _cut(text: str, width: int) -> str:
    return escape(text if len(text) <= width else text[: width - 1] + "…")


def _centred(text: str, width: int) -> str:
    return escape(text[:width].center(width))
