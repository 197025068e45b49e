package variables

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Tensors of one integer that are computed from constants alone, such as torch.div(16, 2, rounding_mode="trunc"), have a known value while tracing. Operators take them
// where they take sizes.

// knownTensor is the value of a fake, as long as no operator has written into a tensor since.
type knownTensor struct {
	value *tensor.Tensor
	epoch int
}

// learn computes what a call of p gives if its arguments are constants and known tensors. That of others stays unknown, errors included.
func (t *Trace) learn(th *object.Thread, p *ops.Packet, args []Tracker, kwargs []KW, op *ops.Op, results []ops.Value) {
	if len(results) != 1 || op.Mutates() || op.Random() || !computes(op) {
		return
	}
	f, ok := results[0].(*ops.Fake)
	if !ok || !oneNumber(f) || !f.DType.IsIntegral() || f.Base != nil || f.Device != tensor.CPU {
		return
	}
	values := make([]ops.Value, len(args))
	var kws []ops.KW
	for i, a := range args {
		if values[i], ok = t.knownValue(th, a); !ok {
			return
		}
	}
	for _, kw := range kwargs {
		v, ok := t.knownValue(th, kw.Value)
		if !ok {
			return
		}
		kws = append(kws, ops.KW{Name: kw.Name, Value: v})
	}
	op, bound, err := p.Bind(values, kws)
	if err != nil {
		return
	}
	out, err := t.Host.Ops(th).Call(op, bound)
	if err != nil || len(out) != 1 {
		return
	}
	t.isKnown(f, out[0])
}

func oneNumber(f *ops.Fake) bool {
	n, ok := f.Numel().Const()
	return ok && n == 1
}

// computes says whether an operator computes with its operands; those that make tensors of a size may leave open what is in them.
func computes(op *ops.Op) bool {
	return !strings.Contains(op.Name, "empty") && slices.ContainsFunc(op.Schema().Params, func(p ops.Param) bool { return p.Type.Base == "Tensor" })
}

// isKnown tells the value of a fake, if it is that of a tensor of one integer.
func (t *Trace) isKnown(f *ops.Fake, v ops.Value) {
	x, ok := v.(*tensor.Tensor)
	if !ok || x.Numel() != 1 || !x.DType().IsIntegral() || x.Device() != tensor.CPU {
		return
	}
	if t.known == nil {
		t.known = map[*ops.Fake]knownTensor{}
	}
	t.known[f] = knownTensor{x, t.epoch}
}

// knownValue is an argument of an operator, if it is a constant or known.
func (t *Trace) knownValue(th *object.Thread, x Tracker) (ops.Value, bool) {
	switch x := t.Peek(x).(type) {
	case *Constant:
		v, err := t.Host.ToOps(th, x.V)
		return v, err == nil
	case *Tensor:
		k, ok := t.known[x.Fake]
		return k.value, ok && k.epoch == t.epoch
	}
	return nil, false
}

// knownSizes has the numbers of known tensors in place of these, if there are any in v.
func (t *Trace) knownSizes(v ops.Value) (ops.Value, bool) {
	switch v := v.(type) {
	case *ops.Fake:
		if k, ok := t.known[v]; ok && k.epoch == t.epoch {
			return k.value.Item(), true
		}
	case []ops.Value:
		var list []ops.Value
		for i, e := range v {
			if n, ok := t.knownSizes(e); ok {
				if list == nil {
					list = append(list, v...)
				}
				list[i] = n
			}
		}
		if list != nil {
			return list, true
		}
	}
	return v, false
}

// bindKnown binds a call in which known tensors stand for sizes; the first is the tensor that the call is about, unless it makes one.
func (t *Trace) bindKnown(p *ops.Packet, values []ops.Value, kws []ops.KW) (op *ops.Op, bound []ops.Value, ok bool) {
	values, kws = slices.Clone(values), slices.Clone(kws)
	for i := range kws {
		v, known := t.knownSizes(kws[i].Value)
		kws[i].Value, ok = v, ok || known
	}
	for i := len(values) - 1; i >= 0; i-- {
		if i == 0 && ok {
			if op, bound, err := p.Bind(values, kws); err == nil {
				return op, bound, true
			}
		}
		v, known := t.knownSizes(values[i])
		values[i], ok = v, ok || known
	}
	if !ok {
		return nil, nil, false
	}
	op, bound, err := p.Bind(values, kws)
	return op, bound, err == nil
}

// factorOf is the argument that tensors are multiplied by in an operator, whose results have the same shape and type whatever number it is.
var factorOf = map[string]string{"add": "alpha", "add_": "alpha", "sub_": "alpha", "addcmul": "value"}

// bindFactor binds a call in which a tensor of one element stands for such a factor.
func bindFactor(p *ops.Packet, values []ops.Value, kws []ops.KW) (op *ops.Op, bound []ops.Value, ok bool) {
	kws = slices.Clone(kws)
	for i, kw := range kws {
		f, isFake := kw.Value.(*ops.Fake)
		if !isFake || kw.Name != factorOf[p.Name] || len(f.Sizes) != 0 || f.NeedsGrad() {
			continue
		}
		kws[i].Value = int64(2)
		if f.DType.IsFloat() {
			kws[i].Value = 0.5
		}
		ok = true
	}
	if !ok {
		return nil, nil, false
	}
	op, bound, err := p.Bind(values, kws)
	return op, bound, err == nil
}

// bindItems binds a call in which tensors of one integer stand for numbers, which depend on data; nil if it cannot be bound so either. args and kwargs are what the
// values are of.
func (t *Trace) bindItems(th *object.Thread, p *ops.Packet, values []ops.Value, kws []ops.KW, args []Tracker, kwargs []KW) (op *ops.Op, bound []ops.Value, err error) {
	bind := func(first int, number func(f *ops.Fake) ops.Value) (*ops.Op, []ops.Value, error) {
		values, kws := slices.Clone(values), slices.Clone(kws)
		for i := first; i < len(values); i++ {
			values[i] = withItems(values[i], number)
		}
		for i := range kws {
			kws[i].Value = withItems(kws[i].Value, number)
		}
		return p.Bind(values, kws)
	}
	for first := 1; first >= 0; first-- { // the first is the tensor that the call is about, unless it makes one
		if _, _, err := bind(first, func(*ops.Fake) ops.Value { return int64(1) }); err != nil {
			continue
		}
		tensors := map[*ops.Fake]*Tensor{}
		for _, a := range args {
			t.tensorsIn(th, a, tensors)
		}
		for _, kw := range kwargs {
			t.tensorsIn(th, kw.Value, tensors)
		}
		fresh := false
		op, bound, err := bind(first, func(f *ops.Fake) ops.Value {
			n, ok := symbolic.Int{}, false
			if x := tensors[f]; x != nil {
				n, ok = t.itemOfInput(th, x)
			}
			switch {
			case !ok && !t.Config.CaptureScalarOutputs && !t.Config.OneGraph:
				fresh = true
				return int64(1)
			case !ok:
				n = t.Shapes.FreshUnbacked("item")
			}
			if t.pinning {
				return t.Shapes.Specialize(n)
			}
			return n
		})
		if fresh {
			return nil, nil, itemOfData()
		}
		return op, bound, err
	}
	return nil, nil, nil
}

// tensorsIn finds the trackers of the tensors in an argument.
func (t *Trace) tensorsIn(th *object.Thread, x Tracker, to map[*ops.Fake]*Tensor) {
	switch x := t.Peek(x).(type) {
	case *Tensor:
		to[x.Fake] = x
	case *Container:
		if x.V.Type().IsSubtype(object.TupleType) || x.V.Type().IsSubtype(object.ListType) {
			for _, e := range t.Items(th, x) {
				t.tensorsIn(th, e, to)
			}
		}
	}
}

// withItems has numbers in place of tensors of one integer.
func withItems(v ops.Value, number func(f *ops.Fake) ops.Value) ops.Value {
	switch v := v.(type) {
	case *ops.Fake:
		if n, ok := v.Numel().Const(); ok && n == 1 && v.DType.IsIntegral() {
			return number(v)
		}
	case []ops.Value:
		list := slices.Clone(v)
		for i := range list {
			list[i] = withItems(list[i], number)
		}
		return list
	}
	return v
}

// itemOfData breaks the graph where an operator asks for a number that depends on data.
func itemOfData() error {
	return dataDependentOperator("aten._local_scalar_dense.default", "Enable tracing of data-dependent output operators with `torch._dynamo.config.capture_scalar_outputs = True`")
}

// dataDependentOperator breaks the graph at an operator that gives a number that depends on data.
func dataDependentOperator(op, hint string) error {
	return &Unsupported{Title: "Data dependent operator", Context: op,
		Explanation: "Operator `" + op + "` has a non-Tensor output whose value is dependent on the data of Tensor inputs.", Hints: []string{hint}}
}
