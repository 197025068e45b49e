package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// A body of a higher-order operator may store attributes of objects outside of it if it puts back what was there: a flag that a context manager sets, say.

// bodyStore is an attribute that a body has stored.
type bodyStore struct {
	of     Tracker
	name   string
	before Tracker // what it was when the body began
}

// mayBePutBack notes what an attribute of an object outside of the body is before its first store in it; false where any store counts as an effect.
func (t *Trace) mayBePutBack(th *object.Thread, x Tracker, name string, val Tracker) bool {
	b := t.body
	if b == nil || b.effects || val == nil || isMade(x) || t.madeInBody(x) {
		return false
	}
	if t.storedInBody(x, name) {
		return true
	}
	if _, tensor := t.Peek(val).(*Tensor); tensor {
		return false
	}
	before, err := t.GetAttr(th, x, name)
	if err != nil {
		return false
	}
	if before, err = t.Realize(th, before); err != nil {
		return false
	}
	if _, tensor := before.(*Tensor); tensor {
		return false
	}
	b.stores = append(b.stores, bodyStore{x, name, before})
	return true
}

func (t *Trace) storedInBody(x Tracker, name string) bool {
	if t.body == nil {
		return false
	}
	for _, s := range t.body.stores {
		if s.of == x && s.name == name {
			return true
		}
	}
	return false
}

// notPutBack is the break at the first attribute that a body has left changed; nil for none.
func (t *Trace) notPutBack(th *object.Thread, b *body) error {
	for _, s := range b.stores {
		now, err := t.GetAttr(th, s.of, s.name)
		if err == nil {
			now, err = t.Realize(th, now)
		}
		if err != nil {
			return err
		}
		if t.sameObject(th, s.before, now) {
			continue
		}
		return &Unsupported{Title: "HOP: Non-nullified side effect", Context: "Attribute '" + s.name + "' was not restored to its original value",
			Explanation: fmt.Sprintf("Attribute '%s' on an outer-scope object was changed from %s to %s inside a higher-order op subgraph. Dynamo only supports mutations that are undone before the subgraph exits (e.g., context managers that save/restore a flag). If you intentionally want this side effect, move the mutation outside of the higher-order op.",
				s.name, t.shownValue(th, s.before), t.shownValue(th, now)), Hints: []string{Fundamental}}
	}
	return nil
}

// sameObject tells whether two trackers are one object, or equal constants of one type.
func (t *Trace) sameObject(th *object.Thread, a, b Tracker) bool {
	if a == b {
		return true
	}
	v, w := t.ToValue(a), t.ToValue(b)
	if v == w {
		return true
	}
	if !IsConstant(v) || !IsConstant(w) || v.Type() != w.Type() {
		return false
	}
	same, err := object.Equal(th, v, w)
	return err == nil && same
}

func (t *Trace) shownValue(th *object.Thread, x Tracker) string {
	if v, err := t.RealObject(th, x); err == nil {
		return guards.ReprOf(th, v)
	}
	return t.Describe(th, x, false)
}
