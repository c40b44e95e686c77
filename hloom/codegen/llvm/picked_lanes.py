"""Lanes that do not lie side by side, picked out of registers: at a constant distance from each other, or from anywhere.

An instruction that gathers lanes takes about as long as so many loads. Where a few registers hold all lanes, these and as many
shuffles less one are quicker, and reads of neighbouring elements (the columns of a window, the parts of a complex number) share
the registers. Where most of what lies between lanes is asked for at an odd distance, each lane's elements are a row of a square,
which is transposed in registers. Nothing is touched before the first element that is asked for, and nothing behind the last one.

Of registers smaller than 64 bytes none has an instruction that picks from two: lanes that lie far apart are loaded one by one to
those, which runs as fast and takes LLVM a third of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.hooks import hooks, hooks_of
from hloom.codegen.llvm.memory_accesses import first_of, load_masked
from hloom.codegen.llvm.types import bits_of, is_float, lanes, storage_type, vector
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import IndexExpr, Variable, split_affine
from hloom.expr.scalar import Read

#: Bytes of a register that an instruction picks lanes out of.
_REGISTER_BYTES = 64


def is_near(machine: Machine, element: str, distance: int) -> bool:
    """Whether elements of a type (`element`, as memory holds them) at such a distance are better loaded in whole registers."""
    return 2 <= abs(distance) <= machine.picking.farthest.get(bits_of(element) // 8, 0)


def is_near_along(machine: Machine, read: Read, variable: Variable) -> bool:
    """Whether elements of neighbouring turns of a loop lie so near each other that registers hold many of them, or are one."""
    step = coefficient(read.index[0], variable)
    return step is not None and (
        abs(step) <= 1 or is_near(machine, storage_type(read.type), step * (2 if read.type.is_complex else 1)))


def neighbours(reads: Sequence[tuple[Read, IndexExpr]], variable: Variable) -> dict[Read, tuple[Read, int, int]]:
    """Reads, each with its offset, whose lanes along `variable` lie between each other's: for each the first of its group, how
    far behind that it lies, and how far the last of the group does, in elements."""
    groups: dict[Any, list[tuple[int, Read]]] = {}
    for read, offset in reads:
        step = coefficient(offset, variable)
        if step is not None and step > 1:
            constant, terms = split_affine(offset)
            groups.setdefault((read.source, read.type, step, frozenset(terms.items())), []).append((constant, read))
    found: dict[Read, tuple[Read, int, int]] = {}
    for (_, _, step, _), group in groups.items():
        remaining = sorted(group, key=lambda entry: entry[0])
        while remaining:
            first, leader = remaining[0]
            mine = [(constant - first, read) for constant, read in remaining if constant - first <= 2 * step]
            found.update({read: (leader, distance, mine[-1][0]) for distance, read in mine if len(mine) > 1})
            remaining = remaining[len(mine):]
    return found


def strided_lanes(f: Function, address: Value, element: str, count: int, distance: int, span: int) -> Windows | SingleLanes:
    """What loads the elements around lanes: see `Windows`."""
    target = f.module.target
    is_small = target is not None and target.vector_bytes < _REGISTER_BYTES
    if is_small and distance >= f.machine.picking.single[bits_of(element) // 8]:
        return SingleLanes(f, address, element, count, distance)
    return Windows(f, address, element, count, distance, span)


class SingleLanes:
    """Elements around lanes, as `Windows` are, each of which is loaded when it is asked for."""

    def __init__(self, f: Function, address: Value, element: str, count: int, distance: int) -> None:
        self.f, self.address, self.element, self.count, self.distance = f, address, element, count, distance

    def lanes(self, offset: int) -> Value:
        """The elements `offset` behind those of the first lanes."""
        made = Value(vector(self.element, self.count), "poison")
        for lane in range(self.count):
            place = self.f.address(self.address, lane * self.distance + offset, self.element)
            made = self.f.insert(made, self.f.load(self.element, place), lane)
        return made


class _Piece:
    """Registers that hold some lanes, `distance` apart, and what lies between them: elements from each one's place on."""

    def __init__(self, f: Function, registers: list[Value], places: list[int], count: int, distance: int) -> None:
        self.f, self.registers, self.places, self.count, self.distance = f, registers, places, count, distance
        width = lanes(registers[0].type)
        #: Whether the registers are full one after another, each element is asked for, and every second one is half of that.
        self.is_even = distance % 2 == 0 and width == count and places == [width * k for k in range(distance)]
        self.halves: dict[int, _Piece] = {}

    def lanes(self, offset: int) -> Value:
        """The elements `offset` behind the first lanes. Several of them are found from common halves in fewer steps."""
        if self.distance == 1:
            return self.registers[0]
        return self._half(offset % 2).lanes(offset // 2) if self.is_even else self._picked(offset)

    def _half(self, parity: int) -> _Piece:
        found = self.halves.get(parity)
        if found is None:
            wanted = range(parity, 2 * self.count, 2)
            registers = [self._shuffled(a, b, wanted) for a, b in zip(self.registers[::2], self.registers[1::2])]
            found = self.halves[parity] = _Piece(self.f, registers, self.places[: len(registers)], self.count, self.distance // 2)
        return found

    def _shuffled(self, a: Value, b: Value, wanted: Sequence[int]) -> Value:
        """Lanes of two registers. What LLVM makes of several such steps at once is better for a few integers only, which are half
        a register often, and takes it most of the time of compiling a kernel."""
        made = self.f.shuffle(a, b, wanted)
        return self.f.settled(made) if is_float(made.type) or self.distance > self.f.machine.picking.few_distances else made

    def _picked(self, offset: int) -> Value:
        width = lanes(self.registers[0].type)
        made: Value | None = None
        picked: list[int] = []
        for number, (register, place) in enumerate(zip(self.registers, self.places)):
            end = self.places[number + 1] if number + 1 < len(self.places) else place + width
            wanted = [offset + k * self.distance for k in range(self.count)]
            mine = {k: p - place for k, p in enumerate(wanted) if place <= p < end}
            if not mine:
                continue
            if made is None:
                made, picked = register, [mine.get(k, -1) for k in range(width)]
            else:
                made = self._shuffled(made, register, [width + mine[k] if k in mine else picked[k] for k in range(width)])
                picked = [k if k < self.count and (picked[k] >= 0 or k in mine) else -1 for k in range(width)]
        assert made is not None
        return self.f.shuffle(made, None, picked[: self.count])


class _Squares:
    """As a `_Piece`, of as many lanes as fill a register: each lane's elements are loaded as rows of squares, whose columns are
    wanted. Registers of more lanes than a square is wide hold several, one behind the other."""

    def __init__(self, f: Function, address: Value, element: str, count: int, distance: int, length: int) -> None:
        picking = f.machine.picking
        self.f, self.address, self.element = f, address, element
        self.count, self.distance, self.length = count, distance, length
        self.side = min(count, picking.side if distance > picking.side // 2 else picking.side // 2)
        self.columns: dict[int, list[Value]] = {}

    def lanes(self, offset: int) -> Value:
        """The elements `offset` behind the first lanes."""
        number, column = divmod(offset, self.side)
        if number not in self.columns:
            self.columns[number] = self._transposed([
                self.f.joined([self._row(lane * self.distance + number * self.side)
                               for lane in range(first, self.count, self.side)]) for first in range(self.side)])
        return self.columns[number][column]

    def _row(self, place: int) -> Value:
        f, type = self.f, vector(self.element, self.side)
        at = f.address(self.address, place, self.element)
        if place + self.side <= self.length:
            return f.load(type, at)
        return load_masked(f, type, at, first_of(self.side, self.length - place), zero(type))

    def _transposed(self, rows: list[Value]) -> list[Value]:
        """The columns of squares: halves of rows change places, then halves of these."""
        half, width = self.side // 2, lanes(rows[0].type)
        while half:
            low = [lane if not lane & half else width + lane - half for lane in range(width)]
            high = [lane + half if not lane & half else width + lane for lane in range(width)]
            for k in range(self.side):
                if not k & half:
                    a, b = rows[k], rows[k + half]
                    rows[k], rows[k + half] = (self.f.settled(self.f.shuffle(a, b, wanted)) for wanted in (low, high))
            half //= 2
        return rows


class Windows:
    """The elements around `count` lanes that lie `distance` (at least 2) apart from each other, in registers.

    `address` is where the first lane lies; `span` more elements than these lanes reach to may be touched behind the last one,
    and are held, too. An element is of type `element` in memory.
    """

    def __init__(self, f: Function, address: Value, element: str, count: int, distance: int, span: int) -> None:
        self.f, self.count, self.distance = f, count, distance
        self.whole = _REGISTER_BYTES * 8 // bits_of(element)
        step = min(self.whole, count)
        #: The first lane of each piece; the last one overlaps the one before it.
        self.starts = [min(k, count - step) for k in range(0, count, step)]
        self.pieces = [self._load(address, element, start, step, distance * (step - 1) + 1 + span) for start in self.starts]

    def _load(self, address: Value, element: str, start: int, count: int, length: int) -> _Piece | _Squares:
        if count == self.whole and self._is_square(length - self.distance * (count - 1)):
            place = self.f.address(address, start * self.distance, element)
            return _Squares(self.f, place, element, count, self.distance, length)
        width = min(self.whole, 1 << length.bit_length() - 1)  # on vectors of other sizes LLVM 22 fails at times
        places = [min(k, length - width) for k in range(0, length, width)]
        registers = [self.f.load(vector(element, width), self.f.address(address, start * self.distance + place, element))
                     for place in places]
        return _Piece(self.f, registers, places, count, self.distance)

    def _is_square(self, reach: int) -> bool:
        """Whether so many columns are found faster as those of squares, of which rows at the end are loaded under masks."""
        target = self.f.module.target
        return (target is not None and target.has_masks and 2 * reach > self.distance
                and self.distance in self.f.machine.picking.square[_REGISTER_BYTES // self.whole])

    def lanes(self, offset: int) -> Value:
        """The elements `offset` behind those of the first lanes; `offset` is at most the span."""
        made = self.pieces[0].lanes(offset)
        for start, piece in zip(self.starts[1:], self.pieces[1:]):
            made = self._extended(made, piece.lanes(offset), start)
        return made

    def _extended(self, a: Value, b: Value, start: int) -> Value:
        """Lanes `a` up to `start`, then lanes `b`."""
        width = max(lanes(a.type), lanes(b.type))
        a, b = (widened_lanes(self.f, each, width) for each in (a, b))
        return self.f.shuffle(a, b, [k if k < start else width + k - start for k in range(start + self.whole)])


def widened_lanes(f: Function, a: Value, width: int) -> Value:
    """A vector with more lanes, which hold nothing."""
    own = lanes(a.type)
    return a if own == width else f.shuffle(a, None, [k if k < own else -1 for k in range(width)])


def reversed_lanes(f: Function, values: Sequence[Value]) -> list[Value]:
    """Vectors with their lanes in the other order."""
    return [f.shuffle(a, None, list(reversed(range(lanes(a.type))))) for a in values]


# -- gathering -----------------------------------------------------------------------------------------------------------------
# Lanes from anywhere: loaded one by one, or picked out of a few registers that hold all that they may be.
#
# An instruction that gathers lanes is a program of its own inside the processor: on Zen 5 it takes 1.7 cycles a lane (of 64-bit
# addresses), and nothing behind it begins while one of its lanes comes from memory. A lane's place taken out of a register, and
# a load into a lane, take 1.1 cycles, and 0.65 where the places lie in memory. A table that fits in four registers is quicker
# still: an instruction picks all lanes out of two of them.


def loaded_lanes(f: Function, element: str, addresses: Sequence[Value], width: int) -> Value:
    """A vector of which the first lanes are loaded from these addresses, and the others are zeros."""
    made = Value(vector(element, width), "poison") if len(addresses) == width else zero(vector(element, width))
    for lane, address in enumerate(addresses):
        made = f.insert(made, f.load(element, address), lane)
    return made


def registers_of_table(target: Target | None, element: str, count: int) -> int:
    """Registers that hold `count` elements of a type, as memory holds them, out of which lanes are picked; 0: there is no
    instruction for it, or they are too many."""
    bits = bits_of(element)
    if target is None or not hooks_of(target).picks(bits):
        return 0
    registers = -(-count * bits // (8 * _REGISTER_BYTES))
    return registers if registers <= target.machine.picking.most_registers else 0


def picked_lanes(f: Function, registers: Sequence[Value], places: Value) -> Value:
    """The lanes at these places in a whole register of a type whose lanes are picked, or in two of them."""
    found = hooks(f).picked(f, registers, places)
    assert found is not None, "who asks for registers of a table knows that there is an instruction"
    return found


class Table:
    """`count` elements from an address on, in registers."""

    def __init__(self, f: Function, element: str, address: Value, count: int) -> None:
        self.f, self.element = f, element
        self.bits = bits_of(element)
        self.width = 8 * _REGISTER_BYTES // self.bits
        type = vector(f"i{self.bits}", self.width)
        self.registers: list[Value] = []
        for start in range(0, count, self.width):
            here, some = f.address(address, start, element), count - start
            self.registers.append(f.load(type, here) if some >= self.width
                                  else load_masked(f, type, here, first_of(self.width, some), zero(type)))

    def lanes(self, places: Value) -> Value:
        """The elements at these places, which are all in the table."""
        f, count = self.f, lanes(places.type)
        places = f.cast("trunc", places, f"i{self.bits}")
        found = []
        for start in range(0, count, self.width):
            mine = [k if k < count else -1 for k in range(start, start + self.width)]
            found.append(self._picked(places if count == self.width else f.shuffle(places, None, mine)))
        found += found[-1:] * ((1 << (len(found) - 1).bit_length()) - len(found))
        made = f.joined(found)
        return f.bitcast(made if lanes(made.type) == count else f.shuffle(made, None, range(count)), vector(self.element, count))

    def _picked(self, places: Value) -> Value:
        """The elements at a register of places."""
        pairs = [self.registers[k: k + 2] for k in range(0, len(self.registers), 2)]
        low, *high = [picked_lanes(self.f, pair, places) for pair in pairs]
        if not high:
            return low
        bit = self.f.binary("and", places, 2 * self.width)
        return self.f.select(self.f.compare("ne", bit, 0), high[0], low)
