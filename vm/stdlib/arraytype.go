package stdlib

import (
	"bytes"
	"math"
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// arraySpec is the type array.array.
func arraySpec() object.Spec {
	av := func(v Value) *array { a, _ := asArray(v); return a }
	same := func(a *array, data []byte) Value {
		return object.NewNative(arrayType, &array{code: a.code, data: data})
	}
	repeat := func(th *object.Thread, a, n Value) (Value, error) {
		k, err := object.ToInt(th, n)
		if err != nil {
			return object.Null, err
		}
		data, err := repeated(th, av(a), k)
		return same(av(a), data), err
	}
	var slots object.Slots
	slots.New = newArray
	slots.Len = func(th *object.Thread, v Value) (int, error) { return av(v).len(), nil }
	slots.Iter = func(th *object.Thread, v Value) (Value, error) {
		return object.NewSequenceIter(arrayIterType, v), nil
	}
	slots.GetItem = func(th *object.Thread, v, key Value) (Value, error) {
		a := av(v)
		if s, ok := object.AsSlice(key); ok {
			data, err := a.slice(th, s)
			return same(a, data), err
		}
		i, err := a.index(th, key, "array")
		if err != nil {
			return object.Null, err
		}
		return a.get(i), nil
	}
	slots.SetItem = func(th *object.Thread, v, key, x Value) error {
		a := av(v)
		if s, ok := object.AsSlice(key); ok {
			if x.IsNull() {
				return a.setSlice(th, s, nil)
			}
			b, ok := asArray(x)
			if !ok {
				return object.TypeErrorf("can only assign array (not \"%s\") to array slice", x.Type().Name)
			}
			if b.code.name != a.code.name {
				return object.TypeErrorf("bad argument type for built-in operation")
			}
			return a.setSlice(th, s, slices.Clone(b.data)) // which may be a's own
		}
		i, err := a.index(th, key, "array assignment")
		if err != nil {
			return err
		}
		if x.IsNull() {
			return a.remove(th, i)
		}
		b, err := a.code.encode(th, x)
		if err != nil {
			return err
		}
		if i >= a.len() { // the conversion of x ran code that shortened the array
			return object.IndexErrorf("array assignment index out of range")
		}
		copy(a.data[i*a.code.size:], b)
		return nil
	}
	slots.Contains = func(th *object.Thread, v, x Value) (bool, error) { i, err := av(v).find(th, x); return i >= 0, err }
	slots.Repr = func(th *object.Thread, v Value) (Value, error) {
		a := av(v)
		name := "array('" + string(a.code.name) + "'"
		if a.len() == 0 {
			return object.NewStr(name + ")"), nil
		}
		if a.code.isText() {
			return object.NewStr(name + ", " + object.ReprStr(a.text()) + ")"), nil
		}
		s, err := object.Repr(th, object.NewList(a.items()...).Ref())
		return object.NewStr(name + ", " + s + ")"), err
	}
	slots.Compare = compareArrays
	slots.Hash = func(th *object.Thread, v Value) (int64, error) {
		return 0, object.TypeErrorf("unhashable type: 'array.array'")
	}
	slots.Binary[object.OpAdd] = func(th *object.Thread, v, w Value) (Value, error) {
		a, ok := asArray(v)
		if !ok {
			return object.NotImplemented, nil
		}
		b, ok := asArray(w)
		if !ok && w.Type().Reflected[object.OpAdd] != nil {
			return object.NotImplemented, nil
		}
		if !ok {
			return object.Null, object.TypeErrorf("can only append array (not \"%s\") to array", w.Type().Name)
		}
		if a.code.name != b.code.name {
			return object.Null, object.TypeErrorf("bad argument type for built-in operation")
		}
		return same(a, append(append([]byte(nil), a.data...), b.data...)), nil
	}
	slots.InPlace[object.OpAdd] = func(th *object.Thread, v, w Value) (Value, error) {
		if _, ok := asArray(w); !ok {
			return object.Null, object.TypeErrorf("can only extend array with array (not \"%s\")", w.Type().Name)
		}
		return v, av(v).extend(th, w)
	}
	slots.InPlace[object.OpMul] = func(th *object.Thread, v, n Value) (Value, error) {
		k, err := object.ToInt(th, n)
		if err != nil {
			return object.Null, err
		}
		data, err := repeated(th, av(v), k)
		if err != nil {
			return object.Null, err
		}
		return v, av(v).resize(th, data)
	}
	slots.Binary[object.OpMul] = repeat
	slots.Reflected[object.OpMul] = repeat
	return object.Spec{Slots: slots, Layout: object.LayoutNative, HasDict: false, Class: []object.Method{object.ClassGetItem}, Sequence: true,
		Getset: []object.GetsetDef{
			{Name: "typecode", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewStr(string(av(v).code.name)), nil }},
			{Name: "itemsize", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(av(v).code.size)), nil }},
		},
		Methods: arrayMethods(av, same)}
}

// compareArrays compares item by item with ==, so that a nan differs from itself.
func compareArrays(th *object.Thread, v, w Value, op object.CompareOp) (Value, error) {
	b, ok := asArray(w)
	if !ok {
		return object.NotImplemented, nil
	}
	a, _ := asArray(v)
	n, m := a.len(), b.len()
	if n != m && (op == object.Eq || op == object.Ne) {
		return object.Bool(op == object.Ne), nil
	}
	for i := range min(n, m) {
		x, y := a.get(i), b.get(i)
		same, err := object.CompareBool(th, x, y, object.Eq)
		if err != nil {
			return object.Null, err
		}
		if !same {
			return object.Compare(th, x, y, op)
		}
	}
	return object.Compare(th, object.Int(int64(n)), object.Int(int64(m)), op)
}

func repeated(th *object.Thread, a *array, n int) ([]byte, error) {
	n = max(n, 0)
	if len(a.data) > 0 {
		if n > math.MaxInt/len(a.data) {
			return nil, object.Raisef(object.MemoryError, "")
		}
		if err := object.CheckLength(th, n*len(a.data)); err != nil {
			return nil, err
		}
	}
	return bytes.Repeat(a.data, n), nil
}

func arrayMethods(av func(Value) *array, same func(*array, []byte) Value) []object.Method {
	none := func(err error) (Value, error) { return object.None, err }
	place := func(name string, use func(th *object.Thread, a *array, i int) (Value, error)) object.Method {
		return object.Method{Name: name, OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			i, err := av(v).find(th, x)
			if err == nil && i < 0 {
				err = object.ValueErrorf("array.%s(x): x not in array", name)
			}
			if err != nil {
				return object.Null, err
			}
			return use(th, av(v), i)
		}}
	}
	duplicate := func(th *object.Thread, v Value) (Value, error) {
		return same(av(v), append([]byte(nil), av(v).data...)), nil
	}
	return []object.Method{
		{Name: "append", OneArg: func(th *object.Thread, v, x Value) (Value, error) { return none(av(v).append(th, x)) }},
		{Name: "extend", OneArg: func(th *object.Thread, v, x Value) (Value, error) { return none(av(v).extend(th, x)) }},
		{Name: "fromlist", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			l, ok := object.AsList(x)
			if !ok {
				return object.Null, object.TypeErrorf("arg must be list")
			}
			a := av(v)
			n := len(a.data)
			for i := 0; i < len(l.Items); i++ {
				if err := a.append(th, l.Items[i]); err != nil {
					a.data = a.data[:n]
					return object.Null, err
				}
			}
			return object.None, nil
		}},
		{Name: "tolist", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.NewList(av(v).items()...).Ref(), nil }},
		{Name: "frombytes", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			b, err := object.BytesOf(x)
			if err != nil {
				return object.Null, err
			}
			return none(av(v).fromBytes(th, b))
		}},
		{Name: "tobytes", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.NewBytes(append([]byte(nil), av(v).data...)), nil
		}},
		{Name: "tounicode", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			if !av(v).code.isText() {
				return object.Null, object.ValueErrorf("tounicode() may only be called on unicode type arrays ('u' or 'w')")
			}
			return object.NewStr(av(v).text()), nil
		}},
		{Name: "fromunicode", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			s, ok := object.Text(x)
			if !ok {
				return object.Null, object.TypeErrorf("fromunicode() argument must be str, not %s", x.Type().Name)
			}
			if !av(v).code.isText() {
				return object.Null, object.ValueErrorf("fromunicode() may only be called on unicode type arrays ('u' or 'w')")
			}
			for _, r := range s {
				if err := av(v).append(th, object.NewStr(string(r))); err != nil {
					return object.Null, err
				}
			}
			return object.None, nil
		}},
		{Name: "insert", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("insert", args, kw, "self", "i", "v", "/")
			if err != nil {
				return object.Null, err
			}
			i, err := object.ToInt(th, args[1])
			if err != nil {
				return object.Null, err
			}
			return none(av(args[0]).insert(th, i, args[2]))
		}},
		{Name: "pop", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("pop", args, kw, "self", "|", "i", "/")
			if err != nil {
				return object.Null, err
			}
			a := av(args[0])
			if a.len() == 0 {
				return object.Null, object.IndexErrorf("pop from empty array")
			}
			i := a.len() - 1
			if !args[1].IsNull() {
				if i, err = a.index(th, args[1], "pop"); err != nil {
					return object.Null, err
				}
			}
			v := a.get(i)
			return v, a.remove(th, i)
		}},
		place("remove", func(th *object.Thread, a *array, i int) (Value, error) { return object.None, a.remove(th, i) }),
		{Name: "index", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("index", args, kw, "self", "v", "|", "start", "stop", "/")
			if err != nil {
				return object.Null, err
			}
			items := object.NewList(av(args[0]).items()...).Ref()
			call := []Value{args[1]}
			for _, x := range args[2:] {
				if !x.IsNull() {
					call = append(call, x)
				}
			}
			index, err := object.GetAttr(th, items, "index")
			if err != nil {
				return object.Null, err
			}
			r, err := object.Call(th, index, call...)
			if object.ErrorIs(err, object.ValueError) {
				err = object.ValueErrorf("array.index(x): x not in array")
			}
			return r, err
		}},
		{Name: "count", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			n := 0
			a := av(v)
			for i := 0; i < a.len(); i++ {
				eq, err := object.Equal(th, a.get(i), x)
				if err != nil {
					return object.Null, err
				}
				if eq {
					n++
				}
			}
			return object.Int(int64(n)), nil
		}},
		{Name: "reverse", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			a := av(v)
			reversed := make([]byte, 0, len(a.data))
			for i := a.len() - 1; i >= 0; i-- {
				reversed = append(reversed, a.data[i*a.code.size:(i+1)*a.code.size]...)
			}
			copy(a.data, reversed)
			return object.None, nil
		}},
		{Name: "clear", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.None, av(v).resize(th, nil) }},
		{Name: "byteswap", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			av(v).swapBytes()
			return object.None, nil
		}},
		{Name: "buffer_info", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.NewTuple(object.Int(int64(object.ID(v))), object.Int(int64(av(v).len()))).Ref(), nil
		}},
		{Name: "tofile", OneArg: func(th *object.Thread, v, f Value) (Value, error) {
			write, err := object.GetAttr(th, f, "write")
			if err == nil {
				_, err = object.Call(th, write, object.NewBytes(append([]byte(nil), av(v).data...)))
			}
			return none(err)
		}},
		{Name: "fromfile", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("fromfile", args, kw, "self", "f", "n", "/")
			if err != nil {
				return object.Null, err
			}
			a := av(args[0])
			n, err := object.ToInt(th, args[2])
			if err != nil {
				return object.Null, err
			}
			read, err := object.GetAttr(th, args[1], "read")
			if err != nil {
				return object.Null, err
			}
			r, err := object.Call(th, read, object.Int(int64(n*a.code.size)))
			if err != nil {
				return object.Null, err
			}
			b, err := object.BytesOf(r)
			if err != nil {
				return object.Null, object.TypeErrorf("read() didn't return bytes")
			}
			if err := a.fromBytes(th, b[:len(b)/a.code.size*a.code.size]); err != nil {
				return object.Null, err
			}
			if len(b) != n*a.code.size {
				return object.Null, object.Raisef(object.EOFError, "read() didn't return enough bytes")
			}
			return object.None, nil
		}},
		{Name: "__copy__", NoArgs: duplicate},
		{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) { return duplicate(th, v) }},
		{Name: "__reduce_ex__", OneArg: reduceArray},
	}
}
