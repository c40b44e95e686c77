"""Whether the processor that code runs on has what it was compiled for, as that code finds it out.

It asks the instructions CPUID and XGETBV, and for tile registers Linux, which lets all threads of a process use them or none.
Sources: Intel's Software Developer's Manual, CPUID; AMD's Architecture Programmer's Manual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.target import Target
from hloom.runtime.dispatch.permits import ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA

_REGISTERS = "{ i32, i32, i32, i32 }"


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
    """What code for a processor needs: bits of registers by leaf, and bits of what XGETBV(0) says."""

    bits: dict[Leaf, tuple[int, int, int, int]]
    state: int


def requirements(target: Target) -> Requirements:
    """What a processor must have to run code for a target."""
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


def require(f: Function, target: Target, lacks: str) -> None:
    """Goes to the label `lacks` where the processor cannot run code for a target."""
    needed = requirements(target)
    for leaf, masks in sorted(needed.bits.items()):
        # The highest number that there is of its sort stands where that begins; of parts there is one more at least.
        first = Leaf(7, 0) if leaf.part else Leaf(leaf.number & 0x80000000)
        _require(f, f.compare("uge", _cpuid(f, first)[0], constant("i32", leaf.part or leaf.number)), lacks)
        for register, mask in zip(_cpuid(f, leaf), masks):
            if mask:
                _require(f, f.compare("eq", f.binary("and", register, mask), mask), lacks)
    if needed.state:
        parts = f.value("{ i32, i32 }", 'call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx},~{dirflag},~{fpsr},'
                                        '~{flags}"(i32 0)')
        low = f.value("i32", f"extractvalue {parts}, 0")
        _require(f, f.compare("eq", f.binary("and", low, needed.state), needed.state), lacks)
    if target.has_bf16_tiles or target.has_byte_tiles:
        f.module.declare("syscall", "i64", ["i64", "..."])
        numbers = ", ".join(f"i64 {n}" for n in (ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA))
        _require(f, f.compare("eq", f.value("i64", f"call i64 (i64, ...) @syscall({numbers})"), 0), lacks)


def _require(f: Function, condition: Value, otherwise: str) -> None:
    on = f.label("on")
    f.branch_if(condition, on, otherwise)
    f.block(on)


def _cpuid(f: Function, leaf: Leaf) -> Sequence[Value]:
    found = f.value(_REGISTERS, f'call {_REGISTERS} asm sideeffect "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}},'
                                f'~{{dirflag}},~{{fpsr}},~{{flags}}"(i32 {_signed(leaf.number)}, i32 {leaf.part})')
    return [f.value("i32", f"extractvalue {found}, {k}") for k in range(4)]


def _signed(number: int) -> int:
    """A number of 32 bits as LLVM writes it."""
    return number - (number >> 31 << 32)
