package numpy

import "github.com/magneto-go/magneto/vm/object"

func buildGenerators(th *object.Thread) *object.Module {
	return object.NewModule("numpy.random._generators")
}
