package variables

import "github.com/magneto-go/magneto/vm/object"

// This file tells which call is the last thing that an instruction does: inside of such a call the graph may end.

// CallLast is Call for an instruction whose result is that of the call: should the call be inlined, the graph may end inside of it.
func (t *Trace) CallLast(th *object.Thread, fn Tracker, args []Tracker, kwargs []KW) (Tracker, error) {
	return t.CallAs(th, true, fn, args, kwargs)
}

// CallAs is CallLast if last is true, else Call.
func (t *Trace) CallAs(th *object.Thread, last bool, fn Tracker, args []Tracker, kwargs []KW) (Tracker, error) {
	t.last = last
	defer t.TakeLast()
	return t.Call(th, fn, args, kwargs)
}

// GetAttrLast is GetAttr for an instruction whose result is the attribute, as CallLast is Call.
func (t *Trace) GetAttrLast(th *object.Thread, obj Tracker, name string) (Tracker, error) {
	t.last = true
	defer t.TakeLast()
	return t.GetAttr(th, obj, name)
}

// GetItemLast is GetItem for an instruction whose result is the item, as CallLast is Call.
func (t *Trace) GetItemLast(th *object.Thread, x, key Tracker) (Tracker, error) {
	t.last = true
	defer t.TakeLast()
	return t.GetItem(th, x, key)
}

// TakeLast tells whether the call that begins is the last thing that the current instruction does (see CallLast); calls on the way to it are not.
func (t *Trace) TakeLast() bool {
	last := t.last
	t.last = false
	return last
}

// TakeCalled tells whether the call that begins is that of the object x itself, x(...), and not one of its __call__ by name.
func (t *Trace) TakeCalled(x Tracker) bool {
	o, ok := x.(*Object)
	called := ok && t.called == o
	t.called = nil
	return called
}

// BreaksOutside tells whether no graph may end inside of a call of the function (disable_nested_graph_breaks).
func BreaksOutside(f *Function) bool {
	if held, ok := f.Pending(WholeMark); ok {
		return held != nil
	}
	_, marked := mark(f.Fn.Ref(), WholeMark)
	return marked
}
