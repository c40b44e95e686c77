"""Stages whose radix is a prime above those that are written out: a sum of as many products for each number as there are numbers.

That is less than a convolution takes. What is summed lies in memory, in the first-level cache, a few results in registers.
"""

from __future__ import annotations

from math import cos, pi, sin

from hloom.codegen.cpu.fft.butterflies import Pair, multiply
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import bits_of, element_of, lanes

#: Pairs of results that registers of 512 bits, of which there are 32, hold at a time; others.
_WIDE_BLOCK, _BLOCK = 4, 2


def prime_transforms(f: Function, library: LLVMModule, register: str, radix: int, ends: tuple[Value, Value], apart: Value,
                     step: Value, factors: Value | None) -> None:
    """What a stage does with the numbers that its factors, if any, are for (`stages.stage`)."""
    part, size = element_of(register), lanes(register) * bits_of(register) // 8
    half = (radix - 1) // 2
    block = _WIDE_BLOCK if size == 64 else _BLOCK
    coefficients = _coefficients(library, part, radix, block)
    ahead = f.slot(register, 4 * half)  # sums of the numbers from both ends, then differences

    def load(place: Value) -> Pair:
        return f.load(register, place, size), f.load(register, f.address(place, size, "i8"), size)

    def store(number: Pair, place: Value) -> None:
        f.store(number[0], place, size)
        f.store(number[1], f.address(place, size, "i8"), size)

    def emit_block(q: Value, first: Pair, begin: Value, width: int) -> None:
        """The results from `begin` on, counted from 0, and those as far from the other end."""
        zero = constant(register, 0)
        start = f.address(coefficients, f.mul(begin, 2 * half), part)
        with f.carrying_loop(0, Value("i64", str(half)), [*first, zero, zero] * width) as sums:
            place = f.address(ahead, f.mul(sums.counter, 4), register)
            a, b, x, y = (f.load(register, f.address(place, k, register), size) for k in range(4))
            place = f.address(start, f.mul(sums.counter, 2 * width), part)
            following = []
            for k in range(width):
                c, s = (f.splat(f.load(part, f.address(place, 2 * k + n, part)), lanes(register)) for n in range(2))
                re, im, u, v = sums.values[4 * k : 4 * k + 4]
                following += [f.fma(a, c, re), f.fma(b, c, im), f.fma(x, s, u), f.fma(y, s, v)]
            sums.become(following)
        for k in range(width):
            re, im, u, v = sums.values[4 * k : 4 * k + 4]
            number = f.add(begin, k + 1)
            for index, value in ((number, (f.add(re, v), f.sub(im, u))),
                                 (f.sub(Value("i64", str(radix)), number), (f.sub(re, v), f.add(im, u)))):
                if factors is not None:
                    place = f.address(factors, f.mul(f.sub(index, 1), 2), part)
                    c, s = (f.splat(f.load(part, f.address(place, n, part)), lanes(register)) for n in range(2))
                    value = multiply(f, value, (c, s))
                store(value, f.address(f.address(ends[1], q, "i8"), f.mul(index, step), "i8"))

    with f.loop(0, step, 2 * size) as q:
        at = f.address(ends[0], q, "i8")
        first = load(at)
        with f.carrying_loop(0, Value("i64", str(half)), first) as total:
            near = load(f.address(at, f.mul(f.add(total.counter, 1), apart), "i8"))
            far = load(f.address(at, f.mul(f.sub(Value("i64", str(radix - 1)), total.counter), apart), "i8"))
            both = [f.add(near[0], far[0]), f.add(near[1], far[1]), f.sub(near[0], far[0]), f.sub(near[1], far[1])]
            place = f.address(ahead, f.mul(total.counter, 4), register)
            for k, value in enumerate(both):
                f.store(value, f.address(place, k, register), size)
            total.become([f.add(total.values[0], both[0]), f.add(total.values[1], both[1])])
        store((total.values[0], total.values[1]), f.address(ends[1], q, "i8"))
        whole = half // block * block
        with f.loop(0, whole, block) as begin:
            emit_block(q, first, begin, block)
        if whole < half:
            emit_block(q, first, Value("i64", str(whole)), half - whole)


def _coefficients(library: LLVMModule, part: str, radix: int, block: int) -> Value:
    """Cosines and sines of the angles of the terms, block by block of results, term by term, result by result."""
    half = (radix - 1) // 2
    found = []
    for begin in range(0, half, block):
        for j in range(1, half + 1):
            for k in range(begin + 1, min(begin + block, half) + 1):
                angle = 2 * pi * (j * k % radix) / radix
                found += [constant(part, cos(angle)), constant(part, sin(angle))]
    return library.define_global(f"fft_{radix}_{part}", f"private unnamed_addr constant [{len(found)} x {part}] "
                                 f"[{', '.join(map(str, found))}], align 64")
