"""Predicates over indices: conjunctions of constraints `lower <= expression <= upper`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import Any, NamedTuple, NoReturn
from weakref import WeakValueDictionary

import numpy as np

from hloom.expr.bounds import Bounds
from hloom.expr.interval import EMPTY, INT64_MAX, INT64_MIN, UNBOUNDED, Interval
from hloom.expr.nodes import Constant, IndexExpr, Sum, Variable, canonical_order, linear_combination
from hloom.expr.traverse import evaluate_all, substitute_all


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


_interned: WeakValueDictionary[frozenset[Constraint], Predicate] = WeakValueDictionary()


class Predicate:
    """A conjunction of constraints, at most one for an expression. Interned: equality is identity."""

    __slots__ = ("__weakref__", "_members", "_sorted")
    _members: frozenset[Constraint]
    _sorted: tuple[Constraint, ...] | None

    @staticmethod
    def of(constraints: Iterable[tuple[IndexExpr, Interval]]) -> Predicate:
        """The conjunction; intervals of the same expression are intersected, constant expressions are decided."""
        merged: dict[IndexExpr, Interval] = {}
        for expression, interval in constraints:
            if isinstance(expression, Constant):
                if expression.value not in interval:
                    return NEVER
                continue
            known = merged.get(expression)
            interval = interval if known is None else known.intersect(interval)
            if interval.is_empty:
                return NEVER
            if interval != UNBOUNDED:
                merged[expression] = interval
        return _intern(frozenset(map(Constraint._make, merged.items())))

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints in the canonical order of their expressions."""
        if self._sorted is None:
            self._sorted = tuple(sorted(self._members, key=lambda member: canonical_order(member.expression)))
        return self._sorted

    @property
    def members(self) -> frozenset[Constraint]:
        """The constraints in no order, for bulk work: putting large unsimplified expressions in order costs."""
        return self._members

    @property
    def free_variables(self) -> frozenset[Variable]:
        return frozenset().union(*(c.expression.free_variables for c in self._members))

    def __and__(self, other: Predicate) -> Predicate:
        if self is NEVER or other is NEVER:
            return NEVER
        if not other._members:
            return self
        return Predicate.of((*self._members, *other._members)) if self._members else other

    def substitute(self, mapping: Mapping[Any, IndexExpr | int]) -> Predicate:
        """The predicate with variables (or subexpressions) replaced."""
        if self is NEVER or not mapping:
            return self
        members = tuple(self._members)
        replaced = substitute_all((c.expression for c in members), mapping)
        return Predicate.of(zip(replaced, (c.interval for c in members)))

    def holds(self, values: Mapping[Variable, Any]) -> Any:
        """The truth for given values: a bool, or a NumPy array of bool for arrays of values."""
        result: Any = True
        members = tuple(self._members)
        for value, (_, interval) in zip(evaluate_all((c.expression for c in members), values), members):
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


def _intern(members: frozenset[Constraint]) -> Predicate:
    found = _interned.get(members)
    if found is None:
        predicate = object.__new__(Predicate)
        predicate._members = members
        predicate._sorted = None
        found = _interned.setdefault(members, predicate)
    return found


ALWAYS = _intern(frozenset())
NEVER = _intern(frozenset((Constraint(Constant(0), Interval.point(1)),)))
