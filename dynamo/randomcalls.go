package dynamo

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// The calls of random numbers that a trace has found, which the new code makes in front of the graph.

// drawRandom writes the calls of random numbers.
func (x *translator) drawRandom(th *object.Thread, g *generator) error {
	g.drawn = map[*variables.RandomCall]int{}
	for _, call := range x.trace.Random {
		if err := g.value(th, call.Self); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name(call.Method)<<1|1)
		for _, a := range call.Args {
			if err := g.value(th, a); err != nil {
				return err
			}
		}
		g.emit(bytecode.CALL, len(call.Args))
		g.drawn[call] = g.temp()
		g.emit(bytecode.STORE_FAST, g.drawn[call])
	}
	return nil
}

// numberTensor makes the tensor without dimensions in which a random number enters a graph.
func numberTensor(h variables.Host) object.Value {
	return object.NewFuncValue("___as_tensor", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		if n, ok := args[0].AsInt(); ok {
			t := tensor.New(tensor.Int64)
			t.Fill(n)
			return h.WrapTensor(th, t), nil
		}
		f, _ := args[0].AsFloat()
		t := tensor.New(tensor.Float64)
		t.Fill(f)
		return h.WrapTensor(th, t), nil
	})
}
