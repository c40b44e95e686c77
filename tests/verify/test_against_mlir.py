"""What MLIR's verifier says of the programs: it accepts the valid one of every operation, and rejects what breaks a constraint."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.cli.broken import broken_programs
from tests.ops.operations import PROGRAMS

ir = pytest.importorskip("jaxlib.mlir.ir")
mlir = pytest.importorskip("jax.interpreters.mlir")

pytestmark = pytest.mark.slow
#: What MLIR says of types and operations that jaxlib is built without.
UNKNOWN = "unregistered"

#: Valid programs that MLIR rejects: shapes that are tensors where it wants `!shape.shape`, and shardings of the operands.
STRICTER = {
    "sdy.all_gather", "sdy.all_reduce", "sdy.all_to_all", "sdy.collective_permute", "sdy.replicated_to_unreduced",
    "sdy.sharded_to_unreduced", "shape.cstr_broadcastable", "shape.debug_print", "shape.from_extent_tensor",
    "shape.index_to_size", "shape.max", "shape.min", "shape.value_of",
}
#: Constraints that the specification states, or that follow from what an operation computes, and MLIR does not check.
LAXER = set("""
all_gather_c3 all_gather_c5 all_gather_inputs all_reduce_c2 all_reduce_inputs all_to_all_c6 all_to_all_inputs
""".split())


@pytest.fixture(scope="module")
def context() -> Any:
    return mlir.make_ir_context()


def rejects(context: Any, text: str) -> str:
    """What MLIR has against a program; empty if nothing."""
    with context:
        try:
            ir.Module.parse(text).operation.verify()
        except ir.MLIRError as error:
            return "; ".join(found.message for found in error.error_diagnostics) or str(error)
    return ""


def test_valid_programs_are_accepted(context: Any) -> None:
    found = {name: rejects(context, text) for name, text in PROGRAMS.items()}
    assert {name for name, message in found.items() if message and UNKNOWN not in message} == STRICTER


def test_broken_programs_are_rejected(context: Any) -> None:
    assert {program.code for program in broken_programs().values() if not rejects(context, program.text)} == LAXER
