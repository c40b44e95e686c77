"""What is said of where arguments and results of several devices lie."""

from __future__ import annotations

from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.structures import texts
from hloom.bridges.pjrt.table import function


def _give(a: Any, which: str, count: str) -> None:
    """OpSharding messages, one for each; none for a program of one device."""
    own = HANDLES[a.executable]
    found = own.lazily(which, lambda: _texts(getattr(own.program.run, which, None)))
    if found is None:
        setattr(a, count, 0)
        a.shardings = a.sharding_sizes = None
        return
    messages, sizes = found
    setattr(a, count, messages.count)
    a.shardings, a.sharding_sizes = messages.address, sizes.address


def _texts(messages: Any) -> Any:
    return None if messages is None else texts(messages)


@function("Shardings_Executable_ParameterShardings")
def _(a: Any) -> None:
    _give(a, "argument_shardings", "num_parameters")


@function("Shardings_Executable_OutputShardings")
def _(a: Any) -> None:
    _give(a, "result_shardings", "num_outputs")
