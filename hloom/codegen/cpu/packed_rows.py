"""Rows that do not fill registers, with values of the whole row (a softmax over 10 classes, from the largest number of each) or
of the column (its bias).

So many rows as a register has lanes are, one behind the other, as many registers as a row has elements. They are loaded and
stored as they lie, without masks, and what is the same all along a row is computed in lanes of rows: an instruction puts each
row's lane where its elements are. Where a result lies where an operand did, no load has to wait for the store before it, as it
does for one under a mask, which counts as if it filled its register. On Zen 4 a softmax over 9 to 15 classes takes a third to a
half of the time, and 400 programs of 2 to 60 columns 0.82 to 0.85 in the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from hloom.codegen.cpu.costs import instructions
from hloom.codegen.cpu.kernel_function import EmittedKernel, takes_masks
from hloom.codegen.cpu.movements import LINE_BYTES, is_streaming
from hloom.codegen.cpu.vectorisation import is_widened, register_lanes, tasks_wanted
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.picked_lanes import picked_lanes
from hloom.codegen.llvm.types import bits_of, element_of, is_float, register_type, vector, with_element
from hloom.codegen.plan.kernels import Store, extents, work
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, fresh, split_affine
from hloom.expr.scalar import Apply, Read, Scalar, free_variables, reads, walk

if TYPE_CHECKING:
    from hloom.codegen.cpu.vector_loops import VectorLoops


class PackedRows(NamedTuple):
    """A loop over rows side by side, and the scalars in it that are the same in a whole row, and in a whole column."""

    row: Symbol
    by_row: list[Scalar]
    by_column: list[Scalar]

    @property
    def reads_along_rows(self) -> bool:
        """Whether what is the same in a row is made of elements of rows, which others are made of, too."""
        return any(coefficient(read.index[0], self.row) not in (-1, 0, 1) for read in reads(*self.by_row))


def packed_rows(outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], target: Target) -> PackedRows | str:
    """The loop over rows, if they can be packed and it pays; or why not."""
    if not outer:
        return "there is one row only"
    if not takes_masks(target, stores, last):
        return "the processor, or what lies here, has no masks for lanes"
    if not _pays(last.bounds.upper + 1, stores, target):
        return "rows of this length leave few lanes empty"
    *around, row = outer
    extent = last.bounds.upper + 1
    if row.bounds.upper + 1 < register_lanes(stores, target):
        return "there are fewer rows than a register has lanes"
    if any(coefficient(store.index[0], row) != extent for store in stores):
        return "rows do not follow each other"
    found = PackedRows(row, [], [])
    pending, seen = [store.scalar for store in stores], set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        variables = free_variables(node)
        if last not in variables:
            if row in variables:
                found.by_row.append(node)
        elif row not in variables:
            if not variables.isdisjoint(around) or bits_of(register_type(node.type)) < 8:  # lanes narrower than memory has them
                return "what is the same in a column changes with loops around, or has lanes narrower than bytes"
            found.by_column.append(node)
        elif isinstance(node, Apply):
            pending += node.children
        elif not isinstance(node, Read) or (coefficient(node.index[0], row), coefficient(node.index[0], last)) != (extent, 1):
            return "what it computes is made of more than elements of these rows, and values of whole rows and columns"
    return found


def _pays(extent: int, stores: Sequence[Store], target: Target) -> bool:
    """Whether rows of so many elements are better packed than each stored under a mask."""
    limits = target.machine.packed_rows
    lanes = register_lanes(stores, target)
    if not limits.least <= extent <= limits.most or extent % lanes == 0:
        return False
    if extent < limits.registers * lanes:
        return True
    registers = -(-extent // lanes)
    is_costly = work(stores) > limits.light or any(is_widened(node) for store in stores for node in walk(store.scalar))
    return is_costly and registers * lanes >= (1 + limits.empty) * extent


def emit_packed_rows(kernel: VectorLoops, packed: PackedRows, outer: Sequence[Symbol], last: Symbol,
                     stores: Sequence[Store]) -> EmittedKernel:
    """Emits the loops of stores; a task is some blocks of rows, and what is left of the last one row by row."""
    f, emitter, (row, by_row, by_column) = kernel.f, kernel.emitter, packed
    around, rows, extent = outer[:-1], row.bounds.upper + 1, last.bounds.upper + 1
    lanes, others = register_lanes(stores, kernel.target), prod(extents(around))
    size = -(-rows // tasks_wanted(kernel.f.machine, others, rows * extent * work(stores)) // lanes) * lanes
    tasks = -(-rows // size)
    block, places = fresh(tasks), _Places(f, lanes, extent)
    columns = [_columns(kernel, node, last, extent, lanes) for node in by_column]
    kernel.has_streamed = _streams(stores, around, last, lanes, rows * extent, kernel.target)
    with kernel.points([*around, block]) as point:
        low = f.mul(point[block], size)
        high = f.intrinsic("smin", f.add(low, size), Value("i64", str(rows)))
        whole = f.add(low, f.binary("and", f.sub(high, low), -lanes))
        with f.loop(low, whole, lanes) as first, emitter.scope():
            with emitter.vectorised(row, first, lanes), emitter.sharing_registers(by_row):
                made = [emitter.vector_value(node) for node in by_row]
            # While these scalars have a value, none is computed for a row alone.
            with emitter.scope({row: first, **dict(zip((*by_row, *by_column), (*made, *columns)))}):
                emitter.hoist([store.scalar for store in stores], {last}, lanes)
                kernel.hoist_targets(stores, last)
                words = [places.words(value) for value in made]
                are_lines = kernel.begins_line(last, stores[0], Value("i64", "0")) if kernel.has_streamed else None
                with f.loop(0, lanes * extent, lanes) as start, emitter.vectorised(last, start, lanes):
                    if by_row:
                        rows_of_lanes = places.of_register(start)
                        for node, value, word in zip(by_row, made, words):
                            emitter.bind(node, places.picked(word, rows_of_lanes, value.type))
                    if by_column:
                        column = f.binary("urem", start, extent)
                        for node, memory in zip(by_column, columns):
                            element = register_type(node.type)
                            emitter.bind(node, f.load(vector(element, lanes), f.address(memory, column, element)))
                    kernel.streaming = (LINE_BYTES, are_lines) if kernel.has_streamed else None
                    with emitter.given_lanes({*by_row, *by_column}):
                        kernel.store_all(stores)
                    kernel.streaming = None
        with f.loop(whole, high) as k, emitter.scope({row: k}):
            kernel.vector_loop(last, stores, lanes)
    kernel.end_streaming()
    return EmittedKernel(kernel.name, others * tasks, instructions(stores, [*outer, last], kernel.target) / (others * tasks))


def _streams(stores: Sequence[Store], around: Sequence[Symbol], last: Symbol, lanes: int, side_by_side: int,
             target: Target) -> bool:
    """Whether what is stored goes past the caches: registers that are lines of these, of a large result."""
    store = stores[0]
    size = store.scalar.type.bytes
    return (not around and lanes * size == LINE_BYTES and split_affine(store.index[0])[0] * size % LINE_BYTES == 0
            and is_streaming(stores, last, target, side_by_side))


def _columns(kernel: VectorLoops, node: Scalar, last: Symbol, extent: int, lanes: int) -> Value:
    """Memory that holds a scalar for each column, and again as far as a register reaches that begins with the last one."""
    f, element = kernel.f, register_type(node.type)
    memory = f.slot(element, extent + lanes)
    with f.loop(0, extent + lanes) as k, kernel.emitter.scope({last: f.binary("urem", k, extent)}):
        f.store(kernel.emitter.value(node), f.address(memory, k, element))
    return memory


class _Places:
    """For the registers of a block of rows, one after the other: of which row each of their lanes is."""

    def __init__(self, f: Function, lanes: int, extent: int) -> None:
        self._f, self._lanes = f, lanes
        #: What picks lanes does so among those of a whole register.
        self._element = f"i{8 * LINE_BYTES // lanes}"
        numbers = ", ".join(f"{self._element} {place // extent}" for place in range(lanes * extent))
        self._table = f.module.define_global(
            f"rows_{lanes}_{extent}", f"private unnamed_addr constant [{lanes * extent} x {self._element}] [{numbers}], align 64")

    def of_register(self, start: Value) -> Value:
        """The rows of the lanes from element `start` of the block on."""
        place = self._f.address(self._table, start, self._element)
        return self._f.load(vector(self._element, self._lanes), place, align=LINE_BYTES)

    def words(self, a: Value) -> Value:
        """A lane for each row, as wide as what picks lanes takes them."""
        f, bits = self._f, f"i{bits_of(element_of(a.type))}"
        a = f.bitcast(a, with_element(a.type, bits)) if is_float(a.type) else a
        return f.cast("zext", a, self._element) if bits != self._element else a

    def picked(self, words: Value, places: Value, type: str) -> Value:
        """The lanes of rows at these places, in registers of `type`."""
        f, bits = self._f, f"i{bits_of(element_of(type))}"
        found = picked_lanes(f, [words], places)
        return f.bitcast(f.cast("trunc", found, bits) if bits != self._element else found, type)
