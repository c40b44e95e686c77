func.func @reductions_see_three_elements() {
  %c = stablehlo.constant dense<[5, 4, 3, 2, 1]> : tensor<5xi32>
  %x = stablehlo.optimization_barrier %c : tensor<5xi32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %short = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<5xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<5>>
  %twice = stablehlo.add %short, %short : tensor<?xi32, #stablehlo.bounds<5>>
  %size = stablehlo.get_dimension_size %twice, dim = 0 : (tensor<?xi32, #stablehlo.bounds<5>>) -> tensor<i32>
  check.expect_eq_const %size, dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%twice init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<5>>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<24> : tensor<i32>
  func.return
}
