"""Gather and scatter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.xla.inference.parts import (
    ProgramShape,
    Size,
    array,
    compatible_size,
    expect_array,
    expect_reducer,
    fail,
    in_range,
    is_ascending,
    is_integral,
    listed,
    plain,
    same_dimensions,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape


def _text(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _expanded(indices: Shape, index_vector_dim: int) -> list[Size]:
    sizes = sizes_of(indices)
    if len(sizes) == index_vector_dim:
        sizes.append((1, False))
    return sizes


def _check_set(values: Sequence[int], rank: int, name: str, op: str) -> None:
    """`values` are dimensions in ascending order, without repetition, of an array of `rank`."""
    if not is_ascending(values):
        fail(f"{name} in {op} op must be sorted; got: {_text(values)}")
    if len(set(values)) != len(values):
        fail(f"Repeated dimensions not allowed in {name} in {op} op; got: {_text(values)}." if op == "gather" else
             f"{name} in {op} op must not repeat; got: {_text(values)}.")
    for d in values:
        if not in_range(d, rank):
            fail(f"Invalid {name} set in {op} op; valid range is [0, {rank}), got: {d}.")


def _check_gather(numbers: Any, input: Shape, indices: list[Size], slice_sizes: Sequence[int]) -> None:
    offsets, collapsed, batching = numbers.offset_dims, numbers.collapsed_slice_dims, numbers.operand_batching_dims
    if not is_ascending(offsets):
        fail(f"Output window dimensions in gather op must be ascending; got: {_text(offsets)}.")
    if len(set(offsets)) != len(offsets):
        fail(f"Output window dimensions in gather op must not repeat; got: {_text(offsets)}.")
    output_rank = len(offsets) + len(indices) - 1
    for k, d in enumerate(offsets):
        if not in_range(d, output_rank):
            fail(f"Offset dimension {k} in gather op is out of bounds; got {d}, but should have been in [0, {output_rank}).")
    count = indices[numbers.index_vector_dim][0]
    if count != UNBOUNDED and len(numbers.start_index_map) != count:
        fail(f"Gather op has {len(numbers.start_index_map)} elements in start_index_map and the bound of dimension "
             f"index_vector_dim={numbers.index_vector_dim} of start_indices is {count}. These two numbers must be equal.")
    for k, d in enumerate(numbers.start_index_map):
        if not in_range(d, input.rank):
            fail(f"Invalid start_index_map; domain is [0, {input.rank}), got: {k}->{d}.")
    if len(set(numbers.start_index_map)) != len(numbers.start_index_map):
        fail(f"Repeated dimensions are not allowed in start_index_map; got: {_text(numbers.start_index_map)}.")
    for d in collapsed:
        if not in_range(d, input.rank):
            fail(f"Invalid collapsed_slice_dims set in gather op; valid range is [0, {input.rank}), got: {d}.")
    _check_set(collapsed, input.rank, "collapsed_slice_dims", "gather")
    _check_set(batching, input.rank, "operand_batching_dims", "gather")
    _check_batching(batching, numbers.start_indices_batching_dims, collapsed, numbers.start_index_map, input, indices,
                    numbers.index_vector_dim, "gather")


def _check_batching(batching: Sequence[int], index_batching: Sequence[int], dropped: Sequence[int], mapped: Sequence[int],
                    input: Shape, indices: list[Size], index_vector_dim: int, op: str) -> None:
    if set(batching) & set(dropped):
        fail(
            f"Dimensions {_text(sorted(set(batching) & set(dropped)))} of {op} op are both batching and dropped from the window."
        )
    if set(batching) & set(mapped):
        fail(f"Dimensions {_text(sorted(set(batching) & set(mapped)))} of {op} op are both batching and indexed.")
    if len(batching) != len(index_batching):
        fail(f"{op} op has {len(batching)} batching dimensions of the operand and {len(index_batching)} of the indices.")
    if len(set(index_batching)) != len(index_batching):
        fail(f"Repeated batching dimensions of the indices in {op} op; got: {_text(index_batching)}.")
    for d, i in zip(batching, index_batching):
        if not in_range(i, len(indices)) or i == index_vector_dim:
            fail(f"Invalid batching dimension {i} of the indices in {op} op.")
        if not compatible_size(sizes_of(input)[d], indices[i]):
            fail(f"The batching dimensions of {op} op must have the same sizes; got {input.dimensions[d]} and {indices[i][0]}.")


def gather(input: Shape, start_indices: Shape, numbers: Any, slice_sizes: Sequence[int]) -> Shape:
    """The shape of slices of `slice_sizes`, one for each index vector (Gather)."""
    expect_array(input, "input of gather operation")
    expect_array(start_indices, "gather indices operand of gather op")
    if not is_integral(start_indices):
        fail(f"Gather indices parameter must be an integral tensor; got {plain(start_indices)}.")
    if not 0 <= numbers.index_vector_dim <= start_indices.rank:
        fail(
            f"Gather index leaf dimension must be within [0, rank(start_indices) + 1). rank(start_indices) is "
            f"{start_indices.rank} and "
            f"gather index leaf dimension is {numbers.index_vector_dim}."
        )
    indices = _expanded(start_indices, numbers.index_vector_dim)
    _check_gather(numbers, input, indices, slice_sizes)
    if len(slice_sizes) != input.rank:
        fail(f"Gather op must have one slice size for every input dimension; got: len(slice_sizes)={len(slice_sizes)}, "
             f"input_shape.rank={input.rank}.")
    dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    if len(slice_sizes) != len(numbers.offset_dims) + len(dropped):
        fail(
            "All components of the offset index in a gather op must either be a offset dimension or explicitly "
            f"collapsed/batching; got len(slice_sizes)={len(slice_sizes)}, output_slice_sizes={_text(numbers.offset_dims)}, "
            f"collapsed_slice_dims={_text(numbers.collapsed_slice_dims)}, "
            f"operand_batching_dims={_text(numbers.operand_batching_dims)}."
        )
    for d, n in enumerate(slice_sizes):
        bound = input.dimensions[d]
        if n < 0 or (bound != UNBOUNDED and n > bound):
            fail(f"Slice size at index {d} in gather op is out of range, must be within [0, {bound + 1}), got {n}.")
    for d in sorted(dropped):
        if slice_sizes[d] > 1:
            fail(
                f"Gather op can only collapse slice dims with bound 1 or 0, but bound is {slice_sizes[d]} for index {d} at "
                f"position 0."
            )
    offsets = [(n, input.dynamic_dimensions[d] and n == input.dimensions[d])
               for d, n in enumerate(slice_sizes) if d not in dropped]
    batch = [n for d, n in enumerate(indices) if d != numbers.index_vector_dim]
    result: list[Size] = []
    windows, rows = iter(offsets), iter(batch)
    for d in range(len(numbers.offset_dims) + len(batch)):
        result.append(next(windows) if d in numbers.offset_dims else next(rows))
    return array(input.element_type, result)


def scatter(
    operands: Sequence[Shape], scatter_indices: Shape, updates: Sequence[Shape], computation: ProgramShape, numbers: Any
) -> Shape:
    """The operand's shape; of several operands a tuple (Scatter)."""
    if not operands or len(operands) != len(updates):
        fail(f"Scatter needs an update for each operand, got {len(operands)} operands and {len(updates)} updates.")
    for shape in operands:
        expect_array(shape, "operand of scatter")
    expect_array(scatter_indices, "scatter indices of scatter")
    for shape in updates:
        expect_array(shape, "updates of scatter")
    if not same_dimensions(operands):
        fail(f"Not all operands of scatter have the same dimensions: {listed(operands)}.")
    if not same_dimensions(updates):
        fail(f"Not all updates of scatter have the same dimensions: {listed(updates)}.")
    if not is_integral(scatter_indices):
        fail(f"Scatter indices parameter must be an integral tensor; got {plain(scatter_indices)}.")
    vector = numbers.index_vector_dim
    if not 0 <= vector <= scatter_indices.rank:
        fail("Scatter index leaf dimension must be within [0, rank(scatter_indices) + 1). rank(scatter_indices) is "
             f"{scatter_indices.rank} and scatter index leaf dimension is {vector}.")
    expect_reducer(computation, [Shape(s.element_type) for s in operands], updates)
    indices = _expanded(scatter_indices, vector)
    rank = len(indices) - 1 + len(numbers.update_window_dims)
    operand, update = operands[0], updates[0]
    if update.rank != rank:
        fail(f"Updates tensor must be of rank {rank}; got {update.rank}.")
    _check_scatter(numbers, operand, update, indices)
    dropped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    bounds = [n for d, n in enumerate(sizes_of(operand)) if d not in dropped]
    sizes = sizes_of(update)
    for k, d in enumerate(numbers.update_window_dims):
        if UNBOUNDED not in (bounds[k][0], sizes[d][0]) and bounds[k][0] < sizes[d][0]:
            fail(
                "Bounds of the window dimensions of updates must not exceed the bounds of the corresponding dimensions of "
                "operand. "
                f"For dimension {d}, updates bound is {sizes[d][0]}, operand bound is {bounds[k][0]}."
            )
    rows = iter([n for d, n in enumerate(indices) if d != vector])
    for d in range(rank):
        if d in numbers.update_window_dims:
            continue
        wanted = next(rows)
        if not compatible_size(sizes[d], wanted):
            fail(
                "Bounds of the scatter dimensions of updates must be same as the bounds of the corresponding dimensions of "
                "scatter "
                f"indices. For scatter dimension {d}, updates bound is {sizes[d][0]}, scatter_indices bound is {wanted[0]}."
            )
    shapes = [array(s.element_type, sizes_of(s)) for s in operands]
    return shapes[0] if len(shapes) == 1 else Shape.of_tuple(shapes)


def _check_scatter(numbers: Any, operand: Shape, update: Shape, indices: list[Size]) -> None:
    window, inserted, batching = numbers.update_window_dims, numbers.inserted_window_dims, numbers.input_batching_dims
    mapped = numbers.scatter_dims_to_operand_dims
    if not is_ascending(window):
        fail(f"update_window_dims in scatter op must be sorted; got: {_text(window)}.")
    if len(set(window)) != len(window):
        fail(f"update_window_dims in scatter op must not repeat; got: {_text(window)}.")
    for d in window:
        if not in_range(d, update.rank):
            fail(f"Invalid update_window_dims set in scatter op; valid range is [0, {update.rank}). got: {d}.")
    _check_set(inserted, operand.rank, "inserted_window_dims", "scatter")
    _check_set(batching, operand.rank, "input_batching_dims", "scatter")
    if operand.rank != len(window) + len(inserted) + len(batching):
        fail(f"Scatter op has window of size {len(window) + len(inserted) + len(batching)}; doesn't match operand of rank "
             f"{operand.rank}.")
    count = indices[numbers.index_vector_dim][0]
    if count not in (len(mapped), UNBOUNDED):
        fail(f"Scatter op has {len(mapped)} elements in scatter_dims_to_operand_dims and the bound of dimension "
             f"index_vector_dim={numbers.index_vector_dim} of scatter_indices is {count}. These two numbers must be equal.")
    for k, d in enumerate(mapped):
        if not in_range(d, operand.rank):
            fail(f"Invalid scatter_dims_to_operand_dims mapping; domain is [0, {operand.rank}), got: {k}->{d}.")
    if len(set(mapped)) != len(mapped):
        fail(f"Repeated dimensions not allowed in scatter_dims_to_operand_dims; got: {_text(mapped)}.")
    _check_batching(batching, numbers.scatter_indices_batching_dims, inserted, mapped, operand, indices, numbers.index_vector_dim,
                    "scatter")
