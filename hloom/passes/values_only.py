"""Decompositions of matrices compute no vectors that nobody reads.

    %a, %s, %u, %v, %i = custom_call @lapack_sgesdd_ffi(%x) {mode = "S"}     (only %s and %i used)
->  %a, %s, %u, %v, %i = custom_call @lapack_sgesdd_ffi(%x) {mode = "N"}

Eigenvalues and singular values by themselves take LAPACK a half to a tenth of the time. They come by another algorithm then,
and may differ in their last bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hloom.ir.attributes import DictionaryAttr, IntegerAttr
from hloom.ir.core import Operation
from hloom.ops.stablehlo.custom_call import CONFIGURATION_BESIDE, CustomCall
from hloom.passes.dce import used_values
from hloom.reference.custom_calls import effectless

#: Without any of these it changes nothing.
NEEDS = (CustomCall,)

_NONE = ord("N")


def run(module: Operation) -> bool:
    """The pass `values_only`."""
    calls: list[tuple[Any, Mapping[str, Sequence[int]]]] = [
        (op, known.wanted) for op in module.walk() if (known := effectless(op)) is not None and known.wanted]
    if not calls:
        return False
    used = used_values(module)
    changed = False
    for op, options in calls:
        least = max(-number for numbers in options.values() for number in numbers)
        if len(op.results) >= least:
            unused = [name for name, numbers in options.items() if not any(op.results[number] in used for number in numbers)]
            changed |= _leave_out(op, unused)
    return changed


def _leave_out(op: CustomCall, names: Sequence[str]) -> bool:
    """Says in the call's options that what these stand for is not wanted; whether any said something else."""
    key = CONFIGURATION_BESIDE if isinstance(op.attributes.get(CONFIGURATION_BESIDE), DictionaryAttr) else "backend_config"
    entries = dict(op.options())
    wanted = {name: given for name in names
              if isinstance(given := entries.get(name), IntegerAttr) and given.value != _NONE}
    if wanted:
        entries.update({name: IntegerAttr(_NONE, given.type) for name, given in wanted.items()})
        op.attributes[key] = DictionaryAttr(entries)
    return bool(wanted)
