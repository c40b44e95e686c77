"""Normal form of a domain: bounds of variables together with constraints on expressions.

A constraint is solved for what stands inside it as far as that loses nothing: `x floordiv 8 in [5, 11]` becomes
`x in [40, 95]`, and where `x` is a variable the constraint turns into its bounds. What the bounds imply is dropped,
what contradicts them makes the domain empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

from hloom.expr.interning import canonical_order
from hloom.expr.interval import EMPTY, INT64_MAX, INT64_MIN, UNBOUNDED, Bounds, Interval
from hloom.expr.nodes import Constant, IndexExpr, Mod
from hloom.expr.predicate import ALWAYS, NEVER, Predicate, merge_constraints
from hloom.expr.rules.constraints import CONSTRAINT_RULES
from hloom.expr.simplify import Simplifier
from hloom.expr.variables import Variable

Constraints = dict[IndexExpr, Interval]


class Domain(NamedTuple):
    """Bounds of variables, the constraints that remain between them, and a simplifier under the bounds."""

    bounds: Mapping[Variable, Interval]
    constraints: Predicate
    simplifier: Simplifier

    @property
    def is_empty(self) -> bool:
        """Whether the domain has visibly no point."""
        return is_known_empty(self.bounds, self.constraints)


def is_known_empty(bounds: Mapping[Variable, Interval], constraints: Predicate) -> bool:
    """Whether an interval is empty or the constraints are known to contradict each other."""
    if constraints is NEVER:
        return True
    for lower, upper in bounds.values():
        if lower > upper:
            return True
    return False


def normalize_domain(bounds: Mapping[Variable, Interval], constraints: Predicate, *, keep_points: bool = False) -> Domain:
    """The same set of points with bounds as tight as the constraints make them, and no implied constraint.

    Bounds are tightened by constraints on one variable only (also `v mod n in [c, c]`), as the document's maps are
    printed; a constraint on a sum leaves the bounds of its variables alone.
    """
    if constraints is ALWAYS:
        return Domain(bounds, ALWAYS, Simplifier(bounds, keep_points=keep_points))
    current = dict(bounds)
    while True:
        simplifier = Simplifier(current, keep_points=keep_points)
        solved = _solve(constraints, simplifier)
        remaining = None if solved is None else _merge_congruences(solved)
        if remaining is None:
            return Domain(current, NEVER, simplifier)
        tightened = dict(current)
        for expression, interval in list(remaining.items()):
            if isinstance(expression, Variable):
                old = tightened.get(expression, expression.bounds)
                tightened[expression] = old.intersect(interval)
                del remaining[expression]
            elif isinstance(expression, Mod) and isinstance(expression.left, Variable):
                old = tightened.get(expression.left, expression.left.bounds)
                tightened[expression.left] = _tighten_by_congruence(old, expression, interval)
        constraints = Predicate.of(remaining.items())
        if tightened == current or is_known_empty(tightened, constraints):
            return Domain(tightened, constraints, simplifier)
        current = tightened


def _solve(constraints: Predicate, simplifier: Simplifier) -> Constraints | None:
    """Every constraint simplified and solved by the rules, implied ones dropped; None if one cannot hold."""
    solved: Constraints = {}
    simplified: Constraints = {}
    if not merge_constraints(simplified, [(simplifier.simplify(e), interval) for e, interval in constraints.intervals.items()]):
        return None
    # In order only after the first simplification, which makes most expressions small, many equal, and most implied.
    undecided = [(e, interval) for e, interval in simplified.items() if not interval.encloses(simplifier.interval(e))]
    pending = sorted(undecided, key=lambda constraint: canonical_order(constraint[0]), reverse=True)
    while pending:
        expression, interval = pending.pop()
        expression = simplifier.simplify(expression)
        values = simplifier.interval(expression)
        if interval.encloses(values):
            continue
        if interval.intersect(values).is_empty:
            return None
        for rule in CONSTRAINT_RULES:
            replaced = rule.apply(expression, interval, simplifier)
            if replaced is not None:
                pending.extend(reversed(replaced))
                break
        else:
            solved[expression] = solved.get(expression, UNBOUNDED).intersect(interval)
    return solved


def _merge_congruences(constraints: Constraints) -> Constraints | None:
    """Constraints `x mod a in [p, p]` and `x mod b in [q, q]` as one modulo `lcm(a, b)`; None if they conflict."""
    by_dividend: dict[IndexExpr, tuple[int, int]] = {}
    merged: Constraints = {}
    for expression, interval in constraints.items():
        if not (isinstance(expression, Mod) and isinstance(expression.right, Constant) and interval.is_point):
            merged[expression] = interval
            continue
        modulus, residue = expression.right.value, interval.lower
        known = by_dividend.get(expression.left)
        if known is not None:
            both = _common_congruence(known, (modulus, residue))
            if both is None:
                return None
            if both[0] > INT64_MAX:
                merged[expression] = interval
                continue
            modulus, residue = both
        by_dividend[expression.left] = (modulus, residue)
    for dividend, (modulus, residue) in by_dividend.items():
        merged[dividend % modulus] = Interval.point(residue)
    return merged


def _common_congruence(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int] | None:
    """Modulus and residue of the values that satisfy both congruences (Chinese remainder theorem)."""
    (a, p), (b, q) = first, second
    common = gcd(a, b)
    if (q - p) % common:
        return None
    steps = (q - p) // common * pow(a // common, -1, b // common) % (b // common)
    least = a // common * b
    return least, (p + a * steps) % least


def _tighten_by_congruence(interval: Interval, remainder: Mod, residues: Interval) -> Interval:
    """The part of `interval` from its first to its last value with the residue, if there is one residue only."""
    if not (residues.is_point and isinstance(remainder.right, Constant)):
        return interval
    modulus, residue = remainder.right.value, residues.lower
    if not 0 <= residue < modulus:
        return EMPTY
    lower, upper = interval
    if lower != INT64_MIN:
        lower += (residue - lower) % modulus
    if upper != INT64_MAX:
        upper -= (upper - residue) % modulus
    return Interval(lower, upper)


def simplify_predicate(predicate: Predicate, bounds: Bounds) -> Predicate:
    """`Predicate.simplify`."""
    if predicate is NEVER or predicate is ALWAYS:
        return predicate
    variables = predicate.free_variables
    given = {variable: bounds.get(variable, variable.bounds) for variable in variables}
    if any(interval.is_empty for interval in given.values()):
        return predicate
    domain = normalize_domain(given, predicate)
    if domain.is_empty:
        return NEVER
    simplifier = Simplifier(given)
    tightened = ((v, interval) for v, interval in domain.bounds.items() if interval != given[v])
    remaining = ((c.expression, c.interval) for c in domain.constraints.constraints)
    return Predicate.of(
        (expression, _open_implied_sides(interval, simplifier.interval(expression)))
        for expression, interval in (*tightened, *remaining)
    )


def _open_implied_sides(interval: Interval, values: Interval) -> Interval:
    return Interval(
        INT64_MIN if interval.lower <= values.lower else interval.lower,
        INT64_MAX if interval.upper >= values.upper else interval.upper,
    )
