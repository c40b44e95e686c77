"""From a module of LLVM IR text to an object file.

LLVM's target machines are made on first use and live as long as the process. One lock guards everything that changes LLVM's
state: who compiles holds it, for itself and for the threads that it starts, each of which has machines of its own.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.processor import CodeTarget, Processor
from hloom.runtime.loading import DEFAULT_PIPELINE, require_for_module, threads_with_headroom
from hloom.support.diagnostics import InternalError
from hloom.support.forking import await_before_fork
from hloom.support.signals import start_thread

if TYPE_CHECKING:
    import llvmlite.binding as llvm

#: Versions of LLVM known to have the switch of `use_loop_strength_reduction`: at one that it lacks, LLVM ends the process.
_WITH_SWITCH = range(15, 23)

#: Characters of a module that LLVM verifies in some microseconds.
_VERIFIED_AT_ONCE = 20_000

#: The level of optimisation of `full`.
_MOST_OPTIMISED = 3

#: Guards LLVM's state.
LOCK = threading.RLock()


def _own_lock() -> Any:
    """The lock that llvmlite takes round its calls; None before it is loaded, or in one that keeps it elsewhere."""
    binding = sys.modules.get("llvmlite.binding.ffi")
    return getattr(getattr(getattr(binding, "lib", None), "_lock", None), "_lock", None)


def release_kept() -> None:
    """Gives back llvmlite's lock where an interrupted call of this thread has kept it. For a caller that is in no such call."""
    lock = _own_lock()
    while lock is not None and lock._is_owned():
        lock.release()


def _locks() -> list[Any]:
    """What guards LLVM: a thread that compiles holds LOCK to the end of its compilation, one that only frees machine code holds
    llvmlite's own lock."""
    own = _own_lock()
    return [LOCK] if own is None else [LOCK, own]


# A child must not inherit LLVM in the middle of a change that another thread was making.
await_before_fork(_locks)


def compile_module(part: Part, target: CodeTarget, thread: int = 0, is_for_linker: bool = False) -> bytes:
    """The object file of a module, made in the thread of this number, for which the caller holds the lock: for this process's
    memory, or position-independent, for a linker of the system.

    Raises InternalError, with the line that LLVM rejects, for a malformed module, and UserError where there is not the memory
    that LLVM will take.
    """
    require_for_module(part.text)
    machine = machine_of(target, part.is_cold, thread, is_for_linker)
    with _prepared(part.text, machine, "none" if part.is_cold else "full" if part.is_optimised else DEFAULT_PIPELINE) as module:
        return _emit_object(machine, module)


def emit_assembly(text: str, target: CodeTarget) -> str:
    """The assembly that `compile_module` would encode for a module; raises as it does."""
    with LOCK, _prepared(text, machine_of(target), DEFAULT_PIPELINE) as module:
        use_loop_strength_reduction(False)
        try:
            return machine_of(target).emit_assembly(module)
        finally:
            use_loop_strength_reduction(True)


def versions() -> str:
    """Versions of everything between IR text and object file, for cache keys."""
    import llvmlite
    import llvmlite.binding as llvm

    return f"llvmlite {llvmlite.__version__} llvm {'.'.join(map(str, llvm.llvm_version_info))}"


@functools.cache
def initialize() -> None:
    """Makes LLVM know this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()


@functools.cache
def machine_of(target: CodeTarget | Processor, is_cold: bool = False, thread: int = 0,
               is_for_linker: bool = False) -> llvm.TargetMachine:
    """A target machine; one for each thread that compiles at the same time, as LLVM shares nothing else between modules."""
    import llvmlite.binding as llvm

    initialize()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=0 if is_cold else 2, jit=not is_for_linker,
        reloc="pic" if is_for_linker else "default", codemodel="small" if is_for_linker else "jitdefault")


def use_loop_strength_reduction(is_used: bool) -> None:
    """Switches one of the code generator's passes for the whole process, whose default is on. The caller holds LOCK, and switches
    it back before others get it.

    The pass looks for the cheapest induction variables and takes a quarter of the time of code generation. Generated loops step
    by whole registers through addresses that a load takes as they are: over all benchmarks they run as fast without it.
    """
    import llvmlite.binding as llvm

    if llvm.llvm_version_info[0] in _WITH_SWITCH:
        llvm.set_option("hloom", f"-disable-lsr={'false' if is_used else 'true'}")


@functools.cache
def _without_lock(name: str) -> Callable[..., Any]:
    """A function of LLVM's library without the lock that llvmlite takes around each call, under which threads would wait for
    each other; the one with the lock in an llvmlite that keeps the other elsewhere."""
    from llvmlite.binding import ffi

    locked = getattr(ffi.lib, name)
    return getattr(locked, "_cfn", locked)


@functools.cache
def _at_once(name: str) -> Callable[..., Any]:
    """A function of LLVM's library that takes some microseconds and keeps the interpreter's lock meanwhile: to get it back from
    a thread that makes the IR of the next module takes ten times as long."""
    from llvmlite.binding import ffi

    known = _without_lock(name)
    quick = getattr(ctypes.PyDLL(ffi.lib._name, handle=ffi.lib._handle), name)
    quick.argtypes, quick.restype = known.argtypes, known.restype
    return quick


def _emit_object(machine: llvm.TargetMachine, module: Any) -> bytes:
    """The object file of a module; another thread may be at the same with another module and machine."""
    message = ctypes.c_char_p()
    buffer = _without_lock("LLVMPY_TargetMachineEmitToMemory")(machine, module, 1, ctypes.byref(message))
    if not buffer:
        raise InternalError(f"code generation: LLVM cannot make an object: {(message.value or b'').decode()}")
    try:
        return ctypes.string_at(_at_once("LLVMPY_GetBufferStart")(buffer), _at_once("LLVMPY_GetBufferSize")(buffer))
    finally:
        _at_once("LLVMPY_DisposeMemoryBuffer")(buffer)


@contextmanager
def _prepared(text: str, machine: llvm.TargetMachine, pipeline: str) -> Iterator[Any]:
    """A pointer to the parsed, verified and optimised module."""
    # A context of its own, so that the module's types and constants are freed with it.
    context, module = _at_once("LLVMPY_ContextCreate")(), None
    attempts = ("full", "sroa", "none") if pipeline == "full" else (pipeline,)
    try:
        for attempt in attempts:
            module = _parsed(context, text)
            if attempt == "full" or (attempt == "sroa" and " alloca " in text):  # slots, which are all that `sroa` is for
                _optimise(module, machine, attempt)
            if attempt == attempts[-1] or not _complaint(module):
                break
            _at_once("LLVMPY_DisposeModule")(module)
            module = None
        yield module
    finally:
        if module:
            _at_once("LLVMPY_DisposeModule")(module)
        _at_once("LLVMPY_ContextDispose")(context)


def _parsed(context: Any, text: str) -> Any:
    """A pointer to the module that a text is. Raises InternalError where it is none."""
    message = ctypes.c_char_p()
    module = _without_lock("LLVMPY_ParseAssembly")(context, text.encode(), ctypes.byref(message))
    try:
        if not module:
            raise InternalError(_rejection(text, (message.value or b"").decode(errors="replace")))
    finally:
        _at_once("LLVMPY_DisposeString")(message)
    if complaint := _complaint(module, is_small=len(text) <= _VERIFIED_AT_ONCE):
        _at_once("LLVMPY_DisposeModule")(module)
        raise InternalError(_rejection(text, complaint))
    return module


def _complaint(module: Any, is_small: bool = False) -> str:
    """What LLVM's verifier finds wrong with a module; nothing, if it is as it has to be.

    So it is not where LLVM 22 puts several vectors that are stored, not in the order of their places, together for a load of all
    (its pass SROA, which does that before the last one is computed): to generate code for that ends the process.
    """
    message = ctypes.c_char_p()
    try:
        is_broken = (_at_once if is_small else _without_lock)("LLVMPY_VerifyModule")(module, ctypes.byref(message))
        return (message.value or b"").decode(errors="replace") or "no reason given" if is_broken else ""
    finally:
        _at_once("LLVMPY_DisposeString")(message)


def _optimise(module: Any, machine: llvm.TargetMachine, pipeline: str) -> None:
    """Runs passes on the module that the pointer points to."""
    options = _at_once("LLVMPY_CreatePipelineTuningOptions")()
    builder = _at_once("LLVMPY_CreatePassBuilder")(machine, options)
    passes = None
    try:
        if pipeline == "full":
            passes = _at_once("LLVMPY_buildPerModuleDefaultPipeline")(builder, _MOST_OPTIMISED)
        else:
            passes = _at_once("LLVMPY_CreateNewModulePassManager")()
            _at_once("LLVMPY_module_AddSROAPass")(passes)
        _without_lock("LLVMPY_RunNewModulePassManager")(passes, module, builder)
    finally:
        if passes:
            _at_once("LLVMPY_DisposeNewModulePassManger")(passes)
        _at_once("LLVMPY_DisposePassBuilder")(builder)
        _at_once("LLVMPY_DisposePipelineTuningOptions")(options)


def _rejection(text: str, message: str) -> str:
    """LLVM's complaint about a module, with the function and the line that it is about."""
    lines = text.splitlines()
    number = 0
    if place := re.search(r"<string>:(\d+):\d+: ", message):  # the parser says where
        number = int(place[1])
    else:  # the verifier quotes the instructions at fault
        quoted = [line.strip() for line in message.splitlines() if line.startswith("  ")]
        number = next((n for n, line in enumerate(lines, 1) if line.strip() in quoted), 0)
    result = f"code generation: LLVM rejected a generated module: {message.strip()}"
    if 0 < number <= len(lines):
        function = next((line for line in reversed(lines[:number]) if line.startswith("define")), "outside functions")
        result += f"\n  in {function.rstrip(' {')}\n  line {number}: {lines[number - 1].strip()}"
    return result


# -- LLVM, made ready ------------------------------------------------------------------------------------------------------------
# While a process makes the IR of its first program.

#: What a process does for the first time takes several times as long: loading LLVM, its first use of a target machine, the
#: first touch of the code and memory of each pass. This is a kernel in small, to do it with.
_SAMPLE = """
define void @sample(ptr %x, ptr %y, i64 %count) #0 {{
entry:
  %k = alloca i64
  %sum = alloca <16 x float>
  store i64 0, ptr %k
  store <16 x float> zeroinitializer, ptr %sum
  br label %head
head:
  %at = load i64, ptr %k
  %more = icmp slt i64 %at, %count
  br i1 %more, label %body, label %done
body:
  %p = getelementptr float, ptr %x, i64 %at
  %a = load <16 x float>, ptr %p, align 4
  %b = load <16 x float>, ptr %sum
  %c = call <16 x float> @llvm.fma.v16f32(<16 x float> %a, <16 x float> %b, <16 x float> %a)
  %is = fcmp ogt <16 x float> %c, %a
  %d = select <16 x i1> %is, <16 x float> %c, <16 x float> %b
  store <16 x float> %d, ptr %sum
  %next = add nsw i64 %at, 16
  store i64 %next, ptr %k
  br label %head
done:
  %e = load <16 x float>, ptr %sum
  store <16 x float> %e, ptr %y, align 4
  ret void
}}
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
attributes #0 = {{ {attributes} }}
"""
#: Holds one thing that is taken out when preparations begin, which makes them begin once.
_unprepared = ["LLVM"]
#: Threads that are prepared for: few programs have more parts that are compiled at the same time.
_PREPARED_THREADS = 4


def prepare(target: CodeTarget, threads: int) -> None:
    """Gets LLVM ready for the first calls of `compile_objects` in this process while the caller still makes the IR, if there
    are threads to do it in. A call that comes before preparations are over makes what it needs itself, and they go on after it.
    """
    if threads_with_headroom(threads) == 1:
        return
    try:
        _unprepared.pop()
    except IndexError:
        return
    start_thread(threading.Thread(target=_prepare, args=(target, threads)))


def _prepare(target: CodeTarget, threads: int) -> None:
    text = _SAMPLE.format(attributes=target.attributes)
    for thread, is_cold in itertools.product(range(min(threads, _PREPARED_THREADS)), (False, True)):
        with LOCK:
            if not threading.main_thread().is_alive():
                return  # the interpreter waits for this thread to end
            try:
                compile_module(Part(text, is_cold), target, thread)
            except Exception:
                return  # the compilation that follows meets the same fault, and has somebody to tell
