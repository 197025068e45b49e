package compiler

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/object"
)

// This file records higher-order operators (torch.cond, ...): a function that one takes is recorded into a graph of its own, a body. What it
// reads of the graphs around it becomes inputs of the body behind its own ones, and operands of the operator.

// liftedValue is what a placeholder of a body stands for: a tensor or a number of the graphs around.
type liftedValue struct {
	value ops.Value
	from  *fxgraph.Node // in the graph around
	in    *fxgraph.Node // the placeholder
}

// recordedBody is a body that has been recorded.
type recordedBody struct {
	frame *recordFrame
	names map[*recordFrame]string // of the attributes that graphs around have it as
}

var bodyType = object.NewType("Body", "torch._C._dynamo", nil, object.Spec{Layout: object.LayoutNative, NoNew: true})

func newRecordFrame(outer *recordFrame) *recordFrame {
	f := &recordFrame{outer: outer, to: fxgraph.New(), nodes: map[ops.Value]*fxgraph.Node{}, sizes: map[*symbolic.Expr]*fxgraph.Node{}}
	f.to.ATen = true
	return f
}

// find is the node of a tensor in the graph that is being recorded; a body takes it from the graphs around.
func (f *recordFrame) find(v ops.Value) (*fxgraph.Node, bool) {
	if n, ok := f.nodes[v]; ok {
		return n, true
	}
	if f.outer == nil {
		return nil, false
	}
	from, ok := f.outer.find(v)
	if !ok {
		return nil, false
	}
	p := f.placeholder(from)
	f.nodes[v] = p
	f.lifted = append(f.lifted, liftedValue{v, from, p})
	return p, true
}

// liftExpression takes a number from the graphs around.
func (f *recordFrame) liftExpression(e *symbolic.Expr) (*fxgraph.Node, bool) {
	if n, ok := f.sizes[e]; ok {
		return n, true
	}
	if f.outer == nil {
		return nil, false
	}
	from, ok := f.outer.liftExpression(e)
	if !ok {
		return nil, false
	}
	p := f.placeholder(from)
	f.sizes[e] = p
	f.lifted = append(f.lifted, liftedValue{numberOf(e), from, p})
	return p, true
}

// placeholder makes an input behind those that there are, which is called and described as a node of the graph around.
func (f *recordFrame) placeholder(from *fxgraph.Node) *fxgraph.Node {
	var first *fxgraph.Node
	for _, n := range f.to.Nodes() {
		if n.Op != fxgraph.Placeholder {
			first = n
			break
		}
	}
	p := f.to.CreateBefore(first, fxgraph.Placeholder, from.Name, nil, nil, from.Name)
	p.Target = p.Name
	p.Meta.Example = from.Meta.Example
	return p
}

// activeRecorder is the recorder of the recording that is being made, or an error.
func activeRecorder(th *object.Thread) (*recorder, error) {
	if r := states.Of(th).recorder; r != nil {
		return r, nil
	}
	return nil, object.RuntimeErrorf("no recording is being made")
}

// recordedNodes is (): the nodes of the graph that is being recorded.
func recordedNodes(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	var out []object.Value
	for _, n := range r.to.Nodes() {
		out = append(out, fx.WrapNode(n))
	}
	return object.NewList(out...).Ref(), nil
}

// recordedBodies is (): a dict that belongs to the recording, for the bodies that its calls share.
func recordedBodies(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	if r.bodies == nil {
		r.bodies = object.NewDict()
	}
	return r.bodies.Ref(), nil
}

// isRecording tells whether a recording is being made.
func isRecording(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	return object.Bool(states.Of(th).recorder != nil), nil
}

// recordsGradients tells whether a recording is being made below autograd, while gradients are on.
func recordsGradients(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r := states.Of(th).recorder
	return object.Bool(r != nil && !r.whole && torch.Context(th).GradEnabled()), nil
}

// besideRecording is (function): what the function gives for values with data, whose operators the recording that is being made does not see.
func besideRecording(th *object.Thread, args, _ []object.Value) (out object.Value, err error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	ctx, fn := torch.Context(th), args[0]
	env := ctx.SetEnv(nil)
	defer ctx.SetEnv(env)
	failed := ctx.Beneath(r.level, func() error {
		out, err = object.Call(th, fn)
		return err
	})
	return out, failed
}

// nameOf is the name of the node that a value of a recording has come from, None for other values.
func nameOf(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.None, nil
	}
	if e := expressionOf(x); e != nil {
		for f := r.recordFrame; f != nil; f = f.outer {
			if n, ok := f.sizes[e]; ok {
				return object.NewStr(n.Name), nil
			}
		}
		return object.None, nil
	}
	if n, ok := r.find(x); ok {
		return object.NewStr(n.Name), nil
	}
	return object.None, nil
}

// recordBody is (function, examples, names): the body that the function is for inputs of its own like the examples, tensors or numbers of the graph around
// that names stand for, and the tensors and numbers that it gives: the body gives a list or a tuple as the function does.
func recordBody(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	examples, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	like, err := object.ToSlice(th, args[2])
	if err != nil {
		return object.Null, err
	}
	frame := newRecordFrame(r.recordFrame)
	given := make([]object.Value, len(examples))
	for i, v := range examples {
		x, err := operandValue(th, v)
		if err != nil {
			return object.Null, err
		}
		from, err := r.operand(th, like[i])
		if err != nil {
			return object.Null, err
		}
		name := fmt.Sprintf("arg%d_1", i)
		if n, ok := from.(*fxgraph.Node); ok && r.exports {
			name = n.Name
		}
		p := frame.to.Create(fxgraph.Placeholder, name, nil, nil, name)
		p.Target = p.Name
		p.Meta.Example = x
		if e := expressionOf(x); e != nil {
			frame.sizes[e] = p
		} else if f, ok := describe(r.inner(th, x)); ok {
			own := ops.NewFake(f.DType, f.Sizes)
			own.RequiresGrad = f.NeedsGrad()
			frame.nodes[own] = p
			frame.inputs = append(frame.inputs, own)
			p.Meta.Example = own
			x = own
			if r.functional != nil && torch.Context(th).Sees(r.functional) {
				x = torch.Context(th).Functional(r.functional, own)
			}
		}
		given[i] = torch.FromOps(th, x)
	}
	outer, fresh := r.recordFrame, r.fresh
	r.recordFrame, r.fresh = frame, nil
	defer func() { r.recordFrame, r.fresh = outer, fresh }()
	out, err := object.Call(th, args[0], given...)
	if err != nil {
		return object.Null, err
	}
	values, err := object.ToSlice(th, out)
	if err != nil {
		return object.Null, err
	}
	b := &recordedBody{frame: frame, names: map[*recordFrame]string{}}
	var list []any
	for _, v := range values {
		if v.IsNone() {
			list = append(list, nil)
			continue
		}
		x, err := torch.ToOps(th, v)
		if err != nil {
			return object.Null, err
		}
		a, err := r.argument(th, r.inner(th, x))
		if err != nil {
			return object.Null, err
		}
		list = append(list, a)
	}
	var results any = fxgraph.Tuple(list)
	if _, ok := object.AsList(out); ok {
		results = fxgraph.List(list)
	}
	frame.to.Create(fxgraph.Output, "output", []any{results}, nil, "output")
	r.prune()
	return object.NewTuple(object.NewNative(bodyType, b), out).Ref(), nil
}

// bodyLifted is (body): the tensors and numbers that it reads of the graphs around, in the order of their first use.
func bodyLifted(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	b, err := bodyOf(args[0])
	if err != nil {
		return object.Null, err
	}
	items := make([]object.Value, len(b.frame.lifted))
	for i, l := range b.frame.lifted {
		items[i] = torch.FromOps(th, l.value)
	}
	return object.NewList(items...).Ref(), nil
}

func bodyOf(v object.Value) (*recordedBody, error) {
	if n, ok := object.AsNative(v); ok {
		if b, ok := n.V.(*recordedBody); ok {
			return b, nil
		}
	}
	return nil, object.TypeErrorf("a recorded body was expected, got %s", v.Type().Name)
}

// bodyModule is (body): a module that calls it with its own inputs, then what it reads of the graphs around.
func bodyModule(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	b, err := bodyOf(args[0])
	if err != nil {
		return object.Null, err
	}
	return b.asModule(), nil
}

func (b *recordedBody) asModule() object.Value {
	if !b.frame.module.IsNull() {
		return b.frame.module
	}
	return fx.NewModule(b.frame.to, map[string]object.Value{})
}

// alignBody is (body, values): the body with inputs for these values, in this order, behind its own ones.
func alignBody(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	b, err := bodyOf(args[0])
	if err != nil {
		return object.Null, err
	}
	values, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	f := b.frame
	first := func() *fxgraph.Node {
		for _, n := range f.to.Nodes() {
			if n.Op != fxgraph.Placeholder {
				return n
			}
		}
		return nil
	}()
	var lifted []liftedValue
	for _, v := range values {
		from, err := r.operand(th, v)
		if err != nil {
			return object.Null, err
		}
		n, ok := from.(*fxgraph.Node)
		if !ok {
			return object.Null, object.RuntimeErrorf("an operand of a higher-order operator is a constant")
		}
		at := -1
		for i, l := range f.lifted {
			if l.from == n {
				at = i
			}
		}
		if at < 0 {
			x, _ := operandValue(th, v)
			f.lifted = append(f.lifted, liftedValue{x, n, f.placeholder(n)})
			at = len(f.lifted) - 1
		}
		f.to.MoveBefore(f.lifted[at].in, first)
		lifted = append(lifted, f.lifted[at])
	}
	f.lifted = lifted
	return args[0], nil
}

// operand is a value, a body's subgraph excepted, as an argument of a node.
func (r *recorder) operand(th *object.Thread, v object.Value) (any, error) {
	if l, ok := object.AsList(v); ok {
		out := fxgraph.List{}
		for _, e := range l.Items {
			x, err := r.operand(th, e)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	}
	if t, ok := object.AsTuple(v); ok {
		out := fxgraph.Tuple{}
		for _, e := range t.Items {
			x, err := r.operand(th, e)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	}
	if s := asSize(v); s != nil {
		return s.node, nil
	}
	x, err := torch.ToOps(th, v)
	if err != nil {
		return nil, err
	}
	return r.argument(th, r.inner(th, x))
}

// inner is what the recorder sees of a value on which a functional program computes.
func (r *recorder) inner(th *object.Thread, x ops.Value) ops.Value {
	if _, tensor := describe(x); !tensor {
		return x
	}
	inner, level := torch.Context(th).Recorded(x)
	if level != nil {
		r.functional = level
	}
	return inner
}

// beneathFunctional is (function, values): what the function gives as a list for these values as they are below a functional program, beneath that, as tensors of the program.
func beneathFunctional(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	values, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	ctx := torch.Context(th)
	var level ops.Level
	for i, v := range values {
		x, err := operandValue(th, v)
		if err != nil {
			return object.Null, err
		}
		if _, tensor := describe(x); !tensor {
			continue
		}
		inner, l := ctx.Recorded(x)
		if l != nil {
			level, r.functional = l, l
			values[i] = torch.FromOps(th, inner)
		}
	}
	fn := args[0]
	if level == nil || !ctx.Sees(level) {
		return object.Call(th, fn, values...)
	}
	var out object.Value
	if err := ctx.Beneath(level, func() (err error) {
		out, err = object.Call(th, fn, values...)
		return err
	}); err != nil {
		return object.Null, torch.Raise(err)
	}
	results, err := object.ToSlice(th, out)
	if err != nil {
		return object.Null, err
	}
	for i, v := range results {
		x, err := torch.ToOps(th, v)
		if err != nil {
			return object.Null, err
		}
		if _, tensor := describe(x); tensor {
			results[i] = torch.FromOps(th, ctx.Functional(level, x))
		}
	}
	return object.NewList(results...).Ref(), nil
}

// recordHigherOrder is (operator, arguments, stems, examples, keywords): a call of torch.ops.higher_order.<operator>. A body among the arguments becomes a subgraph
// whose name is the next of stems with a number, the same one in each call. The results are like the examples: tensors and numbers that are picked from what the call gives, None for none; an
// example that is no list is like what the call gives itself.
func recordHigherOrder(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	operator, _ := object.Text(args[0])
	given, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	stems, err := object.ToSlice(th, args[2])
	if err != nil {
		return object.Null, err
	}
	operands := make([]any, len(given))
	bodies := 0
	for i, v := range given { // operands that are computed go before the subgraphs
		if _, err := bodyOf(v); err != nil {
			if s, ok := object.AsStr(v); ok {
				operands[i] = s.S
			} else if operands[i], err = r.operand(th, v); err != nil {
				return object.Null, err
			}
		}
	}
	for i, v := range given {
		if b, err := bodyOf(v); err == nil {
			stem, _ := object.Text(stems[bodies])
			b.shape(operator, bodies, r.exports)
			operands[i] = r.subgraph(th, stem, b)
			bodies++
		}
	}
	var keywords []fxgraph.KW
	if len(args) > 4 {
		d, _ := object.AsDict(args[4])
		if err := d.Each(th, func(th *object.Thread, key, value object.Value) error {
			name, _ := object.Text(key)
			keywords = append(keywords, fxgraph.KW{Name: name, Value: fx.UnwrapArg(th, value)})
			return nil
		}); err != nil {
			return object.Null, err
		}
	}
	path := "torch.ops.higher_order." + operator
	n := r.to.Create(fxgraph.CallFunction, &fxgraph.Function{Name: operator, Qualified: path, Impl: attribute(th, path)}, operands, keywords, operator)
	examples, several := object.Items(args[3])
	if !several {
		return r.resultLike(th, n, args[3])
	}
	out := make([]object.Value, len(examples))
	results := make([]any, len(examples))
	for i, v := range examples {
		item := r.to.Create(fxgraph.CallFunction, operatorFunction(th, "getitem"), []any{n, int64(i)}, nil, "getitem")
		if out[i] = v; v.IsNone() {
			r.tell(th, item)
			continue
		}
		if out[i], err = r.resultLike(th, item, v); err != nil {
			return object.Null, err
		}
		results[i] = item.Meta.Example
	}
	n.Meta.Example = results
	r.tell(th, n)
	return object.NewList(out...).Ref(), nil
}

// resultLike is the value of a node, which is described as another one is.
func (r *recorder) resultLike(th *object.Thread, n *fxgraph.Node, example object.Value) (object.Value, error) {
	x, err := torch.ToOps(th, example)
	if err != nil {
		return object.Null, err
	}
	if f, ok := describe(r.inner(th, x)); ok {
		made := ops.NewFake(f.DType, f.Sizes)
		made.RequiresGrad = f.NeedsGrad() && torch.Context(th).GradEnabled()
		x = made
	}
	r.made(n, x)
	if f, ok := n.Meta.Example.(*ops.Fake); ok && f.RequiresGrad { // what a call gives is no leaf
		shown := *f
		shown.RequiresGrad = false
		n.Meta.Example = &shown
	}
	r.tell(th, n)
	if _, tensor := describe(x); tensor && r.functional != nil && torch.Context(th).Sees(r.functional) {
		x = torch.Context(th).Functional(r.functional, x)
	}
	return torch.FromOps(th, x), nil
}

// rowExample is (tensor): an example of a row of it. rowsExample is (example, tensor): one of as many of the first as the second has rows.
func rowExample(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	f, ok := describe(r.inner(th, x))
	if !ok || len(f.Sizes) == 0 {
		return object.Null, object.RuntimeErrorf("a tensor with rows was expected")
	}
	row := ops.NewFake(f.DType, f.Sizes[1:])
	row.RequiresGrad = f.RequiresGrad
	return torch.FromOps(th, row), nil
}

func rowsExample(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	like, err := torch.ToOps(th, args[1])
	if err != nil {
		return object.Null, err
	}
	f, ok1 := describe(r.inner(th, x))
	g, ok2 := describe(r.inner(th, like))
	if !ok1 || !ok2 || len(g.Sizes) == 0 {
		return object.Null, object.RuntimeErrorf("tensors were expected")
	}
	return torch.FromOps(th, ops.NewFake(f.DType, append([]symbolic.Int{g.Sizes[0]}, f.Sizes...))), nil
}

// shape gives the n-th body of an operator the names of inputs and the form of results that PyTorch's have: exported branches are called with the names
// of their operands, and the condition of a loop gives one value.
func (b *recordedBody) shape(operator string, n int, exported bool) {
	places := 0
	for _, node := range b.frame.to.Nodes() {
		switch {
		case node.Op == fxgraph.Placeholder && !(exported && operator != "while_loop" && operator != "scan"):
			node.Rename(fmt.Sprintf("arg%d_1", places))
			node.Target = node.Name
			places++
		case node.Op == fxgraph.Output && operator == "while_loop" && n == 0:
			node.SetArgs([]any{node.Args[0].(fxgraph.Tuple)[0]}, nil)
		}
	}
}

// subgraph makes a body an attribute of the graph being recorded, unless it is one, and gives the node that reads it.
func (r *recorder) subgraph(th *object.Thread, stem string, b *recordedBody) *fxgraph.Node {
	m, _ := fx.AsModule(r.frameModule(th))
	name, known := b.names[r.recordFrame]
	for k := 0; !known; k++ {
		name = stem + strconv.Itoa(k)
		if _, taken := m.Children[name]; !taken {
			m.Children[name] = b.asModule()
			b.names[r.recordFrame] = name
			break
		}
	}
	n := r.to.Create(fxgraph.GetAttr, name, nil, nil, name)
	if r.exports && r.whole { // it is shown with the call that it is read for
		n.Meta.Stack = forwards(th)
	}
	r.tell(th, n)
	return n
}

// frameModule is the module of the graph being recorded.
func (r *recorder) frameModule(th *object.Thread) object.Value {
	if r.outer == nil {
		return r.module
	}
	if r.recordFrame.module.IsNull() {
		r.recordFrame.module = fx.NewModule(r.to, map[string]object.Value{})
	}
	return r.recordFrame.module
}

// recordFunction is (function, its path, name, arguments, example): a call of a function of scripts whose result is like the example.
func recordFunction(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	path, _ := object.Text(args[1])
	name, _ := object.Text(args[2])
	given, err := object.ToSlice(th, args[3])
	if err != nil {
		return object.Null, err
	}
	operands := make([]any, len(given))
	for i, v := range given {
		if operands[i], err = r.operand(th, v); err != nil {
			return object.Null, err
		}
	}
	target := &fxgraph.Function{Name: path[strings.LastIndexByte(path, '.')+1:], Qualified: path, Impl: args[0]}
	return r.resultLike(th, r.to.Create(fxgraph.CallFunction, target, operands, nil, name), args[4])
}
