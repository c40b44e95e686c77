// shape.add
func.func @f(%0: index, %1: index) {
  %r = "shape.add"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.any
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.any"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.assuming
func.func @f(%0: !shape.witness, %1: tensor<4xf32>) {
  %r = "shape.assuming"(%0) ({
    "shape.assuming_yield"(%1) : (tensor<4xf32>) -> ()
  })
      : (!shape.witness) -> tensor<4xf32>
  return
}
// -----
// shape.assuming_all
func.func @f(%0: !shape.witness) {
  %r = "shape.assuming_all"(%0) : (!shape.witness) -> !shape.witness
  return
}
// -----
// shape.assuming_yield
func.func @f(%0: !shape.witness, %1: tensor<4xf32>) {
  %r = "shape.assuming"(%0) ({
    "shape.assuming_yield"(%1) : (tensor<4xf32>) -> ()
  })
      : (!shape.witness) -> tensor<4xf32>
  return
}
// -----
// shape.broadcast
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.broadcast"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.concat
func.func @f(%0: tensor<2xindex>, %1: tensor<2xindex>) {
  %r = "shape.concat"(%0, %1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.const_shape
func.func @f() {
  %r = "shape.const_shape"() {shape = dense<1> : tensor<2xindex>} : () -> tensor<2xindex>
  return
}
// -----
// shape.const_size
func.func @f() {
  %r = "shape.const_size"() {value = 1 : index} : () -> !shape.size
  return
}
// -----
// shape.const_witness
func.func @f() {
  %r = "shape.const_witness"() {passing = true} : () -> !shape.witness
  return
}
// -----
// shape.cstr_broadcastable
func.func @f(%0: tensor<2xindex>, %1: tensor<2xindex>) {
  %r = "shape.cstr_broadcastable"(%0, %1) : (tensor<2xindex>, tensor<2xindex>) -> !shape.witness
  return
}
// -----
// shape.cstr_eq
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.cstr_eq"(%0) : (tensor<2xindex>) -> !shape.witness
  return
}
// -----
// shape.cstr_require
func.func @f(%0: i1) {
  %r = "shape.cstr_require"(%0) {msg = "a"} : (i1) -> !shape.witness
  return
}
// -----
// shape.debug_print
func.func @f(%0: !shape.shape) {
  %r = "shape.debug_print"(%0) : (!shape.shape) -> !shape.shape
  return
}
// -----
// shape.dim
func.func @f(%0: tensor<2x3xf32>, %1: index) {
  %r = "shape.dim"(%0, %1) : (tensor<2x3xf32>, index) -> index
  return
}
// -----
// shape.div
func.func @f(%0: index, %1: index) {
  %r = "shape.div"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.from_extent_tensor
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.from_extent_tensor"(%0) : (tensor<2xindex>) -> !shape.shape
  return
}
// -----
// shape.from_extents
func.func @f(%0: index) {
  %r = "shape.from_extents"(%0) : (index) -> !shape.shape
  return
}
// -----
// shape.get_extent
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r = "shape.get_extent"(%0, %1) : (tensor<2xindex>, index) -> index
  return
}
// -----
// shape.index_to_size
func.func @f(%0: index) {
  %r = "shape.index_to_size"(%0) : (index) -> !shape.size
  return
}
// -----
// shape.is_broadcastable
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.is_broadcastable"(%0) : (tensor<2xindex>) -> i1
  return
}
// -----
// shape.max
func.func @f(%0: !shape.size, %1: !shape.size) {
  %r = "shape.max"(%0, %1) : (!shape.size, !shape.size) -> !shape.size
  return
}
// -----
// shape.meet
func.func @f(%0: index, %1: index) {
  %r = "shape.meet"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.min
func.func @f(%0: !shape.size, %1: !shape.size) {
  %r = "shape.min"(%0, %1) : (!shape.size, !shape.size) -> !shape.size
  return
}
// -----
// shape.mul
func.func @f(%0: index, %1: index) {
  %r = "shape.mul"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.num_elements
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.num_elements"(%0) : (tensor<2xindex>) -> index
  return
}
// -----
// shape.rank
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.rank"(%0) : (tensor<2xindex>) -> index
  return
}
// -----
// shape.reduce
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r = "shape.reduce"(%0, %1) ({
  ^bb0(%i: index, %n: index, %a: index):
    "shape.yield"(%a) : (index) -> ()
  }) : (tensor<2xindex>, index) -> index
  return
}
// -----
// shape.shape_eq
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.shape_eq"(%0) : (tensor<2xindex>) -> i1
  return
}
// -----
// shape.shape_of
func.func @f(%0: tensor<2x3xf32>) {
  %r = "shape.shape_of"(%0) : (tensor<2x3xf32>) -> tensor<2xindex>
  return
}
// -----
// shape.size_to_index
func.func @f(%0: index) {
  %r = "shape.size_to_index"(%0) : (index) -> index
  return
}
// -----
// shape.split_at
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r:2 = "shape.split_at"(%0, %1) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return
}
// -----
// shape.to_extent_tensor
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.to_extent_tensor"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.value_as_shape
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.value_as_shape"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.value_of
func.func @f(%0: !shape.value_shape) {
  %r = "shape.value_of"(%0) : (!shape.value_shape) -> tensor<2x3xf32>
  return
}
// -----
// shape.with_shape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xindex>) {
  %r = "shape.with_shape"(%0, %1) : (tensor<2x3xf32>, tensor<2xindex>) -> !shape.value_shape
  return
}
// -----
// shape.yield
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r = "shape.reduce"(%0, %1) ({
  ^bb0(%i: index, %n: index, %a: index):
    "shape.yield"(%a) : (index) -> ()
  }) : (tensor<2xindex>, index) -> index
  return
}
