"""Functions of reflections: QR, the columns of Q, products with Q."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.linear.arrays import Array, Parts
from hloom.codegen.cpu.linear.columns import ColumnWorkspace
from hloom.codegen.llvm.values import Value


class ReflectionWorkspace(ColumnWorkspace):
    """A function that makes reflections of columns, or applies them."""

    def reflect(self, target: Array, factor: Parts, k: Value, start: Value | int, first: Value | None) -> None:
        """target + factor v vᴴ target, where v is the column, in rows from k on and registers from column `start` on; only in
        columns beyond `first` if that is given."""
        f, layout, rows = self.f, self.layout, self.one.rows
        with f.loop(start, target.row, layout.granule) as block:
            columns = [f.add(block, t * layout.lanes) for t in range(layout.together)]
            masks = None if first is None else [self.beyond(c, first) for c in columns]
            zeros = [self.number(0)] * (self.parts * layout.together)
            with f.carrying_loop(k, rows, zeros) as carried:
                i = carried.counter
                v = self.conjugated(self.column.one(0, i))
                totals = [carried.values[t * self.parts : (t + 1) * self.parts] for t in range(layout.together)]
                carried.become([x for total, c in zip(totals, columns) for x in self.plus_product(total, v, target.get(i, c))])
            none = [self.number(0)] * self.parts
            scaled = [self.plus_product(none, factor, carried.values[t * self.parts : (t + 1) * self.parts])
                      for t in range(layout.together)]
            with f.loop(k, rows) as i:
                v = self.column.one(0, i)
                for t, c in enumerate(columns):
                    old = target.get(i, c)
                    new = self.plus_product(old, v, scaled[t])
                    target.set(i, c, new if masks is None else self.selected(masks[t], new, old))

    def register_of(self, k: Value) -> Value:
        """Where the registers that are computed together begin of which column k is one."""
        return self.f.sub(k, self.f.binary("urem", k, self.layout.granule))

    def geqrf(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        f, one = self.f, self.one
        self.load(given[0], self.a)
        with f.loop(0, one.count) as k:
            after = f.add(k, 1)
            self.copy_column(self.a, k, after)
            self.column.set_one(0, k, [self.number(0)] * self.parts)
            alpha = self.a.one(k, k)
            beta, tau, divisor = self._reflection(alpha, after)
            with self.registers(after) as i:
                self.column.set(0, i, self.quotient(self.column.get(0, i), divisor))
            self.put_column(k, after)
            self.column.set_one(0, k, [self.number(1), *[self.number(0)] * (self.parts - 1)])
            self.a.set_one(k, k, [beta, *[self.number(0)] * (self.parts - 1)])
            self.write_vector(made[1], k, tau)
            self.reflect(self.a, [self.negated(tau[0]), *tau[1:]], k, self.register_of(k), k)
            self.column.set_one(0, k, [self.number(0)] * self.parts)
        self.store(self.a, made[0])

    def _reflection(self, alpha: Parts, after: Value) -> tuple[Value, Parts, Parts]:
        """(beta, tau, alpha - beta) of the reflection that makes zeros of the column's numbers, which come after alpha."""
        f = self.f
        largest, total = f.variable(self.number(0)), f.variable(self.number(0))
        with self.registers(after) as i:
            f.set(largest, f.intrinsic("maxnum", f.get(largest), self.largest(self.column.get(0, i))))
        most = self.across(f.get(largest), "fmax")
        scale = f.select(f.compare("oeq", most, 0), self.number(1), most)
        with self.registers(after) as i:
            for part in self.column.get(0, i):
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
        ones = [self.number(1), *[self.number(0)] * (self.parts - 1)]
        return beta, tau, self.selected(is_done, ones, difference)

    def orgqr(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        f, one = self.f, self.one
        packed = self.arrays[2]
        self.load(given[0], packed)
        zeros = [self.number(0)] * (self.parts - 1)
        with f.loop(0, one.columns) as i:
            self.a.set_one(i, i, [self.number(1), *zeros])
        with f.loop(0, one.count) as step:
            k = f.sub(Value("i64", str(one.count - 1)), step)
            self.copy_column(packed, k, k)
            self.column.set_one(0, k, [self.number(1), *zeros])
            # Columns before it have zeros in these rows.
            tau = self._read_vector(given[1], k)
            self.reflect(self.a, [self.negated(p) for p in tau], k, self.register_of(k), None)
        self.store(self.a, made[0])

    def ormqr(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        f, one = self.f, self.one
        packed = self.arrays[2]
        self.load(given[0], packed)
        if one.left:
            self.load(given[2], self.a)
        else:
            self._adjoint(given[2], is_load=True)
        with f.loop(0, one.count) as step:
            k = step if one.turned else f.sub(Value("i64", str(one.count - 1)), step)
            self.copy_column(packed, k, k)
            self.column.set_one(0, k, [self.number(1), *[self.number(0)] * (self.parts - 1)])
            tau = self._read_vector(given[1], k)
            self.reflect(self.a, [self.negated(p) for p in (self.conjugated(tau) if one.turned else tau)], k, 0, None)
        if one.left:
            self.store(self.a, made[0])
        else:
            self._adjoint(made[0], is_load=False)

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
