"""The cache gives back what was put, distrusts what it finds, stays within its bound and never fails a program."""

from __future__ import annotations

import ctypes
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hloom.codegen.target import Target
from hloom.runtime import cache as cache_of_objects
from hloom.runtime import jit
from hloom.runtime.cache import Cache, cache_key
from hloom.runtime.compilation import compile_objects

LIMIT = 1 << 20
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="owners and permissions of POSIX")
CONSTANT = "define i32 @f() {\n  ret i32 7\n}\n"


def only_file(directory: Path) -> Path:
    (path,) = directory.iterdir()
    return path


def test_entries_survive_the_process(tmp_path: Path) -> None:
    key = cache_key("a program", b"\x00bytes")
    first = Cache(tmp_path / "new" / "cache", LIMIT)
    assert first.get(key) is None
    first.put(key, b"value")
    second = Cache(tmp_path / "new" / "cache", LIMIT)
    assert second.get(key) == b"value" and second.get(key) == b"value"
    assert (second.statistics.disk_hits, second.statistics.memory_hits, second.statistics.misses) == (1, 1, 0)
    assert first.statistics.misses == 1


def test_without_a_directory_entries_live_in_memory() -> None:
    cache = Cache(None, LIMIT)
    cache.put("key", b"value")
    assert cache.get("key") == b"value"
    assert Cache(None, LIMIT).get("key") is None


def test_keys_depend_on_every_part_and_its_limits() -> None:
    parts = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("c", "ab")]
    assert len({cache_key(*p) for p in parts}) == len(parts)
    assert cache_key("a", b"b") == cache_key("a", "b")


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: data[:10], lambda data: b"", lambda data: data + b"x",
    lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: bytes([data[0] ^ 1]) + data[1:],
    lambda data: data[:20] + bytes([data[20] ^ 1]) + data[21:],
])
def test_a_damaged_file_is_a_miss_and_goes(tmp_path: Path, damage) -> None:
    Cache(tmp_path, LIMIT).put("key", b"value" * 10)
    path = only_file(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    cache = Cache(tmp_path, LIMIT)
    assert cache.get("key") is None
    assert not path.exists()
    cache.put("key", b"again")
    assert Cache(tmp_path, LIMIT).get("key") == b"again"


def test_the_least_recently_used_entries_go_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, 10_000)
    for number in range(9):
        cache.put(f"key{number}", bytes(1000))
        os.utime(tmp_path / f"key{number}.bin", (1000 + number, 1000 + number))
    Cache(tmp_path, 10_000).get("key0")  # used just now
    Cache(tmp_path, 10_000).put("new", bytes(1000))
    left = {path.stem for path in tmp_path.iterdir()}
    assert {"new", "key0", "key8"} <= left and not {"key1", "key2"} & left
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000


def test_the_bound_holds_over_many_writes_of_one_process(tmp_path: Path) -> None:
    cache = Cache(tmp_path, 50_000)
    for number in range(200):
        cache.put(f"key{number}", bytes(1000))
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 50_000
    cache.put("huge", bytes(60_000))
    assert not (tmp_path / "huge.bin").exists() and cache.get("huge") == bytes(60_000)


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "old.tmp").write_bytes(b"half")
    os.utime(tmp_path / "old.tmp", (1000, 1000))
    (tmp_path / "new.tmp").write_bytes(b"half")
    Cache(tmp_path, LIMIT).put("key", b"value")
    assert {path.name for path in tmp_path.iterdir()} == {"new.tmp", "key.bin"}


def test_a_directory_that_cannot_be_made_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache", LIMIT)
    cache.put("key", b"value")
    assert cache.get("key") == b"value"


@pytest.mark.parametrize("function", ["mkstemp", "replace", "scandir"])
def test_a_disk_that_refuses_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    def refuse(*_, **__):
        raise OSError(28, "No space left on device")

    cache = Cache(tmp_path, LIMIT)
    monkeypatch.setattr("tempfile.mkstemp" if function == "mkstemp" else f"os.{function}", refuse)
    cache.put("key", b"value")
    assert cache.get("key") == b"value"
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())


@POSIX_ONLY
def test_the_directory_is_private(tmp_path: Path) -> None:
    Cache(tmp_path / "cache", LIMIT).put("key", b"value")
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "cache" / "key.bin").stat().st_mode) & 0o077 == 0


@POSIX_ONLY
def test_what_others_may_write_to_is_ignored(tmp_path: Path) -> None:
    Cache(tmp_path, LIMIT).put("key", b"value")
    path = only_file(tmp_path)
    path.chmod(0o666)
    assert Cache(tmp_path, LIMIT).get("key") is None
    path.chmod(0o600)
    tmp_path.chmod(0o777)
    assert Cache(tmp_path, LIMIT).get("key") is None
    tmp_path.chmod(0o700)
    assert Cache(tmp_path, LIMIT).get("key") == b"value"


@POSIX_ONLY
def test_a_file_of_another_user_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path, LIMIT)
    Cache(tmp_path, LIMIT).put("key", b"value")
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert cache.get("key") is None
    assert only_file(tmp_path).exists()


@POSIX_ONLY
def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    directory = tmp_path / "cache"
    Cache(directory, LIMIT).put("key", b"value")
    path = only_file(directory)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert Cache(directory, LIMIT).get("key") is None


def test_equal_kernels_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(cache_of_objects, "compile_objects",
                        lambda parts, *rest: compiled.extend(p.text for p in parts) or compile_objects(parts, *rest))
    cache = Cache(tmp_path, LIMIT)
    first, second = (cache.load(CONSTANT, ["f"], Target.host()) for _ in range(2))
    assert first is second and compiled == [CONSTANT]
    assert ctypes.CFUNCTYPE(ctypes.c_int32)(first.address("f"))() == 7
    of_the_disk = Cache(tmp_path, LIMIT).load(CONSTANT, ["f"], Target.host())
    assert ctypes.CFUNCTYPE(ctypes.c_int32)(of_the_disk.address("f"))() == 7
    assert len(compiled) == 1
    cache.load(CONSTANT, ["f"], Target.host(), "full")
    cache.load(CONSTANT.replace("7", "8"), ["f"], Target.host())
    assert len(compiled) == 3


def test_threads_share_a_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(cache_of_objects, "compile_objects",
                        lambda parts, *rest: compiled.extend(p.text for p in parts) or compile_objects(parts, *rest))
    cache = Cache(None, LIMIT)
    loaded: list[jit.LoadedObject] = []
    threads = [threading.Thread(target=lambda: loaded.append(cache.load(CONSTANT, ["f"], Target.host())))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(compiled) == 1 and len(set(map(id, loaded))) == 1


def test_processes_write_the_same_directory(tmp_path: Path) -> None:
    program = (f"import sys\nfrom pathlib import Path\nfrom hloom.runtime.cache import Cache\n"
               f"cache = Cache(Path({str(tmp_path)!r}), 20_000)\n"
               "for n in range(100):\n"
               "    cache.put(f'key{n % 7}', bytes([n % 7]) * 3000)\n"
               "    data = Cache(cache._directory, 20_000).get(f'key{(n + 3) % 7}')\n"
               "    assert data is None or data == bytes([(n + 3) % 7]) * 3000\n")
    running = [subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) for _ in range(2)]
    for process in running:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors.decode()
    assert not list(tmp_path.glob("*.tmp"))
