package object

import (
	"fmt"
	"strings"
)

// The exception classes that carry more than their arguments.
func exceptionKindSpecs() {
	KeyError.define(Spec{Slots: Slots{Str: func(th *Thread, v Value) (Value, error) {
		e, _ := AsException(v)
		if len(e.Args.Items) == 1 {
			s, err := Repr(th, e.Args.Items[0])
			return NewStr(s), err
		}
		return exceptionStr(th, v)
	}}})
	StopIteration.define(Spec{Getset: []GetsetDef{argAttr("value", 0)}})
	SystemExit.define(Spec{Getset: []GetsetDef{{Name: "code", Get: func(th *Thread, v Value) (Value, error) {
		e, _ := AsException(v)
		if x, ok := e.field("code"); ok {
			return x, nil
		}
		switch len(e.Args.Items) {
		case 0:
			return None, nil
		case 1:
			return e.Args.Items[0], nil
		}
		return e.Args.Ref(), nil
	}, Set: func(th *Thread, v, x Value) error { e, _ := AsException(v); e.setField("code", orNone(x)); return nil }}}})
	AttributeError.define(Spec{Slots: Slots{Init: keywordInit("AttributeError", "name", "obj")}, Getset: []GetsetDef{fieldAttr("name"), fieldAttr("obj")}})
	NameError.define(Spec{Slots: Slots{Init: keywordInit("NameError", "name")}, Getset: []GetsetDef{fieldAttr("name")}})
	msg := argAttr("msg", 0)
	ImportError.define(Spec{Slots: Slots{Init: importErrorInit, Str: func(th *Thread, v Value) (Value, error) {
		if m, err := msg.Get(th, v); err == nil && m.p.typ == StrType {
			return m, nil
		}
		return exceptionStr(th, v)
	}}, Getset: []GetsetDef{fieldAttr("name"), fieldAttr("path"), fieldAttr("name_from"), msg}})
	OSError.define(Spec{Slots: Slots{New: osErrorNew, Init: osErrorInit, Str: osErrorStr}, Getset: []GetsetDef{
		fieldAttr("errno"), fieldAttr("strerror"), fieldAttr("filename"), fieldAttr("filename2")}})
	BlockingIOError.define(Spec{Getset: []GetsetDef{{Name: "characters_written",
		Get: func(th *Thread, v Value) (Value, error) {
			e, _ := AsException(v)
			if n, ok := e.field("characters_written"); ok && !n.IsNull() {
				return n, nil
			}
			return Null, AttributeErrorf(v, Intern("characters_written"), "characters_written")
		},
		Set: func(th *Thread, v, x Value) error {
			e, _ := AsException(v)
			if x.IsNull() {
				e.setField("characters_written", Null)
				return nil
			}
			n, err := ToInt(th, x)
			if err == nil {
				e.setField("characters_written", Int(int64(n)))
			}
			return err
		}}}})
	SyntaxError.define(Spec{Slots: Slots{Init: syntaxErrorInit, Str: syntaxErrorStr}, Getset: []GetsetDef{
		fieldAttr("msg"), fieldAttr("filename"), fieldAttr("lineno"), fieldAttr("offset"), fieldAttr("text"),
		fieldAttr("end_lineno"), fieldAttr("end_offset"), fieldAttr("print_file_and_line"), fieldAttr("_metadata")}})
}

// argAttr is an attribute that starts as one of the arguments.
func argAttr(name string, i int) GetsetDef {
	return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) {
		e, _ := AsException(v)
		if x, ok := e.field(name); ok {
			return x, nil
		}
		if i < len(e.Args.Items) {
			return e.Args.Items[i], nil
		}
		return None, nil
	}, Set: func(th *Thread, v, x Value) error { e, _ := AsException(v); e.setField(name, orNone(x)); return nil }}
}

// fieldAttr is an attribute that is None until it is set.
func fieldAttr(name string) GetsetDef {
	return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) {
		e, _ := AsException(v)
		x, _ := e.field(name)
		return orNone(x), nil
	}, Set: func(th *Thread, v, x Value) error { e, _ := AsException(v); e.setField(name, orNone(x)); return nil }}
}

// keywordInit is the initialiser of the exceptions whose keyword arguments become attributes.
func keywordInit(name string, allowed ...string) func(*Thread, Value, []Value, []Value) error {
	return func(th *Thread, v Value, args, kw []Value) error {
		n := len(args) - len(kw)
		e, _ := AsException(v)
		e.Args = NewTuple(append([]Value(nil), args[:n]...)...)
	next:
		for i, k := range kw {
			s, _ := AsStr(k)
			for _, a := range allowed {
				if a == s.S {
					e.setField(a, args[n+i])
					continue next
				}
			}
			return TypeErrorf("%s() got an unexpected keyword argument '%s'", name, s.S)
		}
		return nil
	}
}

// errnoClasses maps errno to the subclass that OSError(errno, ...) makes.
var errnoClasses = map[int64]*Type{
	1: PermissionError, 2: FileNotFoundError, 3: ProcessLookupError, 4: InterruptedError, 10: ChildProcessError,
	11: BlockingIOError, 13: PermissionError, 17: FileExistsError, 20: NotADirectoryError, 21: IsADirectoryError,
	32: BrokenPipeError, 103: ConnectionAbortedError, 104: ConnectionResetError, 110: TimeoutError, 111: ConnectionRefusedError,
}

func osErrorNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	e := NewExceptionArgs(cls, append([]Value(nil), args[:n]...)...)
	if n >= 2 && n <= 5 {
		if no, ok := args[0].AsInt(); ok && cls == OSError {
			if t := errnoClasses[no]; t != nil {
				e.typ = t
			}
		}
		e.setField("errno", args[0])
		e.setField("strerror", args[1])
		if n >= 3 && e.typ == BlockingIOError && args[2].IsInt() {
			e.setField("characters_written", args[2])
		} else if n >= 3 {
			e.setField("filename", args[2])
			e.Args = NewTuple(args[0], args[1])
		}
		if n == 5 {
			e.setField("filename2", args[4])
		}
	}
	return e.Ref(), nil
}

// osErrorInit leaves what __new__ has made of the arguments.
func osErrorInit(th *Thread, v Value, args, kw []Value) error {
	if len(kw) > 0 {
		return TypeErrorf("%s() takes no keyword arguments", v.Type().Name)
	}
	return nil
}

// importErrorInit sets all attributes, also when it is called again.
func importErrorInit(th *Thread, v Value, args, kw []Value) error {
	e, _ := AsException(v)
	for _, name := range []string{"name", "path", "name_from"} {
		e.setField(name, None)
	}
	if err := keywordInit("ImportError", "name", "path", "name_from")(th, v, args, kw); err != nil {
		return err
	}
	e.setField("msg", None)
	if len(e.Args.Items) == 1 {
		e.setField("msg", e.Args.Items[0])
	}
	return nil
}

// NewOSError is the exception for a failed system call.
func NewOSError(th *Thread, errno int, text, filename string) *Exception {
	args := []Value{Int(int64(errno)), NewStr(text)}
	if filename != "" {
		args = append(args, NewStr(filename))
	}
	v, _ := osErrorNew(th, OSError, args, nil)
	e, _ := AsException(v)
	return e
}

func osErrorStr(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	if _, ok := e.field("errno"); !ok {
		return exceptionStr(th, v)
	}
	no, err := StrOf(th, e.Attr("errno"))
	if err != nil {
		return Null, err
	}
	text, err := StrOf(th, e.Attr("strerror"))
	if err != nil {
		return Null, err
	}
	s := "[Errno " + no + "] " + text
	if f := e.Attr("filename"); !f.IsNone() {
		r, err := Repr(th, f)
		if err != nil {
			return Null, err
		}
		s += ": " + r
		if f := e.Attr("filename2"); !f.IsNone() {
			if r, err = Repr(th, f); err != nil {
				return Null, err
			}
			s += " -> " + r
		}
	}
	return NewStr(s), nil
}

func syntaxErrorInit(th *Thread, v Value, args, kw []Value) error {
	if err := exceptionInit(th, v, args, kw); err != nil {
		return err
	}
	e, _ := AsException(v)
	if len(args) >= 1 {
		e.setField("msg", args[0])
	}
	if len(args) == 2 {
		items, err := ToSlice(th, args[1])
		if err != nil {
			return err
		}
		switch n := len(items); {
		case n < 4:
			return TypeErrorf("function takes at least 4 arguments (%d given)", n)
		case n > 7:
			return TypeErrorf("function takes at most 7 arguments (%d given)", n)
		case n == 5:
			return TypeErrorf("end_offset must be provided when end_lineno is provided")
		}
		for i, n := range []string{"filename", "lineno", "offset", "text", "end_lineno", "end_offset", "_metadata"} {
			if i < len(items) {
				e.setField(n, items[i])
			}
		}
	}
	return nil
}

func syntaxErrorStr(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	s, err := StrOf(th, e.Attr("msg"))
	if err != nil {
		return Null, err
	}
	line, hasLine := e.Attr("lineno").AsInt()
	file, hasFile := AsStr(e.Attr("filename"))
	switch {
	case hasFile && hasLine:
		name := file.S[strings.LastIndexByte(file.S, '/')+1:]
		s = fmt.Sprintf("%s (%s, line %d)", s, name, line)
	case hasFile:
		s = fmt.Sprintf("%s (%s)", s, file.S[strings.LastIndexByte(file.S, '/')+1:])
	case hasLine:
		s = fmt.Sprintf("%s (line %d)", s, line)
	}
	return NewStr(s), nil
}
