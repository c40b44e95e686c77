"""Sorts by any comparator: a stable merge sort with the comparator compiled in.

A row (the elements along the sorted dimension) is cut in chunks that workers sort side by side; then pairs of sorted runs
are merged, level by level, between the result and a scratch copy. Operands that are sorted together move together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import Function, Value, Variable
from hloom.codegen.llvm.memory_accesses import from_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.types import storage_type
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, Stage, Store, kernel_signature
from hloom.codegen.plan.program import Access, Intermediate, PlannedKernel, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.expr.scalar import Argument, Scalar
from hloom.ops.common.region_function import region_function


def schedule_merges(op: Any, plan: MergePlan, planned: PlannedKernel, context: KernelContext) -> None:
    """Adds the launches of a sort that is planned: chunks, then levels of merges."""
    results = [context.output(r) for r in op.results]
    scratch = [context.temporary(r.bytes) for r in results]
    # The chunks are sorted where an even number of merges away from the result.
    into, other = (results, scratch) if plan.levels % 2 == 0 else (scratch, results)
    before: list[Any] = op.inputs
    for target, value in zip(into, before):
        context.copy(target, context.buffer(value))
    for part in range(plan.levels + 1):
        after = op.results if part == plan.levels else [Intermediate(f"runs{k}") for k in range(len(results))]
        if part == 0:
            uses = [Use(b, new, Access.UPDATE, old) for b, old, new in zip(into, before, after)]
            uses += [Use(b, None, Access.SCRATCH) for b in other]
        else:
            uses = [Use(b, old, Access.READ) for b, old in zip(into, before)]
            uses += [Use(b, new, Access.WRITE) for b, new in zip(other, after)]
            into, other = other, into
        context.launch(planned, part, uses)
        before = list(after)


class MergePlan:
    """How a sort is cut up: rows of `length` elements `inner` apart, chunks, and merge levels above them."""

    def __init__(self, machine: Machine, op: Any) -> None:
        sorting = machine.sorting
        shape = op.inputs[0].shape
        self.op = op
        dimension = op.dimension % len(shape)
        self.length, self.inner = shape[dimension], prod(shape[dimension + 1 :])
        self.rows = prod(shape) // self.length
        self.types = [v.type.storage for v in op.inputs]
        self.chunk = self.length if self.length <= sorting.merged_chunk or self.rows >= 64 else sorting.merged_chunk
        self.levels = max(0, (-(-self.length // self.chunk) - 1).bit_length())
        function = region_function(op.comparator)
        assert function is not None
        self.left = [Argument(t, f"left{k}") for k, t in enumerate(self.types)]
        self.right = [Argument(t, f"right{k}") for k, t in enumerate(self.types)]
        (self.is_before,) = function(*(x for pair in zip(self.left, self.right) for x in pair))

    def text(self) -> str:
        return f"sort {self.rows} rows of {self.length}, {len(self.types)} operands"

    def signature(self) -> str:
        """What tells sorts apart: the sizes and the comparator."""
        return f"sort {self.rows} {self.length} {self.inner} {comparator_text(self.is_before, [*self.left, *self.right])}"


def comparator_text(is_before: Scalar, arguments: Sequence[Argument]) -> str:
    """A text that two comparators share exactly if they compare alike."""
    class Named:
        type = "none"

    target = Named()
    kernel = LoopKernel((), [Stage((), [Store(target, (), is_before)])])
    return kernel_signature(kernel, [target, *arguments])


class MergeEmitter:
    """Emits the kernel that sorts chunks, then one a merge level."""

    def __init__(self, module: LLVMModule, name: str, plan: MergePlan) -> None:
        self.module, self.name, self.plan = module, name, plan
        self.count = len(plan.types)

    @property
    def f(self) -> Function:
        """The function that is being emitted."""
        return self.emitter.f

    def emit(self) -> list[EmittedKernel]:
        """The kernel that sorts chunks, then one a merge level; arguments are the arrays to sort, then the others."""
        plan = self.plan
        chunks = -(-plan.length // plan.chunk)
        self._define_merge()
        self._define_runs()
        kernels = [self._kernel(f"{self.name}_chunks", plan.rows * chunks, plan.chunk * 40, self._sort_chunk, chunks)]
        width = plan.chunk
        for level in range(plan.levels):
            pairs = -(-plan.length // (2 * width))
            kernels.append(self._kernel(f"{self.name}_merge{level}", plan.rows * pairs, 2.0 * width * 6,
                                        self._merge_pair(width), pairs))
            width *= 2
        return kernels

    def _kernel(self, name: str, tasks: int, cost: float, body: Callable[[Value, Value], None], parts: int) -> EmittedKernel:
        """A kernel whose task number is row * parts + part; `body` gets the row's first offset and the part.

        It only says which runs to sort and to merge: where these are long, it is cold.
        """
        f = self._start(name, PARAMETERS, is_cold=cost > self.module.machine.rows.worth_a_call)
        addresses = [f.value("ptr", f"load ptr, {f.address(f.parameters[0], k, 'ptr')}") for k in range(2 * self.count)]
        self.here, self.there = addresses[: self.count], addresses[self.count :]
        inner = self.plan.inner
        with f.loop(*f.parameters[1:3]) as task:
            row = f.binary("udiv", task, parts)
            base = f.add(f.mul(f.binary("udiv", row, inner), self.plan.length * inner), f.binary("urem", row, inner))
            body(base, f.binary("urem", task, parts))
        f.ret()
        return EmittedKernel(name, tasks, cost)

    def _start(self, name: str, parameters: Sequence[tuple[str, str]], linkage: str = "", is_cold: bool = False) -> Function:
        f = self.module.function(name, parameters, linkage=linkage, is_cold=is_cold)
        self.emitter = Emitter(f, lambda source: source)
        return f

    # -- elements --------------------------------------------------------------------------------------------------------
    def _address(self, arrays: Sequence[Value], operand: int, base: Value, k: Value) -> Value:
        type = self.plan.types[operand]
        place = self.f.add(base, k if self.plan.inner == 1 else self.f.mul(k, self.plan.inner))
        return self.f.address(arrays[operand], self.f.mul(place, 2) if type.is_complex else place, storage_type(type))

    def _load(self, arrays: Sequence[Value], base: Value, k: Value) -> list[Any]:
        """Element k of the row in each operand, as stored."""
        found = []
        for operand, type in enumerate(self.plan.types):
            address = self._address(arrays, operand, base, k)
            stored = storage_type(type)
            first = self.f.load(stored, address)
            found.append((first, self.f.load(stored, self.f.address(address, 1, stored))) if type.is_complex else first)
        return found

    def _store(self, arrays: Sequence[Value], base: Value, k: Value, values: Sequence[Any]) -> None:
        for operand, value in enumerate(values):
            address = self._address(arrays, operand, base, k)
            parts = value if type(value) is tuple else (value,)
            for part, word in enumerate(parts):
                self.f.store(word, self.f.address(address, part, word.type) if part else address)

    def _is_before(self, left: Sequence[Any], right: Sequence[Any]) -> Value:
        plan = self.plan
        registers = [v if t.is_complex else from_memory(self.f, v, t) for v, t in zip((*left, *right), plan.types * 2)]
        with self.emitter.scope(dict(zip((*plan.left, *plan.right), registers))):
            return self.emitter.value(plan.is_before)

    # -- sorting a chunk -------------------------------------------------------------------------------------------------
    def _sort_chunk(self, base: Value, part: Value) -> None:
        sorting = self.module.machine.sorting
        f, plan = self.f, self.plan
        low = f.mul(part, plan.chunk)
        high = f.intrinsic("smin", f.add(low, plan.chunk), Value("i64", str(plan.length)))
        f.call(f"{self.name}_runs", "void", [*self.here, base, low, high])
        if plan.chunk <= sorting.run:
            return
        passes = (-(-plan.chunk // sorting.run) - 1).bit_length()
        with f.loop(0, -(-passes // 2)) as k:  # two merges a turn, so that the chunk ends where it was
            width = f.binary("shl", Value("i64", str(sorting.run)), f.mul(k, 2))
            self._merge_all(base, low, high, width, self.here, self.there)
            self._merge_all(base, low, high, f.mul(width, 2), self.there, self.here)

    def _define_runs(self) -> None:
        """The function that sorts each run of [low, high) of a row."""
        sorting = self.module.machine.sorting
        f = self._start(f"{self.name}_runs", [*(("ptr", f"array{k}") for k in range(self.count)),
                                              *(("i64", name) for name in ("base", "low", "high"))], "internal")
        self.here, (base, low, high) = f.parameters[: self.count], f.parameters[self.count :]
        with f.loop(low, high, sorting.run) as start:
            self._insertion(base, start, f.intrinsic("smin", f.add(start, sorting.run), high))
        f.ret()

    def _insertion(self, base: Value, low: Value, high: Value) -> None:
        f = self.f
        with f.loop(f.add(low, 1), high) as k:
            moving = self._load(self.here, base, k)
            hole = f.variable(k)
            head, test, shift, done = (f.label(x) for x in ("head", "test", "shift", "done"))
            f.branch(head)
            f.block(head)
            place = f.get(hole)
            f.branch_if(f.compare("sgt", place, low), test, done)
            f.block(test)
            before = f.sub(place, 1)
            neighbour = self._load(self.here, base, before)
            f.branch_if(self._is_before(moving, neighbour), shift, done)
            f.block(shift)
            self._store(self.here, base, place, neighbour)
            f.set(hole, before)
            f.branch(head)
            f.block(done)
            self._store(self.here, base, f.get(hole), moving)

    def _merge_all(self, base: Value, low: Value, high: Value, width: Value, source: Sequence[Value],
                   target: Sequence[Value]) -> None:
        """Merges neighbouring runs of `width` in [low, high) from `source` to `target`."""
        f = self.f
        with f.loop(low, high, f.mul(width, 2)) as start:
            middle = f.intrinsic("smin", f.add(start, width), high)
            self._merge(base, start, middle, f.intrinsic("smin", f.add(middle, width), high), source, target)

    def _merge_pair(self, width: int) -> Callable[[Value, Value], None]:
        def emit(base: Value, part: Value) -> None:
            f = self.f
            length = Value("i64", str(self.plan.length))
            start = f.mul(part, 2 * width)
            middle = f.intrinsic("smin", f.add(start, width), length)
            # The kernels of the levels are launched with the arrays in each other's place by turns.
            self._merge(base, start, middle, f.intrinsic("smin", f.add(middle, width), length), self.here, self.there)

        return emit

    def _merge(self, base: Value, low: Value, middle: Value, high: Value, source: Sequence[Value],
               target: Sequence[Value]) -> None:
        self.f.call(f"{self.name}_merge", "void", [*source, *target, base, low, middle, high])

    def _define_merge(self) -> None:
        """The function that merges the runs [low, middle) and [middle, high) of a row from some arrays to others.

        Of equal elements the left one comes first.
        """
        arrays = [("ptr", f"{side}{k}") for side in ("source", "target") for k in range(self.count)]
        bounds = [("i64", name) for name in ("base", "low", "middle", "high")]
        f = self._start(f"{self.name}_merge", [*arrays, *bounds], "internal")
        source, target = f.parameters[: self.count], f.parameters[self.count : 2 * self.count]
        base, low, middle, high = f.parameters[2 * self.count :]
        left, right, out = f.variable(low), f.variable(middle), f.variable(low)
        head, test, take_right, take_left, rest = (f.label(x) for x in ("head", "test", "right", "left", "rest"))
        f.branch(head)
        f.block(head)
        i, j = f.get(left), f.get(right)
        both = f.binary("and", f.compare("slt", i, middle), f.compare("slt", j, high))
        f.branch_if(both, test, rest)
        f.block(test)
        a, b = self._load(source, base, i), self._load(source, base, j)
        f.branch_if(self._is_before(b, a), take_right, take_left)
        for label, values, variable, place in ((take_right, b, right, j), (take_left, a, left, i)):
            f.block(label)
            k = f.get(out)
            self._store(target, base, k, values)
            f.set(variable, f.add(place, 1))
            f.set(out, f.add(k, 1))
            f.branch(head)
        f.block(rest)
        self._copy_rest(base, left, middle, out, source, target)
        self._copy_rest(base, right, high, out, source, target)
        f.ret()

    def _copy_rest(self, base: Value, start: Variable, end: Value, out: Variable, source: Sequence[Value],
                   target: Sequence[Value]) -> None:
        f = self.f
        shift = f.sub(f.get(out), f.get(start))
        with f.loop(f.get(start), end) as k:
            self._store(target, base, f.add(k, shift), self._load(source, base, k))
        f.set(out, f.add(f.intrinsic("smax", f.get(start), end), shift))
