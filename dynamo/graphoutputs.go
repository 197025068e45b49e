package dynamo

import "github.com/magneto-go/magneto/vm/object"

// What a compiled graph gives has no other owner than the code that called it, so that code can count the references to it and
// give its memory back (object/counted.go). It gets the outputs in a container that hands out each one that the code reads once
// as something fresh, and keeps no reference to it.

// graphOutputs are the results of one call of a compiled graph.
type graphOutputs struct {
	items []object.Value
	loads []int // how often the code reads each item
}

var graphOutputsType = newGraphOutputsType()

func newGraphOutputsType() *object.Type {
	t := object.NewType("graph_outputs", "magneto", nil, object.Spec{
		Layout: object.LayoutNative,
		Slots: object.Slots{GetItem: func(self, index object.Value) (object.Value, error) {
			n, _ := object.AsNative(self)
			i, ok := index.AsInt()
			return n.V.(*graphOutputs).take(int(i), ok)
		}},
	})
	t.SetBorrows()
	return t
}

func (o *graphOutputs) take(i int, ok bool) (object.Value, error) {
	if !ok || i < 0 || i >= len(o.items) || o.items[i].IsNull() {
		return object.Null, object.Raisef(object.IndexError, "graph outputs index out of range")
	}
	v := o.items[i]
	if o.loads[i] == 1 {
		o.items[i] = object.Null
	}
	return v, nil
}

// outputsOf is what the new code calls for a compiled graph.
func outputsOf(name string, graph func(args []object.Value) ([]object.Value, error), loads []int) object.Value {
	fn := object.NewFunc(name, func(args, _ []object.Value) (object.Value, error) {
		outer := Activate(nil)
		defer Activate(outer)
		items, err := graph(args)
		if err != nil {
			return object.Null, err
		}
		for i, v := range items {
			if loads[i] != 1 {
				object.Escape(v)
			}
		}
		return object.NewNative(graphOutputsType, &graphOutputs{items, loads}), nil
	})
	fn.Borrows = true
	return fn.Ref()
}
