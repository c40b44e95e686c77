"""What transforms of all programs share, as libraries: modules whose machine code the cache keeps.

They depend on the type and on the lanes of a register: the stages of each radix, how numbers come from memory and go there, and
the transposition of a square of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hloom.codegen.cpu.fft.butterflies import Pair, multiply, transform
from hloom.codegen.cpu.fft.plan import LINE_BYTES
from hloom.codegen.cpu.squares import transpose_square
from hloom.codegen.llvm.builder import Function, LLVMModule, Value, bits_of, element_of, lanes, mangle, vector
from hloom.codegen.target import Target


@cache
def stage(target: Target, register: str, radix: int) -> LLVMModule:
    """A module with `void stage(ptr source, ptr target, i64 apart, i64 step, i64 count, ptr table)` and `void last(ptr source,
    ptr target, i64 apart, i64 step)`: a stage of transforms, one in each lane of a register.

    They do `count` times `step` by size of a number transforms of `radix` numbers, which are `apart` in the source and `step` in
    the target; all but the last stage multiply them by factors. A number is a register of real parts and one of imaginary parts;
    `apart` and `step` are bytes. Places are found by adding: LLVM takes long to see what multiples of these have in common.
    """
    library = LLVMModule(target)
    name = mangle(register)
    ends = [("ptr", "source"), ("ptr", "target"), ("i64", "apart"), ("i64", "step")]
    part = element_of(register)
    f = library.function(f"hloom_fft{radix}_stage_{name}", [*ends, ("i64", "count"), ("ptr", "table")])
    source, to, apart, step, count, table = f.parameters
    with f.loop(0, count) as p:
        start = f.address(table, f.mul(p, 2 * (radix - 1)), part)
        factors = [_factor(f, register, start, k) for k in range(radix - 1)]
        _transforms(f, register, radix, (f.address(source, f.mul(p, step), "i8"),
                                         f.address(to, f.mul(f.mul(p, step), radix), "i8")), apart, step, factors)
    f.ret()
    last = library.function(f"hloom_fft{radix}_last_{name}", ends)
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
def sides(target: Target, register: str) -> LLVMModule:
    """A module with functions between numbers of lanes that lie side by side in memory, as pairs, number k at `k * step` bytes,
    and the form that a group has in scratch memory; parts may be `exchanged`:

    - `void load(ptr source, i64 step, ptr group, i64 count, i1 exchanged)`
    - `void store(ptr group, ptr target, i64 step, i64 count, i1 exchanged, i1 past_caches, scale)`: `past_caches` only lines of
      these
    - `void store_turned(ptr group, ptr target, i64 step, i64 count, i1 exchanged, i1 past_caches, scale, ptr turns, i64 between,
      i64 half)` multiplies numbers by turns before: real parts at `k * between` bytes and imaginary ones `half` bytes behind.
    """
    library = LLVMModule(target)
    name, count = mangle(register), lanes(register)
    part, pairs, size = element_of(register), vector(element_of(register), 2 * count), count * bits_of(register) // 8
    f = library.function(f"hloom_fft_load_{name}", [("ptr", "source"), ("i64", "step"), ("ptr", "group"), ("i64", "count"),
                                                    ("i1", "exchanged")])
    source, step, group, end, exchanged = f.parameters
    with f.loop(0, end) as k:
        both = f.load(pairs, f.address(source, f.mul(k, step), "i8"))
        re, im = (f.shuffle(both, None, range(half, 2 * count, 2)) for half in (0, 1))
        place = f.address(group, f.mul(k, 2 * size), "i8")
        for number, value in enumerate(_exchanged(f, exchanged, (re, im))):
            f.store(value, f.address(place, number * size, "i8"), size)
    f.ret()
    ends = [("ptr", "group"), ("ptr", "target"), ("i64", "step"), ("i64", "count"), ("i1", "exchanged"), ("i1", "past_caches"),
            (part, "scale")]
    for suffix, more in (("", []), ("_turned", [("ptr", "turns"), ("i64", "between"), ("i64", "half")])):
        f = library.function(f"hloom_fft_store{suffix}_{name}", [*ends, *more])
        group, to, step, end, exchanged, past_caches, scale, *table = f.parameters
        scales = f.splat(scale, count)
        with f.loop(0, end) as k:
            place = f.address(group, f.mul(k, 2 * size), "i8")
            number = f.load(register, place, size), f.load(register, f.address(place, size, "i8"), size)
            if table:
                turns, between, half = table
                turn = f.address(turns, f.mul(k, between), "i8")
                number = multiply(f, number, (f.load(register, turn), f.load(register, f.address(turn, half, "i8"))))
            re, im = (f.mul(value, scales) for value in _exchanged(f, exchanged, number))
            both = [j // 2 + count * (j % 2) for j in range(2 * count)]
            store_registers(f, [f.shuffle(re, im, both[:count]), f.shuffle(re, im, both[count:])],
                            f.address(to, f.mul(k, step), "i8"), past_caches)
        f.ret()
    return library


def store_registers(f: Function, registers: Sequence[Value], place: Value, past_caches: Value | None) -> None:
    """Stores registers beside each other, past the caches if that holds: then they are whole lines of these."""
    places = [f.address(place, k, registers[0].type) for k in range(len(registers))]

    def store(align: int | None, nontemporal: bool) -> None:
        for value, at in zip(registers, places):
            f.store(value, at, align, nontemporal)

    if past_caches is None or lanes(registers[0].type) * bits_of(registers[0].type) != 8 * LINE_BYTES:
        store(None, False)
    else:
        f.if_else(past_caches, lambda: store(LINE_BYTES, True), lambda: store(None, False))


def _exchanged(f: Function, condition: Value, number: Pair) -> Pair:
    re, im = number
    return f.select(condition, im, re), f.select(condition, re, im)


@cache
def transposition(target: Target, register: str) -> LLVMModule:
    """A module with `void transpose(ptr source, i64 line, ptr even, ptr odd, i64 step)`: it transposes a square of numbers, whose
    lines are so many bytes apart in the source; even and odd lines of the result go to places of their own, `step` bytes
    apart."""
    library = LLVMModule(target)
    f = library.function(f"hloom_transpose_{mangle(register)}",
                         [("ptr", "source"), ("i64", "line"), ("ptr", "even"), ("ptr", "odd"), ("i64", "step")])
    source, line, *places, step = f.parameters
    rows = []
    for k in range(lanes(register)):
        source = f.address(source, line, "i8") if k else source
        rows.append(f.load(register, source))
    for k, made in enumerate(transpose_square(f, rows)):
        places[k % 2] = f.address(places[k % 2], step, "i8") if k > 1 else places[k % 2]
        f.store(made, places[k % 2])
    f.ret()
    return library
