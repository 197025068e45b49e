package ops

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Padding with elements of the tensor itself, over its last one to three dimensions: mirrored at the edges, or with those at the edges
// repeated. Padding is given from the last dimension on, as much before it and as much behind it; what is negative takes away.

var _ = addTable(paddingTable())

func paddingTable() []entry {
	out := []entry{
		{S: `pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor`, In: asNN, Decomp: func(ctx *Context, a Args) []Value {
			checkPadding(ctx, a)
			switch mode := a.str(2); mode {
			case "constant":
				v := a[3]
				if v == nil {
					v = 0.0
				}
				return ctx.call("constant_pad_nd", a[0], a[1], v)
			case "reflect", "replicate":
				return ctx.call(paddingOperator(mode, len(a.list(1))/2), a[0], a[1])
			case "circular":
				return ctx.call("_pad_circular", a[0], a[1])
			default:
				throw("NotImplementedError", "Unrecognised padding mode %s", mode)
			}
			return nil
		}},
		{S: "_pad_circular(Tensor self, SymInt[] pad) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
			return result(padCircular(ctx, a[0], a.syms(1)))
		}},
	}
	for _, mode := range []string{"reflect", "replicate"} {
		for k := 1; k <= 3; k++ {
			name := paddingOperator(mode, k)
			out = append(out, entry{S: fmt.Sprintf("%s(Tensor self, SymInt[%d] padding) -> Tensor", name, 2*k), In: asNN | asOut, Meta: paddedMeta(mode, k),
				Fills: true, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { padKernel(mode, a.ints(1), out[0], a.tensor(0)) },
				Decomp: func(ctx *Context, a Args) []Value {
					return result(inFormatOf(ctx, padByIndex(ctx, a[0], a.syms(1), mode), a[0]))
				},
				Grad: func(ctx *Context, s *Saved, g []Value) []Value {
					return ctx.call(name+"_backward", g[0], s.In(0), s.Arg(1))
				}, Saves: in0})
			out = append(out, entry{S: fmt.Sprintf("%s_backward(Tensor grad_output, Tensor self, SymInt[%d] padding) -> Tensor", name, 2*k), In: asNN,
				Meta:  func(ctx *Context, a Args) []*Fake { return fakes(suggested(a.fake(1), dtypeOf(a[0]), sizesOf(a[1]))) },
				Fills: true, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { padBackward(mode, a.ints(2), out[0], a.tensor(0)) },
				Grad: func(ctx *Context, s *Saved, g []Value) []Value {
					return []Value{ctx.call1(name, g[0], s.Arg(2)), s.unmoved(ctx, 1)}
				}})
		}
	}
	return out
}

// paddingOperator is the name of the operator that pads k dimensions.
func paddingOperator(mode string, k int) string {
	return fmt.Sprintf("%s_pad%dd", pick(mode == "reflect", "reflection", "replication"), k)
}

// paddedMeta describes the result of padding k dimensions.
func paddedMeta(mode string, k int) func(ctx *Context, a Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f, pad := a.fake(0), a.syms(1)
		n := len(f.Sizes)
		check(len(pad) == 2*k, "padding size is expected to be %d%s", 2*k, pick(mode == "reflect", fmt.Sprintf(", but got: %d", len(pad)), ""))
		if n != k+1 && n != k+2 || isConst(symbolic.Product(f.Sizes[n-min(n, k+1):]), 0) {
			throwRuntime("Expected %dD or %dD (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: %s", k+1, k+2, sizesText(f.Sizes))
		}
		sizes := slices.Clone(f.Sizes)
		for i := range k {
			d := n - 1 - i
			checkMirrored(ctx, mode, f.Sizes, pad, i)
			sizes[d] = sizes[d].Add(pad[2*i]).Add(pad[2*i+1])
		}
		if k == 1 {
			if w, known := sizes[n-1].Const(); known && w < 1 {
				throwRuntime("input (W: %s) is too small. Calculated output W: %d", f.Sizes[n-1], w)
			}
		} else {
			checkReplicated(f.Sizes[n-k:], pad)
		}
		return fakes(suggested(f, f.DType, sizes))
	}
}

// checkMirrored asks that a dimension, the i-th from the end, has more elements than are mirrored at its edges.
func checkMirrored(ctx *Context, mode string, sizes, pad []symbolic.Int, i int) {
	d := len(sizes) - 1 - i
	if lo, hi := pad[2*i], pad[2*i+1]; mode == "reflect" && !ctx.is(lo.Lt(sizes[d]).And(hi.Lt(sizes[d]))) {
		throwRuntime("Argument #%d: Padding size should be less than the corresponding input dimension, but got: padding (%s, %s) at dimension %d of input %s", 4+2*i, lo, hi, d, sizesText(sizes))
	}
}

// paddingPlaces are, for each of the padded dimensions of size in, the elements that the results along it are.
func paddingPlaces(mode string, in, pad []int) [][]int {
	k := len(pad) / 2
	places := make([][]int, k)
	for i := range places {
		n, lo, hi := in[i], pad[2*(k-1-i)], pad[2*(k-1-i)+1]
		at := make([]int, 0, n+lo+hi)
		for p := -lo; p < n+hi; p++ {
			q := p
			if mode == "reflect" {
				q = max(q, -q)
				if q > n-1 {
					q = 2*(n-1) - q
				}
			}
			at = append(at, min(max(q, 0), n-1))
		}
		places[i] = at
	}
	return places
}

func padKernel(mode string, pad []int, out, x *tensor.Tensor) {
	if out.Numel() == 0 {
		return
	}
	to, x := out, resolved(x).Contiguous()
	if !out.IsContiguous() {
		to = tensor.New(out.DType(), out.Sizes()...)
	}
	k := len(pad) / 2
	in, results := x.Sizes()[x.Dim()-k:], out.Sizes()[out.Dim()-k:]
	places := paddingPlaces(mode, in, pad)
	switch out.DType().Size() {
	case 1:
		pickPlanes[uint8](to, x, places, in, results)
	case 2:
		pickPlanes[uint16](to, x, places, in, results)
	case 4:
		pickPlanes[uint32](to, x, places, in, results)
	case 8:
		pickPlanes[uint64](to, x, places, in, results)
	default:
		pickPlanes[complex128](to, x, places, in, results)
	}
	if to != out {
		tensor.Copy(out, to)
	}
}

func pickPlanes[E tensor.Elem](out, x *tensor.Tensor, places [][]int, in, results []int) {
	to, from := tensor.View[E](out.Storage())[out.Offset():][:out.Numel()], tensor.View[E](x.Storage())[x.Offset():][:x.Numel()]
	n, m := tensor.Numel(results), tensor.Numel(in)
	for ; len(to) > 0; to, from = to[n:], from[m:] {
		pickPlane(to[:n], from[:m], places, in)
	}
}

// pickPlane fills a plane with the elements at places, dimension by dimension.
func pickPlane[E tensor.Elem](to, from []E, places [][]int, in []int) {
	if len(places) == 1 {
		for o, p := range places[0] {
			to[o] = from[p]
		}
		return
	}
	n, m := len(to)/len(places[0]), len(from)/in[0]
	for o, p := range places[0] {
		pickPlane(to[o*n:][:n], from[p*m:][:m], places[1:], in[1:])
	}
}

func padBackward(mode string, pad []int, out, grad *tensor.Tensor) {
	d := out.DType()
	if inFloat32(out, grad, func(out, grad *tensor.Tensor) { padBackward(mode, pad, out, grad) }) {
		return
	}
	to, grad := tensor.New(d, out.Sizes()...), resolved(grad).Contiguous()
	k := len(pad) / 2
	in, results := out.Sizes()[out.Dim()-k:], grad.Sizes()[grad.Dim()-k:]
	places := paddingPlaces(mode, in, pad)
	switch d {
	case tensor.Float32:
		addPlanes[float32](to, grad, places, in, results)
	case tensor.Float64:
		addPlanes[float64](to, grad, places, in, results)
	case tensor.Complex64:
		addPlanes[complex64](to, grad, places, in, results)
	case tensor.Complex128:
		addPlanes[complex128](to, grad, places, in, results)
	default:
		notImplemented("padding_backward", d)
	}
	tensor.Copy(out, to)
}

func addPlanes[E float32 | float64 | complex64 | complex128](out, grad *tensor.Tensor, places [][]int, in, results []int) {
	if out.Numel() == 0 || grad.Numel() == 0 {
		return
	}
	to, from := flat[E](out), flat[E](grad)
	n, m := tensor.Numel(in), tensor.Numel(results)
	for ; len(to) > 0; to, from = to[n:], from[m:] {
		addPlane(to[:n], from[:m], places, in)
	}
}

// addPlane adds the elements of a plane of gradients to what they are the gradients of.
func addPlane[E float32 | float64 | complex64 | complex128](to, grad []E, places [][]int, in []int) {
	if len(places) == 1 {
		for o, p := range places[0] {
			to[p] += grad[o]
		}
		return
	}
	n, m := len(to)/in[0], len(grad)/len(places[0])
	for o, p := range places[0] {
		addPlane(to[p*n:][:n], grad[o*m:][:m], places[1:], in[1:])
	}
}

// padByIndex pads by selecting positions along each dimension: -lo, ..., n+hi-1 brought into range.
func padByIndex(ctx *Context, x Value, pad []symbolic.Int, mode string) Value {
	for i := range len(pad) / 2 {
		d := dimOf(x) - 1 - i
		n, lo, hi := sizeOf(x, d), pad[2*i], pad[2*i+1]
		if isConst(lo, 0) && isConst(hi, 0) {
			continue
		}
		at := ctx.call1("arange.start", intValue(lo.Neg()), intValue(n.Add(hi)), tensor.Int64)
		last := intValue(n.Sub(one))
		if mode == "reflect" { // n-1 - |n-1 - |p||
			back := ctx.call1("rsub.Scalar", ctx.abs(at), last)
			at = ctx.call1("rsub.Scalar", ctx.abs(back), last)
		} else {
			at = ctx.call1("clamp", at, int64(0), last)
		}
		x = ctx.call1("index_select", x, int64(d), at)
	}
	return x
}

// padCircular is padding with what lies at the other end: the middle is copied first, then, dimension by dimension, what is before it
// and behind it.
func padCircular(ctx *Context, x Value, pad []symbolic.Int) Value {
	n := dimOf(x)
	sizes := slices.Clone(sizesOf(x))
	for i := range len(pad) / 2 {
		d := n - 1 - i
		lo, hi := pad[2*i], pad[2*i+1]
		check(ctx.is(lo.Le(sizes[d]).And(hi.Le(sizes[d]))), "Padding value causes wrapping around more than once.")
		sizes[d] = sizes[d].Add(lo).Add(hi)
		check(ctx.is(sizes[d].Ge(zero)), "Negative padding value is resulting in an empty dimension")
	}
	out := ctx.call1("new_empty", x, sizeList(sizes))
	slice := func(v Value, d int, from, to symbolic.Int) Value {
		return ctx.slice(v, d, intValue(from), intValue(to))
	}
	to, from := out, x
	for i := range len(pad) / 2 {
		d := n - 1 - i
		lo, hi := pad[2*i], pad[2*i+1]
		to = slice(to, d, lo.Max(zero), sizes[d].Sub(hi.Max(zero)))
		from = slice(from, d, lo.Neg().Max(zero), sizeOf(x, d).Sub(hi.Neg().Max(zero)))
	}
	ctx.call("copy_", to, from)
	for i := range len(pad) / 2 {
		d := n - 1 - i
		lo, hi := pad[2*i], pad[2*i+1]
		end := sizes[d].Sub(hi.Max(zero))
		if ctx.is(lo.Gt(zero)) {
			ctx.call("copy_", slice(out, d, zero, lo), slice(out, d, end.Sub(lo), end))
		}
		if ctx.is(hi.Gt(zero)) {
			first := lo.Max(zero)
			ctx.call("copy_", slice(out, d, sizes[d].Sub(hi), sizes[d]), slice(out, d, first, first.Add(hi)))
		}
	}
	return out
}
