package conv

import (
	"runtime"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
)

// correlation is a sum over channels and taps: in each dimension result i meets source i·step + tap, or zero where there is no such. Channels
// and rows (channels of the result) are those of one group.
type correlation struct {
	elem, work             ir.Elem
	groups, batch          int
	channels, rows         int
	source, result         [3]int
	step                   [3]int
	taps                   [3][]int
	bias                   bool
	terms                  terms
	from, to               [5]int // strides of the source and the result
	spread                 bool   // each tap of the last dimension has a plane of its own
	phases                 []phase
	low                    [3]int // lowest plane index of result 0
	stageSizes             [3]int // of one image's plane of one phase, for the largest strip
	pitch                  [5]int // of stage: channel, image, and dimensions, in elements
	phasePitch             int
	reach                  [3]int // how many planes further than the result's the taps go
	inPlace, direct        bool   // products read the source where it lies, write the result where it belongs
	offsets                []int  // of rows of the product, in bytes from the stage
	strips                 []strip
	mostWork               int // of a strip, in multiply-adds
	stageBytes, resultSize int
	resultPitch            int // of rows, in elements
	copies                 map[copyKey]*loop.Prepared
}

// phase is the remainders of source coordinates by the steps. In the last dimension it is the tap itself if these are spread.
type phase [3]int

// strip is what is computed at once: results [first, first+count) in each dimension, of some groups and images.
type strip struct {
	group, groups int
	image, images int
	first, count  [3]int
	n             int // columns of the product
	padded        bool
	stage         []move // by phase
	result        move
}

// move is a copy, with where it begins in both.
type move struct {
	copy     *loop.Prepared
	from, to int // in bytes
}

type copyKey struct {
	result bool
	sizes  [6]int
}

// Sizes in bytes of what is to stay in the second-level cache.
const (
	stageLimit  = 400 << 10
	resultLimit = 400 << 10
	fewColumns  = 256     // products of fewer take several images, if that is possible
	worthStrip  = 2 << 20 // multiply-adds of a strip that is worth a goroutine, some 25 µs
)

// plan decides all but addresses.
func (c *correlation) plan(e *Engine) error {
	c.copies = map[copyKey]*loop.Prepared{}
	for d := range 3 {
		if len(c.taps[d]) == 0 {
			return c.planZero(e)
		}
	}
	size := c.work.Size()
	threads := 1
	if workers := e.compiler.Workers(); workers != nil {
		threads += workers.Workers()
	}
	c.mostWork = c.shareOf(threads)
	s := c.layOut(size)
	c.offsets = c.rowsOfProduct(size)
	for group := 0; group < c.groups; group += s.groups {
		for image := 0; image < c.batch; image += s.images {
			var first [3]int
			for first[0] = 0; first[0] < c.result[0]; first[0] += s.count[0] {
				for first[1] = 0; first[1] < c.result[1]; first[1] += s.count[1] {
					for first[2] = 0; first[2] < c.result[2]; first[2] += s.count[2] {
						t := strip{group: group, groups: min(s.groups, c.groups-group), image: image, images: min(s.images, c.batch-image), first: first}
						for d := range 3 {
							t.count[d] = min(s.count[d], c.result[d]-first[d])
						}
						if err := c.planStrip(e, &t); err != nil {
							return err
						}
						c.strips = append(c.strips, t)
					}
				}
			}
		}
	}
	return nil
}

// rowsOfProduct are where the rows of the product begin, in bytes, in the order in which they are added.
func (c *correlation) rowsOfProduct(size int) (offsets []int) {
	together := max(c.terms.block, 1)
	for first := 0; first < c.channels; first += together {
		c.terms.each(c.taps, func(tap [3]int) {
			at := c.tapOffset(tap)
			for channel := first; channel < min(first+together, c.channels); channel++ {
				offsets = append(offsets, (channel*c.pitch[0]+at)*size)
			}
		})
	}
	return offsets
}

// biasBehind says whether the bias is added when results are copied to their places, and not behind the first rows of the product.
func (c *correlation) biasBehind() bool {
	return c.bias && !c.direct && (c.elem != c.work || len(c.offsets) <= c.rowsAtOnce() && !c.terms.running || c.terms.last)
}

// rowsAtOnce is how many rows of a product are summed by themselves before they are added to what is there.
func (c *correlation) rowsAtOnce() int {
	n := c.terms.block
	switch {
	case n == 0:
		return len(c.offsets)
	case c.terms.taps:
		return n
	case c.terms.columns:
		return n * len(c.taps[0]) * len(c.taps[1])
	}
	return n * len(c.taps[0]) * len(c.taps[1]) * len(c.taps[2])
}

// planStrip prepares the copies of a strip.
func (c *correlation) planStrip(e *Engine, s *strip) error {
	s.n = c.columns(s)
	work, elem := c.work.Size(), c.elem.Size()
	source := s.image*c.from[0] + s.group*c.channels*c.from[1]
	if c.inPlace {
		for d := range 3 {
			source += s.first[d] * c.pitch[2+d]
		}
		s.stage = []move{{from: source * elem}}
	} else {
		for n, p := range c.phases {
			m := move{from: source, to: n * c.phasePitch}
			sizes := [6]int{s.groups * c.channels, s.images}
			steps := c.from
			for d := range 3 {
				whole := s.count[d] + c.reach[d]
				// Plane i is source (i + first + low)·step + remainder.
				start := s.first[d] + c.low[d]
				lo := max(0, ceilDiv(-p[d], c.step[d])-start)
				hi := min(whole, floorDiv(c.source[d]-1-p[d], c.step[d])+1-start)
				s.padded = s.padded || lo > 0 || hi < whole
				sizes[2+d] = max(0, hi-lo)
				m.from += ((start+lo)*c.step[d] + p[d]) * c.from[2+d]
				m.to += lo * c.pitch[2+d]
				steps[2+d] *= c.step[d]
			}
			if slices.Contains(sizes[:5], 0) {
				continue
			}
			m.from, m.to = m.from*elem, m.to*work
			var err error
			if m.copy, err = c.prepare(copyKey{sizes: sizes}, func() (*loop.Prepared, error) {
				k, err := e.copier("conv stage", c.elem, c.work)
				if err != nil {
					return nil, err
				}
				return k.Prepare(ir.Space{Keep: sizes[:5]}, []ir.Buffer{{Strides: []int{steps[1], steps[0], steps[2], steps[3], steps[4]}}, {Strides: c.pitch[:]}})
			}); err != nil {
				return err
			}
			s.stage = append(s.stage, m)
		}
	}
	return c.planResult(e, s)
}

func (c *correlation) prepare(key copyKey, prepare func() (*loop.Prepared, error)) (*loop.Prepared, error) {
	if p := c.copies[key]; p != nil {
		return p, nil
	}
	p, err := prepare()
	c.copies[key] = p
	return p, err
}

// planResult prepares the copy of results to their place.
func (c *correlation) planResult(e *Engine, s *strip) error {
	at := s.image*c.to[0] + s.group*c.rows*c.to[1]
	for d := range 3 {
		at += s.first[d] * c.to[2+d]
	}
	s.result.to = at * c.elem.Size()
	if c.direct {
		return nil
	}
	sizes := [6]int{s.images, s.groups * c.rows, s.count[0], s.count[1], s.count[2]}
	var err error
	s.result.copy, err = c.prepare(copyKey{true, sizes}, func() (*loop.Prepared, error) {
		results := ir.Buffer{Strides: []int{c.pitch[1], c.resultPitch, c.pitch[2], c.pitch[3], c.pitch[4]}}
		space := ir.Space{Keep: sizes[:5]}
		if !c.biasBehind() {
			k, err := e.copier("conv result", c.work, c.elem)
			if err != nil {
				return nil, err
			}
			return k.Prepare(space, []ir.Buffer{results, {Strides: c.to[:]}})
		}
		k, err := e.adder(c.work, c.elem)
		if err != nil {
			return nil, err
		}
		return k.Prepare(space, []ir.Buffer{results, {Strides: []int{0, 1, 0, 0, 0}}, {Strides: c.to[:]}})
	})
	return err
}

// planZero plans results that meet no tap: all zero, or the bias.
func (c *correlation) planZero(e *Engine) error {
	s := strip{groups: c.groups, images: c.batch, count: c.result}
	c.resultSize = c.work.Size()
	if err := c.planResult(e, &s); err != nil {
		return err
	}
	c.strips = []strip{s}
	return nil
}

// run computes the result at to.
func (c *correlation) run(e *Engine, to, from unsafe.Pointer, weights matrix, bias Tensor) error {
	w := e.take()
	defer e.give(w)
	var dense unsafe.Pointer
	if c.offsets != nil {
		var err error
		if dense, err = weights.dense(e, c.elem, c.work, w); err != nil {
			return err
		}
	}
	if c.bias && bias.Strides[0] != 1 {
		k, err := e.copier("conv weights", c.elem, c.elem)
		if err != nil {
			return err
		}
		n := c.rows * c.groups
		packed := exec.NewScratch(n * c.elem.Size())
		if err := k.Run(ir.Space{Keep: []int{n}}, []ir.Buffer{{Ptr: bias.Ptr, Strides: bias.Strides[:1]}, {Ptr: packed.Pointer(), Strides: []int{1}}}, nil); err != nil {
			return err
		}
		bias.Ptr = packed.Pointer()
	}
	workers := e.compiler.Workers()
	var err error
	if workers == nil || len(c.strips) == 1 {
		err = c.runStrips(e, w, c.strips, to, from, dense, bias.Ptr)
	} else {
		err = workers.Run(len(c.strips), func(i int) error {
			w := e.take()
			defer e.give(w)
			return c.runStrips(e, w, c.strips[i:i+1], to, from, dense, bias.Ptr)
		})
	}
	runtime.KeepAlive(w)
	return err
}

func (c *correlation) runStrips(e *Engine, w *scratch, strips []strip, to, from, weights, bias unsafe.Pointer) error {
	stage, results := w.stage.take(c.stageBytes), w.results.take(c.resultSize)
	size := c.work.Size()
	k := len(c.offsets)
	return exec.Protect("convolution", func() error {
		for i := range strips {
			s := &strips[i]
			at, target := stage, Tensor{Ptr: results}
			row := c.resultPitch
			if c.inPlace {
				at = unsafe.Add(from, s.stage[0].from)
			} else if err := c.fillStage(w, s, stage, from); err != nil {
				return err
			}
			if c.direct {
				target.Ptr, row = unsafe.Add(to, s.result.to), c.to[1]
			}
			if k == 0 {
				zero(target.Ptr, c.resultSize)
			}
			for g := 0; g < s.groups; g++ {
				for first := 0; first < k; first += c.rowsAtOnce() {
					p := gemm.Product{Elem: c.work, Batch: 1, M: c.rows, N: s.n, K: min(c.rowsAtOnce(), k-first), Alpha: 1, BRows: c.offsets[first:],
						A: gemm.Matrix{Ptr: unsafe.Add(weights, ((s.group+g)*c.rows*k+first)*size), Row: k, Col: 1},
						B: gemm.Matrix{Ptr: unsafe.Add(at, g*c.channels*c.pitch[0]*size), Col: 1},
						C: gemm.Matrix{Ptr: unsafe.Add(target.Ptr, g*c.rows*row*size), Row: row, Col: 1}}
					switch {
					case first > 0:
						p.Beta = 1
					case c.bias && !c.biasBehind():
						p.Running = c.terms.running
						p.Beta, p.D = 1, gemm.Matrix{Ptr: unsafe.Add(bias, (s.group+g)*c.rows*size), Row: 1}
					}
					if err := e.products.Multiply(&p); err != nil {
						return err
					}
				}
			}
			if c.direct {
				continue
			}
			pointers := append(w.pointers[:0], target.Ptr)
			if c.biasBehind() {
				pointers = append(pointers, unsafe.Add(bias, s.group*c.rows*c.elem.Size()))
			}
			if err := s.result.copy.Run(append(pointers, unsafe.Add(to, s.result.to)), nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// fillStage copies what a strip reads.
func (c *correlation) fillStage(w *scratch, s *strip, stage, from unsafe.Pointer) error {
	if s.padded {
		zero(stage, s.groups*c.channels*c.pitch[0]*c.work.Size())
	}
	for _, m := range s.stage {
		if err := m.copy.Run(append(w.pointers[:0], unsafe.Add(from, m.from), unsafe.Add(stage, m.to)), nil); err != nil {
			return err
		}
	}
	return nil
}
