"""Versions of StableHLO: how they are written and compared, and which bytecode each is stored in.

Sources: StableHLO's compatibility document and VhloDialect.td (what came with which version stands in the tables of operations
and encodings).
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple

from hloom.support.diagnostics import InputError

_TEXT: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})", re.ASCII)


_PRODUCER: Final = re.compile(rb"StableHLO_v(\d+\.\d+\.\d+)")


class Version(NamedTuple):
    """`1.17.0`."""

    major: int
    minor: int
    patch: int

    @classmethod
    def of(cls, text: str) -> Version:
        """The version that a text names; InputError for a text that is none."""
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise InputError(f"a version of StableHLO is three numbers, such as 1.0.0, not {text!r:.40}")
        return cls(*map(int, found.groups()))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


MINIMUM: Final = Version(0, 9, 0)
CURRENT: Final = Version(1, 20, 0)

#: Every version that programs are written for.
VERSIONS: Final = tuple([Version(0, minor, 0) for minor in range(9, 21)] + [Version(1, minor, 0) for minor in range(21)])
#: From which version of StableHLO on programs are stored in which version of MLIR's bytecode.
_BYTECODES: Final = ((Version(0, 15, 0), 6), (Version(0, 14, 0), 4), (Version(0, 12, 0), 3), (Version(0, 10, 0), 1), (MINIMUM, 0))


class StablehloCompatibilityRequirement(IntEnum):
    """For how old a consumer a program is written."""

    NONE = 0
    WEEK_4 = 1
    WEEK_12 = 2
    MAX = 3


#: The versions that were current so many weeks before CURRENT.
_REQUIRED: Final = {
    StablehloCompatibilityRequirement.NONE: CURRENT, StablehloCompatibilityRequirement.WEEK_4: Version(1, 18, 0),
    StablehloCompatibilityRequirement.WEEK_12: Version(1, 16, 2), StablehloCompatibilityRequirement.MAX: MINIMUM,
}


def bytecode_version(version: Version) -> int:
    """The version of MLIR's bytecode in which programs for a version of StableHLO are stored."""
    return next(number for first, number in _BYTECODES if version >= first)


def target(text: str) -> Version:
    """The version that a program is to be written for: its patch counts as 0. InputError for one that there is not."""
    version = Version.of(text)
    if not MINIMUM <= version <= CURRENT:
        raise InputError(f"programs are written for StableHLO {MINIMUM} to {CURRENT}, not {version}")
    return version._replace(patch=0)


def stated_version(producer: bytes) -> str | None:
    """The version that the producer of a file names, which it was written for; None for one that names none."""
    found = _PRODUCER.match(producer)
    return found[1].decode() if found else None


def get_current_version() -> str:
    """The version of StableHLO that is read and written in full."""
    return str(CURRENT)


def get_minimum_version() -> str:
    """The oldest version of StableHLO that portable artifacts are read and written in."""
    return str(MINIMUM)


def get_smaller_version(version1: str, version2: str) -> str:
    """The older one of two versions. InputError for a text that is no version."""
    return str(min(Version.of(version1), Version.of(version2)))


def get_version_from_compatibility_requirement(requirement: StablehloCompatibilityRequirement | int | str) -> str:
    """The version to write a program for so that consumers of so many weeks ago read it: NONE, WEEK_4, WEEK_12 or MAX."""
    try:
        found = (StablehloCompatibilityRequirement[requirement] if isinstance(requirement, str)
                 else StablehloCompatibilityRequirement(requirement))
    except (KeyError, ValueError):
        names = ", ".join(each.name for each in StablehloCompatibilityRequirement)
        raise InputError(f"a requirement is one of {names}, not {requirement!r:.40}") from None
    return str(_REQUIRED[found])
