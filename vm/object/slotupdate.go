package object

import "strings"

// How the slots of a class follow its attributes.

// dunderSlot finds the slot of a dunder name.
var dunderSlot = map[*Str]int{}

// exposeSlots puts methods for the native slots of t into its namespace.
func (t *Type) exposeSlots() {
	add := func(b *Builtin) {
		b.typ = WrapperDescrType
		b.kind = kindWrapper
		b.Owner = t
		b.QualName = t.QualName + "." + b.Name
		t.NS.SetStr(Intern(b.Name), b.Ref())
	}
	for i := range slotDefs {
		if d := &slotDefs[i]; d.has(&t.Slots) {
			d.expose(t, add)
		}
	}
}

// inheritNative fills the empty slots of a built-in type from its base.
func (t *Type) inheritNative() {
	t.customGet = t.GetAttr != nil && t != ObjectType
	if t.Base == nil {
		return
	}
	if t.GetAttr == nil {
		t.customGet = t.Base.customGet
	}
	for i := range slotDefs {
		if d := &slotDefs[i]; !d.has(&t.Slots) {
			d.copy(&t.Slots, &t.Base.Slots)
		}
	}
}

// initSlots gives a new Python class its slots. With one base they are the base's, but for the dunder names in the class's
// own namespace.
func (t *Type) initSlots() {
	if len(t.Bases) != 1 {
		t.updateSlots()
		return
	}
	t.Slots = t.Base.Slots
	t.NewOne = nil // it makes instances of the base
	t.customGet = t.Base.customGet
	for i := range t.NS.entries {
		s, ok := AsStr(t.NS.entries[i].key)
		if !ok {
			continue
		}
		if !strings.HasPrefix(s.S, "__") {
			continue
		}
		s = InternStr(s)
		if slot, ok := dunderSlot[s]; ok {
			t.updateSlot(&slotDefs[slot])
			if s == sGetAttr || s == sGetAttribute {
				t.customGet = true
			}
		}
	}
}

// updateSlots recomputes the slots of a Python class from the namespaces along its MRO.
func (t *Type) updateSlots() {
	for i := range slotDefs {
		t.updateSlot(&slotDefs[i])
	}
	t.customGet = false
	for _, c := range t.MRO {
		if c == ObjectType {
			break
		}
		if !c.heap && c.customGet {
			t.customGet = true
			break
		}
		if _, ok := c.NS.GetStr(sGetAttribute); ok && c.heap {
			t.customGet = true
			break
		}
		if _, ok := c.NS.GetStr(sGetAttr); ok && c.heap {
			t.customGet = true
			break
		}
	}
}

func (t *Type) updateSlot(d *slotDef) {
	for _, c := range t.MRO {
		for _, n := range d.names {
			v, ok := c.NS.GetStr(n)
			if !ok {
				continue
			}
			if c.native != nil {
				if w, ok := AsBuiltin(v); ok && w.kind == kindWrapper {
					d.copy(&t.Slots, c.native)
				} else {
					d.wrap(&t.Slots)
				}
				return
			}
			if !c.heap {
				d.copy(&t.Slots, &c.Slots)
				return
			}
			if n == sHash && v.IsNone() {
				t.Hash = unhashable
				return
			}
			if w, ok := AsBuiltin(v); ok && w.kind == kindWrapper && len(d.names) == 1 && w.Name == n.S && t.IsSubtype(w.Owner) && !w.Owner.heap {
				d.copy(&t.Slots, &w.Owner.Slots) // `__repr__ = object.__repr__` in a class body
				return
			}
			d.wrap(&t.Slots)
			return
		}
	}
	var empty Slots
	d.copy(&t.Slots, &empty)
}

// attrChanged refreshes what depends on the class attribute name, in t and its subclasses.
func (t *Type) attrChanged(th *Thread, name *Str) {
	t.modified()
	if i, ok := dunderSlot[name]; ok {
		t.refresh(i)
	}
	if name == sDel {
		t.refreshFinalizer(th)
	}
}

func (t *Type) refreshFinalizer(th *Thread) {
	t.finalizes = !t.Lookup(th, sDel).IsNull()
	for _, s := range t.subclasses.all() {
		s.refreshFinalizer(th)
	}
}

func (t *Type) refresh(slot int) {
	if t.heap || t.native != nil {
		t.updateSlot(&slotDefs[slot])
		if slotDefs[slot].names[0] == sGetAttribute {
			t.updateSlots()
		}
	}
	for _, s := range t.subclasses.all() {
		s.refresh(slot)
	}
}
