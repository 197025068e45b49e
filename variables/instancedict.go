package variables

import "github.com/magneto-go/magneto/vm/object"

// This file gives obj.__dict__ as a dict that tracing works on. The held-back
// stores of the object stay the one account of its changes: the shadow of its
// dict shows them, and what is stored into the shadow is held back like stores
// of attributes.

// attributed is what has a __dict__ of held-back stores: an object, a container
// of a class of the program, a function.
type attributed interface {
	Tracker
	held() *Attrs
	// was is the object as it was before the trace, absent for one that tracing made, and what is called so in messages.
	was() (v object.Value, typ *object.Type)
}

func (a *Attrs) held() *Attrs { return a }

func (x *Object) was() (object.Value, *object.Type) {
	if x.New {
		return object.Null, x.T
	}
	return x.V, x.T
}

func (x *Container) was() (object.Value, *object.Type) { return x.Orig, x.V.Type() }

func (x *Function) was() (object.Value, *object.Type) {
	if x.New {
		return object.Null, object.FunctionType
	}
	return x.Fn.Ref(), object.FunctionType
}

// instanceDict is obj.__dict__.
func (t *Trace) instanceDict(th *object.Thread, x attributed) (Tracker, error) {
	held := x.held()
	if held.dict != nil {
		return held.dict, nil
	}
	v, typ := x.was()
	if !typ.HasDict() {
		return nil, object.AttributeErrorf(v, object.Intern("__dict__"), "'%s' object has no attribute '__dict__'", typ.Name)
	}
	d := t.NewDict()
	shadow, _ := object.AsDict(d.V)
	if !v.IsNull() && v.Dict() != nil {
		src := x.Source()
		err := v.Dict().Each(th, func(th *object.Thread, k, v object.Value) error {
			var item Tracker
			if s, ok := object.AsStr(k); ok && src != nil {
				item = t.Wrap(v, instanceAttr(th, src, typ, s.S))
			} else {
				item = t.Existing(v)
			}
			return shadow.Set(th, k, t.ToValue(item))
		})
		if err != nil {
			return nil, err
		}
		d.before = contents(th, d.V)
		if src != nil {
			d.src, d.wrapped = src.Dict(), true
		}
	}
	for _, name := range held.Names() {
		if !hasDataDescriptor(th, typ, name) {
			showAttr(t, shadow, name, held.values[name])
		}
	}
	d.attrsOf, held.dict = x, d
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
func (t *Trace) holdAttr(th *object.Thread, x attributed, name string, val Tracker) {
	t.mayBePutBack(th, x, name, val)
	t.holdEntry(x, name, val)
	if c, ok := x.(*Container); ok && c.src == nil && val != nil && isSlot(th, c.V.Type(), name) { // native code reads slots on the shadow, too
		if slot := c.V.Type().Lookup(th, object.Intern(name)); slot.Type().DescrSet != nil {
			_ = slot.Type().DescrSet(th, slot, c.V, t.ToValue(val)) // a slot takes any value
		}
	}
	held := x.held()
	if _, typ := x.was(); held.dict != nil && !hasDataDescriptor(th, typ, name) {
		shadow, _ := object.AsDict(held.dict.V)
		showAttr(t, shadow, name, val)
	}
}

func hasDataDescriptor(th *object.Thread, typ *object.Type, name string) bool {
	onClass := typ.Lookup(th, object.Intern(name))
	return !onClass.IsNull() && isDataDescriptor(onClass)
}

// holdEntry is holdAttr of what the dict shows already.
func (t *Trace) holdEntry(x attributed, name string, val Tracker) {
	x.held().hold(name, val)
	if t.storedInBody(x, name) && val != nil {
		t.fillLater(x)
	} else {
		t.mutated(x)
	}
	if c, ok := x.(*Container); ok && (c.wrapped || c.src == nil) { // native code reads attributes on the shadow
		if d := object.InstanceDict(c.V); d != nil {
			showAttr(t, d, name, val)
		}
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
			t.holdEntry(x, s.S, nil)
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
			_, typ := x.was()
			return Unsupportedf("Unsupported attribute assignment", typ.Name+".__dict__", "Dynamo does not trace entries of `__dict__` whose keys are not strings.")
		}
		t.holdEntry(x, s.S, t.FromValue(v))
		return nil
	})
}

// existed tells whether the object had an attribute of its own before the trace, as its guards say.
func existed(x attributed, name string) bool {
	v, _ := x.was()
	if v.IsNull() || v.Dict() == nil {
		return false
	}
	_, ok := v.Dict().Lookup(name)
	return ok
}

// Undone tells whether an attribute that tracing has deleted was never seen outside, so that nothing is to be deleted.
func Undone(th *object.Thread, x Tracker, name string) bool {
	switch x := x.(type) {
	case *Class:
		held, pending := x.Pending(name)
		_, before := x.T.NS.Lookup(name)
		return pending && held == nil && !before
	case attributed:
		held, pending := x.held().Pending(name)
		_, typ := x.was()
		return pending && held == nil && !existed(x, name) && !isSlot(th, typ, name)
	}
	return false
}

func isSlot(th *object.Thread, c *object.Type, name string) bool {
	v := c.Lookup(th, object.Intern(name))
	return !v.IsNull() && v.Type().ShortName() == "member_descriptor"
}
