"""The custom calls of XLA in HLO that say all that they mean: those that it writes for the libraries of GPUs, and convolutions of
sizes known at run time only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ops.calls.target import Target, define, later


def _of_library(name: str, module: str, function: str, *given: Any) -> Target:
    """A call whose configuration a function of a module reads."""
    return Target(name, expand=later("vendor_call", "expand", later(module, function, *given)))


def _convolution(name: str, padding: str) -> Target:
    """A convolution whose padding a function says, where the call states a type of padding."""
    rule: Callable[..., Any] = later("dynamic_convolution", padding)
    return Target(name, expand=later("dynamic_convolution", "expand", rule))


define(
    _of_library("__cublas$gemm", "vendor_products", "gemm"),
    _of_library("__cublas$lt$matmul", "vendor_products", "gemm"),
    _of_library("__cublas$lt$matmul$f8", "vendor_products", "matmul_f8"),
    _of_library("__cublas$triangularSolve", "vendor_others", "triangular_solve"),
    _of_library("__cudnn$convForward", "vendor_convolutions", "forward"),
    _of_library("__cudnn$convBackwardInput", "vendor_convolutions", "backward_input"),
    _of_library("__cudnn$convBackwardFilter", "vendor_convolutions", "backward_filter"),
    _of_library("__cudnn$convBiasActivationForward", "vendor_convolutions", "bias_activation"),
    _of_library("__cudnn$norm", "vendor_others", "norm"),
    _of_library("__cudnn$fmhaSoftmax", "vendor_others", "attention", 0),
    _of_library("__cudnn$fmhaScaleBiasSoftmax", "vendor_others", "attention", 1),
    _of_library("__cusolver$cholesky", "vendor_others", "cholesky"),
    _of_library("__cub$DeviceRadixSort", "vendor_others", "radix_sort"),
    _of_library("__cub$DeviceRadixSortUnassignedScratchSize", "vendor_others", "radix_sort"),
    _of_library("__gpu$TopK", "vendor_others", "top_k"),
    _convolution("DynamicConvolutionForward", "forward"),
    _convolution("DynamicConvolutionInputGrad", "input_gradient"),
    _convolution("DynamicConvolutionKernelGrad", "kernel_gradient"),
)
