// stablehlo.rng
func.func @f(%0: tensor<f32>, %1: tensor<f32>, %2: tensor<2xi64>) {
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
// -----
// stablehlo.rng_bit_generator
func.func @f(%0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>}
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
  return
}
