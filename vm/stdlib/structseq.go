package stdlib

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// structSeq is a named tuple as the interpreter's own records are: sys.version_info(major=3, ...). It keeps values.
func structSeq(th *object.Thread, name string, fields []string, values ...Value) Value {
	return object.NewTupleOf(structSeqType(th, name, fields), values...)
}

// structSeqType makes the type of such records, which only the interpreter makes.
func structSeqType(th *object.Thread, name string, fields []string) *object.Type {
	return recordType(th, name, len(fields), fields, true)
}

// recordType makes a type of named tuples whose items are the first visible of its fields. The values of the others
// stand in the array behind the items, beyond their length.
func recordType(th *object.Thread, name string, visible int, fields []string, noNew bool) *object.Type {
	mod, short := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		mod, short = name[:i], name[i+1:]
	}
	get := make([]object.GetsetDef, len(fields))
	for i, f := range fields {
		get[i] = object.GetsetDef{Name: f, Get: func(th *object.Thread, v Value) (Value, error) { return recordField(v, i), nil }}
	}
	t := object.NewType(short, mod, object.TupleType, object.Spec{Getset: get, Final: true, NoNew: noNew,
		Methods: []object.Method{
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return reduceRecord(th, v, visible, fields), nil }},
			{Name: "__replace__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return replaceRecord(th, args, kw, visible, fields)
			}},
		},
		Slots: object.Slots{Repr: func(th *object.Thread, v Value) (Value, error) {
			parts := make([]string, visible)
			for i, f := range fields[:visible] {
				s, err := object.Repr(th, recordField(v, i))
				if err != nil {
					return object.Null, err
				}
				parts[i] = f + "=" + s
			}
			return object.NewStr(name + "(" + strings.Join(parts, ", ") + ")"), nil
		}}})
	if !noNew {
		t.New = func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			return newRecord(th, t, name, visible, fields, args, kw)
		}
	}
	names := make([]Value, visible)
	for i, f := range fields[:visible] {
		names[i] = object.NewStr(f)
	}
	t.SetClassAttr(th, "n_fields", object.Int(int64(len(fields))))
	t.SetClassAttr(th, "n_sequence_fields", object.Int(int64(visible)))
	t.SetClassAttr(th, "n_unnamed_fields", object.Int(0))
	t.SetClassAttr(th, "__match_args__", object.NewTuple(names...).Ref())
	return t
}

// recordField returns a field, None where a hidden one has no value.
func recordField(v Value, i int) Value {
	t, _ := object.AsTuple(v)
	if i < cap(t.Items) {
		return t.Items[:i+1][i]
	}
	return object.None
}

// makeRecord makes a record of the values of all fields, which it keeps.
func makeRecord(t *object.Type, visible int, values []Value) Value {
	return object.NewTupleOf(t, values[:visible]...)
}

func newRecord(th *object.Thread, t *object.Type, name string, visible int, fields []string, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	if n > 2 {
		return object.Null, object.TypeErrorf("structseq() takes at most 2 arguments (%d given)", n)
	}
	sequence, more := object.Null, object.Null
	for i, v := range args[:n] {
		*[]*Value{&sequence, &more}[i] = v
	}
	for i, k := range kw {
		switch key, _ := object.Text(k); key {
		case "sequence":
			sequence = args[n+i]
		case "dict":
			more = args[n+i]
		default:
			return object.Null, object.TypeErrorf("structseq() got an unexpected keyword argument '%s'", key)
		}
	}
	if sequence == object.Null {
		return object.Null, object.TypeErrorf("structseq() missing required argument 'sequence' (pos 1)")
	}
	if sequence.Type().Iter == nil {
		return object.Null, object.TypeErrorf("constructor requires a sequence")
	}
	items, err := object.ToSlice(th, sequence)
	if err != nil {
		return object.Null, err
	}
	switch {
	case len(items) < visible:
		return object.Null, object.TypeErrorf("%s() takes an at least %d-sequence (%d-sequence given)", name, visible, len(items))
	case len(items) > len(fields):
		return object.Null, object.TypeErrorf("%s() takes an at most %d-sequence (%d-sequence given)", name, len(fields), len(items))
	}
	values := append(make([]Value, 0, len(fields)), items...)
	var named *object.Dict
	if more != object.Null {
		d, ok := object.AsDict(more)
		if !ok {
			return object.Null, object.TypeErrorf("%s() takes a dict as second arg, if any", name)
		}
		named = d
	}
	used := 0
	for _, f := range fields[len(items):] {
		value := object.None
		if named != nil {
			if v, ok := named.GetStr(object.Intern(f)); ok {
				value = v
				used++
			}
		}
		values = append(values, value)
	}
	if named != nil && used < named.Len() {
		return object.Null, object.TypeErrorf("%s() got duplicate or unexpected field name(s)", name)
	}
	return makeRecord(t, visible, values), nil
}

// reduceRecord is __reduce__: the items, and the hidden fields by name.
func reduceRecord(th *object.Thread, v Value, visible int, fields []string) Value {
	items := make([]Value, visible)
	for i := range items {
		items[i] = recordField(v, i)
	}
	hidden := object.NewDict()
	for i, f := range fields[visible:] {
		hidden.Set(th, object.NewStr(f), recordField(v, visible+i))
	}
	return object.NewTuple(v.Type().Ref(), object.NewTuple(object.NewTuple(items...).Ref(), hidden.Ref()).Ref()).Ref()
}

func replaceRecord(th *object.Thread, args, kw []Value, visible int, fields []string) (Value, error) {
	if len(args)-len(kw) > 1 {
		return object.Null, object.TypeErrorf("__replace__() takes no positional arguments")
	}
	values := make([]Value, len(fields))
	for i := range fields {
		values[i] = recordField(args[0], i)
	}
	var unknown []Value
next:
	for i, k := range kw {
		name, _ := object.Text(k)
		for j, f := range fields {
			if f == name {
				values[j] = args[1+i]
				continue next
			}
		}
		unknown = append(unknown, k)
	}
	if unknown != nil {
		list, err := object.Repr(th, object.NewList(unknown...).Ref())
		if err != nil {
			return object.Null, err
		}
		return object.Null, object.TypeErrorf("Got unexpected field name(s): %s", list)
	}
	return makeRecord(args[0].Type(), visible, values), nil
}
