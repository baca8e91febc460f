"""`pithead doctor`: a set-up as it is, and what to do about it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pithead.cli import run
from pithead.engine.messages import common
from pithead.table import doctor
from pithead.table.doctor import Finding, examine
from pithead.table.settings import Settings

from .conftest import Server
from .endpoints import mail_server


def states(found: list[Finding]) -> dict[str, str]:
    return {one.check: one.state for one in found}


def test_a_running_server_is_seen_from_outside(server: Server) -> None:
    found = states(asyncio.run(examine(Settings(database=server.database), server.address)))
    assert found["site"] == found["socket"] == found["database"] == found["disk"] == "ok"
    assert found["proxy"] == "off" and found["push"] == "no_tls" and found["mail"] == "off"


def test_a_server_that_does_not_run_and_a_database_that_is_not_there(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/none.sqlite3", public_url="http://127.0.0.1:9")
    found = states(asyncio.run(examine(settings)))
    assert (found["site"], found["socket"], found["database"]) == ("unreachable", "blocked", "new")
    assert not (tmp_path / "none.sqlite3").exists(), "looking changes nothing"


def test_postgresql_is_asked_for_its_settings(postgres: Callable[[], str]) -> None:
    found = asyncio.run(examine(Settings(database=postgres())))
    assert states(found)["database"] in ("ok", "not_durable"), found
    nowhere = Settings(database="postgresql://nobody@127.0.0.1:9/x")
    assert states(asyncio.run(examine(nowhere)))["database"] == "unreachable"


def test_mail_is_tried_without_sending_any() -> None:
    async def scene() -> None:
        async with mail_server() as mail:
            usual = Settings(smtp=mail.address)
            assert states(await examine(usual))["mail"] == "sender"
            named = Settings(smtp=mail.address, mail_from="Club <tables@club.example>")
            assert states(await examine(named))["mail"] == "ok"
            assert mail.letters == []
        assert states(await examine(Settings(smtp="smtp://127.0.0.1:9")))["mail"] == "unreachable"

    asyncio.run(scene())


def test_a_full_disk_and_a_missing_client_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "ROOM", 1 << 60)
    monkeypatch.setattr(doctor, "built", lambda: False)
    assert run(["doctor", "--database", f"sqlite:///{tmp_path}/x.sqlite3", "--lang", "de"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("✗ Der Browser-Client ist nicht gebaut") and lines[1].startswith("✗ Nur")


def test_every_finding_has_a_sentence_in_every_language() -> None:
    source = Path(doctor.__file__).read_text("utf-8")
    named = set(re.findall(r'Finding\(\s*"(\w+)", "(\w+)"', source))
    for check, *both in re.findall(r'Finding\("(\w+)", "(\w+)" if .*? else "(\w+)"', source):
        named |= {(check, state) for state in both}
    assert len(named) > 20
    for language in ("en", "fr", "de"):
        for check, state in named:
            assert common(language).has(f"doctor.{check}.{state}"), (check, state)
