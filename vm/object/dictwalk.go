package object

// Walks over dicts, and copies of them.

// Next is the first live entry at position i or later; the returned position is where to go on. It returns ok false at
// the end. Mutation between steps is the caller's business (see the dict iterators).
func (d *Dict) Next(i int) (key, val Value, next int, ok bool) {
	for i = max(i, int(d.head)); i < len(d.entries); i++ {
		if e := &d.entries[i]; e.key.p != nil {
			return e.key, e.val, i + 1, true
		}
	}
	return Null, Null, i, false
}

// prev is Next backwards.
func (d *Dict) prev(i int) (key, val Value, next int, ok bool) {
	i = min(i, len(d.entries)-1)
	for ; i >= int(d.head); i-- {
		if e := &d.entries[i]; e.key.p != nil {
			return e.key, e.val, i - 1, true
		}
	}
	return Null, Null, -1, false
}

// Each calls f for every entry until it returns an error; f must not add or remove keys.
func (d *Dict) Each(th *Thread, f func(th *Thread, key, val Value) error) error {
	for i := 0; i < len(d.entries); i++ {
		if e := d.entries[i]; e.key.p != nil {
			if err := f(th, e.key, e.val); err != nil {
				return err
			}
		}
	}
	return nil
}

// Keys are the keys in order.
func (d *Dict) Keys() []Value {
	out := make([]Value, 0, d.Len())
	for i := range d.entries {
		if k := d.entries[i].key; k.p != nil {
			out = append(out, k)
		}
	}
	return out
}

// Values are the values in order.
func (d *Dict) Values() []Value {
	out := make([]Value, 0, d.Len())
	for i := range d.entries {
		if d.entries[i].key.p != nil {
			out = append(out, d.entries[i].val)
		}
	}
	return out
}

// Copy is a shallow copy as an exact dict.
func (d *Dict) Copy() *Dict {
	out := NewDictSize(d.Len())
	for _, e := range d.entries {
		if e.key.p != nil {
			out.entries = append(out.entries, e)
		}
	}
	out.used, out.mixed = d.used, d.mixed
	if len(out.entries) > smallDict {
		out.rebuildIndex()
	}
	out.touchKeys()
	return out
}

// Update copies every entry of other.
func (d *Dict) Update(th *Thread, other *Dict) error {
	if d == other {
		return nil
	}
	keys := other.KeysVersion()
	for i := 0; i < len(other.entries); i++ {
		e := other.entries[i]
		if e.key.p == nil {
			continue
		}
		if err := d.setHash(th, e.key, e.hash, e.val); err != nil {
			return err
		}
		if other.keys != keys { // by a comparison of keys
			return Raisef(RuntimeError, "dict mutated during update")
		}
	}
	return nil
}
