"""Stages of transforms as libraries, which programs share and whose machine code the cache keeps.

They depend on the type, on the lanes of a register and on the radix. Each is a module of its own: few programs need all of them.
"""

from __future__ import annotations

from hloom.codegen.cpu.fft.butterflies import Pair, multiply, transform
from hloom.codegen.cpu.fft.plan import MOST_WRITTEN_OUT
from hloom.codegen.cpu.fft.prime_stages import prime_transforms
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import Library, LLVMModule
from hloom.codegen.llvm.types import bits_of, element_of, lanes, mangle
from hloom.codegen.target import Target


def stage(target: Target, register: str, radix: int, is_last: bool) -> Library:
    """A library with `void stage(ptr source, ptr target, i64 apart, i64 step, i64 count, ptr table)` or, for the last one, `void
    last(...)` of the same parameters, of which the last two are of no matter: a stage of transforms, one in each lane of a
    register. Few transforms have a radix both in their last stage and before it.

    They do `count` times `step` by size of a number transforms of `radix` numbers, which are `apart` in the source and `step` in
    the target; all but the last stage multiply them by factors. A number is a register of real parts and one of imaginary parts;
    `apart` and `step` are bytes. Places are found by adding: LLVM takes long to see what multiples of these have in common.
    """
    return Library(_emit_last_stage if is_last else _emit_stage, target, register, radix)


def stage_name(radix: int, is_last: bool) -> str:
    return f"fft{radix}_{'last' if is_last else 'stage'}"


#: The parameters of stages.
STAGE = [("ptr", "source"), ("ptr", "target"), ("i64", "apart"), ("i64", "step"), ("i64", "count"), ("ptr", "table")]


def _emit_stage(library: LLVMModule, register: str, radix: int) -> None:
    name, part = mangle(register), element_of(register)
    f = library.function(f"hloom_{stage_name(radix, False)}_{name}", STAGE)
    source, to, apart, step, count, table = f.parameters
    with f.loop(0, count) as p:
        start = f.address(table, f.mul(p, 2 * (radix - 1)), part)
        ends = f.address(source, f.mul(p, step), "i8"), f.address(to, f.mul(f.mul(p, step), radix), "i8")
        if radix > MOST_WRITTEN_OUT:
            prime_transforms(f, library, register, radix, ends, apart, step, start)
        else:
            factors = [_factor(f, register, start, k) for k in range(radix - 1)]
            _transforms(f, register, radix, ends, apart, step, factors)
    f.ret()


def _emit_last_stage(library: LLVMModule, register: str, radix: int) -> None:
    f = library.function(f"hloom_{stage_name(radix, True)}_{mangle(register)}", STAGE)
    source, to, apart, step = f.parameters[:4]
    if radix > MOST_WRITTEN_OUT:
        prime_transforms(f, library, register, radix, (source, to), apart, step, None)
    else:
        _transforms(f, register, radix, (source, to), apart, step, [])
    f.ret()


def _transforms(f: Function, register: str, radix: int, ends: tuple[Value, Value], apart: Value, step: Value,
                factors: list[Pair]) -> None:
    size = lanes(register) * bits_of(register) // 8
    with f.loop(0, step, 2 * size) as q:
        at, to = (f.value("ptr", f"freeze {f.address(end, q, 'i8')}") for end in ends)
        numbers = []
        for k in range(radix):
            at = f.address(at, apart, "i8") if k else at
            numbers.append((f.load(register, at, size), f.load(register, f.address(at, size, "i8"), size)))
        for k, found in enumerate(transform(f, numbers)):
            to = f.address(to, step, "i8") if k else to
            re, im = multiply(f, found, factors[k - 1]) if k and factors else found
            f.store(re, to, size)
            f.store(im, f.address(to, size, "i8"), size)


def _factor(f: Function, register: str, start: Value, k: int) -> Pair:
    part, count = element_of(register), lanes(register)
    re, im = (f.load(part, f.address(start, 2 * k + half, part)) for half in (0, 1))
    return f.splat(re, count), f.splat(im, count)
