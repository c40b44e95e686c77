"""Sorts by keys: the kernels of short rows, a row a task, and of long rows, which all workers sort together.
Rows whose elements do not lie side by side are packed first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.cpu.schedules import emit_loop_kernel
from hloom.codegen.cpu.sorting.keys import moved_type
from hloom.codegen.cpu.sorting.plan import KeyedSort
from hloom.codegen.cpu.sorting.routines import include_routines, sort_words, split_words
from hloom.codegen.cpu.sorting.steps import Steps
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.kernels import LoopKernel, Stage, Store
from hloom.codegen.plan.program import Access, Intermediate, PlannedKernel, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.expr.index import fresh
from hloom.expr.scalar import Read
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.runtime.dispatch.program import Buffer

_ZERO = Value("i64", "0")
#: Emits what a task does, given its number.
_Body = Callable[[Function, Value], None]


def schedule_keyed(op: Any, plan: KeyedSort, planned: PlannedKernel, context: KernelContext) -> None:
    """Adds the launches of a sort that is planned."""
    # In the place of what is counted, and not read, stands an operand that is.
    read = [op.inputs[plan.keys[0].operand if k in plan.counted else k] for k in range(len(op.inputs))]
    inputs = [Use(context.buffer(v), v, Access.READ) for v in read]
    results = [Use(context.output(op.results[k]), op.results[k], Access.WRITE) for k in plan.live]
    parts, made = part_numbers(plan), results
    for k in plan.packed_operands:
        turned = Use(context.temporary(inputs[k].buffer.bytes), Intermediate("turned"), Access.WRITE)
        context.launch(planned, parts[f"turn{plan.moved_bytes(k)}"], [inputs[k], turned])
        inputs[k] = Use(turned.buffer, turned.value, Access.READ)
    if plan.packed_operands:
        made = [Use(context.temporary(result.buffer.bytes), Intermediate("sorted"), Access.WRITE) for result in results]
    if plan.is_long:
        _LongRows(plan, planned, context, inputs, made).schedule()
    else:
        scratch = context.temporary(plan.scratch()[-1] * plan.workers)
        context.launch(planned, parts["rows"], [*inputs, *made, Use(scratch, None, Access.SCRATCH)])
    if plan.packed_operands:
        for k, turned, result in zip(plan.live, made, results):
            context.launch(planned, parts[f"back{plan.moved_bytes(k)}"], [
                Use(turned.buffer, turned.value, Access.READ), result])


class _LongRows:
    """The launches of a sort of long rows; parts are numbered as `KeyedEmitter` emits them."""

    def __init__(self, plan: KeyedSort, planned: PlannedKernel, context: KernelContext, inputs: list[Use],
                 results: list[Use]) -> None:
        self.plan, self.planned, self.context, self.inputs, self.results = plan, planned, context, inputs, results
        elements = plan.rows * plan.length
        self.words, self.scratch = (context.temporary(elements * plan.word_bytes) for _ in range(2))
        self.pieces = context.temporary(plan.rows * 16 * ((1 << plan.levels) + 1))
        self.contents: dict[Buffer, Any] = {}

    def _read(self, buffer: Buffer) -> Use:
        return Use(buffer, self.contents[buffer], Access.READ)

    def _made(self, buffer: Buffer, name: str) -> Use:
        """A use that changes what a buffer holds, or fills it."""
        before = self.contents.get(buffer)
        after = self.contents[buffer] = Intermediate(name)
        return Use(buffer, after, Access.WRITE if before is None else Access.UPDATE, before)

    def _filled(self, buffer: Buffer, name: str) -> Use:
        self.contents.pop(buffer, None)
        return self._made(buffer, name)

    def schedule(self) -> None:
        plan, parts = self.plan, part_numbers(self.plan)

        def launch(name: str, uses: list[Use]) -> None:
            self.context.launch(self.planned, parts[name], uses)

        if plan.is_plain:
            flags = self.context.temporary(plan.rows * plan.chunks)
            launch("load", [*self.inputs, self._filled(self.words, "words"), self._filled(flags, "flags")])
            self._sort(launch, True)
            (result,) = self.results
            if plan.keys[0].key.is_canonical:
                almost = Intermediate("sorted")
                launch("store", [self._read(self.words), Use(result.buffer, almost, Access.WRITE)])
                launch("mend", [self._read(self.words), *self.inputs, self._read(flags),
                                Use(result.buffer, result.value, Access.UPDATE, almost)])
            else:
                launch("store", [self._read(self.words), result])
            return
        last = len(plan.halves) - 1
        places: list[Buffer] = [self.context.temporary(plan.rows * plan.length * 4) for _ in range(2 * plan.needs_places)]
        for number, (ordered, _) in enumerate(plan.halves):
            before = [self._read(places[0])] if number else []
            launch(f"pack{number}", [self.inputs[ordered.operand], *before, self._filled(self.words, "words")])
            self._sort(launch, number == last)
            if plan.needs_places:
                launch("unpack" if number else "unpack_first", [self._read(self.words), *before,
                                                                self._filled(places[1], "places")])
                places.reverse()
        order = self._read(places[0] if plan.needs_places else self.words)
        moved = [use for k, result in zip(plan.live, self.results) for use in (self.inputs[k], result)]
        launch("move", [order, *moved])

    def _sort(self, launch: Callable[[str, list[Use]], None], is_last: bool) -> None:
        part = "select" if is_last and self.plan.wanted < self.plan.length else "sort"
        for level in range(self.plan.levels):
            is_first = level == 0
            made = self._filled if is_first else self._made
            launch(f"split{level}", [self._made(self.words, "parted"), made(self.scratch, "parted"),
                                     made(self.pieces, "pieces")])
        if self.plan.levels:
            launch(part, [self._made(self.words, "sorted"), self._made(self.scratch, "sorted"), self._read(self.pieces)])
        else:
            launch(part, [self._made(self.words, "sorted"), Use(self.scratch, None, Access.SCRATCH),
                          Use(self.pieces, None, Access.SCRATCH)])


def part_numbers(plan: KeyedSort) -> dict[str, int]:
    """The parts of a sort, in the order in which they are emitted."""
    names = [f"turn{size}" for size in sorted({plan.moved_bytes(k) for k in plan.packed_operands})]
    names += [f"back{size}" for size in sorted({plan.moved_bytes(k) for k in plan.packed_operands if k in plan.live})]
    steps = [*(f"split{level}" for level in range(plan.levels)), "sort", *(["select"] if plan.wanted < plan.length else [])]
    if not plan.is_long:
        names.append("rows")
    elif plan.is_plain:
        names += ["load", *steps, "store", *(["mend"] if plan.keys[0].key.is_canonical else [])]
    else:
        unpack = ["unpack_first", "unpack"] if plan.needs_places else []
        names += [*(f"pack{k}" for k in range(len(plan.halves))), *steps, *unpack, "move"]
    return {name: number for number, name in enumerate(names)}


class KeyedEmitter:
    """Emits the kernels of a sort, and the functions that they call."""

    def __init__(self, module: LLVMModule, name: str, plan: KeyedSort) -> None:
        self.module, self.name, self.plan = module, name, plan
        self.steps = Steps(module, name, plan)

    def emit(self) -> list[EmittedKernel]:
        plan = self.plan
        include_routines(self.module, plan.bits)  # first of all: LLVM takes longest for it
        if plan.is_plain:
            self.steps.define_plain()
        else:
            self.steps.define_placed()
        return [self._part(name) for name in part_numbers(plan)]

    def _part(self, name: str) -> EmittedKernel:
        plan, full = self.plan, f"{self.name}_{name}_all"
        if name.startswith(("turn", "back")):
            return emit_pack_rows(self.module, full, plan, int(name[4:]), name.startswith("back"))
        if name == "rows":
            steps = 2.0 if plan.filters else (8.0 + 2 * plan.length.bit_length()) * len(plan.halves)
            return self._kernel(self.name, plan.rows, plan.length * steps, self._whole_row)
        if name.startswith("split"):
            level = int(name[5:])
            return self._kernel(full, plan.rows << level, plan.length * 1.5 / (1 << level), self._split(level))
        if name in ("sort", "select"):
            cost = (plan.length >> plan.levels) * 20.0
            return self._kernel(full, plan.rows << plan.levels, cost, self._sort_piece(name == "select"))
        if name == "mend":
            return self._kernel(full, plan.rows, plan.length * 4.0, self._fix_up_row)
        wanted = name in ("store", "move")
        chunks, end = (plan.wanted_chunks, plan.wanted) if wanted else (plan.chunks, plan.length)
        return self._kernel(full, plan.rows * chunks, self.module.machine.sorting.chunk * 2.0, self._chunk(name, chunks, end))

    def _kernel(self, name: str, tasks: int, cost: float, body: _Body) -> EmittedKernel:
        """A kernel that calls functions for each task; `body` gets the function, and the number of the task."""
        f = self.module.function(name, PARAMETERS, is_cold=cost > 1000)
        self._slots = f.parameters[0]
        with f.loop(*f.parameters[1:3]) as task:
            body(f, task)
        f.ret()
        return EmittedKernel(name, tasks, cost)

    def _pointer(self, f: Function, number: int) -> Value:
        """The address of a buffer that the launch names."""
        return f.value("ptr", f"load ptr, {f.address(self._slots, number, 'ptr')}")

    # -- short rows -------------------------------------------------------------------------------------------------------
    def _whole_row(self, f: Function, row: Value) -> None:
        plan, steps = self.plan, self.steps
        count = len(plan.types)
        start = f.mul(row, plan.length)
        sources = [self._pointer(f, k) for k in range(count)]
        targets = [self._pointer(f, count + k) for k in range(len(plan.live))]
        *offsets, size = plan.scratch()
        own = f.address(self._pointer(f, count + len(plan.live)), f.mul(f.parameters[3], size), "i8")
        words, scratch, *places = (f.address(own, offset, "i8") for offset in offsets)
        low, high, wanted = _ZERO, Value("i64", str(plan.length)), Value("i64", str(plan.wanted))
        if plan.is_plain:
            element = plan.keys[0].key.element
            source, target = f.address(sources[0], start, element), f.address(targets[0], start, element)
            lost = steps.call(f, "load", [source, words, low, high], "i1")
            sort_words(f, plan.bits, words, scratch, high, wanted=wanted)
            steps.call(f, "store", [words, target, low, wanted])
            if plan.keys[0].key.is_canonical:
                with f.when(lost):
                    steps.call(f, "mend", [words, source, target, high])
            return
        def start_of(operand: int) -> Value:
            return f.address(sources[operand], start, moved_type(plan.moved_bytes(operand)))

        count_of_words = high
        if plan.filters:
            count_of_words = steps.call(f, "filter", [start_of(plan.keys[0].operand), words, scratch, high, wanted],
                                        "i64")
            if plan.needs_places:
                steps.call(f, "unpack_first", [words, places[0], low, count_of_words])
            else:
                sort_words(f, 64, words, scratch, count_of_words, wanted=wanted)
        for number, (ordered, _) in enumerate(plan.halves if plan.needs_places or not plan.filters else []):
            steps.call(f, f"pack{number}", [start_of(ordered.operand), places[0], words, low, count_of_words])
            is_last = number == len(plan.halves) - 1
            sort_words(f, 64, words, scratch, count_of_words, wanted=wanted if is_last else None)
            if plan.needs_places:
                is_first = number == 0 and not plan.filters
                before = [] if is_first else places[:1]
                steps.call(f, "unpack_first" if is_first else "unpack", [words, *before, places[1], low, count_of_words])
                places.reverse()
        arrays = [p for k, target in zip(plan.live, targets) for p in (sources[k], target)]
        steps.call(f, "move", [places[0] if plan.needs_places else words, low, wanted, start, *arrays])

    # -- long rows --------------------------------------------------------------------------------------------------------
    def _row_of_words(self, f: Function, base: Value, row: Value, bytes: int) -> Value:
        return f.address(base, f.mul(row, self.plan.length * bytes), "i8")

    def _chunk(self, name: str, chunks: int, end: int) -> _Body:
        """Part of a row, of which so many chunks are the elements before `end`, goes through one step."""
        plan, steps = self.plan, self.steps

        def emit(f: Function, task: Value) -> None:
            sorting = f.machine.sorting
            row, number = f.binary("udiv", task, chunks), f.binary("urem", task, chunks)
            low = f.mul(number, sorting.chunk)
            high = f.intrinsic("smin", f.add(low, sorting.chunk), Value("i64", str(end)))
            start = f.mul(row, plan.length)

            def word_row(number: int) -> Value:
                return self._row_of_words(f, self._pointer(f, number), row, plan.word_bytes)

            def place_row(number: int) -> Value:
                return self._row_of_words(f, self._pointer(f, number), row, 4)

            if name == "load":
                source = f.address(self._pointer(f, 0), start, plan.keys[0].key.element)
                lost = steps.call(f, "load", [source, word_row(1), low, high], "i1")
                f.store(f.cast("zext", lost, "i8"), f.address(self._pointer(f, 2), task, "i8"))
            elif name == "store":
                target = f.address(self._pointer(f, 1), start, plan.keys[0].key.element)
                steps.call(f, "store", [word_row(0), target, low, high])
            elif name.startswith("pack"):
                half = int(name[4:])
                moved = moved_type(plan.moved_bytes(plan.halves[half][0].operand))
                source = f.address(self._pointer(f, 0), start, moved)
                places = place_row(1) if half else Value("ptr", "null")
                steps.call(f, name, [source, places, word_row(2 if half else 1), low, high])
            elif name.startswith("unpack"):
                others = [place_row(k) for k in range(1, 2 if name == "unpack_first" else 3)]
                steps.call(f, name, [word_row(0), *others, low, high])
            else:
                arrays = [self._pointer(f, 1 + k) for k in range(2 * len(plan.live))]
                steps.call(f, "move", [place_row(0) if plan.needs_places else word_row(0), low, high, start, *arrays])

        return emit

    def _fix_up_row(self, f: Function, row: Value) -> None:
        plan = self.plan
        element = plan.keys[0].key.element
        words, source, flags, target = (self._pointer(f, k) for k in range(4))
        start = f.mul(row, plan.length)
        lost = f.variable(Value("i8", "0"))
        first = f.mul(row, plan.chunks)
        with f.loop(0, plan.chunks) as k:
            f.set(lost, f.binary("or", f.get(lost), f.load("i8", f.address(flags, f.add(first, k), "i8"))))
        with f.when(f.compare("ne", f.get(lost), 0)):
            self.steps.call(f, "mend", [self._row_of_words(f, words, row, plan.word_bytes), f.address(source, start, element),
                                        f.address(target, start, element), Value("i64", str(plan.length))])

    # A piece of a row is [bound k, bound k + 1) of its words once they are sorted. Until then it lies there, or in the scratch
    # memory from start k on if it was the right part of another piece. Bounds and starts stand where the last level has them.
    def _piece(self, f: Function, row: Value) -> tuple[Value, Value]:
        """The addresses of a row's bounds and starts."""
        count = (1 << self.plan.levels) + 1
        bounds = f.address(self._pointer(f, 2), f.mul(row, 2 * count), "i64")
        return bounds, f.address(bounds, count, "i64")

    def _split(self, level: int) -> _Body:
        plan = self.plan

        def emit(f: Function, task: Value) -> None:
            row, piece = f.binary("lshr", task, level), f.binary("and", task, (1 << level) - 1)
            bounds, starts = self._piece(f, row)
            words, scratch = (self._row_of_words(f, self._pointer(f, k), row, plan.word_bytes) for k in range(2))
            step = 1 << (plan.levels - level)
            here = f.mul(piece, step)

            def place(base: Value, index: Value) -> Value:
                return f.address(base, index, "i64")

            if level == 0:
                low, high, start = _ZERO, Value("i64", str(plan.length)), _ZERO
                f.store(low, bounds)
                f.store(high, place(bounds, f.add(here, step)))
                source = words
            else:
                low, high = f.load("i64", place(bounds, here)), f.load("i64", place(bounds, f.add(here, step)))
                start = f.load("i64", place(starts, here))
                in_scratch = f.compare("ne", f.binary("and", piece, 1), 0)
                source = f.select(in_scratch, self._word(f, scratch, start), self._word(f, words, low))
            count = f.sub(high, low)
            less = f.variable(_ZERO)
            with f.when(f.compare("sgt", count, 0)):
                f.set(less, split_words(f, plan.bits, source, self._word(f, words, low), self._word(f, scratch, start), count))
            left = f.get(less)
            middle = f.add(here, step // 2)
            f.store(f.add(low, left), place(bounds, middle))
            f.store(f.add(start, f.sub(count, left)), place(starts, here))
            f.store(start, place(starts, middle))

        return emit

    def _sort_piece(self, is_selection: bool) -> _Body:
        """Sorts a piece of a row, if something of it is wanted."""
        return lambda f, task: self._emit_sort_piece(f, task, is_selection)

    def _emit_sort_piece(self, f: Function, task: Value, is_selection: bool) -> None:
        plan = self.plan
        wanted = Value("i64", str(plan.wanted if is_selection else plan.length))
        row = f.binary("lshr", task, plan.levels)
        words, scratch = (self._row_of_words(f, self._pointer(f, k), row, plan.word_bytes) for k in range(2))
        if plan.levels == 0:
            sort_words(f, plan.bits, words, scratch, Value("i64", str(plan.length)), wanted=wanted)
            return
        piece = f.binary("and", task, (1 << plan.levels) - 1)
        bounds, starts = self._piece(f, row)
        low, high = (f.load("i64", f.address(bounds, k, "i64")) for k in (piece, f.add(piece, 1)))
        start = f.load("i64", f.address(starts, piece, "i64"))
        in_scratch = f.compare("ne", f.binary("and", piece, 1), 0)
        rest = f.sub(wanted, low)
        with f.when(f.compare("sgt", rest, 0)):
            sort_words(f, plan.bits, self._word(f, words, low), self._word(f, scratch, start), f.sub(high, low), in_scratch, rest)

    def _word(self, f: Function, base: Value, index: Value) -> Value:
        return f.address(base, index, f"i{self.plan.bits}")


# -- packing -------------------------------------------------------------------------------------------------------------------
# Rows whose elements do not lie beside each other: they are sorted in copies where they do, made by transposes.

#: Types whose elements are so many bytes: they are only moved.
_TYPES = {1: "ui8", 2: "ui16", 4: "ui32", 8: "ui64", 16: "complex<f64>"}


class _Array:
    """What a kernel reads or stores, known by its shape alone."""

    def __init__(self, shape: tuple[int, ...], type: ElementType) -> None:
        self.shape, self.type = shape, type


def emit_pack_rows(module: LLVMModule, name: str, plan: KeyedSort, bytes: int, is_back: bool) -> EmittedKernel:
    """The kernel that makes copies with rows side by side of arrays of such elements, or puts what is wanted of sorted ones back;
    its arguments are the array that is read and the one that is made."""
    type = ELEMENT_TYPES[_TYPES[bytes]]
    outer, inner = plan.rows // plan.inner, plan.inner
    scattered, joined = _Array((outer, plan.length, inner), type), _Array((outer, inner, plan.length), type)
    o, k, i = fresh(outer), fresh(plan.wanted if is_back else plan.length), fresh(inner)
    if is_back:
        source, target, dims, from_, to = joined, scattered, (o, k, i), (o, i, k), (o, k, i)
    else:
        source, target, dims, from_, to = scattered, joined, (o, i, k), (o, k, i), (o, i, k)
    stage = Stage((), [Store(target, to, Read(source, from_, type))])
    arguments: list[Any] = [source, target]
    assert module.target is not None
    return emit_loop_kernel(module, name, LoopKernel(dims, [stage]), arguments, module.target)
