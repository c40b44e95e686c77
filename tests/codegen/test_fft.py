"""Compiled transforms between guard pages, against NumPy's in f64."""

from __future__ import annotations

from functools import partial
from typing import Any

import mpmath
import numpy as np
import pytest

from hloom.codegen.cpu.fft import plan
from hloom.codegen.cpu.fft.plan import radices_of
from hloom.codegen.machine import Machine
from hloom.runtime.dispatch.lazy_constants import LongTable, chirp, roots, transformed_chirp
from tests.harness import between_pages, load, lower, targets, use_machine

KINDS = ("FFT", "IFFT", "RFFT", "IRFFT")
#: Shapes and the number of dimensions that are transformed: every radix, convolutions, two passes, groups of lanes not whole.
CASES = [((16,), 1), ((1,), 1), ((2,), 1), ((3, 7), 1), ((17, 9), 1), ((33, 12), 1), ((5, 64), 1), ((1, 64), 1), ((100, 60), 1),
         ((3, 127), 1), ((20, 131), 1), ((1024,), 1), ((2, 1000), 1), ((40, 512), 1), ((1, 720), 1), ((6, 8), 2),
         ((4, 127, 139), 2), ((2, 3, 5, 7), 3), ((3, 33, 34), 2), ((1, 3, 600), 2), ((13, 1, 16), 3), ((2, 1155), 1),
         ((1, 1, 1), 3), ((0, 4), 1), ((16, 1), 1), ((2, 2, 1), 3), ((2, 2, 1), 3), ((100, 625), 1)]


def text_of(kind: str, shape: tuple[int, ...], rank: int, bits: int) -> tuple[str, tuple[int, ...]]:
    """A program with one transform, and the shape of its argument; `shape` is that of the numbers without symmetry."""
    half = (*shape[:-1], shape[-1] // 2 + 1)
    real, complex = f"f{bits}", f"complex<f{bits}>"
    source, target = {"RFFT": ((shape, real), (half, complex)), "IRFFT": ((half, complex), (shape, real))}.get(
        kind, ((shape, complex), (shape, complex)))
    a, b = ("tensor<" + "".join(f"{n}x" for n in s) + f"{t}>" for s, t in (source, target))
    length = ", ".join(map(str, shape[len(shape) - rank :]))
    return f"""(%x: {a}) -> {b} {{
        %0 = stablehlo.fft %x, type = {kind}, length = [{length}] : ({a}) -> {b}
        return %0 : {b} }}""", source[0]


def check(kind: str, shape: tuple[int, ...], rank: int, bits: int, **how: Any) -> None:
    text, given = text_of(kind, shape, rank, bits)
    random = np.random.default_rng(5)
    array = random.standard_normal(given).astype(f"f{bits // 8}")
    if kind != "RFFT":
        array = array + np.dtype(f"c{bits // 4}").type(1j) * random.standard_normal(given).astype(array.dtype)
    axes = tuple(range(-rank, 0))
    transform = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn,
                 "IRFFT": partial(np.fft.irfftn, s=shape[len(shape) - rank :])}[kind]
    expected = transform(array.astype("f8" if kind == "RFFT" else "c16"), axes=axes) if array.size else np.zeros(shape)
    made = lower(text, **how)
    assert not made.program.callbacks
    for (found,) in between_pages(made, array):
        limit = 2e-6 if bits == 32 else 3e-15
        assert found.size == 0 or np.abs(found - expected).max() <= limit * np.abs(expected).max(), (kind, shape)


#: Shapes of which some pass has whole groups of complex numbers only.
_DRIVEN = [((32, 512), 1), ((64, 48), 2), ((16, 32, 80), 3), ((1, 1 << 15), 1), ((2, 4096), 1)]


#: Shapes of which groups of lanes are not whole, or squares of numbers are not.
_NOT_WHOLE = [((37, 40), 1), ((19, 18), 1), ((17, 9), 1), ((18, 7), 1), ((3, 20), 1), ((5, 33, 18), 2), ((2, 7, 25), 2),
              ((1, 361), 1), ((3, 512), 1), ((20, 3, 21), 3), ((4, 1444), 1)]


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("kind", KINDS)
def test_transforms(kind: str, bits: int) -> None:
    for shape, rank in CASES[:: bits // 32]:
        check(kind, shape, rank, bits)


@pytest.mark.parametrize("target", [t for t in targets() if t != "host"])
def test_transforms_on_narrower_registers(target: str) -> None:
    for kind in KINDS:
        for shape, rank in CASES[4:12:2]:
            check(kind, shape, rank, 32, target=target)


@pytest.mark.parametrize(("limits", "shapes"), [
    ({"large_bytes": 0}, [(17, 1024), (3, 512), (1, 64), (2, 1000), (1, 4096)]),
    ({"large_bytes": 0, "row_bytes": 0}, [(3, 512), (1, 1024)]),
    ({"row_bytes": 0}, [(17, 512), (2, 1000)]),
], ids=["past the caches", "apart and past the caches", "apart"])
def test_where_numbers_stay(limits: dict[str, int], shapes: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of small arrays numbers stay in the caches, and those of a row with a worker: here they are handled as those of large
    ones are."""
    use_machine(monkeypatch, fft=limits)
    for kind in KINDS:
        for number, shape in enumerate(shapes):
            check(kind, shape, 1, (32, 64)[number % 2])


@pytest.mark.parametrize("driven", [True, False])
@pytest.mark.parametrize("large", [1 << 40, 0])
def test_passes_that_are_calls_of_libraries(large: int, driven: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows in two passes together and apart, dimensions that are not the last one, factors from a table and composed ones; a
    library goes through their groups, or the kernel, which is compiled like what runs seldom."""
    use_machine(monkeypatch, fft={"long_groups": 1 if driven else 1 << 40, "called": 1, "large_bytes": large})
    for kind in ("FFT", "IFFT"):
        for number, (shape, rank) in enumerate(_DRIVEN):
            bits = (32, 64)[number % 2]
            check(kind, shape, rank, bits)
            made = lower(text_of(kind, shape, rank, bits)[0])
            kernels = [kernel for kernels in made.emitter.emitted.values() for kernel in kernels]
            called = [word for kernel in kernels for word in kernel.numbers if isinstance(word, str)]
            assert kernels and any(name.startswith("hloom_fft_groups") for name in called) == driven


@pytest.mark.parametrize("driven", [True, False])
@pytest.mark.parametrize("target", targets())
def test_groups_of_lanes_that_are_not_whole(target: str, driven: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last group begins before the one in front of it ends; but where transforms are in place, and of few rows: it has less
    lanes then. Rows are longer than a square of numbers, and end anywhere in one, or are shorter."""
    use_machine(monkeypatch, fft={"long_groups": 1 if driven else 1 << 40, "called": 1})
    for number, (shape, rank) in enumerate(_NOT_WHOLE):
        for kind in KINDS:
            check(kind, shape, rank, (32, 64)[number % 2], target=target)


def test_a_transform_whose_factors_are_no_table() -> None:
    check("FFT", (1 << 21,), 1, 32)


def test_long_transforms_with_a_large_prime_factor() -> None:
    """Convolutions in three passes, over all rows and over one after the other."""
    for number, kind in enumerate(KINDS):
        for shape in ((2, 10007), (9, 4099), (1, 20014)):
            check(kind, shape, 1, (32, 64)[number % 2])


@pytest.mark.parametrize("kind", ["RFFT", "IRFFT"])
@pytest.mark.parametrize("target", targets())
@pytest.mark.every_case
def test_real_rows_as_pairs(target: str, kind: str) -> None:
    """A stage makes the transform of a row of that of its pairs, or what goes through rows in memory: with a worker, or of all
    workers, whose parts of a row end anywhere in a register. Pairs are convolutions, too."""
    shapes = [(1, 2), (33, 2), (1, 4), (17, 6), (5, 34), (40, 262), (3, 274), (1, 514), (2, 1042), (3, 1440), (1, 8186),
              (1, 8190), (1, 8640), (40, 2048), (20, 4166), (20, 34300)]
    for number, shape in enumerate(shapes):
        check(kind, shape, 1, (32, 64)[(number + (target == "host")) % 2], target=target)
    check(kind, (3, 34, 4, 10), 3, 32, target=target)


def test_parts_of_a_real_row_that_have_no_meaning_are_not_read() -> None:
    """The first and the last number of the transform of a real row are real: what stands there for imaginary parts has no effect,
    not even if it is no number."""
    for shape in ((3, 30), (1, 1440), (1, 8640), (2, 34)):
        text, given = text_of("IRFFT", shape, 1, 64)
        x: Any = np.random.default_rng(3).standard_normal((*given, 2)).view(complex)[..., 0]
        expected = np.fft.irfft(x, shape[-1])
        x.imag[:, [0, -1]] = np.nan
        (found,) = load(lower(text))(x)
        assert np.abs(found - expected).max() < 1e-14


@pytest.mark.parametrize("target", targets())
def test_convolutions_in_three_passes(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of lengths at which rows end in any place of a register and of a column."""
    use_machine(monkeypatch, fft={"long_convolution": 127, "long_convolution_alone": 127})
    for number, length in enumerate((127, 131, 254, 263, 514, 758, 1021, 2062)):
        for kind in KINDS:
            rows, bits = (1, 20, 3, 9)[number % 4], (32, 64)[number // 2 % 2]
            check(kind, (rows, length), 1, bits, target=target)


def test_which_convolutions_take_three_passes() -> None:
    found = partial(plan.long_convolution, Machine())
    for length in (257, 1031, 65537, 1000003):
        columns, rows = found(length, 1, 32) or (0, 0)
        assert 2 * length - 1 <= columns * rows < 2.3 * max(length, 1000) and columns % 16 == rows % 16 == 0
        assert radices_of(columns) and radices_of(rows)
    assert found(1 << 20, 1, 32) is None and found(1031, 100, 32) is None
    assert found(101, 1, 32) is None


@pytest.mark.parametrize("length", [1, 2, 3, 4, 8, 12, 1000, 1023, 1 << 20])
def test_roots_of_unity_are_rounded_as_well_on_the_axes_as_beside(length: int) -> None:
    numbers = np.array([*range(min(length, 40)), *(k * length // 8 for k in range(9)), 3 * length + 5 % length])
    for number, found in zip(numbers.tolist(), roots(numbers, length).tolist()):
        with mpmath.workprec(200):
            exact = mpmath.expjpi(mpmath.mpf(-2 * number) / length)
            for part, expected in ((found.real, exact.real), (found.imag, exact.imag)):
                assert abs(part - expected) <= 2.0**-52
        if 4 * number % length == 0:
            assert found in (1, -1, 1j, -1j)


@pytest.mark.parametrize("target", targets())
def test_stages_of_long_primes(target: str) -> None:
    """Last stages, and stages before them, whose results are multiplied; whole blocks of results, and some left over."""
    for number, length in enumerate((17, 19, 23, 29, 31, 34, 41, 59, 74, 101, 113, 323, 361, 17 * 19 * 2, 37 * 41)):
        rows, bits = (1, 17, 40)[number % 3], (32, 64)[(number + (target == "host")) % 2]
        for kind in ("FFT", "IRFFT") if number % 2 else ("IFFT", "RFFT"):
            check(kind, (rows, length), 1, bits, target=target)
    check("FFT", (3, 19, 46), 2, 32, target=target)


def test_long_tables_hold_chirps_and_their_transforms() -> None:
    length, points, columns, width = 35, 96, 16, 8
    for bits in (32, 64):
        one = LongTable("chirp", bits, length)
        found = np.empty(one.shape, one.dtype)
        one.compute(found)
        with mpmath.workprec(200):
            exact = np.array([complex(mpmath.expjpi(mpmath.mpf(-k * k) / length)) for k in range(length)])
        assert np.abs(found[0, :length] + 1j * found[1, :length] - exact).max() < 2.0 ** (-23 if bits == 32 else -52)
        assert not found[:, length:].any() and one.nbytes == found.nbytes
        assert np.abs(chirp(length) - exact).max() < 2.0**-52
        one = LongTable("filter", bits, length, points, columns, width)
        found = np.empty(one.shape, one.dtype)
        one.compute(found)
        expected = transformed_chirp(length, points)
        for k in range(points):  # number k is that of row k // columns in column k % columns
            group, lane = divmod(k % columns, width)
            re, im = found[group, k // columns, :, lane]
            assert abs(re + 1j * im - expected[k]) < (1e-7 if bits == 32 else 1e-17)


def test_lengths_become_factors() -> None:
    split = partial(plan.split, Machine())
    assert radices_of(4096) == (8, 8, 8, 8)
    assert radices_of(1001) == (7, 11, 13)
    assert radices_of(226) == (2, 113)
    assert radices_of(127) is None and radices_of(254) is None
    assert split(1 << 20, 1, 32, 2) == split(1 << 20, 100, 32, 2) == (1024, 1024)
    assert split(16, 1, 32, 2) is None and split(256, 100, 32, 2) is None and split(1021, 1, 32, 2) is None
    # Columns that fill registers, or rows.
    assert split(1024, 100, 32, 2) == (32, 32) and split(1000, 100, 64, 2) == (25, 40) and split(1000, 90, 32, 1) == (25, 40)
    assert split(1000, 100, 32, 1) is split(1000, 100, 32, 2) is None and split(1000, 100, 32, 3) == (25, 40)
    assert split(4000, 100, 32, 1) == (50, 80)
