"""LLVM, made ready while a process makes the IR of its first program."""

from __future__ import annotations

import itertools
import threading

from hloom.codegen.llvm.module import Part
from hloom.codegen.target import Target
from hloom.runtime.llvm_modules import LOCK, compile_module
from hloom.runtime.room import threads_with_room
from hloom.support.signals import start_thread

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


def prepare(target: Target, threads: int) -> None:
    """Gets LLVM ready for the first calls of `compile_objects` in this process while the caller still makes the IR, if there
    are threads to do it in. A call that comes before preparations are over makes what it needs itself, and they go on after it.
    """
    if threads_with_room(threads) == 1:
        return
    try:
        _unprepared.pop()
    except IndexError:
        return
    start_thread(threading.Thread(target=_prepare, args=(target, threads)))


def _prepare(target: Target, threads: int) -> None:
    text = _SAMPLE.format(attributes=target.attributes)
    for thread, is_cold in itertools.product(range(min(threads, _PREPARED_THREADS)), (False, True)):
        with LOCK:
            if not threading.main_thread().is_alive():
                return  # the interpreter waits for this thread to end
            try:
                compile_module(Part(text, is_cold), target, thread)
            except Exception:
                return  # the compilation that follows meets the same fault, and has somebody to tell
