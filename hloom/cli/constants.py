"""Constants beside a program: how commands put them there, and state them again.

Files are compared before any is written: one that is mapped must not be written over.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from hloom.support.diagnostics import InputError

if TYPE_CHECKING:
    import numpy as np


def outline(module: Any, path: str, least: int | None) -> tuple[Any, dict[str, np.ndarray]]:
    """A copy of a program whose constants of `least` bytes (default: 4096) or more are in a file, which is written; and those."""
    from hloom.numbers.tensor_files import can_hold, write_arrays  # most commands need nothing of it
    from hloom.passes.move_constants import LARGE, moved_out

    made, arrays = moved_out(module, LARGE if least is None else least, lambda dtype: can_hold(path, dtype))
    write_arrays(path, arrays)
    return made, arrays


def inline(module: Any, path: str) -> Any:
    """A copy of a program that states the constants in a file. InputError for those that are missing, or do not fit."""
    from hloom.ir.constants_beside import bind
    from hloom.passes.move_constants import moved_in

    bind(module, path)
    return moved_in(module)


def check_least(least: int | None, is_moving: bool, option: str) -> None:
    """InputError for a size that makes no sense, or where nothing is moved."""
    if least is not None and (not is_moving or least < 1):
        raise InputError(f"--constants-from is a number of bytes, beside {option}, which says where they go")


def check_distinct(**files: str | None) -> None:
    """InputError where two arguments name one file, also by different paths; `-` is no file."""
    named = [(name, path) for name, path in files.items() if path not in (None, "-")]
    for k, (name, path) in enumerate(named):
        for other, path_of_other in named[:k]:
            if _is_same(path, path_of_other):
                raise InputError(f"{path}: {other} and {name} are one file; say another one for {name}")


def _is_same(a: str, b: str) -> bool:
    try:
        return os.path.realpath(a) == os.path.realpath(b) or os.path.samefile(a, b)
    except (OSError, ValueError):  # one is not there, or its name is that of no file
        return False


def add_least(parser: argparse.ArgumentParser) -> None:
    """The option that says which constants are large."""
    parser.add_argument("--constants-from", metavar="BYTES", type=int,
                        help="the size from which on constants are large (default: 4096)")
