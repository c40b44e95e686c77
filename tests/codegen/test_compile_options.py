"""What `compile` is told of numbers: the same bits on any number of threads, and excess precision inside of kernels."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.cli.drawing import random_value
from hloom.codegen.plan.target import CompileOptions
from hloom.pipeline import stage_text
from tests.codegen.random_programs import RandomProgram
from tests.passes.programs import arguments, program

BF16 = ml_dtypes.bfloat16
REDUCE = "stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions"
ADD = """({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %s = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %s : tensor<f32> })"""
#: Where the number of threads decides something otherwise: how sums are split, what one kernel computes, how products are cut.
PROGRAMS = {
    "a sum of everything": f"""(%x: tensor<640x999xf32>) -> tensor<f32> {{
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = {REDUCE} = [0, 1] : (tensor<640x999xf32>, tensor<f32>) -> tensor<f32>
        return %0 : tensor<f32> }}""",
    "a few sums": f"""(%x: tensor<3x96x1024xf32>) -> tensor<3xf32> {{
        %z = stablehlo.constant dense<0.5> : tensor<f32>
        %0 = {REDUCE} = [1, 2] : (tensor<3x96x1024xf32>, tensor<f32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }}""",
    "sums of columns": f"""(%x: tensor<4096x48xf32>) -> tensor<48xf32> {{
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = {REDUCE} = [0] : (tensor<4096x48xf32>, tensor<f32>) -> tensor<48xf32>
        return %0 : tensor<48xf32> }}""",
    "rows less their means": f"""(%x: tensor<40x1001xf32>) -> tensor<40x1001xf32> {{
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %n = stablehlo.constant dense<1001.0> : tensor<40xf32>
        %0 = {REDUCE} = [1] : (tensor<40x1001xf32>, tensor<f32>) -> tensor<40xf32>
        %1 = stablehlo.divide %0, %n : tensor<40xf32>
        %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<40xf32>) -> tensor<40x1001xf32>
        %3 = stablehlo.subtract %x, %2 : tensor<40x1001xf32>
        %4 = stablehlo.exponential %3 : tensor<40x1001xf32>
        return %4 : tensor<40x1001xf32> }}""",
    "a product of matrices": """(%x: tensor<130x700xf32>, %y: tensor<700x90xf32>) -> tensor<130x90xf32> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
          : (tensor<130x700xf32>, tensor<700x90xf32>) -> tensor<130x90xf32>
        return %0 : tensor<130x90xf32> }""",
    "a matrix times a vector": """(%x: tensor<513x3001xf32>, %y: tensor<3001xf32>, %w: tensor<513xf32>)
          -> (tensor<513xf32>, tensor<3001xf32>) {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
          : (tensor<513x3001xf32>, tensor<3001xf32>) -> tensor<513xf32>
        %1 = stablehlo.dot_general %w, %x, contracting_dims = [0] x [0]
          : (tensor<513xf32>, tensor<513x3001xf32>) -> tensor<3001xf32>
        return %0, %1 : tensor<513xf32>, tensor<3001xf32> }""",
    "a convolution": """(%x: tensor<2x17x19x12xf32>, %y: tensor<3x3x12x20xf32>) -> tensor<2x17x19x20xf32> {
        %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
          window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
          : (tensor<2x17x19x12xf32>, tensor<3x3x12x20xf32>) -> tensor<2x17x19x20xf32>
        return %0 : tensor<2x17x19x20xf32> }""",
    "scattered sums": """(%x: tensor<50x300xf32>, %u: tensor<4000x300xf32>) -> tensor<50x300xf32> {
        %n = stablehlo.iota dim = 0 : tensor<4000x1xi32>
        %c = stablehlo.constant dense<47> : tensor<4000x1xi32>
        %i = stablehlo.remainder %n, %c : tensor<4000x1xi32>
        %0 = "stablehlo.scatter"(%x, %i, %u) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %s = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %s : tensor<f32> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
          : (tensor<50x300xf32>, tensor<4000x1xi32>, tensor<4000x300xf32>) -> tensor<50x300xf32>
        return %0 : tensor<50x300xf32> }""",
    "cumulative sums": f"""(%x: tensor<7x5000xf32>, %y: tensor<600x30xf32>) -> (tensor<7x5000xf32>, tensor<600x30xf32>) {{
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = "stablehlo.reduce_window"(%x, %z) <{{window_dimensions = array<i64: 1, 5000>,
          padding = dense<[[0, 0], [4999, 0]]> : tensor<2x2xi64>}}> {ADD}
          : (tensor<7x5000xf32>, tensor<f32>) -> tensor<7x5000xf32>
        %1 = "stablehlo.reduce_window"(%y, %z) <{{window_dimensions = array<i64: 600, 1>,
          padding = dense<[[599, 0], [0, 0]]> : tensor<2x2xi64>}}> {ADD}
          : (tensor<600x30xf32>, tensor<f32>) -> tensor<600x30xf32>
        return %0, %1 : tensor<7x5000xf32>, tensor<600x30xf32> }}""",
    "Fourier transforms": """(%x: tensor<9x1000xf32>, %y: tensor<3x64x60xf32>)
          -> (tensor<9x501xcomplex<f32>>, tensor<3x64x31xcomplex<f32>>) {
        %0 = stablehlo.fft %x, type = RFFT, length = [1000] : (tensor<9x1000xf32>) -> tensor<9x501xcomplex<f32>>
        %1 = stablehlo.fft %y, type = RFFT, length = [64, 60] : (tensor<3x64x60xf32>) -> tensor<3x64x31xcomplex<f32>>
        return %0, %1 : tensor<9x501xcomplex<f32>>, tensor<3x64x31xcomplex<f32>> }""",
    "triangular systems": """(%x: tensor<3x90x90xf32>, %y: tensor<3x90x40xf32>) -> tensor<3x90x40xf32> {
        %n = stablehlo.iota dim = 1 : tensor<3x90x90xi32>
        %m = stablehlo.iota dim = 2 : tensor<3x90x90xi32>
        %p = stablehlo.compare EQ, %n, %m : (tensor<3x90x90xi32>, tensor<3x90x90xi32>) -> tensor<3x90x90xi1>
        %c = stablehlo.constant dense<9.0> : tensor<3x90x90xf32>
        %a = stablehlo.select %p, %c, %x : tensor<3x90x90xi1>, tensor<3x90x90xf32>
        %0 = "stablehlo.triangular_solve"(%a, %y) {left_side = true, lower = true, unit_diagonal = false,
          transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x90x90xf32>, tensor<3x90x40xf32>) -> tensor<3x90x40xf32>
        return %0 : tensor<3x90x40xf32> }""",
    "sorts": """(%x: tensor<3x70000xf32>, %y: tensor<500x60xf32>) -> (tensor<3x70000xf32>, tensor<500x60xf32>) {
        %0 = "stablehlo.sort"(%x) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64} : (tensor<3x70000xf32>) -> tensor<3x70000xf32>
        %1 = "stablehlo.sort"(%y) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1> }) {dimension = 0 : i64} : (tensor<500x60xf32>) -> tensor<500x60xf32>
        return %0, %1 : tensor<3x70000xf32>, tensor<500x60xf32> }""",
}
#: Those in which it decides what the bits are.
BITS_DIFFER = ("a sum of everything", "a few sums")
BENCHMARKS = ("f_gpt_block", "h_sum_all", "h_sum_ax0", "l_lstm", "o_mlp_train", "q_bf16_block")


def values(module: Any) -> list[Any]:
    generator = np.random.default_rng(0)
    return [random_value(type, generator) for type in module.functions["main"].function_type.inputs]


def bits(module: Any, given: list[Any], threads: int, **options: Any) -> list[bytes]:
    return [np.asarray(r).tobytes() for r in hloom.compile(module, threads=threads, **options)(*given)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_deterministic_programs_do_not_depend_on_the_number_of_threads(name: str) -> None:
    module = program(PROGRAMS[name])
    given = values(module)
    first = bits(module, given, 1, deterministic=True)
    for threads in (2, 3, 4, 11):  # more than are planned for, too
        assert bits(module, given, threads, deterministic=True) == first
    for a, b in zip(hloom.compile(module, deterministic=True)(*given), hloom.evaluate(module, *given)):
        np.testing.assert_allclose(a, b, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("name", PROGRAMS)
def test_any_number_of_threads_agrees(name: str) -> None:
    """Without `deterministic` sums may be made of other partial sums: results agree up to their rounding."""
    module = program(PROGRAMS[name])
    given = values(module)
    first = hloom.compile(module, threads=1)(*given)
    for threads in (2, 4):
        for a, b in zip(hloom.compile(module, threads=threads)(*given), first):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5 * float(np.abs(b).max()))


@pytest.mark.parametrize("name", PROGRAMS)
def test_deterministic_plans_are_one_plan(name: str) -> None:
    def plan(threads: int, deterministic: bool) -> str:
        text = stage_text(module, "main", "split", workers=threads, options=CompileOptions(deterministic))
        names: dict[str, str] = {}  # of variables, which are numbered through the process
        return re.sub(r"\b[a-z]+\d+\b", lambda m: names.setdefault(m[0], f"v{len(names)}"), text)

    module = program(PROGRAMS[name])
    assert plan(1, True) == plan(2, True) == plan(4, True)
    if name in BITS_DIFFER:  # or there would be nothing to look at
        assert plan(1, False) != plan(4, False)


def test_bits_may_differ_otherwise() -> None:
    module = program(PROGRAMS["a sum of everything"])
    given = values(module)
    assert bits(module, given, 1) != bits(module, given, 4)


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_are_deterministic(seed: int) -> None:
    module = RandomProgram(seed).module()
    with np.errstate(all="ignore"):
        given = [np.array(x, order="C") for x in arguments(module, seed)]
    first = bits(module, given, 1, deterministic=True)
    assert bits(module, given, 2, deterministic=True) == first and bits(module, given, 4, deterministic=True) == first


@pytest.mark.shared
@pytest.mark.parametrize("name", BENCHMARKS)
def test_benchmarks_are_deterministic(name: str, shared: Path) -> None:
    module = hloom.load(shared / "bench" / "stablehlo" / f"{name}.mlir")
    given = values(module)
    first = bits(module, given, 1, deterministic=True)
    assert bits(module, given, 2, deterministic=True) == first and bits(module, given, 4, deterministic=True) == first


# -- excess precision -------------------------------------------------------------------------------------------------------
def both(text: str, *given: Any) -> tuple[Any, Any]:
    """The results without and with excess precision; those without are the evaluator's."""
    module = program(text)
    strict, excess = (hloom.compile(module, excess_precision=e)(*given) for e in (False, True))
    for a, b in zip(strict, hloom.evaluate(module, *given)):
        assert a.tobytes() == b.tobytes()
    return strict, excess


def f32(count: int = 100, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(count).astype(np.float32)


@pytest.mark.parametrize("element, dtype", [("bf16", BF16), ("f16", np.float16)])
def test_a_conversion_and_back_is_left_out(element: str, dtype: Any) -> None:
    x = f32()
    (strict,), (excess,) = both(f"""(%x: tensor<100xf32>) -> tensor<100xf32> {{
        %0 = stablehlo.convert %x : (tensor<100xf32>) -> tensor<100x{element}>
        %1 = stablehlo.convert %0 : (tensor<100x{element}>) -> tensor<100xf32>
        return %1 : tensor<100xf32> }}""", x)
    assert np.array_equal(strict, x.astype(dtype).astype(np.float32)) and not np.array_equal(strict, x)
    assert np.array_equal(excess, x)


@pytest.mark.parametrize("element, dtype", [("bf16", BF16), ("f16", np.float16)])
def test_operations_in_a_row_round_once(element: str, dtype: Any) -> None:
    type = f"tensor<100x{element}>"
    x, y = f32().astype(dtype), f32(seed=1).astype(dtype)
    (strict,), (excess,) = both(f"""(%x: {type}, %y: {type}) -> {type} {{
        %c = stablehlo.constant dense<1.3> : {type}
        %0 = stablehlo.multiply %x, %y : {type}
        %1 = stablehlo.add %0, %x : {type}
        %2 = stablehlo.subtract %1, %c : {type}
        %3 = stablehlo.maximum %2, %y : {type}
        return %3 : {type} }}""", x, y)
    a, b, c = x.astype(np.float32), y.astype(np.float32), np.float32(dtype(1.3))
    assert np.array_equal(excess, np.maximum(a * b + a - c, b).astype(dtype))
    assert np.array_equal(strict, np.maximum((x * y + x) - dtype(1.3), y)) and not np.array_equal(strict, excess)


def test_rows_keep_what_their_stages_hand_on() -> None:
    """Between the stages of one kernel, too, nothing is rounded: a softmax is within a rounding of the exact one."""
    x = (f32(64 * 300) * 3).reshape(64, 300).astype(BF16)
    type = "tensor<64x300xbf16>"
    module = program(f"""(%x: {type}) -> {type} {{
        %z = stablehlo.constant dense<0.0> : tensor<bf16>
        %0 = stablehlo.exponential %x : {type}
        %1 = {REDUCE.replace("%x", "%0")} = [1] : ({type}, tensor<bf16>) -> tensor<64xbf16>
        %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xbf16>) -> {type}
        %3 = stablehlo.divide %0, %2 : {type}
        return %3 : {type} }}""")
    exact = np.exp(x.astype(np.float64))
    exact /= exact.sum(1, keepdims=True)
    (strict,), (excess,) = (hloom.compile(module, excess_precision=e)(x) for e in (False, True))
    apart = [np.abs(r.astype(np.float64) / exact - 1).max() for r in (strict, excess)]
    assert apart[1] < 2**-8 * 1.01 < apart[0]


def test_sums_of_products_are_handed_on_as_they_are() -> None:
    x, y = (f32(64 * 64, seed).reshape(64, 64).astype(BF16) for seed in (0, 1))
    module = program("""(%x: tensor<64x64xbf16>, %y: tensor<64x64xbf16>) -> tensor<64x64xf32> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
          : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
        %1 = stablehlo.convert %0 : (tensor<64x64xbf16>) -> tensor<64x64xf32>
        return %1 : tensor<64x64xf32> }""")
    exact = x.astype(np.float64) @ y.astype(np.float64)
    (strict,), (excess,) = (hloom.compile(module, excess_precision=e)(x, y) for e in (False, True))
    assert np.array_equal(strict, strict.astype(BF16).astype(np.float32))
    assert np.abs(excess - exact).max() < 1e-4 < np.abs(strict - exact).max()


def test_what_rounds_in_another_way_still_does() -> None:
    """reduce_precision, bits, movements and special values: the same with excess precision."""
    x = np.array([1.00390625, 3.3e38, np.inf, -np.inf, np.nan, -0.0, 1e-40, 65520.0], np.float32)
    strict, excess = both("""(%x: tensor<8xf32>)
          -> (tensor<8xf32>, tensor<8xui16>, tensor<8xbf16>, tensor<8xi1>, tensor<8xbf16>) {
        %0 = stablehlo.reduce_precision %x, format = e5m3 : tensor<8xf32>
        %1 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
        %2 = stablehlo.bitcast_convert %1 : (tensor<8xbf16>) -> tensor<8xui16>
        %3 = stablehlo.reverse %1, dims = [0] : tensor<8xbf16>
        %4 = stablehlo.is_finite %1 : (tensor<8xbf16>) -> tensor<8xi1>
        %5 = stablehlo.reduce_precision %1, format = e8m2 : tensor<8xbf16>
        return %0, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xui16>, tensor<8xbf16>, tensor<8xi1>, tensor<8xbf16> }""", x)
    for a, b in zip(strict, excess):
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("seed", range(20, 32))
def test_random_programs_without_narrow_numbers_are_the_same(seed: int) -> None:
    drawn = RandomProgram(seed)
    module = drawn.module()
    with np.errstate(all="ignore"):
        given = [np.array(x, order="C") for x in arguments(module, seed)]
    strict, excess = (hloom.compile(module, excess_precision=e)(*given) for e in (False, True))
    narrow = any(element.name in ("bf16", "f16") for element in drawn.elements)
    for a, b in zip(strict, excess):
        assert a.shape == b.shape and a.dtype == b.dtype
        assert narrow or a.tobytes() == b.tobytes()


def test_options_are_part_of_what_an_executable_is() -> None:
    """Of its entry in the cache, of its pickle, and of what it says of itself."""
    x = f32()
    module = program("""(%x: tensor<100xf32>) -> tensor<100xf32> {
        %0 = stablehlo.convert %x : (tensor<100xf32>) -> tensor<100xbf16>
        %1 = stablehlo.convert %0 : (tensor<100xbf16>) -> tensor<100xf32>
        return %1 : tensor<100xf32> }""")
    for _ in range(2):  # the second time from the cache
        exe = hloom.compile(module, excess_precision=True, deterministic=True, threads=1)
        plain = hloom.compile(module, threads=1)
        assert np.array_equal(exe(x)[0], x) and not np.array_equal(plain(x)[0], x)
        assert "deterministic yes" in repr(exe) and "excess precision yes" in repr(exe)
        assert "deterministic" not in repr(plain) and "excess" not in repr(plain)
    again = pickle.loads(pickle.dumps(exe))
    assert np.array_equal(again(x)[0], x) and again.stats["deterministic"] is True


@pytest.mark.parametrize("name", ["deterministic", "excess_precision"])
def test_options_that_are_none(name: str) -> None:
    with pytest.raises(hloom.InputError, match=f"{name} is True or False, got 'yes'"):
        hloom.compile(program("(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"), **{name: "yes"})  # type: ignore[arg-type]
