"""Softmax and what normalises: along each axis, by layer, group, instance and batch, with gradients, in f32 and bf16."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, mask

EPSILON = 1e-5


def normalized(x: jax.Array, axes: int | tuple[int, ...]) -> jax.Array:
    return (x - x.mean(axes, keepdims=True)) * lax.rsqrt(x.var(axes, keepdims=True) + EPSILON)


def layer_norm(x: jax.Array, scale: jax.Array, shift: jax.Array) -> jax.Array:
    return normalized(x, -1) * scale + shift


def layer_norm_in_f32(x: jax.Array, scale: jax.Array, shift: jax.Array) -> jax.Array:
    return (normalized(x.astype(jnp.float32), -1) * scale + shift).astype(x.dtype)


def rms_norm(x: jax.Array, scale: jax.Array) -> jax.Array:
    return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + EPSILON) * scale


def rms_norm_in_f32(x: jax.Array, scale: jax.Array) -> jax.Array:
    wide = x.astype(jnp.float32)
    return (wide * lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + EPSILON)).astype(x.dtype) * scale


def group_norm(x: jax.Array, groups: int) -> jax.Array:
    parts = x.reshape(*x.shape[:-1], groups, x.shape[-1] // groups)
    return normalized(parts, (1, 2, 4)).reshape(x.shape)


def group_norm_channels_first(x: jax.Array, groups: int) -> jax.Array:
    parts = x.reshape(x.shape[0], groups, -1)
    return normalized(parts, -1).reshape(x.shape)


def instance_norm(x: jax.Array, axes: tuple[int, int]) -> jax.Array:
    return normalized(x, axes)


def batch_norm_training(x: jax.Array, scale: jax.Array, shift: jax.Array, mean: jax.Array, variance: jax.Array) -> Any:
    """Normalised values and the running statistics."""
    now, spread = x.mean((0, 1, 2)), x.var((0, 1, 2))
    result = (x - now) * lax.rsqrt(spread + EPSILON) * scale + shift
    return result, 0.9 * mean + 0.1 * now, 0.9 * variance + 0.1 * spread


def batch_norm_inference(x: jax.Array, scale: jax.Array, shift: jax.Array, mean: jax.Array, variance: jax.Array) -> jax.Array:
    return nn.relu((x - mean) * lax.rsqrt(variance + EPSILON) * scale + shift)


def batch_norm_channels_first(x: jax.Array, scale: jax.Array, shift: jax.Array) -> jax.Array:
    return normalized(x, (0, 2, 3)) * scale[:, None, None] + shift[:, None, None]


def pulled_back(function: Callable[..., jax.Array]) -> Callable[..., Any]:
    """The gradients with respect to all arguments but the last one, which is the gradient of the result."""
    def gradient(*arguments: jax.Array) -> Any:
        return jax.vjp(function, *arguments[:-1])[1](arguments[-1])
    return gradient


def batch_norm(x: jax.Array, scale: jax.Array) -> jax.Array:
    return normalized(x, (0, 1, 2)) * scale


def softmax_in_f32(x: jax.Array) -> jax.Array:
    return nn.softmax(x.astype(jnp.float32)).astype(x.dtype)


def masked_softmax(x: jax.Array, m: jax.Array) -> jax.Array:
    return nn.softmax(jnp.where(m, x, -1e9))


def softmax_temperature(x: jax.Array) -> jax.Array:
    return nn.softmax(x / 0.7)


def capped_softmax(x: jax.Array) -> jax.Array:
    return nn.softmax(30 * jnp.tanh(x / 30))


def entropy(x: jax.Array, axis: int) -> jax.Array:
    return -jnp.sum(nn.softmax(x, axis) * nn.log_softmax(x, axis), axis)


def between_zero_and_one(x: jax.Array, axis: int) -> jax.Array:
    low = x.min(axis, keepdims=True)
    return (x - low) / (x.max(axis, keepdims=True) - low)


def unit_length(x: jax.Array, axis: int) -> jax.Array:
    return x / jnp.linalg.norm(x, axis=axis, keepdims=True)


def residual_layer_norm(x: jax.Array, y: jax.Array, scale: jax.Array, shift: jax.Array) -> tuple[jax.Array, jax.Array]:
    total = x + y
    return total, layer_norm(total, scale, shift)


def weight_standardized(w: jax.Array) -> jax.Array:
    return normalized(w, (0, 1, 2))


ALONG_AN_AXIS = {"softmax": nn.softmax, "log_softmax": nn.log_softmax, "standardize": nn.standardize, "entropy": entropy,
                 "between_zero_and_one": between_zero_and_one, "unit_length": unit_length}


def cases() -> Iterator[Case]:
    for name, function in ALONG_AN_AXIS.items():
        for axis in range(3):
            yield case(f"{name}_{axis}_of_3", partial(function, axis=axis), array((40, 65, 130)))
        for axis in (0, 1):
            yield case(f"{name}_{axis}_of_2", partial(function, axis=axis), array((703, 401)))
    for shape in ((1, 10), (10_000, 10), (10_003, 100), (5, 50_257), (1, 100_003), (1000, 1), (9, 12, 65, 67), (33, 1000), (7,)):
        name = "x".join(map(str, shape))
        yield case(f"softmax_{name}", nn.softmax, array(shape))
        yield case(f"softmax_{name}_bf16", softmax_in_f32, array(shape, "bf16"))
        yield case(f"layer_norm_{name}", layer_norm, array(shape), array(shape[-1:]), array(shape[-1:]))
        yield case(f"rms_norm_{name}_bf16", rms_norm_in_f32, array(shape, "bf16"), array(shape[-1:], "bf16"))
    for type in ("f64", "f16"):
        yield case(f"softmax_{type}", nn.softmax, array((301, 257), type))
    vectors = array((769,)), array((769,))
    yield case("layer_norm_769", layer_norm, array((513, 769)), *vectors)
    yield case("layer_norm_bf16", layer_norm_in_f32, array((513, 768), "bf16"), array((768,)), array((768,)))
    yield case("layer_norm_f64", layer_norm, array((257, 129), "f64"), array((129,), "f64"), array((129,), "f64"))
    yield case("layer_norm_grad", pulled_back(layer_norm), array((513, 769)), *vectors, array((513, 769)))
    yield case("layer_norm_grad_bf16", pulled_back(layer_norm_in_f32), array((256, 768), "bf16"), array((768,)), array((768,)),
               array((256, 768), "bf16"))
    yield case("residual_layer_norm", residual_layer_norm, array((513, 769)), array((513, 769)), *vectors)
    yield case("rms_norm_769", rms_norm, array((513, 769)), array((769,)))
    yield case("rms_norm_grad", pulled_back(rms_norm), array((513, 769)), array((769,)), array((513, 769)))
    yield case("group_norm_8", partial(group_norm, groups=8), array((8, 28, 28, 128)))
    yield case("group_norm_3", partial(group_norm, groups=3), array((5, 17, 19, 33)))
    yield case("group_norm_bf16", partial(group_norm, groups=4), array((4, 28, 28, 64), "bf16"))
    yield case("group_norm_channels_first", partial(group_norm_channels_first, groups=8), array((8, 64, 28, 28)))
    yield case("group_norm_grad", pulled_back(partial(group_norm, groups=8)), array((4, 14, 14, 64)), array((4, 14, 14, 64)))
    yield case("instance_norm", partial(instance_norm, axes=(1, 2)), array((8, 57, 57, 32)))
    yield case("instance_norm_channels_first", partial(instance_norm, axes=(2, 3)), array((8, 32, 57, 57)))
    for channels in (1, 3, 65, 256):
        statistics = [array((channels,), "f32", 0.5, 1) for _ in range(4)]
        yield case(f"batch_norm_training_{channels}", batch_norm_training, array((9, 15, 17, channels)), *statistics)
        yield case(f"batch_norm_inference_{channels}", batch_norm_inference, array((9, 15, 17, channels)), *statistics)
    yield case("batch_norm_channels_first", batch_norm_channels_first, array((8, 64, 29, 29)), array((64,)), array((64,)))
    yield case("batch_norm_grad", pulled_back(batch_norm), array((8, 28, 28, 64)), array((64,)), array((8, 28, 28, 64)))
    yield case("softmax_grad", pulled_back(nn.softmax), array((513, 500)), array((513, 500)))
    yield case("log_softmax_grad", pulled_back(nn.log_softmax), array((513, 500)), array((513, 500)))
    yield case("masked_softmax", masked_softmax, array((4, 8, 129, 129)), mask((4, 1, 129, 129)))
    yield case("softmax_temperature", softmax_temperature, array((513, 500)))
    yield case("capped_softmax", capped_softmax, array((513, 500), "f32", -50, 50))
    yield case("gelu_grad", pulled_back(nn.gelu), array((513, 500)), array((513, 500)))
    yield case("silu_grad", pulled_back(nn.silu), array((513, 500)), array((513, 500)))
    yield case("tanh_grad_bf16", pulled_back(jnp.tanh), array((513, 500), "bf16"), array((513, 500), "bf16"))
    yield case("weight_standardized", weight_standardized, array((3, 3, 64, 128)))
    yield case("glu", nn.glu, array((513, 500)))
