// sdy.all_gather
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = "sdy.all_gather"(%0) {gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.all_reduce
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.all_reduce"(%0) {reduction_axes = #sdy<axis_ref_list{"x"}>, out_sharding = #sdy.sharding<@mesh, [{}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.all_slice
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.all_slice"(%0) {slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{"x"}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.all_to_all
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = "sdy.all_to_all"(%0) {params = #sdy<all_to_all_param_list[{"x"}: 0->1]>,
      out_sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}
      : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
// sdy.collective_permute
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = "sdy.collective_permute"(%0) {out_sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.constant
func.func @f() {
  %r = "sdy.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}
// -----
// sdy.data_flow_edge
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.data_flow_edge"(%0) {sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.func_data_flow_edge
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.func_data_flow_edge"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.manual_computation
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.manual_computation"(%0) ({
  ^bb0(%a: tensor<2xf32>):
    "sdy.return"(%a) : (tensor<2xf32>) -> ()
  }) {in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>,
      out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.mesh
sdy.mesh @mesh = <["x"=2]>
// -----
// sdy.named_computation
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.named_computation"(%0) ({
  ^bb0(%a: tensor<4xf32>):
    "sdy.return"(%a) : (tensor<4xf32>) -> ()
  }) {name = "twice"}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.propagation_barrier
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.propagation_barrier"(%0) {allowed_direction = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.reduce_scatter
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.reduce_scatter"(%0) {reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{"x"}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.replicated_to_unreduced
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
  %r = "sdy.replicated_to_unreduced"(%0) {axes = #sdy<axis_ref_list{"x"}>,
      out_sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.reshard
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.reshard"(%0) {sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.return
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.named_computation"(%0) ({
  ^bb0(%a: tensor<4xf32>):
    "sdy.return"(%a) : (tensor<4xf32>) -> ()
  }) {name = "twice"}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.sharded_to_unreduced
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = "sdy.sharded_to_unreduced"(%0) {axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.sharding_constraint
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.sharding_constraint"(%0) {sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.sharding_group
func.func @f(%0: tensor<2x3xf32>) {
  "sdy.sharding_group"(%0) {group_id = 1 : i64} : (tensor<2x3xf32>) -> ()
  return
}
