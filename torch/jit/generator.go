package jit

import (
	"fmt"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
)

// generatorConst is a generator of random numbers as a constant of a graph: one that a function makes of constants is made when the function is compiled, and
// goes on from call to call.
type generatorConst struct{ g *tensor.Generator }

// ConstantText is the generator as graphs and code show it, which is a call that makes one with the seed that it had last.
func (c generatorConst) ConstantText() string {
	return fmt.Sprintf("torch.Generator(device=\"cpu\", seed=%d)", c.g.InitialSeed())
}

// ConstantType is Generator.
func (c generatorConst) ConstantType() *ir.Type { return ir.Generator }
