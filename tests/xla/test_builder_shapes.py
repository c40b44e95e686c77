"""The libraries about shapes: sizes at run time, tuples, gradients of convolutions; quantized values, approximate top k."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hloom.support.diagnostics import InputError
from hloom.xla import ops
from hloom.xla.builder import BuilderError, XlaBuilder, XlaComputation
from tests.xla.test_builder_document import ENGINES, run, same, scalar


def sub(shape: str, function: Any) -> XlaComputation:
    builder = XlaBuilder("sub", die_immediately_on_error=True)
    return builder.Build(function(ops.Parameter(builder, 0, shape)))


# Sizes at run time.


@ENGINES
@pytest.mark.parametrize(("flag", "expected"), [(True, [1, 2]), (False, [1, 2, 3, 4])])
def test_branches_may_give_different_sizes(engine: str, flag: bool, expected: list[int]) -> None:
    first, whole = sub("f32[4]", lambda x: x[:2]), sub("f32[4]", ops.Copy)

    def made(b: XlaBuilder, p: Any, x: Any) -> Any:
        found = ops.DynamicConditional(b, p, x, first, x, whole)
        assert found.shape.to_text(layouts=False) == "f32[<=4]"
        return found

    same(run(engine, made, np.bool_(flag), np.array([1, 2, 3, 4], np.float32)), expected)


@ENGINES
@pytest.mark.parametrize("index", [0, 1, 2, 9])
def test_branches_by_number_may_give_tuples_of_different_sizes(engine: str, index: int) -> None:
    def branch(count: int) -> XlaComputation:
        return sub("f32[2,3]", lambda x: ops.Tuple(x.builder, [x[:, :count], ops.Reshape(x, [6])[: 2 * count]]))

    found = run(engine, lambda b, k, x: ops.DynamicConditional(b, k, [branch(c) for c in (1, 2, 3)], [x] * 3),
                np.int32(index), np.arange(6, dtype=np.float32).reshape(2, 3))
    count = (1, 2, 3)[min(index, 2)]
    same(found[0], np.arange(6).reshape(2, 3)[:, :count])
    same(found[1], np.arange(2 * count))


def test_branches_of_one_shape_are_those_of_conditional() -> None:
    builder = XlaBuilder("static")
    p, x = ops.Parameter(builder, 0, "pred[]"), ops.Parameter(builder, 1, "f32[4]")
    branch = sub("f32[4]", ops.Neg)
    found = ops.DynamicConditional(builder, p, x, branch, x, branch)
    assert not found.shape.is_dynamic and "set-dimension-size" not in str(builder.Build(found))


def test_bounds_become_smaller_where_more_is_known() -> None:
    b = XlaBuilder("bounds", die_immediately_on_error=True)
    x, n = ops.Parameter(b, 0, "f32[9,3]"), ops.Parameter(b, 1, "s32[]")
    known = ops.ValueInference(b)
    assert known.upper_bound(n) is None and known.upper_bound(ops.Min(n, 4)) == 4
    assert known.upper_bound(ops.Clamp(0, n, 7)) == 7 and known.upper_bound(ops.Add(ops.Min(n, 4), 2)) == 6
    assert known.upper_bound(ops.Max(ops.Min(n, 4), ops.GetDimensionSize(ops.SetDimensionSize(x, n, 0), 0))) == 9
    assert known.upper_bound(ops.Select(ops.Lt(n, 3), ops.ConstantR0(b, 3), ops.ConstantR0(b, 5))) == 5
    assert known.upper_bound(ops.Mul(n, 2)) is None and known.is_dynamic(n) and not known.is_dynamic(ops.ConstantR0(b, 2))
    assert ops.SetDimensionSizeWithRebound(known, x, ops.Min(n, 4), 0).shape.to_text(False) == "f32[<=4,3]"
    assert ops.SetDimensionSizeWithRebound(None, x, n, 0).shape.to_text(False) == "f32[<=9,3]"
    sizes = ops.ConcatInDim(b, [ops.Reshape(ops.Min(n, 5), [1]), ops.ConstantR1(b, [3])], 0)
    assert ops.SetAllDimensionSizes(None, x, sizes).shape.to_text(False) == "f32[<=5,3]"


@ENGINES
def test_all_sizes_can_be_set(engine: str) -> None:
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    found = run(engine, lambda b, v, n: ops.SetAllDimensionSizes(None, v, n), x, np.array([2, 1], np.int32))
    same(found, x[:2, :1])


# Tuples.


@ENGINES
def test_tuples_are_taken_apart_and_put_together(engine: str) -> None:
    def made(b: XlaBuilder, x: Any, y: Any) -> Any:
        whole = ops.Tuple(b, [x, ops.Tuple(b, [y, ops.Tuple(b, [])])])
        parts = ops.DisassembleTuple(whole)
        assert list(parts) == [(), (0,), (1,), (1, 0), (1, 1)] and parts[()] is whole
        parts[(1, 0)] = parts[(1, 0)] + 1
        return ops.AssembleTuple(b, parts)

    first, (second, empty) = run(engine, made, np.float32(1), np.int32(2))
    assert (first, second, empty) == (1, 3, ())


def test_tuples_with_gaps_are_refused() -> None:
    b = XlaBuilder("gaps")
    x = ops.Parameter(b, 0, "f32[]")
    with pytest.raises(InputError, match="gaps"):
        ops.AssembleTuple(b, {(1,): x})
    with pytest.raises(InputError, match="nothing"):
        ops.AssembleTuple(b, {})


# Gradients of convolutions.


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_padding_of_gradients_is_that_of_the_transpose(padding: str) -> None:
    """The gradient of a sum over windows counts the windows of each element."""
    for n, k, d, s in ((9, 3, 1, 2), (8, 3, 1, 2), (7, 2, 3, 1), (5, 1, 1, 4), (6, 3, 2, 3)):
        window = (k - 1) * d + 1
        missing = max((-(-n // s) - 1) * s + window - n, 0) if padding == "SAME" else 0
        low = missing // 2
        m = (n + missing - window) // s + 1
        found = ops.ConvGradExtractAndVerifyDimension(n, k, m, d, s, padding)
        assert found.output_size == (m - 1) * s + 1
        spread = np.zeros(found.output_size)
        spread[::s] = 1
        padded = np.pad(spread, (max(found.pad_before, 0), max(found.pad_after, 0)))[
            max(-found.pad_before, 0) : len(spread) + max(found.pad_before, 0) + found.pad_after]
        counts = [sum(padded[i : i + window : d]) for i in range(n)]
        wanted = np.zeros(n + missing)
        for p in range(m):
            wanted[p * s : p * s + window : d] += 1
        np.testing.assert_array_equal(counts, wanted[low : low + n])
        with pytest.raises(InputError, match=f"actual = {m + 1}, computed = {m}"):
            ops.ConvGradExtractAndVerifyDimension(n, k, m + 1, d, s, padding)


# Quantized values.


@ENGINES
@pytest.mark.parametrize("type", ["u8", "s8", "u16", "s16"])
@pytest.mark.parametrize("transpose", [False, True])
def test_packed_values_are_taken_out(engine: str, type: str, transpose: bool) -> None:
    info = np.iinfo(("u" if type[0] == "u" else "") + f"int{type[1:]}")
    values = np.array([info.min, info.max, 0, 1, 77, info.max // 3], info.dtype)
    words = ops.PackToUint32(values)
    count = 32 // int(type[1:])
    assert words.dtype == np.uint32 and len(words) == -(-6 // count)
    unsigned = values.view(f"u{values.itemsize}")
    assert int(words[0]) >> (32 - 32 // count) == int(unsigned[0])
    span = ops.QuantizedRange(-2.0, 6.0)
    array = np.stack([words, words])
    found = run(engine, lambda b, x: ops.Dequantize(x, span, transpose_output=transpose, type=type), array)
    bf16 = ml_dtypes.bfloat16
    padded = np.zeros(len(words) * count, unsigned.dtype)
    padded[:6] = unsigned
    half = bf16(2.0 ** (int(type[1:]) - 1)) if type[0] == "s" else bf16(0)
    wanted = (padded.astype(bf16) + half) * (bf16(8) / bf16(2 ** int(type[1:]) - 1)) + bf16(-2)
    both = np.stack([wanted, wanted])
    assert found.dtype == bf16
    same(found, both.T if transpose else both)


def test_what_is_not_packed_is_refused() -> None:
    b = XlaBuilder("wrong", die_immediately_on_error=True)
    x = ops.Parameter(b, 0, "s32[2]")
    with pytest.raises(BuilderError, match="Only U32 is supported"):
        ops.Dequantize(x, ops.QuantizedRange(0, 1))
    with pytest.raises(BuilderError, match="Only MIN_COMBINED mode"):
        ops.Dequantize(ops.BitcastConvertType(x, "u32"), ops.QuantizedRange(0, 1), "SCALED")
    with pytest.raises(InputError, match="integers of 8 or 16 bits"):
        ops.PackToUint32([1.5])


# Approximate top k.


@ENGINES
@pytest.mark.parametrize("name", ["ApproxTopK", "ApproxTopKFallback"])
def test_the_first_elements_are_found(engine: str, name: str) -> None:
    x = np.random.default_rng(0).permutation(300).astype(np.float32).reshape(3, 100)
    compare = scalar(lambda a0, b0, a1, b1: ops.Gt(a0, b0), "f32", "f32", "s32", "s32")

    def made(aggregate: bool) -> Any:
        def call(b: XlaBuilder, v: Any) -> Any:
            return getattr(ops, name)(b, [v, ops.Iota(b, "s32[3,100]", 1)], [ops.MinValue(b, "f32"), -1], 4, 1, compare, 0.8,
                                      aggregate)
        return call

    values, places = run(engine, made(True), x)
    same(values, -np.sort(-x, 1)[:, :4])
    same(places, np.argsort(-x, 1)[:, :4])
    assert run(engine, made(False), x)[0].shape == (3, 100)


def test_candidates_are_as_many_as_xla_leaves() -> None:
    library = pytest.importorskip("jaxlib")
    assert library
    from jax._src.lib import xla_client  # type: ignore[import-not-found]

    known = xla_client._xla.approx_top_k_reduction_output_size
    for size in (10, 127, 129, 1000, 1025, 20000, 100000, 1 << 20):
        for rank, k, recall, aggregate, whole in ((1, 1, 0.9, False, -1), (2, 5, 0.5, False, -1), (1, 10, 0.9, False, 1 << 22),
                                                  (2, 100, 0.95, False, size), (2, 3, 1.0, False, -1), (1, 7, 0.9, True, -1)):
            arguments = size, rank, k, recall, aggregate, whole
            assert ops.ApproxTopKReductionOutputSize(*arguments) == tuple(known(*arguments)), arguments


def test_what_has_no_bound_is_repeated_and_permuted() -> None:
    x = ops.Parameter(XlaBuilder("unbounded", die_immediately_on_error=True), 0, "f32[?,3]")
    assert str(ops.Broadcast(x, [2]).shape) == "f32[2,?,3]{2,1,0}"
    assert str(ops.Transpose(x, [1, 0]).shape) == "f32[3,?]{1,0}"


def test_a_system_of_equations_is_of_one_type() -> None:
    builder = XlaBuilder("mixed")
    a, b = ops.Parameter(builder, 0, "f32[4,4]"), ops.Parameter(builder, 1, "bf16[4,2]")
    assert not ops.TriangularSolve(a, b, True, True, False).valid
    assert "Expected element types" in str(builder.first_error)


@pytest.mark.parametrize(("call", "message"), [
    (lambda b, x, c: ops.ApproxTopK(b, [x], [], 1, 0, c), "init_values size mismatch: 1 vs 0"),
    (lambda b, x, c: ops.ApproxTopK(b, [x], [0.0], 1, 1, c), "reduction_dim should range in"),
    (lambda b, x, c: ops.ApproxTopK(b, [x], [0], 9, 0, c), "top_k lies between 1 and 4"),
    (lambda b, x, c: ops.ApproxTopK(b, [x], [ops.ConstantR0(b, 1)], 1, 0, c), "scalar of the operand's type"),
    (lambda b, x, c: ops.ApproxTopK(b, [x], [0.0], 1, 0, c, 1.5), "recall_target should range in"),
    (lambda b, x, c: ops.ApproxTopK(b, [x], [0.0], 1, 0, None), "comparator is an XlaComputation"),
])
def test_what_does_not_fit_is_refused(call: Any, message: str) -> None:
    b = XlaBuilder("wrong", die_immediately_on_error=True)
    with pytest.raises(BuilderError, match=message):
        call(b, ops.Parameter(b, 0, "f32[4]"), ops.CreateScalarGtComputation("f32"))
