"""Micro-kernels on tile registers (AMX): up to 32 rows and 32 columns of sums in four tiles of 16 by 16.

Tiles 4 and 5 hold 16 rows each of up to 16 groups of the left operand, tiles 6 and 7 the same groups of 16 columns each of the
right one: rows of up to 64 bytes in memory, at any distance. All steps have as many groups, which divide the axis of k: what
lies behind it is not touched. The shapes of tiles are set once in a task kernel, which also gives them up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.machine import Machine
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass

#: Rows of a tile; elements of 32 bits in a row of one; rows and columns of sums that a micro-kernel has at most.
ROWS = 16
WORDS = 16
MOST = 2 * ROWS


def tile_depth(machine: Machine, groups: int) -> int | None:
    """How many groups of k a step has where a run of k has so many; None for numbers of which no part fills tiles well.

    >>> [tile_depth(Machine(), groups) for groups in (64, 392, 20, 37, 4)]
    [16, 14, 10, None, None]
    """
    found = next((n for n in range(WORDS, machine.blocking.worth_a_tile_step - 1, -1) if groups % n == 0), None)
    return found if groups else None


@dataclass(frozen=True)
class Tiles:
    """The shapes of all tiles for `rows` by `columns` sums, and `depth` groups a step."""

    rows: int
    columns: int
    depth: int = WORDS

    def __post_init__(self) -> None:
        if not 0 < self.rows <= MOST or not 0 < self.columns <= MOST or not 0 < self.depth <= WORDS:
            raise InternalError(f"code generation: tiles for {self.rows} by {self.columns} sums, {self.depth} groups a step")

    @property
    def row_parts(self) -> list[int]:
        """The rows of each tile that has any."""
        return [n for n in (min(self.rows, ROWS), self.rows - ROWS) if n > 0]

    @property
    def column_parts(self) -> list[int]:
        return [n for n in (min(self.columns, WORDS), self.columns - WORDS) if n > 0]

    def shapes(self) -> dict[int, tuple[int, int]]:
        """Rows and words of each tile that is used, by its number."""
        found = {}
        for i, rows in enumerate(self.row_parts):
            found[4 + i] = rows, self.depth
            for j, columns in enumerate(self.column_parts):
                found[2 * i + j] = rows, columns
        for j, columns in enumerate(self.column_parts):
            found[6 + j] = self.depth, columns
        return found

    def configuration(self) -> bytes:
        """The 64 bytes that `ldtilecfg` takes: palette 1, from byte 16 on bytes of rows, from 48 on rows."""
        data = bytearray(64)
        data[0] = 1
        for number, (rows, words) in self.shapes().items():
            data[16 + 2 * number : 18 + 2 * number] = (4 * words).to_bytes(2, "little")
            data[48 + number] = rows
        return bytes(data)

    # -- instructions -----------------------------------------------------------------------------------------------
    def configure(self, f: Function) -> None:
        """Sets the shapes of the tiles of this thread."""
        text = ", ".join(f"i8 {byte}" for byte in self.configuration())
        name = f"tiles_{self.rows}_{self.columns}_{self.depth}"
        place = f.module.define_global(name, f"private constant [64 x i8] [{text}], align 64")
        f.intrinsic("x86.ldtilecfg", place, result="void", overload=())

    def release(self, f: Function) -> None:
        """Gives the tiles up: threads that hold some cost more to switch between."""
        f.intrinsic("x86.tilerelease", result="void", overload=())

    def clear(self, f: Function, tile: int) -> None:
        f.intrinsic("x86.tilezero", _number(tile), result="void", overload=())

    def load(self, f: Function, tile: int, address: Value, stride: Value) -> None:
        """Loads rows that lie `stride` bytes apart."""
        f.intrinsic("x86.tileloadd64", _number(tile), address, stride, result="void", overload=())

    def store(self, f: Function, tile: int, address: Value, stride: Value) -> None:
        f.intrinsic("x86.tilestored64", _number(tile), address, stride, result="void", overload=())

    def multiply(self, f: Function, name: str, sums: int, left: int, right: int) -> None:
        """Adds the products of groups of `left` and `right` to `sums`."""
        f.intrinsic(f"x86.{name}", *map(_number, (sums, left, right)), result="void", overload=())

    def step(self, f: Function, name: str, lhs: Value, lhs_stride: int, rhs: Value, rhs_stride: int) -> None:
        """The products of a step's groups of all rows and columns, whose words lie at these addresses; strides in words."""
        for j in range(len(self.column_parts)):
            self.load(f, 6 + j, f.address(rhs, j * WORDS, "i32"), Value("i64", str(4 * rhs_stride)))
        for i in range(len(self.row_parts)):
            self.load(f, 4 + i, f.address(lhs, i * ROWS * lhs_stride, "i32"), Value("i64", str(4 * lhs_stride)))
            for j in range(len(self.column_parts)):
                self.multiply(f, name, 2 * i + j, 4 + i, 6 + j)

    def each_sum(self) -> dict[int, tuple[int, int]]:
        """The tiles of sums, and the row and column with which they begin."""
        return {2 * i + j: (i * ROWS, j * WORDS) for i in range(len(self.row_parts)) for j in range(len(self.column_parts))}


def _number(tile: int) -> Value:
    return Value("i8", str(tile))


def distances(offsets: Sequence[int]) -> set[int]:
    """The distances of rows at these offsets from one to the next."""
    return {b - a for a, b in pairwise(offsets)}


def uniform_stride(offsets: tuple[int, ...]) -> int:
    """The distance of rows at these offsets, which must be equal; that of a single row is of no matter."""
    steps = distances(offsets) or {WORDS}
    if len(steps) != 1 or min(steps) < 0:
        raise InternalError(f"code generation: tiles of rows at {offsets}")
    return steps.pop()
