"""Listings of products and convolutions: what they say, done loop by loop, is what NumPy computes."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

import hloom

RANGE = re.compile(r"(\w+) in \[0, (\d+)\]")
STATEMENT = re.compile(r"out\[(.*)\] = (?:sum over (.*) of )?lhs\[(.*)\] \* rhs\[(.*)\]")


def followed(listing: str, lhs: np.ndarray, rhs: np.ndarray, size: int) -> np.ndarray:
    """The elements that a listing's loops store, which are `size`."""
    loops, statement = [line for line in listing.splitlines() if not line.startswith("//")][:2]
    out, inner, *operands = STATEMENT.fullmatch(statement.strip()).groups()  # type: ignore[union-attr]
    outer = RANGE.findall(loops)
    summed = RANGE.findall(inner or "")
    found = np.full(size, np.nan)

    def value(text: str, names: dict[str, int]) -> int:
        terms = re.findall(r"([+-]?) ?(\w+)(?:\*(-?\d+))?", text)
        return sum((-1 if sign == "-" else 1) * (names[name] if name in names else int(name)) * int(factor or 1)
                   for sign, name, factor in terms)

    for place in product(*(range(int(last) + 1) for _, last in outer)):
        names = dict(zip([name for name, _ in outer], place, strict=True))
        total = 0.0
        for k in product(*(range(int(last) + 1) for _, last in summed)):
            every = names | dict(zip([name for name, _ in summed], k, strict=True))
            left, right = (value(text, every) for text in operands)
            assert left >= 0 and right >= 0
            total += lhs.flat[left] * rhs.flat[right]
        assert np.isnan(found[value(out, names)])
        found[value(out, names)] = total
    return found


def listing_of(text: str) -> str:
    (listing,) = hloom.compile(hloom.parse(f"func.func @main{text}")).kernels.values()
    return str(listing)


@pytest.mark.parametrize("subscripts, shapes, batching, contracting", [
    ("mk,kn->mn", ((5, 7), (7, 6)), ((), ()), ((1,), (0,))),
    ("bkm,bnk->bmn", ((3, 4, 5), (3, 6, 4)), ((0,), (0,)), ((1,), (2,))),
    ("kml,lkn->mn", ((2, 5, 3), (3, 2, 4)), ((), ()), ((0, 2), (1, 0))),
    ("k,k->", ((9,), (9,)), ((), ()), ((0,), (0,))),
])
def test_products(subscripts: str, shapes: tuple, batching: tuple, contracting: tuple) -> None:
    lhs, rhs = (np.random.default_rng(n).standard_normal(shape).astype(np.float32) for n, shape in enumerate(shapes))
    expected = np.einsum(subscripts, lhs, rhs)
    types = [f"tensor<{''.join(f'{n}x' for n in shape)}f32>" for shape in (*shapes, expected.shape)]
    batches = f"batching_dims = {list(batching[0])} x {list(batching[1])}, " if batching[0] else ""
    listing = listing_of(f"""(%a: {types[0]}, %b: {types[1]}) -> {types[2]} {{
      %0 = stablehlo.dot_general %a, %b, {batches}contracting_dims = {list(contracting[0])} x {list(contracting[1])}
        : ({types[0]}, {types[1]}) -> {types[2]}
      return %0 : {types[2]} }}""")
    assert "f32 x f32 -> f32" in listing
    assert np.allclose(followed(listing, lhs, rhs, expected.size).reshape(expected.shape), expected, rtol=1e-5, atol=1e-5)


CONVOLUTION = """(%a: tensor<2x9x8x3xf32>, %b: tensor<3x2x3x5xf32>, %c: tensor<5xf32>) -> tensor<2x{rows}x7x5xf32> {{
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {{pad = [[{pad}, {pad}], [0, 0]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
    : (tensor<2x9x8x3xf32>, tensor<3x2x3x5xf32>) -> tensor<2x{rows}x7x5xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [3] : (tensor<5xf32>) -> tensor<2x{rows}x7x5xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x{rows}x7x5xf32>
  return %2 : tensor<2x{rows}x7x5xf32> }}"""


def test_convolutions_and_what_follows() -> None:
    lhs = np.random.default_rng(0).standard_normal((2, 9, 8, 3)).astype(np.float32)
    rhs = np.random.default_rng(1).standard_normal((3, 2, 3, 5)).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(lhs, (3, 2), (1, 2))
    expected = np.einsum("bxyfij,ijfo->bxyo", windows, rhs)
    listing = listing_of(CONVOLUTION.format(rows=7, pad=0))
    assert np.allclose(followed(listing, lhs, rhs, expected.size).reshape(expected.shape), expected, rtol=1e-5, atol=1e-5)
    assert "zeros" not in listing and re.search(r"\n.* = add\(.*, c\[d3\]\)", listing)
    assert "spatial dimension 0: input of 9, 1 zeros before, 1 behind" in listing_of(CONVOLUTION.format(rows=9, pad=1))
