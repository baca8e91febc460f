"""The terminal board of MINE!."""

import textwrap

from pithead.engine.board import Table

from .view import Attack, Board, Heap, View

NAME_WIDTH, TOWN_WIDTH, COLUMN = 13, 14, 7
COLUMNS = ("points", "coal", "hand", "placed")


def draw(view: View, table: Table) -> list[str]:
    """The die and the common stock, a line per seat, the own board and hand."""
    lines = [*_wrapped(_summary(view, table), "", table), _rule(table), _heading(table)]
    lines += [_seat(view, table, seat) for seat in range(view.seats)]
    lines.append(_rule(table))
    for number, board in enumerate(view.boards):
        if number == table.seat or view.step != "place":
            lines += _cards_of(board, table, own=number == table.seat)
    if table.seat is not None:
        own = view.boards[table.seat]
        lines += _wrapped(table.labelled(table.text("board.your_hand"), _list(own.hand or [], table)), "  ", table)
    return lines


def _rule(table: Table) -> str:
    return ("-" if table.plain else "─") * table.width


def _wrapped(text: str, indent: str, table: Table) -> list[str]:
    return textwrap.wrap(text, table.width, initial_indent=indent, subsequent_indent=indent + "  ")


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
    return " | ".join(parts)


def _heading(table: Table) -> str:
    """The numbers are those of the locations; 4, the expedition, takes no cards."""
    columns = "".join(f"{table.text(f'board.{name}'):>{COLUMN}}" for name in COLUMNS)
    return f"  {table.text('board.seat'):<{NAME_WIDTH + TOWN_WIDTH}}{columns}   1 2 3 5 6"


def _seat(view: View, table: Table, seat: int) -> str:
    """Pawn, coal, hand, cards placed, and how many lie at which location."""
    board = view.boards[seat]
    mark = "*" if seat == table.seat else " "
    who = f"{_name(board, table):<{NAME_WIDTH}}{table.name(board.town):<{TOWN_WIDTH}}"
    numbers = (board.points, board.coal, board.cards, f"{board.placed}/{view.cards_per_round}")
    columns = "".join(f"{number:>{COLUMN}}" for number in numbers)
    looters = sum(stack.count for stack in board.shelter)
    heaps = (board.events.count, looters, board.watchtower.count, board.mine.count, board.recruitment.count)
    placed = " ".join(str(count) if count else "·" for count in heaps)
    marks = [table.text("board.die")] if board.has_die else []
    if board.done and view.step == "place":
        marks.append(table.text("board.done"))
    return f"{mark} {who}{columns}   {placed}  {' '.join(marks)}".rstrip()


def _name(board: Board, table: Table) -> str:
    name = table.name("dummy") if board.player is None else table.names[board.player]
    return name[: NAME_WIDTH - 1]


def _cards_of(board: Board, table: Table, own: bool) -> list[str]:
    """The readable cards on a board, by location."""
    parts = [_heap("events", board.events, table)] if board.events.cards else []
    parts += [_stack(stack, table) for stack in board.shelter if stack.cards]
    heaps = {"watchtower": board.watchtower, "mine": board.mine, "recruitment": board.recruitment}
    parts += [_heap(place, heap, table) for place, heap in heaps.items() if heap.cards]
    if not parts:
        return []
    mark = "*" if own else " "
    return _wrapped(table.labelled(f"{mark} {_name(board, table)}", table.series(parts)), "", table)


def _heap(place: str, heap: Heap, table: Table) -> str:
    helmets = "" if heap.helmets is None else f" = {heap.helmets}"
    return f"{table.name(place)} {_list(heap.cards or [], table)}{helmets}"


def _stack(stack: Attack, table: Table) -> str:
    target = table.name(stack.town) if stack.town else "?"
    return f"{table.name('shelter')} → {target} {_list(stack.cards or [], table)} = {stack.strength}"


def _list(cards: list[str], table: Table) -> str:
    """Cards with their number, in the order of the material."""
    counted = dict.fromkeys(cards, 0)
    for card in cards:
        counted[card] += 1
    return ", ".join(f"{count} {table.name(card)}" for card, count in counted.items()) or "–"
