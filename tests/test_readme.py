"""The README's Python runs, and its links lead somewhere."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_python_example_runs() -> None:
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})


def test_every_link_leads_to_a_file() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    for target in targets:
        assert target.startswith("http") or (ROOT / target).exists(), target


def test_every_path_in_the_documentation_exists() -> None:
    """But for the game that the tutorial writes."""
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted(
        (ROOT / "docs").rglob("*.md")
    )
    named = {
        (page.name, path)
        for page in pages
        for path in re.findall(r"`((?:src|tests|scripts|bench|deploy|examples|web)/[\w./-]+)`", page.read_text("utf-8"))
    }
    assert sorted(where for where in named if "deep_shaft" not in where[1] and not (ROOT / where[1]).exists()) == []
