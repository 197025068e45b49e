package jit

import (
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// aliasClass is torch._C.AliasDb: what may share memory in a graph.
var aliasClass = object.NewExtensionType("AliasDb", "torch._C", nil, object.Spec{Layout: object.LayoutNative, Slots: object.Slots{
	Str: func(_ *object.Thread, self Value) (Value, error) {
		return object.NewStr(mustPayload[*ir.AliasDB](self).String()), nil
	},
}, Methods: []object.Method{
	noArgs("to_graphviz_str", func(_ *object.Thread, self Value) (Value, error) {
		return object.NewStr(mustPayload[*ir.AliasDB](self).Dot()), nil
	}),
	checked("has_writers", func(_ *object.Thread, a []Value) (Value, error) {
		return object.Bool(mustPayload[*ir.AliasDB](a[0]).HasWriters(mustPayload[*ir.Value](a[1]))), nil
	}, is[*ir.Value]),
	checked("may_contain_alias", func(th *object.Thread, args []Value) (Value, error) {
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
	}, isAny, isAny),
	checked("move_after_topologically_valid", func(_ *object.Thread, a []Value) (Value, error) {
		return object.Bool(mustPayload[*ir.AliasDB](a[0]).MoveAfter(mustPayload[*ir.Node](a[1]), mustPayload[*ir.Node](a[2]))), nil
	}, is[*ir.Node], is[*ir.Node]),
	checked("move_before_topologically_valid", func(_ *object.Thread, a []Value) (Value, error) {
		return object.Bool(mustPayload[*ir.AliasDB](a[0]).MoveBefore(mustPayload[*ir.Node](a[1]), mustPayload[*ir.Node](a[2]))), nil
	}, is[*ir.Node], is[*ir.Node]),
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
		value, ok := payload[*ir.Value](x)
		if !ok {
			return nil, object.TypeErrorf("a Value is expected, not %s", x.Type().Name)
		}
		out = append(out, value)
	}
	return out, nil
}
