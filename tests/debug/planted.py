"""Programs with one fault, each planted in an operation that is known: what debuggers are to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import hloom
from hloom.ir.attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr
from hloom.ir.core import Operation
from hloom.ops.common.decomposition import clone
from hloom.support.diagnostics import EvaluationError
from hloom.verify import diagnose

#: A block of a transformer with a loop behind it: products, reductions, comparisons, movements, a branch, a call.
PROGRAM = """
func.func @main(%x: tensor<6x8xf32>, %w: tensor<8x8xf32>, %n: tensor<i32>) -> (tensor<6x8xf32>, tensor<6xf32>) {
  %scale = stablehlo.constant dense<0.35> : tensor<6x6xf32>
  %low = stablehlo.constant dense<-1.0e+9> : tensor<6x6xf32>
  %minus = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<6x8xf32>
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %s = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x6xf32>) -> tensor<6x6xf32>
  %scaled = stablehlo.multiply %s, %scale : tensor<6x6xf32>
  %row = stablehlo.iota dim = 0 : tensor<6x6xi32>
  %column = stablehlo.iota dim = 1 : tensor<6x6xi32>
  %mask = stablehlo.compare GE, %row, %column : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
  %masked = stablehlo.select %mask, %scaled, %low : tensor<6x6xi1>, tensor<6x6xf32>
  %most = stablehlo.reduce(%masked init: %minus) applies stablehlo.maximum across dimensions = [1]
    : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
  %mostly = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<6xf32>) -> tensor<6x6xf32>
  %less = stablehlo.subtract %masked, %mostly : tensor<6x6xf32>
  %e = stablehlo.exponential %less : tensor<6x6xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<6xf32>) -> tensor<6x6xf32>
  %p = stablehlo.divide %e, %sums : tensor<6x6xf32>
  %o = stablehlo.dot_general %p, %x, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %h = call @gelu(%o) : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %r:2 = stablehlo.while(%a = %h, %k = %begin) : tensor<6x8xf32>, tensor<i32>
  cond {
    %going = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %going : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %next = stablehlo.add %k, %one : tensor<i32>
    %odd = stablehlo.remainder %k, %two : tensor<i32>
    %is_odd = stablehlo.compare EQ, %odd, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b = "stablehlo.if"(%is_odd) ({
      %sine = stablehlo.sine %a : tensor<6x8xf32>
      %moved = stablehlo.add %sine, %half : tensor<6x8xf32>
      stablehlo.return %moved : tensor<6x8xf32>
    }, {
      %squashed = stablehlo.tanh %a : tensor<6x8xf32>
      %doubled = stablehlo.add %squashed, %squashed : tensor<6x8xf32>
      stablehlo.return %doubled : tensor<6x8xf32>
    }) : (tensor<i1>) -> tensor<6x8xf32>
    stablehlo.return %b, %next : tensor<6x8xf32>, tensor<i32>
  }
  %last = stablehlo.slice %r#0 [0:6, 1:2] : (tensor<6x8xf32>) -> tensor<6x1xf32>
  %column_1 = stablehlo.reshape %last : (tensor<6x1xf32>) -> tensor<6xf32>
  return %r#0, %column_1 : tensor<6x8xf32>, tensor<6xf32>
}
func.func private @gelu(%v: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %c = stablehlo.constant dense<1.702> : tensor<6x8xf32>
  %cv = stablehlo.multiply %v, %c : tensor<6x8xf32>
  %gate = stablehlo.logistic %cv : tensor<6x8xf32>
  %g = stablehlo.multiply %v, %gate : tensor<6x8xf32>
  return %g : tensor<6x8xf32>
}
"""


def arrays(seed: int = 0) -> list[Any]:
    """Arguments of PROGRAM; the loop runs three times."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(6, 8)).astype(np.float32), rng.normal(size=(8, 8)).astype(np.float32), np.int32(3)]


def _constant(op: Any, rng: np.random.Generator) -> bool:
    value = op.constant_value()
    array = np.array(value.array())
    if array.dtype != np.float32 or not np.isfinite(array).all() or np.abs(array).max() > 100:
        return False
    array = array + np.float32(0.25)
    op.attributes["value"] = DenseElementsAttr.of(array, value.type)
    return True


def _direction(op: Any, rng: np.random.Generator) -> bool:
    other = clone(hloom.parse("func.func @main(%a: tensor<i32>) -> tensor<i1> { %0 = stablehlo.compare "
                              f"{ {'GE': 'GT', 'LT': 'LE', 'EQ': 'NE'}[op.comparison_direction] }, %a, %a : (tensor<i32>, "
                              "tensor<i32>) -> tensor<i1>\n return %0 : tensor<i1> }").functions["main"].body.block.operations[0],
                  {})
    op.attributes["comparison_direction"] = other.attributes["comparison_direction"]
    return True


def _axis(op: Any, rng: np.random.Generator) -> bool:
    for name in ("dimensions", "broadcast_dimensions"):
        found = op.attributes.get(name)
        if isinstance(found, DenseArrayAttr) and len(found.values) == 1:
            op.attributes[name] = DenseArrayAttr(found.element, (1 - found.values[0],))
            return True
    found = op.attributes.get("iota_dimension")
    if isinstance(found, IntegerAttr):
        op.attributes["iota_dimension"] = IntegerAttr(1 - found.value, found.type)
        return True
    return False


def _start(op: Any, rng: np.random.Generator) -> bool:
    for name in ("start_indices", "limit_indices"):
        found = op.attributes[name]
        op.attributes[name] = DenseArrayAttr(found.element, (found.values[0], found.values[1] + 2))
    return True


#: How a fault is planted in an operation, by the operation's name.
FAULTS: dict[str, Callable[[Any, np.random.Generator], bool]] = {
    "stablehlo.constant": _constant, "stablehlo.compare": _direction, "stablehlo.reduce": _axis, "stablehlo.iota": _axis,
    "stablehlo.broadcast_in_dim": _axis, "stablehlo.slice": _start}
#: Texts in lines that mean something else of the same type.
_TEXTS = {"%x, %w, contracting_dims = [1] x [0]": "%x, %w, contracting_dims = [1] x [1]",
          "%mask, %scaled, %low": "%mask, %low, %scaled", "%q, dims = [1, 0]": "%x, dims = [1, 0]",
          "%masked, %mostly": "%mostly, %masked", "%e, %sums": "%sums, %e", "%p, %x,": "%s, %x,", "%sine, %half": "%sine, %sine",
          "%squashed, %squashed": "%squashed, %a", "%v, %gate": "%cv, %gate", "%r#0 [0:6, 1:2]": "%h [0:6, 1:2]",
          "%k, %two": "%two, %k"}
#: Operations that another one can stand for, which gives something else of the same type.
INSTEAD = {"stablehlo.add": "stablehlo.subtract", "stablehlo.subtract": "stablehlo.add", "stablehlo.multiply": "stablehlo.add",
           "stablehlo.divide": "stablehlo.multiply", "stablehlo.sine": "stablehlo.cosine", "stablehlo.tanh": "stablehlo.logistic",
           "stablehlo.logistic": "stablehlo.tanh", "stablehlo.exponential": "stablehlo.tanh",
           "stablehlo.maximum": "stablehlo.minimum"}


def faulty_programs(text: str = PROGRAM) -> Iterator[tuple[str, str]]:
    """Every program that differs from `text` in one operation, valid, as text; with the name of the operation's line: `%p = `."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for old, new in (*((f"= {a} ", f"= {b} ") for a, b in INSTEAD.items()), *_TEXTS.items()):
            if old in line:
                yield _name(line), "\n".join([*lines[:number], line.replace(old, new), *lines[number + 1 :]])
    module = hloom.parse(text)
    operations = [op for op in module.walk() if op.name in FAULTS]
    rng = np.random.default_rng(0)
    for k in range(len(operations)):
        changed = hloom.parse(text)
        op = [op for op in changed.walk() if op.name in FAULTS][k]
        if FAULTS[op.name](op, rng) and not list(diagnose(changed)):
            yield _name(lines[op.span.line - 1]), changed  # type: ignore[misc, union-attr]


def _name(line: str) -> str:
    return line.split("=")[0].split(":")[0].strip().removeprefix("%")


def changes_results(program: Any, given: list[Any]) -> bool:
    """Whether a program ends, and gives something else than PROGRAM."""
    right = hloom.evaluate(hloom.parse(PROGRAM), *given)
    try:
        wrong = hloom.evaluate(program, *given, step_limit=1000)
    except EvaluationError:  # its loop has no end
        return False
    return any(not np.allclose(a, b, rtol=1e-3, atol=1e-3, equal_nan=True) for a, b in zip(right, wrong))


def line_of(op: Operation) -> int:
    """The line on which an operation stands."""
    assert op.span is not None
    return op.span.line
