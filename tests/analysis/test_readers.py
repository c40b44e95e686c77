"""Who reads a value: through fusions, calls, tuples and asynchronous pairs, with maps that agree with those of each reader."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis import readers as analysis
from hloom.indexing import readers
from tests.analysis.points import related

HLO = """HloModule m

inner {
  a = f32[4,2] parameter(0)
  b = f32[2,4] parameter(1)
  t = f32[2,4] transpose(a), dimensions={1,0}
  ROOT s = f32[2,4] add(t, b)
}

fused {
  p = f32[4,2] parameter(0)
  q = f32[2,4] parameter(1)
  ROOT i = f32[2,4] call(p, q), to_apply=inner
}

same {
  ROOT v = f32[4,2] parameter(0)
}

sum {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y)
}

started {
  w = f32[4,2] parameter(0)
  ROOT n = f32[4,2] negate(w)
}

other {
  w2 = f32[2,4] parameter(0)
  ROOT n2 = f32[4,2] reshape(w2)
}

ENTRY e {
  x = f32[4,2] parameter(0)
  f = f32[2,4] fusion(x, k), kind=kLoop, calls=fused
  h = f32[4,2] call(x), to_apply=same
  zero = f32[] constant(0)
  r = f32[4] reduce(h, zero), dimensions={1}, to_apply=sum
  c = ((f32[4,2]), f32[4,2], s32[]) async-start(x), calls=started
  d = f32[4,2] async-done(c)
  t = (f32[2,4], f32[4,2]) tuple(f, x)
  g = f32[4,2] get-tuple-element(t), index=1
  l = f32[4,2] multiply(g, d)
  j = s32[] constant(1)
  m = f32[4,2] conditional(j, x, f), branch_computations={started, other}
  ROOT o = (f32[4], f32[4,2], f32[4,2]) tuple(r, l, m)
}
""".replace("  f = f32[2,4] fusion", "  k = f32[2,4] constant({{1,2,3,4},{5,6,7,8}})\n  f = f32[2,4] fusion")


def named(module: Any, name: str) -> Any:
    main = module.functions["main"].body.block
    return next(v for v in (*main.arguments, *(r for op in main.operations for r in op.results)) if v.name == name)


def found_of(value: Any) -> list[Any]:
    return [(r.operation.results[0].name, r.operand, [op.results[0].name for op in r.through],
             [str(m).split(", domain")[0] for m in r.maps[0]]) for r in readers(value)]


def test_readers_in_hlo() -> None:
    module = hloom.parse(HLO, format="hlo")
    module.verify()
    same = ["(d0, d1) -> (d0, d1)"]
    assert found_of(named(module, "x")) == [
        ("t", 0, ["f", "i"], ["(d0, d1) -> (d1, d0)"]), ("r", 0, [], ["(d0, d1) -> (d0)"]), ("n", 0, ["c"], same),
        ("l", 0, [], same), ("n", 0, ["m"], same)]
    assert found_of(named(module, "k")) == [("s", 1, ["f", "i"], same)]
    assert [name for name, *_ in found_of(named(module, "d"))] == ["l"]


def test_members_of_tuples() -> None:
    module = hloom.parse("""HloModule m

ENTRY e {
  t = (f32[4], (s32[], f32[2,4])) parameter(0)
  u = (s32[], f32[2,4]) get-tuple-element(t), index=1
  a = f32[4] get-tuple-element(t), index=0
  b = f32[2,4] get-tuple-element(u), index=1
  c = f32[2,4] broadcast(a), dimensions={1}
  ROOT d = f32[2,4] subtract(b, c)
}
""", format="hlo")
    assert [(r.path, r.operation.results[0].name, r.operand) for r in readers(named(module, "t"))] == [
        ((0,), "c", 0), ((1, 1), "d", 0)]


STABLEHLO = """
func.func @main(%x: tensor<4x2xf32>, %p: tensor<i1>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %y = call @twice(%x) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %b = stablehlo.optimization_barrier %x : tensor<4x2xf32>
  %c = "stablehlo.if"(%p) ({
    %0 = stablehlo.negate %x : tensor<4x2xf32>
    stablehlo.return %0 : tensor<4x2xf32>
  }, {
    %1 = stablehlo.slice %b [1:4, 0:2] : (tensor<4x2xf32>) -> tensor<3x2xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.pad %1, %z, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<4x2xf32>
    stablehlo.return %2 : tensor<4x2xf32>
  }) : (tensor<i1>) -> tensor<4x2xf32>
  return %y, %c : tensor<4x2xf32>, tensor<4x2xf32>
}
func.func private @twice(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<4x2xf32>
  %1 = stablehlo.add %0, %a : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
"""


def test_readers_in_stablehlo_change_what_the_maps_name() -> None:
    module = hloom.parse(STABLEHLO)
    x = module.functions["main"].body.arguments[0]
    found = readers(x)
    assert [(r.operation.name, r.operand, len(r.through)) for r in found] == [
        ("stablehlo.reverse", 0, 1), ("stablehlo.add", 1, 1), ("stablehlo.negate", 0, 0), ("stablehlo.slice", 0, 0)]
    for r in found:
        shape = r.operation.results[0].type.shape  # type: ignore[union-attr]
        backward = related(hloom.indexing.output_to_input(r.operation)[r.operand], shape, (4, 2))
        np.testing.assert_array_equal(related(r.maps[0], (4, 2), shape), backward.T)
    assert readers(module.functions["main"].body.arguments[1])[0].operation.name == "stablehlo.if"


def test_a_value_that_is_handed_on_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MOST_PLACES", 100)
    calls = "".join(
        f"c{k} {{\n  p{k} = f32[] parameter(0)\n  a{k} = f32[] call(p{k}), to_apply=c{k - 1}\n"
        f"  b{k} = f32[] call(p{k}), to_apply=c{k - 1}\n  ROOT r{k} = f32[] add(a{k}, b{k})\n}}\n\n" for k in range(1, 12))
    text = (f"HloModule m\n\nc0 {{\n  p0 = f32[] parameter(0)\n  ROOT n0 = f32[] negate(p0)\n}}\n\n{calls}"
            "ENTRY e {\n  x = f32[] parameter(0)\n  ROOT y = f32[] call(x), to_apply=c11\n}\n")
    module = hloom.parse(text, format="hlo")
    with pytest.raises(hloom.InputError, match="more than 100 places"):
        readers(named(module, "x"))
