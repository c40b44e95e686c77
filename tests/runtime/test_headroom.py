"""Compiling without memory ends in a result or an error of the user's, never in the end of the process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hloom.runtime import loading
from hloom.support.diagnostics import UserError
from tests.processes import printed

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits and /proc of Linux")

PROGRAM = """
import resource, sys, threading
import numpy as np
import hloom
from hloom.support.diagnostics import UserError

first, limit, extra = sys.argv[1] == "first", getattr(resource, sys.argv[2]), int(sys.argv[3]) << 20
text = '''func.func @main(%x: tensor<64x{n}xf32>) -> tensor<64x{n}xf32> {{
    %0 = stablehlo.sine %x : tensor<64x{n}xf32>
    %1 = stablehlo.add %0, %x : tensor<64x{n}xf32>
    return %1 : tensor<64x{n}xf32> }}'''
if not first:
    hloom.compile(hloom.parse(text.format(n=5)))
    for thread in threading.enumerate():  # LLVM is made ready aside: what it has begun within the old limit is to end within it
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
field = "VmSize:" if limit == resource.RLIMIT_AS else "VmData:"
(taken,) = [int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith(field)]
resource.setrlimit(limit, (taken + extra, taken + extra))
for n in range(6, 10):
    try:
        x = np.ones((64, n), np.float32)
        assert np.allclose(hloom.compile(hloom.parse(text.format(n=n)))(x)[0], np.sin(1) + 1)
        print("compiled")
    except UserError as error:
        print("refused:", error)
"""


def outcome(*arguments: object, threads: int) -> list[str]:
    return printed("-c", PROGRAM, *arguments, HLOOM_CACHE=0, HLOOM_THREADS=threads).splitlines()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("extra", [40, 150, 165, 175, 185, 230, 280])
def test_little_address_space_before_llvm_is_loaded(extra: int, threads: int) -> None:
    lines = outcome("first", "RLIMIT_AS", extra, threads=threads)
    assert len(lines) == 4 and all(line == "compiled" or line.startswith("refused: compiling") for line in lines)
    if extra < 160:
        assert lines[0].endswith("MiB") and "RLIMIT_AS" in lines[0]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", ["RLIMIT_AS", "RLIMIT_DATA"])
@pytest.mark.parametrize("extra", [1, 10, 40, 80])
def test_little_memory_for_the_next_program(limit: str, extra: int, threads: int) -> None:
    lines = outcome("again", limit, extra, threads=threads)
    assert len(lines) == 4 and all(line == "compiled" or line.startswith("refused:") for line in lines)
    assert extra > 10 or lines[0].startswith("refused: compiling takes about")


def test_enough_memory() -> None:
    assert outcome("first", "RLIMIT_AS", 800, threads=2) == ["compiled"] * 4


@pytest.mark.parametrize("version", [1, 2])
def test_the_control_group_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """Its limit less what it uses, but for files that are kept only because there is room; the tightest group above it, too."""
    limit, usage, idle = (("memory.max", "memory.current", "inactive_file") if version == 2 else
                          ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"))
    root = "/sys/fs/cgroup" if version == 2 else "/sys/fs/cgroup/memory"
    files = {"/proc/self/cgroup": ["5:cpu:/x", "0::/a/b" if version == 2 else "4:rdma,memory:/a/b"],
             f"{root}/a/b/{limit}": ["max" if version == 2 else str(2**63 - 4096)], f"{root}/a/b/{usage}": [str(50 << 20)],
             f"{root}/a/{limit}": [str(100 << 20)], f"{root}/a/{usage}": [str(90 << 20)],
             f"{root}/a/memory.stat": ["anon 5", f"{idle} {20 << 20}"]}
    monkeypatch.setattr(loading, "_lines", lambda path: files.get(str(path), []))
    monkeypatch.setattr(loading, "_own_limits", lambda: iter(()))
    loading.require(30 << 20, "this")
    with pytest.raises(UserError, match="this takes about 31 MiB of memory, and the control group leaves 30 MiB"):
        loading.require(31 << 20, "this")


def test_without_room_for_more_threads_one_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    for left, threads in ((0, 1), (loading.TABLES + loading.THREAD, 2), (loading.TABLES + 10 * loading.THREAD, 8)):
        monkeypatch.setattr(loading, "_own_limits", lambda left=left: iter([loading.Headroom(left, "a limit")]))
        assert loading.threads_with_headroom(8) == threads
    monkeypatch.setattr(loading, "_own_limits", lambda: iter(()))
    assert loading.threads_with_headroom(8) == 8
