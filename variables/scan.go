package variables

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is the meaning of scan while tracing: steps along a dimension that carry something from one to the next.

const scanOperator = "torch.ops.higher_order.scan"

func traceScan(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("scan", args, kwargs, "combine_fn", "init", "xs", "dim", "reverse")
	if err != nil {
		return nil, err
	}
	init, err := t.deepTensors(th, p[1])
	if err != nil {
		return nil, err
	}
	xs, err := t.deepTensors(th, p[2])
	if err != nil {
		return nil, err
	}
	turn, err := t.scanTurn(th, p[3], p[4])
	if err != nil {
		return nil, err
	}
	if xs, err = turn.before(th, xs); err != nil {
		return nil, err
	}
	carry, err := t.tensorsOf(th, init)
	if err != nil {
		return nil, err
	}
	slices, err := t.tensorsOf(th, xs)
	if err != nil {
		return nil, err
	}
	if len(slices) == 0 || len(slices[0].Fake.Sizes) == 0 {
		return nil, &HigherOrderError{scanOperator, &Unsupported{Title: "torch.scan: improper xs", Explanation: "scan() needs tensors with at least one dimension."}}
	}
	for _, x := range carry {
		t.NameNode(x, "x")
	}
	count := slices[0].Fake.Sizes[0]
	b, err := t.traceBody(th, scanOperator, bodyStyle{flattened: true, list: true}, func() (Tracker, error) {
		c, err := t.exchange(th, init, "child", 0, func(f *ops.Fake) *ops.Fake { return withoutData(f, f.Sizes) })
		if err != nil {
			return nil, err
		}
		x, err := t.exchange(th, xs, "child", 0, func(f *ops.Fake) *ops.Fake { return withoutData(f, f.Sizes[1:]) })
		if err != nil {
			return nil, err
		}
		return t.Call(th, p[0], []Tracker{c, x}, nil)
	})
	if err != nil {
		return nil, err
	}
	if c, ok := b.value.(*Container); !ok || len(t.Items(th, c)) != 2 || len(b.Results) < len(carry) {
		return nil, &HigherOrderError{scanOperator, &Unsupported{Title: "torch.scan: improper combine_fn", Explanation: "combine_fn must return a carry like init and an output."}}
	}
	if err := closedBody(scanOperator, b); err != nil {
		return nil, err
	}
	if err := sameCarry(carry, b.Results); err != nil {
		return nil, err
	}
	sub := t.Subgraph(th, "scan_combine_fn", b.Graph)
	node := t.higherOrder(th, "scan", []any{sub, fxgraph.List(t.operands(nodesOf(carry))), fxgraph.List(t.operands(nodesOf(slices))), fxgraph.List(t.operands(b.Lifted))}, nil)
	fakes := stacked(b.Results, count)
	for i := range carry {
		if x, ok := b.Results[i].(*Tensor); ok {
			fakes[i] = x.Fake
		}
	}
	made, err := t.resultsOf(th, node, b, fakes)
	if err != nil {
		return nil, err
	}
	parts, err := t.Unpack(th, made)
	if err != nil || len(parts) != 2 {
		return made, err
	}
	t.NameNode(parts[0], "carry")
	t.NameNode(parts[1], "out")
	if parts[1], err = turn.after(th, parts[1]); err != nil {
		return nil, err
	}
	t.NameNode(parts[1], "out")
	return t.NewTuple(parts), nil
}

// sameCarry refuses a step whose first results are not like what it was given.
func sameCarry(carry []*Tensor, results []Tracker) error {
	for i, x := range carry {
		y, ok := results[i].(*Tensor)
		if !ok || y.Fake.DType == x.Fake.DType && slices.Equal(y.Fake.Sizes, x.Fake.Sizes) {
			continue
		}
		text := fmt.Sprintf("Expected init and carry to have same metadata but found:\npair[%d] differ in 'shape: torch.Size(%s) vs torch.Size(%s)', 'dtype: %v vs %v'",
			i, ops.SizesText(x.Fake), ops.SizesText(y.Fake), x.Fake.DType, y.Fake.DType)
		return &HigherOrderError{scanOperator, &Unsupported{Title: text, Explanation: "The first results of combine_fn are what init is for the next step."}}
	}
	return nil
}

// scanTurn is how a scan goes through its tensors: along another dimension than the first, or backwards.
type scanTurn struct {
	t       *Trace
	dim     int64
	reverse bool
}

func (t *Trace) scanTurn(th *object.Thread, dim, reverse Tracker) (turn scanTurn, err error) {
	turn.t = t
	if dim != nil {
		x, err := t.Realize(th, dim)
		if err != nil {
			return turn, err
		}
		c, ok := x.(*Constant)
		if !ok || !c.V.IsInt() {
			return turn, &HigherOrderError{scanOperator, &Unsupported{Title: "torch.scan: improper dim", Explanation: "Dim must be an int."}}
		}
		turn.dim, _ = c.V.AsInt()
	}
	if reverse != nil {
		turn.reverse, err = t.Truth(th, reverse)
	}
	return turn, err
}

// before brings what is scanned to the first dimension, in the order of the steps.
func (s scanTurn) before(th *object.Thread, xs Tracker) (Tracker, error) {
	return s.t.eachTensor(th, xs, func(x Tracker) (_ Tracker, err error) {
		if s.dim != 0 {
			if x, err = s.movedim(th, x, s.dim, 0); err != nil {
				return nil, err
			}
		}
		if s.reverse {
			flip := s.t.FromValue(s.t.Host.Attribute(th, "torch.flip"))
			return s.t.Call(th, flip, []Tracker{x, s.t.NewList([]Tracker{NewConstant(object.Int(0))})}, nil)
		}
		return x, nil
	})
}

// after undoes it in what the steps gave.
func (s scanTurn) after(th *object.Thread, out Tracker) (Tracker, error) {
	return s.t.eachTensor(th, out, func(x Tracker) (_ Tracker, err error) {
		if s.reverse {
			if x, err = s.t.CallMethod(th, x, "flip", []Tracker{s.t.NewList([]Tracker{NewConstant(object.Int(0))})}, nil); err != nil {
				return nil, err
			}
		}
		if s.dim != 0 {
			return s.movedim(th, x, 0, s.dim)
		}
		return x, nil
	})
}

func (s scanTurn) movedim(th *object.Thread, x Tracker, from, to int64) (Tracker, error) {
	fn := s.t.FromValue(s.t.Host.Attribute(th, "torch.movedim"))
	return s.t.Call(th, fn, []Tracker{x, NewConstant(object.Int(from)), NewConstant(object.Int(to))}, nil)
}

// eachTensor is x with change applied to the tensors in it.
func (t *Trace) eachTensor(th *object.Thread, x Tracker, change func(Tracker) (Tracker, error)) (Tracker, error) {
	tensors, err := t.tensorsOf(th, x)
	if err != nil {
		return nil, err
	}
	by := map[Tracker]Tracker{}
	for _, ten := range tensors {
		if by[ten], err = change(ten); err != nil {
			return nil, err
		}
	}
	return t.replaced(th, x, by)
}
