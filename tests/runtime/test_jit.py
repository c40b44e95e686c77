"""IR text becomes machine code that runs, is freed, and complains in terms of the generated line."""

from __future__ import annotations

import ctypes
import gc
import math
import threading
from pathlib import Path

import pytest

from hloom.codegen.target import Target
from hloom.runtime import jit
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.llvm_modules import emit_assembly
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


def test_code_runs() -> None:
    loaded = jit.load_objects(compile_objects([Part(ADD)], Target.host()), ["add"])
    assert function(loaded, "add", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(40, 2) == 42


def test_the_default_pipeline_removes_stack_slots() -> None:
    """The slot's store and load are the only memory accesses of the function."""
    assert "rsp" not in emit_assembly(ADD, Target.host()).replace("%rsp", "rsp").split("retq")[0]
    assert "add" in emit_assembly(ADD, Target.host())


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
    loaded = jit.load_objects(compile_objects([Part(text)], Target.host()), ["remainder", "fill", "copy"])
    remainder = function(loaded, "remainder", ctypes.c_double, ctypes.c_double, ctypes.c_double)
    assert remainder(7.75, 2.5) == math.fmod(7.75, 2.5)
    first, second = ctypes.create_string_buffer(100), ctypes.create_string_buffer(100)
    function(loaded, "fill", None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int8)(first, 99, 65)
    function(loaded, "copy", None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(second, first, 100)
    assert second.value == b"A" * 99


def test_a_syntax_error_names_function_and_line() -> None:
    with pytest.raises(InternalError) as caught:
        compile_objects([Part(ADD.replace("%x, %b", "%x, 2.5"))], Target.host())
    message = str(caught.value)
    assert "floating point constant invalid for type" in message
    assert "in define i64 @add" in message
    assert "line 7: %y = add i64 %x, 2.5" in message


def test_a_verifier_error_names_function_and_line() -> None:
    with pytest.raises(InternalError) as caught:
        compile_objects([Part(USE_BEFORE_DEFINITION)], Target.host())
    assert "does not dominate" in str(caught.value) and "in define i32 @f()" in str(caught.value)
    assert "line 2: %x = add i32 1, %y" in str(caught.value)


def test_what_cannot_be_linked_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    calls_nothing = "declare void @nowhere()\ndefine void @f() {\n  call void @nowhere()\n  ret void\n}"
    for data, symbol in (([b"not an object"], "f"), (compile_objects([Part(ADD)], Target.host()), "missing"),
                         (compile_objects([Part(calls_nothing)], Target.host()), "f")):
        with pytest.raises(InternalError, match=f"cannot link an object that defines {symbol}"):
            jit.load_objects(data, [symbol])
    assert capfd.readouterr().err == ""


@pytest.mark.long
def test_rejected_modules_are_freed_in_order() -> None:
    """The exceptions hold frames in cycles; the collector must find no module whose context is gone."""
    for _ in range(3):
        with pytest.raises(InternalError):
            compile_objects([Part(USE_BEFORE_DEFINITION)], Target.host())
        gc.collect()


def virtual_memory() -> int:
    """Bytes of this process's address space."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc")
def test_dropped_code_is_unmapped() -> None:
    size = 8 << 20
    data = compile_objects([Part(f"@large = global [{size} x i8] zeroinitializer\n{ADD}")], Target.host())
    before = virtual_memory()
    kept = [jit.load_objects(data, ["add"]) for _ in range(10)]
    assert virtual_memory() - before >= 10 * size
    kept.clear()
    assert virtual_memory() - before <= size


def test_threads_compile_and_load_side_by_side() -> None:
    results: dict[int, int] = {}

    def work(number: int) -> None:
        text = ADD.replace("%x, %b", f"%x, {number}")
        loaded = jit.load_objects(compile_objects([Part(text)], Target.host()), ["add"])
        results[number] = function(loaded, "add", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(1, 0)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: number + 1 for number in range(8)}
