"""The examples of the documents `Shapes and layout` and `Broadcasting`, by their numbers."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from hloom.support.diagnostics import InputError
from hloom.xla import (
    Layout,
    Literal,
    PaddingValue,
    Shape,
    XlaBuilder,
    broadcast_operands,
    broadcast_shapes,
    index_util,
    ops,
)


def test_dimensions_are_numbered_from_0_and_from_the_end() -> None:
    # "a 3-dimensional array of size [A x B x C]"; "dimension -1 has size C, dimension -2 has size B"
    shape = Shape("f32", (7, 8, 9))
    assert [shape.dimension(k) for k in (0, 1, 2, -1, -2, -3)] == [7, 8, 9, 9, 8, 7]
    assert shape.dimension_number(-1) == 2
    for number in (3, -4):
        with pytest.raises(InputError, match="no dimension"):
            shape.dimension(number)


def test_rank_and_true_rank() -> None:
    shape = Shape("f32", (5, 1, 3, 1))
    assert (shape.rank, shape.true_rank) == (4, 2)
    assert Shape("f32").rank == 0


@pytest.mark.parametrize("letters", ["yx", "zyx", "pzyx"])
def test_dimensions_have_letters_by_convention(letters: str) -> None:
    # "for a 2D array: dimension 0: y, dimension 1: x", and so on: the last is x, whatever the rank
    sizes = {"p": 2, "z": 3, "y": 5, "x": 7}
    shape = Shape("f32", [sizes[letter] for letter in letters])
    assert [shape.dimension(-1 - k) for k in range(len(letters))] == [sizes[letter] for letter in reversed(letters)]


def test_a_layout_has_the_fields_of_the_message() -> None:
    layout = Layout(minor_to_major=[0, 1], padded_dimensions=[3, 5], padding_value=0)
    assert (layout.minor_to_major, layout.padded_dimensions, layout.padding_value) == ((0, 1), (3, 5), PaddingValue.ZERO)
    # "The only required field is minor_to_major"
    assert (Layout([1, 0]).padded_dimensions, Layout([1, 0]).padding_value) == ((), None)


def test_a_shape_is_made_of_the_sizes_in_order() -> None:
    # ShapeUtil::MakeShape(F32, {A, B, C, D})
    assert Shape("f32", (2, 3, 4, 5)).dimensions == (2, 3, 4, 5)


@pytest.fixture
def letters() -> np.ndarray:
    """a b c / d e f"""
    return np.array([["a", "b", "c"], ["d", "e", "f"]]).view(np.uint32).astype(np.int32)


def spelled(buffer: np.ndarray) -> str:
    return " ".join(chr(x) if x else "0" for x in buffer.tolist())


@pytest.mark.parametrize("minor_to_major, memory", [([0, 1], "a d b e c f"), ([1, 0], "a b c d e f")])
def test_the_order_of_dimensions_is_the_order_in_memory(letters: np.ndarray, minor_to_major: list[int], memory: str) -> None:
    literal = Literal(letters, layout=minor_to_major)
    assert spelled(literal.buffer) == memory
    assert np.array_equal(literal.array, letters)


def test_new_shapes_are_major_to_minor() -> None:
    assert Shape("f32", (2, 3)).layout == Layout([1, 0])
    assert Shape("f32", (2, 3, 4)).layout == Layout([2, 1, 0])


def test_padding(letters: np.ndarray) -> None:
    layout = Layout([0, 1], padded_dimensions=[3, 5], padding_value=0)
    assert layout.padding_value is PaddingValue.ZERO
    literal = Literal(letters, layout=layout)
    assert spelled(literal.buffer) == "a d 0 b e 0 c f 0 0 0 0 0 0 0"
    # "equivalent to the following array with the same order of dimensions": a b c 0 0 / d e f 0 0 / 0 0 0 0 0
    padded = np.zeros((3, 5), np.int32)
    padded[:2, :3] = letters
    assert np.array_equal(Literal(padded, layout=[0, 1]).buffer, literal.buffer)


def test_padding_has_a_size_for_each_dimension() -> None:
    with pytest.raises(InputError, match="padded_dimensions field contains 1 elements, but shape is rank 2"):
        Shape("f32", (2, 3), Layout([0, 1], padded_dimensions=[3])).validate()
    with pytest.raises(InputError, match="pads dimension 1 to 2, which is less than its size 3"):
        Shape("f32", (2, 3), Layout([0, 1], padded_dimensions=[3, 2])).validate()
    with pytest.raises(InputError, match="no padded_dimensions"):
        Shape("f32", (2, 3), Layout([0, 1], padding_value=PaddingValue.ONE)).validate()


def test_indices_take_layout_and_padding_into_account() -> None:
    shape = Shape("f32", (2, 3), Layout([0, 1], padded_dimensions=[3, 5]))
    places = [index_util.multidimensional_index_to_linear_index(shape, index) for index in np.ndindex(2, 3)]
    assert places == [0, 3, 6, 1, 4, 7]
    for index, place in zip(np.ndindex(2, 3), places):
        assert index_util.linear_index_to_multidimensional_index(shape, place) == index
    for place in (2, 5, 8, 9, 14):
        with pytest.raises(InputError, match="lies in the padding"):
            index_util.linear_index_to_multidimensional_index(shape, place)
    with pytest.raises(InputError, match="15 elements"):
        index_util.linear_index_to_multidimensional_index(shape, 15)


def add(lhs: object, rhs: object, broadcast_dimensions: tuple[int, ...] = ()) -> np.ndarray:
    """The sum of two arrays that are brought to one shape as `broadcast_operands` says."""
    a, b = np.asarray(lhs, np.float32), np.asarray(rhs, np.float32)
    how = broadcast_operands(Shape("f32", a.shape), Shape("f32", b.shape), broadcast_dimensions)

    def stretched(x: np.ndarray, dimensions: tuple[int, ...]) -> np.ndarray:
        sizes = dict(zip(dimensions, x.shape))
        return np.broadcast_to(x.reshape([sizes.get(d, 1) for d in range(how.shape.rank)]), how.shape.dimensions)

    return stretched(a, how.lhs_dimensions) + stretched(b, how.rhs_dimensions)


MATRIX = [[1, 2, 3], [4, 5, 6]]
ZERO = np.zeros((3, 3))


SUMS: list[tuple[Any, Any, tuple[int, ...], Any]] = [
    (MATRIX, [7, 8, 9], (1,), [[8, 10, 12], [11, 13, 15]]),
    (MATRIX, 7, (), [[8, 9, 10], [11, 12, 13]]),
    ([7, 8, 9], np.zeros((2, 3)), (1,), [[7, 8, 9], [7, 8, 9]]),
    ([7, 8, 9], ZERO, (1,), [[7, 8, 9], [7, 8, 9], [7, 8, 9]]),
    ([7, 8, 9], ZERO, (0,), [[7, 7, 7], [8, 8, 8], [9, 9, 9]]),
    # "First the vector is broadcast up to rank 2", then "degenerate dimension broadcasting" of the 1x2 matrix, and both at once.
    ([1, 2, 3, 4], np.zeros((4, 2)), (0,), [[1, 1], [2, 2], [3, 3], [4, 4]]),
    ([[1, 1], [2, 2], [3, 3], [4, 4]], [[5, 6]], (), [[6, 7], [7, 8], [8, 9], [9, 10]]),
    ([1, 2, 3, 4], [[5, 6]], (0,), [[6, 7], [7, 8], [8, 9], [9, 10]]),
    # "a matrix of size 1x2 added to an array of size 4x3x1 using broadcast dimensions of (1,2)", by way of 4x1x2
    ([[100, 200]], np.zeros((4, 1, 2)), (1, 2), [[[100, 200]]] * 4),
    ([[[100, 200]]] * 4, np.arange(12).reshape(4, 3, 1), (), [[[100 + 3 * i + j, 200 + 3 * i + j] for j in range(3)]
                                                             for i in range(4)]),
    ([[100, 200]], np.arange(12).reshape(4, 3, 1), (1, 2), [[[100 + 3 * i + j, 200 + 3 * i + j] for j in range(3)]
                                                           for i in range(4)]),
]


@pytest.mark.parametrize("lhs, rhs, dimensions, expected", SUMS)
def test_sums(lhs: Any, rhs: Any, dimensions: tuple[int, ...], expected: Any) -> None:
    assert add(lhs, rhs, dimensions).tolist() == expected


def test_sums_through_the_builder() -> None:
    # "This type of broadcast is used in the binary operations in XlaBuilder, if broadcast_dimensions is given"
    builder = XlaBuilder("sums", die_immediately_on_error=True)
    sums = [ops.Add(ops.ConstantFromArray(builder, np.asarray(lhs, np.float32)),
                    ops.ConstantFromArray(builder, np.asarray(rhs, np.float32)), dimensions)
            for lhs, rhs, dimensions, _ in SUMS]
    computation = builder.Build(ops.Tuple(builder, sums))
    for engine in ("reference", "cpu"):
        assert [found.tolist() for found in computation(engine=engine)] == [expected for *_, expected in SUMS]


def test_a_cube_and_a_matrix() -> None:
    # "the broadcast tuple (1,2) means matching the matrix to dimensions 1 and 2 of the cuboid"
    cube, matrix = np.arange(24).reshape(2, 3, 4), np.arange(12).reshape(3, 4)
    assert np.array_equal(add(cube, matrix, (1, 2)), cube + matrix)


@pytest.mark.parametrize("lhs, rhs, dimensions, expected", [
    ((2, 1), (2, 3), (), (2, 3)),
    ((1, 2, 5), (7, 2, 5), (), (7, 2, 5)),
    ((7, 2, 5), (7, 1, 5), (), (7, 2, 5)),
    ((2, 1), (1, 3), (), (2, 3)),
    ((4,), (1, 2), (0,), (4, 2)),
    ((1, 2), (4, 3, 1), (1, 2), (4, 3, 2)),
    ((2, 3, 4), (3, 4), (1, 2), (2, 3, 4)),
    ((2, 3), (3,), (1,), (2, 3)),
    ((3, 3), (3,), (0,), (3, 3)),
])
def test_shapes(lhs: tuple[int, ...], rhs: tuple[int, ...], dimensions: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert broadcast_shapes(lhs, rhs, dimensions) == expected
    assert broadcast_shapes(rhs, lhs, dimensions) == expected
    assert broadcast_shapes(Shape("s32", lhs), Shape("s32", rhs), dimensions) == Shape("s32", expected)


@pytest.mark.parametrize("dimensions, other", [((3,), (11,)), ((2,), (7,)), ((1,), (5,)), ((0,), (3,)),
                                               ((2, 3), (7, 11)), ((1, 2), (5, 7)), ((0, 3), (3, 11))])
def test_every_way_to_match_into_mxnxpxq(dimensions: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert broadcast_shapes((3, 5, 7, 11), other, dimensions) == (3, 5, 7, 11)


@pytest.mark.parametrize("lhs, rhs, dimensions, message", [
    ((7, 2, 5), (7, 2, 6), (), "dimension 2 has sizes 5 and 6, which are neither equal nor is one of them 1"),
    ((2, 3), (3,), (), "broadcast_dimensions must say which dimensions"),
    # "V to N and T to P is also illegal": the dimensions must ascend strictly
    ((3, 5, 7, 11), (7, 5), (2, 1), "Broadcast dimensions order is wrong: 1 comes after 2"),
    # "matching both to P"
    ((3, 7, 7, 11), (7, 7), (2, 2), "Broadcast dimensions order is wrong: 2 comes after 2"),
    ((16, 8), (8,), (0,), "Broadcast dimension 0 mismatch: 8 != 16"),
    ((16, 8), (8,), (2,), r"Broadcast dimension number (2) too large; higher-rank operand has rank 2"),
    ((16, 8), (8,), (-1,), "Broadcast dimension number (-1) cannot be negative"),
    ((16, 8), (8,), (0, 1), "lower-rank operand's rank is 1, size of broadcast_dimensions is 2"),
    ((2, 3), (2, 3), (1, 0), "must either be not set or be the identity"),
])
def test_what_does_not_fit_is_named(lhs: tuple[int, ...], rhs: tuple[int, ...], dimensions: tuple[int, ...],
                                    message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        broadcast_shapes(lhs, rhs, dimensions)


@pytest.mark.parametrize("lhs, rhs, dimensions, expected", [
    ("f32[?]", "f32[1]", (), "f32[?]"), ("f32[2]", "f32[?]", (), "f32[2]"), ("f32[?]", "f32[<=2]", (), "f32[<=2]"),
    ("f32[?]", "f32[?]", (), "f32[?]"), ("f32[1]", "f32[?,3]", (0,), "f32[?,3]"), ("f32[<=4]", "f32[1]", (), "f32[<=4]"),
    ("f32[<=4]", "f32[4]", (), "f32[<=4]"), ("f32[]", "f32[<=4,?]", (), "f32[<=4,?]"), ("bf16[2]", "f32[2]", (), "f32[2]"),
])
def test_dynamic_sizes(lhs: str, rhs: str, dimensions: tuple[int, ...], expected: str) -> None:
    assert broadcast_shapes(Shape.parse(lhs), Shape.parse(rhs), dimensions).to_text(layouts=False) == expected


def test_operands_are_arrays_of_one_type() -> None:
    with pytest.raises(InputError, match="Expected array argument for rhs"):
        broadcast_shapes(Shape("f32", (2,)), Shape.token())
    with pytest.raises(InputError, match="different element types"):
        broadcast_shapes(Shape("f32", (2,)), Shape("s32", (2,)))
