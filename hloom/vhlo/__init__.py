"""Portable artifacts: programs in VHLO, the versioned form of StableHLO, as MLIR bytecode. Versions are tables.

What reads and writes them is loaded when it is first asked for: who only wants to know versions does without.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hloom.vhlo.versions import (
    StablehloCompatibilityRequirement,
    get_current_version,
    get_minimum_version,
    get_smaller_version,
    get_version_from_compatibility_requirement,
)

if TYPE_CHECKING:
    from hloom.vhlo.api import deserialize_portable_artifact, parse_bytecode
    from hloom.vhlo.outline import open_artifact
    from hloom.vhlo.output import serialize_portable_artifact, to_bytecode

__all__ = [
    "StablehloCompatibilityRequirement", "deserialize_portable_artifact", "get_current_version", "get_minimum_version",
    "get_smaller_version", "get_version_from_compatibility_requirement", "open_artifact", "parse_bytecode",
    "serialize_portable_artifact", "to_bytecode",
]


#: The modules that names are in, but for those in `api`.
_ELSEWHERE = {"open_artifact": "outline", "serialize_portable_artifact": "output", "to_bytecode": "output"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_ELSEWHERE.get(name, 'api')}"), name)
    globals()[name] = found
    return found
