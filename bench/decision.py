"""What a decision costs the server in processor time: `python bench/decision.py`.

All tables play in rounds: each takes one decision, and the next round begins when all have been told what came of it.
So commits and wake-ups serve equally many decisions however busy the machine is, which `load.py` cannot say.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path

import uvloop
from load import Load, Server

PATIENCE = 60.0


async def play(load: Load, rounds: int) -> int:
    """Let every table whose game still runs take so many decisions; returns how many there were."""
    choose = random.Random(rounds)
    load.now.latencies.clear()
    for _ in range(rounds):
        for seats in load.seats:
            for seat in seats:
                if seat.mine and seat.options:
                    seat.play(choose)
        await asyncio.wait_for(_told(load), PATIENCE)
    assert not load.now.errors, load.now.errors
    return len(load.now.latencies)


async def _told(load: Load) -> None:
    """Wait until every table has somebody to move, or has ended."""
    for seats in load.seats:
        while any(seat.sent for seat in seats) or not any(seat.over or seat.options for seat in seats):
            await asyncio.sleep(0.002)


def processor_seconds(server: Server) -> tuple[float, float]:
    """What the main process of a server has used, and the one that renders."""
    main = Path(f"/proc/{server.process.pid}")
    children = (main / f"task/{main.name}/children").read_text().split()
    rendering = [child for child in children if b"workers.child" in Path(f"/proc/{child}/cmdline").read_bytes()]
    return _used(main), sum(_used(Path(f"/proc/{child}")) for child in rendering)


def _used(process: Path) -> float:
    return sum(int(one.read_text().split()[0]) for one in process.glob("task/*/schedstat")) / 1e9


async def run(arguments: argparse.Namespace) -> dict[str, float]:
    """Milliseconds of the main process and of the one that renders, per decision."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/tables.sqlite3", Path(folder), 1)
        load = Load([server.start()], arguments.games.split(","), arguments.tables)
        try:
            await load.seat_all()
            await play(load, arguments.warm_up)
            before, frames, started = processor_seconds(server), load.now.frames, time.perf_counter()
            decisions = await play(load, arguments.rounds)
            used, passed = processor_seconds(server), time.perf_counter() - started
            main, rendering = (1000 * (now - then) / decisions for now, then in zip(used, before, strict=True))
            return {
                "decisions": decisions,
                "frames_per_decision": round((load.now.frames - frames) / decisions, 2),
                "main_ms": round(main, 3),
                "rendering_ms": round(rendering, 3),
                "seconds": round(passed, 1),
            }
        finally:
            server.stop()


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=20, help="decisions of each table before measuring")
    parser.add_argument("--rounds", type=int, default=40, help="decisions of each table while measuring")
    parser.add_argument("--games", default="coal-baron,mine-out,mine,kohle-kolonie")
    print(json.dumps(uvloop.run(run(parser.parse_args()))))


if __name__ == "__main__":
    main()
