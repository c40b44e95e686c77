"""A hundred JAX functions of every kind, each with arguments: what XLA makes of them is the test of HLO texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Case = tuple[str, Callable[..., Any], tuple[Any, ...]]


def _f(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def _positive(*shape: int) -> np.ndarray:
    return np.abs(_f(*shape)) + np.float32(0.5)


def _i(*shape: int, high: int = 10) -> np.ndarray:
    return np.random.default_rng(1).integers(0, high, shape).astype(np.int32)


def _scan(x: Any) -> Any:
    return lax.scan(lambda c, v: (jnp.tanh(c + v), c.sum()), x[0], x)


def _cond(x: Any) -> Any:
    return lax.cond(x.sum() > 0, lambda v: v + 1, lambda v: v * 2, x)


def _layer_norm(x: Any, g: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * g


def _attention(q: Any, k: Any, v: Any) -> Any:
    scores = jnp.einsum("hqd,hkd->hqk", q, k) * 0.5
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[1:], bool)), scores, -1e9)
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, -1), v)


def _mlp(w: Any, x: Any) -> Any:
    return jax.nn.relu(x @ w[0]) @ w[1]


def _loss(w: Any, x: Any) -> Any:
    return (_mlp(w, x) ** 2).mean()


def _conv(x: Any, w: Any, strides: Any = (1, 1), padding: Any = "SAME", **more: Any) -> Any:
    return lax.conv_general_dilated(x, w, strides, padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), **more)


def _lstm(xs: Any, w: Any) -> Any:
    def step(state: Any, x: Any) -> Any:
        h, c = state
        i, f, g, o = jnp.split(jnp.concatenate([x, h], -1) @ w, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((xs.shape[1], w.shape[1] // 4))
    return lax.scan(step, (zero, zero), xs)[1]


def _pool(x: Any, init: Any, op: Any) -> Any:
    return lax.reduce_window(x, init, op, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


A, B, V = _f(6, 6), _f(6, 6, seed=1), _f(24)
P = _positive(6, 6)
I = _i(6, 6)
W = [_f(8, 16), _f(16, 4, seed=2)]
IMAGE, KERNEL = _f(2, 8, 8, 3), _f(3, 3, 3, 4, seed=3)

_UNARY: dict[str, Callable[..., Any]] = {
    "exp": jnp.exp, "expm1": jnp.expm1, "tanh": jnp.tanh, "sin": jnp.sin, "cos": jnp.cos, "tan": jnp.tan,
    "logistic": jax.nn.sigmoid,
    "floor": jnp.floor, "ceil": jnp.ceil, "round": jnp.round, "sign": jnp.sign, "abs": jnp.abs, "erf": jax.scipy.special.erf,
    "isfinite": jnp.isfinite, "atan": jnp.arctan, "sinh": jnp.sinh, "gelu": jax.nn.gelu, "cbrt": jnp.cbrt, "square": jnp.square}
_POSITIVE: dict[str, Callable[..., Any]] = {"log": jnp.log, "log1p": jnp.log1p, "sqrt": jnp.sqrt, "rsqrt": lax.rsqrt,
                                            "acosh": lambda x:
                                           jnp.arccosh(x + 1)}
_BINARY: dict[str, Callable[..., Any]] = {
    "add": jnp.add, "subtract": jnp.subtract, "multiply": jnp.multiply, "divide": jnp.divide, "maximum": jnp.maximum,
    "minimum": jnp.minimum, "arctan2": jnp.arctan2, "fmod": jnp.fmod, "greater": jnp.greater, "hypot": jnp.hypot}
_INTEGER: dict[str, Callable[..., Any]] = {
    "and": lambda x: x & 6, "or": lambda x: x | 6, "xor": lambda x: x ^ 6, "not": lambda x: ~x, "shift": lambda x: (x << 3) >> 1,
    "remainder": lambda x: x % 3, "floor_divide": lambda x: x // 3, "popcount": lax.population_count, "clz": lax.clz,
    "power": lambda x: x ** 3, "to_u8": lambda x: x.astype(jnp.uint8), "to_bf16": lambda x: x.astype(jnp.bfloat16)}
_ON_MATRIX: dict[str, Callable[..., Any]] = {
    "sum": lambda x: (x.sum(), x.sum(0), x.sum(1)), "prod": lambda x: x.prod(1), "max": lambda x: (x.max(0), x.min()),
    "argmax": lambda x: (x.argmax(1), x.argmin(0)), "any": lambda x: ((x > 0).any(0), (x > 0).all()),
    "mean_var": lambda x: (x.mean(), x.var(0)),
    "cumsum": lambda x: (jnp.cumsum(x, 0), jnp.cumsum(x, 1)), "cummax": lambda x: lax.cummax(x, 1), "logsumexp": jax.nn.logsumexp,
    "softmax": jax.nn.softmax, "log_softmax": jax.nn.log_softmax, "transpose": lambda x: x.T, "flip": lambda x: x[::-1, ::-1],
    "roll": lambda x: jnp.roll(x, 2, 1), "reshape": lambda x: x.reshape(4, 9), "slice": lambda x: x[1:5:2, ::3], "pad": lambda x:
    jnp.pad(x, ((1, 2), (0, 3)), constant_values=7), "tile": lambda x: jnp.tile(x, (2, 3)),
    "concatenate": lambda x: jnp.concatenate([x, x + 1], 1),
    "tril": jnp.tril, "where": lambda x: jnp.where(x > 0, x, -x), "clip": lambda x: jnp.clip(x, -0.5, 0.5), "sort": lambda x:
    (jnp.sort(x, 1), jnp.sort(x, 0)), "argsort": lambda x: jnp.argsort(x, 1), "top_k": lambda x: lax.top_k(x, 3), "scan": _scan,
    "cond": _cond,
    "fori": lambda x: lax.fori_loop(0, 5, lambda i, v: v * 0.5 + i, x), "while": lambda x: lax.while_loop(
        lambda v: v.sum() < 100, lambda v: v + 3, x),
        "switch": lambda x: lax.switch(jnp.int32(1), [jnp.sin, jnp.cos, jnp.tan], x),
    "dynamic_slice": lambda x: lax.dynamic_slice(x, (jnp.int32(1), jnp.int32(4)), (2, 3)), "dynamic_update": lambda x:
    lax.dynamic_update_slice(x, x[:2, :2], (jnp.int32(3), jnp.int32(9))), "take": lambda x: x[jnp.array([3, 1, 1])],
    "gather": lambda x:
    x[jnp.array([3, 1]), jnp.array([0, 5])], "scatter": lambda x: x.at[jnp.array([3, 1])].set(0.0), "scatter_add": lambda x:
    x.at[jnp.array([3, 3, 1])].add(1.0), "fft": lambda x: jnp.abs(jnp.fft.fft(x)),
    "rfft": lambda x: jnp.fft.irfft(jnp.fft.rfft(x)),
    "complex": lambda x: jnp.real(lax.complex(x, x) * lax.complex(x, -x)),
    "bitcast": lambda x: lax.bitcast_convert_type(x, jnp.int32),
    "bf16": lambda x: (x.astype(jnp.bfloat16) * 2).astype(jnp.float32),
    "f16_product": lambda x: (x.astype(jnp.float16) @ x.astype(
        jnp.float16)).astype(jnp.float32), "reduce_precision": lambda x: lax.reduce_precision(x, 5, 7),
        "iota": lambda x: x + lax.iota(jnp.float32, 6),
    "one_hot": lambda x: jax.nn.one_hot(jnp.argmax(x, 1), 6), "vmap": jax.vmap(lambda r: r @ r),
    "grad": jax.grad(lambda x: jnp.tanh(x).sum()),
    "jacobian": jax.jacobian(lambda x: (x * x).sum(0)), "hessian": lambda x: jax.hessian(lambda v: (v ** 3).sum())(x[0]),
    "empty": lambda x: x[:0] + 1,
    "scalar": lambda x: x[0, 0] * 2, "nothing": lambda x: (), "constant": lambda x: (jnp.arange(12.0).reshape(3, 4), x)}


def cases() -> list[Case]:
    """Name, function and arguments."""
    found: list[Case] = [(n, f, (A,)) for n, f in _UNARY.items()]
    found += [(n, f, (P,)) for n, f in _POSITIVE.items()]
    found += [(n, f, (A, P)) for n, f in _BINARY.items()]
    found += [(f"integer_{n}", f, (I,)) for n, f in _INTEGER.items()]
    found += [(n, f, (A,)) for n, f in _ON_MATRIX.items()]
    found += [
        ("matmul", jnp.matmul, (A, B)), ("batched", lambda a, b: jnp.einsum("bij,bkj->bik", a, b), (_f(2, 3, 4), _f(2, 5, 4))),
        ("outer", jnp.outer, (V, V)), ("tensordot", lambda a, b: jnp.tensordot(a, b, 2), (_f(2, 3, 4), _f(3, 4, 5))),
        ("layer_norm", _layer_norm, (_f(4, 8), _f(8))),
        ("attention", _attention, (_f(2, 5, 4), _f(2, 5, 4, seed=1), _f(2, 5, 4, seed=2))),
        ("mlp", _mlp, (W, _f(5, 8))), ("mlp_grad", jax.value_and_grad(_loss), (W, _f(5, 8))),
        ("lstm", _lstm, (_f(4, 2, 3), _f(7, 16))),
        ("lstm_grad", jax.grad(lambda x, w: _lstm(x, w).sum(), 1), (_f(4, 2, 3), _f(7, 16))), ("conv", _conv, (IMAGE, KERNEL)),
        ("conv_strided", lambda x, w: _conv(x, w, (2, 2), "VALID"), (IMAGE, KERNEL)),
        ("conv_dilated", lambda x, w: _conv(x, w, rhs_dilation=(2, 2)), (IMAGE, KERNEL)),
        ("conv_grouped", lambda x, w: _conv(x, w, feature_group_count=3), (IMAGE, _f(3, 3, 1, 6))),
        ("conv_grad", jax.grad(lambda w, x: (_conv(x, w) ** 2).sum()), (KERNEL, IMAGE)),
        ("max_pool", lambda x: _pool(x, -jnp.inf, lax.max), (IMAGE,)), ("sum_pool", lambda x: _pool(x, 0.0, lax.add), (IMAGE,)),
        ("max_pool_grad", jax.grad(lambda x: (_pool(x, -jnp.inf, lax.max) ** 2).sum()), (IMAGE,)),
        ("embedding_grad", jax.grad(lambda e, t: (e[t] ** 2).sum()), (_f(10, 4), _i(7))),
        ("sort_pairs", lambda k, v: lax.sort((k, v), num_keys=1), (_i(8), V[:8])),
        ("unique_count", lambda x: (jnp.sort(x)[1:] != jnp.sort(x)[
            :-1]).sum(), (_i(20),)), ("searchsorted", lambda a, v: jnp.searchsorted(jnp.sort(a), v), (V, V[:5])),
        ("interp", lambda x: jnp.interp(x, jnp.arange(5.0), jnp.arange(5.0) ** 2), (V,)), ("polyval", lambda x: jnp.polyval(
            jnp.array([1.0, -2.0, 3.0]), x), (V,)), ("convolve", lambda a, b: jnp.convolve(a, b), (V, V[:5])),
        ("cholesky", lambda a: jnp.linalg.cholesky(a @ a.T + 6 * jnp.eye(6, dtype=a.dtype)), (A,)),
        ("solve_triangular", lambda a, b: lax.linalg.triangular_solve(
            jnp.tril(a) + 3 * jnp.eye(6, dtype=a.dtype), b, left_side=True, lower=True), (A, B)),
        ("associative_scan", lambda x: lax.associative_scan(jnp.add, x), (V,)),
        ("map", lambda x: lax.map(lambda r: r.sum(), x), (A,)),
        ("segment_sum", lambda x, s: jax.ops.segment_sum(x, s, 10), (V[:7], _i(7))), ("random", lambda x: x + jax.random.uniform(
            jax.random.key(0), (6, 6)), (A,)), ("checkpoint", jax.grad(lambda x: jax.checkpoint(jnp.sin)(x).sum()), (A,)),
        # Calls of LAPACK, several branches and operands, small types, composites and barriers.
        ("qr", jnp.linalg.qr, (A,)), ("eigh", lambda a: jnp.linalg.eigh(a @ a.T)[0], (A,)),
        ("cond_tuple", lambda p, x: lax.cond(p, lambda a: (a, a.sum()), lambda a: (a * 2, a.max()), x), (np.bool_(True), V)),
        ("sort_three", lambda a, b, c: lax.sort((a, b, c), num_keys=2), (_i(8), V[:8], _i(8))),
        ("rng_bits", lambda k: lax.rng_bit_generator(k, (3, 4)), (np.arange(4, dtype=np.uint32),)),
        ("int4", lambda a: (a.astype(jnp.int4) + jnp.int4(1)).astype(jnp.int8), (_i(5) % 6,)),
        ("f4", lambda a: jnp.abs(a).astype("float4_e2m1fn").astype(jnp.float32) * 2, (V,)),
        ("f8", lambda a: a.astype("float8_e4m3fn").astype(jnp.float32) * 2, (V,)),
        ("ragged_dot", lambda a, g: lax.ragged_dot(a, jnp.stack([a, a + 1]), g), (A, np.array([2, 4], np.int32))),
        ("composite", lambda x: lax.composite(lambda y: y * 2, "a.b")(x), (V,)),
        ("barrier", lambda x, y: lax.optimization_barrier((x, y)), (V, A)),
        ("erf_inv", lambda x: lax.erf_inv(x / 9), (V,)), ("lgamma", lambda x: lax.lgamma(jnp.abs(x) + 0.1), (V,)),
        ("digamma", lambda x: lax.digamma(jnp.abs(x) + 0.1), (V,)), ("nextafter", jnp.nextafter, (V, -V)),
        ("window_of_two", lambda a: lax.reduce_window((a, a), (np.float32(0), np.float32(1)), lambda x, y: (
            x[0] + y[0], x[1] * y[1]), (2,), (1,), "VALID"), (V,)),
    ]
    return found
