func.func @main() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  %d = tensor.cast %x : tensor<2x3xi32> to tensor<?x3xi32>
  %n = tensor.dim %d, %zero : tensor<?x3xi32>
  %m = tensor.dim %d, %one : tensor<?x3xi32>
  %both = tensor.from_elements %n, %m : tensor<2xindex>
  %r = arith.index_cast %both : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 3]> : tensor<2xi32>
  func.return
}
