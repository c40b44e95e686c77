"""Python runs ahead of long programs: arrays that are still being computed, Ctrl-C, and the end of a process."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.jax import sides
from tests import forks, processes

pytestmark = pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="jax is not installed")

_BEFORE = """
import os, signal, sys, threading, time
import jax, jax.numpy as jnp, numpy as np
from jax import lax
loop = jax.jit(lambda x, n: lax.fori_loop(0, n, lambda i, y: y @ x * 0.005, x))
x = jax.device_put(np.ones((200, 200), np.float32))
np.asarray(loop(x, 300))  # what a call takes decides whether the next is dispatched
def interrupt(seconds, waiting=True):
    # Ctrl-C so long after the main thread has begun to wait for what is under way: before that it stops nothing
    from hloom.bridges.pjrt.native import native
    from hloom.bridges.pjrt.native_layout import Queue
    count, number, wanted = map(native().queue_word, (Queue.COUNT, Queue.NUMBER, Queue.WANTED))
    def work():
        while waiting and not (count.value and number.value == wanted.value):
            time.sleep(0.001)
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=work, daemon=True).start()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What they have compiled is kept there for those that follow."""
    return tmp_path_factory.mktemp("kept")


def run(program: str, folder: Path) -> Any:
    """A process with JAX on hloom; where Ctrl-C is what it is about, a new interpreter, which compiles its programs itself."""
    environment = sides.environment("hloom", 1, folder)
    if "interrupt(" not in program:
        return forks.run(_BEFORE + program, **environment)
    return subprocess.run([sys.executable, "-X", "faulthandler", "-c", _BEFORE + program], capture_output=True, text=True,
                          timeout=processes.PATIENCE, check=False, env={**os.environ, **environment})


def said(program: str, folder: Path) -> str:
    return processes.output(run(program, folder), is_quiet=True)


def test_values_are_those_of_calls_one_by_one(folder: Path) -> None:
    found = said("""
start = time.perf_counter()
y = loop(x, 2_000)
ahead = time.perf_counter() - start
ready = y.is_ready()
z = jax.jit(lambda a, b: (a + b, a[0] * 2), donate_argnums=0)(y, x)
deleted = y.is_deleted()
w = z[0].sum()
np.testing.assert_array_equal(np.from_dlpack(z[1]), np.asarray(z[0][0] - x[0]) * 2)
taken = time.perf_counter() - start
expected = np.full((200, 200), 1.0, np.float32)
np.testing.assert_allclose(np.asarray(z[0]), expected + 1, rtol=1e-3)
print(ready, deleted, ahead < taken / 4, float(w) > 0)
""", folder)
    assert found == "False True True True\n"


@pytest.mark.long
def test_ctrl_c_ends_the_wait_and_the_work(tmp_path: Path) -> None:
    """Whoever waits: JAX's own wait, a copy to NumPy, the address for DLPack. Afterwards all works as before."""
    found = said("""
for wait in (lambda y: y.block_until_ready(), np.asarray, np.from_dlpack, lambda y: float(y[0, 0])):
    y = loop(x, 1 << 30)
    interrupt(0.5)
    start = time.perf_counter()
    try:
        try:
            wait(y)
            print("an endless loop has ended")
        except jax.errors.JaxRuntimeError:
            for _ in range(1000):  # the exception of the signal comes
                time.sleep(0.01)
    except KeyboardInterrupt:
        print(time.perf_counter() - start < 5)
    time.sleep(0.1)  # once
    try:
        y.block_until_ready()
        print("an endless loop has ended")
    except jax.errors.JaxRuntimeError as error:
        print("CANCELLED" in str(error) and "stopped" in str(error))
np.testing.assert_array_equal(np.asarray(loop(x, 3)), np.asarray(loop(x, 3)))
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
""", tmp_path)
    assert found.split() == ["True"] * 9


def test_ctrl_c_ends_a_call_that_is_made_at_once(tmp_path: Path) -> None:
    """A loop that took microseconds before, and does not end now."""
    found = said("""
z = jax.device_put(np.ones((48, 48), np.float32))
for _ in range(60):
    loop(z, 1).block_until_ready()
interrupt(0.5, waiting=False)
try:
    try:
        loop(z, 1 << 30).block_until_ready()
    except (jax.errors.JaxRuntimeError, ValueError):
        pass
    for _ in range(1000):
        time.sleep(0.01)
except KeyboardInterrupt:
    print("interrupted")
time.sleep(0.5)
print(np.asarray(loop(z, 1)).shape)
""", tmp_path)
    assert found == "interrupted\n(48, 48)\n"


def test_a_handler_of_the_users_own_stops_nothing(tmp_path: Path) -> None:
    found = said("""
told = []
signal.signal(signal.SIGINT, lambda *_: told.append(1))
y = loop(x, 2_000)
interrupt(0.1)
y.block_until_ready()
print(len(told), bool(np.isfinite(np.asarray(y)).all()))
""", tmp_path)
    assert found == "1 True\n"


def test_a_callback_may_wait_for_what_is_dispatched(folder: Path) -> None:
    """Whoever waits lets Python run: callbacks of a program, other threads."""
    found = said("""
y = loop(x, 2_000)
def host(a):
    return np.asarray(a) + np.asarray(y)[0, 0] * 0
g = jax.jit(lambda a: jax.pure_callback(host, jax.ShapeDtypeStruct((200, 200), jnp.float32), a))
results = []
def work():
    for _ in range(5):
        results.append(np.asarray(g(loop(x, 100) * 2))[0, 0])
threads = [threading.Thread(target=work) for _ in range(4)]
for t in threads: t.start()
z = g(loop(y, 10))
jax.block_until_ready(z)
for t in threads: t.join()
print(len(results), np.allclose(results, results[0]))
""", folder)
    assert found == "20 True\n"


@pytest.mark.parametrize("end", ["sys.exit(0)", "z = [loop(y, 1 << 30), y + 1]"])
def test_a_process_ends_while_work_is_under_way(end: str, tmp_path: Path) -> None:
    start = time.monotonic()
    done = run(f"y = loop(x, 1 << 30)\n{end}\n", tmp_path)
    assert done.returncode == 0 and not done.stderr, done.stderr[-3000:]
    assert time.monotonic() - start < 100  # not for ever


@pytest.mark.parametrize("work", ["loop(x, 1 << 30)", "loop(x, 400)", "short(x)"])
@pytest.mark.parametrize("goes_on", ["False", "True"])
@pytest.mark.long
def test_a_process_ends_while_its_threads_wait_or_call(work: str, goes_on: str, folder: Path) -> None:
    """A thread that comes back from native code when there is no interpreter any more would end the process otherwise."""
    done = run(f"""
short = jax.jit(lambda x: x[:4] * 2 + 1)
short(x).block_until_ready()
def go_on():
    while True:
        try:
            {work}.block_until_ready()
        except jax.errors.JaxRuntimeError:
            pass
        if not {goes_on}:
            return time.sleep(100)
for _ in range(3):
    threading.Thread(target=go_on, daemon=True).start()
time.sleep(0.1)
""", folder)
    assert done.returncode == 0 and not done.stderr, done.stderr[-3000:]


def test_a_child_of_fork_goes_on_by_itself(folder: Path) -> None:
    found = said("""
import warnings
warnings.simplefilter("ignore")
expected = np.asarray(loop(x, 3))
y = loop(x, 1_500)
sys.stdout.flush()
child = os.fork()
if child == 0:
    try:
        y.block_until_ready()
        os._exit(1)  # nobody computes it here
    except jax.errors.JaxRuntimeError as error:
        good = all(np.array_equal(np.asarray(loop(x, 3)), expected) for _ in range(3))
        os._exit(0 if good and "CANCELLED" in str(error) else 2)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), bool(np.isfinite(np.asarray(y)).all()))
""", folder)
    assert found == "0 True\n"


@pytest.mark.parametrize("count", [200, pytest.param(400, marks=pytest.mark.exhaustive)])
@pytest.mark.long
def test_a_fork_may_come_at_any_moment_of_a_call(count: int, folder: Path) -> None:
    """Also between the end of a piece of work and the next; who works beside lets it come there more often."""
    assert said("""
import random, subprocess, warnings
warnings.simplefilter("ignore")
y = jax.device_put(np.ones((220, 220), np.float32))
product, moments, failed = jax.jit(lambda a: (a @ a) * 0.001), random.Random(0), 0
for _ in range(5):
    product(y).block_until_ready()
others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
for _ in range(COUNT):
    last = [product(y) for _ in range(3)][-1]
    moment = time.perf_counter() + moments.random() * 0.002
    while time.perf_counter() < moment:
        pass
    child = os.fork()
    if child == 0:
        os._exit(0)
    failed += os.waitpid(child, 0)[1] != 0
    last.block_until_ready()
for other in others:
    other.kill()
print(failed)
""".replace("COUNT", str(count)), folder) == "0\n"


def test_the_process_dies_of_ctrl_c_as_others_do(tmp_path: Path) -> None:
    done = run("interrupt(0.5)\nloop(x, 1 << 30).block_until_ready()\n", tmp_path)
    assert done.returncode in (1, 130, -signal.SIGINT)
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
