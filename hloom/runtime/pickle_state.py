"""How an executable travels to another process: its program as text, with its machine code for where that fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from hloom.ir.fingerprint import fingerprint, references
from hloom.ops.builtin.module import Module
from hloom.runtime.cache import Cache
from hloom.runtime.history import Making, needed_without_llvm
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import InputError
from hloom.support.logs import Log
from hloom.support.records import dataclass

_LOG = Log("pickle")


@dataclass(frozen=True)
class PickleState:
    """What an executable was made from. `restore` makes it anew: (text, function, threads, time limit, numbers, entries,
    makings, references), where entries of the cache are what it runs on without LLVM: its own, that of the worker pool, and what
    the processor is; `makings` say what these were made for; references are to the constants beside the program."""

    restore: Callable[..., Any]
    module: Module
    function: str
    threads: int | None
    #: Whether it is deterministic, and whether it has excess precision.
    numbers: tuple[bool, bool]
    #: Of the module when it was compiled.
    digest: str
    #: What its machine code is made for.
    making: Making
    #: Under which the cache has the machine code; None where that is not kept, with why.
    key: str | None = None
    unkept: str = ""
    #: The functions of this process that the program calls back.
    custom_calls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    def reduced(self, time_limit: float | None, others: Sequence[PickleState] = ()) -> tuple[Any, ...]:
        """What pickle keeps of the executable, with the machine code of `others`. Raises InputError where the module is no longer
        the one that was compiled, or calls back functions of this process."""
        if self.custom_calls:
            raise InputError(f"@{self.function} calls back functions of this process: it cannot be pickled")
        if fingerprint(self.module) != self.digest:
            raise InputError(f"the module of @{self.function} was changed after it was compiled: compile it again to pickle it")
        text = self.module.to_text(names="keep", debug_info=True)
        entries: dict[str, bytes] = {}
        makings: dict[tuple[Any, ...], None] = {}
        cache, kept = Cache.get_default(), [state for state in (self, *others) if state.key is not None]
        for state in kept:
            data = cache.get(state.key)  # type: ignore[arg-type]
            if data is None:
                _LOG.info("@%s: pickled without machine code, which the cache does not have any more", self.function)
            else:
                entries[state.key] = data  # type: ignore[index]
                makings[tuple(state.making)] = None
                _LOG.info("@%s: pickled with machine code %s", self.function, state.making)
        if not kept:
            _LOG.info("@%s: pickled without machine code: %s", self.function, self.unkept)
        if entries:
            entries.update(needed_without_llvm(Pool.of(self.threads)))
        return self.restore, (text, self.function, self.threads, time_limit, self.numbers, entries, tuple(makings),
                              *filter(None, [references(self.module)]))
