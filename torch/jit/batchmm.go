package jit

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// batchOperator computes what ir.BatchProducts makes; nil for other nodes.
func batchOperator(n *ir.Node) exec.Operator {
	switch n.Kind {
	case "prim::MMTreeReduce":
		return onTensors(func(c *cell, a []ops.Value) []ops.Value {
			half := len(a) / 2
			sum := c.one("mm", a[0], a[half])
			for i := 1; i < half; i++ {
				sum = c.add(sum, c.one("mm", a[i], a[half+i]))
			}
			return []ops.Value{sum}
		})
	case "prim::MMBatchSide":
		side, _ := n.Attr("side").(ir.Constant).V.(int64)
		return onTensors(func(c *cell, a []ops.Value) []ops.Value {
			out := make([]ops.Value, len(a)-1)
			for i, x := range a[1:] {
				if side == 0 {
					out[i] = c.one("mm", a[0], x)
				} else {
					out[i] = c.one("mm", x, a[0])
				}
			}
			return out
		})
	}
	return nil
}

// onTensors is an operator of scripts that computes operators of tensors.
func onTensors(compute func(c *cell, a []ops.Value) []ops.Value) exec.Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		args := make([]ops.Value, len(a))
		for i, v := range a {
			var err error
			if args[i], err = torch.ToOps(th, v); err != nil {
				return object.Null, err
			}
		}
		c := &cell{ctx: torch.Context(th)}
		out := compute(c, args)
		if c.err != nil {
			return object.Null, torch.Raised(c.err)
		}
		return results(th, out, make([]bool, len(out))), nil
	}
}
