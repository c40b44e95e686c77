func.func @add() {
  %six = shape.const_size 6
  %four = shape.const_size 4
  %z = shape.add %six, %four : !shape.size, !shape.size -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[10]> : tensor<1xi32>
  func.return
}

func.func @any() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %r = shape.any %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %i = arith.index_cast %r : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %i, dense<[2, 3]> : tensor<2xi32>
  func.return
}

func.func @assuming_all() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %a = shape.const_witness true
  %b = shape.cstr_eq %s, %s : tensor<2xindex>, tensor<2xindex>
  %w = shape.assuming_all %a, %b
  %i = shape.assuming %w -> (tensor<2x3xi32>) {
    shape.assuming_yield %x : tensor<2x3xi32>
  }
  check.expect_eq_const %i, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}

func.func @broadcast() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %r = shape.broadcast %s, %t : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
  %i = arith.index_cast %r : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %i, dense<[4, 2, 3]> : tensor<3xi32>
  func.return
}

func.func @concat() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %r = shape.concat %s, %t : tensor<2xindex>, tensor<3xindex> -> tensor<5xindex>
  %i = arith.index_cast %r : tensor<5xindex> to tensor<5xi32>
  check.expect_eq_const %i, dense<[2, 3, 4, 1, 3]> : tensor<5xi32>
  func.return
}

func.func @const_shape() {
  %r = shape.const_shape [4, 5] : tensor<2xindex>
  %i = arith.index_cast %r : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %i, dense<[4, 5]> : tensor<2xi32>
  func.return
}

func.func @cstr_broadcastable() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<3xindex>
  %i = shape.assuming %w -> (tensor<2x3xi32>) {
    shape.assuming_yield %x : tensor<2x3xi32>
  }
  check.expect_eq_const %i, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}

func.func @cstr_eq() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %w = shape.cstr_eq %s, %s : tensor<2xindex>, tensor<2xindex>
  %i = shape.assuming %w -> (tensor<2x3xi32>) {
    shape.assuming_yield %x : tensor<2x3xi32>
  }
  check.expect_eq_const %i, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}

func.func @cstr_require() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %yes = arith.constant true
  %w = shape.cstr_require %yes, "must hold"
  %i = shape.assuming %w -> (tensor<2x3xi32>) {
    shape.assuming_yield %x : tensor<2x3xi32>
  }
  check.expect_eq_const %i, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}

func.func @dim() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %one = arith.constant 1 : index
  %n = shape.dim %x, %one : tensor<2x3xi32>, index -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[3]> : tensor<1xi32>
  func.return
}

func.func @div() {
  %six = shape.const_size 6
  %four = shape.const_size 4
  %z = shape.div %six, %four : !shape.size, !shape.size -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[1]> : tensor<1xi32>
  func.return
}

func.func @from_extents() {
  %six = shape.const_size 6
  %four = shape.const_size 4
  %v = shape.from_extents %four, %six : !shape.size, !shape.size
  %r = shape.to_extent_tensor %v : !shape.shape -> tensor<2xindex>
  %i = arith.index_cast %r : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %i, dense<[4, 6]> : tensor<2xi32>
  func.return
}

func.func @get_extent() {
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %two = arith.constant 2 : index
  %n = shape.get_extent %t, %two : tensor<3xindex>, index -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[3]> : tensor<1xi32>
  func.return
}

func.func @index_to_size() {
  %k = arith.constant 9 : index
  %z = "shape.index_to_size"(%k) : (index) -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[9]> : tensor<1xi32>
  func.return
}

func.func @is_broadcastable() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %yes = shape.is_broadcastable %s, %t : tensor<2xindex>, tensor<3xindex>
  %u = shape.const_shape [2, 4] : tensor<2xindex>
  %no = shape.is_broadcastable %s, %u : tensor<2xindex>, tensor<2xindex>
  %i = tensor.from_elements %yes, %no : tensor<2xi1>
  check.expect_eq_const %i, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @max() {
  %six = shape.const_size 6
  %four = shape.const_size 4
  %z = shape.max %six, %four : !shape.size, !shape.size -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[6]> : tensor<1xi32>
  func.return
}

func.func @min() {
  %six = shape.const_size 6
  %four = shape.const_size 4
  %z = shape.min %six, %four : !shape.size, !shape.size -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[4]> : tensor<1xi32>
  func.return
}

func.func @mul() {
  %six = shape.const_size 6
  %four = shape.const_size 4
  %z = shape.mul %six, %four : !shape.size, !shape.size -> !shape.size
  %n = "shape.size_to_index"(%z) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[24]> : tensor<1xi32>
  func.return
}

func.func @num_elements() {
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %n = shape.num_elements %t : tensor<3xindex> -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[12]> : tensor<1xi32>
  func.return
}

func.func @rank() {
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %n = shape.rank %t : tensor<3xindex> -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[3]> : tensor<1xi32>
  func.return
}

func.func @shape_eq() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %yes = shape.shape_eq %s, %s : tensor<2xindex>, tensor<2xindex>
  %no = shape.shape_eq %s, %t : tensor<2xindex>, tensor<3xindex>
  %i = tensor.from_elements %yes, %no : tensor<2xi1>
  check.expect_eq_const %i, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @shape_of() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %r = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %i = arith.index_cast %r : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %i, dense<[2, 3]> : tensor<2xi32>
  func.return
}

func.func @size_to_index() {
  %six = shape.const_size 6
  %n = "shape.size_to_index"(%six) : (!shape.size) -> index
  %v = tensor.from_elements %n : tensor<1xindex>
  %i = arith.index_cast %v : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %i, dense<[6]> : tensor<1xi32>
  func.return
}

func.func @to_extent_tensor() {
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %v = "shape.from_extent_tensor"(%t) : (tensor<3xindex>) -> !shape.shape
  %r = shape.to_extent_tensor %v : !shape.shape -> tensor<3xindex>
  %i = arith.index_cast %r : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %i, dense<[4, 1, 3]> : tensor<3xi32>
  func.return
}
