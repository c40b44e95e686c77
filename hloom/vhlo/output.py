"""Portable artifacts out; who only reads some does without."""

from __future__ import annotations

from typing import Final

from hloom._version import __version__
from hloom.bytecode.sections import NEWEST
from hloom.bytecode.writer import write
from hloom.ops.builtin.module import Module
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import InputError
from hloom.vhlo.versions import bytecode_version, target
from hloom.vhlo.writing import Legalizer, Obstacle, native, obstacles

#: Most operations that a refusal names.
_MOST_SHOWN: Final = 10


@collector_paused()
def serialize_portable_artifact(module: Module, target_version: str, allow_other_dialects: bool = False) -> bytes:
    """The module as a portable artifact for StableHLO `target_version`, such as "1.0.0".

    Raises InputError for a version that there is not, and, with each operation and what of it forbids that, for a module that
    cannot be written for it. Operations of other dialects are kept where `allow_other_dialects`.
    """
    version = target(target_version)
    legal = Legalizer(version, allow_other_dialects)
    try:
        return write(module, legal.describe, bytecode_version(version), producer_of(target_version))
    except ValueError as error:
        found = obstacles(module, version, allow_other_dialects)
        raise InputError(_refusal(found, target_version) if found else str(error)) from None


def producer_of(version: str) -> str:
    """What files say that were written for a version of StableHLO, or will be once they have their constants."""
    return f"StableHLO_v{version}"


def _refusal(found: list[Obstacle], version: str) -> str:
    lines = [f"  {each.what}; {f'needs {each.since}' if each.since else 'in no version'}" for each in found[:_MOST_SHOWN]]
    more = f"\n  and {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
    return f"the program cannot be written for StableHLO {version}:\n" + "\n".join(lines) + more


@collector_paused()
def to_bytecode(module: Module, version: int = NEWEST, producer: str = f"hloom{__version__}") -> bytes:
    """The module as MLIR bytecode of a version, in its dialects as they are: read by the StableHLO that it was written with.
    `producer` is what the file says of who wrote it.

    Raises InputError for a version that there is not, and for a program that bytecode cannot hold, such as an operation without
    an attribute that it must have.
    """
    if not 0 <= version <= NEWEST:
        raise InputError(f"versions of MLIR bytecode are 0 to {NEWEST}, not {version!r:.40}")
    try:
        return write(module, native, version, producer)
    except ValueError as error:
        raise InputError(f"the program cannot be written as bytecode: {error}") from None
