"""HLO texts that make no sense: one located message each, in little time and memory, and status 2 on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import hloom
from hloom.cli import main
from hloom.support.diagnostics import ParseError, VerificationError

_CALLS = "c0 {\n  ROOT p = f32[] parameter(0)\n}\n"


def chain(count: int, twice: bool = False) -> str:
    """Computations of which each runs the one before, once or twice."""
    parts = [_CALLS]
    for k in range(1, count):
        again = f"  q = f32[] fusion(p), kind=kLoop, calls=c{k - 1}\n" if twice else ""
        parts.append(f"c{k} {{\n  p = f32[] parameter(0)\n{again}  ROOT r = f32[] fusion({'q' if twice else 'p'}), kind=kLoop, "
                     f"calls=c{k - 1}\n}}\n")
    return "HloModule m\n" + "".join(parts)


def entry(*lines: str) -> str:
    return "HloModule m\nENTRY e {\n" + "\n".join(f"  {line}" for line in lines) + "\n}\n"


X = "x = f32[4] parameter(0)"
#: Text, line and column of the fault, what the message says.
BAD = {
    "empty": ("", 1, 1, "expects"),
    "nothing behind the header": ("HloModule m\n", 2, 1, "expects a computation"),
    "no name": ("HloModule \0", 1, 11, "expects the name of the module"),
    "unknown header": ("HloModule m, is_schedule=true\nENTRY e { ROOT x = f32[] parameter(0) }", 1, 14,
                       "did you mean 'is_scheduled'"),
    "a circle": ("HloModule m\na {\n  p = f32[] parameter(0)\n"
                 "  ROOT c = f32[] call(p), to_apply=b\n}\nb {\n  p = f32[] parameter(0)\n"
                 "  ROOT c = f32[] call(p), to_apply=a\n}\n", 4, 36, "none may lead back to itself"),
    "no instructions": (entry(), 2, 7, "has no instructions"),
    "two roots": (entry("ROOT " + X, "ROOT y = f32[4] negate(x)"), 4, 3, "only one ROOT"),
    "two entries": (entry(X) + "ENTRY f {\n  x = f32[] parameter(0)\n}\n", 5, 1, "only one ENTRY"),
    "the same name": (entry(X, "x = f32[4] negate(x)"), 4, 3, "instruction already exists: x"),
    "the same computation": (_CALLS + _CALLS, 4, 1, "computation already exists: c0"),
    "out of order": (entry("ROOT n = f32[4] negate(x)", X), 3, 26, "instruction does not exist: x"),
    "a gap in parameters": (entry("x = f32[] parameter(3)"), 2, 7, "has no parameter number 0"),
    "a parameter twice": (entry(X, "y = f32[4] parameter(0)"), 4, 3, "Duplicate parameter number 0"),
    "a huge number": (entry("x = f32[] parameter(99999999999999999999999)"), 3, 23, "does not fit into 64 bits"),
    "a huge literal": (entry("ROOT c = f32[4611686018427387904] constant({1,2})"), 3, 46, "fewer elements than"),
    "a literal of another rank": (entry("ROOT c = f32[2] constant({{1,2}})"), 3, 29, "rank 1"),
    "a literal that is too short": (entry("ROOT c = f32[3] constant({1,2})"), 3, 32, "expects 3 elements"),
    "a number out of range": (entry("ROOT c = s8[] constant(300)"), 3, 26, "out of range"),
    "operands nested deeply": (entry("ROOT c = " + "f32[] negate(" * 50000), 3, None, "nested too deeply"),
    "tuples nested deeply": (entry("ROOT c = " + "(" * 100000), 3, None, "200 deep"),
    "literals nested deeply": (entry("ROOT c = f32[2] constant(" + "{" * 100000), 3, None, "rank 1"),
    "shardings nested deeply": (entry("ROOT c = f32[] parameter(0), sharding=" + "{" * 100000), 3, None, "200 deep"),
    "computations nested deeply": (chain(3000), None, 8, "more than 100 deep"),
    "computations shared too often": (chain(60, twice=True), None, 8, "expand to more than"),
    "an unknown opcode": (entry(X, "ROOT r = f32[4] negte(x)"), 4, 8, "did you mean 'negate'"),
    "an unknown attribute": (entry(X, "ROOT r = f32[4] negate(x), dimensions={0}"), 4, 30, 'unexpected attribute "dimensions"'),
    "an attribute twice": (entry(X, "ROOT r = f32[4] reverse(x), dimensions={0}, dimensions={0}"), 4, 47,
                           "attribute dimensions already exists"),
    "an attribute that is missing": (entry(X, "ROOT r = f32[4] reverse(x)"), 4, 8, "dimensions is expected but not seen"),
    "too many operands": (entry(X, "ROOT r = f32[4] negate(x, x)"), 4, 8, "expects 1 operands of negate"),
    "no shape that follows": (entry(X, "ROOT r = iota(), iota_dimension=0"), 4, 8, "must be stated"),
    "operands that do not fit": (entry(X, "ROOT r = dot(x, x), lhs_contracting_dims={7}, rhs_contracting_dims={0}"), 4, 8,
                                 "A dimension number is out of range in Dot"),
    "an array that is a tuple": (entry(X, "ROOT r = (f32[4]) negate(x)"), 4, 8, "not tuple"),
    "too many devices": (entry(X, "ROOT r = f32[4] all-gather(x), replica_groups=[1,4611686018427387904]<=[4611686018427387904], "
                               "dimensions={0}"), 4, None, "devices are not possible"),
    "an axis that is not there": (entry("ROOT x = f32[4] parameter(0), sharding={mesh['a'=2], [{'b'}]}"), 3, None, "no axis 'b'"),
    "an unterminated string": (entry('ROOT p = f32[8] custom-call(), custom_call_target="abc'), 3, 53, "expects string"),
    "unbalanced braces": (entry("ROOT x = f32[4] parameter(0), backend_config={{{}"), 3, 48, "not closed"),
    "an unclosed computation": ("HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n", 4, 1, "is not closed"),
    "digits of another script in sizes": (
        entry(X, "c = f32[] constant(0)", "ROOT r = f32[4] reduce-window(x, c), window={size=\uff12}"), 5, 53, "sizes as in 2x3"),
    "digits of another script in padding": (
        entry(X, "c = f32[] constant(0)", "ROOT p = f32[6] pad(x, c), padding=\uff11_1"), 5, 38, "padding as in 0_1x2_3"),
    "digits of another script in a slice": (entry(X, "ROOT s = f32[1] slice(x), slice={[\uff11:2]}"), 4, 36, "expects"),
    "a layout of another entry": (
        "HloModule m, entry_computation_layout={(f32[3]{0})->f32[4]{0}}\nENTRY e {\n  ROOT " + X + "\n}\n", 1, 14,
        "states f32[3]{0} for parameter 0, which does not fit f32[4] of x in the entry computation e"),
}


@pytest.mark.parametrize("name", BAD)
def test_message_and_place(name: str) -> None:
    text, line, column, message = BAD[name]
    with pytest.raises(ParseError) as caught:
        hloom.parse(text, format="hlo")
    (found,) = caught.value.diagnostics
    assert message in found.message
    assert line in (None, found.line)
    assert column in (None, found.column)
    assert "^" in str(found)
    assert len(str(found)) < 2000


@pytest.mark.parametrize("command", [["run"], ["verify"], ["format"], ["convert", "--to", "stablehlo"]])
def test_status(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.hlo"
    file.write_text(BAD["out of order"][0])
    assert main([*command[:1], str(file), *command[1:]]) == (1 if command == ["verify"] else 2)
    said = capsys.readouterr()
    assert f"{file}:3:26: error: [syntax] instruction does not exist: x" in said.err + said.out
    assert "Traceback" not in said.err


def test_texts_are_recognised_by_content(tmp_path: Path) -> None:
    bodies = ["HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n",
              "// a comment\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}",
              "e {\n  ROOT x = f32[] parameter(0)\n}\n", "%e (x: f32[2]) -> f32[2] {\n  ROOT %x = f32[2]{0} parameter(0)\n}\n",
              "/* c */ r = f32[2] negate(f32[2] x)", "f32[2]{0} negate(f32[2]{0} x)",
              "%t = (f32[2], s32[]) tuple(f32[2] %a, s32[] %b)"]
    for text in bodies:
        file = tmp_path / "program"
        file.write_text(text)
        assert hloom.load(file).is_hlo, text
    for text in ["func.func @main() { return }", "module { func.func @main() { return } }",
                 "%0 = stablehlo.constant dense<1> : tensor<i32>",
                 "#loc = loc(unknown)\nmodule {}",
                 "func.func @e(%a: tensor<f32>) -> tensor<f32> {\n  %x = stablehlo.add %a, %a : tensor<f32>\n"
                 "  return %x : tensor<f32>\n}"]:
        assert not hloom.parse(text, format="auto").is_hlo, text


def test_words_of_the_grammar_may_be_names() -> None:
    text = "HloModule m\nENTRY %ENTRY {\n  %ROOT = f32[2] parameter(0)\n  ROOT %ENTRY = f32[2] negate(%ROOT)\n}\n"
    short = hloom.parse(text, format="hlo").to_hlo_text(short=True)
    assert "ROOT %ENTRY = f32[2]{0} negate(%ROOT)" in short
    assert hloom.parse(short, format="hlo").to_hlo_text(short=True) == short


def test_a_convolution_whose_kernel_lacks_its_dimensions_is_written_and_refused() -> None:
    module = hloom.parse("""HloModule m
ENTRY e {
  p0 = f32[1,4,4,2] parameter(0)
  p1 = f32[2,3] parameter(1)
  ROOT r = f32[1,4,4,3] convolution(p0, p1), window={size=1x1}, dim_labels=b01f_io01->b01f
}
""", format="hlo")
    assert "dim_labels=b01f_io01->b01f" in str(module)
    assert module.to_hlo_proto()
    with pytest.raises(VerificationError):
        module.verify()
