package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Kernels of the operators that resize images, signals and volumes: each result is a weighted sum of a few neighbours along each
// dimension, the inner dimensions first, as PyTorch nests them. The derivative spreads each gradient over the same neighbours.

// taps are the neighbours along one dimension: result o is the sum of weight[k][o] times element at[k][o].
type taps[E float32 | float64] struct {
	at     [][]int
	weight [][]E // nil for the one nearest
}

// tapsFor places out results along a dimension of size in, step apart.
func tapsFor[E float32 | float64](mode string, in, out int, step float64, align bool) taps[E] {
	n := map[string]int{"nearest": 1, "nearest-exact": 1, "bicubic": 4}[mode]
	if n == 0 {
		n = 2
	}
	t := taps[E]{at: make([][]int, n)}
	for k := range t.at {
		t.at[k] = make([]int, out)
	}
	if n == 1 {
		for o := range out {
			t.at[0][o] = nearest(o, in, step, mode == "nearest-exact")
		}
		return t
	}
	t.weight = make([][]E, n)
	for k := range t.weight {
		t.weight[k] = make([]E, out)
	}
	scale := E(step)
	if align {
		scale = 0
		if out > 1 {
			scale = E(in-1) / E(out-1)
		}
	}
	for o := range out {
		p := scale * E(o)
		if !align {
			p = scale*(E(o)+0.5) - 0.5
			if n == 2 {
				p = max(p, 0)
			}
		}
		low := min(int(math.Floor(float64(p))), in-1)
		part := min(max(p-E(low), 0), 1)
		if n == 2 {
			t.at[0][o], t.at[1][o] = low, min(low+1, in-1)
			t.weight[0][o], t.weight[1][o] = 1-part, part
			continue
		}
		for k, w := range cubicWeights(part) {
			t.at[k][o], t.weight[k][o] = min(max(low-1+k, 0), in-1), w
		}
	}
	return t
}

// nearest is the element that result o takes; of the middles of results where it is to be exact. Places are floats, as in PyTorch.
func nearest(o, in int, step float64, exact bool) int {
	p := float64(o)
	if exact {
		p += 0.5
	}
	return min(int(math.Floor(float64(float32(p)*float32(step)))), in-1)
}

// cubicWeights are those of cubic convolution with a = -0.75 (Keys, 1981) of the four neighbours, part behind the second.
func cubicWeights[E float32 | float64](part E) [4]E {
	const a = -0.75
	near := func(x E) E { return ((a+2)*x-(a+3))*x*x + 1 }
	far := func(x E) E { return ((a*x-5*a)*x+8*a)*x - 4*a }
	return [4]E{far(part + 1), near(part), near(1 - part), far(2 - part)}
}

// resampler resizes planes of some dimensions.
type resampler[E float32 | float64] struct {
	dims    []taps[E]
	strides []int // of what is given
	lines   []*lineCache[E]
	spread  [][]E // for the derivative: gradients times a weight, by dimension
}

// lineCache keeps the results of the dimensions inside of one for the neighbours that the last results had.
type lineCache[E float32 | float64] struct {
	of    []int // the element that each is of, -1 for none
	lines [][]E
}

func newResampler[E float32 | float64](mode string, in, out []int, steps []float64, align bool) *resampler[E] {
	r := &resampler[E]{strides: make([]int, len(in)), lines: make([]*lineCache[E], len(in)), spread: make([][]E, len(in))}
	inside, stride := 1, 1
	for d := len(in) - 1; d >= 0; d-- {
		r.strides[d] = stride
		stride *= in[d]
	}
	for d := range in {
		r.dims = append(r.dims, tapsFor[E](mode, in[d], out[d], steps[d], align))
	}
	for d := len(in) - 1; d >= 0; d-- {
		n := len(r.dims[d].at)
		c := &lineCache[E]{of: make([]int, n), lines: make([][]E, n)}
		for k := range c.lines {
			c.lines[k] = make([]E, inside)
		}
		r.lines[d], r.spread[d] = c, make([]E, inside)
		inside *= out[d]
	}
	return r
}

// fill computes the results of dimension d and those inside of it, from what begins at base.
func (r *resampler[E]) fill(to, from []E, d, base int) {
	t := r.dims[d]
	if d == len(r.dims)-1 {
		t.line(to, from[base:])
		return
	}
	c := r.lines[d]
	n := len(c.lines[0])
	if t.weight == nil {
		for o, at := range t.at[0] {
			if o > 0 && at == t.at[0][o-1] {
				copy(to[o*n:][:n], to[(o-1)*n:][:n])
			} else {
				r.fill(to[o*n:][:n], from, d+1, base+at*r.strides[d])
			}
		}
		return
	}
	for k := range c.of {
		c.of[k] = -1
	}
	for o := range t.at[0] {
		row := to[o*n:][:n]
		for k := range t.at {
			at := t.at[k][o]
			slot := at % len(c.of)
			if c.of[slot] != at {
				r.fill(c.lines[slot], from, d+1, base+at*r.strides[d])
				c.of[slot] = at
			}
			w := t.weight[k][o]
			if line := c.lines[slot][:len(row)]; k == 0 {
				for i, v := range line {
					row[i] = w * v
				}
			} else {
				for i, v := range line {
					row[i] += w * v
				}
			}
		}
	}
}

// line computes the results along the innermost dimension.
func (t taps[E]) line(to, from []E) {
	switch a := t.at[0][:len(to)]; len(t.at) {
	case 1:
		for o, at := range a {
			to[o] = from[at]
		}
	case 2:
		b, v, w := t.at[1][:len(to)], t.weight[0][:len(to)], t.weight[1][:len(to)]
		for o, at := range a {
			to[o] = v[o]*from[at] + w[o]*from[b[o]]
		}
	default:
		for o := range to {
			var sum E
			for k, at := range t.at {
				sum += t.weight[k][o] * from[at[o]]
			}
			to[o] = sum
		}
	}
}

// spreadOut adds the gradients of results to those of what they were made of: the derivative of fill.
func (r *resampler[E]) spreadOut(to, grad []E, d, base int) {
	t := r.dims[d]
	last := d == len(r.dims)-1
	n := len(r.spread[d])
	for k, places := range t.at {
		for o, at := range places {
			at = base + at*r.strides[d]
			switch {
			case last && t.weight == nil:
				to[at] += grad[o]
			case last:
				to[at] += t.weight[k][o] * grad[o]
			case t.weight == nil:
				r.spreadOut(to, grad[o*n:][:n], d+1, at)
			default:
				w := t.weight[k][o]
				for i, g := range grad[o*n:][:n] {
					r.spread[d][i] = w * g
				}
				r.spreadOut(to, r.spread[d], d+1, at)
			}
		}
	}
}

// resample computes out from x, or the gradient of x, out, from that of the results, x: float tensors [batch, channels, ...].
func resample(mode string, out, x *tensor.Tensor, steps []float64, align, back bool) {
	if inFloat32(out, x, func(out, x *tensor.Tensor) { resample(mode, out, x, steps, align, back) }) {
		return
	}
	to := out
	if !out.IsContiguous() {
		to = tensor.New(out.DType(), out.Sizes()...)
	}
	if out.DType() == tensor.Float64 {
		resamplePlanes[float64](mode, to, x.Contiguous(), steps, align, back)
	} else {
		resamplePlanes[float32](mode, to, x.Contiguous(), steps, align, back)
	}
	if to != out {
		tensor.Copy(out, to)
	}
}

// inFloat32 has a kernel compute in float32 where the result has half its bits; false where it has not.
func inFloat32(out, x *tensor.Tensor, kernel func(out, x *tensor.Tensor)) bool {
	if d := out.DType(); d != tensor.Float16 && d != tensor.BFloat16 {
		return false
	}
	wide := tensor.New(tensor.Float32, out.Sizes()...)
	kernel(wide, x.To(tensor.Float32))
	tensor.Copy(out, wide)
	return true
}

func resamplePlanes[E float32 | float64](mode string, out, x *tensor.Tensor, steps []float64, align, back bool) {
	if out.Numel() == 0 || x.Numel() == 0 {
		return
	}
	in, results := x.Sizes()[2:], out.Sizes()[2:]
	if back {
		in, results = results, in
	}
	r := newResampler[E](mode, in, results, steps, align)
	to, from := flat[E](out), flat[E](x)
	n, m := tensor.Numel(out.Sizes()[2:]), tensor.Numel(x.Sizes()[2:])
	if back {
		clear(to)
	}
	for ; len(to) > 0; to, from = to[n:], from[m:] {
		if back {
			r.spreadOut(to[:n], from[:m], 0, 0)
		} else {
			r.fill(to[:n], from[:m], 0, 0)
		}
	}
}
