"""Custom calls of `jax.experimental.sparse`: matrices in compressed rows times dense ones.

A matrix of [rows, columns] in compressed rows is `data` [n], the column of each, and `offsets` [rows + 1]: row r has the
elements `offsets[r]` to `offsets[r + 1] - 1`. What lies in no row, or in a column that the other operand does not have, counts
for nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.calls.target import Target, define, fault
from hloom.ops.common.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.creation import Iota, is_static
from hloom.ops.stablehlo.elementwise import Add, And, Maximum, Multiply
from hloom.ops.stablehlo.gather import Gather
from hloom.ops.stablehlo.movement import Slice
from hloom.ops.stablehlo.scatter import Scatter
from hloom.ops.stablehlo.windows import ReduceWindow

Array = Any
_I32, _I64 = ELEMENT_TYPES["i32"], ELEMENT_TYPES["i64"]

#: Products that are in memory at the same time.
_MOST_PRODUCTS = 1 << 20


def _product_fault(op: Any) -> str | None:
    """What is wrong with the operands of a product of static shapes; None if nothing is."""
    if len(op.operands) != 4 or len(op.results) != 1:
        return f"needs 4 operands and 1 result, got {len(op.operands)} and {len(op.results)}"
    (data, offsets, columns, dense), result = (v.type for v in op.operands), op.results[0].type
    if not len(data.shape) == len(offsets.shape) == len(columns.shape) == 1 or data.shape != columns.shape:
        return "needs a matrix in compressed rows: elements [n], offsets [rows + 1] and columns [n]"
    if not offsets.element.is_integer or not columns.element.is_integer:
        return f"needs integers as offsets and columns, got {offsets.element} and {columns.element}"
    if offsets.shape[0] < 1 or len(dense.shape) not in (1, 2) or result.shape != (offsets.shape[0] - 1, *dense.shape[1:]):
        return f"gives no {list(result.shape)} for {offsets.shape[0] - 1} rows times {list(dense.shape)}"
    if not data.element is dense.element is result.element:
        return f"needs elements of one type, got {data.element}, {dense.element} and {result.element}"
    return None


def compressed_rows_times_dense(op: Any, *operands: Array) -> Array:
    """The product of a matrix in compressed rows with a vector [columns] or a matrix [columns, m]."""
    if complaint := _product_fault(op):
        raise fault(op, complaint)
    data, offsets, columns, dense = operands
    count, rows = len(data), len(offsets) - 1
    result = np.zeros((rows, *dense.shape[1:]), dense.dtype)
    starts = np.clip(offsets.astype(np.int64), 0, count)
    row = np.cumsum(np.bincount(starts[1:-1], minlength=count + 1))[:count]
    places, columns = np.arange(count), columns.astype(np.int64)
    kept = (places >= starts[0]) & (places < starts[-1]) & (columns >= 0) & (columns < len(dense))
    data, row, columns = data[kept].reshape(-1, *[1] * (dense.ndim - 1)), row[kept], columns[kept]
    at_once = max(1, _MOST_PRODUCTS // max(1, dense[:1].size))
    for k in range(0, len(data), at_once):
        part = slice(k, k + at_once)
        np.add.at(result, row[part], data[part] * dense[columns[part]])
    return result


def _as_scatter(op: Any, b: Builder) -> Any:
    """scatter(data * gather(x))."""
    if not all(map(is_static, (*op.operands, *op.results))) or _product_fault(op):
        return None  # the evaluator says what is wrong with it, if it is called
    data, offsets, columns, dense = op.operands
    result = op.results[0]
    zeros = b.splat(0, result.type)
    if 0 in (*data.shape, *dense.shape, *result.shape):
        return zeros
    row, is_in_row = _rows(b, offsets, data.shape[0])
    kept = b(And, is_in_row, b(And, _compared(b, columns, "GE", 0), _compared(b, columns, "LT", dense.shape[0])))
    wide = dense.shape[1:]
    taken = b(Gather, dense, _column(b, columns), slice_sizes=[1, *wide], dimension_numbers=GatherDimensionNumbers(
        offset_dims=tuple(range(1, 1 + len(wide))), collapsed_slice_dims=(0,), start_index_map=(0,), index_vector_dim=1))
    products = b(Multiply, b.broadcast(data, (0,), taken.shape), taken)
    products = b(Select, b.broadcast(kept, (0,), taken.shape), products, b.splat(0, taken.type))
    return _added(b, zeros, row, products)


def _rows(b: Builder, offsets: Any, count: int) -> tuple[Value, Value]:
    """The row of each of `count` elements, and whether it has one: as many rows as begin at or before it, less the first."""
    rows = offsets.shape[0] - 1
    offsets = b.converted(offsets, _I64)  # a narrower type need not hold the number of elements
    starts = b(Maximum, offsets, b.splat(0, offsets.type))
    none = TensorType((count,), _I32)
    row = b.splat(0, none)
    if rows > 1:
        begun = b(Slice, starts, start_indices=[1], limit_indices=[rows], strides=[1])
        row = _added(b, row, begun, b.splat(1, TensorType((rows - 1,), _I32)))  # beyond the elements nothing is added
        row = b(ReduceWindow, [row], [b.constant(np.int32(0))], result_types=[none], regions=[combining(Add.name, _I32)],
                window_dimensions=[count], padding=np.array([[count - 1, 0]], np.int64))
    places = b(Iota, iota_dimension=0, result_types=[TensorType((count,), _I64)])
    first, end = (b.broadcast(b.reshaped(b(Slice, starts, start_indices=[k], limit_indices=[k + 1], strides=[1]), ()), (),
                              (count,)) for k in (0, rows))
    return row, b(And, b(Compare, places, first, comparison_direction="GE"), b(Compare, places, end, comparison_direction="LT"))


def _compared(b: Builder, x: Any, direction: str, number: int) -> Any:
    """Whether integers are on one side of a number, which their type need not hold."""
    limits = np.iinfo(x.element.dtype)
    if not limits.min <= number <= limits.max:
        is_so = (direction == "LT") == (number > limits.max)
        return b.splat(is_so, TensorType(x.shape, ELEMENT_TYPES["i1"]))
    return b(Compare, x, b.splat(number, x.type), comparison_direction=direction)


def _column(b: Builder, places: Any) -> Any:
    return b.reshaped(places, (*places.shape, 1))


def _added(b: Builder, x: Any, places: Any, updates: Any) -> Any:
    """x with slices of its first dimension added to it at places."""
    return b(Scatter, [x], _column(b, places), [updates], result_types=[x.type], regions=[combining(Add.name, x.element)],
             scatter_dimension_numbers=ScatterDimensionNumbers(
                 update_window_dims=tuple(range(1, len(x.shape))), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,),
                 index_vector_dim=1))


define(Target("cpu_csr_sparse_dense_ffi", compressed_rows_times_dense, decompose=_as_scatter, is_pure=True))
