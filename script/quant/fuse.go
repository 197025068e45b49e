package quant

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

// fusion is an operator that computes on quantised tensors what an operator computes on what is taken back from them.
type fusion struct {
	// to is the operator, without its namespace and without relu behind it.
	to string
	// relu says that there is one with relu behind it.
	relu bool
	// prepack is the operator that packs the weight and the bias; "" where there is none.
	prepack string
	// operands are the places of the operands that are handed on behind the tensor, in their order.
	operands []int
	// two says that the first two operands are quantised; list that the first is a list of quantised tensors.
	two, list bool
	// rest says that all other operands are handed on behind scale and zero point.
	rest bool
	// packed are the places of the operands that are packed behind weight and bias.
	packed []int
}

// fusions are the operators that have such a one.
var fusions = func() map[string]fusion {
	out := map[string]fusion{}
	for _, n := range []string{"1d", "2d", "3d"} {
		out["aten::conv"+n] = fusion{to: "conv" + n, relu: true, prepack: "conv" + n + "_prepack", packed: []int{3, 4, 5, 6}}
		// conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation), packed as stride, padding, output_padding, dilation, groups
		out["aten::conv_transpose"+n] = fusion{to: "conv_transpose" + n, prepack: "conv_transpose" + n + "_prepack", packed: []int{3, 4, 5, 7, 6}}
	}
	out["aten::linear"] = fusion{to: "linear", relu: true, prepack: "linear_prepack"}
	for _, name := range []string{"add", "mul"} {
		for _, place := range []string{"", "_"} {
			out["aten::"+name+place] = fusion{to: name, relu: true, two: true}
		}
	}
	out["aten::cat"] = fusion{to: "cat", list: true, operands: []int{1}}
	out["aten::batch_norm"] = fusion{to: "batch_norm", relu: true, operands: []int{1, 2, 3, 4, 7}}
	out["aten::layer_norm"] = fusion{to: "layer_norm", operands: []int{1, 2, 3, 4}}
	out["aten::group_norm"] = fusion{to: "group_norm", operands: []int{1, 2, 3, 4}}
	out["aten::instance_norm"] = fusion{to: "instance_norm", operands: []int{1, 2, 7}}
	for _, place := range []string{"", "_"} {
		out["aten::hardswish"+place] = fusion{to: "hardswish"}
		out["aten::elu"+place] = fusion{to: "elu", rest: true}
		out["aten::celu"+place] = fusion{to: "celu", rest: true}
	}
	return out
}()

// Fuse makes one of the operators between what quantises and what takes back; weights are packed ahead.
func Fuse(g *ir.Graph, dynamic bool) {
	var quants, linears []*ir.Node
	g.Block.Walk(func(n *ir.Node) {
		switch n.Kind {
		case perTensor:
			quants = append(quants, n)
		case "aten::linear":
			linears = append(linears, n)
		}
	})
	f := &fusing{g: g}
	if dynamic {
		for _, n := range linears {
			f.dynamic(n)
		}
	}
	for _, n := range quants {
		if !n.Dead() && !isDynamic(n) {
			f.static(n)
		}
	}
	ir.EliminateDead(g, true)
}

type fusing struct{ g *ir.Graph }

// alone is the node that gives a value which one node of the same block reads; nil for none.
func alone(v *ir.Value, reader *ir.Node) *ir.Node {
	if uses := v.Uses(); len(uses) != 1 || v.Node().Kind == "prim::Param" || v.Node().Block() != reader.Block() {
		return nil
	}
	return v.Node()
}

// static fuses what is before a node that quantises.
func (f *fusing) static(quant *ir.Node) {
	n := alone(quant.Inputs[0], quant)
	if n == nil {
		return
	}
	relu := isReLU(n) && strings.HasPrefix(n.Kind, "aten::")
	if relu {
		inner := alone(n.Inputs[0], n)
		if inner == nil {
			return
		}
		n = inner
	}
	k := kindOf(n)
	if (k.value || k.scale != 0) && !relu {
		f.direct(quant, n, k)
		return
	}
	rule, ok := fusions[n.Kind]
	if !ok || relu && !rule.relu {
		return
	}
	old := f.g.SetAt(quant)
	defer f.g.SetAt(old)
	inputs, ok := f.inputs(n, rule)
	if !ok {
		return
	}
	to := rule.to
	if withNumber(n) {
		to += "_scalar" // the result has the scale that follows from that of the operand
	} else {
		inputs = append(inputs, quant.Inputs[1], quant.Inputs[2])
	}
	if rule.rest {
		inputs = append(inputs, n.Inputs[1:]...)
	}
	if relu {
		to += "_relu"
	}
	made := f.put(quant, "quantized::"+to, inputs)
	if uses := made.Output().Uses(); withNumber(n) && !relu && len(uses) == 1 && isReLU(uses[0].Node) && alone(made.Output(), uses[0].Node) != nil {
		f.g.SetAt(uses[0].Node)
		f.put(uses[0].Node, made.Kind+"_relu", inputs)
		made.Destroy()
	}
}

// put replaces a node by a call of an operator.
func (f *fusing) put(n *ir.Node, kind string, inputs []*ir.Value) *ir.Node {
	made := f.g.CreateTyped(kind, ir.Tensor, inputs...)
	made.Range = n.Range
	f.g.Insert(made)
	n.Output().ReplaceAll(made.Output())
	n.Destroy()
	return made
}

// inputs are the operands of the operator on quantised tensors that stand in front of scale and zero point; false where it cannot be used.
func (f *fusing) inputs(n *ir.Node, rule fusion) ([]*ir.Value, bool) {
	x := n.Inputs[0].Node()
	if rule.list && x.Kind == "prim::ListConstruct" {
		behind := quantizedBehind(x.Inputs)
		if behind == nil {
			return nil, false
		}
		made := f.g.Insert(f.g.CreateTyped("prim::ListConstruct", ir.ListOf(ir.Tensor), behind...))
		return []*ir.Value{made.Output(), n.Inputs[1]}, true
	}
	if x.Kind != dequantize {
		return nil, false
	}
	inputs := []*ir.Value{x.Inputs[0]}
	if rule.two {
		y := n.Inputs[1]
		if len(n.Inputs) > 2 && !isOne(n.Inputs[2]) {
			return nil, false
		}
		if !isScalar(y) {
			if y.Node().Kind != dequantize {
				return nil, false
			}
			y = y.Node().Inputs[0]
		}
		return append(inputs, y), true
	}
	if rule.prepack != "" {
		w := n.Inputs[1].Node()
		if w.Kind != dequantize {
			return nil, false
		}
		return append(inputs, f.pack(rule, n, w.Inputs[0])), true
	}
	for _, i := range rule.operands {
		inputs = append(inputs, n.Inputs[i])
	}
	return inputs, true
}

func isOne(v *ir.Value) bool {
	c, ok := v.ConstantOf()
	return ok && (c.V == int64(1) || c.V == 1.0)
}

// pack packs the weight of a convolution or a linear layer, which is quantised, and its bias.
func (f *fusing) pack(rule fusion, n *ir.Node, weight *ir.Value) *ir.Value {
	inputs := []*ir.Value{weight, n.Inputs[2]}
	for _, i := range rule.packed {
		inputs = append(inputs, n.Inputs[i])
	}
	made := f.g.Create("quantized::"+rule.prepack, inputs, 1)
	made.Outputs[0].Type = packedType(made.Kind)
	return f.g.Insert(made).Output()
}

// packedType is the class of what an operator packs.
func packedType(kind string) *ir.Type {
	name := "quantized.LinearPackedParamsBase"
	switch {
	case strings.Contains(kind, "1d"), strings.Contains(kind, "2d"):
		name = "quantized.Conv2dPackedParamsBase"
	case strings.Contains(kind, "3d"):
		name = "quantized.Conv3dPackedParamsBase"
	}
	return ir.NativeClass("__torch__.torch.classes." + name)
}

// direct computes a function whose result has a known scale on the quantised tensor itself.
func (f *fusing) direct(quant, n *ir.Node, k *kind) {
	x := n.Inputs[0].Node()
	if x.Kind != dequantize {
		return
	}
	old := f.g.SetAt(quant)
	defer f.g.SetAt(old)
	inputs := append([]*ir.Value{x.Inputs[0]}, n.Inputs[1:]...)
	for _, i := range k.bounds {
		if i < len(inputs) {
			inputs[i] = plainBound(inputs[i])
		}
	}
	f.put(quant, n.Kind, inputs)
}

// plainBound is the number that a bound was rounded from.
func plainBound(v *ir.Value) *ir.Value {
	for _, kind := range []string{"aten::item", dequantize, perTensor, "aten::scalar_tensor"} {
		if v.Node().Kind == kind {
			v = v.Node().Inputs[0]
		}
	}
	return v
}

// dynamic fuses a linear layer with what quantises its input at each call, or has a weight of half precision.
func (f *fusing) dynamic(n *ir.Node) {
	old := f.g.SetAt(n)
	defer f.g.SetAt(old)
	w := n.Inputs[1].Node()
	if w.Kind == saturate {
		packed := f.g.Create("quantized::linear_prepack_fp16", []*ir.Value{w.Inputs[0], n.Inputs[2]}, 1)
		packed.Outputs[0].Type = packedType(packed.Kind)
		f.g.Insert(packed)
		f.put(n, "quantized::linear_dynamic_fp16", []*ir.Value{n.Inputs[0], packed.Output()})
		return
	}
	x := n.Inputs[0].Node()
	if x.Kind != dequantize || w.Kind != dequantize || !isDynamic(x.Inputs[0].Node()) {
		return
	}
	quant := x.Inputs[0].Node()
	packed := f.pack(fusions["aten::linear"], n, w.Inputs[0])
	f.put(n, "quantized::linear_dynamic", []*ir.Value{quant.Inputs[0], packed, quant.Inputs[1].Node().Inputs[1]})
}

// Packings are the nodes of a graph that pack weights which are known, or quantised from what is known.
func Packings(g *ir.Graph) (out []*ir.Node) {
	g.Block.Walk(func(n *ir.Node) {
		if strings.HasPrefix(n.Kind, "quantized::") && strings.HasSuffix(n.Kind, "_prepack") && !slices.ContainsFunc(n.Inputs, varies) {
			out = append(out, n)
		}
	})
	return out
}

// varies says whether a value may be another one at each call.
func varies(v *ir.Value) bool {
	n := v.Node()
	if n.Kind == perTensor || n.Kind == perChannel {
		return slices.ContainsFunc(n.Inputs, varies)
	}
	_, known := v.ConstantOf()
	return !known
}
