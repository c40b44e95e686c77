"""Programs share pages of large blocks: how many mappings they take, what is protected, what comes back, threads, children."""

from __future__ import annotations

import ctypes
import gc
import os
import random
import threading
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hloom.codegen.target import Target
from hloom.runtime import code_memory, jit
from hloom.runtime.code_memory import CODE, DATA, PAGE, READ_ONLY, CodeMemory, Piece
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch.parts import Part
from tests.processes import printed

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="objects of another system")

#: A function and a table that it reads.
TEXT = """
@table = internal constant [4 x i64] [i64 5, i64 6, i64 7, i64 NUMBER]
define i64 @at(i64 %k) {
  %place = getelementptr [4 x i64], ptr @table, i64 0, i64 %k
  %x = load i64, ptr %place
  ret i64 %x
}
"""
#: Blocks that are mapped while nothing else is, and pages of one.
PAGES = code_memory._SHARED


class Mapping(NamedTuple):
    low: int
    high: int
    flags: str


def mappings() -> list[Mapping]:
    found = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, flags = line.split()[:2]
        low, high = place.split("-")
        found.append(Mapping(int(low, 16), int(high, 16), flags))
    return found


def flags_at(address: int) -> str:
    return next((m.flags for m in mappings() if m.low <= address < m.high), "")


@pytest.fixture(scope="module")
def data() -> Sequence[bytes]:
    return compile_objects([Part(TEXT.replace("NUMBER", "8"))], Target.host())


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> CodeMemory:
    """Without anything in it, the process's own during the test."""
    made = CodeMemory()
    monkeypatch.setattr(CodeMemory, "_process", made)
    return made


def function(code: jit.LoadedObject) -> Callable[[int], int]:
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code.address("at"))


# -- mappings -------------------------------------------------------------------------------------------------------------
def test_programs_share_mappings(data: Sequence[bytes], memory: CodeMemory) -> None:
    before = len(mappings())
    kept = [jit.load_objects(data, ["at"]) for _ in range(1000)]
    assert len(mappings()) - before < 1000 / 40
    assert {function(code)(3) for code in kept} == {8}
    assert {code.address("at") % 64 for code in kept} == {0}
    kept.clear()
    assert len(mappings()) - before <= 1 and not memory._open


def test_mappings_stay_few_where_programs_come_and_go(data: Sequence[bytes], memory: CodeMemory) -> None:
    draws, before = random.Random(0), len(mappings())
    kept = [jit.load_objects(data, ["at"]) for _ in range(600)]
    for _ in range(3000):
        kept[draws.randrange(600)] = jit.load_objects(data, ["at"])
    assert {function(code)(2) for code in kept} == {7}
    assert len(mappings()) - before < 60 and len(memory._open) < 10


@pytest.mark.slow
@pytest.mark.parametrize("programs, most", [(6_000, 1_000), pytest.param(40_000, 4_000, marks=pytest.mark.exhaustive)])
@pytest.mark.long
def test_more_programs_live_than_there_may_be_mappings(programs: int, most: int, tmp_path: Path) -> None:
    """Each with a table of its own, at most more than half of what the system allows; in a process of its own."""
    assert printed("-c", f"""
import sys
import numpy as np
import hloom
from pathlib import Path
from tests.runtime.test_code_memory import mappings
module = hloom.parse('''func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
    %0 = stablehlo.sine %x : tensor<3xf32>
    return %0 : tensor<3xf32> }}''')
kept = [hloom.compile(module) for _ in range({programs})]
x = np.float32([1, 2, 3])
assert all(np.array_equal(exe(x)[0], kept[0](x)[0]) for exe in kept)
print(len(mappings()) < {most})
""", HLOOM_CACHE=tmp_path, timeout=400) == "True\n"


# -- protection -----------------------------------------------------------------------------------------------------------
def test_nothing_is_written_to_and_executed(data: Sequence[bytes], memory: CodeMemory) -> None:
    kept = [jit.load_objects(data, ["at"]) for _ in range(50)]
    del kept[10:40]
    kept += [jit.load_objects(data, ["at"]) for _ in range(20)]
    blocks = [(b.base, b.base + PAGES * PAGE) for b in memory._open]
    assert not [m for m in mappings() if m.flags == "rwxp" and any(m.low < end and start < m.high for start, end in blocks)]
    for code in kept:
        piece: Piece = code._owner._piece
        assert flags_at(code.address("at")) == "r-xp"
        assert flags_at(piece.base + piece.starts[READ_ONLY]) == "r--p"


def test_what_is_written_to_lies_apart(memory: CodeMemory) -> None:
    piece = memory.take({CODE: 100, READ_ONLY: PAGE + 1, DATA: 10})
    piece.protect()
    assert not memory._open
    assert [flags_at(piece.base + piece.starts[kind]) for kind in (CODE, READ_ONLY, DATA)] == ["r-xp", "r--p", "rw-p"]
    piece.memory[piece.starts[DATA]] = 1


@pytest.mark.parametrize("size, is_shared", [(1, True), (64 << 10, True), ((64 << 10) + 1, False)])
def test_large_programs_have_blocks_of_their_own(memory: CodeMemory, size: int, is_shared: bool) -> None:
    piece = memory.take({CODE: size})
    assert bool(memory._open) == is_shared
    assert len(piece.memory) == (PAGES * PAGE if is_shared else -(-size // PAGE) * PAGE)


# -- what comes back ------------------------------------------------------------------------------------------------------
def test_pieces_of_all_sizes_never_overlap(memory: CodeMemory) -> None:
    draws = random.Random(1)
    kept: list[tuple[Piece, int, int, int]] = []
    for step in range(4000):
        if kept and draws.random() < 0.48:
            piece, code, constants, mark = kept.pop(draws.randrange(len(kept)))
            for protection, size in ((CODE, code), (READ_ONLY, constants)):
                if size:
                    start = piece.starts[protection]
                    assert piece.memory[start : start + size] == bytes([mark]) * size
            continue
        code, constants, mark = draws.randrange(1, 20_000), draws.choice((0, 0, 60, 9000)), draws.randrange(1, 256)
        piece = memory.take({CODE: code, READ_ONLY: constants})
        for protection, size in ((CODE, code), (READ_ONLY, constants)):
            if size:
                start = piece.starts[protection]
                assert piece.memory[start : start + size] == bytes(size)  # nothing of what was there before
                piece.memory[start : start + size] = bytes([mark]) * size
        piece.protect()
        kept.append((piece, code, constants, mark))
        if step % 100 == 0:
            taken = sorted((p.base + s, size) for p, *_ in kept for s, size in ((run.start * PAGE, len(run) * PAGE)
                                                                               for run in p._runs.values()))
            assert all(a + size <= b for (a, size), (b, _) in pairwise(taken))
    del piece
    kept.clear()
    assert not memory._open


def test_the_first_free_pages_are_taken(memory: CodeMemory) -> None:
    kept = [memory.take({CODE: PAGE, READ_ONLY: PAGE}) for _ in range(10)]
    assert [p.starts for p in kept] == [{CODE: k * PAGE, READ_ONLY: (PAGES - 1 - k) * PAGE} for k in range(10)]
    kept[3] = kept[4] = kept[8] = memory.take({CODE: 1})
    assert kept[3].starts == {CODE: 10 * PAGE}
    assert memory.take({CODE: 2 * PAGE}).starts == {CODE: 3 * PAGE}
    assert memory.take({READ_ONLY: PAGE}).starts == {READ_ONLY: (PAGES - 4) * PAGE}


def test_a_block_goes_with_its_last_piece(memory: CodeMemory) -> None:
    kept = [memory.take({CODE: PAGE}) for _ in range(PAGES + 1)]
    first, last = kept[0].base, kept[-1].base
    assert first != last and flags_at(first) and len(memory._open) == 1
    del kept[1:-1]
    assert flags_at(first) and len(memory._open) == 2
    del kept[0]
    assert not flags_at(first) and flags_at(last)
    kept.clear()
    assert not flags_at(last) and not memory._open


def resident() -> int:
    """Bytes of this process that the system keeps in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def test_the_system_has_memory_back(memory: CodeMemory) -> None:
    pieces = [memory.take({CODE: PAGE}) for _ in range(PAGES)]
    for piece in pieces:
        piece.memory[piece.starts[CODE] : piece.starts[CODE] + PAGE] = b"\xc3" * PAGE
    before = resident()
    del piece, pieces[1:]  # the block stays
    assert before - resident() > PAGES * PAGE * 3 // 4


def test_pages_that_come_back_while_somebody_has_the_lock(memory: CodeMemory) -> None:
    """As where the garbage collector runs in the middle of it."""
    kept = [memory.take({CODE: PAGE}) for _ in range(3)]
    with memory._lock:
        del kept[0]
        assert len(memory._returned) == 1
    assert memory.take({CODE: PAGE}).starts == {CODE: 0}
    assert not memory._returned


def test_memory_that_cannot_be_protected(data: Sequence[bytes], memory: CodeMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_memory, "_protect", lambda: lambda *_: -1)
    with pytest.raises(jit.UnsupportedError, match="does not let memory be protected"):
        jit.ElfCode(data)
    gc.collect()
    assert not memory._open  # it came back


# -- threads and children -------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_threads_load_and_drop(memory: CodeMemory) -> None:
    made = [compile_objects([Part(TEXT.replace("NUMBER", str(k)))], Target.host()) for k in range(4)]
    failures: list[Any] = []

    def work(number: int) -> None:
        draws, kept = random.Random(number), list[jit.LoadedObject]()
        for _ in range(400):
            kept.append(jit.load_objects(made[number], ["at"]))
            if len(kept) > 30:
                del kept[draws.randrange(30)]
            if function(draws.choice(kept))(3) != number:
                failures.append(number)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    gc.collect()
    memory.take({CODE: 1})
    assert not memory._open


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.long
def test_children_of_fork_load_while_others_do() -> None:
    """Whatever the parent's threads are at, a child finds memory for code, and changes nothing of the parent's."""
    assert printed("-c", f"""
import ctypes, os, signal, threading
from hloom.runtime.dispatch.parts import Part
from hloom.codegen.target import Target
from hloom.runtime import jit
from hloom.runtime.compilation import compile_objects
made = [compile_objects([Part('''{TEXT}'''.replace("NUMBER", str(k)))], Target.host()) for k in range(5)]

def check(k, count=20):
    kept = [jit.load_objects(made[k], ["at"]) for _ in range(count)]
    return all(ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(c.address("at"))(3) == k for c in kept)

done, failures = threading.Event(), []
def work(k):
    while not done.is_set():
        if not check(k):
            failures.append(k)
threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
for thread in threads:
    thread.start()
old = jit.load_objects(made[3], ["at"])
for _ in range(50):
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(20)
        address = old.address("at")
        del old
        os._exit(0 if check(4, 300) else 1)
    status = os.waitpid(child, 0)[1]
    if status:
        failures.append(status)
done.set()
for thread in threads:
    thread.join()
print(failures, ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(old.address("at"))(3))
""", is_quiet=True) == "[] 3\n"
