"""Trains the digit classifier of this folder and exports it as StableHLO.

    pip install 'hloom[examples]'
    python examples/digits/train.py

The data are the 1797 handwritten digits (8 x 8 pixels, values 0 to 16) that scikit-learn's wheel carries. They stand in
the order in which people wrote them, so the last `HELD_BACK` images are mostly in hands that the others do not show;
they are never trained on, and are what accuracy is stated for. The script rewrites three files beside itself:

    model.mlir         @main: tensor<1x8x8xf32> pixels -> tensor<1x10xf32> probabilities, weights inside as constants
    model_batch.mlir   the same network for all held-back images in one call
    held_back.npz      images [HELD_BACK, 8, 8] u8, labels [HELD_BACK] u8, probabilities [HELD_BACK, 10] f32 by JAX
"""

from __future__ import annotations

from pathlib import Path

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax import lax
from sklearn.datasets import load_digits

HERE = Path(__file__).resolve().parent
HELD_BACK = 360
EPOCHS = 60
BATCH = 64
PEAK_RATE = 3e-3

Weights = dict[str, jax.Array]


def initial_weights(key: jax.Array) -> Weights:
    """He-initialised weights: convolutions 3x3x1->16 and 3x3x16->32, then a dense layer 512->10."""
    first, second, dense = jax.random.split(key, 3)
    return {
        "filter1": jax.random.normal(first, (3, 3, 1, 16)) * (2 / 9) ** 0.5,
        "bias1": jnp.zeros(16),
        "filter2": jax.random.normal(second, (3, 3, 16, 32)) * (2 / 144) ** 0.5,
        "bias2": jnp.zeros(32),
        "dense": jax.random.normal(dense, (512, 10)) * (1 / 512) ** 0.5,
        "bias3": jnp.zeros(10),
    }


def convolve(images: jax.Array, filters: jax.Array) -> jax.Array:
    return lax.conv_general_dilated(images, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def logits(weights: Weights, pixels: jax.Array) -> jax.Array:
    """Scores [N, 10] of images [N, 8, 8] whose pixels run from 0 to 16."""
    x = pixels[..., None] / 16
    x = jnp.maximum(convolve(x, weights["filter1"]) + weights["bias1"], 0)
    x = jnp.maximum(convolve(x, weights["filter2"]) + weights["bias2"], 0)
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return x.reshape(x.shape[0], 512) @ weights["dense"] + weights["bias3"]


def probabilities(weights: Weights, pixels: jax.Array) -> jax.Array:
    scores = logits(weights, pixels)
    exponentials = jnp.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


def loss(weights: Weights, pixels: jax.Array, labels: jax.Array) -> jax.Array:
    """Cross-entropy, plus a little weight decay."""
    scores = jax.nn.log_softmax(logits(weights, pixels))
    decay = sum(jnp.sum(w * w) for name, w in weights.items() if not name.startswith("bias"))
    return -jnp.take_along_axis(scores, labels[:, None], axis=1).mean() + 1e-4 * decay


@jax.jit
def adam_step(weights, moments, step, pixels, labels, rate):
    gradients = jax.grad(loss)(weights, pixels, labels)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], gradients)
    scale = rate * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    weights = jax.tree.map(lambda w, m, v: w - scale * m / (jnp.sqrt(v) + 1e-8), weights, first, second)
    return weights, (first, second)


def shifted(images: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Each image moved by up to one pixel in each direction: other writers place their digits elsewhere."""
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1)))
    offsets = rng.integers(0, 3, (len(images), 2))
    return np.stack([image[y : y + 8, x : x + 8] for image, (y, x) in zip(padded, offsets)])


def train(images: np.ndarray, labels: np.ndarray) -> Weights:
    rng = np.random.default_rng(0)
    weights = initial_weights(jax.random.key(0))
    moments = (jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights))
    steps_per_epoch = len(images) // BATCH
    for epoch in range(EPOCHS):
        order = rng.permutation(len(images))
        for index in range(steps_per_epoch):
            chosen = order[index * BATCH : (index + 1) * BATCH]
            step = epoch * steps_per_epoch + index + 1
            rate = PEAK_RATE * 0.5 * (1 + np.cos(np.pi * step / (EPOCHS * steps_per_epoch)))
            pixels = shifted(images[chosen], rng).astype(np.float32)
            weights, moments = adam_step(weights, moments, np.float32(step), pixels, labels[chosen], np.float32(rate))
    return weights


def export(weights: Weights, batch: int, path: Path) -> jax.export.Exported:
    """Writes the network for `batch` images, its weights inside as constants."""
    constants = {name: np.asarray(value) for name, value in weights.items()}

    def digits(pixels: jax.Array) -> jax.Array:
        return probabilities(constants, pixels)

    argument = jax.ShapeDtypeStruct((batch, 8, 8), jnp.float32)
    exported = jax.export.export(jax.jit(digits), platforms=["cpu"])(argument)
    path.write_text(exported.mlir_module())
    return exported


def main() -> None:
    # One source line an operation, and file names rather than this machine's paths, in the exported locations.
    jax.config.update("jax_include_full_tracebacks_in_locations", False)
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")

    digits = load_digits()
    images, labels = digits.images.astype(np.uint8), digits.target.astype(np.uint8)
    weights = train(images[:-HELD_BACK], labels[:-HELD_BACK].astype(np.int32))

    held_images, held_labels = images[-HELD_BACK:], labels[-HELD_BACK:]
    export(weights, 1, HERE / "model.mlir")
    exported = export(weights, HELD_BACK, HERE / "model_batch.mlir")
    predicted = np.asarray(jax.jit(exported.call)(held_images.astype(np.float32)))
    np.savez_compressed(HERE / "held_back.npz", images=held_images, labels=held_labels, probabilities=predicted)
    correct = int((predicted.argmax(axis=1) == held_labels).sum())
    print(f"{correct} of {HELD_BACK} held-back images right ({correct / HELD_BACK:.2%})")


if __name__ == "__main__":
    main()
