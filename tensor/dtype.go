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
}

// DTypes lists all element types in a fixed order.
func DTypes() []DType {
	return []DType{Bool, Uint8, Int8, Int16, Int32, Int64, Float16, BFloat16, Float32, Float64, Complex32, Complex64, Complex128}
}

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
	}
	return d.Name()
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
	case BFloat16, Float32:
		return Complex64
	case Float64:
		return Complex128
	}
	return d
}

// DTypeByName finds "float32", and the aliases "float", "long" and so on.
func DTypeByName(name string) (DType, bool) {
	for _, d := range DTypes() {
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

// PromoteTypes is the smallest type that both convert to (the promotion lattice of tensors of equal rank).
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
		if kb == KindComplex && ka == KindFloat {
			return promoteFloat(a, b.ToReal()).ToComplex()
		}
		return b
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
		return max(a, b)
	}
	return promoteFloat(a, b)
}

func promoteFloat(a, b DType) DType {
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

const Strided Layout = 0

func (Layout) String() string { return "torch.strided" }

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
