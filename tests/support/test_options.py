"""Options are read when asked for, with their types; a bad value is the user's error and names the variable."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path
from typing import Any

import pytest

from hloom.support import options
from hloom.support.diagnostics import InputError
from tests.processes import printed


@pytest.mark.parametrize("text, expected", [
    ("0", 0), ("1536", 1536), ("4K", 4096), ("256M", 256 * 1024**2), ("2g", 2 * 1024**3), ("1GB", 1024**3),
    (" 7M ", 7 * 1024**2),
])
def test_sizes(monkeypatch: pytest.MonkeyPatch, text: str, expected: int) -> None:
    monkeypatch.setenv("HLOOM_MEMORY_LIMIT", text)
    assert options.MEMORY_LIMIT.value == expected


@pytest.mark.parametrize("option, text", [
    (options.MEMORY_LIMIT, "lots"), (options.MEMORY_LIMIT, "-1"), (options.MEMORY_LIMIT, "1.5G"),
    (options.MEMORY_LIMIT, "KM"),
    (options.CACHE_LIMIT, "9" * 5000), (options.CACHE_LIMIT, "²"), (options.THREADS, "0"), (options.THREADS, "two"),
    (options.THREADS, "9" * 5000), (options.THREADS, "1000000"), (options.SPIN, "-5"),
])
def test_a_bad_value_names_the_variable(monkeypatch: pytest.MonkeyPatch, option: options.Option, text: str) -> None:
    monkeypatch.setenv(option.name, text)
    with pytest.raises(InputError, match=f"environment variable {option.name}=.*expected "):
        option.value  # noqa: B018


@pytest.mark.parametrize("text", ["", " ", "\t"])
@pytest.mark.parametrize("option", options.OPTIONS, ids=lambda option: option.name)
def test_an_empty_text_is_as_none(monkeypatch: pytest.MonkeyPatch, option: options.Option, text: str) -> None:
    """As scripts leave a variable for which they have nothing to say; for the cache and the library it means none."""
    monkeypatch.setenv(option.name, text)
    found = option.value
    monkeypatch.delenv(option.name)
    assert found == (None if option in (options.CACHE, options.LIBRARY) else option.value)
    assert option.takes_empty == ("or empty" in option.meaning)


WARNING = """
import os, sys, warnings
{before}
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import hloom
    module = hloom.parse("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{ return %x : tensor<3xf32> }}")
    for _ in range(2):
        hloom.compile(module)
print([str(w.message) for w in caught])
"""


def warned(before: str, **variables: Any) -> list[str]:
    """What a process that compiles something is warned of."""
    return ast.literal_eval(printed("-c", WARNING.format(before=before), **variables))


def test_a_variable_that_does_not_exist_is_warned_of_once() -> None:
    unknown = {"HLOOM_THREDS": "1", "HLOOM_VERBOSITY_LEVELS": "3", "THREADS": "1"}
    assert warned("", **unknown) == ["environment variable HLOOM_THREDS is not known; did you mean 'HLOOM_THREADS'?",
                                     "environment variable HLOOM_VERBOSITY_LEVELS is not known"]
    assert warned("", HLOOM_THREADS="1") == []


def test_processes_that_a_program_starts_are_not_warned_again() -> None:
    child = "import multiprocessing.process as p; p._parent_process = object()"  # as `multiprocessing` leaves it in a child
    assert warned(child, HLOOM_THREDS="1") == []


def test_a_change_of_the_environment_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_THREADS", "3")
    assert options.THREADS.value == 3
    monkeypatch.setenv("HLOOM_THREADS", "5")
    assert options.THREADS.value == 5
    monkeypatch.delenv("HLOOM_THREADS")
    assert 1 <= options.THREADS.value <= (os.cpu_count() or 1)


@pytest.mark.parametrize("text", ["", "0"])
def test_the_cache_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("HLOOM_CACHE", text)
    assert options.CACHE.value is None


def test_the_cache_follows_the_xdg_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HLOOM_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert options.CACHE.value == tmp_path / "hloom"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # the standard says: ignore it
    assert options.CACHE.value == Path.home() / ".cache" / "hloom"


def test_every_variable_that_the_source_mentions_is_in_the_table(repository: Path) -> None:
    sources = (path for path in (repository / "hloom").rglob("*.py") if "c" not in path.parts)  # names of C are others
    mentioned = {name for path in sources
                 for name in re.findall(r"\bHLOOM_[A-Z_]+", path.read_text(encoding="utf-8"))}
    assert mentioned == {option.name for option in options.OPTIONS if option is not options.NO_COLOR}


def test_the_table_lists_every_option_with_its_default() -> None:
    lines = options.table().splitlines()
    assert len(lines) == len(options.OPTIONS)
    for line, option in zip(lines, options.OPTIONS, strict=True):
        assert line.startswith(option.name) and option.default_text in line
