"""What operations are called elsewhere (PyTorch, ONNX, TensorFlow, TOSA, NumPy, jax.lax, HLO), and what says them here.

Data for messages. Case, underscores and dashes make no difference, nor does what some put at the end (`BatchMatMulV2`, `AddOp`).
What StableHLO or CHLO call alike needs no entry.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from hloom.support.foreign_programs import OF_JAX, OF_ONNX, OF_TENSORFLOW, OF_TORCH

_NAMES: Final = """
relu: stablehlo.maximum(x, 0)
relu6, hardtanh, clip, clip_by_value: stablehlo.clamp(lowest, x, highest)
hard_sigmoid, hardswish: stablehlo.clamp of a stablehlo.multiply and a stablehlo.add
leaky_relu, prelu: stablehlo.select(x > 0, x, alpha * x), x > 0 by stablehlo.compare
elu, selu, celu: stablehlo.select of x and stablehlo.exponential_minus_one(x) by stablehlo.compare
gelu: 0.5 * x * (1 + erf(x / sqrt(2))), with chlo.erf and stablehlo.multiply
silu, swish: stablehlo.multiply(x, stablehlo.logistic(x))
mish: stablehlo.multiply(x, stablehlo.tanh(stablehlo.log_plus_one(stablehlo.exponential(x))))
sigmoid, expit: stablehlo.logistic
softplus: stablehlo.log_plus_one(stablehlo.exponential(x))
softmax, log_softmax, logsumexp: stablehlo.reduce (maximum), stablehlo.subtract, stablehlo.exponential, stablehlo.reduce \
(add), stablehlo.divide
matmul, mm, bmm, mv, batch_matmul, gemm, tensordot, inner, outer, vdot, einsum2: stablehlo.dot_general
linear, dense, addmm, baddbmm, fully_connected, inner_product: stablehlo.dot_general, then stablehlo.add of the bias by \
stablehlo.broadcast_in_dim
attention, scaled_dot_product_attention, dot_product_attention: stablehlo.dot_general, a softmax by stablehlo.reduce, \
stablehlo.dot_general
conv, conv1d, conv2d, conv3d, convolve, conv_general_dilated, depthwise_conv2d, depthwise_conv2d_native, conv_2d_nhwc_hwcf, \
conv_2d_nchw_fchw: stablehlo.convolution
conv_transpose, conv_transpose2d, transpose_conv2d, deconvolution, conv2d_backprop_input: stablehlo.convolution with \
lhs_dilate
cast, to, astype, type_as, convert_element_type, to_copy: stablehlo.convert
bitcast, bitcast_convert_type: stablehlo.bitcast_convert
mul, mulf, muli, multiplication, times, prod2: stablehlo.multiply
sub, subf, subi, minus, subtraction: stablehlo.subtract
div, divf, truediv, true_divide, real_div, divide_no_nan: stablehlo.divide
plus, addition, addf, addi, bias_add, add_n: stablehlo.add
fma, fused_multiply_add, addcmul: stablehlo.add(stablehlo.multiply(x, y), z)
neg, negative, negf: stablehlo.negate
pow, powf, powi: stablehlo.power
mod, rem, fmod, remf: stablehlo.remainder
floordiv, floor_divide: stablehlo.floor(stablehlo.divide(x, y))
exp: stablehlo.exponential
exp2: stablehlo.power(2, x)
expm1: stablehlo.exponential_minus_one
ln, logarithm: stablehlo.log
log1p: stablehlo.log_plus_one
log2, log10: stablehlo.divide(stablehlo.log(x), log(base))
sin: stablehlo.sine
cos: stablehlo.cosine
arcsin: chlo.asin
arccos: chlo.acos
arctan: chlo.atan
arctan2: stablehlo.atan2
arcsinh: chlo.asinh
arccosh: chlo.acosh
arctanh: chlo.atanh
reciprocal, inv, rcp: stablehlo.divide(1, x)
absolute, absf, absi, fabs: stablehlo.abs
signum: stablehlo.sign
ceiling: stablehlo.ceil
round, rint, roundeven: stablehlo.round_nearest_even
trunc, fix: stablehlo.multiply(stablehlo.sign(x), stablehlo.floor(stablehlo.abs(x)))
lgammaf, gammaln: chlo.lgamma
sum, reduce_sum, add_reduce, segment_sum: stablehlo.reduce with stablehlo.add (segments: stablehlo.scatter)
mean, reduce_mean: stablehlo.reduce with stablehlo.add, then stablehlo.divide
prod, reduce_prod, product: stablehlo.reduce with stablehlo.multiply
max, amax, reduce_max: stablehlo.maximum of two tensors; along dimensions of one, stablehlo.reduce with it
min, amin, reduce_min: stablehlo.minimum of two tensors; along dimensions of one, stablehlo.reduce with it
any, reduce_any, reduce_or: stablehlo.reduce with stablehlo.or
all, reduce_all, reduce_and: stablehlo.reduce with stablehlo.and
var, std, variance, moments: stablehlo.reduce of x and of stablehlo.multiply(x, x)
norm, l2_norm, vector_norm: stablehlo.sqrt of a stablehlo.reduce of stablehlo.multiply(x, x)
argmax, argmin: stablehlo.reduce of the numbers and of their stablehlo.iota, with stablehlo.compare and stablehlo.select
cumsum, cumprod, cummax, cummin, cumulative_sum, cumlogsumexp: stablehlo.reduce_window with padding before each element, or \
chlo.scan
associative_scan: chlo.scan
argsort: stablehlo.sort of the numbers together with their stablehlo.iota
max_pool, max_pool1d, max_pool2d, max_pool3d: stablehlo.reduce_window with stablehlo.maximum
avg_pool, avg_pool1d, avg_pool2d, avg_pool3d, average_pool, sum_pool: stablehlo.reduce_window with stablehlo.add, then \
stablehlo.divide
global_average_pool, adaptive_avg_pool2d: stablehlo.reduce with stablehlo.add, then stablehlo.divide
batchnorm, batch_normalization, fused_batch_norm: stablehlo.batch_norm_inference, or stablehlo.batch_norm_training
layer_norm, native_layer_norm, group_norm, instance_norm, rms_norm: stablehlo.reduce, stablehlo.subtract, stablehlo.multiply \
and stablehlo.rsqrt
dropout: stablehlo.select by numbers of stablehlo.rng_bit_generator; nothing where a model is not trained
expand_dims, unsqueeze, squeeze, flatten, view, ravel, unflatten, collapse_shape, expand_shape: stablehlo.reshape
permute, swapaxes, moveaxis, movedim, t: stablehlo.transpose
where, select_n, ifelse, if_then_else, ternary: stablehlo.select
cat, concat, hstack, vstack, append: stablehlo.concatenate
stack, pack: stablehlo.reshape of each, then stablehlo.concatenate
split, chunk, unbind, unstack, unpack, narrow, strided_slice, getitem, extract_slice: stablehlo.slice
tile, repeat, expand, broadcast_to, expand_as, repeat_interleave: stablehlo.broadcast_in_dim, and stablehlo.reshape to put \
copies side by side
one_hot: stablehlo.compare of the numbers with a stablehlo.iota, then stablehlo.convert
constant_pad, constant_pad_nd, zero_pad, mirror_pad, reflection_pad2d: stablehlo.pad (reflected: stablehlo.reverse and \
stablehlo.concatenate)
roll: stablehlo.concatenate of two parts, each a stablehlo.slice
flip, flipud, fliplr, rev, rot90: stablehlo.reverse
tril, triu, diag, diagonal, eye: stablehlo.compare of two stablehlo.iota, then stablehlo.select
scatter_nd, scatter_add, scatter_elements, index_put, index_add, index_update, index_copy, tensor_scatter_update, \
tensor_scatter_nd_update, put: stablehlo.scatter
gather_nd, gather_elements, embedding, embedding_lookup, take, take_along_axis, index_select, lookup, index: stablehlo.gather
dynamic_index_in_dim: stablehlo.dynamic_slice
arange, range, linspace: stablehlo.iota, then stablehlo.multiply and stablehlo.add
full, zeros, ones, fill, full_like, zeros_like, ones_like, const, scalar, literal, empty: stablehlo.constant (for a shape \
that is an operand, stablehlo.dynamic_broadcast_in_dim)
eq, equal, ne, not_equal, lt, less, le, less_equal, gt, greater, ge, greater_equal, cmp, cmpf, cmpi, lesser: \
stablehlo.compare with EQ, NE, LT, LE, GT or GE
isclose, allclose: stablehlo.compare LE of the stablehlo.abs of the stablehlo.subtract
logical_and, bitwise_and, land: stablehlo.and
logical_or, bitwise_or, lor: stablehlo.or
logical_xor, bitwise_xor: stablehlo.xor
logical_not, bitwise_not, invert: stablehlo.not
left_shift, bitwise_left_shift, shl, lshift: stablehlo.shift_left
right_shift, bitwise_right_shift, shr, rshift: stablehlo.shift_right_arithmetic, or stablehlo.shift_right_logical
population_count, ctpop, bitcount: stablehlo.popcnt
clz, ctlz: stablehlo.count_leading_zeros
isnan: stablehlo.compare NE of x and x
conjugate: chlo.conj
angle: stablehlo.atan2 of stablehlo.imag and stablehlo.real
rfft, irfft, ifft, fft2, ifft2, fftn, ifftn, rfft2, irfft2: stablehlo.fft with fft_type FFT, IFFT, RFFT or IRFFT
cond, ifop: stablehlo.if
switch: stablehlo.case
for, for_loop, fori_loop, while_loop, loop: stablehlo.while
jit, pjit, xla_call, closed_call, core_call, remat, checkpoint: func.call
def, function, fn, define: func.func
ret: func.return
parameter, argument, placeholder, arg: an argument of func.func
psum, pmean, pmax, pmin: stablehlo.all_reduce
psum_scatter: stablehlo.reduce_scatter
ppermute: stablehlo.collective_permute
pbroadcast: stablehlo.collective_broadcast
axis_index: stablehlo.partition_id, or stablehlo.replica_id
rand, randn, random, random_uniform, random_normal, normal, uniform, rng_uniform, rng_normal, random_bits, threefry2x32: \
stablehlo.rng, or stablehlo.rng_bit_generator
solve, triangular_solve_lower, matrix_triangular_solve: stablehlo.triangular_solve
svd, eig, eigh, qr, lu, geqrf, householder_product, matrix_inverse: stablehlo.custom_call of a function of LAPACK, as \
jax.numpy.linalg exports it
resize, interpolate, upsample, resize_bilinear, resize_nearest_neighbor, upsample_nearest2d: stablehlo.gather of the nearest \
elements, or stablehlo.dot_general with weights
quantize, quantize_linear, quantize_per_tensor: stablehlo.uniform_quantize
dequantize, dequantize_linear: stablehlo.uniform_dequantize
opt_barrier: stablehlo.optimization_barrier
stop_gradient, detach, identity, noop: the value itself; stablehlo.optimization_barrier keeps it from being moved
print, debug_print, debug_callback: interpreter.print
shape, size: stablehlo.get_dimension_size
"""
#: Dialects that are not read: what each is, and how to come by StableHLO instead.
_LOWER: Final = "is lower than StableHLO: take the program from before it was lowered"
_OF_TENSORFLOW: Final = f"is a dialect of TensorFlow: {OF_TENSORFLOW}"
_OF_TORCH: Final = f"is a dialect of torch-mlir: {OF_TORCH}"
_OF_IREE: Final = "is a dialect of IREE: take the program that it was given"
_OF_TRITON: Final = "is a dialect of Triton, whose kernels are no StableHLO"
_OF_PYTHON: Final = f"is a module of Python: {OF_JAX}"
_PHRASES: Final = {
    "torch torch_c aten prims": _OF_TORCH,
    "onnx": f"is the dialect of onnx-mlir: {OF_ONNX}",
    "tf tf_executor tf_device tf_saved_model tfg": _OF_TENSORFLOW,
    "tfl": "is the dialect of TensorFlow Lite: export the model that it was made of to StableHLO",
    "tosa": "is another dialect of models: ask what wrote the program for StableHLO",
    "linalg scf cf affine memref vector math bufferization llvm gpu nvvm rocdl spirv async omp acc emitc index complex amdgpu "
    "nvgpu transform std lmhlo": _LOWER,
    "flow stream hal util vm iree_linalg_ext iree_input": _OF_IREE,
    "tt ttg triton_gpu triton": _OF_TRITON,
    "lax jax jnp np numpy nn": _OF_PYTHON,
    "xla xla_gpu xla_cpu": "is a dialect of passes inside XLA: take the program from before them",
    "xla_hlo": "is the old name of mhlo: write stablehlo",
}
DIALECTS: Final[dict[str, str]] = {name: phrase for names, phrase in _PHRASES.items() for name in names.split()}


def normalised(name: str) -> str:
    """A name without what differs between spellings of it."""
    plain = name.replace("_", "").replace("-", "").lower()
    return plain[:-2] if len(plain) > 4 and plain[-2:] in ("v2", "v3", "op") else plain


@cache
def other_names() -> dict[str, tuple[str, str]]:
    """Names that others give to operations, normalised: as they are written here, and what says them in StableHLO."""
    found: dict[str, tuple[str, str]] = {}
    for line in _NAMES.strip().splitlines():
        names, _, said = line.partition(": ")
        for name in names.split(", "):
            found[normalised(name)] = name, said
    return found
