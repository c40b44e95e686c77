"""Shaping loops: which variables a loop nest should run over, so that every access is affine and loops are few and long.

Accesses are first flattened to one offset into the buffer. A dimension whose floordiv or mod appears (a reshape was fused)
is split until the accesses are affine in the parts; then neighbours that every access walks through as one are merged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from hloom.analysis.places import offset
from hloom.codegen.plan.kernels import Store
from hloom.expr.access import coefficient, split_factors
from hloom.expr.index import ZERO, IndexExpr, RuntimeValue, Simplifier, Symbol, fresh
from hloom.expr.predicate import Predicate
from hloom.expr.scalar import FromIndex, Read, Reduction, ReductionResult, Rewriter, Scalar, Select, index_variables, reads, walk


class Flat:
    """A read's or store's target as one run of elements in row-major order, or of units of some elements each."""

    __slots__ = ("base", "shape")

    def __init__(self, base: Any, count: int | None = None) -> None:
        self.base, self.shape = base, (prod(base.shape) if count is None else count,)

    @property
    def name(self) -> str:
        """What listings call it."""
        return getattr(self.base, "name", None) or "value"


def base_of(source: Any) -> Any:
    """The value whose memory is read or stored to."""
    return source.base if isinstance(source, Flat) else source


class Flattener:
    """Turns indices into offsets; one `Flat` a source."""

    def __init__(self) -> None:
        self._flats: dict[Any, Flat] = {}
        self._simplifier = Simplifier()
        self._rewrite = Rewriter(read=self._read)

    def flat(self, source: Any) -> Flat:
        found = self._flats.get(source)
        if found is None:
            found = self._flats[source] = Flat(source)
        return found

    def store(self, store: Store) -> Store:
        """The store with a flat target and flat reads."""
        index = self._rewrite.at(offset(store.target.shape, store.index, self._simplifier))
        return Store(self.flat(store.target), (index,), self._rewrite(store.scalar))

    def index(self, index: IndexExpr) -> IndexExpr:
        """An index with flat reads inside its runtime indices."""
        return self._rewrite.at(index)

    def predicate(self, predicate: Predicate) -> Predicate:
        """A predicate with flat reads inside its runtime indices."""
        return self._rewrite.where(predicate)

    def _read(self, source: Any, index: tuple[IndexExpr, ...]) -> Scalar | None:
        if isinstance(source, Flat):
            return None
        return Read(self.flat(source), (offset(source.shape, index, self._simplifier),), _element_of(source))


def _element_of(source: Any) -> Any:
    type = source.type
    return getattr(type, "storage", type)


def accesses(stores: Sequence[Store]) -> list[IndexExpr]:
    """The offsets at which flat stores write and read."""
    found = dict.fromkeys(s.index[0] for s in stores)
    for store in stores:
        found.update((r.index[0], None) for r in reads(store.scalar))
    return list(found)


def shape_loops(dims: Sequence[Symbol], stores: list[Store], apart: int = 0) -> tuple[list[Symbol], list[Store]]:
    """Splits and merges loop variables; `stores` must be flat. Returns the loops, outermost first, and their stores. So many of
    the outermost ones stay `apart`."""
    loops, stores = _split(list(dims), stores)
    return merge_loops(loops, stores, apart)


def set_examples_apart(loops: Sequence[Symbol], stores: list[Store], most: int) -> tuple[list[Symbol], list[Store]] | None:
    """Flat loops with one over `most` examples around the others, which there are, if what the outermost one goes over are their
    rows; None where they are not."""
    first, *others = loops
    rows, rest = divmod(first.bounds.upper + 1, most)
    if rest or not rows:
        return None
    if rows == 1:
        return [first, *(others or [fresh(1)])], stores
    example, row = fresh(most), fresh(rows)
    return [example, row, *others], _substitute(stores, {first: example * rows + row})


def _split(loops: list[Symbol], stores: list[Store]) -> tuple[list[Symbol], list[Store]]:
    for _ in range(8):
        found = _factor(loops, [*accesses(stores), *_conditions(stores)])
        if found is None:
            break
        variable, factor = found
        extent = variable.bounds.upper + 1
        outer, inner = fresh(extent // factor), fresh(factor)
        at = loops.index(variable)
        loops[at : at + 1] = [outer, inner]
        stores = _substitute(stores, {variable: outer * factor + inner})
    return loops, stores


def _factor(loops: Sequence[Symbol], expressions: Sequence[IndexExpr]) -> tuple[Symbol, int] | None:
    """A variable and the factor by which it is to be split, outermost factor first."""
    for variable in loops:
        extent = variable.bounds.upper + 1
        factors = sorted({factor for e in expressions if variable in e.free_variables
                          for factor in split_factors(e, variable) if 1 < factor < extent and extent % factor == 0})
        if factors:
            return variable, factors[-1]
    return None


def _conditions(stores: Sequence[Store]) -> list[IndexExpr]:
    return [c.expression for s in stores for n in walk(s.scalar) if isinstance(n, Select) for c in n.condition.constraints]


def merge_loops(loops: list[Symbol], stores: list[Store], apart: int = 0) -> tuple[list[Symbol], list[Store]]:
    """Makes neighbours that every flat access walks through as one one loop, but for so many of the outermost ones."""
    at = len(loops) - 2
    fixed = _used_beyond_offsets([s.scalar for s in stores])
    while at >= apart:
        outer, inner = loops[at], loops[at + 1]
        count = inner.bounds.upper + 1
        if count == 1 or outer.bounds.upper == 0 or _walks_as_one(outer, inner, count, accesses(stores), fixed):
            whole = fresh((outer.bounds.upper + 1) * count)
            # Offsets move `count` times as far with the outer loop: all of `whole` may stand for the inner one.
            mapping: dict[Symbol, IndexExpr | int] = {outer: whole, inner: 0} if count == 1 else {outer: 0, inner: whole}
            fixed = {whole if v in (outer, inner) else v for v in fixed}
            stores = _substitute(stores, mapping)
            loops[at : at + 2] = [whole]
            at = min(at, len(loops) - 2)
            continue
        at -= 1
    return loops, stores


def _used_beyond_offsets(scalars: Sequence[Scalar]) -> set[Any]:
    """Variables that conditions, iotas and runtime indices depend on; they cannot be merged with others."""
    found: set[Any] = set()
    for scalar in scalars:
        for node in walk(scalar):
            if isinstance(node, Select | FromIndex):
                for e in (c.expression for c in node.condition.constraints) if isinstance(node, Select) else (node.index,):
                    found |= index_variables(e)
            elif isinstance(node, Read):
                for v in node.index[0].free_variables:
                    if isinstance(v, RuntimeValue):
                        found |= index_variables(v)
    return found


def _walks_as_one(outer: Symbol, inner: Symbol, count: int, offsets: Sequence[IndexExpr], fixed: set[Any]) -> bool:
    if outer in fixed or inner in fixed:
        return False
    for e in offsets:
        a, b = coefficient(e, outer), coefficient(e, inner)
        if a is None or b is None or a != b * count:
            return False
    return True


def _substitute(stores: Sequence[Store], mapping: dict[Any, Any]) -> list[Store]:
    rewrite = Simplifying(index=mapping)
    return [Store(s.target, tuple(map(rewrite.at, s.index)), rewrite(s.scalar)) for s in stores]


class Simplifying(Rewriter):
    """A rewriter that simplifies indices and predicates under the variables' own bounds."""

    def __init__(self, index: Mapping[Any, IndexExpr] | None = None) -> None:
        super().__init__(index)
        self._simplifier = Simplifier()

    def at(self, expression: IndexExpr) -> IndexExpr:
        return self._simplifier.simplify(super().at(expression))

    def where(self, predicate: Predicate) -> Predicate:
        return super().where(predicate).simplify()


def merge_reduction(reduction: Reduction) -> Reduction:
    """The reduction with its variables merged where its reads walk through them as one; its scalars must be flat."""
    variables, values = list(reduction.variables), list(reduction.values)
    fixed = _used_beyond_offsets(values) if reads(*values) else set(variables)
    at = len(variables) - 2
    while at >= 0:
        outer, inner = variables[at], variables[at + 1]
        count = inner.bounds.upper + 1
        offsets = [r.index[0] for r in reads(*values)]
        if isinstance(outer, Symbol) and isinstance(inner, Symbol) and _walks_as_one(outer, inner, count, offsets, fixed):
            whole = fresh((outer.bounds.upper + 1) * count)
            rewrite = Simplifying(index={outer: ZERO, inner: whole})
            values = [rewrite(v) for v in values]
            variables[at : at + 2] = [whole]
        at -= 1
    if len(variables) == len(reduction.variables):
        return reduction
    return Reduction(tuple(variables), reduction.initial, tuple(values), reduction.accumulators, reduction.elements,
                     reduction.combined, reduction.reorderable)


def merge_reductions(scalar: Scalar) -> Scalar:
    """A flat scalar with the variables of its reductions merged."""
    reductions: dict[int, Reduction] = {}
    mapping: dict[Scalar, Scalar] = {}
    for node in walk(scalar):
        if isinstance(node, ReductionResult):
            merged = reductions.setdefault(id(node.reduction), merge_reduction(node.reduction))
            if merged is not node.reduction:
                mapping[node] = ReductionResult(merged, node.number)
    return Rewriter(scalars=mapping)(scalar) if mapping else scalar
