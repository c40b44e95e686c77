"""Which code a processor can run, without LLVM: what it has is what Linux says of it.

A file of executables may hold code for several processors. Each says which instructions it may use, in LLVM's words; those that
programs never use (of the system, of threads, of random numbers) are left out, as they would only keep code from processors on
which it runs.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hloom.runtime.dispatch.permits import beyond, may_use_tiles
from hloom.runtime.jit import is_supported
from hloom.support import options

if TYPE_CHECKING:
    from hloom.runtime.dispatch.processor import CodeTarget

#: What Linux calls instructions that LLVM calls otherwise. All others differ in signs at most.
_LINUX = {
    "sse3": "pni", "pclmul": "pclmulqdq", "sahf": "lahf_lm", "lzcnt": "abm", "bmi": "bmi1", "sha": "sha_ni",
    "avx512bf16": "avx512_bf16", "avx512bitalg": "avx512_bitalg", "avx512fp16": "avx512_fp16", "avx512vbmi2": "avx512_vbmi2",
    "avx512vnni": "avx512_vnni", "avx512vp2intersect": "avx512_vp2intersect", "avx512vpopcntdq": "avx512_vpopcntdq",
    "avxvnni": "avx_vnni",
}
#: Instructions of the system and of no use to programs, and what every processor of 64 bits has.
_UNUSED = frozenset("""
    64bit adx clflushopt clwb clzero cldemote cmov cmpccxadd crc32 cx8 enqcmd fsgsbase fxsr hreset invpcid kl lwp mmx
    movdir64b movdiri mwaitx pconfig pku prefetchi prfchw ptwrite raoint rdpid rdpru rdrnd rdseed rtm serialize sgx shstk sse sse2
    tsxldtrk uintr usermsr waitpkg wbnoinvd widekl x87 xsave xsavec xsaveopt xsaves
""".split())


#: Instructions that processors may have and Linux does not tell: whether they are here is known of the same processor only.
_UNTOLD = ("amx-avx512", "amx-complex", "amx-fp16", "amx-fp8", "amx-movrs", "amx-tf32", "avx10", "avxifma", "avxneconvert",
           "avxvnniint", "ccmp", "cf", "egpr", "movrs", "ndd", "nf", "ppx", "push2pop2", "sha512", "sm3", "sm4", "zu")


def used_by(target: CodeTarget) -> list[str]:
    """The instructions that code for a processor may use, in LLVM's words."""
    return sorted({f[1:] for f in target.features.split(",") if f.startswith("+")} - _UNUSED)


def model() -> str:
    """What tells this processor from others that have the same of what Linux tells."""
    return " ".join(_told().get(name, "") for name in ("vendor_id", "cpu family", "model"))


def missing_here(features: Iterable[str], made_on: str = "") -> list[str]:
    """Those of LLVM's features that this processor has not, or that this process is not to use (HLOOM_ISA, HLOOM_AMX); `made_on`
    is the processor that they were found on."""
    own, left_out = _flags(), beyond(options.ISA.value)
    if made_on == model():
        features = [f for f in features if not f.startswith(_UNTOLD) or f.startswith(left_out)]
    features = list(features)
    found = [f for f in features if _LINUX.get(f, f.translate(_SIGNS)) not in own or f.startswith(left_out)]
    tiles = [f for f in features if f.startswith("amx")]
    return found or (tiles if tiles and not may_use_tiles() else [])


#: What is said where a variable keeps instructions from programs.
_REFUSED = f", as {options.ISA.name} says"
_SIGNS = str.maketrans("-.", "__")


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
