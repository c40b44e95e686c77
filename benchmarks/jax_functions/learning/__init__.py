"""Whole programs of machine learning: models of sequences, images, sound, graphs and decisions, trained, sampled and searched."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.jax_functions.cases import Case
from benchmarks.jax_functions.learning import (
    convolutional,
    decisions,
    embeddings,
    equations,
    experts,
    generation,
    graphs,
    narrow_numbers,
    optimisers,
    sound,
    state_spaces,
    texts,
    transformers,
    vision,
)

THEMES = (experts, state_spaces, transformers, convolutional, generation, vision, sound, texts, embeddings, graphs, optimisers,
          narrow_numbers, equations, decisions)


def cases() -> Iterator[Case]:
    for theme in THEMES:
        yield from theme.cases()
