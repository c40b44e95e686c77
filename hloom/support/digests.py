"""SHA-256 for what starts fast: Python's own, and OpenSSL's where there is much to do or its library is there anyway.

To load that library takes ten milliseconds and 4 MB, which stay; Python's own has done 2 MiB in this time.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

#: Bytes of a digest.
SIZE: Final = 32
#: Bytes that the slower one is given in a process, all together.
_MOST: Final = 2 << 20
_done = 0
_own: Any = None
with suppress(ImportError):  # of a Python that was built without
    _own = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256").sha256


def sha256(data: Any = b"") -> Any:
    """The hash of bytes, or of a contiguous buffer of them, as `hashlib.sha256` gives it."""
    global _done
    size = len(data)
    if _own is None or "_hashlib" in sys.modules or _done + size > _MOST:
        import hashlib

        return hashlib.sha256(data)
    _done += size  # threads that come at once may do a little more
    return _own(data)
