package ops

import (
	"math/cmplx"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// gemmPlain adds a·b to out for row-major [m, k] and [k, n].
func gemmPlain(out, a, b []int64, m, k, n int) {
	for i := 0; i < m; i++ {
		for p := 0; p < k; p++ {
			v := a[i*k+p]
			for j := 0; j < n; j++ {
				out[i*n+j] += v * b[p*n+j]
			}
		}
	}
}

// matmulInto computes the product of matrices [batch, m, k] and [batch, k, n].
func matmulInto(ctx *Context, out, x, y *tensor.Tensor, batch, m, k, n int) {
	if out.Numel() == 0 || multiplyInto(ctx, out, x, y, batch, m, k, n, 1, 0) {
		return
	}
	if !out.DType().IsComplex() {
		multiplyPlain(out, batch, m, k, n, tensor.LoadInts(x.Contiguous(), x.Numel()), tensor.LoadInts(y.Contiguous(), y.Numel()))
		return
	}
	if out.DType() == tensor.Complex64 {
		multiplyComplex[float32](ctx, out, x, y, batch, m, k, n)
	} else {
		multiplyComplex[float64](ctx, out, x, y, batch, m, k, n)
	}
}

func multiplyPlain(out *tensor.Tensor, batch, m, k, n int, a, b []int64) {
	c := make([]int64, batch*m*n)
	for i := range batch {
		gemmPlain(c[i*m*n:(i+1)*m*n], a[i*m*k:(i+1)*m*k], b[i*k*n:(i+1)*k*n], m, k, n)
	}
	tensor.StoreInts(out.Window([]int{out.Numel()}, []int{1}, out.Offset()), c)
}

func mmMeta(ctx *Context, a Args) []*Fake {
	x, y := a.fake(0), a.fake(1)
	multiplies(ctx, x, y)
	multipliesTypes(a[0], a[1])
	return fakes(NewFake(x.DType, []symbolic.Int{x.Sizes[0], y.Sizes[1]}))
}

func sameSize(ctx *Context, a, b symbolic.Int) bool { return a == b || ctx.is(a.Eq(b)) }

// expectSame is sameSize for sizes that must be the same.
func expectSame(ctx *Context, a, b symbolic.Int) bool { return a == b || ctx.expect(a.Eq(b)) }

func mmGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := make([]Value, 2)
	if s.Need(1) {
		out[1] = mmRightGrad(ctx, s, 1, g[0])
	}
	if s.Need(0) {
		out[0] = mmLeftGrad(ctx, s, 0, g[0])
	}
	return out
}

// mmLeftGrad is the gradient of the left factor, argument i, of a product with argument i+1: laid out as the factor is, when its
// columns are contiguous.
func mmLeftGrad(ctx *Context, s *Saved, i int, g Value) Value {
	y := s.In(i + 1)
	if columns(s.InMeta(i)) {
		return ctx.call1("t", ctx.mm(ctx.conj(y), ctx.call1("t", g)))
	}
	return ctx.mm(g, ctx.conj(ctx.call1("t", y)))
}

// mmRightGrad is that of the right factor, argument i.
func mmRightGrad(ctx *Context, s *Saved, i int, g Value) Value {
	x := s.In(i - 1)
	if columns(s.InMeta(i)) {
		return ctx.call1("t", ctx.mm(ctx.call1("t", g), ctx.conj(x)))
	}
	return ctx.mm(ctx.conj(ctx.call1("t", x)), g)
}

// columns says whether a matrix lies column after column.
func columns(f *Fake) bool { return f.Strides[0] == symbolic.IntOf(1) && f.Strides[1] == f.Sizes[0] }

func addmmMeta(ctx *Context, a Args) []*Fake {
	x, y := a.fake(1), a.fake(2)
	check(len(x.Sizes) == 2, "mat1 must be a matrix, got %d-D tensor", len(x.Sizes))
	check(len(y.Sizes) == 2, "mat2 must be a matrix, got %d-D tensor", len(y.Sizes))
	addsProductTypes(a[0], a[1], a[2])
	multiplies(ctx, x, y)
	sizes := []symbolic.Int{x.Sizes[0], y.Sizes[1]}
	expandsTo(ctx, a[0], sizes)
	return fakes(NewFake(tensor.PromoteTypes(dtypeOf(a[0]), tensor.PromoteTypes(x.DType, y.DType)), sizes))
}

// expandsTo refuses what is added to a product of the given sizes and does not expand to them.
func expandsTo(ctx *Context, self Value, to []symbolic.Int) {
	from := sizesOf(self)
	if expandableTo(ctx, from, to) {
		return
	}
	lead := len(to) - len(from)
	if lead < 0 {
		throwRuntime("expand(%s{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)", LegacyTypeName(dtypeOf(self)), sizesText(from), sizesText(to), len(to), len(from))
	}
	for i := len(from) - 1; i >= 0; i-- {
		if lead+i >= 0 && from[i] != to[lead+i] && !isOne(ctx, from[i]) {
			throwRuntime("The expanded size of the tensor (%s) must match the existing size (%s) at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s", to[lead+i], from[i], lead+i, sizesText(to), sizesText(from))
		}
	}
}

// addScaledProduct computes beta·self + alpha·(x·y). With beta 0 the values of self do not matter, not even NaN.
func addScaledProduct(ctx *Context, self, x, y *tensor.Tensor, beta, alpha Value, out *tensor.Tensor, batch, m, k, n int) {
	if out.DType().IsComplex() {
		matmulInto(ctx, out, x, y, batch, m, k, n)
		sum := scaled(ctx, out, alpha)
		if b, _ := beta.(complex128); toFloat(beta) != 0 || b != 0 {
			sum = ctx.add(sum, scaled(ctx, self, beta))
		}
		tensor.Copy(out, sum.(*tensor.Tensor))
		return
	}
	factor := toFloat(beta)
	if factor != 0 {
		tensor.Copy(out, expandTensor(self, out.Sizes()))
	}
	if !multiplyInto(ctx, out, x, y, batch, m, k, n, toFloat(alpha), factor) {
		throw("NotImplementedError", "\"addmm_impl_cpu_\" not implemented for '%s'", out.DType().ScalarName())
	}
}

func scaled(ctx *Context, g, by Value) Value {
	if isOneScalar(by) {
		return g
	}
	return ctx.mul(g, by)
}

// conjScalar is the factor by which a gradient is scaled, where the result was scaled by v.
func conjScalar(v Value) Value {
	if c, ok := v.(complex128); ok {
		return cmplx.Conj(c)
	}
	return v
}

// scaledSum is beta·self + alpha·v, the factors taken as elements of v are: cut off for integers. With beta 0 the values of self do not matter.
func scaledSum(ctx *Context, self, v, beta, alpha Value) Value {
	if d := dtypeOf(v); d.IsIntOrBool() {
		beta, alpha = wholeFactor(ctx, beta, d), wholeFactor(ctx, alpha, d)
	}
	v = scaled(ctx, v, alpha)
	if isZeroScalar(beta) {
		if ctx.gradEnabled && isTensor(self) && RequiresGrad(self) { // the gradient is 0, not none
			return ctx.add(ctx.maskedFill(self, ctx.scalarTensor(true, tensor.Bool), int64(0)), v)
		}
		if n := dimOf(self); n > dimOf(v) {
			return ctx.expand(v, sizesOf(self))
		}
		return v
	}
	return ctx.add(scaled(ctx, self, beta), v)
}

// wholeFactor is a factor as a number of the integer type d. A symbol stays what it is, except for truth values.
func wholeFactor(ctx *Context, v Value, d tensor.DType) Value {
	if d == tensor.Bool {
		return ctx.number(v) != 0
	}
	if isSymbol(v) {
		return v
	}
	return int64(toFloat(v))
}

func isZeroScalar(v Value) bool {
	switch v := v.(type) {
	case bool:
		return !v
	case int64:
		return v == 0
	case float64:
		return v == 0
	case complex128:
		return v == 0
	}
	return false
}

func addmmGrad(ctx *Context, s *Saved, g []Value) []Value {
	beta, alpha := conjScalar(s.Arg(3)), conjScalar(s.Arg(4))
	out := []Value{nil, nil, nil}
	if s.Need(0) {
		out[0] = scaled(ctx, g[0], beta)
	}
	if s.Need(1) {
		out[1] = scaled(ctx, mmLeftGrad(ctx, s, 1, g[0]), alpha)
	}
	if s.Need(2) {
		out[2] = scaled(ctx, mmRightGrad(ctx, s, 2, g[0]), alpha)
	}
	return out
}

func bmmMeta(ctx *Context, a Args) []*Fake {
	x, y := a.fake(0), a.fake(1)
	check(len(x.Sizes) == 3, "batch1 must be a 3D tensor")
	check(len(y.Sizes) == 3, "batch2 must be a 3D tensor")
	if !expectSame(ctx, x.Sizes[0], y.Sizes[0]) || !expectSame(ctx, x.Sizes[2], y.Sizes[1]) {
		throwRuntime("Expected size for first two dimensions of batch2 tensor to be: [%s, %s] but got: [%s, %s].", x.Sizes[0], x.Sizes[2], y.Sizes[0], y.Sizes[1])
	}
	if x.DType != y.DType {
		throwRuntime("expected scalar type %s but found %s", x.DType.ScalarName(), y.DType.ScalarName())
	}
	return fakes(NewFake(x.DType, []symbolic.Int{x.Sizes[0], x.Sizes[1], y.Sizes[2]}))
}

func baddbmmMeta(ctx *Context, a Args) []*Fake {
	if x, y := a.fake(1), a.fake(2); len(x.Sizes) == 3 && len(y.Sizes) == 3 {
		expandsTo(ctx, a[0], []symbolic.Int{x.Sizes[0], x.Sizes[1], y.Sizes[2]})
		addsBatchTypes(a[0], x, y)
	}
	return bmmMeta(ctx, a[1:3])
}

// bilinearForms are x·w[o]·y for each o, by PyTorch's operator of products of three tensors.
func (ctx *Context) bilinearForms(x, y, w Value) Value {
	lead := sizesOf(x)[:dimOf(x)-1]
	rows := symbolic.IntOf(-1)
	if isConst(sizeOf(x, -1), 0) || isConst(sizeOf(y, -1), 0) { // any number would do
		rows = symbolic.Product(lead)
	}
	flat := func(v Value) Value {
		return ctx.call1("reshape", v, sizeList([]symbolic.Int{rows, sizeOf(v, -1)}))
	}
	r := ctx.call1("_trilinear", flat(x), w, flat(y), ints(1, 3), ints(0), ints(1, 2), ints(2, 3), int64(1))
	return ctx.call1("reshape", r, sizeList(append(append([]symbolic.Int(nil), lead...), sizeOf(w, 0))))
}

// trilinear multiplies three tensors, each with dimensions of size 1 put in, and sums over some dimensions.
func trilinear(ctx *Context, a Args) []Value {
	spread := func(v Value, dims []int) Value {
		for _, d := range dims {
			v = ctx.unsqueeze(v, d)
		}
		return v
	}
	if slices.Equal(a.ints(3), []int{1, 3}) && slices.Equal(a.ints(4), []int{0}) && slices.Equal(a.ints(5), []int{1, 2}) && slices.Equal(a.ints(6), []int{2, 3}) {
		return ctx.call("einsum", "bi,oij,bj->bo", []Value{a[0], a[1], a[2]}) // without the product of all
	}
	product := ctx.mul(ctx.mul(spread(a[0], a.ints(3)), spread(a[1], a.ints(4))), spread(a[2], a.ints(5)))
	if len(a.ints(6)) == 0 {
		return result(product)
	}
	return result(ctx.sumDim(product, false, a.ints(6)...))
}

// matmulDecomp is torch.matmul: dot, mv, mm or bmm by rank, with broadcast batches.
func matmulDecomp(ctx *Context, a Args) []Value {
	x, y := a[0], a[1]
	sx, sy := sizesOf(x), sizesOf(y)
	nx, ny := len(sx), len(sy)
	check(nx > 0 && ny > 0, "both arguments to matmul need to be at least 1D, but they are %dD and %dD", nx, ny)
	switch {
	case nx == 1 && ny == 1:
		return ctx.call("dot", x, y)
	case nx == 2 && ny == 1:
		return ctx.call("mv", x, y)
	case nx == 1 && ny == 2:
		return ctx.call("squeeze_.dim", ctx.mm(ctx.unsqueeze(x, 0), y), int64(0))
	case nx == 2 && ny == 2:
		return ctx.call("mm", x, y)
	case nx >= 3 && ny <= 2 && folds(ctx, x, y, false):
		if ny == 1 && !expectSame(ctx, sx[nx-1], sy[0]) {
			rows := symbolic.Product(sx[:nx-1])
			throwRuntime("size mismatch, got input (%s), mat (%sx%s), vec (%s)", rows, rows, sx[nx-1], sy[0])
		}
		return result(foldedProduct(ctx, x, y))
	case ny >= 3 && nx <= 2:
		if yt := ctx.transpose(y, -2, -1); folds(ctx, yt, x, nx == 2) {
			if nx == 1 {
				return result(foldedProduct(ctx, yt, x))
			}
			return ctx.call("contiguous", ctx.transpose(foldedProduct(ctx, yt, ctx.call1("t", x)), -2, -1))
		}
	}
	batchX, batchY := sx[:max(nx-2, 0)], sy[:max(ny-2, 0)]
	batch := broadcast2(ctx, append([]symbolic.Int(nil), batchX...), append([]symbolic.Int(nil), batchY...))
	count := symbolic.Product(batch)
	rows, inner, out := one, sx[nx-1], append([]symbolic.Int(nil), batch...)
	if nx > 1 {
		rows = sx[nx-2]
		out = append(out, rows)
	}
	bx := ctx.reshape(ctx.expand(x, append(append([]symbolic.Int(nil), batch...), rows, inner)), []symbolic.Int{count, rows, inner})
	if ny == 1 {
		by := ctx.reshape(ctx.expand(y, append(append([]symbolic.Int(nil), batch...), sy[0])), []symbolic.Int{count, sy[0]})
		return ctx.call("_unsafe_view", ctx.squeeze(ctx.call1("bmm", bx, ctx.unsqueeze(by, 2)), -1), sizeList(out))
	}
	out = append(out, sy[ny-1])
	by := ctx.reshape(ctx.expand(y, append(append([]symbolic.Int(nil), batch...), sy[ny-2:]...)), []symbolic.Int{count, sy[ny-2], sy[ny-1]})
	return ctx.call("_unsafe_view", ctx.call1("bmm", bx, by), sizeList(out))
}

// folds says whether PyTorch multiplies x [batch..., n, k] and y of at most two dimensions as one matrix product: where the gradient of y would else be
// as large as a batch of it, or where the batch is rows already. first says that y is the first operand and a matrix.
func folds(ctx *Context, x, y Value, first bool) bool {
	if RequiresGrad(y) {
		return true
	}
	m := metaOf(x)
	if first {
		return false
	}
	if n, ok := m.Numel().Const(); ok && n == 0 {
		return true
	}
	for i := range len(m.Sizes) - 2 {
		if !ctx.is(m.Strides[i].Eq(m.Strides[i+1].Mul(m.Sizes[i+1]))) {
			return false
		}
	}
	return true
}

// foldedProduct is x [batch..., n, k] times y [k] or [k, m], with the batch folded into the rows.
func foldedProduct(ctx *Context, x, y Value) Value {
	s := sizesOf(x)
	n := len(s)
	out := append([]symbolic.Int(nil), s[:n-1]...)
	folded := ctx.reshape(x, []symbolic.Int{symbolic.Product(s[:n-1]), s[n-1]})
	if dimOf(y) == 1 {
		return ctx.call1("_unsafe_view", ctx.call1("mv", folded, y), sizeList(out))
	}
	return ctx.call1("_unsafe_view", ctx.mm(folded, y), sizeList(append(out, sizeOf(y, 1))))
}

func dotMeta(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		x, y := a.fake(0), a.fake(1)
		check(len(x.Sizes) == 1 && len(y.Sizes) == 1, "1D tensors expected, but got %dD and %dD tensors", len(x.Sizes), len(y.Sizes))
		if x.DType != y.DType {
			throwRuntime("dot : expected both vectors to have same dtype, but found %s and %s", x.DType.ScalarName(), y.DType.ScalarName())
		}
		check(expectSame(ctx, x.Sizes[0], y.Sizes[0]), "inconsistent tensor size, expected tensor [%s] and src [%s] to have the same number of elements, but got %s and %s elements respectively", x.Sizes[0], y.Sizes[0], x.Sizes[0], y.Sizes[0])
		return fakes(NewFake(x.DType, nil))
	}
}

func dotKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	x, y := a.tensor(0), a.tensor(1)
	n := x.Numel()
	if out[0].DType() != tensor.Float32 || n == 0 || !x.IsContiguous() || !y.IsContiguous() || x.Neg || y.Neg {
		matmulInto(ctx, out[0], x, y, 1, 1, n, 1)
		return
	}
	sum, err := ctx.engine().products.Dot(n, pointer(x), pointer(y))
	if err != nil {
		throwRuntime("%v", err)
	}
	*(*float32)(pointer(out[0])) = sum
}

var _ = addTable([]entry{
	{S: "mm(Tensor self, Tensor mat2) -> Tensor", Fills: true, Overlaps: true, In: asFunction | asMethod | asOut, Meta: mmMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, y := a.tensor(0), a.tensor(1)
		matmulInto(ctx, out[0], x, y, 1, x.Size(0), x.Size(1), y.Size(1))
	}, Grad: mmGrad, SavesFor: []slots{in1, in0}},
	{S: "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", Fills: true, Overlaps: true, In: asFunction | asMethod | asInPlace | asOut, Meta: addmmMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, y := a.tensor(1), a.tensor(2)
		addScaledProduct(ctx, a.tensor(0), x, y, a[3], a[4], out[0], 1, x.Size(0), x.Size(1), y.Size(1))
	}, Grad: addmmGrad, SavesFor: []slots{0, in2, in1}},
	{S: "bmm(Tensor self, Tensor mat2) -> Tensor", Fills: true, Overlaps: true, In: asFunction | asMethod | asOut, Meta: bmmMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, y := a.tensor(0), a.tensor(1)
		matmulInto(ctx, out[0], x, y, x.Size(0), x.Size(1), x.Size(2), y.Size(2))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		out := make([]Value, 2)
		if s.Need(1) {
			out[1] = ctx.call1("bmm", ctx.conj(ctx.transpose(s.In(0), 1, 2)), g[0])
		}
		if s.Need(0) {
			out[0] = ctx.call1("bmm", g[0], ctx.conj(ctx.transpose(s.In(1), 1, 2)))
		}
		return out
	}, SavesFor: []slots{in1, in0}},
	{S: "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", Fills: true, Overlaps: true, In: asFunction | asMethod | asInPlace | asOut, Meta: baddbmmMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, y := a.tensor(1), a.tensor(2)
		addScaledProduct(ctx, a.tensor(0), x, y, a[3], a[4], out[0], x.Size(0), x.Size(1), x.Size(2), y.Size(2))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		beta, alpha := conjScalar(s.Arg(3)), conjScalar(s.Arg(4))
		return []Value{scaled(ctx, g[0], beta), scaled(ctx, ctx.call1("bmm", g[0], ctx.conj(ctx.transpose(s.In(2), 1, 2))), alpha), scaled(ctx, ctx.call1("bmm", ctx.conj(ctx.transpose(s.In(1), 1, 2)), g[0]), alpha)}
	}, Saves: in1 | in2},
	{S: "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", Overlaps: true, In: asFunction | asMethod | asInPlace | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		addsProductTypes(a[0], a[1], a[2])
		x, y := a.fake(1), a.fake(2)
		if len(x.Sizes) == 3 && len(y.Sizes) == 3 {
			check(expectSame(ctx, x.Sizes[0], y.Sizes[0]), "batch1 and batch2 must have same number of batches, got %s and %s", x.Sizes[0], y.Sizes[0])
			check(expectSame(ctx, x.Sizes[2], y.Sizes[1]), "Incompatible matrix sizes for bmm (%sx%s and %sx%s)", x.Sizes[1], x.Sizes[2], y.Sizes[1], y.Sizes[2])
		}
		sizes := bmmMeta(ctx, a[1:3])[0].Sizes
		expandsTo(ctx, a[0], sizes[1:])
		if n, ok := sizes[0].Const(); ok && n > 0 && isHalf(dtypeOf(a[1])) && !anyFake(a) { // the sum is rounded after each matrix
			sum, beta := a[0], a[3]
			for i := range n {
				sum = ctx.call1("addmm", sum, ctx.selectAt(a[1], 0, i), ctx.selectAt(a[2], 0, i), beta, a[4])
				beta = int64(1)
			}
			return result(sum)
		}
		product := ctx.toDType(ctx.sumDim(ctx.call1("bmm", a[1], a[2]), false, 0), dtypeOf(a[1]))
		return result(ctx.call1("contiguous", scaledSum(ctx, a[0], product, a[3], a[4])))
	}},
	{S: "dot(Tensor self, Tensor tensor) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Meta: dotMeta("dot"), Kernel: dotKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.mul(g[0], ctx.conj(s.In(1))), ctx.mul(g[0], ctx.conj(s.In(0)))}
	}, Saves: in0 | in1},
	{S: "vdot(Tensor self, Tensor other) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("dot", ctx.call1("resolve_conj", ctx.conj(a[0])), a[1])
	}},
	{S: "mv(Tensor self, Tensor vec) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		x, y := a.fake(0), a.fake(1)
		check(len(x.Sizes) == 2 && len(y.Sizes) == 1, "vector + matrix @ vector expected, got 1, %d, %d", len(x.Sizes), len(y.Sizes))
		check(expectSame(ctx, x.Sizes[1], y.Sizes[0]), "size mismatch, got input (%s), mat (%sx%s), vec (%s)", x.Sizes[0], x.Sizes[0], x.Sizes[1], y.Sizes[0])
		if computes(a[0]) {
			vectorProductTypes(y.DType, a[0], a[1])
		}
		return fakes(NewFake(y.DType, []symbolic.Int{x.Sizes[0]}))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, y := a.tensor(0), a.tensor(1)
		matmulInto(ctx, out[0], x, y, 1, x.Size(0), x.Size(1), 1)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		out := make([]Value, 2)
		if s.Need(0) {
			out[0] = ctx.call1("outer", g[0], ctx.conj(s.In(1)))
		}
		if s.Need(1) {
			out[1] = ctx.call1("mv", ctx.conj(ctx.call1("t", s.In(0))), g[0])
		}
		return out
	}, SavesFor: []slots{in1, in0}},
	{S: "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor", Overlaps: true, In: asFunction | asMethod | asInPlaceFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) <= 1, "vector + matrix @ vector expected, got %d, %d, %d", dimOf(a[0]), dimOf(a[1]), dimOf(a[2]))
		vectorProductTypes(dtypeOf(a[0]), a[1], a[2])
		product := ctx.call1("mv", inSingle(ctx, a[1]), inSingle(ctx, a[2])) // what has half precision is rounded once
		if !expandableTo(ctx, sizesOf(a[0]), sizesOf(product)) {
			m, n := sizeOf(a[1], 0), sizeOf(a[1], 1)
			throwRuntime("size mismatch, got input (%s), mat (%sx%s), vec (%s)", sizeOf(a[0], 0), m, n, sizeOf(a[2], 0))
		}
		return result(ctx.toDType(scaledSum(ctx, inSingle(ctx, a[0]), product, a[3], a[4]), dtypeOf(a[1])))
	}},
	{S: "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", Overlaps: true, In: asFunction | asMethod | asInPlace | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[1]) == 1, "addr: Expected 1-D argument vec1, but got %d-D", dimOf(a[1]))
		check(dimOf(a[2]) == 1, "addr: Expected 1-D argument vec2, but got %d-D", dimOf(a[2]))
		wholeScale("beta", a[3], a[0], a[1], a[2])
		wholeScale("alpha", a[4], a[0], a[1], a[2])
		beta, alpha, first := a[3], a[4], a[1]
		if d := ctx.ResultType(a[0], a[1], a[2]); isHalf(d) && !isSymbol(beta) && !isSymbol(alpha) { // every step is rounded, and the factors
			beta, first, alpha = roundingTo(d)(toFloat(beta)), scaled(ctx, a[1], roundingTo(d)(toFloat(alpha))), int64(1)
		}
		product := ctx.call1("outer", first, a[2])
		expandsTo(ctx, a[0], sizesOf(product))
		return result(scaledSum(ctx, a[0], product, beta, alpha))
	}},
	{S: "matmul(Tensor self, Tensor other) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Decomp: matmulDecomp},
	{S: "_weight_int8pack_mm(Tensor self, Tensor mat2, Tensor scales) -> Tensor", In: asFunction, NonDiff: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) == 2, "_weight_int8pack_mm_cpu : expect A to be 2D tensor.")
		check(dtypeOf(a[1]) == tensor.Int8, "_weight_int8pack_mm_cpu : expect B to be int8 tensor.")
		check(expectSame(ctx, sizeOf(a[1], 1), sizeOf(a[0], 1)), "_weight_int8pack_mm_cpu : expect B.size(1) == %s", sizeOf(a[0], 1))
		wide := func(v Value) Value { return ctx.toDType(v, tensor.Float32) }
		product := ctx.matmul(wide(a[0]), ctx.transpose(wide(a[1]), 0, 1))
		return result(ctx.toDType(ctx.mul(product, wide(a[2])), dtypeOf(a[0])))
	}},
	{S: "linalg_matmul(Tensor self, Tensor other) -> Tensor", In: asLinalg | asOut, Decomp: matmulDecomp},
	{S: "outer(Tensor self, Tensor vec2) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) == 1, "outer: Expected 1-D argument self, but got %d-D", dimOf(a[0]))
		check(dimOf(a[1]) == 1, "outer: Expected 1-D argument vec2, but got %d-D", dimOf(a[1]))
		return result(ctx.mul(ctx.view(a[0], []symbolic.Int{sizeOf(a[0], 0), one}), a[1]))
	}},
	{S: "inner(Tensor self, Tensor other) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		if dimOf(x) == 0 || dimOf(y) == 0 {
			return result(ctx.mul(x, y))
		}
		return ctx.call("tensordot", x, y, ints(-1), ints(-1))
	}},
	{S: "tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor", In: asOut, Decomp: tensordotDecomp},
	{S: "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor", In: asNN | asOut, Decomp: linearDecomp},
	{S: "_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor", In: asFunction, Whole: true, Decomp: trilinear},
	{S: "bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x, y, w := a[0], a[1], a[2]
		bilinearSizes(ctx, a)
		r := ctx.bilinearForms(x, y, w)
		if !a.none(3) {
			r = ctx.add(r, a[3])
		}
		return result(r)
	}},
	{S: "einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor", In: asTorchFunctional, Arrange: einsumOperands, Decomp: func(ctx *Context, a Args) []Value { return result(einsum(ctx, a.str(0), a.list(1))) }},
	{S: "chain_matmul(Tensor[] matrices) -> Tensor", In: asTorchFunctional, Arrange: func(args []Value) []Value {
		if len(args) == 0 {
			return []Value{[]Value{}}
		}
		return together(0)(args)
	}, Decomp: func(ctx *Context, a Args) []Value {
		check(len(a.list(0)) > 0, "chain_matmul(): Expected one or more matrices")
		for _, t := range a.list(0) {
			check(dimOf(t) == 2, "Tensor dimension is %d, expected 2 instead.", dimOf(t))
		}
		if len(a.list(0)) == 1 {
			return result(a.list(0)[0])
		}
		return result(multiDot(ctx, a.list(0)))
	}},
	{S: "linalg_multi_dot(Tensor[] tensors) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return result(multiDot(ctx, a.list(0))) }},
	{S: "linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if dimOf(a[0]) == 1 && dimOf(a[1]) == 1 {
			return ctx.call("vdot", a[0], a[1])
		}
		return result(ctx.sumDim(ctx.mul(ctx.conj(a[0]), a[1]), false, wrapDim(a.int(2), max(dimOf(a[0]), dimOf(a[1])))))
	}},
	{S: "kron(Tensor self, Tensor other) -> Tensor", Overlaps: true, In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		n := max(dimOf(x), dimOf(y))
		pad := func(t Value) []symbolic.Int {
			s := append([]symbolic.Int(nil), sizesOf(t)...)
			for len(s) < n {
				s = append([]symbolic.Int{one}, s...)
			}
			return s
		}
		sx, sy := pad(x), pad(y)
		var ex, ey, out []symbolic.Int
		for i := range n {
			ex, ey, out = append(ex, sx[i], one), append(ey, one, sy[i]), append(out, sx[i].Mul(sy[i]))
		}
		shaped := func(v Value, s []symbolic.Int) Value {
			if isContiguousFake(metaOf(v)) {
				return ctx.call1("_unsafe_view", v, sizeList(s))
			}
			return ctx.reshape(v, s)
		}
		x = shaped(x, ex)
		return result(shaped(ctx.mul(x, shaped(y, ey)), out))
	}},
})

// linearDecomp is x·wᵀ + b, as one addmm where the ranks allow.
func linearDecomp(ctx *Context, a Args) []Value {
	x, w := a[0], a[1]
	check(dimOf(x) > 0 && dimOf(w) > 0, "both arguments to linear need to be at least 1D, but they are %dD and %dD", dimOf(x), dimOf(w))
	if out := ctx.linearDirectly(x, w, a[2]); out != nil {
		return result(out)
	}
	if dimOf(w) == 1 {
		r := ctx.matmul(x, w)
		if !a.none(2) {
			r = ctx.add(r, a[2])
		}
		return result(r)
	}
	transposed := func() Value { return ctx.call1("t", w) }
	if a.none(2) {
		return result(ctx.matmul(x, transposed()))
	}
	b := a[2]
	switch {
	case dimOf(x) == 2:
		return ctx.call("addmm", b, x, transposed())
	case dimOf(x) != 2 && dimOf(x) > 0 && dimOf(b) == 1 && isContiguousFake(metaOf(x)):
		s := sizesOf(x)
		n := len(s)
		flat := ctx.view(x, []symbolic.Int{symbolic.Product(s[:n-1]), s[n-1]})
		r := ctx.call1("addmm", b, flat, transposed())
		return result(ctx.view(r, append(append([]symbolic.Int(nil), s[:n-1]...), sizeOf(w, 0))))
	}
	return result(ctx.add(ctx.matmul(x, transposed()), b))
}

func tensordotDecomp(ctx *Context, a Args) []Value {
	x, y := a[0], a[1]
	dx, dy := a.ints(2), a.ints(3)
	check(len(dx) == len(dy), "both dimension lists should have same length")
	check(dtypeOf(x) == dtypeOf(y), "both inputs should have same dtype")
	givenX, givenY := dx, dy
	dx, dy = wrapDims(dx, dimOf(x), false), wrapDims(dy, dimOf(y), false)
	contracted := one
	inX, inY := map[int]bool{}, map[int]bool{}
	for i := range dx {
		sx, sy := sizeOf(x, dx[i]), sizeOf(y, dy[i])
		switch { // a size of 1 is summed with all of the other's
		case isOne(ctx, sy):
			x, sx = ctx.toDType(ctx.sumDim(x, true, givenX[i]), dtypeOf(x)), one
		case isOne(ctx, sx):
			y, sy = ctx.toDType(ctx.sumDim(y, true, givenY[i]), dtypeOf(y)), one
		}
		check(expectSame(ctx, sx, sy), "contracted dimensions need to match, but first has size %s in dim %d and second has size %s in dim %d", sx, givenX[i], sy, givenY[i])
		contracted = contracted.Mul(sx)
		inX[dx[i]], inY[dy[i]] = true, true
	}
	var px, py []int
	var out []symbolic.Int
	rows, cols := one, one
	for i, s := range sizesOf(x) {
		if !inX[i] {
			px, out, rows = append(px, i), append(out, s), rows.Mul(s)
		}
	}
	px = append(px, givenX...)
	py = append(py, givenY...)
	for i, s := range sizesOf(y) {
		if !inY[i] {
			py, out, cols = append(py, i), append(out, s), cols.Mul(s)
		}
	}
	if isOne(ctx, rows) && isOne(ctx, cols) { // nothing is left but one number
		x, y = ctx.permute(x, px...), ctx.permute(y, py...)
		if !isContiguousFake(metaOf(x)) || !isContiguousFake(metaOf(y)) {
			r := ctx.call1("squeeze", y)
			return result(ctx.reshape(ctx.call1("sum", ctx.mul(ctx.call1("squeeze", x), r), dtypeOf(x)), out))
		}
		flat := func(v Value) Value {
			if dimOf(v) == 1 {
				return v
			}
			return ctx.reshape(v, []symbolic.Int{contracted})
		}
		r := flat(y) // the last argument first, as recordings of PyTorch have it
		return result(ctx.reshape(ctx.call1("dot", flat(x), r), out))
	}
	l := ctx.reshape(ctx.permute(x, px...), []symbolic.Int{rows, contracted})
	r := ctx.reshape(ctx.permute(y, py...), []symbolic.Int{contracted, cols})
	return result(ctx.reshape(ctx.mm(l, r), out))
}
