"""Asks MLIR about programs in a process of its own, which a fault of MLIR may end: `python -m tests.verify.mlir_verdicts`.

Standard input is a JSON dictionary of programs by name. For each, a line of JSON comes back: its name, and what the first reader
that knows all its operations and types has against it: "" for nothing, null if there is none.
"""

from __future__ import annotations

import json
import sys

from tests.text.oracle import Oracle, oracles

#: What a reader says of an operation or type that it does not know.
_UNKNOWN = ("unregistered", "not found for custom op")


def complaint(readers: list[Oracle], text: str) -> str | None:
    """What MLIR has against a program."""
    for reader in readers:
        with reader.context:
            try:
                reader.ir.Module.parse(text).operation.verify()
            except reader.ir.MLIRError as error:
                found = "; ".join(diagnostic.message for diagnostic in error.error_diagnostics) or str(error)
                if any(unknown in found for unknown in _UNKNOWN):
                    continue
                return found
            return ""
    return None


if __name__ == "__main__":
    installed = oracles()
    for name, program in json.load(sys.stdin).items():
        print(json.dumps([name, complaint(installed, program)]), flush=True)
