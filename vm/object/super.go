package object

// superGetAttr looks name up in the MRO of the start type, behind the class.
func superGetAttr(th *Thread, v Value, name *Str) (Value, error) {
	s, _ := AsSuper(v)
	if s.Start != nil && name != sClass {
		mro := s.Start.MRO
		i := 0
		for i < len(mro) && mro[i] != s.Class {
			i++
		}
		for i++; i < len(mro); i++ {
			x, ok := mro[i].NS.GetStr(name)
			if !ok {
				continue
			}
			get := x.p.typ.DescrGet
			if get == nil {
				return x, nil
			}
			obj := s.Obj
			if t, ok := AsType(obj); ok && t == s.Start && !obj.p.typ.IsSubtype(s.Class) {
				obj = Null
			}
			return get(th, x, obj, s.Start.Ref())
		}
	}
	x, err := genericLookup(th, v, name)
	if err == nil && x.IsNull() {
		return Null, AttributeErrorf(v, name, "'super' object has no attribute '%s'", name.S)
	}
	return x, err
}

// SuperLookup is super(class, obj).name without making the super object; bound tells whether the result is already
// bound (false: a function to be called with obj first).
func SuperLookup(th *Thread, class *Type, obj Value, name *Str) (val Value, unbound bool, err error) {
	start := obj.p.typ
	if !start.IsSubtype(class) || name == sClass {
		v, err := NewSuper(class, obj)
		if err != nil {
			return Null, false, err
		}
		val, err = superGetAttr(th, v, name)
		return val, false, err
	}
	mro := start.MRO
	i := 0
	for i < len(mro) && mro[i] != class {
		i++
	}
	for i++; i < len(mro); i++ {
		x, ok := mro[i].NS.GetStr(name)
		if !ok {
			continue
		}
		if x.p.typ == FunctionType {
			return x, true, nil
		}
		if b, ok := AsBuiltin(x); ok && (b.kind == kindMethod || b.kind == kindWrapper) {
			return x, true, nil
		}
		if get := x.p.typ.DescrGet; get != nil {
			val, err = get(th, x, obj, start.Ref())
			return val, false, err
		}
		return x, false, nil
	}
	v, err := NewSuper(class, obj)
	if err != nil {
		return Null, false, err
	}
	val, err = superGetAttr(th, v, name) // an attribute of the super object itself, or the error
	return val, false, err
}

// NewSuper is super(class, obj).
func NewSuper(class *Type, obj Value) (Value, error) {
	s := &Super{Header: Header{typ: SuperType}, Class: class, Obj: obj}
	if obj.IsNull() {
		return s.Ref(), nil
	}
	if t, ok := AsType(obj); ok && t.IsSubtype(class) {
		s.Start = t
		return s.Ref(), nil
	}
	if obj.p.typ.IsSubtype(class) {
		s.Start = obj.p.typ
		return s.Ref(), nil
	}
	return Null, TypeErrorf("super(type, obj): obj (%s %s) is not an instance or subtype of type (%s).", kindOf(obj), nameOf(obj), class.Name)
}

func kindOf(v Value) string {
	if _, ok := AsType(v); ok {
		return "type"
	}
	return "instance of"
}

func nameOf(v Value) string {
	if t, ok := AsType(v); ok {
		return t.Name
	}
	return v.p.typ.Name
}

// ZeroArgSuper finds class and object of super() in the calling frame; the interpreter sets it.
var ZeroArgSuper func(*Thread) (*Type, Value, error)
