"""Functions that eliminate column by column: what LU and QR have in common.

A column is copied to a row, where its numbers are registers of neighbours (or of one number of many matrices), and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from hloom.codegen.cpu.linear.arrays import Array, Parts, Workspace
from hloom.codegen.cpu.linear.plan import Elimination, Layout
from hloom.codegen.llvm.builder import Value, constant, constant_vector
from hloom.codegen.llvm.module import LLVMModule


class ColumnWorkspace(Workspace):
    """A function that works on the columns of `a`, one after the other."""

    def __init__(self, module: LLVMModule, name: str, one: Elimination, layout: Layout, arguments: int) -> None:
        super().__init__(module, name, one, layout, arguments)
        self.one, self.a, self.column = one, *self.arrays[:2]

    # -- registers ----------------------------------------------------------------------------------------------------------
    def number(self, value: float) -> Value:
        return constant(self.register, value)

    def magnitude(self, a: Parts) -> Value:
        """|re| + |im|."""
        sizes = [self.f.intrinsic("fabs", p) for p in a]
        return sizes[0] if len(sizes) == 1 else self.f.add(*sizes)

    def largest(self, a: Sequence[Value]) -> Value:
        """The larger one of |re| and |im|, of which one may be NaN."""
        sizes = [self.f.intrinsic("fabs", p) for p in a]
        return sizes[0] if len(sizes) == 1 else self.f.intrinsic("maxnum", *sizes)

    def across(self, a: Value, reduction: str, flags: str = "") -> Value:
        """What a register of each matrix comes to: a reduction of its neighbours, or as it is."""
        if self.layout.beside:
            return a
        operands = (constant(self.part, 0), a) if reduction == "fadd" else (a,)
        found = self.f.intrinsic(f"vector.reduce.{reduction}", *operands, result=self.part, flags=flags, overload=(a.type,))
        return self.f.splat(found, self.layout.width)

    @contextmanager
    def registers(self, first: Value) -> Iterator[Value]:
        """A loop over the registers of a column, from the one with number `first` on."""
        f, layout = self.f, self.layout
        start = f.sub(first, f.binary("urem", first, layout.lanes)) if layout.lanes > 1 else first
        with f.loop(start, self.one.rows, layout.lanes) as i:
            yield i

    def places(self, i: Value) -> Value:
        """The numbers of rows that a register of a column has, in each lane."""
        f, width = self.f, self.layout.width
        first = f.splat(f.cast("trunc", i, "i32"), width)
        return first if self.layout.beside else f.add(first, constant_vector("i32", range(width)))

    def beyond(self, column: Value, k: Value) -> Value:
        """In which lanes of a register of a row the columns are greater than k."""
        f = self.f
        return f.compare("sgt", self.places(column), f.splat(f.cast("trunc", k, "i32"), self.layout.width))

    def selected(self, mask: Value, a: Parts, b: Parts) -> Parts:
        return [self.f.select(mask, x, y) for x, y in zip(a, b)]

    # -- tensors ------------------------------------------------------------------------------------------------------------
    def load(self, tensor: Value, target: Array) -> None:
        self._move(tensor, target, lambda i, j, lane, place: target.set_lane(i, j, lane, self.read(tensor, place)), True)

    def store(self, source: Array, tensor: Value) -> None:
        self._move(tensor, source, lambda i, j, lane, place: self.write(tensor, place, source.get_lane(i, j, lane)), False)

    def _move(self, tensor: Value, array: Array, move: Callable[[Value, Value, Value, Value], None], is_load: bool) -> None:
        f = self.f
        with self.matrices() as (lane, matrix), f.loop(0, array.rows) as i:
            row = f.mul(f.add(f.mul(matrix, array.rows), i), array.columns)
            if self.layout.beside or self.parts == 2:
                with f.loop(0, array.columns) as j:
                    move(i, j, lane, f.add(row, j))
            else:
                here, there = array.address(i), f.address(tensor, row, self.part)
                target, source = (here, there) if is_load else (there, here)
                f.copy_bytes(target, source, array.columns * self.type.width // 8)

    def write_vector(self, tensor: Value, k: Value, number: Parts) -> None:
        """Stores what each matrix has for step k."""
        f = self.f
        slots = [f.slot(self.register) for _ in number]
        for slot, value in zip(slots, number):
            f.store(value, slot)
        with self.matrices() as (lane, matrix):
            parts = [f.load(self.part, f.address(slot, lane, self.part)) for slot in slots]
            self.write(tensor, f.add(f.mul(matrix, self.one.count), k), parts)

    # -- columns ------------------------------------------------------------------------------------------------------------
    def copy_column(self, source: Array, k: Value, first: Value, row: Value | int = 0) -> None:
        """Column k from row `first` on, as a row."""
        with self.f.loop(first, self.one.rows) as i:
            self.column.set_one(row, i, source.one(i, k))

    def put_column(self, k: Value, first: Value, row: Value | int = 0) -> None:
        with self.f.loop(first, self.one.rows) as i:
            self.a.set_one(i, k, self.column.one(row, i))

    def over_columns(self, target: Array, start: Value | int, body: Callable[[Sequence[Value]], None]) -> None:
        """`body(columns)` for the registers of a row from column `start` on: one by one up to those that are computed
        together."""
        f, layout = self.f, self.layout
        start = self.index(start)
        if layout.together > 1:
            whole = f.mul(f.binary("udiv", f.add(start, layout.granule - 1), layout.granule), layout.granule)
            with f.loop(start, whole, layout.lanes) as column:
                body([column])
            start = whole
        with f.loop(start, target.row, layout.granule) as column:
            body([f.add(column, t * layout.lanes) for t in range(layout.together)])
