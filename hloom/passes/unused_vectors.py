"""Decompositions of matrices compute no vectors that nobody reads.

    %a, %s, %u, %v, %i = custom_call @lapack_sgesdd_ffi(%x) {mode = "S"}     (only %s and %i used)
->  %a, %s, %u, %v, %i = custom_call @lapack_sgesdd_ffi(%x) {mode = "N"}

Eigenvalues and singular values by themselves take LAPACK a half to a tenth of the time. They come by another algorithm then,
and may differ in their last bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hloom.ir.attributes import DictionaryAttr, IntegerAttr
from hloom.ir.core import Operation
from hloom.ops.stablehlo.custom_call import CONFIGURATION_BESIDE, CustomCall
from hloom.passes.dce import is_known_routine, used_values

#: Without any of these it changes nothing.
NEEDS = (CustomCall,)

_SINGULAR: Mapping[str, Sequence[int]] = {"mode": (-3, -2)}
_SYMMETRIC: Mapping[str, Sequence[int]] = {"mode": (-3,)}
#: By the name behind the letter of the type: the results, by their number from the end, of which an option says whether they are
#: wanted.
_VECTORS: Mapping[str, Mapping[str, Sequence[int]]] = {
    "gesdd": _SINGULAR, "gesvd": _SINGULAR, "syevd": _SYMMETRIC, "heevd": _SYMMETRIC,
    "geev": {"compute_left": (-3,), "compute_right": (-2,)},
}
_TARGETS = {f"lapack_{letter}{name}_ffi": options for letter in "sdcz" for name, options in _VECTORS.items()}
_NONE = ord("N")


def run(module: Operation) -> bool:
    """The pass `unused_vectors`."""
    calls = [op for op in module.walk()
             if isinstance(op, CustomCall) and op.call_target_name in _TARGETS and is_known_routine(op)]
    if not calls:
        return False
    used = used_values(module)
    changed = False
    for op in calls:
        options = _TARGETS[op.call_target_name]
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
