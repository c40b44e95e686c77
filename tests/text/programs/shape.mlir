// Operations of the shape dialect.
func.func @s(%x: tensor<?x3xf32>, %i: index, %b: i1, %sz: !shape.size, %vs: !shape.value_shape) -> index {
  %s = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
  %ss = shape.shape_of %x : tensor<?x3xf32> -> !shape.shape
  %h, %t = "shape.split_at"(%s, %i) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %h2, %t2 = "shape.split_at"(%ss, %sz) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %w = shape.with_shape %x, %s : tensor<?x3xf32>, tensor<2xindex>
  %v = shape.value_of %w : tensor<?x3xf32>
  %vas = shape.value_as_shape %s : tensor<2xindex> -> !shape.shape
  %m = shape.meet %ss, %vas : !shape.shape, !shape.shape -> !shape.shape
  %m1 = shape.meet %ss, %vas, error = "bad" : !shape.shape, !shape.shape -> !shape.shape
  %m2 = shape.meet %i, %i : index, index -> index
  %d = "shape.debug_print"(%ss) : (!shape.shape) -> !shape.shape
  %bc = shape.broadcast %ss, %vas {error = "nope"} : !shape.shape, !shape.shape -> !shape.shape
  %c = shape.cstr_require %b, "msg"
  %r = shape.reduce(%s, %i) : tensor<2xindex> -> index {
  ^bb0(%idx: index, %ext: index, %acc: index):
    %q = shape.mul %acc, %ext : index, index -> index
    shape.yield %q : index
  }
  %any = shape.any %ss, %vas : !shape.shape, !shape.shape -> !shape.shape
  %k = shape.const_size 10
  %k2 = shape.const_shape [1, 2] : !shape.shape
  %k3 = shape.const_shape [] : tensor<0xindex>
  %cw = shape.const_witness true
  %aa = shape.assuming_all %cw, %c
  shape.assuming %aa {
    shape.assuming_yield
  }
  %dim = shape.dim %x, %i : tensor<?x3xf32>, index -> index
  %ge = shape.get_extent %s, %i : tensor<2xindex>, index -> index
  %co = shape.concat %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  %ne = shape.num_elements %ss : !shape.shape -> !shape.size
  %rk = shape.rank %ss : !shape.shape -> !shape.size
  %tt = shape.to_extent_tensor %ss : !shape.shape -> tensor<?xindex>
  %ft = shape.from_extent_tensor %tt : tensor<?xindex>
  %fe = shape.from_extents %i, %i : index, index
  %si = shape.size_to_index %k : !shape.size
  %is = shape.index_to_size %i
  %ib = shape.is_broadcastable %ss, %fe : !shape.shape, !shape.shape
  %eq = shape.shape_eq %ss, %fe : !shape.shape, !shape.shape
  %cb = shape.cstr_broadcastable %s, %tt : tensor<2xindex>, tensor<?xindex>
  %ce = shape.cstr_eq %ss, %fe : !shape.shape, !shape.shape
  %ad = shape.add %i, %i : index, index -> index
  %dv = shape.div %k, %k : !shape.size, !shape.size -> !shape.size
  %mx = shape.max %ss, %fe : !shape.shape, !shape.shape -> !shape.shape
  %mn = shape.min %k, %sz : !shape.size, !shape.size -> !shape.size
  return %r : index
}
