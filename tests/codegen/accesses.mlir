// the rest of a row that needs no load
func.func @main() -> tensor<11x67xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<9x65xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.pad %0, %1, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<9x65xf32>, tensor<f32>) -> tensor<11x67xf32>
  return %2 : tensor<11x67xf32>
}
// -----
// the rest of a row of a scalar that is spread
func.func @main(%x: tensor<f32>, %c: tensor<f32>) -> tensor<11x67xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<9x65xf32>
  %1 = stablehlo.pad %0, %c, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<9x65xf32>, tensor<f32>) -> tensor<11x67xf32>
  return %1 : tensor<11x67xf32>
}
// -----
// the rest of many rows in blocks
func.func @main(%x: tensor<complex<f64>>, %c: tensor<complex<f64>>) -> tensor<3x4099xcomplex<f64>> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<complex<f64>>) -> tensor<1x4099xcomplex<f64>>
  %1 = stablehlo.pad %0, %c, low = [1, 0], high = [1, 0], interior = [0, 0] :
      (tensor<1x4099xcomplex<f64>>, tensor<complex<f64>>) -> tensor<3x4099xcomplex<f64>>
  return %1 : tensor<3x4099xcomplex<f64>>
}
// -----
// a window over a splat
func.func @main() -> tensor<5x4xi64> {
  %0 = stablehlo.constant dense<1> : tensor<5x5xi64>
  %1 = stablehlo.constant dense<0> : tensor<i64>
  %2 = "stablehlo.reduce_window"(%0, %1) <{window_dimensions = array<i64: 5, 1>, padding = dense<[[4, 0], [-1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %3 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %3 : tensor<i64>
  }) : (tensor<5x5xi64>, tensor<i64>) -> tensor<5x4xi64>
  return %2 : tensor<5x4xi64>
}
// -----
// a dilated window over a splat
func.func @main() -> (tensor<9xf32>, tensor<17xi8>) {
  %0 = stablehlo.constant dense<1.0> : tensor<9xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%0, %1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>,
      base_dilations = array<i64: 2>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %6 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
  %3 = stablehlo.constant dense<1> : tensor<17xi8>
  %4 = stablehlo.constant dense<0> : tensor<i8>
  %5 = "stablehlo.reduce_window"(%3, %4) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>,
      base_dilations = array<i64: 2>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %6 = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %6 : tensor<i8>
  }) : (tensor<17xi8>, tensor<i8>) -> tensor<17xi8>
  return %2, %5 : tensor<9xf32>, tensor<17xi8>
}
// -----
// a window over an iota and over a spread scalar
func.func @main(%x: tensor<i32>) -> (tensor<7x9xi32>, tensor<7x9xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<7x9xi32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<7x9xi32>
  %2 = stablehlo.constant dense<0> : tensor<i32>
  %3 = "stablehlo.reduce_window"(%0, %2) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %5 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %5 : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<7x9xi32>
  %4 = "stablehlo.reduce_window"(%1, %2) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %5 = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %5 : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<7x9xi32>
  return %3, %4 : tensor<7x9xi32>, tensor<7x9xi32>
}
// -----
// an arm of a choice that is not taken, before the start
func.func @main(%x: tensor<1xf64>, %c: tensor<f64>) -> tensor<4xf64> {
  %0 = stablehlo.pad %x, %c, low = [2], high = [1], interior = [1] : (tensor<1xf64>, tensor<f64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
// -----
// a dilated window, before the start
func.func @main(%x: tensor<1x1xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%x, %0) <{window_dimensions = array<i64: 2, 1>, base_dilations = array<i64: 2, 3>,
      padding = dense<[[2, 2], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<1x1xf32>, tensor<f32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
// -----
// tiles of narrow elements that are turned in registers
func.func @main(%x: tensor<25x100xui8>, %y: tensor<25x100xui8>, %p: tensor<100x25xi1>) -> tensor<100x25xui8> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<25x100xui8>) -> tensor<100x25xui8>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<25x100xui8>) -> tensor<100x25xui8>
  %2 = stablehlo.select %p, %0, %1 : tensor<100x25xi1>, tensor<100x25xui8>
  return %2 : tensor<100x25xui8>
}
// -----
// a fold without elements
func.func @main(%x: tensor<8xf32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.slice %x [8:8] : (tensor<8xf32>) -> tensor<0xf32>
  %1 = stablehlo.reduce(%0 init: %y) applies stablehlo.add across dimensions = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// -----
// masked loads of a product and of a window in one module
func.func @main(%x: tensor<7x8xi64>, %y: tensor<8x13xi64>, %z: tensor<13x41xi64>, %v: tensor<7x8xf64>, %w: tensor<8x13xf64>,
                %u: tensor<13x41xf64>) -> (tensor<7x13xi64>, tensor<13x41xi64>, tensor<7x13xf64>, tensor<13x41xf64>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<7x8xi64>, tensor<8x13xi64>) -> tensor<7x13xi64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %unit = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f64>) -> tensor<7x8xf64>
  %v1 = stablehlo.maximum %unit, %unit : tensor<7x8xf64>
  %w0 = stablehlo.is_finite %w : (tensor<8x13xf64>) -> tensor<8x13xi1>
  %w1 = stablehlo.convert %w0 : (tensor<8x13xi1>) -> tensor<8x13xf64>
  %1 = stablehlo.dot_general %v1, %w1, contracting_dims = [1] x [0] : (tensor<7x8xf64>, tensor<8x13xf64>) -> tensor<7x13xf64>
  %2 = stablehlo.constant dense<-1> : tensor<i64>
  %3 = stablehlo.constant dense<-1.0> : tensor<f64>
  %4 = "stablehlo.reduce_window"(%z, %2) <{window_dimensions = array<i64: 1, 41>, padding = dense<[[0, 0], [40, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %6 = stablehlo.maximum %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }) : (tensor<13x41xi64>, tensor<i64>) -> tensor<13x41xi64>
  %5 = "stablehlo.reduce_window"(%u, %3) <{window_dimensions = array<i64: 1, 41>, padding = dense<[[0, 0], [40, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %6 = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %6 : tensor<f64>
  }) : (tensor<13x41xf64>, tensor<f64>) -> tensor<13x41xf64>
  return %0, %4, %1, %5 : tensor<7x13xi64>, tensor<13x41xi64>, tensor<7x13xf64>, tensor<13x41xf64>
}
// -----
// a product of quantized tensors with zero points
func.func @main(%x: tensor<2x16x32x!quant.uniform<i8:f32, 2.0:15>>, %y: tensor<2x32x32x!quant.uniform<i8:f32, 5.0:0>>)
    -> tensor<2x16x32x!quant.uniform<i8:f32, 10.0:50>> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] :
      (tensor<2x16x32x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x32x32x!quant.uniform<i8:f32, 5.0:0>>)
      -> tensor<2x16x32x!quant.uniform<i8:f32, 10.0:50>>
  return %0 : tensor<2x16x32x!quant.uniform<i8:f32, 10.0:50>>
}
