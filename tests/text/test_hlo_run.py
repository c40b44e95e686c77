"""What HLO programs mean, on both engines: operations that only HLO has, tuples, layouts. Expected values come from NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import UserError

F = np.float32
X = np.arange(6, dtype=F).reshape(2, 3)


def program(body: str, before: str = "", header: str = "") -> str:
    """A module with an entry computation of these lines."""
    return f"HloModule m{header}\n\n{before}\nENTRY main {{\n{body}\n}}\n"


ADD = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"
#: Name, program, arguments, expected results.
CASES: list[tuple[str, str, list[Any], list[Any]]] = [
    ("transposing bitcast", program("  x = f32[2,3]{0,1} parameter(0)\n  ROOT b = f32[3,2]{1,0} bitcast(x)"), [X], [X.T]),
    ("reshaping bitcast", program("  x = f32[2,3]{1,0} parameter(0)\n  ROOT b = f32[3,2]{1,0} bitcast(x)"), [X],
     [X.reshape(3, 2)]),
    ("bitcast of column-major to column-major", program("  x = f32[2,3]{0,1} parameter(0)\n  ROOT b = f32[3,2]{0,1} bitcast(x)"),
     [X],
     [X.T.reshape(-1).reshape(2, 3).T]),
    ("bitcast of elements", program("  x = f32[2,3] parameter(0)\n  ROOT b = s32[6] bitcast(x)"), [X],
     [X.view(np.int32).reshape(6)]),
    ("bitcast to narrower elements", program("  x = s32[2] parameter(0)\n  ROOT b = s16[4] bitcast(x)"),
     [np.array([1, 65538], np.int32)], [np.array([1, 65538], np.int32).view(np.int16)]),
    ("bitcast to wider elements", program("  x = s16[2,2] parameter(0)\n  ROOT b = s32[2] bitcast(x)"),
     [np.array([[1, 2], [3, 4]], np.int16)], [np.array([1, 2, 3, 4], np.int16).view(np.int32)]),
    ("copy to another layout", program("  x = f32[2,3]{1,0} parameter(0)\n  ROOT c = f32[2,3]{0,1} copy(x)"), [X], [X]),
    ("fusion", program("  x = f32[2,3] parameter(0)\n  ROOT f = f32[2,3] fusion(x, x), kind=kLoop, calls=fused",
                       "fused {\n  b = f32[2,3] parameter(1)\n  a = f32[2,3] parameter(0)\n  m = f32[2,3] multiply(a, b)\n"
                       "  ROOT n = f32[2,3] negate(m)\n}\n"), [X], [-X * X]),
    ("fusion of several results", program(
        "  x = f32[2,3] parameter(0)\n  f = (f32[2,3], f32[2,3]) fusion(x), kind=kLoop, calls=fused\n"
        "  ROOT g = f32[2,3] get-tuple-element(f), index=1",
        "fused {\n  a = f32[2,3] parameter(0)\n  m = f32[2,3] negate(a)\n  n = f32[2,3] add(a, a)\n"
        "  ROOT t = (f32[2,3], f32[2,3]) tuple(m, n)\n}\n"), [X], [X + X]),
    ("root that is not last", program("  x = f32[2,3] parameter(0)\n  ROOT n = f32[2,3] negate(x)\n  u = f32[2,3] add(x, n)"),
     [X], [-X]),
    ("while with a nested tuple", program(
        "  i = s32[] constant(0)\n  x = f32[2,3] parameter(0)\n  u = (f32[2,3]) tuple(x)\n"
        "  t = (s32[], (f32[2,3])) tuple(i, u)\n  w = (s32[], (f32[2,3])) while(t), condition=c, body=b\n"
        "  v = (f32[2,3]) get-tuple-element(w), index=1\n  ROOT r = f32[2,3] get-tuple-element(v), index=0",
        "c {\n  t = (s32[], (f32[2,3])) parameter(0)\n  i = s32[] get-tuple-element(t), index=0\n  n = s32[] constant(5)\n"
        "  ROOT p = pred[] compare(i, n), direction=LT\n}\n\n"
        "b {\n  t = (s32[], (f32[2,3])) parameter(0)\n  i = s32[] get-tuple-element(t), index=0\n  one = s32[] constant(1)\n"
        "  j = s32[] add(i, one)\n  u = (f32[2,3]) get-tuple-element(t), index=1\n  x = f32[2,3] get-tuple-element(u), index=0\n"
        "  y = f32[2,3] add(x, x)\n  z = (f32[2,3]) tuple(y)\n  ROOT r = (s32[], (f32[2,3])) tuple(j, z)\n}\n"), [X], [X * 32]),
    *[(f"conditional on {value}", program(
        "  p = pred[] parameter(0)\n  x = f32[2,3] parameter(1)\n"
        "  ROOT r = f32[2,3] conditional(p, x, x), true_computation=f, false_computation=g",
        "f {\n  x = f32[2,3] parameter(0)\n  ROOT y = f32[2,3] negate(x)\n}\n\n"
        "g {\n  x = f32[2,3] parameter(0)\n  ROOT y = f32[2,3] add(x, x)\n}\n"), [np.bool_(value), X], [-X if value else X + X])
      for value in (True, False)],
    *[(f"branch {k}", program(
        "  k = s32[] parameter(0)\n  x = f32[2,3] parameter(1)\n  t = (f32[2,3], f32[2,3]) tuple(x, x)\n  n = s32[] constant(2)\n"
        "  ROOT r = (f32[2,3]) conditional(k, x, t), branch_computations={f, g}",
        "f {\n  x = f32[2,3] parameter(0)\n  y = f32[2,3] negate(x)\n  ROOT t = (f32[2,3]) tuple(y)\n}\n\n"
        "g {\n  t = (f32[2,3], f32[2,3]) parameter(0)\n  x = f32[2,3] get-tuple-element(t), index=0\n"
        "  y = f32[2,3] get-tuple-element(t), index=1\n  z = f32[2,3] add(x, y)\n  ROOT r = (f32[2,3]) tuple(z)\n}\n"),
       [np.int32(k), X], [-X if k == 0 else X + X]) for k in (-1, 0, 1, 7)],
    ("variadic reduce", program(
        "  x = f32[2,3] parameter(0)\n  i = s32[2,3] iota(), iota_dimension=1\n"
        "  m = f32[] constant(-inf)\n  z = s32[] constant(0)\n"
        "  ROOT r = (f32[2], s32[2]) reduce(x, i, m, z), dimensions={1}, to_apply=best",
        "best {\n  a = f32[] parameter(0)\n  i = s32[] parameter(1)\n  b = f32[] parameter(2)\n  j = s32[] parameter(3)\n"
        "  p = pred[] compare(a, b), direction=GE\n  v = f32[] select(p, a, b)\n  k = s32[] select(p, i, j)\n"
        "  ROOT t = (f32[], s32[]) tuple(v, k)\n}\n"), [X[:, ::-1].copy()],
     [np.array([2, 5], F), np.array([0, 0], np.int32)]),
    ("topk", program("  x = f32[2,3] parameter(0)\n  ROOT t = (f32[2,2], s32[2,2]) topk(x), k=2, largest=true"), [X],
     [X[:, :0:-1], np.array([[2, 1], [2, 1]], np.int32)]),
    ("topk of the smallest", program("  x = f32[2,3] parameter(0)\n  ROOT t = (f32[2,2], s32[2,2]) topk(x), k=2, largest=false"),
     [X],
     [X[:, :2], np.array([[0, 1], [0, 1]], np.int32)]),
    ("tuple constant", program("  ROOT c = (f32[2,1], (s32[], pred[])) constant(( { {1}, {2} }, ( 3, true ) ))"), [],
     [np.array([[1], [2]], F), np.int32(3), np.bool_(True)]),
    ("dynamic slice with a vector", program(
        "  x = f32[2,3] parameter(0)\n  i = s32[2] parameter(1)\n"
        "  ROOT s = f32[1,2] dynamic-slice(x, i), dynamic_slice_sizes={1,2}"), [X, np.array([1, 1], np.int32)], [X[1:, 1:]]),
    ("dynamic update with a vector", program(
        "  x = f32[2,3] parameter(0)\n  u = f32[1,1] parameter(1)\n  i = s32[2] parameter(2)\n"
        "  ROOT s = f32[2,3] dynamic-update-slice(x, u, i)"), [X, np.full((1, 1), 9, F), np.array([1, 2], np.int32)],
     [np.array([[0, 1, 2], [3, 4, 9]], F)]),
    ("asynchronous call in short", program(
        "  x = f32[2,3] parameter(0)\n  s = ((f32[2,3]), f32[2,3], s32[]) negate-start(x)\n"
        "  u = ((f32[2,3]), f32[2,3], s32[]) negate-update(s)\n  ROOT d = f32[2,3] negate-done(u)"), [X], [-X]),
    ("copy in halves", program(
        "  x = f32[2,3] parameter(0)\n  s = (f32[2,3]{0,1}, f32[2,3], u32[]) copy-start(x)\n"
        "  ROOT d = f32[2,3]{0,1} copy-done(s)"),
     [X], [X]),
    ("call of a computation with a tuple", program(
        "  x = f32[2,3] parameter(0)\n  t = (f32[2,3], f32[2,3]) tuple(x, x)\n  ROOT c = (f32[2,3]) call(t), to_apply=f",
        "f {\n  t = (f32[2,3], f32[2,3]) parameter(0)\n  a = f32[2,3] get-tuple-element(t), index=0\n"
        "  b = f32[2,3] get-tuple-element(t), index=1\n  s = f32[2,3] add(a, b)\n  ROOT r = (f32[2,3]) tuple(s)\n}\n"), [X],
        [X + X]),
    ("barrier around a tuple", program(
        "  x = f32[2,3] parameter(0)\n  n = f32[2,3] negate(x)\n  t = (f32[2,3], f32[2,3]) tuple(x, n)\n"
        "  b = (f32[2,3], f32[2,3]) opt-barrier(t)\n  ROOT r = f32[2,3] get-tuple-element(b), index=1"), [X], [-X]),
    ("scaled dot", program(
        "  a = f32[2,4] parameter(0)\n  b = f32[4,2] parameter(1)\n  s = f32[2,2] parameter(2)\n  t = f32[2,2] parameter(3)\n"
        "  ROOT d = f32[2,2] scaled-dot(a, b, s, t), lhs_contracting_dims={1}, rhs_contracting_dims={0}"),
     [np.ones((2, 4), F), np.ones((4, 2), F), np.array([[1, 2], [3, 4]], F), np.array([[1, 1], [2, 2]], F)],
     [(np.ones((2, 4), F) * np.array([[1, 1, 2, 2], [3, 3, 4, 4]], F)) @ np.array([[1, 1], [1, 1], [2, 2], [2, 2]], F)]),
    ("parameters that are tuples", program(
        "  t = (f32[2,3], s32[]) parameter(0)\n  x = f32[2,3] get-tuple-element(t), index=0\n"
        "  n = s32[] get-tuple-element(t), index=1\n  ROOT r = (s32[], (f32[2,3])) tuple(n, u)".replace(
            "  ROOT", "  u = (f32[2,3]) tuple(x)\n  ROOT")), [X, np.int32(3)], [np.int32(3), X]),
    ("reduce of a column-major array", program(
        "  x = f32[2,3]{0,1} parameter(0)\n  z = f32[] constant(0)\n  ROOT r = f32[3] reduce(x, z), dimensions={0}, to_apply=add",
        ADD),
     [X], [X.sum(0)]),
]


@pytest.mark.parametrize("engine", ["reference", "cpu"])
@pytest.mark.parametrize("text, arguments, expected", [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_values(text: str, arguments: list[Any], expected: list[Any], engine: str) -> None:
    module = hloom.parse(text, format="hlo")
    module.verify()
    results = hloom.evaluate(module, *arguments) if engine == "reference" else hloom.compile(module)(*arguments)
    assert len(results) == len(expected)
    for found, wanted in zip(results, expected):
        assert np.asarray(found).dtype == np.asarray(wanted).dtype
        np.testing.assert_array_equal(found, wanted)


def test_the_engines_agree_on_layouts_that_differ_only() -> None:
    """Programs that differ in layouts only are not mistaken for each other by the cache of compiled programs."""
    for order, wanted in (("1,0", X.reshape(3, 2)), ("0,1", X.T)):
        module = hloom.parse(program(f"  x = f32[2,3]{{{order}}} parameter(0)\n  ROOT b = f32[3,2]{{1,0}} bitcast(x)"),
                             format="hlo")
        np.testing.assert_array_equal(hloom.compile(module)(X)[0], wanted)


def grid(text: str, arguments: list[list[Any]], partitions: bool = False) -> list[Any]:
    """The results of as many processes as there are lists of arguments."""
    module = hloom.parse(text, format="hlo")
    module.verify()
    count = len(arguments)
    if partitions:
        rows = hloom.evaluate_grid(module, [arguments], num_partitions=count)
        return list(rows[0])
    rows = hloom.evaluate_grid(module, [[a] for a in arguments], num_replicas=count)
    return [row[0] for row in rows]


def test_all_to_all_in_both_forms() -> None:
    parts = [np.array([10 * k, 10 * k + 1], F) for k in range(2)]
    text = program("  x = f32[2] parameter(0)\n  ROOT a = f32[2] all-to-all(x), replica_groups={{0,1}}, dimensions={0}")
    found = [r[0] for r in grid(text, [[p] for p in parts])]
    np.testing.assert_array_equal(found, [[0, 10], [1, 11]])
    text = program("  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
                   "  ROOT a = (f32[], f32[]) all-to-all(x, y), replica_groups={{0,1}}")
    found = [[float(v) for v in r] for r in grid(text, [[p[0], p[1]] for p in parts])]
    assert found == [[0, 10], [1, 11]]


@pytest.mark.parametrize("groups, wanted", [
    ("{{0,1},{2,3}}", [1, 1, 5, 5]), ("[2,2]<=[4]", [1, 1, 5, 5]), ("[2,2]<=[2,2]T(1,0)", [2, 4, 2, 4]),
    ("mesh['a'=2,'b'=2] {'b'}", [1, 1, 5, 5]), ("mesh['a'=2,'b'=2] {'a'}", [2, 4, 2, 4]),
    ("mesh['a'=4] {'a':(1)2}", [2, 4, 2, 4]), ("mesh['a'=4] {'a':(2)2}", [1, 1, 5, 5]),
    ("mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)) {'b'}", [2, 4, 2, 4]), ("{}", [6, 6, 6, 6])])
def test_replica_groups_in_every_notation(groups: str, wanted: list[int]) -> None:
    text = program(f"  x = f32[] parameter(0)\n  ROOT r = f32[] all-reduce(x), channel_id=1, replica_groups={groups}, "
                   "use_global_device_ids=true, to_apply=add", ADD, ", num_partitions=4")
    assert f"replica_groups={groups}" in str(hloom.parse(text, format="hlo"))
    assert [float(r[0]) for r in grid(text, [[np.float32(k)] for k in range(4)], partitions=True)] == wanted


def test_halves_of_collectives() -> None:
    text = program(
        "  x = f32[2] parameter(0)\n  a = f32[2] all-reduce-start(x), replica_groups={{0,1}}, to_apply=add\n"
        "  b = f32[2] all-reduce-done(a)\n  c = (f32[2], f32[4]) all-gather-start(b), replica_groups={{0,1}}, dimensions={0}\n"
        "  d = f32[4] all-gather-done(c)\n"
        "  e = (f32[2], f32[2], u32[], u32[]) collective-permute-start(x), source_target_pairs={{0,1},{1,0}}\n"
        "  f = f32[2] collective-permute-done(e)\n  ROOT t = (f32[4], f32[2]) tuple(d, f)", ADD)
    found = grid(text, [[np.array([1, 2], F)], [np.array([10, 20], F)]])
    for k, process in enumerate(found):
        np.testing.assert_array_equal(process[0], [11, 22, 11, 22])
        np.testing.assert_array_equal(process[1], [[10, 20], [1, 2]][k])


@pytest.mark.parametrize("line, message", [
    ("f32[2] constant({...})", r"left out when the program was printed, constant\({...}\); XLA prints them with"),
    (f"f32[{2**62}] iota(), iota_dimension=0", r"<input>:\d+:\d+: error: \[memory\] stablehlo.iota has a tensor of type"),
])
def test_what_cannot_be_run_is_named(line: str, message: str) -> None:
    module = hloom.parse(program(f"  ROOT r = {line}"), format="hlo")
    with pytest.raises(UserError, match=message):
        hloom.evaluate(module)
