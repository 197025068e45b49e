package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// The operators of tensors, for products, factorisations and transforms.

var contexts = object.NewState(func(*object.Thread) *ops.Context { return ops.NewContext() })

// asTensor is a tensor of the elements: over the same memory where tensors can be.
func asTensor(th *object.Thread, a *Array) (*tensor.Tensor, error) {
	switch a.dt.C {
	case Uint16, Uint32, Uint64:
		b, err := a.astype(th, int64Type)
		if err != nil {
			return nil, err
		}
		a = b
	}
	for i, s := range a.strides {
		if s < 0 && a.shape[i] > 1 {
			a = a.clone()
			break
		}
	}
	return a.Tensor()
}

// fromTensor is an array over the memory of an operator's result.
func fromTensor(t *tensor.Tensor) (*Array, error) {
	if t.Conj || t.Neg {
		t = t.Compact()
	}
	dt, ok := DTypeOfTensor(t.DType())
	if !ok {
		return nil, object.TypeErrorf("numpy has no type for %s", t.DType())
	}
	st := t.Storage()
	if st == nil {
		st = tensor.NewStorage(0)
	}
	st.Hold()
	return &Array{dt: dt, shape: slices.Clone(t.Sizes()), strides: slices.Clone(t.Strides()), off: t.Offset(), mem: &memory{st: st}}, nil
}

// operate calls an operator on arrays and other values that operators take.
func operate(th *object.Thread, name string, args []ops.Value, kwargs ...ops.KW) ([]*Array, error) {
	p := ops.Function(name)
	if p == nil {
		return nil, object.Raisef(object.NotImplementedError, "magneto has no operator %s", name)
	}
	op, bound, err := p.Bind(args, kwargs)
	if err != nil {
		return nil, asPythonError(err)
	}
	results, err := contexts.Of(th).Call(op, bound)
	if err != nil {
		return nil, asPythonError(err)
	}
	var out []*Array
	for _, r := range results {
		list, ok := r.([]ops.Value)
		if !ok {
			list = []ops.Value{r}
		}
		for _, x := range list {
			t, ok := x.(*tensor.Tensor)
			if !ok {
				continue
			}
			a, err := fromTensor(t)
			if err != nil {
				return nil, err
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// asPythonError makes a Python exception of an operator's error.
func asPythonError(err error) error {
	e, ok := err.(*ops.Error)
	if !ok {
		return err
	}
	for _, t := range object.ExceptionTypes {
		if t.Name == e.Kind {
			return object.Raisef(t, "%s", e.Msg)
		}
	}
	return object.RuntimeErrorf("%s", e.Msg)
}

// operateValue is _operate(name, *args) of the Python part: arrays become tensors, and lists of arrays lists.
func operateValue(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) < 1 {
		return object.Null, object.TypeErrorf("_operate() needs a name")
	}
	name, _ := object.Text(args[0])
	var values []ops.Value
	var kwargs []ops.KW
	for i, v := range args[1:] {
		x, err := opsValue(th, v)
		if err != nil {
			return object.Null, err
		}
		if k := i + 1 - (len(args) - len(kw)); k >= 0 {
			n, _ := object.Text(kw[k])
			kwargs = append(kwargs, ops.KW{Name: n, Value: x})
		} else {
			values = append(values, x)
		}
	}
	out, err := operate(th, name, values, kwargs...)
	if err != nil {
		return object.Null, err
	}
	items := make([]Value, len(out))
	for i, a := range out {
		items[i] = Wrap(a)
	}
	if len(items) == 1 {
		return items[0], nil
	}
	return object.NewTuple(items...).Ref(), nil
}

func opsValue(th *object.Thread, v Value) (ops.Value, error) {
	switch {
	case v.IsNone():
		return nil, nil
	case v.IsBool():
		b, _ := v.AsBool()
		return b, nil
	case v.IsSmallInt():
		return v.SmallInt(), nil
	case v.IsExactFloat():
		return object.PlainNaN(v.ExactFloat()), nil
	}
	if a, ok := AsArray(v); ok {
		return asTensor(th, a)
	}
	if s, ok := object.Text(v); ok {
		return s, nil
	}
	if d, ok := asDType(v); ok {
		return d.TensorDType()
	}
	items, ok, err := sequenceItems(th, v)
	if err != nil || !ok {
		return nil, object.TypeErrorf("cannot give %s to an operator", v.Type().ShortName())
	}
	list := make([]ops.Value, len(items))
	for i, x := range items {
		if list[i], err = opsValue(th, x); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// matmul is v @ w.
func matmul(th *object.Thread, v, w Value) (Value, error) {
	a, err := toArray(th, v, nil)
	if err != nil {
		return object.Null, err
	}
	b, err := toArray(th, w, nil)
	if err != nil {
		return object.Null, err
	}
	for i, x := range []*Array{a, b} {
		if len(x.shape) == 0 {
			return object.Null, object.ValueErrorf("matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)", i)
		}
	}
	k, core := a.shape[len(a.shape)-1], max(len(b.shape)-2, 0)
	if b.shape[core] != k {
		return object.Null, object.ValueErrorf("matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %d is different from %d)", b.shape[core], k)
	}
	if len(a.shape) > 2 || len(b.shape) > 2 {
		if _, ok := broadcastShape(a.shape[:max(len(a.shape)-2, 0)], b.shape[:max(len(b.shape)-2, 0)]); !ok {
			return object.Null, object.ValueErrorf("operands could not be broadcast together with remapped shapes [original->remapped]: %s->%s %s->%s ", shapeText(a.shape), "(...)", shapeText(b.shape), "(...)")
		}
	}
	r, err := product2(th, a, b)
	if err != nil {
		return object.Null, err
	}
	return result(r), nil
}

// product2 is the matrix product of arrays that fit.
func product2(th *object.Thread, a, b *Array) (*Array, error) {
	dt := promote(a.dt, b.dt)
	if dt.dom() == objects {
		return productOfObjects(th, a, b)
	}
	via := dt
	switch {
	case dt.C == Bool, dt.C == Uint8, dt.C == Uint16, dt.C == Uint32, dt.C == Uint64, dt.isInt():
		via = int64Type
	}
	x, err := a.to(th, via)
	if err != nil {
		return nil, err
	}
	y, err := b.to(th, via)
	if err != nil {
		return nil, err
	}
	tx, err := asTensor(th, x)
	if err != nil {
		return nil, err
	}
	ty, err := asTensor(th, y)
	if err != nil {
		return nil, err
	}
	out, err := operate(th, "matmul", []ops.Value{tx, ty})
	if err != nil {
		return nil, err
	}
	return out[0].compact().to(th, dt)
}

// productOfObjects is the product of matrices of objects, or of vectors.
func productOfObjects(th *object.Thread, a, b *Array) (*Array, error) {
	if len(a.shape) > 2 || len(b.shape) > 2 {
		return nil, object.Raisef(object.NotImplementedError, "magneto's numpy multiplies matrices of objects of up to two dimensions")
	}
	row, col := len(a.shape) == 1, len(b.shape) == 1
	if row {
		a = a.withGeometry([]int{1, a.shape[0]}, []int{0, a.strides[0]}, a.off)
	}
	if col {
		b = b.withGeometry([]int{b.shape[0], 1}, []int{b.strides[0], 0}, b.off)
	}
	out := newArray(objectType, a.shape[0], b.shape[1])
	for i := range a.shape[0] {
		for j := range b.shape[1] {
			var sum Value
			for k := range a.shape[1] {
				p, err := object.BinaryOp(th, object.OpMul, a.item(a.off+i*a.strides[0]+k*a.strides[1]), b.item(b.off+k*b.strides[0]+j*b.strides[1]))
				if err != nil {
					return nil, err
				}
				if sum.IsNull() {
					sum = p
				} else if sum, err = object.BinaryOp(th, object.OpAdd, sum, p); err != nil {
					return nil, err
				}
			}
			if sum.IsNull() {
				sum = object.Int(0)
			}
			out.mem.objs[i*b.shape[1]+j] = sum
		}
	}
	shape := []int{}
	if !row {
		shape = append(shape, a.shape[0])
	}
	if !col {
		shape = append(shape, b.shape[1])
	}
	return out.reshaped(shape, 'C')
}

// dot is np.dot: products over the last axis of one and the last but one of the other.
func dot(th *object.Thread, v, w, outV Value) (Value, error) {
	a, err := toArray(th, v, nil)
	if err != nil {
		return object.Null, err
	}
	b, err := toArray(th, w, nil)
	if err != nil {
		return object.Null, err
	}
	var r *Array
	if len(a.shape) == 0 || len(b.shape) == 0 {
		r, err = ufuncs()["multiply"].compute(th, []operand{{a: a}, {a: b}}, nil)
	} else {
		last, core := len(a.shape)-1, max(len(b.shape)-2, 0)
		if a.shape[last] != b.shape[core] {
			return object.Null, object.ValueErrorf("shapes %s and %s not aligned: %d (dim %d) != %d (dim %d)", shapeText(a.shape), shapeText(b.shape), a.shape[last], last, b.shape[core], core)
		}
		if len(b.shape) <= 2 {
			r, err = product2(th, a, b)
		} else {
			r, err = dotMany(th, a, b)
		}
	}
	if err != nil {
		return object.Null, err
	}
	if !outV.IsNull() && !outV.IsNone() {
		o, ok := AsArray(outV)
		if !ok || !slices.Equal(o.shape, r.shape) || o.dt != r.dt {
			return object.Null, object.ValueErrorf("output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)")
		}
		return outV, assign(th, o, r)
	}
	return result(r), nil
}

func dotMany(th *object.Thread, a, b *Array) (*Array, error) {
	n := len(b.shape)
	order := append([]int{n - 2}, identityOrder(n-2)...)
	order = append(order, n-1)
	t := b.transposed(order)
	k := b.shape[n-2]
	rest := t.shape[1:]
	flat, err := t.reshaped([]int{k, product(rest)}, 'C')
	if err != nil {
		return nil, err
	}
	left, err := a.reshaped([]int{a.size() / max(k, 1), k}, 'C')
	if err != nil {
		return nil, err
	}
	r, err := product2(th, left, flat)
	if err != nil {
		return nil, err
	}
	return r.reshaped(append(slices.Clone(a.shape[:len(a.shape)-1]), rest...), 'C')
}
