package interp

import "github.com/magneto-go/magneto/vm/object"

// valueStack is the one stack on which the locals and operands of all frames lie. It grows by chunks, so that frames
// never move; a frame lies within one chunk.
type valueStack struct {
	chunks [][]Value
	cur    []Value // the chunk in use
	chunk  int     // its index
	top    int     // first free entry of it
}

type stackMark struct{ chunk, top int32 }

const (
	firstChunk = 1024 // entries of the first chunk, and of the others
	chunkSize  = 8192
)

func newValueStack() valueStack {
	first := make([]Value, firstChunk)
	return valueStack{chunks: [][]Value{first}, cur: first}
}

// take gives frame f its n entries, which hold what the frame before left there, and returns the first.
func (s *valueStack) take(f *Frame, n int) *Value {
	f.mark = stackMark{int32(s.chunk), int32(s.top)}
	if s.top+n > len(s.cur) {
		s.nextChunk(n)
	}
	p := &s.cur[s.top]
	if len(f.slots) != n || &f.slots[0] != p {
		f.slots = s.cur[s.top : s.top+n : s.top+n]
	}
	s.top += n
	return p
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

// drop frees the innermost frame's entries. They keep their values until the next frame, or sweep, overwrites them.
func (s *valueStack) drop(m stackMark) {
	s.top = int(m.top)
	if s.chunk != int(m.chunk) {
		s.chunk = int(m.chunk)
		s.cur = s.chunks[s.chunk]
	}
}

// RequestSweeps asks all machines for DropStale at their next call or jump. It may be called from any goroutine.
func RequestSweeps() {
	machines.Lock()
	defer machines.Unlock()
	for _, p := range machines.list {
		if m := p.Value(); m != nil {
			m.interrupt.Or(interruptSweep)
		}
	}
}

// DropStale makes the next garbage collection free what only dead entries of the value stack keep alive. It is called by
// functions of the library: the positions of all frames are saved.
func DropStale(th *object.Thread) { of(th).vstack.sweep(th) }

// sweep clears what no frame uses, so that nothing is kept alive by a dead entry: above the top of the stack, and above
// the operands of the frames, the current one's position being saved.
func (s *valueStack) sweep(th *object.Thread) {
	clear(s.cur[s.top:])
	for _, c := range s.chunks[s.chunk+1:] {
		clear(c)
	}
	for f := of(th).current; f != nil; f = f.back {
		clear(f.slots[f.sp:])
	}
}

func (f *Frame) top() Value { return f.slots[f.sp-1] }

func (f *Frame) set(v Value) { f.slots[f.sp-1] = v }

func (f *Frame) pushValue(v Value) { f.slots[f.sp] = v; f.sp++ }

func (f *Frame) popValue() Value {
	f.sp--
	v := f.slots[f.sp]
	f.slots[f.sp] = object.Null
	return v
}

// popN takes the n topmost entries in a slice of their own.
func (f *Frame) popN(n int) []Value {
	out := make([]Value, n)
	copy(out, f.slots[f.sp-n:f.sp])
	clear(f.slots[f.sp-n : f.sp])
	f.sp -= n
	return out
}

// drop removes the n topmost entries.
func (f *Frame) drop(n int) {
	clear(f.slots[f.sp-n : f.sp])
	f.sp -= n
}

// peek is the i-th entry from the top, 1 being the top.
func (f *Frame) peek(i int) Value { return f.slots[f.sp-i] }
