"""Rows that name operations and attributes otherwise than those of the tables, as XlaBuilder, messages and texts do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hloom.text.hlo.opcodes import UNKNOWN
from hloom.xla import ops
from tests.xla import rows
from tests.xla.kind_builder import KNOWN
from tests.xla.row_names import instruction_name
from tests.xla.test_own_rows import evaluated, refused, ruled, shaped, value

SHAPES = [
    shaped("Abs", ["f32[?]"], "f32[?]"),
    shaped("BroadcastInDim", ["f32[3]"], "f32[2,3]", out_dim_size=[2, 3], broadcast_dimensions=[1]),
    shaped("BroadcastInDim", ["f32[<=2,?]"], "f32[<=2,3,4]", output_shape="f32[<=2,3,4]", broadcast_dimensions=[0, 2]),
    shaped("broadcast-in-dim", ["f32[3]"], "f32[2,3]", output_shape="f32[2,3]", dimensions=[1]),
    shaped("Broadcast", ["f32[3]"], "f32[2,3]", broadcast_sizes=[2]),
    shaped("Rev", ["f32[3,4]"], "f32[3,4]", dimensions=[0]),
    shaped("optimization-barrier", ["f32[?,10]"], "f32[?,10]"),
    shaped("DotGeneral", ["f32[2,3]", "f32[3,4]"], "f32[2,4]", lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0]),
    shaped("reduce-scatter", ["f32[?,10]"], "f32[?,10]", scatter_dimension=0, shard_count=2, to_apply="add"),
    shaped("reduce-scatter", ["f32[?,10]"], "f32[?,10]", scatter_dimension=0, shard_count=2, to_apply="(f32[],f32[])->f32[]"),
    shaped("all-reduce", ["f32[?,10]"], "f32[?,10]", to_apply="(f32[],f32[])->f32[]"),
    shaped("all-reduce(tuple)", ["f32[?,10]", "f32[?,10]"], "(f32[?,10],f32[?,10])", to_apply="(f32[],f32[])->f32[]"),
    shaped("all-to-all", ["f32[?,10]"], "f32[?,10]", split_dimension=0, concat_dimension=0, split_count=2),
    shaped("all-to-all(array)", ["f32[?,10]"], "f32[?,5]", split_dimension=1, concat_dimension=0, split_count=2),
    shaped("call", ["f32[?,10]"], "f32[?]", to_apply="(f32[?,10])->f32[?]"),
    shaped("cholesky", ["f32[?,?,?]"], "f32[?,?,?]"),
    shaped("collective-permute", ["f32[?,10]", "f32[?,10]"], "(f32[?,10],f32[?,10])"),
    shaped("dynamic-slice", ["f32[?,10]", "s32[]", "s32[]"], "f32[2,2]", slice_sizes=[2, 2]),
    shaped("dynamic-update-slice", ["f32[?,10]", "f32[?,5]", "s32[]", "s32[]"], "f32[?,10]"),
    shaped("dynamic-reshape", ["f32[?,<=3]", "s32[]", "s32[]"], "f32[<=2,<=3]", dimensions=[2, 3], dynamic=[True, True]),
    shaped("set-dimension-size", ["f32[10,10]", "s32[]"], "f32[<=10,10]", dimension=0),
    shaped("sort", ["f32[?,10]", "s32[?,10]"], "(f32[?,10],s32[?,10])", dimension=0),
    shaped("sort", ["f32[4]"], "f32[4]"),
    shaped("while", ["f32[?]"], "f32[?]", condition="(f32[?])->pred[]", body="(f32[?])->f32[?]"),
    shaped("triangular-solve", ["f32[?,3,3]", "f32[10,?,4]"], "f32[10,?,4]", left_side=True, lower=True,
           unit_diagonal=False, transpose_a="TRANSPOSE"),
    shaped("triangular-solve", ["f32[?,3,3]", "f32[10,?,4]"], "f32[10,?,4]"),
    shaped("rng-uniform", ["f32[]", "f32[]"], "f32[?,10]", shape="f32[?,10]"),
    shaped("rng", ["f32[]", "f32[]"], "f32[?,10]", shape="f32[?,10]", distribution="uniform"),
    shaped("rng(normal)", ["f32[]", "f32[]"], "f32[?,10]", shape="f32[?,10]"),
    shaped("rng-bit-generator", ["u32[3]"], "(u32[3],u32[?,10])", algorithm="RNG_DEFAULT", shape="u32[?,10]"),
    shaped("rng-bit-generator", ["u32[3]"], "(u32[3],u32[?,10])", shape="u32[?,10]"),
    shaped("iota", [], "s32[?]", shape="s32[?]", iota_dimension=0),
    shaped("infeed", ["token[]"], "(f32[?,10],token[])", shape="f32[?,10]"),
    shaped("Infeed", [], "f32[?,10]", shape="f32[?,10]"),
    shaped("outfeed", ["f32[?,10]", "token[]"], "token[]"),
    shaped("custom-call", ["f32[?,10]"], "f32[?,10]"),
    shaped("reduce-window", ["f32[?,4,8]", "f32[]"], "f32[?,3,5]", window_dimensions=[1, 2, 4], window_strides=[1, 1, 1],
           padding=[[0, 0], [0, 0], [0, 0]]),
    shaped("reduce-window", ["f32[?,4,8]", "f32[]"], "f32[?,3,5]", window={"size": [1, 2, 4], "stride": [1, 1, 1], "pad":
           [[0, 0], [0, 0], [0, 0]]}),
    shaped("slice", ["f32[?,10]"], "f32[1,5]", start_indices=[0, 0], limit_indices=[1, 10], strides=[1, 2]),
    shaped("slice", ["f32[4,10]"], "f32[1,5]", slice="{[0:1], [0:10:2]}"),
    shaped("pad", ["f32[10,25]", "f32[]"], "f32[39,31]", padding="0_2_3x1_5_0"),
    shaped("convolution", ["f32[10,11,3,4]", "f32[2,12,11,3]"], "f32[10,12,2,3]", dim_labels="bf01_1oi0->bf01",
           window_strides=[2, 1], padding=[[1, 1], [0, 0]]),
    shaped("GetDimensionSize", ["f32[?,10]"], "s32[]", dimension=0),
    shaped("Collapse", ["f32[2,3,4]"], "f32[6,4]", dimensions=[0, 1]),
    shaped("ConcatInDim", ["f32[2]", "f32[3]"], "f32[5]", dimension=0),
    shaped("concatenate", ["f32[2,3]", "f32[2,4]"], "f32[2,7]", dimensions=[1]),
    shaped("SliceInDim", ["f32[4,10]"], "f32[4,3]", start_index=1, limit_index=4, stride=1, dimno=1),
    shaped("Conj", ["c64[3]"], "c64[3]"),
    shaped("ReduceAll", ["f32[3,4]", "f32[]"], "f32[]", computation="add"),
    shaped("EqTotalOrder", ["f32[3]", "f32[3]"], "pred[3]"),
    shaped("Lt", ["f32[3]", "f32[]"], "pred[3]"),
    shaped("TopK", ["f32[?,10]"], "(f32[?,2],s32[?,2])", k=2, largest=True),
    shaped("topk", ["f32[?,10]"], "(f32[?,2],s32[?,2])", k=2),
    shaped("gather", ["f32[64,48]", "s64[32]"], "f32[64,32]", offset_dims=[0], collapsed_slice_dims=[1],
           start_index_map=[1], index_vector_dim=1, slice_sizes=[64, 1], indices_are_sorted=False),
    shaped("scatter", ["f32[64,48]", "f32[64,48]", "s64[32]", "f32[32,48]", "f32[32,48]"], "(f32[64,48],f32[64,48])",
           update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
           to_apply="4 f32[] -> (f32[],f32[])"),
    shaped("conditional", ["pred[]", "f32[]", "f32[]"], "f32[]", true_computation="(f32[])->f32[]",
           false_computation="(f32[])->f32[]"),
    shaped("collective-broadcast", ["f32[?,10]", "f32[3]"], "(f32[?,10],f32[3])"),
    shaped("all-gather", ["f32[?,10]", "f32[2,3]"], "(f32[?,10],f32[4,3])", all_gather_dimension=0, shard_count=2),
    shaped("get-tuple-element(tuple(a, b), 1)", ["f32[?,10]", "s32[]"], "s32[]"),
    shaped("async-done(async-start(abs))", ["f32[4]"], "f32[4]"),
    shaped("partition-id", [], "u32[]"),
    shaped("replica-id", [], "u32[]"),
    shaped("after-all", [], "token[]"),
    shaped("create-token", [], "token[]"),
    shaped("ragged-all-to-all", ["f32[8]", "f32[9]", *["s32[2]"] * 4], "f32[9]"),
    shaped("copy-start", ["f32[2]"], "(f32[2],f32[2],u32[])"),
    shaped("bitcast", ["f32[2,3]"], "f32[6]"),
    shaped("add-dependency", ["f32[2]", "token[]"], "f32[2]"),
    shaped("domain", ['f32[2]'], 'f32[2]', domain='{kind="sharding", entry={replicated}, exit={replicated}}'),
    shaped("fft", ["c64[2,<=5,?]"], "c64[2,<=5,?]", fft_type="FFT", fft_length=[5, 10]),
    shaped("select-and-scatter", ["f32[?,10]", "f32[?,10]", "f32[]"], "f32[?,10]", window_dimensions=[3, 1],
           window_strides=[2, 1], padding=[[0, 1], [0, 0]]),
    shaped("send", ["f32[2]", "token[]"], "(f32[2],u32[],token[])", channel_id=1),
    shaped("scaled-dot", ["f32[2,4]", "f32[4,3]", "f32[2,1]", "f32[1,3]"], "f32[2,3]", lhs_contracting_dims=[1],
           rhs_contracting_dims=[0]),
]
ERRORS = [
    refused("Add", ["f32[2]", "s32[2]"]),
    refused("reshape", ["f32[2,3]"], dimensions=[5]),
    refused("reshape", ["f32[2,3]"], new_sizes=[5]),
    refused("infeed", ["f32[]"]),
    refused("slice", ["f32[4]"], start_indices=[3], limit_indices=[2], strides=[1]),
    refused("while", ["f32[]"], cond="(f32[])->f32[]", body="(f32[])->f32[]"),
    refused("topk", ["f32[]"], k=1),
    refused("TriangularSolve", ["f32[2,3]", "f32[2,2]"]),
    refused("reduce-precision", ["s32[]"], exponent_bits=5, mantissa_bits=2),
    refused("get-dimension-size", ["f32[2]"], dimension=3),
    refused("iota", [], shape="s32[]", iota_dimension=0),
    refused("dynamic-slice", ["f32[2]", "f32[]"], slice_sizes=[1]),
]
VALUES = [
    evaluated("dot", [value([[100, 100]], "s8"), value([[100], [100]], "s8")], value([[20000]], "s32"), lhs_contracting_dims=[1],
              rhs_contracting_dims=[0]),
    evaluated("copy-done(copy-start(x))", [value([1, 2], "s32")], value([1, 2], "s32")),
    evaluated("tan", [value([0.5], "f32")], value([np.tan(0.5)], "f32")),
    evaluated("get-tuple-element(tuple(a, b), 1)", [value([1], "s32"), value([2.0], "f32")], value([2.0], "f32")),
    evaluated("get-tuple-element(get-tuple-element(tuple(tuple(a, b), a), 0), 1)", [value([1], "s32"), value([2.0],
              "f32")], value([2.0], "f32")),
    evaluated("tuple", [value([1], "s32"), value([2.0], "f32")], {"tuple": [value([1], "s32"), value([2.0], "f32")]}),
    evaluated("map(x, y, multiply)", [value([1, 2], "s32"), value([3, 4], "s32")], value([3, 8], "s32")),
    evaluated("reduce", [{"shape": "f32[2,3]", "value": "iota"}, value(0.0, "f32")], value([3.0, 12.0], "f32"),
              dimensions=[1], to_apply="add"),
    evaluated("reduce", [{"shape": "f32[2,3]", "value": "1..6"}, value(0.0, "f32")], value([6.0, 15.0], "f32"),
              dimensions=[1], to_apply="add"),
    evaluated("reduce(transpose(x), init)", [{"shape": "f32[2,3]", "value": "1..6"}, value(0.0, "f32")], value([5.0,
              7.0, 9.0], "f32"), permutation=[1, 0], dimensions=[1], to_apply="add"),
    evaluated("convert", [{"shape": "c128[2]", "value": [[1, 2], [3, 4]]}], {"shape": "c64[2]", "value": [[1, 2], [3, 4]]}),
    evaluated("sort", [{"shape": "f32[3]", "value": [3, 1, 2]}], value([1, 2, 3], "f32"), dimension=0, comparator="LT"),
    evaluated("sort", [{"shape": "f32[3]", "value": [3, 1, 2]}], value([3, 2, 1], "f32"), dimension=0, comparator="GT"),
    evaluated("dot", [value([1.0, 2.0], "f32"), value([3.0, 4.0], "f32")], value(11.0, "f32"),
              lhs_contracting_dims=[0], rhs_contracting_dims=[0]),
    evaluated("async-done(async-update(async-start(abs)))", [value(-3, "s32")], value(3, "s32")),
    evaluated("copy", [value([1, 2], "s32")], value([1, 2], "s32")),
    evaluated("fusion(add(a, b))", [value([1, 2], "s32"), value([1, 2], "s32")], value([2, 4], "s32")),
    evaluated("bitcast-convert", [value([1.0], "f32")], value([1065353216], "s32")),
    evaluated("iota", [], {"shape": "s32[2,3]", "value": [[0, 0, 0], [1, 1, 1]]}, iota_dimension=0),
    evaluated("scatter", [value([1, 2], "s32"), value([1, 2], "f32"), value([[0]], "s32"), value([5], "s32"),
              value([6], "f32")], {"tuple": [value([6, 2], "s32"), value([7, 2], "f32")]}, update_window_dims=[],
              inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1, to_apply="(add,add)"),
    evaluated("reduce-window", [value([1.0, 2.0, 3.0], "f32"), value(0.0, "f32")], value([3.0, 5.0], "f32"),
              window_dimensions=[2], to_apply="add"),
    evaluated("reduce", [value([1, 2], "s32"), value([3, 4], "s32"), value(0, "s32"), value(9, "s32")], {"tuple":
              [value(3, "s32"), value(3, "s32")]}, dimensions=[0], to_apply="(add,min)"),
    evaluated("get-dimension-size", [{"shape": "s32[<=4] of dynamic size 3", "value": [1, 2, 3]}], value(3, "s32"),
              dimension=0),
    evaluated("compare", [value([1, 2], "s32"), value([2, 1], "s32")], value([True, False], "pred"), comparison_direction="LT"),
    evaluated("conditional", [value(True, "pred"), value(1.0, "f32"), value(2.0, "f32")], value(0.0, "f32"),
              branches=["(f32[])->f32[]", "(f32[])->f32[]"]),
]
RULES = [
    ruled("compare", ["f32[] nan", "f32[] nan"], "false", direction="EQ"),
    ruled("compare", ["f32[] nan", "f32[] nan"], True, direction="EQ", type="TOTALORDER"),
    ruled("EqTotalOrder", ["f32[] nan", "f32[] nan"], "true"),
    ruled("LtTotalOrder", ["f32[] -0", "f32[] 0"], True),
    ruled("Lt", ["f32[] -0", "f32[] 0"], False),
    ruled("dynamic-slice", ["s32[4] {1,2,3,4}", "s32[] 7"], "{3,4}", slice_sizes=[2]),
    ruled("dynamic-slice", ["s32[4] {1,2,3,4}", "s32[] -7"], [1, 2], slice_sizes=[2]),
    ruled("dynamic-update-slice", ["s32[4] {1,2,3,4}", "s32[2] {8,9}", "s32[] 7"], "{1,2,8,9}"),
    ruled("clamp", ["s32[] 0", "s32[4] {-1,2,3,9}", "s32[] 3"], "{0,2,3,3}"),
    ruled("sort", ["f32[4] {nan,1,-inf,-0}"], "{-inf,-0,1,nan}"),
    ruled("topk", ["f32[4] {1,3,3,2}"], "({3,3},{1,2})", k=2),
    ruled("iota", [], "{0,1,2}", shape="s32[3]"),
    ruled("reduce", ["f32[0] {}", "f32[] 5"], 5, dimensions=[0], to_apply="add"),
    ruled("popcnt", ["u32[] 4294967295"], 32),
    ruled("Sign", ["f32[] -0"], "-0"),
    ruled("bitcast-convert", ["f32[] 1"], 1065353216, to="s32"),
    ruled("bitcast-convert", ["u32[] 0x3f800000"], 1, to="f32"),
    ruled("pad", ["s32[3] {1,2,3}", "s32[] 0"], "{2}", padding=[[-1, -1, 0]]),
    ruled("pad", ["s32[2] {1,2}", "s32[] 0"], "{1,0,2}", padding=[[0, 0, 1]]),
    ruled("gather", ["s32[3] {1,2,3}", "s32[1] {9}"], "{3}", offset_dims=[], collapsed_slice_dims=[0],
          start_index_map=[0], index_vector_dim=1, slice_sizes=[1]),
    ruled("multiply", ["s64[] 9223372036854775807", "s64[] 1"], 9223372036854775807),
    ruled("subtract", ["u8[] 0", "u8[] 1"], 255),
    ruled("log", ["f32[] 0"], "-inf"),
    ruled("and", ["pred[] true", "pred[] false"], False),
    ruled("not", ["s32[] 0"], -1),
    ruled("power", ["f32[] 0", "f32[] 0"], 1),
    ruled("rsqrt", ["f32[] 0"], "inf"),
    ruled("Mulhi", ["u32[] 4294967295", "u32[] 4294967295"], 4294967294),
    ruled("map", ["f32[2] {1,2}", "f32[2] {3,4}"], "{4,6}", to_apply="add"),
    ruled("MakePadding(kSame)", [{"base": 10, "window": 3, "stride": 2}], {"pad": [0, 1], "output": 5}),
    ruled("MakePadding(kSame)", [{"base": 10, "window": 3, "stride": 2}], [0, 1]),
    ruled("select", ["pred[] true", "s32[] 1", "s32[] 2"], 1),
    ruled("reverse", ["s32[3] {1,2,3}"], "{3,2,1}", dimensions=[0]),
    ruled("concatenate", ["s32[1] {1}", "s32[1] {2}"], "{1,2}", dimension=0),
    ruled("cholesky", ["f32[1,1] {{4}}"], "{{2}}"),
    ruled("abs", ["s32[] -2147483648"], -2147483648),
    ruled("is-finite", ["f32[] inf"], False),
    ruled("Collapse", ["s32[1,2] {{1,2}}"], "{1,2}", dimensions=[0, 1]),
    ruled("fft", ["c64[2] {(1,0),(2,0)}"], "{(3,0),(-1,0)}", fft_type="FFT", fft_length=[2]),
    ruled("complex", ["f32[] 1", "f32[] 2"], "(1,2)"),
    ruled("complex", ["f32[] 1", "f32[] 2"], [1, 2]),
    ruled("get-dimension-size", ["f32[2,3]"], 3, dimension=1),
    ruled("broadcast", ["s32[2] {1,2}"], "{{1,1},{2,2}}", dimensions=[0], output_shape="s32[2,2]"),
]


@pytest.mark.parametrize("row", [*SHAPES, *ERRORS, *VALUES, *RULES], ids=lambda row: f"{row['kind']}-{row['op']}")
def test_row(row: dict[str, Any]) -> None:
    assert rows.check(row) is None


@pytest.mark.shared
def test_every_function_and_instruction_has_its_place(shared: Path) -> None:
    table = (shared / "xla" / "xlabuilder_ops.md").read_text(encoding="utf-8")
    first = table[: table.index("## Libraries")]
    functions = {name for line in re.findall(r"(?m)^\| ([^|]+) \|", first) for name in re.findall(r"\b[A-Z][A-Za-z0-9]+", line)}
    # Ends of names that are listed with a stroke or a plus before them.
    functions -= {"R3FromArray3D", "R4FromArray4D", "WithComputation", "WithComputationAndLayouts", "WithConvDnums", "WithLayout"}
    assert len(functions) > 150
    assert not [name for name in functions if instruction_name(name, KNOWN) not in KNOWN and not hasattr(ops, name)]
    grammar = (shared / "xla" / "hlo_text_grammar.md").read_text(encoding="utf-8")
    opcodes = re.findall(r"(?m)^abs acos .* while xor$", grammar)[0].split()
    assert len(opcodes) == 136
    assert set(opcodes) - KNOWN == UNKNOWN
