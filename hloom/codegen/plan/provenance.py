"""Where kernels come from: listings that name operations and their places in the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hloom.codegen.plan.program import PlannedKernel
from hloom.ir.core import Operation
from hloom.support.source import Span


class Origin(NamedTuple):
    """An operation by its name, and its place in the source text; None for one that no text states."""

    operation: str
    place: Span | None

    def __str__(self) -> str:
        if self.place is None:
            return self.operation
        source = f" ({self.place.frames[0]})" if self.place.frames else ""
        return f"{self.operation} at {self.place}{source}"


@dataclass(frozen=True)
class Listing:
    """A kernel for people: what it computes, and the operations whose work that is. `str` shows both."""

    text: str
    operations: tuple[Origin, ...]

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the source that the kernel computes."""
        return tuple(sorted({origin.place.line for origin in self.operations if origin.place is not None}))

    def __str__(self) -> str:
        return "\n".join([*(f"// {origin}" for origin in self.operations), self.text])


def origins(operations: Iterable[Operation]) -> tuple[Origin, ...]:
    """Where operations come from, each place once."""
    return tuple(dict.fromkeys(Origin(op.name, op.span) for op in operations))


class Listings(Mapping[str, Listing]):
    """The listings of kernels by their names, each made when somebody asks for it."""

    def __init__(self, kernels: Iterable[PlannedKernel]) -> None:
        self._kernels: dict[str, PlannedKernel | Listing] = {kernel.name: kernel for kernel in kernels}

    def __getitem__(self, name: str) -> Listing:
        found = self._kernels[name]
        if not isinstance(found, Listing):  # another thread may be at the same, and comes to the same
            found = self._kernels[name] = Listing(found.text, origins(found.operations))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)})"

    def make_all(self) -> None:
        """Makes all of them, for which the kernels are let go."""
        for name in self:
            _ = self[name]
