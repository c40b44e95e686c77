"""The custom calls that XLA writes for GPUs and that say all that they mean, by their targets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hloom.ops.calls import vendor_convolutions, vendor_others, vendor_products
from hloom.ops.calls.vendor_call import NotStated, VendorCall

#: What each target means, given the call; NotStated where its configuration has no counterpart.
TARGETS: Final[dict[str, Callable[[VendorCall], Any]]] = {
    "__cublas$gemm": vendor_products.gemm,
    "__cublas$lt$matmul": vendor_products.gemm,
    "__cublas$lt$matmul$f8": vendor_products.matmul_f8,
    "__cublas$triangularSolve": vendor_others.triangular_solve,
    "__cudnn$convForward": vendor_convolutions.forward,
    "__cudnn$convBackwardInput": vendor_convolutions.backward_input,
    "__cudnn$convBackwardFilter": vendor_convolutions.backward_filter,
    "__cudnn$convBiasActivationForward": vendor_convolutions.bias_activation,
    "__cudnn$norm": vendor_others.norm,
    **dict.fromkeys(vendor_others.ATTENTION, vendor_others.attention),
    "__cusolver$cholesky": vendor_others.cholesky,
    "__cub$DeviceRadixSort": vendor_others.radix_sort,
    "__cub$DeviceRadixSortUnassignedScratchSize": vendor_others.radix_sort,
    "__gpu$TopK": vendor_others.top_k,
}


def expand(lowering: Any, op: Any, operands: Sequence[Any]) -> Any:
    """What a call of one of `TARGETS` is in StableHLO; None where it stays a call."""
    try:
        return TARGETS[op.call_target_name](VendorCall(lowering, op, operands))
    except NotStated:
        return None
