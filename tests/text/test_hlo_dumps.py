"""Texts in the forms that dumps of XLA have on processors, GPUs and TPUs, and what is special in attributes of any instruction.

`hlo_dumps.txt` has the programs, each behind a comment with its name. Where jaxlib is installed, it reads and prints them, too.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import hloom
from hloom.text.hlo import PrintOptions, print_module

PROGRAMS = {
    text.split("\n", 1)[0].removeprefix("// "): text.split("\n", 1)[1]
    for text in (Path(__file__).parent / "hlo_dumps.txt").read_text(encoding="utf-8").split("\n// -----\n\n")}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_comes_back(name: str) -> None:
    module = hloom.parse(PROGRAMS[name], format="hlo")
    module.verify()
    text = str(module)
    assert str(hloom.parse(text, format="hlo")) == text
    short = module.to_hlo_text(short=True)
    assert hloom.parse(short, format="hlo").to_hlo_text(short=True) == short
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == text


@pytest.mark.parametrize("name", PROGRAMS)
def test_xla_prints_it_so(name: str) -> None:
    _hlo = pytest.importorskip("jaxlib._hlo")
    module, read = hloom.parse(PROGRAMS[name], format="hlo"), _hlo.hlo_module_from_text(PROGRAMS[name])
    # XLA puts instructions into another order than that of the text.
    long = print_module(module, PrintOptions(large_constants=False))
    assert Counter(long.splitlines()) == Counter(read.to_string().splitlines())
    short = read.to_string(_hlo.HloPrintOptions.short_parsable())
    assert Counter(module.to_hlo_text(short=True).splitlines()) == Counter(short.splitlines())
    hloom.parse(read.as_serialized_hlo_module_proto(), format="proto")


#: Attributes of an instruction as they are written, and as XLA prints them; None where it leaves them out.
ATTRIBUTES = [
    ("frontend_attributes={}", None),
    *[(f"frontend_attributes={{k={v}}}", f"frontend_attributes={{k={printed or v}}}") for v, printed in (
        ('"{{0,1}}"', "{{0,1}}"), ('"{}"', "{}"), ('"{a"', None), ('"{a}b"', None), ('"{a}{b}"', None), ('"a{b}"', None),
        ('"{\\"a\\": 1}"', '{"a": 1}'), ('"{\\"a}\\"}"', '{"a}"}'), ('"{[(])}"', "{[(])}"), ('""', None), ("{}", None),
        ('"{\\"}"', None), ("'x'", '"x"'), ('"é"', '"\\303\\251"'))],
    ('backend_config="{\\"}"', 'backend_config="{\\"}"'), ('backend_config=""', None),
    ('backend_config="{//}"', "backend_config={//}"),
    *[(f"metadata={{{v}}}", printed and f"metadata={{{printed}}}") for v, printed in (
        ('op_type="" op_name=""', None), ('source_line=0 op_name="a"', 'op_name="a"'),
        ("stack_frame_id=0", None), ('op_name="a" deduplicated_name=""', 'op_name="a"'), ("profile_type={0}", None), ("", None),
        ('op_name="a\\nb"', 'op_name="a\\nb"'), ('op_name="\\u00e9 é"', 'op_name="\\303\\251 \\303\\251"'),
        ("source_column=0 source_end_column=0", None), ('source_file="f" source_end_line=2',) * 2,
        ('source_file="f" source_line=1 source_end_line=1 source_column=0', 'source_file="f" source_line=1 source_end_line=1'),
        ('source_file="f" source_line=0 source_column=3', 'source_file="f" source_column=3'),
        ('op_name="\\x41\\101"', 'op_name="AA"'), ('op_name="q\'s"', 'op_name="q\\\'s"'), ('op_name="del\\177"',) * 2,
        ('scheduling_name="s" deduplicated_name="d" profile_type={1} op_name="n"',
         'op_name="n" profile_type={1} deduplicated_name="d" scheduling_name="s"'))],
    ('origin={{"é" {0,1}}}', 'origin={{"é" {0,1}}}'),
]


def program(attributes: str) -> str:
    return ("HloModule m\n\nENTRY %e (x: f32[2]) -> f32[2] {\n  %x = f32[2]{0} parameter(0)\n"
            f"  ROOT %r = f32[2]{{0}} negate(%x), {attributes}\n}}\n")


def root(text: str) -> str:
    return next(line for line in text.splitlines() if "ROOT" in line)


@pytest.mark.parametrize(("written", "printed"), ATTRIBUTES)
def test_attributes(written: str, printed: str | None) -> None:
    module = hloom.parse(program(written), format="hlo")
    module.verify()
    assert root(str(module)) == "  ROOT %r = f32[2]{0} negate(%x)" + (f", {printed}" if printed else "")
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == str(module)
    _hlo = pytest.importorskip("jaxlib._hlo")
    read = _hlo.hlo_module_from_text(program(written))
    assert root(read.to_string()) == root(str(module))
    # Its own place in the message, not only one that hloom finds again.
    assert root(str(hloom.parse(read.as_serialized_hlo_module_proto(), format="proto"))) == root(str(module))


@pytest.mark.parametrize(("written", "printed"), [
    ('source_file="" source_line=3', ""), ("source_line=4 op_name=\"a\"", ', metadata={op_name="a" source_line=4}'),
    ('op_name="n" metadata_payload="p" scheduling_name="s"', ', metadata={op_name="n" scheduling_name="s" metadata_payload="p"}'),
])
def test_metadata_that_messages_say_otherwise(written: str, printed: str) -> None:
    """Lines without a file, and payloads, which XLA's messages keep in the module."""
    module = hloom.parse(program(f"metadata={{{written}}}"), format="hlo")
    assert root(str(module)) == f"  ROOT %r = f32[2]{{0}} negate(%x){printed}"
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == str(module)


def test_short_forms_leave_the_metadata_of_shardings_out() -> None:
    text = program('sharding={devices=[2]0,1 metadata={op_name="{\\"a}"}}')
    assert "metadata={op_name=" in str(hloom.parse(text, format="hlo"))
    assert root(hloom.parse(text, format="hlo").to_hlo_text(short=True)).endswith("sharding={devices=[2]0,1}")


NAMES = """module @"true" {
  func.func @main(%pred: tensor<2xf32>, %pred_: tensor<2xf32>) -> tensor<2xf32> {
    %0 = func.call @"a b$c"(%pred) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = func.call @a_b_c(%0) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = func.call @"0x"(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = func.call @token(%2) : (tensor<2xf32>) -> tensor<2xf32>
    return %3 : tensor<2xf32>
  }
  func.func private @"a b$c"(%u8: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.abs %u8 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @a_b_c(%inf: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.floor %inf : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @"0x"(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @token(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.exponential %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
"""


@pytest.mark.parametrize("short", [False, True])
def test_names_that_hlo_does_not_have(short: bool) -> None:
    module = hloom.parse(NAMES)
    text = module.to_hlo_text(short=short)
    again = hloom.parse(text, format="hlo")
    again.verify()
    arguments = [[1.5, -2.5], [0, 0]]
    assert hloom.evaluate(again, *arguments)[0].tolist() == hloom.evaluate(module, *arguments)[0].tolist()
    _hlo = pytest.importorskip("jaxlib._hlo")
    assert _hlo.hlo_module_from_text(text).name == "true_"
