func.func @running_sums() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %start = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %sums, %last = chlo.scan(%x) inits (%start) dimension=1 {
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %s = stablehlo.add %a, %b : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %sums, dense<[[10, 11, 13], [23, 27, 32]]> : tensor<2x3xi32>
  check.expect_eq_const %last, dense<[13, 32]> : tensor<2xi32>
  func.return
}
