func.func @groups_of_rows() {
  %c0 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4x3xf32>
  %c1 = stablehlo.constant dense<[[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]], [[9.0, 10.0, 11.0], [12.0, 13.0, 14.0], [15.0, 16.0, 17.0]]]> : tensor<2x3x3xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3x3xf32>
  %c2 = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<2xi64>
  %result = "chlo.ragged_dot"(%x0, %x1, %x2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3xf32>, tensor<2x3x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  check.expect_eq_const %result, dense<[[15.0, 18.0, 21.0], [150.0, 162.0, 174.0], [258.0, 279.0, 300.0], [366.0, 396.0, 426.0]]> : tensor<4x3xf32>
  func.return
}
