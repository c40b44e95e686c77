"""The examples of the document on operation semantics by their numbers, on both engines; and its list of operations."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.xla import Shape, ops
from hloom.xla import builder as builder_package
from hloom.xla.builder import XlaBuilder, XlaComputation

SHARED = Path(__file__).resolve().parents[3] / "shared"
ENGINES = pytest.mark.parametrize("engine", ["reference", "cpu"])
V = np.array([[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]],
              [[40, 41, 42], [45, 46, 47]]], np.float32)
B = np.arange(12, dtype=np.float32).reshape(4, 3)


def run(engine: str, function: Any, *arrays: Any) -> Any:
    """What operations on parameters give for arrays."""
    builder = XlaBuilder("example", die_immediately_on_error=True)
    arrays = tuple(np.asarray(a) for a in arrays)
    parameters = [ops.Parameter(builder, k, Shape(a.dtype, a.shape)) for k, a in enumerate(arrays)]
    result = function(builder, *parameters)
    return builder.Build(result if result is not None else parameters[0])(*arrays, engine=engine)


def same(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(found, np.float64), np.asarray(expected, np.float64), rtol=1e-6, atol=1e-6)


def f32(*values: Any) -> np.ndarray:
    return np.array(values[0] if len(values) == 1 else values, np.float32)


def scalar(function: Any, *types: str) -> XlaComputation:
    builder = XlaBuilder("scalar")
    return builder.Build(function(*[ops.Parameter(builder, k, f"{t}[]") for k, t in enumerate(types)]))


#: What the document computes: a name, the operations, the arrays, and the numbers that the document writes.
EXAMPLES: dict[str, tuple[Any, tuple[Any, ...], Any]] = {
    "Broadcast": (lambda b, x: ops.Broadcast(x, [2, 3]), (np.float32(2),), np.full((2, 3), 2)),
    "Clamp": (lambda b, x: ops.Clamp(0, x, 6), (np.array([-1, 5, 9], np.int32),), [0, 5, 6]),
    "Collapse {0,1,2}": (lambda b, x: ops.Collapse(x, [0, 1, 2]), (V,), V.ravel()),
    "Collapse {0,1}": (
        lambda b, x: ops.Collapse(x, [0, 1]),
        (V,),
        [[10, 11, 12], [15, 16, 17], [20, 21, 22], [25, 26, 27], [30, 31, 32], [35, 36, 37], [40, 41, 42], [45, 46, 47]],
    ),
    "Collapse {1,2}": (
        lambda b, x: ops.Collapse(x, [1, 2]),
        (V,),
        [[10, 11, 12, 15, 16, 17], [20, 21, 22, 25, 26, 27], [30, 31, 32, 35, 36, 37], [40, 41, 42, 45, 46, 47]],
    ),
    "Concatenate 1": (lambda b, *x: ops.ConcatInDim(b, x, 0), (f32(2, 3), f32(4, 5), f32(6, 7)), [2, 3, 4, 5, 6, 7]),
    "Concatenate 2": (
        lambda b, *x: ops.Concatenate(x, 0),
        (f32([[1, 2], [3, 4], [5, 6]]), f32([[7, 8]])),
        [[1, 2], [3, 4], [5, 6], [7, 8]],
    ),
    "ConvertElementType": (lambda b, x: ops.ConvertElementType(x, "f32"), (np.array([0, 1, 2], np.int32),), [0.0, 1.0, 2.0]),
    "DotGeneral contracting": (
        lambda b, x, y: ops.DotGeneral(x, y, {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [1]}),
        (f32([[1, 2, 3], [4, 5, 6]]), f32([[1, 1, 1], [2, 2, 2]])),
        [[6, 12], [15, 30]],
    ),
    "DotGeneral batch": (
        lambda b, x, y: ops.DotGeneral(
            x,
            y,
            {
                "lhs_contracting_dimensions": [2],
                "rhs_contracting_dimensions": [1],
                "lhs_batch_dimensions": [0],
                "rhs_batch_dimensions": [0],
            },
        ),
        (f32([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]), f32([[[1, 0], [0, 1]], [[1, 0], [0, 1]]])),
        [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
    ),
    "DynamicSlice 1": (lambda b, x, s: ops.DynamicSlice(x, [s], [2]), (f32(0, 1, 2, 3, 4), np.array([2], np.int32)), [2, 3]),
    "DynamicSlice 2": (lambda b, x, s: ops.DynamicSlice(x, [s], [2, 2]), (B, np.array([2, 1], np.int32)), [[7, 8], [10, 11]]),
    "DynamicUpdateSlice 1": (
        lambda b, x, u, s: ops.DynamicUpdateSlice(x, u, [s]),
        (f32(0, 1, 2, 3, 4), f32(5, 6), np.array([2], np.int32)),
        [0, 1, 5, 6, 4],
    ),
    "DynamicUpdateSlice 2": (
        lambda b, x, u: ops.DynamicUpdateSlice(x, u, [1, 1]),
        (B, f32([[12, 13], [14, 15], [16, 17]])),
        [[0, 1, 2], [3, 12, 13], [6, 14, 15], [9, 16, 17]],
    ),
    "Iota 0": (lambda b: ops.Iota(b, "s32[4,8]", 0), (), [[k] * 8 for k in range(4)]),
    "Iota 1": (lambda b: ops.Iota(b, "s32[4,8]", 1), (), [list(range(8))] * 4),
    "Reshape {24}": (lambda b, x: ops.Reshape(x, [24]), (V,), V.ravel()),
    "Reshape {8,3}": (lambda b, x: ops.Reshape(x, [8, 3]), (V,), V.reshape(8, 3)),
    "Reshape to a scalar": (lambda b, x: ops.Reshape(x, []), (f32([[5]]),), 5),
    "Reshape of a scalar": (lambda b, x: ops.Reshape(x, [1, 1]), (np.float32(5),), [[5]]),
    "Select array": (
        lambda b, p, x, y: ops.Select(p, x, y),
        (np.array([1, 0, 0, 1], bool), np.array([1, 2, 3, 4], np.int32), np.array([100, 200, 300, 400], np.int32)),
        [1, 200, 300, 4],
    ),
    "Select scalar": (
        lambda b, p, x, y: ops.Select(p, x, y),
        (np.bool_(True), np.array([1, 2, 3, 4], np.int32), np.array([100, 200, 300, 400], np.int32)),
        [1, 2, 3, 4],
    ),
    "Slice 1": (lambda b, x: ops.Slice(x, [2], [4]), (f32(0, 1, 2, 3, 4),), [2, 3]),
    "Slice 2": (lambda b, x: ops.Slice(x, [2, 1], [4, 3]), (B,), [[7, 8], [10, 11]]),
    "GetTupleElement": (
        lambda b, v, s: ops.GetTupleElement(ops.Tuple(b, [v, s]), 1),
        (np.arange(10, dtype=np.float32), np.int32(5)),
        5,
    ),
    "ReduceWindow VALID": (
        lambda b, x: ops.ReduceWindow(x, 3e38, ops.CreateScalarMinComputation("f32"), [3], [2], "VALID"),
        (f32(10000, 1000, 100, 10, 1),),
        [100, 1],
    ),
    "ReduceWindow SAME": (
        lambda b, x: ops.ReduceWindow(x, 3e38, ops.CreateScalarMinComputation("f32"), [3], [2], "SAME"),
        (f32(10000, 1000, 100, 10, 1),),
        [1000, 10, 1],
    ),
    "Reduce 1": (lambda b, x: ops.Reduce(x, 0, ops.CreateScalarAddComputation("f32"), [0]), (f32(10, 11, 12, 13),), 46),
    "SetDimensionSize sum of 5": (
        lambda b, x: ops.Reduce(ops.SetDimensionSize(x, 5, 0), 0, ops.CreateScalarAddComputation("f32"), [0]),
        (np.arange(1, 11, dtype=np.float32),),
        15,
    ),
    "SetDimensionSize product of 5": (
        lambda b, x: ops.Reduce(ops.SetDimensionSize(x, 5, 0), 1, ops.CreateScalarMultiplyComputation("f32"), [0]),
        (np.arange(1, 11, dtype=np.float32),),
        120,
    ),
    "SetDimensionSize sum of 6": (
        lambda b, x: ops.Reduce(ops.SetDimensionSize(x, 6, 0), 0, ops.CreateScalarAddComputation("f32"), [0]),
        (np.arange(1, 11, dtype=np.float32),),
        21,
    ),
    "Rem": (lambda b, x: x % 3, (np.array([-7, 7], np.int32),), [-1, 1]),
    "Imag of real": (lambda b, x: ops.Imag(x), (f32(1, 2),), [0, 0]),
    "Round": (lambda b, x: ops.Round(x), (f32(0.5, 1.5, -2.5),), [1, 2, -3]),
    "RoundNearestEven": (lambda b, x: ops.RoundNearestEven(x), (f32(0.5, 1.5, -2.5),), [0, 2, -2]),
    "Transpose": (lambda b, x: ops.Transpose(x, [2, 0, 1]), (V,), V.transpose(2, 0, 1)),
    "Rev": (lambda b, x: ops.Rev(x, [0]), (B,), B[::-1]),
    "Dot vectors": (lambda b, x, y: ops.Dot(x, y), (f32(1, 2, 3), f32(4, 5, 6)), 32),
    "Dot matrix vector": (lambda b, x, y: x @ y, (B, f32(1, 2, 3)), B @ [1, 2, 3]),
    "Dot matrices": (lambda b, x, y: ops.Dot(x, y), (B, B.T.copy()), B @ B.T),
    "BitcastConvertType": (lambda b, x: ops.BitcastConvertType(x, "s32"), (np.float32(1),), 0x3F800000),
    "EqTotalOrder": (
        lambda b, x, y: ops.ConvertElementType(ops.LtTotalOrder(x, y), "s32"),
        (f32(-0.0, np.nan), f32(0.0, np.inf)),
        [1, 0],
    ),
    "OptimizationBarrier": (lambda b, x: ops.OptimizationBarrier(x), (B,), B),
    "Call": (lambda b, x, y: ops.Call(b, scalar(ops.Sub, "f32", "f32"), x, y), (np.float32(5), np.float32(3)), 2),
    "Map": (lambda b, x, y: ops.Map(b, [x, y], scalar(ops.Mul, "f32", "f32"), [0]), (f32(1, 2), f32(3, 4)), [3, 8]),
    "Map with a scalar": (lambda b, x, y: ops.Map(b, [x, y], scalar(ops.Sub, "f32", "f32"), [0]), (f32(1, 2), np.float32(3)),
                          [-2, -1]),
    "ReplicaId": (lambda b: ops.ReplicaId(b), (), 0),
    "Cholesky": (lambda b, x: ops.Cholesky(x, True) * f32([[1, 0], [1, 1]]), (f32([[4, 2], [2, 5]]),), [[2, 0], [1, 2]]),
    "TriangularSolve": (
        lambda b, a, x: ops.TriangularSolve(a, x, True, True, False, "NO_TRANSPOSE"),
        (f32([[2, 0], [1, 2]]), f32([[2], [5]])),
        [[1], [2]],
    ),
    "Pad": (lambda b, x: ops.Pad(x, 9, [(1, -1, 1)]), (f32(1, 2, 3),), [9, 1, 9, 2, 9]),
    "BroadcastInDim": (lambda b, x: ops.BroadcastInDim(x, [2, 3], [0]), (f32(1, 2),), [[1, 1, 1], [2, 2, 2]]),
    "And of a list": (lambda b, x: ops.And([x, x, 3]), (np.array([5, 6], np.int32),), [1, 2]),
}


@ENGINES
@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str, engine: str) -> None:
    function, arrays, expected = EXAMPLES[name]
    same(run(engine, function, *arrays), expected)


@ENGINES
def test_reduce_of_three_dimensions(engine: str) -> None:
    """The document's array: 1 to 6 in each of four planes."""
    x = np.broadcast_to(np.arange(1, 7, dtype=np.float32).reshape(2, 3), (4, 2, 3)).copy()
    add = ops.CreateScalarAddComputation("f32")
    for dimensions, expected in (
        ([0], [[4, 8, 12], [16, 20, 24]]),
        ([2], [[6, 15]] * 4),
        ([0, 1], [20, 28, 36]),
        ([0, 1, 2], 84),
    ):
        same(run(engine, lambda b, v, d=dimensions: ops.Reduce(v, 0, add, d), x), expected)


@ENGINES
def test_variadic_reduce_finds_the_largest_and_its_place(engine: str) -> None:
    def f(maximum: Any, place: Any, value: Any, index: Any) -> Any:
        holds = value >= maximum
        return ops.Tuple(maximum.builder, [ops.Select(holds, value, maximum), ops.Select(holds, index, place)])

    largest, place = run(engine, lambda b, v, k: ops.Reduce([v, k], [-np.inf, 0], scalar(f, "f32", "s32", "f32", "s32"), [0]),
                         f32(3, 9, 4, 1), np.arange(4, dtype=np.int32))
    assert (largest, place) == (9, 1)


@ENGINES
def test_sort_of_three_operands(engine: str) -> None:
    compare = scalar(lambda a0, b0, a1, b1, a2, b2: ops.Lt(a0, b0), "s32", "s32", "s32", "s32", "f32", "f32")
    found = run(
        engine,
        lambda b, *o: ops.Sort(o, compare, 0, True),
        np.array([3, 1], np.int32),
        np.array([42, 50], np.int32),
        f32(-3, 1.1),
    )
    for got, expected in zip(found, ([1, 3], [50, 42], [1.1, -3.0])):
        same(got, expected)


@ENGINES
def test_top_k_prefers_the_first_of_equal_elements(engine: str) -> None:
    values, indices = run(engine, lambda b, x: ops.TopK(x, 2, True), f32([[1, 3, 3, 2], [0, 0, 0, 0]]))
    same(values, [[3, 3], [0, 0]])
    same(indices, [[1, 2], [0, 1]])
    values, indices = run(engine, lambda b, x: ops.TopK(x, 2, False), f32([[1, 3, 3, 2], [0, 0, 0, 0]]))
    same(values, [[1, 2], [0, 0]])
    same(indices, [[0, 3], [0, 1]])


@ENGINES
def test_while_counts_to_a_thousand(engine: str) -> None:
    builder = XlaBuilder("loop")
    condition, body = XlaBuilder("condition"), XlaBuilder("body")
    count, _ = ops.Parameter(condition, 0, "(s32[], f32[10])")
    below = condition.Build(count < 1000)
    count, vector = ops.Parameter(body, 0, "(s32[], f32[10])")
    step = body.Build(ops.Tuple(body, [count + 1, vector + np.full(10, 0.5, np.float32)]))
    init = ops.Tuple(builder, [ops.ConstantR0(builder, 0), ops.Zeros(builder, "f32[10]")])
    found = builder.Build(ops.While(below, step, init))(engine=engine)
    assert found[0] == 1000
    same(found[1], np.full(10, 500))


@ENGINES
def test_conditional_runs_one_branch(engine: str) -> None:
    double, negate = scalar(lambda x: x * 2, "f32"), scalar(ops.Neg, "f32")
    for flag, expected in ((True, 6), (False, -4)):
        same(
            run(
                engine,
                lambda b, p: ops.Conditional(p, ops.ConstantR0(b, 3.0), double, ops.ConstantR0(b, 4.0), negate),
                np.bool_(flag),
            ),
            expected,
        )
    for index, expected in ((0, 2), (1, -1), (2, 1), (-1, 1), (7, 1)):
        found = run(
            engine,
            lambda b, k: ops.Conditional(k, [double, negate, scalar(ops.Copy, "f32")], [ops.ConstantR0(b, 1.0)] * 3),
            np.int32(index),
        )
        same(found, expected)


@ENGINES
def test_batch_norm(engine: str) -> None:
    """By the formulas of the document."""
    x = np.random.default_rng(0).normal(size=(2, 3, 2, 2)).astype(np.float32)
    scale, offset = f32(1, 2, 3), f32(0.5, 0, -1)
    axes = (0, 2, 3)
    mean, var = x.mean(axes), x.var(axes)

    def wide(v: Any) -> Any:
        return np.asarray(v)[None, :, None, None]

    normal = (x - wide(mean)) / np.sqrt(wide(var) + 0.1)
    out, m, v = run(engine, lambda b, *o: ops.BatchNormTraining(*o, 0.1, 1), x, scale, offset)
    for got, expected in ((out, normal * wide(scale) + wide(offset)), (m, mean), (v, var)):
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)
    out = run(engine, lambda b, *o: ops.BatchNormInference(*o, 0.1, 1), x, scale, offset, mean, var)
    np.testing.assert_allclose(out, normal * wide(scale) + wide(offset), rtol=1e-5, atol=1e-5)
    grad = np.random.default_rng(1).normal(size=x.shape).astype(np.float32)
    gx, gs, go = run(engine, lambda b, *o: ops.BatchNormGrad(*o, 0.1, 1), x, scale, mean, var, grad)
    c = (grad * (x - wide(mean)) / (wide(var) + 0.1)).mean(axes)
    wanted = wide(scale) / np.sqrt(wide(var) + 0.1) * (grad - wide(grad.mean(axes)) - wide(c) * (x - wide(mean)))
    for got, expected in ((gx, wanted), (gs, (grad * normal).sum(axes)), (go, grad.sum(axes))):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)


@ENGINES
@pytest.mark.parametrize("padding", ["SAME", "VALID", [(1, 0), (2, -1)]])
def test_convolution_is_the_documents_loop(engine: str, padding: Any) -> None:
    rng = np.random.default_rng(2)
    x, w = rng.normal(size=(2, 3, 5, 6)).astype(np.float32), rng.normal(size=(4, 3, 3, 2)).astype(np.float32)
    strides = (2, 1)
    function = ops.ConvWithGeneralPadding if isinstance(padding, list) else ops.Conv
    found = run(engine, lambda b, lhs, rhs: function(lhs, rhs, strides, padding), x, w)
    pads: Any = {"SAME": [(1, 1), (0, 1)], "VALID": [(0, 0), (0, 0)]}.get(padding if isinstance(padding, str) else "", padding)
    assert found.shape == (2, 4, *[(n + sum(p) - k) // s + 1 for n, p, k, s in zip((5, 6), pads, (3, 2), strides)])
    expected = np.zeros(found.shape)
    for b, oz, oy, ox in np.ndindex(*found.shape):
        for iz, ky, kx in np.ndindex(3, 3, 2):
            iy, ix = oy * 2 + ky - pads[0][0], ox + kx - pads[1][0]
            inside = 0 <= iy < 5 + min(pads[0][1], 0) and 0 <= ix < 6 + min(pads[1][1], 0)
            expected[b, oz, oy, ox] += x[b, iz, iy, ix] * w[oz, iz, ky, kx] if inside else 0
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


@ENGINES
def test_gather_of_five_slices(engine: str) -> None:
    """The document's [8,6] slices of an array [16,11]."""
    x = np.arange(16 * 11, dtype=np.float32).reshape(16, 11)
    at = np.array([[0, 0], [8, 5], [3, 2], [20, -4], [7, 1]], np.int32)
    found = run(
        engine,
        lambda b, v, k: ops.Gather(v, k, {"offset_dims": [1, 2], "start_index_map": [0, 1], "index_vector_dim": 1}, [8, 6]),
        x,
        at,
    )
    held = [(min(max(i, 0), 8), min(max(j, 0), 5)) for i, j in at]
    same(found, [x[i : i + 8, j : j + 6] for i, j in held])


@ENGINES
def test_scatter_leaves_out_what_does_not_fit(engine: str) -> None:
    add = ops.CreateScalarAddComputation("f32")
    numbers = {"update_window_dims": [1], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1}
    found = run(
        engine,
        lambda b, x, k, u: ops.Scatter(x, k, u, add, numbers),
        np.ones((3, 2), np.float32),
        np.array([0, 5, 0], np.int32),
        f32([[1, 2], [3, 4], [5, 6]]),
    )
    same(found, [[7, 9], [1, 1], [1, 1]])


@ENGINES
def test_select_and_scatter_adds_where_windows_meet(engine: str) -> None:
    """An element that two windows choose gets both: 2 + 6."""
    ge, add = ops.CreateScalarGeComputation("f32"), ops.CreateScalarAddComputation("f32")
    found = run(engine, lambda b, x, s: ops.SelectAndScatter(x, ge, [3], [2], "VALID", s, 0, add), f32(1, 2, 9, 3, 1), f32(2, 6))
    same(found, [0, 0, 8, 0, 0])


@ENGINES
def test_composite_call_runs_its_decomposition(engine: str) -> None:
    builder = XlaBuilder("composite")
    x = ops.Parameter(builder, 0, "f32[]")
    made = builder.Build(ops.CompositeCall(builder, scalar(ops.Neg, "f32"), [x], "foo.bar", "{n = 1 : i32}", 1))
    assert 'composite.name="foo.bar"' in str(made) and 'composite.version="1"' in str(made) and "is_composite=true" in str(made)
    same(made(np.float32(3), engine=engine), -3)


ADD = ops.CreateScalarAddComputation("f32")


@pytest.mark.parametrize(
    ("call", "inputs", "outputs"),
    [
        (lambda x: ops.AllGather(x, 0, 2), ([1.0, 2.5], [3.0, 5.25]), ([1.0, 2.5, 3.0, 5.25],) * 2),
        (lambda x: ops.AllReduce(x, ADD), ([1.0, 2.5], [3.0, 5.25]), ([4.0, 7.75],) * 2),
        (lambda x: ops.CrossReplicaSum(x), ([1.0, 2.5], [3.0, 5.25]), ([4.0, 7.75],) * 2),
        (lambda x: ops.ReduceScatter(x, ADD, 0, 2), ([1.0, 2.25], [3.0, 5.25]), ([4.0], [7.5])),
        (lambda x: ops.CollectivePermute(x, [(0, 1)]), ([1.0, 2.0], [3.0, 4.0]), ([0.0, 0.0], [1.0, 2.0])),
        (lambda x: ops.AllToAll(x, 0, 0, 2), ([1.0, 2.0], [3.0, 4.0]), ([1.0, 3.0], [2.0, 4.0])),
        (lambda x: ops.CollectiveBroadcast(x, [[1, 0]]), ([1.0, 2.0], [3.0, 4.0]), ([3.0, 4.0],) * 2),
        (lambda x: ops.ConvertElementType(ops.ReplicaId(x.builder), "f32"), ([0.0, 0.0],) * 2, (0.0, 1.0)),
    ],
    ids=[
        "AllGather",
        "AllReduce",
        "CrossReplicaSum",
        "ReduceScatter",
        "CollectivePermute",
        "AllToAll",
        "CollectiveBroadcast",
        "ReplicaId",
    ],
)
def test_exchange_between_two_replicas(call: Any, inputs: Any, outputs: Any) -> None:
    """The numbers of the document, on a grid of two replicas; only the reference engine has several processes."""
    builder = XlaBuilder("exchange", die_immediately_on_error=True)
    made = builder.Build(call(ops.Parameter(builder, 0, "f32[2]")))
    found = hloom.evaluate_grid(made.to_stablehlo(), [[[f32(v)]] for v in inputs], num_replicas=2)
    for replica, expected in enumerate(outputs):
        same(found[replica][0][0], expected)


def test_all_to_all_between_four_replicas() -> None:
    """The document's f32[4,16], split along dimension 1 and put together along dimension 0: f32[16,4]."""
    builder = XlaBuilder("alltoall", die_immediately_on_error=True)
    x = ops.Parameter(builder, 0, "f32[4,16]", "x")
    result = ops.AllToAll(x, split_dimension=1, concat_dimension=0, split_count=4)
    assert result.shape.dimensions == (16, 4)
    made = builder.Build(result).to_stablehlo()
    inputs = np.arange(4 * 64, dtype=np.float32).reshape(4, 4, 16)
    found = hloom.evaluate_grid(made, [[[v]] for v in inputs], num_replicas=4)
    for replica in range(4):
        same(found[replica][0][0], np.concatenate([v[:, 4 * replica : 4 * replica + 4] for v in inputs]))


def document_names(text: str) -> set[str]:
    """The names of operations that the document has: links to XlaBuilder, signatures, and the lists of element-wise ones."""
    names = set(re.findall(r"XlaBuilder::(\w+)", text))
    names |= {n for n in re.findall(r"(?m)^([A-Z]\w+)\(.*\)", text) if n not in ("Op", "Concat", "RecvDone", "SendDone")}
    names |= {"CrossReplicaSum", "RngBitGenerator", "OptimizationBarrier"}
    listed = re.search(r"(?s)Dengan Op adalah salah satu dari Add(.*?)\n\n", text)
    assert listed is not None
    names |= {"Add", *re.findall(r"\b([A-Z][A-Za-z0-9]+) ?\(", listed[0])}
    names |= set(re.findall(r"\b(?:Eq|Ne|Ge|Gt|Le|Lt)(?:TotalOrder)?\b", text))
    assert len(names) > 100
    return names


@pytest.mark.shared
def test_every_operation_of_the_document_is_there() -> None:
    text = (SHARED / "spec" / "xla_operation_semantics.id.txt").read_text(encoding="utf-8")
    assert sorted(n for n in document_names(text) if not hasattr(ops, n)) == []


@pytest.mark.shared
def test_every_row_of_the_table_of_operations_is_there() -> None:
    text = (SHARED / "xla" / "xlabuilder_ops.md").read_text(encoding="utf-8").split("## Libraries")[0]
    rows = [
        line.split("|")[1] for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| function", "|---"))
    ]
    names = {n for row in rows for n in re.findall(r"\b[A-Z]\w+", row.split("(+")[0])}
    names -= {"R3FromArray3D", "R4FromArray4D", "WithLayout"}
    assert len(names) > 150
    assert sorted(n for n in names if not hasattr(ops, n)) == []


#: Words in the table of libraries that are no names of functions: types of C++, of protocol buffers, and of arguments.
_WORDS = {"PRED", "HIGHEST", "ShapeTree", "XlaOp"}


def library_names(text: str) -> set[str]:
    """The names in the second column of the table of libraries, `CreateScalar{Add,Max}Computation` spelled out."""
    names: set[str] = set()
    for row in text.split("## Libraries")[1].splitlines():
        cells = row.split(" | ")
        if not row.startswith("| ") or cells[0] == "| file" or row.startswith("|---"):
            continue
        plain = re.sub(r"(\w*)\{([\w,]+)\}(\w+)", lambda m: ", ".join(m[1] + w + m[3] for w in m[2].split(",")), cells[1])
        plain = re.sub(r"(\w+)/(\w+)\(", r"\1, \2(", plain)
        # Arguments, and the fields of results, stand in brackets.
        while (shorter := re.sub(r"\([^()]*\)|\{[^{}]*\}|\[[^][]*\]", "", plain)) != plain:
            plain = shorter
        plain = plain.replace("QuantizedType helpers", "").replace("size structs", "SpatialDimensionOutputSizeAndPadding")
        names |= set(re.findall(r"\b[A-Z]\w+", plain)) - _WORDS
    return names


@pytest.mark.shared
def test_every_function_of_the_libraries_is_there() -> None:
    text = (SHARED / "xla" / "xlabuilder_ops.md").read_text(encoding="utf-8")
    names = library_names(text)
    assert len(names) > 120 and {"SVD", "CreateScalarAndComputation", "GetMatrixDiagonal", "IgammaGradA"} <= names
    assert sorted(n for n in names if not hasattr(ops, n)) == []
    assert sorted(n for n in names if n not in ops.__all__) == []


@pytest.mark.shared
def test_every_method_and_scope_of_the_builder_is_there() -> None:
    text = (SHARED / "xla" / "xlabuilder_ops.md").read_text(encoding="utf-8")
    line = next(row for row in text.splitlines() if row.startswith("RAII helpers"))
    scopes, methods = line.split("XlaBuilder methods:")
    assert [n for n in re.findall(r"XlaScoped\w+", scopes) if not hasattr(builder_package, n)] == []
    names = re.sub(r"\([^()]*\)", "", methods.split(";")[0].replace("(OrReturn)", ", ReportErrorOrReturn").replace(
        "SetSharding/ClearSharding", "SetSharding, ClearSharding"))
    wanted = re.findall(r"\b[A-Za-z]\w+", names)
    assert len(wanted) > 15 and [n for n in wanted if not hasattr(XlaBuilder("methods"), n)] == []


def test_operations_say_what_they_do() -> None:
    assert [n for n in ops.__all__ if callable(getattr(ops, n)) and not (getattr(ops, n).__doc__ or "").strip()] == []
