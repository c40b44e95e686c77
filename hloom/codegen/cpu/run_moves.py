"""Runs of bytes that lie side by side, moved or filled by unaligned loads and stores: the last one overlaps the one before it.

Nothing outside a run is touched, and no mask is needed: a run of 11 bytes is two moves of 8. Elements may
come the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.types import bits_of, vector
from hloom.codegen.target import Target

#: The widest moves by integers, in bytes.
_WORD = 8
#: Bytes of a run from which on the processor's instruction that moves a string is quicker, which the C library uses: it does not
#: read lines before they are written.
_LONG = 4 << 10
#: Bytes of a run up to which all of its moves are written out, in the widest moves, and of these in a turn of the loop beyond.
_MOST_MOVES, _TURN = 8, 4


class Contents(NamedTuple):
    """What a run gets: the bytes from an address on, or in place of these an element again and again, by the bytes of a move.

    Where elements of so many bytes are `backwards`, the address is that of the last one, which comes first.
    """

    source: Value | None
    repeated: Mapping[int, Value] = {}
    backwards: int = 0

    def at(self, f: Function, offset: Value | int) -> Contents:
        """What a run gets whose source begins so many bytes later: a multiple of the elements'."""
        return self if self.source is None else self._replace(source=f.address(self.source, offset, "i8"))

    def behind(self, f: Function, done: Value) -> Contents:
        """What is left of a run behind so many of its bytes, a multiple of the elements'."""
        return self.at(f, f.sub(Value("i64", "0"), done) if self.backwards else done)

    def load(self, f: Function, offset: int, width: int) -> Value:
        """So many bytes of a run from so many on: a power of two of elements."""
        if self.source is None:
            return self.repeated[width]
        place = f.address(self.source, self.backwards - offset - width if self.backwards else offset, "i8")
        if not width > self.backwards > 0:
            return f.load(f"i{8 * width}" if width <= _WORD else vector("i8", width), place, align=1)
        if self.backwards == 1 and width <= _WORD:
            return f.intrinsic("bswap", f.load(f"i{8 * width}", place, align=1))
        unit = min(self.backwards, _WORD)
        parts, count = self.backwards // unit, width // unit
        found = f.load(vector(f"i{8 * unit}", count), place, align=1)
        return f.shuffle(found, None, [k + part for k in range(count - parts, -1, -parts) for part in range(parts)])


def repeated(f: Function, target: Target, parts: Sequence[Value]) -> Contents:
    """An element again and again; its parts are one integer of its size, or two if that is 16 bytes."""
    type, found, size = parts[0].type, {}, sum(bits_of(part.type) for part in parts) // 8
    width = size
    while width <= max(size, target.vector_bytes):
        lanes = width // size
        if len(parts) == 1:
            found[width] = f.splat(parts[0], lanes)
        else:
            pair = f.insert(f.insert(Value(vector(type, 2), "poison"), parts[0], 0), parts[1], 1)
            found[width] = f.shuffle(pair, None, [0, 1] * lanes)
        width *= 2
    return Contents(None, found)


class Runs:
    """Moves runs at the end of `f`."""

    def __init__(self, f: Function, target: Target) -> None:
        self.f, self._widest = f, target.vector_bytes

    def count(self, size: int) -> int:
        """How many moves a run of so many bytes is."""
        return -(-size // self._width(size))

    def move(self, contents: Contents, target: Value, size: int) -> None:
        """A run of so many bytes to `target`."""
        if size <= _MOST_MOVES * self._widest:
            for offset, width in self._pieces(size):
                self._move(contents, target, offset, width)
            return
        if size >= _LONG and contents.source is not None and not contents.backwards:
            self.f.copy_bytes(target, contents.source, size)
            return
        turn = _TURN * self._widest
        with self.f.loop(0, size // turn * turn, turn) as offset:
            here = contents.behind(self.f, offset), self.f.address(target, offset, "i8")
            for k in range(0, turn, self._widest):
                self._move(*here, k, self._widest)
        done = size // turn * turn
        for offset in range(done, size, self._widest):
            self._move(contents, target, min(offset, size - self._widest), self._widest)

    def move_some(self, contents: Contents, target: Value, size: Value, unit: int, most: int) -> None:
        """The same of a number of bytes that is known when the code runs, at `most` so many and a multiple of `unit`, which an
        element's is, too."""
        f = self.f
        if contents.source is not None and most >= _LONG and not contents.backwards:
            f.copy_bytes(target, contents.source, size)
            return
        low = Value("i64", "0")
        for width in dict.fromkeys((_TURN * self._widest, self._widest, max(unit, _WORD), unit)):
            high = f.sub(size, width - 1)
            last = f.variable(low)
            with f.loop(low, high, width) as offset:
                self.move(contents.behind(f, offset), f.address(target, offset, "i8"), width)
                f.set(last, f.add(offset, width))
            low = f.get(last)

    def _pieces(self, size: int) -> list[tuple[int, int]]:
        """Where the moves of a run begin, and how wide they are."""
        width = self._width(size)
        return [(place, width) for place in (*range(0, size - width, width), size - width)]

    def _width(self, size: int) -> int:
        return min(self._widest, 1 << size.bit_length() - 1)

    def _move(self, contents: Contents, target: Value, offset: int, width: int) -> None:
        self.f.store(contents.load(self.f, offset, width), self.f.address(target, offset, "i8"), align=1)
