"""Products of matrices, convolutions, Fourier transforms, and systems of equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.primitive_type import PrimitiveType
from hloom.ops.common.attributes import ConvDimensionNumbers, DotDimensionNumbers, RaggedDotDimensionNumbers
from hloom.ops.hlo.convolution import gradient_numbers
from hloom.xla.inference.parts import (
    Size,
    array,
    compatible_size,
    expect_array,
    fail,
    in_range,
    is_complex,
    is_float,
    is_integral,
    name_of,
    plain,
    sizes_of,
)
from hloom.xla.inference.windows import Window
from hloom.xla.shape import UNBOUNDED, Shape, primitive_type
from hloom.xla.shape_util import higher_precision_element_type


def product_type(lhs: Shape, rhs: Shape, preferred: Any = None) -> PrimitiveType:
    """The type of products' sums: what is preferred, else the more precise one of the operands'."""
    if preferred is not None:
        return primitive_type(preferred)
    return higher_precision_element_type(lhs, rhs)


def _numbers(lhs: Shape, rhs: Shape, numbers: Any) -> None:
    """Checks the dimension numbers of a product."""
    sides = ((lhs, numbers.lhs_contracting_dimensions, numbers.lhs_batching_dimensions),
             (rhs, numbers.rhs_contracting_dimensions, numbers.rhs_batching_dimensions))
    given = f" (lhs {plain(lhs)}, rhs {plain(rhs)})"
    for shape, contracting, batch in sides:
        for d in (*contracting, *batch):
            if not in_range(d, shape.rank):
                fail(f"A dimension number is out of range in Dot: {d} of {plain(shape)}")
    for shape, contracting, batch in sides:
        if len({*contracting, *batch}) != len(contracting) + len(batch):
            fail(f"A dimension number is not unique in Dot: {[*contracting, *batch]} of {plain(shape)}")
    if len(numbers.lhs_contracting_dimensions) != len(numbers.rhs_contracting_dimensions):
        fail(f"Must specify the same number of contracting dimensions for lhs and rhs.{given}")
    if len(numbers.lhs_batching_dimensions) != len(numbers.rhs_batching_dimensions):
        fail(f"Must the same number of batch dimensions for lhs and rhs.{given}")
    for what, left, right in (("Contracting", numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions),
                              ("Batch", numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions)):
        for a, b in zip(left, right):
            if not compatible_size(sizes_of(lhs)[a], sizes_of(rhs)[b]):
                fail(f"{what} dimension sizes are not compatible: {lhs.dimensions[a]} vs {rhs.dimensions[b]}.{given}")


def _free(shape: Shape, used: Sequence[int]) -> list[Size]:
    return [n for d, n in enumerate(sizes_of(shape)) if d not in used]


def dot(lhs: Shape, rhs: Shape, numbers: DotDimensionNumbers, preferred_element_type: Any = None) -> Shape:
    """Batch dimensions, then the others of the left and of the right operand (DotGeneral)."""
    expect_array(lhs, "lhs of dot")
    expect_array(rhs, "rhs of dot")
    _numbers(lhs, rhs, numbers)
    sizes = sizes_of(lhs)
    batch = [sizes[d] for d in numbers.lhs_batching_dimensions]
    used = [(*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions),
            (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)]
    return array(product_type(lhs, rhs, preferred_element_type), [*batch, *_free(lhs, used[0]), *_free(rhs, used[1])])


def ragged_dot(
    lhs: Shape, rhs: Shape, group_sizes: Shape, numbers: RaggedDotDimensionNumbers, preferred_element_type: Any = None
) -> Shape:
    """A product in groups along a dimension of the left operand: of rows, of what is summed over, or of a batch (RaggedDot)."""
    for shape, what in ((lhs, "lhs of ragged dot"), (rhs, "rhs of ragged dot"), (group_sizes, "group_sizes of ragged dot")):
        expect_array(shape, what)
    if not is_integral(group_sizes):
        fail(f"group_sizes must be of integral type, got {plain(group_sizes)}")
    ragged, groups = numbers.lhs_ragged_dimensions, numbers.rhs_group_dimensions
    _numbers(lhs, rhs, numbers)
    if len(ragged) != 1:
        fail(f"There must be exactly one ragged dimension in the lhs, got {len(ragged)}.")
    r = ragged[0]
    if not in_range(r, lhs.rank):
        fail(f"lhs ragged dimension {r} is out of range [0, {lhs.rank})")
    for g in groups:
        if not in_range(g, rhs.rank):
            fail(f"rhs group dimension {g} is out of range [0, {rhs.rank})")
    batch, contracting = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    if group_sizes.rank < 1:
        fail(f"expected group_sizes to have rank 1, got {group_sizes.rank}")
    count = group_sizes.dimensions[-1]
    # What stands before the ragged dimension may have group sizes of its own.
    if r in batch:
        before = batch[: batch.index(r)]
    elif r in contracting:
        before = (*batch, *contracting[: contracting.index(r)])
    else:
        free = [d for d in range(lhs.rank) if d not in batch and d not in contracting]
        before = (*batch, *free[: free.index(r)])
    prefix = [lhs.dimensions[d] for d in before]
    if group_sizes.rank > 1:
        if group_sizes.rank != len(prefix) + 1:
            fail(f"expected group_sizes to have rank {len(prefix) + 1 if prefix else 1}, got {group_sizes.rank}")
        if list(group_sizes.dimensions) != [*prefix, count]:
            fail(f"group_sizes is expected to have shape [{', '.join(map(str, [*prefix, count]))}], got "
                 f"[{', '.join(map(str, group_sizes.dimensions))}]")
    if r in batch or r in contracting:
        if groups:
            fail("There must be zero group dimensions in the rhs when the ragged dimension is a batch or contracting dimension.")
    else:
        if len(groups) != 1:
            fail("There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.")
        g = groups[0]
        if g in numbers.rhs_batching_dimensions or g in numbers.rhs_contracting_dimensions:
            fail("rhs group dimension cannot be a batch or contracting dimension")
        if rhs.dimensions[g] != count:
            fail(f"rhs group dimension is expected to have size={count}, got {rhs.dimensions[g]}")
    sizes = sizes_of(lhs)
    result: list[Size] = [(count, False)] if r in contracting else []
    result += [sizes[d] for d in batch]
    result += _free(lhs, (*batch, *contracting))
    result += _free(rhs, (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions, *groups))
    return array(product_type(lhs, rhs, preferred_element_type), result)


def scaled_dot(lhs: Shape, rhs: Shape, lhs_scale: Shape, rhs_scale: Shape, numbers: DotDimensionNumbers,
               preferred_element_type: Any = None) -> Shape:
    """The shape of a product of arrays with a scale for each block of elements, or one for all: that of the product."""
    for what, operand, scale in (("lhs", lhs, lhs_scale), ("rhs", rhs, rhs_scale)):
        expect_array(operand, f"{what} of scaled-dot")
        expect_array(scale, f"{what}_scale of scaled-dot")
        if not is_float(operand) or not is_float(scale):
            fail(f"scaled-dot takes floating-point elements, got {what} {plain(operand)} with scale {plain(scale)}.")
        if scale.rank == 0:
            continue
        if scale.rank != operand.rank:
            fail(f"{what}_scale must be a scalar or have the rank of {what}, got {plain(scale)} for {plain(operand)}.")
        for d, (n, m) in enumerate(zip(operand.dimensions, scale.dimensions)):
            if UNBOUNDED not in (n, m) and (n % m if m else n):
                fail(f"dimension {d} of {what}_scale must divide that of {what}, got {plain(scale)} for {plain(operand)}.")
    return dot(lhs, rhs, numbers, preferred_element_type)


def _dense_kernel(rhs: Shape, numbers: ConvDimensionNumbers, sparsity: Sequence[int] | None) -> Shape:
    """The kernel with all of its elements: of a sparse one, (elements, places), `block_size` times as many input features."""
    if rhs.is_tuple:
        if len(rhs.tuple_shapes) != 2:
            fail(f"rhs of convolution, if a tuple, must have 2 elements for sparsity; got: {plain(rhs)}")
        rhs = rhs.tuple_shapes[0]
    expect_array(rhs, "rhs of convolution")
    if sparsity is None:
        return rhs
    kept, block, *_ = sparsity
    if kept != 1:
        fail("Only 1:N sparsity is currently supported.")
    sizes = sizes_of(rhs)
    d = numbers.kernel_input_feature_dimension
    if in_range(d, rhs.rank) and sizes[d][0] != UNBOUNDED:
        sizes[d] = sizes[d][0] * block, sizes[d][1]
    return array(rhs.element_type, sizes)


def convolution(lhs: Shape, rhs: Shape, feature_group_count: int, batch_group_count: int, window: Window,
                numbers: ConvDimensionNumbers, preferred_element_type: Any = None, is_input_gradient: bool = False,
                lhs_sparsity: Sequence[int] | None = None, rhs_sparsity: Sequence[int] | None = None) -> Shape:
    """The shape of a convolution (Conv).

    A gradient with respect to the input may keep the kernel's labels of the convolution itself: its features change places then.
    A sparsity is elements that are kept of each block, and the size of a block; only the kernel may be sparse.
    """
    rhs = _dense_kernel(rhs, numbers, rhs_sparsity)
    if is_input_gradient and lhs.is_array and in_range(numbers.input_feature_dimension, lhs.rank) and in_range(
            numbers.kernel_input_feature_dimension, rhs.rank) and lhs.dimensions[numbers.input_feature_dimension] != (
                rhs.dimensions[numbers.kernel_input_feature_dimension] * feature_group_count):
        numbers = gradient_numbers(numbers)
    expect_array(lhs, "lhs of convolution")
    if lhs_sparsity is not None:
        fail("Sparsity of the lhs of convolution is not supported.")
    if feature_group_count <= 0:
        fail(f"feature_group_count must be a positive number, got {feature_group_count}")
    if batch_group_count <= 0:
        fail(f"batch_group_count must be a positive number, got {batch_group_count}")
    if batch_group_count > 1 and feature_group_count > 1:
        fail(f"both batch_group_count {batch_group_count} and feature_group_count {feature_group_count} cannot be greater than 1")
    spatial = len(numbers.input_spatial_dimensions)
    if spatial != len(numbers.kernel_spatial_dimensions) or spatial != len(numbers.output_spatial_dimensions):
        fail("Both arguments to convolution must have same number of dimensions: "
             f"{spatial}, {len(numbers.kernel_spatial_dimensions)}, {len(numbers.output_spatial_dimensions)} spatial ones.")
    if len(window.size) != spatial:
        fail(f"Window must have same number of dimensions as dimension numbers. Window: {len(window.size)}, dimension numbers: "
             f"{spatial}.")
    if lhs.rank != spatial + 2:
        fail(f"The LHS argument to a convolution should have rank {spatial + 2}; lhs: {plain(lhs)}.")
    if rhs.rank != spatial + 2:
        fail(f"The RHS argument to a convolution should have rank {spatial + 2}; rhs: {plain(rhs)}.")
    for what, dims in (
        ("input", (numbers.input_batch_dimension, numbers.input_feature_dimension, *numbers.input_spatial_dimensions)),
        (
            "kernel",
            (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension, *numbers.kernel_spatial_dimensions),
        ),
        ("output", (numbers.output_batch_dimension, numbers.output_feature_dimension, *numbers.output_spatial_dimensions)),
    ):
        if any(not in_range(d, spatial + 2) for d in dims):
            fail(f"A dimension number is out of range in convolution: {what} {list(dims)}")
        if sorted(dims) != list(range(spatial + 2)):
            fail(f"A dimension number is not unique, or one is missing, in convolution: {what} {list(dims)}")
    ls, rs = sizes_of(lhs), sizes_of(rhs)
    batch, features = ls[numbers.input_batch_dimension], ls[numbers.input_feature_dimension]
    kernel_in, kernel_out = rs[numbers.kernel_input_feature_dimension], rs[numbers.kernel_output_feature_dimension]
    if features[0] != UNBOUNDED and features[0] % feature_group_count:
        fail(f"Expected LHS feature dimension (value {features[0]}) to be a multiple of feature_group_count (value "
             f"{feature_group_count}).")
    if UNBOUNDED not in (features[0], kernel_in[0]) and features[0] // feature_group_count != kernel_in[0]:
        fail(
            f"Expected LHS feature dimension (value {features[0]}) to be equal to RHS input feature dimension (value "
            f"{kernel_in[0]}) "
            f"times feature_group_count (value {feature_group_count}); got <conv>({plain(lhs)}, {plain(rhs)})"
        )
    if kernel_out[0] != UNBOUNDED and kernel_out[0] % feature_group_count:
        fail(f"Expected output feature dimension (value {kernel_out[0]}) to be divisible by feature_group_count (value "
             f"{feature_group_count}).")
    if batch[0] != UNBOUNDED and batch[0] % batch_group_count:
        fail(
            f"Expected input batch dimension (value {batch[0]}) to be divisible by batch_group_count (value {batch_group_count})."
        )
    if kernel_out[0] != UNBOUNDED and kernel_out[0] % batch_group_count:
        fail(f"Expected output feature dimension size (value {kernel_out[0]}) to be a multiple of batch group count "
             f"{batch_group_count}.")
    for k, d in enumerate(numbers.kernel_spatial_dimensions):
        if rs[d][0] not in (UNBOUNDED, window.size[k]):
            fail(f"Window dimensions do not match RHS shape: window {list(window.size)}, rhs {plain(rhs)}.")
    result: list[Size] = [(0, False)] * (spatial + 2)
    result[numbers.output_batch_dimension] = (batch[0] // batch_group_count if batch[0] != UNBOUNDED else UNBOUNDED), batch[1]
    result[numbers.output_feature_dimension] = kernel_out
    for (n, dynamic), d in zip(
        window.output([ls[d] for d in numbers.input_spatial_dimensions]), numbers.output_spatial_dimensions
    ):
        result[d] = n, dynamic
    return array(product_type(lhs, rhs, preferred_element_type), result)


def fft(operand: Shape, fft_type: str, fft_length: Sequence[int]) -> Shape:
    """The shape of a Fourier transform over the innermost dimensions (Fft)."""
    expect_array(operand, "operand of FFT")
    rank = len(fft_length)
    if not 1 <= rank <= 3:
        fail(f"FFT only supports ranks 1-3; got {rank}.")
    if operand.rank < rank:
        fail(f"FFT requires input of at least same rank as FFT; got {plain(operand)} for rank {rank}.")
    sizes = sizes_of(operand)

    def innermost(count: int, wanted: Sequence[int]) -> None:
        given = sizes[len(sizes) - rank :]
        for (n, _), length in zip(given[:count], wanted):
            if n not in (length, UNBOUNDED):
                fail(f"{fft_type} requires innermost dimensions match fft_length. Got {plain(operand)} for fft_length "
                     f"{list(fft_length)}.")

    if fft_type in ("FFT", "IFFT"):
        if not is_complex(operand):
            fail(f"{fft_type} requires complex input type, found {name_of(operand.element_type)}.")
        innermost(rank, fft_length)
        return array(operand.element_type, sizes)
    if fft_type == "RFFT":
        if operand.element_type not in (PrimitiveType.F32, PrimitiveType.F64):
            fail(f"RFFT requires F32 or F64 input type, found {name_of(operand.element_type)}.")
        innermost(rank, fft_length)
        if fft_length[-1]:
            sizes[-1] = fft_length[-1] // 2 + 1, sizes[-1][1] and sizes[-1][0] != UNBOUNDED
        return array(PrimitiveType.C64 if operand.element_type is PrimitiveType.F32 else PrimitiveType.C128, sizes)
    if fft_type != "IRFFT":
        fail(f"Unknown FFT type: {fft_type}.")
    if not is_complex(operand):
        fail(f"IRFFT requires complex input type, found {name_of(operand.element_type)}.")
    innermost(rank - 1, fft_length[:-1])
    last = fft_length[-1] // 2 + 1 if fft_length[-1] else 0
    if sizes[-1][0] not in (last, UNBOUNDED):
        fail(f"IRFFT requires innermost dimensions match fft_length. Got {plain(operand)}, but the last must be {last} for "
             f"fft_length {list(fft_length)}.")
    sizes[-1] = fft_length[-1], sizes[-1][1] and sizes[-1][0] != UNBOUNDED
    return array(PrimitiveType.F32 if operand.element_type is PrimitiveType.C64 else PrimitiveType.F64, sizes)


def triangular_solve(a: Shape, b: Shape, left_side: bool, transpose_a: str = "NO_TRANSPOSE") -> Shape:
    """The shape of the right-hand side (TriangularSolve)."""
    expect_array(a, "operand a of triangular solve")
    expect_array(b, "operand b of triangular solve")
    if not (is_float(a) or is_complex(a)) or a.element_type is not b.element_type:
        fail("Expected element types in shape to be floating or complex for TriangularSolve; got "
             f"{name_of(a.element_type)} and {name_of(b.element_type)}.")
    if a.rank < 2:
        fail(f"The 'a' argument to TriangularSolve must have rank >= 2, got shape {plain(a)}")
    if b.rank != a.rank:
        fail(f"Arguments to triangular solve must have equal rank; got {plain(b)} and {plain(a)}.")
    sa, sb = sizes_of(a), sizes_of(b)
    if not compatible_size(sa[-1], sa[-2]):
        fail(f"The two minor dimensions of 'a' must have equal size, got {plain(a)}.")
    if not compatible_size(sa[-1], sb[-2] if left_side else sb[-1]):
        fail(f"The shared dimension of 'a' and 'b' does not match, got shapes {plain(a)} and {plain(b)}")
    if not all(compatible_size(x, y) for x, y in zip(sa[:-2], sb[:-2])):
        fail(f"The leading batch dimensions of the arguments to triangular solve must be equal; got {plain(b)} and {plain(a)}.")
    if transpose_a not in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
        fail(f"Invalid transpose option value for triangular solve ({transpose_a}).")
    return array(b.element_type, sb)


def cholesky(a: Shape) -> Shape:
    """The operand's shape (Cholesky)."""
    expect_array(a, "operand of Cholesky")
    if not is_float(a) and not is_complex(a):
        fail(f"Expected element type in shape to be floating or complex for Cholesky; got {name_of(a.element_type)}.")
    if a.rank < 2:
        fail(f"The 'a' argument to Cholesky must have rank >= 2, got shape {plain(a)}")
    sizes = sizes_of(a)
    if not compatible_size(sizes[-1], sizes[-2]):
        fail(f"The two minor dimensions of 'a' must have equal size, got {plain(a)}.")
    return array(a.element_type, sizes)
