"""Compiling in a child process: the same programs come out, and the end of the child is an error of its parent."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime.child import made_in_child
from hloom.support import options
from hloom.support.diagnostics import InputError, InternalError, UserError
from tests.processes import printed

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")

SUM = """func.func @main(%x: tensor<33x7xf32>) -> (tensor<33xf32>, tensor<33x7xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<33x7xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<33x7xf32>, tensor<f32>) -> tensor<33xf32>
  return %1, %0 : tensor<33xf32>, tensor<33x7xf32> }"""
CALL = """func.func @main(%x: tensor<33x7xf32>) -> tensor<33x7xf32> {
  %0 = stablehlo.add %x, %x : tensor<33x7xf32>
  %1 = stablehlo.custom_call @twice(%0) : (tensor<33x7xf32>) -> tensor<33x7xf32>
  return %1 : tensor<33x7xf32> }"""
EMPTY = "func.func @main(%x: tensor<33x7xf32>) -> tensor<33x7xf32> { return %x : tensor<33x7xf32> }"
X = np.linspace(-2, 2, 231, dtype=np.float32).reshape(33, 7)


def children() -> set[str]:
    """The child processes that nobody has waited for; none where the system does not tell."""
    return {number for thread in Path("/proc/self/task").glob("*/children") for number in thread.read_text().split()}


@pytest.mark.parametrize("guard", ["0", "1"])
@pytest.mark.parametrize("text", [SUM, CALL, EMPTY])
def test_programs_are_the_same(text: str, guard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_CACHE", "0")
    monkeypatch.setenv("HLOOM_GUARD", guard)
    monkeypatch.setitem(hloom.reference.custom_calls.CUSTOM_CALLS, "twice", lambda op, x: x + x)
    expected = hloom.compile(hloom.parse(text))(X)
    monkeypatch.setattr("hloom.runtime.compilation.compile_module", compiled_in(os.getpid()))
    for found in (hloom.compile(hloom.parse(text), in_child=True)(X), by_option(monkeypatch, text)(X)):
        assert [x.tobytes() for x in found] == [x.tobytes() for x in expected]


def compiled_in(parent: int) -> Callable[..., bytes]:
    """`compile_module`, which must not be called in the process of this number."""
    from hloom.runtime.llvm_modules import compile_module

    def check(*arguments: Any) -> bytes:
        assert os.getpid() != parent
        return compile_module(*arguments)

    return check


def by_option(monkeypatch: pytest.MonkeyPatch, text: str) -> Any:
    monkeypatch.setenv("HLOOM_CHILD", "1")
    assert options.CHILD.value == 1
    return hloom.compile(hloom.parse(text))


def test_faults_of_programs_and_options_are_said_as_ever() -> None:
    with pytest.raises(InputError, match="in_child is True or False, got 3"):
        hloom.compile(hloom.parse(EMPTY), in_child=3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no function"):
        hloom.compile(hloom.parse(EMPTY), "other", in_child=True)


def raising(error: BaseException) -> Any:
    raise error


@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda: raising(UserError("too much")), UserError, "^too much$"),
    (lambda: raising(InternalError("line 3")), InternalError, "line 3"),
    (lambda: raising(KeyError("k")), InternalError, "KeyError: 'k'"),
    (lambda: raising(SystemExit(0)), InternalError, "SystemExit"),
    (lambda: raising(MemoryError()), UserError, "the child process that compiled ended: there is not as much memory"),
    (os.abort, UserError, "ended with signal 6"),
    (lambda: os.kill(os.getpid(), signal.SIGKILL), UserError, "ended with signal 9"),
    (lambda: os._exit(0), UserError, "ended"),
])
def test_the_end_of_a_child(make: Any, error: type[Exception], message: str) -> None:
    before, others = os.listdir("/proc/self/fd") if sys.platform == "linux" else [], children()
    for _ in range(3):
        with pytest.raises(error, match=message):
            made_in_child(make)
    assert not before or len(os.listdir("/proc/self/fd")) == len(before)
    assert children() <= others


@pytest.mark.parametrize("parts", [[], [b""], [b"a", b"", b"b" * 3_000_000]])
def test_what_a_child_makes(parts: list[bytes]) -> None:
    assert made_in_child(lambda: parts) == tuple(parts)


def test_an_interruption_ends_the_child() -> None:
    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    old, others = signal.signal(signal.SIGALRM, interrupt), children()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            made_in_child(lambda: raising(SystemExit(time.sleep(60))))
        assert time.monotonic() - start < 20
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert children() <= others


LITTLE_MEMORY = """
import resource, sys
import numpy as np
import hloom
from hloom.support.diagnostics import UserError

def program(n, count):
    lines = [f"%v{k} = stablehlo.{name} %{f'v{k - 1}' if k else 'x'} : tensor<64x{n}xf32>"
             for k, name in enumerate(["sine", "tanh", "exponential", "log", "cosine"] * count)]
    return hloom.parse(f"func.func @main(%x: tensor<64x{n}xf32>) -> tensor<64x{n}xf32> {{" + "\\n".join(
        [*lines, f"return %v{len(lines) - 1} : tensor<64x{n}xf32> }}"]))

hloom.compile(program(5, 1))
(taken,) = [int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmSize:")]
x = np.ones((64, 6), np.float32)
for extra, count in ((4, 24), (8, 24), (None, 24), (None, 1)):
    limit = resource.RLIM_INFINITY if extra is None else taken + (extra << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    try:
        hloom.compile(program(6, count), in_child=True)(x)
        print("compiled")
    except UserError as error:
        print("refused:", error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits and /proc of Linux")
def test_a_parent_survives_the_lack_of_memory() -> None:
    output = printed("-c", LITTLE_MEMORY, HLOOM_CACHE=0, HLOOM_THREADS=1)
    lines = output.splitlines()
    assert [line.split(":")[0] for line in lines] == ["refused", "refused", "compiled", "compiled"], lines
    assert "the child process that compiled ended with signal" in output
