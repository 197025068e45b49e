package ops

import (
	"math/bits"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// Sums of a moderate number of floats are added up in the order in which PyTorch's kernel for AVX2 adds them, so that the last digits are the same: in the type of the
// elements, several partial sums side by side, and partial sums of partial sums where there are many terms. Larger ones go to the kernels of reducekernel.go:
// there the order depends on the number of threads.

// cascadeLimit is up to how many elements PyTorch sums in one thread.
const cascadeLimit = 32768

// cascadeLevels is how many levels of partial sums there are.
const cascadeLevels = 4

// cascadeRows is how many sums go side by side.
const cascadeRows = 4

// cascadeDim is a dimension of a sum: out is 0 where it is reduced. Strides are in elements.
type cascadeDim struct{ size, in, out int }

// cascadeSum writes the sums of t over dims, divided by a count, to out, which may have kept the dimensions; false for what others add up.
func cascadeSum(ctx *Context, out, t *tensor.Tensor, dims []int, count int) bool {
	n := t.Numel()
	if ctx.WideSums || n == 0 || n > cascadeLimit || out.DType() != t.DType() || t.IsMeta() || t.Conj || t.Neg {
		return false
	}
	switch t.DType() {
	case tensor.Float32:
		cascadeInto[float32](out, t, dims, 8, count)
	case tensor.Float64:
		cascadeInto[float64](out, t, dims, 4, count)
	default:
		return false
	}
	return true
}

// cascadeInto sums with vectors of so many lanes.
func cascadeInto[E float32 | float64](out, t *tensor.Tensor, dims []int, lanes, count int) {
	sums := tensor.New(out.DType(), out.Sizes()...)
	results := tensor.View[E](sums.Storage())[:sums.Numel()]
	c := cascade[E]{in: tensor.View[E](t.Storage()), lanes: lanes, partial: make([]E, cascadeLevels*cascadeRows*lanes)}
	c.run(results, cascadeDims(t, dims), t.Offset(), 0)
	if count > 1 {
		for i := range results {
			results[i] /= E(count)
		}
	}
	tensor.Copy(out, sums)
}

// cascadeDims orders the dimensions as PyTorch's iterator does, the fastest first: reduced ones before others, then by their strides; those that continue each other are one.
func cascadeDims(t *tensor.Tensor, dims []int) []cascadeDim {
	list := make([]cascadeDim, t.Dim())
	kept := 1
	for d := t.Dim() - 1; d >= 0; d-- {
		x := cascadeDim{size: t.Sizes()[d], in: t.Strides()[d]}
		if !slices.Contains(dims, d) {
			x.out = kept
			kept *= x.size
		}
		list[t.Dim()-1-d] = x
	}
	for i := 1; i < len(list); i++ {
		at := i
	sink:
		for j := i - 1; j >= 0; j-- {
			switch order := cascadeOrder(list[j], list[at]); {
			case order > 0:
				list[j], list[at] = list[at], list[j]
				at = j
			case order < 0:
				break sink
			}
		}
	}
	merged := list[:0]
	for _, x := range list {
		if len(merged) > 0 {
			last := &merged[len(merged)-1]
			if last.size == 1 || x.size == 1 || last.size*last.in == x.in && last.size*last.out == x.out {
				if last.size == 1 {
					last.in, last.out = x.in, x.out
				}
				last.size *= x.size
				continue
			}
		}
		merged = append(merged, x)
	}
	for len(merged) < 2 {
		merged = append(merged, cascadeDim{size: 1})
	}
	return merged
}

// cascadeOrder is positive if b should come before a, negative if a should, 0 if nothing says.
func cascadeOrder(a, b cascadeDim) int {
	switch {
	case (a.out == 0) != (b.out == 0):
		if b.out == 0 {
			return 1
		}
		return -1
	case a.out != 0 && a.out != b.out:
		return a.out - b.out
	case a.out != 0 && a.size > b.size:
		return 1
	case a.in == 0 || b.in == 0:
		return 0
	case a.in != b.in:
		return a.in - b.in
	case a.size > b.size:
		return 1
	}
	return 0
}

// cascade adds up elements of one tensor.
type cascade[E float32 | float64] struct {
	in      []E
	lanes   int
	partial []E // of each level, row and lane
}

// run sums over the two fastest dimensions for each index of the others.
func (c *cascade[E]) run(out []E, dims []cascadeDim, in, at int) {
	if len(dims) > 2 {
		last := dims[len(dims)-1]
		for i := range last.size {
			c.run(out, dims[:len(dims)-1], in+i*last.in, at+i*last.out)
		}
		return
	}
	inner, outer := dims[0], dims[1]
	if inner.out != 0 && outer.out == 0 {
		inner, outer = outer, inner
	}
	switch {
	case inner.out != 0: // nothing is reduced here
		for j := range outer.size {
			for i := range inner.size {
				out[at+j*outer.out+i*inner.out] += c.in[in+j*outer.in+i*inner.in]
			}
		}
	case inner.in == 1 && inner.size >= c.lanes:
		for j := range outer.size {
			out[at+j*outer.out] += c.contiguous(in+j*outer.in, inner.size)
		}
	case outer.in == 1 && outer.size >= c.lanes:
		c.columns(out, in, at, inner, outer)
	case inner.in < outer.in:
		for j := range outer.size {
			out[at+j*outer.out] += c.line(in+j*outer.in, inner.in, inner.size, 1)[0]
		}
	default:
		j := 0
		for ; j+cascadeRows <= outer.size; j += cascadeRows {
			for k, v := range c.levels(in+j*outer.in, inner.in, outer.in, inner.size, 1) {
				out[at+(j+k)*outer.out] += v
			}
		}
		for ; j < outer.size; j++ {
			out[at+j*outer.out] += c.line(in+j*outer.in, inner.in, inner.size, 1)[0]
		}
	}
}

// contiguous sums n elements that lie side by side: by vectors, then what is left, then the lanes.
func (c *cascade[E]) contiguous(in, n int) E {
	vectors := n / c.lanes
	lanes := c.line(in, c.lanes, vectors, c.lanes)
	var sum E
	for _, x := range c.in[in+vectors*c.lanes : in+n] {
		sum += x
	}
	for _, x := range lanes {
		sum += x
	}
	return sum
}

// columns sums columns of which several lie side by side.
func (c *cascade[E]) columns(out []E, in, at int, inner, outer cascadeDim) {
	j := 0
	for ; j+cascadeRows*c.lanes <= outer.size; j += cascadeRows * c.lanes {
		for k, v := range c.levels(in+j, inner.in, c.lanes, inner.size, c.lanes) {
			out[at+(j+k)*outer.out] += v
		}
	}
	for ; j+c.lanes <= outer.size; j += c.lanes {
		for k, v := range c.line(in+j, inner.in, inner.size, c.lanes) {
			out[at+(j+k)*outer.out] += v
		}
	}
	for ; j < outer.size; j++ {
		out[at+j*outer.out] += c.line(in+j, inner.in, inner.size, 1)[0]
	}
}

// line sums n vectors of so many lanes, stride apart, as four interleaved sums. The result is good until the next call.
func (c *cascade[E]) line(in, stride, n, lanes int) []E {
	quarter := n / cascadeRows
	rows := c.levels(in, stride*cascadeRows, stride, quarter, lanes)
	sum := rows[:lanes]
	for i := quarter * cascadeRows; i < n; i++ {
		for l, x := range c.in[in+i*stride : in+i*stride+lanes] {
			sum[l] += x
		}
	}
	for r := 1; r < cascadeRows; r++ {
		for l, x := range rows[r*lanes : (r+1)*lanes] {
			sum[l] += x
		}
	}
	return sum
}

// levels sums n vectors for each of four rows, which begin column apart: a level takes in the one below every so many terms, so that small terms are not lost.
func (c *cascade[E]) levels(in, stride, column, n, lanes int) []E {
	width := cascadeRows * lanes
	power := 4
	if n > 1 {
		power = max(4, bits.Len(uint(n-1))/cascadeLevels)
	}
	step := 1 << power
	if n < step { // the other levels stay empty
		p := c.partial[:width]
		clear(p)
		c.add(p, in, stride, column, n, lanes)
		return p
	}
	p := c.partial[:cascadeLevels*width]
	clear(p)
	i := 0
	for ; i+step <= n; i += step {
		c.add(p[:width], in+i*stride, stride, column, step, lanes)
		for level := 1; level < cascadeLevels; level++ {
			below, to := p[(level-1)*width:level*width], p[level*width:(level+1)*width]
			for k, x := range below {
				to[k] += x
			}
			clear(below)
			if (i+step)&((step-1)<<(level*power)) != 0 {
				break
			}
		}
	}
	c.add(p[:width], in+i*stride, stride, column, n-i, lanes)
	for level := 1; level < cascadeLevels; level++ {
		for k, x := range p[level*width : (level+1)*width] {
			p[k] += x
		}
	}
	return p[:width]
}

// add adds n vectors to each of four rows of sums.
func (c *cascade[E]) add(sums []E, in, stride, column, n, lanes int) {
	if lanes == 1 {
		for r := range cascadeRows {
			sum, at := sums[r], in+r*column
			for range n {
				sum += c.in[at]
				at += stride
			}
			sums[r] = sum
		}
		return
	}
	for range n {
		at := in
		for r := 0; r < len(sums); r += lanes {
			to := sums[r : r+lanes]
			for l, x := range c.in[at : at+len(to)] {
				to[l] += x
			}
			at += column
		}
		in += stride
	}
}
