package loop

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// plan is what calls of one form (sizes and strides) have in common. The latest are kept with the kernel, so that a loop of calls
// plans once, also where layers of several sizes share a kernel.
type plan struct {
	keep, reduce []int
	strides      [][]int
	sizes        []int // of elements, bytes

	nest    *ir.Nest
	variant *variant // nil: interpreted
	tiling  *tiling  // nil: not tiled
	twin    *twin    // nil: one row at a time
	stream  *variant // the same with stores past the caches, where that may pay
	// The iterations of axis, for each iteration of the outer loops, are cut into parts of at most size.
	axis   ir.Axis
	size   int
	parts  int // of the axis
	pieces int // parts · outer iterations
	worth  bool
	calls  sync.Pool

	chunked int // the reduced dimension that is cut, see runSplit
	chunk   int // how much of it makes a part; 0 none
}

// Durations in nanoseconds, by estimate.
const (
	// A piece that is shared is long enough for its start not to matter, and short enough for many threads to end together.
	pieceTime = 15_000
	// Less work than this in all is not worth a second goroutine.
	worthTime = 20_000
	// Any piece is short enough for garbage collection, which waits for generated code.
	longestPiece = 200_000
	// A byte of memory in the outer caches takes this long.
	byteTime = 0.025
)

func (p *plan) matches(space ir.Space, bufs []ir.Buffer) bool {
	if !slices.Equal(p.keep, space.Keep) || !slices.Equal(p.reduce, space.Reduce) || len(p.strides) != len(bufs) {
		return false
	}
	for i := range bufs {
		if !slices.Equal(p.strides[i], bufs[i].Strides) {
			return false
		}
	}
	return true
}

// recentPlans are the latest plans of a kernel, in a ring: the next one takes the place of the oldest.
type recentPlans struct {
	plans [8]atomic.Pointer[plan]
	added atomic.Uint32
}

func (r *recentPlans) find(space ir.Space, bufs []ir.Buffer) *plan {
	for i := range r.plans {
		p := r.plans[i].Load()
		if p == nil {
			return nil
		}
		if p.matches(space, bufs) {
			return p
		}
	}
	return nil
}

func (r *recentPlans) add(p *plan) {
	r.plans[(r.added.Add(1)-1)%uint32(len(r.plans))].Store(p)
}

// plan finds or makes the plan for a call.
func (c *Kernel) plan(space ir.Space, bufs []ir.Buffer) (*plan, error) {
	if p := c.recent.find(space, bufs); p != nil {
		return p, nil
	}
	n, err := ir.NewNest(c.k, space, bufs)
	if err != nil {
		return nil, err
	}
	p := &plan{keep: slices.Clone(space.Keep), reduce: slices.Clone(space.Reduce), nest: n}
	if p.twin, err = c.twin(n, space, bufs); err != nil {
		return nil, err
	}
	for _, b := range bufs {
		p.strides = append(p.strides, slices.Clone(b.Strides))
	}
	for _, b := range c.k.Bufs {
		p.sizes = append(p.sizes, b.Elem.Size())
	}
	if !n.Empty && p.twin == nil {
		if c.isa != exec.Portable {
			if p.tiling, err = c.tile(n); err != nil {
				return nil, err
			}
		}
		if p.variant, err = c.variant(n, false); err != nil {
			return nil, err
		}
		if p.variant == nil {
			p.tiling = nil
		}
		if p.variant != nil && c.streams(n) {
			if p.stream, err = c.variant(n, true); err != nil {
				return nil, err
			}
		}
		p.cut(c)
		p.chunked, p.chunk = c.chunk(n, space, bufs)
	}
	c.recent.add(p)
	return p, nil
}

// Stores go past the caches where what is written would throw everything else out of them, and where memory is what
// the loop waits for: then a line need not be read before it is written.
const (
	streamBytes = 24 << 20
	streamTime  = 0.3 // nanoseconds an element, at most
)

// streams tells whether n's stores may go past the caches, as far as sizes and strides say.
func (c *Kernel) streams(n *ir.Nest) bool {
	if c.k.Reduces() || c.k.Scatters() || c.cost() > streamTime {
		return false
	}
	elements := n.OuterCount()
	for _, a := range n.Axes {
		elements *= a.Count
	}
	written := 0
	for _, st := range c.k.Passes[0].Stores {
		b := c.k.Bufs[st.Buf]
		size := b.Elem.Size()
		if b.Mode != ir.Out || size < 4 || n.Axes[ir.InnerAxis].Steps[st.Buf] != size {
			return false
		}
		loops := append([]ir.Loop{n.Axes[ir.RowAxis], n.Axes[ir.MidAxis]}, n.Outer...)
		for _, l := range loops {
			if l.Steps[st.Buf]%64 != 0 {
				return false
			}
		}
		written += elements * size
	}
	return written >= streamBytes
}

// aligned tells whether all that k writes begins at a multiple of 64 bytes.
func (c *Kernel) aligned(bufs []ir.Buffer) bool {
	for _, st := range c.k.Passes[0].Stores {
		if uintptr(bufs[st.Buf].Ptr)%64 != 0 {
			return false
		}
	}
	return true
}

// cost estimates the nanoseconds that an element takes.
func (c *Kernel) cost() float64 {
	operations := 0
	for _, body := range c.s.Body {
		operations += len(body) + 1
	}
	switch c.isa {
	case exec.AVX512:
		return 0.02 * float64(operations)
	case exec.AVX2:
		return 0.04 * float64(operations)
	}
	return 1.5 * float64(operations)
}

// cut decides the pieces: along rows, or in kernels that do not reduce along whatever loop is longest.
func (p *plan) cut(c *Kernel) {
	n := p.nest
	work := c.work(n)
	p.axis = ir.RowAxis
	switch {
	case n.Columns:
		p.axis = ir.VecAxis
	case !c.k.Reduces() && !c.k.Scatters(): // whose order is that of rows
		for _, a := range []ir.Axis{ir.MidAxis, ir.InnerAxis} {
			if n.Axes[a].Count > n.Axes[p.axis].Count {
				p.axis = a
			}
		}
	}
	count := n.Axes[p.axis].Count
	outer := n.OuterCount()
	each := work / float64(max(count*outer, 1)) // nanoseconds an iteration of the axis
	piece := float64(longestPiece)
	if work > c.compiler.worthTime {
		piece = c.compiler.pieceTime
		p.worth = !c.k.Scatters()
	}
	p.size = max(int(piece/each), 1)
	if p.axis == ir.VecAxis || p.axis == ir.InnerAxis {
		p.size = max(p.size&^255, 256) // whole cache lines of bytes
	}
	p.parts = max((count+p.size-1)/p.size, 1)
	// Parts of equal size.
	p.size = (count + p.parts - 1) / p.parts
	if p.axis == ir.VecAxis || p.axis == ir.InnerAxis {
		p.size = (p.size + 255) &^ 255
		p.parts = max((count+p.size-1)/p.size, 1)
	}
	p.pieces = p.parts * outer
}

// work estimates the nanoseconds that a call takes: those of its operations, or of memory where there is more to move than to compute.
func (c *Kernel) work(n *ir.Nest) float64 {
	loops := append(n.Axes[:], n.Outer...)
	elements := 1
	for _, l := range loops {
		elements *= max(l.Count, 1)
	}
	bytes := 0
	for i, b := range c.k.Bufs {
		moved := b.Elem.Size()
		for _, l := range loops {
			if l.Steps[i] != 0 {
				moved *= max(l.Count, 1)
			}
		}
		bytes += moved
	}
	return max(c.cost()*float64(elements), byteTime*float64(bytes))
}

// piece sets call to piece i.
func (p *plan) piece(i int, call *ir.Call, bufs []ir.Buffer) {
	n := p.nest
	n.At(i/p.parts, call.Offsets)
	for b := range bufs {
		call.Offsets[b] += int(bufs[b].Start)
	}
	for a := range n.Axes {
		call.Count[a] = n.Axes[a].Count
	}
	if p.parts > 1 {
		first := i % p.parts * p.size
		call.Count[p.axis] = min(p.size, call.Count[p.axis]-first)
		ir.Advance(call.Offsets, n.Axes[p.axis].Steps, first)
	}
}
