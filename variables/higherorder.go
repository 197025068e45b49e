package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is the meaning of the higher-order operators while tracing.

func init() {
	const where = "torch._higher_order_ops."
	RegisterFunction(where+"cond.cond", traceCond)
	RegisterFunction(where+"while_loop.while_loop", traceWhileLoop)
	RegisterFunction(where+"wrap.wrap", traceWrap)
	RegisterFunction(where+"map.map", traceMap)
	RegisterFunction(where+"_run.cond", traceCond)
	RegisterFunction(where+"scan.scan", traceScan)
	RegisterFunction(where+"associative_scan.pointwise_scan", traceAssociativeScan)
	RegisterFunction(where+"hints_wrap.hints_wrapper", traceHints)
	RegisterFunction(where+"strict_mode.strict_mode", traceStrictMode)
	RegisterFunction(where+"foreach_map.foreach_map", traceForeachMap)
	RegisterFunction(where+"out_dtype.out_dtype", traceOutDType)
	RegisterFunction(where+"print.print", tracePrint)
	RegisterFunction(where+"base_hop.BaseHOP.__call__", traceOwnOperator)
	RegisterFunction(where+"_run.strict_mode", traceStrictMode)
	RegisterFunction(where+"_run.invoke_subgraph", traceSubgraphCall)
	RegisterFunction("torch.utils.checkpoint.checkpoint", traceCheckpoint)
}

// traceSubgraphCall is a call of invoke_subgraph, of which only graphs know.
func traceSubgraphCall(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) > 1 {
		if body, ok := t.Peek(args[0]).(*Object); ok && t.isModule(th, body.T) { // in a graph that is traced again
			return t.Call(th, body, args[2:], kwargs)
		}
	}
	return nil, &Unsupported{Title: "Attempted to wrap torch._higher_order_ops.invoke_subgraph", Explanation: "Directly using invoke_subgraph is not supported. Use nested_compile_region"}
}

// parameters binds arguments to names with defaults; nil where there is neither.
func parameters(name string, args []Tracker, kwargs []KW, names ...string) ([]Tracker, error) {
	out := make([]Tracker, len(names))
	if len(args) > len(names) {
		return nil, object.TypeErrorf("%s() takes %d positional arguments but %d were given", name, len(names), len(args))
	}
	copy(out, args)
next:
	for _, kw := range kwargs {
		for i, n := range names {
			if n == kw.Name {
				out[i] = kw.Value
				continue next
			}
		}
		return nil, object.TypeErrorf("%s() got an unexpected keyword argument '%s'", name, kw.Name)
	}
	return out, nil
}

// unpackOptional lists the items of a sequence that may be missing.
func (t *Trace) unpackOptional(th *object.Thread, x Tracker) ([]Tracker, error) {
	if x == nil {
		return nil, nil
	}
	return t.Unpack(th, x)
}

// traceCond is torch.cond: a predicate that tracing knows picks the branch at once.
func traceCond(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("cond", args, kwargs, "pred", "true_fn", "false_fn", "operands")
	if err != nil {
		return nil, err
	}
	if p[1] == nil || p[2] == nil {
		return nil, object.TypeErrorf("cond() needs a predicate and two functions")
	}
	pred, err := t.Realize(th, p[0])
	if err != nil {
		return nil, err
	}
	if err := t.realizeOuterCells(th, p[1], p[2]); err != nil {
		return nil, err
	}
	refuse := func(title, context, explanation string) error {
		return &HigherOrderError{"torch.cond", &Unsupported{Title: title, Context: context, Explanation: explanation}}
	}
	if p[3] != nil {
		if p[3], err = t.Realize(th, p[3]); err != nil {
			return nil, err
		}
		if x, ok := p[3].(*Tensor); ok {
			return nil, refuse("torch.cond: improper operands", "TensorVariable()", "Expected `operands` to be a list/tuple but got <class '"+x.Type.FullName()+"'>.")
		}
	}
	operands, err := t.unpackOptional(th, p[3])
	if err != nil {
		return nil, err
	}
	for i, name := range []string{"true_fn", "false_fn"} {
		fn, err := t.Realize(th, p[i+1])
		if err != nil {
			return nil, err
		}
		if c, ok := fn.(*Constant); ok {
			shown := "ConstantVariable(" + c.V.Type().ShortName() + ": " + guards.ReprOf(th, c.V) + ")"
			return nil, refuse("HOP: non-callable variable", "arg name: "+name+", func_var type: "+shown, name+" should be a callable but is of type "+shown+".")
		}
	}
	if c, ok := pred.(*Constant); ok {
		yes, err := object.IsTrue(th, c.V)
		if err != nil {
			return nil, err
		}
		if yes {
			return t.Call(th, p[1], operands, nil)
		}
		return t.Call(th, p[2], operands, nil)
	}
	switch pred.(type) {
	case *Tensor, *SymBool, *SymInt:
	default:
		return nil, &HigherOrderError{"torch.cond", &Unsupported{Title: "torch.cond: improper predicate", Context: pred.Kind(), Explanation: "Expected `pred` to be a bool or a boolean tensor with a single item but got " + pred.Kind() + "."}}
	}
	if err := t.lookAt(th, operands, nil); err != nil {
		return nil, err
	}
	var bodies []*Body
	for _, fn := range p[1:3] {
		b, err := t.traceBody(th, "torch.cond", bodyStyle{flattened: true, numbers: true, ints: true}, func() (Tracker, error) { return t.Call(th, fn, operands, nil) })
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, b)
	}
	if err := t.sameBranches(th, bodies); err != nil {
		return nil, err
	}
	nodes := mergeLifted(bodies, []string{"_true_branch", "_false_branch"})
	condition, err := t.FX(th, pred)
	if err != nil {
		return nil, err
	}
	yes, no := t.Subgraph(th, "cond_true", bodies[0].Graph), t.Subgraph(th, "cond_false", bodies[1].Graph)
	node := t.higherOrder(th, "cond", []any{condition, yes, no, fxgraph.Tuple(t.operands(nodes))}, nil)
	return t.branchResults(th, node, bodies)
}

// sameBranches compares what two branches return.
func (t *Trace) sameBranches(th *object.Thread, bodies []*Body) error {
	for _, b := range bodies {
		if err := closedBody("torch.cond", b); err != nil {
			return err
		}
	}
	if err := t.sameNumbers(th, bodies[0].value, bodies[1].value); err != nil {
		return err
	}
	if _, ok := t.Peek(bodies[0].value).(*Container); ok {
		if _, ok := t.Peek(bodies[1].value).(*Container); ok && !t.sameStructure(th, bodies[0].value, bodies[1].value) {
			return &HigherOrderError{"torch.cond", &Unsupported{Title: "torch.cond: differing branch outputs", Explanation: "Expected branches to return the same pytree structure.",
				Context: "true_spec: FrozenDataClassVariable(TreeSpec), false_spec: FrozenDataClassVariable(TreeSpec), same_spec: False"}}
		}
	}
	yes, err := t.leavesOf(th, bodies[0].value)
	if err != nil {
		return err
	}
	no, err := t.leavesOf(th, bodies[1].value)
	if err != nil {
		return err
	}
	for _, leaves := range [][]Tracker{yes, no} {
		if err := plainNumbers(leaves); err != nil {
			return err
		}
	}
	if len(yes) != len(no) {
		return t.failedOnFakes(fmt.Sprintf("Unmatched output spec from torch.cond branches: true branch tree_spec %s vs false branch tree_spec %s.", flatSpec(len(yes)), flatSpec(len(no))))
	}
	if len(bodies[0].Results) != len(bodies[1].Results) { // None, and something else in the other branch
		return t.failedOnFakes("Expected both branches of torch.cond to return values at the same places.")
	}
	for i := range yes {
		x, okX := yes[i].(*Tensor)
		y, okY := no[i].(*Tensor)
		x1, constX := yes[i].(*Constant)
		_, constY := no[i].(*Constant)
		if constX && okY || constY && okX || constX && constY && x1.V.IsBool() {
			return t.mixedLeaves(th, yes[i], no[i])
		}
		if !okX || !okY {
			continue
		}
		const merging = "When merging two branches' output in torch.cond,  expected same %s but got %v and %v."
		if x.Fake.DType != y.Fake.DType {
			return t.failedOnFakes(fmt.Sprintf(merging, "dtype", x.Fake.DType, y.Fake.DType))
		}
		if len(x.Fake.Sizes) != len(y.Fake.Sizes) {
			return t.failedOnFakes(fmt.Sprintf(merging, "dim", len(x.Fake.Sizes), len(y.Fake.Sizes)))
		}
	}
	return nil
}

// sameNumbers refuses numbers that branches return, but for constant ints.
func (t *Trace) sameNumbers(th *object.Thread, x, y Tracker) error {
	refuse := func(title, explanation string) error {
		return &HigherOrderError{"torch.cond", &Unsupported{Title: title, Explanation: explanation}}
	}
	switch x := x.(type) {
	case *Constant:
		if !x.V.IsInt() {
			return refuse("torch.cond: unsupported branch return type (constant non-int)", "Constants returned from branches must be ints.")
		}
	case *Container:
		other, ok := y.(*Container)
		if _, dict := object.AsDict(x.V); dict || !ok {
			return nil
		}
		items, others := t.Items(th, x), t.Items(th, other)
		for i := range min(len(items), len(others)) {
			if err := t.sameNumbers(th, t.Peek(items[i]), t.Peek(others[i])); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainNumbers refuses numbers that a branch computes.
func plainNumbers(leaves []Tracker) error {
	for _, x := range leaves {
		switch x.(type) {
		case *SymInt, *SymFloat, *SymBool:
			return &HigherOrderError{"torch.cond", &Unsupported{Title: "torch.cond: unsupported branch return type", Context: fmt.Sprintf("TupleVariable(length=%d)", len(leaves)),
				Explanation: "Expected branches to return a possibly nested pytree of tensors or constant ints."}}
		}
	}
	return nil
}

// branchResults gives what the branches return, as the node computes it: ints that differ are a number between them, which depends on data.
func (t *Trace) branchResults(th *object.Thread, node *fxgraph.Node, bodies []*Body) (Tracker, error) {
	results := bodies[0].Results
	examples, outer := make([]any, len(results)), make([]Tracker, len(results))
	for i, x := range results {
		examples[i], outer[i] = t.branchResult(th, node, i, x, bodies[1].Results[i])
	}
	node.Meta.Example = examples
	next := 0
	made, err := t.mapLeaves(th, bodies[0].value, func(x Tracker) Tracker {
		if c, ok := x.(*Constant); ok && c.V.IsNone() {
			return x
		}
		next++
		return outer[next-1]
	})
	if err == nil {
		t.nameEntries(th, made)
	}
	return made, err
}

// branchResult describes a result of the branches, which return x and y there, and gives it.
func (t *Trace) branchResult(th *object.Thread, node *fxgraph.Node, i int, x, y Tracker) (any, Tracker) {
	c, number := x.(*Constant)
	var lo, hi int64
	if number {
		lo, _ = c.V.AsInt()
		hi, _ = y.(*Constant).V.AsInt()
	}
	if number && lo == hi {
		t.Graph.Namespace().Create("getitem")
		return lo, x
	}
	get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
	get.Meta.Stack = t.stack(th)
	if !number {
		ten := x.(*Tensor)
		get.Meta.Example = ten.Fake
		return ten.Fake, &Tensor{Node: get, Fake: ten.Fake, Type: t.Host.TensorType(th)}
	}
	u := t.between(lo, hi)
	t.symbols[u.Expr().Name] = get
	get.Meta.Example = u
	return u, &SymInt{Expr: u, Node: get}
}

// between is a number that depends on data, which is one of two.
func (t *Trace) between(x, y int64) symbolic.Int {
	u := t.Shapes.FreshUnbacked("cond")
	t.Shapes.Assert(u.Ge(symbolic.IntOf(min(x, y))))
	t.Shapes.Assert(u.Le(symbolic.IntOf(max(x, y))))
	return u
}

// flatSpec is the text of the TreeSpec of a tuple of leaves.
func flatSpec(n int) string {
	return "TreeSpec(tuple, None, [" + strings.TrimSuffix(strings.Repeat("*,\n  ", n), ",\n  ") + "])"
}

// mixedLeaves is the error of branches of which one gives a number and the other a tensor.
func (t *Trace) mixedLeaves(th *object.Thread, x, y Tracker) error {
	class := func(x Tracker) string {
		if c, ok := x.(*Constant); ok {
			return guards.ReprOf(th, c.V.Type().Ref())
		}
		return "<class 'torch._subclasses.fake_tensor.FakeTensor'>"
	}
	exc := object.NewException(object.AssertionError, fmt.Sprintf("expected both a and b to be FakeTensor, got a=%s, b=%s", class(x), class(y)))
	t.FakeErrors = append(t.FakeErrors, exc)
	return exc
}

// failedOnFakes is an error of an operator that runs without data while tracing.
func (t *Trace) failedOnFakes(text string) error {
	exc := object.NewException(object.RuntimeError, text)
	t.FakeErrors = append(t.FakeErrors, exc)
	return exc
}

// newOperand is a tensor that only a body sees, a placeholder of its graph.
func (t *Trace) newOperand(th *object.Thread, name string, fake *ops.Fake) *Tensor {
	p := t.Graph.CreateBefore(firstCall(t.Graph), fxgraph.Placeholder, name, nil, nil, name)
	p.Target, p.Type = p.Name, "torch.Tensor"
	p.Meta.Example = fake
	return &Tensor{Node: p, Fake: fake, Type: t.Host.TensorType(th)}
}

// withoutData is a description of a tensor like x, of other sizes if some are given.
func withoutData(x *ops.Fake, sizes []symbolic.Int) *ops.Fake {
	f := ops.NewFake(x.DType, sizes)
	f.RequiresGrad, f.Device = x.RequiresGrad, x.Device
	return f
}

// tensorsOf lists the tensors in x and gives x with others in their places.
func (t *Trace) tensorsOf(th *object.Thread, x Tracker) ([]*Tensor, error) {
	b := &Body{}
	if err := t.collectResults(th, x, b); err != nil {
		return nil, err
	}
	var out []*Tensor
	for _, r := range b.Results {
		if ten, ok := r.(*Tensor); ok {
			out = append(out, ten)
		}
	}
	return out, nil
}

// exchange makes operands of a body for the tensors in x and gives x with them in their places. The first has the number from in its name, unless that is 0.
func (t *Trace) exchange(th *object.Thread, x Tracker, name string, from int, shape func(*ops.Fake) *ops.Fake) (Tracker, error) {
	tensors, err := t.tensorsOf(th, x)
	if err != nil {
		return nil, err
	}
	by := map[Tracker]Tracker{}
	for i, ten := range tensors {
		own := name
		if from > 0 {
			own = fmt.Sprintf("%s_%d", name, from+i)
		}
		by[ten] = t.newOperand(th, own, shape(ten.Fake))
	}
	return t.replaced(th, x, by)
}

func nodesOf(tensors []*Tensor) []*fxgraph.Node {
	out := make([]*fxgraph.Node, len(tensors))
	for i, x := range tensors {
		out[i] = x.Node
	}
	return out
}

func traceWhileLoop(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("while_loop", args, kwargs, "cond_fn", "body_fn", "carried_inputs")
	if err != nil {
		return nil, err
	}
	carried, err := t.deepTensors(th, p[2])
	if err != nil {
		return nil, err
	}
	tensors, err := t.tensorsOf(th, carried)
	if err != nil {
		return nil, err
	}
	leaves, err := t.leavesOf(th, carried)
	if err != nil {
		return nil, err
	}
	if err := t.carriable(th, leaves); err != nil {
		return nil, err
	}
	for _, x := range tensors {
		t.NameNode(x, "child") // by the local of PyTorch's function that flattens them
	}
	named := 0 // of the outer graph, behind which those of the bodies are numbered
	for _, x := range tensors {
		if strings.HasPrefix(x.Node.Name, "child") {
			named++
		}
	}
	var bodies []*Body
	for i, fn := range p[:2] {
		style := bodyStyle{bare: true, numbers: true}
		if i == 1 {
			style = bodyStyle{flattened: true, numbers: true, ints: true}
		}
		b, err := t.traceBody(th, "torch.while_loop", style, func() (Tracker, error) {
			given, err := t.loopOperands(th, carried, i*len(tensors)+named, i*(len(leaves)-len(tensors)))
			if err != nil {
				return nil, err
			}
			items, err := t.Unpack(th, given)
			if err != nil {
				return nil, err
			}
			t.liftSymbols(trackersOf(tensors))
			return t.Call(th, fn, items, nil)
		})
		if err != nil {
			return nil, err
		}
		if err := closedBody("torch.while_loop", b); err != nil {
			return nil, err
		}
		bodies = append(bodies, b)
		if i == 0 {
			if known, holds, err := t.loopCondition(th, "torch.while_loop", b); err != nil || known && !holds {
				return carried, err
			}
		}
	}
	next, err := t.leavesOf(th, bodies[1].value)
	if err != nil {
		return nil, err
	}
	if err := t.sameMetadata(th, "torch.while_loop", "body_fn_output and carried_inputs", next, leaves, false); err != nil {
		return nil, err
	}
	operands := make(fxgraph.Tuple, len(leaves))
	for i, x := range leaves {
		if operands[i], err = t.FX(th, x); err != nil {
			return nil, err
		}
	}
	nodes := mergeOwn(bodies, len(leaves), []string{"_cond_fn", "_body_fn"})
	cond, body := t.Subgraph(th, "cond_fn", bodies[0].Graph), t.Subgraph(th, "body_fn", bodies[1].Graph)
	node := t.higherOrder(th, "while_loop", []any{cond, body, operands, fxgraph.Tuple(t.operands(nodes))}, nil)
	return t.loopResults(th, node, bodies[1])
}

// mergeOwn is mergeLifted for bodies that begin with n operands of their own.
func mergeOwn(bodies []*Body, n int, suffixes []string) []*fxgraph.Node {
	union, names := liftedOrder(bodies, suffixes)
	for _, b := range bodies {
		var placeholders []*fxgraph.Node
		var first *fxgraph.Node
		for _, m := range b.Graph.Nodes() {
			if m.Op == fxgraph.Placeholder {
				placeholders = append(placeholders, m)
			} else if first == nil {
				first = m
			}
		}
		at := map[*fxgraph.Node]*fxgraph.Node{}
		for i, m := range b.Lifted {
			at[m] = placeholders[n+i]
		}
		for _, m := range union {
			p, name := at[m], names[m]
			if name == "" {
				name = m.Name
			}
			made := b.Graph.CreateBefore(first, fxgraph.Placeholder, name, nil, nil, name)
			made.Target, made.Meta.Example = name, m.Meta.Example
			if p != nil {
				p.ReplaceAllUsesWith(made)
				_ = b.Graph.Erase(p)
			}
		}
		b.Lifted = union
	}
	return union
}

// callBody records one call of a function as a node with the function's graph.
func (t *Trace) callBody(th *object.Thread, operator, stem, name string, fn Tracker, args []Tracker, kwargs []KW, record func(sub *fxgraph.Node, operands []any) *fxgraph.Node) (Tracker, error) {
	b, err := t.traceBody(th, operator, bodyStyle{loose: true}, func() (Tracker, error) { return t.Call(th, fn, args, kwargs) })
	if err != nil {
		return nil, err
	}
	sub := t.Subgraph(th, stem, b.Graph)
	return t.resultsOf(th, record(sub, t.operands(b.Lifted)), b, b.fakes())
}

// lookAt makes inputs of the tensors among arguments, in their order.
func (t *Trace) lookAt(th *object.Thread, args []Tracker, kwargs []KW) error {
	for _, a := range args {
		if _, err := t.deepTensors(th, a); err != nil {
			return err
		}
	}
	for _, kw := range kwargs {
		if _, err := t.deepTensors(th, kw.Value); err != nil {
			return err
		}
	}
	return nil
}

func traceWrap(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("wrap() missing 1 required positional argument: 'func'")
	}
	if err := t.lookAt(th, args[1:], kwargs); err != nil {
		return nil, err
	}
	return t.callBody(th, "torch.ops.higher_order.wrap", "wrap_body", "wrap", args[0], args[1:], kwargs, func(sub *fxgraph.Node, operands []any) *fxgraph.Node {
		return t.higherOrder(th, "wrap", append([]any{sub}, operands...), nil)
	})
}

func traceStrictMode(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("strict_mode", args, kwargs, "callable", "operands")
	if err != nil {
		return nil, err
	}
	if p[0] == nil || p[1] == nil {
		return nil, object.TypeErrorf("strict_mode() needs a function and its operands")
	}
	operands, err := t.Unpack(th, p[1])
	if err != nil {
		return nil, err
	}
	return t.callBody(th, "torch.ops.higher_order.strict_mode", "strict_mode_body", "strict_mode", p[0], operands, nil, func(sub *fxgraph.Node, operands []any) *fxgraph.Node {
		return t.higherOrder(th, "strict_mode", []any{sub, fxgraph.Tuple(operands)}, nil)
	})
}

func traceHints(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if !hintsGiven(t, args, kwargs) {
		return nil, &HigherOrderError{"torch.ops.higher_order.hints_wrapper", &Unsupported{Title: "hints_wrapper: improper args/kwargs",
			Context: "args: " + t.DescribeAll(th, args) + ", kwargs: " + t.DescribeKeywords(th, kwargs),
			Explanation: fmt.Sprintf("hints_wrapper expects 3 positional arguments (got %d) and 1 keyword argument (got %d). "+
				"Usage: hints_wrapper(body_fn, args, kwargs, hints=...). args is expected to be list/tuple and kwargs is expected to be a dict.", len(args), len(kwargs))}}
	}
	p, err := parameters("hints_wrapper", args, kwargs, "body_fn", "args", "kwargs", "hints")
	if err != nil {
		return nil, err
	}
	operands, err := t.unpackOptional(th, p[1])
	if err != nil {
		return nil, err
	}
	if held, err := t.tensorsOf(th, p[3]); err != nil || len(held) > 0 {
		if err != nil {
			return nil, err
		}
		return nil, t.internal(th, "AsPythonConstantNotImplementedError: TensorVariable() is not a constant")
	}
	hints, err := t.FX(th, p[3])
	if err != nil {
		return nil, err
	}
	return t.callBody(th, "torch.ops.higher_order.hints_wrapper", "hints_wrapper_body", "hints_wrapper", p[0], operands, nil, func(sub *fxgraph.Node, operands []any) *fxgraph.Node {
		return t.higherOrder(th, "hints_wrapper", []any{sub, fxgraph.Tuple(operands), fxgraph.Dict{}}, []fxgraph.KW{{Name: "hints", Value: hints}})
	})
}

// hintsGiven tells whether hints_wrapper has the arguments it needs.
func hintsGiven(t *Trace, args []Tracker, kwargs []KW) bool {
	if len(args) != 3 || len(kwargs) != 1 || kwargs[0].Name != "hints" {
		return false
	}
	operands, sequence := t.Peek(args[1]).(*Container)
	return sequence && (operands.V.Type() == object.TupleType || operands.V.Type() == object.ListType)
}

// traceForeachMap is an operation on the tensors of lists, one after the other in one body.
func traceForeachMap(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) < 2 {
		return nil, object.TypeErrorf("foreach_map() needs an operation and operands")
	}
	if err := t.lookAt(th, args[1:], kwargs); err != nil {
		return nil, err
	}
	named := t.NewDict()
	dict, _ := object.AsDict(named.V)
	for _, kw := range kwargs {
		if err := dict.Set(th, object.NewStr(kw.Name), t.ToValue(kw.Value)); err != nil {
			return nil, err
		}
	}
	body := t.FromValue(t.Host.Attribute(th, "torch._higher_order_ops._run._each"))
	return t.callBody(th, "torch.ops.higher_order.foreach_map", "subgraph", "foreach_map", body, []Tracker{args[0], t.NewTuple(args[1:]), named}, nil, func(sub *fxgraph.Node, operands []any) *fxgraph.Node {
		return t.higherOrder(th, "foreach_map", append([]any{sub}, operands...), nil)
	})
}

// traceOutDType records an operator whose result has another dtype; on tensors without data it tells what comes out.
func traceOutDType(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	if len(args) < 2 {
		return nil, object.TypeErrorf("out_dtype() needs an operator and a dtype")
	}
	run := t.Host.Attribute(th, "torch._higher_order_ops._run.out_dtype")
	node, err := t.node(th, &fxgraph.Function{Name: "out_dtype", Qualified: "torch.ops.higher_order.out_dtype", Impl: run}, args[1:], kwargs)
	if err != nil {
		return nil, err
	}
	operator := t.ToValue(args[0])
	path := t.Host.FunctionPath(th, operator)
	node.SetArgs(append([]any{Literal{V: operator, text: path, str: path}}, node.Args...), node.Kwargs)
	result, err := t.callOn(th, run, args, kwargs, t.fakeObject)
	if err != nil {
		_ = t.Graph.Erase(node)
		return nil, err
	}
	return t.asResultOf(th, node, result)
}

// traceMap is functorch.experimental.control_flow.map: the body sees one slice.
func traceMap(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) < 2 {
		return nil, object.TypeErrorf("map() needs a function and what it is called with")
	}
	xs, err := t.deepTensors(th, args[1])
	if err != nil {
		return nil, err
	}
	if _, err := t.Call(th, t.FromValue(t.Host.Attribute(th, "torch._higher_order_ops._checks.map_rows")), []Tracker{xs}, nil); err != nil {
		return nil, err
	}
	tensors, err := t.tensorsOf(th, xs)
	if err != nil {
		return nil, err
	}
	if len(tensors) == 0 || len(tensors[0].Fake.Sizes) == 0 {
		return nil, &HigherOrderError{"torch.ops.higher_order.map_impl", &Unsupported{Title: "torch.map: improper inputs", Explanation: "map() needs tensors with at least one dimension."}}
	}
	count := tensors[0].Fake.Sizes[0]
	b, err := t.traceBody(th, "torch.ops.higher_order.map_impl", bodyStyle{flattened: true, numbers: true}, func() (Tracker, error) {
		given, err := t.exchange(th, xs, "child", 0, func(f *ops.Fake) *ops.Fake { return withoutData(f, f.Sizes[1:]) })
		if err != nil {
			return nil, err
		}
		if slices, err := t.tensorsOf(th, given); err == nil {
			t.liftSymbols(trackersOf(slices))
		}
		return t.Call(th, args[0], append([]Tracker{given}, args[2:]...), kwargs)
	})
	if err != nil {
		return nil, err
	}
	leaves, err := t.leavesOf(th, b.value)
	if err != nil {
		return nil, err
	}
	for _, x := range leaves {
		if c, ok := x.(*Constant); ok && !c.V.IsNone() {
			return nil, &HigherOrderError{"torch.ops.higher_order.map_impl", &Unsupported{Title: "HOP: non torch.Tensor leaf", Context: "args types: [<class 'torch._dynamo.variables.constant.ConstantVariable'>]",
				Explanation: "Expected all leaves to be of torch.Tensor type."}}
		}
	}
	if err := closedBody("torch.ops.higher_order.map_impl", b); err != nil {
		return nil, err
	}
	if err := separateInputs("torch.ops.higher_order.map_impl", b, append(nodesOf(tensors), b.Lifted...)); err != nil {
		return nil, err
	}
	sub := t.Subgraph(th, "map_body", b.Graph)
	node := t.higherOrder(th, "map_impl", []any{sub, fxgraph.List(t.operands(nodesOf(tensors))), fxgraph.List(t.operands(b.Lifted))}, nil)
	return t.resultsOf(th, node, b, stacked(b.Results, count))
}

// stacked describes results with one dimension more.
func stacked(results []Tracker, count symbolic.Int) []any {
	fakes := make([]any, len(results))
	for i, r := range results {
		if x, ok := r.(*Tensor); ok {
			fakes[i] = withoutData(x.Fake, append([]symbolic.Int{count}, x.Fake.Sizes...))
		}
	}
	return fakes
}
