"""The release command: what cannot be checked does not go out, unless somebody says so."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest

from scripts import release, tools, web


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What the command did, by the programs that it called. Building takes half a minute: `test_packaging` does it."""
    done: list[str] = []
    monkeypatch.setattr(tools, "install", lambda name: done.append("tools"))
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")

    def built() -> None:
        done.append("build")
        (tmp_path / "dist").mkdir()
        (tmp_path / "dist" / "pithead-1.tar.gz").touch()
        with zipfile.ZipFile(tmp_path / "dist" / "pithead-1-py3-none-any.whl", "w") as wheel:
            for name in ("index.html", "licences.txt"):
                wheel.writestr(f"pithead/table/static/{name}", "")

    monkeypatch.setattr(release, "build", built)
    monkeypatch.setattr(release, "run", lambda *command: done.append(Path(command[0]).name))
    monkeypatch.setattr(web, "npm", lambda *command, folder: done.append(f"npm {command[0]} in {folder.name}"))
    return done


def fails(*_: object, **__: object) -> None:
    raise subprocess.CalledProcessError(1, ["auditor"])


def test_pinned_versions_are_checked_before_anything_is_built(
    steps: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([]) == 0
    assert steps == ["tools", "pip-audit", "npm audit in web", "build", "twine"]
    assert "OFFLINE" not in capsys.readouterr().out


@pytest.mark.parametrize("auditor", ["pip-audit", "npm"])
def test_nothing_is_built_where_an_advisory_names_a_version_or_cannot_be_asked(
    auditor: str, steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(*((web, "npm") if auditor == "npm" else (release, "run")), fails)
    assert release.main([]) == 1
    assert "build" not in steps
    assert "make release OFFLINE=1" in capsys.readouterr().err


def test_offline_leaves_the_question_out_and_prints_that(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web, "npm", fails)
    assert release.main(["--offline"]) == 0
    assert steps == ["tools", "build", "twine"]
    assert capsys.readouterr().out.splitlines()[-1] == release.UNCHECKED


def test_a_package_that_cannot_be_asked_for_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[object, ...]] = []
    monkeypatch.setattr(release, "run", lambda *command: commands.append(command))
    monkeypatch.setattr(web, "npm", lambda *command, folder: None)
    assert release.cleared()
    ((_, *options),) = commands
    assert "--strict" in options, "pip-audit skips what it cannot find, and ends with 0"
    assert {Path(str(lock)).stem for lock in options if str(lock).endswith(".txt")} == {
        "build",
        "dev",
        "docs",
        "release",
        "runtime",
    }


def test_a_wheel_without_the_client_or_its_licences_is_refused(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "CLIENT", (*release.CLIENT, "missing.txt"))
    assert release.main(["--offline"]) == 1
    assert "missing.txt" in capsys.readouterr().err
