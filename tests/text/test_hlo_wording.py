"""Faults of HLO texts in the words of XLA's parser, which jaxlib confirms where it is installed."""

from __future__ import annotations

import pytest

import hloom
from hloom.support.diagnostics import ParseError

X = "  %x = f32[4]{0} parameter(0)\n"
SUM = "%s {\n  %a = f32[] parameter(0)\n  %b = f32[] parameter(1)\n  ROOT %c = f32[] add(%a, %b)\n}\n"


def entry(body: str, before: str = "", header: str = "") -> str:
    return f"HloModule m{header}\n\n{before}ENTRY %e {{\n{body}\n}}\n"


def sharing(header: str) -> str:
    return entry("  ROOT %x = f32[4]{0} parameter(0)", header=f", {header}")


WINDOW = X + "  %z = f32[] constant(0)\n  ROOT %r = f32[5]{0} reduce-window(%x, %z), window={#}, to_apply=%s"
ALIAS = "Expected format: <output_shape_index>: (<input_param>, <input_param_shape_index>) OR <output_shape_index>: <input_param>"
DONOR = "Expected format: (<input_param>, <input_param_shape_index>)"
FAULTS = {
    "negative parameter": (entry("  ROOT %x = f32[4]{0} parameter(-1)"), "parameter number must be >= 0"),
    "parameter twice": (entry(X + "  ROOT %y = f32[4]{0} parameter(0)"), "Duplicate parameter number 0"),
    "instruction twice": (entry(X + "  ROOT %x = f32[4]{0} negate(%x)"), "instruction already exists: x"),
    "instruction before": (entry(X + "  ROOT %x = f32[4]{0} negate(%x)"), "instruction previously defined here"),
    "computation twice": (entry("  ROOT %x = f32[4]{0} parameter(0)", SUM + SUM), "computation already exists: s"),
    "attribute twice": (entry(X + "  ROOT %r = f32[4]{0} negate(%x), metadata={}, metadata={}"),
                        "attribute metadata already exists"),
    "header twice": (sharing("is_scheduled=true, is_scheduled=false"), "attribute is_scheduled already exists"),
    "no shape of a constant": (entry("  ROOT %c = constant(1)"), "cannot infer shape for opcode: constant"),
    "no shape of a parameter": (entry("  ROOT %c = parameter(0)"), "cannot infer shape for opcode: parameter"),
    "too many elements": (entry("  ROOT %c = f32[2] constant({1,2,3})"),
                          "expects 2 elements on the minor-most dimension, but sees more"),
    "padding between elements": (entry(WINDOW.replace("#", "size=2 pad=1_1_1"), SUM),
                                 "expects padding_low and padding_high separated by '_'"),
    "sizes of a window": (entry(WINDOW.replace("#", "size=2 stride=2x2"), SUM), "expects 'stride=' has the same size as 'size='"),
    "labels": (entry("  %x = f32[2,3] parameter(0)\n  ROOT %r = f32[2,3] convolution(%x, %x), dim_labels=bf_io_bf"),
               "expects dim labels pattern, e.g., 'bf0_0io->0bf'"),
    "pairs": (entry(X + "  ROOT %r = f32[4]{0} collective-permute(%x), source_target_pairs={{0}}"),
              "expects 'source_target_pairs=' to be a list of pairs"),
    "iota": (entry("  ROOT %r = s32[4,2]{1,0} iota()"), "attribute iota_dimension is expected but not seen"),
    "broadcast": (entry("  %x = f32[2,2] parameter(0)\n  ROOT %r = f32[2,2,2] broadcast(%x)"),
                  "attribute dimensions is expected but not seen"),
    "async": (entry(X + "  ROOT %d = f32[4]{0} async-done(%x)"),
              "AsyncUpdate and AsyncDone expect a single async op as their operand."),
    "alias without a colon": (sharing("input_output_alias={ {} (0, {}) }"), ALIAS),
    "alias without a parameter": (sharing("input_output_alias={ {}: 0 }"), ALIAS),
    "alias with more": (sharing("input_output_alias={ {}: (0, {}, may-alias, x) }"), ALIAS),
    "kind of an alias": (sharing("input_output_alias={ {}: (0, {}, must_alias) }"), "Unexpected aliasing kind"),
    "donors without braces": (sharing("buffer_donor=(0, {})"), "Expects '{' at the start of buffer donor description"),
    "donors with more": (sharing("buffer_donor={ (0, {}) : }"), "Expects '}' at the end of buffer donor description"),
    "donor without a parameter": (sharing("buffer_donor={ 0 }"), DONOR),
    "donor with more": (sharing("buffer_donor={ (0, {}, 3) }"), DONOR),
    **{f"module {name}": (entry("  ROOT %x = f32[4]{0} parameter(0)").replace("HloModule m", f"HloModule {name}"), "expects name")
       for name in ("true", "f32", "inf", "ENTRY", "token", "replicated", "StackFrames", "shard_as")},
}


@pytest.mark.parametrize("name", FAULTS)
def test_words(name: str) -> None:
    text, message = FAULTS[name]
    with pytest.raises(ParseError) as caught:
        hloom.parse(text, format="hlo")
    (found,) = caught.value.diagnostics
    assert message in found.message and found.line


def test_xla_says_the_same() -> None:
    _hlo = pytest.importorskip("jaxlib._hlo")
    for text, message in FAULTS.values():
        with pytest.raises(Exception, match="error: ") as caught:
            _hlo.hlo_module_from_text(text)
        assert message in str(caught.value)
