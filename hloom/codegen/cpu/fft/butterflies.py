"""Transforms of a few numbers in registers: (real, imaginary) pairs of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from hloom.codegen.llvm.builder import Function, Value, constant

Pair = tuple[Value, Value]


def transform(f: Function, numbers: Sequence[Pair]) -> list[Pair]:
    """The discrete Fourier transform of as many numbers as a radix."""
    match len(numbers):
        case 2:
            return [_add(f, *numbers), _subtract(f, *numbers)]
        case 4:
            return _four(f, numbers)
        case 8:
            return _eight(f, numbers)
        case _:
            return _odd(f, numbers)


def multiply(f: Function, a: Pair, b: Pair) -> Pair:
    (x, y), (c, d) = a, b
    return f.fma(x, c, _negated(f, f.mul(y, d))), f.fma(x, d, f.mul(y, c))


def _negated(f: Function, a: Value) -> Value:
    return f.value(a.type, f"fneg {a}")


def _add(f: Function, a: Pair, b: Pair) -> Pair:
    return f.add(a[0], b[0]), f.add(a[1], b[1])


def _subtract(f: Function, a: Pair, b: Pair) -> Pair:
    return f.sub(a[0], b[0]), f.sub(a[1], b[1])


def _four(f: Function, numbers: Sequence[Pair]) -> list[Pair]:
    a, b, c, d = numbers
    even, other_even = _add(f, a, c), _subtract(f, a, c)
    odd, other_odd = _add(f, b, d), _subtract(f, b, d)
    # The second odd number is multiplied by -i.
    return [_add(f, even, odd), (f.add(other_even[0], other_odd[1]), f.sub(other_even[1], other_odd[0])),
            _subtract(f, even, odd), (f.sub(other_even[0], other_odd[1]), f.add(other_even[1], other_odd[0]))]


def _eight(f: Function, numbers: Sequence[Pair]) -> list[Pair]:
    even, odd = _four(f, numbers[::2]), _four(f, numbers[1::2])
    half = constant(odd[0][0].type, sqrt(0.5))
    (a, b), (c, d), (x, y) = odd[1:]
    turned = [odd[0], (f.mul(f.add(a, b), half), f.mul(f.sub(b, a), half)), (d, _negated(f, c)),
              (f.mul(f.sub(y, x), half), f.mul(_negated(f, f.add(x, y)), half))]
    return [_add(f, e, o) for e, o in zip(even, turned)] + [_subtract(f, e, o) for e, o in zip(even, turned)]


def _odd(f: Function, numbers: Sequence[Pair]) -> list[Pair]:
    """Sums and differences of the numbers from both ends have real factors."""
    radix, first = len(numbers), numbers[0]
    half = (radix - 1) // 2
    sums = [_add(f, numbers[j], numbers[radix - j]) for j in range(1, half + 1)]
    differences = [_subtract(f, numbers[j], numbers[radix - j]) for j in range(1, half + 1)]
    total = first
    for a in sums:
        total = _add(f, total, a)
    found: list[Pair] = [total] * radix
    type = first[0].type
    for k in range(1, half + 1):
        real, imaginary = first, None
        for j in range(1, half + 1):
            angle = 2 * pi * (j * k % radix) / radix
            c, s = constant(type, cos(angle)), constant(type, sin(angle))
            real = f.fma(sums[j - 1][0], c, real[0]), f.fma(sums[j - 1][1], c, real[1])
            a, b = differences[j - 1]
            imaginary = ((f.mul(a, s), f.mul(b, s)) if imaginary is None
                         else (f.fma(a, s, imaginary[0]), f.fma(b, s, imaginary[1])))
        assert imaginary is not None
        found[k] = f.add(real[0], imaginary[1]), f.sub(real[1], imaginary[0])
        found[radix - k] = f.sub(real[0], imaginary[1]), f.add(real[1], imaginary[0])
    return found
