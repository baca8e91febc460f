"""The terminal board of MINE!."""

import textwrap

from pithead.engine.board import Table

from .view import Attack, Board, Heap, View

NAME_WIDTH = 16


def draw(view: View, table: Table) -> list[str]:
    """The die, the common stock, and a line per seat; the own board in full below."""
    lines = [_summary(view, table), _rule(table), _heading(table)]
    lines += [_seat(view, table, seat) for seat in range(view.seats)]
    if table.seat is not None:
        lines += [_rule(table), *_own(view.boards[table.seat], table)]
    return lines


def _rule(table: Table) -> str:
    return ("-" if table.plain else "─") * table.width


def _summary(view: View, table: Table) -> str:
    parts = [
        table.text("board.round", round=view.round, rounds=view.rounds),
        table.text("board.sale", limit=view.sale_limit),
    ]
    if view.mine_limit is not None:
        parts.append(table.text("board.mine_limit", limit=view.mine_limit))
    if view.reserve is None:
        parts.append(table.text("board.no_reserve"))
    else:
        parts.append(table.text("board.reserve", coal=view.reserve))
    parts.append(table.text("board.deck", deck=view.deck))
    parts.append(table.text("board.discard", discard=sum(view.discard.values())))
    if view.firedamp:
        parts.append(table.text("board.firedamp", count=view.firedamp))
    return "  ".join(parts)


def _heading(table: Table) -> str:
    columns = "".join(f"{table.text(f'board.{name}'):>7}" for name in ("points", "coal", "hand", "placed"))
    return f"  {table.text('board.seat'):<{NAME_WIDTH}}{columns}   1 2 3 5 6"


def _seat(view: View, table: Table, seat: int) -> str:
    """Pawn, coal, hand, cards placed, and how many lie at which location."""
    board = view.boards[seat]
    mark = "*" if seat == table.seat else " "
    looters = sum(stack.count for stack in board.shelter)
    heaps = (board.events.count, looters, board.watchtower.count, board.mine.count, board.recruitment.count)
    placed = f"{board.placed}/{view.cards_per_round}"
    numbers = f"{board.points:>7}{board.coal:>7}{board.cards:>7}{placed:>7}"
    marks = [table.text("board.die")] if board.has_die else []
    if board.done and view.step == "place":
        marks.append(table.text("board.done"))
    placed_where = " ".join(_dot(count) for count in heaps)
    return f"{mark} {_name(board, table):<{NAME_WIDTH}}{numbers}   {placed_where}  {' '.join(marks)}".rstrip()


def _dot(count: int) -> str:
    return str(count) if count else "·"


def _name(board: Board, table: Table) -> str:
    name = table.name("dummy") if board.player is None else table.names[board.player]
    return name[: NAME_WIDTH - 1]


def _own(board: Board, table: Table) -> list[str]:
    """The own placed cards by location, and the hand."""
    lines = []
    for number, place, heap in (
        (1, "events", board.events),
        (3, "watchtower", board.watchtower),
        (5, "mine", board.mine),
        (6, "recruitment", board.recruitment),
    ):
        if heap.count:
            lines.append(f"  {number} {table.name(place)}: {_cards(heap, table)}")
    for stack in board.shelter:
        lines.append(f"  2 {table.name('shelter')}: {_stack(stack, table)}")
    lines.sort()
    hand = _list(board.hand or [], table)
    lines.append(f"  {table.text('board.your_hand')} ({table.name(board.town)}): {hand}")
    return [part for line in lines for part in textwrap.wrap(line, table.width, subsequent_indent="    ")]


def _cards(heap: Heap, table: Table) -> str:
    helmets = "" if heap.helmets is None else f" = {heap.helmets}"
    return _list(heap.cards or [], table) + helmets


def _stack(stack: Attack, table: Table) -> str:
    town = "" if stack.town is None else f" → {table.name(stack.town)}"
    return f"{_list(stack.cards or [], table)} = {stack.strength}{town}"


def _list(cards: list[str], table: Table) -> str:
    """Cards with their number, in the order of the material."""
    counted = dict.fromkeys(cards, 0)
    for card in cards:
        counted[card] += 1
    return ", ".join(f"{count} × {table.name(card)}" for card, count in counted.items()) or "–"
