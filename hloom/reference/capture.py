"""What a computation is called with when the whole program runs on the evaluator, so that it can be run alone on that."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.attributes import StringAttr
from hloom.ir.types import TensorType, leaf_types, leaves
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import clone
from hloom.ops.hlo.extraction import computation_named
from hloom.ops.hlo.lowering import WATCH, to_stablehlo
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.reference.api import evaluate
from hloom.support.diagnostics import InputError, UserError


class _ReachedError(UserError):
    """Ends the run of the whole: the call was seen."""


def called_with(module: Module, name: str, *arrays: Any, call: int = 1, **limits: Any) -> list[np.ndarray]:
    """The arrays that call number `call` (from 1) of a computation of HLO, or of a function, gets when `main` runs on `arrays`.

    Parts of tuples are given one by one. `limits` are those of `evaluate`. A computation on single elements, as of a reduction,
    is called by the evaluator with those of the first element that it combines. Raises InputError for a name that the program
    has not, and where there is no such call.
    """
    if call < 1:
        raise InputError(f"calls are numbered from 1, got {call}")
    module.verify()
    name, chosen = computation_named(module, name)
    types = [type for argument in chosen.region.arguments for type in leaf_types(argument.type)]
    seen: list[list[np.ndarray]] = []

    def watch(op: Any, *values: Any) -> tuple[()]:
        if len(seen) < call:
            seen.append([_one(np.array(v), t) for v, t in zip(leaves(list(values)), types)])
        if len(seen) >= call:
            raise _ReachedError("")
        return ()

    try:
        evaluate(_watched(module, name), *arrays, custom_calls={WATCH: watch}, **limits)
    except _ReachedError:
        return seen[-1]
    raise InputError(f"{name} is called {len(seen)} time{'' if len(seen) == 1 else 's'} in this run, there is no call {call}")


def _one(array: np.ndarray, type: Any) -> np.ndarray:
    """An array as its type says: the first where the evaluator computes many elements at once."""
    return array[(0,) * (array.ndim - type.rank)] if isinstance(type, TensorType) and array.ndim > type.rank else array


def _watched(module: Module, name: str) -> Module:
    """The program in StableHLO in which a computation calls WATCH when it begins."""
    if module.is_hlo:
        made = to_stablehlo(module, is_run=True, watched=name)
    else:
        made: Any = clone(module, {})
        made.source = getattr(module, "source", None)
        block = made.functions[name].body.block
        block.operations.insert(0, CustomCall(list(block.arguments), (), {"call_target_name": StringAttr(WATCH)}))
        block.operations[0].block = block
    made.is_verified = True  # but for the call, it is as it was
    return made
