"""`import hloom` stays fast: it loads NumPy and ml_dtypes and no back end, framework or command line."""

from __future__ import annotations

import json
import subprocess
import sys

UNWANTED = {"llvmlite", "jax", "jaxlib", "torch", "torch_mlir", "scipy", "islpy", "z3", "argparse", "multiprocessing"}


def modules_after(statement: str) -> set[str]:
    """What a fresh interpreter has loaded after a statement, beyond what NumPy and ml_dtypes load themselves."""
    program = (
        "import sys, json, numpy, ml_dtypes; before = set(sys.modules); "
        f"{statement}; print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return set(json.loads(done.stdout))


def test_import_loads_no_back_end() -> None:
    loaded = modules_after("import hloom")
    assert "hloom" in loaded
    assert not {name.split(".")[0] for name in loaded} & UNWANTED
    assert not [name for name in loaded if name.startswith(
        ("hloom.cli", "hloom.bridges", "hloom.codegen.llvm", "hloom.codegen.cpu"))]


def test_number_of_modules_is_bounded() -> None:
    assert len(modules_after("import hloom")) < 230


def test_checking_a_program_loads_no_back_end() -> None:
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    loaded = modules_after(f"import hloom; hloom.parse({text!r}).verify()")
    assert not {name.split(".")[0] for name in loaded} & {"llvmlite", "jax", "jaxlib"}


def test_indexing_and_xla_are_loaded_when_asked_for() -> None:
    assert not {"hloom.indexing", "hloom.xla"} & modules_after("import hloom")
    assert {"hloom.indexing", "hloom.xla"} <= modules_after("import hloom; hloom.indexing.parse_map; hloom.xla.Shape")
