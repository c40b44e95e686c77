"""Indexing maps: functions from the indices of one tensor to those of another, with their domain.

`IndexingMap` is f(d, s, rt) of the indexing analysis ("Function and domain"): dimension variables `d` (an index of the
first tensor), range variables `s` (iterated over for one such index) and runtime variables `rt` (known when the
program runs) are mapped to the results, an index of the second tensor, for the points inside all bounds at which all
constraints hold. Everything counts elements. Maps are immutable; two maps are equal when they have the same variables
(up to their names), results and constraints as expressions; simplify both to compare what they compute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any, TypeVar

from hloom.expr.domain import is_known_empty, normalize_domain
from hloom.expr.index import (
    ZERO,
    Dim,
    IndexExpr,
    IntervalAnalysis,
    Range,
    Runtime,
    Simplifier,
    Variable,
    evaluate_all,
    lift,
    substitute_all,
)
from hloom.expr.interval import Interval
from hloom.expr.predicate import ALWAYS, NEVER, Predicate
from hloom.expr.variables import numbered
from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass


@dataclass(frozen=True, slots=True)
class DimVar:
    """A dimension variable: an index of a tensor within `bounds` (indexing analysis: `struct DimVar`)."""

    bounds: Interval
    name: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RangeVar:
    """A range variable: takes all values in `bounds` for one point of the dimensions (`struct RangeVar`)."""

    bounds: Interval
    name: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RTVar:
    """A runtime variable (`struct RTVar`): an element of a tensor of indices, read when the program runs.

    `bounds` are its feasible values, `value` names the tensor it is read from (any object; compared by identity of
    equality) and `element` is the index read, as expressions over the variables of the map that owns it.
    """

    bounds: Interval
    value: Any = None
    element: tuple[IndexExpr, ...] | None = None
    name: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class IndexingMap:
    """`(d0, ...)[s0, ...]{rt0, ...} -> (results)` on a domain of bounds and constraints.

    `results` and `constraints` speak of `Dim(k)`, `Range(k)` and `Runtime(k)` for the k-th entry of `dims`, `ranges`
    and `runtime`. Raises InputError for a variable that is not declared. An empty interval makes the map known empty.
    """

    results: tuple[IndexExpr, ...]
    dims: tuple[DimVar, ...] = ()
    ranges: tuple[RangeVar, ...] = ()
    runtime: tuple[RTVar, ...] = ()
    constraints: Predicate = ALWAYS
    is_undefined: bool = False

    #: The interval of every variable: dimensions, ranges, runtime variables, in declared order.
    bounds: Mapping[Variable, Interval] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        bounds: dict[Variable, Interval] = {}
        for kind, declared in ((Dim, self.dims), (Range, self.ranges), (Runtime, self.runtime)):
            if declared:
                bounds.update(zip(numbered(kind, len(declared)), [variable.bounds for variable in declared]))
        object.__setattr__(self, "bounds", MappingProxyType(bounds))
        known = bounds.keys()
        for expression in (*self.results, self.constraints):
            if not expression.free_variables <= known:
                undeclared = next(iter(expression.free_variables - known))
                raise InputError(
                    f"variable {undeclared} is not one of the map's {len(self.dims)} dimension, {len(self.ranges)} range"
                    f" and {len(self.runtime)} runtime variables"
                )

    # Making maps ------------------------------------------------------------------------------------------------

    @staticmethod
    def from_sizes(results: Iterable[IndexExpr | int], dim_sizes: Iterable[int], range_sizes: Iterable[int] = ()) -> IndexingMap:
        """The map with bounds `[0, size)` for every variable."""
        return IndexingMap(
            tuple(map(lift, results)),
            tuple(DimVar(Interval.of_extent(size)) for size in dim_sizes),
            tuple(RangeVar(Interval.of_extent(size)) for size in range_sizes),
        )

    @staticmethod
    def identity(shape: Sequence[int]) -> IndexingMap:
        """The map of every index of a tensor of this shape to itself."""
        return IndexingMap.from_sizes([Dim(k) for k in range(len(shape))], shape)

    @staticmethod
    def undefined() -> IndexingMap:
        """The map that says that the indexing is not known."""
        return UNDEFINED

    # Properties -------------------------------------------------------------------------------------------------

    @property
    def is_known_empty(self) -> bool:
        """Whether the domain is visibly empty. (A domain can be empty without being known to be.)"""
        return is_known_empty(self.bounds, self.constraints)

    @property
    def is_identity(self) -> bool:
        """Whether the results are the dimensions in order; says nothing about the domain."""
        return not self.is_undefined and self.results == numbered(Dim, len(self.dims))

    # Points -----------------------------------------------------------------------------------------------------

    def assignment(self, dims: Sequence[Any], ranges: Sequence[Any] = (), runtime: Sequence[Any] = ()) -> dict[Variable, Any]:
        """The values by variable. Raises InputError for wrong numbers of values."""
        for what, given, declared in (
            ("dimension", dims, self.dims),
            ("range", ranges, self.ranges),
            ("runtime", runtime, self.runtime),
        ):
            if len(given) != len(declared):
                raise InputError(f"the map has {len(declared)} {what} variables, got {len(given)} values")
        return dict(zip(self.bounds, (*dims, *ranges, *runtime)))

    def evaluate(self, dims: Sequence[Any], ranges: Sequence[Any] = (), runtime: Sequence[Any] = ()) -> tuple[Any, ...]:
        """The results at a point, or at many (NumPy int64 arrays); does not look at the domain."""
        return tuple(evaluate_all(self.results, self.assignment(dims, ranges, runtime)))

    def constraints_hold(self, dims: Sequence[Any], ranges: Sequence[Any] = (), runtime: Sequence[Any] = ()) -> Any:
        """Whether the constraints hold at a point (or at many); does not look at the bounds."""
        return self.constraints.holds(self.assignment(dims, ranges, runtime))

    def contains(self, dims: Sequence[Any], ranges: Sequence[Any] = (), runtime: Sequence[Any] = ()) -> Any:
        """Whether a point (or each of many) lies in the domain."""
        return self.domain_predicate().holds(self.assignment(dims, ranges, runtime))

    def domain_predicate(self) -> Predicate:
        """Bounds and constraints as one predicate."""
        if self.is_known_empty:
            return NEVER
        return self.constraints & Predicate.of(self.bounds.items())

    def constraints_on(self, variables: Collection[Variable]) -> Predicate:
        """The constraints that speak of these variables only."""
        return Predicate.of((e, i) for e, i in self.constraints.intervals.items() if e.free_variables <= set(variables))

    # Analysis and simplification --------------------------------------------------------------------------------

    def result_intervals(self) -> tuple[Interval, ...]:
        """The values of each result over the domain; constraints are used where they bound a part of a result."""
        analysis = IntervalAnalysis(self.known_intervals())
        return tuple(analysis.interval(result) for result in self.results)

    def known_intervals(self) -> dict[IndexExpr, Interval]:
        """The intervals of the variables and of the constrained expressions."""
        return {**self.bounds, **self.constraints.intervals}

    def simplify(self, *, keep_points: bool = False) -> IndexingMap:
        """An equal map in its simplest form (indexing analysis: "Indexing map simplifier"); idempotent.

        Constraints are solved for what stands in them, moved into the bounds or dropped where implied; the results
        are simplified under bounds and constraints. A variable of one value is replaced by the value in the results
        but stays declared; `keep_points` leaves it in the results too.
        """
        if self.is_undefined:
            return self
        domain = normalize_domain(self.bounds, self.constraints, keep_points=keep_points)
        if domain.is_empty:
            return replace(self, results=(ZERO,) * len(self.results), constraints=NEVER)
        narrowed = self
        if domain.constraints is not self.constraints or (domain.bounds is not self.bounds and domain.bounds != self.bounds):
            narrowed = self.with_bounds(domain.bounds, domain.constraints)
        simplifier = domain.simplifier
        if domain.constraints is not ALWAYS:
            simplifier = Simplifier(narrowed.known_intervals(), keep_points=keep_points)
        # The elements that runtime variables read are simplified along: they are indices over the same domain.
        results = tuple([simplifier.simplify(result) for result in self.results])
        runtime = narrowed.runtime and tuple(
            rt if rt.element is None else replace(rt, element=tuple(map(simplifier.simplify, rt.element)))
            for rt in narrowed.runtime
        )
        if narrowed is self and results == self.results and runtime == self.runtime:
            return self
        return IndexingMap(results, narrowed.dims, narrowed.ranges, runtime, narrowed.constraints)

    def with_bounds(self, bounds: Mapping[Any, Interval], constraints: Predicate) -> IndexingMap:
        """The same results on the domain of `bounds` (by variable; others keep theirs) and `constraints`."""
        return replace(
            self,
            dims=_with_bounds(self.dims, Dim, bounds),
            ranges=_with_bounds(self.ranges, Range, bounds),
            runtime=_with_bounds(self.runtime, Runtime, bounds),
            constraints=constraints,
        )

    def restrict(self, predicate: Predicate) -> IndexingMap:
        """The map on the part of its domain where `predicate` holds."""
        return self if self.is_undefined else replace(self, constraints=self.constraints & predicate)

    def substitute(self, mapping: Mapping[Any, IndexExpr | int]) -> IndexingMap:
        """Variables replaced in results, constraints and the elements read; declarations stay as they are."""
        return replace(
            self,
            results=substitute_all(self.results, mapping),
            constraints=self.constraints.substitute(mapping),
            runtime=tuple(
                rt if rt.element is None else replace(rt, element=substitute_all(rt.element, mapping)) for rt in self.runtime
            ),
        )

    def rename(self, names: Mapping[Variable, str | None]) -> IndexingMap:
        """The map with other names for printing; None gives a variable its default name back."""
        return replace(
            self,
            dims=tuple(replace(v, name=names.get(Dim(k), v.name)) for k, v in enumerate(self.dims)),
            ranges=tuple(replace(v, name=names.get(Range(k), v.name)) for k, v in enumerate(self.ranges)),
            runtime=tuple(replace(v, name=names.get(Runtime(k), v.name)) for k, v in enumerate(self.runtime)),
        )

    def __str__(self) -> str:
        return format_map(self)


Declared = TypeVar("Declared", DimVar, RangeVar, RTVar)


def _with_bounds(
    declared: tuple[Declared, ...], kind: type[Dim | Range | Runtime], bounds: Mapping[Any, Interval]
) -> tuple[Declared, ...]:
    """The declarations with those of the bounds that speak of them."""
    return tuple(
        [
            v if (interval := bounds.get(variable, v.bounds)) == v.bounds else replace(v, bounds=interval)
            for variable, v in zip(numbered(kind, len(declared)), declared)
        ]
    )


UNDEFINED = IndexingMap((), is_undefined=True)


def format_map(map: IndexingMap, *, division: str = "floordiv") -> str:
    """The text of a map on one line; `division` is the spelling of the floor division (`floordiv` or `/`)."""
    if map.is_undefined:
        return "UNDEFINED"
    if map.is_known_empty:
        return "KNOWN EMPTY"
    from hloom.expr.index_text import format_expression, variable_name  # few maps are printed

    declared = (*map.dims, *map.ranges, *map.runtime)
    names = {variable: known.name or variable_name(variable) for variable, known in zip(map.bounds, declared)}

    def text(expression: IndexExpr) -> str:
        return format_expression(expression, names, division=division)

    def group(kind: type[Variable], brackets: str) -> str:
        return brackets[0] + ", ".join(name for v, name in names.items() if isinstance(v, kind)) + brackets[1]

    head = group(Dim, "()")
    if map.ranges:
        head += group(Range, "[]")
    if map.runtime:
        head += group(Runtime, "{}")
    line = f"{head} -> ({', '.join(text(result) for result in map.results)})"
    if not names:
        return line
    domain = [f"{names[variable]} in {interval}" for variable, interval in map.bounds.items()]
    domain += sorted(f"{text(c.expression)} in {c.interval}" for c in map.constraints.constraints)
    return f"{line}, domain: {', '.join(domain)}"
