"""Convolutional networks that classify images: a stage of ConvNeXt, a block of MobileNet v3, a training step of a ResNet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import jax
from jax import nn

from benchmarks.jax_functions.cases import Case, Input, array, case, indices
from benchmarks.jax_functions.convolution import convolve
from benchmarks.jax_functions.learning.common import (
    HALF_ROUNDED,
    ROUNDED,
    bias,
    mean_square_to,
    scale,
    trained,
    weight,
    weights,
    within,
)
from benchmarks.jax_functions.normalization import batch_norm_training, layer_norm_in_f32
from benchmarks.jax_functions.training import cross_entropy, momentum


class ConvNext(NamedTuple):
    kernel: jax.Array
    scale: jax.Array
    shift: jax.Array
    up: jax.Array
    down: jax.Array
    gamma: jax.Array


def convnext_block(x: jax.Array, p: ConvNext) -> jax.Array:
    y = layer_norm_in_f32(convolve(x, p.kernel, feature_group_count=x.shape[-1]), p.scale, p.shift)
    return x + p.gamma * (nn.gelu(y @ p.up) @ p.down)


def convnext_stage(x: jax.Array, scale: jax.Array, shift: jax.Array, halved: jax.Array, *w: jax.Array) -> jax.Array:
    """Half the size, twice the channels, and two blocks."""
    x = convolve(layer_norm_in_f32(x, scale, shift), halved, 2, "VALID")
    for n in range(0, len(w), 6):
        x = convnext_block(x, ConvNext(*w[n : n + 6]))
    return x


def convnext_weights(width: int, type: str = "f32") -> list[Input]:
    wide = 2 * width
    layer = [weight(7, 7, 1, wide, type=type), scale(wide, type),
             *weights((wide,), (wide, 4 * wide), (4 * wide, wide), type=type), array((wide,), type, 0.1, 0.5)]
    return [scale(width, type), *weights((width,), (2, 2, width, wide), type=type), *layer, *layer]


class MobileNet(NamedTuple):
    wide: jax.Array
    scale: jax.Array
    shift: jax.Array
    depthwise: jax.Array
    second_scale: jax.Array
    second_shift: jax.Array
    squeeze: jax.Array
    excite: jax.Array
    narrow: jax.Array
    head: jax.Array


def mobilenet(x: jax.Array, *w: jax.Array) -> jax.Array:
    """A block of MobileNet v3 that halves the size, with squeeze and excitation, and a classifier."""
    p = MobileNet(*w)
    x = nn.hard_swish(convolve(x, p.wide) * p.scale + p.shift)
    x = convolve(x, p.depthwise, 2, feature_group_count=x.shape[-1]) * p.second_scale + p.second_shift
    x = nn.hard_swish(x * nn.hard_sigmoid(nn.relu(x.mean((1, 2)) @ p.squeeze) @ p.excite)[:, None, None])
    return convolve(x, p.narrow).mean((1, 2)) @ p.head


def mobilenet_weights(width: int, wide: int, type: str) -> list[Input]:
    shapes = [(1, 1, width, wide), (5, 5, 1, wide), (wide, wide // 4), (wide // 4, wide), (1, 1, wide, 40), (40, 10)]
    first, depthwise, *rest = weights(*shapes, type=type)
    norm = [scale(wide, type), bias(wide, type)]
    return [first, *norm, depthwise, *norm, *rest]


def bottleneck_loss(parameters: Sequence[jax.Array], statistics: Sequence[jax.Array], x: jax.Array, y: jax.Array) -> Any:
    """The cross entropy of a bottleneck of a ResNet with a classifier, and the running statistics behind it."""
    head, *layers = parameters
    out, found = x, []
    for n in range(3):
        kernel, factor, shift = layers[3 * n : 3 * n + 3]
        out, mean, variance = batch_norm_training(convolve(out, kernel), factor, shift, *statistics[2 * n : 2 * n + 2])
        found += [mean, variance]
        out = nn.relu(out + x if n == 2 else out)
    return cross_entropy(out.mean((1, 2)) @ head, y), found


def bottleneck_step(x: jax.Array, y: jax.Array, *arrays: jax.Array) -> Any:
    """With momentum: the arguments are parameters, their speeds and the statistics."""
    parameters, speeds, statistics = arrays[:10], arrays[10:20], arrays[20:]
    (loss, found), gradients = jax.value_and_grad(bottleneck_loss, has_aux=True)(parameters, statistics, x, y)
    return loss, found, [momentum(p, g, m) for p, g, m in zip(parameters, gradients, speeds, strict=True)]


def bottleneck_weights(width: int, narrow: int) -> list[Input]:
    kernels = weights((1, 1, width, narrow), (3, 3, narrow, narrow), (1, 1, narrow, width))
    channels = (narrow, narrow, width)
    layers = [given for k, c in zip(kernels, channels, strict=True) for given in (k, scale(c), bias(c))]
    parameters = [weight(width, 10), *layers]
    statistics = [given for c in channels for given in (array((c,), "f32", -0.5, 0.5), scale(c))]
    return [*parameters, *within(-0.1, 0.1, parameters), *statistics]


def cases() -> Iterator[Case]:
    yield case("convnext_stage_bf16", convnext_stage, array((2, 28, 28, 48), "bf16"), *convnext_weights(48, "bf16"),
               tolerance=ROUNDED)
    yield trained("convnext_stage_grad", mean_square_to(convnext_stage), 2, array((2, 7, 7, 64)), array((2, 14, 14, 32)),
                  *convnext_weights(32))
    yield case("mobilenet_f16", mobilenet, array((2, 28, 28, 24), "f16"), *mobilenet_weights(24, 96, "f16"),
               tolerance=HALF_ROUNDED)
    yield case("bottleneck_step", bottleneck_step, array((4, 14, 14, 64)), indices((4,), 10), *bottleneck_weights(64, 32))
