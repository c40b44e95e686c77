"""Processors by name, for code that is compiled on another machine than it runs on; and how such code finds out whether the
processor has what it needs.

Sources: x86-64 psABI (the levels v1 to v4); Intel's Software Developer's Manual, CPUID; AMD's Architecture Programmer's Manual.
"""

from __future__ import annotations

from typing import NamedTuple

from hloom.codegen.target import Target
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean

_V1 = ("cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87")
_V2 = (*_V1, "crc32", "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_AVX = (*_V2, "avx", "xsave")
_V3 = (*_AVX, "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
_V4 = (*_V3, "avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl")
_VNNI = (*_V4, "avx512vnni")
_BF16 = (*_VNNI, "avx512bf16")
_AMX = (*_BF16, "amx-bf16", "amx-int8", "amx-tile")

#: The level whose code a processor runs, and the features that it is known to have: all that generated code makes use of.
_X86: dict[str, tuple[str, tuple[str, ...]]] = {
    "x86-64": ("x86-64", _V1),
    **dict.fromkeys(("x86-64-v2", "nehalem", "westmere", "silvermont", "goldmont", "tremont"), ("x86-64-v2", _V2)),
    "sandybridge": ("x86-64-v2", _AVX),
    "ivybridge": ("x86-64-v2", (*_AVX, "f16c")),
    **dict.fromkeys(("x86-64-v3", "haswell", "broadwell", "skylake", "alderlake", "raptorlake", "meteorlake", "arrowlake",
                     "lunarlake", "gracemont", "znver1", "znver2", "znver3"), ("x86-64-v3", _V3)),
    **dict.fromkeys(("x86-64-v4", "skylake-avx512"), ("x86-64-v4", _V4)),
    **dict.fromkeys(("cascadelake", "icelake-client", "icelake-server", "tigerlake", "rocketlake"), ("x86-64-v4", _VNNI)),
    **dict.fromkeys(("cooperlake", "znver4", "znver5"), ("x86-64-v4", _BF16)),
    **dict.fromkeys(("sapphirerapids", "emeraldrapids", "graniterapids"), ("x86-64-v4", _AMX)),
}
_ARM = ("generic", "cortex-a53", "cortex-a72", "cortex-a76", "cortex-x1", "neoverse-n1", "neoverse-n2", "neoverse-v1",
        "neoverse-v2", "ampere1", "apple-m1")
#: What vectors of 16 bytes take.
_NEON = ("fp-armv8", "neon")

#: The processor of this machine, with what this process may use of it.
NATIVE = "native"


def named(name: str, here: Target) -> Target:
    """The processor of a name on systems such as that of `here`: `native`, a level of x86-64 (`x86-64-v3`), or LLVM's name of a
    processor, whose features count as far as generated code makes use of them.

    The same name is the same target on every machine, but for `native`. Raises InputError for a name that is not known.
    """
    if name == NATIVE:
        return here
    is_x86 = here.triple.startswith("x86_64")
    known = _X86 if is_x86 else _ARM
    if name not in known:
        raise InputError(f"there is no processor {name!r:.60} for {here.triple}{did_you_mean(name, (NATIVE, *known))}; "
                         f"known are {NATIVE}, {', '.join(known)}")
    cpu, features = _X86[name] if is_x86 else (name, _NEON)
    return Target.describe(here.triple, cpu, ",".join(f"+{feature}" for feature in features)).with_machine(here.machine)


# -- cpuid ---------------------------------------------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """A question to the instruction CPUID: the numbers in EAX and ECX."""

    number: int
    part: int = 0


EAX, EBX, ECX, EDX = range(4)
_BASIC, _EXTENDED, _MORE, _AMD = Leaf(1), Leaf(7), Leaf(7, 1), Leaf(0x80000001)
#: The bits that say that there is a feature: of which register of which leaf.
_BITS: dict[str, tuple[Leaf, int, int]] = {
    "sse3": (_BASIC, ECX, 0), "pclmul": (_BASIC, ECX, 1), "ssse3": (_BASIC, ECX, 9), "fma": (_BASIC, ECX, 12),
    "cx16": (_BASIC, ECX, 13), "sse4.1": (_BASIC, ECX, 19), "sse4.2": (_BASIC, ECX, 20), "crc32": (_BASIC, ECX, 20),
    "movbe": (_BASIC, ECX, 22), "popcnt": (_BASIC, ECX, 23), "aes": (_BASIC, ECX, 25), "xsave": (_BASIC, ECX, 26),
    "avx": (_BASIC, ECX, 28), "f16c": (_BASIC, ECX, 29),
    "bmi": (_EXTENDED, EBX, 3), "avx2": (_EXTENDED, EBX, 5), "bmi2": (_EXTENDED, EBX, 8), "avx512f": (_EXTENDED, EBX, 16),
    "avx512dq": (_EXTENDED, EBX, 17), "adx": (_EXTENDED, EBX, 19), "avx512ifma": (_EXTENDED, EBX, 21),
    "avx512cd": (_EXTENDED, EBX, 28), "sha": (_EXTENDED, EBX, 29), "avx512bw": (_EXTENDED, EBX, 30),
    "avx512vl": (_EXTENDED, EBX, 31), "avx512vbmi": (_EXTENDED, ECX, 1), "avx512vbmi2": (_EXTENDED, ECX, 6),
    "gfni": (_EXTENDED, ECX, 8), "vaes": (_EXTENDED, ECX, 9), "vpclmulqdq": (_EXTENDED, ECX, 10),
    "avx512vnni": (_EXTENDED, ECX, 11), "avx512bitalg": (_EXTENDED, ECX, 12), "avx512vpopcntdq": (_EXTENDED, ECX, 14),
    "avx512vp2intersect": (_EXTENDED, EDX, 8), "amx-bf16": (_EXTENDED, EDX, 22), "avx512fp16": (_EXTENDED, EDX, 23),
    "amx-tile": (_EXTENDED, EDX, 24), "amx-int8": (_EXTENDED, EDX, 25),
    "sha512": (_MORE, EAX, 0), "sm3": (_MORE, EAX, 1), "sm4": (_MORE, EAX, 2), "avxvnni": (_MORE, EAX, 4),
    "avx512bf16": (_MORE, EAX, 5), "avxifma": (_MORE, EAX, 23), "avxvnniint8": (_MORE, EDX, 4),
    "avxneconvert": (_MORE, EDX, 5), "avxvnniint16": (_MORE, EDX, 10),
    "sahf": (_AMD, ECX, 0), "lzcnt": (_AMD, ECX, 5), "sse4a": (_AMD, ECX, 6), "xop": (_AMD, ECX, 11), "fma4": (_AMD, ECX, 16),
    "tbm": (_AMD, ECX, 21),
}
#: That the system saves the registers at all, and the parts of the processor's state that it saves for features that begin so.
_OSXSAVE = 27
_STATES = (("avx512", 0xE6), ("avx", 0x6), ("amx", 0x60000))


class Requirements(NamedTuple):
    """What code for an x86 processor needs: bits of registers by leaf, and bits of what XGETBV(0) says."""

    bits: dict[Leaf, tuple[int, int, int, int]]
    state: int


def requirements(target: Target) -> Requirements | None:
    """What a processor must have to run code for a target; None where that cannot be asked for."""
    if not target.triple.startswith("x86_64"):
        return None
    have = [f[1:] for f in target.features.split(",") if f.startswith("+")]
    bits: dict[Leaf, list[int]] = {}
    for feature in have:
        if feature in _BITS:
            leaf, register, bit = _BITS[feature]
            bits.setdefault(leaf, [0] * 4)[register] |= 1 << bit
    state = 0
    for feature in have:
        state |= next((mask for begin, mask in _STATES if feature.startswith(begin)), 0)
    if state:
        bits.setdefault(_BASIC, [0] * 4)[ECX] |= 1 << _OSXSAVE
    return Requirements({leaf: (a, b, c, d) for leaf, (a, b, c, d) in bits.items()}, state)
