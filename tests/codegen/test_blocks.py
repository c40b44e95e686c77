"""Loops in blocks that workers share: ranges with conditions of their own, which begin and end anywhere, between guard pages."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.harness import check, lower, needs_pages, targets, use_machine

pytestmark = needs_pages

TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "i8": np.int8, "i32": np.int32, "i64": np.int64,
         "ui8": np.uint8, "complex<f32>": np.complex64, "i1": np.bool_}
#: Lengths of what is put one behind another.
PIECES = [(1, 300), (300, 1), (64, 64, 64), (63, 65, 200), (7, 128, 1, 1, 90), (129, 2, 253), (2, 3, 5, 7, 11, 13, 17, 300)]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, loops={"task_work": 16})


def drawn(length: int, type: str) -> np.ndarray:
    return np.random.default_rng(length).integers(0, 2, length).astype(TYPES[type])


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("lengths", PIECES, ids=str)
@pytest.mark.parametrize("is_past", [False, True], ids=["", "past the caches"])
def test_what_is_put_together(lengths: tuple[int, ...], type: str, target: str, is_past: bool,
                              monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of any length, joined and combined with a tensor as long as all of them."""
    if is_past:
        use_machine(monkeypatch, caches={"uncached_bytes": 0}, streaming={"result_bytes": 0})
    whole = sum(lengths)
    names = ", ".join(f"%a{k}: tensor<{n}x{type}>" for k, n in enumerate(lengths))
    types = ", ".join(f"tensor<{n}x{type}>" for n in lengths)
    parts = ", ".join(f"%a{k}" for k in range(len(lengths)))
    function = "or" if type == "i1" else "add"
    text = f"""({names}, %b: tensor<{whole}x{type}>) -> tensor<{whole}x{type}> {{
        %c = stablehlo.concatenate {parts}, dim = 0 : ({types}) -> tensor<{whole}x{type}>
        %d = stablehlo.{function} %c, %b : tensor<{whole}x{type}>
        return %d : tensor<{whole}x{type}> }}"""
    arrays = [drawn(n, type) for n in (*lengths, whole)]
    check(text, arrays, [np.concatenate(arrays[:-1]) + arrays[-1]], target=target, workers=(1, 2))


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "i8", "bf16"])
@pytest.mark.parametrize("shift", [1, 2, 8, 63, 400])
def test_neighbours(shift: int, type: str, target: str) -> None:
    """Each element with those before and behind it, in a ring."""
    x = drawn(777, type)
    n, rest = len(x), len(x) - shift
    vector, few, most = (f"tensor<{k}x{type}>" for k in (n, shift, rest))
    text = f"""(%x: {vector}) -> {vector} {{
        %0 = stablehlo.slice %x [{rest}:{n}] : ({vector}) -> {few}
        %1 = stablehlo.slice %x [0:{rest}] : ({vector}) -> {most}
        %2 = stablehlo.concatenate %0, %1, dim = 0 : ({few}, {most}) -> {vector}
        %3 = stablehlo.slice %x [0:{shift}] : ({vector}) -> {few}
        %4 = stablehlo.slice %x [{shift}:{n}] : ({vector}) -> {most}
        %5 = stablehlo.concatenate %4, %3, dim = 0 : ({most}, {few}) -> {vector}
        %6 = stablehlo.add %2, %5 : {vector}
        %7 = stablehlo.subtract %6, %x : {vector}
        return %7 : {vector} }}"""
    check(text, [x], [np.roll(x, shift) + np.roll(x, -shift) - x], target=target, workers=(1, 2))


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "i8", "bf16", "i64"])
@pytest.mark.parametrize("step", [2, 3, 5])
@pytest.mark.parametrize("counts", [(33, 32), (100, 57), (1, 90)], ids=str)
def test_elements_some_places_apart(counts: tuple[int, int], step: int, type: str, target: str) -> None:
    """The last one of each is the last one of what it is taken from, or the first one where they are taken backwards."""
    lengths = [(count - 1) * step + 1 for count in counts]
    x, y = (drawn(n, type) for n in lengths)
    (n, m), whole = lengths, sum(counts)
    one, other, all_of_them = (f"tensor<{k}x{type}>" for k in (*counts, whole))
    for text, expected in (("%y", y), ("%r", y[::-1])):
        made = f"""(%x: tensor<{n}x{type}>, %y: tensor<{m}x{type}>) -> {all_of_them} {{
            %r = stablehlo.reverse %y, dims = [0] : tensor<{m}x{type}>
            %0 = stablehlo.slice %x [0:{n}:{step}] : (tensor<{n}x{type}>) -> {one}
            %1 = stablehlo.slice {text} [0:{m}:{step}] : (tensor<{m}x{type}>) -> {other}
            %2 = stablehlo.concatenate %0, %1, dim = 0 : ({one}, {other}) -> {all_of_them}
            %3 = stablehlo.add %2, %2 : {all_of_them}
            return %3 : {all_of_them} }}"""
        joined = np.concatenate([x[::step], expected[::step]])
        check(made, [x, y], [joined + joined], target=target, workers=(1, 2))


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "i32", "i8"])
@pytest.mark.parametrize("count", [33, 34, 61, 100, 129])
def test_elements_between_each_others(count: int, type: str, target: str) -> None:
    """Every second element, and those between, with one element in front that is none."""
    n = 2 * count - 1
    whole, half, some = (f"tensor<{k}x{type}>" for k in (n, count, count - 1))
    zero = "0.0" if type[0] == "f" else "0"
    made = f"""(%x: {whole}) -> ({half}, {half}) {{
        %0 = stablehlo.slice %x [0:{n}:2] : ({whole}) -> {half}
        %1 = stablehlo.slice %x [1:{n}:2] : ({whole}) -> {some}
        %2 = stablehlo.constant dense<{zero}> : tensor<{type}>
        %3 = stablehlo.pad %1, %2, low = [1], high = [0], interior = [0] : ({some}, tensor<{type}>) -> {half}
        return %0, %3 : {half}, {half} }}"""
    x = np.random.default_rng(0).integers(-3, 4, n).astype(TYPES[type])
    check(made, [x], [x[::2], np.concatenate([np.zeros(1, x.dtype), x[1::2]])], target=target, workers=(1, 2))


def test_ranges_are_shared_by_workers() -> None:
    text = "(%x: tensor<5000xf32>, %y: tensor<5000xf32>) -> tensor<10000xf32> {{ {} }}".format("""
        %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<5000xf32>, tensor<5000xf32>) -> tensor<10000xf32>
        %1 = stablehlo.sqrt %0 : tensor<10000xf32>
        return %1 : tensor<10000xf32>""")
    (kernel,) = (kernel for found in lower(text).emitter.emitted.values() for kernel in found)
    assert kernel.tasks > 16
