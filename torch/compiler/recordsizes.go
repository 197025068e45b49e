package compiler

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// sizeOperand is a size of an input as an operand of a higher-order operator. Each dimension of each input has a node of its own there, as in PyTorch's graphs,
// whatever other sizes have the same symbol.
type sizeOperand struct {
	node *fxgraph.Node
	size ops.Value
}

var sizeOperandType = object.NewType("SizeOperand", "torch._C._dynamo", nil, object.Spec{Layout: object.LayoutNative, NoNew: true})

// sizeOperandOf is (tensor, dim, size): the operand for the size of an input of the graph that is being recorded, the size itself for other tensors, None for a size that what has run has fixed to one number.
func sizeOperandOf(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	from, err := r.operand(th, args[0])
	if err != nil {
		return object.Null, err
	}
	size, err := torch.ToOps(th, args[2])
	if err != nil {
		return object.Null, err
	}
	if n, ok := size.(symbolic.Int); ok && !r.shapes.Simplify(n).IsSymbolic() {
		return object.None, nil
	}
	input, ok := from.(*fxgraph.Node)
	if !ok || input.Op != fxgraph.Placeholder {
		return args[2], nil
	}
	d, _ := args[1].AsInt()
	for _, user := range input.Users() {
		if f, ok := user.Target.(*fxgraph.Function); ok && f.Name == "sym_size.int" && user.Args[1] == any(d) {
			return object.NewNative(sizeOperandType, &sizeOperand{user, size}), nil
		}
	}
	n := r.to.Create(fxgraph.CallFunction, sizeFunction(th), []any{input, d}, nil, "sym_size_int")
	r.made(n, size)
	r.tell(th, n)
	return object.NewNative(sizeOperandType, &sizeOperand{n, size}), nil
}

// asSize is the operand that a value is, nil if it is none.
func asSize(v object.Value) *sizeOperand {
	if n, ok := object.AsNative(v); ok {
		s, _ := n.V.(*sizeOperand)
		return s
	}
	return nil
}

// operandValue is what an operand of a higher-order operator is.
func operandValue(th *object.Thread, v object.Value) (ops.Value, error) {
	if s := asSize(v); s != nil {
		return s.size, nil
	}
	return torch.ToOps(th, v)
}

// freshNumber is (why): a number that depends on data, which the result of a call will give.
func freshNumber(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	why, _ := object.Text(args[0])
	return torch.FromOps(th, recordEnv{r, th}.FreshUnbacked(why)), nil
}

// sizedExample is (tensor, sizes): what a contiguous tensor of these sizes is like that is as the other one else.
func sizedExample(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r, err := activeRecorder(th)
	if err != nil {
		return object.Null, err
	}
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	items, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	sizes := make([]symbolic.Int, len(items))
	for i, v := range items {
		size, err := torch.ToOps(th, v)
		if err != nil {
			return object.Null, err
		}
		switch size := size.(type) {
		case int64:
			sizes[i] = symbolic.IntOf(size)
		case symbolic.Int:
			sizes[i] = size
		}
	}
	like, _ := describe(r.inner(th, x))
	f := ops.NewFake(like.DType, sizes)
	f.Device, f.RequiresGrad = like.Device, like.NeedsGrad()
	return torch.FromOps(th, f), nil
}
