"""The project as others get it: locks anyone can install, and a wheel that plays in an empty environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from scripts import trial

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "pithead"
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
CORE = {"filelock", "numba", "numpy", "platformdirs", "pydantic"}
BELOW_CORE = {"annotated-types", "llvmlite", "pydantic-core", "typing-extensions", "typing-inspection"}
HOME = "https://example.org/mines/pithead"
BIN = "Scripts" if sys.platform == "win32" else "bin"


def pins(lock: Path) -> dict[str, str]:
    """Requirement (name and marker) to version."""
    found = re.findall(r"^([\w.-]+)==(\S+)( ;[^\\]*)?", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return {f"{name}{marker.strip()}": version for name, version, marker in found}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_has_hashes_and_names_no_address_and_no_folder(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    requirements = re.split(r"^(?=[A-Za-z])", text, flags=re.MULTILINE)[1:]
    assert requirements
    assert [r for r in requirements if not re.search(r"==.*(\n +--hash=sha256:[0-9a-f]{64}( \\)?)+", r)] == []
    assert [line for line in text.splitlines() if re.search(r"://|--\w*-?index|find-links| @ |(^|\s)/\w", line)] == []


def test_locks_can_be_installed_over_one_another() -> None:
    everything = {re.split(";", key)[0]: set[str]() for key in pins(ROOT / "requirements" / "dev.txt")}
    for key, version in pins(ROOT / "requirements" / "dev.txt").items():
        everything[key.split(";")[0]].add(version)
    for name in ("runtime", "build"):
        for key, version in pins(ROOT / "requirements" / f"{name}.txt").items():
            assert version in everything[key.split(";")[0]], key


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder, PROJECT_URL=HOME)
    return folder


@pytest.fixture(scope="session")
def wheel(artefacts: Path) -> Path:
    (built,) = artefacts.glob("*.whl")
    return built


@pytest.mark.slow
def test_fonts_and_svelte_go_out_with_their_licences(wheel: Path) -> None:
    text = zipfile.ZipFile(wheel).read("pithead/table/static/licences.txt").decode()
    for package in ("@fontsource/barlow", "@fontsource/barlow-condensed", "@fontsource/zilla-slab", "svelte"):
        assert re.search(rf"^{package} \d", text, re.MULTILINE), package
    assert text.upper().count("SIL OPEN FONT LICENSE") >= 3
    assert "Permission is hereby granted" in text


@pytest.mark.slow
def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix in {".py", ".typed", ".toml", ".json"}
    }
    assert package - names == set(), "files of the package that the wheel lacks"
    assert {name.split("/")[0] for name in names} == {"pithead", f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}
    assert {name for name in names if name.endswith(("/LICENSE", "/NOTICE"))}, "the licence travels with the wheel"


@pytest.mark.slow
def test_the_wheel_says_where_the_project_is_at_home(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(archive.read(name) for name in archive.namelist() if name.endswith("/METADATA")).decode("utf-8")
    found = dict(re.findall(r"^Project-URL: (\w+), (.+)$", metadata, re.MULTILINE))
    assert found["Homepage"] == HOME
    assert set(found) == {"Homepage", "Source", "Issues", "Changelog", "Documentation"}
    assert all(url.startswith(HOME) for url in found.values())


def test_the_citation_names_this_version() -> None:
    version = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    source = (PACKAGE / "__init__.py").read_text("utf-8")
    assert version
    assert f'__version__ = "{version[1]}"' in source


@pytest.mark.slow
def test_the_source_distribution_leaves_screenshots_out(artefacts: Path) -> None:
    (sdist,) = artefacts.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        assert not [name for name in archive.getnames() if "/docs/screenshots" in name]
        assert any(name.endswith("/CITATION.cff") for name in archive.getnames())
    assert sdist.stat().st_size < 5_000_000


@pytest.mark.slow
def test_the_source_distribution_holds_no_litter(artefacts: Path) -> None:
    (archive,) = artefacts.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = [name.split("/", 1)[-1] for name in tar.getnames()]
    assert [name for name in names if re.search(r"\.venv|__pycache__|_cache/|\.hypothesis/|node_modules/", name)] == []


@pytest.fixture(scope="session")
def empty_environment(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """A new environment with the wheel and, by links, the packages of the runtime lock and no other.

    pip installs the wheel without an index: it refuses when a declared dependency is not among them.
    """
    names = {key.split(";")[0] for key in pins(ROOT / "requirements" / "runtime.txt")}
    return environment(tmp_path_factory.mktemp("empty") / "venv", names, f"{wheel}[table]")


@pytest.fixture(scope="session")
def bare_environment(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """The same with what the package needs without extras, and no other package."""
    return environment(tmp_path_factory.mktemp("bare") / "venv", CORE | BELOW_CORE, str(wheel))


def environment(folder: Path, names: set[str], wanted: str) -> Path:
    venv.create(folder, with_pip=False)
    python = folder / BIN / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    for name in names:
        try:
            installed = distribution(name)
        except PackageNotFoundError:  # not for this platform
            continue
        tops = {file.parts[0] for file in installed.files or []} - {"..", "__pycache__"}
        # An older pip does not list the metadata of what it builds itself.
        here = Path(str(installed.locate_file("")))
        tops |= {path.name for path in here.glob(f"{name.replace('-', '_')}-{installed.version}*.egg-info")}
        for top in tops:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(installed.locate_file(top))))
    run(sys.executable, "-m", "pip", "--python", python, "install", "-qq", "--no-index", "--no-compile", wanted)
    return folder


def test_the_core_is_slim() -> None:
    """Server, terminal and adapters are extras; what `make play` installs is the extra `table`."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {re.split(r"\W", need)[0] for need in metadata["dependencies"]} == CORE
    extras = metadata["optional-dependencies"]
    assert extras["table"] == ["pithead[server,terminal]"]
    assert {"fastapi", "sqlalchemy", "uvicorn"} <= {re.split(r"\W", need)[0] for need in extras["server"]}


@pytest.mark.parametrize(("extra", "needed"), [("export", {"pyarrow"}), ("mcp", {"mcp", "websockets"})])
def test_an_extra_for_a_command_brings_the_command(extra: str, needed: set[str]) -> None:
    """`pip install pithead[mcp]` is all that `pithead mcp` needs; no lock lacks any of it."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    own = f"pithead[{extra}]"
    names, waiting = set[str](), [own]
    while waiting:
        inner = re.fullmatch(r"pithead\[(.+)\]", need := waiting.pop())
        waiting += [one for name in inner[1].split(",") for one in extras[name]] if inner else []
        names |= set() if inner else {re.split(r"\W", need)[0]}
    assert names >= needed | {"rich", "typer"}
    assert names <= {key.split(";")[0] for key in pins(ROOT / "requirements" / "dev.txt")}
    assert own in (ROOT / "docs" / "programs.md").read_text("utf-8")


@pytest.mark.slow
def test_without_extras_one_plays_and_trains_from_python(bare_environment: Path, tmp_path: Path) -> None:
    python = bare_environment / BIN / "python"
    run(python, "-c", trial.PLAY, cwd=tmp_path)
    assert "won" in run(python, ROOT / "examples" / "train_numpy.py", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "package", "extra"),
    [
        ("from pithead.cli import main; main()", "typer", "table"),
        ("import pithead.table.serve", "fastapi", "table"),
        ("import pithead.clients.terminal", "rich", "terminal"),
        ("import pithead.adapters.gymnasium", "gymnasium", "pettingzoo"),
        ("import pithead.adapters.openspiel", "open_spiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_one_sentence(
    program: str, package: str, extra: str, bare_environment: Path, tmp_path: Path
) -> None:
    python = bare_environment / BIN / "python"
    done = subprocess.run(
        [python, "-c", program], cwd=tmp_path, env=elsewhere(), capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    sentence = f"This needs {package}, which is not installed; install pithead[{extra}]."
    assert sentence in done.stderr.splitlines()[-1]
    if "main" in program:
        assert done.stderr.splitlines() == [f"Error: {sentence} [missing_extra]"], "the command shows nothing else"


@pytest.mark.slow
def test_the_installed_package_comes_from_the_wheel(empty_environment: Path, tmp_path: Path) -> None:
    where = run(empty_environment / BIN / "python", "-c", "import pithead; print(pithead.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(empty_environment)


@pytest.mark.slow
def test_the_wheel_plays_in_an_empty_environment(empty_environment: Path, tmp_path: Path) -> None:
    import pithead

    command = empty_environment / BIN / "pithead"
    assert pithead.__version__ in run(command, "--version", cwd=tmp_path)
    arguments = ["--players", "2", "--games", "2", "--backend", "interpreted", "--json"]
    result = json.loads(run(command, "sim", "example", *arguments, cwd=tmp_path))
    assert result["violations"] in (0, [])


@pytest.mark.slow
def test_the_wheel_opens_a_table_in_an_empty_environment(empty_environment: Path, tmp_path: Path) -> None:
    """What `make play` does after its set-up: the server starts, and the page is there."""
    pithead = str(empty_environment / BIN / "pithead")
    command = [pithead, "serve", "--port", "0", "--database", "sqlite:///tables.sqlite3"]
    with (tmp_path / "log").open("w+", encoding="utf-8") as log:
        server = subprocess.Popen(command, cwd=tmp_path, env=elsewhere(), stdout=subprocess.PIPE, stderr=log, text=True)
        assert server.stdout
        try:
            told = server.stdout.readline()
            found = re.search(r"http://[\w.:]+", told)
            assert found, told + (tmp_path / "log").read_text("utf-8")
            with urllib.request.urlopen(found[0], timeout=30) as page:
                assert "<html" in page.read().decode()
        finally:
            server.terminate()
            server.wait(30)


def elsewhere() -> dict[str, str]:
    """The environment without this project on its path."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))} | {
        "PITHEAD_LANG": "en"
    }


def run(*command: str | Path, cwd: Path | None = None, **more: str) -> str:
    """Run a command without this project on its path; its output, or a failure that shows it."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=elsewhere() | more,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout
