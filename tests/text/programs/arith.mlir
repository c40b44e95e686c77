// Operations of the arith dialect, with all their optional parts.
func.func @a(%x: i32, %y: f32, %t: tensor<4xi32>, %f: tensor<4xf32>) {
  %5 = arith.fptoui %y : f32 to i32
  %6 = arith.maxnumf %y, %y : f32
  %7 = arith.minnumf %f, %f fastmath<nnan> : tensor<4xf32>
  %8 = arith.extf %y : f32 to f64
 %9 = arith.truncf %8 : f64 to f32
  %12 = arith.addi %x, %x overflow<nsw, nuw> : i32
  %13 = arith.trunci %x overflow<nsw> : i32 to i8
  %14 = arith.extui %13 : i8 to i32
  %15 = arith.shli %x, %x overflow<nuw> : i32
  %16 = arith.cmpf olt, %y, %y fastmath<nnan,ninf> : f32
  %17 = arith.cmpi slt, %t, %t : tensor<4xi32>
  %18 = arith.select %17, %t, %t : tensor<4xi1>, tensor<4xi32>
  %20 = arith.constant dense<1> : tensor<4xi32>
  %21 = arith.constant {foo} 1.0 : bf16
  %22 = arith.divsi %x, %x : i32
  %23 = arith.divui %x, %x exact : i32
  %24 = arith.shrsi %x, %x exact : i32
  %25 = arith.extui %13 nneg : i8 to i32
  %26 = arith.uitofp %x nneg : i32 to f32
  %c = arith.constant true
  %c_1 = arith.constant false
  %c2 = arith.constant -1 : i8
  %c3 = arith.constant 10 : index
  %c4 = arith.constant dense<true> : tensor<2xi1>
  %27 = arith.negf %y : f32
  %28 = arith.remf %y, %y : f32
  %29 = arith.index_cast %x : i32 to index
  %30 = arith.bitcast %x : i32 to f32
  return
}
// -----
func.func @f(%x: i32, %y: f32) {
 %0 = arith.addi %x, %x : i32
 %1 = arith.subi %x, %x : i32
 %2 = arith.muli %x, %x : i32
 %3 = arith.divsi %x, %x : i32
 %4 = arith.divui %x, %x : i32
 %5 = arith.remsi %x, %x : i32
 %6 = arith.remui %x, %x : i32
 %7 = arith.floordivsi %x, %x : i32
 %8 = arith.ceildivsi %x, %x : i32
 %9 = arith.ceildivui %x, %x : i32
 %10 = arith.andi %x, %x : i32
 %11 = arith.ori %x, %x : i32
 %12 = arith.xori %x, %x : i32
 %13 = arith.maxsi %x, %x : i32
 %14 = arith.minsi %x, %x : i32
 %15 = arith.maxui %x, %x : i32
 %16 = arith.minui %x, %x : i32
 %17 = arith.shli %x, %x : i32
 %18 = arith.shrsi %x, %x : i32
 %19 = arith.shrui %x, %x : i32
 %20 = arith.addf %y, %y : f32
 %21 = arith.subf %y, %y : f32
 %22 = arith.mulf %y, %y : f32
 %23 = arith.divf %y, %y : f32
 %24 = arith.remf %y, %y : f32
 %25 = arith.maximumf %y, %y : f32
 %26 = arith.minimumf %y, %y : f32
 %27 = arith.maxnumf %y, %y : f32
 %28 = arith.minnumf %y, %y : f32
return
}
// -----
func.func @extended(%x: i32, %t: tensor<4xi8>, %y: f16) {
  %0:2 = arith.addui_extended %x, %x : i32, i1
  %1:2 = arith.subui_extended %t, %t {foo} : tensor<4xi8>, tensor<4xi1>
  %2:2 = arith.mulsi_extended %x, %x : i32
  %3:2 = arith.mului_extended %t, %t : tensor<4xi8>
  %4 = arith.convertf %y fastmath<fast> : f16 to bf16
  %5 = arith.extf %y fastmath<nnan> : f16 to f32
  %6 = arith.truncf %5 fastmath<ninf> : f32 to bf16
  return
}
