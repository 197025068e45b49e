package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Number is a type whose instances are numbers of an abstract class of module numbers.
type Number struct {
	Abstract string
	Type     *object.Type
}

// numbers are the functions of RegisterNumbers.
var numbers []func() []Number

// RegisterNumbers makes types of other packages numbers to module numbers, for all machines.
func RegisterNumbers(types func() []Number) {
	numbers = append(numbers, types) // start: by Register
}

// _numbers has pairs of the name of an abstract class and a type that belongs to it.
func init() {
	interp.RegisterNative("_numbers", func(*object.Thread) *object.Module {
		m := object.NewModule("_numbers")
		pairs := object.NewList()
		for _, types := range numbers {
			for _, n := range types() {
				pairs.Items = append(pairs.Items, object.NewTuple(object.StrValue(n.Abstract), n.Type.Ref()).Ref())
			}
		}
		m.Set("pairs", pairs.Ref())
		return m
	})
}
