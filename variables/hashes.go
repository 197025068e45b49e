package variables

import (
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file gives the meaning of hash.

// hash is hash(x) where only identity or equality matters.
func (t *Trace) hash(th *object.Thread, x Tracker) (int64, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return 0, err
	}
	switch x := t.decidedBool(x).(type) {
	case *Constant:
		return object.Hash(th, x.V)
	case *SymInt:
		n, err := t.AsInt(th, x)
		if err != nil {
			return 0, err
		}
		return object.Hash(th, object.Int(n))
	case *SymFloat:
		f, err := t.pinFloat(th, x)
		if err != nil {
			return 0, err
		}
		return object.Hash(th, object.Float(f))
	case *Object:
		if t.unhashable(th, x) {
			return 0, object.TypeErrorf("unhashable type: '%s'", x.T.Name)
		}
		if t.hasSpecial(th, x, "__hash__") {
			r, err := t.callSpecial(th, x, "__hash__")
			if err != nil {
				return 0, err
			}
			return t.AsInt(th, r)
		}
	case *Container:
		if _, err := t.deep(th, x); err != nil {
			return 0, err
		}
		return object.Hash(th, x.V)
	case *Method: // made anew each time that it is read
		return int64(t.address(th, x.Self)>>4) ^ int64(t.address(th, x.Func)), nil
	}
	id := t.address(th, x)
	if _, ok := x.(*Tensor); ok { // their hash is their id
		return int64(id), nil
	}
	return int64(id >> 4), nil
}

// unhashable tells whether the class of x has None for its hash.
func (t *Trace) unhashable(th *object.Thread, x *Object) bool {
	return t.refusesSpecial(th, x, "__hash__") || x.T.Lookup(th, object.Intern("__hash__")).IsNone()
}

// keyHash is the hash that a container asks for. The code does not depend on that of an input whose hash is its identity, only on which inputs are the same object.
func (t *Trace) keyHash(th *object.Thread, x Tracker) (int64, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return 0, err
	}
	switch x := x.(type) {
	case *Tensor: // whether inputs are different tensors is guarded anyway
		return int64(object.ID(t.identity(x))), nil
	case *Object:
		if x.New || t.unhashable(th, x) || t.hasSpecial(th, x, "__hash__") {
			break
		}
		if x.src == nil {
			t.keys.note(x.V)
		} else if !slices.Contains(t.keys.inputs, x) {
			t.keys.inputs = append(t.keys.inputs, x)
		}
		return int64(object.ID(x.V) >> 4), nil
	}
	return t.hash(th, x)
}

// hashedObjects are the objects that containers have asked for their hash.
type hashedObjects struct {
	inputs []*Object
	fixed  bool // whether others are objects without a path from the frame
}

// note takes down a key that code finds by its hash, if that is no part of its value.
func (h *hashedObjects) note(key object.Value) {
	if !IsConstant(key) && !isEnumMember(key) && key.Type().Layout() != object.LayoutType && guards.TensorOf(key) == nil {
		h.fixed = true
	}
}

// DifferentSources are the paths of inputs that must be different objects.
func (t *Trace) DifferentSources(th *object.Thread) []*guards.Source {
	sources := t.tensors
	switch {
	case t.keys.fixed:
		for _, x := range t.keys.inputs {
			t.address(th, x)
		}
	case len(t.keys.inputs) > 1:
		sources = slices.Clip(sources)
		for _, x := range t.keys.inputs {
			sources = append(sources, x.src)
		}
	}
	return sources
}
