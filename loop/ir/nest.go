package ir

import (
	"fmt"
	"slices"
	"unsafe"
)

// Buffer is a buffer of a call. Strides are in elements: one for each kept dimension, then one for each reduced dimension;
// missing ones are 0. An iota has no memory; its strides are what an index adds, and Start is what it begins with.
// Of a buffer that is gathered from or scattered into, indices from 0 up to IndexCount are in range, each IndexStride elements further.
// Memory must not be on a goroutine's stack. Two buffers may share memory if they are the same elements at the same
// indices, or apart.
type Buffer struct {
	Ptr     unsafe.Pointer
	Strides []int
	Start   int64

	IndexStride, IndexCount int
}

// Space is the sizes of the dimensions, outermost first.
type Space struct {
	Keep   []int
	Reduce []int
}

// Axis names the loops of a nest that an executor runs itself.
type Axis int

const (
	RowAxis   Axis = iota // rows
	MidAxis               // over the row, outer
	InnerAxis             // over the row, inner; in row order the vector loop
	VecAxis               // in column order the vector loop, over rows that lie next to each other
	NumAxes
)

// Loop is one loop: its count, and for each buffer the step in bytes (for iotas, in indices).
type Loop struct {
	Count int
	Steps []int
}

// Nest is how a call walks its buffers. In row order (Columns false) vectors run along InnerAxis:
//
//	Outer…, Row { each pass { Mid { Inner } } }
//
// and in column order along VecAxis, so that a vector holds elements of as many rows:
//
//	Outer…, Vec { each pass { Mid { Inner } } }
//
// A kernel without reductions runs in row order with four kept dimensions as its loops.
type Nest struct {
	Columns bool
	Outer   []Loop // outermost first
	Axes    [NumAxes]Loop
	Empty   bool // there are no rows
}

// dim is a dimension while the nest is being made.
type dim struct {
	count  int
	steps  []int // bytes
	reduce bool
	// How many buffers run along it one element after the other, and how many by another stride, which takes an instruction for each element.
	// The others stay where they are, and are loaded once.
	units, strided int
}

// easier says whether vectors run more easily along d than along o.
func (d dim) easier(o dim) bool {
	return d.strided < o.strided || d.strided == o.strided && d.units > o.units
}

// NewNest drops dimensions of size 1, orders the others by the steps of the first buffer that is written, merges those that run on, chooses the vector loop,
// and distributes the rest. All that it does depends on sizes and strides alone.
func NewNest(k *Kernel, space Space, bufs []Buffer) (*Nest, error) {
	if len(bufs) != len(k.Bufs) {
		return nil, fmt.Errorf("kernel %s: %d buffers for %d", k.Name, len(bufs), len(k.Bufs))
	}
	n := &Nest{}
	for i, b := range bufs {
		if len(b.Strides) > len(space.Keep)+len(space.Reduce) {
			return nil, fmt.Errorf("kernel %s: %s has %d strides for %d dimensions", k.Name, k.Bufs[i].Name, len(b.Strides), len(space.Keep)+len(space.Reduce))
		}
	}
	if len(space.Reduce) > 0 && !k.Reduces() {
		return nil, fmt.Errorf("kernel %s reduces nothing", k.Name)
	}
	var keep, reduce []dim
	none := false
	for i, count := range append(slices.Clone(space.Keep), space.Reduce...) {
		if count < 0 {
			return nil, fmt.Errorf("kernel %s: size %d", k.Name, count)
		}
		isReduce := i >= len(space.Keep)
		if count == 0 {
			n.Empty = n.Empty || !isReduce
			none = true
		}
		if count == 1 {
			continue
		}
		d := dim{count: count, steps: make([]int, len(bufs)), reduce: isReduce}
		for b := range bufs {
			if i >= len(bufs[b].Strides) {
				continue
			}
			unit := 1
			if k.Bufs[b].Mode != Index {
				unit = k.Bufs[b].Elem.Size()
			}
			d.steps[b] = bufs[b].Strides[i] * unit
			if isReduce && k.Bufs[b].Row && d.steps[b] != 0 {
				return nil, fmt.Errorf("kernel %s: row buffer %s has a stride along a reduced dimension", k.Name, k.Bufs[b].Name)
			}
		}
		if isReduce {
			reduce = append(reduce, d)
		} else {
			keep = append(keep, d)
		}
	}
	if n.Empty {
		return n, nil
	}
	if none { // of the reduced dimensions: no elements, but rows with the identities
		reduce = []dim{{count: 0, steps: make([]int, len(bufs)), reduce: true}}
	}
	lead := k.leading()
	if k.Scans() && len(reduce) > 1 {
		return nil, fmt.Errorf("kernel %s: rows of %d dimensions, along which there is no order to scan in", k.Name, len(reduce))
	}
	keep = merge(order(keep, lead))
	reduce = merge(order(reduce, lead))
	for _, list := range [][]dim{keep, reduce} {
		for i := range list {
			for b := range bufs {
				if k.Bufs[b].Mode == Index || k.Bufs[b].Row {
					continue
				}
				switch list[i].steps[b] {
				case k.Bufs[b].Elem.Size():
					list[i].units++
				case 0:
				default:
					list[i].strided++
				}
			}
		}
	}
	return n, n.distribute(k, keep, reduce)
}

// leading is the buffer whose layout decides the order of loops: the first that is written elementwise, else the first.
func (k *Kernel) leading() int {
	for i, b := range k.Bufs {
		if (b.Mode == Out || b.Mode == InOut) && !b.Row {
			return i
		}
	}
	for i, b := range k.Bufs {
		if b.Mode == In && !b.Row {
			return i
		}
	}
	return -1
}

// order sorts dimensions by falling step of the leading buffer. Those that it does not move along stay where they are.
func order(dims []dim, lead int) []dim {
	if lead < 0 {
		return dims
	}
	size := func(d dim) int { return max(d.steps[lead], -d.steps[lead]) }
	for i := range dims {
		for j := i; j > 0 && size(dims[j-1]) > 0 && size(dims[j-1]) < size(dims[j]); j-- {
			dims[j-1], dims[j] = dims[j], dims[j-1]
		}
	}
	return dims
}

// merge joins a dimension with the one inside it where every buffer runs on from the end of the inner one.
func merge(dims []dim) []dim {
	var out []dim
	for _, d := range dims {
		if len(out) > 0 {
			last := &out[len(out)-1]
			joined := true
			for b := range d.steps {
				joined = joined && last.steps[b] == d.steps[b]*d.count
			}
			if joined {
				last.count *= d.count
				last.steps = d.steps
				continue
			}
		}
		out = append(out, d)
	}
	return out
}

// take removes a dimension.
func take(dims []dim, at int) (dim, []dim) {
	return dims[at], slices.Delete(slices.Clone(dims), at, at+1)
}

// best is the dimension that none is better than: of equals the innermost.
func best(dims []dim, better func(d, o dim) bool) int {
	found := len(dims) - 1
	for i := len(dims) - 1; i >= 0; i-- {
		if better(dims[i], dims[found]) {
			found = i
		}
	}
	return found
}

// easiest is the dimension along which vectors run most easily.
func easiest(dims []dim) int { return best(dims, dim.easier) }

// mostUnits is the dimension along which most buffers run one element after the other: what crosses the vectors there is turned in tiles.
func mostUnits(dims []dim) int {
	return best(dims, func(d, o dim) bool { return d.units > o.units })
}

// distribute gives the dimensions their places.
func (n *Nest) distribute(k *Kernel, keep, reduce []dim) error {
	one := Loop{1, make([]int, len(k.Bufs))}
	for a := range n.Axes {
		n.Axes[a] = one
	}
	set := func(a Axis, d dim) { n.Axes[a] = Loop{d.count, d.steps} }
	if k.Reduces() {
		if len(reduce) > 2 {
			return fmt.Errorf("kernel %s: %d reduced dimensions that do not merge; two can be walked", k.Name, len(reduce))
		}
		if k.Order == InOrder && len(keep) == 0 {
			n.Columns = true // of one row
		} else if len(keep) > 0 && (k.Order == InOrder || len(reduce) == 0 || keep[easiest(keep)].easier(reduce[easiest(reduce)])) {
			n.Columns = true
			var d dim
			d, keep = take(keep, easiest(keep))
			set(VecAxis, d)
		}
		if len(reduce) > 0 {
			inner := reduce[len(reduce)-1]
			if !n.Columns {
				inner, reduce = take(reduce, easiest(reduce))
			} else {
				reduce = reduce[:len(reduce)-1]
			}
			set(InnerAxis, inner)
		}
		if len(reduce) > 0 {
			set(MidAxis, reduce[0])
		}
	} else {
		var d dim
		if len(keep) > 0 {
			d, keep = take(keep, easiest(keep))
			set(InnerAxis, d)
		}
		if len(keep) > 0 {
			d, keep = take(keep, mostUnits(keep))
			set(MidAxis, d)
		}
	}
	if !n.Columns && len(keep) > 0 {
		set(RowAxis, keep[len(keep)-1])
		keep = keep[:len(keep)-1]
	}
	for _, d := range keep {
		n.Outer = append(n.Outer, Loop{d.count, d.steps})
	}
	return nil
}

// OuterCount is the number of calls that the outer loops make.
func (n *Nest) OuterCount() int {
	count := 1
	for _, l := range n.Outer {
		count *= l.Count
	}
	return count
}

// At sets offsets to those of iteration i of the outer loops.
func (n *Nest) At(i int, offsets []int) {
	clear(offsets)
	for l := len(n.Outer) - 1; l >= 0; l-- {
		loop := n.Outer[l]
		Advance(offsets, loop.Steps, i%loop.Count)
		i /= loop.Count
	}
}

// Advance moves offsets by count steps of a loop.
func Advance(offsets, steps []int, count int) {
	for b, step := range steps {
		offsets[b] += step * count
	}
}

// Call is one run of the loops that an executor has: where each buffer begins (offsets in bytes; of iotas, indices), counts of the
// axes and scalars. Addresses are made of base and offset at the last moment, since one that lies outside of its memory must not be a Go pointer.
type Call struct {
	Nest    *Nest
	Base    []unsafe.Pointer
	Offsets []int
	Count   [NumAxes]int
	Scalars []uint64
	// Of buffers that are indexed: the stride in bytes, and how many indices there are.
	IndexStep, IndexCount []int
}
