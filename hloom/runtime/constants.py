"""Digests of constants that lie beside programs, remembered between processes: to read all of a file takes as long as to load it.

A digest is known under what tells the file, and the time when it was last written, from others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.attributes import Beside
from hloom.ir.core import Operation
from hloom.ir.resources import beside_of
from hloom.runtime.cache import Cache, digest_key

_BYTES = 32


def learn(module: Operation, cache: Cache) -> None:
    """Has the constants beside a module know their digests, from the cache or from their bytes."""
    for constant in beside_of(module):
        _learn(constant, cache)


def _learn(constant: Beside, cache: Cache) -> None:
    if constant.stamp is None:
        return
    key = digest_key(constant.stamp)
    known = cache.get(key)
    if known is not None and len(known) == _BYTES:
        constant.remember(known)
    else:
        cache.put(key, constant.digest)


def bind_again(module: Operation, references: Sequence[Any], cache: Cache) -> None:
    """Binds the constants beside a module that came from another process, which gave references. Raises InputError for those that
    are missing, or are others by now."""
    if references:
        from hloom.ir.constants_beside import bind_references  # with what reads files of arrays

        bind_references(module, references, lambda constant: _learn(constant, cache))
