package object

import (
	"math/big"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// IntObj is an int on the heap: one that needs more than 64 bits (Big set), or an instance of a class derived from int.
type IntObj struct {
	Header
	Small int64
	Big   *big.Int
}

// FloatObj is an instance of a class derived from float.
type FloatObj struct {
	Header
	V float64
}

// Complex is Python's complex.
type Complex struct {
	Header
	V complex128
}

// Bytes is an immutable byte string.
type Bytes struct {
	Header
	B []byte
}

// ByteArray is a mutable byte string.
type ByteArray struct {
	Header
	B     []byte
	views Exports
}

// Tuple is Python's tuple. Items must not change once it is shared.
type Tuple struct {
	Header
	Items []Value
}

// List is Python's list.
type List struct {
	Header
	Items []Value
}

// Slice is the object of a[lo:hi:step].
type Slice struct {
	Header
	Start, Stop, Step Value
}

// Range is Python's range; the fast fields hold it when everything fits a machine int, else the Values do.
type Range struct {
	Header
	Start, Stop, Step int64
	Length            int64
	Big               *[3]Value // start, stop, step when one of them is not a machine int
}

// Instance is an object of a class whose bases are plain: everything in the dictionary, or in slots.
type Instance struct {
	Header
	Slots []Value
}

// Native carries a Go payload, for types defined in other packages.
type Native struct {
	Header
	V    any
	refs int32 // see counted.go
}

// Cell is a variable shared by closures.
type Cell struct {
	Header
	V Value
}

// Code is a code object: the compiled code, with constants and names as values.
type Code struct {
	Header
	*bytecode.Code
	ConstValues []Value // parallel to Code.Consts
	NameStrs    []*Str  // parallel to Code.Names
	LocalStrs   []*Str  // parallel to Code.LocalsPlus
	Extra       any     // what the tracer keeps about this code: its cache entries
	Exec        any     // the interpreter's prepared copy of the instructions

	name, qualName *Str // of the functions made of it; nil before the first
}

// Function is a function written in Python. Scripts make many that live shortly, so that what few of them have lies apart.
type Function struct {
	Header
	Code           *Code
	Globals        *Dict
	Builtins       *Dict
	Defaults       *Tuple
	KwDefaults     *Dict
	Closure        Closure
	Name, QualName *Str
	module         *Str          // __name__ of the globals when it was made; see Module
	Version        uint64        // changes when code or defaults are replaced
	Enter          *Entrance     // nil for most
	rare           *rareFunction // nil for most
}

// Entrance makes calls of a function written in Python calls of another one, with the same arguments: what the first does around
// that call is done by Begin and End. If Route is set instead, the function is a __call__, and Route gives what a call of an instance
// amounts to, a function to be called with the same arguments; nil if the code has to run.
type Entrance struct {
	Route  func(th *Thread, self Value) *Function
	Target Value // a function, or a method of one
	Begin  func(*Thread) (before any, err error)
	End    func(th *Thread, before any)
	// Unframed, if set, gives what a call with these arguments comes to where that is known without a frame.
	Unframed func(th *Thread, args []Value) (result Value, known bool, err error)
}

// BoundMethod is a callable bound to its first argument.
type BoundMethod struct {
	Header
	Func, Self Value
}

type builtinKind uint8

const (
	kindFunction    builtinKind = iota // builtin_function_or_method; Self may be bound
	kindMethod                         // method_descriptor: args[0] is self
	kindWrapper                        // wrapper_descriptor of a slot
	kindClassMethod                    // classmethod_descriptor
)

// Builtin is a function implemented in Go: a module function, a method of a built-in type, or one bound to its object.
type Builtin struct {
	Header
	Name     string
	QualName string // as shown in messages
	Fn       CallFunc
	NoArgs   UnaryFunc
	OneArg   BinaryFunc
	Self     Value // absent, or the bound object, passed as args[0]
	Owner    *Type // of a method descriptor
	Module   string
	Sig      string
	Doc      string
	kind     builtinKind
	Tag      any  // for the packages above: the operator that a torch function stands for
	Borrows  bool // it keeps none of its arguments, as the operators of a type that borrows (Value.Borrows)
}

// Module is a module object; its namespace is the header's dictionary.
type Module struct {
	Header
	Name string
	Lazy func(th *Thread, name *Str) (Value, error) // called for a missing attribute; absent value means missing
	Dir  func(*Thread) []string                     // the names that Lazy knows, for dir()

	made bool // by calling the type, not by an import
}

// Property is Python's property.
type Property struct {
	Header
	Get, Set, Del, Doc Value
	Name               Value
	getterDoc          bool // the documentation is the getter's
}

// StaticMethod and ClassMethod are the decorators' objects.
type StaticMethod struct {
	Header
	Func Value
}

type ClassMethod struct {
	Header
	Func Value
}

// Super is what super() returns.
type Super struct {
	Header
	Class *Type // lookup starts after this one
	Obj   Value // absent when unbound
	Start *Type // the type whose MRO is searched
}

// maxLength is the size up to which an object made by a length that the script names is tried: Go ends the process,
// beyond recovery, when an allocation fails.
const maxLength = 1 << 33

// valueBytes is the size of a Value, two words.
const valueBytes = 16

// LimitLength makes lengths beyond n bytes fail with another error in a machine.
func (m *Machine) LimitLength(n int, err func(*Thread) error) {
	m.maxLength, m.tooLong = min(maxLength, n), err
}

// tooLong is the error for a length beyond the limit.
func tooLong(th *Thread) error {
	if f := th.Machine.tooLong; f != nil {
		return f(th)
	}
	return Raisef(MemoryError, "")
}

// CheckLength is MemoryError for a number of bytes that is too many for one object.
func CheckLength(th *Thread, n int) error { return checkLength(th, n, 1) }

// checkLength is MemoryError for n items of size bytes each that are too many.
func checkLength(th *Thread, n, size int) error {
	limit := maxLength
	if th.Machine.tooLong != nil {
		limit = th.Machine.maxLength
	}
	if size > 0 && n > limit/size {
		if n > addressable/size { // no computer could hold it, whatever the limit
			return Raisef(MemoryError, "")
		}
		return tooLong(th)
	}
	return nil
}

// addressable is the memory that a process of a 64-bit machine can address.
const addressable = 1 << 47

// MappingProxy is a read-only view of a dict.
type MappingProxy struct {
	Header
	D Value
}

// Getset is the descriptor of a computed attribute of a built-in type.
type Getset struct {
	Header
	Def   *GetsetDef
	Owner *Type
}

// Member is the descriptor of one of a class's __slots__.
type Member struct {
	Header
	Name  *Str
	Index int // in Instance.Slots, or -1 for a layout without slots: kept in the dictionary
	Owner *Type
}

// GenericAlias is list[int].
type GenericAlias struct {
	Header
	Origin  Value
	Args    *Tuple
	Starred bool
}

// Union is int | str.
type Union struct {
	Header
	Args *Tuple
}

// Exception is an exception object of any class; as a Go error it is that exception raised.
type Exception struct {
	Header
	Args            *Tuple
	Cause, Context  Value // absent or an exception
	SuppressContext bool
	Traceback       *Traceback
	fields          []exceptionField
}

// Traceback is one entry of the chain from where the exception was caught inwards to where it was raised.
type Traceback struct {
	Header
	Next  *Traceback
	Frame Value // the interpreter's frame object
	Code  *Code
	Lasti int // instruction index
	Line  int
}
