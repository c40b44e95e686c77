"""Digests are those of SHA-256, whoever computes them, and a little hashing loads no library."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from hloom.support import digests
from tests.processes import printed


@pytest.mark.parametrize("has_own", [True, False])
@pytest.mark.parametrize("has_openssl", [True, False])
def test_digests_are_those_of_hashlib(has_own: bool, has_openssl: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_own:
        monkeypatch.setattr(digests, "_own", None)
    if not has_openssl:
        monkeypatch.delitem(digests.sys.modules, "_hashlib", raising=False)
        monkeypatch.setattr(digests, "_done", 0)
    for data in (b"", b"abc", bytes(range(256)) * 999, memoryview(b"x" * 70), np.arange(100, dtype=np.uint8).data):
        assert digests.sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()
        assert len(digests.sha256(data).digest()) == digests.SIZE


def test_openssl_is_loaded_for_much(monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
import sys
from hloom.support.digests import sha256
assert sha256(b"abc").hexdigest().startswith("ba7816bf")
print("_hashlib" in sys.modules)
for _ in range(40):
    found = sha256(bytes(1 << 16))
print("_hashlib" in sys.modules, found.hexdigest()[:8])
"""
    assert printed("-c", code) == f"False\nTrue {hashlib.sha256(bytes(1 << 16)).hexdigest()[:8]}\n"
