// sort M M
%made = "stablehlo.sort"(%x0) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S):
%zero = stablehlo.constant dense<0.0> : S
%nan = stablehlo.constant dense<NAN> : S
%l0 = stablehlo.compare EQ, %l, %zero, FLOAT : (S, S) -> P
%l1 = stablehlo.select %l0, %zero, %l : P, S
%l2 = stablehlo.compare NE, %l, %l, FLOAT : (S, S) -> P
%l3 = stablehlo.select %l2, %nan, %l1 : P, S
%r0 = stablehlo.compare EQ, %r, %zero, FLOAT : (S, S) -> P
%r1 = stablehlo.select %r0, %zero, %r : P, S
%r2 = stablehlo.compare NE, %r, %r, FLOAT : (S, S) -> P
%r3 = stablehlo.select %r2, %nan, %r1 : P, S
%less = stablehlo.compare LT, %l3, %r3, TOTALORDER : (S, S) -> P
stablehlo.return %less : P
}) : (M) -> M
// -----
// argsort M I
%places = stablehlo.iota dim = DIMENSION : I
%sorted, %made = "stablehlo.sort"(%x0, %places) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S, %p: J, %q: J):
%zero = stablehlo.constant dense<0.0> : S
%nan = stablehlo.constant dense<NAN> : S
%l0 = stablehlo.compare EQ, %l, %zero, FLOAT : (S, S) -> P
%l1 = stablehlo.select %l0, %zero, %l : P, S
%l2 = stablehlo.compare NE, %l, %l, FLOAT : (S, S) -> P
%l3 = stablehlo.select %l2, %nan, %l1 : P, S
%r0 = stablehlo.compare EQ, %r, %zero, FLOAT : (S, S) -> P
%r1 = stablehlo.select %r0, %zero, %r : P, S
%r2 = stablehlo.compare NE, %r, %r, FLOAT : (S, S) -> P
%r3 = stablehlo.select %r2, %nan, %r1 : P, S
%less = stablehlo.compare LT, %l3, %r3, TOTALORDER : (S, S) -> P
stablehlo.return %less : P
}) : (M, I) -> (M, I)
// -----
// sort_pairs MI I
%sorted, %made = "stablehlo.sort"(%x0, %x1) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S, %p: J, %q: J):
%zero = stablehlo.constant dense<0.0> : S
%nan = stablehlo.constant dense<NAN> : S
%l0 = stablehlo.compare EQ, %l, %zero, FLOAT : (S, S) -> P
%l1 = stablehlo.select %l0, %zero, %l : P, S
%l2 = stablehlo.compare NE, %l, %l, FLOAT : (S, S) -> P
%l3 = stablehlo.select %l2, %nan, %l1 : P, S
%r0 = stablehlo.compare EQ, %r, %zero, FLOAT : (S, S) -> P
%r1 = stablehlo.select %r0, %zero, %r : P, S
%r2 = stablehlo.compare NE, %r, %r, FLOAT : (S, S) -> P
%r3 = stablehlo.select %r2, %nan, %r1 : P, S
%less = stablehlo.compare LT, %l3, %r3, TOTALORDER : (S, S) -> P
stablehlo.return %less : P
}) : (M, I) -> (M, I)
// -----
// sort_integers M M
%made = "stablehlo.sort"(%x0) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S):
%less = stablehlo.compare LT, %l, %r, ORDER : (S, S) -> P
stablehlo.return %less : P
}) : (M) -> M
// -----
// argsort_integers M I
%places = stablehlo.iota dim = DIMENSION : I
%sorted, %made = "stablehlo.sort"(%x0, %places) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S, %p: J, %q: J):
%less = stablehlo.compare LT, %l, %r, ORDER : (S, S) -> P
stablehlo.return %less : P
}) : (M, I) -> (M, I)
// -----
// sort_pairs_integers MI I
%sorted, %made = "stablehlo.sort"(%x0, %x1) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S, %p: J, %q: J):
%less = stablehlo.compare LT, %l, %r, ORDER : (S, S) -> P
stablehlo.return %less : P
}) : (M, I) -> (M, I)
// -----
// argsort_by_two MM I
%places = stablehlo.iota dim = DIMENSION : I
%first, %second, %made = "stablehlo.sort"(%x0, %x1, %places) <{dimension = DIMENSION : i64, is_stable = true}> ({
^bb0(%l: S, %r: S, %m: S, %n: S, %p: J, %q: J):
%later = stablehlo.compare LT, %m, %n, ORDER : (S, S) -> P
%less = stablehlo.compare LT, %l, %r, ORDER : (S, S) -> P
%same = stablehlo.compare EQ, %l, %r, ORDER : (S, S) -> P
%both = stablehlo.and %same, %later : P
%either = stablehlo.or %less, %both : P
stablehlo.return %either : P
}) : (M, M, I) -> (M, M, I)
// -----
// top M VI
%made, %places = chlo.top_k(%x0, k = LENGTH) : M -> (V, I)
// -----
// transform A M
%made = stablehlo.fft %x0, type = KIND, length = [LENGTH] : (A) -> M
// -----
// product AB M
%made = stablehlo.dot_general %x0, %x1, contracting_dims = [LEFT] x [RIGHT] : (A, B) -> M
// -----
// products AB M
%made = stablehlo.dot_general %x0, %x1, batching_dims = [0] x [0], contracting_dims = [LEFT] x [RIGHT] : (A, B) -> M
// -----
// convolution AB M
%made = stablehlo.convolution(%x0, %x1) dim_numbers = NUMBERS, window = {stride = STRIDES, pad = PADS, lhs_dilate = SPREAD, rhs_dilate = HOLES} {batch_group_count = 1 : i64, feature_group_count = GROUPS : i64} : (A, B) -> M
// -----
// sum M V
%none = stablehlo.constant dense<0.0> : S
%made = stablehlo.reduce(%x0 init: %none) applies stablehlo.add across dimensions = DIMENSIONS : (M, S) -> V
// -----
// maximum M V
%low = stablehlo.constant dense<LOW> : S
%made = stablehlo.reduce(%x0 init: %low) applies stablehlo.maximum across dimensions = DIMENSIONS : (M, S) -> V
// -----
// softmax M M
%low = stablehlo.constant dense<LOW> : S
%none = stablehlo.constant dense<0.0> : S
%m = stablehlo.reduce(%x0 init: %low) applies stablehlo.maximum across dimensions = [1] : (M, S) -> R
%mb = stablehlo.broadcast_in_dim %m, dims = [0] : (R) -> M
%d = stablehlo.subtract %x0, %mb : M
%e = stablehlo.exponential %d : M
%s = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
%sb = stablehlo.broadcast_in_dim %s, dims = [0] : (R) -> M
%made = stablehlo.divide %e, %sb : M
// -----
// log_softmax M M
%low = stablehlo.constant dense<LOW> : S
%none = stablehlo.constant dense<0.0> : S
%m = stablehlo.reduce(%x0 init: %low) applies stablehlo.maximum across dimensions = [1] : (M, S) -> R
%mb = stablehlo.broadcast_in_dim %m, dims = [0] : (R) -> M
%d = stablehlo.subtract %x0, %mb : M
%e = stablehlo.exponential %d : M
%s = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
%l = stablehlo.log %s : R
%lb = stablehlo.broadcast_in_dim %l, dims = [0] : (R) -> M
%made = stablehlo.subtract %d, %lb : M
// -----
// layer_norm MHH M
%none = stablehlo.constant dense<0.0> : S
%count = stablehlo.constant dense<COLUMNS> : K
%little = stablehlo.constant dense<1.0e-05> : K
%s = stablehlo.reduce(%x0 init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
%sk = stablehlo.broadcast_in_dim %s, dims = [0] : (R) -> K
%m = stablehlo.divide %sk, %count : K
%mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (K) -> M
%d = stablehlo.subtract %x0, %mb : M
%dd = stablehlo.multiply %d, %d : M
%t = stablehlo.reduce(%dd init: %none) applies stablehlo.add across dimensions = [1] : (M, S) -> R
%tk = stablehlo.broadcast_in_dim %t, dims = [0] : (R) -> K
%v = stablehlo.divide %tk, %count : K
%ve = stablehlo.add %v, %little : K
%h = stablehlo.rsqrt %ve : K
%hb = stablehlo.broadcast_in_dim %h, dims = [0, 1] : (K) -> M
%n = stablehlo.multiply %d, %hb : M
%gc = stablehlo.reshape %x1 : (H) -> C
%bc = stablehlo.reshape %x2 : (H) -> C
%g = stablehlo.broadcast_in_dim %gc, dims = [1] : (C) -> M
%b = stablehlo.broadcast_in_dim %bc, dims = [1] : (C) -> M
%ng = stablehlo.multiply %n, %g : M
%made = stablehlo.add %ng, %b : M
