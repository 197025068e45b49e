package variables

import "github.com/magneto-go/magneto/vm/object"

// This file gives obj.__dict__ as a dict that tracing works on. The held-back
// stores of the object stay the one account of its changes: the shadow of its
// dict shows them, and what is stored into the shadow is held back like stores
// of attributes.

// instanceDict is obj.__dict__.
func (t *Trace) instanceDict(th *object.Thread, x *Object) (Tracker, error) {
	if x.dict != nil {
		return x.dict, nil
	}
	if !x.T.HasDict() {
		return nil, object.AttributeErrorf(x.V, object.Intern("__dict__"), "'%s' object has no attribute '__dict__'", x.T.Name)
	}
	d := t.NewDict()
	shadow, _ := object.AsDict(d.V)
	if !x.New && x.V.Dict() != nil {
		err := x.V.Dict().Each(th, func(th *object.Thread, k, v object.Value) error {
			var item Tracker
			if s, ok := object.AsStr(k); ok && x.src != nil {
				item = t.Wrap(v, instanceAttr(th, x, s.S))
			} else {
				item = t.Existing(v)
			}
			return shadow.Set(th, k, t.ToValue(item))
		})
		if err != nil {
			return nil, err
		}
		d.before = contents(th, d.V)
		if x.src != nil {
			d.src, d.wrapped = x.src.Dict(), true
		}
	}
	for _, name := range x.Names() {
		showAttr(t, shadow, name, x.values[name])
	}
	d.attrsOf, x.dict = x, d
	return d, nil
}

// showAttr makes the shadow of an instance dict show a held-back store.
func showAttr(t *Trace, shadow *object.Dict, name string, val Tracker) {
	if val == nil {
		shadow.DelStr(object.Intern(name))
		return
	}
	shadow.Put(name, t.ToValue(val))
}

// holdAttr holds back the store of an attribute; a nil val deletes it.
func (t *Trace) holdAttr(x *Object, name string, val Tracker) {
	x.hold(name, val)
	t.mutated(x)
	if x.dict != nil {
		shadow, _ := object.AsDict(x.dict.V)
		showAttr(t, shadow, name, val)
	}
}

// storesOfDict holds back what native code has stored into the dict of an
// object, whose content before that is given.
func (t *Trace) storesOfDict(th *object.Thread, d *Container, before snapshot) error {
	x := d.attrsOf
	shadow, _ := object.AsDict(d.V)
	for _, k := range before.keys {
		_, kept, err := shadow.Get(th, k)
		if err != nil {
			return err
		}
		if s, ok := object.AsStr(k); ok && !kept {
			x.hold(s.S, nil)
			t.mutated(x)
		}
	}
	old := map[object.Value]object.Value{}
	for i, k := range before.keys {
		old[k] = before.items[i]
	}
	return shadow.Each(th, func(th *object.Thread, k, v object.Value) error {
		if was, known := old[k]; known && was == v {
			return nil
		}
		s, ok := object.AsStr(k)
		if !ok {
			return Unsupportedf("Unsupported attribute assignment", x.T.Name+".__dict__", "Dynamo does not trace entries of `__dict__` whose keys are not strings.")
		}
		x.hold(s.S, t.FromValue(v))
		t.mutated(x)
		return nil
	})
}

// existed tells whether the object had the attribute before the trace, as its guards say.
func (x *Object) existed(name string) bool {
	if x.New || x.V.Dict() == nil {
		return false
	}
	_, ok := x.V.Dict().Lookup(name)
	return ok
}

// Undone tells whether a deleted attribute was never seen outside, so that nothing is to be deleted.
func (x *Object) Undone(th *object.Thread, name string) bool {
	held, pending := x.Pending(name)
	return pending && held == nil && !x.existed(name) && !isSlot(th, x.T, name)
}

func isSlot(th *object.Thread, c *object.Type, name string) bool {
	v := c.Lookup(th, object.Intern(name))
	return !v.IsNull() && v.Type().ShortName() == "member_descriptor"
}
