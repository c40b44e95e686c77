"""Runs a program on both engines, the compiled one between pages that must not be touched, and compares."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any
from unittest import mock

import numpy as np

import hloom
import hloom.driver.cpu  # says what the machine code of worker pools is made from
from hloom.codegen.plan.target import STRICT
from hloom.ir.types import QuantizedType
from hloom.numbers.difference import Tolerance
from hloom.numbers.difference import difference as difference_of
from hloom.passes import decompose
from hloom.passes.rules import scatter
from hloom.passes.rules.limits import LIMITS
from hloom.pipeline import stages
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.interpreter import Interpreter
from hloom.runtime.cache import Cache
from hloom.runtime.pool import Pool
from hloom.support import options
from hloom.support.diagnostics import UserError
from tests.codegen.test_operations import COMPLEX, FUNCTIONS
from tests.fuzz.compiled_programs import Case
from tests.harness import apart, between_pages, lower, machine_with, targets
from tests.ops.test_eval_equals_element import CONTRACTIONS

#: What functions may be off between the engines, in units of the last place; all others are exact. Against 150 bits, bessel_i1e
#: in f64 is off by up to 13 on the evaluator and 12 in compiled code, just below 8, where its terms cancel.
_ULPS: dict[str, float] = {
    **FUNCTIONS, **dict.fromkeys(["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "erf", "erfc"], 8),
    "bessel_i1e": 26, "erf_inv": 32, "digamma": 1 << 12, "lgamma": 1 << 12, "polygamma": 1 << 16, "zeta": 1 << 14, "square": 0,
    "batch_norm_training": 1 << 10, "batch_norm_inference": 1 << 10, "batch_norm_grad": 1 << 14, "fft": 1 << 10,
    "triangular_solve": 1 << 10, "cholesky": 1 << 10, "custom_call": 1 << 10}
_COMPLEX_ULPS: dict[str, float] = dict.fromkeys(["power", "tan", "tanh", "logistic", "acos", "acosh", "asin", "asinh", "atan",
                                                 "atanh", "cosh", "sinh", "square"], 1 << 12)
#: Functions with zeros, next to which terms of up to some tens cancel, and what is left of them may be off by, in units of 1.
_WITH_ZEROS, _OF_TERMS = (["digamma"], ["lgamma"]), 32
#: What sums of many products make is off by units in the last place of the largest.
_SOLVERS = ("fft", "cholesky", "triangular_solve", "custom_call")
#: Routines that reduce matrices to tridiagonal and to Hessenberg form, of which only products are well determined: an entry loses
#: as much as the ones before it are small beside the matrix.
_REDUCTIONS = tuple(f"lapack_{type}{name}" for type in "sdcz" for name in ("sytrd", "hetrd", "gehrd"))
#: What takes two numbers that are next to each other to different ones.
_TO_WHOLE = ("round_nearest_even", "round_nearest_afz", "floor", "ceil")


#: More instructions than a kernel has.
_ANY_WORK = 1 << 60


@dataclass(frozen=True)
class Setting:
    """How a case is compiled: the passes (those needed, or all), vectors, threads; with the compiler's red zones, or pages; its
    kernels as those that take next to no time, or as large ones."""

    passes: str
    target: str
    workers: int
    zones: bool = False
    baseline_tier: bool = False


def setting_of(seed: int) -> Setting:
    """The setting of a case."""
    rng = np.random.default_rng((seed, 1))
    names = list(targets())
    zones = hasattr(options, "GUARD") and bool(rng.random() < 0.25)
    return Setting("all" if zones or rng.random() < 0.4 else "needed", "host" if rng.random() < 0.6 else
                   names[int(rng.integers(len(names)))], int(rng.integers(1, 3)), zones, bool(rng.random() < 0.3))


def problem_of(case: Case, setting: Setting) -> str | None:
    """What is wrong with the compiled program, None if nothing is. Accesses outside of buffers end the process."""
    try:
        with np.errstate(all="ignore"):
            expected = Interpreter(case.module, CUSTOM_CALLS).call_function("main", *case.arrays)
    except UserError:
        return None  # random numbers where an operation needs sizes
    types = case.module.functions["main"].function_type.outputs
    if any(np.shape(x) != t.shape for x, t in zip(expected, types)):
        return None  # random numbers where an operation needs sizes
    try:
        with _pool(setting.workers), _small_ones(setting):
            runs = list(_runs(case, setting))
    except UserError as error:
        return f"error: the compiled program raises {type(error).__name__}: {error}"
    except Exception as error:
        return f"error: {type(error).__name__}: {error}"
    for place, found in runs:
        for number, (a, b) in enumerate(zip(found, expected)):
            message = (_exact_difference if case.is_exact else partial(difference, case.module, number))(
                np.asarray(a), np.asarray(b))
            if message is not None:
                return f"mismatch: result {number} ({place}): {message}"
    return None


@contextmanager
def _small_ones(setting: Setting) -> Any:
    """What is done to large tensors only is done to small ones, too; stores past the caches, which take the place of others, and
    rows in the program's memory where two workers share a kernel."""
    records: dict[str, dict[str, Any]] = {
        "back_to_back": {"worth_bytes": 0}, "rotation": {"worth_bytes": 0, "small_bytes": 0},
        "columns": {"large_elements": 1 << 11}, "streaming": {"all_bytes": 0, "row_bytes": 0, "row_of_ranges_bytes": 0},
        "fetching": {"least_distance": 1, "in_cache_bytes": 0},
        "baseline_tier": {"work": _ANY_WORK * setting.baseline_tier, "most_work": 0}, "transposes": {}}
    limits: dict[str, Any] = {}
    if setting.workers == 2:
        records["columns"] |= {"piece_bytes": 1 << 11, "enough_tasks": 2, "enough_passes": 0, "worth_a_call": 0}
        records["streaming"] |= {"result_bytes": 0}
        records["transposes"] |= {"large_bytes": 0, "least_bytes": 192, "short_bytes": 160}
        records |= {
            "splitting": {"large_elements": 1 << 9, "long_elements": 1 << 4, "few_results": 16},
            "caches": {"uncached_bytes": 0, "told_bytes": 0}, "scatter": {"shared_bytes": 0, "many": 0},
            "linear": {"long": 1, "sides": 2}, "blocking": {"colliding_pitch": 64},
            "matmul": {"many_rows": 2, "dot_depth": 1, "dot_rows": ((0, 64),), "widened_depth": 0, "combined_rows": ((0, 20),),
                       "combined_in_few_registers": ((0, 20),), "least_combined_bytes": 0},
            "vectors": {"sums_combined": 64, "columns_combined": 16, "smallest_task": 1 << 6, "near_bytes": 0},
            "products": {"rows": 4, "many": 4}, "loops": {"task_work": 1 << 6, "points": 0, "many_points": 0},
            "split_k": {"least_elements": 0, "least_pairs": 1}, "pad_k": {"many": 2},
            "small_loops": {"most_cost": 0}, "merging": {"worth_a_kernel": 0}}
        limits = {"windows_worth_it": 0, "windows_margin": 0, "phases_worth_it": 0, "phases_worth_one": 0, "complex_terms": 3}
        if setting.passes == "all":
            records["scratch"] = {"most_on_stack_bytes": 0}
    if setting.workers == 2 or setting.passes == "needed":
        records |= {"rows": {"least_called": 1}, "row_pipeline": {"least_rows": 1}, "run_moves": {"least_bytes": 0}}
    if setting.baseline_tier:
        records["transposes"] |= {"colliding_bytes": 1}
    with ExitStack() as patches:
        patches.enter_context(machine_with(**records))
        patches.enter_context(mock.patch.object(decompose.run, "__defaults__", (LIMITS._replace(**limits),)))
        patches.enter_context(mock.patch.multiple(scatter, _MANY=64, _TIMES=1))
        yield


def _runs(case: Case, setting: Setting) -> Any:
    if setting.zones:
        with mock.patch.dict(os.environ, HLOOM_GUARD="1"), mock.patch.object(Cache, "_process", Cache(None, 0)):
            yield "red zones", hloom.compile(case.module)(*case.arrays)
        return
    if setting.passes == "all":
        made = stages(case.module)
    else:
        # Processors as old as that convert f16 in a library that may not be there.
        target = "host" if setting.target == "sse" and "f16" in str(case.module) else setting.target
        made = lower(case.module, target, setting.workers, options=STRICT)
    for where, found in zip(("page after", "page before"), between_pages(made, *case.arrays)):
        yield where, [np.array(x) for x in found]


@cache
def _pool_of(workers: int) -> Pool:
    return Pool(workers)


@contextmanager
def _pool(workers: int) -> Any:
    pool = _pool_of(workers)
    with mock.patch.object(Pool, "get", lambda: pool):
        yield


# -- comparing ------------------------------------------------------------------------------------------------------------
def difference(module: Any, number: int, found: np.ndarray, expected: np.ndarray) -> str | None:
    """How a result differs by more than the operations that it depends on may."""
    operations = _operations_behind(module, number)
    if any(map(_depends_on_order, operations)):
        return None
    if any(op.mnemonic in CONTRACTIONS for op in operations) and found.dtype == expected.dtype:
        found, expected = (x + x.dtype.type(0) for x in (found, expected))  # sums may start from the first product or from +0
    if found.dtype == np.int8 == expected.dtype and any(
            op.mnemonic in CONTRACTIONS and isinstance(op.operands[0].type.element, QuantizedType) for op in operations):
        # Products are summed as floats; what lies in the middle between two steps may be rounded to either.
        return str(near) if (near := difference_of(found, expected, Tolerance(absolute=1))) else None
    if any(op.mnemonic in _SOLVERS for op in operations) and found.dtype.kind in "fc":
        lost = 1 << 12 if any(op.mnemonic != "fft" for op in operations) else 1 << 7
        if any(getattr(op, "call_target_name", "").startswith(_REDUCTIONS) for op in operations):
            lost = 1 << 16
        far = difference_of(found, expected, Tolerance(of_largest=lost * float(np.finfo(found.dtype).eps)))
        return str(far) if far else None
    if any(map(_adds_in_parts, operations)) and found.dtype.kind in "fc":
        # What lies in the middle between two whole numbers but for the rounding of sums goes to either.
        step = 1.0 if any(op.mnemonic in _TO_WHOLE for op in operations) else 0.0
        far = difference_of(found, expected, Tolerance(absolute=step, of_largest=(1 << 6) * float(np.finfo(found.dtype).eps)))
        return str(far) if far else None
    ulps, is_free = 0.0, False
    for op in operations:
        types: list[Any] = [v.type for v in (*op.operands, *op.results)]
        element = next((t.element for t in types if hasattr(t, "element")), None)
        if element is None:
            continue
        if op.is_complex if hasattr(op, "is_complex") else getattr(element, "is_complex", False):
            name = op.mnemonic.removeprefix("broadcast_")
            if name in COMPLEX or name in _COMPLEX_ULPS or name in _ULPS:
                ulps, is_free = max(ulps, _COMPLEX_ULPS.get(name, 16)), True
        ulps = max(ulps, _ULPS.get(op.mnemonic.removeprefix("broadcast_"), 0) if op.dialect != "stablehlo" or
                   getattr(element, "is_float", False) or op.mnemonic in ("fft",) else 0)
    different = apart(found, expected, ulps)
    if different and found.dtype.kind == "f" and [op.mnemonic for op in operations] in _WITH_ZEROS:
        different = difference_of(found, expected, Tolerance(ulps, absolute=_OF_TERMS * float(np.finfo(found.dtype).eps)))
    if different and is_free and found.shape == expected.shape:
        with np.errstate(all="ignore"):
            return _ordinary(found, expected, ulps)
    return str(different) if different else None


def _exact_difference(found: np.ndarray, expected: np.ndarray) -> str | None:
    """How a result differs that is exact but for the signs of its zeros: sums may start from the first term or from +0."""
    different = apart(found, expected, 1e-9 if expected.dtype.kind in "fcV" else 0)
    return str(different) if different else None


def _depends_on_order(op: Any) -> bool:
    """Whether a reduction combines by more than one operation: their order, which is free, may then be seen."""
    if op.mnemonic not in ("reduce", "reduce_window", "scatter", "select_and_scatter"):
        return False
    body = op.regions[-1].block.operations
    names = [inner.mnemonic for inner in body if not inner.is_terminator]
    element = op.results[0].type.element
    if names in (["add"], ["multiply"]) and getattr(element, "is_float", False) and element.width <= 16:
        # The evaluator rounds each step; halves of small whole numbers are exact as long as they are few.
        most = {"add": 24, "multiply": 6}[names[0]] if element.width == 16 else 3
        return sum(v.type.size for v in op.operands) > most
    is_product = op.mnemonic == "scatter" and names == ["multiply"] and getattr(element, "is_float", False)
    if is_product and op.updates[0].type.size > 64:
        return True  # the product of some is infinite, which times 0 is NaN, where one by one there is 0
    return len(names) != 1 and "compare" not in names


def _adds_in_parts(op: Any) -> bool:
    """Whether a scatter adds or multiplies floats, which it may do in parts."""
    if op.mnemonic != "scatter" or not (op.results[0].type.element.is_float or op.results[0].type.element.is_complex):
        return False
    return any(inner.mnemonic in ("add", "multiply") for inner in op.regions[-1].block.operations)


def _ordinary(found: np.ndarray, expected: np.ndarray, ulps: float) -> str | None:
    """The difference where both are finite and far from overflow: conventions of complex functions differ elsewhere."""
    if found.dtype.kind not in "cf":
        return None  # made from a complex number
    limit = np.sqrt(np.finfo(found.dtype).max)
    ordinary = np.isfinite(found) & np.isfinite(expected) & (np.abs(found) < limit) & (np.abs(expected) < limit)
    different = apart(np.where(ordinary, found, 0), np.where(ordinary, expected, 0), ulps)
    return str(different) if different else None


def _operations_behind(module: Any, number: int) -> list[Any]:
    """The operations on which a result depends, all of an operation with regions."""
    block = module.functions["main"].body.block
    pending, seen, found = [block.terminator.operands[number]], set(), []
    while pending:
        v = pending.pop()
        op = getattr(v, "owner", None)
        if v in seen or op not in block.operations:
            continue
        seen.add(v)
        inner = list(op.walk()) if op is not None else []
        found += inner
        pending.extend(operand for each in inner for operand in each.operands)
    return found


