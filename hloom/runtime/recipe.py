"""How an executable travels to another process: its program as text, with its machine code for where that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hloom.ir.fingerprint import fingerprint
from hloom.ops.builtin.module import Module
from hloom.runtime.cache import Cache
from hloom.runtime.host import key_without_llvm
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import InputError


@dataclass(frozen=True)
class Recipe:
    """What an executable was made from. `restore` makes it anew: (text, function, threads, time limit, numbers, entries), where
    entries of the cache are what it runs on without LLVM: its own, that of the worker pool, and what the processor is."""

    restore: Callable[..., Any]
    module: Module
    function: str
    threads: int | None
    #: Whether it is deterministic, and whether it has excess precision.
    numbers: tuple[bool, bool]
    #: Of the module when it was compiled.
    digest: str
    #: Under which the cache has the machine code; None where that is not kept.
    key: str | None = None
    #: The functions of this process that the program calls back.
    custom_calls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    def reduced(self, time_limit: float | None, more_keys: Iterable[str] = ()) -> tuple[Any, ...]:
        """What pickle keeps of the executable, with what the cache has under `more_keys`. Raises InputError where the module is
        no longer the one that was compiled, or calls back functions of this process."""
        if self.custom_calls:
            raise InputError(f"@{self.function} calls back functions of this process: it cannot be pickled")
        if fingerprint(self.module) != self.digest:
            raise InputError(f"the module of @{self.function} was changed after it was compiled: compile it again to pickle it")
        text = self.module.to_text(names="keep", debug_info=True)
        cache = Cache.get_default()
        own = [*([] if self.key is None else [self.key]), *more_keys]
        keys = [*own, Pool.of(self.threads).key, key_without_llvm()] if own else []
        entries = {key: data for key in keys if key is not None and (data := cache.get(key)) is not None}
        return self.restore, (text, self.function, self.threads, time_limit, self.numbers, entries)
