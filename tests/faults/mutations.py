"""Deliberate faults: small changes of the code of which each could be somebody's mistake."""

from __future__ import annotations

import ast
import copy
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

PACKAGES: Final = ("games", "bots", "prweb")
ASIDE: Final = {"migrations", "locale", "static"}
COMPARED_OTHERWISE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
CALCULATED_OTHERWISE: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Fault:
    """file: from the root of the tree. start, end: offsets in it, between which `after` stands instead of `before`."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.after}"

    @property
    def package(self) -> str:
        """What faults are spread over."""
        return "/".join(Path(self.file).parent.parts[:3])

    def put_into(self, root: Path) -> None:
        path = root / self.file
        text = path.read_bytes()
        path.write_bytes(text[: self.start] + self.after.encode() + text[self.end :])


def draw(root: Path, seed: int, count: int) -> list[Fault]:
    """So many faults, of each package in turn."""
    by_package: dict[str, list[Fault]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if ASIDE.isdisjoint(path.parts):
                for fault in faults_of(str(path.relative_to(root)), path.read_bytes()):
                    by_package[fault.package].append(fault)
    lots = Random(seed)
    for faults in by_package.values():
        lots.shuffle(faults)
    packages = sorted(by_package)
    lots.shuffle(packages)
    found: list[Fault] = []
    while len(found) < count and any(by_package.values()):
        found += [by_package[package].pop() for package in packages if by_package[package]]
    return found[:count]


def faults_of(file: str, text: bytes) -> Iterator[Fault]:
    """All that the functions of this module could have: what runs at the import, no test comes to by itself."""
    offsets = [0]
    for line in text.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))

    def at(node: ast.AST, changed: ast.AST) -> Fault | None:
        assert isinstance(node, ast.expr | ast.stmt)
        if node.end_lineno is None or node.end_col_offset is None or node.lineno != node.end_lineno:
            return None
        start, end = offsets[node.lineno - 1] + node.col_offset, offsets[node.lineno - 1] + node.end_col_offset
        after = ast.unparse(changed)
        if isinstance(changed, ast.expr) and not isinstance(changed, ast.Constant):
            after = f"({after})"
        return Fault(file, node.lineno, start, end, text[start:end].decode(), after)

    for node in _in_functions(ast.parse(text)):
        if (changed := _changed(node)) is not None and (fault := at(node, changed)) is not None:
            yield fault


def _in_functions(node: ast.AST, within: bool = False) -> Iterator[ast.AST]:
    """What is run when a function is called, without the types that are said of it."""
    if within:
        yield node
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for name, value in ast.iter_fields(node):
        if (function and name != "body") or name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _in_functions(child, function or (within and not isinstance(node, ast.ClassDef)))


def _changed(node: ast.AST) -> ast.AST | None:
    """The same with a mistake in it; None where none is to be made."""
    other = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[op]) if type(op) in COMPARED_OTHERWISE:
            other.ops = [COMPARED_OTHERWISE[type(op)]()]
        case ast.BoolOp():
            other.op = ast.And() if isinstance(other.op, ast.Or) else ast.Or()
        case ast.BinOp() if type(other.op) in CALCULATED_OTHERWISE and not _is_type(other):
            other.op = CALCULATED_OTHERWISE[type(other.op)]()
        case ast.UnaryOp(op=ast.Not()):
            return other.operand
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value)):
            other.value = value + 1
        case ast.Expr(value=ast.Call()):
            return ast.Pass()
        case ast.Return(value=ast.expr()) if not isinstance(other.value, ast.Constant):
            return ast.Return(ast.Constant(None))
        case _:
            return None
    return other


def _is_type(node: ast.BinOp) -> bool:
    """`int | None` and the like; taken for one wherever names of types stand."""
    parts = [node.left, node.right]
    none = any(isinstance(part, ast.Constant) and part.value is None for part in parts)
    named = [part.id for part in parts if isinstance(part, ast.Name)]
    return none or any(name[:1].isupper() or name in {"int", "str"} for name in named)
