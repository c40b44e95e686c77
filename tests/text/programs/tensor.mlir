// Operations of the tensor dialect, with all their optional parts.
func.func @f(%n: index, %x: tensor<?x3xf32>, %e: f32) -> tensor<?x3xf32> {
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%i, %j] : tensor<?x3xf32>
    tensor.yield %v : f32
  } : tensor<?x3xf32>
  %s = tensor.extract_slice %x[0, %n] [2, 1] [1, %n] : tensor<?x3xf32> to tensor<2x1xf32>
  %s2 = tensor.extract_slice %x[0, 0] [2, 1] [1, 1] {foo} : tensor<?x3xf32> to tensor<2xf32>
  %i = tensor.insert_slice %s into %x[0, 1] [2, 1] [1, 1] : tensor<2x1xf32> into tensor<?x3xf32>
  %sp = tensor.splat %e : tensor<4xf32>
  %sp2 = tensor.splat %e[%n] : tensor<?x4xf32>
  %c = tensor.concat dim(0) %x, %x : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %p = tensor.pad %x low[1, %n] high[0, 2] {
  ^bb0(%i2: index, %j2: index):
    tensor.yield %e : f32
  } : tensor<?x3xf32> to tensor<?x?xf32>
  %p2 = tensor.pad %x nofold low[1, 0] high[0, 2] {
  ^bb0(%i3: index, %j3: index):
    tensor.yield %e : f32
  } : tensor<?x3xf32> to tensor<?x5xf32>
  %bc = tensor.bitcast %s : tensor<2x1xf32> to tensor<2x1xi32>
  %ee = tensor.empty(%n) : tensor<?x3xf32>
  %e2 = tensor.empty() : tensor<3xf32>
  %r = tensor.rank %x : tensor<?x3xf32>
  %fe = tensor.from_elements %e, %e : tensor<2xf32>
  %fe0 = tensor.from_elements : tensor<0xf32>
  %cs = tensor.collapse_shape %x [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  %es = tensor.expand_shape %cs [[0, 1]] output_shape [%n, 3] : tensor<?xf32> into tensor<?x3xf32>
  %idx = arith.constant dense<[[0, 1], [1, 2]]> : tensor<2x2xi32>
  return %g : tensor<?x3xf32>
}
// -----
func.func @gather_and_scatter(%s: tensor<4x5x6xf32>, %i: tensor<7x2xindex>, %j: tensor<7x8x1xi32>, %d: tensor<7x8x4x6xf32>) {
  %0 = tensor.gather %s[%i] gather_dims([0, 2]) unique : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x1x5x1xf32>
  %1 = tensor.gather %s[%j] gather_dims([1]) {note} : (tensor<4x5x6xf32>, tensor<7x8x1xi32>) -> tensor<7x8x4x6xf32>
  %2 = tensor.scatter %d into %s[%j] scatter_dims([1]) unique : (tensor<7x8x4x6xf32>, tensor<4x5x6xf32>, tensor<7x8x1xi32>) -> tensor<4x5x6xf32>
  return
}
