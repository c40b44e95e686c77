"""Calls of linear algebra by other names than LAPACK's, restated as calls of LAPACK, which are compiled.

    cusolver_getrf_ffi(a) -> lapack_sgetrf_ffi(a)
    lapack_ssyevd(1, batch, n, a) -> lapack_ssyevd_ffi(a) {mode = "V", uplo = "L"}
    Eigh(a) -> results 0 and 1 of lapack_ssyevd_ffi(a)

They are those of exports for GPUs, of older ones for the CPU, and of XlaBuilder's library for matrices; `devices` says what they
compute, and names the functions here. Each takes a builder, the call, and its options (in older exports: its operands before the
matrices); it gives the call's results, or None where the call is malformed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hloom.ir.attributes import BoolAttr, DictionaryAttr, IntegerAttr
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, F32, F64, I32, ElementType
from hloom.ops.calls.devices import half, mode, sides, triangle
from hloom.ops.calls.lapack import CALLS_OF, LETTERS, Options, options_of
from hloom.ops.calls.row_loops import order_of_rows, perturbed_solution, symmetric_product, updated_factor
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.conversion import Complex, Convert, Imag, Real
from hloom.ops.stablehlo.creation import integer, is_static, splat
from hloom.ops.stablehlo.custom_call import TYPED_FFI, CustomCall
from hloom.ops.stablehlo.elementwise import Multiply, Negate, Subtract
from hloom.ops.stablehlo.movement import BroadcastInDim, Transpose

Restated = Sequence[Value] | None


def call_lapack(b: Builder, routine: str, operands: Sequence[Any], types: Sequence[Any], **options: bool | str) -> list[Value]:
    """The results, of these types, of LAPACK's routine for operands of its four types."""
    made = b(CustomCall, list(operands), result_types=list(types), call_target_name=CALLS_OF[routine, operands[0].element],
             api_version=TYPED_FFI, backend_config=DictionaryAttr({k: _attribute(v) for k, v in options.items()}))
    return [made] if len(types) == 1 else list(made)


def _attribute(value: bool | str) -> BoolAttr | IntegerAttr:
    return BoolAttr(value) if isinstance(value, bool) else IntegerAttr(ord(value), ELEMENT_TYPES["ui8"])


def _matrices(like: Any, *shapes: Sequence[int], of: ElementType | None = None) -> list[TensorType]:
    """Types of as many results as shapes, for each matrix of the batch of `like`."""
    return [TensorType((*like.shape[:-2], *shape), of or like.element) for shape in shapes]


def _types(op: Any) -> list[Any]:
    return [r.type for r in op.results]


# -- exports for GPUs -----------------------------------------------------------------------------------------------------------
def same(routine: str, names: Sequence[str], b: Builder, op: Any, options: Options) -> Restated:
    """The same routine with the same options, of which those of these names matter."""
    return call_lapack(b, routine, op.operands, _types(op), **{name: options[name] for name in names})


def of_a_half(routine: str, more: Options, b: Builder, op: Any, options: Options) -> Restated:
    return call_lapack(b, routine, op.operands, _types(op), uplo=half(options), **more)


def _decomposed(b: Builder, operand: Any, types: Sequence[Any], options: Options) -> list[Value]:
    """(a, singular values, U, Vᴴ, info) of these types."""
    return call_lapack(b, "gesdd", [operand], types, mode=mode(options))


def gesvd(b: Builder, op: Any, options: Options) -> Restated:
    if len(op.results) != 5:
        return None
    a, s, left, right, info = _types(op)
    if not options["transposed"]:
        return _decomposed(b, op.operands[0], [a, s, left, right, info], options)
    whole, values, u, vh, status = _decomposed(b, op.operands[0], [a, s, right, left, info], options)
    return whole, values, vh, u, status


def gesvdj(b: Builder, op: Any, options: Options) -> Restated:
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
    return call_lapack(b, "geev", [operand], types, **sides(options))


def eigenvectors(b: Builder, op: Any, options: Options) -> Sequence[Value]:
    return _eig(b, op.operands[0], _types(op), options)


def geev(b: Builder, op: Any, options: Options) -> Restated:
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


def gtsv(b: Builder, op: Any, options: Options) -> Sequence[Value]:
    info = _matrices(op.operands[3], (), of=I32)
    return call_lapack(b, "gtsv", op.operands, [v.type for v in op.operands] + info)[3:4]


def order(b: Builder, op: Any, options: Options) -> Restated:
    pivots, rows = op.operands[0], op.results[0].type.shape[-1]
    is_order = pivots.shape[-1] <= rows and pivots.element == op.results[0].type.element == I32
    return [order_of_rows(b, pivots, rows)] if is_order else None


def updated(b: Builder, op: Any, options: Options) -> Restated:
    factor, vector = op.operands
    n = vector.shape[-1]
    return updated_factor(b, factor, vector) if factor.shape[-2:] == (n, n) and vector.element in (F32, F64) else None


def perturbed(b: Builder, op: Any, options: Options) -> Restated:
    n = op.operands[0].shape[-1]
    is_system = all(v.shape[-1] == n for v in op.operands[:3]) and op.operands[3].shape[-2] == n
    return [perturbed_solution(b, *op.operands)] if is_system and op.operands[3].element in LETTERS else None


def syrk(b: Builder, op: Any, options: Options) -> Restated:
    a, c, alpha, beta = op.operands
    is_square = c.shape[-1] == c.shape[-2] == a.shape[-1 if options.get("transpose") else -2]
    if not is_square or a.element not in (F32, F64) or alpha.shape or beta.shape:
        return None
    return [symmetric_product(b, a, c, alpha, beta, bool(options.get("transpose")))]


# -- older exports for the CPU --------------------------------------------------------------------------------------------------
def older(routine: str, results: int, options: Mapping[str, Callable[[Options], Any]], names: Sequence[str], b: Builder, op: Any,
          numbers: Sequence[Value]) -> Restated:
    """A routine with so many results behind which is memory to work in. Before its matrices come numbers, the first of these
    names; the options are made of them."""
    named = dict(zip(names, map(integer, numbers)))
    if len(named) < len(names) or None in named.values():
        return None
    made = call_lapack(b, routine, op.operands[len(numbers) :], _types(op)[:results],
                       **{name: f(named) for name, f in options.items()})
    return [*made, *(b.splat(0, type) for type in _types(op)[results:])]


def older_trsm(names: Sequence[str], b: Builder, op: Any, numbers: Sequence[Value]) -> Restated:
    if len(numbers) < len(names):
        return None
    left, lower, transpose, unit = options = [integer(v) for v in numbers[:4]]
    factor, (a, c) = splat(numbers[7]), op.operands[len(numbers) :]
    if None in options or factor is None:
        return None
    (made,) = call_lapack(b, "trsm", [a, c], [c.type], side="L" if left else "R", uplo="L" if lower else "U",
                          trans_x="NTC"[transpose or 0], diag="U" if unit else "N")
    return [b(Multiply, made, b.splat(factor, c.type)), *(b.splat(0, type) for type in _types(op)[1:])]


# -- XlaBuilder's library -------------------------------------------------------------------------------------------------------
def _wide(b: Builder, x: Any) -> Any:
    """Numbers of one of LAPACK's types: narrower ones in f32."""
    return x if x.element in LETTERS else b.converted(x, F32)


def _of_type(b: Builder, x: Any, type: Any) -> Value:
    return x if x.type == type else b(Convert, x, result_types=[type])


def qr(b: Builder, op: Any, _: Options) -> Sequence[Value]:
    a = _wide(b, op.operands[0])
    made = call_lapack(b, "geqrf", [a], [TensorType(r.type.shape, a.element) for r in op.results])
    return [_of_type(b, x, r.type) for x, r in zip(made, op.results)]


def reflections(b: Builder, op: Any, _: Options) -> Sequence[Value]:
    a, taus = (_wide(b, x) for x in op.operands)
    return [_of_type(b, x, op.results[0].type) for x in call_lapack(b, "orgqr", [a, taus], [a.type])]


def lu(b: Builder, op: Any, _: Options) -> Restated:
    if len(op.results) != 3:
        return None
    a = _wide(b, op.operands[0])
    pivots = op.results[1].type
    packed, exchanged, _info = call_lapack(b, "getrf", [a], [a.type, pivots, *_matrices(a, (), of=I32)])
    exchanged = b(Subtract, exchanged, b.splat(1, pivots))
    return _of_type(b, packed, op.results[0].type), exchanged, order_of_rows(b, exchanged, a.shape[-2])


def eigh(b: Builder, op: Any, _: Options) -> Sequence[Value]:
    a = _wide(b, op.operands[0])
    values = _matrices(a, (a.shape[-1],), of=a.element.part if a.element.is_complex else a.element)
    made = call_lapack(b, "syevd", [a], [a.type, *values, *_matrices(a, (), of=I32)], mode="V", uplo=triangle(op))
    return [_of_type(b, x, r.type) for x, r in zip(made, op.results)]


# -- the rule -------------------------------------------------------------------------------------------------------------------
def restate(ranks: Sequence[int], has_numbers: bool, restatement: Callable[..., Restated], op: Any, b: Builder) -> Restated:
    """What stands for a call of arrays of these ranks without their batch, where `has_numbers` behind numbers."""
    if op.shape_operands() or not op.results or not all(map(is_static, (*op.operands, *op.results))):
        return None
    count = len(op.operands) - len(ranks)
    numbers, arrays = op.operands[: max(count, 0)], op.operands[max(count, 0) :]
    if count < 0 or (count > 0 and not has_numbers) or any(v.shape for v in numbers) or not _are_of_a_batch(arrays, ranks):
        return None
    try:
        made = restatement(b, op, numbers if has_numbers else options_of(op))
    except (KeyError, IndexError):  # an option or a dimension that is missing: the evaluator says so, if the call is reached
        return None
    return made if made is not None and [v.type for v in made] == _types(op) else None


def _are_of_a_batch(arrays: Sequence[Any], ranks: Sequence[int]) -> bool:
    """Whether arrays have at least these ranks, and before them the same sizes; matrices elements, of types that go together."""
    if any(len(v.shape) < rank or 0 in v.shape[len(v.shape) - rank :] for v, rank in zip(arrays, ranks)):
        return False
    batches = {v.shape[: len(v.shape) - rank] for v, rank in zip(arrays, ranks) if rank}
    return len(batches) == 1 and len({v.element for v in arrays if v.element.is_float or v.element.is_complex}) <= 1
