"""Attacks the cache of compiled programs with states that no run of hloom leaves behind.

    python -m tests.fuzz.cache_states --seconds S [--seed N] [--first K --iterations 1]

Every iteration fills a cache, changes files of its folder (damage, entries under other names, other kinds of file, files of
others, permissions, damage that is sealed again), and uses it, from one or several caches at once. What comes back must be what
was put under that key, or nothing; what is not the cache's own must be there unchanged; nothing is raised.
Every few iterations a program whose entry was changed is compiled, and its result compared. Iterations are drawn from the seed
and their number alone.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import hloom
from hloom.runtime import entry_files
from hloom.runtime.cache import Cache, cache_key

LIMIT = 60_000
#: Seconds that one iteration may take.
TIME_LIMIT = 20.0
TEXT = """func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %c = stablehlo.constant dense<{c}.0> : tensor<{n}xf32>
  %0 = stablehlo.add %x, %c : tensor<{n}xf32>
  return %0 : tensor<{n}xf32>
}}"""


@dataclass(frozen=True)
class Finding:
    number: int
    problem: str


class Folder:
    """A cache's folder, what was put into it, and what others put there."""

    def __init__(self, path: Path, source: random.Random) -> None:
        self.path, self.source = path, source
        self.values = {cache_key(f"{k}"): source.randbytes(source.choice((0, 1, 100, 5000))) for k in range(8)}
        self.foreign: dict[Path, bytes] = {}
        self.elsewhere = path.parent / "elsewhere"
        self.elsewhere.mkdir()

    def entry(self, key: str) -> Path:
        return self.path / f"hloom-{key}.bin"

    def some_entry(self) -> Path:
        return self.entry(self.source.choice(list(self.values)))

    def replace(self, path: Path) -> None:
        """Removes what is there."""
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def put_foreign(self, name: str, data: bytes) -> None:
        path = self.path / name
        path.write_bytes(data)
        os.utime(path, (1000, 1000))
        self.foreign[path] = data


def _is_small(path: Path) -> bool:
    """Whether it is a file whose bytes can be read: not one that is a terabyte of nothing."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size < 1 << 20


def _damaged(folder: Folder, change: Callable[[bytearray], object]) -> None:
    path = folder.some_entry()
    if _is_small(path):
        data = bytearray(path.read_bytes())
        change(data)
        path.write_bytes(data)


def cut(folder: Folder) -> None:
    def change(data: bytearray) -> None:
        del data[folder.source.randrange(len(data) + 1) :]

    _damaged(folder, change)


def extend(folder: Folder) -> None:
    _damaged(folder, lambda data: data.extend(folder.source.randbytes(folder.source.choice((1, 100, 10_000)))))


def flip(folder: Folder) -> None:
    def change(data: bytearray) -> None:
        if data:
            data[folder.source.randrange(len(data))] ^= 1 << folder.source.randrange(8)

    _damaged(folder, change)


def rename(folder: Folder) -> None:
    """An entry under the key of another."""
    path, other = folder.some_entry(), folder.some_entry()
    if _is_small(path) and path != other:
        folder.replace(other)
        shutil.copyfile(path, other, follow_symlinks=False)


def make_directory(folder: Folder) -> None:
    path = folder.some_entry()
    folder.replace(path)
    path.mkdir()
    (path / "inside").write_bytes(b"x")


def make_fifo(folder: Folder) -> None:
    path = folder.some_entry()
    folder.replace(path)
    os.mkfifo(path, 0o600)


def make_link(folder: Folder) -> None:
    path, aim = folder.some_entry(), folder.elsewhere / f"{folder.source.randrange(3)}"
    aim.write_bytes(b"somebody's")
    folder.foreign[aim] = b"somebody's"
    folder.replace(path)
    path.symlink_to(folder.source.choice((aim, path, Path("/dev/zero"), Path("/nowhere"), folder.path)))


def make_sparse(folder: Folder) -> None:
    path = folder.some_entry()
    if not path.is_dir() and not path.is_symlink() and not path.is_fifo():
        with open(path, "ab") as file:
            file.truncate(1 << folder.source.randrange(20, 40))


def open_to_others(folder: Folder) -> None:
    path = folder.some_entry()
    if path.exists() and not path.is_symlink():
        path.chmod(folder.source.choice((0o666, 0o622, 0o000, 0o777, 0o600)))


def add_foreign(folder: Folder) -> None:
    name = folder.source.choice(("a.bin", "b.tmp", "c.txt", "hloom-.bin", "hloom-x.bin", f"{'0' * 64}.bin", "hloom-a-b.tmp",
                                 ".bin", f"hloom-{'0' * 63}.bin", f"hloom-{'0' * 64}.bin~", "tmp"))
    folder.put_foreign(name, folder.source.randbytes(folder.source.choice((10, LIMIT))))


def leave_unfinished(folder: Folder) -> None:
    path = folder.path / f"hloom-{folder.source.randrange(10**6)}.tmp"
    path.write_bytes(folder.source.randbytes(1000))
    when = time.time() - folder.source.choice((0, 100_000))
    os.utime(path, (when, when))


def empty(folder: Folder) -> None:
    for key in folder.values:
        folder.replace(folder.entry(key))


def turn_back_time(folder: Folder) -> None:
    path = folder.some_entry()
    if path.exists():
        moment = folder.source.choice((0, 10**10))
        os.utime(path, (moment, moment))


CHANGES = (cut, extend, flip, rename, make_directory, make_fifo, make_link, make_sparse, open_to_others, add_foreign,
           leave_unfinished, empty, turn_back_time)


def _use(folder: Folder, cache: Cache, counts: Counter[str]) -> str | None:
    """Uses a cache; what is wrong with what it does."""
    key = folder.source.choice(list(folder.values))
    if folder.source.random() < 0.5:
        found = cache.get(key)
        counts["found" if found is not None else "missed"] += 1
        if found is not None and found != folder.values[key]:
            return f"other bytes than were put: {len(found)} for {len(folder.values[key])}"
    elif folder.source.random() < 0.9:
        cache.put(key, folder.values[key])
    else:
        cache.discard(key)
    return None


def _wrong_state(folder: Folder) -> str | None:
    for path, data in folder.foreign.items():
        if not path.is_file() or path.read_bytes() != data:
            return f"{path.name}, which is not the cache's, was changed or removed"
    return None


def _user(path: Path, source: random.Random) -> Cache:
    """Who has the folder as a cache, or as the library of the installation below one in memory."""
    limit = source.choice((LIMIT, LIMIT, 2000, 0))
    return Cache(path, limit) if source.random() < 0.8 else Cache(None, limit, path)


def problem_with_states(number: int, source: random.Random, counts: Counter[str]) -> str | None:
    """Changes files of a cache's folder and uses the cache; what is wrong, None for nothing."""
    with tempfile.TemporaryDirectory() as place:
        folder = Folder(Path(place) / "cache", source)
        first = Cache(folder.path, LIMIT)
        for key, data in folder.values.items():
            first.put(key, data)
        for _ in range(source.choice((1, 2, 5))):
            for _ in range(source.choice((1, 1, 2, 4))):
                change = source.choice(CHANGES)
                counts[change.__name__] += 1
                change(folder)
            users = [_user(folder.path, source) for _ in range(source.choice((1, 2)))]
            for _ in range(20):
                problem = _use(folder, source.choice(users), counts)
                if problem is not None:
                    return problem
        return _wrong_state(folder)


def problem_with_program(number: int, source: random.Random, counts: Counter[str]) -> str | None:
    """Compiles a program, changes its saved bytes, seals them again, and compiles it again; what is wrong, None for nothing.

    The machine code itself is left as it is, or cut: other code in its place would run.
    """
    module = hloom.parse(TEXT.format(n=source.randrange(1, 40), c=source.randrange(9)))
    with tempfile.TemporaryDirectory() as place:
        before, Cache._process = Cache._process, Cache(Path(place), 1 << 26)
        first = Cache._process
        try:
            key = hloom.compile(module).cache_key or ""
            data = first.get(key) or b""
            length = int.from_bytes(data[:8], "little")
            bad = bytearray(data)
            how = source.choice(("header", "header", "header", "length", "cut", "nothing"))
            counts[f"sealed again: {how}"] += 1
            if how == "header":
                # Sizes and names of other programs may be well-formed: those that hold for memory are left alone.
                names = [data.find(b'"arena"'), data.find(b'"constants"')]
                for _ in range(source.choice((1, 2, 4))):
                    at = 8 + source.randrange(length)
                    if all(not start - 2 <= at < start + 60 for start in names):
                        bad[at] = source.randrange(256)
            elif how == "length":
                bad[:8] = source.choice((0, length - 1, length + 1, 2**63, source.randrange(2**64))).to_bytes(8, "little")
            elif how == "cut":
                del bad[source.randrange(len(bad)) :]
            Cache._process.put(key, bytes(bad))
            if source.random() < 0.5:
                Cache._process = Cache(Path(place), 1 << 26)
            type = module.functions["main"].function_type.inputs[0]
            x = np.arange(type.shape[0], dtype=np.float32)
            (result,) = hloom.compile(module)(x)
            if not np.array_equal(result, hloom.evaluate(module, x)[0]):
                return "another result"
        finally:
            for cache in (first, Cache._process):
                cache.finish_deferred()  # before the folder goes
            Cache._process = before
    return None


def run(seed: int, first: int, iterations: int, seconds: float, counts: Counter[str]) -> Iterator[Finding]:
    """Findings of iterations number `first` and following, until there were enough or the time is over."""
    end = time.monotonic() + seconds
    for number in range(first, first + iterations):
        if time.monotonic() > end:
            return
        source = random.Random(f"{seed}/{number}")
        start = time.monotonic()
        try:
            check = problem_with_program if number % 10 == 9 else problem_with_states
            problem = check(number, source, counts)
        except Exception:
            problem = traceback.format_exc()
        counts["iterations"] += 1
        taken = time.monotonic() - start
        if problem is None and taken > TIME_LIMIT:
            problem = f"took {taken:.1f} s"
        if problem is not None:
            yield Finding(number, problem)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first iteration")
    parser.add_argument("--iterations", type=int, default=10**9)
    arguments = parser.parse_args(argv)
    assert entry_files._ENTRY.fullmatch(f"hloom-{'0' * 64}.bin"), "the names that are attacked here are those of entries"
    counts: Counter[str] = Counter()
    findings = 0
    for finding in run(arguments.seed, arguments.first, arguments.iterations, arguments.seconds, counts):
        findings += 1
        print(f"iteration {finding.number} of seed {arguments.seed}: {finding.problem}", flush=True)
        if findings == 10:
            break
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    print(f"{findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
