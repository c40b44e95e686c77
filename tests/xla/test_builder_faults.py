"""Calls that do not fit, one a row: the error names the operation, its arguments with their shapes, and the caller's line."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from hloom.support.diagnostics import InputError
from hloom.xla import ops
from hloom.xla.builder import BuilderError, XlaBuilder, XlaComputation


def identity(shape: str) -> XlaComputation:
    builder = XlaBuilder("identity")
    return builder.Build(ops.Copy(ops.Parameter(builder, 0, shape)))


ADD = ops.CreateScalarAddComputation("f32")
LT = ops.CreateScalarLtComputation("f32")

#: Calls on a builder b, x of f32[2,3] and y of f32[3]; the operation that is at fault; and how its message goes on.
FAULTS: list[tuple[Any, str, str]] = [
    (lambda b, x, y: ops.Parameter(b, 9, "f32[2"), "Parameter", "<shape>:1:6: error: [syntax] expects ']' at the end of the"),
    (lambda b, x, y: ops.Parameter(b, 9, None), "Parameter", "shape is a Shape or its text, not None"),
    (lambda b, x, y: ops.Parameter(b, "0", "f32[]"), "Parameter", "parameter_number is a whole number, not '0'"),
    (lambda b, x, y: ops.Parameter(b, -1, "f32[]"), "Parameter", "parameters are numbered from 0, got -1"),
    (lambda b, x, y: ops.Parameter(b, 5, "f32[]", "n", 5), "Parameter", "replicated_at_leaf_buffers is a list, not 5"),
    (lambda b, x, y: ops.ConstantR2(b, [[1, 2], [3]]), "ConstantR2", "a constant has rows of one length, got [[1, 2], [3]]"),
    (lambda b, x, y: ops.ConstantR0(b, 1, "f99"), "ConstantR0", "unknown primitive type 'f99'"),
    (lambda b, x, y: ops.ConstantR1(b, -1, 2), "ConstantR1", "a vector has between 0 and 2**31 elements, not -1"),
    (lambda b, x, y: ops.ConstantFromArrayWithLayout(b, np.zeros((2, 2)), [0, 0]),
     "ConstantFromArrayWithLayout", "layout minor_to_major field has duplicate values: {0, 0};"),
    (lambda b, x, y: ops.Iota(b, "f32[2]", None), "Iota", "iota_dimension is a whole number, not None"),
    (lambda b, x, y: ops.Iota(b, "pred[2]", 0), "Iota", "Iota does not support PRED elements."),
    (lambda b, x, y: ops.Iota(b, "s32", -3), "Iota", "Negative dimension at index 0: -3."),
    (lambda b, x, y: ops.Broadcast(x, None), "Broadcast", "broadcast_sizes is a list of whole numbers, not None"),
    (lambda b, x, y: ops.BroadcastInDim(x, [2, 3], None),
     "BroadcastInDim", "broadcast_dimensions is a list of whole numbers, not None"),
    (lambda b, x, y: ops.BroadcastInDim(x, [-2, 3], [0, 1]), "BroadcastInDim", "Negative dimension at index 0: -2."),
    (lambda b, x, y: ops.BroadcastInDim(ops.Tuple(b, [x]), [2, 3], [0]),
     "BroadcastInDim", "Expected array argument for operand of broadcast-in-dim, but"),
    (lambda b, x, y: ops.Reshape(ops.Tuple(b, [x]), [2]),
     "Reshape", "Expected array argument for reshape, but got (f32[2,3])."),
    (lambda b, x, y: ops.Reshape(x, None), "Reshape", "dimensions is a list of whole numbers, not None"),
    (lambda b, x, y: ops.Reshape(x, [-2, -3]), "Reshape", "Reshape with a negative dimension size: [-2, -3]."),
    (lambda b, x, y: ops.Collapse(x, 5), "Collapse", "dimensions is a list of whole numbers, not 5"),
    (lambda b, x, y: ops.Slice(x, [0], [1]), "Slice", "slice index count does not match argument rank: 1 vs 2;"),
    (lambda b, x, y: ops.Slice(x, [0, 0], [1, 1], [0, 1]),
     "Slice", "stride (0) must be positive; starts: [0, 0], limits: [1, 1],"),
    (lambda b, x, y: ops.Slice(x, [-1, 0], [1, 1]), "Slice", "negative start index to slice: -1; starts: [-1, 0], limits:"),
    (lambda b, x, y: ops.SliceInDim(x, 0, 1, 1, 7), "SliceInDim", "SliceInDim dimension out of bounds: 7 of f32[2,3]."),
    (lambda b, x, y: ops.SliceInDim(ops.Tuple(b, [x]), 0, 1, 1, 0),
     "SliceInDim", "SliceInDim dimension out of bounds: 0 of (f32[2,3])."),
    (lambda b, x, y: ops.DynamicSlice(x, [1.5, 0], [1, 1]),
     "DynamicSlice", "Dynamic slice start indices must all have the same element"),
    (lambda b, x, y: ops.DynamicSlice(x, [0], [1, 1]),
     "DynamicSlice", "Dynamic slice start number of dimensions 1 must match rank 2"),
    (lambda b, x, y: ops.DynamicSlice(x, None, [1, 1]), "DynamicSlice", "start_indices is a list of operations, not None"),
    (lambda b, x, y: ops.DynamicUpdateSlice(x, y, [0, 0]),
     "DynamicUpdateSlice", "Dynamic update slice update rank does not match argument rank:"),
    (lambda b, x, y: ops.Pad(x, 0, [(1, 1)]), "Pad", "The rank of the operand and the padding configuration do not"),
    (lambda b, x, y: ops.Pad(x, 0, 5), "Pad", "padding_config is a list, not 5"),
    (lambda b, x, y: ops.Pad(x, 0, [5, 6]), "Pad", "padding_config is a list of whole numbers, not 5"),
    (lambda b, x, y: ops.Pad(x, y, [(0, 0, 0)]*2), "Pad", "Padding value must be scalar to operate on operand: got f32[3]"),
    (lambda b, x, y: ops.Pad(x, 0, [(0, 0, -1), (0, 0, 0)]), "Pad", "Interior padding cannot be negative: -1"),
    (lambda b, x, y: ops.ConcatInDim(b, [], 0), "ConcatInDim", "Concatenate expects at least one argument."),
    (lambda b, x, y: ops.ConcatInDim(b, 5, 0), "ConcatInDim", "operands is a list of operations, not 5"),
    (lambda b, x, y: ops.ConcatInDim(b, [x, ops.Tuple(b, [x])], 0),
     "ConcatInDim", "Expected array argument for operand of concatenation, but got"),
    (lambda b, x, y: ops.Transpose(x, None), "Transpose", "permutation is a list of whole numbers, not None"),
    (lambda b, x, y: ops.Select(x, x, x), "Select", "Select's pred operand must have PRED element type; got f32[2,3]."),
    (lambda b, x, y: ops.Select(ops.Lt(x, x), x, y), "Select", "Operands to select must be the same shape; got f32[2,3] and"),
    (lambda b, x, y: ops.TupleSelect(ops.Lt(x, x), x, x),
     "TupleSelect", "TupleSelect takes tuples; got f32[2,3] and f32[2,3]."),
    (lambda b, x, y: ops.Tuple(b, [x, "a"]), "Tuple", "the argument elements must be an operation or numbers, not 'a'"),
    (lambda b, x, y: ops.GetTupleElement(ops.Tuple(b, [x]), -1),
     "GetTupleElement", "GetTupleElement() index (-1) out of range: attempt to index"),
    (lambda b, x, y: ops.GetDimensionSize(x, 2), "GetDimensionSize", "GetDimensionSize dimension out of bounds: 2."),
    (lambda b, x, y: ops.SetDimensionSize(x, 1.5, 0), "SetDimensionSize", "val is a whole number, not 1.5"),
    (lambda b, x, y: ops.Compare(x, x, "XX"), "Compare", "a comparison's direction is EQ, NE, GE, GT, LE or LT, got 'XX'"),
    (lambda b, x, y: ops.Compare(x, x, [], "LT", "SIGNED"),
     "Compare", "a comparison of f32 is FLOAT or TOTALORDER, not 'SIGNED'"),
    (lambda b, x, y: ops.Clamp(y, x, y), "Clamp", "Clamp with incompatible shapes: f32[3], f32[2,3], f32[3]."),
    (lambda b, x, y: ops.Exp(x, "FOO"), "Exp", "result_accuracy is DEFAULT, HIGHEST, or tolerances atol, rtol,"),
    (lambda b, x, y: ops.Exp(x, {"atol": "a"}), "Exp", "atol is a number, not 'a'"),
    (lambda b, x, y: ops.ConvertElementType(x, "f7"), "ConvertElementType", "unknown primitive type 'f7'"),
    (lambda b, x, y: ops.ConvertElementType(x, None), "ConvertElementType", "None is no type of elements"),
    (lambda b, x, y: ops.BitcastConvertType(x, "f64"),
     "BitcastConvertType", "Last dimension of input shape=(f32[2,3]) must be equal to"),
    (lambda b, x, y: ops.ReducePrecision(x, 0, 0), "ReducePrecision", "Expected exponent_bits >= 1; got 0."),
    (lambda b, x, y: ops.StochasticConvertType(x, x, "bf16"),
     "StochasticConvertType", "Random numbers for stochastic convert must be unsigned"),
    (lambda b, x, y: ops.Dot(x, 5), "Dot", "A dimension number is out of range in Dot: 0 of f32[]"),
    (lambda b, x, y: ops.Dot(ops.Tuple(b, [x]), x), "Dot", "Expected array argument for lhs of dot, but got (f32[2,3])."),
    (lambda b, x, y: ops.DotGeneral(x, x, 5), "DotGeneral", "dimension_numbers is a dictionary of lhs_batch_dimensions,"),
    (lambda b, x, y: ops.DotGeneral(x, x, ((1, ), (0, ))),
     "DotGeneral", "dimension_numbers is a dictionary of lhs_batch_dimensions,"),
    (lambda b, x, y: ops.Dot(x, y, 5), "Dot", "precision_config is a list, not 5"),
    (lambda b, x, y: ops.Conv(x, x, [1], "SAME"), "Conv", "A window of 0 dimensions with 1 strides does not fit 0"),
    (lambda b, x, y: ops.ConvWithGeneralPadding(x, x, [1], 5),
     "ConvWithGeneralPadding", "padding is a list of pairs of whole numbers, not 5"),
    (lambda b, x, y: ops.ConvGeneral(x, x, [], [], "bf"),
     "ConvGeneral", "dimension_numbers of a convolution is like 'bf01_oi01->bf01',"),
    (lambda b, x, y: ops.ConvGeneral(x, x, [], [], "bf_oi->bf", "a"),
     "ConvGeneral", "feature_group_count is a whole number, not 'a'"),
    (lambda b, x, y: ops.Fft(x, "FOO", [3]), "Fft", "Unknown FFT type: FOO."),
    (lambda b, x, y: ops.Fft(x, None, None), "Fft", "fft_length is a list of whole numbers, not None"),
    (lambda b, x, y: ops.TriangularSolve(x, x, True, True, True, "X"),
     "TriangularSolve", "The two minor dimensions of 'a' must have equal size, got"),
    (lambda b, x, y: ops.Cholesky(y), "Cholesky", "The 'a' argument to Cholesky must have rank >= 2, got shape"),
    (lambda b, x, y: ops.Reduce(x, None, ADD, [0]), "Reduce", "the argument init_value must be an operation or numbers, not"),
    (lambda b, x, y: ops.Reduce(x, 0, None, [0]), "Reduce", "computation is an XlaComputation, what Build gives; not None"),
    (lambda b, x, y: ops.Reduce(x, 0, ADD, [0, 0]), "Reduce", "Duplicate reduction dimension: 0"),
    (lambda b, x, y: ops.Reduce([x, y], [0, 0], ADD, [0]), "Reduce", "All reduced tensors must have compatible dimension; got"),
    (lambda b, x, y: ops.Reduce([x, x], [0], ADD, [0]),
     "Reduce", "Reduce needs an initial value for each operand, got 2 operands"),
    (lambda b, x, y: ops.Reduce(x, 0, LT, [0]), "Reduce", "Reduction function's first parameter shape differs from the"),
    (lambda b, x, y: ops.ReduceAll(ops.Tuple(b, [x]), 0, ADD),
     "ReduceAll", "Expected array argument for operand of reduce, but got"),
    (lambda b, x, y: ops.Scan([x], [0.0], ADD, 5), "Scan", "Scan dimension 5 is out of bounds for f32[2,3]."),
    (lambda b, x, y: ops.ReduceWindow(x, 0, ADD, [1], [1], "SAME"),
     "ReduceWindow", "A window of 1 dimensions with 1 strides does not fit 2"),
    (lambda b, x, y: ops.ReduceWindow(x, 0, ADD, [0, 1], [1, 1], "VALID"),
     "ReduceWindow", "Window [0, 1] has a non-positive dimension."),
    (lambda b, x, y: ops.ReduceWindow(x, 0, ADD, [1, 1], [0, 1], "VALID"),
     "ReduceWindow", "Window [1, 1] has a non-positive stride."),
    (lambda b, x, y: ops.ReduceWindow(x, 0, ADD, [1, 1], [1, 1], None),
     "ReduceWindow", "padding is a list of pairs of whole numbers, not None"),
    (lambda b, x, y: ops.ReduceWindowWithGeneralPadding(x, 0, ADD, [1, 1], [1, 1], [1], [1, 1], [(0, 0)]*2),
     "ReduceWindowWithGeneralPadding", "Window has different number of window dimensions than of base"),
    (lambda b, x, y: ops.SelectAndScatter(x, LT, [1, 1], [1, 1], "VALID", y, 0.0, ADD),
     "SelectAndScatter", "Source shape does not match the shape of window-reduced"),
    (lambda b, x, y: ops.SelectAndScatter(x, ADD, [1, 1], [1, 1], "VALID", x, 0.0, ADD),
     "SelectAndScatter", "Select function must have rank-0 PRED result, but has f32[]."),
    (lambda b, x, y: ops.BatchNormTraining(x, y, y, "e", 1), "BatchNormTraining", "epsilon is a number, not 'e'"),
    (lambda b, x, y: ops.BatchNormTraining(x, y, y, .1, 0),
     "BatchNormTraining", "The size of offset should be the same as feature count, but"),
    (lambda b, x, y: ops.BatchNormTraining(x, y, y, .1, 9),
     "BatchNormTraining", "Expected feature_index of batch-norm-training to be within the"),
    (lambda b, x, y: ops.BatchNormGrad(x, y, y, y, y, .1, 1),
     "BatchNormGrad", "The shapes of operand and output_grad of batch-norm-grad must"),
    (lambda b, x, y: ops.Map(b, [x], ADD, [0, 1]), "Map", "Map applied function arity must match number of arguments;"),
    (lambda b, x, y: ops.Map(b, [x, x], ADD, [1, 0]), "Map", "Map requires monotonically increasing dimension numbers; got:"),
    (lambda b, x, y: ops.Map(b, [], ADD), "Map", "Map expects at least one argument."),
    (lambda b, x, y: ops.Sort([x], ADD), "Sort", "The comparator of sort must give pred[], got f32[]."),
    (lambda b, x, y: ops.Sort([x, y]), "Sort", "Sort keys and values dimensions must match. Keys shape is:"),
    (lambda b, x, y: ops.TopK(x, -1), "TopK", "k argument (-1) to TopK must not be greater than the size of"),
    (lambda b, x, y: ops.RngUniform(x, x, "f32[2]"), "RngUniform", "The parameters of RNG must be scalars, got f32[2,3] and"),
    (lambda b, x, y: ops.RngNormal(ops.ConstantR0(b, 0), ops.ConstantR0(b, 1), "s32[2]"),
     "RngNormal", "RngNormal needs floating-point elements, got s32[2]."),
    (lambda b, x, y: ops.RngBitGenerator("FOO", x, "u32[2]"),
     "RngBitGenerator", "the algorithm 'FOO' is not known; known: DEFAULT, THREE_FRY,"),
    (lambda b, x, y: ops.RngBitGenerator("PHILOX", x, "u32[2]"),
     "RngBitGenerator", "the state of RngBitGenerator is a vector of integers, not"),
    (lambda b, x, y: ops.Gather(x, y, {}, [1, 1]),
     "Gather", "Gather indices parameter must be an integral tensor; got f32[3]."),
    (lambda b, x, y: ops.Gather(x, y, {"offset_dims": [1], "collapsed_slice_dims": [0], "index_vector_dim": 1}, [1, 3]),
     "Gather", "Gather indices parameter must be an integral tensor; got f32[3]."),
    (lambda b, x, y: ops.Gather(x, y, None, [1, 1]), "Gather", "dimension_numbers is a dictionary of offset_dims,"),
    (lambda b, x, y: ops.Scatter(x, ops.ConstantR1(b, [0]), x, ADD, {"foo": 1}),
     "Scatter", "dimension_numbers is a dictionary of update_window_dims,"),
    (lambda b, x, y: ops.Scatter(x, ops.ConstantR1(b, [0]), x, None, {}),
     "Scatter", "computation is an XlaComputation, what Build gives; not None"),
    (lambda b, x, y: ops.Call(b, ADD, x), "Call", "Call applied function arity must match number of arguments;"),
    (lambda b, x, y: ops.Call(b, identity("f32[]"), 5), "Call", "Call takes operations, not 5"),
    (lambda b, x, y: ops.Call(b, None, x), "Call", "computation is an XlaComputation, what Build gives; not None"),
    (lambda b, x, y: ops.CompositeCall(b, identity("f32[]"), [x], "n"),
     "CompositeCall", "Call parameter must match argument; got parameter 0 shape:"),
    (lambda b, x, y: ops.While(identity("f32[2, 3]"), identity("f32[2, 3]"), x),
     "While", "Condition must return a boolean; got f32[2,3]."),
    (lambda b, x, y: ops.While(None, None, x), "While", "condition is an XlaComputation, what Build gives; not None"),
    (lambda b, x, y: ops.Conditional(x, x, identity("f32[2, 3]"), x, identity("f32[2, 3]")),
     "Conditional", "branch_index must be bool or int32_t; got f32[2,3]."),
    (lambda b, x, y: ops.Conditional(x), "Conditional", "Conditional takes (pred, true_operand, true_computation,"),
    (lambda b, x, y: ops.Conditional(ops.ConstantR0(b, 1), 5, 6), "Conditional", "branch_computations is a list, not 5"),
    (lambda b, x, y: ops.Conditional(ops.ConstantR0(b, 1), [identity("f32[2, 3]")], [x, x]),
     "Conditional", "branch_computations.size() == branch_operands.size() is"),
    (lambda b, x, y: ops.Conditional(ops.ConstantR0(b, 1), [], []),
     "Conditional", "!branch_computations.empty() is needed: a conditional runs one"),
    (lambda b, x, y: ops.CustomCall(b, 5, [x], "f32[]"), "CustomCall", "call_target_name is a text, not 5"),
    (lambda b, x, y: ops.CustomCall(b, "t", [x], "f32[]", api_version="FOO"),
     "CustomCall", "api_version is a whole number, not 'FOO'"),
    (lambda b, x, y: ops.CustomCall(b, "t", [x], "f32[]", schedule="FOO"),
     "CustomCall", "a schedule is one of SCHEDULE_NONE, SCHEDULE_LATEST,"),
    (lambda b, x, y: ops.CustomCallWithLayout(b, "t", [x], "f32[]", ["f32[3]"]),
     "CustomCallWithLayout", "operand_shapes_with_layout[0] f32[3] is not the shape of the"),
    (lambda b, x, y: ops.AsyncDone(x), "AsyncDone", "AsyncDone expects the op shape to be in the form of"),
    (lambda b, x, y: ops.AsyncStart(b, identity("f32[]"), [x]),
     "AsyncStart", "Call parameter must match argument; got parameter 0 shape:"),
    (lambda b, x, y: ops.AfterAll(b, []), "AfterAll", "AfterAll requires at least one operand"),
    (lambda b, x, y: ops.InfeedWithToken(x, "f32[]"), "InfeedWithToken", "Infeed needs a token, got f32[2,3]"),
    (lambda b, x, y: ops.Outfeed(x, "f32[3]"), "Outfeed", "Outfeed shape f32[3] must be compatible with operand shape"),
    (lambda b, x, y: ops.Send(x, None), "Send", "Send needs a channel handle of type 1, got None"),
    (lambda b, x, y: ops.SendWithToken(x, x, 1), "SendWithToken", "Send needs a token, got f32[2,3]"),
    (lambda b, x, y: ops.Recv(b, "f32[]", "a"), "Recv", "channel handle is a whole number, not 'a'"),
    (lambda b, x, y: ops.CrossReplicaSum(ops.Tuple(b, [x])),
     "CrossReplicaSum", "0 != element_type: CrossReplicaSum takes an array, use"),
    (lambda b, x, y: ops.AllReduce(x, LT), "AllReduce", "All-reduce needs a computation that takes and gives one type,"),
    (lambda b, x, y: ops.AllReduce(x, ADD, 5), "AllReduce", "replica_groups is a list, not 5"),
    (lambda b, x, y: ops.AllReduce(x, ADD, [[0, 1], ["a"]]), "AllReduce", "replica_groups is a whole number, not 'a'"),
    (lambda b, x, y: ops.AllGather(x, 5, 2), "AllGather", "all_gather_dimension 5 is out of bounds for f32[2,3]."),
    (lambda b, x, y: ops.ReduceScatter(x, ADD, 0, 7),
     "ReduceScatter", "Reduce-scatter input dimension size must be divisible by"),
    (lambda b, x, y: ops.AllToAll(x, 0, 9, 2), "AllToAll", "AllToAll concat_dimension 9 is out-of-bounds in shape f32[2,3]."),
    (lambda b, x, y: ops.AllToAllTuple([x, y]), "AllToAllTuple", "HLO all-to-all has operands with different shapes: the 0th"),
    (lambda b, x, y: ops.RaggedAllToAll(x, x, x, x, x, x),
     "RaggedAllToAll", "RaggedAllToAll offsets and sizes must be integral vectors, got"),
    (lambda b, x, y: ops.CollectivePermute(x, [(0, )]),
     "CollectivePermute", "source_target_pairs is a list of pairs of whole numbers, got [0]"),
    (lambda b, x, y: ops.CollectivePermute(x, 5),
     "CollectivePermute", "source_target_pairs is a list of pairs of whole numbers, not 5"),
    (lambda b, x, y: ops.ConvertSpmdFullToShardShape(b, x, -1, "devices"),
     "ConvertSpmdFullToShardShape", "a sharding stands in braces, got 'devices'"),
    (lambda b, x, y: ops.DynamicReshape(x, [2.5], [6], [True]),
     "DynamicReshape", "The dimension sizes of DynamicReshape must be scalars of S32,"),
    (lambda b, x, y: ops.MhloDynamicReshape(x, y, "f32[6]"),
     "MhloDynamicReshape", "output_shape dimension size=f32[3] (rank) and rank of shape=1"),
    (lambda b, x, y: ops.Einsum(x, y, "ab, c->d"), "Einsum", "the result 'd' has labels that are repeated or that no operand"),
    (lambda b, x, y: ops.Einsum(x, 5), "Einsum", "Einsum takes (x, y, config) or (x, config)"),
    (lambda b, x, y: ops.GetMatrixDiagonal(y),
     "GetMatrixDiagonal", "GetMatrixDiagonal needs an array of at least two dimensions,"),
    (lambda b, x, y: ops.MaxPool(x, [1], [1], "SAME", ops.TensorFormat(0, 1, ())),
     "MaxPool", "A window of 1 dimensions with 1 strides does not fit 2"),
    (lambda b, x, y: ops.ArgMax(x, "s32", 9), "ArgMax", "Iota dimension 9 is out of range for s32[2,3]."),
    (lambda b, x, y: ops.ArgMax(x, "s32", -1), "ArgMax", "Iota dimension -1 is out of range for s32[2,3]."),
    (lambda b, x, y: ops.TorchGather(x, y, 0), "TorchGather", "TorchGather needs an index of the operand's rank and a"),
    (lambda b, x, y: ops.UniformFloatingPointDistribution(x, x, ops.ThreeFryBitGenerator, x, x, "s32[2]"),
     "UniformFloatingPointDistribution", "uniform floating-point numbers are f16, bf16, f32 or f64, not"),
    (lambda b, x, y: ops.PhiloxBitGenerator(x, x, "f32[2]"),
     "PhiloxBitGenerator", "Reshape operation has mismatched element counts: from=6"),
]


@pytest.mark.parametrize("row", range(len(FAULTS)), ids=lambda k: f"{FAULTS[k][1]} {k}")
def test_a_fault_is_kept_with_operation_arguments_and_line(row: int) -> None:
    call, name, message = FAULTS[row]
    builder = XlaBuilder("faults")
    call(builder, ops.Parameter(builder, 0, "f32[2,3]"), ops.Parameter(builder, 1, "f32[3]"))
    error = builder.first_error
    assert error is not None and error.operation == name
    text = str(error)
    described, _, said = text.partition(f": {name}(")[2].partition("): ")
    assert message in text and (message in said or message in described), text
    parameters = list(inspect.signature(getattr(ops, name)).parameters)
    assert any(described.startswith(f"{p}: ") for p in parameters[:2]), text
    first = inspect.getsourcelines(call)[1]
    assert error.file == __file__ and first <= error.line < first + 3
    with pytest.raises(BuilderError) as caught:
        builder.Build()
    assert caught.value is error


def test_arguments_that_are_missing_or_too_many_are_faults_of_python() -> None:
    builder = XlaBuilder("arguments")
    x = ops.Parameter(builder, 0, "f32[2]")
    with pytest.raises(TypeError, match=r"^Add\(lhs.*missing a required argument: 'rhs'"):
        ops.Add(x)
    with pytest.raises(TypeError, match=r"^Neg\(operand.*too many positional arguments"):
        ops.Neg(x, 1, 2)
    with pytest.raises(InputError, match="Neg: no argument is an operation or a builder"):
        ops.Neg(5)
    assert builder.first_error is None


def test_operations_of_another_builder_are_found_in_lists() -> None:
    one, other = XlaBuilder("one"), XlaBuilder("other")
    x, y = ops.Parameter(one, 0, "f32[2]"), ops.Parameter(other, 0, "f32[2]", "theirs")
    ops.ConcatInDim(one, [x, y], 0)
    assert "ConcatInDim(operands: [f32[2], f32[2]]" in str(one.first_error)
    assert "the operation theirs belongs to the builder other, not to one" in str(one.first_error)
    assert other.first_error is None


def test_faults_of_named_results_give_as_many_values() -> None:
    builder = XlaBuilder("several")
    x = ops.Parameter(builder, 0, "f32[2]")
    for found in (ops.Qr(x), ops.LuDecomposition(x), ops.SVD(x), ops.SelfAdjointEig(x), ops.SLogDet(x), ops.QrExplicit(x, True),
                  ops.ThreeFryBitGenerator(x, x, "u32[2]")):
        assert not any(part.valid for part in found)
    q, r = ops.QrExplicit(x, False)
    assert not (q + r).valid and "Qr(a: f32[2])" in str(builder.first_error)


def test_scopes_and_aliases_say_what_they_take() -> None:
    builder = XlaBuilder("scopes")
    for call, message in ((lambda: builder.SetSharding("foo"), "a sharding stands in braces"),
                          (lambda: builder.SetUpAlias([], 0, [], "never"), "an alias is may-alias or must-alias, not 'never'"),
                          (lambda: builder.SetUpAlias("a", 0), "list of whole numbers"),
                          (lambda: builder.original_value(5).__enter__(), "an original value is a name")):
        with pytest.raises(InputError, match=message):
            call()


@pytest.mark.parametrize(("text", "groups"), [("[2,2]<=[4]", "{{0,1},{2,3}}"), ("[2,2]<=[2,2]T(1,0)", "{{0,2},{1,3}}"),
                                              ("[1,3]<=[3]", "{{0,1,2}}")])
def test_groups_may_be_a_list_of_devices(text: str, groups: str) -> None:
    builder = XlaBuilder("devices", die_immediately_on_error=True)
    made = builder.Build(ops.CrossReplicaSum(ops.Parameter(builder, 0, "f32[2]"), text))
    assert f"replica_groups={groups}" in str(made)


@pytest.mark.parametrize("text", ["[2,2]<=[5]", "[2,2]", "[2,2]<=[2,2]T(0,0)", "[9999999,9999999]<=[99999980000001]", "0,1"])
def test_lists_of_devices_that_are_none(text: str) -> None:
    builder = XlaBuilder("devices")
    ops.CrossReplicaSum(ops.Parameter(builder, 0, "f32[2]"), text)
    assert "list of devices" in str(builder.first_error)


def test_original_values_are_kept_where_they_fit() -> None:
    builder = XlaBuilder("origins")
    x = ops.Parameter(builder, 0, "f32[2]")
    with builder.original_value(("older", [1])):
        y = ops.Neg(x)
    with builder.original_value([("a", []), "b"]):
        pair = ops.Tuple(builder, [y, x])
    text = str(builder.Build(pair))
    assert 'negate(%p0), origin={{"older" {1}}}' in text and 'origin={({"a"}, {"b"})}' in text
