"""Lanes from anywhere: loaded one by one, or picked out of a few registers that hold all that they may be.

An instruction that gathers lanes is a program of its own inside the processor: on Zen 5 it takes 1.7 cycles a lane (of 64-bit
addresses), and nothing behind it begins while one of its lanes comes from memory. A lane's place taken out of a register, and a
load into a lane, take 1.1 cycles, and 0.65 where the places lie in memory. A table that fits in four registers is quicker still:
an instruction picks all lanes out of two of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.masks import first_of, load_masked
from hloom.codegen.llvm.values import Value, bits_of, lanes, vector, zero
from hloom.codegen.target import Target

_REGISTER_BYTES = 64
#: Registers of the largest table. Lanes that are picked for each register of a table that is loaded for them alone.
MOST_REGISTERS, LEAST_LANES = 4, 4
#: What picks lanes out of one register and out of two, by the bits of a lane, and the feature that has them.
_PICKING = {8: ("qi", "qi", "avx512vbmi"), 16: ("hi", "hi", "avx512bw"), 32: ("si", "d", "avx512f"), 64: ("di", "q", "avx512f")}


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
    if target is None or not target.has_masks or bits not in _PICKING:
        return 0
    if f"+{_PICKING[bits][2]}" not in target.features.split(","):
        return 0
    registers = -(-count * bits // (8 * _REGISTER_BYTES))
    return registers if registers <= MOST_REGISTERS else 0


def picked_lanes(f: Function, register: Value, places: Value) -> Value:
    """The lanes of a whole register of integers that lie at these places in it."""
    return f.intrinsic(f"x86.avx512.permvar.{_PICKING[bits_of(register.type)][0]}.512", register, places, overload=())


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
        low, *high = [self._of_two(pair, places) for pair in pairs]
        if not high:
            return low
        bit = self.f.binary("and", places, 2 * self.width)
        return self.f.select(self.f.compare("ne", bit, 0), high[0], low)

    def _of_two(self, registers: Sequence[Value], places: Value) -> Value:
        if len(registers) == 1:
            return picked_lanes(self.f, registers[0], places)
        two = _PICKING[self.bits][1]
        return self.f.intrinsic(f"x86.avx512.vpermi2var.{two}.512", registers[0], places, registers[1], overload=())
