package object

import (
	"fmt"
	"slices"
	"strings"
)

// Error is the exception as str() gives it; *Exception is a Go error.
func (e *Exception) Error() string {
	th := NewThread()
	s, err := StrOf(th, e.Ref())
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
	e.fields = append(e.fields, exceptionField{"name", name.Ref()})
	if !obj.IsNull() {
		e.fields = append(e.fields, exceptionField{"obj", obj})
	}
	return e
}

// AttributeOf is the object and the name of an attribute that it has not, Null for other exceptions.
func (e *Exception) AttributeOf() (of, name Value) {
	of, found := e.field("obj")
	name, named := e.field("name")
	if !found || !named || !e.Matches(AttributeError) {
		return Null, Null
	}
	return of, name
}

// NameErrorf is a NameError that knows its name.
func NameErrorf(t *Type, name string, format string, args ...any) error {
	e := Raisef(t, format, args...).(*Exception)
	if t == NameError { // as CPython, an unbound local has no name attribute
		e.setField("name", StrValue(name))
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

// exceptionField is an attribute that the class of an exception defines, as errno of OSError.
type exceptionField struct {
	name string
	val  Value
}

func (e *Exception) field(name string) (Value, bool) {
	for i := range e.fields {
		if f := &e.fields[i]; f.name == name {
			return f.val, true
		}
	}
	return Null, false
}

func (e *Exception) setField(name string, v Value) {
	for i := range e.fields {
		if f := &e.fields[i]; f.name == name {
			f.val = v
			return
		}
	}
	e.fields = append(e.fields, exceptionField{name, v})
}

// EachField calls f with the attributes that the exception's class defines and that this one has, as errno of an OSError and name of an ImportError.
func (e *Exception) EachField(f func(name string, v Value)) {
	for _, x := range e.fields {
		f(x.name, x.val)
	}
}

// Attr is an attribute that the exception's class defines or that was set on the exception, None when missing.
func (e *Exception) Attr(name string) Value {
	if v, ok := e.field(name); ok {
		return v
	}
	if e.dict != nil {
		if v, ok := e.dict.Lookup(name); ok {
			return v
		}
	}
	return None
}

// SetAttr sets an attribute that the exception's class defines, or else an entry of the exception's dictionary.
func (e *Exception) SetAttr(th *Thread, name string, v Value) {
	if _, ok := asGetset(e.typ.Lookup(th, Intern(name))); ok {
		e.setField(name, v)
		return
	}
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
	ExceptionTypes = append(ExceptionTypes, t) // start: called while packages are initialised
	return t
}

func baseExceptionSpec() Spec {
	return Spec{
		HasDict: true,
		Slots: Slots{
			New:  exceptionNew,
			Init: exceptionInit,
			Repr: exceptionRepr,
			Str:  exceptionStr,
		},
		Getset: []GetsetDef{
			DictAttr,
			{Name: "args", Get: func(th *Thread, v Value) (Value, error) { e, _ := AsException(v); return e.Args.Ref(), nil },
				Set: func(th *Thread, v, x Value) error {
					if x.IsNull() {
						return TypeErrorf("args may not be deleted")
					}
					e, _ := AsException(v)
					items, err := ToSlice(th, x)
					if err == nil {
						e.Args = NewTuple(items...)
					}
					return err
				}},
			{Name: "__cause__", Get: func(th *Thread, v Value) (Value, error) { e, _ := AsException(v); return orNone(e.Cause), nil },
				Set: func(th *Thread, v, x Value) error {
					if x.IsNull() {
						return TypeErrorf("__cause__ may not be deleted")
					}
					e, _ := AsException(v)
					return e.setCause(x)
				}},
			{Name: "__context__", Get: func(th *Thread, v Value) (Value, error) { e, _ := AsException(v); return orNone(e.Context), nil },
				Set: func(th *Thread, v, x Value) error {
					if x.IsNull() {
						return TypeErrorf("__context__ may not be deleted")
					}
					if _, ok := AsException(x); !ok && !x.IsNone() {
						return TypeErrorf("exception context must be None or derive from BaseException")
					}
					e, _ := AsException(v)
					e.Context = x
					if x.IsNone() {
						e.Context = Null
					}
					return nil
				}},
			{Name: "__suppress_context__", Get: func(th *Thread, v Value) (Value, error) { e, _ := AsException(v); return Bool(e.SuppressContext), nil },
				Set: func(th *Thread, v, x Value) error {
					if x.IsNull() {
						return TypeErrorf("can't delete numeric/char attribute")
					}
					b, ok := x.AsBool()
					if !ok {
						return TypeErrorf("attribute value type must be bool")
					}
					e, _ := AsException(v)
					e.SuppressContext = b
					return nil
				}},
			{Name: "__traceback__", Get: func(th *Thread, v Value) (Value, error) {
				e, _ := AsException(v)
				if e.Traceback == nil {
					return None, nil
				}
				return e.Traceback.Ref(), nil
			}, Set: func(th *Thread, v, x Value) error { e, _ := AsException(v); return e.setTraceback(x) }},
		},
		Methods: []Method{
			{Name: "with_traceback", OneArg: func(th *Thread, v, tb Value) (Value, error) {
				e, _ := AsException(v)
				return v, e.setTraceback(tb)
			}},
			{Name: "add_note", OneArg: func(th *Thread, v, note Value) (Value, error) {
				if _, ok := AsStr(note); !ok {
					return Null, TypeErrorf("add_note() argument must be str, not %s", note.Type().Name)
				}
				e, _ := AsException(v)
				notes := e.Attr("__notes__")
				l, ok := AsList(notes)
				switch {
				case ok:
					l.Items = append(l.Items, note)
				case !notes.IsNone():
					return Null, TypeErrorf("Cannot add note: __notes__ is not a list")
				default:
					e.SetAttr(th, "__notes__", NewList(note).Ref())
				}
				return None, nil
			}},
		},
	}
}

func orNone(v Value) Value {
	if v.IsNull() {
		return None
	}
	return v
}

func exceptionNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	return NewExceptionArgs(cls, args[:n]...).Ref(), nil
}

func exceptionInit(th *Thread, v Value, args, kw []Value) error {
	if len(kw) > 0 {
		return TypeErrorf("%s() takes no keyword arguments", v.Type().Name)
	}
	if e, _ := AsException(v); !slices.Equal(e.Args.Items, args) { // else __new__ has set them
		e.Args = NewTuple(slices.Clone(args)...)
	}
	return nil
}

func exceptionRepr(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	var parts []string
	for _, a := range e.Args.Items {
		s, err := Repr(th, a)
		if err != nil {
			return Null, err
		}
		parts = append(parts, s)
	}
	return NewStr(e.typ.Name + "(" + strings.Join(parts, ", ") + ")"), nil
}

func exceptionStr(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	switch len(e.Args.Items) {
	case 0:
		return NewStr(""), nil
	case 1:
		s, err := StrOf(th, e.Args.Items[0])
		return NewStr(s), err
	}
	s, err := Repr(th, e.Args.Ref())
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
	if x.IsNull() {
		return TypeErrorf("__traceback__ may not be deleted")
	}
	if x.IsNone() {
		e.Traceback = nil
	} else if tb, ok := AsTraceback(x); ok {
		e.Traceback = tb
	} else {
		return TypeErrorf("__traceback__ must be a traceback or None")
	}
	return nil
}
