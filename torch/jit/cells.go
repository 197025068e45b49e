package jit

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/vm/object"
)

// cellOperators are the steps of recurrent networks. They compute what the functions of torch.nn.modules.rnn compute, operator by operator, without a
// frame of Python for each step, which loops over steps spend most of their time in.
var cellOperators = map[string]func(c *cell, a []ops.Value) []ops.Value{
	"aten::lstm_cell": func(c *cell, a []ops.Value) []ops.Value {
		state, _ := a[1].([]ops.Value)
		h, old := state[0], state[1]
		given, held := c.linear(a[0], a[2], a[4]), c.linear(h, a[3], a[5])
		if out := c.step("lstm", given, held, old); out != nil {
			return out
		}
		gates := c.parts(c.add(given, held), 4)
		fresh := c.add(c.mul(c.one("sigmoid", gates[1]), old), c.mul(c.one("sigmoid", gates[0]), c.one("tanh", gates[2])))
		return []ops.Value{c.mul(c.one("sigmoid", gates[3]), c.one("tanh", fresh)), fresh}
	},
	"aten::gru_cell": func(c *cell, a []ops.Value) []ops.Value {
		all, allHeld := c.linear(a[0], a[2], a[4]), c.linear(a[1], a[3], a[5])
		if out := c.step("gru", all, allHeld, a[1]); out != nil {
			return out
		}
		given, held := c.parts(all, 3), c.parts(allHeld, 3)
		reset, update := c.one("sigmoid", c.add(given[0], held[0])), c.one("sigmoid", c.add(given[1], held[1]))
		fresh := c.one("tanh", c.add(given[2], c.mul(reset, held[2])))
		return []ops.Value{c.add(fresh, c.mul(update, c.one("sub.Tensor", a[1], fresh, int64(1))))}
	},
	"aten::rnn_tanh_cell": func(c *cell, a []ops.Value) []ops.Value {
		return []ops.Value{c.one("tanh", c.add(c.linear(a[0], a[2], a[4]), c.linear(a[1], a[3], a[5])))}
	},
	"aten::rnn_relu_cell": func(c *cell, a []ops.Value) []ops.Value {
		return []ops.Value{c.one("relu", c.add(c.linear(a[0], a[2], a[4]), c.linear(a[1], a[3], a[5])))}
	},
}

// cell computes operators until one fails.
type cell struct {
	ctx *ops.Context
	err error
}

func (c *cell) one(name string, args ...ops.Value) ops.Value {
	if c.err != nil {
		return nil
	}
	out, err := c.ctx.Call(ops.Lookup(name), args)
	if err != nil {
		c.err = err
		return nil
	}
	return out[0]
}

// step computes what follows the products by one kernel, where it can be.
func (c *cell) step(name string, given, held, state ops.Value) []ops.Value {
	if c.err != nil {
		return nil
	}
	var out []ops.Value
	out, c.err = c.ctx.CellStep(name, given, held, state)
	return out
}

func (c *cell) add(a, b ops.Value) ops.Value       { return c.one("add.Tensor", a, b, int64(1)) }
func (c *cell) mul(a, b ops.Value) ops.Value       { return c.one("mul.Tensor", a, b) }
func (c *cell) linear(x, w, b ops.Value) ops.Value { return c.one("linear", x, w, b) }

// parts cuts the last dimension into equal parts.
func (c *cell) parts(x ops.Value, n int) []ops.Value {
	list, ok := c.one("chunk", x, int64(n), int64(-1)).([]ops.Value)
	if !ok || len(list) != n {
		if c.err == nil {
			c.err = object.RuntimeErrorf("the gates of a recurrent cell do not divide into %d parts", n)
		}
		return make([]ops.Value, n)
	}
	return list
}

// cellOperator is the implementation of a step, nil for other operators.
func cellOperator(kind string) exec.Operator {
	compute := cellOperators[kind]
	if compute == nil {
		return nil
	}
	return onTensors(compute)
}
