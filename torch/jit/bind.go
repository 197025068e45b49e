package jit

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Arguments of calls from Python as the values that a schema asks for.

// broadcast is a list of so many times a number; other values stay what they are.
func broadcast(v Value, size int) Value {
	if _, whole := v.AsInt(); size == 0 || !whole && !v.IsFloat() {
		return v
	}
	list := object.NewList()
	for range size {
		list.Items = append(list.Items, v)
	}
	return list.Ref()
}

// bind matches the arguments of a call with the parameters, and checks their types.
func bind(th *object.Thread, s *ir.Schema, args, kwNames []Value) ([]Value, error) {
	n := len(args) - len(kwNames)
	if len(args) > len(s.Args) {
		return nil, object.RuntimeErrorf("%s() expected at most %d argument(s) but received %d argument(s). Declaration: %s", s.Name, len(s.Args), len(args), s)
	}
	if at := slices.IndexFunc(s.Args, func(a ir.Argument) bool { return a.KwOnly }); at >= 0 && n > at {
		return nil, object.RuntimeErrorf("%s() takes %d positional argument(s) but %d was/were given.  Declaration: %s", s.Name, at, n, s)
	}
	out := make([]Value, len(s.Args))
	used := 0
	for i := range s.Args {
		a := &s.Args[i]
		var v Value
		given := false
		if i < n {
			v, given = args[i], true
		} else {
			for k, name := range kwNames {
				if text, _ := object.Text(name); text == a.Name {
					v, given = args[n+k], true
					used++
				}
			}
		}
		if !given {
			if !a.HasDef {
				return nil, object.RuntimeErrorf("%s() is missing value for argument '%s'. Declaration: %s", s.Name, a.Name, s)
			}
			var err error
			if v, err = exec.ConstantValue(th, runtimeOf(th), a.Default); err != nil {
				return nil, err
			}
			out[i] = v
			continue
		}
		if i == 0 && a.Type.Kind == ir.ClassKind {
			if _, ok := payload[*exec.Object](v); ok {
				out[i] = v
				continue
			}
		}
		if a.Type.Kind == ir.AnyKind && isContainer(v) && valueType(th, v) == nil {
			return nil, object.RuntimeErrorf("Tracer cannot infer type of %s\n:%s", text(th, v), whyNoType(th, v))
		}
		x, ok := fits(th, broadcast(v, a.Size), a.Type, true)
		if !ok {
			if err := deviceProblem(th, v, a.Type); err != nil {
				return nil, err
			}
			text, _ := object.Repr(th, v)
			inferred := ""
			if a.Type.Kind == ir.TensorKind && a.Type.Inferred {
				inferred = fmt.Sprintf("Inferred '%s' to be of type 'Tensor' because it was not annotated with an explicit type.\n", a.Name)
			}
			return nil, object.RuntimeErrorf("%s() Expected a value of type '%s' for argument '%s' but instead found type '%s'.\n%sPosition: %d\nValue: %s\nDeclaration: %s\n%s",
				s.Name, a.Type.Repr(), a.Name, typeName(v), inferred, i, text, s, castProblem(th, v, a.Type))
		}
		out[i] = x
	}
	if used < len(kwNames) {
		twice := ""
		for _, name := range kwNames {
			text, _ := object.Text(name)
			at := s.Find(text)
			if at < 0 {
				return nil, object.RuntimeErrorf("Unknown keyword argument '%s' for operator '%s'. Schema: %s", text, s.Name, s)
			}
			if at < len(args)-len(kwNames) && twice == "" {
				twice = text
			}
		}
		return nil, object.RuntimeErrorf("Argument '%s' specified both as positional and keyword argument. Schema: %s", twice, s)
	}
	return out, nil
}

func isContainer(v Value) bool {
	_, tuple := object.AsTuple(v)
	_, list := object.AsList(v)
	_, dict := object.AsDict(v)
	return tuple || list || dict
}

func typeName(v Value) string {
	if v.IsNone() {
		return "NoneType"
	}
	return v.Type().Name
}

// fits brings a Python value to a type: containers are copied, numbers widened where convert is set. It says whether that is possible.
func fits(th *object.Thread, v Value, t *ir.Type, convert bool) (Value, bool) {
	switch t.Kind {
	case ir.AnyKind:
		return fitsAny(th, v), true
	case ir.TensorKind:
		return v, torch.IsOperand(v)
	case ir.NoneKind:
		return v, v.IsNone()
	case ir.OptionalKind:
		if v.IsNone() {
			return v, true
		}
		return fits(th, v, t.Elem[0], convert)
	case ir.UnionKind:
		for _, m := range t.Elem {
			if x, ok := fits(th, v, m, false); ok {
				return x, true
			}
		}
		return v, false
	case ir.IntKind:
		return fitsInt(v, convert)
	case ir.FloatKind:
		return fitsFloat(v, convert)
	case ir.ComplexKind:
		if _, ok := object.AsComplex(v); ok {
			return v, true
		}
		if convert && (v.IsExactFloat() || v.IsSmallInt()) {
			f, _ := fitsFloat(v, true)
			return object.NewComplex(complex(f.ExactFloat(), 0)), true
		}
		return v, false
	case ir.BoolKind:
		if v.IsBool() {
			return v, true
		}
		if x, ok := scalarOf(v); ok && convert {
			b, _ := x.(bool)
			return object.Bool(b), ok
		}
		if _, number := v.AsFloat(); convert && (number || v.IsInt() || v.IsNone() || v.Type() == object.ComplexType) { // what has the number's __bool__
			b, err := object.IsTrue(th, v)
			return object.Bool(b), err == nil
		}
		return v, false
	case ir.NumberKind:
		_, isComplex := object.AsComplex(v)
		return v, v.IsSmallInt() || v.IsExactFloat() || v.IsBool() || isComplex
	case ir.StrKind:
		if s, ok := textOfBytes(v); ok && convert {
			return object.NewStr(s), true
		}
		_, ok := object.AsStr(v)
		return v, ok
	case ir.DeviceKind:
		if _, ok := payload[tensor.Device](v); ok {
			return v, true
		}
		if s, ok := object.AsStr(v); ok && convert {
			d, err := object.Call(th, torch.DeviceType().Ref(), s.Ref())
			return d, err == nil
		}
		return v, false
	case ir.ListKind, ir.AnyListKind:
		return fitsList(th, v, t, convert)
	case ir.DictKind:
		return fitsDict(th, v, t, convert)
	case ir.TupleKind, ir.AnyTupleKind:
		return fitsTuple(th, v, t, convert)
	case ir.FutureKind, ir.AwaitKind:
		return fitsFuture(th, v, t)
	case ir.EnumKind:
		return fitsEnum(th, v, t)
	case ir.ClassKind, ir.InterfaceKind:
		return fitsObject(th, v, t)
	case ir.GeneratorKind:
		_, ok := payload[*tensor.Generator](v)
		return v, ok
	}
	return v, true
}

// textOfBytes is the text that the bytes of an object are in UTF-8.
func textOfBytes(v Value) (string, bool) {
	if v.Type() != object.BytesType && v.Type() != object.ByteArrayType {
		return "", false
	}
	b, err := object.BytesOf(v)
	return string(b), err == nil && utf8.Valid(b)
}

// deviceProblem is what is wrong with a text that is to name a device.
func deviceProblem(th *object.Thread, v Value, t *ir.Type) error {
	if t.Kind == ir.OptionalKind {
		t = t.Elem[0]
	}
	s, ok := object.AsStr(v)
	if !ok || t.Kind != ir.DeviceKind {
		return nil
	}
	_, err := object.Call(th, torch.DeviceType().Ref(), s.Ref())
	return err
}

// waiting are the classes of Python of what scripts wait for.
var waiting = map[ir.Kind][2]string{ir.FutureKind: {"torch.futures", "Future"}, ir.AwaitKind: {"torch.jit._await", "_AwaitObject"}}

// fitsFuture makes a future of scripts of one of Python, which is waited for when the script does.
func fitsFuture(th *object.Thread, v Value, t *ir.Type) (Value, bool) {
	if f, ok := payload[*exec.Future](v); ok {
		return v, f.Awaits == (t.Kind == ir.AwaitKind)
	}
	names := waiting[t.Kind]
	cls, err := helper(th, names[0], names[1])
	if c, ok := object.AsType(cls); err != nil || !ok || !v.Type().IsSubtype(c) {
		return v, false
	}
	return object.NewNative(exec.FutureType, exec.Later(func(th *object.Thread) (Value, error) {
		out, err := object.CallMethod(th, v, "wait")
		if err != nil {
			return out, err
		}
		if x, ok := fits(th, out, t.Elem[0], true); ok {
			return x, nil
		}
		return out, object.RuntimeErrorf("expected a value of type '%s' but a future has one of type '%s'", t.Elem[0].Repr(), out.Type().Name)
	})), true
}

// scalarOf is the element of a tensor that has one and no gradient.
func scalarOf(v Value) (any, bool) {
	t, ok := torch.Unwrap(v)
	if !ok || t.Numel() != 1 || t.NeedsGrad() {
		return nil, false
	}
	return t.Item(), true
}

func fitsInt(v Value, convert bool) (Value, bool) {
	if v.IsBool() && convert {
		if v == object.True {
			return object.Int(1), true
		}
		return object.Int(0), true
	}
	if v.IsBool() {
		return v, false
	}
	if v.IsSmallInt() {
		return v, true
	}
	if v.IsInt() {
		i, ok := v.AsInt()
		return object.Int(i), ok
	}
	if d, ok := payload[tensor.DType](v); ok {
		k, ok := scalarNumbers[d]
		return object.Int(k), ok
	}
	if f, ok := payload[tensor.MemoryFormat](v); ok {
		for i, m := range memoryFormats {
			if m == f {
				return object.Int(int64(i)), true
			}
		}
	}
	if _, ok := payload[tensor.Layout](v); ok {
		return object.Int(0), true
	}
	if k, ok := schemeNumber(v); ok {
		return object.Int(k), true
	}
	if x, ok := scalarOf(v); ok && convert {
		switch x := x.(type) {
		case int64:
			return object.Int(x), true
		case float64:
			return object.Int(int64(x)), !math.IsNaN(x) && math.Abs(x) < 1<<63
		}
	}
	return v, false
}

func fitsFloat(v Value, convert bool) (Value, bool) {
	switch {
	case v.IsExactFloat():
		return v, true
	case !convert:
		return v, false
	case v.IsSmallInt():
		return object.Float(float64(v.SmallInt())), true
	case v.IsBool():
		return object.Float(float64(v.SmallInt())), true
	case v.IsFloat():
		f, ok := v.AsFloat()
		return object.Float(f), ok
	}
	if x, ok := scalarOf(v); ok {
		switch x := x.(type) {
		case float64:
			return object.Float(x), true
		case int64:
			return object.Float(float64(x)), true
		}
	}
	return v, false
}

// sharedValues is the list or dict that a container of torch.jit shares with scripts.
func sharedValues(th *object.Thread, v Value, class string) (Value, bool) {
	if v.Type().Name != class {
		return object.Null, false
	}
	cls, err := helper(th, "torch.jit._containers", class)
	if t, ok := object.AsType(cls); err != nil || !ok || v.Type() != t {
		return object.Null, false
	}
	values, err := object.GetAttr(th, v, "_values")
	return values, err == nil
}

func fitsList(th *object.Thread, v Value, t *ir.Type, convert bool) (Value, bool) {
	if shared, ok := sharedValues(th, v, "ScriptList"); ok { // its elements are of one type, that of the first
		l, _ := object.AsList(shared)
		if len(l.Items) == 0 || t.Kind == ir.AnyListKind {
			return shared, true
		}
		_, ok := fits(th, l.Items[0], t.Elem[0], false)
		return shared, ok
	}
	var items []Value
	if l, ok := object.AsList(v); ok {
		items = l.Items
	} else if tup, ok := object.AsTuple(v); ok && convert {
		items = tup.Items
	} else if v.Type() == object.RangeType && convert {
		items, _ = object.ToSlice(th, v)
	} else {
		return v, false
	}
	out := make([]Value, len(items))
	for i, x := range items {
		if t.Kind == ir.AnyListKind {
			out[i] = x
			continue
		}
		var ok bool
		if out[i], ok = fits(th, x, t.Elem[0], convert); !ok {
			return v, false
		}
	}
	return object.NewList(out...).Ref(), true
}

func fitsDict(th *object.Thread, v Value, t *ir.Type, convert bool) (Value, bool) {
	if shared, ok := sharedValues(th, v, "ScriptDict"); ok {
		d, _ := object.AsDict(shared)
		if d.Len() == 0 {
			return shared, true
		}
		_, key := fits(th, d.Keys()[0], t.Elem[0], false)
		_, value := fits(th, d.Values()[0], t.Elem[1], false)
		return shared, key && value
	}
	d, ok := object.AsDict(v)
	if !ok {
		return v, false
	}
	out := object.NewDict()
	vals := d.Values()
	for i, k := range d.Keys() {
		key, ok := fits(th, k, t.Elem[0], convert)
		if !ok {
			return v, false
		}
		val, ok := fits(th, vals[i], t.Elem[1], convert)
		if !ok || out.Set(th, key, val) != nil {
			return v, false
		}
	}
	return out.Ref(), true
}

func fitsTuple(th *object.Thread, v Value, t *ir.Type, convert bool) (Value, bool) {
	tup, ok := object.AsTuple(v)
	if !ok || t.Kind == ir.AnyTupleKind {
		return v, ok
	}
	if len(tup.Items) != len(t.Elem) {
		return v, false
	}
	out := make([]Value, len(t.Elem))
	for i, x := range tup.Items {
		if out[i], ok = fits(th, x, t.Elem[i], convert); !ok {
			return v, false
		}
	}
	if cls := states.Of(th).tuples[tupleKey(t)]; cls != nil {
		return object.NewTupleOf(cls, out...), true
	}
	return object.NewTuple(out...).Ref(), true
}

// fitsAny is a Python value as one of unknown type.
func fitsAny(th *object.Thread, v Value) Value {
	if l, ok := object.AsList(v); ok {
		out := make([]Value, len(l.Items))
		for i, x := range l.Items {
			out[i] = fitsAny(th, x)
		}
		return object.NewList(out...).Ref()
	}
	return v
}

// fitsObject is the object of the interpreter behind an instance of a scripted class.
func fitsObject(th *object.Thread, v Value, t *ir.Type) (Value, bool) {
	o, ok := payload[*exec.Object](v)
	if !ok {
		if c := attr(th, v, "_c"); !c.IsNull() {
			o, ok = payload[*exec.Object](c)
		}
	}
	if ok {
		return object.NewNative(exec.ObjectType, o), o.Type.IsSubtype(t)
	}
	if t.Class.Native {
		return v, nativeType(th, v) == t
	}
	if t.Kind == ir.InterfaceKind {
		if own := states.Of(th).classes[v.Type()]; own != nil && own.Kind == ir.ClassKind && own.WhyNot(t) == "" {
			return fitsObject(th, v, own)
		}
		return v, false
	}
	if _, isClass := t.Class.Source.(*object.Type); !isClass {
		return v, false
	}
	// an instance of the Python class, or what has its attributes: they are copied
	obj, val := exec.NewObject(t)
	for i, a := range t.Class.Attrs {
		part := attr(th, v, a.Name)
		if part.IsNull() {
			return v, false
		}
		x, ok := fits(th, part, a.Type, true)
		if !ok {
			return v, false
		}
		obj.Slots[i] = x
	}
	return val, true
}

// fitsEnum takes members of the enumeration, and of others the members that its own equal in name and value: an archive has enumerations of its own.
func fitsEnum(th *object.Thread, v Value, t *ir.Type) (Value, bool) {
	cls, ok := t.Class.Source.(*object.Type)
	if !ok {
		return v, false
	}
	if v.Type().IsSubtype(cls) {
		return v, true
	}
	if !isEnum(th, v.Type()) {
		return v, false
	}
	own := attr(th, cls.Ref(), attrText(th, v, "name"))
	if own.IsNull() || !own.Type().IsSubtype(cls) {
		return v, false
	}
	same, err := object.CompareBool(th, attr(th, own, "value"), attr(th, v, "value"), object.Eq)
	return own, err == nil && same
}
