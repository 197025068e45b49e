package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// This file makes and reads containers of classes of the program as their built-in type does, whatever the class overrides: tracing copies them where
// the program does nothing.

// Remade is a set, frozen set or deque of v's type with other items, a list.
func Remade(th *object.Thread, v, items object.Value) (object.Value, error) {
	args := []object.Value{items}
	if isDeque(v) {
		maxlen, err := object.GetAttr(th, v, "maxlen")
		if err != nil {
			return object.Null, err
		}
		args = append(args, maxlen)
	}
	return MadeNatively(th, v.Type(), args)
}

// MadeNatively is an instance of a class, made from args as its built-in type does.
func MadeNatively(th *object.Thread, class *object.Type, args []object.Value) (object.Value, error) {
	base := class.Native()
	made, err := base.New(th, class, args, nil)
	if err != nil || base.Init == nil {
		return made, err
	}
	return made, base.Init(th, made, args, nil)
}

// nativeItems calls f with every element.
func nativeItems(th *object.Thread, v object.Value, f func(object.Value)) error {
	it, err := v.Type().Native().Iter(th, v)
	if err != nil {
		return err
	}
	for {
		e, err := object.Next(th, it)
		if err != nil || e.IsNull() {
			return err
		}
		f(e)
	}
}
