"""Whether the processor that code runs on has what it was compiled for, as that code finds it out.

It asks the instructions CPUID and XGETBV, and for tile registers Linux, which lets all threads of a process use them or none.
Which bits say what is in `runtime.dispatch.features`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.target import Target
from hloom.runtime.dispatch.features import BASIC, ECX, Leaf, cpuid_bits, used
from hloom.runtime.dispatch.permits import ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA

_REGISTERS = "{ i32, i32, i32, i32 }"
#: That the system saves the registers at all, and the parts of the processor's state that it saves for features that begin so.
_OSXSAVE = 27
_STATES = (("avx512", 0xE6), ("avx", 0x6), ("amx", 0x60000))


class Requirements(NamedTuple):
    """What code for a processor needs: bits of registers by leaf, and bits of what XGETBV(0) says."""

    bits: dict[Leaf, tuple[int, int, int, int]]
    state: int


def requirements(target: Target) -> Requirements:
    """What a processor must have to run code for a target."""
    have = used(target.features)
    bits, state = cpuid_bits(have), 0
    for feature in have:
        state |= next((mask for begin, mask in _STATES if feature.startswith(begin)), 0)
    if state:
        bits.setdefault(BASIC, [0] * 4)[ECX] |= 1 << _OSXSAVE
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
