"""The inverse of an indexing map: from an index of the second tensor back to those of the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
from hloom.expr.map_variables import remove_unused_symbols
from hloom.expr.predicate import Predicate
from hloom.support.records import dataclass


@dataclass(frozen=True)
class _Digit:
    """`((variable + shift) floordiv weight) mod size`, found as `value`, an expression of the results.

    Size 0 stands for the leading digit, which is not reduced.
    """

    variable: Variable
    shift: int
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
    analysis = IntervalAnalysis(map.known_intervals())
    digits: list[_Digit] = []
    for number, result in enumerate(map.results):
        found = _digits_of(Dim(number), result, analysis)
        if found is None:
            return None
        digits.extend(found)
    for expression, interval in map.constraints.constraints:
        if interval.is_point and isinstance(expression, Mod):
            digit = _digit(expression, Constant(interval.lower))
            if digit is not None and any(other.variable is digit.variable for other in digits):
                digits.append(digit)
    solved: dict[Variable, IndexExpr] = {}
    for variable in {digit.variable: None for digit in digits}:
        value = _assemble(variable, map.bounds[variable], digits)
        if value is None:
            return None
        solved[variable] = value
    return _verified(map, solved, analysis)


def relation(map: IndexingMap, shape: Sequence[int]) -> IndexingMap:
    """The map from an index of a tensor of `shape`, which is a result of `map`, back to its dimensions; always there, and exact.

    The dimensions are range variables; those that a result is affine in are solved for it, and constraints say the rest: that
    the remainder is 0, the solution within its bounds, and that the results are the index.
    """
    if map.is_undefined:
        return map
    dims = tuple(DimVar(Interval.of_extent(size)) for size in shape)
    moved: dict[Variable, IndexExpr] = {
        **{Dim(k): Range(k) for k in range(len(map.dims))},
        **{Range(k): Range(k + len(map.dims)) for k in range(len(map.ranges))},
    }
    results = substitute_all(map.results, moved)
    bounds = {Range(k): v.bounds for k, v in enumerate((*map.dims, *map.ranges))}
    constraints = map.constraints.substitute(moved)
    runtime = tuple(rt if rt.element is None else replace(rt, element=substitute_all(rt.element, moved)) for rt in map.runtime)
    answer = IndexingMap(tuple(Range(k) for k in range(len(map.dims))), dims,
                         tuple(RangeVar(interval) for interval in bounds.values()), runtime, constraints)
    solved: set[Variable] = set()
    for number in range(len(results)):
        result = results[number]
        solution = _solution(Dim(number), result, len(map.dims), solved)
        if solution is None:
            answer = answer.restrict(Predicate.of([(result - Dim(number), Interval.point(0))]))
            continue
        variable, rest, factor = solution
        solved.add(variable)
        value = rest // factor if factor != 1 else rest
        conditions = Predicate.of([(value, bounds[variable]), (rest % factor, Interval.point(0))])
        answer = answer.substitute({variable: value}).restrict(conditions)
        results = substitute_all(results, {variable: value})
    return remove_unused_symbols(answer.simplify())


def _solution(wanted: IndexExpr, result: IndexExpr, count: int, solved: set[Variable]) -> tuple[Variable, IndexExpr, int] | None:
    """A range variable that `result` is affine in, with `rest` and a positive `factor` such that `factor * variable == rest`
    where `result` is `wanted`: one of the first `count` if there is one, and of these the one with the least factor."""
    constant, terms = split_affine(result)
    best: tuple[bool, int, Variable] | None = None
    for term, factor in terms.items():
        alone = all(term is other or term not in other.free_variables for other in terms)
        if isinstance(term, Range) and term not in solved and alone:
            entry = term.number >= count, abs(factor), term
            best = entry if best is None or entry[:2] < best[:2] else best
    if best is None:
        return None
    _, factor, variable = best
    others = linear_combination([(t, k) for t, k in terms.items() if t is not variable], constant)
    rest = wanted - others if terms[variable] > 0 else others - wanted
    return variable, rest, factor


def _digits_of(result: IndexExpr, expression: IndexExpr, analysis: IntervalAnalysis) -> list[_Digit] | None:
    """The digits of which `expression`, the value of `result`, is made; None if they overlap.

    Sorted by coefficient, the values of each term must fit below the coefficient of the next: then they can be read
    off the value of the sum.
    """
    constant, terms = split_affine(expression)
    entries = sorted(terms.items(), key=lambda entry: abs(entry[1]))
    intervals = [analysis.interval(term) for term, _ in entries]
    if not all(interval.is_bounded for interval in intervals):
        return None
    least = constant + sum(k * (interval.lower if k > 0 else interval.upper) for (_, k), interval in zip(entries, intervals))
    found: list[_Digit] = []
    reach = 0
    for place, ((term, coefficient), interval) in enumerate(zip(entries, intervals)):
        weight = abs(coefficient)
        if weight <= reach:
            return None
        reach += (interval.size - 1) * weight
        value = (result - least) // weight
        if place + 1 < len(entries):
            following = abs(entries[place + 1][1])
            if following % weight:
                return None
            value = value % (following // weight)
        digit = _digit(term, value + interval.lower if coefficient > 0 else interval.upper - value)
        if digit is None:
            return None
        found.append(digit)
    return found


def _digit(term: IndexExpr, value: IndexExpr) -> _Digit | None:
    """Reads `term` as `x`, `x floordiv w`, `x mod m` or `(x floordiv w) mod m`, where `x` is `v + shift`."""
    size, weight = 0, 1
    if isinstance(term, Mod) and isinstance(term.right, Constant):
        size, term = term.right.value, term.left
    if isinstance(term, FloorDiv) and isinstance(term.right, Constant):
        weight, term = term.right.value, term.left
    shift, terms = split_affine(term)
    if len(terms) != 1:
        return None
    (variable, coefficient) = next(iter(terms.items()))
    if coefficient != 1 or not isinstance(variable, Dim | Range):
        return None
    return _Digit(variable, shift, weight, size, value)


def _assemble(variable: Variable, bounds: Interval, digits: list[_Digit]) -> IndexExpr | None:
    """The variable from those of its digits that have one shift, or None if some are missing."""
    own = [digit for digit in digits if digit.variable is variable]
    for shift in {digit.shift: None for digit in own}:
        total: list[tuple[IndexExpr, int]] = []
        weight = 1
        for digit in sorted((d for d in own if d.shift == shift), key=lambda d: (d.weight, d.size == 0)):
            # A second copy of a digit adds nothing: the constraints of the inverse compare them.
            if digit.weight == weight:
                total.append((digit.value, weight))
                weight *= digit.size
        if total and (weight == 0 or (bounds.lower + shift >= 0 and bounds.upper + shift < weight)):
            return linear_combination(total, -shift)
    return None


def _verified(map: IndexingMap, solved: dict[Variable, IndexExpr], analysis: IntervalAnalysis) -> IndexingMap | None:
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
    simplifier = Simplifier(analysis.bounds)
    back = {Dim(k): result for k, result in enumerate(map.results)}
    for variable, value in solved.items():
        difference = substitute_all((value,), back)[0] - variable
        if simplifier.interval(simplifier.simplify(difference)) != Interval.point(0):
            return None
    results = tuple(answers[Dim(number)] for number in range(len(map.dims)))
    return remove_unused_symbols(IndexingMap(results, dims, ranges, (), constraints).simplify())
