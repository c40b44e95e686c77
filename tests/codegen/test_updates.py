"""Values that share buffers: loops that swap what they carry, updates in place, results that are arguments, tuples."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from tests.harness import check, compiled, evaluated, lower, run, same
from tests.passes.programs import arguments, program
from tests.programs import loop

#: Each is the body of a function, by what it is about.
PROGRAMS = {
    "carried values change places": """(%x: tensor<40xf32>, %y: tensor<40xf32>) ->
            (tensor<40xf32>, tensor<40xf32>) {
        """ + loop("3", "%a = %x, %b = %y", "tensor<40xf32>, tensor<40xf32>", "", "%b, %a") + """
        return %r#1, %r#2 : tensor<40xf32>, tensor<40xf32> }""",
    "three carried values rotate and one is used after its update": """(%x: tensor<40xf32>, %y: tensor<40xf32>) ->
            (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
        """ + loop("4", "%a = %x, %b = %y, %c = %x", "tensor<40xf32>, tensor<40xf32>, tensor<40xf32>",
                   """%sum = stablehlo.add %a, %b : tensor<40xf32>
          %t = stablehlo.reverse %a, dims = [0] : tensor<40xf32>
          %u = stablehlo.subtract %t, %sum : tensor<40xf32>""", "%sum, %a, %u") + """
        return %r#1, %r#2, %r#3 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32> }""",
    "a carried value that never changes is updated afterwards": """(%x: tensor<40xf32>, %u: tensor<4xf32>) ->
            (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
        %y = stablehlo.add %x, %x : tensor<40xf32>
        """ + loop("2", "%a = %y, %b = %x", "tensor<40xf32>, tensor<40xf32>", "", "%a, %b") + """
        %v = stablehlo.dynamic_update_slice %r#1, %u, %one : (tensor<40xf32>, tensor<4xf32>, tensor<i32>) -> tensor<40xf32>
        %w = stablehlo.dynamic_update_slice %r#2, %u, %zero : (tensor<40xf32>, tensor<4xf32>, tensor<i32>) -> tensor<40xf32>
        return %v, %w, %y : tensor<40xf32>, tensor<40xf32>, tensor<40xf32> }""",
    "an inner loop counts by what an outer loop carries": """(%x: tensor<40xf32>, %u: tensor<1xf32>) ->
            (tensor<40xf32>, tensor<i32>) {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %limit = stablehlo.constant dense<5> : tensor<i32>
        %r:3 = stablehlo.while(%i = %zero, %a = %x, %n = %zero) : tensor<i32>, tensor<40xf32>, tensor<i32>
        cond {
          %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %s:3 = stablehlo.while(%k = %zero, %b = %a, %m = %n) : tensor<i32>, tensor<40xf32>, tensor<i32>
          cond {
            %p = stablehlo.compare LE, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %at = stablehlo.multiply %k, %limit : tensor<i32>
            %c = stablehlo.dynamic_update_slice %b, %u, %at : (tensor<40xf32>, tensor<1xf32>, tensor<i32>) -> tensor<40xf32>
            %d = stablehlo.add %c, %x : tensor<40xf32>
            %l = stablehlo.add %k, %one : tensor<i32>
            %o = stablehlo.add %m, %k : tensor<i32>
            stablehlo.return %l, %d, %o : tensor<i32>, tensor<40xf32>, tensor<i32>
          }
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %s#1, %s#2 : tensor<i32>, tensor<40xf32>, tensor<i32>
        }
        return %r#1, %r#2 : tensor<40xf32>, tensor<i32> }""",
    "an argument behind a barrier is not overwritten": """(%x: tensor<9xf32>, %u: tensor<2xf32>, %i: tensor<i32>) ->
            (tensor<9xf32>, tensor<9xf32>) {
        %b:2 = stablehlo.optimization_barrier %x, %u : tensor<9xf32>, tensor<2xf32>
        %v = stablehlo.dynamic_update_slice %b#0, %b#1, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        return %v, %x : tensor<9xf32>, tensor<9xf32> }""",
    "what a barrier renames is used again under its first name": """(%x: tensor<9xf32>, %u: tensor<2xf32>, %i: tensor<i32>) ->
            (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
        %y = stablehlo.negate %x : tensor<9xf32>
        %b:2 = stablehlo.optimization_barrier %y, %y : tensor<9xf32>, tensor<9xf32>
        %v = stablehlo.dynamic_update_slice %b#0, %u, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        %w = stablehlo.dynamic_update_slice %b#1, %u, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        return %v, %w, %y : tensor<9xf32>, tensor<9xf32>, tensor<9xf32> }""",
    "parts of a tuple are updated": """(%x: tensor<9xf32>, %u: tensor<2xf32>, %i: tensor<i32>) ->
            (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
        %y = stablehlo.add %x, %x : tensor<9xf32>
        %t = stablehlo.tuple %x, %y : tuple<tensor<9xf32>, tensor<9xf32>>
        %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<9xf32>, tensor<9xf32>>) -> tensor<9xf32>
        %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<9xf32>, tensor<9xf32>>) -> tensor<9xf32>
        %v = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        %w = stablehlo.dynamic_update_slice %b, %u, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        return %v, %w, %y : tensor<9xf32>, tensor<9xf32>, tensor<9xf32> }""",
    "a constant is updated twice": """(%u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
        %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<9xf32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %v = stablehlo.dynamic_update_slice %c, %u, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        %w = stablehlo.dynamic_update_slice %v, %u, %zero : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>
        return %c, %v, %w : tensor<9xf32>, tensor<9xf32>, tensor<9xf32> }""",
    "the update is a part of what is updated": """(%x: tensor<64xf32>, %i: tensor<i32>) -> tensor<64xf32> {
        %y = stablehlo.add %x, %x : tensor<64xf32>
        %s = stablehlo.slice %y [8:48] : (tensor<64xf32>) -> tensor<40xf32>
        %v = stablehlo.dynamic_update_slice %y, %s, %i : (tensor<64xf32>, tensor<40xf32>, tensor<i32>) -> tensor<64xf32>
        return %v : tensor<64xf32> }""",
    "a reshape of what is updated is read afterwards": """(%x: tensor<6x4xf32>, %u: tensor<3xf32>, %i: tensor<i32>) ->
            (tensor<24xf32>, tensor<6x4xf32>) {
        %y = stablehlo.add %x, %x : tensor<6x4xf32>
        %f = stablehlo.reshape %y : (tensor<6x4xf32>) -> tensor<24xf32>
        %v = stablehlo.dynamic_update_slice %f, %u, %i : (tensor<24xf32>, tensor<3xf32>, tensor<i32>) -> tensor<24xf32>
        %z = stablehlo.negate %y : tensor<6x4xf32>
        return %v, %z : tensor<24xf32>, tensor<6x4xf32> }""",
    "results are arguments, constants, and each other": """(%x: tensor<9xf32>) ->
            (tensor<9xf32>, tensor<9xf32>, tensor<2xi32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>) {
        %c = stablehlo.constant dense<[7, -1]> : tensor<2xi32>
        %y = stablehlo.negate %x : tensor<9xf32>
        %r = stablehlo.reshape %x : (tensor<9xf32>) -> tensor<3x3xf32>
        return %x, %x, %c, %y, %y, %r :
            tensor<9xf32>, tensor<9xf32>, tensor<2xi32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32> }""",
    "branches return what they capture": """(%p: tensor<i1>, %x: tensor<9xf32>, %y: tensor<9xf32>) ->
            (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
        %s = stablehlo.add %x, %y : tensor<9xf32>
        %r:2 = "stablehlo.if"(%p) ({
          stablehlo.return %s, %s : tensor<9xf32>, tensor<9xf32>
        }, {
          %t = stablehlo.multiply %s, %s : tensor<9xf32>
          stablehlo.return %x, %t : tensor<9xf32>, tensor<9xf32>
        }) : (tensor<i1>) -> (tensor<9xf32>, tensor<9xf32>)
        return %r#0, %r#1, %s : tensor<9xf32>, tensor<9xf32>, tensor<9xf32> }""",
    "a loop without a turn returns what it is given": """(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<i32>) {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<9xf32>
        cond {
          %p = stablehlo.compare NE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %b = stablehlo.negate %a : tensor<9xf32>
          stablehlo.return %i, %b : tensor<i32>, tensor<9xf32>
        }
        return %r#1, %r#0 : tensor<9xf32>, tensor<i32> }""",
    "the condition is carried, and computes with the values": """(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<i1>) {
        %true = stablehlo.constant dense<true> : tensor<i1>
        %limit = stablehlo.constant dense<1.0e+3> : tensor<f32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %r:2 = stablehlo.while(%go = %true, %a = %x) : tensor<i1>, tensor<9xf32>
        cond {
          stablehlo.return %go : tensor<i1>
        } do {
          %b = stablehlo.add %a, %a : tensor<9xf32>
          %m = stablehlo.abs %b : tensor<9xf32>
          %s = stablehlo.reduce(%m init: %zero) applies stablehlo.maximum across dimensions = [0] :
              (tensor<9xf32>, tensor<f32>) -> tensor<f32>
          %p = stablehlo.compare LT, %s, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %p, %b : tensor<i1>, tensor<9xf32>
        }
        return %r#1, %r#0 : tensor<9xf32>, tensor<i1> }""",
    "a sum decides, as a comparison fused into a product of matrices": """(%x: tensor<8x16xi32>, %y: tensor<16x8xi32>) ->
            (tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi8>) {
        %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x16xi32>, tensor<16x8xi32>) -> tensor<8x8xi32>
        %e = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x8xi32>
        %f = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<16x8xi32>, tensor<16x8xi32>) -> tensor<8x8xi32>
        %zero = stablehlo.constant dense<0> : tensor<8x8xi32>
        %p = stablehlo.compare GT, %d, %zero : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
        %c = stablehlo.convert %e : (tensor<8x8xi32>) -> tensor<8x8xf32>
        %b = stablehlo.convert %f : (tensor<8x8xi32>) -> tensor<8x8xi8>
        return %p, %c, %b : tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi8> }""",
}


def drawn(module: Any, seed: int) -> list[np.ndarray]:
    """Arguments whose floats are finite, so that loops that double them end."""
    found = [np.array(np.nan_to_num(x, nan=0.5, posinf=3, neginf=-3) if x.dtype.kind == "f" else x)
             for x in arguments(module, seed)]
    return [np.where(x == 0, 1, x).astype(x.dtype) if x.dtype.kind == "f" else x for x in found]


@pytest.mark.parametrize("name", PROGRAMS)
def test_sharing(name: str) -> None:
    module = program(PROGRAMS[name])
    executable = compiled(module)
    for seed in range(4):
        arrays = drawn(module, seed)
        same(run(executable, *arrays), evaluated(module, *arrays))


def test_results_are_new_arrays() -> None:
    """A result that is an argument, or another result, has memory of its own."""
    name = "results are arguments, constants, and each other"
    executable = compiled(PROGRAMS[name])
    x = np.arange(9, dtype=np.float32)
    first = run(executable, x)
    for k, a in enumerate(first):
        assert not np.shares_memory(a, x) and not any(np.shares_memory(a, b) for b in first[k + 1 :])
    for a in first:
        a[...] = 0
    again = run(executable, x)
    assert np.array_equal(again[0], x) and list(again[2]) == [7, -1]


def copies(text: str) -> int:
    from hloom.codegen.plan.program import Copy, walk_commands

    return sum(isinstance(c, Copy) for c in walk_commands(lower(text).program.commands))


def test_updates_of_dead_values_are_in_place() -> None:
    """An update copies what is updated only if that is still wanted or belongs to the caller."""
    update = "stablehlo.dynamic_update_slice {}, %u, %i : (tensor<9xf32>, tensor<2xf32>, tensor<i32>) -> tensor<9xf32>"
    head = "(%x: tensor<9xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> "
    assert copies(f"{head} tensor<9xf32> {{ %y = stablehlo.negate %x : tensor<9xf32>\n%v = {update.format('%y')}\n"
                  "return %v : tensor<9xf32> }") == 0
    assert copies(f"{head} tensor<9xf32> {{ %v = {update.format('%x')}\nreturn %v : tensor<9xf32> }}") == 1
    assert copies(f"{head} (tensor<9xf32>, tensor<9xf32>) {{ %y = stablehlo.negate %x : tensor<9xf32>\n"
                  f"%v = {update.format('%y')}\nreturn %v, %y : tensor<9xf32>, tensor<9xf32> }}") >= 1


def test_a_loop_updates_what_it_carries_in_place() -> None:
    lines = loop("5", "%a = %x", "tensor<40xf32>", "%b = stablehlo.dynamic_update_slice %a, %u, %i : "
                 "(tensor<40xf32>, tensor<1xf32>, tensor<i32>) -> tensor<40xf32>", "%b")
    text = f"(%x: tensor<40xf32>, %u: tensor<1xf32>) -> tensor<40xf32> {{\n{lines}\nreturn %r#1 : tensor<40xf32> }}"
    from hloom.codegen.plan.program import Copy, Loop

    (found,) = [c for c in lower(text).program.commands if isinstance(c, Loop)]
    assert not [c for c in found.body if isinstance(c, Copy) and c.bytes > 4]


def test_complex_numbers_convert_by_their_real_part() -> None:
    """To truth values too: the imaginary part does not count."""
    text = "func.func @main(%x: tensor<4xcomplex<f32>>) -> (tensor<4xi1>, tensor<4xi32>) {\n" \
           "  %0 = stablehlo.convert %x : (tensor<4xcomplex<f32>>) -> tensor<4xi1>\n" \
           "  %1 = stablehlo.convert %x : (tensor<4xcomplex<f32>>) -> tensor<4xi32>\n" \
           "  return %0, %1 : tensor<4xi1>, tensor<4xi32>\n}"
    module = hloom.parse(text)
    x = np.array([0, 1j, 2 - 1j, complex(np.nan, 0)], np.complex64)
    for truth, number in (hloom.evaluate(module, x), hloom.compile(module)(x)):  # type: ignore[misc]
        assert truth.tolist() == [False, False, True, True] and number.tolist() == [0, 0, 2, 0]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_large_copies_are_shared(count: int) -> None:
    """What is updated is copied first where it is needed afterwards: pieces of a copy end at its end."""
    for size in (2 << 20, (2 << 20) + 1, (2 << 20) - 1, (2 << 20) + 65535, 5_000_011):
        module = hloom.parse(f"""func.func @main(%x: tensor<{size}xi8>, %i: tensor<i32>) -> tensor<{size}xi8> {{
            %u = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
            %r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<{size}xi8>, tensor<3xi8>, tensor<i32>) -> tensor<{size}xi8>
            return %r : tensor<{size}xi8> }}""")
        x = np.random.default_rng(size).integers(-128, 128, size).astype(np.int8)
        expected = x.copy()
        expected[-3:] = 1, 2, 3
        check(module, [x, np.int32(size)], [expected], workers=count)
