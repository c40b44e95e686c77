"""Syntax that states no types of results: the operation's inference gives them, as in MLIR's assembly formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import TensorType
from hloom.numbers.element_type import PRED
from hloom.ops.definition.attribute_kinds import i64
from hloom.ops.definition.constraints import any_tensor, float_, in_range
from hloom.ops.definition.operation import REGISTRY, Attr, C, Op, Operand, Operands, Result, infers
from hloom.support.diagnostics import InternalError


@pytest.fixture(autouse=True, scope="module")
def _dialect() -> Iterator[None]:
    """Three operations, for the tests of this file."""

    class Twice(Op, name="inferred.twice"):
        """x + x, with the operand's type."""

        operand: Operand = float_
        syntax = "$operand attr-dict `:` type($operand)"

        @infers("type")
        def result(op) -> Any:
            return op.operand.type

        def eval(op, x: Any) -> Any:
            return x + x

    class Halves(Op, name="inferred.halves"):
        """The two halves along `dimension`, without a type."""

        operand: Operand = any_tensor
        dimension: Attr = i64
        syntax = "$operand `,` $dimension attr-dict"
        checks = [C(1, "dimension must lie in [0, {operand.rank}), got {dimension}",
                    lambda op: in_range([op.dimension], op.operand.rank))]

        @infers("type")
        def outputs(op) -> Any:
            sizes = list(op.operand.type.shape)
            sizes[op.dimension] //= 2
            return (TensorType(tuple(sizes), op.operand.type.element),) * 2

        def eval(op, x: Any) -> Any:
            return tuple(np.split(x, 2, op.dimension))

    class Same(Op, name="inferred.same"):
        """Whether all operands are equal in size, each with its type."""

        inputs: Operands = any_tensor
        syntax = "$inputs attr-dict `:` type($inputs)"

        @infers("type")
        def result(op) -> Any:
            return TensorType((), PRED)

        def eval(op, *inputs: Any) -> Any:
            return np.array(len({x.size for x in inputs}) == 1)

    yield
    for cls in Twice, Halves, Same:
        del REGISTRY[cls.name]


PROGRAM = """func.func @main(%x: tensor<4xf32>, %y: tensor<2x6xf32>) -> (tensor<2xf32>, tensor<2x3xf32>, tensor<i1>) {
  %0 = inferred.twice %x : tensor<4xf32>
  %1 = inferred.twice %y : tensor<2x6xf32>
  %2:2 = inferred.halves %0, 0
  %3:2 = inferred.halves %1, 1
  %4:2 = inferred.halves %x, 0
  %5 = inferred.same %0, %1 : tensor<4xf32>, tensor<2x6xf32>
  return %2#1, %3#0, %5 : tensor<2xf32>, tensor<2x3xf32>, tensor<i1>
}
"""


def test_result_types_follow() -> None:
    module = hloom.parse(PROGRAM)
    module.verify()
    x, y = np.arange(4, dtype=np.float32), np.arange(12, dtype=np.float32).reshape(2, 6)
    for found in hloom.evaluate(module, x, y), hloom.compile(module)(x, y):
        assert [a.tolist() for a in found] == [[4, 6], [[0, 2, 4], [12, 14, 16]], False]


def test_it_is_printed_as_it_is_read() -> None:
    text = str(hloom.parse(PROGRAM))
    assert "inferred.twice %arg0 : tensor<4xf32>" in text and "inferred.halves %0, 0\n" in text
    assert str(hloom.parse(text)) == text
    generic = hloom.parse(PROGRAM).to_text(generic=True)
    assert '"inferred.twice"(%' in generic and str(hloom.parse(generic)) == text


def test_many_alike_have_types_of_their_own() -> None:
    """Lines that repeat each other are read together."""
    lines = [f"  %{k} = inferred.twice %{name} : {type}" for k, (name, type) in enumerate([("x", "tensor<4xf32>"),
                                                                                           ("y", "tensor<2x6xf32>")] * 20)]
    halves = [f"  %h{k}:2 = inferred.halves %{k}, 0" for k in range(40)]
    module = hloom.parse("\n".join(["func.func @f(%x: tensor<4xf32>, %y: tensor<2x6xf32>) {", *lines, *halves, "  return", "}"]))
    module.verify()
    operations = module.functions["f"].body.block.operations[40:80]
    assert [str(op.results[1].type) for op in operations] == ["tensor<2xf32>", "tensor<1x6xf32>"] * 20


def test_other_types_are_printed_in_the_generic_form() -> None:
    """What the short form cannot say: a result that knows less of its shape than is inferred."""
    line = '%0 = "inferred.twice"(%x) : (tensor<4xf32>) -> tensor<?xf32>'
    module = hloom.parse(f"func.func @f(%x: tensor<4xf32>) {{ {line} return }}")
    module.verify()
    assert '"inferred.twice"(%arg0) : (tensor<4xf32>) -> tensor<?xf32>' in str(module)
    assert str(hloom.parse(str(module))) == str(module)


@pytest.mark.parametrize("line, code, message", [
    ("%0:2 = inferred.halves %x, 7", "halves_c1", "dimension must lie in [0, 1), got 7"),
    ("%0 = inferred.twice %i : tensor<i32>", "twice_i1",
     "operand operand must be tensor of floating-point numbers, got tensor<i32>"),
    ("%0 = inferred.halves %x, 0", "syntax", "inferred.halves has 2 results, but 1 is named"),
    ("%0:2 = inferred.halves %later, 0 %later = inferred.twice %x : tensor<4xf32>", "undefined",
     "a value must be defined before inferred.halves uses it, the results of which have types that follow from it"),
    ("%0 = inferred.twice %x : tensor<5xf32>", "type", "%x has type tensor<4xf32>, but is used as tensor<5xf32>"),
])
def test_types_that_do_not_follow(line: str, code: str, message: str) -> None:
    with pytest.raises(hloom.ParseError) as caught:
        hloom.parse(f"func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {{\n  {line}\n  return\n}}")
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.line) == (code, message, 2)


def test_a_definition_that_says_it_nowhere_is_refused() -> None:
    class Untyped(Op, name="inferred.untyped"):
        """Says neither in its syntax nor by inference what types its results have."""

        operand: Operand = any_tensor
        result: Result = any_tensor
        syntax = "$operand attr-dict `:` type($operand)"

    try:
        with pytest.raises(InternalError, match=r"untyped: its syntax states no types of results \(type\(\$result\)\), and"):
            hloom.parse("func.func @f(%x: tensor<f32>) { %0 = inferred.untyped %x : tensor<f32> return }")
    finally:
        del REGISTRY[Untyped.name]
