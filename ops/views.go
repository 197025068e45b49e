package ops

import (
	"slices"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// splitGrad joins the gradients of the parts.
func splitGrad(dim int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.cat(g, wrapDim(s.Args().int(dim), len(s.InMeta(0).Sizes)))}
	}
}

var _ = addTable([]entry{
	{S: "view(Tensor(a) self, SymInt[] size) -> Tensor(a)", In: asMethod, Meta: viewMeta, Grad: viewBack},
	{S: "_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		if t, ok := a[0].(*tensor.Tensor); ok {
			checkStorage(t, a.syms(1), a.syms(2), f.Offset)
		}
		return fakes(withGeometry(f, a.syms(1), a.syms(2), f.Offset))
	}, Grad: viewBack},
	{S: "_unsafe_view(Tensor self, SymInt[] size) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(NewFake(f.DType, inferSize(ctx, a.syms(1), f.Numel())))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		c := a.tensor(0).Contiguous()
		tensor.Copy(out[0], c.Window(out[0].Sizes(), tensor.ContiguousStrides(out[0].Sizes()), c.Offset()))
	}, Grad: viewBack},
	{S: "reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)", In: asFunction | asMethod, Decomp: reshapeDecomp},
	{S: "reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)", In: asMethod, Decomp: func(ctx *Context, a Args) []Value { return reshapeDecomp(ctx, Args{a[0], sizeList(sizesOf(a[1]))}) }},
	{S: "view_as(Tensor(a) self, Tensor other) -> Tensor(a)", In: asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("view", a[0], sizeList(sizesOf(a[1]))) }},
	{S: "flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		f := a.fake(0)
		n := len(f.Sizes)
		lo, hi := wrapDim(a.int(1), n), wrapDim(a.int(2), n)
		check(lo <= hi, "flatten() has invalid args: start_dim cannot come after end_dim")
		if n == 0 {
			return result(ctx.reshape(a[0], []symbolic.Int{one}))
		}
		if lo == hi {
			return result(a[0])
		}
		sizes := append([]symbolic.Int(nil), f.Sizes[:lo]...)
		sizes = append(sizes, symbolic.Product(f.Sizes[lo:hi+1]))
		return result(ctx.reshape(a[0], append(sizes, f.Sizes[hi+1:]...)))
	}},
	{S: "ravel(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.reshape(ctx.call1("contiguous", a[0]), []symbolic.Int{symbolic.IntOf(-1)}))
	}},
	{S: "unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		f := a.fake(0)
		d := wrapDim(a.int(1), len(f.Sizes))
		part := a.syms(2)
		check(len(part) > 0, "unflatten: sizes must be non-empty")
		if len(f.Sizes) == 0 {
			throwRuntime("unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions")
		}
		product, hole := one, false
		for _, s := range part {
			if ctx.isHole(s) {
				hole = true
			} else {
				product = product.Mul(s)
			}
		}
		if !hole && !ctx.is(product.Eq(f.Sizes[d])) {
			throwRuntime("unflatten: Provided sizes %s don't multiply up to the size of dim %d (%s) in the input tensor", sizesText(part), d, f.Sizes[d])
		}
		if hole && !ctx.is(f.Sizes[d].Mod(product).Eq(zero)) {
			throwRuntime("unflatten: Provided sizes %s don't multiply up to the size of dim %d (%s) in the input tensor", sizesText(part), d, f.Sizes[d])
		}
		part = inferSize(ctx, part, f.Sizes[d])
		sizes := append([]symbolic.Int(nil), f.Sizes[:d]...)
		sizes = append(append(sizes, part...), f.Sizes[d+1:]...)
		return result(ctx.view(a[0], sizes))
	}},
	{S: "permute(Tensor(a) self, int[] dims) -> Tensor(a)", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake { return fakes(permuteMeta(a.fake(0), permuteDims(a))) },
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			dims := permuteDims(Args{s.InMeta(0), s.Arg(1)})
			inverse := make([]int, len(dims))
			for i, d := range dims {
				inverse[d] = i
			}
			return []Value{ctx.permute(g[0], inverse...)}
		}},
	{S: "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: transposeMeta, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("transpose.int", g[0], s.Arg(1), s.Arg(2))}
	}},
	{S: "t(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		check(len(f.Sizes) <= 2, "%s() expects a tensor with <= 2 dimensions, but self is %dD", pick(ctx.called != nil && ctx.called.Variant == InPlace, "t_", "t"), len(f.Sizes))
		if len(f.Sizes) < 2 {
			return fakes(withGeometry(f, f.Sizes, f.Strides, f.Offset))
		}
		return fakes(permuteMeta(f, []int{1, 0}))
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.call1("t", g) })},
	{S: "numpy_T(Tensor(a) self) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		n := dimOf(a[0])
		dims := make([]int, n)
		for i := range dims {
			dims[i] = n - 1 - i
		}
		return result(ctx.permute(a[0], dims...))
	}},
	{S: "mT(Tensor(a) self) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		if dimOf(a[0]) == 0 {
			return result(a[0])
		}
		check(dimOf(a[0]) >= 2, "tensor.mT is only supported on matrices or batches of matrices. Got %d-D tensor.", dimOf(a[0]))
		return result(ctx.transpose(a[0], -2, -1))
	}},
	{S: "mH(Tensor(a) self) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) >= 2, "tensor.mH is only supported on matrices or batches of matrices. Got %d-D tensor.", dimOf(a[0]))
		return result(ctx.conj(ctx.transpose(a[0], -2, -1)))
	}},
	{S: "matrix_H(Tensor(a) self) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		n := dimOf(a[0])
		if n == 0 {
			return result(a[0])
		}
		more := ""
		if n > 2 {
			more = " For batches of matrices, consider using tensor.mH"
		}
		check(n == 2, "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s", n, more)
		return ctx.call("mH", a[0])
	}},
	{S: "adjoint(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		if dimOf(a[0]) == 0 {
			return ctx.call("conj", a[0])
		}
		check(dimOf(a[0]) >= 2, "tensor.adjoint() is only supported on matrices or batches of matrices. Got %d-D tensor.", dimOf(a[0]))
		return result(ctx.conj(ctx.transpose(a[0], -2, -1)))
	}},
	{S: "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)", In: asFunction | asMethod, Decomp: moveDim},
	{S: "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)", In: asFunction | asMethod, Decomp: moveDim},
	{S: "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)", In: asMethod, Meta: expandMeta, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{sumTo(ctx, g[0], s.InMeta(0).Sizes)}
	}},
	{S: "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)", In: asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("expand", a[0], sizeList(sizesOf(a[1]))) }},
	{S: "broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("expand", a[0], a[1]) }},
	{S: "broadcast_tensors(Tensor[] tensors) -> Tensor[]", In: asTorchFunctional, Arrange: gathered, Decomp: func(ctx *Context, a Args) []Value {
		var sizes []symbolic.Int
		for i, t := range a.list(0) {
			if i == 0 {
				sizes = sizesOf(t)
			} else {
				sizes = broadcast2(ctx, sizes, sizesOf(t))
			}
		}
		var out []Value
		for _, t := range a.list(0) {
			out = append(out, expandIf(ctx, t, sizes))
		}
		return []Value{out}
	}},
	{S: "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := wrapDim(a.int(1), len(f.Sizes)+1)
		stride := one
		if d < len(f.Sizes) {
			stride = f.Sizes[d].Mul(f.Strides[d])
		}
		return fakes(withGeometry(f, insertAt(f.Sizes, d, one), insertAt(f.Strides, d, stride), f.Offset))
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("squeeze.dim", g, s.Arg(1))
	})},
	{S: "squeeze(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(squeezeMeta(ctx, a.fake(0), func(int) bool { return true }))
	},
		Grad: grad1(unsqueezeBackTo)},
	{S: "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := wrapDim(a.int(1), len(f.Sizes))
		return fakes(squeezeMeta(ctx, f, func(i int) bool { return i == d }))
	}, Grad: grad1(unsqueezeBackTo), GradNo: 1},
	{S: "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		dims := wrapDims(a.ints(1), len(f.Sizes), false)
		return fakes(squeezeMeta(ctx, f, func(i int) bool {
			for _, d := range dims {
				if d == i {
					return true
				}
			}
			return false
		}))
	}, Grad: grad1(unsqueezeBackTo), GradNo: 2},
	{S: "select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)", In: asFunction | asMethod, Meta: selectMeta, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("select_backward", g[0], sizeList(s.InMeta(0).Sizes), s.Arg(1), s.Arg(2))
	}},
	{S: "select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), a.syms(1))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		part := ctx.eager(mustLookup("select.int"), []Value{out[0], a[2], a[3]})[0].(*tensor.Tensor)
		tensor.Copy(part, a.tensor(0))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.selectAt(g[0], s.Args().int(2), s.Arg(3))}
	}},
	{S: "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)", In: 0, Meta: sliceMeta, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("slice_backward", g[0], sizeList(s.InMeta(0).Sizes), s.Arg(1), orDefault(s.Arg(2), int64(0)), orDefault(s.Arg(3), maxInt64), s.Arg(4))
	}},
	{S: "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), a.syms(1))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		part := ctx.eager(mustLookup("slice.Tensor"), []Value{out[0], a[2], a[3], a[4], a[5]})[0].(*tensor.Tensor)
		tensor.Copy(part, a.tensor(0))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("slice.Tensor", g[0], s.Arg(2), s.Arg(3), s.Arg(4), s.Arg(5))
	}},
	{S: "narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		f := a.fake(0)
		check(len(f.Sizes) > 0, "narrow() cannot be applied to a 0-dim tensor.")
		d := wrapDim(a.int(1), len(f.Sizes))
		start, length := a.sym(2), a.sym(3)
		check(ctx.expect(length.Ge(zero)), "narrow(): length must be non-negative.")
		size := f.Sizes[d]
		if env, open := ctx.fakeEnv.(orderingEnv); open && env.Unordered(start, size) {
			return result(ctx.narrowUnordered(a[0], d, start, length, env))
		}
		if ctx.is(start.Lt(zero)) {
			if ctx.is(start.Lt(size.Neg())) {
				throw("IndexError", "start out of range (expected to be in range of [-%s, %s], but got %s)", size, size, start)
			}
			start = start.Add(size)
		} else if ctx.is(start.Gt(size)) {
			throw("IndexError", "start out of range (expected to be in range of [-%s, %s], but got %s)", size, size, start)
		}
		check(ctx.expect(start.Add(length).Le(size)), "start (%s) + length (%s) exceeds dimension size (%s).", start, length, size)
		return result(ctx.narrow(a[0], d, start, length))
	}},
	{S: "narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		start := a.fake(2)
		check(len(start.Sizes) == 0 && start.DType.IsIntegral() && start.DType != tensor.Bool, "start must be an 0-dim integral Tensor.")
		return ctx.call("narrow", a[0], a[1], ctx.call1("item", a[2]), a[3])
	}},
	{S: "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)", In: asFunction | asMethod | asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		sizes, strides := a.syms(1), a.syms(2)
		check(len(sizes) == len(strides), "mismatch in length of strides and shape")
		offset := f.Offset
		if !a.none(3) {
			offset = a.sym(3)
		}
		if t, ok := a[0].(*tensor.Tensor); ok {
			for _, s := range constants(strides) {
				check(s >= 0, "as_strided: Negative strides are not supported at the moment, got strides: %s", sizesText(strides))
			}
			for _, s := range constants(sizes) {
				check(s >= 0, "Storage size calculation overflowed with sizes=%s and strides=%s", sizesText(sizes), sizesText(strides))
			}
			check(constants([]symbolic.Int{offset})[0] >= 0, "Tensor: invalid storage offset %s", offset)
			checkStorage(t, sizes, strides, offset)
		}
		return fakes(withGeometry(f, sizes, strides, offset))
	}, Grad: asStridedGrad},
	{S: "as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor", Fills: true, In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		if t, ok := a[0].(*tensor.Tensor); ok {
			offset := sym(t.Offset())
			if !a.none(4) {
				offset = a.sym(4)
			}
			checkStorage(t, a.syms(2), a.syms(3), offset)
		}
		return fakes(&Fake{Sizes: f.Sizes, Strides: f.Strides, DType: f.DType, Device: f.Device})
	}, Kernel: asStridedScatterKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		m, out := s.InMeta(0), make([]Value, 2)
		lay := laidOut(ctx, g[0], m)
		at := viewStep{args: []Value{s.Arg(2), s.Arg(3), s.Arg(4)}, from: m}.offset(lay)
		if s.Need(0) {
			out[0] = ctx.call1("as_strided_scatter", lay, ctx.call1("zeros", sizeList(s.InMeta(1).Sizes), dtypeOf(lay)), s.Arg(2), s.Arg(3), at)
		}
		if s.Need(1) {
			out[1] = ctx.clone(ctx.call1("as_strided", lay, s.Arg(2), s.Arg(3), at))
		}
		return out
	}},
	{S: "as_strided_backward(Tensor grad, SymInt[] self_size, SymInt[] self_stride, SymInt[] size, SymInt[] stride, SymInt offset) -> Tensor", Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[0]), a.syms(1)))
	}, Kernel: asStridedBackwardKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		base := ctx.call1("new_empty_strided", g[0], s.Arg(1), s.Arg(2))
		return ctx.call("as_strided", ctx.call1("copy_", base, g[0]), s.Arg(3), s.Arg(4), s.Arg(5))
	}},
	{S: "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)", In: asFunction | asMethod, Meta: diagonalMeta, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("diagonal_backward", g[0], sizeList(s.InMeta(0).Sizes), s.Arg(1), s.Arg(2), s.Arg(3))
	}},
	{S: "diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), a.syms(1))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		part := ctx.eager(mustLookup("diagonal"), []Value{out[0], a[2], a[3], a[4]})[0].(*tensor.Tensor)
		tensor.Copy(part, a.tensor(0))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("diagonal", g[0], s.Arg(2), s.Arg(3), s.Arg(4))
	}},
	{S: "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)", In: asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := wrapDim(a.int(1), len(f.Sizes))
		size, step := a.sym(2), a.sym(3)
		length, stride := one, one
		if len(f.Sizes) > 0 {
			length, stride = f.Sizes[d], f.Strides[d]
		}
		check(ctx.expect(size.Ge(zero)), "size is %s but must be >= 0", size)
		check(ctx.expect(size.Le(length)), "maximum size for tensor at dimension %d is %s but size is %s", d, length, size)
		check(ctx.expect(step.Gt(zero)), "step is %s but must be > 0", step)
		sizes, strides := append(append([]symbolic.Int(nil), f.Sizes...), size), append(append([]symbolic.Int(nil), f.Strides...), stride)
		if len(f.Sizes) > 0 {
			sizes[d] = length.Sub(size).FloorDiv(step).Add(one)
			strides[d] = step.Mul(stride)
		}
		return fakes(withGeometry(f, sizes, strides, f.Offset))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("unfold_backward", g[0], sizeList(s.InMeta(0).Sizes), s.Arg(1), s.Arg(2), s.Arg(3))
	}},
	{S: "unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), a.syms(1))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		windows := ctx.eager(mustLookup("unfold"), []Value{out[0], a[2], a[3], a[4]})[0].(*tensor.Tensor)
		addInto(windows, a.tensor(0))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("unfold", g[0], s.Arg(2), s.Arg(3), s.Arg(4))
	}},
	{S: "split.Tensor(Tensor(a) self, SymInt split_size, int dim=0) -> Tensor(a)[]", In: asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		check(len(f.Sizes) > 0, "split expects at least a 1-dimensional tensor")
		d := wrapDim(a.int(2), len(f.Sizes))
		part := a.sym(1)
		if c, ok := part.Const(); ok {
			check(c >= 0, "split expects split_size be non-negative, but got split_size=%d", c)
			if c == 0 {
				n, _ := f.Sizes[d].Const()
				check(n == 0, "split_size can only be 0 if dimension size is 0, but got dimension size of %d", n)
				return splitMetas(f, d, []symbolic.Int{zero})
			}
		}
		return splitMetas(f, d, splitLengths(ctx, f.Sizes[d], part))
	}, Grad: splitGrad(2)},
	{S: "split_with_sizes(Tensor(a) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		check(len(f.Sizes) > 0, "split expects at least a 1-dimensional tensor")
		d := wrapDim(a.int(2), len(f.Sizes))
		total := zero
		for _, n := range a.syms(1) {
			total = total.Add(n)
			if c, ok := n.Const(); ok && c < 0 {
				throwRuntime("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=%s", sizesText(a.syms(1)))
			}
		}
		check(ctx.expect(total.Eq(f.Sizes[d])), "split_with_sizes expects split_sizes to sum exactly to %s (input tensor's size at dimension %d), but got split_sizes=%s", f.Sizes[d], a.int(2), sizesText(a.syms(1)))
		return splitMetas(f, d, a.syms(1))
	}, Grad: splitGrad(2)},
	{S: "split.sizes(Tensor(a) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]", In: 0, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("split_with_sizes", a...) }},
	{S: "chunk(Tensor(a) self, int chunks, int dim=0) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: chunks("split.Tensor", "split_with_sizes")},
	{S: "tensor_split.sections(Tensor(a) self, SymInt sections, int dim=0) -> Tensor(a)[]", In: asFunction | asMethod, Arrange: splitByTensor, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[0]))
		n := ctx.fixed(a.sym(1))
		check(dimOf(a[0]) > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with %d dims", dimOf(a[0]))
		check(n > 0, "number of sections must be larger than 0, got %d", n)
		size := a.fake(0).Sizes[d]
		whole, extra := size.FloorDiv(sym(n)), size.Mod(sym(n))
		var out []Value
		at := zero
		for i := range n {
			length := whole
			if ctx.is(sym(i).Lt(extra)) {
				length = length.Add(one)
			}
			out = append(out, ctx.slice(a[0], d, intValue(at), intValue(at.Add(length))))
			at = at.Add(length)
		}
		return []Value{out}
	}},
	{S: "tensor_split.indices(Tensor(a) self, SymInt[] indices, int dim=0) -> Tensor(a)[]", In: asFunction | asMethod, Arrange: splitByTensor, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[0]))
		var out []Value
		last := Value(int64(0))
		for _, i := range a.list(1) {
			out = append(out, ctx.slice(a[0], d, last, i))
			last = i
		}
		return []Value{append(out, ctx.slice(a[0], d, last, intValue(a.fake(0).Sizes[d])))}
	}},
	{S: "hsplit.int(Tensor(a) self, int sections) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return nsplit(ctx, "hsplit", a, 1, true) }},
	{S: "hsplit.array(Tensor(a) self, int[] indices) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return nsplit(ctx, "hsplit", a, 1, false) }},
	{S: "vsplit.int(Tensor(a) self, int sections) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return nsplit(ctx, "vsplit", a, 0, true) }},
	{S: "vsplit.array(Tensor(a) self, int[] indices) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return nsplit(ctx, "vsplit", a, 0, false) }},
	{S: "dsplit.int(Tensor(a) self, int sections) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return nsplit(ctx, "dsplit", a, 2, true) }},
	{S: "dsplit.array(Tensor(a) self, int[] indices) -> Tensor(a)[]", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return nsplit(ctx, "dsplit", a, 2, false) }},
	{S: "unbind.int(Tensor(a) self, int dim=0) -> Tensor(a)[]", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		if len(f.Sizes) == 0 {
			throw("IndexError", "Dimension specified as %d but tensor has no dimensions", wrapDim(a.int(1), 1))
		}
		d := wrapDim(a.int(1), len(f.Sizes))
		n := ctx.fixed(f.Sizes[d])
		out := make([]*Fake, n)
		for i := range out {
			out[i] = withGeometry(f, without(f.Sizes, d), without(f.Strides, d), f.Offset.Add(sym(i).Mul(f.Strides[d])))
		}
		return out
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("stack", g, int64(wrapDim(s.Args().int(1), len(s.InMeta(0).Sizes))))}
	}},
	{S: "cat(Tensor[] tensors, int dim=0) -> Tensor", In: asFunction | asOut, Meta: catMeta, Kernel: catKernel, Fills: true, Grad: catGrad},
	{S: "stack(Tensor[] tensors, int dim=0) -> Tensor", Fills: true, In: asFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		list := a.list(0)
		check(len(list) > 0, "stack expects a non-empty TensorList")
		first := sizesOf(list[0])
		for i, t := range list {
			if !expectSameSizes(ctx, first, sizesOf(t)) {
				throwRuntime("stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d", sizesText(first), sizesText(sizesOf(t)), i)
			}
		}
		d := wrapDim(a.int(1), len(first)+1)
		return fakes(NewFake(ctx.ResultType(list...), insertAt(first, d, sym(len(list)))))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		d := wrapDim(a.int(1), out[0].Dim())
		for i, t := range a.tensors(0) {
			sizes := append(append([]int(nil), out[0].Sizes()[:d]...), out[0].Sizes()[d+1:]...)
			strides := append(append([]int(nil), out[0].Strides()[:d]...), out[0].Strides()[d+1:]...)
			tensor.Copy(out[0].Window(sizes, strides, out[0].Offset()+i*out[0].Strides()[d]), t)
		}
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		d := wrapDim(s.Args().int(1), len(s.OutMeta(0).Sizes))
		parts := make([]Value, len(s.InMetas(0)))
		for i := range parts {
			parts[i] = ctx.selectAt(g[0], d, int64(i))
		}
		return []Value{parts}
	}},
	{S: "hstack(Tensor[] tensors) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		checkNonEmptyList("hstack", a)
		list := atLeast(ctx, a.list(0), 1)
		if dimOf(list[0]) == 1 {
			return result(ctx.cat(list, 0))
		}
		return result(ctx.cat(list, 1))
	}},
	{S: "vstack(Tensor[] tensors) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		checkNonEmptyList("vstack", a)
		return result(ctx.cat(atLeast(ctx, a.list(0), 2), 0))
	}},
	{S: "dstack(Tensor[] tensors) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		checkNonEmptyList("dstack", a)
		return result(ctx.cat(atLeast(ctx, a.list(0), 3), 2))
	}},
	{S: "column_stack(Tensor[] tensors) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		checkNonEmptyList("column_stack", a)
		var list []Value
		for _, t := range a.list(0) {
			if dimOf(t) <= 1 {
				t = ctx.reshape(t, []symbolic.Int{numelOf(t), one})
			}
			list = append(list, t)
		}
		return result(ctx.cat(list, 1))
	}},
	{S: "atleast_1d(Tensor self) -> Tensor", In: asTorchFunctional, Decomp: func(ctx *Context, a Args) []Value { return result(atLeast(ctx, []Value{a[0]}, 1)[0]) }},
	{S: "atleast_1d.Sequence(Tensor[] tensors) -> Tensor[]", In: asTorchFunctional, Arrange: severalTogether, Decomp: func(ctx *Context, a Args) []Value { return []Value{atLeast(ctx, a.list(0), 1)} }},
	{S: "atleast_2d(Tensor self) -> Tensor", In: asTorchFunctional, Decomp: func(ctx *Context, a Args) []Value { return result(atLeast(ctx, []Value{a[0]}, 2)[0]) }},
	{S: "atleast_2d.Sequence(Tensor[] tensors) -> Tensor[]", In: asTorchFunctional, Arrange: severalTogether, Decomp: func(ctx *Context, a Args) []Value { return []Value{atLeast(ctx, a.list(0), 2)} }},
	{S: "atleast_3d(Tensor self) -> Tensor", In: asTorchFunctional, Decomp: func(ctx *Context, a Args) []Value { return result(atLeast(ctx, []Value{a[0]}, 3)[0]) }},
	{S: "atleast_3d.Sequence(Tensor[] tensors) -> Tensor[]", In: asTorchFunctional, Arrange: severalTogether, Decomp: func(ctx *Context, a Args) []Value { return []Value{atLeast(ctx, a.list(0), 3)} }},
	{S: "repeat(Tensor self, SymInt[] repeats) -> Tensor", Fills: true, In: asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		times := a.syms(1)
		check(len(times) >= len(f.Sizes), "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
		lead := len(times) - len(f.Sizes)
		sizes := make([]symbolic.Int, len(times))
		for i, t := range times {
			sizes[i] = t
			if i >= lead {
				sizes[i] = t.Mul(f.Sizes[i-lead])
			}
		}
		checkGiven(ctx, sizes, times...)
		return fakes(NewFake(f.DType, sizes))
	}, Kernel: repeatKernel, Grad: repeatGrad},
	{S: "tile(Tensor self, SymInt[] dims) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		times := a.syms(1)
		for len(times) < dimOf(a[0]) {
			times = append([]symbolic.Int{one}, times...)
		}
		return ctx.call("repeat", a[0], sizeList(times))
	}},
	{S: "flip(Tensor self, int[] dims) -> Tensor", Fills: true, In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		wrapDims(a.ints(1), dimOf(a[0]), false)
		return fakes(like(ctx, a.fake(0), dtypeOf(a[0])))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := resolved(a.tensor(0))
		sizes, strides, offset := t.Sizes(), append([]int(nil), t.Strides()...), t.Offset()
		if t.Numel() == 0 {
			return
		}
		for _, d := range wrapDims(a.ints(1), t.Dim(), false) {
			if t.Dim() > 0 {
				offset += (sizes[d] - 1) * strides[d]
				strides[d] = -strides[d]
			}
		}
		v := t.Window(sizes, strides, offset)
		if kernel := ctx.rowKernel("turn", "", turned, v); kernel != nil {
			rowSpace{Space: ir.Space{Keep: sizes}}.run(kernel, nil, ir.Buffer{Ptr: firstElement(v), Strides: strides}, ir.Buffer{Ptr: firstElement(out[0]), Strides: out[0].Strides()})
			return
		}
		tensor.CopyStrided(t.DType(), sizes, out[0].Storage(), out[0].Strides(), out[0].Offset(), v.Storage(), strides, offset)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value { return ctx.call("flip", g[0], s.Arg(1)) }},
	{S: "fliplr(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) >= 2, "Input must be >= 2-d.")
		return ctx.call("flip", a[0], ints(1))
	}},
	{S: "flipud(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) >= 1, "Input must be >= 1-d.")
		return ctx.call("flip", a[0], ints(0))
	}},
	{S: "roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor", In: asFunction | asMethod | asOut, Decomp: rollDecomp, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		back := s.Args().syms(1)
		for i, n := range back {
			back[i] = n.Neg()
		}
		return ctx.call("roll", g[0], sizeList(back), s.Arg(2))
	}},
	{S: "rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor", In: asFunction | asMethod | asOut, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("rot90", g, int64(-s.Args().int(1)), s.Arg(2))
	}), Decomp: func(ctx *Context, a Args) []Value {
		dims := a.ints(2)
		check(len(dims) == 2, "expected total rotation dims == 2, but got dims = %d", len(dims))
		d0, d1 := wrapDim(dims[0], dimOf(a[0])), wrapDim(dims[1], dimOf(a[0]))
		switch ((a.int(1) % 4) + 4) % 4 {
		case 1:
			return ctx.call("transpose_", ctx.call1("flip", a[0], ints(d1)), int64(d0), int64(d1))
		case 2:
			return ctx.call("flip", a[0], ints(d0, d1))
		case 3:
			return ctx.call("transpose_", ctx.call1("flip", a[0], ints(d0)), int64(d0), int64(d1))
		}
		return ctx.call("clone", a[0], tensor.ContiguousFormat)
	}},
})

func orDefault(v, def Value) Value {
	if v == nil {
		return def
	}
	return v
}

func moveDim(ctx *Context, a Args) []Value {
	n := dimOf(a[0])
	src, dst := a.ints(1), a.ints(2)
	check(len(src) == len(dst), "movedim: Invalid source or destination dims: source (%s dims) should contain the same number of dims as destination (%s dims)", sizesText(a.syms(1)), sizesText(a.syms(2)))
	unique := func(what string, at int, dims []int) []int {
		out := make([]int, len(dims))
		seen := map[int]bool{}
		for i, d := range dims {
			out[i] = wrapDim(d, n)
			check(!seen[out[i]], "movedim: repeated dim in `%s` (%s)", what, sizesText(a.syms(at)))
			seen[out[i]] = true
		}
		return out
	}
	src, dst = unique("source", 1, src), unique("destination", 2, dst)
	if n == 0 {
		return ctx.call("alias", a[0])
	}
	order := make([]int, n)
	for i := range order {
		order[i] = -1
	}
	taken := make([]bool, n)
	for i := range src {
		order[dst[i]] = src[i]
		taken[src[i]] = true
	}
	next := 0
	for i := range order {
		if order[i] >= 0 {
			continue
		}
		for taken[next] {
			next++
		}
		order[i] = next
		next++
	}
	return result(ctx.permute(a[0], order...))
}

func nsplit(ctx *Context, name string, a Args, dim int, sections bool) []Value {
	f := a.fake(0)
	n := len(f.Sizes)
	least := dim + 1
	switch name {
	case "hsplit":
		least = 1
	case "vsplit":
		least = 2
	}
	check(n >= least && n >= 1, "torch.%s requires a tensor with at least %d dimension, but got a tensor with %d dimensions!", name, least, n)
	if name == "hsplit" && n == 1 {
		dim = 0
	}
	if sections {
		k := a.sym(1)
		c, ok := k.Const()
		check((!ok || c > 0) && ctx.is(f.Sizes[dim].Mod(k).Eq(zero)), "torch.%s attempted to split along dimension %d, but the size of the dimension %s is not divisible by the split_size %s!", name, dim, f.Sizes[dim], k)
		return ctx.call("tensor_split.sections", a[0], a[1], int64(dim))
	}
	return ctx.call("tensor_split.indices", a[0], a[1], int64(dim))
}

// atLeast gives every tensor at least n dimensions.
func atLeast(ctx *Context, list []Value, n int) []Value {
	out := make([]Value, len(list))
	for i, t := range list {
		s := sizesOf(t)
		switch {
		case len(s) >= n:
			out[i] = t
		case n == 1:
			out[i] = ctx.reshape(t, []symbolic.Int{one})
		case n == 2 && len(s) == 0:
			out[i] = ctx.reshape(t, []symbolic.Int{one, one})
		case n == 2:
			out[i] = ctx.unsqueeze(t, 0)
		case len(s) == 0:
			out[i] = ctx.reshape(t, []symbolic.Int{one, one, one})
		case len(s) == 1:
			out[i] = ctx.unsqueeze(ctx.unsqueeze(t, 0), -1)
		default:
			out[i] = ctx.unsqueeze(t, -1)
		}
	}
	return out
}

func repeatKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	t, times := a.tensor(0), a.ints(1)
	if out[0].Numel() == 0 {
		return
	}
	// View the result as [times0, size0, times1, size1, ...] and broadcast into it.
	lead := len(times) - t.Dim()
	var sizes, dst, src []int
	for i, n := range times {
		size, stride := 1, 0
		if i >= lead {
			size, stride = t.Size(i-lead), t.Strides()[i-lead]
		}
		sizes = append(sizes, n, size)
		dst = append(dst, size*out[0].Strides()[i], out[0].Strides()[i])
		src = append(src, 0, stride)
	}
	tensor.Copy(out[0].Window(sizes, dst, out[0].Offset()), t.Window(sizes, src, t.Offset()))
}

func repeatGrad(ctx *Context, s *Saved, g []Value) []Value {
	m, times := s.InMeta(0), s.Args().syms(1)
	lead := len(times) - len(m.Sizes)
	grad := g[0]
	for range lead {
		grad = ctx.sumDim(grad, false, 0)
	}
	var sizes []symbolic.Int
	var dims []int
	for i, size := range m.Sizes {
		if n := times[lead+i]; !isOne(ctx, n) {
			dims = append(dims, len(sizes))
			sizes = append(sizes, n)
		}
		sizes = append(sizes, size)
	}
	if len(dims) > 0 {
		grad = ctx.sumDim(ctx.reshape(grad, sizes), false, dims...)
	}
	return []Value{grad}
}

func rollDecomp(ctx *Context, a Args) []Value {
	shifts, dims := a.syms(1), a.ints(2)
	if len(dims) == 0 {
		check(len(shifts) == 1, "`shifts` and `dims` must align. shifts: %d, dims:0", len(shifts))
		flat := ctx.reshape(a[0], []symbolic.Int{numelOf(a[0])})
		return result(ctx.reshape(rollDecomp(ctx, Args{flat, sizeList(shifts), ints(0)})[0], sizesOf(a[0])))
	}
	check(len(shifts) == len(dims), "shifts and dimensions must align. shifts: %d, dims:%d", len(shifts), len(dims))
	t := a[0]
	for i, d := range dims {
		d = wrapDim(d, dimOf(t))
		n := sizeOf(t, d)
		c, fixed := n.Const()
		if fixed && c == 0 {
			return ctx.call("clone", t)
		}
		if !fixed && anyFake(a[:1]) && ctx.belowRecorder() { // the operator is seen as one: what its parts are says nothing of the size
			continue
		}
		start := n.Sub(shifts[i].Mod(n)).Mod(n)
		t = ctx.cat([]Value{ctx.slice(t, d, intValue(start), maxInt64), ctx.slice(t, d, int64(0), intValue(start))}, d)
	}
	if t == a[0] && len(dims) > 0 {
		return ctx.call("clone", t)
	}
	return result(t)
}

// checkNonEmptyList refuses a function of several tensors without any.
func checkNonEmptyList(name string, a Args) {
	check(len(a.list(0)) > 0, "%s expects a non-empty TensorList", name)
}

// chunks splits into at most as many parts of one size as are asked for, by one of two operators.
func chunks(bySize, bySizes string) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) > 0, "chunk expects at least a 1-dimensional tensor")
		n := a.int(1)
		check(n > 0, "chunk expects `chunks` to be greater than 0, got: %d", n)
		d := wrapDim(a.int(2), dimOf(a[0]))
		size := sizeOf(a[0], d)
		part := size.Add(sym(n)).Sub(one).FloorDiv(sym(n))
		if c, ok := part.Const(); ok && c == 0 {
			zeros := make([]Value, n)
			for i := range zeros {
				zeros[i] = int64(0)
			}
			return ctx.call(bySizes, a[0], zeros, int64(d))
		}
		return ctx.call(bySize, a[0], intValue(part), int64(d))
	}
}

// splitByTensor takes the sections [] or the indices [n] of tensor_split from a tensor.
func splitByTensor(args []Value) []Value {
	if len(args) < 2 {
		return args
	}
	t, ok := args[1].(*tensor.Tensor)
	if !ok {
		return args
	}
	check(t.Dim() <= 1, "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a tensor with %d dims", t.Dim())
	check(hasValue(t) || t.Device() == tensor.CPU, "tensor_split expected tensor_indices_or_sections to be on cpu, but it's on %s", t.Device())
	check(t.DType() == tensor.Int64, "tensor_split expected tensor_indices_or_sections to have dtype of long, but got %s", t.DType().ScalarName())
	args = slices.Clone(args)
	if t.Dim() == 0 {
		if hasValue(t) {
			args[1] = t.Item()
		}
		return args
	}
	if t.Numel() > 0 && !hasValue(t) {
		throwRuntime("%s", tensor.NotAllocated)
	}
	list := make([]Value, 0, t.Numel())
	for _, i := range t.Ints() {
		list = append(list, i)
	}
	args[1] = list
	return args
}

// checkStorage refuses a geometry of elements as t has them that reaches beyond its storage.
func checkStorage(t *tensor.Tensor, sizes, strides []symbolic.Int, offset symbolic.Int) {
	need := tensor.StorageLength(constants(sizes), constants(strides))
	if need > 0 {
		need += constants([]symbolic.Int{offset})[0]
	}
	size, bytes := t.DType().Size(), t.Storage().Size()
	check(need*size <= bytes, "setStorage: sizes %s, strides %s, storage offset %s, and itemsize %d requiring a storage size of %d are out of bounds for storage of size %d", sizesText(sizes), sizesText(strides), offset, size, need*size, bytes)
}
