"""Whether the processor that code runs on has what it was compiled for: `i1 @fits()`.

It asks the instructions CPUID and XGETBV, and for tile registers Linux, which lets all threads of a process use them or none.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.processors import Leaf, requirements
from hloom.codegen.target import Target
from hloom.runtime.dispatch.permits import ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA

_REGISTERS = "{ i32, i32, i32, i32 }"


def emit_fits(module: LLVMModule, target: Target) -> None:
    """Adds the function. Where nothing can be asked for, all fits."""
    f = module.function("fits", [], "i1", linkage="internal")
    needed = requirements(target)
    lacks = f.label("lacks")
    for leaf, masks in sorted(needed.bits.items()) if needed is not None else ():
        # The highest number that there is of its sort stands where that begins; of parts there is one more at least.
        first = Leaf(7, 0) if leaf.part else Leaf(leaf.number & 0x80000000)
        _require(f, f.compare("uge", _cpuid(f, first)[0], constant("i32", leaf.part or leaf.number)), lacks)
        for register, mask in zip(_cpuid(f, leaf), masks):
            if mask:
                _require(f, f.compare("eq", f.binary("and", register, mask), mask), lacks)
    if needed is not None and needed.state:
        parts = f.value("{ i32, i32 }", 'call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx},~{dirflag},~{fpsr},'
                                        '~{flags}"(i32 0)')
        low = f.value("i32", f"extractvalue {parts}, 0")
        _require(f, f.compare("eq", f.binary("and", low, needed.state), needed.state), lacks)
    if target.has_bf16_tiles or target.has_byte_tiles:
        module.declare("syscall", "i64", ["i64", "..."])
        numbers = ", ".join(f"i64 {n}" for n in (ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA))
        _require(f, f.compare("eq", f.value("i64", f"call i64 (i64, ...) @syscall({numbers})"), 0), lacks)
    f.ret(constant("i1", True))
    f.block(lacks)
    f.ret(constant("i1", False))


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
