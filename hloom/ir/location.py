"""Locations: where an operation came from, as programs state it with `loc(...)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hloom.ir.attributes import Attribute, StringAttr

#: Most lines that are named for a location, and most locations inside it that are looked at for them.
_MOST_FRAMES = 4
_MOST_STEPS = 100
#: Files that are not the user's: what is installed, Python's own, and of JAX and the libraries on it what only a checkout has.
_OF_LIBRARIES = re.compile(r"[/\\](?:site-packages|dist-packages)[/\\]|[/\\]lib[/\\]python3(?:\.\d+)?[/\\]|^<frozen |"
                           r"[/\\]jax[/\\](?:_src|experimental)[/\\]|[/\\]flax[/\\](?:core|linen|nnx)[/\\]|"
                           r"[/\\](?:equinox|haiku|optax|diffrax)[/\\]_src[/\\]")


class Location(Attribute):
    """Base of all locations; `str` gives the text inside `loc(...)`."""

    __slots__ = ()

    @property
    def parts(self) -> tuple[Location, ...]:
        """The locations inside this one."""
        return ()

    def frames(self) -> tuple[str, ...]:
        """The lines of the user's program that this names, `train.py:41`: the innermost first, then those that it was called
        from; the last ones are left out where there are many. Lines of libraries are named only where there are no others."""
        pending: list[Location] = [self]
        files: list[FileLocation] = []
        for _ in range(_MOST_STEPS):
            if not pending:
                break
            location = pending.pop()
            if isinstance(location, FileLocation):
                files.append(location)
            elif isinstance(location, FusedLocation):  # several of one operation: one of the user's stands for all
                known = [part for part in location.parts if not isinstance(part, UnknownLocation)]
                own = [part for part in known if isinstance(part, FileLocation) and not _is_of_library(part)]
                pending += (own or known)[:1]
            else:
                pending += reversed(location.parts)
        return _lines([file for file in files if not _is_of_library(file)] or files)

    def text_with(self, inner: Callable[[Location], str]) -> str:
        """The text inside `loc(...)`, with `inner` giving the text of the locations inside this one."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text_with(str)


class UnknownLocation(Location):
    """`loc(unknown)`."""

    __slots__ = ()

    def text_with(self, inner: Callable[[Location], str]) -> str:
        return "unknown"


class FileLocation(Location):
    """`loc("file":line:column)`, with MLIR's range form `to :line:column` when an end is given."""

    __slots__ = ("column", "end_column", "end_line", "file", "line")

    def __init__(self, file: str, line: int, column: int, end_line: int | None = None, end_column: int | None = None) -> None:
        self.file, self.line, self.column, self.end_line, self.end_column = file, line, column, end_line, end_column

    def text_with(self, inner: Callable[[Location], str]) -> str:
        text = f"{StringAttr(self.file)}:{self.line}:{self.column}"
        if self.end_column is None:
            return text
        return f"{text} to {'' if self.end_line in (None, self.line) else self.end_line}:{self.end_column}"


class NamedLocation(Location):
    """`loc("name")` or `loc("name"(child))`."""

    __slots__ = ("child", "name")

    def __init__(self, name: str, child: Location | None = None) -> None:
        self.name, self.child = name, child

    @property
    def parts(self) -> tuple[Location, ...]:
        return (self.child,) if self.child else ()

    def text_with(self, inner: Callable[[Location], str]) -> str:
        return f"{StringAttr(self.name)}({inner(self.child)})" if self.child else str(StringAttr(self.name))


def _is_of_library(location: FileLocation) -> bool:
    return _OF_LIBRARIES.search(location.file) is not None


def _lines(files: Sequence[FileLocation]) -> tuple[str, ...]:
    """The first few different lines."""
    found: list[str] = []
    for file in files:
        line = f"{file.file}:{file.line}"
        if found[-1:] != [line]:
            found.append(line)
    return tuple(found[:_MOST_FRAMES])


class CallSiteLocation(Location):
    """`loc(callsite(callee at caller))`."""

    __slots__ = ("callee", "caller")

    def __init__(self, callee: Location, caller: Location) -> None:
        self.callee, self.caller = callee, caller

    @property
    def parts(self) -> tuple[Location, ...]:
        return self.callee, self.caller

    def text_with(self, inner: Callable[[Location], str]) -> str:
        return f"callsite({inner(self.callee)} at {inner(self.caller)})"


class FusedLocation(Location):
    """`loc(fused<metadata>[a, b])`."""

    __slots__ = ("locations", "metadata")

    def __init__(self, locations: tuple[Location, ...], metadata: Attribute | None = None) -> None:
        self.locations, self.metadata = locations, metadata

    @property
    def parts(self) -> tuple[Location, ...]:
        return self.locations

    def text_with(self, inner: Callable[[Location], str]) -> str:
        return f"fused{f'<{self.metadata}>' if self.metadata is not None else ''}[{', '.join(map(inner, self.locations))}]"


class OpaqueLocation(Location):
    """A location of a dialect, kept as its text."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def text_with(self, inner: Callable[[Location], str]) -> str:
        return self.text


UNKNOWN = UnknownLocation()
