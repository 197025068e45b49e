package ops

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/moments"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Group norm of contiguous float32 in the steps of PyTorch's kernels: y = fma(a, x, b) with a = γ/σ and b = fma(−a, μ, β) for each sample and channel, and a derivative of sums by sample and channel
// (docs/last-digits.md). Other group norms are made of operators.

var _ = addTable([]entry{
	{S: "_fused_group_norm(Tensor input, Tensor? weight, Tensor? bias, int group, float eps) -> (Tensor, Tensor, Tensor)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		statistics := []symbolic.Int{f.Sizes[0], sym(a.int(3)), one}
		return fakes(NewFake(f.DType, f.Sizes), NewFake(f.DType, statistics), NewFake(f.DType, statistics))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, weight, bias := resolved(a.tensor(0)), a.optional(1), a.optional(2)
		if !float32Rows(x, weight, bias, out[0]) {
			parts := ctx.withoutGrad(func() []Value {
				y, mean, rstd := groupNormOfParts(ctx, a[0], a.int(3), a[1], a[2], a.float(4))
				return []Value{y, mean, rstd}
			})
			for i, t := range out {
				tensor.Copy(t, parts[i].(*tensor.Tensor))
			}
			return
		}
		groupRowsOf(x, weight, a.int(3)).normalize(ctx, bias, out[0], float32s(out[1]), float32s(out[2]), a.float(4))
	}, Fills: true, Decomp: func(ctx *Context, a Args) []Value {
		y, mean, rstd := groupNormOfParts(ctx, a[0], a.int(3), a[1], a[2], a.float(4))
		return []Value{y, mean, rstd}
	}, Grad: groupNormGrad, GradName: "NativeGroupNormBackward0", NilGrads: true, Saves: in0 | in1 | out1 | out2},
	{S: "_fused_group_norm.backward(Tensor grad, Tensor input, Tensor? weight, Tensor mean, Tensor rstd) -> (Tensor, Tensor, Tensor)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(1)
		channels := []symbolic.Int{f.Sizes[1]}
		return fakes(NewFake(f.DType, f.Sizes), NewFake(f.DType, channels), NewFake(f.DType, channels))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g, x, weight, mean, rstd := resolved(a.tensor(0)).Contiguous(), resolved(a.tensor(1)), a.optional(2), a.optional(3), a.optional(4)
		if !float32Rows(g, x, weight, mean, rstd, out[0]) {
			for i, v := range ctx.withoutGrad(func() []Value { return groupNormDerivatives(ctx, a[0], a[1], a[2], a[3], a[4]) }) {
				tensor.Copy(out[i], v.(*tensor.Tensor))
			}
			return
		}
		groupRowsOf(x, weight, mean.Size(1)).derive(ctx, g, float32s(mean), float32s(rstd), out)
	}, Fills: true, Decomp: func(ctx *Context, a Args) []Value {
		return groupNormDerivatives(ctx, a[0], a[1], a[2], a[3], a[4])
	}, Grad: notDerived("_fused_group_norm.backward"), GradName: notImplementedNode},
})

// groupNormGrad gives the derivatives of what was needed: by the kernel for a plain gradient of the result alone, else in differentiable operators.
func groupNormGrad(ctx *Context, s *Saved, g []Value) []Value {
	a := s.Args()
	x, weight := s.In(0), Value(nil)
	if !a.none(1) {
		weight = s.In(1)
	}
	r := make([]Value, 3)
	_, plain := g[0].(*tensor.Tensor)
	if plain && !ctx.gradEnabled && g[1] == nil && g[2] == nil {
		r = ctx.call("_fused_group_norm.backward", g[0], x, weight, s.Out(1), s.Out(2))
	} else {
		_, mean, rstd := groupNormOfParts(ctx, x, a.int(3), nil, nil, a.float(4))
		if g[0] != nil {
			r = groupNormDerivatives(ctx, g[0], x, weight, mean, rstd)
		}
		if d := statisticsDerivative(ctx, g[1], g[2], x, mean, rstd); d != nil {
			r[0] = ctx.addTo(r[0], d)
		}
	}
	out := make([]Value, len(a))
	for i := range r {
		if s.Need(i) {
			out[i] = r[i]
		}
	}
	return out
}

// statisticsDerivative is that of the input by the gradients of mean and of 1/σ, of which either may be nil: the mean has 1/n, and 1/σ has −(x − μ)/(n·σ³), of n elements of a group.
func statisticsDerivative(ctx *Context, ofMean, ofScale, x, mean, rstd Value) (d Value) {
	s, rows := sizesOf(x), groupSizes(x, mean)
	if ofScale != nil {
		cubed := ctx.mul(rstd, ctx.mul(rstd, rstd))
		d = ctx.mul(ctx.neg(ctx.mul(ofScale, cubed)), ctx.sub(ctx.reshape(x, rows), mean))
	}
	if ofMean != nil {
		d = ctx.addTo(d, ctx.call1("expand", ofMean, sizeList(rows)))
	}
	if d == nil {
		return nil
	}
	return ctx.reshape(ctx.div(d, intValue(rows[2])), s)
}

// addTo is a + b, or b where a is nil.
func (ctx *Context) addTo(a, b Value) Value {
	if a == nil {
		return b
	}
	return ctx.add(a, b)
}

// groupNormFuses says whether nothing but kernels sees a group norm, and these take it.
func groupNormFuses(ctx *Context, x, weight, bias Value) bool {
	if !ctx.IsPlain() || ctx.fakeEnv != nil {
		return false
	}
	for i, v := range []Value{x, weight, bias} {
		if v == nil {
			continue
		}
		t, ok := v.(*tensor.Tensor)
		if !ok || t.IsMeta() || t.Layer != nil || t.Conj || DispatcherOf(t) != nil || !float32Rows(t) || i > 0 && (t.Dim() != 1 || t.Numel() != x.(*tensor.Tensor).Size(1)) {
			return false
		}
	}
	return true
}

// groupSizes are those of x as samples × groups × elements of a group; mean is [samples, groups, 1].
func groupSizes(x, mean Value) []symbolic.Int {
	s, groups := sizesOf(x), sizeOf(mean, 1)
	return []symbolic.Int{s[0], groups, s[1].FloorDiv(groups).Mul(symbolic.Product(s[2:]))}
}

// groupNormDerivatives are those of input, weight and bias, in differentiable operators; mean and rstd, 1/σ, are [samples, groups, 1].
func groupNormDerivatives(ctx *Context, g, x, weight, mean, rstd Value) []Value {
	s, rows := sizesOf(x), groupSizes(x, mean)
	xhat := ctx.mul(ctx.sub(ctx.reshape(x, rows), mean), rstd)
	gx := g
	if weight != nil {
		gx = ctx.mul(g, ctx.reshape(weight, channelShape(s[1], len(s))))
	}
	gx = ctx.reshape(gx, rows)
	inner := ctx.sub(ctx.sub(gx, ctx.meanDim(gx, true, 2)), ctx.mul(xhat, ctx.meanDim(ctx.mul(gx, xhat), true, 2)))
	dims := batchDims(len(s))
	return []Value{ctx.reshape(ctx.mul(inner, rstd), s), ctx.sumDim(ctx.mul(g, ctx.reshape(xhat, s)), false, dims...), ctx.sumDim(g, false, dims...)}
}

// groupRows is a contiguous tensor as samples × groups × channels of a group × elements.
type groupRows struct {
	x                                   *tensor.Tensor
	weight                              []float32 // nil for ones
	samples, groups, channels, elements int
}

func groupRowsOf(x, weight *tensor.Tensor, groups int) *groupRows {
	s := x.Sizes()
	n := &groupRows{x: x, samples: s[0], groups: groups, channels: s[1] / groups, elements: tensor.Numel(s[2:])}
	if weight != nil {
		n.weight = float32s(weight)
	}
	return n
}

// factor is the weight of a channel.
func (n *groupRows) factor(channel int) float32 {
	if n.weight == nil {
		return 1
	}
	return n.weight[channel]
}

// perChannel gives f of each sample's channels, whose group is a row of the statistics.
func (n *groupRows) perChannel(f func(row, channel int) float32) *tensor.Tensor {
	t := tensor.NewUninit(tensor.Float32, n.samples*n.groups*n.channels)
	for i, list := 0, float32s(t); i < len(list); i++ {
		list[i] = f(i/n.channels, i%(n.groups*n.channels))
	}
	return t
}

// normalize computes y, mean and 1/σ.
func (n *groupRows) normalize(ctx *Context, bias, y *tensor.Tensor, mean, rstd []float32, eps float64) {
	count := n.channels * n.elements
	eachRow(ctx, n.samples*n.groups, count, func(rows *moments.Rows, row int) {
		m, squares := rows.Moments(rowAt(n.x, row, count), count)
		mean[row], rstd[row] = m, float32(1/math.Sqrt(float64(squares/float32(count))+eps))
	})
	if n.weight == nil && bias == nil {
		means, scales := n.perChannel(func(row, _ int) float32 { return mean[row] }), n.perChannel(func(row, _ int) float32 { return rstd[row] })
		n.eachElement(ctx, "plain", func(k *ir.Kernel, v []ir.ID) ir.ID { return k.Do(ir.Mul, k.Do(ir.Sub, v[0], v[1]), v[2]) }, y, n.x, means, scales)
		return
	}
	shift := func(int) float32 { return 0 }
	if bias != nil {
		list := float32s(bias)
		shift = func(channel int) float32 { return list[channel] }
	}
	scales := n.perChannel(func(row, channel int) float32 { return rstd[row] * n.factor(channel) })
	of := float32s(scales)
	at := 0
	shifts := n.perChannel(func(row, channel int) float32 {
		at++
		return moments.FMA(-of[at-1], mean[row], shift(channel))
	})
	n.eachElement(ctx, "scaled", func(k *ir.Kernel, v []ir.ID) ir.ID { return k.Do(ir.FMA, v[1], v[0], v[2]) }, y, n.x, scales, shifts)
}

// eachElement computes elements of the first tensor from those of the others, of which the shorter ones have one for each sample and channel.
func (n *groupRows) eachElement(ctx *Context, form string, body func(k *ir.Kernel, v []ir.ID) ir.ID, list ...*tensor.Tensor) {
	kernel := ctx.rowKernel("group_norm", form, func(k *ir.Kernel, _ []ir.Elem) {
		to := k.Out("y", ir.Float32)
		var v []ir.ID
		for i := range list[1:] {
			v = append(v, k.Load(k.In(string(rune('a'+i)), ir.Float32)))
		}
		k.Store(to, body(k, v))
	})
	rows := n.samples * n.groups * n.channels
	eachElement(rowsAlong([]int{rows, n.elements}, []int{1}), kernel, list)
}

// derive computes the derivatives by input, weight and bias.
func (n *groupRows) derive(ctx *Context, g *tensor.Tensor, mean, rstd []float32, out []*tensor.Tensor) {
	all := n.groups * n.channels
	products, sums := make([]float32, n.samples*all), make([]float32, n.samples*all)
	gs, xs := float32s(g), float32s(n.x)
	eachRow(ctx, len(sums), n.elements, func(_ *moments.Rows, row int) {
		from, to := row*n.elements, (row+1)*n.elements
		products[row], sums[row] = channelSums(gs[from:to], xs[from:to])
	})
	byWeight, byBias := float32s(out[1]), float32s(out[2])
	clear(byWeight)
	clear(byBias)
	for i := range sums {
		row, channel := i/n.channels, i%all
		byWeight[channel] = moments.FMA(moments.FMA(-sums[i], mean[row], products[i]), rstd[row], byWeight[channel])
		byBias[channel] += sums[i]
	}
	part := 1 / float32(n.channels*n.elements)
	ofX, constant := make([]float32, len(mean)), make([]float32, len(mean))
	for row := range mean {
		first := row * n.channels
		s, t := n.weighed(products[first:first+n.channels], first%all), n.weighed(sums[first:first+n.channels], first%all)
		r := rstd[row]
		ofX[row] = moments.FMA(t, mean[row], -s) * r * r * r * part
		constant[row] = moments.FMA(-ofX[row], mean[row], -(t * r * part))
	}
	n.eachElement(ctx, "derivative", func(k *ir.Kernel, v []ir.ID) ir.ID {
		return k.Do(ir.Add, k.Do(ir.FMA, v[2], v[0], k.Do(ir.Mul, v[3], v[1])), v[4])
	}, out[0], g, n.x, n.perChannel(func(row, channel int) float32 { return rstd[row] * n.factor(channel) }),
		n.perChannel(func(row, _ int) float32 { return ofX[row] }), n.perChannel(func(row, _ int) float32 { return constant[row] }))
}

const (
	groupLanes  = 8 // of PyTorch's kernel
	fewTogether = 4 // products of what does not fill them, which are rounded and added in order; the last ones are fused
)

// channelSums are the sums of g·x and of g, in order where they do not fill a vector. Products are rounded but for what is left of whole vectors, which joins the lanes.
func channelSums(g, x []float32) (products, sum float32) {
	var p, s [groupLanes]float32
	whole := len(g) / groupLanes * groupLanes
	if whole == 0 {
		for i, v := range g {
			sum += v
			products += float32(v * x[i])
		}
		return products, sum
	}
	for i := 0; i < whole; i += groupLanes {
		a, b := (*[groupLanes]float32)(g[i:]), (*[groupLanes]float32)(x[i:])
		for l := range p {
			p[l] += float32(a[l] * b[l])
			s[l] += a[l]
		}
	}
	for i := whole; i < len(g); i++ {
		p[i-whole] = moments.FMA(g[i], x[i], p[i-whole])
		s[i-whole] += g[i]
	}
	for half := groupLanes / 2; half > 0; half /= 2 {
		for l := range half {
			p[l] += p[l+half]
			s[l] += s[l+half]
		}
	}
	return p[0], s[0]
}

// weighed is the sum of a group's values by the weights of its channels: fused in lanes, then four rounded products at a time, then fused.
func (n *groupRows) weighed(values []float32, channel int) (sum float32) {
	var lanes [groupLanes]float32
	whole := len(values) / groupLanes * groupLanes
	for i := range whole {
		lanes[i%groupLanes] = moments.FMA(values[i], n.factor(channel+i), lanes[i%groupLanes])
	}
	for _, v := range lanes {
		sum += v
	}
	rounded := whole + (len(values)-whole)/fewTogether*fewTogether
	for i := whole; i < rounded; i++ {
		sum += float32(values[i] * n.factor(channel+i))
	}
	for i := rounded; i < len(values); i++ {
		sum = moments.FMA(values[i], n.factor(channel+i), sum)
	}
	return sum
}
