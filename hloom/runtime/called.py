"""Executables that are called as the function of JAX is that they were made of, with trees; or with tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hloom.runtime.executable import Executable
from hloom.support.boundary import Boundary

if TYPE_CHECKING:
    from hloom.ir.core import Operation


class CalledExecutable(Executable):
    """`exe(params, x) -> what the function returns`. Given the leaves of its arguments it returns a tuple of arrays, as an
    executable of arrays does. In all else it is the executable that it calls."""

    def __init__(self, inner: Executable, boundary: Boundary) -> None:
        if boundary.calling is not None:
            inner.signature = inner.signature._replace(narrows=boundary.calling.narrows)
        self._inner, self._boundary = inner, boundary

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_inner":  # before there is one, as pickle does
            raise AttributeError(name)
        return getattr(self._inner, name)

    @property
    def time_limit(self) -> float | None:  # type: ignore[override]
        """Seconds that a call may take, None for any number."""
        return self._inner.time_limit

    @time_limit.setter
    def time_limit(self, seconds: float | None) -> None:
        self._inner.time_limit = seconds

    @property
    def fallbacks(self) -> list[Operation]:
        """The operations that the compiler does not lower, which run on the reference evaluator."""
        return self._inner.fallbacks

    @property
    def needs_python(self) -> str:
        """Why calls must go through Python; "" where native code may make them."""
        return self._inner.needs_python

    @property
    def cache_key(self) -> str | None:
        """Under which the cache has the machine code; None where it is not kept there."""
        return self._inner.cache_key

    def _prepare(self, arrays: Sequence[Any]) -> None:
        self._inner._prepare(arrays)

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> Any:
        """Runs the program as an executable of arrays does. Arguments are those of the function, or their leaves; `out` has an
        array, or None, for each leaf of the result. Raises InputError for arguments that are neither."""
        given, is_tree = self._boundary.arrays(arrays, named)
        found = self._inner(*given, out=out, time_limit=time_limit)
        results = self._inner.signature.results
        return self._boundary.results([x for x, r in zip(found, results) if not getattr(r.type, "is_token", False)], is_tree)

    def __reduce__(self) -> tuple[Any, ...]:
        return CalledExecutable, (self._inner, self._boundary)
