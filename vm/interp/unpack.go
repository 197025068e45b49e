package interp

import (
	"github.com/magneto-go/magneto/vm/object"
)

// unpack collects exactly n values for an assignment.
func unpack(th *object.Thread, v Value, n int) ([]Value, error) {
	t := v.Type()
	if t.Iter == nil && t.GetItem == nil {
		return nil, object.TypeErrorf("cannot unpack non-iterable %s object", t.Name)
	}
	it, err := object.Iter(th, v)
	if err != nil {
		return nil, err
	}
	items := make([]Value, 0, n)
	for {
		x, err := object.Next(th, it)
		if err != nil {
			return nil, err
		}
		if x.IsNull() {
			if len(items) < n {
				return nil, object.ValueErrorf("not enough values to unpack (expected %d, got %d)", n, len(items))
			}
			return items, nil
		}
		if len(items) == n {
			if t == object.ListType || t == object.TupleType || t == object.DictType {
				k, _ := object.Len(th, v)
				return nil, object.ValueErrorf("too many values to unpack (expected %d, got %d)", n, k)
			}
			return nil, object.ValueErrorf("too many values to unpack (expected %d)", n)
		}
		items = append(items, x)
	}
}
