package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file calls functions that are not traced into but run while tracing:
// those that are nodes of the graph (allow_in_graph), on tensors without data,
// and those whose result never changes (assume_constant_result), on values.

// callInGraph records a call of a function that must not be traced into. It
// runs once on tensors without data, which tells what comes out.
func (t *Trace) callInGraph(th *object.Thread, f *Function, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	target := &fxgraph.Function{Name: f.Fn.Name.S, Qualified: t.Host.FunctionPath(th, f.Fn.Ref()), Impl: f.Fn.Ref()}
	node, err := t.node(th, target, args, kwargs)
	if err != nil {
		return nil, err
	}
	context := t.Host.Ops(th)
	mode := context.SetGradEnabled(t.GradMode)
	outer := context.SetEnv(t.Env())
	result, err := t.callOn(th, f.Fn.Ref(), args, kwargs, t.fakeObject)
	context.SetEnv(outer)
	context.SetGradEnabled(mode)
	if err != nil {
		_ = t.Graph.Erase(node)
		return nil, t.raisedOnFakes(th, err, "call_function "+t.targetText(th, target), args, kwargs)
	}
	return t.asResultOf(th, node, result)
}

// nameOfFunction is the name of a function that a script has, as reports show it.
func nameOfFunction(fn object.Value) string {
	if f, ok := object.AsFunction(fn); ok {
		return f.Code.Name
	}
	return fn.Type().ShortName()
}

// callOn calls a function on the objects that convert makes of trackers.
func (t *Trace) callOn(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW, convert func(*object.Thread, Tracker) (object.Value, error)) (object.Value, error) {
	values := make([]object.Value, 0, len(args)+len(kwargs))
	for _, a := range args {
		v, err := convert(th, a)
		if err != nil {
			return object.Null, err
		}
		values = append(values, v)
	}
	var names []object.Value
	for _, kw := range kwargs {
		v, err := convert(th, kw.Value)
		if err != nil {
			return object.Null, err
		}
		values = append(values, v)
		names = append(names, object.StrValue(kw.Name))
	}
	return object.CallArgs(th, fn, values, names)
}

// fakeObject is an object for x that needs no data.
func (t *Trace) fakeObject(th *object.Thread, x Tracker) (object.Value, error) {
	switch x := t.Peek(x).(type) {
	case *Tensor:
		return t.standIn(th, x), nil
	case *NdArray:
		return t.Host.FromOps(th, x.T.Fake), nil
	case *SymInt:
		return t.Host.FromOps(th, x.Expr), nil
	case *SymFloat:
		return object.Float(x.Hint), nil
	case *Object:
		if role, err := t.registeredAs(th, x.T); err != nil {
			return object.Null, err
		} else if role != "" {
			return t.registeredObject(th, x, t.fakeObject)
		}
		if v, ok, err := t.rebuiltObject(th, x, t.fakeObject); ok {
			return v, err
		}
		return t.rebuilt(th, x, t.fakeObject)
	default:
		return t.rebuilt(th, x, t.fakeObject)
	}
}

// RealObject is the object that x is, with its data.
func (t *Trace) RealObject(th *object.Thread, x Tracker) (object.Value, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return object.Null, err
	}
	switch x := x.(type) {
	case *Tensor:
		if !x.Real.IsNull() && x.src != nil {
			return x.Real, nil
		}
	case *Object:
		if !x.New && len(x.Names()) == 0 {
			return x.V, nil
		}
	default:
		return t.rebuilt(th, x, t.RealObject)
	}
	return object.Null, Unsupportedf("Unsupported argument of a function that runs while tracing", x.Kind(), "Dynamo has no value for a %s while tracing.", x.Kind())
}

// rebuilt is a plain container of converted items, or a value that tracing knows.
func (t *Trace) rebuilt(th *object.Thread, x Tracker, convert func(*object.Thread, Tracker) (object.Value, error)) (object.Value, error) {
	c, ok := x.(*Container)
	if !ok {
		v := t.ToValue(x)
		if isProxy(v) {
			return object.Null, Unsupportedf("Unsupported argument of a function that runs while tracing", x.Kind(), "Dynamo has no value for a %s while tracing.", x.Kind())
		}
		return v, nil
	}
	leave, err := t.enter(c)
	if err != nil {
		return object.Null, err
	}
	defer leave()
	if d, isDict := object.AsDict(c.V); isDict {
		out := object.NewDict()
		err := d.Each(th, func(th *object.Thread, k, v object.Value) error {
			item, err := convert(th, t.FromValue(v))
			if err != nil {
				return err
			}
			return out.Set(th, k, item)
		})
		return out.Ref(), err
	}
	_, isList := object.AsList(c.V)
	_, isTuple := object.AsTuple(c.V)
	if !isList && !isTuple {
		return c.V, nil
	}
	var items []object.Value
	for _, e := range t.Items(th, c) {
		v, err := convert(th, e)
		if err != nil {
			return object.Null, err
		}
		items = append(items, v)
	}
	return emptyLike(th, c.V, items)
}

// asResultOf gives what a call on tensors without data returned as what a node computes.
func (t *Trace) asResultOf(th *object.Thread, node *fxgraph.Node, v object.Value) (Tracker, error) {
	item := func(th *object.Thread, key any) *fxgraph.Node {
		get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, key}, nil, "")
		get.Meta.Stack = t.stack(th)
		return get
	}
	list, isList := object.AsList(v)
	tuple, isTuple := object.AsTuple(v)
	if isList || isTuple {
		var values []object.Value
		if isList {
			values = list.Items
		} else {
			values = tuple.Items
		}
		items := make([]object.Value, len(values))
		for i, e := range values {
			x, err := t.asResultOf(th, item(th, int64(i)), e)
			if err != nil {
				return nil, err
			}
			items[i] = t.ToValue(x)
		}
		shadow, err := emptyLike(th, v, items)
		return t.newContainer(shadow), err
	}
	if d, ok := object.AsDict(v); ok {
		out := t.NewDict()
		shadow, _ := object.AsDict(out.V)
		return out, d.Each(th, func(th *object.Thread, k, e object.Value) error {
			s, ok := object.AsStr(k)
			if !ok {
				return Unsupportedf("Unsupported result of an in-graph function", "dict", "A function that is recorded as one node returned a dict whose keys are not strings.")
			}
			x, err := t.asResultOf(th, item(th, s.S), e)
			if err != nil {
				return err
			}
			return shadow.Set(th, k, t.ToValue(x))
		})
	}
	if IsConstant(v) || isNativeConstant(v) {
		return NewConstant(v), nil
	}
	r, err := t.Host.ToOps(th, v)
	if err != nil {
		return nil, Unsupportedf("Unsupported result of an in-graph function", v.Type().ShortName(), "A function that is recorded as one node returned a %s.", v.Type().ShortName())
	}
	switch r := r.(type) {
	case *ops.Fake:
		node.Meta.Example = r
		t.bindUnbacked(th, node, r)
		return &Tensor{Node: node, Fake: r, Type: t.Host.TensorType(th)}, nil
	case *tensor.Tensor:
		node.Meta.Example = ops.FakeOf(r)
		return &Tensor{Node: node, Fake: ops.FakeOf(r), Type: t.Host.TensorType(th)}, nil
	case symbolic.Int:
		node.Meta.Example = r
		return &SymInt{Expr: r, Node: node}, nil
	}
	return nil, Unsupportedf("Unsupported result of an in-graph function", v.Type().ShortName(), "A function that is recorded as one node returned a %s.", v.Type().ShortName())
}

// RunNow calls a function of constants while tracing.
func (t *Trace) RunNow(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
	v, err := t.callOn(th, fn, args, kwargs, t.RealObject)
	if err != nil {
		return nil, err
	}
	if IsConstant(v) || isNativeConstant(v) {
		return NewConstant(v), nil
	}
	return t.Existing(v), nil
}

// standIn is a tensor without data for x, with the numbers that a tensor of the caller has as attributes: by one of these nested tensors know that they have the same pieces.
func (t *Trace) standIn(th *object.Thread, x *Tensor) object.Value {
	v := t.Host.FromOps(th, x.Fake)
	if x.src == nil || x.Real.IsNull() || x.Real.Dict() == nil {
		return v
	}
	_ = x.Real.Dict().Each(th, func(th *object.Thread, name, value object.Value) error {
		if value.Type() == object.IntType {
			text, _ := object.Text(name)
			return object.SetAttr(th, v, text, value)
		}
		return nil
	})
	return v
}
