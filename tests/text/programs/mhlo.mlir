// Operations of the mhlo dialect: those of StableHLO in their other spelling, and its own.
func.func @own(%x: tensor<2x8xf32>, %i: tensor<i32>, %t: !mhlo.token) -> tensor<2x8xf32> {
  %0:2 = mhlo.topk(%x, k=4, largest=true) : tensor<2x8xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %1:2 = mhlo.topk(%x, k = 4, largest = false) {note} : tensor<2x8xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %2 = mhlo.copy %x {cross_program_prefetch_index = 0 : i32} : tensor<2x8xf32>
  %3 = mhlo.add_dependency %2, %t : (tensor<2x8xf32>, !mhlo.token) -> tensor<2x8xf32>
  %4 = mhlo.xla.rng_get_and_update_state {delta = 1 : i64}
  mhlo.trace %x, "here" : tensor<2x8xf32>
  %5 = "mhlo.set_dimension_size"(%x, %i) {dimension = 1 : i64} : (tensor<2x8xf32>, tensor<i32>) -> tensor<2x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>
  return %3 : tensor<2x8xf32>
}
// -----
func.func @shared(%x: tensor<2x3xf32>, %z: tensor<f32>, %y: tensor<2x4xf32>, %s: tensor<2xui64>, %n: tensor<2xi64>) {
  %0 = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = mhlo.reduce(%x init: %z) across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %m = mhlo.multiply %a, %b : tensor<f32>
      %n1 = mhlo.negate %m : tensor<f32>
      mhlo.return %n1 : tensor<f32>
    }
  %2 = mhlo.constant dense<[1, 2]> : tensor<2xi64>
  %3 = "mhlo.dot_general"(%x, %y) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %4 = mhlo.compare GT, %x, %x, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %5 = "mhlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>, note = dense<3> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %6 = "mhlo.transpose"(%5) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %7 = "mhlo.slice"(%x) {start_indices = dense<[0, 1]> : tensor<2xi64>, limit_indices = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %8, %9 = "mhlo.rng_bit_generator"(%s) {rng_algorithm = #mhlo.rng_algorithm<PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %10 = "mhlo.rng"(%z, %z, %n) {rng_distribution = #mhlo.rng_distribution<UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %11 = mhlo.exponential %x {result_accuracy = #mhlo.result_accuracy<ulps = 10, mode = #mhlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  %12 = mhlo.custom_call @f(%x) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %13 = "mhlo.broadcast_in_dim"(%z) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>) -> tensor<2xf32>
  %14 = mhlo.erf %x : tensor<2x3xf32>
  %15 = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %16 = stablehlo.add %x, %x : tensor<2x3xf32>
  return
}
