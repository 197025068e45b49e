package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// writtenMethod says what a method of tensors does that PyTorch has in Python, or under a second name. Called on a tensor it is one node of its name; taken from the class, as in torch.Tensor.__rpow__(x, 2), it is traced, and
// the node is the call in it.
type writtenMethod struct {
	function string // of torch, that it calls with its arguments
	swapped  bool   // with the two exchanged
	method   string // or the method of the first
	times    bool   // whose result is multiplied by the second
}

var writtenMethods = map[string]writtenMethod{
	"__abs__": {method: "abs"}, "__neg__": {method: "neg"}, "__pos__": {method: "positive"}, "__pow__": {method: "pow"}, "__ipow__": {method: "pow_"},
	"__floordiv__": {function: "floor_divide"},
	"__rsub__":     {function: "rsub"},
	"__rdiv__":     {method: "reciprocal", times: true}, "__rtruediv__": {method: "reciprocal", times: true},
	"__rpow__": {function: "pow", swapped: true}, "__rmod__": {function: "remainder", swapped: true}, "__rmatmul__": {function: "matmul", swapped: true},
	"__rfloordiv__": {function: "floor_divide", swapped: true},
	"__rlshift__":   {function: "bitwise_left_shift", swapped: true}, "__rrshift__": {function: "bitwise_right_shift", swapped: true},
}

func (m writtenMethod) trace(th *object.Thread, t *Trace, args []Tracker) (Tracker, error) {
	if m.times && len(args) == 2 {
		r, err := t.record(th, fxgraph.CallMethod, m.method, ops.Method(m.method), args[:1], nil)
		if err != nil {
			return nil, err
		}
		return t.Binary(th, object.OpMul, r, args[1], false)
	}
	if m.method != "" {
		return t.record(th, fxgraph.CallMethod, m.method, ops.Method(m.method), args, nil)
	}
	if m.swapped && len(args) == 2 {
		args = []Tracker{args[1], args[0]}
	}
	return t.record(th, fxgraph.CallFunction, t.torchFunction(th, m.function), ops.Function(m.function), args, nil)
}
