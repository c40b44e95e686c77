func.func @cast() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %d = tensor.cast %x : tensor<2x3xi32> to tensor<?x3xi32>
  %r = tensor.cast %d : tensor<?x3xi32> to tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}

func.func @dim() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %d = tensor.cast %x : tensor<2x3xi32> to tensor<?x3xi32>
  %n = tensor.dim %d, %zero : tensor<?x3xi32>
  %m = tensor.dim %d, %one : tensor<?x3xi32>
  %both = tensor.from_elements %n, %m : tensor<2xindex>
  %r = arith.index_cast %both : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 3]> : tensor<2xi32>
  func.return
}

func.func @empty() {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %e = tensor.empty(%two) : tensor<?x3xi32>
  %n = tensor.dim %e, %zero : tensor<?x3xi32>
  %v = tensor.from_elements %n : tensor<1xindex>
  %r = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %r, dense<[2]> : tensor<1xi32>
  func.return
}

func.func @expand_shape() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %result = tensor.expand_shape %x0 [[0], [1, 2]] output_shape [2, 1, 3] : tensor<2x3xi32> into tensor<2x1x3xi32>
  check.expect_eq_const %result, dense<[[[0, 1, 2]], [[3, 4, 5]]]> : tensor<2x1x3xi32>
  func.return
}

func.func @extract() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %e = tensor.extract %x[%one, %two] : tensor<2x3xi32>
  %r = tensor.from_elements %e : tensor<1xi32>
  check.expect_eq_const %r, dense<[5]> : tensor<1xi32>
  func.return
}

func.func @extract_slice() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %result = tensor.extract_slice %x0[0, 0] [2, 2] [1, 2] : tensor<2x3xi32> to tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[0, 2], [3, 5]]> : tensor<2x2xi32>
  func.return
}

func.func @from_elements() {
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  %r = tensor.from_elements %nine, %eight : tensor<2xi32>
  check.expect_eq_const %r, dense<[9, 8]> : tensor<2xi32>
  func.return
}

func.func @insert() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %r = tensor.insert %nine into %x[%one, %two] : tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, 4, 9]]> : tensor<2x3xi32>
  func.return
}

func.func @insert_slice() {
  %c0 = stablehlo.constant dense<[[70, 80], [90, 60]]> : tensor<2x2xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x2xi32>
  %c1 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3xi32>
  %result = tensor.insert_slice %x0 into %x1[0, 1] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[0, 70, 80], [3, 90, 60]]> : tensor<2x3xi32>
  func.return
}

func.func @rank() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %n = tensor.rank %x : tensor<2x3xi32>
  %v = tensor.from_elements %n : tensor<1xindex>
  %r = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %r, dense<[2]> : tensor<1xi32>
  func.return
}

func.func @reshape() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2xi64>
  %result = tensor.reshape %x0(%x1) : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  func.return
}

func.func @splat() {
  %nine = arith.constant 9 : i32
  %r = tensor.splat %nine : tensor<3xi32>
  check.expect_eq_const %r, dense<[9, 9, 9]> : tensor<3xi32>
  func.return
}

func.func @splat_dynamic() {
  %two = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %s = tensor.splat %nine[%two] : tensor<?xi32>
  %r = tensor.cast %s : tensor<?xi32> to tensor<2xi32>
  check.expect_eq_const %r, dense<[9, 9]> : tensor<2xi32>
  func.return
}
