package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Numbers and lists of a tensor.

func tensorNumel(name string) func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
	return func(th *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
		n := t.Shapes.Simplify(x.Fake.Numel())
		if c, ok := n.Const(); ok {
			return NewConstant(object.Int(c)), nil
		}
		if n.Expr().Kind == symbolic.Symbol || x.Node.Op != fxgraph.Placeholder { // what a result holds is computed from the sizes of inputs
			return t.symbolicInt(th, n), nil
		}
		node, err := t.create(th, fxgraph.CallMethod, name, []Tracker{x}, nil)
		if err != nil {
			return nil, err
		}
		node.Meta.Example = n
		return &SymInt{Expr: n, Node: node}, nil
	}
}

// tensorItem breaks the graph unless scalars are captured.
func tensorItem(th *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
	if !t.Config.CaptureScalarOutputs && !t.Config.OneGraph {
		return nil, dataDependent("call_method TensorVariable() item () {}")
	}
	return t.item(th, x)
}

// item is the number in a tensor of one element.
func (t *Trace) item(th *object.Thread, x *Tensor) (Tracker, error) {
	if n, known := x.Fake.Numel().Const(); known && n != 1 {
		exc := object.RuntimeErrorf("a Tensor with %d elements cannot be converted to Scalar", n)
		return nil, t.raisedOnFakes(th, exc, "call_method item", []Tracker{x}, nil)
	}
	asked := askedItem{x.Node, t.epoch}
	if known, ok := t.asked[asked]; ok && t.body == nil {
		return known, nil
	}
	item, err := t.itemNode(th, x)
	if err == nil && t.body == nil {
		if t.asked == nil {
			t.asked = map[askedItem]Tracker{}
		}
		t.asked[asked] = item
	}
	return item, err
}

// askedItem is a tensor whose item has been asked for, and how many in-place operators had been recorded by then.
type askedItem struct {
	node  *fxgraph.Node
	epoch int
}

// itemNode records the item of a tensor.
func (t *Trace) itemNode(th *object.Thread, x *Tensor) (Tracker, error) {
	node, err := t.create(th, fxgraph.CallMethod, "item", []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	return t.itemOf(th, x, node), nil
}

// itemOf is the number that a node reads from a tensor.
func (t *Trace) itemOf(th *object.Thread, x *Tensor, node *fxgraph.Node) Tracker {
	switch d := x.Fake.DType; {
	case d == tensor.Bool:
		return t.itemBool(node)
	case d.IsFloat():
		f := t.Shapes.FreshUnbackedFloat()
		node.Meta.Example = symbolic.FloatOf(f)
		t.symbols[f.Name] = node
		return &SymFloat{Node: node, Expr: f}
	}
	u, known := t.itemOfInput(th, x)
	if !known {
		u = t.Shapes.FreshUnbacked("item")
	}
	node.Meta.Example = u
	t.symbols[u.Expr().Name] = node
	return &SymInt{Expr: u, Node: node}
}

// itemBool is the truth that an item of a tensor of bools gives: whether a number that is 0 or 1 is 1.
func (t *Trace) itemBool(node *fxgraph.Node) Tracker {
	u := t.Shapes.FreshUnbacked("item")
	t.Shapes.Assert(u.Ge(symbolic.IntOf(0)))
	t.Shapes.Assert(u.Le(symbolic.IntOf(1)))
	x := u.Eq(symbolic.IntOf(1))
	node.Meta.Example = x
	t.symbols[u.Expr().Name] = node
	return &SymBool{Expr: x, Node: node}
}

// itemOfInput is the number in an input tensor of one int64 that nothing has changed yet: it has a value in this call, and guards may depend on it.
func (t *Trace) itemOfInput(th *object.Thread, x *Tensor) (symbolic.Int, bool) {
	if x.src == nil || x.Type != t.Host.TensorType(th) || t.epoch > 0 || x.Node.Op != fxgraph.Placeholder || !x.src.Guardable() {
		return symbolic.Int{}, false
	}
	real := guards.TensorOf(x.Real)
	if real == nil {
		return symbolic.Int{}, false
	}
	n, ok := guards.ItemOf(real)
	if !ok {
		return symbolic.Int{}, false
	}
	place := guards.Place{Source: x.src, Property: guards.Item}
	if known, ok := t.items[place.Text()]; ok {
		return known, true
	}
	s := t.Shapes.Create(place, n, guards.Dynamic, t.Line(th))
	if t.items == nil {
		t.items = map[string]symbolic.Int{}
	}
	t.items[place.Text()] = s
	return s, true
}

// version is how often a tensor has been changed in place when the graph comes to this place.
func (t *Trace) version(th *object.Thread, x *Tensor) (Tracker, error) {
	const operator = "torch.ops.prims._tensor_version.default"
	node, err := t.node(th, &fxgraph.Function{Name: "_tensor_version_default", Qualified: operator, Impl: t.Host.Attribute(th, operator)}, []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	u := t.Shapes.FreshUnbacked("version")
	node.Meta.Example = u
	t.symbols[u.Expr().Name] = node
	return &SymInt{Expr: u, Node: node}, nil
}

// tensorToList reads each element of an integer tensor as item does.
func tensorToList(th *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
	if d := x.Fake.DType; d.IsFloat() || d.IsComplex() || d == tensor.Bool {
		return nil, &Unsupported{Title: "Tensor.tolist() with non-integer tensor", Context: "call_method TensorVariable() to_list",
			Explanation: "Dynamo currently does not support tracing `tolist()` on non-integer tensors."}
	}
	if _, known := t.itemOfInput(th, x); !known && !t.Config.CaptureScalarOutputs && !t.Config.OneGraph {
		return nil, itemOfData()
	}
	if len(x.Fake.Sizes) == 0 {
		return t.item(th, x)
	}
	rows := make([]Tracker, t.Shapes.Specialize(x.Fake.Sizes[0]))
	for i := range rows {
		row, err := t.GetItem(th, x, NewConstant(object.Int(int64(i))))
		if err != nil {
			return nil, err
		}
		if rows[i], err = t.CallMethod(th, row, "tolist", nil, nil); err != nil {
			return nil, err
		}
	}
	return t.NewList(rows), nil
}
