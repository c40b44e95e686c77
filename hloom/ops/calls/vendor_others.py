"""Sorts, factors, solutions, normalization and attention by the libraries of a GPU, as XLA calls them."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Region
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32, I64, PRED
from hloom.ops.calls.vendor_call import NotStated, VendorCall, computed_in
from hloom.ops.calls.vendor_products import dot_numbers, product
from hloom.ops.definition.operation import REGISTRY


def radix_sort(call: VendorCall) -> Any:
    """`__cub$DeviceRadixSort`: keys, maybe with values, in order along the last dimension; equal keys stay as they are.

    NaN lie at the ends by their signs, and the two zeros are equal.
    """
    config = call.section("custom_call_backend_config")
    if "descending" not in config:
        raise NotStated
    keys = call.operands[0].type
    body = Block([v for operand in call.operands for v in (TensorType((), operand.type.element),) * 2])
    sides: Any = list(body.arguments[:2])

    def inside(name: str, *operands: Any, type: Any, **attributes: Any) -> Any:
        made = REGISTRY[f"stablehlo.{name}"].create(*operands, result_types=[type], **attributes)
        body.append(made)
        return made.results[0]

    order = {}
    if keys.element.is_float:
        scalar = TensorType((), keys.element)
        zero = inside("constant", type=scalar,
                      value=DenseElementsAttr.of(np.zeros((), keys.element.dtype), scalar))
        for k, side in enumerate(sides):
            is_zero = inside("compare", side, zero, comparison_direction="EQ", type=TensorType((), PRED))
            sides[k] = inside("select", is_zero, zero, side, type=scalar)
        order["compare_type"] = "TOTALORDER"
    found = inside("compare", *sides, comparison_direction="GT" if config["descending"] else "LT",
                   type=TensorType((), PRED), **order)
    body.append(REGISTRY["stablehlo.return"].create([found]))
    made = call.lowering.make("stablehlo.sort", [call.operands], result_types=[v.type for v in call.operands],
                              dimension=keys.rank - 1, is_stable=True, regions=[Region([body])])
    return call.given(*(made if isinstance(made, tuple) else (made,)))


def cholesky(call: VendorCall) -> Any:
    """`__cusolver$cholesky`: (factor, working memory, 0 for each matrix that has a factor and 1 for each that has none)."""
    config = call.section("cholesky_options")
    (a,) = call.operands
    factor = call.make("cholesky", a, lower=bool(config.get("lower", False)), result_types=[a.type])
    made = list(call.given(factor))
    if len(made) == 3:
        rank = a.type.rank
        wrong = call.make("compare", factor, factor, comparison_direction="NE",
                          result_types=[a.type.with_element(PRED)])
        counts = call.reduced("maximum", call.convert(wrong, I32), (rank - 2, rank - 1), 0)
        made[2] = call.convert(call.make("reshape", counts, result_types=[TensorType(call.shape(2), I32)]), call.element(2))
    return tuple(made)


def triangular_solve(call: VendorCall) -> Any:
    """`__cublas$triangularSolve`: x of a . x = b, or of x . a = b."""
    config = call.section("triangular_solve_options")
    if not config.keys() >= {"left_side", "lower", "unit_diagonal", "transpose_a"}:
        raise NotStated
    a, b = call.operands
    return call.given(call.make(
        "triangular_solve", a, b, left_side=bool(config["left_side"]), lower=bool(config["lower"]),
        unit_diagonal=bool(config["unit_diagonal"]), transpose_a=str(config["transpose_a"]), result_types=[b.type]))


def top_k(call: VendorCall) -> Any:
    """`__gpu$TopK`: the largest elements along the last dimension, and where they are."""
    found = call.lowering.make("chlo.top_k", call.operands[:1], k=call.shape()[-1])
    return call.given(*found)


# Normalization.
def norm(call: VendorCall) -> Any:
    """`__cudnn$norm`: (x, scale, bias) -> (y[, mean, 1 / standard deviation]), over the dimensions that the scale has; of
    LAYER_BWD (x, scale, gradient of y, mean, 1 / standard deviation) -> the gradients of (x, scale, bias)."""
    config = call.section("cudnn_norm_backend_config")
    kind, shape = config.get("kind", "LAYER_FWD_INFER"), call.shape()
    if "epsilon" not in config or kind not in ("LAYER_FWD_INFER", "LAYER_FWD_TRAIN", "LAYER_BWD"):
        raise NotStated
    element = computed_in(call.operands[0].type.element, call.element())
    x, scale, third, *rest = (call.convert(v, element) for v in call.operands)
    if scale.type.rank != len(shape):
        raise NotStated
    over = tuple(d for d, n in enumerate(scale.type.shape) if n == shape[d])
    others = tuple(d for d in range(len(shape)) if d not in over)
    count = float(np.prod([shape[d] for d in over]))

    def mean_of(value: Any) -> Any:
        return call.scaled(call.reduced("add", value, over, 0), 1 / count)

    def full(value: Any) -> Any:
        return call.repeated(value, shape)

    def times(a: Any, b: Any) -> Any:
        return call.make("multiply", a, b)

    if kind == "LAYER_BWD":
        mean, factor = rest
        unit = times(call.make("subtract", x, full(mean)), full(factor))
        scaled = times(third, full(scale))
        inner = call.make("subtract", call.make("subtract", scaled, full(mean_of(scaled))),
                          times(unit, full(mean_of(times(scaled, unit)))))
        sums = (call.reduced("add", value, others, 0) for value in (times(third, unit), third))
        return call.given(times(inner, full(factor)), *sums)
    mean = mean_of(x)
    centred = call.make("subtract", x, full(mean))
    variance = mean_of(times(centred, centred))
    factor = call.make("rsqrt", call.plus(variance, call.full(float(config["epsilon"]), variance.type)))
    y = call.plus(times(times(centred, full(factor)), full(scale)), full(third))
    return call.given(y, *((mean, factor) if kind == "LAYER_FWD_TRAIN" else ()))


# Attention.
def attention(biases: int, call: VendorCall) -> Any:
    """`__cudnn$fmhaSoftmax` and `__cudnn$fmhaScaleBiasSoftmax`: softmax(scale * q . k + bias) . v, maybe with a causal mask.

    Behind queries, keys and values there are so many biases. In training the logarithm of the sum of each softmax is a result,
    too. Dropout, padding and windows stay calls.
    """
    config = call.section("cudnn_fmha_backend_config")
    if ("fmha_scale" not in config or float(config.get("dropout_rate", 0)) or int(config.get("sliding_window_length", 0)) > 0
            or int(config.get("max_seg_per_batch", 1)) > 1 or config.get("mask_type", "NO_MASK") not in ("NO_MASK", "CAUSAL")
            or len(call.operands) != 3 + biases):
        raise NotStated
    q, k, v, *bias = call.operands
    scores = call.scaled(product(call, q, k, dot_numbers(config.get("bmm1_dot_dimension_numbers"))), float(config["fmha_scale"]))
    shape, last = scores.type.shape, scores.type.rank - 1
    for each in bias:
        scores = call.plus(scores, call.repeated(call.convert(each, scores.type.element), shape))
    if config.get("mask_type") == "CAUSAL":
        row, column = (call.make("iota", iota_dimension=d, result_types=[TensorType(shape, I64)]) for d in (last - 1, last))
        seen = call.make("compare", column, row, comparison_direction="LE", result_types=[TensorType(shape, PRED)])
        scores = call.make("select", seen, scores, call.full(-np.inf, scores.type))
    largest = call.reduced("maximum", scores, (last,), -np.inf)
    powers = call.make("exponential", call.make("subtract", scores, call.repeated(largest, shape)))
    total = call.reduced("add", powers, (last,), 0)
    weights = call.make("divide", powers, call.repeated(total, shape))
    out = product(call, weights, call.convert(v, weights.type.element), dot_numbers(config.get("bmm2_dot_dimension_numbers")))
    results = [out]
    if len(call.types) == 3:
        sums = call.plus(largest, call.make("log", total))
        results.append(call.make("reshape", sums, result_types=[TensorType(shape[:-1], sums.type.element)]))
    return call.given(*results)
