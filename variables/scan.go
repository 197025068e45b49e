package variables

import (
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
	if err := t.checkScan(th, []Tracker{p[0], init, xs, p[3], p[4]}); err != nil {
		return nil, err
	}
	turn, err := t.scanTurn(th, p[3], p[4])
	if err != nil {
		return nil, err
	}
	if turn.dim < 0 {
		tensors, err := t.tensorsOf(th, xs)
		if err != nil {
			return nil, err
		}
		if len(tensors) > 0 {
			turn.dim += int64(len(tensors[0].Fake.Sizes))
		}
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
	local := "x" // of PyTorch's function that checks them
	if _, many := init.(*Container); many {
		local = "child"
	}
	for _, x := range carry {
		t.NameNode(x, local)
	}
	count := slices[0].Fake.Sizes[0]
	b, err := t.traceBody(th, scanOperator, bodyStyle{flattened: true, numbers: true, list: true}, func() (Tracker, error) {
		c, err := t.exchange(th, init, "child", 0, func(f *ops.Fake) *ops.Fake { return withoutData(f, f.Sizes) })
		if err != nil {
			return nil, err
		}
		x, err := t.exchange(th, xs, "child", 0, func(f *ops.Fake) *ops.Fake { return withoutData(f, f.Sizes[1:]) })
		if err != nil {
			return nil, err
		}
		step, err := t.Call(th, p[0], []Tracker{c, x}, nil)
		if err != nil {
			return nil, err
		}
		parts, err := t.carryAndOut(th, step)
		if err != nil {
			return nil, err
		}
		return t.NewTuple(parts), t.nameFlattened(th, parts)
	})
	if err != nil {
		return nil, err
	}
	step := t.Items(th, b.value.(*Container))
	next, err := t.leavesOf(th, step[0])
	if err != nil {
		return nil, err
	}
	if err := t.sameMetadata(th, scanOperator, "init and carry", trackersOf(carry), next, true); err != nil {
		return nil, err
	}
	if err := closedBody(scanOperator, b); err != nil {
		return nil, err
	}
	if err := t.onlyTensors(th, step[1]); err != nil {
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

// checkScan raises what is wrong with the arguments of scan, as the library's function does.
func (t *Trace) checkScan(th *object.Thread, args []Tracker) error {
	if args[3] == nil {
		args[3] = NewConstant(object.Int(0))
	}
	if args[4] == nil {
		args[4] = NewConstant(object.False)
	}
	_, err := t.Call(th, t.FromValue(t.Host.Attribute(th, "torch._higher_order_ops._checks.scan")), args, nil)
	return err
}

// nameFlattened names what is in containers, which PyTorch flattens before it flattens all that a step gives.
func (t *Trace) nameFlattened(th *object.Thread, parts []Tracker) error {
	for _, part := range parts {
		if _, many := t.Peek(part).(*Container); !many {
			continue
		}
		tensors, err := t.tensorsOf(th, part)
		if err != nil {
			return err
		}
		for _, x := range tensors {
			t.NameNode(x, "child")
		}
	}
	return nil
}

const associativeScan = "torch.ops.higher_order.associative_scan"

// traceAssociativeScan is associative_scan of a list of tensors whose function may be called on all their elements at once.
func traceAssociativeScan(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("pointwise_scan", args, kwargs, "combine_fn", "leaves")
	if err != nil {
		return nil, err
	}
	xs, err := t.deepTensors(th, p[1])
	if err != nil {
		return nil, err
	}
	leaves, err := t.tensorsOf(th, xs)
	if err != nil {
		return nil, err
	}
	for _, x := range leaves { // PyTorch takes the first rows as examples, which the graph keeps
		if _, err := t.Call(th, t.FromValue(t.Host.Attribute(th, "torch.select_copy")), []Tracker{x, NewConstant(object.Int(0)), NewConstant(object.Int(0))}, nil); err != nil {
			return nil, err
		}
	}
	var rows []Tracker
	b, err := t.traceBody(th, associativeScan, bodyStyle{flattened: true, numbers: true, list: true}, func() (Tracker, error) {
		var both []Tracker
		for range 2 {
			side, err := t.exchange(th, xs, "child", 0, func(f *ops.Fake) *ops.Fake { return withoutData(f, f.Sizes[1:]) })
			if err != nil {
				return nil, err
			}
			tensors, err := t.tensorsOf(th, side)
			if err != nil {
				return nil, err
			}
			rows = trackersOf(tensors)
			both = append(both, rows...)
		}
		return t.Call(th, p[0], both, nil)
	})
	if err != nil {
		return nil, err
	}
	if err := closedBody(associativeScan, b); err != nil {
		return nil, err
	}
	next, err := t.leavesOf(th, b.value)
	if err != nil {
		return nil, err
	}
	if err := t.sameMetadata(th, associativeScan, "initial_xs and combine_fn_output", rows, next, true); err != nil {
		return nil, err
	}
	sub := t.Subgraph(th, "associative_scan_combine_fn", b.Graph)
	node := t.higherOrder(th, "associative_scan", []any{sub, fxgraph.List(t.operands(nodesOf(leaves))), fxgraph.Tuple(t.operands(b.Lifted))}, nil)
	fakes := stacked(b.Results, leaves[0].Fake.Sizes[0])
	made, err := t.resultsOf(th, node, b, fakes)
	if err != nil {
		return nil, err
	}
	results, err := t.leavesOf(th, made)
	if err != nil {
		return nil, err
	}
	return t.NewList(results), nil
}

// scanTurn is how a scan goes through its tensors: along another dimension than the first, or backwards.
type scanTurn struct {
	t       *Trace
	dim     int64
	reverse bool
}

func (t *Trace) scanTurn(th *object.Thread, dim, reverse Tracker) (turn scanTurn, err error) {
	turn.t = t
	badDim := &HigherOrderError{scanOperator, &Unsupported{Title: "torch.scan: improper dim", Explanation: "Dim must be an int."}}
	if dim != nil {
		x, err := t.Realize(th, dim)
		if err != nil {
			return turn, err
		}
		switch c := x.(type) {
		case *SymInt:
			turn.dim = t.Shapes.Specialize(c.Expr)
		case *Constant:
			n, ok := c.V.AsInt()
			if !ok {
				return turn, badDim
			}
			turn.dim = n
		default:
			return turn, badDim
		}
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
	t := s.t
	return t.eachTensor(th, out, func(x Tracker) (_ Tracker, err error) {
		if s.reverse {
			if x, err = t.CallMethod(th, x, "flip", []Tracker{t.NewList([]Tracker{NewConstant(object.Int(0))})}, nil); err != nil {
				return nil, err
			}
		}
		if out, ok := t.Peek(x).(*Tensor); ok && s.dim != 0 && s.dim < int64(len(out.Fake.Sizes)) { // one with fewer dimensions stays as it is
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
