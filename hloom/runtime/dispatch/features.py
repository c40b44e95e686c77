"""The features of x86 processors, and how it is found out whether one has them: by what Linux calls them, or by the instruction
CPUID. Code that was compiled ahead must know that in either way: what loads it asks Linux, code for C asks the processor.

Features have LLVM's names. Sources: Intel's Software Developer's Manual, CPUID; AMD's Architecture Programmer's Manual; Linux,
arch/x86/include/asm/cpufeatures.h.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple


class Leaf(NamedTuple):
    """A question to the instruction CPUID: the numbers in EAX and ECX."""

    number: int
    part: int = 0


EAX, EBX, ECX, EDX = range(4)
BASIC: Final = Leaf(1)
_EXTENDED, _MORE, _AMD = Leaf(7), Leaf(7, 1), Leaf(0x80000001)


class Feature(NamedTuple):
    """The bit that says that there is a feature, of which register of which leaf; what Linux calls it: nothing for LLVM's name
    with underscores for other signs, None where it does not tell."""

    leaf: Leaf
    register: int
    bit: int
    linux: str | None = ""


FEATURES: Final[dict[str, Feature]] = {
    "sse3": Feature(BASIC, ECX, 0, "pni"), "pclmul": Feature(BASIC, ECX, 1, "pclmulqdq"), "ssse3": Feature(BASIC, ECX, 9),
    "fma": Feature(BASIC, ECX, 12), "cx16": Feature(BASIC, ECX, 13), "sse4.1": Feature(BASIC, ECX, 19),
    "sse4.2": Feature(BASIC, ECX, 20), "movbe": Feature(BASIC, ECX, 22), "popcnt": Feature(BASIC, ECX, 23),
    "aes": Feature(BASIC, ECX, 25), "avx": Feature(BASIC, ECX, 28), "f16c": Feature(BASIC, ECX, 29),
    "bmi": Feature(_EXTENDED, EBX, 3, "bmi1"), "avx2": Feature(_EXTENDED, EBX, 5), "bmi2": Feature(_EXTENDED, EBX, 8),
    "avx512f": Feature(_EXTENDED, EBX, 16), "avx512dq": Feature(_EXTENDED, EBX, 17), "avx512ifma": Feature(_EXTENDED, EBX, 21),
    "avx512cd": Feature(_EXTENDED, EBX, 28), "sha": Feature(_EXTENDED, EBX, 29, "sha_ni"),
    "avx512bw": Feature(_EXTENDED, EBX, 30), "avx512vl": Feature(_EXTENDED, EBX, 31), "avx512vbmi": Feature(_EXTENDED, ECX, 1),
    "avx512vbmi2": Feature(_EXTENDED, ECX, 6, "avx512_vbmi2"), "gfni": Feature(_EXTENDED, ECX, 8),
    "vaes": Feature(_EXTENDED, ECX, 9), "vpclmulqdq": Feature(_EXTENDED, ECX, 10),
    "avx512vnni": Feature(_EXTENDED, ECX, 11, "avx512_vnni"), "avx512bitalg": Feature(_EXTENDED, ECX, 12, "avx512_bitalg"),
    "avx512vpopcntdq": Feature(_EXTENDED, ECX, 14, "avx512_vpopcntdq"),
    "avx512vp2intersect": Feature(_EXTENDED, EDX, 8, "avx512_vp2intersect"), "amx-bf16": Feature(_EXTENDED, EDX, 22),
    "avx512fp16": Feature(_EXTENDED, EDX, 23, "avx512_fp16"), "amx-tile": Feature(_EXTENDED, EDX, 24),
    "amx-int8": Feature(_EXTENDED, EDX, 25), "avxvnni": Feature(_MORE, EAX, 4, "avx_vnni"),
    "avx512bf16": Feature(_MORE, EAX, 5, "avx512_bf16"), "sha512": Feature(_MORE, EAX, 0, None),
    "sm3": Feature(_MORE, EAX, 1, None), "sm4": Feature(_MORE, EAX, 2, None), "avxifma": Feature(_MORE, EAX, 23, None),
    "avxvnniint8": Feature(_MORE, EDX, 4, None), "avxneconvert": Feature(_MORE, EDX, 5, None),
    "avxvnniint16": Feature(_MORE, EDX, 10, None), "sahf": Feature(_AMD, ECX, 0, "lahf_lm"),
    "lzcnt": Feature(_AMD, ECX, 5, "abm"), "sse4a": Feature(_AMD, ECX, 6), "xop": Feature(_AMD, ECX, 11),
    "fma4": Feature(_AMD, ECX, 16), "tbm": Feature(_AMD, ECX, 21),
}
#: Instructions of the system and of no use to programs, and what every processor of 64 bits has.
_UNUSED: Final = frozenset("""
    64bit adx clflushopt clwb clzero cldemote cmov cmpccxadd crc32 cx8 enqcmd fsgsbase fxsr hreset invpcid kl lwp mmx
    movdir64b movdiri mwaitx pconfig pku prefetchi prfchw ptwrite raoint rdpid rdpru rdrnd rdseed rtm serialize sgx shstk sse sse2
    tsxldtrk uintr usermsr waitpkg wbnoinvd widekl x87 xsave xsavec xsaveopt xsaves
""".split())
#: What the names of later ones begin with, which Linux does not tell.
_LATER: Final = ("amx-avx512", "amx-complex", "amx-fp16", "amx-fp8", "amx-movrs", "amx-tf32", "avx10", "ccmp", "cf", "egpr",
                 "movrs", "ndd", "nf", "ppx", "push2pop2", "zu")
_SIGNS = str.maketrans("-.", "__")


def used(features: str) -> list[str]:
    """The features among LLVM's (`+avx2,-avx512f,...`) that code may use: without those that programs have no use for, which
    would only keep code from processors on which it runs."""
    return sorted({f[1:] for f in features.split(",") if f.startswith("+")} - _UNUSED)


def linux_name(feature: str) -> str | None:
    """What Linux calls a feature; None where it does not tell whether it is there."""
    if feature in FEATURES:
        stated = FEATURES[feature].linux
        return feature.translate(_SIGNS) if stated == "" else stated
    return None if feature.startswith(_LATER) else feature.translate(_SIGNS)


def cpuid_bits(features: Iterable[str]) -> dict[Leaf, list[int]]:
    """The bits that say that there are features, of each register of each leaf; some have none that is known."""
    found: dict[Leaf, list[int]] = {}
    for known in (FEATURES[feature] for feature in features if feature in FEATURES):
        found.setdefault(known.leaf, [0] * 4)[known.register] |= 1 << known.bit
    return found
