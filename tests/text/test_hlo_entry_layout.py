"""The layout of a module's entry computation: missing, other than the instructions' layouts, tiled, of tuples, dynamic, wrong."""

from __future__ import annotations

import pytest

import hloom
from hloom.support.diagnostics import ParseError

ARRAY = "ENTRY e {\n  ROOT p = f32[2,3]{0,1} parameter(0)\n}\n"
BOUNDED = "ENTRY e {\n  ROOT p = f32[<=2,3]{1,0} parameter(0)\n}\n"
TUPLE = "ENTRY e {\n  p = f32[2,3]{1,0} parameter(0)\n  q = s32[4] parameter(1)\n  ROOT r = (f32[2,3], s32[4]) tuple(p, q)\n}\n"
NESTED = ("ENTRY e {\n  p = (f32[2,3]{0,1}, (s32[]), token[]) parameter(0)\n"
          "  ROOT t = f32[2,3] get-tuple-element(p), index=0\n}\n")
CONSTANT = "ENTRY e {\n  ROOT p = f32[] constant(1)\n}\n"
TOKEN = "ENTRY e {\n  p = token[] parameter(0)\n  ROOT t = () tuple()\n}\n"
#: What is stated, and what is printed if that is something else.
GOOD: list[tuple[str, str | None, str | None]] = [
    (ARRAY, None, "{(f32[2,3]{0,1})->f32[2,3]{0,1}}"),
    (ARRAY, "{(f32[2,3]{1,0})->f32[2,3]{0,1}}", None),
    (ARRAY, "{(f32[2,3])->f32[2,3]}", "{(f32[2,3]{1,0})->f32[2,3]{1,0}}"),
    (ARRAY, "{(f32[2,3]{0,1:T(2,128)})->f32[2,3]{0,1:T(8,128)S(1)}}", None),
    (ARRAY, "{(f32[2,3]{0,1:E(16)})->f32[2,3]{0,1}}", None),
    (ARRAY, "{(f32[<=2,3]{0,1})->f32[2,<=3]{0,1}}", None),
    (ARRAY, "{(f32[?,3]{0,1})->f32[2,?]{0,1}}", None),
    (BOUNDED, None, "{(f32[<=2,3]{1,0})->f32[<=2,3]{1,0}}"),
    (BOUNDED, "{(f32[2,3]{1,0})->f32[<=2,3]{0,1}}", None),
    (TUPLE, None, "{(f32[2,3]{1,0}, s32[4]{0})->(f32[2,3]{1,0}, s32[4]{0})}"),
    (TUPLE, "{(f32[2,3]{0,1}, s32[4]{0:T(128)})->(f32[2,3]{0,1:T(8,128)}, s32[4]{0})}", None),
    (NESTED, None, "{((f32[2,3]{0,1}, (s32[]), token[]))->f32[2,3]{1,0}}"),
    (NESTED, "{((f32[2,3]{1,0}, (s32[]), token[]))->f32[2,3]{0,1}}", None),
    (CONSTANT, None, "{()->f32[]}"),
    (CONSTANT, "{()->f32[]{:T(128)}}", None),
    (TOKEN, None, "{(token[])->()}"),
    (TOKEN, "{(token[])->()}", None),
]
#: What XLA reads, and refuses when it verifies.
UNFIT = [
    (ARRAY, "{()->f32[2,3]{0,1}}", "states 0 parameters, the entry computation e has 1"),
    (ARRAY, "{(f32[2,3]{0,1}, f32[])->f32[2,3]{0,1}}", "states 2 parameters, the entry computation e has 1"),
    (ARRAY, "{(f32[2,3]{0,1})->f32[3,2]{0,1}}", "states the result f32[3,2]{0,1}, which does not fit f32[2,3] of the root p"),
    (ARRAY, "{(f32[2,3]{0,1})->(f32[2,3]{0,1})}", "states the result (f32[2,3]{0,1}), which does not fit f32[2,3]"),
    (ARRAY, "{(f16[2,3]{0,1})->f32[2,3]{0,1}}", "states f16[2,3]{0,1} for parameter 0, which does not fit f32[2,3] of p"),
    (ARRAY, "{(f32[<=3,3]{0,1})->f32[2,3]{0,1}}", "states f32[<=3,3]{0,1} for parameter 0, which does not fit f32[2,3] of p"),
    (BOUNDED, "{(f32[<=3,3]{1,0})->f32[<=2,3]{1,0}}", "states f32[<=3,3]{1,0} for parameter 0, which does not fit f32[<=2,3]"),
    (TUPLE, "{(f32[2,3], s32[4])->(s32[4], f32[2,3])}", "states the result (s32[4]{0}, f32[2,3]{1,0}), which does not fit"),
    (TUPLE, "{(f32[2,3], s32[4])->(f32[2,3])}", "states the result (f32[2,3]{1,0}), which does not fit"),
    (TOKEN, "{(f32[])->()}", "states f32[] for parameter 0, which does not fit token[] of p"),
]
#: What is not written as it has to be, with the column behind `entry_computation_layout=` from 1 on.
MALFORMED = [
    (ARRAY, "{(f32[2,3]{0,1})}", 17, "expects '->'"), (ARRAY, "{(f32[2,3]{0,1})->}", 19, "expects a shape"),
    (ARRAY, "{->f32[2,3]{0,1}}", 2, "expects '('"), (ARRAY, "{}", 2, "expects '('"),
    (ARRAY, "(f32[2,3]{0,1})->f32[2,3]{0,1}", 1, "expects '{'"),
    (ARRAY, "{(f32[2,3]{0})->f32[2,3]{0,1}}", 11, "Dimensions size is 2, but minor to major size is 1."),
]
START = "HloModule m, entry_computation_layout="


def program(entry: str, layout: str | None) -> str:
    return (START + layout if layout else "HloModule m") + "\n\n" + entry


@pytest.mark.parametrize(("entry", "layout", "printed"), GOOD)
def test_a_layout_comes_back(entry: str, layout: str | None, printed: str | None) -> None:
    module = hloom.parse(program(entry, layout), format="hlo")
    text = str(module)
    assert text.split("\n")[0] == START + str(printed or layout)
    module.verify()
    assert str(hloom.parse(text, format="hlo")) == text
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == text


@pytest.mark.parametrize(("entry", "layout", "message"), UNFIT)
def test_a_layout_that_does_not_fit_is_refused_where_it_is_stated(entry: str, layout: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        hloom.parse(program(entry, layout), format="hlo")
    (found,) = caught.value.diagnostics
    assert message in found.message
    assert (found.line, found.column) == (1, 14)


def test_a_layout_of_a_protocol_buffer_that_does_not_fit_is_refused() -> None:
    data = hloom.parse(program(BOUNDED.replace("<=2", "5"), "{(f32[5,3]{0,1})->f32[5,3]{0,1}}"), format="hlo").to_hlo_proto()
    sizes = b"\x1a\x02\x05\x03"  # dimensions, field 3, packed
    assert data.count(sizes) > 1
    for end in ("first", "last"):
        at = data.index(sizes) if end == "first" else data.rindex(sizes)
        with pytest.raises(ParseError, match="does not fit"):
            hloom.parse(data[:at] + b"\x1a\x02\x06\x03" + data[at + 4 :], format="proto")


@pytest.mark.parametrize(("entry", "layout", "column", "message"), MALFORMED)
def test_a_malformed_layout_is_refused(entry: str, layout: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        hloom.parse(program(entry, layout), format="hlo")
    (found,) = caught.value.diagnostics
    assert message in found.message
    assert (found.line, found.column) == (1, len(START) + column)


def test_xla_reads_and_prints_the_same() -> None:
    _hlo = pytest.importorskip("jaxlib._hlo")
    options = _hlo.HloPrintOptions.short_parsable()
    for entry, layout, printed in GOOD:
        text = _hlo.hlo_module_from_text(program(entry, layout)).to_string(options)
        assert text.split("\n")[0] == START + str(printed or layout)
    for entry, layout, _, _ in MALFORMED:
        with pytest.raises(Exception, match=r"1:\d+: error: "):
            _hlo.hlo_module_from_text(program(entry, layout))
