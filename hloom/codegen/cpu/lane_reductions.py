"""Reductions along the lanes: a reassociated reduction whose innermost variable runs through contiguous data.

Partial accumulators stand in the lanes of vectors; at the end the lanes are combined to one value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.cpu.extremes import Extreme, is_extreme
from hloom.codegen.cpu.kernel_function import KernelFunction
from hloom.codegen.cpu.loop_forms import can_unpack
from hloom.codegen.cpu.side_by_side import side_by_side
from hloom.codegen.llvm.element_types import bytes_of
from hloom.codegen.llvm.functions import all_lanes, splat_constant
from hloom.codegen.llvm.masks import few_lanes, has_masked_form, whole_lanes
from hloom.codegen.llvm.scalars import Emitter, over_parts
from hloom.codegen.llvm.strided import is_near_along
from hloom.codegen.llvm.values import Value, lanes
from hloom.codegen.plan.kernels import Store, cost_of
from hloom.codegen.plan.reducers import identity, reducers
from hloom.codegen.plan.unrolling import is_short
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol
from hloom.expr.scalar import Apply, Reduction, ReductionResult, reads, reductions, walk

#: Work of an element from which on it may be more than one function, which several registers wait for (see `side_by_side`).
_HEAVY = 24


def lie_along_lanes(stores: Sequence[Store], last: Symbol) -> bool:
    """Whether there are reductions in the stores, and all lie along the lanes."""
    found = reductions(*[s.scalar for s in stores])
    return bool(found) and all(lies_along_lanes(reduction, last) for reduction in found)


def runs_along(last: Symbol, stores: Sequence[Store]) -> bool:
    """Whether vectors run along the last loop: no reduction inside of it does, or each is short and its rows lie near each
    other."""
    if not lie_along_lanes(stores, last):
        return True
    found = reductions(*[s.scalar for s in stores])
    return last.bounds.upper >= 7 and all(map(is_short, found)) and all(
        is_near_along(read, last) for reduction in found for value in reduction.values for read in reads(value))


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
    return target.lanes(max(32, max(8 * bytes_of(n.type.part) for v in reduction.values for n in walk(v))))


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
        self.is_extreme = all(is_extreme(name, x.type) for x, name in zip(reduction.initial, functions))
        most = self.lanes_of(reduction, kernel.target)
        self.target, self.has_masks = kernel.target, kernel.target.has_masks
        #: Whether what is left over is a step under a mask: LLVM makes slow code, slowly, of vectors that are no whole registers.
        self.is_masked = self.has_masks and all(has_masked_form(n.type) for n in nodes)
        #: Lanes of a step: some registers, so that a step need not wait for the one before.
        self.width = (few_lanes(self.extent, self.register, self.is_masked)
                      or (whole_lanes(self.extent, self.register, most) if self.is_masked
                          else min(self.extent, most) if self.extent >= self.register else self.extent))
        #: Accumulators by the lanes of the steps that they take part in.
        self._slots: dict[int, list[Any]] = {}

    @staticmethod
    def lanes_of(reduction: Reduction, target: Target) -> int:
        """Lanes of a step through many elements."""
        functions = reducers(reduction)
        assert functions is not None
        work = sum(cost_of(n.function) for v in reduction.values for n in walk(v) if isinstance(n, Apply))
        # A maximum that passes NaN on is several instructions.
        work += 8 * sum(x.type.is_float and name in ("maximum", "minimum") for x, name in zip(reduction.initial, functions))
        last: Any = reduction.variables[-1]
        heavy = 2 if work < _HEAVY or not target.has_avx512 else max(2, side_by_side(reduction.values, last.bounds.upper))
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
        if self.is_extreme:
            return [Extreme(self.f, name, x.type, count, self.register, self.has_masks)
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
        if self.is_extreme:
            for slot, element in zip(slots, elements):
                slot.take(element)
        else:
            current = [over_parts(self.f.get, slot) for slot in slots]
            for slot, new in zip(slots, self.emitter.combine(self.reduction, current, elements)):
                over_parts(self.f.set, slot, new)

    def _total(self, slots: list[Any], count: int) -> list[Any]:
        """What accumulators of so many lanes come to."""
        if self.is_extreme:
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
