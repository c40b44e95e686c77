"""Gather and scatter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ops.common.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from hloom.ops.hlo import packed as hlo_packed
from hloom.ops.stablehlo import gather as stablehlo_gather
from hloom.ops.stablehlo import scatter as stablehlo_scatter
from hloom.support.diagnostics import InputError
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops.parts import computation_of, integer, integers


def _numbers(given: Any, cls: Any, name: str) -> Any:
    """Dimension numbers given as such, or as a dictionary of the fields."""
    if isinstance(given, cls):
        return given
    names = [f.name for f in cls.declared()]
    if not isinstance(given, dict) or not set(given) <= set(names):
        raise InputError(f"{name} is a dictionary of {', '.join(names)}; got {given!r:.80}")
    return cls(
        **{key: integer(value, key) if key == "index_vector_dim" else integers(value, key) for key, value in given.items()}
    )


@operation
def Gather(
    input: XlaOp, start_indices: XlaOp, dimension_numbers: Any, slice_sizes: Sequence[int], indices_are_sorted: bool = False
) -> XlaOp:
    """Slices of fixed sizes, one for each index vector in `start_indices` (Gather).

    `dimension_numbers` is GatherDimensionNumbers or a dictionary of its fields: offset_dims, collapsed_slice_dims,
    start_index_map, index_vector_dim, operand_batching_dims, start_indices_batching_dims. Indices are held so that slices fit.
    """
    numbers, sizes = (
        _numbers(dimension_numbers, GatherDimensionNumbers, "dimension_numbers"),
        integers(slice_sizes, "slice_sizes"),
    )
    return input.builder.emit(stablehlo_gather.Gather, input, start_indices, dimension_numbers=numbers, slice_sizes=sizes,
                              indices_are_sorted=bool(indices_are_sorted))


@operation
def Scatter(
    input: XlaOp | Sequence[XlaOp],
    scatter_indices: XlaOp,
    updates: XlaOp | Sequence[XlaOp],
    update_computation: XlaComputation,
    dimension_numbers: Any,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
) -> XlaOp:
    """The operand with slices changed by a computation of what is there and the update, one for each index vector (Scatter).

    `dimension_numbers` is ScatterDimensionNumbers or a dictionary of its fields: update_window_dims, inserted_window_dims,
    scatter_dims_to_operand_dims, index_vector_dim, input_batching_dims, scatter_indices_batching_dims. Slices that do not fit
    are left out. Of several operands it gives a tuple.
    """
    operands = [input] if isinstance(input, XlaOp) else list(input)
    values = [updates] if isinstance(updates, XlaOp) else list(updates)
    numbers, to_apply = (
        _numbers(dimension_numbers, ScatterDimensionNumbers, "dimension_numbers"),
        computation_of(update_computation),
    )
    return scatter_indices.builder.emit(
        hlo_packed.Scatter if len(operands) > 1 else stablehlo_scatter.Scatter,
        operands,
        scatter_indices,
        values,
        computations=[to_apply],
        scatter_dimension_numbers=numbers,
        indices_are_sorted=bool(indices_are_sorted),
        unique_indices=bool(unique_indices),
    )
