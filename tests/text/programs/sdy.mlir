// Operations and attributes of the sdy dialect, with blanks as programs have them.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
 %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
 %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> {foo = 1} : tensor<8x8xf32>
 %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
 %3 = sdy.collective_permute %2 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
 %4 = sdy.all_reduce {"y"} %3 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
 %5 = sdy.reduce_scatter [{"y"}, {}] %4 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<8x8xf32>
 %6 = sdy.constant dense<1.0> : tensor<8x8xf32>
 %7 = sdy.data_flow_edge %b sharding=<@m, [{"y"}, {"x"}]> : tensor<8x8xf32>
 %88 = sdy.propagation_barrier %7 allowed_direction=NONE : tensor<8x8xf32>
 %8 = sdy.propagation_barrier %88 allowed_direction = BACKWARD : tensor<8x8xf32>
 sdy.sharding_group %8 group_id=3 : tensor<8x8xf32>
 return %8 : tensor<8x8xf32>
}
// -----
sdy.mesh @maximal_mesh = <[], device_ids=[0]>
sdy.mesh @m = <["x"=2,"y"=4],device_ids=[7,6,5,4,3,2,1,0]>
func.func @g(%a: tensor<8x8xf32>, %b: tensor<f32>, %b3: tensor<f32>) -> (tensor<8x8xf32>, tensor<f32>) {
 %0 = sdy.sharding_constraint %a <@m, [{ },{?}]> : tensor<8x8xf32>
 %1 = sdy.sharding_constraint %b <@maximal_mesh, []> : tensor<f32>
 %2 = sdy.sharding_constraint %a <mesh<["x"=2]>, [{"x"}, {?}]> : tensor<8x8xf32>
 %4 = sdy.data_flow_edge %b3 : tensor<f32>
 %n:2 = sdy.named_computation<"foo">(%0, %1) in_shardings=[<@m, [{}, {}]>, <@m, []>] out_shardings=[<@m, [{}, {}]>, <@m, []>] (%c: tensor<8x8xf32>, %d: tensor<f32>) {
   sdy.return %c, %d : tensor<8x8xf32>, tensor<f32>
 } {x = 1} : (tensor<8x8xf32>, tensor<f32>) -> (tensor<8x8xf32>, tensor<f32>)
 %k = sdy.named_computation<"foo b">(%0) (%c: tensor<8x8xf32>) {
   sdy.return %c : tensor<8x8xf32>
 } : (tensor<8x8xf32>) -> (tensor<8x8xf32>)
 %mm = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%e: tensor<4x8xf32>) {
   %q = stablehlo.add %e, %e : tensor<4x8xf32>
   sdy.return %q : tensor<4x8xf32>
 } : (tensor<8x8xf32>) -> tensor<8x8xf32>
 sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
   sdy.return
 } : () -> ()
 %rule = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i,j])->([i, j]) {i=8, j=8}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
 %rr = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y":(1)2}]>]>} : tensor<8x8xf32>
 return %n#0, %n#1 : tensor<8x8xf32>, tensor<f32>
}
// -----
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x8xf32> {
 %0 = sdy.reshard %a <@m, [{"y":(1)2}, {"y":(2)2, ?}p2],replicated={"x"}> : tensor<8x8xf32>
 %1 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
 return %0 : tensor<8x8xf32>
}
// -----
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x8xf32> {
 %2 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
 return %2 : tensor<8x8xf32>
}
// -----
func.func @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
 %0 = "sdy.func_data_flow_edge"(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
 return %0 : tensor<8x8xf32>
}
