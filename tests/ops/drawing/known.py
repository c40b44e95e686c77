"""Operations drawn of which `tests/ops/expected` knows the results: examples, random ones, and the ends of the types."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from hloom.cli.variations import retype
from hloom.ir.types import tensor
from hloom.numbers.element_type import element_type
from hloom.ops.definition.operation import REGISTRY
from hloom.verify.operations import diagnose_operation
from tests.ops.drawing.domains import DOMAINS
from tests.ops.drawing.language import DRAW_IRREGULAR, Case, Rng, extremes
from tests.ops.drawing.varied import drawn, example, is_of_arrays, operands_for, signature_of
from tests.ops.expected.language import EXPECTED

_TRIES = 100


def known_cases(name: str, count: int, seed: int = 0, most_elements: int = 150) -> list[Case]:
    """The ends of types, the example, and random operations, `count` in all, no two alike; each time the same.

    Operands and results of those drawn have `most_elements` together.
    """
    rng = np.random.default_rng([zlib.crc32(name.encode()), seed])
    found: list[Case] = []
    with np.errstate(all="ignore"):
        for case in _candidates(name, rng, most_elements):
            if len(found) == count:
                break
            if _is_known(*case) and signature_of(case[0]) not in [signature_of(op) for op, _ in found]:
                found.append(case)
    return found


def _candidates(name: str, rng: Rng, most_elements: int) -> Iterator[Case]:
    if REGISTRY[name].is_elementwise:
        yield from _at_the_ends(name)
    op = example(name)
    if is_of_arrays(op) and name not in DRAW_IRREGULAR:
        for _ in range(20):  # of which some may have no value
            yield op, operands_for(op, rng)
    for _ in range(_TRIES):
        op, arrays = drawn(name, rng)
        if 0 < sum(prod(v.type.shape) for v in (*op.operands, *op.results)) <= most_elements:
            yield op, arrays


def _at_the_ends(name: str) -> Iterator[Case]:
    """Each end of a type with each other: of integers, floats and truth values, in an operation with operands of one type."""
    for type in map(element_type, ("i1", "i8", "f32")):
        op = example(name)
        elements = {v.type.element for v in op.operands}
        if len(elements) != 1 or not is_of_arrays(op):
            return
        grid = np.meshgrid(*[extremes(type)] * len(op.operands))
        step = 1 + 2 * (grid[0].size // 500)  # of what is too many, some
        for v in dict.fromkeys((*op.operands, *op.results)):
            retype(v, tensor((len(range(0, grid[0].size, step)),), type if v.type.element in elements else v.type.element))
        if diagnose_operation(op) == []:
            operands = [g.reshape(-1)[::step] for g in grid]
            yield op, DOMAINS[name](op, *operands) if name in DOMAINS else operands


def _is_of_numpy(op: Any) -> bool:
    """Whether NumPy itself has the types of elements, and not only as an extension; where elements are but moved, any will do."""
    types = [v.type for v in (*op.operands, *op.results)]
    return all(t.element is t.storage and (op.moves is not None or np.dtype(t.storage.dtype).isbuiltin == 1) for t in types)


def _is_known(op: Any, arrays: list[np.ndarray]) -> bool:
    return _is_of_numpy(op) and EXPECTED[op.name].admits(op, *arrays)
