"""The files of deploy/ as they are written: a real nginx, a real Caddy, and the unit as systemd reads it."""

from __future__ import annotations

import random
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from .client import GIVE_UP, Person, Socket
from .conftest import Server, StartServer
from .scenes import people

pytestmark = pytest.mark.slow

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAME = "table.example.org"


def binary(name: str) -> str:
    """A program of the system; the test says so where there is none."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed here")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def nginx(folder: Path, backend: str, port: int) -> list[str]:
    text = (DEPLOY / "nginx.conf").read_text()
    kept = [line for line in text.splitlines() if not line.strip().startswith("ssl_")]
    site = "\n".join(kept).replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8000", backend)
    temporary = "\n".join(
        f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = folder / "nginx.conf"
    conf.write_text(
        f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}\n{site}\n}}\n"
    )
    return [binary("nginx"), "-p", str(folder), "-c", str(conf), "-g", "daemon off; master_process off;"]


def caddy(folder: Path, backend: str, port: int) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", backend)
    conf = folder / "Caddyfile"
    conf.write_text("{\n\tadmin off\n}\n" + text.replace(f"\n{NAME} {{", f"\nhttp://:{port} {{"))
    return [binary("caddy"), "run", "--config", str(conf), "--adapter", "caddyfile"]


@contextmanager
def proxied(kind: str, server: Server, folder: Path) -> Iterator[str]:
    """The address of a proxy in front of a server."""
    port = free_port()
    command = {"nginx": nginx, "caddy": caddy}[kind](folder, server.address.removeprefix("http://"), port)
    with (folder / "proxy.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={"HOME": str(folder), "PATH": "/usr/bin"})
    try:
        address = f"http://127.0.0.1:{port}"
        until = time.monotonic() + GIVE_UP
        while True:
            try:
                httpx.get(f"{address}/api/health", timeout=GIVE_UP)
                break
            except httpx.TransportError:
                assert process.poll() is None, (folder / "proxy.log").read_text()
                assert time.monotonic() < until
                time.sleep(0.02)
        yield address
    finally:
        process.terminate()
        process.wait(GIVE_UP)


async def median_answer(socket: Socket, pings: int = 200) -> float:
    """Seconds from a message to its answer."""
    taken = []
    for _ in range(pings):
        begun = time.perf_counter()
        await socket.send({"type": "ping"})
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_a_table_is_played_behind_a_proxy(kind: str, start_server: StartServer, tmp_path: Path) -> None:
    """`pytest -rP` shows the figures of a run."""
    binary(kind)
    server = start_server(
        proxies="127.0.0.1", origins=f"https://{NAME}", secure_cookies=True, create_burst=3, create_rate=0.001
    )
    direct = server.address
    with proxied(kind, server, tmp_path) as address:
        server.address = address

        async def scene(emma: Person) -> None:
            table = await emma.table("example", "you", "random", start=True)
            async with emma.socket(table["id"]) as seat, emma.socket(table["id"], address=direct) as at_once:
                await seat.play_on(random.Random(1))
                assert seat.over
                print(f"{kind}: {seat.position['decisions']} decisions in {len(seat.frames)} frames")
                for way, socket in ((kind, seat), ("direct", at_once)):
                    print(f"{way}: median answer to a ping {1000 * await median_answer(socket):.1f} ms")

        people(server, 1, scene)
        with httpx.Client(
            base_url=address, timeout=GIVE_UP, headers={"host": NAME, "origin": f"https://{NAME}"}
        ) as visitor:
            # The name that people type, and the cookie for it.
            assert "secure" in visitor.get("/api/me").headers["set-cookie"].lower()
            assert visitor.post("/api/me").status_code == 200
            # Nobody gets a new allowance by claiming to be somebody else.
            forged = [visitor.post("/api/me", headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in (1, 2)]
            assert forged == [429, 429]
            # Nor does a proxy make a stranger one of this machine; here he is, so the figures are there.
            assert visitor.get("/api/metrics").status_code == 200
            assert visitor.get("/api/health", headers={"host": "evil.example"}).status_code == 403


def unit(folder: Path) -> str:
    text = (DEPLOY / "pithead.service").read_text()
    return text.replace("/opt/pithead/.venv/bin/pithead", str(Path(sys.executable).with_name("pithead")))


def test_systemd_reads_the_unit_without_a_complaint(tmp_path: Path) -> None:
    file = tmp_path / "pithead.service"
    file.write_text(unit(tmp_path))
    done = subprocess.run([binary("systemd-analyze"), "verify", "--man=no", file], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if "pithead" in line]
    assert (done.returncode, complaints) == (0, [])


def test_the_command_of_the_unit_serves_with_its_environment(tmp_path: Path) -> None:
    lines = [line.partition("=") for line in unit(tmp_path).splitlines() if "=" in line and not line.startswith("#")]
    (command,) = [value for name, _, value in lines if name == "ExecStart"]
    given = [value.partition("=") for name, _, value in lines if name == "Environment"]
    environment = {
        name: value.replace("%S", str(tmp_path / "state")).replace("%C", str(tmp_path / "cache"))
        for name, _, value in given
    }
    assert set(environment) == {"PITHEAD_DATA", "PITHEAD_CACHE"}
    port = free_port()
    arguments = command.replace("--port 8000", f"--port {port}").split()
    process = subprocess.Popen(arguments, env={"PATH": "/usr/bin", **environment}, stdout=-3, stderr=-3)
    try:
        until = time.monotonic() + GIVE_UP
        while True:
            try:
                answer = httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=GIVE_UP)
                break
            except httpx.TransportError:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.05)
        assert answer.json()["status"] == "ok"
        assert (tmp_path / "state" / "pithead" / "tables.sqlite3").exists()
    finally:
        process.terminate()
        assert process.wait(GIVE_UP) == 0
