"""Results that kernels store where a value lay that nothing reads afterwards, and those that they must not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.plan.program import Access, Launch, walk_commands
from hloom.numbers.difference import EQUAL
from hloom.numbers.element_type import element_type
from tests.codegen.program_checks import verify_program
from tests.harness import check, compiled, evaluated, lower, needs_pages, run, same, targets
from tests.passes.programs import arguments, program

#: A value of the program's own, which a kernel of its own computes: %x as %a.
OWN = "%n = stablehlo.negate %x : {t}\n%a = stablehlo.optimization_barrier %n : {t}\n"
END = "\nreturn %r : {t}"
#: Lines after which %r is the result, and how many launches store where they read.
LINES = {
    "the same element": (OWN + "%r = stablehlo.multiply %a, %x : {t}", 1),
    "twice": (OWN + "%s = stablehlo.add %a, %a : {t}\n%r = stablehlo.multiply %s, %a : {t}", 1),
    "one of two": (OWN + "%m = stablehlo.abs %x : {t}\n%b = stablehlo.optimization_barrier %m : {t}\n"
                         "%r = stablehlo.subtract %a, %b : {t}", 1),
    "one after the other": (OWN + "%s = stablehlo.add %a, %x : {t}\n%b = stablehlo.optimization_barrier %s : {t}\n"
                                  "%r = stablehlo.multiply %b, %x : {t}", 2),
    "another shape": (OWN + "%s = stablehlo.reshape %a : ({t}) -> tensor<35xf32>\n%m = stablehlo.abs %s : tensor<35xf32>\n"
                            "%c = stablehlo.reshape %m : (tensor<35xf32>) -> {t}\n%r = stablehlo.add %c, %x : {t}", 1),
    "another type": (OWN + "%c = stablehlo.bitcast_convert %a : ({t}) -> tensor<5x7xi32>\n"
                           "%b = stablehlo.optimization_barrier %c : tensor<5x7xi32>\n"
                           "%m = stablehlo.not %b : tensor<5x7xi32>\n"
                           "%r = stablehlo.bitcast_convert %m : (tensor<5x7xi32>) -> {t}", 1),
    "an argument": ("%r = stablehlo.negate %x : {t}", 0),
    "an argument under another name": ("%a = stablehlo.optimization_barrier %x : {t}\n%r = stablehlo.negate %a : {t}", 0),
    "read later": (OWN + "%m = stablehlo.multiply %a, %x : {t}\n%b = stablehlo.optimization_barrier %m : {t}\n"
                         "%r = stablehlo.subtract %a, %b : {t}", 1),  # into what was first or second
    "backwards": (OWN + "%m = stablehlo.reverse %a, dims = [1] : {t}\n%r = stablehlo.add %m, %a : {t}", 0),
    "a row of it": (OWN + "%m = stablehlo.slice %a [0:1, 0:7] : ({t}) -> tensor<1x7xf32>\n"
                          "%c = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<1x7xf32>) -> {t}\n"
                          "%r = stablehlo.add %c, %a : {t}", 0),
    "moved rows": (OWN + "%m = stablehlo.slice %a [0:4, 0:7] : ({t}) -> tensor<4x7xf32>\n"
                         "%l = stablehlo.slice %a [4:5, 0:7] : ({t}) -> tensor<1x7xf32>\n"
                         "%c = stablehlo.concatenate %l, %m, dim = 0 : (tensor<1x7xf32>, tensor<4x7xf32>) -> {t}\n"
                         "%r = stablehlo.add %c, %a : {t}", 0),
    "sums of rows": (OWN + "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                           "%m = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] :"
                           " ({t}, tensor<f32>) -> tensor<5xf32>\n"
                           "%c = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<5xf32>) -> {t}\n"
                           "%b = stablehlo.optimization_barrier %c : {t}\n%r = stablehlo.add %b, %a : {t}", 1),
    "wider": (OWN + "%b = stablehlo.convert %a : ({t}) -> tensor<5x7xf64>\n"
                    "%c = stablehlo.optimization_barrier %b : tensor<5x7xf64>\n"
                    "%r = stablehlo.convert %c : (tensor<5x7xf64>) -> {t}", 0),
}


def text(lines: str, type: str = "tensor<5x7xf32>") -> str:
    return f"func.func @main(%x: {type}) -> {type} {{\n{(lines + END).replace('{t}', type)}\n}}"


def stored_in_place(made: Any) -> int:
    """Launches that store where they read; the plan is looked at as a whole, too."""
    verify_program(made.program, made.module.functions["main"])
    launches = [c for c in walk_commands(made.program.commands) if isinstance(c, Launch)]
    return sum(bool({u.buffer for u in c.uses if u.access is Access.READ and u.buffer.bytes}
                    & {u.buffer for u in c.uses if u.access is Access.WRITE}) for c in launches)


@pytest.mark.parametrize("name", LINES)
def test_what_is_stored_in_place(name: str) -> None:
    lines, wanted = LINES[name]
    module = program(text(lines))
    assert stored_in_place(lower(module)) == wanted
    (x,) = arguments(module, 3)
    same(run(compiled(module), x), evaluated(module, x))


def test_several_results() -> None:
    """Two values give their places to two of three results; the third has one of its own."""
    module = program("""
      func.func @main(%x: tensor<33xf32>, %y: tensor<33xf32>) -> (tensor<33xf32>, tensor<33xf32>, tensor<33xf32>) {
        %n = stablehlo.negate %x : tensor<33xf32>
        %a = stablehlo.optimization_barrier %n : tensor<33xf32>
        %m = stablehlo.add %y, %y : tensor<33xf32>
        %b = stablehlo.optimization_barrier %m : tensor<33xf32>
        %0 = stablehlo.add %a, %b : tensor<33xf32>
        %1 = stablehlo.subtract %a, %b : tensor<33xf32>
        %2 = stablehlo.multiply %a, %b : tensor<33xf32>
        return %0, %1, %2 : tensor<33xf32>, tensor<33xf32>, tensor<33xf32> }""")
    made = lower(module)
    assert stored_in_place(made) == 1
    assert not any(u.buffer.kind == "temporary" for c in made.program.commands if isinstance(c, Launch) for u in c.uses)
    x, y = arguments(module, 1)
    a, b = -x, y + y
    same(run(compiled(module), x, y), (a + b, a - b, a * b))


@pytest.mark.parametrize("arm", [0, 1])
def test_arms_and_bodies(arm: int) -> None:
    """What an arm or a body computes for the program around it may lie where that needs something else before."""
    module = program("""
      func.func @main(%i: tensor<i32>, %x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
        %n = stablehlo.negate %x : tensor<9xf32>
        %a = stablehlo.optimization_barrier %n : tensor<9xf32>
        %r = "stablehlo.case"(%i) ({
          %m = stablehlo.abs %a : tensor<9xf32>
          %b = stablehlo.optimization_barrier %m : tensor<9xf32>
          %c = stablehlo.add %b, %a : tensor<9xf32>
          stablehlo.return %c : tensor<9xf32>
        }, {
          %c = stablehlo.multiply %a, %x : tensor<9xf32>
          stablehlo.return %c : tensor<9xf32>
        }) : (tensor<i32>) -> tensor<9xf32>
        %k = stablehlo.constant dense<4> : tensor<i32>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %l:3 = stablehlo.while(%j = %z, %u = %r, %v = %a) : tensor<i32>, tensor<9xf32>, tensor<9xf32>
        cond {
          %p = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %h = stablehlo.add %j, %one : tensor<i32>
          %s = stablehlo.subtract %u, %v : tensor<9xf32>
          %t = stablehlo.optimization_barrier %s : tensor<9xf32>
          %w = stablehlo.add %t, %x : tensor<9xf32>
          %q = stablehlo.maximum %u, %x : tensor<9xf32>
          stablehlo.return %h, %w, %q : tensor<i32>, tensor<9xf32>, tensor<9xf32>
        }
        return %l#1, %l#2 : tensor<9xf32>, tensor<9xf32> }""")
    stored_in_place(lower(module))
    x = np.linspace(-2, 3, 9, dtype=np.float32)
    u, v = (np.abs(-x) + -x, -x) if arm == 0 else (-x * x, -x)
    for _ in range(4):
        u, v = (u - v) + x, np.maximum(u, x)
    same(run(compiled(module), np.int32(arm), x), (u, v))


@needs_pages
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i8", "i1", "i4", "complex<f32>", "complex<f64>", "f8E4M3FN"])
@pytest.mark.parametrize("shape", [(0,), (1,), (3,), (67,), (5, 259), (3, 0, 2), (2, 3, 17), (70_001,)])
def test_all_types_and_rests(shape: tuple[int, ...], type: str, target: str) -> None:
    """Between pages that must not be touched."""
    t = f"tensor<{'x'.join(map(str, shape))}x{type}>"
    operation = "xor" if type == "i1" else "subtract"
    module = program(f"""
      func.func @main(%x: {t}, %y: {t}) -> {t} {{
        %n = stablehlo.{'not' if type == 'i1' else 'negate'} %x : {t}
        %a = stablehlo.optimization_barrier %n : {t}
        %r = stablehlo.{operation} %a, %y : {t}
        return %r : {t} }}""")
    made = lower(module, target)
    assert stored_in_place(made) == (0 not in shape)
    dtype, rng = element_type(type).dtype, np.random.default_rng(len(type))
    low = 0 if type == "i1" else -4
    x, y = (rng.integers(low, 2 if type == "i1" else 4, shape).astype(dtype) for _ in range(2))
    check(made, [x, y], evaluated(module, x, y))


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i8", "i16"])
@pytest.mark.parametrize("columns", [63, 70, 75, 103, 300])
def test_rests_of_rows(columns: int, type: str) -> None:
    """Rows with values of the whole row, whose rests are stored in parts: no lane of them is that of the next row."""
    x, r = f"tensor<33x{columns}x{type}>", f"tensor<33x{type}>"
    module = hloom.parse(f"""func.func @main(%x: {x}, %r: {r}) -> {x} {{
      %n = stablehlo.add %x, %x : {x}
      %a = stablehlo.optimization_barrier %n : {x}
      %v = stablehlo.broadcast_in_dim %r, dims = [0] : ({r}) -> {x}
      %s = stablehlo.subtract %a, %v : {x}
      return %s : {x}
    }}""")
    rng, dtype = np.random.default_rng(columns), element_type(type).dtype
    given, rows = rng.integers(-9, 9, (33, columns)).astype(dtype), rng.integers(-9, 9, 33).astype(dtype)
    for target in targets().values():
        made = lower(module, target)
        assert stored_in_place(made) == 1
        check(made, [given, rows], [given + given - rows[:, None]], EQUAL)


@pytest.mark.parametrize("shape", [(70_001,), (33, 70), (3, 1003)])
def test_long_bodies(shape: tuple[int, ...]) -> None:
    """Elements behind whole vectors are computed again with some before them, but not where these have been stored already."""
    x, r = (f"tensor<{'x'.join(map(str, dims))}xi32>" for dims in (shape, shape[:1]))
    steps = "\n".join(f"%b{k} = stablehlo.multiply %a{k}, %v : {x}\n%a{k + 1} = stablehlo.add %b{k}, %v : {x}" for k in range(6))
    text = f"""func.func @main(%x: {x}, %r: {r}) -> {x} {{
      %n = stablehlo.negate %x : {x}
      %a0 = stablehlo.optimization_barrier %n : {x}
      %v = stablehlo.broadcast_in_dim %r, dims = [0] : ({r}) -> {x}
      {steps}
      return %a6 : {x}
    }}"""
    rng = np.random.default_rng(0)
    given, rows = (rng.integers(-9, 9, dims).astype(np.int32) for dims in (shape, shape[:1]))
    expected = -given
    for _ in range(6):
        expected = (expected + 1) * rows.reshape(-1, *[1] * (len(shape) - 1))
    for written, stores in ((text, 1), (text.replace("stablehlo.optimization_barrier %n", "stablehlo.negate %x"), 0)):
        for target in targets().values():
            made = lower(written, target)
            assert stored_in_place(made) == stores
            check(made, [given, rows], [expected])


def test_memory_of_a_chain() -> None:
    """However many kernels follow each other, they take the result's memory only."""
    t = "tensor<1000000xf32>"
    lines = [f"%{k} = stablehlo.{'abs' if k % 2 else 'negate'} %b{k - 1} : {t}\n"
             f"%b{k} = stablehlo.optimization_barrier %{k} : {t}" for k in range(1, 6)]
    made = lower(f"func.func @main(%b0: {t}) -> {t} {{\n" + "\n".join(lines) + f"\nreturn %b5 : {t}\n}}")
    assert stored_in_place(made) == 4
    assert made.program.arena_bytes == 0
