"""Multi-dimensional and linear indices of arrays, by layout and padding (XLA: Shapes and layout, Indexing into arrays).

A multi-dimensional index has one number a dimension. A linear index counts the elements of the buffer that stores the array in
its layout, padding included. Tiles do not count: `physical_index` takes them into account.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from hloom.ir.layout import COMBINE, Layout, default_layout, strides_of
from hloom.support.diagnostics import InputError
from hloom.xla.shape import UNBOUNDED, Shape


def padded_sizes(shape: Shape) -> tuple[int, ...]:
    """The width of each dimension in memory: its padded size, else its own."""
    padded = shape.layout.padded_dimensions if shape.layout is not None else ()
    return padded if len(padded) == shape.rank else shape.dimensions


def element_strides(shape: Shape) -> tuple[int, ...]:
    """How far one step in each dimension goes in the buffer, in elements. InputError if the layout orders other dimensions."""
    layout = _layout(shape)
    return strides_of(padded_sizes(shape), layout.minor_to_major)


def _layout(shape: Shape) -> Layout:
    if not shape.is_array:
        raise InputError(f"{shape} is no array: it has no indices")
    if UNBOUNDED in shape.dimensions:
        raise InputError(f"{shape} has an unbounded dimension: its elements cannot be counted")
    layout = shape.layout if shape.layout is not None else default_layout(shape.rank)
    if layout.rank != shape.rank or not layout.is_permutation:
        raise InputError(f"the layout {layout} does not order the dimensions of {shape.to_text(layouts=False)}")
    return layout


def check_index(shape: Shape, index: Sequence[int]) -> None:
    """InputError if `index` is not one of an element of the array."""
    if len(index) != shape.rank or any(not 0 <= k < n for k, n in zip(index, shape.dimensions)):
        raise InputError(f"index {list(index)} lies outside of {shape.to_text(layouts=False)}")


def multidimensional_index_to_linear_index(shape: Shape, index: Sequence[int]) -> int:
    """Where the element at `index` lies in the buffer. InputError if `index` lies outside of the array."""
    strides = element_strides(shape)
    check_index(shape, index)
    return sum(k * step for k, step in zip(index, strides))


def linear_index_to_multidimensional_index(shape: Shape, linear_index: int) -> tuple[int, ...]:
    """The index of the element at a place in the buffer. InputError if there is none: behind the end, or in the padding."""
    layout, sizes = _layout(shape), padded_sizes(shape)
    if not 0 <= linear_index < prod(sizes):
        raise InputError(f"linear index {linear_index} lies outside of {shape}, whose buffer has {prod(sizes)} elements")
    index, rest = [0] * shape.rank, linear_index
    for d in layout.minor_to_major:
        rest, index[d] = divmod(rest, sizes[d])
    if any(k >= n for k, n in zip(index, shape.dimensions)):
        raise InputError(f"linear index {linear_index} of {shape} lies in the padding, at {index}")
    return tuple(index)


def bump_indices(shape: Shape, index: Sequence[int]) -> tuple[int, ...] | None:
    """The index after `index` where the last dimension runs fastest, whatever the layout; None after the last one."""
    check_index(shape, index)
    for d in range(shape.rank - 1, -1, -1):
        if index[d] + 1 < shape.dimensions[d]:
            return (*index[:d], index[d] + 1, *(0,) * (shape.rank - d - 1))
    return None


def for_each_index(shape: Shape, base: Sequence[int] | None = None, count: Sequence[int] | None = None,
                   step: Sequence[int] | None = None) -> Iterator[tuple[int, ...]]:
    """The indices of an array in the order of its layout, the most minor dimension fastest; () once for a scalar.

    `base`, `count` and `step` restrict them to those from `base` on, below `base + count`, in steps of `step`; a `count` of 0
    holds a dimension at its base. An array without elements has no indices. InputError for lists of another length than the
    rank, for negative numbers, and for a step of 0.
    """
    layout = _layout(shape)
    base = tuple(base) if base is not None else (0,) * shape.rank
    count = tuple(count) if count is not None else shape.dimensions
    step = tuple(step) if step is not None else (1,) * shape.rank
    for name, values in (("base", base), ("count", count), ("step", step)):
        if len(values) != shape.rank or any(value < (name == "step") for value in values):
            raise InputError(f"{name} {list(values)} does not fit {shape}")
    return _indices(shape, layout.minor_to_major, base, count, step)


def _indices(shape: Shape, order: Sequence[int], base: Sequence[int], count: Sequence[int],
             step: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if 0 in shape.dimensions:
        return
    index = list(base)
    while True:
        yield tuple(index)
        for d in order:
            index[d] += step[d]
            if index[d] < base[d] + count[d]:
                break
            index[d] = base[d]
        else:
            return


def tiled_sizes(shape: Shape) -> tuple[int, ...]:
    """The sizes of the array that lies in memory once tiles are applied, major to minor.

    Each tile splits the last dimensions into numbers of tiles and places in a tile, rounding up: `f32[3,5]{1,0:T(2,2)}` lies
    in memory as `[2,3,2,2]`.
    """
    return tuple([size for size, _ in _tiled(shape, (0,) * shape.rank)])


def physical_index(shape: Shape, index: Sequence[int]) -> int:
    """Where the element at `index` lies in memory, tiles included, counted in elements."""
    check_index(shape, index)
    linear = 0
    for size, place in _tiled(shape, index):
        linear = linear * size + place
    return linear


def _tiled(shape: Shape, index: Sequence[int]) -> list[tuple[int, int]]:
    """The sizes of the tiled array, and the place of `index` in each, major to minor."""
    layout, widths = _layout(shape), padded_sizes(shape)
    pairs = [(widths[d], index[d]) for d in layout.major_to_minor]
    for tile in layout.tiles:
        if not tile or tile[-1] == COMBINE or 0 in tile:
            raise InputError(f"a tile has sizes of 1 and more, and its last dimension is combined with none: {tile}")
        # A tile of more dimensions than the array tiles one with leading dimensions of size 1.
        pairs = [(1, 0)] * (len(tile) - len(pairs)) + pairs
        start = len(pairs) - len(tile)
        outer, inner = pairs[:start], []
        width, at = 1, 0
        for (size, place), t in zip(pairs[start:], tile):
            width, at = width * size, at * size + place
            if t != COMBINE:
                outer.append((-(-width // t), at // t))
                inner.append((t, at % t))
                width, at = 1, 0
        pairs = outer + inner
    return pairs
