"""Shardings that spread: what factors operations have, and how far each step goes. `test_against_xla` compares it with XLA."""

from __future__ import annotations

from typing import Any

import pytest

import hloom
from hloom.ops.common.meshes import Axis
from hloom.passes.sharding import prepare
from hloom.passes.sharding.factors import rule_of
from hloom.passes.sharding.propagation import dealt, divisible, gathered
from hloom.support.diagnostics import InputError, UserError


def notation(line: str, arguments: str) -> str:
    """The rule of the operation %r of arguments, as Shardy writes it, but for factors of one tensor alone, which are `.`."""
    module = hloom.parse(f"func.func @main({arguments}) {{ {line} return }}")
    op = module.functions["main"].body.block.operations[-2]
    rule = rule_of(op)
    assert rule is not None
    tensors = rule.tensors
    shared = [name for tensor in tensors for d in tensor for name in d]
    several = {name for name in shared if sum(any(name in d for d in tensor) for tensor in tensors) > 1}
    letters: dict[Any, str] = {}

    def text(tensor: Any) -> str:
        return "[" + ", ".join("".join(letters.setdefault(n, chr(ord("i") + len(letters))) if n in several else "." for n in d)
                               for d in tensor) + "]"

    results = [text(t) for t in rule.results]
    return f"({', '.join(text(t) for t in rule.operands)})->({', '.join(results)})"


T = "tensor<{}xf32>".format
RULES = [
    (f"%r = stablehlo.add %a, %b : {T('4x6')}", f"%a: {T('4x6')}, %b: {T('4x6')}", "([i, j], [i, j])->([i, j])"),
    (f"%r = stablehlo.reshape %a : ({T('4x6')}) -> {T('24')}", f"%a: {T('4x6')}", "([i, j])->([ij])"),
    (f"%r = stablehlo.reshape %a : ({T('24')}) -> {T('2x3x4')}", f"%a: {T('24')}", "([ijk])->([i, j, k])"),
    (f"%r = stablehlo.reshape %a : ({T('8x4')}) -> {T('4x8')}", f"%a: {T('8x4')}", "([ij, k])->([i, jk])"),
    (f"%r = stablehlo.reshape %a : ({T('4x1x6')}) -> {T('1x4x6')}", f"%a: {T('4x1x6')}", "([i, ., j])->([., i, j])"),
    (f"%r = stablehlo.reshape %a : ({T('3x16')}) -> {T('6x8')}", f"%a: {T('3x16')}", "([i, jk])->([ij, k])"),
    (f"%r = stablehlo.reshape %a : ({T('3x5')}) -> {T('5x3')}", f"%a: {T('3x5')}", "([., .])->([., .])"),
    (f"%r = stablehlo.transpose %a, dims = [1, 2, 0] : ({T('2x3x4')}) -> {T('3x4x2')}", f"%a: {T('2x3x4')}",
     "([i, j, k])->([j, k, i])"),
    (f"%r = stablehlo.broadcast_in_dim %a, dims = [2, 0] : ({T('4x1')}) -> {T('3x5x4')}", f"%a: {T('4x1')}",
     "([i, .])->([., ., i])"),
    ("%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [2], contracting_dims = [2] x [0] : "
     f"({T('2x3x4')}, {T('4x5x2')}) -> {T('2x3x5')}", f"%a: {T('2x3x4')}, %b: {T('4x5x2')}",
     "([i, k, l], [l, j, i])->([i, k, j])"),
    (f"%r = stablehlo.slice %a [0:2, 1:3] : ({T('4x6')}) -> {T('2x2')}", f"%a: {T('4x6')}", "([i, j])->([i, j])"),
    (f"%r = stablehlo.concatenate %a, %b, dim = 1 : ({T('4x6')}, {T('4x2')}) -> {T('4x8')}", f"%a: {T('4x6')}, %b: {T('4x2')}",
     "([i, j], [i, j])->([i, j])"),
    ('%r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], '
     f'start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6, 2>}}> : ({T("4x6x8")}, tensor<5x1xi32>) -> '
     f'{T("5x6x2")}', f"%a: {T('4x6x8')}, %i: tensor<5x1xi32>", "([., i, .], [j, .])->([j, i, .])"),
    ('%r = "stablehlo.custom_call"(%a) <{call_target_name = "f"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([j, i]) '
     f'{{i=4, j=2, k=3}}, custom>}} : ({T("4x6")}) -> {T("2x4")}', f"%a: {T('4x6')}", "([i, j.])->([j, i])"),
]


@pytest.mark.parametrize(("line", "arguments", "expected"), RULES)
def test_factors(line: str, arguments: str, expected: str) -> None:
    found, wanted = notation(line, arguments), {}
    # The letters are those of first use.
    for character in expected:
        if character.isalpha():
            wanted.setdefault(character, chr(ord("i") + len(wanted)))
    given: dict[str, str] = {}
    for character in found:
        if character.isalpha():
            given.setdefault(character, chr(ord("i") + len(given)))
    assert found.translate(str.maketrans(given)) == expected.translate(str.maketrans(wanted))


def test_a_stated_rule_that_does_not_fit_is_none() -> None:
    module = hloom.parse('func.func @main(%a: tensor<4xf32>) { %r = "stablehlo.custom_call"(%a) <{call_target_name = "f"}> '
                         "{sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=4, j=2}>} : (tensor<4xf32>) -> "
                         "tensor<2xf32> return }")
    assert rule_of(module.functions["main"].body.block.operations[0]) is None


def test_axes_are_dealt_to_factors_and_gathered() -> None:
    x, y = Axis("x", 1, 4), Axis("y", 1, 2)
    sizes = {"i": 2, "j": 4, "k": 3}
    assert dealt([["i", "j"]], [(x,)], sizes) == {"i": (Axis("x", 1, 2),), "j": (Axis("x", 2, 2),)}
    assert dealt([["i", "j"]], [(y, x)], sizes) == {"i": (y,), "j": (x,)}
    assert dealt([["j", "i"]], [(y, x)], sizes) == {"j": (y, Axis("x", 1, 2)), "i": (Axis("x", 2, 2),)}
    assert dealt([["k", "i"]], [(x,)], sizes) == {"k": ()}
    assert gathered(["i", "j"], {"i": (Axis("x", 1, 2),), "j": (Axis("x", 2, 2),)}, sizes) == (x,)
    assert gathered(["i", "j"], {"i": (), "j": (x,)}, sizes) == ()
    assert [divisible((x, y), size) for size in (4, 16, 6, 0)] == [(x,), (x, y), (), ()]


def shared(body: str, *, result: str = "tensor<8x8xf32>", arguments: str = "", mesh: str = "", beside: str = "",
           **options: Any) -> Any:
    """The blocks of the only result of a function of %a, whose rows are divided along x, and its columns along y."""
    module = hloom.parse(f"""sdy.mesh @mesh = <["x"=4, "y"=2]>
      {mesh}
      func.func @main(%a: tensor<8x8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}}{arguments})
          -> ({result}{beside}) {{
        {body}
        return %r : {result}
      }}""")
    return prepare(module, 1, 8, **options).results[0].assignment


def test_open_and_closed_dimensions() -> None:
    def constrained(sharding: str) -> tuple[int, ...]:
        return shared("%b = stablehlo.negate %a : tensor<8x8xf32> "
                      f"%c = sdy.sharding_constraint %b <@mesh, {sharding}> : tensor<8x8xf32> "
                      "%r = stablehlo.abs %c : tensor<8x8xf32>").tiles

    assert constrained("[{}, {}]") == (1, 1) and constrained("[{?}, {}]") == (4, 1) and constrained("[{?}, {?}]") == (4, 2)
    assert shared("%r = sdy.sharding_constraint %a <mesh<[]>, [{?}, {}]> : tensor<8x8xf32>").tiles == (4, 1)
    assert shared("%r = sdy.sharding_constraint %a <mesh<[], device_ids=[0]>, [{?}, {}]> : tensor<8x8xf32>").is_replicated
    assert constrained('[{"y"}, {?}]') == (2, 1) and constrained('[{"x":(1)2, ?}, {?}]') == (4, 2)


def test_parts_of_axes_do_not_leave_the_program() -> None:
    reshaped = "%r = stablehlo.reshape %a : (tensor<8x8xf32>) -> tensor<2x4x8xf32>"
    assert shared(reshaped, result="tensor<2x4x8xf32>").tiles == (1, 1, 2)
    # But they spread inside of it.
    inside = "%b = stablehlo.reshape %a : (tensor<8x8xf32>) -> tensor<2x4x8xf32> %c = stablehlo.negate %b : tensor<2x4x8xf32> "
    assert shared(inside + "%r = stablehlo.reshape %c : (tensor<2x4x8xf32>) -> tensor<8x8xf32>").tiles == (4, 2)


def test_results_say_whether_shardings_spread_to_them() -> None:
    negate = "%r = stablehlo.negate %a : tensor<8x8xf32>"
    assert shared(negate).tiles == (4, 2)
    assert shared(negate, propagate=False).is_replicated and shared(negate, propagate=[False]).is_replicated
    stated = ' {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}'
    assert shared(negate, beside=stated).tiles == (2, 1)
    assert shared(negate, beside=' {mhlo.sharding = "{devices=[1,8]<=[8]}"}').tiles == (1, 8)
    with pytest.raises(InputError, match="2 answers on propagation for the 1 results of @main"):
        shared(negate, propagate=[True, False])


def test_arguments_of_which_nothing_is_said() -> None:
    module = hloom.parse("""sdy.mesh @mesh = <["x"=4, "y"=2]>
      func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>, %c: tensor<8xf32>)
          -> (tensor<8xf32>, tensor<8xf32>) {
        %0 = stablehlo.add %a, %b : tensor<8xf32>
        %1 = stablehlo.negate %b : tensor<8xf32>
        return %0, %1 : tensor<8xf32>, tensor<8xf32>
      }""")

    def tiles(**options: Any) -> list[tuple[int, ...]]:
        prepared = prepare(module, 1, 8, **options)
        return [shared.assignment.tiles for shared in (*prepared.arguments, *prepared.results)]

    assert tiles() == [(4,), (1,), (1,), (4,), (1,)]
    assert tiles(propagate_to_arguments=True) == [(4,), (4,), (1,), (4,), (4,)]
    assert tiles(propagate_to_arguments=[False, False, True]) == tiles()
    with pytest.raises(InputError, match="2 answers on propagation for the 3 arguments of @main"):
        tiles(propagate_to_arguments=[True, False])


def test_values_on_another_mesh() -> None:
    other = 'sdy.mesh @other = <["z"=8]>'
    second = ', %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"z"}, {}]>}'
    assert shared("%r = stablehlo.negate %b : tensor<8x8xf32>", arguments=second, mesh=other).tiles == (8, 1)
    assert shared("%r = stablehlo.add %a, %b : tensor<8x8xf32>", arguments=second, mesh=other).tiles == (4, 2)


def test_what_is_not_known_is_on_all_devices() -> None:
    call = '%r = stablehlo.custom_call @something(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>'
    assert shared(call).is_replicated
    assert shared("%i = stablehlo.constant dense<1.0> : tensor<8x8xf32> %r = stablehlo.negate %i : tensor<8x8xf32>").is_replicated


def test_shardings_that_make_no_sense() -> None:
    with pytest.raises(UserError, match="no axis 'q'"):
        shared('%r = sdy.sharding_constraint %a <@mesh, [{"q"}, {}]> : tensor<8x8xf32>')


def test_long_chains_end() -> None:
    lines = ["%v0 = stablehlo.negate %a : tensor<8x8xf32>"]
    lines += [f"%v{k} = stablehlo.dot_general %v{k - 1}, %v{k - 1}, contracting_dims = [1] x [0] : "
              "(tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>" for k in range(1, 400)]
    assert shared("\n".join(lines) + "%r = stablehlo.abs %v399 : tensor<8x8xf32>").tiles == (4, 2)
