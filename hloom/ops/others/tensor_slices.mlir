// tensor.bitcast
func.func @f(%0: tensor<4xf32>) {
  %r = "tensor.bitcast"(%0) : (tensor<4xf32>) -> tensor<4xi32>
  return
}
// -----
// tensor.concat
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "tensor.concat"(%0, %1) {dim = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}
// -----
// tensor.extract_slice
func.func @f(%0: tensor<8xf32>, %1: index, %2: index, %3: index) {
  %r = "tensor.extract_slice"(%0, %1, %2, %3) {operandSegmentSizes = array<i32: 1, 1, 1, 1>,
      static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>,
      static_strides = array<i64: -9223372036854775808>} : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
  return
}
// -----
// tensor.generate
func.func @f(%0: index, %1: f32) {
  %r = "tensor.generate"(%0) ({
  ^bb0(%i: index):
    "tensor.yield"(%1) : (f32) -> ()
  }) : (index) -> tensor<?xf32>
  return
}
// -----
// tensor.insert_slice
func.func @f(%0: tensor<?xf32>, %1: tensor<8xf32>, %2: index, %3: index, %4: index) {
  %r = "tensor.insert_slice"(%0, %1, %2, %3, %4) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>,
      static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>,
      static_strides = array<i64: -9223372036854775808>}
      : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
  return
}
// -----
// tensor.pad
func.func @f(%0: tensor<4xf32>, %1: index, %2: index, %3: f32) {
  %r = "tensor.pad"(%0, %1, %2) ({
  ^bb0(%i: index):
    "tensor.yield"(%3) : (f32) -> ()
  }) {operandSegmentSizes = array<i32: 1, 1, 1>, static_low = array<i64: -9223372036854775808>,
      static_high = array<i64: -9223372036854775808>} : (tensor<4xf32>, index, index) -> tensor<?xf32>
  return
}
// -----
// tensor.yield
func.func @f(%0: index, %1: f32) {
  %r = "tensor.generate"(%0) ({
  ^bb0(%i: index):
    "tensor.yield"(%1) : (f32) -> ()
  }) : (index) -> tensor<?xf32>
  return
}
