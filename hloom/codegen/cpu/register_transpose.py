"""Transposing squares of numbers in registers: one row in each, as many rows as lanes; and tiles of matrices, made of them."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.llvm.builder import Function, Value, constant_vector
from hloom.codegen.llvm.hooks import hooks
from hloom.codegen.llvm.picked_lanes import picked_lanes
from hloom.codegen.llvm.types import bits_of, lanes, mangle, vector
from hloom.support.records import dataclass

#: Bits of the lanes in which processors interleave units, and of a register whose lanes are picked by numbers in another.
_LANE_BITS, _PICKED_BITS = 128, 512


def transpose_square(f: Function, rows: Sequence[Value]) -> Sequence[Value]:
    """Lane j of result i is lane i of row j. The number of rows is a power of two."""
    register, bits = rows[0].type, bits_of(rows[0].type)
    is_register = lanes(register) == len(rows) and lanes(register) * bits == _PICKED_BITS
    if is_register and bits >= 32 and hooks(f).picks(bits):
        return _by_turns(f, rows)
    count = len(rows)
    units = min(count, max(1, _LANE_BITS // bits_of(register)))
    groups = [transpose_lanes(f, rows[first : first + units], units, units) for first in range(0, count, units)]
    columns = [transpose_blocks(f, [f.settled(a) for a in column], units) for column in zip(*groups)]
    return [columns[k % units][k // units] for k in range(count)]


def transpose_lanes(f: Function, registers: Sequence[Value], count: int, units: int) -> list[Value]:
    """Transposes squares of `count` units, one in each lane of `units` units: unit j of a lane in register i becomes unit i of
    the same lane in register j. `count` is 1 or the number of units."""
    made = list(registers)
    step = count
    while step > 1:  # each turn interleaves the first half of the registers with the second
        following = []
        total = lanes(made[0].type)
        for a, b in zip(made[: count // 2], made[count // 2 :]):
            for offset in (0, units // 2):
                following.append(f.shuffle(a, b, [lane + offset + k // 2 + total * (k & 1)
                                                  for lane in range(0, total, units) for k in range(units)]))
        made = [f.settled(a) for a in following] if count > f.machine.register_transpose.searched else following
        step //= 2
    return made


def transpose_blocks(f: Function, registers: Sequence[Value], units: int) -> list[Value]:
    """Transposes the square of blocks of so many units each: block j of register i becomes block i of register j."""
    if len(registers) == 1:
        return list(registers)
    total = lanes(registers[0].type)
    halves = []
    for parity in (0, 1):
        order = [block + k for block in range(parity * units, 2 * total, 2 * units) for k in range(units)]
        picked = [f.shuffle(a, b, order) for a, b in zip(registers[::2], registers[1::2])]
        halves.append(transpose_blocks(f, picked, units))
    return [line for pair in zip(*halves) for line in pair]


def _by_turns(f: Function, rows: Sequence[Value]) -> Sequence[Value]:
    """As often as two divides the number of rows: the lanes of a row of the first half and of one of the second by turns.

    It is one loop, and which lanes those are is loaded: constant shuffles cost LLVM a tenth of a millisecond each.
    """
    register, count = rows[0].type, len(rows)
    halves = [constant_vector(f"i{bits_of(register)}", [half + k // 2 + count * (k % 2) for k in range(count)])
              for half in (0, count // 2)]
    orders = f.module.define_global(f"hloom_orders_{mangle(register)}", f"private unnamed_addr constant [2 x {halves[0].type}] "
                                    f"[{', '.join(map(str, halves))}], align 64")
    low, high = (f.load(halves[0].type, f.address(orders, k, halves[0].type), align=64) for k in (0, 1))
    with f.carrying_loop(0, Value("i64", str(count.bit_length() - 1)), rows) as turn:
        first, second = turn.values[: count // 2], turn.values[count // 2 :]
        turn.become([picked_lanes(f, (a, b), order) for a, b in zip(first, second) for order in (low, high)])
    return turn.values


# -- transpose tiles -----------------------------------------------------------------------------------------------------------
# The tiles that transposes consist of: so many elements of some source rows, which become whole registers of target rows.
#
# All sizes of elements are moved as bits, in registers that are interleaved in lanes of 16 bytes.

#: Bytes of a lane in which registers are interleaved, and of a line of the cache.
LANE, LINE = 16, 64


@dataclass(frozen=True)
class LaneTile:
    """16 bytes of each row, which are loaded row by row, a register with a row in each of its lanes."""

    #: Bytes of an element, and lanes of a register.
    size: int
    lanes: int

    @property
    def rows(self) -> int:
        return self.lanes * self.columns

    @property
    def columns(self) -> int:
        return LANE // self.size

    def emit(self, f: Function, source: Value, stride: int, target: Value, target_stride: int, nontemporal: bool = False) -> None:
        """From source rows to target rows that lie so many bytes apart."""
        unit = _unit(self.size)
        units = LANE * 8 // int(unit[1:])
        registers = []
        for c in range(self.columns):
            parts = [f.load(vector(unit, units), f.address(source, (c + self.columns * q) * stride, "i8"))
                     for q in range(self.lanes)]
            registers.append(f.joined(parts))
        for c, register in enumerate(transpose_lanes(f, registers, self.columns, units)):
            _store(f, register, target, c * target_stride, nontemporal)


@dataclass(frozen=True)
class LineTile:
    """A line of the cache of each row, which is loaded once: where rows share their places in the first-level cache, it is gone
    before it could be loaded again. There are as many rows as elements in a line."""

    size: int

    @property
    def rows(self) -> int:
        return LINE // self.size

    @property
    def columns(self) -> int:
        return LINE // self.size

    def emit(self, f: Function, source: Value, stride: int, target: Value, target_stride: int, nontemporal: bool = False) -> None:
        """From source rows to target rows that lie so many bytes apart."""
        unit = _unit(self.size)
        register, units = vector(unit, LINE * 8 // int(unit[1:])), LANE // self.size
        if self.size > f.machine.register_transpose.small:
            rows = [f.load(register, f.address(source, c * stride, "i8")) for c in range(self.rows)]
            made = transpose_square(f, rows) if units > 1 else transpose_blocks(f, rows, LANE // 8)
            for c, row in enumerate(made):
                _store(f, row, target, c * target_stride, nontemporal)
            return
        # As many rows at once as a lane has elements: then each lane is a part of the target row of its own number.
        parts, groups = f.slot(register, self.rows), LINE // LANE
        with f.loop(0, self.rows, units) as first:
            place = f.address(source, f.mul(first, stride), "i8")
            rows = [f.load(register, f.address(place, c * stride, "i8")) for c in range(units)]
            for c, part in enumerate(transpose_lanes(f, rows, units, units)):
                f.store(part, f.address(parts, f.add(first, c), register), align=LINE)
        with f.loop(0, units) as c:
            row = [f.bitcast(f.load(register, f.address(parts, f.add(c, g * units), register), align=LINE), "<8 x i64>")
                   for g in range(groups)]
            place = f.address(target, f.mul(c, target_stride), "i8")
            for lane, made in enumerate(transpose_blocks(f, row, LANE // 8)):
                _store(f, made, place, lane * units * target_stride, nontemporal)


Tile = LaneTile | LineTile


def _unit(size: int) -> str:
    return f"i{min(8 * size, 64)}"


def _store(f: Function, register: Value, target: Value, offset: int, nontemporal: bool) -> None:
    f.store(register, f.address(target, offset, "i8"), align=LINE if nontemporal else None, nontemporal=nontemporal)
