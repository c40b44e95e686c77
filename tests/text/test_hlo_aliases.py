"""What parameters and results of a module share: parts that are not there are refused with their place."""

from __future__ import annotations

import pytest

import hloom
from hloom.support.diagnostics import ParseError, UserError
from hloom.xla import XlaBuilder, ops

PROGRAM = ("HloModule m, {}\n\nENTRY e {{\n  p = f32[2,3] parameter(0)\n  q = (s32[4], (f32[], token[])) parameter(1)\n"
           "  a = s32[4] get-tuple-element(q), index=0\n  ROOT r = (f32[2,3], (s32[4])) tuple(p, t)\n}}\n").replace(
               "  ROOT", "  t = (s32[4]) tuple(a)\n  ROOT")
GOOD = ["input_output_alias={ {0}: (0, {}, may-alias) }",
        "input_output_alias={ {0}: (0, {}, must-alias), {1,0}: (1, {0}, may-alias) }",
        "buffer_donor={ (0, {}), (1, {1,0}) }", "buffer_donor={ (1, {}) }"]
WRONG = [
    ("input_output_alias={ {2}: (0, {}) }", "the result has no part {2}"),
    ("input_output_alias={ {0,0}: (0, {}) }", "the result has no part {0,0}"),
    ("input_output_alias={ {0}: (2, {}) }", "there is no parameter 2"),
    ("input_output_alias={ {0}: (-1, {}) }", "there is no parameter -1"),
    ("input_output_alias={ {0}: (0, {0}) }", "parameter 0 has no part {0}"),
    ("input_output_alias={ {1,0}: (1, {1,2}) }", "parameter 1 has no part {1,2}"),
    ("input_output_alias={ {1}: (1, {0}) }", "only arrays share memory"),
    ("input_output_alias={ {0}: (1, {1,1}) }", "only arrays share memory"),
    ("input_output_alias={ {0}: (1, {0}, must-alias) }", "as many bytes"),
    ("input_output_alias={ {0}: (0, {}), {0}: (1, {0}) }", "a part shares memory twice"),
    ("input_output_alias={ {0}: (0, {}), {1,0}: (0, {}) }", "a part shares memory twice"),
    ("buffer_donor={ (2, {}) }", "there is no parameter 2"), ("buffer_donor={ (1, {1,0,0}) }", "parameter 1 has no part {1,0,0}"),
]


@pytest.mark.parametrize("stated", GOOD)
def test_what_is_there_comes_back(stated: str) -> None:
    module = hloom.parse(PROGRAM.format(stated), format="hlo")
    assert str(module).startswith(f"HloModule m, {stated}, entry")
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == str(module)


@pytest.mark.parametrize(("stated", "message"), WRONG)
def test_what_is_not_there_is_refused(stated: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        hloom.parse(PROGRAM.format(stated), format="hlo")
    (found,) = caught.value.diagnostics
    assert message in found.message and (found.line, found.column) == (1, 14)


@pytest.mark.parametrize(("share", "message"), [
    (lambda b: b.SetUpAlias([1], 0), "the result has no part {1}"), (lambda b: b.SetUpAlias([], 3), "there is no parameter 3"),
    (lambda b: b.AddBufferDonor(0, [0]), "parameter 0 has no part {0}"),
])
def test_builders_refuse_it_when_they_build(share: object, message: str) -> None:
    builder = XlaBuilder("b")
    ops.Neg(ops.Parameter(builder, 0, "f32[2]"))
    share(builder)  # type: ignore[operator]
    with pytest.raises(UserError, match=message.replace("{", r"\{")):
        builder.Build()
