package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// EachItem calls add with the keys and values of a mapping as object.EachItem does.
func (t *Trace) EachItem(th *object.Thread, x Tracker, add func(k, v Tracker) error) (mapping bool, err error) {
	if items, ok, err := t.dictItems(th, x); ok || err != nil {
		for _, pair := range items {
			if err := add(pair[0], pair[1]); err != nil {
				return true, err
			}
		}
		return true, err
	}
	method, has, err := t.LookupAttr(th, x, "keys")
	if err != nil || !has {
		return false, err
	}
	keys, err := t.Call(th, method, nil, nil)
	if err != nil {
		return true, err
	}
	it, err := t.Iter(th, keys)
	if object.ErrorIs(err, object.TypeError) {
		return true, object.TypeErrorf("%s.keys() returned a non-iterable (type %s)", t.TypeOf(x).Name, t.TypeOf(keys).Name)
	} else if err != nil {
		return true, err
	}
	var listed []Tracker // all of them first: reading a value may change the order
	for {
		k, more, err := t.Next(th, it)
		if err != nil {
			return true, err
		} else if !more {
			break
		}
		listed = append(listed, k)
	}
	for _, k := range listed {
		v, err := t.GetItem(th, x, k)
		if err != nil {
			return true, err
		}
		if err := add(k, v); err != nil {
			return true, err
		}
	}
	return true, nil
}

// dictItems are the keys and values in a dict, where x is one whose class has no iterator of its own.
func (t *Trace) dictItems(th *object.Thread, x Tracker) (items [][2]Tracker, ok bool, err error) {
	if x, err = t.Realize(th, x); err != nil {
		return nil, false, err
	}
	c, ok := x.(*Container)
	if !ok {
		return nil, false, nil
	}
	d, ok := object.AsDict(c.V)
	if !ok || t.hasSpecial(th, c, "__iter__") || !object.KeepsItems(th, d) {
		return nil, false, nil
	}
	t.observe(th, c, "items", nil)
	err = d.Each(th, func(_ *object.Thread, k, v object.Value) error {
		items = append(items, [2]Tracker{t.FromValue(k), t.FromValue(v)})
		return nil
	})
	return items, true, err
}
