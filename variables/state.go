package variables

import "github.com/magneto-go/magneto/vm/object"

// FrameState remembers, for one code object, which sizes and numbers of its
// inputs have differed between compiles: those are symbolic from then on.
type FrameState struct{ entries map[string]*observed }

// observed is what was seen at one source.
type observed struct {
	scalar     object.Value // last number
	changed    bool         // numbers differed
	sizes      []int
	strides    []int
	dynamic    []bool // dimensions that differed
	strideDiff []bool
	allDynamic bool // ranks differed
}

// NewFrameState has seen nothing.
func NewFrameState() *FrameState { return &FrameState{entries: map[string]*observed{}} }

// Marked has a dimension stay dynamic for tensors that come without its mark.
func (s *FrameState) Marked(name string, dim int) { s.entry(name).dynamic[dim] = true }

func (s *FrameState) entry(name string) *observed {
	e := s.entries[name]
	if e == nil {
		e = &observed{}
		s.entries[name] = e
	}
	return e
}

// Scalar records a number and tells whether it is dynamic.
func (s *FrameState) Scalar(name string, v object.Value) bool {
	e := s.entry(name)
	if e.sizes != nil || !e.scalar.IsNull() && e.scalar != v { // or a tensor was there
		e.changed = true
	}
	e.scalar = v
	return e.changed
}

// Sizes records the geometry of a tensor and tells which dimensions and strides are dynamic.
func (s *FrameState) Sizes(name string, sizes, strides []int) (dims, strideDims []bool) {
	e := s.entry(name)
	switch {
	case e.sizes == nil:
		e.allDynamic = !e.scalar.IsNull() // a number was there
		e.dynamic = make([]bool, len(sizes))
		e.strideDiff = make([]bool, len(sizes))
	case len(e.sizes) != len(sizes):
		e.allDynamic = true
		e.dynamic = make([]bool, len(sizes))
		e.strideDiff = make([]bool, len(sizes))
	default:
		for i := range sizes {
			e.dynamic[i] = e.dynamic[i] || e.sizes[i] != sizes[i]
			e.strideDiff[i] = e.strideDiff[i] || e.strides[i] != strides[i]
		}
	}
	e.sizes = append(make([]int, 0, len(sizes)), sizes...)
	e.strides = append(make([]int, 0, len(strides)), strides...)
	dims = append([]bool(nil), e.dynamic...)
	if e.allDynamic {
		for i := range dims {
			dims[i] = true
		}
	}
	anyDynamic := false
	for _, d := range dims {
		anyDynamic = anyDynamic || d
	}
	strideDims = make([]bool, len(sizes))
	if !anyDynamic {
		copy(strideDims, e.strideDiff)
	}
	return dims, strideDims
}
