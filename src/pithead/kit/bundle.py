"""The machine code of one generic source for one game: a single object file with all its entry points.

Numba on its own optimises every function together with everything it calls, and keeps each of these on disk: a rule at
the bottom of the call graph is compiled again for every rule above it. Here the functions are only translated to
LLVM's language; those that the entry points reach are linked once, optimised once as a whole, and stored once.
"""

import os
import pickle
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import codegen as codegens
from numba.core import compiler, event, registry, serialize, types

from .cache import CompileFailed

Dispatcher = Any
Entries = dict[str, Dispatcher]


class Linked(NamedTuple):
    """What is on disk."""

    target: Any
    code: bytes
    symbols: bytes
    entries: dict[str, Any]


def signature(function: Any) -> tuple[Any, ...]:
    """The argument types that an entry point is compiled for, from its annotations."""
    hints = typing.get_type_hints(function, include_extras=True)
    return tuple(_argument(hints[name]) for name in function.__code__.co_varnames[: function.__code__.co_argcount])


def _argument(hint: Any) -> Any:
    if isinstance(hint, type) and hasattr(hint, "_fields"):  # a named tuple of arrays: the memory of a search
        inside = typing.get_type_hints(hint, include_extras=True).values()
        return types.NamedTuple([_argument(kind) for kind in inside], hint)  # type: ignore[no-untyped-call]
    dimensions = 0
    while typing.get_origin(hint) is list:
        (hint,) = typing.get_args(hint)
        dimensions += 1
    code = getattr(hint, "__metadata__", (hint,))[0]
    kind = numba.from_dtype(np.dtype({int: np.int64, float: np.float64}.get(code, code)))
    return types.Array(kind, dimensions, "C") if dimensions else kind


def reached(entries: Entries) -> set[Dispatcher]:
    """All rules that the entry points call, directly or not, and they themselves."""
    found: set[Dispatcher] = set()
    waiting = list(entries.values())
    while waiting:
        rule = waiting.pop()
        if rule not in found:
            found.add(rule)
            names = map(rule.py_func.__globals__.get, rule.py_func.__code__.co_names)
            waiting += [called for called in names if hasattr(called, "py_func")]
    return found


class _Draft(codegens.JITCodeLibrary):
    """One translated function, not yet optimised; knows the libraries it calls."""

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


@contextmanager
def _drafting(entries: Entries) -> Iterator[Any]:
    """Make Numba write drafts; only entry points get a wrapper that Python can call."""
    context = registry.cpu_target.target_context
    codegen = context.codegen()
    wrap = context.create_cpython_wrapper
    called = {(rule.py_func.__module__, rule.py_func.__qualname__) for rule in entries.values()}

    def wrap_entries(library: Any, fndesc: Any, *more: Any, **options: Any) -> None:
        if (fndesc.modname, fndesc.qualname) in called:
            wrap(library, fndesc, *more, **options)

    codegen._library_class = _Draft
    codegen.set_env = lambda name, env: None
    context.create_cpython_wrapper = wrap_entries
    context.create_cfunc_wrapper = lambda *given: None
    try:
        yield codegen
    finally:
        del codegen._library_class, codegen.set_env, context.create_cpython_wrapper, context.create_cfunc_wrapper


def write(path: Path, entries: Entries, done: Callable[[str], None]) -> None:
    """Compile the entry points into a file; `done` hears the name of every function that is through."""
    with _drafting(entries) as codegen, event.install_listener("numba:compile", _Tell(done)):
        for rule in entries.values():
            rule.compile(signature(rule.py_func))
        results = {name: rule.overloads[signature(rule.py_func)] for name, rule in entries.items()}
        module = _link(codegen, [result.library for result in results.values()])
    public = [
        name
        for result in results.values()
        for name in (result.fndesc.llvm_cpython_wrapper_name, result.fndesc.env_name)
    ]
    _hide_all_but(module, set(public))
    # The second time also for straight lines of equal operations: what is left of loops over few cells.
    cheap = {"opt": 0, "loop_vectorize": False, "slp_vectorize": False, "cost": "cheap"}
    for settings in (cheap, {"slp_vectorize": True}):
        passes, builder = codegen._module_pass_manager(**settings)
        passes.run(module, builder)
    module.verify()
    saved = Linked(
        codegen.magic_tuple(),
        codegen._tm.emit_object(module),
        _declaring(public),
        {name: _entry(result) for name, result in results.items()},
    )
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(serialize.dumps(tuple(saved)))  # type: ignore[no-untyped-call]
    part.replace(path)


def _entry(result: Any) -> tuple[Any, Any, Any]:
    result.fndesc.typemap = result.fndesc.calltypes = None
    return result.fndesc, result.environment, result.signature


def _link(codegen: Any, libraries: list[Any]) -> Any:
    """One module with everything that these libraries need."""
    module = llvm.parse_assembly(str(codegen._create_empty_module("bundle")))
    module.data_layout = codegen._data_layout
    seen: set[int] = set()
    while libraries:
        library = libraries.pop()
        if id(library) not in seen:
            seen.add(id(library))
            assert not library._reload_init, "a function that must be prepared at every start cannot be stored"
            module.link_in(library._final_module, preserve=True)
            libraries += library._linking_libraries
    return module


def _hide_all_but(module: Any, public: set[str]) -> None:
    """Let LLVM know that nobody else calls the rest: it may be inlined and dropped, and never clashes by name."""
    for values in (module.functions, module.global_variables):
        for value in values:
            if not value.is_declaration and value.name not in public and not value.name.startswith("llvm."):
                value.linkage = "internal"


def _declaring(names: list[str]) -> bytes:
    """A module that names what the machine code defines: that is how Numba finds it again."""
    lines = [f'define void @"{name}"() {{ ret void }}' for name in names]
    return bytes(llvm.parse_assembly("\n".join(lines)).as_bitcode())


class _Tell(event.Listener):
    def __init__(self, done: Callable[[str], None]) -> None:
        self._done = done

    def on_start(self, happening: Any) -> None:
        pass

    def on_end(self, happening: Any) -> None:
        self._done(happening.data["dispatcher"].py_func.__name__)


def load(path: Path, entries: Entries) -> None:
    """Give the entry points their machine code; other types of arguments are refused instead of compiled."""
    saved = Linked(*pickle.loads(path.read_bytes()))
    context = registry.cpu_target.target_context
    context.refresh()  # prepares Numba's runtime, where nothing has been compiled
    if saved.target != context.codegen().magic_tuple():
        path.unlink()
        raise CompileFailed("it was compiled for another processor; the next start compiles it anew")
    library = context.codegen().unserialize_library((path.stem, "object", (saved.code, saved.symbols)))
    for name, (fndesc, environment, types_) in saved.entries.items():
        entries[name].add_overload(
            compiler.compile_result(  # type: ignore[no-untyped-call]
                typing_context=context.typing_context,
                target_context=context,
                library=library,
                entry_point=context.get_executable(library, fndesc, environment),
                fndesc=fndesc,
                environment=environment,
                signature=types_,
                objectmode=False,
            )
        )
        entries[name].disable_compile()
