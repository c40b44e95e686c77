"""Programs with what is rare: several blocks, forward references, unknown operations, locations, default values, aliases."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.support.diagnostics import ParseError
from hloom.text.mlir import parse, print_module
from tests.text.oracle import Oracle, jax_oracle, torch_oracle

BLOCKS = """
func.func @main(%a: tensor<i1>, %b: f32) -> f32 {
  "x.br"(%b)[^first] : (f32) -> ()
^second:
  %e:2 = "x.two"() ({
    ^bb0(%q: f32):
      "x.yield"(%q, %d) : (f32, f32) -> ()
  }, {}, {
    "x.empty"() : () -> ()
  }) : () -> (f32, f32)
  "x.end"(%e#0, %p#1) : (f32, f32) -> ()
^first(%c: f32):
  %d = "x.use"(%b, %c) {k = 1 : i32} : (f32, f32) -> f32
  %p, %r = "x.use"(%b, %c) <{p = 2 : i32}> {k = 1 : i32} : (f32, f32) -> (f32, f32)
  "x.cond"(%a, %d)[^first, ^second] {z} : (tensor<i1>, f32) -> ()
^dead:
  "x.end"(%d, %d) : (f32, f32) -> ()
}
""".replace("%p#1", "%r")

LOCATED = """
#loc = loc("f.py":1:1)
#loc1 = loc("g.py":3:4)
#loc2 = loc(callsite(#loc1 at #loc))
module @m {
  func.func @main(%a: tensor<4xf32> loc("a"(#loc))) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a : tensor<4xf32> loc(#loc2)
    %1 = stablehlo.add %a, %a : tensor<4xf32> loc("x"("f.py":1:1))
    %2 = stablehlo.add %a, %a : tensor<4xf32> loc(fused[#loc1, "x"])
    %3 = stablehlo.add %a, %a : tensor<4xf32> loc(fused<"why">[#loc1, "y"("x")])
    %4 = stablehlo.add %a, %a : tensor<4xf32> loc(unknown)
    %5 = stablehlo.add %a, %a : tensor<4xf32> loc("f.py":1:1 to :9)
    %6 = stablehlo.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32> loc(unknown)
  } loc(#loc)
} loc(#loc)
"""

DEFAULTS = """
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.exponential %a {
    result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2x2xf32>
  %1 = stablehlo.custom_call @foo(%a) {api_version = 1 : i32, backend_config = "", called_computations = [],
    has_side_effect = false, output_operand_aliases = []} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.composite "a.b" %a {composite_attributes = {}, decomposition = @f, version = 0 : i32}
    : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.cholesky"(%a) {lower = false} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""

ALIASES = """
#m = affine_map<(d0) -> (d0)>
module attributes {x.a = #m, x.b = [affine_map<(d0, d1) -> (d0)>, affine_set<(d0) : (d0 - 1 >= 0)>],
                   x.c = affine_map<(d0) -> (d0)>} {
  func.func @f(%a: tensor<2x2xf32>) attributes {x.q = affine_map<() -> ()>} {
    return
  }
}
"""


@pytest.fixture(scope="module")
def jax_reader() -> Oracle:
    reader = jax_oracle()
    reader.context.allow_unregistered_dialects = True
    return reader


@pytest.mark.parametrize("generic", [False, True], ids=["pretty", "generic"])
@pytest.mark.parametrize("program", [BLOCKS, LOCATED, DEFAULTS, ALIASES], ids=["blocks", "located", "defaults", "aliases"])
def test_program_is_printed_as_mlir_does(program: str, generic: bool, jax_reader: Oracle) -> None:
    module = parse(program, "-", allow_unregistered=True)
    assert print_module(module, generic=generic).rstrip() == (jax_reader.text(program, generic) or "").rstrip()


@pytest.mark.parametrize("generic", [False, True], ids=["pretty", "generic"])
def test_locations_are_printed_as_mlir_does(generic: bool, jax_reader: Oracle) -> None:
    module = parse(LOCATED, "-")
    expected = jax_reader.text(LOCATED, generic, debug_info=True)
    assert print_module(module, generic=generic, debug_info=True).rstrip() == (expected or "").rstrip()


def test_what_jax_lowers_comes_back_with_its_locations() -> None:
    jax = pytest.importorskip("jax")
    numpy = jax.numpy

    def function(x: Any, y: Any) -> Any:
        def body(c: Any, a: Any) -> Any:
            return c + numpy.tanh(a), c.sum()

        c, s = jax.lax.scan(body, x, numpy.stack([y] * 3))
        chosen = jax.lax.cond(s.sum() > 0, lambda c: numpy.sort(c) * 2, lambda c: numpy.cumsum(c), c)
        return chosen, numpy.argmax(s), jax.random.normal(jax.random.key(0), (3,))

    lowered = jax.jit(function).lower(numpy.ones(4), numpy.ones(4))
    for debug_info in (False, True):
        text = lowered.as_text(debug_info=debug_info)
        assert print_module(parse(text), debug_info=debug_info) == text


def test_sparse_encodings_have_aliases() -> None:
    program = """func.func @f(%a: tensor<2x2xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) {
      return
    }"""
    assert print_module(parse(program)).rstrip() == (torch_oracle().text(program) or "").rstrip()


def test_unknown_operations_are_kept_if_allowed() -> None:
    program = '%0:2 = "a.b"() <{p}> ({\n}) {q = #a.c<[1]>} : () -> (i1, !a.t<2>)'
    module = parse(program, allow_unregistered=True)
    assert program in print_module(module).replace("\n  ", "\n")
    with pytest.raises(ParseError, match=r"unknown operation 'a\.b'"):
        parse(program)
    with pytest.raises(ParseError, match="only its generic form"):
        parse("a.b %x : i1", allow_unregistered=True)


def test_an_operation_that_is_not_as_declared_is_printed_in_the_generic_form() -> None:
    program = """func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2>, strides = array<i64: 1>}
        : (tensor<2xf32>) -> tensor<2xf32>
      %1 = "stablehlo.transpose"(%0) : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }"""
    text = print_module(parse(program))
    assert '"stablehlo.slice"(%arg0)' in text and '"stablehlo.transpose"(%0) : ' in text
    assert print_module(parse(text)) == text
