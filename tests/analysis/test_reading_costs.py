"""Coalescing and operand utilisation: against enumeration, and in cases that can be counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.analysis.coalescing import coalescing
from hloom.analysis.dependence import output_to_input
from hloom.analysis.places import strides
from hloom.analysis.utilisation import utilisation
from hloom.indexing import IndexingMap, parse_map
from hloom.ir.types import TensorType
from tests.analysis.points import related
from tests.passes.random_programs import RandomProgram


@pytest.mark.parametrize("seed", range(60))
def test_utilisation_counts_what_maps_name(seed: int) -> None:
    for op in RandomProgram(seed, count=12, depth=1).module().functions["main"].body.block.operations[:-1]:
        for n, result in enumerate(op.results):
            for number, maps in output_to_input(op, n).items():
                operand = op.operands[number].type
                if isinstance(result.type, TensorType) and isinstance(operand, TensorType):
                    named = related(maps, result.type.shape, operand.shape).any(axis=0).sum()
                    found = utilisation(maps, operand.shape)
                    assert found.read == named or (not found.is_exact and found.read >= named)


@pytest.mark.parametrize("text, shape, read", [
    ("(d0) -> (d0 * 2), domain: d0 in [0, 4]", (10,), 5),
    ("(d0)[s0] -> (d0 * 3 + s0), domain: d0 in [0, 9], s0 in [0, 1]", (30,), 20),
    ("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 999999], s0 in [0, 2]", (2000000,), 1000002),
    ("(d0, d1) -> (d0, d1 floordiv 4), domain: d0 in [0, 9999], d1 in [0, 9999]", (10000, 10000), 25000000),
    ("(d0, d1) -> (d0 + d1, d0 - d1 + 3), domain: d0 in [0, 3], d1 in [0, 3]", (7, 7), 16),
    ("() -> (2), domain:", (5,), 1),
])
def test_utilisation_by_hand(text: str, shape: tuple[int, ...], read: int) -> None:
    map = parse_map(text.removesuffix(", domain:"))
    assert (utilisation([map], shape).read, utilisation([map], shape).is_exact) == (read, True)


def test_utilisation_of_several_maps_is_their_union() -> None:
    low, high = (parse_map(f"(d0) -> (d0 + {k}), domain: d0 in [0, 5]") for k in (0, 4))
    assert utilisation([low, high], (20,)).read == 10
    assert utilisation([IndexingMap.undefined()], (20,)).is_exact is False
    assert utilisation([], (20,)).read == 0


def test_coalescing_by_hand() -> None:
    rows, columns = 256, 512
    along = parse_map(f"(d0, d1) -> (d0, d1), domain: d0 in [0, {rows - 1}], d1 in [0, {columns - 1}]")
    across = parse_map(f"(d0, d1) -> (d1, d0), domain: d0 in [0, {columns - 1}], d1 in [0, {rows - 1}]")
    found = coalescing(along, (rows, columns), (rows, columns), 4)
    assert found is not None
    assert (found.elements, found.bytes, found.lines, found.stride, found.is_coalesced) == (64, 256, 4, 1, True)
    found = coalescing(across, (columns, rows), (rows, columns), 4)
    assert found is not None
    assert (found.elements, found.lines, found.stride, found.is_coalesced) == (64, 64, columns, False)
    # In the layout of the transposed matrix the same reads lie together.
    found = coalescing(across, (columns, rows), (rows, columns), 4, minor_to_major=(0, 1))
    assert found is not None and (found.lines, found.stride) == (4, 1)
    # A sum of rows: every output reads a whole row, its inner loop is contiguous.
    reduction = parse_map(f"(d0)[s0] -> (d0, s0), domain: d0 in [0, {rows - 1}], s0 in [0, {columns - 1}]")
    found = coalescing(reduction, (rows,), (rows, columns), 4, tile=8)
    assert found is not None
    assert (found.elements, found.lines, found.stride, found.inner_stride) == (8 * columns, 8 * columns // 16, columns, 1)
    spread = parse_map("(d0, d1) -> (d0), domain: d0 in [0, 99], d1 in [0, 99]")
    found = coalescing(spread, (100, 100), (100,), 8)
    assert found is not None and found.stride == 0 and found.elements in (1, 2)


def test_strides() -> None:
    x = np.zeros((3, 4, 5), np.int8)
    assert strides(x.shape) == x.strides
    assert strides(x.shape, (0, 1, 2)) == np.asfortranarray(x).strides
