package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Scatters put elements at the places along one dimension that an index names.

func scatterMeta(name string, srcAt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f, ix := a.fake(0), a.fake(2)
		d := wrapDim(a.int(1), len(f.Sizes))
		if ix.DType != tensor.Int64 && ix.DType != tensor.Int32 {
			throwRuntime("%s(): Expected dtype int32/int64 for index", name)
		}
		if srcAt >= 0 && isTensor(a[srcAt]) {
			src := a.fake(srcAt)
			check(src.DType == f.DType, "scatter(): Expected self.dtype to be equal to src.dtype")
			if n, ok := ix.Numel().Const(); !ok || n > 0 {
				check(max(len(f.Sizes), 1) == max(len(ix.Sizes), 1), "Index tensor must have the same number of dimensions as self tensor")
				check(max(len(src.Sizes), 1) == max(len(ix.Sizes), 1), "Index tensor must have the same number of dimensions as src tensor")
				for i := range ix.Sizes {
					if i < len(src.Sizes) && !ctx.expect(ix.Sizes[i].Le(src.Sizes[i])) || i != d && i < len(f.Sizes) && !ctx.expect(ix.Sizes[i].Le(f.Sizes[i])) {
						throwRuntime("Expected index %s to be no larger than self %s apart from dimension %d and to be no larger size than src %s", sizesText(ix.Sizes), sizesText(f.Sizes), d, sizesText(src.Sizes))
					}
				}
			}
		} else if n, ok := ix.Numel().Const(); !ok || n > 0 {
			check(max(len(f.Sizes), 1) == max(len(ix.Sizes), 1), "Index tensor must have the same number of dimensions as self tensor")
			for i := range ix.Sizes {
				if i != d && i < len(f.Sizes) && !ctx.expect(ix.Sizes[i].Le(f.Sizes[i])) {
					throwRuntime("Expected index %s to be no larger than self %s apart from dimension %d", sizesText(ix.Sizes), sizesText(f.Sizes), d)
				}
			}
		}
		return fakes(NewFake(f.DType, f.Sizes))
	}
}

// scatterFuncs combine an old element with a new one; without functions the new one replaces it.
type scatterFuncs struct {
	f func(old, v float64) float64
	c func(old, v complex128) complex128
	// add: they add up.
	add bool
}

// scatterKernel combines the source into a copy of self at the indices.
func scatterKernel(name string, combine func(ctx *Context, a Args) scatterFuncs) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		self, index := a.tensor(0), a.tensor(2)
		o := out[0]
		tensor.Copy(o, self)
		fn := combine(ctx, a)
		if (fn.f == nil || fn.add) && self.Dim() > 0 && index.Numel() > 0 {
			var values *tensor.Tensor
			if isTensor(a[3]) {
				src := a.tensor(3)
				values = src.Window(index.Sizes(), src.Strides(), src.Offset())
			} else {
				values = expandTensor(tensor.Scalar(o.DType(), plainNumber(a[3])), index.Sizes())
			}
			if scatterLoop(ctx, o, index, values, wrapDim(a.int(1), self.Dim()), fn.add) {
				return
			}
			tensor.Copy(o, self)
		}
		l := newAlong(name, self, index, a.int(1))
		src := a.tensor(3)
		if !isTensor(a[3]) {
			src = tensor.Scalar(o.DType(), plainNumber(a[3]))
			src = expandTensor(src, index.Sizes())
		} else if index.Numel() > 0 {
			src = src.Window(index.Sizes(), src.Strides(), src.Offset()).Compact()
		}
		if src.DType() != o.DType() {
			src = src.To(o.DType())
		}
		src = src.Contiguous()
		f := fn.f
		if fn.add && src.Numel() > 0 {
			switch from := src.Offset(); o.DType() {
			case tensor.Float32:
				scatterAdd(l, o, tensor.View[float32](src.Storage())[from:])
				return
			case tensor.Float64:
				scatterAdd(l, o, tensor.View[float64](src.Storage())[from:])
				return
			}
		}
		if f == nil {
			move := copyElems(o.DType(), o.Storage(), src.Storage())
			l.each(o, func(k, at int) { move(at, src.Offset()+k) })
			return
		}
		switch {
		case o.DType().IsComplex():
			if fn.c == nil {
				notImplemented(name, o.DType())
			}
			values := src.Complexes()
			l.each(o, func(k, at int) {
				cell := o.Window(nil, nil, at)
				tensor.StoreComplexes(cell, []complex128{fn.c(tensor.LoadComplexes(cell, 1)[0], values[k])})
			})
		case o.DType().IsIntOrBool():
			values := src.Ints()
			l.each(o, func(k, at int) {
				cell := o.Window(nil, nil, at)
				tensor.StoreInts(cell, []int64{int64(f(float64(tensor.LoadInts(cell, 1)[0]), float64(values[k])))})
			})
		default:
			values := src.Floats()
			l.each(o, func(k, at int) {
				cell := o.Window(nil, nil, at)
				tensor.StoreFloats(cell, []float64{f(tensor.LoadFloats(cell, 1)[0], values[k])})
			})
		}
	}
}

func replaceElems(*Context, Args) scatterFuncs { return scatterFuncs{} }

func addElems(*Context, Args) scatterFuncs {
	return scatterFuncs{func(old, v float64) float64 { return old + v }, func(old, v complex128) complex128 { return old + v }, true}
}

func reduceElems(at int) func(ctx *Context, a Args) scatterFuncs {
	return func(ctx *Context, a Args) scatterFuncs {
		switch a.str(at) {
		case "add":
			return addElems(ctx, a)
		case "multiply":
			return scatterFuncs{func(old, v float64) float64 { return old * v }, func(old, v complex128) complex128 { return old * v }, false}
		}
		throwRuntime("reduce argument must be either add or multiply.")
		return scatterFuncs{}
	}
}

// scatterReduceKernel handles include_self and mean.
func scatterReduceKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	reduce, include := a.str(4), a.bool(5)
	switch reduce {
	case "sum", "prod", "mean", "amax", "amin":
	default:
		throwRuntime("reduce argument must be either sum, prod, mean, amax or amin, got %s", reduce)
	}
	self, index, src := a.tensor(0), a.tensor(2), a.tensor(3)
	o := out[0]
	tensor.Copy(o, self)
	l := newAlong("scatter_reduce", self, index, a.int(1))
	src = src.Window(index.Sizes(), src.Strides(), src.Offset())
	if reduce == "mean" && o.DType().IsComplex() {
		notImplemented("scatter_reduce", o.DType())
	}
	if o.DType().IsIntOrBool() {
		reduceInto(l, o, src.Ints(), reduce, include, floorDivInt, tensor.LoadInts, tensor.StoreInts, func(x, y int64) int64 { return max(x, y) }, func(x, y int64) int64 { return min(x, y) })
		return
	}
	reduceInto(l, o, src.Floats(), reduce, include, func(sum, n float64) float64 { return sum / n }, tensor.LoadFloats, tensor.StoreFloats, maxNaN, minNaN)
}

// reduceInto reduces values into the places of o, which is contiguous, starting with what is there if that is included.
func reduceInto[T int64 | float64](l along, o *tensor.Tensor, values []T, reduce string, include bool, mean func(sum, n T) T,
	load func(*tensor.Tensor, int) []T, store func(*tensor.Tensor, []T), larger, smaller func(x, y T) T) {
	acc := load(o, o.Numel())
	count := make([]int32, len(acc)) // of the values that went into each place
	base := o.Offset()
	first := int32(1)
	if include {
		first = 0
	}
	var combine func(x, y T) T
	switch reduce {
	case "sum", "mean":
		combine = func(x, y T) T { return x + y }
	case "prod":
		combine = func(x, y T) T { return x * y }
	case "amax":
		combine = larger
	case "amin":
		combine = smaller
	}
	l.each(o, func(k, at int) {
		at -= base
		if count[at]++; count[at] == first {
			acc[at] = values[k]
		} else {
			acc[at] = combine(acc[at], values[k])
		}
	})
	if reduce == "mean" {
		for at, n := range count {
			if n > 0 {
				acc[at] = mean(acc[at], T(n+1-first))
			}
		}
	}
	store(o, acc)
}

// scatterReduceGrad follows the reduction: shares of a mean count what went into each place, extremes share among equals,
// and a product counts the other factors, which needs care at zeros.
func scatterReduceGrad(ctx *Context, s *Saved, g []Value) []Value {
	d, reduce, include := s.Arg(1), s.Args().str(4), s.Args().bool(5)
	index := s.In(2)
	gather := func(v Value) Value { return ctx.call1("gather", v, d, index) }
	var self, src Value
	switch reduce {
	case "sum":
		self, src = g[0], gather(g[0])
	case "mean":
		count := ctx.onesLike(g[0])
		if !include {
			count = ctx.call1("scatter.value", count, d, index, int64(0))
		}
		count = ctx.call1("scatter_add", count, d, index, ctx.call1("new_ones", g[0], sizeList(sizesOf(index))))
		count = ctx.maskedFill(count, ctx.eq(count, int64(0)), int64(1))
		self, src = ctx.div(g[0], count), ctx.div(gather(g[0]), gather(count))
	case "amax", "amin":
		x, y := s.In(0), s.In(3)
		value := gather(s.Out(0))
		fromSelf, fromSrc := ctx.toDType(ctx.eq(x, s.Out(0)), dtypeOf(g[0])), ctx.toDType(ctx.eq(narrowTo(ctx, y, sizesOf(index)), value), dtypeOf(g[0]))
		among := ctx.call1("scatter_add", fromSelf, d, index, fromSrc)               // a value of self that is equal counts as PyTorch counts it: where it is left out, too
		alone := ctx.logicalAnd(ctx.eq(among, int64(0)), ctx.eq(s.Out(0), s.Out(0))) // NaN has no element equal to it, and NaN as gradient
		share := ctx.div(g[0], ctx.maskedFill(among, alone, int64(1)))
		self, src = ctx.mul(share, fromSelf), ctx.mul(gather(share), fromSrc)
	case "prod":
		x, y := s.In(0), narrowTo(ctx, s.In(3), sizesOf(index))
		base := x
		if !include {
			base = ctx.call1("scatter.value", x, d, index, int64(1))
		}
		// factors from src alone: the product over a base of ones
		others := ctx.call1("scatter_reduce.two", ctx.onesLike(x), d, index, y, "prod", true)
		self = ctx.mul(g[0], others)
		src = ctx.mul(gather(ctx.mul(g[0], base)), otherFactors(ctx, x, d, index, y))
	}
	if !include {
		self = ctx.call1("scatter.value", self, d, index, int64(0))
	}
	if !equalSyms(sizesOf(src), s.InMeta(3).Sizes) {
		src = padTo(ctx, src, s.InMeta(3).Sizes)
	}
	return []Value{self, nil, nil, src}
}

// otherFactors is, for each element of y, the product of the other elements that scatter to its place: the product
// divided by the element, where a zero counts as one and places with another zero give zero.
func otherFactors(ctx *Context, x, d, index, y Value) Value {
	isZero := ctx.eq(y, int64(0))
	zeroes := ctx.call1("scatter_add", ctx.zerosLike(x), d, index, ctx.toDType(isZero, dtypeOf(x)))
	safe := ctx.maskedFill(y, isZero, int64(1))
	product := ctx.call1("scatter_reduce.two", ctx.onesLike(x), d, index, safe, "prod", true)
	rest := ctx.div(ctx.call1("gather", product, d, index), safe)
	left := ctx.sub(ctx.call1("gather", zeroes, d, index), ctx.toDType(isZero, dtypeOf(x)))
	return ctx.maskedFill(rest, ctx.gt(left, int64(0)), int64(0))
}

// narrowTo takes the leading part of each dimension.
func narrowTo(ctx *Context, v Value, sizes []symbolic.Int) Value {
	for d, n := range sizes {
		if d < dimOf(v) && sizeOf(v, d) != n {
			v = ctx.narrow(v, d, zero, n)
		}
	}
	return v
}

// padTo appends zeros to each dimension.
func padTo(ctx *Context, v Value, sizes []symbolic.Int) Value {
	pad := make([]Value, 0, 2*len(sizes))
	for d := len(sizes) - 1; d >= 0; d-- {
		pad = append(pad, int64(0), intValue(sizes[d].Sub(sizeOf(v, d))))
	}
	return ctx.call1("constant_pad_nd", v, pad)
}

var _ = addTable([]entry{
	{S: "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: scatterMeta("scatter", 3), Kernel: scatterKernel("scatter", replaceElems), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("scatter.value", g[0], s.Arg(1), s.In(2), int64(0)), nil, nil, ctx.call1("gather", g[0], s.Arg(1), s.In(2))}
	}, Saves: in2},
	{S: "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: scatterMeta("scatter", -1), Kernel: scatterKernel("scatter", replaceElems), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("scatter.value", g[0], s.Arg(1), s.In(2), int64(0))}
	}, Saves: in2, GradNo: 1},
	{S: "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: scatterMeta("scatter", 3), Kernel: scatterKernel("scatter", reduceElems(4)), Grad: notDerived("scatter"), GradName: notImplementedNode},
	{S: "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: scatterMeta("scatter", -1), Kernel: scatterKernel("scatter", reduceElems(4)), Grad: notDerived("scatter"), GradName: notImplementedNode},
	{S: "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: scatterMeta("scatter_add", 3), Kernel: scatterKernel("scatter_add", addElems), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{g[0], nil, nil, ctx.call1("gather", g[0], s.Arg(1), s.In(2))}
	}, Saves: in2},
	{S: "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: scatterMeta("scatter_reduce", 3), Kernel: scatterReduceKernel, Grad: scatterReduceGrad, Saves: in0 | in2 | in3 | out0},
})
