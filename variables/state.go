package variables

import (
	"cmp"
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// FrameState remembers what compilations of one code object have seen of the sizes and numbers of its inputs: what differed is symbolic from then on.
type FrameState struct {
	entries map[string]*Observed
	order   []string
	changed bool
}

// Observed is what was seen at one source, as an element of a lattice: joined with something else, what is known turns into Varying, never back.
type Observed struct {
	Scalar       Seen
	Size, Stride SeenTuple
}

// Known says how much is known of a number, or of the length of a tuple.
type Known uint8

const (
	Unset    Known = iota // nothing was seen
	Fixed                 // always the same
	Inferred              // of strides: always the product of the size and the stride of another dimension
	Varying               // differed
)

// Seen is what is known of one number.
type Seen struct {
	Known
	Value object.Value // of Fixed
	Dim   int          // of Inferred
}

// SeenTuple is what is known of the sizes or strides of a tensor.
type SeenTuple struct {
	Known
	Items []Seen // of Fixed
}

// NewFrameState has seen nothing.
func NewFrameState() *FrameState { return &FrameState{entries: map[string]*Observed{}} }

// Each visits what is known, in the order in which it was first seen.
func (s *FrameState) Each(visit func(source string, e Observed)) {
	for _, name := range s.order {
		visit(name, *s.entries[name])
	}
}

// Any tells whether anything was seen.
func (s *FrameState) Any() bool { return len(s.order) > 0 }

// Put has the state know e of a source, as another process has told it.
func (s *FrameState) Put(source string, e Observed) { *s.entry(source) = e }

// Changed tells whether something new was seen since the last call.
func (s *FrameState) Changed() bool {
	changed := s.changed
	s.changed = false
	return changed
}

func (s *FrameState) entry(name string) *Observed {
	e := s.entries[name]
	if e == nil {
		e = &Observed{}
		s.entries[name] = e
		s.order = append(s.order, name)
	}
	return e
}

// Scalar records a number and tells whether it is dynamic; it is taken for what it is where what was seen before shall not count.
func (s *FrameState) Scalar(name string, v object.Value, automatic bool) bool {
	all := SeenTuple{Known: Varying}
	e := s.record(name, Observed{Scalar: Seen{Known: Fixed, Value: v}, Size: all, Stride: all}, automatic)
	return e.Scalar.Known == Varying
}

// Sizes records the geometry of a tensor and tells which dimensions and strides are dynamic.
func (s *FrameState) Sizes(name string, sizes, strides []int, automatic bool) (dims, strideDims []bool) {
	size := SeenTuple{Known: Fixed, Items: make([]Seen, len(sizes))}
	for i, n := range sizes {
		size.Items[i] = fixed(n)
	}
	e := s.record(name, Observed{Scalar: Seen{Known: Varying}, Size: size, Stride: inferredStrides(sizes, strides)}, automatic)
	dims, strideDims = make([]bool, len(sizes)), make([]bool, len(sizes))
	for i := range sizes {
		dims[i] = e.Size.varies(i)
	}
	if !slices.Contains(dims, true) { // strides are symbolic where all sizes are known
		for i := range strideDims {
			strideDims[i] = e.Stride.varies(i)
		}
	}
	return dims, strideDims
}

// Marked has a dimension stay dynamic for tensors that come without its mark.
func (s *FrameState) Marked(name string, dim, rank int) {
	size := SeenTuple{Known: Fixed, Items: make([]Seen, rank)}
	size.Items[dim].Known = Varying
	s.record(name, Observed{Size: size}, true)
}

// record joins what was seen into what is known, or puts it there.
func (s *FrameState) record(name string, seen Observed, automatic bool) *Observed {
	e := s.entry(name)
	before := *e
	if automatic {
		e.Scalar, e.Size, e.Stride = e.Scalar.join(seen.Scalar), e.Size.join(seen.Size), e.Stride.join(seen.Stride)
	} else {
		*e = seen
	}
	s.changed = s.changed || before.Scalar != e.Scalar || !before.Size.equal(e.Size) || !before.Stride.equal(e.Stride)
	return e
}

func fixed(n int) Seen { return Seen{Known: Fixed, Value: object.Int(int64(n))} }

func (a Seen) join(b Seen) Seen {
	switch {
	case a.Known == Unset || a == b:
		return b
	case b.Known == Unset:
		return a
	}
	return Seen{Known: Varying}
}

func (a SeenTuple) equal(b SeenTuple) bool {
	return a.Known == b.Known && slices.Equal(a.Items, b.Items)
}

func (a SeenTuple) join(b SeenTuple) SeenTuple {
	switch {
	case a.Known == Unset:
		return b
	case b.Known == Unset:
		return a
	case a.Known == Varying || b.Known == Varying || len(a.Items) != len(b.Items):
		return SeenTuple{Known: Varying}
	}
	joined := SeenTuple{Known: Fixed, Items: make([]Seen, len(a.Items))}
	for i := range a.Items {
		joined.Items[i] = a.Items[i].join(b.Items[i])
	}
	return joined
}

func (a SeenTuple) varies(dim int) bool {
	return a.Known == Varying || a.Known == Fixed && a.Items[dim].Known == Varying
}

// inferredStrides writes strides that follow from a dimension within as such: so the stride of a dimension around one whose size differs does not differ.
func inferredStrides(sizes, strides []int) SeenTuple {
	t := SeenTuple{Known: Fixed, Items: make([]Seen, len(strides))}
	order := make([]int, len(strides))
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strides[a], strides[b]) })
	around := map[int]Seen{} // the stride that a contiguous dimension around one has, as a product
	for _, i := range order {
		t.Items[i] = fixed(strides[i])
		if product, ok := around[strides[i]]; ok {
			t.Items[i] = product
		}
		if next := strides[i] * sizes[i]; around[next].Known == Unset {
			around[next] = Seen{Known: Inferred, Dim: i}
		}
	}
	return t
}
