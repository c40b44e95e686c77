"""Passes and rules that are switched off, to find out which of them makes a fault.

    with switched({"fold", "x - x -> 0"}) as switches:
        hloom.compile(module)
    switches.applied        # what changed the program meanwhile

A pass goes by its name, a rule of rewriting by its equation. It holds for compilations of this thread; what is compiled meanwhile
neither comes from the cache of programs nor goes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Switches:
    """What is off, and what was applied of what is on."""

    def __init__(self, off: Iterable[str] = ()) -> None:
        self.off = frozenset(off)
        #: Passes that changed something, and rules by the pass that applied them, in the order in which they first did.
        self.applied: dict[str, dict[str, None]] = {}
        self._pass = ""

    def begins(self, name: str) -> bool:
        """Whether a pass is to run. Rules that are applied next belong to it."""
        self._pass = name
        return name not in self.off

    def changed(self, name: str) -> None:
        """A pass changed something."""
        self.applied.setdefault(name, {})

    def apply(self, rule: str) -> None:
        """A rule was applied."""
        self.applied.setdefault(self._pass, {})[rule] = None


#: The switches that hold here; None where nobody has switched anything.
CURRENT: ContextVar[Switches | None] = ContextVar("hloom_switches", default=None)


@contextmanager
def switched(off: Iterable[str] = ()) -> Iterator[Switches]:
    """Switches passes and rules off during the block; gives what keeps the names of those that were applied."""
    switches = Switches(off)
    token = CURRENT.set(switches)
    try:
        yield switches
    finally:
        CURRENT.reset(token)
