package variables

import (
	"strconv"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// What was taken for granted of numbers that depend on data is checked when the graph runs: that they are no less and no greater than
// what the code and the operators said of them.

// sizeLike takes a number that depends on data and has become a size for at least 0.
func (t *Trace) sizeLike(f *ops.Fake) {
	for _, size := range f.Sizes {
		if !size.IsSymbolic() || size.Expr().Kind != symbolic.Symbol {
			continue
		}
		if s := t.Shapes.Symbol(size.Expr().Name); s != nil && !s.Backed {
			t.Shapes.Assert(size.Ge(symbolic.IntOf(0)))
		}
	}
}

// counting are the operators whose first argument has the elements that the first size of their result counts.
var counting = map[string]bool{"nonzero": true, "argwhere": true, "unique": true, "_unique2": true, "unique_consecutive": true}

// counted is the tensor whose elements the first size of a result counts; nil for other results.
func counted(node *fxgraph.Node, op *ops.Op) *ops.Fake {
	if f, ok := node.Target.(*fxgraph.Function); ok && op != nil && f.Name == "getitem" { // one of several results
		if call, ok := node.Args[0].(*fxgraph.Node); ok {
			node = call
		}
	}
	fakeAt := func(i int) *ops.Fake {
		if i >= len(node.Args) {
			return nil
		}
		n, ok := node.Args[i].(*fxgraph.Node)
		if !ok {
			return nil
		}
		f, _ := n.Meta.Example.(*ops.Fake)
		return f
	}
	if op != nil && counting[op.Name] {
		return fakeAt(0)
	}
	if op == nil || op.Name == "masked_select" { // x[mask]
		if mask := fakeAt(1); mask != nil && mask.DType == tensor.Bool {
			return mask
		}
	}
	return nil
}

// boundCount bounds a fresh first size by the number of elements that the operator counts.
func (t *Trace) boundCount(f, of *ops.Fake) {
	if of == nil || len(f.Sizes) == 0 {
		return
	}
	if n, known := of.Numel().Const(); known && n >= 2 && f.Sizes[0].IsSymbolic() {
		t.Shapes.Assert(f.Sizes[0].Le(symbolic.IntOf(n)))
	}
}

// GivenByData are the nodes of the graph that give numbers which depend on data.
func (t *Trace) GivenByData() map[*fxgraph.Node]bool {
	given := map[*fxgraph.Node]bool{}
	for _, s := range t.Shapes.Symbols() {
		if n := t.symbols[s.Name]; n != nil && !s.Backed {
			given[n] = true
		}
	}
	return given
}

// AssertRanges adds to the graph the checks that nothing else in it makes.
func (t *Trace) AssertRanges(th *object.Thread) {
	for _, s := range t.Shapes.Unbacked() {
		n := t.symbols[s.Name]
		if n == nil || n.Graph() != t.Graph {
			continue
		}
		at := n.Next()
		for at != nil && at.Op == fxgraph.Placeholder {
			at = at.Next()
		}
		value := symbolic.FromExpr(symbolic.NewSymbol(s.Name))
		if _, truth := n.Meta.Example.(symbolic.Bool); truth { // whose symbol is the number that it is
			stack := n.Meta.Stack
			n = t.Graph.CreateBefore(at, fxgraph.CallFunction, t.torchSym(th, "sym_ite"), []any{n, int64(1), int64(0)}, nil, "")
			n.Meta.Example, n.Meta.Stack = value, stack
		}
		if s.Lo != guards.MinusInfinity {
			t.assertRange(th, n, at, "ge", value.Ge(symbolic.IntOf(s.Lo)), s.Lo)
		}
		if s.Hi != guards.Infinity {
			t.assertRange(th, n, at, "le", value.Le(symbolic.IntOf(s.Hi)), s.Hi)
		}
		for _, x := range t.Shapes.Asserted() {
			t.assertOrder(th, x, n, at)
		}
	}
	if t.body == nil {
		t.assertSharedSizes(th)
	}
	t.nameAsserts()
}

// assertOrder adds the check of an order between two numbers, the later of which n gives.
func (t *Trace) assertOrder(th *object.Thread, x *symbolic.Expr, n, before *fxgraph.Node) {
	if x.Kind != symbolic.Lt && x.Kind != symbolic.Le || x.Args[0].Kind != symbolic.Symbol || x.Args[1].Kind != symbolic.Symbol {
		return
	}
	left, right := t.symbols[x.Args[0].Name], t.symbols[x.Args[1].Name]
	if left == nil || right == nil || left == right || n != left && n != right {
		return
	}
	name := map[symbolic.Kind]string{symbolic.Lt: "lt", symbolic.Le: "le"}[x.Kind]
	for _, user := range n.Users() {
		if f, ok := user.Target.(*fxgraph.Function); ok && isAsserted(user) && f.Name == name && user.Args[0] == any(left) && user.Args[1] == any(right) {
			return
		}
	}
	if n == left && !precedes(right, left) || n == right && !precedes(left, right) {
		return
	}
	condition := symbolic.FromRelation(x)
	t.assertHere(th, n, before, t.Graph.CreateBefore(before, fxgraph.CallFunction, t.Operator(th, name), []any{left, right}, nil, ""), condition)
}

// precedes tells whether a stands before b in their graph.
func precedes(a, b *fxgraph.Node) bool {
	for at := a.Next(); at != nil; at = at.Next() {
		if at == b {
			return true
		}
	}
	return false
}

// nameAsserts numbers the checks of the graph in their order.
func (t *Trace) nameAsserts() {
	var asserts []*fxgraph.Node
	for _, n := range t.Graph.Nodes() {
		if f, ok := n.Target.(*fxgraph.Function); ok && f.Name == assertName {
			asserts = append(asserts, n)
		}
	}
	for i, n := range asserts {
		n.Name = assertName
		if i > 0 {
			n.Name += "_" + strconv.Itoa(i)
		}
	}
}

// assertRange adds the check of a bound of n in front of another node, unless the graph has it.
func (t *Trace) assertRange(th *object.Thread, n, before *fxgraph.Node, operator string, condition symbolic.Bool, bound int64) {
	for _, user := range n.Users() {
		f, called := user.Target.(*fxgraph.Function)
		if b, ok := user.Meta.Example.(symbolic.Bool); ok && called && f.Name == operator && b.Expr() == condition.Expr() && isAsserted(user) {
			return
		}
	}
	t.assertHere(th, n, before, t.Graph.CreateBefore(before, fxgraph.CallFunction, t.Operator(th, operator), []any{n, bound}, nil, ""), condition)
}

// assertHere asserts a condition, which the node c computes, for a number that n gives.
func (t *Trace) assertHere(th *object.Thread, n, before, c *fxgraph.Node, condition symbolic.Bool) {
	stack := n.Meta.Stack
	if n.Op == fxgraph.Placeholder && before != nil {
		stack = before.Meta.Stack
	}
	c.Meta.Example, c.Meta.Stack = condition, stack
	text := "Runtime assertion failed for expression " + condition.Written() + " on node '" + c.Name + "'"
	a := t.Graph.CreateBefore(before, fxgraph.CallFunction, t.assertScalar(th), []any{c, text}, nil, "")
	a.Meta.Stack = stack
}

// assertName is what checks are called in a graph.
const assertName = "_assert_scalar_default"

// assertScalar is the operator that ends a run whose condition is false.
func (t *Trace) assertScalar(th *object.Thread) *fxgraph.Function {
	return &fxgraph.Function{Name: assertName, Qualified: "torch.ops.aten._assert_scalar.default", Impl: t.Host.Attribute(th, "torch.ops.aten._assert_scalar.default")}
}

func isAsserted(n *fxgraph.Node) bool {
	for _, user := range n.Users() {
		if f, ok := user.Target.(*fxgraph.Function); ok && f.Name == assertName {
			return true
		}
	}
	return false
}
