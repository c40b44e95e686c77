"""The cache gives back what was put, distrusts what it finds, stays within its bound and never fails a program."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import hloom
from hloom.codegen.target import Target
from hloom.runtime import cache as cache_of_objects
from hloom.runtime import compilation, jit, trust
from hloom.runtime.cache import Cache, cache_key
from hloom.runtime.compilation import Compilation, compile_objects
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.processor import Processor
from hloom.runtime.host import Host
from hloom.runtime.llvm_modules import compile_module

LIMIT = 1 << 20
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="owners and permissions of POSIX")
KEY = cache_key("key")
CONSTANT = "define i32 @f() {\n  ret i32 7\n}\n"


def only_file(directory: Path) -> Path:
    (path,) = directory.iterdir()
    return path


def key(number: int) -> str:
    return f"{number:064x}"


def entry(directory: Path, key: str) -> Path:
    return directory / f"hloom-{key}.bin"


def test_entries_survive_the_process(tmp_path: Path) -> None:
    name = cache_key("a program", b"\x00bytes")
    first = Cache(tmp_path / "new" / "cache", LIMIT)
    assert first.get(name) is None
    first.put(name, b"value")
    second = Cache(tmp_path / "new" / "cache", LIMIT)
    assert second.get(name) == b"value" and second.get(name) == b"value"
    assert (second.statistics.disk_hits, second.statistics.memory_hits, second.statistics.misses) == (1, 1, 0)
    assert first.statistics.misses == 1


def test_without_a_directory_entries_live_in_memory() -> None:
    cache = Cache(None, LIMIT)
    cache.put(KEY, b"value")
    assert cache.get(KEY) == b"value"
    assert Cache(None, LIMIT).get(KEY) is None


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
    Cache(tmp_path, LIMIT).put(KEY, b"value" * 10)
    path = only_file(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    cache = Cache(tmp_path, LIMIT)
    assert cache.get(KEY) is None
    assert not path.exists()
    cache.put(KEY, b"again")
    assert Cache(tmp_path, LIMIT).get(KEY) == b"again"


def test_the_least_recently_used_entries_go_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, 10_000)
    for number in range(9):
        cache.put(key(number), bytes(1000))
        os.utime(entry(tmp_path, key(number)), (1000 + number, 1000 + number))
    Cache(tmp_path, 10_000).get(key(0))  # used just now
    Cache(tmp_path, 10_000).put(KEY, bytes(1000))
    left = set(tmp_path.iterdir())
    assert {entry(tmp_path, k) for k in (KEY, key(0), key(8))} <= left
    assert not {entry(tmp_path, k) for k in (key(1), key(2))} & left
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000


def test_the_bound_holds_over_many_writes_of_one_process(tmp_path: Path) -> None:
    cache = Cache(tmp_path, 50_000)
    for number in range(200):
        cache.put(key(number), bytes(1000))
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 50_000
    cache.put(KEY, bytes(60_000))
    assert not entry(tmp_path, KEY).exists() and cache.get(KEY) == bytes(60_000)


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "hloom-old.tmp").write_bytes(b"half")
    os.utime(tmp_path / "hloom-old.tmp", (1000, 1000))
    (tmp_path / "hloom-new.tmp").write_bytes(b"half")
    Cache(tmp_path, LIMIT).put(KEY, b"value")
    assert set(tmp_path.iterdir()) == {tmp_path / "hloom-new.tmp", entry(tmp_path, KEY)}


FOREIGN = ["photo.bin", "old.tmp", "model.tmp", "notes.txt", f"{'0' * 64}.bin", "hloom-notes.bin", f"hloom-{'0' * 64}.bin.tmp~",
           f"hloom-{'0' * 64}.bin.orig", f"Hloom-{'0' * 64}.bin", "hloom-.tmp", "hloom-a b.tmp"]


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    """They are neither removed, whatever their age, nor counted against the limit."""
    for name in FOREIGN:
        (tmp_path / name).write_bytes(bytes(20_000))
        os.utime(tmp_path / name, (1000, 1000))
    (tmp_path / "folder.tmp").mkdir()
    (tmp_path / "hloom-folder.tmp").mkdir()
    os.utime(tmp_path / "hloom-folder.tmp", (1000, 1000))
    entry(tmp_path, key(99)).mkdir()
    cache = Cache(tmp_path, 10_000)
    for number in range(30):
        cache.put(key(number), bytes(1000))
    assert all((tmp_path / name).stat().st_size == 20_000 for name in FOREIGN)
    assert (tmp_path / "folder.tmp").is_dir() and (tmp_path / "hloom-folder.tmp").is_dir() and entry(tmp_path, key(99)).is_dir()
    assert Cache(tmp_path, 10_000).get(key(29)) == bytes(1000)


def test_an_entry_under_another_name_is_a_miss(tmp_path: Path) -> None:
    Cache(tmp_path, LIMIT).put(KEY, b"value")
    other = cache_key("another program")
    entry(tmp_path, other).write_bytes(entry(tmp_path, KEY).read_bytes())
    entry(tmp_path, other).chmod(0o600)
    assert Cache(tmp_path, LIMIT).get(other) is None
    assert not entry(tmp_path, other).exists() and Cache(tmp_path, LIMIT).get(KEY) == b"value"


def _as_a_directory(path: Path, elsewhere: Path) -> None:
    path.mkdir()


def _as_a_fifo(path: Path, elsewhere: Path) -> None:
    os.mkfifo(path, 0o600)


def _as_a_link(path: Path, elsewhere: Path) -> None:
    elsewhere.write_bytes(b"somebody's")
    path.symlink_to(elsewhere)


def _as_a_link_in_a_circle(path: Path, elsewhere: Path) -> None:
    path.symlink_to(path)


def _as_a_socket(path: Path, elsewhere: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        os.chdir(path.parent)  # names of sockets are short
        made.bind(path.name[:80])
        os.rename(path.name[:80], path.name)


def _as_a_device(path: Path, elsewhere: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero
    except PermissionError:
        pytest.skip("only root makes devices")


@POSIX_ONLY
@pytest.mark.parametrize("put", [_as_a_directory, _as_a_fifo, _as_a_link, _as_a_link_in_a_circle, _as_a_socket, _as_a_device],
                         ids=lambda f: f.__name__.removeprefix("_as_"))
def test_what_is_no_file_in_place_of_an_entry(tmp_path: Path, put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path, elsewhere = entry(tmp_path, KEY), tmp_path / "elsewhere"
    put(path, elsewhere)
    found: list[object] = ["nothing came back"]
    reading = threading.Thread(target=lambda: found.__setitem__(0, Cache(tmp_path, LIMIT).get(KEY)), daemon=True)
    reading.start()
    reading.join(20)
    assert found == [None]
    cache = Cache(tmp_path, LIMIT)
    cache.put(KEY, b"value")  # replaces what is there, or cannot
    assert cache.get(KEY) == b"value"
    assert Cache(tmp_path, LIMIT).get(KEY) == (None if path.is_dir() else b"value")
    assert not elsewhere.exists() or elsewhere.read_bytes() == b"somebody's"
    assert not list(tmp_path.glob("*.tmp"))


@POSIX_ONLY
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not list open files")
def test_reading_leaves_no_file_open(tmp_path: Path) -> None:
    Cache(tmp_path, LIMIT).put(KEY, b"value")
    path, puts = entry(tmp_path, KEY), [None, _as_a_directory, _as_a_fifo, _as_a_link, lambda path, _: path.write_bytes(b"x")]
    before = len(list(Path("/proc/self/fd").iterdir()))
    for number, put in enumerate(puts):
        if put is not None:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            put(path, tmp_path / str(number))
        for _ in range(5):
            Cache(tmp_path, LIMIT).get(KEY)
            Cache(tmp_path, 3).get(KEY)
    assert len(list(Path("/proc/self/fd").iterdir())) <= before


def test_a_file_larger_than_the_limit_is_not_read(tmp_path: Path) -> None:
    Cache(tmp_path, LIMIT).put(KEY, bytes(5000))
    assert Cache(tmp_path, 4000).get(KEY) is None
    with open(entry(tmp_path, KEY), "r+b") as file:
        file.truncate(1 << 40)  # has no blocks, would take a TiB to read
    assert Cache(tmp_path, LIMIT).get(KEY) is None


def test_a_directory_that_cannot_be_made_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache", LIMIT)
    cache.put(KEY, b"value")
    assert cache.get(KEY) == b"value"


@pytest.mark.parametrize("function", ["mkstemp", "replace", "scandir"])
def test_a_disk_that_refuses_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    def refuse(*_, **__):
        raise OSError(28, "No space left on device")

    cache = Cache(tmp_path, LIMIT)
    monkeypatch.setattr("tempfile.mkstemp" if function == "mkstemp" else f"os.{function}", refuse)
    cache.put(KEY, b"value")
    assert cache.get(KEY) == b"value"
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())


@POSIX_ONLY
def test_the_directory_is_private(tmp_path: Path) -> None:
    Cache(tmp_path / "cache", LIMIT).put(KEY, b"value")
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700
    assert stat.S_IMODE(entry(tmp_path / "cache", KEY).stat().st_mode) & 0o077 == 0


@POSIX_ONLY
def test_what_others_may_write_to_is_ignored(tmp_path: Path) -> None:
    Cache(tmp_path, LIMIT).put(KEY, b"value")
    path = only_file(tmp_path)
    path.chmod(0o666)
    assert Cache(tmp_path, LIMIT).get(KEY) is None
    path.chmod(0o600)
    tmp_path.chmod(0o777)
    assert Cache(tmp_path, LIMIT).get(KEY) is None
    tmp_path.chmod(0o700)
    assert Cache(tmp_path, LIMIT).get(KEY) == b"value"


@POSIX_ONLY
@pytest.mark.parametrize("whose", ["file", "directory"])
def test_what_belongs_to_another_user_is_ignored(whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = tmp_path / "cache"
    Cache(directory, LIMIT).put(KEY, b"value")
    path = only_file(directory)
    if os.geteuid() == 0:  # whom everybody trusts
        os.chown(path if whose == "file" else directory, 4242, -1)
    else:
        monkeypatch.setattr(trust, "_installer", lambda: 0)
        monkeypatch.setattr("os.geteuid", lambda: path.stat().st_uid + 1)
    assert Cache(directory, LIMIT).get(KEY) is None
    assert path.exists()


@POSIX_ONLY
def test_the_directory_of_who_installed_hloom_is_only_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image's cache is filled by whoever builds it, and read by the user of a service."""
    Cache(tmp_path, LIMIT).put(KEY, b"value")
    path, owner = only_file(tmp_path), tmp_path.stat().st_uid
    path.write_bytes(path.read_bytes())
    monkeypatch.setattr("os.geteuid", lambda: owner + 1)
    monkeypatch.setattr(trust, "_installer", lambda: owner)
    before = path.stat()
    cache = Cache(tmp_path, LIMIT)
    assert cache.get(KEY) == b"value"
    cache.put(key(1), b"another")
    cache.discard(KEY)
    assert only_file(tmp_path).stat() == before


@pytest.mark.parametrize("error", [errno.EROFS, errno.EPERM, errno.EACCES])
def test_an_entry_whose_time_cannot_be_changed_is_read(error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(tmp_path, LIMIT).put(KEY, b"value")

    def refuse(*_, **__):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("os.utime", refuse)
    assert Cache(tmp_path, LIMIT).get(KEY) == b"value"


@POSIX_ONLY
def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    directory = tmp_path / "cache"
    Cache(directory, LIMIT).put(KEY, b"value")
    path = only_file(directory)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert Cache(directory, LIMIT).get(KEY) is None


def filled_library(directory: Path, **entries: bytes) -> Path:
    with Cache.filling(directory, is_library=True) as cache:
        assert cache is not None and Cache.get_default() is cache
        for name, data in entries.items():
            cache.defer_put(cache_key(name), lambda data=data: data)
    assert Cache.get_default() is not cache
    return directory


def test_what_is_not_in_the_cache_is_looked_for_in_the_library(tmp_path: Path) -> None:
    library = filled_library(tmp_path / "share" / "library", common=b"of all", own=b"old")
    for directory in (None, tmp_path / "cache"):
        cache = Cache(directory, LIMIT, library)
        cache.put(cache_key("own"), b"new")
        assert cache.get(cache_key("common")) == b"of all" and cache.get(cache_key("own")) == b"new"
        assert cache.get(cache_key("another")) is None
        assert (cache.statistics.disk_hits, cache.statistics.misses) == (1, 1)
    assert Cache(tmp_path / "cache", LIMIT).get(cache_key("common")) is None
    assert Cache(None, LIMIT, tmp_path / "no library").get(cache_key("common")) is None
    assert not (tmp_path / "no library").exists()


def test_a_library_is_only_read(tmp_path: Path) -> None:
    """Not even the times change: it may be on a disk that nobody here can write to."""
    library = filled_library(tmp_path / "library", common=b"of all", damaged=b"text")
    damaged = entry(library, cache_key("damaged"))
    damaged.write_bytes(damaged.read_bytes() + b"more")
    before = {path: path.stat() for path in library.iterdir()}
    cache = Cache(None, LIMIT, library)
    assert cache.get(cache_key("common")) == b"of all" and cache.get(cache_key("damaged")) is None
    for name in ("common", "damaged"):
        cache.put(cache_key(name), b"own")
        cache.discard(cache_key(name))
    assert {path: path.stat() for path in library.iterdir()} == before


@POSIX_ONLY
def test_a_library_is_for_all_who_use_the_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = filled_library(tmp_path / "library", common=b"of all")
    assert stat.S_IMODE(library.stat().st_mode) == 0o755
    assert stat.S_IMODE(only_file(library).stat().st_mode) == 0o644
    if library.stat().st_uid == 0:  # whom everybody trusts
        for path in (library, only_file(library)):
            os.chown(path, 4242, -1)
    owner = library.stat().st_uid
    monkeypatch.setattr("os.geteuid", lambda: owner + 1)
    monkeypatch.setattr(trust, "_installer", lambda: owner)
    assert Cache(None, LIMIT, library).get(cache_key("common")) == b"of all"
    monkeypatch.setattr(trust, "_installer", lambda: owner + 2)
    assert Cache(None, LIMIT, library).get(cache_key("common")) is None


@POSIX_ONLY
@pytest.mark.parametrize("mode", [0o775, 0o777])
def test_a_library_that_others_may_write_to_is_ignored(tmp_path: Path, mode: int) -> None:
    library = filled_library(tmp_path / "library", common=b"of all")
    library.chmod(mode)
    assert Cache(None, LIMIT, library).get(cache_key("common")) is None
    with Cache.filling(library, is_library=True) as cache:
        assert cache is None
    library.chmod(0o755)
    only_file(library).chmod(mode & 0o666)
    assert Cache(None, LIMIT, library).get(cache_key("common")) is None


def test_equal_kernels_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(compilation, "compile_objects",
                        lambda parts, *rest: compiled.extend(p.text for p in parts) or compile_objects(parts, *rest))
    cache = Cache(tmp_path, LIMIT)
    first, second = (cache.load(CONSTANT, ["f"], Target.host()) for _ in range(2))
    assert first is second and compiled == [CONSTANT]
    assert ctypes.CFUNCTYPE(ctypes.c_int32)(first.address("f"))() == 7
    of_the_disk = Cache(tmp_path, LIMIT).load(CONSTANT, ["f"], Target.host())
    assert ctypes.CFUNCTYPE(ctypes.c_int32)(of_the_disk.address("f"))() == 7
    assert len(compiled) == 1
    cache.load(CONSTANT.replace("7", "8"), ["f"], Target.host())
    assert len(compiled) == 2


def test_a_text_is_made_where_its_description_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def load(cache: Cache, description: str = "seven", target: Target | None = None) -> int:
        def make() -> str:
            made.append(description)
            return CONSTANT

        name, loaded = cache.load_described(description, make, ["f"], target or Target.host())
        assert name == cache_of_objects.object_key(CONSTANT, ["f"], target or Target.host())
        return ctypes.CFUNCTYPE(ctypes.c_int32)(loaded.address("f"))()

    assert load(Cache(tmp_path, LIMIT)) == 7 and made == ["seven"]
    assert load(Cache(tmp_path, LIMIT)) == 7 and made == ["seven"]
    assert load(Cache(tmp_path, LIMIT), "another") == 7 and made == ["seven", "another"]
    assert load(Cache(tmp_path, LIMIT), target=replace(Target.host(), tuning="other")) == 7 and len(made) == 3
    monkeypatch.setattr(cache_of_objects, "code_version", lambda: "another")
    assert load(Cache(tmp_path, LIMIT)) == 7 and len(made) == 4
    monkeypatch.undo()
    # What it leads to is gone, or is none: it is made again.
    alias = cache_key("text", "seven", repr(Target.host()), "f")
    cache = Cache(tmp_path, LIMIT)
    cache.discard(cache_of_objects.object_key(CONSTANT, ["f"], Target.host()))
    assert load(cache) == 7 and len(made) == 5
    for damaged in (b"", b"../f", b"0" * 64, b"\xff" * 64):
        cache = Cache(tmp_path, LIMIT)
        cache.put(alias, damaged)
        before = len(made)
        assert load(cache) == 7 and len(made) == before + 1


def test_threads_share_a_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(compilation, "compile_objects",
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
               f"directory = Path({str(tmp_path)!r})\ncache = Cache(directory, 20_000)\n"
               "for n in range(100):\n"
               "    cache.put(f'{n % 7:064}', bytes([n % 7]) * 3000)\n"
               "    data = Cache(directory, 20_000).get(f'{(n + 3) % 7:064}')\n"
               "    assert data is None or data == bytes([(n + 3) % 7]) * 3000\n")
    running = [subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) for _ in range(2)]
    for process in running:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors.decode()
    assert not list(tmp_path.glob("*.tmp"))


def test_code_that_programs_share_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str | None] = []
    monkeypatch.setattr(compilation, "compile_module", lambda part, *rest: (
        compiled.append(part.description) or compile_module(part, *rest)))
    parts = [Part(CONSTANT, description="one"), Part(CONSTANT.replace("7", "8"), description="two"), Part(CONSTANT)]
    for cache in (Cache(tmp_path, LIMIT), Cache(tmp_path, LIMIT)):
        for _ in range(2):
            with Compilation(Target.host(), keeper=cache) as process, process:
                found = process.finish(parts)
            loaded = [jit.load_objects([code], ["f"]) for code in found]
            assert [ctypes.CFUNCTYPE(ctypes.c_int32)(code.address("f"))() for code in loaded] == [7, 8, 7]
    assert [d for d in compiled if d] == ["one", "two"] and compiled.count(None) == 4


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b""])
def test_code_that_programs_share_is_compiled_again_where_it_is_damaged(tmp_path: Path, change) -> None:
    parts, target = [Part(CONSTANT, description="one")], Target.host()
    cache = Cache(tmp_path, LIMIT)
    with Compilation(target, keeper=cache) as process, process:
        (first,) = process.finish(parts)
    cache.finish_deferred()
    path = only_file(tmp_path)
    path.write_bytes(change(path.read_bytes()))
    cache = Cache(tmp_path, LIMIT)
    with Compilation(target, keeper=cache) as process, process:
        assert not process.takes_kept("one") and process.finish(parts) == (first,)
    cache.finish_deferred()
    with Compilation(target, keeper=Cache(tmp_path, LIMIT)) as process, process:
        assert process.takes_kept("one") and process.finish() == (first,)


def test_code_that_programs_share_is_that_of_one_version_of_hloom(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes it of its description is hloom's own source."""
    cache, target = Cache(None, LIMIT), Target.host()
    cache.keep_shared("one", target, b"code")
    assert cache.find_shared("one", target) == b"code"
    monkeypatch.setattr(cache_of_objects, "code_version", lambda: "another source")
    assert cache.find_shared("one", target) is None
    monkeypatch.undo()
    monkeypatch.setattr(cache_of_objects, "host", lambda: Host(Processor.here(), "another LLVM"))
    assert cache.find_shared("one", target) is None
    monkeypatch.undo()
    assert cache.find_shared("one", replace(target, features="")) is None


def versions_of_changes(folder: Path, *changed: str) -> list[str]:
    """The version of the source of a copy of hloom whose file `changed` ends in one way, in another, and in the first again, as
    long and as old each time."""
    copy = folder / "hloom"
    shutil.copytree(Path(hloom.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = copy.joinpath(*changed)
    found, text, status = [], path.read_text(), path.stat()
    for number, end in enumerate(("# one\n", "# two\n", "# one\n")):
        path.write_text(text + end)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + number))
        found.append(subprocess.run(
            [sys.executable, "-c", "from hloom.runtime.cache import code_version; print(code_version())"], cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder), "HLOOM_CACHE": str(folder / "cache")}, check=True,
            capture_output=True, text=True).stdout)
    return found


@pytest.mark.parametrize("changed", [("codegen", "cpu", "contraction", "micro_kernel.py"), ("pipeline.py",)])
def test_the_version_changes_with_every_source_file_that_makes_code(tmp_path: Path, changed: tuple[str, ...]) -> None:
    first, second, again = versions_of_changes(tmp_path, *changed)
    assert first == again != second


@pytest.mark.parametrize("changed", [("cli", "run.py"), ("bridges", "jax.py"), ("text", "hlo", "printer.py"), ("__init__.py",)])
def test_the_version_does_not_change_with_what_makes_no_code(tmp_path: Path, changed: tuple[str, ...]) -> None:
    assert len(set(versions_of_changes(tmp_path, *changed))) == 1
