"""How numbers of a group come from memory and go there, as shared routines: lanes beside each other, lanes that are rows, a few
lanes.

In scratch memory number k of a group is a register of real parts and one of imaginary parts; in memory a number is its two parts,
or a real one by itself. Squares of numbers are transposed in registers; the last one overlaps the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hloom.codegen.cpu.fft.plan import FINE, LINE_BYTES
from hloom.codegen.cpu.fft.stages import Pair, multiply
from hloom.codegen.cpu.register_transpose import transpose_square
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine, shared_routine
from hloom.codegen.llvm.types import bits_of, element_of, lanes, mangle, vector
from hloom.codegen.target import Target

#: What functions take that bring numbers from memory to the form that a group has in scratch memory: number k is `k * step`
#: bytes from the source; parts may be `exchanged`. What is behind these is for convolutions.
COME = [("ptr", "source"), ("i64", "step"), ("ptr", "group"), ("i64", "count"), ("i1", "exchanged"), ("ptr", "factors"),
        ("i64", "half"), ("i64", "lane"), ("i64", "numbers"), ("i64", "stored")]
#: What functions take that do so for some lanes: number k of one is `k * step` bytes from where its first one is.
LOAD_LANES = [("ptr", "source"), ("i64", "step"), ("i64", "apart"), ("ptr", "group"), ("i64", "count"), ("i64", "lanes"),
              ("i1", "exchanged")]
STORE_LANES = [("ptr", "group"), ("ptr", "target"), *LOAD_LANES[1:3], *LOAD_LANES[4:]]

StoreKind = Literal["store", "store_turned", "store_composed"]
#: What the numbers of lanes are that are rows.
RowKind = Literal["complex", "real"]


def go(register: str) -> list[tuple[str, str]]:
    """The parameters of functions that bring numbers of a group to memory."""
    return [("ptr", "group"), ("ptr", "target"), ("i64", "step"), ("i64", "count"), ("i1", "exchanged"), ("i1", "past_caches"),
            (element_of(register), "scale"), ("ptr", "turns"), ("i64", "between"), ("i64", "half"), ("ptr", "fine"),
            ("ptr", "coarse"), ("i64", "lane"), ("i64", "row")]


@shared_routine
def codelets(module: LLVMModule, register: str) -> None:
    """A shared routine with `load` and `store`, for lanes that lie side by side in memory, as pairs: what most transforms
    need."""
    size = lanes(register) * bits_of(register) // 8
    f = module.function(f"hloom_fft_load_{mangle(register)}", COME)
    source, step, group, end, exchanged = f.parameters[:5]
    halves = exchanged_if(f, exchanged, (group, f.address(group, size, "i8")))
    with f.loop(0, end) as k:
        for half, value in zip(halves, pairs(f, register, f.address(source, f.mul(k, step), "i8"))):
            f.store(value, f.address(half, f.mul(k, 2 * size), "i8"), size)
    f.ret()
    _define_store(module, register, "store")


def turned_store(target: Target, register: str, kind: StoreKind) -> SharedRoutine:
    """A shared routine with `store_turned` or `store_composed`."""
    return SharedRoutine(_define_store, target, register, kind)


def _define_store(module: LLVMModule, register: str, kind: StoreKind) -> None:
    """Adds a function that stores the numbers of a group, as pairs, lanes side by side, number k at `k * step` bytes:
    `void store(ptr group, ptr target, i64 step, i64 count, i1 exchanged, i1 nontemporal, scale, ...)`, `nontemporal` only lines
    of these.

    `store_turned` multiplies numbers before by turns: real parts at `k * between` bytes and imaginary ones `half` bytes behind;
    `store_composed` by those and exp(-2 pi i k lane / row), the product of two entries of the tables `fine` and `coarse`. All
    have the same parameters.
    """
    count, part, size = lanes(register), element_of(register), lanes(register) * bits_of(register) // 8
    f = module.function(f"hloom_fft_{kind}_{mangle(register)}", go(register))
    group, to, step, end, exchanged, nontemporal, scale, turns, between, half, fine, coarse, lane, row = f.parameters
    scales = f.splat(scale, count)
    halves = group, f.address(group, size, "i8")
    if kind == "store":
        halves = exchanged_if(f, exchanged, halves)
    angle = f.variable(Value("i64", "0")) if kind == "store_composed" else None
    with f.loop(0, end) as k:
        re, im = (f.load(register, f.address(half, f.mul(k, 2 * size), "i8"), size) for half in halves)
        number = re, im
        if kind != "store":
            turn = f.address(turns, f.mul(k, between), "i8")
            factor = f.load(register, turn), f.load(register, f.address(turn, half, "i8"))
            if angle is not None:
                re, im = composed(f, fine, coarse, f.get(angle), part)
                factor = multiply(f, factor, (f.splat(re, count), f.splat(im, count)))
                further = f.add(f.get(angle), lane)
                f.set(angle, f.select(f.compare("slt", further, row), further, f.sub(further, row)))
            number = exchanged_if(f, exchanged, multiply(f, number, factor))
        re, im = (f.mul(value, scales) for value in number)
        store_registers(f, interleaved(f, re, im), f.address(to, f.mul(k, step), "i8"), nontemporal)
    f.ret()


def pairs(f: Function, register: str, place: Value) -> Pair:
    """The parts of as many complex numbers as there are lanes, from where they lie side by side."""
    count = lanes(register)
    both = f.load(vector(element_of(register), 2 * count), place)
    return f.shuffle(both, None, range(0, 2 * count, 2)), f.shuffle(both, None, range(1, 2 * count, 2))


def interleaved(f: Function, re: Value, im: Value) -> list[Value]:
    """Two registers of complex numbers that lie side by side."""
    count = lanes(re.type)
    both = [j // 2 + count * (j % 2) for j in range(2 * count)]
    return [f.shuffle(re, im, both[:count]), f.shuffle(re, im, both[count:])]


def composed(f: Function, fine: Value, coarse: Value, number: Value, part: str) -> Pair:
    """exp(-2 pi i number / length), of two factors: number modulo and divided by the length of the finer table."""
    def entry(table: Value, index: Value) -> Pair:
        place = f.address(table, f.mul(index, 2), part)
        return f.load(part, place), f.load(part, f.address(place, 1, part))

    return multiply(f, entry(fine, f.binary("and", number, FINE - 1)),
                    entry(coarse, f.binary("lshr", number, FINE.bit_length() - 1)))


def store_registers(f: Function, registers: Sequence[Value], place: Value, nontemporal: Value | None) -> None:
    """Stores registers beside each other, past the caches if that holds: then they are whole lines of these."""
    places = [f.address(place, k, registers[0].type) for k in range(len(registers))]

    def store(align: int | None, nontemporal: bool) -> None:
        for value, at in zip(registers, places):
            f.store(value, at, align, nontemporal)

    if nontemporal is None or lanes(registers[0].type) * bits_of(registers[0].type) != 8 * LINE_BYTES:
        store(None, False)
    else:
        f.if_else(nontemporal, lambda: store(LINE_BYTES, True), lambda: store(None, False))


def exchanged_if(f: Function, condition: Value, number: Pair) -> Pair:
    re, im = number
    return f.select(condition, im, re), f.select(condition, re, im)


@shared_routine
def real_load(module: LLVMModule, register: str) -> None:
    """A shared routine with `load_real`: what `load` does for real numbers."""
    size = lanes(register) * bits_of(register) // 8
    f = module.function(f"hloom_fft_load_real_{mangle(register)}", COME)
    source, step, group, end = f.parameters[:4]
    with f.loop(0, end) as k:
        place = f.address(group, f.mul(k, 2 * size), "i8")
        f.store(f.load(register, f.address(source, f.mul(k, step), "i8")), place, size)
        f.store(constant(register, 0), f.address(place, size, "i8"), size)
    f.ret()


def row_name(kind: RowKind) -> str:
    return "rows" if kind == "complex" else "real_rows"


def in_square(width: int, kind: RowKind) -> int:
    """Numbers of each of so many lanes in a square of reals."""
    return width // 2 if kind == "complex" else width


@shared_routine
def row_load(module: LLVMModule, register: str, kind: RowKind) -> None:
    """A shared routine with `load_rows` or `load_real_rows`: what `load` and `load_real` do, for lanes that are rows `step` bytes
    apart; their `count` is at least that of a square (`in_square`)."""
    width, size = lanes(register), lanes(register) * bits_of(register) // 8
    count = in_square(width, kind)
    f = module.function(f"hloom_fft_load_{row_name(kind)}_{mangle(register)}", COME)
    source, step, group, end, exchanged = f.parameters[:5]
    halves = exchanged_if(f, exchanged, (group, f.address(group, size, "i8")))
    with f.loop(0, end, count) as k:
        k = _inside(f, k, end, count)
        re, im = (f.address(half, f.mul(k, 2 * size), "i8") for half in halves)
        made = transpose_square(f, _lines(f, register, f.address(source, f.mul(k, size // count), "i8"), step))
        numbers = zip(made[::2], made[1::2]) if kind == "complex" else ((value, constant(register, 0)) for value in made)
        for number, parts in enumerate(numbers):
            for start, value in zip((re, im), parts):
                f.store(value, f.address(start, 2 * size * number, "i8"), size)
    f.ret()


@shared_routine
def row_store(module: LLVMModule, register: str, kind: RowKind) -> None:
    """A shared routine with `store_rows` or `store_real_rows`: what `store` does for such lanes, and what it would of real
    parts."""
    width, size = lanes(register), lanes(register) * bits_of(register) // 8
    count = in_square(width, kind)
    f = module.function(f"hloom_fft_store_{row_name(kind)}_{mangle(register)}", go(register))
    group, to, step, end, exchanged, _, scale = f.parameters[:7]
    scales = f.splat(scale, width)
    halves = exchanged_if(f, exchanged, (group, f.address(group, size, "i8")))[: width // count]
    with f.loop(0, end, count) as k:
        k = _inside(f, k, end, count)
        starts = [f.address(half, f.mul(k, 2 * size), "i8") for half in halves]
        found = [f.mul(f.load(register, f.address(start, 2 * size * number, "i8"), size), scales)
                 for number in range(count) for start in starts]
        place = f.address(to, f.mul(k, size // count), "i8")
        for line, made in enumerate(transpose_square(f, found)):
            place = f.address(place, step, "i8") if line else place
            f.store(made, place)
    f.ret()


def _lines(f: Function, register: str, place: Value, step: Value) -> list[Value]:
    """The registers of as many lines as there are lanes, which are so many bytes apart."""
    found = []
    for k in range(lanes(register)):
        place = f.address(place, step, "i8") if k else place
        found.append(f.load(register, place))
    return found


def _inside(f: Function, k: Value, end: Value, count: int) -> Value:
    """Where `count` numbers begin, from k on or so far before that they end with `end`: some come twice then."""
    return f.intrinsic("smin", k, f.sub(end, count))


@shared_routine
def lane_codelets(module: LLVMModule, register: str) -> None:
    """A shared routine with `load_lanes` and `store_lanes`: what `load` and `store` do, number by number for some lanes, which
    are so many bytes `apart`."""
    name, part, size = mangle(register), element_of(register), lanes(register) * bits_of(register) // 8
    bytes = bits_of(register) // 8
    f = module.function(f"hloom_fft_load_lanes_{name}", LOAD_LANES)
    source, step, apart, group, end, some, exchanged = f.parameters
    halves = exchanged_if(f, exchanged, (group, f.address(group, size, "i8")))
    with f.loop(0, end) as k:
        row, goals = f.address(source, f.mul(k, step), "i8"), [f.address(half, f.mul(k, 2 * size), "i8") for half in halves]
        with f.loop(0, some) as lane:
            place = f.address(row, f.mul(lane, apart), "i8")
            for number, goal in enumerate(goals):
                f.store(f.load(part, f.address(place, number, part)), f.address(goal, f.mul(lane, bytes), "i8"))
    f.ret()
    f = module.function(f"hloom_fft_store_lanes_{name}", [*STORE_LANES, (part, "scale")])
    group, to, step, apart, end, some, exchanged, scale = f.parameters
    halves = exchanged_if(f, exchanged, (group, f.address(group, size, "i8")))
    with f.loop(0, end) as k:
        row, starts = f.address(to, f.mul(k, step), "i8"), [f.address(half, f.mul(k, 2 * size), "i8") for half in halves]
        with f.loop(0, some) as lane:
            place = f.address(row, f.mul(lane, apart), "i8")
            for number, start in enumerate(starts):
                value = f.load(part, f.address(start, f.mul(lane, bytes), "i8"))
                f.store(f.mul(value, scale), f.address(place, number, part))
    f.ret()
