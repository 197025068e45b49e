package numpy

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Value is a Python value.
type Value = object.Value

// code numbers the kinds of elements, in the order of promotion.
type code uint8

const (
	Bool code = iota
	Int8
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float16
	Float32
	Float64
	Complex64
	Complex128
	Object
	Bytes
	Text
	numCodes
)

// domain is what elements are computed in.
type domain uint8

const (
	ints domain = iota
	uints
	floats
	complexNumbers
	objects // text and bytes too
)

// codeInfo is a row of the table of element types.
type codeInfo struct {
	name   string
	char   string
	kind   byte
	size   int
	dom    domain
	tensor tensor.DType // Undefined where tensors have no such type
	scalar string       // name of the scalar type
}

var codes = [numCodes]codeInfo{
	Bool:       {"bool", "?", 'b', 1, uints, tensor.Bool, "bool"},
	Int8:       {"int8", "b", 'i', 1, ints, tensor.Int8, "int8"},
	Uint8:      {"uint8", "B", 'u', 1, uints, tensor.Uint8, "uint8"},
	Int16:      {"int16", "h", 'i', 2, ints, tensor.Int16, "int16"},
	Uint16:     {"uint16", "H", 'u', 2, uints, tensor.Uint16, "uint16"},
	Int32:      {"int32", "i", 'i', 4, ints, tensor.Int32, "int32"},
	Uint32:     {"uint32", "I", 'u', 4, uints, tensor.Uint32, "uint32"},
	Int64:      {"int64", "l", 'i', 8, ints, tensor.Int64, "int64"},
	Uint64:     {"uint64", "L", 'u', 8, uints, tensor.Uint64, "uint64"},
	Float16:    {"float16", "e", 'f', 2, floats, tensor.Float16, "float16"},
	Float32:    {"float32", "f", 'f', 4, floats, tensor.Float32, "float32"},
	Float64:    {"float64", "d", 'f', 8, floats, tensor.Float64, "float64"},
	Complex64:  {"complex64", "F", 'c', 8, complexNumbers, tensor.Complex64, "complex64"},
	Complex128: {"complex128", "D", 'c', 16, complexNumbers, tensor.Complex128, "complex128"},
	Object:     {"object", "O", 'O', 8, objects, tensor.Undefined, "object_"},
	Bytes:      {"bytes", "S", 'S', 1, objects, tensor.Undefined, "bytes_"},
	Text:       {"str", "U", 'U', 4, objects, tensor.Undefined, "str_"},
}

// DType is an element type; N is the length of text and bytes.
type DType struct {
	C code
	N int
}

func (d DType) info() *codeInfo { return &codes[d.C] }
func (d DType) dom() domain     { return codes[d.C].dom }
func (d DType) kind() byte      { return codes[d.C].kind }
func (d DType) isText() bool    { return d.C == Text || d.C == Bytes }
func (d DType) isNumber() bool  { return d.C < Object }
func (d DType) isInt() bool     { return d.C >= Int8 && d.C <= Uint64 }
func (d DType) isFloat() bool   { return d.C >= Float16 && d.C <= Float64 }
func (d DType) isComplex() bool { return d.C == Complex64 || d.C == Complex128 }

// size is that of an element in bytes.
func (d DType) size() int {
	if d.isText() {
		return d.N * codes[d.C].size
	}
	return codes[d.C].size
}

// name is dtype.name.
func (d DType) name() string {
	if d.isText() && d.N > 0 {
		return d.info().name + strconv.Itoa(8*d.size())
	}
	return d.info().name
}

// String is what str(dtype) shows.
func (d DType) String() string {
	if d.isText() {
		return d.str()
	}
	return d.info().name
}

// str is dtype.str: byte order, kind and size.
func (d DType) str() string {
	switch {
	case d.C == Object:
		return "|O"
	case d.C == Bytes:
		return "|S" + strconv.Itoa(d.N)
	case d.C == Text:
		return "<U" + strconv.Itoa(d.N)
	case d.size() == 1:
		return "|" + string(d.kind()) + "1"
	}
	return "<" + string(d.kind()) + strconv.Itoa(d.size())
}

// repr is repr(dtype).
func (d DType) repr() string {
	if d.C == Object {
		return "dtype('O')"
	}
	if d.C == Bytes {
		return "dtype('S" + strings.TrimSuffix(strconv.Itoa(d.N), "0") + "')"
	}
	return "dtype('" + d.String() + "')"
}

func of(c code) DType { return DType{C: c} }

var float64Type, int64Type, boolType, objectType = of(Float64), of(Int64), of(Bool), of(Object)

// dtypeNames are the names that text may give, besides those of the table.
var dtypeNames = map[string]code{
	"bool": Bool, "bool_": Bool, "?": Bool, "b1": Bool, "byte": Int8, "ubyte": Uint8, "short": Int16, "ushort": Uint16, "intc": Int32, "uintc": Uint32,
	"int": Int64, "int_": Int64, "long": Int64, "longlong": Int64, "intp": Int64, "uint": Uint64, "ulong": Uint64, "ulonglong": Uint64, "uintp": Uint64,
	"half": Float16, "single": Float32, "double": Float64, "float": Float64, "csingle": Complex64, "cdouble": Complex128, "complex": Complex128,
	"b": Int8, "i1": Int8, "B": Uint8, "u1": Uint8, "h": Int16, "i2": Int16, "H": Uint16, "u2": Uint16, "i": Int32, "i4": Int32, "I": Uint32, "u4": Uint32,
	"l": Int64, "q": Int64, "p": Int64, "i8": Int64, "L": Uint64, "Q": Uint64, "P": Uint64, "u8": Uint64, "n": Int64, "N": Uint64, "e": Float16, "f2": Float16, "f": Float32, "f4": Float32,
	"d": Float64, "f8": Float64, "F": Complex64, "c8": Complex64, "D": Complex128, "c16": Complex128, "O": Object, "object": Object, "object_": Object,
	"str": Text, "str_": Text, "U": Text, "bytes": Bytes, "bytes_": Bytes, "S": Bytes, "a": Bytes,
}

func init() {
	for c := range numCodes {
		dtypeNames[codes[c].name] = c
	}
}

// dtypeNamed is the type that text names. Only little-endian memory is there.
func dtypeNamed(text string) (DType, bool) {
	s := strings.TrimLeft(text, "<=|")
	if rest, big := strings.CutPrefix(text, ">"); big {
		d, ok := dtypeNamed(rest)
		return d, ok && (d.size() == 1 || d.C == Bytes)
	}
	if c, ok := dtypeNames[s]; ok {
		return of(c), true
	}
	if len(s) > 1 && strings.ContainsRune("USa", rune(s[0])) {
		if n, err := strconv.Atoi(s[1:]); err == nil && n >= 0 && n < 1<<27 {
			return DType{dtypeNames[s[:1]], n}, true
		}
	}
	return DType{}, false
}

// dtypeOf is the element type that a script gives; an absent value and None give def.
func dtypeOf(th *object.Thread, v Value, def DType) (DType, error) {
	if v.IsNull() || v.IsNone() {
		return def, nil
	}
	if d, ok := asDType(v); ok {
		return d, nil
	}
	if s, ok := object.Text(v); ok {
		if d, ok := dtypeNamed(s); ok {
			return d, nil
		}
		if strings.HasPrefix(s, ">") || strings.HasPrefix(s, "!") || strings.ContainsAny(s, ",") || absentType(s) {
			return DType{}, object.Raisef(object.NotImplementedError, "magneto's numpy does not have the data type '%s'", s)
		}
		return DType{}, object.TypeErrorf("data type '%s' not understood", s)
	}
	if t, ok := object.AsType(v); ok {
		switch t {
		case object.FloatType:
			return float64Type, nil
		case object.IntType:
			return int64Type, nil
		case object.BoolType:
			return boolType, nil
		case object.ComplexType:
			return of(Complex128), nil
		case object.StrType:
			return of(Text), nil
		case object.BytesType:
			return of(Bytes), nil
		case object.ObjectType:
			return objectType, nil
		}
		for c, s := range kinds().scalars {
			if s != nil && t.IsSubtype(s) {
				return of(code(c)), nil
			}
		}
		switch t {
		case kinds().floating, kinds().inexact:
			return float64Type, nil
		case kinds().integer, kinds().signedinteger:
			return int64Type, nil
		}
		if d, err := object.LookupAttr(th, v, object.Intern("dtype")); err == nil && !d.IsNull() {
			if d, ok := asDType(d); ok {
				return d, nil
			}
		}
		return objectType, nil
	}
	switch v.Type() {
	case object.ListType, object.TupleType, object.DictType:
		return DType{}, object.Raisef(object.NotImplementedError, "magneto's numpy does not have structured data types")
	}
	d, err := object.LookupAttr(th, v, object.Intern("dtype"))
	if err != nil {
		return DType{}, err
	}
	if d, ok := asDType(d); ok {
		return d, nil
	}
	text, err := object.Repr(th, v)
	if err != nil {
		return DType{}, err
	}
	return DType{}, object.TypeErrorf("Cannot interpret '%s' as a data type", text)
}

// absentType says whether text names a type that numpy has and that is missing here.
func absentType(s string) bool {
	for _, name := range []string{"datetime64", "timedelta64", "longdouble", "float128", "complex256", "clongdouble", "void", "M8", "m8", "V", "g", "G"} {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(s, "<=|"), name); ok && (rest == "" || rest[0] == '[' || rest[0] >= '0' && rest[0] <= '9') {
			return true
		}
	}
	return false
}

// promotion[a][b] for numbers.
var promotion = func() (table [Object][Object]code) {
	kindBits := func(c code) (kind byte, bits int) { return codes[c].kind, 8 * codes[c].size }
	floatFor := func(bits int) code {
		switch {
		case bits <= 8:
			return Float16
		case bits <= 16:
			return Float32
		}
		return Float64
	}
	signed := map[int]code{8: Int8, 16: Int16, 32: Int32, 64: Int64}
	for a := range Object {
		for b := range a + 1 {
			var r code
			ka, na := kindBits(a)
			kb, nb := kindBits(b)
			switch {
			case ka == kb:
				r = a
				if nb > na {
					r = b
				}
			case b == Bool:
				r = a
			case ka == 'i' && kb == 'u' || ka == 'u' && kb == 'i':
				s, u := na, nb
				if ka == 'u' {
					s, u = nb, na
				}
				switch {
				case u < s:
					r = signed[s]
				case u == 64:
					r = Float64
				default:
					r = signed[2*u]
				}
			case ka == 'f':
				r = max(a, floatFor(nb))
			case kb == 'f':
				r = Complex64
				if a == Complex128 || b == Float64 {
					r = Complex128
				}
			default: // complex and integer
				r = Complex64
				if a == Complex128 || floatFor(nb) == Float64 {
					r = Complex128
				}
			}
			table[a][b], table[b][a] = r, r
		}
	}
	return table
}()

// textLength is how many characters the numbers of a type can take.
var textLength = [Object]int{Bool: 5, Int8: 4, Uint8: 3, Int16: 6, Uint16: 5, Int32: 11, Uint32: 10, Int64: 21, Uint64: 20, Float16: 32, Float32: 32, Float64: 32, Complex64: 64, Complex128: 64}

// promote is the type that both convert to.
func promote(a, b DType) DType {
	switch {
	case a.isNumber() && b.isNumber():
		return of(promotion[a.C][b.C])
	case a.C == Object || b.C == Object:
		return objectType
	case a.isText() && b.isText():
		return DType{max(a.C, b.C), max(a.N, b.N)}
	case b.isText():
		a, b = b, a
	}
	return DType{a.C, max(a.N, textLength[b.C])}
}

// canCast says whether values of type a may become ones of type b under a rule.
func canCast(a, b DType, rule string) bool {
	switch rule {
	case "unsafe":
		return true
	case "no", "equiv":
		return a == b
	case "same_kind":
		if a.isNumber() && b.isNumber() {
			rank := func(d DType) int { return map[byte]int{'b': 0, 'u': 1, 'i': 2, 'f': 3, 'c': 4}[d.kind()] }
			return rank(a) <= rank(b)
		}
	}
	if a.isNumber() && b.isNumber() {
		return promote(a, b) == b
	}
	if a.C == Object {
		return b.C == Object
	}
	if b.C == Object {
		return true
	}
	if a.isText() && b.isText() {
		return a.C <= b.C && (rule == "same_kind" || b.N == 0 || a.N <= b.N)
	}
	return !a.isText() && (rule == "same_kind" || b.N == 0 || textLength[a.C] <= b.N)
}

// realOf is the type of the parts of a complex type.
func realOf(d DType) DType {
	switch d.C {
	case Complex64:
		return of(Float32)
	case Complex128:
		return float64Type
	}
	return d
}

// floatOf is the type in which functions to floats work.
func floatOf(d DType) DType {
	switch {
	case d.C <= Uint8:
		return of(Float16)
	case d.C <= Uint16:
		return of(Float32)
	case d.C <= Uint64:
		return float64Type
	}
	return d
}

// DTypeOfTensor is the type of arrays over the memory of tensors.
func DTypeOfTensor(d tensor.DType) (DType, bool) {
	for c := range Object {
		if codes[c].tensor == d {
			return of(c), true
		}
	}
	return DType{}, false
}

// TensorDType is the type of tensors over the memory of arrays.
func (d DType) TensorDType() (tensor.DType, error) {
	if t := d.info().tensor; t != tensor.Undefined {
		return t, nil
	}
	switch d.C {
	case Uint16, Uint32, Uint64:
		return 0, object.TypeErrorf("magneto has no tensors of type %s", d.name())
	}
	return 0, object.TypeErrorf("can't convert np.ndarray of type numpy.%s. The only supported types are: float64, float32, float16, complex64, complex128, "+
		"int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.", d.info().scalar)
}

// asDType is the element type that a dtype object stands for.
func asDType(v Value) (DType, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		return DType{}, false
	}
	d, ok := n.V.(DType)
	return d, ok
}

// dtypeObject is the Python object of a type.
func dtypeObject(d DType) Value {
	if d.N == 0 {
		return kinds().dtypes[d.C]
	}
	return object.NewNative(kinds().classes[d.C], d)
}

// buildDType makes the class dtype.
func buildDType(k *kindsTable) *object.Type {
	self := func(v Value) DType { d, _ := asDType(v); return d }
	get := func(name string, f func(d DType) Value) object.GetsetDef {
		return object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) { return f(self(v)), nil }}
	}
	str := object.NewStr
	var s object.Slots
	s.New = func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
		a, err := object.Args("dtype", args, kw, "dtype", "|", "align", "copy", "metadata")
		if err != nil {
			return object.Null, err
		}
		d, err := dtypeOf(th, a[0], float64Type)
		if err != nil {
			return object.Null, err
		}
		return dtypeObject(d), nil
	}
	s.Repr = func(th *object.Thread, v Value) (Value, error) { return str(self(v).repr()), nil }
	s.Str = func(th *object.Thread, v Value) (Value, error) { return str(self(v).String()), nil }
	s.Hash = func(th *object.Thread, v Value) (int64, error) {
		d := self(v)
		return int64(d.C)*1000003 + int64(d.N) + 77, nil
	}
	s.Compare = func(th *object.Thread, v, w Value, op object.CompareOp) (Value, error) {
		a := self(v)
		b, err := dtypeOf(th, w, float64Type)
		switch op {
		case object.Eq:
			return object.Bool(err == nil && a == b), nil
		case object.Ne:
			return object.Bool(err != nil || a != b), nil
		}
		if err != nil {
			return object.NotImplemented, nil
		}
		switch op {
		case object.Lt:
			return object.Bool(a != b && canCast(a, b, "safe")), nil
		case object.Le:
			return object.Bool(canCast(a, b, "safe")), nil
		case object.Gt:
			return object.Bool(a != b && canCast(b, a, "safe")), nil
		}
		return object.Bool(canCast(b, a, "safe")), nil
	}
	num := map[code]int64{Bool: 0, Int8: 1, Uint8: 2, Int16: 3, Uint16: 4, Int32: 5, Uint32: 6, Int64: 7, Uint64: 8, Float32: 11, Float64: 12, Complex64: 14, Complex128: 15, Object: 17, Bytes: 18, Text: 19, Float16: 23}
	return object.NewType("dtype", "numpy", nil, object.Spec{Slots: s, Layout: object.LayoutNative, Getset: []object.GetsetDef{
		get("name", func(d DType) Value { return str(d.name()) }),
		get("str", func(d DType) Value { return str(d.str()) }),
		get("char", func(d DType) Value { return str(d.info().char) }),
		get("kind", func(d DType) Value { return str(string(d.kind())) }),
		get("itemsize", func(d DType) Value { return object.Int(int64(d.size())) }),
		get("alignment", func(d DType) Value {
			if d.isComplex() {
				return object.Int(int64(d.size() / 2))
			}
			return object.Int(int64(d.info().size))
		}),
		get("num", func(d DType) Value { return object.Int(num[d.C]) }),
		get("type", func(d DType) Value { return k.scalars[d.C].Ref() }),
		get("byteorder", func(d DType) Value {
			if d.C == Object || d.C == Bytes || d.size() == 1 && d.C != Text {
				return str("|")
			}
			return str("=")
		}),
		get("isnative", func(DType) Value { return object.Bool(true) }),
		get("hasobject", func(d DType) Value { return object.Bool(d.C == Object) }),
		get("fields", func(DType) Value { return object.None }), get("names", func(DType) Value { return object.None }),
		get("subdtype", func(DType) Value { return object.None }), get("metadata", func(DType) Value { return object.None }),
		get("shape", func(DType) Value { return object.NewTuple().Ref() }), get("ndim", func(DType) Value { return object.Int(0) }),
		get("isbuiltin", func(DType) Value { return object.Int(1) }),
		get("isalignedstruct", func(DType) Value { return object.Bool(false) }),
		get("flags", func(d DType) Value { return object.Int(map[bool]int64{true: 63}[d.C == Object]) }),
		get("base", func(d DType) Value { return dtypeObject(d) }),
		get("descr", func(d DType) Value {
			return object.NewList(object.NewTuple(str(""), str(d.str())).Ref()).Ref()
		}),
	}, Class: []object.Method{object.ClassGetItem}, Methods: []object.Method{
		{Name: "newbyteorder", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("newbyteorder", args, kw, "self", "|", "new_order")
			if err != nil {
				return object.Null, err
			}
			if s, ok := object.Text(a[1]); !a[1].IsNull() && ok && s != "<" && s != "=" && s != "L" && s != "little" && s != "N" && s != "|" {
				return object.Null, object.Raisef(object.NotImplementedError, "magneto's numpy has only little-endian data types")
			}
			return a[0], nil
		}},
		{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.NewTuple(k.dtype.Ref(), object.NewTuple(str(strings.TrimLeft(self(v).str(), "<|"))).Ref()).Ref(), nil
		}},
		{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) { return v, nil }},
		{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
	}})
}

// shapeText is a shape as a tuple prints.
func shapeText(shape []int) string {
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = strconv.Itoa(n)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// shapeTuple is shapeText with blanks, as repr of a tuple.
func shapeTuple(shape []int) string {
	s := strings.ReplaceAll(shapeText(shape), ",", ", ")
	return strings.Replace(s, ", )", ",)", 1)
}

var bigOne = big.NewInt(1)

// limits are the least and the greatest integer of a type.
func limits(dt DType) (least, most *big.Int) {
	if dt.C == Bool {
		return new(big.Int), big.NewInt(1)
	}
	bits := uint(8 * dt.size())
	if dt.kind() == 'i' {
		most = new(big.Int).Lsh(bigOne, bits-1)
		return new(big.Int).Neg(most), new(big.Int).Sub(most, bigOne)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(bigOne, bits), bigOne)
}

// bigItem is an element as an integer.
func bigItem(th *object.Thread, a *Array, pos int) *big.Int {
	v, err := object.ToIntValue(th, a.item(pos))
	if err != nil {
		return new(big.Int)
	}
	return new(big.Int).Set(object.BigOf(v))
}
