"""Modules of LLVM IR on their way from the code generator to LLVM, one by one while others are still being made; and those of
the machine code that the runtime itself calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from hloom.runtime.dispatch.pool_state import Parking
from hloom.runtime.dispatch.processor import CodeTarget


class Part(NamedTuple):
    """A module as text; `is_cold` says that it takes less time to run than to optimise, `is_optimised` that all of LLVM's passes
    are worth their time. A part with a `description`, all that its text depends on, is one that other programs have, too, so that
    its machine code is worth keeping."""

    text: str
    is_cold: bool = False
    is_optimised: bool = False
    description: str | None = None


class Consumer(Protocol):
    """Who compiles parts of a module while the rest is still being made."""

    def is_ready(self, ahead: bool = False) -> bool:
        """Whether a part would be compiled at once, or `ahead` as the next one, at the same time as the rest is made."""
        ...

    def take(self, part: Part) -> None: ...

    def takes_kept(self, description: str) -> bool:
        """Takes the machine code of a part of this description if it is kept: then it need not be made. Whether it is."""
        ...


class RuntimeCode(NamedTuple):
    """What the runtime's own machine code is compiled from, that of worker pools or of grids: how its threads sleep, what its
    LLVM IR depends on beside the target and hloom's source, what makes that IR, the functions that are called, and for what."""

    parking: Parking
    description: str
    make: Callable[[], str]
    symbols: Sequence[str]
    target: CodeTarget

    @property
    def load_arguments(self) -> tuple[str, Callable[[], str], Sequence[str], CodeTarget]:
        """What `Cache.load_described` takes."""
        return self[1:]
