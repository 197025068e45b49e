package variables

import (
	"cmp"
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is the meaning of flex_attention while tracing: one operator, whose functions of a score and of places are bodies.

func init() {
	RegisterFunction("torch.nn.attention.flex_attention._as_operator", traceFlexAttention)
}

func traceFlexAttention(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("flex_attention", args, kwargs, "query", "key", "value", "score_mod", "block_mask", "scale", "kernel_options")
	if err != nil {
		return nil, err
	}
	for i := range 3 {
		if p[i], err = t.Realize(th, p[i]); err != nil {
			return nil, err
		}
	}
	query, ok := p[0].(*Tensor)
	if !ok {
		return nil, object.TypeErrorf("flex_attention() needs tensors")
	}
	mask, err := t.Unpack(th, p[4])
	if err != nil {
		return nil, err
	}
	score := ops.NewFake(query.Fake.DType, nil)
	score.RequiresGrad = query.Fake.RequiresGrad
	scoreMod, scoreLifted, err := t.placeFunction(th, "score_mod", p[3], score)
	if err != nil {
		return nil, err
	}
	maskMod, maskLifted, err := t.placeFunction(th, "mask_fn", mask[len(mask)-1], nil)
	if err != nil {
		return nil, err
	}
	operands := make([]any, 0, 9)
	for _, x := range p[:3] {
		v, err := t.FX(th, x)
		if err != nil {
			return nil, err
		}
		operands = append(operands, v)
	}
	var blocks fxgraph.Tuple
	for _, x := range mask[:len(mask)-1] {
		v, err := t.FX(th, x)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, v)
	}
	operands = append(operands, scoreMod, append(blocks, maskMod))
	for _, x := range p[5:] {
		v, err := t.FX(th, x)
		if err != nil {
			return nil, err
		}
		operands = append(operands, v)
	}
	operands = append(operands, fxgraph.Tuple(t.operands(scoreLifted)), fxgraph.Tuple(t.operands(maskLifted)))
	return t.attention(th, query, p[2], operands)
}

// placeFunction traces a function of a score, where there is one, and of the numbers of batch, head, query and key.
func (t *Trace) placeFunction(th *object.Thread, name string, fn Tracker, score *ops.Fake) (*fxgraph.Node, []*fxgraph.Node, error) {
	b, err := t.traceBody(th, "torch.ops.higher_order.flex_attention: "+name, bodyStyle{flattened: true, bare: true}, func() (Tracker, error) {
		var place []Tracker
		if score != nil {
			place = append(place, t.newOperand(th, "child", score))
		}
		for range 4 {
			place = append(place, t.newOperand(th, "child", ops.NewFake(tensor.Int32, nil)))
		}
		return t.Call(th, fn, place, nil)
	})
	if err != nil {
		return nil, nil, err
	}
	return t.Subgraph(th, name, b.Graph), b.Lifted, nil
}

// attention records the call; its results are the output, the logarithms of the sums and the largest scores, which are none.
func (t *Trace) attention(th *object.Thread, query *Tensor, value Tracker, operands []any) (Tracker, error) {
	node := t.higherOrder(th, "flex_attention", operands, nil)
	q := query.Fake
	sizes := append([]symbolic.Int{}, q.Sizes...)
	if v, ok := value.(*Tensor); ok {
		sizes[len(sizes)-1] = v.Fake.Sizes[len(v.Fake.Sizes)-1]
	}
	precision := tensor.Float32
	if q.DType == tensor.Float64 {
		precision = tensor.Float64
	}
	out := ops.NewFake(q.DType, sizes)
	out.Strides = stridesLike(q, sizes)
	fakes := []*ops.Fake{out, ops.NewFake(precision, q.Sizes[:len(q.Sizes)-1]), ops.NewFake(precision, []symbolic.Int{symbolic.IntOf(0)})}
	examples, results := make([]any, len(fakes)), make([]Tracker, len(fakes))
	for i, fake := range fakes {
		get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
		get.Meta.Stack, get.Meta.Example = t.stack(th), fake
		examples[i], results[i] = fake, &Tensor{Node: get, Fake: fake, Type: t.Host.TensorType(th)}
	}
	node.Meta.Example = examples
	return t.NewTuple(results), nil
}

// stridesLike are dense strides for sizes, whose dimensions follow each other as those of a tensor do.
func stridesLike(like *ops.Fake, sizes []symbolic.Int) []symbolic.Int {
	order := make([]int, len(sizes)) // the dimensions, the innermost first
	for d := range order {
		order[d] = len(sizes) - 1 - d
	}
	slices.SortStableFunc(order, func(a, b int) int {
		m, known := like.Strides[a].Const()
		n, alsoKnown := like.Strides[b].Const()
		if !known || !alsoKnown {
			return 0
		}
		return cmp.Compare(m, n)
	})
	strides, step := make([]symbolic.Int, len(sizes)), symbolic.IntOf(1)
	for _, d := range order {
		strides[d], step = step, step.Mul(sizes[d])
	}
	return strides
}
