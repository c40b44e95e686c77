"""Processors by name, for code that is compiled on another machine than it runs on."""

from __future__ import annotations

from hloom.codegen.target import Target
from hloom.codegen.x86.features import ARCHITECTURE, PROCESSORS
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean

#: Arm's, as `PROCESSORS` are: what vectors of 16 bytes take.
_ARM = {name: (name, ("fp-armv8", "neon")) for name in (
    "generic", "cortex-a53", "cortex-a72", "cortex-a76", "cortex-x1", "neoverse-n1", "neoverse-n2", "neoverse-v1", "neoverse-v2",
    "ampere1", "apple-m1")}

#: The processor of this machine, with what this process may use of it.
NATIVE = "native"


def named(name: str, here: Target) -> Target:
    """The processor of a name on systems such as that of `here`: `native`, a level of x86-64 (`x86-64-v3`), or LLVM's name of a
    processor, whose features count as far as generated code makes use of them.

    The same name is the same target on every machine, but for `native`. Raises InputError for a name that is not known.
    """
    if name == NATIVE:
        return here
    known = PROCESSORS if here.triple.startswith(ARCHITECTURE) else _ARM
    if name not in known:
        raise InputError(f"there is no processor {name!r:.60} for {here.triple}{did_you_mean(name, (NATIVE, *known))}; "
                         f"known are {NATIVE}, {', '.join(known)}")
    cpu, features = known[name]
    return Target.describe(here.triple, cpu, ",".join(f"+{feature}" for feature in features)).with_machine(here.machine)
