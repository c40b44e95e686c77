"""Custom calls of `jax.experimental.sparse`: matrices in compressed rows times dense ones.

A matrix of [rows, columns] in compressed rows is `data` [n], the column of each, and `offsets` [rows + 1]: row r has the
elements `offsets[r]` to `offsets[r + 1] - 1`. What lies in no row, or in a column that the other operand does not have, counts
for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ops.calls.top_k import fault

Array = Any

#: Products that are in memory at the same time.
_MOST_PRODUCTS = 1 << 20


def product_fault(op: Any) -> str | None:
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
    if complaint := product_fault(op):
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


#: The functions by their targets, in the form in which custom calls are registered.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = {"cpu_csr_sparse_dense_ffi": compressed_rows_times_dense}
