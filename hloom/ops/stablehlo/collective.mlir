// stablehlo.all_gather
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}
// -----
// stablehlo.all_reduce
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.all_to_all
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}
// -----
// stablehlo.collective_broadcast
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.collective_permute
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.collective_reduce
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.collective_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.cross-replica-sum
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.cross-replica-sum"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.partition_id
func.func @f() {
  %r = "stablehlo.partition_id"() : () -> tensor<ui32>
  return
}
// -----
// stablehlo.reduce_scatter
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
// stablehlo.replica_id
func.func @f() {
  %r = "stablehlo.replica_id"() : () -> tensor<ui32>
  return
}
