package loop

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop/amd64"
	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// A pointwise kernel whose operands run along different dimensions, as a matrix and a transposed one, would read one of them element by element. Instead
// the space is cut into tiles; of each such operand a tile is turned around in registers into scratch memory, from where the
// kernel reads it in vectors. What does not fill a tile is read element by element after all.

// Tiles have 32 rows of 256 elements: long enough for the processor to foresee what comes, small enough for the second-level cache (of 1024 × 1024
// floats turned and added, 64 × 64 took 712 µs, 32 × 256 530, 16 × 1024 615). In scratch memory their rows do not lie a power of two apart.
const (
	tileMid   = 32
	tileInner = 256
	tileRow   = tileInner + 16
)

// tiling is the tiled part of a plan: over MidAxis and InnerAxis of its nest.
type tiling struct {
	nest       ir.Nest // with the steps of turned operands in scratch memory
	variant    *variant
	code       map[int]*exec.Code // transposers, by element size
	turned     []int              // buffers
	lanes      map[int]int        // by element size: tiles of transposers
	mid, inner int                // what is tiled, from the start of the axes
	work       sync.Pool          // of *tilework
}

// tilework is what a band needs while it runs.
type tilework struct {
	start          []int // where the band begins, by buffer
	scratch, frame *exec.Scratch
	strip          amd64.Strip
}

// tile makes the tiling of a plan, nil if there is nothing to gain. It may exchange the row and mid loops of the nest.
func (c *Kernel) tile(n *ir.Nest) (*tiling, error) {
	if c.k.Reduces() || c.k.Scatters() || n.Columns {
		return nil, nil
	}
	if along(c.k, n, ir.MidAxis) == nil && along(c.k, n, ir.RowAxis) != nil {
		n.Axes[ir.MidAxis], n.Axes[ir.RowAxis] = n.Axes[ir.RowAxis], n.Axes[ir.MidAxis]
	}
	t := &tiling{nest: *n, turned: along(c.k, n, ir.MidAxis), code: map[int]*exec.Code{}, lanes: map[int]int{}}
	mid, inner := n.Axes[ir.MidAxis].Count, n.Axes[ir.InnerAxis].Count
	if len(t.turned) == 0 || mid < 16 || inner < 16 {
		return nil, nil
	}
	length := asm.Y
	if c.isa == exec.AVX512 {
		length = asm.Z
	}
	most := 0
	for a := range t.nest.Axes {
		t.nest.Axes[a].Steps = append([]int{}, n.Axes[a].Steps...)
	}
	for _, b := range t.turned {
		size := c.k.Bufs[b].Elem.Size()
		t.nest.Axes[ir.InnerAxis].Steps[b] = size
		t.nest.Axes[ir.MidAxis].Steps[b] = tileRow * size
		t.lanes[size] = int(length) / size
		most = max(most, t.lanes[size])
		if t.code[size] == nil {
			code, err := c.compiler.transposer(length, size == 8)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			t.code[size] = code
		}
	}
	t.mid, t.inner = mid/most*most, inner/most*most
	var err error
	t.variant, err = c.variant(&t.nest, false)
	if t.variant == nil {
		return nil, err
	}
	return t, nil
}

// along lists the inputs of 4 or 8 bytes that run along axis and not along the inner one, but for those that are gathered from.
func along(k *ir.Kernel, n *ir.Nest, axis ir.Axis) []int {
	var list []int
next:
	for b, buf := range k.Bufs {
		for _, v := range k.Values {
			if v.Op == ir.Gather && v.Imm == uint64(b) {
				continue next
			}
		}
		size := buf.Elem.Size()
		step := n.Axes[ir.InnerAxis].Steps[b]
		if buf.Mode == ir.In && size >= 4 && step != 0 && step != size && n.Axes[axis].Steps[b] == size {
			list = append(list, b)
		}
	}
	return list
}

// transposer finds or makes code that turns tiles.
func (c *Compiler) transposer(l asm.Len, wide bool) (*exec.Code, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.transposers == nil {
		c.transposers = map[bool]*exec.Code{}
	}
	if code := c.transposers[wide]; code != nil {
		return code, nil
	}
	code, err := exec.New(amd64.Transposer(l, wide))
	if err == nil {
		c.transposers[wide] = code
	}
	return code, err
}

// bands is the number of parts of the mid loop: tiles, and what is left of it.
func (p *plan) bands() int {
	n := (p.tiling.mid + tileMid - 1) / tileMid
	if p.tiling.mid < p.nest.Axes[ir.MidAxis].Count {
		n++
	}
	return n
}

// runTiled runs a tiled call: a piece is a band of one row of one outer iteration.
func (c *Kernel) runTiled(p *plan, bufs []ir.Buffer, scalars []uint64) error {
	bands, rows := p.bands(), p.nest.Axes[ir.RowAxis].Count
	total := bands * rows * p.nest.OuterCount()
	piece := func(i int) error { return c.band(p, bufs, scalars, i/bands/rows, i/bands%rows, i%bands) }
	if workers := c.compiler.Workers(); workers != nil && p.worth {
		return workers.Run(total, piece)
	}
	for i := range total {
		if err := piece(i); err != nil {
			return err
		}
	}
	return nil
}

// band runs one band of the mid loop, tile by tile.
func (c *Kernel) band(p *plan, bufs []ir.Buffer, scalars []uint64, outer, row, band int) error {
	t := p.tiling
	call := p.call(bufs, scalars)
	defer p.release(call)
	work, ok := t.work.Get().(*tilework)
	if !ok {
		work = &tilework{start: make([]int, len(bufs)), scratch: exec.NewScratch(len(t.turned) * tileMid * tileRow * 8),
			frame: exec.NewScratch(max(t.variant.size, p.variant.size))}
	}
	defer func() {
		work.strip = amd64.Strip{} // it must not hold on to memory
		t.work.Put(work)
	}()
	start, scratch, frame := work.start, work.scratch, work.frame
	p.nest.At(outer, start)
	for b := range bufs {
		start[b] += int(bufs[b].Start)
	}
	ir.Advance(start, p.nest.Axes[ir.RowAxis].Steps, row)
	first := min(band*tileMid, t.mid)
	ir.Advance(start, p.nest.Axes[ir.MidAxis].Steps, first)
	call.Count = [ir.NumAxes]int{1, min(tileMid, t.mid-first), 0, 1}
	plainFrom := t.inner // of the inner loop, what is not tiled
	if first == t.mid {
		call.Count[ir.MidAxis], plainFrom = p.nest.Axes[ir.MidAxis].Count-t.mid, 0
	}
	err := exec.Protect(c.name, func() error {
		inner := p.nest.Axes[ir.InnerAxis]
		call.Nest = &t.nest
		strip := &work.strip
		for at := 0; at < plainFrom; at += tileInner {
			call.Count[ir.InnerAxis] = min(tileInner, plainFrom-at)
			copy(call.Offsets, start)
			ir.Advance(call.Offsets, inner.Steps, at)
			for i, b := range t.turned {
				size := p.sizes[b]
				to := unsafe.Add(scratch.Pointer(), i*tileMid*tileRow*8)
				from := unsafe.Add(bufs[b].Ptr, call.Offsets[b])
				lanes := t.lanes[size]
				*strip = amd64.Strip{FromRow: inner.Steps[b], ToRow: tileRow * size, Tiles: call.Count[ir.MidAxis] / lanes}
				for j := 0; j < call.Count[ir.InnerAxis]; j += lanes {
					strip.From, strip.To = unsafe.Add(from, j*inner.Steps[b]), unsafe.Add(to, j*size)
					t.code[size].Call(0, unsafe.Pointer(strip))
				}
				call.Base[b], call.Offsets[b] = to, 0
			}
			if err := c.callCode(t.variant, frame, call); err != nil {
				return err
			}
			for _, b := range t.turned {
				call.Base[b] = bufs[b].Ptr
			}
		}
		call.Nest = p.nest
		if call.Count[ir.InnerAxis] = inner.Count - plainFrom; call.Count[ir.InnerAxis] == 0 {
			return nil
		}
		copy(call.Offsets, start)
		ir.Advance(call.Offsets, inner.Steps, plainFrom)
		return c.callCode(p.variant, frame, call)
	})
	runtime.KeepAlive(bufs)
	runtime.KeepAlive(scratch)
	return err
}
