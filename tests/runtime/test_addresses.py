"""The short way to an array's address against the one that NumPy publishes."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hloom.runtime import executable


@pytest.mark.parametrize("array", [
    np.zeros(5, np.float32), np.zeros((3, 4))[1:, 2:], np.array(7), np.zeros(3, ml_dtypes.bfloat16), np.arange(6)[::-1],
    np.frombuffer(b"read only", np.uint8)], ids=["f32", "part", "scalar", "bf16", "reversed", "read only"])
def test_the_address_is_the_published_one(array: np.ndarray) -> None:
    assert executable.address_of(array) == array.__array_interface__["data"][0] == array.ctypes.data


def test_both_ways_agree_here() -> None:
    assert executable._agree() == (executable.address_of is not executable._published_address_of)
