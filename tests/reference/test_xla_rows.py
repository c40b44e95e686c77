"""What XLA's own evaluator gives: values and rules of single operations, from a table beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.convert import convert
from hloom.numbers.element_type import F64
from hloom.reference.interpreter import Interpreter
from hloom.support.diagnostics import InputError
from tests.reference.xla_row import array_of, entry_of, program_of

TABLE = Path(__file__).resolve().parents[3] / "shared" / "xla" / "shape_cases.json"
ROWS = {row["id"]: row for row in (json.loads(TABLE.read_text())["rows"] if TABLE.exists() else ())}
VALUES = [key for key, row in ROWS.items() if row["kind"] == "eval" and key != "EV_GetDimensionSizeDynamic"]
#: Rules about one operation on given values; the others speak of client functions, branches and comparators.
RULES = [key for key, row in ROWS.items()
         if row["kind"] == "rule" and row["op"] not in ("MakePadding(kSame)", "conditional", "sort")]
#: What HLO accepts beyond StableHLO's constraints: any operation may be asynchronous, a reduction may narrow its numbers.
BEYOND_STABLEHLO = {"EV_AsyncNegate", "EV_MixedPrecisionReduction"}
#: Values that the table gives with six digits.
ROUNDED = {"EV_DoesAbsC128", "EV_IRFFT2D_3x3"}

pytestmark = pytest.mark.shared


def results_of(key: str, operands: list[dict[str, Any]], attrs: dict[str, Any], results: list[str]) -> tuple[Any, ...]:
    text = program_of(ROWS[key]["op"], [entry["shape"] for entry in operands], attrs, results)
    module = hloom.parse(text)
    if key in BEYOND_STABLEHLO:
        with pytest.raises(hloom.VerificationError):
            module.verify()
        return Interpreter(module, {}).run_function("main", *map(array_of, operands))
    return hloom.evaluate(module, *map(array_of, operands))


@pytest.mark.parametrize("key", VALUES)
def test_values(key: str) -> None:
    row = ROWS[key]
    expected = row["expected"].get("tuple", [row["expected"]])
    found = results_of(key, row["operands"], row["attrs"], [entry["shape"] for entry in expected])
    for value, entry in zip(found, expected, strict=True):
        wanted = array_of(entry)
        assert value.dtype == wanted.dtype and value.shape == wanted.shape
        if key in ROUNDED:
            np.testing.assert_allclose(value, wanted, atol=2e-6)
        else:
            np.testing.assert_array_equal(value, wanted)


@pytest.mark.parametrize("key", RULES)
def test_rules(key: str) -> None:
    row = ROWS[key]
    operands = [entry_of(text) for text in row["operands"]]
    shape = f"{row['attrs']['to']}[]" if row["op"] == "convert" else operands[0]["shape"]
    [value] = results_of(key, operands, row["attrs"], [shape])
    expected = entry_of(f"{shape} {row['expected']}")["value"]
    np.testing.assert_array_equal(convert(value, F64), expected)


def test_a_bounded_dimension_has_its_own_size() -> None:
    assert ROWS["EV_GetDimensionSizeDynamic"]["expected"] == {"shape": "s32[]", "value": 3}
    module = hloom.parse("""func.func @main(%x: tensor<4xi32>, %n: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
      %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
      return %1 : tensor<i32>
    }""")
    module.verify()
    assert hloom.evaluate(module, np.arange(4, dtype=np.int32), np.int32(3))[0] == 3


def test_a_branch_out_of_range_is_the_last() -> None:
    assert ROWS["RU_ConditionalOob"]["expected"] == "branch 2"
    branches = ", ".join(f"{{\n%b{k} = stablehlo.constant dense<{k}> : tensor<i32>\nstablehlo.return %b{k} : tensor<i32>\n}}"
                         for k in range(3))
    module = hloom.parse(f"""func.func @main(%i: tensor<i32>) -> tensor<i32> {{
      %0 = "stablehlo.case"(%i) ({branches}) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }}""")
    module.verify()
    assert [int(hloom.evaluate(module, np.int32(i))[0]) for i in (-3, 0, 1, 2, 7)] == [2, 0, 1, 2, 2]


def test_a_comparator_takes_the_operands_in_pairs() -> None:
    assert ROWS["RU_SortComparator"]["expected"] == "comparator(lhs0, rhs0, lhs1, rhs1, ...)"
    module = hloom.parse("""func.func @main(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
      %0:2 = "stablehlo.sort"(%x, %y) ({
      ^bb0(%a0: tensor<i32>, %b0: tensor<i32>, %a1: tensor<f32>, %b1: tensor<f32>):
        %c = stablehlo.compare GT, %a1, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)
      return %0#0, %0#1 : tensor<4xi32>, tensor<4xf32>
    }""")
    module.verify()
    numbers, keys = hloom.evaluate(module, np.arange(4, dtype=np.int32), np.array([2, 9, -1, 2], np.float32))
    assert numbers.tolist() == [1, 0, 3, 2] and keys.tolist() == [9, 2, 2, -1]


def test_arguments_that_do_not_fit_are_refused() -> None:
    assert {key for key, row in ROWS.items() if row["kind"] == "eval_error"} == {"EV_WrongShapeError", "EV_WrongArgCountError"}
    module = hloom.parse("func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {\n  return %x : tensor<1xi32>\n}")
    with pytest.raises(InputError, match=r"argument 0 of @main must have shape \[1\], got \[2\]"):
        hloom.evaluate(module, np.zeros(2, np.int32))
    with pytest.raises(InputError, match="takes 1 arguments, got 2"):
        hloom.evaluate(module, np.zeros(1, np.int32), np.zeros(1, np.int32))
