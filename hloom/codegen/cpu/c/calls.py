"""Custom calls of a program that C runs: each is a function that the user links.

    i32 function(ptr call)             0 where all is well

A call is eight words: its target, what the program says of it and how many bytes that are, how many operands and results there
are, the types of these, and where the addresses of operands and of results stand. A type is three words: the name of the element
type, how many sizes there are, and where they stand.
"""

from __future__ import annotations

from hloom.codegen.cpu.c.layout import Call, Interface
from hloom.codegen.cpu.c.pieces import array_of, text_of
from hloom.codegen.cpu.dispatch_latency import at
from hloom.codegen.llvm.builder import Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.commands import ADDRESSES_BESIDE, WORD

CALL_BACK = "call_back"
#: Words of a call that are known beforehand, and all.
_KNOWN, _WORDS = 6, 8


def emit_calls(module: LLVMModule, interface: Interface) -> None:
    """Adds `call_back(ptr frame)`, which answers the callbacks of a program (`runtime.dispatch.commands`), to a module of its
    own: the user's functions may be called like any in others."""
    f = module.function(CALL_BACK, [("ptr", "frame")])
    (frame,) = f.parameters
    done = f.label("done")
    labels = [f.label(f"call_{k}_") for k in range(len(interface.calls))]
    cases = " ".join(f"i64 {k}, label %{label}" for k, label in enumerate(labels))
    f.emit(f"switch {f.load('i64', at(f, frame, WORD))}, label %{done} [{cases}]")
    given = f.slot("i64", _WORDS)
    for number, (call, label) in enumerate(zip(interface.calls, labels)):
        f.block(label)
        f.copy_bytes(given, _known(module, number, call), _KNOWN * WORD)
        operands = at(f, frame, ADDRESSES_BESIDE * WORD)
        f.store(operands, at(f, given, _KNOWN * WORD))
        f.store(at(f, operands, len(call.operands) * WORD), at(f, given, (_KNOWN + 1) * WORD))
        status = f.call_outside(call.function, "i32", [given])
        with f.when(f.compare("eq", status, 0)):
            f.store(constant("i64", 0), frame)
        f.branch(done)
    f.block(done)
    f.ret()


def _known(module: LLVMModule, number: int, call: Call) -> Value:
    types = []
    for k, (element, sizes) in enumerate((*call.operands, *call.results)):
        shape = array_of(module, f"hloom.sizes_{number}_{k}", "i64", sizes) if sizes else Value("ptr", "null")
        types.append(Value("{ ptr, i64, ptr }", f"{{ {text_of(module, element.encode())}, i64 {len(sizes)}, {shape} }}"))
    described = array_of(module, f"hloom.types_{number}", "{ ptr, i64, ptr }", types) if types else Value("ptr", "null")
    words = (text_of(module, call.target.encode()), text_of(module, call.configuration),
             *(constant("i64", n) for n in (len(call.configuration), len(call.operands), len(call.results))), described)
    record = f"{{ {', '.join(w.type for w in words)} }} {{ {', '.join(map(str, words))} }}"
    return module.define_global(f"hloom.known_{number}", f"private unnamed_addr constant {record}")
