"""Operations of StableHLO with several results, in the form of HLO: with one result, the tuple of them.

The operands and attributes are those of the operation that each stands for; its regions return a tuple where those return
several values. `ops.hlo.lowering` takes them apart again, and the constraints of the operation then hold for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from hloom.ir.core import Block, Region
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32
from hloom.ops.definition.constraints import tuple_
from hloom.ops.definition.operation import REGISTRY, Op


class Packed(Op):
    """Base of these operations."""

    stands_for: ClassVar[type[Op]]

    def expand(op, lowering: Any, *operands: Any) -> Any:
        """The operation that this one stands for, on operands that are no tuples; its results as a tuple."""
        found = lowering.same(op, op.stands_for, operands)
        return found if isinstance(found, tuple) else (found,)


def packed(name: str, shared: str, expand: Callable[..., Any] | None = None) -> type[Op]:
    """The operation `hlo.name` that stands for `shared`, or for what `expand` says."""
    origin = REGISTRY[shared]
    definition = origin.definition
    annotations: dict[str, str] = {}
    namespace: dict[str, Any] = {"__annotations__": annotations, "__doc__": f"{origin.__doc__} Its results are a tuple.",
                                 "__module__": __name__, "stands_for": origin, "is_pure": origin.is_pure}
    for field in definition.operands:
        annotations[field.name] = "Operands" if field.is_variadic else "Operand"
        namespace[field.name] = field.constraint
    for field in definition.attributes:
        annotations[field.name] = "Attr"
        namespace[field.name] = field.constraint
    for field in definition.regions:
        annotations[field.name] = "Bodies" if field.is_variadic else "Body"
        namespace[field.name] = None
    if expand is not None:
        namespace["expand"] = expand
    annotations["packed"] = "Result"
    namespace["packed"] = tuple_
    return type(name.title().replace("_", ""), (Packed,), namespace, name=f"hlo.{name}")  # type: ignore[call-overload]


def _top_k(op: Any, lowering: Any, operand: Any) -> Any:
    """The smallest elements, where HLO asks for them, are the first of a sort."""
    if "hlo.largest" not in op.attributes:
        return Packed.expand(op, lowering, operand)
    type = operand.type
    places = lowering.make("stablehlo.iota", [], [type.with_element(I32)], iota_dimension=type.rank - 1)
    block = Block([TensorType((), type.element)] * 2 + [TensorType((), I32)] * 2)
    less = block.append(REGISTRY["stablehlo.compare"].create(
        *block.arguments[:2], comparison_direction="LT", compare_type="TOTALORDER" if type.element.is_float else None))
    block.append(REGISTRY["stablehlo.return"].create(list(less.results)))
    ordered = lowering.make("stablehlo.sort", [[operand, places]], regions=[Region([block])], dimension=type.rank - 1,
                            is_stable=True)
    limits = (*type.shape[:-1], op.k)
    return tuple(lowering.make("stablehlo.slice", [x], start_indices=(0,) * type.rank, limit_indices=limits,
                               strides=(1,) * type.rank)
                 for x in ordered)


Reduce = packed("reduce", "stablehlo.reduce")
ReduceWindow = packed("reduce_window", "stablehlo.reduce_window")
Scatter = packed("scatter", "stablehlo.scatter")
Sort = packed("sort", "stablehlo.sort")
RngBitGenerator = packed("rng_bit_generator", "stablehlo.rng_bit_generator")
BatchNormTraining = packed("batch_norm_training", "stablehlo.batch_norm_training")
BatchNormGrad = packed("batch_norm_grad", "stablehlo.batch_norm_grad")
AllGather = packed("all_gather", "stablehlo.all_gather")
AllReduce = packed("all_reduce", "stablehlo.all_reduce")
CollectiveBroadcast = packed("collective_broadcast", "stablehlo.collective_broadcast")
TopK = packed("topk", "chlo.top_k", _top_k)

