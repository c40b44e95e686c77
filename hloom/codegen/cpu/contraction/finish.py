"""Finishing: the sums of a tile, gathered in scratch memory, become elements of the result."""

from __future__ import annotations

from contextlib import ExitStack

from hloom.codegen.cpu.contraction.arithmetic import llvm_type, store_lanes
from hloom.codegen.cpu.contraction.emission import moved, number, offset, runs, shared_name
from hloom.codegen.cpu.contraction.product import Product
from hloom.codegen.cpu.contraction.spec import Axis
from hloom.codegen.llvm.builder import Function, LLVMModule, Value, vector


def emit_finish(module: LLVMModule, name: str, product: Product) -> str:
    """The name of a function that converts the sums of a tile, or passes them to the epilogue, and stores the result.

    `void @name(ptr arguments, ptr sums, ptr out, i64 row, i64 column)`, with an epilogue followed by the indices of the
    tile's first element (`tile_axes`). The epilogue sees only rows and columns from `row` and `column` on. Those before
    are left to the neighbouring tile, which overlaps: an element must be stored once only, since the epilogue may read
    an operand whose memory the result takes over.
    """
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
    with ExitStack() as stack:
        step = number(0) if b.tile.steps == 1 else stack.enter_context(f.loop(first_row, b.tile.steps))
        u = number(0) if b.tile.unit == 1 else stack.enter_context(f.loop(0, b.tile.unit))
        source = offset(f, [(step, b.tile.unit * b.panel_width), (u, b.panel_width), (first_column, 1)])
        goal = offset(f, [(step, b.m_tile.out), (u, b.m_unit.out), (first_column, b.n.out)])
        row = [*moved(f, moved(f, start, b.m_tile, step), b.n, first_column), (b.m_unit, u)]

        def load(c: Value, width: int) -> Value:
            return f.load(vector(b.arithmetic.element, width), f.address(sums, offset(f, [(c, 1)], source),
                                                                         b.arithmetic.element))

        def place(c: Value) -> Value:
            return f.address(out, offset(f, [(c, b.n.out)], goal), llvm_type(product.out.type))

        epilogue = product.epilogue
        if epilogue is None:
            # Storing an element twice does no harm here, and whole rows make simpler code.
            for c in range(0, columns, width):
                value = b.arithmetic.narrow(f, product.out.type, load(number(c), width))
                _store(f, product, value, place(number(c)), min(width, columns - c))
        else:
            most = min(width, product.epilogue_width)
            length = columns if b.n.size % columns == 0 else f.sub(number(columns), first_column)
            runs(f, length, most, lambda c, w: _store(f, product, epilogue(f, load(c, w), moved(f, row, b.n, c), w),
                                                       place(c), w), whole=b.n.size % most == 0)
    f.ret()
    return name


def tile_axes(product: Product) -> list[Axis]:
    """The axes whose indices say where a tile begins."""
    b = product.blocking
    return [*b.batch, *b.n_outer, *b.m_outer, b.m_block, b.m_tile, b.n]


def _store(f: Function, product: Product, value: Value, place: Value, active: int) -> None:
    """Stores the first `active` lanes of elements along n."""
    n, out_type = product.blocking.n, llvm_type(product.out.type)
    if value.type[0] != "<":
        f.store(value, place)
    elif n.out != 1:
        for lane in range(active):
            f.store(f.extract(value, lane), f.address(place, lane * n.out, out_type))
    else:
        store_lanes(f, value, place, active)
