package object

import (
	"math"
	"unsafe"
)

// Header begins every heap object: its type, and its instance dictionary (nil when it has none yet).
type Header struct {
	typ  *Type
	dict *Dict
}

// Value is a reference to a Python object, or an int, float or bool held in place.
type Value struct {
	p *Header
	w uint64
}

// Null is the absent value.
var Null Value

// Layout says which Go struct stands behind the header. Types derived from a built-in type share its layout.
type Layout uint16

const (
	LayoutObject Layout = iota // Instance
	LayoutInt                  // in the payload, or IntObj
	LayoutFloat                // in the payload, or FloatObj
	LayoutComplex
	LayoutStr
	LayoutBytes
	LayoutByteArray
	LayoutTuple
	LayoutList
	LayoutDict
	LayoutSet // Set and frozenset
	LayoutType
	LayoutException
	LayoutFunction
	LayoutCode
	LayoutCell
	LayoutBoundMethod
	LayoutBuiltin
	LayoutModule
	LayoutProperty
	LayoutStaticMethod
	LayoutClassMethod
	LayoutSuper
	LayoutSlice
	LayoutRange
	LayoutNative
	LayoutMappingProxy
	LayoutGetset
	LayoutMember
	LayoutTraceback
	LayoutGenericAlias
	LayoutUnion
	LayoutSingleton // None, Ellipsis, NotImplemented
	layoutDynamic   // first number handed out by NewLayout
)

var nextLayout = layoutDynamic

// NewLayout reserves a layout number for a Go struct of another package that begins with a Header.
func NewLayout() Layout {
	l := nextLayout
	nextLayout++ // start: called while packages are initialised
	return l
}

// Static headers of the values that live in the payload word, and of the singletons.
var (
	intHeader            = Header{typ: IntType}
	floatHeader          = Header{typ: FloatType}
	boolHeader           = Header{typ: BoolType}
	noneHeader           = Header{typ: NoneType}
	notImplementedHeader = Header{typ: NotImplementedType}
	ellipsisHeader       = Header{typ: EllipsisType}
)

// The singletons.
var (
	None           = Value{p: &noneHeader}
	NotImplemented = Value{p: &notImplementedHeader}
	Ellipsis       = Value{p: &ellipsisHeader}
	True           = Value{p: &boolHeader, w: 1}
	False          = Value{p: &boolHeader}
)

// IsNull tells whether v is absent.
func (v Value) IsNull() bool { return v.p == nil }

// IsNone tells whether v is None.
func (v Value) IsNone() bool { return v.p == &noneHeader }

// Type is the type of v; v must not be absent.
func (v Value) Type() *Type { return v.p.typ }

// Dict is the instance dictionary of v, nil when it has none or none was needed yet.
func (v Value) Dict() *Dict { return v.p.dict }

// Dict is the instance dictionary, nil when none was needed yet.
func (h *Header) Dict() *Dict { return h.dict }

// SetDict replaces the instance dictionary.
func (h *Header) SetDict(d *Dict) {
	h.moved()
	h.dict = d
}

// Type is the object's type.
func (h *Header) Type() *Type { return h.typ }

// SetType changes the object's type (assignment to __class__, and construction).
func (h *Header) SetType(t *Type) {
	h.moved()
	h.typ = t
}

// Ref is the Value that refers to the object; h must be the first field of its struct.
func (h *Header) Ref() Value { return Value{p: h} }

// Head is the object's header. It is shared for ints, floats, bools and singletons.
func (v Value) Head() *Header { return v.p }

// NewHeader is a header for a fresh object of type t.
func NewHeader(t *Type) Header { return Header{typ: t} }

// Int is a Python int.
func Int(i int64) Value { return Value{p: &intHeader, w: uint64(i)} }

// Float is a Python float.
func Float(f float64) Value { return Value{p: &floatHeader, w: math.Float64bits(f)} }

// Bool is True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// IsSmallInt tells whether v is an exact machine int.
func (v Value) IsSmallInt() bool { return v.p == &intHeader }

// IsExactFloat tells whether v is an exact float.
func (v Value) IsExactFloat() bool { return v.p == &floatHeader }

// IsBool tells whether v is True or False.
func (v Value) IsBool() bool { return v.p == &boolHeader }

// SmallInt is the payload of an exact machine int or bool; the caller has checked.
func (v Value) SmallInt() int64 { return int64(v.w) }

// ExactFloat is the payload of an exact float; the caller has checked.
func (v Value) ExactFloat() float64 { return math.Float64frombits(v.w) }

// AsInt is the machine int behind an int, bool or instance of a class derived from int. It is false for
// other types and for ints that need more than 64 bits.
func (v Value) AsInt() (int64, bool) {
	switch v.p {
	case &intHeader, &boolHeader:
		return int64(v.w), true
	case nil:
		return 0, false
	}
	if v.p.typ.layout == LayoutInt {
		o := (*IntObj)(unsafe.Pointer(v.p))
		if o.Big == nil {
			return o.Small, true
		}
	}
	return 0, false
}

// AsFloat is the float behind a float or an instance of a class derived from it.
func (v Value) AsFloat() (float64, bool) {
	if v.p == &floatHeader {
		return math.Float64frombits(v.w), true
	}
	if v.p != nil && v.p.typ.layout == LayoutFloat {
		return (*FloatObj)(unsafe.Pointer(v.p)).V, true
	}
	return 0, false
}

// AsBool is the truth of True or False; false for other types.
func (v Value) AsBool() (val, ok bool) { return v.w == 1, v.p == &boolHeader }

// IsInt tells whether v is an int of any size, a bool, or an instance of a class derived from int.
func (v Value) IsInt() bool { return v.p != nil && v.p.typ.layout == LayoutInt }

// IsFloat tells whether v is a float or an instance of a class derived from it.
func (v Value) IsFloat() bool { return v.p != nil && v.p.typ.layout == LayoutFloat }

// as is the one conversion from a Value to the struct behind it.
func as[T any](v Value, l Layout) (*T, bool) {
	if v.p == nil || v.p.typ.layout != l {
		return nil, false
	}
	return (*T)(unsafe.Pointer(v.p)), true
}

// As converts v to the Go struct T of another package, whose values all have layout l. T must begin with a Header.
func As[T any](v Value, l Layout) (*T, bool) {
	if l < layoutDynamic {
		return nil, false
	}
	return as[T](v, l)
}

func AsStr(v Value) (*Str, bool)             { return as[Str](v, LayoutStr) }
func AsBytes(v Value) (*Bytes, bool)         { return as[Bytes](v, LayoutBytes) }
func AsByteArray(v Value) (*ByteArray, bool) { return as[ByteArray](v, LayoutByteArray) }
func AsTuple(v Value) (*Tuple, bool)         { return as[Tuple](v, LayoutTuple) }
func AsList(v Value) (*List, bool)           { return as[List](v, LayoutList) }
func AsDict(v Value) (*Dict, bool)           { return as[Dict](v, LayoutDict) }
func AsSet(v Value) (*Set, bool)             { return as[Set](v, LayoutSet) }
func AsType(v Value) (*Type, bool)           { return as[Type](v, LayoutType) }
func AsException(v Value) (*Exception, bool) { return as[Exception](v, LayoutException) }
func AsFunction(v Value) (*Function, bool)   { return as[Function](v, LayoutFunction) }
func AsCode(v Value) (*Code, bool)           { return as[Code](v, LayoutCode) }
func AsCell(v Value) (*Cell, bool)           { return as[Cell](v, LayoutCell) }
func AsMethod(v Value) (*BoundMethod, bool)  { return as[BoundMethod](v, LayoutBoundMethod) }
func AsBuiltin(v Value) (*Builtin, bool)     { return as[Builtin](v, LayoutBuiltin) }
func AsModule(v Value) (*Module, bool)       { return as[Module](v, LayoutModule) }
func AsProperty(v Value) (*Property, bool)   { return as[Property](v, LayoutProperty) }
func AsStaticMethod(v Value) (*StaticMethod, bool) {
	return as[StaticMethod](v, LayoutStaticMethod)
}
func AsClassMethod(v Value) (*ClassMethod, bool) { return as[ClassMethod](v, LayoutClassMethod) }
func AsSuper(v Value) (*Super, bool)             { return as[Super](v, LayoutSuper) }
func AsSlice(v Value) (*Slice, bool)             { return as[Slice](v, LayoutSlice) }
func AsRange(v Value) (*Range, bool)             { return as[Range](v, LayoutRange) }
func AsComplex(v Value) (*Complex, bool)         { return as[Complex](v, LayoutComplex) }
func AsInstance(v Value) (*Instance, bool)       { return as[Instance](v, LayoutObject) }
func AsNative(v Value) (*Native, bool)           { return as[Native](v, LayoutNative) }
func AsMappingProxy(v Value) (*MappingProxy, bool) {
	return as[MappingProxy](v, LayoutMappingProxy)
}
func AsTraceback(v Value) (*Traceback, bool)       { return as[Traceback](v, LayoutTraceback) }
func AsGenericAlias(v Value) (*GenericAlias, bool) { return as[GenericAlias](v, LayoutGenericAlias) }
func AsUnion(v Value) (*Union, bool)               { return as[Union](v, LayoutUnion) }
func asGetset(v Value) (*Getset, bool)             { return as[Getset](v, LayoutGetset) }
func asMember(v Value) (*Member, bool)             { return as[Member](v, LayoutMember) }
func asIntObj(v Value) (*IntObj, bool) {
	if v.p == &intHeader || v.p == &boolHeader {
		return nil, false
	}
	return as[IntObj](v, LayoutInt)
}

// ID is the identity shown by id(): the address of a heap object, a tagged number for values in the payload.
func ID(v Value) uint64 {
	switch v.p {
	case &intHeader:
		return v.w<<5 | 9
	case &floatHeader:
		return v.w&0x7ffffffffffffff0 | 5
	case &boolHeader:
		return uint64(uintptr(unsafe.Pointer(v.p))) + v.w*8
	}
	return uint64(uintptr(unsafe.Pointer(v.p)))
}

// addr is the address of the header, for default hashes.
func addr(h *Header) uint64 { return uint64(uintptr(unsafe.Pointer(h))) }

// At is the element n places behind *p in the same array, for the interpreter's cursors into its instructions and its
// value stack: the caller knows that it lies within, or is the end of the array.
func At[T any](p *T, n int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), n*int(unsafe.Sizeof(*p))))
}

// Distance is the number of elements from one place of an array to a later one.
func Distance[T any](from, to *T) int {
	return int((uintptr(unsafe.Pointer(to)) - uintptr(unsafe.Pointer(from))) / unsafe.Sizeof(*from))
}

// Between is the part of an array of n elements from *p on.
func Between[T any](p *T, n int) []T { return unsafe.Slice(p, n) }

// Whole is the struct that begins with *p. All threads and machines that run code are made by package interp, as parts of
// its own.
func Whole[T, P any](p *P) *T { return (*T)(unsafe.Pointer(p)) }

// stringBytes views a string as bytes, which must not be changed.
func stringBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// StringOf is b as a string without a copy: b must not be changed any more.
func StringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
