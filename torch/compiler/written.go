package compiler

import (
	"fmt"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// writtenForm is how graphs that scripts see have calls of operators that write to arguments: as torch._inductor.config says.
func writtenForm(th *object.Thread) ops.WrittenForm {
	config, err := interp.ImportModule(th, "torch._inductor.config")
	if err != nil {
		return ops.WrittenThroughAll
	}
	v, err := object.GetAttr(th, config, "enable_auto_functionalized_v2")
	if err != nil {
		return ops.WrittenThroughAll
	}
	if on, err := object.IsTrue(th, v); err == nil && !on {
		return ops.WrittenToValues
	}
	return ops.WrittenThroughAll
}

// callsInPlace is the text of a graph where functional calls of operators that write are these calls again, in place if they can.
func callsInPlace(th *object.Thread, shown object.Value) (string, error) {
	module, err := interp.ImportModule(th, "torch._inductor.fx_passes.post_grad")
	if err != nil {
		return "", err
	}
	f, err := object.GetAttr(th, module, "written_out")
	if err != nil {
		return "", err
	}
	text, err := object.Call(th, f, shown)
	if err != nil {
		return "", err
	}
	out, _ := object.Text(text)
	return out, nil
}

// written is a functional call of an operator that writes, as PyTorch's operators for that have it: what the operator reads, where what it writes to lies,
// and the memory. What it gives and what the memory becomes are items of the result.
func (s *shower) written(th *object.Thread, n *graph.Node) error {
	w := n.Op.Written()
	bases, err := s.argument(th, n.Args[len(n.Args)-1])
	if err != nil {
		return err
	}
	memory := bases.(fxgraph.List)
	var kwargs, places []fxgraph.KW
	for i, p := range w.Op.Schema().Params {
		var v any
		switch {
		case !p.Mutable():
			v, err = s.argument(th, n.Args[i])
		case w.Form == ops.WrittenToValues:
			v = valuesAt(n.Args[i], memory)
		default:
			places, err = s.placesOf(th, places, p.Name, p.Type.List, n.Args[i])
		}
		if err != nil {
			return err
		}
		if !p.Mutable() || w.Form == ops.WrittenToValues {
			kwargs = append(kwargs, fxgraph.KW{Name: p.Name, Value: v})
		}
	}
	if kwargs = append(kwargs, places...); w.Form == ops.WrittenThroughAll {
		kwargs = append(kwargs, fxgraph.KW{Name: "_all_bases", Value: memory})
	}
	operator, _ := torch.OverloadOf(th, w.Op)
	higher := "torch.ops.higher_order." + n.Op.Name
	f := &fxgraph.Function{Name: n.Op.Name, Qualified: higher, Impl: attribute(th, higher)}
	c := s.to.Create(fxgraph.CallFunction, f, []any{variables.NewLiteral(th, operator)}, kwargs, n.Name)
	s.place(c, n)
	s.items(th, c, n)
	return nil
}

// valuesAt are the tensors of a place, or of a list of places.
func valuesAt(place ops.Value, memory fxgraph.List) any {
	list, ok := place.([]ops.Value)
	if !ok {
		return nil
	}
	if k, ok := list[0].(int64); ok && len(list) == 1 {
		return memory[k]
	}
	values := make(fxgraph.List, len(list))
	for i, item := range list {
		values[i] = valuesAt(item, memory)
	}
	return values
}

// placesOf appends the keywords that say where an argument lies.
func (s *shower) placesOf(th *object.Thread, kwargs []fxgraph.KW, name string, several bool, place ops.Value) ([]fxgraph.KW, error) {
	list, ok := place.([]ops.Value)
	if ok && several {
		kwargs = append(kwargs, fxgraph.KW{Name: "_" + name + "_length", Value: int64(len(list))})
		for i, item := range list {
			var err error
			if kwargs, err = s.placesOf(th, kwargs, fmt.Sprintf("%s_%d", name, i), false, item); err != nil {
				return nil, err
			}
		}
		return kwargs, nil
	}
	if !ok {
		return append(kwargs, fxgraph.KW{Name: "_" + name + "_base_index"}), nil
	}
	kwargs = append(kwargs, fxgraph.KW{Name: "_" + name + "_base_index", Value: list[0]})
	if len(list) == 1 {
		return kwargs, nil
	}
	if list[1] == "alias" {
		return append(kwargs, fxgraph.KW{Name: "_" + name + "_alias", Value: true}), nil
	}
	parts := map[ops.Value][]string{"slice": {"slice_dim", "slice_start", "slice_end"}, "strided": {"size", "stride", "storage_offset"}}[list[1]]
	for i, part := range parts {
		v, err := s.argument(th, list[2+i])
		if err != nil {
			return nil, err
		}
		if sizes, ok := v.(fxgraph.List); ok {
			v = fxgraph.Tuple(sizes)
		}
		kwargs = append(kwargs, fxgraph.KW{Name: "_" + name + "_" + part, Value: v})
	}
	return kwargs, nil
}
