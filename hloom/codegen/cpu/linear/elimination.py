"""Functions that eliminate column by column: LU with exchanges of rows, QR by reflections, the columns of Q, products with Q.

A column is copied to a row, where its numbers are registers of neighbours (or of one number of many matrices), and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.linear.arrays import Array, Parts, Workspace
from hloom.codegen.cpu.linear.plan import Elimination, Layout
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, constant, constant_vector, vector

_MOST = (1 << 31) - 1


def emit_elimination(module: LLVMModule, name: str, one: Elimination, layout: Layout, places: Sequence[int]) -> EmittedKernel:
    """Arguments: the operands (operand k is number `places[k]`), the results."""
    operands = max(places) + 1
    results = {"getrf": 3, "geqrf": 2}.get(one.routine, 1)
    work = _Elimination(module, name, one, layout, operands + results)
    given, made = [work.arguments[k] for k in places], work.arguments[operands:]
    with work.groups():
        {"getrf": work.getrf, "geqrf": work.geqrf, "orgqr": work.orgqr, "ormqr": work.ormqr}[one.routine](given, made)
    matrices = layout.width if layout.beside else 1
    steps = one.count * (one.rows * layout.row(one.columns) / layout.lanes * (1 if one.routine == "getrf" else 2) + 8 * one.rows)
    return EmittedKernel(name, work.tasks, steps + matrices * one.rows * one.columns * 8)


class _Elimination(Workspace):
    def __init__(self, module: LLVMModule, name: str, one: Elimination, layout: Layout, arguments: int) -> None:
        super().__init__(module, name, one, layout, arguments)
        self.one, self.a, self.column = one, *self.arrays[:2]
        self.mask = vector("i1", layout.width)
        # Numbers for each lane, which are read one by one: so they are no variables, which LLVM keeps in registers.
        self.chosen, self.info = (self.f.slot(vector("i32", layout.width)) for _ in range(2))

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
    def copy_column(self, source: Array, k: Value, first: Value) -> None:
        """Column k from row `first` on, as a row."""
        with self.f.loop(first, self.one.rows) as i:
            self.column.set_one(0, i, source.one(i, k))

    def put_column(self, k: Value, first: Value) -> None:
        with self.f.loop(first, self.one.rows) as i:
            self.a.set_one(i, k, self.column.one(0, i))

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

    # -- QR -----------------------------------------------------------------------------------------------------------------
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

    # -- LU -----------------------------------------------------------------------------------------------------------------
    def getrf(self, given: Sequence[Value], made: Sequence[Value]) -> None:
        """NaN is a pivot where it stands on the diagonal already; nothing is divided by it, unless another part is a number."""
        f, one = self.f, self.one
        zeros = constant(vector("i32", self.layout.width), 0)
        f.store(zeros, self.info)
        self.load(given[0], self.a)
        with f.loop(0, one.count) as k:
            after = f.add(k, 1)
            self._choose(k)
            self._exchange(made[1], k)
            pivot = self.a.one(k, k)
            is_zero = self._all([f.compare("oeq", p, 0) for p in pivot])
            known = f.load(zeros.type, self.info)
            is_first = f.binary("and", is_zero, f.compare("eq", known, 0))
            number = f.splat(f.cast("trunc", after, "i32"), self.layout.width)
            f.store(f.select(is_first, number, known), self.info)
            if self.layout.beside:
                self._eliminate(pivot, k, is_zero)
            else:
                with f.when(f.binary("xor", f.extract(is_zero, 0), 1)):
                    self._eliminate(pivot, k, None)
        self.store(self.a, made[0])
        with self.matrices() as (lane, matrix):
            f.store(f.load("i32", f.address(self.info, lane, "i32")), f.address(made[2], matrix, "i32"))

    def _all(self, tests: Sequence[Value]) -> Value:
        return self.f.binary("and", tests[0], tests[-1])

    def _choose(self, k: Value) -> None:
        """The number of the first row from k on whose size in column k no other exceeds, for each matrix."""
        f, layout = self.f, self.layout
        sizes = self.column
        with f.loop(k, self.one.rows) as i:
            size = self.magnitude(self.a.one(i, k))
            is_nan = f.compare("uno", size, size)
            instead = f.select(f.compare("eq", i, k), self.number(float("inf")), self.number(-1))
            sizes.set_one(0, i, [f.select(is_nan, instead, size), *[self.number(0)] * (self.parts - 1)])
        best, place = f.variable(self.number(-2)), f.variable(constant(vector("i32", layout.width), 0))
        with self.registers(k) as i:
            size, here = sizes.get(0, i)[0], self.places(i)
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
        """Rows k and those that were chosen."""
        f, one = self.f, self.one
        with self.matrices() as (lane, matrix):
            chosen = f.load("i32", f.address(self.chosen, lane, "i32"))
            f.store(f.add(chosen, 1), f.address(pivots, f.add(f.mul(matrix, one.count), k), "i32"))
            other = f.cast("zext", chosen, "i64")
            with f.when(f.compare("ne", other, k)):
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

    def _eliminate(self, pivot: Parts, k: Value, is_zero: Value | None) -> None:
        """Makes the column below the pivot one of L, and subtracts what it takes from the rows below; nothing where `is_zero`."""
        f, layout, rows = self.f, self.layout, self.one.rows
        after = f.add(k, 1)
        divides = f.compare("ord", pivot[0], pivot[-1])
        if self.parts == 2:
            divides = f.binary("or", divides, f.compare("ogt", self.largest(pivot), 0))
        if is_zero is not None:
            divides = f.binary("and", divides, f.binary("xor", is_zero, constant(is_zero.type, True)))
        self.copy_column(self.a, k, after)
        with self.registers(after) as i:
            old = self.column.get(0, i)
            self.column.set(0, i, self.selected(divides, self.quotient(old, pivot), old))
        self.put_column(k, after)
        start = f.sub(after, f.binary("urem", after, layout.granule))
        with f.loop(start, self.a.row, layout.granule) as block:
            columns = [f.add(block, t * layout.lanes) for t in range(layout.together)]
            masks = [self.beyond(c, k) for c in columns]
            if is_zero is not None:
                masks = [f.binary("and", m, f.binary("xor", is_zero, constant(m.type, True))) for m in masks]
            above = [[self.negated(p) for p in self.a.get(k, c)] for c in columns]
            with f.loop(after, rows) as i:
                factor = self.column.one(0, i)
                for c, mask, row in zip(columns, masks, above):
                    old = self.a.get(i, c)
                    self.a.set(i, c, self.selected(mask, self.plus_product(old, factor, row), old))
