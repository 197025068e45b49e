// Package quant quantises scripted modules: observers go in front of what is to be quantised and behind it, what they have seen becomes calls that quantise and
// take back, and these become one with the operators between them.
package quant

import (
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

// kind is what quantisation knows of a function: an operator, or a function of torch.nn.functional that is called by its name.
type kind struct {
	// static says that the function is computed on quantised tensors, with a scale of its own; dynamic that it is where its input is quantised at each call.
	static, dynamic bool
	// weight and bias are the places of these operands; 0 for none.
	weight, bias int
	// onlyInput says that no operand but the first is observed.
	onlyInput bool
	// shape says that the function moves elements only; value that its results have the scale of its operand.
	shape, value bool
	// bounds are the places of numbers between which the results lie, which are rounded as the elements are.
	bounds []int
	// scale and zero are those of all results of a function whose range is known.
	scale float64
	zero  int64
	// follows says that the result is quantised if the operands are; binary that there are two of them.
	follows, binary bool
	// asks says that the function asks for what no quantisation changes.
	asks bool
	// weightOnly says that the weight alone is quantised.
	weightOnly bool
}

// kinds are the functions that quantisation knows, by their names.
var kinds = func() map[string]*kind {
	out := map[string]*kind{}
	add := func(k kind, names ...string) {
		for _, name := range names {
			out[name] = &k
		}
	}
	add(kind{static: true, weight: 1, bias: 2}, "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d")
	add(kind{static: true, dynamic: true, weight: 1, bias: 2}, "linear")
	add(kind{static: true, onlyInput: true}, "batch_norm")
	add(kind{static: true}, "hardswish", "hardswish_", "elu", "elu_", "celu", "celu_", "layer_norm", "group_norm", "instance_norm")
	add(kind{static: true, weightOnly: true}, "embedding_bag")
	add(kind{shape: true}, "max_pool1d", "max_pool2d", "max_pool3d", "_max_pool1d", "_max_pool2d", "_max_pool3d", "flatten", "max", "min", "dropout", "reshape", "resize_", "chunk", "view", "transpose",
		"contiguous", "permute", "repeat", "repeat_interleave", "relu", "relu_", "squeeze", "squeeze_", "unsqueeze", "unsqueeze_", "detach", "detach_", "stack", "__getitem__", "sort")
	add(kind{value: true}, "avg_pool1d", "avg_pool2d", "avg_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "mean", "interpolate", "upsample", "upsample_nearest",
		"upsample_bilinear", "upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d", "leaky_relu", "leaky_relu_")
	add(kind{value: true, bounds: []int{1, 2}}, "clamp", "hardtanh", "hardtanh_")
	add(kind{scale: 1.0 / 256}, "hardsigmoid", "hardsigmoid_", "sigmoid", "sigmoid_")
	add(kind{scale: 2.0 / 256, zero: 128}, "tanh", "tanh_")
	add(kind{follows: true}, "cat")
	add(kind{follows: true, binary: true}, "add", "add_", "mul", "mul_")
	add(kind{asks: true}, "size", "len", "dim", "numel", "is_floating_point")
	return out
}()

var unknown = &kind{}

// called is the name of what a node calls, and the place of its first operand, which a called function has behind itself.
func called(n *ir.Node) (name string, first int) {
	if n.Kind == "prim::CallFunction" {
		if c, ok := n.Inputs[0].ConstantOf(); ok {
			if f, ok := c.V.(*ir.FunctionConst); ok {
				return f.F.Name, 1
			}
		}
		return "", 1
	}
	if name, ok := strings.CutPrefix(n.Kind, "aten::"); ok {
		return name, 0
	}
	return "", 0
}

// kindOf is what is known of a node's function.
func kindOf(n *ir.Node) *kind {
	name, _ := called(n)
	if k := kinds[name]; k != nil {
		return k
	}
	return unknown
}

// passes says whether results of a function are observed where its operand is.
func (k *kind) passes() bool { return k.shape || k.value || k.scale != 0 }

// quantizable says whether a function is computed on quantised tensors.
func (k *kind) quantizable(dynamic bool) bool {
	if dynamic {
		return k.dynamic
	}
	return k.static
}

// place is the place of a use among the operands of the function.
func place(u ir.Use) int {
	_, first := called(u.Node)
	return u.Index - first
}

// isWeight says whether some function takes a value as its weight.
func isWeight(v *ir.Value) bool {
	for _, u := range v.Uses() {
		k, at := kindOf(u.Node), place(u)
		weight := k.weight
		if _, first := called(u.Node); k.weightOnly && first == 1 {
			weight = 1 // F.embedding_bag has the indices first, the operator the weight
		}
		if (k.weight > 0 || k.weightOnly) && at == weight {
			return true
		}
	}
	return false
}

// isBias says whether some function takes a value as its bias.
func isBias(v *ir.Value) bool {
	for _, u := range v.Uses() {
		if k := kindOf(u.Node); k.bias > 0 && place(u) == k.bias {
			return true
		}
	}
	return false
}

// isScalar says whether a value is a number, or a tensor without dimensions that is known.
func isScalar(v *ir.Value) bool {
	if v.Type.IsSubtype(ir.Number) {
		return true
	}
	c, _ := v.ConstantOf()
	t, ok := c.V.(ir.TensorConst)
	if !ok {
		return false
	}
	shape := t.ConstantType().Shape
	return shape != nil && shape.Ranked && len(shape.Sizes) == 0
}

// withNumber says whether a node adds a number to a tensor, or multiplies by one.
func withNumber(n *ir.Node) bool {
	return kindOf(n).binary && len(n.Inputs) > 1 && isScalar(n.Inputs[1])
}

// holdsTensors says whether a value is a tensor or a list of tensors.
func holdsTensors(v *ir.Value) bool {
	return v.Type.IsSubtype(ir.Tensor) || v.Type.Kind == ir.ListKind && v.Type.Elem[0].IsSubtype(ir.Tensor)
}

// sourcesOf are the values that a value has its elements from, where what is between only moves them, or keeps their scale.
func sourcesOf(v *ir.Value) []*ir.Value {
	n := v.Node()
	switch n.Kind {
	case "prim::If":
		if len(n.Outputs) != 1 {
			return nil
		}
		var out []*ir.Value
		for _, b := range n.Blocks {
			if !raises(b) {
				out = append(out, b.Outputs()[0])
			}
		}
		return out
	case "prim::ListUnpack", "prim::TupleUnpack":
		if v.Type.IsSubtype(ir.Tensor) {
			return n.Inputs[:1]
		}
		return nil
	case "prim::ListConstruct", "prim::TupleConstruct":
		if n.Kind == "prim::ListConstruct" && !holdsTensors(v) {
			return nil
		}
		var out []*ir.Value
		for _, in := range n.Inputs {
			if in.Type.IsSubtype(ir.Tensor) {
				out = append(out, in)
			}
		}
		return out
	case "aten::append":
		return n.Inputs
	}
	name, first := called(n)
	if k := kinds[name]; k != nil && k.passes() && (name != "sort" || v.Offset() == 0) {
		return n.Inputs[first : first+1]
	}
	return nil
}

// raises says whether a block ends in an exception.
func raises(b *ir.Block) bool { return len(b.FindNodes("prim::RaiseException", false)) > 0 }
