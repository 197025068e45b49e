package interp

// valueStack is the one stack on which the locals and operands of all frames lie. It grows by chunks, so that frames
// never move; a frame lies within one chunk.
type valueStack struct {
	chunks [][]Value
	cur    []Value // the chunk in use
	chunk  int     // its index
	top    int     // first free entry of it
}

type stackMark struct{ chunk, top int }

// noValue is the absent value, as a variable so that the loop in release stays a loop.
var noValue Value

const chunkSize = 8192

var vstack = newValueStack()

func newValueStack() *valueStack {
	first := make([]Value, 1024)
	return &valueStack{chunks: [][]Value{first}, cur: first}
}

// alloc takes n cleared entries. The mark is to be given back to release.
func (s *valueStack) alloc(n int) ([]Value, stackMark) {
	m := stackMark{s.chunk, s.top}
	if s.top+n > len(s.cur) {
		s.nextChunk(n)
	}
	out := s.cur[s.top : s.top+n : s.top+n]
	s.top += n
	return out, m
}

// nextChunk goes on to a chunk that has room for n entries.
func (s *valueStack) nextChunk(n int) {
	s.chunk++
	s.top = 0
	if s.chunk < len(s.chunks) && len(s.chunks[s.chunk]) < n {
		s.chunks = s.chunks[:s.chunk]
	}
	if s.chunk == len(s.chunks) {
		s.chunks = append(s.chunks, make([]Value, max(chunkSize, n)))
	}
	s.cur = s.chunks[s.chunk]
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
	s.top = m.top
	if s.chunk != m.chunk {
		s.chunk, s.cur = m.chunk, s.chunks[m.chunk]
	}
}
