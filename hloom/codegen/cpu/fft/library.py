"""What transforms of all programs share, as libraries: modules whose machine code the cache keeps.

The stages of a transform of so many points depend on that number, on the type and on the lanes of a register; the transposition
of a square of numbers on the last two.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from itertools import groupby

from hloom.codegen.cpu.fft.butterflies import Pair, multiply, transform
from hloom.codegen.cpu.fft.plan import radices_of
from hloom.codegen.cpu.squares import transpose_square
from hloom.codegen.llvm.builder import Function, LLVMModule, Value, bits_of, element_of, lanes, mangle
from hloom.codegen.target import Target


@cache
def stages(target: Target, register: str, points: int) -> LLVMModule:
    """A module with `void name(ptr first, ptr second, ptr table)`: the stages of transforms of `points` numbers, one in each
    lane.

    Number k is a register of real parts and one of imaginary parts in `first`. The transform is there afterwards if the number of
    stages is even, in `second` if it is odd. The table has the factors of the stages behind each other.
    """
    library = LLVMModule(target)
    f = library.function(f"hloom_fft_{points}_{mangle(register)}", [("ptr", "first"), ("ptr", "second"), ("ptr", "table")])
    _Stages(f, register, points).emit()
    f.ret()
    return library


class _Stages:
    """Emits stages. Loops count bytes, and places are constants apart as far as can be: that costs LLVM least, and no
    instructions."""

    def __init__(self, f: Function, register: str, points: int) -> None:
        self.f, self.register, self.points = f, register, points
        self.part = element_of(register)
        #: Bytes of a part, of a register of them, and of the numbers of all lanes.
        self.part_bytes = bits_of(register) // 8
        self.half = lanes(register) * self.part_bytes
        self.number = 2 * self.half

    def emit(self) -> None:
        radices = radices_of(self.points)
        if not radices:  # one number
            return
        f, (source, target, table) = self.f, self.f.parameters
        remaining, stride = self.points, 1
        for radix, same in groupby(radices[:-1]):
            times = sum(1 for _ in same)
            if times == 1:
                self._stage(radix, remaining // radix, stride, source, target, table)
                source, target, table = target, source, self._behind(table, radix, remaining // radix)
            else:  # the code of one is that of all
                places = [source, target, table, _number(remaining // radix), _number(stride)]
                with f.carrying_loop(0, _number(times), places) as turn:
                    come, go, factors, count, before = turn.values
                    self._stage(radix, count, before, come, go, factors)
                    turn.become([go, come, self._behind(factors, radix, count), f.binary("udiv", count, radix),
                                 f.mul(before, radix)])
                source, target, table = turn.values[:3]
            remaining //= radix**times
            stride *= radix**times
        self._stage(radices[-1], 1, stride, source, target, None)

    def _behind(self, table: Value, radix: int, count: Value | int) -> Value:
        """Where the factors of the next stage are."""
        reals = self.f.mul(count, 2 * (radix - 1)) if isinstance(count, Value) else 2 * count * (radix - 1)
        return self.f.address(table, reals, self.part)

    def _stage(self, radix: int, count: Value | int, stride: Value | int, source: Value, target: Value,
               table: Value | None) -> None:
        """`count` times `stride` transforms of `radix` numbers, with factors from a table unless it is the last stage."""
        f, apart = self.f, self.points // radix * self.number
        step = f.mul(stride, self.number) if isinstance(stride, Value) else stride * self.number
        with self._each(count, 1, count) as p:
            start = f.address(table, f.mul(p, 2 * (radix - 1) * self.part_bytes), "i8") if table else None
            factors = [self._factor(start, k) for k in range(radix - 1)] if start else []
            come, go = f.address(source, f.mul(p, step), "i8"), f.address(target, f.mul(f.mul(p, step), radix), "i8")
            with self._each(step, self.number, stride) as q:
                at, to = f.address(come, q, "i8"), f.address(go, q, "i8")
                made = transform(f, [self._numbers(at, j * apart) for j in range(radix)])
                for k, found in enumerate(made):
                    found = multiply(f, found, factors[k - 1]) if k and factors else found
                    for half, value in enumerate(found):
                        f.store(value, f.address(to, half * self.half, "i8"), self.half)
                    to = f.address(to, step, "i8") if k < radix - 1 else to

    def _each(self, end: Value | int, step: int, times: Value | int) -> AbstractContextManager[Value]:
        """A loop, unless there is one turn only."""
        return self.f.loop(0, end, step) if times != 1 else nullcontext(_number(0))

    def _numbers(self, at: Value, offset: int) -> Pair:
        first = self.f.address(at, offset, "i8")
        re, im = (self.f.load(self.register, place, self.half) for place in (first, self.f.address(first, self.half, "i8")))
        return re, im

    def _factor(self, start: Value, k: int) -> Pair:
        f, count = self.f, lanes(self.register)
        parts = [f.load(self.part, f.address(start, 2 * k + half, self.part)) for half in (0, 1)]
        return f.splat(parts[0], count), f.splat(parts[1], count)


def _number(value: int) -> Value:
    return Value("i64", str(value))


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
