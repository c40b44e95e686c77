"""What a process may use of its processor: instructions that it is told to leave alone, registers that it has to ask for."""

from __future__ import annotations

import ctypes
import functools
import sys

from hloom.support import options

#: LLVM's name of a processor whose widest vectors are those of an instruction set, and what features begin with that it has not.
NARROWER = {
    "avx2": ("x86-64-v3", "avx512", "amx", "evex", "avx10"),
    "sse": ("x86-64", "avx", "amx", "evex", "fma", "f16c", "xop", "vaes", "vpclmulqdq", "gfni", "sha512", "sm3", "sm4"),
}


def beyond(isa: str) -> tuple[str, ...]:
    """What features begin with that a processor has not whose widest vectors are those of `isa` (HLOOM_ISA)."""
    return NARROWER.get(isa, ("",))[1:]


def may_use_tiles() -> bool:
    """Whether this process may use tile registers (HLOOM_AMX), for which Linux is asked."""
    return bool(options.AMX.value) and _may_use_tiles()


#: System call arch_prctl of x86-64, its request for a component of the processor's state, and the component of tile data.
ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA = 158, 0x1023, 18


@functools.cache
def _may_use_tiles() -> bool:
    """Asks Linux for leave to use tile registers, which all threads of the process then have."""
    if not sys.platform.startswith("linux"):
        return False
    return ctypes.CDLL(None).syscall(ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0
