// What TensorFlow and PyTorch add to functions and modules, and the dialects with which they compute sizes.
module attributes {tf_saved_model.semantics, tf.versions = {bad_consumers = [], min_consumer = 12 : i32, producer = 1395 : i32}, torch.debug_module_name = "M"} {
  func.func @main(%arg0: tensor<?x3xf32> {tf._user_specified_name = "x", jax.buffer_donor = true, tf_saved_model.index_path = ["a", 0], mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 0 : i32, mhlo.memory_kind = "device"}) -> (tensor<?xf32> {jax.result_info = "result", mhlo.layout_mode = "{1,0}"}) attributes {tf.entry_function = {control_outputs = "", inputs = "x", outputs = "y"}, allow_soft_placement = false, mhlo.frontend_attributes = {x = "y"}} {
    %c = shape.const_shape [3] : tensor<1xindex>
    %0 = shape.shape_of %arg0 : tensor<?x3xf32> -> tensor<2xindex>
    %c0 = arith.constant 0 : index
    %1 = tensor.extract %0[%c0] : tensor<2xindex>
    %2 = tensor.from_elements %1 : tensor<1xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %arg0, %0, dims = [0, 1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [1] {mhlo.frontend_attributes = {a = "b"}} : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
    %5 = stablehlo.dynamic_reshape %4, %2 : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    return %5 : tensor<?xf32>
  }
}
