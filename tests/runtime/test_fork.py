"""Children of fork(), made while other threads of the parent are anywhere in hloom: each compiles, calls and evaluates by itself.

Each test runs in a process of its own with a time limit, so that a hang is a failure; a child that hangs is ended by an alarm.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.processes import printed

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")

PRELUDE = """
import gc, itertools, os, signal, sys, threading, time
import numpy as np
import hloom

TEXT = '''func.func @main(%x: tensor<64x{n}xf32>) -> tensor<64x{n}xf32> {{
    %0 = stablehlo.sine %x : tensor<64x{n}xf32>
    %1 = stablehlo.exponential %0 : tensor<64x{n}xf32>
    %2 = stablehlo.add %1, %x : tensor<64x{n}xf32>
    return %2 : tensor<64x{n}xf32> }}'''
sizes = itertools.count(3)

def work(n):
    module = hloom.parse(TEXT.format(n=n))
    x = np.linspace(-1, 1, 64 * n, dtype=np.float32).reshape(64, n)
    expected = np.exp(np.sin(x)) + x
    assert np.allclose(hloom.compile(module)(x)[0], expected, atol=1e-5)
    assert np.allclose(hloom.evaluate(module, x)[0], expected, atol=1e-5)

def fork(action):
    '''Runs the action in a child; its exit status, that of an alarm after 20 s.'''
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(20)
        status = 1
        try:
            action()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""


def run(program: str, threads: int = 2, **environment: Any) -> str:
    return printed("-c", PRELUDE + program, is_quiet=True, HLOOM_THREADS=threads, **environment)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("cache", ["0", "disk"])
@pytest.mark.long
def test_forking_while_the_parent_compiles(threads: int, cache: str, tmp_path) -> None:
    """The first fork comes while the first compilation starts everything: the pool, LLVM, its preparation."""
    statuses = run("""
done = threading.Event()
def compile_on():
    while not done.is_set():
        work(next(sizes))
other = threading.Thread(target=compile_on)
other.start()
statuses = []
for k in range(12):
    time.sleep(0.001 * 3 ** (k % 5))
    statuses.append(fork(lambda: (work(1000 + k), work(3))))
done.set()
other.join()
print(statuses)
""", threads, HLOOM_CACHE=cache if cache == "0" else str(tmp_path / "cache"))
    assert statuses == f"{[0] * 12}\n"


def test_children_fork_on() -> None:
    assert run("work(5); print(fork(lambda: (work(6), sys.exit(fork(lambda: (work(7), work(5)))))))") in ("0\n", "1\n")


def test_a_child_collects_garbage_whoever_held_that_off() -> None:
    assert run("""
from hloom.support.collector import collector_paused
inside, done = threading.Event(), threading.Event()
def hold():
    with collector_paused():
        inside.set()
        done.wait()
other = threading.Thread(target=hold)
other.start()
inside.wait()
print(gc.isenabled(), fork(lambda: sys.exit(not gc.isenabled()) if not gc.isenabled() else None))
with collector_paused():
    assert fork(lambda: gc.isenabled() and sys.exit(1)) == 0
done.set()
other.join()
print(gc.isenabled())
""") == "False 0\nTrue\n"


@pytest.mark.parametrize("holder", [
    "from hloom.runtime.cache import Cache; lock = Cache.get_default()._lock",
    "from hloom.runtime.pool import Pool; lock = Pool._creation",
    "from hloom.runtime.memory import MemoryPool; lock = MemoryPool.get_default()._lock",
    "from hloom.expr.interning import _intern_lock as lock",
    "from hloom.reference.blas import _lock as lock",
    "from hloom.support.collector import _lock as lock",
])
def test_no_lock_of_another_thread_is_held_in_a_child(holder: str) -> None:
    assert run(f"""
{holder}
held, done = threading.Event(), threading.Event()
def hold():
    with lock:
        held.set()
        done.wait()
other = threading.Thread(target=hold)
other.start()
held.wait()
print(fork(lambda: work(8)))
done.set()
other.join()
""") == "0\n"


def test_an_interruption_while_a_fork_waits_comes_after_it() -> None:
    assert run("""
from hloom.runtime.llvm_modules import LOCK
held = threading.Event()
def hold():
    with LOCK:
        held.set()
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
other = threading.Thread(target=hold)
other.start()
held.wait()
try:
    child = os.fork()
    if child == 0:
        os._exit(0)
    for _ in range(100):
        time.sleep(0.05)
    print("nothing came")
except KeyboardInterrupt:
    print("interrupted")
other.join()
print(fork(lambda: work(9)))
""") in ("interrupted\n0\n",)


@pytest.mark.unguarded
def test_a_compilation_imports_nothing_after_the_compiler_is_loaded() -> None:
    """What it imported later would be imported while a fork may come."""
    assert run("""
import hloom
hloom.parse
from hloom.driver.executables import load_compiler
load_compiler()
before = set(sys.modules)
work(5)
print([name for name in set(sys.modules) - before if name.startswith(("hloom", "llvmlite"))])
""") == "[]\n"


@pytest.mark.unguarded
def test_a_first_compilation_imports_nothing_while_a_fork_may_come() -> None:
    """But LLVM's bindings, which have no lock that a child would wait for."""
    assert run("""
from hloom.support import forking

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("hloom") and not (forking.IMPORTING._is_owned() or forking.IMPORTING_LATE._is_owned()):
            print(name)

sys.meta_path.insert(0, Finder())
work(4)
print("done")
""", HLOOM_CACHE="0") == "done\n"


@pytest.mark.unguarded
def test_forking_while_families_of_kernels_are_imported() -> None:
    """They are when a program first names them, in the middle of a compilation, which holds LLVM."""
    assert run("""
text = '''func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dot %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32> }'''
x = np.ones((8, 8), np.float32)

def product():
    assert (hloom.compile(hloom.parse(text))(x)[0] == 8).all()

work(5)
thread = threading.Thread(target=product)
thread.start()
found = [fork(product)]
while thread.is_alive() and len(found) < 20:
    found.append(fork(product))
thread.join()
print(set(found))
""", HLOOM_CACHE="0") == "{0}\n"
