// abs_c1 stablehlo.abs tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.abs %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// abs_c2 stablehlo.abs tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.abs %arg0 : (tensor<4x6xf32>) -> tensor<4x6xf64>
    return
  }
}
// -----
// abs_i1 stablehlo.abs tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xi1>) {
    %0 = stablehlo.abs %arg0 : tensor<4x6xi1>
    return
  }
}
// -----
// add_c1 stablehlo.add tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
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
// all_to_all_c1 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
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
// all_to_all_c4 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c5 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<0> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c7 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
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
// all_to_all_c9 stablehlo.all_to_all tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf64>
    return
  }
}
// -----
// and_c1 stablehlo.and tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi64>) {
    %0 = stablehlo.and %arg0, %arg1 : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
    return
  }
}
// -----
// and_i1 stablehlo.and tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.and %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi32>
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
// atan2_c1 stablehlo.atan2 tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.atan2 %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// batch_norm_grad_c1 stablehlo.batch_norm_grad tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c2 stablehlo.batch_norm_grad tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg2, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c3 stablehlo.batch_norm_grad tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c4 stablehlo.batch_norm_grad tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg3, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c5 stablehlo.batch_norm_grad tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg3, %arg3, %arg3, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_inference_c1 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
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
// batch_norm_inference_c3 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg3, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
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
// batch_norm_inference_c7 stablehlo.batch_norm_inference tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
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
// batch_norm_training_c2 stablehlo.batch_norm_training tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
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
// batch_norm_training_c7 stablehlo.batch_norm_training tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>)
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
// broadcast_add_broadcast_dimensions chlo.broadcast_add tests/ops/test_chlo.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
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
// broadcast_in_dim_result stablehlo.broadcast_in_dim tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<?x6xf32>
    return
  }
}
// -----
// case_c1 stablehlo.case tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    "stablehlo.case"(%arg6) : (tensor<i32>) -> ()
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
// case_c4 stablehlo.case tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.case"(%arg6) ({
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
      stablehlo.return %arg0 : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    return
  }
}
// -----
// cast_type tensor.cast tests/ops/test_dialects.py::test_faults
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %cast = tensor.cast %arg0 : tensor<2x3xf32> to tensor<2x4xf32>
    return
  }
}
// -----
// cbrt_c1 stablehlo.cbrt tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.cbrt %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// ceil_c1 stablehlo.ceil tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.ceil %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// cholesky_c2 stablehlo.cholesky tests/ops/test_linear_algebra.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.cholesky %arg0, lower = true : tensor<4xcomplex<f32>>
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
// clamp_c4 stablehlo.clamp tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x5xf32>
    return
  }
}
// -----
// collapse_shape_reassociation tensor.collapse_shape tests/ops/test_dialects.py::test_faults
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %collapsed = tensor.collapse_shape %arg0 [[0]] : tensor<2x3xf32> into tensor<6xf32>
    return
  }
}
// -----
// collective_broadcast_c5 stablehlo.collective_broadcast tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<3xf32>
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
// collective_permute_c2 stablehlo.collective_permute tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// collective_permute_c5 stablehlo.collective_permute tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<3xf32>
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
// compare_c2 stablehlo.compare tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x5xf32>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<4x6xi1>
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
// complex_c1 stablehlo.complex tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf64>) -> tensor<4x6xcomplex<f32>>
    return
  }
}
// -----
// complex_c2 stablehlo.complex tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x5xcomplex<f32>>
    return
  }
}
// -----
// complex_c3 stablehlo.complex tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xcomplex<f64>>
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
// composite_c3 stablehlo.composite tests/ops/test_composite.py::test_constraints
module {
  func.func private @twice(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%arg0: tensor<3xf32>) -> tensor<2xf32> {
    %0 = stablehlo.composite "my.twice" %arg0 {composite_attributes = {k = 1 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<3xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
// -----
// composite_c4 stablehlo.composite tests/ops/test_composite.py::test_constraints
module {
  func.func private @twice(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf64> {
    %0 = stablehlo.composite "my.twice" %arg0 {composite_attributes = {k = 1 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf64>
    return %0 : tensor<2xf64>
  }
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
// concatenate_c5 stablehlo.concatenate tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf64>
    return
  }
}
// -----
// concatenate_c6 stablehlo.concatenate tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<9x6xf32>
    return
  }
}
// -----
// constant_c1 stablehlo.constant tests/ops/test_constraints.py::test_broken
module {
  func.func @f() {
    %cst = stablehlo.constant() <{value = dense<0.000000e+00> : tensor<4x6xf32>}> : () -> tensor<4x5xf32>
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
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c25 stablehlo.convolution tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6xf32>
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
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
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
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
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
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// cosine_c1 stablehlo.cosine tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.cosine %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// count_leading_zeros_c1 stablehlo.count_leading_zeros tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>) {
    %0 = stablehlo.count_leading_zeros %arg0 : (tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// divide_c1 stablehlo.divide tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.divide %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// dot_general_algorithm stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
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
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c12 stablehlo.dot_general tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4xf32>
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
// dynamic_broadcast_in_dim_c1 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi64>
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
// dynamic_broadcast_in_dim_c7 stablehlo.dynamic_broadcast_in_dim tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?x?xi32>
    return
  }
}
// -----
// dynamic_iota_c1 stablehlo.dynamic_iota tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_iota %arg1, dim = 2 : (tensor<2xi64>) -> tensor<?x?xi32>
    return
  }
}
// -----
// dynamic_iota_c2 stablehlo.dynamic_iota tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_iota %arg1, dim = 0 : (tensor<2xi64>) -> tensor<?xi32>
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
// dynamic_reshape_c4 stablehlo.dynamic_reshape tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?xi32>
    return
  }
}
// -----
// dynamic_slice_c1 stablehlo.dynamic_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
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
// dynamic_slice_c5 stablehlo.dynamic_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    return
  }
}
// -----
// dynamic_update_slice_c1 stablehlo.dynamic_update_slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
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
// exponential_c1 stablehlo.exponential tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.exponential %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// exponential_minus_one_c1 stablehlo.exponential_minus_one tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.exponential_minus_one %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// exponential_result_accuracy stablehlo.exponential tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 4, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4x6xf32>
    return
  }
}
// -----
// extract_indices tensor.extract tests/ops/test_dialects.py::test_faults
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %extracted = tensor.extract %arg0[%arg1] : tensor<2x3xf32>
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
// fft_c2 stablehlo.fft tests/ops/test_linear_algebra.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
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
// fft_c5 stablehlo.fft tests/ops/test_linear_algebra.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>
    return
  }
}
// -----
// floor_c1 stablehlo.floor tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.floor %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
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
// gather_c22 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x4xf32>
    return
  }
}
// -----
// gather_c23 stablehlo.gather tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf64>
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
// get_dimension_size_c1 stablehlo.get_dimension_size tests/ops/test_dynamic.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi64>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<2x3xi32>) -> tensor<i32>
    return
  }
}
// -----
// get_tuple_element_c1 stablehlo.get_tuple_element tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.get_tuple_element %arg7[1] : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
    return
  }
}
// -----
// get_tuple_element_c2 stablehlo.get_tuple_element tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.get_tuple_element %arg7[0] : (tuple<tensor<2x3xf32>>) -> tensor<3xf32>
    return
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
// if_c2 stablehlo.if tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.if"(%arg5) ({
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// if_c3 stablehlo.if tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.if"(%arg5) ({
      stablehlo.return %arg0 : tensor<2x3xf32>
    }, {
      stablehlo.return %arg0 : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<3xf32>
    return
  }
}
// -----
// imag_c1 stablehlo.imag tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.imag %arg8 : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
    return
  }
}
// -----
// imag_c2 stablehlo.imag tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.imag %arg8 : (tensor<3xcomplex<f32>>) -> tensor<3xf64>
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
// is_finite_c1 stablehlo.is_finite tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.is_finite %arg0 : (tensor<4x6xf32>) -> tensor<4x5xi1>
    return
  }
}
// -----
// log_c1 stablehlo.log tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.log %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// log_plus_one_c1 stablehlo.log_plus_one tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.log_plus_one %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// logistic_c1 stablehlo.logistic tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.logistic %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// map_c1 stablehlo.map tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x5xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<4x6xf32>
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
// map_c4 stablehlo.map tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// maximum_c1 stablehlo.maximum tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.maximum %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// minimum_c1 stablehlo.minimum tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.minimum %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// multiply_c1 stablehlo.multiply tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// negate_c1 stablehlo.negate tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.negate %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// not_c1 stablehlo.not tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>) {
    %0 = stablehlo.not %arg0 : (tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// optimization_barrier_c1 stablehlo.optimization_barrier tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<2x3xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// or_c1 stablehlo.or tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.or %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// pad_c1 stablehlo.pad tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf64>
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
// pad_c4 stablehlo.pad tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x6xf32>
    return
  }
}
// -----
// popcnt_c1 stablehlo.popcnt tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>) {
    %0 = stablehlo.popcnt %arg0 : (tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// power_c1 stablehlo.power tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.power %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// real_c1 stablehlo.real tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
    return
  }
}
// -----
// real_c2 stablehlo.real tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
    return
  }
}
// -----
// recv_c1 stablehlo.recv tests/ops/test_communication.py::test_constraints_of_recv
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return
  }
}
// -----
// recv_c4 stablehlo.recv tests/ops/test_communication.py::test_constraints_of_recv
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<2xf32>
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
// reduce_c6 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg2: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    return
  }
}
// -----
// reduce_c7 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_c8 stablehlo.reduce tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf64>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_precision_c1 stablehlo.reduce_precision tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : (tensor<4x6xf32>) -> tensor<4x6xf64>
    return
  }
}
// -----
// reduce_precision_c2 stablehlo.reduce_precision tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e0m10 : tensor<4x6xf32>
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
// reduce_window_c15 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x6xf32>
    return
  }
}
// -----
// reduce_window_c16 stablehlo.reduce_window tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf64>
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
// remainder_c1 stablehlo.remainder tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.remainder %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
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
// reverse_c1 stablehlo.reverse tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x5xf32>
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
// rng_c1 stablehlo.rng tests/ops/test_random.py::test_constraints
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f64>, %arg2: tensor<1xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<?xf32>
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
// rng_c3 stablehlo.rng tests/ops/test_random.py::test_constraints
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// round_nearest_afz_c1 stablehlo.round_nearest_afz tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.round_nearest_afz %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// round_nearest_even_c1 stablehlo.round_nearest_even tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.round_nearest_even %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// rsqrt_c1 stablehlo.rsqrt tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.rsqrt %arg0 : (tensor<4xf32>) -> tensor<5xf32>
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
// scatter_c24 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x6xf32>
    return
  }
}
// -----
// scatter_c25 stablehlo.scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf64>
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
// select_and_scatter_c11 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x5xf32>
    return
  }
}
// -----
// select_and_scatter_c12 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf64>
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
// select_and_scatter_c4 stablehlo.select_and_scatter tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 3, 1>}> ({
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
// select_c1 stablehlo.select tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4x6xf32>
    return
  }
}
// -----
// select_c2 stablehlo.select tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf64>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4x6xf32>, tensor<4x6xf64>) -> tensor<4x6xf32>
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
// shift_left_c1 stablehlo.shift_left tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// shift_right_arithmetic_c1 stablehlo.shift_right_arithmetic tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// shift_right_logical_c1 stablehlo.shift_right_logical tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// sign_c1 stablehlo.sign tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.sign %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// sine_c1 stablehlo.sine tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.sine %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// slice_c1 stablehlo.slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x2xf64>
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
// slice_c5 stablehlo.slice tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x3xf32>
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
// sort_c2 stablehlo.sort tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x5xf32>
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
// sqrt_c1 stablehlo.sqrt tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.sqrt %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// subtract_c1 stablehlo.subtract tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = stablehlo.subtract %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// tan_c1 stablehlo.tan tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.tan %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// tanh_c1 stablehlo.tanh tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.tanh %arg0 : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// transpose_c1 stablehlo.transpose tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf64>
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
// transpose_c3 stablehlo.transpose tests/ops/test_constraints.py::test_broken
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<4x6xf32>
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
// tuple_c1 stablehlo.tuple tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.tuple %arg0 : (tensor<2x3xf32>) -> tuple<tensor<3xf32>>
    return
  }
}
// -----
// type_c12 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.custom_call @f(%arg0) : (tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// type_c13 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.custom_call @f(%arg0) : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// type_c5 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32, -1.000000e+00>>) {
    %0 = stablehlo.custom_call @f(%arg0) : (tensor<2x!quant.uniform<i8:f32, -1.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, -1.000000e+00>>
    return
  }
}
// -----
// type_c6 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f16, 1.000000e+06>>) {
    %0 = stablehlo.custom_call @f(%arg0) : (tensor<2x!quant.uniform<i8:f16, 1.000000e+06>>) -> tensor<2x!quant.uniform<i8:f16, 1.000000e+06>>
    return
  }
}
// -----
// type_c7 - tests/verify/test_types.py::test_quantized_types
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32, 1.000000e+00:200>>) {
    %0 = stablehlo.custom_call @f(%arg0) : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00:200>>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00:200>>
    return
  }
}
// -----
// uniform_dequantize_c1 stablehlo.uniform_dequantize tests/ops/test_quantized_conversion.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>) -> tensor<3xf32>
    return
  }
}
// -----
// uniform_dequantize_c2 stablehlo.uniform_dequantize tests/ops/test_quantized_conversion.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>) -> tensor<2xf64>
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
// uniform_quantize_i1 stablehlo.uniform_quantize tests/ops/test_quantized_conversion.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xi32>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<2xi32>) -> tensor<2x!quant.uniform<u8<10:200>:f32, 2.500000e-01:128>>
    return
  }
}
// -----
// while_c1 stablehlo.while tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<2x3xf32>
    cond {
      stablehlo.return %iterArg : tensor<2x3xf32>
    } do {
      stablehlo.return %iterArg : tensor<2x3xf32>
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
// while_c3 stablehlo.while tests/ops/test_structured_constraints.py::test_breaks_one_constraint
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<2xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<i1>, %arg6: tensor<i32>, %arg7: tuple<tensor<2x3xf32>>, %arg8: tensor<3xcomplex<f32>>) {
    %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%iterArg: tensor<2x3xf32>):
      stablehlo.return %arg5 : tensor<i1>
    }, {
    ^bb0(%iterArg: tensor<2x3xf32>):
      stablehlo.return %iterArg : tensor<2x3xf32>
    }) : (tensor<2x3xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// xor_c1 stablehlo.xor tests/ops/test_constraints.py::test_elementwise_keeps_the_shape
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.xor %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
    return
  }
}
// -----
// zeta_type chlo.zeta tests/ops/test_chlo.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<2x3xf32>, tensor<2xf32> -> tensor<2x3xf32>
    return
  }
}
