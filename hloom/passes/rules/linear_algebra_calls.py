"""Calls of linear algebra by other names than LAPACK's, restated as calls of LAPACK, which are compiled.

    cusolver_getrf_ffi(a) -> lapack_sgetrf_ffi(a)
    lapack_ssyevd(1, batch, n, a) -> lapack_ssyevd_ffi(a) {mode = "V", uplo = "L"}
    Eigh(a) -> results 0 and 1 of lapack_ssyevd_ffi(a)

They are those of exports for GPUs and of older ones for the CPU (`reference/device_calls` says what they mean), and of
XlaBuilder's library for matrices (`reference/xla_calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hloom.ir.attributes import BoolAttr, DictionaryAttr, IntegerAttr
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import C64, C128, ELEMENT_TYPES, F32, F64, I32, ElementType
from hloom.ops.calls import devices, lapack, matrices
from hloom.ops.calls.lapack import Options
from hloom.ops.calls.row_loops import (
    order_of_rows,
    perturbed_solution,
    symmetric_product,
    updated_factor,
)
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.conversion import Complex, Convert, Imag, Real
from hloom.ops.stablehlo.custom_call import TYPED_FFI, CustomCall
from hloom.ops.stablehlo.elementwise import Multiply, Negate, Subtract
from hloom.ops.stablehlo.movement import BroadcastInDim, Transpose
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.passes.rules.matching import integer, is_static, splat
from hloom.reference.custom_calls import CUSTOM_CALLS

TABLE = RuleTable()

#: What stands for a call with these options (in older exports: these operands before the matrices): its results, or None where
#: the call is malformed.
Restatement = Callable[[Builder, Any, Any], Sequence[Value] | None]
_LETTERS = {F32: "s", F64: "d", C64: "c", C128: "z"}
_COMPLEX_NAMES = {"orgqr": "ungqr", "ormqr": "unmqr", "syevd": "heevd", "sytrd": "hetrd"}
_KNOWN: Mapping[str, Any] = {**devices.CUSTOM_CALLS, **matrices.CUSTOM_CALLS,
                             "tridiagonal_solve_perturbed_ffi": lapack.CUSTOM_CALLS["tridiagonal_solve_perturbed_ffi"]}


def call_lapack(b: Builder, routine: str, operands: Sequence[Any], types: Sequence[Any], **options: bool | str) -> list[Value]:
    """The results, of these types, of LAPACK's routine for operands of its four types."""
    element = operands[0].element
    name = _COMPLEX_NAMES.get(routine, routine) if element.is_complex else routine
    made = b(CustomCall, list(operands), result_types=list(types), call_target_name=f"lapack_{_LETTERS[element]}{name}_ffi",
             api_version=TYPED_FFI, backend_config=DictionaryAttr({k: _attribute(v) for k, v in options.items()}))
    return [made] if len(types) == 1 else list(made)


def _attribute(value: bool | str) -> BoolAttr | IntegerAttr:
    return BoolAttr(value) if isinstance(value, bool) else IntegerAttr(ord(value), ELEMENT_TYPES["ui8"])


def _matrices(like: Any, *shapes: Sequence[int], of: ElementType | None = None) -> list[TensorType]:
    """Types of as many results as shapes, for each matrix of the batch of `like`."""
    return [TensorType((*like.shape[:-2], *shape), of or like.element) for shape in shapes]


def _types(op: Any) -> list[Any]:
    return [r.type for r in op.results]


def _half(options: Options) -> str:
    return "L" if options["lower"] else "U"


def _mode(options: Options) -> str:
    """Which singular vectors are wanted: all, as many as there are values, or none."""
    return "N" if not options["compute_uv"] else "A" if options["full_matrices"] else "S"


# -- exports for GPUs -----------------------------------------------------------------------------------------------------------
def _same(routine: str, *names: str) -> Restatement:
    """The same routine with the same options, of which those of these names matter."""
    return lambda b, op, o: call_lapack(b, routine, op.operands, _types(op), **{name: o[name] for name in names})


def _of_a_half(routine: str, **more: str) -> Restatement:
    return lambda b, op, o: call_lapack(b, routine, op.operands, _types(op), uplo=_half(o), **more)


def _decomposed(b: Builder, operand: Any, types: Sequence[Any], options: Options) -> list[Value]:
    """(a, singular values, U, Vᴴ, info) of these types."""
    return call_lapack(b, "gesdd", [operand], types, mode=_mode(options))


def _gesvd(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    if len(op.results) != 5:
        return None
    a, s, left, right, info = _types(op)
    if not options["transposed"]:
        return _decomposed(b, op.operands[0], [a, s, left, right, info], options)
    whole, values, u, vh, status = _decomposed(b, op.operands[0], [a, s, right, left, info], options)
    return whole, values, vh, u, status


def _gesvdj(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    if len(op.results) != 5:
        return None
    a, s, left, right, info = _types(op)
    turned = _matrices(op.results[3], (right.shape[-1], right.shape[-2]))
    whole, values, u, vh, status = _decomposed(b, op.operands[0], [a, s, left, *turned, info], options)
    return whole, values, u, _adjoint(b, vh), status


def _adjoint(b: Builder, x: Any) -> Value:
    rank = len(x.shape)
    turned = b(Transpose, x, permutation=(*range(rank - 2), rank - 1, rank - 2))
    return b(Complex, b(Real, turned), b(Negate, b(Imag, turned))) if x.element.is_complex else turned


def _eig(b: Builder, operand: Any, types: Sequence[Any], options: Options) -> list[Value]:
    sides = {"compute_left": "V" if options["left"] else "N", "compute_right": "V" if options["right"] else "N"}
    return call_lapack(b, "geev", [operand], types, **sides)


def _eigenvectors(b: Builder, op: Any, options: Options) -> Sequence[Value]:
    return _eig(b, op.operands[0], _types(op), options)


def _geev(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    a = op.operands[0]
    if len(op.results) != 5:
        return None
    _, values, left, right, info = _types(op)
    if a.element.is_complex:
        return [a, *_eig(b, a, [values, left, right, info], options)]
    n, wide = a.shape[-1], values.element
    parts = _matrices(a, (n,), (n,))
    real, imaginary, *vectors, status = _eig(b, a, [*parts, *_matrices(a, (n, n), (n, n), of=wide), info], options)
    batch = tuple(range(len(a.shape) - 2))
    zeros = b.splat(0, imaginary.type)  # type: ignore[arg-type]
    is_second = b(Compare, imaginary, zeros, comparison_direction="LT")
    is_second = b(BroadcastInDim, is_second, broadcast_dimensions=(*batch, len(batch) + 1),
                  result_types=_matrices(a, (n, n), of=ELEMENT_TYPES["i1"]))
    # Of a pair the vectors are conjugate to each other: the second column has the first one's imaginary part.
    packed = [b(Select, is_second, b(Negate, b(Imag, v)), b(Real, v)) for v in vectors]
    return a, b(Complex, real, imaginary), *packed, status


def _gtsv(b: Builder, op: Any, options: Options) -> Sequence[Value]:
    info = _matrices(op.operands[3], (), of=I32)
    return call_lapack(b, "gtsv", op.operands, [v.type for v in op.operands] + info)[3:4]


def _order(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    pivots, rows = op.operands[0], op.results[0].type.shape[-1]
    is_order = pivots.shape[-1] <= rows and pivots.element == op.results[0].type.element == I32
    return [order_of_rows(b, pivots, rows)] if is_order else None


def _updated(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    factor, vector = op.operands
    n = vector.shape[-1]
    return updated_factor(b, factor, vector) if factor.shape[-2:] == (n, n) and vector.element in (F32, F64) else None


def _perturbed(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    n = op.operands[0].shape[-1]
    is_system = all(v.shape[-1] == n for v in op.operands[:3]) and op.operands[3].shape[-2] == n
    return [perturbed_solution(b, *op.operands)] if is_system and op.operands[3].element in _LETTERS else None


def _syrk(b: Builder, op: Any, options: Options) -> Sequence[Value] | None:
    a, c, alpha, beta = op.operands
    is_square = c.shape[-1] == c.shape[-2] == a.shape[-1 if options.get("transpose") else -2]
    if not is_square or a.element not in (F32, F64) or alpha.shape or beta.shape:
        return None
    return [symmetric_product(b, a, c, alpha, beta, bool(options.get("transpose")))]


#: By the name behind that of the device: the ranks of operands without their batch, and what stands for the call.
_FOR_GPUS: dict[str, tuple[Sequence[int], Restatement]] = {
    "solver_potrf_ffi": ((2,), _of_a_half("potrf")), "solver_syevd_ffi": ((2,), _of_a_half("syevd", mode="V")),
    "solver_sytrd_ffi": ((2,), _of_a_half("sytrd")), "solver_getrf_ffi": ((2,), _same("getrf")),
    "blas_getrf_batched_ffi": ((2,), _same("getrf")), "solver_geqrf_ffi": ((2,), _same("geqrf")),
    "blas_geqrf_batched_ffi": ((2,), _same("geqrf")), "hybrid_geqp3": ((2, 1), _same("geqp3")),
    "solver_orgqr_ffi": ((2, 1), _same("orgqr")), "solver_ormqr_ffi": ((2, 1, 2), _same("ormqr", "left", "transpose")),
    "solver_gesvd_ffi": ((2,), _gesvd), "solver_gesdd_ffi": ((2,), _gesvd), "solver_gesvdj_ffi": ((2,), _gesvdj),
    "solver_gesvdp_ffi": ((2,), _gesvdj), "hybrid_eig_real": ((2,), _eigenvectors), "hybrid_eig_comp": ((2,), _eigenvectors),
    "solver_geev_ffi": ((2,), _geev), "sparse_gtsv2_ffi": ((1, 1, 1, 2), _gtsv), "_lu_pivots_to_permutation": ((1,), _order),
    "_cholesky_update_ffi": ((2, 1), _updated), "_tridiagonal_solve_perturbed": ((1, 1, 1, 2), _perturbed),
    "solver_syrk_ffi": ((2, 2, 0, 0), _syrk),
}


# -- older exports for the CPU --------------------------------------------------------------------------------------------------
def _older(routine: str, results: int, *names: str, **options: Callable[[Options], Any]) -> Restatement:
    """A routine with so many results behind which is memory to work in. Before its matrices come numbers, the first of these
    names; the options are made of them."""
    def restated(b: Builder, op: Any, numbers: Sequence[Value]) -> Sequence[Value] | None:
        named = dict(zip(names, map(integer, numbers)))
        if len(named) < len(names) or None in named.values():
            return None
        made = call_lapack(b, routine, op.operands[len(numbers) :], _types(op)[:results],
                           **{name: f(named) for name, f in options.items()})
        return [*made, *(b.splat(0, type) for type in _types(op)[results:])]

    return restated


def _older_trsm(b: Builder, op: Any, numbers: Sequence[Value]) -> Sequence[Value] | None:
    if len(numbers) < 8:
        return None
    left, lower, transpose, unit = options = [integer(v) for v in numbers[:4]]
    factor, (a, c) = splat(numbers[7]), op.operands[len(numbers) :]
    if None in options or factor is None:
        return None
    (made,) = call_lapack(b, "trsm", [a, c], [c.type], side="L" if left else "R", uplo="L" if lower else "U",
                          trans_x="NTC"[transpose or 0], diag="U" if unit else "N")
    return [b(Multiply, made, b.splat(factor, c.type)), *(b.splat(0, type) for type in _types(op)[1:])]


#: By the name behind the letter of the type.
_OLDER: dict[str, tuple[Sequence[int], Restatement]] = {
    "potrf": ((2,), _older("potrf", 2, "lower", uplo=_half)), "getrf": ((2,), _older("getrf", 3)),
    "geqrf": ((2,), _older("geqrf", 2)), "orgqr": ((2, 1), _older("orgqr", 1)), "ungqr": ((2, 1), _older("orgqr", 1)),
    **dict.fromkeys(("syevd", "heevd"), ((2,), _older("syevd", 3, "lower", uplo=_half, mode=lambda _: "V"))),
    "gesdd": ((2,), _older("gesdd", 5, "full_matrices", "compute_uv", mode=_mode)), "trsm": ((2, 2), _older_trsm),
}


# -- XlaBuilder's library -------------------------------------------------------------------------------------------------------
def _wide(b: Builder, x: Any) -> Any:
    """Numbers of one of LAPACK's types: narrower ones in f32."""
    return x if x.element in _LETTERS else b.converted(x, F32)


def _of_type(b: Builder, x: Any, type: Any) -> Value:
    return x if x.type == type else b(Convert, x, result_types=[type])


def _qr(b: Builder, op: Any, _: Options) -> Sequence[Value]:
    a = _wide(b, op.operands[0])
    made = call_lapack(b, "geqrf", [a], [TensorType(r.type.shape, a.element) for r in op.results])
    return [_of_type(b, x, r.type) for x, r in zip(made, op.results)]


def _reflections(b: Builder, op: Any, _: Options) -> Sequence[Value]:
    a, taus = (_wide(b, x) for x in op.operands)
    return [_of_type(b, x, op.results[0].type) for x in call_lapack(b, "orgqr", [a, taus], [a.type])]


def _lu(b: Builder, op: Any, _: Options) -> Sequence[Value] | None:
    if len(op.results) != 3:
        return None
    a = _wide(b, op.operands[0])
    pivots = op.results[1].type
    packed, exchanged, _info = call_lapack(b, "getrf", [a], [a.type, pivots, *_matrices(a, (), of=I32)])
    exchanged = b(Subtract, exchanged, b.splat(1, pivots))
    return _of_type(b, packed, op.results[0].type), exchanged, order_of_rows(b, exchanged, a.shape[-2])


def _eigh(b: Builder, op: Any, _: Options) -> Sequence[Value]:
    a = _wide(b, op.operands[0])
    values = _matrices(a, (a.shape[-1],), of=a.element.part if a.element.is_complex else a.element)
    uplo = "L" if matrices.reads_lower(op) else "U"
    made = call_lapack(b, "syevd", [a], [a.type, *values, *_matrices(a, (), of=I32)], mode="V", uplo=uplo)
    return [_of_type(b, x, r.type) for x, r in zip(made, op.results)]


_OF_XLA: dict[str, tuple[Sequence[int], Restatement]] = {
    "Qr": ((2,), _qr), "ProductOfElementaryHouseholderReflectors": ((2, 1), _reflections), "LuDecomposition": ((2,), _lu),
    "Eigh": ((2,), _eigh),
}


# -- the rule -------------------------------------------------------------------------------------------------------------------
#: By targets: whether numbers come before the matrices, the ranks of these, and what stands for the call.
_RESTATED: dict[str, tuple[bool, Sequence[int], Restatement]] = {
    **{f"{device}{name}": (False, *known) for device in ("cu", "hip") for name, known in _FOR_GPUS.items()},
    **{f"{library}_{letter}{name}": (True, *known) for library in ("lapack", "blas") for letter in _LETTERS.values()
       for name, known in _OLDER.items()},
    **{name: (False, *known) for name, known in _OF_XLA.items()},
    "tridiagonal_solve_perturbed_ffi": (False, (1, 1, 1, 2), _perturbed),
}


@TABLE.rule("cusolver_f_ffi(x) -> lapack_f_ffi(x)", CustomCall)
def call_of_lapack(op: Any, b: Builder) -> Replacement:
    name = op.call_target_name
    function = _KNOWN.get(name)
    if function is None or CUSTOM_CALLS.get(name) is not function or op.has_side_effect:
        return None
    if op.shape_operands() or not op.results or not all(map(is_static, (*op.operands, *op.results))):
        return None
    has_numbers, ranks, restated = _RESTATED[name]
    count = len(op.operands) - len(ranks)
    numbers, arrays = op.operands[: max(count, 0)], op.operands[max(count, 0) :]
    if count < 0 or (count > 0 and not has_numbers) or any(v.shape for v in numbers) or not _are_of_a_batch(arrays, ranks):
        return None
    try:
        made = restated(b, op, numbers if has_numbers else lapack.options_of(op))
    except (KeyError, IndexError):  # an option or a dimension that is missing: the evaluator says so, if the call is reached
        return None
    if made is None or [v.type for v in made] != _types(op):
        return None
    return list(made) if len(made) > 1 else made[0]


def _are_of_a_batch(arrays: Sequence[Any], ranks: Sequence[int]) -> bool:
    """Whether arrays have at least these ranks, and before them the same sizes; matrices elements, of types that go together."""
    if any(len(v.shape) < rank or 0 in v.shape[len(v.shape) - rank :] for v, rank in zip(arrays, ranks)):
        return False
    batches = {v.shape[: len(v.shape) - rank] for v, rank in zip(arrays, ranks) if rank}
    return len(batches) == 1 and len({v.element for v in arrays if v.element.is_float or v.element.is_complex}) <= 1
