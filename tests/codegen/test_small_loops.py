"""Loops that become one function: their values against the evaluator's, and what they must not touch."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError
from tests.harness import check, lower
from tests.passes.programs import arguments, program


def loop(state: str, condition: str, body: str, arguments: str, results: str, given: str, before: str = "") -> str:
    return f"""
func.func public @main({arguments}) -> ({results}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<37> : tensor<i32>
  {before}
  {state}
  cond {{
    {condition}
  }} do {{
    {body}
  }}
  return {given}
}}"""


COUNTED = """%p = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>"""
STEP = "%next = stablehlo.add %i, %one : tensor<i32>"


def counted(type: str, step: str, given: str = "%r#1", before: str = "") -> str:
    """A loop of 37 iterations whose state is %x, which `step` makes %y."""
    return loop(f"%r:2 = stablehlo.while(%i = %zero, %x = %arg0) : tensor<i32>, {type}", COUNTED,
                f"{STEP}\n    {step}\n    stablehlo.return %next, %y : tensor<i32>, {type}",
                f"%arg0: {type}", type, f"{given} : {type}", before)


def rolled(n: int, element: str) -> str:
    type = f"tensor<{n}x{element}>"
    half = "0.5" if element.startswith(("f", "bf")) else "3"
    return counted(type, f"""%a = stablehlo.slice %x [1:{n}] : ({type}) -> tensor<{n - 1}x{element}>
    %b = stablehlo.slice %x [0:1] : ({type}) -> tensor<1x{element}>
    %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<{n - 1}x{element}>, tensor<1x{element}>) -> {type}
    %h = stablehlo.constant dense<{half}> : {type}
    %m = stablehlo.multiply %c, %h : {type}
    %y = stablehlo.add %m, %arg0 : {type}""")


SWAPPED = loop(
    "%r:3 = stablehlo.while(%i = %zero, %x = %arg0, %z = %arg1) : tensor<i32>, tensor<3xf32>, tensor<3xf32>", COUNTED,
    f"{STEP}\n    %s = stablehlo.subtract %x, %z : tensor<3xf32>\n"
    "    stablehlo.return %next, %z, %s : tensor<i32>, tensor<3xf32>, tensor<3xf32>",
    "%arg0: tensor<3xf32>, %arg1: tensor<3xf32>", "tensor<3xf32>, tensor<3xf32>", "%r#1, %r#2 : tensor<3xf32>, tensor<3xf32>")

NESTED = counted("tensor<i64>", """
    %q:2 = stablehlo.while(%j = %zero, %u = %x) : tensor<i32>, tensor<i64>
    cond {
      %t = stablehlo.compare LT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %k = stablehlo.add %j, %one : tensor<i32>
      %w = stablehlo.constant dense<31> : tensor<i64>
      %d = stablehlo.multiply %u, %w : tensor<i64>
      %e = stablehlo.convert %j : (tensor<i32>) -> tensor<i64>
      %f = stablehlo.add %d, %e : tensor<i64>
      stablehlo.return %k, %f : tensor<i32>, tensor<i64>
    }
    %y = stablehlo.add %q#1, %x : tensor<i64>""")

BRANCHING = counted("tensor<5xf64>", """
    %two = stablehlo.constant dense<3> : tensor<i32>
    %w = stablehlo.remainder %i, %two : tensor<i32>
    %y = "stablehlo.case"(%w) ({
      %a = stablehlo.sine %x : tensor<5xf64>
      stablehlo.return %a : tensor<5xf64>
    }, {
      %a = stablehlo.negate %x : tensor<5xf64>
      stablehlo.return %a : tensor<5xf64>
    }, {
      %a = stablehlo.add %x, %arg0 : tensor<5xf64>
      stablehlo.return %a : tensor<5xf64>
    }) : (tensor<i32>) -> tensor<5xf64>""")

#: A large tensor, updated in place, beside small ones; and what was computed before the loop and is needed after it.
MIXED = loop(
    "%r:3 = stablehlo.while(%i = %zero, %x = %arg0, %s = %start) : tensor<i32>, tensor<1000xf32>, tensor<f32>", COUNTED,
    f"""{STEP}
    %a = stablehlo.dynamic_slice %x, %i, sizes = [7] : (tensor<1000xf32>, tensor<i32>) -> tensor<7xf32>
    %t = stablehlo.reduce(%a init: %start) applies stablehlo.add across dimensions = [0] :
        (tensor<7xf32>, tensor<f32>) -> tensor<f32>
    %u = stablehlo.add %s, %t : tensor<f32>
    %v = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %w = stablehlo.dynamic_update_slice %x, %v, %next : (tensor<1000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<1000xf32>
    stablehlo.return %next, %w, %u : tensor<i32>, tensor<1000xf32>, tensor<f32>""",
    "%arg0: tensor<1000xf32>, %arg1: tensor<f32>", "tensor<1000xf32>, tensor<f32>, tensor<f32>",
    "%r#1, %r#2, %start : tensor<1000xf32>, tensor<f32>, tensor<f32>",
    "%start = stablehlo.multiply %arg1, %arg1 : tensor<f32>")

#: The iterations of an inner loop depend on data; the outer one is not small.
INSIDE_A_LARGE_ONE = loop(
    "%r:2 = stablehlo.while(%i = %zero, %x = %arg0) : tensor<i32>, tensor<40000xf32>", COUNTED,
    f"""{STEP}
    %a = stablehlo.slice %x [0:1] : (tensor<40000xf32>) -> tensor<1xf32>
    %b = stablehlo.reshape %a : (tensor<1xf32>) -> tensor<f32>
    %q = stablehlo.while(%v = %b) : tensor<f32>
    cond {{
      %bound = stablehlo.constant dense<100.0> : tensor<f32>
      %p = stablehlo.compare LT, %v, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
      %more = stablehlo.constant dense<9.5> : tensor<f32>
      %w = stablehlo.add %v, %more : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }}
    %c = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<40000xf32>
    %e = stablehlo.constant dense<0.5> : tensor<40000xf32>
    %f = stablehlo.multiply %x, %e : tensor<40000xf32>
    %y = stablehlo.subtract %f, %c : tensor<40000xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<40000xf32>""",
    "%arg0: tensor<40000xf32>", "tensor<40000xf32>", "%r#1 : tensor<40000xf32>")

def products(m: int, k: int, n: int, element: str, of: str = "rows") -> str:
    """A loop that multiplies what it carries by a matrix from the left, in `rows` or with `columns` side by side, and adds."""
    x, w, v = (f"tensor<{shape}x{element}>" for shape in (f"{m}x{n}", f"{m}x{k}", f"{k}x{m}"))
    w, dims = (w, "[1] x [0]") if of == "rows" else (v, "[0] x [0]")
    part = "2" if element.startswith(("i", "ui")) else "0.125"
    return counted(x, f"""%a = stablehlo.slice %x [0:{min(m, k)}, 0:{n}] : ({x}) -> tensor<{min(m, k)}x{n}x{element}>
    %z = stablehlo.constant dense<{part}> : tensor<{element}>
    %b = stablehlo.pad %a, %z, low = [0, 0], high = [{max(k - m, 0)}, 0], interior = [0, 0] :
        (tensor<{min(m, k)}x{n}x{element}>, tensor<{element}>) -> tensor<{k}x{n}x{element}>
    %p = stablehlo.dot_general %w, %b, contracting_dims = {dims} : ({w}, tensor<{k}x{n}x{element}>) -> {x}
    %c = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<{element}>) -> {x}
    %q = stablehlo.multiply %p, %c : {x}
    %y = stablehlo.add %q, %arg0 : {x}""", before=f"""%seed = stablehlo.iota dim = 0 : {w}
  %step = stablehlo.constant dense<{part}> : {w}
  %w = stablehlo.multiply %seed, %step : {w}""")


PRODUCTS = {f"{m}x{k} by {k}x{n}, {of}, {element}": products(m, k, n, element, of)
            for m, k, n in ((3, 3, 3), (1, 12, 1), (16, 1, 5), (5, 5, 1), (1, 7, 6), (8, 8, 8), (2, 12, 4))
            for element in ("f32", "f64", "bf16", "i32", "i8") for of in ("rows", "columns")}

PROGRAMS = {
    "scalar": counted("tensor<f32>", """%c = stablehlo.constant dense<0.99> : tensor<f32>
    %m = stablehlo.multiply %x, %c : tensor<f32>
    %y = stablehlo.add %m, %c : tensor<f32>"""),
    "complex": counted("tensor<3xcomplex<f32>>", "%m = stablehlo.multiply %x, %arg0 : tensor<3xcomplex<f32>>\n"
                       "%s = stablehlo.tanh %m : tensor<3xcomplex<f32>>\n%y = stablehlo.add %s, %arg0 : tensor<3xcomplex<f32>>"),
    "predicates": counted("tensor<19xi1>", "%m = stablehlo.not %x : tensor<19xi1>\n"
                          "%y = stablehlo.xor %m, %arg0 : tensor<19xi1>"),
    "empty": counted("tensor<0xf32>", "%y = stablehlo.add %x, %x : tensor<0xf32>"),
    "matrix": counted("tensor<5x5xf32>", """%p = stablehlo.dot_general %x, %arg0, contracting_dims = [1] x [0] :
        (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
    %y = stablehlo.tanh %p : tensor<5x5xf32>"""),
    "transposed": counted("tensor<3x3xbf16>", """
    %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
    %y = stablehlo.subtract %t, %arg0 : tensor<3x3xbf16>"""),
    **{f"rolled {n} {element}": rolled(n, element) for n in (2, 5, 16, 17, 64, 100) for element in ("f32", "i8", "f64")},
    "swapped": SWAPPED, "nested": NESTED, "branching": BRANCHING, "mixed": MIXED, "inside a large one": INSIDE_A_LARGE_ONE,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_computes_what_the_evaluator_does(name: str) -> None:
    module = program(PROGRAMS[name])
    arrays = [np.array(x, order="C") for x in arguments(module, 3)]
    check(module, arrays, tolerance=200)  # what is not rounded alike is carried through 37 iterations


@pytest.mark.unguarded
@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in ("empty", "inside a large one")])
def test_these_become_a_function_of_their_own(name: str) -> None:
    parts = lower(PROGRAMS[name]).llvm_parts(1)
    assert any(part.is_optimised and "define i64 @small_loop_0" in part.text for part in parts)


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_of_tiny_matrices(name: str) -> None:
    """Straight code of the loop: nothing is called, nothing read or written beside the matrices."""
    module = program(PRODUCTS[name])
    arrays = [np.array(x, order="C") for x in arguments(module, 3)]
    # Sums are formed in another order, and those of bf16 not rounded at each step.
    made = check(module, arrays, tolerance=200 if arrays[0].dtype.kind == "f" else 16)
    parts = [part.text for part in made.llvm_parts(1) if "define i64 @small_loop_0" in part.text]
    assert parts and not any("@form_" in text or "@contraction" in text for text in parts)


@pytest.mark.unguarded
@pytest.mark.parametrize(("m", "k", "n", "is_straight"), [
    (3, 3, 3, True), (8, 8, 8, True), (8, 8, 9, False), (1, 16, 16, True), (1, 17, 16, False), (16, 12, 1, True)])
def test_products_that_are_straight_code(m: int, k: int, n: int, is_straight: bool) -> None:
    text = lower(products(m, k, n, "f32")).llvm
    assert ("@form_" in text) != is_straight


def test_a_loop_without_iterations_gives_what_it_got() -> None:
    text = PROGRAMS["scalar"].replace("dense<37>", "dense<0>")
    assert hloom.compile(program(text))(np.float32(2.5)) == np.float32(2.5)


def test_an_endless_loop_ends_at_its_time_limit() -> None:
    text = PROGRAMS["scalar"].replace("compare LT, %i, %limit, SIGNED", "compare EQ, %i, %i, SIGNED")
    with pytest.raises(EvaluationError, match="time limit"):
        hloom.compile(program(text), time_limit=0.1)(np.float32(1))
