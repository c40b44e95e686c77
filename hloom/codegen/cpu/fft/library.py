"""What transforms of all programs share, as libraries: modules whose machine code the cache keeps.

They depend on the type and on the lanes of a register: the stages of each radix, and the transposition of a square of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hloom.codegen.cpu.fft.butterflies import Pair, multiply, transform
from hloom.codegen.cpu.squares import transpose_square
from hloom.codegen.llvm.builder import Function, LLVMModule, Value, bits_of, element_of, lanes, mangle, vector
from hloom.codegen.target import Target


def common(target: Target) -> Iterator[LLVMModule]:
    """What most transforms need."""
    for part, bits in (("float", 32), ("double", 64)):
        register = vector(part, target.lanes(bits))
        yield transposition(target, register)
        for radix in (8, 4, 2):
            yield stage(target, register, radix)


@cache
def stage(target: Target, register: str, radix: int) -> LLVMModule:
    """A module with `void name(ptr source, ptr target, i64 apart, i64 step, i64 count, ptr table)` and `void name_last(ptr
    source, ptr target, i64 apart, i64 step)`: a stage of transforms, one in each lane of a register.

    They do `count` times `step` by size of a number transforms of `radix` numbers, which are `apart` in the source and `step` in
    the target; all but the last stage multiply them by factors. A number is a register of real parts and one of imaginary parts;
    `apart` and `step` are bytes. Places are found by adding: LLVM takes long to see what multiples of these have in common.
    """
    library = LLVMModule(target)
    name = f"hloom_fft_{radix}_{mangle(register)}"
    ends = [("ptr", "source"), ("ptr", "target"), ("i64", "apart"), ("i64", "step")]
    part = element_of(register)
    f = library.function(name, [*ends, ("i64", "count"), ("ptr", "table")])
    source, to, apart, step, count, table = f.parameters
    with f.loop(0, count) as p:
        start = f.address(table, f.mul(p, 2 * (radix - 1)), part)
        factors = [_factor(f, register, start, k) for k in range(radix - 1)]
        _transforms(f, register, radix, (f.address(source, f.mul(p, step), "i8"),
                                         f.address(to, f.mul(f.mul(p, step), radix), "i8")), apart, step, factors)
    f.ret()
    last = library.function(f"{name}_last", ends)
    source, to, apart, step = last.parameters
    _transforms(last, register, radix, (source, to), apart, step, [])
    last.ret()
    return library


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


@cache
def transposition(target: Target, register: str) -> LLVMModule:
    """A module with `void name(ptr source, i64 line, ptr target, i64 target_line)`: it transposes a square of numbers, whose
    lines are so many bytes apart in the source and in the target."""
    library = LLVMModule(target)
    f = library.function(f"hloom_transpose_{mangle(register)}",
                         [("ptr", "source"), ("i64", "line"), ("ptr", "target"), ("i64", "target_line")])
    source, line, to, to_line = f.parameters
    rows = []
    for k in range(lanes(register)):
        source = f.address(source, line, "i8") if k else source
        rows.append(f.load(register, source))
    for k, made in enumerate(transpose_square(f, rows)):
        to = f.address(to, to_line, "i8") if k else to
        f.store(made, to)
    f.ret()
    return library
