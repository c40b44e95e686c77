"""Meetings of the processes of a grid as commands: what `grid_code` is told of each.

A reduction is made of kernels that combine two rows of elements by its body, as any other kernel would: one for a block, whatever
the size of the operand is, and one for what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.schedules import emit_loop_kernel
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.machine import Machine
from hloom.codegen.plan.fusion import fuse_block
from hloom.codegen.plan.kernels import LoopKernel, OperationKernel
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target
from hloom.ir.core import Block, Region
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import clone_region
from hloom.ops.stablehlo.collective import (
    AllGather,
    AllReduce,
    AllToAll,
    CollectiveBroadcast,
    CollectivePermute,
    CollectiveReduce,
    ReduceScatter,
    body_element,
)
from hloom.ops.stablehlo.control import Return
from hloom.ops.stablehlo.elementwise import Add, And, Maximum, Minimum, Multiply, Or, Xor
from hloom.ops.stablehlo.reduction import Map
from hloom.passes.on_grid import MEETING
from hloom.runtime.dispatch.grid_layout import Kind, Word

_REDUCTIONS = {AllReduce: Kind.REDUCE, ReduceScatter: Kind.REDUCE_SCATTER, CollectiveReduce: Kind.REDUCE_TO_FIRST}
_MOVES = {AllGather: Kind.GATHER, AllToAll: Kind.GATHER, CollectiveBroadcast: Kind.BROADCAST, CollectivePermute: Kind.PERMUTE}


#: What MPI calls types of integers, whose order in a sum does not matter, and those of which it does; and what it does with them.
_EXACT = {"i8": "INT8_T", "i16": "INT16_T", "i32": "INT32_T", "i64": "INT64_T", "ui8": "UINT8_T", "ui16": "UINT16_T",
          "ui32": "UINT32_T", "ui64": "UINT64_T"}
_ROUNDED = {"f32": "FLOAT", "f64": "DOUBLE"}
_DONE: dict[type, str] = {Add: "SUM", Multiply: "PROD", Maximum: "MAX", Minimum: "MIN", And: "BAND", Or: "BOR", Xor: "BXOR"}


class Collectives:
    """The family of meetings: collective operations that have a number (`passes.on_grid`)."""

    takes_views = takes_epilogues = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        if MEETING not in op.attributes:
            return False
        return type(op) in _MOVES or (target.has_type(op.operands[0].type.element) and combination(op, 2, target) is not None)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        body = _Body(op, context.target)
        planned, words = context.kernel("meeting", body.signature, lambda: body), words_of(op, context.target.machine)
        operand, state = op.operands[0], context.last_argument()
        context.launch(planned, 0, [Use(context.buffer(state), state, Access.READ), context.table(words),
                                    Use(context.buffer(operand), operand, Access.READ),
                                    Use(context.output(op.results[0]), op.results[0], Access.WRITE)])

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        if not body.reduces:
            return [EmittedKernel(name, 1, body.cost, meets=True)]
        made = []
        for part, combined in enumerate(body.combinations):
            kernel, values = combined
            emitted = emit_loop_kernel(module, f"{name}_{part}", kernel, values, self.processor, is_alone=True)
            made.append(replace(emitted, meets=True))
        return made


class _Body:
    """What meetings of one kind are made of: of a reduction the kernels for a block and for what is left of a row."""

    def __init__(self, op: Any, target: Capabilities) -> None:
        self.reduces, self.cost = isinstance(op, tuple(_REDUCTIONS)), float(prod(op.operands[0].type.shape))
        #: One, for a row that is shorter than a block or has no rest, or both.
        self.combinations: list[Any] = [combination(op, n, target) for n in _Rows.of(op, target.machine).sizes
                                        ] if self.reduces else []
        text = "\n".join(kernel.text() for kernel, _ in self.combinations)
        self.signature = f"meeting {body_element(op) if self.reduces else ''} {text}"

    def text(self) -> str:
        return "\n".join(kernel.text() for kernel, _ in self.combinations) or "copies"


def combination(op: Any, size: int, target: Capabilities) -> tuple[LoopKernel, list[Any]] | None:
    """A kernel that combines rows of `size` elements by the body of a reduction, with the values whose addresses it gets; None
    where that is no formula."""
    type = TensorType((size,), body_element(op))
    block = Block([type, type])
    region = Region([block])
    mapped = block.append(Map.create(list(block.arguments), dimensions=(0,), regions=[clone_region(op.computation, {})]))
    block.append(Return.create(list(mapped.results)))
    kernels, _ = fuse_block(region.block, target)
    if len(kernels) != 1 or not isinstance(kernels[0], LoopKernel):
        return None
    return kernels[0], [*block.arguments, *mapped.results]


class _Rows(NamedTuple):
    """The rows that a member of a reduction combines, elements of each, and how they are combined: in blocks, and a rest."""

    count: int
    row: int
    block: int

    @property
    def blocks(self) -> int:
        return self.row // self.block

    @property
    def rest(self) -> int:
        return self.row % self.block

    @property
    def sizes(self) -> list[int]:
        """How many elements are combined at a time."""
        return [n for n in (self.block if self.blocks else 0, self.rest) if n] or [1]

    @classmethod
    def of(cls, op: Any, machine: Machine) -> _Rows:
        shape, d = op.shape, op.scatter_dimension if isinstance(op, ReduceScatter) else 0
        count, row = prod(shape[:d]), prod(shape[d:])
        limits, itemsize = machine.collectives, _itemsize(op)
        size = limits.block_bytes
        while size < limits.largest_block_bytes and 2 * size * limits.blocks <= row * itemsize:
            size *= 2
        return cls(count, row, max(size // itemsize, 1))


def _itemsize(op: Any) -> int:
    return op.operands[0].type.storage.dtype.itemsize


def words_of(op: Any, machine: Machine) -> np.ndarray:
    """The words of a meeting (`grid_layout.Word`)."""
    words = np.zeros(Word.SIZE, np.int64)
    number: Any = op.attributes[MEETING]
    given, made = (v.type.shape for v in (op.operands[0], op.results[0]))
    reduces, itemsize = isinstance(op, tuple(_REDUCTIONS)), _itemsize(op)
    kind = (_REDUCTIONS if reduces else _MOVES)[type(op)]
    words[[Word.KIND, Word.NUMBER]] = kind, number.value
    words[[Word.BYTES, Word.GIVEN]] = prod(made) * itemsize, prod(given) * itemsize
    if reduces:
        is_part, rows = isinstance(op, ReduceScatter), _Rows.of(op, machine)
        row = rows.row * itemsize
        stride = prod(given[op.scatter_dimension :]) * itemsize if is_part else row
        words[[Word.ROWS, Word.ROW, Word.STRIDE, Word.FROM_STEP]] = rows.count, row, stride, row if is_part else 0
        words[[Word.BLOCK, Word.BLOCKS, Word.REST]] = rows.block * itemsize, rows.blocks, rows.rest * itemsize
    elif kind is Kind.GATHER:
        gathers = isinstance(op, AllGather)
        split, joined, parts = (op.all_gather_dim, op.all_gather_dim, 1) if gathers else (
            op.split_dimension, op.concat_dimension, op.split_count)
        _add_box(words, given, made, split, joined, parts, itemsize)
    return words


def describe(module: Any, any_order: bool, machine: Machine) -> list[tuple[np.ndarray, tuple[str, str] | None]]:
    """The words of the meetings of a module, by their numbers, and what MPI may do by itself of each."""
    found = {}
    for op in module.walk():
        if MEETING in op.attributes:
            words = words_of(op, machine)
            found[int(words[Word.NUMBER])] = words, _reduction(op, any_order) if type(op) is AllReduce else None
    return [found[k] for k in range(len(found))]


def _reduction(op: Any, any_order: bool) -> tuple[str, str] | None:
    """What MPI calls the type and the operation of a sum that it makes as the group's order does, or in any order if it may."""
    block = op.computation.block
    if len(block.operations) != 2:
        return None
    combined, end = block.operations
    if type(combined) not in _DONE or {*combined.operands} != {*block.arguments} or [*end.operands] != [*combined.results]:
        return None
    name = str(body_element(op))
    type_name = _EXACT.get(name) or (_ROUNDED.get(name) if any_order and type(combined) in (Add, Multiply) else None)
    return None if type_name is None else (type_name, _DONE[type(combined)])


def _add_box(words: np.ndarray, given: tuple[int, ...], made: tuple[int, ...], split: int, joined: int, parts: int,
             itemsize: int) -> None:
    """What a member fetches of each: one of so many parts of dimension `split`, put behind each other along `joined`."""
    part = list(given)
    part[split] //= parts
    low, high = sorted((split, joined))

    def strides(shape: Sequence[int]) -> list[int]:
        """Bytes from one turn of each loop to the next: those before both dimensions, along the first, and between them."""
        outer, inner, last = (prod(shape[d:]) * itemsize for d in (low, low + 1, high))
        return [0, 0, last] if split == joined else [outer, inner, last]

    before = prod(part[:low])
    words[Word.LOOP : Word.LOOP + 3] = [1, 1, before] if split == joined else [before, part[low], prod(part[low + 1 : high])]
    words[Word.FROM : Word.FROM + 3] = strides(given)
    words[Word.TO : Word.TO + 3] = strides(made)
    words[Word.RUN] = prod(part[high:]) * itemsize
    words[Word.FROM_STEP] = prod(part[split:]) * itemsize if parts > 1 else 0
    words[Word.TO_STEP] = part[joined] * prod(made[joined + 1 :]) * itemsize
