"""Calls of compiled programs with contexts that are made by hand, as native code makes them, against calls of executables."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.runtime import memory, watch
from hloom.runtime.call_block import ARENA, WATCH, CallBlock
from hloom.runtime.executable import Executable
from tests.harness import POISON
from tests.passes.programs import program
from tests.programs import loop
from tests.runtime.test_watch import ENDLESS, LOOPS

F = "tensor<64x48xf32>"
SORT = """(%x: tensor<300xf32>) -> tensor<300xf32> {
    %0 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<300xf32>) -> tensor<300xf32>
    return %0 : tensor<300xf32> }"""
PROGRAMS = {
    "elementwise": f"(%x: {F}, %y: {F}) -> ({F}, {F}) {{\n %0 = stablehlo.add %x, %y : {F}\n"
                   f" %1 = stablehlo.exponential %0 : {F}\n return %0, %1 : {F}, {F} }}",
    "product": f"(%x: {F}, %y: tensor<48x70xf32>) -> tensor<64x70xf32> {{\n"
               " %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : "
               f"({F}, tensor<48x70xf32>) -> tensor<64x70xf32>\n return %0 : tensor<64x70xf32> }}",
    "sort": SORT,
    "loop": f"(%x: {F}) -> {F} {{\n" + loop("1000", "%a = %x", F, f"""%c = stablehlo.sine %a : {F}
      %d = stablehlo.transpose %c, dims = [1, 0] : ({F}) -> tensor<48x64xf32>
      %b = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : ({F}, tensor<48x64xf32>) -> tensor<64x64xf32>
      %e = stablehlo.slice %b [0:64, 0:48] : (tensor<64x64xf32>) -> {F}""", "%e") + f"\n return %r#1 : {F} }}",
    "arena": f"(%x: {F}, %y: tensor<48x70xf32>) -> tensor<64x70xf32> {{\n"
             f" %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({F}, tensor<48x70xf32>) -> tensor<64x70xf32>\n"
             " %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x70xf32>) -> tensor<70x64xf32>\n"
             " %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : "
             "(tensor<64x70xf32>, tensor<70x64xf32>) -> tensor<64x64xf32>\n"
             " %3 = stablehlo.dot_general %2, %0, contracting_dims = [1] x [0] : "
             "(tensor<64x64xf32>, tensor<64x70xf32>) -> tensor<64x70xf32>\n return %3 : tensor<64x70xf32> }",
    "constants": "(%x: tensor<8xi32>) -> tensor<8xi32> {\n"
                 " %c = stablehlo.constant dense<[9, 2, 7, 1, 8, 3, 5, 4]> : tensor<8xi32>\n"
                 " %0 = stablehlo.multiply %x, %c : tensor<8xi32>\n return %0 : tensor<8xi32> }",
    "lazy constants": "(%x: tensor<4099xcomplex<f32>>) -> tensor<4099xcomplex<f32>> {\n"
                   " %0 = stablehlo.fft %x, type = FFT, length = [4099] : "
                   "(tensor<4099xcomplex<f32>>) -> tensor<4099xcomplex<f32>>\n return %0 : tensor<4099xcomplex<f32>> }",
    "no results": f"(%x: {F}) {{\n return }}",
    "no arguments": "() -> tensor<5xi32> {\n %0 = stablehlo.iota dim = 0 : tensor<5xi32>\n return %0 : tensor<5xi32> }",
    "an argument returned": f"(%x: {F}) -> {F} {{\n return %x : {F} }}",
    "empty": "(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {\n %0 = stablehlo.negate %x : tensor<0x3xf32>\n"
             " return %0 : tensor<0x3xf32> }",
}


def arguments_of(executable: Executable, seed: int = 0) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    return [random.uniform(-2, 2, t.shape).astype(t.storage.dtype) for t in executable.native.program.argument_types]


class Memory:
    """So many bytes at a multiple of 64, which hold nothing of use."""

    def __init__(self, size: int) -> None:
        self.buffer = memory.allocate(max(size, 1))
        self.address = self.buffer.address
        ctypes.memset(self.address, POISON, size)


class Call:
    """One call of a block: the context and what it names."""

    def __init__(self, block: CallBlock, arrays: list[np.ndarray], types: list[Any], watched: watch.Switch | None = None) -> None:
        self.block, self.kept = block, arrays
        self.results = [np.full(t.shape, 77).astype(t.storage.dtype) for t in types]
        self.context = (ctypes.c_uint64 * block.words)()
        ctypes.memmove(self.context, block.template, 8 * block.first_argument)
        self.arena = Memory(block.arena_bytes)
        if block.arena_bytes:
            self.context[ARENA] = self.arena.address
        if watched is not None:
            self.context[WATCH] = watched.address
        for k, array in enumerate([*arrays, *self.results]):
            self.context[block.first_argument + k] = array.ctypes.data

    def __call__(self) -> int:
        return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(self.block.run)(ctypes.addressof(self.context))


def called(executable: Executable, arrays: list[np.ndarray]) -> list[np.ndarray]:
    block, found = executable.native.block(), executable.native.program
    assert not block.needs_python and not executable.needs_python
    assert (block.arguments, block.results) == (len(found.argument_types), len(found.result_types))
    assert block.words == block.first_argument + block.arguments + block.results
    call = Call(block, arrays, found.result_types)
    assert call() == 0
    return call.results


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_context_made_by_hand(name: str, threads: int) -> None:
    executable = hloom.compile(program(PROGRAMS[name]), threads=threads)
    arrays = arguments_of(executable)
    before = [a.tobytes() for a in arrays]
    found = called(executable, arrays)  # first: lazy constants are still to be computed
    assert [x.tobytes() for x in found] == [x.tobytes() for x in executable(*arrays)]
    assert [a.tobytes() for a in arrays] == before


def test_what_the_programs_are() -> None:
    """They have what they are there for."""
    blocks = {name: hloom.compile(program(text)).native for name, text in PROGRAMS.items()}
    assert blocks["lazy constants"].program.lazy and blocks["arena"].program.arena_bytes and blocks["constants"].program.constants
    assert not blocks["no results"].program.result_types and not blocks["no arguments"].program.argument_types
    assert blocks["loop"].program.may_run_long and blocks["loop"].block().may_run_long
    assert not blocks["elementwise"].block().may_run_long


def test_many_threads_share_a_block() -> None:
    executable = hloom.compile(program(PROGRAMS["arena"]))
    given = [arguments_of(executable, seed) for seed in range(8)]
    expected = [executable(*arrays)[0].tobytes() for arrays in given]
    found: dict[int, bytes] = {}

    def work(number: int) -> None:
        for _ in range(20):
            found[number] = called(executable, given[number])[0].tobytes()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[k] for k in range(8)] == expected


def test_the_block_keeps_the_program() -> None:
    block = hloom.compile(program(PROGRAMS["constants"])).native.block()  # whose executable is gone
    x = np.arange(8, dtype=np.int32)
    call = Call(block, [x], block.keeps[1].program.result_types)
    assert call() == 0 and call.results[0].tolist() == [0, 2, 14, 3, 32, 15, 30, 28]


# -- stopping -------------------------------------------------------------------------------------------------------------
def stopped(text: str, stop: Callable[[watch.Switch], None]) -> int:
    """What a call of an endless program gives that another thread stops."""
    native = hloom.compile(program(text)).native
    switch = watch.Switch()
    call = Call(native.block(), [np.zeros((), np.int64)], native.program.result_types, switch)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(call()), daemon=True)
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive() and not switch.is_stopped
    stop(switch)
    thread.join(30)
    assert not thread.is_alive() and switch.is_stopped
    return found[0]


@pytest.mark.parametrize("name", ["nothing", "a loop", "an unchanged value"])
def test_a_switch_stops_a_call(name: str) -> None:
    assert stopped(LOOPS[name], watch.Switch.stop) == 1


def test_native_code_stops_a_call() -> None:
    def write(switch: watch.Switch) -> None:
        ctypes.c_int64.from_address(switch.address).value = 1

    assert stopped(LOOPS["nothing"], write) == 1


def test_a_stopped_switch_stops_later_calls() -> None:
    native = hloom.compile(program(ENDLESS.replace("BODY", "%j = stablehlo.add %i, %one : tensor<i64>"))).native
    switch = watch.Switch()
    switch.stop()
    for _ in range(2):
        assert Call(native.block(), [np.zeros((), np.int64)], native.program.result_types, switch)() == 1


# -- what needs Python ----------------------------------------------------------------------------------------------------
def test_callbacks_need_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, "tests.of_a_block", lambda op, x: (x + 1,))
    executable = hloom.compile(program("""(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.custom_call @tests.of_a_block(%x) : (tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32> }"""))
    assert executable.needs_python == "operations run on the evaluator: stablehlo.custom_call"
    assert executable.native.block().needs_python == executable.needs_python


def test_guarded_programs_need_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_GUARD", "1")
    executable = hloom.compile(program(PROGRAMS["constants"]))
    assert executable.needs_python == "it is guarded (HLOOM_GUARD)"


def test_executables_without_a_program_of_their_own_need_python(monkeypatch: pytest.MonkeyPatch) -> None:
    dynamic = hloom.compile(program("(%x: tensor<?xf32>) -> tensor<?xf32> {\n %0 = stablehlo.negate %x : tensor<?xf32>\n"
                                    " return %0 : tensor<?xf32> }"))
    assert dynamic.needs_python == "it is compiled for the shapes of its calls"
    monkeypatch.setitem(CUSTOM_CALLS, "tests.same", lambda op, pair: (pair,))
    interpreted = hloom.compile(program("""(%x: tensor<2xf32>) -> tuple<tensor<2xf32>> {
    %0 = stablehlo.tuple %x : tuple<tensor<2xf32>>
    %1 = stablehlo.custom_call @tests.same(%0) : (tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>>
    return %1 : tuple<tensor<2xf32>> }"""))
    assert interpreted.needs_python.startswith("it runs on the evaluator: ")


def test_an_executable_with_tokens_says_what_its_program_does() -> None:
    executable = hloom.compile(program("""(%t: !stablehlo.token, %x: tensor<3xf32>) -> (!stablehlo.token, tensor<3xf32>) {
    %0 = stablehlo.negate %x : tensor<3xf32>
    return %t, %0 : !stablehlo.token, tensor<3xf32> }"""))
    assert not executable.needs_python
    x = np.array([1, 2, 3], np.float32)
    assert called(executable, [x])[0].tolist() == [-1, -2, -3]
