"""Modules of LLVM IR on their way from the code generator to LLVM, one by one while others are still being made."""

from __future__ import annotations

from typing import NamedTuple, Protocol


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
