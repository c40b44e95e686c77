"""Arguments of calls as native code: they are held, or taken from who gives them away, and let go again."""

from __future__ import annotations

from hloom.bridges.pjrt.native_cells import NULL, emit_atomically, is_row_major, number, state
from hloom.bridges.pjrt.native_events import event_of, has_ended_well, is_native
from hloom.bridges.pjrt.native_layout import DELETED, READY, Cell
from hloom.codegen.cpu.dispatch_latency import at
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule


def emit_arguments(module: LLVMModule) -> None:
    _emit_take_arguments(module)
    _emit_take_later(module)
    _emit_give_back(module)


def _emit_take_arguments(module: LLVMModule) -> None:
    """`take_arguments(ptr handles, i64 count, ptr donated)`: holds the elements of each; 1, or 0 where one cannot be had now, and
    none is held then."""
    f = module.function("hloom_pjrt_take_arguments", [("ptr", "handles"), ("i64", "count"), ("ptr", "donated")], result="i64",
                        linkage="internal")
    handles, count, donated = f.parameters
    ready = f.load("ptr", state(f, READY))
    done = f.variable(number(0))
    undo = f.label("undo")
    with f.loop(0, count) as k:
        cell = f.load("ptr", f.address(handles, k, "ptr"))
        event = event_of(f, cell)
        look, native, there, borrow, give, taken = (f.label(n) for n in ("look", "native", "there", "borrow", "give", "taken"))
        f.branch_if(f.compare("eq", event, ready), there, look)
        f.block(look)
        f.branch_if(is_native(f, event), native, undo)
        f.block(native)
        f.branch_if(has_ended_well(f, event), there, undo)
        f.block(there)
        plain = f.label("plain")
        f.branch_if(is_row_major(f, cell), plain, undo)
        f.block(plain)
        f.branch_if(is_donated(f, donated, k), give, borrow)
        f.block(borrow)
        emit_atomically(f, at(f, cell, Cell.STATE), lambda a: f.add(a, 1), undo,
                        lambda a: f.compare("ne", f.binary("and", a, DELETED), 0))
        f.branch(taken)
        f.block(give)
        emit_atomically(f, at(f, cell, Cell.STATE), lambda a: number(1 | DELETED), undo, lambda a: f.compare("ne", a, 1))
        f.branch(taken)
        f.block(taken)
        f.set(done, f.add(f.get(done), 1))
    f.ret(number(1))
    f.block(undo)
    f.call("hloom_pjrt_give_back", "void", [handles, f.get(done), donated, number(1)])
    f.ret(number(0))


def _emit_take_later(module: LLVMModule) -> None:
    """`take_later(ptr handles, i64 count, ptr donated)`: the same for work that is dispatched: elements need not be there, and
    others may still read those that are given away, as they are done before. These come first: who is given away and used a
    second time is not there any more."""
    f = module.function("hloom_pjrt_take_later", [("ptr", "handles"), ("i64", "count"), ("ptr", "donated")], result="i64",
                        linkage="internal")
    handles, count, donated = f.parameters
    ready = f.load("ptr", state(f, READY))
    undo_given, undo_all = f.label("undo_given"), f.label("undo_all")
    given, borrowed = f.variable(number(0)), f.variable(number(0))
    for number_done, is_given, undo in ((given, 1, undo_given), (borrowed, 0, undo_all)):
        with f.loop(0, count) as k:
            cell = f.load("ptr", f.address(handles, k, "ptr"))
            mine, look, plain, take, next_one = (f.label(n) for n in ("mine", "look", "plain", "take", "next"))
            f.branch_if(f.compare("eq", is_donated(f, donated, k), is_given), mine, next_one)
            f.block(mine)
            event = event_of(f, cell)
            f.branch_if(f.compare("eq", event, ready), plain, look)
            f.block(look)
            f.branch_if(is_native(f, event), plain, undo)
            f.block(plain)
            f.branch_if(is_row_major(f, cell), take, undo)
            f.block(take)

            def change(a: Value, is_given: int = is_given) -> Value:
                return f.binary("or", a, DELETED) if is_given else f.add(a, 1)

            emit_atomically(f, at(f, cell, Cell.STATE), change, undo,
                            lambda a: f.compare("ne", f.binary("and", a, DELETED), 0))
            f.branch(next_one)
            f.block(next_one)
            f.set(number_done, f.add(f.get(number_done), 1))
    f.ret(number(1))
    f.block(undo_all)
    for is_given, upper in ((0, f.get(borrowed)), (1, count)):
        _emit_undo(f, handles, donated, upper, is_given)
    f.ret(number(0))
    f.block(undo_given)
    _emit_undo(f, handles, donated, f.get(given), 1)
    f.ret(number(0))


def _emit_undo(f: Function, handles: Value, donated: Value, upper: Value, is_given: int) -> None:
    """Gives those arguments back that were given away, or those that were not."""
    with f.loop(0, upper) as k:
        cell = f.load("ptr", f.address(handles, k, "ptr"))
        mine, next_one = f.label("mine"), f.label("next")
        f.branch_if(f.compare("eq", is_donated(f, donated, k), is_given), mine, next_one)
        f.block(mine)
        if is_given:
            emit_atomically(f, at(f, cell, Cell.STATE), lambda a: f.binary("and", a, ~DELETED))
        else:
            f.call("hloom_pjrt_release", "void", [cell, number(1), number(0)])
        f.branch(next_one)
        f.block(next_one)


def is_donated(f: Function, donated: Value, k: Value) -> Value:
    found = f.variable(number(0, "i8"))
    with f.when(f.compare("ne", donated, NULL)):
        f.set(found, f.load("i8", f.address(donated, k, "i8")))
    return f.compare("ne", f.get(found), 0)


def _emit_give_back(module: LLVMModule) -> None:
    """`give_back(ptr handles, i64 count, ptr donated, i64 revive)`: lets go what was taken; those given away go, too, or are as
    they were, if the call could not be."""
    f = module.function("hloom_pjrt_give_back", [("ptr", "handles"), ("i64", "count"), ("ptr", "donated"), ("i64", "revive")],
                        linkage="internal")
    handles, count, donated, revive = f.parameters
    with f.loop(0, count) as k:
        cell = f.load("ptr", f.address(handles, k, "ptr"))
        as_before = f.binary("and", is_donated(f, donated, k), f.compare("ne", revive, 0))

        def restore(cell: Value = cell) -> None:
            emit_atomically(f, at(f, cell, Cell.STATE), lambda a: f.binary("and", a, ~DELETED))

        def let_go(cell: Value = cell) -> None:
            f.call("hloom_pjrt_release", "void", [cell, number(1), number(0)])

        f.if_else(as_before, restore, let_go)
    f.ret()
