"""Functions of reflections: QR, the columns of Q, products with Q.

Those of many small matrices side by side are applied one by one. A matrix by itself takes several at once (a panel): it is read
once for the products with all of their vectors, which then become what one after the other would have given, and once more to be
changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from hloom.codegen.cpu.linear.arrays import Array, Parts
from hloom.codegen.cpu.linear.columns import ColumnWorkspace
from hloom.codegen.cpu.linear.plan import Elimination, Layout
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule


class ReflectionWorkspace(ColumnWorkspace):
    """A function that makes reflections of columns, or applies them."""

    def __init__(self, module: LLVMModule, name: str, one: Elimination, layout: Layout, arguments: int) -> None:
        super().__init__(module, name, one, layout, arguments)
        #: Reflections of a panel, whose columns lie in one register of a row, and their factors.
        self.panel = 1 if layout.beside else min(one.panel, layout.deep, layout.lanes)
        self.factors = self.f.slot(self.register, self.panel * self.parts)

    @property
    def none(self) -> Parts:
        return [self.number(0)] * self.parts

    @property
    def unit(self) -> Parts:
        return [self.number(1), *[self.number(0)] * (self.parts - 1)]

    def _reflect_one(self, target: Array, factor: Parts, k: Value, row: Value | int, columns: Sequence[Value],
                     first: Value | None) -> None:
        """target + factor v vᴴ target, where v is a row of `column`, in rows from k on and in these registers of a row; only in
        columns beyond `first` if that is given."""
        f, rows = self.f, self.one.rows
        masks = None if first is None else [self.beyond(c, first) for c in columns]
        with f.carrying_loop(k, rows, [p for _ in columns for p in self.none]) as carried:
            i = carried.counter
            v = self.conjugated(self.column.one(row, i))
            totals = self.numbers(carried.values)
            carried.become([x for c in columns for x in self.plus_product(next(totals), v, target.get(i, c))])
        scaled = [self.plus_product(self.none, factor, total) for total in self.numbers(carried.values)]
        with f.loop(k, rows) as i:
            v = self.column.one(row, i)
            for t, c in enumerate(columns):
                old = target.get(i, c)
                new = self.plus_product(old, v, scaled[t])
                target.set(i, c, new if masks is None else self.selected(masks[t], new, old))

    def _reflect(self, target: Array, factor: Parts, k: Value, start: Value | int, first: Value | None) -> None:
        """The reflection whose v is the first row of `column`, in all registers of a row from column `start` on."""
        layout = self.layout
        with self.f.loop(start, target.row, layout.granule) as block:
            self._reflect_one(target, factor, k, 0, [self.f.add(block, t * layout.lanes) for t in range(layout.together)], first)

    def register_of(self, k: Value) -> Value:
        """Where the registers that are computed together begin of which column k is one."""
        return self.f.sub(k, self.f.binary("urem", k, self.layout.granule))

    # -- panels -------------------------------------------------------------------------------------------------------------
    def _begin_panel(self, first: Value, count: Value) -> None:
        """Makes the vectors zero in the rows of a panel that has so many reflections, and those everywhere that it lacks."""
        f = self.f
        block = f.binary("and", first, -self.layout.lanes)
        for t in range(self.panel):
            self.column.set(t, block, self.none)
            self._set_factor(t, self.none)
        with f.loop(count, self.panel) as t, self.registers(first) as i:
            self.column.set(t, i, self.none)

    def _set_factor(self, t: Value | int, factor: Parts) -> None:
        for p, part in enumerate(factor):
            at = self.f.add(self.f.mul(self.index(t), self.parts), p)
            self.f.store(part, self.f.address(self.factors, at, self.register))

    def _factor(self, t: int) -> Parts:
        return [self.f.load(self.register, self.f.address(self.factors, t * self.parts + p, self.register))
                for p in range(self.parts)]

    def _reflect_panel(self, target: Array, first: Value, start: Value | int) -> None:
        """The reflections of a panel, one after the other as the rows of `column` have them, in rows from `first` on and columns
        from `start` on."""
        f, count = self.f, self.panel
        factors = [self._factor(t) for t in range(count)]
        # A vector meets what the ones before it have added: products of the vectors say what becomes of its product.
        between = [(t, u) for t in range(count) for u in range(t)]
        slots = [f.variable(self.number(0)) for _ in range(len(between) * self.parts)]
        with self.registers(first) as i:
            found = [self.column.get(t, i) for t in range(count)]
            for (t, u), total in zip(between, self.numbers(slots)):
                new = self.plus_product([f.get(x) for x in total], self.conjugated(found[t]), found[u])
                for slot, value in zip(total, new):
                    f.set(slot, value)
        sums = self.numbers([self.across(f.get(slot), "fadd", "reassoc") for slot in slots])
        products = dict(zip(between, sums))
        self.over_columns(target, start, lambda columns: self._reflect_registers(target, first, columns, factors, products))

    def _reflect_registers(self, target: Array, first: Value, columns: Sequence[Value], factors: Sequence[Parts],
                           products: Mapping[tuple[int, int], Parts]) -> None:
        f, rows, panel = self.f, self.one.rows, range(self.panel)
        with f.carrying_loop(first, rows, [p for _ in panel for _ in columns for p in self.none]) as carried:
            i, totals = carried.counter, self.numbers(carried.values)
            found = [target.get(i, c) for c in columns]
            carried.become([x for t in panel for v in [self.conjugated(self.column.one(t, i))] for a in found
                            for x in self.plus_product(next(totals), v, a)])
        totals = self.numbers(carried.values)
        scaled: list[list[Parts]] = []
        for t in panel:
            mine = [next(totals) for _ in columns]
            for u in range(t):
                mine = [self.plus_product(total, products[t, u], other) for total, other in zip(mine, scaled[u])]
            scaled.append([self.plus_product(self.none, factors[t], total) for total in mine])
        with f.loop(first, rows) as i:
            vectors = [self.column.one(t, i) for t in panel]
            for at, c in enumerate(columns):
                new = target.get(i, c)
                for t in panel:
                    new = self.plus_product(new, vectors[t], scaled[t][at])
                target.set(i, c, new)

    @contextmanager
    def _panels(self, ascending: bool) -> Iterator[tuple[Value, Value]]:
        """A loop over the panels: where each begins, and how many reflections it has."""
        f, count = self.f, self.one.count
        last = max(count - 1, 0) // self.panel * self.panel
        with f.loop(0, count, self.panel) as step:
            first = step if ascending else f.sub(Value("i64", str(last)), step)
            yield first, f.intrinsic("smin", f.sub(Value("i64", str(count)), first), Value("i64", str(self.panel)))

    # -- routines -----------------------------------------------------------------------------------------------------------
    def geqrf(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        f, one, layout = self.f, self.one, self.layout
        self.load(given[0], self.a)
        if layout.beside:
            with f.loop(0, one.count) as k:
                self._reflect(self.a, self._factor_column(k, 0, made[1]), k, self.register_of(k), k)
                self.column.set_one(0, k, self.none)
        else:
            with self._panels(ascending=True) as (first, count):
                self._begin_panel(first, count)
                register = f.binary("and", first, -layout.lanes)
                with f.loop(0, count) as t:
                    k = f.add(first, t)
                    factor = self._factor_column(k, t, made[1])
                    self._set_factor(t, factor)
                    self._reflect_one(self.a, factor, k, t, [register], k)
                self._reflect_panel(self.a, first, f.add(register, layout.lanes))
        self.store(self.a, made[0])

    def _factor_column(self, k: Value, row: Value | int, factors: Value) -> Parts:
        """Makes the reflection of column k, with its vector in a row of `column`; the factor by which it is applied."""
        after = self.f.add(k, 1)
        self.copy_column(self.a, k, after, row)
        self.column.set_one(row, k, self.none)
        alpha = self.a.one(k, k)
        beta, tau, divisor = self._reflection(alpha, after, row)
        with self.registers(after) as i:
            self.column.set(row, i, self.quotient(self.column.get(row, i), divisor))
        self.put_column(k, after, row)
        self.column.set_one(row, k, self.unit)
        self.a.set_one(k, k, [beta, *self.none[1:]])
        self.write_vector(factors, k, tau)
        return [self.negated(tau[0]), *tau[1:]]

    def _reflection(self, alpha: Parts, after: Value, row: Value | int) -> tuple[Value, Parts, Parts]:
        """(beta, tau, alpha - beta) of the reflection that makes zeros of the column's numbers, which come after alpha."""
        f = self.f
        largest, total = f.variable(self.number(0)), f.variable(self.number(0))
        with self.registers(after) as i:
            f.set(largest, f.intrinsic("maxnum", f.get(largest), self.largest(self.column.get(row, i))))
        most = self.across(f.get(largest), "fmax")
        scale = f.select(f.compare("oeq", most, 0), self.number(1), most)
        with self.registers(after) as i:
            for part in self.column.get(row, i):
                ratio = f.binary("fdiv", part, scale)
                f.set(total, f.fma(ratio, ratio, f.get(total)))
        rest = f.mul(scale, f.intrinsic("sqrt", self.across(f.get(total), "fadd", "reassoc")))
        whole = f.intrinsic("maxnum", self.largest(alpha), rest)
        unit = f.select(f.compare("oeq", whole, 0), self.number(1), whole)
        squares = self.number(0)
        for part in (*alpha, rest):
            ratio = f.binary("fdiv", part, unit)
            squares = f.fma(ratio, ratio, squares)
        norm = f.mul(unit, f.intrinsic("sqrt", squares))
        beta = self.negated(f.intrinsic("copysign", norm, alpha[0]))
        is_done = f.compare("oeq", rest, 0)
        if self.parts == 2:
            is_done = f.binary("and", is_done, f.compare("oeq", alpha[1], 0))
        beta = f.select(is_done, alpha[0], beta)
        difference = [f.sub(alpha[0], beta), *alpha[1:]]
        tau = [f.select(is_done, self.number(0), f.binary("fdiv", self.negated(p), beta)) for p in difference]
        return beta, tau, self.selected(is_done, self.unit, difference)

    def orgqr(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        packed = self.arrays[2]
        self.load(given[0], packed)
        with self.f.loop(0, self.one.columns) as i:
            self.a.set_one(i, i, self.unit)
        # Columns before those of a reflection have zeros in its rows.
        self._apply(packed, given[1], ascending=False, is_adjoint=False, starts_behind=True)
        self.store(self.a, made[0])

    def ormqr(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        one, packed = self.one, self.arrays[2]
        self.load(given[0], packed)
        if one.left:
            self.load(given[2], self.a)
        else:
            self._adjoint(given[2], is_load=True)
        self._apply(packed, given[1], ascending=one.turned, is_adjoint=one.turned, starts_behind=False)
        if one.left:
            self.store(self.a, made[0])
        else:
            self._adjoint(made[0], is_load=False)

    def _apply(self, packed: Array, factors: Value, ascending: bool, is_adjoint: bool, starts_behind: bool) -> None:
        """Applies the reflections whose vectors are the columns of `packed` to the matrix: to all of it, or to the columns from
        their own on."""
        f = self.f

        def prepared(k: Value, row: Value | int) -> Parts:
            self.copy_column(packed, k, k, row)
            self.column.set_one(row, k, self.unit)
            tau = self._read_vector(factors, k)
            return [self.negated(p) for p in (self.conjugated(tau) if is_adjoint else tau)]

        if self.layout.beside:
            with f.loop(0, self.one.count) as step:
                k = step if ascending else f.sub(Value("i64", str(self.one.count - 1)), step)
                self._reflect(self.a, prepared(k, 0), k, self.register_of(k) if starts_behind else 0, None)
            return
        with self._panels(ascending) as (first, count):
            self._begin_panel(first, count)
            with f.loop(0, count) as t:
                k = f.add(first, t if ascending else f.sub(f.sub(count, 1), t))
                self._set_factor(t, prepared(k, t))
            self._reflect_panel(self.a, first, self.register_of(first) if starts_behind else 0)

    def _adjoint(self, tensor: Value, is_load: bool) -> None:
        """Reads the adjoint of each matrix of a tensor, or writes them as such."""
        f, one = self.f, self.one
        with self.matrices() as (lane, matrix), f.loop(0, one.columns) as j:
            row = f.mul(f.add(f.mul(matrix, one.columns), j), one.rows)
            with f.loop(0, one.rows) as i:
                if is_load:
                    self.a.set_lane(i, j, lane, self.conjugated(self.read(tensor, f.add(row, i))))
                else:
                    self.write(tensor, f.add(row, i), self.conjugated(self.a.get_lane(i, j, lane)))

    def _read_vector(self, tensor: Value, k: Value) -> Parts:
        """What each matrix has for step k."""
        f = self.f
        slots = [f.slot(self.register) for _ in range(self.parts)]
        for slot in slots:
            f.store(self.number(0), slot)
        with self.matrices() as (lane, matrix):
            for slot, part in zip(slots, self.read(tensor, f.add(f.mul(matrix, self.one.count), k))):
                f.store(part, f.address(slot, lane, self.part))
        found = [f.load(self.register, slot) for slot in slots]
        return found if self.layout.beside else [f.splat(f.extract(p, 0), self.layout.width) for p in found]
