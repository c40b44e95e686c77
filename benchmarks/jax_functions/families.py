"""The families of the sweep and where their cases are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from benchmarks.jax_functions import (
    attention,
    binary,
    computing,
    convolution,
    elementwise,
    fourier,
    gather,
    image,
    large,
    layer,
    learning,
    linear,
    loop,
    movement,
    normalization,
    product,
    random_numbers,
    recurrent,
    reduction,
    science,
    small,
    sort,
    training,
    window,
)
from benchmarks.jax_functions.cases import Case

#: What gives the cases of each family.
Families = Mapping[str, Callable[[], Iterator[Case]]]
FAMILIES: dict[str, Callable[[], Iterator[Case]]] = {
    "elementwise": elementwise.cases,
    "binary": binary.cases,
    "movement": movement.cases,
    "reduction": reduction.cases,
    "normalization": normalization.cases,
    "window": window.cases,
    "product": product.cases,
    "convolution": convolution.cases,
    "image": image.cases,
    "gather": gather.gathers,
    "scatter": gather.scatters,
    "sort": sort.cases,
    "random": random_numbers.cases,
    "fourier": fourier.cases,
    "linear": linear.cases,
    "loop": loop.cases,
    "recurrent": recurrent.cases,
    "attention": attention.cases,
    "layer": layer.cases,
    "training": training.cases,
    "science": science.cases,
    "learning": learning.cases,
    "computing": computing.cases,
    "small": small.cases,
    "large": large.cases,
}
