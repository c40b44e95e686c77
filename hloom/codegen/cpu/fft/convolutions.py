"""What passes of convolutions share, as shared routines: numbers come and go with a chirp, and are multiplied by a filter
between.

Functions have the parameters of those that other passes call there (`stages`, `codelets`).
"""

from __future__ import annotations

from typing import Literal

from hloom.codegen.cpu.fft.codelets import COME, composed, exchanged_if, go, interleaved, pairs, store_registers
from hloom.codegen.cpu.fft.stages import STAGE, Pair, multiply
from hloom.codegen.cpu.register_transpose import transpose_square
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule, shared_routine
from hloom.codegen.llvm.types import bits_of, element_of, lanes, mangle

#: What numbers of a row may be (`plan.Side`).
Kind = Literal["complex", "real", "hermitian"]


@shared_routine
def chirped_load(module: LLVMModule, register: str, kind: Kind) -> None:
    """A shared routine with `load_KIND_chirped`: what `load` does, for `numbers` of a row of which `stored` are there, and zeros
    behind them. Numbers are multiplied by `factors`, real parts where the group's first one is and imaginary ones `half` bytes
    behind; `lane` is which number of the row that is."""
    count, part, bytes = lanes(register), element_of(register), bits_of(register) // 8
    size, reals = count * bytes, 1 if kind == "real" else 2
    f = module.function(f"hloom_fft_load_{kind}_chirped_{mangle(register)}", COME)
    source, step, group, end, exchanged, factors, half, lane, numbers, stored = f.parameters
    row = _Row(f, register, kind, f.address(source, f.mul(lane, -reals * bytes), "i8"), numbers, stored)
    with f.loop(0, end) as k:
        ahead = f.binary("lshr", f.mul(k, step), (reals * bytes).bit_length() - 1)  # numbers
        at = f.add(lane, ahead)
        there = f.sub(numbers, at)
        row.become(row.zero, row.zero)
        with f.when(f.compare("sgt", there, 0)):
            row.load(at, there)
            place = f.address(factors, ahead, part)
            factor = f.load(register, place), f.load(register, f.address(place, half, "i8"))
            row.become(*multiply(f, exchanged_if(f, exchanged, (f.get(row.parts[0]), f.get(row.parts[1]))), factor))
        to = f.address(group, f.mul(k, 2 * size), "i8")
        for number, value in enumerate(row.parts):
            f.store(f.get(value), f.address(to, number, register), size)
    f.ret()


class _Row:
    """The numbers of a row from an address on, of which registers are loaded to the variables `parts`."""

    def __init__(self, f: Function, register: str, kind: Kind, row: Value, numbers: Value, stored: Value) -> None:
        self.f, self.register, self.kind, self.row, self.numbers, self.stored = f, register, kind, row, numbers, stored
        self.count, self.part, self.reals = lanes(register), element_of(register), 1 if kind == "real" else 2
        self.zero = constant(register, 0)
        self.parts = [f.variable(self.zero) for _ in range(2)]
        self.some = f.slot(register, 2)

    def become(self, re: Value, im: Value) -> None:
        for part, value in zip(self.parts, (re, im)):
            self.f.set(part, value)

    def load(self, at: Value, there: Value) -> None:
        """The numbers from `at` on, `there` of them; where there are fewer than lanes the others are zero."""
        f = self.f

        def one_by_one() -> None:
            self._load_one_by_one(at, there)

        is_whole = f.compare("sge", there, self.count)
        if self.kind == "hermitian":
            f.if_else(f.compare("sle", at, f.sub(self.stored, self.count)), lambda: self._load_forward(at), lambda: f.if_else(
                f.binary("and", is_whole, f.compare("sge", at, self.stored)), lambda: self._load_mirrored(there), one_by_one))
        else:
            f.if_else(is_whole, lambda: self._load_forward(at), one_by_one)

    def _load_forward(self, at: Value) -> None:
        place = self.f.address(self.row, self.f.mul(at, self.reals), self.part)
        if self.kind == "real":
            self.become(self.f.load(self.register, place), self.zero)
        else:
            self.become(*pairs(self.f, self.register, place))

    def _load_mirrored(self, there: Value) -> None:
        """From the other end, conjugated."""
        f, count = self.f, self.count
        place = f.address(self.row, f.mul(f.sub(there, count - 1), 2), self.part)
        re, im = (f.shuffle(value, None, range(count - 1, -1, -1)) for value in pairs(f, self.register, place))
        self.become(re, f.value(self.register, f"fneg {im}"))

    def _load_one_by_one(self, at: Value, there: Value) -> None:
        f, register, part, some, size = self.f, self.register, self.part, self.some, self.count * bits_of(self.register) // 8
        for k in range(2):
            f.store(self.zero, f.address(some, k, register), size)
        with f.loop(0, f.intrinsic("smin", there, Value("i64", str(self.count)))) as one:
            number = f.add(at, one)
            is_mirrored = f.compare("sge", number, self.stored)
            if self.kind == "hermitian":
                number = f.select(is_mirrored, f.sub(self.numbers, number), number)
            place = f.address(self.row, f.mul(number, self.reals), part)
            to = f.address(some, one, part)
            f.store(f.load(part, place), to)
            if self.kind != "real":
                im = f.load(part, f.address(place, 1, part))
                if self.kind == "hermitian":
                    im = f.select(is_mirrored, f.value(part, f"fneg {im}"), im)
                f.store(im, f.address(to, self.count, part))
        self.become(*(f.load(register, f.address(some, k, register), size) for k in range(2)))


@shared_routine
def chirped_store(module: LLVMModule, register: str, kind: Kind) -> None:
    """A shared routine with `store_KIND_chirped`: what `store_turned` does, of exchanged numbers and factors of each lane, for
    those below `row`; real parts only, or both."""
    count, part, bytes = lanes(register), element_of(register), bits_of(register) // 8
    size, reals = count * bytes, 1 if kind == "real" else 2
    f = module.function(f"hloom_fft_store_{kind}_chirped_{mangle(register)}", go(register))
    group, to, step, end, exchanged, nontemporal, scale, factors, between, half, _, _, lane, row = f.parameters
    scales, some = f.splat(scale, count), f.slot(register, 2)
    with f.loop(0, end) as k:
        ahead = f.mul(k, between)  # bytes of factors
        there = f.sub(row, f.add(lane, f.binary("lshr", ahead, bytes.bit_length() - 1)))
        with f.when(f.compare("sgt", there, 0)):
            im, re = _number(f, register, group, k)
            place = f.address(factors, ahead, "i8")
            factor = f.load(register, place), f.load(register, f.address(place, half, "i8"))
            number = exchanged_if(f, exchanged, multiply(f, (re, im), factor))
            re, im = (f.mul(value, scales) for value in number)
            registers = [re] if kind == "real" else interleaved(f, re, im)
            place = f.address(to, f.mul(k, step), "i8")

            def some_of_them() -> None:
                for number, value in enumerate(registers):
                    f.store(value, f.address(some, number, register), size)
                with f.loop(0, f.mul(there, reals)) as one:
                    f.store(f.load(part, f.address(some, one, part)), f.address(place, one, part))

            f.if_else(f.compare("sge", there, count), lambda: store_registers(f, registers, place, nontemporal), some_of_them)
    f.ret()


@shared_routine
def filter_stage(module: LLVMModule, register: str) -> None:
    """A shared routine with `filter`: a stage that multiplies `count` numbers by as many from its table and exchanges their
    parts."""
    f = module.function(f"hloom_fft_filter_{mangle(register)}", STAGE)
    source, to, _, _, count, table = f.parameters
    size = lanes(register) * bits_of(register) // 8
    with f.loop(0, count) as k:
        re, im = multiply(f, _number(f, register, source, k), _number(f, register, table, k))
        place = f.address(to, f.mul(k, 2 * size), "i8")
        f.store(im, place, size)
        f.store(re, f.address(place, size, "i8"), size)
    f.ret()


#: When the parts of numbers are exchanged that are multiplied by factors.
BEFORE, BEHIND = 1, 2


@shared_routine
def factor_stage(module: LLVMModule, register: str) -> None:
    """A shared routine with `times`: a stage that multiplies `count` numbers by as many of its table, each of which is for all
    lanes. Parts are exchanged before or behind (`step`); `apart` bytes behind the numbers become zeros."""
    f = module.function(f"hloom_fft_times_{mangle(register)}", STAGE)
    source, to, apart, step, count, table = f.parameters
    part, width, size = element_of(register), lanes(register), lanes(register) * bits_of(register) // 8
    ends = [exchanged_if(f, f.compare("eq", step, when), (place, f.address(place, size, "i8")))
            for place, when in ((source, BEFORE), (to, BEHIND))]
    with f.loop(0, count) as k:
        place = f.address(table, f.mul(k, 2), part)
        factor = [f.splat(f.load(part, f.address(place, number, part)), width) for number in range(2)]
        number = [f.load(register, f.address(half, f.mul(k, 2 * size), "i8"), size) for half in ends[0]]
        for half, value in zip(ends[1], multiply(f, (number[0], number[1]), (factor[0], factor[1]))):
            f.store(value, f.address(half, f.mul(k, 2 * size), "i8"), size)
    behind = f.address(to, f.mul(count, 2 * size), "i8")
    with f.loop(0, apart, size) as at:
        f.store(constant(register, 0), f.address(behind, at, "i8"), size)
    f.ret()


@shared_routine
def composed_row_store(module: LLVMModule, register: str) -> None:
    """A shared routine with `store_rows_composed`: what `store_composed` does, for lanes that are rows `step` bytes apart; its
    `count` is a multiple of half the lanes."""
    count, part = lanes(register), element_of(register)
    size = count * bits_of(register) // 8
    f = module.function(f"hloom_fft_store_rows_composed_{mangle(register)}", go(register))
    group, to, step, end, _, _, _, turns, between, half, fine, coarse, lane, row = f.parameters
    angle = f.variable(Value("i64", "0"))
    with f.loop(0, end, count // 2) as k:
        found: list[Value] = []
        for number in range(count // 2):
            at = f.add(k, number)
            turn = f.address(turns, f.mul(at, between), "i8")
            first = f.load(register, turn), f.load(register, f.address(turn, half, "i8"))
            re, im = composed(f, fine, coarse, f.get(angle), part)
            factor = multiply(f, first, (f.splat(re, count), f.splat(im, count)))
            further = f.add(f.get(angle), lane)
            f.set(angle, f.select(f.compare("slt", further, row), further, f.sub(further, row)))
            found += multiply(f, _number(f, register, group, at), factor)
        place = f.address(to, f.mul(k, 2 * size // count), "i8")
        for number, made in enumerate(transpose_square(f, found)):
            place = f.address(place, step, "i8") if number else place
            f.store(made, place)
    f.ret()


def _number(f: Function, register: str, group: Value, k: Value) -> Pair:
    """Number k of a group, or of what lies as a group does."""
    size = lanes(register) * bits_of(register) // 8
    place = f.address(group, f.mul(k, 2 * size), "i8")
    return f.load(register, place), f.load(register, f.address(place, size, "i8"))
