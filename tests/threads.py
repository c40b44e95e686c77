"""Which threads are left behind: counting them would take those that are about to end for lasting ones."""

from __future__ import annotations

import threading
from collections.abc import Collection

#: Seconds in which a thread ends that has nothing to do any more, however busy the machine is.
_PATIENCE = 20


def left_behind(before: Collection[threading.Thread]) -> list[threading.Thread]:
    """The threads that were not there `before` and do not end."""
    come = [thread for thread in threading.enumerate() if thread not in before]
    for thread in come:
        thread.join(_PATIENCE)
    return [thread for thread in come if thread.is_alive()]
