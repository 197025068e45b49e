package variables

import "github.com/magneto-go/magneto/vm/object"

func init() {
	for _, module := range []string{"collections", "_collections"} {
		RegisterFunction(module+"._count_elements", countElements)
	}
}

// countElements is how Counter counts the elements of an iterable; a class that has get or __setitem__ of its own is asked for each.
func countElements(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	native := func() (Tracker, error) {
		return t.callPure(th, t.Host.Attribute(th, "collections._count_elements"), "_count_elements", args, kwargs)
	}
	if len(args) != 2 || len(kwargs) > 0 {
		return native() // which raises
	}
	mapping, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	if !t.hasSpecial(th, mapping, "get") && !t.hasSpecial(th, mapping, "__setitem__") {
		return native()
	}
	it, err := t.Iter(th, args[1])
	if err != nil {
		return nil, err
	}
	for {
		x, more, err := t.Next(th, it)
		if err != nil || !more {
			return None(), err
		}
		count, err := t.CallMethod(th, mapping, "get", []Tracker{x, NewConstant(object.Int(0))}, nil)
		if err != nil {
			return nil, err
		}
		if count, err = t.Binary(th, object.OpAdd, count, NewConstant(object.Int(1)), false); err != nil {
			return nil, err
		}
		if err := t.SetItem(th, mapping, x, count); err != nil {
			return nil, err
		}
	}
}
