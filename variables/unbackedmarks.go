package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// What mark_unbacked says of a size beside that nothing is known of it: its bounds, and which sizes are the same one. Graphs check both.

// sharedSize is a size that is the one of another tensor since both were marked with one name.
type sharedSize struct {
	fake  *ops.Fake
	dim   int
	own   string // the symbol that it would have
	first symbolic.Int
}

// unbackedMark applies the marks of a dimension of v, and returns the size to use.
func (t *Trace) unbackedMark(th *object.Thread, v object.Value, fake *ops.Fake, dim int, size symbolic.Int) symbolic.Int {
	if v.Dict() == nil || !size.IsSymbolic() || size.Expr().Kind != symbolic.Symbol {
		return size
	}
	s := t.Shapes.Symbol(size.Expr().Name)
	if s == nil || s.Backed {
		return size
	}
	if bounds, ok := object.AsTuple(markOf(th, v, "_dynamo_unbacked_bounds", dim)); ok && len(bounds.Items) == 2 {
		if n, given := bounds.Items[0].AsInt(); given {
			s.Lo = max(s.Lo, n)
		}
		if n, given := bounds.Items[1].AsInt(); given {
			s.Hi = min(s.Hi, n)
		}
	}
	id, ok := object.Text(markOf(th, v, "_dynamo_shape_ids", dim))
	if !ok {
		return size
	}
	if first, known := t.shapeIDs[id]; known {
		t.sharedSizes = append(t.sharedSizes, sharedSize{fake, dim, s.Name, first})
		return first
	}
	if t.shapeIDs == nil {
		t.shapeIDs = map[string]symbolic.Int{}
	}
	t.shapeIDs[id] = size
	return size
}

// markOf is what a table of marks among the attributes of v has for a dimension.
func markOf(th *object.Thread, v object.Value, table string, dim int) object.Value {
	marks, _ := v.Dict().Lookup(table)
	if d, ok := object.AsDict(marks); ok {
		if x, found, err := d.Get(th, object.Int(int64(dim))); found && err == nil {
			return x
		}
	}
	return object.None
}

// assertSharedSizes adds the checks that sizes which are marked as one are equal.
func (t *Trace) assertSharedSizes(th *object.Thread) {
	for _, shared := range t.sharedSizes {
		first := t.symbols[shared.first.Expr().Name]
		node := t.inputOf(shared.fake)
		if first == nil || node == nil || first.Graph() != t.Graph {
			continue
		}
		at := node.Next()
		for at != nil && at.Op == fxgraph.Placeholder {
			at = at.Next()
		}
		path := "torch.ops.aten.sym_size.int"
		size := t.Graph.CreateBefore(at, fxgraph.CallFunction, &fxgraph.Function{Name: "sym_size_int", Qualified: path, Impl: t.Host.Attribute(th, path)}, []any{node, int64(shared.dim)}, nil, "")
		size.Meta.Example = symbolic.FromExpr(symbolic.NewSymbol(shared.own)) // which is computed for itself, to be compared
		eq := t.Graph.CreateBefore(at, fxgraph.CallFunction, t.Operator(th, "eq"), []any{size, first}, nil, "")
		eq.Meta.Example = symbolic.BoolOf(true)
		text := fmt.Sprintf("Runtime assertion failed for expression Eq(%s, %s) on node '%s'", shared.own, first.Name, eq.Name)
		check := t.Graph.CreateBefore(at, fxgraph.CallFunction, t.assertScalar(th), []any{eq, text}, nil, "")
		if at != nil {
			size.Meta.Stack, eq.Meta.Stack, check.Meta.Stack = at.Meta.Stack, at.Meta.Stack, at.Meta.Stack
		}
	}
}

// inputOf is the node of the input whose description a fake tensor is.
func (t *Trace) inputOf(fake *ops.Fake) *fxgraph.Node {
	for _, in := range t.Inputs {
		if in.Node.Meta.Example == any(fake) {
			return in.Node
		}
	}
	return nil
}
