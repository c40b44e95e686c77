"""Functions that call a routine of LAPACK for each matrix of a batch.

The routine's address is known when the program runs: an argument of the function is that of two words, the routine's address and
the bytes of its integers (`dispatch.lapack`). Matrices are turned into LAPACK's columns in scratch memory, and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.cpu.linear.routines import Array, Call, Letter, Load, Store
from hloom.codegen.llvm.builder import Function, Value, Variable, constant, constant_vector
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.machine import Machine

#: A value in the places of a matrix: (row, column, element).
_Visit = Callable[[Value, Value], None]


def is_one_by_one(machine: Machine, call: Call, workers: int) -> bool:
    """Whether one task deals with all matrices, so that there is scratch memory for one only."""
    return call.batch == 1 or call.bytes * workers > machine.linear.large_bytes


def uses_threads(machine: Machine, call: Call, workers: int) -> bool:
    """Whether the library shall use threads of its own: for a large matrix, for which this call has none."""
    return call.batch == 1 and workers > 1 and call.sizes[0] >= machine.linear.worth_threads


def emit_call(module: LLVMModule, name: str, call: Call, places: Sequence[int], one_by_one: bool) -> EmittedKernel:
    """Arguments: the operands (operand k is number `places[k]`), the routine, the results, scratch memory."""
    emitter = _CallEmitter(module, name, call, places, one_by_one)
    f = emitter.f
    with f.loop(*f.parameters[1:3]) as task:
        if one_by_one:
            with f.loop(0, call.batch) as matrix:
                emitter.matrix(matrix)
        else:
            emitter.matrix(task)
    f.ret()
    cost = 1000 + (4 if call.type.is_complex else 1) * call.cost
    return EmittedKernel(name, 1, call.batch * cost) if one_by_one else EmittedKernel(name, call.batch, cost)


class _CallEmitter:
    def __init__(self, module: LLVMModule, name: str, call: Call, places: Sequence[int], one_by_one: bool) -> None:
        self.call = call
        self.f: Function = module.function(name, PARAMETERS)
        f, slots = self.f, self.f.parameters[0]
        count = max(places) + 1
        pointers = [f.load("ptr", f.address(slots, k, "ptr")) for k in range(count + len(call.stores) + 2)]
        self.operands, self.results = [pointers[k] for k in places], pointers[count + 1 : -1]
        self.routine = f.load("ptr", pointers[count])
        self.integer = f.load("i64", f.address(pointers[count], 1, "i64"))
        own = pointers[-1] if one_by_one else f.address(pointers[-1], f.mul(f.parameters[3], call.bytes), "i8")
        self.arrays = {a.name: (a, f.address(own, call.offsets[a.name], "i8")) for a in call.arrays}
        self.part = "float" if call.type.part.width == 32 else "double"
        #: A number, of which a complex one has two lanes.
        self.number = vector(self.part, 2 if call.type.is_complex else 1)
        self.fixed = [self._fixed(argument) for argument in call.arguments]

    def _fixed(self, argument: Letter | int | str) -> Value:
        """The address of an argument."""
        if isinstance(argument, str):
            return self.arrays[argument][1]
        f = self.f
        word = Value("i8", str(ord(argument.text))) if isinstance(argument, Letter) else Value("i64", str(argument))
        slot = f.slot(word.type, align=8)
        f.store(word, slot)
        return slot

    def matrix(self, number: Value) -> None:
        """All that is done for one matrix."""
        f, call = self.f, self.call
        info_address = self.arrays["info"][1]
        for load in call.loads:
            self._load(load, number)
        info = f.variable(Value("i32", "1"))
        with f.when(self._are_finite(number)):
            f.store(Value("i64", "0"), info_address)
            # Compilers of Fortran want the lengths of letters behind the arguments; others do not mind.
            lengths = [Value("i64", "1") for a in call.arguments if isinstance(a, Letter)]
            f.emit(f"call void {self.routine.name}({', '.join(map(str, [*self.fixed, *lengths]))})")
            f.set(info, f.load("i32", info_address))
        found = f.get(info)
        failed = f.compare("ne", found, 0)
        for store in call.stores:
            size = store.rows * store.columns
            if store.array == "info":
                f.store(found, f.address(self.results[store.result], number, "i32"))
            elif store.array is None:
                self._fill(store, number)
            elif size:
                self._store(store, f.mul(number, size), failed)

    def _are_finite(self, number: Value) -> Value:
        """Whether all elements that are to be checked are: they make zero, others NaN."""
        f, parts = self.f, 2 if self.call.type.is_complex else 1
        lanes = 8 * self.f.machine.linear.looked_at_bytes // self.call.type.part.width
        many, one = f.variable(constant(vector(self.part, lanes), 0)), f.variable(constant(self.part, 0))

        def add(total: Variable, address: Value) -> None:
            f.set(total, f.add(f.get(total), f.mul(f.load(total.type, address), 0)))

        for load in self.call.loads:
            if not load.checked:
                continue
            base = f.address(self.operands[load.operand], f.mul(number, self.call.sizes[load.operand]), self.number)
            with f.loop(0, load.rows) as i:
                begin = f.mul(i, parts) if load.checked == "upper" else Value("i64", "0")
                end = f.mul(f.add(i, 1), parts) if load.checked == "lower" else Value("i64", str(load.columns * parts))
                row = f.address(base, f.mul(i, load.columns), self.number)
                rest = f.binary("urem", f.sub(end, begin), lanes)
                with f.loop(begin, f.sub(end, rest), lanes) as j:
                    add(many, f.address(row, j, self.part))
                with f.loop(f.sub(end, rest), end) as j:
                    add(one, f.address(row, j, self.part))
        operands = constant(self.part, 0), f.get(many)
        total = f.intrinsic("vector.reduce.fadd", *operands, result=self.part, flags="reassoc", overload=(operands[1].type,))
        return f.compare("oeq", f.add(total, f.get(one)), 0)

    # -- what comes in ----------------------------------------------------------------------------------------------------
    def _load(self, load: Load, number: Value) -> None:
        f = self.f
        array, base = self.arrays[load.array]
        source = f.add(f.mul(number, self.call.sizes[load.operand]), load.start)
        if array.kind == "integer":
            with f.loop(0, load.columns) as k:
                found = f.cast("sext", f.load("i32", f.address(self.operands[load.operand], f.add(source, k), "i32")), "i64")
                # The half that a smaller integer has no room for is the next one's, or nobody's.
                f.store(found, self._integer(base, k))
            return
        base = f.address(base, load.at, self.number)
        if 1 in (load.rows, load.columns):
            size = load.rows * load.columns * self.call.type.dtype.itemsize
            f.copy_bytes(base, f.address(self.operands[load.operand], source, self.number), size)
            return

        def visit(i: Value, j: Value) -> None:
            at = f.add(source, f.add(f.mul(i, load.columns), j))
            found = f.load(self.number, f.address(self.operands[load.operand], at, self.number), self._alignment)
            f.store(found, f.address(base, f.add(f.mul(j, load.rows), i), self.number), self._alignment)

        self._visit(load.rows, load.columns, visit)

    @property
    def _alignment(self) -> int:
        return self.call.type.part.width // 8

    def _integer(self, base: Value, k: Value) -> Value:
        return self.f.address(base, self.f.mul(k, self.integer), "i8")

    def _visit(self, rows: int, columns: int, visit: _Visit) -> None:
        """Visits the places of a matrix in tiles."""
        with self._blocks(rows) as (top, bottom), self._blocks(columns) as (left, right):
            with self.f.loop(top, bottom) as i, self.f.loop(left, right) as j:
                visit(i, j)

    @contextmanager
    def _blocks(self, count: int) -> Iterator[tuple[Value, Value]]:
        linear = self.f.machine.linear
        f = self.f
        with f.loop(0, count, linear.turned) as start:
            yield start, f.intrinsic("smin", f.add(start, linear.turned), Value("i64", str(count)))

    # -- what goes out ----------------------------------------------------------------------------------------------------
    def _fill(self, store: Store, number: Value) -> None:
        """Zeros, or what an operand holds."""
        f, size = self.f, store.rows * store.columns * self.call.results[store.result][0].dtype.itemsize
        place = f.address(self.results[store.result], f.mul(number, size), "i8")
        if store.operand is None:
            f.clear_bytes(place, size)
        else:
            f.copy_bytes(place, f.address(self.operands[store.operand], f.mul(number, size), "i8"), size)

    def _store(self, store: Store, target: Value, failed: Value) -> None:
        f = self.f
        array, base = self.arrays[store.array or ""]
        if array.kind == "integer":
            with f.loop(0, store.rows * store.columns) as k:
                f.store(f.load("i32", self._integer(base, k)), f.address(self.results[store.result], f.add(target, k), "i32"))
            return
        made = self.call.results[store.result][0]
        type = vector(self.part, 2 if made.is_complex else 1)
        if store.failed == "nan":
            instead = constant_vector(self.part, [float("nan"), 0.0]) if made.is_complex else constant(type, float("nan"))
        else:
            instead = constant(type, 0)

        def visit(i: Value, j: Value) -> None:
            found = self._paired(store, base, i, j) if store.pairs else self._number(array, base, store.rows, i, j)
            if store.failed != "same":
                found = f.select(failed, instead, found)
            at = f.add(target, f.add(f.mul(i, store.columns), j))
            f.store(found, f.address(self.results[store.result], at, type), self._alignment)

        def copy() -> None:
            size = store.rows * store.columns * made.dtype.itemsize
            f.copy_bytes(f.address(self.results[store.result], target, type), base, size)

        if 1 not in (store.rows, store.columns) or store.pairs:
            self._visit(store.rows, store.columns, visit)
        elif store.failed == "same":
            copy()
        else:
            f.if_else(failed, lambda: self._visit(store.rows, store.columns, visit), copy)

    def _number(self, array: Array, base: Value, rows: int, i: Value, j: Value) -> Value:
        type = self.part if array.kind == "real" else self.number
        return self.f.load(type, self.f.address(base, self.f.add(self.f.mul(j, rows), i), type), self._alignment)

    def _paired(self, store: Store, base: Value, i: Value, j: Value) -> Value:
        """A complex number of an eigenvector of a real matrix."""
        f = self.f
        array, imaginary = self.arrays[store.array or ""][0], self.arrays[store.pairs or ""][1]
        turn = f.load(self.part, f.address(imaginary, j, self.part))
        is_first, is_second = f.compare("ogt", turn, 0), f.compare("olt", turn, 0)
        first = f.sub(j, f.cast("zext", is_second, "i64"))
        second = f.add(j, f.cast("zext", is_first, "i64"))
        # What a routine that failed has left may be no pair.
        first = f.intrinsic("smax", first, Value("i64", "0"))
        second = f.intrinsic("smin", second, Value("i64", str(store.columns - 1)))
        real, other = (self._number(array, base, store.rows, i, k) for k in (first, second))
        zero = constant(self.part, 0)
        other = f.select(is_second, f.value(self.part, f"fneg {other}"), f.select(is_first, other, zero))
        pair = Value(vector(self.part, 2), "poison")
        return f.insert(f.insert(pair, real, 0), other, 1)
