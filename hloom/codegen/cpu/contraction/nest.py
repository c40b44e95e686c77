"""The kernels of a contraction: loops over tasks, blocks of k, panels and tiles around the micro-kernel.

Time passes in three small functions: the micro-kernel, the innermost copies of packing, and the finishing of a tile.
The loop nest around them, much code that runs seldom, is compiled without optimisation (cold), which takes LLVM a
third of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import NamedTuple

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.emission import (
    Indices,
    Range,
    element_offset,
    loops,
    minimum,
    number,
    offset,
    remaining,
    scaled,
)
from hloom.codegen.cpu.contraction.finish import emit_finish
from hloom.codegen.cpu.contraction.micro_kernel import (
    ContractionLoop,
    MicroKernel,
    MicroTile,
    TileRun,
    Waiting,
    emit_micro_kernel,
)
from hloom.codegen.cpu.contraction.operand_layouts import Packing
from hloom.codegen.cpu.contraction.packing import LhsPacker, RhsPacker, emit_pack_kernel, pack_panels, packed_offset, panel_start
from hloom.codegen.cpu.contraction.product import MakeWindow, Product, TaskFunction
from hloom.codegen.cpu.contraction.spec import Axis, unravel
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.dot_products import WORDS
from hloom.codegen.llvm.module import LLVMModule
from hloom.support.records import dataclass


def emit_product(module: LLVMModule, name: str, product: Product,
                 make_window: MakeWindow | None = None) -> tuple[TaskFunction, ...]:
    """Emits the pack kernel, where there is one, and the compute kernel."""
    inner = _InnerFunctions.emit(module, name, product)
    # First of all functions: LLVM takes longest for them, and may begin while the others are emitted.
    module.finished()
    packing: tuple[TaskFunction, ...] = ()
    if product.parts == 2:
        assert inner.rhs_packer is not None
        packing = (emit_pack_kernel(module, f"{name}_pack", product, inner.rhs_packer),)
    heights = product.of_heights()
    if len(heights) == 1:
        return (*packing, _ComputeKernel(module, name, product, inner, make_window).emit())
    made = {height: _ComputeKernel(module, f"{name}_{height}_rows", other, inner.of(module, other), make_window).emit()
            for height, other in heights.items()}
    b, examples = product.blocking, product.blocking.examples
    assert examples is not None
    return (*packing, emit_choice_of_height(module, name, lambda f: examples.extent(f, b.m_tile), b.tile.steps, made))


def emit_choice_of_height(module: LLVMModule, name: str, rows: Callable[[Function], Value], most: int,
                          heights: Mapping[int, TaskFunction]) -> TaskFunction:
    """The kernel of a product whose launches have different numbers of rows, `rows`: tiles as high as each other, as few as there
    can be of `most` rows. Of tiles of one height the last would make up to as many rows for nothing. Kernels for each height have
    the same tasks."""
    f = module.function(name, PARAMETERS, is_cold=True)
    count = rows(f)
    tiles = f.binary("udiv", f.add(count, most - 1), most)
    found = f.binary("udiv", f.sub(f.add(count, tiles), 1), tiles)
    for height, kernel in heights.items():
        with f.when(f.compare("eq", found, height)):
            f.call(kernel.name, "void", f.parameters)
    f.ret()
    (shape,) = {(kernel.tasks, kernel.share) for kernel in heights.values()}
    return TaskFunction(name, *shape)


@dataclass(frozen=True)
class _InnerFunctions:
    """The functions in which time passes: the copies of packing, where operands are packed, the micro-kernel, and the tile
    without rows that computes what its sums begin with."""

    lhs_packer: LhsPacker | None
    rhs_packer: RhsPacker | None
    micro_kernel: MicroKernel
    initial_sums: MicroKernel | None

    @classmethod
    def emit(cls, module: LLVMModule, name: str, product: Product) -> _InnerFunctions:
        b, lhs, rhs = product.blocking, product.lhs_layout, product.rhs_layout
        tile = _micro_tile(product)
        micro_kernel = emit_micro_kernel(module, tile, b.arithmetic)
        initial_sums = emit_micro_kernel(module, tile.of_initial_sums(), b.arithmetic) if tile.has_initial_sums else None
        lhs_packer = rhs_packer = None
        if lhs.packing is not Packing.IN_PLACE:
            lhs_packer = LhsPacker(module, b, product.lhs.type, lhs)
        if rhs.packing is not Packing.IN_PLACE and not product.rhs_is_given:
            rhs_packer = RhsPacker(module, f"{name}_pack_rhs", b, product.rhs.type, product.rhs_hook)
        return cls(lhs_packer, rhs_packer, micro_kernel, initial_sums)

    def of(self, module: LLVMModule, product: Product) -> _InnerFunctions:
        """Those of a product that is the same but for the height of its tiles: the right operand is packed alike."""
        b, tile = product.blocking, _micro_tile(product)
        lhs_packer = None if self.lhs_packer is None else LhsPacker(module, b, product.lhs.type, product.lhs_layout)
        return replace(self, lhs_packer=lhs_packer, micro_kernel=emit_micro_kernel(module, tile, b.arithmetic))


def _micro_tile(product: Product) -> MicroTile:
    micro_kernel = product.blocking.machine.micro_kernel
    b, lhs, rhs = product.blocking, product.lhs_layout, product.rhs_layout
    steps = [(s, u) for s in range(b.tile.steps) for u in range(b.tile.unit)]
    counts = [None, *(a.size for a in b.inner_k)]
    return MicroTile(
        lhs_rows=tuple(s * lhs.m_tile + u * lhs.m_unit for s, u in steps),
        out_rows=(tuple(s * b.m_tile.out + u * b.m_unit.out for s, u in steps) if product.direct and b.k_blocks == 1
                  else tuple(r * b.panel_width for r in range(b.tile.mr))),
        nr=b.tile.nr,
        loops=tuple(ContractionLoop(*loop) for loop in zip(counts, lhs.k, rhs.k, strict=True)),
        masks_rhs=rhs.packing is Packing.IN_PLACE, accumulates=b.k_blocks > 1, channelwise=b.n.lhs != 0,
        depth=b.tile_depth or WORDS if b.arithmetic.on_tiles else 1,
        asks_ahead=(b.kc * b.panel_width * b.arithmetic.bytes >= micro_kernel.uncached_panel_bytes
                    and b.tile.mr >= micro_kernel.rows_to_prefetch),
        asks_for_rows=_level_of_next_rows(product), has_initial_sums=b.corrects_panels)


def _level_of_next_rows(product: Product) -> int:
    """Into which caches a tile's rows of the left operand come before their turn (see `MicroTile.asks_for_rows`)."""
    micro_kernel = product.blocking.machine.micro_kernel
    b = product.blocking
    if product.lhs_layout.packing is not Packing.IN_PLACE or product.window or b.arithmetic.on_tiles or b.n.lhs:
        return 0
    if b.kc < micro_kernel.depth_to_ask:
        return 0
    return 3 if b.tile.mr * b.kc * b.arithmetic.bytes <= micro_kernel.first_level_tile_bytes else 2


@dataclass(frozen=True)
class _Buffers:
    """Addresses that a kernel loads once: operands, and the worker's or the shared scratch memory."""

    lhs: Value
    rhs: Value
    out: Value
    lhs_block: Value | None
    rhs_panels: Value | None
    sums: Value | None
    initial_sums: Value | None


@dataclass(frozen=True)
class _Task:
    """A task's place: the indices of its outer axes, and its ranges of panels and along m_block and m_tile."""

    outer: Indices
    #: Those of `outer` that the right and that the left operand move along.
    rhs_outer: Indices
    lhs_outer: Indices
    panels: Range
    m_block: Range
    m_tile: Range
    #: Tiles along m_tile that are full.
    full: Value
    #: First row that the task reads: its last tile is moved back where it is not full.
    first_row: Value
    #: What it reads in place of the left operand.
    window: Value | None


@dataclass(frozen=True)
class _Block:
    """A block of k: where it starts, its steps of the split axis, and whether it is the first and the last (None: the only
    one)."""

    start: Indices
    count: Value
    is_first: Value | None = None
    is_last: Value | None = None


class _Tile(NamedTuple):
    """A tile by its steps along m_block and m_tile, and its number among those of its block where sums wait."""

    block: Value
    step: Value
    number: Value


class _ComputeKernel:
    """Emission of the compute kernel; the methods follow its loop nest from the outside in."""

    def __init__(self, module: LLVMModule, name: str, product: Product, inner: _InnerFunctions,
                 make_window: MakeWindow | None) -> None:
        self.module, self.name, self.product, self.inner, self.make_window = module, name, product, inner, make_window
        b = self.blocking = product.blocking
        self.element, self.layout = b.arithmetic.element, product.lhs_layout

    def emit(self) -> TaskFunction:
        product, b = self.product, self.blocking
        self.finish = emit_finish(self.module, f"{self.name}_finish", product) if not product.direct else None
        f = self.f = self.module.function(self.name, PARAMETERS, is_cold=True)
        axis = b.axis_of_examples
        #: The axis whose extent is known at launches only, and that.
        self.counted = None if axis is None or b.examples is None else (axis, b.examples.extent(f, axis))
        *others, blocks, tiles_of_m = b.task_sizes
        self.task_sizes = (*others, self._blocks(b.m_block, blocks), self._blocks(b.m_tile, tiles_of_m))
        self.buffers = _Buffers(
            *(product.pointer(f, o.argument) for o in (product.lhs, product.rhs, product.out)),
            *(product.pointer(f, s) if s is not None else None for s in (
                product.lhs_block, product.rhs_panels, product.sums, product.initial_sums)))
        tiles = b.arithmetic.tiles(b.tile.mr, b.tile.nr, b.tile_depth or WORDS) if b.arithmetic.on_tiles else None
        if tiles is not None:
            tiles.configure(f)
        with f.loop(f.parameters[1], f.parameters[2]) as task:
            self._task(self._place(task))
        if tiles is not None:
            tiles.release(f)
        f.ret()
        return TaskFunction(self.name, b.tasks, b.share)

    def _extent(self, axis: Axis) -> Value | int:
        return self.counted[1] if self.counted is not None and axis is self.counted[0] else axis.size

    def _blocks(self, axis: Axis, count: int) -> Value | int:
        """How many blocks there are along an axis: `count`, unless launches say (`Blocking.blocks_of`)."""
        f, shares, extent = self.f, self.blocking.row_shares, self._extent(axis)
        if not isinstance(extent, Value):
            return count
        step = shares * self.blocking.block_of_examples[0]
        return scaled(f, f.binary("udiv", f.add(extent, step - 1), step), shares)

    def _place(self, task: Value) -> _Task:
        f, b = self.f, self.blocking
        index = unravel(f, task, self.task_sizes, counts_single=True)

        def range_of(block: Value, step: int, size: Value | int, count: Value | int) -> Range:
            if isinstance(size, Value) and b.row_shares > 1:
                return self._even_range(block, size, count)
            start = scaled(f, block, step)
            return start, f.add(start, remaining(f, start, step, size))

        panels, blocks, tiled = (range_of(*r) for r in zip(
            index[-3:], (b.task_panels, b.m_block_step, b.m_tile_step),
            (b.panels, self._extent(b.m_block), self._extent(b.m_tile)), self.task_sizes[-3:], strict=True))
        outer = [*zip((*b.batch, *b.n_outer, *b.m_outer), index[:-3], strict=True)]
        rhs_outer = outer[:len(b.batch) + len(b.n_outer)]
        lhs_outer = outer[:len(b.batch)] + outer[len(rhs_outer):]
        first_row = self._tile_row(tiled[0])
        window = None
        if self.make_window is not None:
            window = self.make_window(f, self.product, [*lhs_outer, (b.m_block, blocks[0]), (b.m_tile, first_row)])
        full = f.binary("udiv", f.sub(tiled[1], tiled[0]), b.tile.steps)
        return _Task(outer, rhs_outer, lhs_outer, panels, blocks, tiled, full, first_row, window)

    def _even_range(self, block: Value, size: Value, count: Value | int) -> Range:
        """The steps of one of `count` blocks along the axis of examples: all have about as many tiles of them."""
        f, unit = self.f, self.blocking.block_of_examples[1]
        units = f.binary("udiv", f.add(size, unit - 1), unit)
        start, end = (scaled(f, f.binary("udiv", f.mul(number, units), count), unit) for number in (block, f.add(block, 1)))
        return start, minimum(f, end, size)

    def _task(self, task: _Task) -> None:
        """Runs through the blocks of k; where there are several, sums wait in scratch memory between them."""
        f, b = self.f, self.blocking
        counter = None
        if b.k_blocks > 1:
            counter = f.variable(number(0))
            assert self.buffers.sums is not None
            if not b.arithmetic.on_tiles:
                f.clear_bytes(self.buffers.sums, b.task_panels * self.product.sums_strides[0] * b.arithmetic.bytes)
        outer, split = b.k[:b.k_split], b.k[b.k_split]
        with ExitStack() as stack:
            k_outer = loops(f, stack, [a.size for a in outer])
            k0 = number(0) if split.size <= b.k_step else stack.enter_context(f.loop(0, split.size, b.k_step))
            start = [*zip(outer, k_outer, strict=True), (split, k0)]
            count = remaining(f, k0, b.k_step, split.size)
            if counter is None:
                self._block(task, _Block(start, count))
            else:
                done = f.get(counter)
                self._block(task, _Block(start, count, f.compare("eq", done, 0), f.compare("eq", done, b.k_blocks - 1)))
                f.set(counter, f.add(done, 1))

    def _block(self, task: _Task, block: _Block) -> None:
        """Packs a block of the operands, and multiplies it tile by tile; a panel stays in the cache for all tiles."""
        f, b = self.f, self.blocking
        self._pack_lhs(task, block)
        if self.inner.rhs_packer is not None and self.product.rhs_layout.packing is Packing.BY_TASK:
            pack_panels(f, self.product, self.inner.rhs_packer, self.buffers.rhs, [*task.rhs_outer, *block.start], task.panels,
                        lambda p: self._own_panel(task, p), block.count)
        with f.loop(*task.panels) as panel, ExitStack() as stack:
            right = self._right(task, block, panel)
            if self.inner.initial_sums is not None and self.buffers.initial_sums is not None:
                self.inner.initial_sums.call(f, right, right, self.buffers.initial_sums, block.count)
            if self.finish is None and not b.arithmetic.on_tiles:
                self._tiles(task, block, panel, right)
            else:
                block_row = number(0) if b.m_block.size == 1 else stack.enter_context(f.loop(*task.m_block))
                step = stack.enter_context(f.loop(*task.m_tile, b.tile.steps))
                place = f.sub(step, task.m_tile[0])
                self._tile(task, block, panel, right, _Tile(block_row, step, number(0) if b.k_blocks == 1 else f.binary(
                    "udiv", place, b.tile.steps)))

    def _tiles(self, task: _Task, block: _Block, panel: Value, right: Value) -> None:
        """Multiplies all tiles of a panel, which nothing has to finish: one call for those that are full, and one for those that
        are moved back."""
        f, b = self.f, self.blocking
        first = _Tile(task.m_block[0], task.m_tile[0], number(0))
        blocks, extent = (f.sub(end, start) for start, end in (task.m_block, task.m_tile))
        self._multiply(task, block, panel, right, first, self._at(task, panel, first), self._run(block, blocks, task.full))
        done = f.mul(task.full, b.tile.steps)
        with f.when(f.compare("ult", done, extent)):
            last = first._replace(step=f.add(first.step, done), number=task.full)
            self._multiply(task, block, panel, right, last, self._at(task, panel, last), self._run(block, blocks, number(1)))

    def _run(self, block: _Block, blocks: Value, tiles: Value) -> TileRun:
        """So many tiles one after the other, in so many blocks."""
        f, b, layout = self.f, self.blocking, self.layout
        before = number(self.product.sums_strides[1]), number(self.product.sums_strides[2])
        out = number(b.m_block.out), number(b.m_tile.out * b.tile.steps)
        if block.is_last is not None:
            out = f.select(block.is_last, out[0], before[0]), f.select(block.is_last, out[1], before[1])
        by_step = layout.m_tile if layout.tile is None else layout.tile
        return TileRun(blocks, tiles, (number(layout.m_block), number(by_step * b.tile.steps)), out, before)

    def _tile(self, task: _Task, block: _Block, panel: Value, right: Value, tile: _Tile) -> None:
        """Multiplies a tile, and finishes it after the last block of k."""
        f, b = self.f, self.blocking
        at = self._at(task, panel, tile)
        sums = self._multiply(task, block, panel, right, tile, at)
        if self.finish is None:
            return
        with ExitStack() as stack:
            if block.is_last is not None:
                stack.enter_context(f.when(block.is_last))
            first_column = f.sub(offset(f, [(panel, b.tile.nr)]), at[-1][1])
            self.finish(f, sums, self._result(at), f.sub(tile.step, at[-2][1]), first_column, [v for _, v in at])

    def _multiply(self, task: _Task, block: _Block, panel: Value, right: Value, tile: _Tile, at: Indices,
                  run: TileRun | None = None) -> Value:
        """Multiplies the tile with the indices `at`, or those that a run has from this one on; where its sums are."""
        f, b, product = self.f, self.blocking, self.product
        sums, waiting = self._result(at) if product.direct else self._sums(task, panel, tile), None
        if block.is_first is not None and block.is_last is not None:
            scratch, pitch = self._sums(task, panel, tile), number(b.panel_width)
            waiting = Waiting(f.select(block.is_first, zero("ptr"), scratch) if b.arithmetic.on_tiles else scratch, pitch)
            if product.direct:
                sums = f.select(block.is_last, sums, scratch)
                waiting = replace(waiting, pitch=f.select(block.is_last, number(b.m_tile.out), pitch))
        self.inner.micro_kernel.call(f, self._left(task, block, tile, at), right, sums, block.count, waiting,
                                     self.buffers.initial_sums, run)
        return sums

    def _at(self, task: _Task, panel: Value, tile: _Tile) -> Indices:
        """The indices of a tile's first element."""
        f, b = self.f, self.blocking
        return [*task.outer, (b.m_block, tile.block), (b.m_tile, self._tile_row(tile.step)), (b.n, panel_start(f, b, panel))]

    def _result(self, at: Indices) -> Value:
        """Where the tile with these indices lies in the result."""
        return self.f.address(self.buffers.out, element_offset(self.f, at, "out"), llvm_type(self.product.out.type))

    def _tile_row(self, step: Value) -> Value:
        """First row (step of m_tile) of the tile at `step`, moved back where the tile would not be full."""
        b, extent = self.blocking, self._extent(self.blocking.m_tile)
        return minimum(self.f, step, self.f.sub(extent, b.tile.steps) if isinstance(extent, Value) else extent - b.tile.steps)

    def _pack_lhs(self, task: _Task, block: _Block) -> None:
        if self.inner.lhs_packer is None or self.buffers.lhs_block is None:
            return
        f, b = self.f, self.blocking
        (first_block, end_block), (first_step, end_step) = task.m_block, task.m_tile
        if self.layout.tile is None:
            first_step = task.first_row
        *k_outer, split = block.start
        at = [*task.lhs_outer, *k_outer, (b.m_block, first_block), (b.m_tile, first_step), (b.m_unit, number(0)), split,
              *((a, number(0)) for a in b.inner_k)]
        self.inner.lhs_packer.pack(f, self.buffers.lhs, self.product.lhs.offset, self.buffers.lhs_block, at,
                             (f.sub(end_block, first_block), f.sub(end_step, first_step), block.count))

    # -- where the micro-kernel reads and writes ------------------------------------------------------------------
    def _own_panel(self, task: _Task, panel: Value) -> Value:
        """Where the task packs a panel."""
        assert self.buffers.rhs_panels is not None
        b = self.blocking
        local = self.f.sub(panel, task.panels[0])
        return self.f.address(self.buffers.rhs_panels, self.f.mul(local, b.kc * b.panel_width), self.element)

    def _right(self, task: _Task, block: _Block, panel: Value) -> Value:
        f, b, product = self.f, self.blocking, self.product
        if product.rhs_layout.packing is Packing.BY_TASK:
            return self._own_panel(task, panel)
        if self.buffers.rhs_panels is not None:
            place = packed_offset(f, b, task.rhs_outer, panel, block.start)
            return f.address(self.buffers.rhs_panels, place, self.element)
        at = [*task.rhs_outer, *block.start, (b.n, panel_start(f, b, panel))]
        return f.address(self.buffers.rhs, element_offset(f, at, "rhs", product.rhs.offset), self.element)

    def _left(self, task: _Task, block: _Block, tile: _Tile, at: Indices) -> Value:
        f, b, layout = self.f, self.blocking, self.layout
        row, column = at[-2][1], at[-1][1]
        base = self.buffers.lhs_block if self.buffers.lhs_block is not None else task.window
        if base is None:
            at = [*task.lhs_outer, (b.m_block, tile.block), (b.m_tile, row), *block.start]
            return f.address(self.buffers.lhs, element_offset(f, at, "lhs", self.product.lhs.offset), self.element)
        local = [(f.sub(tile.block, task.m_block[0]), layout.m_block)]
        if layout.tile is not None:
            local.append((f.sub(tile.step, task.m_tile[0]), layout.tile))
        else:
            local.append((f.sub(row, task.first_row), layout.m_tile))
        if task.window is not None:
            local += [*((v, a.lhs) for a, v in block.start), (column, b.n.lhs)]
        return f.address(base, offset(f, local), self.element)

    def _sums(self, task: _Task, panel: Value, tile: _Tile) -> Value:
        """Where the sums of a tile gather: its own place if they wait for further blocks of k."""
        assert self.buffers.sums is not None
        f, b = self.f, self.blocking
        if b.k_blocks == 1:
            return self.buffers.sums
        at = [f.sub(panel, task.panels[0]), f.sub(tile.block, task.m_block[0]), tile.number]
        return f.address(self.buffers.sums, offset(f, list(zip(at, self.product.sums_strides, strict=True))), self.element)
