package ops

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/moments"
	"github.com/magneto-go/magneto/tensor"
)

// Batch norm of contiguous float32 in the steps of PyTorch's kernels. The statistics of a channel are sums in float64 where a channel has several elements a sample, and else sums in
// float32, one sample after the other; y is x·alpha + beta with alpha = weight·rstd and beta = bias − mean·alpha.

// batchRows is a contiguous tensor of float32 as samples × channels × elements.
type batchRows struct {
	x                           *tensor.Tensor
	samples, channels, elements int
}

// batchRowsOf is x so; false for tensors that are not taken.
func batchRowsOf(x *tensor.Tensor, others ...*tensor.Tensor) (b batchRows, ok bool) {
	if !float32Rows(append(others, x)...) || x.Dim() < 2 {
		return b, false
	}
	sizes := x.Sizes()
	return batchRows{x, sizes[0], sizes[1], tensor.Numel(sizes[2:])}, true
}

// count is how many elements a channel has.
func (b batchRows) count() int { return b.samples * b.elements }

// statistics are, by channel, the mean, the sum of squared differences from it, and one over the deviation.
func (b batchRows) statistics(ctx *Context, eps float64) (mean, squares, rstd []float32) {
	means, sums := tensor.NewUninit(tensor.Float32, b.channels), tensor.NewUninit(tensor.Float32, b.channels)
	r := rowsAlong(b.x.Sizes(), batchDims(b.x.Dim()))
	form := "wide"
	if b.elements == 1 {
		form = "in order"
	}
	kernel := ctx.rowKernel("batch statistics", form, func(k *ir.Kernel, types []ir.Elem) {
		x, n := k.Load(k.In("x", types[0])), k.Scalar("n", ir.F32)
		to, toSquares := k.RowOut("mean", types[0]), k.RowOut("squares", types[0])
		if b.elements == 1 {
			k.Order = ir.InOrder
			mean := k.Do(ir.Div, k.Reduce(ir.Add, x), n)
			k.NextPass()
			d := k.Do(ir.Sub, x, mean)
			k.Store(toSquares, k.ReduceProducts(d, d))
			k.Store(to, mean)
			return
		}
		mean := k.To(ir.F32, k.Do(ir.Div, k.Reduce(ir.Add, k.To(ir.F64, x)), k.To(ir.F64, n)))
		k.NextPass()
		d := k.To(ir.F64, k.Do(ir.Sub, x, mean))
		k.Store(toSquares, k.To(ir.F32, k.Reduce(ir.Add, k.Do(ir.Mul, d, d))))
		k.Store(to, mean)
	}, b.x)
	r.run(kernel, []uint64{ir.Float32Bits(float32(b.count()))}, r.whole(b.x), r.perRow(means), r.perRow(sums))
	mean, squares = tensor.View[float32](means.Storage()), tensor.View[float32](sums.Storage())
	rstd = make([]float32, b.channels)
	for c, s := range squares {
		rstd[c] = float32(1 / math.Sqrt(float64(s/float32(b.count()))+eps))
	}
	return mean, squares, rstd
}

// normalised writes x normalised by statistics to y.
func (b batchRows) normalised(ctx *Context, y, weight, bias *tensor.Tensor, mean, rstd []float32) {
	alpha, beta := make([]float64, b.channels), make([]float64, b.channels)
	w, shift := float32s(weight), float32s(bias)
	for c := range alpha {
		a, s := rstd[c], float32(0)
		if w != nil {
			a *= w[c]
		}
		if shift != nil {
			s = shift[c]
		}
		alpha[c], beta[c] = float64(a), float64(moments.FMA(-mean[c], a, s))
	}
	scaleShift(ctx, y, b.x, channelFloats(y, alpha), channelFloats(y, beta))
}

// float32s are the elements of a contiguous tensor, or nil.
func float32s(t *tensor.Tensor) []float32 {
	if t == nil {
		return nil
	}
	return tensor.View[float32](t.Storage())[t.Offset() : t.Offset()+t.Numel()]
}

// batchNormTrained is batch norm by the statistics of the batch, which moves those that run; false for tensors that it does not take.
func batchNormTrained(ctx *Context, a Args, x *tensor.Tensor, out []*tensor.Tensor, momentum, eps float64) bool {
	weight, bias := a.optional(1), a.optional(2)
	b, ok := batchRowsOf(x, weight, bias, out[0], out[1], out[2])
	if !ok {
		return false
	}
	mean, squares, rstd := b.statistics(ctx, eps)
	b.normalised(ctx, out[0], weight, bias, mean, rstd)
	copy(float32s(out[1]), mean)
	copy(float32s(out[2]), rstd)
	if !a.none(3) {
		moveRunning(a.tensor(3), momentum, func(c int, old float32) float32 { return float32(float32(momentum)*mean[c]) + old })
		moveRunning(a.tensor(4), momentum, func(c int, old float32) float32 {
			return moments.FMA(float32(momentum), squares[c]/float32(b.count()-1), old)
		})
	}
	return true
}

// moveRunning moves running statistics towards those of a batch, which are added to what is left of the old ones.
func moveRunning(t *tensor.Tensor, momentum float64, add func(c int, old float32) float32) {
	running := t.Floats()
	for c, v := range running {
		running[c] = float64(add(c, float32(1-momentum)*float32(v)))
	}
	moved := tensor.New(t.DType(), t.Sizes()...)
	tensor.StoreFloats(moved, running)
	tensor.Copy(t, moved)
}

// batchNormEvaluated is batch norm by statistics that are given; false for tensors that it does not take.
func batchNormEvaluated(ctx *Context, a Args, x, y *tensor.Tensor, eps float64) bool {
	weight, bias, mean, variance := a.optional(1), a.optional(2), a.optional(3), a.optional(4)
	b, ok := batchRowsOf(x, weight, bias, mean, variance, y)
	if !ok {
		return false
	}
	rstd := make([]float32, b.channels)
	for c, v := range float32s(variance) {
		rstd[c] = 1 / float32(math.Sqrt(float64(v+float32(eps))))
	}
	b.normalised(ctx, y, weight, bias, float32s(mean), rstd)
	return true
}

// batchNormRowsBack is the derivative of batch norm by the statistics of the batch; false for tensors that it does not take.
func batchNormRowsBack(ctx *Context, dy, x, weight, dx, dweight, dbias *tensor.Tensor, eps float64) bool {
	b, ok := batchRowsOf(x, dy, weight, dx, dweight, dbias)
	if !ok {
		return false
	}
	mean, _, rstd := b.statistics(ctx, eps)
	shift, one := make([]float64, b.channels), make([]float64, b.channels)
	for c, m := range mean {
		shift[c], one[c] = -float64(m), 1
	}
	centred := tensor.NewUninit(tensor.Float32, x.Sizes()...)
	scaleShift(ctx, centred, x, channelFloats(x, one), channelFloats(x, shift))
	sums, products := b.gradientSums(ctx, dy, centred)
	n, w := float32(b.count()), float32s(weight)
	slope, level, scale := make([]float64, b.channels), make([]float64, b.channels), make([]float64, b.channels)
	for c, r := range rstd {
		slope[c], level[c], scale[c] = float64(float32(products[c])*r*r/n), float64(float32(sums[c]/float64(n))), float64(r)
		float32s(dweight)[c], float32s(dbias)[c] = float32(products[c]*float64(r)), float32(sums[c])
	}
	form, operands := "", []*tensor.Tensor{dy, centred, channelFloats(x, slope), channelFloats(x, level), channelFloats(x, scale)}
	if w != nil {
		factors := make([]float64, b.channels)
		for c, v := range w {
			factors[c] = float64(v)
		}
		form, operands = "weight", append(operands, channelFloats(x, factors))
	}
	kernel := ctx.rowKernel("batch gradient", form, func(k *ir.Kernel, types []ir.Elem) {
		var v []ir.ID
		for _, name := range []string{"dy", "x", "slope", "level", "scale", "weight"}[:len(operands)] {
			v = append(v, k.Load(k.In(name, types[0])))
		}
		d := k.Do(ir.Mul, k.Do(ir.FNMA, v[1], v[2], k.Do(ir.Sub, v[0], v[3])), v[4])
		if len(v) > 5 {
			d = k.Do(ir.Mul, d, v[5])
		}
		k.Store(k.Out("dx", types[0]), d)
	}, dy)
	r := rowsAlong(x.Sizes(), nil)
	var buffers []ir.Buffer
	for _, t := range append(operands, dx) {
		buffers = append(buffers, r.whole(t))
	}
	r.run(kernel, nil, buffers...)
	return true
}

// gradientSums are, by channel, Σ dy and Σ dy·centred.
func (b batchRows) gradientSums(ctx *Context, dy, centred *tensor.Tensor) (sums, products []float64) {
	sums, products = make([]float64, b.channels), make([]float64, b.channels)
	if b.elements == 1 {
		sum, product := tensor.NewUninit(tensor.Float32, b.channels), tensor.NewUninit(tensor.Float32, b.channels)
		kernel := ctx.rowKernel("batch gradient sums", "", func(k *ir.Kernel, types []ir.Elem) {
			k.Order = ir.InOrder
			g, d := k.Load(k.In("dy", types[0])), k.Load(k.In("x", types[0]))
			k.Store(k.RowOut("sum", types[0]), k.Reduce(ir.Add, g))
			k.Store(k.RowOut("product", types[0]), k.ReduceProducts(d, g))
		}, dy)
		r := rowsAlong(b.x.Sizes(), batchDims(b.x.Dim()))
		r.run(kernel, nil, r.whole(dy), r.whole(centred), r.perRow(sum), r.perRow(product))
		for c := range sums {
			sums[c], products[c] = float64(float32s(sum)[c]), float64(float32s(product)[c])
		}
		return sums, products
	}
	rows, err := ctx.engine().moments.Rows()
	if err != nil {
		throwRuntime("%v", err)
	}
	at := func(t *tensor.Tensor, row int) unsafe.Pointer { return rowAt(t, row, b.elements) }
	for row := range b.samples * b.channels {
		product, sum := rows.Sums(at(dy, row), at(centred, row), nil, b.elements)
		sums[row%b.channels] += float64(sum)
		products[row%b.channels] += float64(product)
	}
	return sums, products
}
