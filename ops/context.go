package ops

import "github.com/magneto-go/magneto/tensor"

// Context is the state that operators run in: what is recorded for autograd, the stack of levels, the shape environment
// and the random generator. A machine holds one; the operator table and everything that hangs on it is immutable and shared.
// A Context is for one goroutine at a time.
type Context struct {
	// Generator is the one that random operators draw from when none is given.
	Generator *tensor.Generator

	gradEnabled   bool
	inferenceMode bool
	modes         []Mode
	fakeEnv       Env   // set while operators run on fake tensors
	nextSeq       int64 // numbers autograd nodes in the order of their creation
}

// NewContext has grad mode on and a generator with a random seed.
func NewContext() *Context {
	g := tensor.NewGenerator()
	g.Seed()
	return &Context{Generator: g, gradEnabled: true}
}
