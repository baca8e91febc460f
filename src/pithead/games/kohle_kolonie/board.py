"""The terminal board: the map, the Syndicate, the mats.

Players are letters in seat order. On the map a field shows its mines: a number is on sale, a letter an owner, $ the
Syndicate, · a mine that comes later; `VG=A` is a consolidated field. A village shows its workers (o), settlements
(letters, with their miners) or free spaces (_); a station the miners on it, or ? for a face-down token.
"""

from textwrap import wrap

from pithead.engine.board import Table
from pithead.kit import material

from .view.models import FieldView, PlayerView, StationView, View, VillageView

_M = material()
_AT = {
    **{f"field {field['id']}": (field["x"], field["y"]) for field in _M["fields"]},
    **{f"village {village['id']}": (village["x"], village["y"]) for village in _M["villages"]},
    **{f"station {station['id']}": (station["x"], station["y"]) for station in _M["stations"]},
}
ROWS = 23
LETTERS = "ABCDE"


def draw(view: View, table: Table) -> list[str]:
    """The whole table; a plain board lists the map instead of drawing it."""
    lines = [_head(view, table), *_shared(view, table)]
    lines += _list(view, table) if table.plain else _map(view, table)
    for player in range(len(view.players)):
        lines += _player(view, table, player)
    return lines


def _head(view: View, table: Table) -> str:
    name = table.name(f"phase_{view.phase}")
    return table.text("board.head", round=view.round, rounds=view.rounds, phase=view.phase, name=name)


def _wrapped(text: str, table: Table) -> list[str]:
    return wrap(text, table.width, subsequent_indent="  ", break_long_words=False)


def _shared(view: View, table: Table) -> list[str]:
    """Order, tokens, prices, bank, Syndicate, auction."""
    none = table.text("board.none")
    syndicate = view.syndicate
    hidden = table.text("board.hidden")
    lines = [
        table.text(
            "board.order" if view.turn_order else "board.choosers",
            names=", ".join(f"{table.names[p]} ({LETTERS[p]})" for p in view.turn_order or view.choosers),
        ),
        table.text(
            "board.track", tokens=", ".join(table.name(f"bonus_{token}") for token in view.bonus_track if token) or none
        ),
        table.text("board.bank", coins=view.bank_coins, workers=view.bank_workers, engines=view.bank_engines),
        table.text(
            "board.prices",
            settlement=view.prices["settlement"],
            engineer=view.prices["engineer"],
            engine=view.prices["steam_engine"],
        ),
        table.text(
            "board.syndicate",
            coins=syndicate.coins + syndicate.extra_coin,
            purchases=syndicate.purchases,
            mines=", ".join(map(str, syndicate.next_mines)) or none,
        ),
        table.text(
            "board.disasters",
            tokens=", ".join(table.name(f"disaster_{token}") if token else hidden for token in view.disasters),
        ),
    ]
    if view.lots_left:
        lines.append(table.text("board.lots", fields=", ".join(view.lots_left)))
    if view.auction:
        bidders = ", ".join(
            f"{table.names[bidder.player]} {bidder.value}" for bidder in view.auction.bidders if bidder.active
        )
        share = none if view.auction.syndicate is None else view.auction.syndicate
        lines.append(table.text("board.auction", field=view.auction.field, syndicate=share, bidders=bidders or none))
    return [part for line in lines for part in _wrapped(line, table)]


def _holder(status: str, owner: int | None, number: int) -> str:
    """One mine as a sign."""
    if owner is not None:
        return LETTERS[owner]
    return {"on_sale": str(number), "syndicate": "$", "later": "·", "gone": "-"}[status]


def _field(view: View, field: FieldView) -> str:
    if field.status in ("player", "syndicate"):
        return f"{field.id}={_holder(field.status, field.owner, 0)}"
    mines = [mine for mine in view.mines if mine.field == field.id]
    return f"{field.id} " + " ".join(_holder(mine.status, mine.owner, mine.number) for mine in mines)


def _village(village: VillageView) -> str:
    settlements = "".join(f"{LETTERS[s.player]}{s.miners or ''}" for s in village.settlements)
    return f"({'o' * village.workers or settlements + '_' * village.free})"


def _station(station: StationView) -> str:
    here = "".join(LETTERS[p] for p, miners in enumerate(station.miners) if miners)
    return f"{station.line[0]}{'?' if station.token else here or '.'}"


def _map(view: View, table: Table) -> list[str]:
    """The map, drawn to scale; fields first, so that villages and stations at their borders stay whole."""
    width = min(table.width, 80)
    canvas = [[" "] * width for _ in range(ROWS)]
    for field in view.fields:
        if field.in_play:
            _write(canvas, f"field {field.id}", _field(view, field))
    for station in view.stations:
        if station.in_play:
            _write(canvas, f"station {station.id}", _station(station))
    for village in view.villages:
        if village.in_play:
            _write(canvas, f"village {village.id}", _village(village))
    rows = ["".join(row).rstrip() for row in canvas]
    return [*(row.replace("[", "(") for row in rows if row), *_wrapped(table.text("board.legend"), table)]


def _write(canvas: list[list[str]], key: str, text: str) -> None:
    """Put a text on the map, centred at its place, in the nearest row where it covers nothing."""
    x, y = _AT[key]
    width = len(canvas[0])
    start = min(max(0, round(x / 100 * width) - len(text) // 2), width - len(text))
    middle = min(round(y / 100 * (len(canvas) - 1)), len(canvas) - 1)
    rows = sorted(range(len(canvas)), key=lambda row: (abs(row - middle), row))
    free = [row for row in rows if all(c == " " for c in canvas[row][max(0, start - 1) : start + len(text) + 1])]
    canvas[free[0]][start : start + len(text)] = text


def _list(view: View, table: Table) -> list[str]:
    """The map in sentences, for a screen reader."""
    lines = []
    for field in view.fields:
        if field.in_play:
            lines.append(table.labelled(field.name, _field(view, field)))
    villages = [f"{village.name} {_village(village)}" for village in view.villages if village.in_play]
    stations = [f"{station.id} {station.name} {_station(station)}" for station in view.stations if station.in_play]
    return [part for line in [*lines, ", ".join(villages), ", ".join(stations)] for part in _wrapped(line, table)]


def _player(view: View, table: Table, seat: int) -> list[str]:
    """One player: amounts, mines, technology cards; the own mat also with what comes next."""
    player = view.players[seat]
    mark = "*" if view.to_move == seat else " "
    held = f" [{table.name(f'bonus_{player.held}')}]" if player.held else ""
    amounts = table.text(
        "board.player",
        points=player.points,
        coins="?" if player.coins is None else player.coins,
        workers=player.workers,
        miners=player.reserve,
    )
    lines = [table.labelled(f"{mark}{LETTERS[seat]} {table.names[seat]}", f"{amounts}{held}").replace("[", "\\[")]
    lines.append("   " + table.text("board.mat", mines=_mines(player) or table.text("board.none")))
    if seat == table.seat:
        lines.append("   " + table.text("board.cards", cards=_cards(player, table)))
        ahead = player.forecast
        lines.append(
            "   "
            + table.text(
                "board.forecast",
                income=ahead.income,
                board=ahead.board,
                coins=ahead.technology_coins,
                points=ahead.technology_points,
                wagons=ahead.wagons,
                discs=ahead.discs,
            )
        )
    return [part for line in lines for part in _wrapped(line, table)]


def _mines(player: PlayerView) -> str:
    """Slots with cards or guards: `A2 Rabe +engine !guard`."""
    found = []
    for slot in player.slots:
        if slot.card or slot.guard:
            signs = ("*" if slot.engine else "") + ("!" if slot.guard else "")
            found.append(f"{slot.id}{signs} {slot.name or '–'}")
    return ", ".join(found)


def _cards(player: PlayerView, table: Table) -> str:
    found = []
    for card in player.technology:
        name = table.name(f"{card.card}_back" if card.flipped else card.card)
        slots = " ".join(f"{slot.id}:{slot.pieces}/{slot.room}" for slot in card.slots)
        found.append(f"{name} {slots}".strip())
    return table.series(found)
