"""Functions of CHLO that HLO has no instruction for, one function each: `FUNCTIONS` by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.types import TensorType, TupleType
from hloom.numbers import special
from hloom.numbers.element_type import ELEMENT_TYPES, PRED
from hloom.ops.hlo.traced import Traced


def _formula(function: Callable[..., Any]) -> Callable[[Any, Any], None]:
    def raised(r: Any, op: Any) -> None:
        r.values[op.results[0]] = Traced.applied(r, function, r.operands(op))

    return raised


def _splat(r: Any, value: Any, type: Any) -> Any:
    scalar = TensorType((), type.element)
    data = np.asarray(value, type.element.dtype)
    one = r.make("stablehlo.constant", [], scalar, value=DenseElementsAttr(scalar, data, is_splat=True))
    return one if not type.rank else r.make("stablehlo.broadcast_in_dim", [one], type, broadcast_dimensions=())


def _compared(r: Any, direction: str, a: Any, b: Any) -> Any:
    return r.make("stablehlo.compare", [a, b], a.type.with_element(PRED), comparison_direction=direction)


def _infinite(limits: tuple[float, ...]) -> Callable[[Any, Any], None]:
    """Whether a number is one of the infinities; with both, its magnitude is looked at."""
    def raised(r: Any, op: Any) -> None:
        (x,) = r.operands(op)
        x = r.make("stablehlo.abs", [x], x.type) if len(limits) == 2 else x
        r.values[op.results[0]] = _compared(r, "EQ", x, _splat(r, limits[0], x.type))

    return raised


def _next_after(r: Any, op: Any) -> None:
    """The neighbour in the direction of the other number: one more or one less of the bits."""
    x, y = r.operands(op)
    bits = x.type.with_element(ELEMENT_TYPES[f"ui{x.type.element.width}"])
    raw, other = (r.make("stablehlo.bitcast_convert", [v], bits) for v in (x, y))

    def select(chosen: Any, on_true: Any, on_false: Any) -> Any:
        return r.make("stablehlo.select", [chosen, on_true, on_false], bits)

    zero, one = _splat(r, 0, x.type), _splat(r, 1, bits)
    outward = _compared(r, "EQ", _compared(r, "GT", y, x), _compared(r, "GT", x, zero))
    found = select(outward, r.make("stablehlo.add", [raw, one], bits), r.make("stablehlo.subtract", [raw, one], bits))
    smallest = select(_compared(r, "LT", y, zero), _splat(r, (1 << (x.type.element.width - 1)) + 1, bits), one)
    found = select(_compared(r, "EQ", x, zero), smallest, found)
    found = select(_compared(r, "EQ", x, y), other, found)
    if x.type.element.name.endswith("FNUZ"):  # the bits of -0 mean NaN there
        found = select(_compared(r, "EQ", found, _splat(r, 1 << 7, bits)), _splat(r, 0, bits), found)
    for value, its_bits in ((y, other), (x, raw)):
        found = select(_compared(r, "NE", value, value), its_bits, found)
    r.values[op.results[0]] = r.make("stablehlo.bitcast_convert", [found], x.type)


def _tan(r: Any, op: Any) -> None:
    r.values[op.results[0]] = r.make("stablehlo.tan", r.operands(op), op.results[0].type)


def _scan(r: Any, op: Any) -> None:
    result = TupleType(tuple(x.type for x in op.results))
    regions = r.isolated(op)
    found = r.make("hlo.scan", r.operands(op), result, regions, dimension=op.dimension, num_carries=len(op.inits),
                   is_reverse=bool(op.is_reverse), is_associative=bool(op.is_associative))
    r.values.update(zip(op.results, [r.make("stablehlo.get_tuple_element", [found], t, index=k)
                                     for k, t in enumerate(result.elements)]))


FUNCTIONS: Final[dict[str, Callable[[Any, Any], None]]] = {
    "chlo.erf_inv": _formula(special.erf_inv), "chlo.erfc": _formula(special.erfc), "chlo.lgamma": _formula(special.log_gamma),
    "chlo.digamma": _formula(special.digamma), "chlo.zeta": _formula(special.zeta),
    "chlo.polygamma": _formula(special.polygamma), "chlo.bessel_i1e": _formula(special.bessel_i1e),
    "chlo.next_after": _next_after,
    "chlo.tan": _tan, "chlo.scan": _scan, "chlo.is_inf": _infinite((np.inf, -np.inf)),
    "chlo.is_pos_inf": _infinite((np.inf,)),
    "chlo.is_neg_inf": _infinite((-np.inf,)),
}
