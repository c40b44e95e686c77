"""Every example of the document on HLO's indexing analysis, by its own text: programs and maps are read out of the document.

What the document writes are fragments: the rest of a program is put around them here. Three of its maps are not what its own
operations read, and the formula rules (`WRONG`). Its older notation has range variables where runtime variables are meant; those
that it says are read from an instruction are taken for runtime variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import function_maps, input_to_output, output_to_input
from hloom.expr.index import Range, Runtime
from hloom.indexing import IndexingMap, RTVar, parse_map
from hloom.ir.core import Operation
from hloom.ir.types import TupleType
from hloom.ops.hlo.lowering import to_stablehlo
from hloom.support.diagnostics import ParseError
from tests.analysis.points import related
from tests.xla.map_comparison import are_equal, squeezed

pytestmark = pytest.mark.shared

DOCUMENT = "hlo_indexing_analysis.hi.txt"
_INSTRUCTION = re.compile(r"^(?:ROOT )?[\w-]+ = (?!mlir|[A-Z])")
_COMPUTATION = re.compile(r"^\w+ \{$")
_MAP = re.compile(r"\((?:\w+(?:, \w+)*)?\)(?:\[[^\]]*\])?\s*->\s*\(")


class Stated(NamedTuple):
    """A map of the document: its text on one line, and by variable the instruction from which a runtime variable is read, with
    the map to the element."""

    text: str
    origins: dict[str, tuple[str, str]]


@dataclass
class Example:
    """A program of the document, and the maps that stand behind it, up to the next one."""

    program: str
    maps: list[Stated] = field(default_factory=list)


@cache
def examples(path: Path) -> tuple[Example, ...]:
    """The programs of the document with their maps; what stands before the first program is an example without one."""
    found, lines = [Example("")], path.read_text(encoding="utf-8").split("\n")
    text: list[str] = []
    at = 0
    while at < len(lines):
        end = _program_end(lines, at)
        if end == at:
            text.append(lines[at])
            at += 1
            continue
        found[-1].maps = list(stated("\n".join(text)))
        found.append(Example("\n".join(lines[at:end])))
        text, at = [], end
    found[-1].maps = list(stated("\n".join(text)))
    return tuple(found)


def _program_end(lines: Sequence[str], start: int) -> int:
    """The line behind the program that starts at a line; that line itself where none does."""
    if _COMPUTATION.match(lines[start]):
        return lines.index("}", start) + 1
    at = start
    while at < len(lines) and _INSTRUCTION.match(lines[at]):
        at += 1
        while lines[at - 1].endswith((",", "(")):  # attributes and operands go on
            at += 1
    return at


def stated(text: str) -> Iterator[Stated]:
    """The maps in a text: each with the lines of its domain, if it has one."""
    taken = 0
    for match in _MAP.finditer(text):
        if match.start() < taken:
            continue
        end = _closing(text, match.end() - 1) + 1
        head, rest = text[match.start() : end], text[end:]
        if not (domain := re.match(r"\s*domain:\n", rest)):
            yield Stated(head, {})
            continue
        bounds, origins, at = [], {}, end + domain.end()
        for line in rest[domain.end() :].split("\n"):
            if line.startswith("hlo: "):
                origins[bounds[-1].split(" in ")[0]] = (line.removeprefix("hlo: "), "")
            elif _MAP.match(line) and origins and not next(reversed(origins.values()))[1]:
                name = next(reversed(origins))
                origins[name] = (origins[name][0], line)
            elif re.fullmatch(r".* in \[-?\d+, -?\d+\]", line) and re.match(r"[ds(\d-]", line):
                bounds.append(line)
            else:
                break
            at += len(line) + 1
        taken = at
        yield Stated(f"{head}, domain: {', '.join(bounds)}", origins)


def _closing(text: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return at
    raise AssertionError(text[opening : opening + 80])


# The programs whole

#: What a fragment lacks: a computation that it names, or the shape of a result.
_COMPUTATIONS = {
    "f32[10], s32[10]": """max {
  a = f32[] parameter(0)
  b = s32[] parameter(1)
  c = f32[] parameter(2)
  d = s32[] parameter(3)
  m = f32[] maximum(a, c)
  n = s32[] maximum(b, d)
  ROOT t = (f32[], s32[]) tuple(m, n)
}
""",
    "reduce-window": """max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b)
}
""",
}
_SHAPES = {"ds = dynamic-slice(": "ds = s32[1,2,32] dynamic-slice("}
#: Softmax, of which the document states the maps only; its shape follows from these.
SOFTMAX = """HloModule m

max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b)
}
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
softmax {
  p0 = f32[2,65,125] parameter(0)
  low = f32[] constant(-inf)
  highest = f32[2,65] reduce(p0, low), dimensions={2}, to_apply=max
  h = f32[2,65,125] broadcast(highest), dimensions={0,1}
  d = f32[2,65,125] subtract(p0, h)
  e = f32[2,65,125] exponential(d)
  zero = f32[] constant(0)
  total = f32[2,65] reduce(e, zero), dimensions={2}, to_apply=add
  t = f32[2,65,125] broadcast(total), dimensions={0,1}
  ROOT q = f32[2,65,125] divide(e, t)
}
ENTRY e {
  p0 = f32[2,65,125] parameter(0)
  ROOT fusion = f32[2,65,125] fusion(p0), kind=kLoop, calls=softmax
}
"""


def whole(program: str) -> str:
    """A fragment as a module: with its computation called, or as the body of the entry."""
    for fragment, made in _SHAPES.items():
        program = program.replace(fragment, made)
    called = "".join(text for name, text in _COMPUTATIONS.items() if name in program)
    if not _COMPUTATION.match(program.split("\n")[0]):
        return f"HloModule m\n\n{called}ENTRY e {{\n{program}\n}}\n"
    (shape,) = re.findall(r"p0 = (\S+\[.*?\]) parameter", program)
    (result,) = re.findall(r"ROOT \w+ = (\S+\[.*?\]) ", program)
    return (f"HloModule m\n\n{program}\nENTRY e {{\np0 = {shape} parameter(0)\n"
            f"ROOT fusion = {result} fusion(p0), kind=kLoop, calls=f\n}}\n")


def root_of(program: str) -> Operation:
    """The root of the entry of a program: one operation, the parameters and constants apart."""
    module: Any = hloom.parse(whole(program), format="hlo")
    value = list(module.functions.values())[-1].body.block.terminator.operands[0]
    return value.owner


# The maps of the document, in its order: from an output, to operands, or from an input, to outputs


class Out(NamedTuple):
    """From an index of each of `outputs` to those of each of `operands`."""

    operands: Sequence[int]
    outputs: Sequence[int] = (0,)

    def of(self, op: Operation) -> Iterator[list[IndexingMap]]:
        for output in self.outputs:
            maps = output_to_input(op, output)
            yield from (maps[k] for k in self.operands)


class Whole(NamedTuple):
    """From an index of what the program gives to those of its parameters."""

    parameters: Sequence[int]

    def of(self, op: Operation) -> Iterator[list[IndexingMap]]:
        function: Any = op.parent
        maps = function_maps(function)
        yield from (maps[k] for k in self.parameters)


class Into(NamedTuple):
    """From an index of each of `inputs` to those of each of `outputs`."""

    inputs: Sequence[int]
    outputs: Sequence[int] = (0,)

    def of(self, op: Operation) -> Iterator[list[IndexingMap]]:
        for number in self.inputs:
            maps = input_to_output(op, number)
            yield from (maps[k] for k in self.outputs)


#: By the line that says it all: which maps the document states, one behind the other. What is None is looked at elsewhere.
CASES: list[tuple[str, Sequence[Out | Into | Whole | None]]] = [
    ("broadcast(p0), dimensions={1}", [Out([0]), None, None, None]),
    ("add(p0, p1)", [Out([0, 1]), Into([0, 1])]),
    ("broadcast(p0), dimensions={1}", [Out([0]), Into([0])]),
    ("dynamic-slice(", [Out([0]), Out([1, 2, 3])]),
    ("dynamic-update-slice(", [Out([0]), Out([1]), Out([2, 3])]),
    ("gather(", [Out([0]), Out([1])]),
    ("transpose(p0), dimensions={0, 2, 3, 1}", [Out([0]), Into([0])]),
    ("reverse(", [Out([0]), Into([0])]),
    ("reduce(", [Out([0, 1], [0, 1]), Out([2, 3], [0, 1]), Into([0, 1], [0, 1]), Into([2, 3], [0, 1])]),
    ("slice(f32[10, 20, 50]", [Out([0]), Into([0])]),
    ("f32[32] reshape(p0)", [Out([0]), Into([0])]),
    ("f32[4, 8] reshape(p0)", [Out([0]), Into([0])]),
    ("f32[2, 4, 4] reshape(p0)", [Out([0]), Into([0])]),
    ("f32[32, 3, 4] reshape(p0)", [Out([0]), Into([0])]),
    ("concatenate(", [Out([0]), Out([1]), Out([2]), Into([0]), Into([1]), Into([2])]),
    ("dot(", [Out([0]), Out([1]), Into([0]), Into([1])]),
    ("pad(", [Out([0]), Out([1])]),
    ("reduce-window(", [Out([0]), Out([1])]),
    ("add(p0, transpose_p0)", [Out([0]), Out([0])]),
    ("add(lhs_transpose_2, rhs_transpose_2)", [Out([0])] + [None] * 10),
    ("reshape(reshape1)", [Whole([0])]),
]
#: What the document says and what is so: by example and map, a text of the document and the text in its place.
WRONG = {
    # The bounds of a domain are inclusive: i in [0, 10] of a tensor of ten rows is one too many, as the formula of the very same
    # broadcast says further down.
    (0, 0): ("(i, j, k) -> (j), domain: i in [0, 10], j in [0, 20], k in [0, 30]",
             "(i, j, k) -> (j), domain: i in [0, 9], j in [0, 19], k in [0, 29]"),
    # An element [d0, d1, d2] of the right operand (batch, contracted, column) is used in column d2, not d1: d1 runs up to 255
    # and the result has 64 columns.
    (15, 3): ("(d0, d1, d2)[s0] -> (d0, s0, d1), domain: d0 in [0, 3], d1 in [0, 255], d2 in [0, 63], s0 in [0, 127]",
              "(d0, d1, d2)[s0] -> (d0, s0, d2), domain: d0 in [0, 3], d1 in [0, 255], d2 in [0, 63], s0 in [0, 127]"),
}


@pytest.fixture(scope="module")
def document(shared: Path) -> tuple[Example, ...]:
    return examples(shared / "spec" / DOCUMENT)[1:]


def test_no_example_of_the_document_is_left_out(document: tuple[Example, ...]) -> None:
    assert len(document) == len(CASES)
    for example, (line, wanted) in zip(document, CASES):
        assert line in example.program
        assert len(example.maps) == len(wanted), example


def with_runtime(map: IndexingMap, origins: Sequence[str]) -> IndexingMap:
    """A map of the older notation, with the range variables that are read from instructions as runtime variables."""
    if not origins:
        return map
    assert len(origins) == len(map.ranges)
    moved = replace(map, runtime=tuple(RTVar(v.bounds) for v in map.ranges))
    return replace(moved.substitute({Range(k): Runtime(k) for k in range(len(map.ranges))}), ranges=())


def same(found: IndexingMap, wanted: IndexingMap) -> bool:
    """Whether maps are equal as text, or else at every point."""
    return squeezed(str(found)) == squeezed(str(wanted)) or are_equal(found, wanted)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[line for line, _ in CASES])
def test_maps_are_those_of_the_document(number: int, document: tuple[Example, ...]) -> None:
    example, op = document[number], root_of(document[number].program)
    several = number == 18  # one operand, read in two ways
    for place, (given, wanted) in enumerate(zip(example.maps, CASES[number][1])):
        if wanted is None:
            continue
        text = given.text
        if (number, place) in WRONG:
            said, text = WRONG[number, place]
            assert said.startswith(given.text)
        for maps in wanted.of(op):
            if ", domain:" not in text:  # in the running text: on all the elements
                stated_map = parse_map(text, dim_sizes=op.results[0].shape)
            else:
                stated_map = with_runtime(parse_map(text), list(given.origins))
            assert len(maps) == 2 if several else len(maps) == 1
            (found,) = [map for map in maps if same(map, stated_map)] or [None]
            assert found is not None, f"{[str(map) for map in maps]}, in the document {text}"
            for rt, (instruction, element) in zip(found.runtime, given.origins.values()):
                name, _, kind = instruction.partition(" = ")
                assert rt.value is op.operands[[v.name for v in op.operands].index(name)] and kind.endswith(")")
                head = ", ".join(f"d{k} in [{v.bounds.lower}, {v.bounds.upper}]" for k, v in enumerate(found.dims))
                assert rt.element == parse_map(f"{element}, domain: {head}").results


def parameter_maps(entry: Any, output: int) -> dict[int, list[IndexingMap]]:
    """The maps of a program of HLO to its parameters: from its result, or from member `output` of a result that is a tuple."""
    value = entry.body.block.terminator.operands[0]
    if not isinstance(value.type, TupleType):
        return function_maps(entry)
    found = output_to_input(value.owner, output)
    return {k: [map for j, v in enumerate(value.owner.operands) if v is argument for map in found[j]]
            for k, argument in enumerate(entry.body.block.arguments)}


@pytest.mark.parametrize("number", range(len(CASES)), ids=[line for line, _ in CASES])
def test_the_programs_in_stablehlo_read_the_same(number: int, document: tuple[Example, ...]) -> None:
    module: Any = hloom.parse(whole(document[number].program), format="hlo")
    entry, lowered = list(module.functions.values())[-1], list(to_stablehlo(module).functions.values())[-1]
    read_back: Any = list(hloom.parse(to_stablehlo(module).to_text()).functions.values())[-1]
    for output in range(len(lowered.body.block.terminator.operands)):
        for k, own in parameter_maps(entry, output).items():
            for function in (lowered, read_back):
                maps = function_maps(function, output)[k]
                assert len(maps) == len(own) and all(map(same, maps, own))


# What is said in the running text


def test_a_reduction_of_two_dimensions(document: tuple[Example, ...]) -> None:
    module: Any = hloom.parse("""func.func @main(%x: tensor<2x4x8x16xf32>, %z: tensor<f32>) -> tensor<4x8xf32> {
      %y = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 3]
        : (tensor<2x4x8x16xf32>, tensor<f32>) -> tensor<4x8xf32>
      return %y : tensor<4x8xf32> }""")
    (found,) = function_maps(module.functions["main"])[0]
    given = parse_map(document[0].maps[1].text.replace(" ->", "[r0, r1] ->") + ", domain: d0 in [0, 3], d1 in [0, 7], "
                      "r0 in [0, 1], r1 in [0, 15]")
    assert same(found, given)


def test_the_form_of_an_affine_map(document: tuple[Example, ...]) -> None:
    map = parse_map(document[0].maps[2].text, dim_sizes=[10], range_sizes=[3, 4])
    assert map.evaluate([7], [2, 3]) == (7, 14, 59) and squeezed(str(map)).startswith(squeezed(document[0].maps[2].text))


def test_constants_and_iota_read_nothing() -> None:
    for line in ("f32[4] iota(), iota_dimension=0", "f32[2] constant({1, 2})"):
        assert output_to_input(root_of(f"x = {line}")) == {}


def test_a_bitcast_is_a_transpose_a_reshape_and_a_transpose() -> None:
    """The bitcast's map is that of the three operations one after the other."""
    shape, order = (4, 6, 5), (1, 2, 0)  # dimension 1 is the major one
    found = related(output_to_input(root_of("p0 = f32[4,6,5]{0,2,1} parameter(0)\nb = f32[10,12]{0,1} bitcast(p0)"))[0],
                    (10, 12), shape)
    memory = np.arange(120).reshape(shape).transpose(order).reshape(12, 10).transpose(1, 0)
    assert np.array_equal(found, memory.reshape(-1, 1) == np.arange(120))


def test_softmax(document: tuple[Example, ...]) -> None:
    module: Any = hloom.parse(SOFTMAX, format="hlo")
    entry = list(module.functions.values())[-1]
    maps = output_to_input(entry.body.block.terminator.operands[0].owner)[0]
    given = [parse_map(s.text) for s in document[19].maps[1:3]]
    assert len(maps) == 2 and all(any(same(map, wanted) for map in maps) for wanted in given)


@pytest.mark.parametrize("place, sizes, rewrite", [
    (3, (7, 15), str), (5, (10, 10, 10), str), (7, (10, 10, 10), str),
    # The document leaves out parentheses: its minus applies to the quotient.
    (9, (10, 11), lambda text: text.replace("-(-11d0 - d1 + 109) floordiv 11", "-((-11d0 - d1 + 109) floordiv 11)")),
])
def test_the_simplifier(place: int, sizes: tuple[int, ...], rewrite: Callable[[str], str], document: tuple[Example, ...]) -> None:
    before, after = (rewrite(s.text.replace("floorDiv", "floordiv")) for s in document[19].maps[place : place + 2])
    found, wanted = parse_map(before, dim_sizes=sizes).simplify(), parse_map(after, dim_sizes=sizes)
    if place != 5:
        assert squeezed(str(found)) == squeezed(str(wanted))
    else:  # 100 rows of ten
        assert found == wanted
    assert are_equal(parse_map(before, dim_sizes=sizes), wanted)


@pytest.mark.parametrize("constraint, bounds, left", [
    ("d0 + s0 in [0, 20]", "d0 in [0, 5], s0 in [1, 3]", "d0 in [0, 5], s0 in [1, 3]"),  # the document's: always so
    ("d0 + s0 in [0, 7]", "d0 in [0, 5], s0 in [1, 3]", "d0 in [0, 5], s0 in [1, 3], d0 + s0 in [0, 7]"),
    ("d0 * 3 + 1 in [2, 14]", "d0 in [0, 9], s0 in [0, 1]", "d0 in [1, 4], s0 in [0, 1]"),  # constants leave the expression
    ("d0 floordiv 4 - 2 in [-1, 0]", "d0 in [0, 19], s0 in [0, 1]", "d0 in [4, 11], s0 in [0, 1]"),
    # as results do, constraints are simplified under the bounds
    ("(d0 * 4 + s0) floordiv 4 + s0 in [2, 5]", "d0 in [0, 9], s0 in [0, 3]", "d0 in [0, 9], s0 in [0, 3], d0 + s0 in [2, 5]"),
])
def test_constraints_are_simplified(constraint: str, bounds: str, left: str) -> None:
    map = parse_map(f"(d0)[s0] -> (d0, s0), domain: {bounds}, {constraint}")
    found = map.simplify()
    assert are_equal(found, map) and str(found).split("domain: ")[1] == left


def test_a_domain_in_lines_must_be_whole() -> None:
    with pytest.raises(ParseError, match="expected the bounds of d1"):
        parse_map("(d0, d1) -> (d0)\ndomain:\nd0 in [0, 3]\n")
