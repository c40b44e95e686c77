"""Functions of CHLO that HLO has no instruction for: `FUNCTIONS` by the names of the operations.

What they are in StableHLO (`in_stablehlo`) is what they are in HLO, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hloom.ir.core import Block
from hloom.ir.types import TupleType
from hloom.ops.common.decomposition import Builder


def _stated(r: Any, op: Any) -> None:
    """The instructions of what an operation is in StableHLO."""
    block = Block()
    found = op.in_stablehlo(Builder(block, op.location, op.span))
    for inner in block.operations:
        for value in inner.results:
            value.name = None
        inner.attributes.update({k: v for k, v in op.attributes.items() if k not in op.inherent})
        r.raised(inner)
    r.values[op.results[0]] = r.values[found]


def _scan(r: Any, op: Any) -> None:
    result = TupleType(tuple(x.type for x in op.results))
    regions = r.isolated(op)
    found = r.make("hlo.scan", r.operands(op), result, regions, dimension=op.dimension, num_carries=len(op.inits),
                   is_reverse=bool(op.is_reverse), is_associative=bool(op.is_associative))
    r.values.update(zip(op.results, [r.make("stablehlo.get_tuple_element", [found], t, index=k)
                                     for k, t in enumerate(result.elements)]))


FUNCTIONS: Final[dict[str, Callable[[Any, Any], None]]] = {
    **{f"chlo.{name}": _stated for name in ("bessel_i1e", "digamma", "erf_inv", "erfc", "is_inf", "is_neg_inf", "is_pos_inf",
                                            "lgamma", "next_after", "polygamma", "tan", "zeta")},
    "chlo.scan": _scan,
}
