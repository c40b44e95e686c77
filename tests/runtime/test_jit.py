"""IR text becomes machine code that runs, is freed, and complains in terms of the generated line."""

from __future__ import annotations

import ctypes
import gc
import math
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from llvmlite.binding import ffi

import hloom
from hloom.codegen.llvm.builder import Part
from hloom.codegen.target import Target
from hloom.pipeline import stages
from hloom.runtime import jit
from hloom.support.diagnostics import InternalError

ADD = """
define i64 @add(i64 %a, i64 %b) #0 {
entry:
  %slot = alloca i64
  store i64 %a, ptr %slot
  %x = load i64, ptr %slot
  %y = add i64 %x, %b
  ret i64 %y
}
attributes #0 = { nounwind }
"""

USE_BEFORE_DEFINITION = "define i32 @f() {\n  %x = add i32 1, %y\n  %y = add i32 1, 2\n  ret i32 %x\n}"


def function(loaded: jit.LoadedObject, name: str, result, *parameters):
    return ctypes.CFUNCTYPE(result, *parameters)(loaded.address(name))


@pytest.mark.parametrize("pipeline", jit.PIPELINES)
def test_code_runs(pipeline: str) -> None:
    loaded = jit.load_objects(jit.compile_objects([Part(ADD)], Target.host(), pipeline), ["add"])
    assert function(loaded, "add", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(40, 2) == 42


def test_the_default_pipeline_removes_stack_slots() -> None:
    """The slot's store and load are the only memory accesses of the function."""
    assert "rsp" not in jit.emit_assembly(ADD, Target.host()).replace("%rsp", "rsp").split("retq")[0]
    assert "add" in jit.emit_assembly(ADD, Target.host())


def test_library_functions_resolve_in_the_process() -> None:
    text = """
    define double @remainder(double %a, double %b) {
      %r = frem double %a, %b
      ret double %r
    }
    define void @fill(ptr %p, i64 %n, i8 %c) {
      call void @llvm.memset.p0.i64(ptr %p, i8 %c, i64 %n, i1 false)
      ret void
    }
    define void @copy(ptr %to, ptr %from, i64 %n) {
      call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
      ret void
    }
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    """
    loaded = jit.load_objects(jit.compile_objects([Part(text)], Target.host()), ["remainder", "fill", "copy"])
    remainder = function(loaded, "remainder", ctypes.c_double, ctypes.c_double, ctypes.c_double)
    assert remainder(7.75, 2.5) == math.fmod(7.75, 2.5)
    first, second = ctypes.create_string_buffer(100), ctypes.create_string_buffer(100)
    function(loaded, "fill", None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int8)(first, 99, 65)
    function(loaded, "copy", None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(second, first, 100)
    assert second.value == b"A" * 99


def test_imports_are_bound_to_their_addresses() -> None:
    callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(lambda x: x * 3)
    text = """
    declare i64 @outside(i64)
    define i64 @f(i64 %x) {
      %y = call i64 @outside(i64 %x)
      ret i64 %y
    }
    """
    imports = {"outside": ctypes.cast(callback, ctypes.c_void_p).value or 0}
    loaded = jit.load_objects(jit.compile_objects([Part(text)], Target.host()), ["f"], imports)
    assert function(loaded, "f", ctypes.c_int64, ctypes.c_int64)(14) == 42


def test_a_syntax_error_names_function_and_line() -> None:
    with pytest.raises(InternalError) as caught:
        jit.compile_objects([Part(ADD.replace("%x, %b", "%x, 2.5"))], Target.host())
    message = str(caught.value)
    assert "floating point constant invalid for type" in message
    assert "in define i64 @add" in message
    assert "line 7: %y = add i64 %x, 2.5" in message


def test_a_verifier_error_names_function_and_line() -> None:
    with pytest.raises(InternalError) as caught:
        jit.compile_objects([Part(USE_BEFORE_DEFINITION)], Target.host())
    assert "does not dominate" in str(caught.value) and "in define i32 @f()" in str(caught.value)
    assert "line 2: %x = add i32 1, %y" in str(caught.value)


def test_what_cannot_be_linked_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    calls_nothing = "declare void @nowhere()\ndefine void @f() {\n  call void @nowhere()\n  ret void\n}"
    for data, symbol in (([b"not an object"], "f"), (jit.compile_objects([Part(ADD)], Target.host()), "missing"),
                         (jit.compile_objects([Part(calls_nothing)], Target.host()), "f")):
        with pytest.raises(InternalError, match=f"cannot link an object that defines {symbol}"):
            jit.load_objects(data, [symbol])
    assert capfd.readouterr().err == ""


def test_rejected_modules_are_freed_in_order() -> None:
    """The exceptions hold frames in cycles; the collector must find no module whose context is gone."""
    for _ in range(3):
        with pytest.raises(InternalError):
            jit.compile_objects([Part(USE_BEFORE_DEFINITION)], Target.host())
        gc.collect()


def virtual_memory() -> int:
    """Bytes of this process's address space."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc")
def test_dropped_code_is_unmapped() -> None:
    size = 8 << 20
    data = jit.compile_objects([Part(f"@large = global [{size} x i8] zeroinitializer\n{ADD}")], Target.host())
    before = virtual_memory()
    kept = [jit.load_objects(data, ["add"]) for _ in range(10)]
    assert virtual_memory() - before >= 10 * size
    kept.clear()
    assert virtual_memory() - before <= size


def test_threads_compile_and_load_side_by_side() -> None:
    results: dict[int, int] = {}

    def work(number: int) -> None:
        text = ADD.replace("%x, %b", f"%x, {number}")
        loaded = jit.load_objects(jit.compile_objects([Part(text)], Target.host()), ["add"])
        results[number] = function(loaded, "add", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(1, 0)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: number + 1 for number in range(8)}


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
        monkeypatch.setattr(jit, "_without_lock", lambda name: getattr(ffi.lib, name))
    else:
        assert jit._without_lock(name) is not getattr(ffi.lib, name)
    many = [ADD.replace("@add", f"@add{k}") for k in range(4)]
    objects = jit.compile_objects([Part(CALLER), Part(ADD, is_cold=True), *map(Part, many)], Target.host(), threads=3)
    assert len(objects) == 6
    loaded = jit.load_objects(objects, ["twice", "add3"])
    assert function(loaded, "twice", ctypes.c_int64, ctypes.c_int64)(21) == 42
    assert function(loaded, "add3", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(40, 2) == 42


def test_without_further_threads_one_compiles_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    loaded = jit.load_objects(jit.compile_objects([Part(CALLER), Part(ADD)], Target.host(), threads=2), ["twice"])
    assert function(loaded, "twice", ctypes.c_int64, ctypes.c_int64)(21) == 42


@pytest.mark.parametrize("place", [0, 2])
def test_a_fault_in_one_of_several_modules_is_reported(place: int) -> None:
    texts = [ADD, CALLER]
    texts.insert(place, USE_BEFORE_DEFINITION)
    with pytest.raises(InternalError, match="line 2"):
        jit.compile_objects([Part(text) for text in texts], Target.host(), threads=2)


def test_a_module_is_divided_into_parts_that_do_the_same(shared: Path) -> None:
    generated = stages(hloom.load(shared / "bench" / "stablehlo" / "f_gpt_block.mlir"))
    for workers in (1, 2):
        parts = generated.llvm_parts(workers)
        assert [part.is_cold for part in parts] == [False] * workers + [True]
        defined = [name for part in parts for name in DEFINED.findall(part.text)]
        assert sorted(defined) == sorted(DEFINED.findall(generated.llvm))


PREPARE = """
import threading
from hloom.codegen.target import Target
from hloom.codegen.llvm.builder import Part
from hloom.runtime import jit

jit.prepare(Target.host(), 1)
assert threading.active_count() == 1, "one thread has nobody to do it"
jit.prepare(Target.host(), 2)
(other,) = [t for t in threading.enumerate() if t is not threading.main_thread()]
jit.prepare(Target.host(), 2)
assert threading.active_count() <= 2, "once is enough"
if {waits}:
    other.join()
    assert jit._machine.cache_info().currsize == 4
text = "define i64 @f() {{\\n  ret i64 7\\n}}\\n"
code = jit.load_objects(jit.compile_objects([Part(text)], Target.host()), ["f"])
import ctypes
assert ctypes.CFUNCTYPE(ctypes.c_int64)(code.address("f"))() == 7
other.join()
"""


@pytest.mark.parametrize("waits", [True, False])
def test_llvm_is_prepared_in_the_background(waits: bool) -> None:
    """Once in a process; what is compiled meanwhile is right, and takes over."""
    done = subprocess.run([sys.executable, "-c", PREPARE.format(waits=waits)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_faults_of_the_preparation_are_left_to_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fail(*arguments: object) -> None:
        tried.append(arguments)
        raise InternalError("LLVM is not there")

    monkeypatch.setattr(jit, "_machine", fail)
    jit._prepare(Target.host(), 2)
    assert len(tried) == 1
    with pytest.raises(InternalError, match="LLVM is not there"):
        jit.compile_objects([Part("")], Target.host())
