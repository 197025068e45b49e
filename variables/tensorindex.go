package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Tensors read and stored by subscripts.

// indexTensor is x[key].
func (t *Trace) indexTensor(th *object.Thread, x *Tensor, key Tracker) (Tracker, error) {
	if r, ok, err := t.overridden(th, t.tensorMethodObject(th, "__getitem__"), []Tracker{x, key}, nil); ok {
		return r, err
	}
	return t.index(th, x, key, nil)
}

func (t *Trace) index(th *object.Thread, x *Tensor, key, val Tracker) (r Tracker, err error) {
	k, err := t.deep(th, key)
	if err != nil {
		return nil, err
	}
	if k, err = t.withoutArrays(th, k); err != nil {
		return nil, err
	}
	if k, err = t.numberBounds(th, k); err != nil {
		return nil, err
	}
	defer func() { err = Undecided(recover(), err) }()
	if _, ok := k.(*SymInt); ok && val == nil { // which may be any element
		return t.record(th, fxgraph.CallFunction, t.torchFunction(th, "select"), ops.Function("select"), []Tracker{x, NewConstant(object.Int(0)), k}, nil)
	}
	items, err := t.indexItems(th, k)
	if err != nil {
		return nil, err
	}
	defer t.Host.Ops(th).SetEnv(t.Host.Ops(th).SetEnv(t.Env()))
	saved := t.Host.Ops(th).GradEnabled()
	t.Host.Ops(th).SetGradEnabled(t.GradMode)
	defer t.Host.Ops(th).SetGradEnabled(saved)
	if val == nil {
		result, err := t.Host.Ops(th).Index(x.Fake, items)
		if err != nil {
			return nil, t.operatorFailed(th, err, "call_function <built-in function getitem>", x, k)
		}
		node, err := t.create(th, fxgraph.CallFunction, t.Operator(th, "getitem"), []Tracker{x, k}, nil)
		if err != nil {
			return nil, err
		}
		return t.wrapResult(th, node, nil, result, nil)
	}
	v, err := t.opsValue(th, val)
	if err != nil {
		return nil, err
	}
	if !ops.Assignable(v) {
		return nil, object.TypeErrorf(ops.NotAssignable, t.TypeOf(val).Name, ops.LegacyTypeName(x.Fake.DType))
	}
	if err := t.Host.Ops(th).IndexPut(x.Fake, items, v); err != nil {
		return nil, t.operatorFailed(th, err, "call_function <built-in function setitem>", x, k, val)
	}
	_, err = t.create(th, fxgraph.CallFunction, t.Operator(th, "setitem"), []Tracker{x, k, val}, nil)
	return None(), err
}

// setTensorItem is x[key] = val.
func (t *Trace) setTensorItem(th *object.Thread, x *Tensor, key, val Tracker) error {
	if val == nil {
		return object.TypeErrorf("Tensor does not support deleting items")
	}
	key, err := t.deep(th, key)
	if err != nil {
		return err
	}
	if val, err = t.Realize(th, val); err != nil {
		return err
	}
	if a, ok := val.(*NdArray); ok { // a number of numpy, or an array
		val = a.T
	}
	if _, ok, err := t.overridden(th, t.tensorMethodObject(th, "__setitem__"), []Tracker{x, key, val}, nil); ok {
		return err
	}
	t.wrote(x)
	_, err = t.index(th, x, key, val)
	return err
}

// numberBounds is a subscript in which the bounds of slices that are tensors are the numbers in them.
func (t *Trace) numberBounds(th *object.Thread, key Tracker) (Tracker, error) {
	c, ok := key.(*Container)
	if !ok {
		return key, nil
	}
	if c.V.Type() == object.TupleType {
		items := t.Items(th, c)
		values := make([]object.Value, len(items))
		changed := false
		for i, e := range items {
			n, err := t.numberBounds(th, e)
			if err != nil {
				return nil, err
			}
			values[i] = t.ToValue(n)
			changed = changed || n != e
		}
		if !changed {
			return key, nil
		}
		return t.newContainer(object.NewTuple(values...).Ref()), nil
	}
	s, ok := object.AsSlice(c.V)
	if !ok {
		return key, nil
	}
	bounds := [3]object.Value{s.Start, s.Stop, s.Step}
	changed := false
	for i, v := range bounds {
		x := t.FromValue(v)
		n, err := t.SliceBound(th, x)
		if err != nil {
			return nil, err
		}
		if n != x {
			bounds[i], changed = t.ToValue(n), true
		}
	}
	if !changed {
		return key, nil
	}
	return t.newContainer(object.NewSlice(bounds[0], bounds[1], bounds[2])), nil
}

// SliceBound is a bound of a slice: of a tensor the number in it.
func (t *Trace) SliceBound(th *object.Thread, bound Tracker) (Tracker, error) {
	if x, ok := bound.(*Tensor); ok {
		return t.CallMethod(th, x, "item", nil, nil)
	}
	return bound, nil
}

// indexItems are the elements of a subscript for ops.Index.
func (t *Trace) indexItems(th *object.Thread, key Tracker) ([]ops.IndexItem, error) {
	if c, ok := key.(*Container); ok && c.V.Type().IsSubtype(object.TupleType) {
		var items []ops.IndexItem
		for _, e := range t.Items(th, c) {
			i, err := t.indexItem(th, e)
			if err != nil {
				return nil, err
			}
			items = append(items, i)
		}
		return items, nil
	}
	i, err := t.indexItem(th, key)
	return []ops.IndexItem{i}, err
}

// badIndex is the error of what no tensor is indexed with.
const badIndex = "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)"

// notIndex is the error of an index of a class: text is taken for data that a tensor of indices is made of.
func notIndex(typ *object.Type) error {
	for _, text := range []*object.Type{object.StrType, object.BytesType} {
		if typ.IsSubtype(text) {
			return object.TypeErrorf("new(): invalid data type '%s'", text.Name)
		}
	}
	return object.IndexErrorf(badIndex, typ.Name)
}

func (t *Trace) indexItem(th *object.Thread, x Tracker) (ops.IndexItem, error) {
	switch x := x.(type) {
	case *Tensor:
		if d := x.Fake.DType; len(x.Fake.Sizes) == 0 && d.IsIntOrBool() && d != tensor.Bool && d != tensor.Uint8 {
			if _, known := t.knownValue(th, x); !known && x.Node.Op != fxgraph.Placeholder && !t.Config.CaptureScalarOutputs && !t.Config.OneGraph {
				return nil, dataDependentOperator("aten._local_scalar_dense.default", "Enable tracing of data-dependent output operators with `torch._dynamo.config.capture_scalar_outputs = True`")
			}
			return t.Shapes.Unnamed(), nil // any number: which one it is has no part in what the graph computes of shapes
		}
	case *SymFloat:
		return nil, object.IndexErrorf(badIndex, "float")
	case *Constant:
		switch {
		case x.V.IsNone():
			return ops.NewAxis{}, nil
		case x.V == object.Ellipsis:
			return ops.Ellipsis{}, nil
		case !x.V.IsInt():
			return nil, notIndex(x.V.Type())
		}
	case *Container:
		typ := x.V.Type()
		if isPrimitive(typ) && !typ.IsSubtype(object.IntType) {
			if t.hasSpecial(th, x, "__index__") {
				return nil, Unsupportedf("Unsupported index", typ.ShortName(), "Dynamo does not trace indexing with a `%s`, which is no int.", typ.ShortName())
			}
			return nil, notIndex(typ)
		}
		if _, ok := object.AsList(x.V); ok { // x[[0, 2]] indexes with a tensor of these numbers
			items := t.Items(th, x)
			dtype := tensor.Int64
			for _, e := range items {
				if c, ok := e.(*Constant); ok && c.V.IsBool() {
					dtype = tensor.Bool
				} else if ok && (c.V.Type().IsSubtype(object.StrType) || c.V.Type().IsSubtype(object.BytesType)) {
					return nil, notIndex(c.V.Type())
				}
				if _, nested := e.(*Container); nested {
					return nil, Unsupportedf("Unsupported index", "nested list", "Dynamo does not trace indexing with nested lists.")
				}
			}
			return ops.NewFake(dtype, []symbolic.Int{symbolic.IntOf(int64(len(items)))}), nil
		}
		if typ == object.RangeType { // as a list of its numbers
			n, err := object.Len(th, x.V)
			return ops.NewFake(tensor.Int64, []symbolic.Int{symbolic.IntOf(int64(n))}), err
		}
		if _, slice := object.AsSlice(x.V); !slice && !typ.IsSubtype(object.TupleType) && !typ.IsSubtype(object.IntType) && !t.hasSpecial(th, x, "__index__") {
			if err := sequenceAsIndex(th, typ); err != nil {
				return nil, err
			}
			return nil, notIndex(typ)
		}
	case *Object:
		if err := sequenceAsIndex(th, t.TypeOf(x)); err != nil {
			return nil, err
		}
	}
	return t.opsValue(th, x)
}

// sequenceAsIndex refuses sequences of other classes than list and tuple, which tensors are indexed with as with a list of their items.
func sequenceAsIndex(th *object.Thread, typ *object.Type) error {
	for _, name := range []string{"__len__", "__getitem__"} {
		if typ.IsSubtype(object.DictType) || typ.Lookup(th, object.Intern(name)).IsNull() {
			return nil
		}
	}
	return Unsupportedf("Unsupported index", typ.ShortName(), "Dynamo does not trace indexing with a `%s`, whose items make a tensor.", typ.ShortName())
}
