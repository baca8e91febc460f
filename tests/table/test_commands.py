"""The commands of a host: serve, backup, restore, and `pithead` alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from pithead.cli import run
from pithead.table import browser

from .client import GIVE_UP

pytestmark = pytest.mark.slow


def pithead(folder: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PITHEAD_DATA": str(folder), "PITHEAD_LANG": "en", **more}
    command = [sys.executable, "-c", "from pithead.cli import main; main()", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    line = process.stdout.readline()
    assert "http://" in line, process.communicate(timeout=GIVE_UP)
    return "http://" + line.partition("http://")[2].split()[0]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command does in this process: with a folder of the test's own, and in English."""
    monkeypatch.setenv("PITHEAD_DATA", str(tmp_path))
    monkeypatch.setenv("PITHEAD_LANG", "en")


def test_a_table_is_served_backed_up_and_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = pithead(tmp_path, "serve", "--port", "0")
    try:
        address = address_of(server)
        seats = [{"kind": "you", "name": "Emma"}, {"kind": "bot", "level": "random"}]
        table = httpx.post(f"{address}/api/tables", json={"game": "example", "seats": seats}, timeout=GIVE_UP).json()
        assert table["status"] == "lobby"
        assert (tmp_path / "tables.sqlite3").stat().st_mode & 0o077 == 0, "nobody else may read keys and secrets"
        again = pithead(tmp_path, "serve", "--port", "0")
        _, errors = again.communicate(timeout=GIVE_UP)
        assert again.returncode != 0
        assert "Another server is already working on" in errors
        assert "Traceback" not in errors
        assert run(["backup", str(tmp_path / "x.backup"), "--check"]) == 0
        out = capsys.readouterr().out
        assert "rows saved to" in out
        assert "1 table replayed: it loads." in out
        assert run(["check"]) == 0
        assert capsys.readouterr().out == "1 table replayed: it loads.\n"
    finally:
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=GIVE_UP)
    assert server.returncode == 0
    assert "Traceback" not in log
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert run(["restore", str(tmp_path / "x.backup"), "--database", other]) == 0
    assert "rows restored from" in capsys.readouterr().out
    with sqlite3.connect(tmp_path / "other.sqlite3") as connection:
        connection.execute("UPDATE entry SET data = json_set(data, '$.game', 'gone')")
    connection.close()
    assert run(["check", "--database", other]) == 1
    out, errors = capsys.readouterr()
    assert out == "1 of 1 tables would not load.\n"
    assert f"{table['id']}: the game “gone” is not installed here." in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serve", "--database", "mysql://x/y"], "not an address of SQLite or PostgreSQL"),
        (["serve", "--database", "sqlite://"], "must be kept in a file"),
        (["serve", "--workers", "2"], "several need PostgreSQL"),
        (["backup", "x.backup", "--database", "sqlite:////nowhere/x.sqlite3"], "no such database"),
        (["restore", "/nowhere/x.backup"], "No such file"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) != 0
    out, errors = capsys.readouterr()
    assert sentence in out + errors
    assert "Traceback" not in out + errors


@pytest.mark.skipif(not browser.built(), reason="the browser client is not built")
def test_pithead_alone_opens_the_browser_within_three_seconds_of_work(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    script = tmp_path / "browser"
    script.write_text(f"#!/bin/sh\necho $1 >> {opened}\n", "utf-8")
    script.chmod(0o755)
    process = pithead(tmp_path, BROWSER=f"{script} %s")
    try:
        address = address_of(process)
        answer = httpx.get(f"{address}/", timeout=GIVE_UP)
        assert answer.status_code == 200
        assert "text/html" in answer.headers["content-type"]
        page = httpx.get(f"{address}/fr/somewhere", timeout=GIVE_UP)
        assert page.content == answer.content
        assert httpx.get(f"{address}/api/nowhere", timeout=GIVE_UP).json()["code"] == "not_found"
        seats = [{"kind": "you", "name": "Emma"}, {"kind": "bot", "level": "random"}]
        body = {"game": "example", "seats": seats, "start": True}
        assert httpx.post(f"{address}/api/tables", json=body, timeout=GIVE_UP).json()["status"] == "running"
        memory, seconds = usage(process.pid)
        assert memory < 150, "megabytes at rest"
        # Processor time, since this machine may be busy with other tests.
        assert seconds < 3
        deadline = time.monotonic() + GIVE_UP
        while not (opened.exists() and opened.read_text().endswith("\n")) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert opened.read_text().strip() == f"{address}/"
        second = pithead(tmp_path, BROWSER=f"{script} %s")
        assert address_of(second) == address, "a table that is open already is opened once more"
        assert second.wait(GIVE_UP) == 0
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=GIVE_UP)


def usage(pid: int) -> tuple[float, float]:
    """Megabytes and processor seconds of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    memory = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return memory, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
