package interp

// valueStack is the one stack on which the locals and operands of all frames lie. It grows by chunks, so that frames
// never move; a frame lies within one chunk.
type valueStack struct {
	chunks [][]Value
	chunk  int // index of the chunk in use
	top    int // first free entry of it
}

type stackMark struct{ chunk, top int }

// noValue is the absent value, as a variable so that the loop in release stays a loop.
var noValue Value

const chunkSize = 8192

var vstack = valueStack{chunks: [][]Value{make([]Value, 1024)}}

// alloc takes n cleared entries. The mark is to be given back to release.
func (s *valueStack) alloc(n int) ([]Value, stackMark) {
	m := stackMark{s.chunk, s.top}
	c := s.chunks[s.chunk]
	if s.top+n > len(c) {
		s.chunk++
		s.top = 0
		for s.chunk < len(s.chunks) && len(s.chunks[s.chunk]) < n {
			s.chunks = s.chunks[:s.chunk]
		}
		if s.chunk == len(s.chunks) {
			s.chunks = append(s.chunks, make([]Value, max(chunkSize, n)))
		}
		c = s.chunks[s.chunk]
	}
	out := c[s.top : s.top+n : s.top+n]
	s.top += n
	return out, m
}

// release frees the innermost frame's entries and clears them.
func (s *valueStack) release(m stackMark, slots []Value) {
	if slots == nil {
		slots = s.chunks[s.chunk][:s.top]
		if s.chunk == m.chunk {
			slots = slots[m.top:]
		}
	}
	if len(slots) <= 16 { // cheaper than the call behind clear
		for i := 0; i < len(slots); i++ {
			slots[i] = noValue
		}
	} else {
		clear(slots)
	}
	s.chunk, s.top = m.chunk, m.top
}
