"""LU with exchanges of rows.

Many small matrices are eliminated side by side, column by column. A matrix by itself is eliminated by panels of as many columns
as a register has lanes: what the columns of a panel take from those to the right of it is subtracted at once, some rows together,
so that a register is loaded and stored once for all of these columns. Each number takes the same products in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.linear.arrays import Parts
from hloom.codegen.cpu.linear.columns import ColumnWorkspace
from hloom.codegen.cpu.linear.plan import Elimination, Layout
from hloom.codegen.llvm.builder import Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector

_MOST = (1 << 31) - 1


class LUWorkspace(ColumnWorkspace):
    """A function that factors matrices by LU."""

    def __init__(self, module: LLVMModule, name: str, one: Elimination, layout: Layout, arguments: int) -> None:
        super().__init__(module, name, one, layout, arguments)
        # Numbers for each lane, which are read one by one: so they are no variables, which LLVM keeps in registers.
        self.chosen, self.info = (self.f.slot(vector("i32", layout.width)) for _ in range(2))
        #: Which columns of a panel have a pivot.
        self.taken = self.f.slot("i8", layout.width)

    def getrf(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        """NaN is a pivot where it stands on the diagonal already; nothing is divided by it, unless another part is a number."""
        f, one = self.f, self.one
        f.store(constant(vector("i32", self.layout.width), 0), self.info)
        self.load(given[0], self.a)
        if self.layout.beside:
            with f.loop(0, one.count) as k:
                self._factor_column(k, made[1])
        else:
            with f.loop(0, one.count, self.layout.lanes) as first:
                self._panel(first, f.intrinsic("smin", f.add(first, self.layout.lanes), Value("i64", str(one.count))), made[1])
        self.store(self.a, made[0])
        with self.matrices() as (lane, matrix):
            f.store(f.load("i32", f.address(self.info, lane, "i32")), f.address(made[2], matrix, "i32"))

    def _factor_column(self, k: Value, pivots: Value, first: Value | None = None) -> None:
        """Chooses the pivot of column k, and eliminates below it: in all columns, or in those of the panel from `first` on."""
        f = self.f
        self._choose(k)
        self._exchange(pivots, k)
        pivot = self.a.one(k, k)
        is_zero = self._all([f.compare("oeq", p, 0) for p in pivot])
        known = f.load(vector("i32", self.layout.width), self.info)
        is_first = f.binary("and", is_zero, f.compare("eq", known, 0))
        number = f.splat(f.cast("trunc", f.add(k, 1), "i32"), self.layout.width)
        f.store(f.select(is_first, number, known), self.info)
        if first is None:
            self._divide(pivot, k, is_zero)
            self._subtract_beside(k, is_zero)
            return
        has_pivot = f.binary("xor", f.extract(is_zero, 0), 1)
        f.store(f.cast("zext", has_pivot, "i8"), f.address(self.taken, f.sub(k, first), "i8"))
        with f.when(has_pivot):
            self._divide(pivot, k, None)
            self._subtract_column(k, [first], self.beyond(first, k))

    def _all(self, tests: Sequence[Value]) -> Value:
        return self.f.binary("and", tests[0], tests[-1])

    def _choose(self, k: Value) -> None:
        """The number of the first row from k on whose size in column k no other exceeds, for each matrix; copies the column."""
        f, layout = self.f, self.layout
        self.copy_column(self.a, k, k)
        best, place = f.variable(self.number(-2)), f.variable(constant(vector("i32", layout.width), 0))
        with self.registers(k) as i:
            size, here = self.magnitude(self.column.get(0, i)), self.places(i)
            is_diagonal = f.compare("eq", here, f.splat(f.cast("trunc", k, "i32"), layout.width))
            instead = f.select(is_diagonal, self.number(float("inf")), self.number(-1))
            size = f.select(f.compare("uno", size, size), instead, size)
            is_better = f.compare("ogt", size, f.get(best))
            if not layout.beside:  # rows that are done, or none
                inside = f.binary("and", f.compare("sge", here, f.splat(f.cast("trunc", k, "i32"), layout.width)),
                                  f.compare("slt", here, self.one.rows))
                is_better = f.binary("and", is_better, inside)
            f.set(best, f.select(is_better, size, f.get(best)))
            f.set(place, f.select(is_better, here, f.get(place)))
        found = f.get(place)
        if not layout.beside:
            most = self.across(f.get(best), "fmax")
            candidates = f.select(f.compare("oeq", f.get(best), most), found, constant(found.type, _MOST))
            first = f.intrinsic("vector.reduce.smin", candidates, result="i32", overload=(candidates.type,))
            found = f.splat(first, layout.width)
        f.store(found, self.chosen)

    def _exchange(self, pivots: Value, k: Value) -> None:
        """Rows k and those that were chosen, also in the copy of the column, but for row k of that."""
        f, one = self.f, self.one
        with self.matrices() as (lane, matrix):
            chosen = f.load("i32", f.address(self.chosen, lane, "i32"))
            f.store(f.add(chosen, 1), f.address(pivots, f.add(f.mul(matrix, one.count), k), "i32"))
            other = f.cast("zext", chosen, "i64")
            with f.when(f.compare("ne", other, k)):
                self.column.set_lane(0, other, lane, self.column.get_lane(0, k, lane))
                if self.layout.beside:
                    with f.loop(0, one.columns) as j:
                        upper, lower = (self.a.get_lane(i, j, lane) for i in (k, other))
                        self.a.set_lane(k, j, lane, lower)
                        self.a.set_lane(other, j, lane, upper)
                else:
                    with f.loop(0, self.a.row, self.layout.lanes) as j:
                        upper, lower = self.a.get(k, j), self.a.get(other, j)
                        self.a.set(k, j, lower)
                        self.a.set(other, j, upper)

    def _divide(self, pivot: Parts, k: Value, is_zero: Value | None) -> None:
        """Makes the column below the pivot, of which there is a copy, one of L; nothing where `is_zero`."""
        f = self.f
        after = f.add(k, 1)
        divides = f.compare("ord", pivot[0], pivot[-1])
        if self.parts == 2:
            divides = f.binary("or", divides, f.compare("ogt", self.largest(pivot), 0))
        if is_zero is not None:
            divides = f.binary("and", divides, f.binary("xor", is_zero, constant(is_zero.type, True)))
        with self.registers(after) as i:
            old = self.column.get(0, i)
            self.column.set(0, i, self.selected(divides, self.quotient(old, pivot), old))
        self.put_column(k, after)

    def _subtract_beside(self, k: Value, is_zero: Value) -> None:
        """Subtracts what column k takes from the rows below; nothing where `is_zero`."""
        f, layout = self.f, self.layout
        start = f.sub(f.add(k, 1), f.binary("urem", f.add(k, 1), layout.granule))
        with f.loop(start, self.a.row, layout.granule) as block:
            columns = [f.add(block, t * layout.lanes) for t in range(layout.together)]
            has_pivot = f.binary("xor", is_zero, constant(is_zero.type, True))
            for column in columns:
                self._subtract_column(k, [column], f.binary("and", self.beyond(column, k), has_pivot))

    def _subtract_column(self, k: Value, columns: Sequence[Value], mask: Value | None) -> None:
        """Subtracts what column k, of which there is a copy, takes from registers of the rows below it, where a mask is set."""
        f = self.f
        above = [[self.negated(p) for p in self.a.get(k, c)] for c in columns]
        with f.loop(f.add(k, 1), self.one.rows) as i:
            factor = self.column.one(0, i)
            for c, row in zip(columns, above):
                old = self.a.get(i, c)
                new = self.plus_product(old, factor, row)
                self.a.set(i, c, new if mask is None else self.selected(mask, new, old))

    # -- panels -------------------------------------------------------------------------------------------------------------
    def _panel(self, first: Value, end: Value, pivots: Value) -> None:
        """Factors the columns from `first` to `end`, and subtracts what they take from those behind them."""
        f, layout = self.f, self.layout
        for lane in range(0, layout.width, 8):
            f.store(constant("<8 x i8>", 1), f.address(self.taken, lane, "i8"))
        with f.loop(first, end) as k:
            self._factor_column(k, pivots, first)
        after = f.add(first, layout.lanes)
        flags = f.load(vector("i8", layout.width), self.taken)
        lacks = f.compare("eq", f.intrinsic("vector.reduce.and", flags, result="i8", overload=(flags.type,)), 0)

        def one_by_one() -> None:
            with f.loop(first, end) as k:
                has_pivot = f.load("i8", f.address(self.taken, f.sub(k, first), "i8"))
                with f.when(f.compare("ne", has_pivot, 0)):
                    self.copy_column(self.a, k, f.add(k, 1))
                    self.over_columns(self.a, after, lambda columns: self._subtract_column(k, columns, None))

        def together() -> None:
            self.over_columns(self.a, after, lambda columns: self._subtract_panel(first, end, columns))

        with f.when(f.compare("slt", after, self.a.row)):
            f.if_else(lacks, one_by_one, together)

    def _subtract_panel(self, first: Value, end: Value, columns: Sequence[Value]) -> None:
        """Subtracts what the columns of a panel take from registers of its rows, one after the other, and of the rows below."""
        f, deep = self.f, self.layout.deep
        with f.loop(f.add(first, 1), end) as i:
            self._subtract_products([i], first, i, columns)
        rest = end
        if deep > 1:
            rest = f.add(end, f.mul(f.binary("udiv", f.sub(Value("i64", str(self.one.rows)), end), deep), deep))
            with f.loop(end, rest, deep) as i:
                self._subtract_products([f.add(i, r) for r in range(deep)], first, end, columns)
        with f.loop(rest, self.one.rows) as i:
            self._subtract_products([i], first, end, columns)

    def _subtract_products(self, rows: Sequence[Value], first: Value, end: Value, columns: Sequence[Value]) -> None:
        """Row i, for each of some, less the sum over k from `first` to `end` of a[i, k] times row k, in registers."""
        f = self.f
        with f.carrying_loop(first, end, [v for i in rows for c in columns for v in self.a.get(i, c)]) as carried:
            k, sums = carried.counter, self.numbers(carried.values)
            found = [self.a.get(k, c) for c in columns]
            carried.become([v for i in rows for a in [[self.negated(p) for p in self.a.one(i, k)]] for b in found
                            for v in self.plus_product(next(sums), a, b)])
        sums = self.numbers(carried.values)
        for i in rows:
            for c in columns:
                self.a.set(i, c, next(sums))
