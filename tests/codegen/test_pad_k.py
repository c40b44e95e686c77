"""Products of narrow numbers over whole groups: which are padded, and that the numbers stay what they are."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.contraction.tiles import tile_depth
from hloom.codegen.cpu.lowering import pad_k
from hloom.codegen.cpu.lowering.pad_k import Groups
from hloom.codegen.llvm.hooks import hooks_of
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from hloom.numbers.difference import EQUAL
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.passes import PIPELINE, Pass, pipeline, run_passes
from hloom.passes.manager import needs_of
from hloom.pipeline import passes_for
from tests.harness import check, dtype_of, lower, targets
from tests.passes.test_inner_products import Tuples, program
from tests.programs import loop

ALL = Groups(floats=True, integers=True)
PAIRS = [("bf16", "f32"), ("bf16", "bf16"), ("i8", "i32"), ("ui8", "i32"), ("i4", "i32"), ("i8", "i8"), ("i16", "i32"),
         ("i16", "i16")]


def padded(text: str, groups: Groups = ALL) -> Any:
    """The program after the pass."""
    step = Pass("pad_k", partial(pad_k.pad, groups=groups), needs_of(pad_k))
    return run_passes(hloom.parse(text), [step], verify_each=True)


def depths(module: Any) -> list[tuple[int, ...]]:
    """What the products of a module sum over."""
    products: list[Any] = [op for op in module.walk() if op.name == "stablehlo.dot_general"]
    return [tuple(op.lhs.shape[d] for d in op.dot_dimension_numbers.lhs_contracting_dimensions) for op in products]


def product(depth: int, types: tuple[str, str], rows: int = 32, columns: int = 48) -> str:
    return program(((rows, depth), (depth, columns)), ((), (), (1,), (0,)), types)


@pytest.mark.parametrize(("types", "depth", "expected"), [
    *((types, 33, 34) for types in (("bf16", "f32"), ("bf16", "bf16"), ("i16", "i32"), ("i16", "i16"))),
    *((types, 33, 36) for types in (("i8", "i32"), ("ui8", "i32"), ("i8", "i8"), ("i4", "i32"), ("i2", "i8"), ("ui8", "ui32"))),
    *((types, 33, 33) for types in (("f32", "f32"), ("f16", "f32"), ("i32", "i32"), ("i8", "i64"), ("ui16", "i32"))),
    (("i8", "i32"), 34, 36), (("i8", "i32"), 35, 36), (("i8", "i32"), 36, 36), (("bf16", "f32"), 34, 34),
    (("i8", "i32"), 3, 4), (("i8", "i32"), 1, 1), (("i8", "i32"), 2, 2), (("i8", "i32"), 5, 5), (("bf16", "f32"), 1, 1),
    (("bf16", "f32"), 3, 4), (("i8", "i32"), 0, 0), (("bf16", "f64"), 33, 33)])
def test_which_are_padded(types: tuple[str, str], depth: int, expected: int) -> None:
    """Not what takes more zeros than half as much again, nor types that no processor multiplies in groups."""
    assert depths(padded(product(depth, types))) == [(expected,)]


@pytest.mark.parametrize("groups", [Groups(), Groups(floats=True), Groups(integers=True)])
def test_processors_without_such_instructions(groups: Groups) -> None:
    assert depths(padded(product(33, ("bf16", "f32")), groups)) == [(34 if groups.floats else 33,)]
    assert depths(padded(product(33, ("i8", "i32")), groups)) == [(36 if groups.integers else 33,)]


def test_groups_are_those_of_the_instructions() -> None:
    """The pass stands below the code generator, and cannot ask it: for all types both say the same."""
    target = replace(Target.host(), has_bf16_dot=True, has_integer_dot=True, has_bf16_tiles=False, has_byte_tiles=False)
    names = ("i2", "i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "bf16", "f16", "f32")
    types = [ELEMENT_TYPES[name] for name in names]
    for lhs, rhs, out in itertools.product(types, repeat=3):
        dot = hooks_of(target).dot(lhs, rhs, out)
        assert pad_k._group(ALL, lhs, rhs, out) == (0 if dot is None else dot.size, False), (lhs, rhs, out)


@pytest.mark.parametrize("depth", [64, 148, 147, 1028, 1009, 24, 23, 26, 36])
def test_tiles_take_equal_steps(depth: int) -> None:
    """As many groups as the code for tiles takes, or the next number that it takes."""
    tiles = replace(ALL, byte_tiles=True)
    wanted = next(n for n in range(-(-depth // 4), depth) if tile_depth(Machine(), n) is not None)
    assert depths(padded(product(depth, ("i8", "i32")), tiles)) == [(4 * wanted,)]
    assert depths(padded(product(depth, ("bf16", "f32")), tiles)) == [(depth + depth % 2,)]


def test_what_is_too_short_for_a_step_is_filled_alone() -> None:
    tiles = Groups(True, True, True, True)
    assert [depths(padded(product(depth, ("i8", "i32")), tiles)) for depth in (15, 19, 20)] == [[(16,)], [(20,)], [(20,)]]


def test_few_rows_or_columns_stay() -> None:
    for rows, columns in ((8, 64), (64, 8), (1, 64), (64, 1)):
        assert depths(padded(product(33, ("i8", "i32"), rows, columns))) == [(33,)]


@pytest.mark.parametrize(("lengths", "expected"), [((3, 11), (3, 12)), ((11, 3), (12, 3)), ((2, 11), (2, 12)), ((4, 11), (4, 11)),
                                                    ((2, 2, 11), (2, 2, 11)), ((1, 33), (1, 36))])
def test_the_longest_of_several_dimensions(lengths: tuple[int, ...], expected: tuple[int, ...]) -> None:
    numbers = tuple(range(1, len(lengths) + 1))
    text = program(((20, *lengths), (17, *lengths)), ((), (), numbers, numbers), ("i8", "i32"))
    assert depths(padded(text)) == [expected]


def test_what_is_converted_is_padded_before() -> None:
    text = """func.func @main(%x: tensor<32x33xi8>, %y: tensor<33x48xui8>) -> tensor<32x48xi32> {
        %0 = stablehlo.convert %x : (tensor<32x33xi8>) -> tensor<32x33xi32>
        %1 = stablehlo.convert %y : (tensor<33x48xui8>) -> tensor<33x48xi32>
        %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] :
            (tensor<32x33xi32>, tensor<33x48xi32>) -> tensor<32x48xi32>
        return %2 : tensor<32x48xi32> }"""
    made = padded(text)
    assert depths(made) == [(36,)]
    assert [op.result.element.name for op in made.walk() if op.name == "stablehlo.pad"] == ["i8", "ui8"]
    rng = np.random.default_rng(0)
    x, y = rng.integers(-128, 128, (32, 33)).astype(np.int8), rng.integers(0, 256, (33, 48)).astype(np.uint8)
    (found,) = hloom.compile(hloom.parse(text))(x, y)
    assert np.array_equal(found, x.astype(np.int32) @ y.astype(np.int32))
    wide = text.replace("tensor<33x48xui8>", "tensor<33x48xi32>").replace("%1 = stablehlo.convert %y", "%1 = stablehlo.negate %y")
    wide = wide.replace("negate %y : (tensor<33x48xi32>) -> tensor<33x48xi32>", "negate %y : tensor<33x48xi32>")
    assert depths(padded(wide)) == [(33,)]


def test_copies_of_weights_are_made_before_a_loop() -> None:
    module = padded("""func.func @main(%h: tensor<32x33xbf16>, %w: tensor<33x33xbf16>) -> tensor<32x33xbf16> {
        """ + loop("9", "%x = %h", "tensor<32x33xbf16>", """%p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] :
              (tensor<32x33xbf16>, tensor<33x33xbf16>) -> tensor<32x33xbf16>
          %t = stablehlo.tanh %p : tensor<32x33xbf16>""", "%t") + """
        return %r#1 : tensor<32x33xbf16> }""")
    (function,) = module.functions.values()
    outside = [op.result.shape for op in function.body.block.operations if op.name == "stablehlo.pad"]
    assert outside == [(34, 33)] and depths(module) == [(34,)]


def test_the_pipeline_knows_the_processor() -> None:
    text = product(33, ("i8", "i32"))
    host = Target.host()
    for has_dot in (False, True):
        target = replace(host, has_integer_dot=has_dot, has_byte_tiles=False)
        assert depths(run_passes(hloom.parse(text), passes_for(target, 1))) == [(36 if has_dot else 33,)]
    assert pipeline() == PIPELINE
    names = [p.name for p in passes_for(host, 1)]
    assert names.index("batch_products") < names.index("pad_k") < names.index("split_k") < names.index("sink_transposes")


LAYOUTS: list[tuple[str, Any, Any]] = [
    ("mk,kn->mn", lambda m, k, n: ((m, k), (k, n)), ((), (), (1,), (0,))),
    ("mk,nk->mn", lambda m, k, n: ((m, k), (n, k)), ((), (), (1,), (1,))),
    ("km,kn->mn", lambda m, k, n: ((k, m), (k, n)), ((), (), (0,), (0,))),
    ("bmk,bkn->bmn", lambda m, k, n: ((3, m, k), (3, k, n)), ((0,), (0,), (2,), (1,))),
    ("kbm,nbk->bmn", lambda m, k, n: ((k, 3, m), (n, 3, k)), ((1,), (1,), (0,), (2,)))]


@pytest.mark.parametrize("types", PAIRS, ids="-".join)
@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
def test_numbers(types: tuple[str, str], layout: int) -> None:
    """Against NumPy, all bits: sums of small numbers are exact in every type. Operands end where nothing may be read."""
    equation, shapes_of, numbers = LAYOUTS[layout]
    rng = np.random.default_rng(layout)
    for m, k, n in ((16, 3, 16), (17, 13, 31), (40, 33, 24), (33, 67, 65), (16, 129, 50)):
        shapes: Tuples = shapes_of(m, k, n)
        text = program(shapes, numbers, types)
        (result,) = hloom.parse(text).functions["main"].function_type.outputs
        given = dtype_of(types[0])
        x, y = (rng.integers(0 if types[0].startswith("u") else -3, 4, s).astype(given) for s in shapes)
        wanted = np.einsum(equation, x.astype(np.float64), y.astype(np.float64)).astype(result.storage.dtype)
        for isa, target in targets().items():
            made = lower(text, target, passes=passes_for(target, 1))
            check(made, [x, y], [wanted], EQUAL, what=(isa, m, k, n))


def test_infinite_numbers_and_nan_stay_apart() -> None:
    """Zeros that are added meet zeros only."""
    x, y = np.zeros((16, 33), ml_dtypes.bfloat16), np.zeros((33, 16), ml_dtypes.bfloat16)
    x[2, 32], y[32, 2], y[32, 5] = np.inf, 1, np.nan
    (found,) = hloom.compile(hloom.parse(product(33, ("bf16", "f32"), 16, 16)))(x, y)
    wide = x.astype(np.float32), y.astype(np.float32)
    with np.errstate(invalid="ignore"):
        wanted = np.einsum("mk,kn->mn", *wide)
    assert np.array_equal(found, wanted, equal_nan=True)
