package object

import "unsafe"

// References to some objects are counted where that is easy, so that what they hold is given back when the last of them is
// gone and not when the garbage collector comes: tensors, which may hold much memory each. An object is counted from when an
// operation has made it until something refers to it that does not count. Nothing is wrong with a count that is too high, which
// leaves the object to the collector; all who cannot say exactly how many references there are call Escape.
//
// Package interp counts the references of variables and operand stacks in functions that work on such objects.

// The states of Native.refs; positive numbers are counts.
const (
	uncounted int32 = 0
	fresh     int32 = -1 // made by the operation that is about to return it
	dropped   int32 = -2 // the last reference is gone, and Type.Dropped was called
)

// Countable makes the natives of t, but not those of derived types, be counted. dropped is called when the last reference to one
// is gone. Operators, methods marked as such and attributes of t keep none of their operands; see Borrows.
func (t *Type) Countable(dropped func(n *Native)) {
	t.dropped = dropped
	t.borrows = true
}

// SetBorrows says of a derived type, of which no object is counted, that its operators keep none of their operands.
func (t *Type) SetBorrows() { t.borrows = true }

// Borrows tells whether an operator with operand v keeps none of its operands if this holds for all of them: no reference to
// them is left behind that Escape was not told of, and a result is an operand, or counted, or such a reference.
func (v Value) Borrows() bool { return v.p != nil && v.p.typ.borrows }

// MarkFresh is called for what an operation has made and nothing refers to yet.
func (n *Native) MarkFresh() {
	if n.typ.dropped != nil {
		n.refs = fresh
	}
}

// Escape is told of a reference that is not counted.
func (n *Native) Escape() (wasDropped bool) {
	wasDropped = n.refs == dropped
	n.refs = uncounted
	return wasDropped
}

// Lent is called for an operand that an operation returns.
func (n *Native) Lent() {
	if n.refs < 0 {
		n.refs = uncounted
	}
}

func (v Value) counted() *Native {
	if v.p == nil || v.p.typ.dropped == nil {
		return nil
	}
	return (*Native)(unsafe.Pointer(v.p))
}

// IsFresh tells whether v was made by the operation that has just returned it.
func IsFresh(v Value) bool {
	n := v.counted()
	return n != nil && n.refs == fresh
}

// Adopt begins to count the references to v, which an operation that borrows its operands has just returned, with one.
func Adopt(v Value) {
	if n := v.counted(); n != nil && n.refs == fresh {
		n.refs = 1
	}
}

// IsCounted tells whether the references to v are counted.
func IsCounted(v Value) bool {
	n := v.counted()
	return n != nil && n.refs > 0
}

// AddRef counts another reference to v if they are counted.
func AddRef(v Value) {
	if n := v.counted(); n != nil && n.refs > 0 {
		n.refs++
	}
}

// DropRef takes a reference to v away if they are counted.
func DropRef(v Value) {
	if n := v.counted(); n != nil && n.refs > 0 {
		if n.refs--; n.refs == 0 {
			n.refs = dropped
			n.typ.dropped(n)
		}
	}
}

// Escape is told of a reference to v that is not counted.
func Escape(v Value) {
	if n := v.counted(); n != nil && n.refs != dropped {
		n.refs = uncounted
	}
}
