package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// GuardNoHooks guards that tables which an object of the caller has as attributes stay empty.
func (t *Trace) GuardNoHooks(th *object.Thread, o *Object, names []string) {
	if o.src == nil || o.New {
		return
	}
	for _, name := range names {
		t.guard(th, &guards.Guard{Source: o.src.DictAttr(name), Kind: guards.EmptyHooks})
	}
}

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
