"""Every operation of XlaBuilder under its name in C++ (Operation semantics), and the libraries beside it.

Functions of the module append an operation to the builder of their operands and give an XlaOp. The builder may stand first, as
in C++, and must where no operand says it (Parameter, constants, Iota, Infeed, ...). Numbers and arrays of NumPy are constants.
What does not fit is an error that the builder keeps (see `hloom.xla.builder`); the section of the document stands in brackets in
each docstring.
"""

# ruff: noqa: I001 - the sorted form has a line for each of 300 names

from hloom.xla.ops.approx_topk import ApproxTopK, ApproxTopKFallback, ApproxTopKReductionOutputSize
from hloom.xla.ops.arithmetic import (
    Any_ as Any, ArgMax, ArgMin, ArgMinMax, CreateScalarAddComputation, CreateScalarAndComputation, CreateScalarComputation,
    CreateScalarGeComputation, CreateScalarIdentityWithZeroComputation, CreateScalarMaxComputation, CreateScalarMinComputation,
    CreateScalarMultiplyComputation, CreateScalarOrComputation,
)
from hloom.xla.ops.collectives import (
    AllGather, AllGatherTuple, AllReduce, AllReduceTuple, AllToAll, AllToAllTuple, CollectiveBroadcast, CollectivePermute,
    ConvertSpmdFullToShardShape, ConvertSpmdShardToFullShape, CrossReplicaSum, MultiCollectivePermute, PartitionId,
    RaggedAllToAll, ReduceScatter, ReplicaId,
)
from hloom.xla.ops.comparators import CreateScalarComparisonComputation, CreateScalarGtComputation, CreateScalarLtComputation
from hloom.xla.ops.constants import (
    ConstantR0WithType, Epsilon, FullLike, MaxFiniteValue, MaxValue, MinFiniteValue, MinPositiveNormalValue, MinValue, NanValue,
    One, ScalarLike, Zero, Zeros, ZerosLike,
)
from hloom.xla.ops.contraction import Cholesky, Dot, DotGeneral, Fft, RaggedDot, ScaledDot, TriangularSolve
from hloom.xla.ops.control import (
    AfterAll, AsyncDone, AsyncStart, AsyncUpdate, Call, CompositeCall, Conditional, CreateToken, CustomCall,
    CustomCallWithComputation, CustomCallWithComputationAndLayouts, CustomCallWithConvDnums, CustomCallWithLayout,
    OptimizationBarrier, While,
)
from hloom.xla.ops.conv_grad_size import ConvGradExtractAndVerifyDimension, SpatialDimensionOutputSizeAndPadding
from hloom.xla.ops.convolution import (
    Conv, ConvGeneral, ConvGeneralDilated, ConvWithGeneralDimensions, ConvWithGeneralPadding, DynamicConvForward,
    DynamicConvInputGrad, DynamicConvKernelGrad,
)
from hloom.xla.ops.decompositions import (
    LogDet, LuDecomposition, LuDecompositionResult, ProductOfElementaryHouseholderReflectors, Qr, QrDecomposition, QrExplicit,
    QrExplicitResult, SLogDet, SelfAdjointEig, SelfAdjointEigResult, SignAndLogDet,
)
from hloom.xla.ops.dynamic import DynamicReshape, MhloDynamicBroadcastInDim, MhloDynamicReshape
from hloom.xla.ops.dynamic_shapes import DynamicConditional, SetAllDimensionSizes, SetDimensionSizeWithRebound, ValueInference
from hloom.xla.ops.elementwise import (
    Abs, Acos, Acosh, Add, And, Asin, Asinh, Atan, Atan2, Atanh, BitcastConvertType, Cbrt, Ceil, Clamp, Clz, Compare, Complex,
    Conj, ConvertElementType, Cos, Cosh, Div, Eq, EqTotalOrder, Erf, Exp, Expm1, Floor, Ge, GeTotalOrder, Gt, GtTotalOrder,
    Imag, IsFinite, Le, LeTotalOrder, Log, Log1p, Logistic, Lt, LtTotalOrder, Max, Min, Mul, Mulhi, Ne, NeTotalOrder, Neg, Not,
    Or, PopulationCount, Pow, Real, ReducePrecision, Rem, Round, RoundNearestEven, Rsqrt, Select, ShiftLeft,
    ShiftRightArithmetic, ShiftRightLogical, Sign, Sin, Sinh, Sqrt, StochasticConvertType, Sub, Tan, Tanh, TupleSelect, Xor,
)
from hloom.xla.ops.gamma import Igamma, IgammaGradA, Igammac, RandomGammaGrad, RegularizedIncompleteBeta
from hloom.xla.ops.indexing import Gather, Scatter
from hloom.xla.ops.inputs import (
    ConstantFromArray, ConstantFromArrayWithLayout, ConstantLiteral, ConstantR0, ConstantR1, ConstantR2, ConstantR2FromArray2D,
    ConstantR2FromArray2DWithLayout, ConstantR3FromArray3D, ConstantR3FromArray3DWithLayout, ConstantR4FromArray4D,
    ConstantR4FromArray4DWithLayout, Iota, Parameter,
)
from hloom.xla.ops.loops import ForEachIndex, WhileLoopHelper
from hloom.xla.ops.math import (
    BesselI0e, BesselI1e, Digamma, ErfInv, Erfc, IsInf, IsNan, IsNegInf, IsNegZero, IsPosInf, Lgamma, MaybeConjugate, NextAfter,
    Polygamma, Reciprocal, RoundToEven, Square, Zeta,
)
from hloom.xla.ops.matrix import (
    BatchDot, Einsum, GetDiagonalMask, GetMatrixDiagonal, GetMatrixDiagonalViaGather, IdentityMatrix, LowerTriangle,
    MaybeTransposeInMinorDims, NormalizeEinsumString, ParseEinsumString, SetMatrixDiagonal, Symmetrize, TransposeInMinorDims,
    Triangle, TriangleMask, UpperTriangle,
)
from hloom.xla.ops.movement import (
    Broadcast, BroadcastInDim, Collapse, ConcatInDim, Concatenate, Copy, DynamicSlice, DynamicUpdateSlice, GetDimensionSize,
    GetTupleElement, Pad, PadInDim, RemoveDynamicDimension, Reshape, ReshapeWithInferredDimension, Rev, SetDimensionSize, Slice,
    SliceByIndex, SliceInDim, Transpose, Tuple,
)
from hloom.xla.ops.pooling import AvgPool, AvgPoolGrad, MakeSpatialPadding, MaxPool, TensorFormat
from hloom.xla.ops.prng import (
    ConcatScalars, NormalFloatingPointDistribution, PhiloxBitGenerator, PhiloxIncreaseCounter, RngOutput, ScramblePhiloxKey,
    ScrambledKey, ThreeFryBitGenerator, UniformFloatingPointDistribution, UniformIntDistribution,
)
from hloom.xla.ops.quantize import Dequantize, PackToUint32, QuantizedRange
from hloom.xla.ops.reduction import (
    BatchNormGrad, BatchNormInference, BatchNormTraining, Map, Reduce, ReduceAll, ReduceWindow, ReduceWindowWithGeneralPadding,
    RngBitGenerator, RngNormal, RngUniform, Scan, SelectAndScatter, SelectAndScatterWithGeneralPadding, Sort, TopK,
)
from hloom.xla.ops.slicing import (
    BroadcastTo, DynamicSliceInMinorDims, DynamicStridedSlice, DynamicUpdateSliceInMinorDims, SliceInMinorDims,
    TopKWithPartitions, TorchGather, TorchIndexSelect, TorchScatterDense, UpdateSlice, UpdateSliceInMinorDims,
)
from hloom.xla.ops.svd import SVD, SVDResult
from hloom.xla.ops.transfer import (
    Infeed, InfeedWithToken, Outfeed, OutfeedWithToken, Recv, RecvFromHost, RecvWithToken, Send, SendToHost, SendWithToken,
)
from hloom.xla.ops.tridiagonal import TridiagonalMatMul, TridiagonalSolver, kThomas
from hloom.xla.ops.tuples import AssembleTuple, DisassembleTuple

__all__ = [
    "SVD", "Abs", "Acos", "Acosh", "Add", "AfterAll", "AllGather", "AllGatherTuple", "AllReduce", "AllReduceTuple", "AllToAll",
    "AllToAllTuple", "And", "Any", "ApproxTopK", "ApproxTopKFallback", "ApproxTopKReductionOutputSize", "ArgMax", "ArgMin",
    "ArgMinMax", "Asin", "Asinh", "AssembleTuple", "AsyncDone", "AsyncStart", "AsyncUpdate", "Atan", "Atan2", "Atanh",
    "AvgPool", "AvgPoolGrad", "BatchDot", "BatchNormGrad", "BatchNormInference", "BatchNormTraining", "BesselI0e", "BesselI1e",
    "BitcastConvertType", "Broadcast", "BroadcastInDim", "BroadcastTo", "Call", "Cbrt", "Ceil", "Cholesky", "Clamp", "Clz",
    "Collapse", "CollectiveBroadcast", "CollectivePermute", "Compare", "Complex", "CompositeCall", "ConcatInDim",
    "ConcatScalars", "Concatenate", "Conditional", "Conj", "ConstantFromArray", "ConstantFromArrayWithLayout",
    "ConstantLiteral", "ConstantR0", "ConstantR0WithType", "ConstantR1", "ConstantR2", "ConstantR2FromArray2D",
    "ConstantR2FromArray2DWithLayout", "ConstantR3FromArray3D", "ConstantR3FromArray3DWithLayout", "ConstantR4FromArray4D",
    "ConstantR4FromArray4DWithLayout", "Conv", "ConvGeneral", "ConvGeneralDilated", "ConvGradExtractAndVerifyDimension",
    "ConvWithGeneralDimensions", "ConvWithGeneralPadding", "ConvertElementType", "ConvertSpmdFullToShardShape",
    "ConvertSpmdShardToFullShape", "Copy", "Cos", "Cosh", "CreateScalarAddComputation", "CreateScalarAndComputation",
    "CreateScalarComparisonComputation", "CreateScalarComputation", "CreateScalarGeComputation", "CreateScalarGtComputation",
    "CreateScalarIdentityWithZeroComputation", "CreateScalarLtComputation", "CreateScalarMaxComputation",
    "CreateScalarMinComputation", "CreateScalarMultiplyComputation", "CreateScalarOrComputation", "CreateToken",
    "CrossReplicaSum", "CustomCall", "CustomCallWithComputation", "CustomCallWithComputationAndLayouts",
    "CustomCallWithConvDnums", "CustomCallWithLayout", "Dequantize", "Digamma", "DisassembleTuple", "Div", "Dot", "DotGeneral",
    "DynamicConditional", "DynamicConvForward", "DynamicConvInputGrad", "DynamicConvKernelGrad", "DynamicReshape",
    "DynamicSlice", "DynamicSliceInMinorDims", "DynamicStridedSlice", "DynamicUpdateSlice", "DynamicUpdateSliceInMinorDims",
    "Einsum", "Epsilon", "Eq", "EqTotalOrder", "Erf", "ErfInv", "Erfc", "Exp", "Expm1", "Fft", "Floor", "ForEachIndex",
    "FullLike", "Gather", "Ge", "GeTotalOrder", "GetDiagonalMask", "GetDimensionSize", "GetMatrixDiagonal",
    "GetMatrixDiagonalViaGather", "GetTupleElement", "Gt", "GtTotalOrder", "IdentityMatrix", "Igamma", "IgammaGradA", "Igammac",
    "Imag", "Infeed", "InfeedWithToken", "Iota", "IsFinite", "IsInf", "IsNan", "IsNegInf", "IsNegZero", "IsPosInf", "Le",
    "LeTotalOrder", "Lgamma", "Log", "Log1p", "LogDet", "Logistic", "LowerTriangle", "Lt", "LtTotalOrder", "LuDecomposition",
    "LuDecompositionResult", "MakeSpatialPadding", "Map", "Max", "MaxFiniteValue", "MaxPool", "MaxValue", "MaybeConjugate",
    "MaybeTransposeInMinorDims", "MhloDynamicBroadcastInDim", "MhloDynamicReshape", "Min", "MinFiniteValue",
    "MinPositiveNormalValue", "MinValue", "Mul", "Mulhi", "MultiCollectivePermute", "NanValue", "Ne", "NeTotalOrder", "Neg",
    "NextAfter", "NormalFloatingPointDistribution", "NormalizeEinsumString", "Not", "One", "OptimizationBarrier", "Or",
    "Outfeed", "OutfeedWithToken", "PackToUint32", "Pad", "PadInDim", "Parameter", "ParseEinsumString", "PartitionId",
    "PhiloxBitGenerator", "PhiloxIncreaseCounter", "Polygamma", "PopulationCount", "Pow",
    "ProductOfElementaryHouseholderReflectors", "Qr", "QrDecomposition", "QrExplicit", "QrExplicitResult", "QuantizedRange",
    "RaggedAllToAll", "RaggedDot", "RandomGammaGrad", "Real", "Reciprocal", "Recv", "RecvFromHost", "RecvWithToken", "Reduce",
    "ReduceAll", "ReducePrecision", "ReduceScatter", "ReduceWindow", "ReduceWindowWithGeneralPadding",
    "RegularizedIncompleteBeta", "Rem", "RemoveDynamicDimension", "ReplicaId", "Reshape", "ReshapeWithInferredDimension", "Rev",
    "RngBitGenerator", "RngNormal", "RngOutput", "RngUniform", "Round", "RoundNearestEven", "RoundToEven", "Rsqrt", "SLogDet",
    "SVDResult", "ScalarLike", "ScaledDot", "Scan", "Scatter", "ScramblePhiloxKey", "ScrambledKey", "Select",
    "SelectAndScatter", "SelectAndScatterWithGeneralPadding", "SelfAdjointEig", "SelfAdjointEigResult", "Send", "SendToHost",
    "SendWithToken", "SetAllDimensionSizes", "SetDimensionSize", "SetDimensionSizeWithRebound", "SetMatrixDiagonal",
    "ShiftLeft", "ShiftRightArithmetic", "ShiftRightLogical", "Sign", "SignAndLogDet", "Sin", "Sinh", "Slice", "SliceByIndex",
    "SliceInDim", "SliceInMinorDims", "Sort", "SpatialDimensionOutputSizeAndPadding", "Sqrt", "Square", "StochasticConvertType",
    "Sub", "Symmetrize", "Tan", "Tanh", "TensorFormat", "ThreeFryBitGenerator", "TopK", "TopKWithPartitions", "TorchGather",
    "TorchIndexSelect", "TorchScatterDense", "Transpose", "TransposeInMinorDims", "Triangle", "TriangleMask", "TriangularSolve",
    "TridiagonalMatMul", "TridiagonalSolver", "Tuple", "TupleSelect", "UniformFloatingPointDistribution",
    "UniformIntDistribution", "UpdateSlice", "UpdateSliceInMinorDims", "UpperTriangle", "ValueInference", "While",
    "WhileLoopHelper", "Xor", "Zero", "Zeros", "ZerosLike", "Zeta", "kThomas",
]
