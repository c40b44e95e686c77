"""The inverse of an indexing map: from an index of the second tensor back to those of the first."""

from __future__ import annotations

from dataclasses import dataclass

from hloom.expr.index import (
    Constant,
    Dim,
    FloorDiv,
    IndexExpr,
    IntervalAnalysis,
    Mod,
    Range,
    Simplifier,
    Variable,
    linear_combination,
    split_affine,
    substitute_all,
)
from hloom.expr.indexing_map import DimVar, IndexingMap, RangeVar
from hloom.expr.interval import Interval
from hloom.expr.predicate import Predicate


@dataclass(frozen=True)
class _Digit:
    """`(variable floordiv weight) mod size`, found as `value`, an expression of the results."""

    weight: int
    size: int
    value: IndexExpr


def inverse(map: IndexingMap) -> IndexingMap | None:
    """The map from `map`'s results back to its dimensions, or None where the dimensions are not determined.

    Dimension k of the answer stands for result k, over the values that the result can take; constraints single out
    the indices that are results at all (`d0 * 2` has the inverse `d0 floordiv 2` where `d0 mod 2 in [0, 0]`). A
    dimension on which no result depends becomes a range variable: the inverse then gives every index that is mapped
    to the same result. A range variable of `map` is not part of the answer. The answer is exact: a point (y, x) lies
    in the inverse's graph if and only if `map(x) == y` for some values of the range variables.

    Found for results that are sums of variables, quotients and remainders in mixed radix, which covers transpose,
    reshape, reverse, slice, pad, broadcast, concatenate, and reductions over whole dimensions.
    """
    map = map.simplify(keep_points=True)
    if map.is_undefined or map.is_known_empty or map.runtime:
        return None
    analysis = IntervalAnalysis(map.bounds)
    digits: dict[Variable, list[_Digit]] = {}
    for number, result in enumerate(map.results):
        found = _digits_of(Dim(number), result, analysis)
        if found is None:
            return None
        for variable, digit in found:
            digits.setdefault(variable, []).append(digit)
    solved: dict[Variable, IndexExpr] = {}
    for variable, parts in digits.items():
        value = _assemble(map.bounds[variable], parts)
        if value is None:
            return None
        solved[variable] = value
    return _verified(map, solved)


def _digits_of(
    result: IndexExpr, expression: IndexExpr, analysis: IntervalAnalysis
) -> list[tuple[Variable, _Digit]] | None:
    """The digits of which `expression`, the value of `result`, is made; None if they overlap.

    Sorted by coefficient, each term must fit below the coefficient of the next: then the values of the terms can be
    read off the value of the sum.
    """
    constant, terms = split_affine(expression)
    entries = sorted(terms.items(), key=lambda entry: abs(entry[1]))
    least = constant
    for term, coefficient in entries:
        interval = analysis.interval(term)
        if not interval.is_bounded:
            return None
        least += interval.lower * coefficient if coefficient > 0 else interval.upper * coefficient
    found: list[tuple[Variable, _Digit]] = []
    reach = 0
    for place, (term, coefficient) in enumerate(entries):
        interval = analysis.interval(term)
        size, weight = interval.size, abs(coefficient)
        if weight <= reach:
            return None
        reach += (size - 1) * weight
        value = (result - least) // weight
        if place + 1 < len(entries):
            following = abs(entries[place + 1][1])
            if following % weight:
                return None
            value = value % (following // weight)
        value = value + interval.lower if coefficient > 0 else interval.upper - value
        digit = _digit_of_variable(term, size, value, analysis)
        if digit is None:
            return None
        found.append(digit)
    return found


def _digit_of_variable(
    term: IndexExpr, size: int, value: IndexExpr, analysis: IntervalAnalysis
) -> tuple[Variable, _Digit] | None:
    """Reads `term` as `v`, `v floordiv w`, `v mod m` or `(v floordiv w) mod m`."""
    modulus = None
    if isinstance(term, Mod) and isinstance(term.right, Constant):
        modulus, term = term.right.value, term.left
    weight = 1
    if isinstance(term, FloorDiv) and isinstance(term.right, Constant):
        weight, term = term.right.value, term.left
    if not isinstance(term, Dim | Range):
        return None
    if modulus is None:
        # The leading digit (or the whole variable) is not reduced: its values need not start at 0.
        return term, _Digit(weight, 0, value)
    return term, _Digit(weight, modulus, value)


def _assemble(bounds: Interval, digits: list[_Digit]) -> IndexExpr | None:
    """The variable from its digits, or None if some are missing. Digits of the same weight and size must agree."""
    ordered = sorted(digits, key=lambda digit: (digit.weight, digit.size == 0))
    total: list[tuple[IndexExpr, int]] = []
    weight = 1
    for digit in ordered:
        if weight == 0 or digit.weight > weight:
            return None
        if digit.weight < weight:
            continue  # a second copy of what is known: the constraints of the inverse compare them
        total.append((digit.value, weight))
        weight = weight * digit.size
    if weight and not (bounds.lower >= 0 and bounds.upper < weight):
        return None
    return linear_combination(total)


def _verified(map: IndexingMap, solved: dict[Variable, IndexExpr]) -> IndexingMap | None:
    """The inverse with its domain, from the solution for every variable that the results determine."""
    free = [number for number in range(len(map.dims)) if Dim(number) not in solved]
    fixed_ranges = {Range(number) for number in range(len(map.ranges))} - solved.keys()
    coupled = map.constraints.free_variables
    if not coupled.isdisjoint(fixed_ranges):
        return None
    answers: dict[Variable, IndexExpr] = {
        **solved,
        **{Dim(number): Range(place) for place, number in enumerate(free)},
    }
    intervals = map.result_intervals()
    dims = tuple(DimVar(interval) for interval in intervals)
    ranges = tuple(RangeVar(map.dims[number].bounds) for number in free)
    # y is a result if the solution lies in the domain and maps to y again.
    round_trip = substitute_all(map.results, answers)
    constraints = map.constraints.substitute(answers) & Predicate.of(
        [
            *((answers[v], interval) for v, interval in map.bounds.items() if v in answers),
            *((Dim(k) - again, Interval.point(0)) for k, again in enumerate(round_trip)),
        ]
    )
    results = tuple(answers[Dim(number)] for number in range(len(map.dims)))
    candidate = IndexingMap(results, dims, ranges, (), constraints).simplify()
    simplifier = Simplifier(map.bounds)
    back = {Dim(k): result for k, result in enumerate(map.results)}
    for variable, value in solved.items():
        if simplifier.simplify(substitute_all((value,), back)[0]) is not simplifier.simplify(variable):
            return None
    return candidate
