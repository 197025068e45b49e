package loop

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Kernels that reduce short rows spend most of their time waiting: for the horizontal end of a reduction, then for what follows from it. There two rows
// are computed side by side, by a kernel made for the purpose.

// Rows of at most this many elements are computed two at a time, of fewer four; longer ones keep the processor busy. More reductions in a pass than this have too many
// partial results for the registers.
const (
	twiceElements   = 1024
	fourElements    = 64
	twiceReductions = 2
	twiceBuffers    = 24
)

// pair is a kernel that computes two rows: source gives for each of its buffers that of the kernel, second whether it is of the other row.
type pair struct {
	kernel *Kernel
	source []int
	second []bool
}

// twin is how calls of one form run two rows at a time.
type twin struct {
	*pair
	space   ir.Space
	strides [][]int
	shift   []int // by buffer, how far the other row is, in bytes, or in indices; 0 for buffers of the first one
}

// twin decides whether calls over space with nest n run two rows at a time; nil if not.
func (c *Kernel) twin(n *ir.Nest, space ir.Space, bufs []ir.Buffer) (*twin, error) {
	most := [...]int{twiceElements, fourElements, -1}[c.doubled]
	elements := n.Axes[ir.MidAxis].Count * n.Axes[ir.InnerAxis].Count
	// A row of no elements may have no memory at all: there is no second one to point at.
	if c.isa != exec.AVX512 || n.Empty || n.Columns || !c.k.Reduces() || c.k.Scatters() || len(bufs) > twiceBuffers || elements == 0 || elements > most {
		return nil, nil
	}
	for _, p := range c.k.Passes {
		if len(p.Reductions) > twiceReductions {
			return nil, nil
		}
	}
	d := len(space.Keep) - 1
	for d >= 0 && (space.Keep[d] < 4 || space.Keep[d]%2 != 0) {
		d--
	}
	if d < 0 {
		return nil, nil
	}
	along := func(b int) int { // the distance of the second row
		if d >= len(bufs[b].Strides) {
			return 0
		}
		if c.k.Bufs[b].Mode == ir.Index {
			return bufs[b].Strides[d]
		}
		return bufs[b].Strides[d] * c.k.Bufs[b].Elem.Size()
	}
	shared := func(b int) bool { return c.k.Bufs[b].Mode != ir.Out && c.k.Bufs[b].Mode != ir.InOut && along(b) == 0 }
	pair, err := c.pair(shared)
	if err != nil {
		return nil, err
	}
	t := &twin{pair: pair, space: ir.Space{Keep: slices.Clone(space.Keep), Reduce: slices.Clone(space.Reduce)}}
	t.space.Keep[d] /= 2
	for i, b := range pair.source {
		strides := slices.Clone(bufs[b].Strides)
		if d < len(strides) {
			strides[d] *= 2
		}
		t.strides = append(t.strides, strides)
		if pair.second[i] {
			t.shift = append(t.shift, along(b))
		} else {
			t.shift = append(t.shift, 0)
		}
	}
	// Which way a row is walked decides the order of its sums: it must be the same.
	walk, err := ir.NewNest(pair.kernel.k, t.space, t.buffers(bufs))
	if err != nil || walk.Columns {
		return nil, err
	}
	for _, a := range []ir.Axis{ir.MidAxis, ir.InnerAxis} {
		same := walk.Axes[a].Count == n.Axes[a].Count
		for i, b := range pair.source {
			same = same && walk.Axes[a].Steps[i] == n.Axes[a].Steps[b]
		}
		if !same {
			return nil, nil
		}
	}
	return t, nil
}

// pair finds or makes the kernel that computes two rows with these buffers in common.
func (c *Kernel) pair(shared func(b int) bool) (*pair, error) {
	key := make([]byte, len(c.k.Bufs))
	for b := range key {
		if shared(b) {
			key[b] = 1
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.pairs[string(key)]; p != nil {
		return p, nil
	}
	p := &pair{}
	var k *ir.Kernel
	k, p.source, p.second = c.k.Twice(shared)
	s, err := ir.NewSchedule(k)
	if err != nil {
		return nil, err
	}
	p.kernel = c.compiler.kernel(k, s, c.text)
	name, _, _ := strings.Cut(c.name, ",")
	p.kernel.name, p.kernel.doubled = fmt.Sprintf("%s, %d rows at a time", name, 2<<c.doubled), c.doubled+1
	if c.pairs == nil {
		c.pairs = map[string]*pair{}
	}
	c.pairs[string(key)] = p
	return p, nil
}

// buffers are those of the twin for the kernel's.
func (t *twin) buffers(bufs []ir.Buffer) []ir.Buffer {
	out := make([]ir.Buffer, len(t.source))
	for i, b := range t.source {
		out[i] = bufs[b]
		out[i].Strides = t.strides[i]
		switch {
		case t.kernel.k.Bufs[i].Mode == ir.Index:
			out[i].Start += int64(t.shift[i])
		case out[i].Ptr != nil:
			out[i].Ptr = unsafe.Add(out[i].Ptr, t.shift[i])
		}
	}
	return out
}

// run makes a call.
func (t *twin) run(bufs []ir.Buffer, scalars []uint64) error {
	return t.kernel.Run(t.space, t.buffers(bufs), scalars)
}

// prepare prepares the calls.
func (t *twin) prepare(bufs []ir.Buffer) (*Prepared, error) {
	return t.kernel.Prepare(t.space, t.buffers(bufs))
}

// runPrepared makes a call of the prepared twin p with the addresses of the kernel's buffers.
func (t *twin) runPrepared(p *Prepared, pointers []unsafe.Pointer, scalars []uint64) error {
	var room [2 * twiceBuffers]unsafe.Pointer
	list := room[:len(t.source)]
	for i, b := range t.source {
		if list[i] = pointers[b]; list[i] != nil {
			list[i] = unsafe.Add(list[i], t.shift[i])
		}
	}
	return p.Run(list, scalars)
}
