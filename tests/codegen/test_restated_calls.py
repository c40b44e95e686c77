"""XlaBuilder's library for matrices, and what LAPACK has no routine for, compiled: against the evaluator or by what it is for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime.dispatch import lapack
from tests.codegen.test_lapack_calls import PART, Shape, numbers, tensor

TOLERANCES = {"f64": 1e-11, "complex<f64>": 1e-11, "bf16": 6e-2, "f16": 8e-3}


def compiled(module: hloom.Module) -> Any:
    """What nothing of is left to the evaluator, where there is a LAPACK."""
    executable = hloom.compile(module)
    assert not executable.fallbacks or lapack.routine("sgesdd") is None
    return executable


def module_of(call: str, operands: list[str], results: list[str]) -> hloom.Module:
    """A function that is a call of these types."""
    made = ", ".join(results)
    names = ", ".join(f"%a{k}" for k in range(len(operands)))
    parameters = ", ".join(f"%a{k}: {type}" for k, type in enumerate(operands))
    found, returned = ("%r", "%r") if len(results) == 1 else (
        f"%r:{len(results)}", ", ".join(f"%r#{k}" for k in range(len(results))))
    return hloom.parse(f"""func.func @main({parameters}) -> ({made}) {{
      {found} = stablehlo.custom_call @{call.replace("()", f"({names})")} : ({", ".join(operands)}) -> ({made})
      return {returned} : {made}
    }}""")


def wide(x: np.ndarray) -> np.ndarray:
    return x.astype(np.complex128)


@pytest.mark.parametrize("type", ["f32", "f64", "complex<f32>", "complex<f64>", "bf16", "f16"])
@pytest.mark.parametrize("shape", [(3, 3), (2, 5, 3), (2, 3, 4, 7), (1, 1), (33, 17)])
def test_reflections_and_elimination(type: str, shape: Shape) -> None:
    a, tolerance = numbers(shape, type), TOLERANCES.get(type, 2e-5)
    *batch, m, n = shape
    count, matrix = min(m, n), tensor(shape, type)
    module = module_of("Qr()", [matrix], [matrix, tensor((*batch, count), type)])
    packed, factors = compiled(module)(a)
    for found, wanted in zip((packed, factors), hloom.evaluate(module, a), strict=True):
        np.testing.assert_allclose(wide(found), wide(wanted), rtol=tolerance, atol=tolerance)
    if m >= n:
        module = module_of("ProductOfElementaryHouseholderReflectors()", [matrix, tensor((*batch, count), type)], [matrix])
        (q,) = compiled(module)(packed, factors)
        np.testing.assert_allclose(wide(q) @ np.triu(wide(packed))[..., :n, :], wide(a), atol=4 * tolerance)

    module = module_of("LuDecomposition()", [matrix], [matrix, tensor((*batch, count), "i32"), tensor((*batch, m), "i32")])
    lu, pivots, order = compiled(module)(a)
    lower = np.tril(wide(lu)[..., :count], -1) + np.eye(m, count)
    rows = np.take_along_axis(wide(a), order[..., np.newaxis], -2)
    np.testing.assert_allclose(lower @ np.triu(wide(lu)[..., :count, :]), rows, atol=4 * tolerance)
    for exchanged, found in zip(pivots.reshape(-1, count), order.reshape(-1, m), strict=True):
        wanted = np.arange(m)
        for k, other in enumerate(exchanged):
            wanted[[k, other]] = wanted[[other, k]]
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize("config", ["", ' {backend_config = "1,1,15,1e-5"}', ' {backend_config = "0,1,15,1e-5"}'])
@pytest.mark.parametrize("type", ["f32", "complex<f64>", "bf16"])
def test_eigenvectors(type: str, config: str) -> None:
    a, tolerance = numbers((2, 6, 6), type), TOLERANCES.get(type, 2e-5)
    matrix = tensor(a.shape, type)
    module = module_of(f"Eigh(){config}", [matrix], [matrix, tensor((2, 6), PART.get(type, type))])
    vectors, values = map(wide, compiled(module)(a))
    half = np.triu(wide(a)) if '"0' in config else np.conj(np.tril(wide(a)).swapaxes(1, 2))
    whole = half + np.conj(np.triu(half, 1).swapaxes(1, 2))
    whole[:, range(6), range(6)] = whole[:, range(6), range(6)].real
    np.testing.assert_allclose(whole @ vectors, vectors * values[:, np.newaxis], atol=4 * tolerance)


@pytest.mark.parametrize("type", ["f32", "f64", "complex<f32>"])
@pytest.mark.parametrize("n, sides", [(9, 2), (1, 3), (2, 1)])
def test_tridiagonal_systems_one_of_which_is_singular(type: str, n: int, sides: int) -> None:
    below, diagonal, above = (numbers((3, n), type, seed) for seed in range(3))
    right = numbers((3, n, sides), type, 4)
    middle = n // 2
    diagonal[1, middle], below[1, middle : middle + 2], above[1, max(middle - 1, 0) : middle + 1] = 0, 0, 0
    row, matrix = tensor((3, n), type), tensor(right.shape, type)
    module = module_of("tridiagonal_solve_perturbed_ffi()", [row, row, row, matrix], [matrix])
    (found,), (wanted,) = compiled(module)(below, diagonal, above, right), hloom.evaluate(module, below, diagonal, above, right)
    assert np.isfinite(found).all() and np.abs(found[1]).max() > 1e6
    tolerance = 1e-9 if type == "f64" else 1e-3
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("type, least", [("f32", 1e-45), ("f64", 5e-324), ("f32", 0), ("f64", 0)])
def test_pivots_of_the_least_numbers_move(type: str, least: float) -> None:
    """Half the spacing of numbers at such a size is 0, by which a pivot would stay where it is for ever."""
    row, matrix = tensor((3,), type), tensor((3, 1), type)
    module = module_of("tridiagonal_solve_perturbed_ffi()", [row, row, row, matrix], [matrix])
    beside, right = np.zeros(3), np.ones((3, 1))
    arrays = [x.astype(type.replace("f", "float")) for x in (beside, np.array([least, 0, 0]), beside, right)]
    for run in (hloom.evaluate, compiled(module)):
        (found,) = run(*((module, *arrays) if run is hloom.evaluate else arrays))
        assert np.isfinite(found).all() and np.abs(found).min() > 1e6


@pytest.mark.parametrize("call, operands, results", [
    ("Qr()", [(3, 4)], [(3, 4)]), ("Qr()", [(3, 4)], [(3, 4), (4,)]), ("LuDecomposition()", [(3, 4)], [(3, 4), (3,)]),
    ("Qr()", [(4,)], [(4,), (1,)]), ("cusolver_gesvd_ffi()", [(3, 3)], [(3, 3), (3,)]),
    ("cusolver_orgqr_ffi()", [(3, 3)], [(3, 3)]),
    ("cusolver_geev_ffi() {mhlo.backend_config = {left = true}}", [(3, 3)], [(3, 3)] * 5),
    ("cu_lu_pivots_to_permutation()", [(5,)], [(3,)]), ("cu_lu_pivots_to_permutation()", [(5,)], [()]),
    ("cu_cholesky_update_ffi()", [(3, 3), (4,)], [(3, 3), (4,)]),
    ("cusolver_syrk_ffi()", [(3, 2), (3, 4), (), ()], [(3, 4)]),
])
def test_calls_that_do_not_fit_end_as_the_evaluator_ends_them(call: str, operands: list[Shape], results: list[Shape]) -> None:
    module = module_of(call, [tensor(s, "f32") for s in operands], [tensor(s, "f32") for s in results])
    arrays = [np.ones(s, np.float32) for s in operands]
    for run in (hloom.evaluate, lambda module, *arrays: hloom.compile(module)(*arrays)):
        with pytest.raises(hloom.UserError):
            run(module, *arrays)
