"""What kernels are taken to cost: compared with each other, as their instructions are; and what workers are woken for."""

from __future__ import annotations

import re

from hloom.codegen.cpu.command_words import cost_of, divisions
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from tests.harness import lower


def cost(body: str, target: Target | None = None, **types: str) -> float:
    """What the kernels of a function of these arguments cost together, which returns what its last line computes."""
    arguments = ", ".join(f"%{name}: {type}" for name, type in types.items())
    last, result = body.splitlines()[-1].split(" = ")[0], re.split("-> |: ", body.splitlines()[-1])[-1]
    made = lower(f"func.func @main({arguments}) -> {result} {{\n{body}\nreturn {last} : {result} }}", target)
    return sum(cost_of(kernel) for kernels in made.emitter.emitted.values() for kernel in kernels)


def binary(function: str, type: str) -> float:
    return cost(f"%0 = stablehlo.{function} %x, %y : {type}", x=type, y=type)


def test_of_element_wise_functions() -> None:
    f32, f64, i32 = (f"tensor<64x1024x{type}>" for type in ("f32", "f64", "i32"))
    assert 1.6 < binary("add", f64) / binary("add", f32) < 2.4
    assert 2 < binary("atan2", f32) / binary("add", f32) < 30
    # Integers are divided one by one, but by constants in vectors.
    by_seven = cost(f"%c = stablehlo.constant dense<7> : {i32}\n%0 = stablehlo.divide %x, %c : {i32}", x=i32)
    assert binary("divide", i32) > 10 * by_seven > 10 * binary("add", i32)
    assert 1.5 < binary("multiply", "tensor<64x1024xcomplex<f32>>") / binary("multiply", f32) < 10


def test_of_what_lies_apart() -> None:
    given, result = "tensor<256x1024xf32>", "tensor<128x128xf32>"
    contiguous = cost(f"%0 = stablehlo.slice %x [0:128, 0:128] : ({given}) -> {result}", x=given)
    apart = cost(f"%0 = stablehlo.slice %x [0:128, 0:1024:8] : ({given}) -> {result}", x=given)
    assert apart > 2 * contiguous


def test_of_choices_counts_about_one_arm() -> None:
    """What is concatenated is computed where it goes, each element by one of the arms."""
    part, whole = "tensor<64x1024xf32>", "tensor<128x1024xf32>"
    both = cost(f"%0 = stablehlo.sine %x : {part}\n%1 = stablehlo.cosine %y : {part}\n"
                f"%2 = stablehlo.concatenate %0, %1, dim = 0 : ({part}, {part}) -> {whole}", x=part, y=part)
    assert 0.7 < both / cost(f"%0 = stablehlo.sine %x : {whole}", x=whole) < 1.4


def test_of_reductions_counts_what_is_reduced() -> None:
    text = ("%c = stablehlo.constant dense<0.0> : tensor<f32>\n%0 = stablehlo.reduce({0} init: %c) applies stablehlo.add "
              "across dimensions = [{1}] : (tensor<256x512xf32>, tensor<f32>) -> tensor<{2}xf32>")
    sine = "%s = stablehlo.sine %x : tensor<256x512xf32>\n"
    for dimension, left in ((0, 512), (1, 256)):
        plain = cost(text.format("%x", dimension, left), x="tensor<256x512xf32>")
        of_sines = cost(sine + text.format("%s", dimension, left), x="tensor<256x512xf32>")
        assert of_sines > 4 * plain


def test_of_products_counts_their_types_and_what_follows() -> None:
    def product(type: str, more: str = "") -> float:
        a, b, r = f"tensor<256x32x{type}>", f"tensor<32x64x{type}>", f"tensor<256x64x{type}>"
        return cost(f"%p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({a}, {b}) -> {r}{more.format(r=r)}",
                    x=a, y=b)

    assert 1.6 < product("f64") / product("f32") < 2.4
    assert 3 < product("complex<f32>") / product("f32") < 8
    hyperbolic = "\n%0 = stablehlo.tanh %p : {r}"
    assert product("f32", hyperbolic) > product("f32") + binary("add", "tensor<256x64xf32>")


def test_workers_are_woken_for_work_alone() -> None:
    def has_pieces(size: int) -> bool:
        type = f"tensor<{size}x32xf32>"
        made = lower(f"func.func @main(%x: {type}) -> {type} {{ %0 = stablehlo.sine %x : {type} "
                     f"return %0 : {type} }}")
        return any(divisions(Machine(), made.program.commands, made.emitter.emitted, 2).values())

    assert not has_pieces(8) and not has_pieces(64) and has_pieces(4096)
