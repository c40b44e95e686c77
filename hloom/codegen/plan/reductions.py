"""Reductions as expressions: what they combine with (reducers may be reassociated and commuted, and have identities), in which
types, over which ranges, and those of few elements written out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, PointBuffer, Stage, Store, extents, moving
from hloom.expr.access import required_interval
from hloom.expr.index import ZERO, Constant, IndexExpr, Symbol, Variable, fresh, lift
from hloom.expr.interval import EMPTY, Interval
from hloom.expr.predicate import Predicate
from hloom.expr.scalar import (
    Apply,
    Argument,
    Literal,
    Read,
    Reduction,
    ReductionResult,
    Rewriter,
    Scalar,
    Select,
    Simplifying,
    convert,
    reads,
    reductions,
    walk,
)
from hloom.numbers import convert as numbers
from hloom.numbers.dispatch import working_float
from hloom.numbers.element_type import F32, ElementType
from hloom.numbers.rounding import quietly
from hloom.ops.definition.traits import REDUCERS


def reducer(reduction: Reduction, number: int) -> str | None:
    """The function by which accumulator `number` is combined with its element, if it is one of those known to be
    associative and commutative (for floats as far as the specification lets an implementation choose the order)."""
    node = reduction.combined[number]
    pair = {reduction.accumulators[number], reduction.elements[number]}
    if isinstance(node, Apply) and len(node.children) == 2 and set(node.children) == pair and node.function in REDUCERS:
        return node.function
    return None


def reducers(reduction: Reduction) -> list[str] | None:
    """The functions of all accumulators; None if the reduction must run in order."""
    found = [reducer(reduction, k) for k in range(len(reduction.combined))]
    return found if reduction.reorderable and all(found) else None  # type: ignore[return-value]


def identity(function: str, type: ElementType) -> Any:
    """The value that combines to the other operand."""
    return REDUCERS[function].identity(type)


# -- accumulation --------------------------------------------------------------------------------------------------------------
# Sums and products of floats narrower than f32 are accumulated in f32 (f8E8M0FNU in f64) and rounded once: more exact than
# rounding each step.


def is_accumulated_wide(function: str | None, type: ElementType) -> bool:
    """Whether a reduction of numbers of a type by a function is done in a wider type."""
    return function in REDUCERS and REDUCERS[function].accumulates and type.is_float and type.width < F32.width


def with_wide_sums(roots: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """The scalars with their sums and products of narrow floats in a wider type; the order of those reductions must be free."""
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(*roots):
        chosen = [k for k, x in enumerate(reduction.initial)
                  if reduction.reorderable and is_accumulated_wide(reducer(reduction, k), x.type)]
        if chosen:
            made = _widened(reduction, chosen)
            mapping.update({ReductionResult(reduction, k): convert(ReductionResult(made, k), x.type)
                            for k, x in enumerate(reduction.initial)})
    return tuple(map(Rewriter(scalars=mapping), roots)) if mapping else roots


def _widened(reduction: Reduction, chosen: list[int]) -> Reduction:
    """The reduction with the accumulators `chosen` in a wider type. Each of them is combined with its own element only."""
    initial, values = list(reduction.initial), list(reduction.values)
    accumulators, elements, combined = list(reduction.accumulators), list(reduction.elements), list(reduction.combined)
    for k in chosen:
        function: Apply = reduction.combined[k]  # type: ignore[assignment]
        wide = working_float(initial[k].type)
        initial[k], values[k] = convert(initial[k], wide), convert(values[k], wide)
        accumulators[k], elements[k] = Argument(wide, "accumulator"), Argument(wide, "element")
        pair = dict(zip((reduction.accumulators[k], reduction.elements[k]), (accumulators[k], elements[k])))
        combined[k] = Apply(function.function, tuple(pair[c] for c in function.children), wide)  # type: ignore[index]
    return Reduction(reduction.variables, tuple(initial), tuple(values), tuple(accumulators), tuple(elements), tuple(combined),
                reduction.reorderable)


# -- narrowing -----------------------------------------------------------------------------------------------------------------
# Reductions over what changes their results only: steps that are known to meet nothing but padding are left out.
#
# A window that reaches over the edge everywhere along a short axis (five elements of an axis of two), or that meets an element
# only in every second step (zeros between elements), has steps in which no result reads anything. What is left may be few
# enough to be written out.


def narrowed(root: Scalar) -> Scalar:
    """The scalar with its reductions over what may change their results."""
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(root):
        made = _narrowed(reduction) or _of_several_steps(reduction)
        if made is not None:
            mapping.update({ReductionResult(reduction, k): result for k, result in enumerate(made)})
    return Rewriter(scalars=mapping)(root) if mapping else root


def _narrowed(reduction: Reduction) -> Sequence[Scalar] | None:
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
    return _narrowed(made) or _of_several_steps(made) or _results(made)


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
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(root):
        if is_short(machine, reduction, most):
            results = _written_out(reduction)
            mapping.update({ReductionResult(reduction, k): result for k, result in enumerate(results)})
    return Rewriter(scalars=mapping)(root) if mapping else root


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


# -- short rows ----------------------------------------------------------------------------------------------------------------
# Kernels of short rows (softmax of four numbers, the logarithm of a sum of three exponentials) as one expression an element.
#
# Row by row, the stages of such a kernel have nothing to fill registers with. With what the stages hand each other written out
# in place of reads, and reductions as expressions, there is one stage left, whose loop over the rows can run in vectors.
# Elements of one row have most of their expressions in common.


def in_one_stage(machine: Machine, kernel: LoopKernel) -> LoopKernel | None:
    """The kernel with one stage that stores all results, if its stages are short enough."""
    unrolling = machine.unrolling
    *before, last = kernel.stages
    if not before or prod(extents(kernel.prefix)) < unrolling.rows or prod(extents(last.dims)) > unrolling.row_elements:
        return None
    if any(isinstance(s.target, PointBuffer) for s in last.stores):
        return None
    results: list[Store] = []
    known: dict[Any, tuple[Stage, Store]] = {}

    def read(source: Any, index: tuple[IndexExpr, ...]) -> Scalar | None:
        return _element(*known[source], index) if source in known else None

    for stage in kernel.stages:
        stores = []
        for store in stage.stores:
            if not all(_is_of_this_point(kernel, known[r.source][1], r) for r in reads(store.scalar) if r.source in known):
                return None
            scalar = unrolled(machine, Rewriter(read=read)(store.scalar), unrolling.row_scalars)
            if reductions(scalar) or len(walk(scalar)) > unrolling.row_scalars:
                return None
            stores.append(Store(store.target, store.index, scalar))
        mine = [store for store in stores if not isinstance(store.target, PointBuffer)]
        if (mine and stage.dims and stage is not last) or not all(_says_each_element(kernel, stage, store) for store in stores):
            return None
        results += mine
        known |= {store.target: (stage, store) for store in stores}
    if any(r.source in known for r in reads(*[store.scalar for store in results])):  # of the stage that stores it
        return None
    if len(results) > len(last.stores) and prod(extents(last.dims)) > 1:
        return None
    return LoopKernel(kernel.prefix, [Stage(last.dims, results)], kernel.operations)


def _says_each_element(kernel: LoopKernel, stage: Stage, store: Store) -> bool:
    """Whether the index of a store names each loop of its stage once, and besides nothing but those around it."""
    places = [place for place in store.index if not isinstance(place, Constant)]
    return (len(places) == len(set(places)) and {*places} <= {*kernel.prefix, *stage.dims}
            and {*moving(stage.dims)} <= {*places})


def _is_of_this_point(kernel: LoopKernel, store: Store, read: Read) -> bool:
    """Whether a read is of what a store left at the same point of the prefix."""
    return all(at is place for place, at in zip(store.index, read.index, strict=True)
               if place in kernel.prefix or isinstance(place, Constant))


def _element(stage: Stage, store: Store, index: tuple[IndexExpr, ...]) -> Scalar:
    """What a stage stores at an index, of the same point of the prefix."""
    given = {place: at for place, at in zip(store.index, index, strict=True) if not isinstance(place, Constant)}
    return Simplifying(index={d: given.get(d, ZERO) for d in stage.dims})(store.scalar)
