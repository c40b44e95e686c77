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
from dataclasses import dataclass

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.blocking import Blocking
from hloom.codegen.cpu.contraction.copies import RunCopy, emit_row_copy, load_transposed
from hloom.codegen.cpu.contraction.emission import (
    Indices,
    LoadHook,
    element_offset,
    load_at,
    loops,
    minimum,
    moved,
    number,
    offset,
    runs,
    shared_name,
)
from hloom.codegen.llvm.builder import Function, Module, Value
from hloom.numbers.element_type import ElementType

#: Rows of the right operand that are packed together, panel by panel; and more rows than there are.
ROWS_TOGETHER = 32
MANY = 1 << 62


@dataclass(frozen=True)
class LhsLayout:
    """Where the micro-kernel finds the left operand: element strides by axis role."""

    q: int
    e: int
    u: int
    #: Of the split axis of k and of those inside it.
    k: tuple[int, ...]
    #: Elements of a packed block.
    size: int = 0
    #: Distance of tiles for each step of e, where they are packed one by one; otherwise tiles are rows among others.
    tile: int | None = None

    @classmethod
    def in_place(cls, b: Blocking) -> LhsLayout:
        return cls(b.q.lhs, b.e.lhs, b.u.lhs, tuple(a.lhs for a in b.k[b.split:]))

    @classmethod
    def by_rows(cls, b: Blocking) -> LhsLayout:
        """Rows of consecutive k, set apart so that they do not compete for cache sets."""
        line = 64 // b.arithmetic.bytes
        pitch = -(-b.block_k // line) * line + line
        return cls(b.e_step * b.u.size * pitch, b.u.size * pitch, pitch, _inner_strides(b), b.block_rows * pitch)

    @classmethod
    def by_tiles(cls, b: Blocking) -> LhsLayout:
        """Tiles in which the rows' elements for the same k lie side by side, as in a source contiguous along e."""
        steps, tiles = b.tile.steps, -(-b.e_step // b.tile.steps)
        size = tiles * steps * b.block_k
        return cls(size, 1, 0, tuple(i * steps for i in _inner_strides(b)), b.q_step * size, b.block_k)


def _inner_strides(b: Blocking) -> tuple[int, ...]:
    """Strides of the split axis of k and those inside it where they lie densely."""
    return tuple(math.prod(a.size for a in b.inner_k[i:]) for i in range(len(b.inner_k) + 1))


class LhsPacker:
    """Packs blocks of the left operand into `layout`."""

    def __init__(self, module: Module, name: str, b: Blocking, type: ElementType, hook: LoadHook | None,
                 layout: LhsLayout) -> None:
        self.blocking, self.type, self.layout = b, type, layout
        self.axes = [b.q, b.e, b.u, *b.k[b.split:]]
        if layout.tile is not None:
            self.rows = emit_row_copy(module, b.arithmetic, type, b.k[-1].lhs, b.tile.steps, b.tile.steps)
        else:
            self.copy = RunCopy(module, name, b.arithmetic, type, (b.k[-1].lhs, 1), hook,
                                [*b.batch, *b.m_outer, *b.k[:b.split], *self.axes], b.k[-1], b.run_multiple)

    def pack(self, f: Function, source: Value, start: int, goal: Value, at: Indices, counts: Sequence[Value]) -> None:
        """Packs the block of `counts` (steps of q, e and the split axis) that begins at the indices `at`."""
        b, layout = self.blocking, self.layout
        q_count, e_count, k_count = counts
        extents = [q_count, e_count, b.u.size, k_count, *(a.size for a in b.inner_k)]
        with ExitStack() as stack:
            q = loops(f, stack, [q_count])
            e = stack.enter_context(f.loop(0, e_count, b.tile.steps if layout.tile is not None else 1))
            steps = [*q, e, *loops(f, stack, extents[2:-1])]
            place = offset(f, list(zip(steps, [layout.q, layout.e if layout.tile is None else layout.tile, layout.u,
                                               *layout.k], strict=False)))
            for axis, step in zip(self.axes, steps, strict=False):
                at = moved(f, at, axis, step)
            if layout.tile is not None and b.e.size % b.tile.steps:
                at = [(a, minimum(f, v, b.e.size - b.tile.steps) if a is b.e else v) for a, v in at]
            first = f.address(source, element_offset(f, at, "lhs", start), llvm_type(self.type))
            target = f.address(goal, place, b.arithmetic.element)
            if layout.tile is None:
                self.copy.call(f, first, target, extents[-1], at)
            else:
                length = extents[-1] if isinstance(extents[-1], Value) else number(extents[-1])
                f.call(self.rows, "void", [first, target, length])


class RhsPacker:
    """Packs panels of the right operand, some rows at a time.

    The innermost copy is a function that takes `length` rows (steps of the last axis of k); where a hook computes the
    elements, also the argument array and the indices of the first element.
    """

    def __init__(self, module: Module, name: str, b: Blocking, type: ElementType, hook: LoadHook | None) -> None:
        self.blocking, self.type, self.hook, self.arithmetic = b, type, hook, b.arithmetic
        if self.by_rows:
            self.name = emit_row_copy(module, b.arithmetic, type, b.k[-1].rhs, b.tile.columns, b.panel_width)
            return
        self.name = name if hook is not None else shared_name(
            "pack", b.arithmetic, type, b.k[-1].rhs, b.n.rhs, b.tile.columns, b.panel_width, self._side_divides)
        if self.name not in module.functions:
            self._emit(module)

    @property
    def _side_divides(self) -> bool:
        """Whether the squares that are transposed in registers leave no rows over."""
        return self.blocking.run_multiple % (16 // self.arithmetic.bytes) == 0

    def _emit(self, module: Module) -> None:
        b, arithmetic, element = self.blocking, self.arithmetic, self.arithmetic.element
        axis, width, columns, pitch = b.k[-1], arithmetic.width, b.tile.columns, b.panel_width
        axes = [*b.batch, *b.n_outer, *b.k, b.n] if self.hook is not None else []
        f = module.function(self.name, [("ptr", "arguments"), ("ptr", "source"), ("ptr", "goal"), ("i64", "length"),
                                        *(("i64", f"i{i}") for i in range(len(axes)))], linkage="internal")
        _, source, goal, length = f.parameters[:4]
        at = list(zip(axes, f.parameters[4:], strict=True))

        def put(value: Value, k: Value, c: Value | int) -> None:
            f.store(value, f.address(f.address(goal, f.mul(k, pitch), element), c, element))

        def copy(k: Value, c: Value, w: int) -> None:
            if self.hook is not None:
                put(self.hook(f, moved(f, moved(f, at, axis, k), b.n, c), w), k, c)
            else:
                put(load_at(f, arithmetic, self.type, source, offset(f, [(k, axis.rhs), (c, b.n.rhs)]), w), k, c)

        side = 16 // arithmetic.bytes
        if self.hook is not None:
            with f.loop(0, length) as k:
                runs(f, columns, width, lambda c, w: copy(k, c, w))
        elif axis.rhs == 1 and side <= 4:
            whole = columns - columns % side
            steps = length if self._side_divides else f.binary("and", length, -side)
            with f.loop(0, steps, side) as k, f.loop(0, whole, side) as c:
                first = f.address(source, offset(f, [(k, 1), (c, b.n.rhs)]), llvm_type(self.type))
                place = f.address(f.address(goal, f.mul(k, pitch), element), c, element)
                for i, value in enumerate(load_transposed(f, arithmetic, self.type, first, b.n.rhs, side)):
                    f.store(value, f.address(place, i * pitch, element))
            # What is left: the last columns of the first rows, then the last rows.
            if whole < columns:
                with f.loop(0, steps) as k, f.loop(whole, columns) as c:
                    copy(k, c, 1)
            if not self._side_divides:
                with f.loop(steps, length) as k, f.loop(0, columns) as c:
                    copy(k, c, 1)
        else:
            with f.loop(0, length) as k, f.loop(0, columns) as c:
                copy(k, c, 1)
        f.ret()

    @property
    def by_rows(self) -> bool:
        """Whether the source's rows of columns are contiguous: then panels are packed together, a few rows at a time.

        Reading a panel's columns from all rows first would touch a page of memory for every 128 bytes.
        """
        return self.hook is None and self.blocking.n.rhs == 1

    def pack(self, f: Function, source: Value, start: int, goal: Callable[[Value], Value], at: Indices,
             panels: tuple[Value, Value], k_count: Value) -> None:
        """Packs the panels in the range `panels` for `k_count` steps of the split axis, from the indices `at` on.

        `goal` gives the address of a panel's first row.
        """
        b = self.blocking
        inner = [a.size for a in b.inner_k]
        extents: list[Value | int] = [k_count, *inner]
        last = extents[-1] if isinstance(extents[-1], Value) else number(extents[-1])
        step = ROWS_TOGETHER if self.by_rows else MANY
        with ExitStack() as stack:
            steps = loops(f, stack, extents[:-1])
            row = stack.enter_context(f.loop(0, last, step))
            panel = stack.enter_context(f.loop(*panels))
            at = moved(f, at, b.n, panel_start(f, b, panel))
            flat = number(0)
            for axis, index, size in zip(b.k[b.split:], [*steps, row], [1, *inner], strict=True):
                at = moved(f, at, axis, index)
                flat = offset(f, [(flat, size), (index, 1)])
            left = f.sub(last, row)
            length = f.select(f.compare("slt", left, step), left, number(step))
            copied = [f.address(source, element_offset(f, at, "rhs", start), llvm_type(self.type)),
                      f.address(goal(panel), offset(f, [(flat, b.panel_width)]), self.arithmetic.element), length]
            if not self.by_rows:
                copied = [f.parameters[0], *copied, *([v for _, v in at] if self.hook is not None else [])]
            f.call(self.name, "void", copied)


def panel_start(f: Function, b: Blocking, panel: Value) -> Value:
    """First column of a panel; the last panel is moved back so that it is full."""
    start = offset(f, [(panel, b.tile.columns)])
    return start if b.n.size % b.tile.columns == 0 else minimum(f, start, b.n.size - b.tile.columns)
