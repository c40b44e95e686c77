"""Programs as people write them, and as XLA prints them when it has read them: nothing is lost without a word."""

from __future__ import annotations

import json
import subprocess
import sys
from textwrap import dedent

import pytest

import hloom


def program(instruction: str, before: str = "") -> str:
    return f"HloModule m\n\n{before}ENTRY e {{\n  x = f32[4] parameter(0)\n  ROOT y = {instruction}\n}}\n"


SUM = dedent("""\
    s {
      a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT c = f32[] add(a, b)
    }

    """)
CALL = 'f32[4] custom-call(x), custom_call_target="t"'
STATE = "((f32[4]), f32[4], s32[])"


def metadata(text: str) -> str:
    return program(f"f32[4] negate(x), metadata={{{text}}}")


def started(start: str, done: str = "async-done(s)", of_root: str = "", body: str = "  q = f32[4] negate(p)\n") -> str:
    last = "q" if body else "p"
    return (f"HloModule m\n\nw {{\n  p = f32[4] parameter(0)\n{body}  ROOT r = f32[4] negate({last}){of_root}\n}}\n\nENTRY e {{\n"
            f"  x = f32[4] parameter(0)\n  s = {STATE} {start}\n  ROOT d = f32[4] {done}\n}}\n")


METADATA = [metadata(text) for text in (
    'op_type="neg", op_name="n", source_line=7', 'op_type="neg" op_name="n" source_line=7', 'op_type="a" , op_name="b"',
    ',op_type="a"', 'op_type="a"op_name="b"', 'source_line=7', "source_column=3, source_end_line=4", "profile_type={1}",
    'profile_type={1}, op_name="n"', 'deduplicated_name="d"', 'scheduling_name="op_name=" source_line=3', 'metadata_payload="p"',
    'op_name="source_file=" source_end_column=4', 'source_line=3, source_file="f"')]
ATTRIBUTES = [program(f"{CALL}, {text}") for text in (
    "literal=( s32[2]{0} {1, 2}, pred[2]{0} {1, 0} )", "literal=(f32[] 1, (s32[2,2]{0,1} {{1,2},{3,4}}, pred[] true))",
    "literal=()", "literal=((), f32[] 1)", "statistics={}",
    "statistics={visualizing_index=0,a=1.0,b=1e10,c=0.123456789}", 'frontend_attributes={b="1",a="2"}',
    'frontend_attributes={a="1",a="2"}', "operand_precision={default}", "operand_precision={high}", "control-predecessors={x, x}",
    "padding_type=PADDING_VALID", "sharding={replicated metadata={source_line=3}}")]
OTHERS = [
    "HloModule m\r// a comment\rENTRY e {\r  ROOT x = f32[] parameter(0) // the end\r}\r",
    "HloModule m\r\n\r\nENTRY e { // here\r\n  ROOT x = f32[] parameter(0)\r\n}\r\n",
    program("f32[4] all-reduce(x), replica_groups={{0,1}}, channel_id=0, to_apply=s", SUM),
    program("f32[4] all-reduce(x), replica_groups={{0}}, channel_id=-1, to_apply=s", SUM),
    program("(f32[4], f32[4]) tuple(x, x), sharding={replicated}"), program("() tuple(), sharding={manual}"),
    program("((f32[], f32[4]), s32[]) parameter(1), sharding={maximal device=0}"),
    program("f32[4] parameter(1), parameter_replication={true}"), program("() parameter(1), parameter_replication={}"),
    program("((f32[], f32[4]), s32[]) parameter(1), parameter_replication={true,false,true}"),
    "ENTRY foo {\n  ROOT x = f32[] parameter(0)\n}\n", "foo.1 {\n  ROOT x = f32[] parameter(0)\n}\n",
]
ASYNC = [
    started("async-start(x), calls=w, output_to_operand_aliasing={{1}: (0, {})}"),
    started('async-start(x), calls=w, async_execution_thread="t", output_to_operand_aliasing={{1}: (0, {})}, backend_config="q"'),
    started('negate-start(x), async_execution_thread="t", output_to_operand_aliasing={{1}: (0, {})}', "negate-done(s)"),
    started('custom-call-start(x), custom_call_target="t", output_to_operand_aliasing={{1}: (0, {})}', "custom-call-done(s)"),
    started('custom-call-start(x), custom_call_target="t", metadata={op_name="q"}, frontend_attributes={a="b"}',
            'custom-call-done(s), frontend_attributes={c="d"}'),
    *[started("async-start(x), calls=w", of_root=text, body="") for text in (
        ', metadata={op_name="q"}', ', frontend_attributes={a="b"}', ", statistics={visualizing_index=0,k=1}",
        ", sharding={replicated}")],
    *[text for outer, inner in (
        ('metadata={op_name="o"}', 'metadata={op_name="i"}'), ('frontend_attributes={a="b"}', 'frontend_attributes={c="d"}'),
        ("sharding={replicated}", "sharding={manual}"), ('backend_config="o"', 'backend_config="i"'),
        ('origin={{"o"}}', 'origin={{"i"}}'), ("statistics={visualizing_index=0,k=1}", "statistics={visualizing_index=0,g=2}"))
      for of_root in ("", f", {inner}")
      for text in (started(f"async-start(x), calls=w, {outer}", of_root=of_root),
                   started("async-start(x), calls=w", f"async-done(s), {outer}", of_root))],
]
ORDER = [f"HloModule m{scheduled}\n\nENTRY e {{\n{body}\n}}\n" for scheduled in ("", ", is_scheduled=true") for body in (
    "  y = f32[4] parameter(1)\n  x = f32[4] parameter(0)\n  n = f32[4] negate(x)\n  ROOT v = f32[4] add(n, y)",
    "  x = f32[4] parameter(0)\n  k = f32[4] constant({1,2,3,4})\n  dead = f32[4] negate(k)\n  w = f32[4] negate(x)\n"
    "  n = f32[4] negate(k)\n  y = f32[4] parameter(1)\n  ROOT v = f32[4] add(n, y)",
    "  x = f32[4] parameter(0)\n  ROOT v = f32[4] negate(x)\n  w = f32[4] negate(v)",
    "  y = f32[4] parameter(2)\n  k = f32[4] parameter(1)\n  x = f32[4] parameter(0)\n  w = f32[4] negate(k)\n"
    "  j = f32[4] negate(y)\n  n = f32[4] negate(x)\n  t = f32[4] negate(x), control-predecessors={w, j}\n"
    "  h = f32[4] add(w, j)\n  ROOT v = f32[4] add(t, h)")]
PROGRAMS = [*METADATA, *ATTRIBUTES, *OTHERS, *ASYNC, *ORDER]

READ_BY_XLA = """
import json, os, sys
from jaxlib import _hlo
print(json.dumps([_hlo.hlo_module_from_text(text).to_string() for text in json.load(sys.stdin)]))
"""


def test_what_xla_prints() -> None:
    pytest.importorskip("jaxlib._hlo")
    child = subprocess.run([sys.executable, "-c", READ_BY_XLA], input=json.dumps(PROGRAMS), capture_output=True, text=True)
    assert not child.returncode, child.stderr
    for text, wanted in zip(PROGRAMS, json.loads(child.stdout), strict=True):
        assert str(hloom.parse(text, format="hlo")).rstrip() == wanted.rstrip(), text


@pytest.mark.parametrize("text", PROGRAMS)
def test_what_is_printed_is_read_again(text: str) -> None:
    printed = str(hloom.parse(text, format="hlo"))
    # What only the wrapped instruction's sharding was stands behind the short form, and so is that of all its parts.
    again = str(hloom.parse(printed, format="hlo")).replace("{{replicated}, {replicated}, {replicated}}", "{replicated}")
    assert again == printed.replace("{{replicated}, {replicated}, {replicated}}", "{replicated}")
    proto = hloom.parse(text, format="hlo").to_hlo_proto()
    hloom.parse(proto, format="proto")


def test_the_parts_of_metadata_are_all_there() -> None:
    for separator in (" ", ", ", ",", " , "):
        text = separator.join(('op_type="neg"', 'op_name="n"', "source_line=7", 'scheduling_name="s"'))
        assert 'metadata={op_type="neg" op_name="n" source_line=7 scheduling_name="s"}' in str(
            hloom.parse(metadata(text), format="hlo"))


def test_lines_that_end_in_carriage_returns_have_numbers() -> None:
    text = OTHERS[0].replace("parameter(0)", "negate(z)")
    with pytest.raises(hloom.ParseError, match=r":4:25: error.*z") as found:
        hloom.parse(text, format="hlo")
    assert "  ROOT x = f32[] negate(z) // the end\n" in str(found.value) and "\r" not in str(found.value)
    assert hloom.parse("// a\rfunc.func @main() {\r  // b\r  return\r}\r", format="auto").functions.keys() == {"main"}


@pytest.mark.parametrize(("text", "message"), [
    (program("f32[4] parameter(1), parameter_replication={true,false}"), "has 1 leaf buffers, but parameter_replication has 2"),
    (program("(f32[4], f32[]) parameter(1), parameter_replication={true}"), "2 leaf buffers, but parameter_replication has 1"),
    (program("() parameter(1), parameter_replication={true}"), "0 leaf buffers, but parameter_replication has 1"),
    (started("async-start(x), calls=w").replace(
        "  ROOT d = f32[4] async-done(s)",
        f"  d = f32[4] async-done(s)\n  z = {STATE} async-start(d), calls=w\n  ROOT f = f32[4] async-done(z)"),
     "Computation w is called by more than one async op."),
    (metadata('op_type="a",'), "expects a field of metadata"), (metadata('op_type="a",,op_name="b"'), "expects a field"),
    (program(f"{CALL}, padding_type=PADDING_SIDEWAYS"), "PADDING_INVALID, PADDING_VALID, PADDING_SAME"),
    (program(f"{CALL}, literal={'(' * 400}"), "nest at most 200 deep"), (program(f"{CALL}, literal=(f32[] 1"), "expects"),
    (program(f"({', '.join(['f32[]'] * 3000)}) parameter(1), sharding={{replicated metadata={{op_name=\"{'n' * 2000}\"}}}}"),
     "would take more than"),
])
def test_what_xla_refuses(text: str, message: str) -> None:
    with pytest.raises(hloom.ParseError) as found:
        hloom.parse(text, format="hlo")
    assert message in str(found.value)


def test_the_configuration_of_a_call_that_runs_asynchronously_is_its_own() -> None:
    """XLA hands it down to the call, and leaves one that only the call has out of the short form; here it is not left out."""
    text = started('custom-call-start(x), custom_call_target="t", backend_config="c"', "custom-call-done(s)")
    module = hloom.parse(text, format="hlo")
    call, = (op for op in module.walk() if op.name == "stablehlo.custom_call")
    assert call.attributes["hlo.backend_config"].value == "c"
    inner = started("async-start(x), calls=w", of_root=', custom_call_target="t", backend_config="c"', body="").replace(
        "negate(p)", "custom-call(p)")
    assert 'backend_config="c"' in str(hloom.parse(inner, format="hlo"))
