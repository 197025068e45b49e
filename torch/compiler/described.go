package compiler

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/object"
)

// describeTensor is (node, texts of sizes, texts of strides, dtype, requires_grad): it says what the value of a node is like that was read from
// an archive. The sizes may have symbols.
func describeTensor(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	sizes, err := parsedSizes(th, args[1])
	if err != nil {
		return object.Null, err
	}
	strides, err := parsedSizes(th, args[2])
	if err != nil {
		return object.Null, err
	}
	d, err := torch.ToOps(th, args[3])
	if err != nil {
		return object.Null, err
	}
	dtype, ok := d.(tensor.DType)
	if !ok || len(sizes) != len(strides) {
		return object.Null, object.TypeErrorf("describe_tensor: sizes, strides of the same number and a dtype are needed")
	}
	f := ops.NewFake(dtype, sizes)
	f.Strides = strides
	f.RequiresGrad = args[4] == object.True
	fx.Describe(args[0], f)
	return object.None, nil
}

// describeSize is (node, text) for a node whose value is a number: a size, or a condition on sizes.
func describeSize(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	e, err := parsedNumber(args[1])
	if err != nil {
		return object.Null, err
	}
	n := numberOf(e)
	if text, _ := object.Text(args[1]); strings.ContainsAny(text, "<>") && !strings.Contains(text, "=") {
		if b, ok := n.(symbolic.Bool); ok && b.Bounds() {
			n = b.Strictly()
		}
	}
	fx.Describe(args[0], n)
	return object.None, nil
}

func parsedSizes(th *object.Thread, v object.Value) ([]symbolic.Int, error) {
	items, err := object.ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	out := make([]symbolic.Int, len(items))
	for i, x := range items {
		if out[i], err = parsedSize(x); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func parsedSize(v object.Value) (symbolic.Int, error) {
	e, err := parsedNumber(v)
	return symbolic.FromExpr(e), err
}

func parsedNumber(v object.Value) (*symbolic.Expr, error) {
	text, _ := object.Text(v)
	e, err := symbolic.Parse(text)
	if err != nil {
		return nil, object.ValueErrorf("the size %s: %s", text, err)
	}
	return e, nil
}
