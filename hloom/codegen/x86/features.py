"""The features of x86 processors: which ones processors of a name have, and what registers follow from them.

Features have LLVM's names. Sources: x86-64 psABI (the levels v1 to v4); LLVM's tables of processors.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

#: How the triples of systems on these processors begin.
ARCHITECTURE = "x86_64"

_V1 = ("cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87")
_V2 = (*_V1, "crc32", "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_AVX = (*_V2, "avx", "xsave")
_V3 = (*_AVX, "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
_V4 = (*_V3, "avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl")
_VNNI = (*_V4, "avx512vnni")
_BF16 = (*_VNNI, "avx512bf16")
_AMX = (*_BF16, "amx-bf16", "amx-int8", "amx-tile")

#: The level whose code a processor runs, and the features that it is known to have: all that generated code makes use of.
PROCESSORS: dict[str, tuple[str, tuple[str, ...]]] = {
    "x86-64": ("x86-64", _V1),
    **dict.fromkeys(("x86-64-v2", "nehalem", "westmere", "silvermont", "goldmont", "tremont"), ("x86-64-v2", _V2)),
    "sandybridge": ("x86-64-v2", _AVX),
    "ivybridge": ("x86-64-v2", (*_AVX, "f16c")),
    **dict.fromkeys(("x86-64-v3", "haswell", "broadwell", "skylake", "alderlake", "raptorlake", "meteorlake", "arrowlake",
                     "lunarlake", "gracemont", "znver1", "znver2", "znver3"), ("x86-64-v3", _V3)),
    **dict.fromkeys(("x86-64-v4", "skylake-avx512"), ("x86-64-v4", _V4)),
    **dict.fromkeys(("cascadelake", "icelake-client", "icelake-server", "tigerlake", "rocketlake"), ("x86-64-v4", _VNNI)),
    **dict.fromkeys(("cooperlake", "znver4", "znver5"), ("x86-64-v4", _BF16)),
    **dict.fromkeys(("sapphirerapids", "emeraldrapids", "graniterapids"), ("x86-64-v4", _AMX)),
}

#: The feature of tile registers, and what those begin with that are left out with it.
TILE_REGISTERS, OF_TILES = "amx-tile", "amx"
#: The intrinsic with which a thread that looks again and again leaves the processor to its neighbour for a moment.
PAUSE = "x86.sse2.pause"
#: What the instructions on registers of 512 bits that code uses belong to.
_WIDE = frozenset({"avx512f", "avx512vl", "avx512bw", "avx512dq"})


def vector_unit(have: Set[str]) -> dict[str, Any]:
    """What a processor with these features computes vectors with: the fields of a `Target` that say so."""
    is_wide = have >= _WIDE
    return {
        "vector_bytes": 64 if is_wide else 32 if "avx2" in have else 16, "registers": 32 if is_wide else 16,
        "has_fma": "fma" in have, "has_bf16_dot": is_wide and "avx512bf16" in have,
        "has_integer_dot": is_wide and "avx512vnni" in have,
        "has_bf16_tiles": is_wide and have >= {TILE_REGISTERS, "amx-bf16"},
        "has_byte_tiles": is_wide and have >= {TILE_REGISTERS, "amx-int8"}}
