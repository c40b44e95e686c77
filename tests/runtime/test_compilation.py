"""Modules of a program that are compiled side by side, and while others are still being made."""

from __future__ import annotations

import _thread
import ctypes
import itertools
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from llvmlite.binding import ffi

import hloom
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.pipeline import stages
from hloom.runtime import compilation as compilation_module
from hloom.runtime import jit, llvm_modules
from hloom.runtime.compilation import Compilation, compile_objects
from hloom.runtime.dispatch.parts import Part
from hloom.support.diagnostics import InternalError
from tests.processes import printed
from tests.runtime.test_jit import ADD, USE_BEFORE_DEFINITION, function
from tests.threads import left_behind

DEFINED = re.compile(r"(?m)^define .*?@([\w.]+)\(")
CALLER = """
declare i64 @add(i64, i64) #0
define i64 @twice(i64 %a) {
  %x = call i64 @add(i64 %a, i64 %a)
  ret i64 %x
}
attributes #0 = { nounwind }
"""


@pytest.mark.parametrize("in_parallel", [True, False], ids=["in parallel", "in turns"])
def test_modules_are_linked_with_each_other(in_parallel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "LLVMPY_TargetMachineEmitToMemory"
    if not in_parallel:  # as with an llvmlite that keeps the functions without locks elsewhere
        monkeypatch.setattr(llvm_modules, "_without_lock", lambda name: getattr(ffi.lib, name))
    else:
        assert llvm_modules._without_lock(name) is not getattr(ffi.lib, name)
    many = [ADD.replace("@add", f"@add{k}") for k in range(4)]
    objects = compile_objects([Part(CALLER), Part(ADD, is_cold=True), *map(Part, many)], Target.host(), threads=3)
    assert len(objects) == 6
    loaded = jit.load_objects(objects, ["twice", "add3"])
    assert function(loaded, "twice", ctypes.c_int64, ctypes.c_int64)(21) == 42
    assert function(loaded, "add3", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(40, 2) == 42


def test_steps_are_taken_as_long_as_others_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be more to do than time for it, and none where nobody else compiles."""
    taken: list[int] = []
    go_on = threading.Event()

    def compiled(part: Part, target: object, thread: int, *_: object) -> bytes:
        assert thread == 0 or go_on.wait(20)
        return part.text.encode()

    def steps() -> Iterator[int]:
        for k in itertools.count(1):
            taken.append(k)
            if k == 3:
                go_on.set()
            yield k

    monkeypatch.setattr(compilation_module, "compile_module", compiled)
    with Compilation(Target.host(), threads=2) as compilation, compilation:
        compilation.take(Part("a"))
        while not compilation._waiting.empty():  # the other thread has it
            time.sleep(0.001)
        assert compilation.finish([Part("b")], meanwhile=steps()) == (b"a", b"b")
    assert len(taken) >= 3
    taken.clear()
    with Compilation(Target.host()) as compilation, compilation:
        assert compilation.finish([Part("a")], meanwhile=steps()) == (b"a",)
    assert not taken


def test_without_further_threads_one_compiles_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(work: object, arguments: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refused)
    loaded = jit.load_objects(compile_objects([Part(CALLER), Part(ADD)], Target.host(), threads=2), ["twice"])
    assert function(loaded, "twice", ctypes.c_int64, ctypes.c_int64)(21) == 42


def test_what_was_taken_is_compiled_without_further_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(work: object, arguments: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refused)
    with Compilation(Target.host(), threads=2) as made, made:
        assert made.is_ready()
        made.take(Part(ADD))
        assert not made.is_ready()
        assert len(made.finish([Part(CALLER)])) == 2


STEPS = """
define void @steps(ptr %p, i64 %count, i64 %step) {
entry:
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %at = mul i64 %k, %step
  %a = getelementptr i64, ptr %p, i64 %at
  store i64 %k, ptr %a
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %count
  br i1 %more, label %body, label %done
done:
  ret void
}
"""


def test_others_in_the_process_find_llvm_as_it_was() -> None:
    def assembly() -> str:
        with llvm_modules._prepared(STEPS, machine, "none") as module:
            return machine.emit_assembly(module)

    machine = llvm_modules.machine_of(Target.host())
    before = assembly()
    with Compilation(Target.host()) as compilation, compilation:
        assert compilation.finish([Part(ADD)])
        assert assembly() != before  # which multiplies in each step
    assert assembly() == before
    with pytest.raises(InternalError):
        compile_objects([Part(USE_BEFORE_DEFINITION)], Target.host())
    assert "mul" in llvm_modules.emit_assembly(STEPS, Target.host()) and assembly() == before


@pytest.mark.parametrize("place", [0, 2])
def test_a_fault_in_one_of_several_modules_is_reported(place: int) -> None:
    texts = [ADD, CALLER]
    texts.insert(place, USE_BEFORE_DEFINITION)
    with pytest.raises(InternalError, match="line 2"):
        compile_objects([Part(text) for text in texts], Target.host(), threads=2)


def test_a_module_is_divided_into_parts_that_do_the_same(shared: Path) -> None:
    generated = stages(hloom.load(shared / "bench" / "stablehlo" / "f_gpt_block.mlir"))
    for workers in (1, 2):
        parts = generated.llvm_parts(workers)
        own = [part for part in parts if part.description is None]
        assert [part.is_cold for part in own] == [False] * workers + [True]
        defined = [name for part in parts for name in DEFINED.findall(part.text)]
        assert sorted(defined) == sorted(DEFINED.findall(generated.llvm))


PREPARE = """
import threading
from hloom.codegen.target import Target
from hloom.runtime.dispatch.parts import Part
from hloom.runtime import jit
from hloom.runtime.compilation import compile_objects
from hloom.runtime.llvm_modules import machine_of, prepare

prepare(Target.host(), 1)
assert threading.active_count() == 1, "one thread has nobody to do it"
prepare(Target.host(), 2)
(other,) = [t for t in threading.enumerate() if t is not threading.main_thread()]
prepare(Target.host(), 2)
assert threading.active_count() <= 2, "once is enough"
if {waits}:
    other.join()
    assert machine_of.cache_info().currsize == 4
text = "define i64 @f() {{\\n  ret i64 7\\n}}\\n"
code = jit.load_objects(compile_objects([Part(text)], Target.host()), ["f"])
import ctypes
assert ctypes.CFUNCTYPE(ctypes.c_int64)(code.address("f"))() == 7
other.join()
"""


@pytest.mark.parametrize("waits", [True, False])
def test_llvm_is_prepared_in_the_background(waits: bool) -> None:
    """Once in a process; what is compiled meanwhile is right, and takes over."""
    printed("-c", PREPARE.format(waits=waits))


def test_faults_of_the_preparation_are_left_to_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fail(*arguments: object) -> None:
        tried.append(arguments)
        raise InternalError("LLVM is not there")

    monkeypatch.setattr(llvm_modules, "machine_of", fail)
    llvm_modules._prepare(Target.host(), 2)
    assert len(tried) == 1
    with pytest.raises(InternalError, match="LLVM is not there"):
        compile_objects([Part("")], Target.host())


def test_a_module_that_a_thread_has_just_taken_is_compiled() -> None:
    """Though the caller's thread finds nothing more to do before that thread goes on."""
    compilation = Compilation(Target.host(), 2)
    waiting, taken = compilation._waiting, threading.Event()

    class Hesitant:
        put = waiting.put

        def get(self) -> object:
            if threading.current_thread() is threading.main_thread():
                taken.wait(30)
                return waiting.get()
            given = waiting.get()
            taken.set()
            time.sleep(0.1)
            return given

    compilation._waiting = Hesitant()  # type: ignore[assignment]
    with compilation:
        objects = compilation.finish([Part(f"define i64 @f{k}() {{\n  ret i64 {k}\n}}\n") for k in range(2)])
    assert len(objects) == 2


def wait_until(condition) -> None:
    """Waits for what another thread brings about."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.001)


def test_modules_are_compiled_while_others_are_made() -> None:
    turn = sys.getswitchinterval()
    with Compilation(Target.host(), threads=2) as made, made:
        assert made.is_ready()
        made.take(Part(ADD))
        wait_until(made.is_ready)  # the object is there before the other module is
        made.take(Part(ADD.replace("@add", "@add1")))
        objects = made.finish([Part(CALLER), Part(ADD.replace("@add", "@add2"), is_cold=True)])
    assert len(objects) == 4 and sys.getswitchinterval() == turn
    loaded = jit.load_objects(objects, ["twice", "add1", "add2"])
    assert function(loaded, "twice", ctypes.c_int64, ctypes.c_int64)(21) == 42
    assert function(loaded, "add2", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(40, 2) == 42


def test_nobody_is_ready_without_threads_or_while_another_compiles() -> None:
    with Compilation(Target.host(), threads=1) as alone, alone:
        assert not alone.is_ready()
        assert len(alone.finish([Part(ADD)])) == 1
    is_held, is_done = threading.Event(), threading.Event()

    def hold() -> None:
        with llvm_modules.LOCK:
            is_held.set()
            is_done.wait(30)

    other = threading.Thread(target=hold)
    other.start()
    is_held.wait(30)
    with Compilation(Target.host(), threads=2) as made, made:
        assert not made.is_ready()
        is_done.set()
        other.join()
        assert made.is_ready()
        assert len(made.finish([Part(ADD)])) == 1


def test_a_module_may_wait_for_each_thread() -> None:
    with Compilation(Target.host(), threads=2) as made, made:
        assert made.is_ready() and made.is_ready(ahead=True)
        made._give(Part(ADD))  # and nobody begins
        assert not made.is_ready() and made.is_ready(ahead=True)
        made._give(Part(ADD.replace("@add", "@add1")))
        assert not made.is_ready(ahead=True)
        made.take_all([Part(CALLER)])
        assert len(made.finish()) == 3


def test_a_fault_elsewhere_ends_the_compilation_in_order() -> None:
    """The threads are gone, others may use LLVM, and the interpreter's settings are what they were."""
    turn, before = sys.getswitchinterval(), threading.enumerate()
    with pytest.raises(ZeroDivisionError), Compilation(Target.host(), threads=2) as made:
        made.take(Part(ADD))
        raise ZeroDivisionError
    assert not left_behind(before) and sys.getswitchinterval() == turn
    compiled: list[object] = []
    other = threading.Thread(target=lambda: compiled.append(compile_objects([Part(ADD)], Target.host())))
    other.start()
    other.join(30)
    assert len(compiled) == 1


def test_a_fault_in_a_module_that_was_taken_is_reported_at_the_end() -> None:
    with Compilation(Target.host(), threads=2) as made, made:
        made.take(Part(USE_BEFORE_DEFINITION))
        wait_until(lambda: made._faults)
        assert not made.is_ready()
        with pytest.raises(InternalError, match="line 2"):
            made.finish([Part(ADD)])


class Recorder:
    """A consumer that is ready when told."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.has_time = True

    def takes_kept(self, description: str) -> bool:
        return False

    def is_ready(self, ahead: bool = False) -> bool:
        return self.has_time

    def take(self, part: Part) -> None:
        self.parts.append(part)


def test_a_consumer_gets_finished_functions_once() -> None:
    recorder = Recorder()
    module = LLVMModule(Target.host(), recorder)

    def add_function(name: str, lines: int, is_cold: bool = False) -> None:
        f = module.function(name, [("i64", "x")], "i64", is_cold=is_cold)
        for _ in range(lines):
            last = f.add(f.parameters[0], 1)
        f.ret(last)

    def taken() -> list[list[str]]:
        return [DEFINED.findall(part.text) for part in recorder.parts]

    add_function("cold", 1100, is_cold=True)
    add_function("little", 5)
    module.finished()
    assert taken() == []  # not worth a module of its own
    add_function("first", 50)
    module.finished()
    module.finished()
    assert taken() == [["first"]]
    recorder.has_time = False
    add_function("second", 500)
    add_function("third", 100)
    module.finished()
    recorder.has_time = True
    module.finished()  # the other thread is left as much
    assert taken()[1:] == [["second"]]
    rest = [DEFINED.findall(part.text) for part in module.parts("nounwind", 2)]
    assert rest == [["third", "little"], ["cold"]]


def test_cold_functions_are_a_part_of_their_own() -> None:
    def parts(*lines: int, cold: int) -> list[tuple[list[str], bool]]:
        module = LLVMModule(Target.host())
        for k, count in enumerate([*lines, cold]):
            f = module.function(f"f{k}" if k < len(lines) else "cold", [("i64", "x")], "i64", is_cold=k == len(lines))
            for _ in range(count):
                last = f.add(f.parameters[0], 1)
            f.ret(last)
        made = module.parts("nounwind", 2)
        for part in made:  # it stays as it is, whatever is done with the others
            assert ("@cold(i64 %x) #0 noinline optnone {" in part.text) is ("cold" in DEFINED.findall(part.text))
        return [(DEFINED.findall(part.text), part.is_cold) for part in made]

    assert parts(300, 200, cold=20) == [(["f0"], False), (["f1"], False), (["cold"], True)]
    assert parts(10, cold=20) == [(["f0"], False), (["cold"], True)]
    assert parts(300, 200, cold=200) == [(["f0"], False), (["f1"], False), (["cold"], True)]
    assert parts(cold=20) == [(["cold"], True)]


INTERRUPTED = """
import gc, random, signal, sys, threading, time
from hloom.runtime.dispatch.parts import Part
from hloom.codegen.target import Target
from hloom.runtime.compilation import Compilation
from hloom.runtime.llvm_modules import LOCK
from tests.runtime.test_compilation import CALLER
from tests.runtime.test_jit import ADD

class Interruption(BaseException):
    pass
def handler(*_):
    if armed:
        raise Interruption
signal.signal(signal.SIGALRM, handler)
sys.unraisablehook = lambda event: None
source, turn, interrupted, armed = random.Random(1), sys.getswitchinterval(), 0, False
parts = [Part(CALLER), *(Part(ADD.replace("@add", f"@add{k or ''}"), is_cold=k == 3) for k in range(4))]
for round in range(150):
    try:
        armed = True
        signal.setitimer(signal.ITIMER_REAL, 0.0002 + 0.02 * source.random())
        with Compilation(Target.host(), threads=3) as made, made:
            if made.is_ready():
                made.take(parts[1])
            made.finish([parts[0], *parts[2:]])
        armed = False
    except Interruption:
        armed = False
        interrupted += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert not LOCK._is_owned() and sys.getswitchinterval() == turn, (round, LOCK, sys.getswitchinterval(), turn)
    with Compilation(Target.host(), threads=2) as made, made:
        assert len(made.finish(parts)) == 5
    found = []
    other = threading.Thread(target=lambda: found.append(LOCK.acquire(timeout=20) and LOCK.release()))
    other.start()
    other.join()
    assert found == [None], round
print(interrupted > 20)
"""


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="no timers")
def test_an_interrupted_compilation_leaves_llvm_to_the_next() -> None:
    """At whatever moment it comes: no other thread is in LLVM after it, and the lock is free."""
    assert printed("-c", INTERRUPTED) == "True\n"
