"""Random operations for property tests, continued: reductions, windows, contractions, computed indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.numbers.element_type import ELEMENT_TYPES, PRED
from hloom.ops.common.attributes import ConvDimensionNumbers, DotDimensionNumbers, GatherDimensionNumbers
from tests.ops.drawing import (
    COMMON,
    EXACT,
    Case,
    Rng,
    any_numbers,
    body,
    draws,
    make,
    pick,
    shape,
    small_numbers,
)

INDEX_TYPES = [ELEMENT_TYPES[name] for name in ("i8", "i32", "i64", "ui8", "ui32", "ui64")]


def _bodies(rng: Rng, type) -> tuple[str, ...]:
    if type is PRED:
        return pick(rng, [("and",), ("or",), ("add",)])
    if type.is_complex:
        return pick(rng, [("add",), ("multiply", "add")])
    return pick(rng, [("add",), ("maximum",), ("minimum",), ("multiply", "maximum"), ("minimum", "add"), ()])


@draws("reduce")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, EXACT), shape(rng, int(rng.integers(0, 5)), most=3)
    dimensions = tuple(int(d) for d in rng.permutation(len(sizes))[: int(rng.integers(0, len(sizes) + 1))])
    return make("reduce", [small_numbers(rng, type, sizes), small_numbers(rng, type, ())], [type] * 2,
                dimensions=dimensions,
                regions=[body(type, *_bodies(rng, type))])


@draws("map")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, EXACT), shape(rng)
    return make("map", [small_numbers(rng, type, sizes) for _ in range(2)], [type] * 2,
                dimensions=tuple(range(len(sizes))),
                regions=[body(type, *_bodies(rng, type))])


@draws("reduce_window")
def _(rng: Rng) -> Case:
    type, rank = pick(rng, EXACT), int(rng.integers(0, 4))
    sizes = shape(rng, rank, most=7)
    numbers = {name: [int(n) for n in rng.integers(1, 4, rank)]
               for name in ("window_dimensions", "window_strides", "base_dilations", "window_dilations")}
    for name in list(numbers)[1:]:
        if rng.random() < 0.3:
            del numbers[name]
    options: dict[str, Any] = dict(numbers)
    if rng.random() < 0.7:
        options["padding"] = rng.integers(-1, 3, (rank, 2)).astype(np.int64)
    return make("reduce_window", [small_numbers(rng, type, sizes), small_numbers(rng, type, ())], [type] * 2,
                regions=[body(type, *_bodies(rng, type))], **options)


@draws("dot_general")
def _(rng: Rng) -> Case:
    type = pick(rng, [*EXACT, PRED])
    batch, depth, left, right = (shape(rng, int(rng.integers(0, 3)), most=3) for _ in range(4))
    orders = [rng.permutation(len(batch) + len(depth) + len(free)) for free in (left, right)]
    operands, numbers = [], []
    for free, order in zip((left, right), orders):
        logical = (*batch, *depth, *free)
        operands.append(small_numbers(rng, type, tuple(logical[k] for k in order)))
        places = [int(p) for p in np.argsort(order)]
        numbers.append((tuple(places[: len(batch)]), tuple(places[len(batch) : len(batch) + len(depth)])))
    (lhs_batch, lhs_depth), (rhs_batch, rhs_depth) = numbers
    return make("dot_general", operands, [type] * 2,
                dot_dimension_numbers=DotDimensionNumbers(lhs_batch, rhs_batch, lhs_depth, rhs_depth))


@draws("dot")
def _(rng: Rng) -> Case:
    type, depth = pick(rng, EXACT), int(rng.integers(0, 5))
    lhs, rhs = (*shape(rng, int(rng.integers(0, 2))), depth), (depth, *shape(rng, int(rng.integers(0, 2))))
    return make("dot", [small_numbers(rng, type, s) for s in (lhs, rhs)], [type] * 2)


@draws("einsum")
def _(rng: Rng) -> Case:
    type = pick(rng, EXACT)
    sizes = dict(zip("abcd", shape(rng, 4)))
    lhs, rhs = ("".join(rng.permutation(list("abcd"))[: int(rng.integers(0, 4))]) for _ in range(2))
    known = sorted({*lhs, *rhs})
    output = "".join(rng.permutation(known)[: int(rng.integers(0, len(known) + 1))]) if known else ""
    return make("einsum", [small_numbers(rng, type, tuple(sizes[c] for c in text)) for text in (lhs, rhs)], [type] * 2,
                einsum_config=f"{lhs},{rhs}->{output}")


@draws("unary_einsum")
def _(rng: Rng) -> Case:
    type = pick(rng, EXACT)
    return make("unary_einsum", [small_numbers(rng, type, shape(rng, 3))], [type],
                einsum_config=pick(rng, ["abc->ac", "abc->", "abc->cab"]))


@draws("convolution")
def _(rng: Rng) -> Case:
    type, spatial = pick(rng, EXACT), int(rng.integers(0, 3))
    rank = spatial + 2
    groups, by_batch = (int(rng.integers(1, 4)) if rng.random() < 0.4 else 1), rng.random() < 0.5
    feature_groups, batch_groups = (1, groups) if by_batch else (groups, 1)
    features, outputs = int(rng.integers(1, 3)), groups * int(rng.integers(1, 3))
    orders = [[int(d) for d in rng.permutation(rank)] for _ in range(3)]
    lhs, rhs = [0] * rank, [0] * rank
    lhs_sizes = (int(rng.integers(1, 3)) * batch_groups, features * feature_groups, *shape(rng, spatial, most=6))
    rhs_sizes = (features, outputs, *(int(n) for n in rng.integers(1, 4, spatial)))
    for d, n in zip(orders[0], lhs_sizes):
        lhs[d] = n
    for d, n in zip(orders[1], rhs_sizes):
        rhs[d] = n
    numbers: list[Any] = [x for order in orders for x in (order[0], order[1], tuple(order[2:]))]
    options: dict[str, Any] = {name: [int(n) for n in rng.integers(1, 4, spatial)]
               for name in ("window_strides", "lhs_dilation", "rhs_dilation")
               if rng.random() < 0.7}
    if rng.random() < 0.7:
        options["padding"] = rng.integers(-1, 3, (spatial, 2)).astype(np.int64)
    if rng.random() < 0.5:
        options["window_reversal"] = [bool(b) for b in rng.random(spatial) < 0.5]
    return make("convolution", [small_numbers(rng, type, tuple(s)) for s in (lhs, rhs)], [type] * 2,
                dimension_numbers=ConvDimensionNumbers(*numbers), feature_group_count=feature_groups,
                batch_group_count=batch_groups, **options)


def _starts(rng: Rng, type, sizes) -> np.ndarray:
    """Indices around the ranges that they address, now and then far outside."""
    return any_numbers(rng, type, sizes) if rng.random() < 0.3 else small_numbers(rng, type, sizes)


@draws("dynamic_slice")
def _(rng: Rng) -> Case:
    type, index, sizes = pick(rng, COMMON), pick(rng, INDEX_TYPES), shape(rng)
    return make("dynamic_slice", [any_numbers(rng, type, sizes), *(_starts(rng, index, ()) for _ in sizes)],
                [type, *[index] * len(sizes)], slice_sizes=[int(rng.integers(0, n + 1)) for n in sizes])


@draws("dynamic_update_slice")
def _(rng: Rng) -> Case:
    type, index, sizes = pick(rng, COMMON), pick(rng, INDEX_TYPES), shape(rng)
    update = tuple(int(rng.integers(0, n + 1)) for n in sizes)
    return make("dynamic_update_slice",
                [any_numbers(rng, type, sizes), any_numbers(rng, type, update),
                 *(_starts(rng, index, ()) for _ in sizes)],
                [type, type, *[index] * len(sizes)])


@draws("torch_index_select")
def _(rng: Rng) -> Case:
    type, index, sizes = pick(rng, COMMON), pick(rng, INDEX_TYPES), tuple(max(n, 1)
                                                                          for n in shape(rng, int(rng.integers(1, 4))))
    dim = int(rng.integers(len(sizes)))
    batch = int(rng.integers(0, dim + 1))
    numbers = _starts(rng, index, (*sizes[:batch], *shape(rng, int(rng.integers(0, 3)))))
    return make("torch_index_select", [any_numbers(rng, type, sizes), numbers], [type, index], dim=dim,
                batch_dims=batch)


@draws("gather")
def _(rng: Rng) -> Case:
    type, index = pick(rng, COMMON), pick(rng, INDEX_TYPES)
    rank = int(rng.integers(0, 5))
    sizes = tuple(max(n, 1) for n in shape(rng, rank))
    roles = [str(r) for r in rng.choice(["collapsed", "batching", "window"], rank, p=[0.3, 0.2, 0.5])]
    collapsed, batching, window = (tuple(d for d in range(rank) if roles[d] == role)
                                   for role in ("collapsed", "batching", "window"))
    slices = [int(rng.integers(1, n + 1)) if d in window else 1 for d, n in enumerate(sizes)]
    mapped = [d for d in rng.permutation(rank) if d not in batching] if rank else []
    mapped = tuple(int(d) for d in mapped[: int(rng.integers(0, len(mapped) + 1))])
    # Indices: batching sizes and free sizes in any order, then the index vector's dimension somewhere.
    entries = [("batching", k, sizes[d]) for k, d in enumerate(batching)] + [("free", -1, n)
                                                                             for n in shape(rng, int(rng.integers(0,
                                                                                                                  3)))]
    entries = [entries[int(k)] for k in rng.permutation(len(entries))]
    vector = int(rng.integers(0, len(entries) + 1))
    if len(mapped) != 1 or rng.random() < 0.5:
        entries.insert(vector, ("vector", -1, len(mapped)))
    else:
        vector = len(entries)
    places = tuple(next(p for p, e in enumerate(entries) if e[:2] == ("batching", k)) for k in range(len(batching)))
    starts = _starts(rng, index, tuple(n for _, _, n in entries))
    result_rank = len(window) + len(entries) - (vector < len(entries))
    offsets = tuple(sorted(int(d) for d in rng.permutation(result_rank)[: len(window)]))
    numbers = GatherDimensionNumbers(offsets, collapsed, batching, places, mapped, vector)
    return make("gather", [any_numbers(rng, type, sizes), starts], [type, index], dimension_numbers=numbers,
                slice_sizes=slices)
