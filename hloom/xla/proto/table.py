"""The messages and enumerations of XLA's protocol buffers (xla_data.proto, hlo.proto), as text: one line a message.

`number name* : type` is one field, `*` repeated; without a type the one before goes on. A type in capitals is another message or
an enumeration. `?` marks fields that are written even where they are zero, because being there means something. `map` fields are
lists of entries with `key` and `value`, so that their order is kept. `hloom_attributes` is no field of XLA's, which skips it: the
attributes of HLO text that the messages have no place for.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

_MESSAGES: Final = """
PaddingConfig: 1 dimensions*:PaddingConfigDimension
PaddingConfigDimension: 1 edge_padding_low:int64; 2 edge_padding_high; 3 interior_padding
TileProto: 1 dimensions*:int64
SplitConfigProto: 1 dimension:int64; 2 split_indices*
LayoutProto: 1 minor_to_major*:int64; 2 padded_dimensions*; 3 padding_value:PaddingValue; 6 tiles*:TileProto; \
7 element_size_in_bits:int64; 8 memory_space; 9 dim_level_types*:DimLevelType; 10 physical_shape:ShapeProto; \
11 index_primitive_type:PrimitiveType; 12 pointer_primitive_type; 13 dim_unique*:bool; 14 dim_ordered*; \
15 dynamic_shape_metadata_prefix_bytes:int64; 16 tail_padding_alignment_in_elements; 17 split_configs*:SplitConfigProto
ShapeProto: 2 element_type:PrimitiveType; 3 dimensions*:int64; 4 tuple_shapes*:ShapeProto; 5 layout:LayoutProto; \
6 is_dynamic_dimension*:bool
ProgramShapeProto: 1 parameters*:ShapeProto; 2 result; 3 parameter_names*:string
ProfileInfo: 1 profile_type*:ProfileType; 2 relative_speedup:double; 3 profile_source:int32; 4 compilation_event; \
5 profile_generation_strategy
OpMetadata: 1 op_type:string; 2 op_name; 3 source_file; 4 source_line:int32; 5 profile_type*:ProfileType; \
8 size_of_generated_code_in_bytes:int64; 9 size_of_memory_working_set_in_bytes; 10 profile_info:ProfileInfo; \
12 deduplicated_name:string; 15 stack_frame_id:int32; 16 scheduling_name:string; 17 source_end_line:int32; 18 source_column; \
19 source_end_column
ChannelHandle: 1 handle:int64; 2 type:ChannelType
CompileOptionsProto: 1 argument_layouts*:ShapeProto; 2 parameter_is_tupled_arguments:bool; \
3 executable_build_options:ExecutableBuildOptionsProto; 4 compile_portable_executable:bool; 5 profile_version:int64; \
7 env_option_overrides*:OptionEntry
OptionEntry: 1 key?:string; 2 value:OptionOverrideProto
OptionOverrideProto: 1 string_field?:string; 2 bool_field?:bool; 3 int_field?:int64; 4 double_field?:double
ExecutableBuildOptionsProto: 1 device_ordinal:int64; 2 result_layout:ShapeProto; 4 num_replicas:int64; 5 num_partitions; \
6 use_spmd_partitioning:bool; 7 use_auto_spmd_partitioning; 9 device_assignment:DeviceAssignmentProto; \
12 allow_spmd_sharding_propagation_to_output*:bool; 18 allow_spmd_sharding_propagation_to_parameters*; \
19 use_shardy_partitioner:bool
ComputationDevice: 1 replica_device_ids*:int64
DeviceAssignmentProto: 1 replica_count:int32; 2 computation_count; 3 computation_devices*:ComputationDevice
LiteralProto: 1 shape:ShapeProto; 2 preds*:bool; 3 u8s:bytes; 4 s32s*:int32; 5 s64s*:int64; 6 u32s*:uint32; 7 u64s*:uint64; \
8 f32s*:float; 9 f64s*:double; 10 tuple_literals*:LiteralProto; 11 f16s:bytes; 12 c64s*:float; 13 bf16s:bytes; \
14 sparse_indices*:int64; 15 s8s:bytes; 16 u16s; 17 s16s; 18 c128s*:double; 19 f8e5m2s:bytes; 20 f8e4m3fns; 21 s4s; 22 u4s; \
23 f8e4m3b11fnuzs; 24 f8e5m2fnuzs; 25 f8e4m3fnuzs; 26 s2s; 27 u2s; 28 f8e4m3s; 29 f8e3m4s; 30 s1s; 31 u1s; 32 f4e2m1fns; \
33 f8e8m0fnus
WindowDimension: 1 size:int64; 2 stride; 3 padding_low; 4 padding_high; 5 window_dilation; 6 base_dilation; \
7 window_reversal:bool
Window: 1 dimensions*:WindowDimension
GatherDimensionNumbers: 1 offset_dims*:int64; 2 collapsed_slice_dims*; 3 start_index_map*; 4 index_vector_dim; \
5 operand_batching_dims*; 6 start_indices_batching_dims*
ScatterDimensionNumbers: 1 update_window_dims*:int64; 2 inserted_window_dims*; 3 scatter_dims_to_operand_dims*; \
4 index_vector_dim; 5 input_batching_dims*; 6 scatter_indices_batching_dims*
ConvolutionDimensionNumbers: 3 kernel_input_feature_dimension:int64; 4 kernel_output_feature_dimension; \
6 kernel_spatial_dimensions*; 7 input_batch_dimension; 8 input_feature_dimension; 9 output_batch_dimension; \
10 output_feature_dimension; 11 input_spatial_dimensions*; 12 output_spatial_dimensions*
DotDimensionNumbers: 1 lhs_contracting_dimensions*:int64; 2 rhs_contracting_dimensions*; 3 lhs_batch_dimensions*; \
4 rhs_batch_dimensions*
RaggedDotDimensionNumbers: 1 dot_dimension_numbers:DotDimensionNumbers; 2 lhs_ragged_dimensions*:int64; 3 rhs_group_dimensions*
TriangularSolveOptions: 1 left_side:bool; 2 lower; 3 unit_diagonal; 4 transpose_a:Transpose
CholeskyOptions: 1 lower:bool
SortOptions: 1 descending:bool
StringEntry: 1 key?:string; 2 value?
FrontendAttributes: 1 map*:StringEntry
Statistic: 1 stat_name:string; 2 stat_val:double
StatisticsViz: 1 stat_index_to_visualize:int64; 2 statistics*:Statistic
MeshAxis: 1 name:string; 2 size:int64
MeshProto: 1 axes*:MeshAxis; 2 device_ids*:int64
SubAxis: 1 pre_size:int64; 2 size
AxisRefProto: 1 mesh_axis_index:int64; 2 sub_axis_info:SubAxis
DimensionSharding: 1 axes*:AxisRefProto; 2 is_closed:bool
NamedShardingProto: 1 tuple_shardings*:NamedShardingProto; 2 mesh:MeshProto; 3 dim_shardings*:DimensionSharding; \
4 replicated_axes*:AxisRefProto; 5 unreduced_axes*; 6 metadata*:OpMetadata
OpSharding: 1 type:OpShardingType; 2 tile_shape:ShapeProto; 3 tile_assignment_dimensions*:int64; 4 tile_assignment_devices*; \
5 tuple_shardings*:OpSharding; 6 replicate_on_last_tile_dim:bool; 7 metadata*:OpMetadata; 8 last_tile_dims*:OpShardingType; \
9 iota_reshape_dims*:int64; 10 iota_transpose_perm*:int32; 11 is_shard_group:bool; 12 shard_group_id:int64; \
13 shard_group_type:ShardGroupType; 14 named_sharding:NamedShardingProto
ReplicaGroup: 1 replica_ids*:int64
IotaReplicaGroupListProto: 1 num_replica_groups:int64; 2 num_devices_per_group; 3 iota_reshape_dims*; \
4 iota_transpose_perm*:int32
CollectiveDeviceListProto: 1 replica_groups*:ReplicaGroup; 2 iota_replica_group_list:IotaReplicaGroupListProto
SourceTarget: 1 source:int64; 2 target
Tolerance: 1 atol:double; 2 rtol; 3 ulps:int64
ResultAccuracy: 1 mode?:ResultAccuracyMode; 2 tolerance:Tolerance
PrecisionConfig: 1 operand_precision*:Precision; 2 algorithm:Algorithm
ParameterReplication: 1 replicated_at_leaf_buffers*:bool
OutputOperandAliasing: 1 output_shape_index*:int64; 2 operand_index; 3 operand_shape_index*
OriginalArrayProto: 1 instruction_name:string; 2 shape_index*:int64
OriginalValueElementProto: 1 shape_index*:int64; 2 original_array:OriginalArrayProto
OriginalValueProto: 1 elements*:OriginalValueElementProto; 2 is_synthetic_call:bool
TensorSparsityConfig: 1 num_non_zero:int64; 2 block_size; 3 dimension; 4 stride
SparsityConfig: 1 lhs:TensorSparsityConfig; 2 rhs
SliceDimensions: 1 start:int64; 2 limit; 3 stride
HloInstructionProto: 1 name:string; 2 opcode; 3 shape:ShapeProto; 7 metadata:OpMetadata; 8 literal:LiteralProto; \
9 parameter_number:int64; 11 fusion_kind:string; 13 tuple_index:int64; 14 dimensions*; 15 window:Window; \
16 convolution_dimension_numbers:ConvolutionDimensionNumbers; 17 slice_dimensions*:SliceDimensions; 18 exponent_bits:int32; \
19 mantissa_bits; 20 dynamic_slice_sizes*:int64; 21 padding_config:PaddingConfig; 22 outfeed_config:bytes; \
23 distribution:RandomDistribution; 24 epsilon:float; 25 feature_index:int64; 26 channel_id; 27 infeed_config:bytes; \
28 custom_call_target:string; 29 outfeed_shape:ShapeProto; 30 dot_dimension_numbers:DotDimensionNumbers; 31 fft_type:FftType; \
32 fft_length*:int64; 33 gather_dimension_numbers:GatherDimensionNumbers; 34 gather_slice_sizes*:int64; 35 id; 36 operand_ids*; \
37 control_predecessor_ids*; 38 called_computation_ids*; 40 sharding:OpSharding; 43 backend_config:bytes; \
45 all_reduce_id:int64; 47 is_host_transfer:bool; 48 scatter_dimension_numbers:ScatterDimensionNumbers; \
49 replica_groups*:ReplicaGroup; 50 feature_group_count:int64; 51 precision_config:PrecisionConfig; \
52 source_target_pairs*:SourceTarget; 54 domain_entry_sharding:OpSharding; 55 domain_exit_sharding; 56 constrain_layout:bool; \
57 operand_shapes_with_layout*:ShapeProto; 58 batch_group_count:int64; 59 triangular_solve_options:TriangularSolveOptions; \
60 is_stable:bool; 61 parameter_replication:ParameterReplication; 62 cholesky_options:CholeskyOptions; \
63 comparison_direction:string; 65 custom_call_has_side_effect:bool; 66 delta:int64; 67 indices_are_sorted:bool; \
68 frontend_attributes:FrontendAttributes; 69 unique_indices:bool; 70 rng_algorithm:RandomAlgorithm; \
71 use_global_device_ids:bool; 72 comparison_type:string; 73 is_cross_program_prefetch:bool; \
74 output_operand_aliasing*:OutputOperandAliasing; 75 padding_type:PaddingType; 76 custom_call_schedule:CustomCallSchedule; \
77 custom_call_api_version:CustomCallApiVersion; 79 async_execution_thread:string; 80 cross_program_prefetch_index?:int32; \
81 k:int64; 82 statistics_viz:StatisticsViz; 85 largest:bool; 87 collective_device_list:CollectiveDeviceListProto; \
88 original_value:OriginalValueProto; 89 is_composite:bool; 90 ragged_dot_dimension_numbers:RaggedDotDimensionNumbers; \
91 result_accuracy:ResultAccuracy; 97 convolution_kind:ConvolutionKind; 98 sparsity_config:SparsityConfig; \
60001 hloom_attributes*:StringEntry
HloComputationProto: 1 name:string; 2 instructions*:HloInstructionProto; 4 program_shape:ProgramShapeProto; 5 id:int64; \
6 root_id; 7 is_fusion_computation:bool; 8 execution_thread:string
InstructionSequence: 1 instruction_ids*:int64
SequenceEntry: 1 key?:int64; 2 value:InstructionSequence
HloScheduleProto: 1 sequences*:SequenceEntry
AliasEntryProto: 1 output_shape_index*:int64; 2 parameter_number; 3 parameter_shape_index*; 4 kind:AliasKind
HloInputOutputAliasProto: 1 entries*:AliasEntryProto
BufferDonorEntryProto: 1 parameter_number:int64; 2 parameter_shape_index*
HloBufferDonorProto: 1 entries*:BufferDonorEntryProto
CrossProgramPrefetch: 1 parameter:int64; 2 index*; 3 offset
FileLocation: 1 file_name_id:int32; 2 function_name_id; 3 line; 4 column; 5 end_line; 6 end_column
StackFrame: 1 file_location_id:int32; 2 parent_frame_id
StackFrameIndexProto: 1 file_names*:string; 2 function_names*; 3 file_locations*:FileLocation; 4 stack_frames*:StackFrame
HloModuleProto: 1 name:string; 2 entry_computation_name; 3 computations*:HloComputationProto; \
4 host_program_shape:ProgramShapeProto; 5 id:int64; 6 entry_computation_id; 7 schedule:HloScheduleProto; \
8 input_output_alias:HloInputOutputAliasProto; 10 cross_program_prefetches*:CrossProgramPrefetch; 11 is_dynamic:bool; \
12 spmd_output_sharding:OpSharding; 13 profile_info*:ProfileInfo; 14 spmd_parameters_shardings*:OpSharding; \
15 device_assignment:DeviceAssignmentProto; 16 use_auto_spmd_partitioning:bool; 17 stack_frame_index:StackFrameIndexProto; \
18 buffer_donor:HloBufferDonorProto; 19 frontend_attributes:FrontendAttributes; 60001 hloom_attributes*:StringEntry
HloProto: 1 hlo_module:HloModuleProto; 3 buffer_assignment:bytes
HloSnapshot: 1 hlo:HloProto; 2 arguments*:LiteralProto; 3 result; 4 execution_platform:string
HloInputs: 1 arguments*:LiteralProto
HloUnoptimizedSnapshot: 1 hlo_module:HloModuleProto; 2 partitions*:HloInputs
HloModuleGroupProto: 1 name:string; 2 hlo_modules*:HloModuleProto
KnownTripCount: 1 n:int64
KnownInitStep: 1 init:int64; 2 step
KnownInductionVariable: 1 tuple_index:int64
WhileLoopBackendConfig: 1 known_trip_count:KnownTripCount; 2 known_init_step:KnownInitStep; \
3 known_induction_variable:KnownInductionVariable; 4 dynamic_variable_tuple_indices*:int64
"""

_ENUMS: Final = """
PrimitiveType: PRIMITIVE_TYPE_INVALID PRED S8 S16 S32 S64 U8 U16 U32 U64 F16 F32 F64 TUPLE OPAQUE_TYPE C64 BF16 TOKEN C128 \
F8E5M2 F8E4M3FN S4 U4 F8E4M3B11FNUZ F8E5M2FNUZ F8E4M3FNUZ S2 U2 F8E4M3 F8E3M4 S1 U1 F4E2M1FN F8E8M0FNU BUFFER
DimLevelType: DIM_DENSE DIM_COMPRESSED DIM_SINGLETON DIM_LOOSE_COMPRESSED
PaddingValue: INVALID_PAD ZERO_PAD ONE_PAD LOWEST_PAD HIGHEST_PAD UNKNOWN_PAD
ConvolutionKind: UNSET FPROP DGRAD WGRAD
PaddingType: PADDING_INVALID PADDING_VALID PADDING_SAME
FftType: FFT IFFT RFFT IRFFT
RandomDistribution: RNG_INVALID RNG_UNIFORM RNG_NORMAL
RandomAlgorithm: RNG_DEFAULT RNG_THREE_FRY RNG_PHILOX
Transpose: TRANSPOSE_INVALID NO_TRANSPOSE TRANSPOSE ADJOINT
ChannelType: CHANNEL_TYPE_INVALID DEVICE_TO_DEVICE DEVICE_TO_HOST HOST_TO_DEVICE
OpShardingType: REPLICATED MAXIMAL TUPLE OTHER MANUAL UNKNOWN UNREDUCED
ShardGroupType: AS LIKE
Precision: DEFAULT HIGH HIGHEST
Algorithm: ALG_UNSET ALG_DOT_ANY_F8_ANY_F8_F32 ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM ALG_DOT_F16_F16_F16 ALG_DOT_F16_F16_F32 \
ALG_DOT_BF16_BF16_BF16 ALG_DOT_BF16_BF16_F32 ALG_DOT_BF16_BF16_F32_X3 ALG_DOT_BF16_BF16_F32_X6 ALG_DOT_TF32_TF32_F32 \
ALG_DOT_TF32_TF32_F32_X3 ALG_DOT_F32_F32_F32 ALG_DOT_F64_F64_F64 ALG_DOT_BF16_BF16_F32_X9
ResultAccuracyMode: DEFAULT HIGHEST
ProfileType: INVALID WINDOW FLAG INTEGER
CustomCallSchedule: SCHEDULE_NONE SCHEDULE_LATEST SCHEDULE_EARLIEST
CustomCallApiVersion: API_VERSION_UNSPECIFIED API_VERSION_ORIGINAL API_VERSION_STATUS_RETURNING \
API_VERSION_STATUS_RETURNING_UNIFIED API_VERSION_TYPED_FFI
AliasKind: UNDEFINED_ALIAS MAY_ALIAS MUST_ALIAS
"""

_FIELD = re.compile(r"([0-9]+) ([a-z0-9_]+)([*?]?)(?::([A-Za-z0-9]+))?\Z")
_SCALARS: Final = frozenset({"int32", "int64", "uint32", "uint64", "bool", "float", "double", "string", "bytes", "enum"})


class Field(NamedTuple):
    """One field of a message. `type` is a scalar's name, `enum`, or `message`; `of` names the enumeration or message."""

    number: int
    name: str
    type: str
    of: str
    is_repeated: bool
    #: Whether the field is written although it has the default value.
    has_presence: bool

    @property
    def is_packed(self) -> bool:
        """Whether the values stand back to back in one record."""
        return self.is_repeated and self.type not in ("string", "bytes", "message")


@cache
def enums() -> dict[str, tuple[str, ...]]:
    """The names of each enumeration's values, from 0 on."""
    lines = (line.partition(": ") for line in _ENUMS.strip().splitlines())
    return {name: tuple(values.split()) for name, _, values in lines}


@cache
def messages() -> dict[str, tuple[Field, ...]]:
    """The fields of each message in the order of their numbers."""
    table = {}
    for line in _MESSAGES.strip().splitlines():
        message, _, rest = line.partition(": ")
        fields, type = [], ""
        for text in rest.split("; "):
            found = _FIELD.match(text)
            assert found, f"the table says {text!r} in {message}"
            number, name, mark, stated = found.groups()
            type = stated or type
            kind = type if type in _SCALARS else "enum" if type in enums() else "message"
            fields.append(Field(int(number), name, kind, "" if kind == type else type, mark == "*",
                                mark == "?" or kind == "message"))
        table[message] = tuple(fields)
    return table
