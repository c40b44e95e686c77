"""Functions of one array, element by element: elementary, special, activations, of integers and complex numbers, conversions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, nn
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case

#: Functions of all numbers.
ANYWHERE = {
    "exp": jnp.exp, "exp2": jnp.exp2, "expm1": jnp.expm1, "sin": jnp.sin, "cos": jnp.cos, "tanh": jnp.tanh,
    "sinh": jnp.sinh, "cosh": jnp.cosh, "arctan": jnp.arctan, "arcsinh": jnp.arcsinh, "cbrt": jnp.cbrt, "square": jnp.square,
    "floor": jnp.floor, "ceil": jnp.ceil, "round": jnp.round, "sign": jnp.sign, "abs": jnp.abs, "sigmoid": nn.sigmoid,
    "relu": nn.relu, "relu6": nn.relu6, "leaky_relu": nn.leaky_relu, "gelu": nn.gelu,
    "gelu_exact": partial(nn.gelu, approximate=False), "silu": nn.silu, "softplus": nn.softplus, "elu": nn.elu,
    "selu": nn.selu, "celu": nn.celu, "mish": nn.mish, "hard_swish": nn.hard_swish, "hard_tanh": nn.hard_tanh,
    "squareplus": nn.squareplus, "log_sigmoid": nn.log_sigmoid, "soft_sign": nn.soft_sign, "sinc": jnp.sinc,
    "isnan": jnp.isnan, "isfinite": jnp.isfinite, "nan_to_num": jnp.nan_to_num, "erf": special.erf, "erfc": special.erfc,
    "i0e": special.i0e, "i1e": special.i1e, "ndtr": special.ndtr, "trunc": jnp.trunc, "deg2rad": jnp.deg2rad,
}
#: Functions of numbers of 0.1 to 2.
POSITIVE = {
    "log": jnp.log, "log2": jnp.log2, "log10": jnp.log10, "log1p": jnp.log1p, "sqrt": jnp.sqrt, "rsqrt": lax.rsqrt,
    "reciprocal": jnp.reciprocal, "gammaln": special.gammaln, "digamma": special.digamma, "xlog": special.entr,
}
#: Functions of numbers of -0.95 to 0.95.
UNIT = {"arcsin": jnp.arcsin, "arccos": jnp.arccos, "arctanh": jnp.arctanh, "erfinv": special.erfinv, "tan": jnp.tan}
#: Those that half types get as well; the rest only in f32, f64 and bf16.
IN_F16 = ("exp", "sigmoid", "gelu", "tanh", "relu", "silu", "log", "sqrt", "rsqrt", "floor", "sin")
#: What JAX does not have in bf16.
NOT_IN_BF16 = ("ndtr",)

OF_INTEGERS = {
    "popcount": lax.population_count, "leading_zeros": lax.clz, "negative": jnp.negative, "abs": jnp.abs, "sign": jnp.sign,
    "invert": jnp.invert, "square": jnp.square,
}
OF_COMPLEX = {
    "exp": jnp.exp, "log": jnp.log, "sqrt": jnp.sqrt, "tanh": jnp.tanh, "sin": jnp.sin, "abs": jnp.abs, "conj": jnp.conj,
    "angle": jnp.angle, "real": jnp.real, "imag": jnp.imag, "reciprocal": jnp.reciprocal, "square": jnp.square,
}
CONVERSIONS = [
    ("f32", jnp.bfloat16), ("f32", jnp.float16), ("f32", jnp.int8), ("f32", jnp.int32), ("f32", jnp.bool_),
    ("f32", jnp.float8_e4m3fn), ("f32", jnp.float8_e5m2), ("f32", jnp.complex64), ("bf16", jnp.float32), ("f16", jnp.float32),
    ("bf16", jnp.int32), ("f64", jnp.float32), ("f64", jnp.int64), ("i8", jnp.float32), ("i8", jnp.int32), ("u8", jnp.float32),
    ("u8", jnp.bfloat16), ("i16", jnp.float32), ("i32", jnp.float32), ("i32", jnp.int8), ("i64", jnp.float32),
    ("i64", jnp.float64), ("u32", jnp.float32), ("bool", jnp.float32), ("bool", jnp.int32), ("c128", jnp.complex64),
]
#: Shapes that hold few numbers, or none, or have many axes.
SHAPES = [(), (0,), (1,), (7,), (1, 1001), (1001, 1), (5, 0, 3), (1, 1, 1, 1), (31, 1, 33), (3, 5, 7, 9, 11), (2, 3, 1, 5, 1, 7)]


def polynomial(x: jax.Array) -> jax.Array:
    return ((((0.3 * x + 0.1) * x - 0.7) * x + 0.2) * x - 1.1) * x + 0.5


def polynomial_grad(x: jax.Array) -> jax.Array:
    return jax.vmap(jax.grad(polynomial))(x)


def several_results(x: jax.Array) -> tuple[jax.Array, ...]:
    return jnp.sin(x), jnp.cos(x), x * x, x > 0


def bits_of_floats(x: jax.Array) -> jax.Array:
    return lax.bitcast_convert_type(x, jnp.int32) >> 23


def fast_inverse_root(x: jax.Array) -> jax.Array:
    guess = lax.bitcast_convert_type(0x5F3759DF - (lax.bitcast_convert_type(x, jnp.int32) >> 1), jnp.float32)
    return guess * (1.5 - 0.5 * x * guess * guess)


def mixed_hash(x: jax.Array) -> jax.Array:
    x = (x ^ (x >> 16)) * jnp.uint32(0x45D9F3B)
    x = (x ^ (x >> 16)) * jnp.uint32(0x45D9F3B)
    return x ^ (x >> 16)


def piecewise(x: jax.Array) -> jax.Array:
    return jnp.piecewise(x, [x < -1, x > 1], [lambda v: -v * v, jnp.sqrt, jnp.sin])


def cases() -> Iterator[Case]:
    for name, function in ANYWHERE.items():
        for type in ("f32", "f64", *(["bf16"] if name not in NOT_IN_BF16 else []), *(["f16"] if name in IN_F16 else [])):
            yield case(f"{name}_{type}", function, array((377, 503), type))
    for name, function in POSITIVE.items():
        for type in ("f32", "f64", "bf16", *(["f16"] if name in IN_F16 else [])):
            yield case(f"{name}_{type}", function, array((377, 503), type, 0.1, 2))
    for name, function in UNIT.items():
        for type in ("f32", "f64", "bf16"):
            yield case(f"{name}_{type}", function, array((377, 503), type, -0.95, 0.95))
    yield case("arccosh_f32", jnp.arccosh, array((377, 503), "f32", 1, 9))
    yield case("sin_far_f32", jnp.sin, array((377, 503), "f32", -1e4, 1e4))
    yield case("exp_far_f32", jnp.exp, array((377, 503), "f32", -200, 80))
    yield case("trigamma_f32", partial(special.polygamma, 1), array((101, 103), "f32", 0.5, 4))
    for name, function in OF_INTEGERS.items():
        for type in ("i8", "i16", "i32", "i64", "u8", "u32"):
            yield case(f"{name}_{type}", function, array((501, 499), type))
    for name, function in OF_COMPLEX.items():
        for type in ("c64", "c128"):
            yield case(f"{name}_{type}", function, array((250, 251), type))
    for source, target in CONVERSIONS:
        yield case(f"{source}_to_{jnp.dtype(target).name}", partial(lax.convert_element_type, new_dtype=target),
                   array((501, 499), source))
    for shape in SHAPES:
        yield case(f"tanh_{'x'.join(map(str, shape)) or 'scalar'}", jnp.tanh, array(shape))
    yield case("polynomial", polynomial, array((100_003,)))
    yield case("polynomial_grad", polynomial_grad, array((100_003,)))
    yield case("several_results", several_results, array((333, 335)))
    yield case("bits_of_floats", bits_of_floats, array((333, 335)))
    yield case("fast_inverse_root", fast_inverse_root, array((100_003,), "f32", 0.1, 9))
    yield case("mixed_hash", mixed_hash, array((100_003,), "u32", 0, 2**32 - 1))
    yield case("bitcast_i32_bytes", partial(lax.bitcast_convert_type, new_dtype=jnp.int8), array((50_001,), "i32"))
    yield case("bitcast_bytes_f32", partial(lax.bitcast_convert_type, new_dtype=jnp.float32), array((50_001, 4), "u8", 0, 60))
    yield case("clip", partial(jnp.clip, min=-0.5, max=0.7), array((333, 335)))
    yield case("clip_u8", partial(jnp.clip, min=10, max=70), array((333, 335), "u8"))
    yield case("piecewise", piecewise, array((333, 335)))
