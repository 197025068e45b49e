package compiler

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// This file finishes recordings: numbers that nobody uses go, sizes are computed once, from the inputs where that is possible, and what was taken for
// granted of numbers that depend on data is asserted behind them.

// finish does so for the graph of the function.
func (r *recorder) finish(th *object.Thread) {
	r.prune()
	if r.exports {
		(&asserter{recorder: r, th: th, done: map[*symbolic.Expr]bool{}, below: map[*symbolic.Expr]bool{}}).run()
	}
	for _, n := range r.to.Nodes() {
		r.settle(th, n)
	}
}

// settle writes the sizes of a node's value as they are known at the end.
func (r *recorder) settle(th *object.Thread, n *fxgraph.Node) {
	switch v := n.Meta.Example.(type) {
	case *ops.Fake:
		for _, list := range [][]symbolic.Int{v.Sizes, v.Strides} {
			for d, s := range list {
				list[d] = r.shapes.Simplify(s)
			}
		}
	case symbolic.Int:
		if now := r.shapes.Simplify(v); now != v {
			fx.Redescribe(th, n, now)
		}
	case symbolic.Float:
		if now := r.shapes.SimplifyFloat(v); now != v {
			fx.Redescribe(th, n, now)
		}
	case symbolic.Bool:
		now := r.shapes.SimplifyBool(v)
		if v.Strict() {
			now = now.Strictly()
		}
		if v.Turned() {
			now = now.Reversed()
		}
		if now.Expr() != v.Expr() {
			fx.Redescribe(th, n, now)
		}
	}
}

// prune drops computations on numbers that nothing uses.
func (r *recorder) prune() {
	r.to.EliminateDeadCode(func(n *fxgraph.Node) bool {
		if n.Op != fxgraph.CallFunction || sizeOf(n) == nil {
			return true
		}
		if n.Target.(*fxgraph.Function).Qualified == "torch.ops.aten.sym_size.int" {
			return false
		}
		return slices.ContainsFunc(n.Inputs(), func(in *fxgraph.Node) bool { return sizeOf(in) == nil })
	})
	for e, n := range r.sizes {
		if n.Erased() {
			delete(r.sizes, e)
		}
	}
}

// assertion notes what a program asserts: conditions on numbers are placed at the end, those on tensors are calls; false for what has a value.
func (r *recorder) assertion(th *object.Thread, args []object.Value) (bool, error) {
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return false, err
	}
	if b, ok := x.(symbolic.Bool); ok {
		holds, err := torch.Context(th).Assume(b)
		if err == nil && holds {
			err = r.assertNumber(th, args)
		}
		return holds, err
	}
	if _, ok := x.(*ops.Fake); !ok {
		return false, nil
	}
	operands := make([]any, len(args))
	for i, v := range args {
		if s, ok := object.AsStr(v); ok {
			operands[i] = s.S
		} else if operands[i], err = r.operand(th, v); err != nil {
			return false, err
		}
	}
	r.assertTensor(th, operands...)
	return true, nil
}

// assertNumber records an assertion about numbers where it stands; recordings for exports drop those that they place themselves.
func (r *recorder) assertNumber(th *object.Thread, args []object.Value) error {
	condition, err := r.operand(th, args[0])
	if err != nil {
		return err
	}
	message := ""
	if len(args) > 1 {
		message, _ = object.Text(args[1])
	}
	r.to.Create(fxgraph.CallFunction, r.assertFunction(th), []any{condition, message}, nil, "_assert_scalar")
	return nil
}

const assertScalar = "torch.ops.aten._assert_scalar.default"

func (r *recorder) assertFunction(th *object.Thread) *fxgraph.Function {
	return &fxgraph.Function{Name: "_assert_scalar.default", Qualified: assertScalar, Impl: attribute(th, assertScalar)}
}

// asserts is the message of the assert statement of the program that asks for a truth now, "" where none does, or where it has a message that the
// recording does not keep: a program that Dynamo traces may have constant ones.
func (r *recorder) asserts(th *object.Thread) string {
	f := interp.CurrentFrame(th)
	for r.flat != nil && f != nil && f.Code().Name == "__torch_function__" && strings.HasPrefix(f.Code().Filename, "<magneto>") { // of the mode that watches the calls
		f = f.Back()
	}
	if f == nil {
		return ""
	}
	code, at := f.Code(), f.Lasti()
	ins := code.Instrs
	if at >= 0 && at < len(ins) && (ins[at].Op == bytecode.COMPARE_OP || ins[at].Op == bytecode.TO_BOOL) { // which give a bool to the jump
		at++
	}
	if at < 0 || at+2 >= len(ins) || ins[at].Op != bytecode.POP_JUMP_IF_TRUE || ins[at+1].Op != bytecode.LOAD_COMMON_CONSTANT || ins[at+1].Arg != bytecode.CommonAssertionError {
		return ""
	}
	switch rest := ins[at+2:]; {
	case rest[0].Op == bytecode.RAISE_VARARGS:
		return "assertion error"
	case r.flat != nil && len(rest) > 2 && rest[0].Op == bytecode.LOAD_CONST && rest[1].Op == bytecode.CALL && rest[1].Arg == 0 && rest[2].Op == bytecode.RAISE_VARARGS:
		text, _ := object.Text(code.ConstValues[rest[0].Arg])
		return text
	}
	return ""
}

// Asserted makes a call of the assertion that asks for the truth of a tensor, as Dynamo does; see ops.Asserter.
func (e recordEnv) Asserted(v ops.Value) bool {
	r := e.r
	if !r.exports || r.flat == nil {
		return false
	}
	message := r.asserts(e.th)
	if message == "" {
		return false
	}
	x, err := r.argument(e.th, v)
	if err != nil {
		return false
	}
	r.assertTensor(e.th, x, message)
	return true
}

func (r *recorder) assertTensor(th *object.Thread, operands ...any) {
	path := "torch.ops.aten._assert_async.default"
	if len(operands) > 1 {
		path = "torch.ops.aten._assert_async.msg"
	}
	r.tell(th, r.to.Create(fxgraph.CallFunction, &fxgraph.Function{Name: path[len("torch.ops.aten."):], Qualified: path, Impl: attribute(th, path)}, operands, nil, "_assert_async"))
}

// metadata asserts the type of a tensor before it is converted; first says that a program is exported, which is written otherwise than when it is decomposed,
// and asserts nothing that was asserted just before.
func (r *recorder) metadata(th *object.Thread, x ops.Value, first bool) error {
	x = r.inner(th, x)
	f, ok := describe(x)
	if !ok {
		return nil
	}
	operand, err := r.argument(th, x)
	if err != nil {
		return err
	}
	literal := func(v ops.Value) any { return variables.NewLiteral(th, torch.FromOps(th, v)) }
	where := []fxgraph.KW{{Name: "device", Value: literal(f.Device)}, {Name: "layout", Value: literal(tensor.Strided)}}
	path := "torch.ops.aten._assert_tensor_metadata.default"
	target := &fxgraph.Function{Name: "_assert_tensor_metadata.default", Qualified: path, Impl: attribute(th, path)}
	if last := r.to.Root().Prev(); first && last != nil && len(last.Args) > 0 && last.Args[0] == operand {
		if f, ok := last.Target.(*fxgraph.Function); ok && f.Qualified == path {
			return nil
		}
	}
	if first {
		r.tell(th, r.to.Create(fxgraph.CallFunction, target, []any{operand}, append([]fxgraph.KW{{Name: "dtype", Value: literal(f.DType)}}, where...), "_assert_tensor_metadata_default"))
	} else {
		r.tell(th, r.to.Create(fxgraph.CallFunction, target, []any{operand, nil, nil, literal(f.DType)}, where, "_assert_tensor_metadata"))
	}
	return nil
}

// asserter places the assertions.
type asserter struct {
	*recorder
	th      *object.Thread
	done    map[*symbolic.Expr]bool // conditions that are asserted
	below   map[*symbolic.Expr]bool // bounds that are asserted as written with <
	waiting []*symbolic.Expr
}

func (a *asserter) run() {
	nodes := a.to.Nodes()
	a.sizes = map[*symbolic.Expr]*fxgraph.Node{}
	a.waiting = a.shapes.Asserted()
	for _, b := range a.claims {
		if b.Bounds() && b.Strict() && !slices.Contains(a.waiting, b.Expr()) {
			a.waiting = append(a.waiting, b.Expr())
		}
	}
	a.waiting = append(a.waiting, a.deferred...)
	var first *fxgraph.Node
	for _, n := range nodes {
		if n.Op != fxgraph.Placeholder {
			first = n
			break
		}
	}
	var symbols []*fxgraph.Node
	for i, n := range nodes[:len(nodes)-1] {
		at := nodes[i+1]
		if n.Op == fxgraph.Placeholder {
			symbols = append(symbols, a.sizesOf(n, first)...)
			continue
		}
		if isAssertion(n) {
			a.keepOnce(n)
			continue
		}
		e := sizeOf(n)
		if e != nil && !isStrictBound(n) {
			if size, ok := n.Meta.Example.(symbolic.Int); ok {
				if size = a.shapes.Simplify(size); size.IsSymbolic() {
					e = size.Expr() // of several that are one, the one that is left counts
				}
			}
			if known := a.sizes[e]; known != nil && len(a.defines[n]) == 0 {
				n.ReplaceAllUsesWith(known)
				a.to.Erase(n)
				continue
			}
			if a.readsIntermediate(n) && len(a.defines[n]) == 0 && a.computable(e) {
				if made, err := a.expression(a.th, e, at); err == nil {
					if m, ok := made.(*fxgraph.Node); ok {
						n.ReplaceAllUsesWith(m)
						a.to.Erase(n)
						continue
					}
				}
			}
			if a.sizes[e] == nil {
				a.sizes[e] = n
			}
		}
		for _, name := range a.defines[n] {
			symbols = append(symbols, a.bind(n, name, at)...)
		}
		for _, name := range a.defines[n] {
			a.assertRange(n, name, at)
		}
		if n == first && len(a.deferred) > 0 {
			a.assertWaiting(at)
		}
	}
	for i := len(symbols) - 1; i >= 0; i-- {
		if n := symbols[i]; !n.Erased() && len(n.Users()) == 0 {
			a.to.Erase(n)
		}
	}
}

// keepOnce drops a call that asserts what is asserted before it.
func (a *asserter) keepOnce(n *fxgraph.Node) {
	condition, ok := n.Args[0].(*fxgraph.Node)
	if !ok {
		return
	}
	e, done := sizeOf(condition), a.done
	if isStrictBound(condition) {
		done = a.below
	}
	if !done[e] {
		done[e] = true
		return
	}
	a.to.Erase(n)
	if len(condition.Users()) == 0 {
		a.to.Erase(condition)
	}
}

func isAssertion(n *fxgraph.Node) bool {
	f, ok := n.Target.(*fxgraph.Function)
	return ok && f.Qualified == assertScalar
}

// isStrictBound tells whether a node computes a bound of one number that is written with < or >, which is another node than the same bound with <= or >=.
func isStrictBound(n *fxgraph.Node) bool { return strictBound(n.Meta.Example) }

func strictBound(v any) bool {
	b, ok := v.(symbolic.Bool)
	return ok && b.Bounds() && b.Strict()
}

// sizesOf reads the symbols that an input is the first to have.
func (a *asserter) sizesOf(n, at *fxgraph.Node) (made []*fxgraph.Node) {
	f, ok := n.Meta.Example.(*ops.Fake)
	if !ok {
		return nil
	}
	for d, size := range f.Sizes {
		if !size.IsSymbolic() || size.Expr().Kind != symbolic.Symbol || a.sizes[size.Expr()] != nil {
			continue
		}
		m := a.to.CreateBefore(at, fxgraph.CallFunction, sizeFunction(a.th), []any{n, int64(d)}, nil, "sym_size_int")
		m.Meta.Example = size
		a.sizes[size.Expr()] = m
		made = append(made, m)
	}
	return made
}

// readsIntermediate tells whether a number is read of a tensor that is no input.
func (a *asserter) readsIntermediate(n *fxgraph.Node) bool {
	return slices.ContainsFunc(n.Inputs(), func(in *fxgraph.Node) bool {
		_, tensor := in.Meta.Example.(*ops.Fake)
		return tensor && in.Op != fxgraph.Placeholder
	})
}

// computable tells whether all symbols of an expression have nodes.
func (a *asserter) computable(e *symbolic.Expr) bool {
	return !slices.ContainsFunc(symbolic.Symbols(e), func(name string) bool { return a.sizes[symbolic.NewSymbol(name)] == nil })
}

// bind gives a symbol that a node is the first to have a node of its own.
func (a *asserter) bind(n *fxgraph.Node, name string, at *fxgraph.Node) (made []*fxgraph.Node) {
	e := symbolic.NewSymbol(name)
	if a.sizes[e] != nil {
		return nil
	}
	bound := func(m *fxgraph.Node) []*fxgraph.Node {
		m.Meta.Example = symbolic.FromExpr(e)
		a.sizes[e] = m
		return []*fxgraph.Node{m}
	}
	switch x := n.Meta.Example.(type) {
	case *ops.Fake:
		is := func(n symbolic.Int) bool { return n.IsSymbolic() && n.Expr() == e }
		if d := slices.IndexFunc(x.Sizes, is); d >= 0 {
			return bound(a.to.CreateBefore(at, fxgraph.CallFunction, sizeFunction(a.th), []any{n, int64(d)}, nil, "sym_size_int"))
		}
		if is(x.Offset) {
			return bound(a.to.CreateBefore(at, fxgraph.CallFunction, offsetFunction(a.th), []any{n}, nil, "sym_storage_offset_default"))
		}
	case symbolic.Bool:
		return bound(a.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(a.th, "torch.sym_ite"), []any{n, int64(1), int64(0)}, nil, ""))
	}
	return nil
}

// assertRange asserts what is known of a symbol that a node is the first to have.
func (a *asserter) assertRange(n *fxgraph.Node, name string, at *fxgraph.Node) {
	e := symbolic.NewSymbol(name)
	if a.sizes[e] == nil {
		return
	}
	value := symbolic.FromExpr(e)
	if s := a.shapes.Symbol(name); s != nil && !symbolic.IsReal(e) {
		lo, hi := a.rangeOf(value)
		if lo != guards.MinusInfinity {
			a.assert(value.Ge(symbolic.IntOf(lo)), "operator.ge", []any{a.sizes[e], lo}, at)
		}
		if hi < guards.Infinity-1 {
			a.assert(value.Le(symbolic.IntOf(hi)), "operator.le", []any{a.sizes[e], hi}, at)
		}
	}
	a.assertWaiting(at)
	if len(n.Meta.Stack) > 0 { // an assertion is shown with what it is about
		for m := n.Next(); m != at; m = m.Next() {
			m.Meta.Stack = n.Meta.Stack
		}
	}
}

// assertWaiting asserts the conditions that can be computed now.
func (a *asserter) assertWaiting(at *fxgraph.Node) {
	var left []*symbolic.Expr
	for _, x := range a.waiting {
		claim := a.claim(x)
		switch {
		case !a.computable(x):
			left = append(left, x)
		case claim.Bounds() && claim.Strict(): // beside the range, which it has narrowed
			a.strictBound(claim, at)
		case a.done[x] || bound(x):
		default:
			if m, err := a.condition(claim, at); err == nil {
				a.assertNode(symbolic.FromRelation(x), m, at)
				a.done[x] = true
			}
		}
	}
	a.waiting = left
}

// claim is a condition as the program has asserted it; that of a condition that it has not is the condition itself.
func (a *asserter) claim(x *symbolic.Expr) symbolic.Bool {
	for _, b := range a.claims {
		if b.Expr() == x {
			return b
		}
	}
	return symbolic.FromRelation(x)
}

// strictBound asserts that a number is less, or greater, than one that is known.
func (a *asserter) strictBound(b symbolic.Bool, at *fxgraph.Node) {
	l, r := b.Expr().Args[0], b.Expr().Args[1]
	function, number, limit, text := "operator.lt", l, r.Value+1, ""
	if l.Kind == symbolic.Const {
		function, number, limit = "operator.gt", r, l.Value-1
		text = symbolic.NewConst(limit).String() + " < " + number.String()
	} else {
		text = number.String() + " < " + symbolic.NewConst(limit).String()
		a.below[b.Expr()] = true
	}
	n := a.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(a.th, function), []any{a.sizes[number], limit}, nil, "")
	n.Meta.Example = b
	a.assertText(text, n, at)
}

// condition is the node of a condition as PyTorch computes it: numbers that are known stand on the right, and what is not equal is not equal.
func (a *asserter) condition(b symbolic.Bool, at *fxgraph.Node) (any, error) {
	x := b.Expr()
	if len(x.Args) != 2 {
		return a.expression(a.th, x, at)
	}
	l, r := x.Args[0], x.Args[1]
	function := ""
	switch turned := l.Kind == symbolic.Const || b.Turned() && !a.ofDataAlone(l, r); {
	case x.Kind == symbolic.Lt && turned:
		function = "operator.gt"
	case x.Kind == symbolic.Le && turned:
		function = "operator.ge"
	case x.Kind == symbolic.Ne:
		equal, err := a.condition(symbolic.FromRelation(symbolic.FromExpr(l).Eq(symbolic.FromExpr(r)).Expr()), at)
		if err != nil {
			return nil, err
		}
		n := a.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(a.th, "torch.sym_not"), []any{equal}, nil, "")
		n.Meta.Example = b
		return n, nil
	default:
		return a.expression(a.th, x, at)
	}
	left, err := a.expression(a.th, r, at)
	if err != nil {
		return nil, err
	}
	right, err := a.expression(a.th, l, at)
	if err != nil {
		return nil, err
	}
	n := a.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(a.th, function), []any{left, right}, nil, "")
	n.Meta.Example = b
	return n, nil
}

// ofDataAlone tells that both sides of a condition are numbers that depend on data.
func (a *asserter) ofDataAlone(l, r *symbolic.Expr) bool {
	return l.Kind == symbolic.Symbol && r.Kind == symbolic.Symbol && a.ofData(l) && a.ofData(r)
}

// bound tells whether a condition says no more than the range of one symbol.
func bound(x *symbolic.Expr) bool {
	if x.Kind != symbolic.Le || len(x.Args) != 2 {
		return false
	}
	a, b := x.Args[0].Kind, x.Args[1].Kind
	return a == symbolic.Symbol && b == symbolic.Const || a == symbolic.Const && b == symbolic.Symbol
}

// assert makes a node for a condition and asserts it.
func (a *asserter) assert(b symbolic.Bool, function string, args []any, at *fxgraph.Node) {
	e := b.Expr()
	n := a.sizes[e]
	if n == nil {
		n = a.to.CreateBefore(at, fxgraph.CallFunction, numberFunction(a.th, function), args, nil, "")
		n.Meta.Example = b
		a.sizes[e] = n
	}
	a.assertNode(b, n, at)
	a.done[e] = true
}

func (a *asserter) assertNode(b symbolic.Bool, n any, at *fxgraph.Node) {
	a.assertText(b.Written(), n, at)
}

func (a *asserter) assertText(condition string, n any, at *fxgraph.Node) {
	name := ""
	if m, ok := n.(*fxgraph.Node); ok {
		name = m.Name
	}
	text := "Runtime assertion failed for expression " + condition + " on node '" + name + "'"
	a.to.CreateBefore(at, fxgraph.CallFunction, a.assertFunction(a.th), []any{n, text}, nil, "_assert_scalar_default")
}
