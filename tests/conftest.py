"""What all tests share: the folder of further programs, golden texts, profiles of property tests, a cache of their own."""

from __future__ import annotations

import difflib
import gc
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from tests.covering import select

# NumPy's linear algebra hands out what is computed to all processors, whose other tests it waits for in a loop: a factor of 512
# rows takes eight times as long. To be said before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"


def divide_always() -> None:
    """Has programs of this process hand small kernels to workers as well, though something else keeps these from coming at once:
    what is tested should not depend on it."""
    from hloom.runtime.dispatch import commands, pool_state

    assert commands.ALWAYS  # what programs say stays: it is the pool that shall not care
    pool_state.ALWAYS = 0


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-golden", action="store_true", help="write the texts of tests/golden anew instead of comparing")
    parser.addoption("--cases", choices=("all", "covering"), default="all", help="covering: as few as `make test` takes")


def pytest_configure(config: pytest.Config) -> None:
    # Who starts the tests in the background has them ignore Ctrl-C, which some tests send.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # One empty cache a run, which the worker processes share, and no library: nothing compiled by another run is found.
    if "HLOOM_CACHE" not in os.environ:
        os.environ["HLOOM_CACHE"] = folder = tempfile.mkdtemp(prefix="hloom-test-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ.setdefault("HLOOM_LIBRARY", "0")
    # Modules are compiled once, as an installation has them, and not by each of the hundreds of processes that tests start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    import hloom.driver.cpu  # noqa: F401  (says what the worker pool's machine code is made from)

    divide_always()
    try:
        from hypothesis import HealthCheck, settings
    except ImportError:
        return
    # Derandomized: a run says the same thing twice. Deadlines would measure the load of the machine.
    common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("default", derandomize=True, max_examples=50, **common)
    settings.register_profile("thorough", max_examples=1000, **common)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and tests stay to the end: the garbage collector walks them neither meanwhile nor because of a test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--cases") == "covering":
        select(config, items)
    if os.environ.get("HLOOM_GUARD", "0") != "0":
        guarded = {"kept": "guarded programs are not kept in the cache", "unguarded": "of programs without red zones"}
        for item in items:
            for name, reason in guarded.items():
                if item.get_closest_marker(name):
                    item.add_marker(pytest.mark.skip(reason=reason))
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason=f"no folder {SHARED.name} beside the checkout")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of further programs and tables; the test is skipped where there is none."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED.name} beside the checkout")
    return SHARED


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Requires that a text is the one of a file of tests/golden, by its name; with --refresh-golden it is written there."""
    def compare(name: str, text: str) -> None:
        path = REPOSITORY / "tests" / "golden" / (re.sub(r"\W+", "_", name) + ".txt")
        if request.config.getoption("--refresh-golden"):
            path.write_text(text)
            return
        expected = path.read_text() if path.exists() else ""
        lines = difflib.unified_diff(expected.splitlines(), text.splitlines(), f"tests/golden/{path.name}", "now", lineterm="")
        if difference := "\n".join(lines):
            pytest.fail(f"{difference}\n\nIf this is meant: pytest --refresh-golden, and look at what changed.", pytrace=False)

    return compare


@pytest.fixture(autouse=True)
def _settings_of_jax_are_left_as_they_were() -> Iterator[None]:
    """A test that widens JAX's types for good changes what later ones in its process mean, and which those are differs."""
    yield
    if jax := sys.modules.get("jax"):
        was_set = bool(jax.config.jax_enable_x64)
        jax.config.update("jax_enable_x64", False)
        assert not was_set, "the test leaves jax_enable_x64 on: use `with jax.enable_x64(True)`"
