"""What is kept for speed goes when JAX's own caches are cleared: blocks of elements that no buffer has, entries of the cache."""

from __future__ import annotations

import threading
import time
from typing import Final

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.native import native
from hloom.runtime.clearing import clear_caches
from hloom.support.signals import start_thread

#: Seconds until JAX has let its executables go, which it does behind the caches that it tells.
_MOMENT: Final = 0.05


class Kept:
    """One of JAX's caches as far as JAX is concerned (`jax._src.util.register_cache`)."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def cache_clear(self) -> None:
        """Gives back what is kept, a moment later and in another thread."""
        is_under_way = self._thread is not None and self._thread.is_alive()
        if is_under_way or not threading.main_thread().is_alive():  # when the interpreter ends, it all goes
            return
        self._thread = threading.Thread(target=self._clear, name="hloom-clearing", daemon=True)
        start_thread(self._thread)

    @staticmethod
    def _clear() -> None:
        time.sleep(_MOMENT)
        HANDLES.bury()
        clear_caches()
        native().forget()


KEPT: Final = Kept()
