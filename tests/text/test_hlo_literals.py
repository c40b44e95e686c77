"""Literals of HLO texts beyond plain arrays: of bounded shapes, left out in part, empty tuples; as XLA reads and prints them."""

from __future__ import annotations

import pytest

import hloom
from hloom.support.diagnostics import ParseError, UserError

#: Stated shapes and literals with what XLA makes of them; a bound is a size, since a literal's text has all of its elements.
READ = [
    ("s32[<=4]", "{1,2,3,4}", "s32[4]{0} constant({1, 2, 3, 4})"),
    ("s32[<=2,2]{0,1}", "{{1,2},{3,4}}", "s32[2,2]{0,1} constant({ { 1, 2 }, { 3, 4 } })"),
    ("s32[<=0]", "{}", "s32[0]{0} constant({})"),
    ("s32[2,<=0]", "{{},{}}", "s32[2,0]{1,0} constant({ {}, {} })"),
    ("pred[<=2]", "{true,0}", "pred[2]{0} constant({1, 0})"),
    ("(s32[<=2], (c64[<=1]))", "({1,2}, ({(1,2)}))", "(s32[2]{0}, (c64[1]{0})) constant(( {1, 2}, ( {(1, 2)} ) ))"),
    ("()", "()", "() constant((  ))"),
    ("((), s32[])", "((), 3)", "((), s32[]) constant(( (  ), 3 ))"),
]
#: Those that were left out; XLA reads them, and fills in numbers of its own, so that only the shape says something.
ELIDED = [
    ("s32[<=20]", "{...}", "s32[20]{0}"), ("f32[3]", "{1,...}", "f32[3]{0}"), ("f32[2,3]", "{{1,2,3},...}", "f32[2,3]{1,0}"),
    ("f32[2,3]", "{ /*i0=0*/ ... }", "f32[2,3]{1,0}"), ("(f32[], f32[100])", "(1, {2, ...})", "(f32[], f32[100]{0})"),
    ("f32[3]", "{1,2,3,...}", "f32[3]{0}"),
]
#: Faults with the column of the literal's text, from 1 on, where they are.
WRONG = [
    ("s32[<=4]", "{1,2}", 5, "expects 4 elements in the []th element, but sees 2"),
    ("s32[<=4]", "{1,2,3,4,5}", 10, "expects 4 elements on the minor-most dimension, but sees more"),
    ("s32[?]", "{1,2}", 1, "a literal has static sizes"),
    ("s32[<=4]", "s32[<=4](3) {1,2,3}", 1, "unexpected token"),
    ("f32[2,3]{1,0:D(D,C)}", "{(0,1):5}", 2, "expects nested array in rank 2, but sees 1"),
    ("f32[2,3]", "{{1,...},{4,5,6}}", 5, "expects `...` at nest level 1, but sees it at nest level 2"),
    ("f32[3]", "{1 ...}", 4, "expects ','"),
    ("f32[3]", "{..., 1}", 7, "expects 3 elements on the minor-most dimension, but sees more"),
    ("f32[3]", "{1, ...", 8, "expects ','"),
    ("f32[1000000000000]", "{1,2}", 1, "the literal has fewer elements than the 1000000000000 of its shape"),
]


def program(shape: str, literal: str) -> str:
    return f"HloModule m\n\nENTRY e {{\n  ROOT c = {shape} constant({literal})\n}}\n"


def root_of(text: str) -> str:
    return text.split("ROOT c = ")[1].split("\n")[0]


@pytest.mark.parametrize(("shape", "literal", "printed"), READ)
def test_a_literal_is_read_and_printed(shape: str, literal: str, printed: str) -> None:
    module = hloom.parse(program(shape, literal), format="hlo")
    text = module.to_hlo_text(short=True)
    assert root_of(text) == printed
    assert hloom.parse(text, format="hlo").to_hlo_text(short=True) == text
    module.verify()
    assert hloom.parse(module.to_hlo_proto(), format="proto").to_hlo_text(short=True) == text


# One whose shape takes more memory than there is; XLA refuses to make it.
@pytest.mark.parametrize(("shape", "literal", "printed"),
                         [*ELIDED, ("(s8[2], s8[9,100000000000])", "({1, ...}, {...})", "(s8[2]{0}, s8[9,100000000000]{1,0})")])
def test_a_literal_that_is_left_out_does_not_run(shape: str, literal: str, printed: str) -> None:
    module = hloom.parse(program(shape, literal), format="hlo")
    text = module.to_hlo_text(short=True)
    assert root_of(text).startswith(f"{printed} constant(") and "{...}" in root_of(text)
    assert hloom.parse(text, format="hlo").to_hlo_text(short=True) == text
    with pytest.raises(UserError):
        hloom.evaluate(module)


@pytest.mark.parametrize(("shape", "literal", "column", "message"), WRONG)
def test_a_fault_is_located(shape: str, literal: str, column: int, message: str) -> None:
    with pytest.raises(ParseError, match=message.replace("[]", r"\[\]")) as caught:
        hloom.parse(program(shape, literal), format="hlo")
    (found,) = caught.value.diagnostics
    assert (found.line, found.column) == (4, len(f"  ROOT c = {shape} constant(") + column)


def test_a_custom_call_s_literal_has_bounds_as_sizes() -> None:
    text = program("f32[2]", "{1,2}").replace(
        "\n}", '\n  r = f32[2] custom-call(c), custom_call_target="t", literal=s32[<=2]{0} {7,8}\n}')
    assert "literal=s32[2]{0} {7, 8}" in str(hloom.parse(text, format="hlo"))


def test_xla_reads_and_prints_the_same() -> None:
    _hlo = pytest.importorskip("jaxlib._hlo")
    options = _hlo.HloPrintOptions.short_parsable()
    for shape, literal, printed in READ:
        assert root_of(_hlo.hlo_module_from_text(program(shape, literal)).to_string(options)) == printed
    for shape, literal, printed in ELIDED:
        assert root_of(_hlo.hlo_module_from_text(program(shape, literal)).to_string(options)).startswith(printed)
    for shape, literal, _, _ in WRONG:
        # XLA reserves the memory of a large one first, and lets commas be left out.
        if "1000000000000" not in shape and literal != "{1 ...}":
            with pytest.raises(Exception, match=r"error: "):
                _hlo.hlo_module_from_text(program(shape, literal))
