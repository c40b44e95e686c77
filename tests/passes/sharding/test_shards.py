"""Arrays joined of shards and cut into them: against NumPy, and with as few copies as may be."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.ir.types import TOKEN
from hloom.passes.sharding import ShardedType, TileAssignment, prepare
from hloom.support.diagnostics import InputError

GRID = '<["x"=4, "y"=2]>'


def shared(sharding: str, type: str = "tensor<8x16xf32>", mesh: str = GRID, grid: tuple[int, int] = (1, 8)) -> ShardedType:
    stated = f"{{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}"
    return prepare(hloom.parse(f"""sdy.mesh @mesh = {mesh}
      func.func @main(%x: {type} {stated}) -> {type} {{ return %x : {type} }}"""), *grid).arguments[0]


X = np.arange(128, dtype=np.float32).reshape(8, 16)
#: Shardings, and of device 4 * a + 2 * b + c, at x = 2 * a + b and y = c, what it has of X.
CASES = [
    ('[{"x"}, {"y"}]', lambda a, b, c: X[4 * a + 2 * b : 4 * a + 2 * b + 2, 8 * c : 8 * c + 8]),
    ('[{"y", "x"}, {}]', lambda a, b, c: X[4 * c + 2 * a + b : 4 * c + 2 * a + b + 1]),
    ('[{}, {"x":(2)2}]', lambda a, b, c: X[:, 8 * b : 8 * b + 8]),
    ('[{"y"}, {"x":(1)2}]', lambda a, b, c: X[4 * c : 4 * c + 4, 8 * a : 8 * a + 8]),
    ("[{}, {}]", lambda a, b, c: X),
]


@pytest.mark.parametrize(("sharding", "part"), CASES)
def test_shards_are_cut_and_joined(sharding: str, part: Any) -> None:
    found = shared(sharding)
    shards = found.cut(X)
    assert len(shards) == found.num_devices == 8
    for device, shard in enumerate(shards):
        np.testing.assert_array_equal(shard, part(device // 4, device // 2 % 2, device % 2))
        assert np.shares_memory(shard, X)
    apart = [np.array(shard) for shard in shards]
    whole = found.join(apart)
    np.testing.assert_array_equal(whole, X)
    np.testing.assert_array_equal(found.join(dict(enumerate(apart))), X)
    # Those that are views of one array are joined without a copy.
    assert np.shares_memory(found.join(shards), X)
    np.testing.assert_array_equal(found.join(shards), X)


def test_shards_in_one_block_in_order_are_joined_without_a_copy() -> None:
    block = np.arange(128, dtype=np.float32)
    rows = shared('[{"x", "y"}, {}]')
    joined = rows.join([block[16 * d : 16 * d + 16].reshape(1, 16) for d in range(8)])
    assert np.shares_memory(joined, block) and not joined.flags.writeable
    np.testing.assert_array_equal(joined, X)
    # The same block in parts of columns is another array.
    np.testing.assert_array_equal(shared('[{}, {"x", "y"}]').join([block[16 * d : 16 * d + 16].reshape(8, 2) for d in range(8)]),
                                  np.concatenate([block[16 * d : 16 * d + 16].reshape(8, 2) for d in range(8)], 1))
    from_bytes = block.tobytes()
    views = [np.frombuffer(from_bytes, np.float32, 16, 64 * d).reshape(1, 16) for d in range(8)]
    assert rows.join(views).__array_interface__["data"][0] == views[0].__array_interface__["data"][0]


def test_shards_of_several_arrays_are_copied() -> None:
    found = shared('[{"x"}, {"y"}]')
    shards = found.cut(X)
    shards[3] = np.array(shards[3])
    whole = found.join(shards)
    np.testing.assert_array_equal(whole, X)
    assert not np.shares_memory(whole, X)
    # In another order they are another array.
    swapped = [shards[d] for d in (2, 3, 0, 1, 4, 5, 6, 7)]
    np.testing.assert_array_equal(found.join(swapped), X[[2, 3, 0, 1, 4, 5, 6, 7]])


@pytest.mark.parametrize("dtype", [np.float32, np.int32, ml_dtypes.bfloat16, np.complex64])
def test_numbers_that_are_to_be_added(dtype: Any) -> None:
    name = {"float32": "f32", "int32": "i32", "bfloat16": "bf16", "complex64": "complex<f32>"}[np.dtype(dtype).name]
    found = shared('[{"y"}], unreduced={"x"}', f"tensor<4x{name}>")
    shards = [np.full(2, device, dtype) for device in range(8)]
    np.testing.assert_array_equal(found.join(shards), np.array([12, 12, 16, 16], dtype))
    whole = np.arange(1, 5).astype(dtype)
    cut = found.cut(whole)
    np.testing.assert_array_equal(cut[0], whole[:2])
    np.testing.assert_array_equal(cut[1], whole[2:])
    assert all(not shard.any() and shard.dtype == dtype for shard in cut[2:])
    np.testing.assert_array_equal(found.join(cut), whole)


def test_the_first_device_of_each_block() -> None:
    assert [d for d in range(8) if shared('[{"x"}, {}]').is_first(d)] == [0, 2, 4, 6]
    assert [d for d in range(8) if shared('[{}, {"y"}]').is_first(d)] == [0, 1]
    assert [d for d in range(8) if shared('[{}, {"y"}], unreduced={"x"}').is_first(d)] == [0, 1]


def test_one_device_that_has_everything() -> None:
    found = shared("[{}, {}]", mesh="<[], device_ids=[3]>")
    shards = found.cut(X)
    assert [shard is None for shard in shards] == [device != 3 for device in range(8)]
    assert found.join({3: X}) is X and found.slices(0) is None and found.slices(3) == (slice(0, 8), slice(0, 16))


def test_replicas_have_values_of_their_own() -> None:
    found = shared('[{}, {"y"}]', "tensor<2x4xf32>", '<["y"=2]>', (3, 2))
    assert str(found.type) == "tensor<3x2x4xf32>" and found.local_shape == (2, 2)
    whole = np.arange(24, dtype=np.float32).reshape(3, 2, 4)
    shards = found.cut(whole)
    for device, shard in enumerate(shards):
        replica, partition = divmod(device, 2)
        np.testing.assert_array_equal(shard, whole[replica, :, 2 * partition : 2 * partition + 2])
    assert found.slices(3) == (slice(1, 2), slice(0, 2), slice(2, 4))
    assert np.shares_memory(found.join(shards), whole)
    np.testing.assert_array_equal(found.join(shards), whole)
    np.testing.assert_array_equal(found.join([np.array(shard) for shard in shards]), whole)


def test_arrays_without_elements_and_scalars() -> None:
    empty = shared('[{"x"}, {}]', "tensor<8x0xf32>")
    assert empty.join(empty.cut(np.zeros((8, 0), np.float32))).shape == (8, 0)
    scalar = shared("[]", "tensor<f32>")
    value = np.float32(3).reshape(())
    assert scalar.join(scalar.cut(value)) == 3


def test_tokens_have_no_shards() -> None:
    token = ShardedType(TOKEN, TileAssignment.replicated(0, 2))
    assert token.join([None, None]) is None and token.cut(None) == [None, None] and token.local_shape == ()


def test_shapes_that_do_not_fit() -> None:
    found = shared('[{"x"}, {}]')
    with pytest.raises(InputError, match=r"the shard of device 2 has shape \[1, 16\]"):
        found.join([np.zeros((1 + (d != 2), 16), np.float32) for d in range(8)])
    with pytest.raises(InputError, match=r"shape \[8\] is no tensor<8x16xf32>"):
        found.cut(np.zeros(8, np.float32))
