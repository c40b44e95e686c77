"""Runs every part of the fuzzing for a share of the time, each in a process of its own.

    python -m tests.fuzz --seconds S [--seed N] [PART...]

Each part is a module of this package that runs by itself as `python -m tests.fuzz.PART --seconds S --seed N`, prints how much it
tried by category, and has exit status 1 for a finding. One that crashes or does not end is a finding as well. Exit status 1 if
there is any.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import time

#: The parts with what they attack.
PARTS = {
    "mutate": "texts: mutated programs are read, verified and printed",
    "mutate_hlo": "HLO modules, texts and protocol buffers: mutants are read, verified, printed and written back",
    "mutate_bytecode": "MLIR bytecode, portable artifacts, VHLO texts and exported functions: mutants are read and written again",
    "mutate_xla": "shapes and literals of XLA, texts and protocol buffers: mutants are read and come back",
    "compiled": "compiled code: random programs between guard pages, on both engines",
    "grids": "compiled grids: random programs of collective operations, with and without red zones, on both engines",
    "resources": "limits of time and memory",
    "cache_states": "states and damage of the cache",
    "life_cycle": "many programs and calls, threads, fork, spawn, interruptions",
    "jax_life": "JAX on hloom: many programs and calls, threads, callbacks, fork, exit, clients, freed arrays",
}
#: Seconds that a part may take beyond its share, to start, to end, and to reduce what it has found.
_PATIENCE = 300


def run_part(name: str, seconds: float, seed: int) -> bool:
    """Whether a part found nothing."""
    print(f"== {name}: {PARTS[name]} ({seconds:.0f} s, seed {seed})", flush=True)
    if importlib.util.find_spec(f"tests.fuzz.{name}") is None:
        print(f"{name}: there is no tests/fuzz/{name}.py")
        return False
    start = time.monotonic()
    command = [sys.executable, "-m", f"tests.fuzz.{name}", "--seconds", f"{seconds:g}", "--seed", str(seed)]
    try:
        status = subprocess.run(command, timeout=seconds + _PATIENCE, check=False).returncode
    except subprocess.TimeoutExpired:
        print(f"{name}: did not end {_PATIENCE} s after its time")
        return False
    verdict = {0: "no finding", 1: "findings"}.get(status, f"ended with status {status}")
    print(f"{name}: {verdict} after {time.monotonic() - start:.0f} s", flush=True)
    return status == 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=600, help="for all parts together (default: 600)")
    parser.add_argument("--seed", type=int, default=None, help="default: one drawn from the system, which is printed")
    arguments = parser.parse_args(argv)
    unknown = [name for name in arguments.parts if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; parts are {', '.join(PARTS)}")
    seed = int.from_bytes(os.urandom(4), "little") if arguments.seed is None else arguments.seed
    end = time.monotonic() + arguments.seconds
    names = arguments.parts or list(PARTS)
    clean = []
    for number, name in enumerate(names):  # what a part leaves is for those after it
        share = max(1.0, (end - time.monotonic()) / (len(names) - number))
        if run_part(name, share, seed):
            clean.append(name)
    found = [name for name in names if name not in clean]
    print(f"== seed {seed}: {len(clean)} parts without a finding" + (f"; findings of {', '.join(found)}" if found else ""))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
