"""The kernels of a contraction: loops over tasks, blocks of k, panels and tiles around the micro-kernel.

Time passes in three small functions: the micro-kernel, the innermost copies of packing, and the finishing of a tile.
The loop nest around them, much code that runs seldom, is compiled without optimisation (cold), which takes LLVM a
third of the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.emission import Indices, element_offset, loops, minimum, number, offset
from hloom.codegen.cpu.contraction.finish import emit_finish
from hloom.codegen.cpu.contraction.micro_kernel import ContractionLoop, MicroTile, emit_micro_kernel
from hloom.codegen.cpu.contraction.packing import ROWS_TOGETHER, LhsPacker, RhsPacker, panel_start
from hloom.codegen.cpu.contraction.product import KERNEL_PARAMETERS, Kernel, LhsView, Product
from hloom.codegen.cpu.contraction.spec import unravel
from hloom.codegen.llvm.builder import Function, Module, Value, bits_of

Range = tuple[Value, Value]
#: Tasks that packing before is cut into, if it can be.
FEWEST_PACK_TASKS = 16


def emit_product(module: Module, name: str, product: Product, lhs_view: LhsView | None = None) -> tuple[Kernel, ...]:
    """Emits the pack kernel, where there is one, and the compute kernel."""
    nest = _LoopNest(module, name, product, lhs_view)
    packing = (nest.emit_pack_kernel(),) if product.rhs_packing == "before" else ()
    return (*packing, nest.emit_compute_kernel())


def remaining(f: Function, start: Value, step: int, size: int) -> Value:
    """How many of `step` steps from `start` on there are in an axis of `size`."""
    return number(step) if size % step == 0 and size > 0 else minimum(f, f.sub(number(size), start), step)


@dataclass(frozen=True)
class _Buffers:
    """Addresses that a kernel loads once: operands, and the worker's or the shared scratch memory."""

    lhs: Value
    rhs: Value
    out: Value
    lhs_block: Value | None
    rhs_panels: Value | None
    sums: Value | None


@dataclass(frozen=True)
class _Task:
    """A task's place: the indices of its outer axes, and its ranges of panels, of q and of e."""

    outer: Indices
    #: Those of `outer` that the right and that the left operand move along.
    rhs_outer: Indices
    lhs_outer: Indices
    panels: Range
    q: Range
    e: Range
    #: First row that the task reads: its last tile is moved back where it is not full.
    first_row: Value
    #: What it reads in place of the left operand.
    view: Value | None


@dataclass(frozen=True)
class _Block:
    """A block of k: where it starts, its steps of the split axis, and whether it is the last (None: the only one)."""

    start: Indices
    count: Value
    is_last: Value | None


class _LoopNest:
    """Emission of the kernels; the methods of the compute kernel follow its loop nest from the outside in."""

    def __init__(self, module: Module, name: str, product: Product, lhs_view: LhsView | None) -> None:
        self.module, self.name, self.product, self.lhs_view = module, name, product, lhs_view
        b = self.blocking = product.blocking
        self.element, self.layout = b.arithmetic.element, product.lhs_layout
        self.lhs_packer: LhsPacker | None = None
        self.rhs_packer: RhsPacker | None = None
        if product.packs_lhs:
            self.lhs_packer = LhsPacker(module, f"{name}_pack_lhs", b, product.lhs.type, product.lhs_hook, self.layout)
        if product.rhs_packing != "in place":
            self.rhs_packer = RhsPacker(module, f"{name}_pack_rhs", b, product.rhs.type, product.rhs_hook)
        self.lhs_block, self.rhs_panels, self.sums = product.lhs_block, product.rhs_panels, product.sums
        self.sums_strides = product.sums_strides
        # First of all functions: LLVM takes longest for it, and may begin while the others are emitted.
        self.micro_kernel = self._emit_micro_kernel()
        module.finished()

    # -- packing the right operand before ------------------------------------------------------------------------
    def emit_pack_kernel(self) -> Kernel:
        """Packs all of the right operand: [batch, outer n, panel, k, column].

        A task is some rows of all or many panels or, where rows are not contiguous, a block of k of one panel.
        """
        b, product, packer = self.blocking, self.product, self.rhs_packer
        assert packer is not None and self.rhs_panels is not None
        f = self.module.function(f"{self.name}_pack", KERNEL_PARAMETERS, is_cold=True)
        source, goal = product.pointer(f, product.rhs.argument), product.pointer(f, self.rhs_panels)
        outer, k_outer, split = (*b.batch, *b.n_outer), b.k[:b.split], b.k[b.split]
        together, step = 1, b.k_step
        if packer.by_rows:
            together, step = b.panels, max(1, 2 * ROWS_TOGETHER // math.prod(a.size for a in b.inner_k))
            pieces = math.prod(a.size for a in (*outer, *k_outer)) * -(-split.size // step)
            while together % 2 == 0 and pieces * (b.panels // together) < FEWEST_PACK_TASKS:
                together //= 2
        sizes = [*(a.size for a in outer), b.panels // together, *(a.size for a in k_outer),
                 max(1, -(-split.size // step))]
        with f.loop(f.parameters[1], f.parameters[2]) as task:
            index = unravel(f, task, sizes)
            panel, k0 = index[len(outer)], offset(f, [(index[-1], step)])
            start = [*zip(k_outer, index[len(outer) + 1:-1], strict=True), (split, k0)]
            at = [*zip(outer, index[:len(outer)], strict=True)]
            first = offset(f, [(panel, together)])
            panels = first, f.add(first, together)
            self._pack_panels(f, source, [*at, *start], panels, lambda p: f.address(
                goal, self._packed_offset(f, at, p, start), self.element), remaining(f, k0, step, split.size))
        f.ret()
        return Kernel(f.name, math.prod(sizes))

    def _packed_offset(self, f: Function, outer: Indices, panel: Value, k: Indices) -> Value:
        """Element offset, in the whole packed right operand, of a panel from the indices `k` on."""
        b = self.blocking
        stride, terms = b.panel_width * math.prod(a.size for a in b.inner_k), []
        sizes = [*((a.size, v) for a, v in outer), (b.panels, panel), *((a.size, v) for a, v in k)]
        for size, value in reversed(sizes):
            terms.append((value, stride))
            stride *= size
        return offset(f, terms)

    def _pack_panels(self, f: Function, source: Value, at: Indices, panels: Range, goal: Callable[[Value], Value],
                     count: Value) -> None:
        """Packs a range of panels; `at` holds the indices of batch and outer n and where k starts."""
        assert self.rhs_packer is not None
        b = self.blocking
        full = [*at, *((a, number(0)) for a in (*b.inner_k, b.n))]
        self.rhs_packer.pack(f, source, self.product.rhs.offset, goal, full, panels, count)

    # -- computing ------------------------------------------------------------------------------------------------
    def emit_compute_kernel(self) -> Kernel:
        product, b = self.product, self.blocking
        self.finish = emit_finish(self.module, f"{self.name}_finish", product) if not product.direct else ""
        f = self.f = self.module.function(self.name, KERNEL_PARAMETERS, is_cold=True)
        self.buffers = _Buffers(
            *(product.pointer(f, o.argument) for o in (product.lhs, product.rhs, product.out)),
            *(product.pointer(f, s) if s is not None else None for s in (self.lhs_block, self.rhs_panels, self.sums)))
        with f.loop(f.parameters[1], f.parameters[2]) as task:
            self._task(self._place(task))
        f.ret()
        return Kernel(self.name, b.tasks)

    def _emit_micro_kernel(self) -> str:
        b, layout, product = self.blocking, self.layout, self.product
        steps = [(s, u) for s in range(b.tile.steps) for u in range(b.tile.unit)]
        rhs_strides = [a.rhs for a in b.k[b.split:]]
        if product.rhs_packing != "in place":
            rhs_strides = [b.panel_width * math.prod(a.size for a in b.inner_k[i:]) for i in range(len(b.inner_k) + 1)]
        counts = [None, *(a.size for a in b.inner_k)]
        tile = MicroTile(
            lhs_rows=tuple(s * layout.e + u * layout.u for s, u in steps),
            out_rows=(tuple(s * b.e.out + u * b.u.out for s, u in steps) if product.direct
                      else tuple(r * b.panel_width for r in range(b.tile.rows))),
            columns=b.tile.columns,
            loops=tuple(ContractionLoop(*loop) for loop in zip(counts, layout.k, rhs_strides, strict=True)),
            masks_rhs=product.rhs_packing == "in place", accumulates=b.k_blocks > 1, channelwise=b.n.lhs != 0)
        return emit_micro_kernel(self.module, tile, b.arithmetic)

    def _place(self, task: Value) -> _Task:
        f, b = self.f, self.blocking
        index = unravel(f, task, b.task_sizes)

        def range_of(block: Value, step: int, size: int) -> Range:
            start = offset(f, [(block, step)])
            return start, f.add(start, remaining(f, start, step, size))

        panels, q, e = (range_of(*r) for r in zip(
            index[-3:], (b.panel_step, b.q_step, b.e_step), (b.panels, b.q.size, b.e.size), strict=True))
        outer = [*zip((*b.batch, *b.n_outer, *b.m_outer), index[:-3], strict=True)]
        rhs_outer = outer[:len(b.batch) + len(b.n_outer)]
        lhs_outer = outer[:len(b.batch)] + outer[len(rhs_outer):]
        first_row = self._tile_row(e[0])
        view = None
        if self.lhs_view is not None:
            view = self.lhs_view(f, self.product, [*lhs_outer, (b.q, q[0]), (b.e, first_row)])
        return _Task(outer, rhs_outer, lhs_outer, panels, q, e, first_row, view)

    def _task(self, task: _Task) -> None:
        """Runs through the blocks of k; where there are several, sums wait in scratch memory between them."""
        f, b = self.f, self.blocking
        counter = None
        if b.k_blocks > 1:
            assert self.buffers.sums is not None
            counter = f.variable(number(0))
            f.clear_bytes(self.buffers.sums, b.panel_step * self.sums_strides[0] * bits_of(b.arithmetic.element) // 8)
        outer, split = b.k[:b.split], b.k[b.split]
        with ExitStack() as stack:
            k_outer = loops(f, stack, [a.size for a in outer])
            k0 = number(0) if split.size <= b.k_step else stack.enter_context(f.loop(0, split.size, b.k_step))
            start = [*zip(outer, k_outer, strict=True), (split, k0)]
            count = remaining(f, k0, b.k_step, split.size)
            if counter is None:
                self._block(task, _Block(start, count, None))
            else:
                done = f.get(counter)
                self._block(task, _Block(start, count, f.compare("eq", done, b.k_blocks - 1)))
                f.set(counter, f.add(done, 1))

    def _block(self, task: _Task, block: _Block) -> None:
        """Packs a block of the operands, and multiplies it tile by tile; a panel stays in the cache for all tiles."""
        f, b = self.f, self.blocking
        self._pack_lhs(task, block)
        if self.product.rhs_packing == "task":
            self._pack_panels(f, self.buffers.rhs, [*task.rhs_outer, *block.start], task.panels,
                              lambda p: self._own_panel(task, p), block.count)
        with f.loop(*task.panels) as panel, ExitStack() as stack:
            right = self._right(task, block, panel)
            q = number(0) if b.q.size == 1 else stack.enter_context(f.loop(*task.q))
            e = stack.enter_context(f.loop(*task.e, b.tile.steps))
            self._tile(task, block, panel, right, q, e)

    def _tile(self, task: _Task, block: _Block, panel: Value, right: Value, q: Value, e: Value) -> None:
        f, b, product = self.f, self.blocking, self.product
        row, column = self._tile_row(e), panel_start(f, b, panel)
        at = [*task.outer, (b.q, q), (b.e, row), (b.n, column)]
        place = f.address(self.buffers.out, element_offset(f, at, "out"), llvm_type(product.out.type))
        sums = place if product.direct else self._sums(task, panel, q, e)
        f.call(self.micro_kernel, "void", [self._left(task, block, q, e, column), right, sums, block.count])
        if product.direct:
            return
        with ExitStack() as stack:
            if block.is_last is not None:
                stack.enter_context(f.when(block.is_last))
            first_column = f.sub(offset(f, [(panel, b.tile.columns)]), column)
            indices = [v for _, v in at] if product.epilogue is not None else []
            f.call(self.finish, "void", [f.parameters[0], sums, place, f.sub(e, row), first_column, *indices])

    def _tile_row(self, e: Value) -> Value:
        """First row (step of e) of the tile at `e`, moved back where the tile would not be full."""
        b = self.blocking
        return e if b.e.size % b.tile.steps == 0 else minimum(self.f, e, b.e.size - b.tile.steps)

    def _pack_lhs(self, task: _Task, block: _Block) -> None:
        if self.lhs_packer is None or self.buffers.lhs_block is None:
            return
        f, b = self.f, self.blocking
        (q0, q1), (e0, e1) = task.q, task.e
        if self.layout.tile is None:
            e0 = task.first_row
        *k_outer, split = block.start
        at = [*task.lhs_outer, *k_outer, (b.q, q0), (b.e, e0), (b.u, number(0)), split,
              *((a, number(0)) for a in b.inner_k)]
        self.lhs_packer.pack(f, self.buffers.lhs, self.product.lhs.offset, self.buffers.lhs_block, at,
                             (f.sub(q1, q0), f.sub(e1, e0), block.count))

    # -- where the micro-kernel reads and writes ------------------------------------------------------------------
    def _own_panel(self, task: _Task, panel: Value) -> Value:
        """Where the task packs a panel."""
        assert self.buffers.rhs_panels is not None
        b = self.blocking
        local = self.f.sub(panel, task.panels[0])
        return self.f.address(self.buffers.rhs_panels, self.f.mul(local, b.block_k * b.panel_width), self.element)

    def _right(self, task: _Task, block: _Block, panel: Value) -> Value:
        f, b, product = self.f, self.blocking, self.product
        if product.rhs_packing == "task":
            return self._own_panel(task, panel)
        if self.buffers.rhs_panels is not None:
            place = self._packed_offset(f, task.rhs_outer, panel, block.start)
            return f.address(self.buffers.rhs_panels, place, self.element)
        at = [*task.rhs_outer, *block.start, (b.n, panel_start(f, b, panel))]
        return f.address(self.buffers.rhs, element_offset(f, at, "rhs", product.rhs.offset), self.element)

    def _left(self, task: _Task, block: _Block, q: Value, e: Value, column: Value) -> Value:
        f, b, layout = self.f, self.blocking, self.layout
        row = self._tile_row(e)
        base = self.buffers.lhs_block if self.buffers.lhs_block is not None else task.view
        if base is None:
            at = [*task.lhs_outer, (b.q, q), (b.e, row), *block.start]
            return f.address(self.buffers.lhs, element_offset(f, at, "lhs", self.product.lhs.offset), self.element)
        local = [(f.sub(q, task.q[0]), layout.q)]
        if layout.tile is not None:
            local.append((f.sub(e, task.e[0]), layout.tile))
        else:
            local.append((f.sub(row, task.first_row), layout.e))
        if task.view is not None:
            local += [*((v, a.lhs) for a, v in block.start), (column, b.n.lhs)]
        return f.address(base, offset(f, local), self.element)

    def _sums(self, task: _Task, panel: Value, q: Value, e: Value) -> Value:
        """Where the sums of a tile gather: its own place if they wait for further blocks of k."""
        assert self.buffers.sums is not None
        f, b = self.f, self.blocking
        if b.k_blocks == 1:
            return self.buffers.sums
        at = [f.sub(panel, task.panels[0]), f.sub(q, task.q[0]), f.binary("udiv", f.sub(e, task.e[0]), b.tile.steps)]
        return f.address(self.buffers.sums, offset(f, list(zip(at, self.sums_strides, strict=True))), self.element)
