"""The verifier: structure first, then the constraints of every operation. Collects all faults."""

from __future__ import annotations

from collections.abc import Hashable

from hloom.ir.core import Operation
from hloom.ops.definition import Op
from hloom.ops.structure import Module
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import Diagnostic, VerificationError
from hloom.verify.operations import diagnose_operation
from hloom.verify.signature import signature
from hloom.verify.structure import diagnose_structure

Module.faces["verify"] = lambda module: verify(module)

#: Signatures that are kept at most, which bounds the memory that verifying takes.
_MOST_SIGNATURES = 10_000

__all__ = ["diagnose", "diagnose_operation", "verify"]


def diagnose(root: Operation) -> list[Diagnostic]:
    """Every fault of a program, in source order; empty for a valid one."""
    with collector_paused():
        found = _diagnose_operations(root)
        found.extend(diagnose_structure(root))
    return sorted(found, key=lambda d: d.span.start if d.span else -1)


def _diagnose_operations(root: Operation) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    good: set[Hashable] = set()
    pending = [root]
    while pending:
        op = pending.pop()
        key = signature(op) if isinstance(op, Op) else None
        if key is None:
            found.extend(diagnose_operation(op))
            for region in reversed(op.regions):
                for block in reversed(region.blocks):
                    pending.extend(reversed(block.operations))
        elif key not in good:  # the signature stands for what is inside of the operation, too
            faults = [fault for inner in op.walk() for fault in diagnose_operation(inner)]
            if faults:
                found.extend(faults)
            elif len(good) < _MOST_SIGNATURES:
                good.add(key)
    return found


def verify(root: Operation) -> None:
    """Raises VerificationError with every fault of the program; returns nothing for a valid one."""
    found = diagnose(root)
    if found:
        raise VerificationError.of(*found)
