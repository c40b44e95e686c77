"""Portable artifacts: programs in VHLO, the versioned form of StableHLO, as MLIR bytecode. Versions are tables."""

from hloom.vhlo.api import (
    deserialize_portable_artifact,
    parse_bytecode,
    serialize_portable_artifact,
    to_bytecode,
)
from hloom.vhlo.outline import open_artifact
from hloom.vhlo.versions import (
    StablehloCompatibilityRequirement,
    get_current_version,
    get_minimum_version,
    get_smaller_version,
    get_version_from_compatibility_requirement,
)

__all__ = [
    "StablehloCompatibilityRequirement", "deserialize_portable_artifact", "get_current_version", "get_minimum_version",
    "get_smaller_version", "get_version_from_compatibility_requirement", "open_artifact", "parse_bytecode",
    "serialize_portable_artifact", "to_bytecode",
]
