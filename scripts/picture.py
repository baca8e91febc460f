"""Draw a position of a recorded game as the terminal shows it: `scripts/picture.py RECORD TURN DECISIONS FILE.svg`.

`TURN` is the number of a line of the record, `DECISIONS` how many decisions of that turn have been played.
"""

import io
import re
import sys
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

import pithead
from pithead.clients.terminal import board, options
from pithead.clients.terminal.words import Words
from pithead.engine.board import Table
from pithead.engine.match import Match

WIDTH = 80
HEIGHT = 40
# No font is fetched from anywhere: a picture shows the same everywhere and tells nobody who looks at it.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.S).replace("Fira Code,", "")


def position(record: Path, turn: int, decisions: int) -> Match:
    """The match after some decisions of a turn."""
    replay = pithead.read_record(record.read_text("utf-8"))
    match = replay.start()
    for after in replay.steps(match):
        if len(after.turns) == turn and len(after.turns[-1].actions) == decisions:
            return after
    raise SystemExit(f"{record}: turn {turn} has no {decisions} decisions")


def lines(match: Match) -> list[Text]:
    """The screen of the player to move: board, question, options."""
    seat = match.to_move
    words = Words(match.game.messages("en"), match.game.types, match.names)
    table = Table(words.messages, match.names, seat, WIDTH)
    shown = options.numbered(match.offers().options, words)
    return [
        *(Text.from_markup(line) for line in board.draw(match.game, match.view(seat), table)),
        Text(words.text(f"prompt.{match.phase}"), "bold"),
        *(Text(line) for line in options.layout(shown, WIDTH, HEIGHT, HEIGHT, lambda left: f"… {left}")),
    ]


def main(record: str, turn: str, decisions: str, file: str) -> None:
    """Write the picture."""
    match = position(Path(record), int(turn), int(decisions))
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in lines(match):
        console.print(line, soft_wrap=True)
    title = f"{match.game.messages('en').text('game.title')} · {match.names[match.to_move or 0]}"
    svg = console.export_svg(title=title, theme=MONOKAI, code_format=FORMAT, unique_id="pithead")
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(svg, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
