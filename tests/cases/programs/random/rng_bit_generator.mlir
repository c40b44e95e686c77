func.func @philox() {
  %c = stablehlo.constant dense<0> : tensor<2xui64>
  %state = stablehlo.optimization_barrier %c : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi32>)
  check.expect_eq_const %bits, dense<[1713891541, -513161843, -1135104948, -1694442536]> : tensor<4xi32>
  func.return
}

func.func @three_fry() {
  %c = stablehlo.constant dense<0> : tensor<2xui64>
  %state = stablehlo.optimization_barrier %c : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xi32>)
  check.expect_eq_const %bits, dense<[1797259609, -1715843330]> : tensor<2xi32>
  func.return
}
