package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Sampling of images and volumes at the places of a grid (Jaderberg et al., 2015), in terms of gathers, so that derivatives of any order follow.

const (
	sampleBilinear = iota
	sampleNearest
	sampleBicubic
)

const (
	padZeros = iota
	padBorder
	padReflection
)

var _ = addTable([]entry{
	{S: "grid_sample(Tensor input, Tensor grid, str mode=\"bilinear\", str padding_mode=\"zeros\", bool? align_corners=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		modes := map[string]int64{"bilinear": sampleBilinear, "nearest": sampleNearest, "bicubic": sampleBicubic}
		pads := map[string]int64{"zeros": padZeros, "border": padBorder, "reflection": padReflection}
		mode, known := modes[a.str(2)]
		if !known {
			throw("ValueError", "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '%s'", a.str(2))
		}
		pad, known := pads[a.str(3)]
		if !known {
			throw("ValueError", "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '%s'", a.str(3))
		}
		return ctx.call("grid_sampler", a[0], a[1], mode, pad, !a.none(4) && a.bool(4))
	}},
	{S: "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		name := "grid_sampler_2d"
		if dimOf(a[0]) == 5 {
			name = "grid_sampler_3d"
		}
		return ctx.call(name, a...)
	}},
	{S: "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor", NoTangent: "grid_sampler_2d", In: asFunction, Whole: true, Decomp: gridSampler},
	{S: "grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor", NoTangent: "grid_sampler_3d", In: asFunction, Whole: true, Decomp: gridSampler},
	{S: "affine_grid(Tensor theta, SymInt[] size, bool? align_corners=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		theta, size := a[0], a.syms(1)
		if !dtypeOf(theta).IsFloat() {
			throw("ValueError", "Expected theta to have floating point type, but got torch.%s", dtypeOf(theta).Name())
		}
		k := len(size) - 2
		if k != 2 && k != 3 {
			throw("NotImplementedError", "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size %s.", tupleText(size))
		}
		s := sizesOf(theta)
		if len(s) != 3 || !ctx.is(s[1].Eq(sym(k))) || !ctx.is(s[2].Eq(sym(k+1))) {
			throw("ValueError", "Expected a batch of %dD affine matrices of shape Nx%dx%d for size %s. Got torch.Size(%s).", k, k, k+1, tupleText(size), sizesText(s))
		}
		for _, n := range size {
			if !ctx.is(n.Gt(zero)) {
				throw("ValueError", "Expected non-zero, positive output size. Got %s", tupleText(size))
			}
		}
		return ctx.call("affine_grid_generator", theta, a[1], !a.none(2) && a.bool(2))
	}},
	{S: "affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor", In: asFunction, Whole: true, Decomp: affineGrid},
})

// tupleText shows sizes as the tuple that a script wrote.
func tupleText(sizes []symbolic.Int) string {
	text := sizesText(sizes)
	end := ")"
	if len(sizes) == 1 {
		end = ",)"
	}
	return "(" + text[1:len(text)-1] + end
}

// affineGrid gives the places that an affine map of the output's coordinates leads to.
func affineGrid(ctx *Context, a Args) []Value {
	theta, size := a[0], a.syms(1)
	spatial, d := size[2:], dtypeOf(theta)
	k := len(spatial)
	whole := append([]symbolic.Int{size[0]}, spatial...)
	parts := make([]Value, 0, k+1)
	for i := k - 1; i >= 0; i-- { // x comes first
		n := spatial[i]
		steps := ctx.call1("linspace", -1.0, 1.0, intValue(n), d)
		if ctx.is(n.Le(one)) {
			steps = ctx.zerosLike(steps)
		} else if !a.bool(2) {
			steps = ctx.div(ctx.mul(steps, intValue(n.Sub(one))), intValue(n))
		}
		shape := make([]symbolic.Int, k+1)
		for j := range shape {
			shape[j] = one
		}
		shape[i+1] = n
		parts = append(parts, ctx.expand(ctx.reshape(steps, shape), whole))
	}
	parts = append(parts, ctx.onesLike(parts[0]))
	base := ctx.reshape(ctx.call1("stack", parts, int64(-1)), []symbolic.Int{size[0], productOf(spatial), sym(k + 1)})
	grid := ctx.call1("bmm", base, ctx.transpose(theta, 1, 2))
	return result(ctx.reshape(grid, append(whole, sym(k))))
}

// sampler samples one input at one grid.
type sampler struct {
	ctx     *Context
	flat    Value          // the input as [N, C, elements]
	sizes   []symbolic.Int // of the input's images or volumes
	points  symbolic.Int   // places for each element of the batch
	padding int
	align   bool
}

func gridSampler(ctx *Context, a Args) []Value {
	x, grid := a[0], a[1]
	xs, gs := sizesOf(x), sizesOf(grid)
	k := len(xs) - 2
	mode := a.int(2)
	check(expectSame(ctx, xs[0], gs[0]), "grid_sampler(): expected grid and input to have same batch size, but got input with sizes %s and grid with sizes %s", sizesText(xs), sizesText(gs))
	check(ctx.expect(gs[len(gs)-1].Eq(sym(k))), "grid_sampler(): expected grid to have size %d in last dimension, but got grid with sizes %s", k, sizesText(gs))
	check((k == 2 || k == 3) && len(gs) == len(xs), "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes %s and grid with sizes %s", sizesText(xs), sizesText(gs))
	check(k == 2 || mode != sampleBicubic, "grid_sampler(): bicubic interpolation only supports 4D input")
	check(dtypeOf(x) == dtypeOf(grid), "expected scalar type %s but found %s", dtypeOf(x).ScalarName(), dtypeOf(grid).ScalarName())
	for i, n := range xs[2:] {
		check(ctx.expect(n.Gt(zero)), "grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes %s with dimension %d being empty", sizesText(xs), i+2)
	}
	s := &sampler{ctx: ctx, sizes: xs[2:], points: productOf(gs[1 : k+1]), padding: a.int(3), align: a.bool(4)}
	s.flat = ctx.reshape(x, []symbolic.Int{xs[0], xs[1], productOf(s.sizes)})
	places := make([]Value, k) // by dimension of the input: the grid has x first
	for i := range places {
		p := ctx.selectAt(grid, k+1, int64(k-1-i))
		places[i] = s.unnormalize(ctx.reshape(p, []symbolic.Int{gs[0], s.points}), i)
	}
	var out Value
	switch mode {
	case sampleNearest:
		for i := range places {
			places[i] = ctx.call1("round", s.padded(places[i], i))
		}
		out = s.at(places, ctx.add(ctx.mul(ctx.sign(places[0]), int64(0)), int64(1))) // the grid has a gradient, of zeros
	case sampleBicubic:
		out = s.cubic(places)
	default:
		for i := range places {
			places[i] = s.padded(places[i], i)
		}
		out = s.linear(places)
	}
	return result(ctx.reshape(out, append([]symbolic.Int{xs[0], xs[1]}, gs[1:k+1]...)))
}

// unnormalize turns places between -1 and 1 into places between elements.
func (s *sampler) unnormalize(p Value, i int) Value {
	ctx, n := s.ctx, intValue(s.sizes[i])
	if s.align {
		return ctx.mul(ctx.div(ctx.add(p, int64(1)), int64(2)), intValue(s.sizes[i].Sub(one)))
	}
	return ctx.div(ctx.sub(ctx.mul(ctx.add(p, int64(1)), n), int64(1)), int64(2))
}

// padded moves places outside of the input into it, as the padding says.
func (s *sampler) padded(p Value, i int) Value {
	ctx := s.ctx
	if s.padding == padZeros {
		return p
	}
	last := intValue(s.sizes[i].Sub(one))
	if s.padding == padReflection {
		low, span := -0.5, s.sizes[i]
		if s.align {
			low, span = 0, s.sizes[i].Sub(one)
		}
		if ctx.is(span.Eq(zero)) {
			return ctx.zerosLike(p)
		}
		width := intValue(span)
		p = ctx.abs(ctx.sub(p, low))
		flips := ctx.call1("floor", ctx.detach(ctx.div(p, width)))
		rest := ctx.sub(p, ctx.mul(flips, width))
		odd := ctx.eq(ctx.call1("remainder.Scalar", flips, int64(2)), int64(1))
		p = ctx.add(ctx.where(odd, ctx.add(ctx.neg(rest), width), rest), low)
	}
	return ctx.call1("clamp", p, int64(0), last)
}

// at reads the input at places that are whole numbers, 0 outside of it, times a weight.
func (s *sampler) at(places []Value, weight Value) Value {
	ctx := s.ctx
	var index, inside Value
	for i, p := range places {
		last := intValue(s.sizes[i].Sub(one))
		within := ctx.logicalAnd(ctx.ge(p, int64(0)), ctx.le(p, last))
		whole := ctx.toDType(ctx.call1("clamp", ctx.call1("nan_to_num", p), int64(0), last), tensor.Int64)
		if i == 0 {
			index, inside = whole, within
			continue
		}
		index, inside = ctx.add(ctx.mul(index, intValue(s.sizes[i])), whole), ctx.logicalAnd(inside, within)
	}
	spread := func(v Value) Value {
		return ctx.expand(ctx.unsqueeze(v, 1), []symbolic.Int{sizeOf(s.flat, 0), sizeOf(s.flat, 1), s.points})
	}
	values := ctx.call1("gather", s.flat, int64(2), spread(index))
	values = ctx.maskedFill(values, ctx.call1("logical_not", spread(inside)), int64(0))
	return ctx.mul(values, ctx.unsqueeze(weight, 1))
}

// linear weighs the corners of the cell around each place.
func (s *sampler) linear(places []Value) Value {
	ctx := s.ctx
	low, part := make([]Value, len(places)), make([]Value, len(places))
	for i, p := range places {
		low[i] = ctx.call1("floor", ctx.detach(p))
		part[i] = ctx.sub(p, low[i])
	}
	var sum Value
	for corner := range 1 << len(places) {
		at, weight := make([]Value, len(places)), Value(nil)
		for i := range places {
			at[i] = low[i]
			w := ctx.add(ctx.neg(part[i]), int64(1))
			if corner>>(len(places)-1-i)&1 == 1 {
				at[i], w = ctx.add(low[i], int64(1)), part[i]
			}
			if weight == nil {
				weight = w
			} else {
				weight = ctx.mul(weight, w)
			}
		}
		v := s.at(at, weight)
		if sum == nil {
			sum = v
		} else {
			sum = ctx.add(sum, v)
		}
	}
	return sum
}

// cubic convolves four by four neighbours with a = -0.75 (Keys, 1981); each neighbour is padded by itself.
func (s *sampler) cubic(places []Value) Value {
	ctx := s.ctx
	low, weights := [2]Value{}, [2][4]Value{}
	for i, p := range places {
		low[i] = ctx.call1("floor", ctx.detach(p))
		weights[i] = s.cubicWeights(ctx.sub(p, low[i]))
	}
	var sum Value
	for dy := range 4 {
		for dx := range 4 {
			at := []Value{ctx.add(low[0], int64(dy-1)), ctx.add(low[1], int64(dx-1))}
			for i := range at {
				at[i] = ctx.call1("round", s.padded(at[i], i))
			}
			v := s.at(at, ctx.mul(weights[0][dy], weights[1][dx]))
			if sum == nil {
				sum = v
			} else {
				sum = ctx.add(sum, v)
			}
		}
	}
	return sum
}

func (s *sampler) cubicWeights(t Value) [4]Value {
	const a = -0.75
	ctx := s.ctx
	near := func(x Value) Value { // |x| up to 1
		return ctx.add(ctx.mul(ctx.mul(ctx.sub(ctx.mul(x, a+2), a+3), x), x), int64(1))
	}
	far := func(x Value) Value { // |x| from 1 to 2
		return ctx.sub(ctx.mul(ctx.add(ctx.mul(ctx.sub(ctx.mul(x, a), 5*a), x), 8*a), x), 4*a)
	}
	rest := ctx.add(ctx.neg(t), int64(1))
	return [4]Value{far(ctx.add(t, int64(1))), near(t), near(rest), far(ctx.add(rest, int64(1)))}
}
