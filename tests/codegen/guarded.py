"""Runs random programs and operations with all their buffers next to pages that must not be touched.

    python -m tests.codegen.guarded programs|operations FIRST LAST

One process by itself: a kernel that reads or writes outside its buffers ends it. The line printed last says which
program that was.
"""

from __future__ import annotations

import sys
import zlib

import numpy as np

from tests.codegen.random_programs import RandomProgram
from tests.codegen.test_operations import NAMES, draw, program
from tests.harness import between_pages, check
from tests.passes.programs import arguments


def check_program(seed: int) -> None:
    drawn = RandomProgram(seed, 16)
    module = drawn.module()
    with np.errstate(all="ignore"):
        arrays = [np.array(x, order="C") for x in arguments(module, seed)]
    check(module, arrays, tolerance=[4 * loose for loose in drawn.is_loose])


def run_operation(name: str, seed: int) -> None:
    """What they compute is tested elsewhere."""
    rng = np.random.default_rng((zlib.crc32(name.encode()), seed))
    cases = [draw(name, rng) for _ in range(16)]
    for _ in between_pages(program(cases), *(np.array(x, order="C") for _, arrays in cases for x in arrays)):
        pass


def main(what: str, first: int, last: int) -> None:
    for seed in range(first, last):
        for name in [""] if what == "programs" else NAMES:
            print(what, seed, name, flush=True)
            if name:
                run_operation(name, seed)
            else:
                check_program(seed)
    print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
