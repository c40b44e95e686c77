"""The functions of the interface that calls of programs need, as native code: getters, events, buffers, transfers.

Whatever is rare in them (a strided source, a deleted buffer, elements that are still being computed) goes to the function of the
same name in Python, whose address stands in the shared state.
"""

from __future__ import annotations

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.cells import FIRST
from hloom.bridges.pjrt.native_cells import (
    NULL,
    emit_atomically,
    emit_memory,
    emit_python,
    exported,
    field,
    is_row_major,
    number,
    return_null,
    set_field,
    set_word,
    slow,
    state,
    word,
)
from hloom.bridges.pjrt.native_dispatch import emit_dispatch
from hloom.bridges.pjrt.native_events import emit_events, is_there
from hloom.bridges.pjrt.native_execute import emit_execute
from hloom.bridges.pjrt.native_layout import (
    ALWAYS,
    BYTES_IN_USE,
    CONTEXT_BYTES,
    DATA_COUNT,
    DELETED,
    DESTROYED,
    FIRST_DATA,
    GETTERS,
    INLINE_BYTES,
    LAYOUTS,
    MOST_DATA,
    MOST_RANK,
    NOP,
    PEAK_BYTES,
    READY,
    STATE,
    WORDS,
    Cell,
    Getter,
    Place,
    symbol,
)
from hloom.bridges.pjrt.native_rows import emit_rows
from hloom.codegen.cpu.dispatch_latency import at, clock_of, fetch_add, load
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target


def module_text(target: Target) -> str:
    """LLVM IR of all of it."""
    module = LLVMModule(target)
    module.define_global(STATE, f"global [{WORDS} x i64] zeroinitializer, align 64")
    emit_python(module)
    emit_memory(module)
    for name, getter in GETTERS.items():
        _emit_getter(module, name, getter)
    f, _ = exported(module, NOP)
    return_null(f)
    for name, place in ALWAYS.items():
        f, structure = exported(module, symbol(name))
        set_field(f, structure, name, place, number(1, "i8"))
        return_null(f)
    _emit_contexts(module)
    emit_events(module)
    emit_dispatch(module)
    _emit_new_buffer(module)
    _emit_buffers(module)
    _emit_to_host(module)
    _emit_from_host(module)
    emit_execute(module, clock_of(target) or 0)
    emit_rows(module)
    return module.text(target.attributes)


def _emit_getter(module: LLVMModule, name: str, getter: Getter) -> None:
    f, structure = exported(module, symbol(name))
    cell = word(f, structure, 16, "ptr")
    types = {"type": "i32", "kind_id": "i32", "code": "i32"}
    for target, place in getter.fields:
        type = types.get(target, "i64")
        set_field(f, structure, name, target, word(f, cell, place, type))
    return_null(f)


def _emit_contexts(module: LLVMModule) -> None:
    """Contexts of calls: JAX makes one for each. What users put into it is found by handlers of custom calls."""
    f, structure = exported(module, symbol("ExecuteContext_Create"))
    made = f.call("aligned_alloc", "ptr", [number(64), number(CONTEXT_BYTES)])
    with f.when(f.compare("ne", made, NULL)):
        f.clear_bytes(made, FIRST_DATA)
    set_field(f, structure, "ExecuteContext_Create", "context", made)
    return_null(f)
    f, structure = exported(module, symbol("ExecuteContext_Destroy"))
    f.call("free", "void", [field(f, structure, "ExecuteContext_Destroy", "context", "ptr")])
    return_null(f)
    f, structure = exported(module, symbol("FFI_UserData_Add"))
    context = field(f, structure, "FFI_UserData_Add", "context", "ptr")
    add, full = f.label("add"), f.label("full")
    count = word(f, context, DATA_COUNT)
    f.branch_if(f.compare("ult", count, MOST_DATA), add, full)
    f.block(add)
    place = f.address(context, f.add(f.mul(count, 16), FIRST_DATA), "i8")
    for offset, name in ((0, "type_id"), (8, "data")):
        set_word(f, place, offset, field(f, structure, "FFI_UserData_Add", name))
    set_word(f, context, DATA_COUNT, f.add(count, 1))
    return_null(f)
    f.block(full)
    slow(f, "FFI_UserData_Add", structure)


def _emit_new_buffer(module: LLVMModule) -> None:
    """`new_buffer(i64 type, ptr dimensions, i64 rank, i64 bytes, ptr device, ptr memory, ptr layout, ptr data)`: a buffer whose
    elements are still to be written, or lie where `data` says. Null where there is no memory."""
    f = module.function("hloom_pjrt_new_buffer", [("i64", "type"), ("ptr", "dimensions"), ("i64", "rank"), ("i64", "bytes"),
                                                  ("ptr", "device"), ("ptr", "memory"), ("ptr", "layout"), ("ptr", "data")],
                        result="ptr")
    type, dimensions, rank, size, device, memory, layout, given = f.parameters
    head = f.binary("and", f.add(f.mul(rank, 8), Cell.SIZE + 63), -64)
    is_inline = f.binary("and", f.compare("ule", size, INLINE_BYTES), f.compare("eq", given, NULL))
    behind = f.select(is_inline, f.binary("and", f.add(size, 127), -64), number(0))
    cell = f.call("aligned_alloc", "ptr", [number(64), f.add(head, behind)])
    none, some = f.label("none"), f.label("some")
    f.branch_if(f.compare("eq", cell, NULL), none, some)
    f.block(none)
    return_null(f)
    f.block(some)
    f.clear_bytes(cell, Cell.SIZE)
    data = f.variable(f.select(is_inline, f.address(cell, head, "i8"), given))
    place = f.variable(f.select(is_inline, number(Place.INLINE), number(Place.FOREIGN)))
    own, done, failed = f.label("own"), f.label("done"), f.label("failed")
    f.branch_if(f.compare("eq", f.get(data), NULL), own, done)
    f.block(own)
    block = f.call("hloom_pjrt_allocate", "ptr", [size])
    f.set(data, block)
    f.set(place, number(Place.OWN))
    f.branch_if(f.compare("eq", block, NULL), failed, done)
    f.block(failed)
    f.call("free", "void", [cell])
    return_null(f)
    f.block(done)
    target = at(f, cell, Cell.SIZE)
    f.copy_bytes(target, dimensions, f.mul(rank, 8))
    for offset, value in ((Cell.TYPE, type), (Cell.DIMENSIONS, target), (Cell.RANK, rank), (Cell.DEVICE, device),
                          (Cell.MEMORY, memory), (Cell.STATE, number(1)), (Cell.LAYOUT, layout),
                          (Cell.EVENT, f.load("ptr", state(f, READY))), (Cell.DATA, f.get(data)), (Cell.BYTES, size),
                          (Cell.PLACE, f.get(place))):
        set_word(f, cell, offset, value)
    f.call("hloom_pjrt_count", "void", [size])
    f.ret(cell)

    f = module.function("hloom_pjrt_count", [("i64", "bytes")], linkage="internal")
    used = f.add(fetch_add(f, state(f, BYTES_IN_USE), f.parameters[0], "monotonic"), f.parameters[0])
    peak = state(f, PEAK_BYTES)
    with f.when(f.compare("sgt", used, f.load("i64", peak))):
        f.store(used, peak)
    f.ret()


def _emit_buffers(module: LLVMModule) -> None:
    for name, less, flags in (("Buffer_Delete", 1, DELETED), ("Buffer_Destroy", 1, DELETED | DESTROYED)):
        f, structure = exported(module, symbol(name))
        cell = field(f, structure, name, "buffer", "ptr")
        end, some = f.label("end"), f.label("some")
        f.branch_if(f.compare("eq", cell, NULL), end, some)
        f.block(some)
        # Who has it deleted before has let the elements go.
        was = f.value("i64", f"load atomic i64, {at(f, cell, Cell.STATE)} seq_cst, align 8")
        is_deleted = f.compare("ne", f.binary("and", was, DELETED), 0)
        f.call("hloom_pjrt_release", "void", [cell, f.select(is_deleted, number(0), number(less)), number(flags)])
        f.branch(end)
        f.block(end)
        return_null(f)

    f, structure = exported(module, symbol("Buffer_IsDeleted"))
    was = f.value("i64", f"load atomic i64, {at(f, field(f, structure, 'Buffer_IsDeleted', 'buffer', 'ptr'), Cell.STATE)} "
                         "monotonic, align 8")
    deleted = f.cast("trunc", f.binary("and", f.binary("lshr", was, 32), 1), "i8")
    set_field(f, structure, "Buffer_IsDeleted", "is_deleted", deleted)
    return_null(f)

    f = module.function("hloom_pjrt_hold", [("ptr", "cell")], result="i64")
    refuse = f.label("refuse")
    emit_atomically(f, at(f, f.parameters[0], Cell.STATE), lambda a: f.add(a, 1), refuse,
                    lambda a: f.compare("ne", f.binary("and", a, DELETED), 0))
    f.ret(number(1))
    f.block(refuse)
    f.ret(number(0))

    f, structure = exported(module, symbol("Buffer_IncreaseExternalReferenceCount"))
    emit_atomically(f, at(f, field(f, structure, "Buffer_Delete", "buffer", "ptr"), Cell.STATE), lambda a: f.add(a, 1))
    return_null(f)
    f, structure = exported(module, symbol("Buffer_DecreaseExternalReferenceCount"))
    f.call("hloom_pjrt_release", "void", [field(f, structure, "Buffer_Delete", "buffer", "ptr"), number(1), number(0)])
    return_null(f)
    for name, target in (("Buffer_UnsafePointer", "buffer_pointer"),
                         ("Buffer_OpaqueDeviceMemoryDataPointer", "device_memory_ptr")):
        f, structure = exported(module, symbol(name))
        cell = field(f, structure, name, "buffer", "ptr")
        yes, no = f.label("yes"), f.label("no")
        f.branch_if(is_usable(f, cell), yes, no)
        f.block(yes)
        set_field(f, structure, name, target, word(f, cell, Cell.DATA))
        return_null(f)
        f.block(no)
        slow(f, name, structure)


def is_usable(f: Function, cell: Value) -> Value:
    """Whether a buffer has elements, and nobody is still computing them."""
    was = load(f, at(f, cell, Cell.STATE), "i64")
    return f.binary("and", is_there(f, cell), f.compare("eq", f.binary("and", was, DELETED), 0))


def _emit_to_host(module: LLVMModule) -> None:
    """Dense row-major elements, whole."""
    name = "Buffer_ToHostBuffer"
    f, structure = exported(module, symbol(name))
    cell = field(f, structure, name, "src", "ptr")
    target, room, layout = (field(f, structure, name, n, t) for n, t in (("dst", "ptr"), ("dst_size", "i64"),
                                                                           ("host_layout", "ptr")))
    size, rank = word(f, cell, Cell.BYTES), word(f, cell, Cell.RANK)
    away, hold, copy = f.label("away"), f.label("hold"), f.label("copy")
    own, look, order = f.label("own"), f.label("look"), f.label("order")
    f.branch_if(is_row_major(f, cell), own, away)
    f.block(own)
    is_usual = f.binary("or", f.compare("eq", layout, NULL), f.compare("ult", rank, 2))
    f.branch_if(is_usual, look, order)
    f.block(order)
    _emit_is_row_major(f, layout, rank, look, away)
    f.block(look)
    ready, fits, later = f.label("ready"), f.label("fits"), f.label("later")
    f.branch_if(f.binary("and", f.compare("uge", room, size), f.compare("ne", target, NULL)), fits, away)
    f.block(fits)
    f.branch_if(is_there(f, cell), ready, later)
    f.block(later)
    event = f.call("hloom_pjrt_copy_later", "ptr", [cell, target, size])
    dispatched = f.label("dispatched")
    f.branch_if(f.compare("ne", event, NULL), dispatched, away)
    f.block(dispatched)
    set_field(f, structure, name, "event", event)
    return_null(f)
    f.block(ready)
    f.branch(hold)
    f.block(hold)
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_hold", "i64", [cell]), 0), copy, away)
    f.block(copy)
    f.copy_bytes(target, word(f, cell, Cell.DATA, "ptr"), size)
    f.call("hloom_pjrt_release", "void", [cell, number(1), number(0)])
    set_field(f, structure, name, "event", f.load("ptr", state(f, READY)))
    return_null(f)
    f.block(away)
    slow(f, name, structure)


def _emit_is_row_major(f: Function, layout: Value, rank: Value, yes: str, no: str) -> None:
    """Goes to `yes` for a layout without tiles whose dimensions go from minor to major backwards."""
    kind, size, tiles = (field(f, layout, "Buffer_MemoryLayout", n, t) for n, t in (
        ("type", "i32"), ("minor_to_major_size", "i64"), ("num_tiles", "i64")))
    plain = f.binary("and", f.compare("eq", kind, 0), f.binary("and", f.compare("eq", size, rank), f.compare("eq", tiles, 0)))
    compare, done = f.label("compare"), f.label("done")
    f.branch_if(plain, compare, no)
    f.block(compare)
    order = field(f, layout, "Buffer_MemoryLayout", "minor_to_major", "ptr")
    differs = f.variable(number(0))
    with f.loop(0, rank) as k:
        given = f.load("i64", f.address(order, k, "i64"))
        f.set(differs, f.binary("or", f.get(differs), f.binary("xor", given, f.sub(f.sub(rank, k), 1))))
    f.branch(done)
    f.block(done)
    f.branch_if(f.compare("eq", f.get(differs), 0), yes, no)


def _emit_from_host(module: LLVMModule) -> None:
    """Dense row-major elements, copied at once, so that the caller may do with them as it likes."""
    name = "Client_BufferFromHostBuffer"
    sizes = ", ".join(f"i64 {size}" for size in elements.SIZES)
    table = module.define_global("hloom_pjrt_sizes", f"private constant [{len(elements.SIZES)} x i64] [{sizes}], align 8")
    f, structure = exported(module, symbol(name))
    away, known, strides, dense = f.label("away"), f.label("known"), f.label("strides"), f.label("dense")
    type = f.cast("zext", field(f, structure, name, "type", "i32"), "i64")
    rank, dimensions = field(f, structure, name, "num_dims"), field(f, structure, name, "dims", "ptr")
    plain = f.binary("and", f.compare("ult", type, len(elements.SIZES)), f.compare("ult", rank, MOST_RANK))
    plain = f.binary("and", plain, f.compare("eq", field(f, structure, name, "device_layout", "ptr"), NULL))
    plain = f.binary("and", plain, f.compare("ne", field(f, structure, name, "memory", "ptr"), NULL))
    f.branch_if(plain, known, away)
    f.block(known)
    size = f.variable(f.load("i64", f.address(table, type, "i64")))
    given, differs = field(f, structure, name, "byte_strides", "ptr"), f.variable(number(0))
    has_strides = f.compare("ne", field(f, structure, name, "num_byte_strides"), 0)
    with f.loop(0, rank) as k:
        place = f.sub(f.sub(rank, k), 1)
        extent = f.load("i64", f.address(dimensions, place, "i64"))

        def look(place: Value = place, extent: Value = extent) -> None:
            stride = f.load("i64", f.address(given, place, "i64"))
            other = f.binary("and", f.compare("ne", stride, f.get(size)), f.compare("ne", extent, 1))
            f.set(differs, f.binary("or", f.get(differs), f.cast("zext", other, "i64")))

        f.if_else(has_strides, look, lambda: None)
        f.set(size, f.mul(f.get(size), extent))
    f.branch(strides)
    f.block(strides)
    f.branch_if(f.binary("and", f.compare("eq", f.get(differs), 0), f.compare("ne", f.get(size), 0)), dense, away)
    f.block(dense)
    memory = field(f, structure, name, "memory", "ptr")
    device = word(f, memory, FIRST + 24, "ptr")
    layout = f.load("ptr", f.address(f.load("ptr", state(f, LAYOUTS)), rank, "ptr"))
    cell = f.call("hloom_pjrt_new_buffer", "ptr", [type, dimensions, rank, f.get(size), device, memory, layout, NULL])
    some = f.label("some")
    f.branch_if(f.compare("eq", cell, NULL), away, some)
    f.block(some)
    f.copy_bytes(word(f, cell, Cell.DATA, "ptr"), field(f, structure, name, "data", "ptr"), f.get(size))
    set_field(f, structure, name, "buffer", cell)
    set_field(f, structure, name, "done_with_host_buffer", f.load("ptr", state(f, READY)))
    return_null(f)
    f.block(away)
    slow(f, name, structure)
