"""What is logged, through a `logging` that is never imported for it: and nothing when an executable is called."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.runtime.cache import Cache
from hloom.support.logs import Log
from tests.processes import printed

NEGATE = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.negate %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Cache:
    caplog.set_level(logging.DEBUG, "hloom")
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 30))
    return Cache.get_default()


def said(caplog: pytest.LogCaptureFixture, name: str = "hloom") -> list[str]:
    """What was said since the last call, with the logger and the level."""
    found = [f"{r.name} {r.levelname} {r.getMessage()}" for r in caplog.records if r.name.startswith(name)]
    caplog.clear()
    return found


@pytest.mark.parametrize(("imported", "shown", "expected"), [
    ("sys", "'logging' in sys.modules", "False"), ("logging", "logging.getLogger('hloom').handlers", "[<NullHandler (NOTSET)>]")])
def test_nothing_is_imported_or_shown_unless_somebody_asks(imported: str, shown: str, expected: str) -> None:
    """By `import hloom`, which `logging` would slow down, nor by compiling; also where the program uses `logging` itself."""
    program = f"import {imported}, hloom; hloom.compile(hloom.parse('''{NEGATE}''')); print({shown})"
    assert printed("-c", program, is_quiet=True) == f"{expected}\n"


def test_while_logging_is_being_imported_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "logging", type(sys)("logging"))
    Log("cache").info("lost")


def test_the_place_is_that_of_who_says_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hloom")
    Log("cache").info("%d entries", 3)
    Log().debug("not asked for")
    (record,) = caplog.records
    assert (record.name, record.getMessage(), record.filename) == ("hloom.cache", "3 entries", Path(__file__).name)


@pytest.mark.kept
def test_a_compilation_and_a_hit(cache: Cache, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    hloom.compile(hloom.parse(NEGATE), threads=1)
    cache.finish_deferred()
    lines = said(caplog)
    assert "hloom.cache INFO @main: not in the cache: it is not known to have been compiled before" in lines
    assert any(line.startswith("hloom.cache DEBUG miss: ") and line.endswith(" is not there") for line in lines)
    assert any(line.startswith("hloom.compile INFO @main: compiled in ") and "for 1 thread: 1 kernel" in line for line in lines)
    assert any(line.startswith(f"hloom.cache DEBUG kept: {tmp_path}") for line in lines)
    Cache._process = Cache(tmp_path, 1 << 30)
    run = hloom.compile(hloom.parse(NEGATE), threads=1)
    lines = said(caplog)
    assert any(line.startswith("hloom.cache DEBUG hit: ") for line in lines)
    assert any(line.startswith("hloom.cache INFO @main: from the cache in ") for line in lines)
    hloom.compile(hloom.parse(NEGATE), threads=2)
    Cache.get_default().finish_deferred()
    assert "hloom.cache INFO @main: not in the cache: it was compiled for 1 thread, here are 2" in said(caplog)
    for _ in range(3):
        run(np.ones(3, np.float32))
    assert said(caplog) == []


@pytest.mark.kept
def test_a_damaged_entry(cache: Cache, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    key = hloom.compile(hloom.parse(NEGATE), threads=1).cache_key
    cache.finish_deferred()
    said(caplog)
    path = tmp_path / f"hloom-{key}.bin"
    path.write_bytes(path.read_bytes()[:-1])
    Cache._process = Cache(tmp_path, 1 << 30)
    hloom.compile(hloom.parse(NEGATE), threads=1)
    lines = said(caplog)
    assert f"hloom.cache INFO miss: {path}: it is damaged" in lines
    assert "hloom.cache INFO @main: not in the cache: it was compiled, and its entry is gone or damaged" in lines


def test_what_the_evaluator_runs(cache: Cache, caplog: pytest.LogCaptureFixture) -> None:
    hloom.register_custom_call("tests.logs", lambda op, x: (x,))
    module = hloom.parse("""func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @tests.logs(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}""", name="calls.mlir")
    run = hloom.compile(module)
    lines = said(caplog)
    assert "hloom.compile INFO @main: stablehlo.custom_call @tests.logs at calls.mlir:2:8 runs on the evaluator" in lines
    assert "hloom.cache INFO @main: not kept: the evaluator runs stablehlo.custom_call" in lines
    run.__reduce__()
    assert said(caplog) == [
        "hloom.pickle INFO @main: pickled without machine code: the evaluator runs stablehlo.custom_call"]


def test_shapes_of_calls(cache: Cache, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_SPECIALIZATIONS", "1")
    run = hloom.compile(hloom.parse(NEGATE.replace("3xf32", "?xf32")))
    assert said(caplog, "hloom.compile") == []
    run.__reduce__()
    assert said(caplog) == ["hloom.pickle INFO @main: pickled without machine code: it is compiled for the shapes of calls, and "
                            "none of those is kept"]
    run(np.ones(300, np.float32))
    assert "hloom.compile INFO @main: first call with (300xf32)" in said(caplog)
    run(np.ones(300, np.float32))
    assert said(caplog) == []
    run(np.ones(400, np.float32))
    lines = said(caplog)
    assert "hloom.compile INFO @main: first call with (400xf32)" in lines
    assert "hloom.compile INFO @main: what was compiled for (300xf32) is not kept any longer (HLOOM_SPECIALIZATIONS=1)" in lines


def test_where_nothing_is_kept(caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level(logging.DEBUG, "hloom")
    monkeypatch.setattr(Cache, "_process", None)
    monkeypatch.setenv("HLOOM_CACHE", "0")
    monkeypatch.setenv("HLOOM_LIBRARY", str(tmp_path / "none"))
    Cache.get_default()
    assert said(caplog) == ["hloom.cache INFO no cache: HLOOM_CACHE='0'",
                            f"hloom.cache INFO no library: {tmp_path / 'none'}: No such file or directory"]
    small = Cache(tmp_path / "small", 100)
    small.put("0" * 64, bytes(200))
    assert any("of 100 at most (HLOOM_CACHE_LIMIT)" in line for line in said(caplog))
