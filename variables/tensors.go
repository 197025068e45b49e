package variables

import (
	"errors"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Literal is a constant argument of a graph node that is not a plain Python
// literal: a dtype, a device, a torch.Size.
type Literal struct {
	V    object.Value
	text string
	str  string // as str() has it
}

// NewLiteral is v as an argument of a graph node.
func NewLiteral(th *object.Thread, v object.Value) Literal {
	l := Literal{V: v, text: guards.ReprOf(th, v)}
	if l.str = l.text; strings.HasPrefix(l.text, "device(") || strings.HasPrefix(l.text, "<OpOverload(") {
		if s, err := object.StrOf(th, v); err == nil {
			l.str = s
		}
		if l.text[0] == '<' { // an operator, which source finds by its path
			l.text = "torch.ops." + l.str
		}
	}
	return l
}

// Str is the constant as listings of graphs have it.
func (l Literal) Str() string { return l.str }

// Repr is the constant as Python source.
func (l Literal) Repr() string { return l.text }

// FX is x as an argument of a graph node.
func (t *Trace) FX(th *object.Thread, x Tracker) (any, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		return t.lift(x.Node), t.reachable(x.Node)
	case *NdArray:
		return t.FX(th, x.T)
	case *SymInt:
		return t.symNode(th, x)
	case *SymFloat:
		return t.lift(x.Node), t.reachable(x.Node)
	case *SymBool:
		return t.lift(x.Node), t.reachable(x.Node)
	case *Constant:
		return ConstantFX(th, x.V), nil
	case *Container:
		return t.containerFX(th, x)
	case *Class:
		return NewLiteral(th, x.T.Ref()), nil
	case *Function:
		return NewLiteral(th, x.Fn.Ref()), nil
	case *Object:
		return t.objectFX(th, x)
	}
	return nil, missingProxy(x.Kind())
}

// ConstantFX is a constant as an argument of a graph node.
func ConstantFX(th *object.Thread, v object.Value) any {
	switch v.Type() {
	case object.NoneType:
		return nil
	case object.BoolType:
		b, _ := v.AsBool()
		return b
	case object.IntType:
		if n, ok := v.AsInt(); ok {
			return n
		}
	case object.FloatType:
		f, _ := v.AsFloat()
		return f
	case object.ComplexType:
		c, _ := object.AsComplex(v)
		return c.V
	case object.StrType:
		s, _ := object.AsStr(v)
		return s.S
	case object.EllipsisType:
		return fxgraph.Ellipsis
	}
	return NewLiteral(th, v)
}

func (t *Trace) containerFX(th *object.Thread, c *Container) (any, error) {
	t.observe(th, c, "__iter__", nil)
	if s, ok := object.AsSlice(c.V); ok {
		var parts [3]any
		for i, v := range []object.Value{s.Start, s.Stop, s.Step} {
			p, err := t.FX(th, t.FromValue(v))
			if err != nil {
				return nil, err
			}
			parts[i] = p
		}
		return fxgraph.Slice{Start: parts[0], Stop: parts[1], Step: parts[2]}, nil
	}
	if d, ok := object.AsDict(c.V); ok {
		var out fxgraph.Dict
		err := d.Each(th, func(th *object.Thread, k, v object.Value) error {
			x, err := t.FX(th, t.FromValue(v))
			out = append(out, fxgraph.Item{Key: ConstantFX(th, k), Value: x})
			return err
		})
		return out, err
	}
	var items []any
	computed := false // there is a number among them that the graph computes
	for _, e := range t.Items(th, c) {
		x, err := t.FX(th, e)
		if err != nil {
			return nil, err
		}
		_, node := x.(*fxgraph.Node)
		items, computed = append(items, x), computed || node
	}
	switch {
	case computed && isSize(c.V):
		return t.sizeFX(th, c, items), nil
	case NamedTuple(th, c.V.Type()):
		return t.madeInGraph(th, c.V.Type(), items, nil), nil
	case c.V.Type().IsSubtype(object.TupleType):
		return fxgraph.Tuple(items), nil
	case c.V.Type().IsSubtype(object.ListType):
		return fxgraph.List(items), nil
	case c.src == nil && constantValue(th, c.V):
		return NewLiteral(th, c.V), nil
	}
	// A generator or another stateful object must not become part of the graph.
	return nil, Unsupportedf("Failed to convert args/kwargs to proxy", c.V.Type().FullName(), "Dynamo cannot pass a `%s` to the graph.", c.V.Type().FullName())
}

// symNode is the graph node of a symbolic int: the placeholder of a symbol, or
// arithmetic on those.
func (t *Trace) symNode(th *object.Thread, x *SymInt) (any, error) {
	if x.Node != nil {
		return t.lift(x.Node), t.reachable(x.Node)
	}
	n, err := t.exprNode(th, x.Expr.Expr())
	if err != nil {
		return nil, err
	}
	if node, ok := n.(*fxgraph.Node); ok && t.body == nil {
		x.Node = node
	}
	return n, nil
}

var exprOperators = map[symbolic.Kind]string{symbolic.Mul: "mul", symbolic.FloorDiv: "floordiv", symbolic.Mod: "mod",
	symbolic.NaturalPow: "pow", symbolic.BitAnd: "and_", symbolic.BitOr: "or_", symbolic.BitXor: "xor"}

// exprNode computes a size in the graph, each once. Sums are calls of
// torch.sym_sum with the constant first.
func (t *Trace) exprNode(th *object.Thread, e *symbolic.Expr) (any, error) {
	switch e.Kind {
	case symbolic.Const:
		return e.Value, nil
	case symbolic.Symbol:
		if n := t.symbols[e.Name]; n != nil {
			return t.lift(n), nil
		}
		return nil, Unsupportedf("Unbound symbol", e.Name, "The size %s is not available in the graph.", e.Name)
	}
	if n := t.sizes[e]; n != nil {
		return n, nil
	}
	args := make([]any, 0, len(e.Args))
	for _, a := range e.Args {
		x, err := t.exprNode(th, a)
		if err != nil {
			return nil, err
		}
		args = append(args, x)
	}
	node := func(target *fxgraph.Function, args ...any) *fxgraph.Node {
		name := ""
		if t.body == nil {
			name = unnamed
		}
		n := t.Graph.Create(fxgraph.CallFunction, target, args, nil, name)
		n.Meta.Stack = t.stack(th)
		return n
	}
	var n *fxgraph.Node
	switch e.Kind {
	case symbolic.Add:
		if last := len(args) - 1; e.Args[last].Kind == symbolic.Const {
			args = append([]any{args[last]}, args[:last]...)
		}
		n = node(t.torchSym(th, "sym_sum"), fxgraph.List(args))
	case symbolic.Pow:
		n = node(t.Operator(th, "pow"), args[0], e.Value)
	case symbolic.Max, symbolic.Min:
		n = node(t.torchSym(th, map[symbolic.Kind]string{symbolic.Max: "sym_max", symbolic.Min: "sym_min"}[e.Kind]), args[0], args[1])
	default:
		name, ok := exprOperators[e.Kind]
		if !ok {
			return nil, Unsupportedf("Unsupported symbolic expression", e.String(), "The size %s cannot be computed in the graph.", e)
		}
		n = node(t.Operator(th, name), args[0], args[1])
		for _, a := range args[2:] {
			n = node(t.Operator(th, name), n, a)
		}
	}
	n.Meta.Example = symbolic.FromExpr(e)
	if t.sizes == nil {
		t.sizes = map[*symbolic.Expr]*fxgraph.Node{}
	}
	t.sizes[e] = n
	return n, nil
}

// unnamed is what nodes that compute sizes are called until the graph is whole. They get their names then, behind those of what the program computes: in
// PyTorch a pass puts them in the place of calls of size().
const unnamed = "_size"

// NameSizes gives the nodes that compute sizes their names.
func (t *Trace) NameSizes() {
	for _, n := range t.Graph.Nodes() {
		if n.Op == fxgraph.CallFunction && strings.HasPrefix(n.Name, unnamed) {
			n.Rename(fxgraph.TargetName(n.Target))
		}
	}
}

// SymbolNode is the placeholder of a symbol.
func (t *Trace) SymbolNode(name string) *fxgraph.Node { return t.symbols[name] }

// symbolicInt is a size as a tracker.
func (t *Trace) symbolicInt(th *object.Thread, v symbolic.Int) Tracker {
	v = t.Shapes.Simplify(v)
	if c, ok := v.Const(); ok {
		return NewConstant(object.Int(c))
	}
	t.AskedSize = true
	x := &SymInt{Expr: v}
	if n, err := t.exprNode(th, v.Expr()); err == nil {
		x.Node, _ = n.(*fxgraph.Node)
	}
	return x
}

// node records a call_function node without computing anything.
func (t *Trace) node(th *object.Thread, target *fxgraph.Function, args []Tracker, kwargs []KW) (*fxgraph.Node, error) {
	return t.create(th, fxgraph.CallFunction, target, args, kwargs)
}

func (t *Trace) create(th *object.Thread, op fxgraph.Op, target any, args []Tracker, kwargs []KW) (*fxgraph.Node, error) {
	fxArgs := make([]any, len(args))
	for i, a := range args {
		x, err := t.FX(th, a)
		if err != nil {
			return nil, err
		}
		fxArgs[i] = x
	}
	var fxKwargs []fxgraph.KW
	for _, kw := range kwargs {
		x, err := t.FX(th, kw.Value)
		if err != nil {
			return nil, err
		}
		fxKwargs = append(fxKwargs, fxgraph.KW{Name: kw.Name, Value: x})
	}
	n := t.Graph.Create(op, target, fxArgs, fxKwargs, "")
	n.Meta.Stack = t.stack(th)
	if t.Recorded != nil {
		t.Recorded(th, n)
	}
	return n, nil
}

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
		if t.anyTruth {
			return true, nil
		}
		return t.decide(x.Expr), nil
	case *Constant:
		return t.Host.ToOps(th, x.V)
	case *Container:
		if s, ok := object.AsSlice(x.V); ok {
			return t.sliceValue(th, s)
		}
		if x.V.Type().IsSubtype(object.TupleType) || x.V.Type().IsSubtype(object.ListType) {
			items := t.Items(th, x)
			out := make([]ops.Value, len(items))
			for i, e := range items {
				if out[i], err = t.opsValue(th, e); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
		if !x.V.Type().IsHeap() { // else it may stand for a number
			return t.Host.ToOps(th, x.V)
		}
	case *Class:
		v, err := t.Host.ToOps(th, x.T.Ref())
		if _, foreign := v.(interface{ TypeName() string }); !foreign { // not one of the classes that name a dtype
			return v, err
		}
	}
	return nil, Unsupportedf("Unsupported operator argument", x.Kind(), "Dynamo cannot pass a %s to a torch operator.", x.Kind())
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
		return &Unsupported{Title: UndecidedTitle, Context: e.Condition.Written(), Explanation: e.Error(), Uncounted: true}
	}
	return err
}

// runFake computes the shapes of a call. Conditions that depend on data come
// back as graph breaks, wrong shapes as Python exceptions.
func (t *Trace) runFake(th *object.Thread, packet *ops.Packet, args []Tracker, kwargs []KW) (op *ops.Op, results []ops.Value, err error) {
	defer func() { err = Undecided(recover(), err) }()
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

func (t *Trace) record(th *object.Thread, kind fxgraph.Op, target any, p *ops.Packet, args []Tracker, kwargs []KW) (Tracker, error) {
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

// realizeArguments realizes the arguments of a call and what is in them, in place.
func (t *Trace) realizeArguments(th *object.Thread, args []Tracker, kwargs []KW) error {
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
	v := t.Host.Results(op, items, named)
	return t.newContainer(v), nil
}

func (t *Trace) wrapResult(th *object.Thread, node *fxgraph.Node, op *ops.Op, r ops.Value, args []Tracker) (Tracker, error) {
	node.Meta.Example = r
	switch r := r.(type) {
	case *ops.Fake:
		for _, a := range args { // in-place operators return the tensor that they changed
			if x, ok := a.(*Tensor); ok && x.Fake == r {
				return &Tensor{Node: node, Fake: r, Type: x.Type, Real: x.Real, sourced: sourced{nil}}, nil
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

// sizeArithmetic are the operators whose results are expressions of sizes.
var sizeArithmetic = map[string]bool{"add": true, "sub": true, "mul": true, "floordiv": true, "mod": true, "pow": true, "neg": true}

// symbolicOperators are the functions of numbers whose unused calls are dropped.
var symbolicOperators = map[string]bool{"add": true, "sub": true, "mul": true, "floordiv": true, "truediv": true, "mod": true, "pow": true, "neg": true,
	"and_": true, "or_": true, "xor": true, "lshift": true, "rshift": true, "lt": true, "le": true, "gt": true, "ge": true, "eq": true, "ne": true, "sym_float": true, "abs": true, "sym_int": true, "sym_max": true, "sym_min": true,
	"floor": true, "ceil": true, "trunc": true, "_sym_sqrt": true, "_sym_log2": true, "_sym_sin": true, "_sym_cos": true}

// Prune drops nodes that nothing uses and that only pick or compute numbers,
// and adjacent switches of grad mode that undo each other.
func (t *Trace) Prune(outputs []*fxgraph.Node) {
	needed := map[*fxgraph.Node]bool{}
	for _, n := range outputs {
		needed[n] = true
	}
	nodes := t.Graph.Nodes()
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if len(n.Users()) > 0 || needed[n] {
			continue
		}
		if n.Op == fxgraph.GetAttr || n.Op == fxgraph.CallFunction && t.droppable(n) || n.Op == fxgraph.CallMethod && n.Target == "item" && len(n.Args) == 1 && isFloatInput(t, n) {
			_ = t.Graph.Erase(n)
		}
	}
	if t.body == nil {
		t.PruneGradModes()
	}
}

func isFloatInput(t *Trace, n *fxgraph.Node) bool {
	for _, in := range t.Inputs {
		if in.Float && n.Args[0] == any(in.Node) {
			return true
		}
	}
	return false
}

func (t *Trace) droppable(n *fxgraph.Node) bool {
	f := n.Target.(*fxgraph.Function)
	if f.Qualified == "operator.getitem" {
		return true
	}
	if !symbolicOperators[f.Name] {
		return false
	}
	for _, in := range n.Inputs() {
		if _, tensor := in.Meta.Example.(*ops.Fake); tensor {
			return false
		}
	}
	return true
}

// PruneGradModes drops adjacent switches of grad mode that undo each other.
func (t *Trace) PruneGradModes() {
	for changed := true; changed; {
		changed = false
		var previous *fxgraph.Node
		for _, n := range t.Graph.Nodes() {
			f, ok := n.Target.(*fxgraph.Function)
			switching := ok && n.Op == fxgraph.CallFunction && f.Name == "_set_grad_enabled"
			if switching && previous != nil && previous.Args[0] != n.Args[0] {
				_ = t.Graph.Erase(previous)
				_ = t.Graph.Erase(n)
				changed = true
				break
			}
			previous = nil
			if switching {
				previous = n
			}
		}
	}
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
