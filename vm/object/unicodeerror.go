package object

import "fmt"

// A unicodeErrorKind is what tells the three classes of failed conversions from each other.
type unicodeErrorKind struct {
	class  *Type
	fields []string // the arguments in order, which become attributes
	bytes  bool     // the object that was converted is bytes, not a string
	doing  string   // what failed, in the message
	unit   string   // what the object consists of, in the message
}

var unicodeErrorKinds = []unicodeErrorKind{
	{UnicodeDecodeError, []string{"encoding", "object", "start", "end", "reason"}, true, "decode", "byte"},
	{UnicodeEncodeError, []string{"encoding", "object", "start", "end", "reason"}, false, "encode", "character"},
	{UnicodeTranslateError, []string{"object", "start", "end", "reason"}, false, "translate", "character"},
}

func unicodeErrorSpecs() {
	for _, k := range unicodeErrorKinds {
		spec := Spec{Slots: Slots{Init: k.init, Str: k.str}}
		for i, name := range k.fields {
			if name == "start" || name == "end" {
				spec.Getset = append(spec.Getset, placeAttr(name, i))
			} else {
				spec.Getset = append(spec.Getset, argAttr(name, i))
			}
		}
		k.class.define(spec)
	}
}

// placeAttr is an argument that is an int and stays one.
func placeAttr(name string, i int) GetsetDef {
	d := argAttr(name, i)
	get, set := d.Get, d.Set
	d.Get = func(th *Thread, v Value) (Value, error) {
		if x, err := get(th, v); err != nil || !x.IsNone() {
			return x, err
		}
		return Int(0), nil
	}
	d.Set = func(th *Thread, v, x Value) error {
		if x.IsNull() {
			return TypeErrorf("can't delete numeric/char attribute")
		}
		if !x.IsInt() {
			return TypeErrorf("an integer is required")
		}
		return set(th, v, x)
	}
	return d
}

func (k unicodeErrorKind) init(th *Thread, v Value, args, kw []Value) error {
	if len(kw) > 0 {
		return TypeErrorf("%s() takes no keyword arguments", v.Type().Name)
	}
	if len(args) != len(k.fields) {
		return TypeErrorf("function takes exactly %d arguments (%d given)", len(k.fields), len(args))
	}
	if err := exceptionInit(th, v, args, nil); err != nil {
		return err
	}
	e, _ := AsException(v)
	for i, name := range k.fields {
		switch x := args[i]; {
		case name == "object" && k.bytes:
			if _, ok := AsBytes(x); ok {
				continue
			}
			b, err := BytesOf(x) // a copy: what the caller changes later is not what failed
			if err != nil {
				return err
			}
			e.setField(name, NewBytes(b))
		case name == "start" || name == "end":
			n, err := ToInt(th, x)
			if err != nil {
				return err
			}
			e.setField(name, Int(int64(n)))
		default:
			if _, ok := AsStr(x); !ok {
				return TypeErrorf("argument %d must be str, not %s", i+1, x.Type().Name)
			}
		}
	}
	return nil
}

// str names the element that failed where start and end enclose just one of the object, else the range.
func (k unicodeErrorKind) str(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	at := func(name string) Value {
		if x, ok := e.field(name); ok {
			return x
		}
		for i, f := range k.fields {
			if f == name && i < len(e.Args.Items) {
				return e.Args.Items[i]
			}
		}
		return None
	}
	object := at("object")
	if object.IsNone() { // never initialised, or the object was deleted
		return NewStr(""), nil
	}
	prefix := ""
	if k.fields[0] == "encoding" {
		enc, err := StrOf(th, at("encoding"))
		if err != nil {
			return Null, err
		}
		prefix = "'" + enc + "' codec "
	}
	reason, err := StrOf(th, at("reason"))
	if err != nil {
		return Null, err
	}
	start, _ := at("start").AsInt()
	end, _ := at("end").AsInt()
	what := fmt.Sprintf("%ss in position %d-%d", k.unit, start, end-1)
	one := start >= 0 && end == start+1
	if object = at("object"); k.bytes {
		b, ok := AsBytes(object)
		if !ok {
			return Null, TypeErrorf("UnicodeError 'object' attribute must be a bytes")
		}
		if one && start < int64(len(b.B)) {
			what = fmt.Sprintf("byte 0x%02x in position %d", b.B[start], start)
		}
	} else {
		s, ok := AsStr(object)
		if !ok {
			return Null, TypeErrorf("UnicodeError 'object' attribute must be a string")
		}
		if one && start < int64(s.Len()) {
			what = fmt.Sprintf("character '%s' in position %d", escapedRune(DecodeWTF8(s.S)[start]), start)
		}
	}
	return NewStr(fmt.Sprintf("%scan't %s %s: %s", prefix, k.doing, what, reason)), nil
}

// escapedRune is a character as an escape, in the shortest form that holds it.
func escapedRune(r rune) string {
	switch {
	case r >= 0x10000:
		return fmt.Sprintf("\\U%08x", r)
	case r >= 0x100:
		return fmt.Sprintf("\\u%04x", r)
	}
	return fmt.Sprintf("\\x%02x", r)
}
