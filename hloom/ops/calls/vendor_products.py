"""Products of matrices by cuBLAS: `__cublas$gemm`, `__cublas$lt$matmul` and its form for floats of 8 bits.

The result is epilogue(alpha * (a . b) + beta * c + bias). Facts of the operands: xla/service/gpu/ir_emitter_unnested.cc.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import Any, Final

from hloom.ir.types import TensorType
from hloom.numbers.element_type import F32, I32
from hloom.ops.calls.vendor_call import NotStated, VendorCall, computed_in
from hloom.ops.common.attributes import DotDimensionNumbers

_DIMENSIONS: Final = {f"{side}_{to}_dimensions": f"{side}_{of}_dimensions" for side in ("lhs", "rhs")
                      for to, of in (("batching", "batch"), ("contracting", "contracting"))}
#: Epilogues by their names, and by the numbers that they have in messages. Words of a name are steps: a bias is added, a function
#: applied, and with AUX what goes into the function is a result, too.
EPILOGUES: Final = ("DEFAULT", "BIAS", "RELU", "BIAS_RELU", "GELU", "GELU_AUX", "BIAS_GELU", "BIAS_GELU_AUX", "SILU", "BIAS_SILU")


def dot_numbers(stated: Any) -> DotDimensionNumbers:
    """Dimension numbers as a configuration has them."""
    if not isinstance(stated, dict):
        raise NotStated
    return DotDimensionNumbers(**{to: tuple(map(int, stated.get(of, ()))) for to, of in _DIMENSIONS.items()})


def product(call: VendorCall, a: Any, b: Any, numbers: DotDimensionNumbers) -> Any:
    """a . b in the type that it is computed in."""
    element = computed_in(a.type.element, call.element())
    parts = [call.convert(v, element) for v in (a, b)]
    kept = [[n for d, n in enumerate(v.type.shape) if d not in (*batch, *contracted)] for v, batch, contracted in (
        (a, numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions),
        (b, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions))]
    batch = [a.type.shape[d] for d in numbers.lhs_batching_dimensions]
    made = TensorType((*batch, *kept[0], *kept[1]), element)
    return call.make("dot_general", *parts, dot_dimension_numbers=numbers, result_types=[made])


def gemm(call: VendorCall) -> Any:
    """`__cublas$gemm` and `__cublas$lt$matmul`: (a, b[, c][, bias])."""
    return _finished(call, call.operands[2:], None)


def matmul_f8(call: VendorCall) -> Any:
    """`__cublas$lt$matmul$f8`: (a, b[, c], scales of a and b[, bias][, scale of the result]).

    Older texts have the scales of c and of the result before the bias.
    """
    config = call.section("gemm_backend_config")
    first = 3 if _number(config, "beta") else 2
    scales, rest = call.operands[first : first + 2], call.operands[first + 2 :]
    if len(scales) != 2:
        raise ValueError("it has two scales")
    vectors = [v for v in rest if v.type.rank]
    more = [v for v in rest if not v.type.rank]
    return _finished(call, call.operands[2:first] + vectors, (scales, more))


def _number(config: dict[str, Any], key: str) -> float:
    return float(config.get(key, 0))


def _finished(call: VendorCall, rest: list[Any], scales: tuple[list[Any], list[Any]] | None) -> Any:
    config = call.section("gemm_backend_config")
    if "alpha_real" not in config:
        raise NotStated
    epilogue = config.get("epilogue", "DEFAULT")
    if isinstance(epilogue, int) and 0 <= epilogue < len(EPILOGUES):
        epilogue = EPILOGUES[epilogue]
    if epilogue not in EPILOGUES:
        raise NotStated
    steps = str(epilogue).split("_")
    value = product(call, call.operands[0], call.operands[1], dot_numbers(config.get("dot_dimension_numbers")))
    if value.type.element is I32 and call.element().is_float:
        value = call.convert(value, F32)
    beta = _number(config, "beta")
    alpha: complex = complex(_number(config, "alpha_real"), _number(config, "alpha_imag"))
    value = call.scaled(value, _plain(alpha, value))
    if scales is not None:
        for scale in scales[0]:
            value = call.scaled(value, scale)
    rest = list(rest)
    if beta:
        added = call.convert(rest.pop(0), value.type.element)
        if scales is not None and len(scales[1]) == 2:
            added = call.scaled(added, scales[1][0])
        value = call.plus(value, call.scaled(added, _plain(beta, value)))
    if "BIAS" in steps:
        bias = call.convert(rest.pop(0), value.type.element)
        rank = value.type.rank
        value = call.plus(value, call.spread(bias, value.type.shape, range(rank - bias.type.rank, rank)))
    if rest:
        raise ValueError(f"it takes {len(call.operands) - len(rest)} operands, {len(call.operands)} are given")
    before = value
    for step in steps:
        value = _ACTIVATIONS[step](call, value) if step in _ACTIVATIONS else value
    largest = _largest(call, value) if config.get("damax_output") else ()
    if scales is not None and scales[1]:
        value = call.scaled(value, scales[1][-1])
    return call.given(value, *((before,) if "AUX" in steps else ()), *largest)


def _plain(number: complex, value: Any) -> complex:
    """A factor as numbers of a value are: integers and real numbers have no imaginary part."""
    if value.type.element.is_complex:
        return number
    real = complex(number).real
    return int(real) if value.type.element.kind == "sint" and real == int(real) else real


def _largest(call: VendorCall, value: Any) -> tuple[Any, ...]:
    """The largest magnitude of the result before it is scaled to 8 bits."""
    found = call.reduced("maximum", call.make("abs", value), range(value.type.rank), 0.0)
    return (call.make("reshape", found, result_types=[TensorType((), found.type.element)]),)


def relu(call: VendorCall, x: Any) -> Any:
    return call.make("maximum", x, call.full(0, x.type))


def gelu(call: VendorCall, x: Any) -> Any:
    """0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), which is cuBLAS's."""
    cube = call.make("multiply", call.make("multiply", x, x), x)
    inside = call.scaled(call.plus(x, call.scaled(cube, 0.044715)), sqrt(2 / pi))
    return call.make("multiply", call.scaled(x, 0.5), call.plus(call.make("tanh", inside), call.full(1, x.type)))


def _silu(call: VendorCall, x: Any) -> Any:
    return call.make("multiply", x, call.make("logistic", x))


_ACTIVATIONS: Final = {"RELU": relu, "GELU": gelu, "SILU": _silu}
