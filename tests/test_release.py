"""The release command: what cannot be checked does not go out, unless somebody says so."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest

from scripts import release, tools, trial, web


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
            for name in release.HELD:
                wheel.writestr(name.format("pithead-1"), "")

    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1\n")
    monkeypatch.setattr(release, "CHANGES", tmp_path / "CHANGELOG.md")

    def tried(wheel: Path) -> list[str]:
        done.append("trial")
        return ["tried"]

    monkeypatch.setattr(trial, "every", tried)
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
    assert steps == ["tools", "pip-audit", "npm audit in web", "build", "twine", "trial"]
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
    assert steps == ["tools", "build", "twine", "trial"]
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
        "simulation",
    }


def test_a_wheel_that_lacks_client_licences_or_types_is_refused(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "build", lambda held=release.HELD: built_without(release.DIST, held[-1]))
    assert release.main(["--offline"]) == 1
    assert "the wheel lacks pithead-1.dist-info/licenses/NOTICE" in capsys.readouterr().err
    assert "trial" not in steps


def built_without(dist: Path, left_out: str) -> None:
    dist.mkdir()
    (dist / "pithead-1.tar.gz").touch()
    with zipfile.ZipFile(dist / "pithead-1-py3-none-any.whl", "w") as wheel:
        for name in set(release.HELD) - {left_out}:
            wheel.writestr(name.format("pithead-1"), "")


def test_a_version_without_a_word_in_the_changelog_is_refused(
    steps: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.9\n")
    assert release.main(["--offline"]) == 1
    assert "no section for 1" in capsys.readouterr().err


def test_the_changelog_has_a_section_for_this_version() -> None:
    import pithead

    assert f"\n## {pithead.__version__}\n" in (Path(__file__).parent.parent / "CHANGELOG.md").read_text("utf-8")


def test_a_wheel_that_fails_where_it_is_installed_is_refused(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails_there(wheel: Path) -> list[str]:
        raise trial.Failed("the server does not start")

    monkeypatch.setattr(trial, "every", fails_there)
    assert release.main(["--offline"]) == 1
    assert "the server does not start" in capsys.readouterr().err


def test_a_wheel_that_was_tried_nowhere_is_said_to_be_so(steps: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--offline", "--untried"]) == 0
    assert "trial" not in steps
    assert release.UNTRIED in capsys.readouterr().out


def test_pythons_that_are_not_there_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(trial, "pythons", lambda: {"3.11": None})
    monkeypatch.setattr(trial, "by_uvx", lambda wheel, folder: "pithead 1")
    assert trial.every(tmp_path / "some.whl") == [
        "Python 3.11: NOT TRIED, it was not found on this machine.",
        "uvx: pithead 1.",
    ]
