"""Imports run one way: each package of hloom imports itself and the layers below it."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from hloom.runtime.cache import MAKES_CODE
from tests.project.sources import source

ROOT = Path(__file__).resolve().parents[2] / "hloom"

#: Lowest first. The packages of one layer do not see each other.
LAYERS = [
    {"support", "_version"},
    {"numbers"},
    {"expr"},
    {"ir"},
    {"ops"},
    {"xla"},
    {"text", "verify", "reference", "analysis", "mpi"},
    {"protos", "bytecode"},
    {"vhlo"},
    {"passes"},
    {"runtime/dispatch"},
    {"codegen", "runtime"},
    {"driver"},
    {"pipeline"},
    {"indexing", "grid"},
    {"bridges", "debug"},
    {"cli"},
    {"__main__"},
]
HEIGHT = {package: height for height, layer in enumerate(LAYERS) for package in layer}
TOP = len(LAYERS)

#: The same inside `ops`: the language of definitions, what families share, what every program has, and the dialects, of
#: which those that decompose into StableHLO or spell it anew stand on it; what custom calls mean, and HLO, which asks for that.
DIALECTS = [{"definition"}, {"common"}, {"builtin"}, {"stablehlo"}, {"chlo", "others", "sdy"}, {"mhlo"}, {"calls"}, {"hlo"}]

#: What the product stands on, and what only a bridge may import.
PRODUCT = {"numpy", "ml_dtypes", "llvmlite"}
FRAMEWORKS = {"jax", "jaxlib", "torch", "torch_mlir", "onnx", "IPython"}
#: What one file may import, when it is called.
OF_ONE_FILE = {"mpi4py": "hloom.mpi.library"}
#: Where LLVM's library may be named: by what asks it about the processor, and what compiles and runs its texts.
OF_LLVM = "hloom.runtime"
MODULES = sorted(ROOT.rglob("*.py"))

#: The same inside `codegen`: what every target has in common, what every target of LLVM shares, and the targets. What describes
#: x86 processors as data lies below targets, what emits their instructions above what all of LLVM's share.
CODEGEN = [{"machine"}, {"plan"}, {"x86.features"}, {"target"}, {"processors"}, {"llvm"}, {"x86"}, {"cpu"}]

#: Files that import each other, and why they are one idea in several files. No others may.
CIRCLES = {
    ("expr.domain", "expr.index_text", "expr.interning", "expr.nodes", "expr.predicate", "expr.rules.constraints",
     "expr.rules.division", "expr.rules.extrema", "expr.rules.rule", "expr.rules.sums", "expr.simplify",
     "expr.variables"):
        "index expressions: they are built simplified, under bounds that are expressions, and print themselves",
    ("ir.attributes", "ir.layout", "ir.literal_text", "ir.primitive_type", "ir.type_text", "ir.types"):
        "types have attributes (encodings) and layouts, attributes have types, and all print themselves",
    ("text.mlir.attributes", "text.mlir.structured"): "attributes contain attributes: a grammar that refers to itself",
    ("text.mlir.assembly", "text.mlir.format_compiler", "text.mlir.parser", "text.mlir.printer", "text.mlir.repetition"):
        "operations contain regions of operations: a grammar that refers to itself",
    ("text.hlo.formats", "text.hlo.mesh", "text.hlo.metadata"):
        "forms of attributes contain meshes, which contain metadata, which is a form of attribute",
    ("text.hlo.instructions", "text.hlo.parser", "text.hlo.special"):
        "instructions contain computations of instructions: a grammar that refers to itself",
    ("xla.bitcasts", "xla.index_util", "xla.ir_types", "xla.layout_util", "xla.proto.shapes", "xla.shape", "xla.shape_util"):
        "a shape, and what XLA's clients ask of it both as a method and as a function of its utilities",
    ("codegen.llvm.builder", "codegen.llvm.module"): "functions belong to the module that declares what they call",
    ("xla.builder.builder", "xla.builder.op"): "values belong to the builder that makes them",
    ("xla.literal", "xla.proto.literals"): "a literal, and the protocol buffer that it goes into and comes out of",
}


#: Files of packages that make code which load others: before a program is looked up, or for no compilation.
_OF_NO_CODE = {
    "pipeline": "programs are looked up as they were read",
    "verify.instructions": "programs in HLO are verified before they are looked up",
    "passes.refine_arguments": "it makes another program, whatever becomes of that",
    "passes.sharding.assignment": "programs of several devices become those of one before they are looked up",
}


def module_name(path: Path) -> str:
    parts = ["hloom", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {module_name(path) for path in MODULES}


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT.parent)}:{line}"


def package_of(module: str) -> str:
    """The package under hloom that a module lies in; '' for hloom itself."""
    return module.split(".")[1] if "." in module else ""


def layer_of(module: str) -> str:
    """The name under which a module's package stands in LAYERS: a package of a package stands there by itself."""
    inner = "/".join(module.split(".")[1:3])
    return inner if inner in HEIGHT else package_of(module)


@functools.cache
def imports(path: Path) -> list[tuple[str, int, bool]]:
    return list(imported_modules(path))


def imported_modules(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Every module that a file imports, the line, and whether loading the file imports it (else: a call does)."""
    for found in source(path).imports:
        node = found.node
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno, found.at_load
        else:
            base = node.module or ""
            if node.level:
                here = module_name(path).split(".") + (["__init__"] if path.name == "__init__.py" else [])
                base = ".".join([*here[: -node.level], *([base] if base else [])])
            # `from hloom import text` names a package, `from hloom import parse` a public function.
            names = [f"hloom.{alias.name}" for alias in node.names if alias.name in HEIGHT] if base == "hloom" else []
            for name in names or [base]:
                yield name, node.lineno, found.at_load


def test_imports_point_downwards() -> None:
    faults = []
    for path in MODULES:
        package = layer_of(module_name(path))
        if not package:
            continue  # hloom/__init__.py is the top: it names everything
        assert package in HEIGHT, f"hloom.{package} has no place in the layers"
        for name, line, _ in imports(path):
            target = layer_of(name)
            if name.split(".")[0] == "hloom" and target != package and HEIGHT.get(target, TOP) >= HEIGHT[package]:
                faults.append(f"{place(path, line)}: hloom.{package} must not import {name}")
    assert not faults, "\n" + "\n".join(faults)


def test_the_page_of_the_architecture_has_the_layers() -> None:
    page = (ROOT.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page[page.index("| package |") : page.index("`numbers` lies")], re.MULTILINE)
    expected = [layer - {"_version"} for layer in LAYERS if layer != {"__main__"}]
    assert [set(re.findall(r"`([\w/]+)`", row)) for row in rows] == expected


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


def test_plan_knows_no_llvm_and_targets_do_not_know_each_other() -> None:
    height = {folder: k for k, layer in enumerate(CODEGEN) for folder in layer}

    def room(parts: Sequence[str]) -> str:
        return ".".join(parts[:2]) if ".".join(parts[:2]) in height else parts[0]

    faults = []
    for path in (ROOT / "codegen").rglob("*.py"):
        part = room(path.relative_to(ROOT / "codegen").with_suffix("").parts)
        if part == "__init__":
            continue
        assert part in height, f"hloom/codegen/{part} has no place among the parts of the back end"
        for name in [*imported_files(path), *(name for name, _, _ in imports(path) if name.startswith("llvmlite"))]:
            target = "llvm" if name.startswith("llvmlite") else part
            if name.startswith("hloom.codegen."):
                target = room(name.split(".")[2:])
            if part == "plan" and target not in ("plan", "machine"):
                faults.append(f"{path.relative_to(ROOT.parent)}: planning must not know {name}")
            elif height[target] > height[part] and not name.startswith("llvmlite"):
                faults.append(f"{path.relative_to(ROOT.parent)}: hloom.codegen.{part} must not import {name}")
    assert not faults, "\n" + "\n".join(faults)


def imported_files(path: Path) -> set[str]:
    """The modules of hloom that a file imports, whenever and whatever for; for a name taken from a package, the package or the
    module in it."""
    found = set()
    for node, *_ in source(path).imports:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif not node.level and node.module:
            found |= {f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in NAMES else node.module
                      for alias in node.names}
    return (found & NAMES) - {module_name(path)}


def circles(graph: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """The groups of several nodes each of which leads to all others."""
    bits = {node: 1 << number for number, node in enumerate(graph)}
    reached, before = dict.fromkeys(graph, 0), {}
    while reached != before:
        before = dict(reached)
        for node, following in graph.items():
            for other in following:
                reached[node] |= bits[other] | reached[other]
    return sorted({tuple(sorted(other for other in graph if reached[node] & bits[other] and reached[other] & bits[node]))
                   for node in graph if reached[node] & bits[node]})


def test_files_do_not_import_each_other_unless_they_are_one_idea() -> None:
    graph = {module_name(path): imported_files(path) for path in MODULES}
    found = {tuple(name.removeprefix("hloom.") for name in circle) for circle in circles(graph)}
    assert found - set(CIRCLES) == set(), "circles of imports; cut them, or say in CIRCLES why they are one idea"
    assert set(CIRCLES) - found == set(), "these circles are cut: take them out of CIRCLES"


def test_the_search_finds_circles() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"f"}, "f": {"e", "d"}}
    assert circles(graph) == [("a", "b", "c"), ("e", "f")]


def test_the_pipeline_is_a_table_of_contents() -> None:
    assert (ROOT / "pipeline.py").read_bytes().count(b"\n") < 250, "ideas of their own belong into files of `driver`"


def test_the_driver_asks_a_target_for_code_through_its_back_end() -> None:
    """One file names the code generator of a processor; the others are given a `Backend`, or name types."""
    faults = []
    for path in [ROOT / "pipeline.py", *(ROOT / "driver").glob("*.py")]:
        lines = {found.node.lineno for found in source(path).imports if found.for_types}
        faults += [f"{place(path, line)}: {name}" for name, line, _ in imports(path)
                   if name.startswith("hloom.codegen.cpu") and line not in lines and module_name(path) != "hloom.driver.cpu"]
    assert not faults, "a field of Backend gives it:\n" + "\n".join(faults)


def test_who_runs_worker_pools_beside_the_driver_has_its_back_end() -> None:
    """Pools run machine code that a back end says what to make from: importing it does (`Pool.provide`)."""
    root = ROOT.parent
    used = [path for folder in ("benchmarks", "tools", "tests") for path in (root / folder).rglob("*.py")
            if not path.name.startswith("test_")]  # those have what tests/conftest imports
    pool, back_end = "hloom.runtime.pool", "hloom.driver.cpu"
    names = {path: {name for name, _, at_load in imported_modules(path) if at_load}
             for path in used if pool in path.read_text(encoding="utf-8")}
    users = [path for path, found in names.items() if pool in found]
    assert len(users) > 3 and not [path for path in users if back_end not in names[path]]


def test_executables_ask_the_reference_engine_for_evaluation_alone() -> None:
    faults = [f"{place(path, line)}: {name}" for path in (ROOT / "runtime").rglob("*.py") for name, line, _ in imports(path)
              if name.startswith("hloom.reference") and name != "hloom.reference.api"]
    assert not faults, "what both engines need lies below them:\n" + "\n".join(faults)


def test_what_makes_code_needs_nothing_whose_source_the_cache_does_not_know() -> None:
    """What these packages load decides what code they make, so that it must be part of the name of what a cache holds."""
    makers = {name.removesuffix(".py") for name in MAKES_CODE}
    assert makers <= set(HEIGHT) and {"codegen", "passes", "analysis", "ops", "runtime"} <= makers
    faults = []
    for path in MODULES:
        name = module_name(path).removeprefix("hloom.")
        if package_of(module_name(path)) in makers and name not in _OF_NO_CODE:
            faults += [f"{place(path, line)}: {other}" for other, line, at_load in imports(path)
                       if at_load and other.startswith("hloom.") and package_of(other) not in makers]
    assert not faults, "add the package to MAKES_CODE:\n" + "\n".join(faults)


def test_only_the_product_dependencies_are_imported() -> None:
    faults = []
    for path in MODULES:
        bridge = package_of(module_name(path)) in ("bridges", "debug")
        allowed = {"hloom", *PRODUCT, *sys.stdlib_module_names, *(FRAMEWORKS if bridge else ())}
        faults += [f"{place(path, line)}: {name}" for name, line, at_load in imports(path) if name.split(".")[0] not in allowed
                   and (at_load or OF_ONE_FILE.get(name.split(".")[0]) != module_name(path))]
    assert not faults, "\n" + "\n".join(faults)


def test_llvmlite_is_imported_lazily_and_only_by_the_runtime() -> None:
    """What makes LLVM's texts needs no LLVM."""
    faults = []
    for path in MODULES:
        backend = module_name(path).startswith(OF_LLVM)
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
