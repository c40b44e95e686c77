"""The back end for this machine's processor."""

from __future__ import annotations

import os
from functools import cache

from hloom.codegen.cpu.pool_code import pool_code
from hloom.codegen.target import Target
from hloom.runtime.cache import host
from hloom.runtime.pool import Pool
from hloom.support import options


@cache
def _permitted() -> Target:
    return Target.describe(*host().processor).permitted()


def target() -> Target:
    """This machine's processor, with what this process may use of it, and the thresholds that code is made for now.

    Raises InputError where llvmlite is not installed and the cache does not know the processor, and for a file of thresholds that
    cannot be read.
    """
    found = _permitted()
    return found.tuned() if options.MACHINE.name in os.environ else found


Pool.provide(lambda parking: pool_code(target(), parking))
