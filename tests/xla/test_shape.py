"""Shapes: making, text, comparison, sizes, validation; helpers against walks over all elements."""

from __future__ import annotations

import copy
import pickle
from itertools import permutations, product

import numpy as np
import pytest

from hloom.ir.core import Value
from hloom.ir.types import FunctionType, TensorType, logical_type
from hloom.numbers.element_type import F32
from hloom.support.diagnostics import InputError, ParseError
from hloom.xla import COMBINE, Layout, PrimitiveType, Shape, Tile, index_util, layout_util, shape_util

TEXTS = [
    "f32[]", "f32[2,3]{1,0}", "f32[2,3]", "pred[1]{0}", "s4[3]{0:E(4)}", "u1[7]{0}", "f8e8m0fnu[4]{0}", "c128[0]{0}", "token[]",
    "opaque[]", "()", "(f32[], (s32[2]{0}, token[]))", "b(f32[8]{0})", "f32[<=10,?]{1,0}", "u32[]{:T(128)}",
    "bf16[123,456,789]{2,1,0:T(2,*,128)(2,1)}", "f32[2,3]{1,0:S(1)}", "f32[2,3]{0,1:D(D,C+~)}", "f32[5]{0:L(8)}",
    "pred[123,456]{1,0:T(2,128)S(3)SC(1:200)}", "s32[2]{0:M(1024)}", "f32[2,3]{1,0:D(D,C)#(u32)*(u16)P((f32[6]{0}, s32[6]{0}))}",
    "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[1]{0})",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back(text: str) -> None:
    shape = Shape.parse(text)
    assert str(shape) == text
    assert Shape.parse(repr(shape)[7:-2]) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape == copy.deepcopy(shape)
    assert hash(pickle.loads(pickle.dumps(shape))) == hash(shape)
    assert Shape.of_type(shape.to_type()) == shape


@pytest.mark.parametrize("text, plain", [
    (" f32[ 1, 2,3, 4, 5]{0, 1, 2,3, 4 } ", "f32[1,2,3,4,5]{0,1,2,3,4}"), ("f32 [2] // two\n{0}", "f32[2]{0}"),
    ("/* a */(f32[],/*index=1*/s32[])", "(f32[], s32[])"), ("f32[]{}", "f32[]"), ("opaque[]{}", "opaque[]"),
    ("f32[2,3,4]{2,1,0:D(D,C+,~)}", "f32[2,3,4]{2,1,0:D(D,C+,D~)}"), ("f32[2]{0:S(1)T(8)}", "f32[2]{0:T(8)S(1)}"),
])
def test_other_spellings(text: str, plain: str) -> None:
    assert str(Shape.parse(text)) == plain


@pytest.mark.parametrize("text, message, column", [
    ("", "expects a shape", 1), ("g32[]", "unknown primitive type 'g32'; did you mean", 1), ("f32", "expects '[' behind", 4),
    ("f32[2", "got the end of the text", 6), ("f32[2,]", "expects the size", 7), ("f32[-1]", "not negative", 5),
    ("f32[99999999999999999999]", "does not fit into 64 bits", 5), ("f32[" + "9" * 5000 + "]", "does not fit", 5),
    ("f32[2]x", "nothing behind", 7), ("f32[123,456]foobar{0,1}", "nothing behind", 13),
    ("f32[2,3]{1}", "Dimensions size is 2, but minor to major size is 1.", 9), ("f32[2,3]{1,1}", "each dimension once", 9),
    ("f32[2,3]{1,0:D(D)}", "dim level types size is 1", 9), ("f32[2]{0:D(X)}", "DimLevelType", 12),
    ("f32[10,10]{1,0:T(128,8)P(f32[10,10])}", "Layout has physical shape, but is not for a sparse array", 11),
    ("f32[2]{0:T}", "expects '(' behind 'T'", 10), ("f32[2]{0:Q(1)}", "got 'Q'", 10), ("f32[2]{0:E(4)E(4)}", "stated twice", 14),
    ("f32[2]{0:E(-4)}", "not negative", 12), ("f32[2]{0:#(f32)}", "expects an integer type", 12), ("(f32[]", "expects ')'", 7),
    ("(f32[] s32[])", "expects ')'", 8), ("token[3]", "token has no dimensions", 6), ("tuple[]", "unknown primitive type", 1),
    ("b(s32[], f32[])", "expects ')' at the end of buffer shape", 8), ("b((s32[]))", "expects an array's shape", 3),
    ("(" * 300, "maximum recursion depth exceeded", 202), ("f32[2]{0:SC(0)}", "expects ':'", 14),
])
def test_bad_texts_are_refused_with_their_place(text: str, message: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        Shape.parse(text)
    assert message in str(caught.value)
    assert caught.value.diagnostics[0].column == column


def test_ways_to_make_a_shape() -> None:
    expected = Shape.parse("f32[2,3]{0,1}")
    assert Shape("f32", [2, 3], [0, 1]) == Shape(PrimitiveType.F32, (2, 3), Layout((0, 1))) == expected
    assert Shape(np.float32, (2, 3), "{0,1}") == Shape(F32, (2, 3)).with_layout([0, 1]) == Shape("f32[2,3]{0,1}") == expected
    assert Shape("s32", (4, 5), dynamic_dimensions=[True, False]).to_text(layouts=False) == "s32[<=4,5]"
    assert Shape("s32", (-1,)).is_unbounded_dynamic
    assert Shape.of_array(np.zeros((2, 3), np.float32, order="F")) == expected
    assert Shape.of_array(np.zeros((4, 6), np.int8)[::2]) == Shape("s8", (2, 6))
    assert Shape.of_array(np.zeros((1, 3, 1), np.int8)) == Shape("s8", (1, 3, 1))
    assert Shape.of_array(np.zeros((5, 0, 2), np.int8)) == Shape("s8", (5, 0, 2))


@pytest.mark.parametrize("make", [
    lambda: Shape("f32", (2, -3)), lambda: Shape("f32", (1 << 63,)), lambda: Shape("f32", 3), lambda: Shape("f32", ("a",)),
    lambda: Shape("f33", (2,)), lambda: Shape("token"), lambda: Shape(object(), (2,)), lambda: Shape("f32", (1,) * 5000),
    lambda: Shape("f32", (2,), dynamic_dimensions=[True, False]), lambda: Shape.token().with_layout([0]),
    lambda: Shape.buffer(Shape.token()), lambda: Layout(5), lambda: Layout(["a"]), lambda: Layout([0], memory_space=-1),
    lambda: Layout([0], padding_value=7), lambda: Layout([0], dim_level_types=["X"]),
    lambda: Layout([0], index_primitive_type=99), lambda: Layout(range(5000)),
    lambda: Shape.of_tuple(()).subshape((0,)), lambda: Shape("f32", (2,)).subshape((0,)),
    lambda: Shape.token().elements_in, lambda: Shape("f32", (-1,)).elements_in, lambda: PrimitiveType.TOKEN.scalar,
    lambda: PrimitiveType.S1.element, lambda: layout_util.default_layout(-1), lambda: Shape.of_tuple(()).byte_size(),
    lambda: shape_util.delete_dimensions([3], Shape("f32", (2,))),
    lambda: shape_util.permute_dimensions([0, 0], Shape("f32", (2, 2))),
    lambda: shape_util.reshape_is_bitcast(Shape("f32", (2,), None), Shape("f32", (2,))),
    lambda: index_util.multidimensional_index_to_linear_index(Shape("f32", (2,)), [2]),
    lambda: index_util.multidimensional_index_to_linear_index(Shape("f32", (2,)), [0, 0]),
    lambda: list(index_util.for_each_index(Shape("f32", (2,)), step=[0])), lambda: Shape.of_type(FunctionType((), ())),
])
def test_what_makes_no_sense_is_a_user_error(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]


def test_shapes_and_layouts_do_not_change() -> None:
    shape = Shape("f32", (2,))
    with pytest.raises(AttributeError):
        shape.dimensions = (3,)
    with pytest.raises(AttributeError):
        shape.layout.memory_space = 1  # type: ignore[union-attr]
    assert shape.replace(dimensions=(3,)).dimensions == (3,)
    with pytest.raises(TypeError, match="no field"):
        Layout([0]).replace(memory=1)


def test_types_of_values_are_logical() -> None:
    laid_out = Shape.parse("f32[2,3]{0,1}").to_type()
    plain = TensorType((2, 3), F32)
    assert isinstance(laid_out, TensorType)
    assert laid_out is not plain and laid_out.logical is plain and str(laid_out) == str(plain)
    value = Value(plain)
    assert value.stated_type is plain
    value.stated_type = laid_out
    assert value.type is plain and value.stated_type is laid_out
    value.type = TensorType((6,), F32)
    assert value.stated_type is value.type
    value.stated_type = plain
    assert value.stated_type is plain
    pair = Shape.parse("(f32[2,3]{0,1}, (s32[], token[]))")
    assert logical_type(pair.to_type()) is Shape.parse("(f32[2,3], (s32[], token[]))").to_type()
    assert pickle.loads(pickle.dumps(laid_out)) is laid_out


@pytest.mark.parametrize("text, size", [
    ("f32[]", 4), ("c64[10,20]", 1600), ("token[]", 0), ("pred[9]", 9), ("s4[3]", 3), ("s4[3]{0:E(4)}", 2), ("u2[9]{0:E(2)}", 3),
    ("f4e2m1fn[5]{0:E(4)}", 3), ("bf16[0,7]", 0), ("s1[9]", 9), ("f32[<=10]", 40)])
def test_byte_sizes(text: str, size: int) -> None:
    assert Shape.parse(text).byte_size() == size


def test_tuples_take_pointers() -> None:
    assert shape_util.byte_size_of(Shape.parse("(f32[], s32[100])"), pointer_size=8) == 16
    assert shape_util.byte_size_of(Shape.opaque(), pointer_size=8) == 8


@pytest.mark.parametrize("text, size, tiled", [
    ("f32[3,5]{1,0:T(2,2)}", 96, (2, 3, 2, 2)), ("f32[3,5]{0,1:T(2,2)}", 96, (3, 2, 2, 2)), ("f32[3,5]{1,0}", 60, (3, 5)),
    ("bf16[2,3]{1,0:T(8,128)(2,1)}", 2048, (1, 1, 4, 128, 2, 1)), ("f32[5]{0:L(8)}", 32, (5,)), ("u32[]{:T(128)}", 512, (1, 128)),
    ("bf16[4,3,5]{2,1,0:T(2,*,4)}", 128, (2, 4, 2, 4))])
def test_tiles(text: str, size: int, tiled: tuple[int, ...]) -> None:
    shape = Shape.parse(text)
    assert index_util.tiled_sizes(shape) == tiled
    assert shape_util.array_size(shape) == size
    places = [index_util.physical_index(shape, index) for index in np.ndindex(*shape.dimensions)]
    assert len(set(places)) == len(places)
    assert max(places) * shape.element_type.byte_width < shape_util.array_size(shape)


def test_a_tiled_array_against_numpy() -> None:
    shape = Shape.parse("s32[3,5]{1,0:T(2,3)(2,1)}")
    padded = np.full((4, 6), -1, np.int32)
    padded[:3, :5] = np.arange(15).reshape(3, 5)
    first = padded.reshape(2, 2, 2, 3).transpose(0, 2, 1, 3)          # tiles of 2x3
    second = first.reshape(2, 2, 1, 2, 3, 1).transpose(0, 1, 2, 4, 3, 5)  # in them tiles of 2x1
    memory = second.reshape(-1)
    for index in np.ndindex(3, 5):
        assert memory[index_util.physical_index(shape, index)] == index[0] * 5 + index[1]


def test_combined_dimensions_are_tiled_as_one() -> None:
    combined, flat = Shape.parse("bf16[4,3,5]{2,1,0:T(2,*,4)}"), Shape.parse("bf16[4,15]{1,0:T(2,4)}")
    assert combined.layout is not None and combined.layout.tiles == (Tile([2, COMBINE, 4]),)
    for a, b, c in np.ndindex(4, 3, 5):
        assert index_util.physical_index(combined, (a, b, c)) == index_util.physical_index(flat, (a, b * 5 + c))


@pytest.mark.parametrize("text, layout, message", [
    ("f32[2,3]", Layout([0]), "minor_to_major field contains 1 elements, but shape is rank 2: {0}; shape: f32[2,3]"),
    ("f32[2,3]", Layout([0, 2]), "out-of-bounds value: {0, 2}"), ("f32[2,3]", Layout([0, 0]), "duplicate values: {0, 0}"),
    ("f32[2,3]", Layout([0, 1], dim_level_types="D"), "dim_level_types field contains 1"),
    ("f32[2,3]", Layout([0, 1], dim_unique=[True]), "dim_unique field contains 1"),
    ("f32[2,3]", Layout([0, 1], dim_ordered=[True] * 3), "dim_ordered field contains 3"),
    ("f32[2,3]", Layout([0, 1], dim_level_types="DC", tiles=[(2, 2)]), "has tiles, but the shape is a sparse array"),
    ("f32[2,3]", Layout([0, 1], dim_unique=[True, False]), "invalid level encoding DIM_DENSE, non-unique"),
    ("f32[2,3]", Layout([0, 1], index_primitive_type="u32"), "index_primitive_type, but is not a sparse array"),
    ("f32[2,3]", Layout([0, 1], dim_level_types="DC", pointer_primitive_type="s32"), "is not an unsigned integer type"),
    ("f32[2,3]", Layout([0, 1], physical_shape=Shape("f32", (6,))), "physical_shape, but is not a sparse array"),
    ("f32[2,3]", Layout([0, 1], dim_level_types="DC", physical_shape=Shape("f32", (6,), None)), "does not have a layout"),
    ("f32[2,3]", Layout([0, 1], split_configs=[(5, (1,))]), "splits a dimension that the shape does not have"),
    ("f32[2,3]", None, "shape f32[2,3] does not have a layout"),
])
def test_layouts_that_do_not_fit(text: str, layout: Layout | None, message: str) -> None:
    shape = Shape.parse(text).with_layout(layout)
    for tried in (shape, Shape.of_tuple([Shape("s32"), Shape.of_tuple([shape])])):
        with pytest.raises(InputError) as caught:
            layout_util.validate_layout_in_shape(tried)
        assert message in str(caught.value)


@pytest.mark.parametrize("sizes", [(1 << 32, 1 << 32), (1 << 62, 2), (1 << 61,), (0, 1 << 40, 1 << 40)])
def test_sizes_that_overflow(sizes: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="overflow"):
        Shape("f32", sizes).validate()


def places(shape: Shape) -> list[int]:
    """Where the elements lie, in row-major order."""
    return [index_util.multidimensional_index_to_linear_index(shape, index) for index in np.ndindex(*shape.dimensions)]


def shapes_of(sizes: tuple[int, ...]) -> list[Shape]:
    return [Shape("f32", sizes, order) for order in permutations(range(len(sizes)))]


GROUPS = [[(12,), (3, 4), (4, 3), (2, 6), (3, 2, 2), (2, 1, 6), (1, 12, 1), (2, 3, 2)], [(), (1,), (1, 1)],
          [(8,), (2, 2, 2), (4, 2)]]


@pytest.mark.parametrize("group", GROUPS)
def test_reshapes_that_move_nothing(group: list[tuple[int, ...]]) -> None:
    for before_sizes, after_sizes in product(group, group):
        for before in shapes_of(before_sizes):
            same = [after for after in shapes_of(after_sizes) if places(before) == places(after)]
            for after in shapes_of(after_sizes):
                assert shape_util.reshape_is_bitcast(before, after) is (after in same)
            aligned = shape_util.align_layouts(before, Shape("f32", after_sizes))
            assert (aligned in same) if same else aligned is None


def test_transposes_that_move_nothing() -> None:
    for before in shapes_of((2, 3, 3)):
        for permutation in permutations(range(3)):
            sizes = tuple(before.dimensions[d] for d in permutation)
            made = shape_util.permute_dimensions(permutation, before)
            assert made.dimensions == sizes
            for after in shapes_of(sizes):
                moved = np.array(places(before)).reshape(2, 3, 3).transpose(permutation).ravel().tolist()
                assert shape_util.transpose_is_bitcast(before, after, permutation) is (moved == places(after)) is (after == made)
            found = shape_util.deduce_transpose_dimensions_for_bitcast(before, made)
            assert found is not None and shape_util.transpose_is_bitcast(before, made, found)


def test_bitcasts_fall_apart_into_transposes_and_reshapes() -> None:
    for before, after in product(shapes_of((2, 3, 2)), shapes_of((4, 3))):
        parts = shape_util.decompose_bitcast_to_trt(before, after)
        assert shape_util.transpose_is_bitcast(before, parts.transposed, parts.first_permutation)
        assert shape_util.reshape_is_bitcast(parts.transposed, parts.reshaped)
        assert shape_util.transpose_is_bitcast(parts.reshaped, after, parts.second_permutation)


@pytest.mark.parametrize("before, after, expected", [
    ((2, 3, 4), (2, 3, 4), [(0, 0), (1, 1), (2, 2)]), ((6, 4), (2, 3, 4), [(1, 2)]), ((2, 3, 4), (6, 4), [(2, 1)]),
    ((1, 1, 1), (1, 1), [(0, 0), (1, 1)]), ((2, 0, 3), (2, 0, 3, 1), [(0, 0), (1, 1), (2, 2)]),
    ((2, 0, 3), (2, 0, 5), []), ((24,), (2, 12), []), ((), (), []), ((2, 6, 5), (2, 3, 2, 5), [(0, 0), (2, 3)])])
def test_dimensions_that_a_reshape_leaves_alone(before: tuple[int, ...], after: tuple[int, ...],
                                                expected: list[tuple[int, int]]) -> None:
    assert shape_util.dimensions_unmodified_by_reshape(Shape("f32", before), Shape("f32", after)) == expected


def test_indices_in_the_order_of_the_layout() -> None:
    shape = Shape("f32", (2, 3), [0, 1])
    assert list(index_util.for_each_index(shape)) == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]
    assert list(index_util.for_each_index(shape, base=[0, 1], count=[2, 2], step=[1, 1])) == [(0, 1), (1, 1), (0, 2), (1, 2)]
    assert list(index_util.for_each_index(Shape("f32", (5,)), count=[5], step=[2])) == [(0,), (2,), (4,)]
    bumped, index = [(0, 0)], (0, 0)
    while (following := index_util.bump_indices(shape, index)) is not None:
        bumped.append(index := following)
    assert bumped == list(np.ndindex(2, 3))
    for k, at in enumerate(index_util.for_each_index(shape)):
        assert index_util.linear_index_to_multidimensional_index(shape, k) == at
