"""Compiled code stops for signals and time limits, and everything is usable after that.

Each test runs in a process of its own with a time limit, so that code that does not stop is a failure.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError, InputError
from tests.forks import HLOOM, printed
from tests.passes.programs import program
from tests.processes import until_busy

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

ENDLESS = """(%x: tensor<i64>) -> tensor<i64> {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %r = stablehlo.while(%i = %x) : tensor<i64>
    cond {
      %p = stablehlo.compare NE, %i, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %q = stablehlo.not %p : tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      BODY
      stablehlo.return %j : tensor<i64>
    }
    return %r : tensor<i64> }"""
LOOPS = {
    "nothing": ENDLESS.replace("BODY", "%j = stablehlo.add %i, %one : tensor<i64>"),
    "a callback": ENDLESS.replace("BODY", "%j = stablehlo.custom_call @tests.increment(%i) : (tensor<i64>) -> tensor<i64>"),
    "a loop": ENDLESS.replace("BODY", """%j = stablehlo.while(%k = %i) : tensor<i64>
      cond {
        %p = stablehlo.compare EQ, %k, %k : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %l = stablehlo.add %k, %one : tensor<i64>
        stablehlo.return %l : tensor<i64>
      }"""),
    "an unchanged value": ENDLESS.replace("BODY", "").replace("%j : tensor<i64>", "%i : tensor<i64>"),
}
SUM = """(%n: tensor<i64>) -> tensor<i64> {
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %one = stablehlo.constant dense<1> : tensor<i64>
    %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i64>, tensor<i64>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i64>
      %t = stablehlo.add %s, %i : tensor<i64>
      stablehlo.return %j, %t : tensor<i64>, tensor<i64>
    }
    return %r#1 : tensor<i64> }"""


def kernel(columns: int, steps: int) -> str:
    """One kernel that computes so many exponentials of each element."""
    type = f"tensor<4096x{columns}xf64>"
    lines = [f"%v{k + 1} = stablehlo.exponential %n{k} : {type}\n%n{k + 1} = stablehlo.negate %v{k + 1} : {type}"
             for k in range(steps)]
    return "\n".join([f"(%n0: {type}) -> {type} {{", *lines, f"return %n{steps} : {type} }}"])


PRELUDE = """
import os, signal, sys, threading, time
import numpy as np
import hloom
from hloom.support.diagnostics import EvaluationError
from tests.passes.programs import program
from tests.runtime.test_watch import ENDLESS, LOOPS, SUM, kernel

hloom.register_custom_call("tests.increment", lambda op, i: (i + 1,))

def interrupt_after(seconds, number=signal.SIGINT):
    def act():
        time.sleep(seconds)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), number)
    threading.Thread(target=act, daemon=True).start()
sent = []

def check():
    '''Whether the pool, the memory and what is compiled work.'''
    x = np.linspace(-1, 1, 4096 * 7).reshape(4096, 7)
    assert np.allclose(hloom.compile(program(kernel(7, 2)))(x)[0], -np.exp(-np.exp(x)))
    assert hloom.compile(program(SUM))(np.int64(1000))[0] == 499500
"""


def run(text: str, threads: int = 2) -> str:
    return printed(PRELUDE + text, imported=HLOOM, is_quiet=True, timeout=100, HLOOM_THREADS=threads)


STOPPED = """
try:
    CALL
    print("it ended")
except KeyboardInterrupt:
    late = time.perf_counter() - sent[0]
    print("interrupted" if late < 3 else f"after {late:.1f} s")
check()
"""


@POSIX_ONLY
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("body", LOOPS)
def test_an_interruption_stops_a_loop(body: str, threads: int) -> None:
    stopped = STOPPED.replace("CALL", "executable(np.int64(0))").replace("\n", "\n    ")
    twice = "for _ in range(2):\n    sent.clear()\n    interrupt_after(0.15)"
    text = f"executable = hloom.compile(program(LOOPS[{body!r}]))\n{twice}"
    assert run(text + stopped, threads) == "interrupted\n" * 2


@POSIX_ONLY
@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_interruption_stops_a_kernel(threads: int) -> None:
    """Each of 64 calls takes a part of a second, all in one kernel of several thousand tasks."""
    found = run("""
executable = hloom.compile(program(kernel(1000, 40)))
x = np.zeros((4096, 1000))
start = time.perf_counter()
executable(x)
full = time.perf_counter() - start
sent.clear()
interrupt_after(full / 5)
try:
    executable(x)
    print("it ended")
except KeyboardInterrupt:
    late = time.perf_counter() - sent[0]
    print("interrupted" if late < max(full / 2, 0.3) else f"{late} of {full}")
check()
""", threads)
    assert found == "interrupted\n"


@POSIX_ONLY
def test_another_signal_whose_handler_raises() -> None:
    assert run("""
def handler(number, frame):
    raise TimeoutError("alarm")
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    hloom.compile(program(LOOPS["nothing"]))(np.int64(0))
except TimeoutError as error:
    print(error)
check()
""") == "alarm\n"


@POSIX_ONLY
def test_a_handler_that_returns_lets_the_program_go_on() -> None:
    assert run("""
seen = []
signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
interrupt_after(0.1, signal.SIGUSR1)
executable = hloom.compile(program(SUM))
end = time.perf_counter() + 30
while not seen and time.perf_counter() < end:
    assert executable(np.int64(10**8))[0] == (10**8 - 1) * 10**8 // 2
print(len(seen))
check()
""") == "1\n"


@POSIX_ONLY
def test_a_call_in_another_thread_is_not_interrupted() -> None:
    """Python's handlers run in the main thread; the call goes on, and its time limit stops it."""
    assert run("""
found = []
def call():
    try:
        hloom.compile(program(LOOPS["nothing"]))(np.int64(0), time_limit=1.5)
    except EvaluationError as error:
        found.append(error.diagnostics[0].code)
other = threading.Thread(target=call)
other.start()
interrupt_after(0.4)
try:
    time.sleep(20)
except KeyboardInterrupt:
    print("interrupted", other.is_alive())
other.join()
print(found)
check()
""") == "interrupted True\n['time_limit']\n"


@POSIX_ONLY
def test_a_child_of_fork_is_stopped_as_well() -> None:
    assert run("""
try:
    hloom.compile(program(LOOPS["nothing"]))(np.int64(0), time_limit=0.2)
except EvaluationError:
    print("limited", flush=True)
child = os.fork()
if child == 0:
    signal.alarm(30)
    interrupt_after(0.3)
    try:
        hloom.compile(program(LOOPS["nothing"]))(np.int64(0))
    except KeyboardInterrupt:
        check()
        os._exit(7)
    os._exit(1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
check()
""") == "limited\n7\n"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("body", LOOPS)
def test_a_time_limit_stops_a_loop(body: str, threads: int) -> None:
    assert run(f"executable = hloom.compile(program(LOOPS[{body!r}]), time_limit=0.3)" + """
for limit in (None, 0.1, 0):
    start = time.perf_counter()
    try:
        executable(np.int64(0), time_limit=limit)
    except EvaluationError as error:
        print(error.diagnostics[0].message)
    taken = time.perf_counter() - start
    assert (0.3 if limit is None else limit) <= taken < 5, taken
check()
""", threads) == "".join(f"the program ran for longer than its time limit of {n} s\n" for n in (0.3, 0.1, 0))


def test_a_limit_that_suffices() -> None:
    executable = hloom.compile(program(SUM), time_limit=1000)
    assert executable(np.int64(100))[0] == 4950
    assert executable(np.int64(101), time_limit=50)[0] == 5050
    assert hloom.compile(program(SUM)).time_limit is None


@pytest.mark.parametrize("limit", [-1, float("nan"), "1", True, [1]])
def test_what_is_no_time_limit(limit: object) -> None:
    with pytest.raises(InputError, match="a time limit is a number of seconds"):
        hloom.compile(program(SUM), time_limit=limit)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a time limit is a number of seconds"):
        hloom.compile(program(SUM))(np.int64(3), time_limit=limit)


def test_a_time_limit_of_what_runs_on_the_evaluator() -> None:
    module = program("""(%x: tensor<?xi64>) -> tensor<?xi64> {
      %r = stablehlo.while(%i = %x) : tensor<?xi64>
      cond {
        %true = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %true : tensor<i1>
      } do {
        %j = stablehlo.add %i, %i : tensor<?xi64>
        stablehlo.return %j : tensor<?xi64>
      }
      return %r : tensor<?xi64> }""")
    executable = hloom.compile(module, time_limit=0.2)
    start = time.perf_counter()
    with pytest.raises(EvaluationError, match=r"time limit of 0.2 s"):
        executable(np.zeros(3, np.int64))
    with pytest.raises(EvaluationError, match=r"time limit of 0.1 s"):
        executable(np.zeros(3, np.int64), time_limit=0.1)
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_the_command_line(tmp_path: Path, engine: str) -> None:
    (tmp_path / "endless.mlir").write_text("func.func @main" + LOOPS["nothing"])
    command = [sys.executable, "-m", "hloom", "run", str(tmp_path / "endless.mlir"), "--input", "i64=0", "--engine", engine]
    done = subprocess.run([*command, "--time-limit", "0.3"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "longer than its time limit of 0.3 s" in done.stderr and "Traceback" not in done.stderr
    done = subprocess.run([*command, "--time-limit", "-1"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "--time-limit takes a number of seconds" in done.stderr
    if os.name == "posix":
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            until_busy(running.pid, 2.0)
            running.send_signal(signal.SIGINT)
            _, errors = running.communicate(timeout=60)
        assert (running.returncode, errors) == (130, "interrupted\n")
