"""Imports run one way: each package of hloom imports itself and the layers below it."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "hloom"

#: Lowest first. The packages of one layer do not see each other.
LAYERS = [
    {"support", "_version"},
    {"numbers"},
    {"expr"},
    {"ir"},
    {"ops"},
    {"text", "bytecode", "xla", "verify", "reference", "analysis"},
    {"passes"},
    {"codegen"},
    {"runtime"},
    {"pipeline"},
    {"indexing"},
    {"bridges", "cli"},
    {"__main__"},
]
HEIGHT = {package: height for height, layer in enumerate(LAYERS) for package in layer}
TOP = len(LAYERS)

#: The same inside `ops`: the language of definitions, what families share, what every program has, and the dialects, of
#: which those that decompose into StableHLO or spell it anew stand on it.
DIALECTS = [{"definition"}, {"common"}, {"builtin"}, {"stablehlo"}, {"chlo", "others", "sdy"}, {"mhlo", "hlo"}]

#: What the product stands on, and what only a bridge may import.
PRODUCT = {"numpy", "ml_dtypes", "llvmlite"}
FRAMEWORKS = {"jax", "jaxlib", "torch", "torch_mlir", "onnx", "IPython"}
#: Where LLVM may be named: what emits for it, what asks it about the processor, what runs its output.
BACKEND = ("hloom.codegen.llvm", "hloom.codegen.cpu", "hloom.codegen.target", "hloom.runtime")
MODULES = sorted(ROOT.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = ["hloom", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT.parent)}:{line}"


def package_of(module: str) -> str:
    """The package under hloom that a module lies in; '' for hloom itself."""
    return module.split(".")[1] if "." in module else ""


@functools.cache
def imports(path: Path) -> list[tuple[str, int, bool]]:
    return list(imported_modules(path))


def imported_modules(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Every module that a file imports, the line, and whether loading the file imports it (else: a call does)."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    in_functions = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
    }
    for_types_only = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test).endswith("TYPE_CHECKING")
        for statement in branch.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        at_load = id(node) not in in_functions and id(node) not in for_types_only
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno, at_load
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module_name(path).split(".") + (["__init__"] if path.name == "__init__.py" else [])
                base = ".".join([*here[: -node.level], *([base] if base else [])])
            # `from hloom import text` names a package, `from hloom import parse` a public function.
            names = [f"hloom.{alias.name}" for alias in node.names if alias.name in HEIGHT] if base == "hloom" else []
            for name in names or [base]:
                yield name, node.lineno, at_load


def test_imports_point_downwards() -> None:
    faults = []
    for path in MODULES:
        package = package_of(module_name(path))
        if not package:
            continue  # hloom/__init__.py is the top: it names everything
        assert package in HEIGHT, f"hloom.{package} has no place in the layers"
        for name, line, _ in imports(path):
            target = package_of(name)
            if name.split(".")[0] == "hloom" and target != package and HEIGHT.get(target, TOP) >= HEIGHT[package]:
                faults.append(f"{place(path, line)}: hloom.{package} must not import {name}")
    assert not faults, "\n" + "\n".join(faults)


def test_dialects_stand_on_stablehlo_and_not_it_on_them() -> None:
    height = {folder: k for k, layer in enumerate(DIALECTS) for folder in layer}
    faults = []
    for path in (ROOT / "ops").glob("*/**/*.py"):
        folder = path.relative_to(ROOT / "ops").parts[0]
        assert folder in height, f"hloom/ops/{folder} has no place among the dialects"
        for name, line, _ in imports(path):
            target = name.split(".")[2] if name.startswith("hloom.ops.") else folder
            if target != folder and height[target] >= height[folder]:
                faults.append(f"{place(path, line)}: hloom.ops.{folder} must not import {name}")
    assert not faults, "\n" + "\n".join(faults)


def test_only_the_product_dependencies_are_imported() -> None:
    faults = []
    for path in MODULES:
        bridge = package_of(module_name(path)) == "bridges"
        allowed = {"hloom", *PRODUCT, *sys.stdlib_module_names, *(FRAMEWORKS if bridge else ())}
        faults += [f"{place(path, line)}: {name}"
                   for name, line, _ in imports(path) if name.split(".")[0] not in allowed]
    assert not faults, "\n" + "\n".join(faults)


def test_llvmlite_is_imported_lazily_and_only_by_the_backend() -> None:
    faults = []
    for path in MODULES:
        backend = module_name(path).startswith(BACKEND)
        faults += [f"{place(path, line)}: {name}{' at load time' if at_load else ''}"
                   for name, line, at_load in imports(path)
                   if name.split(".")[0] == "llvmlite" and (at_load or not backend)]
    assert not faults, "\n" + "\n".join(faults)


def test_the_scan_sees_every_form_of_import(tmp_path: Path) -> None:
    source = tmp_path / "scanned.py"
    source.write_text(
        "from typing import TYPE_CHECKING\n"
        "import hloom.ir.core as core\n"
        "from hloom import text\n"
        "if TYPE_CHECKING:\n    from hloom.passes import fuse\n"
        "def f():\n    import llvmlite.binding\n", encoding="utf-8")
    assert list(imported_modules(source)) == [
        ("typing", 1, True), ("hloom.ir.core", 2, True), ("hloom.text", 3, True), ("hloom.passes", 5, False),
        ("llvmlite.binding", 7, False)]
