"""The shape of what each instruction gives, by XLA's rules (XLA: shape_inference; Operation semantics).

Every rule takes the shapes of operands and the instruction's attributes and gives the shape of the result, in the default
layout. InputError, in XLA's words, where operands and attributes do not fit. A size may be bounded (`<=4`) or unbounded (`?`).
"""

from hloom.xla.inference.collectives import (
    all_gather,
    all_gather_start,
    all_reduce,
    all_to_all,
    all_to_all_tuple,
    collective_permute,
    collective_permute_start,
    collective_reduce,
    ragged_all_to_all,
    reduce_scatter,
)
from hloom.xla.inference.contraction import cholesky, convolution, dot, fft, ragged_dot, triangular_solve
from hloom.xla.inference.control import async_done, async_start, call, conditional, while_loop
from hloom.xla.inference.elementwise import (
    binary,
    bitcast_convert,
    clamp,
    compare,
    convert,
    reduce_precision,
    select,
    stochastic_convert,
    unary,
)
from hloom.xla.inference.indexing import gather, scatter
from hloom.xla.inference.movement import (
    broadcast,
    broadcast_in_dim,
    concatenate,
    dynamic_reshape,
    dynamic_slice,
    dynamic_update_slice,
    get_dimension_size,
    get_tuple_element,
    iota,
    pad,
    reshape,
    reverse,
    set_dimension_size,
    slice_array,
    transpose,
    tuple_of,
)
from hloom.xla.inference.parts import ProgramShape
from hloom.xla.inference.reduction import batch_norm, map_elements, reduce, rng, scan, sort, topk
from hloom.xla.inference.windows import Window, reduce_window, select_and_scatter

__all__ = [
    "ProgramShape", "Window", "all_gather", "all_gather_start", "all_reduce", "all_to_all", "all_to_all_tuple", "async_done",
    "async_start", "batch_norm", "binary", "bitcast_convert", "broadcast", "broadcast_in_dim", "call", "cholesky", "clamp",
    "collective_permute", "collective_permute_start", "collective_reduce", "compare", "concatenate", "conditional", "convert",
    "convolution", "dot", "dynamic_reshape", "dynamic_slice", "dynamic_update_slice", "fft", "gather", "get_dimension_size",
    "get_tuple_element", "iota", "map_elements", "pad", "ragged_all_to_all", "ragged_dot", "reduce", "reduce_precision",
    "reduce_scatter", "reduce_window", "reshape", "reverse", "rng", "scan", "scatter", "select", "select_and_scatter",
    "set_dimension_size", "slice_array", "sort", "stochastic_convert", "topk", "transpose", "triangular_solve", "tuple_of", "unary",
    "while_loop",
]
