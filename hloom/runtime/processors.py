"""Which code a processor can run, without LLVM: what it has is what Linux says of it.

A file of executables may hold code for several processors. Each says which instructions it may use, in LLVM's words
(`dispatch.features`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from hloom.runtime.dispatch.features import linux_name
from hloom.runtime.dispatch.permits import beyond, may_use_tiles
from hloom.runtime.jit import is_supported
from hloom.support import options


def model() -> str:
    """What tells this processor from others that have the same of what Linux tells."""
    return " ".join(_told().get(name, "") for name in ("vendor_id", "cpu family", "model"))


def missing_here(features: Iterable[str], made_on: str = "") -> list[str]:
    """Those of LLVM's features that this processor has not, or that this process is not to use (HLOOM_ISA, HLOOM_AMX); `made_on`
    is the processor that they were found on."""
    own, left_out = _flags(), beyond(options.ISA.value)
    if made_on == model():
        features = [f for f in features if linux_name(f) is not None or f.startswith(left_out)]
    features = list(features)
    found = [f for f in features if linux_name(f) not in own or f.startswith(left_out)]
    tiles = [f for f in features if f.startswith("amx")]
    return found or (tiles if tiles and not may_use_tiles() else [])


#: What is said where a variable keeps instructions from programs.
_REFUSED = f", as {options.ISA.name} says"


def why_not_here(triple: str, features: Sequence[str], made_on: str = "") -> str:
    """Why code for such a processor does not run here; nothing where it does."""
    if not is_supported() or not (triple.startswith("x86_64") and "linux" in triple):
        return f"it is for {triple:.60}, and this is {'Linux on x86-64' if is_supported() else 'not Linux on x86-64'}"
    missing = missing_here(features, made_on)
    return f"this processor has no {', '.join(missing)}{_REFUSED if options.ISA.value != options.ISA.default() else ''}" \
        if missing else ""


def _flags() -> frozenset[str]:
    """The instructions of the first processor, as Linux calls them."""
    return frozenset(_told().get("flags", "").split())


@functools.cache
def _told() -> dict[str, str]:
    """What Linux says of the first processor."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            text = b""
            while b"\n\n" not in text and len(text) < 1 << 16 and (more := file.read(4096)):  # the whole file takes long
                text += more
    except OSError:
        return {}
    rows = (line.partition(":") for line in text.partition(b"\n\n")[0].decode(errors="replace").splitlines())
    return {name.strip(): value.strip() for name, _, value in rows}
