package variables

import (
	"errors"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces calls of the functions that take functions and are one node of the graph: torch.cond, checkpoint, hooks and
// their relatives, behind torch.ops.higher_order.

func init() {
	for path, h := range map[string]handler{
		"torch.utils.checkpoint.checkpoint":             tracedCheckpoint,
		"torch._higher_order_ops.wrap.wrap":             tracedWrap,
		"torch._higher_order_ops.cond.cond":             tracedCond,
		"torch._higher_order_ops.while_loop.while_loop": tracedWhileLoop,
		"torch.autograd.function.Function.apply":        tracedApply,
	} {
		pythonFunctions[path] = h
	}
}

// higherOrder is the target of a node that calls torch.ops.higher_order.name.
func (t *Trace) higherOrder(th *object.Thread, name string) *fxgraph.Function {
	return &fxgraph.Function{Name: name, Qualified: "torch.ops.higher_order." + name, Impl: t.Host.Attribute(th, "torch.ops.higher_order."+name)}
}

// callBodies records the operator and gives trackers of its results, which are as its bodies' leaves.
func (t *Trace) callBodies(th *object.Thread, name string, args []any, kwargs []fxgraph.KW, leaves []Tracker) ([]Tracker, error) {
	node := t.emit(fxgraph.CallFunction, t.higherOrder(th, name), args, kwargs, "")
	node.Meta.Stack = t.stack(th)
	out := make([]Tracker, len(leaves))
	for i, x := range leaves {
		get := t.emit(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
		get.Meta.Stack = t.stack(th)
		switch x := x.(type) {
		case *Tensor:
			get.Meta.Example = x.Fake
			out[i] = &Tensor{Node: get, Fake: x.Fake, Type: x.Type}
		case *SymInt:
			get.Meta.Example = x.Expr
			out[i] = &SymInt{Expr: x.Expr, Node: get}
		default:
			return nil, Unsupportedf("HigherOrderOperator body's output unsupported", x.Kind(), "A %s cannot be the result of %s.", x.Kind(), name)
		}
	}
	return out, nil
}

func operands(b *body) []any {
	out := make([]any, len(b.free))
	for i, n := range b.free {
		out[i] = n
	}
	return out
}

// wrapCall records one call of a function as an operator whose body is the call.
func (t *Trace) wrapCall(th *object.Thread, operator, bodyName string, fn Tracker, args []Tracker, kwargs []KW, options []fxgraph.KW) (Tracker, error) {
	var outs []any
	b, err := t.traceBody(th, operator, func(*body) (Tracker, error) { return t.Call(th, fn, args, kwargs) })
	if err != nil {
		return nil, err
	}
	if outs, err = t.bodyOutputs(th, b); err != nil {
		return nil, err
	}
	attr := t.end(b, bodyName, fxgraph.Tuple(outs))
	results, err := t.callBodies(th, operator, append([]any{attr}, operands(b)...), options, b.outputs)
	if err != nil {
		return nil, err
	}
	return b.result(th, results)
}

// bodyOutputs are the nodes of what a body gives.
func (t *Trace) bodyOutputs(th *object.Thread, b *body) ([]any, error) {
	around, body := t.Graph, t.body
	t.Graph, t.body = b.graph, b
	defer func() { t.Graph, t.body = around, body }()
	return t.nodes(th, b.outputs)
}

func tracedWrap(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("wrap() missing 1 required positional argument: 'func'")
	}
	return t.wrapCall(th, "wrap", "wrap_body", args[0], args[1:], kwargs, nil)
}

// tracedCheckpoint is torch.utils.checkpoint.checkpoint: its own options stay with the node, the others go to the function.
func tracedCheckpoint(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("checkpoint() missing 1 required positional argument: 'function'")
	}
	var options []fxgraph.KW
	var rest []KW
	for _, kw := range kwargs {
		switch kw.Name {
		case "use_reentrant", "preserve_rng_state", "determinism_check", "debug":
			v, err := t.FX(th, kw.Value)
			if err != nil {
				return nil, err
			}
			options = append(options, fxgraph.KW{Name: kw.Name, Value: v})
		case "context_fn":
			return nil, Unsupportedf("checkpoint with context_fn", "context_fn", "Dynamo does not trace `torch.utils.checkpoint.checkpoint` with `context_fn`.")
		default:
			rest = append(rest, kw)
		}
	}
	return t.wrapCall(th, "tag_activation_checkpoint", "wrap_body", args[0], args[1:], rest, options)
}

// parameters are the positional parameters of a function behind those that are bound already, for the names of placeholders.
func (t *Trace) parameters(th *object.Thread, fn Tracker) []string {
	fn, err := t.Realize(th, fn)
	if err != nil {
		return nil
	}
	switch f := fn.(type) {
	case *Function:
		f.Fn.Code.Load(th)
		return f.Fn.Code.LocalsPlus[:f.Fn.Code.ArgCount]
	case *Method:
		if names := t.parameters(th, f.Func); len(names) > 0 {
			return names[1:]
		}
	case *Container:
		if p, ok := t.partial(th, f); ok {
			names := t.parameters(th, p.fn)
			return names[min(len(names), len(p.args)):]
		}
	}
	return nil
}

func parameter(names []string, i int, or string) string {
	if i < len(names) {
		return names[i]
	}
	return or
}

// registerHook is Tensor.register_hook. A hook of a value that the graph computes is a body of the graph; what follows uses the
// tensor that has the hook.
func registerHook(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, object.TypeErrorf("register_hook() takes 2 positional arguments but %d were given", 1+len(args)+len(kwargs))
	}
	if x.src != nil {
		return nil, Unsupportedf("Unsupported Tensor.register_hook() call", "call_method TensorVariable() register_hook", "Dynamo does not support tracing `Tensor.register_hook`.")
	}
	if !x.Fake.NeedsGrad() {
		return nil, object.Raisef(object.RuntimeError, "cannot register a hook on a tensor that doesn't require gradient")
	}
	gradient := ops.NewFake(x.Fake.DType, x.Fake.Sizes)
	var given *Tensor
	b, err := t.traceBody(th, "register_hook", func(b *body) (Tracker, error) {
		p := b.placeholder(parameter(t.parameters(th, args[0]), 0, "grad"), gradient)
		given = &Tensor{Node: p, Fake: gradient, Type: t.Host.TensorType(th)}
		return t.Call(th, args[0], []Tracker{given}, nil)
	})
	if err != nil {
		return nil, err
	}
	if len(b.outputs) == 0 { // a hook that gives None leaves the gradient as it is
		b.outputs = []Tracker{given}
	}
	outs, err := t.bodyOutputs(th, b)
	if err != nil {
		return nil, err
	}
	attr := t.end(b, "hook_body", outs[0])
	node := t.emit(fxgraph.CallFunction, t.higherOrder(th, "register_hook"), append([]any{x.Node, attr}, operands(b)...), nil, "")
	node.Meta.Stack = t.stack(th)
	node.Meta.Example = x.Fake
	x.Node = node
	return &HookHandle{}, nil
}

// tracedCond is torch.cond. Both branches get the same operands: those given, then what both read, then what one of them reads.
func tracedCond(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	in, err := bindNames("cond", []string{"pred", "true_fn", "false_fn", "operands"}, 3, args, kwargs)
	if err != nil {
		return nil, err
	}
	pred, err := t.Realize(th, in[0])
	if err != nil {
		return nil, err
	}
	var given []Tracker
	if in[3] != nil {
		if given, err = t.sequenceOf(th, in[3]); err != nil {
			return nil, err
		}
	}
	switch p := pred.(type) {
	case *Tensor:
	case *SymBool:
	case *Constant:
		truth, err := t.Truth(th, p)
		if err != nil {
			return nil, err
		}
		if truth {
			return t.Call(th, in[1], given, nil)
		}
		return t.Call(th, in[2], given, nil)
	default:
		return nil, Unsupportedf("torch.cond: improper predicate", pred.Kind(), "Expected `pred` to be a bool or a boolean tensor with a single item but got %s.", pred.Kind())
	}
	yes, err := t.branch(th, in[1], given)
	if err != nil {
		return nil, uncaptured(err)
	}
	no, err := t.branch(th, in[2], given)
	if err != nil {
		return nil, uncaptured(err)
	}
	if len(yes.outputs) != len(no.outputs) {
		return nil, uncaptured(Unsupportedf("torch.cond: differing branch outputs", "cond", "Expected branches to return the same number of values, but got %d and %d.", len(yes.outputs), len(no.outputs)))
	}
	all := t.unite(yes, no, len(given))
	predNode, err := t.FX(th, pred)
	if err != nil {
		return nil, err
	}
	trueNode, err := t.endBranch(th, yes, "cond_true")
	if err != nil {
		return nil, err
	}
	falseNode, err := t.endBranch(th, no, "cond_false")
	if err != nil {
		return nil, err
	}
	results, err := t.callBodies(th, "cond", []any{predNode, trueNode, falseNode, fxgraph.Tuple(all)}, nil, yes.outputs)
	if err != nil {
		return nil, err
	}
	return yes.result(th, results)
}

// branch traces a branch of cond: each operand is a placeholder, used or not.
func (t *Trace) branch(th *object.Thread, fn Tracker, given []Tracker) (*body, error) {
	b, err := t.traceBody(th, "torch.cond", func(b *body) (Tracker, error) {
		args := make([]Tracker, len(given))
		for i, x := range given {
			inside, err := t.operand(th, b, x)
			if err != nil {
				return nil, err
			}
			args[i] = inside
		}
		return t.Call(th, fn, args, nil)
	})
	if err == nil {
		err = t.unaliased("torch.cond", b)
	}
	return b, err
}

// operand makes a placeholder of a body for an argument that is a graph value; others are the same inside.
func (t *Trace) operand(th *object.Thread, b *body, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		return &Tensor{Node: b.here(x.Node), Fake: x.Fake, Type: x.Type}, nil
	case *SymInt:
		n, err := t.symNode(th, x)
		if err != nil {
			return nil, err
		}
		if node, ok := n.(*fxgraph.Node); ok {
			return &SymInt{Expr: x.Expr, Node: b.here(node)}, nil
		}
	}
	return x, nil
}

func (t *Trace) endBranch(th *object.Thread, b *body, name string) (*fxgraph.Node, error) {
	outs, err := t.bodyOutputs(th, b)
	if err != nil {
		return nil, err
	}
	return t.end(b, name, fxgraph.Tuple(outs)), nil
}

// unite gives both branches the same placeholders and lists the operands. The first given operands are the same already.
func (t *Trace) unite(yes, no *body, given int) []any {
	var shared, onlyYes, onlyNo []*fxgraph.Node
	given = min(given, len(yes.free), len(no.free))
	for _, n := range yes.free[given:] {
		if no.lifted[n] != nil {
			shared = append(shared, n)
		} else {
			onlyYes = append(onlyYes, n)
		}
	}
	for _, n := range no.free[given:] {
		if yes.lifted[n] == nil {
			onlyNo = append(onlyNo, n)
		}
	}
	arrange := func(b *body) {
		place := func(n *fxgraph.Node, suffix string) {
			p := b.lifted[n]
			if p == nil {
				p = b.placeholder(n.Name+suffix, n.Meta.Example)
				b.lifted[n] = p
			} else if suffix != "" {
				p.Rename(p.Name + suffix)
				p.Target = p.Name
			}
			b.toEnd(p)
		}
		for _, n := range shared {
			place(n, "")
		}
		for _, n := range onlyYes {
			place(n, "_true_branch")
		}
		for _, n := range onlyNo {
			place(n, "_false_branch")
		}
	}
	arrange(yes)
	arrange(no)
	var all []any
	for _, list := range [][]*fxgraph.Node{yes.free[:given], shared, onlyYes, onlyNo} {
		for _, n := range list {
			all = append(all, n)
		}
	}
	return all
}

// toEnd moves a placeholder behind the others.
func (b *body) toEnd(p *fxgraph.Node) {
	for _, n := range b.graph.Nodes() {
		if n.Op != fxgraph.Placeholder {
			b.graph.MoveBefore(p, n)
			return
		}
	}
}

// tracedWhileLoop is while_loop: both functions take the carried values, then what either reads besides.
func tracedWhileLoop(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	in, err := bindNames("while_loop", []string{"cond_fn", "body_fn", "carried_inputs"}, 3, args, kwargs)
	if err != nil {
		return nil, err
	}
	carried, err := t.sequenceOf(th, in[2])
	if err != nil {
		return nil, err
	}
	var nodes []any
	for _, x := range carried {
		x, err := t.Realize(th, x)
		if err != nil {
			return nil, err
		}
		if _, ok := x.(*Tensor); !ok {
			return nil, uncaptured(Unsupportedf("torch.while_loop: unsupported carried_inputs", x.Kind(), "Dynamo traces while_loop with tensors only, and got a %s.", x.Kind()))
		}
		n, err := t.FX(th, x)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	trace := func(fn Tracker) (*body, error) {
		return t.traceBody(th, "torch.while_loop", func(b *body) (Tracker, error) {
			inside := make([]Tracker, len(carried))
			for i, x := range carried {
				x := t.Peek(x).(*Tensor)
				inside[i] = &Tensor{Node: b.placeholder("child", x.Fake), Fake: x.Fake, Type: x.Type}
			}
			return t.Call(th, fn, inside, nil)
		})
	}
	test, err := trace(in[0])
	if err != nil {
		return nil, uncaptured(err)
	}
	step, err := trace(in[1])
	if err != nil {
		return nil, uncaptured(err)
	}
	if len(step.outputs) != len(carried) || len(test.outputs) != 1 {
		return nil, uncaptured(Unsupportedf("torch.while_loop: unsupported outputs", "while_loop", "body_fn must return as many tensors as it takes, and cond_fn one."))
	}
	additional := t.unite(test, step, 0)
	tests, err := t.bodyOutputs(th, test)
	if err != nil {
		return nil, err
	}
	if err := t.unaliased("torch.while_loop", step); err != nil {
		return nil, err
	}
	testNode := t.end(test, "cond_fn", tests[0])
	stepNode, err := t.endBranch(th, step, "body_fn")
	if err != nil {
		return nil, err
	}
	results, err := t.callBodies(th, "while_loop", []any{testNode, stepNode, fxgraph.Tuple(nodes), fxgraph.Tuple(additional)}, nil, step.outputs)
	if err != nil {
		return nil, err
	}
	return step.result(th, results)
}

// uncaptured makes an error of a graph break in a body: these operators work captured or not at all.
func uncaptured(err error) error {
	var u *Unsupported
	if errors.As(err, &u) {
		u.Uncaptured = true
	}
	return err
}

// unaliased refuses a body that gives one of its inputs, or the same value twice.
func (t *Trace) unaliased(operator string, b *body) error {
	seen := map[*fxgraph.Node]bool{}
	for _, x := range b.outputs {
		v, ok := x.(*Tensor)
		if !ok {
			continue
		}
		if n := b.here(v.Node); n.Op == fxgraph.Placeholder || seen[n] {
			return uncaptured(&Unsupported{Title: "Encountered aliasing during higher order op tracing", Context: "Input-to-output aliasing in " + operator,
				Explanation: "Higher order ops do not support aliasing. Found in " + operator,
				Hints:       []string{"Replace `return input` with `return input.clone()` to avoid aliasing."}})
		}
		seen[b.here(v.Node)] = true
	}
	return nil
}

// sequenceOf lists the items of a tuple or list.
func (t *Trace) sequenceOf(th *object.Thread, x Tracker) ([]Tracker, error) {
	x, err := t.deepTensors(th, x)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(*Container); ok {
		return t.Items(th, c), nil
	}
	return nil, Unsupportedf("torch.cond: improper operands", x.Kind(), "Expected a list or tuple of operands but got %s.", x.Kind())
}

// bindNames puts the arguments of a call in the order of parameters, of which the first required have to be there.
func bindNames(name string, parameters []string, required int, args []Tracker, kwargs []KW) ([]Tracker, error) {
	out := make([]Tracker, len(parameters))
	if len(args) > len(parameters) {
		return nil, object.TypeErrorf("%s() takes %d positional arguments but %d were given", name, len(parameters), len(args))
	}
	copy(out, args)
next:
	for _, kw := range kwargs {
		for i, p := range parameters {
			if p == kw.Name {
				out[i] = kw.Value
				continue next
			}
		}
		return nil, object.TypeErrorf("%s() got an unexpected keyword argument '%s'", name, kw.Name)
	}
	for i := range required {
		if out[i] == nil {
			return nil, object.TypeErrorf("%s() missing a required argument: '%s'", name, parameters[i])
		}
	}
	return out, nil
}
