"""Packing: copies of blocks of the operands in the order in which the micro-kernel reads them.

A block of the left operand becomes rows of consecutive k (or, where the source is contiguous along m, for each k a
run of rows); a panel of the right operand becomes, for each k, one row of `panel_width` columns. Elements are
converted to the accumulator's type on the way. Only the innermost copy is a function of its own, compiled with care;
the loops around it belong to the calling kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from hloom.codegen.cpu.contraction.arithmetic import llvm_type, stored_bytes
from hloom.codegen.cpu.contraction.blocking import Blocking
from hloom.codegen.cpu.contraction.copies import ColumnCopy, RowCopy, RunCopy
from hloom.codegen.cpu.contraction.dots import Stored, unit_of
from hloom.codegen.cpu.contraction.emission import (
    Indices,
    LoadHook,
    Range,
    element_offset,
    loops,
    minimum,
    moved,
    number,
    offset,
    remaining,
    runs,
    scaled,
)
from hloom.codegen.cpu.contraction.operand_layouts import LhsLayout
from hloom.codegen.cpu.contraction.product import Product, TaskFunction
from hloom.codegen.cpu.contraction.spec import unravel
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule

#: More rows than there are.
MANY = 1 << 62


class LhsPacker:
    """Packs blocks of the left operand into the layout that the micro-kernel reads."""

    def __init__(self, module: LLVMModule, b: Blocking, type: Stored, layout: LhsLayout) -> None:
        self.blocking, self.type, self.layout = b, type, layout
        self.axes = [*b.m_inner, *b.k[b.k_split:]]
        if layout.tile is not None:
            self.rows = RowCopy(module, b.arithmetic, type, b.tile.steps, b.k[-1].lhs, b.tile.steps)
        else:
            self.copy = RunCopy(module, b.arithmetic, type, (b.k[-1].lhs, 1), b.run_multiple)

    def pack(self, f: Function, source: Value, start: int, goal: Value, at: Indices, counts: Sequence[Value]) -> None:
        """Packs the block of `counts` (steps of m_block, m_tile and the split axis) that begins at the indices `at`."""
        b, layout = self.blocking, self.layout
        blocks, tiled, k_count = counts
        extents = [blocks, tiled, b.m_unit.size, k_count, *(a.size for a in b.inner_k)]
        with ExitStack() as stack:
            block = loops(f, stack, [blocks])
            row = stack.enter_context(f.loop(0, tiled, b.tile.steps if layout.tile is not None else 1))
            steps = [*block, row, *loops(f, stack, extents[2:-1])]
            strides = [layout.m_block, layout.m_tile if layout.tile is None else layout.tile, layout.m_unit, *layout.k]
            place = offset(f, list(zip(steps, strides, strict=False)))
            for axis, step in zip(self.axes, steps, strict=False):
                at = moved(f, at, axis, step)
            if layout.tile is not None and b.m_tile.size % b.tile.steps:
                at = [(a, minimum(f, v, b.m_tile.size - b.tile.steps) if a is b.m_tile else v) for a, v in at]
            first = f.address(source, element_offset(f, at, "lhs", start), llvm_type(self.type))
            target = f.address(goal, place, b.arithmetic.element)
            if layout.tile is None:
                self.copy.call(f, first, target, extents[-1])
            else:
                length = extents[-1] if isinstance(extents[-1], Value) else number(extents[-1])
                self.rows.call(f, first, target, length)


class RhsPacker:
    """Packs panels of the right operand, some rows at a time.

    The innermost copy is a function that takes `length` rows (steps of the last axis of k); where a hook computes the
    elements, also the argument array and the indices of the first element. Otherwise it is a shared routine (`copies`).
    """

    def __init__(self, module: LLVMModule, name: str, b: Blocking, type: Stored, hook: LoadHook | None) -> None:
        self.blocking, self.type, self.hook, self.arithmetic = b, type, hook, b.arithmetic
        self.rows: RowCopy | ColumnCopy | None = None
        if self.by_rows:
            self.rows = RowCopy(module, b.arithmetic, type, b.tile.nr, b.k[-1].rhs, b.panel_width, asks_ahead=True)
        elif hook is None:
            self.rows = ColumnCopy(module, b.arithmetic, type, b.tile.nr, (b.k[-1].rhs, b.n.rhs), b.panel_width, b.run_multiple)
        else:
            self.name = name
            if name not in module.functions:
                self._emit_computed(module, hook)

    def _emit_computed(self, module: LLVMModule, hook: LoadHook) -> None:
        b, element = self.blocking, self.arithmetic.element
        axes = [*b.batch, *b.n_outer, *b.k, b.n]
        f = module.function(self.name, [("ptr", "arguments"), ("ptr", "source"), ("ptr", "goal"), ("i64", "length"),
                                        *(("i64", f"i{i}") for i in range(len(axes)))], linkage="internal")
        goal, length = f.parameters[2:4]
        at = list(zip(axes, f.parameters[4:], strict=True))
        with f.loop(0, length) as k:
            row = f.address(goal, f.mul(k, b.panel_width), element)
            runs(f, b.tile.nr, self.arithmetic.width, lambda c, width: f.store(
                hook(f, moved(f, moved(f, at, b.k[-1], k), b.n, c), width), f.address(row, c, element)))
        f.ret()

    @property
    def by_rows(self) -> bool:
        """Whether the source's rows of columns are contiguous: then panels are packed together, a few rows at a time.

        Reading a panel's columns from all rows first would touch a page of memory for every 128 bytes.
        """
        return self.hook is None and self.blocking.n.rhs == 1 and unit_of(self.type) == 1

    @property
    def _together(self) -> int:
        """Rows that are packed together. Lines behind those that are read are asked for meanwhile: with 8 rows, 16 KB apart,
        16x1024 by 1024x4096 takes 0.8 of the time that 32 take, which push each other out; of 16400 bytes 32 are quicker."""
        blocking = self.blocking.machine.blocking
        packing = self.blocking.machine.packing
        distance = self.blocking.k[-1].rhs * stored_bytes(self.type)
        return packing.rows_together if distance % blocking.colliding_pitch else packing.colliding_together

    def pack(self, f: Function, source: Value, start: int, goal: Callable[[Value], Value], at: Indices,
             panels: tuple[Value, Value], k_count: Value) -> None:
        """Packs the panels in the range `panels` for `k_count` steps of the split axis, from the indices `at` on.

        `goal` gives the address of a panel's first row.
        """
        b = self.blocking
        inner = [a.size for a in b.inner_k]
        extents: list[Value | int] = [k_count, *inner]
        last = extents[-1] if isinstance(extents[-1], Value) else number(extents[-1])
        step = self._together if self.by_rows else MANY
        with ExitStack() as stack:
            steps = loops(f, stack, extents[:-1])
            row = stack.enter_context(f.loop(0, last, step))
            panel = stack.enter_context(f.loop(*panels))
            at = moved(f, at, b.n, panel_start(f, b, panel))
            flat = number(0)
            for axis, index, size in zip(b.k[b.k_split:], [*steps, row], [1, *inner], strict=True):
                at = moved(f, at, axis, index)
                flat = offset(f, [(flat, size), (index, 1)])
            left = f.sub(last, row)
            length = f.select(f.compare("slt", left, step), left, number(step))
            copied = (f.address(source, element_offset(f, at, "rhs", start), llvm_type(self.type)),
                      f.address(goal(panel), offset(f, [(flat, b.panel_width)]), self.arithmetic.element), length)
            if self.rows is not None:
                self.rows.call(f, *copied)
            else:
                f.call(self.name, "void", [f.parameters[0], *copied, *(v for _, v in at)])


def panel_start(f: Function, b: Blocking, panel: Value) -> Value:
    """First column of a panel; the last panel is moved back so that it is full."""
    start = offset(f, [(panel, b.tile.nr)])
    return minimum(f, start, b.n.size - b.tile.nr)


# -- pack kernel ---------------------------------------------------------------------------------------------------------------
# Packing the right operand before: a kernel of its own, and the loops that it shares with tasks that pack for themselves.


def emit_pack_kernel(module: LLVMModule, name: str, product: Product, packer: RhsPacker) -> TaskFunction:
    """Emits the kernel that packs all of the right operand: [batch, outer n, panel, k, column].

    A task is some rows of all or many panels or, where rows are not contiguous, a block of k of one panel.
    """
    b = product.blocking
    assert product.rhs_panels is not None
    f = module.function(name, PARAMETERS, is_cold=True)
    source, goal = product.pointer(f, product.rhs.argument), product.pointer(f, product.rhs_panels)
    outer, k_outer, split = (*b.batch, *b.n_outer), b.k[:b.k_split], b.k[b.k_split]
    together, step = _pieces(b, packer)
    sizes = [*(a.size for a in outer), b.panels // together, *(a.size for a in k_outer), max(1, -(-split.size // step))]
    with f.loop(f.parameters[1], f.parameters[2]) as task:
        index = unravel(f, task, sizes, counts_single=True)
        panel, k0 = index[len(outer)], scaled(f, index[-1], step)
        start = [*zip(k_outer, index[len(outer) + 1:-1], strict=True), (split, k0)]
        at = [*zip(outer, index[:len(outer)], strict=True)]
        first = scaled(f, panel, together)
        panels = first, f.add(first, together)
        pack_panels(f, product, packer, source, [*at, *start], panels, lambda p: f.address(
            goal, packed_offset(f, b, at, p, start), b.arithmetic.element), remaining(f, k0, step, split.size))
    f.ret()
    return TaskFunction(f.name, math.prod(sizes))


def _pieces(b: Blocking, packer: RhsPacker) -> tuple[int, int]:
    """The panels and the steps of the split axis of k that a task packs."""
    packing = b.machine.packing
    if not packer.by_rows:
        return 1, b.k_step
    together, step = b.panels, max(1, 2 * packing.rows_together // math.prod(a.size for a in b.inner_k))
    outer = (*b.batch, *b.n_outer, *b.k[:b.k_split])
    pieces = math.prod(a.size for a in outer) * -(-b.k[b.k_split].size // step)
    while together % 2 == 0 and pieces * (b.panels // together) < packing.fewest_tasks:
        together //= 2
    return together, step


def packed_offset(f: Function, b: Blocking, outer: Indices, panel: Value, k: Indices) -> Value:
    """Element offset, in the whole packed right operand, of a panel from the indices `k` on."""
    stride, terms = b.panel_width * math.prod(a.size for a in b.inner_k), []
    sizes = [*((a.size, v) for a, v in outer), (b.panels, panel), *((a.size, v) for a, v in k)]
    for size, value in reversed(sizes):
        terms.append((value, stride))
        stride *= size
    return offset(f, terms)


def pack_panels(f: Function, product: Product, packer: RhsPacker, source: Value, at: Indices, panels: Range,
                goal: Callable[[Value], Value], count: Value) -> None:
    """Packs a range of panels; `at` holds the indices of batch and outer n and where k starts."""
    b = product.blocking
    full = [*at, *((a, number(0)) for a in (*b.inner_k, b.n))]
    packer.pack(f, source, product.rhs.offset, goal, full, panels, count)
