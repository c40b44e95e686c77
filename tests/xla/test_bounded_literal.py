"""Literals whose dimensions have bounds: values, sizes, both forms of text, protocol buffers, constants of a builder."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.support.diagnostics import InputError, ParseError
from hloom.xla import Literal, Shape, XlaBuilder, ops

#: Texts, the sizes of each array in them, and what is printed.
READ = [
    ("s32[<=4](3) {1,2,3}", [(3,)], "s32[<=4]{0}(3) {1, 2, 3}"),
    ("s32[<=4]{0} ( 3 ) {1,2,3}", [(3,)], "s32[<=4]{0}(3) {1, 2, 3}"),
    ("s32[<=4] {1,2,3,4}", [(4,)], "s32[<=4]{0}(4) {1, 2, 3, 4}"),
    ("s32[<=4](0) {}", [(0,)], "s32[<=4]{0}(0) {}"),
    ("pred[<=2](2) {true, 0}", [(2,)], "pred[<=2]{0}(2) {1, 0}"),
    ("f32[2,<=3]{0,1}(2,2) {{1,2},{3,4}}", [(2, 2)], "f32[2,<=3]{0,1}(2,2) { { 1, 2 }, { 3, 4 } }"),
    ("s8[<=2,<=3](1,0) { {} }", [(1, 0)], "s8[<=2,<=3]{1,0}(1,0) { {} }"),
    ("s8[<=2,<=3](0,2) { }", [(0, 2)], "s8[<=2,<=3]{1,0}(0,2) {  }"),
    ("f32[1,<=2,1,2](1,1,1,2) { { /*i0=0*/ { /*i1=0*/ { 1, 2 } } } }", [(1, 1, 1, 2)],
     "f32[1,<=2,1,2]{3,2,1,0}(1,1,1,2) { { /*i0=0*/ { /*i1=0*/ { 1, 2 } } } }"),
    ("c64[<=2](1) {(1,2)}", [(1,)], "c64[<=2]{0}(1) {(1, 2)}"),
    ("( s32[<=4](3) {1, 2, 3}, f32[] 1 )", [(3,), ()], "( s32[<=4]{0}(3) {1, 2, 3}, f32[] 1 )"),
    ("(\nf32[] 1,\n(\ns32[<=2](1) {7},\ntoken\n),\n(\n)\n)", [(), (1,), ()], "( f32[] 1, ( s32[<=2]{0}(1) {7}, token ), (  ) )"),
    ("(s32[<=2], f32[]) ( {1, 2}, 1 )", [(2,), ()], "( s32[<=2]{0}(2) {1, 2}, f32[] 1 )"),
    # A tuple without bounds has its shape first, whichever way it was written.
    ("( s32[2] {1, 2}, ( f32[] 1 ) )", [(2,), ()], "(s32[2]{0}, (f32[])) ( {1, 2}, ( 1 ) )"),
    ("(  )", [], "() (  )"),
]


def leaves(literal: Literal) -> list[Literal]:
    if not literal.shape.is_tuple:
        return [literal]
    return [leaf for part in literal.elements for leaf in leaves(part)]


@pytest.mark.parametrize(("text", "sizes", "printed"), READ)
def test_text(text: str, sizes: list[tuple[int, ...]], printed: str) -> None:
    literal = Literal.parse(text)
    assert [leaf.sizes for leaf in leaves(literal)] == sizes
    assert str(literal) == printed
    again = Literal.parse(printed)
    assert again == literal and again.shape == literal.shape and str(again) == printed


@pytest.mark.parametrize(("text", "column", "message"), [
    ("s32[<=4](5) {1,2,3,4,5}", 9, "sizes (5) do not fit s32[<=4]"), ("s32[<=4](-1) {}", 9, "sizes (-1) do not fit"),
    ("s32[<=4](3,1) {1,2,3}", 9, "sizes (3, 1) do not fit"), ("s32[2,<=4](3) {{1},{2}}", 11, "sizes (3) do not fit"),
    ("s32[2,<=4](1,3) {{1,2,3}}", 11, "sizes (1, 3) do not fit"), ("s32[<=4](99999999999999999999999) {1}", 9, "do not fit"),
    ("s32[<=4](3) {1,2}", 17, "expects 3 elements"), ("s32[<=4](3) {1,2,3,4}", 20, "expects 3 elements"),
    ("s32[<=4] {1,2,3}", 16, "expects 4 elements"), ("s32[<=4]() {1,2,3,4}", 10, "expects a number"),
    ("s32[4](4) {1,2,3,4}", 9, "expects ','"), ("s32[?](3) {1,2,3}", 1, "static sizes or bounds"),
    ("s32[<=4](3) {...}", 1, "left out"), ("( s32[<=4](3) {1,2,3}, f32[] x )", 30, "unexpected token"),
    ("( s32[<=4](3) {1,2,3} f32[] 1 )", 23, "expects ',' or ')'"), ("( s32[<=4](3) {1,2,3}, )", 24, "expects a shape"),
    ("( s32[<=4](3) {1,2,3} ) 1", 25, "nothing behind"), ("s8[<=8000000](1) {1}", 14, "out of proportion"),
    ("(" * 300 + "s32[<=1](0) {}" + ")" * 300, 202, "nest at most"),
])
def test_faults_have_their_places(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Literal.parse(text)
    assert message in str(caught.value) and caught.value.diagnostics[0].column == column


def test_values_and_sizes() -> None:
    literal = Literal([[1, 2], [3, 4]], "s32[<=3,2]{0,1}")
    assert literal.sizes == (2, 2) and len(literal) == 2
    assert literal.buffer.tolist() == [1, 3, 0, 2, 4, 0] and literal.array.tolist() == [[1, 2], [3, 4]]
    assert literal.bounded_array.tolist() == [[1, 2], [3, 4], [0, 0]]
    assert np.asarray(literal).tolist() == np.from_dlpack(literal).tolist() == [[1, 2], [3, 4]]
    assert literal.get([1, 1]) == 4
    with pytest.raises(InputError, match="lies outside"):
        literal.get([2, 0])
    assert literal == Literal([[1, 2], [3, 4]], "s32[2,2]") and literal != Literal([[1, 2]], "s32[<=3,2]")
    held = Literal.of_buffer(np.arange(6, dtype=np.int32), Shape.parse("s32[<=3,2]{1,0}"), (1, 2))
    assert held.array.tolist() == [[0, 1]] and str(held) == "s32[<=3,2]{1,0}(1,2) { { 0, 1 } }"


def test_changes_of_form() -> None:
    literal = Literal([[1, 2], [3, 4]], "s32[<=3,2]{0,1}")
    assert str(literal.transpose([1, 0])) == "s32[2,<=3]{1,0}(2,2) { { 1, 3 }, { 2, 4 } }"
    assert str(literal.relayout([1, 0])) == "s32[<=3,2]{1,0}(2,2) { { 1, 2 }, { 3, 4 } }"
    assert str(literal.convert("f32")) == "f32[<=3,2]{0,1}(2,2) { { 1, 2 }, { 3, 4 } }"
    assert str(literal.slice([1, 0], [2, 2])) == "s32[1,2]{0,1} { { 3, 4 } }"
    assert str(literal.reshape([4])) == "s32[4]{0} {1, 2, 3, 4}"
    assert str(literal.broadcast([2, 2, 1], [0, 1])) == "s32[2,2,1]{2,1,0} { { {1}, {2} }, { {3}, {4} } }"
    assert str(literal.to_static()) == "s32[2,2]{0,1} { { 1, 2 }, { 3, 4 } }"
    pair = Literal.of_tuple([literal, Literal(1.5, "f32")])
    assert str(pair.to_static()) == "(s32[2,2]{0,1}, f32[]) ( { { 1, 2 }, { 3, 4 } }, 1.5 )"
    assert pair.to_static().to_bounded(pair.shape) == pair
    assert str(Literal([1], "s32").to_bounded("s32[<=2]")) == "s32[<=2]{0}(1) {1}"


@pytest.mark.parametrize("make", [
    lambda: Literal([1, 2, 3], "s32[<=2]"), lambda: Literal([[1]], "s32[2,<=2]"), lambda: Literal([1], "s32[?]"),
    lambda: Literal([1], "s32").to_bounded("s32[2]"), lambda: Literal([1], "s32").to_bounded("(s32[<=2])"),
    lambda: Literal.of_tuple([]).to_bounded("(s32[<=2])"), lambda: Literal([1], "s32[<=2]").slice([0], [2]),
    lambda: Literal.of_buffer(np.zeros(2, np.int32), Shape.parse("s32[<=2]"), (3,)),
    lambda: ops.CustomCall(XlaBuilder("b", die_immediately_on_error=True), "f", [], "f32[]", literal=Literal([1], "s32[<=2]")),
])
def test_what_does_not_fit_is_refused(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]


def test_protocol_buffers_have_all_elements_of_the_bounds() -> None:
    literal = Literal.parse("( f32[2,<=3]{0,1}(2,2) { { 1, 2 }, { 3, 4 } }, c64[<=2](1) {(1, 2)} )")
    assert str(Literal.from_proto(literal.to_proto())) == (
        "( f32[2,<=3]{0,1}(2,3) { { 1, 2, 0 }, { 3, 4, 0 } }, c64[<=2]{0}(2) {(1, 2), (0, 0)} )")


@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_constants_of_a_builder(engine: str) -> None:
    builder = XlaBuilder("bounded")
    constant = ops.ConstantLiteral(builder, Literal.parse("( s32[2,<=5](2,3) { { 1, 2, 3 }, { 4, 5, 6 } }, f32[] 2 )"))
    assert constant.shape == Shape.parse("(s32[2,<=5]{1,0}, f32[])")
    total = ops.Reduce(ops.GetTupleElement(constant, 0), ops.ConstantR0(builder, 0), ops.CreateScalarAddComputation("s32"), [1])
    assert builder.Build(total)(engine=engine).tolist() == [6, 15]


def test_what_xla_prints_is_read() -> None:
    """Without bounds: jaxlib leaves the sizes and values of a new literal unset, and takes whatever stands there."""
    _hlo = pytest.importorskip("jaxlib._hlo")
    array = _hlo.Shape.array_shape(np.dtype(np.int32), (2, 3, 1, 1), (3, 2, 1, 0))
    pair = _hlo.Shape.tuple_shape([array, _hlo.Shape.tuple_shape([_hlo.Shape.array_shape(np.dtype(np.bool_), (2,), (0,))])])
    for shape in (array, pair, _hlo.Shape.tuple_shape([])):
        assert str(Literal.parse(str(_hlo.Literal(shape))).shape) == str(shape)
