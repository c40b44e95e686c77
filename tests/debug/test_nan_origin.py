"""Where NaN comes from: the operation, the element, the loops and branches around it and the way to the results, of faults that
are planted, as the evaluator computes them and as compiled code does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import hloom
import hloom.debug
from hloom.debug.engines import Cpu
from hloom.debug.nan_search import origins
from hloom.support.diagnostics import EvaluationError, InputError

HEAD = """  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i2 = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
"""
SUM = """%{out} = stablehlo.reduce(%{x} init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>)
    -> tensor<f32>"""


class Planted(NamedTuple):
    """A program with a fault: its arguments, what made it (name of the value, operation, element), in which bodies, by way of
    which values it comes to which results."""

    body: str
    arrays: Sequence[Any]
    name: str
    op: str
    index: tuple[int, ...]
    path: Sequence[tuple[str, Any]] = ()
    chain: Sequence[str] = ()
    results: Sequence[str] = ("result0",)
    kind: str = "nan"
    more: str = ""
    signature: str = "(%x: tensor<3xf32>) -> tensor<3xf32>"

    @property
    def module(self) -> Any:
        return hloom.parse(f"func.func @main{self.signature} {{\n{HEAD}{self.body}}}\n{self.more}", name="p.mlir")


def loop(name: str, body: str, count: str = "n", value: str = "x", type: str = "tensor<3xf32>", tag: str = "") -> str:
    """A loop that carries a counter `i` and a value `v`, and gives what `body` calls `d`."""
    return f"""  %{name}:2 = stablehlo.while(%i{tag} = %i0, %v{tag} = %{value}) : tensor<i32>, {type}
  cond {{
    %c{tag} = stablehlo.compare LT, %i{tag}, %{count} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c{tag} : tensor<i1>
  }} do {{
    %j{tag} = stablehlo.add %i{tag}, %i1 : tensor<i32>
{body}    stablehlo.return %j{tag}, %d{tag} : tensor<i32>, {type}
  }}
"""


SCALAR = "(%x: tensor<3xf32>) -> tensor<f32>"
PLANTED = {
    "log of a negative number": Planted("""
  %a = stablehlo.add %x, %x : tensor<3xf32>
  %b = stablehlo.log %a : tensor<3xf32>
  %r = stablehlo.negate %b : tensor<3xf32>
  return %r : tensor<3xf32>
""", [[1, 2, -3]], "b", "log", (2,), chain=["r"]),
    "zero by zero": Planted("""
  %a = stablehlo.subtract %x, %y : tensor<3xf32>
  %b = stablehlo.divide %a, %a : tensor<3xf32>
  return %b : tensor<3xf32>
""", [[1, 2, 3], [0, 2, 1]], "b", "divide", (1,), signature="(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32>"),
    "root of a negative number": Planted("""
  %b = stablehlo.sqrt %x : tensor<3xf32>
  %r:2 = stablehlo.optimization_barrier %b, %x : tensor<3xf32>, tensor<3xf32>
  return %r#0 : tensor<3xf32>
""", [[-1, 2, 3]], "b", "sqrt", (0,), chain=["r"]),
    "infinity less infinity": Planted("""
  %e = stablehlo.exponential %x : tensor<3xf32>
  %b = stablehlo.subtract %e, %e : tensor<3xf32>
  return %b : tensor<3xf32>
""", [[1, 100, 3]], "b", "subtract", (1,)),
    "where that infinity comes from": Planted("""
  %e = stablehlo.exponential %x : tensor<3xf32>
  %b = stablehlo.subtract %e, %e : tensor<3xf32>
  return %b : tensor<3xf32>
""", [[1, 100, 3]], "e", "exponential", (1,), chain=["b"], kind="all"),
    "a softmax that overflows": Planted(f"""  %e = stablehlo.exponential %x : tensor<3xf32>
  {SUM.format(out="s", x="e")}
  %sb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %p = stablehlo.divide %e, %sb : tensor<3xf32>
  return %p : tensor<3xf32>
""", [[1, 2, 100]], "p", "divide", (2,)),
    "and where it overflows": Planted(f"""  %e = stablehlo.exponential %x : tensor<3xf32>
  {SUM.format(out="s", x="e")}
  %sb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %p = stablehlo.divide %e, %sb : tensor<3xf32>
  return %p : tensor<3xf32>
""", [[1, 2, 100]], "e", "exponential", (2,), chain=["p"], kind="all"),
    "the gradient of a norm at zero": Planted(f"""  %q = stablehlo.multiply %x, %x : tensor<3xf32>
  {SUM.format(out="s", x="q")}
  %norm = stablehlo.sqrt %s : tensor<f32>
  %half = stablehlo.divide %zero, %norm : tensor<f32>
  %hb = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %g = stablehlo.multiply %hb, %x : tensor<3xf32>
  return %g : tensor<3xf32>
""", [[0, 0, 0]], "half", "divide", (), chain=["hb", "g"]),
    "an iteration of a loop": Planted(loop("w", "    %d = stablehlo.log %v : tensor<3xf32>\n") + """
  %r = stablehlo.negate %w#1 : tensor<3xf32>
  return %r : tensor<3xf32>
""", [[1e9, 1e9, 20]], "d", "log", (2,), [("iteration", 4)], ["w#1", "r"]),
    "the first iteration of a loop": Planted(loop("w", "    %d = stablehlo.sqrt %v : tensor<3xf32>\n", "i2") + """
  return %w#1 : tensor<3xf32>
""", [[1, -1, 1]], "d", "sqrt", (1,), [("iteration", 0)], ["d", "w#1"]),
    "a loop in a loop": Planted(loop("w", loop("u", """    %t = stablehlo.subtract %vu, %x : tensor<3xf32>
    %du = stablehlo.sqrt %t : tensor<3xf32>
""", "i2", "v", tag="u") + "    %d = stablehlo.add %u#1, %x : tensor<3xf32>\n") + """
  return %w#1 : tensor<3xf32>
""", [[0, 0, 1]], "du", "sqrt", (2,), [("iteration", 0), ("iteration", 1)],
        ["u#1", "d", *(["t", "du", "t", "du", "u#1", "d"] * 4), "w#1"]),
    "a branch": Planted("""
  %p = stablehlo.compare GT, %y, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x : tensor<3xf32>
    stablehlo.return %a : tensor<3xf32>
  }, {
    %b = stablehlo.log %x : tensor<3xf32>
    %k = stablehlo.negate %b : tensor<3xf32>
    stablehlo.return %k : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  return %r : tensor<3xf32>
""", [[1, -2, 3], -1], "b", "log", (1,), [("branch", 1)], ["k", "r"],
        signature="(%x: tensor<3xf32>, %y: tensor<f32>) -> tensor<3xf32>"),
    "a case in a loop": Planted(loop("w", """    %d = "stablehlo.case"(%i) ({
      stablehlo.return %v : tensor<3xf32>
    }, {
      %h = stablehlo.negate %v : tensor<3xf32>
      stablehlo.return %h : tensor<3xf32>
    }, {
      %b = stablehlo.rsqrt %v : tensor<3xf32>
      stablehlo.return %b : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
""") + "  return %w#1 : tensor<3xf32>\n", [[-1, -2, 3]], "b", "rsqrt", (2,), [("iteration", 2), ("branch", 2)],
        ["d", "b", "d", "b", "d", "w#1"]),
    "a function that is called": Planted("""
  %a = func.call @f(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %y = stablehlo.abs %x : tensor<3xf32>
  %b = func.call @f(%y) : (tensor<3xf32>) -> tensor<3xf32>
  %r = stablehlo.add %a, %b : tensor<3xf32>
  return %r : tensor<3xf32>
""", [[1, -2, 3]], "h", "log", (1,), [("call", "f")], ["k", "a", "r"], more="""
func.func private @f(%z: tensor<3xf32>) -> tensor<3xf32> {
  %h = stablehlo.log %z : tensor<3xf32>
  %k = stablehlo.negate %h : tensor<3xf32>
  return %k : tensor<3xf32>
}"""),
    "the body of a reduction": Planted("""
  %s = stablehlo.reduce(%x init: %one) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%l: tensor<f32>, %m: tensor<f32>) {
    %t = stablehlo.subtract %l, %m : tensor<f32>
    %b = stablehlo.sqrt %t : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }
  %r = stablehlo.negate %s : tensor<f32>
  return %r : tensor<f32>
""", [[0, 2, 0]], "b", "sqrt", None, [("body", None)], None, signature=SCALAR),
    "a sum that overflows": Planted(f"""  {SUM.format(out="s", x="x")}
  %b = stablehlo.subtract %s, %s : tensor<f32>
  return %b : tensor<f32>
""", [[3e38, 3e38, 1]], "b", "subtract", (), signature=SCALAR),
    "a select that takes one and leaves another": Planted("""
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %p = stablehlo.compare GT, %x, %z : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %a = stablehlo.log %x : tensor<3xf32>
  %m = stablehlo.select %p, %a, %z : tensor<3xi1>, tensor<3xf32>
  %b = stablehlo.sqrt %y : tensor<3xf32>
  %r = stablehlo.add %m, %b : tensor<3xf32>
  return %r : tensor<3xf32>
""", [[1, -1, 2], [1, 2, -1]], "b", "sqrt", (2,), chain=["r"],
        signature="(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32>"),
    "one of two that are selected": Planted("""
  %p = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %a = stablehlo.log %x : tensor<3xf32>
  %b = stablehlo.sqrt %x : tensor<3xf32>
  %r = stablehlo.select %p, %a, %b : tensor<3xi1>, tensor<3xf32>
  return %r : tensor<3xf32>
""", [[1, -1, 2]], "b", "sqrt", (1,), chain=["r"]),
    "elements that move": Planted("""
  %a = stablehlo.log %x : tensor<3xf32>
  %b = stablehlo.reverse %a, dims = [0] : tensor<3xf32>
  %k = stablehlo.concatenate %x, %b, dim = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  %r = stablehlo.slice %k [3:6] : (tensor<6xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
""", [[-1, 1, 1]], "a", "log", (0,), chain=["b", "k", "r"]),
    "a product of matrices": Planted("""
  %a = stablehlo.rsqrt %x : tensor<3xf32>
  %e = stablehlo.dot_general %y, %a, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %e : tensor<2xf32>
""", [[1, -1, 1], [[1, 0, 1], [1, 0, 1]]], "a", "rsqrt", (1,), chain=["e"],
        signature="(%x: tensor<3xf32>, %y: tensor<2x3xf32>) -> tensor<2xf32>"),
    "a scan that stacks its states": Planted("""
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %w:3 = stablehlo.while(%i = %i0, %v = %one, %ys = %z) : tensor<i32>, tensor<f32>, tensor<5xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %xi = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<5xf32>, tensor<i32>) -> tensor<1xf32>
    %s = stablehlo.reshape %xi : (tensor<1xf32>) -> tensor<f32>
    %d = stablehlo.power %v, %s : tensor<f32>
    %t = stablehlo.subtract %d, %one : tensor<f32>
    %u = stablehlo.reshape %t : (tensor<f32>) -> tensor<1xf32>
    %ks = stablehlo.dynamic_update_slice %ys, %u, %i : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
    %j = stablehlo.add %i, %i1 : tensor<i32>
    stablehlo.return %j, %t, %ks : tensor<i32>, tensor<f32>, tensor<5xf32>
  }
  return %w#2, %w#1 : tensor<5xf32>, tensor<f32>
""", [[1, 1, 0.5, 1, 1]], "d", "power", (), [("iteration", 2)], None, ["result0", "result1"],
        signature="(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<f32>)"),
}


@pytest.mark.parametrize("engine", ["reference", "cpu"])
@pytest.mark.parametrize("what", PLANTED)
def test_the_origin_is_named(what: str, engine: str) -> None:
    planted = PLANTED[what]
    arrays = [np.asarray(a, np.float32) for a in planted.arrays]
    found = hloom.debug.nan_origin(planted.module, *arrays, kind=planted.kind, engine=engine)
    assert found is not None
    path = list(planted.path)
    name = planted.name
    if engine == "cpu" and path and path[0][0] == "call":  # the function is part of its caller there
        path = path[1:]
    elif path and path[0][0] == "call":
        name = f"{path[0][1]}/{name}"
    assert found.op is not None and (found.op.mnemonic, [(f.what, f.number) for f in found.path]) == (planted.op, path)
    assert found.name == name
    if planted.index is not None:
        assert found.index == planted.index
    if planted.chain is not None:
        passed = [p.name.rpartition("/")[2] for p in found.chain]
        assert passed == [c for c in planted.chain if engine == "reference" or what != "a function that is called" or c != "a"]
    assert list(found.results) == list(planted.results)
    assert found.word == ("an infinity" if planted.kind == "all" else "NaN")
    text = str(found)
    assert text.startswith(f"p.mlir:{found.op.span.line}:") and f"{found.op.name} makes {found.word}" in text  # type: ignore
    assert found.as_json()["op"] == found.op.name


ENGINES = pytest.mark.parametrize("engine", ["reference", "cpu"])


@ENGINES
def test_one_that_reaches_no_result_is_told_as_such(engine: str) -> None:
    text = PLANTED["a select that takes one and leaves another"]
    module, x = text.module, np.float32([1, -1, 2])
    masked, = origins(module, [x, np.float32([1, 2, 3])], engine=engine)
    assert (masked.name, masked.index, dict(masked.results)) == ("a", (1,), {})
    assert str(masked).endswith("note: it reaches no result")
    both = origins(module, [x, np.float32([1, 2, -3])], engine=engine)
    assert [(o.name, list(o.results)) for o in both] == [("a", []), ("b", ["result0"])]
    assert origins(module, [abs(x), abs(x)], engine=engine) == []


@ENGINES
def test_arguments_and_constants(engine: str) -> None:
    module = hloom.parse("""
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %a = stablehlo.add %x, %y : tensor<2xf32>
  %b = stablehlo.multiply %x, %c : tensor<2xf32>
  return %a, %b, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}""", name="g.mlir")
    found = origins(module, [np.float32([1, 2]), np.float32([np.nan, 1])], engine=engine)
    told = {o.told.partition(":")[0]: {**o.results} for o in found}
    assert told == {"argument y has NaN": {"result0": (0,), "result2": (0,)}, "the constant c has NaN": {"result1": (1,)}}
    assert [p.name for p in found[0].chain] == ["a"] and found[0].op is None
    assert str(found[1]).startswith("g.mlir:3:8: error: [nan_check] the constant c has NaN: 1 of 2 elements, the first at [1]")
    assert origins(module, [np.float32([1, 2]), np.float32([1, 1])], "inf", engine) == []


@ENGINES
def test_what_goes_on_for_long_is_shortened_in_the_middle(engine: str) -> None:
    body = loop("w", "    %e = stablehlo.log %v : tensor<3xf32>\n    %d = stablehlo.negate %e : tensor<3xf32>\n")
    module = hloom.parse(f"""func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
{HEAD.replace("dense<5>", "dense<200>")}
{body}
  return %w#1 : tensor<3xf32>
}}""")
    found = hloom.debug.nan_origin(module, np.float32([0.5, 0.5, -1]), engine=engine)
    assert found is not None and found.index == (2,) and len(found.chain) == 400
    lines = str(found).splitlines()
    assert "  ... 388 operations more" in lines and len(lines) < 25
    assert "in iteration 199 of stablehlo.while" in lines[-2]
    assert len(found.as_json()["chain"]) == 400


@ENGINES
def test_the_operands_of_the_place_are_shown(engine: str) -> None:
    found = hloom.debug.nan_origin(PLANTED["a softmax that overflows"].module, np.float32([1, 2, 100]), engine=engine)
    text = str(found)
    assert "  e (3xf32): [2] inf" in text and "  sb (3xf32): [2] inf" in text
    assert "an operand is an infinity" in text
    assert found is not None and found.as_json()["operands"] == ["e (3xf32): [2] inf", "sb (3xf32): [2] inf"]


def test_a_loop_that_hides_it_is_looked_into() -> None:
    body = loop("w", """    %e = stablehlo.log %v : tensor<3xf32>
    %p = stablehlo.compare GT, %v, %e : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %d = stablehlo.select %p, %e, %x : tensor<3xi1>, tensor<3xf32>
""")
    module = hloom.parse(f"""func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
{HEAD}
{body}
  return %w#1 : tensor<3xf32>
}}""")
    for engine in ("reference", "cpu"):
        found = hloom.debug.nan_origin(module, np.float32([0.5, 0.5, 2]), engine=engine)
        assert found is not None and (found.name, found.index, dict(found.results)) == ("e", (0,), {})
        assert [(f.what, f.number) for f in found.path] == [("iteration", 1)]


def test_an_engine_is_an_object_too_and_wrong_kinds_are_named() -> None:
    module, x = PLANTED["log of a negative number"].module, np.float32([1, 2, -3])
    found = hloom.debug.nan_origin(module, x, engine=Cpu(deterministic=True))
    assert found is not None and found.name == "b"
    assert hloom.debug.nan_origin(module, abs(x)) is None
    with pytest.raises(InputError, match="a NaN check looks for nan, inf, all; got 'zero'"):
        hloom.debug.nan_origin(module, x, kind="zero")
    with pytest.raises(InputError, match="no engine 'cpv'; did you mean 'cpu'"):
        hloom.debug.nan_origin(module, x, engine="cpv")
    with pytest.raises(InputError, match="shape"):
        hloom.debug.nan_origin(module, x[:2])


class Fuses:
    """An engine that makes NaN of a logarithm where the program gives one value only."""

    name = "fuses"

    def load(self, module: Any) -> Any:
        alone = len(module.functions["main"].function_type.outputs) == 1
        run = Cpu().load(module)
        has_log = any(op.mnemonic == "log" for op in module.functions["main"].walk())
        return lambda arrays: [x * np.float32("nan") if alone and has_log else x for x in run(arrays)]


def test_what_an_engine_makes_only_as_long_as_nobody_looks() -> None:
    module = PLANTED["log of a negative number"].module
    found, = origins(module, [np.float32([1, 2, 3])], engine=Fuses())
    assert (found.name, found.index, dict(found.results), found.is_unseen) == ("b", (0,), {"result0": (0,)}, True)
    assert "  a (3xf32): [0] 2.0" in str(found) and "made only where the values before it are no results" in str(found)


def test_where_the_run_fails_afterwards_the_origin_is_told_still() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %b = stablehlo.log %x : tensor<f32>
  %r = stablehlo.custom_call @nobody_knows_this(%b) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}""")
    found, = origins(module, [np.float32(-1)])
    assert found.name == "b" and not found.is_whole and "the run ended before" in str(found)
    with pytest.raises(EvaluationError, match="nobody_knows_this"):
        origins(module, [np.float32(1)])


@ENGINES
def test_trees_of_jax(engine: str) -> None:
    jax = pytest.importorskip("jax")

    def f(parameters: dict[str, Any], x: Any) -> dict[str, Any]:
        return {"a": jax.numpy.log(parameters["w"] * x), "b": x}

    x = np.float32([1, -2, 3])
    module = hloom.parse(jax.jit(f).lower({"w": x}, x))
    found = hloom.debug.nan_origin(module, {"w": x}, abs(x), engine=engine)
    assert found is not None and found.op is not None
    assert (found.op.mnemonic, found.index, dict(found.results)) == ("log", (1,), {"result['a']": (1,)})
    assert "test_nan_origin.py" in (found.source or "")
    found = hloom.debug.nan_origin(module, {"w": x}, np.float32([1, 2, np.nan]), engine=engine)
    assert found is not None and (found.index, dict(found.results)) == ((1,), {"result['a']": (1,)})
    other = origins(module, [{"w": x}, np.float32([1, 2, np.nan])], engine=engine)[1]
    assert (other.name, dict(other.results)) == ("x", {"result['b']": (2,)})


@ENGINES
def test_tokens_among_the_results(engine: str) -> None:
    module = hloom.parse("""func.func @main(%t: !stablehlo.token, %x: tensor<f32>) -> (!stablehlo.token, tensor<f32>) {
  %b = stablehlo.log %x : tensor<f32>
  return %t, %b : !stablehlo.token, tensor<f32>
}""")
    found = hloom.debug.nan_origin(module, np.float32(-1), engine=engine)
    assert found is not None and found.name == "b" and list(found.results) == ["result1"]


@pytest.mark.parametrize("type", ["bf16", "f64", "complex<f32>", "f8E5M2"])
def test_element_types(type: str) -> None:
    module = hloom.parse(f"""func.func @main(%x: tensor<2x{type}>) -> tensor<2x{type}> {{
  %b = stablehlo.divide %x, %x : tensor<2x{type}>
  %r = stablehlo.add %b, %x : tensor<2x{type}>
  return %r : tensor<2x{type}>
}}""")
    x = np.asarray([1, 0], module.functions["main"].function_type.inputs[0].storage.dtype)
    for engine in ("reference", "cpu"):
        found = hloom.debug.nan_origin(module, x, engine=engine)
        assert found is not None and (found.name, found.index, [p.name for p in found.chain]) == ("b", (1,), ["r"])
