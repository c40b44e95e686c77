"""Manual computations and replicas as the work of one process, on both engines: against NumPy, device by device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.sharding import prepare
from hloom.support.diagnostics import UserError

X = np.arange(1, 33, dtype=np.float32).reshape(8, 4) / 8
#: What each device of a mesh of 4 x 2 has of X where rows are divided along x and columns along y.
PARTS = {2 * x + y: X[2 * x : 2 * x + 2, 2 * y : 2 * y + 2] for x in range(4) for y in range(2)}
LOCAL, MESH = "tensor<2x2xf32>", 'sdy.mesh @mesh = <["x"=4, "y"=2]>'
SUM = """({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32>
  stablehlo.return %s : tensor<f32> })"""
ALONG_X = "dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>"
ALONG_Y = "dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>"
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>"


def on_grid(body: str, local: str = LOCAL, result: str = "tensor<8x4xf32>", sharding: str = '[{"x"}, {"y"}]', functions: str = "",
            mesh: str = MESH) -> Any:
    """A program of which each device runs `body`, which makes %r of %a, its part of X."""
    return hloom.parse(f"""{mesh}
      func.func @main(%x: tensor<8x4xf32>) -> {result} {{
        %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] out_shardings=[<@mesh, {sharding}>]
            manual_axes={{"x", "y"}} (%a: {LOCAL}) {{
          {body}
          sdy.return %r : {local}
        }} : (tensor<8x4xf32>) -> {result}
        return %0 : {result}
      }}
      {functions}""")


def both(module: Any, *arrays: Any, grid: tuple[int, int] = (1, 8), fallbacks: bool = False) -> list[np.ndarray]:
    """The results of the prepared program, which both engines give."""
    prepared = prepare(module, *grid)
    prepared.module.verify()
    executable = hloom.compile(prepared.module)
    assert fallbacks or not executable.fallbacks
    found, compiled = hloom.evaluate(prepared.module, *arrays), executable(*arrays)
    for a, b in zip(found, compiled):
        np.testing.assert_allclose(a, b, 1e-6)
    return list(found)


def devices(module: Any, **options: Any) -> dict[int, np.ndarray]:
    """What each device has of the only result, for X."""
    (whole,) = both(module, X, **options)
    return dict(enumerate(_cut(whole)))


def _cut(whole: np.ndarray) -> list[np.ndarray]:
    rows, columns = whole.shape[0] // 4, whole.shape[1] // 2
    return [whole[rows * x : rows * x + rows, columns * y : columns * y + columns] for x in range(4) for y in range(2)]


def reduced(name: str, region: str, groups: str, rest: str = ", use_global_device_ids", result: str = LOCAL) -> str:
    return (f'%r = "stablehlo.{name}"(%a) <{{{CHANNEL}, replica_groups = {groups}{rest}}}> {region} : ({LOCAL}) -> {result}')


def column(device: int) -> list[int]:
    """The devices beside one along x."""
    return [k for k in range(8) if k % 2 == device % 2]


def test_each_device_works_by_itself() -> None:
    for device, part in devices(on_grid(f"%r = stablehlo.negate %a : {LOCAL}")).items():
        np.testing.assert_array_equal(part, -PARTS[device])


BODIES = {
    "product": ("%s = stablehlo.multiply %p, %q : tensor<f32>", lambda a, b: a * b),
    "maximum": ("%s = stablehlo.maximum %p, %q : tensor<f32>", np.maximum),
    "two operations": ("%m = stablehlo.multiply %p, %q : tensor<f32> %s = stablehlo.add %m, %p : tensor<f32>",
                       lambda a, b: a * b + a),
    "constant": ("%c = stablehlo.constant dense<2.0> : tensor<f32> %m = stablehlo.add %p, %q : tensor<f32> "
                 "%s = stablehlo.subtract %m, %c : tensor<f32>", lambda a, b: a + b - 2),
    "annotation": ("%t = stablehlo.add %p, %q : tensor<f32> %s = sdy.sharding_constraint %t <@mesh, []> : tensor<f32>",
                   lambda a, b: a + b),
}


@pytest.mark.parametrize("name", BODIES)
def test_reducers_of_any_body(name: str) -> None:
    body, function = BODIES[name]
    region = f"({{ ^bb0(%p: tensor<f32>, %q: tensor<f32>): {body} stablehlo.return %s : tensor<f32> }})"
    for device, part in devices(on_grid(reduced("all_reduce", region, ALONG_X))).items():
        expected = PARTS[column(device)[0]]
        for other in column(device)[1:]:
            expected = function(expected, PARTS[other])
        np.testing.assert_allclose(part, expected, 1e-6)


def test_a_reducer_in_a_wider_type_and_one_that_sees_outside() -> None:
    wide = """({ ^bb0(%p: tensor<f64>, %q: tensor<f64>): %s = stablehlo.add %p, %q : tensor<f64>
      stablehlo.return %s : tensor<f64> })"""
    for device, part in devices(on_grid(reduced("all_reduce", wide, ALONG_X, result="tensor<2x2xf64>"), "tensor<2x2xf64>",
                                        "tensor<8x4xf64>")).items():
        assert part.dtype == np.float64
        np.testing.assert_array_equal(part, sum(PARTS[k].astype(np.float64) for k in column(device)))
    seen = """({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %m = stablehlo.add %p, %q : tensor<f32>
      %s = stablehlo.add %m, %one : tensor<f32> stablehlo.return %s : tensor<f32> })"""
    one = "%one = stablehlo.constant dense<1.0> : tensor<f32>\n"
    for device, part in devices(on_grid(one + reduced("all_reduce", seen, ALONG_Y))).items():
        np.testing.assert_array_equal(part, PARTS[device // 2 * 2] + PARTS[device // 2 * 2 + 1] + 1)


@pytest.mark.parametrize(("groups", "members"), [
    ('#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>', column),
    ('#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>',
     lambda d: [k for k in range(8) if k % 4 == d % 4]),
    ('#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>, '
     '#stablehlo.axis_ref<name = "y">]>', lambda d: [k for k in range(8) if k // 4 == d // 4]),
    ("dense<> : tensor<0x0xi64>", lambda d: range(8)), ("dense<[[0, 1, 2, -1], [3, 4, 5, 6], [7, -1, -1, -1]]> : tensor<3x4xi64>",
                                                        lambda d: [[0, 1, 2], [3, 4, 5, 6], [7]][(d > 2) + (d > 6)]),
])
def test_groups(groups: str, members: Any) -> None:
    for device, part in devices(on_grid(reduced("all_reduce", SUM, groups))).items():
        np.testing.assert_allclose(part, sum(PARTS[k] for k in members(device)), 1e-6)


def test_reduce_scatter_in_another_order_of_the_group() -> None:
    groups = "dense<[[6, 4, 2, 0], [1, 3, 5, 7]]> : tensor<2x4xi64>"
    wide = f"%w = stablehlo.concatenate %a, %a, dim = 0 : ({LOCAL}, {LOCAL}) -> tensor<4x2xf32>\n"
    line = reduced("reduce_scatter", SUM, groups, ", use_global_device_ids, scatter_dimension = 0 : i64", "tensor<1x2xf32>")
    module = on_grid(wide + line.replace("(%a)", "(%w)").replace(f"({LOCAL})", "(tensor<4x2xf32>)"), "tensor<1x2xf32>",
                     "tensor<4x4xf32>")
    for device, part in devices(module).items():
        total = sum(PARTS[k] for k in column(device))
        place = [6, 4, 2, 0, 1, 3, 5, 7].index(device) % 4
        np.testing.assert_allclose(part, np.concatenate([total, total])[place : place + 1], 1e-6)


def test_broadcasts() -> None:
    fixed = f"""%r = "stablehlo.collective_broadcast"(%a) <{{{CHANNEL},
      replica_groups = dense<[[2, 0, 4], [5, 3, 1]]> : tensor<2x3xi64>}}> : ({LOCAL}) -> {LOCAL}"""
    roots = {0: 2, 2: 2, 4: 2, 1: 5, 3: 5, 5: 5}
    for device, part in devices(on_grid(fixed)).items():
        np.testing.assert_array_equal(part, PARTS[roots[device]] if device in roots else 0 * X[:2, :2])


def test_a_root_that_is_computed() -> None:
    # The root of each column is its member number y + 1.
    number = """%id = stablehlo.partition_id : tensor<ui32> %two = stablehlo.constant dense<2> : tensor<ui32>
      %y = stablehlo.remainder %id, %two : tensor<ui32> %one = stablehlo.constant dense<1> : tensor<ui32>
      %n = stablehlo.add %y, %one : tensor<ui32> %i = stablehlo.convert %n : (tensor<ui32>) -> tensor<i32>
      %root = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      """
    taken = f"({LOCAL}, tensor<1xi32>) -> {LOCAL}"
    broadcast = f"""%r = "stablehlo.collective_broadcast"(%a, %root) <{{{CHANNEL}, replica_groups = {ALONG_X}, has_dynamic_root}}>
      : {taken}"""
    for device, part in devices(on_grid(number + broadcast)).items():
        np.testing.assert_array_equal(part, PARTS[column(device)[device % 2 + 1]])
    reduce = f"""%r = "stablehlo.collective_reduce"(%a, %root) <{{{CHANNEL}, replica_groups = {ALONG_X}, has_dynamic_root,
      use_global_device_ids}}> {SUM} : {taken}"""
    for device, part in devices(on_grid(number + reduce)).items():
        is_root = device == column(device)[device % 2 + 1]
        np.testing.assert_allclose(part, sum(PARTS[k] for k in column(device)) * is_root, 1e-6)


def test_a_reduction_to_the_first_of_each_group() -> None:
    line = reduced("collective_reduce", SUM, ALONG_Y)
    for device, part in devices(on_grid(line)).items():
        expected = PARTS[device] + PARTS[device + 1] if device % 2 == 0 else 0 * PARTS[device]
        np.testing.assert_array_equal(part, expected)


def test_asynchronous_operations() -> None:
    line = f"""%f = "stablehlo.async_start"(%a) ({{ ^bb0(%b: {LOCAL}):
        {reduced("all_reduce", SUM, ALONG_X).replace("%r =", "%g =").replace("(%a)", "(%b)")}
        stablehlo.return %g : {LOCAL} }}) : ({LOCAL}) -> !stablehlo.future<{LOCAL}>
      %d = "stablehlo.async_done"(%f) : (!stablehlo.future<{LOCAL}>) -> {LOCAL}
      %r = stablehlo.subtract %d, %a : {LOCAL}"""
    for device, part in devices(on_grid(line)).items():
        np.testing.assert_allclose(part, sum(PARTS[k] for k in column(device)) - PARTS[device], 1e-6)


def test_functions_and_named_computations_that_meet() -> None:
    total = reduced("all_reduce", SUM, ALONG_X)
    functions = f"""func.func private @outer(%a: {LOCAL}) -> {LOCAL} {{
        %0 = call @inner(%a) : ({LOCAL}) -> {LOCAL} %r = stablehlo.add %0, %a : {LOCAL} return %r : {LOCAL} }}
      func.func private @inner(%a: {LOCAL}) -> {LOCAL} {{ {total} return %r : {LOCAL} }}"""
    inner = total.replace("%r =", "%m =").replace("(%a)", "(%n)")
    named = f"""%r = sdy.named_computation<"n">(%b) (%n: {LOCAL}) {{ {inner} sdy.return %m : {LOCAL} }} : ({LOCAL}) -> {LOCAL}"""
    module = on_grid(f"%b = func.call @outer(%a) : ({LOCAL}) -> {LOCAL}\n" + named, functions=functions)
    sums = {k: sum(PARTS[j] for j in column(k)) + PARTS[k] for k in range(8)}
    for device, part in devices(module).items():
        np.testing.assert_allclose(part, sum(sums[k] for k in column(device)), 1e-6)


def test_values_that_are_parts_of_a_sum() -> None:
    module = hloom.parse(f"""{MESH}
      func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {{
        %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x":(1)2}}], unreduced={{"y"}}>]
            out_shardings=[<@mesh, [{{"x":(1)2}}], unreduced={{"x":(2)2, "y"}}>] manual_axes={{"x", "y"}} (%a: tensor<4xf32>) {{
          %c = stablehlo.constant dense<1.0> : tensor<4xf32>
          %r = stablehlo.add %a, %c : tensor<4xf32>
          sdy.return %r : tensor<4xf32>
        }} : (tensor<8xf32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      }}""")
    x = X.reshape(-1)[:8]
    # Of each half, the sum over y: one device has the numbers and the other zeros; each adds 1; two along x have copies.
    np.testing.assert_array_equal(both(module, x)[0], 2 * x + 4)


def test_parts_of_axes_and_devices_in_another_order() -> None:
    mesh = 'sdy.mesh @mesh = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>'
    body = f"""%id = stablehlo.partition_id : tensor<ui32> %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> {LOCAL}
      %r = stablehlo.add %a, %b : {LOCAL}"""
    (whole,) = both(on_grid(body, mesh=mesh), X)
    for place, part in enumerate(_cut(whole)):
        np.testing.assert_array_equal(part, PARTS[place] + (7 - place))
    module = on_grid(f"%r = stablehlo.negate %a : {LOCAL}", result="tensor<4x8xf32>", sharding='[{"x":(2)2}, {"y", "x":(1)2}]')
    (whole,) = both(module, X)
    for device, part in PARTS.items():
        x, y = divmod(device, 2)
        row, col = x % 2, 2 * y + x // 2
        np.testing.assert_array_equal(whole[2 * row : 2 * row + 2, 2 * col : 2 * col + 2], -part)


def test_what_all_devices_compute_alike_is_computed_once() -> None:
    body = f"""%c = stablehlo.constant dense<3.0> : tensor<64x64xf32>
      %e = stablehlo.exponential %c : tensor<64x64xf32>
      {reduced("all_reduce", SUM, "dense<> : tensor<0x0xi64>").replace("%r =", "%t =")}
      %u = stablehlo.tanh %t : {LOCAL}
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0, 1] :
        (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {LOCAL}
      %m = stablehlo.multiply %u, %b : {LOCAL}
      %r = stablehlo.add %m, %a : {LOCAL}"""
    made = [op.mnemonic for op in prepare(on_grid(body), 1, 8).module.walk()]
    assert [made.count(name) for name in ("exponential", "reduce", "tanh", "multiply")] == [1, 1, 1, 1]
    assert made.count("add") == 1 + 7 + 8  # one in the reduction's body, those of the sum, and those of %a


def test_a_loop_parts_what_was_equal() -> None:
    body = f"""%zero = stablehlo.constant dense<0> : tensor<i32> %z = stablehlo.constant dense<0.0> : {LOCAL}
      %w:4 = stablehlo.while(%i = %zero, %u = %z, %v = %z, %k = %z) : tensor<i32>, {LOCAL}, {LOCAL}, {LOCAL}
      cond {{ %n = stablehlo.constant dense<3> : tensor<i32>
        %m = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %m : tensor<i1> }}
      do {{ %one = stablehlo.constant dense<1> : tensor<i32> %j = stablehlo.add %i, %one : tensor<i32>
        {reduced("all_reduce", SUM, ALONG_X).replace("(%a)", "(%v)").replace("%r =", "%t =")}
        %u2 = stablehlo.add %u, %a : {LOCAL} %v2 = stablehlo.add %u, %t : {LOCAL}
        stablehlo.return %j, %u2, %v2, %k : tensor<i32>, {LOCAL}, {LOCAL}, {LOCAL} }}
      %r = stablehlo.add %w#2, %w#3 : {LOCAL}"""
    prepared = prepare(on_grid(body), 1, 8)
    (loop,) = [op for op in prepared.module.walk() if op.mnemonic == "while"]
    assert len(loop.operands) == 1 + 8 + 8 + 1
    u, v = ({k: 0 * part for k, part in PARTS.items()} for _ in range(2))
    for _ in range(3):
        totals = {k: sum(v[j] for j in column(k)) for k in PARTS}
        u, v = {k: u[k] + PARTS[k] for k in PARTS}, {k: u[k] + totals[k] for k in PARTS}
    for device, part in devices(on_grid(body)).items():
        np.testing.assert_allclose(part, v[device], 1e-6)


# -- replicas ------------------------------------------------------------------------------------------------------------------
def on_replicas(body: str, results: str = "tensor<3xf32>", returned: str = "%r") -> Any:
    return hloom.parse(f"""func.func @main(%a: tensor<3xf32>) -> ({results}) {{
        {body}
        return {returned} : {results}
      }}""")


REPLICAS = np.arange(12, dtype=np.float32).reshape(4, 3)


def test_replicas_meet() -> None:
    module = on_replicas(f"""%id = stablehlo.replica_id : tensor<ui32> %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %t = "stablehlo.all_reduce"(%a) <{{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}}> {SUM}
        : (tensor<3xf32>) -> tensor<3xf32>
      %r = stablehlo.add %t, %b : tensor<3xf32>
      %g = "stablehlo.all_gather"(%a) <{{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}}>
        : (tensor<3xf32>) -> tensor<12xf32>""", "tensor<3xf32>, tensor<12xf32>", "%r, %g")
    found, gathered = both(module, REPLICAS, grid=(4, 1))
    sums = np.stack([REPLICAS[0] + REPLICAS[1]] * 2 + [REPLICAS[2] + REPLICAS[3]] * 2)
    np.testing.assert_array_equal(found, sums + np.arange(4, dtype=np.float32)[:, np.newaxis])
    np.testing.assert_array_equal(gathered, np.stack([REPLICAS.reshape(-1)] * 4))
    prepared = prepare(module, 4, 1)
    assert [shared.local_shape for shared in prepared.results] == [(3,), (12,)]
    local = prepared.local
    assert local is not None and [str(t) for t in local.module.functions["main"].function_type.inputs] == ["tensor<3xf32>"]
    shards = hloom.evaluate_grid(local.module, [[part] for part in zip(local.arguments[0].cut(REPLICAS))], num_replicas=4)
    np.testing.assert_array_equal(local.results[0].join([of_replica[0][0] for of_replica in shards]), found)


def test_scalars_of_replicas() -> None:
    module = hloom.parse(f"""func.func @main(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {{
        %t = "stablehlo.all_reduce"(%a) <{{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}}> {SUM}
          : (tensor<f32>) -> tensor<f32>
        %r = stablehlo.divide %a, %t : tensor<f32>
        return %r, %t : tensor<f32>, tensor<f32>
      }}""")
    x = np.array([1, 2, 5], np.float32)
    shared, total = both(module, x, grid=(3, 1))
    np.testing.assert_allclose(shared, x / 8)
    np.testing.assert_array_equal(total, [8, 8, 8])
    assert [shard.shape for shard in prepare(module, 3, 1).results[0].cut(shared)] == [()] * 3


def test_replicas_of_several_partitions() -> None:
    again = SUM.replace("%p", "%t").replace("%q", "%u").replace("%s", "%v")
    module = hloom.parse(f"""sdy.mesh @mesh = <["x"=2]>
      func.func @main(%x: tensor<4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<2xf32> {{
        %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x"}}]>] out_shardings=[<@mesh, [{{}}]>]
            manual_axes={{"x"}} (%a: tensor<2xf32>) {{
          %p = "stablehlo.all_reduce"(%a) <{{{CHANNEL}, replica_groups = dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi64>,
            use_global_device_ids}}> {SUM} : (tensor<2xf32>) -> tensor<2xf32>
          %q = "stablehlo.all_reduce"(%a) <{{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}}> {again} :
            (tensor<2xf32>) -> tensor<2xf32>
          %s = "stablehlo.collective_permute"(%q) <{{{CHANNEL}, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}}>
            : (tensor<2xf32>) -> tensor<2xf32>
          %r = stablehlo.add %p, %s : tensor<2xf32>
          sdy.return %r : tensor<2xf32>
        }} : (tensor<4xf32>) -> tensor<2xf32>
        return %0 : tensor<2xf32>
      }}""")
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    (found,) = both(module, x, grid=(3, 2))
    np.testing.assert_array_equal(found, x[:, :2] + x[:, 2:] + x[:, 2:].sum(0))
    prepared = prepare(module, 3, 2)
    assert prepared.arguments[0].local_shape == (2,) and prepared.local is None
    np.testing.assert_array_equal(prepared.arguments[0].cut(x)[3], x[1, 2:])


# -- effects -------------------------------------------------------------------------------------------------------------------
def test_callbacks_are_called_once_a_device() -> None:
    seen: list[np.ndarray] = []

    def note(op: Any, x: np.ndarray) -> np.ndarray:
        seen.append(np.array(x))
        return x

    hloom.register_custom_call("noted_by_devices", note)
    shown = f'stablehlo.custom_call @noted_by_devices(%s) {{has_side_effect = true}} : ({LOCAL}) -> {LOCAL}'
    total = reduced("all_reduce", SUM, "dense<> : tensor<0x0xi64>").replace("%r =", "%s =")
    module = prepare(on_grid(f"{total}\n%r = {shown}"), 1, 8).module
    hloom.evaluate(module, X)
    assert len(seen) == 8 and all((x == seen[0]).all() for x in seen)
    seen.clear()
    hloom.compile(module)(X)
    assert len(seen) == 8


def test_effects_in_order() -> None:
    seen: list[float] = []

    def note(op: Any, token: None, x: np.ndarray) -> None:
        seen.append(float(x[0, 0]))

    hloom.register_custom_call("noted_in_order", note)
    call = f"""stablehlo.custom_call @noted_in_order(%{{}}, %a) {{{{has_side_effect = true}}}}
      : (!stablehlo.token, {LOCAL}) -> !stablehlo.token"""
    module = hloom.parse(f"""{MESH}
      func.func @main(%t: !stablehlo.token, %x: tensor<8x4xf32>) -> (!stablehlo.token, tensor<8x4xf32>) {{
        %0:2 = sdy.manual_computation(%t, %x) in_shardings=[<@mesh, []>, <@mesh, [{{"x"}}, {{"y"}}]>]
            out_shardings=[<@mesh, []>, <@mesh, [{{"x"}}, {{"y"}}]>] manual_axes={{"x", "y"}}
            (%u: !stablehlo.token, %a: {LOCAL}) {{
          %v = {call.format("u")} %w = {call.format("v")}
          sdy.return %w, %a : !stablehlo.token, {LOCAL}
        }} : (!stablehlo.token, tensor<8x4xf32>) -> (!stablehlo.token, tensor<8x4xf32>)
        return %0#0, %0#1 : !stablehlo.token, tensor<8x4xf32>
      }}""")
    prepared = prepare(module, 1, 8)
    prepared.module.verify()
    assert prepared.arguments[0].cut(None) == [None] * 8 and prepared.results[0].join([None] * 8) is None
    np.testing.assert_array_equal(hloom.evaluate(prepared.module, None, X)[1], X)
    corners = [float(PARTS[device][0, 0]) for device in range(8)]
    assert len(seen) == 16 and sorted(seen) == sorted(corners * 2)
    seen.clear()
    hloom.compile(prepared.module)(None, X)
    assert sorted(seen) == sorted(corners * 2)
    # The local program has the token, too.
    assert prepared.local is not None and len(prepared.local.arguments) == 2


def test_effects_in_branches_are_those_of_the_devices_that_take_them() -> None:
    seen: list[float] = []

    def note(op: Any, x: np.ndarray) -> np.ndarray:
        seen.append(float(x[0, 0]))
        return x

    hloom.register_custom_call("noted_in_branches", note)
    shown = f'stablehlo.custom_call @noted_in_branches(%a) {{has_side_effect = true}} : ({LOCAL}) -> {LOCAL}'
    body = f"""%id = stablehlo.partition_id : tensor<ui32> %two = stablehlo.constant dense<2> : tensor<ui32>
      %y = stablehlo.remainder %id, %two : tensor<ui32> %zero = stablehlo.constant dense<0> : tensor<ui32>
      %first = stablehlo.compare EQ, %y, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %r = "stablehlo.if"(%first) ({{
        %t = {shown}
        {reduced("all_reduce", SUM, ALONG_X).replace("(%a)", "(%t)").replace("%r =", "%u =")}
        stablehlo.return %u : {LOCAL}
      }}, {{ %n = stablehlo.negate %a : {LOCAL} stablehlo.return %n : {LOCAL} }}) : (tensor<i1>) -> {LOCAL}"""
    module = on_grid(body)
    for device, part in devices(module, fallbacks=True).items():
        np.testing.assert_allclose(part, sum(PARTS[k] for k in column(device)) if device % 2 == 0 else -PARTS[device], 1e-6)
    assert sorted(seen) == sorted([float(PARTS[device][0, 0]) for device in (0, 2, 4, 6)] * 2)


def test_random_numbers_of_devices_are_their_own() -> None:
    body = f"""%lo = stablehlo.constant dense<0.0> : tensor<f32> %hi = stablehlo.constant dense<1.0> : tensor<f32>
      %s = stablehlo.constant dense<2> : tensor<2xi64>
      %r = stablehlo.rng %lo, %hi, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> {LOCAL}"""
    (found,) = hloom.evaluate(prepare(on_grid(body), 1, 8).module, X)
    assert len(np.unique(found)) == found.size


# -- what is not supported, and what makes no sense ------------------------------------------------------------------------------
def fails(module: Any, message: str, grid: tuple[int, int] = (1, 8)) -> None:
    with pytest.raises(UserError) as raised:
        prepare(module, *grid)
    assert message in str(raised.value) and raised.value.diagnostics and raised.value.diagnostics[0].span is not None


def test_groups_that_do_not_fit() -> None:
    partial_ = on_grid(f"%r = stablehlo.negate %a : {LOCAL}")
    text = str(partial_).replace('manual_axes={"x", "y"}', 'manual_axes={"x"}').replace(LOCAL, "tensor<2x4xf32>")
    everyone = reduced("all_reduce", SUM, "dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>").replace(LOCAL, "tensor<2x4xf32>")
    line = next(found for found in text.split("\n") if "negate" in found)
    name, argument = line.split("=")[0].strip(), line.split("negate")[1].split(":")[0].strip()
    fails(hloom.parse(text.replace(line, everyone.replace("%r", name).replace("%a", argument))), "along axes that are not manual")
    fails(on_grid(reduced("all_reduce", SUM, "dense<[[0, 1, 2]]> : tensor<1x3xi64>")), "which is in none of its groups")
    fails(on_grid(reduced("all_reduce", SUM, "dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8]]> : tensor<1x9xi64>")), "names number 8")


def test_operations_that_meet_outside_of_manual_computations() -> None:
    fails(on_replicas("%i = stablehlo.partition_id : tensor<ui32> %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>"
                      "%r = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<3xf32>"),
          "stands outside of a manual computation")


def test_a_reduction_whose_body_meets() -> None:
    inner = SUM.replace("%p", "%v").replace("%q", "%w").replace("%s", "%y")
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%a init: %z) across dimensions = [0, 1] : ({LOCAL}, tensor<f32>) -> tensor<f32>
        reducer(%p: tensor<f32>, %q: tensor<f32>) {{
          %t = "stablehlo.all_reduce"(%p) <{{{CHANNEL}, replica_groups = {ALONG_X}, use_global_device_ids}}> {inner}
            : (tensor<f32>) -> tensor<f32>
          stablehlo.return %t : tensor<f32> }}
      %r = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {LOCAL}"""
    fails(on_grid(body), "has operations inside in which processes meet")


def test_meshes_that_do_not_fit() -> None:
    negate = f"%r = stablehlo.negate %a : {LOCAL}"
    fails(on_grid(negate), "device 7, and there are 4", (1, 4))
    text = str(on_grid(negate)).replace("@mesh =", "@other =", 1)
    fails(hloom.parse(f'{MESH.replace("@mesh", "@more")}\n' + text.replace("module {", "").rstrip().removesuffix("}")),
          "the mesh @mesh is not defined")
    two = on_grid(negate, mesh=MESH + '\nsdy.mesh @other = <["x"=4, "y"=2], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]>')
    fails(hloom.parse(str(two).replace("out_shardings=[<@mesh", "out_shardings=[<@other")), "on different meshes")


def test_a_manual_axis_is_not_manual_again() -> None:
    inner = f"""%r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{"x"}}, {{}}]>] out_shardings=[<@mesh, [{{"x"}}, {{}}]>]
      manual_axes={{"x"}} (%b: tensor<0x2xf32>) {{ sdy.return %b : tensor<0x2xf32> }} : ({LOCAL}) -> {LOCAL}"""
    module = on_grid(inner)
    module.is_verified = True
    fails(module, "the axes x are manual already")


def nested_loops(depth: int) -> str:
    """Loops in each other, each of which parts what is equal when it comes in."""
    opened = "".join(f"""%w{k}:2 = stablehlo.while(%u{k} = %z, %v{k} = {'%a' if not k else f'%v{k - 1}'}) : {LOCAL}, {LOCAL}
      cond {{ %t{k} = stablehlo.constant dense<false> : tensor<i1> stablehlo.return %t{k} : tensor<i1> }} do {{
      """ for k in range(depth))
    inside = reduced("all_reduce", SUM, ALONG_X).replace("(%a)", f"(%v{depth - 1})").replace("%r =", "%s =")
    closed = "".join(f"stablehlo.return %v{k}, {'%s' if k == depth - 1 else f'%w{k + 1}#1'} : {LOCAL}, {LOCAL} }}\n"
                     for k in reversed(range(depth)))
    return (f"%z = stablehlo.constant dense<0.0> : {LOCAL}\n{opened}{inside}\n{closed}"
            f"%r = stablehlo.add %w0#0, %w0#1 : {LOCAL}")


def test_loops_in_each_other_are_not_tried_over_and_over() -> None:
    counts = [len(prepare(on_grid(nested_loops(depth)), 1, 8).module.walk()) for depth in (10, 20)]
    assert counts[1] < 3 * counts[0]
    for device, part in devices(on_grid(nested_loops(20))).items():
        np.testing.assert_array_equal(part, PARTS[device])


def test_copies_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hloom.passes.sharding.unrolling._MOST_OPERATIONS", 100)
    fails(on_grid("\n".join(f"%v{k} = stablehlo.negate %a : {LOCAL}" for k in range(20)) + f"%r = stablehlo.abs %a : {LOCAL}"),
          "copies for each process come to more than 100 operations")


def test_programs_of_one_process_stay_as_they_are() -> None:
    module = on_replicas("%r = stablehlo.negate %a : tensor<3xf32>")
    assert str(prepare(module).module) == str(module)


def test_annotations_are_dropped() -> None:
    module = hloom.parse(f"""module attributes {{mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32}} {{ {MESH}
      func.func @main(%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>, jax.buffer_donor = true}})
          -> (tensor<8xf32> {{jax.result_info = "r", mhlo.sharding = "{{replicated}}"}}) {{
        %0 = sdy.sharding_constraint %a <@mesh, [{{"y"}}]> : tensor<8xf32>
        sdy.sharding_group %0 group_id=1 : tensor<8xf32>
        %1 = stablehlo.custom_call @Sharding(%0) {{mhlo.sharding = "{{devices=[8]<=[8]}}"}} : (tensor<8xf32>) -> tensor<8xf32>
        return %1 : tensor<8xf32>
      }} }}""")
    text = str(prepare(module, 1, 8).module)
    assert "sdy" not in text and "mhlo" not in text and "jax.buffer_donor" in text and "jax.result_info" in text
    assert "sdy.sharding" in str(module)
