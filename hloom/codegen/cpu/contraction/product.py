"""What is fixed about a contraction before its kernels are emitted: blocking, operands, packing, hooks, scratch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.blocking import Blocking
from hloom.codegen.cpu.contraction.emission import Indices, LoadHook
from hloom.codegen.cpu.contraction.packing import LhsLayout
from hloom.codegen.llvm.builder import Function, Value
from hloom.numbers.element_type import ElementType

#: Parameters of every parallel kernel: buffers, share of the tasks, number of the executing worker.
KERNEL_PARAMETERS = (("ptr", "arguments"), ("i64", "begin"), ("i64", "end"), ("i64", "worker"))

#: `(f, sums, indices, width)` -> elements of the result, as they are stored.
EpilogueHook = Callable[[Function, Value, Indices, int], Value]


@dataclass(frozen=True)
class Scratch:
    """A buffer that kernels need, 64-byte aligned, contents undefined; `bytes` for one worker if `per_worker`."""

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


#: Makes what a task reads as its left operand, from the indices of batch, outer m, and the first q and e; its address.
LhsView = Callable[[Function, Product, Indices], Value]
