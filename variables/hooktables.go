package variables

import "github.com/magneto-go/magneto/vm/object"

// Holds tells whether a container that an object has as an attribute holds anything, as tracing has it so far. It guards nothing.
func (t *Trace) Holds(th *object.Thread, o *Object, name string) bool {
	v := object.Null
	if held, ok := o.Pending(name); ok {
		c, ok := t.Peek(held).(*Container)
		if !ok {
			return false
		}
		v = c.V
	} else if d := o.V.Dict(); d != nil {
		v, _ = d.Lookup(name)
		if c, ok := t.Peek(t.tracked[v]).(*Container); ok {
			v = c.V
		}
	}
	if v.IsNull() {
		return false
	}
	n, err := object.ContentLen(th, v)
	return err == nil && n > 0
}
