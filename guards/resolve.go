package guards

import (
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Frame is what guards see of a call that is about to start: the argument
// slots, the closure and the namespaces.
type Frame struct {
	Slots    []object.Value
	Closure  object.Closure
	Globals  *object.Dict
	Builtins *object.Dict
}

// Resolve reads the value at s; it is absent when some step does not exist.
func (s *Source) Resolve(th *object.Thread, f *Frame) object.Value {
	if s.Base == nil {
		return s.root(f)
	}
	base := s.Base.Resolve(th, f)
	if base.IsNull() {
		return base
	}
	return s.step(th, base)
}

func (s *Source) root(f *Frame) object.Value {
	switch s.Access {
	case Local:
		if s.Index < len(f.Slots) {
			return f.Slots[s.Index]
		}
	case Free:
		if s.Index < f.Closure.Len() {
			return f.Closure.Cell(s.Index).V
		}
	case Global:
		v, _ := f.Globals.Lookup(s.Name)
		return v
	case Builtin:
		v, _ := f.Builtins.Lookup(s.Name)
		return v
	case Constant:
		return s.Key
	}
	return object.Null
}

// step goes from the value of the base to the value of s.
func (s *Source) step(th *object.Thread, base object.Value) object.Value {
	switch s.Access {
	case Attr:
		v, err := object.GetAttr(th, base, s.Name)
		if err != nil {
			return object.Null
		}
		return v
	case Dict:
		if d := base.Dict(); d != nil {
			return d.Ref()
		}
	case DictItem:
		if d, ok := object.AsDict(base); ok {
			v, _, err := d.Get(th, s.Key)
			if err != nil {
				return object.Null
			}
			return v
		}
		v, err := object.GetItem(th, base, s.Key)
		if err != nil {
			return object.Null
		}
		return v
	case ListItem, ListItemEnd:
		return s.item(th, base)
	case DictKey:
		return s.key(base)
	case Type:
		return base.Type().Ref()
	case TypeDict:
		if t, ok := object.AsType(base); ok && s.Index < len(t.MRO) {
			return t.MRO[s.Index].NS.Ref()
		}
	case TypeMRO:
		if t, ok := object.AsType(base); ok && s.Index < len(t.MRO) {
			return t.MRO[s.Index].Ref()
		}
	case Grad:
		if t := TensorOf(base); t != nil {
			v, err := object.GetAttr(th, base, "grad")
			if err == nil {
				return v
			}
		}
	case Call0:
		v, err := object.Call(th, base)
		if err == nil {
			return v
		}
	case MappingDict:
		if p, ok := object.AsMappingProxy(base); ok {
			return p.D
		}
	case ModeStackItem:
		v, err := object.Call(th, base, object.Int(int64(s.Index)))
		if err == nil {
			return v
		}
	case FromNumpy:
		v, err := object.Call(th, s.Key, base)
		if err == nil {
			return v
		}
	case IteratorItem:
		if rest, err := IteratorRest(th, base); err == nil && s.Index < len(rest) {
			return rest[s.Index]
		}
	case IteratorList:
		if list, _, ok := object.ListIterator(base); ok {
			return list
		}
	case CellValue:
		if c, ok := object.AsCell(base); ok {
			return c.V
		}
	default:
		return s.function(base)
	}
	return object.Null
}

func (s *Source) item(th *object.Thread, base object.Value) object.Value {
	var items []object.Value
	if t, ok := object.AsTuple(base); ok {
		items = t.Items
	} else if l, ok := object.AsList(base); ok {
		items = l.Items
	} else {
		read := object.GetItem
		if get := base.Type().Native().GetItem; s.Direct && get != nil { // a deque, whatever its class overrides
			read = get
		}
		v, err := read(th, base, object.Int(int64(s.Index)))
		if err != nil {
			return object.Null
		}
		return v
	}
	if s.Index < len(items) {
		return items[s.Index]
	}
	return object.Null
}

func (s *Source) key(base object.Value) object.Value {
	d, ok := object.AsDict(base)
	if !ok {
		return object.Null
	}
	n := 0
	for i := 0; ; n++ {
		key, _, next, ok := d.Next(i)
		if !ok {
			return object.Null
		}
		if n == s.Index {
			return key
		}
		i = next
	}
}

// function reads the parts of a function object.
func (s *Source) function(base object.Value) object.Value {
	f, ok := object.AsFunction(base)
	if !ok {
		return object.Null
	}
	switch s.Access {
	case Defaults:
		if f.Defaults != nil && s.Index < len(f.Defaults.Items) {
			return f.Defaults.Items[s.Index]
		}
	case KwDefaults:
		if f.KwDefaults != nil {
			v, _ := f.KwDefaults.Lookup(s.Name)
			return v
		}
	case Code:
		return f.Code.Ref()
	case Closure:
		if s.Index < f.Closure.Len() {
			return f.Closure.Cell(s.Index).V
		}
	}
	return object.Null
}

// TensorOf is the tensor behind a tensor object, or nil.
func TensorOf(v object.Value) *tensor.Tensor {
	if v.IsNull() {
		return nil
	}
	n, ok := object.AsNative(v)
	if !ok {
		return nil
	}
	t, _ := n.V.(*tensor.Tensor)
	return t
}

// Step reads the value at s from the value at its base; absent if it does not exist.
func (s *Source) Step(th *object.Thread, base object.Value) object.Value { return s.step(th, base) }

// IteratorRest lists what a tuple iterator will give, without moving it.
func IteratorRest(th *object.Thread, it object.Value) ([]object.Value, error) {
	return object.IteratorRest(th, it)
}
