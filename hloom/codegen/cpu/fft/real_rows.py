"""Transforms of real rows of even length as those of half as many pairs: what follows them, and what comes before the inverse.

With z[n] = x[2n] + i x[2n+1], Z its transform of h numbers and X that of x: sums and differences of Z[k] and the conjugate of
Z[h-k] are those of even and odd numbers of x. So X[k] = P + T and X[h-k] = conj(P - T), P = (Z[k] + conj Z[h-k]) / 2,
T = -i w^k (Z[k] - conj Z[h-k]) / 2, w = exp(-pi i / h); and with the conjugate of the factor Z follows from X.
"""

from __future__ import annotations

from hloom.codegen.cpu.fft.codelets import composed, interleaved, pairs
from hloom.codegen.cpu.fft.plan import FINE, LANES, RowPairs
from hloom.codegen.cpu.fft.stages import STAGE, Pair, multiply
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine, shared_routine
from hloom.codegen.llvm.types import bits_of, element_of, lanes, mangle, vector
from hloom.codegen.target import Target


def pairs_stage_name(is_inverse: bool) -> str:
    return f"fft_pairs_{'before' if is_inverse else 'after'}"


@shared_routine
def pairs_stage(module: LLVMModule, register: str, is_inverse: bool) -> None:
    """A shared routine with `pairs_after` or `pairs_before`: stages that make the transforms of real rows of those of their
    `count` pairs, or what to transform back, whose parts are exchanged. The table has the factors from the second number on."""
    part, size = element_of(register), lanes(register) * bits_of(register) // 8
    f = module.function(f"hloom_{pairs_stage_name(is_inverse)}_{mangle(register)}", STAGE)
    source, to, _, _, count, table = f.parameters

    def load(k: Value) -> Pair:
        place = f.address(source, f.mul(k, 2 * size), "i8")
        return f.load(register, place, size), f.load(register, f.address(place, size, "i8"), size)

    def store(number: Pair, k: Value) -> None:
        place = f.address(to, f.mul(k, 2 * size), "i8")
        for value, offset in zip(number[::-1] if is_inverse else number, (0, size)):
            f.store(value, f.address(place, offset, "i8"), size)

    zero = Value("i64", "0")
    ends = _ends(f, load(zero), load(count) if is_inverse else None)
    for number, k in zip(ends, (zero,) if is_inverse else (zero, count)):
        store(number, k)
    with f.loop(1, f.add(f.binary("lshr", count, 1), 1)) as k:
        start = f.address(table, f.mul(f.sub(k, 1), 2), part)
        re, im = (f.splat(f.load(part, f.address(start, number, part)), lanes(register)) for number in range(2))
        back = f.sub(count, k)
        for number, at in zip(_both(f, load(k), load(back), (re, im), is_inverse), (k, back)):
            store(number, at)
    f.ret()


@shared_routine
def mirror_stage(module: LLVMModule, register: str) -> None:
    """A shared routine with `mirror`: a stage that completes the transform of a real row, of which `count` numbers are there, to
    that of `apart` numbers, whose parts are exchanged."""
    f = module.function(f"hloom_fft_mirror_{mangle(register)}", STAGE)
    source, to, length, _, count, _ = f.parameters
    size = lanes(register) * bits_of(register) // 8

    def number(base: Value, k: Value) -> list[Value]:
        place = f.address(base, f.mul(k, 2 * size), "i8")
        return [place, f.address(place, size, "i8")]

    with f.loop(0, count) as k:
        for place, goal in zip(number(source, k), number(to, k)):
            f.store(f.load(register, place, size), goal, size)
    with f.loop(count, length) as k:
        im, re = (f.load(register, place, size) for place in number(source, f.sub(length, k)))
        for value, goal in zip((f.value(register, f"fneg {im}"), re), number(to, k)):
            f.store(value, goal, size)
    f.ret()


def _ends(f: Function, first: Pair, last: Pair | None) -> list[Pair]:
    """The first and the last number of the transform of a real row, of the first of that of pairs; or of both this one."""
    zero = constant(first[0].type, 0)
    if last is None:
        return [(f.add(*first), zero), (f.sub(*first), zero)]
    half = constant(first[0].type, 0.5)
    return [(f.mul(f.add(first[0], last[0]), half), f.mul(f.sub(first[0], last[0]), half))]


def _both(f: Function, a: Pair, b: Pair, factor: Pair, is_inverse: bool) -> tuple[Pair, Pair]:
    """Of numbers as far from both ends those of the other transform."""
    half = constant(a[0].type, 0.5)
    re, im = f.mul(f.add(a[0], b[0]), half), f.mul(f.sub(a[1], b[1]), half)
    x, y = f.sub(a[0], b[0]), f.add(a[1], b[1])
    c, d = factor
    less = f.value(d.type, f"fneg {d}")
    if is_inverse:
        d, less = less, d
    # Sums with products are rounded once, which products by themselves would be before.
    ahead = f.fma(x, c, f.fma(y, less, re)), f.fma(y, c, f.fma(x, d, im))
    less_c = f.value(c.type, f"fneg {c}")
    behind = f.fma(x, less_c, f.fma(y, d, re)), f.fma(y, c, f.fma(x, d, f.value(im.type, f"fneg {im}")))
    return ahead, behind


#: Parameters of what goes through a row: `half` numbers are pairs, those from `begin` to `end` from both of its ends are made.
_ROW = [("ptr", "source"), ("ptr", "target"), ("i64", "half"), ("i64", "begin"), ("i64", "end"), ("ptr", "near"), ("ptr", "fine"),
        ("ptr", "coarse")]


def _emit_row(module: LLVMModule, register: str, is_inverse: bool) -> None:
    """Adds `pairs_row_after` or `pairs_row_before`: numbers of a row in memory. Source and target may be one."""
    part, count = element_of(register), lanes(register)
    f = module.function(f"hloom_{_row_name(is_inverse)}_{mangle(register)}", _ROW)
    source, to, half, begin, end, near, fine, coarse = f.parameters

    def number(base: Value, k: Value) -> Value:
        return f.address(base, f.mul(k, 2), part)

    def one(k: Value) -> Pair:
        place = number(source, k)
        return f.load(part, place), f.load(part, f.address(place, 1, part))

    def put(value: Pair, k: Value) -> None:
        place = number(to, k)
        f.store(value[0], place)
        f.store(value[1], f.address(place, 1, part))

    def near_factor(type: str) -> Pair:
        return f.load(type, near), f.load(type, f.address(near, LANES, part))

    def reversed_pairs(values: Pair) -> Pair:
        return tuple(f.shuffle(value, None, range(count - 1, -1, -1)) for value in values)  # type: ignore[return-value]

    with f.when(f.compare("eq", begin, 0)):
        zero = Value("i64", "0")
        ends = _ends(f, one(zero), one(half) if is_inverse else None)
        for value, k in zip(ends, (zero,) if is_inverse else (zero, half)):
            put(value, k)
    start = f.intrinsic("smax", begin, Value("i64", "1"))
    whole = f.binary("and", f.sub(end, start), -count)
    near_factors = near_factor(register)
    with f.loop(start, f.add(start, whole), count) as k:
        back = f.sub(f.sub(half, k), count - 1)
        a = pairs(f, register, number(source, k))
        b = reversed_pairs(pairs(f, register, number(source, back)))
        re, im = composed(f, fine, coarse, k, part)
        factor = multiply(f, near_factors, (f.splat(re, count), f.splat(im, count)))
        ahead, behind = _both(f, a, b, factor, is_inverse)
        for value, place in ((ahead, k), (reversed_pairs(behind), back)):
            for offset, made in enumerate(interleaved(f, *value)):
                f.store(made, f.address(number(to, place), offset, register))
    first = near_factor(part)
    with f.loop(f.add(start, whole), end) as k:
        back = f.sub(half, k)
        factor = multiply(f, first, composed(f, fine, coarse, k, part))
        for value, place in zip(_both(f, one(k), one(back), factor, is_inverse), (k, back)):
            put(value, place)
    f.ret()


def _row_name(is_inverse: bool) -> str:
    return f"fft_pairs_row_{'before' if is_inverse else 'after'}"


class RowPairsEmitter:
    """Emits calls of what goes through rows."""

    def __init__(self, f: Function, one: RowPairs, source: Value, to: Value, table: Value, processor: Target) -> None:
        fft = processor.machine.fft
        self.f, self.one, self.source, self.target, self.table = f, one, source, to, table
        self.part = "float" if one.bits == 32 else "double"
        self.register = vector(self.part, processor.lanes(one.bits))
        #: The tasks of a row, and about how many instructions one is.
        self.groups = -(-(one.half // 2 + 1) // fft.real_block)
        self.cost = 8 * min(fft.real_block, one.half)
        f.module.include(SharedRoutine(_emit_row, processor, self.register, one.is_inverse))

    def emit(self, outer: Value, group: Value, count: Value) -> None:
        """Goes through so many tasks of a row from one on."""
        fft = self.f.machine.fft
        f, one = self.f, self.one
        steps = (one.half + 1, one.step) if one.is_inverse else (one.half + 1, one.half + 1)
        begin = f.mul(group, fft.real_block)
        end = f.intrinsic("smin", f.mul(f.add(group, count), fft.real_block), Value("i64", str(one.half // 2 + 1)))
        places = [f.address(base, f.mul(outer, 2 * step), self.part) for base, step in zip((self.source, self.target), steps)]
        tables = [self.table, *(f.address(self.table, at, self.part) for at in (2 * LANES, 2 * LANES + 2 * FINE))]
        f.call_outside(f"hloom_{_row_name(one.is_inverse)}_{mangle(self.register)}", "void",
                       [*places, Value("i64", str(one.half)), begin, end, *tables])
