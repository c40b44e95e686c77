"""Programs of many families as shared libraries: bit for bit what compiled programs give in this process, between pages that
must not be touched, on their own threads, on the caller's, and on one."""

from __future__ import annotations

import ctypes
import threading
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.c.layout import Status
from tests.bridges.c.libraries import Library, arguments_of, between_pages, needs_compiler
from tests.codegen import test_operations
from tests.codegen.random_programs import RandomProgram
from tests.harness import module_of
from tests.passes.programs import arguments
from tests.programs import SOFTMAX, loop
from tests.runtime.test_call_block import PROGRAMS

F = "tensor<64x48xf32>"
FURTHER = {
    "softmax": SOFTMAX.format(37, 101),
    "branches": """(%i: tensor<i32>, %p: tensor<i1>, %x: tensor<5xf64>) -> tensor<5xf64> {
    %0 = "stablehlo.case"(%i) ({ %a = stablehlo.negate %x : tensor<5xf64>
      stablehlo.return %a : tensor<5xf64> }, { %b = stablehlo.exponential %x : tensor<5xf64>
      stablehlo.return %b : tensor<5xf64> }) : (tensor<i32>) -> tensor<5xf64>
    %1 = "stablehlo.if"(%p) ({ %a = stablehlo.add %0, %x : tensor<5xf64>
      stablehlo.return %a : tensor<5xf64> }, { stablehlo.return %0 : tensor<5xf64> }) : (tensor<i1>) -> tensor<5xf64>
    return %1 : tensor<5xf64> }""",
    "random bits": """(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<777xui32>) {
    %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<777xui32>)
    return %0, %1 : tensor<2xui64>, tensor<777xui32> }""",
    "complex": """(%x: tensor<33xcomplex<f32>>, %y: tensor<33xcomplex<f64>>) -> (tensor<33xcomplex<f32>>, tensor<33xf64>) {
    %0 = stablehlo.multiply %x, %x : tensor<33xcomplex<f32>>
    %1 = stablehlo.exponential %0 : tensor<33xcomplex<f32>>
    %2 = stablehlo.abs %y : (tensor<33xcomplex<f64>>) -> tensor<33xf64>
    return %1, %2 : tensor<33xcomplex<f32>>, tensor<33xf64> }""",
    "small floats": """(%x: tensor<100xbf16>, %y: tensor<100xf16>, %z: tensor<100xf8E4M3FN>) ->
      (tensor<100xbf16>, tensor<100xf16>, tensor<100xf8E4M3FN>, tensor<bf16>) {
    %0 = stablehlo.tanh %x : tensor<100xbf16>
    %1 = stablehlo.convert %y : (tensor<100xf16>) -> tensor<100xbf16>
    %2 = stablehlo.multiply %0, %1 : tensor<100xbf16>
    %3 = stablehlo.sqrt %y : tensor<100xf16>
    %4 = stablehlo.convert %2 : (tensor<100xbf16>) -> tensor<100xf8E4M3FN>
    %5 = stablehlo.add %4, %z : tensor<100xf8E4M3FN>
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %6 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] :
      (tensor<100xbf16>, tensor<bf16>) -> tensor<bf16>
    return %2, %3, %5, %6 : tensor<100xbf16>, tensor<100xf16>, tensor<100xf8E4M3FN>, tensor<bf16> }""",
    "integers": """(%x: tensor<7x9xi8>, %y: tensor<7x9xi4>, %p: tensor<7x9xi1>) -> (tensor<7x9xi32>, tensor<7x9xi4>) {
    %0 = stablehlo.convert %x : (tensor<7x9xi8>) -> tensor<7x9xi32>
    %1 = stablehlo.convert %y : (tensor<7x9xi4>) -> tensor<7x9xi32>
    %2 = stablehlo.select %p, %0, %1 : tensor<7x9xi1>, tensor<7x9xi32>
    %3 = stablehlo.add %y, %y : tensor<7x9xi4>
    return %2, %3 : tensor<7x9xi32>, tensor<7x9xi4> }""",
    "a long loop of scalars": "(%x: tensor<f64>) -> tensor<f64> {\n" + loop(
        "100000", "%a = %x", "tensor<f64>", "%b = stablehlo.cosine %a : tensor<f64>", "%b") + "\n return %r#1 : tensor<f64> }",
    "a large sum": """(%x: tensor<513x517xf32>) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] :
      (tensor<513x517xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32> }""",
    "scatter": """(%x: tensor<50x6xf32>, %i: tensor<40x1xi32>, %u: tensor<40x6xf32>) -> tensor<50x6xf32> {
    %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} :
      (tensor<50x6xf32>, tensor<40x1xi32>, tensor<40x6xf32>) -> tensor<50x6xf32>
    return %0 : tensor<50x6xf32> }""",
    "convolution": """(%x: tensor<2x19x17x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<2x17x15x8xf32> {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} :
      (tensor<2x19x17x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x17x15x8xf32>
    return %0 : tensor<2x17x15x8xf32> }""",
    "cholesky": """(%x: tensor<3x6x6xf64>) -> tensor<3x6x6xf64> {
    %0 = stablehlo.cholesky %x, lower = true : tensor<3x6x6xf64>
    return %0 : tensor<3x6x6xf64> }""",
    "tuples": """(%x: tuple<tensor<3xf32>, tensor<2xi32>>) -> tuple<tensor<2xi32>, tensor<3xf32>> {
    %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<3xf32>, tensor<2xi32>>) -> tensor<3xf32>
    %1 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<3xf32>, tensor<2xi32>>) -> tensor<2xi32>
    %2 = stablehlo.negate %0 : tensor<3xf32>
    %3 = stablehlo.tuple %1, %2 : tuple<tensor<2xi32>, tensor<3xf32>>
    return %3 : tuple<tensor<2xi32>, tensor<3xf32>> }""",
}
ALL = {**PROGRAMS, **FURTHER}
#: Every so many operations are compiled by themselves.
SAMPLE = 5

pytestmark = [needs_compiler, pytest.mark.unguarded, pytest.mark.slow]


def nested(executable: Any, arrays: list[np.ndarray]) -> list[bytes]:
    """What a call in this process gives, tensor by tensor."""
    from hloom.ir.types import leaves

    results = executable.native.program.result_types
    found = [np.empty(t.shape, t.storage.dtype) for t in results]
    executable.native.run([a.ctypes.data for a in arrays], [a.ctypes.data for a in found])
    assert len(leaves(found)) == len(results)
    return [x.tobytes() for x in found]


def compare(module: Any, folder: Path, arrays: list[np.ndarray] | None = None, threads: int = 2) -> None:
    executable = hloom.compile(module, threads=threads)
    arrays = arguments_of(executable) if arrays is None else arrays
    expected = nested(executable, arrays)
    library = Library(module, folder, threads=threads)
    own = library.pool(threads) if threads > 1 else None
    for pool in (None, *([own] if own else [])):
        for found in between_pages(library, executable, arrays, pool):
            assert [x.tobytes() for x in found] == expected
    if own:
        library.code.p_pool_close(own)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ALL)
def test_programs_give_the_same_bits(name: str, threads: int, tmp_path: Path) -> None:
    compare(module_of(ALL[name]), tmp_path, threads=threads)


@pytest.mark.parametrize("name", test_operations.NAMES[::SAMPLE])
def test_operations_give_the_same_bits(name: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    cases = [test_operations.draw(name, rng) for _ in range(6)]
    compare(test_operations.program(cases), tmp_path, [np.array(x, order="C") for _, arrays in cases for x in arrays])


@pytest.mark.parametrize("seed", range(3))
def test_random_programs_give_the_same_bits(seed: int, tmp_path: Path) -> None:
    module = RandomProgram(seed, 16).module()
    with np.errstate(all="ignore"):
        compare(module, tmp_path, [np.array(x, order="C") for x in arguments(module, seed)])


# -- threads -------------------------------------------------------------------------------------------------------------------
def test_the_callers_threads(tmp_path: Path) -> None:
    """Any number of calls at once on threads of the caller's, which run tasks in an order of their own."""
    module = module_of(FURTHER["a large sum"])
    executable = hloom.compile(module, threads=4)
    library = Library(module, tmp_path, threads=4)
    task_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
    counts: list[int] = []

    def parallel(user: int, task: int, job: int, count: int) -> None:
        assert user == 77
        counts.append(count)
        threads = [threading.Thread(target=task_type(task), args=(job, k)) for k in reversed(range(count))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    given = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(parallel)
    pool = ctypes.c_void_p()
    assert library.code.p_pool_new_with(ctypes.byref(pool), given, ctypes.c_void_p(77), ctypes.c_int32(0)) == Status.OK
    arrays = arguments_of(executable)
    expected = nested(executable, arrays)
    found: list[bytes] = []

    def work() -> None:
        result = np.zeros((), np.float32)
        context = library.context(pool)
        for _ in range(5):
            assert library.run(context, arrays, [result]) == Status.OK
            found.append(result.tobytes())
        library.code.p_free(context)

    callers = [threading.Thread(target=work) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert found == expected * 20 and counts and set(counts) <= {2, 3, 4}
    library.code.p_pool_close(pool)


def test_a_call_is_stopped(tmp_path: Path) -> None:
    endless = "(%x: tensor<i32>) -> tensor<i32> {\n" + loop("2000000000", "%a = %x", "tensor<i32>",
                                                            "%b = stablehlo.xor %a, %next : tensor<i32>", "%b") + (
        "\n return %r#1 : tensor<i32> }")
    library = Library(endless, tmp_path)
    x, y = np.zeros((), np.int32), np.zeros((), np.int32)
    context = library.context()
    timer = threading.Timer(0.05, library.code.p_stop, [context])
    timer.start()
    assert library.run(context, [x], [y]) == Status.STOPPED
    timer.join()
    library.code.p_stop(context)  # what comes too late stops the next call
    assert library.run(context, [x], [y]) == Status.STOPPED
    library.code.p_free(context)
