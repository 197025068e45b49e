package compiler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is how recordings treat numbers that are not known: sizes of inputs, and what depends on data.

// recordEnv is the shape environment of a recording.
type recordEnv struct {
	r  *recorder
	th *object.Thread
}

var _ ops.NumberEnv = recordEnv{}

const cannotGuard = "Could not guard on data-dependent expression %s (unhinted: %s).  (Size-like symbols: none)\n\nconsider using data-dependent friendly APIs such as guard_or_false, guard_or_true and statically_known_true."

func (e recordEnv) Decide(b symbolic.Bool) bool {
	defer e.undecided(cannotGuard)
	return e.decided(b, e.r.shapes.DecideForSizes)
}

// DecideExactly is the truth of a condition of the program.
func (e recordEnv) DecideExactly(b symbolic.Bool) bool {
	defer e.undecided(cannotGuard)
	if e.r.exports {
		if _, known := e.r.shapes.StaticallyKnown(b); !known && e.r.ofData(b.Expr()) && e.r.asserts(e.th) != "" {
			return e.Assume(b)
		}
	}
	return e.decided(b, e.r.shapes.Decide)
}

// ofData says whether an expression has numbers that depend on data.
func (r *recorder) ofData(e *symbolic.Expr) bool {
	return slices.ContainsFunc(symbolic.Symbols(e), func(name string) bool {
		s := r.shapes.Symbol(name)
		return s != nil && !s.Backed
	})
}

// AtMost says whether a size is known to be at most another one.
func (e recordEnv) AtMost(n, most symbolic.Int) bool {
	value, known := e.r.shapes.StaticallyKnown(n.Le(most))
	return known && value
}

// OfData says whether a number depends on data.
func (e recordEnv) OfData(n symbolic.Int) bool { return !e.r.shapes.HasHint(n) }

// AsWritten says whether a slice is recorded without the bounds that the script leaves out: where a bound depends on data, in programs that are
// exported without Dynamo where one is symbolic at all.
func (e recordEnv) AsWritten(start, stop symbolic.Int) bool {
	if e.r.exports {
		return e.r.flat == nil && (start.IsSymbolic() || stop.IsSymbolic())
	}
	return e.OfData(start) || e.OfData(stop)
}

// FollowsConversions tells that Dynamo has followed the program before.
func (e recordEnv) FollowsConversions() bool { return e.r.exports && e.r.flat != nil }

// Unordered says whether it is not known where a number that depends on data lies between 0 and a size.
func (e recordEnv) Unordered(n, size symbolic.Int) bool {
	if c, constant := n.Const(); constant && c >= 0 || n == size || e.r.shapes.HasHint(n) && e.r.shapes.HasHint(size) {
		return false
	}
	_, below := e.r.shapes.StaticallyKnown(n.Lt(symbolic.IntOf(0)))
	_, beyond := e.r.shapes.StaticallyKnown(n.Gt(size))
	return !below || !beyond
}

func (e recordEnv) Hint(n symbolic.Int) int64 {
	defer e.undecided("Could not extract specialized integer from data-dependent expression %s (unhinted: %s).  (Size-like symbols: none)\n\n")
	if !e.r.shapes.HasHint(n) {
		n = e.r.shapes.Simplify(n)
		if c, known := n.Const(); known { // by what the program asserts
			return c
		}
		if v, known := e.realNumber(n); known {
			return v
		}
		panic(&undecidable{n.String()})
	}
	return e.r.shapes.Hint(n)
}

// Guess is the value of a size, or a likely one where it depends on data, for choices that any answer allows.
func (e recordEnv) Guess(n symbolic.Int) int64 { return e.r.shapes.Guess(n) }

// undecidable is a number that is needed and depends on data.
type undecidable struct{ text string }

// undecided turns a condition or number that depends on data into the exception of the script.
func (e recordEnv) undecided(format string) {
	fault := recover()
	var text string
	switch fault := fault.(type) {
	case nil:
		return
	case *undecidable:
		text = fault.text
	case *guards.DataDependentError:
		text = fault.Text
	default:
		panic(fault)
	}
	if m := floatOfData.FindStringSubmatch(text); m != nil { // PyTorch asks for the number itself
		text, format = m[1]+m[2], cannotGuard
	}
	message := fmt.Sprintf(format, text, text) + "\nFor more information, run with TORCH_LOGS=\"dynamic\""
	if symbols := dataSymbol.FindAllString(text, -1); len(symbols) > 0 {
		slices.Sort(symbols)
		message += fmt.Sprintf("\nFor extended logs when we create symbols, also add TORCHDYNAMO_EXTENDED_DEBUG_CREATE_SYMBOL=\"%s\"", strings.Join(slices.Compact(symbols), ","))
	}
	ops.Throw(newException(e.th, "torch.fx.experimental.symbolic_shapes.GuardOnDataDependentSymNode", nil, object.NewStr(text), object.NewStr(message)))
}

// dataSymbol is a symbol of a number that depends on data.
var dataSymbol = regexp.MustCompile(`\bz?u[0-9]+\b`)

// floatOfData is a float that depends on data, as a condition or as an int.
var floatOfData = regexp.MustCompile(`^(?:Ne\((zuf\d+), 0\.0\)|(?:TruncToInt\()?(zuf\d+)\)?)$`)

// NeedData is what an operator raises whose answer, no number, depends on data.
func (e recordEnv) NeedData(name string) {
	ops.Throw(newException(e.th, "torch._subclasses.fake_tensor.DataDependentOutputException", nil, attribute(e.th, "torch.ops.aten."+name+".default")))
}

func (e recordEnv) FreshUnbacked(why string) symbolic.Int {
	n := e.r.shapes.FreshUnbacked(why)
	if why != "item" {
		e.r.shapes.Assert(n.Ge(symbolic.IntOf(0)))
	}
	e.r.fresh = append(e.r.fresh, n.Expr().Name)
	e.r.real.learn(e.th, n.Expr().Name, why)
	return n
}

func (e recordEnv) FreshFloat() symbolic.Float {
	x := e.r.shapes.FreshUnbackedFloat()
	e.r.fresh = append(e.r.fresh, x.Name)
	e.r.real.learn(e.th, x.Name, "item")
	return symbolic.FloatOf(x)
}

func (e recordEnv) FreshBool() symbolic.Bool {
	n := e.FreshUnbacked("item")
	s := e.r.shapes.Symbol(n.Expr().Name)
	s.Lo, s.Hi = 0, 1
	return n.Eq(symbolic.IntOf(1))
}

// Computed writes down a function of numbers that the program has called.
func (e recordEnv) Computed(function string, args []ops.Value, result ops.Value) {
	r := e.r
	x := expressionOf(result)
	if r.err != nil || x == nil {
		return
	}
	if n, known := r.sizes[x]; known && (r.exports && isStrictBound(n) == strictBound(result) || strings.HasPrefix(function, "torch.ops.")) { // what a tensor knows of itself is asked once
		return
	}
	given := make([]any, len(args))
	for i, a := range args {
		var err error
		if given[i], err = r.argument(e.th, a); err != nil {
			return // it is computed where it is needed
		}
	}
	n := r.to.Create(fxgraph.CallFunction, numberFunction(e.th, function), given, nil, "")
	n.Meta.Example = result
	r.sizes[x] = n
	r.tell(e.th, n)
}

// Assume takes a condition for granted, and remembers how it is written if it says something.
func (e recordEnv) Assume(b symbolic.Bool) bool {
	if _, known := e.r.shapes.StaticallyKnown(b); !known {
		e.r.claims = append(e.r.claims, b)
	}
	return e.r.shapes.Assume(b)
}

// Whole tells that composite operators are recorded as they are called.
func (e recordEnv) Whole() bool { return e.r.whole }

// Bound narrows the range of a number that depends on data. What is at most a symbolic number is less than all that a size can be.
func (e recordEnv) Bound(n, least, most symbolic.Int) {
	if s := e.r.shapes.Symbol(n.Expr().Name); s != nil {
		lo, _ := e.r.shapes.Bounds(least)
		_, hi := e.r.shapes.Bounds(most)
		if _, constant := most.Const(); !constant {
			hi = min(hi, guards.Infinity-1)
		}
		s.Lo, s.Hi = max(s.Lo, lo), min(s.Hi, hi)
	}
}

// Fix is the number that a symbolic one is in this run.
func (e recordEnv) Fix(v ops.Value) ops.Value {
	defer e.undecided("Could not extract specialized float from data-dependent expression %s (unhinted: %s).  (Size-like symbols: none)\n\n")
	f, ok := v.(symbolic.Float)
	if !ok {
		return v
	}
	hint, ok := e.r.shapes.FloatHint(f.Expr())
	if !ok {
		panic(&undecidable{f.String()})
	}
	e.r.shapes.Decide(symbolic.NewRealRelation(symbolic.Eq, f.Expr(), symbolic.NewReal(hint)))
	return hint
}

// expressionOf is the expression of a symbolic number; nil for any other value.
func expressionOf(v any) *symbolic.Expr {
	switch v := v.(type) {
	case symbolic.Int:
		if v.IsSymbolic() {
			return v.Expr()
		}
	case symbolic.Bool:
		return v.Expr()
	case symbolic.Float:
		if _, known := v.Const(); !known {
			return v.Expr()
		}
	}
	return nil
}

// numberFunction is a function of numbers by its path.
func numberFunction(th *object.Thread, path string) *fxgraph.Function {
	name := path[strings.LastIndexByte(path, '.')+1:]
	if strings.HasPrefix(path, "operator.") {
		return operatorFunction(th, name)
	}
	if rest, ok := strings.CutPrefix(path, "torch.ops.aten."); ok { // nodes have the name of the overload
		name = strings.ReplaceAll(rest, ".", "_")
	}
	return &fxgraph.Function{Name: name, Qualified: path, Impl: attribute(th, path)}
}

// sizesAt is where the sizes of inputs are read: at the front where calls are whole, else where they are needed (nil).
func (r *recorder) sizesAt() *fxgraph.Node {
	if !r.exports {
		return nil
	}
	for _, n := range r.to.Nodes() {
		if n.Op != fxgraph.Placeholder && r.sizes[sizeOf(n)] != n {
			return n
		}
	}
	return nil
}

// sizeOf is the number that a node computes, nil for none.
func sizeOf(n *fxgraph.Node) *symbolic.Expr { return expressionOf(n.Meta.Example) }

// functionsOfNumbers are the functions that compute expressions.
var functionsOfNumbers = map[symbolic.Kind]string{
	symbolic.Add: "operator.add", symbolic.Mul: "operator.mul", symbolic.FloorDiv: "operator.floordiv", symbolic.Mod: "operator.mod", symbolic.TrueDiv: "operator.truediv",
	symbolic.NaturalPow: "operator.pow", symbolic.BitAnd: "operator.and_", symbolic.BitOr: "operator.or_", symbolic.BitXor: "operator.xor",
	symbolic.Max: "torch.sym_max", symbolic.Min: "torch.sym_min", symbolic.ToReal: "torch.sym_float", symbolic.Choice: "torch.sym_ite",
	symbolic.RealAdd: "operator.add", symbolic.RealMul: "operator.mul", symbolic.RealDiv: "operator.truediv", symbolic.RealPow: "operator.pow",
	symbolic.RealMod: "operator.mod", symbolic.RealFloorDiv: "operator.floordiv", symbolic.RealMax: "torch.sym_max", symbolic.RealMin: "torch.sym_min",
	symbolic.Floor: "math.floor", symbolic.Ceil: "math.ceil", symbolic.Trunc: "math.trunc", symbolic.Round: "builtins.round",
	symbolic.Eq: "operator.eq", symbolic.Ne: "operator.ne", symbolic.Lt: "operator.lt", symbolic.Le: "operator.le",
	symbolic.And: "operator.and_", symbolic.Or: "operator.or_", symbolic.Not: "torch.sym_not",
}

// expression is the node that computes a number; nodes that it takes are made before another one (nil for the end).
func (r *recorder) expression(th *object.Thread, e *symbolic.Expr, at *fxgraph.Node) (any, error) {
	if n, ok := r.sizes[e]; ok {
		return n, nil
	}
	if n := r.computes(e); n != nil {
		return n, nil
	}
	if r.outer != nil {
		if n, ok := r.liftExpression(e); ok {
			return n, nil
		}
	}
	keep := func(n *fxgraph.Node) (any, error) {
		n.Meta.Example = numberOf(e)
		r.sizes[e] = n
		r.tell(th, n)
		return n, nil
	}
	if e.Kind != symbolic.Const && e.Kind != symbolic.Symbol { // what an input has is not computed
		if n, d, ok := r.inputWithSize(e); ok {
			return keep(r.to.CreateBefore(at, fxgraph.CallFunction, sizeFunction(th), []any{n, int64(d)}, nil, "sym_size_int"))
		}
	}
	switch e.Kind {
	case symbolic.Const:
		return e.Value, nil
	case symbolic.Real:
		f, _ := symbolic.FloatOf(e).Const()
		return f, nil
	case symbolic.Symbol:
		if n, d, ok := r.withSize(e); ok {
			if n.Op != fxgraph.Placeholder {
				at = nil // behind it
			}
			return keep(r.to.CreateBefore(at, fxgraph.CallFunction, sizeFunction(th), []any{n, int64(d)}, nil, "sym_size_int"))
		}
		if n, d, ok := r.inputWithStride(e); ok {
			stride := &fxgraph.Function{Name: "sym_stride.int", Qualified: "torch.ops.aten.sym_stride.int", Impl: attribute(th, "torch.ops.aten.sym_stride.int")}
			return keep(r.to.CreateBefore(at, fxgraph.CallFunction, stride, []any{n, int64(d)}, nil, "sym_stride_int"))
		}
	case symbolic.Pow:
		base, err := r.expression(th, e.Args[0], at)
		if err != nil {
			return nil, err
		}
		return keep(r.to.CreateBefore(at, fxgraph.CallFunction, operatorFunction(th, "pow"), []any{base, e.Value}, nil, ""))
	}
	function, ok := functionsOfNumbers[e.Kind]
	if !r.exports && !symbolic.IsReal(e) { // what an operator has made tells its size, whatever it was computed of
		if n, d, ok := r.withSize(e); ok && n.Op != fxgraph.Placeholder {
			return keep(r.to.CreateBefore(nil, fxgraph.CallFunction, sizeFunction(th), []any{n, int64(d)}, nil, "sym_size_int"))
		}
	}
	if !ok {
		return nil, fmt.Errorf("%w: a graph that computes the size %s", aot.ErrUnsupported, e)
	}
	if e.Kind == symbolic.Choice {
		args := make([]any, len(e.Args))
		for i, a := range e.Args {
			arg, err := r.expression(th, a, at)
			if err != nil {
				return nil, err
			}
			args[i] = arg
		}
		return keep(r.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(th, function), args, nil, ""))
	}
	left, err := r.expression(th, e.Args[0], at)
	if err != nil {
		return nil, err
	}
	if len(e.Args) == 1 {
		return keep(r.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(th, function), []any{left}, nil, ""))
	}
	for i, arg := range e.Args[1:] {
		right, err := r.expression(th, arg, at)
		if err != nil {
			return nil, err
		}
		n := r.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(th, function), []any{left, right}, nil, "")
		if i == len(e.Args)-2 {
			return keep(n)
		}
		r.tell(th, n)
		left = n
	}
	return left, nil
}

// computes is the node that computed a number before sizes in it were found to be others, nil for none.
func (r *recorder) computes(e *symbolic.Expr) *fxgraph.Node {
	for _, n := range r.to.Nodes() {
		if x := sizeOf(n); x != nil && r.sizes[x] == n && n.Op != fxgraph.Placeholder {
			if now := r.shapes.Simplify(symbolic.FromExpr(x)); !symbolic.IsReal(x) && now.IsSymbolic() && now.Expr() == e {
				return n
			}
		}
	}
	return nil
}

// numberOf wraps an expression as the number that it is.
func numberOf(e *symbolic.Expr) any {
	switch {
	case e.Kind >= symbolic.Eq && e.Kind <= symbolic.Not:
		return symbolic.FromRelation(e)
	case symbolic.IsReal(e):
		return symbolic.FloatOf(e)
	}
	return symbolic.FromExpr(e)
}

// withSize finds an input, or a value that an operator has made, one of whose dimensions is e.
func (r *recorder) withSize(e *symbolic.Expr) (n *fxgraph.Node, dim int, ok bool) {
	if n, d, ok := r.inputWithSize(e); ok {
		return n, d, true
	}
	for _, n := range r.to.Nodes() {
		if d, ok := r.hasSize(n.Meta.Example, e); ok {
			return n, d, true
		}
	}
	if v, d, ok := r.outerWithSize(e); ok { // which the body then takes
		n, found := r.find(v)
		return n, d, found
	}
	return nil, 0, false
}

// outerWithSize finds a tensor of the graphs around, the nearest first, one of whose dimensions is e.
func (r *recorder) outerWithSize(e *symbolic.Expr) (v ops.Value, dim int, ok bool) {
	for f := r.outer; f != nil; f = f.outer {
		for _, in := range f.inputs {
			if d, ok := r.hasSize(in, e); ok {
				return in, d, true
			}
		}
		values := map[*fxgraph.Node]ops.Value{}
		for v, n := range f.nodes {
			values[n] = v
		}
		for _, n := range f.to.Nodes() {
			if d, ok := r.hasSize(n.Meta.Example, e); ok && values[n] != nil {
				return values[n], d, true
			}
		}
	}
	return nil, 0, false
}

// inputWithSize finds an input one of whose dimensions is e.
func (r *recorder) inputWithSize(e *symbolic.Expr) (n *fxgraph.Node, dim int, ok bool) {
	for _, in := range r.inputs {
		if d, ok := r.hasSize(in, e); ok {
			return r.nodes[in], d, true
		}
	}
	return nil, 0, false
}

// inputWithStride finds an input one of whose strides is e.
func (r *recorder) inputWithStride(e *symbolic.Expr) (n *fxgraph.Node, dim int, ok bool) {
	for _, in := range r.inputs {
		f, isTensor := in.(*ops.Fake)
		if !isTensor {
			continue
		}
		for d, stride := range f.Strides {
			if stride.IsSymbolic() && stride.Expr() == e {
				return r.nodes[in], d, true
			}
		}
	}
	return nil, 0, false
}

func (r *recorder) hasSize(v ops.Value, e *symbolic.Expr) (dim int, ok bool) {
	f, ok := v.(*ops.Fake)
	if !ok {
		return 0, false
	}
	for d, size := range f.Sizes {
		if size = r.shapes.Simplify(size); size.IsSymbolic() && size.Expr() == e {
			return d, true
		}
	}
	return 0, false
}

func sizeFunction(th *object.Thread) *fxgraph.Function {
	return &fxgraph.Function{Name: "sym_size.int", Qualified: "torch.ops.aten.sym_size.int", Impl: attribute(th, "torch.ops.aten.sym_size.int")}
}

func offsetFunction(th *object.Thread) *fxgraph.Function {
	return &fxgraph.Function{Name: "sym_storage_offset.default", Qualified: "torch.ops.aten.sym_storage_offset.default", Impl: attribute(th, "torch.ops.aten.sym_storage_offset.default")}
}
