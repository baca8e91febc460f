"""Executes a game's files once per backend and edition.

Every copy lives under a package name of its own (`pithead.compiled.coal_baron_1a2b3c`), so relative imports stay
inside it; the kit's own rules are loaded into each copy as well. An edition changes constants that are compiled in,
hence a copy per material.
"""

import hashlib
import importlib
import importlib.util
import sys
import threading
from collections.abc import Mapping
from enum import EnumType
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from ._instance import READER_FILES, RULE_FILES, Backend, loading
from ._records import Codec
from .arrays import Arrays, CompiledArrays, InterpretedArrays
from .interpreted import Interpreted

BackendName = Literal["interpreted", "checked", "compiled"]

KIT = Path(__file__).parent
KIT_RULES = ("chance", "piles")

_lock = threading.RLock()
_instances: dict[tuple[str, str, str], "Instance"] = {}


class Instance:
    """One game on one backend with one set of components."""

    def __init__(self, folder: Path, backend: BackendName, material: dict[str, Any], fingerprint: str) -> None:
        self.folder = folder
        self.material = material
        self.fingerprint = fingerprint
        self._entries: dict[str, Any] = {}
        self.backend: Backend = self._make_backend(backend)
        self.alias = f"pithead.{self.backend.tag}.{folder.name}_{fingerprint[:12]}"
        self._kit: dict[str, Any] = {}
        package = ModuleType(self.alias)
        package.__path__ = [str(folder)]
        package.__package__ = self.alias
        parent_name = f"pithead.{self.backend.tag}"
        if parent_name not in sys.modules:
            parent = ModuleType(parent_name)
            parent.__path__ = []
            sys.modules[parent_name] = parent
        sys.modules[self.alias] = package
        with loading(self):
            for name in KIT_RULES:
                module = self._execute(f"{self.alias}._kit_{name}", KIT / f"{name}.py")
                self._kit |= {k: v for k, v in vars(module).items() if not k.startswith("_")}
            self._kit |= self.backend.names()

    def __reduce__(self) -> Any:
        # A copy is the same instance, in another process one of its own.
        return load, (self.folder, self.backend.tag, self.material, self.fingerprint)

    def _make_backend(self, name: BackendName) -> Backend:
        if name == "compiled":
            from . import cache
            from .compiled import Compiled

            self.cache = cache.folder_of(self.folder, self.fingerprint)
            return Compiled()
        return Interpreted(checked=name == "checked")

    def rule(self, function: Any) -> Any:
        """Hand a rule to the backend."""
        if function.__module__.removeprefix(f"{self.alias}.").partition(".")[0] in READER_FILES:
            raise TypeError(f"{function.__module__} only reads: a rule there would not be part of the cache's name")
        return self.backend.rule(function)

    def writer(self, function: Any) -> Any:
        """Hand a rule that fills an array to the backend."""
        return self.backend.writer(function)

    def entry(self, function: Any) -> Any:
        """Hand a rule that Python calls to the backend, and remember it."""
        self._entries[function.__name__] = found = self.rule(function)
        return found

    def kit_name(self, name: str) -> Any:
        """A kit name that differs between backends."""
        try:
            return self._kit[name]
        except KeyError:
            # While the kit's own rules are being loaded their names are still in their modules.
            for module in KIT_RULES:
                loaded = sys.modules.get(f"{self.alias}._kit_{module}")
                if loaded is not None and hasattr(loaded, name):
                    return getattr(loaded, name)
            raise AttributeError(f"pithead.kit has no {name!r}") from None

    def game_name(self, name: str) -> Any:
        """A function or constant of this game's rule files."""
        for module in RULE_FILES:
            loaded = self.module(module)
            if hasattr(loaded, name):
                return getattr(loaded, name)
        raise AttributeError(f"{self.folder.name} defines no {name!r}")

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder, in this copy."""
        full = f"{self.alias}.{name}"
        with _lock:
            # Looked up inside: what another thread is still importing is there already, half made.
            if full in sys.modules:
                return sys.modules[full]
            with loading(self):
                module = importlib.import_module(full)
            _make_members_plain(module)
            return module

    def specialise(self, source: Path) -> ModuleType:
        """Load a generic source for this game: names from `pithead.kit.this_game` are this game's.

        A source is a file, or a folder whose files import each other relatively.
        """
        name = f"{self.alias}._for_{source.stem}"
        with _lock:
            if name not in sys.modules:
                entries = self.entries(source)
                if self.backend.tag == "compiled":
                    self._link(name, source, entries)
            return sys.modules[name]

    def _link(self, name: str, source: Path, entries: dict[str, Any]) -> None:
        from . import bundle, cache

        try:
            bundle.load(cache.bundle(self.cache, source), entries)
        except BaseException:
            _forget(name)
            raise

    def entries(self, source: Path) -> dict[str, Any]:
        """Execute a generic source for this game; returns what Python calls there, without machine code."""
        self._entries = {}
        with _lock, loading(self):
            for module in RULE_FILES:
                self.module(module)
            self._execute(f"{self.alias}._for_{source.stem}", source)
        return self._entries

    def _execute(self, name: str, source: Path) -> ModuleType:
        inside = [str(source)] if source.is_dir() else None
        file = source / "__init__.py" if inside else source
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=inside)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            _forget(name)
            raise
        return module

    @cached_property
    def arrays(self) -> Arrays:
        """Memory for generic sources."""
        return CompiledArrays(self) if self.backend.tag == "compiled" else InterpretedArrays(self)

    def codec(self) -> Codec:
        """Bytes of a state; only the interpreted copies need one, compiled states are bytes already."""
        return Codec(self.module("state").State)


def _make_members_plain(module: ModuleType) -> None:
    """Python 3.11 calls a function for every `Act.END` that it reads; an attribute is read ten times faster."""
    for numbers in vars(module).values():
        if isinstance(numbers, EnumType):
            members: Mapping[str, Any] = numbers.__members__
            for name, member in members.items():
                type.__setattr__(numbers, name, member)


def _forget(name: str) -> None:
    """Let a source be executed anew, with all its files."""
    for loaded in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        del sys.modules[loaded]


def fingerprint_of(material_text: bytes) -> str:
    """Names an edition: the hash of its file."""
    return hashlib.sha256(material_text).hexdigest()


def load(folder: Path, backend: BackendName, material: dict[str, Any], fingerprint: str) -> Instance:
    """The copy of a game for a backend and an edition, loaded once per process."""
    key = (str(folder), backend, fingerprint)
    with _lock:
        if key not in _instances:
            _instances[key] = Instance(folder, backend, material, fingerprint)
        return _instances[key]
