"""Scatter: updates of slices at computed indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import index_of, select
from hloom.ops.common.accumulation import to_destination, update_arrays
from hloom.ops.common.attributes import ScatterDimensionNumbers
from hloom.ops.common.region_function import one_block, outputs_of, takes_reducer
from hloom.ops.common.shapes import merge_shapes
from hloom.ops.definition.attribute_kinds import boolean, struct
from hloom.ops.definition.constraints import compatible_shapes, in_range, integer, per_tensor_quantized, tensor, unique
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, infers
from hloom.ops.definition.traits import Domain, starts
from hloom.ops.stablehlo.gather import as_index, index_vector_size, is_sorted, may_equal, within, without
from hloom.ops.stablehlo.reduction import same_shapes

ANY = tensor | per_tensor_quantized
Array = Any


def _window_dims(op: Any) -> list[int]:
    """The inputs' dimensions along which windows extend, in the order of `update_window_dims`."""
    n = op.numbers
    return [d for d in range(op.inputs[0].rank) if d not in n.inserted_window_dims and d not in n.input_batching_dims]


def _scatter_dims(op: Any) -> list[int]:
    """The updates' dimensions that number the windows."""
    return [d for d in range(op.updates[0].rank) if d not in op.numbers.update_window_dims]


def _updates_fit(op: Any) -> bool:
    """C4: updates have the windows of `scatter_indices`, each no larger than the inputs."""
    n, shape = op.numbers, op.updates[0].shape
    windows = without(op.scatter_indices.shape, n.index_vector_dim)
    inside = merge_shapes(*(x.type.shape for x in op.inputs))
    return (compatible_shapes(tuple(shape[d] for d in _scatter_dims(op)), windows)
            and within([shape[d] for d in n.update_window_dims], [inside[d] for d in _window_dims(op)]))


def _batching_matches(op: Any) -> bool:
    n = op.numbers
    return all(may_equal(op.inputs[0].shape[a], op.scatter_indices.shape[b])
               for a, b in zip(n.input_batching_dims, n.scatter_indices_batching_dims))


class Scatter(Op, name="stablehlo.scatter"):
    """Combines slices of the inputs that start at `scatter_indices` with `updates`.

    A window of which any part lies outside of the inputs is skipped, as in XLA; the specification skips its outer part.
    """

    inputs: Operands = ANY
    scatter_indices: Operand = integer
    updates: Operands = ANY
    scatter_dimension_numbers: Attr = struct(ScatterDimensionNumbers)
    indices_are_sorted: Attr = boolean.default(False)
    unique_indices: Attr = boolean.default(False)
    update_computation: Body = None
    takes_any_end = True
    kernel = "scatter"
    checks = [
        C(5, "needs at least one input, and updates for each", lambda op: 0 < len(op.inputs) == len(op.updates)),
        C(1, "inputs must have one shape, got {inputs}", lambda op: same_shapes(op.inputs)),
        C(3, "updates must have one shape, got {updates}", lambda op: same_shapes(op.updates)),
        C(6, "updates must have the element types of the inputs, got {updates} for {inputs}",
          lambda op: all(x.element is u.element for x, u in zip(op.inputs, op.updates))),
        C(2, "the rank of the inputs must be the number of window, inserted and batching dimensions, got "
          "{scatter_dimension_numbers}",
          lambda op: op.inputs[0].rank == sum(map(len, (op.numbers.update_window_dims, op.numbers.inserted_window_dims,
                                                        op.numbers.input_batching_dims)))),
        C(7, "update_window_dims must be unique and sorted, got {numbers.update_window_dims}",
          lambda op: unique(op.numbers.update_window_dims) and is_sorted(op.numbers.update_window_dims)),
        C(8, "update_window_dims must lie in [0, {op.updates[0].rank}), got {numbers.update_window_dims}",
          lambda op: in_range(op.numbers.update_window_dims, op.updates[0].rank)),
        C(9, "inserted and batching dimensions must be unique, got {scatter_dimension_numbers}",
          lambda op: unique(op.numbers.inserted_window_dims + op.numbers.input_batching_dims)),
        C(10, "inserted_window_dims must be sorted, got {numbers.inserted_window_dims}",
          lambda op: is_sorted(op.numbers.inserted_window_dims)),
        C(11, "inserted_window_dims must lie in [0, {op.inputs[0].rank}), got {numbers.inserted_window_dims}",
          lambda op: in_range(op.numbers.inserted_window_dims, op.inputs[0].rank)),
        C(12, "input_batching_dims must be sorted, got {numbers.input_batching_dims}",
          lambda op: is_sorted(op.numbers.input_batching_dims)),
        C(13, "input_batching_dims must lie in [0, {op.inputs[0].rank}), got {numbers.input_batching_dims}",
          lambda op: in_range(op.numbers.input_batching_dims, op.inputs[0].rank)),
        C(22, "index_vector_dim must lie in [0, {scatter_indices.rank}], got {numbers.index_vector_dim}",
          lambda op: 0 <= op.numbers.index_vector_dim <= op.scatter_indices.rank),
        C(14, "scatter_indices_batching_dims must be unique, got {numbers.scatter_indices_batching_dims}",
          lambda op: unique(op.numbers.scatter_indices_batching_dims)),
        C(15, "scatter_indices_batching_dims must lie in [0, {scatter_indices.rank}), got "
          "{numbers.scatter_indices_batching_dims}",
          lambda op: in_range(op.numbers.scatter_indices_batching_dims, op.scatter_indices.rank)),
        C(16, "scatter_indices_batching_dims must not contain index_vector_dim, got {scatter_dimension_numbers}",
          lambda op: op.numbers.index_vector_dim not in op.numbers.scatter_indices_batching_dims),
        C(17, "inputs and scatter_indices need equally many batching dimensions, got {scatter_dimension_numbers}",
          lambda op: len(op.numbers.input_batching_dims) == len(op.numbers.scatter_indices_batching_dims)),
        C(18, "batching dimensions must have equal sizes in the inputs and {scatter_indices}, got "
          "{scatter_dimension_numbers}",
          _batching_matches),
        C(19, "scatter_dims_to_operand_dims must have one entry for each component of an index vector in "
          "{scatter_indices}, got {numbers.scatter_dims_to_operand_dims}",
          lambda op: may_equal(len(op.numbers.scatter_dims_to_operand_dims),
                               index_vector_size(op.scatter_indices.shape, op.numbers.index_vector_dim))),
        C(20, "scatter_dims_to_operand_dims and input_batching_dims must be unique, got {scatter_dimension_numbers}",
          lambda op: unique(op.numbers.scatter_dims_to_operand_dims + op.numbers.input_batching_dims)),
        C(21, "scatter_dims_to_operand_dims must lie in [0, {op.inputs[0].rank}), got "
          "{numbers.scatter_dims_to_operand_dims}",
          lambda op: in_range(op.numbers.scatter_dims_to_operand_dims, op.inputs[0].rank)),
        C(4, "updates must have the shape of {scatter_indices} without the index vector, and windows that fit into the "
          "inputs, got {updates}",
          _updates_fit),
        one_block("update_computation"),
        takes_reducer(23, "update_computation"),
    ]

    @property
    def numbers(op) -> ScatterDimensionNumbers:
        return op.scatter_dimension_numbers

    @infers(shape="C24", element="C25")
    def outputs(op) -> Any:
        inputs, updated = [x.type for x in op.inputs], outputs_of(op.update_computation)
        return tuple(x.with_element(t.element) for x, t in zip(inputs, updated))  # type: ignore[union-attr]

    def operand_domain(op, number: int) -> Domain | None:
        if number != len(op.inputs):
            return None
        window = dict(zip(_window_dims(op), [op.updates[0].shape[d] for d in op.numbers.update_window_dims]))
        dims = op.numbers.scatter_dims_to_operand_dims
        return starts([op.inputs[0].shape[d] for d in dims], [window.get(d, 1) for d in dims])

    def updated_operands(op) -> Any:
        return list(zip(op.results, op.operands))

    def run(op, process: Any, *operands: Array) -> Any:
        count = len(op.inputs)
        inputs, scatter_indices, updates = operands[:count], operands[count], operands[count + 1 :]
        elements = [r.element for r in op.results]
        inside, positions = _positions(op, inputs[0].shape, scatter_indices, updates[0].shape)
        flat = tuple(to_destination(x, v.element, e).reshape(-1) for x, v, e in zip(inputs, op.inputs, elements))
        values = tuple(to_destination(u, v.element, e)[inside] for u, v, e in zip(updates, op.updates, elements))
        found = update_arrays(process, op.update_computation, flat, positions[inside], values)
        return tuple(x.reshape(inputs[0].shape) for x in found)

    def accesses(op, i: Any, number: int) -> Any:
        # Any window may be the one that covers element i; where it starts is known at run time.
        n, updates = op.numbers, op.updates[0]
        place: list[Any] = [None] * updates.rank
        windows = _scatter_dims(op)
        for d in windows:
            place[d] = fresh(updates.shape[d], "u")
        vector = [place[d] for d in windows]
        if n.index_vector_dim < op.scatter_indices.rank:
            vector.insert(n.index_vector_dim, None)
        starts: list[Any] = [0] * len(i)
        sizes = dict(zip(_window_dims(op), n.update_window_dims))
        for component, d in enumerate(n.scatter_dims_to_operand_dims):
            at = [component if k is None else k for k in vector]
            extent = updates.shape[sizes[d]] if d in sizes else 1
            starts[d] = index_of(op.scatter_indices[at], 0, max(op.inputs[0].shape[d] - extent, 0))
        for d, u in sizes.items():
            place[u] = i[d] - starts[d]
        inside: Predicate = ALWAYS
        for d, source in zip(n.input_batching_dims, n.scatter_indices_batching_dims):
            batch = place[windows[source - (n.index_vector_dim < source)]]
            inside = inside & (i[d] - batch >= 0) & (i[d] - batch <= 0)
        indices = [op.scatter_indices[[component if k is None else k for k in vector]]
                   for component in range(len(n.scatter_dims_to_operand_dims) if None in vector else 1)]
        read = [v for u in op.updates for v in (u[place], *indices)]
        return [x[i] for x in op.inputs] + [select(inside, v, op.inputs[0][i]) for v in read]


def _positions(op: Any, shape: Sequence[int], scatter_indices: Array,
               update_shape: Sequence[int]) -> tuple[Array, Array]:
    """For each element of the updates: whether its window lies inside of the inputs; the flat index it updates."""
    n, rank = op.numbers, len(update_shape)
    scatter_dims = _scatter_dims(op)
    vectors = as_index(scatter_indices)
    if n.index_vector_dim == scatter_indices.ndim:
        vectors = vectors[..., np.newaxis]
    vectors = np.moveaxis(vectors, n.index_vector_dim, -1)

    def along(dimensions: Sequence[int], values: Array) -> Array:
        """Values over some of the updates' dimensions, in a shape that broadcasts to the updates."""
        sizes = dict(zip(dimensions, values.shape))
        return values.reshape([sizes.get(d, 1) for d in range(rank)])

    starts = [np.zeros([1] * rank, np.int64)] * len(shape)
    for k, d in enumerate(n.scatter_dims_to_operand_dims):
        starts[d] = along(scatter_dims, vectors[..., k])
    for d, source in zip(n.input_batching_dims, n.scatter_indices_batching_dims):
        starts[d] = along([scatter_dims[source - (n.index_vector_dim < source)]], np.arange(shape[d]))
    window = dict(zip(_window_dims(op), n.update_window_dims))
    inside, position = np.full(update_shape, True), np.zeros(update_shape, np.int64)
    for d, size in enumerate(shape):
        extent = update_shape[window[d]] if d in window else 1
        # Compared so that no sum can overflow for starts near the ends of i64.
        inside &= (starts[d] >= 0) & (starts[d] <= size - extent)
        offset = along([window[d]], np.arange(extent)) if d in window else 0
        position = position * size + np.clip(starts[d], 0, max(size - extent, 0)) + offset
    return inside, position
