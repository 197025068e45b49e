package variables

import (
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Guards on what is read of the caller's containers, and which of their entries were stored.

// observe puts the guards on a caller's container that a native operation
// relies on, named by the method.
func (t *Trace) observe(th *object.Thread, c *Container, method string, args []Tracker) {
	if c.src == nil || !c.wrapped {
		return
	}
	d, isDict := object.AsDict(c.V)
	if isDict {
		t.observeDict(th, c, d, method, args)
		return
	}
	if _, isSet := object.AsSet(c.V); isSet && method == "__contains__" && len(args) == 1 {
		if k, ok := t.Peek(args[0]).(*Constant); ok {
			present, err := object.Contains(th, c.V, k.V)
			if err == nil {
				kind := guards.SetContains
				if !present {
					kind = guards.SetNotContains
				}
				t.guard(th, &guards.Guard{Source: c.src, Kind: kind, Value: k.V, Not: !present})
			}
		}
	}
}

// dictReads are the methods whose result depends on single keys only.
var dictReads = map[string]bool{"get": true, "__getitem__": true, "__contains__": true, "setdefault": true, "pop": true, "__setitem__": true, "__delitem__": true}

// countsKeys are those of them before which PyTorch counts the keys.
var countsKeys = map[string]bool{"setdefault": true, "__setitem__": true, "__delitem__": true}

// isDefaultDict says whether an object is of collections.defaultdict or a class derived from it, which add keys that are looked up.
func isDefaultDict(v object.Value) bool {
	return slices.ContainsFunc(v.Type().MRO, func(c *object.Type) bool { return c.FullName() == "collections.defaultdict" })
}

func (t *Trace) observeDict(th *object.Thread, c *Container, d *object.Dict, method string, args []Tracker) {
	if dictReads[method] && len(args) > 0 {
		key := t.ToValue(args[0])
		if !IsConstant(key) {
			t.observeKeys(th, c)
			return
		}
		if countsKeys[method] {
			t.countKeys(th, c)
		}
		if method == "__setitem__" {
			return
		}
		item, present, err := d.Get(th, key)
		if p, ok := AsProxy(item); ok {
			t.fetched(p.T)
		}
		if method == "__getitem__" && !present && isDefaultDict(c.V) {
			t.countKeys(th, c)
			return
		}
		removes := method == "pop" || method == "__delitem__"
		if err == nil && (!present || removes || method == "__contains__" || method == "setdefault") && !c.keys {
			kind := guards.DictContains
			if !present {
				kind = guards.DictNotContains
			}
			if _, was := find(th, c.before.keys, key); was == present {
				t.guard(th, &guards.Guard{Source: c.src, Kind: kind, Value: key, Not: !present})
			}
		}
		if removes && present {
			c.removed = append(c.removed, key)
		}
		return
	}
	switch method {
	case "__len__", "update":
		t.countKeys(th, c)
	case "clear": // which leaves nothing that a guard could be about
		c.keys = true
	default:
		t.observeKeys(th, c)
	}
}

// DictStores lists what replaces the content of a caller's dict whose keys are not all guarded: the keys to delete, then
// the entries to store. whole tells that the keys are guarded, so that all of the content is known.
func (c *Container) DictStores(th *object.Thread) (removed, stored []object.Value, whole bool) {
	if c.keys {
		return nil, nil, true
	}
	d, _ := object.AsDict(c.V)
	_ = d.Each(th, func(th *object.Thread, k, v object.Value) error {
		i, was := find(th, c.before.keys, k)
		_, again := find(th, c.removed, k)
		if !was || again || c.before.items[i] != v {
			stored = append(stored, k)
		}
		return nil
	})
	return c.removed, stored, false
}

func find(th *object.Thread, keys []object.Value, key object.Value) (int, bool) {
	for i, k := range keys {
		if same, err := object.Equal(th, k, key); err == nil && same {
			return i, true
		}
	}
	return 0, false
}

func (t *Trace) observeKeys(th *object.Thread, c *Container) {
	if c.keys {
		return
	}
	c.keys = true
	if c.counted != nil {
		c.counted.Unordered = false
		return
	}
	if c.src.Access == guards.MappingDict {
		t.guard(th, &guards.Guard{Source: c.src.Base, Kind: guards.MappingKeys, Values: t.guardedKeys(c)})
		return
	}
	t.guard(th, &guards.Guard{Source: c.src, Kind: guards.DictKeysMatch, Values: t.guardedKeys(c)})
}

// countKeys guards which keys there are, whatever their order.
func (t *Trace) countKeys(th *object.Thread, c *Container) {
	if c.keys || c.counted != nil {
		return
	}
	c.counted = &guards.Guard{Source: c.src, Kind: guards.DictKeysMatch, Values: t.guardedKeys(c), Unordered: true}
	t.guard(th, c.counted)
}

func (t *Trace) guardedKeys(c *Container) []object.Value {
	keys := slices.Clone(c.before.keys)
	for i, k := range keys {
		if p, ok := AsProxy(k); ok {
			if x, ok := p.T.(*Tensor); ok {
				keys[i] = x.Real
			}
		}
	}
	return keys
}

func (t *Trace) observeKeysOf(th *object.Thread, c *Container) {
	if c.src != nil && c.wrapped {
		t.observeKeys(th, c)
	}
}
