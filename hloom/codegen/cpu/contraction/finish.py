"""Finishing: the sums of a tile, gathered in scratch memory, become elements of the result.

Where rows, not columns, lie side by side in the result (images whose features come first), a tile is turned in a buffer that
stays in the first-level cache, and stored column by column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from hloom.codegen.cpu.contraction.arithmetic import llvm_type, load_lanes, store_lanes
from hloom.codegen.cpu.contraction.emission import moved, number, offset, runs, shared_name
from hloom.codegen.cpu.contraction.product import Product
from hloom.codegen.cpu.contraction.spec import Axis
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, bits_of, vector

#: `(f, sums, out, row, column, indices)` emits a call that finishes a tile.
CallFinish = Callable[[Function, Value, Value, Value, Value, Sequence[Value]], None]


def emit_finish(module: LLVMModule, name: str, product: Product) -> CallFinish:
    """Emits what converts the sums of a tile, or passes them to the epilogue, and stores the result; gives what calls it.

    `indices` are those of the tile's first element (`tile_axes`), for the epilogue. That sees only rows and columns from `row`
    and `column` on. Those before are left to the neighbouring tile, which overlaps: an element must be stored once only, since
    the epilogue may read an operand whose memory the result takes over.
    """
    finish = _emit(module, name, product)

    def call(f: Function, sums: Value, out: Value, row: Value, column: Value, indices: Sequence[Value]) -> None:
        f.call(finish, "void", [f.parameters[0], sums, out, row, column, *(indices if product.epilogue is not None else [])])

    return call


def _emit(module: LLVMModule, name: str, product: Product) -> str:
    """The name of `void @name(ptr arguments, ptr sums, ptr out, i64 row, i64 column)`, with an epilogue followed by indices."""
    b = product.blocking
    if product.epilogue is None:
        name = shared_name("finish", b.tile, b.panel_width, b.m_tile.out, b.m_unit.out, b.n.out, product.out.type, b.arithmetic)
        if name in module.functions:
            return name
    axes = tile_axes(product) if product.epilogue is not None else []
    f = module.function(
        name, [("ptr", "arguments"), ("ptr", "sums"), ("ptr", "out"), ("i64", "row"), ("i64", "column"),
               *(("i64", f"i{i}") for i in range(len(axes)))], linkage="internal")
    _, sums, out, first_row, first_column = f.parameters[:5]
    if product.epilogue is None:
        first_row = first_column = number(0)
    start = list(zip(axes, f.parameters[5:], strict=True))
    width, columns = b.arithmetic.width, b.tile.nr
    turned = _Turned(f, product) if _stores_rows(product) else None
    with ExitStack() as stack:
        step = number(0) if b.tile.steps == 1 else stack.enter_context(f.loop(first_row, b.tile.steps))
        u = number(0) if b.tile.unit == 1 else stack.enter_context(f.loop(0, b.tile.unit))
        source = offset(f, [(step, b.tile.unit * b.panel_width), (u, b.panel_width), (first_column, 1)])
        steps = (b.m_tile.out, b.m_unit.out, b.n.out) if turned is None else (b.tile.unit, 1, turned.pitch)
        goal = offset(f, list(zip((step, u, first_column), steps, strict=True)))
        row = [*moved(f, moved(f, start, b.m_tile, step), b.n, first_column), (b.m_unit, u)]

        def load(c: Value, width: int) -> Value:
            return f.load(vector(b.arithmetic.element, width), f.address(sums, offset(f, [(c, 1)], source),
                                                                         b.arithmetic.element))

        def place(c: Value) -> Value:
            base = out if turned is None else turned.buffer
            return f.address(base, offset(f, [(c, steps[2])], goal), llvm_type(product.out.type))

        epilogue = product.epilogue
        if epilogue is None:
            # Storing an element twice does no harm here, and whole rows make simpler code.
            for c in range(0, columns, width):
                value = b.arithmetic.narrow(f, product.out.type, load(number(c), width))
                _store(f, product, value, place(number(c)), min(width, columns - c), steps[2])
        else:
            most = min(width, product.epilogue_width)
            length = columns if b.n.size % columns == 0 else f.sub(number(columns), first_column)
            runs(f, length, most, lambda c, w: _store(f, product, epilogue(f, load(c, w), moved(f, row, b.n, c), w),
                                                       place(c), w, steps[2]), whole=b.n.size % most == columns % most == 0)
    if turned is not None:
        turned.copy(out, first_row, first_column)
    f.ret()
    return name


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

    def __init__(self, f: Function, product: Product) -> None:
        self.f, self.blocking, self.type = f, product.blocking, llvm_type(product.out.type)
        #: Lanes of a register.
        self.width = product.blocking.arithmetic.width * product.blocking.arithmetic.bytes * 8 // bits_of(self.type)
        self.pitch = product.blocking.tile.mr | 1  # odd: the elements of a row do not crowd into few cache sets
        self.buffer = f.slot(self.type, self.pitch * product.blocking.tile.nr)

    def copy(self, out: Value, first_row: Value, first_column: Value) -> None:
        """Copies the columns from `first_column` on, from the row of step `first_row` on, to the result."""
        f, tile = self.f, self.blocking.tile
        first = offset(f, [(first_row, tile.unit)])
        with f.loop(first_column, tile.nr) as column:
            source = f.address(self.buffer, offset(f, [(column, self.pitch), (first, 1)]), self.type)
            goal = f.address(out, offset(f, [(column, self.blocking.n.out), (first, 1)]), self.type)
            if first.name == "0":
                for r in range(0, tile.mr, self.width):
                    active = min(self.width, tile.mr - r)
                    lines = load_lanes(f, vector(self.type, self.width), f.address(source, r, self.type), active)
                    store_lanes(f, lines, f.address(goal, r, self.type), active)
                return
            runs(f, f.sub(number(tile.mr), first), self.width, lambda r, w: f.store(
                f.load(vector(self.type, w), f.address(source, r, self.type)), f.address(goal, r, self.type)))


def _store(f: Function, product: Product, value: Value, place: Value, active: int, step: int) -> None:
    """Stores the first `active` lanes of elements along n, which lie `step` elements apart."""
    out_type = llvm_type(product.out.type)
    if value.type[0] != "<":
        f.store(value, place)
    elif step != 1:
        for lane in range(active):
            f.store(f.extract(value, lane), f.address(place, lane * step, out_type))
    else:
        store_lanes(f, value, place, active)
