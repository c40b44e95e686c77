"""Compiled functions that take or give tuples: compiled for the parts, called with tuples of Python."""

from __future__ import annotations

from typing import Any

from hloom.ir.types import TupleType, leaves, nested
from hloom.ops.builtin.arguments import as_array
from hloom.runtime.executable import Executable
from hloom.support.diagnostics import InputError


class NestedExecutable(Executable):
    """`exe(*values) -> tuple of values`, of which some are nested tuples of arrays, as the function's signature says."""

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> tuple[Any, ...]:
        """Runs the program as an executable of arrays does. Arrays for the results cannot be given: tuples are new ones."""
        if out is not None:
            raise InputError(f"out: @{self.signature.function} takes or gives tuples; its results are new arrays")
        if named:
            arrays = self.signature.bind(arrays, named)
        name, arguments = self.signature.function, self.signature.arguments
        if len(arrays) != len(arguments):
            raise InputError(f"@{name} takes {len(arguments)} arguments, got {len(arrays)}")
        given = [as_array(value, argument.type, self.signature.argument(number), self.signature.narrows)
                 for number, (value, argument) in enumerate(zip(arrays, arguments))]
        found = super().__call__(*leaves(given), time_limit=time_limit)
        return nested(found, TupleType(tuple(result.type for result in self.signature.results)))
