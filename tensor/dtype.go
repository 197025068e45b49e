package tensor

import (
	"maps"
	"slices"
)

// DType is an element type.
type DType uint8

const (
	Undefined DType = iota
	Bool
	Uint8
	Int8
	Int16
	Int32
	Int64
	Float16
	BFloat16
	Float32
	Float64
	Complex32
	Complex64
	Complex128
	Uint16
	Uint32
	Uint64
	Float8E4M3FN
	Float8E5M2
	Float8E4M3FNUZ
	Float8E5M2FNUZ
	Float8E8M0FNU
	BComplex32
	QInt8
	QUInt8
	QInt32
	QUInt4x2
	QUInt2x4
	Bits1x8
	Bits2x4
	Bits4x2
	Bits8
	Bits16
	Float4E2M1FNx2
	Uint1
	Uint2
	Uint3
	Uint4
	Uint5
	Uint6
	Uint7
	Int1
	Int2
	Int3
	Int4
	Int5
	Int6
	Int7
	numDTypes
)

// Kind orders element types for promotion: a higher kind wins over a lower one.
type Kind uint8

const (
	KindBool Kind = iota
	KindInt
	KindFloat
	KindComplex
)

// dtypeInfo is what is known of each element type: the name in scripts, the name in error texts, the size.
type dtypeInfo struct {
	name   string // torch.<name>
	scalar string // "Float", as error texts say
	size   int
	kind   Kind
	signed bool
}

var dtypeInfos = [numDTypes]dtypeInfo{
	Undefined:  {"undefined", "Undefined", 0, KindBool, false},
	Bool:       {"bool", "Bool", 1, KindBool, false},
	Uint8:      {"uint8", "Byte", 1, KindInt, false},
	Int8:       {"int8", "Char", 1, KindInt, true},
	Int16:      {"int16", "Short", 2, KindInt, true},
	Int32:      {"int32", "Int", 4, KindInt, true},
	Int64:      {"int64", "Long", 8, KindInt, true},
	Float16:    {"float16", "Half", 2, KindFloat, true},
	BFloat16:   {"bfloat16", "BFloat16", 2, KindFloat, true},
	Float32:    {"float32", "Float", 4, KindFloat, true},
	Float64:    {"float64", "Double", 8, KindFloat, true},
	Complex32:  {"complex32", "ComplexHalf", 4, KindComplex, true},
	Complex64:  {"complex64", "ComplexFloat", 8, KindComplex, true},
	Complex128: {"complex128", "ComplexDouble", 16, KindComplex, true},

	Uint16:         {"uint16", "UInt16", 2, KindInt, false},
	Uint32:         {"uint32", "UInt32", 4, KindInt, false},
	Uint64:         {"uint64", "UInt64", 8, KindInt, false},
	Float8E4M3FN:   {"float8_e4m3fn", "Float8_e4m3fn", 1, KindFloat, true},
	Float8E5M2:     {"float8_e5m2", "Float8_e5m2", 1, KindFloat, true},
	Float8E4M3FNUZ: {"float8_e4m3fnuz", "Float8_e4m3fnuz", 1, KindFloat, true},
	Float8E5M2FNUZ: {"float8_e5m2fnuz", "Float8_e5m2fnuz", 1, KindFloat, true},
	Float8E8M0FNU:  {"float8_e8m0fnu", "Float8_e8m0fnu", 1, KindFloat, true},
	BComplex32:     {"bcomplex32", "BComplex32", 4, KindComplex, true}, // parts are bfloat16

	QInt8:          {"qint8", "QInt8", 1, KindInt, true},
	QUInt8:         {"quint8", "QUInt8", 1, KindInt, false},
	QInt32:         {"qint32", "QInt32", 4, KindInt, true},
	QUInt4x2:       {"quint4x2", "QUInt4x2", 1, KindInt, false},
	QUInt2x4:       {"quint2x4", "QUInt2x4", 1, KindInt, false},
	Bits1x8:        {"bits1x8", "Bits1x8", 1, KindInt, false},
	Bits2x4:        {"bits2x4", "Bits2x4", 1, KindInt, false},
	Bits4x2:        {"bits4x2", "Bits4x2", 1, KindInt, false},
	Bits8:          {"bits8", "Bits8", 1, KindInt, false},
	Bits16:         {"bits16", "Bits16", 2, KindInt, false},
	Float4E2M1FNx2: {"float4_e2m1fn_x2", "Float4_e2m1fn_x2", 1, KindFloat, true},
	Uint1:          {"uint1", "UInt1", 1, KindInt, false},
	Uint2:          {"uint2", "UInt2", 1, KindInt, false},
	Uint3:          {"uint3", "UInt3", 1, KindInt, false},
	Uint4:          {"uint4", "UInt4", 1, KindInt, false},
	Uint5:          {"uint5", "UInt5", 1, KindInt, false},
	Uint6:          {"uint6", "UInt6", 1, KindInt, false},
	Uint7:          {"uint7", "UInt7", 1, KindInt, false},
	Int1:           {"int1", "Int1", 1, KindInt, true},
	Int2:           {"int2", "Int2", 1, KindInt, true},
	Int3:           {"int3", "Int3", 1, KindInt, true},
	Int4:           {"int4", "Int4", 1, KindInt, true},
	Int5:           {"int5", "Int5", 1, KindInt, true},
	Int6:           {"int6", "Int6", 1, KindInt, true},
	Int7:           {"int7", "Int7", 1, KindInt, true},
}

// DTypes lists the element types that operators compute with, in a fixed order.
func DTypes() []DType {
	return []DType{Bool, Uint8, Int8, Int16, Int32, Int64, Float16, BFloat16, Float32, Float64, Complex32, Complex64, Complex128}
}

// AllDTypes lists all element types: after those of DTypes the ones that are stored, copied, converted and compared, and that few
// operators compute with.
func AllDTypes() []DType {
	return append(DTypes(), Uint16, Uint32, Uint64, Float8E4M3FN, Float8E5M2, Float8E4M3FNUZ, Float8E5M2FNUZ, Float8E8M0FNU, BComplex32)
}

// NamedDTypes lists the element types that have a name and no tensors here: the quantized ones, bits, and those of less than a byte.
func NamedDTypes() []DType {
	named := make([]DType, 0, numDTypes-QInt8)
	for d := QInt8; d < numDTypes; d++ {
		named = append(named, d)
	}
	return named
}

// IsNameOnly says whether d is one of NamedDTypes.
func (d DType) IsNameOnly() bool { return d >= QInt8 }

// IsFloat8 says whether d is a float of one byte.
func (d DType) IsFloat8() bool { return d >= Float8E4M3FN && d <= Float8E8M0FNU }

// IsWideUnsigned says whether d is an unsigned integer of more than one byte.
func (d DType) IsWideUnsigned() bool { return d >= Uint16 && d <= Uint64 }

// Name is the name without the module: "float32".
func (d DType) Name() string { return dtypeInfos[d].name }

// String is the name as scripts print it: "torch.float32".
func (d DType) String() string { return "torch." + dtypeInfos[d].name }

// ScalarName is the name that error texts use: "Float".
func (d DType) ScalarName() string { return dtypeInfos[d].scalar }

// CName is the lower-case C name that some error texts use: "float", "long int".
func (d DType) CName() string {
	switch d {
	case Bool:
		return "bool"
	case Uint8:
		return "unsigned char"
	case Int8:
		return "signed char"
	case Int16:
		return "short int"
	case Int32:
		return "int"
	case Int64:
		return "long int"
	case Float16:
		return "c10::Half"
	case BFloat16:
		return "c10::BFloat16"
	case Float32:
		return "float"
	case Float64:
		return "double"
	case Complex64:
		return "c10::complex<float>"
	case Complex128:
		return "c10::complex<double>"
	case Uint16:
		return "short unsigned int"
	case Uint32:
		return "unsigned int"
	case Uint64:
		return "long unsigned int"
	case Complex32:
		return "c10::complex<c10::Half>"
	}
	return "c10::" + d.ScalarName()
}

func (d DType) Size() int            { return dtypeInfos[d].size }
func (d DType) Kind() Kind           { return dtypeInfos[d].kind }
func (d DType) IsFloat() bool        { return dtypeInfos[d].kind == KindFloat }
func (d DType) IsComplex() bool      { return dtypeInfos[d].kind == KindComplex }
func (d DType) IsSigned() bool       { return dtypeInfos[d].signed }
func (d DType) IsIntegral() bool     { return dtypeInfos[d].kind == KindInt }
func (d DType) IsIntOrBool() bool    { return dtypeInfos[d].kind <= KindInt }
func (d DType) Differentiable() bool { return dtypeInfos[d].kind >= KindFloat }

// ToReal is the type of the parts of a complex type; other types are returned unchanged.
func (d DType) ToReal() DType {
	switch d {
	case Complex32:
		return Float16
	case BComplex32:
		return BFloat16
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	}
	return d
}

// ToComplex is the complex type whose parts have type d.
func (d DType) ToComplex() DType {
	switch d {
	case Float16:
		return Complex32
	case BFloat16:
		return BComplex32
	case Float32:
		return Complex64
	case Float64:
		return Complex128
	}
	return d
}

// ComplexNumber is the type of new tensors of complex numbers where d is that of floating ones.
func (d DType) ComplexNumber() DType {
	if d == BFloat16 {
		return Complex64
	}
	return d.ToComplex()
}

// DTypeByName finds "float32", and the aliases "float", "long" and so on.
func DTypeByName(name string) (DType, bool) {
	for d := Bool; d < numDTypes; d++ {
		if dtypeInfos[d].name == name {
			return d, true
		}
	}
	d, ok := dtypeAliases[name]
	return d, ok
}

// DTypeAliases lists the aliases that DTypeByName knows.
func DTypeAliases() []string { return slices.Sorted(maps.Keys(dtypeAliases)) }

var dtypeAliases = map[string]DType{
	"half": Float16, "float": Float32, "double": Float64, "chalf": Complex32, "cfloat": Complex64, "cdouble": Complex128,
	"short": Int16, "int": Int32, "long": Int64,
}

// PromoteTypes is the smallest type that both convert to (the promotion lattice of tensors of equal rank), Undefined where there is
// none: wide unsigned integers and floats of one byte are promoted with no other type of their kind.
func PromoteTypes(a, b DType) DType {
	if a == b {
		return a
	}
	if a == Undefined {
		return b
	}
	if b == Undefined {
		return a
	}
	ka, kb := a.Kind(), b.Kind()
	if ka > kb {
		a, b, ka, kb = b, a, kb, ka
	}
	if ka < kb {
		if a.IsFloat8() || b.IsFloat8() || a == Bool && b.IsWideUnsigned() || a.IsWideUnsigned() && kb == KindComplex {
			return Undefined
		}
		if kb == KindComplex && ka == KindFloat {
			return promoteFloat(a, b.ToReal()).ToComplex()
		}
		return b
	}
	if a.IsWideUnsigned() || b.IsWideUnsigned() {
		return Undefined
	}
	switch ka {
	case KindInt:
		if a == Uint8 || b == Uint8 {
			other := a
			if a == Uint8 {
				other = b
			}
			if other == Int8 {
				return Int16
			}
			return other
		}
		return max(a, b)
	case KindComplex:
		return promoteFloat(a.ToReal(), b.ToReal()).ToComplex()
	}
	return promoteFloat(a, b)
}

func promoteFloat(a, b DType) DType {
	if a.IsFloat8() || b.IsFloat8() {
		return Undefined
	}
	if (a == Float16 && b == BFloat16) || (a == BFloat16 && b == Float16) {
		return Float32
	}
	return max(a, b)
}

// CanCast says whether a result of type from may be written to a tensor of type to: the kind may not fall.
func CanCast(from, to DType) bool {
	if from.IsComplex() && !to.IsComplex() {
		return false
	}
	if from.IsFloat() && to.IsIntOrBool() {
		return false
	}
	return from == Bool || to != Bool
}

// Device names where a tensor lives. Type is "cpu" or "meta".
type Device struct {
	Type  string
	Index int // -1 when not given
}

// CPU is the device of every tensor with data.
var CPU = Device{"cpu", -1}

func (d Device) String() string {
	if d.Index >= 0 {
		return d.Type + ":" + itoa(d.Index)
	}
	return d.Type
}

// Layout is the storage scheme.
type Layout uint8

// Tensors are Strided; the other layouts are names, which scripts compare.
const (
	Strided Layout = iota
	SparseCOO
	SparseCSR
	SparseCSC
	SparseBSR
	SparseBSC
	Mkldnn
	Jagged
)

var layoutNames = [...]string{"strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn", "jagged"}

func (l Layout) String() string { return "torch." + layoutNames[l] }

// LayoutByName finds "sparse_coo".
func LayoutByName(name string) (Layout, bool) {
	i := slices.Index(layoutNames[:], name)
	return Layout(max(i, 0)), i >= 0
}

// MemoryFormat is a requested order of strides.
type MemoryFormat uint8

const (
	ContiguousFormat MemoryFormat = iota
	PreserveFormat
	ChannelsLast
	ChannelsLast3d
)

func (m MemoryFormat) String() string {
	return [...]string{"torch.contiguous_format", "torch.preserve_format", "torch.channels_last", "torch.channels_last_3d"}[m]
}
