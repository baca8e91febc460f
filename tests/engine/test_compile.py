"""A rule that the compiler cannot take is named with its file, line and function, and with what is missing."""

from pathlib import Path

import pytest

numba = pytest.importorskip("numba")

from numba.core.errors import NumbaError, UnsupportedBytecodeError  # noqa: E402

from pithead.engine.compile import explained  # noqa: E402

CALLER = "\n\ndef outer(x):\n    return inner(x)\n"


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ("return x.nothing", 2, "Unknown attribute 'nothing'"),
        ("class Worker: pass\n    return x", 2, "Use of unsupported opcode (LOAD_BUILD_CLASS)"),
        ("return x + 'a'", 2, "No implementation of function"),
    ],
)
def test_the_mistake_is_named_where_it_is_made(tmp_path: Path, body: str, line: int, says: str) -> None:
    file = tmp_path / "rules.py"
    file.write_text(f"def inner(x):\n    {body}\n{CALLER}", "utf-8")
    names: dict[str, object] = {}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), names)
    names["inner"] = numba.njit(names["inner"])
    with pytest.raises((NumbaError, UnsupportedBytecodeError)) as failed:
        numba.njit(names["outer"]).compile((numba.int64,))
    text = explained(failed.value)
    assert f"rules.py:{line}, inner: `" in text
    assert says in text
    assert "\n" not in text
    assert "During" not in text
