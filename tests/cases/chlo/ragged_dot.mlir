func.func @groups_of_rows() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x3F800000, 0x40000000], [0x40400000, 0x40800000, 0x40A00000], [0x40C00000, 0x40E00000, 0x41000000], [0x41100000, 0x41200000, 0x41300000]]> : tensor<4x3xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4x3xf32>
  %c1 = stablehlo.constant dense<[[[0x00000000, 0x3F800000, 0x40000000], [0x40400000, 0x40800000, 0x40A00000], [0x40C00000, 0x40E00000, 0x41000000]], [[0x41100000, 0x41200000, 0x41300000], [0x41400000, 0x41500000, 0x41600000], [0x41700000, 0x41800000, 0x41880000]]]> : tensor<2x3x3xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3x3xf32>
  %c2 = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<2xi64>
  %result = "chlo.ragged_dot"(%x0, %x1, %x2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3xf32>, tensor<2x3x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  check.expect_eq_const %result, dense<[[0x41700000, 0x41900000, 0x41A80000], [0x43160000, 0x43220000, 0x432E0000], [0x43810000, 0x438B8000, 0x43960000], [0x43B70000, 0x43C60000, 0x43D50000]]> : tensor<4x3xf32>
  func.return
}
