"""Which device has which part: what is read from programs and written for XLA, against jaxlib's own reader in a child process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.passes.sharding import Subgroup, TileAssignment, prepare
from hloom.protos.annotations import sharding_message
from hloom.support.diagnostics import InputError, UserError
from tests.processes import printed

GRID = '<["x"=4, "y"=2]>'
#: Meshes, shardings on them, and shapes of the blocks of a tensor whose dimensions have 16 elements.
SHARDINGS = [
    (GRID, '[{"x"}, {"y"}]', (4, 8)), (GRID, '[{"y"}, {"x"}]', (8, 4)), (GRID, '[{"x", "y"}, {}]', (2, 16)),
    (GRID, '[{"y", "x"}]', (2,)), (GRID, '[{}, {"y", ?}]', (16, 8)), (GRID, "[{}, {?}]", (16, 16)), (GRID, "[]", ()),
    (GRID, '[{"x":(1)2}, {"y"}]', (8, 8)), (GRID, '[{"x":(2)2}, {"x":(1)2}]', (8, 8)),
    (GRID, '[{"x":(2)2, "y", "x":(1)2}]', (2,)), (GRID, '[{"x"}p1, {}]', (4, 16)),
    (GRID, '[{"x"}, {}], replicated={"y"}', (4, 16)), (GRID, '[{"x"}, {}], unreduced={"y"}', (4, 16)),
    (GRID, '[{}], unreduced={"x", "y"}', (16,)), (GRID, '[{"y"}], unreduced={"x":(2)2}', (8,)),
    ('<["a"=2, "b"=2, "c"=2]>', '[{"c"}, {"a"}, {}]', (8, 8, 16)), ('<["a"=2, "b"=2, "c"=2]>', '[{"b"}], unreduced={"c"}', (8,)),
    ('<["x"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>', '[{"x"}]', (2,)),
    ('<["x"=2, "y"=4], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>', '[{"y"}, {"x"}]', (4, 8)),
    ("<[]>", "[{}, {}]", (16, 16)), ("<[], device_ids=[3]>", "[{}]", (16,)), ('<["x"=1, "y"=8]>', '[{"x"}, {"y"}]', (16, 2)),
]
#: Shardings as HLO writes them.
TEXTS = [
    "{devices=[2,4]<=[8]}", "{devices=[4,2]<=[2,4]T(1,0)}", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}",
    "{devices=[2,2,2]<=[2,2,2]T(2,0,1) last_tile_dim_replicate}", "{devices=[8,1]0,2,4,6,1,3,5,7}", "{replicated}",
    "{maximal device=5}", "{devices=[4,1,2]<=[8] last_tile_dims={unreduced}}",
    "{devices=[2,2,2]<=[8] last_tile_dims={replicated}}", "{devices=[2,1,2,2]<=[8] last_tile_dims={unreduced, replicated}}",
    "{devices=[2,1,2,2]<=[8] last_tile_dims={manual, replicated}}",
    "{devices=[1,1,8]<=[8] last_tile_dim_replicate}",
]
#: Meshes of JAX with the order of their devices, the axes of each dimension, and those along which numbers are to be added.
SPECS: list[Any] = [
    ([["x", 4], ["y", 2]], list(range(8)), [["x"], ["y"]], []), ([["x", 4], ["y", 2]], list(range(8)), [["y", "x"], []], []),
    ([["x", 4], ["y", 2]], [1, 0, 3, 2, 5, 4, 7, 6], [[], ["x"]], []),
    ([["a", 2], ["b", 2], ["c", 2]], list(range(8)), [["c"], [], ["a"]], []),
    ([["a", 2], ["b", 2], ["c", 2]], list(range(8)), [["c"], []], ["a"]), ([["x", 4], ["y", 2]], list(range(8)), [[]], ["x"]),
]


def program(mesh: str, sharding: str) -> Any:
    """A program whose argument, of dimensions of 16 elements, has a sharding."""
    rank = sharding[1 : sharding.index("]")].count("{")
    type = f"tensor<{'16x' * rank}f32>"
    return hloom.parse(f"""sdy.mesh @mesh = {mesh}
      func.func @main(%x: {type} {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}) -> {type} {{ return %x : {type} }}""")


def in_hlo(text: str, rank: int = 2) -> Any:
    type = f"tensor<{'16x' * rank}f32>"
    return hloom.parse(f'func.func @main(%x: {type} {{mhlo.sharding = "{text}"}}) -> {type} {{ return %x : {type} }}')


def assignment(module: Any) -> TileAssignment:
    return prepare(module, 1, 8).arguments[0].assignment


def rank_of(text: str) -> int:
    if "devices=[" not in text:
        return 1
    tiles = text[text.index("[") + 1 : text.index("]")].count(",") + 1
    return tiles - ("last_tile_dim_replicate" in text) - text.partition("last_tile_dims={")[2].partition("}")[0].count(",") \
        - ("last_tile_dims" in text)


@pytest.fixture(scope="module")
def xla(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What XLA says of the shardings above."""
    pytest.importorskip("jaxlib")
    path: Path = tmp_path_factory.mktemp("shardings") / "asked.json"
    encoded = [assignment(program(*given[:2])).to_op_sharding_bytes().hex() for given in SHARDINGS]
    encoded += [assignment(in_hlo(text, rank_of(text))).to_op_sharding_bytes().hex() for text in TEXTS if "manual" not in text]
    path.write_text(json.dumps({"bytes": encoded, "texts": TEXTS, "specs": SPECS}), encoding="utf-8")
    return json.loads(printed(Path(__file__).with_name("xla_shardings.py"), path))


def described(found: TileAssignment) -> dict[str, Any]:
    devices = found.devices.reshape(-1).tolist()
    if found.kinds == (Subgroup.UNREDUCED,) and found.devices.size == found.devices.shape[-1]:
        return {"unreduced": True}
    if found.is_replicated or found.is_maximal:
        return {"replicated": found.is_replicated, "devices": devices if found.is_maximal else []}
    return {"tiles": list(found.devices.shape), "devices": devices, "kinds": [kind.name for kind in found.kinds]}


def places(found: Any) -> list[Any]:
    return [[[s.start, s.stop] for s in found.slices(device)] for device in range(8)]


def test_xla_reads_what_is_written(xla: dict[str, list[Any]]) -> None:
    modules = [program(*given[:2]) for given in SHARDINGS]
    modules += [in_hlo(text, rank_of(text)) for text in TEXTS if "manual" not in text]
    assert len(xla["bytes"]) == len(modules)
    for module, theirs in zip(modules, xla["bytes"]):
        argument = prepare(module, 1, 8).arguments[0]
        ours, where = described(argument.assignment), theirs.pop("places", None)
        assert theirs == ours, str(module)
        if where is not None and not argument.assignment.is_replicated:
            assert places(argument) == where, str(module)


def test_texts_are_read_as_xla_reads_them(xla: dict[str, list[Any]]) -> None:
    for text, theirs in zip(TEXTS, xla["texts"]):
        found = TileAssignment.of_message(sharding_message(text), rank_of(text), 8)
        if found.is_replicated or found.is_maximal:
            assert theirs.get("replicated", found.is_replicated) == found.is_replicated, text
        else:
            assert theirs == described(found), text


def test_meshes_are_laid_out_as_jax_does(xla: dict[str, list[Any]]) -> None:
    for (axes, _, dimensions, unreduced), theirs in zip(SPECS, xla["specs"]):
        # Devices are numbered by their places in the mesh, whichever they are.
        mesh = DeviceMesh(tuple((name, size) for name, size in axes), np.arange(8))
        *along, added = ([Axis(name) for name in names] for names in (*dimensions, unreduced))
        found = TileAssignment.on_mesh(mesh, along, 8, added)
        assert described(found) == theirs


@pytest.mark.parametrize(("mesh", "sharding", "local"), SHARDINGS)
def test_local_shapes(mesh: str, sharding: str, local: tuple[int, ...]) -> None:
    assert prepare(program(mesh, sharding), 1, 8).arguments[0].local_shape == local


def test_bytes_of_an_op_sharding_are_read() -> None:
    stated = assignment(in_hlo("{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"))
    data = "".join(f"\\{byte:02X}" for byte in stated.to_op_sharding_bytes())
    assert described(assignment(in_hlo(data))) == described(stated)


def test_the_mesh_of_hlo_with_names() -> None:
    found = assignment(in_hlo("{mesh['x'=4,'y'=2], [{'y'}, {'x':(1)2}]}"))
    assert described(found) == described(assignment(program(GRID, '[{"y"}, {"x":(1)2}]')))


def test_places_in_a_mesh_by_hand() -> None:
    found = assignment(program(GRID, '[{"y"}, {}], unreduced={"x":(1)2}'))
    # Device 4 * a + 2 * b + c is at x = 2 * a + b, y = c: it has block c, of two summands number a, as copy b.
    assert {device: tuple(place) for device, place in found.places.items()} == {
        4 * a + 2 * b + c: ((c, 0), a, b) for a in (0, 1) for b in (0, 1) for c in (0, 1)}
    assert found.kinds == (Subgroup.UNREDUCED, Subgroup.REPLICATED)


@pytest.mark.parametrize(("mesh", "sharding", "message"), [
    (GRID, '[{"z"}]', "the mesh has no axis 'z'"), (GRID, '[{"x"}, {"x"}]', "an axis of the mesh is named twice"),
    (GRID, '[{"x":(1)3}]', "do not fit together"), (GRID, '[{"x":(4)2}]', "has no part (4)2"),
    ('<["x"=4], device_ids=[0, 1, 2]>', '[{"x"}]', "needs 4 devices, but lists 3"), ('<["x"=3]>', '[{"x"}]', "cannot be divided"),
    ('<["x"=16]>', '[{"x"}]', "names device 15, and there are 8"),
    ('<["x"=2], device_ids=[3, 3]>', '[{"x"}]', "names a device twice"),
    ('<["x"=4, "x"=2]>', '[{"x"}]', "two axes of its mesh have one name"),
    ('<["x"=99999999999]>', '[{"x"}]', "99999999999 devices"),
])
def test_shardings_that_make_no_sense(mesh: str, sharding: str, message: str) -> None:
    module = program(mesh, sharding)
    module.is_verified = True  # what the verifier says of some of them is another test's
    with pytest.raises(UserError, match="sharding") as raised:
        prepare(module, 1, 8)
    assert message in str(raised.value)


@pytest.mark.parametrize(("text", "message"), [
    ("{devices=[2,4]<=[4]}", "have no devices [4]T(0)"), ("{devices=[2,4]<=[2,4]T(1,1)}", "have no devices"),
    ("{devices=[2,2]0,1,2}", "need 4 devices, got 3"), ("{devices=[0,2]<=[0]}", "no tiles"),
    ("{devices=[8]<=[8]}", "1 dimensions"), ("{devices=[16,1]<=[16]}", "names device 15"), ("{devices=[2,1]0,0}", "twice"),
    ("{{replicated},{replicated}}", "tuple"), ("{manual}", "manual"),
    ("{devices=[4,1,2]<=[8] last_tile_dims={manual}}", "manual"), ("{devices=[3,1]<=[3]}", "cannot be divided"),
    ("{devices=[4194304,4194304]<=[17592186044416]}", "no tiles"), ("{mesh['x'=4], [{'z'}, {}]}", "sharding"),
    ("{mesh['x'=4,'x'=2], [{'x'}, {}]}", "one name"), ("{mesh['x'=-4,'y'=-2], [{'x'}, {}]}", "devices"),
    ("{nonsense}", "sharding"), ("{devices=", "sharding"), ("\\08\\FF", "sharding"),
])
def test_texts_that_make_no_sense(text: str, message: str) -> None:
    with pytest.raises(UserError) as raised:
        prepare(in_hlo(text), 1, 8)
    assert message in str(raised.value)


def test_sizes_that_are_not_known() -> None:
    def dynamic(sharding: str) -> Any:
        return hloom.parse(f"""sdy.mesh @mesh = {GRID}
          func.func @main(%x: tensor<?x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}) -> tensor<?x4xf32> {{
            return %x : tensor<?x4xf32> }}""")

    with pytest.raises(UserError, match=r"a tensor of shape \[\?, 4\] cannot be divided into blocks \[4, 1\]"):
        prepare(dynamic('[{"x"}, {}]'), 1, 8)
    assert str(prepare(dynamic('[{}, {"y"}]'), 1, 8).arguments[0].local_type) == "tensor<?x2xf32>"
    with pytest.raises(UserError, match="no value of all replicas' tensor<"):
        prepare(hloom.parse("func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> { return %x : tensor<?x4xf32> }"), 8, 1)


def test_replicas_of_tuples() -> None:
    module = hloom.parse("func.func @main(%x: tuple<tensor<f32>>) -> tuple<tensor<f32>> { return %x : tuple<tensor<f32>> }")
    assert prepare(module, 1, 8).arguments[0].cut(None) == [None] * 8
    with pytest.raises(UserError, match="no value of all replicas' tuple<tensor<f32>>"):
        prepare(module, 8, 1)


@pytest.mark.parametrize("grid", [(0, 1), (1, 0), (1 << 10, 1 << 10), (1.0, 8)])
def test_grids_that_make_no_sense(grid: Any) -> None:
    with pytest.raises(InputError, match="a grid has"):
        prepare(in_hlo("{replicated}"), *grid)
