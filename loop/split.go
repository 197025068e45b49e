package loop

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Long rows are cut into chunks of a fixed size, whatever the number of workers: each chunk is reduced by itself, chunks by
// several workers, and then the results of the chunks are reduced. So are long columns, where a row has one partial result only and a
// long sum would lose digits.
const (
	rowChunk    = 32 << 10 // elements of a row
	columnChunk = 1 << 10
)

// splitKernels are the two kernels of ir.Split, made on first use.
type splitKernels struct {
	once                     sync.Once
	ok                       bool
	partial, combine         *Kernel
	partialBufs, combineBufs []int
	results                  []ir.Elem
}

func (c *Kernel) splitKernels() *splitKernels {
	s := &c.split
	s.once.Do(func() {
		partial, combine, partialBufs, combineBufs, ok := ir.Split(c.k)
		if !ok {
			return
		}
		compile := func(k *ir.Kernel) *Kernel {
			schedule, err := ir.NewSchedule(k)
			if err != nil {
				return nil
			}
			return c.compiler.kernel(k, schedule, k.String())
		}
		s.partial, s.combine, s.partialBufs, s.combineBufs = compile(partial), compile(combine), partialBufs, combineBufs
		s.ok = s.partial != nil && s.combine != nil
		for _, b := range partial.Bufs[len(partialBufs):] {
			s.results = append(s.results, b.Elem)
		}
	})
	return s
}

// chunk is the reduced dimension that is cut, and how much of it makes a chunk; 0 if rows are not cut. It is the longest one, unless the
// parts of that one could not be walked: where it runs on from another dimension, the two are one as long as neither is cut.
func (c *Kernel) chunk(n *ir.Nest, space ir.Space, bufs []ir.Buffer) (dimension, size int) {
	if len(space.Reduce) == 0 {
		return 0, 0
	}
	all := 1
	for _, size := range space.Reduce {
		all *= size
	}
	whole := rowChunk
	if n.Columns {
		whole = columnChunk
	}
	if all < 2*whole || !c.splitKernels().ok {
		return 0, 0
	}
	longest := make([]int, len(space.Reduce))
	for d := range longest {
		longest[d] = d
	}
	slices.SortStableFunc(longest, func(d, o int) int { return space.Reduce[o] - space.Reduce[d] })
	for _, d := range longest {
		length := space.Reduce[d]
		size := max(whole/(all/length), 1)
		if length >= 2*size && c.walks(space, bufs, d, size) && c.walks(space, bufs, d, length%size) {
			return d, size
		}
	}
	return 0, 0
}

// walks tells whether a call can be run with size elements of reduced dimension d.
func (c *Kernel) walks(space ir.Space, bufs []ir.Buffer, d, size int) bool {
	part := ir.Space{Keep: space.Keep, Reduce: slices.Clone(space.Reduce)}
	part.Reduce[d] = size
	_, err := ir.NewNest(c.k, part, bufs)
	return err == nil
}

// runSplit runs a call whose rows are cut.
func (c *Kernel) runSplit(p *plan, space ir.Space, bufs []ir.Buffer, scalars []uint64) error {
	s := c.splitKernels()
	d := p.chunked
	length := space.Reduce[d]
	chunks := (length + p.chunk - 1) / p.chunk
	rows := 1
	for _, n := range space.Keep {
		rows *= n
	}
	// Results of chunks lie as [chunk, keep…], for each reduction.
	bytes := 0
	for _, e := range s.results {
		bytes += (chunks*rows*e.Size() + 63) &^ 63
	}
	memory := exec.NewScratch(bytes)
	defer runtime.KeepAlive(memory)
	var results []ir.Buffer
	at := 0
	strides := make([]int, 1+len(space.Keep))
	step := 1
	for i := len(space.Keep) - 1; i >= 0; i-- {
		strides[1+i] = step
		step *= space.Keep[i]
	}
	strides[0] = rows
	for _, e := range s.results {
		results = append(results, ir.Buffer{Ptr: unsafe.Add(memory.Pointer(), at), Strides: strides})
		at += (chunks*rows*e.Size() + 63) &^ 63
	}
	keep := append([]int{0}, space.Keep...)
	reduce := slices.Clone(space.Reduce)
	run := func(first, count, size int) error {
		keep[0], reduce[d] = count, size
		list := make([]ir.Buffer, 0, len(s.partialBufs)+len(results))
		for _, b := range s.partialBufs {
			old := bufs[b]
			along := 0
			if i := len(space.Keep) + d; i < len(old.Strides) {
				along = old.Strides[i]
			}
			moved := old
			moved.Strides = append([]int{along * p.chunk}, old.Strides...)
			if c.k.Bufs[b].Mode == ir.Index {
				moved.Start += int64(along * p.chunk * first)
			} else {
				moved.Ptr = unsafe.Add(moved.Ptr, along*p.chunk*first*c.k.Bufs[b].Elem.Size())
			}
			list = append(list, moved)
		}
		for i, r := range results {
			r.Ptr = unsafe.Add(r.Ptr, first*rows*s.results[i].Size())
			list = append(list, r)
		}
		return s.partial.Run(ir.Space{Keep: keep, Reduce: reduce}, list, scalars)
	}
	whole := length / p.chunk
	if err := run(0, whole, p.chunk); err != nil {
		return err
	}
	if whole < chunks {
		if err := run(whole, 1, length-whole*p.chunk); err != nil {
			return err
		}
	}
	list := make([]ir.Buffer, 0, len(s.combineBufs)+len(results))
	for _, b := range s.combineBufs {
		old := bufs[b]
		old.Strides = old.Strides[:min(len(old.Strides), len(space.Keep))]
		list = append(list, old)
	}
	for _, r := range results {
		r.Strides = append(slices.Clone(strides[1:]), rows)
		list = append(list, r)
	}
	return s.combine.Run(ir.Space{Keep: space.Keep, Reduce: []int{chunks}}, list, scalars)
}
