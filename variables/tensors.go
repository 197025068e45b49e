package variables

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// opsValue is x as an argument of an operator: tensors as fakes.
func (t *Trace) opsValue(th *object.Thread, x Tracker) (ops.Value, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		return x.Fake, nil
	case *SymInt:
		if t.pinning {
			return t.Shapes.Specialize(x.Expr), nil
		}
		return x.Expr, nil
	case *SymFloat:
		if x.Has {
			return x.Hint, nil
		}
		return 0.5, nil // only its type matters to shapes
	case *SymBool:
		if t.anyTruth || !t.Shapes.HasHint(symbolic.FromExpr(x.Expr.Expr())) {
			return true, nil // only its type matters to shapes: see truthsAsFlags
		}
		return t.decide(x.Expr), nil
	case *Constant:
		return t.Host.ToOps(th, x.V)
	case *Container:
		if s, ok := object.AsSlice(x.V); ok {
			return t.sliceValue(th, s)
		}
		if x.V.Type().IsSubtype(object.TupleType) || x.V.Type().IsSubtype(object.ListType) {
			leave, err := t.enter(x)
			if err != nil {
				return nil, err
			}
			defer leave()
			items := t.Items(th, x)
			out := make([]ops.Value, len(items))
			for i, e := range items {
				if out[i], err = t.opsValue(th, e); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
		if typ := x.V.Type(); !x.foreign() && (!typ.IsHeap() || isPrimitive(typ)) { // else it may stand for a number
			return t.Host.ToOps(th, x.V)
		}
	case *Class:
		v, err := t.Host.ToOps(th, x.T.Ref())
		_, foreign := v.(ops.Foreign)
		if _, old := v.(ops.TensorClass); !foreign || old { // one of the classes that name a dtype
			return v, err
		}
	case *Object:
		if role, err := t.registeredAs(th, x.T); err != nil || role == "" {
			return nil, cmp.Or(err, missingProxy(x.Kind()))
		}
		v, err := t.registeredObject(th, x, t.RealObject)
		if err != nil {
			return nil, err
		}
		return t.Host.ToOps(th, v)
	}
	return nil, missingProxy(x.Kind())
}

func (t *Trace) sliceValue(th *object.Thread, s *object.Slice) (ops.Value, error) {
	var parts [3]ops.Value
	for i, v := range []object.Value{s.Start, s.Stop, s.Step} {
		p, err := t.opsValue(th, t.FromValue(v))
		if err != nil {
			return nil, err
		}
		parts[i] = p
	}
	return ops.Slice{Start: parts[0], Stop: parts[1], Step: parts[2]}, nil
}

// UndecidedTitle is the title of breaks at conditions on data that nothing decides.
const UndecidedTitle = "Could not guard on data-dependent expression"

// Undecided is the error of what a deferred function has recovered, or else err, where conditions on data that could not be decided are
// graph breaks. Panics of other kinds go on.
func Undecided(recovered any, err error) error {
	switch e := recovered.(type) {
	case nil:
	case ops.Interruption:
		err = e
	default:
		panic(e)
	}
	var e *guards.DataDependentError
	if errors.As(err, &e) {
		return &Unsupported{Title: UndecidedTitle, Context: e.Text, Explanation: e.Error(), Uncounted: true}
	}
	return err
}

// runFake computes the shapes of a call. Conditions that depend on data come
// back as graph breaks, wrong shapes as Python exceptions.
func (t *Trace) runFake(th *object.Thread, packet *ops.Packet, args []Tracker, kwargs []KW) (op *ops.Op, results []ops.Value, err error) {
	defer func() { err = t.inCall(th, Undecided(recover(), err), args, kwargs) }()
	values := make([]ops.Value, len(args))
	for i, a := range args {
		if values[i], err = t.opsValue(th, a); err != nil {
			return nil, nil, err
		}
	}
	var kws []ops.KW
	for _, kw := range kwargs {
		if kw.Name == "requires_grad" { // which is False: see refuseLeaf
			continue
		}
		v, err := t.opsValue(th, kw.Value)
		if err != nil {
			return nil, nil, err
		}
		kws = append(kws, ops.KW{Name: kw.Name, Value: v})
	}
	saved := t.Host.Ops(th).GradEnabled()
	t.Host.Ops(th).SetGradEnabled(t.GradMode)
	defer t.Host.Ops(th).SetGradEnabled(saved)
	op, bound, failed := packet.Bind(values, kws)
	if failed != nil {
		if op, bound, ok := bindFactor(packet, values, kws); ok {
			results, err = t.Host.Ops(th).CallFake(t.Env(), op, bound)
			if err != nil {
				err = t.fakeError(err)
			}
			return op, results, err
		}
		if op, bound, ok := t.bindKnown(packet, values, kws); ok {
			results, err = t.Host.Ops(th).CallFake(t.Env(), op, bound)
			if err != nil {
				err = t.fakeError(err)
			}
			return op, results, err
		}
		if op, bound, err = t.bindItems(th, packet, values, kws, args, kwargs); err != nil {
			return nil, nil, err
		}
	}
	if op == nil {
		var bind *ops.Error
		if errors.As(failed, &bind) {
			return nil, nil, bindError{of: bind}
		}
		return nil, nil, failed
	}
	if err := t.truthsAsFlags(op, args, kwargs); err != nil {
		return nil, nil, err
	}
	results, err = t.Host.Ops(th).CallFake(t.Env(), op, bound)
	if needsConstant(err) && !t.pinning {
		t.pinning = true
		defer func() { t.pinning = false }()
		return t.runFake(th, packet, args, kwargs)
	}
	if err != nil {
		return op, nil, t.fakeError(err)
	}
	return op, results, nil
}

// truthsAsFlags refuses conditions that depend on data where an operator takes a bool, which decides what it computes.
func (t *Trace) truthsAsFlags(op *ops.Op, args []Tracker, kwargs []KW) error {
	for i, p := range op.Schema().Params {
		if p.Type.Base != "bool" {
			continue
		}
		var given Tracker
		if i < len(args) {
			given = args[i]
		} else if at := slices.IndexFunc(kwargs, func(kw KW) bool { return kw.Name == p.Name }); at >= 0 {
			given = kwargs[at].Value
		} else {
			continue
		}
		if x, ok := t.Peek(given).(*SymBool); ok && !t.Shapes.HasHint(symbolic.FromExpr(x.Expr.Expr())) {
			return bindError{&ops.Error{Kind: "TypeError", Msg: fmt.Sprintf("%s(): argument '%s' must be bool, not SymBool", op.Name, p.Name)}}
		}
	}
	return nil
}

// needsConstant tells whether a meta cannot work with a symbolic number.
func needsConstant(err error) bool {
	var e *ops.Error
	return errors.As(err, &e) && strings.Contains(e.Msg, "symbolic size where a constant is needed")
}

// dataDependentOps give numbers that depend on data.
var dataDependentOps = map[string]bool{"equal": true, "is_nonzero": true, "allclose": true}

// fakeError turns an operator's error into the exception that traced code may catch.
func (t *Trace) fakeError(err error) error {
	var e *ops.Error
	if !errors.As(err, &e) {
		return err
	}
	if name, found := strings.CutPrefix(e.Msg, "magneto: operator "); found && dataDependentOps[strings.TrimSuffix(name, " has no meta function")] {
		op := "aten." + strings.TrimSuffix(name, " has no meta function") + ".default"
		return dataDependentOperator(op, "Consider wrapping the operator into a PyTorch-understood custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html)")
	}
	if strings.HasPrefix(e.Msg, "magneto:") { // a limit of ours, not an error of the script
		return Unsupportedf("Operator does not support running with fake tensors", e.Msg, "%s", e.Msg)
	}
	typ := object.RuntimeError
	switch e.Kind {
	case "TypeError":
		typ = object.TypeError
	case "ValueError":
		typ = object.ValueError
	case "IndexError":
		typ = object.IndexError
	case "NotImplementedError":
		typ = object.NotImplementedError
	}
	exc := object.NewException(typ, e.Msg)
	t.FakeErrors = append(t.FakeErrors, exc)
	return exc
}

// callOperator records a call_function node that a tensor operator computes.
func (t *Trace) callOperator(th *object.Thread, target *fxgraph.Function, packet string, args []Tracker) (Tracker, error) {
	p := ops.Function(packet)
	if p == nil {
		p = ops.Method(packet)
	}
	if p == nil {
		return nil, Unsupportedf("Unsupported operator", packet, "There is no operator %s.", packet)
	}
	return t.record(th, fxgraph.CallFunction, target, p, args, nil)
}

// CallTorch records a call of a torch function.
func (t *Trace) CallTorch(th *object.Thread, fn object.Value, p *ops.Packet, args []Tracker, kwargs []KW) (Tracker, error) {
	b, _ := object.AsBuiltin(fn)
	target := &fxgraph.Function{Name: b.Name, Qualified: t.Host.FunctionPath(th, fn), Impl: fn}
	return t.record(th, fxgraph.CallFunction, target, p, args, kwargs)
}

func (t *Trace) record(th *object.Thread, kind fxgraph.Op, target any, p *ops.Packet, args []Tracker, kwargs []KW) (x Tracker, err error) {
	given, keywords := slices.Clone(args), slices.Clone(kwargs)
	defer func() { err = t.inCall(th, err, given, keywords) }()
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	for i := range args {
		args[i] = t.numberOfNumpy(args[i])
	}
	for i := range kwargs {
		kwargs[i].Value = t.numberOfNumpy(kwargs[i].Value)
	}
	op, results, err := t.runFake(th, p, args, kwargs)
	var misbound bindError
	if errors.As(err, &misbound) {
		err = t.misbound(th, misbound, t.targetText(th, target))
	}
	if exc, ok := err.(*object.Exception); ok && len(t.FakeErrors) > 0 && t.FakeErrors[len(t.FakeErrors)-1] == exc {
		t.FakeErrors = t.FakeErrors[:len(t.FakeErrors)-1]
		return nil, t.raisedOnFakes(th, exc, string(kind)+" "+t.targetText(th, target), args, kwargs)
	}
	if err != nil {
		return nil, err
	}
	if err := t.asksForData(op, args, kwargs); err != nil {
		return nil, err
	}
	if op.OnlyScripts() && noTensors(results) {
		if op.Name == "broadcast_shapes" { // PyTorch leaves the node, though nothing asks for it
			if _, err := t.create(th, kind, target, args, kwargs); err != nil {
				return nil, err
			}
		}
		return t.constantAnswer(th, op, results[0]), nil
	}
	if op.Mutates() {
		var target Tracker
		if len(args) > 0 {
			target = args[0]
		}
		t.wrote(target)
	}
	t.learn(th, p, args, kwargs, op, results)
	node, err := t.create(th, kind, target, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.wrapResults(th, node, op, results, args)
}

// noTensors says whether results are the same at each run, given the guards.
func noTensors(results []ops.Value) bool {
	for _, r := range results {
		switch r := r.(type) {
		case *ops.Fake, symbolic.Int:
			return false
		case []ops.Value:
			if !noTensors(r) {
				return false
			}
		}
	}
	return true
}

// constantAnswer is the answer of a call form that needs no node.
func (t *Trace) constantAnswer(th *object.Thread, op *ops.Op, r ops.Value) Tracker {
	list, ok := r.([]ops.Value)
	if !ok {
		return NewConstant(t.Host.FromOps(th, r))
	}
	items := make([]object.Value, len(list))
	for i, v := range list {
		items[i] = t.Host.FromOps(th, v)
	}
	if op.Schema().Returns[0].Type.Base == "Size" {
		return t.newContainer(t.Host.Size(th, items))
	}
	return t.newContainer(object.NewTuple(items...).Ref())
}

// realizeArguments realizes the arguments of a call and then what is in them, in place: inputs of the graph come in that order.
func (t *Trace) realizeArguments(th *object.Thread, args []Tracker, kwargs []KW) error {
	for i := range args {
		x, err := t.Realize(th, args[i])
		if err != nil {
			return err
		}
		args[i] = x
	}
	for i := range kwargs {
		x, err := t.Realize(th, kwargs[i].Value)
		if err != nil {
			return err
		}
		kwargs[i].Value = x
	}
	for i := range args {
		x, err := t.deepTensors(th, args[i])
		if err != nil {
			return err
		}
		args[i] = x
	}
	for i := range kwargs {
		x, err := t.deepTensors(th, kwargs[i].Value)
		if err != nil {
			return err
		}
		kwargs[i].Value = x
	}
	return nil
}

// deepTensors realizes an argument and what is in it.
func (t *Trace) deepTensors(th *object.Thread, x Tracker) (Tracker, error) { return t.deep(th, x) }

// wrapResults makes trackers of what a node computes.
func (t *Trace) wrapResults(th *object.Thread, node *fxgraph.Node, op *ops.Op, results []ops.Value, args []Tracker) (Tracker, error) {
	if len(results) == 1 {
		if list, ok := results[0].([]ops.Value); ok {
			return t.wrapMany(th, node, op, list, false)
		}
		return t.wrapResult(th, node, op, results[0], args)
	}
	if len(results) == 0 {
		return None(), nil
	}
	return t.wrapMany(th, node, op, results, true)
}

// classOfOperands is the class, by name, of an operand that answers operators itself: the result is of it.
func classOfOperands(node *fxgraph.Node) string {
	for _, n := range node.Inputs() {
		if f, ok := n.Meta.Example.(*ops.Fake); ok && f.Class != "" {
			return f.Class
		}
	}
	return ""
}

func (t *Trace) wrapMany(th *object.Thread, node *fxgraph.Node, op *ops.Op, results []ops.Value, named bool) (Tracker, error) {
	items := make([]object.Value, len(results))
	var examples []any
	for i, r := range results {
		get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
		get.Meta.Stack = t.stack(th)
		x, err := t.wrapResult(th, get, op, r, nil)
		if err != nil {
			return nil, err
		}
		examples = append(examples, r)
		items[i] = t.ToValue(x)
	}
	node.Meta.Example = examples
	if op != nil { // functions of the library have none
		if returns := op.Schema().Returns; len(returns) == 1 && returns[0].Type.Base == "Size" {
			return t.newContainer(t.Host.Size(th, items)), nil
		}
	}
	if f, ok := node.Target.(*fxgraph.Function); ok && op != nil && strings.HasPrefix(f.Qualified, "torch.ops.") { // operators give plain tuples, and lists where they have one result that is a list
		if named {
			return t.newContainer(object.NewTuple(items...).Ref()), nil
		}
		return t.newContainer(object.NewList(items...).Ref()), nil
	}
	v := t.Host.Results(op, items, named)
	return t.newContainer(v), nil
}

func (t *Trace) wrapResult(th *object.Thread, node *fxgraph.Node, op *ops.Op, r ops.Value, args []Tracker) (Tracker, error) {
	node.Meta.Example = r
	switch r := r.(type) {
	case *ops.Fake:
		for _, a := range args { // in-place operators return the tensor that they changed
			if x, ok := a.(*Tensor); ok && x.Fake == r {
				return &Tensor{Node: node, Fake: r, Type: x.Type, Real: x.Real, Same: x, sourced: sourced{nil}}, nil
			}
		}
		t.bindUnbacked(th, node, r)
		t.sizeLike(r)
		t.boundCount(r, counted(node, op))
		if r.Class == "" {
			r.Class = classOfOperands(node)
		}
		class := t.Host.TensorType(th)
		if wrapper := t.wrappers[r.Class]; wrapper != nil {
			class = wrapper
		}
		return &Tensor{Node: node, Fake: r, Type: class}, nil
	case symbolic.Int:
		if c, ok := r.Const(); ok {
			return NewConstant(object.Int(c)), nil
		}
		return &SymInt{Expr: r, Node: node}, nil
	case []ops.Value:
		return t.wrapMany(th, node, op, r, true)
	case nil:
		return None(), nil
	case tensor.DType, tensor.Device, bool, int64, float64, string:
		return NewConstant(t.Host.FromOps(th, r)), nil
	}
	return nil, Unsupportedf("Unsupported operator result", op.String(), "Dynamo does not know how to wrap the result of %s.", op)
}

// bindUnbacked inserts the size nodes and assertions of a result whose sizes depend on data.
func (t *Trace) bindUnbacked(th *object.Thread, node *fxgraph.Node, f *ops.Fake) {
	for i, size := range f.Sizes {
		if !size.IsSymbolic() || size.Expr().Kind != symbolic.Symbol {
			continue
		}
		name := size.Expr().Name
		if s := t.Shapes.Symbol(name); s == nil || s.Backed || t.symbols[name] != nil {
			continue
		}
		target := &fxgraph.Function{Name: "sym_size_int", Qualified: "torch.ops.aten.sym_size.int", Impl: t.Host.Attribute(th, "torch.ops.aten.sym_size.int")}
		n := t.Graph.Create(fxgraph.CallFunction, target, []any{node, int64(i)}, nil, "")
		n.Meta.Stack = t.stack(th)
		n.Meta.Example = size
		t.symbols[name] = n
	}
}

// NameNode gives the node of x the name of the local that it is stored in, once.
func (t *Trace) NameNode(x Tracker, name string) {
	var n *fxgraph.Node
	switch x := x.(type) {
	case *Tensor:
		n = x.Node
	case *NdArray:
		n = x.T.Node
	}
	if n == nil || n.Op == fxgraph.Placeholder || t.named[n] || n.Graph() != t.Graph {
		return
	}
	if t.named == nil {
		t.named = map[*fxgraph.Node]bool{}
	}
	t.named[n] = true
	n.Rename(name)
}

// keepName keeps a node from being named after a local.
func (t *Trace) keepName(n *fxgraph.Node) {
	if t.named == nil {
		t.named = map[*fxgraph.Node]bool{}
	}
	t.named[n] = true
}

// CallCount is the number of nodes in the graph that compute something.
func (t *Trace) CallCount() int {
	n := 0
	for _, node := range t.Graph.Nodes() {
		switch node.Op {
		case fxgraph.CallFunction, fxgraph.CallMethod, fxgraph.CallModule:
			n++
		}
	}
	return n
}

// Computes tells whether the graph does more than arithmetic of sizes, for which alone no graph is made.
func (t *Trace) Computes() bool {
	return slices.ContainsFunc(t.Graph.Nodes(), func(n *fxgraph.Node) bool {
		switch n.Op {
		case fxgraph.CallFunction:
			f, ok := n.Target.(*fxgraph.Function)
			_, number := n.Meta.Example.(symbolic.Int)
			return !ok || !number || !strings.HasPrefix(f.Qualified, "operator.") || !sizeArithmetic[f.Name]
		case fxgraph.CallMethod, fxgraph.CallModule:
			return true
		}
		return false
	})
}

// NewFunction is a function that tracing made.
func (t *Trace) NewFunction(fn *object.Function) *Function {
	f := &Function{Fn: fn, New: true, within: t.body}
	t.tracked[fn.Ref()] = f
	return f
}

// Assert records torch._assert_async(cond, message).
func (t *Trace) Assert(th *object.Thread, cond *Tensor, message Tracker) error {
	_, err := t.node(th, t.torchSym(th, "_assert_async"), []Tracker{cond, message}, nil)
	return err
}

// PlainNative tells whether an object of native code may be shared between calls.
func (t *Trace) PlainNative(v object.Value) bool {
	return v.Type().ModuleName() != "magneto" && v.Dict() == nil && v.Type().SetItem == nil
}

func guardsTensor(v object.Value) *tensor.Tensor { return guards.TensorOf(v) }
