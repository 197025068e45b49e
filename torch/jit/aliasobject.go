package jit

import (
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// aliasClass is torch._C.AliasDb: what may share memory in a graph.
var aliasClass = object.NewType("AliasDb", "torch._C", nil, object.Spec{Layout: object.LayoutNative, Slots: object.Slots{
	Str: func(_ *object.Thread, self Value) (Value, error) {
		return object.NewStr(mustPayload[*ir.AliasDB](self).String()), nil
	},
}, Methods: []object.Method{
	{Name: "has_writers", OneArg: func(_ *object.Thread, self, v Value) (Value, error) {
		return object.Bool(mustPayload[*ir.AliasDB](self).HasWriters(mustPayload[*ir.Value](v))), nil
	}},
	{Name: "may_contain_alias", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
		a, err := valuesOf(th, args[1])
		if err != nil {
			return object.Null, err
		}
		b, err := valuesOf(th, args[2])
		if err != nil {
			return object.Null, err
		}
		for _, x := range a {
			for _, y := range b {
				if mustPayload[*ir.AliasDB](args[0]).MayContainAlias(x, y) {
					return object.True, nil
				}
			}
		}
		return object.False, nil
	}},
	{Name: "move_after_topologically_valid", Fn: func(_ *object.Thread, args, _ []Value) (Value, error) {
		return object.Bool(mustPayload[*ir.AliasDB](args[0]).MoveAfter(mustPayload[*ir.Node](args[1]), mustPayload[*ir.Node](args[2]))), nil
	}},
	{Name: "move_before_topologically_valid", Fn: func(_ *object.Thread, args, _ []Value) (Value, error) {
		return object.Bool(mustPayload[*ir.AliasDB](args[0]).MoveBefore(mustPayload[*ir.Node](args[1]), mustPayload[*ir.Node](args[2]))), nil
	}},
}})

// valuesOf is a value of a graph, or a list of them.
func valuesOf(th *object.Thread, v Value) ([]*ir.Value, error) {
	if x, ok := payload[*ir.Value](v); ok {
		return []*ir.Value{x}, nil
	}
	items, err := object.ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	var out []*ir.Value
	for _, x := range items {
		out = append(out, mustPayload[*ir.Value](x))
	}
	return out, nil
}
