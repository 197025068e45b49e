// Package conv computes convolutions of one to three spatial dimensions and their gradients, grouped, strided and dilated, as matrix products
// that read the input where it lies.
//
// The product is that of im2col, weight[o, k] · columns[k, positions], but the columns are never written. Where the input has padding or is
// strided, a strip of it is first copied to a *stage*: with the padding, and with one plane for each remainder of coordinates by the
// stride, so that results next to each other read elements next to each other. Results are numbered along the stage's rows, padding included; then row k of the
// columns is the stage from a fixed offset on, and a table of these offsets is all that the product needs (gemm.Product.BRows). The few results between
// rows, which mean nothing, are left behind when the strip is copied to its place, which also adds the bias and rounds. Where it costs less (layout.go), the stage has
// a plane for each tap of the last dimension instead: nothing is between rows then, and the product is written where it belongs, the bias added on its accumulators.
//
// The gradient of the input is a convolution of the gradient of the output for each remainder of coordinates by the stride, with those weights that
// meet it. The gradient of the weight sums over positions: there the stage has the channels last, and rows of the product are
// found by position. Sums run over channels and weights, or images and positions, in rising order, whatever the strips.
//
// It is a part of this module; package magneto is for use from outside.
package conv

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
)

// Shape is a convolution with three spatial dimensions; missing ones have size 1.
type Shape struct {
	Batch, In, Out, Groups    int // images, input channels, output channels
	Input, Kernel, Output     [3]int
	Stride, Padding, Dilation [3]int
	// LikeOneDNN has terms added in the orders of oneDNN's kernels; otherwise they have those of products with columns: terms.go.
	LikeOneDNN bool
}

// Tensor is where [batch, channels, depth, height, width] lie, or [output channels, input channels of a group, depth, height, width]. Strides in elements.
type Tensor struct {
	Ptr     unsafe.Pointer
	Strides [5]int
}

// Engine convolves with the products of a gemm.Engine. It is safe for concurrent use.
type Engine struct {
	compiler *loop.Compiler
	products *gemm.Engine
	mu       sync.Mutex
	plans    map[planKey]any // *correlation or *sum
	memory   sync.Pool       // of *scratch
}

// keptPlans bounds the plans that are kept: one for each geometry and layout.
const keptPlans = 256

// planKey is what a plan depends on. from and to are strides.
type planKey struct {
	shape    Shape
	kind     kind
	elem     ir.Elem
	bias     bool
	from, to [5]int
	remains  [3]int // of coordinates of the result, where that is the gradient of an input
}

type kind uint8

const (
	forward kind = iota
	ofInput
	ofWeight
)

// New makes an engine. The compiler supplies kernels that copy.
func New(c *loop.Compiler, products *gemm.Engine) *Engine {
	return &Engine{compiler: c, products: products, plans: map[planKey]any{}}
}

// workElem is the element type that products are made in.
func workElem(e ir.Elem) ir.Elem {
	switch e {
	case ir.Float16, ir.BFloat16, ir.Float32:
		return ir.Float32
	}
	return ir.Float64
}

// Forward computes out from x and w. The bias, if its address is set, has stride Strides[0].
func (e *Engine) Forward(s *Shape, elem ir.Elem, out, x, w, bias Tensor) error {
	p, err := planOf(e, planKey{shape: *s, kind: forward, elem: elem, bias: bias.Ptr != nil, from: x.Strides, to: out.Strides}, func() (*correlation, error) {
		c := &correlation{elem: elem, work: workElem(elem), groups: s.Groups, batch: s.Batch, channels: s.In / s.Groups, rows: s.Out / s.Groups, source: s.Input, result: s.Output,
			step: s.Stride, bias: bias.Ptr != nil, from: x.Strides, to: out.Strides, terms: s.terms()}
		for d := range 3 {
			for k := range s.Kernel[d] {
				c.taps[d] = append(c.taps[d], k*s.Dilation[d]-s.Padding[d])
			}
		}
		return c, c.plan(e)
	})
	if err != nil {
		return err
	}
	k := s.Kernel
	m := matrix{sizes: [5]int{s.Out, s.In / s.Groups, k[0], k[1], k[2]}, Tensor: w, terms: s.terms()}
	return p.run(e, out.Ptr, x.Ptr, m, bias)
}

// BackwardInput computes the gradient gx of the input from that of the output, adding bias to it, which makes it a transposed convolution.
func (e *Engine) BackwardInput(s *Shape, elem ir.Elem, gx, gy, w, bias Tensor) error {
	var remains [3]int
	for remains[0] = range min(s.Stride[0], s.Input[0]) {
		for remains[1] = range min(s.Stride[1], s.Input[1]) {
			for remains[2] = range min(s.Stride[2], s.Input[2]) {
				if err := e.backwardInput(s, elem, gx, gy, w, bias, remains); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// backwardInput computes the elements of gx whose coordinates have the given remainders by the stride.
func (e *Engine) backwardInput(s *Shape, elem ir.Elem, gx, gy, w, bias Tensor, remains [3]int) error {
	to := gx
	at := 0
	var first, every, taps [3]int // of the weights that meet them
	for d, r := range remains {
		at += r * gx.Strides[2+d]
		to.Strides[2+d] *= s.Stride[d]
		first[d], every[d] = 0, s.Stride[d]/gcd(s.Stride[d], s.Dilation[d])
		for first[d] < every[d] && mod(r+s.Padding[d]-first[d]*s.Dilation[d], s.Stride[d]) != 0 {
			first[d]++
		}
		if first[d] < every[d] {
			taps[d] = max(0, ceilDiv(s.Kernel[d]-first[d], every[d]))
		}
	}
	to.Ptr = unsafe.Add(gx.Ptr, at*elem.Size())
	p, err := planOf(e, planKey{shape: *s, kind: ofInput, elem: elem, bias: bias.Ptr != nil, from: gy.Strides, to: gx.Strides, remains: remains}, func() (*correlation, error) {
		c := &correlation{elem: elem, work: workElem(elem), groups: s.Groups, batch: s.Batch, channels: s.Out / s.Groups, rows: s.In / s.Groups, source: s.Output,
			step: [3]int{1, 1, 1}, bias: bias.Ptr != nil, from: gy.Strides, to: to.Strides, terms: s.termsOfInput()}
		for d, r := range remains {
			c.result[d] = ceilDiv(s.Input[d]-r, s.Stride[d])
			for k := range taps[d] {
				c.taps[d] = append(c.taps[d], (r+s.Padding[d]-(first[d]+k*every[d])*s.Dilation[d])/s.Stride[d])
			}
		}
		return c, c.plan(e)
	})
	if err != nil {
		return err
	}
	// The weights as [group, input channel, output channel, taps].
	m := matrix{sizes: [5]int{s.In / s.Groups, s.Out / s.Groups, taps[0], taps[1], taps[2]}, groups: s.Groups, group: s.Out / s.Groups * w.Strides[0], terms: s.termsOfInput()}
	m.Strides[0], m.Strides[1] = w.Strides[1], w.Strides[0]
	at = 0
	for d := range 3 {
		m.Strides[2+d] = every[d] * w.Strides[2+d]
		at += first[d] * w.Strides[2+d]
	}
	if taps[0]*taps[1]*taps[2] > 0 {
		m.Ptr = unsafe.Add(w.Ptr, at*elem.Size())
	}
	return p.run(e, to.Ptr, gy.Ptr, m, bias)
}

// planOf finds or makes a plan.
func planOf[P any](e *Engine, key planKey, plan func() (P, error)) (P, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if p, ok := e.plans[key]; ok {
		return p.(P), nil
	}
	p, err := plan()
	if err != nil {
		return p, fmt.Errorf("convolution: %w", err)
	}
	if len(e.plans) >= keptPlans {
		clear(e.plans)
	}
	e.plans[key] = p
	return p, nil
}

// matrix is a weight: groups of them if groups is not 0, group elements from one to the next.
type matrix struct {
	Tensor
	sizes         [5]int
	groups, group int
	terms         terms // the order of the rows of the dense weights
}

// dense gives the weights one after the other, as elements of type work; in scratch memory if they do not lie so.
func (m *matrix) dense(e *Engine, elem, work ir.Elem, w *scratch) (unsafe.Pointer, error) {
	count := m.sizes[0] * m.sizes[1] * m.sizes[2] * m.sizes[3] * m.sizes[4]
	if elem == work && m.groups == 0 && m.terms.block == 0 && isDense(m.sizes[:], m.Strides[:]) {
		return m.Ptr, nil
	}
	groups := max(m.groups, 1)
	to := w.weights.take(groups * count * work.Size())
	k, err := e.copier("conv weights", elem, work)
	if err != nil {
		return nil, err
	}
	if m.terms.block > 0 {
		return to, m.blocks(k, elem.Size(), to, work.Size())
	}
	strides := contiguous(m.sizes[:])
	err = k.Run(ir.Space{Keep: append([]int{groups}, m.sizes[:]...)}, []ir.Buffer{
		{Ptr: m.Ptr, Strides: append([]int{m.group}, m.Strides[:]...)},
		{Ptr: to, Strides: append([]int{count}, strides...)},
	}, nil)
	return to, err
}

// blocks copies the weights block after block.
func (m *matrix) blocks(copier *loop.Kernel, size int, to unsafe.Pointer, toSize int) error {
	taps := m.sizes[2] * m.sizes[3] * m.sizes[4]
	row := m.sizes[1] * taps
	block := m.terms.block
	if size == toSize && size == 4 && m.groups == 0 && !m.terms.columns && isDense(m.sizes[:], m.Strides[:]) {
		m.denseBlocks(unsafe.Slice((*float32)(to), m.sizes[0]*row), taps)
		return nil
	}
	for first := 0; first < m.sizes[1]; first += block {
		channels := min(block, m.sizes[1]-first)
		depth, height, width := m.sizes[3]*m.sizes[4]*channels, m.sizes[4]*channels, channels
		if m.terms.columns {
			depth, height, width = m.sizes[3]*channels, channels, m.sizes[2]*m.sizes[3]*channels
		}
		err := copier.Run(ir.Space{Keep: []int{max(m.groups, 1), m.sizes[0], m.sizes[2], m.sizes[3], m.sizes[4], channels}}, []ir.Buffer{
			{Ptr: unsafe.Add(m.Ptr, first*m.Strides[1]*size), Strides: []int{m.group, m.Strides[0], m.Strides[2], m.Strides[3], m.Strides[4], m.Strides[1]}},
			{Ptr: unsafe.Add(to, first*taps*toSize), Strides: []int{m.sizes[0] * row, row, depth, height, width, 1}},
		}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// denseBlocks copies weights that lie one after the other: a row's block is turned while it is in the cache.
func (m *matrix) denseBlocks(to []float32, taps int) {
	from := unsafe.Slice((*float32)(m.Ptr), len(to))
	for at := 0; at < len(to); {
		for first := 0; first < m.sizes[1]; first += m.terms.block {
			channels := min(m.terms.block, m.sizes[1]-first)
			source, target := from[at:at+channels*taps], to[at:at+channels*taps]
			for tap := range taps {
				line := target[tap*channels : (tap+1)*channels]
				for c := range line {
					line[c] = source[c*taps+tap]
				}
			}
			at += channels * taps
		}
	}
}
