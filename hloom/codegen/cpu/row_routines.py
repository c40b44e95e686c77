"""Stages of rows that programs share: functions whose rows are as long as the caller says.

A stage that goes through a row once needs of its kernel nothing but where rows begin, how long they are, and what is the same all
along: the largest element of a softmax takes the same code in every program. As a function of these it is a shared routine, known
by what it computes: whoever keeps machine code keeps it for rows of any length.

    void @row_<digest>(ptr row0, ..., float value0, ..., i64 count, i64 ahead0, ..., ptr total0, ...)

Each access of the stage is a parameter, the address of a row's first element, and so is each scalar that is the same all along.
`ahead` is how many bytes further a row is that is asked for meanwhile (`fetching`). Totals are what reductions come to, from
their identities.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from hloom.codegen.cpu.kernel_function import KernelFunction, Prefetcher, Request, as_stored, prefetch_lanes, takes_masks
from hloom.codegen.cpu.lane_reductions import LaneReduction, bind_totals
from hloom.codegen.cpu.loop_shape import base_of
from hloom.codegen.cpu.movements import LINE_BYTES
from hloom.codegen.cpu.nontemporal_stores import bytes_to_line, prefetch_end
from hloom.codegen.cpu.vectorisation import can_unpack, step_lanes
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.memory_accesses import has_masked_access
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.types import register_type
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, PointBuffer, Stage, Store, kernel_signature
from hloom.codegen.plan.reductions import identity, reducers
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import ZERO, Symbol, fresh
from hloom.expr.scalar import Apply, Literal, Read, Reduction, ReductionResult, Rewriter, Scalar, free_variables
from hloom.numbers.element_type import BF16
from hloom.support.records import dataclass

#: More elements than a row has.
_ENDLESS = 1 << 40


@dataclass(frozen=True)
class RowStage:
    """A stage of rows in terms of rows of its own, which have no end."""

    last: Symbol
    stores: list[Store]
    reductions: list[Reduction]
    #: The rows that it reads and stores, and which access of the kernel each stands for.
    rows: dict[PointBuffer, Read]
    #: What it reads in every turn, and which scalar of the kernel each stands for.
    values: dict[PointBuffer, Scalar]
    #: Lanes of a step; 0: as many as suit what it computes.
    step: int = 0
    #: The rows whose numbers may lie in another order than those of tensors, within each step.
    kept: frozenset[PointBuffer] = frozenset()
    #: The lanes of a step, once they are known.
    _lanes: dict[Target, int] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, machine: Machine, last: Symbol, stores: Sequence[Store], reductions: Sequence[Reduction]) -> RowStage | None:
        """Stores in the loop `last`, and reductions over it of elements, which may be those that are stored; None for what
        depends on more than elements side by side and what is the same for all of them."""
        places = [as_stored(s) for s in stores]
        scalars = [*(s.scalar for s in stores), *(value for r in reductions for value in r.values)]
        moving, uniform = _by_motion(scalars, last)
        accesses = list(dict.fromkeys([*(node for node in moving if isinstance(node, Read)), *places]))
        if not all(isinstance(node, Apply | Literal | Read) for node in moving) or not all(
                has_masked_access(node.type) for node in (*moving, *uniform)):
            return None
        if any(r.variables != (last,) or reducers(r) is None for r in reductions) or any(
                x.type.width < 8 for r in reductions for x in r.initial):
            return None
        if not accesses or len(accesses) + len(uniform) > machine.rows.most_parameters or any(
                len(a.index) != 1 or coefficient(a.index[0], last) != 1 for a in accesses):
            return None
        own = fresh(_ENDLESS)
        rows = {PointBuffer((_ENDLESS,), access.type, f"row{k}"): access for k, access in enumerate(accesses)}
        values = {PointBuffer((1,), scalar.type, f"value{k}"): scalar for k, scalar in enumerate(uniform)}
        given: dict[Scalar, Scalar] = {access: Read(row, (own,), row.type) for row, access in rows.items()}
        given |= {scalar: Read(value, (ZERO,), value.type) for value, scalar in values.items()}
        rewrite = Rewriter(scalars=given)
        goals = {access: row for row, access in rows.items()}
        return cls(own, [Store(goals[place], (own,), rewrite(s.scalar)) for s, place in zip(stores, places)],
                   [_from_identity(r, own, rewrite) for r in reductions], rows, values)

    def text(self) -> str:
        """What it computes: equal texts, equal code."""
        totals = [Store(PointBuffer((1,), x.type, "total"), (ZERO,), ReductionResult(reduction, k))
                  for reduction in self.reductions for k, x in enumerate(reduction.initial)]
        stages = [Stage((self.last,), self.stores), *([Stage((), totals)] if totals else [])]
        return kernel_signature(LoopKernel((), stages), [*self.rows, *self.values])

    def fits(self, extent: int, target: Target) -> bool:
        """Whether rows of so many elements are whole steps, or what is left over is one under a mask."""
        (row, *_) = self.rows
        reduced = [Store(row, (self.last,), value) for r in self.reductions for value in r.values]
        return extent % self.lanes(target) == 0 or takes_masks(target, [*self.stores, *reduced], self.last)

    def is_unpacked(self, target: Target) -> bool:
        """Whether the lanes of whole steps are in another order than memory."""
        if not any(row.type is BF16 for row in self.rows):
            return False
        scalars = [*(s.scalar for s in self.stores), *(value for r in self.reductions for value in r.values)]
        return can_unpack(scalars, [as_stored(s) for s in self.stores], self.last, self.lanes(target), target, self.kept)

    def lanes(self, target: Target) -> int:
        """Lanes of a step."""
        rows = target.machine.rows
        if self.step:
            return self.step
        if target not in self._lanes:
            self._lanes[target] = (step_lanes(self.stores, self.last, target, rows.registers_side_by_side, _ENDLESS)
                                   if self.stores else
                                   max(LaneReduction.lanes_of(reduction, target) for reduction in self.reductions))
        return self._lanes[target]


def joined(stages: Sequence[RowStage], step: int, kept: Collection[Any]) -> RowStage:
    """Stages as one with steps of so many lanes, in which each does what it would do in one of its own. Its rows and values are
    those of the first stage, of the second one and so on; rows of sources that are `kept` are read as they are stored."""
    last = fresh(_ENDLESS)
    made = RowStage(last, [], [], {}, {}, step)
    for stage in stages:
        rows = {row: PointBuffer(row.shape, row.type, f"row{len(made.rows) + k}") for k, row in enumerate(stage.rows)}
        values = {value: PointBuffer(value.shape, value.type, f"value{len(made.values) + k}")
                  for k, value in enumerate(stage.values)}
        given: dict[Scalar, Scalar] = {Read(row, (stage.last,), row.type): Read(new, (last,), row.type)
                                       for row, new in rows.items()}
        given |= {Read(value, (ZERO,), value.type): Read(new, (ZERO,), value.type) for value, new in values.items()}
        rewrite = Rewriter(scalars=given)
        made.stores.extend(Store(rows[s.target], (last,), rewrite(s.scalar)) for s in stage.stores)
        made.reductions.extend(_over(last, r, r.initial, rewrite) for r in stage.reductions)
        made.rows.update((new, stage.rows[row]) for row, new in rows.items())
        made.values.update((new, stage.values[value]) for value, new in values.items())
    return replace(made, kept=frozenset(row for row, access in made.rows.items() if base_of(access.source) in kept))


def _by_motion(scalars: Sequence[Scalar], last: Symbol) -> tuple[list[Scalar], list[Scalar]]:
    """What is computed anew in each turn of a loop, and what that needs that is the same in all, but for literals."""
    moving: dict[Scalar, None] = {}
    uniform: dict[Scalar, None] = {}
    pending = list(reversed(scalars))
    while pending:
        node = pending.pop()
        if node in moving or node in uniform:
            continue
        if isinstance(node, Literal) or last in free_variables(node):
            moving[node] = None
            pending.extend(reversed(node.children))
        else:
            uniform[node] = None
    return list(moving), list(uniform)


def _from_identity(reduction: Reduction, last: Symbol, rewrite: Rewriter) -> Reduction:
    functions = reducers(reduction)
    assert functions is not None
    return _over(last, reduction, [Literal(identity(f, x.type), x.type) for f, x in zip(functions, reduction.initial)], rewrite)


def _over(last: Symbol, reduction: Reduction, initial: Sequence[Scalar], rewrite: Rewriter) -> Reduction:
    return Reduction((last,), tuple(initial), tuple(map(rewrite, reduction.values)), reduction.accumulators, reduction.elements,
                     reduction.combined, reduction.reorderable)


@dataclass(frozen=True)
class RowFunction:
    """The function of a stage: whether its rows are no multiple of a step, which of its stores go past the caches where they can,
    for each access the levels of caches into which it is asked for ahead, and whether rows that go past the caches begin anywhere
    in a line: then there is one store, and nothing is reduced."""

    stage: RowStage
    has_rest: bool
    nontemporal: tuple[bool, ...]
    ahead: tuple[tuple[int, ...], ...]
    begins_anywhere: bool = False

    @classmethod
    def of(cls, stage: RowStage, extent: int, nontemporal: Sequence[bool], ahead: Sequence[Sequence[Request]], target: Target,
           begins_anywhere: bool = False) -> RowFunction:
        """The function for rows of so many elements, which fit."""
        return cls(stage, begins_anywhere or extent % stage.lanes(target) != 0, tuple(nontemporal),
                   tuple(tuple(request.level for request in requests) for requests in ahead), begins_anywhere)

    def totals(self, f: Function) -> list[list[Value]]:
        """Memory for what each reduction comes to."""
        return [[f.slot(register_type(x.type)) for x in reduction.initial] for reduction in self.stage.reductions]

    def call(self, f: Function, target: Target, given: Sequence[Value], extent: Value, ahead: Sequence[Sequence[Request]],
             totals: Sequence[Sequence[Value]]) -> None:
        """Calls it, given the addresses of its rows and its values, distances of rows that are asked for ahead, and memory for
        what the reductions come to."""
        text = f"{self.stage.text()}\nrest {self.has_rest} past {self.nontemporal} ahead {self.ahead} step {self.stage.step}"
        text += " anywhere" * self.begins_anywhere
        text += f" unpacked {self.stage.is_unpacked(target)}"
        name = f"row_{hashlib.sha256(text.encode()).hexdigest()[:20]}"
        f.module.include(SharedRoutine.of_text(f"{name} {text}", partial(_emit, name, self, target), target))
        f.call_outside(name, "void", [*given, extent, *(Value("i64", str(r.distance)) for each in ahead for r in each),
                                      *(slot for each in totals for slot in each)])


def bind_results(emitter: Emitter, reductions: Sequence[tuple[Reduction, Reduction]], totals: Sequence[Sequence[Value]]) -> None:
    """Binds the results of reductions (the first of each pair) to what a call has left of them."""
    for (reduction, _), slots in zip(reductions, totals):
        loaded = [emitter.f.load(register_type(x.type), slot) for x, slot in zip(reduction.initial, slots)]
        bind_totals(emitter, reduction, [loaded])


def _emit(name: str, function: RowFunction, target: Target, module: LLVMModule) -> None:
    _RowEmitter(module, name, function, target).emit()


class _RowEmitter(KernelFunction):
    """Emits the function of a stage."""

    def __init__(self, module: LLVMModule, name: str, function: RowFunction, target: Target) -> None:
        self.name, self.target, self.function, self.stage = name, target, function, function.stage
        rows, values = self.stage.rows, self.stage.values
        asked = [(row, level) for row, levels in zip(rows, function.ahead) for level in levels]
        totals = sum(len(reduction.initial) for reduction in self.stage.reductions)
        self.f = module.function(name, [
            *(("ptr", row.name) for row in rows), *((register_type(value.type), value.name) for value in values),
            ("i64", "count"), *(("i64", f"ahead{level}_{row.name}") for row, level in asked),
            *(("ptr", f"total{k}") for k in range(totals))])
        parameters = iter(self.f.parameters)
        self.pointers = dict(zip(rows, parameters))
        self.values = dict(zip(values, parameters))
        self.count = next(parameters)
        self.distances = dict(zip(asked, parameters))
        self.totals = parameters
        self._scratch = ()
        self.emitter = Emitter(self.f, self.pointer)
        self.streaming, self.ahead = None, Prefetcher(self.f.machine)
        #: The stores that go past the caches, and the condition on which all of them do.
        self.past = [store for store, is_past in zip(self.stage.stores, function.nontemporal) if is_past]
        self.is_at_lines: Value | None = None
        self.is_unpacked = self.stage.is_unpacked(target)

    def emit(self) -> None:
        f, emitter, stage = self.f, self.emitter, self.stage
        width = stage.lanes(self.target)
        for store in self.past:
            width = max(width, LINE_BYTES // store.scalar.type.bytes)
        reductions = [LaneReduction(self, reduction) for reduction in stage.reductions]
        for reduction in reductions:
            reduction.begin([width])
        with emitter.scope():
            for source, value in self.values.items():
                emitter.bind(Read(source, (ZERO,), source.type), f.splat(value, width))
            reduced = [value for reduction in stage.reductions for value in reduction.values]
            emitter.hoist([*(s.scalar for s in stage.stores), *reduced], {stage.last}, width)
            begin, whole = Value("i64", "0"), self.count
            if self.function.begins_anywhere:
                begin = self._first_line(width)
                whole = f.add(begin, f.binary("and", f.sub(self.count, begin), -width))
            elif self.function.has_rest:
                whole = f.binary("and", self.count, -width)
            self.is_at_lines = self._are_at_lines(begin)
            with f.loop(begin, whole, width) as k:
                self._step(k, width, reductions)
            if self.function.has_rest:
                with f.when(f.compare("ne", whole, self.count)), emitter.lanes_below(f.sub(self.count, whole), width) as mask:
                    self._step(whole, width, reductions, mask)
        for reduction in reductions:
            for total in reduction.totals():
                f.store(total, next(self.totals))
        f.ret()

    def _are_at_lines(self, begin: Value) -> Value | None:
        """Whether all rows that go past the caches are at a line's begin from an element on; None if there are none."""
        f, found = self.f, None
        for store in self.past:
            place = f.value("i64", f"ptrtoint {self.pointer(store.target)} to i64")
            if self.function.begins_anywhere:
                place = f.add(place, f.mul(begin, store.scalar.type.bytes))
            is_at_line = f.compare("eq", f.binary("and", place, LINE_BYTES - 1), 0)
            found = is_at_line if found is None else f.binary("and", found, is_at_line)
        return found

    def _first_line(self, width: int) -> Value:
        """Does the elements before the first whole line of the row that is stored, and returns how many these are."""
        f, (store,) = self.f, self.past
        row, size = self.pointer(store.target), store.scalar.type.bytes
        prefetch_end(f, row, f.mul(self.count, size))
        begin = f.intrinsic("smin", f.binary("udiv", bytes_to_line(f, row), size), self.count)
        with f.when(f.compare("ne", begin, 0)), self.emitter.lanes_below(begin, width) as mask:
            self._step(Value("i64", "0"), width, [], mask)
        return begin

    def store(self, store: Store, value: Any) -> None:
        """Stores lanes, past the caches if that is where they go."""
        self.streaming = (LINE_BYTES, self.is_at_lines) if store in self.past else None
        super().store(store, value)

    def _step(self, start: Value, width: int, reductions: Sequence[LaneReduction], mask: Value | None = None) -> None:
        stage, emitter = self.stage, self.emitter
        is_unpacked = self.is_unpacked and mask is None
        with emitter.vectorised(stage.last, start, width), emitter.unpacking(is_unpacked):
            for store, value in zip(stage.stores, self.store_all(stage.stores)):
                emitter.bind(as_stored(store), value)
            for reduction in reductions:
                reduction.take(width, mask)
            if mask is None:
                for (row, level), distance in self.distances.items():
                    access = Read(row, (stage.last,), row.type)
                    place = emitter.lane_address(access)
                    assert place is not None
                    is_written = any(store.target is row for store in stage.stores)
                    prefetch_lanes(emitter, access, place[0], distance, level, is_written)
