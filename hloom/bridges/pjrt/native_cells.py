"""What native code knows of buffers: where the words of their cells lie, and the functions that make, hold and free them.

A buffer is one cell, which no object of Python stands behind: its state is in it. Small elements lie in the same block of memory
behind it, large ones in a block of their own, which is kept for the next of its size (the first touch of new memory costs a
page fault every 4 KiB).

The state of a cell is one word, changed at once: how many hold the elements (the buffer itself, calls under way, others that
were given the address), and whether it was deleted, and whether its handle was destroyed. Who lets go last frees the elements,
and the cell if it was destroyed.
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.bridges.pjrt.cells import NEXT
from hloom.bridges.pjrt.interface import arguments
from hloom.bridges.pjrt.native_layout import (
    ALLOCATIONS,
    BURY,
    BYTES_IN_USE,
    COUNT,
    DEAD,
    DESTROYED,
    INTERRUPT,
    INTERRUPTED,
    KEPT_BYTES,
    KEPT_LIMIT,
    LAYOUTS,
    PYTHON,
    STATE,
    Cell,
    Place,
    python_functions,
    python_symbol,
)
from hloom.codegen.cpu.dispatch_latency import at, fetch_add
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule

#: Blocks of elements have sizes of so many steps to each power of two, of which some are kept.
_STEPS, _KEPT_OF_A_SIZE = 8, 16
_FIRST_POWER, _POWERS = 14, 26
#: Bytes in front of a block's elements: where the block begins, its capacity, and its number among the sizes.
_HEAD = 64
_KEPT = "hloom_pjrt_kept"


def state(f: Function, number: int) -> Value:
    """The address of a word of the shared state."""
    return at(f, Value("ptr", f"@{STATE}"), 8 * number)


def emit_python(module: LLVMModule) -> None:
    """`ptr python_NAME(ptr arguments)` for each function of Python. It says through memory how it has ended: a signal's exception
    may end it before its first line. Such a call has an error, and the exception is raised again where Python goes on."""
    names = python_functions()
    module.define_global(PYTHON, f"global [{len(names)} x ptr] zeroinitializer, align 64")
    f = module.function("hloom_pjrt_call_python", [("ptr", "function"), ("ptr", "arguments")], result="ptr")
    function, structure = f.parameters
    answer, interrupted = f.slot("ptr"), f.load("ptr", state(f, INTERRUPTED))
    f.store(interrupted, answer)
    f.emit(f"call void {function.name}({structure}, {answer})")
    error = f.load("ptr", answer)
    with f.when(f.binary("and", f.compare("eq", error, interrupted), f.compare("ne", interrupted, NULL))):
        f.emit(f"call void {f.load('ptr', state(f, INTERRUPT)).name}()")
    f.ret(error)
    for k, name in enumerate(names):
        f = module.function(python_symbol(name), [("ptr", "arguments")], result="ptr")
        function = f.load("ptr", f.address(Value("ptr", f"@{PYTHON}"), k, "ptr"))
        f.ret(f.value("ptr", f"tail call ptr @hloom_pjrt_call_python({function}, {f.parameters[0]})"))


def slow(f: Function, name: str, structure: Value) -> None:
    """Ends in the function of Python."""
    f.ret(f.value("ptr", f"tail call ptr @{python_symbol(name)}({structure})"))


def word(f: Function, base: Value, offset: int, type: str = "i64") -> Value:
    return f.load(type, at(f, base, offset))


def set_word(f: Function, base: Value, offset: int, value: Value) -> None:
    f.store(value, at(f, base, offset))


def number(value: int, type: str = "i64") -> Value:
    return constant(type, value)


NULL = Value("ptr", "null")


def field(f: Function, structure: Value, function: str, name: str, type: str = "i64") -> Value:
    """A field of a function's arguments."""
    return word(f, structure, arguments(function).offset(name), type)


def set_field(f: Function, structure: Value, function: str, name: str, value: Value) -> None:
    set_word(f, structure, arguments(function).offset(name), value)


def is_row_major(f: Function, cell: Value) -> Value:
    """Whether a buffer's elements lie in row-major order: its layout is the one of its rank that is kept for them."""
    usual = f.load("ptr", f.address(f.load("ptr", state(f, LAYOUTS)), word(f, cell, Cell.RANK), "ptr"))
    return f.compare("eq", word(f, cell, Cell.LAYOUT, "ptr"), usual)


def exported(module: LLVMModule, name: str) -> tuple[Function, Value]:
    """A function of the interface: it takes the address of its arguments, and returns that of an error, or null."""
    f = module.function(name, [("ptr", "arguments")], result="ptr")
    return f, f.parameters[0]


def return_null(f: Function) -> None:
    f.ret(NULL)


def emit_atomically(f: Function, address: Value, change: Callable[[Value], Value], refuse: str | None = None,
                    refused: Callable[[Value], Value] | None = None) -> tuple[Value, Value]:
    """Replaces a word by what `change` makes of it, whoever else changes it; goes to `refuse` where `refused` says so. Gives what
    it was, and what it is."""
    again, attempt, done = f.label("again"), f.label("attempt"), f.label("done")
    f.branch(again)
    f.block(again)
    old = f.value("i64", f"load atomic i64, {address} monotonic, align 8")
    if refuse is not None and refused is not None:
        f.branch_if(refused(old), refuse, attempt)
    else:
        f.branch(attempt)
    f.block(attempt)
    new = change(old)
    pair = f.value("{ i64, i1 }", f"cmpxchg {address}, {old}, {new} seq_cst seq_cst, align 8")
    f.branch_if(f.value("i1", f"extractvalue {pair}, 1"), done, again)
    f.block(done)
    return old, new


def emit_memory(module: LLVMModule) -> None:
    """`allocate` and `release` of blocks of elements, `destroy` of what a cell holds."""
    module.declare("aligned_alloc", "ptr", ["i64", "i64"])
    module.declare("free", "void", ["ptr"])
    module.define_global(_KEPT, f"internal global [{_POWERS * _STEPS * _KEPT_OF_A_SIZE} x i64] zeroinitializer, align 64")
    _emit_allocate(module)
    _emit_free(module)
    _emit_forget(module)
    _emit_release(module)
    _emit_bury(module)


def _emit_allocate(module: LLVMModule) -> None:
    """`allocate(i64 bytes)`: memory of so many bytes, on a line of the caches, or null where the system has none."""
    f = module.function("hloom_pjrt_allocate", [("i64", "bytes")], result="ptr")
    (size,) = f.parameters
    size = f.select(f.compare("ult", size, 1 << _FIRST_POWER), number(1 << _FIRST_POWER), size)
    # Rounded up to an eighth of its power of two.
    power = f.sub(number(63), f.intrinsic("ctlz", f.sub(size, 1), Value("i1", "true")))
    shift = f.sub(power, 3)
    step = f.binary("shl", number(1), shift)
    capacity = f.binary("and", f.add(size, f.sub(step, 1)), f.sub(number(0), step))
    eighth = f.binary("and", f.binary("lshr", f.sub(capacity, 1), shift), 7)
    index = f.add(f.mul(f.sub(power, _FIRST_POWER - 1), _STEPS), eighth)
    fresh = f.label("fresh")
    look = f.label("look")
    f.branch_if(f.compare("ult", index, _POWERS * _STEPS), look, fresh)
    f.block(look)
    first = f.address(Value("ptr", f"@{_KEPT}"), f.mul(index, _KEPT_OF_A_SIZE), "i64")
    for k in range(_KEPT_OF_A_SIZE):
        place = f.address(first, k, "i64")
        taken, following = f.label("taken"), f.label("following")
        f.branch_if(f.compare("ne", f.value("i64", f"load atomic i64, {place} monotonic, align 8"), 0), taken, following)
        f.block(taken)
        block = f.value("i64", f"atomicrmw xchg {place}, i64 0 acquire")
        found = f.label("found")
        f.branch_if(f.compare("ne", block, 0), found, following)
        f.block(found)
        fetch_add(f, state(f, KEPT_BYTES), f.sub(number(0), capacity), "monotonic")
        f.ret(f.cast("inttoptr", block, "ptr"))
        f.block(following)
    f.branch(fresh)
    f.block(fresh)
    # Blocks begin at different places of a page, so that those of one program do not meet in the same sets of the caches.
    place = f.mul(f.binary("and", fetch_add(f, state(f, ALLOCATIONS), number(1), "monotonic"), 15), 128)
    place = f.select(f.compare("ult", capacity, 1 << 16), number(0), place)
    base = f.call("aligned_alloc", "ptr", [number(64), f.add(capacity, number(_HEAD + 16 * 128))])
    none, some = f.label("none"), f.label("some")
    f.branch_if(f.compare("eq", base, NULL), none, some)
    f.block(none)
    return_null(f)
    f.block(some)
    data = f.address(base, f.add(place, _HEAD), "i8")
    set_word(f, data, -8, f.cast("ptrtoint", base, "i64"))
    set_word(f, data, -16, capacity)
    set_word(f, data, -24, index)
    f.ret(data)


def _emit_free(module: LLVMModule) -> None:
    """`free(ptr data)`: a block of elements is not needed any more."""
    f = module.function("hloom_pjrt_free", [("ptr", "data")])
    (data,) = f.parameters
    capacity, index = word(f, data, -16), word(f, data, -24)
    away, look = f.label("away"), f.label("look")
    kept = f.value("i64", f"load atomic i64, {state(f, KEPT_BYTES)} monotonic, align 8")
    fits = f.compare("ule", f.add(kept, capacity), f.load("i64", state(f, KEPT_LIMIT)))
    f.branch_if(f.binary("and", fits, f.compare("ult", index, _POWERS * _STEPS)), look, away)
    f.block(look)
    first = f.address(Value("ptr", f"@{_KEPT}"), f.mul(index, _KEPT_OF_A_SIZE), "i64")
    for k in range(_KEPT_OF_A_SIZE):
        place = f.address(first, k, "i64")
        pair = f.value("{ i64, i1 }", f"cmpxchg {place}, i64 0, {f.cast('ptrtoint', data, 'i64')} release monotonic, align 8")
        put, following = f.label("put"), f.label("following")
        f.branch_if(f.value("i1", f"extractvalue {pair}, 1"), put, following)
        f.block(put)
        fetch_add(f, state(f, KEPT_BYTES), capacity, "monotonic")
        f.ret()
        f.block(following)
    f.branch(away)
    f.block(away)
    f.call("free", "void", [word(f, data, -8, "ptr")])
    f.ret()


def _emit_forget(module: LLVMModule) -> None:
    """`forget()`: gives all kept blocks back to the system."""
    f = module.function("hloom_pjrt_forget", [])
    with f.loop(0, _POWERS * _STEPS * _KEPT_OF_A_SIZE) as k:
        place = f.address(Value("ptr", f"@{_KEPT}"), k, "i64")
        block = f.value("i64", f"atomicrmw xchg {place}, i64 0 acquire")
        with f.when(f.compare("ne", block, 0)):
            data = f.cast("inttoptr", block, "ptr")
            fetch_add(f, state(f, KEPT_BYTES), f.sub(number(0), word(f, data, -16)), "monotonic")
            f.call("free", "void", [word(f, data, -8, "ptr")])
    f.ret()


def _emit_release(module: LLVMModule) -> None:
    """`release(ptr cell, i64 less, i64 flags)`: `less` fewer hold the elements, and the state has the flags from now on."""
    f = module.function("hloom_pjrt_release", [("ptr", "cell"), ("i64", "less"), ("i64", "flags")])
    cell, less, flags = f.parameters
    address = at(f, cell, Cell.STATE)
    old, new = emit_atomically(f, address, lambda a: f.binary("or", f.sub(a, less), flags))
    end, look, elements, gone = f.label("end"), f.label("look"), f.label("elements"), f.label("gone")
    f.branch_if(f.compare("eq", f.binary("and", new, COUNT), 0), look, end)
    f.block(look)
    f.branch_if(f.compare("ne", f.binary("and", old, COUNT), 0), elements, gone)
    f.block(elements)
    place = word(f, cell, Cell.PLACE)
    size = f.select(f.compare("eq", place, int(Place.NONE)), number(0), word(f, cell, Cell.BYTES))
    fetch_add(f, state(f, BYTES_IN_USE), f.sub(number(0), size), "monotonic")
    with f.when(f.compare("eq", place, int(Place.OWN))):
        f.call("hloom_pjrt_free", "void", [word(f, cell, Cell.DATA, "ptr")])
    with f.when(f.compare("eq", place, int(Place.FOREIGN))):
        f.call("hloom_pjrt_push", "void", [word(f, cell, Cell.KEEPER, "ptr")])
    f.branch(gone)
    f.block(gone)
    with f.when(f.compare("ne", f.binary("and", new, DESTROYED), 0)):
        f.call("hloom_pjrt_let_event_go", "void", [word(f, cell, Cell.EVENT, "ptr")])
        f.call("free", "void", [cell])
    f.branch(end)
    f.block(end)
    f.ret()


def _emit_bury(module: LLVMModule) -> None:
    """`push(ptr cell)`: puts a handle of an object of Python on the list of the dead; `bury(arguments)`: the one in the first
    field. `take_dead()`: the list, which is empty then."""
    f = module.function("hloom_pjrt_push", [("ptr", "cell")])
    (cell,) = f.parameters
    head = state(f, DEAD)

    def become_first(first: Value) -> Value:
        set_word(f, cell, NEXT, first)
        return f.cast("ptrtoint", cell, "i64")

    emit_atomically(f, head, become_first)
    f.ret()

    f, structure = exported(module, BURY)
    cell = word(f, structure, 16, "ptr")
    is_own = f.compare("ne", cell, f.load("ptr", state(f, INTERRUPTED)))
    with f.when(f.binary("and", is_own, f.compare("ne", cell, NULL))):
        f.call("hloom_pjrt_push", "void", [cell])
    return_null(f)

    f = module.function("hloom_pjrt_take_dead", [], result="i64")
    f.ret(f.value("i64", f"atomicrmw xchg {state(f, DEAD)}, i64 0 acquire"))
