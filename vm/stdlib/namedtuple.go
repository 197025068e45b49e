package stdlib

import (
	"fmt"

	"github.com/magneto-go/magneto/vm/object"
)

// tupleGetter is the descriptor of a field of collections.namedtuple.
type tupleGetter struct {
	object.Header
	index int
	doc   Value
}

var (
	layoutTupleGetter = object.NewLayout()
	tupleGetterType   *object.Type
)

func init() {
	getter := func(v Value) *tupleGetter { g, _ := object.As[tupleGetter](v, layoutTupleGetter); return g }
	tupleGetterType = object.NewExtensionType("_tuplegetter", "collections", nil, object.Spec{
		Layout: layoutTupleGetter, Final: true,
		Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				if err := object.NoKw("_tuplegetter", kw); err != nil {
					return object.Null, err
				}
				if len(args) != 2 {
					return object.Null, object.TypeErrorf("_tuplegetter expected 2 arguments, got %d", len(args))
				}
				i, err := object.ToInt(th, args[0])
				if err != nil {
					return object.Null, err
				}
				return (&tupleGetter{Header: object.NewHeader(cls), index: i, doc: args[1]}).Ref(), nil
			},
			DescrGet: func(th *object.Thread, self, obj, owner Value) (Value, error) {
				g := getter(self)
				if obj.IsNull() {
					return self, nil
				}
				t, ok := object.AsTuple(obj)
				if !ok {
					return object.Null, object.TypeErrorf("descriptor for index '%d' for tuple subclasses doesn't apply to '%s' object", g.index, obj.Type().Name)
				}
				if g.index < 0 || g.index >= len(t.Items) {
					return object.Null, object.IndexErrorf("tuple index out of range")
				}
				return t.Items[g.index], nil
			},
			DescrSet: func(th *object.Thread, self, obj, val Value) error {
				verb := "set"
				if val.IsNull() {
					verb = "delete"
				}
				return object.Raisef(object.AttributeError, "can't %s attribute", verb)
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				doc, err := object.Repr(th, getter(v).doc)
				return object.NewStr(fmt.Sprintf("_tuplegetter(%d, %s)", getter(v).index, doc)), err
			},
		},
		Methods: []object.Method{{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.NewTuple(tupleGetterType.Ref(), object.NewTuple(object.Int(int64(getter(v).index)), getter(v).doc).Ref()).Ref(), nil
		}}},
		Getset: []object.GetsetDef{{Name: "__doc__", Get: func(th *object.Thread, v Value) (Value, error) { return getter(v).doc, nil },
			Set: func(th *object.Thread, v, x Value) error {
				if x.IsNull() {
					x = object.None
				}
				getter(v).doc = x
				return nil
			}}},
	})
}

var (
	sGet     = object.Intern("get")
	sSetItem = object.Intern("__setitem__")
)

// countElements adds the number of times that each element occurs to a mapping; a dict whose class leaves get and
// __setitem__ alone is updated directly.
func countElements(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("_count_elements", args, kw, "mapping", "iterable", "/")
	if err != nil {
		return object.Null, err
	}
	mapping := a[0]
	it, err := object.Iter(th, a[1])
	if err != nil {
		return object.Null, err
	}
	d, _ := object.AsDict(mapping)
	if t := mapping.Type(); t.Lookup(th, sGet) != object.DictType.Lookup(th, sGet) || t.Lookup(th, sSetItem) != object.DictType.Lookup(th, sSetItem) {
		d = nil
	}
	for {
		x, err := object.Next(th, it)
		if err != nil || x.IsNull() {
			return object.None, err
		}
		if _, err := object.Hash(th, x); err != nil {
			return object.Null, err // in other words than those of a dict
		}
		var n Value
		if d != nil {
			var ok bool
			if n, ok, err = d.Get(th, x); !ok {
				n = object.Int(0)
			}
		} else {
			n, err = object.CallMethod(th, mapping, "get", x, object.Int(0))
		}
		if err == nil {
			n, err = object.BinaryOp(th, object.OpAdd, n, object.Int(1))
		}
		if err == nil && d != nil {
			err = d.Set(th, x, n)
		} else if err == nil {
			err = object.SetItem(th, mapping, x, n)
		}
		if err != nil {
			return object.Null, err
		}
	}
}
