"""Constraints of operations whose shapes, indices or padding are operands: each has an operation that breaks only it."""

from __future__ import annotations

from typing import Any

import pytest

import hloom.ops
from tests.ops.bases import Base, Q, array, code_of, conv, diagnosed, gather, per_axis, precisions
from tests.ops.test_constraints import BREAKS

assert hloom.ops

F = "tensor<4x6xf32>"
ANY = "tensor<?x?xf32>"


def vector(*values: int) -> str:
    """A constant operand."""
    return f"dense<{list(values)}> : tensor<{len(values)}xi64>"


I1, I2, I3, I4 = (f"tensor<{n}xi64>" for n in (1, 2, 3, 4))
TRANSPOSED = {"operands": [f"tensor<2x2x{per_axis(0, 2)}>", I2], "results": [f"tensor<2x2x{per_axis(1, 2)}>"]}
STARTS = "tensor<2x7x2xi64>"
SLICES = ["tensor<3x2x4x5xf32>", STARTS]

BASES = {
    "dynamic_broadcast_in_dim": Base(["tensor<1x6xf32>", vector(4, 6)], [F], {"broadcast_dimensions": array(0, 1)}),
    "dynamic_reshape": Base([F, vector(6, 4)], ["tensor<6x4xf32>"]),
    "chlo.dynamic_reshape": Base([F, vector(6, 4)], ["tensor<6x4xf32>"]),
    "dynamic_iota": Base([vector(4, 6)], [F], {"iota_dimension": "1 : i64"}),
    "dynamic_pad": Base([F, "tensor<f32>", vector(1, 0), vector(0, 0), vector(1, 0)], ["tensor<8x6xf32>"]),
    "real_dynamic_slice": Base([F, I2, I2, I2], ["tensor<?x?xf32>"]),
    "dynamic_gather": Base([*SLICES, vector(1, 1, 3, 5)], ["tensor<2x3x7x5xf32>"], {"dimension_numbers": gather()}),
    "dynamic_conv": Base(["tensor<2x8x4xf32>", "tensor<3x2x6xf32>", "dense<0> : tensor<1x2xi64>"], ["tensor<2x6x6xf32>"], {
        "window_strides": array(1), "lhs_dilation": array(1), "rhs_dilation": array(1), "window_reversal": "array<i1: false>",
        "dimension_numbers": conv(), "feature_group_count": "2 : i64", "batch_group_count": "1 : i64",
        "precision_config": precisions("DEFAULT", "HIGH")}),
    "set_dimension_size": Base([F, "tensor<i32>"], ["tensor<4x?xf32, #stablehlo.bounds<?, 6>>"], {"dimension": "1 : i64"}),
}

#: What differs where there are two spatial dimensions.
PLANAR = {"operands": ["tensor<1x4x4x2xf32>", "tensor<2x2x1x2xf32>", "dense<0> : tensor<2x2xi64>"],
          "results": ["tensor<1x3x3x2xf32>"], "dimension_numbers": conv("b, 0, 1, f", "0, 1, i, o", "b, 0, 1, f"),
          "lhs_dilation": "", "rhs_dilation": "", "window_reversal": ""}

#: The operation, the constraint that it breaks, and what differs from the base case.
DYNAMIC: list[tuple[str, str, dict[str, Any]]] = [
    ("dynamic_broadcast_in_dim", "c1", {"results": ["tensor<4x6xf64>"]}),
    ("dynamic_broadcast_in_dim", "c2", {"broadcast_dimensions": array(0)}),
    ("dynamic_broadcast_in_dim", "c3", {"broadcast_dimensions": array(0, 2)}),
    ("dynamic_broadcast_in_dim", "c4", {"broadcast_dimensions": array(0, 0)}),
    ("dynamic_broadcast_in_dim", "c5", {"operands": ["tensor<3x6xf32>", vector(4, 6)]}),
    ("dynamic_broadcast_in_dim", "c6", TRANSPOSED),
    ("dynamic_broadcast_in_dim", "c7", {"operands": ["tensor<1x6xf32>", I3]}),
    ("dynamic_broadcast_in_dim", "c8", {"known_expanding_dimensions": array(0), "known_nonexpanding_dimensions": array(0)}),
    ("dynamic_broadcast_in_dim", "c9", {"known_expanding_dimensions": array(2)}),
    ("dynamic_broadcast_in_dim", "c10", {"known_nonexpanding_dimensions": array(-1)}),
    ("dynamic_broadcast_in_dim", "output_dimensions", {"operands": ["tensor<1x6xf32>", vector(5, 6)]}),
    ("dynamic_broadcast_in_dim", "output_dimensions", {"operands": ["tensor<1x6xf32>", vector(4, 5)], "results": [ANY]}),
    ("dynamic_broadcast_in_dim", "output_dimensions", {"operands": ["tensor<4x6xf32>", vector(1, 6)], "results": [ANY]}),
    ("dynamic_broadcast_in_dim", "output_dimensions", {"operands": ["tensor<1x6xf32>", vector(-1, 6)], "results": [ANY]}),
    ("dynamic_broadcast_in_dim", "output_dimensions", {"results": ["tensor<?x6xf32, #stablehlo.bounds<3, ?>>"]}),
    ("dynamic_reshape", "output_shape", {"operands": [F, vector(-6, -4)], "results": [ANY]}),
    ("chlo.dynamic_reshape", "output_shape", {"operands": [F, vector(-6, -4)], "results": [ANY]}),
    ("chlo.dynamic_reshape", "output_shape", {"operands": [F, vector(6, 5)], "results": [ANY]}),
    ("chlo.dynamic_reshape", "output_shape", {"operands": [F, vector(4, 6)]}),
    ("dynamic_iota", "output_shape", {"operands": [vector(-1, 6)], "results": [ANY]}),
    ("dynamic_pad", "c4", {"operands": [F, "tensor<f32>", vector(-5, 0), *[vector(0, 0)] * 2], "results": ["tensor<3x6xf32>"]}),
    ("dynamic_pad", "c4", {"operands": [F, "tensor<f32>", vector(-5, 0), *[vector(0, 0)] * 2], "results": [ANY]}),
    ("dynamic_conv", "c25", {"operands": ["tensor<2x8x4xf32>", "tensor<3x2x6xf32>", f"dense<{2**62}> : tensor<1x2xi64>"],
                             "results": ["tensor<?x?x?xf32>"]}),
    ("dynamic_gather", "c12", {"operands": [*SLICES, vector(1, 1, -1, 5)], "results": ["tensor<?x?x?x?xf32>"]}),
    ("dynamic_conv", "i3", {"operands": ["tensor<2x8x4xf32>", "tensor<3x2x6xf32>", "tensor<?x2xi64>"]}),
    ("real_dynamic_slice", "indices", {"operands": [F, "tensor<?xi64>", "tensor<?xi64>", "tensor<?xi64>"]}),
    ("dynamic_reshape", "c1", {"results": ["tensor<6x4xf64>"]}), ("dynamic_reshape", "c2", {"results": ["tensor<6x5xf32>"]}),
    ("dynamic_reshape", "c3", {"operands": [f"tensor<2x6x{per_axis(0, 2)}>", I2],
                               "results": [f"tensor<6x2x{per_axis(1, 2)}>"]}),
    ("dynamic_reshape", "c4", {"operands": [F, I3]}),
    ("dynamic_reshape", "output_shape", {"operands": [F, vector(4, 6)]}),
    ("dynamic_reshape", "output_shape", {"operands": [F, vector(6, 5)], "results": ["tensor<6x?xf32>"]}),
    ("dynamic_iota", "c1", {"iota_dimension": "2 : i64"}), ("dynamic_iota", "c2", {"operands": [I3]}),
    ("dynamic_iota", "output_shape", {"operands": [vector(4, 5)]}),
    ("dynamic_pad", "c1", {"operands": [F, "tensor<f64>", I2, I2, I2]}), ("dynamic_pad", "c1", {"results": ["tensor<8x6xf64>"]}),
    ("dynamic_pad", "c2", {"operands": [F, "tensor<f32>", I1, I1, I1]}),
    ("dynamic_pad", "type", {"operands": [F, "tensor<f32>", "tensor<2xi32>", I2, I2]}),
    ("dynamic_pad", "c3", {"operands": [F, "tensor<f32>", I2, I2, vector(0, -1)]}),
    ("dynamic_pad", "c4", {"results": ["tensor<9x6xf32>"]}), ("dynamic_pad", "c4", {"results": ["tensor<8xf32>"]}),
    ("real_dynamic_slice", "indices", {"operands": [F, I2, I2, I3]}),
    ("real_dynamic_slice", "elements", {"operands": [F, I2, I2, "tensor<2xi32>"]}),
    ("real_dynamic_slice", "result", {"results": ["tensor<?x?xf64>"]}),
    ("real_dynamic_slice", "result", {"results": ["tensor<?xf32>"]}),
    ("set_dimension_size", "dimension", {"dimension": "2 : i64"}),
    ("dynamic_gather", "c1", {"dimension_numbers": gather(offset=(1,))}),
    ("dynamic_gather", "c2", {"dimension_numbers": gather(vector=4)}),
    ("dynamic_gather", "c3", {"dimension_numbers": gather(mapped=(0,))}),
    ("dynamic_gather", "c4", {"dimension_numbers": gather(offset=(3, 1))}),
    ("dynamic_gather", "c5", {"dimension_numbers": gather(offset=(1, 4))}),
    ("dynamic_gather", "c6", {"dimension_numbers": gather(collapsed=(1,))}),
    ("dynamic_gather", "c6", {"dimension_numbers": gather(offset=(1,), collapsed=(2, 0))}),
    ("dynamic_gather", "c7", {"dimension_numbers": gather(collapsed=(4,))}),
    ("dynamic_gather", "c8", {"operands": [*SLICES, vector(2, 1, 3, 5)]}),
    ("dynamic_gather", "c9", {"dimension_numbers": gather(mapped=(0, 1))}),
    ("dynamic_gather", "c10", {"dimension_numbers": gather(mapped=(0, 4))}),
    ("dynamic_gather", "c11", {"operands": [*SLICES, I3]}),
    ("dynamic_gather", "c12", {"operands": [*SLICES, vector(1, 1, 5, 5)]}),
    ("dynamic_gather", "c13", {"results": ["tensor<2x3x7x4xf32>"]}),
    ("dynamic_gather", "c13", {"operands": [*SLICES, I4], "results": ["tensor<2x3x6x5xf32>"]}),
    ("dynamic_gather", "c14", {"results": ["tensor<2x3x7x5xf64>"]}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(offset=(1,), batching=(2, 1), indices_batching=(0, 1))}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(batching=(4,))}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(offset=(1,), batching=(1, 2), indices_batching=(0, 0))}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(indices_batching=(3,))}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(indices_batching=(2,))}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(indices_batching=())}),
    ("dynamic_gather", "batching", {"dimension_numbers": gather(indices_batching=(1,))}),
    ("dynamic_conv", "c2", {"window_strides": array(1)} | PLANAR),
    ("dynamic_conv", "c4", {"operands": ["tensor<2x8x4xf32>", "tensor<3x2x6xf32>", "tensor<2x2xi64>"]}),
    ("dynamic_conv", "c28", {"operands": [f"tensor<2x8x4x{Q}>", f"tensor<3x2x6x{Q}>", "tensor<1x2xi64>"]}),
]


def as_dynamic(changes: dict[str, Any]) -> dict[str, Any]:
    """What differs from a valid convolution, as what differs from a valid dynamic_conv."""
    if "operands" not in changes:
        return changes
    return changes | {"operands": [*changes["operands"], "dense<0> : tensor<1x2xi64>"]}


#: dynamic_conv has the constraints of convolution, under the same numbers, except those on window_strides and padding.
CONVOLUTIONS = [("dynamic_conv", label, as_dynamic(changes)) for name, label, changes in BREAKS
                if name == "convolution" and label not in ("c2", "c4") and "padding" not in changes]


@pytest.mark.parametrize("name", BASES)
def test_valid(name: str) -> None:
    assert diagnosed(name, BASES[name]) == []


@pytest.mark.parametrize("name, label, changes", DYNAMIC + CONVOLUTIONS, ids=lambda x: x if isinstance(x, str) else "")
def test_broken(name: str, label: str, changes: dict[str, Any]) -> None:
    assert diagnosed(name, BASES[name].changed(changes)) == [code_of(name, label)]
