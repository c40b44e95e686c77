"""What processors have beyond LLVM's generic vectors, as hooks that emitters ask: each gives code where there is an instruction,
and None where there is none, and generic code is emitted then.

    found = hooks(f).scale(y, n)
    return found if found is not None else ...

`Hooks` has none. An architecture overrides those that it has, in a package of its own, which nothing else imports: that is
found by how triples begin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from hloom.codegen.target import ARM, Target
from hloom.codegen.x86.features import ARCHITECTURE
from hloom.support.collector import importing_late

if TYPE_CHECKING:
    from hloom.codegen.llvm.builder import Function, Value
    from hloom.codegen.llvm.dot_products import Dot
    from hloom.codegen.llvm.lanes import Lanes
    from hloom.numbers.element_type import ElementType


class WholeRegisters(Protocol):
    """Instructions on whole registers of floats, a power of two of them."""

    #: Lanes of a register.
    lanes: int

    def limited(self, x: Lanes, limit: float) -> Lanes:
        """x, no farther from 0 than the limit; NaN gives the limit, of either sign."""
        ...

    def inverse_root(self, x: Lanes) -> Lanes:
        """1 / sqrt(x) to 14 bits; infinite for a zero, 0 for infinity, NaN for x < 0 and NaN."""
        ...

    def look_up(self, table: Sequence[float], index: Lanes) -> Lanes:
        """For each lane the number of the table, as long as a register, at the last bits of the integer `index`."""
        ...


class Hooks:
    """The instructions of a processor: this one has none but those of LLVM's vectors."""

    def __init__(self, target: Target | None) -> None:
        self.target = target

    @property
    def any_processor(self) -> str:
        """Attributes of functions that run on every processor of the architecture."""
        return "" if self.target is None else self.target.attributes

    # -- mathematics -----------------------------------------------------------------------------------------------------------
    def scale(self, y: Lanes, n: Lanes) -> Lanes | None:
        """y 2^floor(n), rounded once."""
        return None

    def split(self, x: Lanes) -> tuple[Lanes, Lanes] | None:
        """(k, m) with x = 2^k m, m in [3/4, 3/2), k an integer as a float: (-inf, 1) for 0, (inf, 1) for infinity; m is NaN for
        x < 0 and NaN."""
        return None

    def extremum(self, a: Lanes, b: Lanes, largest: bool) -> Lanes | None:
        """The larger or the smaller number, +0 larger than -0; NaN if either is NaN."""
        return None

    def whole_registers(self, x: Lanes) -> WholeRegisters | None:
        """What there is for whole registers of x's type."""
        return None

    # -- lanes -----------------------------------------------------------------------------------------------------------------
    def picks(self, bits: int) -> bool:
        """Whether lanes of so many bits are `picked` out of registers of 64 bytes."""
        return False

    def picked(self, f: Function, registers: Sequence[Value], places: Value) -> Value | None:
        """The lanes at these places in a register, or in two of them, one behind the other; places are integers as wide."""
        return None

    @property
    def permutes(self) -> bool:
        """Whether lanes of registers are `permuted`."""
        return False

    def permuted(self, f: Function, a: Value, order: Value) -> Value | None:
        """The lanes of a register in an order that is known when the code runs: lanes of 32 or 64 bits as `order` has them, which
        in registers of 32 bytes are 32."""
        return None

    # -- narrow floats ---------------------------------------------------------------------------------------------------------
    @property
    def converts_half(self) -> bool:
        """Whether f16 is converted to and from f32 by an instruction."""
        return False

    def widened_half(self, f: Function, a: Value) -> Value | None:
        """A single f16 as a float, which does not wait for what was in its register before."""
        return None

    def narrowed_bf16(self, f: Function, a: Value, order: Sequence[int] | None, otherwise: Callable[[], Value]) -> Value | None:
        """Floats that are not rounded yet as bf16 in an order of lanes, as they are stored (i16); by what `otherwise` emits where
        there are numbers that an instruction for that rounds in another way."""
        return None

    # -- dot products ----------------------------------------------------------------------------------------------------------
    def dot(self, lhs: ElementType, rhs: ElementType, out: ElementType) -> Dot | None:
        """What multiplies groups of these types on vectors."""
        return None

    def dot_on_tiles(self, lhs: ElementType, rhs: ElementType, out: ElementType) -> Dot | None:
        """What does on tile registers."""
        return None

    # -- the processor that runs it --------------------------------------------------------------------------------------------
    def require(self, f: Function, lacks: str) -> bool:
        """Goes to a label where the processor lacks what code for the target uses. Whether it can be asked."""
        return False


class _Arm(Hooks):
    @property
    def converts_half(self) -> bool:
        return True


def load_hooks(machine: str) -> None:
    """Imports the hooks of a machine, as its system calls it, so that nothing of them is imported while a program is compiled."""
    if machine.startswith(ARCHITECTURE):
        import_module("hloom.codegen.x86.hooks")


@lru_cache(maxsize=16)
def hooks_of(target: Target | None) -> Hooks:
    """The hooks of a processor; those of none where code is for no particular one."""
    triple = "" if target is None else target.triple
    if triple.startswith(ARCHITECTURE):
        with importing_late():
            return import_module("hloom.codegen.x86.hooks").Hooks(target)
    return _Arm(target) if triple.startswith(ARM) else Hooks(target)


def hooks(f: Function) -> Hooks:
    """The hooks of the processor that a function is for."""
    return hooks_of(f.module.target)
