"""Calls of programs of several devices as native code: what a device's row of arguments and results needs before the program
runs and after it. Python runs it (`rows`), on the addresses that it finds here.

A row has a block (`native_execute`) as a program of one device has. What that calls is no program, but `hand_out`: it copies the
addresses that the program would be given to where Python reads them.
"""

from __future__ import annotations

from hloom.bridges.pjrt.native_cells import number, state
from hloom.bridges.pjrt.native_execute import block_word
from hloom.bridges.pjrt.native_layout import COUNT_WORD, DONE_WELL, FIRST_WORD, NO_MEMORY, READY, Block
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.commands import WATCH


def emit_rows(module: LLVMModule) -> None:
    """`take_row(ptr block, ptr handles)`: holds the arguments; 1, or 0 where one cannot be had now, and none is held then.

    `fill_row(ptr block, ptr handles, ptr outs, ptr places)`: makes the results, and copies the addresses of arguments and results
    to `places`; DONE_WELL, or NO_MEMORY, and there are no results then.

    `end_row(ptr block, ptr handles, i64 revive)`: lets the arguments go; those given away, too, or are as they were.

    `drop_row(ptr block, ptr outs)`: the results of a call that came to nothing."""
    f = module.function("hloom_pjrt_hand_out", [("ptr", "slots")], result="i64")
    slots, = f.parameters
    places = f.load("ptr", f.address(slots, WATCH, "ptr"))
    f.copy_bytes(places, f.address(slots, FIRST_WORD, "ptr"), f.mul(f.load("i64", f.address(slots, COUNT_WORD, "i64")), 8))
    f.ret(number(0))
    f = module.function("hloom_pjrt_take_row", [("ptr", "block"), ("ptr", "handles")], result="i64")
    block, handles = f.parameters
    f.ret(f.call("hloom_pjrt_take_arguments", "i64", [handles, block_word(f, block, Block.ARGUMENTS),
                                                      block_word(f, block, Block.DONATED, "ptr")]))
    f = module.function("hloom_pjrt_end_row", [("ptr", "block"), ("ptr", "handles"), ("i64", "revive")])
    block, handles, revive = f.parameters
    f.call("hloom_pjrt_give_back", "void", [handles, block_word(f, block, Block.ARGUMENTS),
                                            block_word(f, block, Block.DONATED, "ptr"), revive])
    f.ret()
    f = module.function("hloom_pjrt_drop_row", [("ptr", "block"), ("ptr", "outs")])
    f.call("hloom_pjrt_drop_results", "void", list(f.parameters))
    f.ret()
    _emit_fill_row(module)


def _emit_fill_row(module: LLVMModule) -> None:
    f = module.function("hloom_pjrt_fill_row", [("ptr", "block"), ("ptr", "handles"), ("ptr", "outs"), ("ptr", "places")],
                        result="i64")
    block, handles, outs, places = f.parameters
    made, good, bad, none = (f.label(n) for n in ("made", "good", "bad", "none"))
    ready = f.load("ptr", state(f, READY))
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_new_results", "i64", [block, outs, ready, number(1)]), 0), made, none)
    f.block(made)
    donated = block_word(f, block, Block.DONATED, "ptr")
    ended = f.call("hloom_pjrt_run", "i64", [block, handles, donated, outs, places])
    f.branch_if(f.compare("eq", ended, DONE_WELL), good, bad)
    f.block(good)
    f.ret(number(DONE_WELL))
    f.block(bad)
    f.call("hloom_pjrt_drop_results", "void", [block, outs])
    f.branch(none)
    f.block(none)
    f.ret(number(NO_MEMORY))
