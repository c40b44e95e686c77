"""The libraries beside the operations, against NumPy, on both engines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.random import philox4x32
from hloom.xla import ops
from hloom.xla.builder import XlaBuilder
from tests.xla.test_builder_document import ENGINES, f32, run, same

M = np.arange(1, 25, dtype=np.float32).reshape(2, 3, 4)
S = np.arange(1, 10, dtype=np.float32).reshape(3, 3)


@ENGINES
@pytest.mark.parametrize("k", [-2, -1, 0, 1, 3])
def test_diagonals(engine: str, k: int) -> None:
    same(run(engine, lambda b, x: ops.GetMatrixDiagonal(x, k), M), np.diagonal(M, k, 1, 2))
    length = np.diagonal(M, k, 1, 2).shape[-1]
    new = -np.arange(1, 2 * length + 1, dtype=np.float32).reshape(2, length)
    expected = M.copy()
    for b in range(2):
        for i in range(length):
            expected[b, i + max(-k, 0), i + max(k, 0)] = new[b, i]
    same(run(engine, lambda b, x, d: ops.SetMatrixDiagonal(x, d, k), M, new), expected)


@ENGINES
def test_triangles(engine: str) -> None:
    same(run(engine, lambda b, x: ops.LowerTriangle(x), M), np.tril(M))
    same(run(engine, lambda b, x: ops.UpperTriangle(x), M), np.triu(M))
    same(run(engine, lambda b, x: ops.Symmetrize(x, True), S), np.tril(S) + np.tril(S, -1).T)
    same(run(engine, lambda b, x: ops.Symmetrize(x, False), S), np.triu(S) + np.triu(S, 1).T)
    same(run(engine, lambda b: ops.IdentityMatrix(b, "f32", 2, 3)), np.eye(2, 3))
    same(run(engine, lambda b, x, y: ops.BatchDot(x, False, y, True), M, M), M @ M.transpose(0, 2, 1))


@ENGINES
@pytest.mark.parametrize(
    "text, shapes",
    [
        ("ab,bc->ac", ((2, 3), (3, 4))),
        ("ab,bc", ((2, 3), (3, 4))),
        ("abc,acd->abd", ((2, 3, 4), (2, 4, 5))),
        ("ab,b->a", ((2, 3), (3,))),
        ("a,b->ba", ((2,), (3,))),
        ("aab,bc->ac", ((2, 2, 3), (3, 2))),
        ("ab,ac->bc", ((2, 3), (2, 4))),
        ("abc,c->", ((2, 3, 4), (4,))),
        ("...ab,...bc->...ac", ((2, 3, 4), (2, 4, 5))),
        ("...ab,bc->...ac", ((2, 3, 4), (4, 5))),
        ("ab,ab->ab", ((2, 3), (2, 3))),
    ],
)
def test_einsum(engine: str, text: str, shapes: Any) -> None:
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-3, 4, s).astype(np.float32) for s in shapes)
    same(run(engine, lambda b, p, q: ops.Einsum(p, q, text), x, y), np.einsum(text, x, y))


@ENGINES
@pytest.mark.parametrize("text", ["aa->a", "ab->ba", "ab->b", "aab->b", "ab->"])
def test_einsum_of_one_array(engine: str, text: str) -> None:
    x = M[:, :2, :2].copy() if text == "aab->b" else S
    same(run(engine, lambda b, p: ops.Einsum(p, text), x), np.einsum(text, x))


@ENGINES
def test_slices_of_minor_dimensions(engine: str) -> None:
    same(run(engine, lambda b, x: ops.SliceInMinorDims(x, [1, 0], [3, 2]), M), M[:, 1:3, :2])
    same(run(engine, lambda b, x, k: ops.DynamicSliceInMinorDims(x, [k, k], [2, 2]), M, np.int32(1)), M[:, 1:3, 1:3])
    expected = M.copy()
    expected[:, 1:3, 1:3] = 0
    zeros = np.zeros((2, 2, 2), np.float32)
    same(run(engine, lambda b, x, u: ops.UpdateSliceInMinorDims(x, u, [1, 1]), M, zeros), expected)
    same(run(engine, lambda b, x, u: ops.UpdateSlice(x, u, [0, 1, 1]), M, zeros), expected)
    same(
        run(engine, lambda b, x, k: ops.DynamicStridedSlice(x, [0, k, k], [2, 2, 3], [1, 1, 2]), M, np.int32(1)), M[:, 1:3, 1:4:2]
    )


@ENGINES
def test_torch_gathers(engine: str) -> None:
    index = np.array([[2, 0, 1], [0, 0, 2]], np.int32)
    same(run(engine, lambda b, x, k: ops.TorchGather(x, k, 0), S, index), np.take_along_axis(S, index, 0))
    same(run(engine, lambda b, x, k: ops.TorchGather(x, k, 1), S[:2].copy(), index), np.take_along_axis(S[:2], index, 1))
    expected = S.copy()
    np.add.at(expected, (index, np.arange(3)[None, :]), 1)
    same(
        run(engine, lambda b, x, k, u: ops.TorchScatterDense(x, k, u, 0, ops.Add), S, index, np.ones((2, 3), np.float32)),
        expected,
    )
    same(run(engine, lambda b, x, k: ops.TorchIndexSelect(x, k, 1), M, np.array([2, 0], np.int32)), M[:, [2, 0]])
    batched = run(engine, lambda b, x, k: ops.TorchIndexSelect(x, k, 2, 1), M, np.array([[3, 0], [1, 1]], np.int32))
    same(batched, np.stack([M[0][:, [3, 0]], M[1][:, [1, 1]]]))
    same(run(engine, lambda b, x: ops.BroadcastTo(x, [2, 3, 3]), S), np.broadcast_to(S, (2, 3, 3)))


@ENGINES
def test_places_of_extremes(engine: str) -> None:
    x = f32([[1, 5, 5, 2], [4, 0, 7, 0], [-1, -1, -1, -1]])
    same(run(engine, lambda b, v: ops.ArgMax(v, "s32", 1), x), x.argmax(1))
    same(run(engine, lambda b, v: ops.ArgMin(v, "s64", 0), x), x.argmin(0))
    assert bool(run(engine, lambda b, v: ops.Any(v), np.array([[False, True]])))
    assert not bool(run(engine, lambda b, v: ops.Any(v), np.zeros((0,), bool)))


@ENGINES
def test_tests_of_numbers(engine: str) -> None:
    x = f32(np.inf, -np.inf, np.nan, -0.0, 0.0, 1.0)
    for function, expected in (
        (ops.IsInf, [1, 1, 0, 0, 0, 0]),
        (ops.IsPosInf, [1, 0, 0, 0, 0, 0]),
        (ops.IsNegInf, [0, 1, 0, 0, 0, 0]),
        (ops.IsNan, [0, 0, 1, 0, 0, 0]),
        (ops.IsNegZero, [0, 0, 0, 1, 0, 0]),
    ):
        same(run(engine, lambda b, v, f=function: f(v), x), expected)
    builder = XlaBuilder("whole")
    ops.IsNan(ops.Parameter(builder, 0, "s32[2]"))
    assert "floating-point" in str(builder.first_error)


@ENGINES
def test_functions(engine: str) -> None:
    x = f32(0.25, 0.5, 2.5, 9.0, 30.0)
    for function, expected in ((ops.Square, x * x), (ops.Reciprocal, 1 / x), (ops.Lgamma, [math.lgamma(v) for v in x]),
                               (ops.Erfc, [math.erfc(v) for v in x]), (ops.Erf, [math.erf(v) for v in x])):
        np.testing.assert_allclose(run(engine, lambda b, v, f=function: f(v), x), expected, rtol=2e-5)
    np.testing.assert_allclose(
        run(engine, lambda b, v: ops.BesselI0e(v), x), np.i0(x.astype(np.float64)) * np.exp(-x.astype(np.float64)), rtol=2e-6
    )
    assert run(engine, lambda b, v, w: ops.NextAfter(v, w), np.float32(1), np.float32(2)) == np.nextafter(
        np.float32(1), np.float32(2)
    )


@ENGINES
def test_pools(engine: str) -> None:
    x = np.arange(1, 17, dtype=np.float32).reshape(1, 1, 4, 4)
    form = ops.TensorFormat(0, 1, (2, 3))
    same(run(engine, lambda b, v: ops.MaxPool(v, [1, 1, 2, 2], [1, 1, 2, 2], "VALID", form), x)[0, 0], [[6, 8], [14, 16]])
    same(
        run(engine, lambda b, v: ops.AvgPool(v, [1, 1, 2, 2], [1, 1, 2, 2], [(1, 1), (1, 1)], form, False), x)[0, 0, 0],
        [1, 2.5, 4],
    )
    same(
        run(engine, lambda b, v: ops.AvgPool(v, [1, 1, 2, 2], [1, 1, 2, 2], [(1, 1), (1, 1)], form, True), x)[0, 0, 0],
        [0.25, 1.25, 1],
    )
    assert ops.MakeSpatialPadding([1, 1, 4, 5], [1, 1, 3, 2], [1, 1, 1, 1], "SAME", form) == ((1, 1), (0, 1))


@ENGINES
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("kernel, stride, pads", [(2, 2, (1, 1)), (3, 2, (0, 1)), (2, 3, (0, 0))])
def test_the_gradient_of_means(engine: str, counts: bool, kernel: int, stride: int, pads: tuple[int, int]) -> None:
    """The mean is linear: its gradient is the transpose, <pool(x), g> = <x, grad(g)>."""
    rng = np.random.default_rng(3)
    form, sizes = ops.TensorFormat(0, 1, (2,)), [1, 1, 7]
    x = rng.normal(size=sizes).astype(np.float32)
    pooled = run(engine, lambda b, v: ops.AvgPool(v, [1, 1, kernel], [1, 1, stride], [pads], form, counts), x)
    g = rng.normal(size=pooled.shape).astype(np.float32)
    back = run(engine, lambda b, v: ops.AvgPoolGrad(v, sizes, [1, 1, kernel], [1, 1, stride], [pads], form, counts), g)
    assert back.shape == x.shape
    np.testing.assert_allclose((pooled * g).sum(), (x * back).sum(), rtol=1e-4, atol=1e-5)


@ENGINES
def test_loops(engine: str) -> None:
    builder = XlaBuilder("loops")
    x = ops.Parameter(builder, 0, "f32[]")
    (last,) = ops.ForEachIndex(
        5, "s32", lambda i, values, b: [values[0] + ops.ConvertElementType(i, "f32")], [x], "each", builder
    )
    same(builder.Build(last)(np.float32(1), engine=engine), 11)


@ENGINES
@pytest.mark.parametrize(
    "generator, state", [("ThreeFryBitGenerator", np.uint64(7)), ("PhiloxBitGenerator", np.array([7, 0], np.uint64))]
)
def test_random_numbers(engine: str, generator: str, state: Any) -> None:
    def made(b: XlaBuilder, key: Any, s: Any) -> Any:
        bits = getattr(ops, generator)
        zero, two = ops.ConstantR0(b, 0.0), ops.ConstantR0(b, 2.0)
        u = ops.UniformFloatingPointDistribution(key, s, bits, zero, two, "f32[20000]")
        n = ops.NormalFloatingPointDistribution(key, s, bits, "f32[20001]")
        i = ops.UniformIntDistribution(key, s, bits, ops.ConstantR0(b, -3), ops.ConstantR0(b, 4), "s32[20000]")
        return ops.Tuple(b, [u.value, n.value, i.value, u.state])

    u, n, i, after = run(engine, made, np.uint64(42), state)
    assert 0 <= u.min() and u.max() < 2 and abs(u.mean() - 1) < 0.02 and abs(u.std() - 2 / 12**0.5) < 0.02
    assert abs(n.mean()) < 0.03 and abs(n.std() - 1) < 0.03
    assert set(i.tolist()) == set(range(-3, 4))
    assert after.shape == np.shape(state) and not np.array_equal(after, state)


@ENGINES
def test_comparators_break_ties(engine: str) -> None:
    compare = ops.CreateScalarComparisonComputation("two", ["s32", "f32"], [ops.LtTotalOrder, ops.GtTotalOrder])
    a, b = np.array([2, 1, 2, 1], np.int32), f32(1, 2, 3, 4)
    keys, values = run(engine, lambda _, x, y: ops.Sort([x, y], compare, 0), a, b)
    assert (keys.tolist(), values.tolist()) == ([1, 1, 2, 2], [4, 2, 3, 1])


# Random numbers, bit by bit.


def _words(values: Any) -> list[int]:
    return [int(v) for v in np.asarray(values).reshape(-1)]


@ENGINES
@pytest.mark.parametrize("key", [0, 1, 42, 2**32, 2**64 - 1])
def test_scrambled_keys_are_a_block_of_philox(engine: str, key: int) -> None:
    state, new = run(engine, lambda b, k: ops.Tuple(b, ops.ScramblePhiloxKey(k)), np.uint64(key))
    words = [np.uint32(key & 0xFFFFFFFF), np.uint32(0), np.uint32(key >> 32), np.uint32(0)]
    a, b, c, d = (int(w) for w in philox4x32((np.uint32(0x3EC8F720), np.uint32(0x02461E29)), tuple(words)))
    assert _words(state) == [0, c | d << 32] and _words(new) == [a | b << 32]


@ENGINES
@pytest.mark.parametrize(("low", "high", "delta"), [(1, 2, 3), (2**64 - 1, 0, 1), (2**64 - 1, 2**64 - 1, 2**64 - 1)])
def test_counters_carry(engine: str, low: int, high: int, delta: int) -> None:
    found = run(engine, lambda b, c, d: ops.PhiloxIncreaseCounter(c, d), np.array([low, high], np.uint64), np.uint64(delta))
    total = (low + (high << 64) + delta) % 2**128
    assert _words(found) == [total % 2**64, total >> 64]


@pytest.mark.parametrize("shape", [(), (3,), (4, 3), (3, 5), (2, 2, 2)])
def test_normal_numbers_come_in_pairs_of_sine_and_cosine(shape: tuple[int, ...]) -> None:
    """By the words of the library: uniform numbers in pairs along the first even dimension, else the largest."""
    text = f"f32[{','.join(map(str, shape))}]"
    key, state = np.uint64(5), np.array([1, 0], np.uint64)
    found = run("reference", lambda b, k, s: ops.NormalFloatingPointDistribution(k, s, ops.PhiloxBitGenerator, text).value, key,
                state)
    sizes = shape or (1,)
    axis = next((d for d, n in enumerate(sizes) if n % 2 == 0), int(np.argmax(sizes)))
    half = -(-sizes[axis] // 2)
    paired = (*sizes[:axis], half, 2, *sizes[axis + 1 :])
    bits = run("reference", lambda b, k, s: ops.PhiloxBitGenerator(k, s, f"u32[{','.join(map(str, paired))}]").value, key, state)
    uniform = (bits >> 9).astype(np.float64) / 2**23
    x, y = np.take(uniform, 0, axis + 1), np.take(uniform, 1, axis + 1)
    radius = np.sqrt(-2 * np.log(np.maximum(x, 1e-7)))
    both = np.stack([radius * np.sin(2 * np.pi * y), radius * np.cos(2 * np.pi * y)], axis + 1)
    wanted = both.reshape(*sizes[:axis], 2 * half, *sizes[axis + 1 :]).take(range(sizes[axis]), axis).reshape(shape)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


@ENGINES
def test_scaled_products_multiply_blocks_by_their_scales(engine: str) -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(4, 6)).astype(np.float32), rng.normal(size=(6, 2)).astype(np.float32)
    numbers = {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}
    sx, sy = np.float32([[2, 3, 4], [5, 6, 7]]), np.float32(0.5)
    found = run(engine, lambda b, *o: ops.ScaledDot(*o, numbers), x, y, sx, sy)
    np.testing.assert_allclose(found, (x * sx.repeat(2, 0).repeat(2, 1)) @ (y * sy), rtol=1e-5)


@pytest.mark.parametrize(("scale", "message"), [("f32[3,6]", "dimension 0 of lhs_scale must divide"), ("f32[6]", "rank of lhs"),
                                                ("s32[]", "floating-point elements")])
def test_scales_that_do_not_fit(scale: str, message: str) -> None:
    builder = XlaBuilder("scales")
    operands = [ops.Parameter(builder, k, s) for k, s in enumerate(("f32[4,6]", "f32[6,2]", scale, "f32[]"))]
    ops.ScaledDot(*operands, {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]})
    assert "ScaledDot(" in str(builder.first_error) and message in str(builder.first_error)


# Beyond the document.


@ENGINES
def test_elements_are_rounded_by_chance(engine: str) -> None:
    """BF16 cuts off 16 bits of F32: 1 + 2^-9 is rounded up where the upper half of the random number is below 2^14."""
    chances = np.uint32([0, (1 << 30) - 1, 1 << 30, 1 << 31, 2**32 - 1])
    found = run(engine, lambda b, x, r: ops.StochasticConvertType(x, r, "bf16"), np.full(5, 1 + 2**-9, np.float32), chances)
    same(found, [1 + 2**-7] * 2 + [1] * 3)


def test_slices_of_different_sizes_are_dealt_out() -> None:
    builder = XlaBuilder("ragged", die_immediately_on_error=True)
    types = ["f32[4]", "s32[2]", "s32[2]", "f32[4]", "s32[2]", "s32[2]"]
    made = builder.Build(ops.RaggedAllToAll(*[ops.Parameter(builder, k, t) for k, t in enumerate(types)], [[0, 1]]))
    assert str(hloom.parse(str(made), format="hlo")) == str(made)

    def pair(*values: int) -> np.ndarray:
        return np.array(values, np.int32)

    first = [f32(1, 2, 3, 0), pair(0, 1), pair(1, 2), f32(0, 0, 0, 9), pair(0, 0), pair(1, 1)]
    second = [f32(4, 5, 0, 0), pair(0, 1), pair(1, 1), f32(0, 0, 0, 9), pair(1, 2), pair(2, 1)]
    found = hloom.evaluate_grid(made.to_stablehlo(), [[first], [second]], num_replicas=2)
    same(found[0][0][0], [1, 4, 0, 9])
    same(found[1][0][0], [2, 3, 5, 9])
