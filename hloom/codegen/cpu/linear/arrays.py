"""Numbers of arrays in a worker's scratch memory: registers of them, and how they come from tensors and go there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.cpu.linear.plan import Layout, Problem
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.functions import convert_part
from hloom.codegen.llvm.memory_accesses import from_memory, to_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import storage_type, vector

#: The parts of a number: real, or real and imaginary.
Parts = list[Value]
_Part = TypeVar("_Part")


class Array:
    """Rows of numbers in scratch memory, real parts before imaginary ones."""

    def __init__(self, work: Workspace, base: Value, rows: int, columns: int) -> None:
        self.work, self.base, self.rows, self.columns = work, base, rows, columns
        self.row = work.layout.row(columns)
        #: Rows that there is room for.
        self.room = work.layout.rows(rows)

    def _address(self, part: int, i: Value | int, j: Value | int, lane: Value | None = None) -> Value:
        work, f = self.work, self.work.f
        at = f.add(f.mul(work.index(i), self.row), work.index(j))
        at = f.mul(f.add(at, part * self.room * self.row), work.layout.unit)
        return f.address(self.base, at if lane is None else f.add(at, lane), work.part)

    def address(self, i: Value | int) -> Value:
        """Where row i begins."""
        return self._address(0, i, 0)

    def get(self, i: Value | int, j: Value | int) -> Parts:
        """The register that begins at a number."""
        return [self.work.f.load(self.work.register, self._address(p, i, j)) for p in range(self.work.parts)]

    def set(self, i: Value | int, j: Value | int, number: Sequence[Value]) -> None:
        for p, value in enumerate(number):
            self.work.f.store(value, self._address(p, i, j))

    def one(self, i: Value | int, j: Value | int) -> Parts:
        """A number, in all lanes of a register where they belong to one matrix."""
        if self.work.layout.beside:
            return self.get(i, j)
        f = self.work.f
        return [f.splat(f.load(self.work.part, self._address(p, i, j)), self.work.layout.width) for p in range(self.work.parts)]

    def set_one(self, i: Value | int, j: Value | int, number: Sequence[Value]) -> None:
        """Stores what `one` gives."""
        f = self.work.f
        for p, value in enumerate(number):
            f.store(value if self.work.layout.beside else f.extract(value, 0), self._address(p, i, j))

    def get_lane(self, i: Value | int, j: Value, lane: Value) -> Parts:
        """A number of one matrix."""
        return [self.work.f.load(self.work.part, self._address(p, i, j, lane)) for p in range(self.work.parts)]

    def set_lane(self, i: Value | int, j: Value, lane: Value, number: Sequence[Value]) -> None:
        for p, value in enumerate(number):
            self.work.f.store(value, self._address(p, i, j, lane))


class Workspace:
    """A function `void @name(ptr arguments, i64 begin, i64 end, i64 worker)` under construction, with arrays in scratch memory,
    which is its last argument. A task is a group of matrices, or one."""

    def __init__(self, module: LLVMModule, name: str, problem: Problem, layout: Layout, arguments: int) -> None:
        self.problem, self.layout, self.type = problem, layout, problem.type
        self.f: Function = module.function(name, PARAMETERS)
        self.part = "float" if problem.computed.width == 32 else "double"
        self.register = vector(self.part, layout.width)
        self.parts = problem.parts
        slots, _, _, worker = self.f.parameters
        *self.arguments, scratch = (self.f.value("ptr", f"load ptr, {self.f.address(slots, k, 'ptr')}")
                                    for k in range(arguments + 1))
        self.size = problem.scratch(layout)
        self.own = self.f.address(scratch, self.f.mul(worker, self.size), "i8")
        self.arrays = [Array(self, self.f.address(self.own, at, self.part), rows, columns)
                       for at, (rows, columns) in zip(problem.offsets(layout), problem.arrays(layout.beside))]

    @property
    def tasks(self) -> int:
        return -(-self.problem.batch // self.layout.width) if self.layout.beside else self.problem.tasks

    @contextmanager
    def groups(self) -> Iterator[None]:
        """A loop over this call's tasks. What no number is stored to is zero."""
        f = self.f
        with f.loop(*f.parameters[1:3]) as task:
            parts = self.problem.tasks // self.problem.batch
            #: Which part of the work on a matrix it is, if there are several.
            self.part_of_matrix = f.binary("urem", task, parts) if parts > 1 else self.index(0)
            self.first = (f.mul(task, self.layout.width) if self.layout.beside
                          else f.binary("udiv", task, parts) if parts > 1 else task)
            rest = f.sub(Value("i64", str(self.problem.batch)), self.first)
            self.count = f.intrinsic("smin", rest, Value("i64", str(self.layout.width))) if self.layout.beside else self.index(1)
            f.clear_bytes(self.own, self.size)
            yield
        f.ret()

    def index(self, k: Value | int) -> Value:
        return k if isinstance(k, Value) else Value("i64", str(k))

    # -- tensors ----------------------------------------------------------------------------------------------------------
    @contextmanager
    def matrices(self) -> Iterator[tuple[Value, Value]]:
        """A loop over the matrices of a group; yields the lane and the number of the matrix."""
        with self.f.loop(0, self.count) as lane:
            yield lane, self.f.add(self.first, lane)

    def read(self, tensor: Value, at: Value) -> Parts:
        """Element number `at` of a tensor."""
        return [convert_part(self.f, from_memory(self.f, self.f.load(storage_type(self.type), place), self.type.part),
                             self.type.part, self.problem.computed) for place in self._places(tensor, at)]

    def write(self, tensor: Value, at: Value, number: Sequence[Value]) -> None:
        for place, value in zip(self._places(tensor, at), number):
            value = convert_part(self.f, value, self.problem.computed, self.type.part)
            self.f.store(to_memory(self.f, value, self.type.part), place)

    def _places(self, tensor: Value, at: Value) -> list[Value]:
        first = self.f.address(tensor, self.f.mul(at, self.parts), storage_type(self.type))
        return [self.f.address(first, p, storage_type(self.type)) for p in range(self.parts)]

    # -- arithmetic -------------------------------------------------------------------------------------------------------
    def negated(self, a: Value) -> Value:
        return self.f.value(a.type, f"fneg {a}")

    def conjugated(self, a: Parts) -> Parts:
        return [a[0], *map(self.negated, a[1:])]

    def plus_product(self, total: Parts, a: Parts, b: Parts) -> Parts:
        """total + a b."""
        fma = self.f.fma
        if self.parts == 1:
            return [fma(a[0], b[0], total[0])]
        return [fma(self.negated(a[1]), b[1], fma(a[0], b[0], total[0])), fma(a[1], b[0], fma(a[0], b[1], total[1]))]

    def quotient(self, a: Parts, b: Parts) -> Parts:
        """a / b; of complex numbers by the larger part of b."""
        f = self.f
        if self.parts == 1:
            return [f.binary("fdiv", a[0], b[0])]
        sizes = [f.intrinsic("fabs", p) for p in b]
        is_real = f.compare("oge", *sizes)
        large, small = f.select(is_real, *b), f.select(is_real, b[1], b[0])
        is_zero = f.compare("oeq", large, 0.0)
        large = f.select(is_zero, sizes[0], large)
        ratio = f.select(is_zero, f.sub(small, small), f.binary("fdiv", small, large))
        divisor = f.fma(small, ratio, large)
        first, second = f.select(is_real, *a), f.select(is_real, a[1], a[0])
        imaginary = f.fma(self.negated(first), ratio, second)
        parts = f.fma(second, ratio, first), f.select(is_real, imaginary, self.negated(imaginary))
        return [f.binary("fdiv", p, divisor) for p in parts]

    @contextmanager
    def rows(self, target: Array, start: Callable[[Value], Value | int], factor: Callable[[Value, Value], Parts]) -> Iterator[
            tuple[Value, Value]]:
        """A loop over the rows i of `target`, to which the sum over k < i of factor(i, k) * row k is to be added from column
        start(i) on; yields i and the first k that is left to add.

        Some rows take what comes from those before them together: a register of these is loaded once for all.
        """
        f, layout = self.f, self.layout
        deep = min(layout.deep, target.room)
        with f.loop(0, target.rows, deep) as first:
            rows = [f.add(first, r) for r in range(deep)]
            if deep > 1:
                with f.loop(start(first), target.row, layout.granule) as column:
                    columns = [f.add(column, t * layout.lanes) for t in range(layout.together)]
                    with f.carrying_loop(0, first, [v for i in rows for c in columns for v in target.get(i, c)]) as carried:
                        k, sums = carried.counter, self.numbers(carried.values)
                        found = [target.get(k, c) for c in columns]
                        carried.become([v for i in rows for a in [factor(i, k)] for b in found
                                        for v in self.plus_product(next(sums), a, b)])
                    sums = self.numbers(carried.values)
                    for i in rows:
                        for c in columns:
                            target.set(i, c, next(sums))
            with f.loop(first, f.intrinsic("smin", f.add(first, deep), Value("i64", str(target.rows)))) as i:
                yield i, first if deep > 1 else Value("i64", "0")

    def numbers(self, values: Sequence[_Part]) -> Iterator[list[_Part]]:
        """Numbers whose parts, values or variables, lie behind each other."""
        return (list(values[k : k + self.parts]) for k in range(0, len(values), self.parts))

    def combined(self, target: Array, i: Value, start: Value | int, terms: tuple[Value | int, Value | int],
                 factor: Callable[[Value], Parts], source: Array, finish: Callable[[Value, Parts], Parts],
                 initial: Array | None) -> None:
        """Row i of `target` from `start` on: `finish(column, initial + sum over terms k of factor(k) * row k of source)`."""
        f, layout = self.f, self.layout
        with f.loop(start, target.row, layout.granule) as column:
            columns = [f.add(column, t * layout.lanes) for t in range(layout.together)]
            zeros = [Value(self.register, "zeroinitializer")] * self.parts
            values = [v for c in columns for v in (zeros if initial is None else initial.get(i, c))]
            with f.carrying_loop(*terms, values) as carried:
                k, a = carried.counter, factor(carried.counter)
                totals = [carried.values[t * self.parts : (t + 1) * self.parts] for t in range(layout.together)]
                carried.become([v for total, c in zip(totals, columns)
                                for v in self.plus_product(total, a, source.get(k, c))])
            for t, c in enumerate(columns):
                target.set(i, c, finish(c, carried.values[t * self.parts : (t + 1) * self.parts]))
