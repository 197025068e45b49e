package ops

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Layer norm and batch norm, forward and backward, each one kernel over rows: of layer norm the features of a sample, of
// batch norm a channel. Statistics are made in float64, elements in the type of the tensors, half ones in float32.

// normBuilder declares the operands of a norm's kernel; weight and bias are optional.
type normBuilder struct {
	k      *ir.Kernel
	t      ir.Type // of the elements
	byRow  bool    // weight and bias have an element a row, not one a column
	eps, n ir.ID
}

func newNormBuilder(k *ir.Kernel, x ir.Elem, byRow bool) normBuilder {
	return normBuilder{k, x.Value(), byRow, k.Scalar("eps", ir.F64), k.Scalar("n", ir.F64)}
}

func (b normBuilder) load(name string, e ir.Elem) ir.ID {
	return b.k.To(b.t, b.k.Load(b.k.In(name, e)))
}

// parameter is weight or bias.
func (b normBuilder) parameter(name string, e ir.Elem) ir.ID {
	if b.byRow {
		return b.k.To(b.t, b.k.Load(b.k.RowIn(name, e)))
	}
	return b.load(name, e)
}

// mean of v over the row.
func (b normBuilder) mean(v ir.ID) ir.ID {
	return b.k.Do(ir.Div, b.k.Reduce(ir.Add, b.k.To(ir.F64, v)), b.n)
}

// statistics takes two passes and gives, in float64, the mean, the variance and one over the deviation; and x less the mean.
func (b normBuilder) statistics(x ir.ID) (mean, variance, rstd, centred ir.ID) {
	mean = b.mean(x)
	b.k.NextPass()
	centred = b.k.Do(ir.Sub, x, b.k.To(b.t, mean))
	variance = b.mean(b.k.Do(ir.Mul, centred, centred))
	b.k.NextPass()
	rstd = b.k.Do(ir.Div, b.k.Const(ir.F64, 1), b.k.Do(ir.Sqrt, b.k.Do(ir.Add, variance, b.eps)))
	return mean, variance, rstd, centred
}

// normRows computes y = (x − mean)/deviation·weight + bias over rows and stores the mean of each row with rstd, or the variance.
func normRows(ctx *Context, r rowSpace, x, weight, bias, y, mean, rstd, variance *tensor.Tensor, eps float64, byRow bool) {
	form := normForm(weight, bias, byRow)
	if variance != nil {
		form += " variance"
		rstd = variance
	}
	kernel := ctx.rowKernel("norm", form, func(k *ir.Kernel, types []ir.Elem) {
		b := newNormBuilder(k, types[0], byRow)
		v := b.load("x", types[0])
		to := k.Out("y", types[1])
		m, va, rs, centred := b.statistics(v)
		result := k.Do(ir.Mul, centred, k.To(b.t, rs))
		if weight != nil {
			result = k.Do(ir.Mul, result, b.parameter("weight", types[4]))
		}
		if bias != nil {
			result = k.Do(ir.Add, result, b.parameter("bias", types[5]))
		}
		storeAs(k, to, result)
		storeAs(k, k.RowOut("mean", types[2]), m)
		if variance != nil {
			rs = va
		}
		storeAs(k, k.RowOut("rstd", types[3]), rs)
	}, x, y, mean, rstd, weight, bias)
	buffers := []ir.Buffer{r.whole(x), r.whole(y)}
	for _, p := range []*tensor.Tensor{weight, bias} {
		if p != nil {
			buffers = append(buffers, r.parameter(p, byRow))
		}
	}
	buffers = append(buffers, r.perRow(mean), r.perRow(rstd))
	r.run(kernel, r.normScalars(eps), buffers...)
}

func (r rowSpace) normScalars(eps float64) []uint64 {
	return []uint64{ir.Float64Bits(eps), ir.Float64Bits(float64(r.length()))}
}

func (r rowSpace) parameter(p *tensor.Tensor, byRow bool) ir.Buffer {
	if byRow {
		return r.perRow(p)
	}
	return r.whole(p)
}

func normForm(weight, bias *tensor.Tensor, byRow bool) string {
	form := ""
	if weight != nil {
		form += " weight"
	}
	if bias != nil {
		form += " bias"
	}
	if byRow {
		form += " row"
	}
	return form
}

// normBackRows computes the gradient of x from that of y, with the statistics given or made anew:
//
//	dx = rstd·(g − mean(g) − x̂·mean(g·x̂)),  g = dy·weight,  x̂ = (x − mean)·rstd
//
// and for weights that have an element a row their gradients Σ dy·x̂ and Σ dy.
func normBackRows(ctx *Context, r rowSpace, dy, x, weight, dx *tensor.Tensor, eps float64, mean, rstd, dweight, dbias *tensor.Tensor) {
	byRow := dweight != nil
	fourth, fifth := mean, rstd
	if byRow {
		fourth, fifth = dweight, dbias
	}
	kernel := ctx.rowKernel("norm_backward", normForm(weight, nil, byRow), func(k *ir.Kernel, types []ir.Elem) {
		b := newNormBuilder(k, types[1], byRow)
		v, g := b.load("x", types[1]), b.load("dy", types[0])
		w := ir.ID(0)
		if weight != nil {
			w = b.parameter("weight", types[3])
		}
		var rs, centred ir.ID
		if byRow {
			_, _, rs, centred = b.statistics(v)
		} else {
			m := k.To(b.t, k.Load(k.RowIn("mean", types[4])))
			rs, centred = k.Load(k.RowIn("rstd", types[5])), k.Do(ir.Sub, v, m)
		}
		rs = k.To(b.t, rs)
		to := k.Out("dx", types[2])
		xhat := k.Do(ir.Mul, centred, rs)
		if w != 0 && !byRow {
			g = k.Do(ir.Mul, g, w)
		}
		sum := k.Reduce(ir.Add, k.To(ir.F64, g))
		dot := k.Reduce(ir.Add, k.To(ir.F64, k.Do(ir.Mul, g, xhat)))
		k.NextPass()
		each := k.Do(ir.Sub, k.Do(ir.Sub, g, k.To(b.t, k.Do(ir.Div, sum, b.n))), k.Do(ir.Mul, xhat, k.To(b.t, k.Do(ir.Div, dot, b.n))))
		scale := rs
		if w != 0 && byRow {
			scale = k.Do(ir.Mul, scale, w)
		}
		storeAs(k, to, k.Do(ir.Mul, each, scale))
		if byRow {
			storeAs(k, k.RowOut("dweight", types[4]), dot)
			storeAs(k, k.RowOut("dbias", types[5]), sum)
		}
	}, dy, x, dx, weight, fourth, fifth)
	buffers := []ir.Buffer{r.whole(x), r.whole(dy)}
	if weight != nil {
		buffers = append(buffers, r.parameter(weight, byRow))
	}
	if byRow {
		buffers = append(buffers, r.whole(dx), r.perRow(dweight), r.perRow(dbias))
	} else {
		buffers = append(buffers, r.perRow(mean), r.perRow(rstd), r.whole(dx))
	}
	r.run(kernel, r.normScalars(eps), buffers...)
}

// layerNormWeightBack sums dy·(x − mean)·rstd and dy over samples, the dimensions before axis.
func layerNormWeightBack(ctx *Context, axis int, dy, x, mean, rstd, dweight, dbias *tensor.Tensor) {
	kernel := ctx.rowKernel("layer_norm_weight", "", func(k *ir.Kernel, types []ir.Elem) {
		load := func(name string, i int) ir.ID { return k.To(types[1].Value(), k.Load(k.In(name, types[i]))) }
		g := load("dy", 0)
		k.Order = ir.InOrder
		x, mean, rstd := load("x", 1), load("mean", 2), load("rstd", 3)
		xhat := k.Do(ir.FMA, rstd, x, k.Do(ir.Mul, k.Do(ir.Neg, rstd), mean))
		dw, db := k.RowOut("dweight", types[4]), k.RowOut("dbias", types[5])
		storeAs(k, dw, k.ReduceProducts(g, xhat))
		storeAs(k, db, k.Reduce(ir.Add, g))
	}, dy, x, mean, rstd, dweight, dbias)
	r := rowsAlong(x.Sizes(), dimsFrom(0, axis))
	r.run(kernel, nil, r.whole(dy), r.whole(x), r.whole(apart(mean)), r.whole(apart(rstd)), r.perRow(dweight), r.perRow(dbias))
}

// apart is a copy of t with elements that do not lie next to each other, so that a nest takes its vectors from larger operands.
func apart(t *tensor.Tensor) *tensor.Tensor {
	strides := tensor.ContiguousStrides(t.Sizes())
	for i := range strides {
		strides[i] *= 2
	}
	c := tensor.NewStridedUninit(t.DType(), t.Sizes(), strides)
	tensor.Copy(c, t)
	return c
}

// scaleShift computes y = x·scale + shift with broadcast scale and shift.
func scaleShift(ctx *Context, y, x, scale, shift *tensor.Tensor) {
	kernel := ctx.rowKernel("scale_shift", "", func(k *ir.Kernel, types []ir.Elem) {
		t := types[0].Value()
		load := func(name string, i int) ir.ID { return k.To(t, k.Load(k.In(name, types[i]))) }
		v := k.Do(ir.FMA, load("x", 0), load("scale", 1), load("shift", 2))
		storeAs(k, k.Out("y", types[3]), v)
	}, x, scale, shift, y)
	r := rowsAlong(x.Sizes(), nil)
	r.run(kernel, nil, r.whole(x), r.whole(scale), r.whole(shift), r.whole(y))
}

// alike gives t in the geometry of a dense tensor, copied if it has another, so that a kernel can walk both.
func alike(t, as *tensor.Tensor) *tensor.Tensor {
	if t.DType() != tensor.Bool && !t.Conj && !t.Neg && sameGeometry(t, as.Sizes(), as.Strides()) {
		return t
	}
	c := tensor.NewStridedUninit(t.DType(), as.Sizes(), as.Strides())
	tensor.Copy(c, t)
	return c
}

func nativeLayerNorm(ctx *Context, a Args, out []*tensor.Tensor) {
	y := out[0]
	if y.Numel() == 0 {
		for _, stat := range out[1:] {
			stat.Fill(math.NaN())
		}
		return
	}
	x := alike(a.tensor(0), y)
	r := rowsAlong(x.Sizes(), dimsFrom(x.Dim()-len(a.ints(1)), x.Dim()))
	if layerNormRows(ctx, r, x, a.optional(2), a.optional(3), y, out[1], out[2], a.float(4)) {
		return
	}
	normRows(ctx, r, x, a.optional(2), a.optional(3), y, out[1], out[2], nil, a.float(4), false)
}

func layerNormBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	dx := out[0]
	if dx.Numel() == 0 {
		for _, t := range out {
			t.Fill(int64(0))
		}
		return
	}
	dy, x := alike(a.tensor(0), dx), alike(a.tensor(1), dx)
	axis := x.Dim() - len(a.ints(2))
	mean, rstd, mask := resolved(a.tensor(3)), resolved(a.tensor(4)), a.list(7)
	if mask[0] == true {
		r := rowsAlong(x.Sizes(), dimsFrom(axis, x.Dim()))
		if !layerNormRowsBack(ctx, r, dy, x, a.optional(5), dx, mean, rstd) {
			normBackRows(ctx, r, dy, x, a.optional(5), dx, 0, mean, rstd, nil, nil)
		}
	}
	if mask[1] == true || mask[2] == true {
		layerNormWeightBack(ctx, axis, dy, x, mean, rstd, out[1], out[2])
	}
}

func batchNormBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	dx := out[0]
	if dx.Numel() == 0 {
		for _, t := range out {
			t.Fill(int64(0))
		}
		return
	}
	dy, x := alike(a.tensor(0), dx), alike(a.tensor(1), dx)
	if batchNormRowsBack(ctx, dy, x, a.optional(2), dx, out[1], out[2], a.float(3)) {
		return
	}
	r := rowsAlong(x.Sizes(), batchDims(x.Dim()))
	normBackRows(ctx, r, dy, x, a.optional(2), dx, a.float(3), nil, nil, out[1], out[2])
}

// optional is a tensor argument or nil.
func (a Args) optional(i int) *tensor.Tensor {
	if a.none(i) {
		return nil
	}
	return resolved(a.tensor(i))
}

// plainPair says that both are tensors, of which derivatives take the kernels that are not differentiated again.
func plainPair(a, b Value) bool {
	_, ok := a.(*tensor.Tensor)
	_, ok2 := b.(*tensor.Tensor)
	return ok && ok2
}

// fusedGroupNorm is group norm in one kernel, for contiguous tensors that nothing but the kernel sees; nil for others.
func fusedGroupNorm(ctx *Context, x Value, groups int, weight, bias Value, eps float64) *tensor.Tensor {
	list, ok := ctx.unwatched(x, weight, bias)
	if !ok || list[0].DType() != tensor.Float32 && list[0].DType() != tensor.Float64 || !list[0].IsContiguous() || list[0].Numel() == 0 {
		return nil
	}
	t := list[0]
	n, channels := t.Size(0), t.Size(1)
	var parameters [2]*tensor.Tensor // as [1, group, channel of the group, 1]
	for i, v := range []Value{weight, bias} {
		if v == nil {
			continue
		}
		p := v.(*tensor.Tensor)
		if p.DType() != t.DType() || p.Dim() != 1 || p.Numel() != channels {
			return nil
		}
		step := p.Strides()[0]
		parameters[i] = p.Window([]int{1, groups, channels / groups, 1}, []int{0, step * (channels / groups), step, 0}, p.Offset())
	}
	sizes := []int{n, groups, channels / groups, t.Numel() / (n * channels)}
	whole := func(t *tensor.Tensor) *tensor.Tensor {
		return t.Window(sizes, tensor.ContiguousStrides(sizes), t.Offset())
	}
	out := tensor.NewUninit(t.DType(), t.Sizes()...)
	out.Inference = ctx.inferenceMode
	statistic := func() *tensor.Tensor { return tensor.NewUninit(t.DType(), n, groups) }
	normRows(ctx, rowsAlong(sizes, []int{2, 3}), whole(t), parameters[0], parameters[1], whole(out), statistic(), statistic(), nil, eps, false)
	return out
}

// unwatched are the tensors among values if only kernels will see a call with them: nothing is recorded or
// transformed, and no derivative needed.
func (ctx *Context) unwatched(values ...Value) (list []*tensor.Tensor, ok bool) {
	if !ctx.IsPlain() || ctx.fakeEnv != nil {
		return nil, false
	}
	for _, x := range values {
		if x == nil {
			continue
		}
		t, ok := x.(*tensor.Tensor)
		if !ok || t == nil || t.Conj || t.Neg || t.Layer != nil || t.IsMeta() || DispatcherOf(t) != nil || ctx.gradEnabled && RequiresGrad(t) {
			return nil, false
		}
		list = append(list, t)
	}
	return list, true
}
