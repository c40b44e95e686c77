"""Shaping loops: which variables a loop nest should run over, so that every access is affine and loops are few and long; and
those of reductions: trimmed to what changes their results, merged, or written out.

Accesses are first flattened to one offset into the buffer. A dimension whose floordiv or mod appears (a reshape was fused)
is split until the accesses are affine in the parts; then neighbours that every access walks through as one are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

from hloom.analysis.places import offset
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.plan.reductions import identity, reducers
from hloom.expr.access import coefficient, required_interval, split_factors
from hloom.expr.index import ZERO, IndexExpr, RuntimeValue, Simplifier, Symbol, Variable, fresh, lift
from hloom.expr.interval import EMPTY, Interval
from hloom.expr.predicate import Predicate
from hloom.expr.scalar import (
    Apply,
    FromIndex,
    Literal,
    Read,
    Reduction,
    ReductionResult,
    Rewriter,
    Scalar,
    Select,
    Simplifying,
    index_variables,
    reads,
    reductions,
    walk,
)
from hloom.numbers import convert as numbers
from hloom.numbers.rounding import quietly
from hloom.ops.definition.traits import REDUCERS


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


def merge_reductions(roots: Sequence[Scalar]) -> list[Scalar]:
    """Flat scalars with the variables of their reductions merged; those that share a reduction share the merged one."""
    def made(reduction: Reduction) -> Sequence[Scalar] | None:
        merged = merge_reduction(reduction)
        return _results(merged) if merged is not reduction else None

    return _with_reductions(roots, made)


def _with_reductions(roots: Sequence[Scalar], made: Callable[[Reduction], Sequence[Scalar] | None]) -> list[Scalar]:
    """The scalars with what is made of each of their reductions in place of its results (None: these stay)."""
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(*roots):
        results = made(reduction)
        if results is not None:
            mapping.update({ReductionResult(reduction, k): result for k, result in enumerate(results)})
    return list(map(Rewriter(scalars=mapping), roots)) if mapping else list(roots)


# -- trimming ------------------------------------------------------------------------------------------------------------------
# Reductions over the part of their domain that changes their results: steps that are known to meet nothing but padding are left
# out.
#
# A window that reaches over the edge everywhere along a short axis (five elements of an axis of two), or that meets an element
# only in every second step (zeros between elements), has steps in which no result reads anything. What is left may be few
# enough to be written out.


def trimmed(roots: Sequence[Scalar]) -> list[Scalar]:
    """The scalars with their reductions over what may change their results; those that share one share what it becomes."""
    return _with_reductions(roots, lambda reduction: _trimmed(reduction) or _of_several_steps(reduction))


def _trimmed(reduction: Reduction) -> Sequence[Scalar] | None:
    """The results of a reduction that has steps without effect; None where it has none."""
    functions = reducers(reduction)
    if functions is None or reductions(*reduction.values) or not all(isinstance(v, Symbol) for v in reduction.variables):
        return None
    conditions = [_needed(value, function, initial)
                  for value, function, initial in zip(reduction.values, functions, reduction.initial)]
    if None in conditions:
        return None
    ranges = [_hull([required_interval(condition, v) for condition in conditions]) for v in reduction.variables]  # type: ignore[arg-type]
    if any(range.is_empty for range in ranges):
        return reduction.initial
    if all(range == v.bounds for range, v in zip(ranges, reduction.variables)):
        return None
    variables = tuple(fresh(high - low + 1) for low, high in ranges)
    rewrite = Simplifying(index={v: new + low for v, new, (low, _) in zip(reduction.variables, variables, ranges)})
    made = _over(reduction, variables, rewrite)
    return _trimmed(made) or _of_several_steps(made) or _results(made)


def _of_several_steps(reduction: Reduction) -> Sequence[Scalar] | None:
    """The results of a reduction without variables of a single value, which stand between others that are one loop together; None
    where it has none, or no other ones."""
    variables = tuple(v for v in reduction.variables if v.bounds.lower != v.bounds.upper)
    if not variables or len(variables) == len(reduction.variables):
        return None
    rewrite = Simplifying(index={v: lift(v.bounds.lower) for v in reduction.variables if v not in variables})
    return _results(_over(reduction, variables, rewrite))


def _over(reduction: Reduction, variables: tuple[Variable, ...], rewrite: Rewriter) -> Reduction:
    return Reduction(variables, reduction.initial, tuple(map(rewrite, reduction.values)), reduction.accumulators,
                     reduction.elements, reduction.combined, reduction.reorderable)


def _results(reduction: Reduction) -> Sequence[Scalar]:
    return [ReductionResult(reduction, k) for k in range(len(reduction.initial))]


def _needed(value: Scalar, function: str, initial: Scalar) -> Predicate | None:
    """Where elements may change an accumulator that begins with `initial`; None if that may be anywhere."""
    conversions: list[Scalar] = []
    while isinstance(value, Apply) and value.function == "convert":
        conversions.append(value)
        (value,) = value.children
    if not isinstance(value, Select) or not isinstance(value.otherwise, Literal) or not isinstance(initial, Literal):
        return None
    if value.condition.depends_on_data:
        return None
    element: Any = value.otherwise.value
    with quietly():
        for node in reversed(conversions):
            element = numbers.convert(element, node.type)[()]
        reducer, start = REDUCERS[function], initial.value
        if reducer.function(start, element).astype(initial.type.dtype).tobytes() != start.tobytes():
            return None
        # A large number does not change by a small one either, but by many of them.
        is_nothing = not reducer.accumulates or element == identity(function, initial.type)
    return value.condition if is_nothing else None


def _hull(ranges: Sequence[Interval]) -> Interval:
    """The least interval that holds all that some hold."""
    held = [range for range in ranges if not range.is_empty]
    return Interval(min(range.lower for range in held), max(range.upper for range in held)) if held else EMPTY


# -- unrolling -----------------------------------------------------------------------------------------------------------------
# Reductions of few elements (the windows of pooling, rows of vectors in space) written out as expressions.
#
# A loop of a few turns inside of a loop over vectors costs more than what it computes. Written out, the places of the elements
# are constants: reads that lie beside each other share registers, and conditions (padding) hold or not for whole ranges of the
# loop around them.

#: Functions whose identity may be left out for every other operand, bit by bit.
_EXACT = {"maximum", "minimum", "and", "or", "xor"}


def unrolled(machine: Machine, root: Scalar, most: int | None = None) -> Scalar:
    """The scalar with its short reductions as expressions, of so many scalars at most, in the same order."""
    (made,) = _with_reductions([root], lambda reduction: _written_out(reduction) if is_short(machine, reduction, most) else None)
    return made


def is_short(machine: Machine, reduction: Reduction, most: int | None = None) -> bool:
    """Whether a reduction has few elements, and expressions for these that are no reductions themselves."""
    unrolling = machine.unrolling
    if not all(isinstance(v, Symbol) and v.bounds.lower == 0 for v in reduction.variables) or reductions(*reduction.values):
        return False
    count = prod(extents(reduction.variables))  # type: ignore[arg-type]
    size = sum(1 for x in (*reduction.values, *reduction.combined) for _ in walk(x))
    return 0 < count <= unrolling.elements and count * size <= (unrolling.scalars if most is None else most)


def _written_out(reduction: Reduction) -> list[Scalar]:
    functions = reducers(reduction)
    current: list[Scalar] | None = list(reduction.initial)
    if functions is not None and all(function in _EXACT and isinstance(x, Literal)
                                     and x is Literal(identity(function, x.type), x.type)
                                     for function, x in zip(functions, reduction.initial)):
        current = None
    for point in product(*map(range, extents(reduction.variables))):  # type: ignore[arg-type]
        at = Simplifying(index={v: lift(k) for v, k in zip(reduction.variables, point)})
        elements = [at(value) for value in reduction.values]
        if current is None:
            current = elements
            continue
        placeholders = (*reduction.accumulators, *reduction.elements)
        step = Rewriter(scalars=dict(zip(placeholders, (*current, *elements))))
        current = [step(x) for x in reduction.combined]
    assert current is not None
    return current
