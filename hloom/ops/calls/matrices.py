"""The custom calls of XlaBuilder's library for matrices: `Qr`, `ProductOfElementaryHouseholderReflectors`, `LuDecomposition`
and `Eigh`. XLA expands them for most devices; they mean what LAPACK's routines do, with rows numbered from 0."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hloom.ops.calls import householder
from hloom.ops.calls.lapack import Options, batched, getrf, syevd

Array = Any


def qr(options: Options, a: Array) -> Any:
    return householder.qr(a)


def product_of_reflectors(options: Options, packed: Array, taus: Array) -> Any:
    return (householder.generate(packed, taus),)


def lu(options: Options, a: Array) -> Any:
    """(L below the unit diagonal and U, the row that row k was exchanged with, the rows of `a` in their order after that)."""
    packed, pivots, _ = getrf(options, a)
    order = np.arange(a.shape[0], dtype=np.int32)
    for k, other in enumerate(pivots - 1):
        order[[k, other]] = order[[other, k]]
    return packed, pivots - 1, order


def _eigenvectors(uplo: str, options: Options, a: Array) -> Any:
    return syevd({"mode": "V", "uplo": uplo}, a)[:2]


def eigh(op: Any, a: Array) -> Any:
    """(eigenvectors as columns, eigenvalues in rising order). The call's text says `lower,sort,max_iter,tolerance`; neither the
    number of iterations nor the tolerance matters, as the result is as exact as the type."""
    return batched(partial(_eigenvectors, "L" if reads_lower(op) else "U"), (2,))(op, a)


def reads_lower(op: Any) -> bool:
    """Whether `Eigh` reads the lower triangle."""
    text = str(getattr(op.backend_config, "value", op.backend_config) or "1")
    return text.split(",")[0].strip() != "0"


#: By their targets.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = {
    "Qr": batched(qr, (2,)), "ProductOfElementaryHouseholderReflectors": batched(product_of_reflectors, (2, 1)),
    "LuDecomposition": batched(lu, (2,)), "Eigh": eigh,
}
