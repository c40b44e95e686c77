// abs_c1 stablehlo.abs tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.abs %arg0 : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
    return
  }
}
// -----
// abs_c2 stablehlo.abs tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.abs %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// abs_i1 stablehlo.abs tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>) {
    %0 = stablehlo.abs %arg0 : (tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// acos_i1 chlo.acos tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.acos %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// acos_type chlo.acos tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.acos %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// acosh_i1 chlo.acosh tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.acosh %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// acosh_type chlo.acosh tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.acosh %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// add_c1 stablehlo.add tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// add_c2 stablehlo.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// add_c3 stablehlo.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x!quant.uniform<i16:f32, 5.000000e-01>>, %arg1: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// add_c4 stablehlo.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f64, 5.000000e-01>>, %arg1: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f64, 5.000000e-01>>, tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// add_c5 stablehlo.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, %arg1: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// add_c6 stablehlo.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01}>>, %arg1: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01}>>, tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// add_c7 stablehlo.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, %arg1: tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>, tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// add_dependency_i1 mhlo.add_dependency tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: !mhlo.token) {
    %0 = mhlo.add_dependency %arg0, %arg1 : (tensor<3xindex>, !mhlo.token) -> tensor<2x3xf32>
    return
  }
}
// -----
// add_dependency_i2 mhlo.add_dependency tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = mhlo.add_dependency %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// add_dependency_type mhlo.add_dependency tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !mhlo.token) {
    %0 = mhlo.add_dependency %arg0, %arg1 : (tensor<2x3xf32>, !mhlo.token) -> tensor<2x3xi32>
    return
  }
}
// -----
// add_i1 stablehlo.add tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// add_i2 stablehlo.add tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// addf_i1 arith.addf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.addf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// addf_i2 arith.addf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.addf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// addf_type arith.addf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.addf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// addi_i1 arith.addi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.addi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// addi_i2 arith.addi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.addi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// addi_type arith.addi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.addi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// addui_extended_i1 arith.addui_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %sum, %overflow = "arith.addui_extended"(%arg0, %arg1) : (tensor<2x3xf32>, i32) -> (i32, i1)
    return
  }
}
// -----
// addui_extended_i2 arith.addui_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %sum, %overflow = "arith.addui_extended"(%arg0, %arg1) : (i32, tensor<2x3xf32>) -> (i32, i1)
    return
  }
}
// -----
// addui_extended_type arith.addui_extended tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %sum, %overflow = "arith.addui_extended"(%arg0, %arg1) : (i32, i32) -> (tensor<2x3xf32>, i1)
    return
  }
}
// -----
// after_all_i1 stablehlo.after_all tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.after_all %arg0 : (tensor<2x3xf32>) -> !stablehlo.token
    return
  }
}
// -----
// after_all_type stablehlo.after_all tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0 = stablehlo.after_all %arg0 : (!stablehlo.token) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_gather_all_gather_dim stablehlo.all_gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_c1 stablehlo.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_c2 stablehlo.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<1> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
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
// all_gather_c4 stablehlo.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
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
// all_gather_c6 stablehlo.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_channel_handle stablehlo.all_gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_i1 stablehlo.all_gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xindex>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_i3 stablehlo.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[0, 1, 0]> : tensor<3xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_inputs stablehlo.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"() <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_replica_groups stablehlo.all_gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_gather_result stablehlo.all_gather tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// all_gather_use_global_device_ids stablehlo.all_gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids = true}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// all_reduce_c1 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<1> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// all_reduce_c3 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// all_reduce_c5 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_reduce_c6 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
    return
  }
}
// -----
// all_reduce_c7 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// all_reduce_channel_handle stablehlo.all_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// all_reduce_i1 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_reduce_i2 stablehlo.all_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[0, 1, 0]> : tensor<3xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_reduce_inputs stablehlo.all_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : () -> tensor<2x3xf32>
    return
  }
}
// -----
// all_reduce_replica_groups stablehlo.all_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_reduce_use_global_device_ids stablehlo.all_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// all_slice_i1 sdy.all_slice tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32) {
    %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// all_slice_out_sharding sdy.all_slice tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.all_slice"(%arg0) <{slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_slice_rank sdy.all_slice tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_slice_slicing_axes sdy.all_slice tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.all_slice"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// all_slice_type sdy.all_slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// all_to_all_c1 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = -1 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c2 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c3 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c4 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = -1 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c5 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<1> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
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
// all_to_all_c7 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c8 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_c9 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xi32>
    return
  }
}
// -----
// all_to_all_channel_handle stablehlo.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_concat_dimension stablehlo.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_i1 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<3xindex>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_i5 stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[0, 1, 0]> : tensor<3xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_inputs stablehlo.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : () -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_replica_groups stablehlo.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_split_count stablehlo.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_dimension = 0 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// all_to_all_split_dimension stablehlo.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64}> : (tensor<2x3xf32>) -> tensor<1x6xf32>
    return
  }
}
// -----
// and_c1 stablehlo.and tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.and %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// and_i1 stablehlo.and tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.and %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// and_i2 stablehlo.and tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.and %arg0, %arg1 : (tensor<4xi32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// andi_i1 arith.andi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.andi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// andi_i2 arith.andi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.andi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// andi_type arith.andi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.andi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// any_i1 shape.any tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.any %arg0 : tensor<2x3xf32> -> tensor<2xindex>
    return
  }
}
// -----
// any_inputs shape.any tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.any  : -> tensor<2xindex>
    return
  }
}
// -----
// any_result shape.any tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.any %arg0 : tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// arith.bitcast_i1 arith.bitcast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = arith.bitcast %arg0 : tensor<3xindex> to i32
    return
  }
}
// -----
// arith.bitcast_result arith.bitcast tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f32) {
    %0 = arith.bitcast %arg0 : f32 to tensor<3xindex>
    return
  }
}
// -----
// arith.bitcast_shape arith.bitcast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.bitcast %arg0 : f32 to tensor<2x3xf32>
    return
  }
}
// -----
// arith.bitcast_width arith.bitcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f64) {
    %0 = arith.bitcast %arg0 : f64 to i32
    return
  }
}
// -----
// arith.constant_type arith.constant tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %cst = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> tensor<2x3xf32>
    return
  }
}
// -----
// arith.constant_value arith.constant tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %cst = "arith.constant"() : () -> f32
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
// arith.select_i1 arith.select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: f32, %arg2: f32) {
    %0 = arith.select %arg0, %arg1, %arg2 : tensor<2x3xf32>, f32
    return
  }
}
// -----
// arith.select_i2 arith.select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i1, %arg1: tensor<2x3xcomplex<f32>>, %arg2: f32) {
    %0 = "arith.select"(%arg0, %arg1, %arg2) : (i1, tensor<2x3xcomplex<f32>>, f32) -> f32
    return
  }
}
// -----
// arith.select_i3 arith.select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i1, %arg1: f32, %arg2: tensor<2x3xcomplex<f32>>) {
    %0 = "arith.select"(%arg0, %arg1, %arg2) : (i1, f32, tensor<2x3xcomplex<f32>>) -> f32
    return
  }
}
// -----
// arith.select_type arith.select tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i1, %arg1: f32, %arg2: f32) {
    %0 = "arith.select"(%arg0, %arg1, %arg2) : (i1, f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// asin_i1 chlo.asin tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.asin %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// asin_type chlo.asin tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.asin %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// asinh_i1 chlo.asinh tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.asinh %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// asinh_type chlo.asinh tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.asinh %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// assuming_all_i1 shape.assuming_all tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.assuming_all %arg0
    return
  }
}
// -----
// assuming_all_inputs shape.assuming_all tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.witness) {
    %0 = shape.assuming_all 
    return
  }
}
// -----
// assuming_all_type shape.assuming_all tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: !shape.witness) {
    %0 = "shape.assuming_all"(%arg0) : (!shape.witness) -> tensor<2x3xf32>
    return
  }
}
// -----
// assuming_i1 shape.assuming tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xf32>) {
    %0 = shape.assuming %arg0 -> (tensor<4xf32>) {
      shape.assuming_yield %arg1 : tensor<4xf32>
    }
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
// assuming_type shape.assuming tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: !shape.witness, %arg1: tensor<4xf32>) {
    %0 = shape.assuming %arg0 -> (tensor<4xi32>) {
      shape.assuming_yield %arg1 : tensor<4xf32>
    }
    return
  }
}
// -----
// async_done_c1 stablehlo.async_done tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: !stablehlo.future<tensor<2x3xf32>>) {
    %0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<2x3xf32>>) -> tensor<2x3xi32>
    return
  }
}
// -----
// async_done_i1 stablehlo.async_done tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.async_done"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// async_start_c1 stablehlo.async_start tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>) {
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<2x3xf32>):
      %1 = "stablehlo.collective_permute"(%arg1) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %1 : tensor<2x3xf32>
    }) : (tensor<3x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
    return
  }
}
// -----
// async_start_c2 stablehlo.async_start tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<2x3xf32>):
      %1 = "stablehlo.collective_permute"(%arg1) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %1 : tensor<2x3xf32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// atan2_c1 stablehlo.atan2 tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// atan2_i1 stablehlo.atan2 tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.atan2 %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// atan2_i2 stablehlo.atan2 tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = stablehlo.atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// atan_i1 chlo.atan tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.atan %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// atan_type chlo.atan tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.atan %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// atanh_i1 chlo.atanh tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.atanh %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// atanh_type chlo.atanh tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.atanh %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// batch_norm_grad_c1 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c2 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c3 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c4 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_c5 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_epsilon stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_feature_index stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_i1 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_i2 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_i3 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_i4 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<2x3xf32>, %arg4: tensor<2x3xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_grad_i5 stablehlo.batch_norm_grad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xi32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_inference_c1 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c2 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf64>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c3 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c4 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<4xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c5 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c6 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<4xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_c7 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// batch_norm_inference_epsilon stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_feature_index stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_i1 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_i2 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_i3 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_i4 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<2x3xf32>, %arg4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_inference_i5 stablehlo.batch_norm_inference tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// batch_norm_training_c1 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_c2 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xi32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_c3 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_c4 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<4xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_c5 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_c6 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3x2xf32>)
    return
  }
}
// -----
// batch_norm_training_c7 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_epsilon stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_feature_index stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_i1 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_i2 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// batch_norm_training_i3 stablehlo.batch_norm_training tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2x3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
}
// -----
// bessel_i1e_i1 chlo.bessel_i1e tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.bessel_i1e %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// bessel_i1e_type chlo.bessel_i1e tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.bessel_i1e %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// bitcast_convert_c1 stablehlo.bitcast_convert tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5x6xf32>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<5x6xf32>) -> tensor<4x6x4xi8>
    return
  }
}
// -----
// bitcast_convert_c2 stablehlo.bitcast_convert tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xcomplex<f32>>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x6xcomplex<f32>>) -> tensor<4x6x4xi8>
    return
  }
}
// -----
// bitcast_convert_i1 stablehlo.bitcast_convert tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<3xindex>) -> tensor<4x6x4xi8>
    return
  }
}
// -----
// bitcast_convert_result stablehlo.bitcast_convert tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x6xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// broadcast_add_broadcast_dimensions chlo.broadcast_add tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_add"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_add_i1 chlo.broadcast_add tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_add_i2 chlo.broadcast_add tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_add_shape chlo.broadcast_add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_add_type chlo.broadcast_add tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_and_broadcast_dimensions chlo.broadcast_and tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = "chlo.broadcast_and"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_and_i1 chlo.broadcast_and tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_and_i2 chlo.broadcast_and tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_and_shape chlo.broadcast_and tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<3x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_and_type chlo.broadcast_and tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_atan2_broadcast_dimensions chlo.broadcast_atan2 tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_atan2"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_atan2_i1 chlo.broadcast_atan2 tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_atan2_i2 chlo.broadcast_atan2 tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_atan2_shape chlo.broadcast_atan2 tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_atan2_type chlo.broadcast_atan2 tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_broadcast_sizes stablehlo.broadcast tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3xf32>) {
    %0 = "stablehlo.broadcast"(%arg0) : (tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_c1 stablehlo.broadcast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3xf32>) {
    %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_compare_broadcast_dimensions chlo.broadcast_compare tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_compare"(%arg0, %arg1) <{broadcast_dimensions, comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_compare_compare_type chlo.broadcast_compare tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_compare"(%arg0, %arg1) <{compare_type, comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_compare_comparison_direction chlo.broadcast_compare tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_compare"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_compare_i1 chlo.broadcast_compare tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_compare_i2 chlo.broadcast_compare tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_compare_shape chlo.broadcast_compare tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// broadcast_compare_type chlo.broadcast_compare tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_complex_broadcast_dimensions chlo.broadcast_complex tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_complex"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// broadcast_complex_i1 chlo.broadcast_complex tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// broadcast_complex_i2 chlo.broadcast_complex tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// broadcast_complex_shape chlo.broadcast_complex tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// broadcast_complex_type chlo.broadcast_complex tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_divide_broadcast_dimensions chlo.broadcast_divide tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_divide"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_divide_i1 chlo.broadcast_divide tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_divide_i2 chlo.broadcast_divide tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_divide_shape chlo.broadcast_divide tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_divide_type chlo.broadcast_divide tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_i1 stablehlo.broadcast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_in_dim_broadcast_dimensions stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = "stablehlo.broadcast_in_dim"(%arg0) : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c1 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1x6xi32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x6xi32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c2 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c3 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [-1, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c4 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c5 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 0] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_c6 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?x6x!quant.uniform<i8:f32:0, {5.000000e-01}>>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<?x6x!quant.uniform<i8:f32:0, {5.000000e-01}>>) -> tensor<4x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// broadcast_in_dim_i1 stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<3xindex>) -> tensor<4x6xf32>
    return
  }
}
// -----
// broadcast_in_dim_result stablehlo.broadcast_in_dim tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<1x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// broadcast_maximum_broadcast_dimensions chlo.broadcast_maximum tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_maximum"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_maximum_i1 chlo.broadcast_maximum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_maximum_i2 chlo.broadcast_maximum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_maximum_shape chlo.broadcast_maximum tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_maximum_type chlo.broadcast_maximum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_minimum_broadcast_dimensions chlo.broadcast_minimum tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_minimum"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_minimum_i1 chlo.broadcast_minimum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_minimum_i2 chlo.broadcast_minimum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_minimum_shape chlo.broadcast_minimum tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_minimum_type chlo.broadcast_minimum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_multiply_broadcast_dimensions chlo.broadcast_multiply tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_multiply"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_multiply_i1 chlo.broadcast_multiply tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_multiply_i2 chlo.broadcast_multiply tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_multiply_shape chlo.broadcast_multiply tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_multiply_type chlo.broadcast_multiply tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_next_after_broadcast_dimensions chlo.broadcast_next_after tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_next_after"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_next_after_i1 chlo.broadcast_next_after tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_next_after_i2 chlo.broadcast_next_after tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_next_after_shape chlo.broadcast_next_after tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_next_after_type chlo.broadcast_next_after tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_or_broadcast_dimensions chlo.broadcast_or tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = "chlo.broadcast_or"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_or_i1 chlo.broadcast_or tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_or_i2 chlo.broadcast_or tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_or_shape chlo.broadcast_or tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<3x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_or_type chlo.broadcast_or tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_polygamma_broadcast_dimensions chlo.broadcast_polygamma tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_polygamma"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_polygamma_i1 chlo.broadcast_polygamma tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_polygamma_i2 chlo.broadcast_polygamma tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_polygamma_shape chlo.broadcast_polygamma tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_polygamma_type chlo.broadcast_polygamma tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_power_broadcast_dimensions chlo.broadcast_power tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_power"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_power_i1 chlo.broadcast_power tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_power_i2 chlo.broadcast_power tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_power_shape chlo.broadcast_power tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_power_type chlo.broadcast_power tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_remainder_broadcast_dimensions chlo.broadcast_remainder tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_remainder"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_remainder_i1 chlo.broadcast_remainder tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_remainder_i2 chlo.broadcast_remainder tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_remainder_shape chlo.broadcast_remainder tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_remainder_type chlo.broadcast_remainder tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_select_i1 chlo.broadcast_select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_select_i2 chlo.broadcast_select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi1>, %arg1: tensor<3xindex>, %arg2: tensor<2x3xf32>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<2x3xi1>, tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_select_i3 chlo.broadcast_select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<3xindex>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_select_shape chlo.broadcast_select tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<3x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_select_type chlo.broadcast_select tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_left_broadcast_dimensions chlo.broadcast_shift_left tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = "chlo.broadcast_shift_left"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_left_i1 chlo.broadcast_shift_left tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_left_i2 chlo.broadcast_shift_left tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xindex>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_left_shape chlo.broadcast_shift_left tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<3x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_left_type chlo.broadcast_shift_left tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_shift_right_arithmetic_broadcast_dimensions chlo.broadcast_shift_right_arithmetic tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = "chlo.broadcast_shift_right_arithmetic"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_arithmetic_i1 chlo.broadcast_shift_right_arithmetic tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_arithmetic_i2 chlo.broadcast_shift_right_arithmetic tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xindex>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_arithmetic_shape chlo.broadcast_shift_right_arithmetic tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<3x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_arithmetic_type chlo.broadcast_shift_right_arithmetic tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_shift_right_logical_broadcast_dimensions chlo.broadcast_shift_right_logical tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = "chlo.broadcast_shift_right_logical"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_logical_i1 chlo.broadcast_shift_right_logical tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_logical_i2 chlo.broadcast_shift_right_logical tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xindex>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_logical_shape chlo.broadcast_shift_right_logical tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<3x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_shift_right_logical_type chlo.broadcast_shift_right_logical tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_sizes stablehlo.broadcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xf32>) {
    %0 = stablehlo.broadcast %arg0, sizes = [-1] : (tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_subtract_broadcast_dimensions chlo.broadcast_subtract tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_subtract"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_subtract_i1 chlo.broadcast_subtract tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_subtract_i2 chlo.broadcast_subtract tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_subtract_shape chlo.broadcast_subtract tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_subtract_type chlo.broadcast_subtract tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_xor_broadcast_dimensions chlo.broadcast_xor tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = "chlo.broadcast_xor"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_xor_i1 chlo.broadcast_xor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_xor_i2 chlo.broadcast_xor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_xor_shape chlo.broadcast_xor tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<3x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// broadcast_xor_type chlo.broadcast_xor tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_zeta_broadcast_dimensions chlo.broadcast_zeta tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "chlo.broadcast_zeta"(%arg0, %arg1) <{broadcast_dimensions}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_zeta_i1 chlo.broadcast_zeta tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_zeta_i2 chlo.broadcast_zeta tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_zeta_shape chlo.broadcast_zeta tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// broadcast_zeta_type chlo.broadcast_zeta tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
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
// call_arg_attrs func.call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "func.call"(%arg0) <{arg_attrs, callee = @g}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// call_callee func.call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "func.call"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// call_res_attrs func.call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "func.call"(%arg0) <{callee = @g, res_attrs}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
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
// case_c2 stablehlo.case tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.case"(%arg0) ({
    ^bb0(%arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
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
// case_c4 stablehlo.case tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xi32>
    return
  }
}
// -----
// case_i1 stablehlo.case tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<2x3xf32>) -> tensor<3xf32>
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
// cast_i1 tensor.cast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32) {
    %cast = tensor.cast %arg0 : f32 to tensor<?x3xf32>
    return
  }
}
// -----
// cast_result tensor.cast tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %cast = tensor.cast %arg0 : tensor<2x3xf32> to f32
    return
  }
}
// -----
// cast_type tensor.cast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x4xf32>) {
    %cast = tensor.cast %arg0 : tensor<2x4xf32> to tensor<?x3xf32>
    return
  }
}
// -----
// cbrt_c1 stablehlo.cbrt tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.cbrt %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// cbrt_i1 stablehlo.cbrt tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.cbrt %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// cbrt_result_accuracy stablehlo.cbrt tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.cbrt"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// ceil_c1 stablehlo.ceil tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.ceil %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// ceil_i1 stablehlo.ceil tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.ceil %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// ceildivsi_i1 arith.ceildivsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.ceildivsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// ceildivsi_i2 arith.ceildivsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.ceildivsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// ceildivsi_type arith.ceildivsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.ceildivsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// ceildivui_i1 arith.ceildivui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.ceildivui %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// ceildivui_i2 arith.ceildivui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.ceildivui %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// ceildivui_type arith.ceildivui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.ceildivui %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// chlo.constant_type chlo.constant tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = "chlo.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xi32>
    return
  }
}
// -----
// chlo.constant_value chlo.constant tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "chlo.constant"() : () -> tensor<4xf32>
    return
  }
}
// -----
// chlo.dynamic_reshape_i1 chlo.dynamic_reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2xi32>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<3xindex>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// chlo.dynamic_reshape_i2 chlo.dynamic_reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
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
// chlo.dynamic_reshape_result chlo.dynamic_reshape tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3xindex>
    return
  }
}
// -----
// chlo.dynamic_reshape_shape chlo.dynamic_reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi32>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// chlo.dynamic_reshape_type chlo.dynamic_reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0 = chlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// chlo.tan_i1 chlo.tan tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.tan %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// chlo.tan_type chlo.tan tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.tan %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// cholesky_c1 stablehlo.cholesky tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3x3xf32>) {
    %0 = stablehlo.cholesky %arg0, lower = true : (tensor<3x3xf32>) -> tensor<3x3xi32>
    return
  }
}
// -----
// cholesky_c2 stablehlo.cholesky tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xf32>) {
    %0 = stablehlo.cholesky %arg0, lower = true : (tensor<3xf32>) -> tensor<3x3xf32>
    return
  }
}
// -----
// cholesky_c3 stablehlo.cholesky tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x3xf32>) {
    %0 = stablehlo.cholesky %arg0, lower = true : (tensor<4x3xf32>) -> tensor<3x3xf32>
    return
  }
}
// -----
// cholesky_i1 stablehlo.cholesky tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.cholesky %arg0, lower = true : (tensor<2x3xi32>) -> tensor<3x3xf32>
    return
  }
}
// -----
// cholesky_lower stablehlo.cholesky tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x3xf32>) {
    %0 = "stablehlo.cholesky"(%arg0) <{lower}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
    return
  }
}
// -----
// clamp_c1 stablehlo.clamp tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<2xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_c2 stablehlo.clamp tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<5x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<5x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_c3 stablehlo.clamp tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<i32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_c4 stablehlo.clamp tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi32>
    return
  }
}
// -----
// clamp_i1 stablehlo.clamp tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<3xindex>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_i2 stablehlo.clamp tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<3xindex>, %arg2: tensor<4x6xf32>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<3xindex>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// clamp_i3 stablehlo.clamp tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<4x6xf32>, %arg2: tensor<3xindex>) {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4x6xf32>, tensor<3xindex>) -> tensor<4x6xf32>
    return
  }
}
// -----
// cmpf_i1 arith.cmpf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = "arith.cmpf"(%arg0, %arg1) <{predicate = 1 : i64}> : (tensor<2x3xi32>, f32) -> i1
    return
  }
}
// -----
// cmpf_i2 arith.cmpf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = "arith.cmpf"(%arg0, %arg1) <{predicate = 1 : i64}> : (f32, tensor<2x3xi32>) -> i1
    return
  }
}
// -----
// cmpf_predicate arith.cmpf tests/ops/test_declared_parts.py::test_constraints
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: f32):
    %0 = "arith.cmpf"(%arg0, %arg1) <{predicate = -1 : i64}> : (f32, f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// cmpf_type arith.cmpf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = "arith.cmpf"(%arg0, %arg1) <{predicate = 1 : i64}> : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// cmpi_i1 arith.cmpi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = "arith.cmpi"(%arg0, %arg1) <{predicate = 1 : i64}> : (tensor<2x3xf32>, i32) -> i1
    return
  }
}
// -----
// cmpi_i2 arith.cmpi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = "arith.cmpi"(%arg0, %arg1) <{predicate = 1 : i64}> : (i32, tensor<2x3xf32>) -> i1
    return
  }
}
// -----
// cmpi_predicate arith.cmpi tests/ops/test_declared_parts.py::test_constraints
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = "arith.cmpi"(%arg0, %arg1) <{predicate = -1 : i64}> : (i32, i32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// cmpi_type arith.cmpi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = "arith.cmpi"(%arg0, %arg1) <{predicate = 1 : i64}> : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// collapse_shape_i1 tensor.collapse_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32) {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : f32 into tensor<6xf32>
    return
  }
}
// -----
// collapse_shape_reassociation tensor.collapse_shape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %collapsed = tensor.collapse_shape %arg0 [[1, 1]] : tensor<2x3xf32> into tensor<6xf32>
    return
  }
}
// -----
// collapse_shape_type tensor.collapse_shape tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<2x3xf32> into tensor<6xi32>
    return
  }
}
// -----
// collective_broadcast_c1 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<1> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_broadcast_c2 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_broadcast_c3 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> tensor<2x3xf32>
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
// collective_broadcast_c5 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// collective_broadcast_c6 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// collective_broadcast_channel_handle stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_broadcast_has_dynamic_root stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, has_dynamic_root = true, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_broadcast_i1 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_broadcast_i2 stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[0, 1, 0]> : tensor<3xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_broadcast_replica_groups stablehlo.collective_broadcast tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_permute_c1 stablehlo.collective_permute tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[0, 1, 0]> : tensor<3xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_permute_c2 stablehlo.collective_permute tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// collective_permute_c4 stablehlo.collective_permute tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_permute_c5 stablehlo.collective_permute tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// collective_permute_channel_handle stablehlo.collective_permute tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_permute_i1 stablehlo.collective_permute tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_permute_source_target_pairs stablehlo.collective_permute tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_c1 stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<1> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// collective_reduce_c3 stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// collective_reduce_channel_handle stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_computation stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_has_dynamic_root stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, has_dynamic_root = true, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_i1 stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_i2 stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[0, 1, 0]> : tensor<3xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_inputs stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : () -> tensor<2x3xf32>
    return
  }
}
// -----
// collective_reduce_replica_groups stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// collective_reduce_type stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// collective_reduce_use_global_device_ids stablehlo.collective_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// compare_c1 stablehlo.compare tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xi32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    return
  }
}
// -----
// compare_c2 stablehlo.compare tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
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
// compare_compare_type stablehlo.compare tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.compare"(%arg0, %arg1) <{compare_type, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    return
  }
}
// -----
// compare_comparison_direction stablehlo.compare tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.compare"(%arg0, %arg1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    return
  }
}
// -----
// compare_complex stablehlo.compare tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xcomplex<f32>>, %arg1: tensor<4x6xcomplex<f32>>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xcomplex<f32>>, tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
    return
  }
}
// -----
// compare_i1 stablehlo.compare tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<4x6xf32>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<3xindex>, tensor<4x6xf32>) -> tensor<4x6xi1>
    return
  }
}
// -----
// compare_i2 stablehlo.compare tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x6xf32>, tensor<3xindex>) -> tensor<4x6xi1>
    return
  }
}
// -----
// complex_c1 stablehlo.complex tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// complex_c2 stablehlo.complex tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3x2xcomplex<f32>>
    return
  }
}
// -----
// complex_c3 stablehlo.complex tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// complex_i1 stablehlo.complex tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// complex_i2 stablehlo.complex tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = stablehlo.complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xcomplex<f32>>
    return
  }
}
// -----
// composite_c1 stablehlo.composite tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.composite "" %arg0 {decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
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
// composite_c3 stablehlo.composite tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = stablehlo.composite "my.op" %arg0 {decomposition = @g} : (tensor<5xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// composite_c4 stablehlo.composite tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.composite "my.op" %arg0 {decomposition = @g} : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// composite_composite_attributes stablehlo.composite tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.composite"(%arg0) <{composite_attributes, decomposition = @g, name = "my.op"}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// composite_decomposition stablehlo.composite tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.composite"(%arg0) <{name = "my.op"}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// composite_name stablehlo.composite tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.composite"(%arg0) <{decomposition = @g}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// composite_version stablehlo.composite tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.composite"(%arg0) <{decomposition = @g, name = "my.op", version}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// compute_reshape_shape_i1 stablehlo.compute_reshape_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.compute_reshape_shape %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// compute_reshape_shape_i2 stablehlo.compute_reshape_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.compute_reshape_shape %arg0, %arg1 : (tensor<i32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// compute_reshape_shape_type stablehlo.compute_reshape_shape tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.compute_reshape_shape %arg0, %arg1 : (tensor<i32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// concatenate_c1 stablehlo.concatenate tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    return
  }
}
// -----
// concatenate_c2 stablehlo.concatenate tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
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
// concatenate_c4 stablehlo.concatenate tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    return
  }
}
// -----
// concatenate_c5 stablehlo.concatenate tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xi32>
    return
  }
}
// -----
// concatenate_c6 stablehlo.concatenate tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3x2xf32>
    return
  }
}
// -----
// concatenate_dimension stablehlo.concatenate tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "stablehlo.concatenate"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    return
  }
}
// -----
// concatenate_i1 stablehlo.concatenate tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<4x3xf32>
    return
  }
}
// -----
// conj_i1 chlo.conj tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.conj %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// conj_type chlo.conj tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.conj %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// const_shape_result shape.const_shape tests/ops/test_declared_parts.py::test_results
module {
  func.func @f() {
    %0 = shape.const_shape [1, 1] : tensor<2x3xf32>
    return
  }
}
// -----
// const_shape_shape shape.const_shape tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "shape.const_shape"() : () -> tensor<2xindex>
    return
  }
}
// -----
// const_shape_type shape.const_shape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f() {
    %0 = shape.const_shape [1, 1, 1] : tensor<2xindex>
    return
  }
}
// -----
// const_size_type shape.const_size tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %c1 = "shape.const_size"() <{value = 1 : index}> : () -> tensor<2x3xf32>
    return
  }
}
// -----
// const_size_value shape.const_size tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "shape.const_size"() : () -> !shape.size
    return
  }
}
// -----
// const_witness_passing shape.const_witness tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "shape.const_witness"() : () -> !shape.witness
    return
  }
}
// -----
// const_witness_type shape.const_witness tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = "shape.const_witness"() <{passing = true}> : () -> tensor<2x3xf32>
    return
  }
}
// -----
// constant_c1 stablehlo.constant tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %c = stablehlo.constant() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xi32>
    return
  }
}
// -----
// constant_like_i1 chlo.constant_like tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// constant_like_type chlo.constant_like tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// constant_like_value chlo.constant_like tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "chlo.constant_like"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// constant_value stablehlo.constant tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %cst = "stablehlo.constant"() : () -> tensor<4xf32>
    return
  }
}
// -----
// convert_c1 stablehlo.convert tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5x6xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<5x6xf32>) -> tensor<4x6xi8>
    return
  }
}
// -----
// convert_i1 stablehlo.convert tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.convert %arg0 : (tensor<3xindex>) -> tensor<4x6xi8>
    return
  }
}
// -----
// convert_result stablehlo.convert tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<4x6xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// convertf_i1 arith.convertf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = arith.convertf %arg0 : tensor<2x3xi32> to bf16
    return
  }
}
// -----
// convertf_result arith.convertf tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f16) {
    %0 = arith.convertf %arg0 : f16 to tensor<2x3xi32>
    return
  }
}
// -----
// convertf_shape arith.convertf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f16) {
    %0 = arith.convertf %arg0 : f16 to tensor<2x3xf32>
    return
  }
}
// -----
// convertf_width arith.convertf tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f32) {
    %0 = arith.convertf %arg0 : f32 to bf16
    return
  }
}
// -----
// convolution_batch_group_count stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c1 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x2xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x2xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
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
// convolution_c11 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c12 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c13 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c14 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
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
// convolution_c16 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x7xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x7xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c17 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c18 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c19 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1, 1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c2 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c20 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 1, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c21 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = -1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c22 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 0 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c23 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c24 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c25 stablehlo.convolution tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x77xf32>
    return
  }
}
// -----
// convolution_c26 stablehlo.convolution tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6x2xf32>
    return
  }
}
// -----
// convolution_c27 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xi32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xi32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c28 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c29 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c3 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
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
// convolution_c31 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i16:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// convolution_c32 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f64, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f64, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// convolution_c33 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x6x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// convolution_c34 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c4 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<3xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c5 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c6 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [0], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c7 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1, 1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c8 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [0], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_c9 stablehlo.convolution tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_dimension_numbers stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_feature_group_count stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_i1 stablehlo.convolution tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<3x2x6xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<3xindex>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_i2 stablehlo.convolution tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3xindex>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_lhs_dilation stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_padding stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_precision_config stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_rhs_dilation stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_window_reversal stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// convolution_window_strides stablehlo.convolution tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>) {
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// copy_cross_program_prefetch_index mhlo.copy tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "mhlo.copy"(%arg0) <{cross_program_prefetch_index}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// copy_i1 mhlo.copy tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = mhlo.copy %arg0 : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// copy_type mhlo.copy tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = mhlo.copy %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// cosh_i1 chlo.cosh tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.cosh %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// cosh_type chlo.cosh tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.cosh %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// cosine_c1 stablehlo.cosine tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.cosine %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// cosine_i1 stablehlo.cosine tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.cosine %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// cosine_result_accuracy stablehlo.cosine tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.cosine"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// count_leading_zeros_c1 stablehlo.count_leading_zeros tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>) {
    %0 = stablehlo.count_leading_zeros %arg0 : (tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// count_leading_zeros_i1 stablehlo.count_leading_zeros tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.count_leading_zeros %arg0 : (tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// create_token_type stablehlo.create_token tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = stablehlo.create_token : tensor<2x3xf32>
    return
  }
}
// -----
// cross-replica-sum_i1 stablehlo.cross-replica-sum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// cross-replica-sum_replica_groups stablehlo.cross-replica-sum tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.cross-replica-sum"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// cross-replica-sum_type stablehlo.cross-replica-sum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// cstr_broadcastable_i1 shape.cstr_broadcastable tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xindex>) {
    %0 = shape.cstr_broadcastable %arg0, %arg1 : tensor<2x3xf32>, tensor<2xindex>
    return
  }
}
// -----
// cstr_broadcastable_shapes shape.cstr_broadcastable tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    %0 = shape.cstr_broadcastable %arg0 : tensor<2xindex>
    return
  }
}
// -----
// cstr_broadcastable_type shape.cstr_broadcastable tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    %0 = "shape.cstr_broadcastable"(%arg0, %arg1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// cstr_eq_i1 shape.cstr_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.cstr_eq %arg0 : tensor<2x3xf32>
    return
  }
}
// -----
// cstr_eq_type shape.cstr_eq tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = "shape.cstr_eq"(%arg0) : (tensor<2xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// cstr_require_i1 shape.cstr_require tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.cstr_require %arg0, "a"
    return
  }
}
// -----
// cstr_require_msg shape.cstr_require tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i1) {
    %0 = "shape.cstr_require"(%arg0) : (i1) -> !shape.witness
    return
  }
}
// -----
// cstr_require_type shape.cstr_require tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i1) {
    %0 = "shape.cstr_require"(%arg0) <{msg = "a"}> : (i1) -> tensor<2x3xf32>
    return
  }
}
// -----
// cstr_reshapable_i1 stablehlo.cstr_reshapable tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.cstr_reshapable %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> !shape.witness
    return
  }
}
// -----
// cstr_reshapable_i2 stablehlo.cstr_reshapable tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.cstr_reshapable %arg0, %arg1 : (tensor<i32>, tensor<2x3xf32>) -> !shape.witness
    return
  }
}
// -----
// cstr_reshapable_type stablehlo.cstr_reshapable tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.cstr_reshapable %arg0, %arg1 : (tensor<i32>, tensor<4xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_api_version stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{api_version, call_target_name = "a"}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// custom_call_call_target_name stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_called_computations stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "a", called_computations}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_has_side_effect stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "a", has_side_effect}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_i1 stablehlo.custom_call tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.custom_call @a(%arg0) : (tensor<3xindex>) -> tensor<2x3xf32>
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
// custom_call_operand_layouts stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "a", operand_layouts}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_output_operand_aliases stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "a", output_operand_aliases}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_result stablehlo.custom_call tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.custom_call @a(%arg0) : (tensor<2x3xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// custom_call_result_layouts stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "a", result_layouts}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// custom_call_result_tilings stablehlo.custom_call tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "a", result_tilings}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// data_flow_edge_i1 sdy.data_flow_edge tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<?x3xi8>) {
    %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}]> : (tensor<?x3xi8>) -> tensor<4xf32>
    return
  }
}
// -----
// data_flow_edge_rank sdy.data_flow_edge tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// data_flow_edge_sharding sdy.data_flow_edge tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.data_flow_edge"(%arg0) <{sharding}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// data_flow_edge_type sdy.data_flow_edge tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// debug_print_i1 shape.debug_print tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "shape.debug_print"(%arg0) : (tensor<2x3xf32>) -> !shape.shape
    return
  }
}
// -----
// debug_print_result shape.debug_print tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: !shape.shape) {
    %0 = "shape.debug_print"(%arg0) : (!shape.shape) -> tensor<2x3xf32>
    return
  }
}
// -----
// digamma_i1 chlo.digamma tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.digamma %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// digamma_type chlo.digamma tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.digamma %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// div_errors shape.div tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.size, %arg1: index) {
    %0 = shape.div %arg0, %arg1 : !shape.size, index -> index
    return
  }
}
// -----
// div_i1 shape.div tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.div %arg0, %arg1 : tensor<2x3xf32>, index -> index
    return
  }
}
// -----
// div_i2 shape.div tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: index, %arg1: tensor<2x3xf32>) {
    %0 = shape.div %arg0, %arg1 : index, tensor<2x3xf32> -> index
    return
  }
}
// -----
// div_result shape.div tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index, %arg1: index) {
    %0 = shape.div %arg0, %arg1 : index, index -> tensor<2x3xf32>
    return
  }
}
// -----
// divf_i1 arith.divf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.divf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// divf_i2 arith.divf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.divf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// divf_type arith.divf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.divf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// divide_c1 stablehlo.divide tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// divide_i1 stablehlo.divide tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.divide %arg0, %arg1 : (tensor<i1>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// divide_i2 stablehlo.divide tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i1>) {
    %0 = stablehlo.divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// divsi_i1 arith.divsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.divsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// divsi_i2 arith.divsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.divsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// divsi_isexact arith.divsi tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = "arith.divsi"(%arg0, %arg1) <{isExact = true}> : (i32, i32) -> i32
    return
  }
}
// -----
// divsi_type arith.divsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.divsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// divui_i1 arith.divui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.divui %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// divui_i2 arith.divui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.divui %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// divui_isexact arith.divui tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = "arith.divui"(%arg0, %arg1) <{isExact = true}> : (i32, i32) -> i32
    return
  }
}
// -----
// divui_type arith.divui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.divui %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// dot_general_algorithm stablehlo.dot_general tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{algorithm, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c1 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c10 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
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
// dot_general_c12 stablehlo.dot_general tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5x2xf32>
    return
  }
}
// -----
// dot_general_c13 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xi32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xi32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c14 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c15 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 2.000000e+00:3>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c16 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c17 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i16:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dot_general_c18 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f64, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f64, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// dot_general_c19 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>
    return
  }
}
// -----
// dot_general_c2 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2, 2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c20 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5x!quant.uniform<i8:f64, 5.000000e-01>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f64, 5.000000e-01>>) -> tensor<2x3x5xf32>
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
// dot_general_c3 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [2] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c4 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [1], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c5 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [-1] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c6 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c7 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [-1], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c8 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [-1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_c9 stablehlo.dot_general tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_dot_dimension_numbers stablehlo.dot_general tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = "stablehlo.dot_general"(%arg0, %arg1) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_i1 stablehlo.dot_general tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3xindex>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_i2 stablehlo.dot_general tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<3xindex>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_general_precision_config stablehlo.dot_general tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return
  }
}
// -----
// dot_i1 stablehlo.dot tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<3xindex>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// dot_i2 stablehlo.dot tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x4xf32>
    return
  }
}
// -----
// dot_precision_config stablehlo.dot tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = "stablehlo.dot"(%arg0, %arg1) <{precision_config}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// dot_rank stablehlo.dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x2xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// dot_result stablehlo.dot tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// dot_shape stablehlo.dot tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4x2xf32>
    return
  }
}
// -----
// dot_size stablehlo.dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_broadcast_dimensions stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c1 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xf32>
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
// dynamic_broadcast_in_dim_c2 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1, 1] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c3 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [-1, 1] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c4 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1, 1] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_c5 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1, 0] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
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
// dynamic_broadcast_in_dim_c7 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>
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
// dynamic_broadcast_in_dim_i1 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<3xindex>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_i2 stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_known_expanding_dimensions stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_broadcast_in_dim_known_nonexpanding_dimensions stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
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
// dynamic_broadcast_in_dim_result stablehlo.dynamic_broadcast_in_dim tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3xindex>
    return
  }
}
// -----
// dynamic_conv_batch_group_count stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c1 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x2xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x2xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c11 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c12 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c13 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c14 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c16 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x7xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x7xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c17 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c18 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c19 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1, 1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c20 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 1, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c21 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = -1 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c22 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c23 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c24 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c25 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<3x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c26 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6x2xf32>
    return
  }
}
// -----
// dynamic_conv_c27 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xi32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xi32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c28 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c29 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c3 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 0>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
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
// dynamic_conv_c34 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c4 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<2x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<2x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c5 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c6 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 0>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c7 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c8 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 0>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_c9 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_dimension_numbers stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_feature_group_count stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_i1 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<3xindex>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_i2 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3xindex>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3xindex>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_i3 stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<2x3xf32>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<2x3xf32>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_lhs_dilation stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_precision_config stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_result stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<3xindex>
    return
  }
}
// -----
// dynamic_conv_rhs_dilation stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_window_reversal stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal, window_strides = array<i64: 1>}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_conv_window_strides stablehlo.dynamic_conv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x8x4xf32>, %arg1: tensor<3x2x6xf32>, %arg2: tensor<1x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides}> : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
    return
  }
}
// -----
// dynamic_gather_batching stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c1 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c10 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [-1, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c11 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<5xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<5xi64>) -> tensor<2x3x7x5xf32>
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
// dynamic_gather_c13 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c14 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xi32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xi32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c2 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = -1>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c3 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c4 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c5 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [-1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c6 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_c7 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [-1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
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
// dynamic_gather_c9 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_dimension_numbers stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_i1 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3xindex>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_i2 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x3xf32>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_i3 stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3xf32>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3xf32>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_indices_are_sorted stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// dynamic_gather_result stablehlo.dynamic_gather tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<4xi64>) {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<3xindex>
    return
  }
}
// -----
// dynamic_iota_c1 stablehlo.dynamic_iota tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xi64>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = 2 : (tensor<2xi64>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_iota_c2 stablehlo.dynamic_iota tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xi64>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<3xi64>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_iota_i1 stablehlo.dynamic_iota tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_iota_iota_dimension stablehlo.dynamic_iota tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2xi64>) {
    %0 = "stablehlo.dynamic_iota"(%arg0) : (tensor<2xi64>) -> tensor<2x3xf32>
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
// dynamic_iota_result stablehlo.dynamic_iota tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xi64>) {
    %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xi64>) -> tensor<i1>
    return
  }
}
// -----
// dynamic_pad_c1 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xi32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_pad_c2 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x2xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3x2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
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
// dynamic_pad_c4 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3x2xf32>
    return
  }
}
// -----
// dynamic_pad_i1 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<3xindex>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_pad_i2 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_pad_i3 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2x3xf32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_pad_i4 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2x3xf32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_pad_i5 stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2x3xf32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_pad_result stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3xindex>
    return
  }
}
// -----
// dynamic_pad_type stablehlo.dynamic_pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<3xi32>, %arg3: tensor<2xi32>, %arg4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_reshape_c1 stablehlo.dynamic_reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_reshape_c2 stablehlo.dynamic_reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<3x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
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
// dynamic_reshape_c4 stablehlo.dynamic_reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi32>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_reshape_i1 stablehlo.dynamic_reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<3xindex>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_reshape_i2 stablehlo.dynamic_reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
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
// dynamic_reshape_result stablehlo.dynamic_reshape tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3xindex>
    return
  }
}
// -----
// dynamic_slice_c1 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// dynamic_slice_c2 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_c3 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i8>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i8>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_c4 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [-1, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_c5 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3x2xf32>
    return
  }
}
// -----
// dynamic_slice_i1 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<3xindex>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_i2 stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_slice_slice_sizes stablehlo.dynamic_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0 = "stablehlo.dynamic_slice"(%arg0, %arg1, %arg2) : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// dynamic_update_slice_c1 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xi32>
    return
  }
}
// -----
// dynamic_update_slice_c2 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xi32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c3 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6x2xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6x2xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c4 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c5 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i8>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i8>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_c6 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<1x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_i1 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<3xindex>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_i2 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<3xindex>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<3xindex>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// dynamic_update_slice_i3 stablehlo.dynamic_update_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// einsum_config stablehlo.einsum tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// einsum_einsum_config stablehlo.einsum tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = "stablehlo.einsum"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// einsum_element stablehlo.einsum tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x3xi32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// einsum_i1 stablehlo.einsum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<3xindex>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// einsum_i2 stablehlo.einsum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x4xf32>
    return
  }
}
// -----
// einsum_result stablehlo.einsum tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// einsum_shape stablehlo.einsum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
    %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4x2xf32>
    return
  }
}
// -----
// empty_dynamicsizes tensor.empty tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: index) {
    %0 = tensor.empty(%arg0) : tensor<0x3xf32>
    return
  }
}
// -----
// empty_i1 tensor.empty tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = tensor.empty(%arg0) : tensor<?x3xf32>
    return
  }
}
// -----
// empty_result tensor.empty tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index) {
    %0 = tensor.empty(%arg0) : f32
    return
  }
}
// -----
// erf_i1 chlo.erf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.erf %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// erf_inv_i1 chlo.erf_inv tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.erf_inv %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// erf_inv_type chlo.erf_inv tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.erf_inv %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// erf_type chlo.erf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// erfc_i1 chlo.erfc tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.erfc %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// erfc_type chlo.erfc tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.erfc %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// expand_shape_i1 tensor.expand_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: index) {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [%arg1, 3] : f32 into tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_i2 tensor.expand_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2x3xf32>) {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [%arg1, 3] : tensor<?xf32> into tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_output_shape tensor.expand_shape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: index) {
    %expanded = "tensor.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 0, 3>}> : (tensor<?xf32>, index) -> tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_reassociation tensor.expand_shape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: index) {
    %expanded = tensor.expand_shape %arg0 [[1, 1]] output_shape [%arg1, 3] : tensor<?xf32> into tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_sizes tensor.expand_shape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<0xf32>, %arg1: index) {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [%arg1, 3] : tensor<0xf32> into tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_static_output_shape tensor.expand_shape tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: index) {
    %expanded = "tensor.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1]]}> : (tensor<?xf32>, index) -> tensor<?x3xf32>
    return
  }
}
// -----
// expand_shape_type tensor.expand_shape tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: index) {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [%arg1, 3] : tensor<?xf32> into tensor<?x3xi32>
    return
  }
}
// -----
// expect_almost_eq_const_i1 check.expect_almost_eq_const tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<4xf32>
    return
  }
}
// -----
// expect_almost_eq_const_tolerance check.expect_almost_eq_const tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    "check.expect_almost_eq_const"(%arg0) <{tolerance, value = dense<1.000000e+00> : tensor<4xf32>}> : (tensor<4xf32>) -> ()
    return
  }
}
// -----
// expect_almost_eq_const_value check.expect_almost_eq_const tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    "check.expect_almost_eq_const"(%arg0) : (tensor<4xf32>) -> ()
    return
  }
}
// -----
// expect_almost_eq_i1 check.expect_almost_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    check.expect_almost_eq %arg0, %arg1 : tensor<3xindex>
    return
  }
}
// -----
// expect_almost_eq_i2 check.expect_almost_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    check.expect_almost_eq %arg0, %arg1 : tensor<2x3xf32>
    return
  }
}
// -----
// expect_almost_eq_tolerance check.expect_almost_eq tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    "check.expect_almost_eq"(%arg0, %arg1) <{tolerance}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// expect_close_i1 check.expect_close tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    check.expect_close %arg0, %arg1 : tensor<3xindex>, tensor<2x3xf32>
    return
  }
}
// -----
// expect_close_i2 check.expect_close tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    check.expect_close %arg0, %arg1 : tensor<2x3xf32>, tensor<3xindex>
    return
  }
}
// -----
// expect_close_max_ulp_difference check.expect_close tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    "check.expect_close"(%arg0, %arg1) <{max_ulp_difference}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// expect_close_min_ulp_difference check.expect_close tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    "check.expect_close"(%arg0, %arg1) <{min_ulp_difference}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// expect_eq_const_i1 check.expect_eq_const tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    check.expect_eq_const %arg0, dense<1.000000e+00> : tensor<4xf32>
    return
  }
}
// -----
// expect_eq_const_value check.expect_eq_const tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    "check.expect_eq_const"(%arg0) : (tensor<4xf32>) -> ()
    return
  }
}
// -----
// expect_eq_i1 check.expect_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    check.expect_eq %arg0, %arg1 : tensor<3xindex>
    return
  }
}
// -----
// expect_eq_i2 check.expect_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    check.expect_eq %arg0, %arg1 : tensor<2x3xf32>
    return
  }
}
// -----
// expect_serialized_eq_i1 check.expect_serialized_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    check.expect_serialized_eq %arg0, probe_id = "a" : tensor<3xindex>
    return
  }
}
// -----
// expect_serialized_eq_iter check.expect_serialized_eq tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    "check.expect_serialized_eq"(%arg0) <{iter, probe_id = "a"}> : (tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// expect_serialized_eq_probe_id check.expect_serialized_eq tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    "check.expect_serialized_eq"(%arg0) : (tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// exponential_c1 stablehlo.exponential tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.exponential %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// exponential_i1 stablehlo.exponential tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.exponential %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// exponential_minus_one_c1 stablehlo.exponential_minus_one tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.exponential_minus_one %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// exponential_minus_one_i1 stablehlo.exponential_minus_one tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.exponential_minus_one %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// exponential_minus_one_result_accuracy stablehlo.exponential_minus_one tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.exponential_minus_one"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// exponential_result_accuracy stablehlo.exponential tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.exponential"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// extf_i1 arith.extf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = arith.extf %arg0 : tensor<2x3xi32> to f32
    return
  }
}
// -----
// extf_result arith.extf tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f16) {
    %0 = arith.extf %arg0 : f16 to tensor<2x3xi32>
    return
  }
}
// -----
// extf_shape arith.extf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f16) {
    %0 = arith.extf %arg0 : f16 to tensor<2x3xf32>
    return
  }
}
// -----
// extf_width arith.extf tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f32) {
    %0 = arith.extf %arg0 : f32 to f32
    return
  }
}
// -----
// extract_i1 tensor.extract tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: index) {
    %extracted = "tensor.extract"(%arg0, %arg1) : (f32, index) -> f32
    return
  }
}
// -----
// extract_i2 tensor.extract tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<2x3xf32>) {
    %extracted = tensor.extract %arg0[%arg1] : tensor<4xf32>
    return
  }
}
// -----
// extract_indices tensor.extract tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x2xf32>, %arg1: index) {
    %extracted = tensor.extract %arg0[%arg1] : tensor<4x2xf32>
    return
  }
}
// -----
// extract_slice_i1 tensor.extract_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [%arg3] : f32 to tensor<?xf32>
    return
  }
}
// -----
// extract_slice_i2 tensor.extract_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<2x3xf32>, %arg2: index, %arg3: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [%arg3] : tensor<8xf32> to tensor<?xf32>
    return
  }
}
// -----
// extract_slice_i3 tensor.extract_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: tensor<2x3xf32>, %arg3: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [%arg3] : tensor<8xf32> to tensor<?xf32>
    return
  }
}
// -----
// extract_slice_i4 tensor.extract_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: tensor<2x3xf32>) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [%arg3] : tensor<8xf32> to tensor<?xf32>
    return
  }
}
// -----
// extract_slice_offsets tensor.extract_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775807>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_slice_result tensor.extract_slice tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [%arg3] : tensor<8xf32> to f32
    return
  }
}
// -----
// extract_slice_sizes tensor.extract_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775807>, static_strides = array<i64: -9223372036854775808>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_slice_static_offsets tensor.extract_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_slice_static_sizes tensor.extract_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_slice_static_strides tensor.extract_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_slice_strides tensor.extract_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775807>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_slice_type tensor.extract_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<8xi32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [%arg3] : tensor<8xi32> to tensor<?xf32>
    return
  }
}
// -----
// extract_slice_window tensor.extract_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %extracted_slice = "tensor.extract_slice"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// extract_type tensor.extract tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index) {
    %extracted = "tensor.extract"(%arg0, %arg1) : (tensor<4xf32>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// extsi_i1 arith.extsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.extsi %arg0 : tensor<2x3xf32> to i32
    return
  }
}
// -----
// extsi_result arith.extsi tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i8) {
    %0 = arith.extsi %arg0 : i8 to tensor<2x3xf32>
    return
  }
}
// -----
// extsi_shape arith.extsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i8) {
    %0 = arith.extsi %arg0 : i8 to tensor<2x3xi32>
    return
  }
}
// -----
// extsi_width arith.extsi tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: i32) {
    %0 = arith.extsi %arg0 : i32 to i32
    return
  }
}
// -----
// extui_i1 arith.extui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.extui %arg0 : tensor<2x3xf32> to i32
    return
  }
}
// -----
// extui_nonneg arith.extui tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i8) {
    %0 = "arith.extui"(%arg0) <{nonNeg = true}> : (i8) -> i32
    return
  }
}
// -----
// extui_result arith.extui tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i8) {
    %0 = arith.extui %arg0 : i8 to tensor<2x3xf32>
    return
  }
}
// -----
// extui_shape arith.extui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i8) {
    %0 = arith.extui %arg0 : i8 to tensor<2x3xi32>
    return
  }
}
// -----
// extui_width arith.extui tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: i32) {
    %0 = arith.extui %arg0 : i32 to i32
    return
  }
}
// -----
// fft_c1 stablehlo.fft tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [4, 4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_c2 stablehlo.fft tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    return
  }
}
// -----
// fft_c3 stablehlo.fft tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_c4 stablehlo.fft tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_c5 stablehlo.fft tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
    return
  }
}
// -----
// fft_fft_length stablehlo.fft tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = "stablehlo.fft"(%arg0) <{fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_fft_type stablehlo.fft tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// fft_i1 stablehlo.fft tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [4] : (tensor<2x3xi32>) -> tensor<4xcomplex<f32>>
    return
  }
}
// -----
// floor_c1 stablehlo.floor tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.floor %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// floor_i1 stablehlo.floor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.floor %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// floordivsi_i1 arith.floordivsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.floordivsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// floordivsi_i2 arith.floordivsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.floordivsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// floordivsi_type arith.floordivsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.floordivsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// fptosi_i1 arith.fptosi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = arith.fptosi %arg0 : tensor<2x3xi32> to i32
    return
  }
}
// -----
// fptosi_result arith.fptosi tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f32) {
    %0 = arith.fptosi %arg0 : f32 to tensor<2x3xf32>
    return
  }
}
// -----
// fptosi_shape arith.fptosi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.fptosi %arg0 : f32 to tensor<2x3xi32>
    return
  }
}
// -----
// fptoui_i1 arith.fptoui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = arith.fptoui %arg0 : tensor<2x3xi32> to i32
    return
  }
}
// -----
// fptoui_result arith.fptoui tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f32) {
    %0 = arith.fptoui %arg0 : f32 to tensor<2x3xf32>
    return
  }
}
// -----
// fptoui_shape arith.fptoui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.fptoui %arg0 : f32 to tensor<2x3xi32>
    return
  }
}
// -----
// from_elements_elements tensor.from_elements tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: i32, %arg1: f32) {
    %from_elements = tensor.from_elements %arg0, %arg1 : tensor<2xf32>
    return
  }
}
// -----
// from_elements_i1 tensor.from_elements tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: f32) {
    %from_elements = tensor.from_elements %arg0, %arg1 : tensor<2xf32>
    return
  }
}
// -----
// from_elements_result tensor.from_elements tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %from_elements = tensor.from_elements %arg0, %arg1 : tensor<3xf32>
    return
  }
}
// -----
// from_extent_tensor_i1 shape.from_extent_tensor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.from_extent_tensor %arg0 : tensor<2x3xf32>
    return
  }
}
// -----
// from_extent_tensor_result shape.from_extent_tensor tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = "shape.from_extent_tensor"(%arg0) : (tensor<2xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// from_extents_i1 shape.from_extents tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.from_extents %arg0 : tensor<2x3xf32>
    return
  }
}
// -----
// from_extents_type shape.from_extents tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: index) {
    %0 = "shape.from_extents"(%arg0) : (index) -> tensor<2x3xf32>
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
// func_arg_attrs func.func tests/ops/test_declared_parts.py::test_attributes
module {
  "func.func"() <{arg_attrs, function_type = () -> (), sym_name = "f"}> ({
    return
  }) : () -> ()
}
// -----
// func_data_flow_edge_i1 sdy.func_data_flow_edge tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<?x3xi8>) {
    %0 = sdy.func_data_flow_edge %arg0 : (tensor<?x3xi8>) -> tensor<4xf32>
    return
  }
}
// -----
// func_data_flow_edge_type sdy.func_data_flow_edge tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.func_data_flow_edge %arg0 : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// func_function_type func.func tests/ops/test_declared_parts.py::test_attributes
module {
  "func.func"() <{sym_name = "f"}> ({
    return
  }) : () -> ()
}
// -----
// func_res_attrs func.func tests/ops/test_declared_parts.py::test_attributes
module {
  "func.func"() <{function_type = () -> (), res_attrs, sym_name = "f"}> ({
    return
  }) : () -> ()
}
// -----
// func_signature func.func tests/ops/test_declared_parts.py::test_constraints
module {
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<f32>):
    return
  }) : () -> ()
}
// -----
// func_sym_name func.func tests/ops/test_declared_parts.py::test_attributes
module {
  "func.func"() <{function_type = () -> ()}> ({
    return
  }) : () -> ()
}
// -----
// func_sym_visibility func.func tests/ops/test_declared_parts.py::test_attributes
module {
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility}> ({
    return
  }) : () -> ()
}
// -----
// gather_c1 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
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
// gather_c11 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [-1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c12 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c13 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0, 0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c14 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [-1], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c15 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c16 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c17 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c18 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c19 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [-1, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c2 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = -1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c20 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c21 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: -1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c22 stablehlo.gather tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5x2xf32>
    return
  }
}
// -----
// gather_c23 stablehlo.gather tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xi32>
    return
  }
}
// -----
// gather_c3 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c4 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c5 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [-1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c6 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
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
// gather_c8 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [-1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_c9 stablehlo.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_dimension_numbers stablehlo.gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_i1 stablehlo.gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3xindex>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_i2 stablehlo.gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x3xf32>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_indices_are_sorted stablehlo.gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted, slice_sizes = array<i64: 1, 1, 3, 5>}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// gather_slice_sizes stablehlo.gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
    return
  }
}
// -----
// generate_body tensor.generate tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %generated = tensor.generate %arg0 {
    ^bb0(%arg2: index):
      tensor.yield %arg1 : f32
    } : tensor<?x2xf32>
    return
  }
}
// -----
// generate_dynamicextents tensor.generate tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %generated = tensor.generate %arg0 {
    ^bb0(%arg2: index):
      tensor.yield %arg1 : f32
    } : tensor<0xf32>
    return
  }
}
// -----
// generate_i1 tensor.generate tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: f32) {
    %generated = tensor.generate %arg0 {
    ^bb0(%arg2: index):
      tensor.yield %arg1 : f32
    } : tensor<?xf32>
    return
  }
}
// -----
// generate_result tensor.generate tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %generated = tensor.generate %arg0 {
    ^bb0(%arg2: index):
      tensor.yield %arg1 : f32
    } : f32
    return
  }
}
// -----
// get_dimension_size_c1 stablehlo.get_dimension_size tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
    return
  }
}
// -----
// get_dimension_size_dimension stablehlo.get_dimension_size tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.get_dimension_size"(%arg0) : (tensor<2x3xf32>) -> tensor<i32>
    return
  }
}
// -----
// get_dimension_size_i1 stablehlo.get_dimension_size tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3xindex>) -> tensor<i32>
    return
  }
}
// -----
// get_dimension_size_type stablehlo.get_dimension_size tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<f32>
    return
  }
}
// -----
// get_extent_errors shape.get_extent tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: !shape.size) {
    %0 = shape.get_extent %arg0, %arg1 : tensor<2xindex>, !shape.size -> index
    return
  }
}
// -----
// get_extent_i1 shape.get_extent tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.get_extent %arg0, %arg1 : tensor<2x3xf32>, index -> index
    return
  }
}
// -----
// get_extent_i2 shape.get_extent tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2x3xf32>) {
    %0 = shape.get_extent %arg0, %arg1 : tensor<2xindex>, tensor<2x3xf32> -> index
    return
  }
}
// -----
// get_extent_result shape.get_extent tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: index) {
    %0 = shape.get_extent %arg0, %arg1 : tensor<2xindex>, index -> tensor<2x3xf32>
    return
  }
}
// -----
// get_tuple_element_c1 stablehlo.get_tuple_element tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tuple<tensor<2x3xf32>>) {
    %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
    return
  }
}
// -----
// get_tuple_element_c2 stablehlo.get_tuple_element tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tuple<tensor<2x3xf32>>) {
    %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<2x3xf32>>) -> tensor<2x3xi32>
    return
  }
}
// -----
// get_tuple_element_i1 stablehlo.get_tuple_element tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.get_tuple_element %arg0[0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// get_tuple_element_index stablehlo.get_tuple_element tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tuple<tensor<2x3xf32>>) {
    %0 = "stablehlo.get_tuple_element"(%arg0) : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
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
// global_is_mutable ml_program.global tests/ops/test_declared_parts.py::test_attributes
module {
  "ml_program.global"() <{is_mutable = true, sym_name = "g", sym_visibility = "private", type = tensor<2xf32>, value = dense<1.000000e+00> : tensor<2xf32>}> : () -> ()
}
// -----
// global_load_const_global ml_program.global_load_const tests/ops/test_declared_parts.py::test_attributes
module {
  ml_program.global private @g(dense<1.000000e+00> : tensor<2xf32>) : tensor<2xf32>
  func.func @f() {
    %0 = "ml_program.global_load_const"() : () -> tensor<2xf32>
    return
  }
}
// -----
// global_load_const_symbol ml_program.global_load_const tests/ops/test_declared_parts.py::test_constraints
module {
  ml_program.global private @g(dense<1.000000e+00> : tensor<2xf32>) : tensor<2xf32>
  func.func @f() {
    %g = ml_program.global_load_const @g : tensor<3xf32>
    return
  }
}
// -----
// global_load_global ml_program.global_load tests/ops/test_declared_parts.py::test_attributes
module {
  ml_program.global private @g(dense<1.000000e+00> : tensor<2xf32>) : tensor<2xf32>
  func.func @f() {
    %0 = "ml_program.global_load"() : () -> tensor<2xf32>
    return
  }
}
// -----
// global_load_graph_global ml_program.global_load_graph tests/ops/test_declared_parts.py::test_attributes
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%arg0: !ml_program.token) {
    %result, %produceToken = "ml_program.global_load_graph"(%arg0) : (!ml_program.token) -> (tensor<4xi32>, !ml_program.token)
    return
  }
}
// -----
// global_load_graph_i1 ml_program.global_load_graph tests/ops/test_declared_parts.py::test_operands
"builtin.module"() ({
  "ml_program.global"() <{is_mutable, sym_name = "g", sym_visibility = "private", type = tensor<4xi32>, value = dense<1> : tensor<4xi32>}> : () -> ()
  "func.func"() <{function_type = (tensor<2x3xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2x3xf32>):
    %0:2 = "ml_program.global_load_graph"(%arg0) <{global = @g}> : (tensor<2x3xf32>) -> (tensor<4xi32>, !ml_program.token)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// global_load_graph_result ml_program.global_load_graph tests/ops/test_declared_parts.py::test_results
"builtin.module"() ({
  "ml_program.global"() <{is_mutable, sym_name = "g", sym_visibility = "private", type = tensor<4xi32>, value = dense<1> : tensor<4xi32>}> : () -> ()
  "func.func"() <{function_type = (!ml_program.token) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: !ml_program.token):
    %0:2 = "ml_program.global_load_graph"(%arg0) <{global = @g}> : (!ml_program.token) -> (tensor<4xi32>, tensor<2x3xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// global_load_graph_symbol ml_program.global_load_graph tests/ops/test_declared_parts.py::test_constraints
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%arg0: !ml_program.token) {
    %result, %produceToken = ml_program.global_load_graph @g ordering(%arg0 -> !ml_program.token) : tensor<5xi32>
    return
  }
}
// -----
// global_load_symbol ml_program.global_load tests/ops/test_declared_parts.py::test_constraints
module {
  ml_program.global private @g(dense<1.000000e+00> : tensor<2xf32>) : tensor<2xf32>
  func.func @f() {
    %g = ml_program.global_load @g : tensor<3xf32>
    return
  }
}
// -----
// global_store_global ml_program.global_store tests/ops/test_declared_parts.py::test_attributes
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%arg0: tensor<4xi32>) {
    "ml_program.global_store"(%arg0) : (tensor<4xi32>) -> ()
    return
  }
}
// -----
// global_store_graph_global ml_program.global_store_graph tests/ops/test_declared_parts.py::test_attributes
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%arg0: tensor<4xi32>, %arg1: !ml_program.token) {
    %0 = "ml_program.global_store_graph"(%arg0, %arg1) : (tensor<4xi32>, !ml_program.token) -> !ml_program.token
    return
  }
}
// -----
// global_store_graph_i2 ml_program.global_store_graph tests/ops/test_declared_parts.py::test_operands
"builtin.module"() ({
  "ml_program.global"() <{is_mutable, sym_name = "g", sym_visibility = "private", type = tensor<4xi32>, value = dense<1> : tensor<4xi32>}> : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>, tensor<2x3xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>):
    %0 = "ml_program.global_store_graph"(%arg0, %arg1) <{global = @g}> : (tensor<4xi32>, tensor<2x3xf32>) -> !ml_program.token
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// global_store_graph_result ml_program.global_store_graph tests/ops/test_declared_parts.py::test_results
"builtin.module"() ({
  "ml_program.global"() <{is_mutable, sym_name = "g", sym_visibility = "private", type = tensor<4xi32>, value = dense<1> : tensor<4xi32>}> : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>, !ml_program.token) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xi32>, %arg1: !ml_program.token):
    %0 = "ml_program.global_store_graph"(%arg0, %arg1) <{global = @g}> : (tensor<4xi32>, !ml_program.token) -> tensor<2x3xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// global_store_graph_symbol ml_program.global_store_graph tests/ops/test_declared_parts.py::test_constraints
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%arg0: tensor<5xi32>, %arg1: !ml_program.token) {
    %0 = ml_program.global_store_graph @g = %arg0 ordering(%arg1 -> !ml_program.token) : tensor<5xi32>
    return
  }
}
// -----
// global_store_symbol ml_program.global_store tests/ops/test_declared_parts.py::test_constraints
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%arg0: tensor<5xi32>) {
    ml_program.global_store @g = %arg0 : tensor<5xi32>
    return
  }
}
// -----
// global_sym_name ml_program.global tests/ops/test_declared_parts.py::test_attributes
module {
  "ml_program.global"() <{sym_visibility = "private", type = tensor<2xf32>, value = dense<1.000000e+00> : tensor<2xf32>}> : () -> ()
}
// -----
// global_sym_visibility ml_program.global tests/ops/test_declared_parts.py::test_attributes
module {
  "ml_program.global"() <{sym_name = "g", sym_visibility, type = tensor<2xf32>, value = dense<1.000000e+00> : tensor<2xf32>}> : () -> ()
}
// -----
// global_type ml_program.global tests/ops/test_declared_parts.py::test_attributes
module {
  "ml_program.global"() <{sym_name = "g", sym_visibility = "private", value = dense<1.000000e+00> : tensor<2xf32>}> : () -> ()
}
// -----
// global_value ml_program.global tests/ops/test_declared_parts.py::test_constraints
module {
  ml_program.global private @g(dense<1.000000e+00> : tensor<3xf32>) : tensor<2xf32>
}
// -----
// if_c1 stablehlo.if tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
    ^bb0(%arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<3xf32>
    }, {
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i1>) -> tensor<3xf32>
    return
  }
}
// -----
// if_c2 stablehlo.if tests/ops/test_declared_parts.py::test_constraints
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
// if_c3 stablehlo.if tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg1 : tensor<3xf32>
    }, {
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i1>) -> tensor<3xi32>
    return
  }
}
// -----
// if_i1 stablehlo.if tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg1 : tensor<3xf32>
    }, {
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<2x3xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// if_regions stablehlo.if tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<3xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg1 : tensor<3xf32>
    }) : (tensor<i1>) -> tensor<3xf32>
    return
  }
}
// -----
// imag_c1 stablehlo.imag tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4x2xf32>
    return
  }
}
// -----
// imag_c2 stablehlo.imag tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xi32>
    return
  }
}
// -----
// imag_i1 stablehlo.imag tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.imag %arg0 : (tensor<2x3xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// index_cast_i1 arith.index_cast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.index_cast %arg0 : tensor<2x3xf32> to index
    return
  }
}
// -----
// index_cast_index arith.index_cast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: index) {
    %0 = arith.index_cast %arg0 : index to index
    return
  }
}
// -----
// index_cast_result arith.index_cast tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i32) {
    %0 = arith.index_cast %arg0 : i32 to tensor<2x3xf32>
    return
  }
}
// -----
// index_cast_shape arith.index_cast tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.index_cast %arg0 : i32 to tensor<2x3xi32>
    return
  }
}
// -----
// index_castui_i1 arith.index_castui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.index_castui %arg0 : tensor<2x3xf32> to index
    return
  }
}
// -----
// index_castui_index arith.index_castui tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: index) {
    %0 = arith.index_castui %arg0 : index to index
    return
  }
}
// -----
// index_castui_result arith.index_castui tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i32) {
    %0 = arith.index_castui %arg0 : i32 to tensor<2x3xf32>
    return
  }
}
// -----
// index_castui_shape arith.index_castui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.index_castui %arg0 : i32 to tensor<2x3xi32>
    return
  }
}
// -----
// index_to_size_i1 shape.index_to_size tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "shape.index_to_size"(%arg0) : (tensor<2x3xf32>) -> !shape.size
    return
  }
}
// -----
// index_to_size_result shape.index_to_size tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index) {
    %0 = "shape.index_to_size"(%arg0) : (index) -> tensor<2x3xf32>
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
// infeed_c2 stablehlo.infeed tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<?x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// infeed_c3 stablehlo.infeed tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, f32)
    return
  }
}
// -----
// infeed_i1 stablehlo.infeed tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = [[0, 1]]}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// infeed_infeed_config stablehlo.infeed tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config, layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// infeed_layout stablehlo.infeed tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = [[0, 1], [0, 1]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// insert_i1 tensor.insert tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xf32>, %arg2: index) {
    %inserted = tensor.insert %arg0 into %arg1[%arg2] : tensor<4xf32>
    return
  }
}
// -----
// insert_i2 tensor.insert tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: f32, %arg2: index) {
    %inserted = "tensor.insert"(%arg0, %arg1, %arg2) : (f32, f32, index) -> tensor<4xf32>
    return
  }
}
// -----
// insert_i3 tensor.insert tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<4xf32>, %arg2: tensor<2x3xf32>) {
    %inserted = tensor.insert %arg0 into %arg1[%arg2] : tensor<4xf32>
    return
  }
}
// -----
// insert_indices tensor.insert tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f32, %arg1: tensor<4x2xf32>, %arg2: index) {
    %inserted = "tensor.insert"(%arg0, %arg1, %arg2) : (f32, tensor<4x2xf32>, index) -> tensor<4xf32>
    return
  }
}
// -----
// insert_scalar tensor.insert tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: i32, %arg1: tensor<4xf32>, %arg2: index) {
    %inserted = tensor.insert %arg0 into %arg1[%arg2] : tensor<4xf32>
    return
  }
}
// -----
// insert_slice_i1 tensor.insert_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2] [%arg3] [%arg4] : f32 into tensor<8xf32>
    return
  }
}
// -----
// insert_slice_i2 tensor.insert_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, f32, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_i3 tensor.insert_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: tensor<2x3xf32>, %arg3: index, %arg4: index) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2] [%arg3] [%arg4] : tensor<?xf32> into tensor<8xf32>
    return
  }
}
// -----
// insert_slice_i4 tensor.insert_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: tensor<2x3xf32>, %arg4: index) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2] [%arg3] [%arg4] : tensor<?xf32> into tensor<8xf32>
    return
  }
}
// -----
// insert_slice_i5 tensor.insert_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: tensor<2x3xf32>) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2] [%arg3] [%arg4] : tensor<?xf32> into tensor<8xf32>
    return
  }
}
// -----
// insert_slice_offsets tensor.insert_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775807>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_sizes tensor.insert_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775807>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_source tensor.insert_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<0xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2] [%arg3] [%arg4] : tensor<0xf32> into tensor<8xf32>
    return
  }
}
// -----
// insert_slice_static_offsets tensor.insert_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_static_sizes tensor.insert_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_static_strides tensor.insert_slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_strides tensor.insert_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775807>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_slice_type tensor.insert_slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xi32>
    return
  }
}
// -----
// insert_slice_window tensor.insert_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
    %inserted_slice = "tensor.insert_slice"(%arg0, %arg1, %arg2, %arg3, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
    return
  }
}
// -----
// insert_type tensor.insert tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: tensor<4xf32>, %arg2: index) {
    %inserted = "tensor.insert"(%arg0, %arg1, %arg2) : (f32, tensor<4xf32>, index) -> tensor<4xi32>
    return
  }
}
// -----
// iota_c1 stablehlo.iota tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f() {
    %0 = stablehlo.iota dim = 2 : tensor<2x3xf32>
    return
  }
}
// -----
// iota_iota_dimension stablehlo.iota tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "stablehlo.iota"() : () -> tensor<2x3xf32>
    return
  }
}
// -----
// iota_result stablehlo.iota tests/ops/test_declared_parts.py::test_results
module {
  func.func @f() {
    %0 = stablehlo.iota dim = 1 : tensor<i1>
    return
  }
}
// -----
// is_broadcastable_i1 shape.is_broadcastable tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.is_broadcastable %arg0 : tensor<2x3xf32>
    return
  }
}
// -----
// is_broadcastable_type shape.is_broadcastable tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = "shape.is_broadcastable"(%arg0) : (tensor<2xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// is_finite_c1 stablehlo.is_finite tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// is_finite_i1 stablehlo.is_finite tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.is_finite %arg0 : (tensor<2x3xi32>) -> tensor<2x3xi1>
    return
  }
}
// -----
// is_inf_i1 chlo.is_inf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.is_inf %arg0 : tensor<2x3xi32> -> tensor<2x3xi1>
    return
  }
}
// -----
// is_inf_type chlo.is_inf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.is_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// is_neg_inf_i1 chlo.is_neg_inf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.is_neg_inf %arg0 : tensor<2x3xi32> -> tensor<2x3xi1>
    return
  }
}
// -----
// is_neg_inf_type chlo.is_neg_inf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.is_neg_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// is_pos_inf_i1 chlo.is_pos_inf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.is_pos_inf %arg0 : tensor<2x3xi32> -> tensor<2x3xi1>
    return
  }
}
// -----
// is_pos_inf_type chlo.is_pos_inf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.is_pos_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// lgamma_i1 chlo.lgamma tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.lgamma %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// lgamma_type chlo.lgamma tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.lgamma %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// log_c1 stablehlo.log tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.log %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// log_i1 stablehlo.log tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.log %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// log_plus_one_c1 stablehlo.log_plus_one tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.log_plus_one %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// log_plus_one_i1 stablehlo.log_plus_one tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.log_plus_one %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// log_plus_one_result_accuracy stablehlo.log_plus_one tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// log_result_accuracy stablehlo.log tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.log"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// logistic_c1 stablehlo.logistic tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.logistic %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// logistic_i1 stablehlo.logistic tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.logistic %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// logistic_result_accuracy stablehlo.logistic tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.logistic"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// manual_computation_arguments sdy.manual_computation tests/ops/test_declared_parts.py::test_constraints
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
// manual_computation_i1 sdy.manual_computation tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// manual_computation_in_shardings sdy.manual_computation tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.manual_computation"(%arg0) <{manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> ({
    ^bb0(%arg1: tensor<2xf32>):
      sdy.return %arg1 : tensor<2xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// manual_computation_local_arguments sdy.manual_computation tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<5xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// manual_computation_local_results sdy.manual_computation tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
}
// -----
// manual_computation_manual_axes sdy.manual_computation tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> ({
    ^bb0(%arg1: tensor<2xf32>):
      sdy.return %arg1 : tensor<2xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// manual_computation_operand_shardings sdy.manual_computation tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// manual_computation_out_shardings sdy.manual_computation tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>}> ({
    ^bb0(%arg1: tensor<2xf32>):
      sdy.return %arg1 : tensor<2xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// manual_computation_result sdy.manual_computation tests/ops/test_declared_parts.py::test_results
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<4xf32>) -> f32
    return
  }
}
// -----
// manual_computation_result_shardings sdy.manual_computation tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// manual_computation_results sdy.manual_computation tests/ops/test_declared_parts.py::test_constraints
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
// map_c1 stablehlo.map tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6x2xf32>
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
// map_c3 stablehlo.map tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 1, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// map_c4 stablehlo.map tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi32>
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
// map_dimensions stablehlo.map tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// map_i1 stablehlo.map tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<4x6xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<3xindex>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// max_i1 shape.max tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !shape.size) {
    %0 = shape.max %arg0, %arg1 : tensor<2x3xf32>, !shape.size -> !shape.size
    return
  }
}
// -----
// max_i2 shape.max tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: !shape.size, %arg1: tensor<2x3xf32>) {
    %0 = shape.max %arg0, %arg1 : !shape.size, tensor<2x3xf32> -> !shape.size
    return
  }
}
// -----
// max_result shape.max tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: !shape.size, %arg1: !shape.size) {
    %0 = shape.max %arg0, %arg1 : !shape.size, !shape.size -> tensor<2x3xf32>
    return
  }
}
// -----
// max_type shape.max tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.size, %arg1: !shape.size) {
    %0 = shape.max %arg0, %arg1 : !shape.size, !shape.size -> !shape.shape
    return
  }
}
// -----
// maximum_c1 stablehlo.maximum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// maximum_i1 stablehlo.maximum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.maximum %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// maximum_i2 stablehlo.maximum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// maximumf_i1 arith.maximumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.maximumf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// maximumf_i2 arith.maximumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.maximumf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// maximumf_type arith.maximumf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.maximumf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// maxnumf_i1 arith.maxnumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.maxnumf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// maxnumf_i2 arith.maxnumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.maxnumf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// maxnumf_type arith.maxnumf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.maxnumf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// maxsi_i1 arith.maxsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.maxsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// maxsi_i2 arith.maxsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.maxsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// maxsi_type arith.maxsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.maxsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// maxui_i1 arith.maxui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.maxui %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// maxui_i2 arith.maxui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.maxui %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// maxui_type arith.maxui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.maxui %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// meet_error shape.meet tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: index, %arg1: index) {
    %0 = "shape.meet"(%arg0, %arg1) <{error}> : (index, index) -> index
    return
  }
}
// -----
// meet_i1 shape.meet tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.meet %arg0, %arg1 : tensor<2x3xf32>, index -> index
    return
  }
}
// -----
// meet_i2 shape.meet tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: index, %arg1: tensor<2x3xf32>) {
    %0 = shape.meet %arg0, %arg1 : index, tensor<2x3xf32> -> index
    return
  }
}
// -----
// meet_result shape.meet tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index, %arg1: index) {
    %0 = shape.meet %arg0, %arg1 : index, index -> tensor<2x3xf32>
    return
  }
}
// -----
// meet_type shape.meet tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.shape, %arg1: index) {
    %0 = shape.meet %arg0, %arg1 : !shape.shape, index -> index
    return
  }
}
// -----
// mesh_mesh sdy.mesh tests/ops/test_declared_parts.py::test_attributes
module {
  "sdy.mesh"() <{sym_name = "mesh"}> : () -> ()
}
// -----
// mesh_sym_name sdy.mesh tests/ops/test_declared_parts.py::test_attributes
module {
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>}> : () -> ()
}
// -----
// min_i1 shape.min tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !shape.size) {
    %0 = shape.min %arg0, %arg1 : tensor<2x3xf32>, !shape.size -> !shape.size
    return
  }
}
// -----
// min_i2 shape.min tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: !shape.size, %arg1: tensor<2x3xf32>) {
    %0 = shape.min %arg0, %arg1 : !shape.size, tensor<2x3xf32> -> !shape.size
    return
  }
}
// -----
// min_result shape.min tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: !shape.size, %arg1: !shape.size) {
    %0 = shape.min %arg0, %arg1 : !shape.size, !shape.size -> tensor<2x3xf32>
    return
  }
}
// -----
// min_type shape.min tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.size, %arg1: !shape.size) {
    %0 = shape.min %arg0, %arg1 : !shape.size, !shape.size -> !shape.shape
    return
  }
}
// -----
// minimum_broadcast_shapes_i1 chlo.minimum_broadcast_shapes tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xindex>) {
    %0:2 = chlo.minimum_broadcast_shapes %arg0, %arg1 : tensor<2x3xf32>, tensor<2xindex> -> tensor<?xindex>, tensor<?xindex>
    return
  }
}
// -----
// minimum_broadcast_shapes_result chlo.minimum_broadcast_shapes tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    %0:2 = chlo.minimum_broadcast_shapes %arg0, %arg1 : tensor<2xindex>, tensor<2xindex> -> tensor<2x3xf32>, tensor<?xindex>
    return
  }
}
// -----
// minimum_broadcast_shapes_results chlo.minimum_broadcast_shapes tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    %0:2 = chlo.minimum_broadcast_shapes %arg0, %arg1, %arg1 : tensor<2xindex>, tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>, tensor<?xindex>
    return
  }
}
// -----
// minimum_broadcast_shapes_shapes chlo.minimum_broadcast_shapes tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    %0:2 = chlo.minimum_broadcast_shapes %arg0 : tensor<2xindex> -> tensor<?xindex>, tensor<?xindex>
    return
  }
}
// -----
// minimum_c1 stablehlo.minimum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// minimum_i1 stablehlo.minimum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.minimum %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// minimum_i2 stablehlo.minimum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// minimumf_i1 arith.minimumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.minimumf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// minimumf_i2 arith.minimumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.minimumf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// minimumf_type arith.minimumf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.minimumf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// minnumf_i1 arith.minnumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.minnumf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// minnumf_i2 arith.minnumf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.minnumf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// minnumf_type arith.minnumf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.minnumf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// minsi_i1 arith.minsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.minsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// minsi_i2 arith.minsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.minsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// minsi_type arith.minsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.minsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// minui_i1 arith.minui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.minui %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// minui_i2 arith.minui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.minui %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// minui_type arith.minui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.minui %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// module_sym_name builtin.module tests/ops/test_declared_parts.py::test_attributes
"builtin.module"() <{sym_name}> ({
^bb0:
}) : () -> ()
// -----
// module_sym_visibility builtin.module tests/ops/test_declared_parts.py::test_attributes
"builtin.module"() <{sym_name = "m", sym_visibility}> ({
^bb0:
}) : () -> ()
// -----
// mul_errors shape.mul tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.size, %arg1: index) {
    %0 = shape.mul %arg0, %arg1 : !shape.size, index -> index
    return
  }
}
// -----
// mul_i1 shape.mul tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.mul %arg0, %arg1 : tensor<2x3xf32>, index -> index
    return
  }
}
// -----
// mul_i2 shape.mul tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: index, %arg1: tensor<2x3xf32>) {
    %0 = shape.mul %arg0, %arg1 : index, tensor<2x3xf32> -> index
    return
  }
}
// -----
// mul_result shape.mul tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index, %arg1: index) {
    %0 = shape.mul %arg0, %arg1 : index, index -> tensor<2x3xf32>
    return
  }
}
// -----
// mulf_i1 arith.mulf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.mulf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// mulf_i2 arith.mulf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.mulf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// mulf_type arith.mulf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.mulf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// mulhi_i1 chlo.mulhi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<2x3xf32>, tensor<4xi32> -> tensor<4xi32>
    return
  }
}
// -----
// mulhi_i2 chlo.mulhi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<4xi32>, tensor<2x3xf32> -> tensor<4xi32>
    return
  }
}
// -----
// mulhi_type chlo.mulhi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xf32>
    return
  }
}
// -----
// muli_i1 arith.muli tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.muli %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// muli_i2 arith.muli tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.muli %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// muli_type arith.muli tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.muli %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// mulsi_extended_i1 arith.mulsi_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %low, %high = "arith.mulsi_extended"(%arg0, %arg1) : (tensor<2x3xf32>, i32) -> (i32, i32)
    return
  }
}
// -----
// mulsi_extended_i2 arith.mulsi_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %low, %high = "arith.mulsi_extended"(%arg0, %arg1) : (i32, tensor<2x3xf32>) -> (i32, i32)
    return
  }
}
// -----
// mulsi_extended_type arith.mulsi_extended tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %low, %high = "arith.mulsi_extended"(%arg0, %arg1) : (i32, i32) -> (tensor<2x3xf32>, i32)
    return
  }
}
// -----
// multiply_c1 stablehlo.multiply tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// multiply_i1 stablehlo.multiply tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : (tensor<3xindex>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// multiply_i2 stablehlo.multiply tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xindex>) {
    %0 = stablehlo.multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// mului_extended_i1 arith.mului_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %low, %high = "arith.mului_extended"(%arg0, %arg1) : (tensor<2x3xf32>, i32) -> (i32, i32)
    return
  }
}
// -----
// mului_extended_i2 arith.mului_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %low, %high = "arith.mului_extended"(%arg0, %arg1) : (i32, tensor<2x3xf32>) -> (i32, i32)
    return
  }
}
// -----
// mului_extended_type arith.mului_extended tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %low, %high = "arith.mului_extended"(%arg0, %arg1) : (i32, i32) -> (tensor<2x3xf32>, i32)
    return
  }
}
// -----
// named_computation_arguments sdy.named_computation tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = sdy.named_computation<"twice">(%arg0) (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<5xf32>) -> tensor<4xf32>
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
// named_computation_in_shardings sdy.named_computation tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.named_computation"(%arg0) <{in_shardings, name = "twice"}> ({
    ^bb0(%arg1: tensor<4xf32>):
      sdy.return %arg1 : tensor<4xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// named_computation_name sdy.named_computation tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.named_computation"(%arg0) ({
    ^bb0(%arg1: tensor<4xf32>):
      sdy.return %arg1 : tensor<4xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// named_computation_out_shardings sdy.named_computation tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.named_computation"(%arg0) <{name = "twice", out_shardings}> ({
    ^bb0(%arg1: tensor<4xf32>):
      sdy.return %arg1 : tensor<4xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// named_computation_results sdy.named_computation tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.named_computation<"twice">(%arg0) (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// negate_c1 stablehlo.negate tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.negate %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// negate_i1 stablehlo.negate tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>) {
    %0 = stablehlo.negate %arg0 : (tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// negf_i1 arith.negf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = arith.negf %arg0 : (tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// negf_type arith.negf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.negf %arg0 : (f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// next_after_i1 chlo.next_after tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<2x3xi32>, tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// next_after_i2 chlo.next_after tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// next_after_type chlo.next_after tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// not_c1 stablehlo.not tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>) {
    %0 = stablehlo.not %arg0 : (tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// not_i1 stablehlo.not tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.not %arg0 : (tensor<2x3xf32>) -> tensor<4xi32>
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
// num_elements_i1 shape.num_elements tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.num_elements %arg0 : tensor<2x3xf32> -> index
    return
  }
}
// -----
// num_elements_result shape.num_elements tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.num_elements %arg0 : tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// optimization_barrier_c1 stablehlo.optimization_barrier tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// optimization_barrier_i1 stablehlo.optimization_barrier tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// or_c1 stablehlo.or tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.or %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// or_i1 stablehlo.or tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.or %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// or_i2 stablehlo.or tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.or %arg0, %arg1 : (tensor<4xi32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// ori_i1 arith.ori tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.ori %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// ori_i2 arith.ori tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.ori %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// ori_type arith.ori tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.ori %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// outfeed_i1 stablehlo.outfeed tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<3xindex>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// outfeed_i2 stablehlo.outfeed tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> !stablehlo.token
    return
  }
}
// -----
// outfeed_outfeed_config stablehlo.outfeed tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// outfeed_type stablehlo.outfeed tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
    return
  }
}
// -----
// pad_c1 stablehlo.pad tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xi32>
    return
  }
}
// -----
// pad_c2 stablehlo.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_c3 stablehlo.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [-1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_c4 stablehlo.pad tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6x2xf32>
    return
  }
}
// -----
// pad_edge_padding_high stablehlo.pad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 1, 0>}> : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_edge_padding_low stablehlo.pad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 1, 0>}> : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_i1 stablehlo.pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<f32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<3xindex>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_i2 stablehlo.pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<2x3xf32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// pad_interior_padding stablehlo.pad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 1, 0>}> : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return
  }
}
// -----
// partition_id_type stablehlo.partition_id tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = stablehlo.partition_id : tensor<f32>
    return
  }
}
// -----
// polygamma_i1 chlo.polygamma tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<2x3xi32>, tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// polygamma_i2 chlo.polygamma tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// polygamma_type chlo.polygamma tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// popcnt_c1 stablehlo.popcnt tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>) {
    %0 = stablehlo.popcnt %arg0 : (tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// popcnt_i1 stablehlo.popcnt tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.popcnt %arg0 : (tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// power_c1 stablehlo.power tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.power %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// power_i1 stablehlo.power tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.power %arg0, %arg1 : (tensor<i1>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// power_i2 stablehlo.power tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i1>) {
    %0 = stablehlo.power %arg0, %arg1 : (tensor<2x3xf32>, tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// print_i1 interpreter.print tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    interpreter.print %arg0 : tensor<3xindex>
    return
  }
}
// -----
// probe_i1 interpreter.probe tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = interpreter.probe %arg0, probe_id = "a" : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// probe_probe_id interpreter.probe tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "interpreter.probe"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// probe_type interpreter.probe tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = interpreter.probe %arg0, probe_id = "a" : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// propagation_barrier_allowed_direction sdy.propagation_barrier tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.propagation_barrier"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// propagation_barrier_i1 sdy.propagation_barrier tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32) {
    %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// propagation_barrier_type sdy.propagation_barrier tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// ragged_dot_element chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xi32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xi32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_group chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_group_sizes chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3x2xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3x2xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_groups chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [2]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_i1 chlo.ragged_dot tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<3xindex>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_i2 chlo.ragged_dot tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3xindex>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3xindex>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_i3 chlo.ragged_dot tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<2x3xf32>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<2x3xf32>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_lhs chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_pairs chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_precision_config chlo.ragged_dot tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config, ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_ragged chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [-1], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_ragged_dot_dimension_numbers chlo.ragged_dot tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_result chlo.ragged_dot tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<3xindex>
    return
  }
}
// -----
// ragged_dot_rhs chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// ragged_dot_shape chlo.ragged_dot tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<7x4xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<7x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
    return
  }
}
// -----
// real_c1 stablehlo.real tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4x2xf32>
    return
  }
}
// -----
// real_c2 stablehlo.real tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xi32>
    return
  }
}
// -----
// real_dynamic_slice_elements stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi8>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2x3xf32>, tensor<2xi8>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_dynamic_slice_i1 stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<3xindex>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_dynamic_slice_i2 stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_dynamic_slice_i3 stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2x3xf32>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2x3xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_dynamic_slice_i4 stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<2x3xf32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_dynamic_slice_indices stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2x3x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_dynamic_slice_result stablehlo.real_dynamic_slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// real_i1 stablehlo.real tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.real %arg0 : (tensor<2x3xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// recv_c1 stablehlo.recv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
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
// recv_c3 stablehlo.recv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<?x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// recv_c4 stablehlo.recv tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2x3xf32>, f32)
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
// recv_channel_handle stablehlo.recv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// recv_i1 stablehlo.recv tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// recv_is_host_transfer stablehlo.recv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
    return
  }
}
// -----
// recv_source_target_pairs stablehlo.recv tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
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
// reduce_c2 stablehlo.reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xi32>, tensor<f32>) -> tensor<4xf32>
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
// reduce_c4 stablehlo.reduce tests/ops/test_declared_parts.py::test_constraints
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
// reduce_c5 stablehlo.reduce tests/ops/test_declared_parts.py::test_constraints
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
// reduce_c6 stablehlo.reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg2: tensor<2xf32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<2xf32>
    }
    return
  }
}
// -----
// reduce_c7 stablehlo.reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x2xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_c8 stablehlo.reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xi32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_dimensions stablehlo.reduce tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%arg0, %arg1) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    return
  }
}
// -----
// reduce_i1 stablehlo.reduce tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<3xindex>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_i2 stablehlo.reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2xf32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x6xf32>, tensor<2xf32>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
}
// -----
// reduce_precision_c1 stablehlo.reduce_precision tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// reduce_precision_c2 stablehlo.reduce_precision tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e-1m10 : tensor<2x3xf32>
    return
  }
}
// -----
// reduce_precision_c3 stablehlo.reduce_precision tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m-1 : tensor<2x3xf32>
    return
  }
}
// -----
// reduce_precision_exponent_bits stablehlo.reduce_precision tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_precision"(%arg0) <{mantissa_bits = 10 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// reduce_precision_i1 stablehlo.reduce_precision tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// reduce_precision_mantissa_bits stablehlo.reduce_precision tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// reduce_scatter_c1 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<0x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<0x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_c2 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = -1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_c3 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<1> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
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
// reduce_scatter_c5 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
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
// reduce_scatter_c7 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xi32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_c8 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_c9 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xi32>
    return
  }
}
// -----
// reduce_scatter_channel_handle stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
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
// reduce_scatter_i1 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<3xindex>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_i3 stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[0, 1, 0]> : tensor<3xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_replica_groups stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_result stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<3xindex>
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
// reduce_scatter_scatter_dimension stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_scatter_use_global_device_ids stablehlo.reduce_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return
  }
}
// -----
// reduce_window_base_dilations stablehlo.reduce_window tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
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
// reduce_window_c10 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c11 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
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
// reduce_window_c12 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[1, 1, 0, 0, 1]> : tensor<5xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c13 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<2xf32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<2xf32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c14 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> !stablehlo.token
    return
  }
}
// -----
// reduce_window_c15 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6x2xf32>
    return
  }
}
// -----
// reduce_window_c16 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xi32>
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
// reduce_window_c3 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xi32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c4 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c5 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: -1, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c6 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c7 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: -1, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c8 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_c9 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
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
// reduce_window_i1 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<3xindex>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_i2 stablehlo.reduce_window tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2xf32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2xf32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_padding stablehlo.reduce_window tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_window_dilations stablehlo.reduce_window tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_window_dimensions stablehlo.reduce_window tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// reduce_window_window_strides stablehlo.reduce_window tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    return
  }
}
// -----
// remainder_c1 stablehlo.remainder tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// remainder_i1 stablehlo.remainder tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.remainder %arg0, %arg1 : (tensor<i1>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// remainder_i2 stablehlo.remainder tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i1>) {
    %0 = stablehlo.remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// remf_i1 arith.remf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.remf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// remf_i2 arith.remf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.remf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// remf_type arith.remf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.remf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// remsi_i1 arith.remsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.remsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// remsi_i2 arith.remsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.remsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// remsi_type arith.remsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.remsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// remui_i1 arith.remui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.remui %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// remui_i2 arith.remui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.remui %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// remui_type arith.remui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.remui %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// replica_id_type stablehlo.replica_id tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = stablehlo.replica_id : tensor<f32>
    return
  }
}
// -----
// replicated_to_unreduced_axes sdy.replicated_to_unreduced tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
    %0 = "sdy.replicated_to_unreduced"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// replicated_to_unreduced_i1 sdy.replicated_to_unreduced tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32 {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
    %0 = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@mesh, [{}], unreduced={"x"}> : (f32) -> tensor<4xf32>
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
// replicated_to_unreduced_out_sharding sdy.replicated_to_unreduced tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
    %0 = "sdy.replicated_to_unreduced"(%arg0) <{axes = #sdy<axis_ref_list{"x"}>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// replicated_to_unreduced_rank sdy.replicated_to_unreduced tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
    %0 = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@mesh, [{}], unreduced={"x"}> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// replicated_to_unreduced_type sdy.replicated_to_unreduced tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
    %0 = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@mesh, [{}], unreduced={"x"}> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// reshape_c1 stablehlo.reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xi32>) -> tensor<24xf32>
    return
  }
}
// -----
// reshape_c2 stablehlo.reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5x6xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<5x6xf32>) -> tensor<24xf32>
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
// reshape_i1 stablehlo.reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.reshape %arg0 : (tensor<3xindex>) -> tensor<24xf32>
    return
  }
}
// -----
// reshape_result stablehlo.reshape tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// reshard_i1 sdy.reshard tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32) {
    %0 = sdy.reshard %arg0 <@mesh, [{"x"}]> : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// reshard_rank sdy.reshard tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.reshard %arg0 <@mesh, [{"x"}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// reshard_sharding sdy.reshard tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.reshard"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// reshard_type sdy.reshard tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.reshard %arg0 <@mesh, [{"x"}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// reverse_c1 stablehlo.reverse tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// reverse_c2 stablehlo.reverse tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [1, 1] : tensor<2x3xf32>
    return
  }
}
// -----
// reverse_c3 stablehlo.reverse tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.reverse %arg0, dims = [-1, 1] : tensor<2x3xf32>
    return
  }
}
// -----
// reverse_dimensions stablehlo.reverse tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.reverse"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// reverse_i1 stablehlo.reverse tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : (tensor<3xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// rng_bit_generator_c1 stablehlo.rng_bit_generator tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3xui64>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
    return
  }
}
// -----
// rng_bit_generator_c2 stablehlo.rng_bit_generator tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<1xui64>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<1xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
    return
  }
}
// -----
// rng_bit_generator_i1 stablehlo.rng_bit_generator tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2x3xf32>) -> (tensor<2xui64>, tensor<2x3xf32>)
    return
  }
}
// -----
// rng_bit_generator_result stablehlo.rng_bit_generator tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xui64>) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    return
  }
}
// -----
// rng_bit_generator_rng_algorithm stablehlo.rng_bit_generator tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2xui64>) {
    %output_state, %output = "stablehlo.rng_bit_generator"(%arg0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
    return
  }
}
// -----
// rng_c1 stablehlo.rng tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xi32>
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
// rng_c3 stablehlo.rng tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?x2xf32>
    return
  }
}
// -----
// rng_i1 stablehlo.rng tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// rng_i2 stablehlo.rng tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2xi64>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// rng_i3 stablehlo.rng tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2x3xf32>) {
    %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2x3xf32>) -> tensor<?x?xf32>
    return
  }
}
// -----
// rng_rng_distribution stablehlo.rng tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
    %0 = "stablehlo.rng"(%arg0, %arg1, %arg2) : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}
// -----
// round_nearest_afz_c1 stablehlo.round_nearest_afz tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.round_nearest_afz %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// round_nearest_afz_i1 stablehlo.round_nearest_afz tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.round_nearest_afz %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// round_nearest_even_c1 stablehlo.round_nearest_even tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.round_nearest_even %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// round_nearest_even_i1 stablehlo.round_nearest_even tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.round_nearest_even %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// rsqrt_c1 stablehlo.rsqrt tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.rsqrt %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// rsqrt_i1 stablehlo.rsqrt tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.rsqrt %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// rsqrt_result_accuracy stablehlo.rsqrt tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.rsqrt"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// run_parallel_i1 interpreter.run_parallel tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "interpreter.run_parallel"(%arg0) <{programs = [[@g]]}> : (tensor<3xindex>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// run_parallel_infeed interpreter.run_parallel tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "interpreter.run_parallel"(%arg0) <{infeed, programs = [[@g]]}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// run_parallel_inputs interpreter.run_parallel tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = "interpreter.run_parallel"(%arg0) <{programs = [[@g]]}> : (tensor<5xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// run_parallel_outputs interpreter.run_parallel tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "interpreter.run_parallel"(%arg0) <{programs = [[@g]]}> : (tensor<4xf32>) -> tensor<5xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// run_parallel_programs interpreter.run_parallel tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "interpreter.run_parallel"(%arg0) <{programs = [[]]}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// run_parallel_result interpreter.run_parallel tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "interpreter.run_parallel"(%arg0) <{programs = [[@g]]}> : (tensor<4xf32>) -> tensor<3xindex>
    return
  }
  func.func private @g(tensor<4xf32>) -> tensor<4xf32>
}
// -----
// scan_arguments chlo.scan tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
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
// scan_dimension chlo.scan tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=2  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_i1 chlo.scan tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    } : (tensor<3xindex>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_i2 chlo.scan tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3xindex>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2x3xi32>, tensor<3xindex>) -> (tensor<2x3xi32>, tensor<2xi32>)
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
// scan_is_associative chlo.scan tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 1 : i64, is_associative, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    }) : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_is_reverse chlo.scan tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 1 : i64, is_reverse, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    }) : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
    return
  }
}
// -----
// scan_result chlo.scan tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<3xindex>, tensor<2xi32>)
    return
  }
}
// -----
// scan_results chlo.scan tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
    ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
      stablehlo.return %input, %carry : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xf32>, tensor<2xi32>)
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
// scatter_c11 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [-1], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
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
// scatter_c13 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [-1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c14 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c15 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [-1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c16 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
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
// scatter_c17 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
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
// scatter_c18 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c19 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c2 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c20 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c21 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [-1, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c22 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = -1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c23 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<2xf32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<2xf32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c24 stablehlo.scatter tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5x2xf32>
    return
  }
}
// -----
// scatter_c25 stablehlo.scatter tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xi32>
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
// scatter_c4 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
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
// scatter_c6 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xi32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xi32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c7 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c8 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [-1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_c9 stablehlo.scatter tests/ops/test_declared_parts.py::test_constraints
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
// scatter_i1 stablehlo.scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3xindex>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_i2 stablehlo.scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x3xf32>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_i3 stablehlo.scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<3xindex>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<3xindex>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_indices_are_sorted stablehlo.scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_scatter_dimension_numbers stablehlo.scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
    return
  }
}
// -----
// scatter_unique_indices stablehlo.scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x2x4x5xf32>, %arg1: tensor<2x7x2xi64>, %arg2: tensor<2x3x7x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>, unique_indices}> ({
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
// sdy.all_gather_gathering_axes sdy.all_gather tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = "sdy.all_gather"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_gather_i1 sdy.all_gather tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32 {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{}]> : (f32) -> tensor<4xf32>
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
// sdy.all_gather_out_sharding sdy.all_gather tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_gather_rank sdy.all_gather tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_gather_type sdy.all_gather tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// sdy.all_reduce_i1 sdy.all_reduce tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32) {
    %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}]> : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_reduce_out_sharding sdy.all_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.all_reduce"(%arg0) <{reduction_axes = #sdy<axis_ref_list{"x"}>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_reduce_rank sdy.all_reduce tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_reduce_reduction_axes sdy.all_reduce tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.all_reduce_type sdy.all_reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// sdy.all_to_all_i1 sdy.all_to_all tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32 {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : (f32) -> tensor<4x4xf32>
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
// sdy.all_to_all_out_sharding sdy.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = "sdy.all_to_all"(%arg0) <{params = #sdy<all_to_all_param_list[{"x"}: 0->1]>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
}
// -----
// sdy.all_to_all_params sdy.all_to_all tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = "sdy.all_to_all"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
}
// -----
// sdy.all_to_all_rank sdy.all_to_all tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : (tensor<4x4x2xf32>) -> tensor<4x4xf32>
    return
  }
}
// -----
// sdy.all_to_all_type sdy.all_to_all tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : (tensor<4x4xf32>) -> tensor<4x4xi32>
    return
  }
}
// -----
// sdy.collective_permute_i1 sdy.collective_permute tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32 {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"x"}]> : (f32) -> tensor<4xf32>
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
// sdy.collective_permute_out_sharding sdy.collective_permute tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = "sdy.collective_permute"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.collective_permute_rank sdy.collective_permute tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"x"}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.collective_permute_type sdy.collective_permute tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"x"}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// sdy.constant_type sdy.constant tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xi32>
    return
  }
}
// -----
// sdy.constant_value sdy.constant tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "sdy.constant"() : () -> tensor<4xf32>
    return
  }
}
// -----
// sdy.reduce_scatter_i1 sdy.reduce_scatter tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32) {
    %0 = sdy.reduce_scatter [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.reduce_scatter_out_sharding sdy.reduce_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.reduce_scatter"(%arg0) <{reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.reduce_scatter_rank sdy.reduce_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.reduce_scatter [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.reduce_scatter_reduce_scatter_axes sdy.reduce_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.reduce_scatter"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sdy.reduce_scatter_type sdy.reduce_scatter tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.reduce_scatter [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// select_and_scatter_c1 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xi32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c10 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<2xf32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<2xf32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c11 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6x2xf32>
    return
  }
}
// -----
// select_and_scatter_c12 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xi32>
    return
  }
}
// -----
// select_and_scatter_c2 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 3, 1>}> ({
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
// select_and_scatter_c3 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<i32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<i32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_c4 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1, 1>, window_strides = array<i64: 3, 1>}> ({
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
// select_and_scatter_c5 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: -1, 1>, window_strides = array<i64: 3, 1>}> ({
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
// select_and_scatter_c6 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1, 1>}> ({
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
// select_and_scatter_c7 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: -1, 1>}> ({
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
// select_and_scatter_c8 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[1, 1, 0, 0, 1]> : tensor<5xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
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
// select_and_scatter_c9 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>, %arg1: tensor<2x6xi32>, %arg2: tensor<i32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xi32>, tensor<2x6xi32>, tensor<i32>) -> tensor<4x6xi32>
    return
  }
}
// -----
// select_and_scatter_i1 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<3xindex>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_i2 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<3xindex>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<3xindex>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_i3 stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<2x3xf32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<2x3xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// select_and_scatter_padding stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
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
// select_and_scatter_window_dimensions stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions, window_strides = array<i64: 3, 1>}> ({
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
// select_and_scatter_window_strides stablehlo.select_and_scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides}> ({
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
// select_c1 stablehlo.select tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<5xi1>, tensor<4xf32>
    return
  }
}
// -----
// select_c2 stablehlo.select tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// select_i1 stablehlo.select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xf32>, tensor<4xf32>
    return
  }
}
// -----
// select_i2 stablehlo.select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<3xindex>, %arg2: tensor<4xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<3xindex>, tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// select_i3 stablehlo.select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<3xindex>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<4xf32>, tensor<3xindex>) -> tensor<4xf32>
    return
  }
}
// -----
// send_c1 stablehlo.send tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
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
// send_channel_handle stablehlo.send tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_i1 stablehlo.send tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<3xindex>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_i2 stablehlo.send tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> !stablehlo.token
    return
  }
}
// -----
// send_is_host_transfer stablehlo.send tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_source_target_pairs stablehlo.send tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}
// -----
// send_type stablehlo.send tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>
    return
  }
}
// -----
// set_dimension_size_dimension stablehlo.set_dimension_size tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) {
    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 2 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    return
  }
}
// -----
// set_dimension_size_i1 stablehlo.set_dimension_size tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<i32>) {
    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<3xindex>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    return
  }
}
// -----
// set_dimension_size_i2 stablehlo.set_dimension_size tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    return
  }
}
// -----
// set_dimension_size_type stablehlo.set_dimension_size tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) {
    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 3>>
    return
  }
}
// -----
// shape.add_errors shape.add tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: !shape.size, %arg1: index) {
    %0 = shape.add %arg0, %arg1 : !shape.size, index -> index
    return
  }
}
// -----
// shape.add_i1 shape.add tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.add %arg0, %arg1 : tensor<2x3xf32>, index -> index
    return
  }
}
// -----
// shape.add_i2 shape.add tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: index, %arg1: tensor<2x3xf32>) {
    %0 = shape.add %arg0, %arg1 : index, tensor<2x3xf32> -> index
    return
  }
}
// -----
// shape.add_result shape.add tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index, %arg1: index) {
    %0 = shape.add %arg0, %arg1 : index, index -> tensor<2x3xf32>
    return
  }
}
// -----
// shape.broadcast_error shape.broadcast tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = "shape.broadcast"(%arg0) <{error}> : (tensor<2xindex>) -> tensor<2xindex>
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
// shape.broadcast_i1 shape.broadcast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.broadcast %arg0 : tensor<2x3xf32> -> tensor<2xindex>
    return
  }
}
// -----
// shape.broadcast_result shape.broadcast tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.broadcast %arg0 : tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// shape.concat_i1 shape.concat tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xindex>) {
    %0 = shape.concat %arg0, %arg1 : tensor<2x3xf32>, tensor<2xindex> -> tensor<2xindex>
    return
  }
}
// -----
// shape.concat_i2 shape.concat tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2x3xf32>) {
    %0 = shape.concat %arg0, %arg1 : tensor<2xindex>, tensor<2x3xf32> -> tensor<2xindex>
    return
  }
}
// -----
// shape.concat_result shape.concat tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
    %0 = shape.concat %arg0, %arg1 : tensor<2xindex>, tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// shape.dim_i1 shape.dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: index) {
    %0 = shape.dim %arg0, %arg1 : f32, index -> index
    return
  }
}
// -----
// shape.dim_i2 shape.dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = shape.dim %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> index
    return
  }
}
// -----
// shape.dim_result shape.dim tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.dim %arg0, %arg1 : tensor<2x3xf32>, index -> tensor<2x3xf32>
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
// shape.rank_i1 shape.rank tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.rank %arg0 : tensor<2x3xf32> -> index
    return
  }
}
// -----
// shape.rank_result shape.rank tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.rank %arg0 : tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// shape.reduce_arguments shape.reduce tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: f32) {
    %0 = "shape.reduce"(%arg0, %arg1) ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      shape.yield %arg4 : index
    }) : (tensor<2xindex>, f32) -> index
    return
  }
}
// -----
// shape.reduce_i1 shape.reduce tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %0 = shape.reduce(%arg0, %arg1) : tensor<2x3xf32> -> index {
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      shape.yield %arg4 : index
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
// shape.reduce_type shape.reduce tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: index) {
    %0 = "shape.reduce"(%arg0, %arg1) ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      shape.yield %arg4 : index
    }) : (tensor<2xindex>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// shape.reduce_values shape.reduce tests/ops/test_declared_parts.py::test_constraints
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
// shape_eq_i1 shape.shape_eq tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.shape_eq %arg0 : tensor<2x3xf32>
    return
  }
}
// -----
// shape_eq_type shape.shape_eq tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = "shape.shape_eq"(%arg0) : (tensor<2xindex>) -> tensor<2x3xf32>
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
// shape_of_i1 shape.shape_of tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32) {
    %0 = shape.shape_of %arg0 : f32 -> tensor<2xindex>
    return
  }
}
// -----
// shape_of_result shape.shape_of tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.shape_of %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// shape_of_type shape.shape_of tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3x2xf32>) {
    %0 = shape.shape_of %arg0 : tensor<2x3x2xf32> -> tensor<2xindex>
    return
  }
}
// -----
// sharded_to_unreduced_axes sdy.sharded_to_unreduced tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = "sdy.sharded_to_unreduced"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sharded_to_unreduced_i1 sdy.sharded_to_unreduced tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32 {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.sharded_to_unreduced [{"x"}] %arg0 out_sharding=<@mesh, [{}], unreduced={"x"}> : (f32) -> tensor<4xf32>
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
// sharded_to_unreduced_out_sharding sdy.sharded_to_unreduced tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = "sdy.sharded_to_unreduced"(%arg0) <{axes = #sdy<list_of_axis_ref_lists[{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sharded_to_unreduced_rank sdy.sharded_to_unreduced tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.sharded_to_unreduced [{"x"}] %arg0 out_sharding=<@mesh, [{}], unreduced={"x"}> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sharded_to_unreduced_type sdy.sharded_to_unreduced tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = sdy.sharded_to_unreduced [{"x"}] %arg0 out_sharding=<@mesh, [{}], unreduced={"x"}> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// sharding_constraint_i1 sdy.sharding_constraint tests/ops/test_declared_parts.py::test_operands
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: f32) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : (f32) -> tensor<4xf32>
    return
  }
}
// -----
// sharding_constraint_rank sdy.sharding_constraint tests/ops/test_declared_parts.py::test_constraints
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4x2xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : (tensor<4x2xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sharding_constraint_sharding sdy.sharding_constraint tests/ops/test_declared_parts.py::test_attributes
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "sdy.sharding_constraint"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// sharding_constraint_type sdy.sharding_constraint tests/ops/test_declared_parts.py::test_inferred_types
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : (tensor<4xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// sharding_group_group_id sdy.sharding_group tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    "sdy.sharding_group"(%arg0) : (tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// sharding_group_i1 sdy.sharding_group tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32) {
    sdy.sharding_group %arg0 group_id=1 : f32
    return
  }
}
// -----
// shift_left_c1 stablehlo.shift_left tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// shift_left_i1 stablehlo.shift_left tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_left %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// shift_left_i2 stablehlo.shift_left tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// shift_right_arithmetic_c1 stablehlo.shift_right_arithmetic tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// shift_right_arithmetic_i1 stablehlo.shift_right_arithmetic tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// shift_right_arithmetic_i2 stablehlo.shift_right_arithmetic tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// shift_right_logical_c1 stablehlo.shift_right_logical tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// shift_right_logical_i1 stablehlo.shift_right_logical tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.shift_right_logical %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// shift_right_logical_i2 stablehlo.shift_right_logical tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// shli_i1 arith.shli tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.shli %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// shli_i2 arith.shli tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.shli %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// shli_type arith.shli tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.shli %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// shrsi_i1 arith.shrsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.shrsi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// shrsi_i2 arith.shrsi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.shrsi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// shrsi_isexact arith.shrsi tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = "arith.shrsi"(%arg0, %arg1) <{isExact = true}> : (i32, i32) -> i32
    return
  }
}
// -----
// shrsi_type arith.shrsi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.shrsi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// shrui_i1 arith.shrui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.shrui %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// shrui_i2 arith.shrui tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.shrui %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// shrui_isexact arith.shrui tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = "arith.shrui"(%arg0, %arg1) <{isExact = true}> : (i32, i32) -> i32
    return
  }
}
// -----
// shrui_type arith.shrui tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.shrui %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// sign_c1 stablehlo.sign tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.sign %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// sign_i1 stablehlo.sign tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>) {
    %0 = stablehlo.sign %arg0 : (tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// sine_c1 stablehlo.sine tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.sine %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// sine_i1 stablehlo.sine tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.sine %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// sine_result_accuracy stablehlo.sine tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.sine"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// sinh_i1 chlo.sinh tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.sinh %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// sinh_type chlo.sinh tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.sinh %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// sitofp_i1 arith.sitofp tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.sitofp %arg0 : tensor<2x3xf32> to f32
    return
  }
}
// -----
// sitofp_result arith.sitofp tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i32) {
    %0 = arith.sitofp %arg0 : i32 to tensor<2x3xi32>
    return
  }
}
// -----
// sitofp_shape arith.sitofp tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.sitofp %arg0 : i32 to tensor<2x3xf32>
    return
  }
}
// -----
// size_to_index_i1 shape.size_to_index tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.size_to_index %arg0 : tensor<2x3xf32>
    return
  }
}
// -----
// size_to_index_result shape.size_to_index tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: index) {
    %0 = "shape.size_to_index"(%arg0) : (index) -> tensor<2x3xf32>
    return
  }
}
// -----
// slice_c1 stablehlo.slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x2xi32>
    return
  }
}
// -----
// slice_c2 stablehlo.slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 4>, start_indices = array<i64: 0, 1, 1>, strides = array<i64: 1, 2>}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_c3 stablehlo.slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [-1:4, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_c4 stablehlo.slice tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4:0, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_c5 stablehlo.slice tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x2x2xf32>
    return
  }
}
// -----
// slice_i1 stablehlo.slice tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.slice %arg0 [0:4, 1:4:2] : (tensor<3xindex>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_limit_indices stablehlo.slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 1>, strides = array<i64: 1, 2>}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_start_indices stablehlo.slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// slice_strides stablehlo.slice tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 4>, start_indices = array<i64: 0, 1>}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
    return
  }
}
// -----
// sort_c1 stablehlo.sort tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"() <{dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : () -> tensor<4x6xf32>
    return
  }
}
// -----
// sort_c2 stablehlo.sort tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xi32>
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
// sort_c4 stablehlo.sort tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// sort_c5 stablehlo.sort tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xi32>) -> tensor<4x6xf32>
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
// sort_dimension stablehlo.sort tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// sort_i1 stablehlo.sort tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<3xindex>) -> tensor<4x6xf32>
    return
  }
}
// -----
// sort_is_stable stablehlo.sort tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}
// -----
// splat_dynamicsizes tensor.splat tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f32, %arg1: index) {
    %splat = tensor.splat %arg0[%arg1] : tensor<0x3xf32>
    return
  }
}
// -----
// splat_i1 tensor.splat tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %splat = tensor.splat %arg0[%arg1] : tensor<?x3xf32>
    return
  }
}
// -----
// splat_i2 tensor.splat tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xf32>) {
    %splat = tensor.splat %arg0[%arg1] : tensor<?x3xf32>
    return
  }
}
// -----
// splat_input tensor.splat tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: i32, %arg1: index) {
    %splat = tensor.splat %arg0[%arg1] : tensor<?x3xf32>
    return
  }
}
// -----
// splat_result tensor.splat tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f32, %arg1: index) {
    %splat = tensor.splat %arg0[%arg1] : f32
    return
  }
}
// -----
// split_at_i1 shape.split_at tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %head, %tail = "shape.split_at"(%arg0, %arg1) : (tensor<2x3xf32>, index) -> (tensor<?xindex>, tensor<?xindex>)
    return
  }
}
// -----
// split_at_i2 shape.split_at tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: tensor<2x3xf32>) {
    %head, %tail = "shape.split_at"(%arg0, %arg1) : (tensor<2xindex>, tensor<2x3xf32>) -> (tensor<?xindex>, tensor<?xindex>)
    return
  }
}
// -----
// split_at_result shape.split_at tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: index) {
    %head, %tail = "shape.split_at"(%arg0, %arg1) : (tensor<2xindex>, index) -> (tensor<2x3xf32>, tensor<?xindex>)
    return
  }
}
// -----
// sqrt_c1 stablehlo.sqrt tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.sqrt %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// sqrt_i1 stablehlo.sqrt tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.sqrt %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// sqrt_result_accuracy stablehlo.sqrt tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.sqrt"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// square_i1 chlo.square tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = chlo.square %arg0 : tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// square_type chlo.square tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
// -----
// subf_i1 arith.subf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: f32) {
    %0 = arith.subf %arg0, %arg1 : (tensor<2x3xi32>, f32) -> f32
    return
  }
}
// -----
// subf_i2 arith.subf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xi32>) {
    %0 = arith.subf %arg0, %arg1 : (f32, tensor<2x3xi32>) -> f32
    return
  }
}
// -----
// subf_type arith.subf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32, %arg1: f32) {
    %0 = arith.subf %arg0, %arg1 : (f32, f32) -> tensor<2x3xf32>
    return
  }
}
// -----
// subi_i1 arith.subi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.subi %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// subi_i2 arith.subi tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.subi %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// subi_type arith.subi tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.subi %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// subtract_c1 stablehlo.subtract tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// subtract_i1 stablehlo.subtract tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.subtract %arg0, %arg1 : (tensor<i1>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// subtract_i2 stablehlo.subtract tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i1>) {
    %0 = stablehlo.subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<i1>) -> tensor<2x3xf32>
    return
  }
}
// -----
// subui_extended_i1 arith.subui_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %diff, %borrow = "arith.subui_extended"(%arg0, %arg1) : (tensor<2x3xf32>, i32) -> (i32, i1)
    return
  }
}
// -----
// subui_extended_i2 arith.subui_extended tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %diff, %borrow = "arith.subui_extended"(%arg0, %arg1) : (i32, tensor<2x3xf32>) -> (i32, i1)
    return
  }
}
// -----
// subui_extended_type arith.subui_extended tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %diff, %borrow = "arith.subui_extended"(%arg0, %arg1) : (i32, i32) -> (tensor<2x3xf32>, i1)
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
// tan_c1 stablehlo.tan tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.tan %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// tan_i1 stablehlo.tan tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.tan %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// tan_result_accuracy stablehlo.tan tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.tan"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// tanh_c1 stablehlo.tanh tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.tanh %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// tanh_i1 stablehlo.tanh tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.tanh %arg0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// tanh_result_accuracy stablehlo.tanh tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.tanh"(%arg0) <{result_accuracy}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// tensor.bitcast_i1 tensor.bitcast tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = tensor.bitcast %arg0 : tensor<3xindex> to tensor<4xi32>
    return
  }
}
// -----
// tensor.bitcast_result tensor.bitcast tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = tensor.bitcast %arg0 : tensor<4xf32> to tensor<3xindex>
    return
  }
}
// -----
// tensor.bitcast_type tensor.bitcast tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = tensor.bitcast %arg0 : tensor<5xf32> to tensor<4xi32>
    return
  }
}
// -----
// tensor.concat_dim tensor.concat tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %concat = tensor.concat dim(-1) %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    return
  }
}
// -----
// tensor.concat_i1 tensor.concat tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2x3xf32>) {
    %concat = tensor.concat dim(0) %arg0, %arg1 : (f32, tensor<2x3xf32>) -> tensor<4x3xf32>
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
// tensor.concat_result tensor.concat tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> f32
    return
  }
}
// -----
// tensor.concat_type tensor.concat tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %concat = tensor.concat dim(1) %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    return
  }
}
// -----
// tensor.dim_i1 tensor.dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<f32>, %arg1: index) {
    %dim = tensor.dim %arg0, %arg1 : tensor<f32>
    return
  }
}
// -----
// tensor.dim_i2 tensor.dim tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %dim = tensor.dim %arg0, %arg1 : tensor<2x3xf32>
    return
  }
}
// -----
// tensor.dim_type tensor.dim tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: index) {
    %dim = "tensor.dim"(%arg0, %arg1) : (tensor<2x3xf32>, index) -> tensor<2x3xf32>
    return
  }
}
// -----
// tensor.gather_dims tensor.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([-1, 2]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_gather_dims tensor.gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = "tensor.gather"(%arg0, %arg1) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_i1 tensor.gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([0, 2]) : (f32, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_i2 tensor.gather tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<2x3xf32>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<2x3xf32>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_indices tensor.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([0]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_result tensor.gather tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> f32
    return
  }
}
// -----
// tensor.gather_type tensor.gather tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = tensor.gather %arg0[%arg1] gather_dims([1, 2]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.gather_unique tensor.gather tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x5x6xf32>, %arg1: tensor<7x2xindex>) {
    %gather = "tensor.gather"(%arg0, %arg1) <{gather_dims = array<i64: 0, 2>, unique = true}> : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
    return
  }
}
// -----
// tensor.pad_high tensor.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = "tensor.pad"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_high = array<i64: -9223372036854775807>, static_low = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    }) : (tensor<4xf32>, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_i1 tensor.pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    } : f32 to tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_i2 tensor.pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<2x3xf32>, %arg2: index, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    } : tensor<4xf32> to tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_i3 tensor.pad tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: tensor<2x3xf32>, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    } : tensor<4xf32> to tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_low tensor.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = "tensor.pad"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_high = array<i64: -9223372036854775808>, static_low = array<i64: -9223372036854775807>}> ({
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    }) : (tensor<4xf32>, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_nofold tensor.pad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = "tensor.pad"(%arg0, %arg1, %arg2) <{nofold = true, operandSegmentSizes = array<i32: 1, 1, 1>, static_high = array<i64: -9223372036854775808>, static_low = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    }) : (tensor<4xf32>, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_padding tensor.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = "tensor.pad"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_high = array<i64: -9223372036854775808>, static_low = array<i64: -9223372036854775808, -9223372036854775808>}> ({
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    }) : (tensor<4xf32>, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_region tensor.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    } : tensor<4xi32> to tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_result tensor.pad tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    } : tensor<4xf32> to f32
    return
  }
}
// -----
// tensor.pad_static_high tensor.pad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = "tensor.pad"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_low = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    }) : (tensor<4xf32>, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_static_low tensor.pad tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = "tensor.pad"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_high = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    }) : (tensor<4xf32>, index, index) -> tensor<?xf32>
    return
  }
}
// -----
// tensor.pad_type tensor.pad tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %padded = tensor.pad %arg0 low[%arg1] high[%arg2] {
    ^bb0(%arg4: index):
      tensor.yield %arg3 : f32
    } : tensor<4xf32> to tensor<?x2xf32>
    return
  }
}
// -----
// tensor.rank_i1 tensor.rank tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32) {
    %rank = tensor.rank %arg0 : f32
    return
  }
}
// -----
// tensor.rank_type tensor.rank tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %rank = "tensor.rank"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// tensor.reshape_i1 tensor.reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<1xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (f32, tensor<1xindex>) -> tensor<6xf32>
    return
  }
}
// -----
// tensor.reshape_i2 tensor.reshape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<6xf32>
    return
  }
}
// -----
// tensor.reshape_rank tensor.reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<6xf32>
    return
  }
}
// -----
// tensor.reshape_result tensor.reshape tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<1xindex>) -> f32
    return
  }
}
// -----
// tensor.reshape_shape tensor.reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<?xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<?xindex>) -> tensor<6xf32>
    return
  }
}
// -----
// tensor.reshape_type tensor.reshape tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<1xindex>) {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<3x3xf32>, tensor<1xindex>) -> tensor<6xf32>
    return
  }
}
// -----
// tensor.scatter_dims tensor.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([-1, 2]) unique : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_i1 tensor.scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0, 2]) unique : (f32, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_i2 tensor.scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: f32, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0, 2]) unique : (tensor<7x5xf32>, f32, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_i3 tensor.scatter tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<2x3xf32>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0, 2]) unique : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<2x3xf32>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_indices tensor.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0]) unique : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_scatter_dims tensor.scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = "tensor.scatter"(%arg0, %arg1, %arg2) <{unique}> : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_source tensor.scatter tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([1, 2]) unique : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
    return
  }
}
// -----
// tensor.scatter_type tensor.scatter tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0, 2]) unique : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xi32>
    return
  }
}
// -----
// tensor.scatter_unique tensor.scatter tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<7x5xf32>, %arg1: tensor<4x5x6xf32>, %arg2: tensor<7x2xindex>) {
    %scatter = "tensor.scatter"(%arg0, %arg1, %arg2) <{scatter_dims = array<i64: 0, 2>, unique = true}> : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
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
// to_extent_tensor_i1 shape.to_extent_tensor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.to_extent_tensor %arg0 : tensor<2x3xf32> -> tensor<2xindex>
    return
  }
}
// -----
// to_extent_tensor_result shape.to_extent_tensor tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.to_extent_tensor %arg0 : tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// token_type ml_program.token tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = "ml_program.token"() : () -> tensor<2x3xf32>
    return
  }
}
// -----
// top_k_i1 chlo.top_k tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %values, %indices = chlo.top_k(%arg0, k = 1) : tensor<3xindex> -> (tensor<2x1xf32>, tensor<2x1xi32>)
    return
  }
}
// -----
// top_k_k chlo.top_k tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = chlo.top_k(%arg0, k = -1) : tensor<2x3xf32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
    return
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
// top_k_result chlo.top_k tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = chlo.top_k(%arg0, k = 1) : tensor<2x3xf32> -> (tensor<3xindex>, tensor<2x1xi32>)
    return
  }
}
// -----
// top_k_type chlo.top_k tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = chlo.top_k(%arg0, k = 1) : tensor<2x3xf32> -> (tensor<2x1xi32>, tensor<2x1xi32>)
    return
  }
}
// -----
// topk_i1 mhlo.topk tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %values, %indices = mhlo.topk(%arg0, k = 2) : tensor<3xindex> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return
  }
}
// -----
// topk_k mhlo.topk tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = mhlo.topk(%arg0, k = -1) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return
  }
}
// -----
// topk_largest mhlo.topk tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = "mhlo.topk"(%arg0) <{k = 2 : i64, largest}> : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
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
// topk_result mhlo.topk tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = mhlo.topk(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<3xindex>, tensor<2x2xi32>)
    return
  }
}
// -----
// topk_type mhlo.topk tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %values, %indices = mhlo.topk(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
    return
  }
}
// -----
// torch_index_select_batch stablehlo.torch_index_select tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// torch_index_select_batch_dims stablehlo.torch_index_select tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = -1 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// torch_index_select_dim stablehlo.torch_index_select tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// torch_index_select_i1 stablehlo.torch_index_select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<4xi32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3xindex>, tensor<4xi32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// torch_index_select_i2 stablehlo.torch_index_select tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
    return
  }
}
// -----
// torch_index_select_shape stablehlo.torch_index_select tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xi32>
    return
  }
}
// -----
// trace_i1 mhlo.trace tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    mhlo.trace %arg0, "here" : tensor<3xindex>
    return
  }
}
// -----
// trace_tag mhlo.trace tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    "mhlo.trace"(%arg0) : (tensor<2x3xf32>) -> ()
    return
  }
}
// -----
// transpose_c1 stablehlo.transpose tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xi32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xi32>) -> tensor<6x4xf32>
    return
  }
}
// -----
// transpose_c2 stablehlo.transpose tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [2, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return
  }
}
// -----
// transpose_c3 stablehlo.transpose tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4x2xf32>
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
// transpose_i1 stablehlo.transpose tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3xindex>) -> tensor<6x4xf32>
    return
  }
}
// -----
// transpose_permutation stablehlo.transpose tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.transpose"(%arg0) : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return
  }
}
// -----
// triangular_solve_c1 stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf64>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf64>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_c2 stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3x2xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_c3 stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_c4 stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
    return
  }
}
// -----
// triangular_solve_i1 stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_i2 stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xi32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_left_side stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_lower stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_transpose_a stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// triangular_solve_unit_diagonal stablehlo.triangular_solve tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// truncf_i1 arith.truncf tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = arith.truncf %arg0 : tensor<2x3xi32> to f16
    return
  }
}
// -----
// truncf_result arith.truncf tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: f32) {
    %0 = arith.truncf %arg0 : f32 to tensor<2x3xi32>
    return
  }
}
// -----
// truncf_shape arith.truncf tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: f32) {
    %0 = arith.truncf %arg0 : f32 to tensor<2x3xf32>
    return
  }
}
// -----
// truncf_width arith.truncf tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: f16) {
    %0 = arith.truncf %arg0 : f16 to f16
    return
  }
}
// -----
// trunci_i1 arith.trunci tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.trunci %arg0 : tensor<2x3xf32> to i8
    return
  }
}
// -----
// trunci_result arith.trunci tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i32) {
    %0 = arith.trunci %arg0 : i32 to tensor<2x3xf32>
    return
  }
}
// -----
// trunci_shape arith.trunci tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.trunci %arg0 : i32 to tensor<2x3xi32>
    return
  }
}
// -----
// trunci_width arith.trunci tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: i1) {
    %0 = arith.trunci %arg0 : i1 to i8
    return
  }
}
// -----
// tuple_c1 stablehlo.tuple tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.tuple %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
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
// uitofp_i1 arith.uitofp tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = arith.uitofp %arg0 : tensor<2x3xf32> to f32
    return
  }
}
// -----
// uitofp_nonneg arith.uitofp tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: i32) {
    %0 = "arith.uitofp"(%arg0) <{nonNeg = true}> : (i32) -> f32
    return
  }
}
// -----
// uitofp_result arith.uitofp tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: i32) {
    %0 = arith.uitofp %arg0 : i32 to tensor<2x3xi32>
    return
  }
}
// -----
// uitofp_shape arith.uitofp tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32) {
    %0 = arith.uitofp %arg0 : i32 to tensor<2x3xf32>
    return
  }
}
// -----
// unary_einsum_config stablehlo.unary_einsum tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.unary_einsum %arg0, config = "" : (tensor<2x3xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// unary_einsum_einsum_config stablehlo.unary_einsum tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.unary_einsum"(%arg0) : (tensor<2x3xf32>) -> tensor<3xf32>
    return
  }
}
// -----
// unary_einsum_i1 stablehlo.unary_einsum tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<3xindex>) {
    %0 = stablehlo.unary_einsum %arg0, config = "ab->b" : (tensor<3xindex>) -> tensor<3xf32>
    return
  }
}
// -----
// unary_einsum_result stablehlo.unary_einsum tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.unary_einsum %arg0, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3xindex>
    return
  }
}
// -----
// unary_einsum_shape stablehlo.unary_einsum tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.unary_einsum %arg0, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return
  }
}
// -----
// uniform_dequantize_c1 stablehlo.uniform_dequantize tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4x2xf32>
    return
  }
}
// -----
// uniform_dequantize_c2 stablehlo.uniform_dequantize tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4xi32>
    return
  }
}
// -----
// uniform_dequantize_i1 stablehlo.uniform_dequantize tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x3xf32>) -> tensor<4xf32>
    return
  }
}
// -----
// uniform_quantize_c1 stablehlo.uniform_quantize tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<5xf32>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<5xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// uniform_quantize_c2 stablehlo.uniform_quantize tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<4xf64>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<4xf64>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// uniform_quantize_i1 stablehlo.uniform_quantize tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x3xi32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
    return
  }
}
// -----
// uniform_quantize_result stablehlo.uniform_quantize tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<4xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// value_as_shape_i1 shape.value_as_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = shape.value_as_shape %arg0 : tensor<2x3xf32> -> tensor<2xindex>
    return
  }
}
// -----
// value_as_shape_result shape.value_as_shape tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: tensor<2xindex>) {
    %0 = shape.value_as_shape %arg0 : tensor<2xindex> -> tensor<2x3xf32>
    return
  }
}
// -----
// value_of_i1 shape.value_of tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "shape.value_of"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// value_of_result shape.value_of tests/ops/test_declared_parts.py::test_results
module {
  func.func @f(%arg0: !shape.value_shape) {
    %0 = shape.value_of %arg0 : f32
    return
  }
}
// -----
// while_c1 stablehlo.while tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<3x3xf32>) {
    %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%iterArg: tensor<2x3xf32>):
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%iterArg: tensor<2x3xf32>):
      stablehlo.return %iterArg : tensor<2x3xf32>
    }) : (tensor<3x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// while_c2 stablehlo.while tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%iterArg: tensor<2x3xf32>):
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%iterArg: tensor<3x3xf32>):
      stablehlo.return %iterArg : tensor<3x3xf32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// while_c3 stablehlo.while tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%iterArg: tensor<2x3xf32>):
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%iterArg: tensor<2x3xf32>):
      stablehlo.return %iterArg : tensor<2x3xf32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return
  }
}
// -----
// while_regions stablehlo.while tests/ops/test_declared_parts.py::test_constraints
module {
  func.func @f(%arg0: tensor<2x3xf32>) {
    %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%iterArg: tensor<2x3xf32>):
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
// -----
// with_shape_i1 shape.with_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: f32, %arg1: tensor<2xindex>) {
    %0 = shape.with_shape %arg0, %arg1 : f32, tensor<2xindex>
    return
  }
}
// -----
// with_shape_i2 shape.with_shape tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = shape.with_shape %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
}
// -----
// with_shape_type shape.with_shape tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2xindex>) {
    %0 = "shape.with_shape"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<2x3xf32>
    return
  }
}
// -----
// xla.rng_get_and_update_state_delta mhlo.xla.rng_get_and_update_state tests/ops/test_declared_parts.py::test_attributes
module {
  func.func @f() {
    %0 = "mhlo.xla.rng_get_and_update_state"() : () -> tensor<2xui64>
    return
  }
}
// -----
// xla.rng_get_and_update_state_type mhlo.xla.rng_get_and_update_state tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f() {
    %0 = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xf32>
    return
  }
}
// -----
// xor_c1 stablehlo.xor tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.xor %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
    return
  }
}
// -----
// xor_i1 stablehlo.xor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4xi32>) {
    %0 = stablehlo.xor %arg0, %arg1 : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
// -----
// xor_i2 stablehlo.xor tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<2x3xf32>) {
    %0 = stablehlo.xor %arg0, %arg1 : (tensor<4xi32>, tensor<2x3xf32>) -> tensor<4xi32>
    return
  }
}
// -----
// xori_i1 arith.xori tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: i32) {
    %0 = arith.xori %arg0, %arg1 : (tensor<2x3xf32>, i32) -> i32
    return
  }
}
// -----
// xori_i2 arith.xori tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: i32, %arg1: tensor<2x3xf32>) {
    %0 = arith.xori %arg0, %arg1 : (i32, tensor<2x3xf32>) -> i32
    return
  }
}
// -----
// xori_type arith.xori tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = arith.xori %arg0, %arg1 : (i32, i32) -> tensor<2x3xf32>
    return
  }
}
// -----
// zeta_i1 chlo.zeta tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<2x3xi32>, tensor<2x3xf32> -> tensor<2x3xf32>
    return
  }
}
// -----
// zeta_i2 chlo.zeta tests/ops/test_declared_parts.py::test_operands
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
    return
  }
}
// -----
// zeta_type chlo.zeta tests/ops/test_declared_parts.py::test_inferred_types
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xi32>
    return
  }
}
