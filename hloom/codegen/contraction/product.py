"""The compute kernel of a contraction: loops over tasks, blocks of k, panels and tiles around the micro-kernel.

Time passes in three small functions: the micro-kernel, the innermost copies of packing, and the finishing of a tile.
The loop nest around them, much code that runs seldom, is compiled without optimisation (`COLD`), which takes LLVM a
third of the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from hloom.codegen.contraction.arithmetic import llvm_type, masked_store, tail_mask
from hloom.codegen.contraction.blocking import Blocking
from hloom.codegen.contraction.copies import emit_clear
from hloom.codegen.contraction.emission import (
    Indices,
    LoadHook,
    element_offset,
    loops,
    minimum,
    moved,
    number,
    offset,
    runs,
    shared_name,
)
from hloom.codegen.contraction.micro_kernel import ContractionLoop, MicroTile, emit_micro_kernel
from hloom.codegen.contraction.packing import ROWS_TOGETHER, LhsLayout, LhsPacker, RhsPacker, panel_start
from hloom.codegen.contraction.spec import Axis, unravel
from hloom.codegen.llvm.builder import Function, Module, Value, vector
from hloom.numbers.element_type import ElementType

#: Parameters of every parallel kernel: buffers, share of the tasks, number of the executing worker.
KERNEL_PARAMETERS = (("ptr", "arguments"), ("i64", "begin"), ("i64", "end"), ("i64", "worker"))
#: Attributes of functions that are compiled fast rather than to fast code.
COLD = "#0 noinline optnone"

#: `(f, sums, indices, width)` -> elements of the result, as they are stored.
EpilogueHook = Callable[[Function, Value, Indices, int], Value]


@dataclass(frozen=True)
class Scratch:
    """A buffer that kernels need: 64-byte aligned, contents undefined. `bytes` is the size for one worker or for all."""

    bytes: int
    per_worker: bool


@dataclass(frozen=True)
class Kernel:
    """A parallel kernel `void @name(ptr arguments, i64 begin, i64 end, i64 worker)` over `tasks` tasks."""

    name: str
    tasks: int


@dataclass(frozen=True)
class Operand:
    """A buffer: its place among the kernel's arguments, its elements, and the first one used."""

    argument: int
    type: ElementType
    offset: int = 0


@dataclass
class Product:
    """Everything that is fixed about a contraction before its kernels are emitted."""

    blocking: Blocking
    lhs: Operand
    rhs: Operand
    out: Operand
    #: Arguments from this one on are scratch buffers, in the order of `scratch`.
    first_scratch: int
    #: Left operand: packed block by block, or read where it is.
    packs_lhs: bool
    #: Right operand: read "in place", packed by every "task" for itself, or by a kernel that runs "before".
    rhs_packing: str
    lhs_hook: LoadHook | None = None
    rhs_hook: LoadHook | None = None
    epilogue: EpilogueHook | None = None
    #: Lanes for which the epilogue may be called.
    epilogue_width: int = 64
    #: Which scratch buffer holds the right operand packed before.
    packed_rhs: int | None = None
    scratch: list[Scratch] = field(default_factory=list)

    @property
    def lhs_layout(self) -> LhsLayout:
        b = self.blocking
        if not self.packs_lhs:
            return LhsLayout.in_place(b)
        along_e = b.e.lhs == 1 and b.u.size == 1 and b.k[-1].lhs != 1 and self.lhs_hook is None
        return LhsLayout.by_tiles(b) if along_e else LhsLayout.by_rows(b)

    @property
    def direct(self) -> bool:
        """Whether the micro-kernel writes straight into the result. Otherwise sums gather in scratch memory first."""
        b = self.blocking
        return (self.epilogue is None and llvm_type(self.out.type) == b.arithmetic.element and b.n.out == 1
                and b.k_blocks == 1)

    def add_scratch(self, elements: int, *, per_worker: bool) -> int:
        """The argument number of a new scratch buffer for `elements` accumulators."""
        size = -(-elements * self.blocking.arithmetic.bytes // 64) * 64
        self.scratch.append(Scratch(size, per_worker))
        return self.first_scratch + len(self.scratch) - 1

    def pointer(self, f: Function, argument: int) -> Value:
        """The address of a buffer; of the worker's part of it where it is a private scratch buffer."""
        base = f.load("ptr", f.address(f.parameters[0], argument, "ptr"))
        index = argument - self.first_scratch
        if 0 <= index < len(self.scratch) and self.scratch[index].per_worker:
            return f.address(base, f.mul(f.parameters[3], self.scratch[index].bytes), "i8")
        return base


#: Makes what a task reads as its left operand: `(f, product, indices of batch, outer m, first q and first e)` -> address.
LhsView = Callable[[Function, Product, Indices], Value]


def emit_product(module: Module, name: str, product: Product, lhs_view: LhsView | None = None) -> tuple[Kernel, ...]:
    """Emits the pack kernel, where there is one, and the compute kernel."""
    emission = _Emission(module, name, product, lhs_view)
    return (*emission.emit_pack_kernel(), emission.emit_compute_kernel())


def remaining(f: Function, start: Value, step: int, size: int) -> Value:
    """How many of `step` steps from `start` on there are in an axis of `size`."""
    return number(step) if size % step == 0 and size > 0 else minimum(f, f.sub(number(size), start), step)


class _Emission:
    """Emission of the kernels; the methods of the compute kernel follow its loop nest from the outside in."""

    def __init__(self, module: Module, name: str, product: Product, lhs_view: LhsView | None) -> None:
        self.module, self.name, self.product, self.lhs_view = module, name, product, lhs_view
        b = self.blocking = product.blocking
        self.element, self.layout = b.arithmetic.element, product.lhs_layout
        self.lhs_packer = self.rhs_packer = None
        self.lhs_block = self.rhs_panels = self.sums = -1
        if product.packs_lhs:
            self.lhs_packer = LhsPacker(module, f"{name}_pack_lhs", b, product.lhs.type, product.lhs_hook, self.layout)
            self.lhs_block = product.add_scratch(self.layout.size, per_worker=True)
        if product.rhs_packing != "in place":
            self.rhs_packer = RhsPacker(module, f"{name}_pack_rhs", b, product.rhs.type, product.rhs_hook)
            shared = product.rhs_packing == "before"
            k_size = math.prod(a.size for a in (*b.batch, *b.n_outer, *b.k)) if shared else b.block_k
            panels = b.panels if shared else b.panel_step
            self.rhs_panels = product.add_scratch(k_size * panels * b.panel_width, per_worker=not shared)
            product.packed_rhs = self.rhs_panels - product.first_scratch if shared else None
        if not product.direct:
            e_tiles, size = -(-b.e_step // b.tile.steps), b.tile.rows * b.panel_width
            self.tile_strides = (b.q_step * e_tiles * size, e_tiles * size, size)
            self.sums = product.add_scratch(b.panel_step * self.tile_strides[0] if b.k_blocks > 1 else size, per_worker=True)

    # -- packing the right operand before ------------------------------------------------------------------------
    def emit_pack_kernel(self) -> tuple[Kernel, ...]:
        """Packs all of the right operand: [batch, outer n, panel, k, column].

        A task is some rows of all panels or, where rows are not contiguous, a block of k of one panel.
        """
        b, product = self.blocking, self.product
        if product.rhs_packing != "before" or self.rhs_packer is None:
            return ()
        f = self.module.function(f"{self.name}_pack", KERNEL_PARAMETERS, attributes=COLD)
        source, goal = product.pointer(f, product.rhs.argument), product.pointer(f, self.rhs_panels)
        lead, outer, split = (*b.batch, *b.n_outer), b.k[:b.split], b.k[b.split]
        together, step = 1, b.k_step
        if self.rhs_packer.by_rows:
            together, step = b.panels, max(1, 2 * ROWS_TOGETHER // math.prod(a.size for a in b.inner_k))
        sizes = [*(a.size for a in lead), b.panels // together, *(a.size for a in outer), max(1, -(-split.size // step))]
        with f.loop(f.parameters[1], f.parameters[2]) as task:
            index = unravel(f, task, sizes)
            panel, k0 = index[len(lead)], offset(f, [(index[-1], step)])
            k_start = [*zip(outer, index[len(lead) + 1:-1], strict=True), (split, k0)]
            leading = [*zip(lead, index[:len(lead)], strict=True)]
            panels = (number(0), number(together)) if together > 1 else (panel, f.add(panel, 1))
            self._pack_panels(f, source, [*leading, *k_start], panels, lambda p: f.address(
                goal, self._packed_offset(f, leading, p, k_start), self.element), remaining(f, k0, step, split.size))
        f.ret()
        return (Kernel(f.name, math.prod(sizes)),)

    def _packed_offset(self, f: Function, lead: Indices, panel: Value, k: Indices) -> Value:
        """Element offset, in the whole packed right operand, of a panel from the indices `k` on."""
        b = self.blocking
        stride, terms = b.panel_width * math.prod(a.size for a in b.inner_k), []
        for size, value in [*((a.size, v) for a, v in reversed(k)), (b.panels, panel),
                            *((a.size, v) for a, v in reversed(lead))]:
            terms.append((value, stride))
            stride *= size
        return offset(f, terms)

    def _pack_panels(self, f: Function, source: Value, at: Indices, panels: tuple[Value, Value],
                     goal: Callable[[Value], Value], count: Value) -> None:
        """Packs a range of panels; `at` holds the indices of batch and outer n and where k starts."""
        assert self.rhs_packer is not None
        b = self.blocking
        full = [*at, *((a, number(0)) for a in (*b.inner_k, b.n))]
        self.rhs_packer.pack(f, source, self.product.rhs.offset, goal, full, panels, count)

    # -- the functions in which time passes -----------------------------------------------------------------------
    def _emit_micro_kernel(self) -> None:
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
        self.micro_kernel = emit_micro_kernel(self.module, tile, b.arithmetic)

    def _emit_finish(self) -> None:
        """Emits what converts the sums of a tile and stores them, from a first row and column on.

        What comes before those is left to the neighbouring tile: an element must be stored once only, since the
        epilogue may read an operand whose memory the result takes over.
        """
        b, product = self.blocking, self.product
        out_type = llvm_type(product.out.type)
        axes: list[Axis] = []
        if product.epilogue is not None:
            axes, self.finish = [*b.batch, *b.n_outer, *b.m_outer, b.q, b.e, b.n], f"{self.name}_finish"
        else:
            self.finish = shared_name("finish", b.tile, b.panel_width, b.e.out, b.u.out, b.n.out, product.out.type, b.arithmetic)
        if self.finish in self.module.functions:
            return
        f = self.module.function(
            self.finish, [("ptr", "arguments"), ("ptr", "sums"), ("ptr", "out"), ("i64", "row"), ("i64", "column"),
                          *(("i64", f"i{i}") for i in range(len(axes)))], linkage="internal")
        _, sums, out, first_row, first_column = f.parameters[:5]
        start = list(zip(axes, f.parameters[5:], strict=True))
        if product.epilogue is None:
            first_row = first_column = number(0)
        with ExitStack() as stack:
            step = number(0) if b.tile.steps == 1 else stack.enter_context(f.loop(first_row, b.tile.steps))
            u = number(0) if b.tile.unit == 1 else stack.enter_context(f.loop(0, b.tile.unit))
            source = offset(f, [(step, b.tile.unit * b.panel_width), (u, b.panel_width), (first_column, 1)])
            goal = offset(f, [(step, b.e.out), (u, b.u.out), (first_column, b.n.out)])
            row = [*moved(f, moved(f, start, b.e, step), b.n, first_column), (b.u, u)] if start else []

            def store(c: Value, width: int, mask: Value | None = None, active: int = 0) -> None:
                value = f.load(vector(self.element, width), f.address(sums, offset(f, [(c, 1)], source), self.element))
                if product.epilogue is not None:
                    value = product.epilogue(f, value, moved(f, row, b.n, c), width)
                else:
                    value = b.arithmetic.narrow(f, product.out.type, value)
                place = f.address(out, offset(f, [(c, b.n.out)], goal), out_type)
                if width > 1 and b.n.out != 1:
                    for lane in range(active or width):
                        f.store(f.extract(value, lane), f.address(place, lane * b.n.out, out_type))
                elif mask is not None:
                    masked_store(f, value, place, mask)
                else:
                    f.store(value, place)

            width, columns = b.arithmetic.width, b.tile.columns
            if product.epilogue is not None:
                width = min(width, product.epilogue_width)
            if product.epilogue is None:
                # Storing an element twice does no harm here, and whole rows make a simpler loop.
                for c in range(0, columns, width):
                    active = min(width, columns - c)
                    store(number(c), width, tail_mask(width, active), active)
            elif b.n.size % columns == 0:
                runs(f, columns, width, store)
            else:
                runs(f, f.sub(number(columns), first_column), width, store)
        f.ret()

    # -- the loop nest --------------------------------------------------------------------------------------------
    def emit_compute_kernel(self) -> Kernel:
        product = self.product
        self._emit_micro_kernel()
        if not product.direct:
            self._emit_finish()
        if self.blocking.k_blocks > 1:
            self.clear = emit_clear(self.module, self.blocking.arithmetic)
        f = self.f = self.module.function(self.name, KERNEL_PARAMETERS, attributes=COLD)
        self.lhs = product.pointer(f, product.lhs.argument)
        self.rhs = product.pointer(f, product.rhs.argument)
        self.out = product.pointer(f, product.out.argument)
        self.block, self.panels, self.sums_base = (
            product.pointer(f, argument) if argument >= 0 else None for argument in (self.lhs_block, self.rhs_panels, self.sums))
        with f.loop(f.parameters[1], f.parameters[2]) as task:
            self._task(task)
        f.ret()
        return Kernel(self.name, self.blocking.tasks)

    def _task(self, task: Value) -> None:
        f, b = self.f, self.blocking
        index = unravel(f, task, b.task_sizes)
        p0, q0, e0 = (offset(f, [(i, step)]) for i, step in
                      zip(index[-3:], (b.panel_step, b.q_step, b.e_step), strict=True))
        lead = [*zip((*b.batch, *b.n_outer, *b.m_outer), index[:-3], strict=True)]
        batch, n_outer = len(b.batch), len(b.n_outer)
        self.lead, self.batch_n, self.batch_m = lead, lead[:batch + n_outer], lead[:batch] + lead[batch + n_outer:]
        self.panel_range = p0, f.add(p0, remaining(f, p0, b.panel_step, b.panels))
        self.q_range = q0, f.add(q0, remaining(f, q0, b.q_step, b.q.size))
        self.e_range = e0, f.add(e0, remaining(f, e0, b.e_step, b.e.size))
        # The last tile is moved back where it is not full; what a task reads starts no later than that tile.
        self.e_first = self._tile_row(e0)
        self.view = self.lhs_view(f, self.product, [*self.batch_m, (b.q, q0), (b.e, self.e_first)]) if self.lhs_view else None
        outer, split = b.k[:b.split], b.k[b.split]
        counter = None
        if b.k_blocks > 1:
            counter = f.variable(number(0))
            assert self.sums_base is not None
            f.call(self.clear, "void", [self.sums_base, number(b.panel_step * self.tile_strides[0])])
        with ExitStack() as stack:
            k_outer = loops(f, stack, [a.size for a in outer])
            k0 = number(0) if split.size <= b.k_step else stack.enter_context(f.loop(0, split.size, b.k_step))
            self.k_start = [*zip(outer, k_outer, strict=True), (split, k0)]
            self.k_count = remaining(f, k0, b.k_step, split.size)
            if counter is None:
                self._block(None)
            else:
                done = f.get(counter)
                self._block(f.compare("eq", done, b.k_blocks - 1))
                f.set(counter, f.add(done, 1))

    def _block(self, last: Value | None) -> None:
        """Adds the products of one block of k; `last` is None where it is the only one."""
        f, b, product = self.f, self.blocking, self.product
        self._pack_lhs()
        if product.rhs_packing == "task":
            self._pack_panels(f, self.rhs, [*self.batch_n, *self.k_start], self.panel_range, self._own_panel, self.k_count)
        with f.loop(*self.panel_range) as panel, ExitStack() as stack:
            column = panel_start(f, b, panel)
            right = self._right(panel, column)
            q = number(0) if b.q.size == 1 else stack.enter_context(f.loop(*self.q_range))
            e = stack.enter_context(f.loop(*self.e_range, b.tile.steps))
            row = self._tile_row(e)
            at = [*self.lead, (b.q, q), (b.e, row), (b.n, column)]
            place = f.address(self.out, element_offset(f, at, "out"), llvm_type(product.out.type))
            sums = place if product.direct else self._sums(panel, q, e)
            f.call(self.micro_kernel, "void", [self._left(q, e, row, column), right, sums, self.k_count])
            if not product.direct:
                if last is not None:
                    stack.enter_context(f.when(last))
                first_column = f.sub(offset(f, [(panel, b.tile.columns)]), column)
                indices = [v for _, v in at] if product.epilogue is not None else []
                f.call(self.finish, "void", [f.parameters[0], sums, place, f.sub(e, row), first_column, *indices])

    def _tile_row(self, e: Value) -> Value:
        """First row (step of e) of the tile at `e`, moved back where the tile would not be full."""
        b = self.blocking
        return e if b.e.size % b.tile.steps == 0 else minimum(self.f, e, b.e.size - b.tile.steps)

    def _pack_lhs(self) -> None:
        if self.lhs_packer is None or self.block is None:
            return
        f, b, product = self.f, self.blocking, self.product
        (q0, q1), (e0, e1) = self.q_range, self.e_range
        if self.layout.tile is None:
            e0 = self.e_first
        split, k_outer = self.k_start[-1], self.k_start[:-1]
        at = [*self.batch_m, *k_outer, (b.q, q0), (b.e, e0), (b.u, number(0)), split, *((a, number(0)) for a in b.inner_k)]
        self.lhs_packer.pack(f, self.lhs, product.lhs.offset, self.block, at, (f.sub(q1, q0), f.sub(e1, e0), self.k_count))

    def _own_panel(self, panel: Value) -> Value:
        """Where the task packs a panel."""
        assert self.panels is not None
        b = self.blocking
        local = self.f.sub(panel, self.panel_range[0])
        return self.f.address(self.panels, self.f.mul(local, b.block_k * b.panel_width), self.element)

    def _right(self, panel: Value, column: Value) -> Value:
        """Where the micro-kernel reads a panel."""
        f, b, product = self.f, self.blocking, self.product
        if product.rhs_packing == "task":
            return self._own_panel(panel)
        if self.panels is not None:
            return f.address(self.panels, self._packed_offset(f, self.batch_n, panel, self.k_start), self.element)
        at = [*self.batch_n, *self.k_start, (b.n, column)]
        return f.address(self.rhs, element_offset(f, at, "rhs", product.rhs.offset), self.element)

    def _left(self, q: Value, e: Value, row: Value, column: Value) -> Value:
        """Where the micro-kernel reads the rows of a tile."""
        f, b, product = self.f, self.blocking, self.product
        base = self.block if self.block is not None else self.view
        if base is None:
            at = [*self.batch_m, (b.q, q), (b.e, row), *self.k_start]
            return f.address(self.lhs, element_offset(f, at, "lhs", product.lhs.offset), self.element)
        local = [(f.sub(q, self.q_range[0]), self.layout.q)]
        if self.layout.tile is not None:
            local.append((f.sub(e, self.e_range[0]), self.layout.tile))
        else:
            local.append((f.sub(row, self.e_first), self.layout.e))
        if self.view is not None:
            local += [*((v, a.lhs) for a, v in self.k_start), (column, b.n.lhs)]
        return f.address(base, offset(f, local), self.element)

    def _sums(self, panel: Value, q: Value, e: Value) -> Value:
        """Where the sums of a tile gather: its own place if they wait for further blocks of k."""
        assert self.sums_base is not None
        f, b = self.f, self.blocking
        if b.k_blocks == 1:
            return self.sums_base
        tile = f.binary("udiv", f.sub(e, self.e_range[0]), b.tile.steps)
        at = [f.sub(panel, self.panel_range[0]), f.sub(q, self.q_range[0]), tile]
        return f.address(self.sums_base, offset(f, list(zip(at, self.tile_strides, strict=True))), self.element)
