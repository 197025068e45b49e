package variables

import (
	"errors"
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// This file records operators of higher order that scripts define, and the one that prints.

// tracePrint records that the graph prints.
func tracePrint(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	_, err := t.node(th, &fxgraph.Function{Name: "print", Qualified: PrintOperator, Impl: t.Host.Attribute(th, "torch._higher_order_ops.print")}, args, kwargs)
	return None(), err
}

// PrintOperator is the operator that prints when a graph runs.
const PrintOperator = "torch.ops.higher_order.print"

// isOwnOperator tells whether a class is one of operators that a script has defined.
func isOwnOperator(class *object.Type) bool {
	return slices.ContainsFunc(class.MRO, func(c *object.Type) bool { return c.FullName() == "torch._higher_order_ops.base_hop.BaseHOP" })
}

// graphOperator is the function by which tracing knows one of PyTorch's own operators of torch.ops.higher_order.
func graphOperator(f *Object) (*object.Function, bool) {
	if f.New || f.V.Dict() == nil || !slices.ContainsFunc(f.T.MRO, func(c *object.Type) bool { return c.FullName() == "torch._higher_order.GraphOperator" }) {
		return nil, false
	}
	run, _ := f.V.Dict().Lookup("run")
	return object.AsFunction(run)
}

// traceOwnOperator is the call of an operator that a script has defined (BaseHOP): itself, the function, and its operands.
func traceOwnOperator(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) < 2 {
		return nil, object.TypeErrorf("BaseHOP.__call__() missing 1 required positional argument: 'subgraph'")
	}
	named, err := t.GetAttr(th, args[0], "__name__")
	if err != nil {
		return nil, err
	}
	label, err := t.Text(th, named, "str")
	if err != nil {
		return nil, err
	}
	name, _ := object.Text(label.V)
	if err := t.lookAt(th, args[2:], kwargs); err != nil {
		return nil, err
	}
	var settings []fxgraph.KW
	for _, kw := range kwargs {
		v, err := t.FX(th, kw.Value)
		if err != nil {
			return nil, err
		}
		settings = append(settings, fxgraph.KW{Name: kw.Name, Value: v})
	}
	operator := "torch.ops.higher_order." + name
	b, err := t.traceBody(th, operator, bodyStyle{loose: true}, func() (Tracker, error) { return t.Call(th, args[1], args[2:], nil) })
	if err != nil {
		return nil, err
	}
	if refused := closedBody(operator, b); refused != nil {
		var of *HigherOrderError
		if errors.As(refused, &of) { // such an operator may stay uncompiled
			of.Cause.Operator = name
			return nil, of.Cause
		}
		return nil, refused
	}
	sub := t.Subgraph(th, "subgraph", b.Graph)
	return t.resultsOf(th, t.higherOrder(th, name, append([]any{sub}, t.operands(b.Lifted)...), settings), b, b.fakes())
}
