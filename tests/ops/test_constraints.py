"""Each constraint has an operation that breaks only it, and the table of the specification's constraints is covered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hloom.ops.builtin.module
import hloom.ops.stablehlo.control
import hloom.ops.stablehlo.conversion
import hloom.ops.stablehlo.convolution
import hloom.ops.stablehlo.creation
import hloom.ops.stablehlo.einsum
import hloom.ops.stablehlo.gather
import hloom.ops.stablehlo.scatter
import hloom.ops.stablehlo.sorting
import hloom.ops.stablehlo.windows
from hloom.ops.definition.operation import REGISTRY
from hloom.text.mlir import parse
from tests.ops.bases import (
    LESS,
    Q2,
    Q16,
    QH,
    REDUCER,
    Base,
    Q,
    algorithm,
    array,
    bodies,
    conv,
    diagnosed,
    dot,
    gather,
    per_axis,
    precisions,
    raw,
    scatter,
    two_blocks,
)

assert hloom

SHARED = Path(__file__).parents[2].parent / "shared"


F, P = "tensor<4x6xf32>", "tensor<i1>"
GIVES = '({ %c = stablehlo.constant dense<1> : tensor<i32> "stablehlo.return"(%c) : (tensor<i32>) -> () })'
KEEPS = bodies(P)
BASES = {
    "abs": Base([F], [F]), "add": Base([F, F], [F]), "add_q": Base([f"tensor<4x{Q}>"] * 2, [f"tensor<4x{Q2}>"]),
    "and": Base(["tensor<4xi32>"] * 2, ["tensor<4xi32>"]), "real": Base(["tensor<4xcomplex<f32>>"], ["tensor<4xf32>"]),
    "is_finite": Base([F], ["tensor<4x6xi1>"]), "complex": Base([F, F], ["tensor<4x6xcomplex<f32>>"]),
    "reduce_precision": Base([F], [F], {"exponent_bits": "5 : i32", "mantissa_bits": "10 : i32"}),
    "convert": Base([F], ["tensor<4x6xi8>"]), "bitcast_convert": Base([F], ["tensor<4x6x4xi8>"]),
    "compare": Base([F, F], ["tensor<4x6xi1>"], {"comparison_direction": "#stablehlo<comparison_direction LT>"}),
    "select": Base(["tensor<4x6xi1>", F, F], [F]), "clamp": Base(["tensor<f32>", F, F], [F]),
    "constant": Base([], [F], {"value": "dense<0.0> : tensor<4x6xf32>"}),
    "iota": Base([], [F], {"iota_dimension": "1 : i64"}),
    "broadcast_in_dim": Base(["tensor<1x6xf32>"], [F], {"broadcast_dimensions": array(0, 1)}),
    "reshape": Base([F], ["tensor<24xf32>"]), "transpose": Base([F], ["tensor<6x4xf32>"], {"permutation": array(1, 0)}),
    "slice": Base([F], ["tensor<4x2xf32>"],
                  {"start_indices": array(0, 1), "limit_indices": array(4, 4), "strides": array(1, 2)}),
    "concatenate": Base([F, F], ["tensor<8x6xf32>"], {"dimension": "0 : i64"}),
    "pad": Base([F, "tensor<f32>"], ["tensor<8x6xf32>"],
                {"edge_padding_low": array(1, 0), "edge_padding_high": array(0, 0), "interior_padding": array(1, 0)}),
    "reverse": Base([F], [F], {"dimensions": array(0, 1)}),
    "reduce": Base([F, "tensor<f32>"], ["tensor<4xf32>"], {"dimensions": array(1)}, REDUCER),
    "map": Base([F, F], [F], {"dimensions": array(0, 1)}, REDUCER),
    "reduce_window": Base([F, "tensor<f32>"], ["tensor<2x6xf32>"], {
        "window_dimensions": array(3, 1), "window_strides": array(3, 1), "base_dilations": array(1, 1),
        "window_dilations": array(1, 1), "padding": "dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>"}, REDUCER),
    "select_and_scatter": Base([F, "tensor<2x6xf32>", "tensor<f32>"], [F], {
        "window_dimensions": array(3, 1), "window_strides": array(3, 1),
        "padding": "dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>"}, f"{LESS[:-1]}, {REDUCER[1:]}"),
    "dot_general": Base(["tensor<2x3x4xf32>", "tensor<2x4x5xf32>"], ["tensor<2x3x5xf32>"],
                        {"dot_dimension_numbers": dot()}),
    "convolution": Base(["tensor<2x8x4xf32>", "tensor<3x2x6xf32>"], ["tensor<2x6x6xf32>"], {
        "window_strides": array(1), "padding": "dense<0> : tensor<1x2xi64>", "lhs_dilation": array(1),
        "rhs_dilation": array(1),
        "window_reversal": "array<i1: false>", "dimension_numbers": conv(), "feature_group_count": "2 : i64",
        "batch_group_count": "1 : i64", "precision_config": precisions("DEFAULT", "HIGH")}),
    "gather": Base(["tensor<3x2x4x5xf32>", "tensor<2x7x2xi64>"], ["tensor<2x3x7x5xf32>"], {
        "dimension_numbers": gather(), "slice_sizes": array(1, 1, 3, 5), "indices_are_sorted": "false"}),
    "dynamic_slice": Base([F, "tensor<i32>", "tensor<i32>"], ["tensor<2x3xf32>"], {"slice_sizes": array(2, 3)}),
    "dynamic_update_slice": Base([F, "tensor<2x3xf32>", "tensor<i32>", "tensor<i32>"], [F]),
    "scatter": Base(["tensor<3x2x4x5xf32>", "tensor<2x7x2xi64>", "tensor<2x3x7x5xf32>"], ["tensor<3x2x4x5xf32>"],
                    {"scatter_dimension_numbers": scatter()}, REDUCER),
    "sort": Base([F], [F], {"dimension": "1 : i64"}, LESS),
    "custom_call": Base([F], [F], {"call_target_name": '"a"'}),
    "dot": Base(["tensor<2x3xf32>", "tensor<3x4xf32>"], ["tensor<2x4xf32>"]),
    "broadcast": Base(["tensor<6xf32>"], [F], {"broadcast_sizes": array(4)}),
    "einsum": Base(["tensor<2x3xf32>", "tensor<3x4xf32>"], ["tensor<2x4xf32>"], {"einsum_config": '"ab,bc->ac"'}),
    "unary_einsum": Base([F], ["tensor<6xf32>"], {"einsum_config": '"ab->b"'}),
    "torch_index_select": Base([F, "tensor<4x2xi32>"], ["tensor<4x2xf32>"], {"dim": "1 : i64", "batch_dims": "1 : i64"}),
    "cholesky": Base(["tensor<2x3x3xf32>"], ["tensor<2x3x3xf32>"]),
    "triangular_solve": Base(["tensor<3x3xf32>", "tensor<3x2xf32>"], ["tensor<3x2xf32>"], {
        "left_side": "true", "lower": "true", "unit_diagonal": "false", "transpose_a": "#stablehlo<transpose ADJOINT>"}),
    "if": Base(["tensor<i1>"], ["tensor<i32>"], {}, f"{GIVES[:-1]}, {GIVES[1:]}"),
    "case": Base(["tensor<i32>"], ["tensor<i32>"], {}, GIVES),
    "while": Base([P], [P], {}, f"{KEEPS[:-1]}, {KEEPS[1:]}"),
}

#: The operation, the constraint that it breaks, and what differs from the base case.
BREAKS: list[tuple[str, str, dict[str, Any]]] = [
    ("abs", "c1", {"results": ["tensor<4x5xf32>"]}), ("abs", "c2", {"results": ["tensor<4x6xf64>"]}),
    ("abs", "i1", {"operands": ["tensor<4x6xi1>"], "results": ["tensor<4x6xi1>"]}),
    ("add", "c1", {"operands": [F, "tensor<4x5xf32>"]}), ("add", "c1", {"results": ["tensor<4x6xf64>"]}),
    ("add", "c2", {"operands": [f"tensor<4x{Q}>", "tensor<4xf32>"]}),
    ("add", "c2", {"operands": [f"tensor<4x{Q}>"] * 2, "results": ["tensor<4xf32>"]}),
    ("add", "c3", {"operands": [f"tensor<4x{Q}>", f"tensor<4x{Q16}>"], "results": [f"tensor<4x{Q}>"]}),
    ("add", "c3", {"operands": [f"tensor<4x{Q}>"] * 2, "results": [f"tensor<4x{Q16}>"]}),
    ("add", "c4", {"operands": [f"tensor<4x{Q}>", f"tensor<4x{QH}>"], "results": [f"tensor<4x{Q}>"]}),
    ("add", "c4", {"operands": [f"tensor<4x{Q}>"] * 2, "results": [f"tensor<4x{QH}>"]}),
    ("add", "c5", {"operands": [f"tensor<2x2x{per_axis(0, 2)}>", f"tensor<2x2x{Q}>"], "results": [f"tensor<2x2x{Q}>"]}),
    ("add", "c6", {"operands": [f"tensor<2x2x{per_axis(0, 2)}>", f"tensor<2x2x{Q}>"],
                   "results": [f"tensor<2x2x{per_axis(1, 2)}>"]}),
    ("add", "c7", {"operands": [f"tensor<2x2x{Q}>", f"tensor<2x2x{per_axis(0, 2)}>"],
                   "results": [f"tensor<2x2x{per_axis(1, 2)}>"]}),
    ("and", "c1", {"operands": ["tensor<4xi32>", "tensor<4xi64>"]}),
    ("and", "i1", {"operands": ["tensor<4xf32>", "tensor<4xi32>"]}),
    ("real", "c1", {"results": ["tensor<5xf32>"]}), ("real", "c2", {"results": ["tensor<4xf64>"]}),
    ("is_finite", "c1", {"results": ["tensor<4x5xi1>"]}),
    ("complex", "c1", {"operands": [F, "tensor<4x6xf64>"]}),
    ("complex", "c2", {"results": ["tensor<4x5xcomplex<f32>>"]}),
    ("complex", "c3", {"results": ["tensor<4x6xcomplex<f64>>"]}),
    ("reduce_precision", "c1", {"results": ["tensor<4x6xf64>"]}),
    ("reduce_precision", "c2", {"exponent_bits": "0 : i32"}),
    ("reduce_precision", "c3", {"mantissa_bits": "-1 : i32"}), ("convert", "c1", {"results": ["tensor<4x5xi8>"]}),
    ("bitcast_convert", "c1", {"results": ["tensor<4x6x2xi8>"]}),
    ("bitcast_convert", "c1", {"results": ["tensor<4x6xi8>"]}),
    ("bitcast_convert", "c2", {"operands": ["tensor<4x6xf64>"], "results": ["tensor<4x6xcomplex<f32>>"]}),
    ("compare", "c1", {"operands": [F, "tensor<4x6xf64>"]}), ("compare", "c2", {"operands": [F, "tensor<4x5xf32>"]}),
    ("compare", "c2", {"results": ["tensor<4x5xi1>"]}),
    ("compare", "c3", {"compare_type": "#stablehlo<comparison_type SIGNED>"}),
    ("select", "c1", {"operands": ["tensor<4xi1>", F, F]}),
    ("select", "c2", {"operands": ["tensor<i1>", F, "tensor<4x6xf64>"]}),
    ("clamp", "c1", {"operands": ["tensor<4xf32>", F, F]}), ("clamp", "c2", {"operands": [F, F, "tensor<4xf32>"]}),
    ("clamp", "c3", {"operands": ["tensor<f64>", F, F]}), ("clamp", "c4", {"results": ["tensor<4x5xf32>"]}),
    ("constant", "c1", {"results": ["tensor<4x5xf32>"]}), ("iota", "c1", {"iota_dimension": "2 : i64"}),
    ("broadcast_in_dim", "c1", {"results": ["tensor<4x6xf64>"]}),
    ("broadcast_in_dim", "c2", {"broadcast_dimensions": array(0)}),
    ("broadcast_in_dim", "c3", {"broadcast_dimensions": array(0, 2)}),
    ("broadcast_in_dim", "c4", {"broadcast_dimensions": array(0, 0)}),
    ("broadcast_in_dim", "c5", {"results": ["tensor<4x7xf32>"]}),
    ("broadcast_in_dim", "c6", {"operands": [f"tensor<2x2x{per_axis(0, 2)}>"],
                                "results": [f"tensor<2x2x{per_axis(1, 2)}>"]}),
    ("broadcast_in_dim", "result", {"results": ["tensor<?x6xf32>"]}),
    ("reshape", "c1", {"results": ["tensor<24xf64>"]}), ("reshape", "c2", {"results": ["tensor<25xf32>"]}),
    ("reshape", "c3", {"operands": [f"tensor<2x6x{per_axis(0, 2)}>"], "results": [f"tensor<6x2x{per_axis(1, 2)}>"]}),
    ("transpose", "c1", {"results": ["tensor<6x4xf64>"]}), ("transpose", "c2", {"permutation": array(1, 1)}),
    ("transpose", "c3", {"results": ["tensor<4x6xf32>"]}),
    ("transpose", "c4", {"operands": [f"tensor<2x2x{per_axis(0, 2)}>"], "results": [f"tensor<2x2x{per_axis(0, 2)}>"]}),
    ("slice", "c1", {"results": ["tensor<4x2xf64>"]}), ("slice", "c2", {"strides": array(1)}),
    ("slice", "c3", {"limit_indices": array(4, 7)}), ("slice", "c3", {"start_indices": array(0, -1)}),
    ("slice", "c4", {"strides": array(1, 0)}), ("slice", "c5", {"results": ["tensor<4x3xf32>"]}),
    ("concatenate", "c1", {"operands": [F, "tensor<4x6xf64>"]}),
    ("concatenate", "c2", {"operands": [F, "tensor<4x5xf32>"]}),
    ("concatenate", "c3", {"operands": []}), ("concatenate", "c4", {"dimension": "2 : i64"}),
    ("concatenate", "c5", {"results": ["tensor<8x6xf64>"]}), ("concatenate", "c6", {"results": ["tensor<9x6xf32>"]}),
    ("pad", "c1", {"operands": [F, "tensor<f64>"]}), ("pad", "c1", {"results": ["tensor<8x6xf64>"]}),
    ("pad", "c2", {"edge_padding_low": array(1)}), ("pad", "c3", {"interior_padding": array(-1, 0)}),
    ("pad", "c4", {"results": ["tensor<9x6xf32>"]}), ("pad", "c4", {"edge_padding_high": array(-20, 0)}),
    ("reverse", "c1", {"results": ["tensor<4x5xf32>"]}), ("reverse", "c2", {"dimensions": array(1, 1)}),
    ("reverse", "c3", {"dimensions": array(2)}),
    ("reduce", "c1", {"operands": [F, "tensor<4x5xf32>", "tensor<f32>", "tensor<f32>"],
                      "results": ["tensor<4xf32>"] * 2}),
    ("reduce", "c2", {"operands": [F, "tensor<f64>"]}), ("reduce", "c3", {"operands": [], "results": []}),
    ("reduce", "c4", {"dimensions": array(2)}), ("reduce", "c5", {"dimensions": array(1, 1)}),
    ("reduce", "c6", {"regions": bodies("tensor<f32>")}),
    ("reduce", "c6", {"regions": bodies("tensor<f16>", "tensor<f16>")}),
    ("reduce", "c7", {"results": ["tensor<5xf32>"]}), ("reduce", "c8", {"results": ["tensor<4xf64>"]}),
    ("map", "c1", {"operands": [F, "tensor<4x5xf32>"]}), ("map", "c2", {"operands": []}),
    ("map", "c3", {"dimensions": array(1, 0)}),
    ("map", "c4", {"regions": bodies("tensor<f32>")}), ("map", "c4", {"results": ["tensor<4x6xf64>"]}),
    ("reduce_window", "c1", {"operands": [], "results": []}),
    ("reduce_window", "c2", {"operands": [F, "tensor<4x5xf32>", "tensor<f32>", "tensor<f32>"],
                             "results": ["tensor<2x6xf32>"] * 2}),
    ("reduce_window", "c3", {"operands": [F, "tensor<f64>"]}), ("reduce_window", "c4", {"window_dimensions": array(3)}),
    ("reduce_window", "c5", {"window_dimensions": array(3, 0)}), ("reduce_window", "c6", {"window_strides": array(3)}),
    ("reduce_window", "c7", {"window_strides": array(3, 0)}), ("reduce_window", "c8", {"base_dilations": array(1)}),
    ("reduce_window", "c9", {"base_dilations": array(0, 1)}), ("reduce_window", "c10", {"window_dilations": array(1)}),
    ("reduce_window", "c11", {"window_dilations": array(0, 1)}),
    ("reduce_window", "c12", {"padding": "dense<0> : tensor<2x1xi64>"}),
    ("reduce_window", "c13", {"regions": bodies("tensor<f32>")}),
    ("reduce_window", "c15", {"results": ["tensor<3x6xf32>"]}),
    ("reduce_window", "c16", {"results": ["tensor<2x6xf64>"]}),
    ("select_and_scatter", "c1", {"operands": [F, "tensor<2x6xf64>", "tensor<f32>"]}),
    ("select_and_scatter", "c2", {"operands": [F, "tensor<3x6xf32>", "tensor<f32>"]}),
    ("select_and_scatter", "c3", {"operands": [F, "tensor<2x6xf32>", "tensor<f64>"]}),
    ("select_and_scatter", "c4", {"window_dimensions": array(3)}),
    ("select_and_scatter", "c5", {"window_dimensions": array(3, 0)}),
    ("select_and_scatter", "c6", {"window_strides": array(3)}),
    ("select_and_scatter", "c7", {"window_strides": array(0, 1)}),
    ("select_and_scatter", "c8", {"padding": "dense<0> : tensor<1x2xi64>"}),
    ("select_and_scatter", "c9", {"regions": f"{REDUCER[:-1]}, {REDUCER[1:]}"}),
    ("select_and_scatter", "c10", {"regions": f"{LESS[:-1]}, {LESS[1:]}"}),
    ("select_and_scatter", "c11", {"results": ["tensor<4x5xf32>"]}),
    ("select_and_scatter", "c12", {"results": ["tensor<4x6xf64>"]}),
    ("dot_general", "c1", {"dot_dimension_numbers": dot(rhs_batch=())}),
    ("dot_general", "c2", {"dot_dimension_numbers": dot(rhs_depth=())}),
    ("dot_general", "c3", {"dot_dimension_numbers": dot(lhs_depth=(0,))}),
    ("dot_general", "c4", {"dot_dimension_numbers": dot(rhs_depth=(0,))}),
    ("dot_general", "c5", {"dot_dimension_numbers": dot(lhs_batch=(3,))}),
    ("dot_general", "c6", {"dot_dimension_numbers": dot(lhs_depth=(3,))}),
    ("dot_general", "c7", {"dot_dimension_numbers": dot(rhs_batch=(-1,))}),
    ("dot_general", "c8", {"dot_dimension_numbers": dot(rhs_depth=(3,))}),
    ("dot_general", "c9", {"dot_dimension_numbers": dot(lhs_batch=(1,))}),
    ("dot_general", "c10", {"dot_dimension_numbers": dot(rhs_depth=(2,))}),
    ("dot_general", "c11", {"precision_config": precisions("HIGH", "HIGH", "HIGH")}),
    ("dot_general", "c12", {"results": ["tensor<2x3x4xf32>"]}),
    ("dot_general", "c13", {"operands": ["tensor<2x3x4xf32>", "tensor<2x4x5xf64>"]}),
    ("dot_general", "c14", {"operands": [f"tensor<2x3x4x{Q}>", "tensor<2x4x5xf32>"]}),
    ("dot_general", "c15", {"operands": [f"tensor<2x3x4x{Q}>", f"tensor<2x4x5x{Q2}>"],
                            "results": [f"tensor<2x3x5x{Q}>"]}),
    ("dot_general", "c16", {"operands": [f"tensor<2x3x4x{Q}>", f"tensor<2x4x5x{per_axis(1, 4)}>"],
                            "results": [f"tensor<2x3x5x{Q}>"]}),
    ("dot_general", "c17", {"operands": [f"tensor<2x3x4x{Q}>", f"tensor<2x4x5x{Q16}>"],
                            "results": [f"tensor<2x3x5x{Q}>"]}),
    ("dot_general", "c18", {"operands": [f"tensor<2x3x4x{Q}>", f"tensor<2x4x5x{QH}>"],
                            "results": [f"tensor<2x3x5x{Q}>"]}),
    ("dot_general", "c19", {"operands": [f"tensor<2x3x4x{Q}>", f"tensor<2x4x5x{Q}>"],
                            "results": [f"tensor<2x3x5x{per_axis(2, 5)}>"]}),
    ("dot_general", "c20", {"operands": ["tensor<2x3x4xf16>", f"tensor<2x4x5x{Q}>"], "results": ["tensor<2x3x5xf16>"]}),
    ("dot_general", "c21", {"precision_config": precisions("HIGH", "HIGH"), "algorithm": algorithm()}),
    ("dot_general", "c22", {"algorithm": algorithm(lhs=0)}), ("dot_general", "c23", {"algorithm": algorithm(rhs=0)}),
    ("dot_general", "c24", {"algorithm": algorithm(products=0)}),
    ("dot_general", "algorithm", {"algorithm": algorithm(total="f64")}),
    ("convolution", "c1", {"operands": ["tensor<2x8x4xf32>", "tensor<3x2xf32>"]}),
    ("convolution", "c2", {"window_strides": array(1, 1)}),
    ("convolution", "c3", {"window_strides": array(0)}),
    ("convolution", "c4", {"padding": "dense<0> : tensor<2x2xi64>"}),
    ("convolution", "c5", {"lhs_dilation": array(1, 1)}), ("convolution", "c6", {"lhs_dilation": array(0)}),
    ("convolution", "c7", {"rhs_dilation": array(1, 1)}), ("convolution", "c8", {"rhs_dilation": array(0)}),
    ("convolution", "c9", {"window_reversal": "array<i1: false, false>"}),
    ("convolution", "c10", {"feature_group_count": "1 : i64", "batch_group_count": "3 : i64"}),
    ("convolution", "c11", {"feature_group_count": "3 : i64"}),
    ("convolution", "c12", {"dimension_numbers": raw(input_spatial_dimensions=[])}),
    ("convolution", "c13", {"dimension_numbers": raw(input_spatial_dimensions=[2])}),
    ("convolution", "c14", {"feature_group_count": "1 : i64"}),
    ("convolution", "c15", {"operands": ["tensor<4x8x4xf32>", "tensor<3x4x6xf32>"], "feature_group_count": "1 : i64",
                            "batch_group_count": "4 : i64"}),
    ("convolution", "c16", {"operands": ["tensor<2x8x8xf32>", "tensor<3x2x6xf32>"], "feature_group_count": "4 : i64"}),
    ("convolution", "c17", {"dimension_numbers": raw(kernel_spatial_dimensions=[])}),
    ("convolution", "c18", {"dimension_numbers": raw(kernel_spatial_dimensions=[3])}),
    ("convolution", "c19", {"dimension_numbers": raw(output_spatial_dimensions=[])}),
    ("convolution", "c20", {"dimension_numbers": raw(output_spatial_dimensions=[0])}),
    ("convolution", "c21", {"feature_group_count": "0 : i64"}),
    ("convolution", "c22", {"batch_group_count": "0 : i64"}),
    ("convolution", "c23", {"batch_group_count": "2 : i64"}),
    ("convolution", "c24", {"precision_config": precisions("HIGH", "HIGH", "HIGH")}),
    ("convolution", "c25", {"results": ["tensor<2x7x6xf32>"]}),
    ("convolution", "c26", {"results": ["tensor<2x6xf32>"]}),
    ("convolution", "c27", {"operands": ["tensor<2x8x4xf32>", "tensor<3x2x6xf64>"]}),
    ("convolution", "c28", {"operands": [f"tensor<2x8x4x{Q}>", "tensor<3x2x6xf32>"]}),
    ("convolution", "c29", {"operands": [f"tensor<2x8x4x{Q}>", f"tensor<3x2x6x{per_axis(0, 3)}>"],
                            "results": [f"tensor<2x6x6x{Q}>"]}),
    ("convolution", "c30", {"operands": [f"tensor<2x8x4x{Q}>", f"tensor<3x2x6x{per_axis(2, 6)}>"],
                            "results": [f"tensor<2x6x6x{per_axis(1, 6)}>"]}),
    ("convolution", "c31", {"operands": [f"tensor<2x8x4x{Q}>", f"tensor<3x2x6x{Q16}>"],
                            "results": [f"tensor<2x6x6x{Q}>"]}),
    ("convolution", "c32", {"operands": [f"tensor<2x8x4x{Q}>", f"tensor<3x2x6x{QH}>"],
                            "results": [f"tensor<2x6x6x{Q}>"]}),
    ("convolution", "c33", {"operands": [f"tensor<2x8x4x{Q}>", f"tensor<3x2x6x{Q}>"],
                            "results": [f"tensor<2x6x6x{per_axis(2, 6)}>"]}),
    ("convolution", "c34", {"operands": ["tensor<2x8x4xf16>", f"tensor<3x2x6x{Q}>"], "results": ["tensor<2x6x6xf16>"]}),
    ("gather", "c1", {"dimension_numbers": gather(offset=(1,))}),
    ("gather", "c2", {"dimension_numbers": gather(vector=4)}),
    ("gather", "c3", {"dimension_numbers": gather(mapped=(0,))}),
    ("gather", "c4", {"dimension_numbers": gather(offset=(3, 1))}),
    ("gather", "c5", {"dimension_numbers": gather(offset=(1, 4))}),
    ("gather", "c6", {"dimension_numbers": gather(collapsed=(1,))}),
    ("gather", "c7", {"dimension_numbers": gather(offset=(1,), collapsed=(2, 0))}),
    ("gather", "c8", {"dimension_numbers": gather(collapsed=(4,))}),
    ("gather", "c9", {"slice_sizes": array(2, 1, 3, 5)}),
    ("gather", "c10", {"dimension_numbers": gather(offset=(1,), batching=(2, 1), indices_batching=(0, 1))}),
    ("gather", "c11", {"dimension_numbers": gather(batching=(4,))}),
    ("gather", "c12", {"slice_sizes": array(1, 2, 3, 5)}),
    ("gather", "c13", {"dimension_numbers": gather(offset=(1,), batching=(1, 2), indices_batching=(0, 0))}),
    ("gather", "c14", {"dimension_numbers": gather(indices_batching=(3,))}),
    ("gather", "c15", {"dimension_numbers": gather(indices_batching=(2,))}),
    ("gather", "c16", {"dimension_numbers": gather(indices_batching=())}),
    ("gather", "c17", {"dimension_numbers": gather(indices_batching=(1,))}),
    ("gather", "c18", {"dimension_numbers": gather(mapped=(0, 1))}),
    ("gather", "c19", {"dimension_numbers": gather(mapped=(0, 4))}),
    ("gather", "c20", {"slice_sizes": array(1, 1, 3)}), ("gather", "c21", {"slice_sizes": array(1, 1, 5, 5)}),
    ("gather", "c22", {"results": ["tensor<2x3x7x4xf32>"]}), ("gather", "c23", {"results": ["tensor<2x3x7x5xf64>"]}),
    ("dynamic_slice", "c1", {"results": ["tensor<2x3xf64>"]}), ("dynamic_slice", "c2", {"slice_sizes": array(2)}),
    ("dynamic_slice", "c3", {"operands": [F, "tensor<i32>", "tensor<i64>"]}),
    ("dynamic_slice", "c4", {"slice_sizes": array(2, 7)}),
    ("dynamic_slice", "c5", {"results": ["tensor<2x2xf32>"]}),
    ("dynamic_update_slice", "c1", {"results": ["tensor<4x5xf32>"]}),
    ("dynamic_update_slice", "c2", {"operands": [F, "tensor<2x3xf64>", "tensor<i32>", "tensor<i32>"]}),
    ("dynamic_update_slice", "c3", {"operands": [F, "tensor<2xf32>", "tensor<i32>", "tensor<i32>"]}),
    ("dynamic_update_slice", "c4", {"operands": [F, "tensor<2x3xf32>", "tensor<i32>"]}),
    ("dynamic_update_slice", "c5", {"operands": [F, "tensor<2x3xf32>", "tensor<i32>", "tensor<i64>"]}),
    ("dynamic_update_slice", "c6", {"operands": [F, "tensor<5x3xf32>", "tensor<i32>", "tensor<i32>"]}),
    ("scatter", "c1", {"operands": ["tensor<3x2x4x5xf32>", "tensor<3x2x4x6xf32>", "tensor<2x7x2xi64>",
                                    *["tensor<2x3x7x5xf32>"] * 2],
                       "results": ["tensor<3x2x4x5xf32>"] * 2}),
    ("scatter", "c2", {"scatter_dimension_numbers": scatter(window=(1,))}),
    ("scatter", "c3", {"operands": [*["tensor<3x2x4x5xf32>"] * 2, "tensor<2x7x2xi64>", "tensor<2x3x7x5xf32>",
                                    "tensor<2x3x7x4xf32>"],
                       "results": ["tensor<3x2x4x5xf32>"] * 2}),
    ("scatter", "c4", {"operands": ["tensor<3x2x4x5xf32>", "tensor<2x7x2xi64>", "tensor<2x3x7x6xf32>"]}),
    ("scatter", "c5", {"operands": ["tensor<2x7x2xi64>"], "results": []}),
    ("scatter", "c6", {"operands": ["tensor<3x2x4x5xf32>", "tensor<2x7x2xi64>", "tensor<2x3x7x5xf64>"]}),
    ("scatter", "c7", {"scatter_dimension_numbers": scatter(window=(3, 1))}),
    ("scatter", "c8", {"scatter_dimension_numbers": scatter(window=(1, 4))}),
    ("scatter", "c9", {"scatter_dimension_numbers": scatter(inserted=(1,))}),
    ("scatter", "c10", {"scatter_dimension_numbers": scatter(window=(1,), inserted=(2, 0))}),
    ("scatter", "c11", {"scatter_dimension_numbers": scatter(inserted=(4,))}),
    ("scatter", "c12", {"scatter_dimension_numbers": scatter(window=(1,), batching=(2, 1), indices_batching=(0, 1))}),
    ("scatter", "c13", {"scatter_dimension_numbers": scatter(batching=(4,))}),
    ("scatter", "c14", {"scatter_dimension_numbers": scatter(window=(1,), batching=(1, 2), indices_batching=(0, 0))}),
    ("scatter", "c15", {"scatter_dimension_numbers": scatter(indices_batching=(3,))}),
    ("scatter", "c16", {"scatter_dimension_numbers": scatter(indices_batching=(2,))}),
    ("scatter", "c17", {"scatter_dimension_numbers": scatter(indices_batching=())}),
    ("scatter", "c18", {"scatter_dimension_numbers": scatter(indices_batching=(1,))}),
    ("scatter", "c19", {"scatter_dimension_numbers": scatter(mapped=(0,))}),
    ("scatter", "c20", {"scatter_dimension_numbers": scatter(mapped=(0, 1))}),
    ("scatter", "c21", {"scatter_dimension_numbers": scatter(mapped=(0, 4))}),
    ("scatter", "c22", {"scatter_dimension_numbers": scatter(vector=4)}),
    ("scatter", "c23", {"regions": bodies("tensor<f32>")}), ("scatter", "c24", {"results": ["tensor<3x2x4x6xf32>"]}),
    ("scatter", "c25", {"results": ["tensor<3x2x4x5xf64>"]}),
    ("sort", "c1", {"operands": [], "results": []}), ("sort", "c2", {"results": ["tensor<4x5xf32>"]}),
    ("sort", "c3", {"operands": [F, "tensor<4x5xf32>"], "results": [F, "tensor<4x5xf32>"]}),
    ("sort", "c4", {"dimension": "-3 : i64"}), ("sort", "c5", {"regions": REDUCER}),
    ("reduce", "i2", {"operands": [F, "tensor<4xf32>"]}), ("reduce_window", "i2", {"operands": [F, "tensor<3xf32>"]}),
    ("reduce", "body", {"regions": two_blocks(REDUCER)}), ("map", "computation", {"regions": two_blocks(REDUCER)}),
    ("reduce_window", "body", {"regions": two_blocks(REDUCER)}), ("sort", "comparator", {"regions": two_blocks(LESS)}),
    ("scatter", "update_computation", {"regions": two_blocks(REDUCER)}),
    ("select_and_scatter", "select", {"regions": f"{two_blocks(LESS)[:-1]}, {REDUCER[1:]}"}),
    ("select_and_scatter", "scatter", {"regions": f"{LESS[:-1]}, {two_blocks(REDUCER)[1:]}"}),
    ("if", "regions", {"regions": f"{GIVES[:-1]}, {two_blocks(GIVES)[1:]}"}), ("case", "regions", {"regions": two_blocks(GIVES)}),
    ("while", "regions", {"regions": f"{two_blocks(KEEPS)[:-1]}, {KEEPS[1:]}"}),
    ("pad", "c4", {"edge_padding_low": array(-5, 0), "interior_padding": array(0, 0), "results": ["tensor<?x?xf32>"]}),
    ("pad", "c4", {"edge_padding_low": array(2**63 - 1, 0), "results": ["tensor<?x?xf32>"]}),
    ("pad", "c4", {"interior_padding": array(2**62, 0), "results": ["tensor<?x?xf32>"]}),
    ("pad", "c4", {"operands": ["tensor<?x6xf32, #stablehlo.bounds<4, ?>>", "tensor<f32>"], "edge_padding_low": array(-5, 0),
                   "interior_padding": array(0, 0), "results": ["tensor<?x?xf32>"]}),
    ("concatenate", "c6", {"operands": [f"tensor<{2**62}x6xf32>"] * 2, "results": ["tensor<?x6xf32>"]}),
    ("reduce_window", "c15", {"base_dilations": array(2**62, 1), "results": ["tensor<?x?xf32>"]}),
    ("reduce_window", "c15", {"padding": f"dense<[[{2**63 - 1}, 1], [0, 0]]> : tensor<2x2xi64>", "results": ["tensor<?x?xf32>"]}),
    ("convolution", "c25", {"padding": f"dense<{2**62}> : tensor<1x2xi64>", "results": ["tensor<?x?x?xf32>"]}),
    ("add", "c1", {"results": ["tensor<4x?xf32, #stablehlo.bounds<?, 5>>"]}),
    ("add", "c1", {"operands": [F, "tensor<4x?xf32, #stablehlo.bounds<?, 5>>"]}),
    ("abs", "c1", {"operands": ["tensor<?x6xf32, #stablehlo.bounds<3, ?>>"]}),
    ("transpose", "c3", {"operands": ["tensor<?x6xf32, #stablehlo.bounds<3, ?>>"]}),
    ("broadcast_in_dim", "c5", {"results": ["tensor<4x?xf32, #stablehlo.bounds<?, 7>>"]}),
    ("constant", "c1", {"results": ["tensor<?x6xf32>"]}), ("custom_call", "api_version", {"api_version": "5 : i32"}),
    ("custom_call", "api_version", {"api_version": "1 : i64"}),
    ("custom_call", "called_computations", {"called_computations": "[@g::@h]"}),
    ("abs", "i1", {"operands": ["tensor<4x6x!quant.uniform<i8:f32:{0:2}, {0.5, 0.25}>>"]}),
    ("broadcast", "c1", {"results": ["tensor<5x6xf32>"]}), ("broadcast", "sizes", {"broadcast_sizes": array(-1)}),
    ("compare", "complex", {"operands": ["tensor<4x6xcomplex<f32>>"] * 2}),
    ("custom_call", "layouts", {"operand_layouts": "[dense<[1, 0]> : tensor<2xindex>]"}),
    ("custom_call", "operand_layouts", {"operand_layouts": "[]", "result_layouts": "[dense<[1, 0]> : tensor<2xindex>]"}),
    ("custom_call", "backend_config", {"backend_config": '"a"', "api_version": "4 : i32"}),
    ("custom_call", "backend_config", {"backend_config": "{}", "api_version": "2 : i32"}),
    ("dot", "rank", {"operands": ["tensor<2x3x4xf32>", "tensor<4x5xf32>"], "results": ["tensor<2x3x5xf32>"]}),
    ("dot", "size", {"operands": ["tensor<2x3xf32>", "tensor<4x4xf32>"]}), ("dot", "shape", {"results": ["tensor<4x2xf32>"]}),
    ("einsum", "config", {"einsum_config": '"ab,bc"'}), ("einsum", "config", {"einsum_config": '"abc,bc->ac"'}),
    ("einsum", "element", {"operands": ["tensor<2x3xf32>", "tensor<3x4xf64>"]}),
    ("einsum", "shape", {"results": ["tensor<4x2xf32>"]}),
    ("unary_einsum", "config", {"einsum_config": '"abc->b"'}), ("unary_einsum", "shape", {"results": ["tensor<4xf32>"]}),
    ("torch_index_select", "dim", {"dim": "2 : i64"}), ("torch_index_select", "batch_dims", {"batch_dims": "2 : i64"}),
    ("torch_index_select", "batch", {"operands": [F, "tensor<5x2xi32>"]}),
    ("torch_index_select", "shape", {"results": ["tensor<4x3xf32>"]}),
    ("cholesky", "c1", {"results": ["tensor<2x3x4xf32>"]}),
    ("cholesky", "c2", {"operands": ["tensor<3xf32>"], "results": ["tensor<3xf32>"]}),
    ("cholesky", "c3", {"operands": ["tensor<2x3x4xf32>"], "results": ["tensor<2x3x4xf32>"]}),
    ("triangular_solve", "c1", {"operands": ["tensor<3x3xf32>", "tensor<3x2xf64>"]}),
    ("triangular_solve", "c2", {"operands": ["tensor<3x3xf32>", "tensor<2x3x2xf32>"]}),
    ("triangular_solve", "c2", {"operands": ["tensor<3xf32>"] * 2, "results": ["tensor<3xf32>"]}),
    ("triangular_solve", "c3", {"operands": ["tensor<3x4xf32>", "tensor<3x2xf32>"]}),
    ("triangular_solve", "c3", {"left_side": "false"}), ("triangular_solve", "c4", {"results": ["tensor<3x3xf32>"]}),
    ("triangular_solve", "transpose_a", {"transpose_a": "#stablehlo<transpose TRANSPOSE_INVALID>"}),
]


@pytest.mark.parametrize("name", BASES)
def test_valid(name: str) -> None:
    assert diagnosed(name.removesuffix("_q"), BASES[name]) == []


@pytest.mark.parametrize("name, label, changes", BREAKS, ids=lambda x: x if isinstance(x, str) else "")
def test_broken(name: str, label: str, changes: dict[str, Any]) -> None:
    assert diagnosed(name, BASES[name].changed(changes)) == [f"{name}_{label}"]


#: Constraints that others contain: all results have the one shape of C15.
CONTAINED = {("reduce_window", "c14")}

#: The modules of which every operation is tested here.
FAMILIES = ("elementwise", "comparison", "conversion", "creation", "movement", "reduction", "windows", "contraction",
            "convolution",
            "gather", "scatter", "sorting")


def declared(name: str) -> set[str]:
    """The labels of all constraints that an operation states."""
    cls = REGISTRY[f"stablehlo.{name}"]
    inference = cls.definition.inference
    return {c.label for c in (*cls.checks, *cls.result_checks)} | set(inference.labels if inference else ())


@pytest.mark.shared
def test_specification_is_covered() -> None:
    table = SHARED / "facts" / "constraints.json"
    if not table.exists():
        pytest.skip("the table of constraints is not here")
    numbers = json.loads(table.read_text())["operations"]
    names = [c.name.removeprefix("stablehlo.") for c in REGISTRY.values()
             if c.__module__.removeprefix("hloom.ops.stablehlo.") in FAMILIES]
    missing = [(name, f"c{number}") for name in names for number in numbers.get(name, ())
               if f"C{number}" not in declared(name)]
    assert set(missing) <= CONTAINED
    elementwise = set(binary_and_unary())
    tested = {(name, label) for name, label, _ in BREAKS} | {(name, "c1") for name in elementwise}
    stated = {(name, label.lower()) for name in names if (name in numbers and name in BASES) or name in elementwise
              for label in declared(name)}
    assert {(name, label) for name, label in stated - tested - CONTAINED if label[1:].isdigit()} == set()


@pytest.mark.parametrize("name", [name.removeprefix("stablehlo.") for name, cls in REGISTRY.items()
                                  if any(field.key == "result_accuracy" for field in cls.definition.attributes)])
def test_result_accuracy(name: str) -> None:
    def accuracy(mode: str, tolerance: int) -> Base:
        return Base([F], [F], {"result_accuracy": f"#stablehlo.result_accuracy<ulps = {tolerance}, "
                                                  f"mode = #stablehlo.result_accuracy_mode<{mode}>>"})

    assert diagnosed(name, accuracy("TOLERANCE", 4)) == diagnosed(name, accuracy("HIGHEST", 0)) == []
    assert diagnosed(name, accuracy("HIGHEST", 4)) == [f"{name}_result_accuracy"]


def binary_and_unary() -> list[str]:
    from hloom.ops.stablehlo import elementwise

    return [c.name.removeprefix("stablehlo.") for c in vars(elementwise).values()
            if getattr(c, "is_elementwise", False)]


@pytest.mark.parametrize("name", binary_and_unary())
def test_elementwise_keeps_the_shape(name: str) -> None:
    cls = REGISTRY[f"stablehlo.{name}"]
    type = next(t for t in ("tensor<4xf32>", "tensor<4xi32>") if cls.definition.operands[0].constraint.holds(typed(t)))
    count = len(cls.definition.operands)
    assert diagnosed(name, Base([type] * count, [type])) == []
    assert diagnosed(name, Base([type] * count, [type.replace("<4", "<?")])) == []
    assert diagnosed(name, Base([type] * count, [type.replace("<4", "<5")])) == [f"{name}_c1"]
    if count == 2:
        assert diagnosed(name, Base([type, type.replace("<4", "<5")], [type])) == [f"{name}_c1"]


def typed(text: str) -> Any:
    module: Any = parse(f"func.func @f(%x: {text}) {{ return }}")
    return next(iter(module.functions.values())).body.arguments[0].type
