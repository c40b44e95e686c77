"""Writes tests/cases/operations: self-checking programs of operations whose results are known from elsewhere.

    python -m tools.make_cases [NAME ...]

Which operations, and on what, follows from their examples and from what draws them at random (`tests/ops/drawing`); what they
must give comes from `tests/ops/expected`, which knows nothing of hloom. Operands pass through an optimization_barrier, so that
the compiler computes the operation instead of folding it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Region
from hloom.ir.location import UNKNOWN
from hloom.ir.types import FunctionType
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.definition.operation import REGISTRY
from hloom.verify import verify
from tests.ops.drawing.known import known_cases
from tests.ops.drawing.language import Case
from tests.ops.expected.language import EXPECTED, expected

CASES = Path(__file__).resolve().parents[1] / "tests" / "cases" / "operations"
#: How many functions a file has, and how many elements together those operations have that are drawn.
COUNT, MOST_ELEMENTS = 5, 60


def path_of(name: str) -> Path:
    """The file of an operation."""
    dialect, _, mnemonic = name.partition(".")
    return CASES / dialect / f"{mnemonic}.mlir"


def text_of(name: str) -> str:
    """The module of the cases of an operation: a function for each."""
    block = Block()
    for number, case in enumerate(known_cases(name, COUNT, most_elements=MOST_ELEMENTS)):
        block.append(_function(f"case_{number}", case))
    module: Any = Module([], regions=[Region([block])])
    verify(module)
    return f"{module}\n"


def _function(name: str, case: Case) -> Any:
    """A function without arguments that does an operation on constants, and checks the results."""
    op, arrays = case
    build = Builder(Block(), UNKNOWN, None)
    operands = [build("stablehlo.optimization_barrier", build("stablehlo.constant", value=_dense(x, v)))
                for x, v in zip(arrays, op.operands)]
    results = build.block.append(clone(op, dict(zip(op.operands, operands)))).results
    for result, wanted in zip(results, expected(op, arrays)):
        entry, value = EXPECTED[op.name], _dense(wanted, result)
        if entry.absolute and wanted.dtype.kind in "fc":
            build("check.expect_almost_eq_const", result, value=value, tolerance=entry.absolute)
        elif entry.units and wanted.dtype.kind in "fc":
            build("check.expect_close", result, build("stablehlo.constant", value=value), max_ulp_difference=entry.units)
        else:
            build("check.expect_eq_const", result, value=value)
    build("func.return", [], result_types=())
    return REGISTRY["func.func"].create(regions=[Region([build.block])], sym_name=name, function_type=FunctionType((), ()),
                                        result_types=())


def _dense(array: np.ndarray, like: Any) -> DenseElementsAttr:
    return DenseElementsAttr.of(np.ascontiguousarray(array).reshape(like.type.shape), like.type)


def main() -> None:
    for name in sys.argv[1:] or sorted(EXPECTED):
        path_of(name).parent.mkdir(parents=True, exist_ok=True)
        path_of(name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
