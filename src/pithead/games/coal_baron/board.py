"""The terminal board of Coal Baron: the worker spaces, a cross-section of a mine, the players, the majorities.

Cubes, carts and squares are letters (Y, B, G, K) as well as colours; players are shapes, or numbers in plain text.
"""

from rich.markup import escape
from rich.text import Text

from pithead.engine.board import Table

from .view import LevelView, MajorityView, OrderView, PlayerView, SpaceView, TileView, TunnelView, View

STYLES = {"Y": "#f2c230", "B": "#c9713f", "G": "#a7b0b8", "K": "bold white on #3a3f45"}
MARKS = "▲●■◆"
PLAYER_STYLES = ("bright_red", "bright_blue", "bright_green", "bright_magenta")
SIDE_WIDTH = 15


def draw(view: View, table: Table) -> list[str]:
    """The whole table as lines of text."""
    seat = view.current if table.seat is None else table.seat
    mine = view.players[seat]
    return [
        *_heading(view, table),
        *_spaces(view, table),
        *([] if view.drafting else _majorities(view, table)),
        *_beside(_mine(view, seat, table), _players(view, table)),
        *_orders(table.text("board.outstanding"), mine.orders, table),
        *_questions(view, table),
    ]


# Words and signs.


def _mark(seat: int, table: Table) -> str:
    return str(seat + 1) if table.plain else f"[{PLAYER_STYLES[seat]}]{MARKS[seat]}[/]"


def _cube(colour: str | None, table: Table) -> str:
    if colour is None:
        return "-" if table.plain else "·"
    return colour if table.plain else f"[{STYLES[colour]}]{colour}[/]"


def _cubes(cubes: list[str], table: Table) -> str:
    return "".join(_cube(cube, table) for cube in cubes)


def _strong(text: str) -> str:
    return f"[bold]{text}[/]"


def _width(text: str) -> int:
    return Text.from_markup(text).cell_len


def _left(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _right(text: str, width: int) -> str:
    return " " * (width - _width(text)) + text


def _fold(label: str, cells: list[str], width: int, gap: str = "  ") -> list[str]:
    """A label and its cells, on as few lines as they need."""
    indent = " " * (_width(label) + 1)
    lines: list[str] = []
    line = f"{_strong(label)} "
    empty = True
    for cell in cells:
        if not empty and _width(line) + len(gap) + _width(cell) > width:
            lines.append(line)
            line, empty = indent, True
        line += cell if empty else gap + cell
        empty = False
    return [*lines, line]


# The table.


def _heading(view: View, table: Table) -> list[str]:
    # What the letters of the board mean stands here.
    supply = ", ".join(f"{_cube(colour, table)} {table.name(colour)} {count}" for colour, count in view.supply.items())
    shift = table.text("board.draft") if view.drafting else f"{table.text('board.shift')} {view.shift}"
    piles = table.text("board.piles", tiles=view.tiles.size, orders=view.orders.size)
    parts = [piles, f"{table.text('board.supply')} {supply}"]
    if view.moves:
        lamps = str(view.moves) if table.plain else f"[yellow]{'●' * view.moves}[/] {view.moves}"
        parts.append(f"{lamps} {table.text('board.moves')}")
    return _fold(table.labelled(shift, "").rstrip(), parts, table.width, " - " if table.plain else " · ")


def _spaces(view: View, table: Table) -> list[str]:
    """One cell for each open worker space: what it offers and who stands there."""
    if view.drafting:
        return _orders(table.text("board.orders"), view.draft, table)
    by_kind: dict[str, list[str]] = {}
    for space in view.spaces:
        if space.open:
            by_kind.setdefault(space.kind, []).append(_space(space, table))
    factory = _fold(table.text("board.factory"), by_kind["factory"] + by_kind["factory_draw"], table.width)
    mining = _fold(table.text("board.mining"), by_kind["mining"], table.width)
    money = _fold(table.text("board.money"), by_kind["money"], table.width)
    delivery = _fold(table.text("board.delivery"), by_kind["delivery"], table.width)
    orders = _fold(table.text("board.orders"), by_kind["order"] + by_kind["order_draw"], table.width)
    if len(mining) == len(money) == 1 and _width(mining[0]) + 3 + _width(money[0]) <= table.width:
        return [*factory, f"{mining[0]}   {money[0]}", *delivery, *orders]
    return [*factory, *mining, *money, *delivery, *orders]


def _space(space: SpaceView, table: Table) -> str:
    number = space.id.rpartition("_")[2]
    if space.kind == "factory":
        good = f"{number}:{_tile(space.tile, table)}"
    elif space.kind == "order":
        good = f"{number}:{_order(space.order, table) if space.order else '–'}"
    elif space.kind == "delivery":
        good = table.name(space.vehicle or "")
    elif space.kind == "money":
        good = f"{space.francs}{table.text('board.francs')}"
    elif space.kind == "mining":
        good = str(space.moves)
    else:
        good = "5" + (">1" if table.plain else "→1")
    return good + _workers(space, table)


def _workers(space: SpaceView, table: Table) -> str:
    """Who stands on a space and how many; nothing when it is free."""
    if space.owner is None:
        return ""
    times = "x" if table.plain else ""
    return f"({_mark(space.owner, table)}{times}{space.workers})"


def _tile(tile: TileView | None, table: Table) -> str:
    if tile is None:
        return "–"
    side = ("*" if tile.side == "light" else "") if table.plain else ("☼" if tile.side == "light" else "")
    return f"{_cubes([tile.colour] * tile.carts, table)}{side}{tile.price}{table.text('board.francs')}"


def _order(order: OrderView, table: Table) -> str:
    squares = "".join(_square(square.colour, square.cubes, table) for square in order.squares)
    return f"#{order.id} {squares} {table.name(order.vehicle)} {order.points}"


def _square(colour: str, cubes: list[str], table: Table) -> str:
    """An empty square is a small letter, a filled one a capital, one with two cubes has a 2."""
    letter = colour.lower() if not cubes else colour
    shown = letter if table.plain else f"[{STYLES[colour] if cubes else 'dim ' + STYLES[colour]}]{letter}[/]"
    return shown + ("2" if len(cubes) == 2 else "")


def _majorities(view: View, table: Table) -> list[str]:
    """A line for each kind: prizes, and the counts of all players in the order of the table."""
    kinds: dict[str, list[str]] = {}
    for majority in view.majorities:
        if majority.scored:
            kinds.setdefault(majority.type, []).append(_majority(majority, table))
    return [line for kind, cells in kinds.items() for line in _fold(table.text(f"board.{kind}"), cells, table.width)]


def _majority(majority: MajorityView, table: Table) -> str:
    key = _cube(majority.key, table) if majority.key in STYLES else table.name(majority.key)
    first, second = majority.first_prize, majority.second_prize
    prizes = f"{first}/{second}" if second else str(first)
    counts = [_strong(str(count)) if p in majority.winners else str(count) for p, count in enumerate(majority.counts)]
    return f"{key} {prizes}: {' '.join(counts)}"


# The mine.


def _mine(view: View, seat: int, table: Table) -> list[str]:
    """A cross-section: the lit galleries left of the shaft, the dark ones right, the cage at its level."""
    player = view.players[seat]
    wall = "|" if table.plain else "║"
    lit, dark = table.text("board.lit"), table.text("board.dark")
    title = _right(f"{lit} {player.light}", SIDE_WIDTH)
    lines = [f"  {title} {wall}{_shaft(view, player, 0, table)}{wall} {_left(f'{player.dark} {dark}', SIDE_WIDTH)}"]
    for level in player.mine:
        left = _side([t for t in level.tunnels if t.side == "light"], level, table)
        right = _side([t for t in level.tunnels if t.side == "dark"], level, table)
        shaft = _shaft(view, player, level.level, table)
        label = f"{_cube(level.colour, table)} "
        lines.append(f"{label}{_right(left, SIDE_WIDTH)} {wall}{shaft}{wall} {_left(right, SIDE_WIDTH)}")
    balance = table.text("board.balance", points=player.balance)
    kinds = [f"{_cube(colour, table)}{player.storage.count(colour)}" for colour in dict.fromkeys(player.storage)]
    storage = f"{table.text('board.storage')} {' '.join(kinds) or '–'}"
    return [*lines, _left(f"{storage}   {balance}", 2 * SIDE_WIDTH + view.cage_slots + 6)]


def _shaft(view: View, player: PlayerView, level: int, table: Table) -> str:
    """The cage with its load, or the empty shaft."""
    if player.level != level:
        return " " * view.cage_slots
    load: list[str | None] = [*player.cage]
    load += [None] * (view.cage_slots - len(load))
    return "".join(_cube(cube, table) for cube in load)


def _side(tunnels: list[TunnelView], level: LevelView, table: Table) -> str:
    """The carts of one side; where they do not fit, how many are full of how many."""
    shown = "".join(f"({''.join(_cube(cube, table) for cube in tunnel.carts)})" for tunnel in tunnels)
    if _width(shown) <= SIDE_WIDTH:
        return shown
    carts = [cube for tunnel in tunnels for cube in tunnel.carts]
    coal = [cube for cube in carts if cube is not None]
    return f"{_cubes(coal[: SIDE_WIDTH - 6], table)} {len(coal)}/{len(carts)}"


def _players(view: View, table: Table) -> list[str]:
    """Name, points, francs, workers, outstanding and delivered orders; a star before the first player."""
    heads = [table.text(f"board.head.{word}") for word in ("points", "francs", "workers", "orders", "delivered")]
    lines = [" " * 13 + "".join(f"{head:>5}" for head in heads)]
    for seat, player in enumerate(view.players):
        name = escape(table.names[seat][:9])
        mark = _mark(seat, table)
        star = "*" if seat == view.first else " "
        numbers = (player.points, player.francs, player.workers, len(player.orders), player.delivered)
        line = f"{star}{mark} {_left(_strong(name) if seat == view.current else name, 10)}"
        lines.append(line + "".join(f"{number:>5}" for number in numbers))
    return lines


def _beside(left: list[str], right: list[str]) -> list[str]:
    width = max(_width(line) for line in left)
    right = right + [""] * (len(left) - len(right))
    return [f"{_left(a, width)} {b}".rstrip() for a, b in zip(left, right, strict=True)]


# Cards in front of the player.


def _orders(label: str, orders: list[OrderView], table: Table) -> list[str]:
    cells = []
    for order in orders:
        ready = f" {table.text('board.ready')}" if order.complete else ""
        cells.append(f"{_order(order, table)}{ready}")
    return _fold(label, cells or [table.text("board.none")], table.width)


def _questions(view: View, table: Table) -> list[str]:
    """What the turn is in the middle of."""
    lines = []
    if view.drawn and view.drawn.tiles is not None:
        cells = [f"{tile.id}:{_tile(tile, table)}" for tile in view.drawn.tiles]
        lines += _fold(table.text("board.drawn"), cells, table.width)
    if view.drawn and view.drawn.orders is not None:
        lines += _orders(table.text("board.drawn"), view.drawn.orders, table)
    if view.drawn and view.drawn.arranged:
        numbers = " ".join(f"#{number}" for number in view.drawn.arranged)
        lines.append(f"{_strong(table.text('board.arranged'))} {numbers}")
    return lines
