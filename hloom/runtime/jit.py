"""From LLVM IR text to machine code in memory, in two steps that a cache fits between.

    objects = compile_objects([Part(text)], Target.host())   # bytes of relocatable object files
    code = load_objects(objects, ["kernel"])                 # mapped into the process
    code.address("kernel")                                   # valid while `code` lives

LLVM's state (its JIT session, target machines) is made on first use and lives as long as the process. One lock guards
it all; the modules of one call are compiled in parallel under it.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hloom.codegen.llvm.builder import Part
from hloom.codegen.target import Target
from hloom.support.diagnostics import InternalError

if TYPE_CHECKING:
    import llvmlite.binding as llvm

#: What runs before instruction selection. Generated kernels already have the shape that they should have (explicit
#: vectors, loops in the intended order), so `sroa` only turns stack slots into registers: measured on softmax and
#: convolution kernels, more passes (instruction combining, value numbering, loop rotation) change nothing, and LLVM's
#: own O3 (`full`) takes several times as long and unrolls what was tuned to the number of registers. `full` is for
#: scalar code that LLVM is to vectorise.
PIPELINES = ("none", "sroa", "full")
DEFAULT_PIPELINE = "sroa"

_lock = threading.RLock()
# A child of fork() must not inherit LLVM in the middle of a change that another thread was making.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)

_library_number = itertools.count()


class LoadedObject:
    """Machine code mapped into this process; unmapped when the last reference to this object goes."""

    def __init__(self, tracker: Any, symbols: Iterable[str]) -> None:
        self._tracker = tracker
        self._addresses = {name: int(tracker[name]) for name in symbols}

    def address(self, name: str) -> int:
        """Address of one of the symbols that `load_objects` was asked for."""
        return self._addresses[name]


def compile_objects(parts: Sequence[Part], target: Target, pipeline: str = DEFAULT_PIPELINE,
                    threads: int = 1) -> tuple[bytes, ...]:
    """Object files for `target` from modules of LLVM IR text, compiled by so many threads.

    `pipeline` is one of `PIPELINES`. Raises InternalError, with the line that LLVM rejects, for a malformed module.
    """
    objects: list[bytes] = [b""] * len(parts)
    faults: list[BaseException] = []
    waiting = iter(range(len(parts)))  # taken from under the interpreter's lock: each number by one thread

    def work(thread: int) -> None:
        try:
            for number in waiting:
                objects[number] = _compile_object(parts[number], target, pipeline, thread)
        except BaseException as fault:  # raised again in the caller's thread
            faults.append(fault)

    with _lock:
        _initialize()
        others = [threading.Thread(target=work, args=(k,)) for k in range(1, min(threads, len(parts)))]
        try:
            for other in others:
                other.start()
        except RuntimeError:
            pass  # the system gives no more threads: those there are take the parts
        work(0)
        for other in others:
            while other.is_alive():  # whatever happens: LLVM must be left alone before the lock is
                try:
                    other.join()
                except KeyboardInterrupt as interruption:
                    faults.append(interruption)
    if faults:
        raise faults[0]
    return tuple(objects)


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
#: Set when preparations begin.
_is_prepared = threading.Event()
#: Threads that are prepared for: few programs have more parts that are compiled at the same time.
_PREPARED_THREADS = 4


def prepare(target: Target, threads: int) -> None:
    """Gets LLVM ready for the first calls of `compile_objects` in this process while the caller still makes the IR, if there
    are threads to do it in. A call that comes before preparations are over makes what it needs itself, and they go on after it.
    """
    if threads == 1 or _is_prepared.is_set():
        return
    _is_prepared.set()
    try:
        threading.Thread(target=_prepare, args=(target, threads)).start()
    except RuntimeError:
        pass  # the system gives no more threads


def _prepare(target: Target, threads: int) -> None:
    text = _SAMPLE.format(attributes=target.attributes)
    for thread, is_cold in itertools.product(range(min(threads, _PREPARED_THREADS)), (False, True)):
        with _lock:
            if not threading.main_thread().is_alive():
                return  # the interpreter waits for this thread to end
            try:
                _compile_object(Part(text, is_cold), target, DEFAULT_PIPELINE, thread)
            except Exception:
                return  # the compilation that follows meets the same fault, and has somebody to tell


def emit_assembly(text: str, target: Target, pipeline: str = DEFAULT_PIPELINE) -> str:
    """The assembly that `compile_objects` would encode for a module; raises as it does."""
    with _lock, _prepared(text, _machine(target), pipeline) as module:
        return _machine(target).emit_assembly(module)


def load_objects(objects: Sequence[bytes], symbols: Iterable[str], imports: Mapping[str, int] | None = None) -> LoadedObject:
    """Maps object files into the process, linked with each other, and resolves `symbols` in them.

    What they call besides (`memcpy`, `fmod`, ...) is looked up in `imports` (name to address), then in this process.
    Raises InternalError for something that is not an object of this machine or lacks a symbol.
    """
    symbols = list(symbols)
    import llvmlite.binding as llvm

    with _lock:
        session = _session()
        builder = llvm.JITLibraryBuilder().add_current_process()
        for data in objects:
            builder.add_object_img(data)
        for name, address in (imports or {}).items():
            builder.import_symbol(name, address)
        for name in symbols:
            builder.export_symbol(name)
        try:
            tracker = builder.link(session, f"hloom{next(_library_number)}")
        except RuntimeError as error:
            raise InternalError(f"code generation: LLVM cannot link an object that defines "
                                f"{', '.join(symbols)}: {error}") from None
    return LoadedObject(tracker, symbols)


def versions() -> str:
    """Versions of everything between IR text and object file, for cache keys."""
    import llvmlite
    import llvmlite.binding as llvm

    return f"llvmlite {llvmlite.__version__} llvm {'.'.join(map(str, llvm.llvm_version_info))}"


@functools.cache
def _initialize() -> None:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@functools.cache
def _machine(target: Target, is_cold: bool = False, thread: int = 0) -> llvm.TargetMachine:
    """A target machine; one for each thread that compiles at the same time, as LLVM shares nothing else between modules."""
    import llvmlite.binding as llvm

    _initialize()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=0 if is_cold else 2, jit=True)


@functools.cache
def _session() -> llvm.LLJIT:
    import llvmlite.binding as llvm

    # JITLink packs a library into two mappings; the older linker needs six, which adds up over thousands of kernels.
    # COFF objects still need the older one.
    return llvm.create_lljit_compiler(_machine(Target.host()), use_jit_link=sys.platform != "win32",
                                      suppress_errors=True)


def _without_lock(name: str) -> Callable[..., Any]:
    """A function of LLVM's library without the lock that llvmlite takes around each call, under which threads would wait for
    each other; the one with the lock in an llvmlite that keeps the other elsewhere."""
    from llvmlite.binding import ffi

    locked = getattr(ffi.lib, name)
    return getattr(locked, "_cfn", locked)


def _compile_object(part: Part, target: Target, pipeline: str, thread: int) -> bytes:
    """The object file of a part, made in the thread of this number."""
    machine = _machine(target, part.is_cold, thread)
    with _prepared(part.text, machine, "none" if part.is_cold else pipeline) as module:
        return _emit_object(machine, module)


def _emit_object(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    """The object file of a module; another thread may be at the same with another module and machine."""
    from llvmlite.binding import ffi

    message = ctypes.c_char_p()
    buffer = _without_lock("LLVMPY_TargetMachineEmitToMemory")(machine, module, 1, ctypes.byref(message))
    if not buffer:
        raise InternalError(f"code generation: LLVM cannot make an object: {(message.value or b'').decode()}")
    try:
        return ctypes.string_at(ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer))
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)


@contextmanager
def _prepared(text: str, machine: llvm.TargetMachine, pipeline: str) -> Iterator[llvm.ModuleRef]:
    """The parsed, verified and optimised module."""
    import llvmlite.binding as llvm
    from llvmlite.binding import ffi

    # A context of its own, so that the module's types and constants are freed with it. Both are closed here: the
    # garbage collector might free the context of a module that it still has to free, which crashes.
    with llvm.create_context() as context, ffi.OutputString() as message:
        made = _without_lock("LLVMPY_ParseAssembly")(context, text.encode(), message)
        if not made:
            raise InternalError(_rejection(text, str(message)))
        with llvm.ModuleRef(made, context) as module:
            if _without_lock("LLVMPY_VerifyModule")(module, message):
                raise InternalError(_rejection(text, str(message)))
            if pipeline != "none":
                _optimise(module, machine, pipeline)
            yield module


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, pipeline: str) -> None:
    import llvmlite.binding as llvm

    with llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3)) as builder:
        if pipeline == "full":
            passes = builder.getModulePassManager()
        else:
            passes = llvm.create_new_module_pass_manager()
            passes.add_sroa_pass()
        with passes:
            _without_lock("LLVMPY_RunNewModulePassManager")(passes, module, builder)


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
