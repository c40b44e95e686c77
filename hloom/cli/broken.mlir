// all_gather_c3 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_gather_c5 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_reduce_c2 stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// all_reduce_c4 stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// all_reduce_computation stablehlo.all_reduce tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_to_all_c6 stablehlo.all_to_all tests/ops/test_group_constraints.py::test_broken
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
    return
  }
}
// -----
// arith.select_condition arith.select tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<i1>, %arg1: f32, %arg2: f32) {
    %0 = arith.select %arg0, %arg1, %arg2 : tensor<i1>, f32
    return
  }
}
// -----
// assuming_region shape.assuming tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: !shape.witness, %arg1: tensor<4xf32>) {
    %0 = "shape.assuming"(%arg0) ({
    }) : (!shape.witness) -> tensor<4xf32>
    return
  }
}
// -----
// async_start_body stablehlo.async_start tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.async_start"(%arg0) ({
    }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
    return
  }
}
// -----
// async_start_c3 stablehlo.async_start tests/ops/test_communication.py::test_what_runs_asynchronously
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<2xf32>):
      stablehlo.return %arg1 : tensor<2xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
    return
  }
}
// -----
// async_start_c4 stablehlo.async_start tests/ops/test_communication.py::test_what_runs_asynchronously
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<2xf32>):
      %1 = stablehlo.negate %arg1 : tensor<2xf32>
      stablehlo.return %1 : tensor<2xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
    return
  }
}
// -----
// call - tests/ops/test_dialect_constraints.py::test_functions
module {
  func.func private @g(f32)
  func.func @f(%arg0: f64) {
    call @g(%arg0) : (f64) -> ()
    return
  }
}
// -----
// case_c1 stablehlo.case tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.case"(%arg0) : (tensor<i32>) -> tensor<3xf32>
    return
  }
}
// -----
// case_c3 stablehlo.case tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.case"(%arg6) ({
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// case_regions stablehlo.case tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.case"(%arg0) ({
    }) : (tensor<i32>) -> tensor<3xf32>
    return
  }
}
// -----
// chlo.dynamic_reshape_output_shape chlo.dynamic_reshape tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %c = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
    %0 = chlo.dynamic_reshape %arg0, %c : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<6x4xf32>
    return
  }
}
// -----
// collective_broadcast_c4 stablehlo.collective_broadcast tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_permute_c3 stablehlo.collective_permute tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_c2 stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_reduce_c4 stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_reduce_roots stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// compare_c3 stablehlo.compare tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    return
  }
}
// -----
// composite_c2 stablehlo.composite tests/ops/test_composite.py::test_constraints
module {
  func.func private @twice(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.composite "my.twice" %arg0 {composite_attributes = {k = 1 : i64}, decomposition = @thrice, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
// -----
// concatenate_c3 stablehlo.concatenate tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    %0 = stablehlo.concatenate dim = 0 : () -> tensor<8x6xf32>
    return
  }
}
// -----
// convolution_c10 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c15 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x8x4xf32>, %arg1: tensor<3x4x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<4x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c30 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x6x6x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// custom_call_backend_config stablehlo.custom_call tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @a(%arg0) {api_version = 2 : i32, backend_config = {}} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// custom_call_layouts stablehlo.custom_call tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @a(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dot_general_c11 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGH, HIGH] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c21 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGH], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c22 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c23 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c24 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c10 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %c = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %c, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: -1>} : (tensor<1x6xf32>, tensor<2xi64>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c6 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c8 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %c = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %c, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1x6xf32>, tensor<2xi64>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c9 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %c = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %c, dims = [0, 1] {known_expanding_dimensions = array<i64: 2>} : (tensor<1x6xf32>, tensor<2xi64>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_output_dimensions stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %c = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %c, dims = [0, 1] : (tensor<1x6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// dynamic_conv_c10 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c15 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x8x4xf32>, %arg1: tensor<3x4x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 4 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<4x8x4xf32>, tensor<3x4x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c2 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x4x4x2xf32>, %arg1: tensor<2x2x1x2xf32>) {
    %c = stablehlo.constant dense<0> : tensor<2x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], window_strides = array<i64: 1>}> : (tensor<1x4x4x2xf32>, tensor<2x2x1x2xf32>, tensor<2x2xi64>) -> tensor<1x3x3x2xf32>
    return
  }
}
// -----
// dynamic_conv_c30 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>, tensor<1x2xi64>) -> tensor<2x6x6x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// dynamic_conv_c31 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i16:f32, 5.000000e-01>>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dynamic_conv_c32 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f16, 5.000000e-01>>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f16, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dynamic_conv_c33 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<2x6x6x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// dynamic_gather_c12 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 5, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c8 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[2, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_iota_output_shape stablehlo.dynamic_iota tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f() {
    %c = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
    %0 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<2xi64>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_pad_c3 stablehlo.dynamic_pad tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>) {
    %c = stablehlo.constant dense<[0, -1]> : tensor<2xi64>
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %c : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<8x6xf32>
    return
  }
}
// -----
// dynamic_reshape_c3 stablehlo.dynamic_reshape tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, tensor<2xi64>) -> tensor<6x2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// dynamic_reshape_output_shape stablehlo.dynamic_reshape tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %c = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
    %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<6x4xf32>
    return
  }
}
// -----
// func.return_types func.return tests/ops/test_dialect_constraints.py::test_functions
module {
  func.func @f(%arg0: f32) {
    return %arg0 : f32
  }
}
// -----
// gather_c10 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [2, 1], start_indices_batching_dims = [0, 1], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c7 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2, 0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// global_initial ml_program.global tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
  ml_program.global private @fixed : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %seed = ml_program.global_load @seed : tensor<2xi64>
    %fixed = ml_program.global_load_const @fixed : tensor<?xi64>
    return %seed, %fixed : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// infeed_c1 stablehlo.infeed tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> ()
    return
  }
}
// -----
// manual_computation_body sdy.manual_computation tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<1x3xf32>) {
      sdy.return %arg1 : tensor<1x3xf32>
    ^bb1:  // no predecessors
      sdy.return
    } : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// map_c2 stablehlo.map tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    %0 = "stablehlo.map"() <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : () -> tensor<4x6xf32>
    return
  }
}
// -----
// map_computation stablehlo.map tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// named_computation_body sdy.named_computation tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = sdy.named_computation<"twice">(%arg0) (%arg1: tensor<2x3xf32>) {
      sdy.return %arg1 : tensor<2x3xf32>
    ^bb1:  // no predecessors
      sdy.return
    } : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// num_elements_errors shape.num_elements tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.shape) {
    %0 = shape.num_elements %arg0 : !shape.shape -> index
    return
  }
}
// -----
// recv_c2 stablehlo.recv tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> ()
    return
  }
}
// -----
// recv_c5 stablehlo.recv tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<4x6xf32>, !stablehlo.token)
    return
  }
}
// -----
// reduce_body stablehlo.reduce tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    return
  }
}
// -----
// reduce_c1 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x5xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    return
  }
}
// -----
// reduce_c3 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.reduce"() <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : () -> ()
    return
  }
}
// -----
// reduce_scatter_c4 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_scatter_c6 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_scatter_computation stablehlo.reduce_scatter tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_results stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0:2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>)
    return
  }
}
// -----
// reduce_window_body stablehlo.reduce_window tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c1 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.reduce_window"() <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : () -> ()
    return
  }
}
// -----
// reduce_window_c2 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x5xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%arg0, %arg1, %arg2, %arg3) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x6xf32>, tensor<2x6xf32>)
    return
  }
}
// -----
// replicated_to_unreduced_input sdy.replicated_to_unreduced tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32>) {
    %0 = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// reshape_c3 stablehlo.reshape tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) -> tensor<6x2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// rng_c2 stablehlo.rng tests/ops/test_random.py::test_constraints
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<1xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
}
// -----
// scan_body chlo.scan tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_carries chlo.scan tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return 
    } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_inputs chlo.scan tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xi32>) {
    %0:2 = chlo.scan() inits (%arg0) dimension=1  {
    ^bb0(%carry: tensor<2xi32>, %carry_0: tensor<2xi32>):
      stablehlo.return %carry, %carry_0 : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_sizes chlo.scan tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x4xi32>, %arg2: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0, %arg1) inits (%arg2) dimension=1  {
    ^bb0(%input: tensor<2xi32>, %input_0: tensor<2xi32>):
      stablehlo.return %input, %input_0 : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2x3xi32>, tensor<2x4xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scatter_c1 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<3x2x4x6xf32>, %arg2: tensor<2x7x2xi64>, %arg3: tensor<2x3x7x5xf32>, %arg4: tensor<2x3x7x5xf32>) {
    %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<3x2x4x6xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>, tensor<2x3x7x5xf32>) -> (tensor<3x2x4x5xf32>, tensor<3x2x4x5xf32>)
    return
  }
}
// -----
// scatter_c10 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2, 0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c12 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c3 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<3x2x4x5xf32>, %arg2: tensor<2x7x2xi64>, %arg3: tensor<2x3x7x5xf32>, %arg4: tensor<2x3x7x4xf32>) {
    %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>, tensor<2x3x7x4xf32>) -> (tensor<3x2x4x5xf32>, tensor<3x2x4x5xf32>)
    return
  }
}
// -----
// scatter_c5 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x7x2xi64>) {
    "stablehlo.scatter"(%arg0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x7x2xi64>) -> ()
    return
  }
}
// -----
// scatter_update_computation stablehlo.scatter tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// sdy.all_gather_input sdy.all_gather tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32>) {
    %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// sdy.all_to_all_input sdy.all_to_all tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32>) {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// sdy.collective_permute_input sdy.collective_permute tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32>) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// select_and_scatter_scatter stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    ^bb1:  // no predecessors
      stablehlo.return 
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_select stablehlo.select_and_scatter tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    }, {
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// send_c2 stablehlo.send tests/ops/test_communication.py::test_constraints_of_send
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_c3 stablehlo.send tests/ops/test_communication.py::test_constraints_of_send
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_c4 stablehlo.send tests/ops/test_communication.py::test_constraints_of_send
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_c5 stablehlo.send tests/ops/test_communication.py::test_constraints_of_send
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// shape.broadcast_errors shape.broadcast tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: !shape.shape) {
    %0 = shape.broadcast %arg0, %arg1 : tensor<2xindex>, !shape.shape -> tensor<2xindex>
    return
  }
}
// -----
// shape.rank_errors shape.rank tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.shape) {
    %0 = shape.rank %arg0 : !shape.shape -> index
    return
  }
}
// -----
// shape.reduce_region shape.reduce tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: index) {
    %0 = shape.reduce(%arg0, %arg1) : tensor<2xindex> -> index {
    }
    return
  }
}
// -----
// shape_of_errors shape.shape_of tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.value_shape) {
    %0 = shape.shape_of %arg0 : !shape.value_shape -> tensor<2xindex>
    return
  }
}
// -----
// sharded_to_unreduced_input sdy.sharded_to_unreduced tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32>) {
    %0 = sdy.sharded_to_unreduced [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// sort_c3 stablehlo.sort tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x5xf32>) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>, tensor<4x5xf32>) -> (tensor<4x6xf32>, tensor<4x5xf32>)
    return
  }
}
// -----
// sort_comparator stablehlo.sort tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// symbol - tests/ops/test_dialect_constraints.py::test_functions
module {
  func.func private @f()
  func.func private @f()
}
// -----
// tensor.concat_inputs tensor.concat tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f() {
    %concat = tensor.concat dim(0)  : () -> tensor<4x3xf32>
    return
  }
}
// -----
// terminator - tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f() {
  }
}
// -----
// top_k_operand chlo.top_k tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<f32>) {
    %values, %indices = chlo.top_k(%arg0, k = 1) : tensor<f32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
    return
  }
}
// -----
// topk_operand mhlo.topk tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<f32>) {
    %values, %indices = mhlo.topk(%arg0, k = 1) : tensor<f32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
    return
  }
}
// -----
// transpose_c4 stablehlo.transpose tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// type_c11 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x!quant.uniform<i8:f32:-1, {5.000000e-01,5.000000e-01}>>) {
    return
  }
}
// -----
// type_c12 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>) {
    return
  }
}
// -----
// type_c13 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    return
  }
}
// -----
// type_c5 - tests/verify/test_types.py::test_a_type_is_reported_where_a_value_has_it
module {
  func.func private @f() -> tuple<tensor<f32>, tuple<tensor<!quant.uniform<i8:f32, -1.000000e+00>>>>
}
// -----
// type_c6 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x!quant.uniform<i8:f16, 1.000000e+06>>) {
    return
  }
}
// -----
// type_c7 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x!quant.uniform<i8:f32, 1.000000e+00:200>>) {
    return
  }
}
