"""The plugin as a whole: all functions of the interface, behind one address."""

from __future__ import annotations

from hloom.bridges.pjrt import (  # noqa: F401  they fill the table
    buffers,
    contexts,
    devices,
    dispatch,
    errors,
    events,
    executables,
    layouts,
    shardings,
    table,
)


def address() -> int:
    """The address of the table, a PJRT_Api, which stays for ever."""
    events.ready()
    layouts.prepare()
    return table.table().address
