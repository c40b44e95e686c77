"""Binding: a compiled program that can be called with arrays, which are checked, converted and allocated here."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.plan.provenance import Listing
from hloom.ir.core import Operation
from hloom.reference.arguments import as_array
from hloom.runtime import memory, watch
from hloom.runtime.addresses import address_of
from hloom.runtime.native import NativeProgram
from hloom.support.diagnostics import InputError

#: Results below this size are plain arrays: the recycling pool only pays for large ones.
_RECYCLED = 1 << 16


class Executable:
    """`exe(*arrays) -> tuple of arrays`. Thread-safe.

    `native` runs the program on addresses. `stats` holds what compilation took and made; `kernels` the listing of each kernel
    by its name, with the operations whose work it does and their places in the source; `fallbacks` the operations that run on
    the reference evaluator.
    """

    def __init__(self, native: NativeProgram, kernels: Mapping[str, Listing], stats: dict[str, Any],
                 time_limit: float | None = None) -> None:
        self.native, self.kernels, self.stats = native, kernels, stats
        #: Seconds that a call may take, None for any number.
        self.time_limit = watch.checked_limit(time_limit)
        program = native.program
        self._arguments = [(t, t.storage.dtype, t.shape) for t in program.argument_types]
        self._results = [(t.shape, t.storage.dtype, prod(t.shape) * t.storage.dtype.itemsize) for t in program.result_types]

    @property
    def fallbacks(self) -> list[Operation]:
        """The operations that the compiler does not lower, which run on the reference evaluator."""
        return self.native.program.callbacks

    def __call__(self, *arrays: Any, time_limit: float | None = None) -> tuple[np.ndarray, ...]:
        """Runs the program. Raises InputError for a wrong number, shape or element type of arguments.

        A call that takes longer than `time_limit` seconds (default: the executable's own limit) raises EvaluationError; it
        is noticed between the iterations of loops and the tasks of kernels, about a twentieth of a second late. A call from
        the main thread stops likewise for a signal whose handler raises, as that of Ctrl-C does.
        """
        name = self.native.program.name
        if len(arrays) != len(self._arguments):
            raise InputError(f"@{name} takes {len(self._arguments)} arguments, got {len(arrays)}")
        bound = []
        for number, (array, (type, dtype, shape)) in enumerate(zip(arrays, self._arguments)):
            if not (isinstance(array, np.ndarray) and array.dtype == dtype and array.shape == shape and array.flags.c_contiguous):
                array = np.ascontiguousarray(as_array(array, type, f"argument {number} of @{name}")).reshape(shape)
            bound.append(array)
        limit = self.time_limit if time_limit is None else watch.checked_limit(time_limit)
        if self.native.program.is_guarded:
            return self.native.run_guarded(bound, limit)
        results = tuple([memory.array(shape, dtype) if size >= _RECYCLED else np.empty(shape, dtype)
                         for shape, dtype, size in self._results])
        self.native.run([address_of(a) for a in bound], [address_of(r) for r in results], limit)
        return results
