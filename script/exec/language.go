package exec

import (
	"cmp"
	"math"
	"math/bits"
	"math/cmplx"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

// language is the implementation of an operator that needs no tensor; nil for others.
func language(n *ir.Node) Operator {
	s := ir.MatchSchema(n)
	if f := identity(n); f != nil {
		return f
	}
	if len(n.Inputs) > 0 && touchesTensor(n, s) {
		return nil
	}
	if f := exact[fullName(n, s)]; f != nil {
		return f
	}
	if n.Kind == "prim::isinstance" {
		return nil // the host knows the types of objects
	}
	return byName[n.Kind]
}

func fullName(n *ir.Node, s *ir.Schema) string {
	if s == nil {
		return n.Kind
	}
	return s.FullName()
}

// searches are the operators that look for an element of a list.
var searches = map[string]bool{"aten::index": true, "aten::count": true, "aten::remove": true}

// touchesTensor says whether the operator is one on a tensor: containers of tensors count as containers.
func touchesTensor(n *ir.Node, s *ir.Schema) bool {
	if s != nil && s.Overload == "t" || n.Kind == "aten::wait" || strings.HasPrefix(n.Kind, "aten::_set_item") || n.Kind == "aten::__getitem__" {
		return n.Inputs[0].Type.Kind == ir.TensorKind
	}
	if searches[n.Kind] && n.Inputs[0].Type.Kind == ir.ListKind || s != nil && s.Overload == "Tensor_list" {
		return false
	}
	if sorts := n.Kind == "aten::sort" || n.Kind == "aten::sorted"; sorts && n.Inputs[0].Type.Kind == ir.ListKind {
		return false
	}
	if s != nil {
		for i := range s.Args {
			t := s.Args[i].Type
			for t.Kind == ir.OptionalKind || t.Kind == ir.ListKind {
				t = t.Elem[0]
			}
			if t.Kind == ir.TensorKind {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(n.Inputs, func(v *ir.Value) bool { return v.Type.Kind == ir.TensorKind })
}

func boolValue(b bool) (Value, error) { return object.Bool(b), nil }

func number(v Value) float64 {
	switch {
	case v.IsExactFloat():
		return v.ExactFloat()
	case v.IsSmallInt():
		return float64(v.SmallInt())
	case v == object.True:
		return 1
	}
	f, _ := v.AsFloat()
	return f
}

func complexOf(v Value) complex128 {
	if c, ok := object.AsComplex(v); ok {
		return c.V
	}
	return complex(number(v), 0)
}

func fitsInt(f float64) bool { return f >= -1<<63 && f < 1<<63 }

func isComplex(v Value) bool { _, ok := object.AsComplex(v); return ok }

func fail(format string, args ...any) (Value, error) {
	return object.Null, object.RuntimeErrorf(format, args...)
}

// arith makes a binary operator of its forms on ints, floats and complex numbers; rest takes other operands.
func arith(i func(a, b int64) (Value, error), f func(a, b float64) (Value, error), c func(a, b complex128) (Value, error), rest Operator) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		x, y := a[0], a[1]
		switch {
		case x.IsSmallInt() && y.IsSmallInt():
			return i(x.SmallInt(), y.SmallInt())
		case (x.IsSmallInt() || x.IsExactFloat()) && (y.IsSmallInt() || y.IsExactFloat()):
			return f(number(x), number(y))
		case c != nil && (isComplex(x) || isComplex(y)):
			return c(complexOf(x), complexOf(y))
		case rest != nil:
			return rest(th, a)
		}
		return fail("unsupported operands: %s and %s", x.Type().Name, y.Type().Name)
	}
}

func intOf(v int64) (Value, error)          { return object.Int(v), nil }
func floatOf(v float64) (Value, error)      { return object.Float(v), nil }
func cOf(v complex128) (Value, error)       { return object.NewComplex(v), nil }
func strOf(v string) (Value, error)         { return object.NewStr(v), nil }
func listOf(items []Value) (Value, error)   { return object.NewList(items...).Ref(), nil }
func tupleOf(items ...Value) (Value, error) { return object.NewTuple(items...).Ref(), nil }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 {
	m := a % b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

// realPower refuses what Python refuses; a negative number to a fractional power is NaN.
func realPower(a, b float64) (Value, error) {
	if a == 0 && b < 0 {
		return fail("0.0 cannot be raised to a negative power")
	}
	return floatOf(precise.Pow(a, b))
}

func floatMod(a, b float64) float64 {
	m := math.Mod(a, b)
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

func compareOp(op object.CompareOp) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		b, err := object.CompareBool(th, a[0], a[1], op)
		return object.Bool(b), err
	}
}

// compareTensors compares two lists of tensors, each of which is compared, even with itself, and must be one number.
func compareTensors(same bool) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		x, y := list(a[0]).Items, list(a[1]).Items
		if len(x) != len(y) {
			return boolValue(!same)
		}
		for i := range x {
			v, err := object.Compare(th, x[i], y[i], object.Eq)
			if err != nil {
				return v, err
			}
			if equal, err := object.IsTrue(th, v); err != nil || !equal {
				return object.Bool(!same), err
			}
		}
		return boolValue(same)
	}
}

func binaryOp(op object.Op) Operator {
	return func(th *object.Thread, a []Value) (Value, error) { return object.BinaryOp(th, op, a[0], a[1]) }
}

// method calls a method of Python on the first operand.
func method(name string) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		return object.CallMethod(th, a[0], name, slices.Clone(a[1:])...)
	}
}

func list(v Value) *object.List { l, _ := object.AsList(v); return l }

func dict(v Value) *object.Dict { d, _ := object.AsDict(v); return d }

func text(v Value) string { s, _ := object.Text(v); return s }

// mathFunc is a function of floats.
func mathFunc(f func(float64) float64, c func(complex128) complex128) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		if isComplex(a[0]) && c != nil {
			return cOf(c(complexOf(a[0])))
		}
		return floatOf(f(number(a[0])))
	}
}

// complexFunc is a function of a complex number: that of Python, and where that refuses its argument the other, which has a value there.
func complexFunc(name string, other func(complex128) complex128) func(complex128) complex128 {
	f := stdlib.ComplexFunction(name)
	return func(z complex128) complex128 {
		if r, err := f(z); err == nil {
			return r
		}
		return other(z)
	}
}

func isInf(x float64) bool { return math.IsInf(x, 0) }

// anyPart says whether something holds of a number, or of one of the parts of a complex one.
func anyPart(v Value, holds func(float64) bool) bool {
	if isComplex(v) {
		c := complexOf(v)
		return holds(real(c)) || holds(imag(c))
	}
	return holds(number(v))
}

func index(i int64, n int) (int, bool) {
	if i < 0 {
		i += int64(n)
	}
	return int(i), i >= 0 && i < int64(n)
}

// exact are operators of which an overload differs from the rest.
var exact map[string]Operator

// byName are the operators of the language.
var byName map[string]Operator

func init() {
	bit := func(f func(a, b int64) int64, g func(a, b bool) bool) Operator {
		return func(th *object.Thread, a []Value) (Value, error) {
			if a[0].IsBool() {
				return boolValue(g(a[0] == object.True, a[1] == object.True))
			}
			return intOf(f(a[0].SmallInt(), a[1].SmallInt()))
		}
	}
	exact = map[string]Operator{
		"aten::Size":           func(th *object.Thread, a []Value) (Value, error) { return listOf(slices.Clone(list(a[0]).Items)) }, // scripts have no other type for sizes
		"aten::eq.Tensor_list": compareTensors(true), "aten::ne.Tensor_list": compareTensors(false),
		"aten::Float.str": func(th *object.Thread, a []Value) (Value, error) {
			f, rest, ok := floatPrefix(text(a[0]))
			switch {
			case !ok:
				return fail("stod")
			case rest != "":
				return fail("could not convert string to float: '%s'", text(a[0]))
			}
			return floatOf(f)
		},
		"aten::Int.str": func(th *object.Thread, a []Value) (Value, error) {
			i, rest, ok := intPrefix(text(a[0]))
			switch {
			case !ok:
				return fail("stoll")
			case rest != "":
				return fail("invalid literal for int() with base 10: '%s'", text(a[0]))
			}
			return intOf(i)
		},
	}
	byName = map[string]Operator{
		"aten::add": arith(func(a, b int64) (Value, error) { return intOf(a + b) }, func(a, b float64) (Value, error) { return floatOf(a + b) }, func(a, b complex128) (Value, error) { return cOf(a + b) }, binaryOp(object.OpAdd)),
		"aten::sub": arith(func(a, b int64) (Value, error) { return intOf(a - b) }, func(a, b float64) (Value, error) { return floatOf(a - b) }, func(a, b complex128) (Value, error) { return cOf(a - b) }, nil),
		"aten::mul": arith(func(a, b int64) (Value, error) { return intOf(a * b) }, func(a, b float64) (Value, error) { return floatOf(a * b) }, func(a, b complex128) (Value, error) { return cOf(a * b) }, binaryOp(object.OpMul)),
		"aten::div": arith(func(a, b int64) (Value, error) { return floatOf(float64(a) / float64(b)) }, func(a, b float64) (Value, error) { return floatOf(a / b) }, func(a, b complex128) (Value, error) { return cOf(a / b) }, nil),
		"aten::floordiv": arith(func(a, b int64) (Value, error) {
			if b == 0 {
				return fail("division by 0")
			}
			return intOf(floorDiv(a, b))
		}, func(a, b float64) (Value, error) { return floatOf(math.Floor(a / b)) }, nil, nil),
		"aten::__round_to_zero_floordiv": arith(func(a, b int64) (Value, error) {
			if b == 0 {
				return fail("division by 0")
			}
			return intOf(a / b)
		}, nil, nil, nil),
		"aten::remainder": arith(func(a, b int64) (Value, error) {
			if b == 0 {
				return fail("ZeroDivisionError: modulo by zero")
			}
			return intOf(floorMod(a, b))
		}, func(a, b float64) (Value, error) { return floatOf(floatMod(a, b)) }, nil, nil),
		"aten::fmod": arith(func(a, b int64) (Value, error) { return floatOf(math.Mod(float64(a), float64(b))) }, func(a, b float64) (Value, error) { return floatOf(math.Mod(a, b)) }, nil, nil),
		"aten::pow": arith(func(a, b int64) (Value, error) { return realPower(float64(a), float64(b)) }, realPower,
			func(a, b complex128) (Value, error) { return cOf(cmplx.Pow(a, b)) }, nil),
		"aten::neg": func(th *object.Thread, a []Value) (Value, error) {
			switch {
			case a[0].IsSmallInt():
				return intOf(-a[0].SmallInt())
			case a[0].IsExactFloat():
				return floatOf(-a[0].ExactFloat())
			}
			return cOf(-complexOf(a[0]))
		},
		"aten::bitwise_not": func(th *object.Thread, a []Value) (Value, error) {
			return intOf(^a[0].SmallInt())
		},
		"aten::__and__": bit(func(a, b int64) int64 { return a & b }, func(a, b bool) bool { return a && b }),
		"aten::__or__":  bit(func(a, b int64) int64 { return a | b }, func(a, b bool) bool { return a || b }),
		"aten::__xor__": bit(func(a, b int64) int64 { return a ^ b }, func(a, b bool) bool { return a != b }),
		// a shift counts modulo the bits of a word, as the processor has it
		"aten::__lshift__": func(th *object.Thread, a []Value) (Value, error) {
			return intOf(a[0].SmallInt() << (uint64(a[1].SmallInt()) & 63))
		},
		"aten::__rshift__": func(th *object.Thread, a []Value) (Value, error) {
			return intOf(a[0].SmallInt() >> (uint64(a[1].SmallInt()) & 63))
		},
		"aten::__not__": func(th *object.Thread, a []Value) (Value, error) { return boolValue(a[0] == object.False) },
		"aten::eq":      compareOp(object.Eq), "aten::ne": compareOp(object.Ne), "aten::lt": compareOp(object.Lt), "aten::le": compareOp(object.Le),
		"aten::gt": compareOp(object.Gt), "aten::ge": compareOp(object.Ge),
		"aten::Int": func(th *object.Thread, a []Value) (Value, error) {
			switch {
			case a[0].IsSmallInt():
				return a[0], nil
			case a[0].IsBool():
				return intOf(int64(number(a[0])))
			}
			if isComplex(a[0]) && (imag(complexOf(a[0])) != 0 || !fitsInt(real(complexOf(a[0])))) {
				return fail("value cannot be converted to type int without overflow")
			}
			return intOf(int64(real(complexOf(a[0]))))
		},
		"aten::Float": func(th *object.Thread, a []Value) (Value, error) { return floatOf(real(complexOf(a[0]))) },
		"aten::Bool": func(th *object.Thread, a []Value) (Value, error) {
			b, err := object.IsTrue(th, a[0])
			return object.Bool(b), err
		},
		"aten::Complex": func(th *object.Thread, a []Value) (Value, error) {
			if len(a) == 2 {
				return cOf(complex(number(a[0]), number(a[1])))
			}
			return cOf(complexOf(a[0]))
		},
		"aten::__range_length": func(th *object.Thread, a []Value) (Value, error) {
			lo, hi, step := a[0].SmallInt(), a[1].SmallInt(), a[2].SmallInt()
			switch {
			case step == 0:
				return fail("range() arg 3 must not be zero")
			case step > 0 && lo < hi:
				return intOf(1 + (hi-1-lo)/step)
			case step < 0 && lo > hi:
				return intOf(1 + (lo-1-hi)/(-step))
			}
			return intOf(0)
		},
		"aten::__derive_index": func(th *object.Thread, a []Value) (Value, error) {
			return intOf(a[1].SmallInt() + a[0].SmallInt()*a[2].SmallInt())
		},
		"aten::len": func(th *object.Thread, a []Value) (Value, error) {
			n, err := object.Len(th, a[0])
			return object.Int(int64(n)), err
		},
		"aten::__is__":    func(th *object.Thread, a []Value) (Value, error) { return boolValue(same(a[0], a[1])) },
		"aten::__isnot__": func(th *object.Thread, a []Value) (Value, error) { return boolValue(!same(a[0], a[1])) },
		"aten::append": func(th *object.Thread, a []Value) (Value, error) {
			l := list(a[0])
			l.Items = append(l.Items, a[1])
			return a[0], nil
		},
		"aten::extend": func(th *object.Thread, a []Value) (Value, error) {
			l := list(a[0])
			l.Items = append(l.Items, list(a[1]).Items...)
			return object.None, nil
		},
		"aten::insert": func(th *object.Thread, a []Value) (Value, error) {
			return object.CallMethod(th, a[0], "insert", a[1], a[2])
		},
		"aten::clear": method("clear"), "aten::reverse": method("reverse"), "aten::count": method("count"),
		"aten::copy": func(th *object.Thread, a []Value) (Value, error) {
			if d := dict(a[0]); d != nil {
				return object.CallMethod(th, a[0], "copy")
			}
			return listOf(slices.Clone(list(a[0]).Items))
		},
		"aten::pop": popItem, "aten::remove": method("remove"),
		"aten::sort": func(th *object.Thread, a []Value) (Value, error) {
			rev := len(a) > 1 && a[1] == object.True
			_, err := object.CallKw(th, mustAttr(th, a[0], "sort"), nil, object.Kw{Name: "reverse", V: object.Bool(rev)})
			return object.None, err
		},
		"aten::sorted": func(th *object.Thread, a []Value) (Value, error) {
			v, _ := listOf(slices.Clone(list(a[0]).Items))
			_, err := object.CallMethod(th, v, "sort")
			return v, err
		},
		"aten::list": func(th *object.Thread, a []Value) (Value, error) {
			items, err := object.ToSlice(th, a[0])
			return object.NewList(slices.Clone(items)...).Ref(), err
		},
		"aten::__getitem__": getItem, "aten::_set_item": setItem, "prim::StringIndex": getItem,
		"aten::Delete": func(th *object.Thread, a []Value) (Value, error) {
			err := object.DelItem(th, a[0], a[1])
			if err != nil && object.ErrorIs(err, object.IndexError) {
				return fail("list index out of range")
			}
			return object.None, keyError(th, a[1], err)
		},
		"aten::slice": sliceItems, "aten::add_": func(th *object.Thread, a []Value) (Value, error) {
			l := list(a[0])
			l.Items = append(l.Items, list(a[1]).Items...)
			return a[0], nil
		},
		"aten::mul_": func(th *object.Thread, a []Value) (Value, error) {
			l := list(a[0])
			items := slices.Clone(l.Items)
			l.Items = l.Items[:0]
			for range a[1].SmallInt() {
				l.Items = append(l.Items, items...)
			}
			return a[0], nil
		},
		"aten::__contains__": func(th *object.Thread, a []Value) (Value, error) {
			b, err := object.Contains(th, a[0], a[1])
			return object.Bool(b), err
		},
		"aten::keys": listMethod("keys"), "aten::values": listMethod("values"), "aten::items": listMethod("items"), "aten::update": method("update"),
		"aten::get": func(th *object.Thread, a []Value) (Value, error) {
			v, ok, err := dict(a[0]).Get(th, a[1])
			if err != nil || ok {
				return v, err
			}
			if len(a) > 2 {
				return a[2], nil
			}
			return object.None, nil
		},
		"aten::setdefault": method("setdefault"), "aten::popitem": popFirst,
		"aten::dict": func(th *object.Thread, a []Value) (Value, error) {
			d := object.NewDict()
			if len(a) == 1 {
				_, err := object.CallMethod(th, d.Ref(), "update", a[0])
				return d.Ref(), err
			}
			return d.Ref(), nil
		},
		"prim::min": extreme("min", object.Lt), "prim::max": extreme("max", object.Gt),
		"prim::abs": func(th *object.Thread, a []Value) (Value, error) { return object.Abs(th, a[0]) },
		"aten::sum": func(th *object.Thread, a []Value) (Value, error) {
			acc := object.Int(0)
			var err error
			for i, v := range list(a[0]).Items {
				if v.IsBool() {
					v = object.Int(int64(number(v)))
				}
				if i == 0 && !v.IsSmallInt() {
					acc = v
					continue
				}
				if acc, err = object.BinaryOp(th, object.OpAdd, acc, v); err != nil {
					return acc, err
				}
			}
			return acc, nil
		},
		"aten::all": func(th *object.Thread, a []Value) (Value, error) { return anyAll(th, a[0], false) }, "aten::any": func(th *object.Thread, a []Value) (Value, error) { return anyAll(th, a[0], true) },
		"aten::divmod": func(th *object.Thread, a []Value) (Value, error) {
			if a[0].IsSmallInt() && a[1].IsSmallInt() {
				if a[1].SmallInt() == 0 {
					return fail("ZeroDivisionError: integer division or modulo by zero")
				}
				return tupleOf(object.Int(floorDiv(a[0].SmallInt(), a[1].SmallInt())), object.Int(floorMod(a[0].SmallInt(), a[1].SmallInt())))
			}
			x, y := number(a[0]), number(a[1])
			if y == 0 {
				return fail("ZeroDivisionError: float divmod()")
			}
			r := floatMod(x, y)
			return tupleOf(object.Float((x-r)/y), object.Float(r))
		},
		"prim::rangelist": func(th *object.Thread, a []Value) (Value, error) {
			var items []Value
			for i := range a[0].SmallInt() {
				items = append(items, object.Int(i))
			}
			return listOf(items)
		},
		"aten::ord": func(th *object.Thread, a []Value) (Value, error) {
			s, _ := object.AsStr(a[0])
			if len(s.S) != 1 {
				return fail("String for ord() must be 1 character, found %d", len(s.S))
			}
			return intOf(int64(s.S[0]))
		},
		"aten::chr": func(th *object.Thread, a []Value) (Value, error) { return strOf(string(rune(a[0].SmallInt()))) },
		"aten::hex": func(th *object.Thread, a []Value) (Value, error) { return strOf(baseText(a[0].SmallInt(), 16, "0x")) },
		"aten::oct": func(th *object.Thread, a []Value) (Value, error) { return strOf(baseText(a[0].SmallInt(), 8, "0o")) },
		"aten::bin": func(th *object.Thread, a []Value) (Value, error) { return strOf(baseText(a[0].SmallInt(), 2, "0b")) },
		"aten::round": func(th *object.Thread, a []Value) (Value, error) {
			return floatOf(math.RoundToEven(number(a[0])))
		},
		"aten::floor": func(th *object.Thread, a []Value) (Value, error) { return intOf(int64(math.Floor(number(a[0])))) },
		"aten::ceil":  func(th *object.Thread, a []Value) (Value, error) { return intOf(int64(math.Ceil(number(a[0])))) },
		"aten::trunc": func(th *object.Thread, a []Value) (Value, error) { return intOf(int64(number(a[0]))) },
		"aten::sqrt":  mathFunc(math.Sqrt, complexFunc("sqrt", cmplx.Sqrt)), "aten::exp": mathFunc(precise.Exp, complexFunc("exp", cmplx.Exp)), "aten::sin": mathFunc(precise.Sin, complexFunc("sin", cmplx.Sin)), "aten::cos": mathFunc(precise.Cos, complexFunc("cos", cmplx.Cos)), "aten::tan": mathFunc(precise.Tan, complexFunc("tan", cmplx.Tan)),
		"aten::asin": mathFunc(precise.Asin, complexFunc("asin", cmplx.Asin)), "aten::acos": mathFunc(precise.Acos, complexFunc("acos", cmplx.Acos)), "aten::atan": mathFunc(precise.Atan, complexFunc("atan", cmplx.Atan)), "aten::sinh": mathFunc(precise.Sinh, complexFunc("sinh", cmplx.Sinh)), "aten::cosh": mathFunc(precise.Cosh, complexFunc("cosh", cmplx.Cosh)),
		"aten::tanh": mathFunc(precise.Tanh, complexFunc("tanh", cmplx.Tanh)), "aten::asinh": mathFunc(precise.Asinh, complexFunc("asinh", cmplx.Asinh)), "aten::acosh": mathFunc(precise.Acosh, complexFunc("acosh", cmplx.Acosh)), "aten::atanh": mathFunc(precise.Atanh, complexFunc("atanh", cmplx.Atanh)), "aten::log1p": mathFunc(precise.Log1p, nil), "aten::log10": mathFunc(precise.Log10, complexFunc("log10", cmplx.Log10)), "aten::log2": mathFunc(precise.Log2, nil),
		"aten::expm1": mathFunc(precise.Expm1, nil), "aten::fabs": mathFunc(math.Abs, nil), "aten::erf": mathFunc(math.Erf, nil), "aten::erfc": mathFunc(math.Erfc, nil), "aten::gamma": mathFunc(gamma, nil),
		"aten::lgamma":  mathFunc(logGamma, nil),
		"aten::degrees": mathFunc(func(x float64) float64 { return x * (180 / math.Pi) }, nil), "aten::radians": mathFunc(func(x float64) float64 { return x * (math.Pi / 180) }, nil),
		"aten::log": func(th *object.Thread, a []Value) (Value, error) {
			if isComplex(a[0]) || isComplex(a[len(a)-1]) {
				log := complexFunc("log", cmplx.Log)
				out := log(complexOf(a[0]))
				if len(a) == 2 {
					out /= log(complexOf(a[1]))
				}
				return cOf(out)
			}
			if len(a) == 2 {
				return floatOf(precise.Log(number(a[0])) / precise.Log(number(a[1])))
			}
			return floatOf(precise.Log(number(a[0])))
		},
		"aten::atan2": func(th *object.Thread, a []Value) (Value, error) {
			return floatOf(precise.Atan2(number(a[0]), number(a[1])))
		},
		"aten::copysign": func(th *object.Thread, a []Value) (Value, error) {
			return floatOf(math.Copysign(number(a[0]), number(a[1])))
		},
		"aten::isnan": func(th *object.Thread, a []Value) (Value, error) { return boolValue(anyPart(a[0], math.IsNaN)) },
		"aten::isinf": func(th *object.Thread, a []Value) (Value, error) { return boolValue(anyPart(a[0], isInf)) },
		"aten::isfinite": func(th *object.Thread, a []Value) (Value, error) {
			return boolValue(!anyPart(a[0], isInf) && !anyPart(a[0], math.IsNaN))
		},
		"aten::angle": func(th *object.Thread, a []Value) (Value, error) {
			return floatOf(precise.Atan2(imag(complexOf(a[0])), real(complexOf(a[0]))))
		},
		"aten::polar": func(th *object.Thread, a []Value) (Value, error) {
			return cOf(complex(number(a[0])*precise.Cos(number(a[1])), number(a[0])*precise.Sin(number(a[1]))))
		},
		"aten::factorial": func(th *object.Thread, a []Value) (Value, error) {
			n := a[0].SmallInt()
			if n < 0 {
				return fail("factorial() not defined for negative values")
			}
			acc := int64(1)
			for i := int64(2); i <= n; i++ {
				acc *= i
			}
			return intOf(acc)
		},
		"aten::gcd": func(th *object.Thread, a []Value) (Value, error) {
			x, y := a[0].SmallInt(), a[1].SmallInt()
			for y != 0 {
				x, y = y, x%y
			}
			if x < 0 {
				x = -x
			}
			return intOf(x)
		},
		"aten::ldexp": func(th *object.Thread, a []Value) (Value, error) {
			return floatOf(math.Ldexp(number(a[0]), int(a[1].SmallInt())))
		},
		"aten::frexp": func(th *object.Thread, a []Value) (Value, error) {
			m, e := math.Frexp(number(a[0]))
			return tupleOf(object.Float(m), object.Int(int64(e)))
		},
		"aten::modf": func(th *object.Thread, a []Value) (Value, error) {
			x := number(a[0])
			whole, part := math.Modf(x)
			if math.IsInf(x, 0) {
				part = math.Copysign(0, x)
			}
			return tupleOf(object.Float(part), object.Float(whole))
		},
		"aten::mathremainder": func(th *object.Thread, a []Value) (Value, error) {
			return floatOf(math.Remainder(number(a[0]), number(a[1])))
		},
		"aten::hash": func(th *object.Thread, a []Value) (Value, error) {
			h, err := hashOf(th, a[0])
			return object.Int(int64(h)), err
		},
		"aten::bit_length": func(th *object.Thread, a []Value) (Value, error) {
			return intOf(int64(bits.Len64(uint64(max(a[0].SmallInt(), -a[0].SmallInt())))))
		},
		"aten::warn": nil,
	}
	for name, op := range stringOperators() {
		byName["aten::"+name] = op
	}
	delete(byName, "aten::warn")
}

func mustAttr(th *object.Thread, v Value, name string) Value {
	f, _ := object.GetAttr(th, v, name)
	return f
}

// same is the identity of values: None, bools and tensors by themselves.
func same(a, b Value) bool {
	if a.IsNull() {
		a = object.None
	}
	if b.IsNull() {
		b = object.None
	}
	return a == b
}

func baseText(i int64, base int, prefix string) string {
	sign := ""
	u := uint64(i)
	if i < 0 {
		sign, u = "-", -u
	}
	return sign + prefix + strconv.FormatUint(u, base)
}

func anyAll(th *object.Thread, v Value, want bool) (Value, error) {
	for _, x := range list(v).Items {
		b, err := object.IsTrue(th, x)
		if err != nil || b == want {
			return object.Bool(want), err
		}
	}
	return object.Bool(!want), nil
}

// extreme is min and max, of two values or of a list.
func extreme(name string, op object.CompareOp) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		items := a
		if len(a) == 1 {
			items = list(a[0]).Items
			if len(items) == 0 {
				return fail("%s() arg is an empty sequence", name)
			}
		} else if !a[0].IsExactFloat() != !a[1].IsExactFloat() { // an int beside a float counts as one
			items = []Value{object.Float(number(a[0])), object.Float(number(a[1]))}
		}
		best := items[0]
		for _, v := range items[1:] {
			better, err := object.CompareBool(th, v, best, op)
			if err != nil {
				return best, err
			}
			if better {
				best = v
			}
		}
		return best, nil
	}
}

func popItem(th *object.Thread, a []Value) (Value, error) {
	if d := dict(a[0]); d != nil {
		v, ok, err := d.Pop(th, a[1])
		if err != nil || ok {
			return v, err
		}
		if len(a) > 2 {
			return a[2], nil
		}
		return object.Null, keyError(th, a[1], object.KeyErrorOf(a[1]))
	}
	l := list(a[0])
	if len(l.Items) == 0 {
		return fail("pop from empty list")
	}
	at := int64(-1)
	if len(a) > 1 {
		at = a[1].SmallInt()
	}
	i, ok := index(at, len(l.Items))
	if !ok {
		return fail("list index out of range")
	}
	v := l.Items[i]
	l.Items = slices.Delete(l.Items, i, i+1)
	return v, nil
}

// keyError gives the error of a missing key the words of scripts.
func keyError(th *object.Thread, key Value, err error) error {
	if err != nil && object.ErrorIs(err, object.KeyError) {
		s, _ := object.StrOf(th, key)
		return object.RuntimeErrorf("KeyError: %s", s)
	}
	return err
}

func getItem(th *object.Thread, a []Value) (Value, error) {
	if l, ok := object.AsList(a[0]); ok && a[1].IsSmallInt() {
		i, ok := index(a[1].SmallInt(), len(l.Items))
		if !ok {
			return fail("list index out of range")
		}
		return l.Items[i], nil
	}
	if d := dict(a[0]); d != nil {
		v, ok, err := d.Get(th, a[1])
		if err == nil && !ok {
			err = keyError(th, a[1], object.KeyErrorOf(a[1]))
		}
		return v, err
	}
	v, err := object.GetItem(th, a[0], a[1])
	if err != nil && object.ErrorIs(err, object.IndexError) {
		n, _ := object.Len(th, a[0])
		at := uint64(a[1].SmallInt())
		if a[1].SmallInt() < 0 {
			at += uint64(n)
		}
		return fail("basic_string::at: __n (which is %d) >= this->size() (which is %d)", at, n) // in the words of C++
	}
	return v, err
}

func setItem(th *object.Thread, a []Value) (Value, error) {
	if l, ok := object.AsList(a[0]); ok && a[1].IsSmallInt() {
		i, ok := index(a[1].SmallInt(), len(l.Items))
		if !ok {
			return fail("list index out of range")
		}
		l.Items[i] = a[2]
		return a[0], nil
	}
	return object.None, object.SetItem(th, a[0], a[1], a[2])
}

func sliceItems(th *object.Thread, a []Value) (Value, error) {
	if _, isList := object.AsList(a[0]); isList && a[3].IsSmallInt() && a[3].SmallInt() == 0 {
		return fail("List slice should have non-zero step")
	}
	s := &object.Slice{Header: object.NewHeader(object.SliceType), Start: a[1], Stop: a[2], Step: a[3]}
	return object.GetItem(th, a[0], s.Ref())
}

// listMethod calls a method of a dict and makes a list of what it gives.
func listMethod(name string) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		v, err := object.CallMethod(th, a[0], name)
		if err != nil {
			return v, err
		}
		items, err := object.ToSlice(th, v)
		return object.NewList(slices.Clone(items)...).Ref(), err
	}
}

// sortsObjects sorts a list of objects of a scripted class by its __lt__: the list itself, or a copy.
func sortsObjects(host Host, inPlace bool) Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		items := list(a[0]).Items
		result := object.None
		if !inPlace {
			items = slices.Clone(items)
			result, _ = listOf(items)
		}
		reverse := len(a) > 1 && a[1] == object.True
		var failed error
		below := func(x, y Value) bool {
			o, err := objectOf(x)
			if err != nil || failed != nil {
				failed = cmp.Or(failed, err)
				return false
			}
			v, err := Run(th, o.Type.Class.Method("__lt__"), host, []Value{x, y})
			failed = cmp.Or(failed, err)
			return v == object.True
		}
		slices.SortStableFunc(items, func(x, y Value) int {
			if reverse {
				x, y = y, x
			}
			switch {
			case below(x, y):
				return -1
			case below(y, x):
				return 1
			}
			return 0
		})
		return result, failed
	}
}

// popFirst takes the first item out of a dict.
func popFirst(th *object.Thread, a []Value) (Value, error) {
	d := dict(a[0])
	keys := d.Keys()
	if len(keys) == 0 {
		return object.Null, object.RuntimeErrorf("popitem(): dictionary is empty")
	}
	k, v := keys[0], d.Values()[0]
	if err := object.DelItem(th, a[0], k); err != nil {
		return object.Null, err
	}
	return object.NewTuple(k, v).Ref(), nil
}

// indexOf is list.index.
func indexOf(th *object.Thread, a []Value) (Value, error) {
	v, err := object.CallMethod(th, a[0], "index", a[1:]...)
	if err != nil && object.ErrorIs(err, object.ValueError) {
		return fail("'%s' is not in list", Text(th, nil, a[1], nil))
	}
	return v, err
}

// gamma is the gamma function as the C library has it.
func gamma(x float64) float64 {
	if x < 0 && x != math.Trunc(x) && !math.IsInf(x, 0) {
		return precise.Gamma(x)
	}
	return math.Gamma(x)
}

// logGamma is the logarithm of the gamma function as the C library has it, which at minus infinity is infinite too.
func logGamma(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1)
	}
	v, _ := math.Lgamma(x)
	return v
}
