"""Arrays of up to 64 MB, which no cache holds: what the memory limits, and whole steps at the sizes of real models."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, nn, random
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case, indices, key, mask
from benchmarks.jax_functions.convolution import convolve, grad_of_image, grad_of_kernel
from benchmarks.jax_functions.normalization import batch_norm, layer_norm, pulled_back, rms_norm, softmax_in_f32
from benchmarks.jax_functions.training import adam, cross_entropy
from benchmarks.jax_functions.window import average_pool, maximum_pool

ELEMENTWISE = {"exp": jnp.exp, "relu": nn.relu, "gelu": nn.gelu, "sqrt": jnp.sqrt, "sigmoid": nn.sigmoid, "sin": jnp.sin}
#: Along an axis of 2048 x 2050.
ALONG = {
    "softmax": nn.softmax, "var": jnp.var, "log_sum_exp": special.logsumexp, "argmax": jnp.argmax, "max": jnp.max,
    "mean": jnp.mean,
    "norm": jnp.linalg.norm, "cumsum": jnp.cumsum, "cummax": lax.cummax, "flip": jnp.flip, "diff": jnp.diff,
    "nanmean": jnp.nanmean, "standardize": nn.standardize, "ptp": jnp.ptp,
}
ROWS, COLUMNS = 2048, 2050


def add_product(a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    return a + b * c


def bias_gelu(a: jax.Array, b: jax.Array) -> jax.Array:
    return nn.gelu(a + b)


def kept(a: jax.Array, m: jax.Array) -> jax.Array:
    return jnp.where(m, a / 0.9, 0)


def joined(*arrays: jax.Array) -> jax.Array:
    return jnp.concatenate(arrays, -1)


def heads(x: jax.Array) -> jax.Array:
    return x.reshape(16, 256, 12, 64).transpose(0, 2, 1, 3)


def dropout(data: jax.Array, x: jax.Array) -> jax.Array:
    return jnp.where(random.bernoulli(random.wrap_key_data(data), 0.9, x.shape), x / 0.9, 0)


def embedding_grad(i: jax.Array, t: jax.Array) -> jax.Array:
    return jnp.zeros((30_000, t.shape[-1])).at[i].add(t)


def cache_update(cache: jax.Array, k: jax.Array, place: jax.Array) -> jax.Array:
    return lax.dynamic_update_slice(cache, k, (0, place, 0, 0))


def causal_softmax(s: jax.Array) -> jax.Array:
    return nn.softmax(jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e30))


def wide_perceptron(x: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return nn.gelu(x @ a) @ b


def attention(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    return jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8), v)


def cases() -> Iterator[Case]:
    for name, function in ELEMENTWISE.items():
        yield case(name, function, array((4096, 4095), "f32", 0.1, 2))
        yield case(f"{name}_bf16", function, array((4096, 4095), "bf16", 0.1, 2))
    for name, function in ALONG.items():
        for axis in (0, 1):
            yield case(f"{name}_{axis}", partial(function, axis=axis), array((ROWS, COLUMNS)))
    for axis in (0, 1):
        for type in ("bf16", "f64", "i32", "i8"):
            yield case(f"sum_{axis}_{type}", partial(jnp.sum, axis=axis), array((ROWS, COLUMNS), type, 0, 1))
            yield case(f"max_{axis}_{type}", partial(jnp.max, axis=axis), array((ROWS, COLUMNS), type, 0, 100))
        yield case(f"sort_{axis}", partial(jnp.sort, axis=axis), array((1024, 1003)))
        yield case(f"argsort_{axis}", partial(jnp.argsort, axis=axis), array((512, 1003)))
    yield case("add_product", add_product, *[array((2000, 2001))] * 3)
    yield case("bias_gelu", bias_gelu, array((2048, 3072)), array((3072,)))
    yield case("kept", kept, array((2048, 3072)), mask((2048, 3072)))
    yield case("joined", joined, *[array((2048, 513))] * 4)
    yield case("heads", heads, array((16, 256, 768)))
    yield case("transpose", jnp.transpose, array((3001, 4003)))
    yield case("transpose_u8", jnp.transpose, array((3001, 4003), "u8"))
    yield case("to_bf16", partial(lax.convert_element_type, new_dtype=jnp.bfloat16), array((4096, 4095)))
    yield case("one_hot", partial(nn.one_hot, num_classes=2000), indices((4096,), 2000))
    yield case("strided", lambda x: x[::3, 1::2], array((4096, 4095)))
    yield case("softmax_bf16", softmax_in_f32, array((4096, 1000), "bf16"))
    yield case("layer_norm", layer_norm, array((4096, 1001)), array((1001,)), array((1001,)))
    yield case("layer_norm_grad", pulled_back(layer_norm), array((2048, 1024)), array((1024,)), array((1024,)),
               array((2048, 1024)))
    yield case("rms_norm_grad", pulled_back(rms_norm), array((2048, 1024)), array((1024,)), array((2048, 1024)))
    yield case("batch_norm", batch_norm, array((16, 56, 56, 64)), array((64,)))
    yield case("batch_norm_grad", pulled_back(batch_norm), array((8, 56, 56, 64)), array((64,)), array((8, 56, 56, 64)))
    yield case("softmax_grad", pulled_back(nn.softmax), array((2048, 1024)), array((2048, 1024)))
    yield case("gelu_grad", pulled_back(nn.gelu), array((2048, 1024)), array((2048, 1024)))
    yield case("dropout", dropout, key(), array((2048, 1024)))
    yield case("adam", adam, *[array((1500, 2003), "f32", 0.1, 1)] * 4)
    yield case("bias_grad", partial(jnp.sum, axis=(0, 1)), array((64, 128, 1024)))
    yield case("bias_grad_channels_first", partial(jnp.sum, axis=(0, 2, 3)), array((16, 64, 56, 56)))
    yield case("take_rows", lambda x, i: x[i], array((50_000, 257)), indices((20_000,), 50_000))
    yield case("take_along", lambda x, i: jnp.take_along_axis(x, i, 1), array((2048, 1024)), indices((2048, 1024), 1024))
    yield case("set_rows", lambda x, i, u: x.at[i].set(u), array((20_000, 256)), indices((8192,), 20_000, unique=True),
               array((8192, 256)))
    yield case("embedding_grad", embedding_grad, indices((8192,), 30_000), array((8192, 256)))
    yield case("cache_update", cache_update, array((4, 2048, 8, 64)), array((4, 1, 8, 64)), array((), "i32", 0, 2047))
    yield case("cross_entropy", cross_entropy, array((512, 32_000)), indices((512,), 32_000))
    yield case("cross_entropy_grad", jax.grad(cross_entropy), array((512, 32_000)), indices((512,), 32_000))
    yield case("argmax_vocabulary", partial(jnp.argmax, axis=-1), array((64, 50_257)))
    yield case("top_50_vocabulary", partial(lax.top_k, k=50), array((64, 50_257)))
    yield case("maximum_pool", partial(maximum_pool, window=(1, 3, 3, 1), strides=(1, 2, 2, 1)), array((8, 112, 112, 64)))
    yield case("average_pool", partial(average_pool, window=(1, 2, 2, 1), strides=(1, 2, 2, 1)), array((8, 112, 112, 64)))
    yield case("causal_softmax", causal_softmax, array((16, 512, 512)))
    yield case("attention", attention, *[array((2, 512, 8, 64))] * 3)
    yield case("attention_grad", pulled_back(attention), *[array((1, 512, 8, 64))] * 4)
    for rows in (1, 16, 256):
        yield case(f"perceptron_{rows}", wide_perceptron, array((rows, 1024)), array((1024, 4096)), array((4096, 1024)))
    yield case("perceptron_64_bf16", wide_perceptron, array((64, 1024), "bf16"), array((1024, 4096), "bf16"),
               array((4096, 1024), "bf16"))
    yield case("logits", lambda x, w: x @ w.T, array((33, 768)), array((20_000, 768)))
    yield case("vector_product", jnp.matmul, array((1, 4096)), array((4096, 4096)))
    yield case("product", jnp.matmul, array((1023, 1025)), array((1025, 1027)))
    wide, narrow, three = (8, 56, 56, 256), (1, 1, 256, 64), ((4, 28, 28, 128), (3, 3, 128, 128), (4, 28, 28, 128))
    yield case("convolution_1x1", convolve, array(wide), array(narrow))
    yield case("convolution_3x3", convolve, array(three[0]), array(three[1]))
    yield case("convolution_grad_image", grad_of_image(convolve), *map(array, three))
    yield case("convolution_grad_kernel", grad_of_kernel(convolve), *map(array, three))
