"""Stages of transforms, of radices that are written out and of primes above those, as shared routines, which programs share and
whose machine code the cache keeps.

They depend on the type, on the lanes of a register and on the radix. Each is a module of its own: few programs need all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import bits_of, element_of, lanes, mangle
from hloom.codegen.target import Target

# -- prime stages --------------------------------------------------------------------------------------------------------------
# Stages whose radix is a prime above those that are written out: a sum of as many products for each number as there are
# numbers.
#
# That is less than a convolution takes. What is summed lies in memory, in the first-level cache, a few results in registers.


def prime_transforms(f: Function, module: LLVMModule, register: str, radix: int, ends: tuple[Value, Value], apart: Value,
                     step: Value, factors: Value | None) -> None:
    """What a stage does with the numbers that its factors, if any, are for (`stages.stage`)."""
    fft = f.machine.fft
    part, size = element_of(register), lanes(register) * bits_of(register) // 8
    half = (radix - 1) // 2
    block = fft.wide_block if size == 64 else fft.block
    coefficients = _coefficients(module, part, radix, block)
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


def _coefficients(module: LLVMModule, part: str, radix: int, block: int) -> Value:
    """Cosines and sines of the angles of the terms, block by block of results, term by term, result by result."""
    half = (radix - 1) // 2
    found = []
    for begin in range(0, half, block):
        for j in range(1, half + 1):
            for k in range(begin + 1, min(begin + block, half) + 1):
                angle = 2 * pi * (j * k % radix) / radix
                found += [constant(part, cos(angle)), constant(part, sin(angle))]
    return module.define_global(f"fft_{radix}_{part}", f"private unnamed_addr constant [{len(found)} x {part}] "
                                 f"[{', '.join(map(str, found))}], align 64")


# -- butterflies ---------------------------------------------------------------------------------------------------------------
# Transforms of a few numbers in registers: (real, imaginary) pairs of vectors.

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


def stage(target: Target, register: str, radix: int, is_last: bool) -> SharedRoutine:
    """A shared routine with `void stage(ptr source, ptr target, i64 apart, i64 step, i64 count, ptr table)` or, for the last one,
    `void last(...)` of the same parameters, of which the last two are of no matter: a stage of transforms, one in each lane of a
    register. Few transforms have a radix both in their last stage and before it.

    They do `count` times `step` by size of a number transforms of `radix` numbers, which are `apart` in the source and `step` in
    the target; all but the last stage multiply them by factors. A number is a register of real parts and one of imaginary parts;
    `apart` and `step` are bytes. Places are found by adding: LLVM takes long to see what multiples of these have in common.
    """
    return SharedRoutine(_emit_last_stage if is_last else _emit_stage, target, register, radix)


def stage_name(radix: int, is_last: bool) -> str:
    return f"fft{radix}_{'last' if is_last else 'stage'}"


#: The parameters of stages.
STAGE = [("ptr", "source"), ("ptr", "target"), ("i64", "apart"), ("i64", "step"), ("i64", "count"), ("ptr", "table")]


def _emit_stage(module: LLVMModule, register: str, radix: int) -> None:
    name, part = mangle(register), element_of(register)
    f = module.function(f"hloom_{stage_name(radix, False)}_{name}", STAGE)
    source, to, apart, step, count, table = f.parameters
    with f.loop(0, count) as p:
        start = f.address(table, f.mul(p, 2 * (radix - 1)), part)
        ends = f.address(source, f.mul(p, step), "i8"), f.address(to, f.mul(f.mul(p, step), radix), "i8")
        if radix > module.machine.fft.most_written_out:
            prime_transforms(f, module, register, radix, ends, apart, step, start)
        else:
            factors = [_factor(f, register, start, k) for k in range(radix - 1)]
            _transforms(f, register, radix, ends, apart, step, factors)
    f.ret()


def _emit_last_stage(module: LLVMModule, register: str, radix: int) -> None:
    f = module.function(f"hloom_{stage_name(radix, True)}_{mangle(register)}", STAGE)
    source, to, apart, step = f.parameters[:4]
    if radix > module.machine.fft.most_written_out:
        prime_transforms(f, module, register, radix, (source, to), apart, step, None)
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
