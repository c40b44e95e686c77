"""Instructions that multiply groups of neighbouring pairs and add the products to one accumulator of 32 bits, on vectors and on
tile registers: what contractions know of them. A processor that has some overrides what they do (`instructions`).

Both operands are packed in groups of neighbours along k, 32 bits each: two bf16 numbers, two 16-bit or four 8-bit integers. To
all but the instruction itself a group is one element, so the product becomes one of fewer, wider, elements. Instructions for
bytes multiply unsigned by signed ones: where both operands are of one kind, the left one is packed with its upper bits flipped,
which makes it the other kind and adds (or takes) 128 times the sum of each column: that is summed beside.

A micro-kernel on tile registers has up to 32 rows and 32 columns of sums in four tiles of 16 by 16. Tiles 4 and 5 hold 16 rows
each of up to 16 groups of the left operand, tiles 6 and 7 the same groups of 16 columns each of the right one: rows of up to 64
bytes in memory, at any distance. All steps have as many groups, which divide the axis of k: what lies behind it is not touched.
The shapes of tiles are set once in a task kernel, which also gives them up.
"""

from __future__ import annotations

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass

#: The upper bits of four bytes.
UPPER_BITS = -0x7F7F7F80

#: Rows of a tile; elements of 32 bits in a row of one; rows and columns of sums that a micro-kernel has at most.
ROWS = 16
WORDS = 16
MOST = 2 * ROWS


@dataclass(frozen=True)
class Dot:
    """An instruction for groups of `size` pairs; accumulators are of the LLVM type `element`."""

    name: str
    size: int
    element: str
    #: Whether the left operand is packed flipped, and whether it is the instruction's second one.
    flips: bool = False
    swaps: bool = False
    #: Whether it works on tile registers.
    on_tiles: bool = False

    @property
    def shares_units(self) -> bool:
        """Whether it keeps units of the processor busy that other instructions of a micro-kernel need."""
        return False

    def multiply_add(self, f: Function, a: Value, b: Value, c: Value) -> Value:
        """c plus the products of the groups in the lanes of a and b."""
        raise InternalError(f"code generation: nobody emits {self.name}")

    def add_correction(self, f: Function, b: Value, c: Value) -> Value:
        """c plus what flipping the left operand adds to the products with b."""
        return self.multiply_add(f, constant(c.type, UPPER_BITS), b, c)

    def tiles(self, rows: int, columns: int, depth: int) -> Tiles:
        """The tile registers of a micro-kernel of so many sums, for `depth` groups a step."""
        raise InternalError(f"code generation: {self.name} works on no tile registers")


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

    def each_sum(self) -> dict[int, tuple[int, int]]:
        """The tiles of sums, and the row and column with which they begin."""
        return {2 * i + j: (i * ROWS, j * WORDS) for i in range(len(self.row_parts)) for j in range(len(self.column_parts))}

    def step(self, f: Function, name: str, lhs: Value, lhs_stride: int, rhs: Value, rhs_stride: int) -> None:
        """The products of a step's groups of all rows and columns, whose words lie at these addresses; strides in words."""
        for j in range(len(self.column_parts)):
            self.load(f, 6 + j, f.address(rhs, j * WORDS, "i32"), Value("i64", str(4 * rhs_stride)))
        for i in range(len(self.row_parts)):
            self.load(f, 4 + i, f.address(lhs, i * ROWS * lhs_stride, "i32"), Value("i64", str(4 * lhs_stride)))
            for j in range(len(self.column_parts)):
                self.multiply(f, name, 2 * i + j, 4 + i, 6 + j)

    # -- instructions -----------------------------------------------------------------------------------------------
    def configure(self, f: Function) -> None:
        """Sets the shapes of the tiles of this thread."""
        raise NotImplementedError

    def release(self, f: Function) -> None:
        """Gives the tiles up: threads that hold some cost more to switch between."""
        raise NotImplementedError

    def clear(self, f: Function, tile: int) -> None:
        """Makes all of a tile zero."""
        raise NotImplementedError

    def load(self, f: Function, tile: int, address: Value, stride: Value) -> None:
        """Loads rows that lie `stride` bytes apart."""
        raise NotImplementedError

    def store(self, f: Function, tile: int, address: Value, stride: Value) -> None:
        """Stores rows that lie `stride` bytes apart."""
        raise NotImplementedError

    def multiply(self, f: Function, name: str, sums: int, left: int, right: int) -> None:
        """Adds the products of groups of `left` and `right` to `sums`."""
        raise NotImplementedError
