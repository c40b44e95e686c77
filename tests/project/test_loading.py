"""`import hloom` stays fast: it loads nothing, and the first name of it NumPy and ml_dtypes and no back end, framework or command
line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hloom
from tests import forks

UNWANTED = {"llvmlite", "jax", "jaxlib", "torch", "torch_mlir", "scipy", "islpy", "z3", "argparse", "multiprocessing"}


def modules_after(statement: str) -> set[str]:
    """What a fresh interpreter has loaded after a statement, beyond what NumPy and ml_dtypes load themselves."""
    program = (
        "import sys, json, numpy, ml_dtypes; before = set(sys.modules); "
        f"{statement}; print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return set(json.loads(done.stdout))


def test_import_loads_next_to_nothing() -> None:
    """What keeps a fork away from the imports that follow has to be there before them."""
    for statement in ("import hloom", "import hloom; hloom.__version__; hloom.__doc__; dir(hloom)"):
        assert {name for name in modules_after(statement) if "." in name} == {
            "hloom._version", "hloom.support", "hloom.support.collector", "hloom.support.forking"}
    source = "import sys, hloom; print('numpy' in sys.modules, 'typing' in sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", source], capture_output=True, text=True, timeout=60, check=True,
                          env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])})
    assert done.stdout == "False True\n"


def test_a_name_loads_all_that_reads_checks_and_runs() -> None:
    """So that no later call comes upon an import, and packages are there by their names."""
    for statement in ("hloom.parse", "from hloom import Module", "hloom.ops", "hloom.evaluate"):
        loaded = modules_after(f"import hloom; {statement}")
        assert {"hloom.pipeline", "hloom.verify", "hloom.text.mlir", "hloom.reference.api", "hloom.driver.services"} <= loaded
    for statement in ("hloom.none", "hloom.__none__", "from hloom import none"):
        done = subprocess.run([sys.executable, "-c", f"import hloom; {statement}"], capture_output=True, text=True, timeout=60)
        assert "none" in done.stderr.splitlines()[-1] and done.returncode == 1


@pytest.mark.parametrize("package", sorted(p.parent.name for p in (Path(hloom.__file__).parent).glob("*/__init__.py")))
def test_each_package_can_be_imported_first(package: str) -> None:
    """What a module does by packages above its own is there when it is asked for, whatever was imported."""
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    forks.printed(f"import hloom.{package}; from hloom.text.mlir import parse; m = parse({text!r}); m.verify(); m.to_hlo_text()",
                  imported="numpy, ml_dtypes")


def test_import_loads_no_back_end() -> None:
    loaded = modules_after("import hloom; hloom.parse")
    assert "hloom" in loaded
    assert not {name.split(".")[0] for name in loaded} & UNWANTED
    assert not [name for name in loaded if name.startswith(
        ("hloom.cli", "hloom.bridges", "hloom.codegen.llvm", "hloom.codegen.cpu"))]


def test_number_of_modules_is_bounded() -> None:
    assert len(modules_after("import hloom; hloom.parse")) < 240


def test_checking_a_program_loads_no_back_end() -> None:
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    loaded = modules_after(f"import hloom; hloom.parse({text!r}).verify()")
    assert not {name.split(".")[0] for name in loaded} & {"llvmlite", "jax", "jaxlib"}


def test_commands_load_what_finds_faults_when_they_run() -> None:
    """Reading the command line costs each command the imports of all."""
    loaded = modules_after("import hloom.cli")
    assert "hloom.cli.compare" in loaded
    assert not [name for name in loaded if name.startswith(("hloom.passes", "hloom.vhlo", "hloom.codegen", "llvmlite",
                                                            "hloom.debug.engines", "hloom.debug.nan"))]


def test_indexing_and_xla_are_loaded_when_asked_for() -> None:
    assert not {"hloom.indexing", "hloom.xla"} & modules_after("import hloom")
    assert {"hloom.indexing", "hloom.xla"} <= modules_after("import hloom; hloom.indexing.parse_map; hloom.xla.Shape")


#: Compiles a program of one addition, and says what that loaded, how long it took, and what its statistics say of that.
COMPILES = """
import json, sys
from time import perf_counter
import hloom
module = hloom.parse("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> { %0 = stablehlo.OPERATION : tensor<8xf32>"
                     "return %0 : tensor<8xf32> }")
before, start = set(sys.modules), perf_counter()
executable = hloom.compile(module)
seconds = perf_counter() - start
again = hloom.compile(module)
print(json.dumps([sorted(set(sys.modules) - before), seconds, executable.stats, again.stats]))
"""
#: Families of kernels that a sum has nothing of.
FAMILIES = ("hloom.codegen.cpu.contraction", "hloom.codegen.cpu.contractions", "hloom.codegen.cpu.sorting.family",
            "hloom.codegen.cpu.linear.family", "hloom.codegen.cpu.fft.family", "hloom.codegen.cpu.irregular",
            "hloom.codegen.cpu.back_to_back_gemms")


def compiled(cache: Path, operation: str = "add %x, %x", **environment: str) -> tuple[set[str], float, Any, Any]:
    environment = {**os.environ, "HLOOM_CACHE": str(cache), "HLOOM_LIBRARY": "0", **environment}
    done = subprocess.run([sys.executable, "-c", COMPILES.replace("OPERATION", operation)], capture_output=True, text=True,
                          timeout=120, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    loaded, *rest = json.loads(done.stdout)
    return set(loaded), *rest


def test_the_first_compilation_says_how_long_the_start_takes(tmp_path: Path) -> None:
    """What statistics say adds up to what a user measures: of an empty cache, of one that knows the machine, and of one that
    knows the program. Nothing starts a second time. What came from the cache has no other stage, in a process's first, too."""
    for number, operation in enumerate(("add %x, %x", "multiply %x, %x", "add %x, %x")):
        _, measured, stats, again = compiled(tmp_path, operation)
        assert (list(stats["seconds"]) == ["cache"]) == (number == 2) and list(again["seconds"]) == ["cache"]
        total = stats["start_seconds"] + sum(stats["seconds"].values())
        assert 0.7 * measured < total < 1.01 * measured and "start_seconds" not in again, (number, measured, stats)


def test_a_sum_loads_no_families_of_kernels(tmp_path: Path) -> None:
    loaded, *_ = compiled(tmp_path)
    assert "llvmlite.binding" in loaded and not [name for name in loaded if name.startswith(FAMILIES)]
    assert len(loaded) < 290
    without_threads, *_ = compiled(tmp_path / "alone", HLOOM_THREADS="1")
    assert len(without_threads) < 290


#: Compiles a program that names most families, and prints what the stages before machine code have imported.
STAGES = """
import json, sys
import hloom, hloom.driver.stages
made, seen = hloom.driver.stages.stages, []
def watched(*args, **options):
    before = set(sys.modules)
    try:
        return made(*args, **options)
    finally:
        seen.append(sorted(set(sys.modules) - before))
hloom.driver.stages.stages = watched
hloom.compile(hloom.parse(sys.argv[1]))
print(json.dumps([seen, sorted(sys.modules)]))
"""
MANY_FAMILIES = """
func.func @main(%x: tensor<8x8xf32>, %k: tensor<3x3x1x1xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<1x8x8x1xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = "stablehlo.sort"(%p) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = stablehlo.cholesky %x, lower = true : tensor<8x8xf32>
  %u = stablehlo.dynamic_update_slice %s, %c, %z, %z
      : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  %f = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8x8xf32>) -> tensor<8x5xcomplex<f32>>
  %i = stablehlo.fft %f, type = IRFFT, length = [8] : (tensor<8x5xcomplex<f32>>) -> tensor<8x8xf32>
  %r = stablehlo.reshape %x : (tensor<8x8xf32>) -> tensor<1x8x8x1xf32>
  %v = stablehlo.convolution(%r, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x8x8x1xf32>
  return %u, %i, %v : tensor<8x8xf32>, tensor<8x8xf32>, tensor<1x8x8x1xf32>
}
"""


def test_the_families_of_a_program_are_imported_before_it_is_compiled(tmp_path: Path) -> None:
    """What they take counts as the start, and nothing is imported in the midst of a compilation."""
    done = subprocess.run([sys.executable, "-c", STAGES, MANY_FAMILIES], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "HLOOM_CACHE": str(tmp_path), "HLOOM_LIBRARY": "0"}, check=False)
    assert done.returncode == 0, done.stderr
    (imported,), loaded = json.loads(done.stdout)
    assert not [name for name in imported if name.startswith("hloom")], imported
    assert {"hloom.codegen.cpu.contractions", "hloom.codegen.cpu.sorting.family", "hloom.codegen.cpu.fft.family",
            "hloom.codegen.cpu.linear.family", "hloom.codegen.cpu.update_slice"} <= set(loaded)


def test_a_program_from_the_cache_loads_neither_compiler_nor_llvm(tmp_path: Path) -> None:
    compiled(tmp_path)
    loaded, *_ = compiled(tmp_path)
    assert len(loaded) < 100
    assert not [name for name in loaded if name.startswith(("llvmlite", "hloom.passes", "hloom.codegen.cpu.compiler"))]
