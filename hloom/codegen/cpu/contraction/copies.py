"""The innermost loops of packing, each a function of its own, compiled with care and shared where equal."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, llvm_type, store_lanes, stored_bytes
from hloom.codegen.cpu.contraction.dots import Stored, unit_of
from hloom.codegen.cpu.contraction.emission import (
    Indices,
    LoadHook,
    load_at,
    moved,
    number,
    offset,
    runs,
    shared_name,
)
from hloom.codegen.cpu.contraction.spec import Axis
from hloom.codegen.cpu.movements import LINE_BYTES
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.library import Library
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, bits_of


class RunCopy:
    """A function that copies elements along one axis, converting them to the accumulator's type.

    `void @name(ptr source, ptr goal, i64 length)`. Where a hook computes the elements, the argument array and the
    indices of the first element come before those; otherwise all copies of the same kind share one function. Adjacent
    elements that are not converted need no function: the C library copies them.
    """

    def __init__(self, module: LLVMModule, name: str, arithmetic: Arithmetic, type: Stored, strides: tuple[int, int],
                 hook: LoadHook | None = None, axes: Sequence[Axis] = (), run: Axis | None = None, multiple: int = 1) -> None:
        """`strides` are those of source and goal; `axes`, of which `run` is one, those of the hook's indices.

        `multiple` divides every length that the function will be called with.
        """
        self.hook = hook
        source_stride, goal_stride = strides
        self.bytes = bits_of(arithmetic.element) // 8
        side_by_side = source_stride == unit_of(type)
        self.is_plain = hook is None and side_by_side and goal_stride == 1 and llvm_type(type) == arithmetic.element
        if self.is_plain:
            return
        width = arithmetic.width if goal_stride == 1 and (hook is not None or side_by_side) else 1
        whole = multiple % width == 0
        self.name = name if hook is not None else shared_name("copy", arithmetic, type, strides, whole)
        if self.name in module.functions:
            return
        indices = [("ptr", "arguments"), *(("i64", f"i{i}") for i in range(len(axes)))] if hook is not None else []
        f = module.function(self.name, [*indices, ("ptr", "source"), ("ptr", "goal"), ("i64", "length")],
                            linkage="internal")
        source, goal, length = f.parameters[-3:]
        at = list(zip(axes, f.parameters[1:-3], strict=True)) if hook is not None else []

        def move(i: Value, width: int) -> None:
            if hook is not None and run is not None:
                value = hook(f, moved(f, at, run, i), width)
            else:
                value = load_at(f, arithmetic, type, source, offset(f, [(i, source_stride)]), width)
            f.store(value, f.address(goal, offset(f, [(i, goal_stride)]), arithmetic.element))

        runs(f, length, width, move, whole)
        f.ret()

    def call(self, f: Function, source: Value, goal: Value, length: Value | int, at: Indices = ()) -> None:
        length = length if isinstance(length, Value) else number(length)
        if self.is_plain:
            f.copy_bytes(goal, source, f.mul(length, self.bytes))
            return
        first = [f.parameters[0], *(v for _, v in at)] if self.hook is not None else []
        f.call(self.name, "void", [*first, source, goal, length])


class RowCopy:
    """Copies rows of `columns` elements, converting them to the accumulator's type. What is behind a row, up to the next one,
    belongs to nobody: rows take whole vectors where these fit.

    It is a library: `void @name(ptr source, ptr goal, i64 length, i64 stride, i64 pitch)` for `length` rows, `stride` elements
    apart, which come to lie `pitch` apart. With `asks_ahead`, as many rows that follow are asked for meanwhile: they are copied
    in a later call, and may come from memory.
    """

    def __init__(self, module: LLVMModule, arithmetic: Arithmetic, type: Stored, columns: int, stride: int, pitch: int,
                 asks_ahead: bool = False) -> None:
        self.arithmetic, self.type, self.columns, self.distances = arithmetic, type, columns, (stride, pitch)
        #: Whether the last vector of a row is stored whole.
        self.has_room = columns + -columns % arithmetic.width <= pitch
        form = arithmetic, type, columns, self.has_room, asks_ahead
        self.name = shared_name("rows", *form)
        module.include(Library(_emit_rows, module.target, self.name, *form))

    def call(self, f: Function, source: Value, goal: Value, length: Value) -> None:
        f.call_outside(self.name, "void", [source, goal, length, *map(number, self.distances)])


def _emit_rows(module: LLVMModule, name: str, arithmetic: Arithmetic, type: Stored, columns: int, has_room: bool,
               asks_ahead: bool) -> None:
    element, width = arithmetic.element, arithmetic.width
    f = module.function(name, [("ptr", "source"), ("ptr", "goal"), *(("i64", name) for name in ("length", "stride", "pitch"))])
    source, goal, length, stride, pitch = f.parameters
    following = f.mul(length, stride)
    with f.carrying_loop(0, length, [source, goal]) as carried:
        row, place = carried.values
        if asks_ahead:
            later = f.address(row, following, llvm_type(type))
            for c in range(0, columns, LINE_BYTES // stored_bytes(type)):
                f.prefetch(f.address(later, c, llvm_type(type)), level=2)
        for c in range(0, columns, width):
            active = min(width, columns - c)
            value = load_at(f, arithmetic, type, row, number(c), width, active)
            store_lanes(f, value, f.address(place, c, element), width if has_room else active)
        carried.become([f.address(row, stride, llvm_type(type)), f.address(place, pitch, element)])
    f.ret()


def load_transposed(f: Function, arithmetic: Arithmetic, type: Stored, base: Value, stride: int,
                    side: int) -> list[Value]:
    """`side` vectors of `side` elements, the i-th of the elements i, i + stride, i + 2 * stride, ... from `base` on.

    A square is loaded by rows and transposed in registers of 128 bits, which every processor does in one instruction a
    step (wider registers would need several, and make longer code): interleaving rows i and i + side / 2 rotates the
    bits of a position (row, column) by one, until both have changed places.
    """
    rows = [load_at(f, arithmetic, type, base, number(i * stride), side) for i in range(side)]
    half = side // 2
    low, high = ([start + i // 2 + (side if i % 2 else 0) for i in range(side)] for start in (0, half))
    for _ in range(side.bit_length() - 1):
        rows = [f.shuffle(rows[i // 2], rows[i // 2 + half], high if i % 2 else low) for i in range(side)]
    return rows
