package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// alongDim prepares gather and scatter: positions of index elements, with bounds checked.
type along struct {
	dim   int
	index []int64
	sizes []int
}

func newAlong(name string, self, index *tensor.Tensor, d int) along {
	n := max(self.Dim(), 1)
	d = wrapDim(d, n)
	size := int64(1)
	if self.Dim() > 0 {
		size = int64(self.Size(d))
	}
	ix := index.Ints()
	for _, v := range ix {
		if v < 0 || v >= size {
			throwRuntime("index %d is out of bounds for dimension %d with size %d", v, d, size)
		}
	}
	return along{d, ix, index.Sizes()}
}

func strideAt(t *tensor.Tensor, d int) int {
	if t.Dim() == 0 {
		return 0
	}
	return t.Strides()[d]
}

func gatherMeta(ctx *Context, a Args) []*Fake {
	f, ix := a.fake(0), a.fake(2)
	d := wrapDim(a.int(1), len(f.Sizes))
	n, ok := ix.Numel().Const()
	if ok && n == 0 {
		return fakes(NewFake(f.DType, ix.Sizes))
	}
	if ix.DType != tensor.Int64 && ix.DType != tensor.Int32 {
		throwRuntime("gather(): Expected dtype int32/int64 for index")
	}
	check(max(len(f.Sizes), 1) == max(len(ix.Sizes), 1), "Index tensor must have the same number of dimensions as input tensor")
	for i := range ix.Sizes {
		if i != d && i < len(f.Sizes) && !ctx.expect(ix.Sizes[i].Le(f.Sizes[i])) {
			throwRuntime("Size does not match at dimension %d expected index %s to be no larger than self %s apart from dimension %d", i, sizesText(ix.Sizes), sizesText(f.Sizes), d)
		}
	}
	return fakes(NewFake(f.DType, ix.Sizes))
}

// resolved is t, or a copy if its conjugation or negation is still to be done: copyElems moves what is in memory.
func resolved(t *tensor.Tensor) *tensor.Tensor {
	if t.Conj || t.Neg {
		return t.Compact()
	}
	return t
}

// copyElems moves single elements between positions of two tensors of one type.
func copyElems(dtype tensor.DType, dst, src *tensor.Storage) func(to, from int) {
	switch dtype.Size() {
	case 1:
		d, s := tensor.View[uint8](dst), tensor.View[uint8](src)
		return func(to, from int) { d[to] = s[from] }
	case 2:
		d, s := tensor.View[uint16](dst), tensor.View[uint16](src)
		return func(to, from int) { d[to] = s[from] }
	case 4:
		d, s := tensor.View[int32](dst), tensor.View[int32](src)
		return func(to, from int) { d[to] = s[from] }
	case 8:
		d, s := tensor.View[int64](dst), tensor.View[int64](src)
		return func(to, from int) { d[to] = s[from] }
	}
	d, s := tensor.View[complex128](dst), tensor.View[complex128](src)
	return func(to, from int) { d[to] = s[from] }
}

func indexSelectMeta(ctx *Context, a Args) []*Fake {
	f, ix := a.fake(0), a.fake(2)
	d := wrapDim(a.int(1), len(f.Sizes))
	if len(ix.Sizes) > 1 {
		throw("IndexError", "index_select(): Index is supposed to be a vector")
	}
	if ix.DType != tensor.Int64 && ix.DType != tensor.Int32 {
		throwRuntime("index_select(): Expected dtype int32 or int64 for index")
	}
	sizes := append([]symbolic.Int(nil), f.Sizes...)
	if len(sizes) > 0 {
		sizes[d] = ix.Numel()
	}
	return fakes(NewFake(f.DType, sizes))
}

// sliceAt is the sub-tensor with index i of dimension d.
func sliceAt(t *tensor.Tensor, d, i int) *tensor.Tensor {
	if t.Dim() == 0 {
		return t
	}
	sizes := append(append([]int(nil), t.Sizes()[:d]...), t.Sizes()[d+1:]...)
	strides := append(append([]int(nil), t.Strides()[:d]...), t.Strides()[d+1:]...)
	return t.Window(sizes, strides, t.Offset()+i*t.Strides()[d])
}

func nonzeroEager(ctx *Context, a Args) []Value {
	t := a.tensor(0)
	if t.DType() != tensor.Bool {
		t = t.To(tensor.Bool)
	}
	t = t.Contiguous()
	sizes := t.Sizes()
	n := len(sizes)
	mask := flat[uint8](t)
	count := 0
	for _, v := range mask {
		if v != 0 {
			count++
		}
	}
	out := tensor.NewStridedUninit(tensor.Int64, []int{count, n}, []int{1, count}) // a list for each dimension
	if n == 0 || count == 0 {
		return result(out)
	}
	places := tensor.View[int64](out.Storage())
	last := int64(sizes[n-1])
	coord := make([]int64, n)
	at := 0
	for row := 0; row < len(mask); row += int(last) {
		before := at
		lane := places[(n-1)*count:][:count]
		for i, v := range mask[row:][:last] {
			if v != 0 {
				lane[at] = int64(i)
				at++
			}
		}
		for d := range n - 1 {
			lane, c := places[d*count:][before:at], coord[d]
			for i := range lane {
				lane[i] = c
			}
		}
		for d := n - 2; d >= 0; d-- {
			if coord[d]++; coord[d] < int64(sizes[d]) {
				break
			}
			coord[d] = 0
		}
	}
	return result(out)
}

func maskedFillGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := []Value{ctx.maskedFill(g[0], s.In(1), int64(0)), nil, nil}
	if s.Need(2) {
		out[2] = ctx.sumAll(ctx.where(s.In(1), g[0], ctx.zerosLike(g[0])))
	}
	return out
}

func maskedFillMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	check(dtypeOf(a[1]) == tensor.Bool, "masked_fill_ only supports boolean masks, but got mask with dtype %s", dtypeOf(a[1]).CName())
	if isTensor(a[2]) {
		check(dimOf(a[2]) == 0, "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).", dimOf(a[2]))
	} else if c, ok := a[2].(complex128); ok {
		converted(c, f.DType, false)
	}
	return fakes(NewFake(f.DType, broadcast2(ctx, sizesOf(a[1]), f.Sizes)))
}

func maskedFillKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	v := tensor.Scalar(out[0].DType(), plainNumber(a[2]))
	whereKernel(ctx, Args{a[1], v, a[0]}, out)
}

// zerosFor is the gradient of a tensor to which that of a part is added.
func zerosFor(ctx *Context, g Value, m *Fake) Value {
	if ctx.shown() { // all options are written out
		return ctx.call1("new_zeros", g, sizeList(m.Sizes), m.DType, tensor.Strided, tensor.CPU)
	}
	return ctx.call1("new_zeros", g, sizeList(m.Sizes))
}

// scatteredFrom gives each of the n elements that masked_scatter reads the gradient of where it went, by the number of the place among those that the
// mask chooses, and zero to those that it left; its size does not depend on the mask.
func scatteredFrom(ctx *Context, g, mask Value, n symbolic.Int) Value {
	sizes := broadcast2(ctx, sizesOf(g), sizesOf(mask))
	chosen := ctx.reshape(ctx.expand(mask, sizes), []symbolic.Int{symbolic.Product(sizes)})
	place := ctx.call1("sub.Scalar", ctx.call1("cumsum", chosen, int64(0), nil), int64(1), int64(1))
	place = ctx.call1("where.self", chosen, place, ctx.call1("full_like", place, n))
	taken := ctx.call1("new_zeros", g, sizeList([]symbolic.Int{n.Add(one)}))
	return ctx.narrow(ctx.call1("scatter.src", taken, int64(0), place, ctx.reshape(g, []symbolic.Int{symbolic.Product(sizes)})), 0, zero, n)
}

var _ = addTable([]entry{
	{S: "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor", In: 0, Meta: indexMeta, Kernel: indexKernel, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("index_put", zerosFor(ctx, g[0], s.InMeta(0)), s.List(1), g[0], true)
	}, Saves: in1},
	{S: "_unsafe_index.Tensor(Tensor self, Tensor?[] indices) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("index.Tensor", a...) }, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("_unsafe_index_put", zerosFor(ctx, g[0], s.InMeta(0)), s.List(1), g[0], true)
	}, Saves: in1},
	{S: "_unsafe_index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("index_put", a...) }, Grad: indexPutGrad, Saves: in1},
	{S: "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlaceFunction | asOut, Into: func(ctx *Context, op *Op, a Args) { indexPutInto(ctx, a.tensor(0), a.list(1), a.tensor(2), a.bool(3)) }, Meta: func(ctx *Context, a Args) []*Fake { return fakes(like(ctx, a.fake(0), dtypeOf(a[0]))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.Copy(out[0], a.tensor(0))
		indexPutInto(ctx, out[0], a.list(1), a.tensor(2), a.bool(3))
	}, Grad: indexPutGrad, Saves: in1},
	{S: "index.Tensor_hacked_twin(Tensor self, Tensor[] indices) -> Tensor", In: 0, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("index.Tensor", a...) }},
	{S: "_unsafe_index.Tensor_hacked_twin(Tensor self, Tensor[] indices) -> Tensor", In: 0, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_unsafe_index.Tensor", a...) }},
	{S: "index_put.hacked_twin(Tensor self, Tensor[] indices, Tensor values, bool accumulate=False) -> Tensor", In: asInPlaceOperator, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("index_put", a...)
	}},
	{S: "_unsafe_index_put.hacked_twin(Tensor self, Tensor[] indices, Tensor values, bool accumulate=False) -> Tensor", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("_unsafe_index_put", a...)
	}},
	{S: "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: gatherMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		self := resolved(a.tensor(0))
		if self.Dim() > 0 && gatherLoop(ctx, out[0], self, a.tensor(2), wrapDim(a.int(1), self.Dim())) {
			return
		}
		l := newAlong("gather", self, a.tensor(2), a.int(1))
		switch self.DType().Size() {
		case 4:
			gatherFrom(l, tensor.View[int32](out[0].Storage())[out[0].Offset():], self)
		case 8:
			gatherFrom(l, tensor.View[int64](out[0].Storage())[out[0].Offset():], self)
		default:
			move := copyElems(self.DType(), out[0].Storage(), self.Storage())
			l.each(self, func(k, at int) { move(out[0].Offset()+k, at) })
		}
	}, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		s.In(0) // of which the sizes count alone, but PyTorch keeps it, and refuses one that has changed
		if s.Args().bool(3) && ctx.SparseGathered != nil && ctx.IsPlain() && !anyFake(g) {
			made, err := ctx.SparseGathered(g[0], s.In(2), s.Arg(1), sizeList(s.InMeta(0).Sizes))
			rethrow(err)
			return result(made)
		}
		zeros := ctx.call1("new_zeros", g[0], sizeList(s.InMeta(0).Sizes))
		if isConst(numelOf(g[0]), 0) {
			return result(zeros)
		}
		return ctx.call("scatter_add", zeros, s.Arg(1), s.In(2), g[0])
	}, Saves: in0 | in2},
	{S: "take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		x, ix := a[0], a[1]
		if a.none(2) {
			return ctx.call("gather", ctx.reshape(x, []symbolic.Int{numelOf(x)}), int64(0), ctx.reshape(ix, []symbolic.Int{numelOf(ix)}))
		}
		check(dimOf(x) == dimOf(ix), "torch.take_along_dim(): input and indices should have the same number of dimensions, but got %d dimensions for input, and %d dimensions for indices", dimOf(x), dimOf(ix))
		d := knownDim(a.int(2), dimOf(x))
		sx, si := append([]symbolic.Int(nil), sizesOf(x)...), append([]symbolic.Int(nil), sizesOf(ix)...)
		dx, di := sx[d], si[d]
		sx[d], si[d] = one, one
		both := broadcast2(ctx, sx, si)
		fx, fi := append([]symbolic.Int(nil), both...), append([]symbolic.Int(nil), both...)
		fx[d], fi[d] = dx, di
		places, from := ctx.expand(ix, fi), ctx.expand(x, fx)
		if !isConst(dx, 0) { // they go round, from the end as well
			places = ctx.call1("remainder.Scalar", places, intValue(dx))
		}
		return ctx.call("gather", from, int64(d), places)
	}},
	{S: "index_select(Tensor self, int dim, Tensor index) -> Tensor", In: asFunction | asMethod | asOut, Meta: indexSelectMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		self, index := a.tensor(0), a.tensor(2)
		d := wrapDim(a.int(1), self.Dim())
		if self.Dim() > 0 && index.Dim() == 1 && d == self.Dim()-1 {
			strides := make([]int, self.Dim())
			strides[d] = index.Strides()[0]
			if gatherLoop(ctx, out[0], self, index.Window(out[0].Sizes(), strides, index.Offset()), d) {
				return
			}
		}
		copySlices(out[0], self, d, index.Ints())
	}, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("index_add", zerosFor(ctx, g[0], s.InMeta(0)), s.Arg(1), s.In(2), g[0], int64(1))
	}, Saves: in2},
	{S: "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(dtypeOf(a[0]) == dtypeOf(a[3]), "index_add_(): self (%s) and source (%s) must have the same scalar type", dtypeOf(a[0]).ScalarName(), dtypeOf(a[3]).ScalarName())
		if dimOf(a[3]) > 0 && dimOf(a[2]) > 0 {
			d := wrapDim(a.int(1), dimOf(a[0]))
			check(expectSame(ctx, numelOf(a[2]), sizeOf(a[3], d)), "index_add_(): Number of indices (%s) should be equal to source.size(dim): (%s), for dim: %d", numelOf(a[2]), sizeOf(a[3], d), d)
		}
		return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0])))
	}, Fills: true, Kernel: indexPlace(addPlace, indexAddRows, func(ctx *Context, a Args, dst *tensor.Tensor, i int) {
		d := wrapDim(a.int(1), a.tensor(3).Dim())
		src := sliceAt(a.tensor(3), d, i)
		if !isOneScalar(a[4]) {
			scaledSrc := tensor.New(src.DType(), src.Sizes()...)
			binaryKernel("mul_cpu", mulFuncs)(ctx, Args{src, a[4]}, []*tensor.Tensor{scaledSrc})
			src = scaledSrc
		}
		addInPlace(ctx, dst, src)
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		source := ctx.call1("index_select", g[0], s.Arg(1), s.In(2))
		if ctx.shown() {
			source = ctx.expand(source, s.InMeta(3).Sizes)
		}
		return []Value{g[0], nil, nil, scaled(ctx, source, s.Arg(4))}
	}, Saves: in2},
	{S: "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0]))) }, Kernel: indexPlace(copyPlace, indexCopyRows, func(ctx *Context, a Args, dst *tensor.Tensor, i int) {
		tensor.Copy(dst, sliceAt(a.tensor(3), wrapDim(a.int(1), a.tensor(3).Dim()), i))
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("index_fill.int_Scalar", g[0], s.Arg(1), s.In(2), int64(0)), nil, nil, ctx.call1("index_select", g[0], s.Arg(1), s.In(2))}
	}, Saves: in2},
	{S: "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake { return fakes(like(ctx, a.fake(0), dtypeOf(a[0]))) }, Kernel: indexPlace(fillPlace, indexFillRows, func(ctx *Context, a Args, dst *tensor.Tensor, i int) {
		dst.Fill(plainNumber(a[3]))
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("index_fill.int_Scalar", g[0], s.Arg(1), s.In(2), int64(0))}
	}, Saves: in2},
	{S: "index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(dimOf(a[3]) == 0, "index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).", dimOf(a[3]))
		return fakes(like(ctx, a.fake(0), dtypeOf(a[0])))
	}, Kernel: indexPlace(fillPlace, indexFillRows, func(ctx *Context, a Args, dst *tensor.Tensor, i int) {
		dst.Fill(plainNumber(a[3]))
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		out := []Value{ctx.call1("index_fill.int_Scalar", g[0], s.Arg(1), s.In(2), int64(0)), nil, nil, nil}
		if s.Need(3) {
			filled := ctx.call1("index_fill.int_Scalar", ctx.zerosLike(g[0]), s.Arg(1), s.In(2), int64(1))
			out[3] = ctx.sumAll(ctx.mul(g[0], filled))
		}
		return out
	}, Saves: in2, GradNo: 1},
	{S: "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: maskedFillMeta, Kernel: maskedFillKernel, Grad: maskedFillGrad, Saves: in1},
	{S: "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: maskedFillMeta, Kernel: maskedFillKernel, Grad: maskedFillGrad, Saves: in1, GradNo: 1},
	{S: "masked_select(Tensor self, Tensor mask) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		n := ctx.fakeEnv.FreshUnbacked("masked_select")
		if env := ctx.Numbers(); env != nil {
			env.Bound(n, zero, numelOf(a[0]))
		}
		return fakes(NewFake(dtypeOf(a[0]), []symbolic.Int{n}))
	}, Eager: func(ctx *Context, a Args) []Value {
		sizes := constants(broadcast2(ctx, sizesOf(a[1]), sizesOf(a[0])))
		x, m := expandTensor(a.tensor(0), sizes), expandTensor(a.tensor(1), sizes)
		return eagerMasked(x, m)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		sizes := broadcast2(ctx, sizesOf(s.In(0)), sizesOf(s.In(1)))
		zeros := ctx.call1("new_zeros", g[0], sizeList(sizes))
		return []Value{ctx.call1("masked_scatter", zeros, ctx.expand(s.In(1), sizes), g[0])}
	}, Saves: in0 | in1},
	{S: "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[0]), broadcast2(ctx, sizesOf(a[0]), sizesOf(a[1]))))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.Copy(out[0], expandTensor(a.tensor(0), out[0].Sizes()))
		mask := expandTensor(a.tensor(1), out[0].Sizes()).Ints()
		src := a.tensor(2).Contiguous()
		o := out[0]
		move := copyElems(o.DType(), o.Storage(), src.Storage())
		k := 0
		tensor.ForEachRow(o.Sizes(), o.Strides(), tensor.ContiguousStrides(o.Sizes()), o.Offset(), 0, func(at, j, n, si, sj int) {
			for range n {
				if mask[j] != 0 {
					check(k < src.Numel(), "Number of elements of source < number of ones in mask")
					move(at, src.Offset()+k)
					k++
				}
				at += si
				j += sj
			}
		})
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		m := s.In(1)
		out := []Value{ctx.maskedFill(g[0], m, int64(0)), nil, nil}
		if s.Need(2) {
			out[2] = ctx.reshape(scatteredFrom(ctx, g[0], m, s.InMeta(2).Numel()), s.InMeta(2).Sizes)
		}
		return out
	}, Saves: in1},
	{S: "nonzero(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		n := a.fake(0).nonzero(ctx.fakeEnv)
		if env := ctx.Numbers(); env != nil {
			env.Bound(n, zero, numelOf(a[0]))
		}
		return fakes(&Fake{Sizes: []symbolic.Int{n, sym(dimOf(a[0]))}, Strides: []symbolic.Int{one, n}, DType: tensor.Int64, Device: tensor.CPU})
	}, Eager: nonzeroEager, NonDiff: true},
	{S: "nonzero_numpy(Tensor self) -> Tensor[]", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		if dimOf(x) == 0 {
			x = ctx.unsqueeze(x, 0)
		}
		return ctx.call("unbind.int", ctx.call1("nonzero", x), int64(1))
	}},
	{S: "argwhere(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("nonzero", a[0]) }},
	{S: "take(Tensor self, Tensor index) -> Tensor", In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		flat := ctx.reshape(a[0], []symbolic.Int{numelOf(a[0])})
		return ctx.call("index.Tensor", flat, []Value{a[1]})
	}},
	{S: "put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor", In: asFunction | asMethod | asInPlace, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		whole := a.tensor(0).Compact()
		flat := whole.Window([]int{whole.Numel()}, []int{1}, 0)
		n := a.tensor(1).Numel()
		index, src := a.tensor(1).Compact(), a.tensor(2).Compact()
		indexPutInto(ctx, flat, []Value{index.Window([]int{n}, []int{1}, 0)}, src.Window([]int{n}, []int{1}, 0), a.bool(3))
		tensor.Copy(out[0], whole)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		index, source := s.In(1), s.InMeta(2)
		out := []Value{g[0], nil, nil}
		if !s.Args().bool(3) {
			out[0] = ctx.call1("put", g[0], index, ctx.call1("new_zeros", g[0], sizeList(source.Sizes)), false)
		}
		if s.Need(2) {
			out[2] = ctx.reshape(ctx.call1("take", g[0], index), source.Sizes)
		}
		return out
	}, Saves: in1},
	viewScatter("select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor", "select.int", 2),
	viewScatter("slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor", "slice.Tensor", 4),
	viewScatter("diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor", "diagonal", 3),
	{S: "diag(Tensor self, int diagonal=0) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		switch dimOf(a[0]) {
		case 1:
			return ctx.call("diag_embed", a[0], a[1])
		case 2:
			return ctx.call("diagonal_copy", a[0], a[1])
		}
		throwRuntime("diag(): Supports 1D or 2D tensors. Got %dD", dimOf(a[0]))
		return nil
	}},
	{S: "diagflat(Tensor self, int offset=0) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("diag_embed", ctx.reshape(a[0], []symbolic.Int{numelOf(a[0])}), a[1])
	}},
	{S: "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		n := dimOf(a[0]) + 1
		d1, d2 := wrapDim(a.int(2), n), wrapDim(a.int(3), n)
		check(d1 != d2, "diagonal dimensions cannot be identical %d, %d", a.int(2), a.int(3))
		off := a.int(1)
		if off < 0 {
			off = -off
		}
		size := sizeOf(a[0], -1).Add(sym(off))
		sizes := append([]symbolic.Int(nil), sizesOf(a[0])[:n-2]...)
		lo, hi := min(d1, d2), max(d1, d2)
		sizes = insertAt(insertAt(sizes, lo, size), hi, size)
		zeros := ctx.call1("new_zeros", a[0], sizeList(sizes))
		return ctx.call("diagonal_scatter", zeros, a[0], a[1], int64(d1), int64(d2))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("diagonal", g[0], s.Arg(1), s.Arg(2), s.Arg(3))
	}},
	{S: "isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		flat := ctx.reshape(a[1], []symbolic.Int{numelOf(a[1])})
		r := ctx.call1("any.dim", ctx.eq(ctx.unsqueeze(a[0], -1), flat), int64(-1))
		if a.bool(3) {
			r = ctx.call1("logical_not", r)
		}
		return result(r)
	}},
	{S: "isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.eq(a[0], a[1])
		if a.bool(3) {
			r = ctx.call1("logical_not", r)
		}
		return result(r)
	}},
	{S: "isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call1("any", ctx.eq(a[1], a[0]))
		if a.bool(3) {
			r = ctx.call1("logical_not", r)
		}
		return result(r)
	}},
	{S: "repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		x, d := a[0], a.intOr(2, 0)
		if a.none(2) {
			x = ctx.reshape(x, []symbolic.Int{numelOf(x)})
		}
		reps := a[1]
		if n, ok := numelOf(reps).Const(); ok && n == 1 && dimOf(reps) <= 1 {
			reps = ctx.expand(ctx.reshape(reps, []symbolic.Int{one}), []symbolic.Int{sizeOf(x, d)})
		}
		check(expectSame(ctx, numelOf(reps), sizeOf(x, d)), "repeats must have the same size as input along dim, but got repeats.size(0) = %s and input.size(%d) = %s", numelOf(reps), d, sizeOf(x, d))
		return ctx.call("index_select", x, int64(wrapDim(d, dimOf(x))), ctx.call1("repeat_interleave.Tensor", reps, a[3]))
	}},
	{S: "repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		x, d := a[0], a.intOr(2, 0)
		if a.none(2) {
			x = ctx.reshape(x, []symbolic.Int{numelOf(x)})
		}
		d = wrapDim(d, dimOf(x))
		n := a.sym(1)
		s := sizesOf(x)
		if !a.none(3) && !sameSize(ctx, s[d].Mul(n), a.sym(3)) {
			throwRuntime("repeat_interleave: Invalid output_size, expected %s but got %s", s[d].Mul(n), a.sym(3))
		}
		wide := ctx.expand(ctx.unsqueeze(x, d+1), insertAt(s, d+1, n))
		out := append([]symbolic.Int(nil), s...)
		out[d] = s[d].Mul(n)
		return result(ctx.reshape(clone2(ctx, wide), out))
	}},
	{S: "repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor", In: asFunction, Eager: func(ctx *Context, a Args) []Value {
		var at []int64
		for i, n := range a.tensor(0).Ints() {
			check(n >= 0, "repeats can not be negative")
			for range n {
				at = append(at, int64(i))
			}
		}
		if !a.none(1) {
			check(isConst(a.sym(1), int64(len(at))), "allocated size does not match required size")
		}
		t := tensor.New(tensor.Int64, len(at))
		tensor.StoreInts(t, at)
		return result(t)
	}, Meta: func(ctx *Context, a Args) []*Fake {
		if !a.none(1) {
			return fakes(NewFake(tensor.Int64, []symbolic.Int{a.sym(1)}))
		}
		return fakes(NewFake(tensor.Int64, []symbolic.Int{ctx.fakeEnv.FreshUnbacked("repeat_interleave.Tensor")}))
	}},
	{S: "embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		w, ix := a.fake(0), a.fake(1)
		check(len(w.Sizes) == 2, "'weight' must be 2-D")
		if ix.DType != tensor.Int64 && ix.DType != tensor.Int32 {
			throwRuntime("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead (while checking arguments for embedding)", typeText(ix.DType))
		}
		return fakes(NewFake(w.DType, append(append([]symbolic.Int(nil), ix.Sizes...), w.Sizes[1])))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		w, ix := a.tensor(0), a.tensor(1).Ints()
		rows := out[0].Window([]int{len(ix), w.Size(1)}, []int{w.Size(1), 1}, out[0].Offset())
		copySlices(rows, w, 0, ix)
	}, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		if s.Args().bool(4) && ctx.SparseRows != nil && ctx.IsPlain() && !anyFake(g) {
			rows, err := ctx.SparseRows(g[0], s.In(1), s.InMeta(0).Sizes[0], s.Arg(2), s.Arg(3))
			rethrow(err)
			return []Value{rows}
		}
		return ctx.call("embedding_dense_backward", g[0], s.In(1), intValue(s.InMeta(0).Sizes[0]), s.Arg(2), s.Arg(3))
	}, Saves: in1, Linear: true},
	{S: "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[0]), []symbolic.Int{a.sym(2), sizeOf(a[0], -1)}))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g, ix := a.tensor(0).Contiguous(), a.tensor(1).Ints()
		w := out[0].Size(1)
		rows := g.Window([]int{len(ix), w}, []int{w, 1}, g.Offset())
		pad := int64(a.int(3))
		if !a.bool(4) && pad < 0 && addIndexedRows(ctx, out[0], rows, ix) {
			return
		}
		count := make([]int, out[0].Size(0))
		for _, v := range ix {
			count[v]++
		}
		for i, v := range ix {
			if v == pad {
				continue
			}
			row := sliceAt(rows, 0, i)
			if a.bool(4) && count[v] > 1 {
				scaledRow := tensor.New(row.DType(), row.Sizes()...)
				binaryKernel("mul_cpu", mulFuncs)(ctx, Args{row, 1 / float64(count[v])}, []*tensor.Tensor{scaledRow})
				row = scaledRow
			}
			addInPlace(ctx, sliceAt(out[0], 0, int(v)), row)
		}
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		a, index := s.Args(), s.In(1)
		flat := ctx.reshape(index, []symbolic.Int{numelOf(index)})
		rows := ctx.call1("index_select", g[0], int64(0), flat)
		if pad := a.sym(3); ctx.is(pad.Ge(zero)) {
			rows = ctx.maskedFill(rows, ctx.unsqueeze(ctx.eq(flat, intValue(pad)), 1), int64(0))
		}
		if a.bool(4) {
			ones := ctx.call1("new_ones", g[0], sizeList([]symbolic.Int{numelOf(index)}))
			count := ctx.call1("index_add", ctx.call1("new_zeros", g[0], sizeList([]symbolic.Int{a.sym(2)})), int64(0), flat, ones)
			rows = ctx.div(rows, ctx.unsqueeze(ctx.call1("index_select", count, int64(0), flat), 1))
		}
		return []Value{ctx.reshape(rows, s.InMeta(0).Sizes)}
	}, Saves: in1},
})

// indexPutGrad gives the gradients of what elements are put into and of these; those that are replaced have none.
func indexPutGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := []Value{g[0], nil, nil}
	if !s.Args().bool(3) {
		zeros := ctx.call1("zeros", sizeList(s.InMeta(2).Sizes), s.InMeta(2).DType)
		out[0] = ctx.call1("index_put", g[0], s.List(1), zeros, false)
	}
	if s.Need(2) {
		v := ctx.call1("index.Tensor", g[0], s.List(1))
		if len(sizesOf(v)) < len(s.InMeta(2).Sizes) {
			v = ctx.reshape(v, s.InMeta(2).Sizes)
		}
		out[2] = v
	}
	return out
}

func clone2(ctx *Context, v Value) Value { return ctx.call1("clone", v, tensor.ContiguousFormat) }

func eagerMasked(x, m *tensor.Tensor) []Value {
	check(m.DType() == tensor.Bool, "masked_select: expected BoolTensor for mask")
	c := x.Compact()
	mask := flat[uint8](m.Contiguous())
	at := make([]int, 0, len(mask)/2)
	for i, v := range mask {
		if v != 0 {
			at = append(at, i)
		}
	}
	out := tensor.New(x.DType(), len(at))
	if len(at) == 0 || gatherElements(out, 0, 1, c, c.Offset(), at) {
		return result(out)
	}
	move := copyElems(x.DType(), out.Storage(), c.Storage())
	for i, from := range at {
		move(i, c.Offset()+from)
	}
	return result(out)
}
