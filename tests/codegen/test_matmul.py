"""Matrix products against NumPy in double precision: shapes, layouts, element types, processors, hooks."""

from __future__ import annotations

import itertools
from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.cpu.contraction import matmul
from hloom.codegen.cpu.contraction.arithmetic import Arithmetic
from hloom.codegen.cpu.contraction.blocking import choose_blocking, choose_tile, split_k
from hloom.codegen.cpu.contraction.matmul import Request, plan_matmul
from hloom.codegen.cpu.contraction.micro_kernel import ContractionLoop, collapse
from hloom.codegen.cpu.contraction.spec import Axis, Examples, MatmulSpec, merge
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.codegen.x86.dot_products import Dot
from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F32, of_dtype
from hloom.runtime.dispatch.program import Scaled
from hloom.runtime.llvm_modules import emit_assembly
from tests import harness
from tests.codegen.contraction_harness import WORKERS, Compiled, assert_untouched, in_margins, target_named
from tests.harness import needs_pages, targets, use_machine
from tests.passes.programs import program

TARGETS = ("host", "avx2", "sse")


def product(spec: MatmulSpec, target: Target, **hooks) -> tuple[Compiled, LLVMModule]:
    module = LLVMModule()
    made = plan_matmul(Request(spec, target, WORKERS, **hooks)).emit(module, "product")
    return Compiled(module, made, target), module


def random(generator: np.random.Generator, shape: tuple[int, ...], dtype: object) -> np.ndarray:
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return generator.random(shape) < 0.3
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return generator.integers(info.min, info.max, shape, dtype, endpoint=True)
    if dtype.kind == "c":
        return (generator.standard_normal(shape) + 1j * generator.standard_normal(shape)).astype(dtype)
    return generator.standard_normal(shape).astype(dtype)


def check(lhs: np.ndarray, rhs: np.ndarray, target: Target, out_dtype: object = None, *, lhs_batch=(), rhs_batch=(),
          lhs_contracting=(1,), rhs_contracting=(0,), **hooks) -> Compiled:
    """Runs dot_general on arrays of any strides and compares it with NumPy's einsum on doubles (or integers)."""
    out_dtype = np.dtype(out_dtype or lhs.dtype)
    spec = MatmulSpec.dot_general(
        lhs.shape, rhs.shape, lhs_type=of_dtype(lhs.dtype), rhs_type=of_dtype(rhs.dtype), out_type=of_dtype(out_dtype),
        lhs_batch=lhs_batch, rhs_batch=rhs_batch, lhs_contracting=lhs_contracting, rhs_contracting=rhs_contracting,
        lhs_strides=[s // lhs.itemsize for s in lhs.strides], rhs_strides=[s // rhs.itemsize for s in rhs.strides])
    letters = iter("abcdefghijklmnop")
    left, right = [""] * lhs.ndim, [""] * rhs.ndim
    for a, b in (*zip(lhs_batch, rhs_batch, strict=True), *zip(lhs_contracting, rhs_contracting, strict=True)):
        left[a] = right[b] = next(letters)
    batch = "".join(left[a] for a in lhs_batch)
    left, right = ([x or next(letters) for x in side] for side in (left, right))
    free = "".join(x for x in left if x not in right) + "".join(x for x in right if x not in left)
    exact = {"f": np.float64, "V": np.float64, "c": np.complex128}.get(out_dtype.kind, np.int64)
    # The sum of the products' sizes bounds the rounding error of any order of summation.
    formula = f"{''.join(left)},{''.join(right)}->{batch}{free}"
    expected = np.einsum(formula, lhs.astype(exact), rhs.astype(exact))
    out, memory = in_margins(expected.shape, out_dtype)
    compiled, _ = product(spec, target, **hooks)
    compiled(lhs, rhs, out)
    assert_untouched(memory, out.size)
    if out_dtype == np.bool_:
        np.testing.assert_array_equal(out, expected > 0)
    elif out_dtype.kind in "iu":
        np.testing.assert_array_equal(out, expected.astype(out_dtype))
    else:
        scale = np.einsum(formula, np.abs(lhs).astype(np.float64), np.abs(rhs).astype(np.float64))
        terms = max(1, int(np.prod([lhs.shape[d] for d in lhs_contracting])))
        real = of_dtype(out_dtype).part.dtype
        unit, sums = float(ml_dtypes.finfo(real).eps), np.finfo(np.float64 if real.itemsize == 8 else np.float32)
        bound = 2 * float(sums.eps) * terms**0.5 * scale + unit * np.abs(expected) + 1e-30
        assert (np.abs(out.astype(exact) - expected) <= bound).all()
    return compiled


@pytest.mark.parametrize(("m", "k", "n"), [
    (1, 1, 1), (3, 5, 7), (64, 64, 64), (37, 1000, 113), (130, 0, 7), (100, 300, 77), (13, 700, 33), (256, 31, 48),
    (1, 70, 50), (1, 70, 3), (50, 70, 1), (4, 100, 9), (2, 600, 130), (70, 1500, 40)])
def test_every_orientation(m: int, k: int, n: int) -> None:
    generator = np.random.default_rng(m * k + n)
    lhs, rhs = random(generator, (m, k), np.float32), random(generator, (k, n), np.float32)
    orientations = itertools.product((lhs, np.asfortranarray(lhs)), (rhs, np.asfortranarray(rhs)))
    for number, (left, right) in enumerate(orientations):
        check(left, right, target_named(TARGETS[(m + n + number) % 3]))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32])
def test_a_few_columns(dtype: type, target: str) -> None:
    """By dots of rows with the columns, gathered unless these are contiguous; more columns by tiles. With batches, too."""
    generator = np.random.default_rng(0)
    for columns in (1, 2, 3, 4, 5, 7, 8, 9):
        for rows, depth in ((64, 33), (67, 300), (130, 1)):
            lhs, rhs = (random(generator, shape, dtype) for shape in ((rows, depth), (depth, columns)))
            check(lhs, rhs, target_named(target))
            check(lhs, np.asfortranarray(rhs), target_named(target))
            check(np.asfortranarray(lhs), rhs, target_named(target))
        lhs, rhs = (random(generator, shape, dtype) for shape in ((3, 2, 70, 40), (3, 2, 40, columns)))
        check(lhs, rhs, target_named(target), lhs_batch=(0, 1), rhs_batch=(0, 1), lhs_contracting=(3,), rhs_contracting=(2,))


def test_columns_are_gathered_once() -> None:
    """By a kernel of their own, where they are worth it."""
    target = target_named("host")
    for rows, columns, parts in ((1000, 3, 2), (10, 3, 1), (1000, 1, 1)):
        spec = MatmulSpec.dot_general((rows, 100), (100, columns), lhs_type=F32, rhs_type=F32, out_type=F32, lhs_contracting=(1,),
                                      rhs_contracting=(0,))
        assert plan_matmul(Request(spec, target, WORKERS)).parts == parts


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32])
def test_a_few_rows_and_a_transposed_operand(dtype: type, target: str) -> None:
    """By dots in tiles, the last of which are moved back, where what is summed over is long."""
    generator = np.random.default_rng(0)
    for rows in (1, 4, 5, 6, 7, 9, 13, 31, 32, 33):
        for depth, columns in ((200, 33), (301, 66), (191, 3)):
            lhs, rhs = random(generator, (rows, depth), dtype), random(generator, (columns, depth), dtype)
            check(lhs, rhs, target_named(target), rhs_contracting=(1,))
    lhs, rhs = random(generator, (3, 10, 210), dtype), random(generator, (3, 37, 210), dtype)
    check(lhs, rhs, target_named(target), lhs_batch=(0,), rhs_batch=(0,), lhs_contracting=(2,), rhs_contracting=(2,))


@pytest.mark.parametrize("rows", [17, 30, 60, 90, 120])
def test_a_right_operand_is_read_where_it_is_by_a_few_tiles(rows: int) -> None:
    """Also at the end of memory, with rows that are no whole registers; rows that lie pages apart are packed."""
    generator = np.random.default_rng(0)
    for depth, columns in ((300, 1001), (700, 333), (260, 1024)):
        check(random(generator, (rows, depth), np.float32), random(generator, (depth, columns), np.float32), target_named("host"))


@pytest.mark.parametrize("shape", [(0, 3, 4), (3, 4, 0)])
def test_an_empty_result_needs_no_kernel(shape: tuple[int, int, int]) -> None:
    m, k, n = shape
    spec = MatmulSpec.dot_general((m, k), (k, n), lhs_type=F32, rhs_type=F32, out_type=F32, lhs_contracting=[1],
                                  rhs_contracting=[0])
    assert plan_matmul(Request(spec, Target.host(), 2)).emit(LLVMModule(), "product").kernels == ()


@pytest.mark.parametrize("seed", range(24))
def test_random_dimension_numbers_and_layouts(seed: int) -> None:
    generator = np.random.default_rng(seed)
    sizes = [[int(s) for s in generator.choice([1, 2, 3, 5, 8, 17, 34], generator.integers(0, 3))] for _ in range(4)]
    batch, m, n, k = sizes

    def operand(free: list[int]) -> tuple[np.ndarray, list[int], list[int]]:
        """An array with dimensions in random order and memory layout; where batch and contracting ones are."""
        shape = [*batch, *free, *k]
        order = generator.permutation(len(shape))
        layout = generator.permutation(len(shape))
        array = random(generator, tuple(shape[order[i]] for i in layout), np.float32)
        array = array.transpose(np.argsort(layout))
        where = np.argsort(order).tolist()
        return array, where[:len(batch)], where[len(batch) + len(free):]

    lhs, lhs_batch, lhs_k = operand(m)
    rhs, rhs_batch, rhs_k = operand(n)
    check(lhs, rhs, target_named(TARGETS[seed % 3]), lhs_batch=lhs_batch, rhs_batch=rhs_batch, lhs_contracting=lhs_k,
          rhs_contracting=rhs_k)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["f64", "bf16", "f16", "i8", "ui8", "i16", "i32", "ui32", "i64", "i1"])
def test_every_type(name: str, target: str) -> None:
    dtype = ELEMENT_TYPES[name].dtype
    generator = np.random.default_rng(len(name))
    lhs, rhs = random(generator, (19, 45), dtype), random(generator, (45, 37), dtype)
    check(lhs, rhs, target_named(target))
    column = TARGETS.index(target)
    check(*((lhs, np.asfortranarray(rhs)), (lhs[:1], rhs), (lhs, rhs[:, :1]))[column], target_named(target))


@pytest.mark.parametrize(("lhs", "rhs", "out"), [
    ("bf16", "bf16", "f32"), ("f16", "f16", "f32"), ("i8", "i8", "i32"), ("ui8", "i8", "i32"), ("f32", "bf16", "f32"),
    ("f32", "f32", "f64"), ("i8", "f32", "f32"), ("f32", "f32", "bf16")])
def test_mixed_types(lhs: str, rhs: str, out: str) -> None:
    generator = np.random.default_rng(7)
    left, right = (random(generator, s, ELEMENT_TYPES[t].dtype) for s, t in (((21, 40), lhs), ((40, 35), rhs)))
    check(left, right, target_named(TARGETS[len(lhs + out) % 3]), ELEMENT_TYPES[out].dtype)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_numbers(dtype: type, target: str) -> None:
    generator = np.random.default_rng(1)
    for m, k, n in ((19, 45, 37), (1, 5, 1), (3, 0, 4)):
        lhs, rhs = random(generator, (m, k), dtype), random(generator, (k, n), dtype)
        for left, right in ((lhs, rhs), (np.asfortranarray(lhs), np.asfortranarray(rhs))):
            check(left, right, target_named(target))
    lhs, rhs = random(generator, (2, 4, 3, 6), dtype), random(generator, (6, 2, 3, 5), dtype)
    check(lhs, rhs, target_named(target), lhs_batch=[0], rhs_batch=[1], lhs_contracting=[3, 2], rhs_contracting=[0, 2])


@pytest.mark.parametrize("name", ["bf16", "f16"])
@pytest.mark.parametrize("target", TARGETS)
def test_narrow_results_are_rounded_to_nearest_even(name: str, target: str) -> None:
    dtype = ELEMENT_TYPES[name].dtype
    generator = np.random.default_rng(3)
    bits = generator.integers(0, 1 << 32, 4096, np.uint32)
    values = bits.view(np.float32)
    info = ml_dtypes.finfo(dtype)
    ties = (np.arange(1, 4096, 2) * np.float32(info.smallest_subnormal) / 2).astype(np.float32)
    special = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 65519.99, 65520, 65536, 3.4e38, 1e-45], np.float32)
    values = np.concatenate([values, ties, -ties, special])
    values = np.concatenate([values, np.zeros(-len(values) % 2, np.float32)]).reshape(-1, 2)
    spec = MatmulSpec.dot_general(values.shape, (2, 2), lhs_type=F32, rhs_type=F32, out_type=of_dtype(dtype),
                                  lhs_contracting=[1], rhs_contracting=[0])
    compiled, _ = product(spec, target_named(target), epilogue=None)
    # Products with the unit matrix; an infinity times zero would be a NaN, so odd columns hold zeros.
    one = np.zeros_like(values)
    one[:, 0] = values[:, 0]
    out = np.empty(values.shape, dtype)
    compiled(one, np.eye(2, dtype=np.float32), out)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = one.astype(dtype)
    np.testing.assert_array_equal(np.where(np.isnan(one[:, 0]), 0, out[:, 0].astype(np.float32)),
                                  np.where(np.isnan(one[:, 0]), 0, expected[:, 0].astype(np.float32)))
    assert np.isnan(out[np.isnan(one[:, 0]), 0].astype(np.float32)).all()


def argument(f: Function, index: int):
    return f.value("ptr", f"load ptr, {f.address(f.parameters[0], index, 'ptr')}")


@pytest.mark.parametrize(("b", "m", "k", "n"), [
    (2, 30, 40, 50), (1, 70, 1500, 40), (3, 1, 40, 64), (2, 9, 20, 1), (1, 128, 600, 64), (1, 1, 30, 1), (2, 1, 40, 70),
    (1, 3, 64, 5), (1, 70, 40, 3), (2, 66, 33, 6), (1, 9, 300, 31), (2, 23, 201, 6)])
@pytest.mark.parametrize("is_transposed", [False, True])
def test_epilogue(b: int, m: int, k: int, n: int, is_transposed: bool) -> None:
    """out = max(sum + bias[n] + residual, 0), the result in the residual's own memory: each element once."""
    generator = np.random.default_rng(n)
    lhs, rhs, bias, residual = (random(generator, s, np.float32) for s in ((b, m, k), (b, k, n), (n,), (b, m, n)))
    if is_transposed:
        rhs = rhs.transpose(0, 2, 1).copy()

    def epilogue(f, sums, batch, rows, columns, width):
        (ib,), (im,), (i,) = batch, rows, columns
        type = vector("float", width)
        f_bias = f.load(type, f.address(argument(f, 3), i, "float")) if width == 1 or n > 1 else None
        place = f.add(f.mul(f.add(f.mul(ib, m), im), n), i)
        old = f.load(type, f.address(argument(f, 2), place, "float"))
        total = f.add(f.add(sums, f_bias), old)
        return f.intrinsic("maxnum", total, constant(type, 0.0))

    spec = MatmulSpec.dot_general(lhs.shape, rhs.shape, lhs_type=F32, rhs_type=F32, out_type=F32, lhs_batch=[0],
                                  rhs_batch=[0], lhs_contracting=[2], rhs_contracting=[1 + is_transposed])
    compiled, _ = product(spec, target_named(TARGETS[(m + k) % 3]), epilogue=epilogue, first_scratch=4)
    straight = rhs.transpose(0, 2, 1) if is_transposed else rhs
    expected = np.maximum(lhs.astype(np.float64) @ straight + bias + residual, 0)
    out = residual.copy()
    compiled(lhs, rhs, out, bias)
    np.testing.assert_allclose(out, expected, atol=1e-5 * k)


@pytest.mark.parametrize(("m", "k", "n"), [(30, 40, 50), (5, 700, 70), (1, 33, 20), (20, 33, 1)])
def test_operands_may_be_computed(m: int, k: int, n: int) -> None:
    """rhs = argument 1 * argument 3, multiplied while it is packed."""
    generator = np.random.default_rng(n)
    lhs, rhs, scale = (random(generator, s, np.float32) for s in ((m, k), (k, n), (k, n)))

    def rhs_load(f, batch, ks, columns, width):
        at = f.add(f.mul(ks[0], n), columns[0])
        x, y = (f.load(vector("float", width), f.address(argument(f, a), at, "float")) for a in (1, 3))
        return f.mul(x, y)

    spec = MatmulSpec.dot_general(lhs.shape, rhs.shape, lhs_type=F32, rhs_type=F32, out_type=F32, lhs_contracting=[1],
                                  rhs_contracting=[0])
    out = np.empty((m, n), np.float32)
    for target in TARGETS:
        compiled, _ = product(spec, target_named(target), first_scratch=4, rhs_load=rhs_load)
        compiled(lhs, rhs, out, scale)
        np.testing.assert_allclose(out, lhs.astype(np.float64) @ (rhs.astype(np.float64) * scale), atol=1e-5 * k)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("free", "depth"), [((64,), 64), ((70,), 33), ((2,), 5), ((7,), 300), ((5, 8), 40), ((3, 30), 17)])
def test_what_follows_a_product_with_a_vector_is_done_for_rows_side_by_side(
        free: tuple[int, ...], depth: int, target: str) -> None:
    rows = "x".join(map(str, free))
    module = program(f"""(%a: tensor<{rows}x{depth}xf32>, %v: tensor<{depth}xf32>, %b: tensor<{rows}xf32>)
        -> tensor<{rows}xf32> {{
      %0 = stablehlo.dot_general %a, %v, contracting_dims = [{len(free)}] x [0]
        : (tensor<{rows}x{depth}xf32>, tensor<{depth}xf32>) -> tensor<{rows}xf32>
      %1 = stablehlo.add %0, %b : tensor<{rows}xf32>
      %2 = stablehlo.tanh %1 : tensor<{rows}xf32>
      return %2 : tensor<{rows}xf32> }}""")
    generator = np.random.default_rng(depth)
    a, v, b = (random(generator, shape, np.float32) for shape in ((*free, depth), (depth,), free))
    made = harness.check(module, [a, v, b], [np.tanh(a.astype(np.float64) @ v + b)], Tolerance(relative=1e-7, absolute=2e-6),
                         target=target if target in targets() else None)
    assert len(made.program.kernels) == 1


def test_indices_in_hooks_are_those_of_the_specification() -> None:
    """Axes that merge (or change places) inside still show their own indices outside."""
    generator = np.random.default_rng(0)
    lhs, rhs = random(generator, (4, 3, 5, 2), np.float32), random(generator, (2, 5, 6, 16), np.float32)
    table = random(generator, (4, 3, 6, 16), np.float32)

    def epilogue(f, sums, batch, rows, columns, width):
        at = f.mul(rows[0], 3 * 6 * 16)
        for index, stride in ((rows[1], 6 * 16), (columns[0], 16), (columns[1], 1)):
            at = f.add(at, f.mul(index, stride))
        return f.add(sums, f.load(vector("float", width), f.address(argument(f, 3), at, "float")))

    spec = MatmulSpec.dot_general(lhs.shape, rhs.shape, lhs_type=F32, rhs_type=F32, out_type=F32,
                                  lhs_contracting=[2, 3], rhs_contracting=[1, 0])
    out = np.empty(table.shape, np.float32)
    compiled, _ = product(spec, Target.host(), epilogue=epilogue, first_scratch=4)
    compiled(lhs, rhs, out, table)
    np.testing.assert_allclose(out, np.einsum("abcd,dcef->abef", lhs, rhs, dtype=np.float64) + table, atol=1e-5)


def test_merging_axes() -> None:
    rows = (Axis(4, 60, 0, 300), Axis(3, 20, 0, 100), Axis(1, 7, 0, 9), Axis(20, 1, 0, 5))
    assert merge(rows) == (Axis(240, 1, 0, 5, (0, 1, 3)),)
    # Vectors of 8 lanes would cross from one row of 20 into the next.
    assert [a.size for a in merge(rows, lanes=8)] == [12, 20]
    assert [a.size for a in merge(rows, lanes=4)] == [240]


def test_collapsing_loops_over_k() -> None:
    taps = (ContractionLoop(None, 640, 192), ContractionLoop(3, 64, 64), ContractionLoop(64, 1, 1))
    assert collapse(taps) == ((ContractionLoop(None, 640, 192), ContractionLoop(192, 1, 1)), 1)
    assert collapse((ContractionLoop(None, 64, 64), ContractionLoop(64, 1, 1))) == ((ContractionLoop(None, 1, 1),), 64)


def test_blocks_of_k_are_even() -> None:
    assert split_k((Axis(1024),), 512) == (0, 512)
    assert split_k((Axis(1100),), 512) == (0, 368)
    assert split_k((Axis(3), Axis(3), Axis(64)), 512) == (0, 3)
    assert split_k((Axis(3), Axis(3), Axis(512)), 512) == (1, 1)


@pytest.fixture
def combined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Right operands of any size that are contiguous along n are read row by row, in tasks of few columns."""
    use_machine(monkeypatch, matmul={"combined_rows": ((0, 40),), "combined_in_few_registers": ((0, 40),),
                                     "least_combined_bytes": 0, "grouped_rows": 40})
    use_machine(monkeypatch, vectors={"sums_combined": 64, "columns_combined": 48, "smallest_task": 1, "near_bytes": 0})


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("lhs_dtype", "rhs_dtype"), [
    (np.float32, np.float32), (np.float64, np.float64), (ml_dtypes.bfloat16, ml_dtypes.bfloat16), (np.float16, np.float16),
    (np.float32, ml_dtypes.bfloat16)])
@pytest.mark.usefixtures("combined")
def test_rows_of_the_matrix_by_a_few_vectors(lhs_dtype: type, rhs_dtype: type, target: str) -> None:
    """Any number of rows at a time, columns that are no multiple of a register or a line, batches, vectors of any stride."""
    if target == "sse" and np.float16 in (lhs_dtype, rhs_dtype):
        pytest.skip("processors this old convert f16 in a library that may not be there")
    generator = np.random.default_rng(1)
    for rows in (1, 2, 3, 4, 7, 8, 13, 16, 17, 32):
        for depth, columns in ((1, 64), (8, 16), (19, 65), (16, 130), (7, 97), (0, 40)):
            lhs, rhs = random(generator, (rows, depth), lhs_dtype), random(generator, (depth, columns), rhs_dtype)
            check(lhs, rhs, target_named(target), np.float32 if lhs_dtype is not rhs_dtype else None)
            check(np.asfortranarray(lhs), rhs, target_named(target), np.float32)
    lhs, rhs = random(generator, (3, 5, 11), lhs_dtype), random(generator, (3, 11, 70), rhs_dtype)
    check(lhs, rhs, target_named(target), np.float32, lhs_batch=(0,), rhs_batch=(0,), lhs_contracting=(2,), rhs_contracting=(1,))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16])
def test_dots_of_narrow_floats_that_come_from_memory(dtype: type, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if target == "sse" and dtype is np.float16:
        pytest.skip("processors this old convert f16 in a library that may not be there")
    use_machine(monkeypatch, caches={"uncached_bytes": 0}, matmul={"dot_depth": 1, "widened_depth": 1})
    generator = np.random.default_rng(2)
    for rows in (4, 5, 8, 11, 16, 17):
        for depth, columns in ((40, 33), (129, 8), (7, 70)):
            lhs, rhs = random(generator, (rows, depth), dtype), random(generator, (depth, columns), dtype)
            for out in (dtype, np.float32):
                compiled = check(lhs, np.asfortranarray(rhs), target_named(target), out)
                is_by_dots = [kernel.name for kernel in compiled.kernels] == ["product"] and not compiled.scratch
                assert is_by_dots or rows > 16 or target_named(target).has_bf16_tiles


@pytest.mark.parametrize(("type", "rows", "depth", "expected"), [
    ("f32", 64, 192, True), ("f32", 65, 192, False), ("f32", 12, 64, True), ("f32", 16, 64, False), ("f32", 6, 32, True),
    ("f32", 5, 31, False), ("f32", 4, 3, True), ("f64", 12, 32, True), ("f64", 32, 64, True), ("f64", 7, 16, False),
    ("i32", 12, 64, True), ("bf16", 4, 64, True), ("bf16", 4, 62, False), ("bf16", 2, 3, True), ("i16", 3, 40, False),
    ("i16", 3, 100, True), ("i8", 2, 1000, False), ("i8", 3, 1001, True)])
def test_products_with_columns_that_lie_apart_are_dots_as_far_as_they_are_long(type: str, rows: int, depth: int,
                                                                             expected: bool) -> None:
    """Up to more rows the longer they are; not where the processor multiplies groups that a sum has whole, if there are more than
    two in one or sums are short."""
    target = replace(with_bf16_dot(), has_integer_dot=True)
    element = ELEMENT_TYPES[type]
    out = F32 if element is BF16 else ELEMENT_TYPES["i32"] if element.is_integer else element
    spec = MatmulSpec.dot_general((rows, depth), (300, depth), lhs_type=element, rhs_type=element, out_type=out,
                                  lhs_contracting=[1], rhs_contracting=[1])
    request = Request(spec, target, 2)
    found = matmul._vector_product(request, matmul._dot_rows(request))
    assert found is not None and found.is_dot == expected


@pytest.mark.parametrize("name", TARGETS)
def test_tiles_of_dots_fit_the_register_file(name: str) -> None:
    """But those without multiply-add, which are faster with sums in memory."""
    target = target_named(name)
    for rows, columns in itertools.product((1, 2, 3, 4, 5, 8, 64), (1, 3, 300)):
        spec = MatmulSpec.dot_general((rows, 500), (columns, 500), lhs_type=F32, rhs_type=F32, out_type=F32, lhs_contracting=[1],
                                      rhs_contracting=[1])
        made = matmul._vector_product(Request(spec, target, 2))
        assert made is not None
        vectors, together = made.tile
        assert vectors <= rows and together <= columns
        assert vectors * together + vectors + 1 <= max(target.registers, 32 * (not target.has_fma))


@needs_pages
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("rows", [1, 5, 16, 35])
@pytest.mark.usefixtures("combined")
def test_rows_of_the_matrix_stay_inside(rows: int, target: str) -> None:
    """With a bias and a function behind it, between pages that must not be touched, the sums in poisoned memory."""
    generator = np.random.default_rng(rows)
    for depth, columns in ((9, 65), (16, 128), (33, 77)):
        a, b, c = (random(generator, shape, np.float32) for shape in ((rows, depth), (depth, columns), (columns,)))
        text = f"""(%a: tensor<{rows}x{depth}xf32>, %b: tensor<{depth}x{columns}xf32>, %c: tensor<{columns}xf32>)
      -> tensor<{rows}x{columns}xf32> {{
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] :
      (tensor<{rows}x{depth}xf32>, tensor<{depth}x{columns}xf32>) -> tensor<{rows}x{columns}xf32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<{columns}xf32>) -> tensor<{rows}x{columns}xf32>
    %2 = stablehlo.add %0, %1 : tensor<{rows}x{columns}xf32>
    %3 = stablehlo.tanh %2 : tensor<{rows}x{columns}xf32>
    return %3 : tensor<{rows}x{columns}xf32>
  }}"""
        harness.check(text, [a, b, c], [np.tanh(a.astype(np.float64) @ b + c)], Tolerance(relative=1e-7, absolute=1e-5),
                      target=target if target in targets() else None, workers=2)


@pytest.mark.parametrize(("rows", "columns", "is_combined"), [
    (1, 64, True), (2, 64, False), (4, 512, True), (5, 512, False), (4, 1024, True), (5, 1024, True), (8, 2048, True),
    (16, 4096, True), (128, 1024, True), (129, 1024, False)])
def test_which_products_read_the_matrix_row_by_row(rows: int, columns: int, is_combined: bool) -> None:
    spec = MatmulSpec.dot_general((rows, 1024), (1024, columns), lhs_type=F32, rhs_type=F32, out_type=F32,
                                  lhs_contracting=[1], rhs_contracting=[0])
    module = LLVMModule()
    plan_matmul(Request(spec, Target.host(), 2)).emit(module, "product")
    assert any(name.startswith("combined_") for name in module.text("").split("@")) == is_combined


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("rows, depth, columns", [(33, 768, 2304), (16, 4096, 1024), (16, 1024, 4096), (20, 500, 3000)])
@pytest.mark.parametrize("workers", [2, 3, 4])
def test_workers_are_done_at_about_the_same_time(rows: int, depth: int, columns: int, workers: int, name: str) -> None:
    """Products of few rows, whose tasks are some columns each: what the worker computes that has most of them."""
    target = target_named(name)
    m, n, k = Axis(rows, lhs=depth, out=columns), Axis(columns, rhs=1, out=1), Axis(depth, lhs=1, rhs=columns)
    blocking = choose_blocking((), (m,), (n,), (k,), Arithmetic.of("float", target), target, workers)
    most = -(-blocking.tasks // workers) * blocking.mc * blocking.nc
    assert most < 1.2 * rows * columns / workers + rows * blocking.tile.nr


@pytest.mark.parametrize("size, columns", [(112, 64), (56, 96), (100, 32)])
@pytest.mark.parametrize("workers", [2, 3])
def test_workers_with_windows_are_done_at_about_the_same_time(size: int, columns: int, workers: int) -> None:
    """Rows of a convolution's output, of which each task has some: the first layer of a network for images, and its like."""
    target = target_named("host")
    rows, across = Axis(size, lhs=1374, out=size * columns), Axis(size, lhs=6, out=columns)
    n, k = Axis(columns, rhs=1, out=1), Axis(147, lhs=1, rhs=columns)
    made = choose_blocking((), (rows, across), (n,), (k,), Arithmetic.of("float", target), target, workers, 5461,
                           has_windows=True)
    most = -(-made.tasks // workers) * made.mc * made.nc
    assert most < 1.08 * size * size * columns / workers


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("columns, depth", [(384, 128), (128, 128), (512, 128), (128, 512)])
@pytest.mark.parametrize("least, most", [(5, 12), (13, 64), (65, 256)])
@pytest.mark.parametrize("workers, apart", [(2, 1.06), (3, 1.12), (4, 1.12)])
def test_workers_are_done_at_about_the_same_time_at_every_size(workers: int, apart: float, least: int, most: int, columns: int,
                                                               depth: int, name: str) -> None:
    """One blocking for so many examples, of 32 rows each: what the worker computes whose share of the tasks, which is as many in
    order, is largest."""
    target = target_named(name)
    m = Axis(32 * most, lhs=depth, out=columns, members=(0,))
    n, k = Axis(columns, rhs=1, out=1, members=(0,)), Axis(depth, lhs=1, rhs=columns, members=(0,))
    made = choose_blocking((), (m,), (n,), (k,), Arithmetic.of("float", target), target, workers,
                           examples=Examples(0, least, most))
    widths = [min(made.nc, columns - begin) for begin in range(0, columns, made.nc)]
    share = Scaled(0, *made.share)  # type: ignore[misc]
    for examples in range(least, most + 1):
        rows = 32 * examples
        tiles, blocks = -(-rows // made.tile.steps), share.of(examples) // len(widths)
        edges = [min(block * tiles // blocks * made.tile.steps, rows) for block in range(blocks + 1)]
        heights = [end - begin for begin, end in itertools.pairwise(edges)]
        assert 0 < min(heights) <= max(heights) <= made.m_tile_step and blocks * len(widths) == share.of(examples)
        areas = [height * width for width in widths for height in heights]
        each = [len(areas) // workers + (worker < len(areas) % workers) for worker in range(workers)]
        given = [sum(areas[end - count:end]) for count, end in zip(each, itertools.accumulate(each))]
        assert max(given) < apart * rows * columns / workers, examples


@pytest.mark.parametrize("name", TARGETS)
def test_tiles_fit_the_register_file(name: str) -> None:
    target = target_named(name)
    for element, m, n in itertools.product(("float", "double", "i32"), (1, 7, 14, 56, 1000), (1, 10, 64, 1000)):
        arithmetic = Arithmetic.of(element, target)
        tile = choose_tile((Axis(m), Axis(m)), n, 256, arithmetic, target)
        vectors = -(-tile.nr // arithmetic.width)
        assert tile.mr * vectors < target.registers


def with_bf16_dot(extension: str = "avx512bf16") -> Target:
    host = Target.host()
    if not host.triple.startswith("x86_64"):
        pytest.skip("bf16 dot products are instructions of x86-64 processors")
    features = f"+avx512f,+avx512vl,+avx512bw,+avx512dq,+{extension},+avx2,+avx,+fma,+f16c"
    return Target.describe(host.triple, "cooperlake", features)


def test_tiles_of_pairs_of_bf16_have_several_vectors() -> None:
    """Of one vector every product waits for an element that is moved to all lanes by the units that multiply, too."""
    target = with_bf16_dot()
    arithmetic = replace(Arithmetic.of("float", target), kind="dot", dot=Dot("dpbf16ps", 2, "float"))
    for m, n, pairs in ((196, 64, 98), (196, 196, 32), (41, 645, 219), (11, 33, 100), (1000, 48, 16), (567, 232, 297)):
        tile = choose_tile((Axis(m),), n, pairs, arithmetic, target)
        assert 16 < tile.nr <= n and tile.mr * -(-tile.nr // 16) < target.registers, (m, n, pairs)


@pytest.mark.parametrize("depth", [1024, 2048, 1000])
def test_rows_that_share_places_in_the_cache_are_few(depth: int) -> None:
    """Whole pages apart, read where they are: more than the first-level cache has room for would push each other out."""
    generator = np.random.default_rng(depth)
    check(random(generator, (45, depth), np.float32), random(generator, (depth, 40), np.float32), Target.host())
    spec = MatmulSpec.dot_general((16384, depth), (depth, 64), lhs_type=F32, rhs_type=F32, out_type=F32, lhs_contracting=(1,),
                                  rhs_contracting=(0,))
    tile = matmul._tiled_product(Request(spec, with_bf16_dot(), 2)).blocking.tile
    assert (tile.mr <= 8) == (depth * 4 % 4096 == 0)


def test_bf16_products_use_dot_instructions_where_there_are_some() -> None:
    target, module = with_bf16_dot(), LLVMModule()
    spec = MatmulSpec.dot_general((64, 96), (96, 64), lhs_type=BF16, rhs_type=BF16, out_type=BF16, lhs_contracting=[1],
                                  rhs_contracting=[0])
    plan_matmul(Request(spec, target, 2)).emit(module, "product")
    assert "vdpbf16ps" in emit_assembly(module.text(target.attributes), target)


#: Operands and results of products in groups: every pair of signs, and numbers narrower than a byte.
GROUPED = [("bfloat16", "bfloat16", "float32"), ("bfloat16", "bfloat16", "bfloat16"), ("int8", "int8", "int32"),
           ("uint8", "uint8", "int32"), ("uint8", "int8", "int32"), ("int8", "uint8", "int32"), ("int8", "int8", "int8"),
           ("int4", "int4", "int32"), ("uint4", "int8", "int32"), ("int8", "uint4", "uint16"), ("uint4", "uint8", "int32"),
           ("int16", "int16", "int32"), ("int16", "int16", "int16")]


def numbers_of(generator: np.random.Generator, shape: tuple[int, ...], name: str) -> np.ndarray:
    """All numbers of a type, its extremes too, in memory whose bits above narrow numbers are those of ml_dtypes."""
    type = of_dtype(getattr(ml_dtypes, name, name))
    if type.is_float:
        return random(generator, shape, type.dtype)
    low = -(1 << (type.width - 1)) if type.kind == "sint" else 0
    return generator.integers(low, low + (1 << type.width), shape).astype(type.dtype)


def written_out(self: Dot, f: Function, a: Value, b: Value, c: Value) -> Value:
    """What an instruction for groups means, for processors without it."""
    width = 32 // self.size
    for k in range(self.size):
        parts = [f.binary("shl", f.cast("bitcast", x, "i32"), 32 - width * (k + 1)) for x in (a, b)]
        if self.element == "float":
            first, second = (f.cast("bitcast", f.binary("and", x, -65536), "float") for x in parts)
        else:
            opcodes = ["ashr", "ashr"] if self.size == 2 else ["ashr", "lshr"] if self.swaps else ["lshr", "ashr"]
            first, second = (f.binary(opcode, x, 32 - width) for opcode, x in zip(opcodes, parts, strict=True))
        c = f.add(f.mul(first, second), c)
    return c


@pytest.mark.parametrize(("types", "is_written_out"), [
    *((types, False) for types in GROUPED), *((GROUPED[k], True) for k in (0, 2, 3, 11))])
def test_products_in_groups(types: tuple[str, str, str], is_written_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all layouts, in blocks of k, and of k of which a group is no part; by the instruction, and by what it means."""
    host = Target.host()
    if is_written_out:
        monkeypatch.setattr(Dot, "multiply_add", written_out)
        host = replace(host, has_bf16_dot=True, has_integer_dot=True)
    elif not (host.has_bf16_dot if types[0] == "bfloat16" else host.has_integer_dot):
        pytest.skip("this processor has no such instruction")
    generator = np.random.default_rng(len(types[0]))
    out_dtype = np.dtype(getattr(ml_dtypes, types[2], types[2]))
    for m, k, n in [(64, 96, 64), (19, 4 * 700, 37), (6, 12, 5), (3, 7, 20)]:
        lhs, rhs = numbers_of(generator, (m, k), types[0]), numbers_of(generator, (k, n), types[1])
        layouts = [(lhs, rhs), (np.asfortranarray(lhs), rhs), (lhs, np.asfortranarray(rhs))] if k < 1000 else [(lhs, rhs)]
        for left, right in layouts:
            check(left, right, host, out_dtype)
    # Rows that do not begin at a multiple of a group, and a batch.
    lhs, rhs = numbers_of(generator, (3, 18, 13), types[0])[..., 1:], numbers_of(generator, (3, 12, 33), types[1])[:, :, :17]
    check(lhs, rhs, host, out_dtype, lhs_batch=(0,), rhs_batch=(0,), lhs_contracting=(2,), rhs_contracting=(1,))
    lhs, rhs = numbers_of(generator, (5, 4, 3), types[0]), numbers_of(generator, (3, 6, 4), types[1])
    check(lhs, rhs, host, out_dtype, lhs_contracting=(1, 2), rhs_contracting=(2, 0))


@pytest.mark.parametrize(("type", "instruction"), [("int8", "vpdpbusd"), ("int16", "vpdpwssd")])
def test_integer_products_use_dot_instructions_where_there_are_some(type: str, instruction: str) -> None:
    target, module = with_bf16_dot("avx512vnni"), LLVMModule()
    element = of_dtype(type)
    spec = MatmulSpec.dot_general((64, 96), (96, 64), lhs_type=element, rhs_type=element, out_type=of_dtype("int32"),
                                  lhs_contracting=[1], rhs_contracting=[0])
    plan_matmul(Request(spec, target, 2)).emit(module, "product")
    assert instruction in emit_assembly(module.text(target.attributes), target)
