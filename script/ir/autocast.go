package ir

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Precisions is the state of autocast at a place of a graph: the devices that it is on for, and the element types, as numbers, that it lowers to there.
type Precisions struct {
	CUDA, CPU     bool
	OnCUDA, OnCPU int64
}

// The operators that autocast in graphs casts the tensors of, by how: the lists are not those of eager autocast.
var castKinds = func() map[string]string {
	out := map[string]string{}
	for kind, names := range map[string]string{
		"lower": `_convolution conv1d conv2d conv3d conv_tbc conv_transpose1d convolution cudnn_convolution cudnn_convolution_transpose prelu addmm addmv addr matmul
			mm mv linear addbmm baddbmm bmm _thnn_fused_lstm_cell _thnn_fused_gru_cell lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell`,
		"full": `native_layer_norm acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow softplus gelu layer_norm group_norm
			frobenius_norm nuclear_norm cosine_similarity cosine_embedding_loss nll_loss nll_loss2d hinge_embedding_loss kl_div l1_loss smooth_l1_loss
			mse_loss margin_ranking_loss multilabel_margin_loss soft_margin_loss triplet_margin_loss multi_margin_loss binary_cross_entropy_with_logits dist
			pdist cdist renorm logsumexp`,
		"full unless typed": `log_softmax cumprod cumsum prod sum`,
		"widest":            `addcdiv addcmul atan2 bilinear cross dot equal index_put tensordot add sub mul div`,
		"refused":           `binary_cross_entropy`,
	} {
		for name := range strings.FieldsSeq(names) {
			out["aten::"+name] = kind
		}
	}
	return out
}()

// EntersAutocast says whether something in a graph enters a region of autocast, an object of the class of that name.
func EntersAutocast(g *Graph, class string) bool {
	return slices.ContainsFunc(g.FindNodes("prim::Enter", true), func(n *Node) bool { return isAutocast(n.Inputs[0], class) })
}

func isAutocast(v *Value, class string) bool {
	return v.Type.Kind == ClassKind && v.Type.Class != nil && v.Type.Name == class
}

// autocaster walks a graph with the regions that it is in.
type autocaster struct {
	g     *Graph
	class string
	base  Precisions
}

// Autocast puts casts before the operators of an inlined graph as the regions of autocast want them that it enters, and the one that it is called in.
// Regions are objects of a class whose attributes must be constants where they are made.
func Autocast(g *Graph, class string, around Precisions) error {
	a := &autocaster{g, class, around}
	return a.block(g.Block, around)
}

func (a *autocaster) block(b *Block, outer Precisions) error {
	type region struct {
		object *Value
		state  Precisions
	}
	var inside []region
	now := func() Precisions {
		if len(inside) > 0 {
			return inside[len(inside)-1].state
		}
		return outer
	}
	for n, next := b.First(), (*Node)(nil); n != nil; n = next {
		next = n.Next()
		switch {
		case n.Kind == "aten::is_autocast_enabled":
			a.answer(n, now().CUDA)
		case n.Kind == "aten::is_autocast_cpu_enabled":
			a.answer(n, now().CPU)
		case n.Kind == "prim::Enter" && isAutocast(n.Inputs[0], a.class):
			if n.HasUses() {
				return errors.New("`with autocast() as ...` is not supported")
			}
			state, err := a.enter(n.Inputs[0], now())
			if err != nil {
				return err
			}
			inside = append(inside, region{n.Inputs[0], state})
		case n.Kind == "prim::Exit" && len(inside) > 0 && inside[len(inside)-1].object == n.Inputs[0]:
			inside = inside[:len(inside)-1]
		default:
			if err := a.cast(n, now()); err != nil {
				return err
			}
		}
		for _, inner := range n.Blocks {
			if err := a.block(inner, now()); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer puts a constant into the place of a question for the state.
func (a *autocaster) answer(n *Node, on bool) {
	old := a.g.SetAt(n)
	n.Outputs[0].ReplaceAll(a.g.Constant(Constant{on}, nil))
	a.g.SetAt(old)
	n.Destroy()
}

// enter is the state in a region.
func (a *autocaster) enter(v *Value, now Precisions) (Precisions, error) {
	if v.Node().Kind != "prim::CreateObject" {
		return now, errors.New("Unsupported autocast syntax")
	}
	set := map[string]*Value{}
	for _, u := range v.Uses() {
		if u.Node.Kind == "prim::SetAttr" && u.Node.Inputs[0] == v {
			set[u.Node.StrAttr("name")] = u.Node.Inputs[1]
		}
	}
	constant := func(name string) (any, error) {
		given := set[name]
		if given == nil {
			return nil, fmt.Errorf("Autocast missing %s attribute", name)
		}
		c, ok := given.ConstantOf()
		if !ok {
			return nil, fmt.Errorf("Autocast %s argument must be a constant", name)
		}
		return c.V, nil
	}
	on, err := constant("_enabled")
	if err != nil {
		return now, err
	}
	device, err := constant("device")
	if err != nil {
		return now, err
	}
	dtype, typed := int64(0), false
	if v := set["fast_dtype"]; v != nil {
		c, _ := v.ConstantOf()
		dtype, typed = c.V.(int64)
	}
	switch device {
	case "cuda":
		if now.CUDA = on == true; typed {
			now.OnCUDA = dtype
		}
	case "cpu":
		if now.CPU = on == true; typed {
			now.OnCPU = dtype
		}
	default:
		return now, fmt.Errorf("unrecognized device for autocast pass: %v", device)
	}
	return now, nil
}

// cast puts casts before a node.
func (a *autocaster) cast(n *Node, now Precisions) error {
	kind := castKinds[n.Kind]
	if kind == "" || !now.CPU && !now.CUDA {
		return nil
	}
	schema := MatchSchema(n)
	if schema == nil || slices.ContainsFunc(schema.Args, func(arg Argument) bool { return strings.HasSuffix(arg.Alias, "!") }) {
		return nil
	}
	wide := func(v *Value) bool {
		return v.Type.Kind == TensorKind && (v.Type.Shape == nil || v.Type.Shape.ScalarType == "" || v.Type.Shape.ScalarType == "Float")
	}
	switch kind {
	case "refused":
		return errors.New("Unsafe to autocast")
	case "full unless typed":
		if i := schema.Find("dtype"); i < 0 || !n.Inputs[i].IsNoneConst() {
			return nil
		}
	case "widest":
		if !slices.ContainsFunc(n.Inputs, wide) {
			return nil
		}
	}
	old := a.g.SetAt(n)
	defer a.g.SetAt(old)
	seen := map[*Value]bool{}
	for _, v := range slices.Clone(n.Inputs) {
		if v.Type.Kind != TensorKind || seen[v] {
			continue
		}
		seen[v] = true
		op, args := "aten::_autocast_to_full_precision", []any{now.CUDA, now.CPU}
		if kind == "lower" {
			op, args = "aten::_autocast_to_reduced_precision", append(args, now.OnCUDA, now.OnCPU)
		}
		operands := []*Value{v}
		for _, arg := range args {
			operands = append(operands, a.g.Constant(Constant{arg}, nil))
		}
		n.ReplaceInputWith(v, a.g.Insert(a.g.op(op, Tensor, operands...)).Outputs[0])
	}
	return nil
}
