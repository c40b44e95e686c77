"""Programs that the caller hands over, compiled: by an earlier process, which has left them in the cache (`kept`), or now."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from hloom.bridges.pjrt import kept
from hloom.bridges.pjrt.signatures import Assignment, Interface
from hloom.support.collector import importing

if TYPE_CHECKING:
    from hloom.ops.builtin.module import Module


class Program:
    """A program as it came, read and compiled. Raises PluginError, or what `hloom.compile` raises."""

    def __init__(self, code: bytes, form: str, options: bytes) -> None:
        self.code, self.form, self.options = code, form, options
        found = kept.find(code, form, options, self._read)
        if found is None:
            with importing():  # what reads and compiles
                from hloom.bridges.pjrt.reading import compiled
            found = compiled(code, form, options, runner_of)
        self.name, self.assignment, self.run = found.name, found.assignment, found.run
        self.serialized_assignment: bytes = found.serialized_assignment
        #: The functions of this process that the program calls back.
        self.callbacks = found.callbacks
        #: What each device takes and gives.
        self.interface: Interface = self.run.interface

    def _read(self) -> Module:
        """The program once more, of one that was found compiled."""
        with importing():
            from hloom.bridges.pjrt.reading import read

        return read(self.code, self.form)

    @property
    def fingerprint(self) -> str:
        """The same for equal programs in every process."""
        return hashlib.sha256(b"\0".join((self.form.encode(), kept.meaning(self.options), self.code))).hexdigest()[:32]


def runner_of(module: Module, interface: Interface, assignment: Assignment) -> Any:
    """What runs a program on its devices."""
    if len(assignment.devices) == 1:
        from hloom.bridges.pjrt.running import Single
        from hloom.pipeline import compile_donating

        return Single(compile_donating(module, donated=interface.donated), interface, lambda: module)
    with importing():  # few processes have several devices
        from hloom.bridges.pjrt.several import runner_of_several

    return runner_of_several(module, interface, assignment)
