package magneto

import (
	"context"
	"fmt"
	"math/big"
	"reflect"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Value is a Python object of a machine. The zero Value is none.
type Value struct {
	v object.Value
	m *Machine
}

func (m *Machine) value(v object.Value) Value { return Value{v, m} }

// Func is a Go function that programs call by position. What it gives goes through [Machine.Value]; its error is raised, as a
// RuntimeError unless it is an *[Error].
type Func func(ctx context.Context, args []Value) (any, error)

// Value is the Python object for a Go value: None for nil; bool, int, float, complex, str and bytes for Go's types of these kinds
// ([]byte is bytes) and *big.Int; a list for a slice or array; a dict for a map; a tensor for a *[Tensor]; a function for a [Func];
// a Value of this machine as it is. Other values are an error.
func (m *Machine) Value(v any) (Value, error) {
	x, err := m.toPython(v)
	return Value{x, m}, err
}

func (m *Machine) values(list []any) ([]object.Value, error) {
	out := make([]object.Value, len(list))
	for i, v := range list {
		x, err := m.toPython(v)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i, err)
		}
		out[i] = x
	}
	return out, nil
}

func (m *Machine) toPython(v any) (object.Value, error) {
	switch v := v.(type) {
	case nil:
		return object.None, nil
	case Value:
		if v.m != m {
			return object.Null, fmt.Errorf("a value of another machine")
		}
		return v.v, nil
	case *Tensor:
		return torch.Wrap(m.th, v.t), nil
	case []byte:
		return object.NewBytes(append([]byte(nil), v...)), nil
	case *big.Int:
		return object.BigInt(new(big.Int).Set(v)), nil
	case Func:
		return m.function(v), nil
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Bool:
		return object.Bool(r.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return object.Int(r.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return object.BigInt(new(big.Int).SetUint64(r.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return object.Float(r.Float()), nil
	case reflect.Complex64, reflect.Complex128:
		return object.NewComplex(r.Complex()), nil
	case reflect.String:
		return object.NewStr(r.String()), nil
	case reflect.Slice, reflect.Array:
		items := make([]object.Value, r.Len())
		for i := range items {
			x, err := m.toPython(r.Index(i).Interface())
			if err != nil {
				return object.Null, err
			}
			items[i] = x
		}
		return object.NewList(items...).Ref(), nil
	case reflect.Map:
		d := object.NewDict()
		for it := r.MapRange(); it.Next(); {
			key, err := m.toPython(it.Key().Interface())
			if err != nil {
				return object.Null, err
			}
			x, err := m.toPython(it.Value().Interface())
			if err != nil {
				return object.Null, err
			}
			if err := d.Set(m.th, key, x); err != nil {
				return object.Null, m.failure(err)
			}
		}
		return d.Ref(), nil
	}
	return object.Null, fmt.Errorf("there is no Python value for a %T", v)
}

// function is a Go function as an object.
func (m *Machine) function(f Func) object.Value {
	return object.NewFuncValue("function", func(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
		if len(kwNames) > 0 {
			return object.Null, object.TypeErrorf("the function takes no keyword arguments")
		}
		values := make([]Value, len(args))
		for i, v := range args {
			values[i] = m.value(v)
		}
		out, err := f(context.Background(), values)
		if e, ok := err.(*Error); ok && e.Value.m == m {
			exc, _ := object.AsException(e.Value.v)
			return object.Null, exc
		}
		if err != nil {
			return object.Null, object.RuntimeErrorf("%s", err.Error())
		}
		v, err := m.toPython(out)
		if err != nil {
			return object.Null, object.TypeErrorf("%s", err.Error())
		}
		return v, nil
	})
}

// String is str(v), or a text in angle brackets if that fails.
func (v Value) String() string { return v.text(object.StrOf) }

// Repr is repr(v), or a text in angle brackets if that fails.
func (v Value) Repr() string { return v.text(object.Repr) }

func (v Value) text(f func(*object.Thread, object.Value) (string, error)) string {
	if v.v.IsNull() {
		return "<no value>"
	}
	text := ""
	err := interp.Sheltered(v.m.th, func(th *object.Thread) (err error) {
		text, err = f(th, v.v)
		return err
	})
	if err != nil {
		return "<" + v.m.failure(err).Error() + ">"
	}
	return text
}

// Type is the name of the value's class, such as int or Tensor.
func (v Value) Type() string {
	if v.v.IsNull() {
		return ""
	}
	return v.v.Type().Name
}

// Attr is an attribute.
func (v Value) Attr(name string) (Value, error) {
	x, err := object.GetAttr(v.m.th, v.v, name)
	if err != nil {
		return Value{}, v.m.failure(err)
	}
	return v.m.value(x), nil
}

// Item is v[key], with what [Machine.Value] makes of key.
func (v Value) Item(key any) (Value, error) {
	k, err := v.m.toPython(key)
	if err != nil {
		return Value{}, err
	}
	x, err := object.GetItem(v.m.th, v.v, k)
	if err != nil {
		return Value{}, v.m.failure(err)
	}
	return v.m.value(x), nil
}

// Items are the items of anything that can be iterated over.
func (v Value) Items() ([]Value, error) {
	list, err := object.ToSlice(v.m.th, v.v)
	if err != nil {
		return nil, v.m.failure(err)
	}
	out := make([]Value, len(list))
	for i, x := range list {
		out[i] = v.m.value(x)
	}
	return out, nil
}

// Tensor is the tensor that the value is; false if it is none. It shares its memory.
func (v Value) Tensor() (*Tensor, bool) {
	t, ok := torch.Unwrap(v.v)
	if !ok || t.IsMeta() {
		return nil, false
	}
	t.Storage().Hold() // nobody counts what Go refers to
	return &Tensor{t}, true
}

// Go is the Go value for None, bool, int (int64 or *big.Int), float, complex, str, bytes, tensors (*[Tensor]), tuples and lists
// ([]any), and dicts with keys that are str (map[string]any). Anything else is the Value itself.
func (v Value) Go() any {
	if v.v.IsNull() || v.v.IsNone() {
		return nil
	}
	if b, ok := v.v.AsBool(); ok {
		return b
	}
	if f, ok := v.v.AsFloat(); ok && v.v.Type() == object.FloatType {
		return f
	}
	if n, ok := v.v.AsInt(); ok {
		return n
	}
	if s, ok := object.Text(v.v); ok {
		return s
	}
	if b, ok := object.AsBytes(v.v); ok {
		return append([]byte(nil), b.B...)
	}
	if t, ok := v.Tensor(); ok {
		return t
	}
	if x, ok := v.sequence(); ok {
		return x
	}
	if d, ok := object.AsDict(v.v); ok {
		if x, ok := v.mapping(d); ok {
			return x
		}
	}
	if v.v.Type() == object.ComplexType {
		c, _ := object.ComplexOf(v.m.th, v.v)
		return c
	}
	if v.v.IsInt() {
		return new(big.Int).Set(object.BigOf(v.v))
	}
	return v
}

func (v Value) sequence() ([]any, bool) {
	_, list := object.AsList(v.v)
	_, tuple := object.AsTuple(v.v)
	if !list && !tuple {
		return nil, false
	}
	items, err := v.Items()
	if err != nil {
		return nil, false
	}
	out := make([]any, len(items))
	for i, x := range items {
		out[i] = x.Go()
	}
	return out, true
}

func (v Value) mapping(d *object.Dict) (map[string]any, bool) {
	out := map[string]any{}
	whole := true
	err := d.Each(v.m.th, func(th *object.Thread, k, x object.Value) error {
		s, ok := object.Text(k)
		whole = whole && ok
		out[s] = v.m.value(x).Go()
		return nil
	})
	return out, whole && err == nil
}
