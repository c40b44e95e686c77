"""Lowering: a function without calls -> a `Program` of commands, and the module of kernel functions that it launches.

Blocks become kernels (`fusion`), kernels get functions (one for all equal ones) and buffers. Some operations update a
buffer in place: the carried values of a while, dynamic_update_slice, scatter. Their result shares the operand's buffer
if that operand belongs to the block and nothing reads it afterwards; else it is copied first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu import contractions, irregular, loops
from hloom.codegen.llvm.builder import Consumer
from hloom.codegen.llvm.builder import Module as LLVMModule
from hloom.codegen.llvm.element_types import is_supported
from hloom.codegen.plan.fusion import Fusion
from hloom.codegen.plan.kernels import Alias, Kernel, LoopKernel, OperationKernel, Stage, Store, extents
from hloom.codegen.plan.program import Branch, Buffer, Callback, Command, Copy, Launch, Loop, Program, place_buffers
from hloom.codegen.plan.reductions import split_reduction
from hloom.codegen.plan.signature import kernel_signature
from hloom.codegen.target import Target
from hloom.expr.index import fresh
from hloom.expr.scalar import Read, index_of
from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Operation, Value, captured_values
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.support import options


class Lowering:
    """Lowers one function; `llvm` collects the functions of its kernels, and `consumer` gets them as they are made."""

    def __init__(self, function: Function, target: Target, workers: int, consumer: Consumer | None = None) -> None:
        self.target, self.workers = target, workers
        self.llvm = LLVMModule(target, consumer)
        type = function.function_type
        self.program = Program(function.sym_name, list(type.inputs), list(type.outputs), is_guarded=bool(options.GUARD.value))
        self._emitted: dict[str, Any] = {}
        self._constants: dict[Any, Buffer] = {}
        arguments = function.body.arguments
        environment: dict[Value, Any] = {a: Buffer("argument", bytes_of(a.type), k) for k, a in enumerate(arguments)}
        results = [Buffer("result", bytes_of(t), k) for k, t in enumerate(type.outputs)]
        block = function.body.block
        self.program.commands = BlockLowering(self, block, environment, results, owned=set()).run()
        place_buffers(self.program)

    # -- kernels ------------------------------------------------------------------------------------------------------
    def launch(self, kernel: LoopKernel, environment: dict[Value, Any]) -> Launch:
        """The launch of a loop kernel; its function is emitted unless an equal one was."""
        arguments = [*kernel.inputs, *dict.fromkeys(kernel.outputs)]
        name = self.fresh_name("loop")
        emitted = self.emit_once(kernel_signature(kernel, arguments),
                                 lambda: loops.emit_loop_kernel(self.llvm, name, kernel, arguments, self.target))
        self.program.listings.setdefault(emitted.name, kernel.text())
        return Launch(emitted.name, emitted.tasks, emitted.cost, [environment[v] for v in arguments])

    def emit_once(self, signature: str, emit: Callable[[], Any]) -> Any:
        """What `emit` returned for the first kernel of this signature."""
        found = self._emitted.get(signature)
        if found is None:
            found = self._emitted[signature] = emit()
            self.llvm.finished()
        return found

    def fresh_name(self, hint: str) -> str:
        """A function name that is not taken."""
        return f"{hint}_{len(self.llvm.functions)}"

    def constant(self, attribute: DenseElementsAttr) -> Buffer:
        """The buffer of a constant; equal constants share it."""
        found = self._constants.get(attribute)
        if found is None:
            array = np.ascontiguousarray(attribute.array())
            found = self._constants[attribute] = Buffer("constant", array.nbytes, len(self.program.constants))
            self.program.constants.append(array)
        return found


def bytes_of(type: Any) -> int:
    """Bytes of a tensor's buffer; 0 for tokens and other values without one."""
    return prod(type.shape) * type.storage.dtype.itemsize if isinstance(type, TensorType) else 0


def has_kernel(op: Operation) -> bool:
    """Whether an operation is compiled by a kernel of its own rather than by its element form."""
    return op.name == "stablehlo.dynamic_update_slice" or takes_views(op) or irregular.is_irregular(op)


def takes_views(op: Operation) -> bool:
    """Whether an operation is a contraction that is compiled to packed kernels."""
    return contractions.is_contraction(op)


class BlockLowering:
    """Lowers one block. `wanted[k]` is the buffer in which the k-th value of its end must be (None: anywhere); `owned` are
    values from outside whose buffers the block may change."""

    def __init__(self, lowering: Lowering, block: Block, environment: dict[Value, Any], wanted: Sequence[Buffer | None],
                 owned: set[Value]) -> None:
        self.lowering, self.block, self.environment, self.wanted = lowering, block, environment, wanted
        fusion = Fusion(block, has_kernel, takes_views, lowering.workers)
        self.kernels = [part for kernel in fusion.kernels() for part in split_reduction(kernel, lowering.workers)]
        self.commands: list[Command] = []
        self.representative: dict[Value, Value] = {}
        self.members: dict[Value, list[Value]] = {}
        self.last_use: dict[Value, int] = {}
        self._count_uses()
        self.owned = {v for kernel in self.kernels for v in self._owned_outputs(kernel)} | owned
        self.in_place: set[tuple[Value, Value]] = set()
        for number, kernel in enumerate(self.kernels):
            self._share(number, kernel)

    def run(self) -> list[Command]:
        for number, kernel in enumerate(self.kernels):
            self._lower(number, kernel)
        self._finish()
        return self.commands

    # -- who shares a buffer --------------------------------------------------------------------------------------------
    def _count_uses(self) -> None:
        end = len(self.kernels)
        for number, kernel in enumerate(self.kernels):
            for v in kernel.inputs:
                self.last_use[v] = number
        for v in self.block.terminator.operands:
            self.last_use[v] = end
        for op in self.block.operations:
            if op.name == "stablehlo.tuple":  # used further under other names
                self.last_use.update(dict.fromkeys(op.operands, end))
        for kernel in reversed(self.kernels):
            if isinstance(kernel, Alias):
                used = self.last_use.get(kernel.value, -1)
                self.last_use[kernel.source] = max(self.last_use.get(kernel.source, -1), used)

    def _owned_outputs(self, kernel: Kernel) -> Sequence[Value]:
        if isinstance(kernel, Alias):
            return ()
        if isinstance(kernel, OperationKernel) and kernel.operation.name in ("stablehlo.constant", "stablehlo.get_tuple_element"):
            return ()
        return kernel.outputs

    def root(self, value: Value) -> Value:
        """The value that stands for all that share its buffer."""
        while value in self.representative:
            value = self.representative[value]
        return value

    def _share(self, number: int, kernel: Kernel) -> None:
        """Decides which results of a kernel take over the buffer of an operand."""
        if isinstance(kernel, Alias):
            self._unite(kernel.value, kernel.source)
            if self.root(kernel.source) in self.owned:
                self.owned.add(kernel.value)
            return
        if not isinstance(kernel, OperationKernel):
            return
        op = kernel.operation
        for result, operand in renamed_operands(op):
            self._unite(result, operand)
        taken: set[Value] = set()
        for result, operand in updated_operands(op):
            root = self.root(operand)
            if root not in self.owned or root in taken or list(op.operands).count(operand) != 1:
                continue
            uses = max(self.last_use.get(m, -1) for m in self.members.get(root, [root]))
            if uses <= number and not _is_read_otherwise(op, operand, root, self.root):
                taken.add(root)
                self._unite(result, operand)
                self.in_place.add((result, operand))

    def _unite(self, value: Value, source: Value) -> None:
        root, other = self.root(source), self.root(value)
        if root is other:
            return
        self.representative[other] = root
        self.members.setdefault(root, [root]).extend(self.members.get(other, [other]))

    # -- buffers ----------------------------------------------------------------------------------------------------------
    def buffer(self, value: Value) -> Any:
        """The buffer of a value that has been computed."""
        found = self.environment.get(value)
        return found if found is not None else self.environment[self.root(value)]

    def output(self, number: int, value: Value) -> Buffer:
        """The buffer that kernel `number` computes `value` in: the one that the block's end wants it in if it can."""
        root = self.root(value)
        found = self.environment.get(root)
        if found is None:
            found = self._wanted(number, root) or Buffer("temporary", bytes_of(value.type))
            self.environment[root] = found
        self.environment[value] = found
        return found

    def _wanted(self, number: int, root: Value) -> Buffer | None:
        for k, (value, buffer) in enumerate(zip(self.block.terminator.operands, self.wanted)):
            if buffer is not None and self.root(value) is root and self._may_overwrite(number, k, buffer):
                return buffer
        return None

    def _may_overwrite(self, number: int, position: int, buffer: Buffer) -> bool:
        """Whether nothing needs what is in `buffer` (a carried value's) once kernel `number` runs."""
        if any(self.environment.get(self.root(v)) is buffer for k, v in enumerate(self.block.terminator.operands)
               if k != position and self.root(v) in self.environment):
            return False
        holders = [v for v, b in self.environment.items() if b is buffer]
        if any(self.last_use.get(m, -1) > number for v in holders for m in self.members.get(self.root(v), [v])):
            return False
        reading = [v for v in holders if self.last_use.get(v, -1) == number]
        kernel = self.kernels[number]
        return not reading or (isinstance(kernel, LoopKernel) and _is_pointwise_in(kernel, set(reading)))

    def _copy(self, target: Buffer, source: Buffer) -> None:
        if target is not source and target.bytes:
            self.commands.append(Copy(target, source, target.bytes))

    def _finish(self) -> None:
        """Brings the block's values to where they are wanted, as if all at once."""
        moves = [(target, self.buffer(v)) for v, target in zip(self.block.terminator.operands, self.wanted) if target is not None]
        moves = [(t, s) for t, s in moves if t is not s and t.bytes]
        targets = {t for t, _ in moves}
        staged = []
        for target, source in moves:
            if source in targets:
                temporary = Buffer("temporary", source.bytes)
                self._copy(temporary, source)
                source = temporary
            staged.append((target, source))
        for target, source in staged:
            self._copy(target, source)

    # -- kernels ----------------------------------------------------------------------------------------------------------
    def _lower(self, number: int, kernel: Kernel) -> None:
        if isinstance(kernel, Alias):
            self.environment[kernel.value] = self.buffer(kernel.source)
        elif isinstance(kernel, LoopKernel):
            for v in kernel.outputs:
                self.output(number, v)
            self._launch(kernel)
        else:
            self._operation(number, kernel)

    def _launch(self, kernel: LoopKernel) -> None:
        kernel.stages = [stage for stage in kernel.stages if 0 not in extents(stage.dims)]
        if not kernel.stages or 0 in extents(kernel.prefix):
            return  # there is no element to compute
        for v in kernel.inputs:
            self.environment.setdefault(v, self.buffer(v))
        self.commands.append(self.lowering.launch(kernel, self.environment))

    def _operation(self, number: int, kernel: OperationKernel) -> None:
        op = kernel.operation
        match op.name:
            case "stablehlo.constant" if (numbers := op.constant_value()) is not None:  # type: ignore[attr-defined]
                self.environment[op.results[0]] = self.lowering.constant(numbers)
            case "stablehlo.while":
                self._while(number, op)
            case "stablehlo.if" | "stablehlo.case":
                self._branch(number, op)
            case "stablehlo.tuple":
                self.environment[op.results[0]] = tuple(map(self.buffer, op.operands))
            case "stablehlo.get_tuple_element":
                self.environment[op.results[0]] = self.buffer(op.operands[0])[op.index]  # type: ignore[attr-defined]
            case "stablehlo.optimization_barrier":
                for result, operand in zip(op.results, op.operands):
                    self.environment[result] = self.buffer(operand)
            case "stablehlo.dynamic_update_slice" if all(is_supported(v.element) for v in op.operands):
                self._update_slice(number, op)
            case _ if takes_views(op):
                contractions.lower(self, number, kernel)
            case _ if irregular.is_irregular(op):
                irregular.lower(self, number, op)
            case _:
                self._callback(number, op)

    def _callback(self, number: int, op: Operation) -> None:
        program = self.lowering.program
        inputs = [self.buffer(v) for v in (*op.operands, *captured_values(op))]
        outputs = [self.output(number, v) for v in op.results]
        self.commands.append(Callback(len(program.callbacks), inputs, outputs))
        program.callbacks.append(op)

    def prepare_update(self, number: int, result: Value, operand: Value) -> Buffer:
        """The buffer of `result`, which holds the contents of `operand`."""
        source = self.buffer(operand)
        target = self.output(number, result)
        self._copy(target, source)
        return target

    def _update_slice(self, number: int, op: Any) -> None:
        self.prepare_update(number, op.results[0], op.operands[0])
        operand, update = op.operands[0], op.operands[1]
        if 0 in update.shape:
            return
        dims = tuple(fresh(n) for n in update.shape)
        starts = [index_of(s[()], 0, n - m) for s, n, m in zip(op.operands[2:], operand.shape, update.shape)]
        index = tuple(d + s for d, s in zip(dims, starts))
        store = Store(op.results[0], index, Read(update, dims, update.type.storage))
        self._launch(LoopKernel(dims, [Stage((), [store])], [op]))

    # -- control flow -----------------------------------------------------------------------------------------------------
    def _while(self, number: int, op: Any) -> None:
        cond, body = op.regions[0].block, op.regions[1].block
        carried: list[Buffer] = []
        wanted: list[Buffer | None] = []
        for k, (result, operand) in enumerate(zip(op.results, op.operands)):
            if body.terminator.operands[k] is body.arguments[k]:
                self.environment[result] = self.buffer(operand)
                carried.append(self.environment[result])
                wanted.append(None)
            else:
                carried.append(self.prepare_update(number, result, operand))
                wanted.append(carried[-1])
        predicate = Buffer("temporary", 1)
        condition = self._inner(cond, carried, [predicate], set())
        owned = {a for a, w in zip(body.arguments, wanted) if w is not None}
        self.commands.append(Loop(condition, predicate, self._inner(body, carried, wanted, owned)))

    def _inner(self, block: Block, arguments: Sequence[Buffer], wanted: Sequence[Buffer | None],
               owned: set[Value]) -> list[Command]:
        environment = dict(self.environment)
        for v, root in [(v, self.root(v)) for v in self.representative]:
            if root in environment:
                environment.setdefault(v, environment[root])
        environment.update(zip(block.arguments, arguments))
        return BlockLowering(self.lowering, block, environment, wanted, owned).run()

    def _branch(self, number: int, op: Any) -> None:
        outputs = [self.output(number, r) for r in op.results]
        arms = [self._inner(region.block, [], outputs, set()) for region in op.regions]
        self.commands.append(Branch(self.buffer(op.operands[0]), op.name == "stablehlo.if", arms))


def updated_operands(op: Operation) -> list[tuple[Value, Value]]:
    """Pairs of a result and the operand that it may be computed in."""
    if op.name == "stablehlo.while":
        body = op.regions[1].block
        return [(r, v) for k, (r, v) in enumerate(zip(op.results, op.operands))
                if body.terminator.operands[k] is not body.arguments[k]]
    if op.name == "stablehlo.dynamic_update_slice":
        return [(op.results[0], op.operands[0])]
    if op.name == "stablehlo.scatter":
        return list(zip(op.results, op.operands))
    return []


def renamed_operands(op: Operation) -> list[tuple[Value, Value]]:
    """Pairs of a result and the operand that it is."""
    if op.name == "stablehlo.while":
        updated = {r for r, _ in updated_operands(op)}
        return [(r, v) for r, v in zip(op.results, op.operands) if r not in updated]
    return list(zip(op.results, op.operands)) if op.name == "stablehlo.optimization_barrier" else []


def _is_read_otherwise(op: Operation, operand: Value, root: Value, root_of: Callable[[Value], Value]) -> bool:
    """Whether the operation also reads `operand`'s buffer through another operand or inside its regions."""
    if any(v is not operand and root_of(v) is root for v in op.operands):
        return True
    return any(root_of(v) is root for region in op.regions for block in region.blocks for inner in block.operations
               for each in inner.walk() for v in each.operands)


def _is_pointwise_in(kernel: LoopKernel, values: set[Value]) -> bool:
    """Whether a kernel reads `values` only at the element that it stores at the same moment."""
    if len(kernel.stages) != 1 or len(kernel.stages[0].stores) != 1 or kernel.stages[0].has_fold:
        return False
    store = kernel.stages[0].stores[0]
    return all(r.index == store.index and r.source.shape == store.target.shape for r in kernel.reads() if r.source in values)
