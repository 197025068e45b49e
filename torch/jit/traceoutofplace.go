package jit

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
)

// withoutChange writes an operator that changes its first operand as the one that makes a new tensor, and says whether there is such a one.
func (t *tracer) withoutChange(op *ops.Op, args, outs []ops.Value) bool {
	name, inplace := strings.CutSuffix(op.Name, "_")
	if !inplace || strings.HasSuffix(name, "_") || len(outs) != 1 {
		return false
	}
	g := t.frame.g
	if name == "copy" {
		to, from := t.operand(args[0], true, nil), t.operand(args[1], true, nil)
		n := g.Insert(g.Create("aten::expand_as", []*ir.Value{from, to}, 0))
		n.Range = ir.Range{}
		t.result(n, outs[0])
		return true
	}
	given := args
	if like := map[string]string{"zero": "zeros_like", "fill": "full_like"}[name]; like != "" {
		name = like
		given = append(append([]ops.Value(nil), args...), nil, int64(0), tensor.CPU, false, int64(1))
	}
	list := ir.Overloads("aten::" + name)
	if len(list) == 0 {
		return false
	}
	n := g.Create("aten::"+name, nil, 0)
	params := op.Schema().Params
	for i, v := range given {
		n.AddInput(t.operand(v, i < len(params) && params[i].Type.Base == "Tensor" && !params[i].Type.List, nil))
	}
	g.Insert(n)
	t.result(n, outs[0])
	return true
}
