"""Random calls of LAPACK as JAX's exports have them, with those of their results that there is one answer for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.numbers.element_type import element_type
from tests.codegen.test_lapack_calls import COMPLEX, LETTERS, PART, adjoint, call_text, tensor
from tests.ops.drawing.language import Rng, pick

Drawn = tuple[str, list[np.ndarray]]
TYPES = list(LETTERS)
#: Orders around those of registers and of blocks of the library's.
SIZES = [1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40, 65]


def _numbers(rng: Rng, shape: Sequence[int], element: str) -> np.ndarray:
    found = rng.standard_normal(tuple(shape))
    if element in PART:
        found = found + 1j * rng.standard_normal(tuple(shape))
    return np.asarray(found).astype(element_type(element).dtype)


def _batch(rng: Rng, cost: int) -> tuple[int, ...]:
    """A batch of few matrices, or of so many that they lie side by side."""
    found = pick(rng, [(), (), (1,), (2,), (2, 2), (0,), (17,), (40,)])
    return found if int(np.prod(found)) * cost <= 20_000 else ()


def _call(name: str, element: str, options: dict[str, Any], arrays: list[np.ndarray], results: list[str],
          wanted: Sequence[int]) -> Drawn:
    kinds = {"i": "i32"}
    operands = [tensor(a.shape, kinds.get(a.dtype.kind, element)) for a in arrays]
    text = call_text(name, element, options, operands, results, wanted)
    return f"func.func @main{text}", arrays


def elimination(rng: Rng) -> Drawn:
    """getrf, geqrf, geqp3, orgqr, ormqr: every result is unique."""
    element, (rows, columns) = pick(rng, TYPES), (int(pick(rng, SIZES)) for _ in range(2))
    batch, least = _batch(rng, rows * columns), min(rows, columns)
    a = _numbers(rng, (*batch, rows, columns), element)
    t, whole = tensor(a.shape, element), "un" if element in PART else "or"
    less, name = tensor((*batch, least), element), pick(rng, ["getrf", "getrf", "geqrf", "geqrf", "geqp3", "gqr", "gqr", "mqr"])
    if name == "getrf":
        if rng.random() < 0.2 and a.size:
            a[..., int(rng.integers(columns))] = 0  # a matrix without an inverse
        return _call(name, element, {}, [a], [t, tensor((*batch, least), "i32"), tensor(batch, "i32")], range(3))
    if name == "geqrf":
        return _call(name, element, {}, [a], [t, less], range(2))
    if name == "geqp3":
        fixed = (rng.random((*batch, columns)) < 0.2).astype(np.int32)
        return _call(name, element, {}, [a, fixed], [t, tensor(fixed.shape, "i32"), less], range(3))
    packed = _numbers(rng, (*batch, max(rows, columns), least), element)
    tau = _numbers(rng, (*batch, int(rng.integers(1, least + 1))), element)
    tau /= tau.dtype.type(np.square(np.abs(packed)).sum(-2).max(initial=1) + 1)  # as small as that numbers do not grow
    if name == "gqr":
        return _call(whole + name, element, {}, [packed, tau], [tensor(packed.shape, element)], [0])
    left, others = bool(rng.random() < 0.5), int(pick(rng, SIZES))
    c = _numbers(rng, (*batch, packed.shape[-2], others) if left else (*batch, others, packed.shape[-2]), element)
    return _call(whole + name, element, {"left": left, "transpose": bool(rng.random() < 0.5)}, [packed, tau, c],
                 [tensor(c.shape, element)], [0])


def eigenvalues(rng: Rng) -> Drawn:
    """syevd, gesdd, gesvd, gehrd, sytrd: values, and forms that are unique; geev and gees in double precision, where all comes
    from one routine, and forms of large matrices, whose last numbers hold all that was rounded before."""
    name = pick(rng, ["syevd", "syevd", "gesdd", "gesdd", "gesvd", "gehrd", "sytrd", "geev", "gees"])
    n, half = int(pick(rng, SIZES)), pick(rng, ["L", "U"])
    is_double = name in ("geev", "gees") or (name in ("gehrd", "sytrd") and n > 33)
    element = pick(rng, TYPES if not is_double else [t for t in TYPES if PART.get(t, t) == "f64"])
    part, is_complex = str(PART.get(element, element)), element in PART
    columns = int(pick(rng, SIZES)) if name in ("gesdd", "gesvd") else n
    batch = _batch(rng, 30 * n * columns)
    a, info, least = _numbers(rng, (*batch, n, columns), element), tensor(batch, "i32"), min(n, columns)
    t, values = tensor(a.shape, element), tensor((*batch, least), part)
    if name in ("gesdd", "gesvd"):
        mode = pick(rng, ["A", "S", "N"])
        left, right = (n, columns) if mode == "A" else (least, least)
        return _call(name, element, {"mode": mode}, [a], [t, values, tensor((*batch, n, left), element),
                     tensor((*batch, right, columns), element), info], [0, 1, 4])
    if name == "gehrd":
        low = int(rng.integers(1, n + 1))
        return _call(name, element, {"low": low, "high": int(rng.integers(low, n + 1))}, [a],
                     [t, tensor((*batch, n - 1), element), info], range(3))
    if name in ("syevd", "sytrd"):
        a = a + adjoint(a)
        if name == "syevd":
            return _call("heevd" if is_complex else name, element, {"mode": pick(rng, ["V", "N"]), "uplo": half}, [a],
                         [t, values, info], [1, 2])
        less = tensor((*batch, n - 1), part)
        return _call("hetrd" if is_complex else name, element, {"uplo": half}, [a],
                     [t, values, less, tensor((*batch, n - 1), element), info], range(5))
    parts = [tensor((*batch, n), element)] * (1 if is_complex else 2)
    if name == "gees":
        return _call(name, element, {"mode": "N", "sort": "N"}, [a], [t, t, *parts, info, info], range(1, 4 + len(parts)))
    vectors = tensor(a.shape, str(COMPLEX.get(element, element)))
    options = {"compute_left": "N", "compute_right": pick(rng, ["V", "N"])}
    return _call(name, element, options, [a], [*parts, vectors, vectors, info], range(len(parts) + 3))


def tridiagonal(rng: Rng) -> Drawn:
    """Systems whose diagonal outweighs what is beside it."""
    element, n, sides = pick(rng, TYPES), int(pick(rng, SIZES)), int(pick(rng, [1, 2, 5]))
    batch = _batch(rng, n * sides)
    arrays = [_numbers(rng, (*batch, n), element) for _ in range(3)] + [_numbers(rng, (*batch, n, sides), element)]
    arrays[1] = arrays[1] + arrays[1].dtype.type(20)
    types = [tensor(a.shape, element) for a in arrays]
    return _call("gtsv", element, {}, arrays, [*types, tensor(batch, "i32")], [3, 4])


def restated(rng: Rng) -> Drawn:
    """Calls by other names, which become calls of LAPACK, or loops where it has no routine."""
    name = pick(rng, ["Qr", "LuDecomposition", "cu_lu_pivots_to_permutation", "cu_cholesky_update_ffi",
                      "tridiagonal_solve_perturbed_ffi"])
    element, (rows, columns) = pick(rng, TYPES), (int(pick(rng, SIZES)) for _ in range(2))
    batch, least = _batch(rng, rows * columns), min(rows, columns)
    if name in ("Qr", "LuDecomposition"):
        arrays, t = [_numbers(rng, (*batch, rows, columns), element)], tensor((*batch, rows, columns), element)
        types, results = [t], [t, tensor((*batch, least), element)]
        if name == "LuDecomposition":
            results = [t, tensor((*batch, least), "i32"), tensor((*batch, rows), "i32")]
    elif name == "cu_lu_pivots_to_permutation":
        arrays = [rng.integers(0, rows, (*batch, least)).astype(np.int32)]
        types, results = [tensor((*batch, least), "i32")], [tensor((*batch, rows), "i32")]
    elif name == "cu_cholesky_update_ffi":
        element = str(PART.get(element, element))
        factor = np.triu(_numbers(rng, (*batch, rows, rows), element)) + 3 * np.eye(rows)
        arrays = [factor.astype(element_type(element).dtype), _numbers(rng, (*batch, rows), element)]
        types = results = [tensor(a.shape, element) for a in arrays]
    else:
        _, arrays = tridiagonal(rng)
        element = {"f": "f32", "d": "f64", "F": "complex<f32>", "D": "complex<f64>"}[arrays[0].dtype.char]
        types = [tensor(a.shape, element) for a in arrays]
        results = types[3:]
    returned = results[:1] if name == "cu_cholesky_update_ffi" else results  # what is left of the vector is what rounding left
    found, names = ("%r", "%r") if len(results) == 1 else (
        f"%r:{len(results)}", ", ".join(f"%r#{k}" for k in range(len(returned))))
    parameters = ", ".join(f"%a{k}: {t}" for k, t in enumerate(types))
    text = f"""func.func @main({parameters}) -> ({", ".join(returned)}) {{
  {found} = stablehlo.custom_call @{name}({", ".join(f"%a{k}" for k in range(len(types)))})
    : ({", ".join(types)}) -> ({", ".join(results)})
  return {names} : {", ".join(returned)}
}}"""
    return text, arrays


LAPACK: dict[str, Callable[[Rng], Drawn]] = {"elimination": elimination, "eigenvalues": eigenvalues, "tridiagonal": tridiagonal,
                                             "restated": restated}
