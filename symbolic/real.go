package symbolic

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Real expressions are floats: constants, symbols whose names begin with RealPrefix, quotients of integers (TrueDiv), and what is computed
// from them. They are not brought into one form, since rounding makes no two ways of computing the same. Floor, Ceil, Trunc and Round lead
// back to integers.

// RealPrefix begins the names of symbols that stand for floats; their values are the bits of these.
const RealPrefix = "zf"

// UnbackedRealPrefix begins the names of floats that depend on data.
const UnbackedRealPrefix = "zuf"

// IsReal tells whether e is a float.
func IsReal(e *Expr) bool {
	switch e.Kind {
	case Real, ToReal, RealAdd, RealMul, RealDiv, RealPow, RealMod, RealFloorDiv, RealMin, RealMax, RealFunction, TrueDiv:
		return true
	case Symbol:
		return strings.HasPrefix(e.Name, RealPrefix) || strings.HasPrefix(e.Name, UnbackedRealPrefix)
	}
	return false
}

// Float is a float that is an expression.
type Float struct{ e *Expr }

// FloatOf wraps a real expression.
func FloatOf(e *Expr) Float { return Float{NewToReal(e)} }

// Expr gives the expression node.
func (f Float) Expr() *Expr { return f.e }

// Const gives the value of a constant.
func (f Float) Const() (float64, bool) {
	return math.Float64frombits(uint64(f.e.Value)), f.e.Kind == Real
}

func (f Float) String() string { return f.e.String() }

// NewReal is the constant v.
func NewReal(v float64) *Expr { return intern(Real, int64(math.Float64bits(v)), "") }

// NewToReal is the integer e as a float; a float stays as it is.
func NewToReal(e *Expr) *Expr {
	switch {
	case IsReal(e):
		return e
	case e.Kind == Const:
		return NewReal(float64(e.Value))
	}
	return intern(ToReal, 0, "", e)
}

// NewRealOp is an operation of two floats; constants are folded, and gathered first in sums and products.
func NewRealOp(kind Kind, a, b *Expr) *Expr {
	a, b = NewToReal(a), NewToReal(b)
	if a.Kind == Real && b.Kind == Real {
		if v, err := EvalReal(intern(kind, 0, "", a, b), nil); err == nil {
			return NewReal(v)
		}
	}
	if (kind == RealAdd || kind == RealMul || kind == RealMin || kind == RealMax) && b.Kind == Real {
		a, b = b, a
	}
	return intern(kind, 0, "", a, b)
}

// NewRealFunction is a function of package math, or "abs", of a float.
func NewRealFunction(name string, a *Expr) *Expr {
	return intern(RealFunction, 0, name, NewToReal(a))
}

// signOf is the function that is 1 or -1 by the sign of a float, which zeros have too.
const signOf = "sign"

// SameReal tells that a float is the constant v. Zeros compare equal, but they are two: of them the sign is compared as well.
func SameReal(e *Expr, v float64) Bool {
	same := NewRealRelation(Eq, e, NewReal(v))
	if v != 0 {
		return same
	}
	if e.Kind == Real {
		return BoolOf(e == NewReal(v))
	}
	return NewRealRelation(Eq, NewRealFunction(signOf, e), NewReal(math.Copysign(1, v))).And(same)
}

// NewToInt is the integer that Floor, Ceil, Trunc or Round makes of a float.
func NewToInt(kind Kind, a *Expr) *Expr {
	if a.Kind == ToReal {
		return a.Args[0]
	}
	if a.Kind == Real {
		if v, err := Eval(intern(kind, 0, "", a), nil); err == nil {
			return NewConst(v)
		}
	}
	return intern(kind, 0, "", a)
}

// NewRealRelation is lhs ⋈ rhs of floats for Eq, Ne, Lt or Le.
func NewRealRelation(kind Kind, lhs, rhs *Expr) Bool {
	lhs, rhs = NewToReal(lhs), NewToReal(rhs)
	e := intern(kind, 0, "", lhs, rhs)
	if lhs.Kind == Real && rhs.Kind == Real {
		v, _ := Eval(e, nil)
		return BoolOf(v != 0)
	}
	return Bool{e: e}
}

// NotNaN tells that a float is a number.
func NotNaN(e *Expr) *Expr { return intern(Not, 0, "", intern(IsNaN, 0, "", e)) }

// EvalReal computes a float as Eval computes integers.
func EvalReal(e *Expr, value func(name string) (int64, bool)) (float64, error) {
	switch e.Kind {
	case Real:
		return math.Float64frombits(uint64(e.Value)), nil
	case Symbol:
		if value != nil {
			if v, ok := value(e.Name); ok {
				return math.Float64frombits(uint64(v)), nil
			}
		}
		return 0, fmt.Errorf("symbol %s has no value", e.Name)
	case ToReal:
		v, err := Eval(e.Args[0], value)
		return float64(v), err
	case TrueDiv:
		a, err := Eval(e.Args[0], value)
		if err != nil {
			return 0, err
		}
		b, err := Eval(e.Args[1], value)
		if err == nil && b == 0 {
			err = fmt.Errorf("division by zero in %s", e)
		}
		return float64(a) / float64(b), err
	}
	args := make([]float64, len(e.Args))
	for i, a := range e.Args {
		v, err := EvalReal(a, value)
		if err != nil {
			return 0, err
		}
		args[i] = v
	}
	if e.Kind == RealFunction {
		f := realFunctions[e.Name]
		if f == nil {
			return 0, fmt.Errorf("no function %s", e.Name)
		}
		return f(args[0]), nil
	}
	a, b := args[0], args[1]
	switch e.Kind {
	case RealAdd:
		return a + b, nil
	case RealMul:
		return a * b, nil
	case RealPow:
		return math.Pow(a, b), nil
	case RealMin:
		if b < a {
			return b, nil
		}
		return a, nil
	case RealMax:
		if b > a {
			return b, nil
		}
		return a, nil
	}
	if b == 0 {
		return 0, fmt.Errorf("division by zero in %s", e)
	}
	switch e.Kind {
	case RealDiv:
		return a / b, nil
	case RealMod, RealFloorDiv:
		m := math.Mod(a, b)
		if m != 0 && (m < 0) != (b < 0) {
			m += b
		}
		if e.Kind == RealMod {
			return m, nil
		}
		return math.Round((a - m) / b), nil
	}
	return 0, fmt.Errorf("no float: %s", e)
}

var realFunctions = map[string]func(float64) float64{
	"abs": math.Abs, "sqrt": math.Sqrt, "cos": math.Cos, "cosh": math.Cosh, "sin": math.Sin, "sinh": math.Sinh, "tan": math.Tan, "tanh": math.Tanh,
	"asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "log2": math.Log2,
	signOf: func(x float64) float64 { return math.Copysign(1, x) },
}

// toInt is Floor, Ceil, Trunc or Round of v.
func toInt(kind Kind, v float64) (int64, error) {
	switch kind {
	case Floor:
		v = math.Floor(v)
	case Ceil:
		v = math.Ceil(v)
	case Trunc:
		v = math.Trunc(v)
	case Round:
		v = math.RoundToEven(v)
	}
	if !(math.Abs(v) < 1<<62) {
		return 0, fmt.Errorf("cannot convert %v to an integer", v)
	}
	return int64(v), nil
}

// realNames are the functions that sympy's spelling has for operations of floats.
var realNames = map[Kind]string{ToReal: "ToFloat", RealDiv: "FloatTrueDiv", RealPow: "FloatPow", RealMod: "PythonMod", RealMin: "Min", RealMax: "Max",
	Floor: "FloorToInt", Ceil: "CeilToInt", Trunc: "TruncToInt", Round: "RoundToInt"}

// sympyReal writes a float in sympy's spelling, if that is the call of a function.
func (p *printer) sympyReal(e *Expr, outer int) bool {
	name, ok := realNames[e.Kind]
	switch {
	case ok && divisions[e.Kind]:
		p.division(outer, func() { p.call(name, e.Args) })
	case ok:
		p.call(name, e.Args)
	case e.Kind == RealFloorDiv:
		p.b.WriteString("ToFloat(FloorToInt(")
		p.call("FloatTrueDiv", e.Args)
		p.b.WriteString("))")
	case e.Kind == RealFunction && e.Name == "abs":
		p.call("Abs", e.Args)
	case e.Kind == RealFunction:
		p.call("OpaqueUnaryFn_"+e.Name, e.Args)
	default:
		return false
	}
	return true
}

func (p *printer) real(e *Expr, outer int) {
	if !p.style.Python && p.sympyReal(e, outer) {
		return
	}
	switch e.Kind {
	case Real:
		text := strconv.FormatFloat(math.Float64frombits(uint64(e.Value)), 'g', -1, 64)
		if !strings.ContainsAny(text, ".einN") {
			text += ".0"
		}
		p.b.WriteString(text)
	case ToReal:
		p.call("torch.sym_float", e.Args)
	case RealAdd:
		if !p.style.Python {
			p.parenthesise(precedenceAdd, outer, func() { p.sumOfReals(e) })
			return
		}
		p.parenthesise(precedenceAdd, outer, func() { p.joined(e.Args, " + ", precedenceAdd) })
	case RealMul:
		if negated := negatedReal(e); !p.style.Python && negated != nil {
			p.b.WriteByte('-')
			p.write(negated, precedenceMul)
			return
		}
		args := e.Args
		if !p.style.Python {
			args = inRealOrder(args)
		}
		p.parenthesise(precedenceMul, outer, func() { p.joined(args, "*", precedenceMul) })
	case RealPow:
		p.parenthesise(precedencePow, outer, func() { p.joined(e.Args, " ** ", precedencePow) })
	case RealDiv, RealFloorDiv, RealMod:
		p.b.WriteByte('(')
		p.joined(e.Args, map[Kind]string{RealDiv: " / ", RealFloorDiv: " // ", RealMod: " % "}[e.Kind], precedencePow+1)
		p.b.WriteByte(')')
	case RealMin:
		p.call("min", e.Args)
	case RealMax:
		p.call("max", e.Args)
	case RealFunction:
		name := e.Name
		if name == signOf {
			p.parenthesise(precedenceMul, outer, func() {
				p.b.WriteString("math.copysign(1.0, ")
				p.write(e.Args[0], 0)
				p.b.WriteString(")")
			})
			return
		}
		if name != "abs" {
			name = "torch._sym_" + name
		}
		p.parenthesise(precedenceMul, outer, func() { p.call(name, e.Args) })
	case Floor:
		p.call("math.floor", e.Args)
	case Ceil:
		p.call("math.ceil", e.Args)
	case Trunc:
		if e.Args[0].Kind == TrueDiv { // of sizes, as PyTorch writes its guards
			p.infix(e.Args[0], "//", " // ")
			return
		}
		p.call("math.trunc", e.Args)
	case Round:
		p.call("round", e.Args)
	case IsNaN:
		p.call("math.isnan", e.Args)
	}
}

// negatedReal is what e is the negative of, nil if it is of nothing.
func negatedReal(e *Expr) *Expr {
	if e.Kind == RealMul && e.Args[0] == NewReal(-1) {
		return e.Args[1]
	}
	return nil
}

// inRealOrder has the operands of a sum or product in sympy's order: constants, symbols by name, then the rest.
func inRealOrder(args []*Expr) []*Expr {
	rank := func(e *Expr) int {
		if n := negatedReal(e); n != nil {
			e = n
		}
		switch e.Kind {
		case Real:
			return 0
		case Symbol:
			return 1
		}
		return 2
	}
	name := func(e *Expr) string {
		if n := negatedReal(e); n != nil {
			e = n
		}
		return e.Name
	}
	args = slices.Clone(args)
	slices.SortStableFunc(args, func(a, b *Expr) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(name(a), name(b))) })
	return args
}

// sumOfReals writes a sum with the constant last, and differences for what is negative.
func (p *printer) sumOfReals(e *Expr) {
	terms := inRealOrder(e.Args)
	if terms[0].Kind == Real {
		if negatedReal(terms[1]) == nil {
			terms = append(terms[1:], terms[0])
		}
	}
	for i, t := range terms {
		negated := negatedReal(t)
		if v, ok := FloatOf(t).Const(); ok && v < 0 {
			negated = NewReal(-v)
		}
		switch {
		case i == 0:
			p.write(t, precedenceAdd)
		case negated != nil:
			p.b.WriteString(" - ")
			p.write(negated, precedenceAdd)
		default:
			p.b.WriteString(" + ")
			p.write(t, precedenceAdd)
		}
	}
}

func (p *printer) joined(args []*Expr, sign string, level int) {
	for i, a := range args {
		if i > 0 {
			p.b.WriteString(sign)
		}
		p.write(a, level)
	}
}
