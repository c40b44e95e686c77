"""Which files are trusted with code: the one rule for whatever machine code is read from.

A file or directory is trusted that belongs to this user, to the administrator, or to whoever owns hloom's own files, and that
nobody else can write to (by its mode: neither its group nor others). All of these could run code in this process anyhow. The rule
is the same for a user's own cache and for the library of an installation, for directories and for the files in them; whoever
cannot write to a directory only reads it. Where the system knows no users, a file of the right kind will do. SECURITY.md says it
to users.
"""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable


def distrust(status: os.stat_result, kind: Callable[[int], bool]) -> str | None:
    """Why what `status` describes is not trusted, with its owner and mode; None where it is. `kind` is one of `stat.S_ISREG` and
    `stat.S_ISDIR`."""
    if not kind(status.st_mode):
        return f"not trusted: it is no {'directory' if kind is stat.S_ISDIR else 'regular file'}"
    if not knows_users():
        return None
    if status.st_uid not in (owners := {os.geteuid(), 0, _installer()}):
        *others, last = sorted(owners)
        return (f"not trusted: it belongs to user {status.st_uid}, not to {', '.join(map(str, others))}{' or ' if others else ''}"
                f"{last}; {describe(status)}")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"not trusted: others than its owner can write to it; {describe(status)}"
    return None


def describe(status: os.stat_result) -> str:
    """Who owns a file, and what its mode is."""
    return f"owner {status.st_uid}, mode {stat.S_IMODE(status.st_mode):04o}"


def is_own(status: os.stat_result) -> bool:
    """Whether a file belongs to this user."""
    return not knows_users() or status.st_uid == os.geteuid()


def knows_users() -> bool:
    return hasattr(os, "geteuid")


@functools.cache
def _installer() -> int:
    return os.stat(__file__).st_uid
