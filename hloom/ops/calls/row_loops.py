"""Linear algebra for which LAPACK has no routine, as loops over rows of all matrices of a batch side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, I32
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.conversion import Convert, Real
from hloom.ops.stablehlo.creation import Iota
from hloom.ops.stablehlo.elementwise import Abs, Add, And, Divide, Maximum, Minimum, Multiply, Negate, Or, Sqrt, Subtract
from hloom.ops.stablehlo.loops import at, counted, repeated, stored
from hloom.ops.stablehlo.movement import Concatenate
from hloom.ops.stablehlo.reduction import Reduce

_I1 = ELEMENT_TYPES["i1"]


def order_of_rows(b: Builder, pivots: Any, rows: int) -> Value:
    """The order [..., rows] of rows after row k was exchanged with row pivots[..., k], from 0, for one k after the other.

    Where a pivot is no row, which the evaluator says, an element is 0."""
    batch = pivots.shape[:-1]
    flat = b.reshaped(pivots, (prod(batch), pivots.shape[-1]))
    type = TensorType((flat.shape[0], rows), I32)

    def exchanged(inside: Builder, k: Value, carried: Sequence[Value]) -> Sequence[Value]:
        (order,) = carried
        places = inside(Iota, iota_dimension=1, result_types=[type])
        is_first = inside(Compare, places, inside.broadcast(k, (), type.shape), comparison_direction="EQ")
        is_other = inside(Compare, places, inside.broadcast(at(inside, flat, k, 1), (0,), type.shape), comparison_direction="EQ")
        first = inside.broadcast(at(inside, order, k, 1), (0,), type.shape)
        other = inside(Select, is_other, order, inside.splat(0, type))
        total = inside(Reduce, [other], [inside.constant(np.int32(0))], dimensions=(1,), regions=[combining(Add.name, I32)])
        return [inside(Select, is_first, inside.broadcast(total, (0,), type.shape), inside(Select, is_other, first, order))]

    (order,) = counted(b, flat.shape[1], [b(Iota, iota_dimension=1, result_types=[type])], exchanged)
    return b.reshaped(order, (*batch, rows))


def updated_factor(b: Builder, factor: Any, vector: Any) -> Sequence[Value]:
    """The upper triangular factor [..., n, n] of rᵀ r + w wᵀ by rotations of its rows with w [..., n], and what is left of w."""
    shapes, n = (factor.shape, vector.shape), vector.shape[-1]
    batch = prod(vector.shape[:-1])
    r, w = b.reshaped(factor, (batch, n, n)), b.reshaped(vector, (batch, n))

    def rotated(inside: Builder, k: Value, carried: Sequence[Value]) -> Sequence[Value]:
        r, w = carried
        row = at(inside, r, k, 1)
        ours, theirs = at(inside, row, k, 1), at(inside, w, k, 1)
        column: Any = ours.type
        size = _hypotenuse(inside, ours, theirs)
        none = inside(Compare, theirs, inside.splat(0, column), comparison_direction="EQ")
        cosine = inside(Select, none, inside.splat(1, column), inside(Divide, ours, size))
        sine = inside(Select, none, inside.splat(0, column), inside(Divide, theirs, size))
        cosine, sine = (inside.broadcast(x, (0,), w.shape) for x in (cosine, sine))
        turned = inside(Add, inside(Multiply, cosine, row), inside(Multiply, sine, w))
        rest = inside(Subtract, inside(Multiply, cosine, w), inside(Multiply, sine, row))
        return [stored(inside, r, turned, k, 1), rest]

    return [b.reshaped(x, shape) for x, shape in zip(counted(b, n, [r, w], rotated), shapes)]


def _hypotenuse(b: Builder, x: Value, y: Value) -> Value:
    """The root of the sum of squares, which do not overflow."""
    x, y = b(Abs, x), b(Abs, y)
    large, small = b(Maximum, x, y), b(Minimum, x, y)
    ratio = b(Divide, small, large)
    return b(Multiply, large, b(Sqrt, b(Add, b.splat(1, large.type), b(Multiply, ratio, ratio))))  # type: ignore[arg-type]


def symmetric_product(b: Builder, a: Any, c: Any, alpha: Any, beta: Any, transpose: bool) -> Value:
    """alpha a aᵀ + beta c, or alpha aᵀ a + beta c."""
    rank = len(a.shape)
    batch, summed = tuple(range(rank - 2)), (rank - 2 if transpose else rank - 1,)
    product = b(DotGeneral, a, a, dot_dimension_numbers=DotDimensionNumbers(batch, batch, summed, summed), result_types=[c.type])
    alpha, beta = (b.broadcast(b.converted(x, c.element), (), c.shape) for x in (alpha, beta))
    return b(Add, b(Multiply, alpha, product), b(Multiply, beta, c))


# -- tridiagonal systems --------------------------------------------------------------------------------------------------------
def perturbed_solution(b: Builder, below: Any, diagonal: Any, above: Any, right: Any) -> Value:
    """The solutions [..., n, m] of tridiagonal systems by elimination with row exchanges, with pivots moved away from 0 by the
    rounding error of the factor where a quotient would overflow (`lapack.perturbed_tridiagonal`)."""
    (n, m), batch = right.shape[-2:], prod(right.shape[:-2])
    lower, middle, upper = (b.reshaped(x, (batch, n)) for x in (below, diagonal, above))
    x = b.reshaped(right, (batch, n, m))
    zero = b.splat(0, TensorType((batch, 1), right.element))
    # The last element means nothing, and shall be neither infinite nor NaN.
    upper = b(Concatenate, [b.between(upper, 1, 0, n - 1), zero], dimension=1)
    factors = _eliminated(b, lower, middle, upper, x)
    limits = np.finfo(right.element.part.dtype if right.element.is_complex else right.element.dtype)
    least = _least_pivots(b, factors, limits)
    d, u, second, x = factors
    row: Any = TensorType((batch, m), right.element)

    def substituted(inside: Builder, number: Value, carried: Sequence[Value]) -> Sequence[Value]:
        found, following, after = carried
        k = inside(Subtract, inside.constant(np.int32(n - 1)), number)
        total = at(inside, x, k, 1)
        for factor, known in ((u, following), (second, after)):
            total = inside(Subtract, total, inside(Multiply, inside.broadcast(at(inside, factor, k, 1), (0,), row.shape), known))
        value = _quotient(inside, total, at(inside, d, k, 1), least, limits)
        return [stored(inside, found, value, k, 1), value, following]

    none = b.splat(0, row)
    found = counted(b, n, [b.splat(0, x.type), none, none], substituted)[0]  # type: ignore[arg-type]
    return b.reshaped(found, right.shape)


def _eliminated(b: Builder, lower: Any, middle: Any, upper: Any, right: Any) -> list[Value]:
    """The diagonal and the two above it of the triangular systems that elimination leaves, and their right sides."""
    batch, n, m = right.shape
    none = b.splat(0, middle.type)
    first = b.constant(np.int32(0))
    begun = [none, none, none, right, at(b, middle, first, 1), at(b, upper, first, 1), at(b, right, first, 1)]
    row: Any = TensorType((batch, m), right.element)

    def step(inside: Builder, k: Value, carried: Sequence[Value]) -> Sequence[Value]:
        *kept, d, u, x = carried
        following = inside(Add, k, inside.constant(np.int32(1)))
        low, next_d, next_u, next_x = (at(inside, v, following, 1) for v in (lower, middle, upper, right))
        zero = inside.splat(0, low.type)  # type: ignore[arg-type]
        stays = inside(Compare, inside(Abs, d), inside(Abs, low), comparison_direction="GE")
        is_zero = inside(Compare, d, zero, comparison_direction="EQ")
        plain = inside(Select, is_zero, zero, inside(Divide, low, d))
        exchanged = inside(Divide, d, low)
        factor = inside(Select, stays, plain, exchanged)
        # The row that stays where it is, and the one that it is taken from.
        pivot, other_d = inside(Select, stays, d, low), inside(Select, stays, u, next_d)
        over = inside(Select, stays, zero, next_u)
        left_d = inside(Select, stays, next_d, u)
        left_u = inside(Select, stays, next_u, zero)
        here, there = _chosen(inside, stays, x, next_x, row)
        new_d = inside(Subtract, left_d, inside(Multiply, factor, other_d))
        new_u = inside(Subtract, left_u, inside(Multiply, factor, over))
        new_x = inside(Subtract, there, inside(Multiply, inside.broadcast(factor, (0,), row.shape), here))
        written = [stored(inside, whole, value, k, 1) for whole, value in zip(kept, (pivot, other_d, over, here))]
        return [*written, new_d, new_u, new_x]

    d, u, second, x, last_d, _, last_x = counted(b, n - 1, begun, step)
    end = b.constant(np.int32(n - 1))
    return [stored(b, d, last_d, end, 1), u, second, stored(b, x, last_x, end, 1)]


def _chosen(b: Builder, stays: Value, x: Value, other: Value, row: Any) -> tuple[Value, Value]:
    """Two rows, exchanged where they do not stay."""
    stays = b.broadcast(stays, (0,), row.shape)
    return b(Select, stays, x, other), b(Select, stays, other, x)


def _least_pivots(b: Builder, factors: Sequence[Any], limits: np.finfo) -> Value:
    """By how much pivots of each system are moved at first: half the spacing of numbers at its factor's largest element."""
    largest = []
    for factor in factors[:3]:
        size: Any = b(Abs, factor)
        largest.append(b(Reduce, [size], [b.constant(0, size.element)], dimensions=(1,),
                         regions=[combining(Maximum.name, size.element)]))
    size = b(Maximum, b(Maximum, largest[0], largest[1]), largest[2])
    least = b(Multiply, size, b.splat(limits.eps / 2, size.type))
    is_zero = b(Compare, least, b.splat(0, least.type), comparison_direction="EQ")
    return b(Select, is_zero, b.splat(limits.eps / 2, least.type), least)


def _quotient(b: Builder, total: Any, pivot: Any, least: Any, limits: np.finfo) -> Value:
    """total [batch, m] / pivot [batch], whose pivots are moved until no quotient overflows, twice as far each time."""
    is_negative = b(Compare, b(Real, pivot) if pivot.element.is_complex else pivot, b.splat(0, least.type),
                    comparison_direction="LT")
    step = b.broadcast(b(Select, is_negative, b(Negate, least), least), (0,), total.shape)
    size = b(Abs, total)

    def overflows(inside: Builder, pivots: Any) -> Value:
        magnitude = inside(Abs, pivots)
        one = inside.splat(1, magnitude.type)
        reachable = inside(Multiply, magnitude, inside.splat(1 / float(limits.tiny), magnitude.type))
        too_large = inside(And, inside(Compare, magnitude, one, comparison_direction="LT"),
                           inside(Compare, size, reachable, comparison_direction="GT"))
        return inside(Or, too_large, inside(Compare, magnitude, inside.splat(0, magnitude.type), comparison_direction="EQ"))

    def are_left(inside: Builder, carried: Sequence[Value]) -> Value:
        return inside(Reduce, [overflows(inside, carried[0])], [inside.constant(np.bool_(False))],
                      dimensions=tuple(range(total.type.rank)), regions=[combining(Or.name, _I1)])

    def moved(inside: Builder, carried: Sequence[Value]) -> Sequence[Value]:
        pivots, step = carried
        by = inside(Convert, step, result_types=[total.type]) if total.element.is_complex else step
        made = inside(Select, overflows(inside, pivots), inside(Add, pivots, by), pivots)
        return [made, inside(Add, step, step)]

    pivots = repeated(b, [b.broadcast(pivot, (0,), total.shape), step], are_left, moved)[0]
    return b(Divide, total, pivots)
