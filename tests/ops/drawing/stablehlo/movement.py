"""Random operations of `hloom.ops.stablehlo.movement`: how their types and attributes are drawn."""

from __future__ import annotations

from math import prod

from hloom.ir.types import tensor
from tests.ops.drawing.language import COMMON, Case, Rng, any_numbers, draws, make, pick, shape


@draws("broadcast_in_dim")
def _(rng: Rng) -> Case:
    type, result = pick(rng, COMMON), shape(rng)
    dimensions = tuple(int(d) for d in rng.permutation(len(result))[: int(rng.integers(0, len(result) + 1))])
    sizes = tuple(1 if rng.random() < 0.3 else result[d] for d in dimensions)
    return make("broadcast_in_dim", [any_numbers(rng, type, sizes)], [type], broadcast_dimensions=dimensions,
                result_types=[tensor(result, type)])


@draws("broadcast")
def _(rng: Rng) -> Case:
    type = pick(rng, COMMON)
    return make("broadcast", [any_numbers(rng, type, shape(rng, int(rng.integers(0, 4))))], [type],
                broadcast_sizes=shape(rng, int(rng.integers(0, 3))))


@draws("reshape")
def _(rng: Rng) -> Case:
    type = pick(rng, COMMON)
    factors = [int(f) for f in rng.choice([1, 2, 3, 5], int(rng.integers(0, 6)))] + ([0] if rng.random() < 0.1 else [])

    def grouped() -> tuple[int, ...]:
        order = list(rng.permutation(factors)) if factors else []
        cuts = sorted(int(c) for c in rng.integers(0, len(order) + 1, int(rng.integers(0, 5))))
        return tuple(prod(int(f) for f in order[a:b]) for a, b in zip([0, *cuts], [*cuts, len(order)]))

    return make("reshape", [any_numbers(rng, type, grouped())], [type], result_types=[tensor(grouped(), type)])


@draws("transpose")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, COMMON), shape(rng)
    return make("transpose", [any_numbers(rng, type, sizes)], [type],
                permutation=tuple(int(d) for d in rng.permutation(len(sizes))))


@draws("slice")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, COMMON), shape(rng, most=9)
    starts = [int(rng.integers(0, n + 1)) for n in sizes]
    limits = [int(rng.integers(s, n + 1)) for s, n in zip(starts, sizes)]
    return make("slice", [any_numbers(rng, type, sizes)], [type], start_indices=starts, limit_indices=limits,
                strides=[int(s) for s in rng.integers(1, 4, len(sizes))])


@draws("concatenate")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, COMMON), list(shape(rng, int(rng.integers(1, 5))))
    d = int(rng.integers(len(sizes)))
    operands = [any_numbers(rng, type, (*sizes[:d], int(rng.integers(0, 4)), *sizes[d + 1 :]))
                for _ in range(int(rng.integers(1, 5)))]
    return make("concatenate", operands, [type] * len(operands), dimension=d)


@draws("pad")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, COMMON), shape(rng, int(rng.integers(0, 4)))
    interior = [int(p) for p in rng.integers(0, 3, len(sizes))]
    low = [int(p) for p in rng.integers(-2, 4, len(sizes))]
    dilated = [max((n - 1) * (p + 1) + 1, 0) if n else 0 for n, p in zip(sizes, interior)]
    high = [int(rng.integers(max(-2, -(n + a)), 4)) if n + a >= 0 else -(n + a) for n, a in zip(dilated, low)]
    return make("pad", [any_numbers(rng, type, sizes), any_numbers(rng, type, ())], [type] * 2, edge_padding_low=low,
                edge_padding_high=high, interior_padding=interior)


@draws("reverse")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, COMMON), shape(rng)
    count = int(rng.integers(0, len(sizes) + 1))
    return make("reverse", [any_numbers(rng, type, sizes)], [type],
                dimensions=tuple(int(d) for d in rng.permutation(len(sizes))[:count]))
