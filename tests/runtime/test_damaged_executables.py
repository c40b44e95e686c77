"""Files of executables that are not as they were written: the error says so, whatever of them it is; nothing of them has run."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime import from_file, jit
from hloom.runtime.executable_file import ExecutableFile
from hloom.runtime.file_executable import program_in
from tests.runtime.executable_files import PREAMBLE, PROGRAM, module, resealed, setting

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="code in files is for Linux on x86-64")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program for this processor and two threads, with the program."""
    path = tmp_path_factory.mktemp("saved") / "model.hloom"
    hloom.compile(module(), threads=2).save(path)
    return path


def fails(data: bytes, tmp_path: Path, text: str | None = None) -> None:
    """A file of these bytes is refused, when it is loaded or at the latest when something is asked of it."""
    path = tmp_path / "damaged.hloom"
    path.write_bytes(data)
    with pytest.raises(hloom.InputError, match=text) as raised:
        loaded: Any = hloom.load_executable(path, check=True)
        _ = dict(loaded.kernels), program_in(loaded.stored)
    assert str(path) in str(raised.value) or "INPUT_LIMIT" in str(raised.value)


def test_every_byte_counts(saved: Path, tmp_path: Path) -> None:
    """But for those between the sections, which nobody looks at."""
    data = saved.read_bytes()
    stored = ExecutableFile(str(saved))
    used = bytearray(len(data))
    length = PREAMBLE.unpack_from(data)[3]
    used[: 64 + length] = b"\1" * (64 + length)

    def sections(value: Any) -> None:
        if type(value) is list and list(map(type, value)) == [int, int, str] and len(value[2]) == 64:
            start = stored._first + value[0]
            used[start : start + value[1]] = b"\1" * value[1]
        elif isinstance(value, list | dict):
            for each in value.values() if isinstance(value, dict) else value:
                sections(each)

    sections(stored.header)
    program = json.loads(stored.bytes_of(stored.section(stored.header["codes"][0]["program"], "it"), "it"))
    sections(program["places"])
    unused = [k for k in range(len(data)) if not used[k]]
    assert all(data[k] == 0 for k in unused)
    picks = [*range(64), *(int(k) for k in np.linspace(64, len(data) - 1, 400)), 64 + length // 2, len(data) - 1]
    for place in dict.fromkeys(picks):
        if used[place]:
            changed = bytearray(data)
            changed[place] ^= 0x10
            fails(bytes(changed), tmp_path)


def test_every_length_counts(saved: Path, tmp_path: Path) -> None:
    data = saved.read_bytes()
    for length in (0, 1, 11, 12, 31, 63, 64, 65, 1000, 4096, 4097, len(data) // 2, len(data) - 1):
        fails(data[:length], tmp_path)
    fails(data + b"\0", tmp_path, "1 bytes more than it says")
    fails(data[:-1], tmp_path, f"it has {len(data) - 1} bytes of {len(data)}")
    for length in (1 << 20, 1 << 63, (1 << 64) - 1):  # a header of that length
        fails(data[:16] + struct.pack("<Q", length) + data[24:], tmp_path, "a header of")
    fails(data[:12] + struct.pack("<H", 7) + data[14:], tmp_path, "format 7, and this version of hloom reads format 1")


NONSENSE: list[Any] = [None, 3, -1, "x", [], {}, [1 << 70], True, [[1]], ["x"] * 3, 1e300, [0, 1 << 40, "0" * 64],
                       [0, -1, "0" * 64], [64, 64, "0" * 64], [3, 1, "0" * 64]]


@pytest.mark.parametrize("path", [
    ["codes"], ["function"], ["hloom"], ["interface"], ["numbers"], ["program"], ["signature"], ["boundary"], ["codes", 0],
    *(["codes", 0, key] for key in ("triple", "cpu", "features", "threads", "made_on", "program", "objects", "pool", "kernels",
                                       "stats")),
    *(["signature", key] for key in ("arguments", "results", "argument_names", "result_names", "narrows", "nested", "types")),
    ["program", "text"], ["program", "constants"], ["codes", 0, "objects", 0]], ids=lambda p: ".".join(map(str, p)))
def test_a_header_that_makes_no_sense(path: list[Any], saved: Path, tmp_path: Path) -> None:
    """Sealed again: nothing but an error that names the file, or what the file says all the same."""
    data = saved.read_bytes()
    for value in NONSENSE:
        (tmp_path / "odd.hloom").write_bytes(resealed(data, setting(path, value)))
        try:
            loaded = hloom.load_executable(tmp_path / "odd.hloom", compile=False)
            _ = dict(loaded.kernels), repr(loaded)
        except hloom.InputError as error:
            assert "odd.hloom" in str(error)


@pytest.mark.parametrize("path", [["numbers"], ["function"], ["program"], ["program", "text"], ["program", "constants"],
                                  ["boundary"]], ids=lambda p: ".".join(map(str, p)))
def test_nonsense_where_there_is_no_code(path: list[Any], saved: Path, tmp_path: Path) -> None:
    """What else the program is compiled from."""
    without = resealed(saved.read_bytes(), setting(["codes"], []))
    for value in [*NONSENSE, [True], [False, True, False]]:
        (tmp_path / "odd.hloom").write_bytes(resealed(without, setting(path, value)))
        try:
            repr(hloom.load_executable(tmp_path / "odd.hloom"))
        except hloom.InputError as error:
            assert "odd.hloom" in str(error)


def test_a_header_that_nests_without_end(saved: Path, tmp_path: Path) -> None:
    data = saved.read_bytes()
    magic, version, nothing, *_ = PREAMBLE.unpack_from(data)
    text = b"[" * 1_000_000
    fields = PREAMBLE.pack(magic, version, nothing, len(text), 64 + len(text), b"")[:32]
    fails(fields + hashlib.sha256(fields + text).digest() + text, tmp_path, "its header makes no sense")


@pytest.mark.parametrize("change, text", [
    (lambda p: p["table"].append(99), "not a valid Op|makes no sense"), (lambda p: p["places"].pop(), "makes no sense"),
    (lambda p: p["places"].__setitem__(0, None), "a constant that lies nowhere"), (lambda p: p.pop("arena"), "arena"),
    (lambda p: p["table"].clear(), "makes no sense"), (lambda p: p.__setitem__("aliases", [[0, 0]]), "another size"),
    (lambda p: p.__setitem__("kernels", []), "not the program's|makes no sense"),
    (lambda p: p.__setitem__("routines", ["system"]), "a routine that this process has not got")])
def test_a_program_that_makes_no_sense(change: Callable[[Any], Any], text: str, saved: Path, tmp_path: Path) -> None:
    """Also where all digests fit."""
    stored = ExecutableFile(str(saved))
    section = stored.section(stored.header["codes"][0]["program"], "it")
    program = json.loads(stored.bytes_of(section, "it"))
    change(program)
    new = json.dumps(program).encode()
    data, end = saved.read_bytes(), saved.stat().st_size - stored._first
    end = -(-end // 64) * 64
    data = data + bytes(stored._first + end - len(data)) + new
    stated = [end, len(new), hashlib.sha256(new).hexdigest()]
    fails(resealed(data, setting(["codes", 0, "program"], stated)), tmp_path, text)


def test_machine_code_that_is_none(saved: Path, tmp_path: Path) -> None:
    stored = ExecutableFile(str(saved))
    data, header = saved.read_bytes(), stored.header
    fails(resealed(data, setting(["codes", 0, "objects"], [header["codes"][0]["kernels"]])), tmp_path, "a damaged executable")
    fails(resealed(data, setting(["codes", 0, "objects"], [])), tmp_path, "a damaged executable")


def test_files_of_other_kinds(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"\x89hloom", PROGRAM.encode(), b"\x7fELF" + bytes(100)):
        path.write_bytes(data)
        with pytest.raises(hloom.InputError, match="not a saved executable; "):
            hloom.load_executable(path)
    with pytest.raises(hloom.InputError, match="the name of a file is needed, got a int"):
        hloom.load_executable(3)  # type: ignore[arg-type]
    for place, text in ((tmp_path, "Is a directory|not a regular file"), (tmp_path / "none", "No such file"), ("a\0b", "null")):
        with pytest.raises(hloom.InputError, match=text):
            hloom.load_executable(place)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(hloom.InputError, match="not a regular file"):
        hloom.load_executable(tmp_path / "pipe")


def test_a_program_is_not_read_from_an_executable(saved: Path) -> None:
    with pytest.raises(hloom.ParseError, match=r"an executable that hloom has saved.*hloom.load_executable"):
        hloom.load(saved)


def test_large_constants_are_compared_where_that_is_asked_for(saved: Path, tmp_path: Path,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    stored = ExecutableFile(str(saved))
    program = json.loads(stored.bytes_of(stored.section(stored.header["codes"][0]["program"], "it"), "it"))
    place = stored._first + program["places"][0][0]
    data = bytearray(saved.read_bytes())
    data[place] ^= 1
    (tmp_path / "damaged.hloom").write_bytes(data)
    with pytest.raises(hloom.InputError, match="a damaged executable: a constant is not what was written"):
        hloom.load_executable(tmp_path / "damaged.hloom")
    monkeypatch.setattr(from_file, "_CHECKED_AT_ONCE", 100)
    hloom.load_executable(tmp_path / "damaged.hloom")
    with pytest.raises(hloom.InputError, match="a constant is not what was written"):
        hloom.load_executable(tmp_path / "damaged.hloom", check=True)
