"""What is fixed about a contraction before its kernels are emitted: blocking, operands, packing, hooks, scratch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.blocking import Blocking
from hloom.codegen.cpu.contraction.dots import Stored
from hloom.codegen.cpu.contraction.emission import Indices, LoadHook
from hloom.codegen.cpu.contraction.operand_layouts import LhsLayout, Packing, RhsLayout
from hloom.codegen.llvm.builder import Function, Value
from hloom.support.records import dataclass

#: How an operand comes to the micro-kernel.
_COPIED = {Packing.IN_PLACE: "read in place", Packing.BY_TASK: "packed by each task", Packing.BEFORE: "packed before"}

#: `(f, sums, indices, width)` -> elements of the result, as they are stored.
EpilogueHook = Callable[[Function, Value, Indices, int], Value]


@dataclass(frozen=True)
class Scratch:
    """A buffer that kernels need, 64-byte aligned, contents undefined; `bytes` for one worker if `per_worker`."""

    bytes: int
    per_worker: bool


@dataclass(frozen=True)
class TaskFunction:
    """A parallel kernel `void @name(ptr arguments, i64 begin, i64 end, i64 worker)` over `tasks` tasks."""

    name: str
    tasks: int
    #: How many there are for fewer examples (`EmittedKernel.share`).
    share: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Operand:
    """A buffer: its place among the kernel's arguments, its elements, and the first one used."""

    argument: int
    type: Stored
    offset: int = 0


@dataclass
class Product:
    """Everything that is fixed about a contraction before its kernels are emitted.

    It places its scratch buffers when it is made: `window` elements for each worker first, where a task makes what it reads
    in place of the left operand.
    """

    blocking: Blocking
    lhs: Operand
    rhs: Operand
    out: Operand
    #: Arguments from this one on are scratch buffers, in the order of `scratch`.
    first_scratch: int
    #: How the micro-kernel finds the operands.
    lhs_layout: LhsLayout
    rhs_layout: RhsLayout
    rhs_hook: LoadHook | None = None
    epilogue: EpilogueHook | None = None
    #: Lanes for which the epilogue may be called.
    epilogue_width: int = 64
    #: Elements of what a task makes in place of its left operand; 0: it reads that itself.
    window: int = 0
    #: Whether the packed right operand is given instead of scratch memory for it: it is a constant (`constants`).
    rhs_is_given: bool = False
    scratch: list[Scratch] = field(default_factory=list)

    def __post_init__(self) -> None:
        b = self.blocking
        #: Arguments that are scratch buffers: the window, a packed block of the left operand, packed panels of the right
        #: operand (of a task's, or all of them), sums of tiles, what the sums of a panel begin with.
        self.window_buffer = self._add_scratch(self.window, per_worker=True) if self.window else None
        self.lhs_block: int | None = None
        self.rhs_panels: int | None = None
        self.sums: int | None = None
        self.initial_sums: int | None = None
        if self.lhs_layout.packing is not Packing.IN_PLACE:
            self.lhs_block = self._add_scratch(self.lhs_layout.size, per_worker=True)
        if self.rhs_layout.packing is not Packing.IN_PLACE:
            self.rhs_panels = self._add_scratch(self.rhs_layout.size, per_worker=self.rhs_layout.packing is Packing.BY_TASK)
        #: Distances, in the sums of tiles, of panels and of steps of m_block and m_tile.
        tiles, size = -(-b.m_tile_step // b.tile.steps), b.tile.mr * b.panel_width
        self.sums_strides = (b.m_block_step * tiles * size, tiles * size, size)
        if not self.direct or b.k_blocks > 1:
            waiting = b.task_panels * self.sums_strides[0]
            self.sums = self._add_scratch(waiting if b.k_blocks > 1 else size, per_worker=True)
        if b.corrects_panels:
            self.initial_sums = self._add_scratch(b.panel_width, per_worker=True)

    def of_heights(self) -> dict[int, Product]:
        """The product by the rows of its tiles: it alone, or where a launch says how many rows there are, few enough for the rest
        of a tile to count, such that all tiles of any launch are as high (`nest`). They share their scratch memory."""
        b, most = self.blocking, self.blocking.tile.steps
        if b.examples is None or not b.has_heights:
            return {most: self}
        counts = [b.examples.rows(b.m_tile) * n for n in range(b.examples.least, b.examples.most + 1)]
        heights = sorted({-(-count // -(-count // most)) for count in counts})
        made = {height: self if height == most else self._of_height(height) for height in heights}
        scratch = [Scratch(max(s.bytes for s in each), each[0].per_worker)
                   for each in zip(*(other.scratch for other in (self, *made.values())), strict=True)]
        for other in (self, *made.values()):
            other.scratch[:] = scratch
        return made

    def _of_height(self, height: int) -> Product:
        b = replace(self.blocking, tile=replace(self.blocking.tile, steps=height))
        lhs = self.lhs_layout
        if lhs.packing is not Packing.IN_PLACE:
            lhs = LhsLayout.packed(b, by_rows=lhs.tile is None)
        return replace(self, blocking=b, lhs_layout=lhs, scratch=[])

    def text(self) -> str:
        """What a tile and a task are, and how the operands come to the micro-kernel."""
        b = self.blocking
        lhs = "copied in windows" if self.window else _COPIED[self.lhs_layout.packing]
        dot = b.arithmetic.dot
        terms, grouped = (b.kc, "") if dot is None else (b.kc * dot.size, f", {dot.size} by one instruction")
        return (f"{b.tile.mr} x {b.tile.nr} sums in {'tile registers' if b.arithmetic.on_tiles else 'registers'}; "
                f"tasks of {b.mc} x {b.nc}, {terms} terms at a time{grouped}\n"
                f"left operand {lhs}, right operand {'computed and ' if self.rhs_hook else ''}{_COPIED[self.rhs_layout.packing]}")

    @property
    def parts(self) -> int:
        """Kernels that run one after another: what packs before, where there is such, and what computes."""
        return 2 if self.rhs_layout.packing is Packing.BEFORE and not self.rhs_is_given else 1

    @property
    def direct(self) -> bool:
        """Whether the micro-kernel writes straight into the result, with the last block of k where there are several. Otherwise
        sums gather in scratch memory first."""
        b = self.blocking
        return (self.epilogue is None and llvm_type(self.out.type) == b.arithmetic.element and b.n.out == 1
                and (b.k_blocks == 1 or b.tile.unit == 1))

    def _add_scratch(self, elements: int, *, per_worker: bool) -> int:
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


#: Makes what a task reads in place of its left operand, from the indices of batch, outer m, and the first of m_block and m_tile;
#: its address.
MakeWindow = Callable[[Function, Product, Indices], Value]
