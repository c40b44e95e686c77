"""What the processes of one run of the tests make once for all of them: in a folder that is gone when the run ends.

    folder = filled_once("devices", fill)      # a path; `fill(path)` has been called, in this process or in another
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

try:
    import fcntl
except ImportError:  # not Linux or macOS: each process makes its own
    fcntl = None

#: Of a process that no run of the tests has given a folder.
_OWN = tempfile.TemporaryDirectory(prefix="hloom-test-own-")


def _folder() -> Path:
    """Within the cache that `conftest` makes for a run, which its processes share."""
    cache = Path(os.environ.get("HLOOM_CACHE", ""))
    is_shared = fcntl is not None and cache.name.startswith("hloom-test-") and cache.is_dir()
    return cache / "of-the-tests" if is_shared else Path(_OWN.name)


RUN_FOLDER = _folder()
RUN_FOLDER.mkdir(exist_ok=True)


def filled_once(name: str, fill: Callable[[Path], object]) -> Path:
    """The folder of this name, which `fill` is given to fill; who asks meanwhile waits. Where it raises the next one tries."""
    folder, done = RUN_FOLDER / name, RUN_FOLDER / f"{name}.done"
    with (RUN_FOLDER / f"{name}.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder.mkdir(exist_ok=True)
            fill(folder)
            done.touch()
    return folder
