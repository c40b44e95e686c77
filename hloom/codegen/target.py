"""What the machine that runs the code can do, as far as the code generator cares."""

from __future__ import annotations

import ctypes
import functools
import sys
from dataclasses import dataclass

from hloom.support import options


@dataclass(frozen=True)
class Target:
    """A processor: name and features in LLVM's spelling, and the vector unit that kernels are shaped for."""

    triple: str
    cpu: str
    features: str
    #: Bytes of the widest vector register that kernels should use (64: AVX-512, 32: AVX2, 16: SSE or NEON).
    vector_bytes: int
    #: Number of such registers.
    registers: int
    #: Fused multiply-add in one instruction.
    has_fma: bool
    #: Dot products of bf16 pairs accumulated in f32 (`vdpbf16ps`).
    has_bf16_dot: bool
    #: Dot products of groups of bytes, and of pairs of 16-bit integers, accumulated in 32 bits (`vpdpbusd`, `vpdpwssd`).
    has_integer_dot: bool = False
    #: Tile registers, with products of pairs of bf16 and of groups of bytes (AMX).
    has_bf16_tiles: bool = False
    has_byte_tiles: bool = False

    @classmethod
    @functools.cache
    def host(cls) -> Target:
        """The processor of this process, with what the process may use of it."""
        return cls.processor().permitted()

    @classmethod
    def processor(cls) -> Target:
        """The processor of this process as LLVM describes it: the same for all processes."""
        import llvmlite.binding as llvm

        return cls.describe(llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())

    def permitted(self) -> Target:
        """This processor without tile registers where this process does not get leave to use them, or is told not to.

        Code that uses them ends a process that did not ask: every process does, also one whose code another has compiled.
        """
        features = self.features.split(",")
        if "+amx-tile" not in features or (options.AMX.value and _may_use_tiles()):
            return self
        return self.describe(self.triple, self.cpu, ",".join(f"-{f[1:]}" if f.startswith("+amx") else f for f in features))

    @classmethod
    def describe(cls, triple: str, cpu: str, features: str) -> Target:
        """The target with LLVM's `features` (`+avx2,-avx512f,...`)."""
        have = {f[1:] for f in features.split(",") if f.startswith("+")}
        arm = triple.startswith(("aarch64", "arm64"))
        wide = {"avx512f", "avx512vl", "avx512bw", "avx512dq"} <= have
        vector_bytes = 64 if wide else 32 if "avx2" in have else 16
        return cls(triple, cpu, features, vector_bytes, 32 if wide or arm else 16,
                   arm or "fma" in have, wide and "avx512bf16" in have, wide and "avx512vnni" in have,
                   wide and {"amx-tile", "amx-bf16"} <= have, wide and {"amx-tile", "amx-int8"} <= have)

    def lanes(self, bits: int) -> int:
        """Lanes of one register for elements of `bits` bits."""
        return self.vector_bytes * 8 // max(bits, 8)

    @property
    def has_avx512(self) -> bool:
        """512-bit registers with the base instructions of AVX-512 (`vscalefps`, `vgetmantps`, ...)."""
        return "+avx512f" in self.features.split(",")

    @property
    def has_masks(self) -> bool:
        """Instructions on some lanes of a register, of any width, picked by masks."""
        return self.vector_bytes == 64

    @property
    def attributes(self) -> str:
        """Function attributes (LLVM attribute group #0) that make LLVM generate code for this target."""
        width = f'"prefer-vector-width"="{self.vector_bytes * 8}" "min-legal-vector-width"="{self.vector_bytes * 8}" '
        x86 = not self.triple.startswith(("aarch64", "arm64"))
        return f'nounwind {width if x86 else ""}"target-cpu"="{self.cpu}" "target-features"="{self.features}"'


#: System call arch_prctl of x86-64, its request for a component of the processor's state, and the component of tile data.
_ARCH_PRCTL, _ARCH_REQ_XCOMP_PERM, _XFEATURE_XTILEDATA = 158, 0x1023, 18


@functools.cache
def _may_use_tiles() -> bool:
    """Asks Linux for leave to use tile registers, which all threads of the process then have."""
    if not sys.platform.startswith("linux"):
        return False
    return ctypes.CDLL(None).syscall(_ARCH_PRCTL, _ARCH_REQ_XCOMP_PERM, _XFEATURE_XTILEDATA) == 0
