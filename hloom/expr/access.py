"""What the code generator asks of an index expression: strides, alignment, guards, and where to split a loop.

All answers are exact or safe: None, 1, () or a guard where nothing better can be proven. Expressions should be
simplified under the same bounds first; strides and offsets count elements.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from hloom.expr.index import (
    Bounds,
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Product,
    Simplifier,
    Sum,
    Variable,
    fresh,
    interval_of,
    linear_combination,
    postorder,
    split_affine,
    substitute,
)
from hloom.expr.interval import INT64_MAX, INT64_MIN, Interval
from hloom.expr.predicate import Predicate, divide_interval
from hloom.expr.scalar import index_variables

__all__ = [
    "alignment",
    "bounds_guard",
    "breakpoints",
    "coefficient",
    "contiguous",
    "is_multiple_of",
    "known_divisor",
    "required_interval",
    "split_affine",
    "split_factors",
]

_LARGEST_POWER_OF_TWO = 1 << 62


def coefficient(expression: IndexExpr, variable: Variable) -> int | None:
    """The stride of `expression` in `variable`: what one step of the variable adds, whatever the others are.

    0 where the variable does not occur; None where the expression is not affine in it, as where an index that is read depends on
    it.
    """
    if variable not in (index_variables(expression) if expression.depends_on_data else expression.free_variables):
        return 0
    stride = 0
    for term, factor in split_affine(expression)[1].items():
        if term is variable:
            stride = factor
        elif variable in index_variables(term):
            return None
    return stride


def contiguous(expression: IndexExpr, variable: Variable) -> bool:
    """Whether neighbouring values of `variable` are neighbouring elements in ascending order."""
    return coefficient(expression, variable) == 1


def known_divisor(expression: IndexExpr) -> int:
    """An integer that divides every value of `expression`, the largest that its structure shows; 0 for the zero."""
    divisors: dict[IndexExpr, int] = {}
    for node in postorder(expression):
        divisors[node] = _divisor_of_node(node, divisors)
    return divisors[expression]


def _divisor_of_node(node: IndexExpr, divisors: dict[IndexExpr, int]) -> int:
    if isinstance(node, Constant):
        return abs(node.value)
    if isinstance(node, Sum):
        return gcd(node.constant, *(divisors[term] * factor for term, factor in node.terms))
    if isinstance(node, Product):
        result = 1
        for factor in node.factors:
            result *= divisors[factor]
        return result
    if isinstance(node, Mod | Minimum | Maximum):
        return gcd(divisors[node.left], divisors[node.right])
    if isinstance(node, FloorDiv) and isinstance(node.right, Constant) and divisors[node.left] % node.right.value == 0:
        return divisors[node.left] // node.right.value
    return 1


def is_multiple_of(expression: IndexExpr, factor: int) -> bool:
    """Whether `factor` is known to divide every value of `expression`."""
    return known_divisor(expression) % factor == 0


def alignment(expression: IndexExpr, bounds: Bounds | None = None) -> int:
    """The largest power of two known to divide every value of `expression` (2**62 for zero)."""
    divisor = known_divisor(Simplifier(bounds).simplify(expression))
    return min(divisor & -divisor, _LARGEST_POWER_OF_TWO) if divisor else _LARGEST_POWER_OF_TWO


def bounds_guard(expression: IndexExpr, extent: int, bounds: Bounds | None = None) -> Predicate:
    """What must be checked so that `0 <= expression < extent` holds: ALWAYS if nothing, NEVER if it cannot hold."""
    return Predicate.of([(expression, Interval.of_extent(extent))]).simplify(bounds)


def split_factors(expression: IndexExpr, variable: Variable, bounds: Bounds | None = None) -> tuple[int, ...]:
    """The sizes `t` for which splitting the loop over `variable` by `t` leaves no division in the inner loop.

    With `variable = outer * t + inner`, `0 <= inner < t`, the simplified expression is affine in `inner`. In
    descending order, only sizes between 2 and the extent of the variable; empty where `expression` is affine in
    `variable` already or where no size helps. Every divisor of an answer serves as well.
    """
    simplifier = Simplifier(bounds)
    expression = simplifier.simplify(expression)
    if coefficient(expression, variable) is not None:
        return ()
    extent = simplifier.interval(variable)
    candidates: set[int] = set()
    for node in postorder(expression):
        if isinstance(node, FloorDiv | Mod) and isinstance(node.right, Constant) and variable in node.free_variables:
            stride = split_affine(node.left)[1].get(variable)
            if stride:
                candidates.update(_tile_sizes(node.right.value, stride))
    candidates.update({gcd(a, b) for a in candidates for b in candidates})
    largest = extent.size if extent.is_bounded else INT64_MAX
    sizes = sorted((size for size in candidates if 2 <= size <= largest), reverse=True)
    return tuple(size for size in sizes if _splits(expression, variable, extent, size, bounds))


def _tile_sizes(divisor: int, stride: int) -> Iterable[int]:
    """Tiles that may stay within one period of `divisor` at this stride: the divisors of `divisor / gcd`."""
    whole = divisor // gcd(divisor, stride)
    small = [size for size in range(1, min(whole, 1 << 10) + 1) if whole % size == 0]
    return {*small, *(whole // size for size in small)}


def _splits(expression: IndexExpr, variable: Variable, extent: Interval, size: int, bounds: Bounds | None) -> bool:
    """Whether the expression is affine in the inner variable of a split by `size`, starting at the first value."""
    if not extent.is_bounded:
        return False
    start = extent.lower - extent.lower % size
    outer = fresh(-(-(extent.upper + 1 - start) // size), "outer")
    inner = fresh(size, "inner")
    split = Simplifier(bounds).simplify(substitute(expression, {variable: outer * size + inner + start}))
    return coefficient(split, inner) is not None


def breakpoints(
    what: Predicate | IndexExpr, variable: Variable, bounds: Bounds | None = None, *, limit: int = 16
) -> tuple[int, ...]:
    """The values of `variable` at which a loop over it can be split into ranges of one behaviour, in ascending order.

    For a predicate: where one of its constraints that is affine in `variable` alone starts or stops to hold; between
    two such values its truth does not change. For an expression: where a `min` or `max` in it changes its choice, and
    a quotient or remainder its period, again for operands affine in `variable` alone; divisions with more than `limit`
    periods are left as they are. Constraints and operands that involve other variables give no breakpoint. Values
    outside the variable's interval, and its first, are left out.
    """
    interval = interval_of(variable, bounds)
    found: set[int] = set()
    if isinstance(what, Predicate):
        for expression, allowed in what.constraints:
            if allowed.lower != INT64_MIN:
                found.update(_crossing(expression, allowed.lower, variable))
            if allowed.upper != INT64_MAX:
                found.update(_crossing(expression, allowed.upper + 1, variable))
    else:
        for node in postorder(what):
            if isinstance(node, Minimum | Maximum):
                found.update(_crossing(node.left - node.right, 0, variable))
            elif isinstance(node, FloorDiv | Mod) and isinstance(node.right, Constant):
                values = interval_of(node.left, bounds)
                first, last = values.lower // node.right.value, values.upper // node.right.value
                if values.is_bounded and last - first < limit:
                    for period in range(first + 1, last + 1):
                        found.update(_crossing(node.left, period * node.right.value, variable))
    return tuple(sorted(value for value in found if interval.lower < value <= interval.upper))


def _crossing(expression: IndexExpr, threshold: int, variable: Variable) -> tuple[int, ...]:
    """The first value of `variable` on the other side of `expression >= threshold`, if it is affine in it alone."""
    constant, terms = split_affine(expression)
    if terms.keys() != {variable}:
        return ()
    stride = terms[variable]
    if stride > 0:
        return (-((constant - threshold) // stride),)
    # Falling: `stride * v + constant >= threshold` holds up to the floor of the root.
    return ((constant - threshold) // -stride + 1,)


def required_interval(predicate: Predicate, variable: Variable, bounds: Bounds | None = None) -> Interval:
    """The values of `variable` outside of which `predicate` cannot hold, whatever the other variables are.

    The necessary bounds of every constraint that is affine in `variable`: a loop may run over the answer only.
    """
    interval = interval_of(variable, bounds)
    for expression, allowed in predicate.constraints:
        stride = coefficient(expression, variable)
        if not stride:
            continue
        constant, terms = split_affine(expression)
        others = linear_combination([(t, k) for t, k in terms.items() if t is not variable], constant)
        interval = interval.intersect(divide_interval(allowed - interval_of(others, bounds), stride))
    return interval
