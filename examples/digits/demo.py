"""Recognises handwritten digits with a network that JAX exported as StableHLO: reads, checks, compiles and runs it.

    make demo                                   or, with hloom installed,
    python examples/digits/demo.py [--image K]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import hloom

HERE = Path(__file__).resolve().parent
SHADES = " ░▒▓█"


def drawn(image: np.ndarray) -> str:
    """An image [8, 8] of pixels 0 to 16 in block characters, two a pixel, in a frame."""
    rows = ["".join(SHADES[round(int(pixel) / 16 * (len(SHADES) - 1))] * 2 for pixel in row) for row in image]
    return "\n".join(["┌" + "─" * 16 + "┐", *(f"│{row}│" for row in rows), "└" + "─" * 16 + "┘"])


def bars(probabilities: np.ndarray) -> str:
    """One line a class: the digit, its probability, and a bar."""
    best = int(probabilities.argmax())
    return "\n".join(f"  {digit}  {p:7.2%}  {'█' * round(float(p) * 40)}{'  <-' if digit == best else ''}"
                     for digit, p in enumerate(probabilities))


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of `work` and the milliseconds that it took."""
    start = time.perf_counter()
    result = work()
    return result, (time.perf_counter() - start) * 1e3


def recognise(name: str, pixels: np.ndarray) -> np.ndarray:
    """Takes a program from its file to probabilities, prints what each step took, and compares the two engines."""
    module, parsing = timed(lambda: hloom.load(HERE / name))
    _, verifying = timed(module.verify)
    executable, compiling = timed(lambda: hloom.compile(module))
    (first,), _ = timed(lambda: executable(pixels))
    running = min(timed(lambda: executable(pixels))[1] for _ in range(20))
    (reference,), evaluating = timed(lambda: hloom.evaluate(module, pixels))

    print(f"  parse {parsing:.1f} ms, verify {verifying:.1f} ms, compile {compiling:.0f} ms, run {running:.3f} ms"
          f" (reference evaluator: {evaluating:.0f} ms)")
    difference = float(np.abs(first - reference).max())
    verdict = "agree" if difference < 1e-5 else "DISAGREE"
    print(f"  compiled and reference engine {verdict}: largest difference {difference:.1e}")
    if verdict != "agree":
        raise SystemExit(1)
    return first


def main() -> int:
    parser = argparse.ArgumentParser(description="Recognises handwritten digits.")
    parser.add_argument("--image", type=int, default=0, metavar="K", help="which held-back image to show (default 0)")
    arguments = parser.parse_args()
    with np.load(HERE / "held_back.npz") as data:
        images, labels, by_jax = data["images"], data["labels"], data["probabilities"]
    if not 0 <= arguments.image < len(images):
        parser.error(f"--image must lie in [0, {len(images)}), got {arguments.image}")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]

    image, label = images[arguments.image], labels[arguments.image]
    print(f"hloom {hloom.__version__}\n\nmodel.mlir, one image:")
    print(drawn(image))
    probabilities = recognise("model.mlir", image[None].astype(np.float32))[0]
    print(bars(probabilities))
    print(f"  predicted {probabilities.argmax()}, written as {label}")

    print(f"\nmodel_batch.mlir, {len(images)} held-back images in one call:")
    batch = recognise("model_batch.mlir", images.astype(np.float32))
    right = int((batch.argmax(axis=1) == labels).sum())
    right_by_jax = int((by_jax.argmax(axis=1) == labels).sum())
    print(f"  {right} of {len(images)} right: accuracy {right / len(images):.2%}"
          f" (the same network in JAX: {right_by_jax / len(images):.2%},"
          f" largest difference {np.abs(batch - by_jax).max():.1e})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
