"""Operations of StableHLO with several results, in the form of HLO: with one result, the tuple of them.

The operands and attributes are those of the operation that each stands for; its regions return a tuple where those return
several values. `ops.hlo.lowering` takes them apart again, and the constraints of the operation then hold for them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from hloom.ops.definition.constraints import tuple_
from hloom.ops.definition.operation import REGISTRY, Op


class Packed(Op):
    """Base of these operations."""

    stands_for: ClassVar[type[Op]]

    def expand(op, lowering: Any, *operands: Any) -> Any:
        """The operation that this one stands for, on operands that are no tuples; its results as a tuple."""
        found = lowering.same(op, op.stands_for, operands)
        return found if isinstance(found, tuple) else (found,)


def packed(name: str, shared: str) -> type[Op]:
    """The operation `hlo.name` that stands for `shared`."""
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
    annotations["packed"] = "Result"
    namespace["packed"] = tuple_
    return type(name.title().replace("_", ""), (Packed,), namespace, name=f"hlo.{name}")  # type: ignore[call-overload]


Reduce = packed("reduce", "stablehlo.reduce")
ReduceWindow = packed("reduce_window", "stablehlo.reduce_window")
Scatter = packed("scatter", "stablehlo.scatter")
Sort = packed("sort", "stablehlo.sort")
Map = packed("map", "stablehlo.map")
RngBitGenerator = packed("rng_bit_generator", "stablehlo.rng_bit_generator")
BatchNormTraining = packed("batch_norm_training", "stablehlo.batch_norm_training")
BatchNormGrad = packed("batch_norm_grad", "stablehlo.batch_norm_grad")
AllGather = packed("all_gather", "stablehlo.all_gather")
AllReduce = packed("all_reduce", "stablehlo.all_reduce")
CollectiveBroadcast = packed("collective_broadcast", "stablehlo.collective_broadcast")
TopK = packed("topk", "chlo.top_k")

