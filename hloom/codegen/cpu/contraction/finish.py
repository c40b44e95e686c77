"""Finishing: the sums of a tile, gathered in scratch memory, become elements of the result.

Where rows, not columns, lie side by side in the result (images whose features come first), a tile is turned in a buffer that
stays in the first-level cache, and stored column by column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, llvm_type, load_lanes, store_lanes
from hloom.codegen.cpu.contraction.dots import Stored
from hloom.codegen.cpu.contraction.emission import moved, number, offset, runs, shared_name
from hloom.codegen.cpu.contraction.product import EpilogueHook, Product
from hloom.codegen.cpu.contraction.spec import Axis
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import bits_of, vector

#: `(f, sums, out, row, column, indices)` emits a call that finishes a tile.
CallFinish = Callable[[Function, Value, Value, Value, Value, Sequence[Value]], None]


def emit_finish(module: LLVMModule, name: str, product: Product) -> CallFinish:
    """Emits what converts the sums of a tile, or passes them to the epilogue, and stores the result; gives what calls it.

    `indices` are those of the tile's first element (`tile_axes`), for the epilogue. That sees only rows and columns from `row`
    and `column` on. Those before are left to the neighbouring tile, which overlaps: an element must be stored once only, since
    the epilogue may read an operand whose memory the result takes over.
    """
    if product.epilogue is None:
        return _include_conversion(module, product)
    _emit_epilogue(module, name, product, product.epilogue)

    def call(f: Function, sums: Value, out: Value, row: Value, column: Value, indices: Sequence[Value]) -> None:
        f.call(name, "void", [f.parameters[0], sums, out, row, column, *indices])

    return call


def _include_conversion(module: LLVMModule, product: Product) -> CallFinish:
    """What converts whole tiles: to store an element twice does no harm here, and whole rows make simpler code. It is a shared
    routine, `void @name(ptr sums, ptr out, i64 steps, i64 unit, i64 step_out, i64 unit_out, i64 column_out)`, with the rows of a
    tile and distances in the result."""
    b = product.blocking
    form = b.arithmetic, product.out.type, b.tile.nr, b.n.out == 1, b.tile.mr if _stores_rows(product) else 0
    name = shared_name("finish", *form)
    module.include(SharedRoutine(_emit_conversion, module.target, name, *form))
    numbers = [number(n) for n in (b.tile.steps, b.tile.unit, b.m_tile.out, b.m_unit.out, b.n.out)]

    def call(f: Function, sums: Value, out: Value, row: Value, column: Value, indices: Sequence[Value]) -> None:
        f.call_outside(name, "void", [sums, out, *numbers])

    return call


def _emit_conversion(module: LLVMModule, name: str, arithmetic: Arithmetic, type: Stored, columns: int, is_dense: bool,
                     turned_rows: int) -> None:
    """For tiles of so many columns, which lie side by side in the result (`is_dense`); a tile that is turned has so many rows."""
    f = module.function(name, [("ptr", "sums"), ("ptr", "out"), *(
        ("i64", name) for name in ("steps", "unit", "step_out", "unit_out", "column_out"))])
    sums, out, rows, unit, *distances = f.parameters
    width, stored = arithmetic.width, llvm_type(type)
    turned = _Turned(f, type, arithmetic, turned_rows, columns) if turned_rows else None
    base, (by_step, by_unit, by_column) = out, distances
    if turned is not None:
        base, by_step, by_unit, by_column = turned.buffer, unit, number(1), number(turned.pitch)
    elif is_dense:
        by_column = number(1)
    with f.loop(0, rows) as step, f.loop(0, unit) as u:
        row = f.add(f.mul(step, unit), u)
        source = f.address(sums, f.mul(row, columns + -columns % width), arithmetic.element)
        goal = f.address(base, f.add(f.mul(step, by_step), f.mul(u, by_unit)), stored)
        for c in range(0, columns, width):
            sum = f.load(vector(arithmetic.element, width), f.address(source, c, arithmetic.element))
            place = f.address(goal, f.mul(by_column, c), stored)
            _store(f, stored, arithmetic.narrow(f, type, sum), place, min(width, columns - c), by_column)
    if turned is not None:
        turned.copy(out, distances[2], number(0), number(0))
    f.ret()


def _emit_epilogue(module: LLVMModule, name: str, product: Product, epilogue: EpilogueHook) -> None:
    """Emits `void @name(ptr arguments, ptr sums, ptr out, i64 row, i64 column, i64 indices...)`."""
    b, stored = product.blocking, llvm_type(product.out.type)
    axes = tile_axes(product)
    f = module.function(
        name, [("ptr", "arguments"), ("ptr", "sums"), ("ptr", "out"), ("i64", "row"), ("i64", "column"),
               *(("i64", f"i{i}") for i in range(len(axes)))], linkage="internal")
    _, sums, out, first_row, first_column = f.parameters[:5]
    start = list(zip(axes, f.parameters[5:], strict=True))
    columns = b.tile.nr
    turned = _Turned(f, product.out.type, b.arithmetic, b.tile.mr, columns) if _stores_rows(product) else None
    with ExitStack() as stack:
        step = number(0) if b.tile.steps == 1 else stack.enter_context(f.loop(first_row, b.tile.steps))
        u = number(0) if b.tile.unit == 1 else stack.enter_context(f.loop(0, b.tile.unit))
        source = offset(f, [(step, b.tile.unit * b.panel_width), (u, b.panel_width), (first_column, 1)])
        steps = (b.m_tile.out, b.m_unit.out, b.n.out) if turned is None else (b.tile.unit, 1, turned.pitch)
        goal = offset(f, list(zip((step, u, first_column), steps, strict=True)))
        row = [*moved(f, moved(f, start, b.m_tile, step), b.n, first_column), (b.m_unit, u)]

        def finish(c: Value, width: int) -> None:
            element = b.arithmetic.element
            found = f.load(vector(element, width), f.address(sums, offset(f, [(c, 1)], source), element))
            place = f.address(out if turned is None else turned.buffer, offset(f, [(c, steps[2])], goal), stored)
            _store(f, stored, epilogue(f, found, moved(f, row, b.n, c), width), place, width, number(steps[2]))

        most = min(b.arithmetic.width, product.epilogue_width)
        length = columns if b.n.size % columns == 0 else f.sub(number(columns), first_column)
        runs(f, length, most, finish, whole=b.n.size % most == columns % most == 0)
    if turned is not None:
        turned.copy(out, number(b.n.out), offset(f, [(first_row, b.tile.unit)]), first_column)
    f.ret()


def tile_axes(product: Product) -> list[Axis]:
    """The axes whose indices say where a tile begins."""
    b = product.blocking
    return [*b.batch, *b.n_outer, *b.m_outer, b.m_block, b.m_tile, b.n]


def _stores_rows(product: Product) -> bool:
    """Whether the rows of a tile lie side by side in the result, and columns do not."""
    b = product.blocking
    if b.n.out == 1 or b.tile.mr == 1 or b.tile.nr == 1:
        return False
    return b.m_unit.out == 1 and b.m_tile.out == b.tile.unit if b.tile.unit > 1 else b.m_tile.out == 1


class _Turned:
    """A tile on the stack, column after column, `pitch` elements apart."""

    def __init__(self, f: Function, type: Stored, arithmetic: Arithmetic, rows: int, columns: int) -> None:
        self.f, self.rows, self.columns, self.type = f, rows, columns, llvm_type(type)
        #: Lanes of a register.
        self.width = arithmetic.width * arithmetic.bytes * 8 // bits_of(self.type)
        self.pitch = rows | 1  # odd: the elements of a row do not crowd into few cache sets
        self.buffer = f.slot(self.type, self.pitch * columns)

    def copy(self, out: Value, distance: Value, first_row: Value, first_column: Value) -> None:
        """Copies the columns from `first_column` on, from the row `first_row` on, to the result, in which columns lie `distance`
        apart."""
        f = self.f
        with f.loop(first_column, self.columns) as column:
            source = f.address(self.buffer, offset(f, [(column, self.pitch), (first_row, 1)]), self.type)
            goal = f.address(out, offset(f, [(first_row, 1)], f.mul(column, distance)), self.type)
            if first_row.name == "0":
                for r in range(0, self.rows, self.width):
                    active = min(self.width, self.rows - r)
                    lines = load_lanes(f, vector(self.type, self.width), f.address(source, r, self.type), active)
                    store_lanes(f, lines, f.address(goal, r, self.type), active)
                return
            runs(f, f.sub(number(self.rows), first_row), self.width, lambda r, w: f.store(
                f.load(vector(self.type, w), f.address(source, r, self.type)), f.address(goal, r, self.type)))


def _store(f: Function, stored: str, value: Value, place: Value, active: int, step: Value) -> None:
    """Stores the first `active` lanes of elements along n, which lie `step` elements apart."""
    if value.type[0] != "<":
        f.store(value, place)
    elif step.name != "1":
        for lane in range(active):
            f.store(f.extract(value, lane), f.address(place, f.mul(step, lane), stored))
    else:
        store_lanes(f, value, place, active)
