package variables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// Leaf functions are nodes of the graph that run code of the script; while tracing their fakes run, on tensors without data.

// LeafOperator is the operator that calls a leaf function.
const LeafOperator = "torch.ops.higher_order.invoke_leaf_function"

const leafHome = "torch._higher_order_ops.invoke_leaf_function."

func init() {
	RegisterFunction("torch._dynamo.decorators._record_leaf", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		if len(args) != 4 {
			return nil, object.TypeErrorf("_record_leaf() takes 4 arguments (%d given)", len(args))
		}
		return t.recordLeaf(th, args[0], args[1], args[2], args[3])
	})
}

func init() {
	RegisterFunction("torch._dynamo.decorators._record_nonstrict", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		if len(args) != 3 {
			return nil, object.TypeErrorf("_record_nonstrict() takes 3 arguments (%d given)", len(args))
		}
		return t.recordNonstrict(th, args[0], args[1], args[2])
	})
}

// recordNonstrict records the call of a function that is traced by what captures the graph.
func (t *Trace) recordNonstrict(th *object.Thread, function, leaves, structure Tracker) (Tracker, error) {
	function, err := t.Realize(th, function)
	if err != nil {
		return nil, err
	}
	f, ok := function.(*Function)
	if !ok {
		return nil, Unsupportedf("Unsupported function of nonstrict_trace", function.Kind(), "Dynamo records functions that exist outside of the compiled region.")
	}
	whole, _ := mark(f.Fn.Ref(), NonstrictMark)
	operands, err := t.Unpack(th, leaves)
	if err != nil {
		return nil, err
	}
	for i, x := range operands {
		if operands[i], err = t.Realize(th, x); err != nil {
			return nil, err
		}
	}
	spec, err := t.specOf(th, structure)
	if err != nil {
		return nil, err
	}
	callable, err := object.Call(th, t.Host.Attribute(th, leafHome+"_LeafCallable"), whole, spec, object.NewDict().Ref())
	if err != nil {
		return nil, err
	}
	described, err := t.onFakes(th, t.Host.Attribute(th, leafHome+"_described"), append([]Tracker{NewConstant(callable)}, operands...), nil)
	if err != nil {
		return nil, t.raisedOnFakes(th, err, "call_function flat_apply_capture", operands, nil)
	}
	stem := nameOfFunction(whole)
	nodes := []any{t.graphAttribute(th, stem+"_callable", callable), t.graphAttribute(th, stem+"_input_spec", spec)}
	for _, x := range operands {
		n, err := t.FX(th, x)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	target := &fxgraph.Function{Name: "flat_apply_capture", Qualified: "torch__dynamo_variables_torch_flat_apply_capture", Impl: t.Host.Attribute(th, leafHome+"flat_apply_capture")}
	node := t.Graph.Create(fxgraph.CallFunction, target, nodes, nil, "")
	node.Meta.Stack = t.scriptStack(th)
	results, err := t.leafResults(th, node, described, false)
	if err != nil {
		return nil, &Unsupported{Title: "Unsupported output type for nonstrict_trace-ed function", Context: "Function: " + stem,
			Explanation: "For `nonstrict_trace`-ed functions, only basic types (e.g., torch.Tensor, int, list) are allowed as output. The result of this call contains an unsupported type.",
			Hints:       []string{Supportable}}
	}
	return results, nil
}

// specOf is the TreeSpec that tuples describe.
func (t *Trace) specOf(th *object.Thread, structure Tracker) (object.Value, error) {
	given, err := t.RealObject(th, structure)
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, t.Host.Attribute(th, "torch._dynamo.decorators._spec"), given)
}

// leafCall is a call of a leaf function: its operands, and the modules among the leaves of its arguments.
type leafCall struct {
	operands []Tracker
	modules  *object.Dict // place among the leaves → (module, how many operands follow)
}

func (t *Trace) recordLeaf(th *object.Thread, function, leaves, structure, changed Tracker) (Tracker, error) {
	function, err := t.Realize(th, function)
	if err != nil {
		return nil, err
	}
	f, ok := function.(*Function)
	if !ok {
		return nil, Unsupportedf("Unsupported leaf function", function.Kind(), "Dynamo records leaf functions that exist outside of the compiled region.")
	}
	real, _ := mark(f.Fn.Ref(), "_torchdynamo_leaf_real_fn")
	fake, _ := mark(f.Fn.Ref(), "_torchdynamo_leaf_fake_fn")
	if fake.IsNull() || fake.IsNone() {
		text := fmt.Sprintf("ValueError: leaf_function '%s' requires a fake implementation. Please provide one using the @<func>.register_fake decorator. See the leaf_function docstring for details.", f.Fn.Name.S)
		return nil, t.internal(th, text)
	}
	items, err := t.Unpack(th, leaves)
	if err != nil {
		return nil, err
	}
	call, err := t.leafOperands(th, items)
	if err != nil {
		return nil, err
	}
	spec, err := t.specOf(th, structure)
	if err != nil {
		return nil, err
	}
	callable := t.Host.Attribute(th, leafHome+"_LeafCallable")
	var objects [2]object.Value
	for i, fn := range []object.Value{real, fake} {
		if objects[i], err = object.Call(th, callable, fn, spec, call.modules.Ref()); err != nil {
			return nil, err
		}
	}
	described, err := t.onFakes(th, t.Host.Attribute(th, leafHome+"_described"), append([]Tracker{NewConstant(objects[1])}, call.operands...), nil)
	if err != nil {
		return nil, t.raisedOnFakes(th, err, "call_function "+LeafOperator, call.operands, nil)
	}
	places, err := t.changedPlaces(th, changed, call.operands)
	if err != nil {
		return nil, err
	}
	nodes := []any{t.graphAttribute(th, "real_fn", objects[0]), t.graphAttribute(th, "fake_fn", objects[1]), t.graphAttribute(th, "input_spec", spec), places}
	for _, x := range call.operands {
		n, err := t.FX(th, x)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	node := t.higherOrder(th, "invoke_leaf_function", nodes, nil)
	node.Meta.Stack = t.scriptStack(th)
	return t.leafResults(th, node, described, t.anyNeedsGrad(call.operands))
}

// internal is an error of the compiler that leaves the compiled function.
func (t *Trace) internal(th *object.Thread, text string) error {
	v, err := object.Call(th, t.Host.Attribute(th, "torch._dynamo.exc.InternalTorchDynamoError"), object.NewStr(text))
	if err != nil {
		return err
	}
	exc, _ := object.AsException(v)
	return &Refused{exc}
}

// leafOperands lists the operands for the leaves of the arguments.
func (t *Trace) leafOperands(th *object.Thread, leaves []Tracker) (leafCall, error) {
	call := leafCall{modules: object.NewDict()}
	for place, leaf := range leaves {
		x, err := t.Realize(th, leaf)
		if err != nil {
			return call, err
		}
		o, ok := x.(*Object)
		if !ok || !t.isModule(th, o.T) {
			call.operands = append(call.operands, x)
			continue
		}
		n := object.Int(int64(t.leafModules))
		t.leafModules++
		var tensors []Tracker
		for _, method := range []string{"parameters", "buffers"} {
			all, err := t.CallMethod(th, o, method, nil, nil)
			if err != nil {
				return call, err
			}
			list, err := t.Unpack(th, all)
			if err != nil {
				return call, err
			}
			for _, e := range list {
				if e, err = t.Realize(th, e); err != nil {
					return call, err
				}
				tensors = append(tensors, e)
			}
		}
		pair := object.NewTuple(o.V, object.Int(int64(len(tensors)))).Ref()
		if err := call.modules.Set(th, object.Int(int64(place)), pair); err != nil {
			return call, err
		}
		call.operands = append(append(call.operands, NewConstant(n)), tensors...)
	}
	return call, nil
}

// changedPlaces notes what a leaf function changes and gives the places of that among its operands.
func (t *Trace) changedPlaces(th *object.Thread, changed Tracker, operands []Tracker) (string, error) {
	list, err := t.Unpack(th, changed)
	if err != nil {
		return "", err
	}
	var places []string
	for _, c := range list {
		x, err := t.Realize(th, c)
		if err != nil {
			return "", err
		}
		ten, ok := x.(*Tensor)
		if !ok {
			continue
		}
		t.wrote(ten)
		at := slices.IndexFunc(operands, func(o Tracker) bool { own, ok := o.(*Tensor); return ok && own.Fake == ten.Fake })
		if at >= 0 {
			places = append(places, strconv.Itoa(at))
		}
	}
	return strings.Join(places, ","), nil
}

// graphAttribute reads an object that the graph has for its own.
func (t *Trace) graphAttribute(th *object.Thread, stem string, v object.Value) *fxgraph.Node {
	name := stem
	for i := 0; ; i++ {
		if _, taken := t.Children[name]; !taken {
			break
		}
		name = fmt.Sprintf("%s_%d", stem, i)
	}
	t.Children[name] = v
	n := t.Graph.Create(fxgraph.GetAttr, name, nil, nil, name)
	n.Type, n.TypeOf = v.Type().FullName(), v.Type().Ref()
	n.Meta.Stack = t.scriptStack(th)
	return n
}

// scriptStack is the stack of the script's own frames.
func (t *Trace) scriptStack(th *object.Thread) []fxgraph.Line {
	lines := t.stack(th)
	for len(lines) > 1 && strings.HasPrefix(lines[len(lines)-1].Filename, "<magneto>") {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (t *Trace) anyNeedsGrad(operands []Tracker) bool {
	return t.GradMode && slices.ContainsFunc(operands, func(x Tracker) bool { ten, ok := x.(*Tensor); return ok && ten.Fake.NeedsGrad() })
}

// leafResults makes trackers of what a leaf function gives: (leaves, structure) as its fake has them.
func (t *Trace) leafResults(th *object.Thread, node *fxgraph.Node, described object.Value, grad bool) (Tracker, error) {
	pair, _ := object.Items(described)
	leaves, _ := object.Items(pair[0])
	results := make([]Tracker, len(leaves))
	for i, v := range leaves {
		out, err := t.Host.ToOps(th, v)
		fake, tensor := out.(*ops.Fake)
		switch {
		case err == nil && tensor:
			if grad && fake.DType.Differentiable() {
				fake.RequiresGrad = true
			}
			get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
			get.Meta.Stack = node.Meta.Stack
			if results[i], err = t.wrapResult(th, get, nil, fake, nil); err != nil {
				return nil, err
			}
		case v.IsNone() || v.IsInt() || v.Type() == object.BoolType || v.Type() == object.FloatType:
			results[i] = NewConstant(v)
		default:
			return nil, nonTensor(v, "call_function", "<built-in function getitem>")
		}
	}
	return t.NewTuple([]Tracker{t.NewList(results), t.FromValue(pair[1])}), nil
}
