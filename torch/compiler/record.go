package compiler

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/backend/aot"
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

// This file makes graphs of operators by running a function (make_fx, torch.export): a recorder below autograd writes down each call
// that reaches the kernels. Nothing is taken apart, and changes in place stay what they are.

// recorder writes calls into a graph.
type recorder struct {
	level   ops.Level // what it is in the context
	machine *object.Machine
	*recordFrame
	module     object.Value
	shapes     *guards.ShapeEnv
	fresh      []string                   // symbols that depend on data and that no node defines yet
	functional ops.Level                  // under which the program computes, if it is a functional one
	defines    map[*fxgraph.Node][]string // the symbols that a node gives
	claims     []symbolic.Bool            // what the program asserts of numbers, as it is written
	onNode     object.Value               // is told of each node; None for nobody
	consts     int                        // constants among the attributes so far
	params     int                        // and parameters
	named      []namedSize                // the sizes that the user gave names
	whole      bool                       // calls are seen as the function makes them
	exports    bool                       // what is taken for granted becomes assertions
	deferred   []*symbolic.Expr           // what was decided of sizes and becomes assertions, too
	watches    bool                       // the results that autograd saves are seen, too
	flat       map[string]int             // places of inputs in the list that Dynamo names sizes after, nil otherwise
	first      int                        // the first input of that list
	roots      map[string]string          // the names of sizes that no input has, by the place of what is derived from them
	places     *recordedPlaces            // where calls come from, where that is asked for
	bodies     *object.Dict               // bodies that calls share; the scripts of the operators look after it
	real       *realRun                   // nil without one
	err        error
	given      map[*tensor.Tensor]*ops.Fake // what stands for tensors that are inputs
}

// recordFrame is the graph of the function, or of a function that a higher-order operator takes.
type recordFrame struct {
	outer  *recordFrame
	to     *fxgraph.Graph
	nodes  map[ops.Value]*fxgraph.Node
	sizes  map[*symbolic.Expr]*fxgraph.Node
	inputs []ops.Value
	module object.Value  // of a body that has subgraphs
	lifted []liftedValue // what the others stand for
}

// recordCalls is (function of a list of inputs that gives a list, inputs, names, dims, on_node, whole): the GraphModule of the calls, the texts of
// violated constraints, the ranges of symbols, and the conditions on sizes that are no ranges. A seventh argument asks for what autograd does beside operators. dims has for each input None, for a real tensor that is computed with, a tuple of texts of sizes and one of strides, or a dict of
// dimensions to marks (see recorder.size) or texts of sizes, over the symbols that an eleventh argument declares: then the function gets a tensor without data. With whole, no operator is taken apart. A twelfth argument asks for conditions on sizes to be asserted where the program runs, a thirteenth is a real run (see realRun) or None.
func recordCalls(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	inputs, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	names, err := object.ToSlice(th, args[2])
	if err != nil {
		return object.Null, err
	}
	dims, err := object.ToSlice(th, args[3])
	if err != nil {
		return object.Null, err
	}
	r := &recorder{machine: th.Machine, recordFrame: newRecordFrame(nil), shapes: guards.NewShapeEnv(), defines: map[*fxgraph.Node][]string{}, given: map[*tensor.Tensor]*ops.Fake{}, onNode: args[4], roots: map[string]string{}, whole: args[5] == object.Bool(true), watches: len(args) > 6 && args[6] == object.Bool(true), exports: len(args) > 7 && args[7] == object.Bool(true)}
	if len(args) > 8 {
		if first, strict := args[8].AsInt(); strict {
			r.first, r.flat = int(first), map[string]int{}
		}
	}
	r.shapes.Naming = r.sizeName
	var sources []object.Value
	if len(args) > 9 {
		if sources, err = object.ToSlice(th, args[9]); err != nil {
			return object.Null, err
		}
	}
	if len(args) > 10 {
		if err := r.declare(th, args[10]); err != nil {
			return object.Null, err
		}
	}
	if len(args) > 12 {
		r.real = realRunOf(args[12])
	}
	r.shapes.Where = func() guards.UserLine { return guards.UserLine{} }
	r.to.ATen = true
	r.module = fx.NewModule(r.to, map[string]object.Value{})
	given := make([]object.Value, len(inputs))
	for i, v := range inputs {
		name, _ := object.Text(names[i])
		source := guards.NewLocal(name, i)
		if i < len(sources) {
			source = sourceOf(sources[i], i)
		}
		if given[i], err = r.input(th, v, name, source, dims[i]); err != nil {
			return object.Null, err
		}
	}
	fn := args[0]
	var out object.Value
	err = interp.Sheltered(th, func(th *object.Thread) (err error) {
		ctx := torch.Context(th)
		saved, env := ctx.Transforms(), ctx.SetEnv(recordEnv{r, th})
		s := states.Of(th)
		outer := s.recorder
		s.recorder = r
		thread := interp.ThreadOf(th)
		hook := thread.FrameHook
		thread.FrameHook = nil // what is recorded here is not compiled
		defer func() {
			thread.FrameHook = hook
			s.recorder = outer
			ctx.DropFakeGrads()
			ctx.Restore(saved)
			ctx.SetEnv(env)
		}()
		if r.whole {
			r.level = ctx.PushRecorderWhole(r)
		} else {
			r.level = ctx.PushRecorderOfUnits(r)
		}
		out, err = object.Call(th, fn, object.NewList(given...).Ref())
		return err
	})
	if err == nil {
		err = r.err
	}
	if err != nil {
		err = notRecorded(err)
		if !r.exports {
			recordPartial(th, r.module)
		}
		return object.Null, err
	}
	results, err := object.ToSlice(th, out)
	if err != nil {
		return object.Null, err
	}
	var list fxgraph.List
	for _, v := range results {
		x, err := torch.ToOps(th, v)
		if err != nil {
			return object.Null, err
		}
		a, err := r.argument(th, x)
		if err != nil {
			return object.Null, notRecorded(err)
		}
		list = append(list, a)
	}
	r.relate()
	conditions := object.NewList().Ref()
	if deferred := len(args) > 11 && args[11] == object.Bool(true); deferred {
		r.deferred = r.shapes.TakeGuards()
	} else {
		conditions = r.conditions()
	}
	r.to.Create(fxgraph.Output, "output", []any{list}, nil, "output")
	r.finish(th)
	return object.NewTuple(r.module, object.NewStr(r.shapes.Violation()), r.ranges(), conditions, scriptEnv{recordEnv{r, th}}.asked()).Ref(), nil
}

// notRecorded is the Python error of what no recording takes; others are passed on.
func notRecorded(err error) error {
	if errors.Is(err, aot.ErrUnsupported) {
		return object.NotImplementedErrorf("magneto: %s", err)
	}
	return err
}

// sizeName is what the symbol of a size is named after: its place, where Dynamo captures a program for export a place in a list of the inputs
// behind the first ones, and the name of a size that others are derived from.
func (r *recorder) sizeName(p guards.Place) string {
	if name, ok := r.roots[p.Text()]; ok {
		return name
	}
	if i, ok := r.flat[p.Source.Text()]; ok {
		p.Source = guards.NewLocal("flat_args", 0).Item(i)
	}
	return p.Text()
}

// sourceOf is where an input comes from: a tuple of a name and None, which is named by that alone, or a tuple of the argument's name and of steps, which are ("item", index), ("key", key, its repr), or ("attr", name).
func sourceOf(v object.Value, index int) *guards.Source {
	path, ok := object.AsTuple(v)
	if !ok {
		name, _ := object.Text(v)
		return guards.NewLocal(name, index)
	}
	name, _ := object.Text(path.Items[0])
	if len(path.Items) == 2 && path.Items[1].IsNone() {
		return guards.NewConstant(name, object.None)
	}
	source := guards.NewLocal(name, index)
	for _, x := range path.Items[1:] {
		step, _ := object.AsTuple(x)
		kind, _ := object.Text(step.Items[0])
		text, _ := object.Text(step.Items[1])
		switch n, _ := step.Items[1].AsInt(); kind {
		case "item":
			source = source.Item(int(n))
		case "key":
			written, _ := object.Text(step.Items[2])
			source = source.DictItem(step.Items[1], written)
		default:
			source = source.Attr(text)
		}
	}
	return source
}

// input makes a placeholder, and what the function gets for it.
func (r *recorder) input(th *object.Thread, v object.Value, name string, source *guards.Source, dims object.Value) (object.Value, error) {
	if r.flat != nil && len(r.inputs) >= r.first {
		r.flat[source.Text()] = len(r.inputs) - r.first
	}
	n := r.to.Create(fxgraph.Placeholder, name, nil, nil, name)
	if r.exports { // the names of inputs are the user's, whatever Python has by them
		n.Name = name
	}
	n.Target = n.Name
	t, ok := torch.Unwrap(v)
	if !ok {
		if text, open := object.Text(dims); open {
			size, err := r.written(text)
			if err != nil {
				return object.Null, err
			}
			n.Meta.Example = size
			r.sizes[size.Expr()], r.inputs = n, append(r.inputs, ops.Value(size))
			return torch.FromOps(th, size), nil
		}
		if marks, open := object.AsDict(dims); open && marks.Len() > 0 {
			return r.number(th, v, n, source, marks)
		}
		x, err := torch.ToOps(th, v)
		if _, object := x.(ops.Foreign); object && symbolicObject(th, v) {
			r.nodes[x] = n
		}
		r.inputs = append(r.inputs, x)
		return v, err
	}
	if dims.IsNone() {
		n.Meta.Example = ops.FakeOf(t)
		r.nodes[t], r.inputs = n, append(r.inputs, t)
		return v, nil
	}
	marks, _ := object.AsDict(dims)
	if f := r.given[t]; f != nil && (!r.exports || marks != nil && marks.Len() > 0) { // a tensor that is given several times is one: its last place stands for it
		for d, size := range f.Sizes {
			r.shapes.Relate(guards.Place{Source: source, Property: guards.Size, Dim: d}, size, int64(t.Size(d)))
		}
		n.Meta.Example = f
		r.nodes[f], r.inputs = n, append(r.inputs, f)
		return torch.FromOps(th, f), nil
	}
	f := ops.FakeOf(t)
	if texts, ok := object.AsTuple(dims); ok {
		return r.laidOut(th, n, f, texts.Items, t.NeedsGrad())
	}
	for d := range f.Sizes {
		m, ok, err := marks.Get(th, object.Int(int64(d)))
		if err != nil {
			return object.Null, err
		}
		if !ok {
			continue
		}
		parts, _ := object.AsTuple(m)
		if text, ok := object.Text(m); ok {
			if f.Sizes[d], err = r.written(text); err != nil {
				return object.Null, err
			}
			continue
		}
		f.Sizes[d] = r.size(guards.Place{Source: source, Property: guards.Size, Dim: d}, int64(t.Size(d)), parts.Items)
	}
	if marks.Len() > 0 {
		r.strides(f, t, source)
	}
	if _, open, err := marks.Get(th, object.NewStr("item")); err != nil {
		return object.Null, err
	} else if value, known := guards.ItemOf(t); open && known {
		f.KnowItem(recordEnv{r, th}, r.shapes.Create(guards.Place{Source: source, Property: guards.Item}, value, guards.Dynamic, guards.UserLine{}))
	}
	f.RequiresGrad = t.NeedsGrad()
	n.Meta.Example = f
	r.nodes[f], r.inputs, r.given[t] = n, append(r.inputs, f), f
	return torch.FromOps(th, f), nil
}

// laidOut is an input whose sizes and strides are texts.
func (r *recorder) laidOut(th *object.Thread, n *fxgraph.Node, f *ops.Fake, texts []object.Value, needsGrad bool) (object.Value, error) {
	for i, list := range [][]symbolic.Int{f.Sizes, f.Strides} {
		written, _ := object.AsTuple(texts[i])
		for d, v := range written.Items {
			text, _ := object.Text(v)
			var err error
			if list[d], err = r.written(text); err != nil {
				return object.Null, err
			}
		}
	}
	f.RequiresGrad = needsGrad
	n.Meta.Example = f
	r.nodes[f], r.inputs = n, append(r.inputs, f)
	return torch.FromOps(th, f), nil
}

// isMark says whether a text of a mark is the given one.
func isMark(v object.Value, text string) bool {
	s, _ := object.Text(v)
	return s == text
}

// number is an int among the inputs that stays open.
func (r *recorder) number(th *object.Thread, v object.Value, n *fxgraph.Node, source *guards.Source, marks *object.Dict) (object.Value, error) {
	value, ok := v.AsInt()
	if !ok {
		return object.Null, object.TypeErrorf("magneto: an input of type %s cannot stay open", v.Type().Name)
	}
	place := guards.Place{Source: source, Property: guards.Whole}
	m, _, err := marks.Get(th, object.Int(0))
	if err != nil {
		return object.Null, err
	}
	var size symbolic.Int
	if parts, ok := object.AsTuple(m); ok && isMark(parts.Items[0], "duck") {
		size = r.shapes.CreateNumber(place, value)
	} else {
		size = r.shapes.Create(place, value, guards.Dynamic, guards.UserLine{})
		r.shapes.Symbol(size.Expr().Name).Lo = 0
	}
	if !size.IsSymbolic() {
		n.Meta.Example = value
		r.inputs = append(r.inputs, value)
		return v, nil
	}
	x := ops.Value(size)
	n.Meta.Example = size
	r.sizes[size.Expr()], r.inputs = n, append(r.inputs, x)
	return torch.FromOps(th, x), nil
}

// Watches tells autograd to show what it does; see ops.Watcher.
func (r *recorder) Watches() bool { return r.watches }

// IsConstant tells whether a tensor with data is neither an input nor what a recorded call has made; see ops.Inputs.
func (r *recorder) IsConstant(t *tensor.Tensor) bool {
	n, ok := r.find(t)
	return !ok || n.Op == fxgraph.GetAttr
}

// Parts tells whether a call is on tensors of a class that holds others, none of which is an input of the graph: what these are computed of is recorded.
func (r *recorder) Parts(args []ops.Value) bool {
	tracked, holds := false, false
	th := r.machine.Running()
	ops.EachAnswered(args, func(v ops.Value) {
		if torch.HoldsTensors(th, v) {
			_, found := r.find(v)
			tracked, holds = tracked || found, true
		}
	})
	return holds && !tracked
}

// Record adds a call to the graph.
func (r *recorder) Record(op *ops.Op, args, outs []ops.Value) {
	if r.err != nil {
		return
	}
	th := r.machine.Running()
	if op.Name == "sym_size" && expressionOf(outs[0]) == nil { // a size that is no number of the graph
		return
	}
	if r.exports && r.whole && op.Name == "to" {
		if err := r.metadata(th, args[0], true); err != nil {
			r.err = err
			return
		}
	}
	list, kwargs, err := r.arguments(th, op, args)
	if err != nil {
		r.err = err
		return
	}
	if op.Name == "detach" && r.watches {
		op = ops.Lookup("alias")
	}
	v, path := torch.OverloadOf(th, op)
	n := r.to.Create(fxgraph.CallFunction, &fxgraph.Function{Name: path[strings.LastIndexByte(path[:strings.LastIndexByte(path, '.')], '.')+1:], Qualified: path, Impl: v}, list, kwargs, fxgraph.TargetName(op.Name[strings.LastIndexByte(op.Name, ':')+1:]))
	n.Meta.Example = examplesOf(outs)
	if len(outs) == 1 {
		if items, ok := outs[0].([]ops.Value); ok {
			outs = items
			n.Meta.Example = fxgraph.Listed(examplesOf(items))
		} else {
			r.made(n, outs[0])
			if op.Variant == ops.InPlace { // an input with data has become one without
				r.nodes[args[0]] = n
			}
			r.tell(th, n)
			return
		}
	}
	r.tell(th, n)
	r.items(th, op, n, outs)
}

// examplesOf are what the meta of a node says of several results.
func examplesOf(outs []ops.Value) []any {
	examples := make([]any, len(outs))
	for i, out := range outs {
		if f, ok := describe(out); ok {
			examples[i] = f
		} else if list, ok := out.([]ops.Value); ok {
			examples[i] = fxgraph.Listed(examplesOf(list))
		} else if expressionOf(out) != nil {
			examples[i] = out
		}
	}
	return examples
}

// items adds the nodes of what a call gives that has several results.
func (r *recorder) items(th *object.Thread, op *ops.Op, n *fxgraph.Node, outs []ops.Value) {
	for i, out := range outs {
		list, isList := out.([]ops.Value)
		_, tensor := describe(out)
		if !tensor && !isList && !(strings.Contains(op.Name, "::") && r.isNews(out)) {
			continue
		}
		item := r.to.Create(fxgraph.CallFunction, operatorFunction(th, "getitem"), []any{n, int64(i)}, nil, "getitem")
		r.made(item, out)
		r.tell(th, item)
		if isList {
			r.items(th, op, item, list)
		}
	}
}

// isNews says whether a number that an operator of the script gives is not one of the graph already.
func (r *recorder) isNews(v ops.Value) bool {
	e := expressionOf(v)
	return e == nil || r.sizes[e] == nil && !slices.ContainsFunc(symbolic.Symbols(e), func(name string) bool { return !slices.Contains(r.fresh, name) })
}

// forwards are the calls of modules that lead to what runs now, the outermost first: the methods of the script, and those that this library calls forward.
func forwards(th *object.Thread) []fxgraph.Line {
	var out []fxgraph.Line
	for f := interp.CurrentFrame(th); f != nil; f = f.Back() {
		code := f.Code()
		if strings.HasPrefix(code.Filename, "<magneto>") && code.Name != "forward" {
			if code.Name == "run_exported" { // see torch.export
				break
			}
			continue
		}
		text, _ := interp.SourceLine(th, code.Filename, f.Line())
		out = append(out, fxgraph.Line{Filename: code.Filename, Line: f.Line(), Function: code.Name, Code: strings.TrimSpace(text)})
	}
	slices.Reverse(out)
	return out
}

func (r *recorder) made(n *fxgraph.Node, v ops.Value) {
	f, ok := describe(v)
	if !ok {
		if e := expressionOf(v); e != nil {
			n.Meta.Example = v
			if r.sizes[e] == nil { // an element that is read twice is what was read first
				r.sizes[e] = n
			}
			r.define(n, symbolic.Symbols(e))
		}
		return
	}
	n.Meta.Example = f
	r.nodes[v] = n
	for _, number := range append(slices.Clip(f.Sizes), f.Offset) {
		if number.IsSymbolic() {
			r.define(n, symbolic.Symbols(number.Expr()))
		}
	}
}

// define notes the symbols among names that the value of n is the first to have.
func (r *recorder) define(n *fxgraph.Node, names []string) {
	for _, name := range names {
		if i := slices.Index(r.fresh, name); i >= 0 {
			r.fresh = slices.Delete(r.fresh, i, i+1)
			r.defines[n] = append(r.defines[n], name)
		}
	}
}

// describe is the description of a tensor.
func describe(v ops.Value) (*ops.Fake, bool) {
	switch v := v.(type) {
	case *ops.Fake:
		return v, v != nil
	case *tensor.Tensor:
		if v != nil {
			return ops.FakeOf(v), true
		}
	}
	return nil, false
}

func (r *recorder) tell(th *object.Thread, n *fxgraph.Node) {
	if f, ok := n.Target.(*fxgraph.Function); ok && r.exports && r.whole && f.Name != "sym_size.int" {
		n.Meta.Stack = forwards(th)
	}
	if r.places != nil {
		r.places.tell(torch.Context(th), n)
	}
	if !r.onNode.IsNone() && r.err == nil {
		if _, err := object.Call(th, r.onNode, fx.WrapNode(n)); err != nil {
			r.err = err
		}
	}
}

// arguments are those of a call as scripts write it: defaults at the end are left out, and keywords where they are defaults.
func (r *recorder) arguments(th *object.Thread, op *ops.Op, given []ops.Value) (args []any, kwargs []fxgraph.KW, err error) {
	params := op.Schema().Params
	positional := 0
	for i, p := range params {
		if !p.KwOnly && !(p.HasDef && isDefault(given[i], p.Default, p.Type.Base)) {
			positional = i + 1
		}
	}
	for i, p := range params {
		if p.KwOnly && p.HasDef && isDefault(given[i], p.Default, p.Type.Base) || !p.KwOnly && i >= positional {
			continue
		}
		a, err := r.argument(th, given[i])
		if err != nil {
			return nil, nil, err
		}
		if p.KwOnly {
			kwargs = append(kwargs, fxgraph.KW{Name: p.Name, Value: a})
		} else {
			args = append(args, a)
		}
	}
	return args, kwargs, nil
}

// isDefault says whether an argument is the default of its parameter; for floats a default may be written as an int. A Scalar of another type is no default.
func isDefault(given, def ops.Value, base string) bool {
	if f, ok := given.(float64); ok && base == "float" {
		if i, ok := def.(int64); ok {
			return f == float64(i)
		}
	}
	return reflect.DeepEqual(given, def)
}

func (r *recorder) argument(th *object.Thread, a ops.Value) (any, error) {
	switch a := a.(type) {
	case *ops.Fake, *tensor.Tensor:
		return r.value(th, a)
	case symbolic.Int:
		a = r.shapes.Simplify(a)
		if c, ok := a.Const(); ok {
			return c, nil
		}
		return r.expression(th, a.Expr(), r.sizesAt())
	case symbolic.Bool:
		if c, ok := a.Const(); ok {
			return c, nil
		}
		return r.expression(th, a.Expr(), r.sizesAt())
	case symbolic.Float:
		if c, ok := a.Const(); ok {
			return c, nil
		}
		return r.expression(th, a.Expr(), r.sizesAt())
	case []ops.Value:
		list := make(fxgraph.List, len(a))
		for i, e := range a {
			var err error
			if list[i], err = r.argument(th, e); err != nil {
				return nil, err
			}
		}
		return list, nil
	case nil, bool, int64, float64, complex128, string:
		return a, nil
	case ops.Foreign:
		if n, ok := r.nodes[a]; ok {
			return n, nil
		}
	}
	return variables.NewLiteral(th, torch.FromOps(th, a)), nil
}

// symbolicObject says whether an object is of a class that a script has registered as an input of graphs, or stands for one.
func symbolicObject(th *object.Thread, v object.Value) bool {
	if !v.Type().IsHeap() {
		return false
	}
	if v.Type() == typeNamed(th, "torch._library.fake_class_registry.FakeScriptObject") {
		return true
	}
	if v.Type().Ref().Type() == object.TypeType { // registered classes have a metaclass
		return false
	}
	is, err := object.Call(th, attribute(th, "torch._library.opaque_object.is_opaque_symbolic_type"), v.Type().Ref())
	return err == nil && is == object.True
}

// typeNamed is the class at a dotted path.
func typeNamed(th *object.Thread, path string) *object.Type {
	t, _ := object.AsType(attribute(th, path))
	return t
}

// value is the node of a tensor; one that no call has made becomes an attribute of the module.
func (r *recorder) value(th *object.Thread, v ops.Value) (any, error) {
	if n, ok := r.find(v); ok {
		return n, nil
	}
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return nil, fmt.Errorf("%w: a tensor without data that no recorded call has made", aot.ErrUnsupported)
	}
	value := torch.Wrap(th, t)
	name := fmt.Sprintf("_tensor_constant%d", r.consts)
	if value.Type().Name == "Parameter" {
		name = fmt.Sprintf("_param_constant%d", r.params)
		r.params++
	} else {
		r.consts++
	}
	m, _ := fx.AsModule(r.module)
	m.Children[name] = value
	frame := r.recordFrame
	for frame.outer != nil {
		frame = frame.outer
	}
	n := frame.to.Create(fxgraph.GetAttr, name, nil, nil, name)
	n.Meta.Example = ops.FakeOf(t)
	frame.nodes[v] = n
	r.tell(th, n)
	n, _ = r.find(v)
	return n, nil
}
