"""Reductions along the lanes: a reassociated reduction whose innermost variable runs through contiguous data.

Partial accumulators stand in the lanes of vectors; at the end the lanes are combined to one value. Largest and
smallest floats are looked at for NaN and zeros there only (`MinMax`); what one stage computes and the next reduces is reduced
in the loop that computes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hloom.codegen.cpu.kernel_function import KernelFunction
from hloom.codegen.cpu.loop_shape import accesses, is_short, shape_loops
from hloom.codegen.cpu.vectorisation import can_unpack, unroll_and_jam
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.functions import all_lanes, splat_constant
from hloom.codegen.llvm.memory_accesses import few_lanes, has_masked_access, whole_lanes
from hloom.codegen.llvm.picked_lanes import is_near_along
from hloom.codegen.llvm.scalars import Emitter, over_parts
from hloom.codegen.llvm.types import bits_of, element_of, lanes, vector
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Stage, Store, cost_of
from hloom.codegen.plan.reductions import identity, reducers
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import IndexExpr, Symbol
from hloom.expr.scalar import Apply, Reduction, ReductionResult, Scalar, Select, Simplifying, reads, reductions, walk
from hloom.numbers.element_type import ElementType
from hloom.support.records import dataclass


def lie_along_lanes(stores: Sequence[Store], last: Symbol) -> bool:
    """Whether there are reductions in the stores, and all lie along the lanes."""
    found = reductions(*[s.scalar for s in stores])
    return bool(found) and all(lies_along_lanes(reduction, last) for reduction in found)


def runs_along(machine: Machine, last: Symbol, stores: Sequence[Store]) -> bool:
    """Whether vectors run along the last loop: no reduction inside of it does, or each is short and its rows lie near each
    other."""
    if not lie_along_lanes(stores, last):
        return True
    found = reductions(*[s.scalar for s in stores])
    return last.bounds.upper >= 7 and all(is_short(machine, each) for each in found) and all(
        is_near_along(machine, read, last) for reduction in found for value in reduction.values for read in reads(value))


def lies_along_lanes(reduction: Reduction, last: Symbol | None) -> bool:
    """Whether the reduction's innermost variable runs through contiguous data, better than the loop `last` does."""
    inner = reduction.variables[-1] if reduction.variables else None
    if inner is None or reducers(reduction) is None or reductions(*reduction.values) or any(
            v.bounds.is_empty for v in reduction.variables):
        return False
    offsets = [r.index[0] for r in reads(*reduction.values)]
    contiguous = sum(coefficient(e, inner) == 1 for e in offsets)
    if last is None:
        return inner.bounds.upper >= 3
    if inner.bounds.upper < 3 or not contiguous:
        return False
    # What stays in its place along the inner loop (a mean of the row) is read once before it, whichever way vectors run.
    across = sum(coefficient(e, last) == 1 and inner in e.free_variables for e in offsets)
    return contiguous > across or inner.bounds.upper > 4 * last.bounds.upper


def bind_totals(emitter: Emitter, reduction: Reduction, parts: Sequence[Sequence[Any]]) -> None:
    """Binds the results of a reduction to what it makes of its initial values and of what parts of its elements come to."""
    totals: Sequence[Any] = [emitter.value(x) for x in reduction.initial]
    for part in parts:
        totals = emitter.combine(reduction, totals, part)
    for k, total in enumerate(totals):
        emitter.bind(ReductionResult(reduction, k), total)


def _register_lanes(reduction: Reduction, target: Target) -> int:
    """Lanes of one register of the widest numbers that are computed for a reduction."""
    return target.lanes(max(32, max(8 * n.type.part.bytes for v in reduction.values for n in walk(v))))


class LaneReduction:
    """A reduction with partial accumulators in the lanes of vectors.

    By itself (`emit`) it is a loop of steps of some registers. One that runs in the loop of something else takes what that loop
    computes: `begin` with the numbers of lanes that its steps have, `take` in each, `finish` behind it.
    """

    def __init__(self, kernel: KernelFunction, reduction: Reduction) -> None:
        self.f, self.emitter, self.ahead, self.reduction = kernel.f, kernel.emitter, kernel.ahead, reduction
        functions = reducers(reduction)
        assert functions is not None
        self.functions = functions
        *self.outer, self.inner = reduction.variables
        self.extent = self.inner.bounds.upper + 1
        nodes = [n for v in reduction.values for n in walk(v)]
        self.register = _register_lanes(reduction, kernel.target)
        #: Whether all results are the largest or smallest of floats.
        self.is_min_max = all(is_min_max(name, x.type) for x, name in zip(reduction.initial, functions))
        most = self.lanes_of(reduction, kernel.target)
        self.target, self.has_masks = kernel.target, kernel.target.has_masks
        #: Whether what is left over is a step under a mask: LLVM makes slow code, slowly, of vectors that are no whole registers.
        self.is_masked = self.has_masks and all(has_masked_access(n.type) for n in nodes)
        #: Lanes of a step: some registers, so that a step need not wait for the one before.
        self.width = (few_lanes(self.target.machine, self.extent, self.register, self.is_masked)
                      or (whole_lanes(self.extent, self.register, most) if self.is_masked
                          else min(self.extent, most) if self.extent >= self.register else self.extent))
        #: Accumulators by the lanes of the steps that they take part in.
        self._slots: dict[int, list[Any]] = {}

    @staticmethod
    def lanes_of(reduction: Reduction, target: Target) -> int:
        """Lanes of a step through many elements."""
        loops = target.machine.loops
        functions = reducers(reduction)
        assert functions is not None
        work = sum(cost_of(n.function) for v in reduction.values for n in walk(v) if isinstance(n, Apply))
        # A maximum that passes NaN on is several instructions.
        work += 8 * sum(x.type.is_float and name in ("maximum", "minimum") for x, name in zip(reduction.initial, functions))
        last: Any = reduction.variables[-1]
        heavy = 2 if work < loops.heavy or not target.has_masks else max(
            2, unroll_and_jam(target.machine, reduction.values, last.bounds.upper))
        return _register_lanes(reduction, target) * (4 if work < 8 else heavy)

    def emit(self) -> None:
        """Emits the loops, and binds the results."""
        rest = self.extent % self.width
        self.begin([self.width, rest] if rest and not self.is_masked else [self.width])
        self._nest(self.outer, self.extent - rest)
        self.finish(self.reduction)

    def begin(self, counts: Sequence[int]) -> None:
        """Makes the accumulators of steps with so many lanes."""
        self._slots = {count: self._accumulators(count) for count in counts}

    def finish(self, bound: Reduction) -> None:
        """Combines what all accumulators hold, and binds the results of `bound`, this reduction over other variables, to it."""
        bind_totals(self.emitter, bound, [self._total(slots, count) for count, slots in self._slots.items()])

    def totals(self) -> list[Any]:
        """What the accumulators hold, all of the same number of lanes."""
        ((count, slots),) = self._slots.items()
        return self._total(slots, count)

    def _accumulators(self, count: int) -> list[Any]:
        if self.is_min_max:
            return [MinMax(self.f, name, x.type, count, self.register, self.has_masks)
                    for x, name in zip(self.reduction.initial, self.functions)]
        return [over_parts(self.f.variable, splat_constant(x.type.dtype.type(identity(name, x.type)), x.type, count))
                for x, name in zip(self.reduction.initial, self.functions)]

    def _nest(self, outer: Sequence[Any], whole: int) -> None:
        if outer:
            first, *others = outer
            self.emitter.hoist(self.reduction.values, {*outer, self.inner})
            with self.f.loop(first.bounds.lower, first.bounds.upper + 1) as k, self.emitter.scope({first: k}):
                self._nest(others, whole)
            return
        with self.emitter.scope():
            self.emitter.hoist(self.reduction.values, {self.inner}, self.width)
            if whole:
                with self.f.loop(0, whole, self.width) as k:
                    self._step(k, self.width)
            rest = self.extent - whole
            if self.is_masked and rest:
                with self.emitter.first_lanes(rest, self.width) as mask:
                    self._step(Value("i64", str(whole)), self.width, mask)
            elif rest:
                self._step(Value("i64", str(whole)), rest)

    def _step(self, start: Value, count: int, mask: Value | None = None) -> None:
        inner: Any = self.inner
        is_unpacked = mask is None and can_unpack(self.reduction.values, [], inner, count, self.target)
        with self.emitter.vectorised(self.inner, start, count):
            with self.emitter.unpacking(is_unpacked):
                self.take(count, mask)
            if mask is None:
                self.ahead.fetch(self.emitter, self.inner, self.reduction.values)

    def take(self, count: int, mask: Value | None) -> None:
        """Takes the elements that the lanes of the vector variable stand for, those where the mask is set."""
        elements = [self.emitter.vector_value(v) for v in self.reduction.values]
        if mask is not None:
            elements = [self.f.select(mask, element, splat_constant(x.type.dtype.type(identity(name, x.type)), x.type, count))
                        for element, x, name in zip(elements, self.reduction.initial, self.functions)]
        slots = self._slots[count]
        if self.is_min_max:
            for slot, element in zip(slots, elements):
                slot.take(element)
        else:
            current = [over_parts(self.f.get, slot) for slot in slots]
            for slot, new in zip(slots, self.emitter.combine(self.reduction, current, elements)):
                over_parts(self.f.set, slot, new)

    def _total(self, slots: list[Any], count: int) -> list[Any]:
        """What accumulators of so many lanes come to."""
        if self.is_min_max:
            return [slot.total() for slot in slots]
        return self._horizontal([over_parts(self.f.get, slot) for slot in slots], count)

    def _horizontal(self, values: list[Any], count: int) -> list[Any]:
        """Combines the lanes of accumulators to one, halving them; what fits a register by one instruction if there is one."""
        while count > 1:
            if count <= self.register:
                combined = [all_lanes(self.f, name, x.type, v)
                            for name, x, v in zip(self.functions, self.reduction.initial, values)]
                if None not in combined:
                    return combined
            half = count // 2
            lower, upper = ([self._lanes_of(v, start, half) for v in values] for start in (0, half))
            last = [self._lanes_of(v, count - 1, 1) for v in values] if count % 2 else None
            values = self.emitter.combine(self.reduction, lower, upper)
            if last is not None:
                return self.emitter.combine(self.reduction, self._horizontal(values, half), last)
            count = half
        return values

    def _lanes_of(self, register: Any, start: int, count: int) -> Any:
        """Some lanes of a register, of both parts of a complex one."""
        return over_parts(lambda a: self._slice(a, start, count), register)

    def _slice(self, a: Value, start: int, count: int) -> Value:
        if lanes(a.type) == 1:
            return a
        return self.f.extract(a, start) if count == 1 else self.f.shuffle(a, None, range(start, start + count))


# -- extremes ------------------------------------------------------------------------------------------------------------------
# The largest or smallest of many floats.
#
# A maximum that passes NaN on and tells +0 from -0 is five instructions, which wait for each other. Of many numbers it is
# enough to keep, each for itself, the largest of those that are not NaN, whether there was a NaN, and the signs that all have:
# the end sees to the rest. If the largest is a zero, none is positive: it is +0 unless all signs are set.

#: By reducer: the comparison by which an element wins, how signs are kept, and LLVM's instruction over all lanes.
_KINDS = {"maximum": ("ogt", "and", "fmax"), "minimum": ("olt", "or", "fmin")}


def is_min_max(name: str, type: ElementType) -> bool:
    """Whether a reducer takes the largest or smallest of numbers that registers hold as floats."""
    return name in _KINDS and type.is_float and element_of(_identity(name, type, 1).type) in ("float", "double")


def _identity(name: str, type: ElementType, count: int) -> Value:
    return splat_constant(type.dtype.type(identity(name, type)), type, count)


class MinMax:
    """An accumulator of `count` lanes for elements of a type, some registers of so many; `name` is `maximum` or `minimum`."""

    def __init__(self, f: Function, name: str, type: ElementType, count: int, register: int, has_masks: bool) -> None:
        self.f = f
        #: Lanes of what keeps whether there was a NaN: one comparison looks at those of two registers.
        self.looked_at = register if count % (2 * register) == 0 else count
        self.first, self.of_signs, self.over_lanes = _KINDS[name]
        start = _identity(name, type, count)
        self.best = f.variable(start)
        self.bits = vector(f"i{bits_of(start.type)}", count)
        self.signs = f.variable(constant(self.bits, -1 if self.of_signs == "and" else 0))
        #: Bits where a processor has registers for them, else numbers that are 0 or -1.
        self.nans = f.variable(constant(vector("i1" if has_masks else element_of(self.bits), self.looked_at), 0))

    def take(self, a: Value) -> None:
        """Takes an element in each lane."""
        f = self.f
        best = f.get(self.best)
        f.set(self.best, f.select(f.compare(self.first, a, best), a, best))
        f.set(self.signs, f.binary(self.of_signs, f.get(self.signs), f.bitcast(a, self.bits)))
        count = lanes(a.type)
        parts = [a] if count == self.looked_at else [f.shuffle(a, None, range(start, start + self.looked_at))
                                                     for start in range(0, count, self.looked_at)]
        for one, other in zip(parts[::2], parts[1::2] or parts):
            is_nan = f.cast("sext", f.compare("uno", one, other), element_of(self.nans.type))
            f.set(self.nans, f.binary("or", f.get(self.nans), is_nan))

    def total(self) -> Value:
        """What the reducer makes of all elements in all lanes."""
        f = self.f
        best, signs, nans = f.get(self.best), f.get(self.signs), f.get(self.nans)
        negative = f.compare("slt", signs, 0)
        is_nan = nans if element_of(nans.type) == "i1" else f.compare("ne", nans, 0)
        if lanes(best.type) > 1:
            best = f.intrinsic(f"vector.reduce.{self.over_lanes}", best, result=element_of(best.type), flags="nnan nsz")
            negative = f.intrinsic(f"vector.reduce.{self.of_signs}", negative, result="i1")
        if lanes(is_nan.type) > 1:
            is_nan = f.intrinsic("vector.reduce.or", is_nan, result="i1")
        zero = f.select(negative, constant(best.type, -0.0), constant(best.type, 0.0))
        number = f.select(f.compare("oeq", best, 0.0), zero, best)
        return f.select(is_nan, constant(best.type, math.nan), number)


# -- running reductions --------------------------------------------------------------------------------------------------------
# Reductions of rows in the loop that computes what they reduce.
#
# A stage that stores a row is often followed by one that reduces it: the exponentials of a softmax and their sum. Elements are
# taken as they are computed, in registers, instead of being read again in a loop of its own.


@dataclass(frozen=True)
class RunningStage:
    """A stage that stores elements of a row in the loop `last`, and the stage behind it, which reduces them."""

    last: Symbol
    stores: list[Store]
    following: Stage
    #: Reductions of the following stage, each with itself in terms of `last`.
    reductions: list[tuple[Reduction, Reduction]]

    @property
    def values(self) -> list[Scalar]:
        """What is reduced."""
        return [value for _, over_last in self.reductions for value in over_last.values]

    @property
    def scalars(self) -> list[Scalar]:
        """What is computed in both stages."""
        return [store.scalar for store in (*self.stores, *self.following.stores)]


def running_stages(stages: Sequence[Stage]) -> Iterator[Stage | RunningStage]:
    """Stages (flat ones), two of them as one where the second reduces what the first one stores."""
    at = 0
    while at < len(stages):
        both = _running_stage(*stages[at:at + 2]) if at + 1 < len(stages) else None
        yield both or stages[at]
        at += 2 if both else 1


def _running_stage(stage: Stage, following: Stage) -> RunningStage | None:
    """Two stages as one, if one loop is enough: the first one stores a row of elements side by side without conditions, the
    second reduces elements of that row each at its place."""
    if not stage.dims or following.dims or stage.has_reduction or not following.has_reduction:
        return None
    if any(s.scalar.type.is_complex or s.scalar.type.width < 8 for s in stage.stores):
        return None
    loops, stores = shape_loops(stage.dims, stage.stores)
    if len(loops) > 1 or not _runs_through(loops[0], [s.scalar for s in stores], accesses(stores)):
        return None
    places = {store.target: store.index for store in stores}
    found = [(reduction, _over(loops[0], reduction, places)) for reduction in reductions(*following.scalars)]
    pairs = [(reduction, over_last) for reduction, over_last in found if over_last is not None]
    return RunningStage(loops[0], stores, following, pairs) if pairs else None


def _over(last: Symbol, reduction: Reduction, places: Mapping[object, tuple[IndexExpr, ...]]) -> Reduction | None:
    """A reduction of what is stored at these places, as one over the loop that stores it; None if that loop cannot do it."""
    if not any(read.source in places for read in reads(*reduction.values)) or not lies_along_lanes(reduction, None):
        return None
    (variable, *others) = reduction.variables
    if others or variable.bounds != last.bounds:
        return None
    rewrite = Simplifying(index={variable: last})
    values = tuple(map(rewrite, reduction.values))
    found = reads(*values)
    if not _runs_through(last, values, [read.index[0] for read in found]):
        return None
    if any(read.index != places.get(read.source, read.index) for read in found):
        return None
    return Reduction((last,), reduction.initial, values, reduction.accumulators, reduction.elements, reduction.combined,
                     reduction.reorderable)


def _runs_through(last: Symbol, roots: Sequence[Scalar], offsets: Sequence[IndexExpr]) -> bool:
    """Whether scalars with these offsets are computed in each turn of `last` alike, of elements side by side."""
    return all(coefficient(e, last) in (0, 1) for e in offsets) and not any(
        isinstance(node, Select) for root in roots for node in walk(root))
