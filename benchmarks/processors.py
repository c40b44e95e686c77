"""Processors that code can be made for without being one: described, so that code for them is the same on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hloom.codegen.target import Target

_AVX2 = "+sse2,+sse4.1,+avx,+avx2,+fma,+f16c,+bmi,+bmi2"
_AVX512 = f"{_AVX2},+avx512f,+avx512vl,+avx512bw,+avx512dq,+avx512cd"
#: LLVM's name and features of x86 processors, by what their vectors are called.
X86 = {
    "avx2": ("x86-64-v3", _AVX2),
    "sse": ("x86-64", "+sse2"),
}
#: Triple, name and features: also of processors with dot products of narrow numbers, with tile registers, and of ARM's.
_DESCRIBED = {
    **{name: ("x86_64-unknown-linux-gnu", *described) for name, described in X86.items()},
    "avx512": ("x86_64-unknown-linux-gnu", "x86-64-v4", _AVX512),
    "dots": ("x86_64-unknown-linux-gnu", "znver4", f"{_AVX512},+avx512bf16,+avx512vnni"),
    "tiles": ("x86_64-unknown-linux-gnu", "sapphirerapids", f"{_AVX512},+avx512bf16,+avx512vnni,+amx-tile,+amx-bf16,+amx-int8"),
    "neon": ("aarch64-unknown-linux-gnu", "generic", "+neon,+fp-armv8"),
}
#: This machine's own, as a process may use it.
OWN = "own"
NAMES = (OWN, *_DESCRIBED)


def processor(name: str) -> Target:
    """The processor of one of `NAMES`."""
    from hloom.codegen.target import Target

    return Target.host() if name == OWN else Target.describe(*_DESCRIBED[name])
