"""Reductions across the rows of what no cache holds: rows are cut into tasks, and read as they lie."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.numbers.difference import EQUAL
from hloom.numbers.element_type import element_type
from tests.harness import check, lower, needs_pages, targets, use_machine

TYPES = {"i32": np.int32, "i64": np.int64, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}


def program(shape: tuple[int, ...], dimensions: tuple[int, ...], type: str) -> str:
    """The sums of an array's absolute values over some dimensions, and their negatives."""
    given, kept = ("x".join(map(str, sizes)) for sizes in (
        shape, [n for d, n in enumerate(shape) if d not in dimensions]))
    zero = "0" if type[0] == "i" else "0.0"
    return f"""
func.func @main(%x: tensor<{given}x{type}>) -> tensor<{kept}x{type}> {{
  %zero = stablehlo.constant dense<{zero}> : tensor<{type}>
  %a = stablehlo.abs %x : tensor<{given}x{type}>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = {list(dimensions)} :
      (tensor<{given}x{type}>, tensor<{type}>) -> tensor<{kept}x{type}>
  %n = stablehlo.negate %s : tensor<{kept}x{type}>
  return %n : tensor<{kept}x{type}>
}}
"""


def small_numbers(shape: tuple[int, ...], type: str) -> np.ndarray:
    """Numbers whose sums each type has."""
    return np.random.default_rng(sum(shape)).choice([-1, 0, 0, 0, 0, 0, 0, 1], shape).astype(TYPES[type])


@needs_pages
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("shares", [False, True])
@pytest.mark.parametrize("shape, dimensions", [
    ((48, 256), (0,)), ((60, 259), (0,)), ((96, 1029), (0,)), ((36, 4099), (0,)), ((9, 31, 300), (1,)), ((16, 3, 515), (0, 1)),
    ((40, 2, 150), (0,)), ((71, 272), (0,)), ((40, 2, 150, 1), (0,)), ((1, 72, 272, 1), (0, 1))])
def test_rows_are_read_as_they_lie(shape: tuple[int, ...], dimensions: tuple[int, ...], shares: bool, type: str, target: str,
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole rows, those of more bands than one, parts of rows; with rows left over, and of a number that nothing divides; in
    functions that programs share and in the kernel itself."""
    use_machine(monkeypatch, columns={"enough_passes": 0 if shares else 1 << 20, "worth_a_call": 0, "large_elements": 1 << 10},
                caches={"uncached_bytes": 0})
    use_machine(monkeypatch, splitting={"large_elements": 1 << 10, "long_elements": 8, "row_bytes": 1 << 20},
                caches={"uncached_bytes": 0})
    x = small_numbers(shape, type)
    made = lower(program(shape, dimensions, type), target, 1)
    is_cut = 0 in dimensions and shape[0] != 71
    assert len(made.program.kernels) == 1 + is_cut
    check(made, [x], [-np.abs(x.astype(np.float64)).sum(axis=dimensions)], EQUAL, workers=1)


@pytest.mark.parametrize("shape, asks", [((4096, 4096), True), ((65536, 256), False), ((512, 1024), False)])
def test_the_next_rows_are_asked_for_where_rows_are_long(shape: tuple[int, int], asks: bool) -> None:
    """Not short ones, which follow each other, nor what caches hold."""
    made = lower(program(shape, (0,), "f32"), "host", 1)
    assert ("llvm.prefetch" in made.llvm) == asks


@pytest.mark.parametrize("shape, dimensions, kernels", [
    ((16384, 256), (0,), 2), ((16384, 512), (0,), 2), ((4096, 16, 64), (0,), 2),
    ((16384, 128), (0,), 1),  # so few columns that the kernel of one thread is another
    ((64, 256, 512), (1,), 1),  # tasks enough
    ((4096, 4096), (1,), 1), ((8192, 4096), (0,), 1), ((8192, 4095), (0,), 2), ((1024, 256), (0,), 1)])
def test_what_is_cut_on_one_thread(shape: tuple[int, ...], dimensions: tuple[int, ...], kernels: int) -> None:
    made = lower(program(shape, dimensions, "f32"), None, 1)
    assert len(made.program.kernels) == kernels


def test_passes_are_functions_that_programs_share() -> None:
    def libraries(shape: tuple[int, ...], type: str = "f32") -> set[str]:
        return set(lower(program(shape, (0,), type), None, 1).code._included)

    found = libraries((1024, 1024))
    assert len(found) == 2 and libraries((1200, 1024)) == found  # the pass, and what goes round it
    assert len(found & libraries((1201, 1024))) == 1  # which also has what is left over
    assert libraries((1024, 1024), "f64").isdisjoint(found)
    assert len(libraries((1024, 1024), "bf16")) == 2  # whose sums are f32
    assert libraries((200, 2048)) == set()  # so few rows that the rest of the kernel counts


def test_all_threads_agree() -> None:
    x = np.random.default_rng(0).standard_normal((16384, 320)).astype(np.float32)
    module = hloom.parse(program(x.shape, (0,), "f32"))
    one, two, four = (hloom.compile(module, threads=n)(x)[0] for n in (1, 2, 4))
    assert np.array_equal(one, two) and np.array_equal(one, four)
    np.testing.assert_allclose(one, -np.abs(x.astype(np.float64)).sum(axis=0), rtol=1e-5)


@pytest.mark.parametrize("shape, dimensions, kernels", [
    ((2, 79, 250, 69), (0, 1, 3), 1),  # of 69 elements side by side there are no parts but short ones
    ((2, 79, 250, 1024), (0, 1, 3), 1), ((2, 79, 25, 2048), (0, 1, 3), 2), ((3, 500_000), (1,), 2)])
def test_what_lies_side_by_side_is_not_cut_into_short_runs(shape: tuple[int, ...], dimensions: tuple[int, ...],
                                                           kernels: int) -> None:
    x = small_numbers(shape, "f32")
    executable = hloom.compile(hloom.parse(program(shape, dimensions, "f32")), threads=2)
    assert len(executable.kernels) == kernels
    assert np.array_equal(executable(x)[0], -np.abs(x).sum(axis=dimensions))


@needs_pages
@pytest.mark.parametrize("columns", [1, 3, 16, 20, 33, 64, 100, 129, 200, 255])
@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i8", "i1"])
def test_few_columns_have_registers_of_their_own(type: str, columns: int) -> None:
    """Extremes, and sums of numbers that every type has, down 71 and 3x67 rows, for one worker and for two."""
    dtype, rng = element_type(type).dtype, np.random.default_rng(columns)
    lowest = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "bf16": "0xFF80", "i8": "-128", "i1": "false"}[type]
    zero = {"i8": "0", "i1": "false"}.get(type, "0.0")
    for shape in ((71, columns), (3, 67, columns)):
        of, out = (f"tensor<{'x'.join(map(str, s))}x{type}>" for s in (shape, shape[-1:]))
        dimensions = list(range(len(shape) - 1))
        x = (rng.integers(0, 9, shape) == 0).astype(dtype)
        if type[0] in "fb":
            x[rng.random(shape) < 0.01] = -0.0
        total = x.any if type == "i1" else x.astype(np.float64).sum
        expected = [x.max(tuple(dimensions)), total(tuple(dimensions)).astype(dtype)]
        module = hloom.parse(f"""func.func @main(%x: {of}) -> ({out}, {out}) {{
            %low = stablehlo.constant dense<{lowest}> : tensor<{type}>
            %zero = stablehlo.constant dense<{zero}> : tensor<{type}>
            %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = {dimensions} :
                ({of}, tensor<{type}>) -> {out}
            %y = stablehlo.reverse %x, dims = [0] : {of}
            %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = {dimensions} :
                ({of}, tensor<{type}>) -> {out}
            return %m, %s : {out}, {out} }}""")
        for count in (1, 2):
            check(lower(module, workers=count), [x], expected, EQUAL, workers=count)


@pytest.mark.parametrize("shape, kernels", [
    ((1000, 1000), 3), ((2048, 128), 3), ((1024, 257), 3), ((512, 8192), 3), ((1024, 1, 1000), 3),
    ((128, 4096), 3), ((112, 4096), 2),  # too few rows
    ((1009, 1000), 2),  # which nothing divides
    ((500, 500), 2)])  # a megabyte or less is fetched soon enough
def test_rows_are_cut_as_other_kernels_divide_them(shape: tuple[int, ...], kernels: int) -> None:
    """Where one kernel sums the columns of what another goes through by rows, as many workers as there are do both by rows."""
    wide = "x".join(map(str, shape))
    row = "x".join(map(str, shape[1:]))
    others = ", ".join(str(k) for k in range(1, len(shape)))
    module = hloom.parse(f"""
      func.func @main(%x: tensor<{wide}xf32>) -> tensor<{wide}xf32> {{
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] :
            (tensor<{wide}xf32>, tensor<f32>) -> tensor<{row}xf32>
        %b = stablehlo.broadcast_in_dim %s, dims = [{others}] : (tensor<{row}xf32>) -> tensor<{wide}xf32>
        %r = stablehlo.subtract %x, %b : tensor<{wide}xf32>
        return %r : tensor<{wide}xf32> }}""")
    assert len(lower(module, None, 2).program.kernels) == kernels
    assert len(lower(module, None, 1).program.kernels) == 2
    x = small_numbers(shape, "f32")
    for threads in (1, 2, 3):
        assert np.array_equal(hloom.compile(module, threads=threads)(x)[0], x - x.sum(axis=0))


def test_what_no_other_kernel_goes_through_is_left_whole() -> None:
    assert len(lower(program((1000, 1000), (0,), "f32"), None, 2).program.kernels) == 1
