package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
)

// convolution writes a convolution down, as PyTorch's traces have them: all kinds as aten::_convolution, which says whether it is transposed and names
// settings of libraries; those whose padding is a word as aten::_convolution_mode.
func (t *tracer) convolution(op *ops.Op, args, outs []ops.Value) bool {
	transposed := strings.HasPrefix(op.Name, "conv_transpose")
	if len(args) < 7 || !transposed && op.Name != "conv1d" && op.Name != "conv2d" && op.Name != "conv3d" {
		return false
	}
	g := t.frame.g
	stride, padding, dilation, outputPadding, groups := args[3], args[4], args[5], ops.Value([]ops.Value{int64(0)}), args[6]
	if transposed {
		outputPadding, dilation = args[5], args[7]
	}
	spatial := int(op.Name[len(op.Name)-2] - '0')
	each := func(v ops.Value) ops.Value { // one number for each dimension
		if list, ok := v.([]ops.Value); ok && len(list) == 1 {
			return slices.Repeat(list, spatial)
		}
		return v
	}
	kind := "aten::_convolution"
	var list []ops.Value
	if op.Overload == "padding" {
		kind, list = "aten::_convolution_mode", []ops.Value{each(stride), padding, each(dilation), groups}
	} else {
		list = []ops.Value{each(stride), each(padding), each(dilation), transposed, each(outputPadding), groups, false, false, true, true}
	}
	input, alone := t.operand(args[0], true, nil), false
	if s := input.Type.Shape; s != nil && len(s.Sizes) == spatial+1 { // one example alone is a batch of one
		alone = true
		input = t.batched(g.Create("aten::unsqueeze", []*ir.Value{input, g.Constant(ir.Constant{V: int64(0)}, nil)}, 0), s)
	}
	n := g.Create(kind, []*ir.Value{input, t.operand(args[1], true, nil), t.operand(args[2], true, nil)}, 0)
	for _, v := range list {
		n.AddInput(t.operand(v, false, nil))
	}
	for _, s := range customSchemas(t.th, kind) {
		n.Schema = s
	}
	if out, ok := outs[0].(*tensor.Tensor); ok && alone {
		v := t.batched(n, tensorType(out).Shape)
		n = g.Create("aten::squeeze", []*ir.Value{v, g.Constant(ir.Constant{V: int64(0)}, nil)}, 0)
	}
	g.Insert(n)
	t.result(n, outs[0])
	if n.Kind == "aten::_convolution" { // written down before the gradient's record is made
		n.Outputs[0].Type = n.Outputs[0].Type.WithShape(func(s *ir.Shape) { s.RequiresGrad = new(bool) })
	}
	return true
}

// batched inserts a node whose result has a dimension of size 1 before those of a shape.
func (t *tracer) batched(n *ir.Node, of *ir.Shape) *ir.Value {
	t.frame.g.Insert(n)
	return n.AddOutput((&ir.Type{Kind: ir.TensorKind, Shape: of}).WithShape(func(s *ir.Shape) {
		s.RequiresGrad = new(bool)
		step := int64(1)
		if len(s.Sizes) > 0 && len(s.Strides) > 0 {
			step = s.Sizes[0] * s.Strides[0]
		}
		s.Sizes, s.Strides = slices.Insert(s.Sizes, 0, 1), slices.Insert(s.Strides, 0, step)
	}))
}
