func.func @main() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %six = shape.const_size 6
  %four = shape.const_size 4
  %k = arith.constant 9 : index
  %z = "shape.index_to_size"(%k) : (index) -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[9]> : tensor<1xi32>
  func.return
}
