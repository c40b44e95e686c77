"""Meetings of the processes of a grid as commands: what `grid_code` is told of each.

A reduction is made of kernels that combine two rows of elements by its body, as any other kernel would: one for a block, whatever
the size of the operand is, and one for what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu.grid_layout import Kind, Word
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.schedules import emit_loop_kernel
from hloom.codegen.llvm.module import LLVMModule
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
from hloom.ops.stablehlo.reduction import Map
from hloom.passes.on_grid import MEETING

_REDUCTIONS = {AllReduce: Kind.REDUCE, ReduceScatter: Kind.REDUCE_SCATTER, CollectiveReduce: Kind.REDUCE_TO_FIRST}
_MOVES = {AllGather: Kind.GATHER, AllToAll: Kind.GATHER, CollectiveBroadcast: Kind.BROADCAST, CollectivePermute: Kind.PERMUTE}


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
        planned = context.kernel("meeting", body.signature, lambda: body)
        operand, state = op.operands[0], context.last_argument()
        context.launch(planned, 0, [Use(context.buffer(state), state, Access.READ), context.table(_words(op, body)),
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
        collectives = target.machine.collectives
        type: Any = op.operands[0].type
        self.itemsize = type.storage.dtype.itemsize
        self.reduces = isinstance(op, tuple(_REDUCTIONS))
        self.cost = float(prod(type.shape))
        self.rows, self.row = _rows(op) if self.reduces else (0, 0)
        size = collectives.block_bytes
        while size < collectives.largest_block_bytes and 2 * size * collectives.blocks <= self.row * self.itemsize:
            size *= 2
        self.block = max(size // self.itemsize, 1)
        self.blocks, self.rest = divmod(self.row, self.block)
        sizes = [n for n in (self.block if self.blocks else 0, self.rest) if n] or [1]
        #: One, for a row that is shorter than a block or has no rest, or both.
        self.combinations: list[Any] = [combination(op, n, target) for n in sizes] if self.reduces else []
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


def _rows(op: Any) -> tuple[int, int]:
    """The rows that a member combines, and elements of each."""
    if not isinstance(op, ReduceScatter):
        return 1, prod(op.shape)
    shape, d = op.shape, op.scatter_dimension
    return prod(shape[:d]), prod(shape[d:])


def _words(op: Any, body: _Body) -> np.ndarray:
    """The words of a meeting (`grid_layout.Word`)."""
    words = np.zeros(Word.SIZE, np.int64)
    number: Any = op.attributes[MEETING]
    given, made = (v.type.shape for v in (op.operands[0], op.results[0]))
    kind = (_REDUCTIONS if body.reduces else _MOVES)[type(op)]
    words[[Word.KIND, Word.NUMBER]] = kind, number.value
    words[[Word.BYTES, Word.GIVEN]] = prod(made) * body.itemsize, prod(given) * body.itemsize
    if body.reduces:
        is_part = isinstance(op, ReduceScatter)
        row = body.row * body.itemsize
        stride = prod(given[op.scatter_dimension :]) * body.itemsize if is_part else row
        words[[Word.ROWS, Word.ROW, Word.STRIDE, Word.FROM_STEP]] = body.rows, row, stride, row if is_part else 0
        words[[Word.BLOCK, Word.BLOCKS, Word.REST]] = body.block * body.itemsize, body.blocks, body.rest * body.itemsize
    elif kind is Kind.GATHER:
        gathers = isinstance(op, AllGather)
        split, joined, parts = (op.all_gather_dim, op.all_gather_dim, 1) if gathers else (
            op.split_dimension, op.concat_dimension, op.split_count)
        _add_box(words, given, made, split, joined, parts, body.itemsize)
    return words


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
