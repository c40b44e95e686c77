// stablehlo.case
func.func @f(%0: tensor<i32>, %1: tensor<3xf32>) {
  %r = "stablehlo.case"(%0) ({
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  })
      : (tensor<i32>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.if
func.func @f(%0: tensor<i1>, %1: tensor<3xf32>) {
  %r = "stablehlo.if"(%0) ({
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  }, {
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  })
      : (tensor<i1>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.optimization_barrier
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.optimization_barrier"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.return
func.func @f(%0: tensor<i1>, %1: tensor<3xf32>) {
  %r = "stablehlo.if"(%0) ({
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  }, {
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  })
      : (tensor<i1>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.while
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.while"(%0) ({
  ^bb0(%a: tensor<2x3xf32>):
    %p = "stablehlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<2x3xf32>):
    "stablehlo.return"(%a) : (tensor<2x3xf32>) -> ()
  })
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
