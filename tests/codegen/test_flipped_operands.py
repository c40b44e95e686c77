"""Products of bytes of one kind, which the processor's dot products take with the left ones' upper bits flipped: what that adds
to each column is taken off where the sums begin, or in each tile. Against NumPy, between pages."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.codegen.machine import Machine
from hloom.numbers.element_type import element_type
from tests.harness import check

PAIRS = [("i8", "i8"), ("ui8", "ui8"), ("i8", "ui8"), ("i8", "i4"), ("ui4", "ui8")]
#: Rows from which on what is taken off columns is summed once for a panel.
ROWS = Machine().blocking.rows_of_corrected_panels
#: Rows, products of a sum, columns: on both sides of the bound; blocks of k that are and are not equal; panels that end within.
SIZES = [(ROWS - 1, 64, 40), (ROWS, 64, 40), (ROWS + 1, 4, 1), (131, 128, 33), (70, 260, 130), (200, 132, 7),
         (67, 4096, 35), (66, 3000, 16), (30, 3000, 40)]


def random(shape: tuple[int, ...], type: str) -> np.ndarray:
    """Numbers of the whole range of an integer type."""
    made = element_type(type)
    low, high = (0, 1 << made.width) if made.kind == "uint" else (-(1 << made.width - 1), 1 << made.width - 1)
    return np.random.default_rng(sum(shape)).integers(low, high, shape).astype(made.dtype)


@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_matrices(left: str, right: str, is_transposed: bool) -> None:
    for m, k, n in SIZES:
        a, b = random((m, k), left), random((n, k) if is_transposed else (k, n), right)
        other = f"tensor<{b.shape[0]}x{b.shape[1]}x{right}>"
        module = hloom.parse(f"""func.func @main(%x: tensor<{m}x{k}x{left}>, %y: {other}) -> tensor<{m}x{n}xi32> {{
            %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [{int(is_transposed)}]
                : (tensor<{m}x{k}x{left}>, {other}) -> tensor<{m}x{n}xi32>
            return %0 : tensor<{m}x{n}xi32> }}""")
        wide = [x.astype(np.int32) for x in (a, b)]
        check(module, [a, b], [wide[0] @ (wide[1].T if is_transposed else wide[1])], [0])


@pytest.mark.parametrize("k", [64, 3000])
@pytest.mark.parametrize("batch", [1, 3])
def test_batches_whose_results_are_worked_on(batch: int, k: int) -> None:
    """The sums of tiles are in scratch memory, beside what they begin with."""
    a, b, bias = random((batch, 90, k), "i8"), random((batch, k, 50), "i8"), np.arange(50, dtype=np.int32)
    module = hloom.parse(f"""func.func @main(%x: tensor<{batch}x90x{k}xi8>, %y: tensor<{batch}x{k}x50xi8>, %z: tensor<50xi32>)
            -> tensor<{batch}x90x50xi8> {{
        %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
            : (tensor<{batch}x90x{k}xi8>, tensor<{batch}x{k}x50xi8>) -> tensor<{batch}x90x50xi32>
        %1 = stablehlo.broadcast_in_dim %z, dims = [2] : (tensor<50xi32>) -> tensor<{batch}x90x50xi32>
        %2 = stablehlo.add %0, %1 : tensor<{batch}x90x50xi32>
        %3 = stablehlo.convert %2 : (tensor<{batch}x90x50xi32>) -> tensor<{batch}x90x50xi8>
        return %3 : tensor<{batch}x90x50xi8> }}""")
    sums = np.einsum("bmk,bkn->bmn", a.astype(np.int32), b.astype(np.int32)) + bias
    check(module, [a, b, bias], [sums.astype(np.int8)], [0])


@pytest.mark.parametrize("type", ["i8", "ui8"])
@pytest.mark.parametrize(("size", "channels", "features"), [(11, 8, 40), (9, 64, 33), (20, 4, 7)])
def test_convolutions(type: str, size: int, channels: int, features: int) -> None:
    """Padding is zeros that are flipped, too."""
    x, w = random((2, size, size, channels), type), random((3, 3, channels, features), type)
    of = [f"tensor<{'x'.join(map(str, a.shape))}x{type}>" for a in (x, w)]
    out = f"tensor<2x{size}x{size}x{features}xi32>"
    module = hloom.parse(f"""func.func @main(%x: {of[0]}, %w: {of[1]}) -> {out} {{
        %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
            window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
            : ({of[0]}, {of[1]}) -> {out}
        return %0 : {out} }}""")
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0))).astype(np.int32)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
    check(module, [x, w], [np.einsum("bijcuv,uvco->bijo", windows, w.astype(np.int32))], [0])
