package variables

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
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
	if !ok || f.Dim() != 0 || !f.DType.IsIntegral() || f.Base != nil || f.Device != tensor.CPU {
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

// computes says whether an operator computes with its operands; those that make tensors of a size may leave open what is in them.
func computes(op *ops.Op) bool {
	return !strings.Contains(op.Name, "empty") && slices.ContainsFunc(op.Schema().Params, func(p ops.Param) bool { return p.Type.Base == "Tensor" })
}

// isKnown tells the value of a fake, if it is that of a tensor of one integer.
func (t *Trace) isKnown(f *ops.Fake, v ops.Value) {
	x, ok := v.(*tensor.Tensor)
	if !ok || x.Dim() != 0 || !x.DType().IsIntegral() || x.Device() != tensor.CPU {
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

// bindKnown binds a call in which known tensors stand for sizes; the first is the tensor that the call is about.
func (t *Trace) bindKnown(p *ops.Packet, values []ops.Value, kws []ops.KW) (op *ops.Op, bound []ops.Value, ok bool) {
	for i := 1; i < len(values); i++ {
		v, known := t.knownSizes(values[i])
		values[i], ok = v, ok || known
	}
	for i := range kws {
		v, known := t.knownSizes(kws[i].Value)
		kws[i].Value, ok = v, ok || known
	}
	if !ok {
		return nil, nil, false
	}
	op, bound, err := p.Bind(values, kws)
	return op, bound, err == nil
}
