package object

import (
	"fmt"
	"slices"
	"strings"
)

// Error is the exception as str() gives it; *Exception is a Go error.
func (e *Exception) Error() string {
	s, err := StrOf(e.Ref())
	if err != nil {
		return e.typ.Name
	}
	return s
}

// NewException makes an exception of class t with a message.
func NewException(t *Type, msg string) *Exception {
	return &Exception{Header: Header{typ: t}, Args: NewTuple(NewStr(msg))}
}

// NewExceptionArgs makes an exception of class t with the given args and no further initialisation.
func NewExceptionArgs(t *Type, args ...Value) *Exception {
	if len(args) == 1 {
		e := &struct {
			Exception
			args Tuple
			arg  [1]Value
		}{Exception: Exception{Header: Header{typ: t}}, arg: [1]Value{args[0]}}
		e.args = Tuple{Header: Header{typ: TupleType}, Items: e.arg[:]}
		e.Args = &e.args
		return &e.Exception
	}
	return &Exception{Header: Header{typ: t}, Args: NewTuple(slices.Clone(args)...)}
}

// Raisef is an error of class t with a formatted message.
func Raisef(t *Type, format string, args ...any) error {
	if len(args) == 0 {
		return NewException(t, format)
	}
	return NewException(t, fmt.Sprintf(format, args...))
}

func TypeErrorf(format string, args ...any) error    { return Raisef(TypeError, format, args...) }
func ValueErrorf(format string, args ...any) error   { return Raisef(ValueError, format, args...) }
func IndexErrorf(format string, args ...any) error   { return Raisef(IndexError, format, args...) }
func RuntimeErrorf(format string, args ...any) error { return Raisef(RuntimeError, format, args...) }
func OverflowErrorf(format string, args ...any) error {
	return Raisef(OverflowError, format, args...)
}
func ZeroDivisionErrorf(format string, args ...any) error {
	return Raisef(ZeroDivisionError, format, args...)
}
func NotImplementedErrorf(format string, args ...any) error {
	return Raisef(NotImplementedError, format, args...)
}
func AssertionErrorf(format string, args ...any) error {
	return Raisef(AssertionError, format, args...)
}

// KeyErrorOf is KeyError(key).
func KeyErrorOf(key Value) error { return NewExceptionArgs(KeyError, key) }

// StopIterationOf is StopIteration(v), or without argument when v is None or absent.
func StopIterationOf(v Value) error {
	if v.IsNull() || v.IsNone() {
		return NewExceptionArgs(StopIteration)
	}
	return NewExceptionArgs(StopIteration, v)
}

// AttributeErrorf is an AttributeError that knows its object and name.
func AttributeErrorf(obj Value, name *Str, format string, args ...any) error {
	e := Raisef(AttributeError, format, args...).(*Exception)
	e.dict = NewDict()
	e.dict.Put("name", name.Ref())
	if !obj.IsNull() {
		e.dict.Put("obj", obj)
	}
	return e
}

// NameErrorf is a NameError that knows its name.
func NameErrorf(t *Type, name string, format string, args ...any) error {
	e := Raisef(t, format, args...).(*Exception)
	if t == NameError { // as CPython, an unbound local has no name attribute
		e.dict = NewDict()
		e.dict.Put("name", StrValue(name))
	}
	return e
}

// ErrorIs tells whether err is a Python exception of class t.
func ErrorIs(err error, t *Type) bool {
	e, ok := err.(*Exception)
	return ok && e.typ.IsSubtype(t)
}

// Matches tells whether the exception is an instance of class t.
func (e *Exception) Matches(t *Type) bool { return e.typ.IsSubtype(t) }

// Attr is an entry of the exception's dictionary, None when missing.
func (e *Exception) Attr(name string) Value {
	if e.dict != nil {
		if v, ok := e.dict.Lookup(name); ok {
			return v
		}
	}
	return None
}

// SetAttr sets an entry of the exception's dictionary.
func (e *Exception) SetAttr(name string, v Value) {
	if e.dict == nil {
		e.dict = NewDict()
	}
	e.dict.Put(name, v)
}

// The exception classes, outermost first. Each is declared with its base; the table below fills in what is special.
var (
	BaseException          = exc("BaseException", ObjectType)
	BaseExceptionGroup     = exc("BaseExceptionGroup", BaseException)
	GeneratorExit          = exc("GeneratorExit", BaseException)
	KeyboardInterrupt      = exc("KeyboardInterrupt", BaseException)
	SystemExit             = exc("SystemExit", BaseException)
	ExceptionType          = exc("Exception", BaseException)
	ExceptionGroup         = exc("ExceptionGroup", BaseExceptionGroup)
	ArithmeticError        = exc("ArithmeticError", ExceptionType)
	FloatingPointError     = exc("FloatingPointError", ArithmeticError)
	OverflowError          = exc("OverflowError", ArithmeticError)
	ZeroDivisionError      = exc("ZeroDivisionError", ArithmeticError)
	AssertionError         = exc("AssertionError", ExceptionType)
	AttributeError         = exc("AttributeError", ExceptionType)
	BufferError            = exc("BufferError", ExceptionType)
	EOFError               = exc("EOFError", ExceptionType)
	ImportError            = exc("ImportError", ExceptionType)
	ModuleNotFoundError    = exc("ModuleNotFoundError", ImportError)
	LookupError            = exc("LookupError", ExceptionType)
	IndexError             = exc("IndexError", LookupError)
	KeyError               = exc("KeyError", LookupError)
	MemoryError            = exc("MemoryError", ExceptionType)
	NameError              = exc("NameError", ExceptionType)
	UnboundLocalError      = exc("UnboundLocalError", NameError)
	OSError                = exc("OSError", ExceptionType)
	BlockingIOError        = exc("BlockingIOError", OSError)
	ChildProcessError      = exc("ChildProcessError", OSError)
	ConnectionError        = exc("ConnectionError", OSError)
	BrokenPipeError        = exc("BrokenPipeError", ConnectionError)
	ConnectionAbortedError = exc("ConnectionAbortedError", ConnectionError)
	ConnectionRefusedError = exc("ConnectionRefusedError", ConnectionError)
	ConnectionResetError   = exc("ConnectionResetError", ConnectionError)
	FileExistsError        = exc("FileExistsError", OSError)
	FileNotFoundError      = exc("FileNotFoundError", OSError)
	InterruptedError       = exc("InterruptedError", OSError)
	IsADirectoryError      = exc("IsADirectoryError", OSError)
	NotADirectoryError     = exc("NotADirectoryError", OSError)
	PermissionError        = exc("PermissionError", OSError)
	ProcessLookupError     = exc("ProcessLookupError", OSError)
	TimeoutError           = exc("TimeoutError", OSError)
	ReferenceError         = exc("ReferenceError", ExceptionType)
	RuntimeError           = exc("RuntimeError", ExceptionType)
	NotImplementedError    = exc("NotImplementedError", RuntimeError)
	PythonFinalizationErr  = exc("PythonFinalizationError", RuntimeError)
	RecursionError         = exc("RecursionError", RuntimeError)
	StopAsyncIteration     = exc("StopAsyncIteration", ExceptionType)
	StopIteration          = exc("StopIteration", ExceptionType)
	SyntaxError            = exc("SyntaxError", ExceptionType)
	IndentationError       = exc("IndentationError", SyntaxError)
	TabError               = exc("TabError", IndentationError)
	SystemError            = exc("SystemError", ExceptionType)
	TypeError              = exc("TypeError", ExceptionType)
	ValueError             = exc("ValueError", ExceptionType)
	UnicodeError           = exc("UnicodeError", ValueError)
	UnicodeDecodeError     = exc("UnicodeDecodeError", UnicodeError)
	UnicodeEncodeError     = exc("UnicodeEncodeError", UnicodeError)
	UnicodeTranslateError  = exc("UnicodeTranslateError", UnicodeError)
	Warning                = exc("Warning", ExceptionType)
	BytesWarning           = exc("BytesWarning", Warning)
	DeprecationWarning     = exc("DeprecationWarning", Warning)
	EncodingWarning        = exc("EncodingWarning", Warning)
	FutureWarning          = exc("FutureWarning", Warning)
	ImportWarning          = exc("ImportWarning", Warning)
	PendingDeprecationWarn = exc("PendingDeprecationWarning", Warning)
	ResourceWarning        = exc("ResourceWarning", Warning)
	RuntimeWarning         = exc("RuntimeWarning", Warning)
	SyntaxWarning          = exc("SyntaxWarning", Warning)
	UnicodeWarning         = exc("UnicodeWarning", Warning)
	UserWarning            = exc("UserWarning", Warning)
)

// ExceptionTypes are the built-in exception classes, for the builtins namespace.
var ExceptionTypes []*Type

func exc(name string, base *Type) *Type {
	t := declare(name, LayoutException, base)
	ExceptionTypes = append(ExceptionTypes, t)
	return t
}

func init() {
	BaseException.define(Spec{
		HasDict: true,
		Slots: Slots{
			New:  exceptionNew,
			Init: exceptionInit,
			Repr: exceptionRepr,
			Str:  exceptionStr,
		},
		Getset: []GetsetDef{
			{Name: "args", Get: func(v Value) (Value, error) { e, _ := AsException(v); return e.Args.Ref(), nil },
				Set: func(v, x Value) error {
					e, _ := AsException(v)
					items, err := ToSlice(x)
					if err == nil {
						e.Args = NewTuple(items...)
					}
					return err
				}},
			{Name: "__cause__", Get: func(v Value) (Value, error) { e, _ := AsException(v); return orNone(e.Cause), nil },
				Set: func(v, x Value) error { e, _ := AsException(v); return e.setCause(x) }},
			{Name: "__context__", Get: func(v Value) (Value, error) { e, _ := AsException(v); return orNone(e.Context), nil },
				Set: func(v, x Value) error {
					e, _ := AsException(v)
					e.Context = x
					if x.IsNone() {
						e.Context = Null
					}
					return nil
				}},
			{Name: "__suppress_context__", Get: func(v Value) (Value, error) { e, _ := AsException(v); return Bool(e.SuppressContext), nil },
				Set: func(v, x Value) error {
					e, _ := AsException(v)
					b, err := IsTrue(x)
					e.SuppressContext = b
					return err
				}},
			{Name: "__traceback__", Get: func(v Value) (Value, error) {
				e, _ := AsException(v)
				if e.Traceback == nil {
					return None, nil
				}
				return e.Traceback.Ref(), nil
			}, Set: func(v, x Value) error { e, _ := AsException(v); return e.setTraceback(x) }},
		},
		Methods: []Method{
			{Name: "with_traceback", OneArg: func(v, tb Value) (Value, error) {
				e, _ := AsException(v)
				return v, e.setTraceback(tb)
			}},
			{Name: "add_note", OneArg: func(v, note Value) (Value, error) {
				if _, ok := AsStr(note); !ok {
					return Null, TypeErrorf("note must be a str, not '%s'", note.Type().Name)
				}
				e, _ := AsException(v)
				if l, ok := AsList(e.Attr("__notes__")); ok {
					l.Items = append(l.Items, note)
				} else {
					e.SetAttr("__notes__", NewList(note).Ref())
				}
				return None, nil
			}},
		},
	})
	KeyError.define(Spec{Slots: Slots{Str: func(v Value) (Value, error) {
		e, _ := AsException(v)
		if len(e.Args.Items) == 1 {
			s, err := Repr(e.Args.Items[0])
			return NewStr(s), err
		}
		return exceptionStr(v)
	}}})
	StopIteration.define(Spec{Getset: []GetsetDef{argAttr("value", 0)}})
	SystemExit.define(Spec{Getset: []GetsetDef{{Name: "code", Get: func(v Value) (Value, error) {
		e, _ := AsException(v)
		if x := e.Attr("code"); e.dict != nil && !x.IsNone() {
			return x, nil
		}
		switch len(e.Args.Items) {
		case 0:
			return None, nil
		case 1:
			return e.Args.Items[0], nil
		}
		return e.Args.Ref(), nil
	}, Set: func(v, x Value) error { e, _ := AsException(v); e.SetAttr("code", x); return nil }}}})
	AttributeError.define(Spec{Slots: Slots{Init: keywordInit("AttributeError", "name", "obj")}, Getset: []GetsetDef{dictAttr("name"), dictAttr("obj")}})
	NameError.define(Spec{Slots: Slots{Init: keywordInit("NameError", "name")}, Getset: []GetsetDef{dictAttr("name")}})
	ImportError.define(Spec{Slots: Slots{Init: keywordInit("ImportError", "name", "path", "name_from")}, Getset: []GetsetDef{
		dictAttr("name"), dictAttr("path"), dictAttr("name_from"),
		{Name: "msg", Get: func(v Value) (Value, error) {
			e, _ := AsException(v)
			if len(e.Args.Items) > 0 {
				return e.Args.Items[0], nil
			}
			return None, nil
		}}}})
	OSError.define(Spec{Slots: Slots{New: osErrorNew, Str: osErrorStr}, Getset: []GetsetDef{
		dictAttr("errno"), dictAttr("strerror"), dictAttr("filename"), dictAttr("filename2")}})
	SyntaxError.define(Spec{Slots: Slots{Init: syntaxErrorInit, Str: syntaxErrorStr}, Getset: []GetsetDef{
		dictAttr("msg"), dictAttr("filename"), dictAttr("lineno"), dictAttr("offset"), dictAttr("text"),
		dictAttr("end_lineno"), dictAttr("end_offset"), dictAttr("print_file_and_line")}})
	UnicodeDecodeError.define(Spec{Slots: Slots{Str: unicodeErrorStr}, Getset: []GetsetDef{
		argAttr("encoding", 0), argAttr("object", 1), argAttr("start", 2), argAttr("end", 3), argAttr("reason", 4)}})
	UnicodeEncodeError.define(Spec{Slots: Slots{Str: unicodeErrorStr}, Getset: []GetsetDef{
		argAttr("encoding", 0), argAttr("object", 1), argAttr("start", 2), argAttr("end", 3), argAttr("reason", 4)}})
	BaseExceptionGroup.define(Spec{Slots: Slots{New: groupNew, Str: groupStr, Repr: exceptionRepr}, Getset: []GetsetDef{
		argAttr("message", 0),
		{Name: "exceptions", Get: func(v Value) (Value, error) {
			e, _ := AsException(v)
			items, err := ToSlice(e.Args.Items[1])
			return NewTuple(items...).Ref(), err
		}}}})
}

func orNone(v Value) Value {
	if v.IsNull() {
		return None
	}
	return v
}

func argAttr(name string, i int) GetsetDef {
	return GetsetDef{Name: name, Get: func(v Value) (Value, error) {
		e, _ := AsException(v)
		if e.dict != nil {
			if x, ok := e.dict.Lookup(name); ok {
				return x, nil
			}
		}
		if i < len(e.Args.Items) {
			return e.Args.Items[i], nil
		}
		return None, nil
	}, Set: func(v, x Value) error { e, _ := AsException(v); e.SetAttr(name, x); return nil }}
}

func dictAttr(name string) GetsetDef {
	return GetsetDef{Name: name, Get: func(v Value) (Value, error) {
		e, _ := AsException(v)
		return e.Attr(name), nil
	}, Set: func(v, x Value) error { e, _ := AsException(v); e.SetAttr(name, orNone(x)); return nil }}
}

func exceptionNew(cls *Type, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	return NewExceptionArgs(cls, args[:n]...).Ref(), nil
}

func exceptionInit(v Value, args, kw []Value) error {
	if len(kw) > 0 {
		return TypeErrorf("%s() takes no keyword arguments", v.Type().Name)
	}
	if e, _ := AsException(v); !slices.Equal(e.Args.Items, args) { // else __new__ has set them
		e.Args = NewTuple(slices.Clone(args)...)
	}
	return nil
}

// keywordInit is the initialiser of the exceptions whose keyword arguments become attributes.
func keywordInit(name string, allowed ...string) func(Value, []Value, []Value) error {
	return func(v Value, args, kw []Value) error {
		n := len(args) - len(kw)
		e, _ := AsException(v)
		e.Args = NewTuple(append([]Value(nil), args[:n]...)...)
	next:
		for i, k := range kw {
			s, _ := AsStr(k)
			for _, a := range allowed {
				if a == s.S {
					e.SetAttr(a, args[n+i])
					continue next
				}
			}
			return TypeErrorf("%s() got an unexpected keyword argument '%s'", name, s.S)
		}
		return nil
	}
}

func exceptionRepr(v Value) (Value, error) {
	e, _ := AsException(v)
	var parts []string
	for _, a := range e.Args.Items {
		s, err := Repr(a)
		if err != nil {
			return Null, err
		}
		parts = append(parts, s)
	}
	return NewStr(e.typ.Name + "(" + strings.Join(parts, ", ") + ")"), nil
}

func exceptionStr(v Value) (Value, error) {
	e, _ := AsException(v)
	switch len(e.Args.Items) {
	case 0:
		return NewStr(""), nil
	case 1:
		s, err := StrOf(e.Args.Items[0])
		return NewStr(s), err
	}
	s, err := Repr(e.Args.Ref())
	return NewStr(s), err
}

func (e *Exception) setCause(x Value) error {
	if x.IsNull() || x.IsNone() {
		e.Cause = Null
	} else if _, ok := AsException(x); ok {
		e.Cause = x
	} else {
		return TypeErrorf("exception cause must be None or derive from BaseException")
	}
	e.SuppressContext = true
	return nil
}

func (e *Exception) setTraceback(x Value) error {
	if x.IsNone() {
		e.Traceback = nil
	} else if tb, ok := AsTraceback(x); ok {
		e.Traceback = tb
	} else {
		return TypeErrorf("__traceback__ must be a traceback or None")
	}
	return nil
}

// errnoClasses maps errno to the subclass that OSError(errno, ...) makes.
var errnoClasses = map[int64]*Type{
	1: PermissionError, 2: FileNotFoundError, 3: ProcessLookupError, 4: InterruptedError, 10: ChildProcessError,
	11: BlockingIOError, 13: PermissionError, 17: FileExistsError, 20: NotADirectoryError, 21: IsADirectoryError,
	32: BrokenPipeError, 103: ConnectionAbortedError, 104: ConnectionResetError, 110: TimeoutError, 111: ConnectionRefusedError,
}

func osErrorNew(cls *Type, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	e := NewExceptionArgs(cls, append([]Value(nil), args[:n]...)...)
	if n >= 2 && n <= 5 {
		if no, ok := args[0].AsInt(); ok && cls == OSError {
			if t := errnoClasses[no]; t != nil {
				e.typ = t
			}
		}
		e.SetAttr("errno", args[0])
		e.SetAttr("strerror", args[1])
		if n >= 3 {
			e.SetAttr("filename", args[2])
			e.Args = NewTuple(args[0], args[1])
		}
	}
	return e.Ref(), nil
}

// NewOSError is the exception for a failed system call.
func NewOSError(errno int, text, filename string) *Exception {
	args := []Value{Int(int64(errno)), NewStr(text)}
	if filename != "" {
		args = append(args, NewStr(filename))
	}
	v, _ := osErrorNew(OSError, args, nil)
	e, _ := AsException(v)
	return e
}

func osErrorStr(v Value) (Value, error) {
	e, _ := AsException(v)
	if e.dict == nil || e.Attr("errno").IsNone() && e.Attr("strerror").IsNone() {
		return exceptionStr(v)
	}
	no, err := StrOf(e.Attr("errno"))
	if err != nil {
		return Null, err
	}
	text, err := StrOf(e.Attr("strerror"))
	if err != nil {
		return Null, err
	}
	s := "[Errno " + no + "] " + text
	if f := e.Attr("filename"); !f.IsNone() {
		r, err := Repr(f)
		if err != nil {
			return Null, err
		}
		s += ": " + r
	}
	return NewStr(s), nil
}

func syntaxErrorInit(v Value, args, kw []Value) error {
	if err := exceptionInit(v, args, kw); err != nil {
		return err
	}
	e, _ := AsException(v)
	if len(args) >= 1 {
		e.SetAttr("msg", args[0])
	}
	if len(args) == 2 {
		items, err := ToSlice(args[1])
		if err != nil {
			return err
		}
		for i, n := range []string{"filename", "lineno", "offset", "text", "end_lineno", "end_offset"} {
			if i < len(items) {
				e.SetAttr(n, items[i])
			}
		}
	}
	return nil
}

func syntaxErrorStr(v Value) (Value, error) {
	e, _ := AsException(v)
	s, err := StrOf(e.Attr("msg"))
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

func unicodeErrorStr(v Value) (Value, error) {
	e, _ := AsException(v)
	if len(e.Args.Items) != 5 {
		return exceptionStr(v)
	}
	a := e.Args.Items
	enc, _ := StrOf(a[0])
	reason, _ := StrOf(a[4])
	start, _ := a[2].AsInt()
	end, _ := a[3].AsInt()
	if b, ok := AsBytes(a[1]); ok {
		if end == start+1 && start < int64(len(b.B)) {
			return NewStr(fmt.Sprintf("'%s' codec can't decode byte 0x%02x in position %d: %s", enc, b.B[start], start, reason)), nil
		}
		return NewStr(fmt.Sprintf("'%s' codec can't decode bytes in position %d-%d: %s", enc, start, end-1, reason)), nil
	}
	if s, ok := AsStr(a[1]); ok && end == start+1 && start < int64(s.Len()) {
		r := DecodeWTF8(s.S)[start]
		lit := fmt.Sprintf("\\x%02x", r)
		if r >= 0x10000 {
			lit = fmt.Sprintf("\\U%08x", r)
		} else if r >= 0x100 {
			lit = fmt.Sprintf("\\u%04x", r)
		}
		return NewStr(fmt.Sprintf("'%s' codec can't encode character '%s' in position %d: %s", enc, lit, start, reason)), nil
	}
	return NewStr(fmt.Sprintf("'%s' codec can't encode characters in position %d-%d: %s", enc, start, end-1, reason)), nil
}

func groupNew(cls *Type, args, kw []Value) (Value, error) {
	if len(args) != 2 || len(kw) > 0 {
		return Null, TypeErrorf("BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(args))
	}
	if _, ok := AsStr(args[0]); !ok {
		return Null, TypeErrorf("argument 1 must be str, not %s", args[0].Type().Name)
	}
	items, err := ToSlice(args[1])
	if err != nil {
		return Null, TypeErrorf("second argument (exceptions) must be a sequence")
	}
	if len(items) == 0 {
		return Null, ValueErrorf("second argument (exceptions) must be a non-empty sequence")
	}
	plain := true
	for i, x := range items {
		e, ok := AsException(x)
		if !ok {
			return Null, ValueErrorf("Item %d of second argument (exceptions) is not an exception", i)
		}
		plain = plain && e.Matches(ExceptionType)
	}
	if cls == BaseExceptionGroup && plain {
		cls = ExceptionGroup
	} else if cls == ExceptionGroup && !plain {
		return Null, TypeErrorf("Cannot nest BaseExceptions in an ExceptionGroup")
	}
	return NewExceptionArgs(cls, args[0], args[1]).Ref(), nil
}

func groupStr(v Value) (Value, error) {
	e, _ := AsException(v)
	msg, err := StrOf(e.Args.Items[0])
	if err != nil {
		return Null, err
	}
	n, err := Len(e.Args.Items[1])
	plural := "s"
	if n == 1 {
		plural = ""
	}
	return NewStr(fmt.Sprintf("%s (%d sub-exception%s)", msg, n, plural)), err
}
