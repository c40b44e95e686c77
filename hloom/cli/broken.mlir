// add_c2 stablehlo.add tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<4xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// add_c3 stablehlo.add tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4x!quant.uniform<i16:f32, 5.000000e-01>>
    return
  }
}
// -----
// add_c4 stablehlo.add tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<4x!quant.uniform<i8:f16, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<4x!quant.uniform<i8:f16, 5.000000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// add_c5 stablehlo.add tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, %arg1: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// add_c6 stablehlo.add tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, %arg1: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// add_c7 stablehlo.add tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// all_gather_c1 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_gather_c2 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_gather_c3 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_gather_c4 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
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
// all_gather_c6 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// all_gather_i3 stablehlo.all_gather tests/ops/test_collective.py::test_constraints_of_all_gather
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_gather_inputs stablehlo.all_gather tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.all_gather"() <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
    return
  }
}
// -----
// all_reduce_c1 stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
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
// all_reduce_c3 stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
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
// all_reduce_c5 stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>):
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
// all_reduce_i2 stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// all_reduce_inputs stablehlo.all_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.all_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : () -> ()
    return
  }
}
// -----
// all_slice_rank sdy.all_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<2xf32>
    return
  }
}
// -----
// all_to_all_c1 stablehlo.all_to_all tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = -1 : i64, split_dimension = -1 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c2 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c3 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c4 stablehlo.all_to_all tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c5 stablehlo.all_to_all tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<0> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
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
// all_to_all_c7 stablehlo.all_to_all tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
    return
  }
}
// -----
// all_to_all_c8 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_i5 stablehlo.all_to_all tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
    return
  }
}
// -----
// all_to_all_inputs stablehlo.all_to_all tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.all_to_all"() <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : () -> ()
    return
  }
}
// -----
// any_inputs shape.any tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f() {
    %0 = shape.any  : -> tensor<2xindex>
    return
  }
}
// -----
// arith.bitcast_width arith.bitcast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.bitcast %arg0 : f32 to i1
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
// assuming_all_inputs shape.assuming_all tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f() {
    %0 = shape.assuming_all 
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
// async_start_c1 stablehlo.async_start tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f() {
    %0 = "stablehlo.async_start"() ({
    ^bb0(%arg0: tensor<4x6xf32>):
      %1 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
      stablehlo.return %1 : tensor<4x6xf32>
    }) : () -> !stablehlo.future<tensor<4x6xf32>>
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
// batch_norm_grad_c1 stablehlo.batch_norm_grad tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c5 stablehlo.batch_norm_grad tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_inference_c1 stablehlo.batch_norm_inference tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c2 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg2, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c3 stablehlo.batch_norm_inference tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c4 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg3, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c5 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg3, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c6 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg3) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_training_c1 stablehlo.batch_norm_training tests/ops/test_normalization.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf64>, %arg1: tensor<3xf64>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 5.000000e-01 : f32, feature_index = 3 : i64}> : (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>)
    return
  }
}
// -----
// batch_norm_training_c3 stablehlo.batch_norm_training tests/ops/test_normalization.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf64>, %arg1: tensor<4xf64>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x3x4xf64>, tensor<4xf64>, tensor<4xf64>)
    return
  }
}
// -----
// batch_norm_training_c4 stablehlo.batch_norm_training tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg3) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// bitcast_convert_c1 stablehlo.bitcast_convert tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x6xf32>) -> tensor<4x6xi8>
    return
  }
}
// -----
// bitcast_convert_c2 stablehlo.bitcast_convert tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf64>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x6xf64>) -> tensor<4x6xcomplex<f32>>
    return
  }
}
// -----
// broadcast_add_shape chlo.broadcast_add tests/ops/test_chlo.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_and_shape chlo.broadcast_and tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_atan2_shape chlo.broadcast_atan2 tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_compare_shape chlo.broadcast_compare tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_complex_shape chlo.broadcast_complex tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x4xf32>) {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// broadcast_divide_shape chlo.broadcast_divide tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_in_dim_c1 stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf64>
    return
  }
}
// -----
// broadcast_in_dim_c2 stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c3 stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c4 stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 0] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c5 stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x7xf32>
    return
  }
}
// -----
// broadcast_in_dim_c6 stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// broadcast_maximum_shape chlo.broadcast_maximum tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_minimum_shape chlo.broadcast_minimum tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_multiply_shape chlo.broadcast_multiply tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_next_after_shape chlo.broadcast_next_after tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_or_shape chlo.broadcast_or tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_polygamma_shape chlo.broadcast_polygamma tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_power_shape chlo.broadcast_power tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_remainder_shape chlo.broadcast_remainder tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_select_shape chlo.broadcast_select tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2xf32>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_shift_left_shape chlo.broadcast_shift_left tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_shift_right_arithmetic_shape chlo.broadcast_shift_right_arithmetic tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_shift_right_logical_shape chlo.broadcast_shift_right_logical tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_sizes stablehlo.broadcast tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6xf32>) {
    %0 = stablehlo.broadcast %arg0, sizes = [-1] : (tensor<6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_subtract_shape chlo.broadcast_subtract tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_xor_shape chlo.broadcast_xor tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_zeta_shape chlo.broadcast_zeta tests/ops/test_dialect_constraints.py::test_functions_of_two_numbers
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
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
// case_c2 stablehlo.case tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.case"(%arg6) ({
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
    ^bb0(%arg9: tensor<2x3xf32>):
      stablehlo.return %arg0 : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
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
// cast_type tensor.cast tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %cast = tensor.cast %arg0 : tensor<2x3xf32> to tensor<?xf32>
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
// chlo.dynamic_reshape_shape chlo.dynamic_reshape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xindex>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<?x?xf32>
    return
  }
}
// -----
// chlo.dynamic_reshape_type chlo.dynamic_reshape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xindex>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<?xf64>
    return
  }
}
// -----
// cholesky_c2 stablehlo.cholesky tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3xf32>) {
    %0 = stablehlo.cholesky %arg0 : tensor<3xf32>
    return
  }
}
// -----
// cholesky_c3 stablehlo.cholesky tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>) {
    %0 = stablehlo.cholesky %arg0 : tensor<2x3x4xf32>
    return
  }
}
// -----
// clamp_c1 stablehlo.clamp tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_c2 stablehlo.clamp tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_c3 stablehlo.clamp tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<f64>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f64>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_broadcast_c1 stablehlo.collective_broadcast tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<0> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_broadcast_c2 stablehlo.collective_broadcast tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, -3]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_broadcast_c3 stablehlo.collective_broadcast tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
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
// collective_broadcast_i2 stablehlo.collective_broadcast tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_permute_c1 stablehlo.collective_permute tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_permute_c2 stablehlo.collective_permute tests/verify/test_extremes.py::test_a_repeated_number_is_not_written_out
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<0> : tensor<1099511627776x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
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
// collective_permute_c4 stablehlo.collective_permute tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_c1 stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
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
// collective_reduce_c3 stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
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
// collective_reduce_computation stablehlo.collective_reduce tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_i2 stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// collective_reduce_inputs stablehlo.collective_reduce tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.collective_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : () -> ()
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
// compare_c1 stablehlo.compare tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf64>) -> tensor<4x6xi1>
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
// compare_complex stablehlo.compare tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xcomplex<f32>>, %arg1: tensor<4x6xcomplex<f32>>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xcomplex<f32>>, tensor<4x6xcomplex<f32>>) -> tensor<4x6xi1>
    return
  }
}
// -----
// complex_c1 stablehlo.complex tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf64>) -> tensor<4x6xcomplex<f32>>
    return
  }
}
// -----
// composite_c1 stablehlo.composite tests/ops/test_composite.py::test_names
module {
  func.func private @twice(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.composite "." %arg0 {composite_attributes = {k = 1 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
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
// composite_c3 stablehlo.composite tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.composite "my.op"  {decomposition = @g} : () -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// composite_c4 stablehlo.composite tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4xf32>) {
    stablehlo.composite "my.op" %arg0 {decomposition = @g} : (tensor<4xf32>) -> ()
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// concatenate_c1 stablehlo.concatenate tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf64>) -> tensor<8x6xf32>
    return
  }
}
// -----
// concatenate_c2 stablehlo.concatenate tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x5xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<8x6xf32>
    return
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
// concatenate_c4 stablehlo.concatenate tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 2 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// const_shape_type shape.const_shape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f() {
    %0 = shape.const_shape [4, 5] : tensor<?xindex>
    return
  }
}
// -----
// convert_c1 stablehlo.convert tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<4x6xf32>) -> tensor<4x5xi8>
    return
  }
}
// -----
// convertf_width arith.convertf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f16) {
    %0 = arith.convertf %arg0 : f16 to f32
    return
  }
}
// -----
// convolution_c1 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2xf32>) -> tensor<2x6x6xf32>
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
// convolution_c11 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c12 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, ?, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c13 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [2], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c14 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
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
// convolution_c16 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x8xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x8xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c17 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[?, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c18 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[?, i, o, 0]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c19 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, ?, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c2 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c20 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [0]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c21 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 0 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c22 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 0 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c23 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c24 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c27 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf64>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c28 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c29 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// convolution_c3 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
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
// convolution_c31 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i16:f32, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// convolution_c32 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f16, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f16, 5.000000e-01>>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// convolution_c33 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x6x6x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// convolution_c34 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf16>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf16>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x6x6xf16>
    return
  }
}
// -----
// convolution_c4 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0], [0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c5 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c6 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [0], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c7 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1, 1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c8 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [0], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c9 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// cstr_broadcastable_shapes shape.cstr_broadcastable tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.cstr_broadcastable %arg0 : tensor<2xindex>
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
// data_flow_edge_rank sdy.data_flow_edge tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}, {}]> : tensor<2xf32>
    return
  }
}
// -----
// div_errors shape.div tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.size, %arg1: index) {
    %0 = shape.div %arg0, %arg1 : !shape.size, index -> index
    return
  }
}
// -----
// dot_general_c1 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c10 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
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
// dot_general_c13 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf64>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c14 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c15 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 2.000000e+00:3>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dot_general_c16 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dot_general_c17 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i16:f32, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i16:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dot_general_c18 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f16, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f16, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dot_general_c19 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// dot_general_c2 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c20 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf16>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf16>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5xf16>
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
// dot_general_c3 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c4 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c5 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c6 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c7 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [-1], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c8 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c9 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_rank stablehlo.dot tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<4x5xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_size stablehlo.dot tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4x4xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c1 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi64>
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
// dynamic_broadcast_in_dim_c2 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c3 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 2] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c4 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 0] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c5 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<4x3xi32>
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
// dynamic_broadcast_in_dim_c7 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>, %arg1: tensor<3xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<1x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
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
// dynamic_conv_c1 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c11 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c12 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, ?, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c13 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [2], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c14 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c16 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x8xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 4 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x8xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c17 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[?, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c18 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[?, i, o, 0]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c19 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, ?, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c20 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [0]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c21 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c22 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c23 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c24 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c25 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x7x6xf32>
    return
  }
}
// -----
// dynamic_conv_c26 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6xf32>
    return
  }
}
// -----
// dynamic_conv_c27 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf64>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf64>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c28 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c29 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>, tensor<1x2xi64>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dynamic_conv_c3 stablehlo.dynamic_conv tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64, lhs_dilation = array<i64: 0>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 0>, window_reversal = array<i1: false>, window_strides = array<i64: 0>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c34 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf16>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf16>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<2x6x6xf16>
    return
  }
}
// -----
// dynamic_conv_c4 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<2x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<2x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c5 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c6 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 0>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c7 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c8 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 0>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c9 stablehlo.dynamic_conv tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_gather_batching stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c1 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c10 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 4], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c11 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<3xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<3xi64>) -> tensor<2x3x7x5xf32>
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
// dynamic_gather_c13 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x6x5xf32>
    return
  }
}
// -----
// dynamic_gather_c14 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf64>
    return
  }
}
// -----
// dynamic_gather_c2 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 4>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c3 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c4 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 1], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c5 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 4], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c6 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c7 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [4], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
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
// dynamic_gather_c9 stablehlo.dynamic_gather tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %c = stablehlo.constant dense<[1, 1, 3, 5]> : tensor<4xi64>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_iota_c1 stablehlo.dynamic_iota tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2xi64>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = -1 : (tensor<2xi64>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_iota_c2 stablehlo.dynamic_iota tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3xi64>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<3xi64>) -> tensor<4x6xf32>
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
// dynamic_pad_c1 stablehlo.dynamic_pad tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f64>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>, %arg4: tensor<2xi64>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<4x6xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<8x6xf32>
    return
  }
}
// -----
// dynamic_pad_c2 stablehlo.dynamic_pad tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>, %arg4: tensor<1xi64>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<4x6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x6xf32>
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
// dynamic_pad_c4 stablehlo.dynamic_pad tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %c = stablehlo.constant dense<[-5, 0]> : tensor<2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<2xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<2xi64>
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %c, %c_0, %c_1 : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x6xf32>
    return
  }
}
// -----
// dynamic_pad_type stablehlo.dynamic_pad tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi64>, %arg4: tensor<2xi64>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<4x6xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi64>, tensor<2xi64>) -> tensor<8x6xf32>
    return
  }
}
// -----
// dynamic_reshape_c1 stablehlo.dynamic_reshape tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// dynamic_reshape_c2 stablehlo.dynamic_reshape tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<2x4xi32>
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
// dynamic_reshape_c4 stablehlo.dynamic_reshape tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?xi32>
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
// dynamic_slice_c2 stablehlo.dynamic_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_c3 stablehlo.dynamic_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i64>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_c4 stablehlo.dynamic_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 7] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_update_slice_c2 stablehlo.dynamic_update_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf64>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c3 stablehlo.dynamic_update_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c4 stablehlo.dynamic_update_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c5 stablehlo.dynamic_update_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c6 stablehlo.dynamic_update_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<5x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// einsum_config stablehlo.einsum tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// einsum_element stablehlo.einsum tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf64>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
    return
  }
}
// -----
// empty_dynamicsizes tensor.empty tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: index) {
    %0 = tensor.empty() : tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_output_shape tensor.expand_shape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6xf32>, %arg1: index) {
    %expanded = "tensor.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 3>}> : (tensor<6xf32>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// expand_shape_sizes tensor.expand_shape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<?xf32>) {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [2, 3] : tensor<?xf32> into tensor<2x3xf32>
    return
  }
}
// -----
// extf_width arith.extf tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: f16) {
    %0 = arith.extf %arg0 : f16 to f16
    return
  }
}
// -----
// extract_indices tensor.extract tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %extracted = tensor.extract %arg0[%arg1] : tensor<2x3xf32>
    return
  }
}
// -----
// extract_slice_offsets tensor.extract_slice tests/verify/test_extremes.py::test_operations_that_contradict_themselves_are_printed_in_the_generic_form
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<4xf32>, index) -> tensor<1xf32>
    return
  }
}
// -----
// extract_slice_sizes tensor.extract_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (tensor<2x3xf32>, index) -> tensor<1x2xf32>
    return
  }
}
// -----
// extract_slice_strides tensor.extract_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 2>, static_strides = array<i64: -9223372036854775808, 1>}> : (tensor<2x3xf32>, index) -> tensor<1x2xf32>
    return
  }
}
// -----
// extract_slice_type tensor.extract_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [1, 2] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
    return
  }
}
// -----
// extract_slice_window tensor.extract_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [1] [1, 1] : tensor<2x3xf32> to tensor<1x2xf32>
    return
  }
}
// -----
// extsi_width arith.extsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i8) {
    %0 = arith.extsi %arg0 : i8 to i1
    return
  }
}
// -----
// extui_width arith.extui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i8) {
    %0 = arith.extui %arg0 : i8 to i1
    return
  }
}
// -----
// fft_c1 stablehlo.fft tests/ops/test_linear_algebra.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [2, 2] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_c3 stablehlo.fft tests/ops/test_linear_algebra.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_c4 stablehlo.fft tests/ops/test_linear_algebra.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    return
  }
}
// -----
// from_elements_elements tensor.from_elements tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: f32, %arg1: f64) {
    %from_elements = tensor.from_elements %arg0, %arg1 : tensor<2xf32>
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
// func_signature func.func tests/ops/test_dialect_constraints.py::test_functions
module {
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f64):
    return
  }) : () -> ()
}
// -----
// gather_c1 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
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
// gather_c11 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [4], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c12 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c13 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [1, 2], start_indices_batching_dims = [0, 0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c14 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [3], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c15 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c16 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c17 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c18 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c19 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 4], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c2 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 4>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c20 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c21 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 5, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c3 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c4 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 1], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c5 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 4], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c6 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
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
// gather_c8 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [4], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c9 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// generate_body tensor.generate tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %generated = tensor.generate %arg0 {
    } : tensor<?xf32>
    return
  }
}
// -----
// generate_dynamicextents tensor.generate tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %generated = tensor.generate  {
    ^bb0(%arg2: index):
      tensor.yield %arg1 : f32
    } : tensor<?xf32>
    return
  }
}
// -----
// get_dimension_size_c1 stablehlo.get_dimension_size tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = -1 : (tensor<2x3xf32>) -> tensor<i32>
    return
  }
}
// -----
// get_extent_errors shape.get_extent tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: !shape.size) {
    %0 = shape.get_extent %arg0, %arg1 : tensor<2xindex>, !shape.size -> index
    return
  }
}
// -----
// get_tuple_element_c1 stablehlo.get_tuple_element tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tuple<tensor<2x3xf32>>) {
    %0 = stablehlo.get_tuple_element %arg0[-1] : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
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
// global_load_const_symbol ml_program.global_load_const tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
  ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %seed = ml_program.global_load @seed : tensor<2xi64>
    %main = ml_program.global_load_const @main : tensor<?xi64>
    return %seed, %main : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// global_load_graph_symbol ml_program.global_load_graph tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
  ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %seed = ml_program.global_load @seed : tensor<2xi64>
    %fixed = ml_program.global_load_const @fixed : tensor<?xi64>
    %result, %produceToken = ml_program.global_load_graph @fixed ordering(() -> !ml_program.token) : tensor<2xi64>
    return %seed, %fixed : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// global_load_symbol ml_program.global_load tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
  ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %sead = ml_program.global_load @sead : tensor<2xi64>
    %fixed = ml_program.global_load_const @fixed : tensor<?xi64>
    return %sead, %fixed : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// global_store_graph_symbol ml_program.global_store_graph tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
  ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %seed = ml_program.global_load @seed : tensor<2xi64>
    %fixed = ml_program.global_load_const @fixed : tensor<?xi64>
    %0 = ml_program.global_store_graph @fixed = %fixed ordering(() -> !ml_program.token) : tensor<?xi64>
    return %seed, %fixed : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// global_store_symbol ml_program.global_store tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
  ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %seed = ml_program.global_load @seed : tensor<2xi64>
    %fixed = ml_program.global_load_const @fixed : tensor<?xi64>
    ml_program.global_store @sead = %seed : tensor<2xi64>
    return %seed, %fixed : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// global_value ml_program.global tests/ops/test_dialects.py::test_faults_of_globals
module {
  ml_program.global private mutable @seed(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>) : tensor<2xi64>
  ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
  ml_program.global private mutable @elsewhere : tensor<2xi64>
  func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
    %seed = ml_program.global_load @seed : tensor<2xi64>
    %fixed = ml_program.global_load_const @fixed : tensor<?xi64>
    return %seed, %fixed : tensor<2xi64>, tensor<?xi64>
  }
}
// -----
// if_c1 stablehlo.if tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.if"(%arg5) ({
    ^bb0(%arg9: tensor<2x3xf32>):
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
      stablehlo.return %arg0 : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// if_c2 stablehlo.if tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return 
    }, {
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i1>) -> tensor<3xf32>
    return
  }
}
// -----
// if_regions stablehlo.if tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.if"(%arg0) : (tensor<i1>) -> tensor<3xf32>
    return
  }
}
// -----
// index_cast_index arith.index_cast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.index_cast %arg0 : i32 to i1
    return
  }
}
// -----
// index_castui_index arith.index_castui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.index_castui %arg0 : i32 to i1
    return
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
// infeed_c2 stablehlo.infeed tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
    return
  }
}
// -----
// infeed_c3 stablehlo.infeed tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> tensor<4x6xf32>
    return
  }
}
// -----
// insert_indices tensor.insert tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xf32>, %arg2: index) {
    %inserted = tensor.insert %arg0 into %arg1[%arg2] : tensor<2x3xf32>
    return
  }
}
// -----
// insert_scalar tensor.insert tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: f64, %arg1: tensor<2x3xf32>, %arg2: index, %arg3: index) {
    %inserted = tensor.insert %arg0 into %arg1[%arg2, %arg3] : tensor<2x3xf32>
    return
  }
}
// -----
// insert_slice_offsets tensor.insert_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x2xf32>, %arg1: tensor<2x3xf32>, %arg2: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 2>, static_strides = array<i64: 1, 1>}> : (tensor<1x2xf32>, tensor<2x3xf32>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// insert_slice_sizes tensor.insert_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x2xf32>, %arg1: tensor<2x3xf32>, %arg2: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (tensor<1x2xf32>, tensor<2x3xf32>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// insert_slice_source tensor.insert_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x3xf32>, %arg1: tensor<2x3xf32>, %arg2: index) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2, 0] [1, 2] [1, 1] : tensor<1x3xf32> into tensor<2x3xf32>
    return
  }
}
// -----
// insert_slice_strides tensor.insert_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x2xf32>, %arg1: tensor<2x3xf32>, %arg2: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 2>, static_strides = array<i64: -9223372036854775808, 1>}> : (tensor<1x2xf32>, tensor<2x3xf32>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// insert_slice_window tensor.insert_slice tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x2xf32>, %arg1: tensor<2x3xf32>, %arg2: index) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2, 0] [1] [1, 1] : tensor<1x2xf32> into tensor<2x3xf32>
    return
  }
}
// -----
// iota_c1 stablehlo.iota tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    %0 = stablehlo.iota dim = 2 : tensor<4x6xf32>
    return
  }
}
// -----
// manual_computation_arguments sdy.manual_computation tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation() in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : () -> tensor<4xf32>
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
// manual_computation_local_arguments sdy.manual_computation tests/ops/test_dialect_constraints.py::test_parts_of_manual_computations
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<5xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// manual_computation_local_results sdy.manual_computation tests/ops/test_dialect_constraints.py::test_parts_of_manual_computations
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<6xf32>
    return
  }
}
// -----
// manual_computation_operand_shardings sdy.manual_computation tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<1x3xf32>) {
      sdy.return %arg1 : tensor<1x3xf32>
    } : (tensor<2xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// manual_computation_result_shardings sdy.manual_computation tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<1x3xf32>) {
      sdy.return %arg1 : tensor<1x3xf32>
    } : (tensor<2x3xf32>) -> tensor<2xf32>
    return
  }
}
// -----
// manual_computation_results sdy.manual_computation tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return
    } : (tensor<4xf32>) -> tensor<4xf32>
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
// map_c3 stablehlo.map tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 1, 0>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
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
// max_type shape.max tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.size, %arg1: !shape.size) {
    %0 = shape.max %arg0, %arg1 : !shape.size, !shape.size -> !shape.shape
    return
  }
}
// -----
// meet_type shape.meet tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: index) {
    %0 = shape.meet %arg0, %arg1 : tensor<2xindex>, index -> tensor<2xindex>
    return
  }
}
// -----
// min_type shape.min tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.size, %arg1: !shape.size) {
    %0 = shape.min %arg0, %arg1 : !shape.size, !shape.size -> !shape.shape
    return
  }
}
// -----
// minimum_broadcast_shapes_results chlo.minimum_broadcast_shapes tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    "chlo.minimum_broadcast_shapes"(%arg0, %arg1) : (tensor<2xindex>, tensor<2xindex>) -> ()
    return
  }
}
// -----
// minimum_broadcast_shapes_shapes chlo.minimum_broadcast_shapes tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = chlo.minimum_broadcast_shapes %arg0 : tensor<2xindex> -> tensor<?xindex>
    return
  }
}
// -----
// mul_errors shape.mul tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.size, %arg1: index) {
    %0 = shape.mul %arg0, %arg1 : !shape.size, index -> index
    return
  }
}
// -----
// named_computation_arguments sdy.named_computation tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.named_computation<"twice">() (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : () -> tensor<4xf32>
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
// pad_c2 stablehlo.pad tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_c3 stablehlo.pad tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [-1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// ragged_dot_element chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf64>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf64>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_group chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_group_sizes chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<2x3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<2x3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_groups chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<2xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<2xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_lhs chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_pairs chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_ragged chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_rhs chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_shape chlo.ragged_dot tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x4xf32>
    return
  }
}
// -----
// real_dynamic_slice_elements stablehlo.real_dynamic_slice tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xi64>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi32>) -> tensor<?x?xf32>
    return
  }
}
// -----
// real_dynamic_slice_indices stablehlo.real_dynamic_slice tests/ops/test_dynamic_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xi64>, %arg3: tensor<3xi64>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// recv_c1 stablehlo.recv tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (!stablehlo.token) -> (tensor<4x6xf32>, !stablehlo.token)
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
// recv_c3 stablehlo.recv tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
    return
  }
}
// -----
// recv_c4 stablehlo.recv tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<4x6xf32>
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
// reduce_c2 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f64>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f64>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
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
// reduce_c4 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [2] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_c5 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_c6 stablehlo.reduce tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return 
    }
    return
  }
}
// -----
// reduce_precision_c2 stablehlo.reduce_precision tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e0m0 : tensor<2x3xf32>
    return
  }
}
// -----
// reduce_precision_c3 stablehlo.reduce_precision tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m-1 : tensor<4x6xf32>
    return
  }
}
// -----
// reduce_scatter_c1 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<3x6xf32>
    return
  }
}
// -----
// reduce_scatter_c2 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_scatter_c3 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<0> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
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
// reduce_scatter_c5 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
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
// reduce_scatter_c7 stablehlo.reduce_scatter tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_c8 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x5xf32>
    return
  }
}
// -----
// reduce_scatter_c9 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf64>
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
// reduce_scatter_i3 stablehlo.reduce_scatter tests/ops/test_group_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
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
// reduce_window_c10 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c11 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 0, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c12 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x1xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c13 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
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
// reduce_window_c3 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f64>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f64>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c4 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c5 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 0>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c6 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c7 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 0>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c8 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c9 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 0, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
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
// replicated_to_unreduced_rank sdy.replicated_to_unreduced tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// reshape_c1 stablehlo.reshape tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<24xf64>
    return
  }
}
// -----
// reshape_c2 stablehlo.reshape tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<25xf32>
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
// reshard_rank sdy.reshard tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<2xf32>
    return
  }
}
// -----
// reverse_c2 stablehlo.reverse tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [1, 1] : tensor<4x6xf32>
    return
  }
}
// -----
// reverse_c3 stablehlo.reverse tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [2] : tensor<4x6xf32>
    return
  }
}
// -----
// rng_bit_generator_c1 stablehlo.rng_bit_generator tests/ops/test_random.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xui64>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    return
  }
}
// -----
// rng_bit_generator_c2 stablehlo.rng_bit_generator tests/ops/test_random.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xui64>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2xui32>)
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
// run_parallel_inputs interpreter.run_parallel tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "interpreter.run_parallel"() <{programs = [[@g]]}> : () -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// run_parallel_outputs interpreter.run_parallel tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4xf32>) {
    "interpreter.run_parallel"(%arg0) <{programs = [[@g]]}> : (tensor<4xf32>) -> ()
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// scan_arguments chlo.scan tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    ^bb0(%input: tensor<3xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<3xi32>, tensor<2xi32>
    } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
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
// scatter_c11 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [4], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
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
// scatter_c13 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [4], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c14 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [1, 2], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c15 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c16 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c17 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c18 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c19 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c2 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c20 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c21 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 4], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c22 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 4>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c23 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>):
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
// scatter_c4 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x6xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x6xf32>) -> tensor<3x2x4x5xf32>
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
// scatter_c6 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf64>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf64>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c7 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 1], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c8 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 4], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c9 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [1], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
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
// sdy.all_gather_rank sdy.all_gather tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// sdy.all_reduce_rank sdy.all_reduce tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<2xf32>
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
// sdy.all_to_all_rank sdy.all_to_all tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<4x4xf32>
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
// sdy.collective_permute_rank sdy.collective_permute tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// sdy.reduce_scatter_rank sdy.reduce_scatter tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<2xf32>
    return
  }
}
// -----
// select_and_scatter_c1 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf64>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf64>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c10 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c2 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<3x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<3x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c3 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f64>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f64>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c4 stablehlo.select_and_scatter tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c5 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 0>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c6 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c7 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c8 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c9 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
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
// select_c1 stablehlo.select tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4x6xf32>
    return
  }
}
// -----
// send_c1 stablehlo.send tests/ops/test_communication.py::test_constraints_of_send
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
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
// shape.add_errors shape.add tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: !shape.size, %arg1: index) {
    %0 = shape.add %arg0, %arg1 : !shape.size, index -> index
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
// shape.reduce_arguments shape.reduce tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: f32) {
    %0 = shape.reduce(%arg0, %arg1) : tensor<2xindex> -> f32 {
    ^bb0(%arg2: index, %arg3: i64, %arg4: f32):
      shape.yield %arg4 : f32
    }
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
// shape.reduce_values shape.reduce tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: index) {
    %0 = shape.reduce(%arg0, %arg1) : tensor<2xindex> -> index {
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      shape.yield
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
// shape_of_type shape.shape_of tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.shape_of %arg0 : tensor<2x3xf32> -> tensor<3xindex>
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
// sharded_to_unreduced_rank sdy.sharded_to_unreduced tests/ops/test_dialect_constraints.py::test_what_is_moved_between_devices_has_a_sharding
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.sharded_to_unreduced [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<4x4xf32>
    return
  }
}
// -----
// sharding_constraint_rank sdy.sharding_constraint tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<2xf32>
    return
  }
}
// -----
// slice_c2 stablehlo.slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 4>, start_indices = array<i64: 0, 1>, strides = array<i64: 1>}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_c3 stablehlo.slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:7:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_c4 stablehlo.slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:4:0] : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// sort_c1 stablehlo.sort tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    "stablehlo.sort"() <{dimension = 1 : i64}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
    }) : () -> ()
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
// sort_c4 stablehlo.sort tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = -3 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// sort_c5 stablehlo.sort tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
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
// splat_dynamicsizes tensor.splat tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: f32, %arg1: index) {
    %splat = tensor.splat %arg0[%arg1] : tensor<2x3xf32>
    return
  }
}
// -----
// splat_input tensor.splat tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: f64, %arg1: index) {
    %splat = tensor.splat %arg0[%arg1] : tensor<?x3xf32>
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
// tensor.bitcast_type tensor.bitcast tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = tensor.bitcast %arg0 : tensor<2x3xf32> to tensor<2x3xf64>
    return
  }
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
// tensor.concat_type tensor.concat tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
    return
  }
}
// -----
// tensor.gather_dims tensor.gather tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_indices tensor.gather tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([0]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_type tensor.gather tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<?x5xf32>
    return
  }
}
// -----
// tensor.pad_high tensor.pad tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %padded = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 0, -9223372036854775808>, static_low = array<i64: -9223372036854775808, 1>}> ({
    ^bb0(%arg2: index, %arg3: index):
      %cst = arith.constant 1.000000e+00 : f32
      tensor.yield %cst : f32
    }) : (tensor<2x3xf32>, index) -> tensor<?x5xf32>
    return
  }
}
// -----
// tensor.pad_low tensor.pad tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %padded = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 0, 1>, static_low = array<i64: 0, 1>}> ({
    ^bb0(%arg2: index, %arg3: index):
      %cst = arith.constant 1.000000e+00 : f32
      tensor.yield %cst : f32
    }) : (tensor<2x3xf32>, index) -> tensor<?x5xf32>
    return
  }
}
// -----
// tensor.pad_padding tensor.pad tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %padded = tensor.pad %arg0 low[%arg1, 1] high[0] {
    ^bb0(%arg2: index, %arg3: index):
      %cst = arith.constant 1.000000e+00 : f32
      tensor.yield %cst : f32
    } : tensor<2x3xf32> to tensor<?x5xf32>
    return
  }
}
// -----
// tensor.pad_region tensor.pad tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    } : tensor<4xf32> to tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_type tensor.pad tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %padded = tensor.pad %arg0 low[%arg1, 1] high[0, 1] {
    ^bb0(%arg2: index, %arg3: index):
      %cst = arith.constant 1.000000e+00 : f32
      tensor.yield %cst : f32
    } : tensor<2x3xf32> to tensor<?x4xf32>
    return
  }
}
// -----
// tensor.reshape_rank tensor.reshape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// tensor.reshape_shape tensor.reshape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<?xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<?xindex>) -> tensor<6xf32>
    return
  }
}
// -----
// tensor.reshape_type tensor.reshape tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<5xf32>
    return
  }
}
// -----
// tensor.scatter_dims tensor.scatter tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0, 0]) unique : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_indices tensor.scatter tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<7x1x5x1xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0]) unique : (tensor<7x1x5x1xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_source tensor.scatter tests/ops/test_dialect_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<7x5x1xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0, 2]) unique : (tensor<7x5x1xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
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
// torch_index_select_batch stablehlo.torch_index_select tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<5x2xi32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x6xf32>, tensor<5x2xi32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// transpose_c2 stablehlo.transpose tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 1] : (tensor<4x6xf32>) -> tensor<6x4xf32>
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
// triangular_solve_c1 stablehlo.triangular_solve tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf64>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_c2 stablehlo.triangular_solve tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// triangular_solve_c3 stablehlo.triangular_solve tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// truncf_width arith.truncf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.truncf %arg0 : f32 to f32
    return
  }
}
// -----
// trunci_width arith.trunci tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.trunci %arg0 : i32 to i32
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
// -----
// unary_einsum_config stablehlo.unary_einsum tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.unary_einsum %arg0, config = "abc->b" : (tensor<4x6xf32>) -> tensor<6xf32>
    return
  }
}
// -----
// uniform_quantize_c1 stablehlo.uniform_quantize tests/ops/test_quantized_conversion.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xf32>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<3xf32>) -> tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>
    return
  }
}
// -----
// uniform_quantize_c2 stablehlo.uniform_quantize tests/ops/test_quantized_conversion.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xf64>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<2xf64>) -> tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>
    return
  }
}
// -----
// while_c1 stablehlo.while tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<2x3xf32>
    cond {
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return 
    } do {
      stablehlo.return 
    }
    return
  }
}
// -----
// while_c2 stablehlo.while tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<2x3xf32>
    cond {
      stablehlo.return %arg5 : tensor<i1>
    } do {
      stablehlo.return %arg5 : tensor<i1>
    }
    return
  }
}
// -----
// while_regions stablehlo.while tests/verify/test_malformed.py::test_nothing_that_is_missing_stops_the_verifier
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.while"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
