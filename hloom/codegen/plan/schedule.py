"""Scheduling: kernels become commands in the order in which they run, and values get buffers.

The kernels come out one by one while the program grows, so that a target can emit the first ones while later ones are still
being scheduled. Kernels that are equal but for their buffers are one (`kernels.signature`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.plan.buffers import constant_of
from hloom.codegen.plan.examples import loops_objection
from hloom.codegen.plan.fusion import BlockPlan, FunctionPlan
from hloom.codegen.plan.kernels import Alias, LoopKernel, OperationKernel, extents, in_worker_memory, kernel_signature
from hloom.codegen.plan.program import (
    Access,
    Branch,
    Callback,
    Command,
    Copy,
    Launch,
    Loop,
    PlannedKernel,
    Program,
    Use,
    buffers_in,
)
from hloom.codegen.plan.target import Capabilities, KernelFamily
from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Operation, OpResult, Value, captured_values
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.runtime.dispatch.lazy_constants import LongTable
from hloom.runtime.dispatch.program import ALIGNMENT, Buffer


def schedule(plan: FunctionPlan, target: Capabilities, program: Program) -> Iterator[PlannedKernel]:
    """Adds the commands of a function to `program`; gives its kernels, each when the first launch of it is scheduled."""
    block = plan.function.body.block
    inputs = {a: Buffer("argument", bytes_of(a.type), k) for k, a in enumerate(block.arguments)}
    results = [Buffer("result", bytes_of(t), k) for k, t in enumerate(plan.function.function_type.outputs)]
    for k, argument in plan.blocks[block].sharing.aliases(block).items():
        results[k] = inputs[argument]
        program.aliases[k] = results[k].number
    scheduler = _BlockScheduler(plan, _Shared(program, target, plan.function), plan.blocks[block], inputs, results)
    yield from scheduler.run()
    program.commands = scheduler.commands
    _drop_unread_constants(program)


def _drop_unread_constants(program: Program) -> None:
    """Empties the constants that no command reads, of which kernels have tables of their own."""
    read = {b.number for b in buffers_in(program.commands) if b.kind == "constant"}
    for number, array in enumerate(program.constants):
        if number not in read:
            program.constants[number] = np.empty(0, array.dtype)
            program.lazy.pop(number, None)
            program.beside.pop(number, None)


def _aligned(shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """An array that begins as temporary buffers do, of no particular contents."""
    size = prod(shape) * dtype.itemsize
    whole = np.empty(size + ALIGNMENT, np.uint8)
    start = -whole.ctypes.data % ALIGNMENT
    return whole[start : start + size].view(dtype).reshape(shape)


def bytes_of(type: Any) -> int:
    """Bytes of a tensor's buffer; 0 for tokens and other values without one."""
    return prod(type.shape) * type.storage.dtype.itemsize if isinstance(type, TensorType) else 0


def _elements(function: Function) -> int:
    """The elements that a function takes and gives."""
    type = function.function_type
    return sum(prod(t.shape) for t in (*type.inputs, *type.outputs) if isinstance(t, TensorType))


class _Shared:
    """What the blocks of a program have in common: the program, its kernels by signature, its constants."""

    def __init__(self, program: Program, target: Capabilities, function: Function) -> None:
        self.program, self.target = program, target
        self.brief_work = target.brief_work(_elements(function))
        self.kernels: dict[str, PlannedKernel] = {}
        #: The only kernel of loops of an outline, which has no signature yet; None where there were several.
        self.only: dict[Hashable, PlannedKernel | None] = {}
        self.constants: dict[DenseElementsAttr, Buffer] = {}
        #: Constants of kernels' own, by what they hold.
        self.tables: dict[bytes | LongTable, Buffer] = {}
        self.routines: dict[str, Buffer] = {}
        #: How many of the program's kernels have been handed out.
        self.handed_out = 0

    def kernel(self, word: str, signature: str, make_body: Callable[[], Any], family: KernelFamily | None,
               done: Sequence[Operation]) -> PlannedKernel:
        found = self.kernels.get(signature)
        if found is None:
            found = self.kernels[signature] = self._new(word, make_body(), family)
        found.operations.update(dict.fromkeys(done))
        return found

    def loops(self, nest: LoopNest, done: Sequence[Operation]) -> PlannedKernel:
        """The kernel of loops; signatures, which take long to write, are compared where outlines are equal."""
        outline = nest.outline()
        if outline not in self.only:
            found = self.only[outline] = self._new("loop", nest, None)
            found.operations.update(dict.fromkeys(done))
            return found
        other = self.only[outline]
        if other is not None:
            self.kernels[other.body.signature()] = other
            self.only[outline] = None
        return self.kernel("loop", nest.signature(), lambda: nest, None, done)

    def _new(self, word: str, body: Any, family: KernelFamily | None) -> PlannedKernel:
        made = PlannedKernel(f"{word}_{len(self.program.kernels)}", body, family)
        self.program.kernels.append(made)
        return made

    def constant(self, attribute: DenseElementsAttr) -> Buffer:
        """The buffer of a constant; equal constants share it."""
        found = self.constants.get(attribute)
        if found is None:
            # Buffers have no shape: that of a constant may have more dimensions than NumPy's arrays.
            array = attribute.array() if attribute.has_array else np.full(attribute.type.size, attribute.data)
            array = np.ascontiguousarray(array)
            found = self.constants[attribute] = Buffer("constant", array.nbytes, len(self.program.constants))
            if attribute.beside is not None:
                self.program.beside[len(self.program.constants)] = attribute.beside
            self.program.constants.append(array)
        return found

    def table(self, table: np.ndarray | LongTable) -> Use:
        """A read of numbers that a kernel needs, a constant like those of the program."""
        content = table.tobytes() if isinstance(table, np.ndarray) else table
        if content not in self.tables:
            array = table if isinstance(table, np.ndarray) else _aligned(table.shape, table.dtype)
            number = len(self.program.constants)
            self.tables[content] = Buffer("constant", array.nbytes, number)
            self.program.constants.append(array)
            if not isinstance(table, np.ndarray):
                self.program.lazy[number] = table
        return Use(self.tables[content], ("constant", content), Access.READ)

    def routine(self, name: str, is_threaded: bool) -> Use:
        """A read of what a kernel must know to call a routine, which shall use threads of its own or not."""
        self.program.has_threaded_routines |= is_threaded
        if name not in self.routines:
            self.routines[name] = Buffer("routine", 16, len(self.program.routines))
            self.program.routines.append(name)
        return Use(self.routines[name], ("routine", name), Access.READ)

    def new_kernels(self) -> Iterator[PlannedKernel]:
        while self.handed_out < len(self.program.kernels):
            self.handed_out += 1
            yield self.program.kernels[self.handed_out - 1]


class _BlockScheduler:
    """Schedules one block. `environment` has the buffers of values from outside; `wanted[k]` is the buffer in which the k-th
    value of the block's end must be (None: anywhere). `around` schedules the block that this one is inside of; `ahead` takes
    commands that run before the loop whose block this is."""

    def __init__(self, plan: FunctionPlan, shared: _Shared, block: BlockPlan, environment: Mapping[Value, Any],
                 wanted: Sequence[Buffer | None], around: _BlockScheduler | None = None,
                 ahead: list[Command] | None = None) -> None:
        self.plan, self.shared, self.wanted = plan, shared, wanted
        self.block, self.around, self.ahead = block.block, around, ahead
        self.environment: dict[Value, Any] = dict(environment)
        self.end, self.kernels, self.sharing = block.block.terminator, block.kernels, block.sharing
        #: The roots of the values of the block's end, and which of those values each stands for.
        self._end_roots = [self.sharing.root(v) for v in self.end.operands]
        self._positions: dict[Value, list[int]] = {}
        for k, root in enumerate(self._end_roots):
            self._positions.setdefault(root, []).append(k)
        self.commands: list[Command] = []
        #: Whether the block is part of a loop.
        self._is_repeated = ahead is not None or (around is not None and around._is_repeated)

    def run(self) -> Iterator[PlannedKernel]:
        for number, kernel in enumerate(self.kernels):
            if isinstance(kernel, Alias):
                self.environment[kernel.value] = self.buffer(kernel.source)
            elif isinstance(kernel, LoopKernel):
                for v in kernel.outputs:
                    self.output(number, v)
                self.loops(kernel)
            else:
                yield from self._operation(number, kernel)
            yield from self.shared.new_kernels()
        self._finish()

    # -- buffers ----------------------------------------------------------------------------------------------------------
    def buffer(self, value: Value) -> Any:
        """The buffer of a value that has been computed."""
        found = self.environment.get(value)
        return found if found is not None else self.environment[self.sharing.root(value)]

    def output(self, number: int, value: Value) -> Buffer:
        """The buffer that kernel `number` computes `value` in: the one that the block's end wants it in if it can."""
        root = self.sharing.root(value)
        found = self.environment.get(root)
        if found is None:
            found = self._wanted(number, root) or Buffer("temporary", bytes_of(value.type))
            self.environment[root] = found
        self.environment[value] = found
        return found

    def updated(self, number: int, result: Value, operand: Value) -> Buffer:
        """The buffer of `result`, which holds what `operand` does."""
        source = self.buffer(operand)
        target = self.output(number, result)
        self.copy(target, source)
        return target

    def _wanted(self, number: int, root: Value) -> Buffer | None:
        for k in self._positions.get(root, ()):
            buffer = self.wanted[k] if k < len(self.wanted) else None
            if buffer is not None and self._may_overwrite(number, k, buffer):
                return buffer
        return None

    def _may_overwrite(self, number: int, position: int, buffer: Buffer) -> bool:
        """Whether nothing needs what is in `buffer` (a carried value's) once kernel `number` runs."""
        sharing = self.sharing
        if any(self.environment.get(root) is buffer for k, root in enumerate(self._end_roots) if k != position):
            return False
        holders = [v for v, b in self.environment.items() if b is buffer]
        if any(sharing.last_use_of_group(v) > number for v in holders):
            return False
        reading = {v for v in holders if sharing.last_use.get(v, -1) == number}
        kernel = self.kernels[number]
        return not reading or (isinstance(kernel, LoopKernel) and kernel.is_pointwise_in(reading))

    def ahead_of_loops(self, value: Value) -> list[Command] | None:
        """The commands before the outermost loop around whose iterations all find the same in `value`; None if there is none."""
        is_constant = self.buffer(value).kind == "constant"
        found, scheduler = None, self
        while scheduler is not None and (is_constant or not scheduler._makes(value)):
            found = scheduler.ahead if scheduler.ahead is not None else found
            scheduler = scheduler.around
        return found

    def _makes(self, value: Value) -> bool:
        """Whether a value is one of this block's own, or lies where one of these does."""
        while isinstance(value, OpResult) and isinstance(value.owner, Op) and value.owner.keeps_memory():
            value = value.owner.operands[0]
        return value in self.block.arguments or (isinstance(value, OpResult) and value.owner.block is self.block)

    def copy(self, target: Buffer, source: Buffer) -> None:
        """Brings what one buffer holds to another, unless they are the same."""
        if target is not source and target.bytes:
            self.commands.append(Copy(target, source, target.bytes))

    def _finish(self) -> None:
        """Brings the block's values to where they are wanted, as if all at once."""
        moves = [(target, self.buffer(v)) for v, target in zip(self.end.operands, self.wanted) if target is not None]
        moves = [(t, s) for t, s in moves if t is not s and t.bytes]
        targets = {t for t, _ in moves}
        staged = []
        for target, source in moves:
            if source in targets:
                temporary = Buffer("temporary", source.bytes)
                self.copy(temporary, source)
                source = temporary
            staged.append((target, source))
        for target, source in staged:
            self.copy(target, source)

    # -- kernels ----------------------------------------------------------------------------------------------------------
    def loops(self, kernel: LoopKernel, updates: Mapping[Value, Value] | None = None) -> None:
        """Launches loops over expressions; their results have buffers already. `updates` tells for results of which only some
        elements are stored what the buffer holds before."""
        kernel.drop_empty_stages()
        if not kernel.stages or 0 in extents(kernel.prefix):
            return  # there is no element to compute
        inputs, outputs = kernel.inputs, list(dict.fromkeys(kernel.outputs))
        arguments = [*inputs, *outputs]
        is_brief = not self._is_repeated and kernel.takes_at_most(self.shared.brief_work)
        leaving = self._leaving(kernel, outputs)
        lie = {self.buffer(v) for v in inputs}
        in_place = [v for v in outputs if self.buffer(v) in lie]
        planned = self.shared.loops(LoopNest(kernel, arguments, is_brief, leaving, in_place), kernel.operations)
        uses = [Use(self.buffer(v), v, Access.READ) for v in inputs]
        for v in outputs:
            before = updates.get(v) if updates else None
            uses.append(Use(self.buffer(v), v, Access.WRITE if before is None else Access.UPDATE, before))
        _, own = in_worker_memory(self.shared.target.machine, kernel.scratch)
        if own:
            uses.append(Use(Buffer("temporary", own * self.shared.target.workers), None, Access.SCRATCH))
        self.commands.append(Launch(planned, 0, uses))

    def _leaving(self, kernel: LoopKernel, values: Sequence[Value]) -> list[Value]:
        """Those of a kernel's results that are large, go out of the program, and are read by nothing in it."""
        if self.around is not None:
            return []
        large = [v for v in values if bytes_of(v.type) >= self.shared.target.machine.caches.told_bytes and v in self.end.operands]
        read = {v for other in self.kernels for v in other.inputs} | {r.source for r in kernel.reads()} if large else ()
        return [v for v in large if v not in read]

    def _operation(self, number: int, kernel: OperationKernel) -> Iterator[PlannedKernel]:
        op: Any = kernel.operation
        control = op.control if isinstance(op, Op) else None
        constant = constant_of(op)
        if constant is not None:
            self.environment[op.results[0]] = self.shared.constant(constant)
        elif kernel.family is not None:
            kernel.family.schedule(kernel, KernelContext(self, number, kernel))
        elif control is Control.LOOP:
            yield from self._loop(number, op)
        elif control is Control.BRANCH:
            yield from self._branch(number, op)
        elif control is Control.BARRIER:
            for result, operand in op.aliased_operands():
                self.environment[result] = self.buffer(operand)
        elif isinstance(op, Op) and op.kernel == "token":  # which orders what the program orders by itself
            for result in op.results:
                self.output(number, result)
        else:
            self._callback(number, op)

    def _callback(self, number: int, op: Operation) -> None:
        program = self.shared.program
        uses = [Use(self.buffer(v), v, Access.READ) for v in (*op.operands, *captured_values(op))]
        uses += [Use(self.output(number, v), v, Access.WRITE) for v in op.results]
        self.commands.append(Callback(len(program.callbacks), op, uses))
        program.callbacks.append(op)

    # -- control flow -----------------------------------------------------------------------------------------------------
    def _loop(self, number: int, op: Any) -> Iterator[PlannedKernel]:
        condition, body = (region.block for region in op.regions)
        changed = {result for result, _ in op.updated_operands()}
        carried: list[Buffer] = []
        wanted: list[Buffer | None] = []
        for result, operand in zip(op.results, op.operands):
            if result in changed:
                carried.append(self.updated(number, result, operand))
                wanted.append(carried[-1])
            else:
                self.environment[result] = self.buffer(operand)
                carried.append(self.environment[result])
                wanted.append(None)
        predicate = Buffer("temporary", 1)
        ahead: list[Command] = []
        before = yield from self._inner(condition, carried, [predicate], ahead)
        inside = yield from self._inner(body, carried, wanted, ahead)
        self.commands += [*ahead, Loop(op, carried, before, predicate, inside)]

    def _branch(self, number: int, op: Any) -> Iterator[PlannedKernel]:
        outputs = [self.output(number, r) for r in op.results]
        arms = []
        for region in op.regions:
            arms.append((yield from self._inner(region.block, [], outputs)))
        selector = op.operands[0]
        self.commands.append(Branch(op, self.buffer(selector), selector.type.element.kind == "pred", arms, outputs))

    def _inner(self, block: Block, arguments: Sequence[Buffer], wanted: Sequence[Buffer | None],
               ahead: list[Command] | None = None) -> Any:
        """Schedules a block inside this one, whose arguments lie in these buffers; returns its commands."""
        environment = dict(self.environment)
        for v, root in self.sharing.joined:
            if root in environment:
                environment.setdefault(v, environment[root])
        environment.update(zip(block.arguments, arguments))
        inner = _BlockScheduler(self.plan, self.shared, self.plan.blocks[block], environment, wanted, self, ahead)
        yield from inner.run()
        return inner.commands


class LoopNest:
    """What a planned kernel of loops is emitted from: the kernel, the values whose addresses it gets, in order, whether it
    takes so little time, once a call, that its code is not worth optimising, which of its results are large and leave the
    program without being read again, and which lie where one of its operands does."""

    def __init__(self, kernel: LoopKernel, arguments: Sequence[Value], is_brief: bool = False,
                 leaving: Sequence[Value] = (), in_place: Sequence[Value] = ()) -> None:
        self.kernel, self.arguments, self.is_brief = kernel, arguments, is_brief
        self.leaving, self.in_place = leaving, in_place

    def text(self) -> str:
        return self.kernel.text()

    def signature(self) -> str:
        """Equal for nests that the same code computes (`signature`)."""
        return f"{self._kind()}\n{kernel_signature(self.kernel, self.arguments)}"

    def outline(self) -> Hashable:
        """Equal for nests whose signatures are, and for some others: how many elements they compute and of what."""
        kernel = self.kernel
        stages = [(extents(stage.dims), len(stage.stores)) for stage in kernel.stages]
        return self._kind(), extents(kernel.prefix), *stages, *[v.type for v in self.arguments]

    def objection(self, part: int, has_examples: Sequence[bool], most: int) -> str:
        """See `examples.ByExample`."""
        return loops_objection(self.kernel, {v for v, holds in zip(self.arguments, has_examples) if holds}, most)

    def _kind(self) -> str:
        leaving, in_place = ([self.arguments.index(v) for v in values] for values in (self.leaving, self.in_place))
        return f"brief {self.is_brief} leaving {leaving} in place {in_place}"


class KernelContext:
    """What a kernel family gets to schedule one kernel: the buffers of its values, and the commands that it may add."""

    def __init__(self, block: _BlockScheduler, number: int, kernel: OperationKernel) -> None:
        self._block, self._number, self._kernel = block, number, kernel
        self.target = block.shared.target

    def buffer(self, value: Value) -> Buffer:
        """Where an operand is."""
        return self._block.buffer(value)

    def output(self, value: Value) -> Buffer:
        """Where a result is to be computed."""
        return self._block.output(self._number, value)

    def last_argument(self) -> Value:
        """The last argument of the function."""
        return self._block.plan.function.body.arguments[-1]

    def is_used(self, value: Value) -> bool:
        """Whether anything reads a result."""
        return self._block.sharing.last_use_of_group(value) >= 0

    def updated(self, result: Value, operand: Value) -> Buffer:
        """Where a result is to be computed, which holds what `operand` does: its own buffer, or a copy of it."""
        return self._block.updated(self._number, result, operand)

    def table(self, table: np.ndarray | LongTable) -> Use:
        """A read of numbers that the kernel needs besides its operands."""
        return self._block.shared.table(table)

    def routine(self, name: str, is_threaded: bool) -> Use:
        """A read of what the kernel must know to call a routine from outside, which shall use threads of its own or not."""
        return self._block.shared.routine(name, is_threaded)

    def constant(self, value: Value) -> np.ndarray | None:
        """The elements of an operand that is a constant of the program's own: what is made of those beside it would be kept."""
        buffer, program = self.buffer(value), self._block.shared.program
        return program.constants[buffer.number] if buffer.kind == "constant" and buffer.number not in program.beside else None

    def is_kept(self, value: Value) -> bool:
        """Whether all iterations of a loop around the kernel find the same in `value`."""
        return self._block.ahead_of_loops(value) is not None

    def launch_ahead(self, value: Value, kernel: PlannedKernel, part: int, uses: list[Use]) -> None:
        """Adds a launch that makes something of `value`, which is kept, before the loops that keep it."""
        commands = self._block.ahead_of_loops(value)
        assert commands is not None
        commands.append(Launch(kernel, part, uses))

    def examples(self) -> Use:
        """A read of how many examples the launch computes, of a program for several sizes."""
        return Use(Buffer("examples", 8), ("examples",), Access.READ)

    def temporary(self, size: int) -> Buffer:
        """A buffer of `size` bytes for this kernel alone."""
        return Buffer("temporary", size)

    def copy(self, target: Buffer, source: Buffer) -> None:
        """Adds a copy of all that `target` has room for, unless the buffers are the same."""
        self._block.copy(target, source)

    def loops(self, kernel: LoopKernel, updates: Mapping[Value, Value]) -> None:
        """Adds a launch of loops that store some elements of results, whose buffers hold the values in `updates` before."""
        self._block.loops(kernel, updates)

    def kernel(self, word: str, signature: str, make_body: Callable[[], Any]) -> PlannedKernel:
        """The kernel of this family that `signature`, which begins with a word of the family's own, determines.

        Its body, made unless there is such a kernel, is what the family emits it from, with a listing `body.text()`.
        """
        return self._block.shared.kernel(word, signature, make_body, self._kernel.family, self._kernel.operations)

    def launch(self, kernel: PlannedKernel, part: int, uses: list[Use]) -> None:
        """Adds a launch of function number `part` of a kernel."""
        self._block.commands.append(Launch(kernel, part, uses))
