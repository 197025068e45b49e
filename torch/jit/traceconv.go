package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/ir"
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
	n := g.Create(kind, []*ir.Value{t.operand(args[0], true, nil), t.operand(args[1], true, nil), t.operand(args[2], true, nil)}, 0)
	for _, v := range list {
		n.AddInput(t.operand(v, false, nil))
	}
	for _, s := range customSchemas(t.th, kind) {
		n.Schema = s
	}
	g.Insert(n)
	t.result(n, outs[0])
	return true
}
