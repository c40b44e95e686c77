func.func @main() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  %e = tensor.extract %x[%one, %two] : tensor<2x3xi32>
  %r = tensor.from_elements %e : tensor<1xi32>
  check.expect_eq_const %r, dense<[5]> : tensor<1xi32>
  func.return
}
