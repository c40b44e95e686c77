"""Random operations of `hloom.ops.stablehlo.gather`: how their types and attributes are drawn."""

from __future__ import annotations

from hloom.ops.common.attributes import GatherDimensionNumbers
from tests.ops.drawing.language import COMMON, INDEX_TYPES, Case, Rng, any_numbers, draws, make, pick, shape, start_indices


@draws("dynamic_slice")
def _(rng: Rng) -> Case:
    type, index, sizes = pick(rng, COMMON), pick(rng, INDEX_TYPES), shape(rng)
    return make("dynamic_slice", [any_numbers(rng, type, sizes), *(start_indices(rng, index, ()) for _ in sizes)],
                [type, *[index] * len(sizes)], slice_sizes=[int(rng.integers(0, n + 1)) for n in sizes])


@draws("dynamic_update_slice")
def _(rng: Rng) -> Case:
    type, index, sizes = pick(rng, COMMON), pick(rng, INDEX_TYPES), shape(rng)
    update = tuple(int(rng.integers(0, n + 1)) for n in sizes)
    return make("dynamic_update_slice",
                [any_numbers(rng, type, sizes), any_numbers(rng, type, update),
                 *(start_indices(rng, index, ()) for _ in sizes)],
                [type, type, *[index] * len(sizes)])


@draws("torch_index_select")
def _(rng: Rng) -> Case:
    type, index, sizes = pick(rng, COMMON), pick(rng, INDEX_TYPES), shape(rng, int(rng.integers(1, 4)))
    dim = int(rng.integers(len(sizes)))
    batch = int(rng.integers(0, dim + 1))
    numbers = start_indices(rng, index, (*sizes[:batch], *shape(rng, int(rng.integers(0, 3)))))
    return make("torch_index_select", [any_numbers(rng, type, sizes), numbers], [type, index], dim=dim,
                batch_dims=batch)


@draws("gather")
def _(rng: Rng) -> Case:
    type, index = pick(rng, COMMON), pick(rng, INDEX_TYPES)
    rank = int(rng.integers(0, 5))
    sizes = shape(rng, rank)
    roles = [str(r) for r in rng.choice(["collapsed", "batching", "window"], rank, p=[0.3, 0.2, 0.5])]
    collapsed, batching, window = (tuple(d for d in range(rank) if roles[d] == role)
                                   for role in ("collapsed", "batching", "window"))
    slices = [int(rng.integers(rng.random() < 0.8, n + 1)) if d in window and n else int(n > 0 and rng.random() < 0.9)
              for d, n in enumerate(sizes)]
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
    starts = start_indices(rng, index, tuple(n for _, _, n in entries))
    result_rank = len(window) + len(entries) - (vector < len(entries))
    offsets = tuple(sorted(int(d) for d in rng.permutation(result_rank)[: len(window)]))
    numbers = GatherDimensionNumbers(offsets, collapsed, batching, places, mapped, vector)
    return make("gather", [any_numbers(rng, type, sizes), starts], [type, index], dimension_numbers=numbers,
                slice_sizes=slices)
