"""Rows of our own in the formats of the tables, so that every operation and every form of a row has one.

Shapes of results are those that XLA's parser infers; values are NumPy's or follow from the specification.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.xla import rows


def shaped(op: str, operands: list[str], expected: str, **attrs: Any) -> dict[str, Any]:
    return {"id": op, "kind": "shape", "op": op, "operands": operands, "attrs": attrs, "expected_shape": expected}


def refused(op: str, operands: list[str], message: str = "(any error)", **attrs: Any) -> dict[str, Any]:
    return {"id": op, "kind": "shape_error", "op": op, "operands": operands, "attrs": attrs, "error_contains": message}


def value(array: Any, dtype: str) -> dict[str, Any]:
    found = np.asarray(array)
    return {"shape": f"{dtype}[{','.join(map(str, found.shape))}]", "value": found.tolist()}


def evaluated(op: str, operands: list[dict[str, Any]], expected: dict[str, Any], **attrs: Any) -> dict[str, Any]:
    return {"id": op, "kind": "eval", "op": op, "operands": operands, "attrs": attrs, "expected": expected}


def ruled(op: str, operands: list[Any], expected: Any, **attrs: Any) -> dict[str, Any]:
    return {"id": op, "kind": "rule", "op": op, "operands": operands, "attrs": attrs, "expected": expected}


def helper(op: str, operands: list[Any], expected: Any, kind: str = "shape_util") -> dict[str, Any]:
    return {"id": op, "kind": kind, "op": op, "operands": operands, "expected": expected}


X, M = "f32[4,6]", "f32[4,4]"
SAME_SHAPE = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cosine", "cosh", "erf", "exponential",
              "exponential-minus-one", "floor", "log", "log-plus-one", "logistic", "negate", "round-nearest-afz",
              "round-nearest-even", "rsqrt", "sign", "sine", "sinh", "sqrt", "tan", "tanh", "abs", "copy", "opt-barrier",
              "real", "imag")
SHAPES = [
    *(shaped(name, [X], X) for name in SAME_SHAPE),
    *(shaped(name, ["u32[?]"], "u32[?]") for name in ("popcnt", "count-leading-zeros", "not")),
    *(shaped(name, ["s32[<=4,6]", "s32[]"], "s32[<=4,6]") for name in (
        "add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "shift-left",
        "shift-right-arithmetic", "shift-right-logical", "subtract", "xor", "mulhi")),
    shaped("while", ["(s32[],f32[3])"], "(s32[],f32[3])", condition="((s32[],f32[3]))->pred[]",
           body="((s32[],f32[3]))->(s32[],f32[3])"),
    shaped("cholesky", ["f32[?,4,4]"], "f32[?,4,4]", lower=True),
    shaped("triangular-solve", [M, X], X, left_side=True, lower=True, unit_diagonal=False, transpose_a="NO_TRANSPOSE"),
    shaped("all-reduce", ["f32[?,10]"], "f32[?,10]"), shaped("all-reduce", [X, M], f"({X},{M})", to_apply="add"),
    shaped("reduce-scatter", ["f32[?,10]"], "f32[?,10]", scatter_dimension=0, shard_count=2),
    shaped("all-to-all", ["f32[8,?]"], "f32[2,?]", split_dimension=0, concat_dimension=1, split_count=4),
    shaped("all-to-all", [X, X], f"({X},{X})"), shaped("collective-broadcast", ["f32[?,10]"], "f32[?,10]"),
    shaped("batch-norm-inference", [X, *["f32[6]"] * 4], X, feature_index=1),
    shaped("dynamic-reshape", [X, "s32[]", "s32[]"], "f32[<=3,<=8]", dimensions=[3, 8], dynamic=[True, True]),
    shaped("scan", ["f32[6]", "f32[]"], "(f32[6],f32[])", dimensions=[0], num_carries=1, to_apply="(f32[],f32[])->(f32[],f32[])"),
    shaped("stochastic-convert", ["f32[?]", "u32[?]"], "s8[?]", new_element_type="s8"),
    shaped("rng", ["f32[]", "f32[]"], "f32[3,<=5]", distribution="rng_normal"),
    shaped("rng-bit-generator", ["u64[2]"], "(u64[2],u32[3])", algorithm="rng_three_fry"),
    shaped("sort", [X, "s32[4,6]"], f"({X},s32[4,6])", dimension=0, is_stable=True, to_apply="(f32[],f32[],s32[],s32[])->pred[]"),
    shaped("topk", ["bf16[<=5,4]"], "(bf16[<=5,2],s32[<=5,2])", k=2, largest=False),
    shaped("map", [X, X], X, to_apply="add"), shaped("ragged-all-to-all", [X, "f32[9,6]", *["s32[2]"] * 4], "f32[9,6]"),
    shaped("collective-permute", [X, M], f"({X},{M})", source_target_pairs=[[0, 1], [1, 0]]),
    shaped("collective-permute-start", [X], f"({X},{X})"), shaped("after-all", ["token[]", "token[]"], "token[]"),
    shaped("get-dimension-size", ["f32[?,3]"], "s32[]", dimension=0),
    shaped("convolution", ["f32[2,8]", "(f32[2,3],s32[2,3])"], "f32[2,3]", dim_labels="bf_io->bf", conv_kind="fprop",
           sparsity_rhs={"num_non_zero": 1, "block_size": 4, "dimension": 0, "stride": 1}),
    shaped("convolution", ["f32[2,9,5]", "f32[5,3,4]"], "f32[2,7,4]", dim_labels="b0f_i0o->b0f", window="size=3",
           conv_kind="wgrad"),
    shaped("reshape", ["f32[?,3]"], "f32[9]", dimensions=[9]),
    shaped("reshape", ["f32[<=2,6]"], "f32[<=12]", dimensions=[12], inferred_dimension=0),
    shaped("transpose", ["f32[4,6]{1,0}"], "f32[6,4]{0,1}", permutation=[1, 0]),
    shaped("copy-done", ["(f32[4,6],f32[4,6],u32[])"], X), shaped("bitcast", [X], "f32[24]"),
    shaped("reduce-precision", [X], X, exponent_bits=5, mantissa_bits=2),
]
ERRORS = [
    refused("while", ["s32[]"], "Condition must take 1 arguments; got 2.", condition="(s32[],s32[])->pred[]",
            body="(s32[])->s32[]"),
    refused("while", ["s32[]"], "Condition must return a boolean", condition="(s32[])->s32[]", body="(s32[])->s32[]"),
    refused("while", ["s32[]"], "must all have the same shape", condition="(s32[])->pred[]", body="(s32[])->f32[]"),
    refused("topk", ["f32[4]"], "k argument", k=5),
    refused("map", [X], "function arity must match", to_apply="(f32[],f32[])->f32[]"),
    refused("stochastic-convert", ["s32[2]", "u32[2]"], "supports only floating point operand conversion", new_element_type="s8"),
    refused("stochastic-convert", ["f32[2]", "s32[2]"], "must be unsigned integers", new_element_type="s8"),
    refused("stochastic-convert", ["f32[2]", "u16[2]"], "same bits as the operand", new_element_type="s8"),
    refused("cholesky", ["f32[4,6]"]), refused("reshape", ["f32[?,<=3]"], dimensions=[3]),
    refused("convolution", ["f32[2,8]", "f32[2,3]"], "Only 1:N sparsity", dim_labels="bf_io->bf",
            sparsity_rhs={"num_non_zero": 2, "block_size": 4, "dimension": 0, "stride": 1}),
    refused("convolution", ["f32[2,8]", "(f32[8,3],s32[8,3],s32[])"], "must have 2 elements", dim_labels="bf_io->bf"),
    refused("all-to-all", ["f32[9]"], "dividable by split_count", split_dimension=0, concat_dimension=0, split_count=2),
    refused("sort", ["f32[4]", "f32[5]"]), refused("negate", ["pred[]"]),
]
A = np.array([[1.5, -2.5], [3.0, -0.5]])
I = np.array([[7, -3], [0, 12]])
VALUES = [
    evaluated("ceil", [value(A, "f32")], value(np.ceil(A), "f32")), evaluated("sine", [value(A, "f64")], value(np.sin(A), "f64")),
    evaluated("maximum", [value(I, "s16"), value(-I, "s16")], value(abs(I), "s16")),
    evaluated("or", [value(I, "s8"), value([[1, 2], [3, 4]], "s8")], value(I | [[1, 2], [3, 4]], "s8")),
    evaluated("round-nearest-even", [value(A, "bf16")], value(np.rint(A), "bf16")),
    evaluated("transpose", [value(I, "s32")], value(I.T, "s32"), permutation=[1, 0]),
    evaluated("reshape", [value(I, "s64")], value(I.reshape(4), "s64")),
    evaluated("sort", [value([3, 1, 2], "f32"), value([0, 1, 2], "s32")],
              {"tuple": [value([1, 2, 3], "f32"), value([1, 2, 0], "s32")]}, dimensions=[0], is_stable=True),
    evaluated("topk", [value([3, 1, 2, 5], "f32")], {"tuple": [value([5, 3], "f32"), value([3, 0], "s32")]}, k=2),
    evaluated("negate(add(lhs, rhs))", [value(I, "s32"), value(I, "s32")], value(-2 * I, "s32")),
    evaluated("multiply(a, a)", [value(I, "s32")], value(I * I, "s32")),
    evaluated("map", [value([1, 2], "f32"), value([3, 4], "f32")], value([4, 6], "f32"), to_apply="add"),
    evaluated("cholesky", [value([[4, 0], [2, 5]], "f32")], value([[2, 0], [1, 2]], "f32"), lower=True),
    evaluated("triangular-solve", [value([[2, 0], [1, 4]], "f32"), value([[2], [9]], "f32")], value([[1], [2]], "f32"),
              left_side=True, lower=True),
    evaluated("reduce", [value(I, "s32"), value(0, "s32")], value(int(np.max(I)), "s32"), dimensions=[0, 1], to_apply="maximum"),
    evaluated("stochastic-convert", [value([1.25, -1.25], "f32"), value([0, 2**31], "u32")], value([2, -1], "s8")),
    evaluated("bitcast", [value(np.arange(6), "s32")], value(np.arange(6).reshape(2, 3), "s32")),
    evaluated("iota", [], value(np.broadcast_to(np.arange(3), (2, 3)), "s32"), iota_dimension=1),
    evaluated("popcnt", [value([0, 1, 7, 255], "u8")], value([0, 1, 3, 8], "u8")),
    evaluated("imag", [{"shape": "c64[2]", "value": [[1, 2], [3, -4]]}], value([2, -4], "f32")),
]
RULES = [
    ruled("divide", ["s32[] -2147483648", "s32[] -1"], -2147483648), ruled("divide", ["s32[] 7", "s32[] 0"], -1),
    ruled("remainder", ["s32[] -2147483648", "s32[] -1"], 0), ruled("maximum", ["f32[] nan", "f32[] 1"], "nan"),
    ruled("shift-left", ["s32[] 1", "s32[] 32"], 0), ruled("shift-right-logical", ["s32[] -1", "s32[] 33"], 0),
    ruled("convert", ["f32[] nan"], 0, to="s32"), ruled("round-nearest-afz", ["f32[] -2.5"], -3),
    ruled("round-nearest-even", ["f32[] 2.5"], 2), ruled("sign", ["f32[] nan"], "nan"),
    ruled("count-leading-zeros", ["u8[] 0"], 8),
    ruled("reduce-precision", ["f32[] 65504"], 65504, exponent_bits=5, mantissa_bits=10),
    ruled("add", ["s8[] 127", "s8[] 1"], -128), ruled("sqrt", ["f32[] -1"], "nan"), ruled("power", ["s32[] 2", "s32[] -1"], 0),
    ruled("conditional", ["s32[] 7", "3 branches"], "branch 2"), ruled("conditional", ["s32[] 1", "3 branches"], "branch 1"),
    ruled("MakePadding(kValid)", [{"base": 24, "window": 7, "stride": 2}], {"pad": [0, 0], "output": 9}),
    ruled("MakePadding(kSame)", [{"base": 24, "window": 4, "stride": 2}], {"pad": [1, 1], "output": 12}),
    ruled("transpose", ["s32[2,2] { {1,2}, {3,4} }"], "{ {1,3}, {2,4} }", permutation=[1, 0]),
]
HELPERS = [
    helper("AlignLayouts", ["f32[3,2,2]{1,0,2}", "f32[6,2]"], "f32[6,2]{0,1}"),
    helper("AlignLayouts", ["f32[3,4]{0,1}", "f32[6,2]"], None),
    helper("DeduceTransposeDimensionsForBitcast", ["f32[2,3]{1,0}", "f32[3,2]{0,1}"], [1, 0]),
    helper("DeduceTransposeDimensionsForBitcast", ["f32[2,3]{1,0}", "f32[3,2]{1,0}"], None),
    helper("DimensionsUnmodifiedByReshape", ["f32[2,3,1]", "f32[2,3]"], [[0, 0], [1, 1]]),
    helper("InsertedOrDeleted1SizedDimensions", ["f32[1,2,1,3]", "f32[2,3,1]"], [True, [0, 2], [2]]),
    helper("InsertedOrDeleted1SizedDimensions", ["f32[1,2]", "f32[2]"], {"deleted_dimensions": [0], "inserted_dimensions": []}),
    helper("MakeMaybeTupleShape", [["f32[2]"]], "f32[2]"),
    helper("MakeMaybeTupleShape", [["f32[2]", "s32[]"]], "(f32[2],s32[])"),
    helper("MakeShapeWithDescendingLayoutAndSamePhysicalLayout", ["f32[128,24,4,48]{2,3,1,0}"], "f32[128,24,48,4]{3,2,1,0}"),
    helper("PrependMajorDimension", ["f32[10,20]{0,1}", 3], "f32[3,10,20]{1,2,0}"),
    helper("IsReshapeOrTransposeBitcast(ignore_element_type=true)", ["f32[10,5]{1,0}", "f16[5,10]{0,1}"], True),
    helper("ByteSizeOf", ["s4[7]{0:E(4)}"], 4), helper("ByteSizeOf", ["(f32[],s8[3])", 8], 16),
    helper("HumanString", ["(opaque[],f32[],u32[1,2]{1,0})"], "(opaque[], f32[], u32[1,2])"),
    helper("HumanStringWithLayout", ["(opaque[],f32[],u32[1,2])"], "(opaque[], f32[], u32[1,2]{1,0})"),
    helper("EqualStructure", ["(f32[])", "(s32[3])"], True), helper("ChangeElementType", ["f32[2]", "s32"], "s32[2]"),
    helper("DeleteDimension", ["f32[5,3,2]{2,0,1}", 1], "f32[5,2]{1,0}"),
    helper("FindLogicalTranspose021", ["f32[8,32768,16]", "f32[8,16,32768]", [0, 2, 1]], [8, 16, 32768]),
    helper("GetDimension", ["f32[2,3]", -3], "error"),
    helper("SetToDefaultLayout", ["(f32[2,3]{0,1},f32[4] (no layout))"], "(f32[2,3]{1,0},f32[4]{0})", "layout_util"),
    helper("IsSparseArray", ["f32[2,3]{1,0:D(C,D)}"], True, "layout_util"),
    helper("Equal", ["{1,0:T(2,4)}", "{1,0}"], False, "layout_util"),
    helper("HumanString", ["{1,0:T(2,4)}"], "{1,0:T(2,4)}", "layout_util"),
    helper("ValidateLayoutForShape", ["{0}", "f32[2,3]"], "error", "layout_util"),
    helper("BumpIndices", ["s32[2,2]", [1, 1]], False, "index_util"),
    helper("MultidimensionalIndexToLinearIndex", ["f32[]", []], 0, "index_util"),
    helper("LinearIndexToMultidimensionalIndex", ["f32[]", 0], [], "index_util"),
    helper("Linear->Multi->Linear round trip", ["f32[3,4]{0,1}", [0, 11, 5]], "identity", "index_util"),
]


@pytest.mark.parametrize("row", [*SHAPES, *ERRORS, *VALUES, *RULES, *HELPERS], ids=lambda row: f"{row['kind']}-{row['op']}")
def test_row(row: dict[str, Any]) -> None:
    assert rows.check(row) is None
