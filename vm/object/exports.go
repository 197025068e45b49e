package object

import "weak"

// The buffer protocol: what objects show of their memory, and who looks at it.

// Buffer describes the memory that an object exports to memoryview: a row of items of one format of struct.
type Buffer struct {
	Data     []byte
	Format   string
	ItemSize int // where it does not follow from the format
	ReadOnly bool
	Exports  *Exports // nil for memory that never moves
}

// An Exporter is a Native payload whose memory can be viewed.
type Exporter interface{ Export() Buffer }

// bufferOf is the buffer of an object of another package; ok tells whether it has one.
func bufferOf(v Value) (b Buffer, ok bool, err error) {
	if n, ok := AsNative(v); ok {
		if e, ok := n.V.(Exporter); ok {
			return e.Export(), true, nil
		}
	}
	return Buffer{}, false, nil
}

// WritableBytes is the memory of an object that may be written to, as one piece.
func WritableBytes(v Value) ([]byte, bool) {
	if b, ok := AsByteArray(v); ok {
		return b.B, true
	}
	if m, ok := asMemoryView(v); ok {
		if m.released || m.readOnly || !m.contiguous(false) {
			return nil, false
		}
		return m.bytes(), true
	}
	b, ok, err := bufferOf(v)
	return b.Data, ok && err == nil && !b.ReadOnly
}

// GuardedView is a view of memory that may be written to, in one piece, and that the object does not move while there are views of it.
func GuardedView(v Value) (view Value, data []byte, ok bool) {
	m, err := NewMemoryView(v)
	if err != nil || m.readOnly || m.exports == nil || !m.contiguous(false) {
		return Null, nil, false
	}
	return m.Ref(), m.bytes(), true
}

// Exports are the views of one object's memory. While there are any, its size must not change.
type Exports struct{ views []weak.Pointer[MemoryView] }

func (e *Exports) add(m *MemoryView) {
	if e != nil {
		e.views = append(e.views, weak.Make(m))
	}
}

// Any tells whether a view exists.
func (e *Exports) Any(th *Thread) bool {
	live := func() bool {
		left := e.views[:0]
		for _, p := range e.views {
			if m := p.Value(); m != nil && !m.released {
				left = append(left, p)
			}
		}
		e.views = left
		return len(left) > 0
	}
	if len(e.views) == 0 || !live() {
		return false
	}
	CollectDead(th)
	return live()
}

// CollectDead looks for objects that have died; the library sets it.
var CollectDead = func(th *Thread) {}

// resizable is the error for a change of size under a view.
func (b *ByteArray) resizable(th *Thread) error {
	if b.views.Any(th) {
		return Raisef(BufferError, "Existing exports of data: object cannot be re-sized")
	}
	return nil
}
