package variables

import (
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Tensors that are made of others and answer operators themselves (__tensor_flatten__, __torch_dispatch__). The graph computes with them as wholes; what one
// of them is made of is a node that reads an attribute. Nobody knows of which sizes that is but the class: where it is asked for, the nodes so far run once
// more, on objects of the class that are made of tensors without data.

const bufferClass = "torch.nn.parameter.Buffer"

// ComesAsIs tells whether the graph gives x as an object of the class that it has for the code.
func (x *Tensor) ComesAsIs() bool {
	return x.Fake.Class != "" && x.Fake.Class == x.Type.ShortName() || x.Type.FullName() == bufferClass
}

// guardParts guards what tells a tensor that is made of others from another one: the names of its parts, what it tells of itself, and the same of its parts. The sizes of
// these follow from its own, or are nobody's concern but the class's.
func (t *Trace) guardParts(th *object.Thread, v object.Value, src *guards.Source) error {
	if wrong := guards.CheckMetadataGuard(th, v.Type()); wrong != "" {
		return t.internal(th, wrong)
	}
	names, metadata, err := guards.Flatten(th, v)
	if err != nil {
		return err
	}
	known := make([]object.Value, len(names))
	for i, name := range names {
		known[i] = object.NewStr(name)
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.SubclassMetadata, Value: metadata, Values: known})
	for _, name := range names {
		part, err := object.GetAttr(th, v, name)
		if err != nil {
			return err
		}
		ten := guards.TensorOf(part)
		if ten == nil {
			continue
		}
		of := src.Attr(name)
		unknown := slices.Repeat([]int{-1}, ten.Dim())
		t.guard(th, &guards.Guard{Source: of, Kind: guards.TensorMatch, Tensor: &guards.TensorExpectation{Type: part.Type(), DType: ten.DType(), Device: ten.Device(),
			RequiresGrad: ten.NeedsGrad(), Inference: ten.Inference, Conj: ten.Conj, Neg: ten.Neg, Sizes: unknown, Strides: unknown}})
		if wrappingClass(th, part.Type()) != "" {
			if err := t.guardParts(th, part, of); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeWrapper is a call of such a class: a node of the graph.
func (t *Trace) makeWrapper(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	made, err := t.onFakes(th, class.Ref(), args, kwargs)
	if err != nil {
		return nil, t.raisedOnFakes(th, err, "call_function "+guards.ReprOf(th, class.Ref()), args, kwargs)
	}
	fake, ok := t.fakeOf(th, made)
	if !ok {
		return nil, nonTensor(made, "call_function", guards.ReprOf(th, class.Ref()))
	}
	target := &fxgraph.Function{Name: class.ShortName(), Qualified: t.Host.FunctionPath(th, class.Ref()), Impl: class.Ref()}
	node, err := t.node(th, target, args, kwargs)
	if err != nil {
		return nil, err
	}
	node.Meta.Example = fake
	if fake.Class = wrappingClass(th, class); fake.Class != "" {
		t.wraps(fake.Class, class)
		t.instances[node] = made
	}
	return &Tensor{Node: node, Fake: fake, Type: class}, nil
}

// wraps notes a class of tensors that are made of others, by its name.
func (t *Trace) wraps(name string, class *object.Type) {
	if t.wrappers == nil {
		t.wrappers, t.instances = map[string]*object.Type{}, map[*fxgraph.Node]object.Value{}
	}
	t.wrappers[name] = class
}

// fakeOf is what tracing knows of a tensor that a function gave for tensors without data.
func (t *Trace) fakeOf(th *object.Thread, v object.Value) (*ops.Fake, bool) {
	r, err := t.Host.ToOps(th, v)
	if err != nil {
		return nil, false
	}
	switch r := r.(type) {
	case *ops.Fake:
		return r, true
	case *tensor.Tensor:
		return ops.FakeOf(r), true
	}
	return nil, false
}

// wrappedPart is a tensor that x is made of, by the name of the attribute; nil where x is not made of others or not of one with this name.
func (t *Trace) wrappedPart(th *object.Thread, x *Tensor, name string) (Tracker, error) {
	if x.Fake.Class == "" || x.src != nil || t.wrappers[x.Fake.Class] == nil {
		return nil, nil
	}
	whole, ok := t.instance(th, x.Node)
	if !ok {
		return nil, nil
	}
	if !isPart(th, whole, name) {
		return t.toldBy(th, whole, name), nil
	}
	part, err := object.GetAttr(th, whole, name)
	if err != nil {
		return nil, err
	}
	fake, ok := t.fakeOf(th, part)
	if !ok {
		return nil, nil
	}
	target := &fxgraph.Function{Name: "getattr", Qualified: "builtins.getattr", Impl: t.builtin(th, "getattr")}
	node := t.Graph.Create(fxgraph.CallFunction, target, []any{t.lift(x.Node), name}, nil, "")
	node.Meta.Stack, node.Meta.Example = t.stack(th), fake
	return &Tensor{Node: node, Fake: fake, Type: t.Host.TensorType(th)}, nil
}

// toldBy is what an object of the class tells of itself beside its parts: an attribute of its own that is a number, text, or a tuple of such; nil for any other.
func (t *Trace) toldBy(th *object.Thread, whole object.Value, name string) Tracker {
	own := whole.Dict()
	if own == nil {
		return nil
	}
	v, ok := own.Lookup(name)
	if !ok {
		return nil
	}
	return t.told(th, v)
}

func (t *Trace) told(th *object.Thread, v object.Value) Tracker {
	if IsConstant(v) {
		return NewConstant(v)
	}
	if tuple, ok := object.AsTuple(v); ok && v.Type() == object.TupleType {
		items := make([]Tracker, len(tuple.Items))
		for i, e := range tuple.Items {
			if items[i] = t.told(th, e); items[i] == nil {
				return nil
			}
		}
		return t.NewTuple(items)
	}
	if n, err := t.Host.ToOps(th, v); err == nil {
		if n, ok := n.(symbolic.Int); ok {
			return t.symbolicInt(th, n)
		}
	}
	return nil
}

// isPart tells whether __tensor_flatten__ names an attribute.
func isPart(th *object.Thread, whole object.Value, name string) bool {
	flat, err := object.CallMethod(th, whole, "__tensor_flatten__")
	pair, ok := object.AsTuple(flat)
	if err != nil || !ok || len(pair.Items) != 2 {
		return false
	}
	found := false
	err = object.Iterate(th, pair.Items[0], func(_ *object.Thread, v object.Value) error {
		s, ok := object.AsStr(v)
		found = found || ok && s.S == name
		return nil
	})
	return err == nil && found
}

// instance is an object of its class for what a node gives, made of tensors without data; what is no such tensor is what tracing knows of it.
func (t *Trace) instance(th *object.Thread, n *fxgraph.Node) (object.Value, bool) {
	if v, ok := t.instances[n]; ok {
		return v, true
	}
	fake, ok := n.Meta.Example.(*ops.Fake)
	if !ok || fake.Class == "" {
		if n.Meta.Example == nil {
			return object.Null, false
		}
		return t.Host.FromOps(th, n.Meta.Example), true
	}
	v, ok := t.madeInstance(th, n)
	if ok {
		t.instances[n] = v
	}
	return v, ok
}

// madeInstance makes what instance gives: of the caller's tensor, or by the operator of the node.
func (t *Trace) madeInstance(th *object.Thread, n *fxgraph.Node) (object.Value, bool) {
	if n.Op == fxgraph.Placeholder {
		for _, in := range t.Inputs {
			if in.Node == n {
				return t.emptyInstance(th, in.Value)
			}
		}
		return object.Null, false
	}
	args := make([]object.Value, 0, len(n.Args)+len(n.Kwargs))
	for _, a := range n.Args {
		v, ok := t.argumentOf(th, a)
		if !ok {
			return object.Null, false
		}
		args = append(args, v)
	}
	var names []object.Value
	for _, kw := range n.Kwargs {
		v, ok := t.argumentOf(th, kw.Value)
		if !ok {
			return object.Null, false
		}
		args, names = append(args, v), append(names, object.StrValue(kw.Name))
	}
	var fn object.Value
	switch target := n.Target.(type) {
	case *fxgraph.Function:
		impl, ok := target.Impl.(object.Value)
		if !ok || n.Op != fxgraph.CallFunction {
			return object.Null, false
		}
		fn = impl
	case string:
		method, err := object.GetAttr(th, args[0], target)
		if err != nil || n.Op != fxgraph.CallMethod {
			return object.Null, false
		}
		fn, args = method, args[1:]
	default:
		return object.Null, false
	}
	v, err := object.CallArgs(th, fn, args, names)
	return v, err == nil
}

// argumentOf is an argument of a node as an object.
func (t *Trace) argumentOf(th *object.Thread, a any) (object.Value, bool) {
	switch a := a.(type) {
	case *fxgraph.Node:
		return t.instance(th, a)
	case object.Value:
		return a, true
	case nil:
		return object.None, true
	case int64, float64, bool, string:
		return t.Host.FromOps(th, a), true
	}
	return object.Null, false
}

// emptyInstance is a tensor of the class of v that is made of tensors without data.
func (t *Trace) emptyInstance(th *object.Thread, v object.Value) (object.Value, bool) {
	flat, err := object.CallMethod(th, v, "__tensor_flatten__")
	pair, ok := object.AsTuple(flat)
	if err != nil || !ok || len(pair.Items) != 2 {
		return object.Null, false
	}
	parts := object.NewDict()
	err = object.Iterate(th, pair.Items[0], func(th *object.Thread, name object.Value) error {
		s, _ := object.AsStr(name)
		part, err := object.GetAttr(th, v, s.S)
		if err != nil {
			return err
		}
		if ten, ok := t.fakeOf(th, part); ok {
			part = t.Host.FromOps(th, ten)
		}
		return parts.Set(th, name, part)
	})
	if err != nil {
		return object.Null, false
	}
	size, err := object.GetAttr(th, v, "shape")
	if err != nil {
		return object.Null, false
	}
	stride, err := object.CallMethod(th, v, "stride")
	if err != nil {
		return object.Null, false
	}
	made, err := object.CallMethod(th, v.Type().Ref(), "__tensor_unflatten__", parts.Ref(), pair.Items[1], size, stride)
	return made, err == nil
}
