"""Right operands that are constants are packed when the program is compiled, as a kernel packs them when it runs."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.plan.program import Launch
from hloom.numbers.difference import EQUAL
from hloom.numbers.element_type import element_type
from hloom.pipeline import stages
from tests.codegen.program_checks import verify_program
from tests.harness import same, tensor


@pytest.fixture(autouse=True)
def without_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_CACHE", "")


def dense(array: np.ndarray) -> str:
    """A constant of these elements, by their bytes, or one by one where they have less than eight bits."""
    if array.dtype.itemsize * 8 == element_width(array):
        return f'dense<"0x{array.tobytes().hex().upper()}">'
    return f"dense<{array.astype(int).tolist()}>".replace("True", "true").replace("False", "false")


def element_width(array: np.ndarray) -> int:
    return 1 if array.dtype == np.bool_ else ml_dtypes.iinfo(array.dtype).bits if array.dtype.kind in "iu" or (
        "int" in array.dtype.name) else array.dtype.itemsize * 8


def programs(line: str, x: np.ndarray, w: np.ndarray, types: tuple[str, str, str]) -> tuple[str, str]:
    """The program with %w as a constant, and with it as an argument."""
    lhs, rhs, out = types
    end = f"\n  {line} : ({lhs}, {rhs}) -> {out}\n  return %r : {out}\n}}\n"
    return (f"func.func @main(%x: {lhs}) -> {out} {{\n  %w = stablehlo.constant {dense(w)} : {rhs}{end}",
            f"func.func @main(%x: {lhs}, %w: {rhs}) -> {out} {{{end}")


def drawn(type: str, shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    dtype = element_type(type).dtype
    if type == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    small = rng.integers(0 if type.startswith("ui") else -2, 3 if type not in ("i2", "ui2") else 2, shape)
    return (small * (0.5 if dtype.kind in "fV" and "int" not in dtype.name else 1)).astype(dtype)


def check(line: str, x: np.ndarray, w: np.ndarray, types: tuple[str, str, str], is_packed: bool | None = True) -> None:
    """Both programs give the same bits, those of the evaluator (sums of these numbers are exact)."""
    constant, argument = programs(line, x, w, types)
    (expected,) = hloom.evaluate(hloom.parse(argument), x, w)
    (packed_before,) = hloom.compile(hloom.parse(argument))(x, w)
    for threads in (1, 2):
        (found,) = hloom.compile(hloom.parse(constant), threads=threads)(x)
        assert found.tobytes() == packed_before.tobytes()
    np.testing.assert_array_equal(found.astype(np.complex128), expected.astype(np.complex128))
    generated = stages(hloom.parse(constant), workers=2)
    verify_program(generated.program, generated.module.functions["main"])
    sizes = [array.size for array in generated.program.constants]
    launches = [c for c in generated.program.commands if isinstance(c, Launch)]
    if is_packed is not None:
        assert (len(launches) == 1 and sizes.count(0) == 1 and max(sizes) > 0) == is_packed


TYPES = [("f32", "f32", "f32"), ("f64", "f64", "f64"), ("bf16", "bf16", "f32"), ("bf16", "bf16", "bf16"), ("f16", "f16", "f32"),
         ("i8", "i8", "i32"), ("ui8", "ui8", "i32"), ("i16", "i16", "i32"), ("i32", "i32", "i32"), ("i64", "i64", "i64"),
         ("i4", "i4", "i32"), ("f8E4M3FN", "f8E4M3FN", "f32"), ("f8E5M2", "f8E5M2", "f32"), ("i1", "i1", "i1")]


@pytest.mark.parametrize("types", TYPES, ids="-".join)
@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize("sizes", [(5, 70, 90), (33, 64, 128), (12, 300, 17)])
@pytest.mark.every_case
def test_products(types: Any, is_transposed: bool, sizes: Any) -> None:
    (m, k, n), rng = sizes, np.random.default_rng(0)
    x, w = drawn(types[0], (m, k), rng), drawn(types[1], (n, k) if is_transposed else (k, n), rng)
    named = tensor(x.shape, types[0]), tensor(w.shape, types[1]), tensor((m, n), types[2])
    check(f"%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [{int(is_transposed)}]", x, w, named)


@pytest.mark.parametrize("type", ["f32", "bf16"])
def test_batches_and_several_dimensions_to_sum_over(type: str) -> None:
    rng = np.random.default_rng(1)
    x, w = drawn(type, (3, 9, 6, 8), rng), drawn(type, (8, 3, 6, 50), rng)
    named = tensor(x.shape, type), tensor(w.shape, type), tensor((3, 9, 50), "f32")
    check("%r = stablehlo.dot_general %x, %w, batching_dims = [0] x [1], contracting_dims = [2, 3] x [2, 0]", x, w, named)


@pytest.mark.parametrize("type, channels, groups", [
    ("f32", 24, 1), ("f32", 24, 2), ("bf16", 24, 1), ("i8", 32, 1), ("f32", 3, 1)])
@pytest.mark.parametrize("pad", [0, 1])
def test_convolutions(type: str, channels: int, groups: int, pad: int) -> None:
    rng, after = np.random.default_rng(2), 8 + 2 * pad
    x, w = drawn(type, (2, channels, 10, 10), rng), drawn(type, (64, channels // groups, 3, 3), rng)
    out = "i32" if type == "i8" else "f32"
    named = tensor(x.shape, type), tensor(w.shape, type), tensor((2, 64, after, after), out)
    check("%r = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], "
          f"pad = [[{pad}, {pad}], [{pad}, {pad}]]}} {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}}",
          x, w, named, None if channels == 3 else True)


@pytest.mark.parametrize("sizes, type", [
    ((1, 128, 128), "f32"), ((9, 8, 8), "f32"), ((128, 128, 1), "f32"), ((9, 70, 70), "complex<f32>")])
def test_vectors_small_and_complex_ones_are_left_as_they_are(sizes: Any, type: str) -> None:
    (m, k, n), rng = sizes, np.random.default_rng(3)
    x, w = drawn(type, (m, k), rng), drawn(type, (k, n), rng)
    named = tensor(x.shape, type), tensor(w.shape, type), tensor((m, n), type)
    check("%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]", x, w, named, False)


def test_a_constant_that_is_read_besides_is_kept() -> None:
    rng = np.random.default_rng(4)
    w, x = drawn("f32", (72, 72), rng), drawn("f32", (72, 72), rng)
    t = tensor((72, 72), "f32")
    text = (f"func.func @main(%x: {t}) -> ({t}, {t}, {t}) {{\n  %w = stablehlo.constant {dense(w)} : {t}\n"
            f"  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}\n"
            f"  %e = stablehlo.add %p, %w : {t}\n"
            f"  %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : ({t}, {t}) -> {t}\n"
            f"  %s = stablehlo.dot_general %w, %w, contracting_dims = [0] x [0] : ({t}, {t}) -> {t}\n"
            f"  return %e, %q, %s : {t}, {t}, {t}\n}}\n")
    same(hloom.compile(hloom.parse(text))(x), (x @ w + w, x @ w.T, w.T @ w), EQUAL)


@pytest.mark.kept
def test_programs_from_the_cache_have_them(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from hloom.runtime.cache import Cache

    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 26))
    rng = np.random.default_rng(5)
    x, w = drawn("f32", (7, 80), rng), drawn("f32", (80, 96), rng)
    constant, _ = programs("%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]", x, w,
                           (tensor((7, 80), "f32"), tensor((80, 96), "f32"), tensor((7, 96), "f32")))
    for _ in range(2):
        executable = hloom.compile(hloom.parse(constant))
        np.testing.assert_array_equal(executable(x)[0], x @ w)
    assert "cache" in executable.stats["seconds"]
    assert all(c.ctypes.data % 64 == 0 for c in executable.native.program.constants if c.size)
