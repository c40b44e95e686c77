func.func @there_and_back() {
  %c = arith.constant dense<[258, -1, 2147483647, -128]> : tensor<4xi32>
  %i = arith.index_castui %c : tensor<4xi32> to tensor<4xindex>
  %r = arith.index_cast %i : tensor<4xindex> to tensor<4xi64>
  check.expect_eq_const %r, dense<[258, 4294967295, 2147483647, 4294967168]> : tensor<4xi64>
  func.return
}
