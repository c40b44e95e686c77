"""What is remembered of the machine, and what each process asks for anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hloom.codegen import target
from hloom.codegen.target import Target
from hloom.runtime import host
from hloom.runtime.dispatch import permits
from hloom.runtime.dispatch.processor import Processor
from hloom.support.diagnostics import InputError
from tests.harness import WITHOUT_TILES
from tests.processes import printed

WITH_TILES = Target.describe("x86_64-unknown-linux-gnu", "sapphirerapids",
                             "+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq,+amx-tile,+amx-bf16,+amx-int8")

#: A product that tile registers are used for.
PRODUCT = """
import pickle, sys, numpy as np, ml_dtypes, hloom
from hloom.driver.cpu import target as target_here
text = '''func.func @main(%a: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}'''
operand = np.arange(64 * 64).reshape(64, 64) % 17 - 8
if sys.argv[1:2] == ["load"]:
    executable = pickle.load(open(sys.argv[2], "rb"))
else:
    executable = hloom.compile(hloom.parse(text))
if sys.argv[1:2] == ["dump"]:
    pickle.dump(executable, open(sys.argv[2], "wb"))
result = executable(operand.astype(ml_dtypes.bfloat16))
assert (np.asarray(result) == operand @ operand).all()
print(target_here().has_bf16_tiles, "llvmlite" in sys.modules)
"""


def test_tile_registers_need_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WITH_TILES.has_bf16_tiles and WITH_TILES.has_byte_tiles
    for leave, option in ((True, "1"), (True, "0"), (False, "1")):
        monkeypatch.setattr(permits, "_may_use_tiles", lambda leave=leave: leave)
        monkeypatch.setenv("HLOOM_AMX", option)
        found = WITH_TILES.permitted()
        assert found.has_bf16_tiles == found.has_byte_tiles == ("+amx-tile" in found.features) == (leave and option == "1")
        assert "+avx512f" in found.features and found.cpu == WITH_TILES.cpu


@pytest.mark.parametrize("isa, width, fma", [("avx512", 64, True), ("avx2", 32, True), ("sse", 16, False)])
def test_vectors_are_no_wider_than_is_allowed(monkeypatch: pytest.MonkeyPatch, isa: str, width: int, fma: bool) -> None:
    monkeypatch.setattr(permits, "_may_use_tiles", lambda: True)
    monkeypatch.setenv("HLOOM_ISA", isa)
    found = WITH_TILES.permitted()
    assert (found.vector_bytes, found.has_fma, found.has_bf16_tiles) == (width, fma, isa == "avx512")
    assert found.has_masks == (isa == "avx512") and len(found.features.split(",")) == len(WITH_TILES.features.split(","))
    assert found.permitted() is found


def test_vectors_of_no_known_width_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_ISA", "avx3")
    with pytest.raises(InputError, match="HLOOM_ISA='avx3': expected avx512, avx2 or sse"):
        WITH_TILES.permitted()


def test_vectors_of_other_processors_stay() -> None:
    arm = Target.describe("aarch64-unknown-linux-gnu", "neoverse-v1", "+neon,+fullfp16")
    assert arm.narrowed("sse") is arm.narrowed("avx2") is arm
    old = Target.describe("x86_64-unknown-linux-gnu", "haswell", "+avx,+avx2,+fma,-avx512f")
    assert old.narrowed("avx2") is old and old.narrowed("sse").vector_bytes == 16


def test_code_for_narrower_vectors_is_kept_by_itself(tmp_path: Path) -> None:
    """Two processes with one cache, one of which is to use SSE alone: neither takes the other's code."""
    for isa in ("avx512", "sse", "avx512", "sse"):
        monitored = f"{PRODUCT}\nprint(target_here().vector_bytes)"
        expected = target.Target.host().narrowed(isa).vector_bytes
        assert printed("-c", monitored, HLOOM_CACHE=tmp_path, HLOOM_ISA=isa).split()[-1] == str(expected)


def test_leave_is_asked_for_where_the_machine_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has compiled, with leave; this one has to ask, and may not get it."""
    remembered: dict[str, bytes] = {}
    monkeypatch.setattr(host, "_processor", lambda: "a processor")
    processor = Processor(WITH_TILES.triple, WITH_TILES.cpu, WITH_TILES.features)
    monkeypatch.setattr(Processor, "here", classmethod(lambda cls: processor))
    for leave in (True, False, True):
        monkeypatch.setattr(permits, "_may_use_tiles", lambda leave=leave: leave)
        monkeypatch.setenv("HLOOM_AMX", "1")
        found, _ = host.described(remembered.get, remembered.__setitem__)
        assert Target.describe(*found.processor).permitted().has_bf16_tiles == leave
    assert remembered


@pytest.mark.skipif(bool(WITHOUT_TILES), reason=WITHOUT_TILES or "-")
def test_kept_code_uses_tile_registers(tmp_path: Path) -> None:
    """In a process that has not compiled anything, and so has not asked for them to this end."""
    for option, loads_llvm in (("1", True), ("1", False), ("0", True), ("0", False)):
        assert run_product(tmp_path, option) == (0, [str(option == "1"), str(loads_llvm)])


@pytest.mark.skipif(bool(WITHOUT_TILES), reason=WITHOUT_TILES or "-")
def test_pickled_code_uses_tile_registers(tmp_path: Path) -> None:
    """Without them, it is compiled anew."""
    place = str(tmp_path / "executable")
    assert run_product(tmp_path, "1", "dump", place) == (0, ["True", "True"])
    for option in ("1", "0"):
        for cache in (tmp_path, tmp_path / "empty"):
            status, printed = run_product(cache, option, "load", place)
            assert (status, printed[0]) == (0, str(option == "1"))


def run_product(cache: Path, option: str, *arguments: str) -> tuple[int, list[str]]:
    """The exit status of a process that runs it, and whether it used tile registers and loaded LLVM."""
    ran = subprocess.run([sys.executable, "-c", PRODUCT, *arguments], capture_output=True, text=True,
                         env={**os.environ, "HLOOM_CACHE": str(cache), "HLOOM_AMX": option})
    return ran.returncode, ran.stdout.split()
