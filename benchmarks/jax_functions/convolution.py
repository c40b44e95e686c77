"""Convolutions: ranks, layouts, strides, dilations, groups, transposed ones, types, gradients."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case

CHANNELS_LAST = {1: ("NWC", "WIO", "NWC"), 2: ("NHWC", "HWIO", "NHWC"), 3: ("NDHWC", "DHWIO", "NDHWC")}
CHANNELS_FIRST = {1: ("NCW", "OIW", "NCW"), 2: ("NCHW", "OIHW", "NCHW"), 3: ("NCDHW", "OIDHW", "NCDHW")}


def convolve(x: jax.Array, kernel: jax.Array, stride: int = 1, padding: Any = "SAME", first: bool = False,
             **options: Any) -> jax.Array:
    """A convolution whose channels come last, or behind the batch if `first`."""
    rank = x.ndim - 2
    numbers = (CHANNELS_FIRST if first else CHANNELS_LAST)[rank]
    return lax.conv_general_dilated(x, kernel, (stride,) * rank, padding, dimension_numbers=numbers, **options)


#: A name, the shapes of image and kernel, and what else `convolve` is told.
FORMS: list[tuple[str, tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ("odd", (3, 29, 31, 17), (3, 3, 17, 23), {}),
    ("3x3_128", (4, 28, 28, 128), (3, 3, 128, 128), {}),
    ("1x1_wide", (4, 14, 14, 512), (1, 1, 512, 256), {}),
    ("1x1_stride", (4, 28, 28, 64), (1, 1, 64, 128), {"stride": 2}),
    ("stem", (1, 224, 224, 3), (7, 7, 3, 64), {"stride": 2}),
    ("small", (2, 32, 32, 3), (3, 3, 3, 16), {}),
    ("oblong", (1, 17, 19, 5), (3, 5, 5, 7), {}),
    ("one_pixel", (1, 1, 1, 33), (3, 3, 33, 17), {}),
    ("one_channel", (4, 28, 28, 1), (5, 5, 1, 6), {}),
    ("5x5", (2, 28, 28, 32), (5, 5, 32, 32), {}),
    ("valid", (4, 30, 30, 64), (3, 3, 64, 64), {"padding": "VALID"}),
    ("uneven_padding", (2, 27, 29, 16), (4, 2, 16, 24), {"padding": ((2, 1), (0, 3))}),
    ("stride_3", (2, 60, 60, 16), (3, 3, 16, 32), {"stride": 3}),
    ("dilated", (2, 28, 28, 32), (3, 3, 32, 32), {"rhs_dilation": (3, 3)}),
    ("grouped", (4, 28, 28, 64), (3, 3, 16, 64), {"feature_group_count": 4}),
    ("grouped_32", (2, 28, 28, 128), (3, 3, 4, 128), {"feature_group_count": 32}),
    ("depthwise", (4, 56, 56, 96), (3, 3, 1, 96), {"feature_group_count": 96}),
    ("depthwise_7", (2, 28, 28, 96), (7, 7, 1, 96), {"feature_group_count": 96}),
    ("depthwise_stride", (4, 57, 57, 96), (5, 5, 1, 96), {"feature_group_count": 96, "stride": 2}),
    ("depth_multiplier", (2, 28, 28, 32), (3, 3, 1, 64), {"feature_group_count": 32}),
    ("batch_groups", (4, 14, 14, 32), (3, 3, 32, 64), {"batch_group_count": 2}),
    ("batch_33", (33, 7, 9, 16), (3, 3, 16, 16), {}),
    ("patches", (4, 224, 224, 3), (16, 16, 3, 192), {"stride": 16, "padding": "VALID"}),
    ("patches_14", (1, 224, 224, 3), (14, 14, 3, 384), {"stride": 14, "padding": "VALID"}),
    ("nchw", (4, 48, 29, 29), (64, 48, 3, 3), {"first": True}),
    ("nchw_depthwise", (2, 48, 28, 28), (48, 1, 3, 3), {"first": True, "feature_group_count": 48}),
    ("nchw_1x1", (2, 129, 15, 17), (65, 129, 1, 1), {"first": True}),
    ("one_axis", (8, 501, 32), (5, 32, 48), {}),
    ("one_axis_dilated", (8, 501, 32), (3, 32, 32), {"rhs_dilation": (8,)}),
    ("one_axis_causal", (4, 501, 33), (4, 1, 33), {"feature_group_count": 33, "padding": ((3, 0),)}),
    ("one_axis_first", (4, 33, 501), (65, 33, 3), {"first": True}),
    ("one_axis_long", (1, 16_000, 1), (80, 1, 32), {"stride": 4}),
    ("three_axes", (2, 9, 17, 17, 16), (3, 3, 3, 16, 24), {}),
    ("three_axes_first", (1, 8, 9, 11, 13), (12, 8, 3, 3, 3), {"first": True}),
    ("lhs_dilated", (2, 14, 14, 32), (3, 3, 32, 16), {"lhs_dilation": (2, 2), "padding": ((1, 2), (2, 1))}),
]
IN_OTHER_TYPES = ("odd", "3x3_128", "1x1_wide", "stem", "grouped", "depthwise", "nchw", "one_axis", "valid", "patches")
WITH_GRADIENTS = ("odd", "3x3_128", "1x1_stride", "stem", "5x5", "stride_3", "dilated", "grouped", "depthwise",
                  "depthwise_stride",
                  "nchw", "one_axis", "one_axis_causal", "three_axes")


def result_shape(function: Any, x: tuple[int, ...], kernel: tuple[int, ...]) -> tuple[int, ...]:
    return jax.eval_shape(function, jax.ShapeDtypeStruct(x, jnp.float32), jax.ShapeDtypeStruct(kernel, jnp.float32)).shape


def grad_of_image(function: Any) -> Any:
    return lambda x, kernel, t: jax.vjp(lambda x: function(x, kernel), x)[1](t)[0]


def grad_of_kernel(function: Any) -> Any:
    return lambda x, kernel, t: jax.vjp(lambda kernel: function(x, kernel), kernel)[1](t)[0]


def transposed(x: jax.Array, kernel: jax.Array, stride: int, padding: str) -> jax.Array:
    return lax.conv_transpose(x, kernel, (stride,) * (x.ndim - 2), padding)


def patches(x: jax.Array, size: int, stride: int) -> jax.Array:
    return lax.conv_general_dilated_patches(x, (size, size), (stride, stride), "VALID", dimension_numbers=CHANNELS_LAST[2])


def with_bias_and_relu(x: jax.Array, kernel: jax.Array, bias: jax.Array) -> jax.Array:
    return nn.relu(convolve(x, kernel) + bias)


def residual_gelu(x: jax.Array, kernel: jax.Array, bias: jax.Array) -> jax.Array:
    return x + nn.gelu(convolve(x, kernel) + bias)


def per_example(x: jax.Array, kernels: jax.Array) -> jax.Array:
    """A kernel of its own for each image."""
    return jax.vmap(lambda x, kernel: convolve(x[None], kernel)[0])(x, kernels)


def of_bytes(x: jax.Array, kernel: jax.Array) -> jax.Array:
    return convolve(x, kernel, preferred_element_type=jnp.int32)


def cases() -> Iterator[Case]:
    for name, image, kernel, options in FORMS:
        function = partial(convolve, **options)
        yield case(name, function, array(image), array(kernel))
        if name in IN_OTHER_TYPES:
            yield case(f"{name}_bf16", function, array(image, "bf16"), array(kernel, "bf16"))
        if name in IN_OTHER_TYPES[:7:2]:
            yield case(f"{name}_f64", function, array(image, "f64"), array(kernel, "f64"))
            yield case(f"{name}_f16", function, array(image, "f16"), array(kernel, "f16"))
        if name in WITH_GRADIENTS:
            result = array(result_shape(function, image, kernel))
            yield case(f"{name}_grad_image", grad_of_image(function), array(image), array(kernel), result)
            yield case(f"{name}_grad_kernel", grad_of_kernel(function), array(image), array(kernel), result)
    for name, image, kernel, stride, padding in (("4x4", (4, 28, 28, 64), (4, 4, 64, 32), 2, "SAME"),
                                                 ("stride_3", (2, 17, 19, 33), (3, 3, 33, 16), 3, "VALID"),
                                                 ("up", (2, 14, 14, 128), (3, 3, 128, 64), 2, "SAME"),
                                                 ("one_axis", (4, 101, 33), (5, 33, 17), 4, "SAME")):
        function = partial(transposed, stride=stride, padding=padding)
        result = array(result_shape(function, image, kernel))
        yield case(f"transposed_{name}", function, array(image), array(kernel))
        yield case(f"transposed_{name}_grad_image", grad_of_image(function), array(image), array(kernel), result)
        yield case(f"transposed_{name}_grad_kernel", grad_of_kernel(function), array(image), array(kernel), result)
    yield case("extract_patches", partial(patches, size=4, stride=4), array((4, 112, 112, 3)))
    yield case("extract_patches_overlapping", partial(patches, size=3, stride=1), array((2, 28, 28, 16)))
    yield case("bias_relu", with_bias_and_relu, array((4, 29, 31, 33)), array((3, 3, 33, 65)), array((65,)))
    yield case("residual_gelu", residual_gelu, array((4, 28, 28, 64)), array((3, 3, 64, 64)), array((64,)))
    yield case("per_example", per_example, array((8, 14, 14, 16)), array((8, 3, 3, 16, 24)))
    yield case("of_bytes", of_bytes, array((2, 28, 28, 32), "i8"), array((3, 3, 32, 48), "i8"))
    yield case("of_i32", convolve, array((2, 14, 14, 8), "i32"), array((3, 3, 8, 16), "i32"))
    yield case("of_c64", convolve, array((2, 14, 14, 8), "c64"), array((3, 3, 8, 16), "c64"))
