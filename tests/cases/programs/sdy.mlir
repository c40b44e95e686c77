sdy.mesh @mesh = <["x"=2]>

func.func @all_gather() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %d = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  %r = sdy.all_gather [{"x"}, {}] %d out_sharding=<@mesh, [{}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @all_reduce() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @all_slice() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.all_slice [{"x"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @all_to_all() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %d = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  %r = sdy.all_to_all [{"x"}: 0->1] %d out_sharding=<@mesh, [{}, {"x"}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @collective_permute() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %d = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  %r = sdy.collective_permute %d out_sharding=<@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @constant() {
  %r = sdy.constant dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  func.return
}

func.func @data_flow_edge() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.data_flow_edge %x sharding=<@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @func_data_flow_edge() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.func_data_flow_edge %x : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @manual_computation() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={} (%a: tensor<2x4xi32>) {
    %s = stablehlo.add %a, %a : tensor<2x4xi32>
    sdy.return %s : tensor<2x4xi32>
  } : (tensor<2x4xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  func.return
}

func.func @named_computation() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.named_computation<"twice">(%x) (%a: tensor<2x4xi32>) {
    %s = stablehlo.add %a, %a : tensor<2x4xi32>
    sdy.return %s : tensor<2x4xi32>
  } : (tensor<2x4xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  func.return
}

func.func @propagation_barrier() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.propagation_barrier %x allowed_direction=NONE : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @reduce_scatter() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.reduce_scatter [{"x"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @replicated_to_unreduced() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %d = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"x"}> : tensor<2x4xi32>
  %r = sdy.replicated_to_unreduced {"x"} %d out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @reshard() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.reshard %x <@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @sharded_to_unreduced() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %d = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  %r = sdy.sharded_to_unreduced [{"x"}, {}] %d out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @sharding_constraint() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  func.return
}

func.func @sharding_group() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  sdy.sharding_group %x group_id=3 : tensor<2x4xi32>
  %r = stablehlo.add %x, %x : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  func.return
}
