package ops

import (
	"fmt"
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// poolShape is a pooling window over up to three spatial dimensions.
type poolShape struct {
	k                                 int // number of spatial dimensions
	in, out                           [3]int
	kernel, stride, padding, dilation [3]int
}

// poolOut is the length of a pooled dimension.
func poolOut(ctx *Context, in, kernel, stride, padding, dilation symbolic.Int, ceil bool) symbolic.Int {
	span := in.Add(padding.Mul(sym(2))).Sub(dilation.Mul(kernel.Sub(one))).Sub(one)
	if !ceil {
		return span.FloorDiv(stride).Add(one)
	}
	n := span.Add(stride).Sub(one).FloorDiv(stride).Add(one)
	if ctx.is(n.Sub(one).Mul(stride).Ge(in.Add(padding))) {
		n = n.Sub(one)
	}
	return n
}

// poolArgs reads kernel, stride, padding and dilation at the given positions (-1: absent).
func poolArgs(a Args, k, kernel, stride, padding, dilation int) (ks, st, pd, dl []symbolic.Int) {
	read := func(at int, def symbolic.Int) []symbolic.Int {
		var v []symbolic.Int
		if at >= 0 {
			v = a.syms(at)
		}
		out := make([]symbolic.Int, k)
		for i := range out {
			switch {
			case len(v) == 0:
				out[i] = def
			default:
				out[i] = listAt(v, i)
			}
		}
		return out
	}
	ks = read(kernel, one)
	st = read(stride, one)
	if len(a.syms(stride)) == 0 {
		st = ks
	}
	return ks, st, read(padding, zero), read(dilation, one)
}

func poolMeta(k, ceilAt, dilationAt int, indices bool) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		n := len(f.Sizes)
		if n != k+1 && n != k+2 {
			throwRuntime("non-empty %dD or %dD (batch mode) tensor expected for input", k+1, k+2)
		}
		ks, st, pd, dl := poolArgs(a, k, 1, 2, 3, dilationAt)
		sizes := append([]symbolic.Int(nil), f.Sizes...)
		for i := range k {
			d := n - k + i
			check(!isConst(st[i], 0), "stride should not be zero")
			check(!isConst(ks[i], 0), "kernel size should be greater than zero, but got kernel_size=0")
			if !ctx.is(pd[i].Mul(sym(2)).Le(ks[i])) {
				throwRuntime("pad should be at most half of effective kernel size, but got pad=%s, kernel_size=%s and dilation=%s", pd[i], ks[i], dl[i])
			}
			sizes[d] = poolOut(ctx, f.Sizes[d], ks[i], st[i], pd[i], dl[i], a.bool(ceilAt))
		}
		for _, s := range sizes[n-k:] {
			if c, ok := s.Const(); ok && c <= 0 {
				poolTooSmall(f, sizes, k)
			}
		}
		out := NewFake(f.DType, sizes)
		if (k == 2 || indices) && channelsLastOnly(f) {
			out.Strides = channelsLastStrides(sizes)
		}
		if !indices {
			return fakes(out)
		}
		return fakes(out, &Fake{Sizes: sizes, Strides: out.Strides, DType: tensor.Int64, Device: f.Device})
	}
}

func poolTooSmall(f *Fake, sizes []symbolic.Int, k int) {
	shape := func(s []symbolic.Int) string {
		t := s[len(s)-k-1:]
		out := "("
		for i, v := range t {
			if i > 0 {
				out += "x"
			}
			out += v.String()
		}
		return out + ")"
	}
	throwRuntime("Given input size: %s. Calculated output size: %s. Output size is too small", shape(f.Sizes), shape(sizes))
}

func poolGeometry(a Args, x, out *tensor.Tensor, k, dilationAt int) *poolShape {
	ks, st, pd, dl := poolArgs(a, k, 1, 2, 3, dilationAt)
	s := &poolShape{k: k, kernel: pad3(constants(ks), k, 1), stride: pad3(constants(st), k, 1), padding: pad3(constants(pd), k, 0), dilation: pad3(constants(dl), k, 1)}
	s.in = pad3List(x.Sizes()[x.Dim()-k:], k)
	s.out = pad3List(out.Sizes()[out.Dim()-k:], k)
	return s
}

func maxPoolKernel(k int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		s := poolGeometry(a, x, out[0], k, 4)
		if x.DType() == tensor.Float32 {
			maxPool[float32](ctx, s, x, out)
		} else {
			maxPool[float64](ctx, s, x, out)
		}
	}
}

// storeInOrder stores values in index order to a tensor of any layout.
func storeInOrder(t *tensor.Tensor, values []float64) {
	temp := tensor.New(tensor.Float64, t.Sizes()...)
	tensor.StoreFloats(temp, values)
	tensor.Copy(t, temp)
}

// maxPoolGrad scatters the gradient to the saved positions of each plane.
func maxPoolGrad(k int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		return maxPoolBack(ctx, s, g[0], k, true, s.Args()[1:]...)
	}
}

// adaptiveMaxGrad is maxPoolGrad, whose operator does not take the sizes; that of three dimensions gives contiguous gradients.
func adaptiveMaxGrad(k int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		return maxPoolBack(ctx, s, g[0], k, k == 2)
	}
}

// maxPoolBack puts gradients where the largest elements were, in the memory format of the operand if asked to; geometry is what the operator of the derivative takes of that of the pool.
func maxPoolBack(ctx *Context, s *Saved, g Value, k int, inOrder bool, geometry ...Value) []Value {
	x := s.In(0)                        // refused if it has changed, even where its sizes count alone
	if ctx.shown() || ctx.gradEnabled { // the history of a derivative has one node for it, which knows the input
		return result(ctx.call1(s.node.op+"_backward", slices.Concat([]Value{g, x}, geometry, []Value{s.Out(1)})...))
	}
	grad := scatterPlanes(ctx, g, s.Out(1), s.InMeta(0).Sizes, k)
	if inOrder {
		grad = inFormat(ctx, grad, s.InMeta(0))
	}
	return result(grad)
}

func scatterPlanes(ctx *Context, g, index Value, sizes []symbolic.Int, k int) Value {
	n := len(sizes)
	lead := sizes[:n-k]
	flat := append(append([]symbolic.Int(nil), lead...), symbolic.Product(sizes[n-k:]))
	out := sizesOf(g)
	flatOut := append(append([]symbolic.Int(nil), lead...), symbolic.Product(out[n-k:]))
	zeros := ctx.call1("new_zeros", g, sizeList(flat))
	r := ctx.call1("scatter_add", zeros, int64(n-k), ctx.reshape(index, flatOut), ctx.reshape(g, flatOut))
	return ctx.reshape(r, sizes)
}

// unpool puts elements of planes where the indices say, in planes of zeros of other sizes.
func unpool(ctx *Context, x, index Value, planes []symbolic.Int) Value {
	s := sizesOf(x)
	lead := s[:len(s)-len(planes)]
	sizes := append(append([]symbolic.Int(nil), lead...), planes...)
	flat := append(append([]symbolic.Int(nil), lead...), symbolic.Product(planes))
	from := append(append([]symbolic.Int(nil), lead...), symbolic.Product(s[len(lead):]))
	zeros := ctx.call1("new_zeros", x, sizeList(flat))
	out := ctx.reshape(ctx.call1("scatter.src", zeros, int64(len(lead)), ctx.reshape(index, from), ctx.reshape(x, from)), sizes)
	if f := metaOf(x); len(s) == 4 && len(planes) == 2 && channelsLastOnly(f) {
		out = ctx.call1("contiguous", out, tensor.ChannelsLast)
	}
	return out
}

// gatherPlanes picks elements of planes of k dimensions by their indices.
func gatherPlanes(ctx *Context, x, index Value, k int) Value {
	s := sizesOf(index)
	n := len(s)
	flat := func(v Value) Value {
		sizes := sizesOf(v)
		return ctx.reshape(v, append(append([]symbolic.Int(nil), sizes[:n-k]...), symbolic.Product(sizes[n-k:])))
	}
	return ctx.reshape(ctx.call1("gather", flat(x), int64(n-k), flat(index)), s)
}

func avgPoolKernel(k int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		s := poolGeometry(a, x, out[0], k, -1)
		includePad := a.bool(5)
		divisor := 0
		if len(a) > 6 {
			divisor = a.intOr(6, 0)
		}
		of := func(o int) float64 { return s.divisor(o, includePad, divisor) }
		if x.DType() == tensor.Float32 {
			averagePool[float32](ctx, s, of, x, out[0])
		} else {
			averagePool[float64](ctx, s, of, x, out[0])
		}
	}
}

// divisor is the number of elements that an average counts.
func (s *poolShape) divisor(o int, includePad bool, given int) float64 {
	if given != 0 {
		return float64(given)
	}
	n := 1
	at := [3]int{o / (s.out[2] * s.out[1]), o / s.out[2] % s.out[1], o % s.out[2]}
	for d := range 3 {
		start := at[d]*s.stride[d] - s.padding[d]
		if includePad {
			n *= min(start+s.kernel[d], s.in[d]+s.padding[d]) - start
		} else {
			n *= max(min(start+s.kernel[d], s.in[d])-max(start, 0), 0)
		}
	}
	return float64(n)
}

// avgPoolBack is the gradient: each output's share goes to its window.
func avgPoolBack(k int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		g, x := a.tensor(0), a.tensor(1)
		rest := append(Args{a[1]}, a[2:]...)
		s := poolGeometry(rest, x, g, k, -1)
		divisor := 0
		if len(rest) > 6 {
			divisor = rest.intOr(6, 0)
		}
		list := s.windows(true, func(o int) float64 { return s.divisor(o, rest.bool(5), divisor) })
		if g.DType() == tensor.Float32 {
			spreadPool[float32](list, s, g, out[0])
		} else {
			spreadPool[float64](list, s, g, out[0])
		}
	}
}

// avgPoolBackMeta is laid out as the pool's input: channels last or contiguous.
func avgPoolBackMeta(k int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		x := a.fake(1)
		f := NewFake(dtypeOf(a[0]), x.Sizes)
		if k == 2 && channelsLastOnly(x) {
			f.Strides = channelsLastStrides(x.Sizes)
		}
		return fakes(f)
	}
}

// avgPoolBackGrad: an average is linear, so the derivative of its derivative is the average.
func avgPoolBackGrad(pool string) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		a := s.Args()
		return append(ctx.call(pool, append([]Value{g[0]}, a[2:]...)...), s.unmoved(ctx, 1))
	}
}

// adaptiveBounds is the input range of output i of n for a length.
func adaptiveBounds(i, n, length int) (lo, hi int) { return i * length / n, ((i+1)*length + n - 1) / n }

func adaptiveMeta(name string, k int, indices bool) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		n := len(f.Sizes)
		if n != k+1 && n != k+2 {
			throwRuntime("%s(): Expected %dD or %dD tensor, but got %s", name, k+1, k+2, sizesText(f.Sizes))
		}
		out := a.syms(1)
		sizes := append([]symbolic.Int(nil), f.Sizes[:n-k]...)
		for i := range k {
			sizes = append(sizes, listAt(out, i))
		}
		r := NewFake(f.DType, sizes)
		if k == 2 && channelsLastOnly(f) {
			r.Strides = channelsLastStrides(sizes)
		}
		if indices {
			return fakes(r, &Fake{Sizes: sizes, Strides: r.Strides, DType: tensor.Int64, Device: f.Device})
		}
		return fakes(r)
	}
}

// adaptiveWindows visits, for each output position, the input positions of its region, which has the given sizes.
func adaptiveWindows(in, out [3]int, visit func(o int, window []int, sizes [3]int)) {
	o := 0
	for od := range out[0] {
		d0, d1 := adaptiveBounds(od, out[0], in[0])
		for oh := range out[1] {
			h0, h1 := adaptiveBounds(oh, out[1], in[1])
			for ow := range out[2] {
				w0, w1 := adaptiveBounds(ow, out[2], in[2])
				var w []int
				for d := d0; d < d1; d++ {
					for h := h0; h < h1; h++ {
						for x := w0; x < w1; x++ {
							w = append(w, (d*in[1]+h)*in[2]+x)
						}
					}
				}
				visit(o, w, [3]int{d1 - d0, h1 - h0, w1 - w0})
				o++
			}
		}
	}
}

func adaptiveAvgKernel(k int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		in, os := pad3List(x.Sizes()[x.Dim()-k:], k), pad3List(out[0].Sizes()[out[0].Dim()-k:], k)
		if x.DType() == tensor.Float64 {
			storeInOrder(out[0], adaptiveMeans[float64](x.Floats(), in, os))
		} else {
			storeInOrder(out[0], adaptiveMeans[float32](x.Floats(), in, os))
		}
	}
}

// adaptiveMeans adds the elements of each region one after another and divides by its sizes, one after another too.
func adaptiveMeans[T float32 | float64](data []float64, in, os [3]int) []float64 {
	is, on := in[0]*in[1]*in[2], os[0]*os[1]*os[2]
	planes := len(data) / max(is, 1)
	values := make([]float64, planes*on)
	adaptiveWindows(in, os, func(o int, w []int, sizes [3]int) {
		for p := range planes {
			var sum T
			for _, i := range w {
				sum += T(data[p*is+i])
			}
			values[p*on+o] = float64(overEach(sum, sizes))
		}
	})
	return values
}

// overEach divides by the sizes of a region.
func overEach[T float32 | float64](v T, sizes [3]int) T {
	for _, n := range sizes {
		v /= T(n)
	}
	return v
}

// adaptiveShares gives each element what it has of the gradients of its regions.
func adaptiveShares[T float32 | float64](data []float64, in, os [3]int) []float64 {
	is, on := in[0]*in[1]*in[2], os[0]*os[1]*os[2]
	planes := len(data) / max(on, 1)
	values := make([]float64, planes*is)
	adaptiveWindows(in, os, func(o int, w []int, sizes [3]int) {
		for p := range planes {
			share := overEach(T(data[p*on+o]), sizes)
			for _, i := range w {
				values[p*is+i] = float64(T(values[p*is+i]) + share)
			}
		}
	})
	return values
}

func adaptiveAvgGrad(k int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call(adaptiveAvgName(k)+"_backward", g[0], s.In(0))
	}
}

// adaptiveAvgBackward spreads the gradient of each mean over what it was taken of.
func adaptiveAvgBackward(k int) entry {
	return entry{S: adaptiveAvgName(k) + "_backward(Tensor grad_output, Tensor self) -> Tensor", In: 0, Meta: avgPoolBackMeta(k), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g := a.tensor(0)
		in, os := pad3List(out[0].Sizes()[out[0].Dim()-k:], k), pad3List(g.Sizes()[g.Dim()-k:], k)
		if g.DType() == tensor.Float64 {
			storeInOrder(out[0], adaptiveShares[float64](g.Floats(), in, os))
		} else {
			storeInOrder(out[0], adaptiveShares[float32](g.Floats(), in, os))
		}
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		sizes := s.InMeta(0).Sizes
		return append(ctx.call(adaptiveAvgName(k), g[0], sizeList(sizes[len(sizes)-k:])), s.unmoved(ctx, 1))
	}}
}

func adaptiveAvgName(k int) string { return fmt.Sprintf("_adaptive_avg_pool%dd", k) }

func adaptiveMaxKernel(k int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		in, os := pad3List(x.Sizes()[x.Dim()-k:], k), pad3List(out[0].Sizes()[out[0].Dim()-k:], k)
		data := x.Floats()
		is, on := in[0]*in[1]*in[2], os[0]*os[1]*os[2]
		planes := len(data) / max(is, 1)
		values, at := make([]float64, planes*on), make([]int64, planes*on)
		adaptiveWindows(in, os, func(o int, w []int, _ [3]int) {
			for p := range planes {
				best := w[0]
				for _, i := range w {
					if v := data[p*is+i]; v > data[p*is+best] || math.IsNaN(v) {
						best = i
					}
				}
				values[p*on+o], at[p*on+o] = data[p*is+best], int64(best)
			}
		})
		storeInOrder(out[0], values)
		temp := tensor.New(tensor.Int64, out[1].Sizes()...)
		tensor.StoreInts(temp, at)
		tensor.Copy(out[1], temp)
	}
}

// pool1d runs a one-dimensional pool as a two-dimensional one over a dimension of size 1.
func pool1d(ctx *Context, a Args, run func(x Value, widen func(i int, fill int64) []Value) []Value) []Value {
	x := ctx.unsqueeze(a[0], -2)
	widen := func(i int, fill int64) []Value {
		v := a.list(i)
		if len(v) == 0 {
			return v
		}
		return []Value{fill, v[0]}
	}
	out := run(x, widen)
	for i := range out {
		out[i] = ctx.squeeze(out[i], -2)
	}
	return out
}

var _ = addTable([]entry{
	{S: "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)", In: asNN, Meta: poolMeta(2, 5, 4, true), Fills: true, Kernel: maxPoolKernel(2), Grad: maxPoolGrad(2), Saves: in0 | out1},
	{S: "max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)", In: asNN, Meta: poolMeta(3, 5, 4, true), Fills: true, Kernel: maxPoolKernel(3), Grad: maxPoolGrad(3), Saves: in0 | out1},
	{S: "max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("max_pool2d_with_indices", a...)[:1] }},
	{S: "max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("max_pool3d_with_indices", a...)[:1] }},
	{S: "max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return pool1d(ctx, a, func(x Value, widen func(int, int64) []Value) []Value {
			return ctx.call("max_pool2d_with_indices", x, widen(1, 1), widen(2, 1), widen(3, 0), widen(4, 1), a[5])
		})
	}},
	{S: "max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("max_pool1d_with_indices", a...)[:1] }},
	{S: "avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, bool count_include_pad=True) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return pool1d(ctx, a, func(x Value, widen func(int, int64) []Value) []Value {
			stride := 2
			if len(a.list(2)) == 0 {
				stride = 1
			}
			return ctx.call("avg_pool2d", x, widen(1, 1), widen(stride, 1), widen(3, 0), a[4], a[5], nil)
		})
	}},
	{S: "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor", In: asNN | asOut, Meta: poolMeta(2, 4, -1, false), Fills: true, Kernel: avgPoolKernel(2), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("avg_pool2d_backward", g[0], s.In(0), s.Arg(1), s.Arg(2), s.Arg(3), s.Arg(4), s.Arg(5), s.Arg(6))
	}, Saves: in0},
	{S: "avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor", In: asNN | asOut, Meta: poolMeta(3, 4, -1, false), Fills: true, Kernel: avgPoolKernel(3), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("avg_pool3d_backward", g[0], s.In(0), s.Arg(1), s.Arg(2), s.Arg(3), s.Arg(4), s.Arg(5), s.Arg(6))
	}, Saves: in0},
	{S: "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor", In: 0, Meta: avgPoolBackMeta(2), Kernel: avgPoolBack(2), Grad: avgPoolBackGrad("avg_pool2d")},
	{S: "avg_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor", In: 0, Meta: avgPoolBackMeta(3), Kernel: avgPoolBack(3), Grad: avgPoolBackGrad("avg_pool3d")},
	{S: "_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor", In: asFunction, Meta: adaptiveMeta("adaptive_avg_pool2d", 2, false), Kernel: adaptiveAvgKernel(2), Grad: adaptiveAvgGrad(2), Saves: in0},
	{S: "_adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor", In: asFunction, Meta: adaptiveMeta("adaptive_avg_pool3d", 3, false), Kernel: adaptiveAvgKernel(3), Grad: adaptiveAvgGrad(3), Saves: in0},
	adaptiveAvgBackward(2),
	adaptiveAvgBackward(3),
	{S: "adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x := ctx.call1("adaptive_avg_pool2d", ctx.unsqueeze(a[0], -2), []Value{int64(1), a.list(1)[0]})
		return result(ctx.squeeze(x, -2))
	}},
	{S: "adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		out := a.syms(1)
		if len(out) == 2 && isConst(out[0], 1) && isConst(out[1], 1) {
			return result(ctx.pooledWhole(a[0], -1, -2))
		}
		return ctx.call("_adaptive_avg_pool2d", a[0], a[1])
	}},
	{S: "adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		if out := a.syms(1); len(out) == 3 && isConst(out[0], 1) && isConst(out[1], 1) && isConst(out[2], 1) {
			return result(ctx.pooledWhole(a[0], -1, -2, -3))
		}
		return ctx.call("_adaptive_avg_pool3d", a[0], a[1])
	}},
	{S: "adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)", In: asNN, Meta: adaptiveMeta("adaptive_max_pool2d", 2, true), Kernel: adaptiveMaxKernel(2), Grad: adaptiveMaxGrad(2), Saves: in0 | out1},
	{S: "adaptive_max_pool3d(Tensor self, int[3] output_size) -> (Tensor, Tensor)", In: asNN, Meta: adaptiveMeta("adaptive_max_pool3d", 3, true), Kernel: adaptiveMaxKernel(3), Grad: adaptiveMaxGrad(3), Saves: in0 | out1},
	{S: "adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("adaptive_max_pool2d", ctx.unsqueeze(a[0], -2), []Value{int64(1), a.list(1)[0]})
		at := ctx.squeeze(r[1], -2)
		return []Value{ctx.squeeze(r[0], -2), at}
	}},
	{S: "max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor", In: asNN, Whole: true, Linear: true, Decomp: func(ctx *Context, a Args) []Value { return result(unpool(ctx, a[0], a[1], a.syms(2))) }},
	{S: "max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor", In: asNN, Whole: true, Linear: true, Decomp: func(ctx *Context, a Args) []Value { return result(unpool(ctx, a[0], a[1], a.syms(2))) }},
})

func isConst(s symbolic.Int, v int64) bool {
	c, ok := s.Const()
	return ok && c == v
}

// pooledWhole is the mean over all of the last dimensions, in the memory format of what is pooled.
func (ctx *Context) pooledWhole(x Value, dims ...int) Value {
	out, m := ctx.meanDim(x, true, dims...), metaOf(x)
	if len(m.Sizes) != len(dims)+2 || !channelsLastOnly(m) {
		return out
	}
	n, c, one := m.Sizes[0], m.Sizes[1], symbolic.IntOf(1)
	sizes, strides := []symbolic.Int{n, c}, []symbolic.Int{c, one}
	for range dims {
		sizes, strides = append(sizes, one), append(strides, c)
	}
	return ctx.call1("as_strided_", out, sizeList(sizes), sizeList(strides), nil)
}
