package torch

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Raised is an error of an operator as the exception that scripts see.
func Raised(err error) error { return raise(err) }

// PacketNamed are all overloads of an operator of the table, call forms of scripts among them; nil for an unknown one.
func PacketNamed(name string) *ops.Packet {
	if p := ops.Method(name); p != nil {
		return p
	}
	if p := atenPacket(name); p != nil {
		return p
	}
	return ops.Function(name)
}

// Tracing is what the tracer of scripts makes of values that Python has as plain numbers.
type Tracing interface {
	// Converting sees a tensor that becomes a Python boolean, integer, float or number, is iterated over, or whose length is asked for.
	Converting(th *object.Thread, kind string) error
	// Sizes are the sizes of a tensor; false where no trace is taken.
	Sizes(th *object.Thread, t *tensor.Tensor) ([]Value, bool)
	// Size is one of them, dim from the end where it is negative.
	Size(th *object.Thread, t *tensor.Tensor, dim int64) (Value, bool)
	// Numel is the number of elements.
	Numel(th *object.Thread, t *tensor.Tensor) (Value, bool)
	// Instead is the function that a trace calls in the place of one of torch.nn.functional; false where no trace is taken.
	Instead(th *object.Thread, name string) (Value, bool)
	// Made sees a tensor that a function of torch has made of data: of numbers, or of the tensor from, whose memory it does not share where it was copied. A detached
	// one is cut off from what it was made of.
	Made(th *object.Thread, function string, t, from *tensor.Tensor, copied, detached bool) error
	// Plain calls the overload of an operator for values of scripts that are no tensors; false where there is none.
	Plain(th *object.Thread, name string, args []Value) (Value, bool, error)
	// State is the trace that is being taken as programs see it, None where none is.
	State(th *object.Thread) Value
	// Follow is what operators get that take a tensor for a number; nil where no trace is taken.
	Follow(th *object.Thread) ops.Follow
}

var tracing Tracing

// SetTracing names the tracer; package jit does so before programs run.
func SetTracing(t Tracing) {
	tracing = t // start: by Register
}

func converting(th *object.Thread, kind string) error {
	if tracing == nil {
		return nil
	}
	return tracing.Converting(th, kind)
}

// madeOfData lets the tracer see a tensor that a function has made of data.
func madeOfData(th *object.Thread, function string, v, data Value, copied, detached bool) error {
	if tracing == nil {
		return nil
	}
	t, ok := Unwrap(v)
	if !ok {
		return nil
	}
	from, _ := Unwrap(data)
	return tracing.Made(th, function, t, from, copied && from != nil, detached)
}

// following is Follow of the tracer, if there is one.
func following(th *object.Thread) ops.Follow {
	if tracing == nil {
		return nil
	}
	return tracing.Follow(th)
}

// insteadOf is the function that a trace calls for a packet of torch.nn.functional.
func insteadOf(th *object.Thread, p *ops.Packet) (Value, bool) {
	if tracing == nil {
		return object.Null, false
	}
	name, ok := strings.CutPrefix(p.PyName, "torch.nn.functional.")
	if !ok {
		return object.Null, false
	}
	return tracing.Instead(th, name)
}

// tracedSizes are the sizes of a tensor in a trace.
func tracedSizes(th *object.Thread, t *tensor.Tensor) (Value, bool) {
	if tracing == nil {
		return object.Null, false
	}
	items, ok := tracing.Sizes(th, t)
	if !ok {
		return object.Null, false
	}
	return NewSize(th, items), true
}

// tracedQuestion is the answer to a question about the sizes of a tensor in a trace.
func tracedQuestion(th *object.Thread, name string, args []ops.Value) (Value, bool) {
	t, ok := args[0].(*tensor.Tensor)
	if tracing == nil || !ok {
		return object.Null, false
	}
	switch name {
	case "size":
		if len(args) == 1 {
			return tracedSizes(th, t)
		}
		if dim, ok := args[1].(int64); ok && dim >= -int64(t.Dim()) && dim < int64(t.Dim()) {
			return tracing.Size(th, t, dim)
		}
	case "numel", "nelement":
		return tracing.Numel(th, t)
	}
	return object.Null, false
}

// tracedIndex is a tensor that stands for an integer in a subscript, as operators get it in a trace.
func tracedIndex(th *object.Thread, v Value) (ops.Value, bool) {
	if !standsForInt(th, v) {
		return nil, false
	}
	t, _ := Unwrap(v)
	return following(th)(t, &indexParam)
}

// standsForInt says whether v is a tensor that a trace follows where Python wants an integer.
func standsForInt(th *object.Thread, v Value) bool {
	t, ok := Unwrap(v)
	return ok && t.Dim() == 0 && t.DType().IsIntegral() && t.DType() != tensor.Uint8 && ops.DispatcherOf(t) == nil && following(th) != nil
}

var indexParam = ops.Param{Name: "index", Type: ops.Type{Base: "int"}}
