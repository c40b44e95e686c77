"""Whole programs as they are written outside of machine learning, a module for each theme."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.jax_functions.cases import Case
from benchmarks.jax_functions.computing import (
    arithmetic,
    codes,
    differential_equations,
    discrete,
    fits,
    money,
    particles,
    pictures,
    quanta,
    samplers,
    signals,
    solvers,
    surfaces,
    tables,
)


def cases() -> Iterator[Case]:
    for module in (samplers, fits, solvers, differential_equations, particles, quanta, surfaces, signals, pictures, money, tables,
                   discrete, codes, arithmetic):
        yield from module.cases()
