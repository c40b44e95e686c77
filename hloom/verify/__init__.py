"""The verifier: structure first, then the constraints of every operation. Collects all faults."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hloom.ir.core import Operation
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.computation import is_hlo
from hloom.ops.hlo.lowering import to_stablehlo
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import Diagnostic, InputError, UserError, VerificationError
from hloom.verify.operations import diagnose_operation, own_parts, signature, stands_alone
from hloom.verify.structure import diagnose_structure, is_sound_inside

Module.services["verify"] = lambda module: verify(module)

#: Signatures that are kept at most, which bounds the memory that verifying takes.
_MOST_SIGNATURES = 10_000

__all__ = ["diagnose", "diagnose_operation", "verify"]


def diagnose(root: Operation) -> list[Diagnostic]:
    """Every fault of a program, and what it is warned of, in source order; without errors the program is valid.

    What a program in the form of HLO is in StableHLO must be valid, too; faults that this shows have their places in HLO.
    """
    if not isinstance(root, Operation):
        raise InputError(f"a module is needed, got a {type(root).__name__}: hloom.load reads a file, hloom.parse a text")
    found = _diagnose(root)
    if is_hlo(root) and not any(d.severity == "error" for d in found):
        try:
            found = _diagnose(to_stablehlo(root, is_run=True))  # type: ignore[arg-type]
        except UserError as error:
            # What StableHLO cannot say is not wrong.
            found = [d for d in error.diagnostics if d.code != "conversion"]
        if not any(d.severity == "error" for d in found):
            # Imported here: `import hloom` loads no rules of XLA.
            from hloom.verify.instructions import diagnose_instructions

            found += diagnose_instructions(root)
    return found


def _diagnose(root: Operation) -> list[Diagnostic]:
    settled: set[Operation] = set()
    with collector_paused():
        found = _diagnose_operations(root, settled)
        found.extend(diagnose_structure(root, settled))
    return sorted(found, key=lambda d: d.span.start if d.span else -1)


def _diagnose_operations(root: Operation, settled: set[Operation]) -> list[Diagnostic]:
    """The faults of the operations by themselves; iterative, since nesting may be deep.

    Operations with regions that are as those of an earlier one without faults, structural ones included, are `settled`.
    """
    found: list[Diagnostic] = []
    good: set[Hashable] = set()
    pending: list[Iterator[Operation]] = [iter((root,))]
    while pending:
        for op in pending[-1]:
            key = None
            if stands_alone(op.__class__):
                key = signature(op) if op.regions else own_parts(op)
            if key is None:
                found.extend(diagnose_operation(op))
                if op.regions:
                    blocks = [block for region in op.regions for block in region.blocks]
                    pending.extend([iter(block.operations) for block in reversed(blocks)])
                    break
            elif key in good:
                if op.regions:
                    settled.add(op)
            elif not op.regions:
                faults = diagnose_operation(op)
                if faults:
                    found.extend(faults)
                elif len(good) < _MOST_SIGNATURES:
                    good.add(key)
            else:  # the signature stands for what is inside of the operation, too
                inside = [inner for inner in op.walk() if inner is not op and own_parts(inner) not in good]
                faults = [fault for judged in (op, *inside) for fault in diagnose_operation(judged)]
                found.extend(faults)
                if not faults and len(good) < _MOST_SIGNATURES and is_sound_inside(op):
                    good.update((key, *map(own_parts, inside)))
        else:
            pending.pop()
    return found


def verify(root: Operation) -> None:
    """Raises VerificationError with every error of the program; returns nothing for a valid one."""
    found = [diagnostic for diagnostic in diagnose(root) if diagnostic.is_error]
    if found:
        raise VerificationError.of(*found)
    if isinstance(root, Module):
        root.is_verified = True
