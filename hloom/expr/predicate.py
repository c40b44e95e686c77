"""Predicates over indices: conjunctions of constraints `lower <= expression <= upper`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import Any, NamedTuple, NoReturn
from weakref import WeakValueDictionary

import numpy as np

from hloom.expr.interning import canonical_order
from hloom.expr.interval import EMPTY, INT64_MAX, INT64_MIN, UNBOUNDED, Bounds, Interval
from hloom.expr.nodes import Constant, IndexExpr, Sum, linear_combination
from hloom.expr.variables import Variable, evaluate_all, substitute_all


class Constraint(NamedTuple):
    """`interval.lower <= expression <= interval.upper`; an infinite end is no bound."""

    expression: IndexExpr
    interval: Interval

    def __str__(self) -> str:
        if self.interval.lower == INT64_MIN:
            return f"{self.expression} <= {self.interval.upper}"
        if self.interval.upper == INT64_MAX:
            return f"{self.expression} >= {self.interval.lower}"
        return f"{self.expression} in {self.interval}"


_interned: WeakValueDictionary[frozenset[tuple[IndexExpr, Interval]], Predicate] = WeakValueDictionary()


class Predicate:
    """A conjunction of constraints, at most one for an expression. Interned: equality is identity."""

    __slots__ = ("__weakref__", "_sorted", "depends_on_data", "free_variables", "intervals")

    #: The interval of every constrained expression, in no order: putting large unsimplified expressions in order costs.
    intervals: Mapping[IndexExpr, Interval]
    free_variables: frozenset[Variable]
    #: Whether a value that is only known at run time is among the variables.
    depends_on_data: bool
    _sorted: tuple[Constraint, ...] | None

    @staticmethod
    def of(constraints: Iterable[tuple[IndexExpr, Interval]]) -> Predicate:
        """The conjunction; intervals of the same expression are intersected, constant expressions are decided."""
        merged: dict[IndexExpr, Interval] = {}
        return Predicate.of_merged(merged) if merge_constraints(merged, constraints) else NEVER

    @staticmethod
    def of_merged(intervals: dict[IndexExpr, Interval]) -> Predicate:
        """The conjunction of constraints that `merge_constraints` has merged; takes the dictionary over."""
        return _intern(intervals) if intervals else ALWAYS

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints in the canonical order of their expressions."""
        if self._sorted is None:
            self._sorted = tuple(Constraint(e, self.intervals[e]) for e in sorted(self.intervals, key=canonical_order))
        return self._sorted

    def __and__(self, other: Predicate) -> Predicate:
        if self is NEVER or other is NEVER:
            return NEVER
        if len(self.intervals) < len(other.intervals):
            self, other = other, self
        if not other.intervals:
            return self
        merged = dict(self.intervals)
        return _intern(merged) if merge_constraints(merged, other.intervals.items()) else NEVER

    def substitute(self, mapping: Mapping[Any, IndexExpr | int]) -> Predicate:
        """The predicate with variables (or subexpressions) replaced."""
        if self is NEVER or not mapping:
            return self
        return Predicate.of(zip(substitute_all(self.intervals, mapping), self.intervals.values()))

    def holds(self, values: Mapping[Any, Any]) -> Any:
        """The truth for given values: a bool, or a NumPy array of bool for arrays of values."""
        result: Any = True
        for value, interval in zip(evaluate_all(self.intervals, values), self.intervals.values()):
            if interval.lower != INT64_MIN:
                result = np.logical_and(result, value >= interval.lower)
            if interval.upper != INT64_MAX:
                result = np.logical_and(result, value <= interval.upper)
        return bool(result) if np.ndim(result) == 0 else result

    def simplify(self, bounds: Bounds | None = None) -> Predicate:
        """An equal predicate for variables within `bounds`: `ALWAYS` or `NEVER` where that can be proven.

        Constraints, and single sides of constraints, that the bounds imply are dropped.
        """
        from hloom.expr.domain import simplify_predicate

        return simplify_predicate(self, bounds or {})

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a Predicate has no truth value while its variables are unknown; compare it with ALWAYS or NEVER by `is`,"
            " combine predicates by `&`, and compare expressions with `is`"
        )

    def __str__(self) -> str:
        if self is ALWAYS:
            return "always"
        return "never" if self is NEVER else " and ".join(sorted(map(str, self.constraints)))

    def __repr__(self) -> str:
        return f"<Predicate {self}>"


def constrain(expression: IndexExpr, interval: Interval) -> Predicate:
    """The predicate `expression in interval`, without the constant and the common factor of a sum."""
    if isinstance(expression, Sum) and not interval.is_empty:
        expression, interval = without_constant(expression, interval)
    return Predicate.of(((expression, interval),))


def without_constant(expression: Sum, interval: Interval) -> tuple[IndexExpr, Interval]:
    """The same constraint on the bare sum: constant moved over, common factor divided out, first sign positive."""
    factor = gcd(*(coefficient for _, coefficient in expression.terms))
    if expression.terms[0][1] < 0:
        factor = -factor
    bare = linear_combination((term, coefficient // factor) for term, coefficient in expression.terms)
    return bare, divide_interval(interval + Interval.point(-expression.constant), factor)


def divide_interval(interval: Interval, factor: int) -> Interval:
    """The integers `v` with `v * factor in interval`, for a nonzero factor."""
    if interval.is_empty:
        return EMPTY
    if factor < 0:
        interval, factor = -interval, -factor
    lower = interval.lower if interval.lower == INT64_MIN else -(-interval.lower // factor)
    upper = interval.upper if interval.upper == INT64_MAX else interval.upper // factor
    return Interval(lower, upper)


def merge_constraints(intervals: dict[IndexExpr, Interval], constraints: Iterable[tuple[IndexExpr, Interval]]) -> bool:
    """Adds constraints to the intervals by expression; False where they contradict each other."""
    for expression, interval in constraints:
        if type(expression) is Constant:
            if expression.value not in interval:
                return False
            continue
        known = intervals.get(expression)
        if known is not None:
            interval = known.intersect(interval)
        if interval.lower > interval.upper:
            return False
        if interval != UNBOUNDED:
            intervals[expression] = interval
    return True


def _intern(intervals: dict[IndexExpr, Interval]) -> Predicate:
    """The predicate of merged constraints; it takes the dictionary over."""
    key = frozenset(intervals.items())
    found = _interned.get(key)
    if found is None:
        predicate = object.__new__(Predicate)
        predicate.intervals = intervals
        predicate.free_variables = frozenset().union(*[expression.free_variables for expression in intervals])
        predicate.depends_on_data = any(expression.depends_on_data for expression in intervals)
        predicate._sorted = None
        found = _interned.setdefault(key, predicate)
    return found


ALWAYS = _intern({})
NEVER = _intern({Constant(0): Interval.point(1)})
