module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[[2.80952191]], [[2.44954109]], [[2.33099675]], [[3.06487632]]]> : tensor<4x1x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x1x1xf32>
    %cst_0 = stablehlo.constant dense<[[[0.473597407, -0.207052261, -0.229037762]], [[-0.239197955, -0.762540161, -2.49444032]], [[-1.06734633, -0.626281082, 0.0538750924]], [[-1.40179729, 0.327425122, -0.146490023]]]> : tensor<4x1x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<4x1x3xf32>
    %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x1x1xf32>, tensor<4x1x3xf32>) -> tensor<4x1x3xf32>
    check.expect_almost_eq_const %2, dense<[[[0.168568686, -0.0736966208, -0.081521973]], [[-0.0976501107, -0.311299205, -1.01832962]], [[-0.457892686, -0.268675238, 0.0231124703]], [[-0.457374841, 0.106831431, -0.047796391]]]> : tensor<4x1x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[(2.9554306487770106,0.32968066051936606), (0.70411986983039498,-0.24201469870689157), (1.0142919013861993,-0.20578164863600318)], [(0.44650553232447171,-0.14102758889900097), (3.3438469457987736,-0.14300455889800259), (-0.77020496651149994,0.084087691008715049)], [(-0.12645612517246044,-0.73788317678110182), (-0.45020771241413887,0.10471020703579122), (3.3713579399876408,-0.68305828981854189)]]> : tensor<3x3xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x3xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<[[(1.2552677586518795,1.3113436154693916)], [(0.14687738063613059,2.5358214641088925)], [(-1.4205449328836344,1.0062042709464858)]]> : tensor<3x1xcomplex<f64>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3x1xcomplex<f64>>
    %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x1xcomplex<f64>>) -> tensor<3x1xcomplex<f64>>
    check.expect_almost_eq_const %2, dense<[[(0.37062489442905128,0.48504994561888726)], [(0.02785350719999715,0.62820109380552802)], [(-0.43900191244000025,0.36305960220973071)]]> : tensor<3x1xcomplex<f64>>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[(2.94196939,-0.528091371), (-0.124614947,0.691914737), (0.0589966141,0.742727041)], [(0.640901088,0.206525058), (2.5069263,0.523478329), (0.639261543,-0.245472044)], [(0.173827857,0.231758714), (0.125293761,-0.306994557), (2.23632932,0.0415404327)]]]> : tensor<1x3x3xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x3xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[[[(0.254931718,-0.27559033), (0.176216409,0.171338052)], [(0.681293785,-0.14887549), (0.0543720648,0.634954512)], [(0.141477764,0.364010543), (1.77117479,0.737789571)]]]> : tensor<1x3x2xcomplex<f32>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3x2xcomplex<f32>>
    %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<1x3x3xcomplex<f32>>, tensor<1x3x2xcomplex<f32>>) -> tensor<1x3x2xcomplex<f32>>
    check.expect_almost_eq_const %2, dense<[[[(0.128734663,-0.145825401), (0.195433721,-0.0663312078)], [(0.2102357,-0.137989715), (-0.15349862,0.28310892)], [(0.0662640482,0.161540568), (0.797853767,0.315090626)]]]> : tensor<1x3x2xcomplex<f32>>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[(2.60757971,0.182279766), (-0.00201859348,-0.410487056), (0.580392063,-0.151746869), (0.354005516,-0.185712799)], [(-2.181350e-01,0.118059866), (2.75672674,0.232975617), (-0.0629802719,-0.275360256), (0.785742461,-0.352069974)], [(-0.0783041567,0.192961752), (-0.624546647,-0.151781216), (2.86870909,0.630065858), (0.0047949357,0.783017397)], [(0.458770812,-0.371197969), (-0.0638306215,0.0669977888), (-0.172414109,0.198736295), (3.5014534,-0.604873776)]], [[(3.82791924,0.0602286234), (0.25747928,0.241034567), (0.0388657078,-0.107510634), (0.125624776,0.587290049)], [(-0.784667491,-0.249146745), (3.35634613,-0.547776103), (-0.399474531,1.42643273), (0.311547428,-0.0583247058)], [(-0.102491565,0.13085258), (0.1435574,-0.948434054), (3.16965938,-0.19001551), (0.342460781,1.12370884)], [(0.326356649,0.62517786), (-0.733182907,-0.332787246), (-6.526480e-03,-0.313126326), (3.0471971,0.457428068)]]]> : tensor<2x4x4xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4x4xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[[[(-1.68240857,1.19498253), (1.38314426,-0.498359352), (0.563113511,-1.13594806), (-1.96869731,-0.106414817)]], [[(1.19944704,1.06840694), (-1.00879848,-0.270609498), (1.46608448,-0.410014272), (-0.809624671,-1.19652569)]]]> : tensor<2x1x4xcomplex<f32>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1x4xcomplex<f32>>
    %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<2x4x4xcomplex<f32>>, tensor<2x1x4xcomplex<f32>>) -> tensor<2x1x4xcomplex<f32>>
    check.expect_almost_eq_const %2, dense<[[[(-0.916489363,1.88854551), (2.88649058,-0.947574377), (0.489228636,0.406086445), (-1.96869731,-0.106414817)]], [[(0.250628799,1.55492592), (0.76992166,-0.150586724), (0.398802668,0.909531235), (-0.809624671,-1.19652569)]]]> : tensor<2x1x4xcomplex<f32>>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<(2.96035433,-0.155612722)> : tensor<1x1xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[[(1.07042551,1.27990675), (0.553905189,0.44686681), (-0.325083643,4.444080e-01)]]> : tensor<1x3xcomplex<f32>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3xcomplex<f32>>
    %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<1x1xcomplex<f32>>, tensor<1x3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
    check.expect_almost_eq_const %2, dense<[[(1.07042551,1.27990675), (0.553905189,0.44686681), (-0.325083643,4.444080e-01)]]> : tensor<1x3xcomplex<f32>>
    return
  }
}

