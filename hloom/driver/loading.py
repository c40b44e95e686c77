"""The imports of a compilation, when something is first compiled."""

from __future__ import annotations

import functools

from hloom.support.importing import importing


@functools.cache
def load_runtime() -> None:
    with importing():  # the import of that module, too
        from hloom.runtime import loading

        loading.load_runtime()


def load_compiler(in_child: bool = False) -> None:
    load_runtime()
    from hloom.runtime import loading

    loading.load_compiler(in_child)
