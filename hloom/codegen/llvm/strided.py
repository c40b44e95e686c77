"""Lanes that lie at a constant distance from each other: whole registers are loaded, and the lanes are picked out of them.

An instruction that gathers lanes takes about as long as so many loads. Where a few registers hold all lanes, these and as many
shuffles less one are quicker, and reads of neighbouring elements (the columns of a window, the parts of a complex number) share
the registers. Nothing is touched before the first element that is asked for, and nothing behind the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hloom.codegen.llvm.builder import Function, Value, bits_of, lanes, vector
from hloom.expr.access import coefficient
from hloom.expr.index import IndexExpr, Variable, split_affine
from hloom.expr.scalar import Read

#: Bytes of a register, and by the bytes of an element the largest distance for which loads and shuffles are quicker.
_REGISTER_BYTES = 64
_FARTHEST = {1: 16, 2: 16, 4: 8, 8: 4}


def is_near(element: str, distance: int) -> bool:
    """Whether elements of a type (`element`, as memory holds them) at such a distance are better loaded in whole registers."""
    return 2 <= abs(distance) <= _FARTHEST.get(bits_of(element) // 8, 0)


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


class _Piece(NamedTuple):
    """Registers that hold some of the lanes, the place of each one's first element, and the number of lanes."""

    registers: list[Value]
    places: list[int]
    lanes: int


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

    def _load(self, address: Value, element: str, start: int, count: int, length: int) -> _Piece:
        width = min(self.whole, length)
        places = [min(k, length - width) for k in range(0, length, width)]
        registers = [self.f.load(vector(element, width), self.f.address(address, start * self.distance + place, element))
                     for place in places]
        return _Piece(registers, places, count)

    def lanes(self, offset: int) -> Value:
        """The elements `offset` behind those of the first lanes; `offset` is at most the span."""
        made = self._picked(self.pieces[0], offset)
        for start, piece in zip(self.starts[1:], self.pieces[1:]):
            made = self._extended(made, self._picked(piece, offset), start)
        return made

    def _picked(self, piece: _Piece, offset: int) -> Value:
        width = lanes(piece.registers[0].type)
        made: Value | None = None
        picked: list[int] = []
        for number, (register, place) in enumerate(zip(piece.registers, piece.places)):
            end = piece.places[number + 1] if number + 1 < len(piece.places) else place + width
            wanted = [offset + k * self.distance for k in range(piece.lanes)]
            mine = {k: p - place for k, p in enumerate(wanted) if place <= p < end}
            if not mine:
                continue
            if made is None:
                made, picked = register, [mine.get(k, -1) for k in range(width)]
            else:
                made = self.f.shuffle(made, register, [width + mine[k] if k in mine else picked[k] for k in range(width)])
                picked = [k if k < piece.lanes and (picked[k] >= 0 or k in mine) else -1 for k in range(width)]
        assert made is not None
        return self.f.shuffle(made, None, picked[: piece.lanes])

    def _extended(self, a: Value, b: Value, start: int) -> Value:
        """Lanes `a` up to `start`, then lanes `b`."""
        width = max(lanes(a.type), lanes(b.type))
        a, b = (self._widened(each, width) for each in (a, b))
        return self.f.shuffle(a, b, [k if k < start else width + k - start for k in range(start + self.whole)])

    def _widened(self, a: Value, width: int) -> Value:
        own = lanes(a.type)
        return a if own == width else self.f.shuffle(a, None, [k if k < own else -1 for k in range(width)])


def reversed_lanes(f: Function, values: Sequence[Value]) -> list[Value]:
    """Vectors with their lanes in the other order."""
    return [f.shuffle(a, None, list(reversed(range(lanes(a.type))))) for a in values]
