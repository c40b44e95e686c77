"""What `interpreter.probe` sees, for whoever asks, or as files: those that
`stablehlo-translate --interpret --probe-output-dir=DIR` writes.

Value number k of a run, counted from 1, is `probe<k>.npy`. `index.csv` has a line for each: the probe's name, the type, the file.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from hloom.support.diagnostics import InputError

#: The name of the file that says which probe saw what (StableHLO: numpy::kInstrumentationMetadataFilename).
INDEX = "index.csv"

#: What is called with each value that a probe sees, in the order in which they are seen; None where nobody asks. Runs of all
#: threads share it: processes of a grid, and compiled code that calls back.
_listener: Callable[[str, Any, np.ndarray], None] | None = None
_lock = threading.Lock()


def seen(name: str, type: Any, value: np.ndarray) -> None:
    """Tells whoever asks that the probe `name` has seen a value of a type."""
    if _listener is not None:
        with _lock:
            _listener(name, type, value)


@contextmanager
def handed_to(listener: Callable[[str, Any, np.ndarray], None]) -> Iterator[None]:
    """While in this context, what probes see is handed to a function: the probe's name, the type, the value."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


@contextmanager
def written_to(folder: str, portable: Callable[[np.ndarray], np.ndarray]) -> Iterator[None]:
    """While in this context, what probes see is written into a folder, which is made; an index that is there is replaced.

    `portable` gives the numbers in a type that NumPy's files have. Raises InputError where something cannot be written.
    """
    place = Path(folder)
    with _named(place):
        place.mkdir(parents=True, exist_ok=True)
        (place / INDEX).write_text("", encoding="utf-8")
    count = 0

    def write(name: str, type: Any, value: np.ndarray) -> None:
        nonlocal count
        count += 1
        file = place / f"probe{count}.npy"
        with _named(place):
            with open(file, "wb") as stream:
                np.lib.format.write_array(stream, np.asarray(portable(value)), allow_pickle=False)
            with open(place / INDEX, "a", encoding="utf-8") as index:
                index.write(f"{name},{type},{file}\n")

    with handed_to(write):
        yield


@contextmanager
def _named(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{error.filename or place}: {error.strerror or error}") from None
