package ir

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Constant is the value of a prim::Constant: nil (None), bool, int64, float64, complex128, string, DeviceName, []Constant (a list),
// TupleConst, DictConst, EnumConst, *FunctionConst, or a TensorConst or ObjectConst that the layer above knows.
type Constant struct{ V any }

// DeviceName is a constant of type Device.
type DeviceName string

// TupleConst is a constant tuple.
type TupleConst []Constant

// DictConst is a constant dict.
type DictConst struct{ Keys, Values []Constant }

// EnumConst is a member of an enum.
type EnumConst struct {
	Type *Type
	Name string
}

// FunctionConst is a function as a value.
type FunctionConst struct{ F *Function }

// TensorConst is a constant tensor.
type TensorConst interface {
	// ConstantText is the text in graphs, without "value=".
	ConstantText() string
	// ConstantType is the tensor type with its shape.
	ConstantType() *Type
	// ConstantEqual says whether two tensors are the same in type and elements.
	ConstantEqual(TensorConst) bool
	// ConstantNumber is the number that a tensor without dimensions stands for in arithmetic; ok is false for tensors that stand for themselves.
	ConstantNumber() (c Constant, ok bool)
}

// ObjectConst is a constant object of the layer above, such as a generator of random numbers: each is one that all runs share.
type ObjectConst interface {
	// ConstantText is the text in graphs and in code.
	ConstantText() string
	// ConstantType is the type of the object.
	ConstantType() *Type
}

// FloatText prints a float as graphs and code do.
func FloatText(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	case f == math.Trunc(f) && math.Abs(f) < 1e10:
		if f == 0 && math.Signbit(f) {
			return "-0."
		}
		return strconv.FormatFloat(f, 'f', 0, 64) + "."
	}
	return general(f)
}

// general is %.17g.
func general(f float64) string {
	mantissa := strconv.FormatFloat(f, 'e', 16, 64)
	at := strings.IndexByte(mantissa, 'e')
	exp, _ := strconv.Atoi(mantissa[at+1:])
	trim := func(s string) string {
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	if exp < -4 || exp >= 17 {
		digits := strconv.Itoa(max(exp, -exp))
		if len(digits) < 2 {
			digits = "0" + digits
		}
		sign := "+"
		if exp < 0 {
			sign = "-"
		}
		return trim(mantissa[:at]) + "e" + sign + digits
	}
	return trim(strconv.FormatFloat(f, 'f', max(16-exp, 0), 64))
}

// ComplexText prints a complex number as graphs do.
func ComplexText(c complex128) string {
	im := FloatText(imag(c))
	if !strings.HasPrefix(im, "-") {
		im = "+" + im
	}
	return FloatText(real(c)) + im + "j"
}

// hasForeignText says whether a string in a constant is not ASCII.
func (c Constant) hasForeignText() bool {
	foreign := func(c Constant) bool { return c.hasForeignText() }
	switch v := c.V.(type) {
	case string:
		return strings.ContainsFunc(v, func(r rune) bool { return r >= 0x80 })
	case []Constant:
		return slices.ContainsFunc(v, foreign)
	case TupleConst:
		return slices.ContainsFunc(v, foreign)
	case DictConst:
		return slices.ContainsFunc(v.Keys, foreign) || slices.ContainsFunc(v.Values, foreign)
	}
	return false
}

// QuoteText is a string constant: printable ASCII stands for itself, other bytes are escaped in octal of their signed value.
func QuoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			b.WriteString(`\\`)
		case '\'':
			b.WriteString(`\'`)
		case '"':
			b.WriteString(`\"`)
		case '\a':
			b.WriteString(`\a`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\v':
			b.WriteString(`\v`)
		default:
			if c >= 0x20 && c < 0x7f {
				b.WriteByte(c)
				continue
			}
			n := int(int8(c))
			b.WriteByte('\\')
			b.WriteByte(byte('0' + n/64))
			b.WriteByte(byte('0' + n/8%8))
			b.WriteByte(byte('0' + n%8))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Text is the constant as graphs, schemas and types print it.
func (c Constant) Text() string {
	switch v := c.V.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return FloatText(v)
	case complex128:
		return ComplexText(v)
	case string:
		return QuoteText(v)
	case DeviceName:
		return QuoteText(string(v))
	case []Constant:
		if len(v) > 0 {
			if _, ofTensors := v[0].V.(TensorConst); ofTensors {
				return "[<Tensors>]"
			}
		}
		return "[" + joinConstants(v) + "]"
	case TupleConst:
		if len(v) == 1 {
			return "(" + v[0].Text() + ",)"
		}
		return "(" + joinConstants(v) + ")"
	case DictConst:
		parts := make([]string, len(v.Keys))
		for i := range parts {
			parts[i] = v.Keys[i].Text() + ": " + v.Values[i].Text()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case EnumConst:
		return v.Type.Name + "." + v.Name
	case TensorConst:
		return v.ConstantText()
	case ObjectConst:
		return v.ConstantText()
	case *FunctionConst:
		return v.F.Name
	case *Type:
		return v.String()
	case TypeList:
		return "[" + joinTypes(v, (*Type).String) + "]"
	}
	return "<?>"
}

func joinConstants(list []Constant) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.Text()
	}
	return strings.Join(parts, ", ")
}

// Equal says whether two constants are the same; floats count by their bits.
func (c Constant) Equal(d Constant) bool {
	switch v := c.V.(type) {
	case float64:
		w, ok := d.V.(float64)
		return ok && (math.Float64bits(v) == math.Float64bits(w))
	case []Constant:
		w, ok := d.V.([]Constant)
		return ok && equalConstants(v, w)
	case TupleConst:
		w, ok := d.V.(TupleConst)
		return ok && equalConstants(v, w)
	case DictConst:
		w, ok := d.V.(DictConst)
		return ok && equalConstants(v.Keys, w.Keys) && equalConstants(v.Values, w.Values)
	case EnumConst:
		w, ok := d.V.(EnumConst)
		return ok && v.Name == w.Name && v.Type.Equal(w.Type)
	case *FunctionConst:
		w, ok := d.V.(*FunctionConst)
		return ok && v.F == w.F
	case TensorConst:
		w, ok := d.V.(TensorConst)
		return ok && v.ConstantEqual(w)
	}
	if v, ok := c.V.(TypeList); ok {
		w, ok := d.V.(TypeList)
		return ok && slices.EqualFunc(v, w, (*Type).Equal)
	}
	switch d.V.(type) {
	case TypeList, []Constant, TupleConst, DictConst, EnumConst, *FunctionConst, TensorConst:
		return false
	}
	return c.V == d.V
}

func equalConstants(a, b []Constant) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// TypeOf is the type of a constant; of an empty list it is a list of tensors.
func (c Constant) TypeOf() *Type {
	switch v := c.V.(type) {
	case nil:
		return None
	case bool:
		return Bool
	case int64:
		return Int
	case float64:
		return Float
	case complex128:
		return Complex
	case string:
		return Str
	case DeviceName:
		return Device
	case []Constant:
		if len(v) == 0 {
			return ListOf(Tensor)
		}
		return ListOf(v[0].TypeOf())
	case TupleConst:
		elem := make([]*Type, len(v))
		for i := range v {
			elem[i] = v[i].TypeOf()
		}
		return TupleOf(elem...)
	case DictConst:
		if len(v.Keys) == 0 {
			return DictOf(Str, Tensor)
		}
		return DictOf(v.Keys[0].TypeOf(), v.Values[0].TypeOf())
	case EnumConst:
		return v.Type
	case *FunctionConst:
		return FunctionType
	case TensorConst:
		return v.ConstantType()
	case ObjectConst:
		return v.ConstantType()
	}
	return Any
}

// TypeList is a list of types, the attribute of prim::isinstance.
type TypeList []*Type
