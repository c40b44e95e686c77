"""Processors by name, and what code asks a processor for."""

from __future__ import annotations

import pytest

import hloom
from hloom.codegen.processors import named
from hloom.codegen.target import Target
from hloom.codegen.x86.cpuid import requirements
from hloom.codegen.x86.features import PROCESSORS
from hloom.runtime.dispatch.features import ECX, FEATURES, Leaf, linux_name, used

HERE = Target.describe("x86_64-unknown-linux-gnu", "znver4", "+avx512f,+avx512vl,+avx512bw,+avx512dq,-amx-tile")
ARM = Target.describe("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon")


@pytest.mark.parametrize("name, cpu, vector_bytes, has_fma", [
    ("x86-64", "x86-64", 16, False), ("x86-64-v2", "x86-64-v2", 16, False), ("nehalem", "x86-64-v2", 16, False),
    ("ivybridge", "x86-64-v2", 16, False), ("x86-64-v3", "x86-64-v3", 32, True), ("znver3", "x86-64-v3", 32, True),
    ("x86-64-v4", "x86-64-v4", 64, True), ("znver5", "x86-64-v4", 64, True)])
def test_names_of_x86(name: str, cpu: str, vector_bytes: int, has_fma: bool) -> None:
    found = named(name, HERE)
    assert (found.triple, found.cpu, found.vector_bytes, found.has_fma) == (HERE.triple, cpu, vector_bytes, has_fma)


def test_what_later_processors_have() -> None:
    assert not named("x86-64-v4", HERE).has_integer_dot and named("icelake-server", HERE).has_integer_dot
    assert named("znver4", HERE).has_bf16_dot and not named("znver4", HERE).has_bf16_tiles
    tiles = named("sapphirerapids", HERE)
    assert tiles.has_bf16_tiles and tiles.has_byte_tiles


def test_this_processor_and_those_of_arm() -> None:
    assert named("native", HERE) is HERE and named("native", ARM) is ARM
    assert named("cortex-a72", ARM) == Target.describe(ARM.triple, "cortex-a72", "+fp-armv8,+neon")


@pytest.mark.parametrize("name, here, hint", [("x86-64-v5", HERE, "did you mean 'x86-64-v"), ("haswel", HERE, "'haswell'"),
                                              ("haswell", ARM, "known are native, generic"), ("", HERE, "known are")])
def test_names_of_none(name: str, here: Target, hint: str) -> None:
    with pytest.raises(hloom.InputError, match=f"there is no processor {name!r} for {here.triple}.*{hint}"):
        named(name, here)


def test_requirements_are_bits_of_cpuid() -> None:
    """Those of AVX2 and AVX-512, and that the system saves the registers, as the manuals have them."""
    v2, v3, v4 = (requirements(named(f"x86-64-v{k}", HERE)) for k in (2, 3, 4))
    assert v2.state == 0 and v3.state == 6 and v4.state == 0xE6
    assert v3.bits[Leaf(7)][1] == 1 << 3 | 1 << 5 | 1 << 8 and Leaf(7) not in v2.bits
    assert v3.bits[Leaf(1)][ECX] & (1 << 27 | 1 << 28) == 1 << 27 | 1 << 28
    assert v4.bits[Leaf(7)][1] & ~v3.bits[Leaf(7)][1] == 1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31
    tiles = requirements(named("sapphirerapids", HERE))
    assert tiles.state & 0x60000 == 0x60000


def test_what_processors_have_can_be_found_out() -> None:
    """Of all features that code uses it is known how the processor and how Linux say them; no two are said alike."""
    for _, features in PROCESSORS.values():
        assert {*used(",".join(f"+{f}" for f in features))} <= {*FEATURES}
    places = [feature[:3] for feature in FEATURES.values()]
    told = [name for name in map(linux_name, FEATURES) if name is not None]
    assert len(set(places)) == len(places) and len(set(told)) == len(told)
    assert used("+avx2,-avx512f,+adx,+x87,+bmi") == ["avx2", "bmi"]
    assert [linux_name(f) for f in ("sse4.1", "amx-tile", "lzcnt", "sha512", "avx10.1-512", "ptx")] == [
        "sse4_1", "amx_tile", "abm", None, None, "ptx"]


def test_code_asks_for_nothing_that_it_does_not_use() -> None:
    """Also of this processor as LLVM describes it: instructions of the system keep code from nobody."""
    here = Target.describe(HERE.triple, "znver4", "+avx2,+xsave,+adx,+crc32,+rdpid,+sse4.2")
    bits = requirements(here).bits
    assert bits[Leaf(1)][ECX] == 1 << 20 | 1 << 27 and bits[Leaf(7)] == (0, 1 << 5, 0, 0)
