"""A copy of the package in which the search of one game reads the weights of its `evaluate` from an array.

The weights are the float literals in `evaluate.py`. The copy needs no recompilation between two settings.
"""

import ast
import json
import shutil
from pathlib import Path

import pithead

PLAIN = (0.0, 1.0)  # constants that are not tuned
FILE = "weights.json"
EVALUATING = {"evaluation.py": "reals", "self_play.py": "w.reals"}  # files of the search, and what they call its reals


def rules_behind(name: str, rules: dict[str, ast.FunctionDef]) -> set[str]:
    """A rule and the rules of its file that it calls, transitively."""
    found, waiting = set[str](), [name]
    while waiting:
        found.add(one := waiting.pop())
        called = {node.id for node in ast.walk(rules[one]) if isinstance(node, ast.Name)}
        waiting += (called & rules.keys()) - found
    return found


class Weights(ast.NodeTransformer):
    """AST transformer: the float literals in `evaluate` and its callees become reads of a last argument `w`."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: dict[str, float] = {}
        self._rules = rules_behind("evaluate", {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)})
        self._constants: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._remember(node.targets[0], node.value)

    def _remember(self, target: ast.expr, value: ast.expr) -> None:
        """Collect a module constant, or a tuple of them."""
        if isinstance(target, ast.Name):
            self._constants[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._remember(one, its)

    def _cell(self, name: str, value: float) -> ast.expr:
        self.found.setdefault(name, value)
        return ast.parse(f"w[{list(self.found).index(name)}]", mode="eval").body

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Leave constants and other rules unchanged."""
        node.body = [
            self.visit(part) if isinstance(part, ast.FunctionDef) and part.name in self._rules else part
            for part in node.body
        ]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Transform a rule: its signature, and its body without the docstring."""
        node.body = [self.visit(part) for part in node.body[1:]]
        node.args.args.append(ast.arg("w", ast.Name("Any", ast.Load())))
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a named weight, or a tuple indexed by phase or player count."""
        value = self._constants.get(node.id)
        found = self._taken(node.id, value) if value is not None and isinstance(node.ctx, ast.Load) else None
        return found or node

    def _taken(self, name: str, value: ast.expr) -> ast.expr | None:
        """The array read for a number or nested tuples of numbers; None for anything else."""
        if isinstance(value, ast.Constant):
            return self._cell(name, value.value) if isinstance(value.value, float) else None
        if not isinstance(value, ast.Tuple):
            return None
        if any(isinstance(one, ast.Constant) and not isinstance(one.value, float) for one in ast.walk(value)):
            return None
        cells = [self._taken(f"{name}[{i}]", one) for i, one in enumerate(value.elts)]
        return ast.Tuple([cell for cell in cells if cell is not None], ast.Load())

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Replace a literal in an expression."""
        if isinstance(node.value, float) and node.value not in PLAIN:
            return self._cell(f"line {node.lineno}, column {node.col_offset + 1}", node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Pass `w` on to another rule of the file."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._rules:
            node.args.append(ast.Name("w", ast.Load()))
        return node


class PassWeights(ast.NodeTransformer):
    """In the search: `evaluate(s, i)` becomes `evaluate(s, i, reals[TOTAL])`, a row that only forecasts need."""

    def __init__(self, reals: str) -> None:
        self._row = f"{reals}[TOTAL]"

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Pass the weights at a call of `evaluate`."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "evaluate":
            node.args.append(ast.parse(self._row, mode="eval").body)
        return node


def rewrite(source: Path, transformer: ast.NodeTransformer, tree: ast.Module, needed: str) -> None:
    """Overwrite a file of the copy with its transformed source, adding the necessary import."""
    changed = ast.unparse(ast.fix_missing_locations(transformer.visit(tree)))
    source.write_text(f"{needed}\n{changed}", encoding="utf-8")


def copy_with_weights(game: str, folder: Path) -> None:
    """A copy of the package in which the search of one game reads its weights from an array."""
    package = folder / "pithead"
    original = Path(pithead.__file__).parent
    shutil.copytree(original, package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    evaluation = package / "games" / game.replace("-", "_") / "evaluate.py"
    tree = ast.parse(evaluation.read_text(encoding="utf-8"))
    weights = Weights(tree)
    rewrite(evaluation, weights, tree, "from typing import Any")
    kernel = package / "bots" / "search" / "kernel"
    for name, reals in EVALUATING.items():
        search = kernel / name
        passing = ast.parse(search.read_text(encoding="utf-8"))
        rewrite(search, PassWeights(reals), passing, "from .memory import TOTAL")
    (folder / FILE).write_text(json.dumps(weights.found, indent=1), encoding="utf-8")
