"""Files of arrays of any element type, also of those that NumPy's own files lack: a line of JSON, then their bytes.

Nothing of hloom is imported here: processes of other compilers read and write them, too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np


def write(path: str | Path, arrays: Sequence[Any]) -> None:
    """Writes arrays."""
    contiguous = [np.asarray(a, order="C") for a in arrays]
    head = [{"dtype": a.dtype.name, "shape": list(a.shape)} for a in contiguous]
    with open(path, "wb") as file:
        file.write(json.dumps(head).encode() + b"\n")
        for array in contiguous:
            file.write(array.tobytes())


def read(path: str | Path) -> list[np.ndarray]:
    """The arrays of a file."""
    with open(path, "rb") as file:
        head = json.loads(file.readline())
        found = []
        for entry in head:
            dtype = np.dtype(getattr(ml_dtypes, entry["dtype"], entry["dtype"]))
            count = int(np.prod(entry["shape"], dtype=np.int64))
            data = file.read(count * dtype.itemsize)
            found.append(np.frombuffer(bytearray(data), dtype).reshape(entry["shape"]))
        return found
