"""Custom calls of XLA for GPUs against what their configurations say, computed with NumPy, on both engines."""

from __future__ import annotations

import itertools
import json
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.ops.hlo.lowering import to_stablehlo

NAMES = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int8": "s8", "int32": "s32", "bool": "pred",
         "complex64": "c64", "float8_e4m3fn": "f8e4m3fn", "float8_e5m2": "f8e5m2", "uint16": "u16", "uint32": "u32"}
RNG = np.random.default_rng(7)


def shape_text(dtype: Any, shape: Any) -> str:
    return f"{NAMES[np.dtype(dtype).name]}[{','.join(map(str, shape))}]"


def program(target: str, arrays: list[Any], results: list[Any], config: Any, attributes: str = "",
            workspace: bool = True) -> str:
    """A module of one call, which gives all results but the memory that it works in."""
    parts = [shape_text(dtype, shape) for dtype, shape in results]
    given = [*parts, "s8[64]"] if workspace else parts
    lines = [f"  p{k} = {shape_text(a.dtype, a.shape)} parameter({k})" for k, a in enumerate(arrays)]
    names = ", ".join(f"p{k}" for k in range(len(arrays)))
    result = f"({', '.join(given)})"
    lines.append(f'  c = {result} custom-call({names}), custom_call_target="{target}"{attributes}, '
                 f"backend_config={json.dumps(config)}")
    lines += [f"  r{k} = {part} get-tuple-element(c), index={k}" for k, part in enumerate(parts)]
    lines.append(f"  ROOT t = ({', '.join(parts)}) tuple({', '.join(f'r{k}' for k in range(len(parts)))})")
    return "HloModule m\n\nENTRY e {\n" + "\n".join(lines) + "\n}\n"


def both(text: str, arrays: list[Any]) -> list[list[Any]]:
    module = hloom.parse(text, format="hlo")
    module.verify()
    assert "custom_call" not in to_stablehlo(module).to_text()
    executable = hloom.compile(module)
    assert not executable.fallbacks
    return [list(hloom.evaluate(module, *arrays)), list(executable(*arrays))]


def check(text: str, arrays: list[Any], wanted: list[Any], tolerance: float = 1e-5) -> None:
    for found in both(text, arrays):
        for a, b in zip(found, wanted, strict=True):
            a, b = (np.asarray(v).astype(np.complex128 if np.iscomplexobj(v) else np.float64) for v in (a, b))
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def drawn(shape: Any, dtype: Any = np.float32) -> Any:
    if np.dtype(dtype).kind == "c":
        return (RNG.normal(size=shape) + 1j * RNG.normal(size=shape)).astype(dtype)
    if np.dtype(dtype).kind in "iu":
        return RNG.integers(-5, 6, shape).astype(dtype)
    return RNG.normal(size=shape).astype(dtype)


def gemm_config(alpha: complex = 1, beta: float = 0, epilogue: Any = "DEFAULT", lhs: Any = (1,), rhs: Any = (0,),
                batch: Any = ((), ()), **more: Any) -> Any:
    alpha = complex(alpha)
    return {"operation_queue_id": "0", "wait_on_operation_queues": [], "gemm_backend_config": {
        "alpha_real": alpha.real, "alpha_imag": alpha.imag, "beta": beta, "epilogue": epilogue,
        "dot_dimension_numbers": {
            "lhs_contracting_dimensions": [str(d) for d in lhs], "rhs_contracting_dimensions": [str(d) for d in rhs],
            "lhs_batch_dimensions": [str(d) for d in batch[0]], "rhs_batch_dimensions": [str(d) for d in batch[1]]},
        "precision_config": {"operand_precision": ["DEFAULT", "HIGHEST"], "algorithm": "ALG_UNSET"}, **more}}


def gelu(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def relu(x: Any) -> Any:
    return np.maximum(x, 0)


# Products.
@pytest.mark.parametrize("target", ["__cublas$gemm", "__cublas$lt$matmul"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_products(target: str, dtype: str) -> None:
    a, b, c = drawn((5, 7), dtype), drawn((7, 3), dtype), drawn((5, 3), dtype)
    alpha = 2 - 0.5j if dtype == "complex64" else -1.5
    check(program(target, [a, b], [(dtype, (5, 3))], gemm_config()), [a, b], [a @ b], 1e-4)
    check(program(target, [a, b, c], [(dtype, (5, 3))], gemm_config(alpha, 0.5)), [a, b, c], [alpha * (a @ b) + 0.5 * c], 1e-4)
    turned = np.ascontiguousarray(a.T)
    check(program(target, [turned, b], [(dtype, (5, 3))], gemm_config(lhs=(0,))), [turned, b], [a @ b], 1e-4)


def test_batches_layouts_and_older_configurations() -> None:
    a, b = drawn((2, 3, 5, 4)), drawn((2, 3, 6, 4))
    config = gemm_config(lhs=(3,), rhs=(3,), batch=((0, 1), (0, 1)))
    wanted = np.einsum("abik,abjk->abij", a, b)
    text = program("__cublas$gemm", [a, b], [("float32", (2, 3, 5, 6))], config)
    check(text, [a, b], [wanted])
    turned = text.replace("f32[2,3,5,6]", "f32[2,3,5,6]{2,3,1,0}").replace("f32[2,3,6,4]", "f32[2,3,6,4]{2,3,1,0}")
    check(turned, [a, b], [wanted])
    check(program("__cublas$gemm", [a, b], [("float32", (2, 3, 5, 6))], config["gemm_backend_config"]), [a, b], [wanted])
    alone = program("__cublas$gemm", [a, b], [("float32", (2, 3, 5, 6))], config, workspace=False)
    alone = alone[: alone.index("  r0")].replace("  c = (f32[2,3,5,6])", "  ROOT c = f32[2,3,5,6]") + "}\n"
    check(alone, [a, b], [wanted])


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16])
def test_sums_of_small_floats_are_rounded_once(dtype: Any) -> None:
    a, b = drawn((4, 300), dtype), drawn((300, 5), dtype)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    check(program("__cublas$gemm", [a, b], [(np.float32, (4, 5))], gemm_config(2)), [a, b], [2 * exact], 1e-4)
    check(program("__cublas$gemm", [a, b], [(dtype, (4, 5))], gemm_config(2)), [a, b], [(2 * exact).astype(dtype)], 1e-2)


def test_products_of_integers() -> None:
    a, b, c = drawn((4, 9), np.int8), drawn((9, 5), np.int8), drawn((4, 5), np.int32)
    exact = a.astype(np.int32) @ b.astype(np.int32)
    check(program("__cublas$gemm", [a, b, c], [(np.int32, (4, 5))], gemm_config(3, 2)), [a, b, c], [3 * exact + 2 * c], 0)
    check(program("__cublas$lt$matmul", [a, b], [(np.float32, (4, 5))], gemm_config(0.5)), [a, b], [0.5 * exact], 0)


EPILOGUES = {"DEFAULT": lambda x, v: x, "BIAS": lambda x, v: x + v, "RELU": lambda x, v: relu(x),
             "BIAS_RELU": lambda x, v: relu(x + v), "GELU": lambda x, v: gelu(x), "BIAS_GELU": lambda x, v: gelu(x + v),
             "GELU_AUX": lambda x, v: gelu(x), "BIAS_GELU_AUX": lambda x, v: gelu(x + v),
             "SILU": lambda x, v: x / (1 + np.exp(-x)), "BIAS_SILU": lambda x, v: (x + v) / (1 + np.exp(-x - v))}


@pytest.mark.parametrize("epilogue", EPILOGUES)
@pytest.mark.parametrize("beta", [0, 0.25])
def test_epilogues(epilogue: str, beta: float) -> None:
    a, b, c, bias = drawn((2, 4, 6)), drawn((2, 6, 3)), drawn((2, 4, 3)), drawn((3,))
    arrays = [a, b, *([c] if beta else []), *([bias] if "BIAS" in epilogue else [])]
    before = 1.5 * (a @ b) + beta * c
    wanted = [EPILOGUES[epilogue](before, bias)]
    if "AUX" in epilogue:
        wanted.append(before + (bias if "BIAS" in epilogue else 0))
    config = gemm_config(1.5, beta, epilogue, (2,), (1,), ((0,), (0,)))
    check(program("__cublas$lt$matmul", arrays, [("float32", (2, 4, 3))] * len(wanted), config), arrays, wanted)


def test_products_of_floats_of_8_bits() -> None:
    f8 = ml_dtypes.float8_e4m3fn
    a, b, c, bias = drawn((16, 32), f8), drawn((32, 16), ml_dtypes.float8_e5m2), drawn((16, 16), ml_dtypes.bfloat16), drawn((16,))
    scales = [np.array(n, np.float32) for n in (0.5, 0.25)]
    one, last = np.array(1, np.float32), np.array(4, np.float32)
    exact = 0.125 * (a.astype(np.float64) @ b.astype(np.float64))
    target = "__cublas$lt$matmul$f8"
    for arrays, config, wanted in (
            ([a, b, *scales], gemm_config(), exact), ([a, b, *scales, one, one], gemm_config(), exact),
            ([a, b, c, *scales, bias], gemm_config(1, 2, "BIAS_RELU"), relu(exact + 2 * c.astype(np.float64) + bias)),
            ([a, b, *scales, one, one, bias], gemm_config(1, 0, "BIAS"), exact + bias)):
        check(program(target, arrays, [(np.float32, (16, 16))], config), arrays, [wanted])
    arrays = [a, b, *scales, last]
    check(program(target, arrays, [(f8, (16, 16)), (np.float32, ())], gemm_config(damax_output=True)), arrays,
          [(4 * exact).astype(f8), np.abs(exact).max()], 0.07)


# Convolutions.
def naive(x: Any, w: Any, y_shape: Any, stride: Any, low: Any, dilation: Any, groups: int, flip: bool) -> Any:
    """Which elements of input, filter and result (in the order bf01, oi01, bf01) meet in a convolution."""
    per_group = y_shape[1] // groups
    for n, o, i in itertools.product(range(y_shape[0]), range(y_shape[1]), range(w[1])):
        for place in itertools.product(*map(range, y_shape[2:])):
            for at in itertools.product(*map(range, w[2:])):
                tap = [size - 1 - k if flip else k for k, size in zip(at, w[2:])]
                source = [p * s - pad + t * d for p, s, pad, t, d in zip(place, stride, low, tap, dilation)]
                if all(0 <= k < size for k, size in zip(source, x[2:])):
                    yield (n, (o // per_group) * w[1] + i, *source), (o, i, *at), (n, o, *place)


CONVOLUTIONS = [  # input, filter, stride, padding, dilation, groups, reversed, labels
    ((2, 3, 5, 6), (4, 3, 3, 2), (1, 1), ((1, 1), (0, 1)), (1, 1), 1, False, "bf01_oi01->bf01"),
    ((1, 2, 7, 6), (3, 2, 3, 3), (2, 1), ((0, 1), (2, 1)), (1, 2), 1, True, "b01f_01io->b01f"),
    ((2, 4, 6, 5), (6, 2, 2, 3), (2, 2), ((1, 0), (1, 1)), (1, 1), 2, False, "bf01_oi01->bf01"),
    ((1, 6, 5, 5), (6, 2, 3, 3), (1, 1), ((1, 1), (1, 1)), (1, 1), 3, True, "f01b_i01o->f01b"),
    ((2, 3, 7), (2, 3, 3), (2,), ((1, 1),), (2,), 1, False, "b0f_0io->bf0"),
]


def placed(array: Any, canonical: str, labels: str) -> Any:
    return np.ascontiguousarray(array.transpose([canonical.index(c) for c in labels]))


@pytest.mark.parametrize("kind", ["Forward", "BackwardInput", "BackwardFilter", "BiasActivationForward"])
@pytest.mark.parametrize("case", CONVOLUTIONS)
@pytest.mark.every_case
def test_convolutions(kind: str, case: Any) -> None:
    x_shape, w_shape, stride, pads, dilation, groups, flip, labels = case
    out = [(n + lo + hi - (k - 1) * d - 1) // s + 1
           for n, k, s, (lo, hi), d in zip(x_shape[2:], w_shape[2:], stride, pads, dilation)]
    y_shape = (x_shape[0], w_shape[0], *out)
    x, w, y = drawn(x_shape), drawn(w_shape), drawn(y_shape)
    sums = [np.zeros(s) for s in (x_shape, w_shape, y_shape)]
    for at_x, at_w, at_y in naive(x_shape, w_shape, y_shape, stride, [lo for lo, _ in pads], dilation, groups, flip):
        sums[0][at_x] += w[at_w] * y[at_y]
        sums[1][at_w] += x[at_x] * y[at_y]
        sums[2][at_y] += x[at_x] * w[at_w]
    digits = "".join(str(k) for k in range(len(stride)))
    of_x, rest = labels.split("_")
    of_w, of_y = rest.split("->")
    x, dx = (placed(v, "bf" + digits, of_x) for v in (x, sums[0]))
    w, dw = (placed(v, "oi" + digits, of_w) for v in (w, sums[1]))
    y, z = (placed(v, "bf" + digits, of_y) for v in (y, sums[2]))
    window = (f"size={'x'.join(map(str, w_shape[2:]))} stride={'x'.join(map(str, stride))} "
              f"pad={'x'.join(f'{lo}_{hi}' for lo, hi in pads)} rhs_dilate={'x'.join(map(str, dilation))}")
    attributes = f", window={{{window}{' rhs_reversal=' + 'x'.join('1' for _ in stride) if flip else ''}}}, dim_labels={labels}"
    attributes += f", feature_group_count={groups}" if groups > 1 else ""
    target = f"__cudnn$conv{kind}"
    config: Any = {"conv_result_scale": 0.5, "activation_mode": "kNone", "side_input_scale": 0, "leakyrelu_alpha": 0}
    if kind != "BiasActivationForward":
        arrays, wanted = {"Forward": ([x, w], z), "BackwardInput": ([y, w], dx), "BackwardFilter": ([x, y], dw)}[kind]
        text = program(target, arrays, [(np.float32, wanted.shape)], {"cudnn_conv_backend_config": config}, attributes)
        check(text, arrays, [0.5 * wanted])
        return
    bias, side = drawn((w_shape[0],)), drawn(z.shape)
    added = 0.5 * z + bias.reshape([-1 if c == "f" else 1 for c in of_y])
    for mode, function in (("kRelu", relu), ("kLeakyRelu", lambda v: np.where(v > 0, v, 0.25 * v)), ("2", relu),
                           ("kElu", lambda v: np.where(v > 0, v, np.expm1(v))), ("kRelu6", lambda v: np.clip(v, 0, 6)),
                           ("kSigmoid", lambda v: 1 / (1 + np.exp(-v))), ("kTanh", np.tanh), ("kNone", lambda v: v)):
        stated = {**config, "activation_mode": mode, "side_input_scale": 2, "leakyrelu_alpha": 0.25}
        for arrays, before in (([x, w, bias], added), ([x, w, bias, side], added + 2 * side)):
            text = program(target, arrays, [(np.float32, z.shape)], {"cudnn_conv_backend_config": stated}, attributes)
            check(text, arrays, [function(before)])
        if mode == "kRelu" and case is not CONVOLUTIONS[0]:
            break


def test_integer_convolutions_saturate() -> None:
    x, w, bias = drawn((1, 3, 4, 4), np.int8), drawn((2, 3, 3, 3), np.int8), drawn((2,))
    sums = np.zeros((1, 2, 2, 2))
    for at_x, at_w, at_y in naive(x.shape, w.shape, sums.shape, (1, 1), (0, 0), (1, 1), 1, False):
        sums[at_y] += int(x[at_x]) * int(w[at_w])
    config = {"conv_result_scale": 2.5, "activation_mode": "kNone"}
    attributes = ", window={size=3x3}, dim_labels=bf01_oi01->bf01"
    text = program("__cudnn$convBiasActivationForward", [x, w, bias], [(np.int8, sums.shape)], config, attributes)
    check(text, [x, w, bias], [np.clip(np.rint(2.5 * sums + bias.reshape(1, 2, 1, 1)), -128, 127)], 0)


# The rest.
def test_radix_sort() -> None:
    keys = RNG.integers(0, 6, (3, 40)).astype(np.uint16)
    values = drawn((3, 40))
    for descending in (False, True):
        order = np.argsort(keys.astype(int) * (-1 if descending else 1), axis=1, kind="stable")
        wanted = [np.take_along_axis(v, order, 1) for v in (keys, values)]
        config = {"descending": descending}
        types = [(v.dtype, v.shape) for v in (keys, values)]
        check(program("__cub$DeviceRadixSort", [keys, values], types, config), [keys, values], wanted, 0)
        check(program("__cub$DeviceRadixSort", [keys], [(keys.dtype, keys.shape)], config), [keys], wanted[:1], 0)
    floats = np.array([2, 0.0, -0.0, np.nan, -1, -np.inf, -np.nan, np.inf], np.float32)
    places = np.arange(8, dtype=np.int32)
    text = program("__cub$DeviceRadixSort", [floats, places], [(np.float32, (8,)), (np.int32, (8,))], {"descending": False})
    for found in both(text, [floats, places]):
        assert found[1].tolist() == [6, 5, 4, 1, 2, 0, 7, 3]


def test_factors_and_solutions() -> None:
    m = drawn((2, 4, 4), np.float64)
    a = m @ m.transpose(0, 2, 1) + np.eye(4)
    a[1] -= 20 * np.eye(4)
    config = {"lower": True}
    text = program("__cusolver$cholesky", [a], [(np.float64, (2, 4, 4))], config, workspace=False).replace(
        "(f64[2,4,4]) custom-call", "(f64[2,4,4], f64[30], s32[2]) custom-call").replace(
        "(f64[2,4,4]) tuple(r0)", "(f64[2,4,4], s32[2]) tuple(r0, r2)").replace(
        "  ROOT", "  r2 = s32[2] get-tuple-element(c), index=2\n  ROOT")
    for factor, info in both(text, [a]):
        np.testing.assert_allclose(np.tril(factor[0]), np.linalg.cholesky(a[0]), rtol=1e-9)
        assert info.tolist() == [0, 1]
    low, b = np.tril(m) + 3 * np.eye(4), drawn((2, 4, 3), np.float64)
    for transpose, left, wanted in (("NO_TRANSPOSE", True, np.linalg.solve(low, b)),
                                    ("TRANSPOSE", True, np.linalg.solve(low.transpose(0, 2, 1), b)),
                                    ("NO_TRANSPOSE", False, np.linalg.solve(low.transpose(0, 2, 1), b).transpose(0, 2, 1))):
        right = b if left else np.ascontiguousarray(b.transpose(0, 2, 1))
        config = {"left_side": left, "lower": True, "unit_diagonal": False, "transpose_a": transpose}
        wanted = wanted if left else np.linalg.solve(low.transpose(0, 2, 1), b).transpose(0, 2, 1)
        text = program("__cublas$triangularSolve", [low, right], [(np.float64, right.shape)], config)
        check(text, [low, right], [wanted], 1e-8)


def test_top_k() -> None:
    x = RNG.permutation(60).reshape(3, 20).astype(np.float32)
    order = np.argsort(-x, axis=1)[:, :4]
    text = program("__gpu$TopK", [x], [(np.float32, (3, 4)), (np.int32, (3, 4))], {}, ", api_version=API_VERSION_TYPED_FFI")
    check(text, [x], [np.take_along_axis(x, order, 1), order], 0)


def test_normalization() -> None:
    x, scale, bias, dy = drawn((6, 4, 5, 1)), drawn((1, 4, 5, 1)), drawn((1, 4, 5, 1)), drawn((6, 4, 5, 1))
    over = (1, 2, 3)
    mean, variance = x.mean(over, keepdims=True), x.var(over, keepdims=True)
    factor = 1 / np.sqrt(variance + 1e-3)
    unit = (x - mean) * factor
    small = [(np.float32, (6, 1, 1, 1))] * 2
    for kind, results, wanted in (("LAYER_FWD_INFER", [], []), ("LAYER_FWD_TRAIN", small, [mean, factor])):
        config = {"cudnn_norm_backend_config": {"epsilon": 1e-3, "kind": kind}}
        check(program("__cudnn$norm", [x, scale, bias], [(np.float32, x.shape), *results], config), [x, scale, bias],
              [unit * scale + bias, *wanted])
    scaled = dy * scale
    dx = factor * (scaled - scaled.mean(over, keepdims=True) - unit * (scaled * unit).mean(over, keepdims=True))
    wanted = [dx, (dy * unit).sum(0, keepdims=True), dy.sum(0, keepdims=True)]
    config = {"cudnn_norm_backend_config": {"epsilon": 1e-3, "kind": "LAYER_BWD"}}
    arrays = [x, scale, dy, mean.astype(np.float32), factor.astype(np.float32)]
    check(program("__cudnn$norm", arrays, [(np.float32, v.shape) for v in wanted], config), arrays, wanted, 1e-4)


@pytest.mark.parametrize("mask", ["NO_MASK", "CAUSAL"])
@pytest.mark.parametrize("has_bias", [False, True])
def test_attention(mask: str, has_bias: bool) -> None:
    dtype = ml_dtypes.bfloat16
    q, k, v, bias = drawn((2, 7, 3, 8), dtype), drawn((2, 7, 3, 8), dtype), drawn((2, 7, 3, 8), dtype), drawn((1, 3, 7, 7), dtype)

    def numbers(lhs: Any, rhs: Any, batch: Any) -> Any:
        return {"lhs_contracting_dimensions": lhs, "rhs_contracting_dimensions": rhs, "lhs_batch_dimensions": batch[0],
                "rhs_batch_dimensions": batch[1]}

    config = {"cudnn_fmha_backend_config": {
        "fmha_scale": 0.5, "dropout_rate": 0, "mask_type": mask, "is_flash_attention": True,
        "bmm1_dot_dimension_numbers": numbers(["3"], ["3"], (["0", "2"], ["0", "2"])),
        "bmm2_dot_dimension_numbers": numbers(["3"], ["1"], (["0", "1"], ["0", "2"]))}}
    arrays = [q, k, v, *([bias] if has_bias else [])]
    a, b, c = (x.astype(np.float64) for x in (q, k, v))
    scores = 0.5 * np.einsum("bthd,bshd->bhts", a, b) + (bias.astype(np.float64) if has_bias else 0)
    scores = np.where(np.tri(7, dtype=bool), scores, -np.inf) if mask == "CAUSAL" else scores
    total = np.log(np.exp(scores).sum(-1))
    wanted = np.einsum("bhts,bshd->bhtd", np.exp(scores - total[..., None]), c)
    target = f"__cudnn$fmha{'ScaleBias' if has_bias else ''}Softmax"
    check(program(target, arrays, [(dtype, (2, 3, 7, 8))], config), arrays, [wanted], 2e-2)
    check(program(target, arrays, [(np.float32, (2, 3, 7, 8)), (np.float32, (2, 3, 7))], config), arrays, [wanted, total], 1e-5)


def test_maps_lead_through_calls() -> None:
    a, b = drawn((4, 6)), drawn((6, 3))
    text = program("__cublas$gemm", [a, b], [(np.float32, (4, 3))], gemm_config())
    module = hloom.parse(text, format="hlo")
    call = next(op for op in module.walk() if op.name == "stablehlo.custom_call")
    maps = hloom.indexing.output_to_input(call)
    assert str(maps[0][0]) == "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 3], d1 in [0, 2], s0 in [0, 5]"
    assert str(maps[1][0]) == "(d0, d1)[s0] -> (s0, d1), domain: d0 in [0, 3], d1 in [0, 2], s0 in [0, 5]"
    alone = text[: text.index("  r0")].replace("  c = (f32[4,3], s8[64])", "  ROOT c = f32[4,3]") + "}\n"
    call = next(op for op in hloom.parse(alone, format="hlo").walk() if op.name == "stablehlo.custom_call")
    assert str(hloom.indexing.output_to_input(call)[0][0]).startswith("(d0, d1)[s0] -> (d0, s0)")


@pytest.mark.parametrize(("target", "config"), [
    ("__cublas$gemm", {}), ("__cublas$gemm", {"gemm_backend_config": {"beta": 0}}),
    ("__cublas$gemm", gemm_config(epilogue="TWIST")), ("__cublas$gemm", {"gemm_backend_config": []}),
    ("__cudnn$fmhaSoftmax", {"cudnn_fmha_backend_config": {"fmha_scale": 1, "dropout_rate": 0.5}}),
    ("__cub$DeviceRadixSort", {"ascending": True})])
def test_what_says_too_little_stays_a_call(target: str, config: Any) -> None:
    arrays = [drawn((4, 4)), drawn((4, 4))]
    module = hloom.parse(program(target, arrays, [(np.float32, (4, 4))], config), format="hlo")
    module.verify()
    with pytest.raises(hloom.EvaluationError, match="no function is registered"):
        hloom.evaluate(module, *arrays)
    call = next(op for op in module.walk() if op.name == "stablehlo.custom_call")
    assert hloom.indexing.output_to_input(call)[0][0].is_undefined


@pytest.mark.parametrize(("config", "shape", "count"), [
    (gemm_config(), (4, 5), 2), (gemm_config(beta=1), (4, 4), 2), (gemm_config(), (4, 4), 3),
    (gemm_config(lhs=("x",)), (4, 4), 2), (gemm_config(lhs=(7,)), (4, 4), 2), (gemm_config(epilogue="BIAS"), (4, 4), 2)])
def test_a_configuration_that_does_not_fit_is_an_error_with_its_place(config: Any, shape: Any, count: int) -> None:
    arrays = [drawn((4, 4))] * count
    module = hloom.parse(program("__cublas$gemm", arrays, [(np.float32, shape)], config), format="hlo")
    with pytest.raises(hloom.UserError, match=r"<input>:\d+:\d+: error"):
        module.verify()
        hloom.evaluate(module, *arrays)
