"""The verifier: structure first, then the constraints of every operation. Collects all faults."""

from __future__ import annotations

from hloom.ir.core import Operation
from hloom.ops.structure import Module
from hloom.support.diagnostics import Diagnostic, VerificationError
from hloom.verify.operations import diagnose_operation
from hloom.verify.structure import diagnose_structure

Module.faces["verify"] = lambda module: verify(module)

__all__ = ["diagnose", "diagnose_operation", "verify"]


def diagnose(root: Operation) -> list[Diagnostic]:
    """Every fault of a program, in source order; empty for a valid one."""
    found = [d for op in root.walk() for d in diagnose_operation(op)]
    found.extend(diagnose_structure(root))
    return sorted(found, key=lambda d: d.span.start if d.span else -1)


def verify(root: Operation) -> None:
    """Raises VerificationError with every fault of the program; returns nothing for a valid one."""
    found = diagnose(root)
    if found:
        raise VerificationError.of(*found)
