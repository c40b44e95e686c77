"""What the machine that runs the code can do, as far as the code generator cares."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Any

from hloom.codegen.machine import Machine
from hloom.codegen.x86.features import ARCHITECTURE, OF_TILES, PAUSE, TILE_REGISTERS, vector_unit
from hloom.runtime.dispatch.permits import NARROWER, may_use_tiles
from hloom.runtime.dispatch.processor import Processor
from hloom.support import options
from hloom.support.records import dataclass

#: How the triples of Arm's processors of 64 bits begin: each has 32 registers of 16 bytes, and multiplies and adds at once.
ARM = ("aarch64", "arm64")


@dataclass(frozen=True)
class Target:
    """A processor: name and features in LLVM's spelling, and the vector unit that kernels are shaped for."""

    triple: str
    cpu: str
    features: str
    #: Bytes of the widest vector register that kernels should use (64: AVX-512, 32: AVX2, 16: SSE, NEON, or what is not known).
    vector_bytes: int = 16
    #: Number of such registers.
    registers: int = 16
    #: Fused multiply-add in one instruction.
    has_fma: bool = False
    #: Dot products of bf16 pairs accumulated in f32.
    has_bf16_dot: bool = False
    #: Dot products of groups of bytes, and of pairs of 16-bit integers, accumulated in 32 bits.
    has_integer_dot: bool = False
    #: Tile registers, with products of pairs of bf16 and of groups of bytes.
    has_bf16_tiles: bool = False
    has_byte_tiles: bool = False
    #: What is different in the machine: empty for the default.
    tuning: str = ""
    #: The caches, costs and thresholds that code is planned and emitted for.
    machine: Machine = field(default=Machine(), repr=False, compare=False)

    @classmethod
    def host(cls) -> Target:
        """The processor of this process, with what the process may use of it."""
        return cls._permitted_host().tuned()

    @classmethod
    @functools.cache
    def _permitted_host(cls) -> Target:
        return cls.processor().permitted()

    @classmethod
    def processor(cls) -> Target:
        """The processor of this process as LLVM describes it: the same for all processes."""
        return cls.describe(*Processor.here())

    def permitted(self) -> Target:
        """This processor without what the process is told not to use (`HLOOM_ISA`), and without tile registers where it does not
        get leave to use them, or is told not to.

        Code that uses tile registers ends a process that did not ask: every process does, also one whose code another has
        compiled.
        """
        allowed = self.narrowed(options.ISA.value)
        features = allowed.features.split(",")
        if f"+{TILE_REGISTERS}" not in features or may_use_tiles():
            return allowed
        return self.describe(self.triple, self.cpu, _without(features, OF_TILES)).with_machine(self.machine)

    def tuned(self) -> Target:
        """This processor with the thresholds of `HLOOM_MACHINE`, if that is set."""
        path = options.MACHINE.value
        if path is None:
            return self
        from hloom.codegen.machine.reading import machine_from

        return self.with_machine(machine_from(path))

    def with_machine(self, machine: Machine) -> Target:
        """This processor with other thresholds."""
        return replace(self, machine=machine, tuning=machine.key)

    def narrowed(self, isa: str) -> Target:
        """This processor as one whose widest vectors are those of `isa`: `avx512`, `avx2` or `sse`. Others than x86 stay as they
        are, and so do those that have no wider ones."""
        cpu, *beyond = NARROWER.get(isa, (self.cpu,))
        features = self.features.split(",")
        narrowed = _without(features, *beyond)
        is_same = not self.triple.startswith(ARCHITECTURE) or narrowed == self.features
        return self if is_same else self.describe(self.triple, cpu, narrowed).with_machine(self.machine)

    @classmethod
    def describe(cls, triple: str, cpu: str, features: str) -> Target:
        """The target with LLVM's `features` (`+avx2,-avx512f,...`)."""
        have = {f[1:] for f in features.split(",") if f.startswith("+")}
        if triple.startswith(ARM):
            return cls(triple, cpu, features, registers=32, has_fma=True)
        return cls(triple, cpu, features, **(vector_unit(have) if triple.startswith(ARCHITECTURE) else {}))

    def described(self) -> dict[str, Any]:
        """The fields of the processor, without the machine that code is planned for: what makes it again."""
        return {name: value for name, value in vars(self).items() if name not in ("machine", "tuning")}

    def lanes(self, bits: int) -> int:
        """Lanes of one register for elements of `bits` bits."""
        return self.vector_bytes * 8 // max(bits, 8)

    @property
    def has_masks(self) -> bool:
        """Instructions on some lanes of a register, of any width, picked by masks."""
        return self.vector_bytes == 64

    @property
    def pause(self) -> tuple[str, Sequence[int]] | None:
        """The intrinsic with which a thread that looks again and again leaves the processor to its neighbour for a moment, and
        what that takes; None where there is none."""
        if self.triple.startswith(ARCHITECTURE):
            return PAUSE, ()
        return ("aarch64.hint", (1,)) if self.triple.startswith(ARM) else None

    @property
    def attributes(self) -> str:
        """Function attributes (LLVM attribute group #0) that make LLVM generate code for this target."""
        width = f'"prefer-vector-width"="{self.vector_bytes * 8}" "min-legal-vector-width"="{self.vector_bytes * 8}" '
        width = "" if self.triple.startswith(ARM) else width
        return f'nounwind {width}"target-cpu"="{self.cpu}" "target-features"="{self.features}"'


def _without(features: Sequence[str], *beyond: str) -> str:
    """Features as text, those that begin so switched off."""
    return ",".join(f"-{f[1:]}" if f[1:].startswith(beyond) else f for f in features)
