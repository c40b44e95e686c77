"""Scalars in runs: Python's operators on them give, bit by bit and without warnings, what NumPy's functions give on arrays."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import hloom
from hloom.reference.plan import _ON_SCALARS
from hloom.support.diagnostics import EvaluationError

EXTREMES = {
    "i8": np.array([0, 1, -1, 7, 127, -128], np.int8), "i32": np.array([0, 1, -1, 7, 2**31 - 1, -(2**31)], np.int32),
    "i64": np.array([0, 1, -1, 7, 2**63 - 1, -(2**63)], np.int64), "ui8": np.array([0, 1, 2, 7, 254, 255], np.uint8),
    "ui64": np.array([0, 1, 2, 7, 2**63, 2**64 - 1], np.uint64), "i1": np.array([False, True]),
    "f32": np.array([0.0, -0.0, 1.5, -3e38, np.inf, np.nan], np.float32),
    "f64": np.array([0.0, -0.0, 1e300, -1e300, -np.inf, np.nan]),
    "complex<f32>": np.array([0, 1 - 2j, 3e38j, complex(np.inf, 0)], np.complex64),
}
OPERATIONS = ["add", "subtract", "multiply", "divide", "maximum", "and", "xor", "negate", "remainder"]


def program(op: str, type: str, operands: int) -> str:
    arguments = ", ".join(f"%{k}: {type}" for k in range(operands))
    names = ", ".join(f"%{k}" for k in range(operands))
    return f"func.func @main({arguments}) -> {type} {{\n%r = stablehlo.{op} {names} : {type}\nreturn %r : {type}\n}}"


@pytest.mark.parametrize("name", EXTREMES)
def test_scalars_as_arrays(name: str) -> None:
    values = EXTREMES[name]
    x, y = (part.reshape(-1) for part in np.meshgrid(values, values))
    for op in OPERATIONS:
        module = hloom.parse(program(op, f"tensor<{name}>", 1 if op == "negate" else 2))
        if hloom.diagnose(module) or (op, name) == ("remainder", "complex<f32>"):
            continue  # the operation does not take the type
        vectors = hloom.parse(program(op, f"tensor<{len(x)}x{name}>", 1 if op == "negate" else 2))
        pairs = (x,) if op == "negate" else (x, y)
        [wanted] = hloom.evaluate(vectors, *pairs)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = [hloom.evaluate(module, *operands)[0] for operands in zip(*pairs)]
        assert {f.dtype for f in found} == {wanted.dtype}
        np.testing.assert_array_equal(np.stack(found), wanted, err_msg=op)
        assert [f.tobytes() for f in found if f == f] == [w.tobytes() for w in wanted if w == w], op


def test_the_remainder_of_complex_numbers_is_not_specified() -> None:
    type = "tensor<complex<f32>>"
    with pytest.raises(EvaluationError, match="remainder has no meaning for complex<f32>") as caught:
        hloom.evaluate(hloom.parse(program("remainder", type, 2)), np.complex64(1), np.complex64(2))
    assert caught.value.diagnostics[0].line == 2


def test_comparisons_of_scalars_are_truth_values() -> None:
    text = """func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
      %r = stablehlo.compare LE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %r : tensor<i1>
    }"""
    found = hloom.evaluate(hloom.parse(text), np.float32(np.nan), np.float32(1))[0]
    assert found.dtype == np.bool_ and not found


def test_every_operator_stands_for_its_function() -> None:
    x, y = np.array([1.0, 2.0, np.nan]), np.array([2.0, 2.0, 1.0])
    integers = np.array([5, 9, 12]), np.array([3, 9, 10])
    for function, operator in _ON_SCALARS.items():
        operands = integers if function in (np.bitwise_and, np.bitwise_or, np.bitwise_xor) else (x, y)
        for pair in zip(*operands):
            used = pair[: function.nin]
            np.testing.assert_array_equal(operator(*used), function(*used))
