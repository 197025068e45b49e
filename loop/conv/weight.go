package conv

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
)

// sum is the gradient of a weight: for each tap and group a product of [output channels, positions] by [positions, input channels], or input channels of
// neighbouring taps. The stage is [images, depth, height, width, channels], of one group.
type sum struct {
	shape       Shape
	elem, work  ir.Elem
	from        [5]int // strides of the input
	to          [5]int // and of the output's gradient
	along       int    // taps that are computed at once
	pitch       [3]int // of the stage, in elements
	strips      []strip
	stageBytes  int
	gradient    bool // of the output is copied
	gradientRow int  // and how far its rows then are apart
	copies      map[copyKey]*loop.Prepared
	result      *loop.Prepared
}

// BackwardWeight computes the gradient of the weight from that of the output.
func (e *Engine) BackwardWeight(s *Shape, elem ir.Elem, gw, gy, x Tensor) error {
	p, err := planOf(e, planKey{shape: *s, kind: ofWeight, elem: elem, from: x.Strides, to: gy.Strides}, func() (*sum, error) {
		p := &sum{shape: *s, elem: elem, work: workElem(elem), from: x.Strides, to: gy.Strides}
		return p, p.plan(e)
	})
	if err != nil {
		return err
	}
	return p.run(e, gw, gy, x)
}

func (p *sum) channels() int { return p.shape.In / p.shape.Groups }
func (p *sum) outputs() int  { return p.shape.Out / p.shape.Groups }

// stageSize is how much of the input results [0, count) meet in dimension d.
func (p *sum) stageSize(d, count int) int {
	return (count-1)*p.shape.Stride[d] + (p.shape.Kernel[d]-1)*p.shape.Dilation[d] + 1
}

func (p *sum) plan(e *Engine) error {
	s := &p.shape
	p.copies = map[copyKey]*loop.Prepared{}
	p.along = 1
	if s.Dilation[2] == 1 {
		p.along = s.Kernel[2]
	}
	count := s.Output
	size := p.work.Size()
	layout := func() int {
		p.pitch[2] = p.channels()
		p.pitch[1] = p.stageSize(2, count[2]) * p.pitch[2]
		p.pitch[0] = p.stageSize(1, count[1]) * p.pitch[1]
		return p.stageSize(0, count[0]) * p.pitch[0] * size
	}
	for d := range 3 {
		for count[d] > 1 && layout() > stageLimit && !(d == 2 && count[d] <= 64) {
			count[d] = min(count[d]-1, ceilDiv(s.Output[d], ceilDiv(s.Output[d], count[d])+1))
		}
	}
	p.stageBytes = layout()
	p.gradient = p.elem != p.work || count != s.Output || !isDense(s.Output[:], p.to[2:])
	p.gradientRow = unevenly(count[0]*count[1]*count[2], size)
	for image := range s.Batch {
		for group := range s.Groups {
			var first [3]int
			for first[0] = 0; first[0] < s.Output[0]; first[0] += count[0] {
				for first[1] = 0; first[1] < s.Output[1]; first[1] += count[1] {
					for first[2] = 0; first[2] < s.Output[2]; first[2] += count[2] {
						t := strip{group: group, image: image, first: first}
						t.n = 1
						for d := range 3 {
							t.count[d] = min(count[d], s.Output[d]-first[d])
							t.n *= t.count[d]
						}
						if err := p.planStrip(e, &t); err != nil {
							return err
						}
						p.strips = append(p.strips, t)
					}
				}
			}
		}
	}
	return p.planResult(e)
}

// planStrip prepares the copies of a strip.
func (p *sum) planStrip(e *Engine, t *strip) error {
	s := &p.shape
	elem, work := p.elem.Size(), p.work.Size()
	m := move{from: t.image*p.from[0] + t.group*p.channels()*p.from[1]}
	sizes := [6]int{3: p.channels()}
	for d := range 3 {
		whole, start := p.stageSize(d, t.count[d]), t.first[d]*s.Stride[d]-s.Padding[d]
		lo, hi := max(0, -start), min(whole, s.Input[d]-start)
		t.padded = t.padded || lo > 0 || hi < whole
		sizes[d] = max(0, hi-lo)
		m.from += (start + lo) * p.from[2+d]
		m.to += lo * p.pitch[d]
	}
	m.from, m.to = m.from*elem, m.to*work
	if sizes[0]*sizes[1]*sizes[2] > 0 {
		var err error
		if m.copy, err = p.prepare(e, copyKey{sizes: sizes}, "conv stage", sizes[:4], []int{p.from[2], p.from[3], p.from[4], p.from[1]}, []int{p.pitch[0], p.pitch[1], p.pitch[2], 1}); err != nil {
			return err
		}
		t.stage = []move{m}
	}
	t.result.from = t.image*p.to[0] + t.group*p.outputs()*p.to[1]
	for d := range 3 {
		t.result.from += t.first[d] * p.to[2+d]
	}
	t.result.from *= elem
	if p.gradient {
		sizes := [6]int{p.outputs(), t.count[0], t.count[1], t.count[2]}
		var err error
		t.result.copy, err = p.prepare(e, copyKey{true, sizes}, "conv gradient", sizes[:4], p.to[1:], []int{p.gradientRow, t.count[1] * t.count[2], t.count[2], 1})
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *sum) prepare(e *Engine, key copyKey, name string, sizes, from, to []int) (*loop.Prepared, error) {
	if c := p.copies[key]; c != nil {
		return c, nil
	}
	k, err := e.copier(name, p.elem, p.work)
	if err != nil {
		return nil, err
	}
	c, err := k.Prepare(ir.Space{Keep: sizes}, []ir.Buffer{{Strides: from}, {Strides: to}})
	p.copies[key] = c
	return c, err
}

// sums is how much scratch memory the sums take: [group, depth, height, width / along, output channels, along, channels].
func (p *sum) sums() int {
	k := p.shape.Kernel
	return p.shape.Groups * k[0] * k[1] * k[2] * p.outputs() * p.channels()
}

// planResult prepares the copy of the sums to their place, which is dense.
func (p *sum) planResult(e *Engine) error {
	k, err := e.copier("conv sums", p.work, p.elem)
	if err != nil {
		return err
	}
	s := &p.shape
	cells, o, c := s.Kernel[0]*s.Kernel[1]*s.Kernel[2]/p.along, p.outputs(), p.channels()
	taps := cells * p.along
	p.result, err = k.Prepare(ir.Space{Keep: []int{s.Groups, o, c, cells, p.along}}, []ir.Buffer{
		{Strides: []int{taps * o * c, p.along * c, 1, o * p.along * c, c}},
		{Strides: []int{o * c * taps, c * taps, taps, p.along, 1}},
	})
	return err
}

// rowsOf is where the rows of the product begin in the stage, in bytes.
func (p *sum) rowsOf(count [3]int) []int {
	rows := make([]int, 0, count[0]*count[1]*count[2])
	for d := range count[0] {
		for h := range count[1] {
			for w := range count[2] {
				s := &p.shape.Stride
				rows = append(rows, (d*s[0]*p.pitch[0]+h*s[1]*p.pitch[1]+w*s[2]*p.pitch[2])*p.work.Size())
			}
		}
	}
	return rows
}

// run computes the gradient of the weight.
func (p *sum) run(e *Engine, gw, gy, x Tensor) error {
	w := e.take()
	defer e.give(w)
	return exec.Protect("gradient of a weight", func() error {
		size := p.work.Size()
		s := &p.shape
		sums := w.results.take(p.sums() * size)
		zero(sums, p.sums()*size)
		stage := w.stage.take(p.stageBytes)
		gradient := w.weights.take(p.gradientRow * p.outputs() * size)
		var rows []int
		var rowsFor [3]int
		for i := range p.strips {
			t := &p.strips[i]
			if t.padded {
				zero(stage, p.stageBytes)
			}
			for _, m := range t.stage {
				if err := m.copy.Run(append(w.pointers[:0], unsafe.Add(x.Ptr, m.from), unsafe.Add(stage, m.to)), nil); err != nil {
					return err
				}
			}
			a := gemm.Matrix{Ptr: unsafe.Add(gy.Ptr, t.result.from), Row: p.to[1], Col: 1}
			if p.gradient {
				if err := t.result.copy.Run(append(w.pointers[:0], a.Ptr, gradient), nil); err != nil {
					return err
				}
				a = gemm.Matrix{Ptr: gradient, Row: p.gradientRow, Col: 1}
			}
			if rowsFor != t.count {
				rows, rowsFor = p.rowsOf(t.count), t.count
			}
			n := p.along * p.channels()
			cell := p.outputs() * n // of the sums
			at := unsafe.Add(sums, t.group*s.Kernel[0]*s.Kernel[1]*s.Kernel[2]/p.along*cell*size)
			for kd := range s.Kernel[0] {
				for kh := range s.Kernel[1] {
					for kw := 0; kw < s.Kernel[2]; kw += p.along {
						from := kd*s.Dilation[0]*p.pitch[0] + kh*s.Dilation[1]*p.pitch[1] + kw*s.Dilation[2]*p.pitch[2]
						q := gemm.Product{Elem: p.work, Batch: 1, M: p.outputs(), N: n, K: t.n, Alpha: 1, Beta: 1, BRows: rows, Running: s.goesThroughImages(),
							A: a, B: gemm.Matrix{Ptr: unsafe.Add(stage, from*size), Col: 1}, C: gemm.Matrix{Ptr: at, Row: n, Col: 1}}
						if err := e.products.Multiply(&q); err != nil {
							return err
						}
						at = unsafe.Add(at, cell*size)
					}
				}
			}
		}
		return p.result.Run(append(w.pointers[:0], sums, gw.Ptr), nil)
	})
}
