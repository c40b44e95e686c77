"""Memory that is kept for speed is given back: what a process remembers of programs that are gone, and what still works."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.runtime.cache import Cache
from hloom.runtime.clearing import clear_caches
from hloom.runtime.memory import MemoryPool
from tests.passes.programs import program
from tests.processes import printed

pytestmark = pytest.mark.long

DOUBLE = "(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{\n %0 = stablehlo.add %x, %x : tensor<{0}xf32>\n" \
         " return %0 : tensor<{0}xf32> }}"

#: Programs of shapes and constants of their own, of which none is kept.
MEASURE = """
import gc, tracemalloc
import hloom
from hloom.runtime.cache import Cache
from hloom.runtime.clearing import clear_caches

def make(k):
    type = f"tensor<{k % 97 + 1}x{k // 97 + 2}xf32>"
    hloom.compile(hloom.parse(f'''func.func @main(%x: {type}, %y: {type}) -> {type} {{
        %c = stablehlo.constant dense<{k}.5> : {type}
        %0 = stablehlo.multiply %x, %c : {type}
        %1 = stablehlo.tanh %0 : {type}
        %2 = stablehlo.add %1, %y : {type}
        return %2 : {type} }}'''))

def taken():
    gc.collect()
    return tracemalloc.get_traced_memory()[0]

for k in range(40):
    make(k)
Cache.get_default().finish_deferred()
clear_caches()
tracemalloc.start()
before = taken()
for k in range(100, 300):
    make(k)
kept = taken() - before
clear_caches()
print(kept / 200, (taken() - before) / 200)
"""


@pytest.mark.slow
@pytest.mark.parametrize("directory", ["", "cache"])
def test_programs_that_are_gone_leave_nothing(tmp_path: Path, directory: str) -> None:
    kept, left = map(float, printed("-c", MEASURE, HLOOM_CACHE=tmp_path / directory if directory else "").split())
    assert kept > 2500 and left < 1000  # bytes of each program; among them tables that have grown


def test_what_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path, 1 << 28)
    monkeypatch.setattr(Cache, "_process", cache)
    kept = hloom.compile(program(DOUBLE.format(70_000)))
    x = np.arange(70_000, dtype=np.float32)
    assert np.array_equal(kept(x)[0], x + x)  # its memory comes back
    cache.finish_deferred()  # what is kept may still be under way
    assert cache._entries and MemoryPool.get_default().kept_bytes >= x.nbytes
    clear_caches()
    assert not cache._entries and not cache._entry_bytes and not MemoryPool.get_default().kept_bytes
    assert np.array_equal(kept(x)[0], x + x)
    again = hloom.compile(program(DOUBLE.format(70_000)))
    assert "cache" in again.stats["seconds"] and np.array_equal(again(x)[0], x + x)


def test_without_a_directory_programs_are_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(None, 0))
    module, x = program(DOUBLE.format(5)), np.arange(5, dtype=np.float32)
    hloom.compile(module)
    assert "cache" in hloom.compile(module).stats["seconds"]
    clear_caches()
    made = hloom.compile(module)
    assert "cache" not in made.stats["seconds"] and np.array_equal(made(x)[0], x + x)
